"""What a study of balance compares: things that a seat has, and what those who had them won.

A game that has such things (characters, factions, cards) tells them in its room `subjects.py`: `SUBJECTS` (a `SubjectBook`), `watch(s, tally)`
in the place of that of `stats.py`, `called(content, kind)` (the `Subject`s of a kind), and `PARTS`, what is played to compare them. Each subject has three columns of the tally: how often
somebody had it, what they won, and what they would have won if all were alike, both in sixtieths of a win (a win shared by up to six
seats is a whole number of them). While it is not decided who wins, the first column is a mask of the seats that have it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bagarre.kernel.pack import Pack
from bagarre.kernel.rule import rule

WHOLE = 60
"""Sixtieths: a win."""
COLUMNS = 3
HELD, WON, DUE = range(COLUMNS)


@rule
def hold(tally: Any, k: int, seat: int) -> None:
    """The seat has subject number k."""
    tally[COLUMNS * k + HELD] |= 1 << seat


@rule
def settle(tally: Any, first: int, count: int, winners: int, present: int) -> None:
    """It is decided: those seats won of all that took part (both masks). The marks of `count` subjects become numbers.

    Where nobody won, nothing is counted. Whoever did not take part is not counted.
    """
    won = seats = 0
    for seat in range(6):
        won += (winners >> seat) & 1
        seats += (present >> seat) & 1
    for k in range(first, first + count):
        holders = tally[COLUMNS * k + HELD] & present
        tally[COLUMNS * k + HELD] = 0
        if won > 0:
            for seat in range(6):
                if (holders >> seat) & 1 == 1:
                    tally[COLUMNS * k + HELD] += 1
                    tally[COLUMNS * k + DUE] += WHOLE // seats
                    if (winners >> seat) & 1 == 1:
                        tally[COLUMNS * k + WON] += WHOLE // won


@rule
def add_settled(tally: Any, k: int, seat: int, winners: int, present: int) -> None:
    """A subject that is settled at once, as things of a round are: the game goes on counting."""
    won = seats = 0
    for other in range(6):
        won += (winners >> other) & 1
        seats += (present >> other) & 1
    if won > 0 and (present >> seat) & 1 == 1:
        tally[COLUMNS * k + HELD] += 1
        tally[COLUMNS * k + DUE] += WHOLE // seats
        if (winners >> seat) & 1 == 1:
            tally[COLUMNS * k + WON] += WHOLE // won


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of subjects."""

    name: str
    """`character`, `weapon`: a key of the laboratory's words."""
    first: int
    """Number of the first of them."""
    count: int
    missing: bool = False
    """Is it those *without* it who are counted? Then they are told the other way round."""


@dataclass
class SubjectBook:
    """The subjects of a game, kind by kind."""

    kinds: dict[str, Kind] = field(default_factory=dict)

    def kind(self, name: str, count: int, *, missing: bool = False) -> int:
        """Declare a kind; gives the number of its first subject."""
        first = self.count
        self.kinds[name] = Kind(name, first, count, missing)
        return first

    @property
    def count(self) -> int:
        return sum(kind.count for kind in self.kinds.values())


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing that is compared: its number, its id in the pack, and how it is called."""

    number: int
    id: str
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to play that a part needs."""

    name: str
    options: tuple[tuple[str, Any], ...] = ()
    packs: tuple[Pack, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a study of balance: what is played, and what is compared in it."""

    name: str
    kinds: tuple[str, ...]
    settings: Callable[[Any], Sequence[Setting]] = lambda content: (Setting("usual"),)
    """From the content in play."""
    players: tuple[int, ...] = ()
    """Numbers of players; empty for all."""
    apart: bool = False
    """Is each setting a question of its own, told in a row of its own?"""
    against: str = ""
    """The kind whose subjects are told against each other, in a table of two."""
