"""The writer of a store: one for all tables, committing in groups.

A write returns when its transaction is committed, and in no other case than one: the database refuses it. When the database is away
(it fails, hangs, or its answer is lost on the way) the writer tries again by itself until it answers. Whether a write that was
tried twice is stored already is found out by reading what is stored in its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import URL, Connection, NullPool, create_engine, event, text
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.sql import Executable

from bagarre.kernel.errors import Mistake

log = logging.getLogger("bagarre.web")

BATCH = 256
GATHER = 0.008
"""Seconds between the beginnings of two transactions: a lone write goes at once, many share a commit."""
PATIENCE = 2.0
"""Seconds after which a transaction that has not ended means that the database is away."""
FIRST_TRY, LONGEST_WAIT = 0.1, 2.0
"""Seconds before a failed transaction is tried again: at first, and at most."""
HEARTBEAT = 1.0
"""Seconds without a write after which the database is asked whether it is there. So that a table stands still says nothing of who wrote."""

FENCED = "another process has the table"
"""What the database says to a process that lost a table (`fence` of the migrations)."""

Write = tuple[Executable, Any]
"""A statement and its values."""
LOST = (SQLAlchemyError, OSError, TimeoutError, EOFError)
"""What a database that is away looks like."""
WRONG = (DataError, NotSupportedError, ProgrammingError)
"""What no further try would mend."""


ADD_LINES = text("SELECT add_lines(CAST(:asked AS json))")
"""What was chosen at some tables, where the database has a function for it (PostgreSQL; `migrations/`)."""
REFUSALS: dict[str, type[DBAPIError]] = {"22": DataError, "23": IntegrityError, "42": ProgrammingError}
"""What a class of PostgreSQL's codes means."""


class Conflict(Exception):
    """The database refuses a write: something else is stored in its place, or its number does not follow."""


class Fenced(Conflict):
    """The database refuses a write: another process plays that table now."""


class StoreAway(Mistake):
    """The database does not answer."""

    def __init__(self) -> None:
        super().__init__("store_away")


class Pen(Protocol):
    """What writes transactions."""

    async def commit(self, writes: Sequence[Write]) -> None:
        """One transaction."""

    async def close(self) -> None: ...

    gives_up: bool
    """May a transaction be abandoned, to be tried again on another connection?"""


class AsyncPen:
    """A pen for a database behind a network; what writes all day keeps its connection."""

    gives_up = True

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def commit(self, writes: Sequence[Write]) -> None:
        # Taken away while it is used: a transaction that is abandoned takes its connection with it.
        connection, self._connection = self._connection, None
        if connection is None:
            connection = await self._engine.connect()
        try:
            if [statement for statement, _ in writes] == [ADD_LINES]:
                await _add_lines(connection, writes[0][1])
            else:
                for statement, rows in writes:
                    asked = {"asked": json.dumps(rows)} if statement is ADD_LINES else rows
                    await connection.execute(statement, asked)
                await connection.commit()
        except BaseException:
            # Not rolled back in words: a database that hangs would hang in that too.
            with contextlib.suppress(*LOST):
                await connection.invalidate()
                await connection.close()
            raise
        self._connection = connection

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(*LOST):
                await connection.close()


async def _add_lines(connection: AsyncConnection, rows: list[dict[str, Any]]) -> None:
    """A transaction of nothing but choices, in one message of the driver's own: one way there and back, where in words it is eight.

    :raises DBAPIError: when the database refuses it, or is away.
    """
    driver: Any = (await connection.get_raw_connection()).driver_connection
    # JSON in a literal between dollars, in which nothing has a meaning but dollars, and those are written as their number.
    asked = json.dumps(rows).replace("$", r"\u0024")
    try:
        await driver.execute(f"SELECT add_lines($${asked}$$::json)")
    except (OSError, TimeoutError, EOFError):
        raise
    except Exception as error:
        # As SQLAlchemy calls what its own way to the driver meets.
        refused = REFUSALS.get(str(getattr(error, "sqlstate", ""))[:2], OperationalError)
        raise refused("add_lines", None, error) from error


