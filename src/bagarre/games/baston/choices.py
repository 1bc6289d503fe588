"""What a player can write and answer, and why not.

The orders of the sheet keep their printed notation to the letter: `M6G`, `CS`, `PRE/LAN`, `C3`, `-`.
"""

from typing import Any

from bagarre.kernel.menu import ReasonBook, VerbBook
from bagarre.kernel.rule import table

from .state import CROWD, FIXTURES, ITEMS, PARTS, READY, SIDE

# Orders (BA-PROG-2…5): kind, direction or length, suffix.
(
    REST, WALK, CRAWL, JUMP, VAULT, RUN, STAND_UP, LIE_DOWN, PIVOT_LEFT, PIVOT_RIGHT, PIVOT_TO,
    CB, CP, CS, CV, CJ, CT, OUV, FER, PRE, LAN, BRI, POU, REN, DES, TAX, MET, TEL,
    PRE_LAN, PRE_CP, PRE_BRI, BRI_CP,
) = range(32)  # fmt: skip
ORDER_KINDS = 32


def _kinds(*kinds: int) -> Any:
    """A set of kinds of orders, for rules: 1 for each that belongs to it."""
    return table(1 if kind in kinds else 0 for kind in range(ORDER_KINDS))


IS_BLOW = _kinds(CB, CP, CS, CV, CJ, CT)
LONG_ORDER = _kinds(POU, REN, DES, TAX, MET, TEL)
"""Long actions, at the end of the sequence (BA-EXEC-3)."""
OWES_REST = _kinds(RUN, TAX, MET, TEL)
"""A compulsory rest follows (BA-PROG-6)."""
ON_FEET = _kinds(WALK, JUMP, VAULT, RUN, PIVOT_TO, LIE_DOWN)
"""Only for those who stand."""
WITH_HANDS = _kinds(CP, CT, OUV, FER, PRE, LAN, BRI, POU, REN, DES, TAX, MET, TEL)
STANDING_ONLY = _kinds(CT, OUV, FER, REN, DES, MET, TEL)
"""Those with hands that nobody executes on the ground (BA-PRONE-2, BA-R63)."""
NOT_WITH_CHAIR = _kinds(
    JUMP, VAULT, LIE_DOWN, CB, CS, CV, CJ, CT, OUV, FER, PRE, BRI, POU, REN, DES, TAX, MET, TEL
)
"""Impossible with a chair in hand, unless it is dropped (BA-CHAIR-2)."""
NO_SUFFIX, LEFT, RIGHT = range(3)
SUFFIXES = ("", "G", "D")


def _orders() -> list[tuple[str, int, int, int]]:
    """Every order that can be written: notation, kind, parameter, suffix."""
    words = [("-", REST, 0, 0)]
    for kind, letter in ((WALK, "M"), (CRAWL, "R"), (JUMP, "S")):
        words += [(f"{letter}{d + 1}{SUFFIXES[x]}", kind, d, x) for x in range(3) for d in range(8)]
    words += [(f"F{SUFFIXES[x]}", VAULT, 0, x) for x in range(3)]
    words += [(f"C{n}{SUFFIXES[x]}", RUN, n, x) for x in range(3) for n in range(2, 8)]
    words += [(f"LEV{SUFFIXES[x]}", STAND_UP, 0, x) for x in range(3)]
    words += [(f"TER{SUFFIXES[x]}", LIE_DOWN, 0, x) for x in range(3)]
    words += [("G", PIVOT_LEFT, 0, 0), ("D", PIVOT_RIGHT, 0, 0)]
    words += [(f"P{d + 1}", PIVOT_TO, d, 0) for d in range(8)]
    second = "CB CP CS CV CJ CT OUV FER PRE LAN BRI POU REN DES TAX MET TEL PRE/LAN PRE/CP PRE/BRI BRI/CP"
    words += [(word, CB + i, 0, 0) for i, word in enumerate(second.split())]
    return words


_ORDERS = _orders()
ORDERS = tuple(word for word, _, _, _ in _ORDERS)
ORDER_COUNT = len(ORDERS)
HIDDEN_ORDER = 255
"""An order that the reader may not know; the tables take it for a rest."""
_TAIL = [0] * (256 - ORDER_COUNT)
ORDER_KIND = table([kind for _, kind, _, _ in _ORDERS] + _TAIL)
ORDER_ARG = table([arg for _, _, arg, _ in _ORDERS] + _TAIL)
ORDER_SUFFIX = table([suffix for _, _, _, suffix in _ORDERS] + _TAIL)
NEITHER_ROUND, FIRST_ROUND, SECOND_ROUND, BOTH_ROUNDS = range(4)
_ROUND_OF_KIND = [
    NEITHER_ROUND if kind == REST
    else BOTH_ROUNDS if kind in (PRE_LAN, PRE_CP, PRE_BRI, BRI_CP)
    else SECOND_ROUND if IS_BLOW[kind] or LONG_ORDER[kind] or kind in (OUV, FER, PRE, LAN, BRI)
    else FIRST_ROUND
    for kind in range(ORDER_KINDS)
]  # fmt: skip
ROUND_OF = table([_ROUND_OF_KIND[kind] for _, kind, _, _ in _ORDERS] + _TAIL)
"""Where an order may stand (BA-PROG-2…5); a rest stands anywhere."""


