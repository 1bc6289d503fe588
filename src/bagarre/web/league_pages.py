"""The page of the deal of the day: play it once, then see how others played it."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from bagarre.web.answers import lang_of
from bagarre.web.identity import Person, person_of
from bagarre.web.league import LEVEL, League, Played, checked_day, compare, rivals, today
from bagarre.web.store import OVER
from bagarre.web.whatif import number

if TYPE_CHECKING:
    from bagarre.web.app import Server


class LeaguePages:
    """Who answers about the league."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server, self.registry = server, server.registry
        self.league = League(server.registry)
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        app.get("/league", **page)(self.first)
        app.get("/league/{game}", **page)(self.page)
        app.get("/api/league/{game}", include_in_schema=False)(self.mine)
        app.post("/api/league/{game}", status_code=201, include_in_schema=False)(self.play)

    async def first(self, request: Request) -> Response:
        return RedirectResponse(f"/league/{self.server.playable()[0].name}", 303)

    async def page(self, request: Request, game: str, day: str = "") -> Response:
        found, day = self.server.game(game), checked_day(day or today())
        over = day < today()
        told = await self.league.played(day, found) if over else []
        return self.server.page(
            request, "league.html", here="", game=found, playable=self.server.playable(), day=day, over=over, level=LEVEL, rivals=rivals(found),
            promise=await self.league.promise(day, game), secret=await self.league.secret(day, game) if over else "", played=told,
            before=(date.fromisoformat(day) - timedelta(days=1)).isoformat(), after=(date.fromisoformat(day) + timedelta(days=1)).isoformat() if over else "",
        )  # fmt: skip

    async def _person(self, request: Request) -> Person:
        person = await person_of(request)
        if person is None:
            raise HTTPException(403)
        return person

    async def mine(self, request: Request, game: str, day: str = "") -> dict[str, Any]:
        """How far whoever asks is with a deal; the comparison once they have played it."""
        found, day, person = self.server.game(game), checked_day(day or today()), await self._person(request)
        code = await self.league.code_of(person.id, day, game)
        if not code:
            return {"state": "open" if day == today() else "missed"}
        stored = await self.registry.store.glance(code)
        if stored is None:
            return {"state": "missed"}
        if stored.status != OVER:
            return {"state": "playing", "code": code}
        everybody = await self.league.played(day, found)
        own = next((one for one in everybody if one.code == code), None)
        return {
            "state": "played",
            "code": code,
            "html": await self._told(request, own, everybody) if own else "",
        }

    async def _told(self, request: Request, own: Played, everybody: list[Played]) -> str:
        lang = lang_of(request)
        compared = await self.server.at_leisure(lambda: compare(own, everybody, lang))
        return self.registry.pages.fragment(
            "league_told.html",
            lang,
            own=own,
            played=everybody,
            compared=compared,
            number=partial(number, lang),
        )

    async def play(self, request: Request, game: str) -> dict[str, Any]:
        """Play today's deal."""
        self.server.costly(request)
        person = await self._person(request)
        placed = await self.league.play(person, self.server.game(game), lang_of(request))
        return {"code": placed.stored.code, "tokens": placed.tokens}
