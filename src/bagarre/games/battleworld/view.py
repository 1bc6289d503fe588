"""What a seat sees, as plain data for pages and terminals. Nothing is hidden in this game, so every seat sees the same.

`pick` is the choice that a reader makes by touching the thing (empty when it stands for none now); whether it is legal is for
the rules to say. Pieces are numbered 0–7 as in the state, `number` is the character's number 1–4 in notation.
"""

from bagarre.kernel.speech import Speech

from . import choices, state
from .combat_view import combat_of, odds_now
from .content import ROLES
from .prospects import (
    attack_brief,
    best_from,
    enemies,
    is_idle,
    moved,
    pass_ends,
    plan_brief,
    support_briefs,
    targets,
)
from .rules.auction import is_attacker
from .rules.board import is_flying, reach
from .rules.combat import principal
from .rules.orders import can_execute
from .rules.planning import plan_refusal, step_refusal
from .rules.preparation import deploying_piece, draft_refusal, faction_refusal
from .rules.tokens import ATTACK, entity_label, faction_label, is_pending, label, power_label
from .shapes import (
    Entity,
    Faction,
    Module,
    Piece,
    PoolCard,
    Printed,
    Question,
    Side,
    Square,
    View,
)
from .state import State
from .tally import counts, lead_told
from .threats import besieged, feared, in_danger, is_needless, plan_now, shorts
from .told import asked_piece, asked_power, describe
from .why import last_combat

__all__ = ["STAGES", "FATES", "describe", "view"]

STAGES = (
    "choosing", "drafting", "toss", "building", "naming_leaders", "deploying", "turn_begins", "planning_orders",
    "activating", "moving", "planning", "healing", "resolution_orders", "commanding", "stepping", "targeting",
    "supporting", "rallying", "guarding", "preparing", "rolling", "bidding", "reacting", "result", "no_mercy",
    "choosing_victim", "redirecting", "preventing", "wounding", "aftermath", "checking", "favouring", "granting",
    "phase_over", "wandering", "end_orders", "end_effects", "clock", "order_who", "order_where",
)  # fmt: skip
FATES = ("none", "pending", "executed", "disturbed", "cancelled", "lost")
SIDES = ("heroes", "villains")
FEW_RIVALS = 2
"""Rivals up to which a key names them all."""


def view(s: State, seat: int, speech: Speech) -> View:
    teamed = s.card[7] != state.NOBODY or s.stage in (state.CHOOSING, state.DRAFTING)
    pieces = [_piece(s, p, speech) for p in range(8) if s.card[p] != state.NOBODY] if teamed else []
    return {
        "stage": STAGES[s.stage] if s.how == state.RUNNING else "over",
        "phase": phase_of(s),
        "phase_name": speech.say(f"names.phase.{phase_of(s)}"),
        "turn": s.turn,
        "initiative": s.initiative if s.stage not in state.SETUP_STAGES else None,
        "decider": s.decider if s.how == state.RUNNING else None,
        "asked": s.how == state.RUNNING and seat == s.decider,
        "ending": state.ENDINGS[s.how],
        "winner": s.winner if s.winner != state.NOBODY else None,
        "actor": s.actor
        if s.stage in (state.MOVING, state.PLANNING, state.HEALING, state.TARGETING)
        else None,
        "sides": [_side(s, side, speech) for side in range(2)],
        "pieces": pieces,
        "squares": [_square(s, square) for square in range(len(choices.SQUARES))],
        "entities": _entities(s, speech),
        "clock": {
            "name": speech.name("entity", entity_label(s, state.GALACTUS)),
            "energy": s.energy,
            "threshold": s.threshold,
            "gain": _next_gain(s),
            "max_turns": s.max_turns,
        },
        "points": counts(s) if s.by_points else None,
        "lead": lead_told(s, seat, speech),
        "combat": combat_of(s, speech) if s.initiator != state.NOBODY or s.defender != state.NOBODY else None,
        "last": last_combat(s, speech),
        "pool": _pool(s, speech) if s.stage in (state.CHOOSING, state.DRAFTING) else None,
        "odds": odds_now(s, speech, own=seat == s.decider),
        "question": _question(s, speech),
    }


def phase_of(s: State) -> str:
    if s.how != state.RUNNING:
        return "over"
    stage = s.after_order if s.stage in (state.ORDER_WHO, state.ORDER_WHERE) else s.stage
    if stage in state.SETUP_STAGES:
        return "setup"
    if stage in state.PLANNING_STAGES:
        return "planning"
    return "end" if stage in state.END_STAGES else "resolution"


