"""The games: one folder each, found, not registered. Other people's packages bring theirs by an entry point (`bagarre.games`)."""

from __future__ import annotations

import warnings
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game

GROUP = "bagarre.games"
"""The entry points of games that live in packages of their own: `name = "their.package"`, a folder with the same rooms as ours."""


@cache
def games() -> dict[str, Game]:
    """Every game of the house by name."""
    folders = sorted(file.parent.name for file in Path(__file__).parent.glob("*/meta.py"))
    found = [Game(f"{__name__}.{folder}") for folder in folders]
    found += [
        game for entry in entry_points(group=GROUP) if (game := _from_elsewhere(entry.value)) is not None
    ]
    named: dict[str, Game] = {}
    for game in found:
        # Nobody takes the place of a game that is there.
        named.setdefault(game.name, game)
    return named


def _from_elsewhere(package: str) -> Game | None:
    """The game of another package; one that cannot be loaded is left out, with a line that says so."""
    try:
        return Game(package)
    except Exception as problem:
        warnings.warn(GameLeftOut(package, problem), stacklevel=2)
        return None


class GameLeftOut(UserWarning):
    """A game of another package cannot be loaded; `mistake` says so in the reader's language."""

    def __init__(self, package: str, problem: Exception) -> None:
        self.mistake = Mistake(
            "game_left_out", package=package, reason=f"{type(problem).__name__}: {problem}"
        )
        super().__init__(str(self.mistake))


def find_game(name: str) -> Game:
    """The game of that name (`boss-quest`, `boss_quest` and `bossquest` are one).

    :raises Mistake: when there is none.
    """

    def plain(text: str) -> str:
        return text.casefold().replace("-", "").replace("_", "").replace(" ", "")

    for known, game in games().items():
        if plain(known) == plain(name):
            return game
    raise Mistake("unknown_game", game=name, games=", ".join(games()))
