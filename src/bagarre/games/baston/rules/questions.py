"""Who must answer, what the answers are, and what becomes of them. `refusal` is the one source of legality."""

from bagarre.kernel.events import emit
from bagarre.kernel.menu import Menu, offer
from bagarre.kernel.operations import kept, resolving
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
    CHAIR_FLIES_EIGHT,
    COMMIT,
    CROSS,
    DECLINE,
    DEXTERITY,
    DROP,
    FACE,
    FAR,
    FLIGHT_STOPS,
    GET,
    GO,
    IGNORE,
    JUST_TAKEN,
    KEEP,
    LEAF_AT,
    NEXT,
    NO_BOLT,
    NO_LEAF,
    NO_WEAPON,
    NOT_A_TARGET,
    NOT_ASKED,
    NOT_CARRIED,
    NOT_IN_FRONT,
    NOT_NOW,
    NOT_ON_SHEET,
    NOT_WORN,
    NOT_WRITING,
    ONE,
    ORDER,
    ORDER_ARG,
    ORDER_COUNT,
    ORDER_KIND,
    OVER,
    PART_IMPOSSIBLE,
    PENCIL_THERE,
    PLACE,
    PUSH,
    PUT_ON,
    REST,
    ROB,
    RUN,
    SECOND_ROUND,
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
    TWO_ROUNDS,
    VERBS,
    WITH,
    WRITING_ONLY,
)
from ..events import FACES
from ..state import BOXES, CHAIR, ITEM_KINDS, NOBODY, NOTHING, VEST, State
from .blows import KIND, target_in_hand
from .destroying import smash_refusal, tip_refusal
from .doors import BOLT_TOO, closing_refusal, opening_refusal
from .geometry import is_front
from .hits import column_of, part_possible, row_in_hand
from .machine import (
    BLOWS,
    NO,
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
    REFUSED,
    YES,
)
from .objects import has
from .people import tag
from .pushing import push_refusal
from .robbing import can_strip, on_sheet, rob_refusal, wear_refusal
from .sequence import FINISHED, advance, sheets_closed
from .setup import (
    CHOOSE_DEXTERITY,
    CHOOSE_SPEED,
    CHOOSE_STRENGTH,
    MADE_OR_BUILT,
    PURSE,
    SHOPPING,
    STAT_POINTS,
    buy_refusal,
    equip,
    next_to_build,
    place_at,
    place_refusal,
    points_refusal,
    ready_refusal,
    take_ready,
)
from .sheet import (
    box_refusal,
    longest_run,
    move_pencil,
    next_box,
    order_refusal,
    page_of,
    sheet_refusal,
    write,
    writing_refusal,
)
from .taking import taking_refusal
from .throwing import HARD, LONGEST_CHAIR_THROW, ONLY, WAY, flight_column, reach_of_flight

OFFERED = {
    Q_BUILD: (TAKE_READY, BUILD, STRENGTH, DEXTERITY, SPEED, BUY, SHUT_PURSE),
    Q_PLACE: (PLACE,),
    Q_FACE: (FACE,),
    Q_NEXT: (NEXT,),
    Q_DROP: (DROP, GO),
    Q_CHAIR: (DROP, KEEP),
    Q_CROSS: (CROSS, GO),
    Q_WEAPON: (WITH, DECLINE),
    Q_HOW_MANY: (ONE, ALL),
    Q_STRIKE: (STRIKE, BESIDE),
    Q_PART: (AIM,),
    Q_AIM_AT: (AIM_AT,),
    Q_OPEN: (LEAF_AT, DECLINE),
    Q_CLOSE: (LEAF_AT, BOLT_AT, DECLINE),
    Q_TAKE: (TAKE, DECLINE),
    Q_MAKE_ROOM: (DROP, DECLINE),
    Q_THROW: (THROW, DECLINE),
    Q_MODE: (AGGRESSIVE, TACTICAL, DECLINE),
    Q_TOWARDS: (TOWARDS, DECLINE),
    Q_FAR: (FAR, DECLINE),
    Q_MEET: (ATTACK, IGNORE),
    Q_BREAK: (BREAK, DECLINE),
    Q_PUSH: (PUSH, DECLINE),
    Q_TIP: (TIP, DECLINE),
    Q_SMASH: (SMASH, DECLINE),
    Q_ROB: (ROB, DECLINE),
    Q_GET: (GET, DECLINE),
    Q_WEAR: (PUT_ON, TAKE_OFF, DECLINE),
    Q_CALL: (CALL, DECLINE),
}
"""The verbs that answer each question, in the order of the menu; `offer_writing` offers what is written on sheets."""
_OFFERED = table([verb + 1 for verb in OFFERED.get(question, ())] or [0] for question in range(Q_CALL + 1))
_FIRST = table(verb.args.start for verb in VERBS.verbs)
_LAST = table(verb.args.stop for verb in VERBS.verbs)


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
    if s.ask == Q_SHEETS:
        return sheets_refusal(s, seat, verb, arg)
    if s.ask == Q_BUILD:
        return build_refusal(s, seat, verb, arg)
    if ORDER <= verb <= COMMIT:
        return NOT_WRITING
    if s.ask <= Q_CROSS:
        return simple_refusal(s, verb, arg)
    if s.ask <= Q_AIM_AT:
        return blow_refusal(s, verb, arg)
    if s.ask <= Q_BREAK:
        return quick_refusal(s, verb, arg)
    return long_refusal(s, verb, arg)


