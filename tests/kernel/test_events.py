"""Events carry numbers and an audience."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.kernel.events import (
    EVERYONE,
    UNKNOWN,
    WIDE,
    Event,
    EventBook,
    begin_step,
    conceal_events,
    emit,
    emit_to,
    house_kinds,
)
from bagarre.kernel.game import Game
from bagarre.kernel.layout import ROW, Position, layout

BOOK = EventBook()
OPEN = BOOK.kind("open", "seat n", clause="XX-1")
SECRET = BOOK.kind("secret", "seat card* from:seat place:n*", clause="XX-2")
COLUMNS = BOOK.secret_columns()


@layout(journal=4, events=3)
class State(Position):
    pass


def test_fields_are_named_and_starred() -> None:
    kind = BOOK.kinds[SECRET]
    assert [(f.name, f.kind, f.secret) for f in kind.fields] == [
        ("seat", "seat", False),
        ("card", "card", True),
        ("from", "seat", False),
        ("place", "n", True),
    ]
    assert tuple(COLUMNS) == (0, 0b1010)
    assert str(Event(kind, (1, None, 0, 3))) == "secret(seat=1 card=? from=0 place=3)"


def test_too_many_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 6"):
        EventBook().kind("long", "a b c d e f g", clause="XX-1")


@pytest.mark.parametrize(("reader", "knows"), [(0, False), (1, True), (2, True), (-1, False)])
def test_only_the_audience_reads_the_secret_numbers(reader: int, knows: bool) -> None:
    s: Any = State()
    emit(s, OPEN, 2, 5)
    emit_to(s, 0b110, SECRET, 1, 42, 0, 7)
    conceal_events(s, reader, COLUMNS)
    assert s.events[0][:4] == [OPEN, EVERYONE, 2, 5]
    secret = [SECRET, EVERYONE, 1, 42, 0, 7] if knows else [SECRET, EVERYONE, 1, UNKNOWN, 0, UNKNOWN]
    assert s.events[1][:6] == secret


def test_who_knew_is_nobodys_business() -> None:
    """The audience itself is erased, so readers with the same knowledge hold the same bytes."""
    one, other = State(), State()
    emit_to(one, 0b010, SECRET, 1, 42, 0, 7)
    emit_to(other, 0b100, SECRET, 1, 43, 0, 8)
    for s in (one, other):
        conceal_events(s, 0, COLUMNS)
    assert one == other


def test_a_full_buffer_counts_on_and_a_new_step_starts_clean() -> None:
    s = State()
    for _ in range(5):
        emit(s, OPEN, 1, 1)
    assert s.event_count == 5
    s.journal_length = 6
    begin_step(s)
    assert s == State()
    assert s.events == [[0] * ROW for _ in range(3)]


def test_events_of_a_concealed_state_are_read_as_its_seat_may_know(leduc: Game) -> None:
    s = leduc.prepare(2)
    leduc.begin(s, 1, 2, 3)
    full, seen = leduc.events(s), leduc.events(leduc.concealed(s, 1))
    assert [event.values[0] for event in full] == [0, 1]
    assert None not in [value for event in full for value in event.values]
    assert seen[0].values == (0, None)
    assert seen[1] == full[1]


def test_a_wide_number_passes_127() -> None:
    book = EventBook()
    rounds = book.kind("rounds", "n+ seat hp:n", clause="XX-3")
    kind = book.kinds[rounds]
    assert (kind.columns, [f.column for f in kind.fields]) == (4, [0, 2, 3])
    s = State()
    for number in (0, 99, 100, 128, 4321):
        begin_step(s)
        emit(s, rounds, number % WIDE, number // WIDE, 1, 20)
        s.to_bytes()
        assert kind.read(s.events[0]).values == (number, 1, 20)
    with pytest.raises(ValueError, match="at most 6"):
        book.kind("too_many", "a+ b+ c+ d", clause="XX-4")
    with pytest.raises(ValueError, match="secret"):
        book.kind("both", "a+*", clause="XX-5")


def test_a_clock_that_runs_out_is_no_concession() -> None:
    told = {kind.name: kind.clause for kind in house_kinds("XX-9").values()}
    assert told == {"concedes": "XX-9", "played_by_program": "XX-9", "timed_out": ""}
