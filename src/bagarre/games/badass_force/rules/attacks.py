"""One attack: dodge, defence window, death (BF-ATT-4)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import ANNOUNCE, DODGE
from ..events import ABSORBS, ATTACKS, DODGES, ENDURES, STANDS
from ..instructions import AGAINST_POWER, AGAINST_WEAPON
from ..state import (
    ABSORBED,
    ASK_DEFEND,
    ASK_DODGE,
    ATTACK,
    BY_ATTACK,
    CANCELLED,
    DODGED,
    EXECUTION,
    EXPOSED,
    KILLED,
    State,
)
from .claims import IN_DEFENCE, announce
from .losses import lose_active
from .stack import ask, pop, push
from .table import defences

# Steps of an attack, in their order.
DECLARED, DODGE_ANSWERED, WINDOW, DEFENCE_ANSWERED, CLAIMED, DONE = range(6)
WITH_WEAPON, WITH_POWER = range(2)


@rule
def open_attack(s: State, attacker: int, target: int, source: int, flags: int) -> None:
    """`flags`: 1 when it cannot be defended, plus twice the price of a dodge. The source tells weapon from power (BF-ATT-1)."""
    push(s, ATTACK, attacker, target, WITH_WEAPON if source == EXECUTION else WITH_POWER, flags)


@rule
def step_attack(s: State, top: int) -> None:
    step = s.step[top]
    if step == DECLARED:
        declare(s, top)
    elif step == DODGE_ANSWERED:
        answer_dodge(s, top)
    elif step == WINDOW:
        open_defence(s, top)
    elif step == DEFENCE_ANSWERED:
        answer_defence(s, top)
    elif step == CLAIMED:
        after_claim(s, top)
    else:
        report(s, top)


@rule
def declare(s: State, top: int) -> None:
    """First the dodge that the card offers, if the target can pay it (BF-ATT-4)."""
    target = s.whom[top]
    emit(s, ATTACKS, s.who[top], target, s.what[top])
    price = s.how_done[top] >> 1
    if price and s.charge[target] >= price:
        s.step[top] = DODGE_ANSWERED
        ask(s, ASK_DODGE, 1 << target, 0)
    else:
        s.step[top] = WINDOW


@rule
def answer_dodge(s: State, top: int) -> None:
    target = s.whom[top]
    if s.answer_verb == DODGE:
        price = s.how_done[top] >> 1
        s.charge[target] -= price
        emit(s, DODGES, target, price, s.charge[target])
        s.outcome[top] = DODGED
        s.step[top] = DONE
    else:
        emit(s, ENDURES, target)
        s.step[top] = WINDOW


@rule
def open_defence(s: State, top: int) -> None:
    """The target may announce a character with a fitting reaction; if none fits, no window opens (BF-DEF-1, BF-DEF-2)."""
    target = s.whom[top]
    usable = 0
    if s.how_done[top] & 1 == 0:
        usable = defences(s, target, AGAINST_WEAPON if s.what[top] == WITH_WEAPON else AGAINST_POWER)
    if usable:
        s.step[top] = DEFENCE_ANSWERED
        ask(s, ASK_DEFEND, 1 << target, usable)
    else:
        strike(s, top)


@rule
def answer_defence(s: State, top: int) -> None:
    target = s.whom[top]
    if s.answer_verb == ANNOUNCE:
        s.step[top] = CLAIMED
        announce(s, target, s.place_of[s.answer], IN_DEFENCE)
    else:
        emit(s, STANDS, target)
        strike(s, top)


@rule
def after_claim(s: State, top: int) -> None:
    """Cancelled, or the lie was caught and the attack goes on without a new window (BF-DEF-5) or is absorbed (BF-R27)."""
    if s.outcome[top] == CANCELLED:
        s.step[top] = DONE
    elif s.absorb_failed_defence and s.outcome[top] == EXPOSED:
        emit(s, ABSORBS, s.whom[top])
        s.outcome[top] = ABSORBED
        s.step[top] = DONE
    else:
        strike(s, top)


@rule
def strike(s: State, top: int) -> None:
    """The character that is active at that moment dies (BF-ATT-4)."""
    s.outcome[top] = KILLED
    s.step[top] = DONE
    lose_active(s, s.whom[top], s.who[top], BY_ATTACK)


@rule
def report(s: State, top: int) -> None:
    """Tell the program how its attack ended (BF-ATT-5)."""
    outcome = s.outcome[top]
    pop(s)
    s.outcome[top - 1] = outcome
