"""Tables that a host shows to everybody, and bots that fill in when nobody comes."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

from bagarre.web.open_tables import fill_time
from tests.web.house import Live
from tests.web.test_wire import open_table


@pytest.fixture(autouse=True)
def _always_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bagarre.web.open_tables.KEPT", 0.0)


def home(http: httpx.Client, lang: str = "en") -> str:
    return http.get(f"/?lang={lang}").text


def test_only_tables_that_their_host_shows_are_on_the_home_page(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("open", "scripted"))
    assert code not in home(http)
    host, guest = server.wire(code, *tokens), server.wire(code)
    assert guest.ask(type="list", on=True)["code"] == "host_only"
    wrongs: list[Any] = [3, -1, "5", None, []]
    for wrong in wrongs:
        assert host.ask(type="list", on=True, fill=wrong)["code"] == "malformed"
    host.send(type="list", on=True)
    host.settle()
    page = home(http)
    assert f'href="/t/{code}"' in page
    assert "1 seat free of 3" in page
    assert tokens[0] not in page
    host.send(type="list", on=False)
    host.settle()
    assert code not in home(http)


def test_a_full_table_and_one_that_nobody_waits_at_are_not_shown(
    server: Live, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, tokens = open_table(http, seats=("open",), listed=True)
    assert code in home(http)
    # Long ago, and nobody is there.
    monkeypatch.setattr("bagarre.web.open_tables.FRESH", 0.0)
    assert code not in home(http)
    host = server.wire(code, *tokens)
    host.settle()
    assert code in home(http)
    host.send(type="fill")
    host.settle()
    assert code not in home(http)


def test_the_language_of_the_table_is_told_to_those_who_speak_another(
    server: Live, http: httpx.Client
) -> None:
    body = {"game": "leduc", "name": "Ada", "seats": ["open"], "listed": True}
    code = http.post("/api/tables?lang=fr", json=body).json()["code"]
    row = home(http, "en").split(f'href="/t/{code}"')[1].split("</a>")[0]
    assert 'lang="fr"' in row
    assert 'lang="fr"' not in home(http, "fr").split(f'href="/t/{code}"')[1].split("</a>")[0]


@pytest.mark.parametrize("fill", [1, -5, 10**9])
def test_a_table_is_opened_with_a_time_that_exists(http: httpx.Client, fill: int) -> None:
    body = {"game": "leduc", "seats": ["open"], "fill": fill}
    answer = http.post("/api/tables?lang=en", json=body)
    assert answer.status_code == 422
    assert "fill" in answer.json()["message"]


def test_bots_take_the_free_seats_when_nobody_comes(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("open",), listed=True, fill=2)
    host = server.wire(code, *tokens)
    host.settle()
    settings = server.registry.tables[code].state.stored.settings
    assert 0 < fill_time(settings) - time.time() <= 120
    # The two minutes are over; the server looks now and then.
    settings["fill_at"] = time.time() - 1
    told: dict[str, Any] = host.hold(lambda told: told["status"] == "playing")
    assert told["players"][1]["bot"]


def test_bots_do_not_begin_without_people(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("open",), fill=2)
    host = server.wire(code, *tokens)
    host.settle()
    table = server.registry.tables[code]
    host.close()
    while table.connections:
        time.sleep(0.01)
    table.state.stored.settings["fill_at"] = time.time() - 1
    server.registry.open_tables.fill_in()
    assert not table.queue.qsize()
    assert table.state.status == "lobby"
