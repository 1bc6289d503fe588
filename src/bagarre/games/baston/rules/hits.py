"""To hit, where, and what a hit does (BA-HIT, BA-LOC, BA-DMG)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit, emit_to
from bagarre.kernel.operations import become, call, finish, go, keep
from bagarre.kernel.rule import rule, table

from ..choices import CB, CS, CV
from ..events import (
    BOTTLE_BREAKS,
    HELD_HIT,
    HITS,
    LOCATION,
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
    STUN_SOFTENED,
    TO_HIT,
    VICIOUS,
)
from ..state import (
    ADDS_COMBAT,
    ADDS_STRENGTH,
    ARM_LOSS_TEXT,
    BARE_FIST,
    BARE_HEAD,
    BOTTLE,
    BROKEN,
    BUTT_FRONT,
    BUTT_PRONE,
    BUTT_REAR,
    BY_HAND,
    BY_PRONE,
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
    ON_PRONE,
    RESULT_LINE,
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
    WEAPON_FRONT,
    WEAPON_REAR,
    State,
)
from .falls import reels
from .geometry import direction_to, is_rear
from .machine import FALLS, REELS, STRIKES
from .objects import gain, lose_item
from .people import BY_DEXTERITY, combat, in_play, owners, roll_under, tag
from .shaken import stun
from .wounds import protected, wound

ROW_OF = table(
    (BARE_FIST, ROW_CLUB, ROW_KNUCKLES, ROW_CHAIN, ROW_KNIFE, ROW_RAZOR, ROW_BOTTLE, ROW_BROKEN, ROW_CHAIR)
)
"""Row of the results table for each object struck with (no object: the fist)."""

# Flags of a strike.
FROM_BEHIND, AS_VICIOUS, THROWN = 1, 2, 4


# Weapon and part.


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


# To hit.


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
    by_hand = BY_HAND[row] != 0 or s.options & ARM_LOSS_TEXT != 0
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
    if s.modifier[row] == ADDS_COMBAT:
        emit_to(s, owners(s, c), MOD_COMBAT, tag(s, c), combat(s, c))
        return combat(s, c)
    if s.modifier[row] == ADDS_STRENGTH:
        emit_to(s, owners(s, c), MOD_STRENGTH, tag(s, c), s.strength[c])
        return s.strength[c]
    emit_to(s, owners(s, c), MOD_DEXTERITY, tag(s, c), s.dexterity[c])
    return s.dexterity[c]


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


# What a hit does.

REACH, STUNS = STRIKES.keeps("reach stuns")
"""Range modifier of a throw; the stun sequences that the hit gave."""


@rule
def read_results(s: State, row: int, part: int, total: int, first: int, count: int) -> int:
    """Wounds (first 0, count 5) or stun sequences (first 5, count 4) for a total (BA-DMG-1)."""
    line = 4 * row + RESULT_LINE[part]
    found = 0
    for i in range(count):
        limit = s.results[line][first + i]
        if limit and total >= limit:
            found = i + 1
    return found


@STRIKES.begin
def meet_target(s: State, who: int, target: int, row: int, column: int, flags: int, reach: int) -> None:
    """A blow or a thrown object meets its target; the result is 1 for a hit (BA-DMG-2). `s.part`: the part chosen, NOBODY when it is rolled."""
    part = s.part
    if column == BY_PRONE:
        part = LEGS
    elif part == NOBODY:
        die = roll(s, 8)
        part = s.locate[column][die - 1]
        emit(s, LOCATION, tag(s, target), die, part, column)
    total = to_hit(s, who, target, row, flags, reach)
    if total == 0:
        emit(s, MISSES, tag(s, who), tag(s, target))
        finish(s, 0)
        return
    go(s, shake)
    hurt(s, who, target, row, part, total, flags)


@rule
def hurt(s: State, c: int, target: int, row: int, part: int, total: int, flags: int) -> None:
    """Wounds and stun by the results table, less what protections take; legs at 0 fall (BA-DMG-1, BA-EQUIP-4, -6, BA-WOUND-3)."""
    by = s.seat_of[c]
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
    keep(s, STUNS, sequences)
    if in_play(s, target):
        stun(s, target, sequences)
        if s.hp[target][LEGS] == 0 and s.prone[target] == 0:
            call(s, FALLS, target, by)


@STRIKES.step
def shake(s: State, who: int, target: int, stuns: int) -> None:
    """Three or more at once: Constitution (BA-STUN-7)."""
    go(s, after_hit)
    if in_play(s, target) and reels(s, target, stuns):
        call(s, REELS, target, stuns, s.seat_of[who])


@STRIKES.step
def after_hit(s: State, who: int, target: int, row: int, flags: int, stuns: int) -> None:
    """Recoil of a bare head (BA-CB-2); a whole bottle breaks (BA-CP-4)."""
    if row == BARE_HEAD and stuns >= 2 and in_play(s, target):
        emit(s, RECOIL, tag(s, who))
        stun(s, who, 1)
        if reels(s, who, 1):
            become(s, REELS, who, 1, NOBODY)
            return
    if row == ROW_BOTTLE and flags & THROWN == 0:
        lose_item(s, who, BOTTLE)
        emit(s, BOTTLE_BREAKS, tag(s, who))
        gain(s, who, BROKEN, 1)
    finish(s, 1)
