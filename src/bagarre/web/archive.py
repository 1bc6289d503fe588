"""What a database holds, table by table, and how old tables leave it: for `bagarre tables` and for a server that keeps them for a time."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bagarre.kernel.errors import Mistake
from bagarre.web.database import CHAT, LEASES, LINES, REVIEWS, SEATS, TABLES, TOLD, WATCHED
from bagarre.web.store import OPEN

DAY = 86_400.0
UNITS = {"h": 3600.0, "d": DAY, "w": 7 * DAY, "m": 30 * DAY, "y": 365 * DAY}
BATCH = 100
"""Tables deleted in one transaction."""


@dataclass(frozen=True)
class Kept:
    """A table as a list shows it."""

    code: str
    game: str
    title: str
    status: str
    players: list[str]
    created: float
    changed: float
    lines: int
    remarks: int


def age_of(text: str, option: str) -> float:
    """`90d` in seconds: hours, days, weeks, months or years.

    :raises Mistake: when it is something else.
    """
    number, unit = text[:-1], text[-1:].casefold()
    if unit not in UNITS or not number.isdecimal() or len(number) > 5 or not int(number):
        raise Mistake("option_value", option=option, value=text, allowed="12h, 90d, 8w, 6m, 2y")
    return int(number) * UNITS[unit]


class Archive:
    """All tables of a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def tables(self, status: str = "") -> list[Kept]:
        """Every table, the latest first; of one status when it is named."""
        wanted = select(TABLES).order_by(TABLES.c.changed.desc())
        if status:
            wanted = wanted.where(TABLES.c.status == status)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
            lines = await _count(connection, LINES)
            remarks = await _count(connection, CHAT)
            players: dict[str, list[str]] = {}
            seats = select(SEATS.c.code, SEATS.c.name).where(SEATS.c.kind != OPEN).order_by(SEATS.c.seat)
            for code, name in await connection.execute(seats):
                players.setdefault(code, []).append(name)
        return [
            Kept(
                row["code"], row["game"], row["title"], row["status"], players.get(row["code"], []), row["created"], row["changed"],
                lines.get(row["code"], 0), remarks.get(row["code"], 0),
            )
            for row in rows
        ]  # fmt: skip

    async def table(self, code: str) -> tuple[Kept, dict[str, Any]]:
        """One table, by its address or the beginning of it, and its settings.

        :raises Mistake: when there is none, or several begin so.
        """
        found = [kept for kept in await self.tables() if kept.code.startswith(code)]
        exact = [kept for kept in found if kept.code == code] or found
        if len(exact) != 1 or not code:
            raise Mistake("no_such_table" if not exact else "several_tables", code=code)
        async with self._engine.connect() as connection:
            settings = (
                await connection.execute(select(TABLES.c.settings).where(TABLES.c.code == exact[0].code))
            ).scalar_one()
        return exact[0], json.loads(settings)

    async def older_than(self, seconds: float) -> list[str]:
        """The tables at which nothing has happened for so long."""
        async with self._engine.connect() as connection:
            found = await connection.execute(
                select(TABLES.c.code).where(TABLES.c.changed < time.time() - seconds)
            )
            return [code for (code,) in found]

    async def delete(self, codes: Sequence[str]) -> None:
        """Remove tables with all that belongs to them."""
        for first in range(0, len(codes), BATCH):
            some = codes[first : first + BATCH]
            async with self._engine.begin() as connection:
                for rows in (CHAT, LINES, SEATS, LEASES, REVIEWS, WATCHED, TOLD, TABLES):
                    await connection.execute(delete(rows).where(rows.c.code.in_(some)))

    async def prune(self, seconds: float, spared: Collection[str] = ()) -> int:
        """Remove the tables at which nothing has happened for so long, except some; gives how many."""
        old = [code for code in await self.older_than(seconds) if code not in spared]
        await self.delete(old)
        return len(old)


async def _count(connection: AsyncConnection, rows: Any) -> dict[str, int]:
    found = await connection.execute(select(rows.c.code, func.count()).group_by(rows.c.code))
    return {code: count for code, count in found}
