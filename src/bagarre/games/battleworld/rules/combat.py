"""A combat from its declaration to the opening rolls (BW-ATTACK, BW-TEAMUP, BW-COMBAT-1 to 5, BW-DISTURB)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import DEAD, JOIN, NOT_ATTACKABLE, NOT_GUARDING, OTHER_MODULE, USE
from ..events import (
    ATTACKS,
    ATTACKS_COSMIC,
    ATTACKS_MODULE,
    DISTURBS,
    ENTITY_ROLLS,
    GUARDS,
    KEEPS_PLAN,
    NO_GUARD,
    PAYS,
    ROLLS,
    ROLLS_TWO,
    SUPPORT_ROLLS,
    SUPPORTS,
    USES_POWER,
)
from ..programs import (
    ATTACK_PLAN,
    DIE_OVERRIDE,
    FACE_MULTIPLIER,
    FIRST_ATTACK,
    IF_CHARACTER,
    IF_DEFENDER,
    IF_INITIATOR,
    IF_LOST,
    IF_METAL,
    IF_MODULE,
    IF_SUPPORT,
    IF_WON,
    KEEP_PLAN,
    NO_SUPPORT_AGAINST,
    ON_BASE,
    ON_FIRST_RAISE,
    ON_OPPONENT,
    ON_RAISE,
    OPPONENT_DIE,
    PAY_FOR_REACH,
    PER_WOUNDS,
    REMOVE_FLIGHT,
    RESULT_BONUS,
    ROLL_MODE,
    SUPPORT_BONUS,
)
from ..state import (
    BIDDING,
    CHARACTER,
    COSMIC,
    DISTURBED,
    DOUBLE_DEFENCE,
    EXECUTED,
    GALACTUS,
    GALACTUS_SQUARE,
    GUARDING,
    MODULE,
    NOBODY,
    OFF,
    PENDING,
    PREPARING,
    RALLYING,
    ROLLING,
    STEPPING,
    SUPPORTING,
    THANOS,
    State,
)
from .board import attack_refusal, is_metal, op_of, reach_price, same_faction
from .orders import announce_order, is_member, rally_offered
from .planning import lose_flight
from .tokens import ATTACK, GUARD, entity_label, is_pending, label, power_label

GUARD_DIE = 10
"""The guard's die (BW-GUARD-2)."""


# Declaration.


@rule
def target_refusal(s: State, kind: int, target: int) -> int:
    """Why the actor cannot attack that target (BW-ATTACK-2)."""
    if kind == CHARACTER and s.at[target] == OFF:
        return DEAD
    return attack_refusal(s, s.actor, kind, target, True)


@rule
def character_refusal(s: State, p: int) -> int:
    return target_refusal(s, CHARACTER, p)


@rule
def module_refusal(s: State, module: int) -> int:
    return target_refusal(s, MODULE, module)


@rule
def entity_refusal(s: State, number: int) -> int:
    """The clock is the first entity; the second is there when the table plays with it."""
    if number == 1:
        return target_refusal(s, COSMIC, GALACTUS)
    if s.second == GALACTUS:
        return NOT_ATTACKABLE
    return target_refusal(s, COSMIC, s.second)


@rule
def clear_combat(s: State) -> None:
    s.supporters = 0
    s.cursor = 0
    s.rallied = 0
    s.holds = 0
    s.window = 0
    s.prevented = 0
    s.outcome = NOBODY
    s.damage = 0
    s.victim = NOBODY
    s.defender = NOBODY
    for i in range(4):
        s.support_face[i] = 0
        s.support_worth[i] = 0
    for side in range(2):
        s.rolls[side] = 0
        s.total[side] = 0
        s.spent[side] = 0
        s.yielded[side] = 0
        s.window_power[side] = 0
        s.die[side] = 0
        for i in range(12):
            s.face[side][i] = 0
            s.worth[side][i] = 0


@rule
def target_spot(s: State, kind: int, target: int) -> int:
    """The square of a target."""
    if kind == CHARACTER:
        return s.at[target]
    if kind == MODULE:
        return s.module_square[target]
    if target == GALACTUS:
        return GALACTUS_SQUARE
    return s.second_at


@rule
def aim(s: State, kind: int, target: int) -> None:
    """The actor becomes initiator of an attack on that target (BW-ATTACK-1)."""
    clear_combat(s)
    s.initiator = s.actor
    s.target_kind = kind
    s.target = target
    s.target_square = target_spot(s, kind, target)
    s.after_combat = STEPPING
    s.stage = SUPPORTING


@rule
def attack_character(s: State, p: int) -> None:
    aim(s, CHARACTER, p)


@rule
def attack_module(s: State, module: int) -> None:
    aim(s, MODULE, module)


