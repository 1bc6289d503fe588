"""People who play on while servers and databases are killed under them, and the books that are kept of it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import httpx
from sqlalchemy import select
from websockets.exceptions import WebSocketException

from bagarre.kernel.game import Game
from bagarre.web.database import LINES
from bagarre.web.store import Store
from bagarre.web.tablestate import TableState
from tests.patience import PATIENCE
from tests.web.house import Wire, on_web
from tests.web.test_crash import free_port

LISTEN = 0.01
"""Seconds that a guest listens at one seat before it looks at the next."""
GONE = (OSError, EOFError, WebSocketException, httpx.TransportError)
"""What a server that was killed looks like from outside."""


@dataclass
class Books:
    """What became of all choices of one run."""

    kills: int = 0
    acknowledged: dict[str, list[str]] = field(default_factory=dict)
    """The keys of the choices that were acknowledged, by table."""
    games: dict[str, str] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    resent: int = 0
    """Choices without an answer that were sent again."""
    refused_again: int = 0
    """Those of them that were refused."""
    longest: float = 0.0
    """Seconds until play went on everywhere, at most."""
    lines: int = 0
    lost: int = 0
    twice: int = 0
    gaps: int = 0
    unplayable: int = 0

    @property
    def count(self) -> int:
        return sum(map(len, self.acknowledged.values()))

    def audit(self, database: str) -> None:
        """Hold what was acknowledged against what is stored."""
        asyncio.run(self._audit(database))

    async def _audit(self, database: str) -> None:
        games = {game.name: game for game in on_web()}
        store = Store(database)
        try:
            for code, keys in self.acknowledged.items():
                await self._audit_table(store, code, keys, games[self.games[code]])
        finally:
            await store.engine.dispose()

    async def _audit_table(self, store: Store, code: str, keys: list[str], game: Game) -> None:
        async with store.engine.connect() as connection:
            wanted = select(LINES.c.number, LINES.c.key).where(LINES.c.code == code).order_by(LINES.c.number)
            rows = (await connection.execute(wanted)).all()
        stored = Counter(row.key for row in rows if row.key)
        self.lines += len(rows)
        self.lost += sum(1 for key in keys if not stored[key])
        self.twice += sum(1 for count in stored.values() if count > 1)
        self.gaps += [row.number for row in rows] != list(range(len(rows)))
        loaded = await store.load(code)
        assert loaded is not None
        table = TableState(game, loaded)
        table.follow()
        replays = (
            table.match is not None and len(table.match.history) == len(rows) and table.stored.gap is None
        )
        self.unplayable += not replays

    def figures(self) -> str:
        return (
            f"{self.kills} faults, {self.count} choices acknowledged at {len(self.acknowledged)} tables, {self.resent} sent again "
            f"({self.refused_again} of them refused), {self.lost} lost, {self.twice} made twice, {self.lines} lines, {self.gaps} gaps, {self.unplayable} tables that do not replay, "
            f"{sum(self.refused.values())} refusals {dict(self.refused)}, longest until play went on {self.longest:.1f} s"
        )

    def check(self) -> None:
        assert self.count, "nobody played"
        assert (self.lost, self.twice, self.gaps, self.unplayable, self.refused_again) == (0, 0, 0, 0, 0), (
            self.figures()
        )


class Guest(threading.Thread):
    """One table after the other, at whatever seats are not a program's; comes back by itself and sends again what was not answered."""

    def __init__(
        self, books: Books, port: int, game: str, seats: Sequence[str], seed: int, **options: Any
    ) -> None:
        super().__init__(daemon=True)
        self.books, self.port, self.game, self.options = books, port, game, options
        self.seats = list(seats)
        self.dice = random.Random(seed)
        self.http = httpx.Client(timeout=PATIENCE)
        self.code, self.tokens = "", [""]
        self.wires: list[Wire] = []
        self.unanswered: tuple[int, dict[str, Any]] | None = None
        self.again = False
        """Was it sent more than once?"""
        self.answered: dict[int, str] = {}
        """The position at which each seat answered last: what follows is still on the way when that is told again."""
        self.accepted = 0
        self.problem: BaseException | None = None
        self.ended = threading.Event()

    def run(self) -> None:
        try:
            while not self.ended.is_set():
                with contextlib.suppress(*GONE):
                    self._sit_down()
                    while not self.ended.is_set() and self.code:
                        self._listen()
                        self._choose()
                self._stand_up()
                time.sleep(0.02)
        except BaseException as problem:
            self.problem = problem
            raise

    def _sit_down(self) -> None:
        if not self.code:
            asked = {
                "game": self.game,
                "name": "A",
                "seats": self.seats,
                "start": True,
                "options": self.options,
            }
            answer = self.http.post(f"http://127.0.0.1:{self.port}/api/tables", json=asked)
            if answer.status_code == 503:
                # The database is away.
                return
            opened = answer.raise_for_status().json()
            self.code, self.tokens = opened["code"], opened["tokens"]
            self.answered.clear()
            self.books.acknowledged[self.code] = []
            self.books.games[self.code] = self.game
        self.wires = []
        for token in self.tokens:
            self.wires.append(Wire(f"ws://127.0.0.1:{self.port}/ws?t={self.code}", self.code, token))
        if self.unanswered is not None:
            seat, message = self.unanswered
            self.books.resent += 1
            self.again = True
            self.wires[seat].send(**message)

    def _stand_up(self) -> None:
        for wire in self.wires:
            with contextlib.suppress(*GONE):
                wire.socket.close_socket()
        self.wires = []

    def _listen(self) -> None:
        for wire in self.wires:
            with contextlib.suppress(TimeoutError):
                while True:
                    self._hear(wire.next(LISTEN))

    def _hear(self, message: dict[str, Any]) -> None:
        if self.unanswered is None or message.get("re") != self.unanswered[1]["id"]:
            return
        seat, sent = self.unanswered
        self.unanswered = None
        if message["type"] == "accepted":
            self.books.acknowledged[self.code].append(sent["key"])
            self.answered[seat] = sent["position"]
            self.accepted += 1
        else:
            self.books.refused[message["code"]] += 1
            self.books.refused_again += self.again
        self.again = False

    def _choose(self) -> None:
        if self.unanswered is not None:
            return
        if any(wire.told.get("status") == "over" for wire in self.wires):
            self.code = ""
            return
        for seat, wire in enumerate(self.wires):
            told = wire.told
            if told.get("legal") and self.answered.get(seat) != told["position"]:
                key = uuid.uuid4().hex
                choice = self.dice.choice(told["legal"])["choice"]
                message = {
                    "type": "choose",
                    "choice": choice,
                    "seq": told["seq"],
                    "position": told["position"],
                    "key": key,
                    "id": key,
                }
                self.unanswered = seat, message
                wire.send(**message)
                return


