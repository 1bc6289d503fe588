"""Ways of the scripted player: how far everything is, and where to step next. The event buffer of its copy serves as the map."""

from bagarre.kernel.rule import rule

from .rules.destroying import smashable
from .rules.doors import fixture_on, leaf_jammed
from .rules.geometry import (
    BY_WALK,
    FREE,
    MOVING,
    barred,
    one_step,
    standing_class,
    surface,
    towards,
    upright_kind,
)
from .rules.people import occupant
from .state import (
    BOLTED,
    CHAIR_HERE,
    CLOSED,
    DESTROYED,
    NOWHERE,
    OPEN,
    PINBALL,
    SIDE,
    TELEPHONE,
    VIDEO,
    State,
)
from .tactics import FAR_AWAY, is_enemy

# What a character is after.
FIGHT, REACH, LEAVE, HIDE, WRECK = range(5)


# Ways.


@rule
def passage(s: State, p: int, d: int) -> int:
    """How one gets from p to its neighbour: 0 not at all, 1 on foot, 2 opening a door on the way, 3 by a jump, 4 opening a leaf first."""
    q = towards(s, p, d)
    if q == NOWHERE:
        return 0
    if standing_class(s, p, d, BY_WALK) == FREE:
        return 1
    if barred(s, p, d, MOVING):
        if d & 1:
            return 0
        f = fixture_on(s, p, d)
        if f < 0 or s.fixture_kind[f] > 2 or s.fixture_state[f] == DESTROYED or leaf_jammed(s, f):
            return 0
        if s.fixture_state[f] == OPEN or (
            s.fixture_near[f] != p and (s.fixture_kind[f] == 2 or s.fixture_state[f] == BOLTED)
        ):
            return 0
        pair = s.fixture_pair[f] - 1
        return 4 if pair >= 0 and s.fixture_state[pair] == CLOSED else 2
    kind = upright_kind(s, q)
    if kind == PINBALL or kind == VIDEO:
        return 0
    here = surface(s, p)
    there = surface(s, q)
    if one_step(s, here, there) or here - there == 1 or here - there == 2:
        return 3
    return 0


@rule
def distance_at(s: State, p: int) -> int:
    """Steps to the goal on the map; FAR_AWAY when there is no way."""
    found = s.events[p >> 3][p & 7]
    return found - 1 if found else FAR_AWAY


@rule
def add_source(s: State, p: int, count: int) -> int:
    """A point of the goal: put on the map and in the queue (rows 50 and on)."""
    if s.events[p >> 3][p & 7] == 0:
        s.events[p >> 3][p & 7] = 1
        s.events[50 + (count >> 3)][count & 7] = p
        return count + 1
    return count


@rule
def add_wreckage(s: State) -> int:
    """Chairs, and both sides of leaves, windows and panes that are shut; the telephone from its booth."""
    count = 0
    for p in range(SIDE * SIDE):
        if s.litter[p] & CHAIR_HERE:
            count = add_source(s, p, count)
    for f in range(s.fixture_count):
        if s.fixture_state[f] == CLOSED or s.fixture_state[f] == BOLTED:
            count = add_source(s, s.fixture_near[f], count)
            if s.fixture_kind[f] != TELEPHONE:
                count = add_source(s, s.fixture_far[f], count)
    return count


@rule
def wreck_way(s: State, c: int) -> int:
    """The direction of something to smash beside them, what is in front first; -1 for none."""
    facing = s.facing[c]
    found = -1
    for turn in range(8):
        d = (facing + (turn + 1) // 2 * (1 - 2 * (turn & 1))) & 7
        s.facing[c] = d
        if found < 0 and (smashable(s, c, d) or smashable(s, c, 8 + d) or (d == 2 and smashable(s, c, 16))):
            found = d
    s.facing[c] = facing
    return found


@rule
def map_distances(s: State, c: int, aim: int, point: int) -> None:
    """Distances to the nearest enemy, to a point, to the rim of the board, or to what can be smashed, breadth first as far as c."""
    # The queue behind the map is written before it is read.
    for row in range(SIDE * SIDE // 8):
        for i in range(8):
            s.events[row][i] = 0
    count = 0
    if aim == REACH:
        count = add_source(s, point, count)
    elif aim == LEAVE:
        for v in range(s.rows):
            for h in range(s.columns):
                if v == 0 or h == 0 or v == s.rows - 1 or h == s.columns - 1:
                    count = add_source(s, v * SIDE + h, count)
    elif aim == WRECK:
        count = add_wreckage(s)
    else:
        for other in range(s.crowd):
            if is_enemy(s, c, other):
                count = add_source(s, s.at[other], count)
    taken = 0
    while taken < count and (aim == HIDE or distance_at(s, s.at[c]) == FAR_AWAY):
        q = s.events[50 + (taken >> 3)][taken & 7]
        taken += 1
        for d in range(8):
            p = towards(s, q, (d + 4) & 7)
            if p != NOWHERE and s.events[p >> 3][p & 7] == 0 and passage(s, p, d):
                s.events[p >> 3][p & 7] = s.events[q >> 3][q & 7] + 1
                s.events[50 + (count >> 3)][count & 7] = p
                count += 1


@rule
def best_way(s: State, c: int, aim: int) -> int:
    """The direction that brings them nearest (or, hiding, farthest); -1 when they had better stay."""
    best = -1
    p = s.at[c]
    least = distance_at(s, p)
    for d in range(8):
        if passage(s, p, d) == 0:
            continue
        q = towards(s, p, d)
        far = distance_at(s, q)
        if occupant(s, q, 0) >= 0:
            far += 2
        if (far > least and far != FAR_AWAY) if aim == HIDE else far < least:
            best = d
            least = far
    return best


@rule
def towards_enemy(s: State, c: int, p: int, only_near: int) -> int:
    """The direction from p to the nearest enemy as the crow flies."""
    best = s.facing[c] if s.facing[c] >= 0 else 0
    least = FAR_AWAY
    for other in range(s.crowd):
        if is_enemy(s, c, other) and s.at[other] != NOWHERE:
            dv = s.at[other] // SIDE - p // SIDE
            dh = s.at[other] % SIDE - p % SIDE
            far = max(abs(dv), abs(dh))
            if far < least and far > 0:
                least = far
                best = compass(dv, dh)
    return best


@rule
def compass(dv: int, dh: int) -> int:
    """The direction nearest to a vector."""
    v = 0 if 2 * abs(dv) < abs(dh) else (1 if dv > 0 else -1)
    h = 0 if 2 * abs(dh) < abs(dv) else (1 if dh > 0 else -1)
    if v < 0:
        return 7 if h < 0 else (1 if h > 0 else 0)
    if v > 0:
        return 5 if h < 0 else (3 if h > 0 else 4)
    return 6 if h < 0 else 2
