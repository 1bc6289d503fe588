"""What a game of a study costs with 1, 2 and 4 workers: processor seconds, so that a busy machine disturbs little.

python -m bench.workers [--deals 4000] [--rounds 3] [--places threads,processes]

The same study is played with each number of workers in turn, some rounds long; of each the least counts, since whatever else runs can only add.
Processes are started anew each time; what it costs to start them is told apart: a short study, in which everybody has something to do, is taken off the long one.
"""

from __future__ import annotations

import argparse
import resource

from rich.console import Console
from rich.table import Table

from bagarre.lab.study import Study

WORKERS = (1, 2, 4)
PLACES = ("threads", "processes")
SHORT = 128 * 128
"""Deals of the short study: 128 batches, enough that every process has begun before the others have done them all."""


def spent() -> float:
    """Processor seconds of this process and of those that it has ended."""
    every = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in every)


def cost(deals: int, workers: int, place: str) -> float:
    """Processor seconds of one run."""
    study = Study("boss-quest", (("scripted",) * 4,), deals=deals)
    start = spent()
    study.run(workers=workers, on=place)
    if place == "processes" and workers > 1:
        from joblib.externals.loky import get_reusable_executor

        get_reusable_executor().shutdown(wait=True)
    return spent() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--places", default=",".join(PLACES))
    asked = parser.parse_args()
    ways = [(place, workers) for place in asked.places.split(",") for workers in WORKERS]
    cost(1, 1, "threads")  # compiled and loaded before anything is measured
    found: dict[tuple[str, int], list[float]] = {way: [] for way in ways}
    starts = dict(found)
    for _ in range(asked.rounds):
        for place, workers in ways:
            starts[place, workers] = [*starts[place, workers], cost(SHORT, workers, place)]
            found[place, workers] = [*found[place, workers], cost(asked.deals + SHORT, workers, place)]
    table = Table("workers", "place", "ms a game", "to one worker", "to start (s)")
    base = 0.0
    for place, workers in ways:
        start = min(starts[place, workers])
        each = (min(found[place, workers]) - start) / asked.deals
        base = base or each
        table.add_row(
            str(workers), place, f"{1000 * each:.3f}", f"{each / base:.2f}", f"{start - SHORT * each:.1f}"
        )
    Console().print(table)


if __name__ == "__main__":
    main()
