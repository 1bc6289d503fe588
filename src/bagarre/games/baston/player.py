"""The scripted player: closes in, faces, aims and strikes with the best it has; uses what stands about; spares its wounded;
follows the scenario's aim.

It reads a concealed copy of the state and may scribble on it: `rehearse` moves the figure through the orders already written, and
the event buffer serves as the map of distances.
"""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.menu import Menu
from bagarre.kernel.operations import kept, resolving
from bagarre.kernel.rule import rule

from .choices import (
    AIM_AT,
    ALL,
    ATTACK,
    BESIDE,
    BOX,
    COMMIT,
    CP,
    CS,
    DECLINE,
    DROP,
    FACE,
    GET,
    IGNORE,
    LEFT,
    ONE,
    ORDER,
    ORDER_ARG,
    ORDER_KIND,
    ORDER_SUFFIX,
    PIVOT_LEFT,
    PIVOT_RIGHT,
    PIVOT_TO,
    PUSH,
    REST,
    RIGHT,
    STAND_UP,
    STRIKE,
    TAKE,
    THROW,
    TIP,
    TOWARDS,
    WALK,
    WITH,
)
from .choices import ORDERS as WORDS
from .rules.blows import KIND, find_targets, target_in_hand
from .rules.destroying import has_tool, smashable, telephone, tippable
from .rules.doors import fixture_on, leaf_jammed, openable, set_fixture
from .rules.geometry import (
    BY_CRAWL,
    BY_WALK,
    FREE,
    MOVING,
    OFFBOARD,
    barred,
    is_front,
    is_rear,
    one_step,
    prone_class,
    standing_class,
    surface,
    towards,
    upright_kind,
)
from .rules.hits import ROW_OF, behind, column_of, part_possible, read_results, row_in_hand
from .rules.machine import (
    BLOWS,
    Q_AIM_AT,
    Q_BUILD,
    Q_CHAIR,
    Q_FACE,
    Q_FAR,
    Q_GET,
    Q_HOW_MANY,
    Q_MEET,
    Q_PART,
    Q_PLACE,
    Q_PUSH,
    Q_SHEETS,
    Q_STRIKE,
    Q_TAKE,
    Q_THROW,
    Q_TIP,
    Q_TOWARDS,
    Q_WEAPON,
)
from .rules.moves import crossing
from .rules.objects import has
from .rules.overturning import tip_barred
from .rules.people import combat, in_play, level, lift, lost_arms, occupant, put, side_of
from .rules.pieces import enters_point, way_barred
from .rules.pushing import push_target
from .rules.robbing import can_call
from .rules.sheet import order_refusal
from .rules.taking import can_take
from .rules.throwing import TARGET, first_met, throwable_hard
from .rules.wounds import protected
from .state import (
    ADDS_COMBAT,
    ADDS_STRENGTH,
    BOLTED,
    BOTTLE,
    BOXES,
    BROKEN,
    CHAIR,
    CHAIR_HERE,
    CLOSED,
    CLUB,
    DESTROYED,
    HEAD,
    KNIFE,
    LEGS,
    LOOT,
    NO_PIECE,
    NOBODY,
    NOTHING,
    NOWHERE,
    OPEN,
    PINBALL,
    PUSHED_CHAIR,
    SIDE,
    STAGE,
    TELEPHONE,
    TRUNK,
    VIDEO,
    W_BOTTLES,
    W_STAGE,
    W_WRECKS,
    State,
)

_M, _R, _S = WORDS.index("M1"), WORDS.index("R1"), WORDS.index("S1")
_C2, _LEV, _P1 = WORDS.index("C2"), WORDS.index("LEV"), WORDS.index("P1")
_CP, _CS, _OUV, _PRE, _LAN = (WORDS.index(word) for word in ("CP", "CS", "OUV", "PRE", "LAN"))
_POU, _REN, _DES, _TEL = (WORDS.index(word) for word in ("POU", "REN", "DES", "TEL"))
_PRE_LAN, _PRE_CP = WORDS.index("PRE/LAN"), WORDS.index("PRE/CP")

# What a character is after.
FIGHT, REACH, LEAVE, HIDE, WRECK = range(5)
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


