"""Words for a score: points of winning chance lost for each decision that was not obvious.

The limits come from our own players: `bagarre study score GAME` lets each level play, reviews the games and shows where its scores lie
(docs/review.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from bagarre.kernel.game import Game

BANDS = ("expert", "strong", "fair", "casual", "beginner")
"""From the best to the worst."""
USUAL = (0.008, 0.016, 0.026, 0.04)
LIMITS: Mapping[str, tuple[float, ...]] = {}
"""Of the games that were measured: the score up to which a band goes."""


def limits_of(game: Game) -> tuple[float, ...]:
    return LIMITS.get(game.name, USUAL)


def band_of(game: Game, score: float) -> str:
    """The band of a score."""
    for band, limit in zip(BANDS, limits_of(game)):
        if score <= limit:
            return band
    return BANDS[-1]
