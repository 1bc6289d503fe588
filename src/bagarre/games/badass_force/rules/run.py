"""The machine: advance the top of the stack until somebody has to choose; take the choice; go on."""

from bagarre.kernel.menu import Menu, offer
from bagarre.kernel.rule import rule, table

from ..choices import (
    AMOUNT,
    ANNOUNCE,
    ANSWERED,
    BOX,
    CAST_IN,
    CHANGE_CHARACTER,
    CHANGE_WEAPON,
    COPY,
    DELIVER,
    DENOUNCE,
    DIRECTION,
    DODGE,
    ENDURE,
    EXECUTE,
    GAME_OVER,
    GO_ARMORY,
    NAME,
    NAMED_ALREADY,
    NO,
    NO_REACTION,
    NOT_A_DESTINATION,
    NOT_A_TARGET,
    NOT_ASKED,
    NOT_AVAILABLE,
    NOT_COPYABLE,
    NOT_IN_CASTING,
    NOT_IN_CEMETERY,
    NOT_IN_HAND,
    NOT_LOADED,
    NOT_ON_MARKET,
    NOT_PLAYABLE,
    PASS,
    PLACE,
    REVIVE,
    STOP,
    TAKE,
    TARGET,
    TOO_MUCH,
    WRONG_QUESTION,
    YES,
)
from ..state import (
    ARMORY,
    ASK_ACTION,
    ASK_AMOUNT,
    ASK_BOX,
    ASK_CAST,
    ASK_COPY,
    ASK_DEFEND,
    ASK_DENOUNCE,
    ASK_DESTINATION,
    ASK_DIRECTION,
    ASK_DODGE,
    ASK_FIRST,
    ASK_MAY,
    ASK_NAME,
    ASK_OTHER,
    ASK_PLACE,
    ASK_REVIVE,
    ASK_SUBACTION,
    ASK_TAKE,
    ASK_TARGET,
    ASK_TARGET_OR_STOP,
    ATTACK,
    CAST,
    CHANGE,
    CHARACTERS,
    CLAIM,
    LOSS,
    NONE,
    OVERLOAD,
    PLACEMENT,
    RUNNING,
    SETUP,
    TURN,
    WEAPONS,
    State,
)
from .arsenal import step_armory, step_change, step_overload
from .attacks import step_attack
from .claims import step_claim, tell_pass
from .losses import step_loss, step_placement
from .programs import step_program
from .stack import close_question
from .table import BITS, is_loaded, nth_bit
from .turn import lay_out, step_setup, step_turn

SUBACTIONS = table((GO_ARMORY, CHANGE_WEAPON, EXECUTE))
"""The verb of each bit of `one_of`."""


@rule
def setup(s: State) -> None:
    lay_out(s)
    run(s)


@rule
def run(s: State) -> None:
    """Until somebody has to choose, or the game is over. A choice with one alternative makes itself."""
    while s.pending == 0 and s.how == RUNNING:
        step(s)
        if s.pending != 0:
            settle_forced(s)


@rule
def step(s: State) -> None:
    """One step of whatever is on top."""
    top = s.depth - 1
    kind = s.kind[top]
    if kind == TURN:
        step_turn(s, top)
    elif kind == CLAIM:
        step_claim(s, top)
    elif kind == ATTACK:
        step_attack(s, top)
    elif kind == LOSS:
        step_loss(s, top)
    elif kind == PLACEMENT:
        step_placement(s, top)
    elif kind == CHANGE:
        step_change(s, top)
    elif kind == OVERLOAD:
        step_overload(s, top)
    elif kind == ARMORY:
        step_armory(s, top)
    elif kind == SETUP:
        step_setup(s, top)
    else:
        step_program(s, top)


