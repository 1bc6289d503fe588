"""Characters that their owners build, each in secret: 16 points, then 8 more (BA-CHAR-2, BA-EQUIP-2, 7.1)."""

from bagarre.kernel.rule import rule

from ..choices import NOT_NOW
from ..state import State
from .machine import NO_QUESTION, Q_BUILD
from .setup import PURSE, STAT_POINTS, buy_refusal, equip, points_refusal, ready_refusal, take_ready

# Stages of building a character, kept in `s.box` of the seat.
MADE_OR_BUILT, CHOOSE_STRENGTH, CHOOSE_DEXTERITY, CHOOSE_SPEED, SHOPPING = range(5)


@rule
def begin_building(s: State) -> None:
    """Every owner builds at once, in secret (7.1)."""
    s.ask = Q_BUILD
    for c in range(s.crowd - 1, -1, -1):
        seat = s.seat_of[c]
        s.writers |= 1 << seat
        s.page[seat] = c
        s.box[seat] = MADE_OR_BUILT
    s.writers_all = s.writers


@rule
def next_to_build(s: State, seat: int) -> None:
    """The next character of the seat, or it is done; when all are, building ends."""
    c = s.page[seat] + 1
    if c < s.crowd and s.seat_of[c] == seat:
        s.page[seat] = c
        s.box[seat] = MADE_OR_BUILT
        return
    s.writers &= ~(1 << seat)
    if s.writers == 0:
        s.ask = NO_QUESTION
        s.writers_all = 0
        for other in range(len(s.page)):
            s.page[other] = 0
            s.box[other] = 0


@rule
def stage_refusal(s: State, seat: int, stage: int) -> int:
    return 0 if s.box[seat] == stage else NOT_NOW


@rule
def ready_made_refusal(s: State, seat: int, number: int) -> int:
    why = stage_refusal(s, seat, MADE_OR_BUILT)
    return why if why else ready_refusal(s, number)


@rule
def take_ready_made(s: State, seat: int, number: int) -> None:
    take_ready(s, s.page[seat], number)
    next_to_build(s, seat)


@rule
def begin_points_refusal(s: State, seat: int) -> int:
    return stage_refusal(s, seat, MADE_OR_BUILT)


@rule
def begin_points(s: State, seat: int) -> None:
    s.box[seat] = CHOOSE_STRENGTH


@rule
def strength_refusal(s: State, seat: int, value: int) -> int:
    why = stage_refusal(s, seat, CHOOSE_STRENGTH)
    return why if why else points_refusal(s, 0, value, 3)


@rule
def set_strength(s: State, seat: int, value: int) -> None:
    s.strength[s.page[seat]] = value
    s.box[seat] = CHOOSE_DEXTERITY


@rule
def dexterity_refusal(s: State, seat: int, value: int) -> int:
    why = stage_refusal(s, seat, CHOOSE_DEXTERITY)
    return why if why else points_refusal(s, s.strength[s.page[seat]], value, 2)


@rule
def set_dexterity(s: State, seat: int, value: int) -> None:
    s.dexterity[s.page[seat]] = value
    s.box[seat] = CHOOSE_SPEED


@rule
def speed_refusal(s: State, seat: int, value: int) -> int:
    c = s.page[seat]
    why = stage_refusal(s, seat, CHOOSE_SPEED)
    return why if why else points_refusal(s, s.strength[c] + s.dexterity[c], value, 1)


@rule
def set_speed(s: State, seat: int, value: int) -> None:
    """Constitution is what is left of the 16 points."""
    c = s.page[seat]
    s.speed[c] = value
    s.constitution[c] = STAT_POINTS - s.strength[c] - s.dexterity[c] - value
    s.purse[c] = PURSE
    s.box[seat] = SHOPPING


@rule
def shopping_refusal(s: State, seat: int, item: int) -> int:
    why = stage_refusal(s, seat, SHOPPING)
    return why if why else buy_refusal(s, s.page[seat], item)


@rule
def buy(s: State, seat: int, item: int) -> None:
    c = s.page[seat]
    s.purse[c] -= s.cost[item]
    equip(s, c, item)


@rule
def shut_purse_refusal(s: State, seat: int) -> int:
    return stage_refusal(s, seat, SHOPPING)


@rule
def shut_purse(s: State, seat: int) -> None:
    s.purse[s.page[seat]] = 0
    next_to_build(s, seat)
