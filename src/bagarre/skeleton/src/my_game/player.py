"""A sensible player: changes a low card."""

from typing import Any

from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule

from .choices import CHANGE, KEEP
from .state import DECK, State


@rule
def decide(s: State, seat: int, menu: Menu, dice: Any) -> int:
    wanted = CHANGE if 2 * s.cards[seat] < DECK else KEEP
    for k in range(menu.count):
        if menu.verb[k] == wanted:
            return k
    return 0
