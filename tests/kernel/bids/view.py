from typing import Any

from bagarre.kernel.speech import Speech

from .state import State


def view(s: State, seat: int, speech: Speech) -> dict[str, Any]:
    return {"round": s.round, "points": s.points[: s.seats], "bids": s.bids[: s.seats]}
