"""What each seat may know."""

from bagarre.kernel.chance import conceal_chance, draw
from bagarre.kernel.events import conceal_events
from bagarre.kernel.rule import rule

from .events import SECRET_COLUMNS
from .rules import BY_SHOWDOWN
from .state import NO_CARD, State

HIDDEN = -2
"""A card that the reader may not know."""


@rule
def conceal(s: State, seat: int) -> None:
    """Hide the other players' cards (shown ones excepted) and the deck."""
    for other in range(s.seats):
        shown = s.how == BY_SHOWDOWN and s.folded[other] == 0
        if other != seat and not shown:
            s.cards[other] = HIDDEN
    for i in range(len(s.deck)):
        s.deck[i] = 0
    conceal_chance(s)
    conceal_events(s, seat, SECRET_COLUMNS)


@rule
def refill(s: State) -> None:
    """Deal the unseen cards again, to the players first, then to the deck."""
    count = 0
    for card in range(2 * s.seats + 2):
        seen = card == s.board
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
    for i in range(count, len(s.deck)):
        s.deck[i] = NO_CARD
