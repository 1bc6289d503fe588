"""The end of a combat: damage step by step, victory token, powers, victory check, favours (BW-COMBAT-7 to 11, BW-DAMAGE)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import DEAD, FULL, NO_FREE_SLOT, NOT_AN_ATTACKER, OUT_OF_ITS_REACH, USE
from ..events import (
    CATCHES_FIRE,
    CLOCK_BACK,
    ENTITY_BEATEN,
    ENTITY_FALLS,
    ENTITY_HURT,
    ENTITY_WINS,
    FAVOUR,
    GAINS_LIFE,
    GAINS_POWER,
    GAINS_REROLL,
    GAINS_VICTORY,
    GRANTED,
    LOSES_POWER,
    OUT_OF_REACH,
    PREVENTS,
    REDIRECTS,
    REDUCES,
    STEALS_POWER,
    TIE,
    UNHARMED,
    VICTORY,
    WINS_COMBAT,
    WOUNDED,
)
from ..events import (
    DIRECT_WOUND as DIRECTLY_WOUNDED,
)
from ..programs import (
    AT_DAMAGE,
    AT_END,
    DEALT,
    DIRECT_WOUND,
    GAIN_LIFE,
    GAIN_POWER,
    GAIN_VICTORY,
    IF_DEFENDER,
    IF_INITIATOR,
    IF_SPENT,
    IGNORE_REDUCTION,
    LOSE_POWER,
    MARKER_WOUND,
    MODIFY_DAMAGE,
    PREVENT_DAMAGE,
    REDIRECT_DAMAGE,
    REFRESH_REROLL,
    TAKEN,
    TRANSFER_POWER,
)
from ..state import (
    AFTERMATH,
    BEYONDER,
    CHECKING,
    CHOOSING_VICTIM,
    COSMIC,
    FAVOURING,
    GALACTUS,
    GRANTING,
    MODULE,
    NO_MERCY,
    NOBODY,
    OFF,
    PREVENTING,
    REDIRECTING,
    SILVER_SURFER,
    STEPPING,
    THANOS,
    WOUNDING,
    State,
)
from .auction import can_strike_back, entity_of, is_attacker, is_entity
from .board import adjacent, distance, op_of, same_faction
from .combat import active_op, conditions_hold, powers_work, principal
from .orders import announce_order, is_member, order_offered
from .resolution import finish_step
from .tokens import (
    entity_label,
    gain_life,
    gain_power,
    gain_victory,
    hit_module,
    label,
    power_label,
    wound,
)

# Steps 7 and 8: who won, and what it costs.


@rule
def run_result(s: State) -> None:
    """The higher total wins; equal totals are a tie (BW-COMBAT-7)."""
    margin = s.total[0] - s.total[1]
    s.cursor = 0
    s.fought[0] = s.initiator
    s.fought[1] = s.defender
    if margin == 0:
        s.outcome = NOBODY
        emit(s, TIE)
        s.stage = CHECKING
        return
    s.outcome = 0
    if margin < 0:
        s.outcome = 1
        margin = -margin
    s.damage = base_damage(s, s.outcome) + margin // 10
    if is_entity(s, s.outcome):
        emit(s, ENTITY_WINS, entity_label(s, entity_of(s, s.outcome)), margin)
    else:
        emit(s, WINS_COMBAT, label(s, principal(s, s.outcome)), margin)
    if s.target_kind == COSMIC:
        settle_cosmic(s)
    elif s.target_kind == MODULE and s.outcome == 0:
        hit_module(s, s.target, s.damage)
        take_victory(s)
    elif s.outcome == 0:
        s.victim = s.defender
        s.stage = NO_MERCY
    else:
        s.stage = CHOOSING_VICTIM


@rule
def base_damage(s: State, side: int) -> int:
    """Strike points, with the increases of the winner's powers (BW-DAMAGE-1, BW-DAMAGE-6 a)."""
    if is_entity(s, side):
        return s.entity_strike[entity_of(s, side)]
    p = principal(s, side)
    damage = s.card_strike[s.card[p]]
    if powers_work(s, side) and (s.skills[p] >> MODIFY_DAMAGE) & 1:
        card = s.card[p]
        for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]):
            if s.op_kind[k] == MODIFY_DAMAGE and s.op_how[k] == DEALT and conditions_hold(s, k, side):
                damage += s.op_n[k]
    return max(0, damage)


