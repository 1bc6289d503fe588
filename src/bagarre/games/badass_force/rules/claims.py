"""Announcements: "I am X", the sealed window, its two outcomes, then the power or the reaction."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import (
    ANNOUNCES,
    CAUGHT,
    DEFENDS,
    DENOUNCES,
    FIZZLES,
    PASSES,
    PAYS,
    PROVES,
    UNCHALLENGED,
    USES,
)
from ..instructions import COST
from ..state import (
    ASK_BOX,
    ASK_DENOUNCE,
    BY_BLUFF,
    BY_DENIAL,
    CLAIM,
    EXPOSED,
    NONE,
    POWER,
    REACTION,
    SHOWN,
    State,
)
from .losses import lose_active, lose_from_hand, redeploy
from .stack import ask, close_question, open_seal, pop, push
from .table import box_header, clockwise, everyone_else, met_needs, playable_boxes, reaction_box

IN_ACTION, IN_DEFENCE = range(2)

# Steps of an announcement, in their order.
ANNOUNCED, POLLED, ANSWERED, CONSEQUENCE, BOX, APPLY, AFTERWARDS = range(7)

ACCEPTED, PROVEN, LIE = range(3)
"""What became of an announcement, in the frame's `outcome`."""


@rule
def announce(s: State, seat: int, place: int, purpose: int) -> None:
    push(s, CLAIM, seat, NONE, place, purpose)


@rule
def step_claim(s: State, top: int) -> None:
    """Announced → window → revealed → loss → chosen again → power (BF-ANN-6 to 9, BF-DEN)."""
    step = s.step[top]
    if step == ANNOUNCED:
        open_window(s, top)
    elif step == POLLED:
        poll_next(s, top)
    elif step == ANSWERED:
        close_window(s, top)
    elif step == CONSEQUENCE:
        after_consequence(s, top)
    elif step == BOX:
        choose_box(s, top)
    elif step == APPLY:
        apply_box(s, top, s.answer)
    else:
        afterwards(s, top)


@rule
def open_window(s: State, top: int) -> None:
    """Everybody else answers at once and sealed, or one by one under the option (BF-DEN-1, BF-DEN-3, BF-R16)."""
    seat = s.who[top]
    emit(s, DEFENDS if s.how_done[top] == IN_DEFENCE else ANNOUNCES, seat, s.cast[s.what[top]])
    open_seal(s)
    if s.polling_clockwise:
        s.step[top] = POLLED
    else:
        s.step[top] = ANSWERED
        ask(s, ASK_DENOUNCE, everyone_else(s, seat), 0)


@rule
def first_to_denounce(s: State, announcer: int) -> int:
    """Where the priority of denouncers begins, clockwise: left of the announcer (BF-DEN-2), or at the turn player (BF-R16)."""
    if s.denounce_from_turn and announcer != s.turn:
        return s.turn
    return clockwise(s, announcer, 1)


@rule
def poll_next(s: State, top: int) -> None:
    """Clockwise polling: answers are public, and the first denunciation ends the poll (BF-R16)."""
    seat = s.who[top]
    first = first_to_denounce(s, seat)
    for steps in range(s.seats):
        other = clockwise(s, first, steps)
        if s.sealed[other] == 1:
            s.step[top] = ANSWERED
            return
        if other != seat and s.sealed[other] == NONE:
            ask(s, ASK_DENOUNCE, 1 << other, 0)
            return
    s.step[top] = ANSWERED


