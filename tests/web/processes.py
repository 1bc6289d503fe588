"""Two server processes on one PostgreSQL for tests that kill them, cut them off from it and set their clocks; and people who come to either."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from bagarre.web.lock import engine_of
from tests.patience import PATIENCE
from tests.web.guests import Books, Guest, Nursery, Party
from tests.web.house import Wire
from tests.web.postgres import Postgres
from tests.web.test_crash import free_port

PIECE = 1 << 16


class Cable:
    """The way from one process to its database: a socket in a folder, and what is said there is passed on, until it is cut."""

    def __init__(self, folder: Path, postgres: Postgres) -> None:
        folder.mkdir()
        self.url = f"postgresql+asyncpg://bagarre@/bagarre?host={folder}"
        self._far = str(postgres.folder / ".s.PGSQL.5432")
        self._whole = threading.Event()
        self._whole.set()
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(folder / ".s.PGSQL.5432"))
        self._door.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """From now on nothing passes, in either direction, and nobody is told."""
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def close(self) -> None:
        self._door.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._far)
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(PIECE):
                # What was said before the cut and not passed on waits, as it does in a network that loses its packets for a while.
                self._whole.wait()
                other.sendall(data)
        self._whole.wait()
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Visitor(Guest):
    """A guest who comes to any of several servers, and holds what it is told against what it was told before."""

    def __init__(
        self, books: Books, ports: Sequence[int], game: str, seats: Sequence[str], seed: int, **options: Any
    ) -> None:
        self.ports = list(ports)
        super().__init__(books, ports[0], game, seats, seed, **options)

    @property
    def port(self) -> int:
        return self.dice.choice(self.ports)

    @port.setter
    def port(self, port: int) -> None: ...

    def _listen(self) -> None:
        super()._listen()
        for wire in self.wires:
            numbers = [line["n"] for line in wire.told["log"]]
            assert numbers == list(range(1, len(numbers) + 1)), f"told twice, or not at all: {numbers}"


class Pair:
    """The two processes."""

    def __init__(
        self, postgres: Postgres, folder: Path, *games: str, skew: float = 0.0, cable: Cable | None = None
    ) -> None:
        self.postgres = postgres
        self.inner = [free_port(), free_port()]
        self.servers: list[Nursery] = []
        for number, inner in enumerate(self.inner):
            place = folder / f"server{number}"
            place.mkdir()
            url = cable.url if cable is not None and number == 0 else postgres.url
            self.servers.append(
                Nursery(url, place, *games, f"inner={inner}", f"skew={skew if number else 0.0}")
            )

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def owner(self, code: str) -> int:
        """Which of them plays a table; -1 when neither does."""

        async def ask() -> str:
            engine = engine_of(self.postgres.url)
            try:
                async with engine.connect() as connection:
                    found = await connection.execute(
                        text(
                            "SELECT servers.address FROM leases JOIN servers ON servers.name = leases.owner WHERE leases.code = :code"
                        ),
                        {"code": code},
                    )
                    return str(found.scalar() or "")
            finally:
                await engine.dispose()

        address = asyncio.run(ask())
        return self.inner.index(int(address.rpartition(":")[2])) if address else -1

    def kill_owner(self, guest: Guest) -> int:
        """With -9, in the middle of play: of the table at which somebody sits by then, for a game may be over at any moment."""
        owner = -1
        end = time.monotonic() + PATIENCE
        while owner < 0:
            assert time.monotonic() < end
            owner = self.owner(guest.code)
        self.servers[owner].kill()
        return owner

    def faults(self) -> list[str]:
        return [fault for server in self.servers for fault in server.faults()]


@contextlib.contextmanager
def pair(postgres: Postgres, folder: Path, *games: str, **how: Any) -> Iterator[Pair]:
    two = Pair(postgres, folder, *games, **how)
    try:
        for server in two.servers:
            server.start()
        yield two
    finally:
        for server in two.servers:
            server.kill()
            server.end()


@contextlib.contextmanager
def company(two: Pair, books: Books, *guests: tuple[str, list[str], dict[str, Any]]) -> Iterator[Party]:
    """People at tables of either process."""
    visitors = [
        Visitor(books, two.ports, game, seats, seed, **options)
        for seed, (game, seats, options) in enumerate(guests, start=1)
    ]
    with Party(books, visitors) as people:
        yield people


class Witness(threading.Thread):
    """Somebody who watches a table through one process, and notes when it was told anything."""

    def __init__(self, port: int, code: str) -> None:
        super().__init__(daemon=True)
        self._wire = Wire(f"ws://127.0.0.1:{port}/ws?t={code}", code)
        self._wire.next()
        self.heard: list[float] = []
        self.closed = 0
        """The code with which it was sent away."""
        self.start()

    def run(self) -> None:
        try:
            while True:
                self._wire.next(10 * PATIENCE)
                self.heard.append(time.monotonic())
        except ConnectionClosed as closed:
            self.closed = closed.rcvd.code if closed.rcvd is not None else -1
