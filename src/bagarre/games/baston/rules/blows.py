"""Blows (BA-BLOW, BA-HIT, BA-LOC, BA-DMG) and the six of them (BA-CB, BA-CP, BA-CS, BA-CV, BA-CJ, BA-HOLD)."""

from bagarre.kernel.chance import pick, roll
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.rule import rule, table

from ..choices import CB, CJ, CP, CS, CT, CV, JUMP, ORDER_KIND, RUN, VAULT, WALK
from ..events import (
    AIMED,
    BOTTLE_BREAKS,
    GRABS,
    HELD_HIT,
    HITS,
    HOLD_ROLL,
    KEEPS_HOLD,
    LOCATION,
    LOST_NO_TARGET,
    MISSES,
    MOD_ARM,
    MOD_BEHIND,
    MOD_COMBAT,
    MOD_DEXTERITY,
    MOD_HELD,
    MOD_HOLDING,
    MOD_PRONE,
    MOD_PRONE_TARGET,
    MOD_RANGE,
    MOD_STRENGTH,
    MOD_STUNNED,
    PROTECTS,
    RECOIL,
    STRIKES_BESIDE,
    STUN_SOFTENED,
    TARGET_DRAWN,
    TO_HIT,
    TRIPS,
    USES_WEAPON,
    VICIOUS,
)
from ..state import (
    ARM_LOSS_TEXT,
    BARE_FIST,
    BARE_HEAD,
    BOTTLE,
    BROKEN,
    BUTT_FRONT,
    BUTT_PRONE,
    BUTT_PRONE_OPTION,
    BUTT_REAR,
    BY_COMBAT,
    BY_PRONE,
    BY_STRENGTH,
    CHAIN,
    CHAIN_SINGLE,
    CHAIR,
    CHAIR_FRONT,
    CHAIR_REAR,
    FIST_FRONT,
    FIST_REAR,
    HEAD,
    HELMET_HEAD,
    KICK_FRONT,
    KICK_REAR,
    LEGS,
    NOBODY,
    NOTHING,
    NOWHERE,
    ON_PRONE,
    RIGHT_ARM,
    ROW_BOOTS,
    ROW_BOTTLE,
    ROW_BROKEN,
    ROW_CHAIN,
    ROW_CHAIR,
    ROW_CLUB,
    ROW_KNIFE,
    ROW_KNUCKLES,
    ROW_RAZOR,
    SNEAKER,
    THROWN_KNIFE,
    UNDER_SAFE,
    WEAPON_FRONT,
    WEAPON_REAR,
    State,
)
from .falls import reels
from .geometry import REACHING, barred, direction_to, is_front, is_rear, towards
from .jostle import begin_chain
from .machine import (
    FALLS,
    KEEPS_FEET,
    Q_AIM_AT,
    Q_HOW_MANY,
    Q_PART,
    Q_STRIKE,
    Q_WEAPON,
    REELS,
    STRIKES,
    YES,
    ask,
    become,
    call,
    finish,
)
from .people import (
    BY_DEXTERITY,
    break_chair,
    break_timed,
    combat,
    drop_chair,
    end_hold,
    in_play,
    level,
    lose_item,
    owners,
    protected,
    roll_under,
    show_item,
    stun,
    tag,
    under_furniture,
    wound,
)

ROW_OF = table((BARE_FIST, ROW_CLUB, ROW_KNUCKLES, ROW_CHAIN, ROW_KNIFE, ROW_RAZOR, ROW_BOTTLE, ROW_BROKEN, ROW_CHAIR))
"""Row of the results table for each object struck with (no object: the fist)."""

# Flags of a strike.
FROM_BEHIND, AS_VICIOUS, THROWN = 1, 2, 4


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
        # The attacker stands before him; his legs can be kicked (BA-CV-1).
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


@rule
def behind(s: State, c: int, target: int) -> bool:
    """Does the attacker stand on one of the target's rear points? (BA-FACE-1, BA-LOC-2)"""
    return is_rear(s.facing[target], direction_to(s.at[target], s.at[c]))


