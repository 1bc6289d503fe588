"""Is the advice of a review right? Games with mistakes are reviewed, and from each moment of which something is advised the game is played on
to its end by strong players: with what was chosen, and with what is advised. `bagarre study advice GAME`.

They play on from the position as it was, hidden cards included, each knowing what it may. Advice comes from what a seat knew, so what was hidden
is drawn as chance and the others drew it: over many pieces of advice nothing of what the review imagined is part of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from pathlib import Path
from statistics import stdev
from typing import Any

from bagarre.bots.player import Z_95
from bagarre.bots.searching import BINDINGS
from bagarre.kernel.chance import seed as start_generator
from bagarre.kernel.chance import seed_words
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.rule import fast_mode_available
from bagarre.kernel.runner import Table
from bagarre.kernel.words import house_words
from bagarre.lab.driving import known_player, usual_seats
from bagarre.lab.journal import Journal
from bagarre.lab.tables import played
from bagarre.lab.telling import figure, table
from bagarre.match import Match
from bagarre.review.decisions import Decision
from bagarre.review.looking import SECONDS, review
from bagarre.review.telling import WORTH_TELLING

WEAK, STRONG = "noisy:20", "search:3"
"""Who plays the games that are reviewed: one who makes mistakes, against others."""
MANY = 10**6


@dataclass(frozen=True, slots=True)
class Checked:
    """A piece of advice: what it was said to be worth, and what it was worth when the game was played on."""

    told: float
    gain: float
    error: float
    """The standard error of the gain."""


@dataclass(frozen=True, slots=True)
class AdviceStudy:
    game: Game
    games: int
    lines: int
    player: str
    advice: tuple[Checked, ...]

    @property
    def told(self) -> float:
        return sum(one.told for one in self.advice) / max(1, len(self.advice))

    @property
    def gain(self) -> float:
        return sum(one.gain for one in self.advice) / max(1, len(self.advice))

    @property
    def error(self) -> float:
        """The standard error of the mean gain, by how pieces of advice differ."""
        return standard_error([one.gain for one in self.advice])

    def share(self, holds: Callable[[Checked], bool]) -> float:
        return sum(map(holds, self.advice)) / max(1, len(self.advice))

    def markdown(self, lang: str) -> str:
        say = house_words(lang).say
        heads = ["games", "advice", "told", "gain", "better", "surely", "worse"]
        interval = f" ± {figure(100 * Z_95 * self.error, lang)}" if len(self.advice) > 1 else ""
        gain = figure(100 * self.gain, lang) + interval
        shares = [
            self.share(lambda one: one.gain > 0),
            self.share(lambda one: one.gain > Z_95 * one.error),
            self.share(lambda one: one.gain < -Z_95 * one.error),
        ]
        row = [str(self.games), str(len(self.advice)), figure(100 * self.told, lang), gain]
        row += [f"{figure(100 * share, lang, 0)} %" for share in shares]
        how = say("cli.advice.how", lines=self.lines, player=self.player, weak=WEAK, strong=STRONG)
        return "\n\n".join([table([say(f"cli.advice.{head}") for head in heads], [row]), how])


def standard_error(values: Sequence[float]) -> float:
    """Of the mean; nothing is sure of a single one."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


def measure_advice(
    game: Game,
    *,
    games: int,
    lines: int,
    player: str = "search:4",
    seats: int = 0,
    seed: str = "1",
    seconds: float = SECONDS,
    simulations: int | None = None,
    compiled: bool | None = None,
    out: Path | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> AdviceStudy:
    """Review so many games, and play on `lines` times with each of both choices wherever something is advised.

    With `out` every game is kept there, one line each, and a study that was broken off goes on where it stopped.

    :raises Mistake: when the player is unknown, or the file holds something else or cannot be written.
    """
    number = seats or usual_seats(game)
    fast = fast_mode_available() if compiled is None else compiled
    going_on = GoingOn(game, number, player, compiled=fast)
    head = {
        "what": "advice", "package": game.package, "rules": game.meta.rules_version, "seats": number, "seed": seed,
        "lines": lines, "player": player, "thought": simulations or seconds,
    }  # fmt: skip
    journal: Journal[list[Checked]] = Journal(out, head, lambda _, data: read_line(data), told_line)
    found = journal.kept[:games]
    try:
        for k in range(len(found), games):
            specs = [WEAK if seat == k % number else STRONG for seat in range(number)]
            match = played(game, specs, f"{seed}/{k}", game.compiled if fast else game.interpreted)
            looked = review(match, seconds=seconds, simulations=simulations, compiled=fast)
            advised = [one for one in looked.costliest(most=MANY) if one.proven >= WORTH_TELLING]
            found.append([going_on.checked(match, one, lines) for one in advised])
            journal.add(found[-1])
            progress(k + 1)
    finally:
        journal.close()
    return AdviceStudy(game, games, lines, player, tuple(one for line in found for one in line))


class GoingOn:
    """Plays games on to their end, all seats by one kind of player."""

    def __init__(self, game: Game, seats: int, player: str, *, compiled: bool) -> None:
        self.game = game
        self.records = [known_player(player, game)] * seats
        self.mode = game.runner("compiled" if compiled else "interpreted", BINDINGS).mode

    def checked(self, match: Match, decision: Decision, lines: int) -> Checked:
        s = match.position(decision.first - 1)
        gains = []
        for line in range(lines):
            words = seed_words(match.seed, "advice", decision.first, line)
            made, best = (
                self.share(s, decision.seat, answer, words) for answer in (decision.made, decision.best)
            )
            gains.append(best - made)
        return Checked(decision.proven, sum(gains) / len(gains), standard_error(gains))

    def share(self, s: Position, seat: int, answer: Sequence[Choice], words: tuple[int, int, int]) -> float:
        """What a seat has of the win when it answers so there and the game is played on."""
        begun = s.copy()
        start_generator(begun, *words)
        for choice in answer:
            self.game.apply(begun, seat, choice)
        table, mode = Table(self.mode, begun, self.records, 1), self.mode
        for place in (0, 1):
            table.states[place] = table.template[0]
        start = mode.dices(*words)
        mode.go_on(table.states, table.menus, start, table.players, table.tallies[0], self.game.meta.longest)
        mode.conclude(table.states, 0, table.ranks, table.endings)
        ranks = [int(rank) for rank in table.ranks[0]]
        return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0


def read_line(data: Any) -> list[Checked]:
    return [Checked(float(told), float(gain), float(error)) for told, gain, error in data]


def told_line(found: list[Checked]) -> list[list[float]]:
    return [[one.told, one.gain, one.error] for one in found]
