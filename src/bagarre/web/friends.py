"""Friends: people with a name of their own who both say so.

What one says of another is a row of `friends`: yes or no. Two who both say yes are friends. A yes that is not answered is a question; a no is told to
nobody: whoever was refused goes on waiting, and cannot ask again. Nobody learns anything of whoever did not say yes: not a name but the one that they sat
under, and not whether two of those are the same person's.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bagarre.kernel.errors import Mistake
from bagarre.web.database import CHALLENGES, FRIENDS, PEOPLE, SEATS, TABLES
from bagarre.web.guard import LETTERS, hash_token
from bagarre.web.identity import BELONGINGS, Belonging, Person
from bagarre.web.identity_store import CODE_LENGTH, Identities
from bagarre.web.store import OVER, Store

YES, NO = 1, 0
FRIEND = "friend"
"""The purpose of a code that makes two people friends."""
GIVEN = 7 * 86_400.0
"""Seconds for which such a code works, once."""
CODES = 10
"""Codes of one person at a time; a further one ends the oldest."""
MOST, MOST_ASKED = 200, 30
"""Friends of one person, and their questions that wait for an answer."""
GAMES = 30
"""Finished games, the latest, whose people may be asked."""

SAY = text(
    """
    INSERT INTO friends (person, friend, name, id, says, since) VALUES (:person, :friend, :name, :id, :says, :since)
    ON CONFLICT (person, friend, name) DO UPDATE SET says = excluded.says, since = excluded.since WHERE friends.says <> excluded.says
    """
)


@dataclass(frozen=True, slots=True)
class Friend:
    """Somebody in one of the lists; `id` only says which line of it is meant."""

    id: str
    name: str
    since: float


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody who sat at the same table in a game that is over, as they were called there."""

    code: str
    seat: int
    name: str
    game: str
    at: float


@dataclass(frozen=True, slots=True)
class Circle:
    """All that somebody knows of friends."""

    friends: list[Friend]
    asking: list[Friend]
    """Who asks them."""
    asked: list[Friend]
    """Whom they ask."""
    met: list[Met]


class Said:
    """What somebody says of others, and others of them."""

    def __init__(self, person: str, rows: Sequence[Any]) -> None:
        self.mine = [row for row in rows if row.person == person]
        self.theirs = [row for row in rows if row.friend == person]
        agreed = {row.person for row in self.theirs if row.says == YES}
        self.friends = {row.friend: row for row in self.mine if row.says == YES and row.friend in agreed}
        answered = {row.friend for row in self.mine}
        self.asking = {
            row.person: row for row in self.theirs if row.says == YES and row.person not in answered
        }
        self.asked = [
            row for row in self.mine if row.says == YES and row.friend not in self.friends and row.name
        ]

    @classmethod
    async def of(cls, connection: AsyncConnection, person: str) -> Said:
        about = (FRIENDS.c.person == person) | (FRIENDS.c.friend == person)
        wanted = select(FRIENDS).where(about).order_by(FRIENDS.c.since)
        return cls(person, (await connection.execute(wanted)).all())

    def has_asked(self, person: str, name: str) -> bool:
        """By the name they sat under: of two names of one person nobody may learn that they are one."""
        return person in self.friends or any((row.friend, row.name) == (person, name) for row in self.mine)


