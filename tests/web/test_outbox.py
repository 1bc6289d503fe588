"""The outbox: receivers that answer late or never hold nobody else. About 2 s."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from bagarre.web.delivery import DONE, LATER
from bagarre.web.notices import Outbox, Parcel
from bagarre.web.notices_text import Note
from bagarre.web.receivers import Quiet, Receiver
from tests.patience import PATIENCE

NOTE = Note("turn", "T", "", "/")


def receiver(id: str) -> Receiver:
    return Receiver(id, "hook", "", "json", "fr", ("turn",), Quiet(), "", True, 0.0)


async def needed() -> bool:
    return True


class Kept:
    """What is stored of receivers: nothing."""

    async def reached(self, id: str) -> None: ...

    async def failed(self, id: str) -> None: ...


class Stuck:
    """Sends to some at once, and to others never: their threads wait for the end of the test."""

    def __init__(self) -> None:
        self.end = threading.Event()
        self.sent: list[str] = []
        self.stuck: list[str] = []

    def send(self, receiver: Receiver, note: Note, seconds: float) -> str:
        if receiver.id.startswith("stuck"):
            self.stuck.append(receiver.id)
            self.end.wait(PATIENCE)
            return LATER
        self.sent.append(receiver.id)
        return DONE


async def come_true(holds: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def test_receivers_that_never_answer_hold_nobody_else() -> None:
    sender, counted = Stuck(), list[str]()

    async def run() -> None:
        outbox = Outbox(Kept(), counted.append, pauses=(0.01,) * 3, quick=0.05)  # type: ignore[arg-type]
        outbox.start(sender)  # type: ignore[arg-type]
        for n in range(6):
            outbox.put(Parcel(receiver(f"stuck{n}"), NOTE, needed))
        await come_true(lambda: len(set(sender.stuck)) == 6)
        # Further notes for those who did not answer wait among themselves.
        for n in range(6):
            for _ in range(20):
                outbox.put(Parcel(receiver(f"stuck{n}"), NOTE, needed))
        for n in range(30):
            outbox.put(Parcel(receiver(f"quick{n}"), NOTE, needed))
        await come_true(lambda: len(sender.sent) == 30)
        assert not sender.end.is_set()
        sender.end.set()
        outbox.stop()

    asyncio.run(run())
    assert counted.count(DONE) == 30
