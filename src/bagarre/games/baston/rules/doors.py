"""Doors, windows and panes: what they bar, and how they move (BA-DOOR, BA-WIN)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import BOLTED_INSIDE, FROM_INSIDE, NO_LEAF, OPEN_FOR_GOOD
from ..events import DOOR_BLOCKED, FIXTURE_MOVES, OBJECT_SWEPT
from ..state import (
    BARRED,
    BOLTED,
    CHAIR_HERE,
    CLOSED,
    DESTROYED,
    DOOR,
    FLOOR_OBJECTS,
    GAP,
    HALF_OPEN,
    NO_PIECE,
    NOWHERE,
    OPEN,
    OPEN_LEAF,
    PANE,
    SIDE,
    WINDOW,
    State,
)
from .falls import LINE_A
from .geometry import REACHING, barred, direction_to, towards, upright_kind
from .jostle import beats
from .jostle_manners import BY_DOOR, MOVED
from .machine import DAZED, KEEPS_FEET, PUSHES, SLIDES_CHAIR, call, finish
from .people import in_play, lay, layer_of, lies_at, pick_up

KIND_SHIFT = 64
"""Events name a fixture by kind × 64 + label."""


@rule
def fixture_tag(s: State, f: int) -> int:
    return s.fixture_kind[f] * KIND_SHIFT + s.fixture_label[f]


@rule
def set_link(s: State, p: int, q: int, bits: int) -> None:
    """Write what the link between two orthogonal neighbours carries."""
    near = min(p, q)
    if abs(p - q) == SIDE:
        s.links[near] = s.links[near] & 15 | bits << 4
    else:
        s.links[near] = s.links[near] & 240 | bits


@rule
def refresh_fixture(s: State, f: int) -> None:
    """Write the links of a fixture according to its state (BA-STEP-1, -2, BA-DOOR-3)."""
    state = s.fixture_state[f]
    shut = state == CLOSED or state == BOLTED
    p = s.fixture_near[f]
    q = s.fixture_far[f]
    if s.fixture_kind[f] == WINDOW:
        set_link(s, p, q, BARRED if shut else GAP)
    elif s.fixture_kind[f] == PANE:
        set_link(s, p, q, BARRED if shut else 0)
    elif s.fixture_kind[f] == DOOR:
        pair = s.fixture_pair[f] - 1
        half = pair >= 0 and (s.fixture_state[pair] == CLOSED or s.fixture_state[pair] == BOLTED)
        set_link(s, p, q, BARRED if shut else (HALF_OPEN if half else 0))
        set_link(s, q, s.fixture_hinge[f], OPEN_LEAF if state == OPEN else 0)


@rule
def set_fixture(s: State, f: int, state: int) -> None:
    """A leaf, window or pane changes; the other leaf of a double door feels it."""
    s.fixture_state[f] = state
    refresh_fixture(s, f)
    if s.fixture_pair[f]:
        refresh_fixture(s, s.fixture_pair[f] - 1)
    emit(s, FIXTURE_MOVES, fixture_tag(s, f), state)


@rule
def straddled(s: State, f: int) -> bool:
    """Does one piece of furniture lie across the doorway? (BA-DOOR-5)"""
    n = s.piece[s.fixture_far[f]]
    return n > 0 and s.piece[s.fixture_near[f]] == n


@rule
def leaf_jammed(s: State, f: int) -> bool:
    return upright_kind(s, s.fixture_far[f]) != NO_PIECE or straddled(s, f)


@rule
def beside_refusal(s: State, c: int, f: int) -> int:
    """Is c beside this leaf, or inside at this window? (BA-DOOR-1, -11, BA-WIN-1)"""
    p = s.at[c]
    kind = s.fixture_kind[f]
    if (kind != DOOR and kind != WINDOW) or (s.fixture_near[f] != p and s.fixture_far[f] != p):
        return NO_LEAF
    if s.fixture_state[f] == DESTROYED:
        return OPEN_FOR_GOOD
    return FROM_INSIDE if kind == WINDOW and s.fixture_near[f] != p else 0


@rule
def opening_refusal(s: State, c: int, f: int) -> int:
    """Why c cannot open this leaf or window from where he stands."""
    why = beside_refusal(s, c, f)
    if why:
        return why
    if s.fixture_state[f] == OPEN:
        return NO_LEAF
    # The bolt is on the side of N (BA-DOOR-9).
    return BOLTED_INSIDE if s.fixture_state[f] == BOLTED and s.fixture_near[f] != s.at[c] else 0


@rule
def openable(s: State, c: int, f: int) -> bool:
    return opening_refusal(s, c, f) == 0


@rule
def closing_refusal(s: State, c: int, f: int) -> int:
    """Why c cannot close this leaf or window from where he stands."""
    why = beside_refusal(s, c, f)
    if why:
        return why
    return 0 if s.fixture_state[f] == OPEN else NO_LEAF


@rule
def closable(s: State, c: int, f: int) -> bool:
    return closing_refusal(s, c, f) == 0


@rule
def fixture_on(s: State, p: int, d: int) -> int:
    """The leaf, window or pane on the link from p in direction d, -1 for none; the telephone is none of them."""
    q = towards(s, p, d)
    for f in range(s.fixture_count):
        if s.fixture_kind[f] <= PANE:
            if s.fixture_near[f] == p and s.fixture_far[f] == q:
                return f
            if s.fixture_near[f] == q and s.fixture_far[f] == p:
                return f
    return -1


@rule
def op_swings(s: State, c: int, f: int, opening: int) -> None:
    """Open or close a leaf, c operating it: S is swept (BA-DOOR-4…7). The result is 1 when it moved."""
    frame = s.frames[s.depth - 1]
    p = s.fixture_far[f]
    way = direction_to(s.fixture_near[f] if opening else s.fixture_hinge[f], p)
    by = s.seat_of[c]
    if frame[1] == 0:
        if leaf_jammed(s, f):
            emit(s, DOOR_BLOCKED, fixture_tag(s, f))
            finish(s, 0)
            return
        victim = s.stander[p] - 1
        if victim >= 0 and victim != c:
            frame[5] = victim
            # A held man cannot be pushed (BA-HOLD-11); a stunned one loses at once (BA-DOOR-7).
            if s.held_by[victim] or (s.stun[victim] == 0 and not beats(s, c, victim)):
                emit(s, DOOR_BLOCKED, fixture_tag(s, f))
                finish(s, 0)
                return
            s.chain[c] = 1
            frame[1] = 1
            call(s, PUSHES, victim, way, BY_DOOR, by)
            return
        frame[1] = 4
    if frame[1] == 1:
        if s.result != MOVED:
            emit(s, DOOR_BLOCKED, fixture_tag(s, f))
            finish(s, 0)
            return
        frame[1] = 2
        if in_play(s, frame[5]):
            call(s, DAZED, frame[5], LINE_A, 0, by)
            return
    if frame[1] == 2:
        frame[1] = 4
        call(s, KEEPS_FEET, frame[5], by)
        return
    if frame[1] == 4:
        frame[1] = 5
        if s.litter[p] & CHAIR_HERE:
            call(s, SLIDES_CHAIR, p, way, by)
            return
    sweep_objects(s, p, way)
    set_fixture(s, f, OPEN if opening else CLOSED)
    finish(s, 1)


@rule
def sweep_objects(s: State, p: int, way: int) -> None:
    """Small objects on the floor of S go one point on, unless a barrier is there; shards stay (BA-DOOR-6)."""
    q = towards(s, p, way)
    if s.litter[p] & FLOOR_OBJECTS == 0 or (q != NOWHERE and barred(s, p, way, REACHING)):
        return
    for item in range(1, 14):
        while lies_at(s, item, p, 0):
            pick_up(s, item, p, 0)
            emit(s, OBJECT_SWEPT, item, q)
            if q != NOWHERE:
                lay(s, item, q, layer_of(s, q))


@rule
def wreck_fixture(s: State, f: int) -> None:
    """Destroyed for good (BA-DOOR-11)."""
    set_fixture(s, f, DESTROYED)
    # `wrecks` counts leaves, windows, panes and telephones in the order of their kinds.
    s.wrecks[s.fixture_kind[f] - DOOR] += 1
