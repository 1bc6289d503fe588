"""The combat that is on, as plain data: who fights, what was rolled, what is at stake, and the chances."""

from collections.abc import Sequence

from bagarre.kernel.speech import Speech

from . import choices, odds, state
from .acting import named, of_bonus, of_support, of_two_dice, of_wounds, unspared
from .content import ROLES
from .programs import LOSE_POWER, MARKER_WOUND, TRANSFER_POWER
from .prospects import HOPELESS, KINDS, Merit, best_attack, either, expected, lost_by, merit_of
from .rules.auction import (
    defence_can_wound,
    has_free_raise,
    is_attacker,
    is_entity,
    raise_refusal,
    reroll_refusal,
    window_power_refusal,
)
from .rules.board import distance
from .rules.combat import face_factor, principal, result_bonus, target_refusal
from .rules.damage import aftermath_op, base_damage
from .rules.orders import can_execute
from .rules.tokens import entity_label, is_pending, label
from .shapes import AttackChances, AttackOdds, Combat, Fighter, LedAttack, Roll, RollChances
from .state import State


def combat_of(s: State, speech: Speech) -> Combat:
    attack, defence = _fighter(s, 0, speech), _fighter(s, 1, speech)
    lead = s.total[0] - s.total[1]
    rolled = s.stage not in state.DECLARING_STAGES and s.rolls[0] > 0
    pressing = s.stage in (state.BIDDING, state.REACTING) and bool(s.yielded[1 - s.window])
    return {
        "kind": KINDS[s.target_kind],
        "attack": attack,
        "defence": defence,
        "target": _target_name(s, speech),
        "square": choices.SQUARES[s.target_square],
        "distance": distance(s.at[s.initiator], s.target_square)
        if s.initiator != state.NOBODY and s.at[s.initiator] != state.OFF
        else 1,
        "module": s.target if s.target_kind == state.MODULE else None,
        "entity": ROLES[s.target] if s.target_kind == state.COSMIC else None,
        "supporters": [p for p in range(8) if p != s.initiator and is_attacker(s, p)],
        "rallied": bool(s.rallied),
        "rolled": rolled,
        "window": s.window if s.stage in (state.BIDDING, state.REACTING) else None,
        "pressing": pressing,
        "lead": lead,
        "margin": abs(lead),
        "loses": at_stake(s),
        "stake": _stake(s, 0 if lead > 0 else 1)
        if rolled and lead != 0 and s.stage in state.BIDDING_STAGES
        else None,
        "to_next_wound": 10 - abs(lead) % 10
        if rolled and s.stage in state.BIDDING_STAGES and odds.hurts_more(s) and at_stake(s) != "fight"
        else None,
        "spared": spared_told(s, speech) if rolled and s.stage in state.BIDDING_STAGES else "",
        "wounds": odds.wounds_at_stake(s) if rolled and s.stage in state.BIDDING_STAGES else 0,
        "harmless": is_harmless(s),
        "pressed": odds.may_press(s) if s.stage == state.BIDDING else False,
        "falls": fall_told(s, speech),
        "press_falls": press_told(s, speech) if s.stage == state.BIDDING else "",
        "next_falls": next_told(s, speech) if pressing and s.stage == state.BIDDING else "",
        "several": several(s) if s.stage == state.BIDDING else None,
        "outcome": s.outcome if s.outcome != state.NOBODY else None,
        "damage": s.damage if s.stage not in (*state.DECLARING_STAGES, *state.BIDDING_STAGES) else None,
        "victim": s.victim if s.victim != state.NOBODY else None,
        "choices": window_odds(s) if s.stage in (state.BIDDING, state.REACTING) else [],
    }


def at_stake(s: State) -> str:
    """What the side behind would lose if the combat stopped now, as in `lost_by`; nothing at equal totals."""
    lead = s.total[0] - s.total[1]
    return loses(s, 1 if lead > 0 else 0) if lead else ""


def loses(s: State, side: int) -> str:
    """What that side loses if it is beaten: attackers life, the wanderer among them, and so whoever he attacks (BW-THANOS-3); a target what it has."""
    return "life" if side == 0 or is_entity(s, 0) else lost_by(s.target_kind, s.target)


