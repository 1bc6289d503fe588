"""Operations that stop and go on: factorials that call themselves, sums that wait for answers; interpreted and compiled."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.kernel.layout import Record, i2, record
from bagarre.kernel.operations import (
    Operations,
    become,
    call,
    end_after,
    finish,
    go,
    innermost,
    keep,
    kept,
    operation_at,
    resolving,
)
from bagarre.kernel.rule import Compiler, fast_mode_available, rule


@record
class State(Record):
    frames: list[list[int]] = i2(12, 6)
    depth: int = i2()
    result: int = i2()
    asked: int = i2()
    """What is asked, 0 for nothing."""


STACK = Operations()

PRODUCT = STACK.operation("product", "n")


@PRODUCT.begin
def begin_product(s: State, n: int) -> None:
    if n < 2:
        finish(s, 1)
        return
    go(s, multiply)
    call(s, PRODUCT, n - 1)


@PRODUCT.step
def multiply(s: State, n: int) -> None:
    finish(s, n * s.result)


SUM = STACK.operation("sum", "count")
TOTAL, HEARD = SUM.keeps("total heard")


@SUM.begin
def ask_number(s: State, count: int, heard: int) -> None:
    if heard == count:
        go(s, end_sum)
        return
    s.asked = heard + 1
    go(s, hear)


@SUM.step
def hear(s: State, heard: int) -> None:
    keep(s, TOTAL, kept(s, TOTAL) + s.result)
    keep(s, HEARD, heard + 1)
    go(s, ask_number)


@SUM.step
def end_sum(s: State, total: int) -> None:
    become(s, PRODUCT, total)


WAIT = STACK.operation("wait", "n")


@WAIT.begin
def begin_wait(s: State, n: int) -> None:
    end_after(s, 7)
    call(s, PRODUCT, n)


run = STACK.run()


@rule
def advance(s: State) -> None:
    while s.asked == 0 and s.depth > 0:
        run(s)


def modes() -> list[Any]:
    compiled = pytest.mark.skipif(not fast_mode_available(), reason="Numba is not installed")
    return ["interpreted", pytest.param("compiled", marks=compiled)]


@pytest.fixture(params=modes(), scope="module")
def forward(request: pytest.FixtureRequest) -> Any:
    """`advance` in each mode, on the same state."""
    if request.param == "interpreted":
        return advance
    import numpy as np

    twin = Compiler({}).compiled(advance)

    def compiled(s: State) -> None:
        row = np.frombuffer(s.to_bytes(), dtype=State.dtype()).copy()
        twin(row[0])
        s.load(row.tobytes())

    return compiled


def test_an_operation_calls_itself(forward: Any) -> None:
    s = State()
    call(s, PRODUCT, 6)
    forward(s)
    assert (s.result, s.depth) == (720, 0)
    assert s.frames == [[0] * 6] * 12


def test_it_waits_for_answers_and_becomes_another(forward: Any) -> None:
    s = State()
    call(s, SUM, 3)
    for number in (1, 3, 1):
        forward(s)
        assert s.asked
        assert STACK.name_of(s.frames[0][0]) == "sum.hear"
        s.asked, s.result = 0, number
    forward(s)
    assert (s.result, s.depth) == (120, 0)


def test_it_ends_after_what_it_called(forward: Any) -> None:
    s = State()
    call(s, WAIT, 3)
    run(s)
    assert STACK.name_of(s.frames[0][0]) == "end"
    forward(s)
    assert (s.result, s.depth) == (7, 0)


def test_who_is_on_the_stack() -> None:
    s = State()
    call(s, SUM, 2)
    call(s, PRODUCT, 3)
    run(s)
    assert [operation_at(s, place) for place in range(s.depth)] == [SUM, PRODUCT, PRODUCT]
    assert resolving(s, PRODUCT)
    assert not resolving(s, SUM)
    assert not resolving(State(), PRODUCT)
    assert (innermost(s, SUM), innermost(s, PRODUCT), innermost(s, 99)) == (0, 2, -1)


def test_registers_and_steps_are_numbers() -> None:
    assert (SUM.column("count"), TOTAL, HEARD) == (1, 2, 3)
    assert STACK.width == 6
    assert begin_product == PRODUCT == 1 << 5
    assert multiply == begin_product + 1
    assert "product_multiply(s, frame[1])" in vars(run)["__generated__"]


def test_mistakes_of_the_author_are_told_at_once() -> None:
    book = Operations()
    walk = book.operation("walk", "who")
    with pytest.raises(ValueError, match="walk is declared twice"):
        book.operation("walk")
    with pytest.raises(ValueError, match="more than 5 registers"):
        book.operation("waltz", "a b c d e f")
    with pytest.raises(ValueError, match="the register 'who' is declared twice"):
        walk.keeps("who")

    with pytest.raises(ValueError, match="the operation walk has no steps"):
        book.run()

    def limp(s: State, leg: int) -> None: ...

    with pytest.raises(ValueError, match="the operation walk has no register 'leg'"):
        walk.step(limp)

    def stroll(s: State, who: int) -> None: ...

    walk.begin(stroll)
    with pytest.raises(ValueError, match="the operation walk begins twice"):
        walk.begin(stroll)
    for _ in range(31):
        walk.step(stroll)
    with pytest.raises(ValueError, match="more than 32 steps"):
        walk.step(stroll)


def test_a_book_without_operations_only_ends() -> None:
    assert "finish(s, step)" in getattr(Operations().run(), "__generated__", "")
