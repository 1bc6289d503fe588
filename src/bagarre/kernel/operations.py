"""Operations that stop and go on: one stack of frames in the state, with named registers and named steps.

Rules cannot call themselves, and cannot wait; yet a fall may push somebody who falls, and a blow must ask which part it aims at. Such a thing
is an *operation*. It is resolved in steps, each a rule of its own, and what it must remember from one step to the next are its
registers, which live in a frame of the stack:

    STACK = Operations()

    BLOW = STACK.operation("blow", "striker kind")          # what it is given
    TARGET, LANDED = BLOW.keeps("target landed")            # what it keeps besides

    @BLOW.begin
    def begin_blow(s: State, striker: int, kind: int) -> None:
        keep(s, TARGET, first_target(s, striker))
        ask(s, Q_PART, striker)
        go(s, strike_part)                                  # whoever answers, this step goes on

    @BLOW.step
    def strike_part(s: State, striker: int, target: int) -> None:
        keep(s, LANDED, 1)
        go(s, end_blow)
        call(s, WOUND, target, s.result)                    # another operation, above this one; then `end_blow`
    …
    run = STACK.run()                                       # one step of the operation on top

A step is handed the registers that its parameters name. Its own name stands for its number, for `go`, so that steps may be named before they are
written; an operation stands for the number of the step that begins it, for `call` and `become`, so that operations may be declared in one place
and written in another. `run` is generated when everything is declared: plain branches, which compile like those written by hand.

The state brings the fields `frames` (rows of `width` numbers or more), `depth` and `result`. The steps of an operation are written in one module.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bagarre.kernel.generated import Rule, made_rules, parameters
from bagarre.kernel.rule import rule

STEP = 0
"""The column of a frame that holds the step that comes next; registers follow."""
SHIFT = 5
"""A step's number is its operation's number << SHIFT, plus its own place there; 0 is the one that begins."""
MOST_STEPS = 1 << SHIFT
MOST_GIVEN = 5
"""Registers that `call` can fill."""


class Operation(int):
    """One kind of operation: the number of the step that begins it, with its registers by name and its steps as rules."""

    name: str
    registers: list[str]
    """Names in the order of their columns, which begin at 1."""
    steps: dict[int, Rule]
    """The rules by their numbers."""

    def __new__(cls, name: str, number: int) -> Operation:
        self = super().__new__(cls, number << SHIFT)
        self.name, self.registers, self.steps = name, [], {}
        return self

    @property
    def number(self) -> int:
        """What `operation_at` says of its frames, as a plain number."""
        return int(self)

    def keeps(self, names: str) -> Any:
        """Declare registers besides those that are given: the column of a single name, a tuple of columns for several."""
        columns = tuple(self._new_register(name) for name in names.split())
        return columns[0] if len(columns) == 1 else columns

    def column(self, name: str) -> int:
        """The column of a register."""
        return self.registers.index(name) + 1

    def begin(self, function: Rule) -> int:
        """Declare the step that `call` begins with (a decorator)."""
        return self._new_step(function, int(self))

    def step(self, function: Rule) -> int:
        """Declare another step (a decorator): the function's name becomes the step's number."""
        return self._new_step(function, max(self.steps, default=int(self)) + 1)

    def _new_step(self, function: Rule, number: int) -> int:
        for name in parameters(function)[1:]:
            if name not in self.registers:
                raise ValueError(f"{function.__name__}: the operation {self.name} has no register {name!r}")
        if number in self.steps:
            raise ValueError(f"the operation {self.name} begins twice")
        if number - self >= MOST_STEPS:
            raise ValueError(f"the operation {self.name} has more than {MOST_STEPS} steps")
        self.steps[number] = rule(function)
        return number

    def _new_register(self, name: str) -> int:
        if name in self.registers:
            raise ValueError(f"{self.name}: the register {name!r} is declared twice")
        self.registers.append(name)
        return len(self.registers)


@dataclass
class Operations:
    """The operations of one game."""

    operations: list[Operation] = field(default_factory=list)

    def operation(self, name: str, takes: str = "") -> Operation:
        """Declare an operation, with the registers that `call` fills."""
        if any(other.name == name for other in self.operations):
            raise ValueError(f"the operation {name} is declared twice")
        operation = Operation(name, len(self.operations) + 1)
        if len(takes.split()) > MOST_GIVEN:
            raise ValueError(f"the operation {name} is given more than {MOST_GIVEN} registers")
        for register in takes.split():
            operation.keeps(register)
        self.operations.append(operation)
        return operation

    @property
    def width(self) -> int:
        """Numbers in a frame: the step, and the registers of the operation that has most; `call` gives up to MOST_GIVEN."""
        return 1 + max(MOST_GIVEN, *(len(operation.registers) for operation in self.operations), 0)

    def of_step(self, step: int) -> Operation:
        """The operation that a step belongs to."""
        return self.operations[(step >> SHIFT) - 1]

    def name_of(self, step: int) -> str:
        """`operation.step`, for those who look into a state; `end` where an operation only waits for another."""
        if step < MOST_STEPS:
            return "end"
        operation = self.of_step(step)
        return f"{operation.name}.{operation.steps[step].__name__}"

    def run(self) -> Rule:
        """The rule `run(s)`: the step that comes next in the operation on top of the stack."""
        names: dict[str, Rule] = {"finish": finish}
        lines = [
            "def run(s):",
            "    frame = s.frames[s.depth - 1]",
            f"    step = frame[{STEP}]",
            f"    operation = step >> {SHIFT}",
            # Numbers that belong to no operation are results: `end_after`.
            "    if operation == 0:",
            "        finish(s, step)",
        ]
        # Chains of equations, which a compiler turns into one jump.
        for operation in self.operations:
            if not operation.steps:
                raise ValueError(f"the operation {operation.name} has no steps")
            lines.append(f"    elif operation == {operation >> SHIFT}:")
            for place, (number, step) in enumerate(sorted(operation.steps.items())):
                name = f"{operation.name}_{step.__name__}"
                names[name] = step
                # Each step reads its own registers: all of them at once would be more than a processor holds.
                given = ["s", *(f"frame[{operation.column(register)}]" for register in parameters(step)[1:])]
                lines.append(f"        {'elif' if place else 'if'} step == {number}:")
                lines.append(f"            {name}({', '.join(given)})")
        return made_rules("\n".join([*lines, ""]), "operations", names, ["run"])[0]


# The stack.


@rule
def call(s: Any, step: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Open an operation at that step, above the current one, with what it is given."""
    frame = s.frames[s.depth]
    frame[0] = step
    frame[1] = a
    frame[2] = b
    frame[3] = c
    frame[4] = d
    frame[5] = e
    s.depth += 1


