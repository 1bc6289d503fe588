"""The deal of the day: the same for everybody, once, compared afterwards and not before. About 15 s."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from bagarre.fair import promise
from bagarre.web import league
from tests.web.devices import Device
from tests.web.house import Live, Wire, live


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("league")) as running:
        yield running


def named(server: Live, name: str) -> Device:
    device = Device(server.base)
    device.register(name)
    return device


def play_out(server: Live, told: dict[str, Any], session: str, pick: Callable[[list[Any]], Any]) -> list[str]:
    """Everything that somebody saw of the game, as a log."""
    wire: Wire = server.wire(told["code"], *told["tokens"], session=session)
    while wire.wait_turn():
        wire.choose(pick(wire.told["legal"])["choice"])
        wire.settle(0.02)
    wire.close()
    return [str(line.get("words", line)) for line in wire.told["log"]]


def first(legal: list[Any]) -> Any:
    return legal[0]


def last(legal: list[Any]) -> Any:
    return legal[-1]


def test_everybody_plays_the_same_deal_once_and_compares_afterwards(
    server: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, cleo = (named(server, name) for name in ("Ada", "Bob", "Cleo"))
    assert ada.http.get("/api/league/leduc").json() == {"state": "open"}
    told = ada.http.post("/api/league/leduc").json()
    assert ada.http.post("/api/league/leduc").json()["code"] == "league_played"
    assert ada.http.get("/api/league/leduc").json() == {"state": "playing", "code": told["code"]}
    wire = server.wire(told["code"], *told["tokens"], session=ada.session)
    wire.wait_turn()
    assert wire.ask(type="undo")["code"] == "rated_table"
    assert wire.ask(type="hint")["code"] == "no_aids"
    wire.close()
    play_out(server, told, ada.session, first)
    play_out(server, bob.http.post("/api/league/leduc").json(), bob.session, last)
    # The same secret, so the same deal; and it was promised before.
    day = league.today()
    codes = [device.http.get("/api/league/leduc").json()["code"] for device in (ada, bob)]
    records = [ada.http.get(f"/api/replays/{code}/record").text for code in codes]
    page = cleo.http.get("/league/leduc").text
    secrets = [text.partition('"secret":"')[2].partition('"')[0] or text.partition('"secret": "')[2].partition('"')[0] for text in records]  # fmt: skip
    assert secrets[0] == secrets[1] != ""
    assert promise(secrets[0]) in page
    assert secrets[0] not in page, "not while it can be played"
    # Whoever has not played sees nothing of the others.
    for name in ("Ada", "Bob"):
        assert name not in page
    assert cleo.http.get("/api/league/leduc").json() == {"state": "open"}
    shown = ada.http.get("/api/league/leduc", params={"lang": "fr"}).json()
    assert shown["state"] == "played"
    assert "Bob" in shown["html"]
    assert "votre choix" in shown["html"]
    # At the first decision both stood before the same question, and chose otherwise.
    decision = shown["html"].partition("lg-decisions")[2].partition("</ul>")[0]
    assert decision.count("<b>") == 2
    assert "2 fois" not in decision
    # The day after, the secret is told, and everybody sees everything.
    monkeypatch.setattr(league, "today", lambda: "9999-01-01")
    monkeypatch.setattr("bagarre.web.league_pages.today", lambda: "9999-01-01")
    after = cleo.http.get("/league/leduc", params={"day": day}).text
    assert secrets[0] in after
    assert "Ada" in after
    assert cleo.http.get("/api/league/leduc", params={"day": day}).json() == {"state": "missed"}
    monkeypatch.undo()
    # Whoever leaves the server leaves the league.
    assert bob.erase().json() == {"erased": True}
    assert "Bob" not in ada.http.get("/api/league/leduc").json()["html"]


def test_what_is_not_there(server: Live, http: httpx.Client) -> None:
    for day in ("2026-13-01", "9999-01-01", "yesterday", "../x"):
        assert http.get("/league/leduc", params={"day": day}).status_code == 404
    assert http.get("/api/league/leduc").status_code == 403
    assert http.post("/api/league/leduc").status_code == 403
    assert http.get("/league", follow_redirects=True).status_code == 200


def test_points_are_the_same_only_after_the_same_game(server: Live) -> None:
    ada = named(server, "Ada")
    told = ada.http.post("/api/league/morra").json()
    play_out(server, told, ada.session, first)
    code = ada.http.get("/api/league/morra").json()["code"]
    assert code == told["code"]
    html = ada.http.get("/api/league/morra", params={"lang": "en"}).json()["html"]
    assert "You are the first" in html
    assert "Nobody else came here" not in html
