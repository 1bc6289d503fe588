"""What a study of Boss Quest counts."""

from typing import Any

from bagarre.kernel.rule import rule

from .events import (
    ACTIVATES,
    BECOMES_GHOST,
    BECOMES_REAPER,
    DISCARDS,
    EQUIPS,
    MAKES_PERFECT,
    NOBODY_WINS,
    PASSES_LIMIT,
    RECEIVES,
    ROUND_BEGINS,
    STRIKES,
    WINS_ROUND,
)
from .state import State

STATS = (
    "rounds",
    "keys",
    "perfects",
    "over",
    "hearts_lost",
    "rounds_without_winner",
    "requests",
    "weapons_drawn",
    "spells_activated",
    "spells_discarded",
    "ghosts",
    "reapers",
)
(
    ROUNDS,
    KEYS,
    PERFECTS,
    OVER,
    HEARTS_LOST,
    ROUNDS_WITHOUT_WINNER,
    REQUESTS,
    WEAPONS_DRAWN,
    SPELLS_ACTIVATED,
    SPELLS_DISCARDED,
    GHOSTS,
    REAPERS,
) = range(12)


@rule
def watch(s: State, tally: Any) -> None:
    for i in range(s.event_count):
        row = s.events[i]
        kind = row[0]
        if kind == RECEIVES:
            tally[WEAPONS_DRAWN] += 1
        elif kind == EQUIPS:
            tally[REQUESTS] += 1
        elif kind == ACTIVATES:
            tally[SPELLS_ACTIVATED] += 1
        elif kind == DISCARDS:
            tally[SPELLS_DISCARDED] += 1
        elif kind == ROUND_BEGINS:
            tally[ROUNDS] += 1
        elif kind == MAKES_PERFECT:
            tally[PERFECTS] += 1
            tally[KEYS] += row[3]
        elif kind == WINS_ROUND:
            tally[KEYS] += row[3]
        elif kind == PASSES_LIMIT:
            tally[OVER] += 1
            tally[HEARTS_LOST] += row[4]
        elif kind == STRIKES:
            tally[HEARTS_LOST] += row[3]
        elif kind == NOBODY_WINS:
            tally[ROUNDS_WITHOUT_WINNER] += 1
        elif kind == BECOMES_GHOST:
            tally[GHOSTS] += 1
        elif kind == BECOMES_REAPER:
            tally[REAPERS] += 1
