"""Where people are told: devices (web push), webhooks and addresses of e-mail, as they are stored; of which seats, and what they were told last."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bagarre.web.database import PEOPLE, RECEIVERS, SEATS, TABLES, TOLD, WATCHED
from bagarre.web.guard import hash_token, new_token, same_token
from bagarre.web.identity import BELONGINGS, Belonging
from bagarre.web.notices_text import Occasion
from bagarre.web.store import Store

PUSH, HOOK, MAIL = "push", "hook", "mail"
KINDS = (PUSH, HOOK, MAIL)
JSON, DISCORD, SLACK = "json", "discord", "slack"
FORMS = (JSON, DISCORD, SLACK)
MOST_WATCHED = 200
"""Tables that one receiver is told of, the latest ones."""
RECENT = 8 * 86_400.0
"""Seconds for which a table is looked after in which nothing happens."""
MOST_RECENT = 500
MOST_EACH, MOST_OF_SEAT = 20, 10
"""Receivers of one person, and of one seat: the latest ones. A table must not be a way to send thousands of notes to somebody else's server."""
UNCONFIRMED = 2 * 86_400.0
"""Seconds for which an address may be confirmed."""
UNUSED = 30 * 86_400.0
"""Seconds after which one is forgotten that is told of no seat."""
FAILURES = 10
"""Failures in a row after which nobody is told there any more."""

CLAIM = text(
    """
    INSERT INTO told (receiver, code, what, mark) VALUES (:receiver, :code, :what, :mark)
    ON CONFLICT (receiver, code, what) DO UPDATE SET mark = excluded.mark WHERE told.mark <> excluded.mark
    RETURNING 1
    """
)
"""Whoever gets a row back tells; of several processes that is one."""


@dataclass(frozen=True)
class Quiet:
    """Hours of a day in which nobody is told, in minutes since midnight; the same twice for none."""

    begin: int = 0
    end: int = 0
    zone: str = ""
    offset: int = 0
    """Minutes east of Greenwich, where the zone is not known."""

    def holds(self, now: float) -> bool:
        if self.begin == self.end:
            return False
        local = datetime.fromtimestamp(now, self._zone())
        minute = 60 * local.hour + local.minute
        if self.begin < self.end:
            return self.begin <= minute < self.end
        return minute >= self.begin or minute < self.end

    def _zone(self) -> tzinfo:
        try:
            return ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return timezone(timedelta(minutes=max(-1439, min(1439, self.offset))))


@dataclass(frozen=True)
class Receiver:
    """One device, webhook or address."""

    id: str
    kind: str
    address: str
    """A push subscription as JSON, a URL, or an address of e-mail."""
    form: str
    lang: str
    wants: tuple[str, ...]
    quiet: Quiet
    base: str
    """The server as this receiver knows it."""
    confirmed: bool
    created: float
    person: str = ""
    secret_hash: str = field(default="", repr=False)


def _receiver(row: Any) -> Receiver:
    return Receiver(
        row.id, row.kind, row.address, row.form, row.lang, tuple(json.loads(row.wants)), Quiet(**json.loads(row.quiet)),
        row.base, bool(row.confirmed), row.created, row.person, row.secret_hash,
    )  # fmt: skip


