"""The activation of a character: round 1, then round 2 (BA-EXEC-2); and their long action at the end of the sequence."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import call, end_after, finish, go, keep
from bagarre.kernel.rule import rule

from ..choices import (
    BRI,
    BRI_CP,
    CB,
    CJ,
    CP,
    CRAWL,
    CS,
    CT,
    CV,
    DES,
    FER,
    IS_BLOW,
    JUMP,
    LAN,
    LEFT,
    LIE_DOWN,
    LONG_ORDER,
    MET,
    NO_SUFFIX,
    NOT_WITH_CHAIR,
    ON_FEET,
    ORDER_ARG,
    ORDER_KIND,
    ORDER_SUFFIX,
    OUV,
    PIVOT_LEFT,
    PIVOT_RIGHT,
    PIVOT_TO,
    POU,
    PRE,
    PRE_BRI,
    PRE_CP,
    PRE_LAN,
    REN,
    REST,
    RUN,
    STAND_UP,
    STANDING_ONLY,
    TAX,
    VAULT,
    WALK,
    WITH_HANDS,
)
from ..events import (
    BEGINS_CALL,
    BEGINS_TAX,
    BEGINS_WEAR,
    BREAKS_FREE,
    DECLINED,
    EXECUTES,
    LOSES_SEQUENCE,
    LOST_ARM,
    LOST_ARMS,
    LOST_CHAIR,
    LOST_COMBO,
    LOST_LEGS,
    LOST_POSTURE,
    LOST_PRONE,
    LOST_STANDING,
    RESTS,
    SITS_STUNNED,
)
from ..state import ARM_LOSS_TEXT, BOTTLE, CALLING, CHAIR, HOLD_REST, LEGS, NOTHING, TAXING, WEARING, State
from .destroying import begin_smash, begin_tip, smash, tip
from .geometry import turned
from .jostle import begin_chain
from .machine import (
    ACTIVATE,
    ACTS_LONG,
    BLOWS,
    BREAKS,
    CRAWLS,
    IMPOSSIBLE,
    JUMPS,
    LIES_DOWN,
    OPENS,
    PREPARES,
    Q_CHAIR,
    Q_DROP,
    REFUSED,
    RUNS,
    STANDS_UP,
    TAKES,
    THROWS,
    VAULTS,
    WALKS,
    YES,
    ask,
)
from .moves import ENTERED_AND_CROSSED, drag, turn_to
from .objects import drop, drop_chair, has, loads
from .people import BY_COMBAT, in_play, lost_arms, roll_under, tag
from .pushing import begin_push, conclude, name_push
from .robbing import begin_call, begin_rob, begin_wear, start_timed
from .shaken import end_hold

# Orders of two rounds.


@rule
def first_kind(code: int) -> int:
    """What is executed in round 1."""
    kind = ORDER_KIND[code]
    if kind == PRE_LAN or kind == PRE_CP or kind == PRE_BRI:
        return PRE
    return BRI if kind == BRI_CP else kind


@rule
def second_kind(code: int) -> int:
    """What is executed in round 2."""
    kind = ORDER_KIND[code]
    if kind == PRE_LAN:
        return LAN
    if kind == PRE_CP or kind == BRI_CP:
        return CP
    return BRI if kind == PRE_BRI else kind


@rule
def is_long(kind: int) -> bool:
    return LONG_ORDER[kind] != 0


# What makes an order impossible.


@rule
def loss(s: State, c: int, kind: int) -> int:
    """Why posture or wounds make an order impossible: the event that says so, 0 when it is possible (BA-EXEC-6)."""
    prone = s.prone[c] != 0
    low = prone or s.stuck[c] != 0
    if ON_FEET[kind]:
        if prone:
            return LOST_PRONE
        if low:
            return LOST_LEGS
        return LOST_ARM if kind == VAULT and lost_arms(s, c) else 0
    if kind == CRAWL or kind == STAND_UP:
        if not prone:
            return LOST_STANDING
        return LOST_LEGS if kind == STAND_UP and s.hp[c][LEGS] == 0 else 0
    if kind == CS or kind == CV:
        return LOST_LEGS if s.hp[c][LEGS] == 0 else 0
    if kind == CB or kind == CJ:
        return LOST_POSTURE if low else 0
    return loss_of_hands(s, c, kind, low) if WITH_HANDS[kind] else 0


@rule
def loss_of_hands(s: State, c: int, kind: int, low: bool) -> int:
    """The same for CP, CT and the actions."""
    arms = lost_arms(s, c)
    # Both arms lost: no action, no CP, no CT (BA-WOUND-6).
    if arms == 2:
        return LOST_ARMS
    if low and STANDING_ONLY[kind]:
        return LOST_POSTURE
    # One arm lost: by the summary, or by the text (BA-WOUND-4, BA-R23).
    if arms:
        text = s.options & ARM_LOSS_TEXT != 0
        if kind == REN or (kind == CT and not text):
            return LOST_ARM
        if text and (kind == PRE or kind == LAN or kind == POU):
            return LOST_ARM
    return 0


@rule
def asks_for_chair(s: State, c: int, kind: int) -> bool:
    """Is the order impossible with a chair in hand? (BA-CHAIR-2) CP, LAN and DES say so when they choose what they use."""
    return NOT_WITH_CHAIR[kind] != 0 and has(s, c, CHAIR)


# Before an order: dropping something, and the chair in hand.


@rule
def get_ready(s: State, c: int, kind: int) -> None:
    """Whatever there is to ask before an order; the result is 0 when the order is lost."""
    s.result = 1
    if s.asks[c] or asks_for_chair(s, c, kind):
        call(s, PREPARES, c, kind)


@PREPARES.begin
def prepare(s: State, who: int, kind: int) -> None:
    """The window for dropping something, when the owner wants it (BA-OBJ-3, BA-R34)."""
    go(s, free_hands)
    if kind != REST and s.asks[who] and loads(s, who) > 0:
        ask(s, Q_DROP, who, drop_something)


@PREPARES.step
def drop_something(s: State, who: int) -> None:
    """Drop one thing and ask again, or go on."""
    if s.result == REFUSED:
        go(s, free_hands)
    else:
        drop(s, who, s.result)
        go(s, prepare)


@PREPARES.step
def free_hands(s: State, who: int, kind: int) -> None:
    if asks_for_chair(s, who, kind):
        ask(s, Q_CHAIR, who, put_chair_down)
    else:
        finish(s, 1)


@PREPARES.step
def put_chair_down(s: State, who: int, kind: int) -> None:
    """Drop the chair and execute, or lose the order (BA-CHAIR-3); with a chair in hand one may also destroy (BA-DES-3)."""
    if s.result == YES:
        drop_chair(s, who)
    elif kind != DES:
        emit(s, LOST_CHAIR, tag(s, who))
        finish(s, 0)
        return
    finish(s, 1)


# The two rounds.

CROSSED, GAVE = ACTIVATE.keeps("crossed gave")
"""1 when the OUV of round 2 is used up (BA-DOOR-8); the object that the first half of a two-round order gave."""


@rule
def first_order(s: State, c: int) -> int:
    return s.orders[c][2 * s.sequence]


@rule
def second_order(s: State, c: int) -> int:
    return s.orders[c][2 * s.sequence + 1]


@ACTIVATE.begin
def activate(s: State, who: int) -> None:
    """Stunned they do nothing; held they try to free themselves; a holder keeps or lets go (BA-EXEC-8, BA-HOLD-4, -8)."""
    s.result = 0
    s.taken = NOTHING
    if s.circled[who]:
        emit(s, SITS_STUNNED, tag(s, who))
        end_activation(s, who)
        return
    if s.held_by[who]:
        if not roll_under(s, who, BY_COMBAT):
            emit(s, LOSES_SEQUENCE, tag(s, who))
            end_activation(s, who)
            return
        emit(s, BREAKS_FREE, tag(s, who))
        end_hold(s, s.held_by[who] - 1)
    if s.holds[who] and not keeps_holding(s, who):
        end_hold(s, who)
    go(s, execute_first)
    get_ready(s, who, first_kind(first_order(s, who)))


@rule
def end_activation(s: State, c: int) -> None:
    """All their orders count as executed (BA-STUN-3)."""
    s.done[c] = 1
    finish(s)


@rule
def keeps_holding(s: State, c: int) -> bool:
    """A walk or a pivot, then CT (BA-HOLD-4); by option a rest as well."""
    kind = ORDER_KIND[first_order(s, c)]
    goes_on = kind == WALK or kind == PIVOT_LEFT or kind == PIVOT_RIGHT or kind == PIVOT_TO
    if kind == REST and s.options & HOLD_REST:
        goes_on = True
    return goes_on and ORDER_KIND[second_order(s, c)] == CT


@ACTIVATE.step
def execute_first(s: State, who: int) -> None:
    """Round 1 (BA-EXEC-5)."""
    code = first_order(s, who)
    go(s, end_first)
    ready = s.result
    s.result = 0
    if ready == 0 or ORDER_KIND[code] == REST:
        return
    emit(s, EXECUTES, tag(s, who), code, 0)
    begin_chain(s, who)
    lost = loss(s, who, first_kind(code))
    if lost:
        emit(s, lost, tag(s, who))
    else:
        move_or_take(s, who, code)


@rule
def move_or_take(s: State, c: int, code: int) -> None:
    """The orders of round 1."""
    kind = first_kind(code)
    arg = ORDER_ARG[code]
    if kind == WALK:
        if s.holds[c]:
            drag(s, c, arg)
        else:
            call(s, WALKS, c, arg, 1 if ORDER_KIND[second_order(s, c)] == OUV else 0)
    elif kind == CRAWL:
        call(s, CRAWLS, c, arg)
    elif kind == JUMP:
        call(s, JUMPS, c, arg)
    elif kind == VAULT:
        call(s, VAULTS, c)
    elif kind == RUN:
        call(s, RUNS, c, arg)
    elif kind == STAND_UP:
        call(s, STANDS_UP, c)
    elif kind == LIE_DOWN:
        call(s, LIES_DOWN, c)
    elif kind == PIVOT_LEFT:
        turn_to(s, c, turned(s.facing[c], -1))
    elif kind == PIVOT_RIGHT:
        turn_to(s, c, turned(s.facing[c], 1))
    elif kind == PIVOT_TO:
        turn_to(s, c, arg)
    elif kind == PRE:
        call(s, TAKES, c)
    else:
        call(s, BREAKS, c)


@ACTIVATE.step
def end_first(s: State, who: int) -> None:
    """The suffix, whether the movement succeeded or not, unless stunned, fallen or out (BA-EXEC-7, -9)."""
    keep(s, CROSSED, 1 if s.result == ENTERED_AND_CROSSED else 0)
    keep(s, GAVE, s.taken)
    suffix = ORDER_SUFFIX[first_order(s, who)]
    # Every fall stuns, so that a fallen character is a stunned one.
    if in_play(s, who) and s.stun[who] == 0 and suffix != NO_SUFFIX:
        turn_to(s, who, turned(s.facing[who], -1 if suffix == LEFT else 1))
    go(s, begin_second)


@ACTIVATE.step
def begin_second(s: State, who: int, crossed: int) -> None:
    """On to round 2, unless the sequence is over for them; a long action waits (BA-EXEC-3)."""
    kind = ORDER_KIND[second_order(s, who)]
    if not in_play(s, who) or s.circled[who] or crossed:
        end_activation(s, who)
    elif kind == REST:
        if ORDER_KIND[first_order(s, who)] == REST:
            emit(s, RESTS, tag(s, who))
        end_activation(s, who)
    elif is_long(kind):
        s.pending[who] = 1
        finish(s)
    else:
        go(s, execute_second)
        get_ready(s, who, second_kind(second_order(s, who)))


@ACTIVATE.step
def execute_second(s: State, who: int, gave: int) -> None:
    """Round 2: blows and quick actions (BA-BLOW-1, BA-ACT-1)."""
    code = second_order(s, who)
    combo = ORDER_KIND[code]
    end_after(s, 0)
    # From here on it counts as executed (BA-STUN-3), or is lost.
    s.done[who] = 1
    if s.result == 0:
        return
    emit(s, EXECUTES, tag(s, who), code, 1)
    begin_chain(s, who)
    lost = loss(s, who, second_kind(code))
    if lost:
        emit(s, lost, tag(s, who))
    elif ((combo == PRE_LAN or combo == BRI_CP) and gave == NOTHING) or (combo == PRE_BRI and gave != BOTTLE):
        emit(s, LOST_COMBO, tag(s, who))
    else:
        strike_or_act(s, who, combo, gave)


@rule
def strike_or_act(s: State, c: int, combo: int, gave: int) -> None:
    """The orders of round 2; a written rest in round 1 makes the blow or throw an aimed one (BA-BLOW-6)."""
    kind = second_kind(second_order(s, c))
    aimed = 1 if ORDER_KIND[first_order(s, c)] == REST else 0
    if IS_BLOW[kind]:
        call(s, BLOWS, c, kind, aimed, 1 if combo == BRI_CP else 0)
    elif kind == OUV or kind == FER:
        call(s, OPENS, c, kind)
    elif kind == PRE:
        call(s, TAKES, c)
    elif kind == LAN:
        call(s, THROWS, c, aimed, gave if combo == PRE_LAN else NOTHING)
    else:
        call(s, BREAKS, c)


# The long action at the end of the sequence; for POU only the naming (BA-EXEC-4, BA-LONG-1, BA-POU-6).


@ACTS_LONG.begin
def act_long(s: State, who: int) -> None:
    go(s, name_long)
    get_ready(s, who, ORDER_KIND[second_order(s, who)])


@ACTS_LONG.step
def name_long(s: State, who: int) -> None:
    """What exactly is asked; without any possibility the order is lost (BA-LONG-2)."""
    code = second_order(s, who)
    kind = ORDER_KIND[code]
    if s.result == 0:
        conclude(s, who)
        finish(s)
        return
    emit(s, EXECUTES, tag(s, who), code, 1)
    begin_chain(s, who)
    lost = loss(s, who, kind)
    if lost:
        emit(s, lost, tag(s, who))
        conclude(s, who)
        finish(s)
        return
    go(s, do_long)
    if kind == POU:
        begin_push(s, who)
    elif kind == REN:
        begin_tip(s, who)
    elif kind == DES:
        begin_smash(s, who)
    elif kind == TAX:
        begin_rob(s, who)
    elif kind == MET:
        begin_wear(s, who)
    else:
        begin_call(s, who)


@ACTS_LONG.step
def do_long(s: State, who: int) -> None:
    """What was named is done, begun, or for a push kept in mind."""
    kind = ORDER_KIND[second_order(s, who)]
    answer = s.result
    end_after(s, 0)
    if answer == REFUSED:
        emit(s, DECLINED, tag(s, who))
    if kind == POU and answer != REFUSED and answer != IMPOSSIBLE:
        name_push(s, who, answer)
        return
    conclude(s, who)
    if answer == REFUSED or answer == IMPOSSIBLE:
        return
    if kind == REN:
        tip(s, who, answer)
    elif kind == DES:
        smash(s, who, answer)
    elif kind == TAX:
        start_timed(s, who, TAXING, answer)
        emit(s, BEGINS_TAX, tag(s, who), tag(s, answer))
    elif kind == MET:
        start_timed(s, who, WEARING, answer)
        emit(s, BEGINS_WEAR, tag(s, who), abs(answer), 1 if answer > 0 else 0)
    else:
        start_timed(s, who, CALLING, 0)
        emit(s, BEGINS_CALL, tag(s, who))
