"""How much of a game is luck: `bagarre study luck GAME`.

Many games between players of one kind, each split into what chance gave and the rest (`review/valuing.py`). Chance gives nothing on the
average, or the split would be wrong; and a result without what chance gave varies less than the result, the more so the more of the
game is chance and the better the values are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots import driver_record, make_player
from bagarre.bots.searching import BINDINGS
from bagarre.kernel.chance import Dice
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.likelihood import SHARE
from bagarre.kernel.rule import fast_mode_available
from bagarre.kernel.runner import MENUS
from bagarre.lab.simulate import seed_rows
from bagarre.lab.telling import figure, lab_words, table
from bagarre.review import valuing
from bagarre.review.appraiser import horizon_of

BATCH = 20
"""Games between two looks at how far it is."""


@dataclass(frozen=True)
class LuckFindings:
    """What chance gave, game by game and seat by seat, in shares of a win."""

    game: Game
    players: str
    results: NDArray[np.float64]
    luck: NDArray[np.float64]
    moods: NDArray[np.float64]
    """What it did that players who toss coins chose one thing and not another; nothing where that was not asked for."""
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

    @property
    def left_without_moods(self) -> float:
        """The same without the coins that the players tossed."""
        return self.varies(self.results - self.luck - self.moods)

    def varies(self, without: NDArray[np.float64]) -> float:
        raw = self.results.var(axis=0).sum()
        return float(without.var(axis=0).sum() / raw) if raw else 1.0

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
        if self.moods.any():
            note += " " + say("luck.moods", left=figure(100 * self.left_without_moods, lang, 0))
        return table(headings, rows) + "\n\n" + note


def measure_luck(
    game: Game,
    *,
    games: int,
    seats: int = 0,
    players: str = "scripted",
    outs: int = 0,
    tosses: int = 0,
    seed: str = "1",
    compiled: bool | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> LuckFindings:
    """Play and split so many games.

    :raises Mistake: when the player is unknown.
    """
    fast = fast_mode_available() if compiled is None else compiled
    record = driver_record(make_player(players, game))
    if record is None:
        raise Mistake("unknown_player", player=players, players="scripted, noisy:20, search:1 … search:5")
    number = seats or min(4, game.meta.players[-1])
    mode = game.runner("compiled" if fast else "interpreted", BINDINGS).mode
    horizon = horizon_of(game, number)
    parts: list[tuple[Any, ...]] = []
    for first in range(0, games, BATCH):
        count = min(BATCH, games - first)
        luck, moods, results = (mode.zeros(count, number) for _ in range(3))
        steps = mode.zeros(count)
        mode.driver(valuing.split_games)(
            mode.states(valuing.PLACES), mode.menus(MENUS), mode.pack([Dice() for _ in range(4)]),
            mode.pack([game.prepare(number)]), mode.pack([record] * number), mode.seeds(seed_rows(seed, first, count)),
            game.meta.longest, mode.zeros(max(1, len(game.room("stats").STATS))), outs or 8, tosses, horizon,
            mode.zeros(3 * number), mode.zeros(valuing.FIRST_DRAW), luck, moods, steps, results,
        )  # fmt: skip
        parts.append((results, luck, moods, steps))
        progress(first + count)
    results, luck, moods, steps = (np.concatenate([np.asarray(part[i]) for part in parts]) for i in range(4))
    return LuckFindings(game, players, results / SHARE, luck / SHARE, moods / SHARE, steps)
