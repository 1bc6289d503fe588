"""Every question that a player may be asked, told once: which verbs answer it, why not, and what they do."""

from bagarre.kernel.phases import Among, Answer, PhaseBook
from bagarre.kernel.rule import rule

from .. import choices as verb
from .. import state as asked
from ..choices import (
    CHANGE_WEAPON,
    EXECUTE,
    GO_ARMORY,
    NAMED_ALREADY,
    NO_REACTION,
    NOT_A_DESTINATION,
    NOT_A_TARGET,
    NOT_AVAILABLE,
    NOT_COPYABLE,
    NOT_IN_CASTING,
    NOT_IN_CEMETERY,
    NOT_IN_HAND,
    NOT_LOADED,
    NOT_ON_MARKET,
    NOT_PLAYABLE,
    TOO_MUCH,
    WRONG_QUESTION,
)
from ..instructions import OFFER_ARMORY, OFFER_EXECUTE, OFFER_NEW_WEAPON
from ..state import CAST, NONE, State
from . import arsenal, attacks, claims, losses, programs, targets, turn
from .table import is_loaded

# What an argument stands for, and where the menu looks for characters.


@rule
def place_in_casting(s: State, character: int) -> int:
    return s.place_of[character]


@rule
def casting_size(s: State) -> int:
    return CAST


@rule
def nth_of_casting(s: State, i: int) -> int:
    return s.cast[i]


CASTING = Among(casting_size, nth_of_casting)


# Why not. What may be answered is a public mask of the question (`legal`), or the hand.


@rule
def holds(mask: int, place: int) -> bool:
    return place >= 0 and (mask >> place) & 1 == 1


@rule
def cast_refusal(s: State, character: int) -> int:
    return 0 if holds(s.legal, character) else NOT_AVAILABLE


@rule
def hand_refusal(s: State, seat: int, place: int) -> int:
    return 0 if holds(s.hand[seat], place) else NOT_IN_HAND


@rule
def execution_refusal(s: State, seat: int) -> int:
    return 0 if is_loaded(s, seat) else NOT_LOADED


@rule
def announcement_refusal(s: State, place: int) -> int:
    if place == NONE:
        return NOT_IN_CASTING
    return 0 if holds(s.legal, place) else NOT_PLAYABLE


@rule
def reaction_refusal(s: State, place: int) -> int:
    return 0 if holds(s.legal, place) else NO_REACTION


@rule
def market_refusal(s: State, weapon: int) -> int:
    return 0 if holds(s.legal, weapon) else NOT_ON_MARKET


@rule
def box_refusal(s: State, box: int) -> int:
    return 0 if holds(s.legal, box) else NOT_PLAYABLE


@rule
def target_refusal(s: State, seat_or_direction: int) -> int:
    return 0 if holds(s.legal, seat_or_direction) else NOT_A_TARGET


@rule
def destination_refusal(s: State, other: int) -> int:
    return 0 if holds(s.legal, other) else NOT_A_DESTINATION


@rule
def amount_refusal(s: State, amount: int) -> int:
    return 0 if holds(s.legal, amount) else TOO_MUCH


@rule
def subaction_refusal(s: State, verb: int) -> int:
    """Jean-Loup's red power offers what its card names, and executing only if the weapon is loaded (BF-C-13)."""
    if verb == GO_ARMORY and s.legal & OFFER_ARMORY:
        return 0
    if verb == CHANGE_WEAPON and s.legal & OFFER_NEW_WEAPON:
        return 0
    if verb == EXECUTE:
        return 0 if s.legal & OFFER_EXECUTE else NOT_LOADED
    return WRONG_QUESTION


@rule
def name_refusal(s: State, place: int) -> int:
    return among_the_seven(s, place, NAMED_ALREADY)


@rule
def revival_refusal(s: State, place: int) -> int:
    return among_the_seven(s, place, NOT_IN_CEMETERY)


@rule
def copy_refusal(s: State, place: int) -> int:
    return among_the_seven(s, place, NOT_COPYABLE)


@rule
def among_the_seven(s: State, place: int, reason: int) -> int:
    if holds(s.legal, place):
        return 0
    return NOT_IN_CASTING if place == NONE else reason


