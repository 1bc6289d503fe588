"""Announcements: "I am X", the sealed window, its two outcomes, then the power or the reaction."""

from bagarre.kernel.events import emit
from bagarre.kernel.operations import call, finish, go, keep, kept
from bagarre.kernel.rule import rule

from ..events import (
    ANNOUNCES,
    CAUGHT,
    DEFENDS,
    DENOUNCES,
    FIZZLES,
    PASSES,
    PROVES,
    UNCHALLENGED,
    USES,
)
from ..instructions import COST
from ..operations import ANNOUNCER, CHARACTER, CLAIM, DENOUNCER, PLACED, VERDICT
from ..state import ASK_BOX, ASK_DENOUNCE, BY_BLUFF, BY_DENIAL, NONE, SHOWN, State
from .arsenal import pay
from .losses import lose_active, lose_from_hand, redeploy
from .stack import ask, open_program, open_seal
from .table import (
    BITS,
    box_header,
    clockwise,
    everyone_else,
    met_needs,
    nth_bit,
    playable_boxes,
    program_of,
    reaction_box,
)

IN_ACTION, IN_DEFENCE = range(2)

ACCEPTED, PROVEN, LIE = range(3)
"""What became of an announcement."""


@rule
def announce(s: State, seat: int, place: int, purpose: int) -> None:
    call(s, CLAIM, seat, place, purpose, NONE)


# Announced → window → revealed → loss → chosen again → power (BF-ANN-6 to 9, BF-DEN).


@CLAIM.begin
def open_window(s: State, announcer: int, character: int, purpose: int) -> None:
    """Everybody else answers at once and sealed, or one by one under the option (BF-DEN-1, BF-DEN-3, BF-R16)."""
    emit(s, DEFENDS if purpose == IN_DEFENCE else ANNOUNCES, announcer, s.cast[character])
    open_seal(s)
    if s.polling_clockwise:
        go(s, poll_next)
    else:
        go(s, close_window)
        ask(s, ASK_DENOUNCE, everyone_else(s, announcer), 0)


@rule
def denounce(s: State, seat: int) -> None:
    s.sealed[seat] = 1


@rule
def let_pass(s: State, seat: int) -> None:
    s.sealed[seat] = 0
    if s.polling_clockwise:
        # Asked one by one, a pass is public at once.
        emit(s, PASSES, seat)


@rule
def first_to_denounce(s: State, announcer: int) -> int:
    """Where the priority of denouncers begins, clockwise: left of the announcer (BF-DEN-2), or at the turn player (BF-R16)."""
    if s.denounce_from_turn and announcer != s.turn:
        return s.turn
    return clockwise(s, announcer, 1)


@CLAIM.step
def poll_next(s: State, announcer: int) -> None:
    """Clockwise polling: answers are public, and the first denunciation ends the poll (BF-R16)."""
    first = first_to_denounce(s, announcer)
    for steps in range(s.seats):
        other = clockwise(s, first, steps)
        if s.sealed[other] == 1:
            go(s, close_window)
            return
        if other != announcer and s.sealed[other] == NONE:
            ask(s, ASK_DENOUNCE, 1 << other, 0)
            return
    go(s, close_window)


@CLAIM.step
def close_window(s: State, announcer: int, character: int) -> None:
    """Every denunciation becomes public; the first clockwise counts, and the card is revealed (BF-DEN-2 to 8)."""
    first = first_to_denounce(s, announcer)
    denouncer = NONE
    for steps in range(s.seats):
        other = clockwise(s, first, steps)
        if s.sealed[other] == 1:
            emit(s, DENOUNCES, other, announcer)
            if denouncer == NONE:
                denouncer = other
    open_seal(s)
    keep(s, DENOUNCER, denouncer)
    if denouncer == NONE:
        believe(s, announcer, character)
    elif s.active[announcer] == character:
        prove(s, announcer, denouncer)
    else:
        catch(s, announcer, character, denouncer)