@rule
def decide(s: State, seat: int, menu: Menu, dice: Any) -> int:
    if s.ask == Q_SHEETS:
        return decide_sheet(s, seat, menu, dice)
    if s.ask == Q_BUILD or s.ask == Q_PLACE:
        return below(dice, menu.count)
    c = s.asked
    if s.ask == Q_FACE:
        return pick_choice(menu, FACE, towards_enemy(s, c, s.at[c], 0))
    if s.ask == Q_WEAPON:
        return decide_weapon(s, c, menu)
    if s.ask == Q_STRIKE or s.ask == Q_HOW_MANY or s.ask == Q_AIM_AT or s.ask == Q_PART or s.ask == Q_MEET:
        return decide_blow(s, c, menu)
    if s.ask == Q_TAKE or s.ask == Q_GET:
        return decide_take(s, c, menu)
    if s.ask == Q_THROW or s.ask == Q_TOWARDS or s.ask == Q_FAR:
        return decide_throw(s, c, menu)
    if s.ask == Q_PUSH or s.ask == Q_TIP:
        return decide_push(s, c, menu)
    if s.ask == Q_CHAIR:
        return first_of(menu, DROP)
    # Crossing, opening, smashing, breaking, calling, going on: the first offer is the deed.
    return 0


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
def part_worth(s: State, target: int, row: int, part: int, bonus: int) -> int:
    """What a blow on this part is worth, over the twenty faces of the die."""
    weight = 10 if part <= TRUNK else 5
    total = 0
    for die in range(1, 21):
        if die + bonus >= 13:
            wounds = read_results(s, row, part, min(32, die + bonus), 0, 5)
            if wounds and protected(s, target, part):
                wounds -= 1
            total += weight * wounds + 7 * read_results(s, row, part, min(32, die + bonus), 5, 4)
            if part <= TRUNK and wounds >= s.hp[target][part]:
                total += 60
    return total


@rule
def best_part(s: State, c: int, target: int, row: int, column: int) -> int:
    """The part to aim at."""
    best = -1
    most = -1
    bonus = bonus_of(s, c, target, row)
    for part in range(5):
        if part_possible(s, column, part):
            worth = part_worth(s, target, row, part, bonus)
            if worth > most:
                best = part
                most = worth
    return best


@rule
def blow_worth(s: State, c: int, target: int, row: int, aimed: int) -> int:
    """What a blow is worth: its best part when aimed, otherwise the mean of the column."""
    column = column_of(s, c, target, row)
    bonus = bonus_of(s, c, target, row)
    if aimed:
        return 8 * part_worth(s, target, row, best_part(s, c, target, row, column), bonus)
    total = 0
    for i in range(8):
        total += part_worth(s, target, row, s.locate[column][i], bonus)
    return total


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
        return pick_choice(menu, AIM_AT, s.letter[enemy_target(s, c)])
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
        worth = 10 if part <= TRUNK else 5
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
    """How much he wants an object."""
    if item == LOOT:
        return 100
    if item == BOTTLE:
        return 50 if s.weights[0][W_BOTTLES] else 3
    if has(s, c, item):
        return 0
    if item == CHAIR:
        return 4
    return 5 if item <= BROKEN else 1


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


# Ways.


@rule
def passage(s: State, p: int, d: int) -> int:
    """How one gets from p to its neighbour: 0 not at all, 1 on foot, 2 opening a door on the way, 3 by a jump, 4 opening a leaf first."""
    q = towards(s, p, d)
    if q == NOWHERE:
        return 0
    if standing_class(s, p, d, BY_WALK) == FREE:
        return 1
    if barred(s, p, d, MOVING):
        if d & 1:
            return 0
        f = fixture_on(s, p, d)
        if f < 0 or s.fixture_kind[f] > 2 or s.fixture_state[f] == DESTROYED or leaf_jammed(s, f):
            return 0
        if s.fixture_state[f] == OPEN or (s.fixture_near[f] != p and (s.fixture_kind[f] == 2 or s.fixture_state[f] == BOLTED)):
            return 0
        pair = s.fixture_pair[f] - 1
        return 4 if pair >= 0 and s.fixture_state[pair] == CLOSED else 2
    kind = upright_kind(s, q)
    if kind == PINBALL or kind == VIDEO:
        return 0
    here = surface(s, p)
    there = surface(s, q)
    if one_step(s, here, there) or here - there == 1 or here - there == 2:
        return 3
    return 0


