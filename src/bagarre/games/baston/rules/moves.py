"""Movement orders (BA-MOVE, BA-CRAWL, BA-JUMP, BA-VAULT, BA-RUN, BA-POST, BA-PIV) and dragging (BA-HOLD-5)."""

from bagarre.kernel.events import emit
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
from .falls import LINE_A, LINE_B
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
    DAZED,
    ENTERS,
    FALLS,
    FALLS_BESIDE,
    FALLS_DOWN,
    KEEPS_FEET,
    Q_CROSS,
    SWINGS,
    YES,
    ask,
    become,
    call,
    finish,
)
from .people import (
    BY_DEXTERITY,
    cut,
    end_hold,
    leave_board,
    lie_prone,
    lift,
    occupant,
    put,
    roll_under,
    tag,
)

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
    free = standing_class(s, s.at[c], d, BY_PUSH) == FREE and standing_class(s, s.at[victim], d, BY_PUSH) == FREE
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
        if leaf_jammed(s, f) or (pair >= 0 and (s.fixture_state[pair] == CLOSED or s.fixture_state[pair] == BOLTED)):
            return -1
    return f


@rule
def bump(s: State, c: int, line: int) -> None:
    """He runs into something (BA-STUN-9)."""
    emit(s, BUMPS, tag(s, c))
    become(s, DAZED, c, line, 0, NOBODY)


@rule
def op_walks(s: State, c: int, d: int, opens: int) -> None:
    """Mx (BA-MOVE); `opens` when OUV follows (BA-DOOR-8). Frame: 5 set when the OUV is used up."""
    frame = s.frames[s.depth - 1]
    p = s.at[c]
    if frame[1] == 0:
        frame[1] = 2
        if opens and crossing(s, c, d) >= 0:
            frame[1] = 1
            ask(s, Q_CROSS, c)
        return
    if frame[1] == 1:
        frame[1] = 2
        if s.result == YES:
            frame[5] = 1
            # The order of round 2 counts as executed from now on (BA-STUN-3).
            s.done[c] = 1
            f = fixture_on(s, p, d)
            if s.fixture_kind[f] == WINDOW:
                set_fixture(s, f, OPEN)
            else:
                begin_chain(s, c)
                call(s, SWINGS, c, f, 1)
        return
    if frame[1] == 3:
        # Against the back of an open leaf (BA-DOOR-10).
        frame[1] = 2
        if s.result == 0:
            bump(s, c, LINE_A)
            return
    if frame[1] == 4:
        if s.result and frame[6] and not roll_under(s, c, BY_DEXTERITY):
            # A corner of furniture taken too short (BA-STEP-7).
            frame[1] = 5
            call(s, FALLS, c, NOBODY)
            return
        frame[1] = 5
    if frame[1] == 5:
        finish(s, ENTERED_AND_CROSSED if frame[5] else 0)
        return
    found = standing_class(s, p, d, BY_WALK)
    q = towards(s, p, d)
    if found == OFFBOARD:
        leave_board(s, c, NOBODY, 1)
        finish(s)
    elif found == EDGE:
        emit(s, STOPS_AT_EDGE, tag(s, c))
        frame[1] = 5
    elif found == OBSTACLE:
        frame[1] = 5
        emit(s, BUMPS, tag(s, c))
        call(s, DAZED, c, LINE_A, 0, NOBODY)
    elif found == AGAINST_LEAF:
        frame[1] = 3
        begin_chain(s, c)
        call(s, SWINGS, c, leaf_back(s, p, d), 0)
    else:
        frame[6] = 1 if found == CORNER else 0
        frame[1] = 4
        call(s, ENTERS, c, q, d, s.seat_of[c])


@rule
def op_crawls(s: State, c: int, d: int) -> None:
    """Rx (BA-CRAWL)."""
    frame = s.frames[s.depth - 1]
    p = s.at[c]
    if frame[1] == 1:
        # Glass where he arrives (BA-CRAWL-3).
        if s.result:
            cut(s, c, NOBODY)
        finish(s)
        return
    if frame[1] == 2:
        frame[1] = 0
        if s.result == 0:
            bump(s, c, LINE_A)
            return
    found = prone_class(s, p, d, BY_CRAWL)
    if found == OFFBOARD:
        leave_board(s, c, NOBODY, 1)
        finish(s)
    elif found == EDGE:
        emit(s, STOPS_AT_EDGE, tag(s, c))
        finish(s)
    elif found == OBSTACLE:
        bump(s, c, LINE_A)
    elif found == AGAINST_LEAF:
        frame[1] = 2
        begin_chain(s, c)
        call(s, SWINGS, c, leaf_back(s, p, d), 0)
    else:
        frame[1] = 1
        call(s, ENTERS, c, towards(s, p, d), d, s.seat_of[c])


