"""Who must answer what: every question with its answers, in the order of the menu, why not, and what becomes of them."""

from bagarre.kernel.menu import Menu
from bagarre.kernel.phases import Answer, PhaseBook
from bagarre.kernel.rule import rule, table

from ..choices import (
    AGGRESSIVE,
    AIM,
    AIM_AT,
    ALL,
    ALREADY_COMMITTED,
    ASK_DROP,
    ATTACK,
    BESIDE,
    BOLT_AT,
    BOX,
    BREAK,
    BUILD,
    BUY,
    CALL,
    COMMIT,
    CROSS,
    DECLINE,
    DEXTERITY,
    DROP,
    FACE,
    FAR,
    GET,
    GO,
    IGNORE,
    KEEP,
    LEAF_AT,
    NEXT,
    NOT_ASKED,
    NOT_NOW,
    NOT_WRITING,
    ONE,
    ORDER,
    OVER,
    PLACE,
    PUSH,
    PUT_ON,
    ROB,
    SHEET,
    SHUT_PURSE,
    SMASH,
    SPEED,
    STRENGTH,
    STRIKE,
    TACTICAL,
    TAKE,
    TAKE_OFF,
    TAKE_READY,
    THROW,
    TIP,
    TOWARDS,
    VERBS,
    WITH,
    WRITING_ONLY,
)
from ..state import State
from .answers import (
    bolt_refusal,
    carrying_refusal,
    chair_only_refusal,
    face_where,
    far_refusal,
    gear_of,
    get_refusal,
    missile_refusal,
    part_refusal,
    place_where,
    place_why_not,
    take_off_refusal,
    take_why_not,
    target_refusal,
    tell,
    tell_bolt,
    tell_no,
    tell_refused,
    tell_take_off,
    tell_yes,
    towards_refusal,
    weapon_refusal,
)
from .building import (
    begin_points,
    begin_points_refusal,
    buy,
    dexterity_refusal,
    ready_made_refusal,
    set_dexterity,
    set_speed,
    set_strength,
    shopping_refusal,
    shut_purse,
    shut_purse_refusal,
    speed_refusal,
    strength_refusal,
    take_ready_made,
)
from .destroying import smash_refusal, tip_refusal
from .doors import closing_refusal, opening_refusal
from .machine import (
    NO_QUESTION,
    Q_AIM_AT,
    Q_BREAK,
    Q_BUILD,
    Q_CALL,
    Q_CHAIR,
    Q_CLOSE,
    Q_CROSS,
    Q_DROP,
    Q_FACE,
    Q_FAR,
    Q_GET,
    Q_HOW_MANY,
    Q_MAKE_ROOM,
    Q_MEET,
    Q_MODE,
    Q_NEXT,
    Q_OPEN,
    Q_PART,
    Q_PLACE,
    Q_PUSH,
    Q_ROB,
    Q_SHEETS,
    Q_SMASH,
    Q_STRIKE,
    Q_TAKE,
    Q_THROW,
    Q_TIP,
    Q_TOWARDS,
    Q_WEAPON,
    Q_WEAR,
)
from .people import by_letter
from .pushing import push_refusal
from .robbing import rob_refusal, wear_refusal
from .sequence import FINISHED, advance, hand_in
from .sheet import (
    move_to_box,
    move_to_sheet,
    offer_orders,
    offer_sheets,
    pencil_refusal,
    sheet_refusal,
    switch_asking,
    write_order,
    writing_refusal,
)

QUESTIONS = PhaseBook(VERBS, "ask", otherwise=NOT_NOW, handed={"c": "asked"})

# Together and in secret: characters are built, sheets are written.
QUESTIONS.phase(Q_BUILD, takes=[
    Answer(TAKE_READY, take_ready_made, why_not=ready_made_refusal),
    Answer(BUILD, begin_points, why_not=begin_points_refusal),
    Answer(STRENGTH, set_strength, why_not=strength_refusal),
    Answer(DEXTERITY, set_dexterity, why_not=dexterity_refusal),
    Answer(SPEED, set_speed, why_not=speed_refusal),
    Answer(BUY, buy, why_not=shopping_refusal),
    Answer(SHUT_PURSE, shut_purse, why_not=shut_purse_refusal),
])  # fmt: skip
QUESTIONS.phase(Q_SHEETS, otherwise=WRITING_ONLY, takes=[
    Answer(ORDER, write_order, why_not=writing_refusal, offers=offer_orders),
    Answer(BOX, move_to_box, why_not=pencil_refusal),
    Answer(SHEET, move_to_sheet, why_not=sheet_refusal, offers=offer_sheets),
    Answer(ASK_DROP, switch_asking),
    Answer(COMMIT, hand_in),
])  # fmt: skip

# Set-up, and a breath in the film.
QUESTIONS.phase(Q_PLACE, takes=[Answer(PLACE, place_where, why_not=place_why_not)])
QUESTIONS.phase(Q_FACE, takes=[Answer(FACE, face_where)])
QUESTIONS.phase(Q_NEXT, takes=[Answer(NEXT, tell)])

