"""A name of one's own, without an account: people, and the sessions in which they have proved who they are.

A request that shows a session (`Authorization: Bearer …`) comes from a person; any other request comes from nobody in particular, and everything
plays all the same. No cookie is involved: what a browser does not send by itself, no other page can make it send. `docs/identity.md` tells the
whole; `identity_store.py` keeps keys and sessions, `belongings.py` gives out and erases what is a person's.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection

from bagarre.web.connection import RESTARTING
from bagarre.web.database import DEVICES, PEOPLE, SEATS, SESSIONS
from bagarre.web.guard import hash_token
from bagarre.web.store import Store
from bagarre.web.writer import StoreAway

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

SCHEME = "Bearer "


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has proved to be the same as before."""

    id: str
    name: str
    device: str = ""
    """Which of their devices proved it."""


@dataclass(frozen=True, slots=True)
class Belonging:
    """What another part of the server keeps of people: it goes into their export, and leaves with them."""

    name: str
    export: Callable[[AsyncConnection, str], Awaitable[Any]]
    """What it has of a person, as JSON holds it."""
    erase: Callable[[AsyncConnection, str], Awaitable[None]]
    """Forgets a person, in the transaction in which they are forgotten everywhere."""
    move: Callable[[AsyncConnection, str, str], Awaitable[None]]
    """What was the first's becomes the second's: one person had two names. What the second cannot have twice stays behind, and is erased."""


BELONGINGS: list[Belonging] = []
"""Added to by the modules that keep something of people."""


async def person_of(request: HTTPConnection) -> Person | None:
    """Who asks; `None` when nobody in particular does.

    :raises StoreAway: when the database does not answer.
    """
    shown = request.headers.get("authorization", "")
    if not shown.startswith(SCHEME):
        return None
    store: Store = request.app.state.registry.store
    return await person_of_session(store, shown.removeprefix(SCHEME))


async def person_of_session(store: Store, session: str) -> Person | None:
    """The person whose session that is, while it lasts."""
    wanted = (
        select(PEOPLE.c.id, PEOPLE.c.name, SESSIONS.c.device)
        .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
        .where(SESSIONS.c.token_hash == hash_token(session), SESSIONS.c.expires > time.time())
    )
    async with store.reading() as connection:
        found = (await connection.execute(wanted)).first()
    return None if found is None else Person(str(found.id), str(found.name), str(found.device))


async def part_with_strangers(store: Store, tables: Iterable[LiveTable]) -> None:
    """Devices that were removed from a name, here or by another process, keep no open socket: they come back as who they are now."""
    named = [one for table in tables for one in table.connections if one.device]
    if not named:
        return
    wanted = select(DEVICES.c.id).where(DEVICES.c.id.in_({one.device for one in named}))
    with contextlib.suppress(StoreAway):
        async with store.reading() as connection:
            known = {device for (device,) in await connection.execute(wanted)}
        for one in named:
            if one.device not in known:
                one.cut(RESTARTING)


async def seats_of_person(store: Store, code: str, person: str) -> dict[int, str]:
    """The seats of somebody at a table, and the hashes of their tokens: a seat whose token changed meanwhile is somebody else's."""
    wanted = select(SEATS.c.seat, SEATS.c.token_hash).where(
        SEATS.c.code == code, SEATS.c.person == person, SEATS.c.token_hash != ""
    )
    async with store.reading() as connection:
        return {int(row.seat): str(row.token_hash) for row in await connection.execute(wanted)}
