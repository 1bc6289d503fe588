"""The order sheets: what may be written where, and the pencil (BA-PROG, BA-REPROG)."""

from bagarre.kernel.menu import Menu, offer, offer_list
from bagarre.kernel.rule import rule, table

from ..choices import (
    ALL_WRITTEN,
    BOTH_ROUNDS,
    CIRCLED,
    CV,
    FIRST_ROUND,
    NEITHER_ROUND,
    NO_SUCH_SHEET,
    NO_TELEPHONE,
    ORDER,
    ORDER_ARG,
    ORDER_COUNT,
    ORDER_KIND,
    ORDERS,
    OWED_REST,
    OWES_REST,
    PENCIL_THERE,
    REST,
    REST_AFTER_VAULT,
    ROUND_1_ONLY,
    ROUND_2_ONLY,
    ROUND_OF,
    RUN,
    RUN_LENGTH,
    SECOND_ROUND,
    SHEET,
    TEL,
    VAULT,
    VICIOUS_AFTER_REST,
)
from ..state import BOXES, IN_PLAY, NOBODY, RUN_INCLUSIVE, State
from .machine import NO_QUESTION, Q_SHEETS
from .people import by_letter


@rule
def owed_by(code: int) -> bool:
    """Is the sequence after such an order a compulsory rest? (BA-PROG-6)"""
    return OWES_REST[ORDER_KIND[code]] != 0


@rule
def forced_rest(s: State, c: int, k: int) -> bool:
    """Is sequence k a compulsory rest because of what is written in the one before? (BA-PROG-6)"""
    if k == 0 or s.editable[c] >> (2 * k - 2) & 3 == 0:
        return False
    return owed_by(s.orders[c][2 * k - 2]) or owed_by(s.orders[c][2 * k - 1])


@rule
def longest_run(s: State, c: int) -> int:
    """BA-PROG-7, BA-R10."""
    return s.speed[c] if s.options & RUN_INCLUSIVE else s.speed[c] - 1


@rule
def box_refusal(s: State, c: int, b: int) -> int:
    """Why nothing may be written in a box."""
    if s.editable[c] >> b & 1 == 0:
        # Circled by a stun, or a rest owed for what was executed; both are kept out of `editable`.
        return CIRCLED if s.stun[c] > 0 else OWED_REST
    return OWED_REST if forced_rest(s, c, b >> 1) else 0


@rule
def misfit(code: int, second: int, before: int, run: int, caller: int) -> int:
    """Why an order does not fit a box of the first or second round (BA-PROG-2…7).

    `before` is the order of the first round, `run` the longest run, `caller` 1 for whoever may telephone.
    """
    kind = ORDER_KIND[code]
    if kind == REST:
        return 0
    if second == 0:
        if ROUND_OF[code] == SECOND_ROUND:
            return ROUND_2_ONLY
        return RUN_LENGTH if kind == RUN and ORDER_ARG[code] > run else 0
    if ROUND_OF[code] != SECOND_ROUND:
        return ROUND_1_ONLY
    if ORDER_KIND[before] == VAULT:
        return REST_AFTER_VAULT
    if kind == CV and before != REST:
        return VICIOUS_AFTER_REST
    return NO_TELEPHONE if kind == TEL and caller == 0 else 0


@rule
def order_refusal(s: State, c: int, b: int, code: int) -> int:
    """Why this order may not be written in this box."""
    return misfit(code, b & 1, s.orders[c][b - 1], longest_run(s, c), 1 if s.caller == c else 0)


LONGEST = 8
"""The longest run that any option allows; shorter ones are the first rows of FITTING."""


