"""What the table is asked when real dice and cards are played: declared by a game's `companion.py`.

A draw of the rules becomes a question with the results that are possible as far as everybody may know: an answer that is missing from the list would tell
where a hidden card is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

TABLE = -1
"""A question to everybody: what came lies open."""
BAGARRE = "bagarre"
"""Nobody is asked: the card stays face down for everybody, or no part of the box decides it."""


@dataclass(frozen=True)
class Result:
    """One possible answer: the number that the rules are given, and what people call it."""

    number: int
    kind: str
    """What it is (`n` for a plain number), as in the names of the game's words."""
    value: int
    copies: int = 1
    """How many of the cards are this one."""


@dataclass(frozen=True)
class Asked:
    """A question to the table."""

    key: str
    """Its sentence: `companion.asks.<key>` of the game's words."""
    results: tuple[Result, ...]
    values: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """What the sentence names: kind and number, as in an event."""
    seat: int = TABLE
    """The only seat that may see what came."""
    sides: int = 0
    """The sides of the die; 0 when it is none."""
    by: str = ""
    """BAGARRE, when nobody is asked."""


def die(key: str, sides: int, **values: tuple[str, int]) -> Asked:
    """What a die shows."""
    return Asked(key, tuple(Result(face, "n", face) for face in range(1, sides + 1)), values, sides=sides)


def one_of(
    key: str, kind: str, numbers: Iterable[int], *, seat: int = TABLE, **values: tuple[str, int]
) -> Asked:
    """Which of these it is: results that are called by their own number."""
    return Asked(key, tuple(Result(number, kind, number) for number in numbers), values, seat)


def lot(key: str, kind: str, things: Iterable[int], **values: tuple[str, int]) -> Asked:
    """Which of these things a lot falls on: the rules are given its place in the list."""
    return Asked(key, tuple(Result(i, kind, thing) for i, thing in enumerate(things)), values)
