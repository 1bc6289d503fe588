"""Reading potions (section Potions)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import READ_PLUS
from ..events import READS
from ..state import FIGHT, FIRST_POTION, MINUS, NOBODY, PASS, PLUS, UNREAD, State
from .piles import first_unread
from .strength import takes_part


@rule
def ask_visible_reading(s: State) -> bool:
    """Ask the owner of the next unread visible potion (BQ-POT-5); False when all are read."""
    i = first_unread(s)
    if i == NOBODY:
        return False
    s.potion = s.laid_card[i] - FIRST_POTION
    s.decider = s.laid_seat[i]
    return True


@rule
def ask_hidden_reading(s: State) -> bool:
    """At the fight, clockwise from the left of the Armourer (BQ-POT-9, BQ-R42); False when all are read."""
    for step in range(1, s.seats + 1):
        seat = (s.armourer + step) % s.seats
        if takes_part(s, seat) and s.hidden[seat] >= FIRST_POTION:
            potion = s.hidden[seat] - FIRST_POTION
            if s.reading[potion] == UNREAD:
                s.potion = potion
                s.decider = seat
                return True
    return False


@rule
def read_visible(s: State) -> None:
    """All visible potions are read before play goes on (BQ-POT-5)."""
    if not ask_visible_reading(s):
        s.phase = PASS


@rule
def read_hidden(s: State) -> None:
    """All hidden potions are read before the fight (BQ-POT-9)."""
    if not ask_hidden_reading(s):
        s.phase = FIGHT


@rule
def read_potion(s: State, seat: int, verb: int) -> None:
    """The reading is public and final (BQ-POT-5)."""
    s.reading[s.potion] = PLUS if verb == READ_PLUS else MINUS
    emit(s, READS, seat, FIRST_POTION + s.potion, s.reading[s.potion])
    s.potion = NOBODY
