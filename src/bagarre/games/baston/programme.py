"""How the scripted player writes its sheets: it rehearses what is written, then chooses the next order by its aim."""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule

from .choices import (
    BOX,
    COMMIT,
    CP,
    CS,
    LEFT,
    ORDER,
    ORDER_ARG,
    ORDER_KIND,
    ORDER_SUFFIX,
    PIVOT_LEFT,
    PIVOT_RIGHT,
    PIVOT_TO,
    REST,
    RIGHT,
    STAND_UP,
    WALK,
)
from .choices import ORDERS as WORDS
from .rules.blows import find_targets
from .rules.destroying import has_tool, smashable, telephone, tippable
from .rules.doors import openable, set_fixture
from .rules.geometry import (
    BY_CRAWL,
    BY_WALK,
    FREE,
    OFFBOARD,
    barred,
    is_front,
    is_rear,
    prone_class,
    standing_class,
    surface,
    towards,
    upright_kind,
)
from .rules.hits import ROW_OF, row_in_hand
from .rules.moves import crossing
from .rules.objects import has
from .rules.overturning import tip_barred
from .rules.people import level, lift, lost_arms, occupant, put, side_of
from .rules.robbing import can_call
from .rules.sheet import order_refusal
from .rules.taking import can_take
from .state import (
    BOTTLE,
    BOXES,
    CHAIR,
    DESTROYED,
    HEAD,
    KNIFE,
    LEGS,
    LOOT,
    NO_PIECE,
    NOBODY,
    NOWHERE,
    OPEN,
    STAGE,
    TRUNK,
    W_BOTTLES,
    W_STAGE,
    W_WRECKS,
    State,
)
from .tactics import (
    best_weapon,
    blow_worth,
    enemy_target,
    first_of,
    is_enemy,
    pick_choice,
    push_hits,
    throwing_line,
)
from .ways import (
    FIGHT,
    HIDE,
    LEAVE,
    REACH,
    WRECK,
    best_way,
    distance_at,
    map_distances,
    passage,
    towards_enemy,
    wreck_way,
)

_M, _R, _S = WORDS.index("M1"), WORDS.index("R1"), WORDS.index("S1")
_C2, _LEV, _P1 = WORDS.index("C2"), WORDS.index("LEV"), WORDS.index("P1")
_CP, _CS, _OUV, _PRE, _LAN = (WORDS.index(word) for word in ("CP", "CS", "OUV", "PRE", "LAN"))
_POU, _REN, _DES, _TEL = (WORDS.index(word) for word in ("POU", "REN", "DES", "TEL"))
_PRE_LAN, _PRE_CP = WORDS.index("PRE/LAN"), WORDS.index("PRE/CP")


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
    """The leaf before them opens; the other one of a double door as well, when a friend stands there."""
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
    """Are they near their end?"""
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
    """What they are after."""
    if s.loot_game:
        if has(s, c, LOOT):
            return LEAVE
        if loot_point(s) != NOWHERE:
            return REACH
    if (
        c == s.caller
        and telephone(s) >= 0
        and s.fixture_state[telephone(s)] != DESTROYED
        and s.call_turn == 0
    ):
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
    if (
        aim == FIGHT
        or (aim == WRECK and beside >= 0)
        or (aim == HIDE and beside >= 0 and below(dice, 3) == 0)
    ):
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
        # At the telephone they face it; the loot is taken; the stage is held.
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
    """How far they can run straight on, ever nearer and alone."""
    p = s.at[c]
    n = 0
    while n < s.speed[c] - 1 and standing_class(s, p, d, 1) == FREE:
        q = towards(s, p, d)
        if (
            distance_at(s, q) >= distance_at(s, p)
            or distance_at(s, q) < 2
            or occupant(s, q, 0) >= 0
            or s.litter[q] & 1
        ):
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
        # They wait before a double door: open the leaf.
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
                return (
                    _REN
                    if tips and not tip_barred(s, tips - 1, (s.facing[c] + turn) & 7) and lost_arms(s, c) == 0
                    else _POU
                )
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
