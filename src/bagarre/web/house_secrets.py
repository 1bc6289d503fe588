"""Secrets that all processes of a database share, made by the first that needs them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from bagarre.kernel.errors import Mistake
from bagarre.web.database import HOUSE
from bagarre.web.store import Store


async def house_secret(store: Store, name: str, make: Callable[[], str]) -> str:
    """The secret of that name.

    :raises Mistake: when it can be neither read nor made.
    """
    wanted = select(HOUSE.c.value).where(HOUSE.c.name == name)
    for _ in range(2):
        async with store.reading() as connection:
            found = (await connection.execute(wanted)).scalar()
        if found is not None:
            return str(found)
        with contextlib.suppress(IntegrityError):
            async with store.engine.begin() as connection:
                await connection.execute(insert(HOUSE).values(name=name, value=make()))
    raise Mistake("database", url="", reason=name)
