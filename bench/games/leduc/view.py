"""What a seat sees, as plain data."""

from typing import Any

from bagarre.kernel.speech import Speech

from .state import State


def view(s: State, seat: int, speech: Speech) -> dict[str, Any]:
    return {
        "board": speech.name("card", s.board) if s.board >= 0 else None,
        "seats": [
            {
                "name": speech.name("seat", other),
                "card": speech.name("card", s.cards[other]) if s.cards[other] >= 0 else None,
                "paid": s.paid[other],
                "folded": bool(s.folded[other]),
                "turn": other == s.turn,
            }
            for other in range(s.seats)
        ],
    }
