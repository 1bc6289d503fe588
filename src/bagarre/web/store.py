"""The store: tables, seats, the lines of each record, and chat. What was acknowledged is on the disk.

Writes of all tables go through one writer that commits them in groups: a write returns when its transaction is
committed. SQLite runs with WAL and synchronous FULL; PostgreSQL takes the same statements.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    NullPool,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.sql import Executable

from bagarre.kernel.errors import Mistake

metadata = MetaData()

TABLES = Table(
    "tables",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("status", String(12), nullable=False),
    Column("settings", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("host", Integer, nullable=False),
    Column("next_code", String(12), nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)
SEATS = Table(
    "seats",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", String(32), nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("muted", Integer, nullable=False),
)
LINES = Table(
    "lines",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),
)
CHAT = Table(
    "chat",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

ADD_TABLE, ADD_SEAT, ADD_LINE, ADD_REMARK = insert(TABLES), insert(SEATS), insert(LINES), insert(CHAT)

LOBBY, PLAYING, OVER = "lobby", "playing", "over"
"""The status of a table."""
OPEN, HUMAN, BOT = "open", "human", "bot"
"""Who holds a seat."""
BATCH = 256
GATHER = 0.008
"""Seconds between the beginnings of two transactions: a lone write goes at once, many share a commit."""
MIGRATING = 0xBA6A
"""The number of the lock that a server holds while it brings a PostgreSQL up to date."""


@dataclass(slots=True)
class Seat:
    """A seat as stored. A bot that stands in for an absent player keeps the player's token hash."""

    kind: str = OPEN
    name: str = ""
    bot: str = ""
    token_hash: str = ""
    muted: bool = False

    @property
    def stands_in(self) -> bool:
        return self.kind == BOT and bool(self.token_hash)


@dataclass(slots=True)
class Remark:
    """One line of chat."""

    seat: int
    name: str
    text: str
    at: float


@dataclass(slots=True)
class Stored:
    """A table as stored."""

    code: str
    game: str
    title: str
    status: str
    settings: dict[str, Any]
    header: dict[str, Any]
    host: int
    seats: list[Seat]
    next_code: str = ""
    created: float = 0.0
    changed: float = 0.0
    lines: list[dict[str, Any]] = field(default_factory=list)
    chat: list[Remark] = field(default_factory=list)


class Conflict(Exception):
    """The row exists already: another process has written it."""


Write = tuple[Executable, Any]


