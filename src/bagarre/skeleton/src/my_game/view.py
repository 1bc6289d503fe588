"""What a seat sees, as plain data."""

from typing import Any

from bagarre.kernel.speech import Speech

from .state import TURN, State


def view(s: State, seat: int, speech: Speech) -> dict[str, Any]:
    return {
        "deck": s.deck_count,
        "changes": s.allowed - s.changed,
        "seats": [
            {
                "name": speech.name("seat", other),
                "card": speech.name("card", s.cards[other]) if s.cards[other] >= 0 else None,
                "turn": s.phase == TURN and other == s.turn,
            }
            for other in range(s.seats)
        ],
    }
