"""What the server counts, in the text format of Prometheus."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import Counter

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histograms, in seconds."""
BEAT = 0.02
"""Seconds between two looks at how late the loop is."""


class Histogram:
    """Times, counted by their size."""

    def __init__(self, name: str, words: str) -> None:
        self.name, self.words = name, words
        self.count = 0
        self.seconds = 0.0
        self.largest = 0.0
        self._buckets = [0] * (len(BOUNDS) + 1)

    def add(self, seconds: float) -> None:
        self.count += 1
        self.seconds += seconds
        self.largest = max(self.largest, seconds)
        self._buckets[bisect_left(BOUNDS, seconds)] += 1

    def lines(self) -> list[str]:
        lines = [f"# HELP {self.name} {self.words}", f"# TYPE {self.name} histogram"]
        below = 0
        for bound, count in zip(BOUNDS, self._buckets):
            below += count
            lines.append(f'{self.name}_bucket{{le="{bound}"}} {below}')
        lines.append(f'{self.name}_bucket{{le="+Inf"}} {self.count}')
        lines.append(f"{self.name}_sum {self.seconds:.6f}")
        lines.append(f"{self.name}_count {self.count}")
        return lines


class Metrics:
    """Counters of one server."""

    def __init__(self) -> None:
        self.started = time.time()
        self.choices = 0
        self.refused = 0
        self.sockets = 0
        self.created = 0
        self.turned_away: Counter[int] = Counter()
        """Requests refused before anybody read them, by status."""
        self.readings: Counter[str] = Counter()
        """What was read in a worker, by how that went."""
        self.updates = Histogram("bagarre_update_seconds", "From the arrival of a choice to each screen's update being sent.")
        self.lag = Histogram("bagarre_loop_lag_seconds", "How late the server's loop came to what was due: what holds it up holds everybody up.")

    def told(self, seconds: float) -> None:
        """A screen was sent what followed from a choice that arrived so long ago."""
        self.updates.add(seconds)

    async def watch_lag(self) -> None:
        """Measure how late the loop is, for as long as the server runs."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            self.lag.add(max(0.0, loop.time() - due))

    def text(self, tables: int) -> str:
        """Everything, one sample a line."""
        lines = [
            *_sample("bagarre_tables", "gauge", "Tables in memory.", tables),
            *_sample("bagarre_sockets", "gauge", "Open connections.", self.sockets),
            *_sample("bagarre_tables_created_total", "counter", "Tables created.", self.created),
            *_sample("bagarre_choices_total", "counter", "Choices accepted and stored.", self.choices),
            *_sample("bagarre_refused_total", "counter", "Messages refused.", self.refused),
            *_sample("bagarre_start_time_seconds", "gauge", "When the server was started.", round(self.started, 3)),
            *_samples("bagarre_turned_away_total", "Requests refused at the gate.", "status", self.turned_away),
            *_samples("bagarre_readings_total", "Packs, records and files of editors read in a worker.", "result", self.readings),
            *_sample("bagarre_loop_lag_seconds_max", "gauge", "The latest that the loop has been.", round(self.lag.largest, 6)),
            *self.lag.lines(),
            *self.updates.lines(),
        ]
        return "\n".join(lines) + "\n"


def _sample(name: str, kind: str, words: str, value: float) -> list[str]:
    return [f"# HELP {name} {words}", f"# TYPE {name} {kind}", f"{name} {value}"]


def _samples(name: str, words: str, label: str, counts: Counter[int] | Counter[str]) -> list[str]:
    lines = [f"# HELP {name} {words}", f"# TYPE {name} counter"]
    return lines + [f'{name}{{{label}="{which}"}} {count}' for which, count in counts.items()]
