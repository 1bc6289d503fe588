"""One's own games: those of the tokens that a browser remembers, and those of somebody who has a name of their own; the records of all as one file."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import io
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, HTTPException, Query, Request, Response
from pydantic import BaseModel, Field

from bagarre.kernel.words import house_words
from bagarre.web.answers import lang_of
from bagarre.web.belongings import games_of, record_file, seats_in, seen_change, zipped
from bagarre.web.guard import clean_address, same_token
from bagarre.web.hop import Unreachable, ask, is_hop
from bagarre.web.http_schemas import MINE, Mine
from bagarre.web.identity import person_of
from bagarre.web.leases import Elsewhere
from bagarre.web.page_routes import TURNS
from bagarre.web.slow_clock import is_slow, pace_said, told_deadline
from bagarre.web.store import HUMAN, OPEN, OVER, PLAYING, Stored

if TYPE_CHECKING:
    from bagarre.web.app import Server

RECORDS = 500
"""Records of one file."""

Lang = Annotated[str | None, Query(description="fr or en")]


class Wanted(BaseModel):
    """Finished games whose records are wanted, by their codes."""

    codes: list[Annotated[str, Field(max_length=40)]] = Field(max_length=RECORDS)


class MyGames:
    """Who answers when somebody asks for their games."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server, self.registry = server, server.registry
        app.post("/api/mine")(self.api_mine)
        app.get("/api/me/games")(self.api_games)
        app.post("/api/records/file", response_class=Response)(self.api_records)
        app.get("/inner/moments/{code}/{seat}", include_in_schema=False)(self.inner_moment)

    async def api_mine(self, request: Request, mine: Mine, lang: Lang = None) -> list[dict[str, Any]]:
        """How the tables that this browser remembers are doing."""
        tokens = {clean_address(asked.code): asked.tokens for asked in mine.tables}

        def seats_of(stored: Stored) -> list[int]:
            # Whether a table exists is nobody's business who has no seat there.
            shown = tokens[stored.code]
            return [
                i
                for i, seat in enumerate(stored.seats)
                if any(same_token(token, seat.token_hash) for token in shown)
            ]

        return await self._rows(request, list(tokens), seats_of)

    async def api_games(
        self, request: Request, skip: Annotated[int, Query(ge=0, le=1_000_000)] = 0, lang: Lang = None
    ) -> list[dict[str, Any]]:
        """The games of whoever shows a session, the latest first, so many at a time."""
        person = await person_of(request)
        if person is None:
            raise HTTPException(401)
        codes = await games_of(self.registry, person.id, MINE, skip)
        return await self._rows(request, codes, lambda stored: seats_in(stored, person.id))

    async def _rows(
        self, request: Request, codes: list[str], seats_of: Callable[[Stored], list[int]]
    ) -> list[dict[str, Any]]:
        lang = lang_of(request)
        found: list[dict[str, Any]] = []
        for code in codes:
            stored = await self.registry.store.glance(code)
            if stored is None or stored.game not in self.registry.games:
                continue
            seats = seats_of(stored)
            if seats:
                moments = sum(row["moment"] is not None for row in found)
                found.append(await self._row(request, stored, seats, lang, moments < TURNS))
        return found

    async def _row(
        self, request: Request, stored: Stored, seats: list[int], lang: str, with_moment: bool
    ) -> dict[str, Any]:
        """A table in a list, perhaps with what it asks of its reader."""
        asked = await self.registry.asked(stored)
        awaited = sorted(
            {seat for seat in stored.waiting.shown or () if seat not in seats}
            | {seat for seat in asked if seat in seats}
        )
        mine = [seat for seat in seats if seat in asked and stored.seats[seat].kind == HUMAN]
        board, waiting = self.registry.boards[stored.game], stored.waiting
        return {
            "code": stored.code, "game": stored.game, "title": stored.title, "status": stored.status, "turn": bool(mine),
            "game_title": self.registry.games[stored.game].meta.title,
            "players": [seat.name for seat in stored.seats if seat.name], "changed": seen_change(stored), "created": stored.created,
            "others": [seat.name for i, seat in enumerate(stored.seats) if seat.name and i not in seats],
            "awaited": [stored.seats[seat].name for seat in awaited], "until": told_deadline(waiting, (mine or seats)[0]), "clock": stored.settings.get("clock", 0), "pace": pace_said(stored.settings, lang), "slow": is_slow(stored.settings),
            "lesson": bool(stored.settings.get("lesson")), "free": sum(seat.kind == OPEN for seat in stored.seats), "seats": seats,
            "people": any(seat.kind == HUMAN and i not in seats for i, seat in enumerate(stored.seats)),
            "moment": await self._moment(request, stored, (mine or seats)[0], lang) if with_moment and stored.status == PLAYING else None,
            "icon": board.link("icon.svg"), "cover": board.link("cover.svg"),
            "ended": (waiting.since or stored.changed) if stored.status == OVER else 0.0,
            "ranks": waiting.ranks, "ending": self._ending(stored, lang),
        }  # fmt: skip

    def _ending(self, stored: Stored, lang: str) -> str:
        """How it ended, in words, where that was written down."""
        key = f"endings.{stored.waiting.ending}"
        if stored.status != OVER or not stored.waiting.ending:
            return ""
        found = self.registry.games[stored.game].words(lang).find(key) or house_words(lang).find(key)
        return str(found or "")

    async def _moment(self, request: Request, stored: Stored, seat: int, lang: str) -> dict[str, str] | None:
        """What the page of a table says to one seat now, told by the process that plays it."""
        try:
            return await self._own_moment(stored.code, seat, lang)
        except Elsewhere as elsewhere:
            path = f"/inner/moments/{stored.code}/{seat}?lang={lang}"
            with contextlib.suppress(Unreachable):
                told: dict[str, str] | None = await ask(
                    elsewhere.address, path, self.registry.leases, request.scope
                )
                return told
        return None

    async def inner_moment(self, request: Request, code: str, seat: int, lang: Lang = None) -> Any:
        """The same for another process, which has seen the token of that seat."""
        if not is_hop(request.scope):
            return await self.server.not_found(request, None)
        try:
            return await self._own_moment(code, seat, lang_of(request))
        except Elsewhere:
            return None

    async def _own_moment(self, code: str, seat: int, lang: str) -> dict[str, str] | None:
        """From what that seat knows."""
        table = await self.registry.table(code)
        if table is None or table.state.match is None:
            return None
        frame = table.views.seat_view(seat, lang).frame
        return {"title": str(frame["title"]), "ask": str(frame["ask"])}

    async def api_records(self, request: Request, wanted: Wanted) -> Response:
        """The records of finished games as one ZIP file, with a list of them. Games that go on are left out: their records would tell their secrets."""
        self.server.costly(request)
        files: dict[str, str] = {}
        rows: list[tuple[str, ...]] = [("ended", "game", "title", "players", "ranks", "file")]
        for code in dict.fromkeys(clean_address(code) for code in wanted.codes):
            stored = await self.registry.store.glance(code)
            if stored is None or stored.status != OVER:
                continue
            loaded = await self.registry.store.load(code)
            assert loaded is not None
            if not loaded.lines:
                continue
            name, text = await self.server.at_leisure(lambda loaded=loaded: record_file(loaded))  # type: ignore[misc]
            files[f"records/{name}"] = text
            rows.append(_told(loaded, name))
        out = io.StringIO()
        csv.writer(out).writerows(rows)
        packed = await asyncio.to_thread(zipped, {"games.csv": out.getvalue()} | files)
        headers = {
            "content-disposition": 'attachment; filename="bagarre-games.zip"',
            "cache-control": "no-store",
        }
        return Response(packed, media_type="application/zip", headers=headers)


def _told(stored: Stored, name: str) -> tuple[str, ...]:
    """A game as a line of the list."""
    ended = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(stored.waiting.since or stored.changed))
    ranks = "/".join(map(str, stored.waiting.ranks or ()))
    # A name that begins like a formula is not one.
    cells = (ended, stored.game, stored.title, " / ".join(seat.name for seat in stored.seats), ranks, name)
    return tuple(f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell for cell in cells)
