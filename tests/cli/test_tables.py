"""`bagarre tables`: what the database of a server holds."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from bagarre.cli.main import main
from bagarre.kernel.errors import Mistake
from bagarre.web.archive import age_of
from bagarre.web.lock import DatabaseLock
from bagarre.web.settings import sqlite_url
from bagarre.web.store import HUMAN, LOBBY, OVER, Remark, Seat, Store, Stored

DAY = 86_400.0


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Three tables, of today, of a month and of half a year ago."""
    file = tmp_path / "tables.sqlite3"
    asyncio.run(fill(sqlite_url(file)))
    with sqlite3.connect(file) as connection:
        for code, days in (("AAAAA", 0), ("AABBB", 30), ("CCCCC", 180)):
            connection.execute(
                "update tables set changed = ? where code = ?", (time.time() - days * DAY - 60, code)
            )
    return sqlite_url(file)


async def fill(url: str) -> None:
    store = Store(url)
    await store.open()
    for code, status in (("AAAAA", LOBBY), ("AABBB", OVER), ("CCCCC", OVER)):
        seats = [Seat(HUMAN, "Ada [b]"), Seat()]
        await store.create(
            Stored(
                code, "leduc", "Title", status, {"options": {"raises": 2}}, {}, 0, seats, lines=[{"deal": []}]
            )
        )
        await store.add_remark(code, 0, Remark(0, "Ada", "hello", 0.0))
    await store.close()


def rows(url: str) -> dict[str, int]:
    with sqlite3.connect(url.partition("///")[2]) as connection:
        return {
            name: connection.execute(f"select count(*) from {name}").fetchone()[0]
            for name in ("tables", "seats", "lines", "chat")
        }


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["--lang", "en", "tables", *words])
    told = capsys.readouterr()
    return code, told.out, told.err


def listed(capsys: pytest.CaptureFixture[str], url: str, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(capsys, "list", "--json", "--database", url, *words)[1])
    return found


def test_list(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, database)
    assert [table["code"] for table in found] == ["AAAAA", "AABBB", "CCCCC"]
    assert (found[0]["players"], found[0]["lines"], found[0]["remarks"]) == (["Ada [b]"], 1, 1)
    assert [table["code"] for table in listed(capsys, database, "--status", "lobby")] == ["AAAAA"]
    code, out, _ = run(capsys, "list", "--database", database)
    assert code == 0
    assert "Ada [b]" in out
    assert "3 tables." in out
    assert run(capsys, "list", "--status", "nothing", "--database", database)[0] == 2


def test_show(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", "CCC", "--database", database)
    assert code == 0
    assert "address: CCCCC" in out
    assert "raises" in out
    assert json.loads(run(capsys, "show", "CCCCC", "--json", "--database", database)[1])["status"] == "over"
    assert run(capsys, "show", "ZZZ", "--database", database)[::2] == (
        2,
        "bagarre: there is no table “ZZZ” in this database\n",
    )
    assert run(capsys, "show", "AA", "--database", database)[::2] == (
        2,
        "bagarre: several tables begin with “AA”\n",
    )


def test_delete(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "delete", "CCCCC", "ZZZ", "--database", database)[0] == 2
    assert rows(database) == {"tables": 3, "seats": 6, "lines": 3, "chat": 3}, "all are there or none goes"
    assert run(capsys, "delete", "CCCCC", "AABBB", "--database", database)[:2] == (0, "2 tables removed.\n")
    assert rows(database) == {"tables": 1, "seats": 2, "lines": 1, "chat": 1}


def test_prune(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "prune", "--older", "29d", "--dry-run", "--database", database)[:2] == (
        0,
        "2 tables would go.\n",
    )
    assert run(capsys, "prune", "--older", "90d", "--database", database)[:2] == (0, "1 table removed.\n")
    assert run(capsys, "prune", "--older", "90d", "--database", database)[:2] == (0, "0 tables removed.\n")
    assert rows(database)["tables"] == 2
    assert run(capsys, "prune", "--older", "soon", "--database", database)[0] == 2


def test_nothing_is_removed_behind_the_back_of_a_server(
    database: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bagarre.web.lock.PATIENCE", 0.0)
    lock = DatabaseLock(database)
    asyncio.run(lock.take())
    try:
        for words in (("delete", "CCCCC"), ("prune", "--older", "1d")):
            code, _, err = run(capsys, *words, "--database", database)
            assert code == 2
            assert "another server is running" in err
        assert len(listed(capsys, database)) == 3
    finally:
        asyncio.run(lock.release())


@pytest.mark.parametrize(
    ("text", "seconds"), [("12h", 43_200), ("90d", 90 * DAY), ("2W", 14 * DAY), ("1y", 365 * DAY)]
)
def test_ages(text: str, seconds: float) -> None:
    assert age_of(text, "--older") == seconds


@pytest.mark.parametrize("text", ["", "d", "90", "-1d", "0d", "1.5d", "90 days", "٣x", "9" * 5000 + "d"])
def test_what_is_no_age(text: str) -> None:
    with pytest.raises(Mistake):
        age_of(text, "--older")
