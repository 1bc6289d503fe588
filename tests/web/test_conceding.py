"""Giving up at a table in the browser: the game ends, or a bot plays on."""

from __future__ import annotations

from pathlib import Path

import httpx

from bagarre.match import Match
from tests.house import leduc
from tests.patience import PATIENCE
from tests.web.house import Live, live
from tests.web.test_wire import open_table, two_people


def test_giving_up_against_bots_ends_the_game(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("scripted", "random"), start=True)
    ada = server.wire(code, *tokens)
    ada.settle()
    assert ada.ask(type="concede", seat=0)["type"] == "accepted"
    ada.hold(lambda told: told.get("status") == "over")
    assert ada.told["outcome"]["ending"] == "conceded"
    assert ada.told["outcome"]["ranks"] == [3, 1, 1]
    assert ada.told["outcome"]["words"] == "abandon"
    assert ada.told["log"][-1]["text"] == "Ada abandonne la partie."
    html = server.wire(code, *tokens, form="html")
    html.settle()
    assert "Vous avez abandonné : la partie s’arrête là." in str(html.told).replace("\xa0", " ").replace(
        "\\xa0", " "
    )
    html.close()
    assert ada.told["legal"] == []
    assert ada.told["awaited"] == []
    assert ada.ask(type="concede", seat=0)["code"] == "match_over"
    record = http.get(f"/api/replays/{code}/record").text
    match = Match.loads(record, leduc())
    assert match.is_given_up
    page = http.get(f"/api/replays/{code}/at/{len(match.steps) - 1}?eye=-1").json()
    assert page["awaited"] == []
    ada.send(type="rematch")
    assert ada.until("moved")["table"] != code


def test_giving_up_between_two_makes_the_other_win(server: Live, http: httpx.Client) -> None:
    code, tokens, ada, blaise = two_people(server, http)
    assert ada.ask(type="concede", seat=1)["code"] == "not_your_seat"
    assert blaise.ask(type="concede", seat=1)["type"] == "accepted", "also when it is not one's turn"
    for wire in (ada, blaise):
        wire.hold(lambda told: told.get("status") == "over")
        assert wire.told["outcome"]["ranks"] == [1, 2]
    html = server.wire(code, *tokens[:1], form="html")
    html.settle()
    assert "a abandonné" in str(html.told)


def test_a_bot_plays_on_among_more_people(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("here", "here"), start=True)
    table = server.wire(code, *tokens)
    table.settle()
    assert table.ask(type="concede", seat=1)["type"] == "accepted"
    table.hold(lambda told: any("Un bot joue désormais pour" in line["text"] for line in told["log"]))
    assert table.told["players"][1]["bot"]
    assert table.told["status"] == "playing"
    blaise = server.wire(code, tokens[1], form="html")
    blaise.settle()
    assert "un bot finit la partie" in str(blaise.told)
    blaise.close()
    assert table.ask(type="back", seat=1)["code"] == "not_your_seat"
    assert table.ask(type="concede", seat=1)["code"] == "conceded_already"
    assert table.ask(type="concede", seat=2)["type"] == "accepted"
    table.hold(lambda told: told.get("status") == "over")
    assert table.told["outcome"]["ranks"] == [1, 3, 2]


def test_the_server_started_anew_knows_it(tmp_path: Path) -> None:
    with live(tmp_path) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        code, tokens = open_table(http, seats=("scripted",), start=True)
        ada = server.wire(code, *tokens)
        ada.settle()
        ada.ask(type="concede", seat=0)
        ada.hold(lambda told: told.get("status") == "over")
        ada.close()
    with live(tmp_path) as server:
        again = server.wire(code, *tokens)
        again.settle()
        assert again.told["status"] == "over"
        assert again.told["outcome"]["ending"] == "conceded"
        again.close()
