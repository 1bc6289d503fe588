"""A sensible player: raises with a pair or a high card, folds a low one to a raise."""

from typing import Any

from bagarre.kernel.menu import Menu
from bagarre.kernel.rule import rule

from .choices import CALL, FOLD, RAISE
from .rules import strength
from .state import State


@rule
def decide(s: State, seat: int, menu: Menu, dice: Any) -> int:
    hand = strength(s, seat)
    wanted = CALL
    if hand >= s.seats:
        wanted = RAISE
    elif hand == 0 and s.stakes > s.paid[seat]:
        wanted = FOLD
    for k in range(menu.count):
        if menu.verb[k] == wanted:
            return k
    for k in range(menu.count):
        if menu.verb[k] == CALL:
            return k
    return 0
