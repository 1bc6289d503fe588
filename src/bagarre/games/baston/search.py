"""What helps to search BASTON: turns as the clock, whole sheets as answers, how well a gang stands, and sheets as others would
write them."""

from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weights

from .choices import HIDDEN_ORDER, REST
from .rules.machine import Q_BUILD, Q_SHEETS
from .rules.people import side_of
from .rules.score import side_points
from .rules.sheet import next_box
from .secrets import HIDDEN, UNKNOWN_SWITCH, refill
from .state import BOXES, HIDDEN_SHEETS, IN_PLAY, REVEAL_BY_SEQUENCE, State

STANDING = weights(__file__, "standing")


@rule
def clock(s: State) -> int:
    return s.turn


@rule
def writing(s: State, seat: int) -> int:
    """Sheets are written box by box, and nothing of them is seen before they are handed in."""
    return 1 if s.ask == Q_SHEETS and s.writers >> seat & 1 else 0


@rule
def standing(s: State, seat: int) -> int:
    total = STANDING[0] * side_points(s, side_of(s, seat))
    for c in range(s.crowd):
        if s.seat_of[c] == seat and s.fate[c] == IN_PLAY:
            for i in range(1, len(STANDING)):
                total += STANDING[i] * trait(s, c, i)
    return total


@rule
def trait(s: State, c: int, i: int) -> int:
    """Of a character: being there; hit points of head, trunk and limbs; stunned, lying; a weak head, a weak head or trunk."""
    if i == 1:
        return 1
    if i == 2:
        return s.hp[c][0]
    if i == 3:
        return s.hp[c][1]
    if i == 4:
        return s.hp[c][2] + s.hp[c][3] + s.hp[c][4]
    if i == 5:
        return s.stun[c]
    if i == 6:
        return s.prone[c]
    if i == 7:
        return 1 if s.hp[c][0] <= 2 else 0
    return 1 if s.hp[c][0] <= 1 or s.hp[c][1] <= 1 else 0


@rule
def believe(s: State) -> None:
    """As `refill`, but the others write the sheets that are being written (again), as they would: the play-out asks them."""
    if s.ask == Q_BUILD or s.options & HIDDEN_SHEETS or s.options & REVEAL_BY_SEQUENCE:
        refill(s)
        return
    for c in range(s.crowd):
        if s.asks[c] == UNKNOWN_SWITCH:
            s.asks[c] = 0
    if s.ask != Q_SHEETS:
        return
    hidden = 0
    for seat in range(s.seats):
        if s.page[seat] == HIDDEN:
            hidden |= 1 << seat
            s.page[seat] = 0
            s.box[seat] = 0
    for i in range(s.crowd - 1, -1, -1):
        c = s.by_rank[i]
        seat = s.seat_of[c]
        if (hidden >> seat) & 1 and s.editable[c]:
            reopen_sheet(s, c, seat)


@rule
def reopen_sheet(s: State, c: int, seat: int) -> None:
    """The last sheet that is reopened is the one that its owner writes first."""
    for b in range(BOXES):
        if s.orders[c][b] == HIDDEN_ORDER:
            s.orders[c][b] = REST
    s.written[c] = 0
    s.writers |= 1 << seat
    s.page[seat] = c
    s.box[seat] = next_box(s, c)
