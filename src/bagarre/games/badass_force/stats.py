"""What simulations count: length, actions, windows, kills by cause, and each character's announcements.

For every character (those of users' packs together as `others`): how often it was announced, how often that was a bluff and how often it
was denounced; in how many seats it was announced at all, and how many of those seats won; how many seats began with it in the
Lodge, and how many of those won. The Lodge is drawn at random, so a player without the card is a fair comparison with
the others: that is how much the card is worth.
"""

from typing import Any

from bagarre.kernel.rule import rule

from .choices import CHARACTER_NAMES
from .events import (
    ANNOUNCES,
    AVENGES,
    CANCELS,
    CAUGHT,
    COOL_POINT,
    DEFENDS,
    DIES,
    DODGES,
    EXECUTES,
    EXPLODES,
    LODGED,
    PERISHES,
    PROVES,
    RETURNS,
    ROLLS,
    UNCHALLENGED,
)
from .rules.turn import rank
from .state import BY_OVERLOAD, BY_SLASH, NONE, RUNNING, State

CAUSES = ("attack", "name", "counter", "overload", "bluff", "denial", "slash")
CARDS = (*CHARACTER_NAMES, "others")
GENERAL = (
    "turns", "announcements", "bluffs", "defences", "unchallenged", "caught", "proved", "executions", "armory_visits", "cancelled",
    "dodged", "overloads", "returns", "vengeances", "cool_points",
)  # fmt: skip
(
    TURNS, ANNOUNCEMENTS, BLUFFS, DEFENCES, LEFT_ALONE, LIES_CAUGHT, TRUTHS_PROVED, EXECUTIONS, ARMORY_VISITS, CANCELLED,
    DODGED, OVERLOADS, RETURNS_TO_PLAY, VENGEANCES, COOL_POINTS,
) = range(len(GENERAL))  # fmt: skip
PER_CARD = (
    "announced",
    "bluffed",
    "denounced",
    "announcers",
    "announcing_winners",
    "lodged",
    "lodged_winners",
)
KILLS = len(GENERAL)
ANNOUNCED = KILLS + len(CAUSES)
BLUFFED = ANNOUNCED + len(CARDS)
DENOUNCED = BLUFFED + len(CARDS)
ANNOUNCERS = DENOUNCED + len(CARDS)
ANNOUNCING_WINNERS = ANNOUNCERS + len(CARDS)
LODGED_SEATS = ANNOUNCING_WINNERS + len(CARDS)
LODGED_WINNERS = LODGED_SEATS + len(CARDS)

STATS = (
    *GENERAL,
    *(f"killed_by_{cause}" for cause in CAUSES),
    *(f"{what}_{card}" for what in PER_CARD for card in CARDS),
)
OTHERS = len(CARDS) - 1


@rule
def watch(s: State, tally: Any) -> None:
    tally[TURNS] = s.turns
    for i in range(s.event_count):
        row = s.events[i]
        count_event(s, row[0], row[2], row[3], row[4], row[5], tally)
    if s.how != RUNNING:
        settle_seats(s, tally)


@rule
def count_event(s: State, kind: int, seat: int, what: int, claimed: int, cause: int, tally: Any) -> None:
    if kind == ANNOUNCES or kind == DEFENDS:
        count_announcement(s, kind, seat, what, tally)
    elif kind == LODGED:
        if s.turn == NONE:
            # A mask of seats while the game lasts; `settle_seats` counts them.
            tally[LODGED_SEATS + min(what, OTHERS)] |= 1 << seat
    elif kind == UNCHALLENGED:
        tally[LEFT_ALONE] += 1
    elif kind == PROVES:
        tally[TRUTHS_PROVED] += 1
        tally[DENOUNCED + min(what, OTHERS)] += 1
    elif kind == CAUGHT:
        tally[LIES_CAUGHT] += 1
        tally[DENOUNCED + min(claimed, OTHERS)] += 1
    elif kind == DIES:
        tally[KILLS + min(cause, BY_SLASH)] += 1
    elif kind == EXECUTES:
        tally[EXECUTIONS] += 1
    elif kind == ROLLS:
        tally[ARMORY_VISITS] += 1
    elif kind == CANCELS:
        tally[CANCELLED] += 1
    elif kind == DODGES:
        tally[DODGED] += 1
    elif kind == EXPLODES:
        tally[OVERLOADS] += 1
    elif kind == RETURNS:
        tally[RETURNS_TO_PLAY] += 1
    elif kind == AVENGES:
        tally[VENGEANCES] += 1
    elif kind == COOL_POINT:
        tally[COOL_POINTS] += 1
    elif kind == PERISHES:
        tally[KILLS + BY_OVERLOAD] += 1


@rule
def count_announcement(s: State, kind: int, seat: int, character: int, tally: Any) -> None:
    """The window is open, so the card in front is still the one that was announced or not."""
    card = min(character, OTHERS)
    tally[ANNOUNCEMENTS] += 1
    if kind == DEFENDS:
        tally[DEFENCES] += 1
    tally[ANNOUNCED + card] += 1
    if s.cast[s.active[seat]] != character:
        tally[BLUFFED + card] += 1
        tally[BLUFFS] += 1
    tally[ANNOUNCERS + card] |= 1 << seat


@rule
def settle_seats(s: State, tally: Any) -> None:
    """At the end the masks become numbers of seats, and of winners among them."""
    for card in range(OTHERS + 1):
        settle_mask(s, tally, ANNOUNCERS + card, ANNOUNCING_WINNERS + card)
        settle_mask(s, tally, LODGED_SEATS + card, LODGED_WINNERS + card)


@rule
def settle_mask(s: State, tally: Any, seats: int, winners: int) -> None:
    mask = tally[seats]
    tally[seats] = 0
    for seat in range(s.seats):
        if (mask >> seat) & 1:
            tally[seats] += 1
            if rank(s, seat) == 1:
                tally[winners] += 1
