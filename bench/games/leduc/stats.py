"""What a study of Leduc counts."""

from typing import Any

from bagarre.kernel.rule import rule

from .events import FOLDS, RAISES, SHOWS
from .state import State

STATS = ("folds", "raises", "shows")


@rule
def watch(s: State, tally: Any) -> None:
    for i in range(s.event_count):
        kind = s.events[i][0]
        if kind == FOLDS:
            tally[0] += 1
        elif kind == RAISES:
            tally[1] += 1
        elif kind == SHOWS:
            tally[2] += 1
