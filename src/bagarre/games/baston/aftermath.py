"""What a turn leaves behind, for the review after a game (`bagarre/review/aftermath.py`)."""

from .rules.people import side_of
from .rules.score import side_points
from .search import trait
from .state import State

OF_SEAT = ("points", "standing", "vitals")
OF_TABLE = ()


def figure(s: State, seat: int, name: str) -> int:
    """Points of the side; of one's own characters in play their number, and the hit points of heads and trunks."""
    if name == "points":
        return int(side_points(s, side_of(s, seat)))
    return int(trait(s, seat, 2) if name == "standing" else trait(s, seat, 4) + trait(s, seat, 5))
