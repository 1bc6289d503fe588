"""Finished games to look back at."""

from __future__ import annotations

from collections.abc import Sequence

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
