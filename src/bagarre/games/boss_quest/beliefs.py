"""What can be asked about beliefs in Boss Quest, for measuring them (`bagarre study beliefs`): the hidden weapons of the others."""

from bagarre.kernel.rule import rule

from .rules.strength import hidden_worth, visible_attack
from .state import HIDDEN, MINUS, NO_CARD, SEATS, State

SUBJECTS = ("weapon", "over")
"""What a hidden weapon adds, and whether its owner is over the Boss."""
THINGS = 2 * SEATS
ANSWERS = 40
LEAST = -12
"""The least that a hidden card may add."""


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
