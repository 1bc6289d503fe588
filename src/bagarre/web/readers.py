"""Where files of strangers are read: packs, records, and what the editors of a game ask.

They are read in a process of its own, on a deadline: whatever a file does to its reader, the server's loop goes on. A reader that takes too
long is ended and another one takes its place; whoever sent the file waits longer and longer before the next one is read.
"""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.match import Match
from bagarre.web.children import Child, Pipe
from bagarre.web.guard import Backoff, holds_nul, is_modest
from bagarre.web.metrics import Metrics
from bagarre.web.printing.wanted import Wanted
from bagarre.web.processes import live_with_the_server
from bagarre.web.settings import Limits

log = logging.getLogger("bagarre.web")
STARTING = 120.0
"""Seconds in which a new process must be ready; the time to start is nobody's fault."""
MEMORY = 1 << 30
"""Bytes of data that a reader may have, where the system can count them."""
SOUND, WRONG, FAILED = "sound", "wrong", "failed"
"""How a reading went: read, refused with a sentence, or not foreseen."""


@dataclass(frozen=True)
class KeptRecord:
    """A record as a table keeps it."""

    game: str
    players: list[str]
    options: dict[str, Any]
    header: dict[str, Any]
    lines: list[dict[str, Any]]


# In the reader's process.


@cache
def _game(package: str) -> Game:
    return Game(package)


NUL = b"\\u0000"
"""How a NUL is written in JSON."""


def read_json(text: bytes, limits: Limits) -> Any:
    """JSON of a stranger: no endless numbers, no halves of characters, nothing deep or without end.

    :raises Mistake: when it is something else.
    """
    try:
        found = orjson.loads(text)
    except ValueError:
        raise Mistake("request", field="JSON") from None
    if not is_modest(found, limits.json_depth, limits.json_items):
        raise Mistake("reading_too_much")
    if NUL in text and holds_nul(found):
        raise Mistake("request", field="JSON")
    return found


def check_table(package: str, seats: int, options: dict[str, Any], packs: list[tuple[str, str]]) -> None:
    """Can a game begin with that?"""
    _game(package).prepare(seats, options, [Pack(*pack) for pack in packs])


def read_record(packages: dict[str, str], text: str) -> KeptRecord:
    """A record, followed to its end."""
    try:
        name = str(json.loads(text.split("\n", 1)[0]).get("game", ""))
    except (ValueError, AttributeError, RecursionError):
        name = ""
    match = Match.loads(text, _game(packages[name]) if name in packages else None)
    return KeptRecord(match.game.name, list(match.players), match.options, match.header(), match.lines)


def answer_page(package: str, page: str, body: bytes, lang: str, limits: Limits) -> bytes:
    """What the script of a game's page asked; JSON both ways."""
    asked = read_json(body, limits)
    if not isinstance(asked, dict):
        raise Mistake("request", field="JSON")
    game = _game(package)
    speech = game.speech(lang, [], game.content().names)
    return orjson.dumps(game.room(f"pages.{page}").answer(asked, speech))


def print_sheets(package: str, wanted: Wanted, packs: list[tuple[str, str]], kind: str) -> tuple[bytes, ...]:
    """Sheets to print: one PDF, or a picture of each page."""
    from bagarre.web.printing import press

    game, own = _game(package), [Pack(*pack) for pack in packs]
    return (press.pdf(game, wanted, own),) if kind == "pdf" else tuple(press.pictures(game, wanted, own))


TASKS = {task.__name__: task for task in (check_table, read_json, read_record, answer_page, print_sheets)}


def read_for_ever(line: Pipe, packages: list[str]) -> None:
    """In a reader's process: one file after the other."""
    live_with_the_server()
    limit_memory(MEMORY)
    for package in packages:
        _game(package).content()
    line.send(SOUND)
    while True:
        try:
            task, args = line.recv()
        except EOFError:
            return
        line.send(_done(task, args))


