"""What helps to search Battleworld: turns as the clock, how well a side stands, and how likely nobody wins. Nothing is hidden."""

from bagarre.kernel.likelihood import SHARE, fading
from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weighed

from .state import NOBODY, State


@rule
def clock(s: State) -> int:
    return s.turn


@rule
def trait(s: State, seat: int, i: int) -> int:
    """Of the team: life, power, pieces, victory and reroll tokens, dice, pieces about to fall; of the base: resistance, modules; the
    initiative."""
    total = 0
    for p in range(4 * seat, 4 * seat + 4):
        if i == 0:
            total += s.life[p]
        elif i == 1:
            total += s.power[p]
        elif i == 2:
            total += 1 if s.at[p] != NOBODY else 0
        elif i == 3:
            total += s.victory[p]
        elif i == 4:
            total += s.reroll[p]
        elif i == 5 and s.at[p] != NOBODY:
            total += s.card_die[s.card[p]]
        elif i == 6 and s.at[p] != NOBODY:
            total += 1 if s.life[p] == 1 else 0
    for m in range(3 * seat, 3 * seat + 3):
        if i == 7:
            total += s.resistance[m]
        elif i == 8:
            total += 1 if s.resistance[m] > 0 else 0
    if i == 9:
        total = 1 if s.initiative == seat else 0
    return total


standing = weighed(__file__, "standing", trait)


@rule
def weakest(s: State) -> int:
    """The least life of a team or resistance of a base: what is left to do for the one who is nearest to winning."""
    least = 1000
    for seat in range(2):
        least = min(least, trait(s, seat, 0), trait(s, seat, 7))
    return least


DOOM = (-2971, 85, -294, 1538)
"""The logarithm of the odds that the world is destroyed, in thousandths: to begin with, for each point of `weakest`, for each turn that is
left, and for each point that has to be won in a turn. A logistic regression on the 4439 turns of 600 games of two scripted players, default options."""


@rule
def nobody(s: State) -> int:
    if s.by_points:
        return 0
    left = max(1, min(s.threshold - s.energy, s.max_turns + 1 - s.turn))
    points = weakest(s)
    odds = DOOM[0] + DOOM[1] * points + DOOM[2] * left + DOOM[3] * points // left
    if odds < 0:
        return 1000 * fading(-odds) // (SHARE + fading(-odds))
    return 1000 * SHARE // (SHARE + fading(odds))
