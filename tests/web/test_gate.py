"""Who may talk to the server, how much, how fast, and what every answer carries."""

from __future__ import annotations

import contextlib
import json
import logging
import re
import socket
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bagarre.cli.serve import limits_of
from bagarre.kernel.errors import Mistake
from bagarre.web.guard import HEADERS, Hosts, address_key
from bagarre.web.settings import Limits
from tests.patience import PATIENCE
from tests.web.house import Live, live

"""Seconds that a test waits for a sign; it goes on as soon as the sign is there."""


@contextlib.contextmanager
def raw(server: Live, text: bytes) -> Iterator[socket.socket]:
    """A connection that has sent something."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as wire:
        wire.sendall(text)
        yield wire


def answer_of(wire: socket.socket) -> bytes:
    """One answer, which may come in several pieces: its head, and as much after it as the head says."""
    came = b""
    while b"\r\n\r\n" not in came and (piece := wire.recv(4096)):
        came += piece
    head, _, body = came.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split()[0])
    while len(body) < length and (piece := wire.recv(4096)):
        body += piece
    return head + b"\r\n\r\n" + body


def rest_of(wire: socket.socket) -> bytes:
    """All that comes until the server closes."""
    came = b""
    while piece := wire.recv(65536):
        came += piece
    return came


def has_headers(answer: httpx.Response) -> bool:
    return all(answer.headers.get(name) == value for name, value in HEADERS.items())


def test_every_answer_carries_the_safety_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live(tmp_path) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:

        async def broken(*_: Any) -> None:
            raise OSError("the disk is on fire")

        monkeypatch.setattr(server.registry.store, "by_short", broken)
        answers = {
            200: http.get("/healthz"),
            403: http.post("/api/tables", json={}, headers={"origin": "https://evil.example"}),
            404: http.get("/nowhere"),
            405: http.get("/api/mine"),
            413: http.post("/api/mine", content=b" " * 70_000),
            421: http.get("/", headers={"host": "evil.example"}),
            422: http.post("/api/mine", json={}),
            500: http.get("/api/tables/KRAKO?lang=en"),
        }
        for status, answer in answers.items():
            assert (answer.status_code, has_headers(answer)) == (status, True)
        assert answers[500].json() == {
            "code": "broken",
            "message": "Something went wrong on the server; nothing was changed.",
        }
        monkeypatch.setattr(server.registry.addresses, "take", lambda *_: False)
        late = http.get("/healthz")
        assert (late.status_code, has_headers(late)) == (429, True)


def test_answers_below_the_application_carry_them_too(server: Live) -> None:
    asked = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    for status, text in (
        (400, b"\x00\x01 nonsense\r\n\r\n"),
        (400, asked + b"\r\n"),
        (403, asked + key + b"Origin: https://evil.example\r\n\r\n"),
        (400, asked + key + b"Origin: http://localhost\r\nOrigin: https://evil.example\r\n\r\n"),
        (421, asked.replace(b"localhost", b"evil.example") + key + b"\r\n"),
        (431, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40_000),
    ):
        with raw(server, text) as wire:
            came = rest_of(wire).decode().lower()
            assert came.startswith(f"http/1.1 {status}"), came
            for name in HEADERS:
                assert f"{name}: " in came, (status, name)


def test_two_origins_are_refused(server: Live) -> None:
    body = b'{"tables": []}'
    text = b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n"
    text += b"content-length: %d\r\n" % len(body)
    ours, evil = b"Origin: http://localhost\r\n", b"Origin: https://evil.example\r\n"
    for origins, status in (
        (ours, b"200"),
        (evil + ours, b"403"),
        (ours + evil, b"403"),
        (ours + ours, b"403"),
    ):
        with raw(server, text + origins + b"\r\n" + body) as wire:
            assert rest_of(wire).startswith(b"HTTP/1.1 " + status)


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "", "[bad", "10.1.2.3"]
)
def test_other_names_are_not_answered_to(http: httpx.Client, host: str) -> None:
    assert http.get("/", headers={"host": host}).status_code == 421
    assert http.get("/api/games", headers={"host": host}).json()["code"] == "wrong_host"


@pytest.mark.parametrize("host", ["localhost", "localhost:1234", "127.0.0.1", "[::1]:8187", "LOCALHOST"])
def test_this_machine_is_answered_to(http: httpx.Client, host: str) -> None:
    assert http.get("/healthz", headers={"host": host}).status_code == 200


def test_names_of_the_owner_are_answered_to() -> None:
    everywhere = Hosts("0.0.0.0", ("https://play.example:8443",))
    for host in ("play.example", "play.example:9", "192.168.1.5:8187", "[fe80::1]:8187", "localhost"):
        assert everywhere.serves(host), host
    for host in ("evil.example", "play.example.evil", ""):
        assert not everywhere.serves(host), host
    assert Hosts("10.0.0.7", ()).serves("10.0.0.7:8187")
    assert not Hosts("10.0.0.7", ()).serves("10.0.0.8")


def test_an_address_of_ipv6_is_its_network() -> None:
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:1") != address_key("2001:db8:0:1::1")
    assert address_key("::ffff:192.0.2.1") == address_key("192.0.2.1") == "192.0.2.1"


@pytest.mark.parametrize(
    "path",
    [
        "/api/mine",
        "/api/tables",
        "/api/records",
        "/api/games/baston/pages/editor",
        "/api/replays/KRAKO/continue",
    ],
)
def test_bodies_are_cut_off_while_they_are_read(server: Live, path: str) -> None:
    """Nobody says beforehand how long it will be."""
    limits = server.settings.limits
    larger = {"/api/mine": limits.body_bytes, "/api/replays/KRAKO/continue": limits.body_bytes}
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n".encode()
    piece = b"10000\r\n" + b" " * 65536 + b"\r\n"
    with raw(server, head) as wire:
        # One piece more than is read, and no end.
        for _ in range(larger.get(path, limits.table_bytes) // 65536 + 1):
            wire.sendall(piece)
        came = answer_of(wire)
    assert came.startswith(b"HTTP/1.1 413")
    assert b"too_large" in came


def test_a_body_without_end_is_not_taken_for_ever(server: Live) -> None:
    head = b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\ncontent-length: 400000000\r\n\r\n"
    with raw(server, head) as wire, contextlib.suppress(ConnectionError):
        sent = 0
        while sent < 400_000_000:
            sent += wire.send(b" " * 65536)
    assert sent < 100_000_000


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\ncontent-length: 50\r\n\r\n{",
        b"\r\n",
    ],
)
def test_half_sent_requests_are_closed(tmp_path: Path, half: bytes) -> None:
    with live(tmp_path, header_seconds=0.3, body_seconds=0.3) as server, raw(server, half) as wire:
        came = rest_of(wire)
        # Whoever has said nothing is told nothing.
        assert came.startswith(b"HTTP/1.1 408") or not half
    assert server.registry.metrics.value("bagarre_turned_away_total", status="500") == 0


def test_a_request_that_comes_in_pieces_is_answered(server: Live) -> None:
    text = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with raw(server, b"") as wire:
        for _ in range(3):
            for i in range(len(text)):
                wire.sendall(text[i : i + 1])
            came = b""
            while b'"ok":true' not in came:
                came += wire.recv(4096)


def test_whoever_leaves_in_mid_body_leaves_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        caplog.at_level(logging.WARNING),
        live(tmp_path) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        for path in (b"/api/mine", b"/api/records", b"/api/tables", b"/api/games/baston/pages/editor"):
            with raw(
                server,
                b"POST "
                + path
                + b" HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{",
            ):
                pass
        assert http.get("/healthz").status_code == 200
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_an_address_has_so_many_sockets(tmp_path: Path) -> None:
    with live(tmp_path, address_sockets=3) as server:
        address = f"ws://127.0.0.1:{server.port}/ws"
        with connect(address), connect(address):
            with connect(address), connect(address) as fourth:
                assert json.loads(fourth.recv(PATIENCE))["code"] == "too_many_sockets"
                assert closing_code(fourth) == 4429
            again_let_in(address)


def again_let_in(address: str) -> None:
    """Come back until there is room: a server notices soon, but not at once, that somebody left."""
    while True:
        with connect(address) as wire:
            wire.send('{"type": "nothing"}')
            if json.loads(wire.recv(PATIENCE))["code"] == "join_first":
                return


def closing_code(wire: ClientConnection) -> int:
    """The code with which the server closes, whatever it says before."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            wire.recv(PATIENCE)
    assert wire.close_code is not None
    return wire.close_code


