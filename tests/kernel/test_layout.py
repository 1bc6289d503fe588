"""One declaration, two bodies, the same bytes."""

from __future__ import annotations

import numpy as np
import pytest

from bagarre.kernel.layout import LETTERS, SIZES, Position, Record, i1, i2, i4, i8, layout, record, u1, u2, u4


@layout(journal=4, events=3)
class State(Position):
    small: int = i1()
    """A field with its docstring."""
    wide: list[int] = i4(3)
    grid: list[list[int]] = u1(2, 3)
    middle: int = u2()


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


def test_larger_types_come_first_so_that_records_are_aligned() -> None:
    sizes = [SIZES[field.kind] for field in State.FIELDS.values()]
    assert sizes == sorted(sizes, reverse=True)
    offsets = {name: State.dtype().fields[name][1] for name in State.FIELDS}  # type: ignore[index]
    assert all(offset % SIZES[State.FIELDS[name].kind] == 0 for name, offset in offsets.items())


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
