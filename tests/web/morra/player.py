from typing import Any

from bagarre.kernel.chance import below
from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule

from .state import State


@rule
def decide(s: State, seat: int, menu: Menu, dice: Any) -> int:
    return below(dice, menu.count)
