"""Stun rolls, falls and staying on one's feet (BA-STUN, BA-FALL, BA-GLASS)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.operations import become, call, end_after, finish, go, keep
from bagarre.kernel.rule import rule

from ..events import FALLS_FROM_HEIGHT, FALLS_IN_PLACE, NO_ROOM_TO_FALL, STUN_ROLL, TUMBLES_DOWN
from ..state import LEGS, NO_PIECE, NOWHERE, STEPS, STUN_FALL_CUMULATIVE, State
from .geometry import base, direction_to, on_top, stairs_of, surface, upright_kind
from .machine import (
    AS_JOSTLE,
    DAZED,
    FALLS,
    FALLS_BESIDE,
    FALLS_DOWN,
    KEEPS_FEET,
    LINE_B,
    LINE_C,
    MOVED,
    PUSHES,
    REELS,
    TUMBLES,
)
from .objects import drop_chair
from .people import (
    BY_CONSTITUTION,
    BY_DEXTERITY,
    draw_landing,
    in_play,
    lift,
    roll_under,
    safe_place,
    standing,
    tag,
)
from .shaken import break_timed, end_holds, lie_prone, stun
from .wounds import cut

# Stun.


@DAZED.begin
def daze(s: State, who: int, line: int, bonus: int, by: int) -> None:
    """A roll on the stun table (BA-STUN-8); what it gave is the result."""
    if not in_play(s, who):
        finish(s, 0)
        return
    die = roll(s, 8)
    n = s.stun_table[line][min(8, die + bonus) - 1]
    emit(s, STUN_ROLL, tag(s, who), line, die, bonus, n)
    stun(s, who, n)
    if reels(s, who, n):
        become(s, REELS, who, n, by)
    else:
        finish(s, n)


@rule
def reels(s: State, c: int, n: int) -> bool:
    """Must they roll under Constitution? One event of 3 or more, or by option the total (BA-STUN-7, BA-R16)."""
    if n <= 0 or not standing(s, c):
        return False
    return n >= 3 or (s.options & STUN_FALL_CUMULATIVE != 0 and s.stun[c] >= 3)


@REELS.begin
def reel(s: State, who: int, sequences: int, by: int) -> None:
    """Constitution or a fall in place (BA-STUN-7); passes the number of sequences on as the result."""
    if standing(s, who) and not roll_under(s, who, BY_CONSTITUTION):
        end_after(s, sequences)
        call(s, FALLS, who, by)
    else:
        finish(s, sequences)


@KEEPS_FEET.begin
def keep_feet(s: State, who: int, by: int) -> None:
    """Dexterity or a fall in place; only those who stand roll (BA-TEST-7)."""
    if standing(s, who) and not roll_under(s, who, BY_DEXTERITY):
        become(s, FALLS, who, by)
    else:
        finish(s)


# Falls.


@FALLS.begin
def fall(s: State, who: int, by: int) -> None:
    """Fall in place (BA-FALL-1); beside a piece of furniture or the bar (BA-FALL-3), down the stairs (BA-FALL-4)."""
    p = s.at[who]
    # A prone character cannot fall in place (BA-FALL-5).
    if not standing(s, who):
        finish(s)
    elif on_top(s, p):
        become(s, FALLS_BESIDE, who, p, surface(s, p), by, surface(s, p))
    elif s.ground[p] & 7 == STEPS:
        become(s, TUMBLES, who, p, by)
    else:
        emit(s, FALLS_IN_PLACE, tag(s, who), p)
        lie_prone(s, who)
        go(s, fallen)
        call(s, DAZED, who, LINE_B, 0, by)


@FALLS.step
def fallen(s: State, who: int, by: int) -> None:
    cut(s, who, by)
    finish(s)


@FALLS_BESIDE.begin
def fall_beside(s: State, who: int, point: int, left: int, by: int, top: int) -> None:
    """Fall from a top to a point drawn beside it (BA-FALL-3, BA-FALL-9); the result is 1 when there was room."""
    if not in_play(s, who):
        finish(s, 0)
        return
    q = draw_landing(s, point, top)
    if q == NOWHERE:
        find_no_room(s, who, point)
    elif s.ground[q] & 7 == STEPS:
        become(s, TUMBLES, who, q, by)
    else:
        go(s, fallen_beside)
        land(s, who, q, left, by)


@rule
def find_no_room(s: State, who: int, point: int) -> None:
    """A failed jump or a push ends on the top itself, standing (BA-FALL-9); legs at 0 try again later (BA-FALL-10)."""
    emit(s, NO_ROOM_TO_FALL, tag(s, who), point)
    if s.at[who] != point:
        lift(s, who)
        s.prone[who] = 0
        safe_place(s, who, point)
    elif s.hp[who][LEGS] == 0:
        s.stuck[who] = 1
    finish(s, 0)


@FALLS_BESIDE.step
def fallen_beside(s: State, who: int, by: int) -> None:
    cut(s, who, by)
    finish(s, 1)


@FALLS_DOWN.begin
def fall_down(s: State, who: int, point: int, left: int, by: int) -> None:
    """Fall from a height (BA-FALL-2, -6); from a top below one falls on, on stairs one tumbles (BA-FALL-9)."""
    if not in_play(s, who):
        finish(s)
    elif on_top(s, point):
        become(s, FALLS_BESIDE, who, point, left, by, surface(s, point))
    elif s.ground[point] & 7 == STEPS:
        become(s, TUMBLES, who, point, by)
    else:
        go(s, fallen_down)
        land(s, who, point, left, by)


@FALLS_DOWN.step
def fallen_down(s: State, who: int, by: int) -> None:
    cut(s, who, by)
    finish(s)


@rule
def land(s: State, c: int, q: int, left: int, by: int) -> None:
    """Land prone on q and roll line C, +1 for each level beyond the first (BA-FALL-2)."""
    fallen_levels = max(1, left - base(s, q))
    come_down(s, c, q)
    emit(s, FALLS_FROM_HEIGHT, tag(s, c), s.at[c], fallen_levels)
    drop_chair(s, c)
    call(s, DAZED, c, LINE_C, fallen_levels - 1, by)


@rule
def come_down(s: State, c: int, q: int) -> None:
    """Prone on q, or beside it when somebody is there; holds and timed actions end."""
    end_holds(s, c)
    break_timed(s, c)
    lift(s, c)
    s.prone[c] = 1
    s.stuck[c] = 0
    safe_place(s, c, q)


# The stairs.

BOTTOM, PUSHED = TUMBLES.keeps("bottom pushed")


@TUMBLES.begin
def tumble(s: State, who: int, stairs: int, by: int) -> None:
    """Tumble to the bottom of the stairs, pushing whoever is there (BA-FALL-4)."""
    low = s.stairs_low[stairs_of(s, stairs)]
    keep(s, BOTTOM, low)
    go(s, reach_bottom)
    if upright_kind(s, low) != NO_PIECE:
        keep(s, BOTTOM, stairs)
    elif s.stander[low]:
        victim = s.stander[low] - 1
        if victim == who:
            return
        if s.held_by[victim] or s.chain[victim]:
            keep(s, BOTTOM, stairs)
        else:
            s.chain[who] = 1
            keep(s, PUSHED, 1)
            call(s, PUSHES, victim, direction_to(stairs, low), AS_JOSTLE, by)


@TUMBLES.step
def reach_bottom(s: State, who: int, stairs: int, by: int, bottom: int, pushed: int) -> None:
    """They reach the bottom unless somebody there could not be pushed away."""
    q = bottom
    if (pushed and s.result != MOVED) or (s.stander[q] and s.stander[q] != who + 1):
        q = stairs
    come_down(s, who, q)
    s.facing[who] = roll(s, 8) - 1
    emit(s, TUMBLES_DOWN, tag(s, who), s.at[who], s.facing[who])
    drop_chair(s, who)
    go(s, tumbled)
    call(s, DAZED, who, LINE_C, 0, by)


@TUMBLES.step
def tumbled(s: State, who: int, by: int) -> None:
    cut(s, who, by)
    finish(s, 1)
