"""What each seat may know (section Who sees what), and how the rest may be imagined."""

from bagarre.kernel.chance import conceal_chance, draw
from bagarre.kernel.events import conceal_events
from bagarre.kernel.rule import rule

from .events import SECRET_COLUMNS
from .rules.piles import any_spell
from .rules.strength import card_at, hidden_worth
from .state import (
    BOTTOM,
    CARDS,
    FIRST_POTION,
    HIDDEN,
    KINDS,
    MINUS,
    NO_CARD,
    NO_LIMIT,
    SEATS,
    TOP,
    VALUES,
    State,
)

SETS = ("boss_pile",)
"""Everybody knows which Bosses are left, nobody the order."""


@rule
def knows(mask: int, seat: int) -> bool:
    """Is the seat (-1: a spectator) in a mask of those who know? -1 means everybody."""
    return mask == -1 or (seat >= 0 and (mask >> seat) & 1 == 1)


@rule
def conceal(s: State, seat: int) -> None:
    """Hide other players' hidden weapons, the mystery spell, cards put back unseen, and the piles."""
    for other in range(s.seats):
        if s.hidden[other] != NO_CARD and s.revealed == 0 and not knows(s.hidden_known[other], seat):
            s.hidden[other] = HIDDEN
    if s.market[s.faces] != NO_CARD and not knows(s.mystery_known, seat):
        s.market[s.faces] = HIDDEN
    if s.top != NO_CARD and not knows(s.top_known, seat):
        s.top = HIDDEN
    for i in range(s.bottom_count):
        if not knows(s.bottom_known[i], seat):
            s.bottom[i] = HIDDEN
    for i in range(CARDS):
        s.pile[i] = 0
    for kind in range(KINDS):
        s.spell_pile[kind] = 0
    sort_bosses(s)
    conceal_chance(s)
    conceal_events(s, seat, SECRET_COLUMNS)


@rule
def sort_bosses(s: State) -> None:
    """Which Bosses are left is known; where they lie in the list must tell nothing more."""
    for i in range(1, s.boss_count):
        boss = s.boss_pile[i]
        j = i
        while j > 0 and s.boss_pile[j - 1] > boss:
            s.boss_pile[j] = s.boss_pile[j - 1]
            j -= 1
        s.boss_pile[j] = boss


@rule
def refill(s: State) -> None:
    """Give every unknown card a place, uniformly among the worlds that fit what the reader has seen."""
    refill_spells(s)
    unseen = gather_unseen(s)
    refill_places(s, unseen)


@rule
def refill_spells(s: State) -> None:
    """The pile is what lies nowhere else; the mystery spell is one of these."""
    mystery = s.market[s.faces] == HIDDEN
    for kind in range(s.kinds):
        s.spell_pile[kind] = s.spell_copies[kind] - s.spell_discard[kind]
    for slot in range(s.faces + 1):
        if s.market[slot] >= 0:
            s.spell_pile[s.market[slot]] -= 1
    for k in range(s.active):
        s.spell_pile[s.active_spell[k]] -= 1
    if s.spell != NO_CARD:
        s.spell_pile[s.spell] -= 1
    if mystery:
        s.spell_count += 1
        s.market[s.faces] = any_spell(s)
        s.spell_pile[s.market[s.faces]] -= 1
        s.spell_count -= 1


@rule
def gather_unseen(s: State) -> int:
    """Put the weapons that lie nowhere in sight into the pile; gives their number."""
    for card in range(CARDS):
        s.pile[card] = 1 if card < s.colors * VALUES or (card >= FIRST_POTION and s.potions > 0) else 0
    for i in range(s.laid):
        s.pile[s.laid_card[i]] = 0
    for seat in range(SEATS):
        if s.hidden[seat] >= 0:
            s.pile[s.hidden[seat]] = 0
    if s.top >= 0:
        s.pile[s.top] = 0
    for i in range(s.bottom_count):
        if s.bottom[i] >= 0:
            s.pile[s.bottom[i]] = 0
    count = 0
    for card in range(CARDS):
        if s.pile[card] == 1:
            s.pile[count] = card
            count += 1
    return count


@rule
def refill_places(s: State, unseen: int) -> None:
    """Give each unknown card face down a value that the requests of those who had it allow (`most`).

    The most restricted place draws first: the sets of possible cards are nested, so every assignment is equally likely.
    """
    place = tightest(s)
    while place >= 0:
        fit = 0
        for i in range(unseen):
            card = s.pile[i]
            if hidden_worth(s, card, MINUS) <= s.most[place]:
                s.pile[i] = s.pile[fit]
                s.pile[fit] = card
                fit += 1
        card = draw(s, s.pile, fit)
        # `draw` filled the gap with the last card that fits; the last card of all takes that one's place.
        s.pile[fit - 1] = s.pile[unseen - 1]
        unseen -= 1
        if place < SEATS:
            s.hidden[place] = card
        elif place == TOP:
            s.top = card
        else:
            s.bottom[place - BOTTOM] = card
        place = tightest(s)


@rule
def tightest(s: State) -> int:
    """The place whose unknown card is bound the most, -1 when all are known."""
    found = -1
    least = NO_LIMIT + 1
    for place in range(BOTTOM + s.bottom_count):
        if card_at(s, place) == HIDDEN and s.most[place] < least:
            least = s.most[place] + 0
            found = place
    return found