# Pieces, bases, board.


def _piece(s: State, p: int, speech: Speech) -> Piece:
    card = s.card[p]
    placed = s.stage not in state.SETUP_STAGES
    return {
        "piece": p,
        "card": card,
        "side": SIDES[p >> 2],
        "seat": p >> 2,
        "number": (p & 3) + 1,
        "name": speech.name("fighter", label(s, p)),
        "short": speech.name("short", label(s, p)),
        "faction": speech.name("faction", faction_label(s, card >> 2)),
        "square": choices.SQUARES[s.at[p]] if s.at[p] != state.OFF else None,
        "alive": s.at[p] != state.OFF or not placed,
        "life": s.life[p],
        "life_max": s.card_life[card],
        "power": s.power[p],
        "power_max": s.card_power[card],
        "reroll": bool(s.reroll[p]),
        "victory": s.victory[p],
        "slots": s.card_slots[card],
        "plan": choices.PLANS[s.plan[p]],
        "plan_name": speech.say(f"names.plan.{s.plan[p]}"),
        "fate": FATES[s.fate[p]],
        "fate_name": speech.say(f"names.fate.{s.fate[p]}"),
        "heal_target": s.heal_target[p] if s.heal_target[p] != state.NOBODY else None,
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


def card_facts(s: State, card: int, speech: Speech) -> Printed:
    """What is printed on a card."""
    traits = s.card_traits[card]
    powers = dict.fromkeys(
        s.op_power[k] for k in range(s.card_first[card], s.card_first[card] + s.card_ops[card])
    )
    return {
        "die": s.card_die[card],
        "strike": s.card_strike[card],
        "attack": "ranged" if traits & state.RANGED else "melee",
        "flight": bool(traits & state.FLIGHT),
        "metal": bool(traits & state.METAL),
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
    if s.initiator == state.NOBODY and s.defender == state.NOBODY:
        return ""
    if p == s.initiator:
        return "initiator"
    if is_attacker(s, p):
        return "supporter"
    if p == s.defender:
        return "guard" if s.target_kind == state.MODULE else "defender"
    return "target" if s.target_kind == state.CHARACTER and p == s.target else ""


def _pick_piece(s: State, p: int) -> str:
    """The choice made by touching a piece at this stage."""
    number = (p & 3) + 1
    verbs = {
        state.ACTIVATING: choices.ACTIVATE,
        state.HEALING: choices.HEAL,
        state.STEPPING: choices.ACT,
        state.TARGETING: choices.ATTACK,
        state.GUARDING: choices.GUARD,
        state.CHOOSING_VICTIM: choices.STRIKE,
        state.GRANTING: choices.GRANT,
        state.BIDDING: choices.REROLL,
    }
    if s.stage == state.ORDER_WHO:
        return choices.VERBS.write((choices.ALLY if p >> 2 == s.order_side else choices.ENEMY, number))
    if s.stage not in verbs:
        return ""
    foe = s.stage in (state.TARGETING, state.CHOOSING_VICTIM)
    if s.decider == state.NOBODY or (p >> 2 != s.decider) != foe:
        return ""
    return choices.VERBS.write((verbs[s.stage], number))


def _side(s: State, side: int, speech: Speech) -> Side:
    factions = list(
        dict.fromkeys(s.card[p] >> 2 for p in range(4 * side, 4 * side + 4) if s.card[p] != state.NOBODY)
    )
    leader = s.leader[side]
    faction = s.leader_faction[side]
    return {
        "seat": side,
        "side": SIDES[side],
        "side_name": speech.say(f"names.side.{side}"),
        "player": speech.name("seat", side),
        "factions": [speech.name("faction", faction_label(s, f)) for f in factions],
        "pieces": [p for p in range(4 * side, 4 * side + 4) if s.card[p] != state.NOBODY],
        "alive": sum(s.at[p] != state.OFF for p in range(4 * side, 4 * side + 4)),
        "modules": [
            _module(s, 3 * side + kind, speech)
            for kind in range(3)
            if s.module_square[3 * side + kind] != state.OFF
        ],
        "favours": s.favours[side],
        "passed": bool(s.passed_out[side]),
        "leader": {
            "piece": leader,
            "name": speech.name("fighter", label(s, leader)),
            "order": speech.name("order", faction_label(s, faction)),
            "text": speech.name("order_text", faction),
            "given": bool(s.order_given[side]),
            "ready": not s.order_given[side] and s.at[leader] != state.OFF,
        }
        if leader != state.NOBODY
        else None,
    }


def _module(s: State, module: int, speech: Speech) -> Module:
    kind, square = module % 3, s.module_square[module]
    standing = s.piece_on[square]
    return {
        "module": module,
        "kind": choices.MODULES[kind],
        "name": speech.name("module_card", kind),
        "text": speech.name("module_text", kind),
        "square": choices.SQUARES[square],
        "resistance": s.resistance[module],
        "full": s.module_full[kind],
        "destroyed": s.resistance[module] == 0,
        "piece": standing if standing != state.NOBODY else None,
        "target": s.initiator != state.NOBODY and s.target_kind == state.MODULE and s.target == module,
        "pick": choices.VERBS.write((choices.ASSAULT, kind))
        if s.stage == state.TARGETING and module // 3 != s.decider
        else "",
    }


def _square(s: State, square: int) -> Square:
    verb = {state.DEPLOYING: choices.DEPLOY, state.MOVING: choices.MOVE, state.ORDER_WHERE: choices.TO}.get(
        s.stage
    )
    piece, module = s.piece_on[square], s.module_on[square]
    return {
        "square": choices.SQUARES[square],
        "column": square % 5,
        "row": square // 5,
        "piece": piece if piece != state.NOBODY else None,
        "module": module if module != state.NOBODY else None,
        "entity": ROLES[state.GALACTUS]
        if square == state.GALACTUS_SQUARE
        else ROLES[s.second]
        if square == s.second_at
        else None,
        "pick": choices.VERBS.write((verb, square)) if verb is not None else "",
    }


def _entities(s: State, speech: Speech) -> list[Entity]:
    found: list[Entity] = []
    for number, role in enumerate([state.GALACTUS] + ([s.second] if s.second != state.GALACTUS else [])):
        square = state.GALACTUS_SQUARE if role == state.GALACTUS else s.second_at
        found.append(
            {
                "role": ROLES[role],
                "name": speech.name("entity", entity_label(s, role)),
                "text": speech.name("entity_text", role),
                "square": choices.SQUARES[square] if square != state.OFF else None,
                "die": s.entity_die[role] if role != state.BEYONDER else None,
                "strike": s.entity_strike[role] if role != state.BEYONDER else None,
                "life": s.wanderer_life if role == state.THANOS else None,
                "flying": role == state.SILVER_SURFER,
                "attackable": role != state.BEYONDER and square != state.OFF,
                "beaten": bool(s.herald_beaten) if role == state.SILVER_SURFER else False,
                "target": s.target_kind == state.COSMIC
                and s.target == role
                and s.defender == state.NOBODY
                and s.initiator != state.NOBODY,
                "pick": choices.VERBS.write((choices.DEFY, number + 1)) if s.stage == state.TARGETING else "",
            }
        )
    return found


def _next_gain(s: State) -> int | None:
    """What the clock will gain at the end of this turn; None when a die will tell."""
    if s.second == state.SILVER_SURFER:
        return 0 if s.herald_beaten else (None if s.hungry_die else 2)
    return None if s.hungry_die else 1


# Set-up.


def _pool(s: State, speech: Speech) -> list[Faction]:
    """The factions with their characters, while teams are chosen."""
    found: list[Faction] = []
    for faction in range(s.faction_count):
        cards: list[PoolCard] = []
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
                    "free": s.stage == state.DRAFTING
                    and s.decider >= 0
                    and draft_refusal(s, s.decider, card) == 0,
                    "pick": choices.VERBS.write((choices.DRAFT, card)) if s.stage == state.DRAFTING else "",
                    **card_facts(s, card, speech),
                }
            )
        found.append(
            {
                "faction": faction,
                "name": speech.name("faction", faction_label(s, faction)),
                "text": speech.name("faction_text", faction),
                "colour": "red" if s.faction_red[faction] else "blue",
                "order": speech.name("order", faction_label(s, faction)),
                "order_text": speech.name("order_text", faction),
                "cards": cards,
                "free": s.stage == state.CHOOSING
                and s.decider >= 0
                and faction_refusal(s, s.decider, faction) == 0,
                "pick": choices.VERBS.write((choices.FACTION, faction)) if s.stage == state.CHOOSING else "",
            }
        )
    return found


