"""A store whose database fails when it is told to: before, during or after a commit, by hanging, or by coming back late.

It runs on a real SQLite file, and in the loop's own thread, so that tests on a logical clock (`run_still`) are the same every time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.web.connection import DATA
from bagarre.web.connection import Connection as TableConnection
from bagarre.web.livetable import LiveTable
from bagarre.web.opening import Opening
from bagarre.web.registry import TableRegistry
from bagarre.web.settings import sqlite_url
from bagarre.web.store import Store, _careful_sqlite
from bagarre.web.writer import StoreAway, Write
from tests.web.house import settings


class Fault(Enum):
    """What becomes of a transaction."""

    NONE = "none"
    BEFORE = "fails before anything is written"
    DURING = "fails after the writes, before the commit"
    AFTER = "is committed, and its answer is lost"
    HANGS = "never ends"
    HANGS_AFTER = "is committed and never ends"
    LATE = "is given up, and committed all the same, later"


LATE_BY = 2.6
"""Seconds after which what comes late is committed: the writer has lost its patience by then, and tried again."""


def lost() -> OperationalError:
    return OperationalError("test", {}, OSError("the database is away"))


class FaultyPen:
    """Writes to SQLite, where it is allowed to."""

    gives_up = True

    def __init__(self, file: Path, next_fault: Callable[[], Fault]) -> None:
        self._engine = create_engine(f"sqlite:///{file}")
        event.listen(self._engine, "connect", _careful_sqlite)
        self._next_fault = next_fault
        self.late: set[asyncio.Task[None]] = set()

    async def commit(self, writes: Sequence[Write]) -> None:
        fault = self._next_fault()
        if fault is Fault.BEFORE:
            raise lost()
        if fault is Fault.HANGS:
            await asyncio.Event().wait()
        if fault is Fault.LATE:
            task = asyncio.create_task(self._later(writes))
            self.late.add(task)
            await asyncio.Event().wait()
        if fault is Fault.DURING:
            writes = [*writes, (text("insert into nowhere values (1)"), None)]
        self.write(writes)
        if fault is Fault.AFTER:
            raise lost()
        if fault is Fault.HANGS_AFTER:
            await asyncio.Event().wait()

    async def _later(self, writes: Sequence[Write]) -> None:
        await asyncio.sleep(LATE_BY)
        with contextlib.suppress(SQLAlchemyError):
            self.write(writes)

    def write(self, writes: Sequence[Write]) -> None:
        with self._engine.begin() as connection:
            for statement, rows in writes:
                connection.execute(statement, rows)

    def read(self) -> Connection:
        return self._engine.connect()

    async def close(self) -> None:
        for task in self.late:
            task.cancel()
        self._engine.dispose()


class Reader:
    """A connection that is read from at once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, *statement: Any) -> Any:
        return self._connection.execute(*statement)


class FaultyStore(Store):
    """A store whose transactions meet the given faults, one after the other; after the last of them all is well.

    While `down` nothing can be read or written.
    """

    def __init__(self, file: Path, faults: Iterable[Fault] = ()) -> None:
        super().__init__(sqlite_url(file))
        self.faults = list(faults)
        self.down = False
        self.pen = FaultyPen(file, self._next_fault)
        self.writer.pen = self.pen

    def _next_fault(self) -> Fault:
        if self.down:
            return Fault.BEFORE
        return self.faults.pop(0) if self.faults else Fault.NONE

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        if self.down:
            raise StoreAway
        with self.pen.read() as connection:
            yield Reader(connection)

    def lines_of(self, code: str) -> list[tuple[int, str, str]]:
        """What is stored: numbers, lines and keys."""
        with self.pen.read() as connection:
            rows = connection.execute(
                text("select number, line, key from lines where code = :code order by number"), {"code": code}
            )
            return [(row.number, row.line, row.key) for row in rows]


class FirstChoice:
    """Bots that take the first of their menu."""

    async def choose(
        self, game: Game, kind: str, known: bytes, seat: int, choices: list[Choice], *_: Any
    ) -> Choice:
        return choices[0]

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass


class Player:
    """Somebody at a table in the same process: everything they were told."""

    def __init__(self, table: LiveTable, *tokens: str) -> None:
        self.table = table
        self.messages: list[dict[str, Any]] = []
        self.told: dict[str, Any] = {}
        self.on_message: Callable[[Player, dict[str, Any]], None] = lambda *_: None
        self.connection = TableConnection(self._hear, lang="fr", form=DATA)
        self._sender = asyncio.create_task(self.connection.run())
        table.enter(self.connection, table.seats_of(tokens))

    async def _hear(self, heard: str) -> None:
        import orjson

        message = orjson.loads(heard)
        self.messages.append(message)
        if message["type"] == "update":
            self.told |= message
        self.on_message(self, message)

    def send(self, **message: Any) -> None:
        self.table.receive(self.connection, message)

    def answer_to(self, number: object) -> dict[str, Any] | None:
        return next((message for message in self.messages if message.get("re") == number), None)

    def leave(self) -> None:
        self.table.leave(self.connection)
        self._sender.cancel()


class FaultyHouse:
    """A server in memory with a faulty store, and one table of it."""

    def __init__(self, folder: Path, game: Game, faults: Iterable[Fault] = (), **changes: Any) -> None:
        self.file, self.game = folder / "faulty.sqlite3", game
        self.registry = TableRegistry(settings(folder, games={game.name: game}, **changes))
        self.store = FaultyStore(self.file)
        self._faults = list(faults)
        self.registry.store = self.store
        self.registry.bot_workers = FirstChoice()  # type: ignore[assignment]

    async def open(self, seats: Sequence[str], **more: Any) -> tuple[LiveTable, list[str]]:
        """A started table; from now on there are faults."""
        await self.store.open()
        self.registry.watch_store()
        placed = await self.registry.create(Opening(game=self.game.name, seats=seats, start=True, **more))
        code, tokens = placed.stored.code, placed.tokens
        table = await self.registry.table(code)
        assert table is not None
        self.store.faults = self._faults
        return table, tokens

    async def close(self) -> None:
        for table in self.registry.tables.values():
            await table.close()
        await self.store.close()


async def until(condition: Callable[[], Any], seconds: float = 60.0) -> float:
    """Wait until something holds; gives how long that took, on the loop's clock."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while not condition():
        assert loop.time() < began + seconds, "it does not come"
        await asyncio.sleep(0.01)
    return loop.time() - began
