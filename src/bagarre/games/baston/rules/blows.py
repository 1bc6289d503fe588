"""The six blows, from the order to the last target (BA-BLOW, BA-CB, BA-CP, BA-CS, BA-CV, BA-CJ, BA-HOLD)."""

from bagarre.kernel.chance import pick, roll
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.operations import call, finish, go, keep, kept
from bagarre.kernel.rule import rule

from ..choices import CB, CJ, CP, CS, CT, CV, JUMP, ORDER_KIND, RUN, VAULT, WALK
from ..events import (
    AIMED,
    GRABS,
    HOLD_ROLL,
    KEEPS_HOLD,
    LOST_NO_TARGET,
    MOD_ARM,
    MOD_BEHIND,
    MOD_STRENGTH,
    STRIKES_BESIDE,
    TARGET_DRAWN,
    TRIPS,
    USES_WEAPON,
)
from ..state import (
    BROKEN,
    BUTT_PRONE_OPTION,
    CHAIN,
    CHAIN_SINGLE,
    CHAIR,
    LEGS,
    NOBODY,
    NOTHING,
    NOWHERE,
    RIGHT_ARM,
    SNEAKER,
    UNDER_SAFE,
    State,
)
from .geometry import REACHING, barred, direction_to, is_front, is_rear, towards
from .hits import AS_VICIOUS, FROM_BEHIND, behind, column_of, part_possible, row_in_hand
from .jostle import begin_chain
from .machine import BLOWS, KEEPS_FEET, Q_AIM_AT, Q_HOW_MANY, Q_PART, Q_STRIKE, Q_WEAPON, STRIKES, YES, ask
from .objects import break_chair, drop_chair, lose_item, show_item
from .people import in_play, level, owners, tag, under_furniture
from .shaken import break_timed, end_hold

NUMBER, STRUCK, LANDED = BLOWS.keeps("number struck landed")
"""Which of `s.targets` is in hand; how many of them are struck; 1 once a blow has fallen."""

KIND = BLOWS.column("kind")


@rule
def target_in_hand(s: State) -> int:
    """Whom the blow on top of the stack is about."""
    return s.targets[kept(s, NUMBER)]


# Who can be struck.


@rule
def met(s: State, c: int, d: int, which: int) -> int:
    """The `which`-th of those on the neighbouring point in direction d: 0 the floor layer, 1 the top; NOBODY if none."""
    q = towards(s, s.at[c], d)
    if q == NOWHERE or barred(s, s.at[c], d, REACHING):
        return NOBODY
    if which == 0:
        return s.stander[q] - 1
    n = s.piece[q] - 1
    if n < 0:
        return NOBODY
    return s.rider[n][0 if s.piece_at[n] == q else 1] - 1


@rule
def can_be_struck(s: State, c: int, kind: int, target: int) -> bool:
    """Is the target eligible for this blow? (BA-BLOW-2, -8…10, and the conditions of each blow)"""
    if target < 0 or level(s, target) != level(s, c):
        return False
    if s.options & UNDER_SAFE and under_furniture(s, target) and s.prone[c] == 0:
        return False
    back = direction_to(s.at[target], s.at[c])
    if kind == CB:
        return s.prone[target] == 0 or s.options & BUTT_PRONE_OPTION != 0
    if kind == CV:
        # The attacker stands before them; their legs can be kicked (BA-CV-1).
        return is_front(s.facing[target], back) and part_possible(s, column_of(s, c, target, SNEAKER), LEGS)
    if kind == CJ:
        # Only somebody on the move can be tripped (BA-CJ-1).
        first = ORDER_KIND[s.orders[target][2 * s.sequence]]
        moves = first == WALK or first == JUMP or first == VAULT or first == RUN
        return moves and s.prone[target] == 0 and s.stun[target] == 0 and s.held_by[target] == 0
    if kind == CT:
        return s.prone[target] == 0 and s.held_by[target] == 0 and is_rear(s.facing[target], back)
    return True


