"""What the frame of the page says around the board."""

from typing import Any

from bagarre.kernel.speech import Speech


def frame(view: dict[str, Any], seat: int, speech: Speech) -> dict[str, Any]:
    return {"ask": speech.say("board.ask"), "timeout": "keep"}
