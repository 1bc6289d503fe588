"""REN and DES: overturning and destroying (BA-REN-1, BA-DES)."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import call
from bagarre.kernel.rule import rule

from ..choices import CHAIR_ON_DOORS, LONG_SIDE, NO_TABLE, NO_TOOL, NOTHING_TO_SMASH, TABLE_TAKEN
from ..events import (
    LOST_NO_TABLE,
    LOST_NO_TOOL,
    LOST_NOTHING_TO_SMASH,
    LOST_OVERTURN,
    SMASHED,
    STRONGER_THAN_TOOL,
    WINDOW_GLASS,
)
from ..state import (
    ALONG_ROW,
    BOLTED,
    CHAIR,
    CHAIR_HERE,
    CLOSED,
    CLUB,
    DESTROYED,
    HELMET,
    NOWHERE,
    PANE,
    SHARDS_HERE,
    TABLE,
    TELEPHONE,
    TELEPHONES,
    WINDOW,
    WINDOW_SHARDS,
    State,
)
from .doors import fixture_on, fixture_tag, wreck_fixture
from .geometry import REACHING, barred, base, direction_to, is_front, second_point, towards
from .machine import IMPOSSIBLE, Q_SMASH, Q_TIP, TIPS, ask_owner
from .objects import break_chair, has, lose_item
from .overturning import tip_barred
from .people import BY_STRENGTH, level, roll_under, side_of, tag
from .points import count_wreck

# REN.


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
    """Ask which table (BA-REN-1)."""
    found = False
    for d in range(8):
        if tippable(s, c, d):
            found = True
    if found:
        ask_owner(s, Q_TIP, c)
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


# DES.


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
        if (
            d < 0
            or s.fixture_near[f] != s.at[c]
            or s.fixture_state[f] == DESTROYED
            or not is_front(s.facing[c], d)
        ):
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
        ask_owner(s, Q_SMASH, c)
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
        count_wreck(s, TELEPHONES)
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
