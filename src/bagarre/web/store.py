"""The store: tables, seats, the lines of each record, and chat. What was acknowledged is on the disk.

A write returns when it is committed, and is tried again while the database is away (`writer.py`). The database itself refuses a
line whose number does not follow. SQLite runs with WAL and synchronous FULL; PostgreSQL takes the same statements.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BindParameter,
    bindparam,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bagarre.kernel.errors import Mistake
from bagarre.web.database import CHAT, LINES, SEATS, TABLES
from bagarre.web.lock import engine_of, safe_url
from bagarre.web.writer import ADD_LINES, LOST, AsyncPen, Pen, StoreAway, ThreadPen, Write, Writer

ADD_TABLE, ADD_SEAT, ADD_LINE, ADD_REMARK = insert(TABLES), insert(SEATS), insert(LINES), insert(CHAT)
THIS_TABLE = TABLES.c.code == bindparam("wanted")


def _set(*names: str) -> dict[str, BindParameter[Any]]:
    return {name: bindparam(name) for name in names}


NOT_LATER = TABLES.c.changed <= bindparam("at")
"""A transaction that was given up and is committed all the same, later, must not undo what was written since."""
SET_WAITING = update(TABLES).where(THIS_TABLE, NOT_LATER).values(_set("status", "waiting", "changed", "due"))
END_SHORT = update(TABLES).where(THIS_TABLE).values(short=None)
SET_HEADER = update(TABLES).where(THIS_TABLE).values(_set("header"))
SET_TABLE = (
    update(TABLES)
    .where(THIS_TABLE, NOT_LATER)
    .values(_set("host", "title", "next_code", "settings", "header", "changed"))
)
SET_SEAT = (
    update(SEATS)
    .where(SEATS.c.code == bindparam("wanted"), SEATS.c.seat == bindparam("wanted_seat"))
    .where(select(TABLES.c.code).where(THIS_TABLE, NOT_LATER).exists())
    .values(_set("kind", "name", "bot", "token_hash", "muted", "away_until", "away_spent"))
)
SET_PERSON = (
    update(SEATS)
    .where(SEATS.c.code == bindparam("wanted"), SEATS.c.seat == bindparam("wanted_seat"))
    .values(_set("person"))
)
"""Only when a seat changes hands: a person may tie it to their name while another process has it in memory."""
IS_THERE = select(1)
FENCE = text("SELECT fence(CAST(:wanted AS varchar), CAST(:epoch AS integer))")
"""Refuses the transaction of a process that is not the owner of a table any more (`leases.py`)."""

LOBBY, PLAYING, OVER = "lobby", "playing", "over"
"""The status of a table."""
OPEN, HUMAN, BOT = "open", "human", "bot"
"""Who holds a seat."""
OPENING = 5.0
"""Seconds in which a table must be read or created."""
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
    person: str = ""
    """Whose seat it is on every device, where that is known (`identity.py`)."""
    away_until: float = 0.0
    """Until when its player is away and its clock stands, in seconds since 1970."""
    away_spent: float = 0.0
    """Seconds that they were away."""

    @property
    def stands_in(self) -> bool:
        return self.kind == BOT and bool(self.token_hash)


@dataclass(slots=True)
class TakeBack:
    """Somebody asks to take back choices; everybody else who sits must agree."""

    seat: int
    count: int
    agreed: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Waiting:
    """What a table waits for: known without playing its record again."""

    asked: list[int] | None = None
    """The seats that are asked; `None` when that was not written down."""
    since: float = 0.0
    """When they were asked, in seconds since 1970."""
    until: float = 0.0
    """When their time is over; 0 without a clock, or while it rests."""
    take_back: TakeBack | None = None
    """What they are asked besides."""
    refused: int = -1
    """The number of lines at which a request to take back was refused: a refusal stands until the position changes."""
    ranks: list[int] | None = None
    """When the game is over: the place of each seat."""
    ending: str = ""
    """And how it ended, by its name among the words."""
    shown: list[int] | None = None
    """The seats that everybody knows to be asked: those who have answered in secret are still among them."""
    # At a table over days (`slow_clock.py`), by the clock on the wall:
    deadlines: dict[str, float] = field(default_factory=dict)
    """When the time of each seat that was asked is over."""
    answered: dict[str, float] = field(default_factory=dict)
    """When those answered who are asked no more, though nobody may know it yet."""
    banks: dict[str, float] = field(default_factory=dict)
    """Seconds that each seat has left of its total."""
    due: float = 0.0
    """When somebody must look at the table though nobody is connected; 0 for never."""

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Waiting:
        waiting = cls(**json.loads(text)) if text else cls()
        if isinstance(waiting.take_back, dict):
            waiting.take_back = TakeBack(**waiting.take_back)
        return waiting


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
    """The address of the table, which nobody guesses."""
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
    waiting: Waiting = field(default_factory=Waiting)
    lines: list[dict[str, Any]] = field(default_factory=list)
    chat: list[Remark] = field(default_factory=list)
    keys: dict[tuple[int, str], int] = field(default_factory=dict)
    """The lines that came with a key of their sender's: by seat and key."""
    short: str = ""
    """A code that can be said aloud, for as long as the table waits for players."""
    gap: int | None = None
    """The number of the first line that is missing, when later ones are there."""


