"""What a player is, whoever asks it: a terminal, a server, a simulation, a study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from bagarre.kernel.binding import Bindings
from bagarre.kernel.drivers import PlayerRecord
from bagarre.kernel.events import Event
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think: simulations, seconds by the clock, or both; nothing said leaves it to the player.

    A player that runs out gives its best choice so far.
    """

    simulations: int | None = None
    seconds: float | None = None


Z_95 = 1.959963984540054
"""Half-width, in standard errors, of an interval that holds the true value in 95 cases of a hundred."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a choice is worth to a player: its share of the win, with the standard error."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Thought:
    """A player's answer."""

    choice: Choice
    values: Mapping[Choice, Estimate] = field(default_factory=dict)
    """What the choices are worth, as far as the player looked at them."""
    shares: Mapping[Choice, float] = field(default_factory=dict)
    """How often the player would make each choice here; empty when it did not ask itself."""
    level: frozenset[Choice] = frozenset()
    """Other choices that may be as good as this one, for all that a comparison of the best ones showed (a hint's: `SearchPlayer.advise`)."""
    reason: str = ""
    """Why, as a key of the game's words; empty when it has none to give."""


class Player(Protocol):
    """Anything that chooses. It is given what its seat knows, never the state.

    A player may also have `told(seat, events)`: what happened since, as that seat may know it, after the deal and every choice.
    """

    def think(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
        """One choice of the menu; a bare `Choice` is understood too."""


Function = Callable[[Position, int, Sequence[Choice], Budget], Choice | Thought]
"""A player that is only a function: what `think` is given, and a choice."""
PlayerLike = Player | Function | str
"""A player, a function, or the spec of one."""


class FunctionPlayer:
    """A plain function as a player."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def think(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
        return thought_of(self.function(known, seat, menu, budget))


def thought_of(answer: Choice | Thought) -> Thought:
    """What somebody's program answered, a thought or only a choice."""
    return answer if isinstance(answer, Thought) else Thought(Choice(*answer))


def listener(player: Player) -> Callable[[int, Sequence[Event]], Any] | None:
    """The player's `told`, when it has one."""
    return getattr(player, "told", None)


def driver_bindings(player: Player) -> Bindings:
    """The rules that drivers must be given to know the player; none for most."""
    return getattr(player, "BINDINGS", {})


def driver_record(player: Player) -> PlayerRecord | None:
    """The player as the drivers know it (its `record`), when they do: then they let it choose without coming back to Python."""
    record: Callable[[], PlayerRecord] | None = getattr(player, "record", None)
    return record() if record is not None else None
