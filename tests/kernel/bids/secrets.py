from bagarre.kernel.chance import conceal_chance, pick
from bagarre.kernel.events import conceal_events
from bagarre.kernel.rule import rule

from .events import SECRET_COLUMNS
from .state import NO_BID, SEALED, State


@rule
def conceal(s: State, seat: int) -> None:
    """The others' bids are sealed, made or not."""
    for other in range(s.seats):
        if other != seat:
            s.bids[other] = SEALED
    conceal_chance(s)
    conceal_events(s, seat, SECRET_COLUMNS)


@rule
def refill(s: State) -> None:
    """Anybody may have bid anything, or nothing yet; somebody has not, or the bids would be open."""
    sealed = 0
    reader_waits = False
    for seat in range(s.seats):
        if s.bids[seat] == SEALED:
            sealed += 1
        elif s.bids[seat] == NO_BID:
            reader_waits = True
    late = -1
    if not reader_waits:
        late = pick(s, sealed)
    for seat in range(s.seats):
        if s.bids[seat] == SEALED:
            s.bids[seat] = NO_BID
            if late != 0 and s.round < 3:
                s.bids[seat] += pick(s, 4)
            late -= 1
