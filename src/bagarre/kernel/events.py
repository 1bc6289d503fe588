"""Events: what happened, as numbers. Words live elsewhere (`words/` of each game).

A game declares its kinds in one book; the numbers are what rules emit:

    EVENTS = EventBook()
    EQUIPS = EVENTS.kind("equips", "seat count", clause="BQ-EQUIP-1")
    HIDDEN = EVENTS.kind("hidden_dealt", "seat weapon*", clause="BQ-SETUP-12")

A field is `name` or `name:kind`; the kind says which words name its number (`seat`, `weapon`, … or plain `n`). A star
marks what only the event's audience learns: the others read UNKNOWN there. A plus marks a number that may pass 127: it is
emitted in two columns, `number % WIDE, number // WIDE`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bagarre.kernel.layout import ARGUMENTS, erase
from bagarre.kernel.rule import rule, table

EVERYONE = -1
UNKNOWN = -1
"""What a seat reads in place of a number that it may not know."""
CONCEDES, PLAYED_BY_PROGRAM, TIMED_OUT = -1, -2, -3
"""Kinds that every game has and no rule emits: somebody gives the game up; a program plays on there; somebody did not answer in time."""
FEW = 8
"""Events of a step, as a rule."""
WIDE = 100
"""A wide number is two columns: hundreds in the second."""


@dataclass(frozen=True, slots=True)
class EventField:
    """One number of an event: its name, the kind of thing it names, whether it is secret, and where it stands."""

    name: str
    kind: str
    secret: bool
    wide: bool
    column: int

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + 1 + self.wide


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of event, as declared."""

    number: int
    name: str
    fields: tuple[EventField, ...]
    clause: str

    @property
    def columns(self) -> int:
        """How many numbers rules emit."""
        return self.fields[-1].end if self.fields else 0

    def read(self, row: Sequence[int]) -> Event:
        """The event of a row, as the reader of that row may know it."""
        values: list[int | None] = []
        for f in self.fields:
            value: int | None = row[2 + f.column]
            if f.secret and row[1] == EVERYONE and value == UNKNOWN:
                value = None
            elif f.wide:
                value = row[2 + f.column] + WIDE * row[3 + f.column]
            values.append(value)
        return Event(self, tuple(values))


def house_kinds(clause: str) -> dict[int, EventKind]:
    """The kinds that every game has; `clause` is the game's own about giving up, of which the clock is no part."""
    seat = (_field("seat", 0),)
    names = {CONCEDES: "concedes", PLAYED_BY_PROGRAM: "played_by_program", TIMED_OUT: "timed_out"}
    return {
        number: EventKind(number, name, seat, "" if number == TIMED_OUT else clause)
        for number, name in names.items()
    }


def house_row(kind: int, seat: int) -> tuple[int, ...]:
    """An event of such a kind, as the rules would have emitted it."""
    return (kind, EVERYONE, seat, *[0] * (ARGUMENTS - 1))


class EventBook:
    """The kinds of events of one game, numbered as declared."""

    def __init__(self) -> None:
        self.kinds: list[EventKind] = []

    def kind(self, name: str, fields: str = "", *, clause: str) -> int:
        """Declare a kind; its number is what rules emit."""
        parsed: list[EventField] = []
        for word in fields.split():
            parsed.append(_field(word, parsed[-1].end if parsed else 0))
        kind = EventKind(len(self.kinds), name, tuple(parsed), clause)
        if kind.columns > ARGUMENTS:
            raise ValueError(f"{name}: an event carries at most {ARGUMENTS} numbers")
        self.kinds.append(kind)
        return kind.number

    def secret_columns(self) -> Any:
        """For each kind the mask of its secret columns: the table for `conceal_events`."""
        return table(sum(1 << f.column for f in kind.fields if f.secret) for kind in self.kinds)


def _field(word: str, column: int) -> EventField:
    name, _, kind = word.rstrip("*+").partition(":")
    if word.endswith(("*+", "+*")):
        raise ValueError(f"{name}: a wide number cannot be secret")
    return EventField(name, kind or name, word.endswith("*"), word.endswith("+"), column)


@dataclass(frozen=True, slots=True)
class Event:
    """An event as Python sees it, already as its reader may know it (unknown numbers are `None`)."""

    kind: EventKind
    values: tuple[int | None, ...]

    def __str__(self) -> str:
        shown = " ".join(f"{f.name}={'?' if v is None else v}" for f, v in zip(self.kind.fields, self.values))
        return f"{self.kind.name}({shown})"


@rule
def emit(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0) -> None:
    """Tell everyone."""
    emit_to(s, EVERYONE, kind, a, b, c, d, e, f)


@rule
def emit_to(
    s: Any, audience: int, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0
) -> None:
    """Tell everyone that it happened, and its secret numbers only to the seats of the mask `audience`."""
    if s.event_count < len(s.events):
        row = s.events[s.event_count]
        row[0] = kind
        row[1] = audience
        row[2] = a
        row[3] = b
        row[4] = c
        row[5] = d
        row[6] = e
        row[7] = f
    s.event_count += 1


@rule
def conceal_events(s: Any, seat: int, secret_columns: Any) -> None:
    """Blank the numbers that `seat` (-1: a spectator) may not know; who knew them is nobody's business either."""
    for i in range(min(s.event_count, len(s.events))):
        row = s.events[i]
        if row[1] != EVERYONE:
            if seat < 0 or (row[1] >> seat) & 1 == 0:
                secret = secret_columns[row[0]]
                for j in range(ARGUMENTS):
                    if (secret >> j) & 1:
                        row[2 + j] = UNKNOWN
            row[1] = EVERYONE


@rule
def begin_step(s: Any) -> None:
    """Empty journal and events before the next choice is applied; stale rows would be hidden differences."""
    if s.event_count > 0:
        # The usual few are erased whether they were used or not: how many it were would be guessed wrong.
        for i in range(min(FEW, len(s.events))):
            erase(s.events[i])
        for i in range(FEW, min(s.event_count, len(s.events))):
            erase(s.events[i])
        s.event_count = 0
    clear_journal(s)


@rule
def clear_journal(s: Any) -> None:
    """Forget the chance results of the last step."""
    if s.journal_length > 0:
        erase(s.journal)
        erase(s.journal_bound)
        erase(s.journal_share)
        s.journal_length = 0
