"""Movement: M, R, S, F, C, LEV, TER and pivots (BA-MOVE … BA-POST, BA-PIV, BA-RUN)."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import become, call, finish, go, keep
from bagarre.kernel.rule import rule

from ..events import (
    BUMPS,
    DRAG_FAILS,
    DRAGS,
    ENTERED,
    JUMP_IMPOSSIBLE,
    LIES,
    LOST_JUMP,
    LOST_OFF_BOARD,
    LOST_VAULT,
    RISES,
    RISES_UNDER,
    STOPS_AT_EDGE,
    TURNS,
)
from ..state import (
    BOLTED,
    CHAIR_HERE,
    CLOSED,
    DOOR,
    NO_PIECE,
    NOBODY,
    NOWHERE,
    OPEN,
    OWED_NEXT,
    PINBALL,
    VIDEO,
    WINDOW,
    State,
)
from .doors import fixture_on, leaf_jammed, openable, set_fixture
from .geometry import (
    AGAINST_LEAF,
    BY_CRAWL,
    BY_PUSH,
    BY_RUN,
    BY_WALK,
    CORNER,
    EDGE,
    FREE,
    MOVING,
    OBSTACLE,
    OFFBOARD,
    barred,
    base,
    direction_to,
    height,
    is_front,
    is_rear,
    leaf_back,
    on_top,
    one_step,
    prone_class,
    standing_class,
    surface,
    towards,
    upright_kind,
)
from .jostle import begin_chain
from .machine import (
    CRAWLS,
    DAZED,
    ENTERS,
    FALLS,
    FALLS_BESIDE,
    FALLS_DOWN,
    JUMPS,
    KEEPS_FEET,
    LIES_DOWN,
    LINE_A,
    LINE_B,
    Q_CROSS,
    RUNS,
    STANDS_UP,
    SWINGS,
    VAULTS,
    WALKS,
    YES,
    ask,
)
from .people import BY_DEXTERITY, lift, occupant, put, roll_under, tag
from .shaken import end_hold, lie_prone
from .wounds import cut, leave_board

ENTERED_AND_CROSSED = 7
"""Result of a walk that used up the OUV of round 2 (BA-DOOR-8)."""


@rule
def turn_to(s: State, c: int, f: int) -> None:
    """Pivot (BA-PIV-1, BA-PIV-2); a victim who is no longer in front is let go (BA-HOLD-6)."""
    s.facing[c] = f
    emit(s, TURNS, tag(s, c), f)
    if s.holds[c]:
        victim = s.holds[c] - 1
        if not is_front(f, direction_to(s.at[c], s.at[victim])):
            end_hold(s, c)


@rule
def drag(s: State, c: int, d: int) -> None:
    """Holder and victim move together, or neither does (BA-HOLD-5)."""
    victim = s.holds[c] - 1
    p = towards(s, s.at[c], d)
    q = towards(s, s.at[victim], d)
    free = (
        standing_class(s, s.at[c], d, BY_PUSH) == FREE and standing_class(s, s.at[victim], d, BY_PUSH) == FREE
    )
    if free:
        third = occupant(s, p, 0)
        fourth = occupant(s, q, 0)
        alone = (third < 0 or third == victim) and (fourth < 0 or fourth == c)
        free = alone and surface(s, p) == surface(s, q)
    if not free:
        emit(s, DRAG_FAILS, tag(s, c), tag(s, victim))
        return
    lift(s, c)
    lift(s, victim)
    put(s, c, p)
    put(s, victim, q)
    emit(s, DRAGS, tag(s, c), tag(s, victim), p, q)


@rule
def bump(s: State, c: int, line: int) -> None:
    """They run into something (BA-STUN-9)."""
    emit(s, BUMPS, tag(s, c))
    become(s, DAZED, c, line, 0, NOBODY)


# Mx.

CROSSES, CORNER_TAKEN = WALKS.keeps("crosses corner_taken")
"""1 when the OUV is used up; 1 at a corner that asks for a roll."""


@rule
def crossing(s: State, c: int, d: int) -> int:
    """The closed leaf or window that c could open and cross in direction d in one go (BA-DOOR-8); -1 for none."""
    p = s.at[c]
    if d & 1 or towards(s, p, d) == NOWHERE:
        return -1
    f = fixture_on(s, p, d)
    if f < 0 or not openable(s, c, f):
        return -1
    if s.fixture_kind[f] == DOOR:
        pair = s.fixture_pair[f] - 1
        if leaf_jammed(s, f) or (
            pair >= 0 and (s.fixture_state[pair] == CLOSED or s.fixture_state[pair] == BOLTED)
        ):
            return -1
    return f


@WALKS.begin
def walk(s: State, who: int, way: int, opens: int) -> None:
    """One point (BA-MOVE); before OUV a closed leaf may be opened and crossed in one go (BA-DOOR-8)."""
    go(s, step_out)
    if opens and crossing(s, who, way) >= 0:
        ask(s, Q_CROSS, who, open_and_cross)


@WALKS.step
def open_and_cross(s: State, who: int, way: int) -> None:
    go(s, step_out)
    if s.result != YES:
        return
    keep(s, CROSSES, 1)
    # The order of round 2 counts as executed from now on (BA-STUN-3).
    s.done[who] = 1
    f = fixture_on(s, s.at[who], way)
    if s.fixture_kind[f] == WINDOW:
        set_fixture(s, f, OPEN)
    else:
        begin_chain(s, who)
        call(s, SWINGS, who, f, 1)


@WALKS.step
def step_out(s: State, who: int, way: int) -> None:
    """What the step meets (BA-STEP-4, BA-MOVE-2, -3)."""
    p = s.at[who]
    found = standing_class(s, p, way, BY_WALK)
    go(s, end_walk)
    if found == OFFBOARD:
        leave_board(s, who, NOBODY, 1)
        finish(s)
    elif found == EDGE:
        emit(s, STOPS_AT_EDGE, tag(s, who))
    elif found == OBSTACLE:
        emit(s, BUMPS, tag(s, who))
        call(s, DAZED, who, LINE_A, 0, NOBODY)
    elif found == AGAINST_LEAF:
        go(s, walk_against_leaf)
        begin_chain(s, who)
        call(s, SWINGS, who, leaf_back(s, p, way), 0)
    else:
        keep(s, CORNER_TAKEN, 1 if found == CORNER else 0)
        go(s, walked)
        call(s, ENTERS, who, towards(s, p, way), way, s.seat_of[who])


@WALKS.step
def walk_against_leaf(s: State, who: int) -> None:
    """Against the back of an open leaf: it swings shut, or it is an obstacle (BA-DOOR-10)."""
    go(s, step_out)
    if s.result == 0:
        bump(s, who, LINE_A)


@WALKS.step
def walked(s: State, who: int, corner_taken: int) -> None:
    """A corner of furniture taken too short (BA-STEP-7)."""
    go(s, end_walk)
    if s.result and corner_taken and not roll_under(s, who, BY_DEXTERITY):
        call(s, FALLS, who, NOBODY)


@WALKS.step
def end_walk(s: State, crosses: int) -> None:
    finish(s, ENTERED_AND_CROSSED if crosses else 0)


# Rx.


@CRAWLS.begin
def crawl(s: State, who: int, way: int) -> None:
    """One point, prone (BA-CRAWL)."""
    p = s.at[who]
    found = prone_class(s, p, way, BY_CRAWL)
    if found == OFFBOARD:
        leave_board(s, who, NOBODY, 1)
        finish(s)
    elif found == EDGE:
        emit(s, STOPS_AT_EDGE, tag(s, who))
        finish(s)
    elif found == OBSTACLE:
        bump(s, who, LINE_A)
    elif found == AGAINST_LEAF:
        go(s, crawl_against_leaf)
        begin_chain(s, who)
        call(s, SWINGS, who, leaf_back(s, p, way), 0)
    else:
        go(s, crawled)
        call(s, ENTERS, who, towards(s, p, way), way, s.seat_of[who])


@CRAWLS.step
def crawl_against_leaf(s: State, who: int) -> None:
    go(s, crawl)
    if s.result == 0:
        bump(s, who, LINE_A)


@CRAWLS.step
def crawled(s: State, who: int) -> None:
    """Glass where they arrive (BA-CRAWL-3)."""
    if s.result:
        cut(s, who, NOBODY)
    finish(s)


# Sx.

LEFT_LEVEL, MUST_ROLL, DOWNWARD = JUMPS.keeps("left_level must_roll downward")


@rule
def cannot_jump(s: State, c: int, d: int) -> bool:
    """A barrier, a machine, or too high (BA-JUMP-2, -3)."""
    p = s.at[c]
    q = towards(s, p, d)
    kind = upright_kind(s, q)
    if barred(s, p, d, MOVING) or kind == PINBALL or kind == VIDEO:
        return True
    here = surface(s, p)
    there = surface(s, q)
    return there > here and (is_rear(s.facing[c], d) or not one_step(s, here, there))


@JUMPS.begin
def jump(s: State, who: int, way: int) -> None:
    """Up, down or along (BA-JUMP)."""
    p = s.at[who]
    q = towards(s, p, way)
    if q == NOWHERE:
        emit(s, LOST_OFF_BOARD, tag(s, who))
        finish(s)
        return
    here = surface(s, p)
    there = surface(s, q)
    if cannot_jump(s, who, way):
        emit(s, JUMP_IMPOSSIBLE, tag(s, who))
        become(s, DAZED, who, LINE_A, 0, NOBODY)
    elif here - there >= 3:
        emit(s, LOST_JUMP, tag(s, who))
        finish(s)
    else:
        rear = is_rear(s.facing[who], way)
        keep(s, LEFT_LEVEL, here)
        keep(s, MUST_ROLL, 1 if there == here or here - there == 2 or (there < here and rear) else 0)
        keep(s, DOWNWARD, 1 if there < here else 0)
        go(s, jumped)
        call(s, ENTERS, who, q, way, s.seat_of[who])


@JUMPS.step
def jumped(s: State, who: int, left_level: int, must_roll: int, downward: int) -> None:
    """Dexterity, or a fall on the arrival point (BA-JUMP-4, -5, -6)."""
    if s.result and must_roll and not roll_under(s, who, BY_DEXTERITY):
        if downward:
            become(s, FALLS_DOWN, who, s.at[who], left_level, NOBODY)
        else:
            become(s, FALLS, who, NOBODY)
    else:
        finish(s)


# F.


@rule
def vault_height(s: State, p: int) -> int:
    """Height of what is vaulted; a pinball counts as a table (BA-LEVEL-4)."""
    if upright_kind(s, p) != NO_PIECE:
        return height(s, p)
    return base(s, p)


@rule
def can_vault(s: State, c: int) -> bool:
    """The conditions of BA-VAULT-2."""
    p = s.at[c]
    d = s.facing[c]
    q = towards(s, p, d)
    if q == NOWHERE or barred(s, p, d, MOVING) or upright_kind(s, q) == VIDEO:
        return False
    r = towards(s, q, d)
    if r == NOWHERE or barred(s, q, d, MOVING):
        return False
    here = surface(s, p)
    middle = vault_height(s, q)
    if not one_step(s, here, middle) and not one_step(s, middle, here):
        return False
    kind = upright_kind(s, r)
    if kind == PINBALL or kind == VIDEO or surface(s, r) != here:
        return False
    there = NOBODY if upright_kind(s, q) == PINBALL else occupant(s, q, 0)
    return there < 0 or s.prone[there] != 0


@VAULTS.begin
def vault(s: State, who: int) -> None:
    """Over what is in front, two points on (BA-VAULT)."""
    if not can_vault(s, who):
        emit(s, LOST_VAULT, tag(s, who))
        finish(s)
        return
    d = s.facing[who]
    go(s, vaulted)
    call(s, ENTERS, who, towards(s, towards(s, s.at[who], d), d), d, s.seat_of[who])


@VAULTS.step
def vaulted(s: State, who: int) -> None:
    if s.result:
        become(s, KEEPS_FEET, who, NOBODY)
    else:
        finish(s)


# Cn.

RUN_SO_FAR, AT_CORNER = RUNS.keeps("run_so_far at_corner")
"""Points run; 1 at a corner that asks for a roll."""


@RUNS.begin
def run_off(s: State, who: int) -> None:
    """The rest is owed from now on (BA-RUN-6)."""
    s.owes_rest[who] = OWED_NEXT
    go(s, run_on)


@RUNS.step
def run_on(s: State, who: int, length: int, run_so_far: int) -> None:
    """The next point, straight on (BA-RUN)."""
    if run_so_far == length:
        finish(s)
        return
    d = s.facing[who]
    p = s.at[who]
    found = standing_class(s, p, d, BY_RUN)
    if found == OFFBOARD:
        leave_board(s, who, NOBODY, 1)
        finish(s)
    elif found == EDGE:
        emit(s, STOPS_AT_EDGE, tag(s, who))
        finish(s)
    elif found == OBSTACLE:
        bump(s, who, LINE_B)
    elif found == AGAINST_LEAF:
        go(s, run_against_leaf)
        begin_chain(s, who)
        call(s, SWINGS, who, leaf_back(s, p, d), 0)
    else:
        keep(s, AT_CORNER, 1 if found == CORNER else 0)
        go(s, ran)
        call(s, ENTERS, who, towards(s, p, d), d, s.seat_of[who])


@RUNS.step
def run_against_leaf(s: State, who: int) -> None:
    go(s, run_on)
    if s.result == 0:
        bump(s, who, LINE_B)


@RUNS.step
def ran(s: State, who: int, length: int, run_so_far: int, at_corner: int) -> None:
    """They tried to enter the next point: corners and chairs ask for Dexterity (BA-STEP-7, BA-RUN-4)."""
    if s.result == 0:
        finish(s)
        return
    keep(s, RUN_SO_FAR, run_so_far + 1)
    go(s, run_on)
    if at_corner and not roll_under(s, who, BY_DEXTERITY):
        become(s, FALLS, who, NOBODY)
    elif (
        s.litter[s.at[who]] & CHAIR_HERE and run_so_far + 1 < length and not roll_under(s, who, BY_DEXTERITY)
    ):
        stumble(s, who, s.facing[who])


@rule
def stumble(s: State, c: int, d: int) -> None:
    """Over a chair: they fall on the next point if it is free, otherwise on the chair's (BA-RUN-4)."""
    p = s.at[c]
    q = towards(s, p, d)
    if q != NOWHERE and standing_class(s, p, d, BY_RUN) == FREE and occupant(s, q, 0) < 0:
        lift(s, c)
        put(s, c, q)
        emit(s, ENTERED, tag(s, c), q)
    become(s, FALLS, c, NOBODY)


# TER and LEV.


@LIES_DOWN.begin
def lie_down(s: State, who: int) -> None:
    """TER (BA-POST-2); from furniture or the bar they fall beside it (BA-POST-3)."""
    p = s.at[who]
    if on_top(s, p):
        become(s, FALLS_BESIDE, who, p, surface(s, p), NOBODY, surface(s, p))
        return
    lie_prone(s, who)
    emit(s, LIES, tag(s, who))
    finish(s)


@STANDS_UP.begin
def stand_up(s: State, who: int) -> None:
    """LEV (BA-POST-1)."""
    p = s.at[who]
    if upright_kind(s, p) != NO_PIECE:
        emit(s, RISES_UNDER, tag(s, who))
        become(s, DAZED, who, LINE_A, 0, NOBODY)
        return
    lift(s, who)
    s.prone[who] = 0
    put(s, who, p)
    emit(s, RISES, tag(s, who))
    finish(s)
