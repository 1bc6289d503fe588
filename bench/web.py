"""`make bench-web`: many tables of four sockets, one choice every two seconds at each table, on one server process and on several.

Reports the time from a choice to the last of the table's screens, the memory of the server, the choices a second and the processor time of
a choice. The server runs in a process of its own, with its render worker and its workers; the sockets are in this one, on loopback only.
Without `--processes` it has an SQLite file; `--processes 1,2,4` compares so many processes that share a PostgreSQL and an address, in turns.
Everything is bounded in count and time.
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
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import httpx
import orjson
import uvloop

HERE = Path(__file__).resolve().parent.parent
RESTING = 4.0
"""Seconds for which servers are left alone, and then for which they are watched at rest."""
TURNS = 6
"""How often sides that are compared take turns."""
TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""Frames of a WebSocket, each a whole message."""


def serve(port: int, database: str, processes: int) -> None:
    """In the server's process; several processes are its children."""
    from bagarre.games import games
    from bagarre.kernel.game import Game
    from bagarre.web.server import listen, make_server
    from bagarre.web.settings import Limits, Settings
    from bagarre.web.supervisor import run

    limits = Limits(
        address_rate=1e6, socket_rate=1e4, address_sockets=100_000, socket_frames=1e6,
        address_connects=1e6, address_connections=100_000,
    )  # fmt: skip
    chosen: dict[str, Any] = {"database": database, "port": port, "limits": limits}
    if processes < 0:
        make_server(Settings(render_workers=0, **chosen)).run()
    elif processes:
        # No render workers: what is compared is the work itself, whoever does it.
        chosen["render_workers"] = 0
        run(processes, listen("127.0.0.1", port), Settings(**chosen), chosen, lambda: None)
    else:
        make_server(Settings(games={"leduc": Game("bench.games.leduc"), **games()}, **chosen)).run()


@dataclass
class Table:
    """The screens of a table, and the choice that they are waited for."""

    screens: list[Screen] = field(default_factory=list)
    began: float = 0.0
    seen: asyncio.Future[None] | None = None
    """Done when every screen has changed since that choice."""

    def changed(self) -> None:
        if (
            self.seen is not None
            and not self.seen.done()
            and all(screen.changed > self.began for screen in self.screens)
        ):
            self.seen.set_result(None)