@rule
def sheets_refusal(s: State, seat: int, verb: int, arg: int) -> int:
    c = s.page[seat]
    if verb == ORDER:
        return writing_refusal(s, seat, arg)
    if verb == BOX:
        return PENCIL_THERE if arg == s.box[seat] else box_refusal(s, c, arg)
    if verb == SHEET:
        return sheet_refusal(s, seat, arg)
    if verb == ASK_DROP or verb == COMMIT:
        return 0
    return WRITING_ONLY


@rule
def build_refusal(s: State, seat: int, verb: int, arg: int) -> int:
    c = s.page[seat]
    stage = s.box[seat]
    if verb == TAKE_READY and stage == MADE_OR_BUILT:
        return ready_refusal(s, arg)
    if verb == BUILD and stage == MADE_OR_BUILT:
        return 0
    if verb == STRENGTH and stage == CHOOSE_STRENGTH:
        return points_refusal(s, 0, arg, 3)
    if verb == DEXTERITY and stage == CHOOSE_DEXTERITY:
        return points_refusal(s, s.strength[c], arg, 2)
    if verb == SPEED and stage == CHOOSE_SPEED:
        return points_refusal(s, s.strength[c] + s.dexterity[c], arg, 1)
    if verb == BUY and stage == SHOPPING:
        return buy_refusal(s, c, arg)
    if verb == SHUT_PURSE and stage == SHOPPING:
        return 0
    return NOT_NOW


@rule
def simple_refusal(s: State, verb: int, arg: int) -> int:
    """Set-up, breath, dropping, crossing."""
    c = s.asked
    if s.ask == Q_PLACE:
        return place_refusal(s, s.seat_of[c], arg) if verb == PLACE else NOT_NOW
    if s.ask == Q_FACE:
        return 0 if verb == FACE else NOT_NOW
    if s.ask == Q_NEXT:
        return 0 if verb == NEXT else NOT_NOW
    if s.ask == Q_DROP:
        if verb == DROP:
            return 0 if arg != NOTHING and has(s, c, arg) else NOT_CARRIED
        return 0 if verb == GO else NOT_NOW
    if s.ask == Q_CHAIR:
        if verb == DROP:
            return 0 if arg == CHAIR else NOT_CARRIED
        return 0 if verb == KEEP else NOT_NOW
    return 0 if verb == CROSS or verb == GO else NOT_NOW


@rule
def blow_refusal(s: State, verb: int, arg: int) -> int:
    """Weapon, number of targets, strike or beside, part."""
    c = s.asked
    if s.ask == Q_WEAPON:
        if verb == WITH:
            # Fist, or a weapon carried: anything from the club to the chair (BA-CP-1).
            return 0 if arg == NOTHING or (arg <= CHAIR and has(s, c, arg)) else NO_WEAPON
        return 0 if verb == DECLINE else NOT_NOW
    if s.ask == Q_HOW_MANY:
        return 0 if verb == ONE or verb == ALL else NOT_NOW
    if s.ask == Q_STRIKE:
        return 0 if verb == STRIKE or verb == BESIDE else NOT_NOW
    if s.ask == Q_AIM_AT:
        if verb != AIM_AT:
            return NOT_NOW
        for i in range(s.target_count):
            if s.letter[s.targets[i]] == arg:
                return 0
        return NOT_A_TARGET
    if verb != AIM:
        return NOT_NOW
    return 0 if aim_possible(s, c, arg) else PART_IMPOSSIBLE


@rule
def aim_possible(s: State, c: int, part: int) -> bool:
    """Is the part among those of the column? (BA-LOC-1)"""
    if resolving(s, BLOWS):
        target = target_in_hand(s)
        return part_possible(s, column_of(s, c, target, row_in_hand(s, c, kept(s, KIND))), part)
    return part_possible(s, flight_column(s, c, s.aim_target), part)


