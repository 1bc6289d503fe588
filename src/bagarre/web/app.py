"""The server: routes, sockets, safety headers, health and metrics."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Annotated, Any, TypeVar
from urllib.parse import quote

import orjson
from fastapi import FastAPI, HTTPException, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from fastapi.routing import APIRoute

from bagarre import __version__
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.pack import Pack
from bagarre.kernel.words import LANGUAGES, house_words
from bagarre.record import Record
from bagarre.verifying import verify
from bagarre.web.answers import lang_of, refusal
from bagarre.web.assets import Asset
from bagarre.web.companion import CompanionPages
from bagarre.web.friends_pages import FriendsPages
from bagarre.web.gate import Gate, address_of
from bagarre.web.guard import Hosts, clean_text
from bagarre.web.hop import InnerDoor
from bagarre.web.host_pages import HostPages
from bagarre.web.http_schemas import Continue, NewTable, Opened, Promised, TableFacts, TableSeat
from bagarre.web.identity import person_of
from bagarre.web.identity_pages import IdentityPages
from bagarre.web.installing import Installing
from bagarre.web.league_pages import LeaguePages
from bagarre.web.leases import Leases
from bagarre.web.lessons import LessonPages
from bagarre.web.my_games import MyGames
from bagarre.web.notices_pages import NoticesPages
from bagarre.web.opening import Opening
from bagarre.web.page_routes import PageRoutes
from bagarre.web.printpages import PrintPages
from bagarre.web.puzzle_pages import PuzzlePages
from bagarre.web.ratings_pages import RatingsPages
from bagarre.web.registry import Guessing, Placed, TableRegistry
from bagarre.web.replay import OPEN_CARDS, Replay
from bagarre.web.review_pages import ReviewPages
from bagarre.web.settings import Settings
from bagarre.web.share import share_address
from bagarre.web.sockets import Sockets
from bagarre.web.store import OVER, PLAYING, Stored
from bagarre.web.whatif import WhatIfPages
from bagarre.web.writer import StoreAway

log = logging.getLogger("bagarre.web")

FOR_EVER = "public, max-age=31536000, immutable"
COSTLY = 20.0
"""Opening a table or storing a record takes as much from an address's bucket as so many messages."""
PROMISE = 5.0
MOMENTS = 20_000
"""Positions of finished games kept unrolled, the latest games first."""

