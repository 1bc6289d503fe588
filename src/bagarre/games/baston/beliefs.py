"""What may be believed in BASTON about the orders that the others are writing, and what can be asked about it (`bagarre study beliefs`)."""

from bagarre.kernel.chance import pick
from bagarre.kernel.rule import rule, table

from .choices import HIDDEN_ORDER, ORDER_COUNT, ORDER_KIND, ORDER_KINDS
from .rules.machine import Q_SHEETS
from .rules.sheet import next_box, order_refusal, random_code, write
from .search import believe
from .secrets import HIDDEN
from .state import BOXES, CROWD, NOBODY, State

SUBJECTS = ("first", "second")
"""The kind of order in the first and in the second round of a sequence."""
THINGS = CROWD * BOXES
ANSWERS = ORDER_KINDS
UNLIKE = table((150, 70))
"""How often somebody writes otherwise than the scripted player would, in the first and the second round, in thousandths: what may be told to
people reckons with people."""


@rule
def subject(s: State, thing: int) -> int:
    """What the thing is about: an index of SUBJECTS."""
    return thing % BOXES & 1


@rule
def secret(s: State, thing: int) -> int:
    """The kind of order in a box, as it is in this state; HIDDEN in one that conceals it, -1 where nothing is written."""
    c = thing // BOXES
    b = thing % BOXES
    if s.ask != Q_SHEETS or c >= s.crowd or s.editable[c] >> b & 1 == 0:
        return -1
    if s.orders[c][b] == HIDDEN_ORDER:
        return HIDDEN
    if s.written[c] >> b & 1 == 0:
        return -1
    return ORDER_KIND[s.orders[c][b]] + 0


@rule
def believe_warily(s: State) -> None:
    """As `believe`, but here and there the others write what the scripted player would not."""
    hidden = 0
    for seat in range(s.seats):
        if s.ask == Q_SHEETS and s.page[seat] == HIDDEN:
            hidden |= 1 << seat
    believe(s)
    for c in range(s.crowd):
        if (hidden >> s.seat_of[c]) & 1 and (s.writers >> s.seat_of[c]) & 1:
            write_otherwise(s, c)
    for seat in range(s.seats):
        if (hidden >> seat) & 1 and s.page[seat] != NOBODY:
            s.box[seat] = next_box(s, s.page[seat])


@rule
def write_otherwise(s: State, c: int) -> None:
    """Some boxes of a sheet that lies open again get any order that may stand there."""
    for b in range(BOXES):
        if s.editable[c] >> b & 1 and s.written[c] >> b & 1 == 0 and pick(s, 1000) < UNLIKE[b & 1]:
            count = 0
            for code in range(ORDER_COUNT):
                if order_refusal(s, c, b, code) == 0:
                    count += 1
            if count:
                write(s, c, b, random_code(s, c, b, pick(s, count)))
