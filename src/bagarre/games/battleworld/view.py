"""What a seat sees, as plain data for pages and terminals. Nothing is hidden in this game, so every seat sees the same.

`pick` is the choice that a reader makes by touching the thing (empty when it stands for none now); whether it is legal is for
the rules to say. Pieces are numbered 0–7 as in the state, `number` is the character's number 1–4 in notation.
"""

from typing import Any

from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech

from . import odds
from .choices import (
    ACT,
    ACTIVATE,
    ALLY,
    APART,
    ASSAULT,
    ATTACK,
    DEFY,
    DEPLOY,
    DRAFT,
    ENEMY,
    FACTION,
    FAVOURS,
    GIVE,
    GRANT,
    GUARD,
    HEAL,
    JOIN,
    LEADER,
    MODULES,
    MOVE,
    PLAN,
    PLANS,
    POWER,
    RAISE,
    REACT,
    REROLL,
    REROLL_INITIATOR,
    SQUARES,
    STRIKE,
    TO,
    USE,
    VERBS,
)
from .content import ROLES
from .programs import DIE_OVERRIDE, FORCE_REROLL, PREVENT_DAMAGE, REDIRECT_DAMAGE
from .rules.auction import (
    has_free_raise,
    is_attacker,
    is_entity,
    raise_refusal,
    reroll_refusal,
    window_power_refusal,
)
from .rules.board import distance, is_flying, move_tax, op_of, reach, reach_price
from .rules.combat import face_factor, override_die, principal, result_bonus, target_refusal
from .rules.damage import base_damage
from .rules.orders import can_execute
from .rules.planning import plan_refusal
from .rules.preparation import deploying_piece, draft_refusal, faction_refusal
from .rules.tokens import entity_label, faction_label, is_pending, label, power_label
from .state import (
    ACTIVATING,
    AFTERMATH,
    BEYONDER,
    BIDDING,
    CHARACTER,
    CHOOSING,
    CHOOSING_VICTIM,
    COSMIC,
    DEPLOYING,
    DOUBLE_DEFENCE,
    DRAFTING,
    ENDINGS,
    FLIGHT,
    GALACTUS,
    GALACTUS_SQUARE,
    GRANTING,
    GUARDING,
    HEALING,
    METAL,
    MODULE,
    MOVING,
    NOBODY,
    OFF,
    ORDER_WHERE,
    ORDER_WHO,
    PHASE_OVER,
    PLANNING,
    PREPARING,
    PREVENTING,
    RANGED,
    REACTING,
    REDIRECTING,
    RESULT,
    ROLLING,
    RUNNING,
    SILVER_SURFER,
    STEPPING,
    SUPPORTING,
    TARGETING,
    THANOS,
    TURN_BEGINS,
    State,
)

STAGES = (
    "choosing", "drafting", "toss", "building", "naming_leaders", "deploying", "turn_begins", "planning_orders",
    "activating", "moving", "planning", "healing", "resolution_orders", "commanding", "stepping", "targeting",
    "supporting", "rallying", "guarding", "preparing", "rolling", "bidding", "reacting", "result", "no_mercy",
    "choosing_victim", "redirecting", "preventing", "wounding", "aftermath", "checking", "favouring", "granting",
    "phase_over", "wandering", "end_orders", "end_effects", "clock", "order_who", "order_where",
)  # fmt: skip
FATES = ("none", "pending", "executed", "disturbed", "cancelled", "lost")
KINDS = ("character", "module", "cosmic")
SIDES = ("heroes", "villains")

View = dict[str, Any]