@rule
def column_of(s: State, c: int, target: int, row: int) -> int:
    """The column of the location table for a blow (BA-LOC-1)."""
    rear = 1 if behind(s, c, target) else 0
    if s.prone[c]:
        return BY_PRONE
    if row == BARE_HEAD or row == HELMET_HEAD:
        return BUTT_PRONE if s.prone[target] else BUTT_FRONT + rear * (BUTT_REAR - BUTT_FRONT)
    if s.prone[target]:
        return ON_PRONE
    if row == BARE_FIST or row == ROW_KNUCKLES:
        return FIST_FRONT + rear * (FIST_REAR - FIST_FRONT)
    if row == ROW_CHAIR:
        return CHAIR_FRONT + rear * (CHAIR_REAR - CHAIR_FRONT)
    if row == SNEAKER or row == ROW_BOOTS:
        return KICK_FRONT + rear * (KICK_REAR - KICK_FRONT)
    return WEAPON_FRONT + rear * (WEAPON_REAR - WEAPON_FRONT)


@rule
def part_possible(s: State, column: int, part: int) -> bool:
    for i in range(8):
        if s.locate[column][i] == part:
            return True
    return False


@rule
def row_in_hand(s: State, c: int, kind: int) -> int:
    """The row of the results table that a blow uses (BA-EQUIP-8, BA-CB-1, BA-CS-1, BA-CP-1)."""
    if kind == CB:
        return HELMET_HEAD if s.helmet[c] else BARE_HEAD
    if kind == CS or kind == CV:
        return ROW_BOOTS if s.boots[c] else SNEAKER
    return ROW_OF[s.weapon]


@rule
def op_blows(s: State, c: int, kind: int, aimed: int, broken: int) -> None:
    """A blow order from the choice of the weapon to the last target (BA-BLOW-7).

    `aimed` after a rest (BA-BLOW-6); `broken`: the CP of BRI/CP, with the bottle just broken (BA-COMBO-4).
    Frame: 6 the target in hand, 7 how many are struck, 8 set when the part has been chosen.
    """
    frame = s.frames[s.depth - 1]
    place = frame[1]
    if place == 0:
        frame[1] = 2
        s.weapon = NOTHING
        s.part = NOBODY
        s.aim_target = NOBODY
        if kind == CT and s.holds[c]:
            # The CT that keeps a hold (BA-HOLD-7).
            frame[1] = 9
            ask(s, Q_STRIKE, c)
            return
        find_targets(s, c, kind)
        if s.target_count == 0:
            emit(s, LOST_NO_TARGET, tag(s, c))
            finish(s)
        elif broken:
            s.weapon = BROKEN
        elif kind == CP:
            frame[1] = 1
            ask(s, Q_WEAPON, c)
    elif place == 1:
        frame[1] = 2
        if s.result < 0:
            emit(s, STRIKES_BESIDE, tag(s, c))
            finish(s)
            return
        s.weapon = s.result
        # Something else than the chair in hand: it is dropped first (BA-CP-2).
        if s.weapon != CHAIR:
            drop_chair(s, c)
        emit(s, USES_WEAPON, tag(s, c), s.weapon)
        show_item(s, c, s.weapon)
        # A chain may strike one target or all (BA-CP-5; BA-R89).
        single = aimed != 0 and s.options & CHAIN_SINGLE != 0
        if s.weapon == CHAIN and s.target_count > 1 and not single:
            frame[1] = 3
            ask(s, Q_HOW_MANY, c)
    elif place == 2:
        draw_target(s, c)
        frame[1] = 5
        frame[7] = 1
    elif place == 3:
        frame[1] = 2
        if s.result == YES:
            frame[1] = 5
            frame[7] = s.target_count
            if aimed:
                frame[1] = 4
                ask(s, Q_AIM_AT, c)
    elif place == 4:
        s.aim_target = s.result
        frame[1] = 5
    elif place == 5:
        next_target(s, c)
    elif place == 6:
        answer_strike(s, c, kind, aimed)
    elif place == 7:
        s.part = s.result
        frame[1] = 8
        emit(s, AIMED, tag(s, c), tag(s, s.targets[frame[6]]), s.part)
    elif place == 8:
        strike(s, c, kind)
    elif place == 10:
        frame[6] += 1
        frame[1] = 5
    else:
        keep_hold(s, c)


@rule
def draw_target(s: State, c: int) -> None:
    """One target; drawn when there are several (BA-BLOW-4)."""
    if s.target_count > 1:
        i = pick(s, s.target_count)
        s.targets[0] = s.targets[i]
        s.target_count = 1
        emit(s, TARGET_DRAWN, tag(s, c), tag(s, s.targets[0]))


@rule
def next_target(s: State, c: int) -> None:
    """Ask whether the next target is struck, or end the order."""
    frame = s.frames[s.depth - 1]
    while frame[6] < frame[7] and not still_there(s, c, s.targets[frame[6]]):
        frame[6] += 1
    if frame[6] >= frame[7] or not in_play(s, c) or s.stun[c] > 0:
        finish_blow(s, c)
        return
    frame[1] = 6
    ask(s, Q_STRIKE, c)


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
    frame = s.frames[s.depth - 1]
    if s.weapon == CHAIR and frame[8]:
        lose_item(s, c, CHAIR)
        break_chair(s, s.at[c])
    finish(s)