@rule
def settle_cosmic(s: State) -> None:
    """A combat with an entity: no power changes anything (BW-COSMIC-5, BW-COSMIC-6)."""
    if is_entity(s, s.outcome):
        s.victim = principal(s, 1 - s.outcome)
        s.stage = WOUNDING
        return
    entity = entity_of(s, 1 - s.outcome)
    if entity == GALACTUS:
        lost = min(s.energy, s.damage)
        s.energy -= lost
        emit(s, CLOCK_BACK, entity_label(s, entity), lost, s.energy)
    elif entity == SILVER_SURFER:
        s.herald_beaten = 1
        emit(s, ENTITY_BEATEN, entity_label(s, entity))
    else:
        s.wanderer_life = max(0, s.wanderer_life - s.damage)
        emit(s, ENTITY_HURT, entity_label(s, entity), s.damage, s.wanderer_life)
    take_victory(s)
    if entity == THANOS and s.wanderer_life == 0:
        fell_wanderer(s, principal(s, s.outcome))


@rule
def fell_wanderer(s: State, p: int) -> None:
    """Removed; whoever brought them down gets everything back (BW-THANOS-4)."""
    s.second_at = OFF
    s.power[p] = s.card_power[s.card[p]]
    s.reroll[p] = 1
    s.victory[p] = s.card_slots[s.card[p]]
    emit(s, ENTITY_FALLS, entity_label(s, THANOS), label(s, p))


@rule
def run_no_mercy(s: State) -> None:
    """An order may add to the damage of a member who won as initiator against a character."""
    side = s.initiator >> 2
    if s.cursor == 0 and order_offered(s, side, AT_DAMAGE) and is_member(s, s.initiator, side):
        s.cursor = 1
        s.decider = side
    else:
        s.cursor = 0
        s.stage = REDIRECTING


@rule
def show_no_mercy(s: State, seat: int) -> None:
    s.damage += s.order_n[s.leader_faction[seat]]
    announce_order(s, seat)


@rule
def strike_refusal(s: State, p: int) -> int:
    """Why the winning defender cannot choose that attacker (BW-DAMAGE-3, BW-DAMAGE-4)."""
    if not is_attacker(s, p):
        return NOT_AN_ATTACKER
    if not can_strike_back(s, p):
        return OUT_OF_ITS_REACH
    return 0


@rule
def run_choosing_victim(s: State) -> None:
    count = 0
    team = s.initiator & 4
    for p in range(team, team + 4):
        if strike_refusal(s, p) == 0:
            count += 1
            s.victim = p
    if count == 0:
        emit(s, OUT_OF_REACH, label(s, s.defender))
        s.victim = NOBODY
        take_victory(s)
    elif count == 1:
        choose_victim(s, s.victim)
    else:
        s.victim = NOBODY
        s.decider = s.defender >> 2


@rule
def choose_victim(s: State, p: int) -> None:
    s.victim = p
    s.cursor = 0
    s.stage = REDIRECTING


@rule
def can_redirect(s: State, p: int) -> bool:
    """A living same-faction ally beside the victim, with the power to take its place (BW-POWER-8)."""
    if p == s.victim or op_of(s, p, REDIRECT_DAMAGE) == NOBODY:
        return False
    return same_faction(s, p, s.victim) and adjacent(s, p, s.victim)