@rule
def finish(s: Any, result: int = 0) -> None:
    """End the current operation; the step below that goes on finds the result in `s.result`."""
    s.depth -= 1
    frame = s.frames[s.depth]
    # Stale numbers would be hidden differences between states.
    for i in range(len(frame)):
        frame[i] = 0
    s.result = result


@rule
def become(s: Any, step: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """End the current operation with another one in its place, whose result will be its own."""
    finish(s, s.result)
    call(s, step, a, b, c, d, e)


@rule
def go(s: Any, step: int) -> None:
    """The step of the current operation that comes next: now, after the answer, or after what it has called."""
    s.frames[s.depth - 1][STEP] = step


@rule
def end_after(s: Any, result: int) -> None:
    """The current operation ends with that result (0 to MOST_STEPS - 1) as soon as what it calls now has ended."""
    s.frames[s.depth - 1][STEP] = result


@rule
def keep(s: Any, register: int, value: int) -> None:
    """Write a register of the current operation."""
    s.frames[s.depth - 1][register] = value


@rule
def kept(s: Any, register: int) -> int:
    """Read a register of the current operation, for rules that are no steps."""
    return s.frames[s.depth - 1][register]


@rule
def operation_at(s: Any, place: int) -> int:
    """The operation at a place of the stack."""
    return s.frames[place][STEP] >> SHIFT << SHIFT


@rule
def resolving(s: Any, operation: int) -> bool:
    """Is that the operation on top of the stack?"""
    return s.depth > 0 and operation_at(s, s.depth - 1) == operation


@rule
def innermost(s: Any, operation: int) -> int:
    """The place of the innermost operation of a kind, -1 when there is none."""
    place = s.depth - 1
    while place >= 0 and operation_at(s, place) != operation:
        place -= 1
    return place
