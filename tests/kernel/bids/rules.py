from bagarre.kernel.events import emit
from bagarre.kernel.menu import Menu, offer
from bagarre.kernel.rule import rule

from .choices import ALREADY_BID, BID, GAME_OVER
from .events import REVEALED, SCORES
from .state import NO_BID, State


@rule
def setup(s: State) -> None:
    clear(s)


@rule
def clear(s: State) -> None:
    for seat in range(s.seats):
        s.bids[seat] = NO_BID


@rule
def deciders(s: State) -> int:
    mask = 0
    if s.round < 3:
        for seat in range(s.seats):
            if s.bids[seat] < 0:
                mask += 1 << seat
    return mask


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    if s.round == 3:
        return GAME_OVER
    if s.bids[seat] != NO_BID:
        return ALREADY_BID
    return 0


@rule
def choices(s: State, seat: int, menu: Menu) -> None:
    for coins in range(3):
        offer(menu, BID, coins)


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    s.bids[seat] = arg
    if deciders(s) == 0:
        reveal(s)


@rule
def reveal(s: State) -> None:
    """The highest bid that nobody else made wins a point (BI-1)."""
    best = -1
    winner = -1
    for seat in range(s.seats):
        emit(s, REVEALED, seat, s.bids[seat])
        alone = True
        for other in range(s.seats):
            if other != seat and s.bids[other] == s.bids[seat]:
                alone = False
        if alone and s.bids[seat] > best:
            best = s.bids[seat]
            winner = seat
    if winner >= 0:
        s.points[winner] += 1
        emit(s, SCORES, winner)
    s.round += 1
    clear(s)


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
    return 1 if s.round == 3 else 0
