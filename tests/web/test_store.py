"""The store: what is returned is committed; one refused write does not take others with it.

Runs on SQLite and on PostgreSQL: that of BAGARRE_TEST_DATABASE when it is set, otherwise one of its own.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, delete, insert
from sqlalchemy.exc import IntegrityError

import bagarre.web
import bagarre.web.store as store_module
from bagarre.kernel.errors import Mistake
from bagarre.web.database import LINES
from bagarre.web.guard import new_address
from bagarre.web.settings import sqlite_url
from bagarre.web.store import (
    HUMAN,
    LOBBY,
    OVER,
    PLAYING,
    Remark,
    Seat,
    Store,
    Stored,
    TakeBack,
    Waiting,
    within_opening,
)
from bagarre.web.writer import AsyncPen, Conflict, StoreAway, ThreadPen
from tests.web.house import OTHER_DATABASE
from tests.web.postgres import running_postgres


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    if OTHER_DATABASE:
        yield OTHER_DATABASE
        return
    with running_postgres() as running:
        yield running.url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return (
        request.getfixturevalue("postgres")
        if request.param == "postgresql"
        else sqlite_url(tmp_path / "t.sqlite3")
    )


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
    return Stored(
        code, "leduc", "Mardi é", LOBBY, {"clock": 30}, {}, 0, [Seat(HUMAN, "Ada", "", "h"), Seat()]
    )


def test_a_table_comes_back_as_it_was(url: str) -> None:
    code = new_address()

    async def test(store: Store) -> None:
        stored = table(code)
        await store.create(stored)
        stored.header, stored.lines = {"game": "leduc"}, [{"deal": [1, 2]}]
        stored.seats[1] = Seat("bot", "Rouage", "scripted", "", True)
        await store.start(stored)
        await store.append(code, 1, {"seat": 0, "choice": "call"}, PLAYING, Waiting())
        await store.append(code, 2, {"seat": 1, "choice": "call"}, OVER, Waiting())
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
    codes = [new_address() for _ in range(6)]

    async def test(store: Store) -> None:
        await store.create(table(codes[0]))
        answers = await asyncio.gather(*(store.create(table(code)) for code in codes), return_exceptions=True)
        assert isinstance(answers[0], Conflict)
        assert answers[1:] == [None] * 5
        for code in codes:
            assert await store.glance(code) is not None
        await store.append(codes[1], 0, {"deal": []}, PLAYING, Waiting())
        with pytest.raises(Conflict):
            await store.append(codes[1], 0, {"deal": [1]}, PLAYING, Waiting())
        # The very same line, written again because its answer was lost, is stored already.
        await store.append(codes[1], 0, {"deal": []}, PLAYING, Waiting())

    with_store(url, test)


def test_a_line_whose_number_does_not_follow_is_refused(url: str) -> None:
    code = new_address()

    async def test(store: Store) -> None:
        await store.create(table(code))
        await store.append(code, 0, {"deal": []}, PLAYING, Waiting())
        for number in (2, 5, -1):
            with pytest.raises(Conflict):
                await store.append(code, number, {"seat": 0, "choice": "call"}, OVER, Waiting())
        # Nothing of the refused transactions is left, and the next line follows.
        found = await store.load(code)
        assert found is not None
        assert (found.status, found.lines, found.gap) == (PLAYING, [{"deal": []}], None)
        await asyncio.gather(
            *(store.append(code, n, {"seat": 0, "choice": str(n)}, PLAYING, Waiting()) for n in range(1, 5))
        )
        # Also when somebody writes past us.
        async with store.engine.begin() as connection:
            with pytest.raises(IntegrityError):
                await connection.execute(insert(LINES), {"code": code, "number": 9, "line": "{}", "key": ""})

    with_store(url, test)


def test_a_record_with_a_gap_is_read_up_to_it(url: str) -> None:
    code = new_address()

    async def test(store: Store) -> None:
        await store.create(table(code))
        for number in range(4):
            await store.append(code, number, {"number": number}, PLAYING, Waiting(), key=f"key-{number}")
        assert not await store.has_gap(code)
        async with store.engine.begin() as connection:
            await connection.execute(delete(LINES).where(LINES.c.code == code, LINES.c.number == 2))
        found = await store.load(code)
        assert found is not None
        assert (found.gap, found.lines) == (2, [{"number": 0}, {"number": 1}])
        assert await store.has_gap(code)
        assert not await store.has_gap("NOPE")

    with_store(url, test)


def test_what_a_table_waits_for_is_known_at_a_glance(url: str) -> None:
    code = new_address()
    waiting = Waiting([1], 12.5, 42.5, TakeBack(0, 2, [1]), 7)

    async def test(store: Store) -> None:
        await store.create(table(code))
        glance = await store.glance(code)
        assert glance is not None
        assert glance.waiting == Waiting()
        await store.append(code, 0, {"deal": []}, PLAYING, waiting)
        glance = await store.glance(code)
        assert glance is not None
        assert glance.waiting == waiting
        await store.note(code, PLAYING, Waiting([0]))
        glance = await store.glance(code)
        assert glance is not None
        assert (glance.status, glance.waiting) == (PLAYING, Waiting([0]))

    with_store(url, test)


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    """Also one whose record has a gap already."""
    file = tmp_path / "old.sqlite3"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(bagarre.web.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "insert into tables values ('OLD', 'leduc', 'T', 'playing', '{}', '{}', 0, '', 1.0, 1.0)"
        )
        for number in (0, 1, 3):
            connection.exec_driver_sql(f"insert into lines values ('OLD', {number}, '{{}}')")
    engine.dispose()

    async def test(store: Store) -> None:
        found = await store.load("OLD")
        assert found is not None
        assert (found.gap, found.lines, found.waiting) == (2, [{}, {}], Waiting())

    with_store(sqlite_url(file), test)


def test_a_server_killed_while_it_makes_its_tables_starts_again(tmp_path: Path) -> None:
    """Half of a schema is none: `kill -9` in the middle of the first start."""
    url = sqlite_url(tmp_path / "cut.sqlite3")
    script = (
        "import asyncio, os; from alembic import op; from bagarre.web.store import Store\n"
        "made = op.create_table\n"
        "def cut(*given, **named): made(*given, **named); os._exit(9)\n"
        f"op.create_table = cut; asyncio.run(Store({url!r}).open())"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9

    async def test(store: Store) -> None:
        assert await store.load("NONE") is None

    with_store(url, test)


def test_whoever_opens_a_table_is_answered_while_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game begins all the same once it is back: nothing that was begun is broken off."""
    monkeypatch.setattr(store_module, "OPENING", 0.01)
    written: list[str] = []

    async def test() -> None:
        back = asyncio.Event()

        async def write() -> None:
            await back.wait()
            written.append("begun")

        with pytest.raises(StoreAway):
            await within_opening(write())
        assert written == []
        back.set()
        await within_opening(asyncio.sleep(0))
        assert written == ["begun"]

    asyncio.run(test())


