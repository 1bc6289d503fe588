"""Jostling: entering an occupied point and pushing (BA-JOST)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.operations import call, end_after, finish, go, keep, kept
from bagarre.kernel.rule import rule

from ..events import CANNOT_ENTER, DEFLECTED, ENTERED, JOSTLE, JOSTLE_BLOCKED, JOSTLE_TIE, PUSHED_TO
from ..state import CROWD, JOSTLE_TESTS, NO_PIECE, NOWHERE, State
from .geometry import (
    AGAINST_LEAF,
    BY_PUSH,
    EDGE,
    OBSTACLE,
    OFFBOARD,
    leaf_back,
    prone_class,
    standing_class,
    towards,
    turned,
    upright_kind,
)
from .machine import (
    AS_JOSTLE,
    BY_FURNITURE,
    DAZED,
    ENTERS,
    FALLS_DOWN,
    KEEPS_FEET,
    LINE_A,
    MOVED,
    PUSHES,
    STOPPED,
    SWINGS,
    WALLED,
    crowded,
)
from .people import in_play, level, move, occupant, standing, tag
from .shaken import jostled
from .wounds import leave_board


@rule
def beats(s: State, mover: int, static: int) -> bool:
    """Who wins a jostle (BA-JOST-2)."""
    if s.prone[mover] == 0 and s.prone[static]:
        wins = True
    elif s.strength[mover] != s.strength[static]:
        wins = s.strength[mover] > s.strength[static]
    else:
        die = roll(s, 8)
        wins = die >= 5
        emit(s, JOSTLE_TIE, tag(s, mover), tag(s, static), die)
    emit(s, JOSTLE, tag(s, mover), tag(s, static), 1 if wins else 0)
    return wins


@rule
def begin_chain(s: State, mover: int) -> None:
    """A new chain of jostles, with its first mover (BA-JOST-11)."""
    for c in range(CROWD):
        s.chain[c] = 0
    if mover >= 0:
        s.chain[mover] = 1


# Entering.


@ENTERS.begin
def enter(s: State, who: int, point: int, way: int, by: int) -> None:
    """Enter a point, jostling whoever is there (BA-JOST-1…6); the result is 1 when they are in."""
    static = occupant(s, point, s.prone[who])
    if static < 0:
        arrive(s, who, point)
        return
    begin_chain(s, who)
    # A held character cannot be jostled (BA-JOST-10).
    if s.held_by[static]:
        emit(s, CANNOT_ENTER, tag(s, who), tag(s, static))
        finish(s, 0)
    elif not beats(s, who, static):
        finish(s, 0)
    else:
        go(s, follow)
        call(s, PUSHES, static, way, AS_JOSTLE, by)


@ENTERS.step
def follow(s: State, who: int, point: int) -> None:
    """The other one has been pushed away, or not."""
    if s.result == MOVED:
        arrive(s, who, point)
    else:
        finish(s, 0)


@rule
def arrive(s: State, c: int, q: int) -> None:
    if not in_play(s, c) or occupant(s, q, s.prone[c]) >= 0:
        finish(s, 0)
        return
    move(s, c, q)
    emit(s, ENTERED, tag(s, c), q)
    finish(s, 1)


# Being pushed.

PATH, FOOTING = PUSHES.keeps("path footing")
"""The direction taken, and its step class."""


@PUSHES.begin
def push(s: State, who: int, way: int, manner: int, by: int) -> None:
    """Push somebody one point, straight on or beside it (BA-JOST-4…13)."""
    s.chain[who] = 1
    if s.held_by[who] or crowded(s):
        finish(s, STOPPED)
        return
    # Straight on if possible, otherwise one of the two directions beside it (BA-JOST-5).
    found = pushed_class(s, who, way)
    keep(s, PATH, way)
    keep(s, FOOTING, found)
    if found == OBSTACLE and manner != BY_FURNITURE:
        turn_aside(s, who, way)
    if kept(s, FOOTING) == AGAINST_LEAF:
        go(s, shut_leaf)
        call(s, SWINGS, who, leaf_back(s, s.at[who], kept(s, PATH)), 0)
    else:
        push_along(s, who, manner, by)


@PUSHES.step
def shut_leaf(s: State, who: int, way: int, manner: int, by: int, path: int) -> None:
    """The leaf they were pushed against has swung shut, or it is an obstacle (BA-DOOR-10)."""
    found = pushed_class(s, who, path) if s.result else OBSTACLE
    keep(s, FOOTING, found)
    if found == OBSTACLE and manner != BY_FURNITURE and path == way:
        turn_aside(s, who, way)
        if kept(s, FOOTING) == AGAINST_LEAF:
            keep(s, FOOTING, OBSTACLE)
    push_along(s, who, manner, by)


@rule
def push_along(s: State, c: int, manner: int, by: int) -> None:
    """Along the way found, jostling a third who is there (BA-JOST-6)."""
    path = kept(s, PATH)
    footing = kept(s, FOOTING)
    if footing == OBSTACLE:
        meet_wall(s, c, manner, by)
        return
    if footing != OFFBOARD:
        third = occupant(s, towards(s, s.at[c], path), s.prone[c])
        if third >= 0:
            if s.held_by[third] or not beats(s, c, third):
                finish(s, STOPPED)
                return
            go(s, push_on)
            call(s, PUSHES, third, path, AS_JOSTLE, by)
            return
    be_pushed(s, c, manner, by)


@PUSHES.step
def push_on(s: State, who: int, manner: int, by: int) -> None:
    """The third has been pushed away, or not."""
    if s.result != MOVED or not in_play(s, who):
        finish(s, STOPPED)
    else:
        be_pushed(s, who, manner, by)


@rule
def be_pushed(s: State, c: int, manner: int, by: int) -> None:
    """They go where they are pushed: along, over an edge, off the board (BA-JOST-7)."""
    footing = kept(s, FOOTING)
    q = towards(s, s.at[c], kept(s, PATH))
    if footing != OFFBOARD and occupant(s, q, s.prone[c]) >= 0:
        finish(s, STOPPED)
        return
    jostled(s, c)
    if q == NOWHERE:
        leave_board(s, c, by, 0)
        finish(s, MOVED)
    elif footing == EDGE:
        end_after(s, MOVED)
        call(s, FALLS_DOWN, c, q, level(s, c), by)
    else:
        move(s, c, q)
        emit(s, PUSHED_TO, tag(s, c), q, by)
        if s.options & JOSTLE_TESTS and manner == AS_JOSTLE and standing(s, c):
            # The option makes everybody who is pushed keep their feet (BA-R21).
            end_after(s, MOVED)
            call(s, KEEPS_FEET, c, by)
        else:
            finish(s, MOVED)


@rule
def meet_wall(s: State, c: int, manner: int, by: int) -> None:
    """All directions obstructed: line A (BA-JOST-8); furniture sandwiches them instead, which its own rules settle."""
    if manner == BY_FURNITURE:
        finish(s, WALLED)
        return
    jostled(s, c)
    emit(s, JOSTLE_BLOCKED, tag(s, c))
    go(s, reel_at_wall)
    call(s, DAZED, c, LINE_A, 0, by)


@PUSHES.step
def reel_at_wall(s: State, who: int, by: int) -> None:
    """Stunned by line A they must keep their feet (BA-JOST-8)."""
    if s.result > 0:
        end_after(s, WALLED)
        call(s, KEEPS_FEET, who, by)
    else:
        finish(s, WALLED)


# Which way.


@rule
def pushed_class(s: State, c: int, d: int) -> int:
    """Step class for one who is pushed; somebody of the same chain is an obstacle (BA-JOST-5, BA-JOST-11)."""
    p = s.at[c]
    found = prone_class(s, p, d, BY_PUSH) if s.prone[c] else standing_class(s, p, d, BY_PUSH)
    if found == OFFBOARD or found == OBSTACLE:
        return found
    there = occupant(s, towards(s, p, d), s.prone[c])
    if there >= 0 and s.chain[there]:
        return OBSTACLE
    return found


@rule
def sideways_class(s: State, c: int, d: int) -> int:
    """As `pushed_class`, for somebody who is turned aside: they shut an open leaf only when nothing is behind it."""
    found = pushed_class(s, c, d)
    if found == AGAINST_LEAF:
        q = towards(s, s.at[c], d)
        if s.stander[q] or upright_kind(s, q) != NO_PIECE:
            return OBSTACLE
    return found


@rule
def somebody_aside(s: State, c: int, d: int, footing: int) -> bool:
    return footing != OFFBOARD and occupant(s, towards(s, s.at[c], d), s.prone[c]) >= 0


@rule
def turn_aside(s: State, c: int, d: int) -> None:
    """One of the directions beside it, the one without people first, otherwise by 1D8 (BA-JOST-5)."""
    left = turned(d, -1)
    right = turned(d, 1)
    on_left = sideways_class(s, c, left)
    on_right = sideways_class(s, c, right)
    way = left
    if on_left == OBSTACLE:
        way = right
    elif on_right != OBSTACLE:
        someone_left = somebody_aside(s, c, left, on_left)
        if someone_left == somebody_aside(s, c, right, on_right):
            die = roll(s, 8)
            way = left if die <= 4 else right
            emit(s, DEFLECTED, tag(s, c), die, way)
        elif someone_left:
            way = right
    keep(s, PATH, way)
    keep(s, FOOTING, on_left if way == left else on_right)
