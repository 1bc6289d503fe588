"""The store: what is returned is committed; one refused write does not take others with it.

Runs on SQLite, and on the database of BAGARRE_TEST_DATABASE when that is set.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.web.guard import new_code
from bagarre.web.settings import sqlite_url
from bagarre.web.store import (
    HUMAN,
    LOBBY,
    OVER,
    PLAYING,
    AsyncPen,
    Conflict,
    Pen,
    Remark,
    Seat,
    Store,
    Stored,
)
from tests.web.house import OTHER_DATABASE


@pytest.fixture(params=["sqlite", "other"] if OTHER_DATABASE else ["sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return OTHER_DATABASE if request.param == "other" else sqlite_url(tmp_path / "t.sqlite3")


def with_store(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(url)
        await store.open()
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


def table(code: str) -> Stored:
    return Stored(code, "leduc", "Mardi é", LOBBY, {"clock": 30}, {}, 0, [Seat(HUMAN, "Ada", "", "h"), Seat()])


def test_a_table_comes_back_as_it_was(url: str) -> None:
    code = new_code(9)

    async def test(store: Store) -> None:
        stored = table(code)
        await store.create(stored)
        stored.header, stored.lines = {"game": "leduc"}, [{"deal": [1, 2]}]
        stored.seats[1] = Seat("bot", "Rouage", "scripted", "", True)
        await store.start(stored)
        await store.append(code, 1, {"seat": 0, "choice": "call"}, PLAYING)
        await store.append(code, 2, {"seat": 1, "choice": "call"}, OVER)
        await store.add_remark(code, 0, Remark(0, "Ada", "<b>", 1.5))

    with_store(url, test)

    async def again(store: Store) -> None:
        found = await store.load(code)
        assert found is not None
        assert (found.title, found.status, found.settings) == ("Mardi é", OVER, {"clock": 30})
        assert found.seats == [Seat(HUMAN, "Ada", "", "h"), Seat("bot", "Rouage", "scripted", "", True)]
        assert [list(line) for line in found.lines] == [["deal"], ["seat", "choice"], ["seat", "choice"]]
        assert found.chat == [Remark(0, "Ada", "<b>", 1.5)]
        glance = await store.glance(code)
        assert glance is not None
        assert glance.lines == []
        assert await store.load("NOPE") is None
        assert await store.ready()

    with_store(url, again)


def test_one_refused_write_does_not_take_others_with_it(url: str) -> None:
    codes = [new_code(9) for _ in range(6)]

    async def test(store: Store) -> None:
        await store.create(table(codes[0]))
        answers = await asyncio.gather(*(store.create(table(code)) for code in codes), return_exceptions=True)
        assert isinstance(answers[0], Conflict)
        assert answers[1:] == [None] * 5
        for code in codes:
            assert await store.glance(code) is not None
        await store.append(codes[1], 0, {"deal": []}, PLAYING)
        with pytest.raises(Conflict):
            await store.append(codes[1], 0, {"deal": []}, PLAYING)

    with_store(url, test)


def test_a_commit_is_on_the_disk(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        async with store.engine.connect() as connection:
            assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar() == "wal"
            assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar() == 2
        # Those who write have a connection of their own, as careful as the others.
        assert isinstance(store._pen, Pen)
        with store._pen._engine.connect() as own:
            assert own.exec_driver_sql("PRAGMA synchronous").scalar() == 2

    with_store(sqlite_url(tmp_path / "t.sqlite3"), test)


def test_the_pen_of_other_databases(tmp_path: Path) -> None:
    """What writes to PostgreSQL, tried here with SQLite's asynchronous driver."""

    async def test(store: Store) -> None:
        await store._pen.close()
        store._pen = AsyncPen(store.engine)
        await store.create(table("ONE"))
        with pytest.raises(Conflict):
            await store.create(table("ONE"))
        await asyncio.gather(*(store.append("ONE", 5 + n, {"deal": [n]}, PLAYING) for n in range(4)))
        found = await store.load("ONE")
        assert found is not None
        assert [line["deal"] for line in found.lines[-4:]] == [[0], [1], [2], [3]]

    with_store(sqlite_url(tmp_path / "t.sqlite3"), test)


@pytest.mark.parametrize("bad", ["nonsense", "sqlite+aiosqlite:////nowhere/x", "mysql+nodriver://x/y"])
def test_a_wrong_database_is_told_in_one_line(bad: str) -> None:
    async def nothing(store: Store) -> None:
        pass

    with pytest.raises(Mistake) as told:
        with_store(bad, nothing)
    assert "\n" not in told.value.say("fr")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello " * 500)

    async def nothing(store: Store) -> None:
        pass

    with pytest.raises(Mistake):
        with_store(sqlite_url(tmp_path / "x"), nothing)
