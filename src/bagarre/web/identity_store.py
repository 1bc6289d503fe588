"""People, their keys and their sessions in the database. What is asked once can be answered once, whichever process is answered."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bagarre.kernel.errors import Mistake
from bagarre.web.database import CHALLENGES, DEVICES, PEOPLE, SEATS, SESSIONS
from bagarre.web.guard import LETTERS, NAME_LENGTH, clean_text, hash_token, same_token
from bagarre.web.identity import BELONGINGS, Person
from bagarre.web.store import OPENING, Store
from bagarre.web.writer import LOST, StoreAway

KEY, PASSKEY = "key", "passkey"
"""Kinds of devices."""
ASKED, CARRIED, SESSION = 120.0, 600.0, 3600.0
"""Seconds for which a question may be answered, a code carries a name to another device, and a session lasts."""
CODE_LENGTH = 10
"""Letters of such a code: 50 random bits, for ten minutes, against somebody who may try ten and then waits longer each time."""
DEVICES_EACH = 20
UNUSED = 365 * 86_400.0
"""Seconds for which a name without a game is kept at least, by a server that removes what is old."""
FRESH, PRUNED = 3600.0, 200
"""Seconds in which nobody who is new is forgotten, and people that are forgotten at a time."""
LABEL_LENGTH = 40
CARRY = "carry"


@dataclass(frozen=True, slots=True)
class Device:
    """A key of a person's, without its secret."""

    id: str
    person: str
    kind: str
    public_key: str
    credential: str
    uses: int
    label: str
    added: float
    seen: float


@dataclass(frozen=True, slots=True)
class Session:
    """What a device shows from now on, for a while."""

    token: str
    person: Person
    device: str
    expires: float


