"""What helps to search BASTON: turns as the clock, whole sheets as answers, how well a gang stands, and sheets as others would
write them."""

from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import weighed

from .choices import HIDDEN_ORDER, REST
from .rules.machine import Q_BUILD, Q_SHEETS
from .rules.people import lost_arms, side_of
from .rules.score import side_points
from .rules.sheet import next_box
from .secrets import HIDDEN, UNKNOWN_SWITCH, refill
from .state import BOXES, HEAD, HIDDEN_SHEETS, IN_PLAY, LEGS, NOBODY, REVEAL_BY_SEQUENCE, TRUNK, State

PLACES = BOXES + 1
"""Where the pencil may be on a sheet: at a box, or nowhere."""


@rule
def clock(s: State) -> int:
    return s.turn


@rule
def writing(s: State, seat: int) -> int:
    """Sheets are written box by box, and nothing of them is seen before they are handed in."""
    return 1 if s.ask == Q_SHEETS and s.writers >> seat & 1 else 0


@rule
def pencil(s: State, seat: int) -> int:
    """The sheet and the box."""
    return s.page[seat] * PLACES + s.box[seat] + 1


@rule
def leaf(s: State, seat: int, place: int) -> int:
    """Sheets do not hang together: each is written as if nobody else moved."""
    here = place // PLACES
    if s.page[seat] != here and s.box[seat] != NOBODY:
        return 1
    for c in range(s.crowd):
        if c != here and s.seat_of[c] == seat and next_box(s, c) != NOBODY:
            s.page[seat] = c
            s.box[seat] = next_box(s, c)
            return 1
    s.page[seat] = here
    s.box[seat] = place % PLACES - 1
    return 0


@rule
def trait(s: State, seat: int, i: int) -> int:
    """Of a seat: its side's points, and the same late in the game; of its characters in play together: their number; hit points of head,
    trunk, arms and legs; stunned, lying; a weak head or trunk, a weaker one; weapons in hand; all of that late in the game, for the points that
    will be won yet."""
    if i == 0:
        return side_points(s, side_of(s, seat))
    if i == 1:
        return side_points(s, side_of(s, seat)) * s.turn
    total = 0
    for c in range(s.crowd):
        if s.seat_of[c] == seat and s.fate[c] == IN_PLAY:
            total += character_trait(s, c, i)
    return total


@rule
def character_trait(s: State, c: int, i: int) -> int:
    hp = s.hp[c]
    if i == 2:
        return 1
    if i == 3:
        return s.turns - s.turn
    if i == 4:
        return hp[HEAD]
    if i == 5:
        return hp[TRUNK]
    if i == 6:
        return hp[2] + hp[3]
    if i == 7:
        return hp[LEGS]
    if i == 8:
        return s.stun[c]
    if i == 9:
        return s.prone[c]
    if i == 10:
        return 1 if hp[HEAD] <= 2 else 0
    if i == 11:
        return 1 if hp[HEAD] <= 1 else 0
    if i == 12:
        return 1 if hp[TRUNK] <= 2 else 0
    if i == 13:
        return 1 if hp[TRUNK] <= 1 else 0
    if i == 14:
        return (hp[HEAD] + hp[TRUNK]) * (s.turns - s.turn)
    if i == 15:
        return s.strength[c] + s.dexterity[c]
    if i == 16:
        return (s.strength[c] + s.dexterity[c]) * (s.turns - s.turn)
    if i == 17:
        return 1 if lost_arms(s, c) else 0
    return 1 if hp[LEGS] == 0 else 0


standing = weighed(__file__, "standing", trait)


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
