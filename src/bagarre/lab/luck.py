"""How much of a game is luck: `bagarre study luck GAME`.

Many games between players of one kind, each split into what chance gave and the rest (`review/splitting.py`). Chance gives nothing on the
average, or the split would be wrong; and a result without what chance gave varies less than the result, the more so the more of the
game is chance and the better the values are.

How much of the game is chance can be told whatever the noise of the values: with play-outs to the end by the same players, what chance gave is
measured without bias, so its covariance with the result is its own variance, the part of the result's that chance makes. What is left of the
result without luck cannot be less than the rest, which the players' own coins make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots.searching import BINDINGS
from bagarre.kernel import drivers
from bagarre.kernel.binding import Bindings
from bagarre.kernel.chance import Dice
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.likelihood import SHARE
from bagarre.kernel.rule import fast_mode_available
from bagarre.kernel.runner import MENUS
from bagarre.lab.driving import known_player, tally_of, usual_seats
from bagarre.lab.simulate import seed_rows
from bagarre.lab.telling import figure, lab_words, table
from bagarre.review import splitting, valuing
from bagarre.review.appraiser import horizon_of

BATCH = 20
"""Games between two looks at how far it is."""
STEADY: Bindings = {drivers.choose: splitting.steady_choose, valuing.play_one: splitting.steady_one}
"""What lets nobody toss a coin."""


@dataclass(frozen=True)
class LuckFindings:
    """What chance gave, game by game and seat by seat, in shares of a win."""

    game: Game
    players: str
    results: NDArray[np.float64]
    luck: NDArray[np.float64]
    own: NDArray[np.float64]
    """What it did that a player who tosses coins chose one thing and not another; nothing where that was not asked for."""
    others: NDArray[np.float64]
    """What it did that the others did."""
    steps: NDArray[np.int64]
    """In how many steps of each game there was chance."""

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def mean(self) -> NDArray[np.float64]:
        return self.luck.mean(axis=0)

    @property
    def error(self) -> NDArray[np.float64]:
        return self.luck.std(axis=0, ddof=1) / self.games**0.5

    @property
    def farthest(self) -> float:
        """The mean luck of the luckiest or unluckiest seat, in standard errors."""
        return float(np.max(np.abs(self.mean) / np.maximum(self.error, 1e-12)))

    @property
    def left(self) -> float:
        """The variance of the result without luck, as a part of that of the result; all seats together."""
        return self.varies(self.results - self.luck)

    def varies(self, without: NDArray[np.float64]) -> float:
        raw = self.results.var(axis=0).sum()
        return float(without.var(axis=0).sum() / raw) if raw else 1.0

    def makes(self, part: NDArray[np.float64]) -> tuple[float, float]:
        """Of the variance of the result, what a part of it makes: its covariance with the result; and the standard error of that."""
        around = self.results - self.results.mean(axis=0)
        raw = (around**2).sum(axis=1)
        shared = (around * (part - part.mean(axis=0))).sum(axis=1)
        share = shared.mean() / max(raw.mean(), 1e-12)
        error = (shared - share * raw).std(ddof=1) / self.games**0.5 / max(raw.mean(), 1e-12)
        return float(share), float(error)

    def markdown(self, lang: str) -> str:
        say = lab_words(lang)
        headings = [say(f"luck.{key}") for key in ("seat", "mean", "error", "spread")]
        rows = [
            [
                str(seat + 1),
                figure(100 * self.mean[seat], lang, 2),
                figure(100 * self.error[seat], lang, 2),
                figure(100 * self.luck[:, seat].std(), lang, 1),
            ]
            for seat in range(self.luck.shape[1])
        ]
        note = say(
            "luck.note",
            games=self.games,
            players=self.players,
            steps=figure(float(self.steps.mean()), lang, 1),
            farthest=figure(self.farthest, lang, 2),
            left=figure(100 * self.left, lang, 0),
        )
        parts = {"chance": self.luck, "own": self.own, "others": self.others}
        made = [
            [say(f"luck.{name}"), *(figure(100 * one, lang, 1) for one in self.makes(part))]
            for name, part in parts.items()
            if part.any()
        ]
        shares = table([say(f"luck.{key}") for key in ("part", "makes", "error")], made)
        return "\n\n".join([table(headings, rows), note, shares])


def measure_luck(
    game: Game,
    *,
    games: int,
    seats: int = 0,
    players: str = "scripted",
    outs: int = 0,
    tosses: int = 0,
    to_the_end: bool = False,
    steady: bool = False,
    seed: str = "1",
    compiled: bool | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> LuckFindings:
    """Play and split so many games; with values from play-outs to the end of the game where that is asked for, and with scripted
    players that toss no coins where they are to be `steady`.

    :raises Mistake: when the player is unknown.
    """
    fast = fast_mode_available() if compiled is None else compiled
    record = known_player(players, game)
    if steady and players != "scripted":
        raise Mistake("unknown_player", player=players, players="scripted")
    number = seats or usual_seats(game)
    mode = game.runner("compiled" if fast else "interpreted", STEADY if steady else BINDINGS).mode
    horizon = game.meta.longest if to_the_end else horizon_of(game, number)
    parts: list[tuple[Any, ...]] = []
    for first in range(0, games, BATCH):
        count = min(BATCH, games - first)
        luck, own, others, results = (mode.zeros(count, number) for _ in range(4))
        steps = mode.zeros(count)
        mode.driver(splitting.split_games)(
            mode.states(valuing.PLACES), mode.menus(MENUS), mode.pack([Dice() for _ in range(4)]),
            mode.pack([game.prepare(number)]), mode.pack([record] * number), mode.seeds(seed_rows(seed, first, count)),
            game.meta.longest, tally_of(mode), outs or 8, tosses, horizon,
            mode.zeros(4 * number), mode.zeros(valuing.FIRST_DRAW), luck, own, others, steps, results,
        )  # fmt: skip
        parts.append((results, luck, own, others, steps))
        progress(first + count)
    results, luck, own, others, steps = (
        np.concatenate([np.asarray(part[i]) for part in parts]) for i in range(5)
    )
    return LuckFindings(game, players, results / SHARE, luck / SHARE, own / SHARE, others / SHARE, steps)
