"""The player that searches (`bots/search.py`), as Python asks it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from bagarre.bots import search
from bagarre.bots.house import HousePlayer, filled_menu
from bagarre.bots.levels import EXPERT, LEVELS, changed, settings_of
from bagarre.bots.player import Budget, Estimate, Thought
from bagarre.kernel import drivers
from bagarre.kernel.binding import Bindings
from bagarre.kernel.chance import Dice
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.likelihood import SHARE
from bagarre.kernel.menu import Choice
from bagarre.kernel.modes import Interpreted, Mode
from bagarre.kernel.runner import WORLDS

PATIENCE = 2.0
"""Seconds for a thought in plain Python, when the budget says nothing."""
FEW = 24
"""Choices that are compared at most in plain Python, where one world for each takes long."""
BINDINGS: Bindings = {drivers.choose: search.choose}
"""What lets drivers know players that search."""


class SearchPlayer(HousePlayer):
    """Compares its choices by playing them out in worlds that fit what it knows; `search:1` to `search:5` are its levels, and
    `search:5:simulations=800:doubt=500` thinks in another way than its level would, for measuring.

    In a simulation it is compiled with the game. Asked by itself it thinks in plain Python, so that nobody waits for a compiler,
    unless a mode is given.
    """

    NAME, KIND, VERSIONS = "search", drivers.SEARCH, tuple(str(level) for level in LEVELS)
    BINDINGS = BINDINGS

    def __init__(self, game: Game, argument: str = "", seed: str = "", mode: Mode | None = None) -> None:
        level, *changes = argument.split(":")
        super().__init__(game, level, seed)
        self.level = int(level or EXPERT)
        self.settings = changed(settings_of(game, self.level), changes)
        if mode is not None:
            self.mode = mode

    @cached_property
    def mode(self) -> Mode:
        return Interpreted(self.game)

    def record(self) -> drivers.PlayerRecord:
        record = super().record()
        for name, value in self.settings.record().items():
            setattr(record, name, value)
        return record

    def think(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
        if len(menu) == 1:
            return Thought(menu[0])
        simulations = self.simulations(budget)
        seconds = budget.seconds or (PATIENCE if self.mode.name == "interpreted" else 0.0)
        # Plain Python has time for few worlds: none of them go to plans.
        desk = Desk(self, known, seat, menu, simulations, plans=self.mode.name != "interpreted")
        return desk.thought(time.monotonic() + seconds if seconds else 0.0)

    def gain(self, known: Position, seat: int, one: Choice, other: Choice, worlds: int) -> Estimate | None:
        """What the other of two choices is worth more, both played out in so many worlds; `None` where one of them needs no thought."""
        desk = Desk(self, known, seat, [one, other], 2 * worlds, plans=False)
        desk.thought(0.0)
        return desk.gain()

    def simulations(self, budget: Budget) -> int:
        """A budget may ask more of the Expert; other levels are what they are, and only shrink."""
        own = self.settings.simulations
        asked = budget.simulations or own
        return asked if self.level == EXPERT else min(asked, own)


class Desk:
    """The arrays of one thought."""

    def __init__(
        self,
        player: SearchPlayer,
        known: Position,
        seat: int,
        menu: Sequence[Choice],
        simulations: int,
        plans: bool = True,
    ) -> None:
        self.player, self.menu, self.seat = player, list(menu), seat
        mode, game = player.mode, player.game
        record = player.record()
        record.simulations = simulations
        if not plans:
            record.plans = 0
        if mode.name == "interpreted":
            record.candidates = min(record.candidates, FEW)
        states = mode.empty(game.State, WORLDS)
        states[search.SHOWN] = mode.pack([known])[0]
        menus = mode.pack([filled_menu(game, seat, menu), game.Menu()])
        self.dices, self.players = mode.pack([player.dice, Dice(), Dice()]), mode.pack([record] * (seat + 1))
        self.arrays = (states, menus, self.dices, self.players)
        self.ponder = mode.driver(search.ponder)

    def step(self, which: int, worlds: int = 0) -> int:
        return int(self.ponder(*self.arrays, which, worlds))

    def thought(self, deadline: float) -> Thought:
        """Think until the play-outs are spent, or the clock says so."""
        left = self.step(search.OPEN)
        rounds = search.rounds_for(left)
        simulations = self.record.simulations
        for _ in range(rounds):
            worlds = max(search.LEAST_WORLDS, simulations // rounds // left)
            if not self.compare(worlds, deadline):
                break
            left = self.step(search.DROP)
        chosen = self.menu[self.step(search.CHOOSE)]
        self.player.dice = self.first(self.dices, Dice)
        return Thought(chosen, self.values())

    def compare(self, worlds: int, deadline: float) -> bool:
        """A round; was there time for all of it?"""
        if not deadline:
            self.step(search.COMPARE, worlds)
            return True
        for _ in range(worlds):
            self.step(search.COMPARE, 1)
            if time.monotonic() > deadline:
                return False
        return True

    def values(self) -> dict[Choice, Estimate]:
        record = self.record
        found: dict[Choice, Estimate] = {}
        # Of several candidates that begin alike, the one that was compared longest tells what the choice is worth; then the best.
        for k in sorted(range(len(record.seen)), key=lambda k: (-record.seen[k], -record.shares[k])):
            if seen := record.seen[k]:
                mean = record.shares[k] / seen
                spread = max(0.0, record.squares[k] / seen - mean * mean)
                estimate = Estimate(mean / SHARE, (spread / seen) ** 0.5 / SHARE)
                found.setdefault(self.menu[record.first[k]], estimate)
        return found

    def gain(self) -> Estimate | None:
        """Of a menu of two: what the second is worth more than the first, in the same worlds."""
        record = self.record
        rival = 1 - record.base
        seen = record.seen[rival]
        if not seen or not record.seen[record.base]:
            return None
        mean = record.gains[rival] / seen
        spread = max(0.0, record.gain_squares[rival] / seen - mean * mean)
        sign = 1 if record.first[rival] == 1 else -1
        return Estimate(sign * mean / SHARE, (spread / seen) ** 0.5 / SHARE)

    @property
    def record(self) -> drivers.PlayerRecord:
        """What the player thought."""
        return self.first(self.players, self.player.game.PlayerRecord, self.seat)

    def first(self, array: Any, kind: Any, place: int = 0) -> Any:
        return (
            array[place].copy()
            if self.player.mode.name == "interpreted"
            else kind.from_bytes(array[place].tobytes())
        )
