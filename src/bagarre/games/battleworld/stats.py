"""What a study counts."""

from typing import Any

from bagarre.kernel.rule import rule

from .state import State

STATS = ("turns",)


@rule
def watch(s: State, tally: Any) -> None:
    tally[0] = s.turn
