"""Long actions: naming and grouping pushes, REN, DES, TAX, MET, TEL (BA-LONG, BA-POU, BA-REN, BA-DES, BA-TAX, BA-MET)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import (
    CHAIR_ON_DOORS,
    LONG_SIDE,
    NO_TABLE,
    NO_TOOL,
    NO_VICTIM,
    NOT_CARRIED,
    NOT_ROBBED,
    NOTHING_TO_PUSH,
    NOTHING_TO_SMASH,
    PUSH_BY_SIDE,
    PUSH_STANDING,
    PUSH_UPRIGHT,
    PUSH_WITH_ARMS,
    TABLE_TAKEN,
    WORN_ALREADY,
)
from ..events import (
    CALL_MADE,
    LOST_ARM,
    LOST_NO_PHONE,
    LOST_NO_TABLE,
    LOST_NO_TOOL,
    LOST_NO_VICTIM,
    LOST_NOTHING_TO_PUSH,
    LOST_NOTHING_TO_SMASH,
    LOST_NOTHING_TO_WEAR,
    LOST_OVERTURN,
    LOST_POSTURE,
    NAMES_PUSH,
    NOTHING_TAKEN,
    PUSH_CONTEST,
    PUSH_TIE,
    ROBS_ITEM,
    SMASHED,
    STRONGER_THAN_TOOL,
    TAKES_OFF,
    TIMED_BROKEN,
    WEARS_ITEM,
    WINDOW_GLASS,
)
from ..state import (
    ALONG_ROW,
    BOLTED,
    BOOTS,
    CHAIR,
    CHAIR_HERE,
    CLOSED,
    CLUB,
    DESTROYED,
    HELMET,
    HS,
    IN_PLAY,
    NO_PIECE,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUT,
    OWED_NEXT,
    PANE,
    PUSHED_CHAIR,
    PUSHED_LEAF,
    SHARDS_HERE,
    SLOTS,
    TABLE,
    TELEPHONE,
    TELEPHONES,
    VEST,
    WINDOW,
    WINDOW_SHARDS,
    State,
)
from .doors import fixture_on, fixture_tag, wreck_fixture
from .furniture import clear_touched, piece_tag, tip_barred
from .geometry import (
    REACHING,
    barred,
    base,
    direction_to,
    is_front,
    leaf_back,
    second_point,
    towards,
    upright_kind,
)
from .jostle import begin_chain
from .machine import (
    PUSHES_PIECE,
    Q_CALL,
    Q_GET,
    Q_MAKE_ROOM,
    Q_ROB,
    Q_SMASH,
    Q_TIP,
    Q_WEAR,
    SLIDES_CHAIR,
    SWINGS,
    TIPS,
    ask,
    call,
    finish,
)
from .people import (
    BY_STRENGTH,
    break_chair,
    drop,
    gain,
    has,
    level,
    loads,
    lose_item,
    lost_arms,
    roll_under,
    side_of,
    tag,
)
from .quick import IMPOSSIBLE, REFUSED

GEAR = 4
"""Vest, jacket, boots, helmet, in the order of the objects from VEST on."""


# Pushing.


@rule
def push_refusal(s: State, c: int, d: int) -> int:
    """Why c cannot push in direction d (BA-POU-1…4)."""
    p = s.at[c]
    q = towards(s, p, d)
    if q == NOWHERE or not is_front(s.facing[c], d):
        return NOTHING_TO_PUSH
    low = s.prone[c] != 0 or s.stuck[c] != 0
    if barred(s, p, d, REACHING):
        if leaf_back(s, p, d) < 0:
            return NOTHING_TO_PUSH
        return PUSH_STANDING if low else 0
    if base(s, q) != level(s, c):
        return NOTHING_TO_PUSH
    if s.litter[q] & CHAIR_HERE:
        return 0
    if s.piece[q] == 0:
        return NOTHING_TO_PUSH
    if upright_kind(s, q) == NO_PIECE:
        return PUSH_UPRIGHT
    if d & 1:
        return PUSH_BY_SIDE
    if low:
        return PUSH_STANDING
    return PUSH_WITH_ARMS if lost_arms(s, c) else 0


@rule
def push_target(s: State, c: int, d: int) -> int:
    """What c would push in direction d: piece + 1, PUSHED_CHAIR, PUSHED_LEAF + leaf, 0 for nothing."""
    if push_refusal(s, c, d):
        return 0
    p = s.at[c]
    q = towards(s, p, d)
    if barred(s, p, d, REACHING):
        return PUSHED_LEAF + leaf_back(s, p, d)
    return PUSHED_CHAIR if s.litter[q] & CHAIR_HERE else s.piece[q]


@rule
def nothing_to_push(s: State, c: int) -> int:
    """0 when something can be pushed; otherwise why not, posture or an arm before all else."""
    why = NOTHING_TO_PUSH
    for d in range(8):
        found = push_refusal(s, c, d)
        if found == 0:
            return 0
        if found == PUSH_STANDING or found == PUSH_WITH_ARMS:
            why = found
    return why


@rule
def can_push(s: State, c: int) -> bool:
    return nothing_to_push(s, c) == 0


@rule
def lose_push(s: State, c: int, why: int) -> None:
    """The order is lost, and the log says why."""
    if why == PUSH_WITH_ARMS:
        emit(s, LOST_ARM, tag(s, c))
    elif why == PUSH_STANDING:
        emit(s, LOST_POSTURE, tag(s, c))
    else:
        emit(s, LOST_NOTHING_TO_PUSH, tag(s, c))


@rule
def name_push(s: State, c: int, d: int) -> None:
    """The pusher names his piece and direction (BA-POU-6)."""
    s.push_way[c] = d
    s.push_what[c] = push_target(s, c, d)
    s.push_at[c] = towards(s, s.at[c], d)
    what = s.push_what[c]
    emit(s, NAMES_PUSH, tag(s, c), d, piece_tag(s, what - 1) if what < PUSHED_CHAIR else 0)


@rule
def same_push(s: State, c: int, other: int) -> bool:
    """Do two pushers push one and the same thing?"""
    if s.push_way[other] < 0 or s.push_what[other] != s.push_what[c]:
        return False
    return s.push_what[c] != PUSHED_CHAIR or s.push_at[other] == s.push_at[c]


@rule
def still_pushes(s: State, c: int) -> bool:
    """Does he still meet the conditions for what he named? (BA-POU-18)"""
    d = s.push_way[c]
    if s.fate[c] != IN_PLAY or s.pending[c] == 0 or push_target(s, c, d) != s.push_what[c]:
        return False
    return s.push_what[c] != PUSHED_CHAIR or s.push_at[c] == towards(s, s.at[c], d)


@rule
def champion(s: State, c: int) -> int:
    """The pusher whose direction wins: the strongest, ties by 1D8 (BA-POU-8); NOBODY when none still pushes."""
    most = 0
    for i in range(s.crowd):
        other = s.by_rank[i]
        if same_push(s, c, other) and still_pushes(s, other):
            most = max(most, s.strength[other])
    best = NOBODY
    for i in range(s.crowd):
        other = s.by_rank[i]
        if not same_push(s, c, other) or not still_pushes(s, other) or s.strength[other] != most:
            continue
        if best < 0:
            best = other
        elif s.push_way[other] != s.push_way[best]:
            die = roll(s, 8)
            emit(s, PUSH_TIE, tag(s, best), tag(s, other), die)
            if die > 4:
                best = other
    return best


@rule
def resolve_push(s: State, c: int) -> None:
    """Resolve the thing that c, its best-ranked pusher, has named; all who named it have then acted."""
    best = champion(s, c)
    joint = 0
    first = NOBODY
    if best >= 0:
        for i in range(s.crowd):
            other = s.by_rank[i]
            if same_push(s, c, other) and still_pushes(s, other) and s.push_way[other] == s.push_way[best]:
                joint += 1
                if first < 0:
                    first = other
        contested = False
        for other in range(s.crowd):
            if same_push(s, c, other) and s.push_way[other] != s.push_way[best]:
                contested = True
        if contested:
            emit(s, PUSH_CONTEST, tag(s, best), s.push_way[best])
    what = s.push_what[c]
    point = s.push_at[c]
    way = s.push_way[best] if best >= 0 else 0
    for other in range(s.crowd):
        if other != c and same_push(s, c, other):
            s.push_way[other] = NOBODY
            conclude(s, other)
    s.push_way[c] = NOBODY
    conclude(s, c)
    if first < 0:
        emit(s, LOST_NOTHING_TO_PUSH, tag(s, c))
        return
    clear_touched(s)
    begin_chain(s, first)
    if what == PUSHED_CHAIR:
        call(s, SLIDES_CHAIR, point, way, s.seat_of[first])
    elif what >= PUSHED_LEAF:
        call(s, SWINGS, first, what - PUSHED_LEAF, 0)
    else:
        call(s, PUSHES_PIECE, what - 1, way, first, 1 if joint > 1 else 0)


@rule
def conclude(s: State, c: int) -> None:
    """His long action counts as executed (BA-STUN-3)."""
    if s.pending[c]:
        s.pending[c] = 0
        s.done[c] = 1


# Overturning.


@rule
def tip_refusal(s: State, c: int, d: int) -> int:
    """Why c cannot overturn, or set upright, a table in direction d (BA-REN-1, -8)."""
    p = s.at[c]
    q = towards(s, p, d)
    if q == NOWHERE or not is_front(s.facing[c], d) or barred(s, p, d, REACHING):
        return NO_TABLE
    n = s.piece[q] - 1
    if n < 0 or s.piece_kind[n] != TABLE or base(s, q) != level(s, c) or s.piece[p] == n + 1:
        return NO_TABLE
    along = d == 0 or d == 4 if s.piece_lies[n] == ALONG_ROW else d == 2 or d == 6
    if not along:
        return LONG_SIDE
    if s.overturned[n] and (s.stander[s.piece_at[n]] or s.stander[second_point(s, n)]):
        return TABLE_TAKEN
    return 0


@rule
def tippable(s: State, c: int, d: int) -> int:
    """The table that c could overturn or set upright in direction d: number + 1, 0 for none."""
    if tip_refusal(s, c, d):
        return 0
    return s.piece[towards(s, s.at[c], d)]


@rule
def begin_tip(s: State, c: int) -> None:
    """REN: ask which table (BA-REN-1). Frame of the caller: place 1 takes the answer."""
    found = False
    for d in range(8):
        if tippable(s, c, d):
            found = True
    if found:
        ask(s, Q_TIP, c)
    else:
        emit(s, LOST_NO_TABLE, tag(s, c))
        s.result = IMPOSSIBLE


@rule
def tip(s: State, c: int, d: int) -> None:
    n = tippable(s, c, d) - 1
    if tip_barred(s, n, d):
        emit(s, LOST_OVERTURN, tag(s, c))
        return
    call(s, TIPS, c, n, d)


# Destroying.


@rule
def has_tool(s: State, c: int) -> bool:
    """Helmet worn or carried, club, boots worn (BA-DES-3)."""
    return s.helmet[c] != 0 or s.boots[c] != 0 or has(s, c, CLUB) or has(s, c, HELMET)


@rule
def smash_refusal(s: State, c: int, what: int) -> int:
    """Why c cannot destroy it: 0–7 link elements, 8–15 chairs, 16 the telephone (BA-DES-1…4)."""
    with_chair = has(s, c, CHAIR)
    if what == 16:
        f = telephone(s)
        d = direction_to(s.at[c], s.fixture_far[f]) if f >= 0 else -1
        if d < 0 or s.fixture_near[f] != s.at[c] or s.fixture_state[f] == DESTROYED or not is_front(s.facing[c], d):
            return NOTHING_TO_SMASH
        frail = False
    else:
        found = before_tool(s, c, what)
        if found < 0:
            return NOTHING_TO_SMASH
        frail = found > 0
    if with_chair:
        # A chair in hand is good for doors and windows only (BA-DES-4).
        return 0 if frail else CHAIR_ON_DOORS
    return 0 if has_tool(s, c) else NO_TOOL


@rule
def before_tool(s: State, c: int, what: int) -> int:
    """What is before c at a link (0–7) or on a front point (8–15): -1 nothing, 1 a door or window, 0 anything else."""
    p = s.at[c]
    d = what & 7
    q = towards(s, p, d)
    if q == NOWHERE or not is_front(s.facing[c], d):
        return -1
    if what >= 8:
        here = s.litter[q] & CHAIR_HERE != 0 and not barred(s, p, d, REACHING) and base(s, q) == level(s, c)
        return 0 if here else -1
    if d & 1:
        return -1
    f = fixture_on(s, p, d)
    if f < 0 or (s.fixture_state[f] != CLOSED and s.fixture_state[f] != BOLTED) or level(s, c) != base(s, p):
        return -1
    return 0 if s.fixture_kind[f] == PANE else 1


@rule
def smashable(s: State, c: int, what: int) -> bool:
    return smash_refusal(s, c, what) == 0


@rule
def telephone(s: State) -> int:
    for f in range(s.fixture_count):
        if s.fixture_kind[f] == TELEPHONE:
            return f
    return -1


@rule
def begin_smash(s: State, c: int) -> None:
    found = False
    for what in range(17):
        if smashable(s, c, what):
            found = True
    if found:
        ask(s, Q_SMASH, c)
        return
    if not has(s, c, CHAIR) and not has_tool(s, c):
        emit(s, LOST_NO_TOOL, tag(s, c))
    else:
        emit(s, LOST_NOTHING_TO_SMASH, tag(s, c))
    s.result = IMPOSSIBLE


@rule
def smash(s: State, c: int, what: int) -> None:
    """Strength, and it is destroyed; a chair used as tool is destroyed anyway (BA-DES-3)."""
    p = s.at[c]
    d = what & 7
    if has(s, c, CHAIR):
        lose_item(s, c, CHAIR)
        break_chair(s, p)
    if not roll_under(s, c, BY_STRENGTH):
        emit(s, STRONGER_THAN_TOOL, tag(s, c))
        return
    if what == 16:
        f = telephone(s)
        s.fixture_state[f] = DESTROYED
        s.wrecks[TELEPHONES] += 1
        s.phone_by = side_of(s, s.seat_of[c]) + 1
        emit(s, SMASHED, tag(s, c), fixture_tag(s, f))
    elif what >= 8:
        q = towards(s, p, d)
        s.litter[q] &= ~CHAIR_HERE
        break_chair(s, q)
    else:
        f = fixture_on(s, p, d)
        emit(s, SMASHED, tag(s, c), fixture_tag(s, f))
        wreck_fixture(s, f)
        if s.fixture_kind[f] == WINDOW and s.options & WINDOW_SHARDS:
            s.litter[s.fixture_far[f]] |= SHARDS_HERE
            emit(s, WINDOW_GLASS, s.fixture_far[f])


# Robbing.


@rule
def rob_refusal(s: State, c: int, victim: int) -> int:
    """Why c cannot rob him: HS or held, on his point or a front point, same level (BA-TAX-1)."""
    if victim < 0 or victim == c or s.fate[victim] == OUT:
        return NO_VICTIM
    if s.fate[victim] != HS and s.held_by[victim] == 0:
        return NOT_ROBBED
    p = s.at[c]
    q = s.at[victim]
    ground = base(s, q) if s.fate[victim] == HS else level(s, victim)
    if ground != level(s, c):
        return NO_VICTIM
    if p == q:
        return 0
    d = direction_to(p, q)
    return 0 if d >= 0 and is_front(s.facing[c], d) and not barred(s, p, d, REACHING) else NO_VICTIM


@rule
def can_rob(s: State, c: int, victim: int) -> bool:
    return rob_refusal(s, c, victim) == 0


@rule
def begin_rob(s: State, c: int) -> None:
    found = False
    for victim in range(s.crowd):
        if can_rob(s, c, victim):
            found = True
    if found:
        ask(s, Q_ROB, c)
    else:
        emit(s, LOST_NO_VICTIM, tag(s, c))
        s.result = IMPOSSIBLE


@rule
def start_timed(s: State, c: int, what: int, detail: int) -> None:
    """A TAX, MET or TEL begins: the next sequence is a compulsory rest (BA-TAX-2)."""
    s.timed[c] = what
    s.timed_what[c] = detail
    s.timed_new[c] = 1
    s.owes_rest[c] = OWED_NEXT


@rule
def on_sheet(s: State, victim: int, what: int) -> bool:
    """Is that counter on the victim's sheet: an object carried (1–13), or worn gear (14–17)? (BA-TAX-2)"""
    if what < 14:
        return what != NOTHING and has(s, victim, what)
    gear = what - 14 + VEST
    if gear == BOOTS:
        return s.boots[victim] != 0
    if gear == HELMET:
        return s.helmet[victim] != 0
    return s.garment[victim] == gear


