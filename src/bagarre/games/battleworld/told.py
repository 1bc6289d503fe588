"""Choices said with what lies on the table."""

from typing import Any

from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech

from . import choices, state
from .combat_view import _is_doubled
from .programs import DIE_OVERRIDE, FORCE_REROLL, PREVENT_DAMAGE, REDIRECT_DAMAGE
from .rules.auction import has_free_raise
from .rules.board import move_tax, op_of, reach_price
from .rules.combat import override_die, principal, result_bonus
from .rules.preparation import deploying_piece
from .rules.tokens import entity_label, faction_label, label, power_label
from .state import State


def asked_piece(s: State) -> int:
    """Whose optional power is asked about."""
    if s.stage == state.PREPARING:
        return principal(s, s.cursor)
    if s.stage == state.AFTERMATH:
        return principal(s, s.outcome if s.cursor < 8 else 1 - s.outcome)
    return (s.victim & 4) + s.cursor


def asked_power(s: State) -> int:
    """The operation that is asked about."""
    p = asked_piece(s)
    if s.stage == state.AFTERMATH:
        return s.card_first[s.card[p]] + (s.cursor & 7)
    return op_of(
        s, p, {state.PREPARING: DIE_OVERRIDE, state.REDIRECTING: REDIRECT_DAMAGE}.get(s.stage, PREVENT_DAMAGE)
    )


def describe(s: State, seat: int, choice: Choice, speech: Speech) -> str | None:
    """A choice said with what lies on the table; None where the plain sentence says it all."""
    if s.how != state.RUNNING or s.decider == state.NOBODY:
        return None
    verb, arg = choice
    own, foe = 4 * seat + arg - 1, 4 * (1 - seat) + arg - 1

    def say(key: str, **values: Any) -> str:
        return speech.say(f"told.{key}", **values)

    def who(p: int) -> Any:
        return speech.name("fighter", label(s, p))

    if verb == choices.FACTION:
        return say("faction", faction=speech.name("faction", faction_label(s, arg)))
    if verb == choices.DRAFT:
        return say(
            "draft",
            fighter=speech.name("fighter", arg + 32 * s.naming),
            die=s.card_die[arg],
            life=s.card_life[arg],
            power=s.card_power[arg],
            strike=s.card_strike[arg],
        )
    if verb == choices.LEADER:
        number = faction_label(s, arg)
        return say("leader", faction=speech.name("faction", number), order=speech.name("order", number))
    if verb == choices.DEPLOY and s.stage == state.DEPLOYING:
        return say("deploy", fighter=who(deploying_piece(s)), square=choices.SQUARES[arg])
    if verb == choices.ACTIVATE:
        return say("activate", fighter=who(own))
    if verb == choices.MOVE and s.stage == state.MOVING:
        return _told_move(s, arg, say, who)
    if verb == choices.PLAN and s.stage == state.PLANNING:
        return say("plan", fighter=who(s.actor), plan=speech.say(f"names.plan.{arg}"))
    if verb == choices.HEAL and s.stage == state.HEALING:
        return say("heal", fighter=who(s.actor), target=who(own))
    if verb == choices.ACT:
        return say("act", fighter=who(own), plan=speech.say(f"names.plan.{s.plan[own]}"))
    if verb in (choices.ATTACK, choices.ASSAULT, choices.DEFY) and s.stage == state.TARGETING:
        return _told_target(s, seat, choice, speech)
    if verb in (choices.JOIN, choices.APART) and s.stage == state.SUPPORTING:
        p = (s.initiator & 4) + s.cursor
        if verb == choices.JOIN:
            return say("join", fighter=who(p), die=s.card_die[s.card[p]])
        return say("apart", fighter=who(p))
    if verb == choices.GUARD and s.stage == state.GUARDING:
        return say("guard_doubled" if _is_doubled(s, own) else "guard", fighter=who(own))
    if s.stage in (state.BIDDING, state.REACTING):
        return _told_window(s, seat, choice, speech)
    if verb == choices.STRIKE:
        return say("strike", target=who(foe))
    if verb == choices.USE and s.stage in (
        state.PREPARING,
        state.REDIRECTING,
        state.PREVENTING,
        state.AFTERMATH,
    ):
        return _told_power(s, speech)
    if verb == choices.GIVE and s.leader[seat] != state.NOBODY:
        return say("give", order=speech.name("order", faction_label(s, s.leader_faction[seat])))
    if verb == choices.ALLY:
        return say("ally", fighter=who(own))
    if verb == choices.ENEMY:
        return say("enemy", target=who(foe))
    if verb == choices.TO and s.stage == state.ORDER_WHERE:
        return say("to", fighter=who(s.order_piece), square=choices.SQUARES[arg])
    if verb == choices.GRANT:
        return say("grant", fighter=who(own))
    return None