@rule
def believe(s: State, announcer: int, character: int) -> None:
    """Nobody denounces: the announced character is taken to be the real one (BF-ANN-7)."""
    emit(s, UNCHALLENGED, announcer, s.cast[character])
    s.claimed[announcer] = character
    s.unchallenged = min(s.unchallenged + 1, 255)
    go(s, choose_box)


@rule
def prove(s: State, announcer: int, denouncer: int) -> None:
    """True: the denouncer loses a character of the hand (BF-DEN-5)."""
    keep(s, VERDICT, PROVEN)
    s.truths[announcer] = min(s.truths[announcer] + 1, 255)
    emit(s, PROVES, announcer, s.cast[s.active[announcer]], denouncer)
    s.in_play[announcer] |= 1 << s.active[announcer]
    s.peekers[announcer] |= 1 << SHOWN
    go(s, after_proof)
    lose_from_hand(s, denouncer, announcer, BY_DENIAL)


@rule
def catch(s: State, announcer: int, character: int, denouncer: int) -> None:
    """A bluff: the announcer loses the active character (BF-DEN-8)."""
    keep(s, VERDICT, LIE)
    s.lies[announcer] = min(s.lies[announcer] + 1, 255)
    emit(s, CAUGHT, announcer, s.cast[s.active[announcer]], s.cast[character], denouncer)
    go(s, after_lie)
    lose_active(s, announcer, denouncer, BY_BLUFF)


@CLAIM.step
def after_lie(s: State, verdict: int) -> None:
    """A liar has no power (BF-DEN-8); an attack that was to be cancelled learns of it (BF-DEF-5)."""
    finish(s, verdict)


@CLAIM.step
def after_proof(s: State, announcer: int) -> None:
    """A true announcer takes the card back, now or afterwards (BF-DEN-6, BF-R18)."""
    go(s, choose_box)
    keep(s, PLACED, s.placed[announcer])
    if s.rechoose_after == 0:
        redeploy(s, announcer)


@CLAIM.step
def choose_box(s: State, announcer: int, character: int, purpose: int) -> None:
    """Normal or red: the announcer chooses when both are playable (BF-ANN-8, BF-R23); none left: no effect (BF-ANN-9)."""
    if purpose == IN_DEFENCE:
        react(s, announcer, character)
        return
    boxes = playable_boxes(s, announcer, character, met_needs(s, announcer))
    if boxes == 0:
        emit(s, FIZZLES, announcer, s.cast[character])
        go(s, afterwards)
    elif BITS[boxes] > 1:
        ask(s, ASK_BOX, 1 << announcer, boxes)
    else:
        apply_box(s, nth_bit(boxes, 0))


@rule
def apply_box(s: State, box: int) -> None:
    """Pay, then run the program of the box (BF-C-1); a box that copies costs what it copies (BF-C-12)."""
    announcer = kept(s, ANNOUNCER)
    character = kept(s, CHARACTER)
    emit(s, USES, announcer, s.cast[character], box)
    pay(s, announcer, box_header(s, character, box) & COST)
    go(s, afterwards)
    start_box(s, announcer, character, box)


@rule
def react(s: State, announcer: int, character: int) -> None:
    """The reaction takes effect: its cost is paid now (BF-DEF-4), or nothing happens (BF-DEF-9)."""
    box = reaction_box(s, announcer, character)
    cost = box_header(s, character, box) & COST
    go(s, afterwards)
    if cost <= s.charge[announcer]:
        pay(s, announcer, cost)
        start_box(s, announcer, character, box)


@rule
def start_box(s: State, seat: int, place: int, box: int) -> None:
    open_program(s, seat, place, box, program_of(s, place, box))


@CLAIM.step
def afterwards(s: State, announcer: int, verdict: int, placed: int) -> None:
    """Option: a shown card is taken back only now, unless another has been placed meanwhile (BF-R18)."""
    finish(s, verdict)
    if s.rechoose_after == 1 and verdict == PROVEN and placed == s.placed[announcer]:
        redeploy(s, announcer)
