from bagarre.kernel.chance import conceal_chance, pick
from bagarre.kernel.events import conceal_events
from bagarre.kernel.rule import rule

from .events import SECRET_COLUMNS
from .state import HIDDEN, ROUNDS, UNKNOWN, State


@rule
def conceal(s: State, seat: int) -> None:
    """Sealed answers of others, and whether they answered at all."""
    if s.round_number <= ROUNDS:
        for other in range(s.seats):
            if other != seat:
                s.fingers[other] = HIDDEN
                s.calls[other] = HIDDEN
    conceal_chance(s)
    conceal_events(s, seat, SECRET_COLUMNS)


@rule
def refill(s: State) -> None:
    """Others may have answered or not; not all of them, or the round would be over."""
    waiting = 0
    for seat in range(s.seats):
        if s.calls[seat] < 0:
            waiting += 1
    for seat in range(s.seats):
        if s.fingers[seat] == HIDDEN:
            s.fingers[seat] = UNKNOWN
            s.calls[seat] = UNKNOWN
            how = pick(s, 3)
            if how >= 1:
                s.fingers[seat] = pick(s, 3)
            if how == 2 and waiting > 1:
                s.calls[seat] = pick(s, 2 * s.seats + 1)
                waiting -= 1
