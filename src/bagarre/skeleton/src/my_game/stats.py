"""What simulations count."""

from typing import Any

from bagarre.kernel.rule import rule

from .events import CHANGES
from .state import State

STATS = ("changes",)


@rule
def watch(s: State, tally: Any) -> None:
    for i in range(s.event_count):
        if s.events[i][0] == CHANGES:
            tally[0] += 1
