"""A tournament between any players: functions, packages, programs, the players of the house.

Paired deals with rotated seats, as on a ladder; but every game is played choice by choice and kept as a record, and whoever fails (an
error, an ended program, a choice that is not on the menu, too much time) has lost that game. The reason is kept; the scripted player
plays on in that seat, so that the others have their game.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

from bagarre.bots import Budget, Player, make_player
from bagarre.bots.player import listener, thought_of
from bagarre.bots.programs import ProgramTimeout
from bagarre.kernel.errors import Mistake
from bagarre.kernel.files import make_folder
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.lab.ladder import LadderReport, everybody, rounds
from bagarre.lab.pairing import How, Played, Result, Series, Unit
from bagarre.lab.simulate import in_order
from bagarre.match import Match

SECONDS = 2.0
"""For each choice."""
STARTING = 10.0
"""Seconds besides, for the first choice of a game: programs must start."""
TIMEOUT, CRASH, ILLEGAL = "timeout", "crash", "illegal"
"""Why somebody lost without being beaten."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a worker must know besides the series."""

    seconds: float = SECONDS
    records: str = ""
    """The folder that games are kept in; empty for none."""


@dataclass
class ArenaReport(LadderReport):
    """How a tournament stands."""

    forfeits: dict[int, Counter[str]] = field(default_factory=dict)
    """For each player, how often it lost by failing, by kind."""
    reasons: dict[int, list[str]] = field(default_factory=dict)
    """For each player, what went wrong, as far as it differs."""

    def add(self, result: Result) -> None:
        super().add(result)
        for game in result.games:
            for seat, why in game.forfeits:
                kind, _, told = why.partition(": ")
                player = game.seating[seat]
                self.forfeits.setdefault(player, Counter())[kind] += 1
                known = self.reasons.setdefault(player, [])
                if told and told not in known and len(known) < 5:
                    known.append(told)

    def data(self) -> dict[str, Any]:
        told = super().data()
        numbers = {spec: k for k, spec in enumerate(self.series.players)}
        for row in told["ratings"]:
            number = numbers[row["player"]]
            row["forfeits"] = dict(self.forfeits.get(number, {}))
            row["reasons"] = self.reasons.get(number, [])
        return told


class Seat:
    """A player at the table of one game."""

    def __init__(self, match: Match, seat: int, player: Player, seconds: float) -> None:
        self.match, self.seat, self.player, self.seconds = match, seat, player, seconds
        self.told = 0
        self.asked = 0

    def choose(self) -> Choice:
        """The player's choice.

        :raises Forfeit: when it has lost by failing.
        """
        match, seat = self.match, self.seat
        menu = list(match.legal(seat))
        allowed = self.seconds + (0.0 if self.asked else STARTING)
        self.asked += 1
        began = time.monotonic()
        try:
            self._tell()
            answer = self.player.think(match.concealed(seat), seat, list(menu), Budget(seconds=self.seconds))
            chosen = thought_of(answer).choice
        except ProgramTimeout as error:
            raise Forfeit(TIMEOUT, str(error)) from None
        except Mistake as mistake:
            raise Forfeit(ILLEGAL, mistake.say("en")) from None
        except Exception as error:
            raise Forfeit(CRASH, f"{type(error).__name__}: {error}"[:200]) from None
        if time.monotonic() - began > allowed + self.seconds:
            # Its own code cannot be stopped in the middle: it is looked at afterwards, and generously.
            raise Forfeit(TIMEOUT, f"{self.seconds:g} s")
        if chosen not in menu:
            raise Forfeit(ILLEGAL, repr(tuple(chosen)))
        return chosen

    def _tell(self) -> None:
        told = listener(self.player)
        if told is not None:
            for step in self.match.steps[self.told :]:
                told(self.seat, self.match.events(step, self.seat))
        self.told = len(self.match.steps)

    def close(self) -> None:
        close = getattr(self.player, "close", None)
        if close is not None:
            with suppress(Exception):
                close()


class Forfeit(Exception):
    """A player has lost by failing."""

    def __init__(self, kind: str, told: str) -> None:
        super().__init__(f"{kind}: {' '.join(told.split())}")


