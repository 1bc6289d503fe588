"""The machine: advance the operation on top until somebody has to choose; take the choice; go on."""

from bagarre.kernel.rule import rule, table

from ..choices import (
    AMOUNT,
    ANSWERED,
    CHANGE_WEAPON,
    COPY,
    EXECUTE,
    GAME_OVER,
    GO_ARMORY,
    NOT_ASKED,
    PLACE,
    REVIVE,
    TAKE,
    TARGET,
)
from ..instructions import OFFER_ARMORY, OFFER_NEW_WEAPON
from ..operations import STACK
from ..state import (
    ASK_AMOUNT,
    ASK_COPY,
    ASK_OTHER,
    ASK_REVIVE,
    ASK_SUBACTION,
    ASK_TAKE,
    ASK_TARGET,
    NONE,
    QUESTIONS,
    RUNNING,
    State,
)
from .questions import take, why_not
from .stack import close_question
from .table import BITS, nth_bit
from .turn import lay_out

_settled = {ASK_TAKE: TAKE, ASK_TARGET: TARGET, ASK_AMOUNT: AMOUNT, ASK_REVIVE: REVIVE, ASK_COPY: COPY}
SETTLED_BY = table(_settled.get(question, NONE) for question in range(QUESTIONS))
"""The verb of each question that settles itself when one number is left of its mask, else NONE."""

advance = STACK.run()


@rule
def setup(s: State) -> None:
    lay_out(s)
    run(s)


@rule
def run(s: State) -> None:
    """Until somebody has to choose, or the game is over. A choice with one alternative makes itself."""
    while s.pending == 0 and s.how == RUNNING:
        advance(s)
        if s.pending != 0:
            settle_forced(s)


@rule
def settle_forced(s: State) -> None:
    """The menus concerned depend on public facts only, so this reveals nothing."""
    if s.ask == ASK_OTHER:
        seat = nth_bit(s.pending, 0)
        if BITS[s.hand[seat]] == 1:
            settle(s, seat, PLACE, s.cast[nth_bit(s.hand[seat], 0)])
    elif s.legal and s.legal & (s.legal - 1) == 0:
        seat = nth_bit(s.pending, 0)
        only = nth_bit(s.legal, 0)
        if s.ask == ASK_SUBACTION:
            settle(s, seat, offered(s.legal), 0)
        elif s.ask == ASK_REVIVE or s.ask == ASK_COPY:
            settle(s, seat, SETTLED_BY[s.ask], s.cast[only])
        elif SETTLED_BY[s.ask] != NONE:
            settle(s, seat, SETTLED_BY[s.ask], only)


@rule
def offered(offer: int) -> int:
    """The verb of the only thing that `one_of` offers."""
    if offer == OFFER_ARMORY:
        return GO_ARMORY
    return CHANGE_WEAPON if offer == OFFER_NEW_WEAPON else EXECUTE


@rule
def settle(s: State, seat: int, verb: int, arg: int) -> None:
    """The last answer that was awaited."""
    take(s, seat, verb, arg)
    close_question(s)


@rule
def deciders(s: State) -> int:
    return s.pending


@rule
def refusal(s: State, seat: int, verb: int, arg: int) -> int:
    """Why the choice is not allowed, 0 when it is."""
    if s.how != RUNNING:
        return GAME_OVER
    if (s.pending >> seat) & 1 == 0:
        return ANSWERED if s.sealed[seat] != NONE else NOT_ASKED
    return why_not(s, seat, verb, arg)


@rule
def apply(s: State, seat: int, verb: int, arg: int) -> None:
    """Take a choice; where several answer at once it is sealed, and all goes on with the last."""
    if s.pending == 1 << seat:
        settle(s, seat, verb, arg)
        run(s)
    else:
        take(s, seat, verb, arg)
        s.pending &= ~(1 << seat)
