"""What the compiled drivers of the laboratory are given, where all seats of a table are held by one kind of player that they know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots import driver_record, make_player
from bagarre.kernel.drivers import PlayerRecord
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.modes import Mode
from bagarre.kernel.runner import MENUS, WORLDS

KNOWN = "scripted, noisy:20, search:1 … search:5"


def usual_seats(game: Game) -> int:
    return min(4, game.meta.players[-1])


def known_player(spec: str, game: Game) -> PlayerRecord:
    """The player as the drivers know it.

    :raises Mistake: when it is unknown, or chooses in Python.
    """
    record = driver_record(make_player(spec, game))
    if record is None:
        raise Mistake("unknown_player", player=spec, players=KNOWN)
    return record


def check_players(specs: Sequence[str], game: Game) -> None:
    """:raises Mistake: when there are none, or one of them is unknown or chooses in Python."""
    if not specs:
        raise Mistake("unknown_player", player="", players=KNOWN)
    for spec in specs:
        known_player(spec, game)


def tally_of(mode: Mode) -> Any:
    """Room for what the game counts."""
    return mode.zeros(max(1, len(mode.game.room("stats").STATS)))


def driven(mode: Mode, record: PlayerRecord, seats: int, rows: NDArray[np.int64]) -> tuple[Any, ...]:
    """The worlds, menus, dice, start, players, seeds, longest game and tally that a driver begins with; one game for each row of seeds."""
    return (
        mode.states(WORLDS),
        mode.menus(MENUS),
        mode.dices(),
        mode.pack([mode.game.prepare(seats)]),
        mode.pack([record] * seats),
        mode.seeds(rows),
        mode.game.meta.longest,
        tally_of(mode),
    )