def is_harmless(s: State) -> bool:
    """Is every attacker out of reach of a defender who has not won yet: could it win, and wound nobody (BW-DAMAGE-5)?"""
    if s.stage not in state.BIDDING_STAGES or s.target_kind != state.CHARACTER or s.initiator == state.NOBODY:
        return False
    return s.total[0] >= s.total[1] and not defence_can_wound(s)


def spared_told(s: State, speech: Speech) -> str:
    """What a power spares whoever would be wounded if the combat stopped now, or why it spares nothing (BW-DAMAGE-6, BW-COSMIC-5)."""
    found = odds.struck(s)
    if len(found) != 1:
        return ""
    side = 0 if s.total[0] > s.total[1] else 1
    reason = unspared(s, side, found[0], speech)
    if reason:
        return f"{reason[0].upper()}{reason[1:]}."
    less = _stake(s, side) - odds.wounds_at_stake(s)
    power = named(s, of_wounds(s, found[0]), speech)
    # Whoever has fewer lives than wounds is spared nothing by that.
    spared = power and less > 0 and odds.wounds_at_stake(s) < s.life[found[0]]
    return speech.say("board.stake_spared", n=less, power=power) if spared else ""


def fall_told(s: State, speech: Speech) -> str:
    """Who would go down, or which module fall, if the combat stopped now; nothing where nobody would."""
    if s.stage not in (state.BIDDING, state.REACTING) or s.total[0] == s.total[1]:
        return ""
    ruined = s.target_kind == state.MODULE and s.total[0] > s.total[1]
    if ruined:
        left = s.resistance[s.target]
        return (
            speech.say("board.ruins", name=_target_name(s, speech)) if odds.wounds_at_stake(s) >= left else ""
        )
    found = odds.falling(s)
    if not found:
        return ""
    key = "board.falls" if found == odds.struck(s) else "board.falls_may"
    return speech.say(key, names=_either_of(s, found, speech))


def _either_of(s: State, found: list[int], speech: Speech) -> str:
    return either([str(speech.name("short", label(s, p))) for p in found], speech)


def press_told(s: State, speech: Speech) -> str:
    """Who may go down if the side in the window yields and the other raises on, and how likely that is; nothing where it hardly can be."""
    found, chance = odds.press_falls(s)
    if round(100 * chance) == 0:
        return ""
    return speech.say("board.press_falls", names=_either_of(s, found, speech), n=round(100 * chance))


def after_powers(s: State) -> list[int]:
    """The powers that harm the loser by themselves once the combat has ended as it stands, which is set by `outcome` or by the totals (BW-COMBAT-10)."""
    t = s.copy()
    if s.outcome == state.NOBODY:
        t.outcome = 0 if s.total[0] > s.total[1] else 1
    found = []
    for side in (0, 1):
        loser = principal(t, 1 - side)
        if principal(t, side) == state.NOBODY or loser == state.NOBODY:
            continue
        for number in range(8):
            k = aftermath_op(t, side, number)
            # Whoever has no power left loses none; afterwards, it may be what was lost.
            able = (LOSE_POWER, TRANSFER_POWER) if t.power[loser] or s.outcome != state.NOBODY else ()
            if k != state.NOBODY and t.op_kind[k] in (MARKER_WOUND, *able):
                found.append(k)
    return found


def next_told(s: State, speech: Speech) -> str:
    """Whom one wound more would put down, where the other side has yielded."""
    found = [] if odds.falling(s) or not odds.hurts_more(s) else odds.falling(s, 1)
    return _either_of(s, found, speech) if found else ""


def several(s: State) -> list[int] | None:
    """Behind: how many raises are left, and the chance in hundredths of being ahead with all of them, where one alone never is enough."""
    side = s.window
    left = odds.raises_left(s, side)
    behind = s.total[1 - side] - s.total[side]
    if len(left) < 2 or behind <= 0 or len(left[0]) - 1 >= behind:
        return None
    chance = round(100 * odds.reached(s, side, behind + 1))
    return [len(left), chance] if chance else None


