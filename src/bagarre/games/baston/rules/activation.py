"""The activation of a character: round 1, then round 2 (BA-EXEC-2); and his long action at the end of the sequence."""

from bagarre.kernel.events import emit
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
    JUMP,
    LAN,
    LEFT,
    LIE_DOWN,
    MET,
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
    RIGHT,
    RUN,
    STAND_UP,
    TAX,
    TEL,
    VAULT,
    WALK,
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
from .geometry import turned
from .jostle import begin_chain
from .longs import (
    begin_call,
    begin_rob,
    begin_smash,
    begin_tip,
    begin_wear,
    conclude,
    lose_push,
    name_push,
    nothing_to_push,
    smash,
    start_timed,
    tip,
)
from .machine import (
    BLOWS,
    BREAKS,
    CRAWLS,
    JUMPS,
    LIES_DOWN,
    OPENS,
    Q_CHAIR,
    Q_DROP,
    Q_PUSH,
    RUNS,
    STANDS_UP,
    TAKES,
    THROWS,
    VAULTS,
    WALKS,
    YES,
    ask,
    call,
    finish,
)
from .moves import ENTERED_AND_CROSSED, drag, turn_to
from .people import (
    BY_COMBAT,
    drop,
    drop_chair,
    end_hold,
    has,
    in_play,
    loads,
    lost_arms,
    roll_under,
    tag,
)
from .quick import IMPOSSIBLE, REFUSED


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
    return POU <= kind <= TEL


@rule
def loss(s: State, c: int, kind: int) -> int:
    """Why posture or wounds make an order impossible: the event that says so, 0 when it is possible (BA-EXEC-6)."""
    prone = s.prone[c] != 0
    low = prone or s.stuck[c] != 0
    arms = lost_arms(s, c)
    text = s.options & ARM_LOSS_TEXT != 0
    if kind == WALK or kind == JUMP or kind == VAULT or kind == RUN or kind == PIVOT_TO or kind == LIE_DOWN:
        if prone:
            return LOST_PRONE
        if low:
            return LOST_LEGS
        return LOST_ARM if kind == VAULT and arms else 0
    if kind == CRAWL or kind == STAND_UP:
        if not prone:
            return LOST_STANDING
        return LOST_LEGS if kind == STAND_UP and s.hp[c][LEGS] == 0 else 0
    if kind < CB:
        return 0
    # Blows without hands.
    if kind == CS or kind == CV:
        return LOST_LEGS if s.hp[c][LEGS] == 0 else 0
    if kind == CB or kind == CJ:
        return LOST_POSTURE if low else 0
    # Both arms lost: no action, no CP, no CT (BA-WOUND-6).
    if arms == 2:
        return LOST_ARMS
    if low and (kind == CT or kind == OUV or kind == FER or kind == REN or kind == DES or kind == MET or kind == TEL):
        return LOST_POSTURE
    # One arm lost: by the summary, or by the text (BA-WOUND-4, BA-R23).
    if arms:
        if kind == REN or (kind == CT and not text):
            return LOST_ARM
        if text and (kind == PRE or kind == LAN or kind == POU):
            return LOST_ARM
    return 0


@rule
def asks_for_chair(s: State, c: int, kind: int) -> bool:
    """Is the order impossible with a chair in hand? (BA-CHAIR-2) CP, LAN and DES say so when they choose what they use."""
    if not has(s, c, CHAIR):
        return False
    if kind == JUMP or kind == VAULT or kind == LIE_DOWN:
        return True
    return kind >= CB and kind != CP and kind != LAN


