"""The page of whoever hosts a server: tables, load, errors, bans, and a line for everybody; behind a token.

The token is one of the server's settings. It is shown once, in a form (or in a header, by a program), and a cookie that holds for an hour stands for it then: a
time and its seal, so that every process of a server knows it without keeping anything. Whoever shows a wrong one waits, longer each time.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import secrets
import time
from collections import Counter
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from sqlalchemy import func, select

from bagarre import __version__
from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import LANGUAGES, house_words
from bagarre.web.answers import lang_of
from bagarre.web.database import TABLES
from bagarre.web.gate import address_of
from bagarre.web.guard import Backoff
from bagarre.web.hop import Unreachable, ask, is_hop
from bagarre.web.host_desk import HOURS
from bagarre.web.processes import memory_used
from bagarre.web.store import LOBBY, OVER, PLAYING
from bagarre.web.writer import StoreAway

if TYPE_CHECKING:
    from bagarre.web.app import Server

COOKIE, HOUR = "host", 3600
WRONG = 0.5
"""Seconds after which a wrong token is answered, however it is wrong."""
SHOWN = 40
"""Tables, addresses and errors that the page lists."""
STATES = (LOBBY, PLAYING, OVER)


class Key:
    """The token, and the seals made with it."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._seal = hashlib.sha256(b"bagarre host session\0" + token.encode()).digest()

    def __bool__(self) -> bool:
        return bool(self._token)

    def fits(self, shown: str) -> bool:
        """Compared in the same time, however much of it is right."""
        return hmac.compare_digest(
            hashlib.sha256(shown.encode(errors="replace")).digest(),
            hashlib.sha256(self._token.encode()).digest(),
        )

    def session(self) -> str:
        begun = f"{int(time.time()) + HOUR}.{secrets.token_hex(8)}"
        return f"{begun}.{self._sign(begun)}"

    def holds(self, session: str) -> bool:
        begun, _, seal = session.rpartition(".")
        if not hmac.compare_digest(seal.encode(), self._sign(begun).encode()):
            return False
        return int(begun.partition(".")[0]) > time.time()

    def _sign(self, text: str) -> str:
        return hmac.new(self._seal, text.encode(), "sha256").hexdigest()


