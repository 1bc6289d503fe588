"""POU: who pushes what, and in which direction (BA-POU-1…8, -18)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.operations import call
from bagarre.kernel.rule import rule

from ..choices import NOTHING_TO_PUSH, PUSH_BY_SIDE, PUSH_STANDING, PUSH_UPRIGHT, PUSH_WITH_ARMS
from ..events import LOST_ARM, LOST_NOTHING_TO_PUSH, LOST_POSTURE, NAMES_PUSH, PUSH_CONTEST, PUSH_TIE
from ..state import CHAIR_HERE, IN_PLAY, NO_PIECE, NOBODY, NOWHERE, PUSHED_CHAIR, PUSHED_LEAF, State
from .furniture import clear_touched
from .geometry import REACHING, barred, base, is_front, leaf_back, towards, upright_kind
from .jostle import begin_chain
from .machine import IMPOSSIBLE, PUSHES_PIECE, Q_PUSH, SLIDES_CHAIR, SWINGS, ask_owner
from .people import level, lost_arms, tag
from .pieces import piece_tag


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
def begin_push(s: State, c: int) -> None:
    """Ask for piece and direction (BA-POU-6)."""
    why = nothing_to_push(s, c)
    if why:
        lose_push(s, c, why)
        s.result = IMPOSSIBLE
    else:
        ask_owner(s, Q_PUSH, c)


@rule
def name_push(s: State, c: int, d: int) -> None:
    """The pusher names their piece and direction (BA-POU-6)."""
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
    """Do they still meet the conditions for what they named? (BA-POU-18)"""
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
    """Their long action counts as executed (BA-STUN-3)."""
    if s.pending[c]:
        s.pending[c] = 0
        s.done[c] = 1
