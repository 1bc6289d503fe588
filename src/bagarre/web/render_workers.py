"""Render workers: processes that render the boards of a busy server, so that it has its time for messages.

A server of a few tables renders by itself. Whatever a render worker does not deliver (it is just starting, has too much to do, or ended) is
rendered by the server too: pictures are the same, wherever they are made.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import pickle
import socket
from collections import deque
from multiprocessing.process import BaseProcess

from bagarre.web.lines import ServerEnd, worker_end
from bagarre.web.processes import live_with_the_server, rarely_collect
from bagarre.web.rendering import Order, Picture, get_ready, render

log = logging.getLogger("bagarre.web")
MOST_WAITING = 100
"""Orders that may wait at one render worker."""
PATIENCE = 2.0
"""Seconds that an order may take."""
NEXT_TRY = 30.0
"""Seconds before another process is tried when one could not be started."""


def render_for_ever(line: socket.socket, packages: list[str]) -> None:
    """In a render worker's process: orders come in, pictures go out, one after the other."""
    live_with_the_server()
    get_ready(packages)
    rarely_collect()
    with worker_end(line) as server:
        server.write([])
        for order in server.orders():
            answer: list[Picture] | None
            try:
                answer = render(pickle.loads(order))
            except Exception:
                # The server will meet the same, and say where.
                answer = None
            server.write(answer)


class Line(ServerEnd):
    """The server's end of the line to a render worker."""

    def __init__(self) -> None:
        super().__init__()
        self.ready: asyncio.Future[list[Picture] | None] = asyncio.get_running_loop().create_future()
        """Done when the render worker has got ready, or has failed to."""
        self.waiting = deque([self.ready])

    def send(self, order: Order) -> asyncio.Future[list[Picture] | None]:
        assert self._transport is not None
        self.write(order)
        answer: asyncio.Future[list[Picture] | None] = asyncio.get_running_loop().create_future()
        self.waiting.append(answer)
        return answer

    def take(self, pictures: list[Picture] | None) -> None:
        answer = self.waiting.popleft()
        if not answer.done():
            answer.set_result(pictures)

    def connection_lost(self, error: Exception | None) -> None:
        while self.waiting:
            self.take(None)

    @property
    def cut(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    def cut_off(self) -> None:
        """At once, whatever is still to be sent."""
        if self._transport is not None:
            self._transport.abort()


class RenderWorker:
    """One process, and the line to it."""

    def __init__(self, process: BaseProcess, line: Line) -> None:
        self.process = process
        self.line = line

    @classmethod
    async def hired(cls, packages: list[str]) -> RenderWorker:
        """A new process that is ready to render these games.

        :raises OSError: when there can be none.
        """
        here, there = socket.socketpair()
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=render_for_ever, args=(there, packages), daemon=True)
        await asyncio.to_thread(process.start)
        there.close()
        _, line = await asyncio.get_running_loop().create_connection(Line, sock=here)
        render_worker = cls(process, line)
        if await line.ready is None:
            render_worker.dismiss()
            raise OSError("a render worker ended before it began")
        return render_worker

    def dismiss(self) -> None:
        self.line.cut_off()
        self.process.kill()


class RenderWorkers:
    """The render workers of one server."""

    def __init__(self, most: int, packages: list[str]) -> None:
        self.most = most
        self._packages = packages
        self._workers: list[RenderWorker] = []
        self._hiring: asyncio.Task[None] | None = None

    async def render(self, order: Order, table: str) -> list[Picture] | None:
        """The pictures of an order, or `None` when the server had better render them itself."""
        render_worker = self._worker_of(table)
        if render_worker is None or len(render_worker.line.waiting) >= MOST_WAITING:
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                return await render_worker.line.send(order)
        except TimeoutError:
            log.warning("a render worker took too long: its process is ended")
            render_worker.dismiss()
            return None

    def _worker_of(self, table: str) -> RenderWorker | None:
        """Always the same for a table: it remembers the parts it rendered."""
        self._workers = [render_worker for render_worker in self._workers if not render_worker.line.cut]
        self.hire()
        return self._workers[hash(table) % len(self._workers)] if self._workers else None

    def hire(self) -> None:
        """See that there are as many as there should be."""
        if len(self._workers) < self.most and self._hiring is None:
            self._hiring = asyncio.create_task(self._hire())

    async def _hire(self) -> None:
        try:
            while len(self._workers) < self.most:
                render_worker = await RenderWorker.hired(self._packages)
                self._workers.append(render_worker)
        except OSError as error:
            log.warning("no render worker could be started: %s", error)
            await asyncio.sleep(NEXT_TRY)
        finally:
            self._hiring = None

    def rest(self) -> None:
        """Nobody needs them now."""
        for render_worker in self._workers:
            render_worker.dismiss()
        self._workers = []

    def stop(self) -> None:
        self.most = 0
        if self._hiring is not None:
            self._hiring.cancel()
        self.rest()
