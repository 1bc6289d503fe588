"""What the server and its helper processes have in common."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from bagarre.web import processes


class Loop:
    """Something that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def own_collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The collector as it was, afterwards."""
    monkeypatch.setattr(processes, "YOUNG", 0.01)
    monkeypatch.setattr(processes, "RESTING", 0.01)
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


def collecting(busy: bool, seconds: float) -> None:
    """Let the collector of a server run for a while."""

    async def run() -> None:
        chore = asyncio.create_task(processes.collect_in_passing(lambda: busy))
        await asyncio.sleep(seconds)
        chore.cancel()

    asyncio.run(run())


@pytest.mark.parametrize("busy", [True, False])
def test_only_a_busy_server_sets_objects_aside(busy: bool) -> None:
    gc.unfreeze()
    kept = [Loop() for _ in range(100)]
    collecting(busy, 0.05)
    assert (gc.get_freeze_count() > len(kept)) == busy


def test_what_was_set_aside_is_looked_at_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = Loop()
    found = weakref.ref(lost)
    collecting(True, 0.05)
    del lost
    collecting(True, 0.05)
    assert found() is not None
    monkeypatch.setattr(processes, "ALL", 0.0)
    collecting(True, 0.05)
    assert found() is None
