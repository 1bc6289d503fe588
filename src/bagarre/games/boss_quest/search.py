"""What helps to search Boss Quest: rounds as the clock, how well a Knight stands, and which hidden weapons are likely."""

from bagarre.kernel.chance import below
from bagarre.kernel.likelihood import SHARE, fading
from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weighed, weights

from .rules.strength import hidden_worth, visible_attack
from .secrets import refill
from .state import HIDDEN, KNIGHT, MINUS, State

HABITS = weights(__file__, "habits")
DISTANCES = 33
"""Distances from the Boss that habits know, for those who did not visit the Magician and for those who did."""
NEAREST = -12
SWAPS = 6
"""How often each unknown weapon is offered another card."""


@rule
def clock(s: State) -> int:
    return s.round


@rule
def trait(s: State, seat: int, i: int) -> int:
    """Out of the race; keys, and how near the goal; hearts; the place in the order of play; keys with hearts to keep them."""
    if s.role[seat] != KNIGHT or s.hearts[seat] <= 0:
        return 1 if i == 0 else 0
    missing = s.goal - s.keys[seat]
    if i == 1:
        return s.keys[seat]
    if i == 2 or i == 3 or i == 4:
        return 1 if missing <= i - 1 else 0
    if i == 5:
        return 1 if s.hearts[seat] >= 2 else 0
    if i == 6:
        return 1 if s.hearts[seat] >= 3 else 0
    if i == 7:
        return (seat - s.armourer) % s.seats
    if i == 8:
        return s.keys[seat] * s.hearts[seat]
    return 0


standing = weighed(__file__, "standing", trait)


@rule
def believe(s: State) -> None:
    """As `refill`, then unknown hidden weapons are exchanged with the pile as the habits of players make likely (Metropolis)."""
    unknown = 0
    for seat in range(s.seats):
        if s.hidden[seat] == HIDDEN:
            unknown |= 1 << seat
    refill(s)
    for _ in range(SWAPS):
        for seat in range(s.seats):
            if (unknown >> seat) & 1 and s.loose > 0:
                offer_another(s, seat)


@rule
def offer_another(s: State, seat: int) -> None:
    i = below(s, s.loose)
    new = s.pile[i] + 0
    old = s.hidden[seat] + 0
    if hidden_worth(s, new, MINUS) > s.most[seat]:
        return
    gain = HABITS[habit_of(s, seat, new)] - HABITS[habit_of(s, seat, old)]
    if gain >= 0 or below(s, SHARE) < fading(-gain):
        s.hidden[seat] = new
        s.pile[i] = old


@rule
def habit_of(s: State, seat: int, card: int) -> int:
    """Which habit tells how likely it is that the seat hides that card."""
    distance = s.hp - visible_attack(s, seat) - hidden_worth(s, card, MINUS)
    return DISTANCES * (1 if s.visited[seat] else 0) + min(DISTANCES - 1, max(0, distance - NEAREST))
