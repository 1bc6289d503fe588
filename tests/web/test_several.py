"""Several processes on one PostgreSQL: a table has one owner, any process takes any connection, and whoever lost a table writes and tells nothing."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from bagarre.web import leases
from bagarre.web.database import LINES
from bagarre.web.leases import Elsewhere, Leases
from bagarre.web.livetable import LiveTable
from bagarre.web.lock import engine_of
from bagarre.web.store import Store, Waiting
from bagarre.web.writer import Fenced
from tests.patience import PATIENCE
from tests.web.house import LEDUC, Live, Wire, live
from tests.web.postgres import Postgres, running_postgres

GAMES = {"leduc": LEDUC}
LONG = 600.0
"""Nobody is replaced because the machine is busy."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as running:
        yield running


@contextlib.contextmanager
def two(folder: Path, postgres: Postgres, **changes: Any) -> Iterator[tuple[Live, Live]]:
    """Two servers on one database. In one process here: what they share is the database alone."""
    usual = {"database": postgres.url, "games": GAMES, "render_workers": 0, "lease": LONG}
    with live(folder, **usual | changes) as first, live(folder, **usual | changes) as second:
        yield first, second


def opened(server: Live) -> tuple[str, list[str]]:
    asked = {"game": "leduc", "name": "A", "seats": ["here"], "start": True, "options": {"raises": 4}}
    answer = httpx.post(f"{server.base}/api/tables", json=asked).raise_for_status().json()
    return answer["code"], answer["tokens"]


