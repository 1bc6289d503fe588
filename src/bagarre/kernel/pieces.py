"""What a seat observes, as numbers for learning: named pieces in one vector, declared once for each game.

A game's room `observe.py` declares its pieces in one book; the place of each is what its rule uses:

    PIECES = PieceBook()
    HEARTS = PIECES.counts("hearts", SEATS, most=3, tells="hearts of each seat, the reader first")
    PHASE = PIECES.one_of("phase", options=PHASES, tells="what is asked")

    @rule
    def observe(s, seat, o):               # `s` is concealed
        put(o, HEARTS, s.hearts[seat], 3)
        choose_one(o, PHASE, s.phase)

The rule is given a vector of zeros. Numbers are divided by the `most` of their piece, so that everything lies between 0 and 1 (-1 and 1
for signed pieces), the same in both modes, bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from bagarre.kernel.rule import rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FLAG, COUNT, SIGNED, ONE_OF = "flag", "count", "signed", "one of"


@dataclass(frozen=True, slots=True)
class Piece:
    """A named part of the vector."""

    name: str
    kind: str
    """FLAG: 0 or 1. COUNT: 0 to 1. SIGNED: -1 to 1. ONE_OF: one 1 along the last axis, or none."""
    first: int
    """Its place in the vector."""
    shape: tuple[int, ...]
    most: int
    """The number that is observed as 1."""
    tells: str
    """What it tells, for the documentation."""
    options: tuple[str, ...] = ()
    """What the numbers along the last axis stand for, where they have names."""

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def low(self) -> float:
        return -1.0 if self.kind == SIGNED else 0.0

    @property
    def slice(self) -> slice:
        """Where it lies in the vector."""
        return slice(self.first, self.first + self.size)


class PieceBook:
    """The pieces of one game, in the order of the vector."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.size = 0
        """Numbers of a whole observation."""

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __getitem__(self, name: str) -> Piece:
        return next(piece for piece in self.pieces if piece.name == name)

    def flags(self, name: str, *shape: int, tells: str, options: Sequence[str] = ()) -> int:
        """Yes or no."""
        return self._add(name, FLAG, shape or (1,), 1, tells, options)

    def counts(self, name: str, *shape: int, most: int, tells: str, options: Sequence[str] = ()) -> int:
        """A number from 0 to `most`."""
        return self._add(name, COUNT, shape or (1,), most, tells, options)

    def signed(self, name: str, *shape: int, most: int, tells: str, options: Sequence[str] = ()) -> int:
        """A number from -`most` to `most`."""
        return self._add(name, SIGNED, shape or (1,), most, tells, options)

    def one_of(self, name: str, *shape: int, options: int | Sequence[str], tells: str) -> int:
        """For each place of `shape` one of the options, or none."""
        names = () if isinstance(options, int) else tuple(options)
        count = options if isinstance(options, int) else len(names)
        return self._add(name, ONE_OF, (*shape, count), 1, tells, names)

    def _add(
        self, name: str, kind: str, shape: tuple[int, ...], most: int, tells: str, options: Sequence[str]
    ) -> int:
        if any(piece.name == name for piece in self.pieces):
            raise ValueError(f"{name} is declared twice")
        if options and len(options) != shape[-1]:
            raise ValueError(f"{name}: {len(options)} names for {shape[-1]} places")
        piece = Piece(name, kind, self.size, shape, most, tells, tuple(options))
        self.pieces.append(piece)
        self.size += piece.size
        return piece.first

    def lows(self) -> NDArray[np.float32]:
        """The smallest observation at each place; the largest is 1 everywhere."""
        import numpy as np

        return np.concatenate([np.full(p.size, p.low, np.float32) for p in self.pieces])

    def split(self, vector: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """An observation by name; of several in rows, each piece in rows. Nothing is copied."""
        return {p.name: vector[..., p.slice].reshape(*vector.shape[:-1], *p.shape) for p in self.pieces}


@rule
def put(o: Any, at: int, value: int, most: int) -> None:
    """Write a number of a signed piece; a pack may have made it larger than foreseen."""
    o[at] = max(-most, min(value, most)) / most


@rule
def put_count(o: Any, at: int, value: int, most: int) -> None:
    """Write a number of a piece that counts from 0."""
    o[at] = max(0, min(value, most)) / most


@rule
def choose_one(o: Any, at: int, option: int) -> None:
    """Mark one option; a negative one is none of them."""
    if option >= 0:
        o[at + option] = 1


@rule
def put_bits(o: Any, at: int, mask: int, count: int) -> None:
    """Write the first `count` bits of a mask as flags."""
    for i in range(count):
        o[at + i] = (mask >> i) & 1


@rule
def seen_from(seat: int, other: int, seats: int) -> int:
    """A seat as the reader counts: 0 for itself, then clockwise; -1 for nobody."""
    if other < 0:
        return -1
    return (other - seat) % seats
