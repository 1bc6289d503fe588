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
    now = (
        _field(entry, change.text("field")) if change.has("field") else _fields(entry, change.entry("after"))
    )
    if now != change.get("after") or now == change.get("before"):
        raise change.wrong("after", "one_of", value=change.get("after"), allowed=str(now))


def _field(entry: Entry, path: str) -> Any:
    """What a field says now; with dots where it lies deeper."""
    now: Any = entry.data
    for step in path.split("."):
        now = now[int(step) - 1] if isinstance(now, list) else now.get(step)
    return now


def _fields(entry: Entry, told: Entry) -> dict[str, Any]:
    """What the fields say now that a record without `field` tells in one table."""
    return {name: entry.data.get(name) for name in told.data}
