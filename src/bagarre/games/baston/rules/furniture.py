"""Furniture that moves: pushed chairs, pushed pieces, overturned tables (BA-CHAIR-5…8, BA-POU, BA-REN)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import (
    CHAIR_FALLS,
    CHAIR_GONE,
    CHAIR_PUSHED,
    GLASS_BREAKS,
    PIECE_FALLS,
    PIECE_GONE,
    PIECE_MOVES,
    PIECE_STUCK,
    RIDER_THROWN,
    SANDWICHED,
    TABLE_FLIPS,
)
from ..state import (
    ALONE,
    ALONG_ROW,
    BAR,
    BOTTLE,
    BROKEN,
    CHAIR_HERE,
    CROWD,
    IN_PLAY,
    NO_PIECE,
    NOBODY,
    NOWHERE,
    OVERTURN_ONE,
    SHARDS_HERE,
    SIDE,
    TABLE,
    TOP_OBJECTS,
    VIDEO,
    State,
)
from .falls import LINE_A, LINE_B, LINE_C
from .geometry import ACROSS, DOWN, MOVING, barred, base, height, second_point, towards, upright_kind
from .jostle import begin_chain
from .jostle_manners import BY_FURNITURE, MOVED
from .machine import (
    DAZED,
    FALLS_BESIDE,
    FALLS_DOWN,
    KEEPS_FEET,
    MEETS,
    PUSHES,
    SLIDES_CHAIR,
    TOPPLES,
    become,
    call,
    finish,
)
from .people import (
    BY_STRENGTH,
    break_chair,
    in_play,
    jostled,
    lay,
    layer_of,
    leave_board,
    lies_at,
    lift,
    pick_up,
    roll_under,
    safe_place,
    tag,
    wreck_piece,
)

PIECE_SHIFT = 32
"""Events name a piece by kind × 32 + label."""


@rule
def piece_tag(s: State, n: int) -> int:
    return s.piece_kind[n] * PIECE_SHIFT + s.piece_label[n]


# Chairs.


@rule
def op_slides_chair(s: State, p: int, d: int, by: int) -> None:
    """A chair on p is pushed in direction d, and the chairs in a row behind it first (BA-CHAIR-5).

    Frame: 5 how many of the row are still to move, 6 set once the row is counted.
    """
    frame = s.frames[s.depth - 1]
    if frame[6] == 0:
        frame[6] = 1
        q = p
        while q != NOWHERE and s.litter[q] & CHAIR_HERE:
            frame[5] += 1
            q = towards(s, q, d)
            # The row ends at a barrier.
            if q != NOWHERE and barred(s, q, (d + 4) & 7, MOVING):
                q = NOWHERE
    if frame[5] == 0:
        finish(s)
        return
    frame[5] -= 1
    move_chair(s, p + frame[5] * (SIDE * DOWN[d] + ACROSS[d]), d, by)


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
    # Not tested if the same push has pushed him already (BA-CHAIR-6).
    if there >= 0 and s.prone[there] == 0 and s.touched[there] == 0:
        call(s, KEEPS_FEET, there, by)


# Pieces: where they would go.


@rule
def part_of(s: State, n: int, k: int) -> int:
    """The k-th point of a piece."""
    return s.piece_at[n] if k == 0 else second_point(s, n)


@rule
def size_of(s: State, n: int) -> int:
    return 1 if s.piece_lies[n] == ALONE else 2


@rule
def lift_piece(s: State, n: int) -> None:
    for k in range(size_of(s, n)):
        s.piece[part_of(s, n, k)] = 0


@rule
def put_piece(s: State, n: int, p: int) -> None:
    s.piece_at[n] = p
    for k in range(size_of(s, n)):
        s.piece[part_of(s, n, k)] = n + 1


@rule
def leaves_board(s: State, n: int, d: int) -> bool:
    for k in range(size_of(s, n)):
        if towards(s, part_of(s, n, k), d) == NOWHERE:
            return True
    return False


@rule
def way_barred(s: State, n: int, d: int) -> bool:
    """Would the piece meet a barrier, other furniture, the bar or higher ground one point on? (BA-POU-9)"""
    for k in range(size_of(s, n)):
        p = part_of(s, n, k)
        q = towards(s, p, d)
        if q == NOWHERE:
            continue
        if barred(s, p, d, MOVING):
            return True
        if s.piece[q] != 0 and s.piece[q] != n + 1:
            return True
        if s.ground[q] & 7 == BAR or base(s, q) > base(s, p):
            return True
    if size_of(s, n) == 2 and not leaves_board(s, n, d):
        along = 2 if s.piece_lies[n] == ALONG_ROW else 4
        if barred(s, towards(s, s.piece_at[n], d), along, MOVING):
            return True
    return False


@rule
def falls_over(s: State, n: int, d: int) -> bool:
    """Would a point of the piece be over a lower base level? (BA-POU-15)"""
    for k in range(size_of(s, n)):
        p = part_of(s, n, k)
        q = towards(s, p, d)
        if q != NOWHERE and base(s, q) < base(s, p):
            return True
    return False


@rule
def enters_point(s: State, n: int, d: int, q: int) -> bool:
    """Is q a point that the piece would newly cover, on its own level? (BA-POU-17)"""
    if s.piece[q] == n + 1:
        return False
    for k in range(size_of(s, n)):
        p = part_of(s, n, k)
        if towards(s, p, d) == q:
            return base(s, q) == base(s, p)
    return False


@rule
def next_in_way(s: State, n: int, d: int) -> int:
    """The first character in rank order on the floor of a point that the piece enters (BA-LONG-3)."""
    for i in range(s.crowd):
        c = s.by_rank[i]
        if s.fate[c] == IN_PLAY and s.stander[s.at[c]] == c + 1 and enters_point(s, n, d, s.at[c]):
            # Those who lie are slid over, except by a video game (BA-POU-13).
            if s.prone[c] == 0 or s.piece_kind[n] == VIDEO:
                return i
    return -1


@rule
def next_below(s: State, n: int, d: int, start: int) -> int:
    """The next character in rank order on a lower point that the falling piece would enter (BA-POU-15)."""
    for i in range(start, s.crowd):
        c = s.by_rank[i]
        if s.fate[c] != IN_PLAY or s.stander[s.at[c]] != c + 1:
            continue
        for k in range(size_of(s, n)):
            p = part_of(s, n, k)
            if towards(s, p, d) == s.at[c] and base(s, s.at[c]) < base(s, p):
                return i
    return -1


@rule
def move_tops(s: State, n: int, d: int) -> None:
    """Objects on top go with the piece, which has not moved yet (BA-POU-14)."""
    for i in range(s.loose_count):
        if s.loose[i] & 512:
            p = s.loose[i] & 511
            if s.piece[p] == n + 1:
                # Marked with a kind beyond all, so that none is moved twice.
                s.loose[i] += 1 << 14
    for k in range(size_of(s, n)):
        s.litter[part_of(s, n, k)] &= ~TOP_OBJECTS
    for i in range(s.loose_count):
        if s.loose[i] >> 14:
            q = towards(s, s.loose[i] & 511, d)
            s.loose[i] = (s.loose[i] & 15872) | q
            s.litter[q] |= TOP_OBJECTS


@rule
def drop_tops(s: State, n: int, d: int) -> None:
    """The objects on a piece that leaves or falls: over the edge on the points below, bottles as shards; d < 0: taken along."""
    for k in range(size_of(s, n)):
        p = part_of(s, n, k)
        for item in range(1, 14):
            while lies_at(s, item, p, 1):
                pick_up(s, item, p, 1)
                q = towards(s, p, d) if d >= 0 else NOWHERE
                if q != NOWHERE:
                    set_down(s, item, q)


@rule
def set_down(s: State, item: int, q: int) -> None:
    """An object falls on q, a bottle as shards."""
    if item == BOTTLE or item == BROKEN:
        s.litter[q] |= SHARDS_HERE
        emit(s, GLASS_BREAKS, q)
    else:
        lay(s, item, q, layer_of(s, q))


@rule
def shift_piece(s: State, n: int, d: int) -> None:
    """Move a piece one point with its riders and the objects on it."""
    move_tops(s, n, d)
    first = s.rider[n][0]
    second = s.rider[n][1]
    lift_piece(s, n)
    put_piece(s, n, towards(s, s.piece_at[n], d))
    if first:
        s.at[first - 1] = part_of(s, n, 0)
    if second:
        s.at[second - 1] = part_of(s, n, 1)


@rule
def remove_piece(s: State, n: int) -> None:
    lift_piece(s, n)
    s.piece_at[n] = NOWHERE
    s.rider[n][0] = 0
    s.rider[n][1] = 0


@rule
def clear_touched(s: State) -> None:
    for c in range(CROWD):
        s.touched[c] = 0


@rule
def next_chair(s: State, n: int, d: int) -> int:
    """A chair on a point that the piece enters, NOWHERE for none."""
    for k in range(size_of(s, n)):
        q = towards(s, part_of(s, n, k), d)
        if q != NOWHERE and s.litter[q] & CHAIR_HERE and enters_point(s, n, d, q):
            return q
    return NOWHERE


@rule
def first_rider(s: State, n: int) -> int:
    """The better-ranked of the two who stand on a piece, NOBODY for none."""
    for i in range(s.crowd):
        c = s.by_rank[i]
        if s.rider[n][0] == c + 1 or s.rider[n][1] == c + 1:
            return c
    return NOBODY


@rule
def op_meets(s: State, n: int, d: int, by: int) -> None:
    """Everybody in the way of a piece is pushed straight on, or sandwiched (BA-POU-11, -12, BA-LONG-3).

    The result is 1 when the way is clear. Somebody already met is pushed without rolls (BA-REN-4).
    Frame: 5 the character in hand, 6 set when he was met before.
    """
    frame = s.frames[s.depth - 1]
    if frame[1] == 0:
        i = next_in_way(s, n, d)
        if i < 0:
            finish(s, 1)
            return
        c = s.by_rank[i]
        frame[5] = c
        frame[6] = s.touched[c]
        frame[1] = 1
        s.touched[c] = 1
        begin_chain(s, -1)
        call(s, PUSHES, c, d, BY_FURNITURE, by)
    elif frame[1] == 1:
        if s.result == MOVED:
            frame[1] = 0
            if frame[6] == 0 and in_play(s, frame[5]):
                frame[1] = 2
                call(s, DAZED, frame[5], LINE_A, 0, by)
        elif frame[6]:
            finish(s, 0)
        else:
            emit(s, SANDWICHED, tag(s, frame[5]))
            jostled(s, frame[5])
            frame[1] = 3
            call(s, DAZED, frame[5], LINE_C, 0, by)
    elif frame[1] == 2:
        frame[1] = 0
        call(s, KEEPS_FEET, frame[5], by)
    elif frame[1] == 3:
        frame[1] = 4
        call(s, KEEPS_FEET, frame[5], by)
    else:
        finish(s, 0)


@rule
def op_pushes_piece(s: State, n: int, d: int, pusher: int, joint: int) -> None:
    """Move a piece one point: barriers, Strength, people in the way, chairs, movement, riders (BA-POU-16)."""
    frame = s.frames[s.depth - 1]
    by = s.seat_of[pusher]
    if frame[1] == 0:
        clear_touched(s)
        begin_chain(s, -1)
        # Heavy: a game machine, or a table with somebody on it (BA-POU-5); together no roll is needed (BA-POU-7).
        heavy = s.piece_kind[n] != TABLE or first_rider(s, n) >= 0
        stuck = way_barred(s, n, d)
        if not stuck and heavy and joint == 0:
            stuck = not roll_under(s, pusher, BY_STRENGTH)
        if stuck:
            emit(s, PIECE_STUCK, piece_tag(s, n))
            finish(s, 0)
        elif leaves_board(s, n, d) or falls_over(s, n, d):
            become(s, TOPPLES, n, d, by)
        else:
            frame[1] = 1
            call(s, MEETS, n, d, by)
    elif frame[1] == 1:
        if s.result == 0:
            finish(s, 0)
            return
        frame[1] = 2
    elif frame[1] == 2:
        q = next_chair(s, n, d)
        if q != NOWHERE:
            call(s, SLIDES_CHAIR, q, d, by)
            return
        shift_piece(s, n, d)
        emit(s, PIECE_MOVES, piece_tag(s, n), s.piece_at[n])
        frame[1] = 3
        frame[6] = first_rider(s, n)
        frame[7] = s.rider[n][0] + s.rider[n][1] - 1 - (frame[6] + 1)
    elif frame[1] < 5:
        # Each of the two who may be on top must keep his feet (BA-POU-14).
        rider = frame[6] if frame[1] == 3 else frame[7]
        frame[1] += 1
        if rider >= 0:
            call(s, KEEPS_FEET, rider, by)
    else:
        finish(s, 1)


@rule
def op_topples(s: State, n: int, d: int, by: int) -> None:
    """A piece goes over an edge and is destroyed (BA-POU-15), or over the rim of the board and is gone (BA-POU-19).

    Frame: 5 the place reached in the ranks, then 1 if it is gone; 6 and 7 riders + 1 in rank order, 8 the level of its top.
    """
    frame = s.frames[s.depth - 1]
    if frame[1] == 0:
        # Those below, in rank order.
        i = next_below(s, n, d, frame[5])
        if i < 0 or leaves_board(s, n, d):
            frame[1] = 1
            return
        frame[5] = i + 1
        call(s, DAZED, s.by_rank[i], LINE_C, 0, by)
    elif frame[1] == 1:
        gone = leaves_board(s, n, d)
        emit(s, PIECE_GONE if gone else PIECE_FALLS, piece_tag(s, n))
        drop_tops(s, n, -1 if gone else d)
        frame[8] = height(s, s.piece_at[n])
        detach_riders(s, n)
        # The piece goes first: the points it leaves are free to fall on (BA-R94).
        remove_piece(s, n)
        if not gone:
            wreck_piece(s, n)
        frame[5] = 1 if gone else 0
        frame[1] = 2
    elif frame[1] == 2:
        if frame[6] == 0:
            finish(s, 1)
            return
        frame[1] = 3
        drop_rider(s, frame[6] - 1, d, by)
    else:
        rider = frame[6] - 1
        if in_play(s, rider) and s.stander[s.at[rider]] != rider + 1:
            # No room to fall: he finds himself on the floor where the piece was.
            safe_place(s, rider, s.at[rider])
        frame[6] = frame[7]
        frame[7] = 0
        frame[1] = 2


@rule
def drop_rider(s: State, rider: int, d: int, by: int) -> None:
    """A rider of a piece that is no longer there falls, or leaves the board with it (BA-POU-15, BA-POU-19)."""
    frame = s.frames[s.depth - 1]
    gone = frame[5] != 0
    top = frame[8]
    p = s.at[rider]
    q = towards(s, p, d)
    if q == NOWHERE:
        leave_board(s, rider, by, 0)
    elif not gone and base(s, q) < base(s, p) and s.stander[q] == 0 and upright_kind(s, q) == NO_PIECE:
        call(s, FALLS_DOWN, rider, q, top, by)
    else:
        call(s, FALLS_BESIDE, rider, p, top, by, top)


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


@rule
def break_chairs_at(s: State, n: int) -> None:
    for k in range(size_of(s, n)):
        p = part_of(s, n, k)
        if s.litter[p] & CHAIR_HERE:
            s.litter[p] &= ~CHAIR_HERE
            break_chair(s, p)


@rule
def tops_go_under(s: State, n: int) -> None:
    """What was on the table is now under it, bottles as shards (BA-REN-6)."""
    for k in range(size_of(s, n)):
        p = part_of(s, n, k)
        for item in range(1, 14):
            while lies_at(s, item, p, 1):
                pick_up(s, item, p, 1)
                set_down(s, item, p)


@rule
def op_tips(s: State, c: int, n: int, d: int) -> None:
    """Overturn a table, or set it upright: two steps of one point, objects, riders (BA-REN-2…8).

    Frame: 5 steps made, 6 and 7 riders + 1 in rank order, 8 the rider + 1 who looks for room.
    """
    frame = s.frames[s.depth - 1]
    by = s.seat_of[c]
    if frame[1] == 0:
        clear_touched(s)
        begin_chain(s, -1)
        rider = first_rider(s, n)
        if rider >= 0 and not roll_under(s, c, BY_STRENGTH):
            emit(s, PIECE_STUCK, piece_tag(s, n))
            finish(s, 0)
            return
        frame[1] = 1
    elif frame[1] == 1:
        if frame[5] == (1 if s.options & OVERTURN_ONE else 2):
            frame[1] = 3
        elif leaves_board(s, n, d) or falls_over(s, n, d):
            frame[1] = 4
            call(s, TOPPLES, n, d, by)
        else:
            frame[1] = 2
            call(s, MEETS, n, d, by)
    elif frame[1] == 2:
        if s.result == 0:
            # Somebody cannot be pushed: it is turned over where it is (BA-REN-5).
            frame[1] = 3
            return
        detach_riders(s, n)
        frame[1] = 1
        frame[5] += 1
        shift_piece(s, n, d)
        break_chairs_at(s, n)
    elif frame[1] == 3:
        detach_riders(s, n)
        s.overturned[n] = 1 - s.overturned[n]
        emit(s, TABLE_FLIPS, piece_tag(s, n), s.piece_at[n], s.overturned[n])
        break_chairs_at(s, n)
        if s.overturned[n]:
            tops_go_under(s, n)
        frame[1] = 4
    else:
        throw_riders(s, by)


@rule
def detach_riders(s: State, n: int) -> None:
    """The riders stay in the air over their former points while the table goes from under them (BA-REN-7)."""
    frame = s.frames[s.depth - 1]
    rider = first_rider(s, n)
    while rider >= 0:
        lift(s, rider)
        if frame[6] == 0:
            frame[6] = rider + 1
        else:
            frame[7] = rider + 1
        rider = first_rider(s, n)


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
def throw_riders(s: State, by: int) -> None:
    """Each rider falls two steps away in a direction drawn by 1D8 (BA-REN-7, BA-R31)."""
    frame = s.frames[s.depth - 1]
    if frame[8]:
        # He had no room to fall: he stands where he was.
        rider = frame[8] - 1
        frame[8] = 0
        if s.stander[s.at[rider]] != rider + 1:
            safe_place(s, rider, s.at[rider])
        return
    if frame[6] == 0:
        finish(s, 1)
        return
    rider = frame[6] - 1
    frame[6] = frame[7]
    frame[7] = 0
    p = s.at[rider]
    top = height(s, p)
    possible = False
    for d in range(8):
        if can_be_thrown(s, p, d):
            possible = True
    if not possible:
        frame[8] = rider + 1
        call(s, FALLS_BESIDE, rider, p, top, by, top)
        return
    die = roll(s, 8)
    emit(s, RIDER_THROWN, tag(s, rider), die - 1)
    while not can_be_thrown(s, p, die - 1):
        die = roll(s, 8)
        emit(s, RIDER_THROWN, tag(s, rider), die - 1)
    call(s, FALLS_DOWN, rider, towards(s, towards(s, p, die - 1), die - 1), top, by)