def _done(task: str, args: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return SOUND, TASKS[task](*args)
    except Mistake as mistake:
        return WRONG, mistake
    except (MemoryError, RecursionError):
        return WRONG, Mistake("reading_too_much")
    except Exception:
        return FAILED, traceback.format_exc(limit=-8)


def limit_memory(most: int) -> None:
    """In a worker: no more data than that, where the system can count it."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


# In the server's.


class Reader(Child):
    """One process that reads."""

    def __init__(self, packages: list[str]) -> None:
        super().__init__()
        self.packages = packages

    def ask(self, task: str, args: tuple[Any, ...], seconds: float) -> tuple[str, Any]:
        """What came of it.

        :raises TimeoutError: when it took too long; the process is ended then.
        :raises OSError: when there is no such process, or it ended by itself.
        """
        line = self._line or self._start()
        try:
            line.send((task, args))
            if not line.poll(seconds):
                raise TimeoutError
            return line.recv()
        except (EOFError, OSError) as problem:
            self.end()
            raise problem if isinstance(problem, OSError) else OSError("a reader ended") from None

    def _start(self) -> Pipe:
        line = self.start(read_for_ever, self.packages)
        if not line.poll(STARTING) or line.recv() != SOUND:
            self.end()
            raise OSError("a reader did not start")
        return line


class Readers:
    """The readers of one server; started when the first file comes."""

    def __init__(self, workers: int, games: dict[str, Game], limits: Limits, metrics: Metrics) -> None:
        self.packages = {name: game.package for name, game in games.items()}
        self.limits, self.metrics = limits, metrics
        self.late = Backoff(free=1, first=limits.reading_seconds)
        self._free = [Reader(list(self.packages.values())) for _ in range(workers)]
        self._all = list(self._free)
        self._turn = asyncio.Semaphore(workers)
        self._threads = ThreadPoolExecutor(workers, "readers")
        self._waiting: Counter[str] = Counter()

    def stop(self) -> None:
        for reader in self._all:
            reader.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def check_table(
        self, address: str, game: Game, seats: int, options: dict[str, Any], packs: list[Pack]
    ) -> None:
        """:raises Mistake: when a game cannot begin with that."""
        plain = [(pack.name, pack.text) for pack in packs]
        await self._read(address, check_table.__name__, game.package, seats, options, plain)

    async def read_json(self, address: str, body: bytes) -> Any:
        """:raises Mistake: when it is no JSON, or has no end. A small one is read at once."""
        if len(body) <= self.limits.body_bytes:
            return read_json(body, self.limits)
        return await self._read(address, read_json.__name__, body, self.limits)

    async def read_record(self, address: str, text: str) -> KeptRecord:
        """:raises Mistake: when that is not a record of a game that was played so."""
        kept: KeptRecord = await self._read(address, read_record.__name__, self.packages, text)
        return kept

    async def answer_page(self, address: str, game: Game, page: str, body: bytes, lang: str) -> bytes:
        """:raises Mistake: when it cannot be read."""
        told: bytes = await self._read(
            address, answer_page.__name__, game.package, page, body, lang, self.limits
        )
        return told

    async def print_sheets(
        self, address: str, game: Game, wanted: Wanted, packs: list[Pack], kind: str
    ) -> tuple[bytes, ...]:
        """:raises Mistake: when a pack is wrong, or too much is wanted at once."""
        plain = [(pack.name, pack.text) for pack in packs]
        made: tuple[bytes, ...] = await self._read(
            address, print_sheets.__name__, game.package, wanted, plain, kind
        )
        return made

    async def _read(self, address: str, task: str, *args: Any) -> Any:
        busy = (
            sum(self._waiting.values()) >= self.limits.readings
            or self._waiting[address] >= self.limits.address_readings
        )
        if busy or self.late.wait(address) > 0:
            self._forget(address)
            self.metrics.readings.labels("busy").inc()
            raise Mistake("reading_busy")
        self._waiting[address] += 1
        try:
            async with self._turn:
                result, found = await self._ask(address, task, args)
        finally:
            self._waiting[address] -= 1
            self._forget(address)
        self.metrics.readings.labels(result).inc()
        if result == SOUND:
            return found
        if isinstance(found, Mistake):
            raise found
        log.error("a file could not be read", extra={"task": task, "trace": found})
        raise Mistake("reading_failed")

    def _forget(self, address: str) -> None:
        if not self._waiting[address]:
            del self._waiting[address]

    async def _ask(self, address: str, task: str, args: tuple[Any, ...]) -> tuple[str, Any]:
        reader = self._free.pop()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(
                self._threads, reader.ask, task, args, self.limits.reading_seconds
            )
        except TimeoutError:
            log.warning("a file took too long to read: its reader is ended", extra={"task": task})
            self.late.missed(address)
            return "late", Mistake("reading_too_much")
        except OSError as problem:
            # Killed from outside, or by the system for its memory.
            return FAILED, str(problem)
        finally:
            self._free.append(reader)