def view(s: State, seat: int, speech: Speech) -> View:
    teamed = s.card[7] != NOBODY or s.stage in (CHOOSING, DRAFTING)
    pieces = [_piece(s, p, speech) for p in range(8) if s.card[p] != NOBODY] if teamed else []
    return {
        "stage": STAGES[s.stage] if s.how == RUNNING else "over",
        "phase": phase_of(s),
        "phase_name": speech.say(f"names.phase.{phase_of(s)}"),
        "turn": s.turn,
        "initiative": s.initiative if s.stage >= TURN_BEGINS else None,
        "decider": s.decider if s.how == RUNNING else None,
        "asked": s.how == RUNNING and seat == s.decider,
        "ending": ENDINGS[s.how],
        "winner": s.winner if s.winner != NOBODY else None,
        "actor": s.actor if s.stage in (MOVING, PLANNING, HEALING, TARGETING) else None,
        "sides": [_side(s, side, speech) for side in range(2)],
        "pieces": pieces,
        "squares": [_square(s, square) for square in range(len(SQUARES))],
        "entities": _entities(s, speech),
        "clock": {
            "name": speech.name("entity", entity_label(s, GALACTUS)),
            "energy": s.energy,
            "threshold": s.threshold,
            "gain": _next_gain(s),
            "max_turns": s.max_turns,
        },
        "combat": _combat(s, speech) if s.initiator != NOBODY or s.defender != NOBODY else None,
        "pool": _pool(s, speech) if s.stage in (CHOOSING, DRAFTING) else None,
        "odds": _odds(s, speech),
        "question": _question(s, speech),
    }


def phase_of(s: State) -> str:
    if s.how != RUNNING:
        return "over"
    stage = s.after_order if s.stage in (ORDER_WHO, ORDER_WHERE) else s.stage
    if stage < TURN_BEGINS:
        return "setup"
    if stage <= HEALING:
        return "planning"
    return "resolution" if stage < PHASE_OVER else "end"


# Pieces, bases, board.


def _piece(s: State, p: int, speech: Speech) -> View:
    card = s.card[p]
    placed = s.stage >= TURN_BEGINS
    return {
        "piece": p,
        "card": card,
        "side": SIDES[p >> 2],
        "seat": p >> 2,
        "number": (p & 3) + 1,
        "name": speech.name("fighter", label(s, p)),
        "short": speech.name("short", label(s, p)),
        "faction": speech.name("faction", faction_label(s, card >> 2)),
        "square": SQUARES[s.at[p]] if s.at[p] != OFF else None,
        "alive": s.at[p] != OFF or not placed,
        "life": s.life[p],
        "life_max": s.card_life[card],
        "power": s.power[p],
        "power_max": s.card_power[card],
        "reroll": bool(s.reroll[p]),
        "victory": s.victory[p],
        "slots": s.card_slots[card],
        "plan": PLANS[s.plan[p]],
        "plan_name": speech.say(f"names.plan.{s.plan[p]}"),
        "fate": FATES[s.fate[p]],
        "fate_name": speech.say(f"names.fate.{s.fate[p]}"),
        "heal_target": s.heal_target[p] if s.heal_target[p] != NOBODY else None,
        "activated": bool(s.activated[p]),
        "flying": is_flying(s, p),
        "grounded": bool(s.grounded[p]),
        "burning": s.burning[p],
        "leader": p == s.leader[p >> 2],
        "role": _role(s, p),
        "pick": _pick_piece(s, p),
        **card_facts(s, card, speech),
        "reach": reach(s, p),
    }


def card_facts(s: State, card: int, speech: Speech) -> View:
    """What is printed on a card."""
    traits = s.card_traits[card]
    powers = dict.fromkeys(s.op_power[k] for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card]))
    return {
        "die": s.card_die[card],
        "strike": s.card_strike[card],
        "attack": "ranged" if traits & RANGED else "melee",
        "flight": bool(traits & FLIGHT),
        "metal": bool(traits & METAL),
        "source": speech.name("source", card),
        "powers": [
            {
                "name": speech.name("power", power + 64 * s.naming),
                "text": speech.name("power_text", power),
                "exact": speech.name("power_exact", power),
            }
            for power in powers
        ],
    }


def _role(s: State, p: int) -> str:
    """What a piece does in the combat that is on."""
    if s.initiator == NOBODY and s.defender == NOBODY:
        return ""
    if p == s.initiator:
        return "initiator"
    if is_attacker(s, p):
        return "supporter"
    if p == s.defender:
        return "guard" if s.target_kind == MODULE else "defender"
    return "target" if s.target_kind == CHARACTER and p == s.target else ""


