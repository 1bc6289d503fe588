"""What the tests of the web table share: small games, a server in a thread, wires to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import selectors
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bagarre.games import games
from bagarre.kernel.game import Game
from bagarre.web.app import create_app
from bagarre.web.server import bound_port, listen, server_config
from bagarre.web.settings import Limits, Settings, sqlite_url
from tests.patience import PATIENCE

T = TypeVar("T")
LEDUC = Game("bench.games.leduc")
MORRA = Game("tests.web.morra")
OURS = {"leduc": LEDUC, "morra": MORRA}
OTHER_DATABASE = os.environ.get("BAGARRE_TEST_DATABASE", "")
"""The URL of a database that servers of tests keep their tables in (an empty PostgreSQL, say), in place of SQLite."""


OPEN_DOORS: dict[str, Any] = {
    "address_rate": 10_000.0,
    "socket_rate": 1000.0,
    "socket_frames": 1e6,
    "address_sockets": 10_000,
}
"""Tests come from one address and are quick."""


def on_web() -> list[Game]:
    """Every game with a board, the small ones of the tests included."""
    return [
        *OURS.values(),
        *(game for game in games().values() if (game.folder / "board" / "board.html").is_file()),
    ]


def settings(folder: Path, **changes: Any) -> Settings:
    usual: dict[str, Any] = {
        "database": OTHER_DATABASE or sqlite_url(folder / "tables.sqlite3"), "games": OURS | dict(games()), "bot_pace": (0.05, 0.08),
        # A database that was made for all tests has many servers.
        "alone": not OTHER_DATABASE,
        # Nobody here waits for a minute of compiling, nor wants it done beside.
        "compiles": False,
    }  # fmt: skip
    names = {field.name for field in fields(Limits)}
    limits = OPEN_DOORS | {name: changes.pop(name) for name in names & changes.keys()}
    return Settings(**(usual | changes), limits=Limits(**limits))


class Hourglass(selectors.DefaultSelector):
    """Where a loop would wait for a timer, the time has passed at once."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            return super().select()
        self.passed += max(0.0, timeout)
        return super().select(0)


