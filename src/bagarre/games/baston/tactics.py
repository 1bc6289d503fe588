"""What the scripted player thinks of blows, objects and furniture, and what it answers while the orders are executed."""

from bagarre.kernel.menu import Menu
from bagarre.kernel.operations import kept, resolving
from bagarre.kernel.rule import rule

from .choices import (
    AIM_AT,
    ALL,
    ATTACK,
    BESIDE,
    DECLINE,
    GET,
    IGNORE,
    ONE,
    ORDER_KIND,
    PUSH,
    REST,
    STRIKE,
    TAKE,
    THROW,
    TIP,
    TOWARDS,
    WITH,
)
from .rules.blows import KIND, target_in_hand
from .rules.hits import ROW_OF, behind, column_of, row_in_hand
from .rules.machine import (
    BLOWS,
    Q_AIM_AT,
    Q_FAR,
    Q_HOW_MANY,
    Q_MEET,
    Q_STRIKE,
    Q_TOWARDS,
)
from .rules.objects import has
from .rules.people import combat, in_play, side_of
from .rules.pieces import enters_point, way_barred
from .rules.pushing import push_target
from .rules.throwing import TARGET, first_met, throwable_hard
from .rules.wounds import protected
from .state import (
    ADDS_COMBAT,
    ADDS_STRENGTH,
    BOTTLE,
    CHAIR,
    CLUB,
    IS_WEAPON,
    LOOT,
    NOBODY,
    NOTHING,
    PUSHED_CHAIR,
    RESULT_LINE,
    VITAL,
    W_BOTTLES,
    State,
)

FAR_AWAY = 999


@rule
def pick_choice(menu: Menu, verb: int, arg: int) -> int:
    """The place of a choice on the menu, -1 when it is not there."""
    for k in range(menu.count):
        if menu.verb[k] == verb and menu.arg[k] == arg:
            return k
    return -1


@rule
def first_of(menu: Menu, verb: int) -> int:
    """The first choice of that verb, 0 when there is none."""
    for k in range(menu.count):
        if menu.verb[k] == verb:
            return k
    return 0


@rule
def is_enemy(s: State, c: int, other: int) -> bool:
    return in_play(s, other) and side_of(s, s.seat_of[other]) != side_of(s, s.seat_of[c])


# Blows.


@rule
def bonus_of(s: State, c: int, target: int, row: int) -> int:
    """What is added to the die, without telling anybody (BA-HIT)."""
    bonus = s.dexterity[c]
    if s.modifier[row] == ADDS_COMBAT:
        bonus = combat(s, c)
    elif s.modifier[row] == ADDS_STRENGTH:
        bonus = s.strength[c]
    if s.stun[target] > 0 or s.held_by[target]:
        bonus += 3
    elif behind(s, c, target):
        bonus += 2
    elif s.prone[target]:
        bonus += 1
    return bonus - 3 * s.prone[c]


@rule
def faces(bonus: int, least: int) -> int:
    """How many of the die's twenty faces hit and come to that total; the results table ends at 32."""
    return max(0, min(20, 21 + bonus - max(13, least))) if least <= 32 else 0


@rule
def part_worth(s: State, target: int, row: int, part: int, bonus: int) -> int:
    """What a blow on this part is worth, over the twenty faces of the die: result by result of the table, the highest first."""
    weight = 10 if VITAL[part] else 5
    line = 4 * row + RESULT_LINE[part]
    spared = protected(s, target, part)
    total = 0
    counted = 0
    for wounds in range(5, -1, -1):
        least = s.results[line][wounds - 1] if wounds else 1
        reached = faces(bonus, least) if least else 0
        if reached > counted:
            lost = wounds - 1 if wounds and spared else wounds
            each = weight * lost
            if VITAL[part] and lost >= s.hp[target][part]:
                each += 60
            total += each * (reached - counted)
            counted = reached
    counted = 0
    for sequences in range(4, 0, -1):
        least = s.results[line][4 + sequences]
        reached = faces(bonus, least) if least else 0
        if reached > counted:
            total += 7 * sequences * (reached - counted)
            counted = reached
    return total


@rule
def blow_worth(s: State, c: int, target: int, row: int, aimed: int) -> int:
    """What a blow is worth: its best part when aimed, otherwise the mean of the column."""
    column = column_of(s, c, target, row)
    bonus = bonus_of(s, c, target, row)
    total = 0
    most = -1
    # Each part is weighed once, however often the column names it.
    for part in range(5):
        named = 0
        for i in range(8):
            if s.locate[column][i] == part:
                named += 1
        if named > 0:
            worth = part_worth(s, target, row, part, bonus)
            total += named * worth
            most = max(most, worth)
    return 8 * most if aimed else total


