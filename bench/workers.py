"""What a game of a study costs with 1, 2 and 4 workers: processor seconds, so that a busy machine disturbs little.

python -m bench.workers [--deals 40000] [--rounds 3] [--places threads,processes]

Each number of workers plays a first study, which starts processes and loads the compiled rules and is told apart, and then the same one some rounds long; of these the
least counts, since whatever else runs can only add. Processes are asked for their own time in /proc, so this is for Linux.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bagarre.lab.study import Study

WORKERS = (1, 2, 4)
PLACES = ("threads", "processes")


def spent() -> float:
    """Processor seconds of this process and of those that it has started."""
    found, mine = time.process_time(), str(os.getpid())
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        if fields[1] == mine:
            found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def cost(deals: int, workers: int, place: str, seed: int) -> float:
    """Processor seconds of one run."""
    study = Study("boss-quest", (("scripted",) * 4,), deals=deals, seed=str(seed))
    start = spent()
    study.run(workers=workers, on=place)
    return spent() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--places", default=",".join(PLACES))
    asked = parser.parse_args()
    cost(1, 1, "threads", 0)  # compiled and loaded before anything is measured
    table = Table("workers", "place", "ms a game", "to one worker", "to start (s)")
    base = 0.0
    for place in asked.places.split(","):
        for workers in WORKERS:
            first = cost(asked.deals, workers, place, 1)
            each = min(cost(asked.deals, workers, place, 2 + n) for n in range(asked.rounds)) / asked.deals
            base = base or each
            start = max(0.0, first - asked.deals * each)
            table.add_row(str(workers), place, f"{1000 * each:.3f}", f"{each / base:.2f}", f"{start:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
