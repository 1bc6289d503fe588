"""Characters placed, taken back and lost; points; return to play; and what everybody learns from it."""

from bagarre.kernel.chance import below, note, scripted
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.operations import call, finish
from bagarre.kernel.rule import rule, table

from ..events import (
    AVENGES,
    COMES_BACK,
    DIES,
    LODGED,
    PERISHES,
    PLACES,
    RETURNS,
    SCORES,
    TAKES_BACK,
    TOPPLES,
)
from ..operations import LOSS, PLACEMENT
from ..state import (
    ASK_OTHER,
    ASK_PLACE,
    BY_ATTACK,
    BY_BLUFF,
    BY_COUNTER,
    BY_DENIAL,
    BY_NAME,
    BY_OVERLOAD,
    BY_SLASH,
    CAST,
    CAUSES,
    NONE,
    SHOWN,
    VENGEANCE,
    State,
)
from .stack import ask
from .table import BITS, characters_in_play, nth_bit

FREELY, OTHERWISE = range(2)
"""How a card is placed: any card of the hand, or another one than before (`redeploy_diff`)."""
SPARED_BY_TRAIT = table(
    int(cause in (BY_ATTACK, BY_NAME, BY_COUNTER, BY_OVERLOAD)) for cause in range(CAUSES)
)
"""The causes of which a character may come back by its own text; not a caught bluff nor a loss from the hand (BF-C-OTTO)."""

# Chance with cards: the journal holds the character, so that scripts can name it.


@rule
def draw_character(s: State, mask: int) -> int:
    """One of the places of a mask, each with the same chance."""
    character = scripted(s)
    place = NONE
    if character >= 0:
        for i in range(CAST):
            if (mask >> i) & 1 and s.cast[i] == character:
                place = i
        if place == NONE:
            s.chance_fault = 1
            place = nth_bit(mask, 0)
    else:
        place = nth_bit(mask, below(s, BITS[mask]))
    note(s, s.cast[place], BITS[mask])
    return place


@rule
def draw_lodge(s: State, seat: int) -> None:
    """A random card of the 7 in hand goes to the Lodge (BF-SETUP-8, BF-VENG-4)."""
    place = draw_character(s, s.hand[seat])
    s.hand[seat] &= ~(1 << place)
    s.lodge[seat] = place
    emit_to(s, 1 << seat, LODGED, seat, s.cast[place])


# Knowledge (section Information).


@rule
def forget_front(s: State, seat: int) -> None:
    """A card may have changed in front of the seat: what was known of the active character is over."""
    s.peekers[seat] = 0
    s.barred[seat] = 0
    s.claimed[seat] = NONE
    for other in range(s.seats):
        s.shun[other][seat] = 0


@rule
def remember_front(s: State, seat: int) -> None:
    """Whoever knew the active character, or could work it out, knows that it is in play (BF-SETUP-10)."""
    bit = 1 << s.active[seat]
    if knows_front(s, SHOWN, seat):
        s.in_play[seat] |= bit
    for other in range(s.seats):
        if knows_front(s, other, seat):
            s.recall[other][seat] |= bit


@rule
def knows_front(s: State, reader: int, seat: int) -> bool:
    """By a peek, or because every other character of the seat is excluded; the reader SHOWN stands for everybody."""
    if (s.peekers[seat] >> reader) & 1:
        return True
    left = ((1 << CAST) - 1) & ~s.cemetery[seat] & ~s.barred[seat]
    if reader != SHOWN:
        left &= ~s.shun[reader][seat]
    return left & (left - 1) == 0


@rule
def forget_card(s: State, seat: int, place: int) -> None:
    """A card that is dead for all to see needs no remembering."""
    keep = 127 & ~(1 << place)
    s.in_play[seat] &= keep
    s.barred[seat] &= keep
    for other in range(s.seats):
        s.recall[other][seat] &= keep
        s.shun[other][seat] &= keep


# Placing.


@rule
def take_back(s: State, seat: int) -> None:
    """The active character goes back to the hand (BF-CHANGE-2)."""
    remember_front(s, seat)
    s.hand[seat] |= 1 << s.active[seat]
    s.active[seat] = NONE
    forget_front(s, seat)


@rule
def redeploy(s: State, seat: int) -> None:
    """The seat takes its card back and chooses again, the same one allowed (BF-SHOW-1)."""
    emit(s, TAKES_BACK, seat)
    take_back(s, seat)
    call(s, PLACEMENT, seat, FREELY)


@PLACEMENT.begin
def ask_character(s: State, seat: int, manner: int) -> None:
    """Ask for a card to put face down in front of its owner (BF-SHOW-3)."""
    ask(s, ASK_OTHER if manner == OTHERWISE else ASK_PLACE, 1 << seat, 0)


@rule
def place_character(s: State, seat: int, place: int) -> None:
    put_in_front(s, seat, place)
    finish(s)


