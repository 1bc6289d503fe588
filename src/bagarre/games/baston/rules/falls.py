"""Stun rolls, falls and staying on one's feet (BA-STUN, BA-FALL, BA-GLASS). Each function is one operation of the stack."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import FALLS_FROM_HEIGHT, FALLS_IN_PLACE, NO_ROOM_TO_FALL, STUN_ROLL, TUMBLES_DOWN
from ..state import LEGS, NO_PIECE, NOWHERE, STEPS, STUN_FALL_CUMULATIVE, State
from .geometry import base, direction_to, on_top, stairs_of, surface, upright_kind
from .jostle_manners import AS_JOSTLE, MOVED
from .machine import (
    DAZED,
    FALLS,
    FALLS_BESIDE,
    PUSHES,
    REELS,
    TUMBLES,
    become,
    call,
    finish,
)
from .people import (
    BY_CONSTITUTION,
    BY_DEXTERITY,
    break_timed,
    cut,
    draw_landing,
    drop_chair,
    end_holds,
    in_play,
    lie_prone,
    lift,
    roll_under,
    safe_place,
    standing,
    stun,
    tag,
)

LINE_A, LINE_B, LINE_C = range(3)


@rule
def op_dazed(s: State, c: int, line: int, bonus: int, by: int) -> None:
    """A roll on the stun table (BA-STUN-8); what it gave is the result."""
    if not in_play(s, c):
        finish(s, 0)
        return
    die = roll(s, 8)
    n = s.stun_table[line][min(8, die + bonus) - 1]
    emit(s, STUN_ROLL, tag(s, c), line, die, bonus, n)
    stun(s, c, n)
    if reels(s, c, n):
        become(s, REELS, c, n, by)
    else:
        finish(s, n)


@rule
def reels(s: State, c: int, n: int) -> bool:
    """Must he roll under Constitution? One event of 3 or more, or by option the total (BA-STUN-7, BA-R16)."""
    if n <= 0 or not standing(s, c):
        return False
    return n >= 3 or (s.options & STUN_FALL_CUMULATIVE != 0 and s.stun[c] >= 3)


@rule
def op_reels(s: State, c: int, n: int, by: int) -> None:
    """Constitution or a fall in place (BA-STUN-7); passes the number of sequences on as the result."""
    frame = s.frames[s.depth - 1]
    if frame[1] == 0:
        frame[1] = 1
        if standing(s, c) and not roll_under(s, c, BY_CONSTITUTION):
            call(s, FALLS, c, by)
            return
    finish(s, n)


@rule
def op_keeps_feet(s: State, c: int, by: int) -> None:
    """Dexterity or a fall in place; only those who stand roll (BA-TEST-7)."""
    if standing(s, c) and not roll_under(s, c, BY_DEXTERITY):
        become(s, FALLS, c, by)
    else:
        finish(s)


@rule
def op_falls(s: State, c: int, by: int) -> None:
    """Fall in place (BA-FALL-1); beside a piece of furniture or the bar (BA-FALL-3), down the stairs (BA-FALL-4)."""
    frame = s.frames[s.depth - 1]
    p = s.at[c]
    if frame[1] == 0:
        # A prone character cannot fall in place (BA-FALL-5).
        if not standing(s, c):
            finish(s)
        elif on_top(s, p):
            become(s, FALLS_BESIDE, c, p, surface(s, p), by, surface(s, p))
        elif s.ground[p] & 7 == STEPS:
            become(s, TUMBLES, c, p, by)
        else:
            emit(s, FALLS_IN_PLACE, tag(s, c), p)
            lie_prone(s, c)
            frame[1] = 1
            call(s, DAZED, c, LINE_B, 0, by)
        return
    cut(s, c, by)
    finish(s)


@rule
def op_falls_beside(s: State, c: int, p: int, left: int, by: int, top: int) -> None:
    """Fall from a top at p to a point drawn beside it (BA-FALL-3, BA-FALL-9); the result is 1 when there was room."""
    frame = s.frames[s.depth - 1]
    if frame[1] == 1:
        cut(s, c, by)
        finish(s, 1)
        return
    if not in_play(s, c):
        finish(s, 0)
        return
    q = draw_landing(s, p, top)
    if q == NOWHERE:
        emit(s, NO_ROOM_TO_FALL, tag(s, c), p)
        if s.at[c] != p:
            # A failed jump or a push ends on the top itself, standing (BA-FALL-9).
            lift(s, c)
            s.prone[c] = 0
            safe_place(s, c, p)
        elif s.hp[c][LEGS] == 0:
            s.stuck[c] = 1
        finish(s, 0)
    elif s.ground[q] & 7 == STEPS:
        become(s, TUMBLES, c, q, by)
    else:
        frame[1] = 1
        land(s, c, q, left, by)


@rule
def land(s: State, c: int, q: int, left: int, by: int) -> None:
    """Land prone on q and roll line C, +1 for each level beyond the first (BA-FALL-2)."""
    fallen = max(1, left - base(s, q))
    end_holds(s, c)
    break_timed(s, c)
    lift(s, c)
    s.prone[c] = 1
    s.stuck[c] = 0
    safe_place(s, c, q)
    emit(s, FALLS_FROM_HEIGHT, tag(s, c), s.at[c], fallen)
    drop_chair(s, c)
    call(s, DAZED, c, LINE_C, fallen - 1, by)


@rule
def op_falls_down(s: State, c: int, q: int, left: int, by: int) -> None:
    """Fall from a height on q (BA-FALL-2, -6); from a top below one falls on, on stairs one tumbles (BA-FALL-9)."""
    frame = s.frames[s.depth - 1]
    if frame[1] == 1:
        cut(s, c, by)
        finish(s)
    elif not in_play(s, c):
        finish(s)
    elif on_top(s, q):
        become(s, FALLS_BESIDE, c, q, left, by, surface(s, q))
    elif s.ground[q] & 7 == STEPS:
        become(s, TUMBLES, c, q, by)
    else:
        frame[1] = 1
        land(s, c, q, left, by)


@rule
def op_tumbles(s: State, c: int, p: int, by: int) -> None:
    """Tumble from the stairs point p to its bottom, pushing whoever is there (BA-FALL-4)."""
    frame = s.frames[s.depth - 1]
    if frame[1] == 2:
        cut(s, c, by)
        finish(s, 1)
        return
    low = s.stairs_low[stairs_of(s, p)]
    if frame[1] == 0:
        frame[1] = 1
        frame[5] = low
        if upright_kind(s, low) != NO_PIECE:
            frame[5] = p
        elif s.stander[low]:
            victim = s.stander[low] - 1
            if victim == c or s.held_by[victim] or s.chain[victim]:
                frame[5] = low if victim == c else p
            else:
                s.chain[c] = 1
                frame[6] = 1
                call(s, PUSHES, victim, direction_to(p, low), AS_JOSTLE, by)
                return
    # He reaches the bottom unless somebody there could not be pushed away.
    if frame[6] and s.result != MOVED:
        frame[5] = p
    q = frame[5]
    if s.stander[q] and s.stander[q] != c + 1:
        q = p
    frame[1] = 2
    end_holds(s, c)
    break_timed(s, c)
    lift(s, c)
    s.prone[c] = 1
    s.stuck[c] = 0
    safe_place(s, c, q)
    s.facing[c] = roll(s, 8) - 1
    emit(s, TUMBLES_DOWN, tag(s, c), s.at[c], s.facing[c])
    drop_chair(s, c)
    call(s, DAZED, c, LINE_C, 0, by)
