"""What takes a sequence of rest: TAX, MET and TEL (BA-TAX, BA-MET, SC5)."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import finish, go, keep
from bagarre.kernel.rule import rule

from ..choices import NO_VICTIM, NOT_CARRIED, NOT_ROBBED, WORN_ALREADY
from ..events import (
    CALL_MADE,
    LOST_NO_PHONE,
    LOST_NO_VICTIM,
    LOST_NOTHING_TO_WEAR,
    NOTHING_TAKEN,
    ROBS_ITEM,
    TAKES_OFF,
    TIMED_BROKEN,
    WEARS_ITEM,
)
from ..state import (
    ALL_SLOTS,
    BOOTS,
    DESTROYED,
    HELMET,
    HS,
    ITEM_KINDS,
    NOTHING,
    OUT,
    OWED_NEXT,
    SLOTS,
    VEST,
    State,
)
from .destroying import telephone
from .geometry import REACHING, barred, base, direction_to, is_front
from .machine import (
    IMPOSSIBLE,
    Q_CALL,
    Q_GET,
    Q_MAKE_ROOM,
    Q_ROB,
    Q_WEAR,
    REFUSED,
    ROBS,
    WEARS,
    ask,
    ask_owner,
)
from .objects import drop, gain, has, loads, lose_item
from .people import level, tag

GEAR = 4
"""Vest, jacket, boots, helmet, in the order of the objects from VEST on."""


@rule
def start_timed(s: State, c: int, what: int, detail: int) -> None:
    """A TAX, MET or TEL begins: the next sequence is a compulsory rest (BA-TAX-2)."""
    s.timed[c] = what
    s.timed_what[c] = detail
    s.timed_new[c] = 1
    s.owes_rest[c] = OWED_NEXT


# TAX.

WHAT = ROBS.keeps("what")
"""What is taken: an object carried, or ITEM_KINDS + a piece of gear."""


@rule
def rob_refusal(s: State, c: int, victim: int) -> int:
    """Why c cannot rob them: HS or held, on their point or a front point, same level (BA-TAX-1)."""
    if victim < 0 or victim == c or s.fate[victim] == OUT:
        return NO_VICTIM
    if s.fate[victim] != HS and s.held_by[victim] == 0:
        return NOT_ROBBED
    p = s.at[c]
    q = s.at[victim]
    ground = base(s, q) if s.fate[victim] == HS else level(s, victim)
    if ground != level(s, c):
        return NO_VICTIM
    if p == q:
        return 0
    d = direction_to(p, q)
    return 0 if d >= 0 and is_front(s.facing[c], d) and not barred(s, p, d, REACHING) else NO_VICTIM


@rule
def can_rob(s: State, c: int, victim: int) -> bool:
    return rob_refusal(s, c, victim) == 0


@rule
def begin_rob(s: State, c: int) -> None:
    found = False
    for victim in range(s.crowd):
        if can_rob(s, c, victim):
            found = True
    if found:
        ask_owner(s, Q_ROB, c)
    else:
        emit(s, LOST_NO_VICTIM, tag(s, c))
        s.result = IMPOSSIBLE


@rule
def on_sheet(s: State, victim: int, what: int) -> bool:
    """Is that counter on the victim's sheet: an object carried, or from ITEM_KINDS on worn gear? (BA-TAX-2)"""
    if what < ITEM_KINDS:
        return what != NOTHING and has(s, victim, what)
    gear = what - ITEM_KINDS + VEST
    if gear == BOOTS:
        return s.boots[victim] != 0
    if gear == HELMET:
        return s.helmet[victim] != 0
    return s.garment[victim] == gear


@rule
def strip_worn(s: State, c: int, gear: int) -> None:
    if gear == BOOTS:
        s.boots[c] = 0
    elif gear == HELMET:
        s.helmet[c] = 0
    else:
        s.garment[c] = NOTHING


@rule
def empty_sheet(s: State, victim: int) -> bool:
    for what in range(1, ITEM_KINDS + GEAR):
        if on_sheet(s, victim, what):
            return False
    return True


@ROBS.begin
def rob(s: State, who: int) -> None:
    """A TAX is completed: the object is chosen (BA-TAX-2…4)."""
    victim = s.timed_what[who]
    s.timed[who] = 0
    if not can_rob(s, who, victim) or empty_sheet(s, victim):
        take_nothing(s, who)
        return
    # The robber goes through the pockets: everybody sees them (BA-R69).
    s.known[victim] = ALL_SLOTS
    ask(s, Q_GET, who, choose_loot)