@rule
def replace_character(s: State, seat: int, place: int) -> None:
    place_otherwise(s, seat, place)
    finish(s)


@rule
def put_in_front(s: State, seat: int, place: int) -> None:
    s.hand[seat] &= ~(1 << place)
    s.active[seat] = place
    s.placed[seat] = (s.placed[seat] + 1) & 255
    emit_to(s, 1 << seat, PLACES, seat, s.cast[place])


@rule
def place_otherwise(s: State, seat: int, place: int) -> None:
    """A hand card replaces the active one: whoever knew the old card knows that it is now in hand."""
    old = s.active[seat]
    knew = 0
    for reader in range(SHOWN + 1):
        if (reader < s.seats or reader == SHOWN) and knows_front(s, reader, seat):
            knew |= 1 << reader
    take_back(s, seat)
    put_in_front(s, seat, place)
    if (knew >> SHOWN) & 1:
        s.barred[seat] |= 1 << old
    for other in range(s.seats):
        if (knew >> other) & 1:
            s.shun[other][seat] |= 1 << old


# Losing.


@rule
def lose_active(s: State, seat: int, killer: int, cause: int) -> None:
    """Open the loss of the seat's active character."""
    call(s, LOSS, killer, seat, s.active[seat], cause)


@rule
def lose_from_hand(s: State, seat: int, killer: int, cause: int) -> None:
    """Open the loss of a random hand card; without a hand the active character is lost instead (BF-DEN-10)."""
    if s.hand[seat] == 0:
        lose_active(s, seat, killer, cause)
    else:
        call(s, LOSS, killer, seat, draw_character(s, s.hand[seat]), cause)


@LOSS.begin
def suffer(s: State, killer: int, victim: int, card: int, cause: int) -> None:
    """One loss, in the order of BF-LOSS-4; it becomes the placement of a new active character where one is missing."""
    bury(s, victim, card, killer, cause)
    if killer != NONE:
        award(s, killer, victim, cause)
    if characters_in_play(s, victim) <= 1:
        return_to_play(s, victim)
    finish(s)
    if s.active[victim] == NONE:
        call(s, PLACEMENT, victim, FREELY)


@rule
def bury(s: State, seat: int, place: int, killer: int, cause: int) -> None:
    """Step 1: to the cemetery, or to the hand where the card's own text says so (BF-LOSS-1, BF-C-10)."""
    character = s.cast[place]
    if killer == NONE:
        emit(s, PERISHES, seat, character)
    else:
        emit(s, DIES, seat, character, killer, cause)
    was_active = s.active[seat] == place
    if was_active:
        s.active[seat] = NONE
        forget_front(s, seat)
    s.hand[seat] &= ~(1 << place)
    if was_active and SPARED_BY_TRAIT[cause] and (s.returners >> character) & 1:
        s.hand[seat] |= 1 << place
        s.in_play[seat] |= 1 << place
        emit(s, COMES_BACK, seat, character)
    else:
        s.cemetery[seat] |= 1 << place
        forget_card(s, seat, place)


@rule
def award(s: State, killer: int, victim: int, cause: int) -> None:
    """Step 2: 2 points for the first kill of the turn, 1 for a further one, 1 more against the sole leader (BF-SCORE-2 to 6)."""
    points = 2 if s.kills[killer] == 0 else 1
    s.kills[killer] += 1
    if s.flat_denunciation and (cause == BY_BLUFF or cause == BY_DENIAL):
        # Option: exactly 2, and still a kill of the turn (BF-R17).
        points = 2
    elif is_sole_leader(s, victim):
        emit(s, TOPPLES, killer, victim)
        points += 1
    s.points[killer] += points
    emit(s, SCORES, killer, points, s.points[killer])


@rule
def is_sole_leader(s: State, seat: int) -> bool:
    """Strictly above every other player (BF-SCORE-5, BF-SCORE-6)."""
    for other in range(s.seats):
        if other != seat and s.points[other] >= s.points[seat]:
            return False
    return True


@rule
def return_to_play(s: State, seat: int) -> None:
    """Step 3: all seven cards back, a new random Lodge, Vengeance mode (BF-VENG-1 to 4, BF-VENG-6)."""
    if s.mode[seat] != VENGEANCE:
        s.mode[seat] = VENGEANCE
        emit(s, AVENGES, seat)
    emit(s, RETURNS, seat)
    s.hand[seat] = (1 << CAST) - 1
    s.active[seat] = NONE
    s.cemetery[seat] = 0
    # All seven characters are unknown again.
    forget_front(s, seat)
    s.in_play[seat] = 0
    for other in range(s.seats):
        s.recall[other][seat] = 0
    draw_lodge(s, seat)


@rule
def slash(s: State, killer: int, victim: int) -> None:
    """A random card of the hand, no window (`slash_hand`)."""
    lose_from_hand(s, victim, killer, BY_SLASH)
