"""`bagarre serve --processes N`: several server processes that share one address, on one machine.

All of them accept from the same socket, so that none that ends takes a connection with it. One that dies is started again. SIGHUP starts
each anew, one after the other, the new one before the old one ends; SIGTERM and Ctrl-C end them all.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from bagarre.web.processes import live_with_the_server
from bagarre.web.server import make_server, registry_of, set_up_logs
from bagarre.web.settings import Settings

log = logging.getLogger("bagarre.web")
SPAWN = multiprocessing.get_context("spawn")
STARTING, ENDING = 600.0, 15.0
"""Seconds in which a process must have begun, and ended."""
AGAIN = 1.0
"""Seconds between two beginnings of a process that does not last."""


class Server:
    """One of the processes."""

    def __init__(self, sockets: list[socket.socket], chosen: dict[str, Any]) -> None:
        here, there = SPAWN.Pipe(duplex=False)
        self.process: BaseProcess = SPAWN.Process(target=serve_one, args=(sockets, chosen, there))
        self.process.start()
        there.close()
        self.begun = time.monotonic()
        self._line: Connection = here

    def is_ready(self) -> bool:
        """Wait until it serves; false when it ends before."""
        try:
            return self._line.poll(STARTING) and bool(self._line.recv())
        except EOFError:
            return False

    def end(self) -> None:
        self.process.terminate()
        self.process.join(ENDING)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Supervisor:
    """All of them."""

    def __init__(self, count: int, sockets: list[socket.socket], chosen: dict[str, Any]) -> None:
        self._begin: Callable[[], Server] = lambda: Server(sockets, chosen)
        self._count = count
        self._servers: list[Server] = []
        self._orders: list[int] = []

    def run(self, on_ready: Callable[[], None]) -> int:
        """Serve until told to end; gives the exit code."""
        self._here, self._there = SPAWN.Pipe(duplex=False)
        for number in (signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGTERM)):
            signal.signal(number, self._hear)
        try:
            self._servers = [self._begin() for _ in range(self._count)]
            if not all(server.is_ready() for server in self._servers):
                return 1
            on_ready()
            while self._orders.count(signal.SIGTERM) == 0:
                wait([*(server.process.sentinel for server in self._servers), self._here])
                self._look_after()
            return 0
        finally:
            for server in self._servers:
                server.process.terminate()
            for server in self._servers:
                server.end()

    def _hear(self, number: int, _: object) -> None:
        self._orders.append(signal.SIGTERM if number == signal.SIGINT else number)
        self._there.send(number)

    def _look_after(self) -> None:
        while self._here.poll():
            self._here.recv()
        if signal.SIGTERM in self._orders:
            return
        for place, server in enumerate(self._servers):
            if not server.process.is_alive():
                log.warning("a process ended and is started again", extra={"code": server.process.exitcode})
                time.sleep(max(0.0, server.begun + AGAIN - time.monotonic()))
                self._servers[place] = self._begin()
        if self._orders:
            self._orders.clear()
            self._renew()

    def _renew(self) -> None:
        """Each of them anew, one after the other: its tables move to the others meanwhile."""
        for place, old in enumerate(self._servers):
            new = self._begin()
            if not new.is_ready():
                log.warning("a new process does not begin: the old ones go on")
                new.end()
                return
            self._servers[place] = new
            old.end()


def serve_one(sockets: list[socket.socket], chosen: dict[str, Any], line: Connection) -> None:
    """In a process of its own."""
    live_with_the_server()
    # A signal that ends the process is heard by uvicorn while it serves, and ends it at once before.
    server = make_server(Settings(**chosen))

    async def serve() -> None:
        await registry_of(server).prepare()
        task = asyncio.create_task(server.serve(sockets))
        while not server.started and not task.done():
            await asyncio.sleep(0.05)
        if server.started:
            line.send(True)
        line.close()
        await task

    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(serve())


def run(
    count: int,
    sockets: list[socket.socket],
    settings: Settings,
    chosen: dict[str, Any],
    on_ready: Callable[[], None],
) -> int:
    """Serve in so many processes. Their database is brought up to date first, so that what is wrong with it is told once.

    :raises Mistake: when it cannot be opened.
    """
    set_up_logs(settings)

    async def prepare() -> None:
        from bagarre.web.store import Store

        store = Store(settings.database_url())
        try:
            await store.open()
        finally:
            await store.close()

    asyncio.run(prepare())
    return Supervisor(count, sockets, chosen).run(on_ready)
