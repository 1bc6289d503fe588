"""One declaration, two forms, the same bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bagarre.games import games
from bagarre.kernel.layout import (
    BUFFERS,
    LETTERS,
    SIZES,
    Position,
    Record,
    copy_moving,
    erase,
    fixed,
    i1,
    i2,
    i4,
    i8,
    layout,
    moving_words,
    position_hash,
    record,
    u1,
    u2,
    u4,
)
from bagarre.kernel.rule import Compiler, rule


@layout(journal=4, events=3)
class State(Position):
    small: int = i1()
    """A field with its docstring."""
    wide: list[int] = i4(3)
    grid: list[list[int]] = u1(2, 3)
    middle: int = u2()
    size: int = fixed(i2())
    names: list[int] = fixed(i4(3))


@record
class Everything(Record):
    a: int = i1()
    b: int = u1()
    c: int = i2()
    d: int = u2()
    e: int = i4()
    f: int = u4()
    g: int = i8()


def filled() -> State:
    s = State()
    s.seats, s.small, s.middle = 3, -5, 65535
    s.wide[:] = [-(2**31), 0, 2**31 - 1]
    s.grid[0][:] = [1, 2, 3]
    s.grid[1][:] = [4, 5, 255]
    s.rng[:] = [0xFFFFFFFF, 1, 2, 3]
    s.events[1][2] = -7
    return s


def test_bytes_go_both_ways() -> None:
    s = filled()
    again = State.from_bytes(s.to_bytes())
    assert again == s
    assert again.differences(s) == []
    assert again.to_bytes() == s.to_bytes()
    assert len(s.to_bytes()) == State.SIZE == State.dtype().itemsize


def test_the_record_of_numpy_holds_the_same_numbers() -> None:
    s = filled()
    twin = np.frombuffer(s.to_bytes(), State.dtype())[0]
    for name in State.FIELDS:
        assert np.array_equal(twin[name], getattr(s, name)), name


def test_records_and_their_parts_are_aligned() -> None:
    kinds: list[type[Position]] = [State, *(game.State for game in games().values())]
    for kind in kinds:
        dtype = kind.dtype()
        assert dtype.isalignedstruct
        assert kind.SIZE % 8 == kind.MOVING_SIZE % 8 == 0
        offsets = {name: dtype.fields[name][1] for name in kind.FIELDS}  # type: ignore[index]
        assert offsets == kind.OFFSETS
        assert all(offset % SIZES[kind.FIELDS[name].kind] == 0 for name, offset in offsets.items())


def test_the_parts_are_moving_buffers_and_fixed() -> None:
    assert State.MOVING == ("rng", "wide", "middle", "small", "grid")
    assert State.FIXED == ("names", "size", "seats")
    assert tuple(State.FIELDS) == (
        *State.MOVING,
        *sorted(BUFFERS, key=list(State.FIELDS).index),
        *State.FIXED,
    )
    assert max(State.OFFSETS[name] for name in State.MOVING) < State.MOVING_SIZE
    assert min(State.OFFSETS[name] for name in BUFFERS) == State.MOVING_SIZE


def test_arrays_of_records_keep_every_byte_when_copied() -> None:
    packed = np.frombuffer(filled().to_bytes(), State.dtype())
    assert packed.copy().tobytes() == packed.tobytes() == filled().to_bytes()


def test_a_state_takes_over_what_moves() -> None:
    s, other = filled(), State()
    other.size, other.names[:], other.journal[0] = 7, [1, 2, 3], 9
    copy_moving(other, s)
    assert all(getattr(other, name) == getattr(s, name) for name in State.MOVING)
    assert (other.size, other.names, other.journal[0], other.seats) == (7, [1, 2, 3], 9, 0)
    other.grid[0][0] = 77
    other.wide[0] = 5
    assert s == filled()


def test_a_fork_has_empty_buffers_and_shares_what_never_changes() -> None:
    s = filled()
    fork = s.fork()
    assert fork.events == State().events
    assert fork.names is s.names
    assert fork.moving_bytes() == s.moving_bytes()
    fork.grid[1][1] = 0
    assert s == filled()


@rule
def erase_wide(states: Any) -> None:
    erase(states[0].wide)
    erase(states[0].grid[1])


def test_an_array_is_erased_and_nothing_beside_it() -> None:
    s = filled()
    records = np.frombuffer(s.to_bytes(), State.dtype()).copy()
    erase_wide([s])
    assert (s.wide, s.grid) == ([0, 0, 0], [[1, 2, 3], [0, 0, 0]])
    assert (s.middle, s.small, s.rng[0]) == (65535, -5, 0xFFFFFFFF)
    Compiler({}).compiled(erase_wide)(records)
    assert records.tobytes() == s.to_bytes()


@rule
def copy_first(states: Any, others: Any) -> int:
    copy_moving(states[0], others[0])
    return position_hash(states[0])


def test_compiled_copies_and_hashes_are_the_same() -> None:
    other = State()
    other.size, other.journal[0] = 7, 9
    records = np.frombuffer(other.to_bytes(), State.dtype()).copy()
    found = Compiler({}).compiled(copy_first)(records, np.frombuffer(filled().to_bytes(), State.dtype()))
    copy_moving(other, filled())
    assert records.tobytes() == other.to_bytes()
    assert found == position_hash(other) == position_hash(filled())


def test_the_hash_tells_positions_apart_and_not_their_luck() -> None:
    s = filled()
    seen = {position_hash(s)}
    for value in range(100):
        s.small = value
        for column in range(3):
            s.grid[0][column] ^= 1
            seen.add(position_hash(s))
    assert len(seen) == 301
    again = s.copy()
    again.rng[0], again.journal[0], again.size = 12345, 3, 4
    assert position_hash(again) == position_hash(s)
    assert len(moving_words(s)) == State.MOVING_SIZE // 8


def test_copies_are_independent() -> None:
    s = filled()
    copy = s.copy()
    copy.wide[0] = 1
    copy.grid[1][2] = 9
    copy.small = 0
    copy.events[0][0] = 4
    assert s == filled()
    assert {line.split(":")[0] for line in s.differences(copy)} == {"wide", "small", "grid", "events"}


@pytest.mark.parametrize("name", list(Everything.FIELDS))
def test_every_type_has_its_range(name: str) -> None:
    kind = Everything.FIELDS[name].kind
    bits = 8 * SIZES[kind]
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind.startswith("i") else (0, (1 << bits) - 1)
    r = Everything()
    for value in (least, most):
        setattr(r, name, value)
        assert getattr(Everything.from_bytes(r.to_bytes()), name) == value
    for value in (least - 1, most + 1):
        setattr(r, name, value)
        with pytest.raises(OverflowError, match=f"Everything.{name} = {value} does not fit {kind}"):
            r.to_bytes()
    assert set(LETTERS) == set(SIZES)


def test_a_misfit_names_its_field() -> None:
    s = filled()
    s.grid[1][0] = 256
    with pytest.raises(OverflowError, match=r"State\.grid = .* does not fit u1\[2, 3\]"):
        s.to_bytes()
    s = filled()
    s.wide.append(1)
    with pytest.raises(OverflowError, match=r"State\.wide"):
        s.to_bytes()


def test_three_dimensions_are_refused() -> None:
    with pytest.raises(TypeError, match="at most two dimensions"):

        @record
        class _Cube(Record):
            cube: int = i1(2, 2, 2)


def test_states_compare_by_content_and_have_no_hash() -> None:
    assert filled() == filled()
    assert filled() != State()
    assert filled() != 3
    with pytest.raises(TypeError):
        hash(filled())
    assert "small=-5" in repr(filled())


def test_a_misspelt_field_is_refused() -> None:
    with pytest.raises(AttributeError):
        State().smalll = 3  # type: ignore[attr-defined]
