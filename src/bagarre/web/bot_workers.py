"""Where programs think: in worker processes, on concealed states, for a limited time. The server itself never compiles."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache

from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.web.processes import live_with_the_server

log = logging.getLogger("bagarre.web")
GRACE = 20.0
"""Seconds after which a program that still thinks has its process ended."""


@cache
def _game(package: str) -> Game:
    return Game(package)


def think(
    package: str, kind: str, concealed: bytes, seat: int, choices: list[tuple[int, int]], seed: str
) -> tuple[int, int]:
    """In a worker: what a program of that kind chooses."""
    from bagarre.bots import Budget, make_player

    game = _game(package)
    menu = [Choice(*choice) for choice in choices]
    chosen = (
        make_player(kind, game, seed).think(game.State.from_bytes(concealed), seat, menu, Budget()).choice
    )
    return chosen.verb, chosen.arg


def warm_up() -> None:
    """In a worker: import what thinking needs."""
    import bagarre.bots  # noqa: F401


class BotWorkers:
    """The worker processes of one server."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._warm: Future[None] | None = None

    def start(self) -> None:
        self._pool = ProcessPoolExecutor(
            self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=live_with_the_server
        )
        for _ in range(self.workers):
            self._warm = self._pool.submit(warm_up)

    def stop(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            # A program that thinks for ever must not keep the server from stopping.
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)

    async def choose(
        self,
        game: Game,
        kind: str,
        concealed: bytes,
        seat: int,
        choices: list[Choice],
        seed: str,
        budget: float,
    ) -> Choice | None:
        """What the program chooses, or `None` when it took too long or failed."""
        if self._pool is None:
            return None
        plain = [(choice.verb, choice.arg) for choice in choices]
        try:
            if self._warm is not None:
                # The time to start a process is not the program's.
                await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._warm)), GRACE)
                self._warm = None
            thought = self._pool.submit(think, game.package, kind, concealed, seat, plain, seed)
            chosen = Choice(*await asyncio.wait_for(asyncio.wrap_future(thought), budget))
        except TimeoutError:
            if self._warm is not None:
                return None
            log.warning("a program took too long", extra={"game": game.name, "bot": kind})
            asyncio.get_running_loop().call_later(GRACE, self._end_if_stuck, thought)
            return None
        except BrokenProcessPool:
            log.warning("a worker ended; starting anew")
            self.stop()
            self.start()
            return None
        except Exception:
            log.exception("a program failed", extra={"game": game.name, "bot": kind})
            return None
        return chosen if chosen in choices else None

    def _end_if_stuck(self, thought: Future[tuple[int, int]]) -> None:
        if thought.running() and self._pool is not None:
            log.warning("a program does not stop thinking: its process is ended")
            self.stop()
            self.start()