@rule
def run_redirecting(s: State) -> None:
    team = s.victim & 4
    while s.cursor < 4 and s.damage > 0:
        if can_redirect(s, team + s.cursor):
            s.decider = s.victim >> 2
            return
        s.cursor += 1
    reduce_damage(s)
    s.cursor = 0
    s.stage = PREVENTING


@rule
def answer_redirection(s: State, verb: int) -> None:
    """All the damage goes to the one who steps in, and nobody steps in for them."""
    if verb != USE:
        s.cursor += 1
        return
    p = (s.victim & 4) + s.cursor
    emit(s, REDIRECTS, label(s, p), label(s, s.victim), power_label(s, op_of(s, p, REDIRECT_DAMAGE)))
    s.victim = p
    s.cursor = 4


@rule
def reduce_damage(s: State) -> None:
    """Mandatory reductions of the one who takes it (BW-DAMAGE-6 d)."""
    p = s.victim
    if (s.skills[p] >> MODIFY_DAMAGE) & 1 == 0 or active_op(s, s.outcome, IGNORE_REDUCTION) != NOBODY:
        return
    card = s.card[p]
    for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]):
        if s.op_kind[k] == MODIFY_DAMAGE and s.op_how[k] == TAKEN and suffers_as(s, p, s.op_when[k]):
            # Never below the minimum, and never more than before.
            left = min(s.damage, max(s.damage + s.op_n[k], s.op_cost[k]))
            if left != s.damage:
                emit(s, REDUCES, label(s, p), s.damage - left, power_label(s, k))
                s.damage = left


@rule
def suffers_as(s: State, p: int, when: int) -> bool:
    """Conditions on damage taken: only the part played in the combat counts."""
    if when & IF_DEFENDER and p != s.defender:
        return False
    return not (when & IF_INITIATOR and p != s.initiator)


@rule
def can_prevent(s: State, p: int) -> bool:
    """Beside the victim or the victim itself, paying, once per combat (BW-DAMAGE-6 e)."""
    k = op_of(s, p, PREVENT_DAMAGE)
    if k == NOBODY or s.at[p] == OFF or s.prevented >> p & 1 or s.power[p] < s.op_cost[k]:
        return False
    return p == s.victim or (same_faction(s, p, s.victim) and adjacent(s, p, s.victim))


@rule
def run_preventing(s: State) -> None:
    team = s.victim & 4
    if active_op(s, s.outcome, IGNORE_REDUCTION) == NOBODY:
        while s.cursor < 4 and s.damage > 0:
            if can_prevent(s, team + s.cursor):
                s.decider = s.victim >> 2
                return
            s.cursor += 1
    s.cursor = 0
    s.stage = WOUNDING


@rule
def answer_prevention(s: State, verb: int) -> None:
    if verb == USE:
        p = (s.victim & 4) + s.cursor
        k = op_of(s, p, PREVENT_DAMAGE)
        s.power[p] -= s.op_cost[k]
        s.prevented |= 1 << p
        less = min(s.damage, s.op_n[k])
        s.damage -= less
        emit(s, PREVENTS, label(s, p), less, label(s, s.victim), power_label(s, k))
    s.cursor += 1


@rule
def run_wounding(s: State) -> None:
    """Mark the wounds (BW-DAMAGE-6 f)."""
    p = s.victim
    if s.damage > 0:
        emit(s, WOUNDED, label(s, p), s.damage, max(0, s.life[p] - s.damage))
        by = 1 - (p >> 2)
        if is_entity(s, s.outcome):
            by = NOBODY
        wound(s, p, s.damage, by)
    else:
        emit(s, UNHARMED, label(s, p))
    take_victory(s)


# Step 9: the victory token.


@rule
def take_victory(s: State) -> None:
    """The winning principal takes a token; not against an undefended module (BW-COMBAT-9, BW-BASE-4)."""
    s.cursor = 0
    s.stage = AFTERMATH
    p = principal(s, s.outcome)
    if p == NOBODY or (s.target_kind == MODULE and s.defender == NOBODY):
        return
    if gain_victory(s, p, 1) > 0:
        emit(s, VICTORY, label(s, p), s.victory[p])


