"""One server at a time for an SQLite file: tables that are played live in a server's memory, so a second one would play them apart.

Beside the file a lock file is held, which the system lets go of when the server ends, however it ends. Servers that share a PostgreSQL know
of each other (`leases.py`) and need no lock.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import IO, Any

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bagarre.kernel.errors import Mistake, os_reason

PATIENCE, AGAIN = 3.0, 0.2
"""Seconds that a lock is waited for (a server that was just killed may still be ending), and between two tries."""


class NoLock:
    """For databases that nobody else can reach."""

    async def take(self) -> bool:
        return True

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


class DatabaseLock:
    """The lock of a database that one server has for itself."""

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
        self._held = True

    async def release(self) -> None:
        if self._held:
            self._held = False
            await self._lock.release()


def _lock_of(url: str) -> NoLock:
    try:
        found = make_url(url)
    except ArgumentError:
        # Whoever opens it says what is wrong.
        return NoLock()
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
        return create_async_engine(url, **(_plain_statements(url) | settings))
    except ModuleNotFoundError as error:
        if error.name == "asyncpg":
            raise Mistake("postgres_missing") from None
        raise Mistake("database", url=safe_url(url), reason=str(error)) from None
    except ArgumentError as error:
        raise Mistake("database", url=safe_url(url), reason=str(error).splitlines()[0]) from None


def is_shared(url: str) -> bool:
    """Can several servers share that database?"""
    try:
        return make_url(url).get_backend_name() == "postgresql"
    except ArgumentError:
        return False


def _plain_statements(url: str) -> dict[str, Any]:
    """Statements without names: what was prepared on one connection behind a pooler may be asked for on another."""
    if not url.startswith("postgresql+asyncpg"):
        return {}
    return {
        "connect_args": {
            "statement_cache_size": 0,
            "prepared_statement_cache_size": 0,
            "prepared_statement_name_func": str,
        }
    }


def safe_url(url: str) -> str:
    """A database URL without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "?"
