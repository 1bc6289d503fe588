"""The ladder: people and bots of a game on one scale, and where the reader stands."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from bagarre.bots.labels import LABELS, bot_told, level_of
from bagarre.web.answers import lang_of
from bagarre.web.identity import person_of
from bagarre.web.ratings import MEASURED, PERSON, PROGRAM, Place, Ratings, share

if TYPE_CHECKING:
    from bagarre.web.app import Server

STEP = 250
"""Points between two marks of the scale."""
MEDIUM = LABELS[2]


def tag_of(player: str) -> str:
    """What a line of the ladder is known by to whoever it is about."""
    return hashlib.sha256(player.encode()).hexdigest()[:16]


class RatingsPages:
    """Who answers about ratings."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server, self.registry = server, server.registry
        self.ratings = Ratings(server.registry.store)
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        app.get("/ladder", **page)(self.first)
        app.get("/ladder/{game}", **page)(self.page)
        app.get("/api/ladder/{game}")(self.api)
        app.get("/api/ladder/{game}/me", include_in_schema=False)(self.me)

    async def first(self, request: Request) -> Response:
        return RedirectResponse(f"/ladder/{self.server.playable()[0].name}", 303)

    async def page(self, request: Request, game: str) -> Response:
        found = self.server.game(game)
        places = await self.ratings.ladder(game)
        return self.server.page(
            request, "ladder.html", here="ladder", game=found, playable=self.server.playable(),
            rows=await self._rows(places, lang_of(request)), scale=scale_of(places), strengths=strengths(places), tried=game in MEASURED,
        )  # fmt: skip

    async def _rows(self, places: list[Place], lang: str) -> list[dict[str, Any]]:
        names = await self.ratings.names(places)
        rows = []
        for place in places:
            bot = place.player.removeprefix(PROGRAM) if place.player.startswith(PROGRAM) else ""
            rows.append(
                {
                    "bot": bot, "name": bot_told(bot, lang) if bot else names.get(place.player, "…"), "label": level_of(bot) if bot else None, "tag": tag_of(place.player),
                    "best": place.best, "worst": place.worst, "level": place.rating.level, "margin": place.rating.margin, "games": place.rating.games,
                }
            )  # fmt: skip
        return rows

    async def api(self, request: Request, game: str) -> dict[str, Any]:
        """The ladder of a game, for programs."""
        self.server.game(game)
        places = await self.ratings.ladder(game)
        rows = await self._rows(places, lang_of(request))
        kept = ("bot", "name", "best", "worst", "level", "margin", "games")
        return {"game": game, "players": [{name: row[name] for name in kept} for row in rows]}

    async def me(self, request: Request, game: str) -> dict[str, Any]:
        """Where whoever asks stands."""
        found, person = self.server.game(game), await person_of(request)
        if person is None:
            raise HTTPException(403)
        places = await self.ratings.ladder(game)
        mine = next((place for place in places if place.player == PERSON + person.id), None)
        if mine is None:
            return {"tag": "", "html": ""}
        levels = {place.player: place.rating.level for place in places}
        medium = levels.get(PROGRAM + MEDIUM.spec)
        rivals = min(4, found.meta.players[-1]) - 1
        wins = [
            round(100 * share(level, [medium] * rivals))
            for level in (mine.rating.level, mine.rating.level - mine.rating.margin, mine.rating.level + mine.rating.margin)
        ] if medium is not None else []  # fmt: skip
        fit = min(
            (label for label in LABELS if PROGRAM + label.spec in levels),
            key=lambda label: abs(levels[PROGRAM + label.spec] - mine.rating.level),
            default=None,
        )
        html = self.registry.pages.fragment(
            "ladder_me.html", lang_of(request), place=mine, name=person.name, wins=wins, rivals=rivals, medium=MEDIUM, fit=fit, game=found,
        )  # fmt: skip
        return {"tag": tag_of(mine.player), "html": html}


def scale_of(places: list[Place]) -> tuple[int, int, list[int]]:
    """The ends of the scale that all fit on, and its marks."""
    lows = [place.rating.level - place.rating.margin for place in places] or [1250]
    highs = [place.rating.level + place.rating.margin for place in places] or [1750]
    low, high = STEP * (min(lows) // STEP), STEP * (max(highs) // STEP + 1)
    step = STEP * max(1, (high - low) // (6 * STEP))
    return low, high, list(range(low + step, high, step))


def strengths(places: list[Place]) -> dict[str, int]:
    """Of a hundred games against three Mediums, how many each level of bots wins; for those that were measured."""
    levels = {place.player: place.rating.level for place in places}
    medium = levels.get(PROGRAM + MEDIUM.spec)
    if medium is None:
        return {}
    return {
        label.spec: round(100 * share(levels[PROGRAM + label.spec], [medium] * 3))
        for label in LABELS
        if PROGRAM + label.spec in levels
    }
