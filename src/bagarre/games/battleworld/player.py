"""A decent scripted opponent: it moves to attack with advantage, focuses fire, disturbs what threatens, heals and recharges when
nothing better offers, guards its base when enemies come near, and hurries as the clock advances.

Everything is weighed in hundredths of a wound. An attack is appraised from the mean of its dice and the tokens behind them; a
square is worth the best plan that could be made there.
"""

from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule, table

from .appraisal import (
    answers_window,
    base_threat,
    best_attack,
    crumbled,
    haste,
    lighter,
    worth_in_window,
    worth_of_attack,
    worth_of_wounds,
)
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
    JOIN,
    KEEP,
    LET_BE,
    MOVE,
    PASS,
    PLAN,
    SKIP,
    STRIKE,
    UNGUARDED,
    USE,
)
from .programs import DIE_OVERRIDE, EXTRA_STEP, GAIN_POWER, KEEP_PLAN, REMOVE_FLIGHT, SUPPORT_BONUS
from .rules.board import distance, is_flying, op_of, reach
from .rules.combat import principal
from .rules.orders import is_member
from .rules.planning import own_module, plan_refusal
from .rules.tokens import ATTACK as ATTACKING
from .rules.tokens import GUARD as GUARDING_BASE
from .rules.tokens import HEAL as HEALING
from .rules.tokens import (
    IDLE,
    MODULE_ENERGY,
    MODULE_HEAL,
    RECOVER_ENERGY,
    RECOVER_LIFE,
    RECOVER_REROLL,
    REPAIR,
    is_pending,
)
from .state import CHARACTER, COSMIC, MODULE, NO_MERCY, NOBODY, OFF, PREPARING, RALLYING, REDIRECTING, State

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
    if (
        verb == PASS
        or verb == APART
        or verb == SKIP
        or verb == KEEP
        or verb == LET_BE
        or verb == DONE
        or verb == UNGUARDED
    ):
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
    if answers_window(verb):
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
def worth_of_plan(s: State, p: int, plan: int) -> int:
    """What a plan is worth where the piece stands."""
    if plan == ATTACKING:
        return max(best_attack(s, p), 25 + 5 * (s.power[p] > 0))
    if plan == IDLE:
        return 1
    worth = worth_if_left_alone(s, p, plan)
    return worth_among_enemies(s, p, worth, danger(s, p)) if worth > 0 else 0


@rule
def worth_among_enemies(s: State, p: int, worth: int, peril: int) -> int:
    """What can be disturbed is worth less; the side with the initiative acts before it is."""
    return worth * 100 // (100 + peril // (1 + (s.initiative == p >> 2)))


@rule
def worth_if_left_alone(s: State, p: int, plan: int) -> int:
    """What a recovery, a repair or a guard is worth if nobody disturbs it."""
    card = s.card[p]
    wounds = s.card_life[card] - s.life[p]
    missing = s.card_power[card] - s.power[p]
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
    return worth


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
            alone = worth_if_left_alone(s, p, plan)
            if alone > worth:
                worth = max(worth, worth_among_enemies(s, p, alone, peril))
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
