"""`python -m bench.siege`: what a player notices while one address sends half of a thousand requests and floods a thousand sockets.

The server runs in a process of its own with its usual limits, which refuse most of that; with `--let-in` the limits of one address are
raised until all of it stands open. Besiegers are in another process, at 127.0.0.9, and tables of two players in this one, at 127.0.1.x.
Measured are the time from a player's choice to its being accepted, first in peace and then under siege, and how late the server's loop is.
A loop that does nothing, in a process of its own, shows how late any loop is on this machine meanwhile. Everything is bounded in count and
time, on loopback only. Besiegers run with lower priority: elsewhere they would have a machine of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets

PLAYERS, BESIEGERS = "127.0.1.", "127.0.0.9"
"""Where they come from; each table of players has an address of its own."""
WATCHED = 24
"""Tables at which besiegers look on: a table has room for sixty who do."""
BEAT = 0.02
"""Seconds between two looks at how late the idle loop is."""
HALVES = (
    b"GET /tables HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n"
    + b" " * 30_000,
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2000000\r\n\r\n"
    + b" " * 30_000,
    b"",
)
FRAMES = (
    b"\x89\x80\0\0\0\0" * 500,
    b"\x81\xfe\x3f\xf0\0\0\0\0" + b"x" * 0x3FF0,
    b'\x81\x8f\0\0\0\0{"type":"ping"}' * 50,
    b'\x81\x90\0\0\0\0{"type":"again"}' * 50,
)


LET_IN = {
    "address_rate": 300.0,
    "address_connects": 1000.0,
    "address_connections": 10_000,
    "address_sockets": 10_000,
}
"""Limits that let one address in with all its connections. Those of each connection stay."""


def serve(port: int, database: str, let_in: bool) -> None:
    """In the server's process: as anybody would start it."""
    from bagarre.games import games
    from bagarre.kernel.game import Game
    from bagarre.web.server import listen, make_server
    from bagarre.web.settings import Limits, Settings, sqlite_url

    limits: dict[str, Any] = LET_IN if let_in else {}
    make_server(
        Settings(
            database=sqlite_url(database),
            games={"leduc": Game("bench.games.leduc"), **games()},
            port=port,
            limits=Limits(**limits),
        )
    ).run(sockets=listen("127.0.0.1", port))


async def idle(seconds: float) -> list[float]:
    """How late a loop is that has nothing to do."""
    loop, waits = asyncio.get_running_loop(), []
    end = loop.time() + seconds
    while (due := loop.time() + BEAT) < end:
        await asyncio.sleep(BEAT)
        waits.append(max(0.0, loop.time() - due))
    return waits