def _fitting() -> list[list[int]]:
    """What `misfit` allows: first round by the longest run; second round after a rest, a vault or another order, without and with telephone."""
    after = (REST, ORDERS.index("F"), ORDERS.index("G"))
    cases = [(0, REST, run, 0) for run in range(LONGEST + 1)] + [
        (1, before, 0, caller) for before in after for caller in (0, 1)
    ]
    tried = [
        code
        for wanted in (NEITHER_ROUND, FIRST_ROUND, SECOND_ROUND, BOTH_ROUNDS)
        for code in range(ORDER_COUNT)
        if ROUND_OF[code] == wanted
    ]
    return [[code for code in tried if misfit(code, *case) == 0] for case in cases]


_FITTING = _fitting()
FITTING = table(_FITTING)
FITTING_COUNT = table(len(codes) for codes in _FITTING)


@rule
def row_of_box(s: State, c: int, b: int) -> int:
    """The row of FITTING for a box."""
    if b & 1 == 0:
        return min(LONGEST, longest_run(s, c))
    before = s.orders[c][b - 1]
    row = LONGEST + 1 + (1 if s.caller == c else 0)
    if before == REST:
        return row
    return row + (2 if ORDER_KIND[before] == VAULT else 4)


@rule
def offer_orders(s: State, seat: int, menu: Menu) -> None:
    """The orders for the box under the pencil."""
    b = s.box[seat]
    if b != NOBODY:
        row = row_of_box(s, s.page[seat], b)
        offer_list(menu, ORDER, FITTING[row], FITTING_COUNT[row])


@rule
def write(s: State, c: int, b: int, code: int) -> None:
    """Write an order; boxes that no longer fit become rests, to be written again."""
    s.written[c] |= 1 << b
    was = s.orders[c][b]
    s.orders[c][b] = code
    if b & 1 == 0:
        second = s.orders[c][b + 1]
        if ROUND_OF[code] == BOTH_ROUNDS:
            s.orders[c][b + 1] = code
            s.written[c] |= 2 << b
        elif ROUND_OF[was] == BOTH_ROUNDS or order_refusal(s, c, b + 1, second):
            s.orders[c][b + 1] = REST
            s.written[c] &= ~(2 << b)
        if ORDER_KIND[code] == VAULT:
            s.written[c] |= 2 << b
    elif ROUND_OF[s.orders[c][b - 1]] == BOTH_ROUNDS:
        s.orders[c][b - 1] = REST
        s.written[c] &= ~(1 << (b - 1))
    for k in range(1, 3):
        pair = s.editable[c] & (3 << 2 * k)
        if pair and forced_rest(s, c, k):
            s.orders[c][2 * k] = REST
            s.orders[c][2 * k + 1] = REST
            s.written[c] |= pair


@rule
def next_box(s: State, c: int) -> int:
    """The first box of a sheet that is still to be written, NOBODY when there is none."""
    for b in range(BOXES):
        if s.editable[c] >> b & 1 and s.written[c] >> b & 1 == 0:
            return b
    return NOBODY


@rule
def move_pencil(s: State, seat: int) -> None:
    """To the next box that is still to be written: on this sheet, then on the others in rank order."""
    c = s.page[seat]
    s.box[seat] = next_box(s, c)
    if s.box[seat] != NOBODY:
        return
    for i in range(s.crowd):
        other = s.by_rank[i]
        if s.seat_of[other] == seat and next_box(s, other) != NOBODY:
            s.page[seat] = other
            s.box[seat] = next_box(s, other)
            return


@rule
def page_of(s: State, seat: int, letter: int) -> int:
    """The seat's own sheet of that letter which may be written, NOBODY if there is none."""
    c = by_letter(s, letter)
    return c if c >= 0 and s.seat_of[c] == seat and s.editable[c] else NOBODY


@rule
def sheet_refusal(s: State, seat: int, letter: int) -> int:
    c = page_of(s, seat, letter)
    if c < 0:
        return NO_SUCH_SHEET
    return PENCIL_THERE if c == s.page[seat] else 0


@rule
def move_to_sheet(s: State, seat: int, letter: int) -> None:
    s.page[seat] = page_of(s, seat, letter)
    s.box[seat] = next_box(s, s.page[seat])


