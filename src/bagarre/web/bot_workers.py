"""Where bots think: in worker processes, on concealed states, for a limited time. The server itself never compiles.

A question has a moment by which it must be answered. Those that wait share the workers' time evenly, so on a busy server everybody
thinks less, down to the scripted player's answer, which takes a moment (`Rations`). The answer is always legal: when a worker is late, what
the scripted player chose stands; when a worker ends, another one is started and the scripted player answers here.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import socket
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.process import BaseProcess

from bagarre.bots.labels import SEARCH
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.rule import fast_mode_available
from bagarre.web.bot_thinking import Answer, Job, Load, compile_search, scripted_choice, think_for_ever
from bagarre.web.lines import ServerEnd

log = logging.getLogger("bagarre.web")
GRACE = 20.0
"""Seconds after which a bot that still thinks has its process ended, and that a process may take to start."""
NEXT_TRY = 5.0
"""Seconds before another process is tried when one could not be started."""
LEAST = 0.01
"""Seconds below which thinking is not worth while: the scripted player's answer stands."""
MARGIN = 0.6
"""How much of its share of the time a thought is given; the rest is for those who come meanwhile, and for what it takes besides."""


@dataclass(slots=True)
class Asked:
    """A question that waits for its answer."""

    job: Job
    deadline: float
    """On the loop's clock."""
    done: asyncio.Future[Answer]
    stands: Answer | None = None
    """What is answered when time is over."""


class Rations:
    """Who is next to think, and for how long: the one whose time ends first, for an even share of what is left to all who wait."""

    def __init__(self) -> None:
        self.waiting: list[Asked] = []

    def add(self, asked: Asked) -> None:
        self.waiting.append(asked)
        self.waiting.sort(key=lambda one: one.deadline)

    def share(self, now: float, workers: int) -> float:
        """Seconds for the next one, such that all the others can have as much before their time is over."""
        shares = [(one.deadline - now) * min(1.0, workers / (k + 1)) for k, one in enumerate(self.waiting)]
        seconds = min(self.waiting[0].job.seconds, MARGIN * min(shares))
        return seconds if seconds >= LEAST else 0.0

    def next(self, now: float, workers: int) -> Asked:
        """Let the next one think."""
        seconds = self.share(now, workers)
        asked = self.waiting.pop(0)
        asked.job = replace(asked.job, seconds=seconds)
        return asked


class Line(ServerEnd):
    """The server's end of the line to a worker."""

    def __init__(self, owner: BotWorkers) -> None:
        super().__init__()
        self.ready: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.asked: Asked | None = None
        """The question that the worker thinks about."""
        self._owner = owner

    def take(self, answer: Answer | None) -> None:
        if answer is None:
            # A server that stops meanwhile waits no longer.
            if not self.ready.done():
                self.ready.set_result(True)
        elif self.asked is not None and self.asked.job.number == answer.number:
            self.asked.stands = answer
            if answer.final:
                asked, self.asked = self.asked, None
                if not asked.done.done():
                    asked.done.set_result(answer)
        self._owner.hand_out()

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if not self.ready.done():
            self.ready.set_result(False)
        asked, self.asked = self.asked, None
        if asked is not None and not asked.done.done():
            # Whoever waits has it answered here.
            asked.done.cancel()
        self._owner.lost()

    @property
    def free(self) -> bool:
        return self._transport is not None and self.ready.done() and self.asked is None

    @property
    def cut(self) -> bool:
        return self._transport is None

    def cut_off(self) -> None:
        if self._transport is not None:
            self._transport.abort()


@dataclass(slots=True)
class BotWorker:
    """One process, and the line to it."""

    process: BaseProcess
    line: Line

    def dismiss(self) -> None:
        self.line.cut_off()
        self.process.kill()