def _pick_piece(s: State, p: int) -> str:
    """The choice made by touching a piece at this stage."""
    number = (p & 3) + 1
    verbs = {
        ACTIVATING: ACTIVATE,
        HEALING: HEAL,
        STEPPING: ACT,
        TARGETING: ATTACK,
        GUARDING: GUARD,
        CHOOSING_VICTIM: STRIKE,
        GRANTING: GRANT,
        BIDDING: REROLL,
    }
    if s.stage == ORDER_WHO:
        return VERBS.write((ALLY if p >> 2 == s.order_side else ENEMY, number))
    if s.stage not in verbs:
        return ""
    foe = s.stage in (TARGETING, CHOOSING_VICTIM)
    if s.decider == NOBODY or (p >> 2 != s.decider) != foe:
        return ""
    return VERBS.write((verbs[s.stage], number))


def _side(s: State, side: int, speech: Speech) -> View:
    factions = list(dict.fromkeys(s.card[p] >> 2 for p in range(4 * side, 4 * side + 4) if s.card[p] != NOBODY))
    leader = s.leader[side]
    faction = s.leader_faction[side]
    return {
        "seat": side,
        "side": SIDES[side],
        "side_name": speech.say(f"names.side.{side}"),
        "player": speech.name("seat", side),
        "factions": [speech.name("faction", faction_label(s, f)) for f in factions],
        "pieces": [p for p in range(4 * side, 4 * side + 4) if s.card[p] != NOBODY],
        "alive": sum(s.at[p] != OFF for p in range(4 * side, 4 * side + 4)),
        "modules": [_module(s, 3 * side + kind, speech) for kind in range(3) if s.module_square[3 * side + kind] != OFF],
        "favours": s.favours[side],
        "passed": bool(s.passed_out[side]),
        "leader": {
            "piece": leader,
            "name": speech.name("fighter", label(s, leader)),
            "order": speech.name("order", faction_label(s, faction)),
            "text": speech.name("order_text", faction),
            "given": bool(s.order_given[side]),
            "ready": not s.order_given[side] and s.at[leader] != OFF,
        }
        if leader != NOBODY
        else None,
    }


def _module(s: State, module: int, speech: Speech) -> View:
    kind, square = module % 3, s.module_square[module]
    standing = s.piece_on[square]
    return {
        "module": module,
        "kind": MODULES[kind],
        "name": speech.name("module_card", kind),
        "text": speech.name("module_text", kind),
        "square": SQUARES[square],
        "resistance": s.resistance[module],
        "full": s.module_full[kind],
        "destroyed": s.resistance[module] == 0,
        "piece": standing if standing != NOBODY else None,
        "target": s.initiator != NOBODY and s.target_kind == MODULE and s.target == module,
        "pick": VERBS.write((ASSAULT, kind)) if s.stage == TARGETING and module // 3 != s.decider else "",
    }


def _square(s: State, square: int) -> View:
    verb = {DEPLOYING: DEPLOY, MOVING: MOVE, ORDER_WHERE: TO}.get(s.stage)
    piece, module = s.piece_on[square], s.module_on[square]
    return {
        "square": SQUARES[square],
        "column": square % 5,
        "row": square // 5,
        "piece": piece if piece != NOBODY else None,
        "module": module if module != NOBODY else None,
        "entity": ROLES[GALACTUS] if square == GALACTUS_SQUARE else ROLES[s.second] if square == s.second_at else None,
        "pick": VERBS.write((verb, square)) if verb is not None else "",
    }


def _entities(s: State, speech: Speech) -> list[View]:
    found = []
    for number, role in enumerate([GALACTUS] + ([s.second] if s.second != GALACTUS else [])):
        square = GALACTUS_SQUARE if role == GALACTUS else s.second_at
        found.append(
            {
                "role": ROLES[role],
                "name": speech.name("entity", entity_label(s, role)),
                "text": speech.name("entity_text", role),
                "square": SQUARES[square] if square != OFF else None,
                "die": s.entity_die[role] if role != BEYONDER else None,
                "strike": s.entity_strike[role] if role != BEYONDER else None,
                "life": s.wanderer_life if role == THANOS else None,
                "flying": role == SILVER_SURFER,
                "attackable": role != BEYONDER and square != OFF,
                "beaten": bool(s.herald_beaten) if role == SILVER_SURFER else False,
                "target": s.target_kind == COSMIC and s.target == role and s.defender == NOBODY and s.initiator != NOBODY,
                "pick": VERBS.write((DEFY, number + 1)) if s.stage == TARGETING else "",
            }
        )
    return found