def play_game(
    game: Game, series: Series, deal: int, seating: Sequence[int], terms: Terms
) -> tuple[Played, Match]:
    """One game, choice by choice."""
    plan = series.plan(seating)
    names = [f"{spec_told(str(spec))} {seat + 1}" for seat, spec in enumerate(plan.players)]
    match = Match(
        game,
        names,
        options=dict(series.options),
        packs=series.packs,
        seed=f"{series.seed}/{deal}",
        kinds=plan.players,
    )
    seats = [
        Seat(match, seat, make_player(spec, game, series.seed, deal, seat), terms.seconds)
        for seat, spec in enumerate(plan.players)
    ]
    forfeits: dict[int, str] = {}
    while not match.is_over and len(match.steps) < game.meta.longest:
        seat = match.deciders[0]
        if seat in forfeits:
            match.let_play(seat)
            continue
        try:
            match.play(seat, seats[seat].choose())
        except Forfeit as forfeit:
            forfeits[seat] = str(forfeit)
            seats[seat].close()
            give_up(match, seat)
    for one in seats:
        one.close()
    ranks = match.outcome.ranks if match.outcome is not None else ()
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1 and seat not in forfeits)
    return Played(deal, tuple(seating), winners, tuple(sorted(forfeits.items()))), match


def give_up(match: Match, seat: int) -> None:
    """Whoever failed has lost; the scripted player plays on there when at least two others are left."""
    match.concede(seat, people=range(len(match.players)))


def spec_told(spec: str) -> str:
    """A name for a player in records: short, and without a path."""
    return Path(spec.rpartition(" ")[2].rpartition(":")[2] or spec).name[:18] if "/" in spec else spec[:18]


def play_unit(game: Game, series: Series, unit: Unit, terms: Terms) -> Result:
    """The games of a unit, kept as records."""
    games = []
    for turn, seating in enumerate(unit.seatings):
        for deal in range(unit.first, unit.first + unit.deals):
            played, match = play_game(game, series, deal, seating, terms)
            games.append(played)
            if terms.records:
                match.save(Path(terms.records) / f"{unit.number:06d}-{deal:06d}-{turn}.jsonl")
    return Result(unit.number, tuple(games))


def play_unit_elsewhere(series: Series, unit: Unit, terms: Terms) -> Result:
    return play_unit(Game(series.package), series, unit, terms)


def tournament(
    game: Game,
    players: Sequence[str],
    *,
    interval: float = 50.0,
    most: int = 1000,
    seconds: float = SECONDS,
    records: Path | None = None,
    progress: Callable[[ArenaReport], None] = lambda report: None,
    **how: Unpack[How],
) -> ArenaReport:
    """Play until every rating is known within ± `interval` Elo, `most` games at the most, in whole rounds.

    :raises Mistake: when a player is unknown or named twice, the game refuses something, or a file cannot be written.
    """
    pairing, tables = everybody(game, players, **how | {"compiled": False})
    if records is not None:
        make_folder(records)
    terms = Terms(seconds, str(records) if records is not None else "")

    def play_them(game: Game, series: Series, given: Iterable[Unit], workers: int) -> Iterator[Result]:
        if workers == 1:
            yield from (play_unit(game, series, unit, terms) for unit in given)
            return
        pieces = ((series, unit, terms) for unit in given)
        yield from in_order(ProcessPoolExecutor(workers), workers, play_unit_elsewhere, pieces)

    report = ArenaReport(game, pairing.series, (pairing.seats,))
    for result in pairing.results(rounds(tables, 1), play_them, what="arena", seconds=seconds):
        report.add(result)
        progress(report)
        if (result.number + 1) % len(tables) == 0 and (
            len(report.games) >= most or sure_enough(report, interval)
        ):
            break
    return report


def sure_enough(report: ArenaReport, interval: float) -> bool:
    """Is every rating known that well? Looked at now and then only: a look costs more than a game."""
    games = len(report.games)
    rounds = games // report.tables[0]
    if rounds < 40 or rounds % 20:
        return False
    return max(one.half for one in report.ratings()) <= interval
