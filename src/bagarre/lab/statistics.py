"""The little statistics that studies need."""

from math import sqrt

Z_95 = 1.959963984540054
"""Half-width, in standard deviations, of an interval that holds 95 % of a normal law."""


def wilson(hits: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's confidence interval for a share: honest also near 0 and 1, where the usual one is not.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    centre = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
