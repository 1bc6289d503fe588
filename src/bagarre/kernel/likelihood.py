"""Weights and shares in whole numbers, the same in every mode: what searching and believing reckon with.

A standing or a likelihood is told by its logarithm, in thousandths. `fading` turns the distance from the best one into a weight.
"""

from __future__ import annotations

from math import exp

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
