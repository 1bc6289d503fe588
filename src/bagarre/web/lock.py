"""One server at a time for a database: tables that are played live in a server's memory, so a second one would play them apart.

Beside an SQLite file a lock file is held; in PostgreSQL an advisory lock, on a connection of its own. Both are let go by the system when
the server ends, however it ends. Should the connection be lost, the lock is taken again before anything more is written.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from sqlalchemy import NullPool, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bagarre.kernel.errors import Mistake, os_reason
from bagarre.web.writer import Pen, Write

log = logging.getLogger("bagarre.web")
SERVING = 0xBA6B
"""The number of the advisory lock of a server."""
PATIENCE, AGAIN = 3.0, 0.2
"""Seconds that a lock is waited for (a server that was just killed may still be ending), and between two tries."""
ANSWER = 5.0
"""Seconds in which the database must answer about the lock."""


class NoLock:
    """For databases that nobody else can reach."""

    async def take(self) -> bool:
        return True

    async def hold(self) -> None:
        """Be sure that the lock is held, before something is written.

        :raises OSError: when it is not, and cannot be had.
        """

    async def release(self) -> None: ...


class FileLock(NoLock):
    """The lock of an SQLite file."""

    def __init__(self, database: Path) -> None:
        # Whatever name it is opened by, it is one file.
        real = Path(os.path.realpath(database))
        self.path = real.with_name(real.name + ".lock")
        self._file: IO[bytes] | None = None

    async def take(self) -> bool:
        file = open(self.path, "ab")  # noqa: SIM115  held for as long as the server runs
        try:
            _lock(file)
        except OSError:
            file.close()
            return False
        self._file = file
        return True

    async def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: IO[bytes]) -> None:
    """:raises OSError: when another process holds it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class AdvisoryLock(NoLock):
    """The lock of a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._engine = engine_of(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._connection: AsyncConnection | None = None

    async def take(self) -> bool:
        await self._let_go()
        connection = await self._engine.connect()
        try:
            async with asyncio.timeout(ANSWER):
                # A machine that is gone without a word is noticed within half a minute.
                for name, seconds in (("idle", 10), ("interval", 5), ("count", 3)):
                    await connection.execute(text(f"SET tcp_keepalives_{name} = {seconds}"))
                taken = (
                    await connection.execute(
                        text("SELECT pg_try_advisory_lock(:number)"), {"number": SERVING}
                    )
                ).scalar()
        except BaseException:
            await _drop(connection)
            raise
        if not taken:
            await _drop(connection)
            return False
        self._connection = connection
        return True

    async def hold(self) -> None:
        if await self._is_held():
            return
        log.warning("the lock of the database was lost")
        try:
            taken = await self.take()
        except SQLAlchemyError as error:
            raise OSError("the database does not answer") from error
        if not taken:
            raise OSError("another server has the database")
        log.warning("the lock of the database is held again")

    async def _is_held(self) -> bool:
        """Does the connection stand? The database lets go of the lock with it, and of nothing else."""
        if self._connection is None:
            return False
        driver: Any = (await self._connection.get_raw_connection()).driver_connection
        if hasattr(driver, "is_closed"):
            return not driver.is_closed()
        return not driver.closed

    async def release(self) -> None:
        await self._let_go()
        await self._engine.dispose()

    async def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await _drop(connection)


async def _drop(connection: AsyncConnection) -> None:
    with contextlib.suppress(SQLAlchemyError, OSError, TimeoutError):
        await connection.invalidate()
        await connection.close()


class DatabaseLock:
    """The lock of whatever database a server has."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._held = False
        self._lock = _lock_of(url)

    async def take(self) -> None:
        """Take the lock; nothing happens when it is held already.

        :raises Mistake: when another server has it, or the database cannot be reached.
        """
        if self._held:
            return
        end = asyncio.get_running_loop().time() + PATIENCE
        try:
            while not await self._lock.take():
                if asyncio.get_running_loop().time() > end:
                    raise Mistake("another_server", url=safe_url(self.url))
                await asyncio.sleep(AGAIN)
        except OSError as error:
            raise Mistake("database", url=safe_url(self.url), reason=os_reason(error)) from None
        except SQLAlchemyError as error:
            raise Mistake("database", url=safe_url(self.url), reason=str(error).splitlines()[0]) from None
        self._held = True

    async def hold(self) -> None:
        """Be sure of it, before something is written.

        :raises OSError: when it is lost, and cannot be had again now.
        """
        await self._lock.hold()

    async def release(self) -> None:
        if self._held:
            self._held = False
            await self._lock.release()


class LockedPen:
    """A pen that writes while the lock is held, and only then."""

    def __init__(self, pen: Pen, lock: DatabaseLock) -> None:
        self._pen, self._lock = pen, lock
        self.gives_up: bool = pen.gives_up

    async def commit(self, writes: Sequence[Write]) -> None:
        await self._lock.hold()
        await self._pen.commit(writes)

    async def close(self) -> None:
        await self._pen.close()


def _lock_of(url: str) -> NoLock:
    try:
        found = make_url(url)
    except ArgumentError:
        # Whoever opens it says what is wrong.
        return NoLock()
    if found.get_backend_name() == "postgresql":
        return AdvisoryLock(url)
    name = found.database or ""
    return (
        FileLock(Path(name))
        if found.get_backend_name() == "sqlite" and name and name != ":memory:"
        else NoLock()
    )


def engine_of(url: str, **settings: Any) -> AsyncEngine:
    """An engine for a database.

    :raises Mistake: when the URL cannot be read, or its driver is not installed.
    """
    try:
        return create_async_engine(url, **settings)
    except ModuleNotFoundError as error:
        if error.name == "asyncpg":
            raise Mistake("postgres_missing") from None
        raise Mistake("database", url=safe_url(url), reason=str(error)) from None
    except ArgumentError as error:
        raise Mistake("database", url=safe_url(url), reason=str(error).splitlines()[0]) from None


def safe_url(url: str) -> str:
    """A database URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "?"
