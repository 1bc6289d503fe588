"""What a round of the table leaves behind, for the review after a game (`bagarre/review/aftermath.py`)."""

from .state import State

OF_SEAT = ("points",)
OF_TABLE = ()


def figure(s: State, seat: int, name: str) -> int:
    return int(s.points[seat])
