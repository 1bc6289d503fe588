"""The gate before all routes: whose name and whose pages we answer to, how often, how much, and with which headers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bagarre.web.answers import refusal
from bagarre.web.guard import HEADERS, Buckets, Hosts, address_key
from bagarre.web.metrics import Metrics
from bagarre.web.settings import Limits
from bagarre.web.turns import REQUEST, Turns

log = logging.getLogger("bagarre.web")
SAFETY = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
OF_THE_HOST = "/host"
"""Open to whoever was banned too: a host who banned an address of their own must be able to lift that."""
CLOSE = {"connection": "close"}


def address_of(scope: Mapping[str, Any]) -> str:
    """Who asks: the address as limits count it."""
    client = scope.get("client")
    return address_key(client[0]) if client else "?"


class Gate:
    """Every answer carries the safety headers; what changes things must come from our own pages, and not too often or too large."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Hosts,
        addresses: Buckets,
        limits: Limits,
        metrics: Metrics,
        turns: Turns,
        larger: Mapping[str, int],
        kept_away: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.addresses = addresses
        self.limits = limits
        self.metrics = metrics
        self.turns = turns
        self.kept_away = kept_away
        """Has the host of the server banned that address?"""
        self.larger = larger
        """Beginnings of paths whose bodies may be larger, and how large."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", ()), *SAFETY]
            started = True
            await send(message)

        await self.turns.mine(address_of(scope), REQUEST)
        request = HTTPConnection(scope)
        status = self._refused(scope)
        if status:
            await self._answer(request, status, scope, receive, send_guarded)
            return
        try:
            await self.app(scope, self._counted(scope, receive), send_guarded)
        except ClientDisconnect:
            # Whoever left in the middle waits for no answer.
            pass
        except Exception:
            if scope["type"] != "http" or started:
                raise
            log.exception("a request failed", extra={"path": scope["path"][:200]})
            await self._answer(request, 500, scope, receive, send_guarded)

    def _refused(self, scope: Scope) -> int:
        """The status with which a request is refused before anybody reads it; 0 when it is not."""
        if self.kept_away(address_of(scope)) and not scope["path"].startswith(OF_THE_HOST):
            return 403
        # A NUL is part of no name, and PostgreSQL reads none.
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            return 404
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
        # Old programs name no host; browsers, whose names can be led astray, always do.
        if len(hosts) > 1 or (hosts and not self.hosts.serves(hosts[0])):
            return 421
        if len(origins) > 1:
            return 403
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origins and not self.hosts.allows(origins[0], hosts[0] if hosts else ""):
            return 403
        if not self.addresses.take(address_of(scope), 2 if scope["type"] == "websocket" else 1):
            return 429
        declared = [value for name, value in scope["headers"] if name == b"content-length"]
        if any(value.isdigit() and int(value[:18]) > self._largest(scope["path"]) for value in declared):
            return 413
        return 0

    async def _answer(
        self, request: HTTPConnection, status: int, scope: Scope, receive: Receive, send: Send
    ) -> None:
        self.metrics.turned_away.labels(status).inc()
        await refusal(request, status, headers={} if status == 413 else CLOSE)(scope, receive, send)

    def _largest(self, path: str) -> int:
        return next(
            (most for start, most in self.larger.items() if path.startswith(start)), self.limits.body_bytes
        )

    def _counted(self, scope: Scope, receive: Receive) -> Receive:
        """Receives the body, and refuses it as soon as it is too large."""
        if scope["type"] != "http":
            return receive
        left = self._largest(scope["path"])

        async def counting() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise HTTPException(413)
            return message

        return counting
