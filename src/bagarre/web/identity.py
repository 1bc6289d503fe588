"""A name of one's own, without an account: people, and the sessions in which they have proved who they are.

A request that shows a session (`Authorization: Bearer …`) comes from a person; any other request comes from nobody in particular, and everything
plays all the same. No cookie is involved: what a browser does not send by itself, no other page can make it send.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import select
from starlette.requests import HTTPConnection

from bagarre.web.database import PEOPLE, SESSIONS
from bagarre.web.guard import hash_token
from bagarre.web.store import Store

SCHEME = "Bearer "


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has proved to be the same as before."""

    id: str
    name: str


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
        select(PEOPLE.c.id, PEOPLE.c.name)
        .join(SESSIONS, SESSIONS.c.person == PEOPLE.c.id)
        .where(SESSIONS.c.token_hash == hash_token(session), SESSIONS.c.expires > time.time())
    )
    async with store.reading() as connection:
        found = (await connection.execute(wanted)).first()
    return None if found is None else Person(str(found.id), str(found.name))
