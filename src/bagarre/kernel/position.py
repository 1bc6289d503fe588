"""Positions laid out by name: where a scenario, a lesson or a puzzle begins."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from bagarre.kernel.errors import RecordError
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.pack import Entry

FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""What impossible positions may set off in the rules, which are written for possible ones."""


def place(game: Game, s: Position, entry: Entry, content: Any) -> None:
    """Lay a position out by name on a prepared state (`place` in the game's `scenario.py`).

    :raises Mistake: when the game cannot, or the position is impossible.
    """
    room = game.room("scenario") if find_spec(f"{game.package}.scenario") else None
    if not hasattr(room, "place"):
        raise entry.wrong("–", "scenario_unsupported", game=game.meta.title)
    assert room is not None
    try:
        room.place(s, entry, content)
        s.to_bytes()
    except FAULTS as error:
        raise entry.wrong(
            "–", "scenario_position", broken=f"{type(error).__name__}: {str(error)[:200]}"
        ) from None
    if broken := game.status(s):
        raise entry.wrong("–", "scenario_position", broken="; ".join(broken))


def settle(game: Game, s: Position, seen: Sequence[int]) -> None:
    """A card of the real box that nobody had seen turned out to be another one than was assumed (`settle` in the game's `companion.py`).

    :raises RecordError: when it cannot be that one.
    """
    room = game.room("companion") if find_spec(f"{game.package}.companion") else None
    settled = getattr(room, "settle", None)
    if settled is None or not settled(s, seen):
        raise RecordError("seen_impossible")
