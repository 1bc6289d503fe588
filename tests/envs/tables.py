"""The tables that environments are tried on: every game and every number of players."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games import games
from bagarre.kernel.game import Game
from bagarre.kernel.rule import fast_mode_available

FEWEST = {"boss-quest": 3, "badass-force": 3, "battleworld": 2, "baston": 2}
"""A table of each game, where one will do."""


def counts(game: Game) -> list[int]:
    return [*([1] if game.meta.solo else []), *game.meta.players]


def options(game: str, players: int) -> dict[str, Any]:
    """What a table needs besides its players; where games are long, fewer turns."""
    if game == "baston":
        return {"size": 1, "turns": 3 if players < 4 else 1}
    if game == "battleworld":
        return {"max_turns": 3}
    return {"solo": True} if players == 1 else {}


TABLES = [
    pytest.param(game.name, players, id=f"{game.name}-{players}")
    for game in games().values()
    for players in counts(game)
]
SOME = [
    pytest.param(game.name, players, id=f"{game.name}-{players}", marks=() if outer else pytest.mark.soak)
    for game in games().values()
    for players in counts(game)
    for outer in [players in (counts(game)[0], counts(game)[-1])]
]
"""The same, those between the smallest and the largest table of a game under `make soak`: for suites of others that play slowly."""
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
smallest_and_largest = pytest.mark.parametrize(("name", "players"), SOME)
every_game = pytest.mark.parametrize("name", sorted(FEWEST))
needs_numba = pytest.mark.skipif(not fast_mode_available(), reason="needs Numba")
