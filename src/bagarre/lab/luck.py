"""How much of a game is luck: `bagarre study luck GAME`.

Many games between players of one kind, each split into what chance gave and the rest (`review/splitting.py`), as a review splits it. Chance gives nothing on the
average, or the split would be wrong; and a result without what chance gave varies less than the result, the more so the more of the
game is chance and the better the values are.

How much of the game is chance can be told whatever the noise of the values: with play-outs to the end by the same players, what chance gave is
measured without bias, so its covariance with the result is its own variance, the part of the result's that chance makes. What is left of the
result without luck cannot be less than the rest, which the players' own coins make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
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
from bagarre.lab.journal import Journal
from bagarre.lab.simulate import seed_rows
from bagarre.lab.telling import figure, lab_words, table
from bagarre.review import splitting, valuing
from bagarre.review.appraiser import lasting_of, parting_of, reach_of

BATCH = 20
"""Games between two looks at how far it is."""
STEADY: Bindings = {drivers.choose: splitting.steady_choose, valuing.play_one: splitting.steady_one}
"""What lets nobody toss a coin."""
Split = tuple[list[int], list[int], list[int], list[int], int, list[int]]
"""A game: for every seat the result, what chance gave, what its own moods did and what the others' did, in millionths of a win; in how many steps
there was chance; and for every seat the variance of what chance gave that comes from too few play-outs, in millionths."""


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
    variance: NDArray[np.float64]
    """Of what chance gave: how much other play-outs might make of it."""

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
    def left_error(self) -> float:
        """The standard error of that."""
        raw, rest = (spread(values) for values in (self.results, self.results - self.luck))
        return standard_error(rest - self.left * raw) / max(raw.mean(), 1e-12)

    @property
    def noise(self) -> float:
        """What the noise of the values makes of that; the rest is what they do not see (and the players' coins)."""
        return float(self.variance.mean(axis=0).sum() / max(self.results.var(axis=0).sum(), 1e-12))

    def varies(self, without: NDArray[np.float64]) -> float:
        raw = self.results.var(axis=0).sum()
        return float(without.var(axis=0).sum() / raw) if raw else 1.0

    def makes(self, part: NDArray[np.float64]) -> tuple[float, float]:
        """Of the variance of the result, what a part of it makes: its covariance with the result; and the standard error of that."""
        around = self.results - self.results.mean(axis=0)
        raw = spread(self.results)
        shared = (around * (part - part.mean(axis=0))).sum(axis=1)
        share = shared.mean() / max(raw.mean(), 1e-12)
        error = standard_error(shared - share * raw) / max(raw.mean(), 1e-12)
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
            left=figure(100 * self.left, lang, 1),
            left_error=figure(100 * self.left_error, lang, 1),
            noise=figure(100 * self.noise, lang, 1),
        )
        parts = {"chance": self.luck, "own": self.own, "others": self.others}
        made = [
            [say(f"luck.{name}"), *(figure(100 * one, lang, 1) for one in self.makes(part))]
            for name, part in parts.items()
            if part.any()
        ]
        shares = table([say(f"luck.{key}") for key in ("part", "makes", "error")], made)
        return "\n\n".join([table(headings, rows), note, shares])


def spread(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each game how far it is from the mean, squared; all seats together."""
    return np.asarray(((values - values.mean(axis=0)) ** 2).sum(axis=1))


def standard_error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / len(values) ** 0.5)


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
    out: Path | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> LuckFindings:
    """Play and split so many games; with values from play-outs to the end of the game where that is asked for, and with scripted
    players that toss no coins where they are to be `steady`: then by pairs at every step, otherwise as a review splits it.

    With `out` every game is kept there, one line each, and a study that was broken off goes on where it stopped.

    :raises Mistake: when the player is unknown, or the file holds something else or cannot be written.
    """
    fast = fast_mode_available() if compiled is None else compiled
    record = known_player(players, game)
    if steady and players != "scripted":
        raise Mistake("unknown_player", player=players, players="scripted")
    number = seats or usual_seats(game)
    mode = game.runner("compiled" if fast else "interpreted", STEADY if steady else BINDINGS).mode
    horizon = game.meta.longest if to_the_end else parting_of(game, number)
    lasting = valuing.WHOLE if to_the_end else lasting_of(game)
    # Between steady players nothing is ever decided: all would be luck, and nothing told of how well pairs measure it.
    reach = 0 if steady else game.meta.longest if to_the_end else reach_of(game, number)
    head = {
        "what": "luck", "package": game.package, "rules": game.meta.rules_version, "seats": number, "seed": seed, "players": players,
        "outs": outs, "tosses": tosses, "horizon": horizon, "lasting": lasting, "reach": reach, "steady": steady, "usual": valuing.USUAL,
    }  # fmt: skip
    journal: Journal[Split] = Journal(out, head, lambda _, data: read_line(data), list)
    found = journal.kept[:games]
    try:
        for first in range(len(found), games, BATCH):
            count = min(BATCH, games - first)
            luck, noise, own, others, results = (mode.zeros(count, number) for _ in range(5))
            steps = mode.zeros(count)
            mode.driver(splitting.split_games)(
                mode.states(valuing.PLACES), mode.menus(MENUS), mode.pack([Dice() for _ in range(4)]),
                mode.pack([game.prepare(number)]), mode.pack([record] * number), mode.seeds(seed_rows(seed, first, count)),
                game.meta.longest, tally_of(mode), outs or 8, tosses, horizon,
                lasting, reach, mode.zeros(5 * number), mode.zeros(valuing.FIRST_DRAW), luck, noise, own, others, steps, results,
            )  # fmt: skip
            for k in range(count):
                found.append(read_line([results[k], luck[k], own[k], others[k], steps[k], noise[k]]))
                journal.add(found[-1])
            progress(first + count)
    finally:
        journal.close()
    results, luck, own, others, variance = (
        np.array([split[i] for split in found], float) / SHARE for i in (0, 1, 2, 3, 5)
    )
    steps = np.array([split[4] for split in found])
    return LuckFindings(game, players, results, luck, own, others, steps, variance)


def read_line(data: Any) -> Split:
    """A game that was split, as it is kept."""
    results, luck, own, others, steps, noise = data
    return (
        [int(n) for n in results],
        [int(n) for n in luck],
        [int(n) for n in own],
        [int(n) for n in others],
        int(steps),
        [int(n) for n in noise],
    )
