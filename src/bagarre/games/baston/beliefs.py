"""What can be asked about beliefs in BASTON, for measuring them (`bagarre study beliefs`): the orders that the others are writing."""

from bagarre.kernel.rule import rule

from .choices import HIDDEN_ORDER, ORDER_KIND, ORDER_KINDS
from .rules.machine import Q_SHEETS
from .secrets import HIDDEN
from .state import BOXES, CROWD, State

SUBJECTS = ("first", "second")
"""The kind of order in the first and in the second round of a sequence."""
THINGS = CROWD * BOXES
ANSWERS = ORDER_KINDS


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
