"""Jostling: entering an occupied point and pushing (BA-JOST)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import CANNOT_ENTER, DEFLECTED, ENTERED, JOSTLE, JOSTLE_BLOCKED, JOSTLE_TIE, PUSHED_TO
from ..state import CROWD, JOSTLE_TESTS, NO_PIECE, NOWHERE, State
from .falls import LINE_A
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
from .jostle_manners import AS_JOSTLE, BY_FURNITURE, MOVED, STOPPED, WALLED
from .machine import DAZED, FALLS_DOWN, KEEPS_FEET, PUSHES, SWINGS, call, crowded, finish
from .people import in_play, jostled, leave_board, level, move, occupant, standing, tag


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


@rule
def op_enters(s: State, c: int, q: int, d: int, by: int) -> None:
    """Enter q in direction d, jostling whoever is there (BA-JOST-1…6); the result is 1 when he is in."""
    frame = s.frames[s.depth - 1]
    if frame[1] == 0:
        frame[1] = 1
        static = occupant(s, q, s.prone[c])
        if static >= 0:
            begin_chain(s, c)
            # A held character cannot be jostled (BA-JOST-10).
            if s.held_by[static]:
                emit(s, CANNOT_ENTER, tag(s, c), tag(s, static))
                finish(s, 0)
            elif not beats(s, c, static):
                finish(s, 0)
            else:
                call(s, PUSHES, static, d, AS_JOSTLE, by)
            return
        s.result = MOVED
    if s.result != MOVED or not in_play(s, c) or occupant(s, q, s.prone[c]) >= 0:
        finish(s, 0)
        return
    move(s, c, q)
    emit(s, ENTERED, tag(s, c), q)
    finish(s, 1)


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
    """As `pushed_class`, for a man who is turned aside: he shuts an open leaf only when nothing is behind it."""
    found = pushed_class(s, c, d)
    if found == AGAINST_LEAF:
        q = towards(s, s.at[c], d)
        if s.stander[q] or upright_kind(s, q) != NO_PIECE:
            return OBSTACLE
    return found


@rule
def op_pushes(s: State, c: int, d: int, manner: int, by: int) -> None:
    """Push c one point in direction d, or beside it (BA-JOST-4…13). Frame: 6 the way taken, 7 its step class."""
    frame = s.frames[s.depth - 1]
    place = frame[1]
    if place == 0:
        s.chain[c] = 1
        if s.held_by[c] or crowded(s):
            finish(s, STOPPED)
            return
        choose_way(s, c, d, manner)
        if s.frames[s.depth - 1][7] == AGAINST_LEAF:
            frame[1] = 1
            call(s, SWINGS, c, leaf_back(s, s.at[c], frame[6]), 0)
            return
        place = 2
    if place == 1:
        # The leaf he was pushed against has swung shut, or it is an obstacle (BA-DOOR-10).
        way = frame[6]
        frame[7] = pushed_class(s, c, way) if s.result else OBSTACLE
        if frame[7] == OBSTACLE and manner != BY_FURNITURE and way == d:
            choose_aside(s, c, d)
            if frame[7] == AGAINST_LEAF:
                frame[7] = OBSTACLE
        place = 2
    if place == 2:
        if frame[7] == OBSTACLE:
            blocked(s, c, manner, by)
            return
        q = towards(s, s.at[c], frame[6])
        if frame[7] != OFFBOARD:
            third = occupant(s, q, s.prone[c])
            if third >= 0:
                if s.held_by[third] or not beats(s, c, third):
                    finish(s, STOPPED)
                    return
                frame[1] = 3
                call(s, PUSHES, third, frame[6], AS_JOSTLE, by)
                return
        place = 4
    if place == 3:
        if s.result != MOVED or not in_play(s, c):
            finish(s, STOPPED)
            return
        place = 4
    if place == 4:
        settle_push(s, c, manner, by)
        return
    if place == 5 and s.options & JOSTLE_TESTS and manner == AS_JOSTLE and standing(s, c):
        # The option makes everybody who is pushed keep his feet (BA-R21).
        frame[1] = 6
        call(s, KEEPS_FEET, c, by)
        return
    if place == 7:
        # Blocked: stunned by line A he must keep his feet (BA-JOST-8).
        if s.result > 0:
            frame[1] = 8
            call(s, KEEPS_FEET, c, by)
            return
        finish(s, WALLED)
        return
    finish(s, WALLED if place == 8 else MOVED)


@rule
def choose_way(s: State, c: int, d: int, manner: int) -> None:
    """Straight on if possible, otherwise one of the two directions beside it (BA-JOST-5)."""
    frame = s.frames[s.depth - 1]
    frame[6] = d
    frame[7] = pushed_class(s, c, d)
    if frame[7] == OBSTACLE and manner != BY_FURNITURE:
        choose_aside(s, c, d)


@rule
def choose_aside(s: State, c: int, d: int) -> None:
    frame = s.frames[s.depth - 1]
    left = turned(d, -1)
    right = turned(d, 1)
    on_left = sideways_class(s, c, left)
    on_right = sideways_class(s, c, right)
    way = left
    if on_left == OBSTACLE:
        way = right
    elif on_right != OBSTACLE:
        someone_left = on_left != OFFBOARD and occupant(s, towards(s, s.at[c], left), s.prone[c]) >= 0
        someone_right = on_right != OFFBOARD and occupant(s, towards(s, s.at[c], right), s.prone[c]) >= 0
        if someone_left == someone_right:
            die = roll(s, 8)
            way = left if die <= 4 else right
            emit(s, DEFLECTED, tag(s, c), die, way)
        elif someone_left:
            way = right
    frame[6] = way
    frame[7] = on_left if way == left else on_right


@rule
def blocked(s: State, c: int, manner: int, by: int) -> None:
    """All directions obstructed: line A (BA-JOST-8); furniture sandwiches him instead, which its own rules settle."""
    frame = s.frames[s.depth - 1]
    if manner == BY_FURNITURE:
        finish(s, WALLED)
        return
    jostled(s, c)
    emit(s, JOSTLE_BLOCKED, tag(s, c))
    frame[1] = 7
    call(s, DAZED, c, LINE_A, 0, by)


@rule
def settle_push(s: State, c: int, manner: int, by: int) -> None:
    """He goes where he is pushed: along, over an edge, off the board (BA-JOST-7)."""
    frame = s.frames[s.depth - 1]
    p = s.at[c]
    q = towards(s, p, frame[6])
    if frame[7] != OFFBOARD and occupant(s, q, s.prone[c]) >= 0:
        finish(s, STOPPED)
        return
    jostled(s, c)
    if q == NOWHERE:
        leave_board(s, c, by, 0)
        finish(s, MOVED)
    elif frame[7] == EDGE:
        frame[1] = 6
        call(s, FALLS_DOWN, c, q, level(s, c), by)
    else:
        move(s, c, q)
        emit(s, PUSHED_TO, tag(s, c), q, by)
        frame[1] = 5
