"""Being told: "your turn", "the table is full", "game over", "a take-back is asked", and a reminder before a deadline, for those who do not look.

    live table ── something has changed ──▶ Notices (waits a moment, asks who is to be told) ── claims ──▶ store ── note ──▶ Outbox ──▶ their devices

A live table only says that something has changed. After a while, if it is still so and nobody looks at that seat, the process that plays the table claims each note
in the database, so that it is told once whatever becomes of the process, and puts it into the outbox. Tables that no process has in memory are looked after in passing: what a process
that died left untold, what waited for the end of somebody's quiet hours, reminders.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from bagarre.kernel.errors import Mistake
from bagarre.match import Match
from bagarre.web.delivery import DONE, LATER, LOST, Sender, new_vapid
from bagarre.web.house_secrets import house_secret
from bagarre.web.notices_text import Note, Occasion, note_of, occasions, publicly_asked
from bagarre.web.outbound import SECONDS
from bagarre.web.receivers import HOOK, Receiver, Receivers
from bagarre.web.store import PLAYING, Stored
from bagarre.web.story import follow_with_story
from bagarre.web.writer import StoreAway

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable
    from bagarre.web.registry import TableRegistry

log = logging.getLogger("bagarre.web")

QUEUE = 1000
"""Notes that may wait in each lane."""
PAUSES = (3.0, 15.0, 60.0, 300.0)
"""Seconds between two tries."""
GRACE = 2.0
"""Seconds after its deadline in which a thread should have noticed it; then it is left to itself."""
SLOW_FOR, MOST_SLOW = 3600.0, 5000
"""Seconds for which a receiver counts as slow that once was, and how many are remembered."""
VAPID, SEAL = "vapid", "notices"
"""Names of what is kept in the table `house`."""


@dataclass
class Parcel:
    """A note on its way."""

    receiver: Receiver
    note: Note
    is_needed: Callable[[], Awaitable[bool]]
    """Is it still to be told: has nobody looked meanwhile, stopped it, or left?"""
    tries: int = 0


class Lane:
    """Some senders with a queue of their own."""

    def __init__(self, name: str, workers: int, seconds: float) -> None:
        self.name, self.workers, self.seconds = name, workers, seconds
        self.queue: asyncio.Queue[Parcel] = asyncio.Queue(QUEUE)
        # More than there are senders: one that is stuck, in looking a name up say, holds nobody else.
        self.threads = ThreadPoolExecutor(4 * workers, f"notices {name}")


class Outbox:
    """Sends notes, a few at a time, and again those that were not taken. It never keeps a table waiting.

    Whoever takes a note at once is in the quick lane. What was not taken there in time goes on in the slow one, and so do further notes for that receiver: however
    many answer late or never, the others are told meanwhile.
    """

    def __init__(
        self,
        receivers: Receivers,
        count: Callable[[str], None],
        pauses: tuple[float, ...] = PAUSES,
        quick: float = 3.0,
    ) -> None:
        self._receivers, self._count, self._pauses = receivers, count, pauses
        self.sender: Sender | None = None
        self._quick, self._slow = Lane("quick", 4, quick), Lane("slow", 2, SECONDS)
        self._slow_ones: OrderedDict[str, float] = OrderedDict()
        """Receivers that did not answer in time, and until when that counts."""
        self._under_way: Counter[str] = Counter()
        """Receivers that are being sent something."""
        self._workers: list[asyncio.Task[None]] = []
        self._later: set[asyncio.TimerHandle] = set()

    def start(self, sender: Sender) -> None:
        self.sender = sender
        self._workers = [
            asyncio.create_task(self._work(lane), name=f"notices {lane.name}")
            for lane in (self._quick, self._slow)
            for _ in range(lane.workers)
        ]

    def stop(self) -> None:
        for task in self._workers:
            task.cancel()
        for timer in self._later:
            timer.cancel()
        for lane in (self._quick, self._slow):
            lane.threads.shutdown(wait=False, cancel_futures=True)

    def put(self, parcel: Parcel) -> None:
        try:
            self._lane_of(parcel).queue.put_nowait(parcel)
        except asyncio.QueueFull:
            self._count("dropped")
            log.warning("a notice was dropped: too many wait")

    def _lane_of(self, parcel: Parcel) -> Lane:
        """Whoever is being sent something already has to show first that they take it."""
        id = parcel.receiver.id
        slow = parcel.tries or id in self._under_way or self._slow_ones.get(id, 0.0) > time.monotonic()
        return self._slow if slow else self._quick

    async def _work(self, lane: Lane) -> None:
        while True:
            parcel = await lane.queue.get()
            if lane is self._quick and self._lane_of(parcel) is self._slow:
                # That has shown while it waited.
                self.put(parcel)
                continue
            try:
                if await parcel.is_needed():
                    await self._try(parcel, lane)
            except (StoreAway, SQLAlchemyError, OSError):
                log.warning("what became of a notice could not be stored")
            except Exception:
                log.exception("a notice failed")

    async def _try(self, parcel: Parcel, lane: Lane) -> None:
        became = await self._send(parcel, lane)
        if became == LATER:
            self._note_slow(parcel.receiver.id)
            if parcel.tries < len(self._pauses):
                self._again(parcel)
                return
        self._count(became)
        if became == DONE:
            self._slow_ones.pop(parcel.receiver.id, None)
            await self._receivers.reached(parcel.receiver.id)
        elif became == LOST:
            await self._receivers.remove(parcel.receiver.id)
        else:
            await self._receivers.failed(parcel.receiver.id)

    async def _send(self, parcel: Parcel, lane: Lane) -> str:
        assert self.sender is not None
        loop, id = asyncio.get_running_loop(), parcel.receiver.id
        self._under_way[id] += 1
        sending = loop.run_in_executor(
            lane.threads, self.sender.send, parcel.receiver, parcel.note, lane.seconds
        )
        try:
            return await asyncio.wait_for(sending, lane.seconds + GRACE)
        except TimeoutError:
            return LATER
        finally:
            self._under_way[id] -= 1
            if not self._under_way[id]:
                del self._under_way[id]

    def _note_slow(self, receiver: str) -> None:
        self._slow_ones[receiver] = time.monotonic() + SLOW_FOR
        self._slow_ones.move_to_end(receiver)
        while len(self._slow_ones) > MOST_SLOW:
            self._slow_ones.popitem(last=False)

    def _again(self, parcel: Parcel) -> None:
        pause = self._pauses[parcel.tries]
        parcel.tries += 1

        def put() -> None:
            self._later.discard(timer)
            self.put(parcel)

        timer = asyncio.get_running_loop().call_later(pause, put)
        self._later.add(timer)


class Notices:
    """The notices of one server."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.receivers = Receivers(registry.store)
        self.outbox = Outbox(self.receivers, lambda result: registry.metrics.notices.labels(result).inc())
        self.active = False
        """Is there anybody at all who wants to be told? Otherwise tables cost nothing more."""
        self._seen: dict[str, tuple[tuple[Any, ...], float]] = {}
        """What each table of ours looked like, and since when."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._telling: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    @property
    def sender(self) -> Sender:
        assert self.outbox.sender is not None
        return self.outbox.sender

    async def start(self) -> None:
        settings = self.registry.settings
        vapid, seal = (
            await house_secret(self.registry.store, VAPID, new_vapid),
            await house_secret(self.registry.store, SEAL, lambda: secrets.token_hex(32)),
        )
        self.outbox.start(Sender(vapid, seal, settings.smtp, settings.mail_from, settings.private_notices))
        self.active = await self.receivers.any()
        self._sweeper = asyncio.create_task(self._sweep(), name="notices of all tables")

    def stop(self) -> None:
        for task in (*self._telling, *([self._sweeper] if self._sweeper is not None else [])):
            task.cancel()
        for timer in self._timers.values():
            timer.cancel()
        self.outbox.stop()

    # A table of this process.

    def look_at(self, table: LiveTable) -> None:
        """Something may have changed there. Whether somebody has answered in secret makes no difference here."""
        stored = table.state.stored
        back = stored.waiting.take_back
        full = tuple(seat.kind for seat in stored.seats) if stored.status != PLAYING else ()
        seen = stored.status, stored.waiting.since, full, None if back is None else (back.seat, back.count)
        before = self._seen.get(stored.code)
        if before is not None and before[0] == seen:
            return
        # A table that comes into memory brings the time of its last change; what changes here changes now.
        self._seen[stored.code] = seen, stored.changed if before is None else time.time()
        if self.active:
            self._wait(stored.code, self.registry.settings.notice_delay)

    def forget(self, code: str) -> None:
        """That table leaves the memory: it is looked after in passing from now on."""
        self._seen.pop(code, None)
        timer = self._timers.pop(code, None)
        if timer is not None:
            timer.cancel()

    def _wait(self, code: str, seconds: float) -> None:
        timer = self._timers.pop(code, None)
        if timer is not None:
            timer.cancel()
        self._timers[code] = asyncio.get_running_loop().call_later(seconds, self._begin, code)

    def _begin(self, code: str) -> None:
        self._timers.pop(code, None)
        self._start(self._tell_own(code))

    def _start(self, telling: Any) -> None:
        task = asyncio.create_task(telling)
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell_own(self, code: str) -> None:
        table = self.registry.tables.get(code)
        if table is None or not self.registry.leases.may_tell:
            return
        try:
            await self._tell(table.state.stored, table.state.match, self._since(table))
        except (StoreAway, SQLAlchemyError, OSError):
            # In passing, then.
            log.warning("nobody could be told of a table", extra={"table": code})

    def _since(self, table: LiveTable) -> float:
        stored = table.state.stored
        return self._seen[stored.code][1] if stored.code in self._seen else stored.changed

    def _is_looked_at(self, code: str, seat: int) -> bool:
        """Does whoever sits there have the page before their eyes?"""
        table = self.registry.tables.get(code)
        return table is not None and any(one.visible and seat in one.seats for one in table.connections)

    async def _tell(self, stored: Stored, match: Match | None, since: float) -> None:
        """Everything that there is to tell of a table now, which is as it is since then."""
        now = time.time()
        truly = occasions(stored, stored.waiting.asked or (), now, since)
        # What comes to a webhook may be read by others: it depends on nothing that they do not know.
        openly = stored.waiting.shown or () if match is None else publicly_asked(match)
        publicly = occasions(stored, openly, now, since)
        if not truly and not publicly:
            return
        people = await self.receivers.of_table(stored.code)
        known = await self.receivers.known(stored.code) if people else set()
        for receiver, seat, begun in people:
            for occasion in publicly if receiver.kind == HOOK else truly:
                if not is_due(occasion, receiver, seat, begun, now) or self._is_looked_at(stored.code, seat):
                    continue
                if (receiver.id, occasion.key, occasion.mark) in known:
                    continue
                if await self.receivers.claim(receiver, stored.code, occasion):
                    self._send(receiver, stored, match, occasion)

    def _send(self, receiver: Receiver, stored: Stored, match: Match | None, occasion: Occasion) -> None:
        game = self.registry.games[stored.game]
        note = note_of(occasion, stored, game, match, receiver.lang)
        code, seat = stored.code, occasion.seat

        async def is_needed() -> bool:
            return not self._is_looked_at(code, seat) and await self.receivers.is_told(
                receiver.id, code, seat
            )

        self.outbox.put(Parcel(receiver, note, is_needed))

    def tell_one(self, receiver: Receiver, note: Note) -> None:
        """Something that concerns no table."""

        async def is_needed() -> bool:
            return await self.receivers.get(receiver.id) is not None

        self.outbox.put(Parcel(receiver, note, is_needed))

    # All tables, in passing.

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self.registry.settings.notice_sweep)
            try:
                self.active = await self.receivers.any()
                if self.active and self.registry.leases.may_tell:
                    await self.look_at_all()
            except (StoreAway, SQLAlchemyError, OSError):
                log.warning("nobody could be told of tables that rest")
            except Exception:
                # Whatever is wrong with one table, the others are looked at again.
                log.exception("looking after tables that rest failed")

    async def look_at_all(self) -> None:
        """Tables of ours, and those that no process has in its memory."""
        codes = await self.receivers.tables()
        elsewhere = (await self.registry.leases.held()) - self.registry.tables.keys()
        for code in codes:
            table = self.registry.tables.get(code)
            if table is not None:
                if code not in self._timers:
                    await self._tell(table.state.stored, table.state.match, self._since(table))
            elif code not in elsewhere:
                await self._tell_resting(code)

    async def _tell_resting(self, code: str) -> None:
        stored = await self.registry.store.glance(code)
        if stored is None or stored.game not in self.registry.games or stored.waiting.asked is None:
            return
        if time.time() - stored.changed < self.registry.settings.notice_delay:
            return
        if not await self._is_news(stored):
            return
        match = await self._match(code) if stored.status == PLAYING else None
        await self._tell(stored, match, stored.changed)

    async def _is_news(self, stored: Stored) -> bool:
        """Is there anything that somebody wants to be told now, and was not? Only then the game is played again, to see what it asks."""
        now, waiting = time.time(), stored.waiting
        asked = waiting.asked or []
        truly = occasions(stored, asked, now, stored.changed)
        openly = occasions(stored, asked if waiting.shown is None else waiting.shown, now, stored.changed)
        if not truly and not openly:
            return False
        people = await self.receivers.of_table(stored.code)
        known = await self.receivers.known(stored.code) if people else set()
        return any(
            is_due(occasion, receiver, seat, begun, now)
            and (receiver.id, occasion.key, occasion.mark) not in known
            for receiver, seat, begun in people
            for occasion in (openly if receiver.kind == HOOK else truly)
        )

    async def _match(self, code: str) -> Match | None:
        """The game of a table that nobody has in memory; only looked at."""
        stored = await self.registry.store.load(code)
        if stored is None or not stored.lines:
            return None
        game, header, lines = self.registry.games[stored.game], stored.header, stored.lines
        with contextlib.suppress(Mistake):
            match, _, _ = await asyncio.to_thread(follow_with_story, header, lines, game)
            return match
        return None


def is_due(occasion: Occasion, receiver: Receiver, seat: int, begun: float, now: float) -> bool:
    """Does somebody who is told of a seat since then want to be told that, now?"""
    return (
        occasion.seat == seat
        and occasion.what in receiver.wants
        and occasion.at >= begun
        and not receiver.quiet.holds(now)
    )