class Screen(asyncio.Protocol):
    """One browser at a table, as far as timing goes: a WebSocket with just what the bench needs, so that it takes little of the machine."""

    def __init__(self, table: Table, join: dict[str, Any], named: bool) -> None:
        self.table = table
        self._path = f"/ws?t={join['table']}" if named else "/ws"
        self.seq = 0
        self.legal: list[str] = []
        self.status = ""
        self.changed = 0.0
        self.bytes = 0
        self.shown: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when it shows its table."""
        self._join = join
        self._came = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        host = "{}:{}".format(*transport.get_extra_info("peername"))
        lines = [
            f"GET {self._path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Origin: http://{host}",
        ]
        lines += [
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
            "",
            "",
        ]
        self._transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        self._came += data
        if not self._open:
            head, blank, self._came = self._came.partition(b"\r\n\r\n")
            if not blank:
                self._came = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open = True
            self.send(self._join)
        while (end := self._frame()) <= len(self._came):
            self._came = self._came[end:]

    def _frame(self) -> int:
        """Read the first frame when all of it has come. Returns where it ends."""
        came = self._came
        if len(came) < 4:
            return 4
        size, begins = came[1], 2
        if size == 126:
            size, begins = int.from_bytes(came[2:4]), 4
        elif size == 127:
            size, begins = int.from_bytes(came[2:10]), 10
        end = begins + size
        if len(came) >= end:
            if came[0] == TEXT:
                self.read(came[begins:end])
            elif came[0] == PING:
                self._write(PONG, came[begins:end])
        return end

    def send(self, message: dict[str, Any]) -> None:
        self._write(TEXT, orjson.dumps(message))

    def _write(self, kind: int, data: bytes) -> None:
        """A short frame, masked with nothing."""
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
        self._transport.write(bytes([kind]) + size + bytes(4) + data)

    def read(self, text: bytes) -> None:
        self.bytes += len(text)
        message = orjson.loads(text)
        if message["type"] == "update":
            self.changed = time.perf_counter()
            self.table.changed()
            self.seq = message.get("seq", self.seq)
            self.status = message.get("status", self.status)
            if "legal" in message:
                self.legal = [entry[0] for entry in message["legal"]]
            if not self.shown.done():
                self.shown.set_result(None)

    def close(self) -> None:
        self._transport.close()


@dataclass
class Bench:
    ports: list[int]
    game: str
    seats: int
    named: bool
    """Do sockets name their table in their address, as pages do?"""
    waits: list[float] = field(default_factory=list)
    choices: int = 0
    finished: int = 0

    async def open_table(self, http: httpx.AsyncClient) -> Table:
        answer = await http.post(
            f"http://127.0.0.1:{random.choice(self.ports)}/api/tables",
            json={"game": self.game, "name": "1", "seats": ["here"] * (self.seats - 1), "start": True},
        )
        answer.raise_for_status()
        opened, table = answer.json(), Table()
        for token in opened["tokens"]:
            table.screens.append(await self.connect(table, opened["code"], token))
        return table

    async def connect(self, table: Table, code: str, token: str) -> Screen:
        """A screen that shows its table: arriving is not part of the measure."""
        join = {"type": "join", "table": code, "tokens": [token], "form": "html", "lang": "fr"}
        _, screen = await asyncio.get_running_loop().create_connection(
            lambda: Screen(table, join, self.named), "127.0.0.1", self.ports[hash(code) % len(self.ports)]
        )
        await screen.shown
        screen.bytes = 0
        return screen

    async def play(self, table: Table, every: float, until: float) -> None:
        """One choice every so often; the wait is over when the last screen has changed."""
        screens = table.screens
        await asyncio.sleep(random.uniform(0, every))
        while time.perf_counter() < until:
            began = time.perf_counter()
            mover = next((screen for screen in screens if screen.legal), None)
            if mover is None:
                if screens[0].status == "over":
                    self.finished += 1
                    break
            else:
                table.began, table.seen = began, asyncio.get_running_loop().create_future()
                mover.send({"type": "choose", "choice": random.choice(mover.legal), "seq": mover.seq})
                self.waits.append(await self.all_changed(table, mover) - began)
                self.choices += 1
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))

    async def all_changed(self, table: Table, mover: Screen) -> float:
        """When the last screen changed. A screen that has not changed a second after the mover's may not know of the choice."""
        assert table.seen is not None
        while time.perf_counter() < table.began + 30:
            await asyncio.wait([table.seen], timeout=1.0)
            changed = [screen.changed for screen in table.screens if screen.changed > table.began]
            if table.seen.done() or table.began < mover.changed < time.perf_counter() - 1:
                return max(changed)
        return table.began + 30