def _told_move(s: State, square: int, say: Any, who: Any) -> str:
    if square == s.at[s.actor]:
        return str(say("stay", fighter=who(s.actor), square=choices.SQUARES[square]))
    tax = move_tax(s, s.actor)
    if tax:
        return str(say("move_paid", fighter=who(s.actor), square=choices.SQUARES[square], n=tax))
    return str(say("move", fighter=who(s.actor), square=choices.SQUARES[square]))


def _told_target(s: State, seat: int, choice: Choice, speech: Speech) -> str:
    verb, arg = choice
    foe = 4 * (1 - seat) + arg - 1
    if verb == choices.ATTACK:
        kind, target = state.CHARACTER, foe
    elif verb == choices.ASSAULT:
        kind, target = state.MODULE, 3 * (1 - seat) + arg
    else:
        kind, target = state.COSMIC, state.GALACTUS if arg == 1 else s.second
    if kind == state.CHARACTER:
        price = reach_price(s, s.actor, s.at[target]) if s.at[target] != state.OFF else 0
        key = "attack_paid" if price > 0 else "attack"
        return speech.say(f"told.{key}", target=speech.name("fighter", label(s, target)), n=price)
    if kind == state.MODULE:
        return speech.say("told.assault", module=speech.name("module", arg), n=s.resistance[target])
    return speech.say("told.defy", entity=speech.name("entity", entity_label(s, target)))


def _told_window(s: State, seat: int, choice: Choice, speech: Speech) -> str | None:
    verb, arg = choice
    own = 4 * seat + arg - 1
    side = s.window
    p = principal(s, side)
    if verb == choices.RAISE and p != state.NOBODY:
        values = {"die": s.die[side], "bonus": result_bonus(s, side, s.rolls[side])}
        if has_free_raise(s, side):
            return speech.say("told.raise_free", **values)
        return speech.say("told.raise", n=max(0, s.power[p] - 1), **values)
    if verb == choices.REROLL:
        return speech.say(
            "told.reroll", face=_last_face(s, own), fighter=speech.name("fighter", label(s, own))
        )
    if verb == choices.REROLL_INITIATOR and s.initiator != state.NOBODY:
        return speech.say(
            "told.reroll_initiator",
            face=_last_face(s, s.initiator),
            target=speech.name("fighter", label(s, s.initiator)),
            fighter=speech.name("fighter", label(s, own)),
        )
    if verb == choices.REACT and s.initiator != state.NOBODY:
        target = speech.name("fighter", label(s, s.initiator))
        return speech.say("told.react", face=_last_face(s, s.initiator), target=target)
    if (
        verb == choices.POWER
        and p != state.NOBODY
        and op_of(s, p, FORCE_REROLL) != state.NOBODY
        and principal(s, 1 - side) != state.NOBODY
    ):
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
    p = asked_piece(s)
    power = speech.name("power", power_label(s, asked_power(s)))
    if s.stage == state.PREPARING:
        return speech.say("told.use_override", power=power, die=override_die(s, s.cursor))
    if s.stage == state.AFTERMATH:
        return speech.say("told.use_wound", power=power)
    fighter, target = speech.name("fighter", label(s, p)), speech.name("fighter", label(s, s.victim))
    if s.stage == state.REDIRECTING:
        return speech.say("told.use_redirect", power=power, fighter=fighter, target=target)
    return speech.say("told.use_prevent", power=power, target=target)
