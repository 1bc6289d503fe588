"""What a turn leaves behind, for the review after a game (`bagarre/review/aftermath.py`)."""

from .search import trait
from .state import CHECKING, RUNNING, SUPPORTING, State

TRAITS = {"life": 0, "power": 1, "resistance": 7}
OF_SEAT = tuple(TRAITS)
OF_TABLE = ("energy",)


def figure(s: State, seat: int, name: str) -> int:
    """Of a team its life, power and what its base withstands; of the table the energy of the clock."""
    return int(s.energy if name == "energy" else trait(s, seat, TRAITS[name]))


def unsettled(s: State) -> bool:
    """Does a fight go on?"""
    return s.how == RUNNING and SUPPORTING <= s.stage <= CHECKING