def _target_name(s: State, speech: Speech) -> str:
    if s.target_kind == state.MODULE:
        return speech.name("module", s.target % 3)
    if s.target_kind == state.COSMIC:
        return speech.name("entity", entity_label(s, s.target))
    return speech.name("fighter", label(s, s.target))


def _fighter(s: State, side: int, speech: Speech) -> Fighter:
    """One corner of the duel: who, dice, tokens."""
    p = principal(s, side)
    entity = is_entity(s, side)
    if side == 1 and p == state.NOBODY and s.target_kind == state.CHARACTER:
        # While the attack is being declared: whoever is attacked will defend.
        p = s.target
    if entity:
        name = speech.name("entity", entity_label(s, state.THANOS if side == 0 else s.target))
    else:
        name = speech.name("fighter", label(s, p)) if p != state.NOBODY else _target_name(s, speech)
    return {
        "side": side,
        "seat": p >> 2 if p != state.NOBODY else None,
        "piece": p if p != state.NOBODY else None,
        "name": name,
        "entity": entity,
        "loses": loses(s, side),
        "guard": side == 1 and s.target_kind == state.MODULE and p != state.NOBODY,
        "doubled": side == 1 and p != state.NOBODY and _is_doubled(s, p),
        "die": s.die[side],
        "total": s.total[side],
        "rolls": _rolls(s, side, speech),
        "spent": s.spent[side],
        "life": s.life[p] if p != state.NOBODY else 0,
        "power": s.power[p] if p != state.NOBODY else 0,
        "reroll": bool(s.reroll[p]) if p != state.NOBODY else False,
        "yielded": bool(s.yielded[side]),
        "bonus": result_bonus(s, side, s.rolls[side]) if principal(s, side) != state.NOBODY else 0,
        "source": _source(s, side, speech),
        "raises": _raises(s, side),
        "needed": raises_needed(s, side),
        "free_raise": principal(s, side) != state.NOBODY and has_free_raise(s, side),
    }


def _source(s: State, side: int, speech: Speech) -> str:
    """What the bonus of the next die comes from (BW-CARD-8)."""
    p = principal(s, side)
    if p == state.NOBODY:
        return ""
    power = named(s, of_bonus(s, side, s.rolls[side]), speech)
    more = result_bonus(s, side, s.rolls[side]) - s.victory[p]
    key = "victories" if not more else "both" if s.victory[p] else "power"
    return speech.say(f"board.source.{key}", n=s.victory[p], power=power)


def _raises(s: State, side: int) -> list[int] | None:
    """The lowest and the highest total that a raise could reach."""
    if s.stage != state.BIDDING or raise_refusal(s, side) != 0:
        return None
    start, factor = s.total[side] + result_bonus(s, side, s.rolls[side]), face_factor(s, side)
    return [start + factor, start + s.die[side] * factor]


