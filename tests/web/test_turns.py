"""Nobody holds the loop: what clients cause is done in turns, a share of it at a time, and nobody's crowd holds up the others."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bagarre.web import turns as module
from bagarre.web.connection import Connection
from bagarre.web.protocol import PIECE
from bagarre.web.turns import LONG, MOST, Turns
from tests.patience import PATIENCE
from tests.web.faulty import FaultyHouse, until
from tests.web.house import LEDUC, Live, live, run_still
from tests.web.test_gate import raw, rest_of


class Clock:
    """Time passes when somebody works."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def in_turns(turns: Turns, work: list[tuple[str, Callable[[], Any]]]) -> list[list[str]]:
    """Who was served in each turn of the loop."""
    served: list[list[str]] = [[]]
    left = len(work)

    def serve(who: str, what: Callable[[], Any]) -> None:
        nonlocal left
        served[-1].append(who)
        left -= 1
        what()

    for who, what in work:
        turns.call(who, partial(serve, who, what))
    while left:
        served.append([])
        await asyncio.sleep(0)
    return served


def nothing() -> None:
    pass


def test_a_turn_takes_a_share_and_the_rest_waits() -> None:
    served = run_still(in_turns(Turns(Clock()), [("crowd", nothing)] * (3 * MOST)))
    assert [len(turn) for turn in served if turn] == [MOST] * 3


def test_everybody_is_served_before_anybody_is_served_again() -> None:
    crowd = [("crowd", nothing)] * (20 * MOST)
    served = run_still(in_turns(Turns(Clock()), [*crowd, ("somebody", nothing), ("another", nothing)]))
    assert served[0] == ["crowd"] * MOST
    assert served[1][:3] == ["crowd", "somebody", "another"]


def test_after_a_long_turn_the_next_takes_less() -> None:
    clock = Clock()

    def work() -> None:
        clock.now += LONG / 8

    served = run_still(in_turns(Turns(clock), [("crowd", work)] * 200))
    counts = [len(turn) for turn in served if turn]
    assert counts[0] == MOST
    # What is known to wait ends its turn in time.
    assert max(counts[1:]) <= 5


def test_who_waits_and_leaves_holds_nobody_up() -> None:
    async def task() -> None:
        turns = Turns(Clock())
        for number in range(5 * MOST):
            turns.later(f"earlier {number}", nothing)
        gone = asyncio.create_task(turns.mine("gone"))
        stays = asyncio.create_task(turns.mine("stays"))
        await asyncio.sleep(0)
        gone.cancel()
        await stays
        assert gone.cancelled()

    run_still(task())