@rule
def best_weapon(s: State, c: int, target: int, aimed: int) -> int:
    """The object to strike with; NOTHING is the fist."""
    best = NOTHING
    most = blow_worth(s, c, target, ROW_OF[NOTHING], aimed)
    for item in range(CLUB, CHAIR + 1):
        if has(s, c, item):
            worth = blow_worth(s, c, target, ROW_OF[item], aimed)
            if worth > most:
                best = item
                most = worth
    return best


@rule
def enemy_target(s: State, c: int) -> int:
    """The first enemy among the targets found, NOBODY if there is none."""
    for i in range(s.target_count):
        if is_enemy(s, c, s.targets[i]):
            return s.targets[i]
    return NOBODY


@rule
def decide_weapon(s: State, c: int, menu: Menu) -> int:
    target = enemy_target(s, c)
    if target < 0:
        return first_of(menu, DECLINE)
    return pick_choice(menu, WITH, best_weapon(s, c, target, aims(s, c)))


@rule
def aims(s: State, c: int) -> int:
    return 1 if ORDER_KIND[s.orders[c][2 * s.sequence]] == REST else 0


@rule
def decide_blow(s: State, c: int, menu: Menu) -> int:
    if s.ask == Q_HOW_MANY:
        for i in range(s.target_count):
            if not is_enemy(s, c, s.targets[i]):
                return first_of(menu, ONE)
        return first_of(menu, ALL)
    if s.ask == Q_AIM_AT:
        # Where a chain strikes none but one's own, whoever comes first.
        return max(0, pick_choice(menu, AIM_AT, s.letter[enemy_target(s, c)]))
    if s.ask == Q_MEET:
        return first_of(menu, ATTACK if is_enemy(s, c, kept(s, TARGET)) else IGNORE)
    if s.ask == Q_STRIKE:
        if s.holds[c]:
            return first_of(menu, STRIKE)
        return first_of(menu, STRIKE if is_enemy(s, c, target_in_hand(s)) else BESIDE)
    best = 0
    most = -1
    # A throw's part is chosen without knowing the target: what lies high is worth more.
    target = target_in_hand(s) if resolving(s, BLOWS) else NOBODY
    for k in range(menu.count):
        part = menu.arg[k]
        worth = 10 if VITAL[part] else 5
        if target >= 0:
            row = row_in_hand(s, c, kept(s, KIND))
            worth = part_worth(s, target, row, part, bonus_of(s, c, target, row))
        if worth > most:
            best = k
            most = worth
    return best


# Objects and furniture.


@rule
def item_worth(s: State, c: int, item: int) -> int:
    """How much they want an object."""
    if item == LOOT:
        return 100
    if item == BOTTLE:
        return 50 if s.weights[0][W_BOTTLES] else 3
    if has(s, c, item):
        return 0
    if item == CHAIR:
        return 4
    return 5 if IS_WEAPON[item] and item != CHAIR else 1


@rule
def decide_take(s: State, c: int, menu: Menu) -> int:
    best = 0
    most = -1
    for k in range(menu.count):
        worth = 0
        if menu.verb[k] == TAKE:
            worth = item_worth(s, c, menu.arg[k] % 14)
        elif menu.verb[k] == GET:
            worth = item_worth(s, c, menu.arg[k]) if menu.arg[k] < 14 else 1
        if worth > most:
            best = k
            most = worth
    return best


@rule
def throwing_line(s: State, c: int) -> int:
    """A front direction in which a throw first meets an enemy, -1 for none."""
    for turn in range(-1, 2):
        d = (s.facing[c] + turn) & 7
        target = first_met(s, c, d)
        if target >= 0 and is_enemy(s, c, target):
            return d
    return -1


@rule
def decide_throw(s: State, c: int, menu: Menu) -> int:
    if s.ask == Q_FAR:
        return menu.count - 2
    d = throwing_line(s, c)
    if d < 0:
        return first_of(menu, DECLINE)
    if s.ask == Q_TOWARDS:
        return pick_choice(menu, TOWARDS, d)
    for k in range(menu.count):
        if menu.verb[k] == THROW and throwable_hard(menu.arg[k]):
            return k
    return first_of(menu, DECLINE)


@rule
def push_hits(s: State, c: int, d: int) -> bool:
    """Would pushing or overturning in direction d strike a standing enemy?"""
    what = push_target(s, c, d)
    if what == 0 or what >= PUSHED_CHAIR or way_barred(s, what - 1, d):
        return False
    for other in range(s.crowd):
        if is_enemy(s, c, other) and s.prone[other] == 0 and enters_point(s, what - 1, d, s.at[other]):
            return True
    return False


@rule
def decide_push(s: State, c: int, menu: Menu) -> int:
    for k in range(menu.count):
        if menu.verb[k] == PUSH and push_hits(s, c, menu.arg[k]):
            return k
        if menu.verb[k] == TIP and push_hits(s, c, menu.arg[k]):
            return k
    return first_of(menu, DECLINE)