def _next_gain(s: State) -> int | None:
    """What the clock will gain at the end of this turn; None when a die will tell."""
    if s.second == SILVER_SURFER:
        return 0 if s.herald_beaten else (None if s.hungry_die else 2)
    return None if s.hungry_die else 1


# The combat.


def _combat(s: State, speech: Speech) -> View:
    attack, defence = _fighter(s, 0, speech), _fighter(s, 1, speech)
    lead = s.total[0] - s.total[1]
    rolled = s.stage > ROLLING and s.rolls[0] > 0
    pressing = s.stage in (BIDDING, REACTING) and bool(s.yielded[1 - s.window])
    return {
        "kind": KINDS[s.target_kind],
        "attack": attack,
        "defence": defence,
        "target": _target_name(s, speech),
        "square": SQUARES[s.target_square],
        "distance": distance(s.at[s.initiator], s.target_square)
        if s.initiator != NOBODY and s.at[s.initiator] != OFF
        else 1,
        "module": s.target if s.target_kind == MODULE else None,
        "entity": ROLES[s.target] if s.target_kind == COSMIC else None,
        "supporters": [p for p in range(8) if p != s.initiator and is_attacker(s, p)],
        "rallied": bool(s.rallied),
        "rolled": rolled,
        "window": s.window if s.stage in (BIDDING, REACTING) else None,
        "pressing": pressing,
        "lead": lead,
        "margin": abs(lead),
        "stake": _stake(s, 0 if lead > 0 else 1) if rolled and lead != 0 and s.stage <= RESULT else None,
        "to_next_wound": 10 - abs(lead) % 10 if rolled else None,
        "outcome": s.outcome if s.outcome != NOBODY else None,
        "damage": s.damage if s.stage > RESULT else None,
        "victim": s.victim if s.victim != NOBODY else None,
        "choices": _window_odds(s) if s.stage in (BIDDING, REACTING) else [],
    }


def _target_name(s: State, speech: Speech) -> str:
    if s.target_kind == MODULE:
        return str(speech.name("module", s.target % 3))
    if s.target_kind == COSMIC:
        return str(speech.name("entity", entity_label(s, s.target)))
    return str(speech.name("fighter", label(s, s.target)))


def _fighter(s: State, side: int, speech: Speech) -> View:
    """One corner of the duel: who, dice, tokens."""
    p = principal(s, side)
    entity = is_entity(s, side)
    if entity:
        name = speech.name("entity", entity_label(s, THANOS if side == 0 else s.target))
    else:
        name = speech.name("fighter", label(s, p)) if p != NOBODY else _target_name(s, speech)
    return {
        "side": side,
        "seat": p >> 2 if p != NOBODY else None,
        "piece": p if p != NOBODY else None,
        "name": name,
        "entity": entity,
        "guard": side == 1 and s.target_kind == MODULE and p != NOBODY,
        "doubled": side == 1 and p != NOBODY and _is_doubled(s, p),
        "die": s.die[side],
        "total": s.total[side],
        "rolls": _rolls(s, side, speech),
        "spent": s.spent[side],
        "power": s.power[p] if p != NOBODY else 0,
        "reroll": bool(s.reroll[p]) if p != NOBODY else False,
        "yielded": bool(s.yielded[side]),
        "bonus": result_bonus(s, side, s.rolls[side]) if p != NOBODY else 0,
        "raises": _raises(s, side),
        "free_raise": p != NOBODY and has_free_raise(s, side),
    }


def _raises(s: State, side: int) -> tuple[int, int] | None:
    """The lowest and the highest total that a raise could reach."""
    if s.stage != BIDDING or raise_refusal(s, side) != 0:
        return None
    start, factor = s.total[side] + result_bonus(s, side, s.rolls[side]), face_factor(s, side)
    return start + factor, start + s.die[side] * factor


def _is_doubled(s: State, p: int) -> bool:
    if s.target_kind != MODULE or s.at[p] == OFF:
        return False
    module = s.module_on[s.at[p]]
    return module != NOBODY and module % 3 == DOUBLE_DEFENCE


