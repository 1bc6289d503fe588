"""What each seat may know (section Who sees what), and how the rest may be imagined."""

from bagarre.kernel.chance import conceal_chance, draw, pick
from bagarre.kernel.events import conceal_events
from bagarre.kernel.rule import rule

from .events import SECRET_COLUMNS
from .rules.piles import any_spell
from .rules.strength import hidden_worth
from .state import (
    CARDS,
    FIRST_POTION,
    HIDDEN,
    KINDS,
    MINUS,
    NO_CARD,
    NO_LIMIT,
    SEATS,
    UNKNOWN_BAR,
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
    """Hide other players' hidden weapons and bars, the mystery spell, cards put back unseen, and the piles."""
    for other in range(s.seats):
        if s.hidden[other] != NO_CARD and s.revealed == 0 and not knows(s.hidden_known[other], seat):
            s.hidden[other] = HIDDEN
        # Nothing tells others that a player is barred, even when they could work it out (BQ-EQUIP-8).
        if other != seat:
            s.barred[other] = UNKNOWN_BAR
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
    """Give every unknown card a place, uniformly among the worlds that fit what everybody has seen."""
    refill_spells(s)
    unseen = gather_unseen(s)
    refill_bars_of_old(s, unseen)
    unseen = refill_hidden(s, unseen)
    if s.top == HIDDEN:
        s.top = draw(s, s.pile, unseen)
        unseen -= 1
    for i in range(s.bottom_count):
        if s.bottom[i] == HIDDEN:
            s.bottom[i] = draw(s, s.pile, unseen)
            unseen -= 1
    for seat in range(s.seats):
        if s.barred[seat] == UNKNOWN_BAR:
            s.barred[seat] = 1 if hidden_worth(s, s.hidden[seat], MINUS) > s.limit[seat] else 0


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
def refill_bars_of_old(s: State, unseen: int) -> None:
    """A player whose hidden weapon has changed since may have been barred by the old one: it could be any unseen card."""
    for seat in range(s.seats):
        if s.barred[seat] == UNKNOWN_BAR and s.moved[seat] == 1:
            card = NO_CARD
            if unseen > 0:
                card = s.pile[pick(s, unseen)]
            s.barred[seat] = 1 if hidden_worth(s, card, MINUS) > s.limit[seat] else 0


@rule
def refill_hidden(s: State, unseen: int) -> int:
    """Give each unknown hidden weapon a card that its owner's requests allow (`most`); gives what is left unseen.

    Whoever is most restricted draws first: the sets of possible cards are nested, so every assignment is equally likely.
    """
    tight = tightest(s)
    while tight >= 0:
        fit = 0
        for i in range(unseen):
            card = s.pile[i]
            if hidden_worth(s, card, MINUS) <= s.most[tight]:
                s.pile[i] = s.pile[fit]
                s.pile[fit] = card
                fit += 1
        s.hidden[tight] = draw(s, s.pile, fit)
        # `draw` filled the gap with the last card that fits; the last card of all takes that one's place.
        s.pile[fit - 1] = s.pile[unseen - 1]
        unseen -= 1
        tight = tightest(s)
    return unseen


@rule
def tightest(s: State) -> int:
    """The seat whose unknown hidden weapon is bound the most, -1 when all are known."""
    found = -1
    least = NO_LIMIT + 1
    for seat in range(s.seats):
        if s.hidden[seat] == HIDDEN and s.most[seat] < least:
            least = s.most[seat] + 0
            found = seat
    return found
