"""Records of tuning in the shipped packs: what a figure was before, what it is now, and why."""

from __future__ import annotations

from typing import Any

from bagarre.kernel.pack import Entry


def check_change(change: Entry, kind: str, known: dict[str, Entry]) -> None:
    """It says what was before and why, spares what is printed, and ends at what the pack says now."""
    change.allow(kind, "field", "before", "after", "why")
    entry = known[change.one_of(kind, list(known))]
    if entry.flag() != "reconstructed":
        raise entry.wrong("flag", "one_of", value=entry.flag(), allowed="reconstructed")
    change.text("why")
    now: Any = entry.data
    for step in change.text("field").split("."):
        now = now[int(step) - 1] if isinstance(now, list) else now.get(step)
    if now != change.get("after") or now == change.get("before"):
        raise change.wrong("after", "one_of", value=change.get("after"), allowed=str(now))