# The questions, in the order of section Decisions.

QUESTIONS = PhaseBook(verb.VERBS, "ask", otherwise=WRONG_QUESTION)


def _character(number: int, then: object, why_not: object) -> Answer:
    """An answer that names a character of the casting."""
    return Answer(number, then, why_not, reads=place_in_casting, among=CASTING)  # type: ignore[arg-type]


QUESTIONS.phase(asked.ASK_CAST, takes=[Answer(verb.CAST_IN, turn.pick_character, cast_refusal)])
QUESTIONS.phase(asked.ASK_FIRST, takes=[_character(verb.PLACE, turn.seal_character, hand_refusal)])
QUESTIONS.phase(
    asked.ASK_ACTION,
    takes=[
        Answer(verb.CHANGE_CHARACTER, turn.change_character),
        Answer(verb.CHANGE_WEAPON, turn.discard_weapon),
        Answer(verb.EXECUTE, programs.execute_weapon, execution_refusal),
        Answer(verb.GO_ARMORY, arsenal.visit_armory),
        _character(verb.ANNOUNCE, turn.announce_power, announcement_refusal),
    ],
)
QUESTIONS.phase(asked.ASK_PLACE, takes=[_character(verb.PLACE, losses.place_character, hand_refusal)])
QUESTIONS.phase(asked.ASK_OTHER, takes=[_character(verb.PLACE, losses.replace_character, hand_refusal)])
QUESTIONS.phase(asked.ASK_TAKE, takes=[Answer(verb.TAKE, arsenal.take_weapon, market_refusal)])
QUESTIONS.phase(asked.ASK_DENOUNCE, takes=[Answer(verb.DENOUNCE, claims.denounce), Answer(verb.PASS, claims.let_pass)])
QUESTIONS.phase(asked.ASK_BOX, takes=[Answer(verb.BOX, claims.apply_box, box_refusal)])
QUESTIONS.phase(asked.ASK_TARGET, takes=[Answer(verb.TARGET, targets.aim_at, target_refusal)])
QUESTIONS.phase(
    asked.ASK_TARGET_OR_STOP,
    takes=[Answer(verb.TARGET, targets.aim_at, target_refusal), Answer(verb.STOP, targets.stop_aiming)],
)
QUESTIONS.phase(asked.ASK_NAME, takes=[_character(verb.NAME, targets.name_character, name_refusal)])
QUESTIONS.phase(asked.ASK_DESTINATION, takes=[Answer(verb.DELIVER, targets.deliver_to, destination_refusal)])
QUESTIONS.phase(asked.ASK_AMOUNT, takes=[Answer(verb.AMOUNT, targets.choose_amount, amount_refusal)])
QUESTIONS.phase(asked.ASK_DIRECTION, takes=[Answer(verb.DIRECTION, targets.turn_towards, target_refusal)])
QUESTIONS.phase(asked.ASK_DODGE, takes=[Answer(verb.DODGE, attacks.dodge), Answer(verb.ENDURE, attacks.endure)])
QUESTIONS.phase(
    asked.ASK_DEFEND,
    takes=[Answer(verb.PASS, attacks.stand), _character(verb.ANNOUNCE, attacks.defend, reaction_refusal)],
)
QUESTIONS.phase(
    asked.ASK_SUBACTION,
    takes=[
        Answer(verb.GO_ARMORY, programs.go_to_armory, subaction_refusal),
        Answer(verb.CHANGE_WEAPON, programs.take_new_weapon, subaction_refusal),
        Answer(verb.EXECUTE, programs.fire, subaction_refusal),
    ],
)
QUESTIONS.phase(asked.ASK_MAY, takes=[Answer(verb.YES, programs.accept), Answer(verb.NO, programs.decline)])
QUESTIONS.phase(asked.ASK_REVIVE, takes=[_character(verb.REVIVE, programs.revive, revival_refusal)])
QUESTIONS.phase(asked.ASK_COPY, takes=[_character(verb.COPY, programs.copy_power, copy_refusal)])

_, choices, why_not, take = QUESTIONS.ladders()
