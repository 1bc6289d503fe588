"""What the server counts, for Prometheus."""

from __future__ import annotations

import asyncio
import time

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histograms, in seconds."""
BEAT = 0.1
"""Seconds between two looks at how late the loop is: what is due at any moment waits as long as a look does, so few looks tell as much."""

# One line a sample, without the moment at which counting began.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Counters of one server, in a registry of their own."""

    def __init__(self) -> None:
        mine = self.registry = CollectorRegistry()
        self.tables = Gauge("bagarre_tables", "Tables in memory.", registry=mine)
        self.sockets = Gauge("bagarre_sockets", "Open connections.", registry=mine)
        self.created = Counter("bagarre_tables_created", "Tables created.", registry=mine)
        self.choices = Counter("bagarre_choices", "Choices accepted and stored.", registry=mine)
        self.refused = Counter("bagarre_refused", "Messages refused.", registry=mine)
        self.turned_away = Counter(
            "bagarre_turned_away", "Requests refused before anybody read them.", ["status"], registry=mine
        )
        self.passed = Counter(
            "bagarre_sockets_passed",
            "Sockets whose table another process plays: handed to it, or carried.",
            ["how"],
            registry=mine,
        )
        self.readings = Counter(
            "bagarre_readings",
            "Packs, records and files of editors read in a worker.",
            ["result"],
            registry=mine,
        )
        self.notices = Counter(
            "bagarre_notices",
            "Notices to people who do not look, by what became of them.",
            ["result"],
            registry=mine,
        )
        self.updates = Histogram(
            "bagarre_update_seconds",
            "From the arrival of a choice to each screen's update being sent.",
            buckets=BOUNDS,
            registry=mine,
        )
        self.lag = Histogram(
            "bagarre_loop_lag_seconds",
            "How late the server's loop came to what was due: what holds it up holds everybody up.",
            buckets=BOUNDS,
            registry=mine,
        )
        self.largest_lag = self.longest_hold = 0.0
        largest = Gauge("bagarre_loop_lag_seconds_max", "The latest that the loop has been.", registry=mine)
        largest.set_function(lambda: self.largest_lag)
        self.held = Histogram(
            "bagarre_loop_held_seconds",
            "How much of that the server's own work can have caused: the rest waited for a processor.",
            buckets=BOUNDS,
            registry=mine,
        )
        longest = Gauge("bagarre_loop_held_seconds_max", "The longest of those.", registry=mine)
        longest.set_function(lambda: self.longest_hold)
        Gauge(
            "bagarre_start_time_seconds", "When the server was started.", registry=mine
        ).set_to_current_time()

    def told(self, seconds: float) -> None:
        """A screen was sent what followed from a choice that arrived so long ago."""
        self.updates.observe(seconds)

    async def watch_lag(self) -> None:
        """Measure how late the loop is, for as long as the server runs."""
        loop = asyncio.get_running_loop()
        while True:
            due, worked = loop.time() + BEAT, time.thread_time()
            await asyncio.sleep(BEAT)
            late = max(0.0, loop.time() - due)
            held = min(late, time.thread_time() - worked)
            self.largest_lag, self.longest_hold = max(self.largest_lag, late), max(self.longest_hold, held)
            self.lag.observe(late)
            self.held.observe(held)

    def value(self, sample: str, **labels: str) -> float:
        """What a sample stands at; 0 when nothing was counted yet."""
        return self.registry.get_sample_value(sample, labels) or 0.0

    def sum(self, sample: str) -> float:
        """What a sample stands at, all its labels together."""
        return sum(
            one.value for family in self.registry.collect() for one in family.samples if one.name == sample
        )

    def quantile(self, name: str, share: float) -> float:
        """An upper bound of that share of what a histogram counted, in seconds; 0 when nothing was counted."""
        most = self.value(f"{name}_count")
        for bound in BOUNDS if most else ():
            if self.value(f"{name}_bucket", le=str(bound)) >= share * most:
                return bound
        return 2 * BOUNDS[-1] if most else 0.0

    def text(self, tables: int) -> str:
        """Everything, in the text format of Prometheus."""
        self.tables.set(tables)
        return generate_latest(self.registry).decode()
