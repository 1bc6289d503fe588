"""What a round leaves behind, for the review after a game (`bagarre/review/aftermath.py`)."""

from .state import State

OF_SEAT = ("keys", "hearts")
OF_TABLE = ()


def figure(s: State, seat: int, name: str) -> int:
    return int(s.keys[seat] if name == "keys" else max(0, s.hearts[seat]))