@rule
def op_activate(s: State, c: int) -> None:
    """Both rounds of a character. Frame: 3 set when the OUV of round 2 is used up, 4 what the first half of a two-round order gave."""
    frame = s.frames[s.depth - 1]
    place = frame[1]
    first = s.orders[c][2 * s.sequence]
    second = s.orders[c][2 * s.sequence + 1]
    if place == 0:
        frame[1] = 1
        s.result = 0
        s.taken = NOTHING
        begin_activation(s, c, first, second)
    elif place == 1:
        frame[1] = window(s, c, ORDER_KIND[first] != REST, 2, 3)
    elif place == 2 or place == 9:
        answer_window(s, c)
    elif place == 3:
        frame[1] = 5
        if asks_for_chair(s, c, first_kind(first)):
            frame[1] = 4
            ask(s, Q_CHAIR, c)
    elif place == 4 or place == 11:
        # Drop the chair and execute, or lose the order (BA-CHAIR-3).
        frame[1] = place + 1
        if s.result == YES:
            drop_chair(s, c)
        else:
            emit(s, LOST_CHAIR, tag(s, c))
            frame[1] = 6 if place == 4 else 13
        s.result = 0
    elif place == 5:
        frame[1] = 6
        s.result = 0
        if ORDER_KIND[first] != REST:
            emit(s, EXECUTES, tag(s, c), first, 0)
            execute_first(s, c, first, second)
    elif place == 6:
        frame[1] = 7
        frame[3] = 1 if s.result == ENTERED_AND_CROSSED else 0
        frame[4] = s.taken
        suffix_pivot(s, c, first)
    elif place == 7:
        frame[1] = 8
        begin_second(s, c, second)
    elif place == 8:
        frame[1] = window(s, c, True, 9, 10)
    elif place == 10:
        frame[1] = 12
        if asks_for_chair(s, c, second_kind(second)):
            frame[1] = 11
            ask(s, Q_CHAIR, c)
    elif place == 12:
        frame[1] = 13
        # From here on it counts as executed (BA-STUN-3).
        s.done[c] = 1
        emit(s, EXECUTES, tag(s, c), second, 1)
        execute_second(s, c, first, second)
    else:
        s.done[c] = 1
        finish(s)


@rule
def begin_activation(s: State, c: int, first: int, second: int) -> None:
    """Stunned he does nothing; held he tries to free himself; a holder keeps or lets go (BA-EXEC-8, BA-HOLD-4, -8)."""
    if s.circled[c]:
        emit(s, SITS_STUNNED, tag(s, c))
        s.done[c] = 1
        finish(s)
        return
    if s.held_by[c]:
        if not roll_under(s, c, BY_COMBAT):
            emit(s, LOSES_SEQUENCE, tag(s, c))
            s.done[c] = 1
            finish(s)
            return
        emit(s, BREAKS_FREE, tag(s, c))
        end_hold(s, s.held_by[c] - 1)
    if s.holds[c]:
        kind = ORDER_KIND[first]
        goes_on = kind == WALK or kind == PIVOT_LEFT or kind == PIVOT_RIGHT or kind == PIVOT_TO
        if kind == REST and s.options & HOLD_REST:
            goes_on = True
        if not goes_on or ORDER_KIND[second] != CT:
            end_hold(s, c)


@rule
def window(s: State, c: int, has_order: bool, asking: int, going_on: int) -> int:
    """The window for dropping something, when the owner wants it (BA-OBJ-3, BA-R34): the place to go to."""
    if s.asks[c] and has_order and loads(s, c) > 0:
        ask(s, Q_DROP, c)
        return asking
    return going_on


@rule
def answer_window(s: State, c: int) -> None:
    """Drop one thing and ask again, or go on."""
    frame = s.frames[s.depth - 1]
    if s.result == REFUSED:
        frame[1] += 1
    else:
        drop(s, c, s.result)
        frame[1] -= 1


@rule
def execute_first(s: State, c: int, code: int, second: int) -> None:
    """Round 1 (BA-EXEC-5)."""
    kind = first_kind(code)
    arg = ORDER_ARG[code]
    lost = loss(s, c, kind)
    begin_chain(s, c)
    if lost:
        emit(s, lost, tag(s, c))
    elif kind == WALK:
        if s.holds[c]:
            drag(s, c, arg)
        else:
            call(s, WALKS, c, arg, 1 if ORDER_KIND[second] == OUV else 0)
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


@rule
def suffix_pivot(s: State, c: int, code: int) -> None:
    """After the movement, whether it succeeded or not, unless stunned, fallen or out (BA-EXEC-7, -9)."""
    # Every fall stuns, so that a fallen character is a stunned one.
    if not in_play(s, c) or s.stun[c] > 0:
        return
    if ORDER_SUFFIX[code] == LEFT:
        turn_to(s, c, turned(s.facing[c], -1))
    elif ORDER_SUFFIX[code] == RIGHT:
        turn_to(s, c, turned(s.facing[c], 1))


@rule
def begin_second(s: State, c: int, code: int) -> None:
    """Go on to round 2, unless the sequence is over for him; a long action waits (BA-EXEC-3)."""
    frame = s.frames[s.depth - 1]
    if not in_play(s, c) or s.circled[c] or frame[3]:
        frame[1] = 13
    elif ORDER_KIND[code] == REST:
        if ORDER_KIND[s.orders[c][2 * s.sequence]] == REST:
            emit(s, RESTS, tag(s, c))
        frame[1] = 13
    elif is_long(ORDER_KIND[code]):
        s.pending[c] = 1
        finish(s)


