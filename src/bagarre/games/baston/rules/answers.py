"""What may be answered to the questions of the film, why not, and what an answer tells the operation that waits.

The refusals here are the one source of legality: the menu asks them too (`questions`). Each concerns `s.asked`.
"""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import kept, resolving
from bagarre.kernel.rule import rule

from ..choices import (
    CHAIR_FLIES_EIGHT,
    FLIGHT_STOPS,
    JUST_TAKEN,
    NO_BOLT,
    NO_WEAPON,
    NOT_A_TARGET,
    NOT_CARRIED,
    NOT_IN_FRONT,
    NOT_ON_SHEET,
    NOT_WORN,
    PART_IMPOSSIBLE,
)
from ..events import FACES
from ..state import CHAIR, IS_WEAPON, ITEM_KINDS, NOTHING, VEST, State
from .blows import KIND, target_in_hand
from .doors import BOLT_TOO, closing_refusal
from .geometry import is_front
from .hits import column_of, part_possible, row_in_hand
from .machine import BLOWS, NO, NO_QUESTION, REFUSED, YES
from .objects import has
from .people import tag
from .robbing import can_strip, on_sheet
from .setup import place_at, place_refusal
from .taking import taking_refusal
from .throwing import HARD, LONGEST_CHAIR_THROW, ONLY, WAY, flight_column, reach_of_flight

# What the waiting operation is told.


@rule
def tell(s: State, number: int) -> None:
    """The answer itself."""
    s.result = number
    s.ask = NO_QUESTION


@rule
def tell_yes(s: State) -> None:
    tell(s, YES)


@rule
def tell_no(s: State) -> None:
    tell(s, NO)


@rule
def tell_refused(s: State) -> None:
    """The order is declined, or nothing more is dropped (BA-EXEC-5, BA-OBJ-3)."""
    tell(s, REFUSED)


@rule
def tell_bolt(s: State, leaf: int) -> None:
    """Close it, and shoot the bolt (BA-DOOR-9)."""
    tell(s, BOLT_TOO + leaf)


@rule
def tell_take_off(s: State, gear: int) -> None:
    tell(s, -gear)


# What the arguments stand for.


@rule
def gear_of(number: int) -> int:
    """The piece of gear of that number, as an object."""
    return VEST + number


# Set-up.


@rule
def place_where(s: State, p: int) -> None:
    s.ask = NO_QUESTION
    place_at(s, s.asked, p)


@rule
def place_why_not(s: State, p: int) -> int:
    return place_refusal(s, s.seat_of[s.asked], p)


@rule
def face_where(s: State, d: int) -> None:
    s.ask = NO_QUESTION
    s.facing[s.asked] = d
    emit(s, FACES, tag(s, s.asked), d)


# Objects.


@rule
def carrying_refusal(s: State, item: int) -> int:
    return 0 if item != NOTHING and has(s, s.asked, item) else NOT_CARRIED


@rule
def chair_only_refusal(item: int) -> int:
    """Only the chair in hand is in the way (BA-CHAIR-3)."""
    return 0 if item == CHAIR else NOT_CARRIED


@rule
def take_why_not(s: State, arg: int) -> int:
    return taking_refusal(s, s.asked, arg // ITEM_KINDS, arg % ITEM_KINDS)


# Blows.


@rule
def weapon_refusal(s: State, item: int) -> int:
    """The fist, or a weapon carried (BA-CP-1)."""
    return 0 if item == NOTHING or (IS_WEAPON[item] and has(s, s.asked, item)) else NO_WEAPON


@rule
def target_refusal(s: State, target: int) -> int:
    for i in range(s.target_count):
        if s.targets[i] == target:
            return 0
    return NOT_A_TARGET


@rule
def part_refusal(s: State, part: int) -> int:
    """Is the part among those of the column? (BA-LOC-1)"""
    if resolving(s, BLOWS):
        target = target_in_hand(s)
        column = column_of(s, s.asked, target, row_in_hand(s, s.asked, kept(s, KIND)))
    else:
        column = flight_column(s, s.asked, s.aim_target)
    return 0 if part_possible(s, column, part) else PART_IMPOSSIBLE


# Doors.


@rule
def bolt_refusal(s: State, leaf: int) -> int:
    """The bolt is on the side of N (BA-DOOR-9)."""
    why = closing_refusal(s, s.asked, leaf)
    if why:
        return why
    return 0 if s.fixture_bolt[leaf] and s.fixture_near[leaf] == s.at[s.asked] else NO_BOLT


# Throws (BA-LAN-1…7).


@rule
def missile_refusal(s: State, item: int) -> int:
    if item == NOTHING or not has(s, s.asked, item):
        return NOT_CARRIED
    only = kept(s, ONLY)
    return 0 if only == NOTHING or item == only else JUST_TAKEN


@rule
def towards_refusal(s: State, d: int) -> int:
    if not is_front(s.facing[s.asked], d):
        return NOT_IN_FRONT
    # A tactical throw names a point, so there must be one.
    return FLIGHT_STOPS if kept(s, HARD) == 0 and reach_of_flight(s, s.asked, d) == 0 else 0


@rule
def far_refusal(s: State, distance: int) -> int:
    if distance > reach_of_flight(s, s.asked, kept(s, WAY)):
        return FLIGHT_STOPS
    return CHAIR_FLIES_EIGHT if s.weapon == CHAIR and distance > LONGEST_CHAIR_THROW else 0


# Long actions.


@rule
def get_refusal(s: State, what: int) -> int:
    return 0 if on_sheet(s, s.timed_what[s.asked], what) else NOT_ON_SHEET


@rule
def take_off_refusal(s: State, gear: int) -> int:
    return 0 if can_strip(s, s.asked, gear) else NOT_WORN
