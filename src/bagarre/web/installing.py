"""Bagarre as an app of the device: its manifest, and the service worker that keeps pages readable without a connection.

What is kept are pages that are the same for everybody (`KEPT_PAGES`) and files whose address changes with their content. Tables, replays, tokens and answers to
questions never are: without a connection a table's page says that it needs one.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from bagarre import __version__
from bagarre.kernel.words import house_words
from bagarre.web.answers import lang_of
from bagarre.web.assets import digest
from bagarre.web.boards import FOLDER
from bagarre.web.rulespage import rules_page

if TYPE_CHECKING:
    from bagarre.web.app import Server

OFFLINE = "/offline"
KEPT_PAGES = ("/", "/learn", "/rules", OFFLINE)
"""Kept from the first visit on, with the rules of every game."""
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
PAPER, INK = "#fffef9", "#191919"
BLANK = re.compile(r"^const KNOWN = .*$", re.MULTILINE)
"""The line of the worker that the server fills in."""
FRESH = {"cache-control": "no-cache"}
"""Asked for again each time: that is how a browser learns of a new version."""


class Installing:
    """Who answers when a browser makes an app of the server."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server = server
        app.get("/manifest.webmanifest", include_in_schema=False)(self.manifest)
        app.get("/sw.js", include_in_schema=False)(self.worker)
        app.get(OFFLINE, response_class=HTMLResponse, include_in_schema=False)(self.offline)

    async def manifest(self, request: Request) -> Response:
        lang = lang_of(request)
        words, link = house_words(lang), self.server.registry.pages.static_link
        told: dict[str, Any] = {
            "id": "/",
            "name": "Bagarre",
            "short_name": "Bagarre",
            "description": words.say("web.install.description"),
            "lang": lang,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "categories": ["games"],
            "icons": [
                {"src": link(name), "sizes": sizes, "type": kind, "purpose": purpose}
                for name, sizes, kind, purpose in ICONS
            ],
            "shortcuts": [
                {"name": words.say(f"web.nav.{name}"), "url": address}
                for name, address in (("new", "/new"), ("learn", "/learn"), ("rules", "/rules"))
            ],
        }
        return Response(json.dumps(told), media_type="application/manifest+json", headers=FRESH)

    async def worker(self) -> Response:
        """The service worker; another one whenever anything that it keeps is another."""
        script = await asyncio.to_thread(lambda: self.script)
        return Response(script, media_type="text/javascript", headers=FRESH)

    @cached_property
    def script(self) -> str:
        pages = [*KEPT_PAGES, *(f"/rules/{game.name}" for game in self.server.playable())]
        known = {"version": self.version, "pages": pages, "offline": OFFLINE}
        text, _ = self.server.registry.pages.static["worker.js"]
        return BLANK.sub(lambda _: f"const KNOWN = {json.dumps(known)};", text.decode(), count=1)

    @cached_property
    def version(self) -> str:
        """Stands for everything that a kept page is made of."""
        return digest(b"\0".join(self._made_of()))

    def _made_of(self) -> Iterator[bytes]:
        registry = self.server.registry
        yield __version__.encode()
        for name in sorted(registry.pages.static):
            yield registry.pages.static[name][0]
        for name in sorted(registry.boards):
            for asset in sorted(registry.boards[name].assets):
                yield registry.boards[name].assets[asset][0]
        for folder in (FOLDER / "templates", Path(FOLDER).parent / "words"):
            for file in sorted(folder.iterdir()):
                if file.is_file():
                    yield file.read_bytes()
        for game in self.server.playable():
            for lang in ("fr", "en"):
                yield rules_page(game, lang).html.encode()
            # The essentials, their figures, and what the home page says of a game.
            for file in sorted((*game.folder.glob("words/*.toml"), *game.folder.glob("board/*.html"))):
                yield file.read_bytes()

    async def offline(self, request: Request) -> HTMLResponse:
        """What stands in the place of a page that cannot be had without a connection."""
        return self.server.page(request, "offline.html", here="")
