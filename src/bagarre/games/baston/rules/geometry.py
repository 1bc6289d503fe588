"""The board: points, directions, links, levels, obstruction, corners. Nothing here changes the state.

Everything that moves asks `step_class`; everything that reaches or flies asks `barred`.
"""

from bagarre.kernel.rule import rule, table

from ..state import (
    ALONE,
    ALONG_ROW,
    BAR,
    BARRED,
    CORNER_DEXTERITY,
    FOOTBALL,
    GAP,
    HALF_OPEN,
    LOW_FURNITURE,
    NO_PIECE,
    NOWHERE,
    OPEN_LEAF,
    PINBALL,
    SIDE,
    STAGE,
    STEPS,
    TABLE,
    VIDEO,
    State,
)

DOWN = table((-1, -1, 0, 1, 1, 1, 0, -1))
"""Change of v in each direction (BA-BOARD-2)."""
ACROSS = table((0, 1, 1, 1, 0, -1, -1, -1))
"""Change of h."""

# Barriers as each kind of traveller meets them.
REACHING = BARRED | OPEN_LEAF
"""Blows, hands and flying objects (BA-BLOW-11, BA-LAN-2)."""
WALKING = BARRED | HALF_OPEN | OPEN_LEAF
"""A walk, or a standing character who is pushed (BA-STEP-10)."""
MOVING = BARRED | HALF_OPEN | OPEN_LEAF | GAP
"""Every other movement, furniture included."""

# Step classes (BA-STEP-4).
FREE, OBSTACLE, EDGE, OFFBOARD, CORNER, AGAINST_LEAF = range(6)
"""CORNER: an obstacle that the option `corner_dexterity` lets one try. AGAINST_LEAF: the back of an open leaf (BA-DOOR-10)."""

BY_WALK, BY_RUN, BY_CRAWL, BY_PUSH = range(4)


@rule
def towards(s: State, p: int, d: int) -> int:
    """The neighbour of p in direction d, NOWHERE beyond the board."""
    v = p // SIDE + DOWN[d]
    h = p % SIDE + ACROSS[d]
    if v < 0 or h < 0 or v >= s.rows or h >= s.columns:
        return NOWHERE
    return v * SIDE + h


@rule
def turned(d: int, by: int) -> int:
    return (d + by) & 7


@rule
def is_front(facing: int, d: int) -> bool:
    """Front directions f−1, f, f+1 (BA-FACE-1)."""
    turn = (d - facing) & 7
    return turn <= 1 or turn == 7


@rule
def is_rear(facing: int, d: int) -> bool:
    """Rear directions f+3, f+4, f+5 (BA-FACE-1)."""
    turn = (d - facing) & 7
    return 3 <= turn <= 5


@rule
def direction_to(p: int, q: int) -> int:
    """The direction from a point to a neighbouring one, -1 when they are no neighbours."""
    dv = q // SIDE - p // SIDE
    dh = q % SIDE - p % SIDE
    for d in range(8):
        if DOWN[d] == dv and ACROSS[d] == dh:
            return d
    return -1


@rule
def link(s: State, p: int, d: int) -> int:
    """What the orthogonal link from p in direction d (0, 2, 4, 6) carries; p and its neighbour are on the board."""
    if d == 2:
        return s.links[p] & 15
    if d == 6:
        return s.links[p - 1] & 15
    if d == 4:
        return (s.links[p] & 240) >> 4
    return (s.links[p - SIDE] & 240) >> 4


@rule
def barred(s: State, p: int, d: int, barriers: int) -> bool:
    """Is the link from p in direction d barred? A diagonal is by any link of its square (BA-STEP-1, BA-STEP-3)."""
    if d & 1 == 0:
        return link(s, p, d) & barriers != 0
    across = towards(s, p, (d + 1) & 7)
    down = towards(s, p, (d - 1) & 7)
    found = link(s, p, (d + 1) & 7) | link(s, p, (d - 1) & 7)
    found |= link(s, across, (d - 1) & 7) | link(s, down, (d + 1) & 7)
    return found & barriers != 0


@rule
def base(s: State, p: int) -> int:
    """Level of the ground (BA-LEVEL-1, BA-LEVEL-2; option furniture_level)."""
    kind = s.ground[p] & 7
    if kind == STAGE:
        return 2
    if kind == STEPS:
        return 1
    if kind == BAR:
        return 2 if s.options & LOW_FURNITURE == 0 else 1
    return 0


@rule
def indoors(s: State, p: int) -> bool:
    return s.ground[p] & 8 != 0


@rule
def upright_kind(s: State, p: int) -> int:
    """Kind of the upright furniture on the point; NO_PIECE where there is none or it is overturned (BA-OCC-6)."""
    n = s.piece[p] - 1
    if n < 0 or s.overturned[n] != 0:
        return NO_PIECE
    return s.piece_kind[n]


@rule
def bears(kind: int) -> bool:
    """Can one stand on such furniture?"""
    return kind == TABLE or kind == FOOTBALL


@rule
def height(s: State, p: int) -> int:
    """Level of the top of a table that stands, or would stand, on p (BA-LEVEL-1)."""
    if base(s, p) == 2:
        return 3
    return 2 if s.options & LOW_FURNITURE == 0 else 1


@rule
def surface(s: State, p: int) -> int:
    """Level on which a standing character is at p: furniture top, otherwise ground (BA-LEVEL-2)."""
    if bears(upright_kind(s, p)):
        return height(s, p)
    return base(s, p)


