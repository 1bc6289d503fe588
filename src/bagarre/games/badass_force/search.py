"""What helps to search Badass Force: turns as the clock, how well a seat stands, and who lies, and where."""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.likelihood import fading
from bagarre.kernel.menu import Menu
from bagarre.kernel.operations import kept
from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weighed

from .beliefs import believe
from .choices import ANNOUNCE, DENOUNCE, NAME
from .operations import ANNOUNCER, PURPOSE
from .player import SECOND, TRUSTING, decide_as, find, name_value
from .player import decide_first as policy
from .rules.claims import IN_ACTION
from .rules.losses import is_sole_leader
from .rules.table import BITS, is_loaded, is_unstable, top_square, trigger_square
from .state import ASK_ACTION, ASK_DENOUNCE, State

__all__ = ["believe", "clock", "first_thought", "mood", "policy", "policy_in", "standing", "trait", "vain"]


WHOLE = 1000
"""A guard that is never down, a belief that never fails."""
SELF_DEFENCE = 4
"""How many times as often one minds being denounced as whether the others say the truth."""
UNCHALLENGED, DENOUNCED = 1000, 1000
"""How far it speaks against a watchful table that somebody let an announcement pass, and for it that one was denounced: logarithms, in
thousandths. What one let pass alone tells nothing, so everybody counts but the announcer and this seat."""


@rule
def first_thought(s: State, seat: int, menu: Menu, dice: Any, belief: int) -> int:
    """Whoever does not mind how the others play takes their word; whoever minds it least also bluffs as if they took his."""
    minded = belief if s.ask == ASK_DENOUNCE else SELF_DEFENCE * belief
    trusting = minded < WHOLE and below(dice, WHOLE) >= minded
    return decide_as(s, seat, menu, dice, TRUSTING if trusting else SECOND)


@rule
def vain(s: State, seat: int, verb: int, arg: int) -> int:
    """To name a hero who cannot be there, or to claim one who lies in one's own cemetery."""
    place = s.place_of[arg] if verb == NAME or verb == ANNOUNCE else 0
    if verb == NAME:
        return 1 if name_value(s, place) == 0 else 0
    return 1 if verb == ANNOUNCE and s.cemetery[seat] >> place & 1 else 0


@rule
def mood(s: State, seat: int, guard: int, dice: Any) -> int:
    """0 for a table of players like the scripted one; 1 and the seat for a watchful one, which denounces whatever that seat announces in action:
    who bluffs as if only the former existed is seen through. How likely each is follows from what this table denounced so far."""
    if s.ask != ASK_ACTION:
        return 0
    denounced = 0
    for other in range(s.seats):
        denounced += s.truths[other] + s.lies[other]
    record = UNCHALLENGED * s.unchallenged * (s.seats - 2) - DENOUNCED * denounced
    watchful = min(guard, WHOLE) * fading(max(0, record))
    credulous = max(0, WHOLE - guard) * fading(max(0, -record))
    return 1 + seat if below(dice, watchful + credulous) < watchful else 0


@rule
def policy_in(s: State, seat: int, menu: Menu, dice: Any, mood: int) -> int:
    """A watchful player denounces the seat that the mood names (see `mood`)."""
    if s.ask == ASK_DENOUNCE and kept(s, ANNOUNCER) == mood - 1 and kept(s, PURPOSE) == IN_ACTION:
        return find(menu, DENOUNCE)
    return policy(s, seat, menu, dice)


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