@rule
def close_window(s: State, top: int) -> None:
    """Every denunciation becomes public; the first clockwise counts, and the card is revealed (BF-DEN-2 to 8)."""
    seat = s.who[top]
    first = first_to_denounce(s, seat)
    denouncer = NONE
    for steps in range(s.seats):
        other = clockwise(s, first, steps)
        if s.sealed[other] == 1:
            emit(s, DENOUNCES, other, seat)
            if denouncer == NONE:
                denouncer = other
    close_question(s)
    open_seal(s)
    s.whom[top] = denouncer
    if denouncer == NONE:
        emit(s, UNCHALLENGED, seat, s.cast[s.what[top]])
        s.claimed[seat] = s.what[top]
        s.unchallenged = min(s.unchallenged + 1, 255)
        s.step[top] = BOX
        return
    s.step[top] = CONSEQUENCE
    if s.active[seat] == s.what[top]:
        s.outcome[top] = PROVEN
        s.truths[seat] = min(s.truths[seat] + 1, 255)
        emit(s, PROVES, seat, s.cast[s.what[top]], denouncer)
        s.in_play[seat] |= 1 << s.active[seat]
        s.peekers[seat] |= 1 << SHOWN
        lose_from_hand(s, denouncer, seat, BY_DENIAL)
    else:
        s.outcome[top] = LIE
        s.lies[seat] = min(s.lies[seat] + 1, 255)
        emit(s, CAUGHT, seat, s.cast[s.active[seat]], s.cast[s.what[top]], denouncer)
        lose_active(s, seat, denouncer, BY_BLUFF)


@rule
def after_consequence(s: State, top: int) -> None:
    """A liar has no power (BF-DEN-8); a true announcer takes his card back, now or afterwards (BF-DEN-6, BF-R18)."""
    if s.outcome[top] == LIE:
        if s.how_done[top] == IN_DEFENCE:
            # The attack below learns that its defence was a lie.
            s.outcome[top - 1] = EXPOSED
        pop(s)
        return
    s.step[top] = BOX
    s.serial[top] = s.placed[s.who[top]]
    if s.rechoose_after == 0:
        redeploy(s, s.who[top])


@rule
def choose_box(s: State, top: int) -> None:
    """Normal or red: the announcer chooses when both are playable (BF-ANN-8, BF-R23); none left: no effect (BF-ANN-9)."""
    seat = s.who[top]
    place = s.what[top]
    if s.how_done[top] == IN_DEFENCE:
        react(s, top)
        return
    boxes = playable_boxes(s, seat, place, met_needs(s, seat))
    if boxes == 0:
        emit(s, FIZZLES, seat, s.cast[place])
        s.step[top] = AFTERWARDS
    elif boxes == 3:
        s.step[top] = APPLY
        ask(s, ASK_BOX, 1 << seat, boxes)
    else:
        apply_box(s, top, boxes - 1)


@rule
def apply_box(s: State, top: int, box: int) -> None:
    """Pay, then run the program of the box (BF-C-1); a box that copies costs what it copies (BF-C-12)."""
    seat = s.who[top]
    place = s.what[top]
    emit(s, USES, seat, s.cast[place], box)
    pay(s, seat, box_header(s, place, box) & COST)
    s.step[top] = AFTERWARDS
    start_box(s, POWER, seat, place, box)


@rule
def react(s: State, top: int) -> None:
    """The reaction takes effect: its cost is paid now (BF-DEF-4), or nothing happens (BF-DEF-9)."""
    seat = s.who[top]
    place = s.what[top]
    box = reaction_box(s, seat, place)
    cost = box_header(s, place, box) & COST
    s.step[top] = AFTERWARDS
    if cost <= s.charge[seat]:
        pay(s, seat, cost)
        start_box(s, REACTION, seat, place, box)


@rule
def pay(s: State, seat: int, cost: int) -> None:
    if cost:
        s.charge[seat] -= cost
        emit(s, PAYS, seat, cost, s.charge[seat])


@rule
def start_box(s: State, kind: int, seat: int, place: int, box: int) -> None:
    """Open a program frame at the first instruction of a box."""
    frame = push(s, kind, seat, NONE, place, box)
    s.pc[frame] = 2 * s.boxes[s.cast[place]][box] + 1
    s.serial[frame] = s.rearmed[seat]
    s.marker[frame] = s.charge[seat]


@rule
def afterwards(s: State, top: int) -> None:
    """Option: a shown card is taken back only now, unless another has been placed meanwhile (BF-R18)."""
    seat = s.who[top]
    due = s.rechoose_after == 1 and s.outcome[top] == PROVEN and s.serial[top] == s.placed[seat]
    pop(s)
    if due:
        redeploy(s, seat)


@rule
def tell_pass(s: State, seat: int) -> None:
    """Under clockwise polling a pass is public at once."""
    emit(s, PASSES, seat)
