"""The little statistics that studies need."""

from collections.abc import Sequence
from math import log, log10, sqrt

from bagarre.bots.player import Z_95


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


EDGE = 0.001
"""Shares beyond say no more about a difference than that it is large."""


def elo_of(share: float) -> float:
    """The difference in Elo that makes that share of the points between two players.

    >>> round(elo_of(0.64))
    100
    """
    return -400 * log10(1 / min(1 - EDGE, max(EDGE, share)) - 1)


def elo_among(share: float, seats: int) -> float:
    """The same for one who won that share of the games among `seats` players, of whom the others are alike.

    >>> round(elo_among(0.25, 4)), round(elo_among(0.64, 2))
    (0, 100)
    """
    odds = min(1 - EDGE, max(EDGE, share))
    return 400 * log10(odds * (seats - 1) / (1 - odds))


def spread_of(values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean of so many independent results from 0 to 1, whose number was fixed in advance.

    One more result at either end keeps a few alike results from proving anything.

    >>> round(spread_of([0.0, 1.0] * 50), 3), round(spread_of([1.0] * 10), 2)
    (0.098, 0.17)
    """
    count, total = len(values) + 2, sum(values) + 1
    variance = (sum(value * value for value in values) + 1) / count - (total / count) ** 2
    return Z_95 * sqrt(variance / max(1, len(values)))


def share_of(elo: float) -> float:
    """The share of the points that a difference in Elo makes.

    >>> round(share_of(100), 2)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


class Mean:
    """The mean of results that come one by one, with an interval that holds whenever one stops looking.

    The interval is a confidence sequence (Robbins' normal mixture with the estimated spread): 95 % of all series stay inside it
    from beginning to end, so stopping at a good moment cheats nobody. It is tightest at about `aim` results.
    """

    PRIOR = 2.0
    """Results in the middle, at both ends of the scale, that the spread begins with: a few alike results prove nothing."""

    def __init__(self, aim: int = 50) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0
        self.aim = aim

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.5

    @property
    def variance(self) -> float:
        """Of one result."""
        n, prior = self.count + self.PRIOR, self.PRIOR
        mean = (self.total + prior / 2) / n
        return max(1e-9, (self.squares + prior / 2) / n - mean * mean)

    def interval(self, alpha: float = 0.05) -> tuple[float, float]:
        if not self.count:
            return 0.0, 1.0
        n, rho = self.count, 1 / self.aim
        spread = n * rho + 1
        half = sqrt(self.variance * 2 * spread / (n * n * rho) * log(sqrt(spread) / alpha))
        return max(0.0, self.mean - half), min(1.0, self.mean + half)


class Sprt:
    """A sequential test of two hypotheses about the mean of results: is it `low` or `high`?

    Wald's bounds on the likelihood ratio of the generalised test with a normal law (as fishtest uses it for pairs of games).
    """

    def __init__(self, low: float, high: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        self.low, self.high = low, high
        self.lower, self.upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
        self.results = Mean()

    def add(self, value: float) -> None:
        self.results.add(value)

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio."""
        seen = self.results
        return (
            seen.count * (self.high - self.low) * (2 * seen.mean - self.low - self.high) / (2 * seen.variance)
        )

    @property
    def verdict(self) -> int:
        """1 when it is `high`, -1 when it is `low`, 0 while that is open."""
        ratio = self.ratio
        return 1 if ratio >= self.upper else -1 if ratio <= self.lower else 0
