"""What is a person's: their games, all of it as one file, and how it is erased.

A game that was played with other people is theirs too: its record stays, with another name in the place of the one who left. A game that nobody
else played leaves with its table.
"""

from __future__ import annotations

import asyncio
import io
import json
import time
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import case, select, update
from starlette.requests import HTTPConnection

from bagarre.kernel.words import house_words
from bagarre.record import Record
from bagarre.web.archive import Archive
from bagarre.web.commands.lobby import unseat, without
from bagarre.web.database import CHAT, SEATS, TABLES
from bagarre.web.hop import Unreachable, ask
from bagarre.web.identity import BELONGINGS, Person, seats_of_person
from bagarre.web.identity_store import Identities
from bagarre.web.leases import Elsewhere
from bagarre.web.livetable import LiveTable
from bagarre.web.store import HUMAN, LOBBY, OVER, PLAYING, Remark, Stored
from bagarre.web.writer import StoreAway

if TYPE_CHECKING:
    from bagarre.web.registry import TableRegistry

SILENCE = "…"
"""What is left of a remark whose writer is gone."""
EVERY = 1 << 30
EXPORTED = 2_000
"""Games of one export, the latest first."""
NO_TABLE = 4404
"""Why a connection is closed: there is no such table."""
REACHING, AGAIN = 10.0, 0.2
"""Seconds in which the process must be found that plays a table, and between two tries."""


async def games_of(registry: TableRegistry, person: str, most: int, skip: int = 0) -> list[str]:
    """The addresses of somebody's tables: those that go on, then those that are over, the latest first."""
    is_over = case((TABLES.c.status == OVER, 1), else_=0)
    wanted = (
        select(TABLES.c.code)
        .where(TABLES.c.code.in_(select(SEATS.c.code).where(SEATS.c.person == person)))
        # Those that go on first, in an order that does not tell when somebody answers in secret.
        .order_by(
            is_over, case((is_over == 1, TABLES.c.changed), else_=TABLES.c.created).desc(), TABLES.c.code
        )
        .limit(most)
        .offset(skip)
    )
    async with registry.store.reading() as connection:
        return [str(code) for (code,) in await connection.execute(wanted)]


def seats_in(stored: Stored, person: str) -> list[int]:
    return [i for i, seat in enumerate(stored.seats) if person and seat.person == person]


# All of it as one file.


def record_file(stored: Stored) -> tuple[str, str]:
    """The name of a finished game's record, and the record."""
    day = time.strftime("%Y-%m-%d", time.gmtime(stored.changed))
    return f"{day}-{stored.game}-{stored.code}.jsonl", Record.of(stored.header, stored.lines).text()


def seen_change(stored: Stored) -> float:
    """When something happened last that everybody saw: an answer in secret tells nobody its time."""
    return (stored.waiting.since or stored.created) if stored.status == PLAYING else stored.changed


def game_facts(stored: Stored, seats: Sequence[int]) -> dict[str, Any]:
    """A game as an export tells it: what anybody at the table may know."""
    return {
        "code": stored.code, "game": stored.game, "title": stored.title, "status": stored.status, "created": stored.created,
        "changed": seen_change(stored), "players": [seat.name for seat in stored.seats], "seats": list(seats),
    }  # fmt: skip


async def records_of(registry: TableRegistry, codes: Sequence[str]) -> dict[str, str]:
    """The records of those games that are over, by the names of their files. One that goes on would tell its secrets."""
    files: dict[str, str] = {}
    for code in codes[:EXPORTED]:
        stored = await registry.store.load(code)
        if stored is not None and stored.status == OVER and stored.lines:
            name, text = await asyncio.to_thread(record_file, stored)
            files[name] = text
    return files


async def everything_of(registry: TableRegistry, identities: Identities, person: Person) -> bytes:
    """All that is kept of somebody, as a ZIP file: one JSON file, and the records of their games."""
    games, codes = [], await games_of(registry, person.id, EXPORTED)
    remarks: list[dict[str, Any]] = []
    for code in codes:
        stored = await registry.store.load(code)
        if stored is None:
            continue
        mine = seats_in(stored, person.id)
        games.append(game_facts(stored, mine))
        remarks += [
            {"table": code, "text": remark.text, "at": remark.at}
            for remark in stored.chat
            if remark.seat in mine
        ]
    told: dict[str, Any] = {
        "id": person.id,
        "name": person.name,
        "created": await identities.created(person.id),
        "devices": [asdict(device) for device in await identities.devices(person.id)],
        "games": games,
        "remarks": remarks,
    }
    async with registry.store.reading() as connection:
        for belonging in BELONGINGS:
            told[belonging.name] = await belonging.export(connection, person.id)
    files = {
        "bagarre.json": json.dumps(told, indent=2, ensure_ascii=False) + "\n",
        **{f"records/{name}": text for name, text in (await records_of(registry, codes)).items()},
    }
    return await asyncio.to_thread(zipped, files)