class Party:
    """Some guests of one server."""

    def __init__(self, books: Books, guests: Sequence[Guest]) -> None:
        self.books, self.guests = books, guests

    def __enter__(self) -> Self:
        for guest in self.guests:
            guest.start()
        self.go_on()
        return self

    def go_on(self) -> float:
        """Wait until everybody has had a choice acknowledged from now on; gives how many seconds that took."""
        began = time.monotonic()
        before = [guest.accepted for guest in self.guests]
        while any(guest.accepted <= was for guest, was in zip(self.guests, before)):
            for guest in self.guests:
                if guest.problem is not None:
                    raise guest.problem
            assert time.monotonic() < began + PATIENCE, f"play does not go on: {self.books.figures()}"
            time.sleep(0.005)
        return time.monotonic() - began

    def __exit__(self, *_: object) -> None:
        for guest in self.guests:
            guest.ended.set()
        for guest in self.guests:
            guest.join(PATIENCE)


class Nursery:
    """A server in a process of its own that is killed and started again quickly."""

    def __init__(self, database: str, folder: Path, *games: str) -> None:
        self.port, self.log = free_port(), folder / "log"
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)
        command = [sys.executable, "-m", "tests.web.nursery", database, str(self.port), str(folder), *games]
        with open(self.log, "wb") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
            )

    def _order(self, what: str) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def start(self) -> None:
        child = self.child = self._order("start")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                if self.answers():
                    return
            stat = Path(f"/proc/{child}/stat").read_text()
            assert stat.rpartition(")")[2].split()[0] != "Z", (
                f"the server ended: {self.log.read_text()[-2000:]}"
            )
            time.sleep(0.02)
        raise AssertionError("the server did not start")

    def answers(self) -> bool:
        """Is all well, the database included?"""
        return self._http.get("/healthz").status_code == 200

    def kill(self) -> None:
        """With -9."""
        self._order("kill")

    def end(self) -> None:
        self._process.communicate()

    def faults(self) -> list[str]:
        """What the servers' logs say of faults."""
        return [
            line for line in self.log.read_text().splitlines() if "Traceback" in line or " error " in line
        ]


@contextlib.contextmanager
def nursery(database: str, folder: Path, *games: str) -> Iterator[Nursery]:
    servers = Nursery(database, folder, *games)
    try:
        servers.start()
        yield servers
    finally:
        servers.kill()
        servers.end()


def told(properties: Callable[[str, object], None], run: str, books: Books) -> None:
    """Have the figures of a run printed at the end of all tests."""
    properties("figures", f"{run}: {books.figures()}")