# Before an order.
QUESTIONS.phase(Q_DROP, takes=[Answer(DROP, tell, why_not=carrying_refusal), Answer(GO, tell_refused)])
QUESTIONS.phase(Q_CHAIR, takes=[Answer(DROP, tell_yes, why_not=chair_only_refusal), Answer(KEEP, tell_no)])
QUESTIONS.phase(Q_CROSS, takes=[Answer(CROSS, tell_yes), Answer(GO, tell_no)])

# Blows.
QUESTIONS.phase(Q_WEAPON, takes=[Answer(WITH, tell, why_not=weapon_refusal), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(Q_HOW_MANY, takes=[Answer(ONE, tell_no), Answer(ALL, tell_yes)])
QUESTIONS.phase(Q_STRIKE, takes=[Answer(STRIKE, tell_yes), Answer(BESIDE, tell_no)])
QUESTIONS.phase(Q_PART, takes=[Answer(AIM, tell, why_not=part_refusal)])
QUESTIONS.phase(Q_AIM_AT, takes=[Answer(AIM_AT, tell, why_not=target_refusal, reads=by_letter)])

# Quick actions.
QUESTIONS.phase(Q_OPEN, takes=[Answer(LEAF_AT, tell, why_not=opening_refusal), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(Q_CLOSE, takes=[
    Answer(LEAF_AT, tell, why_not=closing_refusal),
    Answer(BOLT_AT, tell_bolt, why_not=bolt_refusal),
    Answer(DECLINE, tell_refused),
])  # fmt: skip
QUESTIONS.phase(Q_TAKE, takes=[Answer(TAKE, tell, why_not=take_why_not), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(
    Q_MAKE_ROOM, takes=[Answer(DROP, tell, why_not=carrying_refusal), Answer(DECLINE, tell_refused)]
)
QUESTIONS.phase(Q_BREAK, takes=[Answer(BREAK, tell_yes), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(Q_THROW, takes=[Answer(THROW, tell, why_not=missile_refusal), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(
    Q_MODE, takes=[Answer(AGGRESSIVE, tell_yes), Answer(TACTICAL, tell_no), Answer(DECLINE, tell_refused)]
)
QUESTIONS.phase(
    Q_TOWARDS, takes=[Answer(TOWARDS, tell, why_not=towards_refusal), Answer(DECLINE, tell_refused)]
)
QUESTIONS.phase(Q_FAR, takes=[Answer(FAR, tell, why_not=far_refusal), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(Q_MEET, takes=[Answer(ATTACK, tell_yes), Answer(IGNORE, tell_no)])

# Long actions.
QUESTIONS.phase(Q_PUSH, takes=[Answer(PUSH, tell, why_not=push_refusal), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(Q_TIP, takes=[Answer(TIP, tell, why_not=tip_refusal), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(Q_SMASH, takes=[Answer(SMASH, tell, why_not=smash_refusal), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(
    Q_ROB, takes=[Answer(ROB, tell, why_not=rob_refusal, reads=by_letter), Answer(DECLINE, tell_refused)]
)
QUESTIONS.phase(Q_GET, takes=[Answer(GET, tell, why_not=get_refusal), Answer(DECLINE, tell_refused)])
QUESTIONS.phase(Q_WEAR, takes=[
    Answer(PUT_ON, tell, why_not=wear_refusal, reads=gear_of),
    Answer(TAKE_OFF, tell_take_off, why_not=take_off_refusal, reads=gear_of),
    Answer(DECLINE, tell_refused),
])  # fmt: skip
QUESTIONS.phase(Q_CALL, takes=[Answer(CALL, tell), Answer(DECLINE, tell_refused)])

_, offer_answers, answer_refusal, take_answer = QUESTIONS.ladders()

ON_SHEETS = table(1 if verb.number in (ORDER, BOX, SHEET, ASK_DROP, COMMIT) else 0 for verb in VERBS.verbs)
"""The verbs of the pencil."""


@rule
def setup(s: State) -> None:
    """Everything that `content.prepare` filled in is in place: go on to the first question."""
    advance(s)


@rule
def deciders(s: State) -> int:
    if s.step == FINISHED:
        return 0
    if s.ask == Q_SHEETS or s.ask == Q_BUILD:
        return s.writers
    return 1 << s.seat_of[s.asked]


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    """Why the choice is not allowed, 0 when it is."""
    if s.step == FINISHED:
        return OVER
    if deciders(s) >> seat & 1 == 0:
        return ALREADY_COMMITTED if s.ask == Q_SHEETS else NOT_ASKED
    if ON_SHEETS[verb] and s.ask != Q_SHEETS and s.ask != Q_BUILD:
        return NOT_WRITING
    return answer_refusal(s, seat, verb, arg)


@rule
def choices(s: State, seat: int, menu: Menu) -> None:
    """What the question offers, as far as nothing speaks against it."""
    if deciders(s) >> seat & 1:
        offer_answers(s, seat, menu)


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    """Trust the choice, and go on as far as possible."""
    take_answer(s, seat, verb, arg)
    if s.ask == NO_QUESTION:
        s.asked = 0
    advance(s)
