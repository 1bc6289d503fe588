"""Players by name.

A spec is the name of a player of the house (`random`, `scripted`, `scripted:1`, `noisy:20`, `search`, `search:1` to `search:5`), the
word of a level (`easy`, `facile`), a program (`program:./bot.js`), the name of a player of an installed package (entry points of the group `bagarre.players`), or
the place of one in Python (`package.module:name`). What it names is a function, a player, or a class of
players; a class is called with the game, what stands behind the name in the spec (`name:argument`), and a seed.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from bagarre.bots.house import NoisyPlayer, RandomPlayer, ScriptedPlayer
from bagarre.bots.labels import LABELS, level_named
from bagarre.bots.player import FunctionPlayer, Player, PlayerLike
from bagarre.bots.programs import ProgramPlayer
from bagarre.bots.searching import SearchPlayer
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game

GROUP = "bagarre.players"
PROGRAM = "program"
"""A program on stdin and stdout: `program:./bot.js`."""
OFFERED: tuple[str, ...] = (*(level.spec for level in LABELS), "scripted", "random")
"""Those that may sit at a table in the browser; its forms offer the levels."""
HOUSE: dict[str, Any] = {
    "random": RandomPlayer,
    "scripted": ScriptedPlayer,
    "noisy": NoisyPlayer,
    "search": SearchPlayer,
    PROGRAM: ProgramPlayer,
}
USUAL = "scripted"
"""The stand-in for a player that fails or leaves."""


@cache
def installed() -> dict[str, EntryPoint]:
    """The players of other packages, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def player_names() -> list[str]:
    """The names of players that a spec may begin with."""
    return [*HOUSE, *(name for name in installed() if name not in HOUSE)]


def allowed_specs() -> list[str]:
    """What a spec may look like, for those who named something else."""
    levels = [f"{LABELS[0].spec}–{LABELS[-1].number}"]
    names = [name for name in player_names() if name != PROGRAM]
    return [*names, *levels, "module:function", f"{PROGRAM}:./file"]


def names_code(spec: str) -> bool:
    """Would making this player import or run whatever the spec names? Then it must come from the user, not from a file."""
    name = spec.partition(":")[0]
    return name == PROGRAM or (":" in spec and name not in HOUSE and name not in installed())


def spec_of(wanted: PlayerLike) -> str:
    """How a player is called in reports and records: a level by its number, whatever the language it was named in."""
    if isinstance(wanted, str):
        level = level_named(wanted)
        return level.spec if level is not None else wanted
    thing = wanted if hasattr(wanted, "__qualname__") else type(wanted)
    return f"{thing.__module__}:{thing.__qualname__}"


def make_player(wanted: PlayerLike, game: Game, *seeds: object) -> Player:
    """The player that is wanted; the seeds are what it tosses coins with.

    :raises Mistake: when there is none.
    """
    if not isinstance(wanted, str):
        return as_player(wanted, spec_of(wanted))
    found, argument = find(spec_of(wanted))
    if isinstance(found, type):
        try:
            found = found(game, argument, "/".join(str(part) for part in seeds))
        except Mistake:
            raise
        except Exception as error:
            raise unusable(wanted, error) from error
    elif argument:
        raise Mistake("unknown_player", player=wanted, players=wanted.removesuffix(f":{argument}"))
    return as_player(found, wanted)


def find(spec: str) -> tuple[Any, str]:
    """What a spec names, and its argument."""
    name, _, rest = spec.partition(":")
    if name in HOUSE:
        return HOUSE[name], rest
    try:
        if name in installed():
            return installed()[name].load(), rest
        if name and rest:
            place, _, argument = rest.partition(":")
            return getattr(imported(name), place), argument
    except Exception as error:
        raise unusable(spec, error) from error
    raise Mistake("unknown_player", player=spec, players=", ".join(allowed_specs()))


def imported(name: str) -> Any:
    """A module, which may lie in the folder where the command was typed."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    return import_module(name)


def as_player(found: Any, spec: str) -> Player:
    if hasattr(found, "think"):
        player: Player = found
        return player
    if callable(found):
        return FunctionPlayer(found)
    raise Mistake("player_useless", player=spec)


def unusable(spec: str, error: Exception) -> Mistake:
    return Mistake("player_fails", player=spec, problem=f"{type(error).__name__}: {error}")
