"""Are the words for a score right? Games of our own levels against each other, each decision judged as the review does it; for every level
what it gives away for each decision. `bagarre study bands GAME`."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

from bagarre.bots.labels import LABELS
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.rule import fast_mode_available
from bagarre.kernel.words import house_words
from bagarre.lab.journal import Journal
from bagarre.lab.tables import played
from bagarre.review.appraiser import Appraiser
from bagarre.review.bands import band_of, limits_of
from bagarre.review.decisions import Decision, Judge
from bagarre.review.looking import SECONDS, judged
from bagarre.review.telling import points

Given = tuple[int, float, int]
"""A level, the winning share that it lost in a game, and the decisions that counted."""


@dataclass(frozen=True, slots=True)
class LevelScore:
    """What one level gave away."""

    level: int
    games: tuple[tuple[float, int], ...]
    """Of each of its games the winning share lost, and the decisions that counted."""

    @property
    def decisions(self) -> int:
        return sum(n for _, n in self.games)

    @property
    def score(self) -> float:
        """Winning share lost for each decision that counted."""
        return sum(lost for lost, _ in self.games) / max(1, self.decisions)

    @property
    def error(self) -> float:
        """The standard error of it, by how games differ."""
        count, mean = len(self.games), self.score
        if count < 2:
            return 0.0
        spread = sum((lost - mean * n) ** 2 for lost, n in self.games) / (count - 1)
        return float((spread / count) ** 0.5 / max(1e-9, self.decisions / count))


@dataclass(frozen=True, slots=True)
class BandStudy:
    game: Game
    games: int
    levels: tuple[LevelScore, ...]
    """From the weakest on."""

    @property
    def ordered(self) -> bool:
        """Does every level give away less than the next weaker one?"""
        return all(one.score > other.score for one, other in pairwise(self.levels))

    @property
    def limits(self) -> tuple[float, ...]:
        """Half-way between levels, in points, rising; equal levels share one."""
        scores = sorted(100 * one.score for one in self.levels)
        return tuple(round((one + other) / 2, 2) for one, other in pairwise(scores))

    def markdown(self, lang: str) -> str:
        say = house_words(lang).say
        limits = limits_of(self.game.folder) or self.limits
        heads = [
            say(f"cli.bands.{head}") for head in ("level", "games", "decisions", "score", "error", "word")
        ]
        rows = [
            [LABELS[one.level - 1].word(lang), str(len(one.games)), str(one.decisions), points(one.score, lang, 2),
             f"± {points(one.error, lang, 2)}", band_of(limits, one.score).word(lang)]
            for one in self.levels
        ]  # fmt: skip
        lines = ["| " + " | ".join(row) + " |" for row in [heads, ["---"] * len(heads), *rows]]
        order = say("cli.bands.ordered" if self.ordered else "cli.bands.unordered")
        return "\n".join([*lines, "", order, "", f"limits = {list(self.limits)}"])


def measure_bands(
    game: Game,
    *,
    games: int,
    seats: int = 0,
    seed: str = "1",
    seconds: float = SECONDS,
    simulations: int | None = None,
    compiled: bool | None = None,
    out: Path | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> BandStudy:
    """Games in which different levels sit at the table, each as often as the others, and what each gave away.

    With `out` every game is kept there, one line each, and a study that was broken off goes on where it stopped.

    :raises Mistake: when there are more seats than levels, or the file holds something else or cannot be written.
    """
    number = seats or game.meta.players[0]
    if number > len(LABELS):
        # Nobody sits there twice.
        allowed = f"{game.meta.players[0]}–{len(LABELS)}"
        raise Mistake("option_value", option="seats", value=number, allowed=allowed)
    fast = fast_mode_available() if compiled is None else compiled
    mode = game.compiled if fast else game.interpreted
    tables = list(permutations([label.number for label in LABELS], number))
    random.Random(seed).shuffle(tables)
    head = {
        "what": "bands", "package": game.package, "rules": game.meta.rules_version, "seats": number, "seed": seed,
        "thought": simulations or seconds, "mode": mode.name,
    }  # fmt: skip
    journal: Journal[list[Given]] = Journal(out, head, lambda _, data: read_line(data), list)
    judged_games = journal.kept[:games]
    try:
        for k in range(len(judged_games), games):
            levels = [LABELS[level - 1].spec for level in tables[k % len(tables)]]
            match = played(game, levels, f"{seed}/{k}", mode)
            judge = Judge(match, Appraiser(game, number, match.seed, compiled=fast))
            decisions, _ = judged(judge, seconds, simulations)
            judged_games.append(
                [(level, *given_away(decisions, seat)) for seat, level in enumerate(tables[k % len(tables)])]
            )
            journal.add(judged_games[-1])
            progress(k + 1)
    finally:
        journal.close()
    found: dict[int, list[tuple[float, int]]] = {label.number: [] for label in LABELS}
    for level, lost, counted in (one for line in judged_games for one in line):
        found[level].append((lost, counted))
    return BandStudy(
        game, games, tuple(LevelScore(level, tuple(games_of)) for level, games_of in found.items())
    )


def read_line(data: Any) -> list[Given]:
    """A game that was judged before."""
    return [(int(level), float(lost), int(counted)) for level, lost, counted in data]


def given_away(decisions: Sequence[Decision], seat: int) -> tuple[float, int]:
    own = [one for one in decisions if one.seat == seat and one.counts]
    return sum(one.lost for one in own), len(own)