SECOND_ORDERS = tuple(code for code in range(ORDER_COUNT) if ROUND_OF[code] == SECOND_ROUND)
WHOLE_SEQUENCES = tuple(order for code, order in enumerate(ORDERS) if ROUND_OF[code] == BOTH_ROUNDS)
"""The orders that fill a sequence."""

_POINTS = [f"{p // SIDE + 1},{p % SIDE + 1}" for p in range(SIDE * SIDE)]
_REACH = [f"{where} {item}" for where in ("here", *map(str, range(1, 9))) for item in ITEMS]
_GEAR = ("leather_vest", "leather_jacket", "boots", "helmet")
_SMASH = [*(f"link {d}" for d in range(1, 9)), *(f"chair {d}" for d in range(1, 9)), "telephone"]

VERBS = VerbBook()
# Set-up.
TAKE_READY = VERBS.verb("ready", range(READY), kind="ready")
BUILD = VERBS.verb("build")
STRENGTH = VERBS.verb("strength", range(1, 8))
DEXTERITY = VERBS.verb("dexterity", range(1, 8))
SPEED = VERBS.verb("speed", range(1, 8))
BUY = VERBS.verb("buy", names=ITEMS, kind="item")
SHUT_PURSE = VERBS.verb("enough")
PLACE = VERBS.verb("place", names=_POINTS, kind="point")
FACE = VERBS.verb("face", names=[str(d) for d in range(1, 9)], kind="direction")
# The sheet.
ORDER = VERBS.verb("order", names=ORDERS, kind="order", bare=True)
BOX = VERBS.verb("box", names=[str(b) for b in range(1, 7)], kind="box")
SHEET = VERBS.verb("sheet", names=[chr(65 + c) for c in range(CROWD)], kind="letter")
ASK_DROP = VERBS.verb("stop")
COMMIT = VERBS.verb("commit")
# The film.
NEXT = VERBS.verb("next")
DROP = VERBS.verb("drop", names=ITEMS, kind="item")
GO = VERBS.verb("go")
KEEP = VERBS.verb("keep")
CROSS = VERBS.verb("cross")
DECLINE = VERBS.verb("decline")
WITH = VERBS.verb("with", names=("fist", *ITEMS[1:]), kind="weapon_in_hand")
ONE = VERBS.verb("one")
ALL = VERBS.verb("all")
STRIKE = VERBS.verb("strike")
BESIDE = VERBS.verb("beside")
AIM = VERBS.verb("aim", names=PARTS, kind="part")
AIM_AT = VERBS.verb("aim_at", names=[chr(65 + c) for c in range(CROWD)], kind="letter")
ATTACK = VERBS.verb("attack")
IGNORE = VERBS.verb("ignore")
LEAF_AT = VERBS.verb("leaf", range(FIXTURES), kind="fixture")
BOLT_AT = VERBS.verb("bolt", range(FIXTURES), kind="fixture")
TAKE = VERBS.verb("take", names=_REACH, kind="reach")
THROW = VERBS.verb("throw", names=ITEMS, kind="item")
AGGRESSIVE = VERBS.verb("aggressive")
TACTICAL = VERBS.verb("tactical")
TOWARDS = VERBS.verb("towards", names=[str(d) for d in range(1, 9)], kind="direction")
FAR = VERBS.verb("far", range(1, SIDE), kind="n")
BREAK = VERBS.verb("break")
PUSH = VERBS.verb("push", names=[str(d) for d in range(1, 9)], kind="direction")
TIP = VERBS.verb("tip", names=[str(d) for d in range(1, 9)], kind="direction")
SMASH = VERBS.verb("smash", names=_SMASH, kind="smash")
ROB = VERBS.verb("rob", names=[chr(65 + c) for c in range(CROWD)], kind="letter")
GET = VERBS.verb("get", names=(*ITEMS, *(f"worn {item}" for item in _GEAR)), kind="loot")
PUT_ON = VERBS.verb("put_on", names=_GEAR, kind="gear")
TAKE_OFF = VERBS.verb("take_off", names=_GEAR, kind="gear")
CALL = VERBS.verb("call")

