"""What each seat may know."""

from bagarre.kernel.chance import conceal_chance, draw
from bagarre.kernel.events import conceal_events
from bagarre.kernel.rule import rule

from .events import SECRET_COLUMNS
from .state import DECK, NO_CARD, OVER, State

HIDDEN = -2
"""A card that the reader may not know."""


@rule
def conceal(s: State, seat: int) -> None:
    """Hide the others' cards until they are shown, and the deck."""
    for other in range(s.seats):
        if other != seat and s.phase != OVER:
            s.cards[other] = HIDDEN
    for i in range(DECK):
        s.deck[i] = 0
    conceal_chance(s)
    conceal_events(s, seat, SECRET_COLUMNS)


@rule
def refill(s: State) -> None:
    """Deal the unseen cards again, to the players first; the rest is the deck."""
    count = 0
    for card in range(DECK):
        seen = False
        for seat in range(s.seats):
            if s.cards[seat] == card:
                seen = True
        if not seen:
            s.deck[count] = card
            count += 1
    for seat in range(s.seats):
        if s.cards[seat] == HIDDEN:
            s.cards[seat] = draw(s, s.deck, count)
            count -= 1
    for i in range(count, DECK):
        s.deck[i] = NO_CARD
