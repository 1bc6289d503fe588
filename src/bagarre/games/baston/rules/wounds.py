"""Wounds, and leaving the fight: HS or off the board (BA-WOUND, BA-EXIT, BA-GLASS)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.rule import rule

from ..events import (
    BODY_FALLS,
    CUT,
    KNOCKED_OUT,
    LEAVES_BOARD,
    LIMB_LOST,
    LOOT_FALLS,
    PROTECTS,
    PUSHED_OFF,
    WOUNDED,
)
from ..state import (
    DEALT,
    ESCAPED,
    GLASS_PROTECTION,
    HEAD,
    HS,
    IN_PLAY,
    JACKET,
    KNOCKED,
    LEGS,
    LOOT,
    LOST,
    NOWHERE,
    OUT,
    SELF_HURT,
    SELF_KNOCKED,
    SHARDS_HERE,
    SHOVED,
    TRUNK,
    VITAL,
    State,
)
from .geometry import on_top
from .objects import drop_chair, has, lay, layer_of, lose_item
from .people import draw_landing, level, lift, owners, side_of, tag
from .points import count_deed, tell_gone
from .shaken import break_timed, end_hold, end_holds

# Leaving the fight.


@rule
def leave_loot(s: State, c: int, p: int) -> None:
    """The loot of an eliminated character stays on their last point (SC3)."""
    if s.loot_game and has(s, c, LOOT):
        lose_item(s, c, LOOT)
        lay(s, LOOT, p, layer_of(s, p))
        emit(s, LOOT_FALLS, p)


@rule
def clear(s: State, c: int) -> None:
    """An eliminated character executes nothing more."""
    end_holds(s, c)
    break_timed(s, c)
    s.stun[c] = 0
    s.circled[c] = 0
    s.shaken[c] = 0
    s.pending[c] = 0
    s.owes_rest[c] = 0
    s.stuck[c] = 0
    s.done[c] = 1


@rule
def knock_out(s: State, c: int, by: int) -> None:
    """HS (BA-WOUND-2, BA-FALL-7); `by` is the gang that did it (BA-VP-7)."""
    p = s.at[c]
    drop_chair(s, c)
    high = s.prone[c] == 0 and on_top(s, p)
    left = level(s, c)
    lift(s, c)
    s.fate[c] = HS
    clear(s, c)
    emit(s, KNOCKED_OUT, tag(s, c), by)
    if by >= 0:
        if side_of(s, by) == side_of(s, s.seat_of[c]):
            count_deed(s, by, SELF_KNOCKED, 1)
        else:
            count_deed(s, by, KNOCKED, 1)
    tell_gone(s, c)
    if high:
        q = draw_landing(s, p, left)
        if q != NOWHERE:
            s.at[c] = q
            emit(s, BODY_FALLS, tag(s, c), q)
    leave_loot(s, c, s.at[c])
    s.prone[c] = 1


@rule
def leave_board(s: State, c: int, by: int, on_foot: int) -> None:
    """Out of play with all they carry (BA-EXIT-1): by their own order (`on_foot`), or pushed by a gang."""
    p = s.at[c]
    seat = s.seat_of[c]
    lift(s, c)
    s.fate[c] = OUT
    clear(s, c)
    if on_foot:
        emit(s, LEAVES_BOARD, tag(s, c))
        count_deed(s, seat, LOST, 1)
        if s.escape and s.turn >= s.escape:
            count_deed(s, seat, ESCAPED, 1)
        if s.loot_game and has(s, c, LOOT):
            s.winner = side_of(s, seat)
    else:
        emit(s, PUSHED_OFF, tag(s, c), by)
        leave_loot(s, c, p)
        if by >= 0 and side_of(s, by) != side_of(s, seat):
            count_deed(s, by, SHOVED, 1)
        elif by >= 0:
            count_deed(s, seat, LOST, 1)
    tell_gone(s, c)
    s.at[c] = NOWHERE


# Wounds.


@rule
def protected(s: State, c: int, part: int) -> bool:
    """Does worn gear cover the part? (BA-EQUIP-4)"""
    if part == HEAD:
        return s.helmet[c] != 0
    if part == TRUNK:
        return s.garment[c] != 0
    if part == LEGS:
        return s.boots[c] != 0
    return s.garment[c] == JACKET


@rule
def wound(s: State, c: int, part: int, n: int, by: int) -> None:
    """Lose hit points, never below 0 (BA-WOUND-1); head or trunk at 0: HS; an arm at 0 drops a chair and a hold."""
    lost = min(n, s.hp[c][part])
    if lost <= 0:
        return
    s.hp[c][part] -= lost
    emit_to(s, owners(s, c), WOUNDED, tag(s, c), part, lost, s.hp[c][part])
    if by >= 0:
        if side_of(s, by) == side_of(s, s.seat_of[c]):
            count_deed(s, by, SELF_HURT, lost)
        else:
            count_deed(s, by, DEALT, lost)
    if s.hp[c][part] > 0:
        return
    if VITAL[part]:
        knock_out(s, c, by)
        return
    emit(s, LIMB_LOST, tag(s, c), part)
    if part != LEGS:
        drop_chair(s, c)
        end_hold(s, c)


@rule
def cut(s: State, c: int, by: int) -> None:
    """Shards on the floor cut who falls or crawls there (BA-GLASS-1); those under an overturned table do not (BA-REN-10)."""
    p = s.at[c]
    if s.fate[c] != IN_PLAY or s.litter[p] & SHARDS_HERE == 0:
        return
    n = s.piece[p] - 1
    if n >= 0 and s.overturned[n]:
        return
    die = roll(s, 8)
    part = s.cuts[die - 1]
    emit(s, CUT, tag(s, c), die, part)
    if s.options & GLASS_PROTECTION and protected(s, c, part):
        emit(s, PROTECTS, tag(s, c), part)
        return
    wound(s, c, part, 1, by)