class Receivers:
    """All of them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def any(self) -> bool:
        async with self._store.reading() as connection:
            return (await connection.execute(select(RECEIVERS.c.id).limit(1))).first() is not None

    async def add(self, **values: Any) -> tuple[Receiver, str]:
        """A new one, and the secret of whoever may change it."""
        secret = new_token()
        row = values | {"id": secrets.token_hex(12), "secret_hash": hash_token(secret), "failures": 0, "created": time.time()}  # fmt: skip
        async with self._store.reading() as connection, connection.begin():
            # A device that comes again is the same device.
            await _remove(connection, RECEIVERS.c.address == row["address"], RECEIVERS.c.kind == PUSH)
            await _remove(
                connection, RECEIVERS.c.confirmed == 0, RECEIVERS.c.created < time.time() - UNCONFIRMED
            )
            await connection.execute(insert(RECEIVERS).values(row))
            if row["person"]:
                await _bound(connection, row["person"])
        found = await self.get(row["id"])
        assert found is not None
        return found, secret

    async def prune(self) -> None:
        """Forget those that are nobody's: of people who are gone, of seats that are long gone, and addresses that nobody confirmed."""
        now = time.time()
        seated = select(WATCHED.c.receiver).join(
            SEATS,
            (SEATS.c.code == WATCHED.c.code)
            & (SEATS.c.seat == WATCHED.c.seat)
            & (SEATS.c.token_hash == WATCHED.c.token_hash),
        )
        nobodys = (RECEIVERS.c.person == "") & RECEIVERS.c.id.not_in(seated)
        theirs = (RECEIVERS.c.person != "") & RECEIVERS.c.person.not_in(select(PEOPLE.c.id))
        unconfirmed = (RECEIVERS.c.confirmed == 0) & (RECEIVERS.c.created < now - UNCONFIRMED)
        async with self._store.reading() as connection, connection.begin():
            for which in (nobodys & (RECEIVERS.c.created < now - UNUSED), theirs, unconfirmed):
                await _remove(connection, which)

    async def get(self, id: str) -> Receiver | None:
        async with self._store.reading() as connection:
            row = (await connection.execute(select(RECEIVERS).where(RECEIVERS.c.id == id))).first()
        return None if row is None else _receiver(row)

    async def mine(self, id: str, secret: str) -> Receiver | None:
        """The one of that name, for whoever has its secret."""
        found = await self.get(id)
        return found if found is not None and same_token(secret, found.secret_hash) else None

    async def change(self, id: str, **values: Any) -> None:
        async with self._store.reading() as connection, connection.begin():
            await connection.execute(update(RECEIVERS).where(RECEIVERS.c.id == id).values(values))

    async def remove(self, id: str) -> None:
        async with self._store.reading() as connection, connection.begin():
            await _remove(connection, RECEIVERS.c.id == id)

    async def failed(self, id: str) -> None:
        """It could not be reached; after too many times in a row it is removed."""
        async with self._store.reading() as connection, connection.begin():
            more = update(RECEIVERS).where(RECEIVERS.c.id == id).values(failures=RECEIVERS.c.failures + 1)
            await connection.execute(more)
            await _remove(connection, RECEIVERS.c.id == id, RECEIVERS.c.failures >= FAILURES)

    async def reached(self, id: str) -> None:
        async with self._store.reading() as connection, connection.begin():
            again = update(RECEIVERS).where(RECEIVERS.c.id == id, RECEIVERS.c.failures > 0)
            await connection.execute(again.values(failures=0))

    # Of which seats.

    async def watch(self, id: str, code: str, seats: Sequence[tuple[int, str]]) -> None:
        """Tell that receiver of these seats (with the hashes of their tokens)."""
        async with self._store.reading() as connection, connection.begin():
            for seat, token_hash in seats:
                here = (WATCHED.c.receiver == id) & (WATCHED.c.code == code) & (WATCHED.c.seat == seat)
                known = (await connection.execute(select(WATCHED.c.token_hash).where(here))).scalar()
                if known == token_hash:
                    continue
                await connection.execute(delete(WATCHED).where(here))
                await connection.execute(
                    insert(WATCHED).values(
                        receiver=id, code=code, seat=seat, token_hash=token_hash, since=time.time()
                    )
                )
                others = select(WATCHED.c.receiver).where(WATCHED.c.code == code, WATCHED.c.seat == seat)
                crowd = others.order_by(WATCHED.c.since.desc()).offset(MOST_OF_SEAT)
                gone = [old for (old,) in await connection.execute(crowd)]
                await connection.execute(
                    delete(WATCHED).where(
                        WATCHED.c.code == code, WATCHED.c.seat == seat, WATCHED.c.receiver.in_(gone)
                    )
                )
            # The oldest make room.
            latest = select(WATCHED.c.since).where(WATCHED.c.receiver == id).order_by(WATCHED.c.since.desc())
            limit = (await connection.execute(latest.offset(MOST_WATCHED).limit(1))).scalar()
            if limit is not None:
                await connection.execute(
                    delete(WATCHED).where(WATCHED.c.receiver == id, WATCHED.c.since <= limit)
                )

    async def of_table(self, code: str) -> list[tuple[Receiver, int, float]]:
        """Who is told of a table: of which seat, and since when."""
        by_token = (
            select(RECEIVERS, WATCHED.c.seat, WATCHED.c.since.label("begun"))
            .join(WATCHED, WATCHED.c.receiver == RECEIVERS.c.id)
            # Whoever left a seat is not told of it any more.
            .join(
                SEATS,
                (SEATS.c.code == WATCHED.c.code)
                & (SEATS.c.seat == WATCHED.c.seat)
                & (SEATS.c.token_hash == WATCHED.c.token_hash),
            )
            .where(WATCHED.c.code == code, RECEIVERS.c.confirmed == 1)
        )
        by_person = (
            select(RECEIVERS, SEATS.c.seat, RECEIVERS.c.created.label("begun"))
            .join(SEATS, SEATS.c.person == RECEIVERS.c.person)
            .where(
                SEATS.c.code == code,
                RECEIVERS.c.person != "",
                SEATS.c.token_hash != "",
                RECEIVERS.c.confirmed == 1,
            )
        )
        found: dict[tuple[str, int], tuple[Receiver, int, float]] = {}
        async with self._store.reading() as connection:
            for wanted in (by_token, by_person):
                for row in await connection.execute(wanted):
                    found.setdefault((row.id, row.seat), (_receiver(row), row.seat, row.begun))
        return list(found.values())

    async def is_told(self, id: str, code: str, seat: int) -> bool:
        """Is that receiver still told of that seat? Nobody is who stopped it, or left."""
        return any(receiver.id == id and its == seat for receiver, its, _ in await self.of_table(code))

    async def tables(self) -> list[str]:
        """The tables that somebody is told of, and at which something happened lately."""
        watched = select(WATCHED.c.code)
        theirs = select(SEATS.c.code).join(
            RECEIVERS, (RECEIVERS.c.person == SEATS.c.person) & (RECEIVERS.c.person != "")
        )
        wanted = (
            select(TABLES.c.code)
            .where(
                TABLES.c.changed > time.time() - RECENT,
                TABLES.c.code.in_(watched) | TABLES.c.code.in_(theirs),
            )
            .order_by(TABLES.c.changed.desc())
            .limit(MOST_RECENT)
        )
        async with self._store.reading() as connection:
            return [code for (code,) in await connection.execute(wanted)]

    # What they were told.

    async def known(self, code: str) -> set[tuple[str, str, str]]:
        """What each was told last of a table: receiver, occasion, mark."""
        async with self._store.reading() as connection:
            rows = await connection.execute(
                select(TOLD.c.receiver, TOLD.c.what, TOLD.c.mark).where(TOLD.c.code == code)
            )
            return {(row.receiver, row.what, row.mark) for row in rows}

    async def claim(self, receiver: Receiver, code: str, occasion: Occasion) -> bool:
        """Is it for us to tell that? Once, whoever asks."""
        row = {"receiver": receiver.id, "code": code, "what": occasion.key, "mark": occasion.mark}
        async with self._store.reading() as connection, connection.begin():
            return (await connection.execute(CLAIM, row)).first() is not None


