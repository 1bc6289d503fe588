"""Several processes on one PostgreSQL: which of them plays which table.

A process has a row in `servers` that says until when it is there, and renews it with every beat. A table has a row in `leases`: its owner and
an epoch that rises with every owner. The lease of a table holds for as long as its owner's row stands, so one beat renews all leases of a
process. All times are the database's own.

    take      the row of a table changes its owner in one statement, if it had none or one that is buried
    bury      a process whose time is over is deleted from `servers`, for good: its name is never used again
    beat      a row that still stands is renewed; whoever finds that it was buried has lost all its tables
    fence     every write to a table names its epoch in its own transaction (`Store`), and is refused when that is not the latest

A process counts the time of its lease from before it asked for it, on a clock of its own that nobody sets. When that is over it tells
nobody anything, whatever it has in memory: another process may have buried it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bagarre.web.lock import engine_of
from bagarre.web.writer import LOST, StoreAway

log = logging.getLogger("bagarre.web")

BEAT = 0.7
"""Seconds between two beats."""
MARGIN = 0.3
"""Seconds by which a process falls silent before others may take its place."""
ANSWER = 1.2
"""Seconds in which the database must answer a beat."""
ASKING = 5.0
"""Seconds in which it must answer about a table."""
ALONE = 20.0
"""Seconds after which a silent process that knows of no other one sends its players away all the same: one may have come."""
FORGOTTEN = 3600.0
"""Seconds after which the row of a process that nobody buried is removed."""

NOW = "extract(epoch FROM clock_timestamp())"
TAKE = text(
    """
    INSERT INTO leases AS held (code, owner, epoch)
    SELECT code, CAST(:me AS varchar), 1 FROM tables
    WHERE code = CAST(:code AS varchar) AND EXISTS (SELECT 1 FROM servers WHERE name = CAST(:me AS varchar))
    ON CONFLICT (code) DO UPDATE SET owner = excluded.owner, epoch = held.epoch + 1
    WHERE NOT EXISTS (SELECT 1 FROM servers WHERE name = held.owner AND name <> excluded.owner)
    RETURNING epoch
    """
)
OWNER = text(
    f"""
    SELECT servers.name, servers.address, servers.door, servers.expires < {NOW} AS late FROM leases
    JOIN servers ON servers.name = leases.owner WHERE leases.code = CAST(:code AS varchar)
    """
)
IS_THERE = text("SELECT 1 FROM tables WHERE code = CAST(:code AS varchar)")
BURY = text(f"DELETE FROM servers WHERE name = CAST(:name AS varchar) AND expires < {NOW}")
FORGET = text(f"DELETE FROM servers WHERE expires < {NOW} - {FORGOTTEN}")
JOIN = text(
    f"""
    INSERT INTO servers (name, address, expires, door)
    VALUES (CAST(:me AS varchar), CAST(:address AS text), {NOW} + CAST(:lease AS double precision), CAST(:door AS text))
    """
)
RENEW = text(
    f"""
    UPDATE servers SET expires = {NOW} + CAST(:lease AS double precision) WHERE name = CAST(:me AS varchar)
    RETURNING (SELECT count(*) FROM servers AS other WHERE other.name <> CAST(:me AS varchar) AND other.expires > {NOW})
    """
)
GIVE_BACK = text(
    "UPDATE leases SET owner = '' WHERE code = CAST(:code AS varchar) AND owner = CAST(:me AS varchar) AND epoch = :epoch"
)
GIVE_ALL_BACK = text("UPDATE leases SET owner = '' WHERE owner = CAST(:me AS varchar)")
LEAVE = text("DELETE FROM servers WHERE name = CAST(:me AS varchar)")
HELD = text("SELECT leases.code FROM leases JOIN servers ON servers.name = leases.owner")
PEERS = text(
    f"SELECT name, address FROM servers WHERE name <> CAST(:me AS varchar) AND expires > {NOW} ORDER BY name"
)
SECRET = "hop"
ADD_SECRET = text(
    "INSERT INTO house (name, value) VALUES (CAST(:name AS varchar), CAST(:value AS text)) ON CONFLICT (name) DO NOTHING"
)
READ_SECRET = text("SELECT value FROM house WHERE name = CAST(:name AS varchar)")


def now() -> float:
    """Seconds on a clock that nobody sets, and that goes on while the machine sleeps, where there is one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


