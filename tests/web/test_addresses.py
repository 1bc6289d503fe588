"""Addresses that nobody guesses, and short codes that lead to them for a while."""

from __future__ import annotations

import asyncio
import json
import math
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import bagarre.web.store
from bagarre.web.guard import LETTERS, clean_address, hash_token, is_address, new_address, new_short
from tests.patience import PATIENCE
from tests.web.house import Live, live
from tests.web.test_lock import postgres  # noqa: F401  a PostgreSQL for the migration
from tests.web.test_wire import open_table, play_out, two_people


def test_an_address_has_more_than_64_bits() -> None:
    address = new_address()
    assert len(address) * math.log2(len(set(LETTERS))) >= 64
    assert set(address) <= set(LETTERS)
    assert is_address(clean_address(address))
    assert len({new_address() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    "typed", ["", "/", "//", "#", "../..", "é", "\x00", "a" * 10_000, "http://[", "%00", "' or 1=1 --"]
)
def test_whatever_is_typed_is_at_most_an_unknown_code(http: httpx.Client, server: Live, typed: str) -> None:
    server.registry.guesses._failed.clear()
    assert http.get("/join", params={"code": typed}).status_code == 404
    assert len(clean_address(typed)) <= 16


def test_the_code_ends_when_the_game_begins(server: Live, http: httpx.Client) -> None:
    opened = http.post("/api/tables", json={"game": "leduc", "name": "Ada", "seats": ["open"]}).json()
    code, short = opened["code"], opened["short"]
    assert len(short) == 5
    assert http.get(f"/api/tables/{short}").json()["code"] == code
    blaise = server.wire(short)
    blaise.settle()
    blaise.send(type="sit", seat=1, name="Blaise")
    token = blaise.until("seated")["token"]
    ada = server.wire(code, *opened["tokens"])
    ada.settle()
    ada.send(type="start")
    ada.hold(lambda told: told["status"] == "playing")
    server.registry.guesses._failed.clear()
    for path in (f"/t/{short}", f"/api/tables/{short}", f"/join?code={short}", f"/r/{short}"):
        assert http.get(path).status_code == 404, path
    assert server.wire(short, token).next()["code"] == "no_table"
    assert http.get(f"/t/{code}").status_code == 200
    again = server.wire(code, token)
    assert again.settle()["seats"] == [1]
    # It may be given to another table now.
    assert asyncio.run(shorts(server.settings.database)).count(short) == 0


async def shorts(url: str) -> list[str]:
    with sqlite3.connect(url.partition("///")[2]) as connection:
        return [row[0] for row in connection.execute("select short from tables where short is not null")]


def test_a_table_that_begins_at_once_has_no_code(http: httpx.Client) -> None:
    opened = http.post("/api/tables", json={"game": "leduc", "seats": ["here"], "start": True}).json()
    assert opened["short"] == ""


def test_guessing_codes_takes_longer_and_longer(tmp_path: Path) -> None:
    with (
        live(tmp_path, wrong_codes=3) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        opened = http.post("/api/tables", json={"game": "leduc", "seats": ["open"]}).json()
        answers = [http.get(f"/api/tables/{new_short(7)}") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [404, 404, 404]
        assert http.get(f"/t/{opened['short']}").status_code == 303, "three wrong ones are free"
        assert http.get("/api/tables/WRONG").status_code == 404
        late = http.get(f"/api/tables/{opened['short']}?lang=en")
        assert (late.status_code, late.json()["code"], late.headers["retry-after"]) == (429, "guessing", "1")
        assert http.get(f"/t/{opened['short']}").status_code == 429
        assert http.get("/join", params={"code": opened["short"]}).status_code == 429
        wire = server.wire(opened["short"])
        assert wire.next()["code"] == "guessing"
        # An address is no guess, and others may try.
        assert http.get(f"/t/{opened['code']}").status_code == 200
        assert server.wire(opened["code"]).settle()["status"] == "lobby"
        other = {"x-forwarded-for": "203.0.113.7"}
        assert http.get(f"/t/{opened['short']}", headers=other).status_code == 303
        # Whoever waited may try once, and then waits twice as long.
        server.registry.guesses._failed["127.0.0.1"] = (4, time.monotonic() - 1)
        assert http.get("/api/tables/WRONG").status_code == 404
        assert http.get("/api/tables/WRONG").headers["retry-after"] == "2"


def test_mine_is_for_those_who_have_a_token(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http)
    for shown in ([], ["forged"], [code]):
        assert http.post("/api/mine", json={"tables": [{"code": code, "tokens": shown}]}).json() == []
    assert (
        http.post("/api/mine", json={"tables": [{"code": code, "tokens": tokens}]}).json()[0]["code"] == code
    )


def test_whoever_brings_a_record_finds_it_again(server: Live, http: httpx.Client) -> None:
    code, _, ada, blaise = two_people(server, http)
    play_out(ada, blaise)
    kept = http.post("/api/records", content=http.get(f"/api/replays/{code}/record").content).json()
    rows = http.post("/api/mine", json={"tables": [kept]}).json()
    assert [(row["code"], row["status"]) for row in rows] == [(kept["code"], "over")]


def test_no_lock_is_kept_for_codes_that_do_not_exist(server: Live, http: httpx.Client) -> None:
    for _ in range(20):
        assert server.wire(new_address()).next()["code"] == "no_table"
    assert not server.registry.opening


OLD = {
    "code": "KRAKO", "game": "leduc", "title": "Old", "settings": json.dumps({"options": {}, "packs": [], "clock": 0, "aids": True}),
    "header": "{}", "host": 0, "next_code": "", "created": 1.0, "changed": 1.0, "status": "lobby",
}  # fmt: skip


def fill_as_before(url: str) -> None:
    """A database as it was before there were addresses, with a table that waits."""
    engine = create_engine(url)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(bagarre.web.store.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        add(connection, "tables", OLD)
        for seat, token in enumerate(("ada", "blaise")):
            row = {
                "code": "KRAKO",
                "seat": seat,
                "kind": "human",
                "name": token,
                "bot": "",
                "token_hash": hash_token(token),
                "muted": 0,
            }
            add(connection, "seats", row)
    engine.dispose()


def add(connection: Any, table: str, row: dict[str, Any]) -> None:
    columns = ", ".join(row)
    connection.exec_driver_sql(
        f"insert into {table} ({columns}) values ({', '.join(map(quoted, row.values()))})"
    )


def quoted(value: Any) -> str:
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


def test_old_tables_are_reached_by_their_links_and_tokens(tmp_path: Path) -> None:
    fill_as_before(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    with live(tmp_path) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        assert http.get("/t/KRAKO").status_code == 200
        assert http.get("/t/krako").headers["location"] == "/t/KRAKO"
        assert (
            http.post("/api/mine", json={"tables": [{"code": "KRAKO", "tokens": ["ada"]}]}).json()[0]["code"]
            == "KRAKO"
        )
        ada, blaise = server.wire("KRAKO", "ada"), server.wire("KRAKO", "blaise")
        assert (ada.settle()["seats"], blaise.settle()["seats"]) == ([0], [1])
        ada.send(type="start")
        for wire in (ada, blaise):
            wire.hold(lambda told: told["status"] == "playing")
        assert http.get("/t/KRAKO").status_code == 200
        play_out(ada, blaise)
        assert http.get("/r/KRAKO").status_code == 200
        ada.send(type="rematch")
        assert is_address(ada.until("moved")["table"])


def test_a_postgresql_of_before_is_brought_up_to_date(postgres: str) -> None:  # noqa: F811
    from sqlalchemy import text
    from sqlalchemy.ext.asyncio import create_async_engine

    from bagarre.web.store import LOBBY, OVER, Seat, Store, Stored

    async def all_of_it() -> None:
        engine = create_async_engine(postgres)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade_to_the_first)
            columns = ", ".join(OLD)
            await connection.execute(
                text(f"insert into tables ({columns}) values ({', '.join(map(quoted, OLD.values()))})")
            )
        await engine.dispose()
        store = Store(postgres)
        await store.open()
        try:
            assert await store.by_short("KRAKO") == "KRAKO"
            new = Stored(new_address(), "leduc", "New", LOBBY, {}, {}, 0, [Seat()], short="BOXON")
            await store.create(new)
            assert await store.by_short("BOXON") == new.code
            await store.create(Stored(new_address(), "leduc", "Over", OVER, {}, {}, 0, [Seat()]))
            await store.create(Stored(new_address(), "leduc", "Over", OVER, {}, {}, 0, [Seat()]))
        finally:
            await store.close()

    def upgrade_to_the_first(connection: Any) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(bagarre.web.store.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")

    asyncio.run(all_of_it())
