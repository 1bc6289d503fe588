"""On one machine a socket itself goes to the process that plays its table; whoever does not take it in time swallows nobody."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bagarre.web import handing
from bagarre.web.handing import Door, hand_over
from tests.patience import PATIENCE
from tests.web.house import Live, Wire, asked
from tests.web.postgres import Postgres, running_postgres
from tests.web.processes import pair
from tests.web.test_several import opened, turn, two, until

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sockets of Linux")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as running:
        yield running


def passed(server: Live, how: str) -> float:
    """How many sockets that process passed to another one."""
    return float(server.registry.metrics.passed.labels(how)._value.get())


@contextlib.contextmanager
def table_of_first(
    folder: Path, postgres: Postgres, **changes: object
) -> Iterator[tuple[Live, Live, str, list[str]]]:
    """Two servers that know of each other, and a table that the first one plays."""
    with two(folder, postgres, **changes) as (first, second):
        until(lambda: first.registry.leases.others == second.registry.leases.others == 1)
        code, tokens = opened(first)
        first.wire(code).settle(0.05)
        assert list(first.registry.tables) == [code]
        yield first, second, code, tokens


def test_a_socket_goes_to_the_process_that_plays_its_table(tmp_path: Path, postgres: Postgres) -> None:
    with table_of_first(tmp_path, postgres) as (first, second, code, tokens):
        wires = [second.wire(code, token, named=True) for token in tokens]
        assert turn(wires).choose("raise")["type"] == "accepted"
        assert (passed(second, "handed"), passed(second, "carried")) == (2, 0)
        assert len(first.registry.tables[code].connections) == 3
        assert second.registry.metrics.sockets._value.get() == 0, "nothing of it passes here"
        # Whoever brought them is not missed.
        second.stop()
        assert turn(wires).choose("call")["type"] == "accepted"
        # And when the one that plays ends, they are sent away as all its own are.
        first.stop()
        for wire in wires:
            with pytest.raises(ConnectionClosed) as closed:
                wire.drain(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012


def test_what_is_refused_at_one_door_is_refused_at_the_other(tmp_path: Path, postgres: Postgres) -> None:
    """Whoever comes shows the same to both: hosts, origins and addresses are looked at twice, and nobody says where they come from themselves."""
    with table_of_first(tmp_path, postgres, address_sockets=2) as (first, second, code, tokens):
        for headers in ({"host": "elsewhere.example"}, {"origin": "http://elsewhere.example"}):
            with pytest.raises(InvalidStatus):
                Wire(second.address(code), code, headers=headers)
        forged = {"x-bagarre-client": "198.51.100.1", "x-bagarre-secret": "guess", "x-bagarre-handed": "1"}
        wire = Wire(second.address(code), code, tokens[0], comes_from="203.0.113.7", headers=forged)
        wire.settle()
        connections = first.registry.tables[code].connections
        assert {connection.address for connection in connections} == {"127.0.0.1", "203.0.113.7"}
        second.wire(code, tokens[1], named=True).settle()
        with pytest.raises(ConnectionClosed) as closed:
            second.wire(code, named=True).drain(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429, "counted where they all are"
        assert passed(second, "handed") == 3


def test_a_socket_that_names_one_table_and_joins_another_finds_it(tmp_path: Path, postgres: Postgres) -> None:
    with table_of_first(tmp_path, postgres) as (first, second, code, _):
        other, tokens = opened(second)
        second.wire(other).settle(0.05)
        assert list(second.registry.tables) == [other]
        wires = [Wire(second.address(code), other, token) for token in tokens]
        assert turn(wires).choose("raise")["type"] == "accepted"
        assert passed(second, "handed") == passed(first, "carried") == 2


@pytest.mark.parametrize("listens", [True, False], ids=["hangs", "is gone"])
def test_a_door_that_takes_nothing_swallows_nobody(listens: bool, tmp_path: Path, postgres: Postgres) -> None:
    """The socket stays where it came to, and is carried."""
    with (
        table_of_first(tmp_path, postgres) as (first, second, code, tokens),
        socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as dead,
    ):
        name = f"bagarre-{secrets.token_hex(16)}"
        dead.bind(f"\0{name}")
        if listens:
            dead.listen()
        mine = first.registry.leases.name
        asked(first, text(f"UPDATE servers SET door = '{name}' WHERE name = '{mine}'"))
        wires = [second.wire(code, token, named=True) for token in tokens]
        assert turn(wires).choose("raise")["type"] == "accepted"
        assert (passed(second, "handed"), passed(second, "carried")) == (0, 2)


@contextlib.asynccontextmanager
async def a_socket() -> AsyncIterator[tuple[socket.socket, socket.socket]]:
    ends = socket.socketpair()
    with ends[0], ends[1]:
        yield ends


def test_a_process_that_comes_to_itself_too_late_drops_what_it_was_given() -> None:
    """Nothing is read from a socket whose giver has kept it."""

    async def test() -> None:
        taken: list[bytes] = []

        async def take(handed: socket.socket, request: bytes) -> None:
            taken.append(request + handed.recv(10))
            handed.close()

        door = Door(take)
        name = door.open()
        async with a_socket() as (near, far):
            far.send(b"first")
            # A giver that had lost its patience by then: it went without a word.
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as giver:
                giver.setblocking(False)
                giver.connect(f"\0{name}")
                socket.send_fds(giver, [b"request "], [near.fileno()])
                await handing._readable(giver)
                assert giver.recv(1) == handing.TAKEN
            while door._lines:
                await asyncio.sleep(0.01)
            assert not taken
            # And one that does not.
            assert await hand_over(name, near.fileno(), b"request ")
            while not taken:
                await asyncio.sleep(0.01)
            assert taken == [b"request first"]
        door.close()
        async with a_socket() as (near, far):
            assert not await hand_over(name, near.fileno(), b"request ")
            far.send(b"still")
            assert near.recv(10) == b"still"

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_a_process_of_another_user_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async def take(handed: socket.socket, request: bytes) -> None:
            raise AssertionError

        door = Door(take)
        name = door.open()
        own = os.getuid()
        monkeypatch.setattr(os, "getuid", lambda: own + 1)
        async with a_socket() as (near, _):
            assert not await hand_over(name, near.fileno(), b"request")
        door.close()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_a_process_that_stands_still_swallows_nobody(tmp_path: Path, postgres: Postgres) -> None:
    """Two real processes: the one that plays a table is frozen. Whoever comes to the other one meanwhile is served there."""
    with pair(postgres, tmp_path, "boss-quest") as both:
        asking = {"game": "boss-quest", "name": "A", "seats": ["here"], "start": True}
        made = (
            httpx.post(f"http://127.0.0.1:{both.ports[0]}/api/tables", json=asking).raise_for_status().json()
        )
        code, tokens = made["code"], made["tokens"]
        addresses = [f"ws://127.0.0.1:{port}/ws?t={code}" for port in both.ports]
        Wire(addresses[0], code).settle()
        assert both.owner(code) == 0
        frozen = both.servers[0].child
        os.kill(frozen, signal.SIGSTOP)
        try:
            # Whoever comes while it still has the table may have to come again, as pages do.
            wires: list[Wire] = []
            while both.owner(code) != 1 or len(wires) < len(tokens):
                wires = []
                with contextlib.suppress(ConnectionClosed, TimeoutError, InvalidStatus):
                    for token in tokens:
                        wire = Wire(addresses[1], code, token)
                        wire.until("update")
                        wires.append(wire)
            assert turn(wires).choose()["type"] == "accepted"
        finally:
            os.kill(frozen, signal.SIGCONT)
        assert turn(wires).choose()["type"] == "accepted"
        assert not both.faults()
