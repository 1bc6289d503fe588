"""What if? A small change of a pack against the shipped content, played in a process of its own while somebody watches.

One question is played at a time, few wait, and each has a limit on time and deals. The process gives way to all others; it is ended when it
says nothing for too long, when its reader leaves, or when the server does. The server's loop only hands lines on.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from bagarre.kernel.errors import Mistake
from bagarre.kernel.figures import Figure, another_value, figures
from bagarre.kernel.game import Game
from bagarre.kernel.rule import fast_mode_available
from bagarre.kernel.words import house_words
from bagarre.lab.study.whatif import Comparison, Question
from bagarre.web.answers import lang_of
from bagarre.web.children import Child, Pipe
from bagarre.web.http_schemas import Supposing
from bagarre.web.processes import give_way, live_with_the_server
from bagarre.web.readers import limit_memory
from bagarre.web.settings import Limits

if TYPE_CHECKING:
    from bagarre.web.app import Server

log = logging.getLogger("bagarre.web")
PREPARING = 300.0
"""Seconds for starting and compiling, before the clock of a question runs."""
SILENCE = 60.0
"""Seconds without a word from the process after which it is ended, beyond the time of the question."""
MEMORY = 3 << 30
"""Bytes of data that the process may have: a compiler needs more than a reader."""
READY, PLAYING, DONE, WRONG, FAILED = "ready", "playing", "done", "wrong", "failed"
WAITING, STARTING = "waiting", "starting"
"""Before the process is asked: others are, and then it is one's turn."""


# In the process that plays.


@cache
def _game(package: str) -> Game:
    return Game(package)


def play_for_ever(line: Pipe) -> None:
    """One question after the other."""
    live_with_the_server()
    limit_memory(MEMORY)
    give_way()
    while True:
        try:
            package, asked, compiled, seconds, deals = line.recv()
        except EOFError:
            return
        try:
            comparison = Comparison(_game(package), asked)
            line.send((READY, None))
            for done in comparison.play(compiled=compiled, seconds=seconds, deals=deals):
                line.send((PLAYING, {"done": done, "most": deals} | (comparison.told() if done else {})))
            line.send((DONE, comparison.told()))
        except Mistake as mistake:
            line.send((WRONG, mistake))
        except (MemoryError, RecursionError):
            line.send((WRONG, Mistake("reading_too_much")))
        except Exception:
            line.send((FAILED, traceback.format_exc(limit=-8)))


# In the server's.


class Worker(Child):
    """The process that plays. A thread of the server listens."""

    def ask(self, question: tuple[Any, ...], seconds: float, tell: Callable[[str, Any], None]) -> None:
        """Hand on what the process says, until it is done; it always ends with something."""
        try:
            line = self._line or self.start(play_for_ever)
            line.send(question)
            patience = PREPARING
            while True:
                if not line.poll(patience):
                    raise TimeoutError
                state, told = line.recv()
                tell(state, told)
                if state in (DONE, WRONG, FAILED):
                    return
                patience = PREPARING if state == READY else seconds + SILENCE
        except TimeoutError:
            log.warning("a comparison took too long: its process is ended")
            self.end()
            tell(WRONG, Mistake("reading_too_much"))
        except (EOFError, OSError) as problem:
            self.end()
            tell(FAILED, str(problem))


class Comparisons:
    """The questions of one server: one is played, a few wait."""

    def __init__(self, limits: Limits, compiled: bool) -> None:
        self.limits, self.compiled = limits, compiled
        self.worker = Worker()
        self._threads = ThreadPoolExecutor(1, "whatif")
        self._turn = asyncio.Lock()
        self.waiting = 0

    def stop(self) -> None:
        self.worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def check_room(self) -> None:
        """:raises Mistake: when enough people wait already."""
        if self.waiting > self.limits.whatif_waiting:
            raise Mistake("whatif_busy")

    async def play(self, game: Game, asked: Question) -> AsyncIterator[tuple[str, Any]]:
        """What the process says, as it comes."""
        loop, limits = asyncio.get_running_loop(), self.limits
        question = (game.package, asked, self.compiled, limits.whatif_seconds, limits.whatif_deals)
        self.waiting += 1
        waited = self._turn.locked()
        try:
            async with self._turn:
                if waited:
                    yield STARTING, None
                heard: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

                def tell(state: str, told: Any) -> None:
                    loop.call_soon_threadsafe(heard.put_nowait, (state, told))

                playing = loop.run_in_executor(
                    self._threads, self.worker.ask, question, limits.whatif_seconds, tell
                )
                state = ""
                try:
                    while state not in (DONE, WRONG, FAILED):
                        state, told = await heard.get()
                        yield state, told
                finally:
                    if state not in (DONE, WRONG, FAILED):
                        # Whoever asked has left: nobody waits for the rest.
                        self.worker.end()
                    await asyncio.wait([playing], timeout=5)
        finally:
            self.waiting -= 1


