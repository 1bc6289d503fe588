"""Reviews of finished games: made in a process of their own that gives way to everything else, one at a time, and kept with the tables.

A review is asked for by whoever looks at a finished game. It is made once; who asks again meanwhile hears how far it is. One that takes too
long is given up, so that a single game does not keep all others waiting.
"""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.rule import fast_mode_available
from bagarre.match import Match
from bagarre.review import review
from bagarre.review.appraiser import OUTS
from bagarre.web.database import REVIEWS
from bagarre.web.processes import give_way, live_with_the_server
from bagarre.web.store import Store
from bagarre.web.writer import StoreAway

log = logging.getLogger("bagarre.web")
MOST_WAITING = 20
"""Games that may wait for their review."""
LAST_NEWS = 0.2
"""Seconds between two messages of how far a review is."""
SLOW, BROKEN, AWAY = "slow", "broken", "away"
"""Why a review failed: it took too long, its process ended, the database did not answer (words `web.review.failures`)."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How thoroughly games are reviewed."""

    outs: int = OUTS
    simulations: int | None = None
    compiled: bool | None = None

    @classmethod
    def of(cls, compiles: bool) -> Effort:
        """Without compiled rules little can be looked at in the time that people wait."""
        return cls() if compiles and fast_mode_available() else cls(2, 8, compiled=False)


@dataclass(slots=True)
class Progress:
    """A review that is being made."""

    code: str
    package: str
    record: str
    done: int = 0
    of: int = 0
    failed: str = ""
    """Why it failed, or nothing."""

    def data(self) -> dict[str, Any]:
        return {"state": "failed" if self.failed else "running", "done": self.done, "of": self.of}


def look_back(line: Connection, package: str, record: str, effort: Effort) -> None:
    """In a reviewing process: one game, with news of how far it is, and then the review."""
    live_with_the_server()
    give_way()
    told = 0.0

    def progress(done: int, of: int) -> None:
        nonlocal told
        if time.monotonic() - told > LAST_NEWS:
            told = time.monotonic()
            line.send((done, of))

    match = Match.loads(record, Game(package))
    found = review(
        match, simulations=effort.simulations, outs=effort.outs, compiled=effort.compiled, progress=progress
    )
    line.send(found.data())


@dataclass
class Reviews:
    """The reviews of one server."""

    store: Store
    effort: Effort
    seconds: float
    """For one review; the process that takes longer is ended."""
    _waiting: OrderedDict[str, Progress] = field(default_factory=OrderedDict)
    _worker: asyncio.Task[None] | None = None
    _process: BaseProcess | None = None

    def stop(self) -> None:
        if self._worker is not None:
            self._worker.cancel()
        if self._process is not None:
            self._process.kill()

    def progress(self, code: str) -> Progress | None:
        """How far the review of a table is, when it is asked for or failed."""
        return self._waiting.get(code)

    @property
    def busy(self) -> bool:
        """Is a review being made, or does one wait?"""
        return any(not one.failed for one in self._waiting.values())

    def ahead(self, code: str) -> int:
        """How many reviews are made before that of a table."""
        waiting = [one.code for one in self._waiting.values() if not one.failed]
        return waiting.index(code) if code in waiting else 0

    def ask(self, code: str, match: Match) -> Progress:
        """Have a finished game reviewed.

        :raises Mistake: while it is being played, or when too many wait.
        """
        if not match.is_over:
            raise Mistake("review_running")
        found = self._waiting.get(code)
        if found is not None and not found.failed:
            return found
        if sum(not one.failed for one in self._waiting.values()) >= MOST_WAITING:
            raise Mistake("review_busy")
        self._waiting.pop(code, None)  # one that failed waits behind the others
        self._waiting[code] = Progress(code, match.game.package, match.record())
        while len(self._waiting) > 2 * MOST_WAITING:
            self._waiting.popitem(last=False)
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        return self._waiting[code]

    async def _work(self) -> None:
        while wanted := next((one for one in self._waiting.values() if not one.failed), None):
            try:
                found = await self._make(wanted)
                await self._keep(wanted.code, found)
                self._waiting.pop(wanted.code, None)
            except (EOFError, OSError, SQLAlchemyError, StoreAway) as error:
                log.warning("a game could not be reviewed: %s", error, extra={"table": wanted.code})
                wanted.failed = why_failed(error)

    async def _make(self, wanted: Progress) -> dict[str, Any]:
        """:raises EOFError: when the process ended without a review.
        :raises TimeoutError: when it took too long.
        """
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=False)
        process = context.Process(
            target=look_back, args=(there, wanted.package, wanted.record, self.effort), daemon=True
        )
        await asyncio.to_thread(process.start)
        there.close()
        self._process = process
        end = time.monotonic() + self.seconds
        try:
            while True:
                while not await asyncio.to_thread(here.poll, LAST_NEWS):
                    _in_time(end)
                _in_time(end)
                news = await asyncio.to_thread(here.recv)
                if isinstance(news, dict):
                    return news
                wanted.done, wanted.of = news
        finally:
            self._process = None
            process.kill()
            here.close()

    # Kept reviews.

    async def kept(self, code: str) -> Any:
        """The review of a table as data, or `None`.

        :raises StoreAway: when the database does not answer.
        """
        async with self.store.reading() as connection:
            found = await connection.execute(select(REVIEWS.c.review).where(REVIEWS.c.code == code))
            text = found.scalar_one_or_none()
        return json.loads(text) if text is not None else None

    async def _keep(self, code: str, found: dict[str, Any]) -> None:
        async with self.store.reading() as connection, connection.begin():
            await connection.execute(delete(REVIEWS).where(REVIEWS.c.code == code))
            await connection.execute(insert(REVIEWS).values(code=code, review=json.dumps(found)))


def why_failed(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return SLOW
    return AWAY if isinstance(error, SQLAlchemyError | StoreAway) else BROKEN


def _in_time(end: float) -> None:
    if time.monotonic() > end:
        raise TimeoutError("it took too long")
