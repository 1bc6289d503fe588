"""Words for a score: the level of our own players that gives as much away. The limits between them are measured on games of these levels
(`bagarre study bands GAME`) and lie in `bands.toml` of a game's folder; a game that was not measured has no words."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from bagarre.bots.labels import LABELS, LevelLabel
from bagarre.review.looking import Review

FEWEST = 8
"""Decisions with something at stake below which a score says nothing."""
FILE = "bands.toml"


@lru_cache(maxsize=16)
def limits_of(folder: Path) -> tuple[float, ...]:
    """Points lost for each decision, from which on a score is that of the next weaker level: four, rising; none where nothing was measured."""
    file = folder / FILE
    if not file.is_file():
        return ()
    return tuple(float(limit) for limit in tomllib.loads(file.read_text(encoding="utf-8"))["limits"])


def band_of(limits: tuple[float, ...], score: float) -> LevelLabel:
    """The level whose games are nearest to a score, a winning share lost for each decision."""
    return LABELS[len(LABELS) - 1 - sum(100 * score >= limit for limit in limits)]


def band(review: Review, seat: int) -> LevelLabel | None:
    """The level as which a seat played; `None` where too little was at stake, or nothing was measured."""
    limits = limits_of(review.match.game.folder)
    if not limits or len(review.of(seat)) < FEWEST:
        return None
    return band_of(limits, review.score(seat))