def test_a_commit_is_on_the_disk(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        async with store.engine.connect() as connection:
            assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar() == "wal"
            assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar() == 2
        # Those who write have a connection of their own, as careful as the others.
        assert isinstance(store.writer.pen, ThreadPen)
        with store.writer.pen._engine.connect() as own:
            assert own.exec_driver_sql("PRAGMA synchronous").scalar() == 2

    with_store(sqlite_url(tmp_path / "t.sqlite3"), test)


def test_choices_are_stored_letter_by_letter(url: str) -> None:
    """Alone, and with other writes in one transaction: whatever letters a line or a key is made of."""
    code, letters = new_address(), "$$ $1 ' '' \\ \\u0024 \" é 🎲 $x$); DROP TABLE lines; --"

    async def test(store: Store) -> None:
        await store.create(table(code))
        await store.append(code, 0, {"deal": [letters]}, PLAYING, Waiting(ending=letters), key=letters[:60])
        chosen = store.append(code, 1, {"choice": letters}, OVER, Waiting(asked=[1], due=2.5))
        await asyncio.gather(chosen, store.add_remark(code, 0, Remark(0, "Ada", letters, 1.5)))
        found = await store.load(code)
        assert found is not None
        assert found.lines == [{"deal": [letters]}, {"choice": letters}]
        assert (found.status, found.waiting, found.chat[0].text) == (
            OVER,
            Waiting(asked=[1], due=2.5),
            letters,
        )
        assert [key for _, key in found.keys] == [letters[:60]]

    with_store(url, test)


def test_the_pen_of_other_databases(tmp_path: Path) -> None:
    """What writes to PostgreSQL, tried here with SQLite's asynchronous driver."""

    async def test(store: Store) -> None:
        await store.writer.pen.close()
        store.writer.pen = AsyncPen(store.engine)
        await store.create(table("ONE"))
        with pytest.raises(Conflict):
            await store.create(table("ONE"))
        await asyncio.gather(*(store.append("ONE", n, {"deal": [n]}, PLAYING, Waiting()) for n in range(4)))
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