@rule
def op_jumps(s: State, c: int, d: int) -> None:
    """Sx (BA-JUMP). Frame: 4 level left, 5 set when he must roll, 6 set when he jumps down."""
    frame = s.frames[s.depth - 1]
    p = s.at[c]
    if frame[1] == 1:
        if s.result and frame[5] and not roll_under(s, c, BY_DEXTERITY):
            if frame[6]:
                become(s, FALLS_DOWN, c, s.at[c], frame[4], NOBODY)
            else:
                become(s, FALLS, c, NOBODY)
            return
        finish(s)
        return
    q = towards(s, p, d)
    if q == NOWHERE:
        emit(s, LOST_OFF_BOARD, tag(s, c))
        finish(s)
        return
    here = surface(s, p)
    there = surface(s, q)
    rear = is_rear(s.facing[c], d)
    kind = upright_kind(s, q)
    impossible = barred(s, p, d, MOVING) or kind == PINBALL or kind == VIDEO
    if there > here and (rear or not one_step(s, here, there)):
        impossible = True
    if impossible:
        emit(s, JUMP_IMPOSSIBLE, tag(s, c))
        become(s, DAZED, c, LINE_A, 0, NOBODY)
        return
    if here - there >= 3:
        emit(s, LOST_JUMP, tag(s, c))
        finish(s)
        return
    frame[4] = here
    frame[5] = 1 if there == here or here - there == 2 or (there < here and rear) else 0
    frame[6] = 1 if there < here else 0
    frame[1] = 1
    call(s, ENTERS, c, q, d, s.seat_of[c])


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


@rule
def op_vaults(s: State, c: int) -> None:
    """F (BA-VAULT)."""
    frame = s.frames[s.depth - 1]
    if frame[1] == 1:
        if s.result:
            become(s, KEEPS_FEET, c, NOBODY)
        else:
            finish(s)
        return
    if not can_vault(s, c):
        emit(s, LOST_VAULT, tag(s, c))
        finish(s)
        return
    d = s.facing[c]
    frame[1] = 1
    call(s, ENTERS, c, towards(s, towards(s, s.at[c], d), d), d, s.seat_of[c])


@rule
def op_runs(s: State, c: int, n: int) -> None:
    """Cn (BA-RUN). Frame: 4 points run, 5 set at a corner that asks for a roll."""
    frame = s.frames[s.depth - 1]
    d = s.facing[c]
    p = s.at[c]
    if frame[1] == 0:
        # The rest is owed from now on (BA-RUN-6).
        s.owes_rest[c] = OWED_NEXT
        frame[1] = 1
        return
    if frame[1] == 2:
        # He tried to enter the next point.
        if s.result == 0:
            finish(s)
            return
        frame[4] += 1
        frame[1] = 1
        if frame[5] and not roll_under(s, c, BY_DEXTERITY):
            become(s, FALLS, c, NOBODY)
        elif s.litter[p] & CHAIR_HERE and frame[4] < n and not roll_under(s, c, BY_DEXTERITY):
            stumble(s, c, d)
        return
    if frame[1] == 3:
        frame[1] = 1
        if s.result == 0:
            bump(s, c, LINE_B)
            return
    if frame[4] == n:
        finish(s)
        return
    found = standing_class(s, p, d, BY_RUN)
    if found == OFFBOARD:
        leave_board(s, c, NOBODY, 1)
        finish(s)
    elif found == EDGE:
        emit(s, STOPS_AT_EDGE, tag(s, c))
        finish(s)
    elif found == OBSTACLE:
        bump(s, c, LINE_B)
    elif found == AGAINST_LEAF:
        frame[1] = 3
        begin_chain(s, c)
        call(s, SWINGS, c, leaf_back(s, p, d), 0)
    else:
        frame[5] = 1 if found == CORNER else 0
        frame[1] = 2
        call(s, ENTERS, c, towards(s, p, d), d, s.seat_of[c])


@rule
def stumble(s: State, c: int, d: int) -> None:
    """Over a chair: he falls on the next point if it is free, otherwise on the chair's (BA-RUN-4)."""
    p = s.at[c]
    q = towards(s, p, d)
    if q != NOWHERE and standing_class(s, p, d, BY_RUN) == FREE and occupant(s, q, 0) < 0:
        lift(s, c)
        put(s, c, q)
        emit(s, ENTERED, tag(s, c), q)
    become(s, FALLS, c, NOBODY)


@rule
def op_lies_down(s: State, c: int) -> None:
    """TER (BA-POST-2); from furniture or the bar he falls beside it (BA-POST-3)."""
    p = s.at[c]
    if on_top(s, p):
        become(s, FALLS_BESIDE, c, p, surface(s, p), NOBODY, surface(s, p))
        return
    lie_prone(s, c)
    emit(s, LIES, tag(s, c))
    finish(s)


@rule
def op_stands_up(s: State, c: int) -> None:
    """LEV (BA-POST-1)."""
    p = s.at[c]
    if upright_kind(s, p) != NO_PIECE:
        emit(s, RISES_UNDER, tag(s, c))
        become(s, DAZED, c, LINE_A, 0, NOBODY)
        return
    lift(s, c)
    s.prone[c] = 0
    put(s, c, p)
    emit(s, RISES, tag(s, c))
    finish(s)