async def anybody_serves(engine: AsyncEngine) -> bool:
    """Is there a process that may have tables of that database in its memory?"""
    if engine.dialect.name != "postgresql":
        return False
    async with engine.connect() as connection:
        return (await connection.execute(PEERS, {"me": ""})).first() is not None


class Elsewhere(Exception):
    """Another process plays that table."""

    def __init__(self, address: str, door: str = "") -> None:
        super().__init__(address)
        self.address = address
        """Where that process listens for others."""
        self.door = door
        """Where it takes sockets from others of its machine (`handing.py`)."""


class OwnTables:
    """The only process of a database: every table is its own."""

    shared = False
    others = 0
    """Other processes that were there at the last beat."""

    async def join(self, address: str, door: str = "") -> None:
        """Be there for others."""

    async def leave(self) -> None:
        """Give all tables back."""

    async def take(self, code: str) -> None:
        """Become the owner of a table, if it is there.

        :raises Elsewhere: when another process is.
        :raises StoreAway: when the database does not answer.
        """

    async def owner(self, code: str) -> Elsewhere | None:
        """The other process that plays a table, if one does and is there.

        :raises StoreAway: when the database does not answer.
        """
        return None

    async def give_back(self, code: str) -> None:
        """Let others have a table."""

    async def held(self) -> set[str]:
        """The tables that any process has in its memory."""
        return set()

    async def peers(self) -> dict[str, str]:
        """The other processes: their names and addresses."""
        return {}

    def epoch(self, code: str) -> int | None:
        """What a write to that table must name; `None` where nobody else could write."""
        return None

    @property
    def may_tell(self) -> bool:
        """Is it certain that nobody else plays our tables?"""
        return True

    async def certain(self) -> None:
        """Wait until it is."""


