"""The fast lane: programs among themselves play as quickly as they can, and people's tables are none of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tests.patience import PATIENCE
from tests.web.house import Live, live

PACE = 4 * PATIENCE
"""Seconds that bots of this server take for people."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with live(
        tmp_path_factory.mktemp("fast"), bot_pace=(PACE, PACE), socket_rate=1.0, address_rate=30.0
    ) as running:
        yield running


def opened(server: Live, **more: Any) -> httpx.Response:
    body = {"game": "leduc", "name": "Ada", "seats": ["random"], "start": True} | more
    return httpx.post(f"{server.base}/api/tables", json=body, timeout=PATIENCE)


def play(server: Live, code: str, tokens: list[str]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    with connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
        socket.send(json.dumps({"type": "join", "table": code, "tokens": tokens, "form": "data"}))
        for _ in range(20):
            socket.send(json.dumps({"type": "ping"}))
        while known.get("status") != "over":
            message = json.loads(socket.recv(timeout=PATIENCE))
            assert message["type"] != "error", message
            known |= message
            if message["type"] == "update" and known.get("legal"):
                choice = known["legal"][0]["choice"]
                socket.send(json.dumps({"type": "choose", "choice": choice, "seq": known["seq"]}))
    return known


def test_bots_answer_at_once_and_nothing_is_rationed(server: Live) -> None:
    """Were the bot's pace kept, this would wait for longer than anybody's patience; were messages rationed, some would be refused."""
    table = opened(server, fast=True).json()
    assert server.registry.tables[table["code"]].state.haste == 0.0
    assert play(server, table["code"], table["tokens"])["outcome"]["ranks"]


def test_a_fast_table_opens_from_this_machine_only(tmp_path: Path) -> None:
    from bagarre.kernel.errors import Mistake
    from bagarre.web.opening import Opening
    from bagarre.web.registry import TableRegistry
    from tests.web.house import settings

    async def run() -> None:
        registry = TableRegistry(settings(tmp_path))
        with pytest.raises(Mistake) as mistake:
            await registry.create(Opening(game="leduc", seats=["random"], fast=True, address="203.0.113.9"))
        assert mistake.value.key == "fast_lane"

    import asyncio

    asyncio.run(run())