def test_a_table_has_so_many_spectators_and_keeps_its_players(tmp_path: Path) -> None:
    with (
        live(tmp_path, table_watchers=2, seat_sockets=2) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        opened = http.post("/api/tables", json={"game": "leduc", "seats": ["open"]}).json()
        watchers = [server.wire(opened["code"]) for _ in range(2)]
        for watcher in watchers:
            watcher.next()
        assert closing_code(server.wire(opened["code"]).socket) == 4429
        players = [server.wire(opened["code"], *opened["tokens"]) for _ in range(2)]
        for player in players:
            assert player.next()["seats"] == [0]
        assert closing_code(server.wire(opened["code"], *opened["tokens"]).socket) == 4429


def test_a_flood_is_answered_slowly_and_then_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bagarre.web.sockets.PATIENCE", 5)
    with (
        live(tmp_path, socket_rate=1.0) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        opened = http.post("/api/tables", json={"game": "leduc", "seats": ["open"]}).json()
        wire = server.wire(opened["code"])
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                wire.send(type="ping")
        assert closing_code(wire.socket) == 4429


@pytest.mark.parametrize(
    "frame", [b"\x89\x80\0\0\0\0", b"\x81\x80\0\0\0\0", b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 1000]
)
def test_a_flood_of_tiny_frames_is_cut(tmp_path: Path, frame: bytes) -> None:
    with live(tmp_path, socket_frames=60.0) as server:
        asked = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        with raw(server, asked + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n") as wire:
            assert wire.recv(4096).startswith(b"HTTP/1.1 101")
            assert is_cut(wire, frame * 100)


def is_cut(wire: socket.socket, flood: bytes) -> bool:
    """Does the server end it?"""
    try:
        for _ in range(10_000):
            wire.sendall(flood)
    except ConnectionError:
        return True
    return False


def test_foreign_sockets_are_refused_with_a_number(server: Live) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/ws", origin=Origin("https://evil.example"))
    assert refused.value.response.status_code == 403
    assert refused.value.response.headers["x-content-type-options"] == "nosniff"


def test_the_documentation_lists_every_limit() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| ([\d ]+)", text, re.MULTILINE))
    assert {name: float(value.replace(" ", "")) for name, value in told.items()} == {
        field.name: float(str(field.default)) for field in fields(Limits)
    }


def test_limits_are_chosen_at_the_start() -> None:
    assert limits_of(["address_sockets=9", "socket_rate=2.5"]) == Limits(address_sockets=9, socket_rate=2.5)
    for wrong in (
        "address_sockets",
        "nothing=3",
        "address_sockets=x",
        "address_sockets=-1",
        "address_sockets=0",
        "socket_rate=nan",
    ):
        with pytest.raises(Mistake):
            limits_of([wrong])
