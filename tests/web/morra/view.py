from typing import Any

from bagarre.kernel.speech import Speech

from .state import State


def view(s: State, seat: int, speech: Speech) -> dict[str, Any]:
    return {
        "round": s.round_number,
        "seats": [
            {
                "name": speech.name("seat", other),
                "fingers": s.fingers[other],
                "call": s.calls[other],
                "points": s.points[other],
                "last": s.last_fingers[other],
            }
            for other in range(s.seats)
        ],
    }