@dataclass
class BotWorkers:
    """The worker processes of one server."""

    workers: int
    compiles: bool = True
    """Are searches compiled in the background?"""
    rations: Rations = field(default_factory=Rations)
    _hired: list[BotWorker] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _hiring: bool = False
    _stopped: bool = True
    _numbers: int = 0
    _compiled: dict[str, bool] = field(default_factory=dict)
    """The games whose search is being compiled (`False`) or is (`True`)."""
    _compiler: BaseProcess | None = None
    _one_compiler: asyncio.Lock = field(default_factory=asyncio.Lock)

    def start(self) -> None:
        self._stopped = False
        self.hire()

    def stop(self) -> None:
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        for worker in self._hired:
            worker.dismiss()
        self._hired = []
        if self._compiler is not None:
            self._compiler.kill()

    # Processes.

    def hire(self) -> None:
        """See that there are as many as there should be."""
        if not self._stopped and not self._hiring and len(self._hired) < self.workers:
            self._hiring = True
            self._do(self._hire())

    def _do(self, chore: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(chore)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hire(self) -> None:
        try:
            while len(self._hired) < self.workers:
                worker = await self._new_worker()
                self._hired.append(worker)
                for package, ready in self._compiled.items():
                    if ready:
                        worker.line.write(Load(package))
                self.hand_out()
        except OSError as error:
            log.warning("no process for bots could be started: %s", error)
            await asyncio.sleep(NEXT_TRY)
        finally:
            self._hiring = False
        self.hire()

    async def _new_worker(self) -> BotWorker:
        """:raises OSError: when there can be none."""
        here, there = socket.socketpair()
        process = multiprocessing.get_context("spawn").Process(
            target=think_for_ever, args=(there,), daemon=True
        )
        await asyncio.to_thread(process.start)
        there.close()
        _, line = await asyncio.get_running_loop().create_connection(lambda: Line(self), sock=here)
        worker = BotWorker(process, line)
        ready = False
        try:
            with suppress(TimeoutError):
                ready = await asyncio.wait_for(line.ready, GRACE)
        finally:
            # Also when the server stops meanwhile.
            if not ready:
                worker.dismiss()
        if not ready:
            raise OSError("a process for bots ended before it began")
        return worker

    def lost(self) -> None:
        """A line was cut."""
        gone = [worker for worker in self._hired if worker.line.cut]
        if gone and not self._stopped:
            log.warning("a process for bots ended; another one is started")
        self._hired = [worker for worker in self._hired if not worker.line.cut]
        self.hire()

    def compile(self, game: Game) -> None:
        """Have the search of a game compiled, once, while bots think in plain Python."""
        if self.compiles and game.package not in self._compiled and fast_mode_available():
            self._compiled[game.package] = False
            self._do(self._compile(game.package))

    async def _compile(self, package: str) -> None:
        async with self._one_compiler:
            process = multiprocessing.get_context("spawn").Process(
                target=compile_search, args=(package,), daemon=True
            )
            await asyncio.to_thread(process.start)
            self._compiler = process
            await asyncio.to_thread(process.join)
            self._compiler = None
        if process.exitcode:
            log.warning("the search of a game could not be compiled: bots think in plain Python")
            return
        self._compiled[package] = True
        for worker in self._hired:
            worker.line.write(Load(package))

    # Questions.

    def hand_out(self) -> None:
        """Give whoever waits to the workers that are free."""
        now = asyncio.get_running_loop().time()
        for worker in self._hired:
            if worker.line.free and self.rations.waiting:
                asked = self.rations.next(now, len(self._hired))
                worker.line.asked = asked
                worker.line.write(asked.job)

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
        """What the bot chooses, after `budget` seconds at the latest unless the server is very busy; `None` when the server stops."""
        answer = await self.ask(game, kind, concealed, seat, choices, seed, budget)
        return answer.choice if answer is not None else None

    async def ask(
        self,
        game: Game,
        kind: str,
        concealed: bytes,
        seat: int,
        choices: list[Choice],
        seed: str,
        budget: float,
        *,
        whole: bool = False,
    ) -> Answer | None:
        """The same, with what the bot thinks its choices are worth; its own answer as advice, even when that is late, where the `whole` of it is wanted."""
        if self._stopped:
            return None
        if kind.partition(":")[0] == SEARCH:
            self.compile(game)
        self._numbers += 1
        job = Job(
            self._numbers, game.package, kind, concealed, seat, tuple(choices), seed, budget, advice=whole
        )
        loop = asyncio.get_running_loop()
        asked = Asked(job, loop.time() + budget, loop.create_future())
        self.rations.add(asked)
        self.hand_out()
        answer = await (self._late(asked) if whole else self._awaited(asked))
        if answer.problem:
            log.warning(
                "a bot failed: the scripted player answers",
                extra={"game": game.name, "bot": kind, "problem": answer.problem},
            )
        return answer

    async def _awaited(self, asked: Asked) -> Answer:
        """The bot's answer, or what stands when its time is over."""
        left = asked.deadline - asyncio.get_running_loop().time()
        try:
            return await asyncio.wait_for(asyncio.shield(asked.done), left)
        except TimeoutError:
            if asked.stands is not None:
                asyncio.get_running_loop().call_later(GRACE, self._end_if_stuck, asked)
                return asked.stands
        except asyncio.CancelledError:
            if not asked.done.cancelled():
                raise
            return await self._answered_here(asked)
        # So busy that not even the scripted player's answer came in time.
        return await self._late(asked)

    async def _late(self, asked: Asked) -> Answer:
        """The bot's answer, whenever it comes."""
        try:
            return await asyncio.wait_for(asyncio.shield(asked.done), GRACE)
        except TimeoutError:
            self._end_if_stuck(asked)
        except asyncio.CancelledError:
            if not asked.done.cancelled():
                raise
        return await self._answered_here(asked)

    async def _answered_here(self, asked: Asked) -> Answer:
        """No worker answers: the server does, by the scripted player."""
        if asked in self.rations.waiting:
            self.rations.waiting.remove(asked)
        choice = await asyncio.to_thread(scripted_choice, asked.job)
        return Answer(asked.job.number, choice, final=True)

    def _end_if_stuck(self, asked: Asked) -> None:
        for worker in self._hired:
            if worker.line.asked is asked:
                log.warning("a bot does not stop thinking: its process is ended")
                worker.dismiss()
