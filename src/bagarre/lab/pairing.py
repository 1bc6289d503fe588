"""Paired deals: the same deals played with the players in rotated seats, so that neither luck of the deal nor a better seat decides.

A series is cut into units. What comes of a unit depends on the series and the unit's number alone, so any number of workers gives the
same results in the same order; a journal keeps them, so that a series which was broken off goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal, TypedDict

from bagarre.bots import driver_record, make_player, spec_of
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.kernel.rule import fast_mode_available
from bagarre.lab.journal import Journal
from bagarre.lab.simulate import Plan, in_order, play


@dataclass(frozen=True, slots=True)
class Series:
    """What is played, all that a worker must know."""

    package: str
    players: tuple[str, ...]
    """The specs of those who are compared."""
    options: tuple[tuple[str, Any], ...] = ()
    packs: tuple[Pack, ...] = ()
    seed: str = "1"
    mode: Literal["interpreted", "compiled"] = "interpreted"

    def plan(self, seating: Sequence[int]) -> Plan:
        """The games of some seats; `seating` names the player of each."""
        players = tuple(self.players[player] for player in seating)
        return Plan(self.package, players, self.options, self.packs, self.seed, self.mode)


@dataclass(frozen=True, slots=True)
class Unit:
    """Some deals, each played once in each seating."""

    number: int
    seatings: tuple[tuple[int, ...], ...]
    """The player of each seat."""
    first: int
    """Number of the first deal."""
    deals: int


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a unit."""

    deal: int
    seating: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats with the first place; none when nobody won."""
    forfeits: tuple[tuple[int, str], ...] = ()
    """Seats that lost because their player failed, and how."""

    def share(self, player: int) -> float:
        """What that player has of the win; everybody alike when nobody won."""
        winners = self.winners or range(len(self.seating))
        return sum(self.seating[seat] == player for seat in winners) / len(winners)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a unit."""

    number: int
    games: tuple[Played, ...]


# Who sits where.


def rotations(seating: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Everybody in every seat once, in the same order around the table."""
    return tuple(tuple(seating[k:]) + tuple(seating[:k]) for k in range(len(seating)))


def duels(seats: int) -> tuple[tuple[int, ...], ...]:
    """Two players in turn around the table, and the other way round: each of both holds every seat as often."""
    first = tuple(seat % 2 for seat in range(seats))
    tables = (first, tuple(1 - player for player in first))
    return tables if seats % 2 == 0 else tuple(table for one in tables for table in rotations(one))


# Playing.


def play_unit(game: Game, series: Series, unit: Unit) -> Result:
    """The games of a unit."""
    games = []
    for seating in unit.seatings:
        batch = play(game, series.plan(seating), unit.first, unit.deals)
        for k, ranks in enumerate(batch.ranks):
            winners = tuple(int(seat) for seat in (ranks == 1).nonzero()[0])
            games.append(Played(unit.first + k, seating, winners))
    return Result(unit.number, tuple(games))


def play_unit_elsewhere(series: Series, unit: Unit) -> Result:
    """The same in another process, which finds the game by itself."""
    return play_unit(Game(series.package), series, unit)


def results(game: Game, series: Series, units: Iterable[Unit], workers: int) -> Iterator[Result]:
    """What comes of the units, in their order. Compiled games run in threads (they hold no lock), others in processes."""
    known = all(driver_record(make_player(spec, game, series.seed)) is not None for spec in series.players)
    native = series.mode == "compiled" and known
    if workers == 1:
        yield from (play_unit(game, series, unit) for unit in units)
        return
    if native:
        # Compiled once, before several threads ask for it.
        waiting = iter(units)
        yield from (play_unit(game, series, unit) for unit in islice(waiting, 1))
        pieces = ((game, series, unit) for unit in waiting)
        yield from in_order(ThreadPoolExecutor(workers), workers, play_unit, pieces)
    else:
        elsewhere = ((series, unit) for unit in units)
        yield from in_order(ProcessPoolExecutor(workers), workers, play_unit_elsewhere, elsewhere)


# What was played, kept.


def read_result(number: int, data: Any) -> Result:
    """A line of a journal; a :class:`ValueError` or :class:`TypeError` when it is none."""
    found, games = data
    if found != number:
        raise ValueError(number)
    return Result(
        number,
        tuple(
            Played(deal, tuple(seating), tuple(winners), tuple((seat, why) for seat, why in forfeits))
            for deal, seating, winners, forfeits in games
        ),
    )


def told_result(result: Result) -> list[Any]:
    return [result.number, [[g.deal, g.seating, g.winners, g.forfeits] for g in result.games]]


class How(TypedDict, total=False):
    """How paired deals are played, whoever plays: what `Pairing` takes."""

    seats: int
    seed: str
    options: dict[str, Any] | None
    packs: Sequence[Pack]
    workers: int
    compiled: bool | None
    keep: Path | None


class Pairing:
    """A series, checked; its results come in the same order for any number of workers, and `keep` holds them."""

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        *,
        seats: int = 0,
        seed: str = "1",
        options: dict[str, Any] | None = None,
        packs: Sequence[Pack] = (),
        workers: int = 1,
        compiled: bool | None = None,
        keep: Path | None = None,
    ) -> None:
        """`seats`: as few as possible unless they are named.

        :raises Mistake: when a player is unknown, or the game refuses the seats, an option or a pack.
        """
        self.game, self.workers, self.keep = game, workers, keep
        self.seats = seats or game.meta.players[0]
        specs = tuple(spec_of(player) for player in players)
        for spec in specs:
            make_player(spec, game, seed)
        game.prepare(self.seats, options, packs)
        fast = fast_mode_available() if compiled is None else compiled
        mode: Literal["interpreted", "compiled"] = "compiled" if fast else "interpreted"
        self.series = Series(game.package, specs, tuple((options or {}).items()), tuple(packs), seed, mode)

    def results(
        self,
        units: Callable[[int], Iterator[Unit]],
        play_them: Callable[[Game, Series, Iterable[Unit], int], Iterator[Result]] = results,
        **about: Any,
    ) -> Iterator[Result]:
        """What is kept, then what is played from there on and kept; `about` says what else it is.

        `units` gives those from a number on. When they are used up it is asked again, so that what comes next may depend on the results
        so far and on nothing else; it is over when there are none.

        :raises Mistake: when `keep` holds something else, or cannot be read or written.
        """
        head = {**asdict(self.series), "rules": self.game.meta.rules_version, "seats": self.seats, **about}
        journal: Journal[Result] = Journal(self.keep, head, read_result, told_result)
        try:
            yield from journal.kept
            number, before = len(journal.kept), -1
            while number > before:
                before = number
                for result in play_them(self.game, self.series, units(number), self.workers):
                    journal.add(result)
                    number += 1
                    yield result
        finally:
            journal.close()