def test_a_crowd_at_a_table_is_told_over_several_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All who look on ask for everything at the same moment: no turn of the loop makes more than its share of updates."""
    made: list[int] = []
    turn = 0

    async def task() -> None:
        nonlocal turn
        house = FaultyHouse(tmp_path, LEDUC)
        table, _ = await house.open(["here"])
        crowd = [Connection(_swallow, lang="fr", form="html") for _ in range(60)]
        for connection in crowd:
            table.enter(connection, [])
        await until(lambda: table.is_quiet)
        compose = table.publisher.compose

        def noted(connection: Connection) -> Any:
            made.append(turn)
            return compose(connection)

        monkeypatch.setattr(table.publisher, "compose", noted)
        for connection in crowd:
            table.receive(connection, {"type": "again"})
        while not table.is_quiet and turn < 1000:
            turn += 1
            await asyncio.sleep(0)
        await house.close()

    monkeypatch.setattr(module, "LONG", 1e9)
    run_still(task())
    assert len(made) == 60
    # A turn of ours may end in the middle of one of the loop.
    assert max(made.count(number) for number in set(made)) <= 16


async def _swallow(_: str) -> None:
    pass


def test_requests_are_read_in_pieces(server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of requests or chunks in one packet are not read in one go."""
    read: list[int] = []
    usual = HttpToolsProtocol.data_received

    def noted(self: HttpToolsProtocol, data: bytes) -> None:
        read.append(len(data))
        usual(self, data)

    monkeypatch.setattr(HttpToolsProtocol, "data_received", noted)
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with raw(server, asked * 300 + asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")) as wire:
        answers = rest_of(wire)
    assert answers.count(b"HTTP/1.1 ") == 301
    assert len(read) > 3
    assert max(read) <= PIECE


def test_a_connection_goes_on_after_a_body_that_was_refused(
    server: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest of the body is dropped, however much of it has been read when the answer is given."""

    async def late(*_: Any) -> None:
        await asyncio.sleep(0.3)

    monkeypatch.setattr(server.registry.turns, "mine", late)
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        assert http.post("/api/tables", content=b" " * (3 << 20)).status_code == 413
        assert http.get("/healthz").status_code == 200


def test_a_chatterer_in_many_sockets_is_heard_as_often_as_one_in_a_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends too much is not read for a while: the longer, the more sockets one address has."""
    from bagarre.web import sockets

    slept: list[float] = []
    usual = asyncio.sleep

    async def noted(seconds: float, *more: Any) -> None:
        if seconds >= sockets.PAUSE:
            slept.append(seconds)
        await usual(0 if seconds >= sockets.PAUSE else seconds, *more)

    with (
        live(tmp_path, socket_rate=1.0) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        opened = http.post("/api/tables", json={"game": "leduc", "seats": ["open"]}).json()
        wires = [server.wire(opened["code"]) for _ in range(3 * sockets.FEW)]
        for wire in wires:
            wire.settle()
        monkeypatch.setattr("bagarre.web.sockets.asyncio.sleep", noted)
        for _ in range(10):
            wires[0].send(type="ping")
        assert wires[0].until("error")["code"] == "too_fast"
        for wire in wires:
            wire.close()
    # Others sleep too.
    assert pytest.approx(3 * sockets.PAUSE) in slept
    assert pytest.approx(sockets.PAUSE) not in slept


FIRST_TABLE = """
import asyncio, sys
from pathlib import Path
from tests.web.house import settings
from bagarre.web.app import create_app
from bagarre.web.opening import Opening

async def main():
    registry = create_app(settings(Path(sys.argv[1]))).state.registry
    await registry.open()
    before = set(sys.modules)
    compiled = []
    from jinja2 import Environment
    Environment.compile = lambda *given, **more: compiled.append(given)
    for name, game in registry.games.items():
        if registry.boards[name].on_web:
            people = ["here"] * (game.meta.players[0] - 1)
            placed = await registry.create(Opening(game=name, seats=people, start=True))
            table = registry.tables[placed.stored.code]
            for lang in ("fr", "en"):
                for form in ("html", "data"):
                    from bagarre.web.connection import Connection
                    connection = Connection(None, lang=lang, form=form)
                    connection.coach = connection.panel = True
                    table.enter(connection, table.seats_of(placed.tokens[:1]))
            for connection in table.connections:
                table.publisher.compose(connection)
    ours = sorted(name for name in set(sys.modules) - before if name.startswith(("bagarre", "bench", "tests")))
    print("loaded", ours, "compiled", compiled)
    await registry.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_the_first_who_come_find_everything_loaded(tmp_path: Path) -> None:
    """No game is loaded and no template compiled while others play."""
    script = tmp_path / "first_table.py"
    script.write_text(FIRST_TABLE, encoding="utf-8")
    command = [sys.executable, str(script), str(tmp_path)]
    root = Path(__file__).parents[2]
    done = subprocess.run(
        command, cwd=root, env={"PYTHONPATH": str(root), "PATH": ""}, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert "loaded [] compiled []" in done.stdout, done.stdout + done.stderr


def test_a_request_that_waits_for_its_turn_is_not_taken_for_silence(
    server: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection is kept for a while after an answer: what comes in that while is answered, however late its turn comes."""
    held: list[tuple[asyncio.AbstractEventLoop, Callable[[], None]]] = []

    def hold(_: str, what: Callable[[], None]) -> None:
        held.append((asyncio.get_running_loop(), what))

    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    monkeypatch.setattr(server.server.config, "timeout_keep_alive", 1.0)
    with raw(server, asked) as wire:
        assert wire.recv(65536).startswith(b"HTTP/1.1 200")
        monkeypatch.setattr(server.registry.turns, "call", hold)
        wire.sendall(asked)
        # Longer than a connection is kept for nothing.
        wire.settimeout(2.0)
        with pytest.raises(TimeoutError):
            wire.recv(65536)
        loop, feed = held[0]
        loop.call_soon_threadsafe(feed)
        wire.settimeout(PATIENCE)
        assert wire.recv(65536).startswith(b"HTTP/1.1 200")
