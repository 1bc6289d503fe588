"""The games: one folder each, found, not registered."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game


@cache
def games() -> dict[str, Game]:
    """Every game of the house by name."""
    folders = sorted(file.parent.name for file in Path(__file__).parent.glob("*/meta.py"))
    found = [Game(f"{__name__}.{folder}") for folder in folders]
    return {game.name: game for game in found}


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