@rule
def defy_entity(s: State, number: int) -> None:
    if number == 1:
        aim(s, COSMIC, GALACTUS)
    else:
        aim(s, COSMIC, s.second)


@rule
def can_support(s: State, p: int) -> bool:
    """Same faction, its own attack pending, itself able to attack that target (BW-TEAMUP-2)."""
    if (
        p == s.initiator
        or s.at[p] == OFF
        or not is_pending(s, p, ATTACK)
        or not same_faction(s, p, s.initiator)
    ):
        return False
    if s.target_kind == CHARACTER and op_of(s, s.target, NO_SUPPORT_AGAINST) != NOBODY:
        return False
    return attack_refusal(s, p, s.target_kind, s.target, False) == 0


@rule
def run_supporting(s: State) -> None:
    """Each possible supporter in the order of the roster: join or not (BW-TEAMUP-1)."""
    team = s.initiator & 4
    while s.cursor < 4:
        if can_support(s, team + s.cursor):
            s.decider = s.initiator >> 2
            return
        s.cursor += 1
    s.cursor = 0
    s.stage = RALLYING


@rule
def answer_support(s: State, verb: int) -> None:
    if verb == JOIN:
        s.supporters |= 1 << s.cursor
    s.cursor += 1


@rule
def run_rallying(s: State) -> None:
    """An order may strengthen the supporters before the attack is declared (BW-LEADER-9)."""
    if s.rallied == 0 and s.cursor == 0 and rally_offered(s):
        s.cursor = 1
        s.decider = s.initiator >> 2
    else:
        declare(s)


@rule
def rally(s: State, seat: int) -> None:
    s.rallied = 1
    announce_order(s, seat)


@rule
def declare(s: State) -> None:
    """Plans are spent, costs paid, the target disturbed, before any die is rolled (BW-ATTACK-8, BW-DISTURB-2)."""
    p = s.initiator
    s.fate[p] = EXECUTED
    if s.target_kind == CHARACTER:
        emit(s, ATTACKS, label(s, p), label(s, s.target))
    elif s.target_kind == MODULE:
        emit(s, ATTACKS_MODULE, label(s, p), s.target % 3, s.target // 3)
    else:
        emit(s, ATTACKS_COSMIC, label(s, p), entity_label(s, s.target))
    for i in range(4):
        if s.supporters >> i & 1:
            s.fate[(p & 4) + i] = EXECUTED
            emit(s, SUPPORTS, label(s, (p & 4) + i))
    if s.target_kind != COSMIC:
        price = reach_price(s, p, s.target_square)
        if price > 0:
            s.power[p] -= price
            emit(s, PAYS, label(s, p), price, power_label(s, op_of(s, p, PAY_FOR_REACH)))
    s.cursor = 0
    if s.target_kind == CHARACTER:
        s.defender = s.target
        disturb(s, s.target, True)
        k = op_of(s, p, REMOVE_FLIGHT)
        if k != NOBODY:
            lose_flight(s, s.target)
    s.stage = PREPARING
    if s.target_kind == MODULE:
        s.stage = GUARDING


@rule
def disturb(s: State, q: int, powers: bool) -> None:
    """Being attacked cancels a pending plan, unless a power or an order keeps it (BW-DISTURB-1)."""
    s.attacks[q] += 1
    if s.fate[q] != PENDING:
        return
    if powers and keeps_plan(s, q):
        emit(s, KEEPS_PLAN, label(s, q), s.plan[q])
        return
    s.fate[q] = DISTURBED
    emit(s, DISTURBS, label(s, q), s.plan[q])


@rule
def keeps_plan(s: State, q: int) -> bool:
    """Only powers and orders that say so; the first attack of the turn is the first, whoever asks (BW-LEADER-12)."""
    side = q >> 2
    if s.ducking[side] and s.attacks[q] == 1 and is_member(s, q, side):
        return True
    card = s.card[q]
    for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]):
        if s.op_kind[k] == KEEP_PLAN:
            suits = s.op_n[k] != ATTACK_PLAN or s.plan[q] == ATTACK
            in_time = s.op_how[k] != FIRST_ATTACK or s.attacks[q] == 1
            if suits and in_time:
                return True
    return False


# The guard of a base.


@rule
def guard_refusal(s: State, q: int) -> int:
    """Who may defend the attacked module (BW-GUARD-1, BW-GUARD-4)."""
    if s.at[q] == OFF or not is_pending(s, q, GUARD):
        return NOT_GUARDING
    if s.own_module_guard and s.at[q] != s.target_square:
        return OTHER_MODULE
    return 0


@rule
def run_guarding(s: State) -> None:
    """The owner chooses which guard defends, or none (BW-COMBAT-2)."""
    owner = s.target // 3
    for q in range(4 * owner, 4 * owner + 4):
        if guard_refusal(s, q) == 0:
            s.decider = owner
            return
    leave_unguarded(s)


