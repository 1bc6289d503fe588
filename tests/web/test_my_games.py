"""One's own games: of tokens and of a name, with how they ended; records as one file. About 6 s."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select

from bagarre.record import read_record
from bagarre.web.database import TABLES
from bagarre.web.writer import StoreAway
from tests.web.devices import Device
from tests.web.house import Live, asked, live
from tests.web.postbox import until
from tests.web.test_identity import finished, opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("mine")) as running:
        yield running


def test_how_a_game_ended_is_stored_with_its_last_line(server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ends right after it has left nothing to be written."""

    async def away(*_: Any) -> None:
        raise StoreAway

    table = opened(Device(server.base), seats=["here"], start=True)
    code = table["code"]
    wire = server.wire(code, *table["tokens"])
    wire.settle()
    monkeypatch.setattr(server.registry.store, "note", away)
    wire.send(type="concede", seat=0)
    wire.hold(lambda told: told["status"] == "over")
    (row,) = asked(server, select(TABLES.c.waiting, TABLES.c.status).where(TABLES.c.code == code))
    assert row.status == "over"
    told = json.loads(row.waiting)
    assert (told["ranks"], told["ending"]) == ([2, 1], "conceded")


def test_a_list_tells_how_a_game_ended(server: Live) -> None:
    ada, bob = Device(server.base), Device(server.base)
    ada.register("Ada")
    bob.register("Bob")
    table = finished(server, ada, bob)
    # How it ended is written right after the last choice.
    until(lambda: bob.http.get("/api/me/games").json()[0]["ranks"] is not None)
    rows = bob.http.get("/api/me/games", params={"lang": "en"}).json()
    assert [row["code"] for row in rows] == [table["code"]]
    row = rows[0]
    assert (row["ranks"], row["seats"], row["others"], row["status"]) == ([2, 1], [1], ["Ada"], "over")
    assert row["ending"]
    assert row["created"] <= row["ended"] <= row["changed"]
    asked = {"tables": [{"code": table["code"], "tokens": table["tokens"]}]}
    by_token = ada.http.post("/api/mine?lang=en", json=asked).json()[0]
    assert (by_token["ranks"], by_token["seats"]) == ([2, 1], [0])


def test_a_lesson_says_that_it_is_none_of_the_games(server: Live) -> None:
    ada = Device(server.base)
    begun = ada.http.post("/learn/boss-quest/1", follow_redirects=False)
    code, _, token = begun.headers["location"].removeprefix("/t/").partition("#")
    asked = {"tables": [{"code": code, "tokens": [token]}]}
    assert [row["lesson"] for row in ada.http.post("/api/mine", json=asked).json()] == [True]
    table = opened(ada, seats=["here"], start=True)
    asked = {"tables": [{"code": table["code"], "tokens": table["tokens"]}]}
    assert [row["lesson"] for row in ada.http.post("/api/mine", json=asked).json()] == [False]


def test_nobody_is_told_the_games_of_others(server: Live) -> None:
    ada, eve = Device(server.base), Device(server.base)
    ada.register("Ada")
    eve.register("Eve")
    finished(server, ada, None)
    assert eve.http.get("/api/me/games").json() == []
    assert Device(server.base).http.get("/api/me/games").status_code == 401


def test_games_come_so_many_at_a_time(server: Live) -> None:
    ada = Device(server.base)
    ada.register("Ada")
    codes = []
    for _ in range(26):
        table = opened(ada)
        asked = {"tables": [{"code": table["code"], "tokens": table["tokens"]}]}
        assert ada.http.post("/api/me/claim", json=asked).json() == {"seats": 1}
        codes.append(table["code"])
    first = [row["code"] for row in ada.http.get("/api/me/games").json()]
    rest = [row["code"] for row in ada.http.get("/api/me/games", params={"skip": 24}).json()]
    assert (len(first), len(rest)) == (24, 2)
    assert [*first, *rest] == codes[::-1]


def records(server: Live, *codes: str) -> dict[str, str]:
    answer = Device(server.base).http.post("/api/records/file", json={"codes": list(codes)})
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_records_are_one_file(server: Live) -> None:
    ada = Device(server.base)
    ada.register("=Ada")
    over, going = finished(server, ada, None), opened(ada, seats=["random"], start=True)
    files = records(server, over["code"], over["code"], going["code"], "nowhere", "é/../x")
    names = [name for name in files if name != "games.csv"]
    assert len(names) == 1, "what goes on would tell its secrets"
    assert read_record(files[names[0]]).header.game == "leduc"
    assert len(files["games.csv"].splitlines()) == 2
    assert records(server) == {"games.csv": files["games.csv"].splitlines()[0] + "\r\n"}


@pytest.mark.parametrize("wrong", [{}, {"codes": "x"}, {"codes": ["x" * 99]}, {"codes": ["x"] * 501}])
def test_a_list_that_is_none_is_refused_in_one_line(server: Live, wrong: Any) -> None:
    answer = Device(server.base).http.post("/api/records/file", json=wrong)
    assert (answer.status_code, answer.json()["code"]) == (422, "request")


def test_who_has_answered_in_secret_is_not_in_the_list(server: Live) -> None:
    ada = Device(server.base)
    ada.register("Ada")
    table = opened(ada, game="morra", seats=["here", "here"], names=["Bob", "Cyd"], start=True)
    code, tokens = table["code"], table["tokens"]
    mine = {"tables": [{"code": code, "tokens": tokens[:1]}]}
    ada.http.post("/api/me/claim", json=mine)

    def listed() -> tuple[Any, Any]:
        return ada.http.post("/api/mine?lang=en", json=mine).json(), ada.http.get("/api/me/games").json()

    before = listed()
    assert before[0][0]["awaited"] == ["Ada", "Bob", "Cyd"]
    bob, own = server.wire(code, tokens[1]), server.wire(code, tokens[0])
    for wire in (bob, own):
        wire.settle()
    while bob.told.get("legal"):
        assert bob.choose()["type"] == "accepted"
        bob.settle()
    assert listed() == before, "nor when they did, nor in which order"
    while own.told.get("legal"):
        own.choose()
        own.settle()
    assert listed()[0][0]["awaited"] == ["Bob", "Cyd"], "of oneself one knows"
    for wire in (bob, own):
        wire.close()