class WhatIfPages:
    """The page, and what its script asks."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server = server
        settings = server.registry.settings
        self.comparisons = Comparisons(settings.limits, settings.compiles and fast_mode_available())
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        app.get("/whatif", **page)(self.first)
        app.get("/whatif/{game}", **page)(self.page)
        app.post("/api/whatif/{game}", include_in_schema=False)(self.ask)

    @cached_property
    def games(self) -> list[Game]:
        """Those that have figures to change."""
        return [game for game in self.server.playable() if figures(game)]

    async def first(self, request: Request) -> Response:
        if not self.games:
            return await self.server.not_found(request, None)
        return RedirectResponse(f"/whatif/{self.games[0].name}", 303)

    async def page(self, request: Request, game: str) -> Response:
        found = self.server.game(game)
        if found not in self.games:
            return await self.server.not_found(request, None)
        lang = lang_of(request)
        return self.server.page(
            request, "whatif.html", game=found, compared=self.games, here="workshop",
            groups=grouped(found, lang), another_value=another_value, settles=hasattr(found.room("content"), "settle"), usual=min(4, found.meta.players[-1]),
            seconds=int(self.comparisons.limits.whatif_seconds), deals=self.comparisons.limits.whatif_deals,
        )  # fmt: skip

    async def ask(self, request: Request, game: str, asked: Supposing) -> Response:
        """Play, and tell line by line how it goes."""
        found = self.server.game(game)
        self.comparisons.check_room()
        self.server.costly(request)
        if asked.players not in found.meta.players:
            least, most = found.meta.players[0], found.meta.players[-1]
            raise Mistake("seats", game=found.meta.title, seats=asked.players, least=least, most=most)
        question = Question(asked.players, asked.figure, asked.value, asked.pack)
        return StreamingResponse(
            self._lines(found, question, lang_of(request)),
            media_type="application/x-ndjson",
            headers={"cache-control": "no-store"},
        )

    def _reviewing(self) -> bool:
        """Does a review take its part of the processor meanwhile?"""
        return self.server.registry.reviews.busy

    async def _lines(self, game: Game, question: Question, lang: str) -> AsyncIterator[bytes]:
        figure = next((one for one in figures(game) if one.path == question.figure), None)
        yield line_of(state=WAITING, ahead=self.comparisons.waiting, reviewing=self._reviewing())
        async for state, told in self.comparisons.play(game, question):
            if state == WRONG:
                yield line_of(state=WRONG, message=told.say(lang))
            elif state == FAILED:
                log.error("a comparison failed", extra={"trace": told})
                yield line_of(state=WRONG, message=Mistake("reading_failed").say(lang))
            elif state == STARTING:
                yield line_of(state=STARTING, reviewing=self._reviewing())
            elif told and told.get("deals"):
                html = self.server.registry.pages.fragment(
                    "whatif_result.html", lang, told=told, question=question, figure=figure, game=game,
                    name=figure.name(lang) if figure else "", number=partial(number, lang),
                )  # fmt: skip
                yield line_of(state=state, done=told.get("done"), most=told.get("most"), html=html)
            else:
                yield line_of(state=state)


def line_of(**told: Any) -> bytes:
    return orjson.dumps(told) + b"\n"


def number(lang: str, value: float, *, signed: bool = False) -> str:
    """A figure with one decimal, as the language writes it."""
    text = f"{value:{'+' if signed else ''}.1f}".replace("-", "−")
    return text.replace(".", ",") if lang == "fr" else text


def grouped(game: Game, lang: str) -> list[tuple[str, list[tuple[Figure, str]]]]:
    """The figures of a game, by the table they stand in, with what each is called."""
    words, found = house_words(lang), dict[str, list[tuple[Figure, str]]]()
    for figure in figures(game):
        table = str(words.find(f"web.whatif.tables.{figure.table}") or figure.table)
        field = str(words.find(f"web.whatif.fields.{figure.field.replace('.', '_')}") or figure.field)
        found.setdefault(table, []).append((figure, f"{figure.name(lang)} · {field} ({figure.value})"))
    return list(found.items())
