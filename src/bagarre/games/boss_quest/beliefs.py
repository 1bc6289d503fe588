"""What a seat may believe about the hidden weapons of the others: how far from the Boss those who still equip, and those who went to the
Magician, are wont to be."""

from bagarre.kernel.chance import below
from bagarre.kernel.likelihood import fading
from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weights

from .rules.strength import hidden_worth, visible_attack
from .secrets import refill
from .state import CARDS, FIRST_POTION, HIDDEN, MINUS, NO_CARD, SEATS, VALUES, State

DISTANCES = 33
"""Distances from the Boss that habits know, for those who did not visit the Magician and for those who did."""
NEAREST = -12
HABITS = weights(__file__, "habits")
"""What each distance weighs: logarithms, in thousandths."""
SWEEPS = 2
"""How often every unknown weapon is drawn anew."""


@rule
def believe(s: State) -> None:
    """As `refill`, then every unknown hidden weapon is drawn again from what lies face down, as the habits of players make it likely."""
    unknown = 0
    for seat in range(s.seats):
        if s.hidden[seat] == HIDDEN:
            unknown |= 1 << seat
    refill(s)
    for _ in range(SWEEPS):
        for seat in range(s.seats):
            if (unknown >> seat) & 1 and s.loose > 0:
                draw_likely(s, seat)


@rule
def draw_likely(s: State, seat: int) -> None:
    """Exchange the hidden weapon for one of the pile, or keep it, each as likely as the habits say."""
    first = DISTANCES if s.visited[seat] else 0
    away = s.hp - visible_attack(s, seat) - NEAREST
    old = s.hidden[seat] + 0
    highest = HABITS[first + place_of(away - hidden_worth(s, old, MINUS))] + 0
    for i in range(s.loose):
        added = hidden_worth(s, s.pile[i], MINUS)
        if added <= s.most[seat]:
            highest = max(highest, HABITS[first + place_of(away - added)])
    total = fading(highest - HABITS[first + place_of(away - hidden_worth(s, old, MINUS))])
    for i in range(s.loose):
        added = hidden_worth(s, s.pile[i], MINUS)
        if added <= s.most[seat]:
            total += fading(highest - HABITS[first + place_of(away - added)])
    left = below(s, total)
    for i in range(s.loose):
        added = hidden_worth(s, s.pile[i], MINUS)
        if added <= s.most[seat]:
            left -= fading(highest - HABITS[first + place_of(away - added)])
            if left < 0:
                s.hidden[seat] = s.pile[i]
                s.pile[i] = old
                return


@rule
def place_of(distance: int) -> int:
    """The place of a distance among the habits, counted from NEAREST."""
    return min(DISTANCES - 1, max(0, distance))


# What habits are learned from (`bagarre train`).


@rule
def habit(s: State, seat: int, value: int, i: int) -> int:
    """Is the i-th habit the one that tells how likely the seat hides a weapon of that value? 1000 if so."""
    place = place_of(s.hp - visible_attack(s, seat) - NEAREST - value - LEAST)
    return 1000 if i == (DISTANCES if s.visited[seat] else 0) + place else 0


@rule
def ways(s: State, seat: int, value: int) -> int:
    """How many cards of that value may lie hidden there, by what is known."""
    if value + LEAST > s.most[seat]:
        return 0
    count = 0
    for card in range(CARDS):
        if hidden_worth(s, card, MINUS) == value + LEAST and in_the_dark(s, card):
            count += 1
    return count


@rule
def in_the_dark(s: State, card: int) -> bool:
    """Is the card in play, and nowhere in sight?"""
    if card >= FIRST_POTION:
        if s.potions == 0:
            return False
    elif card >= s.colors * VALUES:
        return False
    for i in range(s.laid):
        if s.laid_card[i] == card:
            return False
    for seat in range(SEATS):
        if s.hidden[seat] == card:
            return False
    for i in range(s.bottom_count):
        if s.bottom[i] == card:
            return False
    return s.top != card


# What can be asked about beliefs, for measuring them (`bagarre study beliefs`).

SUBJECTS = ("weapon", "over")
"""What a hidden weapon adds, and whether its owner is over the Boss."""
THINGS = 2 * SEATS
ANSWERS = 20
LEAST = -4
"""The least that a hidden card may add, and less."""


@rule
def subject(s: State, thing: int) -> int:
    """What the thing is about: an index of SUBJECTS."""
    return thing // SEATS


@rule
def secret(s: State, thing: int) -> int:
    """The hidden thing as it is in this state; HIDDEN in one that conceals it, -1 when there is no such thing."""
    seat = thing % SEATS
    if seat >= s.seats or s.hidden[seat] == NO_CARD:
        return -1
    if s.hidden[seat] == HIDDEN:
        return HIDDEN
    added = hidden_worth(s, s.hidden[seat], MINUS)
    if thing < SEATS:
        return min(ANSWERS - 1, max(0, added - LEAST))
    return 1 if visible_attack(s, seat) + added > s.hp else 0
