"""What a gang observes, as numbers for learning. Seats are counted from the reader; characters have the numbers of their letters.

The map is that of the board, 20 × 20 points, rows first; smaller boards leave the rest empty.
"""

from typing import Any

from bagarre.kernel.pieces import PieceBook, choose_one, put, put_count, seen_from
from bagarre.kernel.rule import rule

from .choices import HIDDEN_ORDER, ORDER_COUNT, ORDER_KIND, ORDER_KINDS
from .rules.machine import Q_BUILD, Q_SHEETS
from .rules.people import side_of
from .rules.score import side_points
from .state import (
    BARRED,
    BOXES,
    CHAIR_HERE,
    CROWD,
    FIXTURES,
    FLOOR_OBJECTS,
    ITEM_KINDS,
    ITEMS,
    NOBODY,
    NOTHING,
    PARTS,
    POINTS,
    SEATS,
    SIDE,
    SLOTS,
    TOP_OBJECTS,
    State,
)

QUESTIONS = (
    "nothing", "sheets", "build", "place", "face", "next", "drop", "chair", "cross", "weapon", "how_many", "strike", "part",
    "aim_at", "open", "close", "take", "make_room", "throw", "mode", "towards", "far", "meet", "break", "push", "tip", "smash",
    "rob", "get", "wear", "call",
)  # fmt: skip
STEPS = (
    "building", "ranking", "presenting", "placing", "facing", "programming", "revealing", "opening", "acting", "naming",
    "pushing", "long_acting", "counting_down", "checking", "reprogramming", "closing", "finished",
)  # fmt: skip
TRAITS = ("strength", "dexterity", "speed", "constitution")
FATES = ("in_play", "hs", "out")
DIRECTIONS = tuple(str(d) for d in range(1, 9))

PIECES = PieceBook()
THERE = PIECES.flags("there", SEATS, tells="the seats of this table")
QUESTION = PIECES.one_of("question", options=QUESTIONS, tells="what is asked")
STEP = PIECES.one_of("step", options=STEPS, tells="where the turn stands")
TURN = PIECES.counts("turn", most=60, tells="turns so far")
TURNS_LEFT = PIECES.counts("turns_left", most=60, tells="turns to come")
SEQUENCE = PIECES.one_of("sequence", options=3, tells="the sequence of the turn")
WRITERS = PIECES.flags("writers", SEATS, tells="who has not handed in yet")
POINTS_OF = PIECES.signed("points", SEATS, most=60, tells="victory points so far")
CURRENT = PIECES.one_of(
    "current", options=CROWD, tells="the character asked, or whose sheet the reader writes"
)
BOX = PIECES.one_of("box", options=BOXES, tells="the box under the reader's pencil")
SHEET = PIECES.one_of(
    "sheet", BOXES, options=ORDER_KINDS, tells="kinds of order on the sheet of the current character"
)

OWNER = PIECES.one_of("gang", CROWD, options=SEATS, tells="whose each character is")
TRAIT = PIECES.counts(
    "characteristics", CROWD, 4, most=7, options=TRAITS, tells="zero where the sheet is hidden"
)
HP = PIECES.counts("hp", CROWD, 5, most=8, options=PARTS, tells="hit points of each part")
ROW = PIECES.counts("row", CROWD, most=SIDE, tells="where each character is, from the first row")
COLUMN = PIECES.counts("column", CROWD, most=SIDE, tells="and from the first column")
DOWN = PIECES.signed("down", CROWD, most=SIDE, tells="rows from the current character")
ACROSS = PIECES.signed("across", CROWD, most=SIDE, tells="columns from the current character")
ON_BOARD = PIECES.flags("on_board", CROWD, tells="it stands or lies on the board")
FACING = PIECES.one_of("facing", CROWD, options=DIRECTIONS, tells="where each looks")
PRONE = PIECES.flags("prone", CROWD, tells="who lies")
FATE = PIECES.one_of("fate", CROWD, options=FATES, tells="in play, knocked out, or out")
STUN = PIECES.counts("stun", CROWD, most=6, tells="stun sequences outstanding")
STUNNED = PIECES.flags("stunned", CROWD, tells="this sequence is one of them")
DONE = PIECES.flags("done", CROWD, tells="the orders of the sequence are executed")
HOLDS = PIECES.flags("holds", CROWD, tells="it holds somebody")
HELD = PIECES.flags("held", CROWD, tells="somebody holds it")
LONG = PIECES.flags("long_action", CROWD, tells="a long action is under way")
OWES = PIECES.flags("owes_rest", CROWD, tells="it owes a rest")
CARRIED = PIECES.counts(
    "carried", CROWD, ITEM_KINDS, most=SLOTS, options=ITEMS, tells="objects that each carries"
)
GARMENT = PIECES.flags("garment", CROWD, tells="it wears leather")
BOOTS = PIECES.flags("boots", CROWD, tells="it wears boots")
HELMET = PIECES.flags("helmet", CROWD, tells="it wears a helmet")
ORDERS = PIECES.counts(
    "orders", CROWD, BOXES, most=ORDER_COUNT, tells="orders that the reader knows, by their number; 0 rests"
)
UNKNOWN = PIECES.flags("unknown_orders", CROWD, BOXES, tells="orders that the reader does not know")

