"""What several tests need: the games of the house, and Leduc, the kernel's reference game."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from bagarre.games import games
from bagarre.kernel.game import Game

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "bench" / "games"
"""Where games live that are not of the house."""


@cache
def leduc() -> Game:
    """The reference game."""
    if str(REFERENCE) not in sys.path:
        sys.path.insert(0, str(REFERENCE))
    return Game("leduc")


def is_complete(game: Game) -> bool:
    """Has the game earned its stage?"""
    return game.meta.stage != "draft"


def all_games() -> list[Game]:
    return [*games().values(), leduc()]


def complete_games() -> list[Game]:
    return [game for game in all_games() if is_complete(game)]


def game_named(name: str) -> Game:
    """A game by name, Leduc included."""
    from bagarre.games import find_game

    return leduc() if name == "leduc" else find_game(name)
