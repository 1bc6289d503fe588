"""Five levels of the player that searches: what each of them is limited in.

A lower level looks at fewer choices, believes less of what the others' play gives away, plays fewer futures to their end, and does not
reckon with others who see through it. None of them blunders at random: whatever the level, of each kind of choice at least one is
looked at, a certain win is taken (`search.certain_win`), and among what it looks at a player takes what it thinks best.

A game tunes its levels in `search.toml`: `[search]` says how its Expert thinks, `[level.1]` to `[level.4]` in what the others differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.searchfile import search_settings

WHOLE = 1000
"""All of it, in the thousandths that sight and belief are counted in."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a player searches; the names are those of `drivers.PlayerRecord`."""

    simulations: int = 200
    """Play-outs of one thought; 0: the quick player's choice among what is in sight."""
    horizon: int = 1
    """Ticks of the game's clock that a play-out lasts."""
    candidates: int = 32
    """Choices that are compared at most."""
    doubt: int = 1000
    """By how many thousandths of its standard error a choice must be better than the quick player's."""
    sight: int = WHOLE
    """How much of a menu it looks at, in thousandths."""
    belief: int = WHOLE
    """How often it minds what the others' play gives away, in thousandths: imagines worlds as that makes them likely, otherwise all alike
    (and thinks of them first what the game's `first_thought` says)."""
    plans: int = 0
    """Candidates at most where a choice is compared with all ways to go on with it (the game's `follows`); 0: one for each choice."""
    guard: int = 0
    """How far it reckons with others who see through it, in thousandths, before the game tells what they are like."""

    def record(self) -> dict[str, int]:
        return asdict(self)


NAMES = tuple(field.name for field in fields(Settings))


@dataclass(frozen=True, slots=True)
class Level:
    """What a level is limited in, where its game says nothing else: thousandths of what the Expert has."""

    sight: int
    belief: int
    thought: int
    guard: int = 0

    def settings(self, expert: Settings) -> Settings:
        return replace(
            expert,
            sight=self.sight,
            belief=self.belief,
            simulations=expert.simulations * self.thought // WHOLE,
            # Plans need many worlds: only a whole thought has them.
            plans=expert.plans if self.thought == WHOLE else 0,
            guard=expert.guard * self.guard // WHOLE,
        )


LEVELS: Mapping[int, Level] = {
    1: Level(sight=300, belief=0, thought=0),
    2: Level(sight=600, belief=0, thought=40),
    3: Level(sight=800, belief=400, thought=120),
    4: Level(sight=1000, belief=800, thought=400),
    5: Level(sight=1000, belief=1000, thought=1000, guard=1000),
}
EXPERT = max(LEVELS)
"""The level that `search` alone means."""


def settings_of(game: Game, level: int = EXPERT) -> Settings:
    """How a game is searched at a level.

    :raises Mistake: when its `search.toml` cannot be used.
    """
    expert = replace(Settings(), **search_settings(game.folder, "search", known=NAMES))
    own = search_settings(game.folder, "level", str(level), known=NAMES)
    return replace(LEVELS[level].settings(expert), **own)


MOST = 100_000
"""What a spec may ask of any setting."""


def changed(settings: Settings, changes: Sequence[str]) -> Settings:
    """The settings with some of them changed, each change as `name=number`.

    :raises Mistake: when there is no such setting, or its number is none.
    """
    for change in changes:
        name, _, number = change.partition("=")
        if name not in NAMES or not (number.isascii() and number.isdigit() and int(number) <= MOST):
            allowed = ", ".join(f"{known}=0…{MOST}" for known in NAMES)
            raise Mistake("option_value", option="search", value=change, allowed=allowed)
        settings = replace(settings, **{name: int(number)})
    return settings