class Store:
    """The database behind one server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = engine_of(url, pool_pre_ping=not url.startswith("sqlite"))
        pen: Pen = AsyncPen(self.engine)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _careful_sqlite)
            pen = ThreadPen(self.engine.url.set(drivername="sqlite"), _careful_sqlite)
        self.writer = Writer(
            pen,
            (
                SET_TABLE,
                {
                    "wanted": "",
                    "host": 0,
                    "title": "",
                    "next_code": "",
                    "settings": "",
                    "header": "",
                    "changed": 0.0,
                    "at": 0.0,
                },
            ),
        )
        self._stamped = 0.0
        self.epoch: Callable[[str], int | None] = lambda code: None
        """What a write to a table must name, where several processes share the database."""

    async def open(self) -> None:
        """Bring the schema up to date and start the writer.

        :raises Mistake: when the database cannot be opened.
        """
        if self.engine.dialect.name == "sqlite":
            _try_file(self.engine.url.database or "", self.url)
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(_migrate)
                self._stamped = (await connection.execute(select(func.max(TABLES.c.changed)))).scalar() or 0.0
        except (SQLAlchemyError, OSError) as error:
            raise Mistake("database", url=safe_url(self.url), reason=str(error).splitlines()[0]) from None
        self.writer.start()

    async def close(self) -> None:
        await self.writer.stop()
        await self.engine.dispose()

    async def ready(self) -> bool:
        """Does the database answer?"""
        if self.writer.away_since is not None:
            return False
        try:
            async with self.reading() as connection:
                await connection.execute(IS_THERE)
            return True
        except StoreAway:
            return False

    # Writing: each returns when it is committed.

    def _stamp(self) -> float:
        """The time of a write, later than that of every write before, also when the clock is put back."""
        self._stamped = max(time.time(), self._stamped + 1e-6)
        return self._stamped

    async def _write(
        self, code: str, *writes: Write, is_stored: Callable[[], Awaitable[bool]] | None = None
    ) -> None:
        """Write to a table that is played here, and only while it is.

        :raises Conflict: when the database refuses it.
        :raises Fenced: when another process plays that table now.
        """
        epoch = self.epoch(code)
        fence: list[Write] = [] if epoch is None else [(FENCE, {"wanted": code, "epoch": epoch})]
        await self.writer.write(*fence, *writes, is_stored=is_stored)

    def _waits(self, code: str, status: str, waiting: Waiting, at: float = 0.0) -> Write:
        at = at or self._stamp()
        return SET_WAITING, {
            "wanted": code,
            "status": status,
            "waiting": waiting.to_json(),
            "changed": at,
            "due": waiting.due if status == PLAYING else 0.0,
            "at": at,
        }

    async def create(self, table: Stored) -> None:
        """Store a new table.

        :raises Conflict: when its address or its short code is taken.
        :raises StoreAway: when the database does not answer.
        """
        table.created = table.changed = self._stamp()
        row = {
            "code": table.code, "game": table.game, "title": table.title, "status": table.status,
            "settings": json.dumps(table.settings), "header": json.dumps(table.header), "host": table.host,
            "next_code": "", "created": table.created, "changed": table.changed, "waiting": table.waiting.to_json(),
            "short": table.short or None,
        }  # fmt: skip
        writes: list[Write] = [(ADD_TABLE, row)]
        writes += [(ADD_SEAT, _seat_row(table.code, i, seat)) for i, seat in enumerate(table.seats)]
        if table.lines:
            # A long record takes a while to write down.
            writes += await asyncio.to_thread(
                lambda: [(ADD_LINE, _line_row(table.code, i, line)) for i, line in enumerate(table.lines)]
            )

        async def is_stored() -> bool:
            found = await self.glance(table.code)
            return found is not None and (found.created, found.seats) == (table.created, table.seats)

        try:
            async with asyncio.timeout(OPENING):
                await self.writer.write(*writes, is_stored=is_stored)
        except TimeoutError:
            raise StoreAway from None

    async def append(
        self, code: str, number: int, line: dict[str, Any], status: str, waiting: Waiting, *, key: str = ""
    ) -> None:
        """Store one line of a record, the table's status after it and what it waits for then.

        :raises Conflict: when another line is stored there, or its number does not follow.
        """
        row = _line_row(code, number, line, key)

        async def is_stored() -> bool:
            async with self.reading() as connection:
                wanted = select(LINES.c.line, LINES.c.key).where(
                    LINES.c.code == code, LINES.c.number == number
                )
                found = (await connection.execute(wanted)).first()
            return found is not None and (found.line, found.key) == (row["line"], row["key"])

        noted = self._waits(code, status, waiting)
        if self.engine.dialect.name == "postgresql":
            choice = row | {name: noted[1][name] for name in ("status", "waiting", "changed", "due")}
            await self.writer.write((ADD_LINES, choice | {"epoch": self.epoch(code)}), is_stored=is_stored)
        else:
            await self._write(code, (ADD_LINE, row), noted, is_stored=is_stored)

    async def start(self, table: Stored) -> None:
        """Store that the game begins: header, deal and seats.

        :raises Conflict: when it has begun otherwise.
        """
        at = self._stamp()
        lines = [_line_row(table.code, i, line) for i, line in enumerate(table.lines)]

        async def is_stored() -> bool:
            async with self.reading() as connection:
                found = await connection.execute(
                    select(LINES.c.line).where(LINES.c.code == table.code).order_by(LINES.c.number)
                )
                return [line for (line,) in found] == [row["line"] for row in lines]

        await self._write(
            table.code,
            (SET_HEADER, {"wanted": table.code, "header": json.dumps(table.header)}),
            (END_SHORT, {"wanted": table.code}),
            self._waits(table.code, PLAYING, table.waiting, at),
            *[(ADD_LINE, row) for row in lines],
            *_seat_changes(table, at),
            is_stored=is_stored,
        )

    async def go_on(self, table: Stored) -> None:
        """Store that a game goes on whose lines are stored already."""
        at = self._stamp()
        await self._write(
            table.code,
            (SET_HEADER, {"wanted": table.code, "header": json.dumps(table.header)}),
            (END_SHORT, {"wanted": table.code}),
            self._waits(table.code, PLAYING, table.waiting, at),
            *_seat_changes(table, at),
        )

    async def save(self, table: Stored, changed_hands: Collection[int] = ()) -> None:
        """Store seats, host, title, settings and header; and whose those seats are that changed hands."""
        at = self._stamp()
        people: list[Write] = [
            (SET_PERSON, {"wanted": table.code, "wanted_seat": i, "person": table.seats[i].person})
            for i in changed_hands
        ]
        values = {
            "host": table.host, "title": table.title, "next_code": table.next_code, "settings": json.dumps(table.settings),
            "header": json.dumps(table.header), "changed": at, "at": at,
        }  # fmt: skip
        await self._write(
            table.code, (SET_TABLE, {"wanted": table.code} | values), *_seat_changes(table, at), *people
        )

    async def note(self, code: str, status: str, waiting: Waiting) -> None:
        """Store what a table waits for."""
        await self._write(code, self._waits(code, status, waiting))

    async def add_remark(self, code: str, number: int, remark: Remark) -> None:
        """Store a line of chat.

        :raises Conflict: when another is stored there.
        """
        row = {
            "code": code,
            "number": number,
            "seat": remark.seat,
            "name": remark.name,
            "text": remark.text,
            "at": remark.at,
        }

        async def is_stored() -> bool:
            async with self.reading() as connection:
                found = await connection.execute(
                    select(CHAT).where(CHAT.c.code == code, CHAT.c.number == number)
                )
                return [dict(one) for one in found.mappings()] == [row]

        await self._write(code, (ADD_REMARK, row), is_stored=is_stored)

    # Reading.

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """:raises StoreAway: when the database does not answer."""
        try:
            async with asyncio.timeout(OPENING), self.engine.connect() as connection:
                yield connection
        except LOST as error:
            raise StoreAway from error

    async def load(self, code: str) -> Stored | None:
        """The table of that code with all its lines, up to the first that is missing."""
        async with self.reading() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.code == code))).mappings().first()
            if row is None:
                return None
            table = _stored(row, await self._load_seats(connection, code))
            wanted = (
                select(LINES.c.number, LINES.c.line, LINES.c.key)
                .where(LINES.c.code == code)
                .order_by(LINES.c.number)
            )
            await asyncio.to_thread(_take_lines, table, (await connection.execute(wanted)).all())
            chat = await connection.execute(
                select(CHAT.c.seat, CHAT.c.name, CHAT.c.text, CHAT.c.at)
                .where(CHAT.c.code == code)
                .order_by(CHAT.c.number)
            )
            table.chat = [Remark(*remark) for remark in chat]
            # Another process may have written it, by a clock that is ahead of ours: what we write is later.
            self._stamped = max(self._stamped, table.changed)
            return table

    async def glance(self, code: str) -> Stored | None:
        """The table of that code without its lines: for lists."""
        async with self.reading() as connection:
            row = (await connection.execute(select(TABLES).where(TABLES.c.code == code))).mappings().first()
            return None if row is None else _stored(row, await self._load_seats(connection, code))

    async def by_short(self, short: str) -> str:
        """The address of the table that waits under a short code, or of an old one that has no other; empty when there is none."""
        async with self.reading() as connection:
            waits = (TABLES.c.short == short) & (TABLES.c.status == LOBBY)
            found = (
                await connection.execute(select(TABLES.c.code).where(waits | (TABLES.c.code == short)))
            ).first()
            return "" if found is None else str(found.code)

    async def due(self, now: float, most: int) -> list[str]:
        """Tables over days that somebody must look at, the most pressing first."""
        wanted = (
            select(TABLES.c.code)
            .where(TABLES.c.due > 0, TABLES.c.due <= now, TABLES.c.status == PLAYING)
            .order_by(TABLES.c.due)
            .limit(most)
        )
        async with self.reading() as connection:
            return [str(code) for (code,) in await connection.execute(wanted)]

    async def has_gap(self, code: str) -> bool:
        """Is a line of that table's record missing?"""
        async with self.reading() as connection:
            wanted = select(func.count(), func.max(LINES.c.number)).where(LINES.c.code == code)
            count, last = (await connection.execute(wanted)).one()
            return bool(count) and count != last + 1

    async def _load_seats(self, connection: AsyncConnection, code: str) -> list[Seat]:
        rows = await connection.execute(select(SEATS).where(SEATS.c.code == code).order_by(SEATS.c.seat))
        return [
            Seat(
                row["kind"],
                row["name"],
                row["bot"],
                row["token_hash"],
                bool(row["muted"]),
                row["person"],
                row["away_until"],
                row["away_spent"],
            )
            for row in rows.mappings()
        ]