@rule
def find_targets(s: State, c: int, kind: int) -> None:
    """Gather the eligible targets on the three front points, in the order f−1, f, f+1 (BA-BLOW-2, BA-CP-5)."""
    s.target_count = 0
    for turn in range(-1, 2):
        for which in range(2):
            target = met(s, c, (s.facing[c] + turn) & 7, which)
            if s.target_count < 3 and can_be_struck(s, c, kind, target):
                s.targets[s.target_count] = target
                s.target_count += 1
    for i in range(s.target_count, 3):
        s.targets[i] = NOBODY


# The order.


@BLOWS.begin
def blow(s: State, who: int, kind: int, broken: int) -> None:
    """A blow order (BA-BLOW-7): `aimed` after a rest (BA-BLOW-6); `broken`: the CP of BRI/CP, with the bottle just broken (BA-COMBO-4)."""
    s.weapon = NOTHING
    s.part = NOBODY
    s.aim_target = NOBODY
    if kind == CT and s.holds[who]:
        # The CT that keeps a hold (BA-HOLD-7).
        ask(s, Q_STRIKE, who, keep_hold)
        return
    find_targets(s, who, kind)
    go(s, draw_target)
    if s.target_count == 0:
        emit(s, LOST_NO_TARGET, tag(s, who))
        finish(s)
    elif broken:
        s.weapon = BROKEN
    elif kind == CP:
        ask(s, Q_WEAPON, who, choose_weapon)


@BLOWS.step
def choose_weapon(s: State, who: int, aimed: int) -> None:
    if s.result < 0:
        emit(s, STRIKES_BESIDE, tag(s, who))
        finish(s)
        return
    s.weapon = s.result
    # Something else than the chair in hand: it is dropped first (BA-CP-2).
    if s.weapon != CHAIR:
        drop_chair(s, who)
    emit(s, USES_WEAPON, tag(s, who), s.weapon)
    show_item(s, who, s.weapon)
    go(s, draw_target)
    # A chain may strike one target or all (BA-CP-5; BA-R89).
    single = aimed != 0 and s.options & CHAIN_SINGLE != 0
    if s.weapon == CHAIN and s.target_count > 1 and not single:
        ask(s, Q_HOW_MANY, who, choose_how_many)


@BLOWS.step
def draw_target(s: State, who: int) -> None:
    """One target; drawn when there are several (BA-BLOW-4)."""
    if s.target_count > 1:
        s.targets[0] = s.targets[pick(s, s.target_count)]
        s.target_count = 1
        emit(s, TARGET_DRAWN, tag(s, who), tag(s, s.targets[0]))
    keep(s, STRUCK, 1)
    go(s, next_target)


@BLOWS.step
def choose_how_many(s: State, who: int, aimed: int) -> None:
    """One target, or all of them; aimed, the part is for one (BA-CP-5)."""
    if s.result != YES:
        go(s, draw_target)
        return
    keep(s, STRUCK, s.target_count)
    go(s, next_target)
    if aimed:
        ask(s, Q_AIM_AT, who, choose_whom_to_aim_at)


@BLOWS.step
def choose_whom_to_aim_at(s: State) -> None:
    s.aim_target = s.result
    go(s, next_target)


@BLOWS.step
def next_target(s: State, who: int, number: int, struck: int) -> None:
    """Ask whether the next target is struck, or end the order."""
    i = number
    while i < struck and not still_there(s, who, s.targets[i]):
        i += 1
    keep(s, NUMBER, i)
    if i >= struck or not in_play(s, who) or s.stun[who] > 0:
        finish_blow(s, who)
    else:
        ask(s, Q_STRIKE, who, strike_or_beside)


@rule
def still_there(s: State, c: int, target: int) -> bool:
    """An earlier target's fall may have moved the next one away."""
    if not in_play(s, target):
        return False
    d = direction_to(s.at[c], s.at[target])
    return d >= 0 and is_front(s.facing[c], d)


