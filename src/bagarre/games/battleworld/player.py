"""A decent scripted opponent: it moves to attack with advantage, focuses fire, disturbs what threatens, heals and recharges when
nothing better offers, guards its base when enemies come near, and hurries as the clock advances.

Everything is weighed in hundredths of a wound. An attack is appraised from the mean of its dice and the tokens behind them; a
square is worth the best plan that could be made there.
"""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule, table

from .choices import (
    ACT,
    ACTIVATE,
    APART,
    ASSAULT,
    ATTACK,
    DEFY,
    DEPLOY,
    DONE,
    DRAFT,
    FAVOUR,
    GIVE,
    GRANT,
    GUARD,
    HEAL,
    HOLD,
    JOIN,
    KEEP,
    LET_BE,
    MOVE,
    PASS,
    PLAN,
    POWER,
    RAISE,
    REACT,
    REROLL,
    REROLL_INITIATOR,
    SKIP,
    STOP,
    STRIKE,
    UNGUARDED,
    USE,
    YIELD,
)
from .programs import (
    DIE_OVERRIDE,
    EXTRA_STEP,
    GAIN_POWER,
    KEEP_PLAN,
    MODIFY_DAMAGE,
    REMOVE_FLIGHT,
    SUPPORT_BONUS,
    TAKEN,
)
from .rules.auction import can_strike_back, defence_can_wound, has_free_raise, is_behind
from .rules.board import attack_refusal, cosmic_attack_refusal, distance, is_flying, op_of, reach
from .rules.combat import (
    can_support,
    face_factor,
    guard_refusal,
    principal,
    result_bonus,
    set_dice,
    target_spot,
)
from .rules.damage import base_damage, suffers_as
from .rules.orders import is_member
from .rules.planning import own_module, plan_refusal
from .rules.tokens import (
    ATTACK as ATTACKING,
)
from .rules.tokens import (
    GUARD as GUARDING_BASE,
)
from .rules.tokens import (
    HEAL as HEALING,
)
from .rules.tokens import (
    MODULE_ENERGY,
    MODULE_HEAL,
    RECOVER_ENERGY,
    RECOVER_LIFE,
    RECOVER_REROLL,
    REPAIR,
    is_pending,
)
from .state import (
    CHARACTER,
    COSMIC,
    GALACTUS,
    MODULE,
    NO_MERCY,
    NOBODY,
    OFF,
    PENDING,
    PREPARING,
    RALLYING,
    REDIRECTING,
    SUPPORTING,
    State,
)

NEVER = -100000
KILL, TOKEN_COST, VICTORY_TOKEN = 260, 50, 60
"""What a kill is worth besides its wounds, a power token, and a victory token."""
ATTACK_COST = 40
"""What an attack is expected to cost in tokens."""
MARGIN = 900
"""Mean lead, in hundredths, for each wound more: an attack that wins has done better than its mean, so less than ten points."""
WIN = 20000
DEPLOYMENT = table((2, 3, 5, 3, 2))
"""Middle columns first."""


@rule
def decide(s: State, seat: int, menu: Menu, dice: Any) -> int:
    """The best choice of the menu; equal ones by chance."""
    best = 0
    best_worth = 0
    ties = 0
    for k in range(menu.count):
        worth = worth_of(s, seat, menu.verb[k], menu.arg[k])
        if k == 0 or worth > best_worth:
            best = k
            best_worth = worth
            ties = 1
        elif worth == best_worth:
            ties += 1
            if below(dice, ties) == 0:
                best = k
    return best


