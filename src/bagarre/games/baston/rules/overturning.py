"""Furniture that goes over: an edge, the rim of the board (BA-POU-15, -19), or on its side (BA-REN)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.operations import call, finish, go, keep, kept
from bagarre.kernel.rule import rule

from ..events import PIECE_FALLS, PIECE_GONE, PIECE_STUCK, RIDER_THROWN, TABLE_FLIPS
from ..state import ALONG_ROW, BAR, NO_PIECE, NOWHERE, OVERTURN_ONE, State
from .furniture import clear_touched
from .geometry import MOVING, barred, base, height, towards, upright_kind
from .jostle import begin_chain
from .machine import DAZED, FALLS_BESIDE, FALLS_DOWN, LINE_C, MEETS, TIPS, TOPPLES
from .people import BY_STRENGTH, in_play, lift, roll_under, safe_place, tag
from .pieces import (
    break_chairs_at,
    drop_tops,
    falls_over,
    first_rider,
    leaves_board,
    next_below,
    part_of,
    piece_tag,
    remove_piece,
    shift_piece,
    tops_go_under,
    wreck_piece,
)
from .wounds import leave_board


@rule
def detach_riders(s: State, n: int, first: int, second: int) -> None:
    """The riders stay in the air over their former points while the piece goes from under them; registers hold their numbers + 1."""
    rider = first_rider(s, n)
    while rider >= 0:
        lift(s, rider)
        keep(s, second if kept(s, first) else first, rider + 1)
        rider = first_rider(s, n)


@rule
def stand_where_he_was(s: State, c: int) -> None:
    """No room to fall: they find themselves on the floor where the piece was."""
    if s.stander[s.at[c]] != c + 1:
        safe_place(s, c, s.at[c])


# Over an edge, or over the rim of the board.

RANK, GONE, TOP, FALLER, NEXT_FALLER = TOPPLES.keeps("rank gone top faller next_faller")
"""Place reached in the ranks; 1 when it leaves the board; the level of its top; riders + 1 in rank order."""


@TOPPLES.begin
def topple(s: State, piece: int, way: int, by: int, rank: int) -> None:
    """A piece goes over an edge and is destroyed (BA-POU-15), or over the rim and is gone (BA-POU-19): those below first, in rank order."""
    i = next_below(s, piece, way, rank)
    if i < 0 or leaves_board(s, piece, way):
        go(s, go_over)
        return
    keep(s, RANK, i + 1)
    call(s, DAZED, s.by_rank[i], LINE_C, 0, by)


@TOPPLES.step
def go_over(s: State, piece: int, way: int) -> None:
    """The piece goes first: the points it leaves are free to fall on (BA-R94)."""
    gone = leaves_board(s, piece, way)
    emit(s, PIECE_GONE if gone else PIECE_FALLS, piece_tag(s, piece))
    drop_tops(s, piece, -1 if gone else way)
    keep(s, GONE, 1 if gone else 0)
    keep(s, TOP, height(s, s.piece_at[piece]))
    detach_riders(s, piece, FALLER, NEXT_FALLER)
    remove_piece(s, piece)
    if not gone:
        wreck_piece(s)
    go(s, drop_rider)


@TOPPLES.step
def drop_rider(s: State, way: int, by: int, gone: int, top: int, faller: int) -> None:
    """Each rider falls, or leaves the board with the piece (BA-POU-15, BA-POU-19)."""
    if faller == 0:
        finish(s, 1)
        return
    go(s, dropped_rider)
    rider = faller - 1
    p = s.at[rider]
    q = towards(s, p, way)
    if q == NOWHERE:
        leave_board(s, rider, by, 0)
    elif gone == 0 and base(s, q) < base(s, p) and s.stander[q] == 0 and upright_kind(s, q) == NO_PIECE:
        call(s, FALLS_DOWN, rider, q, top, by)
    else:
        call(s, FALLS_BESIDE, rider, p, top, by, top)


@TOPPLES.step
def dropped_rider(s: State, faller: int, next_faller: int) -> None:
    if in_play(s, faller - 1):
        stand_where_he_was(s, faller - 1)
    keep(s, FALLER, next_faller)
    keep(s, NEXT_FALLER, 0)
    go(s, drop_rider)


# Overturning.


@rule
def tip_barred(s: State, n: int, d: int) -> bool:
    """May the table not travel so far? (BA-REN-3)"""
    steps = 1 if s.options & OVERTURN_ONE else 2
    for k in range(2):
        p = part_of(s, n, k)
        ground = base(s, p)
        for _ in range(steps):
            q = towards(s, p, d)
            if q == NOWHERE or base(s, q) < ground:
                break
            if barred(s, p, d, MOVING) or base(s, q) > ground or s.ground[q] & 7 == BAR:
                return True
            if s.piece[q] != 0 and s.piece[q] != n + 1:
                return True
            # Its two points must not be parted on the way.
            along = 2 if s.piece_lies[n] == ALONG_ROW else 4
            if k == 0 and barred(s, q, along, MOVING):
                return True
            p = q
    return False


STEPS_MADE, RIDER, NEXT_RIDER, HOMELESS = TIPS.keeps("steps_made rider next_rider homeless")
"""Points travelled; riders + 1 in rank order; the rider + 1 who looks for room."""


@TIPS.begin
def tip_over(s: State, who: int, piece: int) -> None:
    """Overturn a table, or set it upright: two steps of one point, objects, riders (BA-REN-2…8)."""
    clear_touched(s)
    begin_chain(s, -1)
    if first_rider(s, piece) >= 0 and not roll_under(s, who, BY_STRENGTH):
        emit(s, PIECE_STUCK, piece_tag(s, piece))
        finish(s, 0)
    else:
        go(s, travel)


@TIPS.step
def travel(s: State, who: int, piece: int, way: int, steps_made: int) -> None:
    """One point further (BA-REN-4)."""
    by = s.seat_of[who]
    if steps_made == (1 if s.options & OVERTURN_ONE else 2):
        go(s, turn_over)
    elif leaves_board(s, piece, way) or falls_over(s, piece, way):
        go(s, throw_riders)
        call(s, TOPPLES, piece, way, by)
    else:
        go(s, slide_table)
        call(s, MEETS, piece, way, by)


@TIPS.step
def slide_table(s: State, piece: int, way: int, steps_made: int) -> None:
    """Somebody cannot be pushed: it is turned over where it is (BA-REN-5)."""
    if s.result == 0:
        go(s, turn_over)
        return
    detach_riders(s, piece, RIDER, NEXT_RIDER)
    keep(s, STEPS_MADE, steps_made + 1)
    shift_piece(s, piece, way)
    break_chairs_at(s, piece)
    go(s, travel)


@TIPS.step
def turn_over(s: State, piece: int) -> None:
    detach_riders(s, piece, RIDER, NEXT_RIDER)
    s.overturned[piece] = 1 - s.overturned[piece]
    emit(s, TABLE_FLIPS, piece_tag(s, piece), s.piece_at[piece], s.overturned[piece])
    break_chairs_at(s, piece)
    if s.overturned[piece]:
        tops_go_under(s, piece)
    go(s, throw_riders)


@rule
def can_be_thrown(s: State, p: int, d: int) -> bool:
    """Can a rider land two steps from p in that direction? (BA-REN-7)"""
    q = towards(s, p, d)
    if q == NOWHERE or barred(s, p, d, MOVING):
        return False
    r = towards(s, q, d)
    if r == NOWHERE or barred(s, q, d, MOVING):
        return False
    return s.ground[r] & 7 != BAR and upright_kind(s, r) == NO_PIECE and s.stander[r] == 0


@rule
def can_land(s: State, p: int) -> bool:
    for d in range(8):
        if can_be_thrown(s, p, d):
            return True
    return False


@TIPS.step
def throw_riders(s: State, who: int, rider: int, next_rider: int, homeless: int) -> None:
    """Each rider falls two steps away in a direction drawn by 1D8, otherwise beside (BA-REN-7, BA-R31)."""
    if homeless:
        keep(s, HOMELESS, 0)
        stand_where_he_was(s, homeless - 1)
        return
    if rider == 0:
        finish(s, 1)
        return
    keep(s, RIDER, next_rider)
    keep(s, NEXT_RIDER, 0)
    by = s.seat_of[who]
    p = s.at[rider - 1]
    top = height(s, p)
    if not can_land(s, p):
        keep(s, HOMELESS, rider)
        call(s, FALLS_BESIDE, rider - 1, p, top, by, top)
        return
    die = roll(s, 8)
    emit(s, RIDER_THROWN, tag(s, rider - 1), die - 1)
    while not can_be_thrown(s, p, die - 1):
        die = roll(s, 8)
        emit(s, RIDER_THROWN, tag(s, rider - 1), die - 1)
    call(s, FALLS_DOWN, rider - 1, towards(s, towards(s, p, die - 1), die - 1), top, by)