def until(holds: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


def turn(wires: list[Wire]) -> Wire:
    """The one that is asked; everybody has read what there is."""
    for wire in wires:
        wire.settle(0.05)
    return next(wire for wire in wires if wire.told.get("legal"))


def test_any_process_takes_any_connection(tmp_path: Path, postgres: Postgres) -> None:
    with two(tmp_path, postgres) as (first, second):
        code, tokens = opened(first)
        wires = [first.wire(code, tokens[0])]
        wires[0].settle(0.05)
        wires.append(second.wire(code, tokens[1]))
        watcher = second.wire(code)
        for _ in range(2):
            mover = turn(wires)
            assert mover.choose()["type"] == "accepted"
        for wire in (*wires, watcher):
            wire.settle(0.05)
        assert watcher.told["log"], "whoever watches through the other process sees the game"
        assert [line["n"] for line in wires[0].told["log"]] == [line["n"] for line in wires[1].told["log"]]
        assert list(first.registry.tables) == [code]
        assert not second.registry.tables, "it is played in one process only"


def test_a_table_is_played_where_its_first_player_comes(tmp_path: Path, postgres: Postgres) -> None:
    """So a proxy that sends all players of a table to one process spares them the way from one to the other."""
    with two(tmp_path, postgres) as (first, second):
        until(lambda: first.registry.leases.others == 1)
        code, tokens = opened(first)
        assert not first.registry.tables
        wires = [second.wire(code, token) for token in tokens]
        assert turn(wires).choose("raise")["type"] == "accepted"
        assert list(second.registry.tables) == [code]


def test_pages_are_answered_by_whoever_is_asked(tmp_path: Path, postgres: Postgres) -> None:
    with two(tmp_path, postgres) as (first, second):
        code, tokens = opened(first)
        asked = {"tables": [{"code": code, "tokens": tokens[:1]}]}
        rows = [httpx.post(f"{server.base}/api/mine", json=asked).json() for server in (first, second)]
        assert rows[0][0]["moment"]
        assert rows[0] == rows[1]
        assert not second.registry.tables
        # The inner address is for processes that know the secret, and the public one has no such page.
        inner = first.registry.leases.address
        assert httpx.get(f"http://{inner}/").status_code == 403
        assert httpx.get(f"http://{inner}/", headers={"x-bagarre-secret": "guess"}).status_code == 403
        assert httpx.get(f"{first.base}/inner/moments/{code}/0").status_code == 404


@pytest.mark.parametrize("named", [False, True], ids=["carried", "handed over"])
def test_who_comes_through_another_process_is_counted_by_their_own_address(
    named: bool, tmp_path: Path, postgres: Postgres
) -> None:
    with two(tmp_path, postgres, table_watchers=1) as (first, second):
        until(lambda: second.registry.leases.others == 1)
        code, tokens = opened(first)
        host = first.wire(code, tokens[0])
        host.settle()
        passed = Wire(second.address(code if named else ""), code, comes_from="203.0.113.7")
        passed.settle()
        table: LiveTable = first.registry.tables[code]
        assert {connection.address for connection in table.connections} == {"127.0.0.1", "203.0.113.7"}
        crowd = second.wire(code, named=named)
        assert crowd.until("error")["code"] == "too_many_sockets"
        host.settle()
        host.send(type="ban", watcher=host.told["watchers"][0])
        with pytest.raises(ConnectionClosed) as closed:
            passed.drain(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403, "how the owner ends it is how it ends"


def test_a_server_that_is_told_to_end_hands_its_tables_over(tmp_path: Path, postgres: Postgres) -> None:
    with two(tmp_path, postgres) as (first, second):
        code, tokens = opened(first)
        first.wire(code).settle(0.05)
        wires = [second.wire(code, token) for token in tokens]
        assert turn(wires).choose("raise")["type"] == "accepted"
        lines = len(first.registry.tables[code].state.match.history)
        began = time.monotonic()
        first.stop()
        for wire in wires:
            with pytest.raises(ConnectionClosed):
                wire.drain(PATIENCE)
        wires = [second.wire(code, token) for token in tokens]
        assert turn(wires).choose("call")["type"] == "accepted"
        assert len(second.registry.tables[code].state.match.history) == lines + 1
        assert time.monotonic() < began + PATIENCE


async def owner_of(url: str, code: str) -> Any:
    engine = engine_of(url)
    async with engine.connect() as connection:
        found = (
            await connection.execute(text(f"SELECT owner, epoch FROM leases WHERE code = '{code}'"))
        ).one()
    await engine.dispose()
    return found


async def line(store: Store, code: str) -> None:
    """Append the next line, as whoever believes to be the owner does."""
    async with store.engine.connect() as connection:
        found = await connection.execute(LINES.select().where(LINES.c.code == code))
        number = len(found.all())
    await store.append(code, number, {"test": number}, "playing", Waiting())


def test_whoever_lost_a_table_writes_nothing(tmp_path: Path, postgres: Postgres) -> None:
    """Every kind of write names the epoch, and the database refuses one that is not the latest."""
    with live(tmp_path, database=postgres.url, games=GAMES, render_workers=0) as server:
        code, _ = opened(server)
        server.stop()

    async def take_turns() -> None:
        stores, held = [], []
        for _ in range(2):
            store, lease = Store(postgres.url), Leases(postgres.url, LONG)
            store.epoch = lease.epoch
            store.writer.start()
            await lease.join("nowhere:1")
            stores.append(store)
            held.append(lease)
        await held[0].take(code)
        await line(stores[0], code)
        with pytest.raises(Elsewhere):
            await held[1].take(code)
        with pytest.raises(Fenced):
            await line(stores[1], code)
        # The first one is there no more, as far as the database knows.
        assert held[0]._task is not None
        held[0]._task.cancel()
        engine = engine_of(postgres.url)
        async with engine.begin() as connection:
            await connection.execute(
                text("UPDATE servers SET expires = 0 WHERE name = :name"), {"name": held[0].name}
            )
        await held[1].take(code)
        await line(stores[1], code)
        stored = await stores[1].load(code)
        assert stored is not None
        for write in (
            line(stores[0], code),
            stores[0].note(code, "over", Waiting()),
            stores[0].save(stored),
            stores[0].go_on(stored),
        ):
            with pytest.raises(Fenced):
                await write
        again = await stores[1].load(code)
        assert again is not None
        assert again.status == "playing"
        assert (await owner_of(postgres.url, code)).owner == held[1].name
        for store, lease in zip(stores, held):
            await lease.leave()
            await store.close()
        await engine.dispose()

    asyncio.run(take_turns())


def test_whoever_was_buried_begins_again_under_another_name(tmp_path: Path, postgres: Postgres) -> None:
    """A process that stood still for longer than its lease finds others in its place, tells nothing and lets its players go to them."""
    with two(tmp_path, postgres) as (first, second):
        code, tokens = opened(first)
        wires = [first.wire(code, token) for token in tokens]
        turn(wires)
        before = first.registry.leases.name

        async def bury() -> None:
            engine = engine_of(postgres.url)
            async with engine.begin() as connection:
                await connection.execute(text("DELETE FROM servers WHERE name = :name"), {"name": before})
            await engine.dispose()

        asyncio.run(bury())
        for wire in wires:
            with pytest.raises(ConnectionClosed) as closed:
                wire.drain(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        until(lambda: first.registry.leases.name != before and first.registry.leases.may_tell)
        assert not first.registry.tables
        wires = [second.wire(code, token) for token in tokens]
        assert turn(wires).choose("raise")["type"] == "accepted"
        assert list(second.registry.tables) == [code]


def test_a_lone_process_waits_for_its_database_and_goes_on(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could have buried it: its players stay, are told nothing new meanwhile, and the table is the same afterwards."""
    monkeypatch.setattr(leases, "ALONE", LONG)
    with live(tmp_path, database=postgres.url, games=GAMES, render_workers=0, lease=5.0) as server:
        code, tokens = opened(server)
        wires = [server.wire(code, token) for token in tokens]
        mover = turn(wires)
        postgres.kill()
        until(lambda: not server.registry.leases.may_tell)
        mover.send(type="choose", choice="raise", seq=mover.told["seq"], id=1)
        postgres.start()
        while mover.until("accepted")["re"] != 1:
            pass
        assert turn(wires).choose("call")["type"] == "accepted"
