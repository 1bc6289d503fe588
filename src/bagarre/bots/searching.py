"""The player that searches (`bots/search.py`), as Python asks it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from bagarre.bots import search
from bagarre.bots.house import HousePlayer, filled_menu
from bagarre.bots.levels import EXPERT, LEVELS, changed, settings_of
from bagarre.bots.player import Z_95, Budget, Estimate, Thought
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
FINALISTS = 3
"""Choices that advice compares anew, in the same worlds."""
FIRST_THOUGHT = 0.5
"""Which part of its time advice thinks as the player would; the finalists have the rest."""
LEAST_COMPARED = 24
"""Worlds of the finalists below which nothing is said of which of them is better."""
USUAL_SPREAD = 0.3
"""How much play-outs usually vary (a standard deviation): few of them may be alike by chance."""
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
        seconds = self.seconds(budget)
        return self.desk(known, seat, menu, budget).thought(time.monotonic() + seconds if seconds else 0.0)

    def advise(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
        """A thought for somebody else: the best choices are compared once more, in as many worlds and the same ones.

        Whoever plays drops what seems worse after a few worlds, and keeps the luckiest of many ways to go on: what is told of the one and of
        the other could not be laid side by side.
        """
        if len(menu) == 1:
            return Thought(menu[0])
        seconds, now = self.seconds(budget), time.monotonic()
        desk = self.desk(known, seat, menu, budget)
        thought = desk.thought(now + FIRST_THOUGHT * seconds if seconds else 0.0)
        return desk.compared_anew(thought, now + seconds if seconds else 0.0)

    def desk(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Desk:
        # Plain Python has time for few worlds: none of them go to plans.
        plans = self.mode.name != "interpreted"
        return Desk(self, known, seat, menu, self.simulations(budget), plans=plans)

    def seconds(self, budget: Budget) -> float:
        """How long it may think; 0: as long as its play-outs take."""
        return budget.seconds or (PATIENCE if self.mode.name == "interpreted" else 0.0)

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
        return {
            choice: estimated(record.shares[k], record.squares[k], record.seen[k])
            for choice, k in self.candidates().items()
        }

    def candidates(self) -> dict[Choice, int]:
        """For each choice that was looked at its candidate: of several that begin alike, the one that was compared longest tells what the
        choice is worth; then the best."""
        record = self.record
        found: dict[Choice, int] = {}
        for k in sorted(range(len(record.seen)), key=lambda k: (-record.seen[k], -record.shares[k])):
            if record.seen[k]:
                found.setdefault(self.menu[record.first[k]], k)
        return found

    def compared_anew(self, thought: Thought, deadline: float) -> Thought:
        """The best of a thought, each in as many fresh worlds, the same for all of them; and which of them may be as good as the first."""
        finalists = finalists_of(thought)
        if len(finalists) < 2:
            return thought
        candidates = self.candidates()
        self.line_up([candidates[choice] for choice in finalists])
        self.compare(max(LEAST_COMPARED, self.record.simulations), deadline)
        record = self.record
        if record.seen[record.base] < LEAST_COMPARED:
            # No time for it: nothing is said to be better than the rest.
            return Thought(thought.choice, thought.values, level=frozenset(finalists[1:]))
        gains = {
            choice: estimated(record.gains[k], record.gain_squares[k], record.seen[k], USUAL_SPREAD)
            for choice in finalists
            if (k := candidates[choice]) != record.base
        } | {finalists[0]: Estimate(0.0, 0.0)}
        chosen = max(finalists, key=lambda choice: gains[choice].value)
        values = {
            choice: estimated(record.shares[k], record.squares[k], record.seen[k], USUAL_SPREAD)
            for choice in finalists
            for k in [candidates[choice]]
        }
        return Thought(chosen, values, level=level_with(chosen, gains))

    def line_up(self, finalists: Sequence[int]) -> None:
        """Only these candidates are compared from now on, with the first of them, and counted from nothing."""
        record = self.record
        for k in range(len(record.compared)):
            record.compared[k] = 1 if k in finalists else 0
            record.seen[k] = record.shares[k] = record.squares[k] = 0
            record.gains[k] = record.gain_squares[k] = 0
        record.base, record.left = finalists[0], len(finalists)
        self.players[self.seat] = self.player.mode.pack([record])[0]

    def gain(self) -> Estimate | None:
        """Of a menu of two: what the second is worth more than the first, in the same worlds."""
        record = self.record
        rival = 1 - record.base
        seen = record.seen[rival]
        if not seen or not record.seen[record.base]:
            return None
        found = estimated(record.gains[rival], record.gain_squares[rival], seen)
        return found if record.first[rival] == 1 else Estimate(-found.value, found.error)

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


def estimated(total: int, squares: int, seen: int, usual: float = 0.0) -> Estimate:
    """A mean of so many play-outs and its standard error; with what is `usual`, as if one more had varied so."""
    mean = total / seen / SHARE
    spread = max(0.0, squares / seen / SHARE**2 - mean * mean)
    if usual:
        spread = (seen * spread + usual**2) / (seen + 1)
    return Estimate(mean, (spread / seen) ** 0.5)


def finalists_of(thought: Thought) -> list[Choice]:
    """The chosen one, and the others that may be best: those with the highest value that they may still have, for what was dropped early was
    measured least."""
    others = [choice for choice in thought.values if choice != thought.choice]
    if thought.choice not in thought.values or not others:
        return []
    most = {choice: worth.value + Z_95 * worth.error for choice, worth in thought.values.items()}
    return [thought.choice, *sorted(others, key=lambda choice: -most[choice])[: FINALISTS - 1]]


def level_with(chosen: Choice, gains: Mapping[Choice, Estimate]) -> frozenset[Choice]:
    """Which of the others may be as good, by what each is worth more than one of them in the same worlds."""
    best = gains[chosen]
    return frozenset(
        choice
        for choice, gain in gains.items()
        if choice != chosen and best.value - gain.value < Z_95 * (best.error**2 + gain.error**2) ** 0.5
    )