def zipped(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


# Erasing.


async def erase(
    registry: TableRegistry, identities: Identities, person: Person, asking: HTTPConnection, lang: str
) -> None:
    """Forget somebody: their games one after the other, then their keys.

    :raises StoreAway: when the database does not answer; what is left is erased when they ask again.
    """
    for code in await games_of(registry, person.id, EVERY):
        await _leave(registry, code, person.id, asking, lang)
    async with identities.changing() as connection:
        await connection.execute(update(SEATS).where(SEATS.c.person == person.id).values(person=""))
        await identities.forget(connection, person.id)


async def _leave(registry: TableRegistry, code: str, person: str, asking: HTTPConnection, lang: str) -> None:
    """One table without them, done by whichever process plays it."""
    loop = asyncio.get_running_loop()
    end = loop.time() + REACHING
    while True:
        try:
            await leave_here(registry, code, person, lang)
            return
        except Elsewhere as elsewhere:
            if loop.time() > end:
                raise StoreAway from None
            try:
                path = f"/inner/leave/{code}/{person}?lang={lang}"
                if await ask(elsewhere.address, path, registry.leases, asking.scope):
                    return
            except Unreachable:
                pass
        await asyncio.sleep(AGAIN)


async def leave_here(registry: TableRegistry, code: str, person: str, lang: str) -> None:
    """The same in this process.

    :raises Elsewhere: when another one plays that table.
    """
    if code not in registry.tables and code not in await registry.leases.held():
        stored = await registry.store.glance(code)
        if stored is None:
            return
        if stored.status == OVER:
            await _leave_past(registry, stored, person, lang)
            return
    table = await registry.table(code)
    if table is None:
        return
    for i, token_hash in (await seats_of_person(registry.store, code, person)).items():
        # They may have claimed it since the table was read.
        if table.state.seats[i].token_hash == token_hash:
            table.state.seats[i].person = person
    if _shared(table.state.stored, seats_in(table.state.stored, person)):
        await _leave_live(table, person, lang)
    else:
        registry.lose(table, NO_TABLE)
        await Archive(registry.store.engine).delete([code])


def _shared(stored: Stored, mine: Sequence[int]) -> bool:
    """Has anybody else played there?"""
    return any(
        (seat.kind == HUMAN or seat.stands_in) and i not in mine for i, seat in enumerate(stored.seats)
    )


def _gone(stored: Stored, person: str, lang: str) -> Stored:
    """A table as it is without somebody: their name and their words are no longer there."""
    mine = seats_in(stored, person)
    somebody = house_words(lang).say("web.me.somebody")
    seats, players = list(stored.seats), list(stored.header.get("players", ()))
    for i in mine:
        seats[i] = replace(seats[i], name=f"{somebody} {i + 1}", token_hash="", person="")
        if i < len(players):
            players[i] = seats[i].name
    header = stored.header | {"players": players} if players else stored.header
    chat = [
        Remark(one.seat, seats[one.seat].name, SILENCE, one.at) if one.seat in mine else one
        for one in stored.chat
    ]
    return replace(stored, seats=seats, header=header, chat=chat)


async def _leave_past(registry: TableRegistry, stored: Stored, person: str, lang: str) -> None:
    """A game that is over, and that nobody has in memory."""
    mine = seats_in(stored, person)
    if not _shared(stored, mine):
        await Archive(registry.store.engine).delete([stored.code])
        return
    changed = _gone(stored, person, lang)
    async with Identities(registry.store).changing() as connection:
        await connection.execute(
            update(TABLES).where(TABLES.c.code == stored.code).values(header=json.dumps(changed.header))
        )
        for i in mine:
            here = SEATS.c.code == stored.code, SEATS.c.seat == i
            await connection.execute(
                update(SEATS).where(*here).values(name=changed.seats[i].name, token_hash="", person="")
            )
            await connection.execute(
                update(CHAT)
                .where(CHAT.c.code == stored.code, CHAT.c.seat == i)
                .values(name=changed.seats[i].name, text=SILENCE)
            )


async def _leave_live(table: LiveTable, person: str, lang: str) -> None:
    """A table in memory: in its turn, as when somebody leaves it. In a game a bot plays on."""

    async def job() -> None:
        stored = table.state.stored
        mine = seats_in(stored, person)
        changed = _gone(stored, person, lang)
        if stored.status != OVER:
            for i in mine:
                changed = without(changed, i, table.stand_in)
        # The words first: while the seat is theirs, whoever asks again finds the table again.
        async with Identities(table.store).changing() as connection:
            for i in mine:
                await connection.execute(
                    update(CHAT)
                    .where(CHAT.c.code == stored.code, CHAT.c.seat == i)
                    .values(name=SILENCE if stored.status == LOBBY else changed.seats[i].name, text=SILENCE)
                )
        await table.save(changed)
        for i in mine:
            unseat(table, i)

    await table.in_turn(job)
