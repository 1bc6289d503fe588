"""What the server counts, in the text format of Prometheus."""

from __future__ import annotations

import time

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the latency histogram, in seconds."""


class Metrics:
    """Counters of one server."""

    def __init__(self) -> None:
        self.started = time.time()
        self.choices = 0
        self.refused = 0
        self.sockets = 0
        self.created = 0
        self.updates = 0
        self._seconds = 0.0
        self._buckets = [0] * (len(BUCKETS) + 1)

    def told(self, seconds: float) -> None:
        """A screen was sent what followed from a choice that arrived so long ago."""
        self.updates += 1
        self._seconds += seconds
        for i, bound in enumerate(BUCKETS):
            if seconds <= bound:
                self._buckets[i] += 1
                return
        self._buckets[-1] += 1

    def text(self, tables: int) -> str:
        """Everything, one sample a line."""
        lines = [
            *_sample("bagarre_tables", "gauge", "Tables in memory.", tables),
            *_sample("bagarre_sockets", "gauge", "Open connections.", self.sockets),
            *_sample("bagarre_tables_created_total", "counter", "Tables created.", self.created),
            *_sample("bagarre_choices_total", "counter", "Choices accepted and stored.", self.choices),
            *_sample("bagarre_refused_total", "counter", "Messages refused.", self.refused),
            *_sample("bagarre_start_time_seconds", "gauge", "When the server was started.", round(self.started, 3)),
            "# HELP bagarre_update_seconds From the arrival of a choice to each screen's update being sent.",
            "# TYPE bagarre_update_seconds histogram",
        ]
        below = 0
        for bound, count in zip(BUCKETS, self._buckets):
            below += count
            lines.append(f'bagarre_update_seconds_bucket{{le="{bound}"}} {below}')
        lines.append(f'bagarre_update_seconds_bucket{{le="+Inf"}} {self.updates}')
        lines.append(f"bagarre_update_seconds_sum {self._seconds:.6f}")
        lines.append(f"bagarre_update_seconds_count {self.updates}")
        return "\n".join(lines) + "\n"


def _sample(name: str, kind: str, words: str, value: float) -> list[str]:
    return [f"# HELP {name} {words}", f"# TYPE {name} {kind}", f"{name} {value}"]