@rule
def finish_blow(s: State, c: int) -> None:
    """A chair is destroyed by the blow, hit or miss (BA-CP-3)."""
    if s.weapon == CHAIR and kept(s, LANDED):
        lose_item(s, c, CHAIR)
        break_chair(s, s.at[c])
    finish(s)


@BLOWS.step
def strike_or_beside(s: State, who: int, kind: int, aimed: int, number: int, struck: int) -> None:
    """Strike, or strike beside: then no weapon is spoilt (BA-BLOW-5)."""
    if s.result != YES:
        emit(s, STRIKES_BESIDE, tag(s, who))
        go(s, pass_on)
        return
    s.part = NOBODY
    go(s, strike)
    chosen = aimed != 0 and (struck == 1 or s.aim_target == s.targets[number])
    # No part is involved in a trip or a hold (BA-HOLD-13); a prone attacker touches the legs (BA-PRONE-4).
    if chosen and s.prone[who] == 0 and (kind == CB or kind == CP or kind == CS):
        ask(s, Q_PART, who, choose_part)


@BLOWS.step
def choose_part(s: State, who: int, number: int) -> None:
    s.part = s.result
    emit(s, AIMED, tag(s, who), tag(s, s.targets[number]), s.part)
    go(s, strike)


@BLOWS.step
def strike(s: State, who: int, kind: int, number: int) -> None:
    """The blow falls."""
    target = s.targets[number]
    go(s, pass_on)
    keep(s, LANDED, 1)
    begin_chain(s, -1)
    if kind == CJ:
        emit(s, TRIPS, tag(s, who), tag(s, target))
        call(s, KEEPS_FEET, target, s.seat_of[who])
    elif kind == CT:
        grab(s, who, target)
    else:
        flags = FROM_BEHIND if behind(s, who, target) else 0
        if kind == CV:
            flags |= AS_VICIOUS
            s.part = LEGS
        row = row_in_hand(s, who, kind)
        call(s, STRIKES, who, target, row, column_of(s, who, target, row), flags)


@BLOWS.step
def pass_on(s: State, number: int) -> None:
    """To the next target."""
    keep(s, NUMBER, number + 1)
    go(s, next_target)


# Holds.


@rule
def grab(s: State, c: int, target: int) -> None:
    """CT: 1D20 + Strength + 2 ≥ 13, or at once when the victim is stunned (BA-HOLD-2)."""
    if s.stun[target] == 0:
        emit_to(s, owners(s, c), MOD_STRENGTH, tag(s, c), s.strength[c])
        emit(s, MOD_BEHIND, tag(s, target), 2, 0)
        total = s.strength[c] + 2
        if s.hp[c][RIGHT_ARM] == 0:
            # Possible only where the text on arms is followed, with its −2 on every roll to hit (BA-R23).
            total -= 2
            emit(s, MOD_ARM, tag(s, c), -2)
        die = roll(s, 20)
        total += die
        held = total >= 13
        emit_to(s, owners(s, c), HOLD_ROLL, tag(s, c), tag(s, target), die, 1 if held else 0, total)
        if not held:
            return
    s.holds[c] = target + 1
    s.held_by[target] = c + 1
    emit(s, GRABS, tag(s, c), tag(s, target))
    # Their own hold ends (BA-R75), a long action still waiting is lost (BA-HOLD-8), a TAX in progress breaks.
    end_hold(s, target)
    break_timed(s, target)
    s.shaken[target] = 1
    if s.pending[target]:
        s.pending[target] = 0
        s.done[target] = 1


@BLOWS.step
def keep_hold(s: State, who: int) -> None:
    """The maintaining CT needs no roll; declined, the victim is free (BA-HOLD-7)."""
    if s.result == YES and s.holds[who]:
        emit(s, KEEPS_HOLD, tag(s, who), tag(s, s.holds[who] - 1))
    else:
        end_hold(s, who)
    finish(s)
