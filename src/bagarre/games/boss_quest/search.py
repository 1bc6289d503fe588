"""What helps to search Boss Quest: rounds as the clock, how well a Knight stands, and which hidden weapons are likely."""

from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weighed

from .beliefs import believe
from .state import KNIGHT, NO_CARD, SECOND_COMPANION, TAKE, State

__all__ = ["believe", "clock", "follows", "standing", "trait"]


@rule
def clock(s: State) -> int:
    return s.round


@rule
def follows(s: State, seat: int) -> int:
    """At the Magician spell, use, target and amount are one decision; but a mystery spell that was activated is turned up first (BQ-VISIT-13)."""
    if s.decider != seat or s.phase < TAKE or s.phase > SECOND_COMPANION:
        return 0
    return 0 if s.slot == s.faces and s.spell != NO_CARD else 1


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