@rule
def choose_guard(s: State, q: int) -> None:
    s.defender = q
    emit(s, GUARDS, label(s, q), s.target % 3)
    s.stage = PREPARING


@rule
def leave_unguarded(s: State) -> None:
    """No defence: total 0, and the module counts as having yielded (BW-BASE-4, BW-AUCTION-13)."""
    emit(s, NO_GUARD, s.target % 3)
    s.yielded[1] = 1
    s.stage = PREPARING


# Powers in a combat.


@rule
def principal(s: State, side: int) -> int:
    """The piece that fights for a combat side, NOBODY for an entity or an unguarded module."""
    if side == 0:
        return s.initiator
    return s.defender


@rule
def powers_work(s: State, side: int) -> bool:
    """Not against entities, and a guard's own powers never (BW-POWER-4, BW-BASE-6)."""
    if s.target_kind == COSMIC or principal(s, side) == NOBODY:
        return False
    return side == 0 or s.target_kind == CHARACTER


@rule
def conditions_hold(s: State, k: int, side: int) -> bool:
    """Do the conditions of an operation of the principal of that side hold now?"""
    when = s.op_when[k]
    if when == 0:
        return True
    if when & IF_SUPPORT:
        return False
    if when & IF_INITIATOR and side != 0:
        return False
    if when & IF_DEFENDER and side != 1:
        return False
    if when & IF_CHARACTER and s.target_kind != CHARACTER:
        return False
    if when & IF_METAL and not is_metal(s, principal(s, 1 - side)):
        return False
    if when & IF_MODULE and s.target_kind != MODULE:
        return False
    if when & IF_WON and s.outcome != side:
        return False
    return not (when & IF_LOST and s.outcome != 1 - side)


@rule
def active_op(s: State, side: int, kind: int) -> int:
    """The principal's operation of that kind if it works in this combat, NOBODY otherwise."""
    if not powers_work(s, side):
        return NOBODY
    k = op_of(s, principal(s, side), kind)
    if k != NOBODY and conditions_hold(s, k, side):
        return k
    return NOBODY


# Pre-roll powers.


@rule
def override_die(s: State, side: int) -> int:
    """The larger die that a power would give, 0 for none."""
    k = active_op(s, side, DIE_OVERRIDE)
    if k == NOBODY or s.op_cost[k] > s.power[principal(s, side)]:
        return 0
    size = s.op_n[k]
    if size == OPPONENT_DIE:
        size = s.card_die[s.card[principal(s, 1 - side)]]
    if size <= s.die[side]:
        return 0
    return size


@rule
def set_dice(s: State) -> None:
    """The die of each principal: its own, the guard's D10, an entity's D20."""
    if s.initiator != NOBODY:
        s.die[0] = s.card_die[s.card[s.initiator]]
    else:
        s.die[0] = s.entity_die[THANOS]
    if s.target_kind == COSMIC and s.initiator != NOBODY:
        s.die[1] = s.entity_die[s.target]
    elif s.target_kind == MODULE and s.defender != NOBODY:
        s.die[1] = GUARD_DIE
    elif s.defender != NOBODY:
        s.die[1] = s.card_die[s.card[s.defender]]


@rule
def run_preparing(s: State) -> None:
    """Attacker's powers first, then the defender's (BW-COMBAT-3)."""
    if s.cursor == 0:
        set_dice(s)
    while s.cursor < 2:
        if override_die(s, s.cursor) > 0:
            s.decider = principal(s, s.cursor) >> 2
            return
        s.cursor += 1
    s.stage = ROLLING


@rule
def answer_override(s: State, verb: int) -> None:
    side = s.cursor
    if verb == USE:
        p = principal(s, side)
        k = op_of(s, p, DIE_OVERRIDE)
        s.die[side] = override_die(s, side)
        s.power[p] -= s.op_cost[k]
        emit(s, USES_POWER, label(s, p), power_label(s, k))
    s.cursor += 1


# Dice.