T = TypeVar("T")
Lang = Annotated[str | None, Query(description="fr or en")]


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server's application."""
    registry = TableRegistry(settings or Settings())

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        door = None
        if isinstance(registry.leases, Leases):
            door = InnerDoor(app, registry.leases, registry.settings, registry.turns)
        await registry.open(*(await door.open() if door is not None else ()))
        log.info("tables are open")
        yield
        app.state.server.prints.stop()
        app.state.server.whatif.comparisons.stop()
        if door is not None:
            await door.close()
        await registry.close()
        log.info("tables are closed")

    app = FastAPI(title="Bagarre", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.router.route_class = CarefulRoute
    app.state.registry = registry
    app.state.server = Server(app, registry)
    limits = registry.settings.limits
    larger = {
        "/api/tables": limits.table_bytes,
        "/api/records": limits.record_bytes,
        "/api/games/": limits.page_bytes,
    }
    hosts = Hosts(registry.settings.host, registry.settings.origins)
    app.add_middleware(
        Gate,
        hosts=hosts,
        addresses=registry.addresses,
        limits=limits,
        metrics=registry.metrics,
        turns=registry.turns,
        larger=larger,
        kept_away=registry.desk.is_banned,
    )
    return app


class Server:
    """The routes."""

    def __init__(self, app: FastAPI, registry: TableRegistry) -> None:
        self.registry = registry
        self.replays: OrderedDict[str, Replay] = OrderedDict()
        self._leisure = asyncio.Lock()
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        PageRoutes(self, app)
        LessonPages(app, self)
        self.whatif = WhatIfPages(app, self)
        self.prints = PrintPages(app, self)
        self.installing = Installing(app, self)
        CompanionPages(app, self)
        PuzzlePages(app, self, ReviewPages(app, self))
        HostPages(app, self)
        IdentityPages(app, self)
        FriendsPages(app, self)
        MyGames(app, self)
        NoticesPages(app, self)
        RatingsPages(app, self)
        LeaguePages(app, self)
        app.get("/static/{name}", include_in_schema=False)(self.static)
        app.get("/games/{game}/{name}", include_in_schema=False)(self.asset)
        app.get("/games/{game}/pages/{name}", **page)(self.game_page)
        app.get("/api/games")(self.api_games)
        app.post("/api/tables", status_code=201)(self.api_create)
        app.post("/api/promises", status_code=201)(self.api_promise)
        app.get("/api/tables/{code}")(self.api_table)
        app.post("/api/games/{game}/pages/{page}", include_in_schema=False)(self.api_game_page)
        app.post("/api/records", status_code=201)(self.api_keep)
        app.get("/api/replays/{code}")(self.api_replay)
        app.get("/api/replays/{code}/at/{moment}")(self.api_moment)
        app.get("/api/replays/{code}/outcome")(self.api_outcome)
        app.get("/api/replays/{code}/record", response_class=PlainTextResponse)(self.api_record)
        app.get("/api/replays/{code}/verify")(self.api_verify)
        app.post("/api/replays/{code}/continue", status_code=201)(self.api_continue)
        app.get("/healthz")(self.healthz)
        app.get("/metrics", response_class=PlainTextResponse)(self.metrics)
        # Past what FastAPI keeps for each connection as long as it stands: there is nothing to be read from its address.
        app.router.add_websocket_route("/ws", Sockets(registry).serve)
        app.exception_handler(Mistake)(self.mistaken)
        app.exception_handler(RequestValidationError)(self.misread)
        app.exception_handler(404)(self.not_found)
        app.exception_handler(HTTPException)(self.refused)
        app.exception_handler(Guessing)(self.guessed)

    # Pages.

    def page(self, request: Request, template: str, *, code: int = 200, **context: Any) -> HTMLResponse:
        """A page in the reader's language and theme; `?lang=` is remembered."""
        wanted = request.query_params.get("lang")
        lang = lang_of(request)
        theme = request.cookies.get("theme", "")
        context |= {"path": request.url.path, "query": request.url.query}
        html = self.registry.pages.page(
            template, lang, theme if theme in ("light", "dark") else "", **context
        )
        response = HTMLResponse(html, code, {"cache-control": "no-store", "vary": "cookie, accept-language"})
        if wanted in LANGUAGES:
            response.set_cookie("lang", lang, max_age=31536000, samesite="lax")
        return response

    def playable(self) -> list[Game]:
        return [game for name, game in self.registry.games.items() if self.registry.boards[name].on_web]

    def game(self, name: str) -> Game:
        if name not in self.registry.games:
            raise Mistake("unknown_game", game=clean_text(name, 40), games=", ".join(self.registry.games))
        return self.registry.games[name]

    async def stored(self, request: Request, typed: str) -> Stored | None:
        """The table that somebody means, without its lines.

        :raises Guessing: when they have named too many that do not exist.
        """
        code = await self.registry.find(typed, address_of(request.scope))
        return await self.registry.store.glance(code) if code else None

    async def static(self, name: str, v: str = "") -> Response:
        return _asset(self.registry.pages.static.get(name), v)

    async def asset(self, game: str, name: str, v: str = "") -> Response:
        board = self.registry.boards.get(game)
        return _asset(board.assets.get(name) if board is not None else None, v)

    async def game_page(self, request: Request, game: str, name: str, v: str = "") -> Response:
        """A page that a game brings, or a file of it."""
        brought = self.registry.pages.brought
        if (game, name) in brought.files:
            return _asset(brought.files[game, name], v)
        if name not in brought.known.get(game, ()):
            return await self.not_found(request, None)
        context = brought.context(self.registry.games[game], name, lang_of(request))
        return self.page(request, f"{game}/{name}.html", **context)

    async def api_game_page(self, request: Request, game: str, page: str) -> Any:
        """What the script of such a page asks."""
        brought = self.registry.pages.brought
        if page not in brought.known.get(game, ()):
            return await self.not_found(request, None)
        told = await self.registry.readers.answer_page(
            address_of(request.scope), self.registry.games[game], page, await request.body(), lang_of(request)
        )
        return Response(told, media_type="application/json")

    async def not_found(self, request: Request, _: Any) -> Response:
        if request.url.path.startswith("/api/"):
            return JSONResponse(
                {"code": "not_found", "message": house_words(lang_of(request)).say("web.errors.not_found")},
                404,
            )
        return self.page(request, "lost.html", code=404, here="")

    async def refused(self, request: Request, problem: Exception) -> Response:
        """An answer that is a number, in one line."""
        assert isinstance(problem, HTTPException)
        if isinstance(problem, Misread):
            return await self.mistaken(request, problem.mistake)
        return refusal(request, problem.status_code, headers=dict(problem.headers or {}))

    async def guessed(self, request: Request, guessing: Exception) -> Response:
        """Somebody tries one code after the other."""
        assert isinstance(guessing, Guessing)
        return refusal(request, 429, "guessing", {"retry-after": str(1 + int(guessing.seconds))})

    async def mistaken(self, request: Request, mistake: Exception) -> Response:
        """A person's mistake, in one line."""
        assert isinstance(mistake, Mistake)
        words, away = mistake.say(lang_of(request)), isinstance(mistake, StoreAway)
        if request.url.path.startswith("/api/"):
            return JSONResponse({"code": mistake.key, "message": words}, 503 if away else 422)
        return self.page(request, "lost.html", code=503 if away else 404, here="", words=words)

    async def misread(self, request: Request, problem: Exception) -> Response:
        """A request that is not of the shape asked for: the first field that is wrong, and nothing of what was sent."""
        assert isinstance(problem, RequestValidationError)
        where = [
            str(step) for step in problem.errors()[0]["loc"] if step != "body" and not isinstance(step, int)
        ]
        return await self.mistaken(
            request, Mistake("request", field=clean_text(".".join(where), 60) or "JSON")
        )

    # The HTTP part of the protocol.

    async def api_games(self, request: Request, lang: Lang = None) -> list[dict[str, Any]]:
        """The games of this server and their options."""
        lang = lang_of(request)
        return [
            {
                "game": game.name, "title": game.meta.title, "tagline": game.meta.tagline[lang],
                "players": [game.meta.players[0], game.meta.players[-1]], "minutes": game.meta.minutes,
                "web": self.registry.boards[game.name].on_web,
                "options": [
                    {"name": option.name, "kind": type(option).__name__.lower(), "default": option.default,
                     "values": list(getattr(option, "values", ()))}
                    for option in game.meta.options
                ],
            }
            for game in self.registry.games.values()
        ]  # fmt: skip

    def costly(self, request: Request) -> None:
        """What fills the database counts for more than a look at a page."""
        if not self.registry.addresses.take(address_of(request.scope), COSTLY):
            raise HTTPException(429)

    async def api_promise(self, request: Request) -> Promised:
        """Promise a secret, before a table that begins at once adds to it."""
        # So many that one address pushes nobody else's out before their time is over.
        if not self.registry.addresses.take(address_of(request.scope), PROMISE):
            raise HTTPException(429)
        return Promised(promise=self.registry.promises.make())

    async def api_create(self, request: Request, new: NewTable) -> Opened:
        """Open a table. You get its code and the token of your seat."""
        self.costly(request)
        packs = [Pack(clean_text(pack.name, 80), pack.text) for pack in new.packs]
        person = await person_of(request) if new.friends else None
        if new.friends and person is None:
            raise Mistake("friend_name")
        wanted = Opening(
            game=new.game, name=new.name, title=new.title, seats=new.seats, names=new.names, options=new.options, packs=packs,
            clock=new.clock, total=new.total, aids=new.aids, companion=new.companion, fast=new.fast, listed=new.listed, fill=new.fill,
            shown_by=person.id if person is not None else "", rated=new.rated, start=new.start, promised=new.promise,
            shares=new.shares, lang=lang_of(request), address=address_of(request.scope),
        )  # fmt: skip
        placed = await self.registry.create(wanted)
        log.info("a table was opened", extra={"table": placed.stored.code, "game": new.game})
        return self.opened(request, placed)

    def opened(self, request: Request, placed: Placed) -> Opened:
        stored = placed.stored
        link = f"{share_address(request, self.registry.settings)}/t/{stored.code}"
        return Opened(code=stored.code, short=stored.short, tokens=placed.tokens, link=link)

    async def api_table(self, request: Request, code: str) -> Any:
        """What anybody may know of a table."""
        stored = await self.stored(request, code)
        if stored is None:
            return await self.not_found(request, None)
        return TableFacts(
            code=stored.code, game=stored.game, title=stored.title, status=stored.status,
            clock=stored.settings.get("clock", 0), seats=[TableSeat(name=s.name, kind=s.kind, bot=s.bot) for s in stored.seats],
        )  # fmt: skip

    async def api_keep(self, request: Request) -> dict[str, Any]:
        """Store a record (its text is the body) to look at it."""
        self.costly(request)
        try:
            text = (await request.body()).decode()
        except UnicodeDecodeError:
            raise Mistake("file_not_text", file="–") from None
        placed = await self.registry.keep_record(text, address_of(request.scope))
        return {"code": placed.stored.code, "tokens": placed.tokens}

    async def _is_past(self, stored: Stored) -> bool:
        """Can nothing happen any more? The game is over, or its record is broken."""
        return stored.status == OVER or (
            stored.status == PLAYING and await self.registry.store.has_gap(stored.code)
        )

    async def replay(self, request: Request, typed: str) -> Replay | None:
        """A finished game; `None` for one that is still played: its record would tell its secrets."""
        stored = await self.stored(request, typed)
        code = stored.code if stored is not None else ""
        if stored is None or stored.game not in self.registry.games or not await self._is_past(stored):
            self.replays.pop(code, None)
            return None
        kept = self.replays.get(code)
        if kept is not None and (kept.stored.header, kept.stored.seats) != (stored.header, stored.seats):
            # Somebody who played there is gone.
            del self.replays[code]
        if code not in self.replays:
            self.costly(request)
            loaded = await self.registry.store.load(code)
            assert loaded is not None
            self.replays[code] = await self.at_leisure(
                lambda: Replay.of(loaded, self.registry.games[stored.game])
            )
            while len(self.replays) > 1 and sum(replay.last for replay in self.replays.values()) > MOMENTS:
                self.replays.popitem(last=False)
        self.replays.move_to_end(code)
        return self.replays[code]

    async def at_leisure(self, make: Callable[[], T]) -> T:
        """Something of a replay that takes a while to make: one at a time, while tables go on."""
        async with self._leisure:
            return await asyncio.to_thread(make)

    async def api_replay(self, request: Request, code: str, eye: int = SPECTATOR, lang: Lang = None) -> Any:
        """A finished game: its log, line by line with the moments. `eye`: a seat, −1 for a spectator, −2 for open cards."""
        replay = await self.replay(request, code)
        if replay is None or not OPEN_CARDS <= eye < len(replay.stored.seats):
            return await self.not_found(request, None)
        lang = lang_of(request)
        told = await self.at_leisure(
            lambda: {"last": replay.last, "players": replay.names(), "log": replay.log(eye, lang)}
        )
        return Response(await asyncio.to_thread(orjson.dumps, told), media_type="application/json")

    async def api_moment(
        self, request: Request, code: str, moment: int, eye: int = SPECTATOR, lang: Lang = None
    ) -> Any:
        """The board of a finished game at one moment."""
        replay = await self.replay(request, code)
        if (
            replay is None
            or not 0 <= moment <= replay.last
            or not OPEN_CARDS <= eye < len(replay.stored.seats)
        ):
            return await self.not_found(request, None)
        told = replay.told(self.registry.boards[replay.stored.game], moment, eye, lang_of(request))
        return Response(orjson.dumps(told), media_type="application/json")

    async def api_outcome(self, request: Request, code: str, lang: Lang = None) -> Any:
        """How a finished game ended: ranks, scores, and why in words."""
        replay = await self.replay(request, code)
        if replay is None:
            return await self.not_found(request, None)
        return replay.outcome(lang_of(request))

    async def api_record(self, request: Request, code: str) -> Response:
        """The record of a finished game, as a text file."""
        replay = await self.replay(request, code)
        if replay is None:
            return await self.not_found(request, None)
        name = quote(f"{replay.stored.game}-{replay.stored.code}.jsonl")
        text = await self.at_leisure(replay.record)
        return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})

    async def api_verify(self, request: Request, code: str, lang: Lang = None) -> Any:
        """Every card and every die of a finished game, recomputed: do they follow from its seed?"""
        replay = await self.replay(request, code)
        if replay is None:
            return await self.not_found(request, None)
        self.costly(request)
        verdict = await self.at_leisure(
            lambda: verify(Record.of(replay.stored.header, replay.stored.lines), replay.match.game)
        )
        say = house_words(lang_of(request)).say
        told = [
            say("web.fair.dice_wrong", n=len(verdict.wrong))
            if verdict.wrong
            else say("web.fair.dice_right", n=verdict.results)
        ]
        if verdict.taken_over:
            told.append(say("web.fair.taken_over", n=verdict.taken_over))
        return {
            "holds": verdict.holds,
            "results": verdict.results,
            "wrong": list(verdict.wrong),
            # Line by line, from 0: what the browser recomputes by itself.
            "draws": {number: [asdict(draw) for draw in drawn] for number, drawn in verdict.draws.items()},
            "words": told,
        }

    async def api_continue(self, request: Request, code: str, where: Continue) -> Any:
        """A new table that begins at a moment of a finished game."""
        self.costly(request)
        replay = await self.replay(request, code)
        if replay is None or where.moment > replay.last or where.seat >= len(replay.stored.seats):
            return await self.not_found(request, None)
        placed = await self.registry.continue_from(
            replay.match,
            where.moment,
            replay.stored.title,
            name=where.name,
            seat=where.seat,
            rivals=replay.stored.seats,
        )
        return self.opened(request, placed)

    # Health.

    async def healthz(self) -> JSONResponse:
        """Is the server well?"""
        ready = self.registry.leases.may_tell and await self.registry.store.ready()
        return JSONResponse({"ok": ready, "version": __version__}, 200 if ready else 503)

    async def metrics(self, request: Request) -> PlainTextResponse:
        """What the server counts, for Prometheus. Players had better not see when somebody chooses in secret."""
        if request.client is None or request.client.host not in (
            "127.0.0.1",
            "::1",
            *self.registry.settings.scrapers,
        ):
            raise HTTPException(403)
        text = self.registry.metrics.text(len(self.registry.tables))
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def _asset(found: Asset | None, version: str) -> Response:
    """A file that browsers fetch. With its version in the address it may be kept for ever; modules import each other without: those
    are asked for anew."""
    if found is None:
        return PlainTextResponse("404", 404)
    keep = FOR_EVER if version else "no-cache"
    return Response(found[0], media_type=found[1], headers={"cache-control": keep})


class CarefulRequest(Request):
    """A request whose JSON is read as that of a stranger, a large one in a process of its own."""

    async def json(self) -> Any:
        registry: TableRegistry = self.app.state.registry
        try:
            return await registry.readers.read_json(address_of(self.scope), await self.body())
        except Mistake as mistake:
            raise Misread(mistake) from None


class Misread(HTTPException):
    """A mistake in a body, in the form in which it passes through FastAPI."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(422)
        self.mistake = mistake


class CarefulRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_carefully(request: Request) -> Response:
            return await handle(CarefulRequest(request.scope, request.receive))

        return handle_carefully