class Friends:
    """Who is whose friend."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._identities = Identities(store)

    # Reading.

    async def circle(self, person: str) -> Circle:
        async with self.store.reading() as connection:
            said = await Said.of(connection, person)
            names = await _names(connection, [*said.friends, *said.asking])
            met = await _met(connection, person, said)
        friends = [Friend(row.id, names[one], row.since) for one, row in said.friends.items() if one in names]
        return Circle(
            sorted(friends, key=lambda one: (one.name.casefold(), one.since)),
            [Friend(row.id, names[one], row.since) for one, row in said.asking.items() if one in names][
                :MOST
            ],
            [Friend(row.id, row.name, row.since) for row in said.asked],
            met,
        )

    async def of(self, person: str) -> list[str]:
        """Their friends."""
        async with self.store.reading() as connection:
            return list((await Said.of(connection, person)).friends)

    async def questions(self, person: str) -> int:
        """How many people wait for their answer."""
        async with self.store.reading() as connection:
            return len((await Said.of(connection, person)).asking)

    # Becoming friends.

    async def give(self, person: str) -> str:
        """A code that makes its giver the friend of whoever takes it: once, for a week."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        mine = (CHALLENGES.c.person == person) & (CHALLENGES.c.purpose == FRIEND)
        async with self._identities.changing() as connection:
            latest = select(CHALLENGES.c.nonce).where(mine).order_by(CHALLENGES.c.expires.desc())
            old = [nonce for (nonce,) in await connection.execute(latest.offset(CODES - 1))]
            await connection.execute(delete(CHALLENGES).where(CHALLENGES.c.nonce.in_(old)))
        return await self._identities.ask(FRIEND, person, seconds=GIVEN, text=code)

    async def giver(self, code: str) -> Person:
        """Who gave that code.

        :raises Mistake: when it leads nowhere.
        """
        wanted = (
            select(PEOPLE.c.id, PEOPLE.c.name)
            .join(CHALLENGES, CHALLENGES.c.person == PEOPLE.c.id)
            .where(
                CHALLENGES.c.nonce == hash_token(code),
                CHALLENGES.c.purpose == FRIEND,
                CHALLENGES.c.expires > time.time(),
            )
        )
        async with self.store.reading() as connection:
            found = (await connection.execute(wanted)).first()
        if found is None:
            raise Mistake("friend_code")
        return Person(found.id, found.name)

    async def take(self, person: str, code: str) -> None:
        """Become the friend of whoever gave that code.

        :raises Mistake: when it leads nowhere, or is one's own, which stays good for others.
        """
        giver = await self.giver(code)
        if giver.id == person:
            raise Mistake("friend_self")
        used = delete(CHALLENGES).where(CHALLENGES.c.nonce == hash_token(code)).returning(CHALLENGES.c.person)
        async with self._identities.changing() as connection:
            for one in (person, giver.id):
                await _check_room(connection, one)
            if (await connection.execute(used)).scalar() != giver.id:
                raise Mistake("friend_code")
            await _say(connection, giver.id, person, YES)
            await _say(connection, person, giver.id, YES)

    async def ask(self, person: str, code: str, seat: int) -> None:
        """Ask somebody of a game that is over.

        :raises Mistake: when there was nobody in that seat who can be asked, or enough were asked already.
        """
        async with self._identities.changing() as connection:
            said = await Said.of(connection, person)
            met = await _met(connection, person, said)
            if not any((one.code, one.seat) == (code, seat) for one in met):
                raise Mistake("friend_nobody")
            if len(said.asked) >= MOST_ASKED:
                raise Mistake("friend_asks", n=MOST_ASKED)
            await _check_room(connection, person)
            sat = select(SEATS.c.person, SEATS.c.name).where(SEATS.c.code == code, SEATS.c.seat == seat)
            other = (await connection.execute(sat)).one()
            await _say(connection, person, other.person, YES, other.name)

    async def answer(self, person: str, id: str, yes: bool) -> None:
        """Say yes or no to somebody who asks.

        :raises Mistake: when nobody does.
        """
        async with self._identities.changing() as connection:
            said = await Said.of(connection, person)
            asker = next((one for one, row in said.asking.items() if row.id == id), None)
            if asker is None:
                raise Mistake("friend_nobody")
            if yes:
                for one in (person, asker):
                    await _check_room(connection, one)
            await _say(connection, person, asker, YES if yes else NO)

    async def end(self, person: str, id: str) -> None:
        """Not friends any more, or not asked any more.

        :raises Mistake: when nobody of that name is in one's lists.
        """
        async with self._identities.changing() as connection:
            said = await Said.of(connection, person)
            friend = next((one for one, row in said.friends.items() if row.id == id), None)
            if friend is not None:
                for one, other in ((person, friend), (friend, person)):
                    ours = (FRIENDS.c.person == one) & (FRIENDS.c.friend == other)
                    await connection.execute(delete(FRIENDS).where(ours))
            elif any(row.id == id for row in said.asked):
                await connection.execute(delete(FRIENDS).where(FRIENDS.c.id == id))
            else:
                raise Mistake("friend_nobody")


async def _names(connection: AsyncConnection, people: Sequence[str]) -> dict[str, str]:
    wanted = select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(people))
    return {row.id: row.name for row in await connection.execute(wanted)}


async def _met(connection: AsyncConnection, person: str, said: Said) -> list[Met]:
    """People of their latest games whom they may ask, each name once."""
    games = (
        select(TABLES.c.code, TABLES.c.game, TABLES.c.changed)
        .where(
            TABLES.c.status == OVER,
            TABLES.c.code.in_(select(SEATS.c.code).where(SEATS.c.person == person)),
        )
        .order_by(TABLES.c.changed.desc())
        .limit(GAMES)
        .subquery()
    )
    wanted = (
        select(SEATS.c.code, SEATS.c.seat, SEATS.c.name, SEATS.c.person, games.c.game, games.c.changed)
        .join(games, games.c.code == SEATS.c.code)
        .where(SEATS.c.person != "", SEATS.c.person != person)
        .order_by(games.c.changed.desc(), SEATS.c.seat)
    )
    found: dict[tuple[str, str], Met] = {}
    for row in await connection.execute(wanted):
        if not said.has_asked(row.person, row.name):
            met = Met(row.code, row.seat, row.name, row.game, row.changed)
            found.setdefault((row.person, row.name), met)
    return list(found.values())


async def _say(connection: AsyncConnection, person: str, other: str, says: int, name: str = "") -> None:
    row = {"person": person, "friend": other, "name": name, "id": secrets.token_hex(12), "says": says}
    await connection.execute(SAY, row | {"since": time.time()})


async def _check_room(connection: AsyncConnection, person: str) -> None:
    """:raises Mistake: when they have friends enough."""
    if len((await Said.of(connection, person)).friends) >= MOST:
        raise Mistake("friend_many", n=MOST)


async def _export(connection: AsyncConnection, person: str) -> Any:
    said = await Said.of(connection, person)
    names = await _names(connection, [*said.friends, *said.asking])
    told = (
        ("friend", [(names.get(one, ""), row.since) for one, row in said.friends.items()]),
        ("asks", [(names.get(one, ""), row.since) for one, row in said.asking.items()]),
        ("asked", [(row.name, row.since) for row in said.asked]),
    )
    return [
        {"name": name, "is": what, "since": since} for what, people in told for name, since in people if name
    ]


async def _erase(connection: AsyncConnection, person: str) -> None:
    gone = (FRIENDS.c.person == person) | (FRIENDS.c.friend == person)
    await connection.execute(delete(FRIENDS).where(gone))


async def _move(connection: AsyncConnection, person: str, to: str) -> None:
    """What was said by or of both names stays as it was for the second."""
    for mine, other in (("person", "friend"), ("friend", "person")):
        known = select(FRIENDS.c[other]).where(FRIENDS.c[mine] == to)
        said = [one for (one,) in await connection.execute(known)]
        theirs = (FRIENDS.c[mine] == person) & FRIENDS.c[other].not_in([*said, to])
        await connection.execute(update(FRIENDS).where(theirs).values({mine: to}))


BELONGINGS.append(Belonging("friends", _export, _erase, _move))