@rule
def result_bonus(s: State, side: int, nth: int) -> int:
    """Victory tokens and powers on the nth die of a principal; 0 is the base roll (BW-CARD-8)."""
    p = principal(s, side)
    bonus = s.victory[p]
    if not powers_work(s, side) or (s.skills[p] >> RESULT_BONUS) & 1 == 0:
        return bonus
    card = s.card[p]
    for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]):
        if s.op_kind[k] == RESULT_BONUS and conditions_hold(s, k, side):
            if s.op_how[k] == PER_WOUNDS:
                bonus += s.op_n[k] * ((s.card_life[card] - s.life[p]) // s.op_cost[k])
            elif s.op_how[k] != ON_FIRST_RAISE or nth == 1:
                bonus += s.op_n[k]
    return bonus


@rule
def roll_mode_of(s: State, side: int, owner: int, nth: int) -> int:
    """What the powers of `owner` make of the nth die of `side`: more than 0 best of two, less than 0 worst of two."""
    if not powers_work(s, owner):
        return 0
    p = principal(s, owner)
    if (s.skills[p] >> ROLL_MODE) & 1 == 0:
        return 0
    moment = ON_BASE
    if nth > 0:
        moment = ON_RAISE
    mode = 0
    card = s.card[p]
    for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]):
        if s.op_kind[k] == ROLL_MODE and s.op_how[k] & moment and conditions_hold(s, k, owner):
            on_opponent = s.op_how[k] & ON_OPPONENT != 0
            if on_opponent == (side != owner):
                mode += s.op_n[k]
    return mode


@rule
def face_factor(s: State, side: int) -> int:
    """A guard in the double-defence module doubles its faces (BW-GUARD-3); powers may multiply them too."""
    if side == 1 and s.target_kind == MODULE:
        module = s.module_on[s.at[s.defender]]
        if module != NOBODY and module % 3 == DOUBLE_DEFENCE:
            return s.module_gain[DOUBLE_DEFENCE]
        return 1
    k = active_op(s, side, FACE_MULTIPLIER)
    if k != NOBODY:
        return s.op_n[k]
    return 1


@rule
def add_totals(s: State) -> None:
    """Each total is the sum of all results counted so far (BW-COMBAT-13)."""
    for side in range(2):
        total = 0
        for i in range(s.rolls[side]):
            total += s.worth[side][i]
        s.total[side] = total
    for i in range(4):
        s.total[0] += s.support_worth[i]


@rule
def throw(s: State, side: int, nth: int) -> None:
    """Roll the nth die of a principal, or roll it again (BW-REROLL-7)."""
    face = roll(s, s.die[side])
    other = 0
    mode = roll_mode_of(s, side, 0, nth) + roll_mode_of(s, side, 1, nth)
    if mode != 0:
        other = roll(s, s.die[side])
        if (mode > 0) == (other > face):
            kept = other
            other = face
            face = kept
    bonus = result_bonus(s, side, nth)
    s.rolls[side] = nth + 1
    s.face[side][nth] = face
    s.worth[side][nth] = face * face_factor(s, side) + bonus
    add_totals(s)
    p = label(s, principal(s, side))
    bonus = s.worth[side][nth] - face
    if mode != 0:
        emit(s, ROLLS_TWO, p, s.die[side], face, other, bonus, s.total[side])
    else:
        emit(s, ROLLS, p, s.die[side], face, bonus, s.total[side])


@rule
def throw_support(s: State, i: int) -> None:
    """A supporter's die: its face, and what the options, powers and orders add (BW-TEAMUP-4, BW-TEAMUP-5)."""
    p = (s.initiator & 4) + i
    die = s.card_die[s.card[p]]
    face = roll(s, die)
    worth = face
    k = op_of(s, p, FACE_MULTIPLIER)
    if k != NOBODY and s.op_when[k] & IF_SUPPORT and s.target_kind != COSMIC:
        worth *= s.op_n[k]
    if s.support_victories or s.rallied:
        worth += s.victory[p]
    if s.rallied:
        worth += rally_bonus(s)
    s.support_face[i] = face
    s.support_worth[i] = worth
    add_totals(s)
    emit(s, SUPPORT_ROLLS, label(s, p), die, face, worth - face, s.total[0])


@rule
def rally_bonus(s: State) -> int:
    faction = s.leader_faction[s.initiator >> 2]
    if s.order_kind[faction] == SUPPORT_BONUS:
        return s.order_n[faction]
    return 0


@rule
def throw_entity(s: State, side: int, entity: int) -> None:
    """The black die, no bonus, one roll only (BW-COSMIC-4)."""
    s.face[side][0] = roll(s, s.die[side])
    s.worth[side][0] = s.face[side][0]
    s.rolls[side] = 1
    add_totals(s)
    emit(s, ENTITY_ROLLS, entity_label(s, entity), s.face[side][0])


@rule
def run_rolling(s: State) -> None:
    """The attack, then the defence (BW-COMBAT-4, BW-COMBAT-5)."""
    if s.initiator == NOBODY:
        throw_entity(s, 0, THANOS)
    else:
        throw(s, 0, 0)
    for i in range(4):
        if s.supporters >> i & 1:
            throw_support(s, i)
    if s.defender != NOBODY:
        throw(s, 1, 0)
    elif s.target_kind == COSMIC:
        throw_entity(s, 1, s.target)
    s.window = 0
    s.holds = 0
    s.stage = BIDDING
