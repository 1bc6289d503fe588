"""The pace of a table: its clock, and the bots that answer when they are asked. What they decide comes into the table's queue."""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.menu import Choice
from bagarre.match import Candidate, Match
from bagarre.web.bot_workers import BotWorkers
from bagarre.web.seatview import SeatView, known_to, openly_asked
from bagarre.web.slow_clock import late_seats, next_deadline, next_waiting
from bagarre.web.store import BOT, Waiting
from bagarre.web.tablestate import TableState
from bagarre.web.views import SeatViews

ALONE = 0.7
"""Seconds before a choice that everybody knows to be the only one passes by itself."""
BY_BOT, STAND_IN = "bot", 2.0
"""The `timeout` of a frame that leaves the answer to a bot, and how many seconds that may think."""

BITE, BITES = 0.05, 4
"""Seconds that a bite of an answer may take at least, and by how much of the time that is left a further one may be thought about."""

EARLY = 0.01
"""Seconds that a timer may be early."""

Job = Callable[[], Awaitable[None]]


def _into_nothing(job: Job) -> None:
    """Where the answers of a table go that was put away."""


async def _nothing_played(seat: int, choice: Choice, *, late: bool = False) -> None:
    """The same for choices."""


def first_asked(match: Match) -> Waiting:
    """What a table waits for whose game begins now."""
    return Waiting(match.deciders, time.time(), shown=openly_asked(match.game, match.state))