@rule
def offer_sheets(s: State, seat: int, menu: Menu) -> None:
    """The seat's other sheets that may be written."""
    for c in range(s.crowd):
        if s.seat_of[c] == seat and sheet_refusal(s, seat, s.letter[c]) == 0:
            offer(menu, SHEET, s.letter[c])


@rule
def pencil_refusal(s: State, seat: int, b: int) -> int:
    """Why the pencil may not go to a box."""
    return PENCIL_THERE if b == s.box[seat] else box_refusal(s, s.page[seat], b)


@rule
def move_to_box(s: State, seat: int, b: int) -> None:
    s.box[seat] = b


@rule
def switch_asking(s: State, seat: int) -> None:
    """Whether the owner is asked before each order what to drop (BA-OBJ-3)."""
    s.asks[s.page[seat]] = 1 - s.asks[s.page[seat]]


@rule
def write_order(s: State, seat: int, code: int) -> None:
    write(s, s.page[seat], s.box[seat], code)
    move_pencil(s, seat)


@rule
def writing_refusal(s: State, seat: int, code: int) -> int:
    """Why the seat may not write this order under its pencil."""
    if s.box[seat] == NOBODY:
        return ALL_WRITTEN
    return order_refusal(s, s.page[seat], s.box[seat], code)


@rule
def open_sheets(s: State) -> bool:
    """Give the pencil to every seat that has a box to write; false when there is none. `editable` is set before."""
    s.writers = 0
    for i in range(s.crowd - 1, -1, -1):
        c = s.by_rank[i]
        if s.editable[c]:
            seat = s.seat_of[c]
            s.writers |= 1 << seat
            s.page[seat] = c
            s.box[seat] = next_box(s, c)
    s.writers_all = s.writers
    if s.writers == 0:
        return False
    s.ask = Q_SHEETS
    return True


@rule
def close_sheets(s: State) -> None:
    """All have committed: a box left empty is a rest (BA-PROG-10)."""
    s.ask = NO_QUESTION
    s.writers_all = 0
    for seat in range(len(s.page)):
        s.page[seat] = 0
        s.box[seat] = 0


@rule
def begin_programming(s: State) -> bool:
    """New sheets for the turn; circled sequences and owed rests stay shut (BA-PROG-9, -11)."""
    for c in range(s.crowd):
        s.editable[c] = 0
        s.written[c] = 0
        for b in range(BOXES):
            s.orders[c][b] = REST
        if s.fate[c] != IN_PLAY:
            continue
        for k in range(3):
            if k >= s.stun[c] and not (k == 0 and s.owes_rest[c]):
                s.editable[c] |= 3 << 2 * k
    return open_sheets(s)


@rule
def begin_reprogramming(s: State, owed: int) -> bool:
    """Those who were stunned or grabbed may rewrite the sequences that are left (BA-REPROG-1, -2).

    A rest is owed next when `owes_rest` has the value `owed`.
    """
    for c in range(s.crowd):
        s.editable[c] = 0
        s.written[c] = 0
        if s.fate[c] != IN_PLAY or s.shaken[c] == 0:
            continue
        s.shaken[c] = 0
        # Sequences still to come that the stun covers; the current one may be among them.
        covered = s.stun[c] - s.circled[c]
        for k in range(s.sequence + 1, 3):
            ahead = k - s.sequence - 1
            if ahead >= covered and not (ahead == 0 and s.owes_rest[c] == owed):
                s.editable[c] |= 3 << 2 * k
        s.written[c] = s.editable[c]
    return open_sheets(s)


@rule
def random_code(s: State, c: int, b: int, number: int) -> int:
    """The number-th order that may be written in the box, counted from 0; REST beyond the last."""
    for code in range(ORDER_COUNT):
        if order_refusal(s, c, b, code) == 0:
            if number == 0:
                return code
            number -= 1
    return REST
