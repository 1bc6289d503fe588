"""Small changes on a card: labels for the log, gains up to the maximum, plans, wounds and death."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import PLANS as PLAN_NAMES
from ..events import DIES, MODULE_DESTROYED, MODULE_HIT, PLAN_CANCELLED
from ..state import BEYONDER, CANCELLED, NO_FATE, NOBODY, OFF, PENDING, State

(
    NO_PLAN, ATTACK, RECOVER_ENERGY, RECOVER_LIFE, RECOVER_REROLL, HEAL, REPAIR, MODULE_ENERGY, MODULE_HEAL, GUARD, IDLE,
) = range(len(PLAN_NAMES))  # fmt: skip


# Numbers of a choice: characters are counted from 1 in each team, modules from 0 in each base.


@rule
def own_piece(seat: int, number: int) -> int:
    return 4 * seat + number - 1


@rule
def enemy_piece(seat: int, number: int) -> int:
    return 4 * (1 - seat) + number - 1


@rule
def enemy_module(seat: int, number: int) -> int:
    return 3 * (1 - seat) + number


# Names of things in events: the set of names is chosen by an option, and in a mirror match the villains' twins are told apart.


@rule
def label(s: State, p: int) -> int:
    twin = s.mirror * (p >> 2)
    return s.card[p] + 32 * s.naming + 64 * twin


@rule
def entity_label(s: State, entity: int) -> int:
    return entity + 4 * s.naming


@rule
def power_label(s: State, k: int) -> int:
    return s.op_power[k] + 64 * s.naming


@rule
def faction_label(s: State, faction: int) -> int:
    return faction + 8 * s.naming


# Gains. What goes beyond a maximum is lost (BW-ACT-11).


@rule
def gain_power(s: State, p: int, n: int) -> int:
    """Give power; tells how much was really gained."""
    gained = min(n, s.card_power[s.card[p]] - s.power[p])
    s.power[p] += gained
    return gained


@rule
def gain_life(s: State, p: int, n: int) -> int:
    gained = min(n, s.card_life[s.card[p]] - s.life[p])
    s.life[p] += gained
    return gained


@rule
def gain_victory(s: State, p: int, n: int) -> int:
    gained = min(n, s.card_slots[s.card[p]] - s.victory[p])
    s.victory[p] += gained
    return gained


# Plans.


@rule
def is_pending(s: State, p: int, plan: int) -> bool:
    return s.plan[p] == plan and s.fate[p] == PENDING


@rule
def needs_module(plan: int) -> bool:
    """Plans tied to the module in which they were made (BW-PLAN-13)."""
    return plan == REPAIR or plan == MODULE_ENERGY or plan == MODULE_HEAL or plan == GUARD


@rule
def cancel_module_plan(s: State, p: int) -> None:
    """The piece has left its module, or the module is gone (BW-PLAN-13, BW-BASE-2)."""
    if s.fate[p] == PENDING and needs_module(s.plan[p]):
        s.fate[p] = CANCELLED
        emit(s, PLAN_CANCELLED, label(s, p), s.plan[p])


# Wounds.


@rule
def wound(s: State, p: int, n: int, by: int) -> None:
    """Mark wounds; at 0 life the card leaves the game (BW-DEATH-1). `by` is the side that earns a favour, or NOBODY."""
    s.life[p] = max(0, s.life[p] - n)
    if s.life[p] > 0:
        return
    emit(s, DIES, label(s, p))
    s.piece_on[s.at[p]] = NOBODY
    s.at[p] = OFF
    s.plan[p] = NO_PLAN
    s.fate[p] = NO_FATE
    s.power[p] = 0
    s.reroll[p] = 0
    s.victory[p] = 0
    s.burning[p] = 0
    if by != NOBODY and s.second == BEYONDER:
        s.favours[by] += 1


@rule
def hit_module(s: State, module: int, n: int) -> None:
    """Damage on a module; at 0 it is removed for good (BW-BASE-1, BW-BASE-2)."""
    s.resistance[module] = max(0, s.resistance[module] - n)
    emit(s, MODULE_HIT, module % 3, module // 3, n, s.resistance[module])
    if s.resistance[module] > 0:
        return
    emit(s, MODULE_DESTROYED, module % 3, module // 3)
    square = s.module_square[module]
    s.module_on[square] = NOBODY
    if s.piece_on[square] != NOBODY:
        cancel_module_plan(s, s.piece_on[square])


@rule
def side_has_life(s: State, side: int) -> bool:
    for p in range(4 * side, 4 * side + 4):
        if s.at[p] != OFF:
            return True
    return False


@rule
def side_has_base(s: State, side: int) -> bool:
    for module in range(3 * side, 3 * side + 3):
        if s.resistance[module] > 0:
            return True
    return False
