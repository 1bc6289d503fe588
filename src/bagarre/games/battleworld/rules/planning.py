"""Phase 1: each character moves and commits itself to one plan (BW-PLAN, BW-MOVE)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import (
    ALREADY_ACTIVATED,
    DEAD,
    NO_EMPTY_ICON,
    NO_PLAN,
    NOBODY_TO_HEAL,
    NOT_IN_MODULE,
    NOTHING_LOST,
)
from ..events import FLIGHT_LOST, GRIP_PAID, MOVES, PLANS, PLANS_HEAL, RESOLUTION, TURN
from ..programs import TAX_MOVE
from ..state import (
    ACTIVATING,
    ENERGY_MODULE,
    FLIGHT,
    HEAL_MODULE,
    HEALING,
    MOVING,
    NO_FATE,
    NOBODY,
    OFF,
    PENDING,
    PLANNING,
    PLANNING_ORDERS,
    RESOLUTION_ORDERS,
    State,
)
from .board import adjacent, has_trait, move_refusal, move_tax, op_of, same_faction
from .preparation import stand
from .tokens import (
    ATTACK,
    HEAL,
    IDLE,
    MODULE_ENERGY,
    MODULE_HEAL,
    RECOVER_ENERGY,
    RECOVER_LIFE,
    RECOVER_REROLL,
    label,
    needs_module,
    power_label,
)


@rule
def run_turn_begins(s: State) -> None:
    emit(s, TURN, s.turn, s.initiative)
    s.side = s.initiative
    s.asked = 0
    s.stage = PLANNING_ORDERS


@rule
def activation_refusal(s: State, p: int) -> int:
    if s.at[p] == OFF:
        return DEAD
    if s.activated[p]:
        return ALREADY_ACTIVATED
    return 0


@rule
def waiting(s: State, side: int) -> int:
    """How many characters of a side are still to be activated."""
    count = 0
    for p in range(4 * side, 4 * side + 4):
        if activation_refusal(s, p) == 0:
            count += 1
    return count


@rule
def run_activating(s: State) -> None:
    """Sides alternate; the one that has characters left goes on alone (BW-PLAN-1, BW-PLAN-5)."""
    if waiting(s, s.side) == 0:
        s.side = 1 - s.side
    count = waiting(s, s.side)
    if count == 0:
        start_resolution(s)
    elif count > 1:
        s.decider = s.side
    else:
        for p in range(4 * s.side, 4 * s.side + 4):
            if activation_refusal(s, p) == 0:
                activate(s, p)


@rule
def activate(s: State, p: int) -> None:
    s.actor = p
    s.stage = MOVING


@rule
def run_moving(s: State) -> None:
    """A character that can only stay is not asked."""
    for square in range(35):
        if square != s.at[s.actor] and move_refusal(s, s.actor, square) == 0:
            s.decider = s.side
            return
    s.stage = PLANNING


@rule
def step_refusal(s: State, square: int) -> int:
    return move_refusal(s, s.actor, square)


@rule
def move(s: State, square: int) -> None:
    """Go there, paying an enemy's grip (BW-MOVE-1, BW-POWER-3)."""
    p = s.actor
    if square != s.at[p]:
        tax = move_tax(s, p)
        if tax > 0:
            s.power[p] -= tax
            emit(s, GRIP_PAID, label(s, p), gripping_power(s, p))
        emit(s, MOVES, label(s, p), square, s.at[p])
        stand(s, p, square)
    s.stage = PLANNING


@rule
def gripping_power(s: State, p: int) -> int:
    enemy = 4 * (1 - (p >> 2))
    for q in range(enemy, enemy + 4):
        k = op_of(s, q, TAX_MOVE)
        if k != NOBODY and adjacent(s, p, q):
            return power_label(s, k)
    return 0


@rule
def own_module(s: State, p: int) -> int:
    """The intact module of its own base in which a piece stands, NOBODY for none (BW-MODULE-4)."""
    module = s.module_on[s.at[p]]
    if module != NOBODY and module // 3 == p >> 2:
        return module
    return NOBODY


@rule
def heal_refusal(s: State, p: int, q: int) -> int:
    """Another living character of the same player and faction, adjacent now (BW-PLAN-9)."""
    if q == p or s.at[q] == OFF or not same_faction(s, p, q) or not adjacent(s, p, q):
        return NOBODY_TO_HEAL
    return 0


@rule
def plan_refusal(s: State, p: int, plan: int) -> int:
    """Why a piece cannot set that plan, 0 when it can (BW-PLAN-7)."""
    if plan == ATTACK or plan == IDLE:
        return 0
    if plan == RECOVER_ENERGY:
        if s.power[p] >= s.card_power[s.card[p]]:
            return NO_EMPTY_ICON
        return 0
    if plan == RECOVER_LIFE:
        if s.needs_loss and s.life[p] >= s.card_life[s.card[p]]:
            return NOTHING_LOST
        return 0
    if plan == RECOVER_REROLL:
        if s.needs_loss and s.reroll[p] == 1:
            return NOTHING_LOST
        return 0
    if plan == HEAL:
        side = p & 4
        for q in range(side, side + 4):
            if heal_refusal(s, p, q) == 0:
                return 0
        return NOBODY_TO_HEAL
    if needs_module(plan):
        module = own_module(s, p)
        if module == NOBODY:
            return NOT_IN_MODULE
        if plan == MODULE_ENERGY and module % 3 != ENERGY_MODULE:
            return NOT_IN_MODULE
        if plan == MODULE_HEAL and module % 3 != HEAL_MODULE:
            return NOT_IN_MODULE
        return 0
    return NO_PLAN


@rule
def ask_side(s: State) -> None:
    """The side whose activation or step it is answers."""
    s.decider = s.side


@rule
def actor_plan_refusal(s: State, plan: int) -> int:
    return plan_refusal(s, s.actor, plan)


@rule
def set_plan(s: State, plan: int) -> None:
    p = s.actor
    if plan == HEAL:
        s.stage = HEALING
        return
    s.plan[p] = plan
    s.fate[p] = PENDING
    if plan == IDLE:
        s.fate[p] = NO_FATE
    emit(s, PLANS, label(s, p), plan)
    end_activation(s)


@rule
def actor_heal_refusal(s: State, q: int) -> int:
    return heal_refusal(s, s.actor, q)


@rule
def set_heal(s: State, q: int) -> None:
    """The healer gives up flight until the end of the turn (BW-PLAN-10)."""
    p = s.actor
    s.plan[p] = HEAL
    s.fate[p] = PENDING
    s.heal_target[p] = q
    emit(s, PLANS_HEAL, label(s, p), label(s, q))
    lose_flight(s, p)
    end_activation(s)


@rule
def lose_flight(s: State, p: int) -> None:
    if has_trait(s, p, FLIGHT) and s.grounded[p] == 0:
        s.grounded[p] = 1
        emit(s, FLIGHT_LOST, label(s, p))


@rule
def end_activation(s: State) -> None:
    s.activated[s.actor] = 1
    s.side = 1 - s.side
    s.stage = ACTIVATING


@rule
def start_resolution(s: State) -> None:
    s.side = s.initiative
    s.passes = 0
    s.passed_out[0] = 0
    s.passed_out[1] = 0
    s.commanded = 0
    s.asked = 0
    emit(s, RESOLUTION, s.initiative)
    s.stage = RESOLUTION_ORDERS