class Pace:
    """The bots and the clock of one table."""

    def __init__(
        self,
        table: TableState,
        views: SeatViews,
        *,
        submit: Callable[[Job], None],
        play: Callable[..., Awaitable[None]],
        bots: BotWorkers,
        stand_in: str,
        bot_pace: tuple[float, float],
    ) -> None:
        self.table, self.views = table, views
        self.clock = table.clock
        self._submit, self._play = submit, play
        self._bots, self._stand_in, self._bot_pace = bots, stand_in, bot_pace
        self._watched = False
        """Has the present window been seen by anybody? Bots and clocks rest while nobody is there."""
        self._releases: dict[int, tuple[int, float]] = {}
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        self._stop_clock()
        for task in self._thinking.values():
            task.cancel()
        # The table is let go of: holding each other, the two would wait for the collector.
        self._submit, self._play = _into_nothing, _nothing_played

    # What the table will wait for.

    def foresee(self, candidate: Candidate, *, shows: bool) -> Waiting:
        """What the table waits for once a candidate has come true; `shows` when everybody sees that."""
        now = time.time()
        game, before, goes_on = self.table.game, self.table.stored.waiting, not candidate.gives_up
        asked = game.deciders(candidate.state) if goes_on else []
        shown = before.shown
        if shows:
            shown = openly_asked(game, candidate.state) if goes_on else []
        if self.table.is_slow:
            mover = candidate.step.seat if candidate.step is not None else None
            waiting = next_waiting(self.table.stored, asked, shows=shows, mover=mover, now=now)
            return replace(waiting, shown=shown)
        if not shows:
            return Waiting(asked, before.since, before.until, shown=shown)
        until = now + self.table.allowed if self.table.allowed and asked else 0.0
        return Waiting(asked, now, until, shown=shown)

    def shows(self, candidate: Candidate) -> bool:
        """Does everybody see that something happened?"""
        return candidate.step is None or bool(candidate.step.rows) or self.views.would_show(candidate.state)

    def until(self) -> float:
        """When the time of those who are asked is over, in seconds since 1970; 0 while no clock runs."""
        if self.table.is_slow:
            return self.table.stored.waiting.until
        if not self.clock.deadline:
            return 0.0
        return time.time() + self.clock.deadline - asyncio.get_running_loop().time()

    # Going on.

    def rest(self) -> None:
        """Nobody is there: the clock rests, and starts anew with whoever comes. Over days it goes on."""
        if self.table.is_slow:
            return
        self._stop_clock()
        self._watched = False

    def go_on(self, *, new_window: bool = False) -> None:
        """After anything happened: start the clock of a new window, wake the bots that are asked."""
        match = self.table.match
        if match is None or not self.table.goes_on or not (self.table.watched or self.table.is_slow):
            self._stop_clock()
            return
        if new_window or not self._watched:
            self._watched = True
            self.clock.window += 1
            self._start_clock()
        for seat in match.deciders:
            if seat in self._thinking or self.table.waits_for_reader(seat):
                continue
            if self.table.seats[seat].kind == BOT:
                self._thinking[seat] = asyncio.create_task(self._think(seat))
            elif self._by_itself(seat) is not None:
                self._thinking[seat] = asyncio.create_task(self._go_by_itself(seat))

    # The clock.

    def stand_still(self, since: float) -> None:
        """The table stands still since then: so does its clock."""
        if self.clock.stopped_at is None:
            self.clock.stopped_at = since
            self._cancel_timer()

    def move_again(self) -> float:
        """The table goes on: the time that was lost is given back. Gives how long that was."""
        if self.clock.stopped_at is None:
            return 0.0
        lost = asyncio.get_running_loop().time() - self.clock.stopped_at
        if self.clock.deadline:
            self.clock.deadline += lost
        self.clock.stopped_at = None
        self._set_timer()
        return lost

    def _stop_clock(self) -> None:
        self._cancel_timer()
        self.clock.deadline = 0.0

    def keep_time(self) -> None:
        """The deadlines of a table over days were moved."""
        if self.table.goes_on:
            self._start_clock()

    def _start_clock(self) -> None:
        self._stop_clock()
        if self.table.is_slow:
            self._start_slow()
        elif self.table.allowed:
            now = asyncio.get_running_loop().time()
            self.clock.deadline = (
                now if self.clock.stopped_at is None else self.clock.stopped_at
            ) + self.table.allowed
            self._set_timer()

    def _start_slow(self) -> None:
        """Be there when the next of those who are asked is late."""
        assert self.table.match is not None
        deadline = next_deadline(self.table.stored.waiting, self.table.match.deciders)
        if deadline:
            self.clock.deadline = asyncio.get_running_loop().time() + max(0.0, deadline - time.time())
            self._set_timer()

    def _set_timer(self) -> None:
        if self.clock.deadline and self.clock.stopped_at is None:
            window = self.clock.window
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(
                self.clock.deadline, lambda: self._submit(lambda: self._time_out(window))
            )

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _time_out(self, window: int) -> None:
        """The clock ran out: everybody who has not answered makes the default choice, all together."""
        match = self.table.match
        if match is None or asyncio.get_running_loop().time() < self.clock.deadline - EARLY:
            # Meanwhile the table stood still, and its time was given back.
            return
        waiting, slow = self.table.stored.waiting, self.table.is_slow
        late = late_seats(waiting, match.deciders, time.time() + EARLY) if slow else match.deciders
        for seat in late:
            bites = 0
            while (
                window == self.clock.window
                and seat in match.deciders
                and bites < self.table.game.meta.longest
            ):
                await self._play(seat, await self._in_place_of(seat), late=True)
                bites += 1
        if slow and self.table.goes_on:
            # Others may have more time.
            self._start_clock()

    async def _in_place_of(self, seat: int) -> Choice:
        """What stands for an answer that did not come: the game's default, or what a bot would choose."""
        view = self._view(seat)
        if view.frame["timeout"] != BY_BOT:
            return view.default()
        chosen = await self._bots.choose(
            self.table.game,
            self._stand_in,
            view.known.to_bytes(),
            seat,
            view.choices,
            self._bot_seed(seat),
            STAND_IN,
        )
        return chosen if chosen is not None else view.default()

    # Bots, and choices that nobody needs to make.

    def _view(self, seat: int) -> SeatView:
        assert self.table.match is not None
        return SeatView.of(self.table.match, seat, self.views.speech("fr"))

    def _bot_seed(self, seat: int) -> str:
        """Dice of its own, from which the table's cannot be guessed."""
        assert self.table.match is not None
        return hashlib.sha256(
            f"{self.table.match.seed}/bot/{seat}/{len(self.table.match.history)}".encode()
        ).hexdigest()

    def _by_itself(self, seat: int) -> Choice | None:
        """What nobody need be asked: the only choice there is, which everybody knows, or a careful player's where nothing depends on it."""
        assert self.table.match is not None
        view = self.views.seat_view(seat, "fr")
        if not view.choices:
            return None
        if view.frame["settled"]:
            return view.default()
        return view.choices[0] if len(view.choices) == 1 and view.frame["alone"] else None

    async def _go_by_itself(self, seat: int) -> None:
        window = self.clock.window
        settled = self.views.seat_view(seat, "fr").frame["settled"]
        await asyncio.sleep(0.0 if self.table.is_fast or settled else ALONE)

        async def job() -> None:
            self._thinking.pop(seat, None)
            match = self.table.match
            asked = window == self.clock.window and match is not None and seat in match.deciders
            choice = self._by_itself(seat) if asked else None
            if choice is not None:
                await self._play(seat, choice)
            else:
                self.go_on()

        self._submit(job)

    async def _think(self, seat: int) -> None:
        """A bot's answer. When others can notice it, it is told at a time drawn without looking at the cards."""
        assert self.table.match is not None
        # In haste a bot thinks as much less: an answer that came when the thought was done would tell of its cards.
        low, high = (seconds * self.table.haste for seconds in self._bot_pace)
        now, budget = asyncio.get_running_loop().time(), max(low, BITE)
        window, release = self._releases.get(seat, (-1, 0.0))
        if window != self.clock.window:
            window, release = self.clock.window, now + random.uniform(low, high)
            self._releases[seat] = window, release
        else:
            # Another bite of an answer that nobody else sees grow: all of them are to be there at the time that was drawn.
            budget = min(budget, max(BITE, (release - now) / BITES))
        view, before = self._view(seat), self.table.match.packed
        chosen = self.table.lesson_move(seat)
        if chosen is None:
            chosen = await self._bots.choose(
                self.table.game,
                self.table.seats[seat].bot,
                view.known.to_bytes(),
                seat,
                view.choices,
                self._bot_seed(seat),
                budget,
            )
        choice = chosen if chosen is not None else view.default()
        if self._noticed(seat, choice):
            await asyncio.sleep(max(0.0, release - asyncio.get_running_loop().time()))

        async def job() -> None:
            self._thinking.pop(seat, None)
            match = self.table.match
            if match is None or self.table.seats[seat].kind != BOT or seat not in match.deciders:
                return
            if self.views.looks_as_in(before, seat):
                await self._play(seat, choice)
            else:
                # What it knew is no longer so: it thinks again.
                self.go_on()

        self._submit(job)

    def _noticed(self, seat: int, choice: Choice) -> bool:
        """Would anybody else notice this choice?"""
        assert self.table.match is not None
        game, before = self.table.game, self.table.match.state
        after = before.copy()
        game.apply(after, seat, choice)
        if after.event_count or game.is_over(after):
            return True
        return any(
            known_to(game, before, other).to_bytes() != known_to(game, after, other).to_bytes()
            for other in range(SPECTATOR, len(self.table.seats))
            if other != seat
        )
