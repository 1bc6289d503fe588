"""Furniture that is pushed: chairs (BA-CHAIR-5…8), tables and game machines, and whoever is in their way or on top (BA-POU)."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import become, call, end_after, finish, go, keep
from bagarre.kernel.rule import rule

from ..events import CHAIR_FALLS, CHAIR_GONE, CHAIR_PUSHED, PIECE_MOVES, PIECE_STUCK, SANDWICHED
from ..state import BAR, CHAIR_HERE, CROWD, NO_PIECE, NOWHERE, SIDE, TABLE, State
from .geometry import ACROSS, DOWN, MOVING, barred, base, towards, upright_kind
from .jostle import begin_chain
from .machine import (
    BY_FURNITURE,
    DAZED,
    KEEPS_FEET,
    LINE_A,
    LINE_B,
    LINE_C,
    MEETS,
    MOVED,
    PUSHES,
    PUSHES_PIECE,
    SLIDES_CHAIR,
    TOPPLES,
)
from .objects import break_chair
from .people import BY_STRENGTH, in_play, roll_under, tag
from .pieces import (
    falls_over,
    first_rider,
    leaves_board,
    next_chair,
    next_in_way,
    piece_tag,
    shift_piece,
    way_barred,
)
from .shaken import jostled


@rule
def clear_touched(s: State) -> None:
    for c in range(CROWD):
        s.touched[c] = 0


# Chairs.

TO_MOVE, COUNTED = SLIDES_CHAIR.keeps("to_move counted")
"""How many chairs of the row are still to move; 1 once the row is counted."""


@SLIDES_CHAIR.begin
def slide_chair(s: State, point: int, way: int, by: int, to_move: int, counted: int) -> None:
    """A chair is pushed, and the chairs in a row behind it first (BA-CHAIR-5)."""
    moving = to_move if counted else row_of_chairs(s, point, way)
    keep(s, COUNTED, 1)
    if moving == 0:
        finish(s)
        return
    keep(s, TO_MOVE, moving - 1)
    move_chair(s, point + (moving - 1) * (SIDE * DOWN[way] + ACROSS[way]), way, by)


@rule
def row_of_chairs(s: State, p: int, d: int) -> int:
    """How many chairs stand in a row from p on; the row ends at a barrier."""
    count = 0
    q = p
    while q != NOWHERE and s.litter[q] & CHAIR_HERE:
        count += 1
        q = towards(s, q, d)
        if q != NOWHERE and barred(s, q, (d + 4) & 7, MOVING):
            q = NOWHERE
    return count


@rule
def move_chair(s: State, p: int, d: int, by: int) -> None:
    """One chair of the row, the place before it being free now."""
    q = towards(s, p, d)
    s.litter[p] &= ~CHAIR_HERE
    if q == NOWHERE:
        emit(s, CHAIR_GONE, p)
        return
    stopped = barred(s, p, d, MOVING) or upright_kind(s, q) != NO_PIECE or s.ground[q] & 7 == BAR
    if stopped or base(s, q) > base(s, p) or s.litter[q] & CHAIR_HERE:
        break_chair(s, p)
        return
    if base(s, q) < base(s, p):
        # Every change of base level counts, stairs included (BA-CHAIR-8).
        emit(s, CHAIR_FALLS, p, q)
        break_chair(s, q)
        if s.stander[q]:
            call(s, DAZED, s.stander[q] - 1, LINE_B, 0, by)
        return
    s.litter[q] |= CHAIR_HERE
    emit(s, CHAIR_PUSHED, p, q)
    there = s.stander[q] - 1
    # Not tested if the same push has pushed them already (BA-CHAIR-6).
    if there >= 0 and s.prone[there] == 0 and s.touched[there] == 0:
        call(s, KEEPS_FEET, there, by)


# Whoever is in the way.

WHO, AGAIN = MEETS.keeps("who again")
"""The character in hand; 1 when they were met before."""


@MEETS.begin
def meet(s: State, piece: int, way: int, by: int) -> None:
    """Everybody in the way of a piece is pushed straight on, or sandwiched (BA-POU-11, -12, BA-LONG-3); the result is 1 when the way is clear."""
    i = next_in_way(s, piece, way)
    if i < 0:
        finish(s, 1)
        return
    c = s.by_rank[i]
    keep(s, WHO, c)
    keep(s, AGAIN, s.touched[c])
    s.touched[c] = 1
    begin_chain(s, -1)
    go(s, push_aside)
    call(s, PUSHES, c, way, BY_FURNITURE, by)


@MEETS.step
def push_aside(s: State, by: int, who: int, again: int) -> None:
    """Line A when they are pushed, line C when they cannot be; met again, they are pushed without rolls (BA-REN-4)."""
    if s.result == MOVED:
        go(s, meet)
        if again == 0 and in_play(s, who):
            go(s, stagger_aside)
            call(s, DAZED, who, LINE_A, 0, by)
    elif again:
        finish(s, 0)
    else:
        emit(s, SANDWICHED, tag(s, who))
        jostled(s, who)
        go(s, stagger_sandwiched)
        call(s, DAZED, who, LINE_C, 0, by)


@MEETS.step
def stagger_aside(s: State, by: int, who: int) -> None:
    go(s, meet)
    call(s, KEEPS_FEET, who, by)


@MEETS.step
def stagger_sandwiched(s: State, by: int, who: int) -> None:
    """Stun before the Dexterity roll (BA-R91)."""
    end_after(s, 0)
    call(s, KEEPS_FEET, who, by)


# A piece is pushed: barriers, Strength, people in the way, chairs, movement, riders (BA-POU-16).

FIRST, SECOND = PUSHES_PIECE.keeps("first second")
"""The two who may be on top, in rank order; NOBODY for none."""


@PUSHES_PIECE.begin
def push_piece(s: State, piece: int, way: int, pusher: int, joint: int) -> None:
    """Heavy: a game machine, or a table with somebody on it (BA-POU-5); together no roll is needed (BA-POU-7)."""
    by = s.seat_of[pusher]
    clear_touched(s)
    begin_chain(s, -1)
    heavy = s.piece_kind[piece] != TABLE or first_rider(s, piece) >= 0
    stuck = way_barred(s, piece, way)
    if not stuck and heavy and joint == 0:
        stuck = not roll_under(s, pusher, BY_STRENGTH)
    if stuck:
        emit(s, PIECE_STUCK, piece_tag(s, piece))
        finish(s, 0)
    elif leaves_board(s, piece, way) or falls_over(s, piece, way):
        become(s, TOPPLES, piece, way, by)
    else:
        go(s, push_chairs)
        call(s, MEETS, piece, way, by)


@PUSHES_PIECE.step
def push_chairs(s: State) -> None:
    """The way is clear of people, or the piece stays."""
    if s.result:
        go(s, move_piece)
    else:
        finish(s, 0)


@PUSHES_PIECE.step
def move_piece(s: State, piece: int, way: int, pusher: int) -> None:
    """Chairs first (BA-POU-10), then the piece itself."""
    q = next_chair(s, piece, way)
    if q != NOWHERE:
        call(s, SLIDES_CHAIR, q, way, s.seat_of[pusher])
        return
    shift_piece(s, piece, way)
    emit(s, PIECE_MOVES, piece_tag(s, piece), s.piece_at[piece])
    first = first_rider(s, piece)
    keep(s, FIRST, first)
    keep(s, SECOND, s.rider[piece][0] + s.rider[piece][1] - 1 - (first + 1))
    go(s, shake_first)


@PUSHES_PIECE.step
def shake_first(s: State, pusher: int, first: int) -> None:
    """Each of the two who may be on top must keep their feet (BA-POU-14)."""
    go(s, shake_second)
    if first >= 0:
        call(s, KEEPS_FEET, first, s.seat_of[pusher])


@PUSHES_PIECE.step
def shake_second(s: State, pusher: int, second: int) -> None:
    end_after(s, 1)
    if second >= 0:
        call(s, KEEPS_FEET, second, s.seat_of[pusher])
