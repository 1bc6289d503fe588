"""What the end of a game is worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence

KINDS = ("win", "place")
ILLEGAL = -1.0
"""What an illegal action costs where it ends the game."""


def rewards(ranks: Sequence[int], kind: str = "win") -> list[float]:
    """From -1 to 1 for each seat, by its place.

    `win`: the winners share what the others lose, 1/(n-1) each; when nobody wins, everybody loses. `place`: 1 for beating everybody,
    -1 for being beaten by everybody, and in proportion between.

    >>> rewards([1, 2, 2, 4])
    [1.0, -0.3333333333333333, -0.3333333333333333, -0.3333333333333333]
    >>> rewards([1, 2, 2, 4], "place")
    [1.0, 0.0, 0.0, -1.0]
    """
    count = len(ranks)
    if count == 1:
        return [1.0 if ranks[0] == 1 else -1.0]
    others = count - 1
    if kind == "place":
        return [(sum(b > a for b in ranks) - sum(b < a for b in ranks)) / others for a in ranks]
    winners = sum(rank == 1 for rank in ranks)
    return [(count / winners - 1) / others if rank == 1 else -1 / others for rank in ranks]
