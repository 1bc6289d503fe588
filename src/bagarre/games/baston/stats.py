"""What a study of brawls counts."""

from typing import Any

from bagarre.kernel.rule import rule

from .state import State

STATS = ("orders",)


@rule
def watch(s: State, tally: Any) -> None:
    tally[0] += s.event_count