GROUND = PIECES.counts("ground", POINTS, most=16, tells="kind of ground; 8 more indoors")
FURNITURE = PIECES.flags("furniture", POINTS, tells="furniture, chairs apart")
CHAIRS = PIECES.flags("chairs", POINTS, tells="a chair stands there")
OBJECTS = PIECES.flags("objects", POINTS, tells="objects lie there")
WALL_EAST = PIECES.flags("wall_east", POINTS, tells="the way east is barred")
WALL_SOUTH = PIECES.flags("wall_south", POINTS, tells="the way south is barred")
FIXTURE = PIECES.one_of(
    "fixtures",
    FIXTURES,
    options=("closed", "open", "destroyed", "bolted"),
    tells="doors, windows, panes, telephone",
)


@rule
def observe(s: State, seat: int, o: Any) -> None:
    here = current(s, seat)
    choose_one(o, QUESTION, s.ask)
    choose_one(o, STEP, s.step)
    put_count(o, TURN, s.turn, 60)
    put_count(o, TURNS_LEFT, s.turns - s.turn, 60)
    choose_one(o, SEQUENCE, s.sequence)
    choose_one(o, CURRENT, here)
    for i in range(s.seats):
        other = (seat + i) % s.seats
        o[THERE + i] = 1
        o[WRITERS + i] = (s.writers >> other) & 1
        put(o, POINTS_OF + i, side_points(s, side_of(s, other)), 60)
    if s.ask == Q_SHEETS and s.box[seat] >= 0:
        choose_one(o, BOX, s.box[seat])
    if here != NOBODY:
        for b in range(BOXES):
            if s.orders[here][b] != HIDDEN_ORDER:
                choose_one(o, SHEET + ORDER_KINDS * b, ORDER_KIND[s.orders[here][b]])
    for c in range(s.crowd):
        observe_character(s, seat, c, o)
        observe_place(s, c, here, o)
    observe_map(s, o)


@rule
def current(s: State, seat: int) -> int:
    """The character that the reader's choice is about; otherwise the one whose owner is asked."""
    if s.ask == Q_SHEETS or s.ask == Q_BUILD:
        return s.page[seat] + 0 if s.page[seat] >= 0 else NOBODY
    return s.asked + 0


@rule
def observe_character(s: State, seat: int, c: int, o: Any) -> None:
    choose_one(o, OWNER + SEATS * c, seen_from(seat, s.seat_of[c], s.seats))
    put_count(o, TRAIT + 4 * c, s.strength[c], 7)
    put_count(o, TRAIT + 4 * c + 1, s.dexterity[c], 7)
    put_count(o, TRAIT + 4 * c + 2, s.speed[c], 7)
    put_count(o, TRAIT + 4 * c + 3, s.constitution[c], 7)
    for part in range(5):
        put_count(o, HP + 5 * c + part, s.hp[c][part], 8)
    choose_one(o, FATE + 3 * c, s.fate[c])
    put_count(o, STUN + c, s.stun[c], 6)
    o[STUNNED + c] = 1 if s.circled[c] else 0
    o[DONE + c] = 1 if s.done[c] else 0
    o[HOLDS + c] = 1 if s.holds[c] else 0
    o[HELD + c] = 1 if s.held_by[c] else 0
    o[LONG + c] = 1 if s.timed[c] else 0
    o[OWES + c] = 1 if s.owes_rest[c] else 0
    o[GARMENT + c] = 1 if s.garment[c] != NOTHING else 0
    o[BOOTS + c] = 1 if s.boots[c] else 0
    o[HELMET + c] = 1 if s.helmet[c] else 0
    for item in range(NOTHING + 1, ITEM_KINDS):
        count = 0
        for i in range(SLOTS):
            count += 1 if s.carried[c][i] == item else 0
        if count > 0:
            put_count(o, CARRIED + ITEM_KINDS * c + item, count, SLOTS)
    for b in range(BOXES):
        if s.orders[c][b] == HIDDEN_ORDER:
            o[UNKNOWN + BOXES * c + b] = 1
        else:
            put_count(o, ORDERS + BOXES * c + b, s.orders[c][b], ORDER_COUNT)


@rule
def observe_place(s: State, c: int, here: int, o: Any) -> None:
    p = s.at[c]
    if p < 0:
        return
    o[ON_BOARD + c] = 1
    put_count(o, ROW + c, p // SIDE + 1, SIDE)
    put_count(o, COLUMN + c, p % SIDE + 1, SIDE)
    choose_one(o, FACING + 8 * c, s.facing[c])
    o[PRONE + c] = 1 if s.prone[c] else 0
    if here != NOBODY and s.at[here] >= 0:
        put(o, DOWN + c, p // SIDE - s.at[here] // SIDE, SIDE)
        put(o, ACROSS + c, p % SIDE - s.at[here] % SIDE, SIDE)


@rule
def observe_map(s: State, o: Any) -> None:
    for row in range(s.rows):
        for column in range(s.columns):
            p = SIDE * row + column
            put_count(o, GROUND + p, s.ground[p] + 1, 16)
            if s.piece[p]:
                o[FURNITURE + p] = 1
            litter = s.litter[p]
            if litter & CHAIR_HERE:
                o[CHAIRS + p] = 1
            if litter & (FLOOR_OBJECTS | TOP_OBJECTS):
                o[OBJECTS + p] = 1
            if s.links[p] & BARRED:
                o[WALL_EAST + p] = 1
            if (s.links[p] >> 4) & BARRED:
                o[WALL_SOUTH + p] = 1
    for i in range(s.fixture_count):
        if s.fixture_kind[i] > 0:
            choose_one(o, FIXTURE + 4 * i, s.fixture_state[i])
