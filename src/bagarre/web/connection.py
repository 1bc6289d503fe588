"""One connection at a table: who it speaks for, what it was sent, and the task that sends. It knows nothing of the table."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import orjson

from bagarre.kernel.game import SPECTATOR

HTML, DATA = "html", "data"
"""What a connection wants: fragments of a page, or plain data for a program."""
BANNED, RESTARTING, LATER = 4403, 1012, 1013
"""Why a connection is closed: its host does not want it; the table is elsewhere now; the database is away."""
BEAT = 0.2
"""Answers to questions leave on the beat, every so many seconds: what kept the server busy in between does not show in them."""
INBOX = 200
"""Messages of one connection that may wait."""


class Connection:
    """A browser tab or a program."""

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]] | None = None,
        *,
        lang: str,
        form: str,
        told: int = 0,
        address: str = "",
        certain: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._send, self._close, self._certain = send, close, certain
        self.address = address
        """Where it comes from."""
        self.number = 0
        """Which of the table's connections it is: the host names spectators by that."""
        self.lang = lang
        self.form = form
        self.seats: list[int] = []
        """The seats whose tokens it showed; several when people share the device."""
        self.person = ""
        """Who it is, where it has proved that (`identity.py`)."""
        self.device = ""
        """And by which device."""
        self.eye = SPECTATOR
        """The seat whose view it is sent."""
        self.curtain = SPECTATOR
        """The seat that the device must be handed to before its view is shown."""
        self.lies_open = False
        """Does a device of several people lie on the table, because nothing that it shows is secret?"""
        self.inbox: deque[tuple[dict[str, Any], float]] = deque()
        """Messages that came while an earlier one is being done, and when."""
        self.at_work = False
        """Is one of its commands in the table's queue?"""
        self.on_sent: Callable[[Connection], None] = lambda _: None
        """Called when all that was ready has been sent."""
        # What it was sent.
        self.told = told
        """Number of the last line of the log that it has."""
        self.panel = False
        """Does it show the game's own panel?"""
        self.visible = form == HTML
        """Does somebody have it before their eyes? A page says when that changes."""
        self.coach = False
        """Does it show the coach?"""
        self.chat = 0
        self.folds = 0
        self.facts: dict[str, Any] = {}
        """The facts that it was sent last, by name."""
        self.sent: dict[str, Any] = {}
        """What else it was sent, by name: small numbers as they are, the rest as hashes."""
        self.marks: Mapping[str, int] = {}
        """The parts of the board that it has, by what they were made of."""
        self.choices = 0
        """How many of the table's choices it has seen."""
        self.stale = False
        """May the table look different from what it was sent?"""
        self.has_news = False
        """Is an update among what is being sent?"""
        self._wake = asyncio.Event()
        self._ready: list[str] = []
        self._answers: list[str] = []
        self._sending = False
        self._over = 0
        """The code with which it is closed when all is sent."""
        self._cutting: asyncio.Task[None] | None = None

    def reply(self, message: dict[str, Any]) -> None:
        """Send something, in its turn."""
        self._ready.append(dumps(message))
        self._wake.set()

    def end(self, message: dict[str, Any], code: int) -> None:
        """Send a last thing, and close."""
        self._over = code
        self.reply(message)

    def cut(self, code: int) -> None:
        """Close at once, and send nothing more."""
        self._ready, self._send = [], _drop
        if self._close is not None:
            self._cutting = asyncio.create_task(_quietly(self._close(code)))

    def answer(self, message: dict[str, Any]) -> None:
        """Answer a question, on the beat."""
        self._answers.append(dumps(message))
        if len(self._answers) == 1:
            loop = asyncio.get_running_loop()
            loop.call_at(BEAT * (math.floor(loop.time() / BEAT) + 1), self._answer_all)

    def _answer_all(self) -> None:
        self._ready += self._answers
        self._answers = []
        self._wake.set()

    def update(self, message: dict[str, Any]) -> None:
        """Send what is new at the table."""
        self.has_news = True
        self.reply(message)

    def news(self, name: str, value: Any) -> bool:
        """Is that new for this connection? Remembers it as sent."""
        fresh = _mark(value)
        if self.sent.get(name, self) == fresh:
            return False
        self.sent[name] = fresh
        return True

    def begin_again(self) -> None:
        """Everything is to be sent anew, the log and the chat too."""
        self.facts = {}
        self.sent.clear()
        self.marks = {}
        self.told = self.chat = self.folds = 0
        self.stale = True

    def look_through(self, eye: int) -> None:
        """Show what another seat sees, its log included."""
        self.eye = eye
        self.told = self.folds = 0
        self.reply({"type": "log_again"})
        self.stale = True

    @property
    def may_look(self) -> bool:
        """Is there something to be told? Whoever is still being sent something looks later, when more has come together."""
        return self.stale and not self._sending

    async def run(self) -> None:
        """Send what is ready, for as long as the connection stands."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            self._sending = True
            await self._send_all(self._ready)
            self._sending = False
            self.on_sent(self)
            if self._over and self._close is not None:
                await self._close(self._over)
                return

    async def _send_all(self, ready: list[str]) -> None:
        """Nothing of it is kept while the next is waited for: a first page is large, and many look at a table that rests."""
        self._ready = []
        for text in ready:
            if self._certain is not None:
                await self._certain()
            await self._send(text)


async def _drop(_: str) -> None:
    """Where messages go that nobody is to be told."""


async def _quietly(closing: Awaitable[None]) -> None:
    # Somebody else may have closed it meanwhile.
    with contextlib.suppress(RuntimeError, OSError):
        await closing


def _mark(value: Any) -> Any:
    """What is kept of something that was sent: small numbers as they are, the rest as a hash."""
    if value is None or isinstance(value, int):
        return value
    return hash(value if isinstance(value, str) else repr(value))


def dumps(message: dict[str, Any]) -> str:
    """A message as it travels."""
    return orjson.dumps(message).decode()
