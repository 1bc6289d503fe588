"""What the host of a server has said: which addresses are kept away, and a line that all pages show for a while.

It is stored, so that it holds in every process and after a restart. Each process looks now and then; the one that the host speaks to knows at once.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select

from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import LANGUAGES
from bagarre.web.database import BANS, HOUSE
from bagarre.web.guard import address_key, clean_text
from bagarre.web.store import Store
from bagarre.web.writer import StoreAway

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

ANNOUNCEMENT = "announcement"
"""Its name in the table `house`."""
LONGEST, LONGEST_REASON = 240, 120
HOURS = (1, 4, 24, 72, 168)
"""For how long a line may be shown."""
WIDEST = {4: 8, 6: 32}
"""Bits that a network must have at least: a slip of the finger must not keep half of the world away."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Ban:
    """Addresses that are kept away."""

    network: str
    reason: str
    since: float


@dataclass(frozen=True)
class Announcement:
    """A line of the host's, by language."""

    words: Mapping[str, str]
    until: float
    """In seconds since 1970."""

    def say(self, lang: str) -> str:
        """In the reader's language, or in the other where the host wrote one only; empty when its time is over."""
        if time.time() >= self.until:
            return ""
        return self.words.get(lang) or next((words for words in self.words.values() if words), "")


def network_of(typed: str) -> Network:
    """The network that somebody typed: one address, or many (`203.0.113.0/24`). One of IPv6 stands for its network of 64 bits, as everywhere here.

    :raises Mistake: when it is something else, or far too wide.
    """
    try:
        # One of IPv4 that is written as one of IPv6 counts as what it is.
        found = ipaddress.ip_network(address_key(typed.strip()), strict=False)
    except ValueError:
        raise Mistake("host_address", address=clean_text(typed, 60)) from None
    if found.prefixlen < WIDEST[found.version]:
        raise Mistake("host_wide", address=clean_text(typed, 60))
    if isinstance(found, ipaddress.IPv6Network) and found.prefixlen > 64:
        found = ipaddress.ip_network((found.network_address, 64), strict=False)
    return found


class HostDesk:
    """What the host has said, as one process knows it."""

    def __init__(self, store: Callable[[], Store], tables: Mapping[str, LiveTable]) -> None:
        self._store, self._tables = store, tables
        self.bans: list[Ban] = []
        self.announcement: Announcement | None = None
        self._networks: list[Network] = []

    def is_banned(self, address: str) -> bool:
        """Is that address (as limits count it) kept away?"""
        if not self._networks:
            return False
        try:
            found = ipaddress.ip_network(address)
        except ValueError:
            return False
        # One of IPv6 counts as its network of 64 bits, and no ban is narrower.
        return any(found.network_address in network for network in self._networks)

    def said(self, lang: str) -> str:
        """The line that pages show now."""
        return self.announcement.say(lang) if self.announcement is not None else ""

    async def look(self) -> None:
        """Read what is stored; while the database is away, what was known holds."""
        with contextlib.suppress(StoreAway):
            async with self._store().reading() as connection:
                rows = await connection.execute(select(BANS).order_by(BANS.c.since.desc()))
                bans = [Ban(row.network, row.reason, row.since) for row in rows]
                text = (
                    await connection.execute(select(HOUSE.c.value).where(HOUSE.c.name == ANNOUNCEMENT))
                ).scalar()
            self._take(bans, announcement_of(text))

    def _take(self, bans: list[Ban], announcement: Announcement | None) -> None:
        others, news = bans != self.bans, announcement != self.announcement
        self.bans, self.announcement = bans, announcement
        if others:
            self._networks = [ipaddress.ip_network(ban.network) for ban in bans]
            self._show_out()
        if news:
            self._announce()

    def _show_out(self) -> None:
        """Other addresses are kept away than before."""
        for table in self._tables.values():
            for connection in list(table.connections):
                if self.is_banned(connection.address):
                    table.show_out(connection)

    def _announce(self) -> None:
        for table in self._tables.values():
            for connection in table.connections:
                connection.reply({"type": "announcement", "words": self.said(connection.lang)})

    async def ban(self, typed: str, reason: str) -> None:
        """Keep an address or a network away.

        :raises Mistake: when it cannot be one, or the database is away.
        """
        network = str(network_of(typed))
        row = {"network": network, "reason": clean_text(reason, LONGEST_REASON), "since": time.time()}
        async with self._store().reading() as connection, connection.begin():
            await connection.execute(delete(BANS).where(BANS.c.network == network))
            await connection.execute(insert(BANS).values(row))
        await self.look()

    async def lift(self, network: str) -> None:
        async with self._store().reading() as connection, connection.begin():
            await connection.execute(delete(BANS).where(BANS.c.network == network))
        await self.look()

    async def announce(self, words: Mapping[str, str], hours: int) -> None:
        """Show a line for some hours; without words, none.

        :raises Mistake: when it is to be shown for another time than those offered.
        """
        if hours not in HOURS:
            raise Mistake("option_value", option="hours", value=hours, allowed=", ".join(map(str, HOURS)))
        said = {lang: clean_text(words.get(lang, ""), LONGEST) for lang in LANGUAGES}
        async with self._store().reading() as connection, connection.begin():
            await connection.execute(delete(HOUSE).where(HOUSE.c.name == ANNOUNCEMENT))
            if any(said.values()):
                value = json.dumps({"words": said, "until": time.time() + hours * 3600})
                await connection.execute(insert(HOUSE).values(name=ANNOUNCEMENT, value=value))
        await self.look()


def announcement_of(text: Any) -> Announcement | None:
    """What is stored, if it can be read and its time is not over."""
    if not text:
        return None
    told = json.loads(text)
    found = Announcement(told["words"], told["until"])
    return found if found.until > time.time() else None
