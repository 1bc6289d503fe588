"""The auction of power tokens: windows, rerolls, pressing, reaction (BW-AUCTION, BW-REROLL)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import (
    BEHIND,
    FRIENDLY_ONLY,
    HOLD,
    NO_POWER,
    NO_REROLL_COSMIC,
    NO_WINDOW_POWER,
    NOT_BEHIND,
    NOT_FIGHTING,
    NOT_PRESSING,
    OWN_DIE,
    PRESSING,
    REACT,
    REROLL_INITIATOR,
    REROLL_USED,
    STOP,
    YIELD,
)
from ..events import (
    ENTITY_HOLDS,
    ENTITY_YIELDS,
    HOLDS,
    LETS_BE,
    RAISES,
    RAISES_FREE,
    STOPS,
    USES_POWER,
    USES_REROLL,
    YIELDS,
)
from ..programs import FORCE_REROLL, FREE_RAISE
from ..state import (
    BIDDING,
    COSMIC,
    MODULE,
    NOBODY,
    OFF,
    REACTING,
    RESULT,
    THANOS,
    State,
)
from .board import distance, hits_flyers, is_flying, reach
from .combat import active_op, principal, throw, throw_support
from .tokens import entity_label, label, power_label


@rule
def is_entity(s: State, side: int) -> bool:
    """Does a cosmic entity fight on that side?"""
    return s.target_kind == COSMIC and principal(s, side) == NOBODY


@rule
def entity_of(s: State, side: int) -> int:
    if side == 0:
        return THANOS
    return s.target


@rule
def can_strike_back(s: State, p: int) -> bool:
    """May a winning defender wound that attacker? (BW-DAMAGE-4, BW-GUARD-6, BW-FLY-6)"""
    d = s.defender
    if s.at[p] == OFF:
        return False
    if s.target_kind == MODULE:
        return True
    if distance(s.at[d], s.at[p]) > reach(s, d):
        return False
    return not (s.flyer_safe and is_flying(s, p) and not hits_flyers(s, d))


@rule
def is_attacker(s: State, p: int) -> bool:
    if s.initiator == NOBODY or p >> 2 != s.initiator >> 2:
        return False
    return p == s.initiator or s.supporters >> (p & 3) & 1 == 1


@rule
def defence_can_wound(s: State) -> bool:
    """Is any attacker in the defender's reach? (BW-DAMAGE-5)"""
    if s.initiator == NOBODY:
        return True
    team = s.initiator & 4
    for p in range(team, team + 4):
        if is_attacker(s, p) and can_strike_back(s, p):
            return True
    return False


# What a side may do in its window.


@rule
def has_free_raise(s: State, side: int) -> bool:
    k = active_op(s, side, FREE_RAISE)
    return k != NOBODY and s.free_raises[principal(s, side)] < s.op_n[k]


@rule
def raise_refusal(s: State, side: int) -> int:
    p = principal(s, side)
    if p == NOBODY or s.rolls[side] >= 12:
        return NO_POWER
    if s.power[p] == 0 and not has_free_raise(s, side):
        return NO_POWER
    return 0


@rule
def reroll_refusal(s: State, side: int, p: int, on_initiator: bool) -> int:
    """Why piece p of that combat side cannot use its token on its own die or on the initiator's (BW-REROLL-2, BW-REROLL-3)."""
    if s.target_kind == COSMIC:
        return NO_REROLL_COSMIC
    if side == 0:
        if not is_attacker(s, p):
            return NOT_FIGHTING
    elif p != s.defender:
        return NOT_FIGHTING
    if s.reroll[p] == 0:
        return REROLL_USED
    if on_initiator:
        if p == s.initiator:
            return OWN_DIE
        if side == 1 and s.friendly_rerolls:
            return FRIENDLY_ONLY
    return 0


@rule
def raise_in_window_refusal(s: State) -> int:
    return raise_refusal(s, s.window)


@rule
def reroll_in_window_refusal(s: State, verb: int, p: int) -> int:
    return reroll_refusal(s, s.window, p, verb == REROLL_INITIATOR)


@rule
def power_in_window_refusal(s: State) -> int:
    return window_power_refusal(s, s.window)


@rule
def window_power_refusal(s: State, side: int) -> int:
    """A power that makes the opponent roll its last die again, once per combat."""
    k = active_op(s, side, FORCE_REROLL)
    if k == NOBODY or s.window_power[side] == 1 or s.op_cost[k] > s.power[principal(s, side)]:
        return NO_WINDOW_POWER
    return 0


@rule
def can_do_something(s: State, side: int) -> bool:
    if principal(s, side) == NOBODY:
        return False
    if raise_refusal(s, side) == 0 or window_power_refusal(s, side) == 0:
        return True
    team = principal(s, side) & 4
    for p in range(team, team + 4):
        if reroll_refusal(s, side, p, False) == 0:
            return True
    return False


@rule
def is_behind(s: State, side: int) -> bool:
    return s.total[side] < s.total[1 - side]


