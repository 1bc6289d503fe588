"""The games that the contract plays, what its properties look at, and how a failure is told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bagarre.kernel.chance import Dice, below, seed, seed_words
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice, Menu
from bagarre.kernel.pack import Pack
from bagarre.kernel.rule import fast_mode_available

ONCE = ("notation",)
"""Properties of the game as declared."""
POSITION = (
    "choices",
    "refusals",
    "bytes",
    "status",
    "ending",
    "sealed",
    "secrets",
    "speech",
    "coaching",
    "explaining",
)
"""Properties of every position met, in the order checked."""
STEP = ("buffers", "fixed", "copies", "forks", "replay", "modes")
"""Properties of every choice made."""
WHOLE = ("outside", "alike")
"""Properties of a whole game."""
RUN = ("variety",)
"""Properties of all the games together."""
DEAR = ("refusals", "sealed", "secrets", "speech", "coaching", "copies", "forks", "replay")
"""Properties that a long game is spared at most of its positions."""
PROPERTIES = ONCE + POSITION + STEP + WHOLE + RUN
INTERPRETED = tuple(name for name in PROPERTIES if name != "modes")
"""Those that need no compiler."""

CLOSELY = 24
"""Positions at the start of a game that are all looked at closely; of n later ones, every (n / CLOSELY)th or so."""


class ContractBroken(AssertionError):
    """A property that does not hold, with the shortest way back to the place."""

    def __init__(self, name: str, detail: str, way: str = "") -> None:
        self.name = name
        self.detail = detail
        super().__init__(f"{name}: {detail}" + (f"\n{way}" if way else ""))


@dataclass
class Report:
    """What a run of the contract saw."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    """Decisions of the longest game."""
    compiled: bool = False
    """Were interpreted and compiled rules compared?"""
    endings: Counter[str] = field(default_factory=Counter)
    hidden: Counter[str] = field(default_factory=Counter)
    """Zones that `conceal` changed, with the number of positions at which it did."""
    varied: Counter[str] = field(default_factory=Counter)
    """Zones in which imagined worlds of one reader differed."""


@dataclass
class Step:
    """A choice that was made (none: the deal), with the states around it and the chance results it caused."""

    before: Position
    seat: int
    choice: Choice | None
    after: Position

    @property
    def journal(self) -> list[int]:
        return self.after.journal[: self.after.journal_length]


class Run:
    """Plays games of one kind; each property is a method of its own name in a class that follows."""

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any] | None = None, packs: Sequence[Pack] = ()
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = dict(options or {})
        self.packs = tuple(packs)
        self.readers = [*range(seats), SPECTATOR]
        self.report = Report()
        self._seed = 0
        self._number = 0
        self._steps: list[Step] = []
        self._random = random.Random(0)
        """Tosses coins for the properties."""
        self._table = random.Random(0)
        """Tosses coins for play: a game is the same whatever is checked."""
        self._close = True
        """Is this position looked at closely?"""
        self._thorough = False
        self._packed = b""
        """The position reached, packed before anyone asks it anything."""

    # The run.

    def check(
        self,
        games: int | Iterable[int] = 20,
        seed: int = 1,
        only: Collection[str] = PROPERTIES,
        *,
        thorough: bool = False,
    ) -> Report:
        """Play the games and check the properties of `only`; tell what was seen.

        In long games the dear properties are checked at some positions only, unless `thorough`.

        :raises ContractBroken: at the first property that does not hold.
        """
        unknown = set(only) - set(PROPERTIES)
        if unknown:
            raise ValueError(f"no such property: {', '.join(sorted(unknown))}")
        self.report = Report()
        self._seed = seed
        self._thorough = thorough
        self._only = set(only)
        if "variety" in self._only:
            # It judges what the secrets of each position showed.
            self._only.add("secrets")
        if "modes" in self._only and not fast_mode_available():
            self._only.discard("modes")
        self.report.compiled = "modes" in self._only
        self._template = self.game.prepare(self.seats, self.options, self.packs)
        outside = outside_state()
        try:
            self._run(ONCE)
            for number in range(games) if isinstance(games, int) else games:
                self._play(number)
                self.report.games += 1
            self._steps = []
            self._run(RUN)
        finally:
            restore(outside)
        return self.report

    def _play(self, number: int) -> None:
        """One game: even numbers at random, odd ones mostly by the scripted player."""
        self._number = number
        self._random, self._table = (
            random.Random(f"check/{self._seed}/{number}"),
            random.Random(f"play/{self._seed}/{number}"),
        )
        self._dice = Dice()
        seed(self._dice, *seed_words(self._seed, number, "dice"))
        self._steps = []
        s = self._template.copy()
        self._guard("deal", self.game.begin, s, *self._words())
        self._reach(Step(self._template.copy(), SPECTATOR, None, s.copy()))
        while True:
            self._run(POSITION)
            mask = self._guard("deciders", self.game.rules.deciders, s)
            if mask == 0:
                break
            if len(self._steps) > self.game.meta.longest:
                self._fail("ending", f"the game has not ended after {self.game.meta.longest} decisions")
            seat = self._table.choice([seat for seat in range(self.seats) if mask >> seat & 1])
            choice = self._pick(s, seat)
            before = s.copy()
            self._apply("choices", s, seat, choice)
            self._reach(Step(before, seat, choice, s.copy()))
        self._run(WHOLE)
        made = len(self._steps) - 1
        self.report.decisions += made
        self.report.longest = max(self.report.longest, made)
        self.report.endings[self.game.ending(s)] += 1

    def _reach(self, step: Step) -> None:
        self._steps.append(step)
        reached = len(self._steps)
        self._close = self._thorough or reached <= CLOSELY or self._random.random() < CLOSELY / reached
        self._packed = self._guard("bytes", step.after.to_bytes)
        self._run(STEP)

    def _pick(self, s: Position, seat: int) -> Choice:
        menu = self._menu(s, seat)
        if menu.count == 0:
            self._fail("choices", f"seat {seat} must choose and is offered nothing")
        k = below(self._dice, min(menu.count, len(menu.verb)))
        decide = self.game.player()
        if decide is not None and self._number % 2 and self._table.random() < 0.8:
            seen = self.game.concealed(s, seat)
            k = self._guard("player", decide, seen, seat, menu, self._dice)
            if not 0 <= k < menu.count:
                self._fail("player", f"decide gives {k} for a menu of {menu.count}")
        return Choice(menu.verb[k], menu.arg[k])

    def _run(self, names: Iterable[str]) -> None:
        for name in names:
            if name in self._only and (self._close or name not in DEAR):
                self._guard(name, getattr(self, name))

    def _guard(self, name: str, action: Callable[..., Any], *given: Any) -> Any:
        """Run rule code; an exception in it is a failure with a place."""
        try:
            return action(*given)
        except ContractBroken:
            raise
        except Exception as error:
            raise ContractBroken(name, f"{type(error).__name__}: {error}", self._way()) from error

    def _apply(self, name: str, s: Position, seat: int, choice: Choice) -> None:
        """Make a choice; the numbers must fit their fields afterwards."""
        try:
            self.game.apply(s, seat, choice)
            s.to_bytes()
        except Exception as error:
            doing = f"seat {seat} plays {self.game.verbs.write(choice)!r}"
            raise ContractBroken(name, f"{doing}: {type(error).__name__}: {error}", self._way()) from error

    def _fail(self, name: str, detail: str) -> None:
        raise ContractBroken(name, detail, self._way())

    def _way(self) -> str:
        """How to come back here: the call, and the last choices."""
        packs = f", packs={[pack.name for pack in self.packs]}" if self.packs else ""
        if not self._steps:
            return f"{self.game.name}, {self.seats} seats, {self.options}{packs}, seed={self._seed}"
        step = len(self._steps) - 1
        made = [
            f"{step.seat}: {self.game.verbs.write(step.choice)}"
            for step in self._steps
            if step.choice is not None
        ]
        trail = ("… · " if len(made) > 16 else "") + " · ".join(made[-16:])
        return (
            f"  at game {self._number}, step {step}, after: {trail or 'the deal'}\n"
            f"  again: Contract(find_game({self.game.name!r}), {self.seats}, {self.options}{packs})"
            f".check(games=[{self._number}], seed={self._seed})"
        )

    # What the properties look at.

    @property
    def _s(self) -> Position:
        """The position reached (a copy: play goes on with its own)."""
        return self._steps[-1].after

    def _words(self) -> tuple[int, int, int]:
        return seed_words(self._seed, self._number)

    def _some_words(self) -> tuple[int, int, int]:
        return self._random.getrandbits(32), self._random.getrandbits(32), self._random.getrandbits(32)

    def _menu(self, s: Position, seat: int) -> Menu:
        menu = self.game.Menu()
        menu.seat = seat
        self.game.rules.choices(s, seat, menu)
        return menu

    def _offered(self, s: Position, seat: int) -> list[Choice]:
        """The choices of a seat, none when it is not its turn."""
        if seat < 0 or not self.game.rules.deciders(s) >> seat & 1:
            return []
        menu = self._menu(s, seat)
        return [Choice(menu.verb[k], menu.arg[k]) for k in range(min(menu.count, len(menu.verb)))]

    @cached_property
    def _writable(self) -> list[Choice]:
        return list(self.game.verbs)

    @cached_property
    def _pairs(self) -> list[tuple[int, Choice]]:
        """Every writable choice with every seat."""
        return [(seat, choice) for seat in range(self.seats) for choice in self._writable]

    def _same(self, name: str, what: str, one: Position, other: Position) -> None:
        """Two states must be equal, byte for byte."""
        if one.to_bytes() != other.to_bytes():
            self._fail(name, f"{what}: " + "; ".join(one.differences(other)))

    def _redo(self, s: Position, step: Step) -> None:
        if step.choice is None:
            self.game.begin(s, *self._words())
        else:
            self.game.apply(s, step.seat, step.choice)


Outside = tuple[Any, bytes, int]
"""The state of the global generators of Python and NumPy, as something that can be compared."""


def outside_state() -> Outside:
    import numpy as np

    numpy_state: Any = np.random.get_state()
    return random.getstate(), numpy_state[1].tobytes(), numpy_state[2]


def restore(outside: Outside) -> None:
    import numpy as np

    random.setstate(outside[0])
    np.random.set_state(("MT19937", np.frombuffer(outside[1], np.uint32), outside[2], 0, 0.0))


def shake(number: int) -> None:
    """Disturb the global generators."""
    import numpy as np

    random.seed(number)
    np.random.seed(number)