def _rolls(s: State, side: int, speech: Speech) -> list[View]:
    rolls = []
    name = _fighter_name(s, side, speech)
    for nth in range(s.rolls[side]):
        rolls.append(
            {
                "kind": "raise" if nth else "base",
                "name": name,
                "die": s.die[side],
                "face": s.face[side][nth],
                "bonus": s.worth[side][nth] - s.face[side][nth],
                "worth": s.worth[side][nth],
                "last": nth == s.rolls[side] - 1,
            }
        )
        if nth == 0 and side == 0:
            rolls += _support_rolls(s, speech)
    return rolls


def _fighter_name(s: State, side: int, speech: Speech) -> str:
    p = principal(s, side)
    if p != NOBODY:
        return str(speech.name("fighter", label(s, p)))
    return str(speech.name("entity", entity_label(s, THANOS if side == 0 else s.target)))


def _support_rolls(s: State, speech: Speech) -> list[View]:
    team = s.initiator & 4
    return [
        {
            "kind": "support",
            "name": speech.name("fighter", label(s, team + i)),
            "die": s.card_die[s.card[team + i]],
            "face": s.support_face[i],
            "bonus": s.support_worth[i] - s.support_face[i],
            "worth": s.support_worth[i],
            "last": True,
        }
        for i in range(4)
        if s.initiator != NOBODY and s.supporters >> i & 1 and s.support_face[i]
    ]


def _stake(s: State, side: int) -> int:
    """Damage if the auction stopped here, before the victim's reductions."""
    return base_damage(s, side) + abs(s.total[0] - s.total[1]) // 10


def _window_odds(s: State) -> list[View]:
    """For each roll that the side in the window may make: the chances of being ahead, level, behind after it, or of one more wound."""
    found = []
    side = s.window
    if s.stage == REACTING:
        after = odds.odds_of_roll(s, 1, 0, s.rolls[0] - 1, s.worth[0][s.rolls[0] - 1])
        return [_chances("react", after, False)]
    pressing = bool(s.yielded[1 - side]) and s.total[side] > s.total[1 - side]
    if raise_refusal(s, side) == 0:
        found.append(_chances("raise", odds.odds_of_roll(s, side, side, s.rolls[side], 0), pressing))
    p = principal(s, side)
    if p == NOBODY:
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


def _chances(choice: str, after: odds.After, pressing: bool) -> View:
    return {
        "choice": choice,
        "ahead": round(after.ahead, 4),
        "level": round(after.level, 4),
        "behind": round(after.behind, 4),
        # Ahead for good, what matters is one more wound.
        "more": round(after.more, 4) if pressing else None,
    }


# Odds of attacks.


def _odds(s: State, speech: Speech) -> list[View]:
    """While a target is chosen: the odds of each, alone and with all who could join. Before that: the first rolls only."""
    if s.how != RUNNING:
        return []
    if s.stage == TARGETING:
        return [_target_odds(s, s.actor, *target, speech) for target in _targets(s, s.actor)]
    if s.stage == PLANNING:
        return [_first_odds(s, s.actor, *target, speech) for target in _targets(s, s.actor)]
    if s.stage == STEPPING:
        return [
            _first_odds(s, p, *target, speech)
            for p in range(4 * s.side, 4 * s.side + 4)
            if is_pending(s, p, 1) and can_execute(s, p)
            for target in _targets(s, p)
        ]
    return []


def attack_odds(s: State, seat: int, speech: Speech) -> list[View]:
    """What each character of a side could attack from where it stands, with the odds: for whoever asks before planning or acting."""
    if s.how != RUNNING or s.stage < TURN_BEGINS:
        return []
    team = [p for p in range(4 * seat, 4 * seat + 4) if s.at[p] != OFF]
    return [_target_odds(s, p, *target, speech) for p in team for target in _targets(s, p)]


def _targets(s: State, p: int) -> list[tuple[int, int, str]]:
    """Kind, number and choice of every legal target of a piece."""
    t = s if s.actor == p else s.copy()
    t.actor = p
    enemy = 1 - (p >> 2)
    wanted = [(CHARACTER, 4 * enemy + i, VERBS.write((ATTACK, i + 1))) for i in range(4)]
    wanted += [(MODULE, 3 * enemy + kind, VERBS.write((ASSAULT, kind))) for kind in range(3)]
    wanted += [(COSMIC, GALACTUS, VERBS.write((DEFY, 1)))]
    if s.second != GALACTUS:
        wanted.append((COSMIC, s.second, VERBS.write((DEFY, 2))))
    return [target for target in wanted if target_refusal(t, target[0], target[1]) == 0]


