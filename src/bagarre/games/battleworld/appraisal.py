"""What an attack and a window of the auction are worth to the scripted player, in hundredths of a wound."""

from bagarre.kernel.rule import rule

from .choices import HOLD, POWER, RAISE, REACT, REROLL, REROLL_INITIATOR, STOP, YIELD
from .programs import KEEP_PLAN, MODIFY_DAMAGE, TAKEN
from .rules.auction import can_strike_back, defence_can_wound, has_free_raise, is_behind
from .rules.board import attack_refusal, cosmic_attack_refusal, distance, op_of, reach
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
from .rules.tokens import ATTACK as ATTACKING
from .rules.tokens import GUARD as GUARDING_BASE
from .state import CHARACTER, COSMIC, GALACTUS, MODULE, NOBODY, OFF, PENDING, SUPPORTING, State

NEVER = -100000
KILL, TOKEN_COST, VICTORY_TOKEN = 260, 50, 60
"""What a kill is worth besides its wounds, a power token, and a victory token."""
ATTACK_COST = 40
"""What an attack is expected to cost in tokens."""
MARGIN = 900
"""Mean lead, in hundredths, for each wound more: an attack that wins has done better than its mean, so less than ten points."""
WIN = 20000


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
    tokens = raises_left(s, side)
    return tokens * mean_roll(s, side) if tokens else 0


@rule
def raises_left(s: State, side: int) -> int:
    """The dice that the tokens behind a principal, and its powers, could still add."""
    p = principal(s, side)
    if p == NOBODY:
        return 0
    return s.power[p] + (1 if has_free_raise(s, side) else 0)


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
    mean = mean_roll(s, 0)
    attack = mean + support_mean(s, p)
    behind = raises_left(s, 0) * mean
    damage = base_damage(s, 0)
    if kind == MODULE and s.defender == NOBODY:
        return module_gain(s, target, damage + (attack + behind // 2) // 1000)
    defence = 50 * (s.die[1] + 1)
    if s.defender != NOBODY:
        defence = mean_roll(s, 1)
        behind -= raises_left(s, 1) * defence
    lead = attack - defence + behind * 45 // 100
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


# The auction.


@rule
def answers_window(verb: int) -> bool:
    """Is this an answer in a window of the auction?"""
    if verb == RAISE or verb == REROLL or verb == REROLL_INITIATOR or verb == POWER:
        return True
    return verb == YIELD or verb == HOLD or verb == STOP or verb == REACT


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
        return worth_of_roll(
            s, side, lead, 50 * (s.card_die[s.card[p]] + 1) - 100 * s.support_worth[p & 3], 45
        )
    if verb == REROLL_INITIATOR and side == 0:
        last = 100 * s.worth[0][s.rolls[0] - 1]
        return worth_of_roll(s, side, lead, mean_roll(s, 0) - last, 45)
    # Against the opponent's last die: by token, or by a power that costs nothing.
    last = 100 * s.worth[1 - side][s.rolls[1 - side] - 1]
    return worth_of_roll(
        s, side, lead, last - mean_roll(s, 1 - side), 45 * (verb == REROLL_INITIATOR) + 5 * (verb == POWER)
    )


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