class Leases(OwnTables):
    """One of several processes."""

    shared = True

    def __init__(self, url: str, lease: float) -> None:
        self.lease = lease
        """Seconds for which a process is taken to be there after a beat."""
        self.name = secrets.token_hex(12)
        self.address = self.door = ""
        self.secret = ""
        """What processes show each other; kept in the database."""
        self.on_missed: Callable[[], None] = lambda: None
        """Called when a beat was not answered: there is time to say so before we fall silent."""
        self.on_silence: Callable[[], None] = lambda: None
        """Called when others may have taken our tables: whoever is connected had better go to them."""
        self.on_loss: Callable[[], None] = lambda: None
        """Called when others have taken our place."""
        self._url = url
        self._engine: AsyncEngine = engine_of(
            url, isolation_level="AUTOCOMMIT", pool_size=4, pool_pre_ping=True
        )
        self._epochs: dict[str, int] = {}
        self._until = 0.0
        """Until when nobody else can be the owner of our tables."""
        self._renewed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._asked: set[asyncio.Task[int | None]] = set()

    @asynccontextmanager
    async def _asking(self, seconds: float = ASKING) -> AsyncIterator[AsyncConnection]:
        """:raises StoreAway: when the database does not answer."""
        try:
            async with asyncio.timeout(seconds):
                connection = await self._engine.connect()
                try:
                    yield connection
                except (*LOST, asyncio.CancelledError):
                    # Not handed back in words: a database that hangs would hang in that too.
                    with contextlib.suppress(*LOST):
                        await connection.invalidate()
                    raise
                finally:
                    await connection.close()
        except LOST as error:
            raise StoreAway from error

    async def join(self, address: str, door: str = "") -> None:
        self.address, self.door = address, door
        async with self._asking() as connection:
            await connection.execute(FORGET)
            await connection.execute(ADD_SECRET, {"name": SECRET, "value": secrets.token_urlsafe(32)})
            self.secret = str((await connection.execute(READ_SECRET, {"name": SECRET})).scalar_one())
        await self._appear()
        self._task = asyncio.create_task(self._beat(), name="leases")

    async def _appear(self) -> None:
        """Under a name that nobody had before."""
        asked = now()
        self.name = secrets.token_hex(12)
        async with self._asking() as connection:
            me = {"me": self.name, "address": self.address, "door": self.door, "lease": self.lease}
            await connection.execute(JOIN, me)
        self._is_there(asked)

    def _is_there(self, asked: float) -> None:
        self._until = asked + self.lease - MARGIN
        self._renewed.set()

    async def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            with contextlib.suppress(StoreAway, SQLAlchemyError):
                async with self._asking(ANSWER) as connection:
                    await connection.execute(GIVE_ALL_BACK, {"me": self.name})
                    await connection.execute(LEAVE, {"me": self.name})
        self._until = 0.0
        await self._engine.dispose()

    # The beat.

    async def _beat(self) -> None:
        silent, sent_away = 0.0, False
        while True:
            await asyncio.sleep(BEAT if not silent else BEAT / 2)
            asked = now()
            try:
                others = await self._renew()
                if others is None:
                    await self._begin_again()
                else:
                    self.others = others
                    self._is_there(asked)
                silent, sent_away = 0.0, False
            except StoreAway:
                self.on_missed()
                if not self.may_tell and not silent:
                    silent = now()
                    self._renewed.clear()
                    log.warning("nothing is told: another process may have our tables")
                if silent and not sent_away and (self.others or now() > silent + ALONE):
                    sent_away = True
                    self.on_silence()

    async def _renew(self) -> int | None:
        """Be there for longer; gives how many others are, and `None` when we were buried.

        :raises StoreAway: when the database does not answer in time.
        """

        async def ask() -> int | None:
            async with self._asking() as connection:
                others = (await connection.execute(RENEW, {"me": self.name, "lease": self.lease})).scalar()
                return None if others is None else int(others)

        asking = asyncio.create_task(ask())
        # A database that hangs lets nobody end a question in good order: that is not waited for.
        self._asked.add(asking)
        asking.add_done_callback(self._forget)
        done, _ = await asyncio.wait([asking], timeout=ANSWER)
        if not done:
            asking.cancel()
            raise StoreAway
        return asking.result()

    def _forget(self, asking: asyncio.Task[int | None]) -> None:
        self._asked.discard(asking)
        if not asking.cancelled():
            asking.exception()

    async def _begin_again(self) -> None:
        """Somebody has buried us."""
        log.warning("our tables were given to others")
        self._until = 0.0
        self._epochs.clear()
        self.on_loss()
        await self._appear()

    @property
    def may_tell(self) -> bool:
        return now() < self._until

    async def certain(self) -> None:
        while not self.may_tell:
            self._renewed.clear()
            await self._renewed.wait()

    # Tables.

    async def take(self, code: str) -> None:
        if not self.may_tell:
            raise StoreAway
        async with self._asking() as connection:
            for _ in range(2):
                epoch = (await connection.execute(TAKE, {"me": self.name, "code": code})).scalar()
                if epoch is not None:
                    self._epochs[code] = int(epoch)
                    return
                owner = (await connection.execute(OWNER, {"code": code})).first()
                if owner is not None and not owner.late:
                    raise Elsewhere(str(owner.address), str(owner.door))
                if owner is not None:
                    await connection.execute(BURY, {"name": owner.name})
            if (await connection.execute(IS_THERE, {"code": code})).first() is not None:
                # Others come and go at this moment.
                raise StoreAway

    async def owner(self, code: str) -> Elsewhere | None:
        async with self._asking() as connection:
            found = (await connection.execute(OWNER, {"code": code})).first()
        if found is None or found.late or found.name == self.name:
            return None
        return Elsewhere(str(found.address), str(found.door))

    async def give_back(self, code: str) -> None:
        epoch = self._epochs.pop(code, None)
        if epoch is not None:
            with contextlib.suppress(StoreAway):
                async with self._asking(ANSWER) as connection:
                    await connection.execute(GIVE_BACK, {"me": self.name, "code": code, "epoch": epoch})

    def epoch(self, code: str) -> int | None:
        # A table that is not ours has an epoch above zero, or none.
        return self._epochs.get(code, 0)

    async def held(self) -> set[str]:
        async with self._asking() as connection:
            return {str(code) for (code,) in await connection.execute(HELD)}

    async def peers(self) -> dict[str, str]:
        async with self._asking() as connection:
            return {
                str(row.name): str(row.address) for row in await connection.execute(PEERS, {"me": self.name})
            }
