"""Leader orders, once per game (BW-LEADER)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import MUST_MOVE, NOT_FOR_ORDER, TOO_FAR_TO_WALK
from ..events import DISPLACED, ORDER_LIFE, ORDER_POWER, ORDER_REROLL, ORDERS, SUMMONED
from ..programs import (
    AT_END_PHASE,
    AT_PLANNING,
    AT_RESOLUTION,
    AT_SUPPORT,
    DISPLACE,
    EXTRA_STEP,
    GAIN_LIFE,
    GAIN_POWER,
    KEEP_PLAN,
    REFRESH_REROLL,
    REMOVE_FLIGHT,
    SUMMON,
)
from ..state import (
    ACTIVATING,
    COSMIC,
    END_EFFECTS,
    NOBODY,
    OFF,
    ORDER_WHERE,
    ORDER_WHO,
    PENDING,
    STEPPING,
    State,
)
from .board import distance, has_target, is_flying, is_metal, obstacle
from .planning import lose_flight
from .preparation import stand
from .tokens import (
    ATTACK,
    GUARD,
    MODULE_ENERGY,
    MODULE_HEAL,
    cancel_module_plan,
    faction_label,
    gain_life,
    gain_power,
    label,
)


@rule
def is_member(s: State, p: int, side: int) -> bool:
    """A living character of the leader's faction in that team (BW-LEADER-7)."""
    return p >> 2 == side and s.at[p] != OFF and s.card[p] >> 2 == s.leader_faction[side]


@rule
def can_execute(s: State, p: int) -> bool:
    """A plan still in place that is executed in a step, with a target if it is an attack (BW-ACT-2 to 4)."""
    if s.at[p] == OFF or s.fate[p] != PENDING:
        return False
    plan = s.plan[p]
    if plan == MODULE_ENERGY or plan == MODULE_HEAL or plan == GUARD:
        return False
    return plan != ATTACK or has_target(s, p)


@rule
def executable(s: State, side: int, members_only: bool) -> int:
    """How many plans of a side can be executed now."""
    count = 0
    for p in range(4 * side, 4 * side + 4):
        if (not members_only or is_member(s, p, side)) and can_execute(s, p):
            count += 1
    return count


@rule
def order_offered(s: State, side: int, moment: int) -> bool:
    """Not given yet, the leader alive, the right moment, and something it would do (BW-LEADER-3, BW-LEADER-6)."""
    if s.leaders == 0 or s.order_given[side] == 1 or s.at[s.leader[side]] == OFF:
        return False
    faction = s.leader_faction[side]
    if s.order_moment[faction] != moment:
        return False
    kind = s.order_kind[faction]
    if kind == EXTRA_STEP:
        return executable(s, side, True) >= 2
    if kind == SUMMON or kind == DISPLACE:
        for p in range(8):
            if order_target_refusal(s, side, p) == 0:
                return True
        return False
    if kind == REMOVE_FLIGHT:
        for p in range(4 * (1 - side), 4 * (1 - side) + 4):
            if s.at[p] != OFF and is_flying(s, p):
                return True
        return False
    for p in range(4 * side, 4 * side + 4):
        if is_member(s, p, side):
            card = s.card[p]
            if kind == GAIN_POWER and s.power[p] >= s.card_power[card]:
                continue
            if kind == GAIN_LIFE and s.life[p] >= s.card_life[card]:
                continue
            if kind == REFRESH_REROLL and s.reroll[p] == 1:
                continue
            return True
    return False


@rule
def rally_offered(s: State) -> bool:
    """An outnumbering attack by members, not against an entity (BW-LEADER-8, BW-LEADER-9)."""
    side = s.initiator >> 2
    if s.supporters == 0 or s.target_kind == COSMIC or not order_offered(s, side, AT_SUPPORT):
        return False
    return is_member(s, s.initiator, side)


@rule
def run_orders(s: State, moment: int, after: int) -> None:
    """Ask each side once, the initiative side first (BW-LEADER-4)."""
    while s.asked < 2:
        side = s.initiative ^ s.asked
        s.asked += 1
        if order_offered(s, side, moment):
            s.order_side = side
            s.decider = side
            return
    s.asked = 0
    s.stage = after


@rule
def run_planning_orders(s: State) -> None:
    run_orders(s, AT_PLANNING, ACTIVATING)


@rule
def run_resolution_orders(s: State) -> None:
    run_orders(s, AT_RESOLUTION, STEPPING)


@rule
def run_end_orders(s: State) -> None:
    run_orders(s, AT_END_PHASE, END_EFFECTS)


@rule
def announce_order(s: State, side: int) -> None:
    s.order_given[side] = 1
    emit(s, ORDERS, side, label(s, s.leader[side]), faction_label(s, s.leader_faction[side]))


