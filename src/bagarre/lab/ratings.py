"""Ratings of several players from games of any number of seats: a maximum-likelihood fit of Luce's choice model (by `choix`).

In a game of players a, b, c the model says that a wins with the chance s(a) / (s(a) + s(b) + s(c)); between two players that is the
model behind Elo, whose scale is used. Errors come from leaving out one twentieth of the deals after the other (a jackknife): games of one
deal stay together, so that pairing counts as it should.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import exp, log, sqrt

from bagarre.kernel.errors import Mistake
from bagarre.lab.pairing import Played

Win = tuple[int, tuple[int, ...]]
"""The winner, and the players of all other seats."""

ELO = 400 / log(10)
"""Points of Elo for one unit of the model."""
MIDDLE = 1500.0
GROUPS = 20
T_95 = 2.093
"""Half-width of a 95 % interval, in standard errors of that many groups (Student's law)."""
FEW = 5
"""Wins or losses below which the jackknife is not believed alone."""
FARTHEST = 7.0
"""Over 1,200 points of Elo."""
DOUBT = 0.02
"""Beats and losses against everybody that are imagined besides: nobody is rated without end."""
TOLD = 2
"""How often each win is told to the fit, so that a shared one can be halved."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is."""

    player: int
    elo: float
    below: float
    """How far the 95 % interval goes down,"""
    above: float
    """and up: the same, but for somebody who wins or loses nearly all games."""
    games: int
    wins: float
    fair: float
    """Games it would have won if all were alike."""

    @property
    def half(self) -> float:
        """Half of the interval, where it is widest."""
        return max(self.below, self.above)

    @property
    def low(self) -> float:
        return self.elo - self.below

    @property
    def high(self) -> float:
        return self.elo + self.above


def check_library() -> None:
    """:raises Mistake: when the library that fits is not there."""
    if find_spec("choix") is None:
        raise Mistake("needs_choix")


def ratings(games: Sequence[Played], players: int, anchor: int | None = None) -> list[Rating]:
    """The rating of every player, by number; the anchor's is 1500, or without one the mean of all."""
    seen, wins, fair = [0] * players, [0.0] * players, [0.0] * players
    for game in games:
        for player in set(game.seating):
            seats = game.seating.count(player)
            seen[player] += 1
            wins[player] += game.share(player)
            fair[player] += seats / len(game.seating)
    fits = Fits(games, players, anchor)
    found = []
    for k in range(players):
        below = above = T_95 * fits.error(lambda fit, k=k: fit[k])  # type: ignore[misc]
        if k != anchor and min(wins[k], seen[k] - wins[k]) < FEW:
            # Leaving out games of somebody who wins or loses all of them changes nothing, which proves nothing.
            own = [game for game in games if k in game.seating]
            below = max(below, -reach(own, fits.whole, k, -1))
            above = max(above, reach(own, fits.whole, k, 1))
        found.append(
            Rating(k, MIDDLE + ELO * fits.whole[k], ELO * below, ELO * above, seen[k], wins[k], fair[k])
        )
    return found


@dataclass(frozen=True, slots=True)
class Step:
    """How much stronger one player is than another."""

    lower: int
    upper: int
    elo: float
    half: float
    """Half of the 95 % interval."""
    games: int
    """Games in which they met."""


def steps(games: Sequence[Played], players: int, pairs: Sequence[tuple[int, int]]) -> list[Step]:
    """The step of each pair, of the lower and the upper. Its interval is that of the difference: what moves both does not widen it."""
    fits = Fits(games, players, None)
    found = []
    for low, high in pairs:
        met = [game for game in games if low in game.seating and high in game.seating]
        error = fits.error(lambda fit, low=low, high=high: fit[high] - fit[low])  # type: ignore[misc]
        for player, way in ((low, -1), (high, 1)):
            won = sum(game.share(player) for game in met)
            if min(won, len(met) - won) < FEW:
                error = max(error, abs(reach(met, fits.whole, player, way)) / T_95)
        found.append(
            Step(low, high, ELO * (fits.whole[high] - fits.whole[low]), ELO * T_95 * error, len(met))
        )
    return found


def reach(games: Sequence[Played], strengths: Sequence[float], player: int, way: int) -> float:
    """How much weaker (`way` −1) or stronger (1) a player may be before its games are too unlikely, all others being as they are.

    Too unlikely is what the squared distance of a 95 % interval says of the likelihood. Whoever wins all games may be any amount
    stronger; nobody is said to be more than `FARTHEST` away.
    """
    best = likelihood(games, strengths, player, 0.0)
    near, far = 0.0, FARTHEST
    for _ in range(40):
        middle = (near + far) / 2
        if likelihood(games, strengths, player, way * middle) > best - T_95**2 / 2:
            near = middle
        else:
            far = middle
    return way * near


def likelihood(games: Sequence[Played], strengths: Sequence[float], player: int, change: float) -> float:
    """The logarithm of how likely the results of a player's games are if it is stronger by so much."""
    found = 0.0
    for game in games:
        weights = [exp(strengths[other] + (change if other == player else 0.0)) for other in game.seating]
        chance = sum(weight for weight, other in zip(weights, game.seating) if other == player) / sum(weights)
        share = game.share(player)
        found += share * log(max(chance, 1e-300)) + (1 - share) * log(max(1 - chance, 1e-300))
    return found


class Fits:
    """The strengths that all games give, and those without a twentieth of the deals after the other."""

    def __init__(self, games: Sequence[Played], players: int, anchor: int | None) -> None:
        wins = [wins_of(game, n) for n, game in enumerate(games)]
        self.whole = fitted([win for won in wins for win in won], players, anchor)
        # Deals of the same players are spread over all groups.
        deals = sorted({(tuple(sorted(game.seating)), game.deal) for game in games})
        groups = min(GROUPS, len(deals))
        group_of = {deal: k % groups for k, (_, deal) in enumerate(deals)}
        self.left_out = [
            fitted(
                [win for game, won in zip(games, wins) if group_of[game.deal] != g for win in won],
                players,
                anchor,
                self.whole,
            )
            for g in range(groups)
        ]

    def error(self, value: Callable[[Sequence[float]], float]) -> float:
        """The standard error of a value that is read from the strengths, by the jackknife."""
        groups = len(self.left_out)
        if groups < 2:
            return float("inf")
        found = [value(fit) for fit in self.left_out]
        mean = sum(found) / groups
        return sqrt((groups - 1) / groups * sum((one - mean) ** 2 for one in found))


def wins_of(game: Played, number: int) -> list[Win]:
    """Who won against whom, told twice: a win that two share is half of each. Among more it is one's as often as another's, and a game without a winner is nobody's."""
    found = []
    for turn in range(TOLD if game.winners else 0):
        seat = game.winners[(game.deal + number + turn) % len(game.winners)]
        found.append((game.seating[seat], game.seating[:seat] + game.seating[seat + 1 :]))
    return found


def fitted(
    wins: Sequence[Win], players: int, anchor: int | None, begin: Sequence[float] | None = None
) -> list[float]:
    """The strengths that make the wins most likely, as logarithms."""
    import choix
    import numpy as np

    if not wins:
        return [0.0] * players
    start = None if begin is None else np.asarray(begin, float)
    strengths = choix.ilsr_top1(
        players, wins, alpha=TOLD * DOUBT, initial_params=start, max_iter=300, tol=1e-6
    )
    zero = strengths[anchor] if anchor is not None else strengths.mean()
    return [float(strength - zero) for strength in strengths]
