"""Backups as `docs/hosting.md` tells them: made while the server runs, restored elsewhere, and the game goes on there."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import httpx

from tests.patience import PATIENCE
from tests.web.house import LEDUC, Live, Wire, live
from tests.web.postgres import BINARIES, Postgres, running_postgres

GAMES = {"leduc": LEDUC}


def begin(server: Live) -> tuple[str, list[str]]:
    """A game in which somebody has chosen already."""
    asked = {"game": "leduc", "name": "A", "seats": ["here"], "start": True, "options": {"raises": 4}}
    opened = httpx.post(f"{server.base}/api/tables", json=asked).raise_for_status().json()
    code, tokens = opened["code"], opened["tokens"]
    assert mover(server, code, tokens).choose("raise")["type"] == "accepted"
    return code, tokens


def mover(server: Live, code: str, tokens: list[str]) -> Wire:
    """Whoever is asked."""
    wires = [server.wire(code, token) for token in tokens]
    for wire in wires:
        wire.settle(0.05)
    return next(wire for wire in wires if wire.told.get("legal"))


def goes_on(server: Live, code: str, tokens: list[str]) -> None:
    wire = mover(server, code, tokens)
    assert sum(seat["paid"] for seat in wire.told["view"]["seats"]) > 2, "what was chosen is there"
    assert wire.choose("call")["type"] == "accepted"


def test_a_copy_of_the_file_goes_on(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    with live(
        first, games=GAMES, render_workers=0, database="sqlite+aiosqlite:///" + str(first / "t")
    ) as server:
        code, tokens = begin(server)
        # What `sqlite3 tables.sqlite3 ".backup copy.sqlite3"` does.
        with closing(sqlite3.connect(first / "t")) as one, closing(sqlite3.connect(second / "t")) as copy:
            one.backup(copy)
    with live(
        second, games=GAMES, render_workers=0, database="sqlite+aiosqlite:///" + str(second / "t")
    ) as server:
        goes_on(server, code, tokens)


def tool(postgres: Postgres, program: str, *arguments: str) -> None:
    assert BINARIES is not None
    command = [str(BINARIES / program), "-h", str(postgres.folder), "-U", "bagarre", *arguments]
    subprocess.run(command, check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL)


def test_a_dump_is_restored_and_goes_on(tmp_path: Path) -> None:
    usual = {"games": GAMES, "render_workers": 0, "lease": 600.0}
    dump = str(tmp_path / "bagarre.dump")
    with running_postgres() as postgres, live(tmp_path, database=postgres.url, **usual) as server:
        code, tokens = begin(server)
        tool(postgres, "pg_dump", "-Fc", "--exclude-table-data=servers", "-f", dump, "bagarre")
        # The one that was dumped runs on: a copy knows nothing of its processes.
        tool(postgres, "createdb", "again")
        tool(postgres, "pg_restore", "-d", "again", "--exit-on-error", dump)
        again = postgres.url.replace("/bagarre?", "/again?")
        with live(tmp_path, database=again, **usual) as other:
            goes_on(other, code, tokens)
            assert list(other.registry.tables) == [code]
        goes_on(server, code, tokens)