@rule
def take_nothing(s: State, c: int) -> None:
    emit(s, NOTHING_TAKEN, tag(s, c), tag(s, s.timed_what[c]))
    finish(s)


@ROBS.step
def choose_loot(s: State, who: int) -> None:
    if s.result == REFUSED:
        take_nothing(s, who)
        return
    keep(s, WHAT, s.result)
    go(s, get_loot)
    if loads(s, who) == SLOTS:
        ask(s, Q_MAKE_ROOM, who, make_room_for_loot)


@ROBS.step
def make_room_for_loot(s: State, who: int) -> None:
    if s.result == REFUSED:
        take_nothing(s, who)
        return
    drop(s, who, s.result)
    go(s, get_loot)


@ROBS.step
def get_loot(s: State, who: int, what: int) -> None:
    victim = s.timed_what[who]
    item = what if what < ITEM_KINDS else what - ITEM_KINDS + VEST
    if what < ITEM_KINDS:
        lose_item(s, victim, what)
    else:
        strip_worn(s, victim, item)
    gain(s, who, item, 1)
    emit(s, ROBS_ITEM, tag(s, who), tag(s, victim), item)
    finish(s)


# MET.


@rule
def wear_refusal(s: State, c: int, gear: int) -> int:
    """Why a piece of gear cannot be put on (BA-MET-2, BA-EQUIP-5)."""
    if not has(s, c, gear):
        return NOT_CARRIED
    if gear == BOOTS:
        return WORN_ALREADY if s.boots[c] else 0
    if gear == HELMET:
        return WORN_ALREADY if s.helmet[c] else 0
    return WORN_ALREADY if s.garment[c] else 0


@rule
def can_wear(s: State, c: int, gear: int) -> bool:
    return wear_refusal(s, c, gear) == 0


@rule
def can_strip(s: State, c: int, gear: int) -> bool:
    return on_sheet(s, c, gear - VEST + ITEM_KINDS)


@rule
def begin_wear(s: State, c: int) -> None:
    found = False
    for gear in range(VEST, VEST + GEAR):
        if can_wear(s, c, gear) or can_strip(s, c, gear):
            found = True
    if found:
        ask_owner(s, Q_WEAR, c)
    else:
        emit(s, LOST_NOTHING_TO_WEAR, tag(s, c))
        s.result = IMPOSSIBLE


@WEARS.begin
def wear(s: State, who: int) -> None:
    """A MET is completed (BA-MET-1, -2)."""
    gear = abs(s.timed_what[who])
    s.timed[who] = 0
    if s.timed_what[who] > 0:
        if can_wear(s, who, gear):
            lose_item(s, who, gear)
            put_on(s, who, gear)
            emit(s, WEARS_ITEM, tag(s, who), gear)
        else:
            emit(s, TIMED_BROKEN, tag(s, who))
        finish(s)
        return
    go(s, take_off)
    if loads(s, who) == SLOTS:
        ask(s, Q_MAKE_ROOM, who, make_room_for_gear)


@WEARS.step
def make_room_for_gear(s: State, who: int) -> None:
    if s.result == REFUSED:
        finish(s)
        return
    drop(s, who, s.result)
    go(s, take_off)


@WEARS.step
def take_off(s: State, who: int) -> None:
    gear = abs(s.timed_what[who])
    if can_strip(s, who, gear):
        strip_worn(s, who, gear)
        gain(s, who, gear, 1)
        emit(s, TAKES_OFF, tag(s, who), gear)
    finish(s)


@rule
def put_on(s: State, c: int, gear: int) -> None:
    if gear == BOOTS:
        s.boots[c] = 1
    elif gear == HELMET:
        s.helmet[c] = 1
    else:
        s.garment[c] = gear


# TEL.


@rule
def can_call(s: State, c: int) -> bool:
    """Only the caller, standing in the booth with the telephone before them (SC5)."""
    f = telephone(s)
    if c != s.caller or f < 0 or s.fixture_state[f] == DESTROYED or s.at[c] != s.fixture_near[f]:
        return False
    return s.prone[c] == 0 and is_front(s.facing[c], direction_to(s.at[c], s.fixture_far[f]))


@rule
def begin_call(s: State, c: int) -> None:
    if can_call(s, c):
        ask_owner(s, Q_CALL, c)
    else:
        emit(s, LOST_NO_PHONE, tag(s, c))
        s.result = IMPOSSIBLE


@rule
def complete_call(s: State, c: int) -> None:
    s.timed[c] = 0
    if can_call(s, c):
        emit(s, CALL_MADE, tag(s, c))
        if s.call_turn == 0:
            s.call_turn = s.turn
    else:
        emit(s, TIMED_BROKEN, tag(s, c))