@rule
def settle_forced(s: State) -> None:
    """The menus concerned depend on public facts only, so this reveals nothing."""
    if s.ask == ASK_OTHER:
        seat = nth_bit(s.pending, 0)
        if BITS[s.hand[seat]] == 1:
            settle(s, PLACE, s.cast[nth_bit(s.hand[seat], 0)])
    elif s.legal and s.legal & (s.legal - 1) == 0:
        only = nth_bit(s.legal, 0)
        if s.ask == ASK_TAKE:
            settle(s, TAKE, only)
        elif s.ask == ASK_TARGET:
            settle(s, TARGET, only)
        elif s.ask == ASK_AMOUNT:
            settle(s, AMOUNT, only)
        elif s.ask == ASK_SUBACTION:
            settle(s, SUBACTIONS[only], 0)
        elif s.ask == ASK_REVIVE:
            settle(s, REVIVE, s.cast[only])
        elif s.ask == ASK_COPY:
            settle(s, COPY, s.cast[only])


@rule
def settle(s: State, verb: int, arg: int) -> None:
    close_question(s)
    s.answer_verb = verb
    s.answer = arg


@rule
def deciders(s: State) -> int:
    return s.pending


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    """Take a choice: sealed where several answer at once, and go on when all have."""
    if s.ask == ASK_FIRST:
        s.sealed[seat] = s.place_of[arg]
    elif s.ask == ASK_DENOUNCE:
        s.sealed[seat] = 1 if verb == DENOUNCE else 0
        if s.polling_clockwise and verb == PASS:
            tell_pass(s, seat)
    s.pending &= ~(1 << seat)
    if s.pending == 0:
        settle(s, verb, arg)
        run(s)
        # The last answer may be a secret, and nothing asks for it any more.
        s.answer_verb = 0
        s.answer = 0


# Legality: one predicate, read by the menu and by the referee.


@rule
def holds(mask: int, place: int) -> bool:
    return place >= 0 and (mask >> place) & 1 == 1


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    """Why the choice is not allowed, 0 when it is."""
    if s.how != RUNNING:
        return GAME_OVER
    if (s.pending >> seat) & 1 == 0:
        if s.sealed[seat] != NONE:
            return ANSWERED
        return NOT_ASKED
    question = s.ask
    if question == ASK_ACTION:
        return refuse_action(s, seat, verb, arg)
    if question == ASK_FIRST or question == ASK_PLACE or question == ASK_OTHER:
        if verb != PLACE:
            return WRONG_QUESTION
        return 0 if holds(s.hand[seat], s.place_of[arg]) else NOT_IN_HAND
    if question == ASK_DENOUNCE:
        return 0 if verb == DENOUNCE or verb == PASS else WRONG_QUESTION
    if question == ASK_DEFEND:
        if verb == PASS:
            return 0
        if verb != ANNOUNCE:
            return WRONG_QUESTION
        return 0 if holds(s.legal, s.place_of[arg]) else NO_REACTION
    if question == ASK_DODGE:
        return 0 if verb == DODGE or verb == ENDURE else WRONG_QUESTION
    if question == ASK_MAY:
        return 0 if verb == YES or verb == NO else WRONG_QUESTION
    if question == ASK_SUBACTION:
        return refuse_subaction(s, verb)
    if question == ASK_TARGET_OR_STOP and verb == STOP:
        return 0
    return refuse_number(s, question, verb, arg)


@rule
def refuse_action(s: State, seat: int, verb: int, arg: int) -> int:
    """The five actions (BF-TURN-5)."""
    if verb == ANNOUNCE:
        if s.place_of[arg] == NONE:
            return NOT_IN_CASTING
        return 0 if holds(s.legal, s.place_of[arg]) else NOT_PLAYABLE
    if verb == EXECUTE:
        return 0 if is_loaded(s, seat) else NOT_LOADED
    if verb == CHANGE_CHARACTER or verb == CHANGE_WEAPON or verb == GO_ARMORY:
        return 0
    return WRONG_QUESTION


@rule
def refuse_subaction(s: State, verb: int) -> int:
    """Jean-Loup's red power (BF-C-13)."""
    for bit in range(3):
        if verb == SUBACTIONS[bit] and (s.legal >> bit) & 1:
            return 0
    return NOT_LOADED if verb == EXECUTE else WRONG_QUESTION