@rule
def distance_at(s: State, p: int) -> int:
    """Steps to the goal on the map; FAR_AWAY when there is no way."""
    found = s.events[p >> 3][p & 7]
    return found - 1 if found else FAR_AWAY


@rule
def add_source(s: State, p: int, count: int) -> int:
    """A point of the goal: put on the map and in the queue (rows 50 and on)."""
    if s.events[p >> 3][p & 7] == 0:
        s.events[p >> 3][p & 7] = 1
        s.events[50 + (count >> 3)][count & 7] = p
        return count + 1
    return count


@rule
def add_wreckage(s: State) -> int:
    """Chairs, and both sides of leaves, windows and panes that are shut; the telephone from its booth."""
    count = 0
    for p in range(SIDE * SIDE):
        if s.litter[p] & CHAIR_HERE:
            count = add_source(s, p, count)
    for f in range(s.fixture_count):
        if s.fixture_state[f] == CLOSED or s.fixture_state[f] == BOLTED:
            count = add_source(s, s.fixture_near[f], count)
            if s.fixture_kind[f] != TELEPHONE:
                count = add_source(s, s.fixture_far[f], count)
    return count


@rule
def wreck_way(s: State, c: int) -> int:
    """The direction of something to smash beside him, what is in front first; -1 for none."""
    facing = s.facing[c]
    found = -1
    for turn in range(8):
        d = (facing + (turn + 1) // 2 * (1 - 2 * (turn & 1))) & 7
        s.facing[c] = d
        if found < 0 and (smashable(s, c, d) or smashable(s, c, 8 + d) or (d == 2 and smashable(s, c, 16))):
            found = d
    s.facing[c] = facing
    return found


@rule
def map_distances(s: State, c: int, aim: int, point: int) -> None:
    """Distances to the nearest enemy, to a point, to the rim of the board, or to what can be smashed, breadth first as far as c."""
    for row in range(100):
        for i in range(8):
            s.events[row][i] = 0
    count = 0
    if aim == REACH:
        count = add_source(s, point, count)
    elif aim == LEAVE:
        for v in range(s.rows):
            for h in range(s.columns):
                if v == 0 or h == 0 or v == s.rows - 1 or h == s.columns - 1:
                    count = add_source(s, v * SIDE + h, count)
    elif aim == WRECK:
        count = add_wreckage(s)
    else:
        for other in range(s.crowd):
            if is_enemy(s, c, other):
                count = add_source(s, s.at[other], count)
    taken = 0
    while taken < count and (aim == HIDE or distance_at(s, s.at[c]) == FAR_AWAY):
        q = s.events[50 + (taken >> 3)][taken & 7]
        taken += 1
        for d in range(8):
            p = towards(s, q, (d + 4) & 7)
            if p != NOWHERE and s.events[p >> 3][p & 7] == 0 and passage(s, p, d):
                s.events[p >> 3][p & 7] = s.events[q >> 3][q & 7] + 1
                s.events[50 + (count >> 3)][count & 7] = p
                count += 1


@rule
def best_way(s: State, c: int, aim: int) -> int:
    """The direction that brings him nearest (or, hiding, farthest); -1 when he had better stay."""
    best = -1
    p = s.at[c]
    least = distance_at(s, p)
    for d in range(8):
        if passage(s, p, d) == 0:
            continue
        q = towards(s, p, d)
        far = distance_at(s, q)
        if occupant(s, q, 0) >= 0:
            far += 2
        if (far > least and far != FAR_AWAY) if aim == HIDE else far < least:
            best = d
            least = far
    return best


@rule
def towards_enemy(s: State, c: int, p: int, only_near: int) -> int:
    """The direction from p to the nearest enemy as the crow flies."""
    best = s.facing[c] if s.facing[c] >= 0 else 0
    least = FAR_AWAY
    for other in range(s.crowd):
        if is_enemy(s, c, other) and s.at[other] != NOWHERE:
            dv = s.at[other] // SIDE - p // SIDE
            dh = s.at[other] % SIDE - p % SIDE
            far = max(abs(dv), abs(dh))
            if far < least and far > 0:
                least = far
                best = compass(dv, dh)
    return best


@rule
def compass(dv: int, dh: int) -> int:
    """The direction nearest to a vector."""
    v = 0 if 2 * abs(dv) < abs(dh) else (1 if dv > 0 else -1)
    h = 0 if 2 * abs(dh) < abs(dv) else (1 if dh > 0 else -1)
    if v < 0:
        return 7 if h < 0 else (1 if h > 0 else 0)
    if v > 0:
        return 5 if h < 0 else (3 if h > 0 else 4)
    return 6 if h < 0 else 2


# The sheet.


@rule
def rehearse(s: State, c: int, b: int) -> None:
    """Move the figure through the orders already written before box b, as if nobody else moved."""
    for k in range(2 * s.sequence + 2 if s.shown else 0, b, 2):
        rehearse_one(s, c, s.orders[c][k])
        if s.orders[c][k + 1] == _OUV:
            rehearse_opening(s, c)


@rule
def rehearse_one(s: State, c: int, code: int) -> None:
    """A movement, and its pivot."""
    kind = ORDER_KIND[code]
    p = s.at[c]
    if kind == WALK and s.prone[c] == 0:
        if 1 <= passage(s, p, ORDER_ARG[code]) <= 2:
            step_to(s, c, towards(s, p, ORDER_ARG[code]))
    elif kind == STAND_UP and s.prone[c]:
        lift(s, c)
        s.prone[c] = 0
        step_to(s, c, p)
    elif kind == PIVOT_TO:
        s.facing[c] = ORDER_ARG[code]
    if kind == PIVOT_LEFT or ORDER_SUFFIX[code] == LEFT:
        s.facing[c] = (s.facing[c] - 1) & 7
    elif kind == PIVOT_RIGHT or ORDER_SUFFIX[code] == RIGHT:
        s.facing[c] = (s.facing[c] + 1) & 7


@rule
def rehearse_opening(s: State, c: int) -> None:
    """The leaf before him opens; the other one of a double door as well, when a friend stands there."""
    for f in range(s.fixture_count):
        if openable(s, c, f):
            set_fixture(s, f, OPEN)
            pair = s.fixture_pair[f] - 1
            friend = s.stander[s.fixture_near[pair]] - 1 if pair >= 0 else NOBODY
            if friend >= 0 and not is_enemy(s, c, friend):
                set_fixture(s, pair, OPEN)
            return


@rule
def step_to(s: State, c: int, p: int) -> None:
    if p != NOWHERE and occupant(s, p, 0) < 0:
        lift(s, c)
        put(s, c, p)


@rule
def decide_sheet(s: State, seat: int, menu: Menu, dice: Any) -> int:
    """Write box after box, then sign; after a fall, get up first."""
    c = s.page[seat]
    b = s.box[seat]
    if b == NOBODY:
        # The next sequence begins with getting up, unless it says so already.
        coming = 2 * s.sequence + 2
        if s.shown and coming < BOXES and s.orders[c][coming] != _LEV and s.prone[c] and get_up(s, c) == _LEV:
            k = pick_choice(menu, BOX, coming)
            if k >= 0:
                return k
        return first_of(menu, COMMIT)
    rehearse(s, c, b - (b & 1))
    s.sequence = b >> 1
    code = choose_second(s, c, b, dice) if b & 1 else choose_first(s, c, b, dice)
    if order_refusal(s, c, b, code):
        code = REST
    return pick_choice(menu, ORDER, code)


@rule
def wounded(s: State, c: int) -> bool:
    """Is he near his end?"""
    return s.hp[c][HEAD] <= 2 or s.hp[c][TRUNK] <= 2


@rule
def loot_point(s: State) -> int:
    """Where the loot lies, NOWHERE when somebody has it."""
    for i in range(s.loose_count):
        if s.loose[i] >> 10 == LOOT:
            return s.loose[i] & 511
    return NOWHERE


@rule
def aim_of(s: State, c: int) -> int:
    """What he is after."""
    if s.loot_game:
        if has(s, c, LOOT):
            return LEAVE
        if loot_point(s) != NOWHERE:
            return REACH
    if c == s.caller and telephone(s) >= 0 and s.fixture_state[telephone(s)] != DESTROYED and s.call_turn == 0:
        return REACH
    if s.police and (s.turn >= s.police - 1 or (s.turn >= s.escape and wounded(s, c))):
        return LEAVE
    if s.weights[0][W_WRECKS] and side_of(s, s.seat_of[c]) == 0 and has_tool(s, c) and not wounded(s, c):
        return WRECK
    if s.weights[0][W_STAGE] and s.ground[s.at[c]] & 7 != STAGE and s.stairs_count:
        return REACH
    if wounded(s, c):
        return HIDE
    return FIGHT


@rule
def aim_point(s: State, c: int) -> int:
    """The point to reach."""
    if s.loot_game:
        return loot_point(s)
    if c == s.caller:
        return s.fixture_near[telephone(s)]
    return s.stairs_high[c % s.stairs_count]


@rule
def enemy_beside(s: State, c: int, in_front: int) -> int:
    """The direction of the best enemy within arm's reach; only in front, or anywhere around; -1 for none."""
    best = -1
    most = -1
    for d in range(8):
        if in_front and not is_front(s.facing[c], d):
            continue
        q = towards(s, s.at[c], d)
        if q == NOWHERE or barred(s, s.at[c], d, 9):
            continue
        for which in range(2):
            other = s.stander[q] - 1 if which == 0 else occupant(s, q, 0)
            if other >= 0 and is_enemy(s, c, other) and level(s, other) == level(s, c):
                worth = 20 + 5 * s.stun[other] - s.hp[other][HEAD] - s.hp[other][TRUNK]
                if is_rear(s.facing[other], (d + 4) & 7):
                    worth += 6
                if worth > most:
                    best = d
                    most = worth
    return best


@rule
def choose_first(s: State, c: int, b: int, dice: Any) -> int:
    """Round 1."""
    p = s.at[c]
    if s.prone[c]:
        return get_up(s, c)
    aim = aim_of(s, c)
    beside = enemy_beside(s, c, 0)
    if aim == FIGHT or (aim == WRECK and beside >= 0) or (aim == HIDE and beside >= 0 and below(dice, 3) == 0):
        if enemy_beside(s, c, 1) >= 0:
            return REST
        if beside >= 0:
            return _P1 + beside
        aim = FIGHT
    if aim == WRECK:
        d = wreck_way(s, c)
        if d >= 0:
            return REST if is_front(s.facing[c], d) else _P1 + d
    if aim == REACH and p == aim_point(s, c):
        # At the telephone he faces it; the loot is taken; the stage is held.
        if c == s.caller:
            return REST if is_front(s.facing[c], 2) else _P1 + 2
        return REST
    if aim == LEAVE:
        for d in range(0, 8, 2):
            if standing_class(s, p, d, BY_WALK) == OFFBOARD and (s.turn >= s.escape or s.loot_game):
                return _M + d
    if beside < 0 and takes_cover(s, c, dice):
        return _PRE_LAN
    map_distances(s, c, aim, aim_point(s, c) if aim == REACH else 0)
    d = best_way(s, c, aim)
    if d < 0:
        want = towards_enemy(s, c, p, 0)
        return REST if is_front(s.facing[c], want) else _P1 + want
    return step_order(s, c, d, aim, dice)


@rule
def takes_cover(s: State, c: int, dice: Any) -> bool:
    """Is there a bottle or a chair at hand, and an enemy in line to throw it at?"""
    if lost_arms(s, c) or throwing_line(s, c) < 0:
        return False
    for where in range(9):
        if can_take(s, c, where, BOTTLE) or can_take(s, c, where, CHAIR):
            return below(dice, 2) == 0
    return False


@rule
def step_order(s: State, c: int, d: int, aim: int, dice: Any) -> int:
    """Walk, jump or run one way, turning towards the enemy."""
    p = s.at[c]
    how = passage(s, p, d)
    if how == 4:
        return REST
    if how == 3:
        if surface(s, towards(s, p, d)) > surface(s, p) and is_rear(s.facing[c], d):
            return _P1 + d
        return _S + d
    if how == 1 and s.facing[c] == d and aim != HIDE:
        n = straight(s, c, d)
        if n >= 3 and n > below(dice, 4):
            return _C2 + n - 2
    q = towards(s, p, d)
    turn = (towards_enemy(s, c, q, 0) - s.facing[c]) & 7
    if turn == 0 or aim == HIDE:
        return _M + d
    return _M + 8 * (RIGHT if turn <= 4 else LEFT) + d


@rule
def straight(s: State, c: int, d: int) -> int:
    """How far he can run straight on, ever nearer and alone."""
    p = s.at[c]
    n = 0
    while n < s.speed[c] - 1 and standing_class(s, p, d, 1) == FREE:
        q = towards(s, p, d)
        if distance_at(s, q) >= distance_at(s, p) or distance_at(s, q) < 2 or occupant(s, q, 0) >= 0 or s.litter[q] & 1:
            break
        p = q
        n += 1
    return n


@rule
def get_up(s: State, c: int) -> int:
    """From the ground: up, or out from under the furniture."""
    p = s.at[c]
    if s.hp[c][LEGS] > 0 and upright_kind(s, p) == NO_PIECE:
        return _LEV
    if enemy_beside(s, c, 1) >= 0 and s.hp[c][LEGS] == 0:
        return REST
    for d in range(8):
        q = towards(s, p, d)
        if q != NOWHERE and prone_class(s, p, d, BY_CRAWL) == FREE and s.stander[q] == 0:
            if upright_kind(s, q) == NO_PIECE:
                return _R + d
    return REST


@rule
def choose_second(s: State, c: int, b: int, dice: Any) -> int:
    """Round 2, from where the first one leads."""
    first = s.orders[c][b - 1]
    if ORDER_KIND[first] == WALK and s.prone[c] == 0:
        # Does the step cross a closed door? Then it is opened on the way.
        if crossing(s, c, ORDER_ARG[first]) >= 0:
            return _OUV
    if ORDER_KIND[first] == WALK or ORDER_KIND[first] == PIVOT_TO or ORDER_SUFFIX[first]:
        rehearse_one(s, c, first)
    if first == REST and enemy_beside(s, c, 0) < 0:
        # He waits before a double door: open the leaf.
        aim = aim_of(s, c)
        map_distances(s, c, aim, aim_point(s, c) if aim == REACH else 0)
        d = best_way(s, c, aim)
        if d >= 0 and passage(s, s.at[c], d) == 4:
            return _OUV
    if c == s.caller and can_call(s, c):
        return _TEL
    if wants_something(s, c):
        return _PRE
    if s.prone[c] == 0:
        for turn in range(-1, 2):
            if push_hits(s, c, (s.facing[c] + turn) & 7):
                tips = tippable(s, c, (s.facing[c] + turn) & 7)
                return _REN if tips and not tip_barred(s, tips - 1, (s.facing[c] + turn) & 7) and lost_arms(s, c) == 0 else _POU
    aimed = 1 if first == REST else 0
    find_targets(s, c, CP)
    target = enemy_target(s, c)
    if target >= 0:
        weapon = best_weapon(s, c, target, aimed)
        kick = blow_worth(s, c, target, row_in_hand(s, c, CS), aimed) if s.hp[c][LEGS] else 0
        return _CS if kick > blow_worth(s, c, target, ROW_OF[weapon], aimed) else _CP
    if aim_of(s, c) == WRECK:
        for what in range(17):
            if smashable(s, c, what):
                return _DES
    if (has(s, c, KNIFE) or has(s, c, BOTTLE)) and throwing_line(s, c) >= 0 and below(dice, 2):
        return _LAN
    return _CP


@rule
def wants_something(s: State, c: int) -> bool:
    """Is the loot, or a bottle that counts, within reach?"""
    for where in range(9):
        if s.loot_game and can_take(s, c, where, LOOT):
            return True
        if s.weights[0][W_BOTTLES] and can_take(s, c, where, BOTTLE):
            return True
    return False
