"""Time in which no server, or no database, could be reached: it is given back to clocks that go on over days.

Whoever serves writes now and then that somebody does. A server that finds that nobody has for a while moves the deadlines of all tables that are in no memory;
those in memory have stood still by themselves.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Collection

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bagarre.web.database import HOUSE, TABLES
from bagarre.web.slow_clock import moved
from bagarre.web.store import OPENING, Store, Waiting
from bagarre.web.writer import LOST, StoreAway

log = logging.getLogger("bagarre.web")

ALIVE = "alive"
BEAT, SILENCE = 20.0, 60.0
"""Seconds between two signs of life, and after how many without one nobody was there."""
RECKONING = 0xBA6B
"""The number of the lock under which one server of several reckons."""


class Downtime:
    """Signs of life, and what their absence gives back."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._last = 0.0

    @property
    def is_time(self) -> bool:
        return time.monotonic() - self._last >= BEAT

    async def beat(self, played: Collection[str] = ()) -> int:
        """Say that somebody serves; gives how many tables were given time back. Those that are `played` have seen to it themselves.

        :raises StoreAway: when the database does not answer.
        """
        try:
            async with asyncio.timeout(OPENING), self._store.engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    await connection.execute(select(func.pg_advisory_xact_lock(RECKONING)))
                count = await self._reckon(connection, set(played))
        except IntegrityError:
            # Another server was there first.
            return 0
        except LOST as error:
            raise StoreAway from error
        self._last = time.monotonic()
        return count

    async def _reckon(self, connection: AsyncConnection, played: set[str]) -> int:
        now = time.time()
        said = (await connection.execute(select(HOUSE.c.value).where(HOUSE.c.name == ALIVE))).scalar()
        if said is None:
            await connection.execute(insert(HOUSE).values(name=ALIVE, value=repr(now)))
            return 0
        await connection.execute(update(HOUSE).where(HOUSE.c.name == ALIVE).values(value=repr(now)))
        silent = now - float(said)
        return await self._give_back(connection, silent, played) if silent > SILENCE else 0

    async def _give_back(self, connection: AsyncConnection, seconds: float, played: set[str]) -> int:
        rows = (
            await connection.execute(select(TABLES.c.code, TABLES.c.waiting).where(TABLES.c.due > 0))
        ).all()
        count = 0
        for code, text in rows:
            waiting = Waiting.from_json(text)
            if code in played or not waiting.deadlines:
                continue
            later = moved(waiting, seconds)
            await connection.execute(
                update(TABLES)
                .where(TABLES.c.code == code, TABLES.c.waiting == text)
                .values(waiting=json.dumps(json.loads(later.to_json())), due=later.due)
            )
            count += 1
        if count:
            log.info("time was given back", extra={"tables": count, "seconds": round(seconds)})
        return count
