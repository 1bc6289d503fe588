"""What a seat sees, as plain data."""

from typing import Any

from bagarre.kernel.speech import Speech

from .state import State


def view(s: State, seat: int, speech: Speech) -> dict[str, Any]:
    return {"turn": s.turn}
