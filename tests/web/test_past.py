"""Looking back while the game goes on: a seat is shown what it saw then, and nothing more."""

from __future__ import annotations

from typing import Any

import httpx
import jsonschema
import pytest

from bagarre.kernel.game import SPECTATOR
from bagarre.web.schema import protocol_schema
from tests.web.house import Live, Wire


def table(server: Live, http: httpx.Client, game: str) -> tuple[list[Wire], Wire]:
    """Two people and somebody who watches."""
    told = http.post(
        "/api/tables", json={"game": game, "name": "Ada", "seats": ["here"], "start": True}
    ).json()
    players = [server.wire(told["code"], token) for token in told["tokens"]]
    watcher = server.wire(told["code"])
    for wire in (*players, watcher):
        wire.settle()
    return players, watcher


def play(wires: list[Wire], watcher: Wire, choices: int) -> list[list[tuple[int, Any]]]:
    """Some choices; for each reader the views that he was shown, by the last line told by then."""
    readers = [*wires, watcher]
    seen: list[list[tuple[int, Any]]] = [[] for _ in readers]
    for _ in range(choices):
        asked = next((wire for wire in wires if wire.told.get("legal")), None)
        if asked is None:
            break
        asked.choose(asked.told["legal"][-1]["choice"])
        for reader, views in zip(readers, seen):
            reader.settle(0.05)
            views.append((reader.told["log"][-1]["n"], reader.told["view"]))
    return seen


@pytest.mark.parametrize("game", ["leduc", "boss-quest", "baston"])
def test_the_past_is_what_was_seen(server: Live, http: httpx.Client, game: str) -> None:
    wires, watcher = table(server, http, game)
    seen = play(wires, watcher, 6)
    check = jsonschema.Draft202012Validator(protocol_schema())
    for reader, views in zip([*wires, watcher], seen):
        # Choices that tell nothing leave the last line where it was: the first view after a line is the one that goes with it.
        first: dict[int, Any] = {}
        for line, view in views:
            first.setdefault(line, view)
        for line, view in first.items():
            reader.send(type="past", line=line)
            past = reader.until("past")
            check.validate(past)
            assert past["view"] == view
            assert past["log"][-1]["n"] >= line
        reader.close()


def test_moments_are_counted_by_lines(server: Live, http: httpx.Client) -> None:
    """Writing orders in secret makes no moment: nobody learns by looking back how much the others wrote."""
    wires, watcher = table(server, http, "baston")
    ada, blaise = wires
    for _ in range(60):
        if ada.told["view"]["phase"] == "write":
            break
        play(wires, watcher, 1)
    lines = ada.told["log"][-1]["n"]
    for _ in range(3):
        ada.choose(
            "CP" if "CP" in [one["choice"] for one in ada.told["legal"]] else ada.told["legal"][0]["choice"]
        )
        ada.settle(0.05)
    assert ada.told["view"]["phase"] == "write"
    for reader in (blaise, watcher):
        reader.settle()
        reader.send(type="past", line=lines)
        past = reader.until("past")
        assert past["after"] == 0
        assert past["line"] <= lines
        reader.send(type="past", line=lines + 1)
        assert reader.until("error")["code"] == "no_such_moment"
    for reader in (ada, blaise, watcher):
        reader.close()


def test_what_is_no_moment(server: Live, http: httpx.Client) -> None:
    wires, watcher = table(server, http, "leduc")
    for line in (0, -1, 10**9):
        watcher.send(type="past", line=line)
        assert watcher.until("error")["code"] == "no_such_moment"
    watcher.send(type="past", line="x")
    assert watcher.until("error")["code"]
    watcher.send(type="past", line=1)
    past = watcher.until("past")
    assert (past["eye"], past["before"]) == (SPECTATOR, 0)
    for reader in (*wires, watcher):
        reader.close()
