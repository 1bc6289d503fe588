"""A match of two players: paired deals with rotated seats, until it is clear whether the first is stronger.

>>> from bagarre.games import find_game
>>> match = play_match(find_game("boss-quest"), "scripted", "random", most=400, compiled=False)
>>> match.verdict
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Unpack

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.lab.pairing import How, Pairing, Result, Series, Unit, duels, rotations
from bagarre.lab.statistics import Mean, Sprt, elo_among, elo_of, share_of, spread_of

DEALS = 8
"""Deals of one unit: few, so that a match stops soon after it is decided."""
FEW = 2
"""Deals of one unit when all are played: as many as workers share well."""
FIRST, SECOND = 0, 1


def shares_by_deal(result: Result) -> list[float]:
    """What the first player won of each deal: a deal is one result, since its games are not independent."""
    by_deal: dict[int, list[float]] = {}
    for game in result.games:
        by_deal.setdefault(game.deal, []).append(game.share(FIRST))
    return [sum(shares) / len(shares) for shares in by_deal.values()]


@dataclass
class MatchReport:
    """How a match stands."""

    series: Series
    seats: int
    test: Sprt
    games: int = 0
    wins: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """Games won by each, shared ones in parts."""
    deals: int = 0

    def add(self, result: Result) -> None:
        self.games += len(result.games)
        for player in (FIRST, SECOND):
            self.wins[player] += sum(game.share(player) for game in result.games)
        for share in shares_by_deal(result):
            self.test.add(share)
            self.deals += 1

    @property
    def score(self) -> Mean:
        """The first player's share of the points, deal by deal."""
        return self.test.results

    @property
    def verdict(self) -> int:
        """1: the first is stronger; -1: it is not, or by less than was asked for; 0: still open."""
        return self.test.verdict

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo and its interval, which holds whenever the match stopped."""
        low, high = self.score.interval()
        return elo_of(self.score.mean), elo_of(low), elo_of(high)

    def data(self) -> dict[str, Any]:
        """The match as plain data."""
        elo, low, high = self.elo
        return {
            "players": list(self.series.players), "seats": self.seats, "seed": self.series.seed, "games": self.games, "deals": self.deals,
            "share": self.score.mean, "interval": list(self.score.interval()), "elo": elo, "elo_interval": [low, high],
            "log_likelihood_ratio": self.test.ratio, "bounds": [self.test.lower, self.test.upper], "verdict": self.verdict,
        }  # fmt: skip


def play_match(
    game: Game,
    first: str,
    second: str,
    *,
    elo: tuple[float, float] = (0.0, 20.0),
    most: int = 20_000,
    progress: Callable[[MatchReport], None] = lambda report: None,
    **how: Unpack[How],
) -> MatchReport:
    """Play until it is decided whether the first player is stronger by `elo[1]`, or by no more than `elo[0]`; for `most` games at the most.

    :raises Mistake: when a player is unknown, the game refuses something, or `keep` holds another match.
    """
    if not elo[0] < elo[1]:
        raise Mistake("option_value", option="elo", value=f"{elo[0]:g},{elo[1]:g}", allowed="0,20")
    pairing = Pairing(game, [first, second], **how)
    report = MatchReport(pairing.series, pairing.seats, Sprt(share_of(elo[0]), share_of(elo[1])))
    seatings = duels(pairing.seats)
    last = max(1, most // (len(seatings) * DEALS))

    def units(start: int) -> Iterator[Unit]:
        return (Unit(n, seatings, n * DEALS, DEALS) for n in range(start, last))

    for result in pairing.results(units, what="match"):
        report.add(result)
        progress(report)
        if report.verdict:
            break
    return report


@dataclass
class AloneReport:
    """How one player fares among others who are all alike."""

    series: Series
    seats: int
    games: int = 0
    shares: list[float] = field(default_factory=list)
    """Of each deal what it won, over all seats that it held."""

    def add(self, result: Result) -> None:
        self.games += len(result.games)
        self.shares += shares_by_deal(result)

    @property
    def share(self) -> float:
        return sum(self.shares) / max(1, len(self.shares))

    @property
    def half(self) -> float:
        """Half of the 95 % interval: deals are independent, the games of one are not."""
        return spread_of(self.shares)

    @property
    def elo(self) -> float:
        return elo_among(self.share, self.seats)

    def data(self) -> dict[str, Any]:
        return {
            "players": list(self.series.players), "seats": self.seats, "seed": self.series.seed, "games": self.games,
            "deals": len(self.shares), "share": self.share, "half": self.half, "fair": 1 / self.seats, "elo": self.elo,
        }  # fmt: skip


def play_alone(
    game: Game,
    first: str,
    second: str,
    *,
    games: int = 1000,
    progress: Callable[[AloneReport], None] = lambda report: None,
    **how: Unpack[How],
) -> AloneReport:
    """One seat for the first player, all others for the second: every deal with the first one at each seat, about so many games.

    :raises Mistake: when a player is unknown, the game refuses something, or `keep` holds another match.
    """
    pairing = Pairing(game, [first, second], **how)
    seatings = rotations((FIRST, *(SECOND for _ in range(pairing.seats - 1))))
    deals = max(1, -(-games // pairing.seats))

    def units(start: int) -> Iterator[Unit]:
        return (Unit(n, seatings, n * FEW, min(FEW, deals - n * FEW)) for n in range(start, -(-deals // FEW)))

    report = AloneReport(pairing.series, pairing.seats)
    for result in pairing.results(units, what="alone"):
        report.add(result)
        progress(report)
    return report