def raises_needed(s: State, side: int) -> int:
    """How many raises at their best bring one wound more than now; 0 where the power that is left does not pay for them, or nothing does."""
    found = _raises(s, side)
    if found is None or not odds.hurts_more(s):
        return 0
    lead = s.total[side] - s.total[1 - side]
    best = found[1] - s.total[side]
    needed = -(-(10 - lead % 10) // best)
    p = principal(s, side)
    return needed if needed <= s.power[p] + has_free_raise(s, side) else 0


def _is_doubled(s: State, p: int) -> bool:
    if s.target_kind != state.MODULE or s.at[p] == state.OFF:
        return False
    module = s.module_on[s.at[p]]
    return module != state.NOBODY and module % 3 == state.DOUBLE_DEFENCE


def _rolls(s: State, side: int, speech: Speech) -> list[Roll]:
    rolls: list[Roll] = []
    name = fighter_name(s, side, speech)
    for nth in range(s.rolls[side]):
        rolls.append(
            {
                "kind": "raise" if nth else "base",
                "name": name,
                "die": s.die[side],
                "face": s.face[side][nth],
                "bonus": s.worth[side][nth] - s.face[side][nth],
                "power": named(s, [*of_two_dice(s, side, nth), *of_bonus(s, side, nth)], speech),
                "worth": s.worth[side][nth],
                "last": nth == s.rolls[side] - 1,
            }
        )
        if nth == 0 and side == 0:
            rolls += _support_rolls(s, speech)
    return rolls


def fighter_name(s: State, side: int, speech: Speech) -> str:
    p = principal(s, side)
    if p != state.NOBODY:
        return str(speech.name("fighter", label(s, p)))
    return str(speech.name("entity", entity_label(s, state.THANOS if side == 0 else s.target)))


def _support_rolls(s: State, speech: Speech) -> list[Roll]:
    team = s.initiator & 4
    return [
        {
            "kind": "support",
            "name": speech.name("fighter", label(s, team + i)),
            "die": s.card_die[s.card[team + i]],
            "face": s.support_face[i],
            "bonus": s.support_worth[i] - s.support_face[i],
            "power": named(s, of_support(s, team + i), speech),
            "worth": s.support_worth[i],
            "last": True,
        }
        for i in range(4)
        if s.initiator != state.NOBODY and s.supporters >> i & 1 and s.support_face[i]
    ]


def _stake(s: State, side: int) -> int:
    """Damage if the auction stopped here, before the victim's reductions."""
    return base_damage(s, side) + abs(s.total[0] - s.total[1]) // 10


def window_odds(s: State) -> list[RollChances]:
    """For each roll that the side in the window may make: the chances of being ahead, level, behind after it, or of one more wound."""
    found = []
    side = s.window
    if s.stage == state.REACTING:
        after = odds.odds_of_roll(s, 1, 0, s.rolls[0] - 1, s.worth[0][s.rolls[0] - 1])
        return [_chances("react", after, False)]
    pressing = bool(s.yielded[1 - side]) and s.total[side] > s.total[1 - side]
    if raise_refusal(s, side) == 0:
        found.append(_chances("raise", odds.odds_of_roll(s, side, side, s.rolls[side], 0), pressing))
    p = principal(s, side)
    if p == state.NOBODY:
        return found
    for q in range(p & 4, (p & 4) + 4):
        number = (q & 3) + 1
        if reroll_refusal(s, side, q, False) == 0:
            if q == p:
                last = s.rolls[side] - 1
                after = odds.odds_of_roll(s, side, side, last, s.worth[side][last])
            else:
                after = odds.odds_of_support(s, side, q & 3)
            found.append(_chances(f"reroll {number}", after, pressing))
        if reroll_refusal(s, side, q, True) == 0:
            after = odds.odds_of_roll(s, side, 0, s.rolls[0] - 1, s.worth[0][s.rolls[0] - 1])
            found.append(_chances(f"reroll_initiator {number}", after, pressing))
    if window_power_refusal(s, side) == 0:
        last = s.rolls[1 - side] - 1
        after = odds.odds_of_roll(s, side, 1 - side, last, s.worth[1 - side][last])
        found.append(_chances("power", after, pressing))
    return found


def means(rolls: Sequence[RollChances]) -> str:
    """What a side in its window can still do about the totals: the end of a key of the words."""
    raises = any(roll["choice"] == "raise" for roll in rolls)
    rerolls = any(roll["choice"] != "raise" for roll in rolls)
    return "_".join(["raise"] * raises + ["reroll"] * rerolls) or "spent"


def _chances(choice: str, after: odds.After, pressing: bool) -> RollChances:
    return {
        "choice": choice,
        "ahead": round(after.ahead, 4),
        "level": round(after.level, 4),
        "behind": round(after.behind, 4),
        # Ahead for good, what matters is one more wound.
        "more": round(after.more, 4) if pressing else None,
        "dealt": round(after.dealt, 4),
        "taken": round(after.taken, 4),
    }


# Odds of attacks.


def odds_now(s: State, speech: Speech, *, own: bool = True) -> list[AttackOdds]:
    """What can be attacked by whoever is asked for, with the odds of each, alone and with all who could join; of one attacker, what pays best comes first. `own`: told to the attacker."""
    if s.how != state.RUNNING:
        return []
    if s.stage in (state.TARGETING, state.PLANNING):
        found = [_target_odds(s, s.actor, *target, speech, own=own) for target in _targets(s, s.actor)]
        return sorted(found, key=_worth, reverse=True)
    if s.stage == state.STEPPING:
        able = [p for p in range(4 * s.side, 4 * s.side + 4) if is_pending(s, p, 1) and can_execute(s, p)]
        return [
            line
            for p in able
            for line in sorted(
                (_target_odds(s, p, *target, speech, own=own) for target in _targets(s, p)),
                key=_worth,
                reverse=True,
            )
        ]
    return []


def is_hopeless(line: AttackOdds) -> bool:
    """Can an attack hardly be won, even in the best way?"""
    return 100 * line["best"]["won"] < HOPELESS


def _worth(line: AttackOdds) -> Merit:
    """In the best way, as the key that names one of them counts (`prospects.attack_brief`)."""
    best = line["best"]
    return merit_of(line["kind"], best["won"], best["felled"], best["dealt"] - best["taken"])


def attack_odds(s: State, seat: int, speech: Speech) -> list[AttackOdds]:
    """What each character of a side could attack from where it stands, with the odds: for whoever asks before planning or acting."""
    if s.how != state.RUNNING or s.stage in state.SETUP_STAGES:
        return []
    team = [p for p in range(4 * seat, 4 * seat + 4) if s.at[p] != state.OFF]
    return [_target_odds(s, p, *target, speech) for p in team for target in _targets(s, p)]


def _targets(s: State, p: int) -> list[tuple[int, int, str]]:
    """Kind, number and choice of every legal target of a piece."""
    t = s if s.actor == p else s.copy()
    t.actor = p
    enemy = 1 - (p >> 2)
    wanted = [
        (state.CHARACTER, 4 * enemy + i, choices.VERBS.write((choices.ATTACK, i + 1))) for i in range(4)
    ]
    wanted += [
        (state.MODULE, 3 * enemy + kind, choices.VERBS.write((choices.ASSAULT, kind))) for kind in range(3)
    ]
    wanted += [(state.COSMIC, state.GALACTUS, choices.VERBS.write((choices.DEFY, 1)))]
    if s.second != state.GALACTUS:
        wanted.append((state.COSMIC, s.second, choices.VERBS.write((choices.DEFY, 2))))
    return [target for target in wanted if target_refusal(t, target[0], target[1]) == 0]


def _aimed(s: State, kind: int, target: int, speech: Speech) -> str:
    if kind == state.CHARACTER:
        return str(speech.name("fighter", label(s, target)))
    if kind == state.MODULE:
        return str(speech.name("module", target % 3))
    return str(speech.name("entity", entity_label(s, target)))


def _target_odds(
    s: State, p: int, kind: int, target: int, choice: str, speech: Speech, *, own: bool = True
) -> AttackOdds:
    joined = odds.supporters_of(s, p, kind, target)

    def told(found: odds.Odds) -> AttackChances:
        return {
            "won": round(found.won, 4),
            "tied": round(found.tied, 4),
            "lost": round(found.lost, 4),
            "dealt": round(found.dealt, 4),
            "taken": round(found.taken, 4),
            "felled": round(found.felled, 4),
            "told": expected(s, kind, target, found, speech, own=own),
        }

    def chances(supporters: int) -> AttackChances:
        return told(odds.odds_of_attack(s, p, kind, target, supporters))

    way = best_attack(s, p, (kind, target), speech)
    best: LedAttack = {"leader": way.leader, "helpers": list(way.helpers), **told(way.found)}
    return {
        "piece": p,
        "choice": choice,
        "name": _aimed(s, kind, target, speech),
        "kind": KINDS[kind],
        **chances(0),
        "loses": lost_by(kind, target),
        "supporters": [(p & 4) + i for i in range(4) if joined >> i & 1],
        "together": chances(joined) if joined else None,
        "best": best,
    }