@rule
def strip_worn(s: State, c: int, gear: int) -> None:
    if gear == BOOTS:
        s.boots[c] = 0
    elif gear == HELMET:
        s.helmet[c] = 0
    else:
        s.garment[c] = NOTHING


@rule
def empty_sheet(s: State, victim: int) -> bool:
    for what in range(1, 18):
        if on_sheet(s, victim, what):
            return False
    return True


@rule
def op_robs(s: State, c: int) -> None:
    """A TAX is completed: the object is chosen (BA-TAX-2…4). Frame: 3 what is taken."""
    frame = s.frames[s.depth - 1]
    victim = s.timed_what[c]
    if frame[1] == 0:
        s.timed[c] = 0
        if not can_rob(s, c, victim) or empty_sheet(s, victim):
            emit(s, NOTHING_TAKEN, tag(s, c), tag(s, victim))
            finish(s)
            return
        # The robber goes through the pockets: everybody sees them (BA-R69).
        s.known[victim] = 63
        frame[1] = 1
        ask(s, Q_GET, c)
    elif s.result == REFUSED:
        emit(s, NOTHING_TAKEN, tag(s, c), tag(s, victim))
        finish(s)
    elif frame[1] == 1:
        frame[3] = s.result
        frame[1] = 2
        if loads(s, c) == SLOTS:
            frame[1] = 3
            ask(s, Q_MAKE_ROOM, c)
    elif frame[1] == 3:
        drop(s, c, s.result)
        frame[1] = 2
        s.result = 0
    else:
        what = frame[3]
        item = what if what < 14 else what - 14 + VEST
        if what < 14:
            lose_item(s, victim, what)
        else:
            strip_worn(s, victim, item)
        gain(s, c, item, 1)
        emit(s, ROBS_ITEM, tag(s, c), tag(s, victim), item)
        finish(s)