@rule
def answer_strike(s: State, c: int, kind: int, aimed: int) -> None:
    """Strike, or strike beside: then no weapon is spoilt (BA-BLOW-5)."""
    frame = s.frames[s.depth - 1]
    target = s.targets[frame[6]]
    if s.result != YES:
        emit(s, STRIKES_BESIDE, tag(s, c))
        frame[1] = 10
        return
    s.part = NOBODY
    frame[1] = 8
    chosen = aimed != 0 and (frame[7] == 1 or s.aim_target == target)
    # No part is involved in a trip or a hold (BA-HOLD-13); a prone attacker touches the legs (BA-PRONE-4).
    if chosen and s.prone[c] == 0 and (kind == CB or kind == CP or kind == CS):
        frame[1] = 7
        ask(s, Q_PART, c)


@rule
def strike(s: State, c: int, kind: int) -> None:
    """The blow falls."""
    frame = s.frames[s.depth - 1]
    target = s.targets[frame[6]]
    frame[1] = 10
    frame[8] = 1
    begin_chain(s, -1)
    if kind == CJ:
        emit(s, TRIPS, tag(s, c), tag(s, target))
        call(s, KEEPS_FEET, target, s.seat_of[c])
    elif kind == CT:
        grab(s, c, target)
    else:
        flags = FROM_BEHIND if behind(s, c, target) else 0
        if kind == CV:
            flags |= AS_VICIOUS
            s.part = LEGS
        row = row_in_hand(s, c, kind)
        call(s, STRIKES, c, target, row, column_of(s, c, target, row), flags)


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
    # His own hold ends (BA-R75), a long action still waiting is lost (BA-HOLD-8), a TAX in progress breaks.
    end_hold(s, target)
    break_timed(s, target)
    s.shaken[target] = 1
    if s.pending[target]:
        s.pending[target] = 0
        s.done[target] = 1


@rule
def keep_hold(s: State, c: int) -> None:
    """The maintaining CT needs no roll; declined, the victim is free (BA-HOLD-7)."""
    if s.result == YES and s.holds[c]:
        emit(s, KEEPS_HOLD, tag(s, c), tag(s, s.holds[c] - 1))
    else:
        end_hold(s, c)
    finish(s)


# To hit, and what a hit does.


@rule
def target_modifier(s: State, target: int, from_behind: int) -> int:
    """Only the greatest applies (BA-HIT-2); the beaten ones are told as such."""
    greatest = 0
    if s.prone[target] or s.holds[target]:
        greatest = 1
    if from_behind:
        greatest = 2
    if s.stun[target] > 0 or s.held_by[target]:
        greatest = 3
    if s.prone[target]:
        emit(s, MOD_PRONE_TARGET, tag(s, target), 1, 1 if greatest > 1 else 0)
    if s.holds[target]:
        emit(s, MOD_HOLDING, tag(s, target), 1, 1 if greatest > 1 else 0)
    if from_behind:
        emit(s, MOD_BEHIND, tag(s, target), 2, 1 if greatest > 2 else 0)
    if s.stun[target] > 0:
        emit(s, MOD_STUNNED, tag(s, target), 3, 0)
    if s.held_by[target]:
        emit(s, MOD_HELD, tag(s, target), 3, 1 if s.stun[target] > 0 else 0)
    return greatest


@rule
def attacker_modifier(s: State, c: int, row: int) -> int:
    """Cumulative: the right arm (BA-HIT-3, BA-WOUND-5), prone (BA-PRONE-3)."""
    modifier = 0
    by_hand = row <= ROW_CHAIR or row >= THROWN_KNIFE or s.options & ARM_LOSS_TEXT != 0
    if by_hand and s.hp[c][RIGHT_ARM] == 0:
        modifier -= 2
        emit(s, MOD_ARM, tag(s, c), -2)
    if s.prone[c]:
        modifier -= 3
        emit(s, MOD_PRONE, tag(s, c), -3)
    return modifier


