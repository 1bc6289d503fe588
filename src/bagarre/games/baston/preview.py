"""What a choice on the sheet would do, for pages and terminals."""

from __future__ import annotations

from typing import Any

from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech

from .boardview import middle
from .choices import ORDER, ORDERS, REST
from .forecast import forecast, told, told_points
from .orderwords import order_words
from .pencil import led
from .rules.machine import Q_SHEETS
from .rules.people import tag
from .shove import AWAY, FALLS, OFF, worth
from .state import NOBODY, State

SHOVES = {AWAY: "BA-JOST-4", FALLS: "BA-FALL-6", OFF: "BA-JOST-7"}
"""The clause of what becomes of somebody who is jostled."""


def preview(s: State, seat: int, choice: Choice, speech: Speech) -> dict[str, Any] | None:
    """The way of an order, where it ends, whom it would strike, and what may spoil it; `None` for other choices."""
    if (
        seat < 0
        or s.ask != Q_SHEETS
        or choice.verb != ORDER
        or not s.writers >> seat & 1
        or s.box[seat] == NOBODY
    ):
        return None
    c = s.page[seat]
    found = forecast(s, c, s.box[seat], choice.arg)
    names = [str(speech.name("character", tag(s, other))) for other in range(s.crowd)]
    return {
        "character": c,
        "box": s.box[seat] + 1,
        "waits": choice.arg == REST,
        "order": speech.name("order", choice.arg),
        "words": order_words(speech.words)[0][ORDERS[choice.arg]],
        **led(found),
        "targets": [
            {"character": target, "name": names[target], "percent": 5 * faces, "xy": middle(spot)}
            for (target, faces), spot in zip(found.targets, found.spots)
        ],
        "shoved": speech.name("character", tag(s, found.shoved)) if found.shoved >= 0 else None,
        "shove": {
            "end": found.shove.end,
            "clause": SHOVES[found.shove.end],
            "points": told_points(worth(s, found.shoved, c), speech) if found.shove.end == OFF else "",
        },
        "warnings": told(found, speech, names),
        "note": speech.say("warnings.alone"),
    }
