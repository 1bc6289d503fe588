"""Phase 2: sides alternate steps; plans are executed or lost (BW-ACT)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import MUST_EXECUTE, NO_PLAN, NO_TARGET, NOT_A_MEMBER, STANDING_PLAN
from ..events import (
    HEAL_FAILS,
    HEALS,
    NOTHING_TO_DO,
    PASSES,
    PLAN_LOST,
    RECOVERS_ENERGY,
    RECOVERS_LIFE,
    RECOVERS_REROLL,
    REPAIRS,
)
from ..programs import AT_STEP, RECOVERY_AMOUNT
from ..state import (
    COMMANDING,
    EXECUTED,
    LOST,
    NOBODY,
    OFF,
    PENDING,
    PHASE_OVER,
    STEPPING,
    TARGETING,
    WANDERING,
    State,
)
from .board import adjacent, has_target
from .orders import executable, is_member, order_offered
from .planning import own_module
from .tokens import (
    ATTACK,
    GUARD,
    HEAL,
    MODULE_ENERGY,
    MODULE_HEAL,
    RECOVER_ENERGY,
    RECOVER_LIFE,
    RECOVER_REROLL,
    gain_life,
    gain_power,
    label,
)


@rule
def run_stepping(s: State) -> None:
    """Whose step it is, passes included (BW-ACT-1, BW-ACT-5, BW-ACT-6)."""
    if s.final_pass and s.passed_out[s.side] and not s.passed_out[1 - s.side]:
        s.side = 1 - s.side
    if (s.final_pass and s.passed_out[0] and s.passed_out[1]) or (not s.final_pass and s.passes >= 2):
        s.stage = PHASE_OVER
    elif s.commanded > 0:
        # The second of two commanded steps is lost when no member can act (BW-LEADER-10).
        if executable(s, s.side, True) > 0:
            s.decider = s.side
        else:
            s.commanded = 0
            s.side = 1 - s.side
            s.asked = 0
    elif executable(s, s.side, False) == 0:
        emit(s, NOTHING_TO_DO, s.side)
        pass_step(s)
    elif s.asked == 0 and order_offered(s, s.side, AT_STEP):
        s.asked = 1
        s.stage = COMMANDING
        s.decider = s.side
    else:
        s.decider = s.side


@rule
def pass_step(s: State) -> None:
    s.passes += 1
    s.passed_out[s.side] = 1
    s.side = 1 - s.side
    s.asked = 0


@rule
def announce_pass(s: State) -> None:
    emit(s, PASSES, s.side)
    pass_step(s)


@rule
def finish_step(s: State) -> None:
    """A plan was executed: the other side's step, unless another is commanded."""
    s.passes = 0
    s.stage = STEPPING
    if s.commanded > 0:
        s.commanded -= 1
    if s.commanded == 0:
        s.side = 1 - s.side
        s.asked = 0


@rule
def act_refusal(s: State, p: int) -> int:
    """Why that plan cannot be executed now, 0 when it can."""
    if s.at[p] == OFF or s.fate[p] != PENDING:
        return NO_PLAN
    plan = s.plan[p]
    if plan == MODULE_ENERGY or plan == MODULE_HEAL or plan == GUARD:
        return STANDING_PLAN
    if s.commanded > 0 and not is_member(s, p, s.side):
        return NOT_A_MEMBER
    if plan == ATTACK and not has_target(s, p):
        return NO_TARGET
    return 0


@rule
def pass_refusal(s: State) -> int:
    if s.commanded > 0:
        return MUST_EXECUTE
    return 0


@rule
def act(s: State, p: int) -> None:
    """Execute a plan; the die goes back to the centre (BW-ACT-7)."""
    s.actor = p
    plan = s.plan[p]
    if plan == ATTACK:
        s.stage = TARGETING
        return
    s.fate[p] = EXECUTED
    if plan == RECOVER_ENERGY:
        emit(s, RECOVERS_ENERGY, label(s, p), gain_power(s, p, recovery(s, p, 0)))
    elif plan == RECOVER_LIFE:
        emit(s, RECOVERS_LIFE, label(s, p), gain_life(s, p, recovery(s, p, 1)))
    elif plan == RECOVER_REROLL:
        s.reroll[p] = 1
        emit(s, RECOVERS_REROLL, label(s, p))
    elif plan == HEAL:
        heal(s, p, s.heal_target[p])
    else:
        repair(s, p)
    finish_step(s)


@rule
def recovery(s: State, p: int, what: int) -> int:
    """1 point, or what a power says (BW-ACT-8); what: 0 energy, 1 life."""
    card = s.card[p]
    for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]):
        if s.op_kind[k] == RECOVERY_AMOUNT and s.op_how[k] == what:
            return s.op_n[k]
    return 1


@rule
def heal(s: State, p: int, q: int) -> None:
    """+1 life if both are alive and still adjacent, otherwise nothing (BW-ACT-9, BW-DEATH-3)."""
    if adjacent(s, p, q):
        emit(s, HEALS, label(s, p), label(s, q), gain_life(s, q, 1))
    else:
        emit(s, HEAL_FAILS, label(s, p), label(s, q))


@rule
def repair(s: State, p: int) -> None:
    """+1 resistance for the module in which it stands (BW-ACT-10)."""
    module = own_module(s, p)
    gained = min(1, s.module_full[module % 3] - s.resistance[module])
    s.resistance[module] += gained
    emit(s, REPAIRS, label(s, p), module % 3, gained)


@rule
def run_phase_over(s: State) -> None:
    """Pending plans are lost, except those that work at the end of the turn (BW-ACT-12)."""
    for p in range(8):
        plan = s.plan[p]
        standing = plan == MODULE_ENERGY or plan == MODULE_HEAL or plan == GUARD
        if s.at[p] != OFF and s.fate[p] == PENDING and not standing:
            s.fate[p] = LOST
            emit(s, PLAN_LOST, label(s, p), plan)
    s.actor = NOBODY
    s.stage = WANDERING
