"""Every question that a player may be asked, told once: which verbs answer it, why not, and what they do."""

from bagarre.kernel.generated import Rule
from bagarre.kernel.phases import Among, Answer, PhaseBook
from bagarre.kernel.rule import rule, table

from .. import choices as verb
from .. import state as asked
from ..choices import (
    CHANGE_WEAPON,
    EXECUTE,
    GO_ARMORY,
    NOT_IN_CASTING,
    NOT_IN_HAND,
    NOT_LOADED,
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


CASTING = Among(casting_size, nth_of_casting, counted=True)


# Why not. What may be answered is the hand, or a public mask of the question (`legal`).


@rule
def holds(mask: int, place: int) -> bool:
    return place >= 0 and (mask >> place) & 1 == 1


@rule
def hand_refusal(s: State, seat: int, place: int) -> int:
    return 0 if holds(s.hand[seat], place) else NOT_IN_HAND


@rule
def number_refusal(s: State, number: int) -> int:
    return 0 if holds(s.legal, number) else REASONS[s.ask]


@rule
def character_refusal(s: State, place: int) -> int:
    """Which characters may be announced, named, revived or copied."""
    if holds(s.legal, place):
        return 0
    return NOT_IN_CASTING if place == NONE else REASONS[s.ask]


@rule
def execution_refusal(s: State, seat: int) -> int:
    return 0 if is_loaded(s, seat) else NOT_LOADED


@rule
def offer_refusal(s: State, verb: int) -> int:
    """Jean-Loup's red power offers what its card names, and executing only if the weapon is loaded (BF-C-13)."""
    if verb == GO_ARMORY and s.legal & OFFER_ARMORY:
        return 0
    if verb == CHANGE_WEAPON and s.legal & OFFER_NEW_WEAPON:
        return 0
    if verb == EXECUTE:
        return 0 if s.legal & OFFER_EXECUTE else NOT_LOADED
    return WRONG_QUESTION


# The questions, in the order of section Decisions; with each, why something may be missing from its mask.

QUESTIONS = PhaseBook(verb.VERBS, "ask", otherwise=WRONG_QUESTION)
_reasons: dict[int, int] = {}


def _question(number: int, *answers: Answer, missing: int = WRONG_QUESTION) -> None:
    QUESTIONS.phase(number, takes=answers)
    _reasons[number] = missing


def _number(answer: int, then: Rule) -> Answer:
    """An answer that is one of the numbers of the mask."""
    return Answer(answer, then, number_refusal)


def _character(answer: int, then: Rule, why_not: Rule = character_refusal) -> Answer:
    """An answer that is a character of the casting."""
    return Answer(answer, then, why_not, reads=place_in_casting, among=CASTING)


_question(asked.ASK_CAST, _number(verb.CAST_IN, turn.pick_character), missing=verb.NOT_AVAILABLE)
_question(asked.ASK_FIRST, _character(verb.PLACE, turn.seal_character, hand_refusal))
_question(
    asked.ASK_ACTION,
    Answer(verb.CHANGE_CHARACTER, turn.change_character),
    Answer(verb.CHANGE_WEAPON, turn.discard_weapon),
    Answer(verb.EXECUTE, programs.execute_weapon, execution_refusal),
    Answer(verb.GO_ARMORY, arsenal.visit_armory),
    _character(verb.ANNOUNCE, turn.announce_power),
    missing=verb.NOT_PLAYABLE,
)
_question(asked.ASK_PLACE, _character(verb.PLACE, losses.place_character, hand_refusal))
_question(asked.ASK_OTHER, _character(verb.PLACE, losses.replace_character, hand_refusal))
_question(asked.ASK_TAKE, _number(verb.TAKE, arsenal.take_weapon), missing=verb.NOT_ON_MARKET)
_question(asked.ASK_DENOUNCE, Answer(verb.DENOUNCE, claims.denounce), Answer(verb.PASS, claims.let_pass))
_question(asked.ASK_BOX, _number(verb.BOX, claims.apply_box), missing=verb.NOT_PLAYABLE)
_question(asked.ASK_TARGET, _number(verb.TARGET, targets.aim_at), missing=verb.NOT_A_TARGET)
_question(
    asked.ASK_TARGET_OR_STOP,
    _number(verb.TARGET, targets.aim_at),
    Answer(verb.STOP, targets.go_on),
    missing=verb.NOT_A_TARGET,
)
_question(asked.ASK_NAME, _character(verb.NAME, targets.name_character), missing=verb.NAMED_ALREADY)
_question(asked.ASK_DESTINATION, _number(verb.DELIVER, targets.deliver_to), missing=verb.NOT_A_DESTINATION)
_question(asked.ASK_AMOUNT, _number(verb.AMOUNT, targets.choose_amount), missing=verb.TOO_MUCH)
_question(asked.ASK_DIRECTION, _number(verb.DIRECTION, targets.turn_towards), missing=verb.NOT_A_TARGET)
_question(asked.ASK_DODGE, Answer(verb.DODGE, attacks.dodge), Answer(verb.ENDURE, attacks.endure))
_question(
    asked.ASK_DEFEND,
    Answer(verb.PASS, attacks.stand),
    _character(verb.ANNOUNCE, attacks.defend),
    missing=verb.NO_REACTION,
)
_question(
    asked.ASK_SUBACTION,
    Answer(verb.GO_ARMORY, arsenal.visit_armory, offer_refusal),
    Answer(verb.CHANGE_WEAPON, turn.discard_weapon, offer_refusal),
    Answer(verb.EXECUTE, programs.execute_weapon, offer_refusal),
)
_question(asked.ASK_MAY, Answer(verb.YES, targets.go_on), Answer(verb.NO, programs.skip_statement))
_question(asked.ASK_REVIVE, _character(verb.REVIVE, programs.revive), missing=verb.NOT_IN_CEMETERY)
_question(asked.ASK_COPY, _character(verb.COPY, programs.copy_power), missing=verb.NOT_COPYABLE)

REASONS = table(_reasons.get(number, WRONG_QUESTION) for number in range(asked.QUESTIONS))
"""Why something that could be written is missing from the mask of each question."""

_, choices, why_not, take = QUESTIONS.ladders()