def _question(s: State, speech: Speech) -> Question:
    """What the open question is about: the piece asked for, and the power or order offered."""
    asked: Question = {
        "piece": None,
        "power": None,
        "order": None,
        "plans": None,
        "steps": None,
        "feared": {},
        "best": {},
        "cosmic": [],
        "acts": None,
        "favour": None,
        "passed": False,
        "ends": "",
    }
    if s.how != state.RUNNING or s.decider == state.NOBODY:
        return asked
    stage = s.stage
    if stage == state.DEPLOYING:
        asked["piece"] = deploying_piece(s)
    elif stage in (state.MOVING, state.PLANNING, state.HEALING, state.TARGETING):
        asked["piece"] = s.actor
    elif stage == state.SUPPORTING:
        asked["piece"] = (s.initiator & 4) + s.cursor
        asked["acts"] = support_briefs(s, speech)
    elif stage in (state.PREPARING, state.REDIRECTING, state.PREVENTING, state.AFTERMATH):
        asked["piece"] = asked_piece(s)
        asked["power"] = speech.name("power", power_label(s, asked_power(s)))
    elif stage in (state.BIDDING, state.REACTING):
        asked["piece"] = principal(s, s.window) if stage == state.BIDDING else s.defender
    elif stage in (state.ORDER_WHO, state.ORDER_WHERE):
        asked["piece"] = s.order_piece if stage == state.ORDER_WHERE else None
        asked["order"] = speech.name("order", faction_label(s, s.leader_faction[s.order_side]))
    elif stage == state.STEPPING:
        asked["passed"], asked["ends"] = s.passes > 0, pass_ends(s)
        able = [p for p in range(4 * s.side, 4 * s.side + 4) if can_execute(s, p)]
        asked["acts"] = {
            choices.VERBS.write((choices.ACT, (p & 3) + 1)): attack_brief(s, p, speech)
            if s.plan[p] == ATTACK
            else speech.say("board.vain.acted")
            for p in able
            if is_pending(s, p, ATTACK) or (s.plan[p] != ATTACK and is_idle(s, p))
        }
    elif stage == state.GRANTING:
        asked["favour"] = choices.FAVOURS[s.favour]
    elif STAGES[stage] in (
        "planning_orders",
        "resolution_orders",
        "commanding",
        "rallying",
        "no_mercy",
        "end_orders",
    ):
        asked["order"] = speech.name("order", faction_label(s, s.leader_faction[s.decider]))
    if stage == state.ACTIVATING:
        danger, base = in_danger(s, s.decider), besieged(s, s.decider)
        asked["feared"] = {
            **{
                choices.VERBS.write((choices.ACTIVATE, (p & 3) + 1)): len(found)
                for p, found in danger.items()
            },
            **{f"module {module}": len(found) for module, found in base.items()},
        }
        asked["acts"] = {
            choices.VERBS.write((choices.ACTIVATE, (p & 3) + 1)): _exposed(s, danger.get(p, []), speech)
            for p in range(4 * s.decider, 4 * s.decider + 4)
            if s.at[p] != state.OFF and not s.activated[p]
        }
    if stage == state.MOVING:
        steps = {
            choices.VERBS.write((choices.MOVE, square)): len(enemies(moved(s, s.actor, square), s.actor))
            for square in range(len(choices.SQUARES))
            if step_refusal(s, square) == 0
        }
        asked["steps"] = steps
        for step, near in steps.items():
            if near:
                won, told, kind = best_from(s, s.actor, choices.VERBS.read(step)[1], speech)
                asked["best"][step] = {"won": won, "told": told, "kind": kind}
        asked["feared"] = {
            step: feared(moved(s, s.actor, choices.VERBS.read(step)[1]), s.actor) for step in steps
        }
        asked["cosmic"] = [
            step
            for step, near in steps.items()
            if not near and targets(moved(s, s.actor, choices.VERBS.read(step)[1]), s.actor)
        ]
    if stage == state.PLANNING:
        asked["plans"] = [
            {
                "plan": choices.PLANS[plan],
                "name": speech.say(f"names.plan.{plan}"),
                "pick": choices.VERBS.write((choices.PLAN, plan)),
                "does": plan_now(s, s.actor, plan, speech),
                "brief": plan_brief(s, s.actor, plan, speech),
                "vain": is_needless(s, s.actor, plan),
            }
            for plan in range(1, len(choices.PLANS))
            if plan_refusal(s, s.actor, plan) == 0
        ]
    return asked


def _exposed(s: State, rivals: list[int], speech: Speech) -> str:
    """On the key of a character that may move: who could attack it this turn."""
    if not rivals:
        return speech.say("board.hint.safe")
    key = "exposed" if len(rivals) <= FEW_RIVALS else "exposed_many"
    return speech.say(f"board.hint.{key}", names=shorts(s, rivals, speech), n=len(rivals))
