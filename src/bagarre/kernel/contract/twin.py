"""A game in compiled mode beside the interpreted one, asked rule by rule through one driver."""

from __future__ import annotations

from copy import copy
from typing import Any

from bagarre.kernel.chance import Dice
from bagarre.kernel.drivers import APPLY, CHOOSE, CONCEAL, DEAL, FORK, IMAGINE, OFFER, RANK, SCRIPTED
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice


class Twin:
    """One compiled state, and room beside it for whoever thinks or forks."""

    def __init__(self, game: Game, start: Position) -> None:
        """`start` is a state before its deal, or any position of its table."""
        self.game = game
        fast = game.compiled
        self._start = fast.pack([start])
        self._states, self._menus = fast.pack([start, start]), fast.menus(1)
        self._players = fast.empty(game.PlayerRecord, start.seats)
        self._players["kind"] = SCRIPTED
        self._given = fast.zeros(3)

    def _ask(self, what: int, *given: int, dices: Any = None) -> int:
        fast = self.game.compiled
        self._given[: len(given)] = given
        dices = fast.pack([Dice()]) if dices is None else dices
        return int(fast.probe(self._states, self._menus, dices, self._players, what, self._given))

    def copy(self) -> Twin:
        """Another one in the same position."""
        other = copy(self)
        other._states = self._states.copy()
        return other

    @property
    def record(self) -> Any:
        """The state itself."""
        return self._states[0]

    def to_bytes(self) -> bytes:
        packed: bytes = self._states[0].tobytes()
        return packed

    def unpack(self) -> Position:
        return self.game.compiled.unpack(self._states, 0)

    def deal(self, a: int, b: int, c: int) -> int:
        """Seed and deal; gives the mask of those who are asked, as `apply` does."""
        return self._ask(DEAL, a, b, c)

    def apply(self, seat: int, choice: Choice) -> int:
        return self._ask(APPLY, seat, choice.verb, choice.arg)

    def choices(self, seat: int) -> list[Choice]:
        self._ask(OFFER, seat)
        return self.game.compiled.read_menu(self._menus, 0)[1]

    def decide(self, dice: Dice) -> tuple[int, bytes]:
        """What the scripted player takes of the menu that was asked for last, and its generator afterwards."""
        dices = self.game.compiled.pack([dice])
        return self._ask(CHOOSE, dices=dices), dices[0].tobytes()

    def conceal(self, reader: int) -> None:
        self._ask(CONCEAL, reader)

    def imagine(self, a: int, b: int, c: int) -> None:
        self._ask(IMAGINE, a, b, c)

    def rank(self, seat: int) -> int:
        return self._ask(RANK, seat)

    def fork(self) -> tuple[Twin, int]:
        """The start with the moving part of this position, and the hash of that."""
        other = self.copy()
        other._states[1] = self._start[0]
        found = other._ask(FORK)
        other._states[0] = other._states[1]
        return other, found