@rule
def on_top(s: State, p: int) -> bool:
    """Is a character who stands at p on a table, a table football or the bar?"""
    return s.ground[p] & 7 == BAR or bears(upright_kind(s, p))


@rule
def one_step(s: State, low: int, high: int) -> bool:
    """One step up: 0–1, 0–2, 1–2, 2–3 (BA-LEVEL-3); with low furniture a plain difference of 1 (BA-R7)."""
    if s.options & LOW_FURNITURE:
        return high - low == 1
    return high - low == 1 or (low == 0 and high == 2)


@rule
def stairs_of(s: State, p: int) -> int:
    """The number of the stairs on p."""
    for i in range(s.stairs_count):
        if s.stairs_at[i] == p:
            return i
    return -1


@rule
def stairs_link(s: State, p: int, q: int) -> bool:
    """Do the stairs join these two points? (BA-STEP-8)"""
    for i in range(s.stairs_count):
        if s.stairs_at[i] == p and (s.stairs_low[i] == q or s.stairs_high[i] == q):
            return True
        if s.stairs_at[i] == q and (s.stairs_low[i] == p or s.stairs_high[i] == p):
            return True
    return False


@rule
def stairs_usable(s: State, p: int, q: int) -> bool:
    """Stairs lead from ground to ground for those who stand (BA-STEP-11)."""
    if s.ground[p] & 7 != STEPS and s.ground[q] & 7 != STEPS:
        return False
    return stairs_link(s, p, q) and not bears(upright_kind(s, p)) and not bears(upright_kind(s, q))


@rule
def rises(s: State, p: int, level: int) -> int:
    """Does p rise above somebody standing at that level: 0 no, 1 by furniture, 2 by its ground (BA-STEP-6)?"""
    if base(s, p) > level:
        return 2
    kind = upright_kind(s, p)
    if kind == VIDEO or (kind != NO_PIECE and height(s, p) > level):
        return 1
    return 0


@rule
def corner(s: State, p: int, d: int, level: int) -> int:
    """What the diagonal step from p grazes: 0 nothing, 1 furniture, 2 walls of ground (BA-STEP-6)."""
    return max(rises(s, towards(s, p, (d + 1) & 7), level), rises(s, towards(s, p, (d - 1) & 7), level))


@rule
def crawl_corner(s: State, p: int, d: int) -> bool:
    """Crawlers mind only higher ground and video games (BA-STEP-6, BA-R39)."""
    for turn in range(-1, 2, 2):
        q = towards(s, p, (d + turn) & 7)
        if base(s, q) > base(s, p) or upright_kind(s, q) == VIDEO:
            return True
    return False


@rule
def leaf_back(s: State, p: int, d: int) -> int:
    """The open leaf whose back one meets going from p in direction d, from H to S (BA-DOOR-10); -1 for none."""
    if d & 1 or link(s, p, d) & OPEN_LEAF == 0:
        return -1
    q = towards(s, p, d)
    for i in range(s.fixture_count):
        if (
            s.fixture_hinge[i] == p
            and s.fixture_far[i] == q
            and s.fixture_state[i] == 1
            and s.fixture_kind[i] == 1
        ):
            return i
    return -1


@rule
def standing_class(s: State, p: int, d: int, way: int) -> int:
    """Step class for a standing character (BA-STEP-4)."""
    q = towards(s, p, d)
    if q == NOWHERE:
        return OFFBOARD
    if barred(s, p, d, MOVING if way == BY_RUN else WALKING):
        return AGAINST_LEAF if leaf_back(s, p, d) >= 0 else OBSTACLE
    kind = upright_kind(s, q)
    if kind == PINBALL or kind == VIDEO:
        return OBSTACLE
    level = surface(s, p)
    there = surface(s, q)
    if there != level:
        if stairs_usable(s, p, q):
            return FREE
        return OBSTACLE if there > level else EDGE
    if d & 1:
        grazes = corner(s, p, d, level)
        # The option opens corners of furniture to those who walk or run (BA-STEP-7).
        if grazes == 1 and (way == BY_WALK or way == BY_RUN) and s.options & CORNER_DEXTERITY:
            return CORNER
        if grazes:
            return OBSTACLE
    return FREE


@rule
def prone_class(s: State, p: int, d: int, way: int) -> int:
    """Step class for a prone character (BA-STEP-5)."""
    q = towards(s, p, d)
    if q == NOWHERE:
        return OFFBOARD
    if barred(s, p, d, MOVING):
        return AGAINST_LEAF if leaf_back(s, p, d) >= 0 else OBSTACLE
    kind = upright_kind(s, q)
    if kind == VIDEO:
        return OBSTACLE
    if base(s, q) != base(s, p):
        if stairs_link(s, p, q):
            return FREE
        if base(s, q) > base(s, p) or (way == BY_PUSH and kind != NO_PIECE):
            return OBSTACLE
        return EDGE
    if d & 1 and crawl_corner(s, p, d):
        return OBSTACLE
    return FREE


@rule
def second_point(s: State, n: int) -> int:
    """The other point of a piece (the same for a piece of one point)."""
    if s.piece_lies[n] == ALONE:
        return s.piece_at[n]
    return s.piece_at[n] + (1 if s.piece_lies[n] == ALONG_ROW else SIDE)
