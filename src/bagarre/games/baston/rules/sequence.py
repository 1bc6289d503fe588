"""The order of resolution, in one place: the steps of a game are one book of phases, at the end of this module (BA-EXEC-4).

`advance` resolves what is on the stack first, then leads on to the next step; the two alternate until somebody must answer or the
game is over.
"""

from typing import Any

from bagarre.kernel.events import emit
from bagarre.kernel.menu import VerbBook
from bagarre.kernel.operations import call
from bagarre.kernel.phases import PhaseBook
from bagarre.kernel.rule import rule, table

from ..choices import ORDER_KIND, POU
from ..events import (
    AWAKE,
    LOSES_POINTS,
    REVEALED,
    REWRITTEN,
    SEQUENCE_BEGINS,
    SHEET_LINE,
    TURN_BEGINS,
    WINS_POINTS,
)
from ..state import (
    CALLING,
    CHOOSE,
    IN_PLAY,
    LEGS,
    NOBODY,
    OWED_NEXT,
    RANDOM_BUILD,
    RANDOM_PLACES,
    REPROGRAM_AT_ONCE,
    REVEAL_BY_SEQUENCE,
    RUNNING,
    TAXING,
    State,
)
from . import (  # noqa: F401
    activation,
    blows,
    doors,
    falls,
    furniture,
    hits,
    jostle,
    moves,
    overturning,
    robbing,
    taking,
    throwing,
)
from .building import begin_building
from .jostle import begin_chain
from .machine import ACTIVATE, ACTS_LONG, FALLS, NO_QUESTION, Q_NEXT, ROBS, STACK, WEARS, ask_owner
from .people import tag
from .pushing import resolve_push
from .robbing import complete_call
from .score import check_sequence, check_turn
from .setup import (
    build_randomly,
    deal_gangs,
    deal_sides,
    draw_zones,
    make_ranks,
    next_facing,
    next_place,
    present,
)
from .sheet import begin_programming, begin_reprogramming, close_sheets

(
    BUILDING, RANKING, PRESENTING, PLACING, FACING, PROGRAMMING, REVEALING, OPENING, ACTING, NAMING, PUSHING,
    LONG_ACTING, COUNTING_DOWN, CHECKING, REPROGRAMMING, CLOSING, FINISHED,
) = range(17)  # fmt: skip


def _steps(*steps: int) -> Any:
    """A set of steps, for rules: 1 for each that belongs to it."""
    return table(1 if step in steps else 0 for step in range(FINISHED + 1))


BEFORE_RANKS = _steps(BUILDING, RANKING)
PRESENTED = _steps(
    PLACING, FACING, PROGRAMMING, REVEALING, OPENING, ACTING, NAMING, PUSHING, LONG_ACTING, COUNTING_DOWN, CHECKING,
    REPROGRAMMING, CLOSING, FINISHED,
)  # fmt: skip
"""Everybody has been shown to all."""
UNDER_WAY = _steps(
    OPENING, ACTING, NAMING, PUSHING, LONG_ACTING, COUNTING_DOWN, CHECKING, REPROGRAMMING, CLOSING, FINISHED
)  # fmt: skip
"""The orders of the turn are being executed."""

FULL_EVENTS = 36
FULL_JOURNAL = 48
"""Beyond these the film stops for breath: events and dice of one step must fit their buffers."""


# Before the first turn.


@rule
def build_characters(s: State) -> None:
    """Built by their owners, drawn by lot, or already there."""
    if s.build == CHOOSE:
        s.step = RANKING
        begin_building(s)
    elif s.build == RANDOM_BUILD and s.next_rank < s.crowd:
        if not out_of_breath(s, s.next_rank):
            build_randomly(s, s.next_rank)
            present(s, s.next_rank)
            s.next_rank += 1
    else:
        s.step = RANKING


@rule
def rank_characters(s: State) -> None:
    """Who leads which ready-made gang, the order of speed, who is on which side, and where each may begin."""
    s.step = PRESENTING
    s.next_rank = 0
    if s.lots:
        deal_gangs(s)
    make_ranks(s)
    if s.sided:
        deal_sides(s)
    if s.placement != RANDOM_PLACES:
        draw_zones(s)


@rule
def present_next(s: State) -> None:
    """Everybody is shown to all, one after the other."""
    if s.next_rank == s.crowd or s.build == RANDOM_BUILD:
        s.step = PLACING
        s.next_rank = 0
    elif not out_of_breath(s, s.by_rank[s.next_rank]):
        present(s, s.next_rank)
        s.next_rank += 1


@rule
def place_next(s: State) -> None:
    """A point for everybody, by rank."""
    if s.next_rank == s.crowd:
        s.step = FACING
        s.next_rank = 0
    elif not out_of_breath(s, s.by_rank[s.next_rank]):
        next_place(s)