def _aimed(s: State, kind: int, target: int, speech: Speech) -> str:
    if kind == CHARACTER:
        return str(speech.name("fighter", label(s, target)))
    if kind == MODULE:
        return str(speech.name("module", target % 3))
    return str(speech.name("entity", entity_label(s, target)))


def _target_odds(s: State, p: int, kind: int, target: int, choice: str, speech: Speech) -> View:
    alone = odds.odds_of_attack(s, p, kind, target)
    joined = odds.supporters_of(s, p, kind, target)
    return {
        "piece": p,
        "choice": choice,
        "name": _aimed(s, kind, target, speech),
        "kind": KINDS[kind],
        **_rounded(alone),
        "supporters": [(p & 4) + i for i in range(4) if joined >> i & 1],
        "together": _rounded(odds.odds_of_attack(s, p, kind, target, joined)) if joined else None,
    }


def _first_odds(s: State, p: int, kind: int, target: int, choice: str, speech: Speech) -> View:
    ahead, level, behind = odds.opening_of_attack(s, p, kind, target)
    return {
        "piece": p,
        "choice": choice,
        "name": _aimed(s, kind, target, speech),
        "kind": KINDS[kind],
        "ahead": round(ahead, 4),
        "level": round(level, 4),
        "behind": round(behind, 4),
    }


def _rounded(found: odds.Odds) -> View:
    return {
        "ahead": round(found.ahead, 4),
        "level": round(found.level, 4),
        "behind": round(found.behind, 4),
        "dealt": round(found.dealt, 2),
        "taken": round(found.taken, 2),
    }


# Set-up.


def _pool(s: State, speech: Speech) -> list[View]:
    """The factions with their characters, while teams are chosen."""
    found = []
    for faction in range(s.faction_count):
        cards = []
        for card in range(4 * faction, 4 * faction + 4):
            cards.append(
                {
                    "card": card,
                    "name": speech.name("fighter", card + 32 * s.naming),
                    "short": speech.name("short", card + 32 * s.naming),
                    "life": s.card_life[card],
                    "power": s.card_power[card],
                    "slots": s.card_slots[card],
                    "filled": s.card_filled[card],
                    "taken": card in s.card,
                    "free": s.stage == DRAFTING and s.decider >= 0 and draft_refusal(s, s.decider, card) == 0,
                    "pick": VERBS.write((DRAFT, card)) if s.stage == DRAFTING else "",
                    **card_facts(s, card, speech),
                }
            )
        found.append(
            {
                "faction": faction,
                "name": speech.name("faction", faction_label(s, faction)),
                "colour": "red" if s.faction_red[faction] else "blue",
                "order": speech.name("order", faction_label(s, faction)),
                "order_text": speech.name("order_text", faction),
                "cards": cards,
                "free": s.stage == CHOOSING and s.decider >= 0 and faction_refusal(s, s.decider, faction) == 0,
                "pick": VERBS.write((FACTION, faction)) if s.stage == CHOOSING else "",
            }
        )
    return found


def _question(s: State, speech: Speech) -> View:
    """What the open question is about: the piece asked for, and the power or order offered."""
    asked: View = {"piece": None, "power": None, "order": None, "plans": None, "favour": None}
    if s.how != RUNNING or s.decider == NOBODY:
        return asked
    stage = s.stage
    if stage == DEPLOYING:
        asked["piece"] = deploying_piece(s)
    elif stage in (MOVING, PLANNING, HEALING, TARGETING):
        asked["piece"] = s.actor
    elif stage == SUPPORTING:
        asked["piece"] = (s.initiator & 4) + s.cursor
    elif stage in (PREPARING, REDIRECTING, PREVENTING, AFTERMATH):
        asked["piece"] = _asked_piece(s)
        asked["power"] = speech.name("power", power_label(s, _asked_power(s)))
    elif stage in (BIDDING, REACTING):
        asked["piece"] = principal(s, s.window) if stage == BIDDING else s.defender
    elif stage in (ORDER_WHO, ORDER_WHERE):
        asked["piece"] = s.order_piece if stage == ORDER_WHERE else None
        asked["order"] = speech.name("order", faction_label(s, s.leader_faction[s.order_side]))
    elif stage == GRANTING:
        asked["favour"] = FAVOURS[s.favour]
    elif STAGES[stage] in ("planning_orders", "resolution_orders", "commanding", "rallying", "no_mercy", "end_orders"):
        asked["order"] = speech.name("order", faction_label(s, s.leader_faction[s.decider]))
    if stage == PLANNING:
        asked["plans"] = [
            {"plan": PLANS[plan], "name": speech.say(f"names.plan.{plan}"), "pick": VERBS.write((PLAN, plan))}
            for plan in range(1, len(PLANS))
            if plan_refusal(s, s.actor, plan) == 0
        ]
    return asked