REASONS = ReasonBook()
OVER = REASONS.reason("over", "BA-END-1")
NOT_ASKED = REASONS.reason("not_asked", "BA-EXEC-2")
NOT_NOW = REASONS.reason("not_now", "BA-EXEC-2")
WRITING_ONLY = REASONS.reason("writing_only", "BA-PROG-1")
NOT_WRITING = REASONS.reason("not_writing", "BA-PROG-4")
ALREADY_COMMITTED = REASONS.reason("already_committed", "BA-EXEC-1")
ROUND_1_ONLY = REASONS.reason("round_1_only", "BA-PROG-2")
ROUND_2_ONLY = REASONS.reason("round_2_only", "BA-PROG-2")
REST_AFTER_VAULT = REASONS.reason("rest_after_vault", "BA-PROG-6")
OWED_REST = REASONS.reason("owed_rest", "BA-PROG-6")
CIRCLED = REASONS.reason("circled", "BA-PROG-9")
VICIOUS_AFTER_REST = REASONS.reason("vicious_after_rest", "BA-PROG-7")
RUN_LENGTH = REASONS.reason("run_length", "BA-PROG-7")
NO_TELEPHONE = REASONS.reason("no_telephone", "BA-PROG-2")
NO_SUCH_SHEET = REASONS.reason("no_such_sheet", "BA-PROG-1")
PENCIL_THERE = REASONS.reason("pencil_there", "BA-PROG-1")
ALL_WRITTEN = REASONS.reason("all_written", "BA-PROG-10")
NO_SUCH_READY = REASONS.reason("no_such_ready", "BA-CHAR-7")
POINTS_16 = REASONS.reason("points_16", "BA-CHAR-2")
TOO_DEAR = REASONS.reason("too_dear", "BA-EQUIP-2")
SIX_BOXES = REASONS.reason("six_boxes", "BA-EQUIP-9")
NOT_SOLD = REASONS.reason("not_sold", "BA-EQUIP-2")
OUTSIDE_ZONE = REASONS.reason("outside_zone", "BA-SETUP-5")
NOT_CARRIED = REASONS.reason("not_carried", "BA-OBJ-1")
NO_WEAPON = REASONS.reason("no_weapon", "BA-CP-1")
PART_IMPOSSIBLE = REASONS.reason("part_impossible", "BA-LOC-1")
NOT_A_TARGET = REASONS.reason("not_a_target", "BA-BLOW-2")
NOT_IN_REACH = REASONS.reason("not_in_reach", "BA-PRE-1")
NOT_LYING_THERE = REASONS.reason("not_lying_there", "BA-PRE-1")
WRONG_LEVEL = REASONS.reason("wrong_level", "BA-PRE-2")
UNDER_TABLE = REASONS.reason("under_table", "BA-PRE-4")
CHAIR_NEEDS_ARMS = REASONS.reason("chair_needs_arms", "BA-WOUND-4")
CHAIR_NEEDS_FEET = REASONS.reason("chair_needs_feet", "BA-PRE-3")
NO_LEAF = REASONS.reason("no_leaf", "BA-DOOR-1")
BOLTED_INSIDE = REASONS.reason("bolted_inside", "BA-DOOR-9")
FROM_INSIDE = REASONS.reason("from_inside", "BA-WIN-1")
OPEN_FOR_GOOD = REASONS.reason("open_for_good", "BA-DOOR-11")
NO_BOLT = REASONS.reason("no_bolt", "BA-DOOR-9")
JUST_TAKEN = REASONS.reason("just_taken", "BA-COMBO-1")
NOT_IN_FRONT = REASONS.reason("not_in_front", "BA-LAN-1")
FLIGHT_STOPS = REASONS.reason("flight_stops", "BA-LAN-2")
CHAIR_FLIES_EIGHT = REASONS.reason("chair_flies_eight", "BA-LAN-3")
NOTHING_TO_PUSH = REASONS.reason("nothing_to_push", "BA-POU-2")
PUSH_BY_SIDE = REASONS.reason("push_by_side", "BA-POU-2")
PUSH_STANDING = REASONS.reason("push_standing", "BA-POU-1")
PUSH_WITH_ARMS = REASONS.reason("push_with_arms", "BA-WOUND-4")
PUSH_UPRIGHT = REASONS.reason("push_upright", "BA-POU-4")
NO_TABLE = REASONS.reason("no_table", "BA-REN-1")
LONG_SIDE = REASONS.reason("long_side", "BA-REN-1")
TABLE_TAKEN = REASONS.reason("table_taken", "BA-REN-8")
NOTHING_TO_SMASH = REASONS.reason("nothing_to_smash", "BA-DES-2")
NO_TOOL = REASONS.reason("no_tool", "BA-DES-3")
CHAIR_ON_DOORS = REASONS.reason("chair_on_doors", "BA-DES-4")
NO_VICTIM = REASONS.reason("no_victim", "BA-TAX-1")
NOT_ROBBED = REASONS.reason("not_robbed", "BA-TAX-1")
NOT_ON_SHEET = REASONS.reason("not_on_sheet", "BA-TAX-2")
NOT_WORN = REASONS.reason("not_worn", "BA-MET-1")
WORN_ALREADY = REASONS.reason("worn_already", "BA-EQUIP-5")
