"""Weights and shares in whole numbers, the same in every mode: what searching and believing reckon with.

A standing or a likelihood is told by its logarithm, in thousandths. `fading` turns the distance from the best one into a weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from bagarre.kernel.rule import rule, table

SHARE = 1_000_000
"""A whole win, in the millionths that shares are counted in."""
STEP = 8
"""Thousandths between two entries of the table."""
FADING = table(round(SHARE * exp(-0.001 * STEP * i)) for i in range(1100))


@rule
def fading(distance: int) -> int:
    """e to the power of minus `distance` thousandths, in millionths (`distance` ≥ 0)."""
    return FADING[min(distance // STEP, len(FADING) - 1)]


# What is told to people: a reckoned figure as how often it was so.

LEVELS = 201
"""Reckoned figures that are told apart: none, every half of a hundredth, and sure."""
LEAST_TOLD, MOST_TOLD = 5, 980
"""Nobody is told less or more than that of what could be otherwise, in thousandths: people do not play like our players. Of a thing that may be
many ways, each may be so; all of them share what is left for the least likely."""
TRIPLE = 3


@rule
def level_of(odds: int) -> int:
    """The level of a figure in thousandths; the ends are for what cannot be and for what is sure."""
    if odds <= 0 or odds >= 1000:
        return 0 if odds <= 0 else LEVELS - 1
    return min(LEVELS - 2, max(1, (odds * (LEVELS - 1) + 500) // 1000))


def told_table(triples: Sequence[int], rows: int, sure: int = 0) -> Any:
    """What each level of each row is told as, in thousandths, from (row, first level, figure) one after the other; a row that nothing was
    learned about is told as it was reckoned. `sure`: so many rows, the first ones, are reckoned exactly: there none is never and all is always."""
    told = [[round(1000 * level / (LEVELS - 1)) for level in range(LEVELS)] for _ in range(rows)]
    for i in range(0, len(triples), TRIPLE):
        row, first, figure = triples[i : i + TRIPLE]
        told[row][first:] = [figure] * (LEVELS - first)
    for number, line in enumerate(told):
        line[:] = [min(MOST_TOLD, max(LEAST_TOLD, figure)) for figure in line]
        if number < sure:
            line[0], line[-1] = 0, 1000
    return table(figure for line in told for figure in line)
