"""One server at a time for an SQLite file; several share a PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.web import lock
from bagarre.web.lock import DatabaseLock
from bagarre.web.settings import sqlite_url
from tests.patience import PATIENCE
from tests.web.postgres import running_postgres


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "PATIENCE", 0.0)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with running_postgres() as running:
        yield running.url


async def refused(url: str) -> str:
    """The mistake of a second server, told."""
    second = DatabaseLock(url)
    with pytest.raises(Mistake) as told:
        await second.take()
    await second.release()
    return told.value.key


async def one_after_the_other(url: str) -> None:
    first = DatabaseLock(url)
    await first.take()
    await first.take()
    assert await refused(url) == "another_server"
    await first.release()
    third = DatabaseLock(url)
    await third.take()
    await third.release()


def test_a_file_has_one_server(tmp_path: Path) -> None:
    asyncio.run(one_after_the_other(sqlite_url(tmp_path / "tables.sqlite3")))


def test_another_name_for_the_file_is_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").touch()
    (tmp_path / "other.sqlite3").symlink_to(tmp_path / "tables.sqlite3")

    async def both() -> None:
        first = DatabaseLock(sqlite_url(tmp_path / "tables.sqlite3"))
        await first.take()
        assert await refused(sqlite_url(tmp_path / "other.sqlite3")) == "another_server"
        await first.release()

    asyncio.run(both())


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    assert asyncio.run(refused(sqlite_url(tmp_path / "nowhere" / "tables.sqlite3"))) == "database"


SERVE = [
    sys.executable,
    "-m",
    "bagarre.cli.main",
    "--lang",
    "en",
    "serve",
    "--port",
    "0",
    "--render-workers",
    "0",
    "--database",
]


def start(url: str) -> subprocess.Popen[str]:
    """A server that is ready."""
    process = subprocess.Popen([*SERVE, url], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    assert "http://127.0.0.1" in process.stdout.readline()
    return process


def test_the_second_server_says_so_in_one_line_and_ends(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "tables.sqlite3")
    first = start(url)
    try:
        second = subprocess.run([*SERVE, url], check=False, capture_output=True, text=True, timeout=PATIENCE)
        assert second.returncode == 2
        assert second.stdout == ""
        assert [
            line.startswith("bagarre: another server is running on ") for line in second.stderr.splitlines()
        ] == [True], second.stderr
        # Killed, it is in nobody's way.
        first.send_signal(signal.SIGKILL)
        first.wait()
        first = start(url)
    finally:
        first.kill()
        first.wait()


def test_servers_share_a_postgresql_and_keep_others_from_deleting_tables(postgres: str) -> None:
    servers = [start(postgres), start(postgres)]
    prune = [*SERVE[:5], "tables", "prune", "--older", "1d", "--database", postgres]
    try:
        refused = subprocess.run(prune, check=False, capture_output=True, text=True, timeout=PATIENCE)
        assert refused.returncode == 2
        assert refused.stderr.startswith("bagarre: another server is running on ")
    finally:
        for server in servers:
            server.terminate()
            server.wait()
    done = subprocess.run(prune, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, "whoever was told to end is not waited for"
