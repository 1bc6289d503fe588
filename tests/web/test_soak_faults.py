"""The long runs of `docs/reliability.md`: servers and databases are killed, filled, locked and misled about the time during play.

In each of them every choice that was acknowledged is stored, what is stored replays, numbers have no gap, and play goes on by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from bagarre.web.livetable import LiveTable
from bagarre.web.settings import sqlite_url
from bagarre.web.store import PLAYING
from tests.web.faulty import FaultyHouse, Player, until
from tests.web.guests import Books, Guest, Nursery, Party, nursery, told
from tests.web.house import LEDUC, run_still
from tests.web.postgres import running_postgres

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills processes and reads /proc"),
]

PART = float(os.environ.get("BAGARRE_SOAK", "") or 1.0)
"""The part of the full counts that is run."""
GAMES = ("leduc", "boss-quest")


COUNT = int(os.environ.get("BAGARRE_FAULTS", "") or 0)
"""How many faults there are in each run, whatever its full count is; 0 for that part of it."""


def times(full: int) -> int:
    return COUNT or max(2, round(full * PART))


def guests(books: Books, port: int) -> list[Guest]:
    """Two people at one table, and somebody who plays against a program at another."""
    return [
        Guest(books, port, "leduc", ["here"], 1, raises=4),
        Guest(books, port, "boss-quest", ["scripted"], 2),
    ]


@contextlib.contextmanager
def party(
    database: str, folder: Path, figures: Callable[[str, object], None], run: str
) -> Iterator[tuple[Nursery, Party, Books]]:
    """Guests at a server; the books are held against the database when all is over."""
    books = Books()
    with nursery(database, folder, *GAMES) as server:
        with Party(books, guests(books, server.port)) as people:
            yield server, people, books
        faults = server.faults()
    books.audit(database)
    told(figures, run, books)
    books.check()
    assert not faults, faults[:5]


def kill_servers(count: int, server: Nursery, people: Party, books: Books) -> None:
    dice = random.Random(13)
    for _ in range(count):
        time.sleep(dice.uniform(0.0, 0.05))
        server.kill()
        books.kills += 1
        server.start()
        books.longest = max(books.longest, people.go_on())


def test_the_server_is_killed_over_sqlite(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with party(
        sqlite_url(tmp_path / "tables.sqlite3"), tmp_path, record_property, "server killed, SQLite"
    ) as (server, people, books):
        kill_servers(times(500), server, people, books)


def test_the_server_is_killed_over_postgresql(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with (
        running_postgres() as postgres,
        party(postgres.url, tmp_path, record_property, "server killed, PostgreSQL") as (
            server,
            people,
            books,
        ),
    ):
        kill_servers(times(500), server, people, books)


def test_postgresql_is_killed(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    dice = random.Random(14)
    with (
        running_postgres() as postgres,
        party(postgres.url, tmp_path, record_property, "PostgreSQL killed") as (_, people, books),
    ):
        for _ in range(times(100)):
            time.sleep(dice.uniform(0.0, 0.05))
            postgres.kill()
            books.kills += 1
            time.sleep(dice.choice((0.0, 0.1, 1.0)))
            postgres.start()
            books.longest = max(books.longest, people.go_on())


def until_away(server: Nursery) -> None:
    while server.answers():
        time.sleep(0.05)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of four megabytes in that folder."""
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "bagarre", str(folder)], check=False, capture_output=True
    )
    if made.returncode:
        pytest.skip("needs the right to mount a small disk")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_the_disk_is_full(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    """Filled to the last byte during play, and given room again when the tables say that they wait."""
    disk = tmp_path / "disk"
    disk.mkdir()
    with (
        small_disk(disk),
        party(sqlite_url(disk / "tables.sqlite3"), tmp_path, record_property, "disk full") as (
            server,
            people,
            books,
        ),
    ):
        for _ in range(times(20)):
            filler = disk / "filler"
            with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            until_away(server)
            books.kills += 1
            filler.unlink()
            books.longest = max(books.longest, people.go_on())


HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
"""


def test_the_file_is_locked_by_another_process(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """For seconds: shorter and longer than SQLite itself waits."""
    file = tmp_path / "tables.sqlite3"
    with party(sqlite_url(file), tmp_path, record_property, "SQLite locked") as (server, people, books):
        for number in range(times(20)):
            command = [sys.executable, "-c", HOLD, str(file)]
            with subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            ) as holder:
                assert holder.stdout is not None
                assert holder.stdout.readline() == "held\n"
                until_away(server)
                time.sleep(6.0 if number % 2 else 1.0)
                holder.communicate("\n")
            books.kills += 1
            books.longest = max(books.longest, people.go_on())


class WallClock:
    """A clock on the wall that somebody sets."""

    def __init__(self) -> None:
        self._real, self._by = time.time, 0.0
        self._dice = random.Random(15)

    def __call__(self) -> float:
        return self._real() + self._by

    def jump(self) -> None:
        """An hour, forwards or backwards."""
        self._by += self._dice.choice((-3600.0, 3600.0))


ALLOWED = 15
"""Seconds for each decision."""


async def one_question(
    table: LiveTable, players: list[Player], wall: WallClock, books: Books, dice: random.Random
) -> None:
    """Somebody is asked while the clock jumps, and answers in time or not at all: neither comes early or late by it."""
    loop, match = asyncio.get_running_loop(), table.state.match
    assert match is not None
    began, lines, seat = loop.time(), len(match.history), match.deciders[0]
    player = players[seat]
    await until(lambda: player.told.get("legal") and table.is_quiet)
    assert began + ALLOWED - 0.5 < table.state.clock.deadline < began + ALLOWED + 0.5
    for _ in range(3):
        await asyncio.sleep(dice.uniform(0.1, 4.5))
        wall.jump()
        books.kills += 1
    assert len(match.history) == lines, "no clock ran out early"
    if dice.random() < 0.5:
        key, told = uuid.uuid4().hex, player.told
        player.send(
            type="choose", choice=dice.choice(told["legal"])["choice"], seq=told["seq"], key=key, id=key
        )
        await until(partial(player.answer_to, key))
        assert player.answer_to(key) == {"type": "accepted", "re": key}
        books.acknowledged[table.state.stored.code].append(key)
    else:
        deadline = table.state.clock.deadline
        await until(lambda: len(match.history) > lines)
        books.longest = max(books.longest, loop.time() - deadline)
        assert abs(loop.time() - deadline) < 0.5, "the clock runs out in its time"


async def under_a_jumping_clock(folder: Path, wall: WallClock, books: Books, count: int) -> None:
    dice = random.Random(16)
    while books.kills < count:
        # Each table has a server of its own, over one and the same database: the clock jumps between servers too.
        house = FaultyHouse(folder, LEDUC)
        table, tokens = await house.open(["here"], clock=ALLOWED, options={"raises": 4})
        books.acknowledged[table.state.stored.code], books.games[table.state.stored.code] = [], LEDUC.name
        players = [Player(table, token) for token in tokens]
        while table.state.status == PLAYING:
            await one_question(table, players, wall, books, dice)
        await house.close()


def test_the_clock_jumps(
    tmp_path: Path, record_property: Callable[[str, object], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a logical clock: what counts is the time that passes, whatever the clock on the wall shows."""
    books, wall = Books(), WallClock()
    monkeypatch.setattr(time, "time", wall)
    run_still(under_a_jumping_clock(tmp_path, wall, books, times(1000)))
    books.audit(sqlite_url(tmp_path / "faulty.sqlite3"))
    told(record_property, "clock jumping", books)
    books.check()
