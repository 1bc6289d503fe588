"""The laboratory: the same games for any number of workers, compiled or not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bagarre.kernel.chance import seed_words
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.lab.simulate import Batch, Lengths, Places, Tallies, seed_rows, simulate
from bagarre.lab.statistics import wilson


def results(report: Any) -> dict[str, Any]:
    data: dict[str, Any] = report.data()
    del data["speed"]
    return data


def test_seeds_are_those_of_the_kernel() -> None:
    rows = seed_rows("a seed", 98, 4)
    assert [tuple(row) for row in rows.tolist()] == [seed_words("a seed", i) for i in range(98, 102)]


def test_workers_and_modes_agree(leduc: Game) -> None:
    settings: dict[str, Any] = {"games": 5000, "seed": 7, "options": {"raises": "3"}}
    bots = ["scripted", "random", "random"]
    compiled = results(simulate(leduc, bots, **settings, compiled=True))
    assert results(simulate(leduc, bots, **settings, compiled=True, workers=3)) == compiled
    assert results(simulate(leduc, bots, **settings, compiled=False)) == compiled
    assert results(simulate(leduc, bots, **settings, compiled=False, workers=2)) == compiled


def test_every_game_is_seen_once_and_in_order(leduc: Game) -> None:
    class Watcher:
        def __init__(self) -> None:
            self.first: list[int] = []

        def add(self, batch: Batch) -> None:
            self.first += range(batch.first, batch.first + len(batch))

    watcher, moves = Watcher(), list[int]()
    report = simulate(
        leduc,
        ["random", "random"],
        games=101,
        compiled=False,
        workers=2,
        watchers=[watcher],
        progress=moves.append,
    )
    assert watcher.first == list(range(101))
    assert sum(moves) == 101
    assert report.lengths.games == 101


def test_the_sensible_player_wins_more(leduc: Game) -> None:
    report = simulate(leduc, ["scripted", "random", "random"], games=1000, seed=3, compiled=False)
    assert report.places.interval(0)[0] > report.places.interval(1)[1]


def test_accumulators() -> None:
    batch = Batch(
        0,
        np.array([[1, 2], [1, 1], [2, 1], [0, 0]], np.int8),
        np.array([4, 6, 8, 100], np.int32),
        np.array([1, 1, 2, 0], np.int8),
        np.array([[0], [3], [0], [1]], np.int64),
    )
    places = Places(2)
    places.add(batch)
    assert (places.games, places.wins, places.shared) == (3, [2, 2], [1, 1])
    assert places.average(0) == pytest.approx(4 / 3)
    lengths = Lengths()
    lengths.add(batch)
    assert (lengths.least, lengths.most, lengths.average) == (4, 100, 29.5)
    tallies = Tallies(["raises"])
    tallies.add(batch)
    assert (tallies.sums, tallies.seen) == ([4], [2])


def test_wilson_holds_what_it_promises() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 10)
    assert low == 0.0
    assert 0.25 < high < 0.31
    generator = np.random.default_rng(1)
    hits = generator.binomial(100, 0.9, 2000)
    held = sum(low <= 0.9 <= high for low, high in (wilson(int(h), 100) for h in hits))
    assert 0.92 < held / 2000 < 0.98


def test_mistakes(leduc: Game) -> None:
    with pytest.raises(Mistake, match="unknown_player"):
        simulate(leduc, ["random", "genius"], games=1)
    with pytest.raises(Mistake, match="seats"):
        simulate(leduc, ["random"], games=1)
