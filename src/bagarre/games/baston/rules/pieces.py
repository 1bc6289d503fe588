"""Tables and game machines: where they stand, where they would go, and what is on them (BA-POU-9, -13…17)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import GLASS_BREAKS
from ..state import (
    ALONE,
    ALONG_ROW,
    BAR,
    BOTTLE,
    BROKEN,
    CHAIR_HERE,
    FURNITURE,
    IN_PLAY,
    ITEM_KINDS,
    NOBODY,
    NOWHERE,
    SHARDS_HERE,
    TOP_OBJECTS,
    VIDEO,
    State,
)
from .geometry import MOVING, barred, base, second_point, towards
from .objects import break_chair, lay, layer_of, lies_at, pick_up
from .points import count_wreck

PIECE_SHIFT = 32
"""Events name a piece by kind × 32 + label."""


@rule
def piece_tag(s: State, n: int) -> int:
    return s.piece_kind[n] * PIECE_SHIFT + s.piece_label[n]


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
def remove_piece(s: State, n: int) -> None:
    lift_piece(s, n)
    s.piece_at[n] = NOWHERE
    s.rider[n][0] = 0
    s.rider[n][1] = 0


@rule
def wreck_piece(s: State) -> None:
    """A table or game machine is destroyed."""
    count_wreck(s, FURNITURE)


@rule
def first_rider(s: State, n: int) -> int:
    """The better-ranked of the two who stand on a piece, NOBODY for none."""
    for i in range(s.crowd):
        c = s.by_rank[i]
        if s.rider[n][0] == c + 1 or s.rider[n][1] == c + 1:
            return c
    return NOBODY


# Where a piece would go.


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
def next_chair(s: State, n: int, d: int) -> int:
    """A chair on a point that the piece enters, NOWHERE for none."""
    for k in range(size_of(s, n)):
        q = towards(s, part_of(s, n, k), d)
        if q != NOWHERE and s.litter[q] & CHAIR_HERE and enters_point(s, n, d, q):
            return q
    return NOWHERE


# What is on top.


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
        for item in range(1, ITEM_KINDS):
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
def tops_go_under(s: State, n: int) -> None:
    """What was on the table is now under it, bottles as shards (BA-REN-6)."""
    for k in range(size_of(s, n)):
        p = part_of(s, n, k)
        for item in range(1, ITEM_KINDS):
            while lies_at(s, item, p, 1):
                pick_up(s, item, p, 1)
                set_down(s, item, p)


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
def break_chairs_at(s: State, n: int) -> None:
    for k in range(size_of(s, n)):
        p = part_of(s, n, k)
        if s.litter[p] & CHAIR_HERE:
            s.litter[p] &= ~CHAIR_HERE
            break_chair(s, p)