def memory_of(pid: int) -> float:
    """Resident memory of one process, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def processor_of(pid: int) -> float:
    """Processor time that one process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def workers_of(pid: int) -> list[int]:
    """The processes that a server has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(status.parent.name))
    return found


def families(pids: list[int]) -> list[int]:
    """Some processes and what they have started."""
    return pids + [child for pid in pids for child in workers_of(pid)]


def used_by(pids: list[int]) -> float:
    """Processor time of some processes, in seconds; of those that are still there."""
    used = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):
            used += processor_of(pid)
    return used


@dataclass
class Side:
    """One set of servers under the load, and what it has used."""

    servers: list[int]
    database: list[int]
    bench: Bench
    tables: list[Table] = field(default_factory=list)
    at_rest: float = 0.0
    before: float = 0.0
    took: float = 0.0
    used: dict[str, float] = field(
        default_factory=lambda: dict.fromkeys(("server", "workers", "database"), 0.0)
    )

    def usage(self) -> dict[str, float]:
        """Processor seconds until now."""
        workers = [worker for server in self.servers for worker in workers_of(server)]
        return {"server": used_by(self.servers), "workers": used_by(workers), "database": used_by(families(self.database))}  # fmt: skip

    async def open(self, http: httpx.AsyncClient, tables: int) -> None:
        self.before = max(map(memory_of, self.servers))
        self.at_rest = await rest_of(self.servers, self.database)
        for _ in range(tables):
            self.tables.append(await self.bench.open_table(http))

    async def play(self, every: float, seconds: float) -> None:
        began, before = time.perf_counter(), self.usage()
        await asyncio.gather(*(self.bench.play(table, every, began + seconds) for table in self.tables))
        self.took += time.perf_counter() - began
        for name, now in self.usage().items():
            self.used[name] += now - before[name]

    def result(self) -> dict[str, Any]:
        bench, waits, screens = self.bench, sorted(self.bench.waits), [screen for table in self.tables for screen in table.screens]  # fmt: skip
        each = [memory_of(server) for server in self.servers]
        workers = [worker for server in self.servers for worker in workers_of(server)]
        made, whole = max(1, bench.choices), sum(self.used.values())
        return {
            "game": bench.game, "tables": len(self.tables), "sockets": len(screens),
            "seconds": round(self.took, 1), "choices": bench.choices, "choices_per_second": round(bench.choices / self.took, 1),
            "p50_ms": round(1000 * statistics.median(waits), 1), "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 1),
            "worst_ms": round(1000 * waits[-1], 1), "memory_mb": round(max(each), 1),
            "memory_with_workers_mb": round(sum(each) + sum(map(memory_of, workers)), 1), "memory_before_mb": round(self.before, 1),
            **{f"{name}_ms_per_choice": round(1000 * used / made, 2) for name, used in self.used.items()},
            "server_percent": round(100 * self.used["server"] / self.took), "workers_percent": round(100 * self.used["workers"] / self.took),
            "processes": len(self.servers), "processor_ms_per_choice": round(1000 * whole / made, 2),
            "rest_percent": round(100 * self.at_rest, 1), "load": round(os.getloadavg()[0], 1),
            "own_ms_per_choice": round(1000 * (whole - self.at_rest * self.took) / made, 2),
            "bytes_per_choice": round(sum(screen.bytes for screen in screens) / made), "finished_games": bench.finished,
        }  # fmt: skip


async def measure(sides: list[Side], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """The same load on each side. Several take turns: a rented machine is half as quick again from one minute to the next."""
    async with httpx.AsyncClient(timeout=60) as http:
        for side in sides:
            await side.open(http, arguments.tables)
    turns = 1 if len(sides) == 1 else TURNS
    for _ in range(turns):
        for side in sides:
            await side.play(arguments.every, arguments.seconds / turns)
    results = [side.result() for side in sides]
    for screen in (screen for side in sides for table in side.tables for screen in table.screens):
        screen.close()
    return results


async def rest_of(servers: list[int], database: list[int]) -> float:
    """Processor time that servers and database use in a second in which nobody plays, in seconds."""
    await asyncio.sleep(RESTING)
    everybody = [*families(servers), *families(database)]
    used, began = used_by(everybody), time.perf_counter()
    await asyncio.sleep(RESTING)
    return (used_by(everybody) - used) / (time.perf_counter() - began)


def render_updates(choices: int = 120) -> dict[str, float]:
    """Processor time to render the screens of a BASTON table of 12 figures after each choice, as the server does."""
    from bagarre.games import games
    from bagarre.match import Match
    from bagarre.web.boards import Board
    from bagarre.web.seatview import Player, SeatView, known_to

    game = games()["baston"]
    board, match = (
        Board(game),
        Match(game, ["1", "2", "3"], options={"size": "4"}, seed=3, kinds=["scripted"] * 3),
    )
    speech = match.speech("fr")
    mover_ms: list[float] = []
    table_ms: list[float] = []
    while not match.is_over and len(table_ms) < choices:
        mover = match.deciders[0]
        match.let_play(mover)
        spent = []
        for seat in range(3):
            began = time.process_time()
            seat_view = SeatView(game, known_to(game, match.state, seat), seat, speech, live=True)
            players = [
                Player(i, name, awaited=i in seat_view.awaited) for i, name in enumerate(match.players)
            ]
            board.paint(board.board, "fr", seat_view.context(players)).whole()
            spent.append(1000 * (time.process_time() - began))
        mover_ms.append(spent[mover])
        table_ms.append(sum(spent))
    return {
        "screen_p50_ms": round(statistics.median(mover_ms), 2),
        "table_p50_ms": round(statistics.median(table_ms), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--every", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--port", type=int, default=8291)
    parser.add_argument(
        "--processes", default="", help="1,2,4: so many, one after the other, on a PostgreSQL"
    )
    parser.add_argument(
        "--landing", choices=("any", "carried", "table"), default="any",
        help="where sockets come to: any process, as behind one address, from where they are handed over or, when they do not name their table, carried; or all of a table to one, as behind a proxy that looks",
    )  # fmt: skip
    parser.add_argument("--out", metavar="FILE", default="", help="where the figures are written besides")
    parser.add_argument("--serve", metavar="DATABASE", default="")
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.port, arguments.serve, int(arguments.processes or 0))
        return
    from bagarre.games import games
    from bagarre.web.settings import sqlite_url

    if not arguments.game:
        on_web = [game.name for game in games().values() if (game.folder / "board" / "board.html").is_file()]
        arguments.game = "boss-quest" if "boss-quest" in on_web else "leduc"
    if arguments.processes:
        results = compare([int(count) for count in arguments.processes.split(",")], arguments)
        tell(results, arguments.out)
        return
    with tempfile.TemporaryDirectory() as folder:
        url = sqlite_url(f"{folder}/bench.sqlite3")
        with started(url, 0, [], arguments, arguments.port) as side:
            results = measured([side], arguments)
    results[0]["baston_12_figures"] = render_updates()
    tell(results, arguments.out)


def compare(counts: list[int], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """The same load on so many processes, in turns, each on a PostgreSQL of its own."""
    from tests.web.postgres import running_postgres

    with contextlib.ExitStack() as running:
        sides = []
        for place, count in enumerate(counts):
            postgres = running.enter_context(running_postgres())
            side = started(
                postgres.url, count, postgres.processes()[:1], arguments, arguments.port + 20 * place
            )
            sides.append(running.enter_context(side))
        results = measured(sides, arguments)
    for result in results:
        # The aim: from one process to four it grows by at most 15 %.
        grown = result["processor_ms_per_choice"] / results[0]["processor_ms_per_choice"] - 1
        result["grown_percent"] = round(100 * grown, 1)
    return results


def measured(sides: list[Side], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    # The sockets share the machine with the server: the lighter they are, the truer the times.
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(measure(sides, arguments))


SHOWN = ("processes", "tables", "choices_per_second", "p50_ms", "p99_ms", "processor_ms_per_choice", "grown_percent", "own_ms_per_choice", "rest_percent", "server_percent", "memory_mb", "memory_with_workers_mb", "load")  # fmt: skip


def tell(results: list[dict[str, Any]], out: str) -> None:
    """All of it as JSON, and the figures that are compared as a table; also into a file."""
    print(json.dumps(results, indent=2))
    rows = ["| " + " | ".join(name.replace("_", " ") for name in SHOWN) + " |", "|---" * len(SHOWN) + "|"]
    rows += ["| " + " | ".join(str(one.get(name, "")) for name in SHOWN) + " |" for one in results]
    print("\n".join(rows), file=sys.stderr)
    if out:
        Path(out).write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


@contextlib.contextmanager
def started(
    database: str, processes: int, database_pids: list[int], arguments: argparse.Namespace, first_port: int
) -> Iterator[Side]:
    """Servers to be measured; without `processes` one by itself."""
    apart = processes if arguments.landing == "table" else 0
    ports = [first_port + number for number in range(apart or 1)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.web", "--serve", database, "--port", str(port), "--processes", str(-1 if apart else processes or "")],
            cwd=HERE, stderr=subprocess.DEVNULL,
        )
        for port in ports
    ]  # fmt: skip
    try:
        for port, server in zip(ports, running):
            wait_for(f"http://127.0.0.1:{port}", 0 if apart else processes, server.pid)
        pids = [server.pid for server in running]
        servers = servers_of(pids[0]) if processes and not apart else pids
        yield Side(
            servers,
            database_pids,
            Bench(ports, arguments.game, arguments.seats, arguments.landing != "carried"),
        )
    finally:
        for server in running:
            server.terminate()
        for server in running:
            server.wait(60)


def wait_for(base: str, processes: int, pid: int) -> None:
    """Until the server answers, and all its processes are there."""
    for _ in range(1500):
        with contextlib.suppress(httpx.HTTPError):
            httpx.get(f"{base}/healthz").raise_for_status()
            if not processes or len(servers_of(pid)) == processes:
                return
        time.sleep(0.2)
    raise SystemExit("the server did not start")


def servers_of(pid: int) -> list[int]:
    """The server processes of a supervisor: those that have begun to serve have workers of their own."""
    return [child for child in workers_of(pid) if workers_of(child)]


if __name__ == "__main__":
    main()
