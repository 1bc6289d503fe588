"""Open tables: those that a host shows on the home page, to everybody or to friends, and bots that take the free seats when nobody comes.

What a host has said stands in the table's settings: `listed` (show it to everybody), `friends` (show it to the host's friends), `lang` (the language that is spoken there), `fill` (minutes until
bots fill in, 0 for never) and `fill_at` (the moment of it, in seconds since 1970).
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, select

from bagarre.kernel.words import LANGUAGES
from bagarre.web.commands.lobby import filled, start
from bagarre.web.database import SEATS, TABLES
from bagarre.web.store import BOT, LOBBY, OPEN
from bagarre.web.writer import StoreAway

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable
    from bagarre.web.registry import TableRegistry

MOST = 12
"""Tables that the home page shows."""
LOOKED_AT = 10 * MOST
"""Tables that are looked at for it, the latest first."""
FRESH = 900.0
"""Seconds for which a table is shown after its people were last heard of."""
EVERYBODY, FRIENDS = "listed", "friends"
"""To whom a table is shown."""
KEPT = 2.0
"""Seconds for which a list is shown again before it is read anew: many visitors ask no more of the database than one."""


@dataclass(frozen=True)
class OpenTable:
    """A table that waits for players, as the home page shows it."""

    code: str
    game: str
    title: str
    host: str
    lang: str
    free: int
    seats: int
    bots: int
    clock: int
    total: int

    @property
    def pace(self) -> dict[str, int]:
        return {"clock": self.clock, "total": self.total}


class OpenTables:
    """The tables of one server that anybody may join."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._list: list[OpenTable] = []
        self._read = -KEPT

    async def listed(self) -> list[OpenTable]:
        """Those that wait now, the latest first; none while the database is away."""
        if time.monotonic() - self._read >= KEPT:
            self._read = time.monotonic()
            try:
                self._list = await self._look(EVERYBODY)
            except StoreAway:
                self._list = []
        return self._list

    async def of_friends(self, people: Sequence[str]) -> list[OpenTable]:
        """Those that these people show to their friends, the latest first.

        :raises StoreAway: when the database does not answer.
        """
        hosts = SEATS.alias()
        theirs = select(hosts.c.code).where(
            hosts.c.code == TABLES.c.code, hosts.c.seat == TABLES.c.host, hosts.c.person.in_(people)
        )
        return await self._look(FRIENDS, theirs.exists()) if people else []

    async def _look(self, shown_to: str, *which: ColumnElement[bool]) -> list[OpenTable]:
        # Most tables that wait are nobody else's business: they are not read.
        written = json.dumps({shown_to: True})[1:-1]
        wanted = (
            select(TABLES)
            .where(TABLES.c.status == LOBBY, TABLES.c.settings.contains(written, autoescape=True), *which)
            .order_by(TABLES.c.changed.desc())
            .limit(LOOKED_AT)
        )
        held = await self._registry.leases.held()
        async with self._registry.store.reading() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
            shown = {
                row["code"]: json.loads(row["settings"])
                for row in rows
                if self._is_shown(row, shown_to, held)
            }
            seats: dict[str, list[Any]] = {code: [] for code in shown}
            for seat in await connection.execute(
                select(SEATS).where(SEATS.c.code.in_(shown)).order_by(SEATS.c.seat)
            ):
                seats[seat.code].append(seat)
        found = [_told(row, shown[row["code"]], seats[row["code"]]) for row in rows if row["code"] in shown]
        return [table for table in found if table.free][:MOST]

    def _is_shown(self, row: Mapping[Any, Any], shown_to: str, held: Collection[str]) -> bool:
        """Did its host want that, and does somebody wait there?"""
        live = self._registry.tables.get(row["code"])
        # Another process keeps a table only while somebody is there, or was a moment ago.
        waits = bool(live.connections) if live is not None else row["code"] in held
        waits = waits or row["changed"] > time.time() - FRESH
        return (
            waits
            and row["game"] in self._registry.games
            and json.loads(row["settings"]).get(shown_to) is True
        )

    def fill_in(self) -> None:
        """Let bots take the free seats of tables that have waited for as long as their hosts said, and the games begin."""
        for table in list(self._registry.tables.values()):
            due = fill_time(table.state.stored.settings)
            if due and table.state.status == LOBBY and table.connections and time.time() >= due:
                table.submit(partial(_fill_in, table))


def fill_time(settings: Mapping[str, Any]) -> float:
    """When bots take the free seats; 0 for never."""
    return float(settings.get("fill_at", 0.0)) if settings.get("fill") else 0.0


async def _fill_in(table: LiveTable) -> None:
    stored = table.state.stored
    due = fill_time(stored.settings)
    if stored.status != LOBBY or not due or time.time() < due:
        return
    lang = stored.settings.get("lang", LANGUAGES[0])
    # Once: a host who removes a bot afterwards meant it.
    settled = replace(stored, settings=stored.settings | {"fill": 0})
    await table.save(filled(settled, table.usual_bot, lang))
    await start(table)
    table.changed()


def _told(row: Mapping[Any, Any], settings: Mapping[str, Any], seats: list[Any]) -> OpenTable:
    return OpenTable(
        row["code"], row["game"], row["title"], seats[row["host"]].name, settings.get("lang", LANGUAGES[0]),
        free=sum(seat.kind == OPEN for seat in seats), seats=len(seats), bots=sum(seat.kind == BOT for seat in seats), clock=settings.get("clock", 0), total=settings.get("total", 0),
    )  # fmt: skip
