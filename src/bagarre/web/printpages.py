"""The print kit in the browser: a page with previews, and the sheets as PDF.

Sheets are made in a process of their own, on a deadline and within limits (`readers.py`); what was made of the shipped content is kept for the next reader.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.web.answers import lang_of
from bagarre.web.gate import address_of
from bagarre.web.guard import clean_text
from bagarre.web.http_schemas import Printing
from bagarre.web.printing.press import can_print, need_press
from bagarre.web.printing.wanted import INKS, PAPERS, Wanted, file_name, parts_of
from bagarre.web.readers import Readers

if TYPE_CHECKING:
    from bagarre.web.app import Server

KEPT = 48 << 20
"""Bytes of sheets and previews kept in memory, the latest used."""
LOOKED_AT = 24
"""Pages of a reader's own packs that are shown before they are printed."""
LASTS = {"cache-control": "private, max-age=300"}

Key = tuple[str, Wanted, str]


class PrintPages:
    """Who answers when sheets are wanted."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server = server
        registry, limits = server.registry, server.registry.settings.limits
        self.printers = Readers(
            1, registry.games, replace(limits, reading_seconds=limits.printing_seconds), registry.metrics
        )
        self.kept: OrderedDict[Key, tuple[bytes, ...]] = OrderedDict()
        self._making: dict[Key, asyncio.Task[tuple[bytes, ...]]] = {}
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        app.get("/print", **page)(self.first)
        app.get("/print/{game}", **page)(self.page)
        app.get("/print/{game}/sheets.pdf", include_in_schema=False)(self.pdf)
        app.get("/print/{game}/{part}/pages", include_in_schema=False)(self.pages)
        app.get("/print/{game}/{part}/{number}.png", include_in_schema=False)(self.picture)
        app.post("/api/games/{game}/print", include_in_schema=False)(self.own)
        app.post("/api/games/{game}/print/preview", include_in_schema=False)(self.own_preview)

    def stop(self) -> None:
        self.printers.stop()

    def printable(self) -> list[Game]:
        return [game for game in self.server.playable() if parts_of(game)]

    async def first(self) -> Response:
        games = self.printable()
        return RedirectResponse(f"/print/{games[0].name}" if games else "/rules", 303)

    async def page(self, request: Request, game: str) -> HTMLResponse:
        found = self.server.game(game)
        wanted = self._wanted(request, found)
        words = found.words(wanted.lang)
        parts = {name: words.find(f"print.parts.{name}") for name in parts_of(found)}
        return self.server.page(
            request, "print.html", game=found, board=self.server.registry.boards[found.name], parts=parts, wanted=wanted, here="rules",
            printable=self.printable(), papers=PAPERS, inks=INKS, ready=can_print(), chosen=wanted.what if request.query_params.get("what") else tuple(parts)[:1],
        )  # fmt: skip

    def _wanted(self, request: Request, game: Game) -> Wanted:
        """:raises Mistake: when there is no such part, paper or ink."""
        asked = request.query_params
        what = tuple(
            part for given in asked.getlist("what")[:20] for part in clean_text(given, 80).split(",") if part
        )
        return Wanted(
            what,
            asked.get("paper", "a4"),
            lang_of(request),
            asked.get("ink", INKS[0]),
            asked.get("deck") == "on",
        ).checked(game)

    async def pdf(self, request: Request, game: str) -> Response:
        found = self.server.game(game)
        wanted = self._wanted(request, found)
        sheets = await self._made(request, found, wanted, "pdf")
        return _pdf(sheets[0], file_name(found, wanted), "keep" in request.query_params)

    async def pages(self, request: Request, game: str, part: str) -> dict[str, int]:
        """How many pages a part has."""
        found = self.server.game(game)
        wanted = replace(self._wanted(request, found), what=(clean_text(part, 40),)).checked(found)
        return {"pages": len(await self._made(request, found, wanted, "png"))}

    async def picture(self, request: Request, game: str, part: str, number: int) -> Response:
        """One page to look at."""
        found = self.server.game(game)
        wanted = replace(self._wanted(request, found), what=(clean_text(part, 40),)).checked(found)
        shown = await self._made(request, found, wanted, "png")
        if not 1 <= number <= len(shown):
            return await self.server.not_found(request, None)
        return Response(shown[number - 1], media_type="image/png", headers=LASTS)

    async def own(self, request: Request, game: str, printing: Printing) -> Response:
        """The sheets of a reader's own packs: made for him and kept nowhere."""
        found, wanted, made = await self._own(request, game, printing, "pdf")
        return _pdf(made[0], file_name(found, wanted), keep=True)

    async def own_preview(self, request: Request, game: str, printing: Printing) -> dict[str, Any]:
        """The same to look at: how many pages, and pictures of the first ones."""
        _, _, made = await self._own(request, game, printing, "png")
        shown = [f"data:image/png;base64,{b64encode(page).decode()}" for page in made[:LOOKED_AT]]
        return {"pages": len(made), "shown": shown}

    async def _own(
        self, request: Request, game: str, printing: Printing, kind: str
    ) -> tuple[Game, Wanted, tuple[bytes, ...]]:
        """:raises Mistake: when a pack is wrong, or there is no such part, paper or ink."""
        self.server.costly(request)
        need_press()
        found = self.server.game(game)
        wanted = Wanted(
            tuple(printing.what), printing.paper, lang_of(request), printing.ink, printing.deck
        ).checked(found)
        packs = [Pack(clean_text(pack.name, 80), pack.text) for pack in printing.packs]
        made = await self.printers.print_sheets(address_of(request.scope), found, wanted, packs, kind)
        return found, wanted, made

    async def _made(self, request: Request, game: Game, wanted: Wanted, kind: str) -> tuple[bytes, ...]:
        """Sheets of the shipped content: kept, being made for somebody else, or made now."""
        need_press()
        key = (game.name, wanted, kind)
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        making = self._making.get(key)
        if making is None:
            self.server.costly(request)
            making = self._making[key] = asyncio.create_task(
                self.printers.print_sheets(address_of(request.scope), game, wanted, [], kind)
            )
            making.add_done_callback(lambda _: self._making.pop(key, None))
        made = await asyncio.shield(making)
        self._keep(key, made)
        return made

    def _keep(self, key: Key, made: tuple[bytes, ...]) -> None:
        self.kept[key] = made
        self.kept.move_to_end(key)
        size = sum(len(page) for pages in self.kept.values() for page in pages)
        while size > KEPT and len(self.kept) > 1:
            _, oldest = self.kept.popitem(last=False)
            size -= sum(len(page) for page in oldest)


def _pdf(sheets: bytes, name: str, keep: bool) -> Response:
    how = "attachment" if keep else "inline"
    headers = LASTS | {"content-disposition": f'{how}; filename="{name}"'}
    return Response(sheets, media_type="application/pdf", headers=headers)