@dataclass
class Siege:
    """In the besiegers' process."""

    port: int
    codes: list[str]
    counted: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    stood: list[tuple[int, int]] = field(default_factory=list)
    """How many half-sent requests and flooding sockets stood open, second by second."""

    async def run(self, halves: int, sockets: int, seconds: float) -> None:
        tasks = [asyncio.create_task(self._again(self._half)) for _ in range(halves)]
        tasks += [asyncio.create_task(self._again(self._flood)) for _ in range(sockets)]
        for _ in range(int(seconds)):
            await asyncio.sleep(1.0)
            self.stood.append((self.open["halves"], self.open["sockets"]))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _again(self, attack: Any) -> None:
        """Come back whenever turned away."""
        while True:
            with contextlib.suppress(OSError, EOFError, asyncio.IncompleteReadError):
                await attack()
            self.counted["turned away"] += 1
            await asyncio.sleep(random.uniform(0.5, 1.5))

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.counted["connections"] += 1
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(BESIEGERS, 0))

    async def _half(self) -> None:
        reader, writer = await self._open()
        try:
            writer.write(random.choice(HALVES))
            self.open["halves"] += 1
            while await reader.read(65536):
                self.counted["answers"] += 1
        finally:
            self.open["halves"] -= 1
            writer.close()

    async def _flood(self) -> None:
        reader, writer = await self._open()
        stands = False
        try:
            key = base64.b64encode(os.urandom(16)).decode()
            head = "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            writer.write(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
            if not (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101"):
                return
            self.counted["sockets"] += 1
            self.open["sockets"] += 1
            stands = True
            join = json.dumps({"type": "join", "table": random.choice(self.codes), "form": "html"}).encode()
            writer.write(bytes([0x81, 0x80 | len(join)]) + bytes(4) + join)
            frames = random.choice(FRAMES)
            drain = asyncio.create_task(self._swallow(reader))
            while not drain.done():
                writer.write(frames)
                await writer.drain()
                self.counted["floods"] += 1
                await asyncio.sleep(0)
        finally:
            self.open["sockets"] -= stands
            writer.close()

    async def _swallow(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError):
            while await reader.read(1 << 20):
                pass


@dataclass
class Report:
    count: int
    median_ms: float
    p99_ms: float
    worst_ms: float

    @classmethod
    def of(cls, waits: list[float]) -> Report:
        waits = sorted(waits)
        late = waits[min(len(waits) - 1, int(0.99 * len(waits)))]
        return cls(
            len(waits),
            round(1000 * statistics.median(waits), 1),
            round(1000 * late, 1),
            round(1000 * waits[-1], 1),
        )


class Table:
    """Two people at a table, who play game after game."""

    def __init__(self, port: int, number: int = 1) -> None:
        self.port, self.address = port, f"{PLAYERS}{number}"
        self.base = f"http://127.0.0.1:{port}"

    def watched(self) -> str:
        """The address of a table at which besiegers look on."""
        new = {"game": "leduc", "seats": ["open"]}
        # Nobody may open many in a row.
        time.sleep(0.4)
        return str(httpx.post(f"{self.base}/api/tables", json=new).raise_for_status().json()["code"])

    async def play_many(self, tables: int, seconds: float) -> list[float]:
        """How long each choice took at several tables."""
        played = await asyncio.gather(*(Table(self.port, 1 + i).play(seconds) for i in range(tables)))
        return [wait for waits in played for wait in waits]

    async def play(self, seconds: float) -> list[float]:
        """How long each choice took."""
        waits: list[float] = []
        end = time.perf_counter() + seconds
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        async with httpx.AsyncClient(transport=transport, base_url=self.base, timeout=60) as http:
            while time.perf_counter() < end:
                new = {
                    "game": "leduc",
                    "name": "A",
                    "seats": ["here"],
                    "start": True,
                    "options": {"raises": 4},
                }
                opened = (await http.post("/api/tables", json=new)).raise_for_status().json()
                await self._game(opened, end, waits)
        return waits

    async def _game(self, opened: dict[str, Any], end: float, waits: list[float]) -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = []
            for token in opened["tokens"]:
                line = websockets.connect(
                    f"ws://127.0.0.1:{self.port}/ws", local_addr=(self.address, 0), max_size=None
                )
                socket = await stack.enter_async_context(line)
                await socket.send(
                    json.dumps({"type": "join", "table": opened["code"], "tokens": [token], "form": "data"})
                )
                seats.append(Seat(socket))
            while time.perf_counter() < end:
                for seat in seats:
                    await seat.catch_up()
                mover = next((seat for seat in seats if seat.told.get("legal")), None)
                if mover is None:
                    if any(seat.told.get("status") == "over" for seat in seats):
                        return
                    continue
                waits.append(await mover.choose())
                await asyncio.sleep(0.1)


class Seat:
    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.told: dict[str, Any] = {}

    async def catch_up(self) -> None:
        with contextlib.suppress(TimeoutError):
            while True:
                self._read(await asyncio.wait_for(self.socket.recv(), 0.01 if self.told else 30))

    def _read(self, text: str) -> str:
        message = json.loads(text)
        if message["type"] == "update":
            self.told |= message
        return str(message["type"])

    async def choose(self) -> float:
        legal = [entry["choice"] for entry in self.told["legal"]]
        choice = "raise" if "raise" in legal else legal[-1]
        began = time.perf_counter()
        await self.socket.send(
            json.dumps({"type": "choose", "choice": choice, "seq": self.told["seq"], "id": 1})
        )
        self.told["legal"] = []
        while self._read(await asyncio.wait_for(self.socket.recv(), 60)) not in ("accepted", "error"):
            pass
        return time.perf_counter() - began


def wait_ready(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


def memory_of(process: int) -> int:
    """The server's memory in MB."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) // 1024
    return 0


def lags(text: str) -> dict[str, float]:
    """What `/metrics` tells of the loop: seconds as milliseconds, and how many looks were later than 50 ms."""
    told = {}
    for line in text.splitlines():
        name, _, value = line.rpartition(" ")
        if name.startswith("bagarre_loop_") and name.endswith("_max"):
            told[name.removeprefix("bagarre_loop_").replace("_seconds_max", "_max_ms")] = round(
                1000 * float(value), 1
            )
        if name in ('bagarre_loop_lag_seconds_bucket{le="0.05"}', "bagarre_loop_lag_seconds_count"):
            told["looks" if name.endswith("count") else "in_time"] = float(value)
    return told


class Processes:
    """The other processes of a run."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked

    def start(self, role: str, what: str = "", seconds: float = 0.0) -> subprocess.Popen[str]:
        asked = self.asked
        words = ["--role", role, "--what", what, "--port", asked.port, "--seconds", seconds]
        words += ["--halves", asked.halves, "--sockets", asked.sockets]
        command = [sys.executable, "-m", "bench.siege", *map(str, words), *["--let-in"] * asked.let_in]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    processes = Processes(asked)
    with tempfile.TemporaryDirectory() as folder:
        server = processes.start("serve", f"{folder}/tables.sqlite3")
        try:
            wait_ready(asked.port)
            table = Table(asked.port)
            asyncio.run(table.play(3.0))
            peace = Report.of(asyncio.run(table.play_many(asked.tables, asked.seconds)))
            before = memory_of(server.pid)
            at_peace = lags(httpx.get(f"{table.base}/metrics").text)
            watched = ",".join(table.watched() for _ in range(WATCHED))
            control = processes.start("control", seconds=asked.seconds + asked.gather + 2.0)
            besiegers = processes.start("besiege", watched, asked.seconds + asked.gather + 3.0)
            time.sleep(asked.gather)
            besieged = Report.of(asyncio.run(table.play_many(asked.tables, asked.seconds)))
            during = memory_of(server.pid)
            counted = json.loads(besiegers.communicate(timeout=120)[0] or "{}")
            beside = json.loads(control.communicate(timeout=120)[0] or "{}")
            besieged_loop = lags(httpx.get(f"{table.base}/metrics").text)
        finally:
            server.kill()
            server.wait()
    return {
        "peace": asdict(peace),
        "siege": asdict(besieged),
        "besiegers": counted,
        "loop_in_peace": at_peace,
        "loop_after_siege": besieged_loop,
        "idle_loop_beside": beside,
        "server_mb": [before, during],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--halves", type=int, default=1000)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=3, help="tables of two players")
    parser.add_argument("--seconds", type=float, default=30.0, help="in peace, and under siege")
    parser.add_argument("--gather", type=float, default=5.0, help="seconds in which besiegers gather")
    parser.add_argument("--let-in", action="store_true", help="raise the limits of one address")
    parser.add_argument("--port", type=int, default=8299)
    parser.add_argument(
        "--role", choices=("all", "serve", "besiege", "control"), default="all", help=argparse.SUPPRESS
    )
    parser.add_argument("--what", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.role == "serve":
        serve(asked.port, asked.what, asked.let_in)
    elif asked.role == "control":
        waits = asyncio.run(idle(asked.seconds))
        print(json.dumps(asdict(Report.of(waits))))
    elif asked.role == "besiege":
        # A server and players that were given a higher priority, on a machine that is busy with other work, keep it for themselves.
        if hasattr(os, "sched_setscheduler"):
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.nice(10)
        siege = Siege(asked.port, asked.what.split(","))
        asyncio.run(siege.run(asked.halves, asked.sockets, asked.seconds))
        late = siege.stood[int(asked.gather) :] or siege.stood
        stood = {
            "halves_open": statistics.median(halves for halves, _ in late),
            "sockets_open": statistics.median(sockets for _, sockets in late),
        }
        print(json.dumps(siege.counted | stood))
    else:
        print(json.dumps(measure(asked), indent=2))


if __name__ == "__main__":
    main()