class AsyncPen:
    """Writes transactions; what it does all day keeps its connection."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def commit(self, writes: Sequence[Write]) -> None:
        """One transaction."""
        if self._connection is None:
            self._connection = await self._engine.connect()
        try:
            async with self._connection.begin():
                for statement, rows in writes:
                    await self._connection.execute(statement, rows)
        except (SQLAlchemyError, OSError):
            with contextlib.suppress(SQLAlchemyError, OSError):
                await self.close()
            raise

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


class Pen:
    """The same for SQLite, in a thread of its own: one trip there and back for a transaction, where the asynchronous driver makes six."""

    def __init__(self, url: URL) -> None:
        self._engine = create_engine(url, poolclass=NullPool)
        event.listen(self._engine, "connect", _careful_sqlite)
        self._thread = ThreadPoolExecutor(1, "pen")
        self._connection: Connection | None = None

    async def commit(self, writes: Sequence[Write]) -> None:
        """One transaction."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, writes)

    def _commit(self, writes: Sequence[Write]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                for statement, rows in writes:
                    self._connection.execute(statement, rows)
        except (SQLAlchemyError, OSError):
            with contextlib.suppress(SQLAlchemyError, OSError):
                self._close()
            raise

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()


class Store:
    """The database behind one server."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            self.engine = create_async_engine(url)
        except (ArgumentError, ModuleNotFoundError) as error:
            raise Mistake("database", url=_safe(url), reason=str(error).splitlines()[0]) from None
        self._waiting: asyncio.Queue[tuple[list[Write], asyncio.Future[None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._pen: Pen | AsyncPen = AsyncPen(self.engine)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _careful_sqlite)
            self._pen = Pen(self.engine.url.set(drivername="sqlite"))

    async def open(self) -> None:
        """Bring the schema up to date and start the writer.

        :raises Mistake: when the database cannot be opened.
        """
        if self.engine.dialect.name == "sqlite":
            _try_file(self.engine.url.database or "", self.url)
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(_migrate)
        except (SQLAlchemyError, OSError) as error:
            raise Mistake("database", url=_safe(self.url), reason=str(error).splitlines()[0]) from None
        self._writer = asyncio.create_task(self._write_groups())

    async def close(self) -> None:
        if self._writer is not None:
            await self._waiting.join()
            self._writer.cancel()
        await self._pen.close()
        await self.engine.dispose()

    async def ready(self) -> bool:
        """Does the database answer?"""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(select(1))
            return True
        except (SQLAlchemyError, OSError):
            return False

    # Writing: in groups, each returned only when committed.

    async def _write(self, *writes: Write) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._waiting.put((list(writes), done))
        await done

    async def _write_groups(self) -> None:
        loop = asyncio.get_running_loop()
        began = -GATHER
        while True:
            group = [await self._waiting.get()]
            await asyncio.sleep(max(0.0, began + GATHER - loop.time()))
            began = loop.time()
            while len(group) < BATCH and not self._waiting.empty():
                group.append(self._waiting.get_nowait())
            try:
                await self._pen.commit(_in_bulk([write for writes, _ in group for write in writes]))
                for _, done in group:
                    _settle(done, None)
            except (SQLAlchemyError, OSError):
                # One of them was refused: each on its own, so that the others are kept.
                for writes, done in group:
                    try:
                        await self._pen.commit(_in_bulk(writes))
                        _settle(done, None)
                    except IntegrityError as error:
                        _settle(done, Conflict(str(error.orig)))
                    except (SQLAlchemyError, OSError) as error:
                        _settle(done, error)
            for _ in group:
                self._waiting.task_done()

    async def create(self, table: Stored) -> None:
        """Store a new table.

        :raises Conflict: when the code is taken.
        """
        now = time.time()
        row = {
            "code": table.code, "game": table.game, "title": table.title, "status": table.status,
            "settings": json.dumps(table.settings), "header": json.dumps(table.header), "host": table.host,
            "next_code": "", "created": now, "changed": now,
        }  # fmt: skip
        writes: list[Write] = [(ADD_TABLE, row)]
        writes += [(ADD_SEAT, _seat_row(table.code, i, seat)) for i, seat in enumerate(table.seats)]
        if table.lines:
            # A long record takes a while to write down.
            writes += await asyncio.to_thread(
                lambda: [(ADD_LINE, _line_row(table.code, i, line)) for i, line in enumerate(table.lines)]
            )
        await self._write(*writes)

    async def append(self, code: str, number: int, line: dict[str, Any], status: str) -> None:
        """Store one line of a record and the table's status after it.

        :raises Conflict: when that line is stored already.
        """
        writes: list[Write] = [(ADD_LINE, _line_row(code, number, line))]
        if status == OVER:
            writes.append(_changes(code, status=status))
        await self._write(*writes)

    async def start(self, table: Stored) -> None:
        """Store that the game begins: header, deal and seats."""
        await self._write(
            _changes(table.code, status=PLAYING, header=json.dumps(table.header)),
            *[(ADD_LINE, _line_row(table.code, i, line)) for i, line in enumerate(table.lines)],
            *self._seats(table),
        )

    async def save(self, table: Stored) -> None:
        """Store seats, host, title, status and settings."""
        await self._write(
            _changes(
                table.code, status=table.status, host=table.host, title=table.title, next_code=table.next_code,
                settings=json.dumps(table.settings),
            ),
            *self._seats(table),
        )  # fmt: skip

    def _seats(self, table: Stored) -> list[Write]:
        return [
            (
                update(SEATS).where(SEATS.c.code == table.code, SEATS.c.seat == i),
                {k: v for k, v in _seat_row(table.code, i, seat).items() if k not in ("code", "seat")},
            )
            for i, seat in enumerate(table.seats)
        ]

    async def add_remark(self, code: str, number: int, remark: Remark) -> None:
        row = {"code": code, "number": number, "seat": remark.seat, "name": remark.name, "text": remark.text, "at": remark.at}
        await self._write((ADD_REMARK, row))

    # Reading.

    async def load(self, code: str) -> Stored | None:
        """The table of that code with all its lines."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.code == code))).mappings().first()
            if row is None:
                return None
            table = _stored(row, await self._load_seats(connection, code))
            lines = await connection.execute(select(LINES.c.line).where(LINES.c.code == code).order_by(LINES.c.number))
            found = [line for (line,) in lines]
            table.lines = await asyncio.to_thread(lambda: [json.loads(line) for line in found])
            chat = await connection.execute(
                select(CHAT.c.seat, CHAT.c.name, CHAT.c.text, CHAT.c.at).where(CHAT.c.code == code).order_by(CHAT.c.number)
            )
            table.chat = [Remark(*remark) for remark in chat]
            return table

    async def glance(self, code: str) -> Stored | None:
        """The table of that code without its lines: for lists."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.code == code))).mappings().first()
            return None if row is None else _stored(row, await self._load_seats(connection, code))

    async def _load_seats(self, connection: AsyncConnection, code: str) -> list[Seat]:
        rows = await connection.execute(select(SEATS).where(SEATS.c.code == code).order_by(SEATS.c.seat))
        return [
            Seat(row["kind"], row["name"], row["bot"], row["token_hash"], bool(row["muted"])) for row in rows.mappings()
        ]


def _in_bulk(writes: Sequence[Write]) -> list[tuple[Executable, Any]]:
    """The writes with runs of one and the same statement put together."""
    bulk: list[tuple[Executable, Any]] = []
    for statement, values in writes:
        if bulk and bulk[-1][0] is statement:
            bulk[-1][1].append(values)
        else:
            bulk.append((statement, [values]))
    return bulk


def _settle(done: asyncio.Future[None], problem: Exception | None) -> None:
    if done.done():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def _changes(code: str, **values: Any) -> Write:
    return update(TABLES).where(TABLES.c.code == code), values | {"changed": time.time()}


def _seat_row(code: str, number: int, seat: Seat) -> dict[str, Any]:
    return {
        "code": code, "seat": number, "kind": seat.kind, "name": seat.name, "bot": seat.bot,
        "token_hash": seat.token_hash, "muted": int(seat.muted),
    }  # fmt: skip


def _line_row(code: str, number: int, line: dict[str, Any]) -> dict[str, Any]:
    return {"code": code, "number": number, "line": json.dumps(line)}


def _stored(row: Any, seats: list[Seat]) -> Stored:
    return Stored(
        row["code"], row["game"], row["title"], row["status"], json.loads(row["settings"]), json.loads(row["header"]),
        row["host"], seats, row["next_code"], row["created"], row["changed"],
    )  # fmt: skip


def _try_file(path: str, url: str) -> None:
    """Can that file be a database of ours at all? Asked plainly, because the asynchronous driver fails noisily."""
    import sqlite3

    try:
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA schema_version")
        connection.close()
    except sqlite3.Error as error:
        raise Mistake("database", url=_safe(url), reason=str(error)) from None


def _careful_sqlite(connection: Any, _: Any) -> None:
    """Readers and the writer side by side; a commit is on the disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _safe(url: str) -> str:
    """A database URL without its password."""
    from sqlalchemy.engine import make_url

    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "?"


def _migrate(connection: Any) -> None:
    """Run the migrations that this database lacks."""
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        # Servers that are started at the same moment migrate one after the other.
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
