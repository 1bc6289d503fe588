"""Ratings of several players from games of any number of seats: a maximum-likelihood fit of Luce's choice model (by `choix`).

In a game of players a, b, c the model says that a wins with the chance s(a) / (s(a) + s(b) + s(c)); between two players that is the
model behind Elo, whose scale is used. Errors come from leaving out one twentieth of the deals after the other (a jackknife): games of one
deal stay together, so that pairing counts as it should.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import exp, log, sqrt

from bagarre.kernel.errors import Mistake
from bagarre.lab.pairing import Played

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
    whole = fitted(games, players, anchor)
    found = []
    for k, error in enumerate(errors(games, players, anchor, whole)):
        below = above = T_95 * error
        if k != anchor and min(wins[k], seen[k] - wins[k]) < FEW:
            # Leaving out games of somebody who wins or loses all of them changes nothing, which proves nothing.
            own = [game for game in games if k in game.seating]
            below = max(below, -reach(own, whole, k, -1))
            above = max(above, reach(own, whole, k, 1))
        found.append(Rating(k, MIDDLE + ELO * whole[k], ELO * below, ELO * above, seen[k], wins[k], fair[k]))
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


def errors(games: Sequence[Played], players: int, anchor: int | None, whole: Sequence[float]) -> list[float]:
    """Standard errors, by the jackknife over groups of deals."""
    deals = sorted({game.deal for game in games})
    groups = min(GROUPS, len(deals))
    if groups < 2:
        return [float("inf")] * players
    group_of = {deal: k % groups for k, deal in enumerate(deals)}
    left_out = [
        fitted([game for game in games if group_of[game.deal] != g], players, anchor, whole)
        for g in range(groups)
    ]
    found = []
    for k in range(players):
        mean = sum(fit[k] for fit in left_out) / groups
        found.append(sqrt((groups - 1) / groups * sum((fit[k] - mean) ** 2 for fit in left_out)))
    return found


def fitted(
    games: Sequence[Played], players: int, anchor: int | None, begin: Sequence[float] | None = None
) -> list[float]:
    """The strengths that make the results most likely, as logarithms."""
    import choix
    import numpy as np

    data: list[tuple[int, tuple[int, ...]]] = []
    for n, game in enumerate(games):
        # A shared win is one player's as often as the other's, and a game without a winner is nobody's.
        if game.winners:
            seat = game.winners[(game.deal + n) % len(game.winners)]
            winner = game.seating[seat]
            losers = tuple(other for other in game.seating if other != winner)
            if losers:
                data.append((winner, losers))
    if not data:
        return [0.0] * players
    start = None if begin is None else np.asarray(begin, float)
    strengths = choix.ilsr_top1(players, data, alpha=DOUBT, initial_params=start, max_iter=300, tol=1e-6)
    zero = strengths[anchor] if anchor is not None else strengths.mean()
    return [float(strength - zero) for strength in strengths]
