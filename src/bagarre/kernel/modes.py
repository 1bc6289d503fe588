"""The two modes of a game: the drivers bound to its rules, interpreted or compiled, and records in arrays for them to work on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bagarre.kernel import drivers
from bagarre.kernel.binding import Binder, Bindings, Records
from bagarre.kernel.chance import Dice, seed, seed_words
from bagarre.kernel.layout import Position, Record
from bagarre.kernel.menu import Choice
from bagarre.kernel.rule import Compiler

if TYPE_CHECKING:
    import numpy as np

    from bagarre.kernel.game import Game


def bindings_of(game: Game) -> dict[Callable[..., Any], Callable[..., Any]]:
    """The game's rules in the place of the drivers' placeholders."""
    rules, secrets = game.rules, game.secrets
    bound: dict[Callable[..., Any], Callable[..., Any]] = {
        drivers.setup: rules.setup,
        drivers.deciders: rules.deciders,
        drivers.choices: rules.choices,
        drivers.apply: rules.apply,
        drivers.rank: rules.rank,
        drivers.ending: rules.ending,
        drivers.conceal: secrets.conceal,
        drivers.refill: secrets.refill,
        drivers.watch: game.room("stats").watch,
        drivers.decide: game.room("player").decide,
    }
    if hasattr(game.room("player"), "decide_first"):
        bound[drivers.decide_first] = game.room("player").decide_first
    return bound | search_hooks(game)


def search_hooks(game: Game) -> dict[Callable[..., Any], Callable[..., Any]]:
    """What the game offers to those who search."""
    if not (game.folder / "search.py").exists():
        return {}
    room = game.room("search")
    hooks: tuple[Callable[..., Any], ...] = (
        drivers.believe,
        drivers.policy,
        drivers.first_thought,
        drivers.vain,
        drivers.mood,
        drivers.policy_in,
        drivers.clock,
        drivers.standing,
        drivers.nobody,
        drivers.writing,
        drivers.pencil,
        drivers.leaf,
        drivers.follows,
    )
    return {hook: getattr(room, hook.__name__) for hook in hooks if hasattr(room, hook.__name__)}


class Mode:
    """A game in one mode; the drivers are attributes."""

    name: str

    def __init__(self, game: Game, bindings: Bindings | None = None) -> None:
        """`bindings` replaces rules of the drivers besides those that every game replaces."""
        self.game = game
        self.bindings: dict[Callable[..., Any], Callable[..., Any]] = bindings_of(game) | dict(bindings or {})

    def __getattr__(self, name: str) -> Any:
        driver: Any = getattr(drivers, name, None)
        if name.startswith("_") or not getattr(driver, "__rule__", False):
            raise AttributeError(name)
        return self.driver(driver)

    def driver(self, rule: Callable[..., Any]) -> Any:
        """A rule that drives the game, in this mode."""
        raise NotImplementedError

    def pack(self, objects: Iterable[Record]) -> Any:
        """Plain objects of one kind as an array of records."""
        raise NotImplementedError

    def empty(self, kind: type[Record], count: int) -> Any:
        """An array of records that hold nothing yet."""
        raise NotImplementedError

    def unpack(self, states: Any, i: int) -> Position:
        """A record as a plain object."""
        raise NotImplementedError

    def read_menu(self, menus: Any, i: int) -> tuple[int, list[Choice]]:
        """The seat that is asked and its choices."""
        raise NotImplementedError

    def zeros(self, *shape: int) -> Any:
        """Plain numbers in one or two dimensions."""
        raise NotImplementedError

    def seeds(self, words: Any) -> Any:
        """Rows of three words as the drivers read them."""
        raise NotImplementedError

    def states(self, count: int) -> Any:
        return self.empty(self.game.State, count)

    def menus(self, count: int) -> Any:
        return self.empty(self.game.Menu, count)

    def dices(self, *seeds: object) -> Any:
        """Generators for players: one that they toss coins with, seeded; one for futures that they imagine, one for those who watch."""
        coins = Dice()
        seed(coins, *seed_words(*seeds))
        return self.pack([coins, Dice(), Dice()])


class Interpreted(Mode):
    """Plain Python: lists of objects."""

    name = "interpreted"

    @cached_property
    def _binder(self) -> Binder:
        return Binder(self.bindings)

    def driver(self, rule: Callable[..., Any]) -> Any:
        return self._binder.bound(rule)

    def pack(self, objects: Iterable[Record]) -> Records:
        return Records(thing.copy() for thing in objects)

    def empty(self, kind: type[Record], count: int) -> Records:
        return Records(kind() for _ in range(count))

    def unpack(self, states: Records, i: int) -> Position:
        found: Position = states[i].copy()
        return found

    def read_menu(self, menus: Records, i: int) -> tuple[int, list[Choice]]:
        menu = menus[i]
        return menu.seat, [Choice(menu.verb[k], menu.arg[k]) for k in range(menu.count)]

    def seeds(self, words: Any) -> list[list[int]]:
        return [[int(word) for word in row] for row in words]

    def zeros(self, *shape: int) -> list[Any]:
        return [0] * shape[0] if len(shape) == 1 else [self.zeros(*shape[1:]) for _ in range(shape[0])]


class Compiled(Mode):
    """Machine code: arrays of NumPy. The first use of a driver compiles it, or loads it from the cache on disk."""

    name = "compiled"
    _lock = threading.Lock()

    def __init__(self, game: Game, bindings: Bindings | None = None) -> None:
        super().__init__(game, bindings)
        self._dtypes: dict[type[Record], np.dtype[np.void]] = {}
        self._compiler: Compiler = Compiler(self.bindings, game.compiled._compiler if bindings else None)

    def driver(self, rule: Callable[..., Any]) -> Any:
        with self._lock:
            return self._compiler.compiled(rule, cached=True)

    def direct(self, name: str, *arguments: Any) -> Any:
        """A driver for arguments like these, to be called many times with their types never looked at again.

        A short call takes a third of the time; in return nothing catches arrays of another type.
        """
        import numba

        return getattr(self, name).compile(tuple(numba.typeof(argument) for argument in arguments))

    def pack(self, objects: Iterable[Record]) -> np.ndarray[Any, Any]:
        import numpy as np

        things = list(objects)
        return np.frombuffer(
            b"".join(thing.to_bytes() for thing in things), self._dtype(type(things[0]))
        ).copy()

    def empty(self, kind: type[Record], count: int) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.zeros(count, self._dtype(kind))

    def _dtype(self, kind: type[Record]) -> np.dtype[np.void]:
        """One object for one kind of record: Numba looks at every new one afresh."""
        if kind not in self._dtypes:
            self._dtypes[kind] = kind.dtype()
        return self._dtypes[kind]

    def unpack(self, states: np.ndarray[Any, Any], i: int) -> Position:
        return self.game.State.from_bytes(states[i].tobytes())

    def read_menu(self, menus: np.ndarray[Any, Any], i: int) -> tuple[int, list[Choice]]:
        menu = menus[i]
        count = menu["count"]
        return int(menu["seat"]), [
            Choice(*pair) for pair in zip(menu["verb"][:count].tolist(), menu["arg"][:count].tolist())
        ]

    def zeros(self, *shape: int) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.zeros(shape, np.int64)

    def seeds(self, words: Any) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.asarray(words, np.int64).reshape(-1, 3)