# Dressing.


@rule
def wear_refusal(s: State, c: int, gear: int) -> int:
    """Why a piece of gear cannot be put on (BA-MET-2, BA-EQUIP-5)."""
    if not has(s, c, gear):
        return NOT_CARRIED
    if gear == BOOTS:
        return WORN_ALREADY if s.boots[c] else 0
    if gear == HELMET:
        return WORN_ALREADY if s.helmet[c] else 0
    return WORN_ALREADY if s.garment[c] else 0


@rule
def can_wear(s: State, c: int, gear: int) -> bool:
    return wear_refusal(s, c, gear) == 0


@rule
def can_strip(s: State, c: int, gear: int) -> bool:
    return on_sheet(s, c, gear - VEST + 14)


@rule
def begin_wear(s: State, c: int) -> None:
    found = False
    for gear in range(VEST, VEST + GEAR):
        if can_wear(s, c, gear) or can_strip(s, c, gear):
            found = True
    if found:
        ask(s, Q_WEAR, c)
    else:
        emit(s, LOST_NOTHING_TO_WEAR, tag(s, c))
        s.result = IMPOSSIBLE


@rule
def op_wears(s: State, c: int) -> None:
    """A MET is completed (BA-MET-1, -2)."""
    frame = s.frames[s.depth - 1]
    gear = abs(s.timed_what[c])
    if frame[1] == 0:
        s.timed[c] = 0
        if s.timed_what[c] > 0:
            if can_wear(s, c, gear):
                lose_item(s, c, gear)
                put_on(s, c, gear)
                emit(s, WEARS_ITEM, tag(s, c), gear)
            else:
                emit(s, TIMED_BROKEN, tag(s, c))
            finish(s)
            return
        frame[1] = 1
        if loads(s, c) == SLOTS:
            frame[1] = 2
            ask(s, Q_MAKE_ROOM, c)
        return
    if frame[1] == 2:
        if s.result == REFUSED:
            finish(s)
            return
        drop(s, c, s.result)
    if can_strip(s, c, gear):
        strip_worn(s, c, gear)
        gain(s, c, gear, 1)
        emit(s, TAKES_OFF, tag(s, c), gear)
    finish(s)


@rule
def put_on(s: State, c: int, gear: int) -> None:
    if gear == BOOTS:
        s.boots[c] = 1
    elif gear == HELMET:
        s.helmet[c] = 1
    else:
        s.garment[c] = gear


# The telephone call of a scenario.


@rule
def can_call(s: State, c: int) -> bool:
    """Only the caller, standing in the booth with the telephone before him (SC5)."""
    f = telephone(s)
    if c != s.caller or f < 0 or s.fixture_state[f] == DESTROYED or s.at[c] != s.fixture_near[f]:
        return False
    return s.prone[c] == 0 and is_front(s.facing[c], direction_to(s.at[c], s.fixture_far[f]))


@rule
def begin_call(s: State, c: int) -> None:
    if can_call(s, c):
        ask(s, Q_CALL, c)
    else:
        emit(s, LOST_NO_PHONE, tag(s, c))
        s.result = IMPOSSIBLE


@rule
def complete_call(s: State, c: int) -> None:
    s.timed[c] = 0
    if can_call(s, c):
        emit(s, CALL_MADE, tag(s, c))
        if s.call_turn == 0:
            s.call_turn = s.turn
    else:
        emit(s, TIMED_BROKEN, tag(s, c))
