"""Learn what people are told where the aids reckon so or so much: `bagarre train GAME --part told`.

In games between players of several kinds the aids are questioned as `bagarre study beliefs --aids` does. Of all that was reckoned alike, in one row of
the game's table, the share that was so is what is told: pooled with its neighbours until it never falls, and until each figure rests on
enough questions. Every kind of player counts as much; a fifth of the games is held out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bagarre.kernel.game import Game
from bagarre.kernel.likelihood import LEVELS, told_table
from bagarre.lab.beliefs import Asking, Counts, reckoned_figures, told_figures

PORTIONS = 5
"""The games of a table are played in so many portions, the first of which is held out."""
EACH = 100_000
"""Every kind of player counts as if so many questions had been asked."""
FEWEST = 500
"""Of these, that a figure rests on at least."""
Floats = NDArray[np.float64]


def gather(
    game: Game,
    players: Sequence[str],
    games: int,
    seats: Sequence[int],
    seed: str,
    progress: Callable[[int], None],
) -> tuple[Floats, Floats, int]:
    """What was counted in the games to learn from and in those held out: of each row and level how many questions there were and how many were right;
    and the questions in all."""
    rows, cases = game.room("beliefs").ROWS, 0
    learned, held = np.zeros((2, rows, LEVELS)), np.zeros((2, rows, LEVELS))
    for done, (spec, number) in enumerate(product(players, seats), 1):
        asking = Asking(game, number, aids=True)
        each = -(-games // PORTIONS)
        parts = [
            asking.batch(spec, f"told/{seed}/{spec}/{number}", portion * each, each)[1]
            for portion in range(PORTIONS)
        ]
        learned += even(by_row(np.sum(parts[1:], axis=0)))
        held += even(by_row(parts[0]))
        cases += sum(int(part[0].sum()) for part in parts)
        progress(done)
    return learned, held, cases


def by_row(counts: Counts) -> Floats:
    return np.asarray(counts.sum((1, 2)), np.float64)


def even(counts: Floats) -> Floats:
    """As if EACH questions had been asked, however many there were."""
    return np.asarray(counts * (EACH / max(1.0, counts[0].sum())))


def steps(asked: Floats, right: Floats, sure: bool) -> list[tuple[int, int]]:
    """From which level on which figure is told, in thousandths: never falling, each with enough questions behind it. The lowest level, which is
    asked only when it was so, says nothing about how often it is; nor does the highest where it is `sure`."""
    blocks: list[list[float]] = []
    for level in range(1, LEVELS - 1 if sure else LEVELS):
        if asked[level] > 0:
            blocks.append([float(level), float(asked[level]), float(right[level])])
            while len(blocks) > 1 and (
                blocks[-2][1] < FEWEST or blocks[-2][2] / blocks[-2][1] >= blocks[-1][2] / blocks[-1][1]
            ):
                _, many, so = blocks.pop()
                blocks[-1][1] += many
                blocks[-1][2] += so
    if len(blocks) > 1 and blocks[-1][1] < FEWEST:
        _, many, so = blocks.pop()
        blocks[-1][1] += many
        blocks[-1][2] += so
    if blocks:
        blocks[0][0] = 0
    return [(int(first), round(1000 * so / many)) for first, many, so in blocks]


def triples_of(asked: Floats, right: Floats, sure: int) -> tuple[int, ...]:
    """What `told_table` reads: row, first level and figure, one after the other."""
    return tuple(
        number
        for row in range(len(asked))
        for step in steps(asked[row], right[row], row < sure)
        for number in (row, *step)
    )


def loss(counts: Floats, figures: NDArray[np.int64]) -> float:
    """Mean logarithm of what was not foreseen, where each level of each row is told as these figures; the lowest level is left out."""
    asked, right = counts[:, :, 1:]
    share = np.clip(figures[:, 1:] / 1000, 0.001, 0.999)
    return float(-(right * np.log(share) + (asked - right) * np.log(1 - share)).sum() / max(1.0, asked.sum()))


def learn_told(
    game: Game,
    players: Sequence[str],
    games: int,
    seats: Sequence[int],
    seed: str,
    progress: Callable[[int], None],
) -> tuple[tuple[int, ...], int, float, float, float]:
    """What is told; how many questions it was learned from; and the loss of those held out, with what was told before, and as it was reckoned."""
    room = game.room("beliefs")
    learned, held, cases = gather(game, players, games, seats, seed, progress)
    sure = int(getattr(room, "SURE", 0))
    triples = triples_of(learned[0], learned[1], sure)
    fresh = np.array(list(told_table(triples, room.ROWS, sure))).reshape(-1, LEVELS)
    now, before, reckoned = (
        loss(held, told) for told in (fresh, told_figures(room), reckoned_figures(room.ROWS))
    )
    return triples, cases, now, before, reckoned