class Identities:
    """Everybody who keeps a name here."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of its own.

        :raises StoreAway: when the database does not answer.
        """
        try:
            async with asyncio.timeout(OPENING), self.store.engine.begin() as connection:
                yield connection
        except LOST as error:
            raise StoreAway from error

    # Questions and codes.

    async def ask(self, purpose: str, person: str = "", *, seconds: float = ASKED, text: str = "") -> str:
        """Something that can be answered, or a code that can be used, once and for a while."""
        nonce, now = text or secrets.token_urlsafe(32), time.time()
        row = {"nonce": hash_token(nonce), "purpose": purpose, "person": person, "expires": now + seconds}
        async with self.changing() as connection:
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.expires < now))
            await connection.execute(insert(CHALLENGES).values(row))
        return nonce

    async def take(self, nonce: str, purpose: str) -> str:
        """Use that up; gives whom it was for.

        :raises Mistake: when it was never asked, is used up, or too old.
        """
        gone = (
            delete(CHALLENGES)
            .where(CHALLENGES.c.nonce == hash_token(nonce), CHALLENGES.c.purpose == purpose)
            .returning(CHALLENGES.c.person, CHALLENGES.c.expires)
        )
        async with self.changing() as connection:
            found = (await connection.execute(gone)).first()
        if found is None or found.expires < time.time():
            raise Mistake("identity_code" if purpose == CARRY else "identity_late")
        return str(found.person)

    async def carry(self, person: str) -> str:
        """A code with which another device becomes that person's too. There is one at a time."""
        async with self.changing() as connection:
            await connection.execute(
                delete(CHALLENGES).where(CHALLENGES.c.person == person, CHALLENGES.c.purpose == CARRY)
            )
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        return await self.ask(CARRY, person, seconds=CARRIED, text=code)

    # People and devices.

    async def register(self, name: str, public_key: str, label: str) -> Session:
        """Somebody new."""
        person = Person(secrets.token_hex(16), named(name))
        async with self.changing() as connection:
            await connection.execute(
                insert(PEOPLE).values(id=person.id, name=person.name, created=time.time())
            )
            device = await self._add(connection, person.id, KEY, public_key, label)
            return await self._begin(connection, person, device)

    async def join(self, person: str, public_key: str, label: str) -> Session:
        """One more device of somebody's. When it had a name of its own, all that belonged to that one comes along.

        :raises Mistake: when they have too many, or are gone.
        """
        async with self.changing() as connection:
            wanted = await self._person(connection, person)
            known = (
                await connection.execute(
                    select(DEVICES.c.id, DEVICES.c.person).where(DEVICES.c.public_key == public_key)
                )
            ).first()
            if known is None:
                device = await self._add(connection, person, KEY, public_key, label)
            else:
                device = str(known.id)
                if known.person != person:
                    await self._move(connection, str(known.person), person)
            return await self._begin(connection, wanted, device)

    async def add_passkey(self, person: str, credential: str, public_key: str, uses: int, label: str) -> None:
        """:raises Mistake: when it is somebody's already, or they have too many."""
        async with self.changing() as connection:
            known = select(DEVICES.c.id).where(DEVICES.c.credential == credential)
            if (await connection.execute(known)).first() is not None:
                raise Mistake("identity_proof")
            await self._add(connection, person, PASSKEY, public_key, label, credential, uses)

    async def _add(
        self,
        connection: AsyncConnection,
        person: str,
        kind: str,
        public_key: str,
        label: str,
        credential: str = "",
        uses: int = 0,
    ) -> str:
        mine = select(func.count()).select_from(DEVICES).where(DEVICES.c.person == person)
        if (await connection.execute(mine)).scalar_one() >= DEVICES_EACH:
            raise Mistake("identity_devices", n=DEVICES_EACH)
        now, device = time.time(), secrets.token_hex(16)
        row = Device(
            device,
            person,
            kind,
            public_key,
            credential,
            uses,
            clean_text(label, LABEL_LENGTH) or kind,
            now,
            now,
        )
        await connection.execute(
            insert(DEVICES).values({name: getattr(row, name) for name in Device.__slots__})
        )
        return device

    async def _person(self, connection: AsyncConnection, person: str) -> Person:
        found = (await connection.execute(select(PEOPLE).where(PEOPLE.c.id == person))).first()
        if found is None:
            raise Mistake("identity_gone")
        return Person(str(found.id), str(found.name))

    async def created(self, person: str) -> float:
        async with self.store.reading() as connection:
            found = await connection.execute(select(PEOPLE.c.created).where(PEOPLE.c.id == person))
            return float(found.scalar() or 0.0)

    async def rename(self, person: str, name: str) -> str:
        wanted = named(name)
        async with self.changing() as connection:
            await connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(name=wanted))
        return wanted

    async def devices(self, person: str) -> list[Device]:
        """The latest first."""
        wanted = select(DEVICES).where(DEVICES.c.person == person).order_by(DEVICES.c.seen.desc())
        async with self.store.reading() as connection:
            return [_device(row) for row in (await connection.execute(wanted)).mappings()]

    async def device(self, wanted: str) -> Device | None:
        async with self.store.reading() as connection:
            row = (await connection.execute(select(DEVICES).where(DEVICES.c.id == wanted))).mappings().first()
        return None if row is None else _device(row)

    async def by_credential(self, credential: str) -> Device | None:
        async with self.store.reading() as connection:
            wanted = select(DEVICES).where(DEVICES.c.credential == credential, DEVICES.c.kind == PASSKEY)
            row = (await connection.execute(wanted)).mappings().first()
        return None if row is None else _device(row)

    async def used(self, device: str, uses: int) -> None:
        """A passkey was used so often, by its own count."""
        async with self.changing() as connection:
            await connection.execute(
                update(DEVICES).where(DEVICES.c.id == device).values(uses=uses, seen=time.time())
            )

    async def remove(self, person: str, device: str) -> None:
        """That device is no longer theirs, from this moment on.

        :raises Mistake: when it is not theirs, or the only one.
        """
        async with self.changing() as connection:
            mine = [
                str(one)
                for (one,) in await connection.execute(select(DEVICES.c.id).where(DEVICES.c.person == person))
            ]
            if device not in mine:
                raise Mistake("identity_not_yours")
            if len(mine) == 1:
                raise Mistake("identity_last")
            await connection.execute(delete(DEVICES).where(DEVICES.c.id == device))
            await connection.execute(delete(SESSIONS).where(SESSIONS.c.device == device))

    # Sessions.

    async def begin(self, device: Device) -> Session:
        """That device has proved itself."""
        async with self.changing() as connection:
            person = await self._person(connection, device.person)
            await connection.execute(
                update(DEVICES).where(DEVICES.c.id == device.id).values(seen=time.time())
            )
            return await self._begin(connection, person, device.id)

    async def _begin(self, connection: AsyncConnection, person: Person, device: str) -> Session:
        session = Session(secrets.token_urlsafe(32), person, device, time.time() + SESSION)
        await connection.execute(delete(SESSIONS).where(SESSIONS.c.expires < time.time()))
        await connection.execute(
            insert(SESSIONS).values(
                token_hash=hash_token(session.token),
                person=person.id,
                device=device,
                expires=session.expires,
            )
        )
        return session

    # Seats.

    async def claim(self, person: str, code: str, tokens: list[str]) -> int:
        """Seats of which somebody shows the tokens, and that are nobody's by name, become theirs; gives how many."""
        mine = select(SEATS.c.seat, SEATS.c.token_hash).where(SEATS.c.code == code, SEATS.c.person == "")
        async with self.changing() as connection:
            seats = [
                (int(row.seat), str(row.token_hash))
                for row in await connection.execute(mine)
                if any(same_token(token, row.token_hash) for token in tokens)
            ]
            for seat, token_hash in seats:
                await connection.execute(
                    update(SEATS)
                    .where(SEATS.c.code == code, SEATS.c.seat == seat, SEATS.c.token_hash == token_hash)
                    .values(person=person)
                )
        return len(seats)

    async def _move(self, connection: AsyncConnection, person: str, to: str) -> None:
        """Somebody had two names, and keeps one: all that was the first's becomes the second's, and the first is forgotten."""
        for rows in (SEATS, DEVICES):
            await connection.execute(update(rows).where(rows.c.person == person).values(person=to))
        for belonging in BELONGINGS:
            await belonging.move(connection, person, to)
        await self.forget(connection, person)

    async def prune(self, seconds: float) -> int:
        """Forget the people whom nobody can prove to be any more, and those without a game whose devices were not used for so long; gives how many."""
        used = select(DEVICES.c.person).where(DEVICES.c.seen > time.time() - seconds)
        playing = select(SEATS.c.person).where(SEATS.c.person != "")
        unused = PEOPLE.c.id.not_in(used) & PEOPLE.c.id.not_in(playing)
        keyless = PEOPLE.c.id.not_in(select(DEVICES.c.person))
        wanted = select(PEOPLE.c.id).where(unused | keyless, PEOPLE.c.created < time.time() - FRESH)
        async with self.changing() as connection:
            gone = [str(person) for (person,) in await connection.execute(wanted.limit(PRUNED))]
            for person in gone:
                await connection.execute(update(SEATS).where(SEATS.c.person == person).values(person=""))
                await self.forget(connection, person)
        return len(gone)

    async def forget(self, connection: AsyncConnection, person: str) -> None:
        """All that is kept of somebody besides their games."""
        for belonging in BELONGINGS:
            await belonging.erase(connection, person)
        for rows in (CHALLENGES, SESSIONS, DEVICES):
            await connection.execute(delete(rows).where(rows.c.person == person))
        await connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))


def named(name: str) -> str:
    """A name that somebody may have.

    :raises Mistake: when nothing is left of it.
    """
    wanted = clean_text(name, NAME_LENGTH)
    if not wanted:
        raise Mistake("identity_name")
    return wanted


def _device(row: Any) -> Device:
    return Device(**{name: row[name] for name in Device.__slots__})