def _asked_piece(s: State) -> int:
    """Whose optional power is asked about."""
    if s.stage == PREPARING:
        return principal(s, s.cursor)
    if s.stage == AFTERMATH:
        return principal(s, s.outcome if s.cursor < 8 else 1 - s.outcome)
    return (s.victim & 4) + s.cursor


def _asked_power(s: State) -> int:
    """The operation that is asked about."""
    p = _asked_piece(s)
    if s.stage == AFTERMATH:
        return s.card_first[s.card[p]] + (s.cursor & 7)
    return op_of(s, p, {PREPARING: DIE_OVERRIDE, REDIRECTING: REDIRECT_DAMAGE}.get(s.stage, PREVENT_DAMAGE))


# Choices in words.


def describe(s: State, seat: int, choice: Choice, speech: Speech) -> str | None:
    """A choice said with what lies on the table; None where the plain sentence says it all."""
    if s.how != RUNNING or s.decider == NOBODY:
        return None
    verb, arg = choice
    own, foe = 4 * seat + arg - 1, 4 * (1 - seat) + arg - 1

    def say(key: str, **values: Any) -> str:
        return speech.say(f"told.{key}", **values)

    def who(p: int) -> Any:
        return speech.name("fighter", label(s, p))

    if verb == FACTION:
        return say("faction", faction=speech.name("faction", faction_label(s, arg)))
    if verb == DRAFT:
        return say(
            "draft",
            fighter=speech.name("fighter", arg + 32 * s.naming),
            die=s.card_die[arg],
            life=s.card_life[arg],
            power=s.card_power[arg],
            strike=s.card_strike[arg],
        )
    if verb == LEADER:
        number = faction_label(s, arg)
        return say("leader", faction=speech.name("faction", number), order=speech.name("order", number))
    if verb == DEPLOY and s.stage == DEPLOYING:
        return say("deploy", fighter=who(deploying_piece(s)), square=SQUARES[arg])
    if verb == ACTIVATE:
        return say("activate", fighter=who(own))
    if verb == MOVE and s.stage == MOVING:
        return _told_move(s, arg, say, who)
    if verb == PLAN and s.stage == PLANNING:
        return say("plan", fighter=who(s.actor), plan=speech.say(f"names.plan.{arg}"))
    if verb == HEAL and s.stage == HEALING:
        return say("heal", fighter=who(s.actor), target=who(own))
    if verb == ACT:
        return say("act", fighter=who(own), plan=speech.say(f"names.plan.{s.plan[own]}"))
    if verb in (ATTACK, ASSAULT, DEFY) and s.stage == TARGETING:
        return _told_target(s, seat, choice, speech)
    if verb in (JOIN, APART) and s.stage == SUPPORTING:
        p = (s.initiator & 4) + s.cursor
        if verb == JOIN:
            return say("join", fighter=who(p), die=s.card_die[s.card[p]])
        return say("apart", fighter=who(p))
    if verb == GUARD and s.stage == GUARDING:
        return say("guard_doubled" if _is_doubled(s, own) else "guard", fighter=who(own))
    if s.stage in (BIDDING, REACTING):
        return _told_window(s, seat, choice, speech)
    if verb == STRIKE:
        return say("strike", target=who(foe))
    if verb == USE and s.stage in (PREPARING, REDIRECTING, PREVENTING, AFTERMATH):
        return _told_power(s, speech)
    if verb == GIVE and s.leader[seat] != NOBODY:
        return say("give", order=speech.name("order", faction_label(s, s.leader_faction[seat])))
    if verb == ALLY:
        return say("ally", fighter=who(own))
    if verb == ENEMY:
        return say("enemy", target=who(foe))
    if verb == TO and s.stage == ORDER_WHERE:
        return say("to", fighter=who(s.order_piece), square=SQUARES[arg])
    if verb == GRANT:
        return say("grant", fighter=who(own))
    return None


