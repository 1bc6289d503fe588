"""What is counted while games are played: the game's own statistics, its subjects of balance, or the kinds of events that were seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bagarre.kernel import drivers
from bagarre.kernel.game import Game
from bagarre.kernel.rule import rule
from bagarre.kernel.subjects import COLUMNS

STATS, SUBJECTS, EVENTS = "stats", "subjects", "events"


@dataclass(frozen=True, slots=True)
class Counting:
    """A rule that watches every step, and the names of the columns it counts in."""

    names: tuple[str, ...]
    bindings: dict[Callable[..., Any], Callable[..., Any]]
    """Empty for the game's own statistics, which the drivers know."""


@rule
def watch_events(s: Any, tally: Any) -> None:
    """How often each kind of event was there."""
    for i in range(min(s.event_count, len(s.events))):
        tally[s.events[i][0]] += 1


def counting(game: Game, what: str) -> Counting:
    """What is to be counted, by name."""
    if what == SUBJECTS:
        room = game.room("subjects")
        count = COLUMNS * room.SUBJECTS.count
        return Counting(tuple(f"subject_{k}" for k in range(count)), {drivers.watch: room.watch})
    if what == EVENTS:
        kinds = game.room("events").EVENTS.kinds
        return Counting(tuple(kind.name for kind in kinds), {drivers.watch: watch_events})
    return Counting(tuple(game.room("stats").STATS), {})


def has_subjects(game: Game) -> bool:
    return (game.folder / "subjects.py").exists()
