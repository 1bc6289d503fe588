"""A host keeps an address away from a table."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.house import Live, Wire
from tests.web.test_wire import open_table

HOME, THERE, ELSEWHERE = "127.0.0.1", "203.0.113.7", "198.51.100.3"


def closed_with(wire: Wire) -> int | None:
    with pytest.raises(ConnectionClosed):
        wire.until("nothing of that kind")
    return wire.socket.close_code


def seated(server: Live, code: str, seat: int, comes_from: str) -> tuple[Wire, str]:
    wire = server.wire(code, comes_from=comes_from)
    wire.settle()
    wire.send(type="sit", seat=seat, name=f"N{seat}")
    return wire, wire.until("seated")["token"]


def test_a_player_and_all_of_that_address_are_shown_out(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http, seats=("open", "open"))
    ada = server.wire(code, *tokens)
    blaise, token = seated(server, code, 1, THERE)
    watcher = server.wire(code, comes_from=THERE)
    carole, _ = seated(server, code, 2, ELSEWHERE)
    watcher.settle()
    assert blaise.ask(type="ban", seat=2)["code"] == "host_only"
    ada.settle()
    ada.send(type="ban", seat=1)
    for gone in (blaise, watcher):
        assert gone.until("error")["code"] == "banned"
        assert closed_with(gone) == 4403
    ada.hold(lambda told: told["players"][1]["open"])
    again = server.wire(code, token, comes_from=THERE)
    assert again.next()["code"] == "banned"
    assert closed_with(again) == 4403
    assert carole.settle()["seats"] == [2]
    # The seat was freed: its token opens nothing, wherever it comes from.
    assert server.wire(code, token, comes_from=ELSEWHERE).settle()["seats"] == []
    ada.send(type="unban")
    ada.settle()
    assert server.wire(code, comes_from=THERE).settle()["status"] == "lobby"


def test_a_spectator_is_named_by_a_number(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http)
    ada = server.wire(code, *tokens)
    watcher = server.wire(code, comes_from=THERE)
    watcher.settle()
    told = ada.hold(lambda told: told.get("watchers"))
    assert watcher.told["watchers"] == [], "that is for the host"
    ada.send(type="ban", watcher=told["watchers"][0])
    assert watcher.until("error")["code"] == "banned"
    ada.hold(lambda told: told["watchers"] == [])


@pytest.mark.parametrize(
    ("message", "code"),
    [({"seat": 0}, "same_address"), ({"seat": 1}, "not_here"), ({"watcher": 99}, "not_here"), ({"watcher": []}, "not_here"),
     ({"seat": 7}, "no_seat"), ({}, "malformed")],
)  # fmt: skip
def test_what_cannot_be_banned(server: Live, http: httpx.Client, message: dict[str, Any], code: str) -> None:
    table, tokens = open_table(http)
    ada = server.wire(table, *tokens)
    ada.settle()
    assert ada.ask(type="ban", **message)["code"] == code


def test_a_ban_is_stored_and_goes_on_at_the_rematch(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http)
    ada = server.wire(code, *tokens)
    watcher = server.wire(code, comes_from=THERE)
    watcher.settle()
    ada.hold(lambda told: told.get("watchers"))
    ada.send(type="ban", watcher=ada.told["watchers"][0])
    assert watcher.until("error")["code"] == "banned"
    blaise, token = seated(server, code, 1, ELSEWHERE)
    ada.send(type="start")
    for wire in (ada, blaise):
        wire.hold(lambda told: told["status"] == "playing")
    while ada.told["status"] != "over":
        for wire in (ada, blaise):
            wire.settle(0.05)
            if wire.told.get("legal"):
                wire.choose()
    ada.send(type="rematch")
    new = ada.until("moved")["table"]
    assert server.wire(new, comes_from=THERE).next()["code"] == "banned"
    assert server.wire(new, token, comes_from=ELSEWHERE).settle()["seats"] == [1]
    text = http.get(f"/api/tables/{new}").text + http.get(f"/t/{new}").text
    assert THERE not in text


def test_the_menu_of_people_offers_it_to_the_host_alone(server: Live, http: httpx.Client) -> None:
    code, tokens = open_table(http)
    ada = server.wire(code, *tokens, form="html")
    blaise, token = seated(server, code, 1, THERE)
    watcher = server.wire(code, comes_from=ELSEWHERE)
    watcher.settle()
    wanted = ('data-send="ban" data-watcher', 'data-send="ban" data-seat="1"')
    ada.hold(lambda told: all(button in told.get("html", {}).get("people", "") for button in wanted))
    people = ada.told["html"]["people"]
    assert 'data-send="ban" data-seat="0"' not in people
    blaise.close()
    other = server.wire(code, token, form="html", comes_from=THERE)
    assert "ban" not in other.settle()["html"]["people"]
