"""What may be believed in BASTON about the orders that the others are writing, and what can be asked about it (`bagarre study beliefs`)."""

from typing import Any

from bagarre.kernel.chance import pick
from bagarre.kernel.likelihood import told_table
from bagarre.kernel.rule import rule, table
from bagarre.kernel.searchfile import weights

from .choices import HIDDEN_ORDER, ORDER_COUNT, ORDER_KIND, ORDER_KINDS
from .rules.machine import Q_SHEETS
from .rules.sheet import next_box, order_refusal, random_code, write
from .search import believe
from .secrets import HIDDEN
from .state import BOXES, CROWD, HIDDEN_SHEETS, NOBODY, REVEAL_BY_SEQUENCE, State

SUBJECTS = ("first", "second")
"""The kind of order in the first and in the second round of a sequence."""
THINGS = CROWD * BOXES
ANSWERS = ORDER_KINDS
ENOUGH = 6
"""Orders that make a record: a sheet."""
GRADES = 6
ROWS = GRADES * len(SUBJECTS)
TOLD = told_table(weights(__file__, "told"), ROWS)
"""What a share of imagined worlds is told as, by round and record."""
LATE = 4
"""The turn from which a game is late."""
ONE_IN = 24
"""Decisions while a few sheets are written, all of which would be asked about the same sheets."""
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
    # Before it is handed in, a sheet may still be written otherwise.
    if s.writers >> s.seat_of[c] & 1:
        return -1
    return ORDER_KIND[s.orders[c][b]] + 0


# The record of a player: how often he writes what the scripted player would in his place.


@rule
def owner(s: State, thing: int) -> int:
    """Whose sheet it is."""
    return s.seat_of[thing // BOXES] + 0


@rule
def chapter(s: State) -> int:
    """Sheets are written (again), which everybody sees when the last one is handed in; not so where orders or sheets stay hidden."""
    if s.ask != Q_SHEETS or s.options & (HIDDEN_SHEETS | REVEAL_BY_SEQUENCE):
        return 0
    return 1 + 16 * (16 * s.turn + s.sequence) + s.step


@rule
def laid(s: State, thing: int) -> int:
    """The kind of order that stands in a box which may be written; -1 in any other."""
    c = thing // BOXES
    b = thing % BOXES
    if s.ask != Q_SHEETS or c >= s.crowd or s.editable[c] >> b & 1 == 0:
        return -1
    return ORDER_KIND[s.orders[c][b]] + 0


@rule
def grade(record: Any) -> int:
    """By how many orders were otherwise than expected, in thousandths: 0 before there are any; then players who hardly ever do so; and who often
    does is told by the second rounds, where those who search do as expected and those who err do not."""
    first = record[0] + record[1]
    second = record[2] + record[3]
    if first + second < ENOUGH:
        return 0
    missed = 1000 * (record[1] + record[3]) // (first + second)
    if missed < 80:
        return 1 if missed < 30 else 2
    late = 1000 * record[3] // max(1, second)
    if late < 50:
        return 3
    return 4 if late < 150 else 5


@rule
def row(s: State, thing: int, value: int, mark: int) -> int:
    """By the round and by the record of whose sheet it is."""
    return GRADES * subject(s, thing) + mark


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
