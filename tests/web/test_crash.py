"""Killed at any moment, nothing that was acknowledged is lost."""

from __future__ import annotations

import contextlib
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.web.house import Wire


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """A server that can be killed and started again, with one game, so that it starts quickly."""

    def __init__(self, folder: Path, game: str = "leduc") -> None:
        self.folder, self.port, self.game = folder, free_port(), game
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "tests.web.crash_server",
            str(self.folder),
            str(self.port),
            self.game,
        ]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        for _ in range(int(10 * PATIENCE)):
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"http://127.0.0.1:{self.port}/healthz", timeout=PATIENCE).status_code == 200:
                    return
            time.sleep(0.1)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def wire(self, code: str, *tokens: str, told: int = 0) -> Wire:
        return Wire(f"ws://127.0.0.1:{self.port}/ws", code, *tokens, told=told)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_kill_9_in_mid_game_loses_nothing_acknowledged(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    server = Process(tmp_path)
    server.start()
    try:
        opened = httpx.post(
            f"http://127.0.0.1:{server.port}/api/tables",
            json={"game": "leduc", "name": "A", "seats": ["here"], "start": True, "options": {"raises": 4}},
            timeout=PATIENCE,
        ).json()
        code, tokens = opened["code"], opened["tokens"]
        wires = [server.wire(code, token) for token in tokens]
        for wire in wires:
            wire.settle()
        acknowledged = 0
        for _ in range(3):
            for _ in range(dice.randrange(1, 4)):
                mover = next((wire for wire in wires if wire.told.get("legal")), None)
                if mover is None:
                    break
                choice = "raise" if any(c["choice"] == "raise" for c in mover.told["legal"]) else "call"
                assert mover.choose(choice)["type"] == "accepted"
                acknowledged += 1
                for wire in wires:
                    wire.settle(0.1)
            before = [dict(wire.told) for wire in wires]
            # One more that is under way when the server dies: it may be lost, but never half.
            mover = next((wire for wire in wires if wire.told.get("legal")), None)
            if mover is not None:
                mover.send(type="choose", choice="call", seq=mover.told["seq"])
                time.sleep(dice.uniform(0, 0.01))
            server.kill()
            for wire in wires:
                with contextlib.suppress(ConnectionClosed):
                    wire.drain()
            told = [wire.told.get("told", 0) for wire in wires]
            server.start()
            again = [server.wire(code, token, told=told[i]) for i, token in enumerate(tokens)]
            for i, wire in enumerate(again):
                wire.settle()
                numbers = [line["n"] for line in wire.told["log"]]
                assert numbers == list(range(told[i] + 1, told[i] + 1 + len(numbers))), (
                    "it catches up from the last line it saw"
                )
                paid = sum(seat["paid"] for seat in wire.told["view"]["seats"])
                assert paid >= sum(seat["paid"] for seat in before[i]["view"]["seats"])
                wire.told["told"] = wire.told.get("told", told[i])
            wires = again
        assert acknowledged > 0
        # The game can be played to its end.
        for _ in range(40):
            mover = next((wire for wire in wires if wire.told.get("legal")), None)
            if mover is None:
                break
            mover.choose("call")
            for wire in wires:
                wire.settle(0.1)
        assert all(wire.told["status"] == "over" for wire in wires)
        assert (
            httpx.get(
                f"http://127.0.0.1:{server.port}/api/replays/{code}/record", timeout=PATIENCE
            ).status_code
            == 200
        )
    finally:
        server.kill()


def test_a_graceful_stop_is_quick(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    assert server.process is not None
    server.process.terminate()
    assert server.process.wait(PATIENCE) is not None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_the_workers_of_a_killed_server_do_not_outlive_it(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    assert server.process is not None
    pid = server.process.pid
    httpx.post(
        f"http://127.0.0.1:{server.port}/api/tables",
        json={"game": "leduc", "name": "A", "seats": ["here"], "start": True},
        timeout=PATIENCE,
    )
    workers: list[str] = []
    for _ in range(int(10 * PATIENCE)):
        children = [
            child
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        workers = [
            child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]
        if len(workers) == 2:
            break
        time.sleep(0.1)
    assert len(workers) == 2, "the server has one process for programs and one for boards"
    server.kill()
    for _ in range(int(10 * PATIENCE)):
        if not any(Path(f"/proc/{worker}").exists() for worker in workers):
            return
        time.sleep(0.1)
    raise AssertionError("workers are left behind")