@rule
def execute_second(s: State, c: int, first: int, code: int) -> None:
    """Round 2: blows and quick actions (BA-BLOW-1, BA-ACT-1)."""
    frame = s.frames[s.depth - 1]
    combo = ORDER_KIND[code]
    kind = second_kind(code)
    gave = frame[4]
    lost = loss(s, c, kind)
    # A written rest in round 1 makes the blow or throw an aimed one (BA-BLOW-6).
    aimed = 1 if ORDER_KIND[first] == REST else 0
    begin_chain(s, c)
    if lost:
        emit(s, lost, tag(s, c))
    elif (combo == PRE_LAN and gave == NOTHING) or (combo == BRI_CP and gave == NOTHING):
        emit(s, LOST_COMBO, tag(s, c))
    elif combo == PRE_BRI and gave != BOTTLE:
        emit(s, LOST_COMBO, tag(s, c))
    elif kind <= CT:
        call(s, BLOWS, c, kind, aimed, 1 if combo == BRI_CP else 0)
    elif kind == OUV or kind == FER:
        call(s, OPENS, c, kind)
    elif kind == PRE:
        call(s, TAKES, c)
    elif kind == LAN:
        call(s, THROWS, c, aimed, gave if combo == PRE_LAN else NOTHING)
    else:
        call(s, BREAKS, c)


@rule
def op_acts_long(s: State, c: int) -> None:
    """The long action of a character at the end of the sequence; for POU only the naming (BA-EXEC-4, BA-LONG-1, BA-POU-6)."""
    frame = s.frames[s.depth - 1]
    place = frame[1]
    kind = ORDER_KIND[s.orders[c][2 * s.sequence + 1]]
    if place == 0:
        frame[1] = window(s, c, True, 1, 2)
    elif place == 1:
        answer_window(s, c)
    elif place == 2:
        frame[1] = 4
        if asks_for_chair(s, c, kind):
            frame[1] = 3
            ask(s, Q_CHAIR, c)
    elif place == 3:
        frame[1] = 4
        if s.result == YES:
            drop_chair(s, c)
        elif kind != DES:
            emit(s, LOST_CHAIR, tag(s, c))
            conclude(s, c)
            finish(s)
    elif place == 4:
        frame[1] = 5
        lost = loss(s, c, kind)
        emit(s, EXECUTES, tag(s, c), s.orders[c][2 * s.sequence + 1], 1)
        begin_chain(s, c)
        if lost:
            emit(s, lost, tag(s, c))
            conclude(s, c)
            finish(s)
        else:
            begin_long(s, c, kind)
    elif place == 5:
        frame[1] = 6
        if s.result == REFUSED:
            emit(s, DECLINED, tag(s, c))
        if kind == POU:
            if s.result < 0:
                conclude(s, c)
            else:
                name_push(s, c, s.result)
            finish(s)
            return
        conclude(s, c)
        if s.result != REFUSED and s.result != IMPOSSIBLE:
            do_long(s, c, kind, s.result)
    else:
        finish(s)


@rule
def begin_long(s: State, c: int, kind: int) -> None:
    """Ask what exactly; without any possibility the order is lost."""
    if kind == POU:
        why = nothing_to_push(s, c)
        if why:
            lose_push(s, c, why)
            s.result = IMPOSSIBLE
        else:
            ask(s, Q_PUSH, c)
    elif kind == REN:
        begin_tip(s, c)
    elif kind == DES:
        begin_smash(s, c)
    elif kind == TAX:
        begin_rob(s, c)
    elif kind == MET:
        begin_wear(s, c)
    else:
        begin_call(s, c)


@rule
def do_long(s: State, c: int, kind: int, answer: int) -> None:
    if kind == REN:
        tip(s, c, answer)
    elif kind == DES:
        smash(s, c, answer)
    elif kind == TAX:
        start_timed(s, c, TAXING, answer)
        emit(s, BEGINS_TAX, tag(s, c), tag(s, answer))
    elif kind == MET:
        start_timed(s, c, WEARING, answer)
        emit(s, BEGINS_WEAR, tag(s, c), abs(answer), 1 if answer > 0 else 0)
    else:
        start_timed(s, c, CALLING, 0)
        emit(s, BEGINS_CALL, tag(s, c))
