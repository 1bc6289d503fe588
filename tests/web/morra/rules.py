from bagarre.kernel.events import emit
from bagarre.kernel.menu import Menu, offer
from bagarre.kernel.rule import rule

from .choices import CALL, IMPOSSIBLE, NOT_ASKED, SHOW, SHOW_FIRST, SHOWN
from .events import BEGINS, REVEALS, SCORES
from .state import ROUNDS, UNKNOWN, State


@rule
def setup(s: State) -> None:
    for seat in range(3):
        s.last_fingers[seat] = UNKNOWN
    begin_round(s)


@rule
def begin_round(s: State) -> None:
    s.round_number += 1
    for seat in range(3):
        s.fingers[seat] = UNKNOWN
        s.calls[seat] = UNKNOWN
    emit(s, BEGINS, s.round_number)


@rule
def deciders(s: State) -> int:
    if s.round_number > ROUNDS:
        return 0
    mask = 0
    for seat in range(s.seats):
        if s.calls[seat] < 0:
            mask |= 1 << seat
    return mask


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    if s.round_number > ROUNDS or seat >= s.seats or s.calls[seat] >= 0:
        return NOT_ASKED
    if verb == SHOW and s.fingers[seat] >= 0:
        return SHOWN
    if verb == CALL and s.fingers[seat] < 0:
        return SHOW_FIRST
    if verb == CALL and arg > 2 * s.seats:
        return IMPOSSIBLE
    return 0


@rule
def choices(s: State, seat: int, menu: Menu) -> None:
    for arg in range(3):
        if refusal(s, seat, SHOW, arg) == 0:
            offer(menu, SHOW, arg)
    for arg in range(7):
        if refusal(s, seat, CALL, arg) == 0:
            offer(menu, CALL, arg)


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    if verb == SHOW:
        s.fingers[seat] = arg
    else:
        s.calls[seat] = arg
        if deciders(s) == 0:
            reveal(s)


@rule
def reveal(s: State) -> None:
    total = 0
    for seat in range(s.seats):
        emit(s, REVEALS, seat, s.fingers[seat], s.calls[seat])
        total += s.fingers[seat]
        s.last_fingers[seat] = s.fingers[seat]
    for seat in range(s.seats):
        if s.calls[seat] == total:
            s.points[seat] += 1
            emit(s, SCORES, seat)
    if s.round_number == ROUNDS:
        s.round_number += 1
    else:
        begin_round(s)


@rule
def score(s: State, seat: int) -> int:
    return s.points[seat]


@rule
def rank(s: State, seat: int) -> int:
    place = 1
    for other in range(s.seats):
        if s.points[other] > s.points[seat]:
            place += 1
    return place


@rule
def ending(s: State) -> int:
    return 1 if s.round_number > ROUNDS else 0
