"""The pace of a table: its clocks, and the programs that answer when they are asked."""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.menu import Choice
from bagarre.web.seatview import SeatView, known_to
from bagarre.web.store import BOT, PLAYING

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

ALONE = 0.7
"""Seconds before a choice that everybody knows to be the only one passes by itself."""
BY_BOT, STAND_IN = "bot", 2.0
"""The `timeout` of a frame that leaves the answer to a program, and how many seconds that may think."""


class Pace:
    """Programs and clocks of one table."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.window = 0
        """Moves whenever something changes for everybody's eyes: the beat of clocks and of programs' answers."""
        self.deadline = 0.0
        self._public = b""
        """The state when the table was last looked at from outside, packed."""
        self._lines = 0
        """Lines told by then."""
        self._releases: dict[int, tuple[int, float]] = {}
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._clock: asyncio.TimerHandle | None = None

    def close(self) -> None:
        self.stop_clock()
        for task in self._thinking.values():
            task.cancel()

    def pause(self) -> None:
        """Nobody is there: the clock rests, and starts anew with whoever comes."""
        self.stop_clock()
        self._public = b""

    def allowed(self) -> float:
        return float(self.table.stored.settings.get("clock", 0) or 0)

    def go_on(self) -> None:
        """After anything happened: start the clock of a new window, wake the programs that are asked."""
        if self.table.match is None or self.table.stored.status != PLAYING or not self.table.connections:
            self.stop_clock()
            return
        lines, public = self.table.story.lines, self._public
        if lines != self._lines or not public or not self.table.publisher.looks_as_in(public, SPECTATOR):
            self.window += 1
            self._start_clock()
        self._public, self._lines = self.table.match.packed, lines
        for seat in self.table.match.deciders:
            if seat in self._thinking:
                continue
            if self.table.seats[seat].kind == BOT:
                self._thinking[seat] = asyncio.create_task(self._think(seat))
            elif self._alone(seat):
                self._thinking[seat] = asyncio.create_task(self._pass_alone(seat))

    def stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self.deadline = 0.0

    def _start_clock(self) -> None:
        self.stop_clock()
        allowed = self.allowed()
        if allowed:
            self.deadline = time.monotonic() + allowed
            loop = asyncio.get_running_loop()
            self._clock = loop.call_later(allowed, lambda: self.table.queue.put_nowait(self._time_out_of(self.window)))

    def _time_out_of(self, window: int) -> Callable[[], Awaitable[None]]:
        async def job() -> None:
            """The clock ran out: everybody who has not answered makes the default choice, all together."""
            if window != self.window or self.table.match is None:
                return
            for seat in self.table.match.deciders:
                bites = 0
                while window == self.window and seat in self.table.match.deciders and bites < self.table.game.meta.longest:
                    await self.table.play(seat, await self._in_place_of(seat))
                    bites += 1

        return job

    async def _in_place_of(self, seat: int) -> Choice:
        """What stands for an answer that did not come: the game's default, or what a program would choose."""
        assert self.table.match is not None
        seat_view = SeatView.of(self.table.match, seat, self.table.publisher.speech("fr"))
        if seat_view.frame["timeout"] != BY_BOT:
            return seat_view.default()
        chosen = await self.table.registry.bot_workers.choose(
            self.table.game, self.table.registry.usual_bot, seat_view.known.to_bytes(), seat, seat_view.choices, self._bot_seed(seat), STAND_IN
        )
        return chosen if chosen is not None else seat_view.default()

    def _bot_seed(self, seat: int) -> str:
        """Dice of its own, from which the table's cannot be guessed."""
        assert self.table.match is not None
        return hashlib.sha256(f"{self.table.match.seed}/bot/{seat}/{len(self.table.match.history)}".encode()).hexdigest()

    def _alone(self, seat: int) -> bool:
        """Is there one choice only, and does everybody know?"""
        assert self.table.match is not None
        return len(self.table.match.legal(seat)) == 1 and bool(self.table.publisher.seat_view(seat, "fr").frame["alone"])

    async def _pass_alone(self, seat: int) -> None:
        window = self.window
        await asyncio.sleep(ALONE)

        async def job() -> None:
            self._thinking.pop(seat, None)
            if window == self.window and self.table.match is not None and seat in self.table.match.deciders and self._alone(seat):
                await self.table.play(seat, self.table.publisher.seat_view(seat, "fr").choices[0])
            else:
                self.go_on()

        await self.table.queue.put(job)

    async def _think(self, seat: int) -> None:
        """A program's answer. When others can notice it, it is told at a time drawn without looking at the cards."""
        assert self.table.match is not None
        low, high = self.table.registry.settings.bot_pace
        window, release = self._releases.get(seat, (-1, 0.0))
        if window != self.window:
            window, release = self.window, asyncio.get_running_loop().time() + random.uniform(low, high)
            self._releases[seat] = window, release
        seat_view = SeatView.of(self.table.match, seat, self.table.publisher.speech("fr"))
        seat_view.live = True
        before = self.table.match.packed
        chosen = await self.table.registry.bot_workers.choose(
            self.table.game, self.table.seats[seat].bot, seat_view.known.to_bytes(), seat, seat_view.choices, self._bot_seed(seat), max(low, 0.2)
        )
        choice = chosen if chosen is not None else seat_view.default()
        if self._noticed(seat, choice):
            await asyncio.sleep(max(0.0, release - asyncio.get_running_loop().time()))

        async def job() -> None:
            self._thinking.pop(seat, None)
            if self.table.match is None or self.table.seats[seat].kind != BOT or seat not in self.table.match.deciders:
                return
            if self.table.publisher.looks_as_in(before, seat):
                await self.table.play(seat, choice)
            else:
                # What it knew is no longer so: it thinks again.
                self.go_on()

        await self.table.queue.put(job)

    def _noticed(self, seat: int, choice: Choice) -> bool:
        """Would anybody else notice this choice?"""
        assert self.table.match is not None
        before = self.table.match.state
        after = before.copy()
        self.table.game.apply(after, seat, choice)
        if after.event_count or self.table.game.is_over(after):
            return True
        return any(
            known_to(self.table.game, before, other).to_bytes() != known_to(self.table.game, after, other).to_bytes()
            for other in range(SPECTATOR, len(self.table.seats))
            if other != seat
        )
