"""How right the parts of a review are over many games: `bagarre study parts GAME`.

Each game is split exactly as the curve of a review splits it (`review/curve.py`), from everything or from what each seat knew: chances, pairs
of luck and pairs of decisions, fitted together with the result fixed. Luck that a page tells must be nothing on the average, for every seat and for every player,
however strong: what it is more for the stronger is skill that was taken for luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.kernel.game import Game
from bagarre.kernel.rule import fast_mode_available
from bagarre.lab.driving import check_players, usual_seats
from bagarre.lab.journal import Journal
from bagarre.lab.luck import spread, standard_error
from bagarre.lab.tables import played
from bagarre.lab.telling import figure, lab_words, table
from bagarre.review.appraiser import farsighted
from bagarre.review.curve import LUCK, OTHERS, OWN, Curve, both_curves, open_curve

Numbers = NDArray[np.float64]
RESULT, DOUBT = 3, 4
"""What is kept of a seat behind its luck, own decisions and those of the others."""
Split = list[list[float]]
"""A game: for every seat luck, own decisions, those of the others, the result, and the standard error of luck."""


@dataclass(frozen=True)
class PartsFindings:
    """The parts of many games."""

    players: tuple[str, ...]
    """Who sat at the table: in the first game so, in each next one all of them one seat farther."""
    splits: Numbers
    """Game, seat, and what is kept of it."""

    @property
    def games(self) -> int:
        return len(self.splits)

    @property
    def by_player(self) -> Numbers:
        """The same with players in the place of seats."""
        number = len(self.players)
        seats = (np.arange(number) + np.arange(self.games)[:, None]) % number
        return np.take_along_axis(self.splits, seats[..., None], axis=1)

    @property
    def luck(self) -> Numbers:
        return self.splits[..., LUCK]

    @property
    def results(self) -> Numbers:
        return self.splits[..., RESULT]

    @property
    def farthest(self) -> float:
        """The mean luck of the luckiest or unluckiest seat, in standard errors."""
        mean, error = mean_of(self.luck)
        return float(np.max(np.abs(mean) / np.maximum(error, 1e-12)))

    @property
    def left(self) -> tuple[float, float]:
        """The variance of the result without luck, as a part of that of the result, all seats together; and its standard error."""
        raw, rest = spread(self.results), spread(self.results - self.luck)
        whole = max(float(raw.mean()), 1e-12)
        left = float(rest.mean()) / whole
        return left, standard_error(rest - left * raw) / whole

    @property
    def noise(self) -> float:
        """What the noise of luck, as a page tells it, makes of that."""
        return float(
            (self.splits[..., DOUBT] ** 2).sum(axis=1).mean() / max(spread(self.results).mean(), 1e-12)
        )

    def markdown(self, lang: str) -> str:
        say = lab_words(lang)
        heads = [say(f"parts.{key}") for key in ("who", "luck", "error", "own", "others", "won")]
        seats = [(say("parts.seat", n=seat + 1), self.splits[:, seat]) for seat in range(len(self.players))]
        by_player, kinds = self.by_player, sorted(set(self.players))
        told = [
            (kind, np.mean([by_player[:, k] for k, one in enumerate(self.players) if one == kind], axis=0))
            for kind in (kinds if len(kinds) > 1 else ())
        ]
        # From what each seat knew, what one gains the others need not lose.
        told += [(say("parts.all"), self.splits.mean(axis=1))]
        rows = []
        for name, splits in [*seats, *told]:
            mean, error = mean_of(splits)
            figures = (mean[LUCK], error[LUCK], mean[OWN], mean[OTHERS], mean[RESULT])
            rows.append([name, *(figure(100 * one, lang, 2) for one in figures)])
        left, doubt = self.left
        note = say(
            "parts.note",
            games=self.games,
            players=", ".join(self.players),
            farthest=figure(self.farthest, lang, 2),
            left=figure(100 * left, lang, 1),
            error=figure(100 * doubt, lang, 1),
            noise=figure(100 * self.noise, lang, 1),
        )
        return "\n\n".join([table(heads, rows), note])


def mean_of(values: Numbers) -> tuple[Numbers, Numbers]:
    """The means over games, and their standard errors."""
    return values.mean(axis=0), values.std(axis=0, ddof=1) / len(values) ** 0.5


def measure_parts(
    game: Game,
    *,
    games: int,
    players: Sequence[str] = ("scripted",),
    seats: int = 0,
    outs: int,
    known: bool = False,
    seed: str = "1",
    compiled: bool | None = None,
    out: Path | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> PartsFindings:
    """Play so many games and split each of them, with `outs` play-outs of a value, from everything or from what each seat knew; one player sits on
    all seats, or each on one.

    With `out` every game is kept there, one line each, and a study that was broken off goes on where it stopped.

    :raises Mistake: when a player is unknown, the game is not for so many, or the file holds something else or cannot be written.
    """
    check_players(players, game)
    table_of = tuple(players) if len(players) > 1 else tuple(players) * (seats or usual_seats(game))
    number = len(table_of)
    fast = fast_mode_available() if compiled is None else compiled
    mode = game.compiled if fast else game.interpreted
    asked = farsighted(game, number, seed, outs=outs, compiled=fast)
    head = {
        "what": "parts", "package": game.package, "rules": game.meta.rules_version, "seed": seed, "players": list(table_of), "outs": outs, "known": known,
        "horizon": asked.horizon, "parting": asked.parting, "lasting": asked.lasting, "mode": mode.name,
    }  # fmt: skip
    journal: Journal[Split] = Journal(out, head, lambda _, data: read_line(data), list)
    found = journal.kept[:games]
    try:
        for k in range(len(found), games):
            turned = -k % number
            match = played(game, [*table_of[turned:], *table_of[:turned]], f"{seed}/{k}", mode)
            asked.seed = match.seed
            found.append(split_of(both_curves(match, asked)[1] if known else open_curve(match, asked)))
            journal.add(found[-1])
            progress(k + 1)
    finally:
        journal.close()
    return PartsFindings(table_of, np.array(found))


def split_of(curve: Curve) -> Split:
    return [
        [
            *(curve.total(seat, part) for part in (LUCK, OWN, OTHERS)),
            curve.end[seat],
            curve.doubts[seat][LUCK],
        ]
        for seat in range(len(curve.start))
    ]


def read_line(data: Any) -> Split:
    """A game that was split, as it is kept."""
    return [[float(n) for n in seat] for seat in data]