@rule
def face_next(s: State) -> None:
    """Everybody looks somewhere; then the first turn begins."""
    if not next_facing(s):
        s.step = PROGRAMMING
        s.turn = 0


# A turn.


@rule
def begin_turn(s: State) -> None:
    """Everybody writes a sheet of three sequences."""
    s.step = REVEALING
    s.turn += 1
    s.sequence = 0
    s.shown = 0
    emit(s, TURN_BEGINS, s.turn)
    begin_programming(s)


@rule
def reveal_sheets(s: State) -> None:
    """Before the first sequence, unless each sequence is revealed by itself (BA-R11)."""
    s.step = OPENING
    if s.options & REVEAL_BY_SEQUENCE == 0:
        s.shown = 3
        reveal(s, 0, 3)


@rule
def reveal(s: State, first: int, last: int) -> None:
    """All sheets at the same time (BA-EXEC-1), or one sequence of them (BA-R11)."""
    emit(s, REVEALED, s.turn)
    for i in range(s.crowd):
        c = s.by_rank[i]
        if s.fate[c] == IN_PLAY:
            for k in range(first, last):
                emit(s, SHEET_LINE, tag(s, c), k + 1, s.orders[c][2 * k], s.orders[c][2 * k + 1])


# A sequence.


@rule
def open_sequence(s: State) -> None:
    """A new sequence: whoever is still stunned sits it out (BA-STUN-5)."""
    s.step = ACTING
    s.next_rank = 0
    emit(s, SEQUENCE_BEGINS, s.sequence + 1)
    if s.options & REVEAL_BY_SEQUENCE:
        s.shown = s.sequence + 1
        reveal(s, s.sequence, s.sequence + 1)
    for c in range(s.crowd):
        s.done[c] = 0
        s.pending[c] = 0
        s.shaken[c] = 0
        s.timed_new[c] = 0
        s.push_way[c] = NOBODY
        s.circled[c] = 1 if s.stun[c] > 0 else 0
        if s.circled[c] or s.fate[c] != IN_PLAY:
            s.done[c] = 1


@rule
def reprogram_at_once(s: State) -> bool:
    """Option: those who were shaken rewrite before the next character acts (BA-R17)."""
    if s.options & REPROGRAM_AT_ONCE == 0 or s.sequence == 2:
        return False
    for c in range(s.crowd):
        if s.shaken[c]:
            return begin_reprogramming(s, OWED_NEXT)
    return False


@rule
def is_long(s: State) -> bool:
    """Has the step become long? Points that are told with what brings them do not count: games that were recorded before stop where they did."""
    told = s.event_count
    if told > FULL_EVENTS:
        for k in range(min(s.event_count, len(s.events))):
            if s.events[k][0] == WINS_POINTS or s.events[k][0] == LOSES_POINTS:
                told -= 1
    return told > FULL_EVENTS or s.journal_length > FULL_JOURNAL


@rule
def out_of_breath(s: State, c: int) -> bool:
    """Stop the film before c acts, when the step has become long."""
    if is_long(s):
        ask_owner(s, Q_NEXT, c)
        return True
    return False


@rule
def activate_next(s: State) -> None:
    """The next character by rank (BA-EXEC-2)."""
    if reprogram_at_once(s):
        return
    while s.next_rank < s.crowd:
        c = s.by_rank[s.next_rank]
        if s.fate[c] == IN_PLAY:
            if not out_of_breath(s, c):
                s.next_rank += 1
                call(s, ACTIVATE, c)
            return
        s.next_rank += 1
    s.next_rank = 0
    s.step = NAMING


@rule
def name_next(s: State) -> None:
    """All pushers name their piece first, in rank order (BA-POU-6)."""
    if reprogram_at_once(s):
        return
    while s.next_rank < s.crowd:
        c = s.by_rank[s.next_rank]
        if s.pending[c] and ORDER_KIND[s.orders[c][2 * s.sequence + 1]] == POU:
            if not out_of_breath(s, c):
                s.next_rank += 1
                call(s, ACTS_LONG, c)
            return
        s.next_rank += 1
    s.next_rank = 0
    s.step = PUSHING


@rule
def push_next(s: State) -> None:
    """Pieces in the order of their best-ranked pusher (BA-POU-6)."""
    if reprogram_at_once(s):
        return
    while s.next_rank < s.crowd:
        c = s.by_rank[s.next_rank]
        if s.push_way[c] >= 0:
            if not out_of_breath(s, c):
                s.next_rank += 1
                resolve_push(s, c)
            return
        s.next_rank += 1
    s.next_rank = 0
    s.step = LONG_ACTING


