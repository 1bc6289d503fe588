"""One connection at a table: who it speaks for, what it was sent, and the task that sends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

import orjson

from bagarre.kernel.game import SPECTATOR

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

log = logging.getLogger("bagarre.web")
HTML, DATA = "html", "data"
"""What a connection wants: fragments of a page, or plain data for a program."""


class Connection:
    """A browser tab or a program. It is woken when the table may look different, and is sent what differs."""

    def __init__(self, send: Callable[[str], Awaitable[None]], *, lang: str, form: str, told: int = 0) -> None:
        self._send = send
        self.lang = lang
        self.form = form
        self.table: LiveTable | None = None
        self.seats: list[int] = []
        """The seats whose tokens it showed; several when people share the device."""
        self.eye = SPECTATOR
        """The seat whose view it is sent."""
        self.curtain = SPECTATOR
        """The seat that the device must be handed to before its view is shown."""
        self.told = told
        """Number of the last line of the log that it has."""
        self.panel = False
        """Does it show the game's own panel?"""
        self.chat = 0
        self.folds = 0
        self.facts: dict[str, Any] = {}
        """The facts that it was sent last, by name."""
        self.sent: dict[str, Any] = {}
        """What else it was sent, by name: small numbers as they are, the rest as hashes."""
        self.marks: Mapping[str, int] = {}
        """The parts of the board that it has, by what they were made of."""
        self.beat = 0
        self.wake = asyncio.Event()
        self.stale = False
        """May the table look different from what it was sent?"""
        self._ready: list[str] = []
        """Messages to be sent."""
        self._sending = self._news = False

    def look_again(self) -> None:
        """Something may have changed."""
        self.stale = True
        self.wake.set()

    def reply(self, message: dict[str, Any]) -> None:
        """Tell this connection something, in its turn."""
        self._ready.append(dumps(message))
        self.wake.set()

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
        self.look_again()

    @property
    def may_look(self) -> bool:
        """Is there something to be told? Whoever is still being sent something looks later, when more has come together."""
        return self.stale and not self._sending

    def catch_up(self) -> None:
        """Compose what is new, to be sent in its turn."""
        if not self.may_look or self.table is None:
            return
        self.stale = False
        try:
            message = self.table.publisher.compose(self)
        except Exception:
            log.exception("a page could not be composed", extra={"table": self.table.stored.code})
            return
        if message is not None:
            self._ready.append(dumps(message))
            self._news = True
            self.wake.set()

    async def run(self) -> None:
        """Send what is new, for as long as the connection stands."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            if self.table is not None and self.stale and not self.table.publisher.is_telling:
                await self.table.settled.wait()
                await self.table.publisher.tell()
            ready, self._ready = self._ready, []
            self._sending = True
            for text in ready:
                await self._send(text)
            self._sending = False
            if ready and self.stale:
                # Whoever was telling has passed over this connection while it was being sent something.
                self.wake.set()
            if self._news and self.table is not None:
                self._news = False
                self.table.publisher.was_told(self)


def _mark(value: Any) -> Any:
    """What is kept of something that was sent: small numbers as they are, the rest as a hash."""
    if value is None or isinstance(value, int):
        return value
    return hash(value if isinstance(value, str) else repr(value))


def dumps(message: dict[str, Any]) -> str:
    """A message as it travels."""
    return orjson.dumps(message).decode()
