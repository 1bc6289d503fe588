"""A finished game goes on from a moment: at a new table, against the same bots."""

from __future__ import annotations

import httpx

from bagarre.web.registry import again
from bagarre.web.store import BOT, HUMAN, Seat
from tests.patience import PATIENCE
from tests.web.house import Live


def test_what_goes_on_from_a_moment_goes_on_against_the_same_bots(server: Live) -> None:
    http = httpx.Client(base_url=server.base, timeout=PATIENCE)
    asked = {"game": "leduc", "name": "Ada", "seats": ["scripted"]}
    opened = http.post("/api/tables", json=asked).raise_for_status().json()
    code, tokens = opened["code"], opened["tokens"]
    ada = server.wire(code, *tokens)
    ada.settle()
    ada.send(type="start")
    while ada.told.get("status") != "playing":
        ada.next()
    while ada.wait_turn():
        ada.choose()
        ada.settle(0.05)
    answer = http.post(f"/api/replays/{code}/continue", json={"moment": 1, "seat": 0, "name": "Eve"}).json()
    eve = server.wire(answer["code"], *answer["tokens"])
    eve.settle()
    assert eve.told["status"] == "playing", "nobody is waited for"
    while eve.wait_turn():
        eve.choose()
        eve.settle(0.05)
    assert eve.told["outcome"]
    assert again(Seat(HUMAN, "Ada", "", "hash")) == Seat(), "a person's seat is free"
    assert again(Seat(BOT, "Ada", "scripted", "hash")) == Seat(), "also where a bot stood in"
    assert again(Seat(BOT, "X", "module:function")) == Seat(), "what a stranger's record names is not called"