@rule
def closing_refusal(s: State, verb: int) -> int:
    """The three ways to end a window: yield when behind, hold otherwise, stop once the other has yielded."""
    side = s.window
    if s.yielded[1 - side]:
        if verb != STOP:
            return PRESSING
    elif verb == STOP:
        return NOT_PRESSING
    elif is_behind(s, side):
        if verb == HOLD:
            return BEHIND
    elif verb == YIELD:
        return NOT_BEHIND
    return 0


# The windows.


@rule
def run_bidding(s: State) -> None:
    """Ask the side in the window, or do what it must (BW-AUCTION-3, 4, 7, 9, 10, 13)."""
    if s.holds >= 2:
        s.stage = RESULT
        return
    if s.trailing_only:
        s.window = trailing_window(s)
    side = s.window
    pressing = s.yielded[1 - side] == 1
    if pressing and side == 1 and not defence_can_wound(s):
        s.stage = RESULT
    elif can_do_something(s, side):
        s.decider = principal(s, side) >> 2
    elif pressing:
        s.stage = RESULT
    elif is_behind(s, side):
        yield_window(s)
    else:
        hold_window(s)


@rule
def trailing_window(s: State) -> int:
    """The lighter protocol: only the side behind is asked, at equality the attacker, then the defender (BW-AUCTION-14)."""
    if s.yielded[0]:
        return 1
    if s.yielded[1]:
        return 0
    if s.total[0] == s.total[1]:
        return s.holds
    if is_behind(s, 0):
        return 0
    return 1


@rule
def pass_window(s: State) -> None:
    s.window = 1 - s.window


@rule
def yield_window(s: State) -> None:
    side = s.window
    s.yielded[side] = 1
    s.holds = 0
    if is_entity(s, side):
        emit(s, ENTITY_YIELDS, entity_label(s, entity_of(s, side)))
    else:
        emit(s, YIELDS, label(s, principal(s, side)))
    pass_window(s)


@rule
def hold_window(s: State) -> None:
    """Two holds in a row are only possible at equal totals: a tie (BW-AUCTION-11)."""
    side = s.window
    s.holds += 1
    if is_entity(s, side):
        emit(s, ENTITY_HOLDS, entity_label(s, entity_of(s, side)))
    else:
        emit(s, HOLDS, label(s, principal(s, side)))
    pass_window(s)


@rule
def stop_window(s: State) -> None:
    emit(s, STOPS, label(s, principal(s, s.window)))
    s.stage = RESULT


@rule
def after_change(s: State, side: int, passes: bool) -> None:
    """A total changed: holds start again; a pressing attacker may be answered (BW-AUCTION-15)."""
    s.holds = 0
    if s.yielded[1 - side]:
        if side == 0 and may_react(s):
            s.stage = REACTING
    elif passes:
        pass_window(s)


@rule
def raise_total(s: State) -> None:
    """One token, one roll (BW-AUCTION-2); a power may give the first raise of the turn."""
    side = s.window
    p = principal(s, side)
    if has_free_raise(s, side):
        s.free_raises[p] += 1
        emit(s, RAISES_FREE, label(s, p))
    else:
        s.power[p] -= 1
        s.spent[side] += 1
        emit(s, RAISES, label(s, p), s.power[p])
    throw(s, side, s.rolls[side])
    after_change(s, side, True)


@rule
def use_reroll(s: State, verb: int, p: int) -> None:
    """Discard the token and roll the last die of its owner, or of the initiator, again (BW-REROLL-1, BW-REROLL-4)."""
    s.reroll[p] = 0
    target = p
    if verb == REROLL_INITIATOR:
        target = s.initiator
    old = s.support_face[target & 3]
    if target == s.initiator:
        old = s.face[0][s.rolls[0] - 1]
    elif target == s.defender:
        old = s.face[1][s.rolls[1] - 1]
    emit(s, USES_REROLL, label(s, p), label(s, target), old)
    if target == s.initiator:
        throw(s, 0, s.rolls[0] - 1)
    elif target == s.defender:
        throw(s, 1, s.rolls[1] - 1)
    else:
        throw_support(s, target & 3)
    after_change(s, s.window, False)


@rule
def use_window_power(s: State) -> None:
    side = s.window
    p = principal(s, side)
    k = active_op(s, side, FORCE_REROLL)
    s.window_power[side] = 1
    s.power[p] -= s.op_cost[k]
    emit(s, USES_POWER, label(s, p), power_label(s, k))
    throw(s, 1 - side, s.rolls[1 - side] - 1)
    after_change(s, side, False)


# The reaction of a defender that has yielded.


@rule
def may_react(s: State) -> bool:
    if s.total_yield or s.defender == NOBODY:
        return False
    return reroll_refusal(s, 1, s.defender, True) == 0


@rule
def run_reacting(s: State) -> None:
    s.decider = s.defender >> 2


@rule
def answer_reaction(s: State, verb: int) -> None:
    s.stage = BIDDING
    if verb == REACT:
        s.reroll[s.defender] = 0
        emit(s, USES_REROLL, label(s, s.defender), label(s, s.initiator), s.face[0][s.rolls[0] - 1])
        throw(s, 0, s.rolls[0] - 1)
    else:
        emit(s, LETS_BE, label(s, s.defender))
