"""Small facts about the table: seats, masks, the cards' numbers."""

from bagarre.kernel.rule import rule, table

from ..instructions import COST, NEEDS_AHEAD, NEEDS_CHARGED, NEEDS_DEAD
from ..state import (
    CAST,
    NONE,
    NORMAL_ACTION,
    NORMAL_REACTION,
    RED_ACTION,
    RED_REACTION,
    VENGEANCE,
    State,
)

BITS = table(i.bit_count() for i in range(128))
"""How many cards a mask over the casting holds."""


@rule
def nth_bit(mask: int, n: int) -> int:
    """The place of the n-th set bit, from 0."""
    place = 0
    left = n
    while True:
        if (mask >> place) & 1:
            if left == 0:
                return place
            left -= 1
        place += 1


@rule
def count_bits(mask: int) -> int:
    """How many bits are set, for masks of any length."""
    count = 0
    rest = mask
    while rest:
        rest &= rest - 1
        count += 1
    return count


@rule
def clockwise(s: State, seat: int, steps: int) -> int:
    """The seat so many places on; negative steps go the other way (BF-C-11)."""
    return (seat + steps + s.seats) % s.seats


@rule
def everyone_else(s: State, seat: int) -> int:
    return ((1 << s.seats) - 1) & ~(1 << seat)


@rule
def hand_size(s: State, seat: int) -> int:
    """How many cards the seat holds: seven without the Lodge, the dead and the one in front, which everybody can count."""
    return CAST - 1 - BITS[s.cemetery[seat]] - (1 if s.active[seat] != NONE else 0)


@rule
def characters_in_play(s: State, seat: int) -> int:
    """Active and hand (BF-VENG-1)."""
    return BITS[s.hand[seat]] + (1 if s.active[seat] != NONE else 0)


# The track of a weapon: two bytes before its program.


@rule
def start_square(s: State, weapon: int) -> int:
    return s.code[2 * s.arms[weapon]] & 15


@rule
def trigger_square(s: State, weapon: int) -> int:
    return s.code[2 * s.arms[weapon]] // 16


@rule
def top_square(s: State, weapon: int) -> int:
    return s.code[2 * s.arms[weapon] + 1] & 15


@rule
def is_unstable(s: State, weapon: int) -> bool:
    return s.code[2 * s.arms[weapon] + 1] >= 16


@rule
def execution_of(s: State, weapon: int) -> int:
    """The place in `code` where its program begins."""
    return 2 * s.arms[weapon] + 2


@rule
def is_loaded(s: State, seat: int) -> bool:
    """The marker is on or beyond the trigger (BF-WEAPON-1)."""
    return s.charge[seat] >= trigger_square(s, s.weapon[seat])


# The boxes of a character: one byte of cost and needs before each program.


@rule
def box_header(s: State, place: int, box: int) -> int:
    """Cost and needs of a box of the casting's character at that place, NONE when it has no such box."""
    at = s.boxes[s.cast[place]][box]
    if at == 0:
        return NONE
    return s.code[2 * at]


@rule
def program_of(s: State, place: int, box: int) -> int:
    """The place in `code` where the program of a box begins."""
    return 2 * s.boxes[s.cast[place]][box] + 1


@rule
def has_charged_opponent(s: State, seat: int) -> bool:
    for other in range(s.seats):
        if other != seat and s.charge[other] > 0:
            return True
    return False


@rule
def has_opponent_ahead(s: State, seat: int) -> bool:
    for other in range(s.seats):
        if s.points[other] > s.points[seat]:
            return True
    return False


@rule
def met_needs(s: State, seat: int) -> int:
    """The needs of action boxes that the table meets for this seat (BF-ANN-4), copying apart."""
    met = 0
    if has_charged_opponent(s, seat):
        met |= NEEDS_CHARGED
    if has_opponent_ahead(s, seat):
        met |= NEEDS_AHEAD
    return met


@rule
def is_payable(s: State, seat: int, header: int, met: int) -> bool:
    """The cost can be paid and nothing is missing."""
    return header != NONE and (header & COST) <= s.charge[seat] and (header & ~COST & ~met) == 0


@rule
def copyable(s: State, seat: int, own: int, box: int, met: int) -> int:
    """The dead characters whose action of that box could be copied by the one at place `own` (BF-C-MAX)."""
    dead = 0
    for other in range(s.seats):
        dead |= s.cemetery[other]
    dead &= ~(1 << own)
    found = 0
    for place in range(CAST):
        # A copy of a copy is never playable: its need of the dead is not met here.
        if (dead >> place) & 1 and is_payable(s, seat, box_header(s, place, box), met):
            found |= 1 << place
    return found


@rule
def is_playable(s: State, seat: int, place: int, box: int, met: int) -> bool:
    """May that action box be used now (BF-ANN-4)?"""
    header = box_header(s, place, box)
    if header != NONE and header & NEEDS_DEAD:
        return is_payable(s, seat, header & ~NEEDS_DEAD, met) and copyable(s, seat, place, box, met) != 0
    return is_payable(s, seat, header, met)


@rule
def playable_boxes(s: State, seat: int, place: int, met: int) -> int:
    """Mask of the action boxes that the seat's mode allows and that are playable (BF-VENG-5, BF-R23)."""
    boxes = 0
    if is_playable(s, seat, place, NORMAL_ACTION, met):
        boxes |= 1 << NORMAL_ACTION
    if s.mode[seat] == VENGEANCE and is_playable(s, seat, place, RED_ACTION, met):
        boxes |= 1 << RED_ACTION
    return boxes


@rule
def announceable(s: State, seat: int) -> int:
    """Mask of the places of the casting that may be announced as an action (BF-ANN-3, BF-ANN-4)."""
    met = met_needs(s, seat)
    found = 0
    for place in range(CAST):
        if playable_boxes(s, seat, place, met):
            found |= 1 << place
    return found


@rule
def reaction_box(s: State, seat: int, place: int) -> int:
    """The reaction that the seat would use: the red one in Vengeance mode when there is one (BF-DEF-6)."""
    if s.mode[seat] == VENGEANCE and s.boxes[s.cast[place]][RED_REACTION]:
        return RED_REACTION
    return NORMAL_REACTION


@rule
def defences(s: State, seat: int, against: int) -> int:
    """Mask of the places that may be announced in defence against that kind of attack (BF-DEF-2)."""
    found = 0
    if s.reactions == 0:
        return found
    for place in range(CAST):
        header = box_header(s, place, reaction_box(s, seat, place))
        if header != NONE and header & against and (header & COST) <= s.charge[seat]:
            found |= 1 << place
    return found
