"""The rules, top to bottom: deal, keep or change, show."""

from bagarre.kernel.chance import draw
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.phases import Answer, PhaseBook
from bagarre.kernel.rule import rule

from .choices import CHANGE, KEEP, NO_MORE_CHANGES, NOT_YOUR_TURN, VERBS
from .events import CHANGES, DEALT, KEEPS, SHOWS, WINS
from .state import DECK, OVER, TURN, State

SHOWN = 1


@rule
def setup(s: State) -> None:
    """One card each (MG-DEAL-1)."""
    s.deck_count = DECK
    for card in range(DECK):
        s.deck[card] = card
    for seat in range(s.seats):
        s.cards[seat] = take_card(s)
        emit_to(s, 1 << seat, DEALT, seat, s.cards[seat])


@rule
def take_card(s: State) -> int:
    card = draw(s, s.deck, s.deck_count)
    s.deck_count -= 1
    return card


@rule
def keep(s: State, seat: int) -> None:
    """The turn passes; after the last one everybody shows (MG-TURN-2, MG-END-1)."""
    emit(s, KEEPS, seat)
    s.changed = 0
    s.turn += 1
    if s.turn == s.seats:
        show(s)


@rule
def change_refusal(s: State) -> int:
    return NO_MORE_CHANGES if s.changed >= s.allowed else 0


@rule
def change(s: State, seat: int) -> None:
    """Another card is drawn, then the old one goes back into the deck (MG-TURN-3)."""
    old = s.cards[seat] + 0
    s.cards[seat] = take_card(s)
    s.deck[s.deck_count] = old
    s.deck_count += 1
    s.changed += 1
    emit_to(s, 1 << seat, CHANGES, seat, s.cards[seat])


@rule
def show(s: State) -> None:
    s.phase = OVER
    for seat in range(s.seats):
        emit(s, SHOWS, seat, s.cards[seat])
    for seat in range(s.seats):
        if rank(s, seat) == 1:
            emit(s, WINS, seat)


# The phases, each with the answers that it takes: menu, refusal and deed come from this book.

PHASES = PhaseBook(VERBS, "phase", otherwise=NOT_YOUR_TURN)
PHASES.phase(TURN, takes=[Answer(KEEP, keep), Answer(CHANGE, change, change_refusal)])
PHASES.phase(OVER)

_, choices, why_not, apply = PHASES.ladders()


@rule
def deciders(s: State) -> int:
    """The seats that may choose now, as a mask; 0 when the game is over."""
    return 1 << s.turn if s.phase == TURN else 0


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    """Why a choice is not allowed, 0 when it is."""
    return why_not(s, seat, verb, arg) if s.phase == TURN and seat == s.turn else NOT_YOUR_TURN


@rule
def score(s: State, seat: int) -> int:
    return s.cards[seat] + 1


@rule
def rank(s: State, seat: int) -> int:
    """The highest card wins (MG-END-1)."""
    place = 1
    for other in range(s.seats):
        if s.cards[other] > s.cards[seat]:
            place += 1
    return place


@rule
def ending(s: State) -> int:
    return SHOWN if s.phase == OVER else 0