# Step 10: powers after the combat, the winner's first.


@rule
def run_aftermath(s: State) -> None:
    while s.cursor < 16:
        side = s.outcome
        if s.cursor >= 8:
            side = 1 - s.outcome
        k = aftermath_op(s, side, s.cursor & 7)
        if k != NOBODY:
            if s.op_cost[k] > 0 or s.op_kind[k] == DIRECT_WOUND:
                s.decider = principal(s, side) >> 2
                return
            after_combat_power(s, side, k)
        s.cursor += 1
    s.stage = CHECKING


@rule
def aftermath_op(s: State, side: int, number: int) -> int:
    """The principal's operation of that number if it takes effect now, NOBODY otherwise."""
    if not powers_work(s, side):
        return NOBODY
    p = principal(s, side)
    card = s.card[p]
    if s.at[p] == OFF or number >= s.card_ops[card]:
        return NOBODY
    k = s.card_first[card] + number
    kind = s.op_kind[k]
    gains = kind == GAIN_POWER or kind == GAIN_LIFE or kind == GAIN_VICTORY or kind == REFRESH_REROLL
    harms = kind == LOSE_POWER or kind == TRANSFER_POWER or kind == MARKER_WOUND or kind == DIRECT_WOUND
    if not gains and not harms:
        return NOBODY
    if gains and s.op_how[k] == AT_END:
        return NOBODY
    if not conditions_hold(s, k, side):
        return NOBODY
    if gains and s.op_how[k] == IF_SPENT and s.spent[1 - side] == 0:
        return NOBODY
    if kind == DIRECT_WOUND:
        if s.op_cost[k] > s.power[p] or not wounds_around(s, side):
            return NOBODY
        return k
    if harms and s.at[principal(s, 1 - side)] == OFF:
        return NOBODY
    return k


@rule
def stands_around(s: State, q: int) -> bool:
    """Another enemy of the initiator beside the target's square."""
    return q != s.target and s.at[q] != OFF and distance(s.at[q], s.target_square) == 1


@rule
def wounds_around(s: State, side: int) -> bool:
    enemy = 4 * (1 - (principal(s, side) >> 2))
    for q in range(enemy, enemy + 4):
        if stands_around(s, q):
            return True
    return False


@rule
def after_combat_power(s: State, side: int, k: int) -> None:
    p = principal(s, side)
    kind = s.op_kind[k]
    n = s.op_n[k]
    name = power_label(s, k)
    if kind == GAIN_POWER:
        gained = gain_power(s, p, n)
        if gained > 0:
            emit(s, GAINS_POWER, label(s, p), gained, name)
    elif kind == GAIN_LIFE:
        gained = gain_life(s, p, n)
        if gained > 0:
            emit(s, GAINS_LIFE, label(s, p), gained, name)
    elif kind == GAIN_VICTORY:
        gained = gain_victory(s, p, n)
        if gained > 0:
            emit(s, GAINS_VICTORY, label(s, p), gained, name)
    elif kind == REFRESH_REROLL:
        if s.reroll[p] == 0:
            s.reroll[p] = 1
            emit(s, GAINS_REROLL, label(s, p), name)
    else:
        harm(s, p, principal(s, 1 - side), kind, n, name)


@rule
def harm(s: State, p: int, q: int, kind: int, n: int, name: int) -> None:
    """What a power does to the opponent after the combat."""
    if kind == TRANSFER_POWER:
        taken = min(n, s.power[q], s.card_power[s.card[p]] - s.power[p])
        if taken > 0:
            s.power[q] -= taken
            s.power[p] += taken
            emit(s, STEALS_POWER, label(s, p), label(s, q), taken, name)
    elif kind == LOSE_POWER:
        lost = min(n, s.power[q])
        if lost > 0:
            s.power[q] -= lost
            emit(s, LOSES_POWER, label(s, q), lost, name)
    elif s.burning[q] == 0:
        s.burning[q] = n
        emit(s, CATCHES_FIRE, label(s, q), name)


