"""From process to process: any of them takes any connection, and passes it on to the one that plays the table.

Each listens for the others on an address of its own, the inner door. Whoever comes there shows the secret that is kept in the database
(`leases.py`) and says for whom it comes: the address, the scheme and the headers of the one who asked. So limits and bans hold for that one,
and not for the process in between. On one machine the socket itself goes through that door (`handing.py`), and what it carries never passes here.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import secrets
import socket
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import orjson
import uvicorn
from fastapi import WebSocket, WebSocketDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from bagarre.kernel.errors import Mistake
from bagarre.web.connection import RESTARTING
from bagarre.web.gate import address_of
from bagarre.web.guard import EVERYWHERE
from bagarre.web.handing import Door
from bagarre.web.leases import Leases, OwnTables
from bagarre.web.protocol import protocols
from bagarre.web.settings import Settings
from bagarre.web.share import local_address
from bagarre.web.turns import Turns

OURS = "x-bagarre-"
SECRET, CLIENT, SCHEME, HANDED = f"{OURS}secret", f"{OURS}client", f"{OURS}scheme", f"{OURS}handed"
PASSED_ON = ("host", "origin", "cookie", "accept-language", "user-agent")
"""Headers of the one who asked that the other process must see."""
REACHED = 5.0
"""Seconds in which another process must answer."""
NO_LIMIT = 1e9
SILENT = (1005, 1006)
"""Codes that are never sent: a connection ended without one."""


class Unreachable(Exception):
    """The process that has a table does not answer."""


def is_hop(scope: Mapping[str, Any]) -> bool:
    """Did that come from another process?"""
    return bool(scope.get("hop"))


def is_handed(scope: Mapping[str, Any]) -> bool:
    """Is that a socket that another process has handed over?"""
    return bool(scope.get("handed"))


class InnerGate:
    """Lets other processes in, and nobody else."""

    def __init__(self, app: ASGIApp, leases: Leases) -> None:
        self.app, self.leases = app, leases

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        shown = {name: value.decode("latin-1") for name, value in scope["headers"]}
        secret = shown.get(SECRET.encode(), "")
        if not self.leases.secret or not secrets.compare_digest(secret.encode(), self.leases.secret.encode()):
            await _refuse(scope, send)
            return
        told = {
            "headers": [(name, value) for name, value in scope["headers"] if not _is_ours(name)],
            "client": (shown.get(CLIENT.encode(), "?"), 0),
            "scheme": shown.get(SCHEME.encode(), scope["scheme"]),
            "handed" if HANDED.encode() in shown else "hop": True,
        }
        await self.app({**scope, **told}, receive, send)


async def _refuse(scope: Scope, send: Send) -> None:
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    await send({"type": f"{kind}.start", "status": 403, "headers": [(b"content-length", b"0")]})
    await send({"type": f"{kind}.body", "body": b""})


class InnerDoor:
    """Where a process listens for the others."""

    def __init__(self, app: ASGIApp, leases: Leases, settings: Settings, turns: Turns) -> None:
        limits = replace(settings.limits, address_connects=NO_LIMIT, address_connections=int(NO_LIMIT))
        of_http, of_sockets = protocols(limits, turns)
        self._config = uvicorn.Config(
            InnerGate(app, leases), log_config=None, access_log=False, http=of_http, ws=of_sockets, lifespan="off",
            ws_max_size=limits.message_bytes, ws_per_message_deflate=False, ws_ping_interval=30, ws_ping_timeout=30,
            proxy_headers=False, server_header=False,
        )  # fmt: skip
        self._state = ServerState()
        self._door = Door(self._adopt)
        self._wanted = settings.internal
        self._server: asyncio.Server | None = None

    async def open(self) -> tuple[str, str]:
        """Listen; gives the address for the others, and the door for those of this machine.

        :raises Mistake: when the address cannot be had.
        """
        self._config.load()
        loop = asyncio.get_running_loop()
        host, port = inner_address(self._wanted)
        try:
            self._server = await loop.create_server(self._protocol, host, port)
        except OSError as error:
            raise Mistake("address", host=host, port=port, reason=error.strerror or str(error)) from None
        bound: socket.socket = self._server.sockets[0]
        shown = local_address() if host in EVERYWHERE else host
        address = f"{f'[{shown}]' if ':' in shown else shown}:{bound.getsockname()[1]}"
        return address, self._door.open()

    def _protocol(self) -> asyncio.Protocol:
        return self._config.http_protocol_class(  # type: ignore[call-arg]
            config=self._config, server_state=self._state, app_state={}, _loop=asyncio.get_running_loop()
        )

    async def _adopt(self, handed: socket.socket, request: bytes) -> None:
        """Read a request that came to another process, and from then on what comes after it."""
        protocol = self._protocol()
        begin = protocol.connection_made

        def begin_and_read(transport: asyncio.BaseTransport) -> None:
            del protocol.connection_made
            begin(transport)
            protocol.data_received(request)

        protocol.connection_made = begin_and_read  # type: ignore[method-assign]
        await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, handed)

    async def close(self) -> None:
        """Whoever is connected comes back, and finds the table elsewhere."""
        self._door.close()
        if self._server is not None:
            self._server.close()
        for connection in list(self._state.connections):
            connection.shutdown()
        if self._state.tasks:
            await asyncio.wait(self._state.tasks, timeout=REACHED)


def inner_address(text: str) -> tuple[str, int]:
    """Host and port of `127.0.0.1:0`, say.

    :raises Mistake: when it is something else.
    """
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535 or not host:
        raise Mistake("option_value", option="--internal", value=text, allowed="HOST:PORT")
    return host.strip("[]"), int(port)


def _told_of(scope: Mapping[str, Any], leases: OwnTables) -> list[tuple[str, str]]:
    """The headers of a hop."""
    assert isinstance(leases, Leases)
    kept = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in _headers(scope)
        if name.decode("latin-1") in PASSED_ON
    ]
    return [*kept, (SECRET, leases.secret), (CLIENT, address_of(scope)), (SCHEME, str(scope["scheme"]))]


def _headers(scope: Mapping[str, Any]) -> Iterable[tuple[bytes, bytes]]:
    found: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return found


def _is_ours(name: bytes) -> bool:
    """Is that a header that only processes may show each other?"""
    return name.lower().startswith(OURS.encode())


def request_to_hand_over(scope: Mapping[str, Any], leases: OwnTables) -> bytes:
    """The request of a WebSocket once more, as the process that is handed its socket reads it."""
    lines = [b"GET %b?%b HTTP/1.1" % (scope["raw_path"], scope["query_string"])]
    lines += [b"%b: %b" % pair for pair in _headers(scope) if not _is_ours(pair[0])]
    ours = [pair for pair in _told_of(scope, leases) if pair[0].startswith(OURS)]
    lines += [f"{name}: {value}".encode("latin-1") for name, value in (*ours, (HANDED, "1"))]
    return b"\r\n".join((*lines, b"", b""))


async def carry(websocket: WebSocket, owner: str, leases: OwnTables, hello: dict[str, Any]) -> None:
    """Pass a connection on to the process at that address, until either side ends it.

    :raises Unreachable: when that process does not answer; nothing was sent to anybody then.
    """
    headers = _told_of(websocket.scope, leases)
    # The name by which the one who asked knows us goes into the address; the connection goes to the owner.
    named = dict(headers).get("host", owner)
    host, port = inner_address(owner)
    try:
        far = await connect(
            f"ws://{named}/ws", host=host, port=port, additional_headers=[pair for pair in headers if pair[0] != "host"], origin=None, user_agent_header=None, compression=None,
            max_size=None, ping_interval=None, open_timeout=REACHED, close_timeout=REACHED, proxy=None,
        )  # fmt: skip
    except (OSError, TimeoutError, EOFError, ValueError, WebSocketException):
        raise Unreachable from None
    try:
        await far.send(orjson.dumps(hello).decode())
        down, up = asyncio.create_task(_down(far, websocket)), asyncio.create_task(_up(websocket, far))
        await asyncio.wait((down, up), return_when=asyncio.FIRST_COMPLETED)
        for task in (down, up):
            task.cancel()
        await asyncio.gather(down, up, return_exceptions=True)
    finally:
        with contextlib.suppress(OSError, ConnectionClosed):
            await far.close()


async def _down(far: ClientConnection, websocket: WebSocket) -> None:
    """What the table says."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        try:
            while True:
                text = await far.recv(decode=False)
                await websocket.send({"type": "websocket.send", "text": bytes(text).decode()})
        except ConnectionClosed:
            code = far.close_code or RESTARTING
            await websocket.close(RESTARTING if code in SILENT or code < 1000 else code)


async def _up(websocket: WebSocket, far: ClientConnection) -> None:
    """What the one who is connected says."""
    with contextlib.suppress(ConnectionClosed, RuntimeError):
        while True:
            came = await websocket.receive()
            if came["type"] == "websocket.disconnect":
                return
            await far.send(came["text"] if came.get("text") is not None else "")


async def ask(owner: str, path: str, leases: OwnTables, scope: Mapping[str, Any]) -> Any:
    """What another process answers to a question, as JSON.

    :raises Unreachable: when it does not.
    """
    headers = dict(_told_of(scope, leases))

    def get() -> bytes:
        connection = http.client.HTTPConnection(owner, timeout=REACHED)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200:
                raise Unreachable
            return body
        finally:
            connection.close()

    try:
        return orjson.loads(await asyncio.to_thread(get))
    except (OSError, http.client.HTTPException, ValueError):
        raise Unreachable from None