@rule
def give_order(s: State, seat: int) -> None:
    """Announce and carry out; orders with targets go on asking."""
    announce_order(s, seat)
    faction = s.leader_faction[seat]
    kind = s.order_kind[faction]
    n = s.order_n[faction]
    if kind == SUMMON or kind == DISPLACE:
        s.after_order = s.stage
        s.order_side = seat
        s.order_piece = NOBODY
        s.stage = ORDER_WHO
    elif kind == EXTRA_STEP:
        s.commanded = 2
    elif kind == REMOVE_FLIGHT:
        for p in range(4 * (1 - seat), 4 * (1 - seat) + 4):
            if s.at[p] != OFF:
                lose_flight(s, p)
    elif kind == KEEP_PLAN:
        s.ducking[seat] = 1
    else:
        for p in range(4 * seat, 4 * seat + 4):
            if is_member(s, p, seat):
                strengthen(s, p, kind, n)


@rule
def strengthen(s: State, p: int, kind: int, n: int) -> None:
    """What an order gives to each member."""
    if kind == GAIN_POWER:
        gained = gain_power(s, p, n)
        if gained > 0:
            emit(s, ORDER_POWER, label(s, p), gained)
    elif kind == GAIN_LIFE:
        gained = gain_life(s, p, n)
        if gained > 0:
            emit(s, ORDER_LIFE, label(s, p), gained)
    elif kind == REFRESH_REROLL and s.reroll[p] == 0:
        s.reroll[p] = 1
        emit(s, ORDER_REROLL, label(s, p))


# Orders with targets: whom, then where.


@rule
def keep_order(s: State) -> None:
    """It is left for later (BW-LEADER-6)."""


@rule
def give_command(s: State, seat: int) -> None:
    """An order between two steps; the steps go on afterwards."""
    s.stage = STEPPING
    give_order(s, seat)


@rule
def keep_command(s: State) -> None:
    s.stage = STEPPING


@rule
def member_refusal(s: State, seat: int, p: int) -> int:
    """One's own are called, if the order calls."""
    if s.order_kind[s.leader_faction[seat]] != SUMMON:
        return NOT_FOR_ORDER
    return order_target_refusal(s, seat, p)


@rule
def enemy_refusal(s: State, seat: int, p: int) -> int:
    """Enemies are moved, if the order moves them."""
    if s.order_kind[s.leader_faction[seat]] == SUMMON:
        return NOT_FOR_ORDER
    return order_target_refusal(s, seat, p)


@rule
def order_target_refusal(s: State, side: int, p: int) -> int:
    """Whom the order may move: another member to the leader's side, or an enemy near the leader."""
    faction = s.leader_faction[side]
    leader = s.leader[side]
    if s.at[p] == OFF:
        return NOT_FOR_ORDER
    if s.order_kind[faction] == SUMMON:
        if p == leader or not is_member(s, p, side):
            return NOT_FOR_ORDER
        start = s.at[leader]
    else:
        if p >> 2 == side or distance(s.at[leader], s.at[p]) > s.order_within[faction]:
            return NOT_FOR_ORDER
        start = s.at[p]
    for square in range(35):
        if distance(start, square) == 1 and obstacle(s, p >> 2, square) == 0:
            return 0
    return NOT_FOR_ORDER


@rule
def choose_order_target(s: State, p: int) -> None:
    s.order_piece = p
    s.order_from = s.at[p]
    faction = s.leader_faction[s.order_side]
    s.order_steps = s.order_n[faction]
    if is_metal(s, p):
        s.order_steps = s.order_metal[faction]
    if s.order_kind[faction] == SUMMON:
        s.order_steps = 1
    s.stage = ORDER_WHERE


@rule
def order_square_refusal(s: State, square: int) -> int:
    """The next step: beside the leader, or beside the displaced character and not back (BW-LEADER-11)."""
    p = s.order_piece
    start = s.at[p]
    summons = s.order_kind[s.leader_faction[s.order_side]] == SUMMON
    if summons:
        start = s.at[s.leader[s.order_side]]
    if distance(start, square) != 1:
        return TOO_FAR_TO_WALK
    if square == s.order_from and not summons:
        return MUST_MOVE
    return obstacle(s, p >> 2, square)


@rule
def stop_refusal(s: State) -> int:
    """An order stops after its first step at the earliest."""
    if s.at[s.order_piece] == s.order_from:
        return MUST_MOVE
    return 0


@rule
def stop_order(s: State) -> None:
    s.order_steps = 0


@rule
def run_order_where(s: State) -> None:
    """Ask for the next step as long as one is left and possible."""
    if s.order_steps > 0:
        for square in range(35):
            if order_square_refusal(s, square) == 0:
                s.decider = s.order_side
                return
    s.stage = s.after_order


@rule
def order_to(s: State, square: int) -> None:
    p = s.order_piece
    if s.order_kind[s.leader_faction[s.order_side]] == SUMMON:
        emit(s, SUMMONED, label(s, p), square, s.at[p])
    else:
        emit(s, DISPLACED, label(s, p), square, s.at[p])
    stand(s, p, square)
    s.order_steps -= 1
    cancel_module_plan(s, p)


@rule
def run_order_who(s: State) -> None:
    s.decider = s.order_side
