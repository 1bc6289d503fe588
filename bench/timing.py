"""Can an onlooker tell from the answers to their pings when somebody answers in secret? `python -m bench.timing`.

A server of its own process, tables of Badass Force where everybody is asked at once. Each time a coin decides whether somebody answers;
an onlooker of the same table pings a moment later, and guesses from how long the pong took, and from where it came in the
server's beat. The rule of guessing is learnt from one half of the pings and tried on the other. Everything is bounded in count and time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
import orjson
from bench.web import HERE, Screen, Table

BEAT = 0.2
SEATS = 3


@dataclass(frozen=True)
class Trial:
    """One ping."""

    answered: bool
    took: float
    phase: float
    """Where in the beat the pong came."""


class Onlooker(Screen):
    """A screen that pings."""

    pong: asyncio.Future[float] | None = None

    def read(self, text: bytes) -> None:
        if orjson.loads(text)["type"] == "pong":
            if self.pong is not None and not self.pong.done():
                self.pong.set_result(time.perf_counter())
            return
        super().read(text)

    async def ping(self) -> tuple[float, float]:
        """How long the pong took, and when it came."""
        self.pong = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.send({"type": "ping"})
        came = await asyncio.wait_for(self.pong, 30)
        return came - began, came


async def open_table(http: httpx.AsyncClient, port: int) -> list[Onlooker]:
    body = {"game": "badass-force", "name": "1", "seats": ["here"] * (SEATS - 1), "start": True}
    answer = await http.post("/api/tables", json=body)
    answer.raise_for_status()
    opened, table, screens = answer.json(), Table(), []
    for token in opened["tokens"]:
        join = {"type": "join", "table": opened["code"], "tokens": [token], "form": "html", "lang": "fr"}
        _, screen = await asyncio.get_running_loop().create_connection(
            partial(Onlooker, table, join), "127.0.0.1", port
        )
        await screen.shown
        screens.append(screen)
    return screens


async def measure(port: int, pings: int) -> list[Trial]:
    trials: list[Trial] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        while len(trials) < pings:
            screens = await open_table(http, port)
            await asyncio.sleep(0.2)
            *actors, onlooker = screens
            for actor in actors:
                answers = random.random() < 0.5
                await asyncio.sleep(random.uniform(0.0, 2 * BEAT))
                if answers:
                    actor.send({"type": "choose", "choice": random.choice(actor.legal), "seq": actor.seq})
                await asyncio.sleep(random.uniform(0.0, 0.01))
                took, came = await onlooker.ping()
                trials.append(Trial(answers, took, came % BEAT))
            for screen in screens:
                screen.close()
    return trials[:pings]


def best_rule(trials: list[Trial], value: Callable[[Trial], float]) -> Callable[[Trial], bool]:
    """The threshold that guesses best among these."""
    best, rule = 0.0, (0.0, True)
    for bound in sorted({value(trial) for trial in trials}):
        share = statistics.fmean((value(trial) > bound) == trial.answered for trial in trials)
        for right, above in ((share, True), (1 - share, False)):
            if right > best:
                best, rule = right, (bound, above)
    bound, above = rule
    return lambda trial: (value(trial) > bound) == above


def guessed(trials: list[Trial], value: Callable[[Trial], float]) -> float:
    """The share that is guessed right: each half by the rule of the other."""
    halves = trials[::2], trials[1::2]
    right = 0
    for learn, test in (halves, halves[::-1]):
        rule = best_rule(learn, value)
        right += sum(rule(trial) == trial.answered for trial in test)
    return right / len(trials)


def result(trials: list[Trial]) -> dict[str, Any]:
    usual = statistics.median(trial.phase for trial in trials)
    lateness: Callable[[Trial], float] = lambda trial: (trial.phase - usual + BEAT / 2) % BEAT  # noqa: E731
    told = {
        name: [trial.took for trial in trials if trial.answered == is_it]
        for name, is_it in (("quiet", False), ("answered", True))
    }
    return {
        "pings": len(trials),
        "guessed_from_time": round(guessed(trials, lambda trial: trial.took), 3),
        "guessed_from_beat": round(guessed(trials, lateness), 3),
        "median_ms": {name: round(1000 * statistics.median(values), 2) for name, values in told.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pings", type=int, default=1000)
    parser.add_argument("--port", type=int, default=8292)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "bench.web",
            "--serve",
            f"{folder}/timing.sqlite3",
            "--port",
            str(arguments.port),
        ]
        server = subprocess.Popen(command, cwd=HERE, stderr=subprocess.DEVNULL)
        try:
            for _ in range(100):
                try:
                    httpx.get(f"http://127.0.0.1:{arguments.port}/healthz").raise_for_status()
                    break
                except httpx.HTTPError:
                    time.sleep(0.2)
            print(json.dumps(result(asyncio.run(measure(arguments.port, arguments.pings))), indent=2))
        finally:
            server.terminate()
            server.wait(15)


if __name__ == "__main__":
    main()
