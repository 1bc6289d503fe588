"""What helps to search Battleworld: turns as the clock, and how well a side stands. Nothing is hidden."""

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