class ThreadPen:
    """The same for SQLite, in a thread of its own: one trip there and back for a transaction, where the asynchronous driver makes six."""

    gives_up = False

    def __init__(self, url: URL, on_connect: Callable[[Any, Any], None]) -> None:
        self._engine = create_engine(url, poolclass=NullPool)
        event.listen(self._engine, "connect", on_connect)
        self._thread = ThreadPoolExecutor(1, "pen")
        self._connection: Connection | None = None

    async def commit(self, writes: Sequence[Write]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, writes)

    def _commit(self, writes: Sequence[Write]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                for statement, rows in writes:
                    self._connection.execute(statement, rows)
        except LOST:
            with contextlib.suppress(*LOST):
                self._close()
            raise

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()


@dataclass(eq=False, slots=True)
class Pending:
    """Writes that belong together, and who waits for them."""

    writes: list[Write]
    done: asyncio.Future[None]
    is_stored: Callable[[], Awaitable[bool]] | None
    """Asked when the database refuses them: are these very writes stored already?"""


class Writer:
    """The writer of one store."""

    def __init__(self, pen: Pen, heartbeat: Write) -> None:
        self.pen = pen
        self.away_since: float | None = None
        """On the loop's clock: when the transaction began that found the database away; `None` while it answers."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when the database goes away and when it is back."""
        self._heartbeat = heartbeat
        self._queue: asyncio.Queue[Pending] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Finish what can be finished; a database that is away is not waited for."""
        if self._task is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.0 if self.away_since is not None else PATIENCE):
                    await self._queue.join()
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self.pen.close()

    async def write(self, *writes: Write, is_stored: Callable[[], Awaitable[bool]] | None = None) -> None:
        """Returns when the writes are committed, however long that takes.

        :raises Conflict: when the database refuses them.
        """
        pending = Pending(list(writes), asyncio.get_running_loop().create_future(), is_stored)
        self._queue.put_nowait(pending)
        await pending.done

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        group: list[Pending] = []
        wait, began = FIRST_TRY, -GATHER
        while True:
            if not group and self.away_since is None:
                group = await self._next()
                await asyncio.sleep(max(0.0, began + GATHER - loop.time()))
            while len(group) < BATCH and not self._queue.empty():
                group.append(self._queue.get_nowait())
            began = loop.time()
            try:
                await self._try(group)
                wait = FIRST_TRY
                self._answers()
            except (*LOST, StoreAway) as error:
                self._is_away(began, error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
            for pending in group:
                if pending.done.done():
                    self._queue.task_done()
            group = [pending for pending in group if not pending.done.done()]

    async def _next(self) -> list[Pending]:
        """The next write; none when there was none for a while."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                return [await self._queue.get()]
        except TimeoutError:
            return []

    async def _try(self, group: list[Pending]) -> None:
        """Commit a group; when it is refused each on its own, so that one does not take others with it."""
        try:
            await self._commit([write for pending in group for write in pending.writes] or [self._heartbeat])
            for pending in group:
                settle(pending.done, None)
        except (IntegrityError, *WRONG):
            for pending in group:
                if not pending.done.done():
                    await self._try_alone(pending)

    async def _try_alone(self, pending: Pending) -> None:
        try:
            await self._commit(pending.writes)
            settle(pending.done, None)
        except IntegrityError as error:
            stored = pending.is_stored is not None and await pending.is_stored()
            refused = Fenced if FENCED in str(error.orig) else Conflict
            settle(pending.done, None if stored else refused(str(error.orig)))
        except WRONG as error:
            settle(pending.done, error)

    async def _commit(self, writes: list[Write]) -> None:
        """One transaction, which takes longer than it may only where there is no other way."""
        commit = asyncio.ensure_future(self.pen.commit(in_bulk(writes)))
        began = asyncio.get_running_loop().time()
        try:
            done, _ = await asyncio.wait([commit], timeout=PATIENCE)
            if not done and not self.pen.gives_up:
                self._is_away(began, TimeoutError())
                await asyncio.wait([commit])
        finally:
            if not commit.done():
                commit.cancel()
        if not commit.done():
            await asyncio.wait([commit], timeout=PATIENCE)
            raise TimeoutError
        commit.result()

    def missed(self) -> None:
        """Somebody else has found the database away; whether it is back is found out here."""
        self._is_away(asyncio.get_running_loop().time(), TimeoutError())

    def _is_away(self, since: float, error: BaseException) -> None:
        if self.away_since is None:
            self.away_since = since
            log.warning("the database is away", extra={"error": type(error).__name__})
            self.on_change()

    def _answers(self) -> None:
        if self.away_since is not None:
            seconds = round(asyncio.get_running_loop().time() - self.away_since, 1)
            log.warning("the database is back", extra={"seconds": seconds})
            self.away_since = None
            self.on_change()


def in_bulk(writes: Sequence[Write]) -> list[Write]:
    """The writes with those of one and the same statement put together. They are of different rows, so their order does not matter."""
    bulk: dict[int, tuple[Executable, list[Any]]] = {}
    for statement, values in writes:
        bulk.setdefault(id(statement), (statement, []))[1].append(values)
    return list(bulk.values())


def settle(done: asyncio.Future[None], problem: BaseException | None) -> None:
    """Tell whoever waits, if anybody still does."""
    if done.done():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)
