"""Turns: who is served next, and how much in one turn of the loop.

Everything that clients cause passes here: what they send, the requests and messages in it, and what they are told in return. One turn of the
loop takes a share of it, which shrinks when turns become long and grows again when they are short; the rest waits, and of those who wait
each is served once before anybody is served again. So a crowd of one address holds up itself, and nobody else for longer than a turn.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

MOST, LEAST = 32, 2
"""The share of one turn: messages, more or less."""
STEP = 4
"""By how much the share grows after a short turn; after a long one it is halved."""
LONG = 0.02
"""Seconds after which a turn is long."""
SPELL = 0.01
"""Seconds after which a turn begins nothing more of what has waited."""

MESSAGE, UPDATE, REQUEST = 1, 4, 8
"""What weighs how much, roughly: a page is made in the time of several messages."""


class Turns:
    """The turns of one server."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._waiting: dict[str, deque[tuple[Callable[[], Any], int]]] = {}
        """Those who wait, with what they wait for, in the order in which they are served."""
        self._share = MOST
        self._taken = 0
        """How much of its share this turn has taken."""
        self._began = 0.0
        self._goes_on = False

    def call(self, who: str, what: Callable[[], Any], weight: int = MESSAGE) -> None:
        """Do something now, if this turn has room for it and nobody waits, and otherwise when it is that one's turn."""
        if self._has_room():
            self._take(weight)
            what()
        else:
            self.later(who, what, weight)

    def later(self, who: str, what: Callable[[], Any], weight: int = MESSAGE) -> None:
        """Do something in a turn to come."""
        self._waiting.setdefault(who, deque()).append((what, weight))
        self._go_on()

    async def mine(self, who: str, weight: int = MESSAGE) -> None:
        """Wait until it is that one's turn."""
        if self._has_room():
            self._take(weight)
            return
        come: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.later(who, partial(_wake, come), weight)
        await come

    def _has_room(self) -> bool:
        return not self._waiting and self._taken < self._share

    def _take(self, weight: int) -> None:
        if not self._goes_on:
            self._began = self._clock()
        self._taken += weight
        self._go_on()

    def _go_on(self) -> None:
        if not self._goes_on:
            self._goes_on = True
            asyncio.get_running_loop().call_soon(self._next_turn)

    def _next_turn(self) -> None:
        now = self._clock()
        long = now - self._began > LONG
        self._share = max(LEAST, self._share // 2) if long else min(MOST, self._share + STEP)
        self._began, self._taken, self._goes_on = now, 0, False
        while self._waiting and self._taken < self._share and self._clock() < now + SPELL:
            who = next(iter(self._waiting))
            line = self._waiting.pop(who)
            what, weight = line.popleft()
            if line:
                # Behind everybody else.
                self._waiting[who] = line
            self._take(weight)
            what()
        if self._waiting:
            self._go_on()


def _wake(sleeper: asyncio.Future[None]) -> None:
    if not sleeper.done():
        sleeper.set_result(None)
