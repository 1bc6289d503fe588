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
DOUBT = 0.02
"""Beats and losses against everybody that are imagined besides: nobody is rated without end."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is."""

    player: int
    elo: float
    half: float
    """Half of the 95 % interval."""
    games: int
    wins: float
    fair: float
    """Games it would have won if all were alike."""

    @property
    def low(self) -> float:
        return self.elo - self.half

    @property
    def high(self) -> float:
        return self.elo + self.half


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
    halves = errors(games, players, anchor, whole)
    for k in range(players):
        if k != anchor and min(wins[k], seen[k] - wins[k]) < FEW:
            # Leaving out games of somebody who wins or loses all of them changes nothing, which proves nothing.
            halves[k] = max(halves[k], 1 / sqrt(information(games, whole, k)))
    return [
        Rating(k, MIDDLE + ELO * whole[k], T_95 * ELO * halves[k], seen[k], wins[k], fair[k])
        for k in range(players)
    ]


def information(games: Sequence[Played], strengths: Sequence[float], player: int) -> float:
    """How much the games say about a player's strength if the model is right: little when it wins or loses all of them."""
    found = DOUBT
    for game in games:
        if player in game.seating:
            weights = [exp(strengths[other]) for other in game.seating]
            own = sum(weight for weight, other in zip(weights, game.seating) if other == player)
            chance = own / sum(weights)
            found += chance * (1 - chance)
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
