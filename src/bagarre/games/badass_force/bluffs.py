"""What is claimed and what is true, for the review after a game (`bagarre/review/bluffs.py`)."""

from typing import NamedTuple

from bagarre.kernel.operations import operation_at

from .beliefs import A_CLAIM, claim_told, front_told
from .operations import ANNOUNCER, CHARACTER, DENOUNCER
from .state import NONE, State

SETTLED = ("unchallenged", "proves", "caught")
"""Events: what became of it; with the `denouncer` whose word counted, where somebody called it a lie."""
KIND = "character"
"""What is claimed, as words name it."""


class Claim(NamedTuple):
    """An announcement on the table (section Announcing)."""

    seat: int
    subject: int
    """The character that was named."""
    true: bool
    depth: int
    """Where it lies on the stack: a claim made in answer to another one is another one."""


def claim(s: State) -> Claim | None:
    """The announcement that the table is asked about; read with open cards."""
    for i in range(s.depth - 1, -1, -1):
        if operation_at(s, i) == A_CLAIM and s.frames[i][DENOUNCER] == NONE:
            seat, place = s.frames[i][ANNOUNCER], s.frames[i][CHARACTER]
            return Claim(seat, s.cast[place], s.active[seat] == place, i)
    return None


def odds(known: State) -> float:
    """How likely the announcement is true, from what a seat knows."""
    return claim_told(known) / 1000


def hidden(s: State, seat: int) -> int:
    """The card that a player hides, -1 for none; read with open cards."""
    return s.active[seat] + 0


def sure(known: State, seat: int, card: int) -> float:
    """How likely a player has that card in front, from what another one knows."""
    return front_told(known, seat, card) / 1000