@rule
def act_long_next(s: State) -> None:
    """REN, DES, TAX, MET, TEL in rank order; what began in the sequence before is completed at its owner's rank (BA-EXEC-4)."""
    if reprogram_at_once(s):
        return
    while s.next_rank < s.crowd:
        c = s.by_rank[s.next_rank]
        if s.pending[c] or (s.timed[c] and s.timed_new[c] == 0):
            if not out_of_breath(s, c):
                s.next_rank += 1
                take_long_turn(s, c)
            return
        s.next_rank += 1
    s.next_rank = 0
    s.step = COUNTING_DOWN


@rule
def take_long_turn(s: State, c: int) -> None:
    begin_chain(s, -1)
    if s.pending[c]:
        call(s, ACTS_LONG, c)
    elif s.timed[c] == TAXING:
        call(s, ROBS, c)
    elif s.timed[c] == CALLING:
        complete_call(s, c)
    else:
        call(s, WEARS, c)


@rule
def count_down(s: State) -> None:
    """Falls that lacked room are tried again (BA-FALL-10), then the stun runs down (BA-STUN-6)."""
    while s.next_rank < s.crowd:
        c = s.by_rank[s.next_rank]
        s.next_rank += 1
        if s.stuck[c] and s.fate[c] == IN_PLAY and s.prone[c] == 0 and s.hp[c][LEGS] == 0:
            begin_chain(s, -1)
            call(s, FALLS, c, NOBODY)
            return
    for c in range(s.crowd):
        if s.circled[c] and s.fate[c] == IN_PLAY:
            s.stun[c] -= 1
            if s.stun[c] == 0:
                emit(s, AWAKE, tag(s, c))
        s.circled[c] = 0
        # A rest owed for this sequence has been paid.
        s.owes_rest[c] = max(0, s.owes_rest[c] - 1)
    s.next_rank = 0
    s.step = CHECKING


@rule
def check(s: State) -> None:
    """Is it over? Asked after each sequence, and once more after each turn."""
    s.step = REPROGRAMMING
    check_sequence(s)
    if s.how == RUNNING and s.sequence == 2:
        check_turn(s)
    if s.how != RUNNING:
        s.step = FINISHED


@rule
def reprogram(s: State) -> None:
    """Those who may rewrite what is left of their turn."""
    s.step = CLOSING
    if s.sequence < 2:
        begin_reprogramming(s, 1)


@rule
def close_sequence(s: State) -> None:
    """On to the next sequence or turn."""
    s.next_rank = 0
    if s.sequence < 2:
        s.sequence += 1
        s.step = OPENING
    else:
        s.step = PROGRAMMING


# The sheets.


@rule
def hand_in(s: State, seat: int) -> None:
    """The signature; when everybody has signed, the sheets are closed."""
    s.writers &= ~(1 << seat)
    if s.writers == 0:
        sheets_closed(s)


@rule
def sheets_closed(s: State) -> None:
    """All have committed; orders that were rewritten are shown together (BA-REPROG-3)."""
    close_sheets(s)
    for c in range(s.crowd):
        if s.editable[c] and s.step != REVEALING and s.options & REVEAL_BY_SEQUENCE == 0:
            emit(s, REWRITTEN, tag(s, c))
            for k in range(s.sequence + 1, 3):
                emit(s, SHEET_LINE, tag(s, c), k + 1, s.orders[c][2 * k], s.orders[c][2 * k + 1])
        s.editable[c] = 0
        s.written[c] = 0


# The whole game.

STEPS = PhaseBook(VerbBook(), "step", otherwise=0)
# Before the first turn.
STEPS.phase(BUILDING, build_characters)
STEPS.phase(RANKING, rank_characters)
STEPS.phase(PRESENTING, present_next)
STEPS.phase(PLACING, place_next)
STEPS.phase(FACING, face_next)
# Each turn.
STEPS.phase(PROGRAMMING, begin_turn)
STEPS.phase(REVEALING, reveal_sheets)
# Each sequence.
STEPS.phase(OPENING, open_sequence)
STEPS.phase(ACTING, activate_next)
STEPS.phase(NAMING, name_next)
STEPS.phase(PUSHING, push_next)
STEPS.phase(LONG_ACTING, act_long_next)
STEPS.phase(COUNTING_DOWN, count_down)
STEPS.phase(CHECKING, check)
STEPS.phase(REPROGRAMMING, reprogram)
STEPS.phase(CLOSING, close_sequence)

direct = STEPS.ladders().enter
"""The step that the game has reached."""
run = STACK.run()
"""One step of the operation on top of the stack: all of them are declared now."""


@rule
def advance(s: State) -> None:
    """Go on until somebody must answer, or the game is over."""
    while s.ask == NO_QUESTION and s.step != FINISHED:
        if s.depth > 0:
            run(s)
        else:
            direct(s)
