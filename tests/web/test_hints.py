"""Hints at a web table: for whoever is asked, where aids are allowed, once at each position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from bagarre.web.bot_thinking import Answer
from bagarre.web.bot_workers import BotWorkers
from tests.patience import PATIENCE
from tests.web.house import Live, Wire, live


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with live(tmp_path_factory.mktemp("hints")) as running:
        yield running


def seated(server: Live, **more: Any) -> Wire:
    body = {"game": "leduc", "name": "Ada", "seats": ["random"], "start": True} | more
    opened = httpx.post(f"{server.base}/api/tables", json=body, timeout=PATIENCE).json()
    wire = server.wire(opened["code"], *opened["tokens"])
    wire.hold(lambda told: told.get("turn"))
    return wire


def asked_for(wire: Wire) -> dict[str, Any]:
    """What is answered to a request for a hint."""
    wire.send(type="hint")
    while True:
        message = wire.next()
        if message["type"] in ("hint", "error"):
            return message


def test_a_seat_that_is_asked_gets_the_best_choices(server: Live) -> None:
    ada = seated(server)
    hint = asked_for(ada)
    assert hint["type"] == "hint"
    assert hint["seq"] == ada.told["seq"]
    legal = {one["choice"] for one in ada.told["legal"]}
    assert {one["choice"] for one in hint["choices"]} <= legal
    assert all(one["words"] for one in hint["choices"])
    # On a busy machine there may have been no time to think: whoever asks again gets more.
    while "share" not in hint["choices"][0]:
        hint = asked_for(ada)
    # Once it was thought about, the same is told again.
    assert asked_for(ada) == hint
    ada.close()


def test_not_where_aids_are_off(server: Live) -> None:
    ada = seated(server, aids=False)
    assert asked_for(ada)["code"] == "no_aids"
    ada.close()


def test_not_for_spectators_nor_before_the_game(server: Live) -> None:
    opened = httpx.post(
        f"{server.base}/api/tables",
        json={"game": "leduc", "name": "Ada", "seats": ["random"]},
        timeout=PATIENCE,
    ).json()
    ada = server.wire(opened["code"], *opened["tokens"])
    assert asked_for(ada)["code"] == "not_started"
    ada.send(type="start")
    ada.hold(lambda told: told.get("status") == "playing")
    watcher = server.wire(opened["code"])
    assert asked_for(watcher)["code"] == "seated_only"
    ada.close()
    watcher.close()


def test_it_is_thought_for_the_seat_from_what_it_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []

    async def ask(
        self: BotWorkers,
        game: Any,
        kind: str,
        known: bytes,
        seat: int,
        choices: Any,
        *more: Any,
        whole: bool = False,
    ) -> Answer:
        asked.append((kind, known, seat))
        return Answer(1, choices[0], final=True)

    with live(tmp_path) as server:
        monkeypatch.setattr(BotWorkers, "ask", ask)
        ada = seated(server)
        hint = asked_for(ada)
        (table,) = server.registry.tables.values()
        mine = [one for one in asked if one[0] == "search:5"]
        seat = ada.told["eye"]
        assert mine == [("search:5", table.views.known(seat).to_bytes(), seat)]
        assert table.state.match is not None
        assert mine[0][1] != table.state.match.packed
        assert [one["choice"] for one in hint["choices"]] == [ada.told["legal"][0]["choice"]]
        ada.close()