class HostPages:
    """Who answers the host."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server, self.registry = server, server.registry
        self.desk = server.registry.desk
        self.key = Key(self.registry.settings.host_token)
        self.wrong = Backoff(free=3, first=2.0)
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        app.get("/host", **page)(self.page)
        app.get("/host/now", **page)(self.now)
        app.get("/api/host", include_in_schema=False)(self.api)
        app.get("/inner/host", include_in_schema=False)(self.inner)
        for name, act in (("enter", self.enter), ("leave", self.leave), ("ban", self.ban), ("lift", self.lift), ("announce", self.announce)):  # fmt: skip
            app.post(f"/host/{name}", include_in_schema=False)(act)

    # The door.

    def is_host(self, request: Request) -> bool:
        """Does whoever asks have the token, or a cookie that stands for it?"""
        return bool(self.key) and self.key.holds(request.cookies.get(COOKIE, "")[:200])

    def _ours(self, request: Request) -> None:
        """:raises HTTPException: for everybody but the host."""
        if not self.is_host(request):
            raise HTTPException(403 if self.key else 404)

    async def _try(self, request: Request, shown: str) -> bool:
        """Is that the token?

        :raises HTTPException: when too many wrong ones came from there.
        """
        address = address_of(request.scope)
        wait = self.wrong.wait(address)
        if wait:
            raise HTTPException(429, headers={"retry-after": str(1 + int(wait))})
        if self.key and self.key.fits(shown):
            return True
        self.wrong.missed(address)
        await asyncio.sleep(WRONG)
        return False

    async def _form(self, request: Request) -> dict[str, str]:
        given = parse_qs((await request.body()).decode(errors="replace"))
        return {name: values[0] for name, values in given.items()}

    async def page(self, request: Request) -> Response:
        if not self.key:
            return await self.server.not_found(request, None)
        if not self.is_host(request):
            return self.server.page(request, "host_enter.html", here="", wrong="")
        return await self._shown(request)

    async def _shown(self, request: Request, wrong: str = "", code: int = 200) -> Response:
        await self.desk.look()
        told = await self._told(request)
        return self.server.page(request, "host.html", code=code, here="", told=told, ago=partial(ago, lang_of(request)), hours=HOURS, bans=self.desk.bans, line=self.desk.announcement, wrong=wrong)  # fmt: skip

    async def now(self, request: Request) -> Response:
        """What moves on that page."""
        self._ours(request)
        lang = lang_of(request)
        told = await self._told(request)
        html = self.registry.pages.fragment(
            "host_now.html", lang, told=told, ago=partial(ago, lang), games=self.registry.games
        )
        return HTMLResponse(html, headers={"cache-control": "no-store"})

    async def enter(self, request: Request) -> Response:
        if not self.key:
            return await self.server.not_found(request, None)
        if not await self._try(request, (await self._form(request)).get("token", "")):
            words = house_words(lang_of(request)).say("web.host.wrong")
            return self.server.page(request, "host_enter.html", code=403, here="", wrong=words)
        answer = RedirectResponse("/host", 303)
        answer.set_cookie(
            COOKIE, self.key.session(), max_age=HOUR, path="/host", httponly=True, samesite="strict",
            secure=request.url.scheme == "https",
        )  # fmt: skip
        return answer

    async def leave(self, request: Request) -> Response:
        answer = RedirectResponse("/host", 303)
        answer.delete_cookie(COOKIE, path="/host", httponly=True, samesite="strict")
        return answer

    # What the host does.

    async def _do(self, request: Request, act: Any) -> Response:
        self._ours(request)
        form = await self._form(request)
        try:
            await act(form)
        except Mistake as mistake:
            code = 503 if isinstance(mistake, StoreAway) else 422
            return await self._shown(request, mistake.say(lang_of(request)), code)
        return RedirectResponse("/host", 303)

    async def ban(self, request: Request) -> Response:
        return await self._do(
            request, lambda form: self.desk.ban(form.get("address", ""), form.get("reason", ""))
        )

    async def lift(self, request: Request) -> Response:
        return await self._do(request, lambda form: self.desk.lift(form.get("network", "")))

    async def announce(self, request: Request) -> Response:
        def act(form: dict[str, str]) -> Any:
            hours = form.get("hours", "")
            words = {lang: form.get(f"words_{lang}", "") for lang in LANGUAGES}
            return self.desk.announce(words, int(hours) if hours.isdecimal() and len(hours) < 5 else HOURS[0])

        return await self._do(request, act)

    # What the host sees.

    async def api(self, request: Request) -> Response:
        """The same for a program, which shows the token in a header: `Authorization: Bearer …`."""
        scheme, _, shown = request.headers.get("authorization", "").partition(" ")
        if not self.key or scheme.lower() != "bearer" or not await self._try(request, shown):
            raise HTTPException(403 if self.key else 404)
        told = await self._told(request)
        bans = [asdict(ban) for ban in self.desk.bans]
        return JSONResponse(told | {"bans": bans}, headers={"cache-control": "no-store"})

    async def inner(self, request: Request) -> Any:
        """What this process counts, for the one that the host asked."""
        if not is_hop(request.scope):
            return await self.server.not_found(request, None)
        return self.facts()

    def facts(self) -> dict[str, Any]:
        """What this process counts, and what went wrong in it."""
        registry, metrics = self.registry, self.registry.metrics
        connections = [one for table in registry.tables.values() for one in table.connections]
        return {
            "process": os.getpid(), "started": metrics.value("bagarre_start_time_seconds"), "memory": memory_used(),
            "tables": len(registry.tables), "sockets": int(metrics.value("bagarre_sockets")),
            "choices": int(metrics.value("bagarre_choices_total")), "refused": int(metrics.value("bagarre_refused_total")),
            "turned_away": int(metrics.sum("bagarre_turned_away_total")),
            "median": metrics.quantile("bagarre_update_seconds", 0.5), "late": metrics.quantile("bagarre_update_seconds", 0.99),
            "lag": metrics.quantile("bagarre_loop_lag_seconds", 0.99),
            "away": registry.store.writer.away_since is not None,
            "live": {code: len(table.connections) for code, table in registry.tables.items()},
            "addresses": Counter(one.address for one in connections),
            "errors": [asdict(line) for line in list(registry.host_log.lines)[-SHOWN:]],
        }  # fmt: skip

    async def _told(self, request: Request) -> dict[str, Any]:
        """Everything, of all processes."""
        processes = [self.facts()]
        missing = 0
        try:
            peers = list((await self.registry.leases.peers()).values())
        except StoreAway:
            peers = []
        for answer in await asyncio.gather(
            *(ask(peer, "/inner/host", self.registry.leases, request.scope) for peer in peers),
            return_exceptions=True,
        ):
            if isinstance(answer, dict):
                processes.append(answer)
            elif isinstance(answer, Unreachable):
                missing += 1
            elif isinstance(answer, BaseException):
                raise answer
        live = {code: n for process in processes for code, n in process["live"].items()}
        addresses: Counter[str] = Counter()
        for process in processes:
            addresses.update(process["addresses"])
        errors = sorted(
            (line for process in processes for line in process["errors"]), key=lambda line: -line["at"]
        )
        counts, tables = await self._tables(live)
        return {
            "version": __version__, "at": time.time(), "processes": processes, "missing": missing, "counts": counts, "tables": tables,
            "addresses": addresses.most_common(SHOWN), "errors": errors[:SHOWN],
        }  # fmt: skip

    async def _tables(self, live: dict[str, int]) -> tuple[dict[str, dict[str, int]], list[dict[str, Any]]]:
        """How many tables there are of each game and state, and the ones that are played or changed last."""
        counts: dict[str, dict[str, int]] = {}
        try:
            async with self.registry.store.reading() as connection:
                grouped = select(TABLES.c.game, TABLES.c.status, func.count()).group_by(
                    TABLES.c.game, TABLES.c.status
                )
                for game, status, count in await connection.execute(grouped):
                    counts.setdefault(game, dict.fromkeys(STATES, 0))[status] = count
                columns = (TABLES.c.code, TABLES.c.game, TABLES.c.title, TABLES.c.status, TABLES.c.created, TABLES.c.changed)  # fmt: skip
                latest = select(*columns).order_by(TABLES.c.changed.desc()).limit(SHOWN)
                rows = (await connection.execute(latest)).mappings().all()
        except StoreAway:
            return {}, []
        found = [dict(row) | {"connections": live.get(row["code"], 0)} for row in rows]
        return counts, sorted(found, key=lambda row: (-row["connections"], -row["changed"]))


def ago(lang: str, seconds: float) -> str:
    """A stretch of time in one figure."""
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * length:
            return house_words(lang).say(f"web.host.{unit}_ago", n=int(seconds // length))
    return house_words(lang).say("web.host.seconds_ago", n=max(0, int(seconds)))