@rule
def worth_of(s: State, seat: int, verb: int, arg: int) -> int:
    own = 4 * seat + arg - 1
    foe = 4 * (1 - seat) + arg - 1
    if verb == MOVE:
        return worth_of_square(s, s.actor, arg)
    if verb == PLAN:
        return worth_of_plan(s, s.actor, arg)
    if verb == ACTIVATE:
        return -best_attack(s, own)  # those with the most to gain move last, knowing more
    if verb == ACT:
        return worth_of_act(s, own)
    if verb == PASS or verb == APART or verb == SKIP or verb == KEEP or verb == LET_BE or verb == DONE or verb == UNGUARDED:
        return 0
    if verb == ATTACK:
        return worth_of_attack(s, s.actor, CHARACTER, foe)
    if verb == ASSAULT:
        return worth_of_attack(s, s.actor, MODULE, 3 * (1 - seat) + arg)
    if verb == DEFY:
        return worth_of_attack(s, s.actor, COSMIC, (arg - 1) * s.second)
    if verb == JOIN:
        return worth_of_joining(s)
    if verb == GUARD:
        return 10 + 20 * (s.at[own] % 5 == 2) + s.power[own] + 2 * s.victory[own]
    if RAISE <= verb <= REACT:
        return worth_in_window(s, verb, own)
    return worth_of_rest(s, seat, verb, arg)


@rule
def worth_of_rest(s: State, seat: int, verb: int, arg: int) -> int:
    """Set-up, damage, powers, orders, favours."""
    own = 4 * seat + arg - 1
    if verb == DEPLOY:
        return DEPLOYMENT[arg % 5]
    if verb == DRAFT:
        return worth_of_card(s, seat, arg)
    if verb == STRIKE:
        return worth_of_wounds(s, 4 * (1 - seat) + arg - 1, s.damage)
    if verb == USE:
        return worth_of_power(s)
    if verb == GIVE:
        return worth_of_order(s, seat)
    if verb == FAVOUR:
        return favour_worth(s, seat, arg)
    if verb == GRANT:
        return 100 - 10 * s.life[own] - 5 * s.power[own] + 5 * s.card_die[s.card[own]]
    if verb == HEAL:
        return 100 - 10 * s.life[own]
    return 0  # factions, bases, leaders, targets of orders: by chance


# Appraising an attack.


@rule
def worth_of_wounds(s: State, p: int, n: int) -> int:
    """What n wounds on a piece are worth to its enemy."""
    if n >= s.life[p]:
        return 100 * s.life[p] + KILL + 20 * s.card_die[s.card[p]] + 30 * s.victory[p]
    return 100 * n + 20 * (s.card_life[s.card[p]] - s.life[p])


@rule
def haste(s: State) -> int:
    """How far the clock has come, in hundredths."""
    return 100 * s.energy // s.threshold


@rule
def mean_roll(s: State, side: int) -> int:
    """Mean result of a principal's die."""
    return 50 * (s.die[side] + 1) * face_factor(s, side) + 100 * result_bonus(s, side, 0)


@rule
def reserve(s: State, side: int) -> int:
    """What the tokens behind a principal could still add."""
    p = principal(s, side)
    if p == NOBODY:
        return 0
    tokens = s.power[p]
    if has_free_raise(s, side):
        tokens += 1
    return tokens * mean_roll(s, side)


@rule
def lighter(s: State, p: int, damage: int) -> int:
    """Damage after the reductions of the one who takes it."""
    if (s.skills[p] >> MODIFY_DAMAGE) & 1:
        card = s.card[p]
        for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]):
            if s.op_kind[k] == MODIFY_DAMAGE and s.op_how[k] == TAKEN and suffers_as(s, p, s.op_when[k]):
                damage = min(damage, max(damage + s.op_n[k], s.op_cost[k]))
    return damage


@rule
def support_mean(s: State, p: int) -> int:
    """Mean of the dice of those who already join, and half of those who could."""
    mean = 0
    team = p & 4
    for q in range(team, team + 4):
        if s.supporters >> (q & 3) & 1:
            mean += 50 * (s.card_die[s.card[q]] + 1)
        elif s.stage != SUPPORTING and q != p and can_support(s, q):
            mean += 25 * (s.card_die[s.card[q]] + 1)
    return mean