class StillLoop(asyncio.SelectorEventLoop):
    """A loop whose clock moves only when everybody waits: how slow the machine is does not matter to it."""

    def __init__(self) -> None:
        self.hourglass = Hourglass()
        super().__init__(self.hourglass)

    def time(self) -> float:
        return self.hourglass.passed

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]
        """What would be done in a thread is done at once: no time passes meanwhile."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def run_still(task: Coroutine[Any, Any, T]) -> T:
    """Run something on a clock of its own."""
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        return runner.run(task)


class Live:
    """A server in a thread of the test."""

    def __init__(self, wanted: Settings) -> None:
        self.settings = wanted
        sockets = listen("127.0.0.1", 0)
        self.port = bound_port(sockets)
        self.app = create_app(wanted)
        self.registry = self.app.state.registry
        self.wires: dict[str, list[Wire]] = {}
        self.server = uvicorn.Server(server_config(wanted, self.app, timeout_graceful_shutdown=1))
        self.thread = threading.Thread(target=self.server.run, args=(sockets,), daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.02)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(15)

    def address(self, code: str = "") -> str:
        """Of sockets: pages name their table in it, programs may."""
        return f"ws://127.0.0.1:{self.port}/ws" + (f"?t={code}" if code else "")

    def wire(self, code: str, *tokens: str, named: bool = False, **hello: Any) -> Wire:
        wire = Wire(self.address(code if named else ""), code, *tokens, **hello)
        wire.table_is_quiet = lambda: self.is_quiet(code)
        wire.companions = self.wires.setdefault(code, [])
        wire.companions.append(wire)
        return wire

    def is_quiet(self, code: str) -> bool:
        """Has the table done and told everything that it was asked?"""
        table = self.registry.tables.get(code)
        return table is None or table.is_quiet


def asked(server: Live, statement: Any) -> list[Any]:
    """What the database of that server holds."""

    async def ask() -> list[Any]:
        async with server.registry.store.engine.begin() as connection:
            found = await connection.execute(statement)
            return list(found.all()) if found.returns_rows else []

    loop = server.server.servers[0].get_loop()
    return asyncio.run_coroutine_threadsafe(ask(), loop).result(PATIENCE)


@contextlib.contextmanager
def live(folder: Path, **changes: Any) -> Iterator[Live]:
    server = Live(settings(folder, **changes))
    try:
        yield server
    finally:
        server.stop()


class Wire:
    """A program at a table: everything it was told, merged."""

    def __init__(
        self,
        address: str,
        code: str,
        *tokens: str,
        form: str = "data",
        lang: str = "fr",
        comes_from: str = "127.0.0.1",
        headers: Mapping[str, str] | None = None,
        **hello: Any,
    ) -> None:
        shown = {"x-forwarded-for": comes_from} | dict(headers or {})
        self.socket: ClientConnection = connect(address, max_size=None, additional_headers=shown).__enter__()
        self.told: dict[str, Any] = {"log": [], "chat": []}
        self.messages: list[dict[str, Any]] = []
        self.table_is_quiet: Callable[[], bool] | None = None
        """For a table of this very process."""
        self.is_answered = False
        """Is everything answered that was sent?"""
        self.companions: list[Wire] = [self]
        """All programs at that table."""
        self.send(
            **{"type": "join", "table": code, "tokens": list(tokens), "form": form, "lang": lang} | hello
        )

    def send(self, **message: Any) -> None:
        self.is_answered = False
        self.socket.send(json.dumps(message))

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        if message["type"] != "pong":
            self.messages.append(message)
        if message["type"] == "update":
            for name, value in message.items():
                if name in ("log", "chat"):
                    self.told[name] += value
                elif name == "html":
                    self.told.setdefault("html", {}).update(value)
                else:
                    self.told[name] = value
        return message

    def until(self, kind: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message of that type."""
        end = time.monotonic() + timeout
        while True:
            message = self.next(max(0.01, end - time.monotonic()))
            if message["type"] == kind:
                return message

    def settle(self, quiet: float = 0.25) -> dict[str, Any]:
        """Read until all is done that was sent before, and nothing comes for a moment; gives all that is known."""
        if not self.messages:
            # A busy machine may take its time to open the table.
            self.next()
        # A question is answered after all that the same connection sent before, on the next beat; others' messages have come by then,
        # and what they do is seen at the table itself.
        if self.table_is_quiet is None or not all(wire.is_answered for wire in self.companions):
            self.send(type="ping")
            self.until("pong")
            self.is_answered = True
        end = time.monotonic() + PATIENCE
        while self.table_is_quiet and not self.table_is_quiet() and time.monotonic() < end:
            time.sleep(0.005)
        return self.drain(quiet)

    def drain(self, quiet: float = 0.25) -> dict[str, Any]:
        """Read what has come; gives all that is known."""
        with contextlib.suppress(TimeoutError):
            while True:
                self.next(quiet)
        return self.told

    def hold(self, condition: Callable[[dict[str, Any]], Any], timeout: float = PATIENCE) -> dict[str, Any]:
        """Read until something holds of all that is known."""
        end = time.monotonic() + timeout
        while not condition(self.told):
            self.next(max(0.01, end - time.monotonic()))
        return self.told

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send, and give the answer that cites it."""
        self.send(**message, id=len(self.messages) + 1000)
        wanted = len(self.messages) + 1000
        while True:
            answer = self.next()
            if answer.get("re") == wanted:
                self.is_answered = True
                return answer

    def choose(self, choice: str | None = None) -> dict[str, Any]:
        """Choose (the first legal choice) and wait for the answer."""
        return self.ask(type="choose", choice=choice or self.told["legal"][0]["choice"], seq=self.told["seq"])

    def wait_turn(self, timeout: float = PATIENCE) -> bool:
        """Wait until asked, or until the game is over; gives whether it is asked."""
        end = time.monotonic() + timeout
        while not self.told.get("legal") and self.told.get("status") != "over":
            try:
                self.next(max(0.01, end - time.monotonic()))
            except TimeoutError:
                raise AssertionError(f"not asked in time: {self.told.get('awaited')}") from None
        return bool(self.told.get("legal"))

    def close(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            self.socket.close()
