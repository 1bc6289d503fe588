"""What helps to search Badass Force: turns as the clock, how well a seat stands, and who lies, and where."""

from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weighed

from .beliefs import believe
from .player import decide_first as policy
from .rules.losses import is_sole_leader
from .rules.table import BITS, is_loaded, is_unstable, top_square, trigger_square
from .state import State

__all__ = ["believe", "clock", "policy", "standing", "trait"]


@rule
def clock(s: State) -> int:
    return s.turns


@rule
def trait(s: State, seat: int, i: int) -> int:
    """Points, and how near the target; the dead; leading alone; the weapon: charge, loaded; Vengeance; the place in the order of play;
    about to explode."""
    if i == 0:
        return s.points[seat]
    if i == 1:
        return max(0, s.points[seat] + 4 - s.target)
    if i == 2:
        return max(0, s.points[seat] + 2 - s.target)
    if i == 3:
        return BITS[s.cemetery[seat]]
    if i == 4:
        return 1 if is_sole_leader(s, seat) else 0
    if i == 5:
        return min(s.charge[seat], trigger_square(s, s.weapon[seat]))
    if i == 6:
        return 1 if is_loaded(s, seat) else 0
    if i == 7:
        return s.mode[seat]
    if i == 8:
        return (seat - s.turn) % s.seats
    return 1 if is_unstable(s, s.weapon[seat]) and s.charge[seat] + 1 > top_square(s, s.weapon[seat]) else 0


standing = weighed(__file__, "standing", trait)