@rule
def worth_of_attack(s: State, p: int, kind: int, target: int) -> int:
    """The balance of an attack: chance of winning times gain, minus chance of losing times loss, plus what it disturbs."""
    initiator, old_kind, old_target = s.initiator, s.target_kind, s.target
    defender, outcome, square = s.defender, s.outcome, s.target_square
    die0, die1 = s.die[0], s.die[1]
    s.initiator, s.target_kind, s.target, s.outcome = p, kind, target, NOBODY
    s.target_square = target_spot(s, kind, target)
    s.defender = NOBODY
    if kind == CHARACTER:
        s.defender = target
    elif kind == MODULE:
        s.defender = likely_guard(s, target)
    set_dice(s)
    worth = appraise(s, p, kind, target)
    s.initiator, s.target_kind, s.target = initiator, old_kind, old_target
    s.defender, s.outcome, s.target_square = defender, outcome, square
    s.die[0], s.die[1] = die0, die1
    return worth


@rule
def likely_guard(s: State, module: int) -> int:
    owner = module // 3
    for q in range(4 * owner, 4 * owner + 4):
        if guard_refusal(s, q) == 0:
            return q
    return NOBODY


@rule
def appraise(s: State, p: int, kind: int, target: int) -> int:
    attack = mean_roll(s, 0) + support_mean(s, p)
    damage = base_damage(s, 0)
    if kind == MODULE and s.defender == NOBODY:
        return module_gain(s, target, damage + (attack + reserve(s, 0) // 2) // 1000)
    defence = 50 * (s.die[1] + 1)
    if s.defender != NOBODY:
        defence = mean_roll(s, 1)
    lead = attack - defence + (reserve(s, 0) - reserve(s, 1)) * 45 // 100
    chance = min(96, max(4, 50 + lead // 12))
    if kind == CHARACTER:
        gain = worth_of_wounds(s, target, lighter(s, target, damage + max(0, lead) // MARGIN))
        if s.life[target] <= damage and last_alive(s, target):
            gain += WIN
    elif kind == MODULE:
        gain = module_gain(s, target, damage)
    else:
        gain = cosmic_gain(s, target, damage)
    if s.victory[p] < s.card_slots[s.card[p]]:
        gain += VICTORY_TOKEN
    worth = (chance * gain - (100 - chance) * price_of_losing(s, p, kind)) // 100 - ATTACK_COST
    if kind == CHARACTER:
        worth += disturbance(s, target) + 60 * threatens_base(s, target)
    return worth


@rule
def threatens_base(s: State, q: int) -> bool:
    """Is an enemy within reach of our base?"""
    side = 1 - (q >> 2)
    for module in range(3 * side, 3 * side + 3):
        if s.resistance[module] > 0 and distance(s.at[q], s.module_square[module]) <= reach(s, q):
            return True
    return False


@rule
def last_alive(s: State, p: int) -> bool:
    team = p & 4
    for q in range(team, team + 4):
        if q != p and s.at[q] != OFF:
            return False
    return True


@rule
def base_left(s: State, side: int) -> int:
    """Resistance left of a base."""
    left = 0
    for module in range(3 * side, 3 * side + 3):
        left += s.resistance[module]
    return left


@rule
def crumbled(s: State, side: int) -> int:
    """Resistance that a base has lost."""
    lost = 0
    for module in range(3 * side, 3 * side + 3):
        if s.module_square[module] != OFF:
            lost += s.module_full[module % 3] - s.resistance[module]
    return lost


@rule
def module_gain(s: State, module: int, damage: int) -> int:
    """Points off a base: more as it crumbles and as the clock advances."""
    owner = module // 3
    damage = min(damage, s.resistance[module])
    gain = damage * (70 + haste(s) * 3 // 5) + 12 * crumbled(s, owner)
    if damage == s.resistance[module]:
        gain += 150
        if damage == base_left(s, owner):
            gain += WIN
    return gain


@rule
def cosmic_gain(s: State, entity: int, damage: int) -> int:
    """Time, when it is short."""
    if entity == GALACTUS:
        if s.energy >= s.threshold - 2:
            return 150 * min(damage, s.energy)
        return 15 * min(damage, s.energy)
    return 60


@rule
def price_of_losing(s: State, p: int, kind: int) -> int:
    """What the defence inflicts on the attackers if it wins; less feared as time runs out."""
    if kind == COSMIC:
        return worth_of_wounds(s, p, s.entity_strike[s.target])
    loss = VICTORY_TOKEN
    if can_strike_back(s, p):
        loss += worth_of_wounds(s, p, lighter(s, p, base_damage(s, 1)))
    return loss * (150 - haste(s)) // 150


@rule
def disturbance(s: State, q: int) -> int:
    """What is gained by cancelling the target's plan."""
    if s.fate[q] != PENDING or op_of(s, q, KEEP_PLAN) != NOBODY:
        return 0
    if s.plan[q] == ATTACKING:
        return 130
    if s.plan[q] == GUARDING_BASE:
        return 90 + 40 * base_threat(s, q >> 2)  # the way is free for those who stand before the base
    return 60


@rule
def best_attack(s: State, p: int) -> int:
    """The best attack that a piece could make from where it stands, NEVER when there is none."""
    best = NEVER
    enemy = 1 - (p >> 2)
    for q in range(4 * enemy, 4 * enemy + 4):
        if s.at[q] != OFF and attack_refusal(s, p, CHARACTER, q, True) == 0:
            best = max(best, worth_of_attack(s, p, CHARACTER, q))
    for module in range(3 * enemy, 3 * enemy + 3):
        if attack_refusal(s, p, MODULE, module, True) == 0:
            best = max(best, worth_of_attack(s, p, MODULE, module))
    if s.energy >= s.threshold - 2 and cosmic_attack_refusal(s, p, GALACTUS) == 0:
        best = max(best, worth_of_attack(s, p, COSMIC, GALACTUS))
    return best


# Planning.


@rule
def danger(s: State, p: int) -> int:
    """Wounds that enemies could deal here: those who have planned an attack in reach, and those who may still come."""
    total = 0
    enemy = 4 * (1 - (p >> 2))
    for q in range(enemy, enemy + 4):
        if s.at[q] != OFF:
            steps = distance(s.at[p], s.at[q]) - reach(s, q)
            if s.activated[q] == 0:
                steps -= 1
                if is_flying(s, q):
                    steps -= 1
                if steps <= 0:
                    total += 14 * s.card_strike[s.card[q]] + s.card_die[s.card[q]]
            elif is_pending(s, q, ATTACKING) and steps <= 0:
                total += 26 * s.card_strike[s.card[q]] + 2 * s.card_die[s.card[q]]
    return total


@rule
def base_threat(s: State, side: int) -> int:
    """How many enemies stand where they can strike at the base, or soon will."""
    count = 0
    enemy = 4 * (1 - side)
    for q in range(enemy, enemy + 4):
        if s.at[q] != OFF:
            near = 9
            for module in range(3 * side, 3 * side + 3):
                if s.resistance[module] > 0:
                    near = min(near, distance(s.at[q], s.module_square[module]))
            if near <= reach(s, q) + 1 - s.activated[q]:
                count += 1
    return count


@rule
def worth_of_plan(s: State, p: int, plan: int) -> int:
    """What a plan is worth where the piece stands."""
    card = s.card[p]
    wounds = s.card_life[card] - s.life[p]
    missing = s.card_power[card] - s.power[p]
    if plan == ATTACKING:
        return max(best_attack(s, p), 25 + 5 * (s.power[p] > 0))
    worth = 0
    if plan == RECOVER_ENERGY:
        worth = min(missing, 2) * 20 + 70 * (s.power[p] == 0) + 30 * (s.power[p] == 1)
    elif plan == RECOVER_LIFE:
        worth = (wounds > 0) * (70 + 60 * (s.life[p] <= 2))
    elif plan == RECOVER_REROLL:
        worth = (1 - s.reroll[p]) * 45
    elif plan == HEALING:
        worth = heal_worth(s, p)
    elif plan == MODULE_ENERGY:
        worth = min(missing, 2) * 70
    elif plan == MODULE_HEAL:
        worth = min(wounds, 2) * 100
    elif plan == REPAIR:
        module = own_module(s, p)
        hurt = s.module_full[module % 3] - s.resistance[module]
        worth = (hurt > 0) * (50 + 15 * hurt)
    elif plan == GUARDING_BASE:
        threat = base_threat(s, p >> 2)
        worth = threat * (110 + 12 * crumbled(s, p >> 2)) + 80 * (threat > 0) * (s.at[p] % 5 == 2)
    else:
        return 1
    # What can be disturbed is worth less; the side with the initiative acts before it is.
    return worth * 100 // (100 + danger(s, p) // (1 + (s.initiative == p >> 2)))


@rule
def heal_worth(s: State, p: int) -> int:
    best = 0
    team = p & 4
    for q in range(team, team + 4):
        if q != p and s.at[q] != OFF and s.card[q] >> 2 == s.card[p] >> 2 and distance(s.at[p], s.at[q]) == 1:
            if s.life[q] < s.card_life[s.card[q]]:
                best = max(best, 65 + 50 * (s.life[q] <= 2))
    return best


@rule
def worth_of_square(s: State, p: int, square: int) -> int:
    """The best plan from a square, less its dangers, plus the way it leads."""
    here = s.at[p]
    s.piece_on[here] = NOBODY
    s.at[p] = square
    s.piece_on[square] = p
    peril = danger(s, p)
    worth = max(best_attack(s, p), 0) * 9 // 10
    if s.initiative != p >> 2:
        # The others strike first, and may disturb the attack.
        worth = worth * 100 // (100 + 3 * peril)
    for plan in range(RECOVER_ENERGY, GUARDING_BASE + 1):
        if plan_refusal(s, p, plan) == 0:
            worth = max(worth, worth_of_plan(s, p, plan))
    fear = peril * (130 - haste(s)) // 100
    if s.life[p] <= 2:
        fear = fear * 2
    worth -= fear * 3 // 10
    worth -= 11 * way_to_go(s, p)
    worth += 6 * company(s, p)
    s.piece_on[square] = NOBODY
    s.at[p] = here
    s.piece_on[here] = p
    return worth


@rule
def way_to_go(s: State, p: int) -> int:
    """Steps until something can be attacked: enemies, and the enemy base."""
    near = 9
    enemy = 1 - (p >> 2)
    for q in range(4 * enemy, 4 * enemy + 4):
        if s.at[q] != OFF:
            near = min(near, distance(s.at[p], s.at[q]))
    base = 9
    for module in range(3 * enemy, 3 * enemy + 3):
        if s.resistance[module] > 0:
            base = min(base, distance(s.at[p], s.module_square[module]))
    return max(0, near - reach(s, p)) * 2 + max(0, base - reach(s, p)) * (1 + haste(s) // 30)


@rule
def company(s: State, p: int) -> int:
    """Friends of the same faction near by."""
    count = 0
    team = p & 4
    for q in range(team, team + 4):
        if q != p and s.at[q] != OFF and s.card[q] >> 2 == s.card[p] >> 2 and distance(s.at[p], s.at[q]) <= 2:
            count += 1
    return count


# Resolution.


@rule
def worth_of_act(s: State, p: int) -> int:
    """Attacks by their worth, recoveries by theirs; what is about to be disturbed goes first."""
    plan = s.plan[p]
    if plan == ATTACKING:
        return best_attack(s, p)
    return 20 + worth_of_plan(s, p, plan) // 2 + danger(s, p) // 2


@rule
def worth_of_joining(s: State) -> int:
    """A supporter joins when it has nothing better to do with its own attack."""
    p = (s.initiator & 4) + s.cursor
    joined = s.supporters
    alone = worth_of_attack(s, s.initiator, s.target_kind, s.target)
    s.supporters = joined | 1 << s.cursor
    together = worth_of_attack(s, s.initiator, s.target_kind, s.target)
    s.supporters = 0
    own = max(0, best_attack(s, p)) * 7 // 10
    s.supporters = joined
    return together - alone - own


# The auction.


@rule
def worth_in_window(s: State, verb: int, p: int) -> int:
    side = s.window
    if verb == YIELD or verb == HOLD or verb == STOP:
        return 0
    if verb == REACT:
        return worth_of_reaction(s)
    lead = 100 * (s.total[side] - s.total[1 - side])
    if verb == RAISE:
        return worth_of_raise(s, side, lead)
    if verb == REROLL:
        if p == principal(s, side):
            last = 100 * s.worth[side][s.rolls[side] - 1]
            return worth_of_roll(s, side, lead, mean_roll(s, side) - last, 45)
        return worth_of_roll(s, side, lead, 50 * (s.card_die[s.card[p]] + 1) - 100 * s.support_worth[p & 3], 45)
    if verb == REROLL_INITIATOR and side == 0:
        last = 100 * s.worth[0][s.rolls[0] - 1]
        return worth_of_roll(s, side, lead, mean_roll(s, 0) - last, 45)
    # Against the opponent's last die: by token, or by a power that costs nothing.
    last = 100 * s.worth[1 - side][s.rolls[1 - side] - 1]
    return worth_of_roll(s, side, lead, last - mean_roll(s, 1 - side), 45 * (verb == REROLL_INITIATOR) + 5 * (verb == POWER))


@rule
def stake(s: State, side: int) -> int:
    """What lies between winning and losing this combat for a side."""
    return prize(s, side) + prize(s, 1 - side)


@rule
def prize(s: State, side: int) -> int:
    """What a side gains by winning."""
    worth = VICTORY_TOKEN
    p = principal(s, 1 - side)
    if side == 0:
        if s.target_kind == MODULE:
            return worth + module_gain(s, s.target, base_damage(s, 0))
        if s.target_kind == COSMIC:
            if s.initiator == NOBODY:
                return worth + worth_of_wounds(s, p, s.entity_strike[s.target])
            return worth + cosmic_gain(s, s.target, base_damage(s, 0))
        return worth + worth_of_wounds(s, p, lighter(s, p, base_damage(s, 0)))
    if s.target_kind == COSMIC:
        if s.initiator == NOBODY:
            return worth
        return worth + worth_of_wounds(s, s.initiator, s.entity_strike[s.target])
    if defence_can_wound(s):
        worth += worth_of_wounds(s, s.initiator, base_damage(s, 1))
    return worth


@rule
def worth_of_roll(s: State, side: int, lead: int, shift: int, price: int) -> int:
    """A roll that is expected to shift the lead: worth the better chance of winning, less its price."""
    if s.yielded[1 - side]:
        # Pressing: only a die that is well below its mean is worth another throw, when it brings the next wound.
        if lead > 0 and shift < 200:
            return -1
    elif lead > 0 and side == 0:
        return -1
    before = chance_from(s, side, lead)
    after = chance_from(s, side, lead + shift)
    return (after - before) * stake(s, side) // 100 - price


@rule
def chance_from(s: State, side: int, lead: int) -> int:
    """The chance of winning from a lead, with the tokens still behind both sides."""
    ahead = lead
    if s.yielded[1 - side] == 0:
        ahead += (reserve(s, side) - reserve(s, 1 - side)) * 45 // 100
    return min(97, max(3, 50 + ahead // 9))


@rule
def worth_of_raise(s: State, side: int, lead: int) -> int:
    mean = mean_roll(s, side)
    cost = TOKEN_COST
    p = principal(s, side)
    if has_free_raise(s, side):
        cost = 0
    if s.yielded[1 - side]:
        return worth_of_pressing(s, side, lead, mean) - cost
    if not is_behind(s, side):
        if lead > 0 or cost > 0:
            return -1 + 2 * (cost == 0 and lead == 0)
        return 1
    # Behind: how many raises to come ahead, against what the other side has left.
    needed = (-lead + mean // 2) // mean + 1
    tokens = s.power[p] + (cost == 0)
    if needed > tokens:
        return -lead // 100 - 100
    final = lead + reserve(s, side) - reserve(s, 1 - side) * 6 // 10
    chance = min(95, max(5, 50 + final // 10))
    return chance * stake(s, side) // 100 - needed * cost - 20


@rule
def worth_of_pressing(s: State, side: int, lead: int, mean: int) -> int:
    """One more wound for ten more points, if there is a life to take it."""
    if lead <= 0:
        return stake(s, side) // 2
    if side == 1 and s.target_kind == COSMIC:
        return 0
    to_next = 1000 - lead % 1000
    damage = base_damage(s, side) + lead // 1000
    room = 1
    if s.target_kind == CHARACTER:
        victim = principal(s, 1 - side)
        room = s.life[victim] - lighter(s, victim, damage)
    elif s.target_kind == MODULE and side == 0:
        room = s.resistance[s.target] - damage
    if room <= 0:
        return 0
    chance = min(95, max(0, 50 + (mean - to_next) * 100 // (60 * s.die[side])))
    gain = 100
    if room == 1:
        gain += KILL // 2
    return chance * gain // 100 - 15


@rule
def worth_of_reaction(s: State) -> int:
    """Make a high last die of the initiator roll again when that may spare a wound."""
    last = 100 * s.worth[0][s.rolls[0] - 1]
    lead = 100 * (s.total[0] - s.total[1])
    fall = last - mean_roll(s, 0)
    if lead - fall <= 0:
        return 100
    if lead // 1000 > (lead - fall) // 1000:
        return 50
    return -1


# Powers, orders, favours, teams.


@rule
def worth_of_power(s: State) -> int:
    """Optional powers: nearly always worth their token."""
    if s.stage == PREPARING:
        side = s.cursor
        k = op_of(s, principal(s, side), DIE_OVERRIDE)
        size = s.op_n[k]
        if size == 0:
            size = s.card_die[s.card[principal(s, 1 - side)]]
        return size - s.die[side] - 3
    if s.stage == REDIRECTING:
        p = (s.victim & 4) + s.cursor
        return worth_of_wounds(s, s.victim, s.damage) - worth_of_wounds(s, p, lighter(s, p, s.damage))
    return 1


@rule
def worth_of_order(s: State, seat: int) -> int:
    """Give an order when it does something."""
    kind = s.order_kind[s.leader_faction[seat]]
    if s.stage == NO_MERCY:
        life = s.life[s.defender]
        return (s.damage < life) * (1 + 2 * (s.damage + 2 >= life)) - (haste(s) < 60)
    if s.stage == RALLYING or kind == SUPPORT_BONUS:
        return 1
    attackers = 0
    missing = 0
    for p in range(4 * seat, 4 * seat + 4):
        if is_member(s, p, seat):
            missing += s.card_power[s.card[p]] - s.power[p]
            if is_pending(s, p, ATTACKING) and best_attack(s, p) > 0:
                attackers += 1
    if kind == GAIN_POWER:
        return missing - 4
    if kind == EXTRA_STEP or kind == KEEP_PLAN:
        return attackers - 1
    if kind == REMOVE_FLIGHT:
        return grounded_targets(s, seat)
    return -1


@rule
def grounded_targets(s: State, seat: int) -> int:
    """Flying enemies beside one of ours who could then strike them."""
    count = 0
    for p in range(4 * seat, 4 * seat + 4):
        for q in range(4 * (1 - seat), 4 * (1 - seat) + 4):
            if s.at[p] != OFF and s.at[q] != OFF and is_flying(s, q) and is_pending(s, p, ATTACKING):
                if distance(s.at[p], s.at[q]) == 1:
                    count += 1
    return count


@rule
def favour_worth(s: State, seat: int, favour: int) -> int:
    wounds = 0
    missing = 0
    for p in range(4 * seat, 4 * seat + 4):
        if s.at[p] != OFF:
            wounds += s.card_life[s.card[p]] - s.life[p]
            missing += s.card_power[s.card[p]] - s.power[p]
    if favour == 0:
        return min(missing, 2) * 2
    if favour == 1:
        return min(wounds, 2) * 3
    return 3


@rule
def worth_of_card(s: State, seat: int, card: int) -> int:
    """For a draft: figures, and friends of the same faction."""
    worth = s.card_die[card] + 2 * s.card_life[card] + 2 * s.card_power[card] + 4 * s.card_strike[card]
    worth += 4 * (s.card_traits[card] & 1) + 2 * (s.card_traits[card] & 2)
    for p in range(4 * seat, 4 * seat + 4):
        if s.card[p] != NOBODY and s.card[p] >> 2 == card >> 2:
            worth += 3
    return worth
