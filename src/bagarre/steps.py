"""What a match is made of: the choices of a seat, the steps, what they would lead to, the positions, and the outcome."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from bagarre.kernel.errors import InvalidChoice
from bagarre.kernel.events import Event, EventBook, conceal_events
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.record import Line

CONCEDED = "conceded"
"""The ending of a game that was given up."""


class Legal:
    """The legal choices of one seat: a container, in Python's sense."""

    def __init__(self, game: Game, seat: int, choices: list[Choice]) -> None:
        self.seat = seat
        self.choices = choices
        self._verbs = game.verbs

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, index: int) -> Choice:
        return self.choices[index]

    def __contains__(self, choice: object) -> bool:
        if isinstance(choice, str):
            try:
                choice = self._verbs.read(choice)
            except InvalidChoice:
                return False
        return choice in self.choices

    def notation(self) -> list[str]:
        return [self._verbs.write(choice) for choice in self.choices]

    def __repr__(self) -> str:
        return f"<Legal seat {self.seat}: {', '.join(self.notation())}>"


@dataclass(frozen=True, slots=True)
class Step:
    """What was chosen and what came of it: the chance results and the events as the rules emitted them."""

    seat: int
    """-1 for the deal."""
    choice: Choice | None
    """`None` for the deal, and for giving up."""
    chance: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...] = field(repr=False)
    bot: str = ""
    """The program that chose in the place of whoever sits there, or that plays on for whoever gave up."""
    seen: tuple[int, ...] = ()
    """What a card of the real box turned out to be (`ChoiceMade.seen`)."""

    @property
    def concedes(self) -> bool:
        """Did the seat give up, instead of choosing?"""
        return self.choice is None and self.seat != SPECTATOR


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a choice, conceding, or taking back would lead to. The match is as it was until it accepts this."""

    line: Line
    """The line of the record that it would be."""
    steps: int
    """How many of the match's steps stand before it."""
    state: Position = field(repr=False)
    step: Step | None = None
    """What would happen; `None` for taking back."""

    @property
    def gives_up(self) -> bool:
        """Would the game be over because somebody gives up?"""
        return self.step is not None and self.step.concedes and not self.step.bot


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the place of every seat, ties included, and why."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    ending: str

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.ranks) if place == 1)

    @property
    def given_up(self) -> bool:
        """Did it end because people gave up?"""
        return self.ending == CONCEDED


def outcome_of(game: Game, s: Position, conceded: Sequence[int], *, given_up: bool) -> Outcome:
    """How a game ended in that position, in which these seats gave up, in that order; `given_up` when it ended for that."""
    scores = tuple(game.scores(s))
    if not conceded:
        return Outcome(tuple(game.ranks(s)), scores, game.ending(s))
    # Nobody knows who would have won: those who are left share the first place.
    ranks = [1] * len(scores) if given_up else game.ranks(s)
    return Outcome(_behind(ranks, conceded), scores, CONCEDED if given_up else game.ending(s))


def _behind(ranks: Sequence[int], conceded: Sequence[int]) -> tuple[int, ...]:
    """Places with those who gave up behind all others, whoever gave up first last, and never first."""
    left = [seat for seat in range(len(ranks)) if seat not in conceded]
    places = {seat: 1 + sum(ranks[other] < ranks[seat] for other in left) for seat in left}
    for k, seat in enumerate(reversed(conceded)):
        places[seat] = max(len(left), 1) + 1 + k
    return tuple(places[seat] for seat in range(len(ranks)))


@dataclass(slots=True)
class KeptState:
    """A state, unpacked, packed or both. A new state is kept in a new one: taking back works in a thread, and others may be looking."""

    state: Position | None
    packed: bytes = b""
    choices: dict[int, list[Choice]] = field(default_factory=dict)
    """The legal choices of those seats that somebody asked about."""

    def pack(self) -> bytes:
        if not self.packed:
            assert self.state is not None
            self.packed = self.state.to_bytes()
        return self.packed


class PackedPositions:
    """The bytes of every position so far, squeezed by what they have in common with the first: going back costs nothing."""

    def __init__(self, first: bytes = b"", rest: Sequence[bytes] = ()) -> None:
        self._first = first
        self._rest = list(rest)

    def add(self, packed: bytes) -> None:
        if not self._first:
            self._first = packed
            return
        squeezer = zlib.compressobj(1, wbits=-zlib.MAX_WBITS, zdict=self._first)
        self._rest.append(squeezer.compress(packed) + squeezer.flush())

    def packed(self, number: int) -> bytes:
        if number == 0:
            return self._first
        squeezed = self._rest[number - 1]
        return zlib.decompressobj(wbits=-zlib.MAX_WBITS, zdict=self._first).decompress(squeezed)

    def first(self, count: int) -> PackedPositions:
        """A copy that holds the first ones only."""
        return PackedPositions(self._first, self._rest[: count - 1])

    def forget(self, left: int) -> None:
        """Keep only the first ones."""
        del self._rest[max(left - 1, 0) :]


@dataclass
class _Rows:
    """Events of a past step in the shape that `conceal_events` works on."""

    events: list[list[int]]
    event_count: int


def events_of(game: Game, step: Step, seat: int | None) -> list[Event]:
    """The events of a step as that seat may know them; with nothing hidden for `None`."""
    rows = _Rows([list(row) for row in step.rows], len(step.rows))
    if seat is not None:
        conceal_events(rows, seat, _secret_columns(game.event_book))
    return game.events(rows)  # type: ignore[arg-type]


@cache
def _secret_columns(book: EventBook) -> Any:
    """The same for every match of a game: worked out once."""
    return book.secret_columns()