def _told_move(s: State, square: int, say: Any, who: Any) -> str:
    if square == s.at[s.actor]:
        return str(say("stay", fighter=who(s.actor), square=SQUARES[square]))
    tax = move_tax(s, s.actor)
    if tax:
        return str(say("move_paid", fighter=who(s.actor), square=SQUARES[square], n=tax))
    return str(say("move", fighter=who(s.actor), square=SQUARES[square]))


def _told_target(s: State, seat: int, choice: Choice, speech: Speech) -> str:
    verb, arg = choice
    foe = 4 * (1 - seat) + arg - 1
    if verb == ATTACK:
        kind, target = CHARACTER, foe
    elif verb == ASSAULT:
        kind, target = MODULE, 3 * (1 - seat) + arg
    else:
        kind, target = COSMIC, GALACTUS if arg == 1 else s.second
    if kind == CHARACTER:
        price = reach_price(s, s.actor, s.at[target]) if s.at[target] != OFF else 0
        key = "attack_paid" if price > 0 else "attack"
        return speech.say(f"told.{key}", target=speech.name("fighter", label(s, target)), n=price)
    if kind == MODULE:
        return speech.say("told.assault", module=speech.name("module", arg), n=s.resistance[target])
    return speech.say("told.defy", entity=speech.name("entity", entity_label(s, target)))


def decimal(value: float, speech: Speech) -> str:
    """One decimal, with the language's own mark."""
    shown = f"{value:.1f}"
    return shown.replace(".", ",") if speech.lang == "fr" else shown


def _told_window(s: State, seat: int, choice: Choice, speech: Speech) -> str | None:
    verb, arg = choice
    own = 4 * seat + arg - 1
    side = s.window
    p = principal(s, side)
    if verb == RAISE and p != NOBODY:
        values = {"die": s.die[side], "bonus": result_bonus(s, side, s.rolls[side])}
        if has_free_raise(s, side):
            return speech.say("told.raise_free", **values)
        return speech.say("told.raise", n=max(0, s.power[p] - 1), **values)
    if verb == REROLL:
        return speech.say("told.reroll", face=_last_face(s, own), fighter=speech.name("fighter", label(s, own)))
    if verb == REROLL_INITIATOR and s.initiator != NOBODY:
        return speech.say(
            "told.reroll_initiator",
            face=_last_face(s, s.initiator),
            target=speech.name("fighter", label(s, s.initiator)),
            fighter=speech.name("fighter", label(s, own)),
        )
    if verb == REACT and s.initiator != NOBODY:
        target = speech.name("fighter", label(s, s.initiator))
        return speech.say("told.react", face=_last_face(s, s.initiator), target=target)
    if verb == POWER and p != NOBODY and op_of(s, p, FORCE_REROLL) != NOBODY and principal(s, 1 - side) != NOBODY:
        other = principal(s, 1 - side)
        return speech.say(
            "told.power",
            power=speech.name("power", power_label(s, op_of(s, p, FORCE_REROLL))),
            face=_last_face(s, other),
            target=speech.name("fighter", label(s, other)),
        )
    return None


def _last_face(s: State, p: int) -> int:
    if p == s.initiator:
        return s.face[0][max(0, s.rolls[0] - 1)]
    if p == s.defender:
        return s.face[1][max(0, s.rolls[1] - 1)]
    return s.support_face[p & 3]


def _told_power(s: State, speech: Speech) -> str:
    p = _asked_piece(s)
    power = speech.name("power", power_label(s, _asked_power(s)))
    if s.stage == PREPARING:
        return speech.say("told.use_override", power=power, die=override_die(s, s.cursor))
    if s.stage == AFTERMATH:
        return speech.say("told.use_wound", power=power)
    fighter, target = speech.name("fighter", label(s, p)), speech.name("fighter", label(s, s.victim))
    if s.stage == REDIRECTING:
        return speech.say("told.use_redirect", power=power, fighter=fighter, target=target)
    return speech.say("told.use_prevent", power=power, target=target)
