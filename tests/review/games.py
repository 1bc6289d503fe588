"""Finished games to look back at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bagarre.match import Match


def finished(
    game: str = "boss-quest",
    kinds: Sequence[str] = ("scripted", "random"),
    seed: int = 3,
) -> Match:
    match = Match(game, ["Ada", "Blaise", "Carole", "Denis"][: len(kinds)], seed=seed, kinds=kinds)
    while not match.is_over:
        match.let_play(match.deciders[0])
    return match


def brawl_until(turn: int) -> Match:
    """A first brawl up to a turn, both players writing their sheets at the same time."""
    match = Match("baston", ["Ada", "Blaise"], options={"scenario": "first"}, seed=5, kinds=["scripted"] * 2)

    def now() -> int:
        state: Any = match.state
        return int(state.turn)

    while not match.is_over and now() < turn:
        match.let_play(match.deciders[len(match.steps) % len(match.deciders)])
    return match