async def _remove(connection: AsyncConnection, *which: Any) -> None:
    gone = [id for (id,) in await connection.execute(select(RECEIVERS.c.id).where(*which))]
    if gone:
        for table, column in (
            (WATCHED, WATCHED.c.receiver),
            (TOLD, TOLD.c.receiver),
            (RECEIVERS, RECEIVERS.c.id),
        ):
            await connection.execute(delete(table).where(column.in_(gone)))


async def _bound(connection: AsyncConnection, person: str) -> None:
    """The oldest of a person's make room."""
    latest = select(RECEIVERS.c.id).where(RECEIVERS.c.person == person)
    old = latest.order_by(RECEIVERS.c.created.desc()).offset(MOST_EACH)
    await _remove(connection, RECEIVERS.c.id.in_([id for (id,) in await connection.execute(old)]))


async def _export(connection: AsyncConnection, person: str) -> Any:
    rows = await connection.execute(select(RECEIVERS).where(RECEIVERS.c.person == person))
    kept = ("kind", "address", "form", "lang", "wants", "quiet", "created")
    return [{name: row[name] for name in kept} for row in rows.mappings()]


async def _erase(connection: AsyncConnection, person: str) -> None:
    await _remove(connection, RECEIVERS.c.person == person)


async def _move(connection: AsyncConnection, person: str, to: str) -> None:
    await connection.execute(update(RECEIVERS).where(RECEIVERS.c.person == person).values(person=to))
    await _bound(connection, to)


BELONGINGS.append(Belonging("notices", _export, _erase, _move))
