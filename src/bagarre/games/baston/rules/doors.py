"""Doors, windows and panes: what they bar, how they move, and who moves them (BA-DOOR, BA-WIN)."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import call, finish, go, keep
from bagarre.kernel.rule import rule

from ..choices import BOLTED_INSIDE, FROM_INSIDE, NO_LEAF, OPEN_FOR_GOOD, OUV
from ..events import DOOR_BLOCKED, FIXTURE_MOVES, LOST_NO_LEAF, OBJECT_SWEPT
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
    ITEM_KINDS,
    NO_PIECE,
    NOWHERE,
    OPEN,
    OPEN_LEAF,
    PANE,
    SIDE,
    TELEPHONE,
    WINDOW,
    State,
)
from .geometry import REACHING, barred, direction_to, towards, upright_kind
from .jostle import beats, begin_chain
from .machine import (
    BY_DOOR,
    DAZED,
    KEEPS_FEET,
    LINE_A,
    MOVED,
    OPENS,
    PUSHES,
    Q_CLOSE,
    Q_OPEN,
    REFUSED,
    SLIDES_CHAIR,
    SWINGS,
    ask,
)
from .objects import lay, layer_of, lies_at, pick_up
from .people import in_play, tag
from .points import count_wreck
from .shaken import declined

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
    if f >= s.fixture_count:
        return NO_LEAF
    p = s.at[c]
    kind = s.fixture_kind[f]
    if (kind != DOOR and kind != WINDOW) or (s.fixture_near[f] != p and s.fixture_far[f] != p):
        return NO_LEAF
    if s.fixture_state[f] == DESTROYED:
        return OPEN_FOR_GOOD
    return FROM_INSIDE if kind == WINDOW and s.fixture_near[f] != p else 0


@rule
def opening_refusal(s: State, c: int, f: int) -> int:
    """Why c cannot open this leaf or window from where they stand."""
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
    """Why c cannot close this leaf or window from where they stand."""
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
        if s.fixture_kind[f] != TELEPHONE:
            if s.fixture_near[f] == p and s.fixture_far[f] == q:
                return f
            if s.fixture_near[f] == q and s.fixture_far[f] == p:
                return f
    return -1


# A leaf that moves.

VICTIM = SWINGS.keeps("victim")


@rule
def sweep_of(s: State, f: int, opening: int) -> int:
    """The direction in which a leaf sweeps S: opening N→S, closing H→S (BA-DOOR-4)."""
    return direction_to(s.fixture_near[f] if opening else s.fixture_hinge[f], s.fixture_far[f])


@SWINGS.begin
def swing(s: State, who: int, leaf: int, opening: int) -> None:
    """Open or close a leaf: S is swept (BA-DOOR-4…7). The result is 1 when it moved."""
    if leaf_jammed(s, leaf):
        jam(s, leaf)
        return
    victim = s.stander[s.fixture_far[leaf]] - 1
    if victim < 0 or victim == who:
        go(s, sweep_chair)
    # A held man cannot be pushed (BA-HOLD-11); a stunned one loses at once (BA-DOOR-7).
    elif s.held_by[victim] or (s.stun[victim] == 0 and not beats(s, who, victim)):
        jam(s, leaf)
    else:
        keep(s, VICTIM, victim)
        s.chain[who] = 1
        go(s, push_with_leaf)
        call(s, PUSHES, victim, sweep_of(s, leaf, opening), BY_DOOR, s.seat_of[who])


@rule
def jam(s: State, f: int) -> None:
    emit(s, DOOR_BLOCKED, fixture_tag(s, f))
    finish(s, 0)


@SWINGS.step
def push_with_leaf(s: State, who: int, leaf: int, victim: int) -> None:
    """Whoever was behind it rolls line A (BA-DOOR-7)."""
    if s.result != MOVED:
        jam(s, leaf)
    elif in_play(s, victim):
        go(s, stagger)
        call(s, DAZED, victim, LINE_A, 0, s.seat_of[who])
    else:
        go(s, sweep_chair)


@SWINGS.step
def stagger(s: State, who: int, victim: int) -> None:
    """Then Dexterity, or a fall in place (BA-DOOR-7)."""
    go(s, sweep_chair)
    call(s, KEEPS_FEET, victim, s.seat_of[who])


@SWINGS.step
def sweep_chair(s: State, who: int, leaf: int, opening: int) -> None:
    """A chair on S is pushed (BA-DOOR-6)."""
    go(s, end_swing)
    if s.litter[s.fixture_far[leaf]] & CHAIR_HERE:
        call(s, SLIDES_CHAIR, s.fixture_far[leaf], sweep_of(s, leaf, opening), s.seat_of[who])


@SWINGS.step
def end_swing(s: State, leaf: int, opening: int) -> None:
    sweep_objects(s, s.fixture_far[leaf], sweep_of(s, leaf, opening))
    set_fixture(s, leaf, OPEN if opening else CLOSED)
    finish(s, 1)


@rule
def sweep_objects(s: State, p: int, way: int) -> None:
    """Small objects on the floor of S go one point on, unless a barrier is there; shards stay (BA-DOOR-6)."""
    q = towards(s, p, way)
    if s.litter[p] & FLOOR_OBJECTS == 0 or (q != NOWHERE and barred(s, p, way, REACHING)):
        return
    for item in range(1, ITEM_KINDS):
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
    count_wreck(s, s.fixture_kind[f] - DOOR)


# OUV and FER.

BOLTS = OPENS.keeps("bolts")
"""The leaf that is to be bolted, + 1."""
BOLT_TOO = 100
"""An answer above it asks for the bolt as well (BA-DOOR-9)."""


@rule
def nothing_to_open(s: State, c: int, kind: int) -> bool:
    for f in range(s.fixture_count):
        if openable(s, c, f) if kind == OUV else closable(s, c, f):
            return False
    return True


@OPENS.begin
def open_or_close(s: State, who: int, kind: int) -> None:
    """OUV and FER (BA-DOOR-1…9, BA-WIN)."""
    if nothing_to_open(s, who, kind):
        emit(s, LOST_NO_LEAF, tag(s, who))
        finish(s)
    else:
        ask(s, Q_OPEN if kind == OUV else Q_CLOSE, who, move_leaf)


@OPENS.step
def move_leaf(s: State, who: int, kind: int) -> None:
    f = s.result
    if f == REFUSED:
        declined(s, who)
        return
    if f >= BOLT_TOO:
        f -= BOLT_TOO
        keep(s, BOLTS, f + 1)
    if s.fixture_kind[f] == WINDOW:
        set_fixture(s, f, OPEN if kind == OUV else CLOSED)
        finish(s)
        return
    begin_chain(s, who)
    go(s, shoot_bolt)
    call(s, SWINGS, who, f, 1 if kind == OUV else 0)


@OPENS.step
def shoot_bolt(s: State, bolts: int) -> None:
    """The bolt is shot from inside, with the same order (BA-DOOR-9)."""
    if s.result and bolts:
        set_fixture(s, bolts - 1, BOLTED)
    finish(s)
