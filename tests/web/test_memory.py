"""Memory comes back: tables that are over leave nothing behind."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import sys
import time
import weakref
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from bagarre.web.settings import sqlite_url
from bagarre.web.store import HUMAN, LOBBY, OVER, Remark, Seat, Store, Stored
from tests.patience import PATIENCE
from tests.web.house import Live, live
from tests.web.test_crash import Process

TABLES = 2000
AT_ONCE = 20
LATER = 300.0
"""Seconds after the last game at which the memory is read."""


def memory_of(process: int) -> float:
    """In MB."""
    text = Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS")) / 1024


async def play_one(port: int, http: httpx.AsyncClient) -> None:
    """A table that is opened, played to its end and left."""
    new = {"game": "leduc", "name": "A", "seats": ["here"], "start": True}
    opened = (await http.post("/api/tables", json=new)).raise_for_status().json()
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws", max_size=None) as socket:
        await socket.send(
            json.dumps({"type": "join", "table": opened["code"], "tokens": opened["tokens"], "form": "html"})
        )
        told: dict[str, object] = {}
        while told.get("status") != "over":
            message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if message["type"] != "update":
                continue
            told |= message
            if message.get("handover"):
                await socket.send(json.dumps({"type": "eye", "seat": message["handover"]["seat"]}))
            elif message.get("legal"):
                await socket.send(
                    json.dumps({"type": "choose", "choice": message["legal"][-1][0], "seq": told["seq"]})
                )


async def play(port: int, count: int) -> None:
    turns = asyncio.Semaphore(AT_ONCE)
    # On a slow machine a connection may rest for longer than the server keeps it.
    no_rest = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=no_rest
    ) as http:

        async def one() -> None:
            async with turns:
                await play_one(port, http)

        await asyncio.gather(*(one() for _ in range(count)))


@pytest.mark.soak
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_comes_back(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    assert server.process is not None
    try:
        # Once, so that all is loaded that a server needs.
        asyncio.run(play(server.port, 50))
        before = memory_of(server.process.pid)
        asyncio.run(play(server.port, TABLES))
        during = memory_of(server.process.pid)
        time.sleep(LATER)
        after = memory_of(server.process.pid)
        print(f"{before:.0f} MB before, {during:.0f} MB after {TABLES} tables, {after:.0f} MB later")
        assert after < 1.25 * before
    finally:
        server.kill()


def test_a_table_that_is_put_away_leaves_nothing_for_the_collector(tmp_path: Path) -> None:
    """The collector of a server looks at everything four times an hour: what waits for it waits long."""
    with (
        live(tmp_path, idle_over=1e9) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        for game, form in (("leduc", "data"), ("leduc", "html"), ("boss-quest", "html")):
            opened = http.post(
                "/api/tables", json={"game": game, "seats": ["scripted"], "start": True}
            ).json()
            wire = server.wire(opened["code"], *opened["tokens"], form=form)
            wire.settle()
            wire.send(type="chat", text="bonjour")
            wire.settle()
            gc.collect()
            gc.disable()
            try:
                table = weakref.ref(server.registry.tables[opened["code"]])
                match = weakref.ref(server.registry.tables[opened["code"]].state.match)
                wire.close()
                put_away(server, opened["code"])
                assert is_gone(table), referrers(table())
                assert is_gone(match), referrers(match())
            finally:
                gc.enable()


@pytest.mark.parametrize("kind", ["HttpProtocol", "SocketProtocol", "ServerProtocol"])
def test_a_connection_that_is_closed_leaves_nothing_for_the_collector(server: Live, kind: str) -> None:
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        opened = http.post("/api/tables", json={"game": "leduc", "seats": ["open"]}).json()
    gc.collect()
    gc.disable()
    try:
        wire = server.wire(opened["code"])
        wire.settle()
        made = [weakref.ref(thing) for thing in gc.get_objects() if type(thing).__name__ == kind]
        assert made or kind == "HttpProtocol"
        wire.close()
        # What was HTTP before it became a socket is gone already.
        assert all(is_gone(thing) for thing in made), [referrers(thing()) for thing in made if thing()]
    finally:
        gc.enable()


def is_gone(thing: weakref.ref[Any]) -> bool:
    """Is it gone, now or as soon as the loop has had its turn?"""
    end = time.monotonic() + PATIENCE
    while thing() is not None and time.monotonic() < end:
        time.sleep(0.05)
    return thing() is None


def referrers(thing: object) -> list[str]:
    """What still holds something, for whoever reads the failure."""
    return [f"{type(holder).__name__}: {str(holder)[:200]}" for holder in gc.get_referrers(thing)]


def put_away(server: Live, code: str) -> None:
    """As soon as the server has seen that nobody is there."""
    registry = server.registry
    loop = registry._chores[0].get_loop()
    while code in registry.tables:
        if not registry.tables[code].connections:
            registry.tables[code].used = -1e12
        asyncio.run_coroutine_threadsafe(registry.put_away(), loop).result(30)


def test_the_first_message_carries_the_last_remarks(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "tables.sqlite3")

    async def fill() -> None:
        store = Store(url)
        await store.open()
        await store.create(
            Stored("a" * 16, "leduc", "Title", LOBBY, {"options": {}}, {}, 0, [Seat(HUMAN, "Ada"), Seat()])
        )
        for number in range(450):
            await store.add_remark("a" * 16, number, Remark(0, "Ada", str(number), 0.0))
        await store.close()

    asyncio.run(fill())
    with live(tmp_path) as server:
        told = server.wire("a" * 16).settle()
        assert [remark["text"] for remark in told["chat"]] == [str(number) for number in range(250, 450)]


def test_old_tables_leave_the_database(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "tables.sqlite3")

    async def fill() -> None:
        store = Store(url)
        await store.open()
        for letter in "ab":
            await store.create(
                Stored(
                    letter * 16, "leduc", "Title", OVER, {"options": {}}, {}, 0, [Seat(HUMAN, "Ada"), Seat()]
                )
            )
        await store.close()

    asyncio.run(fill())
    with sqlite3.connect(tmp_path / "tables.sqlite3") as connection:
        connection.execute("update tables set changed = 1 where code = ?", ("a" * 16,))
    with (
        live(tmp_path, keep=86_400.0) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        while http.get(f"/api/tables/{'a' * 16}").status_code != 404:
            time.sleep(0.05)
        assert http.get(f"/api/tables/{'b' * 16}").status_code == 200
