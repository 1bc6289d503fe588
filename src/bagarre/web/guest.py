"""One connection at a table: who it speaks for, what it was sent, and the task that sends."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bagarre.kernel.game import SPECTATOR

if TYPE_CHECKING:
    from bagarre.web.room import Room
    from bagarre.web.telling import Teller

log = logging.getLogger("bagarre.web")
HTML, DATA = "html", "data"
"""What a connection wants: fragments of a page, or plain data for a program."""


class Guest:
    """A browser tab or a program. It is woken when the table may look different, and is sent what differs."""

    def __init__(self, send: Callable[[str], Awaitable[None]], *, lang: str, form: str, told: int = 0) -> None:
        self._send = send
        self.lang = lang
        self.form = form
        self.room: Room | None = None
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
        self.sent: dict[str, Any] = {}
        """What it was sent, by name: the few numbers of its state as they are, the rest as hashes."""
        self.beat = 0
        self.wake = asyncio.Event()
        self.stale = False
        """May the table look different from what it was sent?"""
        self._replies: list[str] = []

    def look_again(self) -> None:
        """Something may have changed."""
        self.stale = True
        self.wake.set()

    def reply(self, message: dict[str, Any]) -> None:
        """Tell this connection something, in its turn."""
        self._replies.append(dumps(message))
        self.wake.set()

    def news(self, name: str, value: Any) -> bool:
        """Is that new for this connection? Remembers it as sent."""
        fresh = value if value is None or isinstance(value, int) else hash(value if isinstance(value, str) else repr(value))
        if self.sent.get(name, self) == fresh:
            return False
        self.sent[name] = fresh
        return True

    async def run(self) -> None:
        """Send what is new, for as long as the connection stands."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            replies, self._replies = self._replies, []
            for text in replies:
                await self._send(text)
            if self.room is not None and self.stale:
                # What is not yet on the disk is told to nobody.
                await self.room.settled.wait()
                self.stale = False
                await self._tell(self.room.teller)

    async def _tell(self, teller: Teller) -> None:
        """Send what is new. A function of its own: what it made is not kept while the connection waits."""
        try:
            message = teller.compose(self)
        except Exception:
            log.exception("a page could not be composed", extra={"table": teller.room.stored.code})
            return
        if message is not None:
            await self._send(told(message))
            teller.was_told(self)
        teller.rest()


dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A message as it travels."""

quoted = lru_cache(maxsize=1024)(dumps)
"""A fragment of a page as it travels: it mostly goes to several people, one after the other."""


def told(message: dict[str, Any]) -> str:
    """An update as it travels."""
    page = message.pop("html", None)
    text = dumps(message)
    if page is None:
        return text
    fragments = ",".join([f"{quoted(name)}:{quoted(html)}" for name, html in page.items()])
    return f'{text[:-1]},"html":{{{fragments}}}}}'