def _take_lines(table: Stored, rows: Sequence[Any]) -> None:
    for number, line, key in rows:
        if number != len(table.lines):
            table.gap = len(table.lines)
            return
        table.lines.append(json.loads(line))
        if key:
            table.keys[table.lines[-1].get("seat", -1), key] = number


def _seat_changes(table: Stored, at: float) -> list[Write]:
    changes: list[Write] = []
    for i, seat in enumerate(table.seats):
        row = _seat_row(table.code, i, seat)
        del row["person"]
        changes.append(
            (SET_SEAT, row | {"wanted": row.pop("code"), "wanted_seat": row.pop("seat"), "at": at})
        )
    return changes


def _seat_row(code: str, number: int, seat: Seat) -> dict[str, Any]:
    return {
        "code": code, "seat": number, "kind": seat.kind, "name": seat.name, "bot": seat.bot,
        "token_hash": seat.token_hash, "muted": int(seat.muted), "person": seat.person, "away_until": seat.away_until,
        "away_spent": seat.away_spent,
    }  # fmt: skip


def _line_row(code: str, number: int, line: dict[str, Any], key: str = "") -> dict[str, Any]:
    return {"code": code, "number": number, "line": json.dumps(line), "key": key}


def _stored(row: Any, seats: list[Seat]) -> Stored:
    return Stored(
        row["code"], row["game"], row["title"], row["status"], json.loads(row["settings"]), json.loads(row["header"]),
        row["host"], seats, row["next_code"], row["created"], row["changed"], Waiting.from_json(row["waiting"]),
        short=row["short"] or "",
    )  # fmt: skip


def _try_file(path: str, url: str) -> None:
    """Can that file be a database of ours at all? Asked plainly, because the asynchronous driver fails noisily."""
    import sqlite3

    try:
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA schema_version")
        connection.close()
    except sqlite3.Error as error:
        raise Mistake("database", url=safe_url(url), reason=str(error)) from None


async def within_opening(writing: Coroutine[Any, Any, None]) -> None:
    """Wait for a write as long as somebody who opens a table would; what was begun goes on, whoever waits for it.

    :raises StoreAway: when it takes longer.
    """
    task = asyncio.ensure_future(writing)
    # A database that hangs lets nobody end a question in good order: whoever waits is answered, and what becomes of it is nobody's any more.
    if not (await asyncio.wait([task], timeout=2 * OPENING))[0]:
        task.add_done_callback(lambda late: late.cancelled() or late.exception())
        raise StoreAway
    task.result()


def _careful_sqlite(connection: Any, _: Any) -> None:
    """Readers and the writer side by side; a commit is on the disk when it returns."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Any) -> None:
    """Run the migrations that this database lacks."""
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        # Servers that are started at the same moment migrate one after the other.
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    else:
        # Python's SQLite driver begins nothing before a CREATE by itself: a server killed here would leave half of a schema, and never start again.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
