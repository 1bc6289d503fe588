"""Seats add secrets of their own before a game begins, and its record tells them all when it is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from bagarre.fair import promise
from bagarre.record import read_record
from bagarre.verifying import verify
from bagarre.web.app import PROMISE
from bagarre.web.promises import MOST, VALID, Promises
from bagarre.web.settings import Limits
from tests.web.house import LEDUC, Live, Wire, live

SHARES = ["aa" * 32, "bb" * 32]


def lobby(server: Live) -> tuple[str, list[Wire]]:
    asked = {"game": "leduc", "name": "A", "seats": ["here"]}
    opened = httpx.post(f"{server.base}/api/tables", json=asked).raise_for_status().json()
    wires = [server.wire(opened["code"], token) for token in opened["tokens"]]
    for wire in wires:
        wire.settle(0.05)
    return opened["code"], wires


def play(wires: list[Wire]) -> None:
    """To the end."""
    while True:
        for wire in wires:
            wire.settle(0.05)
        mover = next((wire for wire in wires if wire.told.get("legal")), None)
        if mover is None:
            return
        mover.choose("call")


def header(server: Live, code: str) -> tuple[Any, Any]:
    record = read_record(httpx.get(f"{server.base}/api/replays/{code}/record").raise_for_status().text)
    return record.header, verify(record, LEDUC)


def test_what_seats_add_is_in_the_seed_and_told_afterwards(tmp_path: Path) -> None:
    with live(tmp_path, games={"leduc": LEDUC}, render_workers=0) as server:
        code, wires = lobby(server)
        promised = wires[0].told["fair"]
        assert promised["shares"] == []
        assert wires[0].ask(type="share", seat=1, share=SHARES[0])["code"] == "not_your_seat"
        assert wires[0].ask(type="share", seat=0, share="short")["code"] == "malformed"
        for seat, wire in enumerate(wires):
            wire.send(type="share", seat=seat, share=SHARES[seat])
        for wire in wires:
            wire.settle(0.05)
            assert wire.told["fair"] == {"promise": promised["promise"], "shares": [0, 1]}
            assert not any(share in str(wire.messages) for share in SHARES), "others' secrets stay secret"
        wires[0].send(type="start")
        wires[0].hold(lambda told: told["status"] == "playing")
        assert wires[1].ask(type="share", seat=1, share=SHARES[0])["code"] == "started"
        play(wires)
        told, verdict = header(server, code)
        assert promise(told.fair.secret) == promised["promise"]
        assert [share for _, share in told.fair.shares] == SHARES
        assert verdict.holds
        assert verdict.silent == ()
        answer = httpx.get(f"{server.base}/api/replays/{code}/verify").json()
        assert answer["holds"] is True
        assert answer["results"] == verdict.results
        # A rematch has a promise of its own.
        wires[0].send(type="rematch")
        moved = wires[0].until("moved")["table"]
        again = server.wire(moved)
        again.settle(0.05)
        assert again.told["fair"]["promise"] != promised["promise"]
        assert again.told["fair"]["shares"] == []


def test_whoever_sits_down_where_somebody_else_sat_adds_anew(tmp_path: Path) -> None:
    with live(tmp_path, games={"leduc": LEDUC}, render_workers=0) as server:
        _, wires = lobby(server)
        wires[1].send(type="share", seat=1, share=SHARES[1])
        wires[1].send(type="free", seat=1)
        wires[1].send(type="sit", seat=1, name="C")
        wires[1].until("seated")
        wires[1].hold(lambda told: told["fair"]["shares"] == [])


def test_what_goes_on_from_a_moment_has_secrets_of_its_own(tmp_path: Path) -> None:
    with live(tmp_path, games={"leduc": LEDUC}, render_workers=0) as server:
        code, wires = lobby(server)
        wires[0].send(type="start")
        wires[0].hold(lambda told: told["status"] == "playing")
        play(wires)
        asked = {"moment": 1, "seat": 0, "name": "D"}
        opened = (
            httpx.post(f"{server.base}/api/replays/{code}/continue", json=asked).raise_for_status().json()
        )
        wire = server.wire(opened["code"], *opened["tokens"])
        wire.settle(0.05)
        wire.send(type="share", seat=0, share=SHARES[0])
        wire.send(type="sit", seat=1, name="E")
        wire.until("seated")
        wire.send(type="start")
        wire.hold(lambda told: told["status"] == "playing")
        promised = wire.told["fair"]["promise"]
        for seat in (0, 1, 0, 1):
            wire.send(type="eye", seat=seat)
        wire.settle(0.05)
        table = server.registry.tables[opened["code"]]
        assert table.state.match.fair is not None
        assert promise(table.state.match.fair.secret) == promised
        assert table.state.match.fair.shares == ((0, SHARES[0]),)
        assert table.state.match.seed == table.state.match.fair.seed()


def begin_at_once(server: Live, **more: Any) -> tuple[str, Wire]:
    asked = {"game": "leduc", "name": "A", "seats": ["scripted"], "start": True} | more
    opened = httpx.post(f"{server.base}/api/tables", json=asked).raise_for_status().json()
    wire = server.wire(opened["code"], *opened["tokens"])
    wire.settle(0.05)
    return opened["code"], wire


def test_a_game_that_begins_at_once_is_promised_before(tmp_path: Path) -> None:
    with live(tmp_path, games={"leduc": LEDUC}, render_workers=0) as server:
        promised = httpx.post(f"{server.base}/api/promises").raise_for_status().json()["promise"]
        code, wire = begin_at_once(server, promise=promised, shares=[SHARES[0]])
        assert wire.told["fair"] == {"promise": promised, "shares": [0]}
        while wire.told["status"] != "over":
            wire.hold(lambda told: told.get("legal") or told["status"] == "over")
            if wire.told.get("legal"):
                wire.choose("call")
                wire.settle(0.05)
        told, verdict = header(server, code)
        assert (promise(told.fair.secret), told.fair.shares) == (promised, ((0, SHARES[0]),))
        assert verdict.holds
        assert verdict.silent == ()
        # Now everybody knows that secret: nobody adds to it once more.
        _, again = begin_at_once(server, promise=promised, shares=[SHARES[1]])
        assert again.told["fair"]["promise"] != promised
        assert again.told["fair"]["shares"] == []


def test_promises_are_forgotten() -> None:
    now = [0.0]
    promises = Promises(lambda: now[0])
    late, first = promises.make(), promises.make()
    for _ in range(MOST - 1):
        promises.make()
    assert promises.fair(late, {0: "x"})["shares"] == {}, "too many came after it"
    now[0] = VALID + 1
    assert promises.fair(first, {0: "x"})["shares"] == {}, "too long ago"
    assert promises.fair(promises.make(), {0: "x"})["shares"] == {"0": "x"}


def test_what_is_no_share(tmp_path: Path) -> None:
    with live(tmp_path, games={"leduc": LEDUC}, render_workers=0) as server:
        asked = {"game": "leduc", "seats": ["scripted"], "start": True, "shares": ["<script>"]}
        answer = httpx.post(f"{server.base}/api/tables", json=asked)
        assert answer.status_code == 422
        assert "shares" in answer.json()["message"]


def test_one_address_does_not_push_the_promises_of_others_out(tmp_path: Path) -> None:
    """As many as are kept take one address longer than each is kept."""
    usual = Limits().address_rate
    assert usual / (1 + PROMISE) * VALID < MOST
    with live(tmp_path, games={"leduc": LEDUC}, render_workers=0, address_rate=1.6) as server:
        said = [httpx.post(f"{server.base}/api/promises").status_code for _ in range(6)]
    # One is paid for at once; the next only after seconds, however slow the machine is.
    assert said[0] == 201
    assert 429 in said