@rule
def answer_aftermath(s: State, verb: int) -> None:
    """An optional power: every other enemy beside the target's square suffers a direct wound (BW-DAMAGE-8)."""
    if verb == USE:
        side = s.outcome
        if s.cursor >= 8:
            side = 1 - s.outcome
        p = principal(s, side)
        k = s.card_first[s.card[p]] + (s.cursor & 7)
        s.power[p] -= s.op_cost[k]
        enemy = 4 * (1 - (p >> 2))
        for q in range(enemy, enemy + 4):
            if stands_around(s, q):
                emit(s, DIRECTLY_WOUNDED, label(s, q), s.op_n[k], power_label(s, k))
                wound(s, q, s.op_n[k], p >> 2)
    s.cursor += 1


# After the victory check: favours, then back to where the combat came from.


@rule
def run_favouring(s: State) -> None:
    """Favours due, those of the initiative side first (BW-BEYONDER-1)."""
    for i in range(2):
        side = s.initiative ^ i
        if s.favours[side] > 0:
            s.decider = side
            return
    s.initiator = NOBODY
    s.defender = NOBODY
    s.stage = s.after_combat
    if s.after_combat == STEPPING:
        finish_step(s)


@rule
def favour_refusal(s: State, seat: int, favour: int) -> int:
    if favour != 3:
        return 0
    for p in range(4 * seat, 4 * seat + 4):
        if grant_refusal(s, seat, favour, p) == 0:
            return 0
    return NO_FREE_SLOT


@rule
def choose_favour(s: State, seat: int, favour: int) -> None:
    s.favours[seat] -= 1
    s.favour = favour
    emit(s, FAVOUR, seat, entity_label(s, BEYONDER), favour)
    s.order_side = seat
    s.grants = 2
    if favour == 3:
        s.grants = 1
    s.stage = GRANTING
    if favour == 2:
        for p in range(4 * seat, 4 * seat + 4):
            if s.at[p] != OFF and s.reroll[p] == 0:
                s.reroll[p] = 1
                emit(s, GRANTED, label(s, p), favour)
        s.grants = 0


@rule
def grant_refusal(s: State, side: int, favour: int, p: int) -> int:
    """Who can receive a token of the favour: 0 energy, 1 healing, 3 glory."""
    if p >> 2 != side or s.at[p] == OFF:
        return DEAD
    card = s.card[p]
    if favour == 0 and s.power[p] >= s.card_power[card]:
        return FULL
    if favour == 1 and s.life[p] >= s.card_life[card]:
        return FULL
    if favour == 3 and s.victory[p] >= s.card_slots[card]:
        return NO_FREE_SLOT
    return 0


@rule
def gift_refusal(s: State, seat: int, p: int) -> int:
    return grant_refusal(s, seat, s.favour, p)


@rule
def enough_refusal(s: State) -> int:
    """Glory goes to somebody; of the other favours the rest may be left (BW-BEYONDER-1)."""
    if s.favour == 3:
        return NO_FREE_SLOT
    return 0


@rule
def leave_the_rest(s: State) -> None:
    s.grants = 0


@rule
def run_granting(s: State) -> None:
    if s.grants > 0:
        for p in range(4 * s.order_side, 4 * s.order_side + 4):
            if grant_refusal(s, s.order_side, s.favour, p) == 0:
                s.decider = s.order_side
                return
    s.stage = FAVOURING


@rule
def grant(s: State, p: int) -> None:
    s.grants -= 1
    if s.favour == 0:
        gain_power(s, p, 1)
    elif s.favour == 1:
        gain_life(s, p, 1)
    else:
        gain_victory(s, p, 1)
    emit(s, GRANTED, label(s, p), s.favour)