@rule
def blow_modifier(s: State, c: int, row: int) -> int:
    """By the weapon: combat modifier, Strength or Dexterity (BA-HIT-4)."""
    if s.modifier[row] == BY_COMBAT:
        emit_to(s, owners(s, c), MOD_COMBAT, tag(s, c), combat(s, c))
        return combat(s, c)
    if s.modifier[row] == BY_STRENGTH:
        emit_to(s, owners(s, c), MOD_STRENGTH, tag(s, c), s.strength[c])
        return s.strength[c]
    emit_to(s, owners(s, c), MOD_DEXTERITY, tag(s, c), s.dexterity[c])
    return s.dexterity[c]


@rule
def read_results(s: State, row: int, part: int, total: int, first: int, count: int) -> int:
    """Wounds (first 0, count 5) or stun sequences (first 5, count 4) for a total (BA-DMG-1)."""
    line = 4 * row + (part if part < 2 else (2 if part < LEGS else 3))
    found = 0
    for i in range(count):
        limit = s.results[line][first + i]
        if limit and total >= limit:
            found = i + 1
    return found


@rule
def to_hit(s: State, c: int, target: int, row: int, flags: int, reach: int) -> int:
    """The total of a to-hit roll, 0 for a miss (BA-HIT-1, BA-HIT-5)."""
    total = blow_modifier(s, c, row)
    total += target_modifier(s, target, flags & FROM_BEHIND)
    total += attacker_modifier(s, c, row)
    if flags & THROWN:
        total += reach
        emit(s, MOD_RANGE, tag(s, c), reach)
    die = roll(s, 20)
    total += die
    hit = total >= 13
    if not hit and s.held_by[target]:
        hit = True
        emit(s, HELD_HIT, tag(s, target))
    emit_to(s, owners(s, c), TO_HIT, tag(s, c), tag(s, target), die, 1 if hit else 0, total)
    if not hit:
        return 0
    return max(13, min(32, total))


@rule
def op_strikes(s: State, c: int, target: int, row: int, column: int, flags: int) -> None:
    """A blow or a thrown object meets its target; the result is 1 for a hit (BA-DMG-2).

    `s.part` is the part chosen, NOBODY when it is rolled. Frame: 7 range modifier, then 8 the stun it gave.
    """
    frame = s.frames[s.depth - 1]
    by = s.seat_of[c]
    if frame[1] == 0:
        part = s.part
        if column == BY_PRONE:
            part = LEGS
        elif part == NOBODY:
            die = roll(s, 8)
            part = s.locate[column][die - 1]
            emit(s, LOCATION, tag(s, target), die, part, column)
        total = to_hit(s, c, target, row, flags, frame[7])
        if total == 0:
            emit(s, MISSES, tag(s, c), tag(s, target))
            finish(s, 0)
            return
        wounds = read_results(s, row, part, total, 0, 5)
        sequences = read_results(s, row, part, total, 5, 4)
        emit(s, HITS, tag(s, c), tag(s, target), part, wounds, sequences, row)
        # The vicious kick adds one, if well placed (BA-CV-2).
        if flags & AS_VICIOUS and roll_under(s, c, BY_DEXTERITY):
            sequences += 1
            emit(s, VICIOUS, tag(s, c))
        if wounds > 0 and protected(s, target, part):
            wounds -= 1
            emit(s, PROTECTS, tag(s, target), part)
        if sequences > 0 and part == HEAD and s.helmet[target]:
            sequences -= 1
            emit(s, STUN_SOFTENED, tag(s, target))
        wound(s, target, part, wounds, by)
        frame[8] = sequences
        frame[1] = 1
        if in_play(s, target):
            stun(s, target, sequences)
            if s.hp[target][LEGS] == 0 and s.prone[target] == 0:
                call(s, FALLS, target, by)
    elif frame[1] == 1:
        frame[1] = 2
        if in_play(s, target) and reels(s, target, frame[8]):
            call(s, REELS, target, frame[8], by)
    else:
        after_hit(s, c, row, flags, frame[8] if in_play(s, target) else 0)


@rule
def after_hit(s: State, c: int, row: int, flags: int, sequences: int) -> None:
    """Recoil of a bare head (BA-CB-2); a whole bottle breaks (BA-CP-4)."""
    if row == BARE_HEAD and sequences >= 2:
        emit(s, RECOIL, tag(s, c))
        stun(s, c, 1)
        if reels(s, c, 1):
            become(s, REELS, c, 1, NOBODY)
            return
    if row == ROW_BOTTLE and flags & THROWN == 0:
        lose_item(s, c, BOTTLE)
        emit(s, BOTTLE_BREAKS, tag(s, c))
        place = 0
        while s.carried[c][place] != NOTHING:
            place += 1
        s.carried[c][place] = BROKEN
        s.known[c] |= 1 << place
    finish(s, 1)
