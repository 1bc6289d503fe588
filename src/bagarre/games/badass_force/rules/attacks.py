"""One attack: dodge, defence window, death (BF-ATT-4)."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import call, finish, go, keep, kept
from bagarre.kernel.rule import rule

from ..events import ABSORBS, ATTACKS, DODGES, ENDURES, STANDS
from ..instructions import AGAINST_POWER, AGAINST_WEAPON
from ..operations import ATTACK, ATTACKER, ENDED, PRICE, TARGET
from ..state import ABSORBED, ASK_DEFEND, ASK_DODGE, BY_ATTACK, CANCELLED, DODGED, EXECUTION, KILLED, State
from .claims import IN_DEFENCE, LIE, announce
from .losses import lose_active
from .stack import ask
from .table import defences

WITH_WEAPON, WITH_POWER = range(2)


@rule
def open_attack(s: State, attacker: int, target: int, box: int, flags: int) -> None:
    """`flags`: 1 when it cannot be defended, plus twice the price of a dodge. An execution attacks with the weapon (BF-ATT-1)."""
    call(s, ATTACK, attacker, target, WITH_WEAPON if box == EXECUTION else WITH_POWER, flags & 1, flags >> 1)


@ATTACK.begin
def declare(s: State, attacker: int, target: int, means: int, price: int) -> None:
    """First the dodge that the card offers, if the target can pay it (BF-ATT-4)."""
    emit(s, ATTACKS, attacker, target, means)
    go(s, open_defence)
    if price and s.charge[target] >= price:
        ask(s, ASK_DODGE, 1 << target, 0)


@rule
def dodge(s: State, seat: int) -> None:
    s.charge[seat] -= kept(s, PRICE)
    emit(s, DODGES, seat, kept(s, PRICE), s.charge[seat])
    keep(s, ENDED, DODGED)
    go(s, report)


@rule
def endure(s: State, seat: int) -> None:
    emit(s, ENDURES, seat)


@ATTACK.step
def open_defence(s: State, target: int, means: int, undefendable: int) -> None:
    """The target may announce a character with a fitting reaction; if none fits, no window opens (BF-DEF-1, BF-DEF-2)."""
    usable = 0
    if undefendable == 0:
        usable = defences(s, target, AGAINST_WEAPON if means == WITH_WEAPON else AGAINST_POWER)
    if usable:
        ask(s, ASK_DEFEND, 1 << target, usable)
    else:
        strike(s)


@rule
def defend(s: State, seat: int, place: int) -> None:
    """The defence is an announcement of its own, true or not (BF-DEF-3)."""
    go(s, after_claim)
    announce(s, seat, place, IN_DEFENCE)


@rule
def stand(s: State, seat: int) -> None:
    emit(s, STANDS, seat)
    strike(s)


@ATTACK.step
def after_claim(s: State, target: int, ended: int) -> None:
    """Cancelled, or the lie was caught and the attack goes on without a new window (BF-DEF-5) or is absorbed (BF-R27)."""
    if ended == CANCELLED:
        go(s, report)
    elif s.absorb_failed_defence and s.result == LIE:
        emit(s, ABSORBS, target)
        keep(s, ENDED, ABSORBED)
        go(s, report)
    else:
        strike(s)


@rule
def strike(s: State) -> None:
    """The character that is active at that moment dies (BF-ATT-4)."""
    keep(s, ENDED, KILLED)
    go(s, report)
    lose_active(s, kept(s, TARGET), kept(s, ATTACKER), BY_ATTACK)


@ATTACK.step
def report(s: State, ended: int) -> None:
    """Tell the program how its attack ended (BF-ATT-5)."""
    finish(s, ended)