@rule
def quick_refusal(s: State, verb: int, arg: int) -> int:
    """Leaves, objects, throws, bottles."""
    c = s.asked
    if s.ask == Q_MEET:
        return 0 if verb == ATTACK or verb == IGNORE else NOT_NOW
    if verb == DECLINE:
        return 0
    if s.ask == Q_OPEN:
        if verb != LEAF_AT:
            return NOT_NOW
        return opening_refusal(s, c, arg) if arg < s.fixture_count else NO_LEAF
    if s.ask == Q_CLOSE:
        if verb != LEAF_AT and verb != BOLT_AT:
            return NOT_NOW
        why = closing_refusal(s, c, arg) if arg < s.fixture_count else NO_LEAF
        if why:
            return why
        # The bolt is on the side of N (BA-DOOR-9).
        inside = s.fixture_bolt[arg] != 0 and s.fixture_near[arg] == s.at[c]
        return NO_BOLT if verb == BOLT_AT and not inside else 0
    if s.ask == Q_TAKE:
        if verb != TAKE:
            return NOT_NOW
        return taking_refusal(s, c, arg // ITEM_KINDS, arg % ITEM_KINDS)
    if s.ask == Q_MAKE_ROOM:
        if verb != DROP:
            return NOT_NOW
        return 0 if arg != NOTHING and has(s, c, arg) else NOT_CARRIED
    if s.ask == Q_BREAK:
        return 0 if verb == BREAK else NOT_NOW
    return throw_refusal(s, c, verb, arg)


@rule
def throw_refusal(s: State, c: int, verb: int, arg: int) -> int:
    """Object, mode, direction, point (BA-LAN-1…7)."""
    if s.ask == Q_THROW:
        if verb != THROW:
            return NOT_NOW
        only = kept(s, ONLY)
        if arg == NOTHING or not has(s, c, arg):
            return NOT_CARRIED
        return 0 if only == NOTHING or arg == only else JUST_TAKEN
    if s.ask == Q_MODE:
        return 0 if verb == AGGRESSIVE or verb == TACTICAL else NOT_NOW
    if s.ask == Q_TOWARDS:
        if verb != TOWARDS:
            return NOT_NOW
        if not is_front(s.facing[c], arg):
            return NOT_IN_FRONT
        # A tactical throw names a point, so there must be one.
        return FLIGHT_STOPS if kept(s, HARD) == 0 and reach_of_flight(s, c, arg) == 0 else 0
    if verb != FAR:
        return NOT_NOW
    if arg > reach_of_flight(s, c, kept(s, WAY)):
        return FLIGHT_STOPS
    return CHAIR_FLIES_EIGHT if s.weapon == CHAIR and arg > LONGEST_CHAIR_THROW else 0


@rule
def long_refusal(s: State, verb: int, arg: int) -> int:
    """Pushes, tables, destruction, pockets, clothes, the telephone."""
    c = s.asked
    if verb == DECLINE:
        return 0
    if s.ask == Q_PUSH:
        if verb != PUSH:
            return NOT_NOW
        return push_refusal(s, c, arg)
    if s.ask == Q_TIP:
        if verb != TIP:
            return NOT_NOW
        return tip_refusal(s, c, arg)
    if s.ask == Q_SMASH:
        if verb != SMASH:
            return NOT_NOW
        return smash_refusal(s, c, arg)
    if s.ask == Q_ROB:
        if verb != ROB:
            return NOT_NOW
        return rob_refusal(s, c, by_letter(s, arg))
    if s.ask == Q_GET:
        if verb != GET:
            return NOT_NOW
        return 0 if on_sheet(s, s.timed_what[c], arg) else NOT_ON_SHEET
    if s.ask == Q_WEAR:
        if verb == PUT_ON:
            return wear_refusal(s, c, VEST + arg)
        if verb == TAKE_OFF:
            return 0 if can_strip(s, c, VEST + arg) else NOT_WORN
        return NOT_NOW
    return 0 if verb == CALL else NOT_NOW


@rule
def by_letter(s: State, letter: int) -> int:
    for c in range(s.crowd):
        if s.letter[c] == letter:
            return c
    return NOBODY


# The menu.


@rule
def choices(s: State, seat: int, menu: Menu) -> None:
    """What the question offers, in the order of OFFERED, as far as it is legal."""
    if s.ask == Q_SHEETS:
        offer_writing(s, seat, menu)
        return
    offered = _OFFERED[s.ask]
    for i in range(len(offered)):
        verb = offered[i] - 1
        if verb >= 0:
            for arg in range(_FIRST[verb], _LAST[verb]):
                if refusal(s, seat, verb, arg) == 0:
                    offer(menu, verb, arg)


@rule
def offer_writing(s: State, seat: int, menu: Menu) -> None:
    """Orders for the box under the pencil, the other boxes and sheets, the signature: what `sheets_refusal` allows, found quickly."""
    c = s.page[seat]
    b = s.box[seat]
    if b != NOBODY:
        offer_orders(s, c, b, menu)
    for box in range(BOXES):
        if box != b and box_refusal(s, c, box) == 0:
            offer(menu, BOX, box)
    for other in range(s.crowd):
        if other != c and s.seat_of[other] == seat and s.editable[other]:
            offer(menu, SHEET, s.letter[other])
    offer(menu, ASK_DROP)
    offer(menu, COMMIT)


@rule
def offer_orders(s: State, c: int, b: int, menu: Menu) -> None:
    """Rest, then the orders of the round."""
    offer(menu, ORDER, REST)
    if b & 1:
        for code in range(SECOND_ROUND, TWO_ROUNDS):
            if order_refusal(s, c, b, code) == 0:
                offer(menu, ORDER, code)
        return
    farthest = longest_run(s, c)
    for code in range(1, SECOND_ROUND):
        if ORDER_KIND[code] != RUN or ORDER_ARG[code] <= farthest:
            offer(menu, ORDER, code)
    for code in range(TWO_ROUNDS, ORDER_COUNT):
        offer(menu, ORDER, code)


# Answers.


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    """Trust the choice, and go on as far as possible."""
    if s.ask == Q_SHEETS:
        answer_sheet(s, seat, verb, arg)
    elif s.ask == Q_BUILD:
        answer_building(s, seat, verb, arg)
    elif s.ask == Q_PLACE:
        s.ask = NO_QUESTION
        place_at(s, s.asked, arg)
    elif s.ask == Q_FACE:
        s.ask = NO_QUESTION
        s.facing[s.asked] = arg
        emit(s, FACES, tag(s, s.asked), arg)
    else:
        s.result = answer(s, verb, arg)
        s.ask = NO_QUESTION
    if s.ask == NO_QUESTION:
        s.asked = 0
    advance(s)


@rule
def answer(s: State, verb: int, arg: int) -> int:
    """The number that the waiting operation expects."""
    if verb == DECLINE or (verb == GO and s.ask == Q_DROP):
        return REFUSED
    if verb == DROP:
        return YES if s.ask == Q_CHAIR else arg
    if verb == STRIKE or verb == ALL or verb == CROSS or verb == ATTACK or verb == AGGRESSIVE or verb == BREAK:
        return YES
    if verb == AIM_AT or verb == ROB:
        return by_letter(s, arg)
    if verb == BOLT_AT:
        return BOLT_TOO + arg
    if verb == PUT_ON:
        return VEST + arg
    if verb == TAKE_OFF:
        return -VEST - arg
    if verb == BESIDE or verb == ONE or verb == GO or verb == IGNORE or verb == TACTICAL or verb == KEEP:
        return NO
    return arg


@rule
def answer_sheet(s: State, seat: int, verb: int, arg: int) -> None:
    """The pencil, the eraser, and the signature."""
    c = s.page[seat]
    if verb == ORDER:
        write(s, c, s.box[seat], arg)
        move_pencil(s, seat)
    elif verb == BOX:
        s.box[seat] = arg
    elif verb == SHEET:
        s.page[seat] = page_of(s, seat, arg)
        s.box[seat] = next_box(s, s.page[seat])
    elif verb == ASK_DROP:
        s.asks[c] = 1 - s.asks[c]
    else:
        s.writers &= ~(1 << seat)
        if s.writers == 0:
            sheets_closed(s)


@rule
def answer_building(s: State, seat: int, verb: int, arg: int) -> None:
    """16 points, then 8 more (BA-CHAR-2, BA-EQUIP-2)."""
    c = s.page[seat]
    if verb == TAKE_READY:
        take_ready(s, c, arg)
        next_to_build(s, seat)
    elif verb == BUILD:
        s.box[seat] = CHOOSE_STRENGTH
    elif verb == STRENGTH:
        s.strength[c] = arg
        s.box[seat] = CHOOSE_DEXTERITY
    elif verb == DEXTERITY:
        s.dexterity[c] = arg
        s.box[seat] = CHOOSE_SPEED
    elif verb == SPEED:
        s.speed[c] = arg
        s.constitution[c] = STAT_POINTS - s.strength[c] - s.dexterity[c] - arg
        s.purse[c] = PURSE
        s.box[seat] = SHOPPING
    elif verb == BUY:
        s.purse[c] -= s.cost[arg]
        equip(s, c, arg)
    else:
        s.purse[c] = 0
        next_to_build(s, seat)
