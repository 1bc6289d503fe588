"""The pages of the house: home, new tables, lists, rules; each is a template with what it reads."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup

from bagarre.companion import companion_of
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.words import house_words
from bagarre.web.answers import lang_of
from bagarre.web.commands.lobby import FILLS
from bagarre.web.essentials import essentials_of
from bagarre.web.guard import clean_address, clean_text
from bagarre.web.http_schemas import Trying
from bagarre.web.lessons import has_coach, lesson_place
from bagarre.web.opening import CLOCKS, HERE, Opening
from bagarre.web.optionpages import option_page
from bagarre.web.printing.wanted import parts_of
from bagarre.web.promises import SHARE_FORM
from bagarre.web.puzzle_pages import todays
from bagarre.web.replay import OPEN_CARDS
from bagarre.web.rulespage import SOURCES, rules_page, sources_of
from bagarre.web.share import qr_code, reachable, share_address
from bagarre.web.slow_clock import SLOW, VACATION
from bagarre.web.store import OPEN
from bagarre.web.trials import Trial, told_trial

if TYPE_CHECKING:
    from bagarre.web.app import Server

FAIR_WORDS = ("plain", "unsafe", "promise_kept", "promise_broken", "seed_follows", "seed_false", "share_counted", "share_missing", "no_shares", "nobody_chose", "somebody_could", "cannot_tell")  # fmt: skip
"""What the page of a replay may say of the secrets that its chance was made of (`fair.js`)."""
TURNS = 3
"""Games that go on, as the home page shows them."""


class PageRoutes:
    """Who answers when a browser asks for a page."""

    def __init__(self, server: Server, app: FastAPI) -> None:
        self.server = server
        self.registry = server.registry
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        app.get("/", **page)(self.home)
        app.get("/new", **page)(self.new)
        app.get("/new/{game}", **page)(self.new_game)
        app.post("/play/{game}", include_in_schema=False)(self.play_now)
        app.get("/join", include_in_schema=False)(self.join)
        app.get("/tables", **page)(self.tables)
        app.get("/replays", **page)(self.replay_list)
        app.get("/t/{code}", **page)(self.table)
        app.get("/t/{code}/qr.svg", include_in_schema=False)(self.qr)
        app.get("/r/{code}", **page)(self.replay_page)
        app.get("/workshop", **page)(self.workshop)
        app.get("/rules", **page)(self.rules_list)
        app.get("/rules/{game}", **page)(self.rules)
        app.get("/rules/{game}/text", **page)(self.rules_text)
        app.post("/api/games/{game}/trials/{name}", include_in_schema=False)(self.api_trial)
        app.post("/api/games/{game}/trials/{name}/table", status_code=201, include_in_schema=False)(
            self.api_trial_table
        )

    async def home(self, request: Request) -> HTMLResponse:
        return await self._home(request)

    async def _home(self, request: Request, code: int = 200, **more: Any) -> HTMLResponse:
        playable = self.server.playable()
        expected = request.cookies.get("waiting", "")
        return self.server.page(
            request, "home.html", code=code, first=playable[0] if playable else None, here="home",
            rivals={game.name: _rivals(game) for game in playable},
            firsts={game.name: [dict(step) for step in game.meta.first_games] for game in playable if game.meta.first_games},
            # The browser said at its last visit how many of its games go on: room is left for them.
            waiting=min(int(expected), TURNS) if expected.isdecimal() and len(expected) < 3 else 0,
            workshop=self._workshop(lang_of(request)), open_tables=await self.registry.open_tables.listed(), puzzle=todays(self.server), **more,
        )  # fmt: skip

    def _kinds(self, lang: str) -> dict[str, dict[str, str]]:
        """What the things that a game's pages make are called, by game and page."""
        brought = self.registry.pages.brought
        return {
            game.name: {
                page: str(game.words(lang).find(f"pages.{page}.made") or "")
                for page in brought.known[game.name]
            }
            for game in self.server.playable()
        }

    def _workshop(self, lang: str) -> list[tuple[str, str, str]]:
        """What the games bring for making one's own things: address, title, game."""
        brought = self.registry.pages.brought
        return [
            (address, title, game.meta.title)
            for game in self.server.playable()
            for address, title in brought.brought(game.name, lang)
        ]

    async def new(self, request: Request) -> Response:
        playable = self.server.playable()
        if len(playable) == 1:
            return RedirectResponse(f"/new/{playable[0].name}", 303)
        return self.server.page(request, "pick.html", playable=playable, here="new")

    async def new_game(self, request: Request, game: str) -> HTMLResponse:
        found = self.server.game(game)
        lang = lang_of(request)
        board = self.registry.boards[found.name]
        return self.server.page(
            request, "new.html", game=found, board=board, clocks=CLOCKS, slow=SLOW, vacation=VACATION, fills=FILLS, open=OPEN, sharing=HERE, here="home", words=found.words(lang), shown=option_page(found, lang),
            picture=lambda option, value: board.picture("card", lang, option=option, value=value),
            portrait=lambda seat: board.picture("portrait", lang, seat=seat) or Markup('<span class="nt-place__plain">{}</span>').format(seat + 1),
            companion=companion_of(found), scene=board.picture("scene", lang) or board.cover, printable=board.on_web and bool(parts_of(found)), kinds=self._kinds(lang)[found.name] if board.on_web else {},
        )  # fmt: skip

    async def play_now(self, request: Request, game: str) -> Response:
        """One click: a table with programs in the other seats, already dealt."""
        self.server.costly(request)
        found = self.server.game(game)
        lang = lang_of(request)
        asked = parse_qs((await request.body()).decode(errors="replace"))
        wanted = asked.get("bot", [""])[0]
        share = asked.get("share", [""])[0]
        first = first_of(found, asked)
        rivals = found.meta.players[0] - 1 if first else _rivals(found)
        opening = Opening(
            game=game,
            name=house_words(lang).say("web.player"),
            seats=[wanted or self.registry.usual_bot] * rivals,
            options=dict(first),
            start=True,
            promised=asked.get("promise", [""])[0],
            shares=[share] if re.fullmatch(SHARE_FORM, share) else [],
            lang=lang,
        )
        placed = await self.registry.create(opening)
        return RedirectResponse(f"/t/{placed.stored.code}#{','.join(placed.tokens)}", 303)

    async def join(self, request: Request, code: str = "") -> Response:
        stored = await self.server.stored(request, code)
        if stored is not None:
            return RedirectResponse(f"/t/{stored.code}", 303)
        return await self._home(request, 404, wrong=clean_text(code, 20))

    async def tables(self, request: Request) -> HTMLResponse:
        return self.server.page(request, "tables.html", here="mine")

    async def replay_list(self, request: Request) -> HTMLResponse:
        return self.server.page(request, "replays.html", here="mine")

    async def workshop(self, request: Request) -> HTMLResponse:
        return self.server.page(
            request,
            "workshop.html",
            playable=self.server.playable(),
            compared=self.server.whatif.games,
            kinds=self._kinds(lang_of(request)),
            here="workshop",
        )

    async def table(self, request: Request, code: str) -> Response:
        """The page of a table: the same for everybody; what a seat sees comes over its socket."""
        stored = await self.server.stored(request, code)
        if stored is None or stored.game not in self.registry.games:
            return await self.server.not_found(request, None)
        if stored.settings.get("record"):
            return RedirectResponse(f"/r/{stored.code}", 303)
        if stored.code != code:
            # By its short code: the browser keeps the address, which lasts longer.
            return RedirectResponse(f"/t/{stored.code}", 303)
        game = self.registry.games[stored.game]
        lang = lang_of(request)
        return self.server.page(
            request, "table.html", table=stored, game=game, board=self.registry.boards[stored.game],
            link=share_address(request, self.registry.settings) + f"/t/{stored.code}", reachable=reachable(request, self.registry.settings),
            panel="panel" in self.registry.boards[stored.game].words(lang), words=game.words(lang),
            aid=self._aid(game, lang), coach=has_coach(game, stored.settings), companion=bool(stored.settings.get("companion")), **lesson_place(game, stored.settings),
        )  # fmt: skip

    def _aid(self, game: Game, lang: str) -> str:
        board = self.registry.boards[game.name]
        if board.aid is None:
            return ""
        speech = game.speech(lang, [], game.content().names)
        return board.paint(
            board.aid, lang, {"say": speech.say, "name": speech.name, "lang": lang, "view": {}}
        ).whole()

    async def qr(self, request: Request, code: str) -> Response:
        link = share_address(request, self.registry.settings) + f"/t/{clean_address(code)}"
        return Response(qr_code(link), media_type="image/svg+xml", headers={"cache-control": "no-store"})

    async def replay_page(self, request: Request, code: str) -> Response:
        replay = await self.server.replay(request, code)
        if replay is None:
            return await self.server.not_found(request, None)
        game = replay.match.game
        return self.server.page(
            request, "replay.html", table=replay.stored, game=game, board=self.registry.boards[game.name], last=replay.last,
            here="mine", kinds=replay.match.kinds, open_cards=OPEN_CARDS, spectator=SPECTATOR, over=replay.match.is_over,
            problem=replay.problem.say(lang_of(request)) if replay.problem is not None else "", fair_words=FAIR_WORDS,
        )  # fmt: skip

    async def rules_list(self, request: Request) -> HTMLResponse:
        return self.server.page(request, "rules_list.html", here="rules")

    async def rules(self, request: Request, game: str) -> HTMLResponse:
        found = self.server.game(game)
        lang = lang_of(request)
        board = self.registry.boards[found.name]
        # The first time it is made from the rulebook, which takes a while.
        rules = await asyncio.to_thread(rules_page, found, lang)
        return self.server.page(
            request, "rules.html", game=found, rules=rules, here="rules", board=board, essentials=essentials_of(found, lang),
            figure=lambda part: board.picture("figure", lang, value=part), printable=board.on_web and bool(parts_of(found)),
            card=found.words(lang).find("coach.card"), aid=self._aid(found, lang) if board.on_web else "", sources=[one for one in SOURCES if one in sources_of(found, lang).values()],
        )  # fmt: skip

    async def api_trial(self, request: Request, game: str, name: str, trying: Trying) -> Any:
        """A worked example of the rules, as far as it was played: the board, what happened, what can be chosen."""
        found = self.server.game(game)
        board, lang = self.registry.boards[found.name], lang_of(request)
        told = await self.server.at_leisure(lambda: told_trial(found, board, name, trying.choices, lang))
        return Response(orjson.dumps(told), media_type="application/json")

    async def api_trial_table(self, request: Request, game: str, name: str, trying: Trying) -> Any:
        """A table that begins where a worked example begins."""
        self.server.costly(request)
        found = self.server.game(game)
        trial = await self.server.at_leisure(lambda: Trial(found, name))
        placed = await self.registry.continue_from(
            trial.match, len(trial.match.steps) - 1, found.meta.title, name=trying.name, seat=trial.reader
        )
        return self.server.opened(request, placed)

    async def rules_text(self, request: Request, game: str) -> HTMLResponse:
        """The rules alone, for the drawer of the table."""
        rules = await asyncio.to_thread(rules_page, self.server.game(game), lang_of(request))
        return HTMLResponse(rules.html, headers={"cache-control": "max-age=600"})


def first_of(game: Game, asked: dict[str, list[str]]) -> tuple[tuple[str, str], ...]:
    """Whoever has finished games on that device asks for the next step, or for the whole game (home.js)."""
    steps = game.meta.first_games
    if not steps or "whole" in asked:
        return ()
    step = asked.get("step", ["0"])[0]
    return steps[min(int(step), len(steps) - 1) if step in "0123" else 0]


def _rivals(game: Game) -> int:
    """The bots of a quick game."""
    return min(max(4, game.meta.players[0]), game.meta.players[-1]) - 1
