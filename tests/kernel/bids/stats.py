from typing import Any

from bagarre.kernel.rule import rule

from .state import State

STATS = ("events",)


@rule
def watch(s: State, tally: Any) -> None:
    tally[0] += s.event_count
