"""`python -m bench.siege`: what a player notices while one address sends half of a thousand requests and floods a thousand sockets.

The server runs in a process of its own with its usual limits; besiegers are in another one, at 127.0.0.9, and a table of two players in this
one, at 127.0.0.2. Measured is the time from a player's choice to its being accepted, first in peace and then under siege. Everything is
bounded in count and time, on loopback only. Besiegers run with lower priority: elsewhere they would have a machine of their own.
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

PLAYERS, BESIEGERS = "127.0.0.2", "127.0.0.9"
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


def serve(port: int, database: str) -> None:
    """In the server's process: as anybody would start it."""
    from bagarre.games import games
    from bagarre.kernel.game import Game
    from bagarre.web.server import make_server
    from bagarre.web.settings import Settings, sqlite_url

    make_server(
        Settings(
            database=sqlite_url(database), games={"leduc": Game("bench.games.leduc"), **games()}, port=port
        )
    ).run()


@dataclass
class Siege:
    """In the besiegers' process."""

    port: int
    code: str
    counted: Counter[str] = field(default_factory=Counter)

    async def run(self, halves: int, sockets: int, seconds: float) -> None:
        tasks = [asyncio.create_task(self._again(self._half)) for _ in range(halves)]
        tasks += [asyncio.create_task(self._again(self._flood)) for _ in range(sockets)]
        await asyncio.sleep(seconds)
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
            while await reader.read(65536):
                self.counted["answers"] += 1
        finally:
            writer.close()

    async def _flood(self) -> None:
        reader, writer = await self._open()
        try:
            key = base64.b64encode(os.urandom(16)).decode()
            head = "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            writer.write(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
            if not (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101"):
                return
            self.counted["sockets"] += 1
            join = json.dumps({"type": "join", "table": self.code, "form": "html"}).encode()
            writer.write(bytes([0x81, 0x80 | len(join)]) + bytes(4) + join)
            frames = random.choice(FRAMES)
            drain = asyncio.create_task(self._swallow(reader))
            while not drain.done():
                writer.write(frames)
                await writer.drain()
                self.counted["floods"] += 1
                await asyncio.sleep(0)
        finally:
            writer.close()

    async def _swallow(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError):
            while await reader.read(1 << 20):
                pass


@dataclass
class Report:
    choices: int
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

    def __init__(self, port: int) -> None:
        self.port = port
        self.base = f"http://127.0.0.1:{port}"

    async def play(self, seconds: float) -> list[float]:
        """How long each choice took."""
        waits: list[float] = []
        end = time.perf_counter() + seconds
        transport = httpx.AsyncHTTPTransport(local_address=PLAYERS)
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
                    f"ws://127.0.0.1:{self.port}/ws", local_addr=(PLAYERS, 0), max_size=None
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--halves", type=int, default=1000)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0, help="in peace, and under siege")
    parser.add_argument("--port", type=int, default=8299)
    parser.add_argument("--role", choices=("all", "serve", "besiege"), default="all", help=argparse.SUPPRESS)
    parser.add_argument("--what", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.role == "serve":
        serve(asked.port, asked.what)
        return
    if asked.role == "besiege":
        os.nice(10)
        siege = Siege(asked.port, asked.what)
        asyncio.run(siege.run(asked.halves, asked.sockets, asked.seconds))
        print(json.dumps(siege.counted))
        return

    def start(role: str, what: str, seconds: float = 0.0) -> subprocess.Popen[str]:
        command = [
            sys.executable,
            "-m",
            "bench.siege",
            "--role",
            role,
            "--what",
            what,
            "--port",
            str(asked.port),
        ]
        command += ["--halves", str(asked.halves), "--sockets", str(asked.sockets), "--seconds", str(seconds)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    with tempfile.TemporaryDirectory() as folder:
        server = start("serve", f"{folder}/tables.sqlite3")
        try:
            wait_ready(asked.port)
            table = Table(asked.port)
            asyncio.run(table.play(3.0))
            peace, before = Report.of(asyncio.run(table.play(asked.seconds))), memory_of(server.pid)
            watched = httpx.post(
                f"{table.base}/api/tables", json={"game": "leduc", "seats": ["open"]}
            ).json()["code"]
            besiegers = start("besiege", watched, asked.seconds + 8.0)
            time.sleep(5.0)
            besieged, during = Report.of(asyncio.run(table.play(asked.seconds))), memory_of(server.pid)
            counted = json.loads(besiegers.communicate(timeout=120)[0] or "{}")
            lag = [
                line
                for line in httpx.get(f"{table.base}/metrics").text.splitlines()
                if line.startswith("bagarre_loop_lag_seconds_max")
            ]
        finally:
            server.kill()
            server.wait()
    print(
        json.dumps(
            {
                "peace": asdict(peace),
                "siege": asdict(besieged),
                "besiegers": counted,
                "server_mb": [before, during],
                "lag": lag,
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
