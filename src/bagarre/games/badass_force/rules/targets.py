"""What a program lets its controller choose: targets, names, amounts, a destination, a direction; and whom the card itself points out.

These rules act on the program on top of the stack, which goes on with its next instruction when the answer is given.
"""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import innermost, keep, kept
from bagarre.kernel.rule import rule

from ..events import AIMS, NAMES, TURNS_TOWARDS
from ..instructions import (
    AHEAD,
    AMOUNT,
    AMOUNT_HELD,
    ATTACKER,
    CHARGED,
    DESTINATION,
    DIRECTION,
    HIGHEST,
    NAME,
    NEIGHBOUR,
    NEIGHBOURS,
    NEXT,
    OPPONENTS,
    OTHERS,
    TARGET,
    TARGET_OR_STOP,
)
from ..operations import AMOUNT as AMOUNT_CHOSEN
from ..operations import ATTACK as ATTACK_OPERATION
from ..operations import ATTACKER as ATTACKING_SEAT
from ..operations import DESTINATION as DESTINATION_CHOSEN
from ..operations import INSTRUCTION, NAMED, ORDER, SERVED, TARGETED, TARGETS
from ..state import (
    ASK_AMOUNT,
    ASK_DESTINATION,
    ASK_DIRECTION,
    ASK_NAME,
    ASK_TARGET,
    ASK_TARGET_OR_STOP,
    CAST,
    State,
)
from .stack import ask
from .table import clockwise, everyone_else

ATTACKS = ATTACK_OPERATION.number


@rule
def next_instruction(s: State) -> None:
    keep(s, INSTRUCTION, kept(s, INSTRUCTION) + 1)
    keep(s, SERVED, 0)


@rule
def question(s: State, seat: int, asked: int, legal: int) -> None:
    """Ask the controller; when nothing can be answered the part is skipped (BF-ANN-12)."""
    next_instruction(s)
    if legal:
        ask(s, asked, 1 << seat, legal)


# The targets declared so far, in order.


@rule
def target(s: State, i: int) -> int:
    """The i-th target."""
    return (kept(s, TARGETS) >> (3 * i)) & 7


@rule
def aim(s: State, seat: int) -> None:
    """One target more."""
    count = kept(s, TARGETED)
    keep(s, TARGETS, kept(s, TARGETS) | seat << (3 * count))
    keep(s, TARGETED, count + 1)


@rule
def drop_targets(s: State) -> None:
    keep(s, TARGETS, 0)
    keep(s, TARGETED, 0)


@rule
def aimed_at(s: State) -> int:
    """The targets as a mask."""
    found = 0
    for i in range(kept(s, TARGETED)):
        found |= 1 << target(s, i)
    return found


@rule
def aim_clockwise(s: State, seat: int, mask: int) -> None:
    """Aim at the seats of a mask, clockwise from the controller (BF-ATT-3)."""
    drop_targets(s)
    for steps in range(1, s.seats):
        other = clockwise(s, seat, steps)
        if (mask >> other) & 1:
            aim(s, other)


@rule
def candidates(s: State, seat: int, filter_: int) -> int:
    """The opponents that a filter lets through, as a mask of seats."""
    highest = 0
    for other in range(s.seats):
        if other != seat:
            highest = max(highest, s.points[other])
    found = 0
    for other in range(s.seats):
        allowed = other != seat
        if filter_ == NEIGHBOUR:
            allowed = other == clockwise(s, seat, 1) or other == clockwise(s, seat, -1)
        elif filter_ == CHARGED:
            allowed = allowed and s.charge[other] > 0
        elif filter_ == AHEAD:
            allowed = allowed and s.points[other] > s.points[seat]
        elif filter_ == HIGHEST:
            allowed = allowed and s.points[other] == highest
        if allowed:
            found |= 1 << other
    return found


# Instructions.


@rule
def designate(s: State, seat: int, op: int, number: int) -> None:
    """Choose or point out targets, names, amounts, a destination or a direction."""
    if op == TARGET:
        question(s, seat, ASK_TARGET, candidates(s, seat, number) & ~aimed_at(s))
    elif op == TARGET_OR_STOP:
        question(s, seat, ASK_TARGET_OR_STOP, candidates(s, seat, number) & ~aimed_at(s))
    elif op == NAME:
        question(s, seat, ASK_NAME, ((1 << CAST) - 1) & ~kept(s, NAMED))
    elif op == AMOUNT:
        question(s, seat, ASK_AMOUNT, one_to(number))
    elif op == AMOUNT_HELD:
        question(s, seat, ASK_AMOUNT, one_to(min(number, s.charge[target(s, 0)])))
    elif op == DESTINATION:
        question(s, seat, ASK_DESTINATION, everyone_else(s, target(s, 0)))
    elif op == DIRECTION:
        question(s, seat, ASK_DIRECTION, 3)
    else:
        point_out(s, seat, op)
        next_instruction(s)


@rule
def one_to(most: int) -> int:
    """The mask of the numbers from 1 on."""
    return ((1 << most) - 1) << 1


@rule
def point_out(s: State, seat: int, op: int) -> None:
    """Targets that the card itself gives."""
    if op == NEIGHBOURS:
        aim_clockwise(s, seat, candidates(s, seat, NEIGHBOUR))
    elif op == OPPONENTS:
        aim_clockwise(s, seat, everyone_else(s, seat))
    elif op == OTHERS:
        aim_clockwise(s, seat, everyone_else(s, seat) & ~aimed_at(s))
    elif op == ATTACKER:
        drop_targets(s)
        aim(s, s.frames[innermost(s, ATTACKS)][ATTACKING_SEAT])
    elif op == NEXT and kept(s, TARGETED) < s.seats - 1:
        aim(s, clockwise(s, seat, kept(s, ORDER) * (kept(s, TARGETED) + 1)))


# Answers.


@rule
def aim_at(s: State, seat: int, chosen: int) -> None:
    aim(s, chosen)
    emit(s, AIMS, seat, chosen)


@rule
def go_on(s: State) -> None:
    """No more targets, or what one may do is done: the next instruction tells."""


@rule
def name_character(s: State, seat: int, place: int) -> None:
    keep(s, NAMED, kept(s, NAMED) | 1 << place)
    emit(s, NAMES, seat, s.cast[place])


@rule
def choose_amount(s: State, amount: int) -> None:
    keep(s, AMOUNT_CHOSEN, amount)


@rule
def deliver_to(s: State, seat: int, chosen: int) -> None:
    keep(s, DESTINATION_CHOSEN, chosen)
    emit(s, AIMS, seat, chosen)


@rule
def turn_towards(s: State, seat: int, direction: int) -> None:
    keep(s, ORDER, 1 if direction == 0 else -1)
    emit(s, TURNS_TOWARDS, seat, direction)
