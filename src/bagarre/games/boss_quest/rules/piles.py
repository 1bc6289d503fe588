"""Taking cards from the piles and laying them down."""

from bagarre.kernel.chance import draw, note, pick_kind, scripted
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import SPELLS_SHUFFLED
from ..state import (
    BOTTOM,
    FACE_UP,
    FIRST_POTION,
    IN_HAND,
    MINUS,
    NO_CARD,
    NO_LIMIT,
    NOBODY,
    TOP,
    UNREAD,
    VALUES,
    State,
)
from .strength import hidden_worth


@rule
def pile_size(s: State) -> int:
    """Weapons left in the pile."""
    size = s.loose + s.bottom_count
    if s.top != NO_CARD:
        size += 1
    return size


@rule
def take_weapon(s: State, to: int) -> int:
    """Take the top card of the weapon pile: one put back there, one of the shuffled cards, or one from underneath.

    It goes FACE_UP or to a seat that hides it.
    """
    if s.top != NO_CARD:
        card = s.top
        s.top = NO_CARD
        s.top_known = 0
        follow(s, card, TOP, to)
        return card
    if s.loose > 0:
        card = draw(s, s.pile, s.loose)
        s.loose -= 1
        return card
    card = s.bottom[0]
    follow(s, card, BOTTOM, to)
    s.bottom_count -= 1
    for i in range(s.bottom_count):
        s.bottom[i] = s.bottom[i + 1]
        s.bottom_known[i] = s.bottom_known[i + 1]
        s.most[BOTTOM + i] = s.most[BOTTOM + i + 1]
        follow(s, s.bottom[i], BOTTOM + i + 1, BOTTOM + i)
    s.bottom[s.bottom_count] = 0
    s.bottom_known[s.bottom_count] = 0
    return card


@rule
def follow(s: State, card: int, place: int, to: int) -> None:
    """A card that may have decided who is barred goes from place to place; seen by all, it tells what it decided."""
    for seat in range(s.seats):
        if s.cause[seat] == place:
            s.cause[seat] = to
            if to == FACE_UP and s.limit[seat] != NO_LIMIT:
                s.limit[seat] -= hidden_worth(s, card, MINUS)


@rule
def who_knows_top(s: State) -> int:
    """Mask of the seats that know the top card: one that was put back; -1 for everybody."""
    if s.top != NO_CARD:
        return s.top_known
    if s.loose > 0 or s.bottom_count == 0:
        return 0
    return s.bottom_known[0]


@rule
def most_of_top(s: State) -> int:
    """What everybody knows the top card to be worth at most: one that was put back."""
    if s.top != NO_CARD:
        return s.most[TOP]
    if s.loose > 0 or s.bottom_count == 0:
        return NO_LIMIT
    return s.most[BOTTOM]


@rule
def put_back(s: State, card: int, known: int, most: int) -> None:
    """The card in hand goes back to the pile, on top or underneath (BQ-R10).

    `known` are the seats that know it, `most` is the highest value it can have for the others.
    """
    place = TOP
    if s.to_bottom == 1:
        place = BOTTOM + s.bottom_count
        s.bottom[s.bottom_count] = card
        s.bottom_known[s.bottom_count] = known
        s.bottom_count += 1
    else:
        s.top = card
        s.top_known = known
    s.most[place] = most
    follow(s, card, IN_HAND, place)


@rule
def count_visible(s: State, seat: int, card: int) -> None:
    """A visible card joins the sum of its owner; a potion waits for its reading (BQ-POT-5)."""
    if card < FIRST_POTION:
        s.shown[seat] += s.worth[card % VALUES]
    else:
        s.potion_at[card - FIRST_POTION] = seat
        s.reading[card - FIRST_POTION] = UNREAD


@rule
def lay_down(s: State, seat: int, card: int) -> None:
    """Place a weapon face up in front of a player (BQ-EQUIP-2)."""
    s.laid_card[s.laid] = card
    s.laid_seat[s.laid] = seat
    s.laid += 1
    s.weapons[seat] += 1
    count_visible(s, seat, card)


@rule
def hide(s: State, seat: int, card: int, known: int, most: int) -> None:
    """A card becomes the hidden weapon of a seat, with what is known of it (see `put_back`)."""
    s.hidden[seat] = card
    s.hidden_known[seat] = known | (1 << seat)
    s.most[seat] = most


@rule
def can_draw_spell(s: State) -> bool:
    """Is a spell left in the pile or in the discard pile (BQ-R29)?"""
    if s.spell_count > 0:
        return True
    for kind in range(s.kinds):
        if s.spell_discard[kind] > 0:
            return True
    return False


@rule
def draw_spell(s: State) -> int:
    """The top spell; when a card is needed and the pile is empty, the discards become the new pile (BQ-NEXT-4)."""
    if s.spell_count == 0:
        for kind in range(s.kinds):
            s.spell_pile[kind] = s.spell_discard[kind]
            s.spell_count += s.spell_discard[kind]
            s.spell_discard[kind] = 0
        emit(s, SPELLS_SHUFFLED)
    spell = any_spell(s)
    s.spell_pile[spell] -= 1
    s.spell_count -= 1
    return spell


@rule
def any_spell(s: State) -> int:
    """One of the cards of the spell pile, each with the same chance; copies of a spell are alike, so they are counted."""
    spell = scripted(s)
    if spell >= 0:
        if spell >= s.kinds or s.spell_pile[spell] == 0:
            s.chance_fault = 1
            spell = -1
    if spell < 0:
        spell = pick_kind(s, s.spell_pile, s.spell_count)
    note(s, spell, s.spell_count, s.spell_pile[spell])
    return spell


@rule
def market_size(s: State) -> int:
    """Spells still on offer, the mystery one included."""
    count = 0
    for slot in range(s.faces + 1):
        if s.market[slot] != NO_CARD:
            count += 1
    return count


@rule
def first_unread(s: State) -> int:
    """Place of the first visible potion without a reading, in the order laid down; NOBODY when there is none.

    Cards are dealt clockwise from the left of the Armourer, so this is the order of BQ-POT-6 and BQ-POT-7.
    """
    if s.potions == 0:
        return NOBODY
    for i in range(s.laid):
        card = s.laid_card[i]
        if card >= FIRST_POTION and s.reading[card - FIRST_POTION] == UNREAD:
            return i
    return NOBODY