@rule
def refuse_number(s: State, question: int, verb: int, arg: int) -> int:
    """Questions with one verb and a public mask of what may be answered."""
    if verb != verb_of(question):
        return WRONG_QUESTION
    if verb == NAME or verb == REVIVE or verb == COPY:
        if holds(s.legal, s.place_of[arg]):
            return 0
        if s.place_of[arg] == NONE:
            return NOT_IN_CASTING
    elif holds(s.legal, arg):
        return 0
    return reason_of(question)


@rule
def verb_of(question: int) -> int:
    if question == ASK_CAST:
        return CAST_IN
    if question == ASK_TAKE:
        return TAKE
    if question == ASK_BOX:
        return BOX
    if question == ASK_TARGET or question == ASK_TARGET_OR_STOP:
        return TARGET
    if question == ASK_NAME:
        return NAME
    if question == ASK_DESTINATION:
        return DELIVER
    if question == ASK_AMOUNT:
        return AMOUNT
    if question == ASK_DIRECTION:
        return DIRECTION
    if question == ASK_REVIVE:
        return REVIVE
    return COPY


@rule
def reason_of(question: int) -> int:
    if question == ASK_CAST:
        return NOT_AVAILABLE
    if question == ASK_TAKE:
        return NOT_ON_MARKET
    if question == ASK_BOX:
        return NOT_PLAYABLE
    if question == ASK_NAME:
        return NAMED_ALREADY
    if question == ASK_DESTINATION:
        return NOT_A_DESTINATION
    if question == ASK_AMOUNT:
        return TOO_MUCH
    if question == ASK_REVIVE:
        return NOT_IN_CEMETERY
    if question == ASK_COPY:
        return NOT_COPYABLE
    return NOT_A_TARGET


@rule
def choices(s: State, seat: int, menu: Menu) -> None:
    """Every legal choice of a seat that is asked."""
    question = s.ask
    if question == ASK_DENOUNCE:
        offer(menu, DENOUNCE)
        offer(menu, PASS)
    elif question == ASK_FIRST or question == ASK_PLACE or question == ASK_OTHER:
        offer_places(s, menu, PLACE, s.hand[seat])
    elif question == ASK_ACTION:
        offer(menu, CHANGE_CHARACTER)
        offer(menu, CHANGE_WEAPON)
        if is_loaded(s, seat):
            offer(menu, EXECUTE)
        offer(menu, GO_ARMORY)
        offer_places(s, menu, ANNOUNCE, s.legal)
    elif question == ASK_DEFEND:
        offer(menu, PASS)
        offer_places(s, menu, ANNOUNCE, s.legal)
    elif question == ASK_DODGE:
        offer(menu, DODGE)
        offer(menu, ENDURE)
    elif question == ASK_MAY:
        offer(menu, YES)
        offer(menu, NO)
    elif question == ASK_SUBACTION:
        offer_subactions(s, menu)
    else:
        verb = verb_of(question)
        if verb == NAME or verb == REVIVE or verb == COPY:
            offer_places(s, menu, verb, s.legal)
        else:
            offer_numbers(s, menu, verb)
        if question == ASK_TARGET_OR_STOP:
            offer(menu, STOP)


@rule
def offer_places(s: State, menu: Menu, verb: int, mask: int) -> None:
    for place in range(CAST):
        if (mask >> place) & 1:
            offer(menu, verb, s.cast[place])


@rule
def offer_numbers(s: State, menu: Menu, verb: int) -> None:
    for number in range(max(CHARACTERS, WEAPONS)):
        if (s.legal >> number) & 1:
            offer(menu, verb, number)


@rule
def offer_subactions(s: State, menu: Menu) -> None:
    for bit in range(3):
        if (s.legal >> bit) & 1:
            offer(menu, SUBACTIONS[bit])
