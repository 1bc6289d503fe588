from typing import Any

from bagarre.kernel.rule import rule

from .state import State

STATS = ()


@rule
def watch(s: State, tally: Any) -> None:
    pass
