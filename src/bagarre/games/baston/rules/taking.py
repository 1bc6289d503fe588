"""Taking and breaking: PRE and BRI (BA-PRE, BA-BRI)."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import finish, go, keep
from bagarre.kernel.rule import rule

from ..choices import (
    CHAIR_NEEDS_ARMS,
    CHAIR_NEEDS_FEET,
    NOT_IN_REACH,
    NOT_LYING_THERE,
    UNDER_TABLE,
    WRONG_LEVEL,
)
from ..events import (
    BREAKS_BOTTLE,
    LOST_ARM,
    LOST_NO_BOTTLE,
    LOST_NOTHING_THERE,
    LOST_POSTURE,
    LOST_SIX,
    TAKES_UP,
)
from ..state import (
    BAR,
    BOTTLE,
    BROKEN,
    CHAIR,
    CHAIR_HERE,
    FLOOR_OBJECTS,
    ITEM_KINDS,
    NO_PIECE,
    NOTHING,
    NOWHERE,
    SLOTS,
    TOP_OBJECTS,
    State,
)
from .geometry import REACHING, barred, base, bears, is_front, one_step, surface, towards, upright_kind
from .machine import BREAKS, Q_BREAK, Q_MAKE_ROOM, Q_TAKE, REFUSED, TAKES, YES, ask
from .objects import drop, gain, has, lies_at, loads, lose_item, pick_up
from .people import level, lost_arms, tag
from .shaken import declined

# What is within reach.


@rule
def reach_layer(s: State, c: int, p: int) -> int:
    """The layer of p in which c may take something: 0 floor, 1 top, -1 none (BA-PRE-2, BA-PRE-3)."""
    n = s.piece[p] - 1
    if n >= 0 and s.overturned[n]:
        return -1
    if s.prone[c]:
        return 0 if base(s, p) == base(s, s.at[c]) and s.ground[p] & 7 != BAR else -1
    here = level(s, c)
    there = surface(s, p)
    if there != here and not one_step(s, here, there):
        return -1
    kind = upright_kind(s, p)
    if kind != NO_PIECE:
        return 1 if bears(kind) else -1
    return 1 if s.ground[p] & 7 == BAR else 0


@rule
def reach_point(s: State, c: int, where: int) -> int:
    """Their own point (0) or the neighbour in direction `where` − 1, when they reach there; NOWHERE otherwise (BA-PRE-1)."""
    if where == 0:
        return s.at[c]
    d = where - 1
    q = towards(s, s.at[c], d)
    if q == NOWHERE or not is_front(s.facing[c], d) or barred(s, s.at[c], d, REACHING):
        return NOWHERE
    return q


@rule
def taking_refusal(s: State, c: int, where: int, item: int) -> int:
    """Why such an object cannot be taken there (BA-PRE-1…4)."""
    p = reach_point(s, c, where)
    if p == NOWHERE:
        return NOT_IN_REACH
    if item == CHAIR:
        return chair_refusal(s, c, p)
    if item == NOTHING or s.litter[p] & (FLOOR_OBJECTS | TOP_OBJECTS) == 0:
        return NOT_LYING_THERE
    layer = reach_layer(s, c, p)
    if layer >= 0 and lies_at(s, item, p, layer):
        return 0
    if not lies_at(s, item, p, 0) and not lies_at(s, item, p, 1):
        return NOT_LYING_THERE
    n = s.piece[p] - 1
    return UNDER_TABLE if n >= 0 and s.overturned[n] else WRONG_LEVEL


@rule
def chair_refusal(s: State, c: int, p: int) -> int:
    """Two hands, standing, at their own level; the floor of an overturned table is no hindrance to a chair on it."""
    if s.litter[p] & CHAIR_HERE == 0:
        return NOT_LYING_THERE
    if s.prone[c] or s.stuck[c]:
        return CHAIR_NEEDS_FEET
    if lost_arms(s, c):
        return CHAIR_NEEDS_ARMS
    return 0 if base(s, p) == level(s, c) or one_step(s, level(s, c), base(s, p)) else WRONG_LEVEL


@rule
def can_take(s: State, c: int, where: int, item: int) -> bool:
    return taking_refusal(s, c, where, item) == 0


@rule
def nothing_to_take(s: State, c: int) -> int:
    """0 when something can be taken; otherwise why not: for a chair that they cannot lift, or because nothing is there."""
    why = NOT_LYING_THERE
    for where in range(9):
        p = reach_point(s, c, where)
        if p != NOWHERE and s.litter[p] & (CHAIR_HERE | FLOOR_OBJECTS | TOP_OBJECTS):
            for item in range(1, ITEM_KINDS):
                found = taking_refusal(s, c, where, item)
                if found == 0:
                    return 0
                if found == CHAIR_NEEDS_ARMS or found == CHAIR_NEEDS_FEET:
                    why = found
    return why


@rule
def anything_to_take(s: State, c: int) -> bool:
    return nothing_to_take(s, c) == 0


# PRE.

WANTED = TAKES.keeps("wanted")
"""What is taken: ITEM_KINDS × place + object."""


@TAKES.begin
def take(s: State, who: int) -> None:
    """PRE (BA-PRE); what was taken is left in `s.taken`."""
    s.taken = NOTHING
    why = nothing_to_take(s, who)
    if why:
        lose_taking(s, who, why)
    else:
        ask(s, Q_TAKE, who, choose_object)


@rule
def lose_taking(s: State, c: int, why: int) -> None:
    """The order is lost, and the log says why."""
    if why == CHAIR_NEEDS_ARMS:
        emit(s, LOST_ARM, tag(s, c))
    elif why == CHAIR_NEEDS_FEET:
        emit(s, LOST_POSTURE, tag(s, c))
    else:
        emit(s, LOST_NOTHING_THERE, tag(s, c))
    finish(s)


@TAKES.step
def choose_object(s: State, who: int) -> None:
    if s.result == REFUSED:
        declined(s, who)
        return
    keep(s, WANTED, s.result)
    go(s, pocket)
    if loads(s, who) == SLOTS:
        # Six objects: one is dropped first, or nothing is taken (BA-PRE-5).
        ask(s, Q_MAKE_ROOM, who, make_room)


@TAKES.step
def make_room(s: State, who: int) -> None:
    if s.result == REFUSED:
        emit(s, LOST_SIX, tag(s, who))
        finish(s)
        return
    drop(s, who, s.result)
    go(s, pocket)


@TAKES.step
def pocket(s: State, who: int, wanted: int) -> None:
    """The object changes hands."""
    item = wanted % ITEM_KINDS
    p = reach_point(s, who, wanted // ITEM_KINDS)
    if item == CHAIR:
        s.litter[p] &= ~CHAIR_HERE
    else:
        pick_up(s, item, p, reach_layer(s, who, p))
    gain(s, who, item, 1)
    s.taken = item
    emit(s, TAKES_UP, tag(s, who), item, p)
    finish(s, 1)


# BRI.


@BREAKS.begin
def break_bottle(s: State, who: int) -> None:
    """A whole bottle becomes a broken one (BA-BRI-1)."""
    s.taken = NOTHING
    if has(s, who, BOTTLE):
        ask(s, Q_BREAK, who, hold_broken_bottle)
    else:
        emit(s, LOST_NO_BOTTLE, tag(s, who))
        finish(s)


@BREAKS.step
def hold_broken_bottle(s: State, who: int) -> None:
    if s.result != YES:
        declined(s, who)
        return
    lose_item(s, who, BOTTLE)
    gain(s, who, BROKEN, 1)
    s.taken = BROKEN
    emit(s, BREAKS_BOTTLE, tag(s, who))
    finish(s, 1)
