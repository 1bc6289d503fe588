"""HTTP and WebSockets as they come off the wire, with deadlines and limits that uvicorn has none of.

A request must have sent its headers and its body in time, and headers may not be endless; an address may not open connections without
end. What comes is read in small pieces, each when it is its sender's turn (`turns.py`), so that a flood of tiny requests, chunks or frames
holds nobody up; frames are cut off when they do not stop.
"""

from __future__ import annotations

import asyncio
import http
from collections import Counter
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import get_remote_addr, is_ssl
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Response

from bagarre.web.gate import SAFETY, address_of
from bagarre.web.guard import HEADERS, Bucket, Buckets, address_key
from bagarre.web.settings import Limits
from bagarre.web.turns import Turns

PIECE = 4096
"""Bytes of HTTP that are read in one go: at most some 230 requests, or 700 pieces of a body."""
SLICE = 1024
"""Bytes of a WebSocket that are read in one go: at most some 170 frames."""

WIRE = "wire"
"""Under which name the application finds the `SocketProtocol` of a WebSocket."""

MOST_DROPPED = 16 << 20
"""Bytes of a refused body that are taken and dropped."""


class Doors:
    """Who has how many connections: one for all protocols of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.connects = Buckets(limits.address_connects, 8 * limits.address_connects)
        self.open: Counter[str] = Counter()
        self._trusted: list[str | IPv4Network | IPv6Network] | None = None

    def enter(self, address: str) -> bool:
        """May that address open one more connection?"""
        if self.open[address] >= self.limits.address_connections or not self.connects.take(address):
            if not self.open[address]:
                del self.open[address]
            return False
        self.open[address] += 1
        return True

    def trusts(self, host: str, config: Config) -> bool:
        """Is that a proxy whose word for other addresses is believed?"""
        if self._trusted is None:
            named = config.forwarded_allow_ips
            names = named.split(",") if isinstance(named, str) else named
            self._trusted = [_network(name.strip()) for name in names]
        if "*" in self._trusted or host in self._trusted:
            return True
        address = _network(host)
        return not isinstance(address, str) and any(
            not isinstance(one, str) and one.version == address.version and address.subnet_of(one)  # type: ignore[arg-type]
            for one in self._trusted
        )

    def leave(self, address: str) -> None:
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]


def _network(name: str) -> str | IPv4Network | IPv6Network:
    """`172.16.0.0/12`, an address as a network of one, or what else it is called."""
    try:
        return ip_network(name, strict=False)
    except ValueError:
        return name


class HttpProtocol(HttpToolsProtocol):
    """One connection of HTTP."""

    doors: Doors
    turns: Turns

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._deadline: asyncio.TimerHandle | None = None
        self._expired = False
        """Has the time run out, and nothing come since?"""
        self._between = True
        """Are the headers of the next request awaited?"""
        self._requests = 0
        """Requests whose headers have come."""
        self._header_bytes = 0
        self._dropped = 0
        self._counted = ""
        """The address that this connection is counted for."""
        self._who = ""
        """Whose turn it waits for: its address; itself, when it is a proxy's, which has many people behind it."""
        self._unread = bytearray()
        self._feeding = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer = get_remote_addr(transport)
        host = peer[0] if peer else ""
        if self.doors.trusts(host, self.config):
            self._who = f"proxy {id(self)}"
        else:
            address = address_key(host)
            if not self.doors.enter(address):
                # Nobody is told anything, and nothing was begun that had to be ended: refusing is cheap.
                transport.abort()
                return
            self._counted = self._who = address
        super().connection_made(transport)
        self._arm(self.doors.limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        self._uncount()
        self._unread.clear()
        if self.transport is None:
            self.parser = None
            return
        super().connection_lost(exc)

    def _uncount(self) -> None:
        if self._counted:
            self.doors.leave(self._counted)
            self._counted = ""

    def _arm(self, seconds: float) -> None:
        self._disarm()
        self._deadline = self.loop.call_later(seconds, self._expire)

    def _disarm(self) -> None:
        self._expired = False
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _expire(self) -> None:
        """Those who came together are late together: they are closed in turns too."""
        self._deadline, self._expired = None, True
        self.turns.call(self._who, self._too_late)

    def data_received(self, data: bytes) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        # Somebody asks: that it may have to wait for its turn is no idleness.
        self._unset_keepalive_if_required()
        self._unread += data
        if len(self._unread) > PIECE:
            self.flow.pause_reading()
        if not self._feeding:
            self._feeding = True
            self.turns.call(self._who, self._feed)

    def _feed(self) -> None:
        """Read one piece; the rest in a later turn, and after what was asked before has been answered."""
        self._feeding = False
        if not self._unread or self.pipeline or self.transport.is_closing():
            return
        piece = bytes(self._unread[:PIECE])
        del self._unread[:PIECE]
        self._read(piece)
        self._feed_later()

    def _feed_later(self) -> None:
        if self._feeding or self.parser is None or self.transport.is_closing() or self.pipeline:
            return
        if self._unread:
            self._feeding = True
            self.turns.later(self._who, self._feed)
        elif self.cycle is None or self.cycle.response_complete or len(self.cycle.body) <= HIGH_WATER_LIMIT:
            self.flow.resume_reading()

    def _read(self, data: bytes) -> None:
        if self._between and self._deadline is None:
            # The next request of a connection that is kept alive.
            self._arm(self.doors.limits.header_seconds)
        before = self._between, self._requests
        super().data_received(data)
        if self._between and before == (True, self._requests):
            # Nothing but headers, and they go on.
            self._header_bytes += len(data)
            if self._header_bytes > self.doors.limits.header_bytes:
                self.refuse(431)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._feed_later()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(name) + len(value) > self.doors.limits.header_bytes or len(self.headers) >= 100:
            self.refuse(431)
            return
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._between, self._header_bytes = False, 0
        self._requests += 1
        if self.transport.is_closing():
            return
        self._arm(self.doors.limits.body_seconds)
        super().on_headers_complete()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._arm(self.doors.limits.header_seconds)

    def on_body(self, body: bytes) -> None:
        if self.cycle is None:
            return
        super().on_body(body)
        if self.cycle.response_complete:
            # It was refused before it had arrived: whoever sends it hears that best when the rest is taken, within reason.
            self._dropped += len(body)
            if self._dropped > MOST_DROPPED:
                self.transport.abort()

    def on_message_complete(self) -> None:
        self._disarm()
        self._between, self._dropped = True, 0
        if self.cycle is None:
            return
        super().on_message_complete()
        if self.cycle.response_complete:
            self._arm(self.timeout_keep_alive)

    def handle_websocket_upgrade(self) -> None:
        if self.transport.is_closing():
            return
        self._disarm()
        self._uncount()
        self._unread.clear()
        self.flow.resume_reading()
        super().handle_websocket_upgrade()
        # The two hold each other, and nobody will say that the connection was lost.
        self.parser = None  # type: ignore[assignment]

    def _too_late(self) -> None:
        if not self._expired:
            return
        if self._unread:
            # What was sent in time waits for its turn.
            self._arm(self.doors.limits.header_seconds)
        elif not self._between and self.cycle is not None and self.cycle.response_started:
            self.transport.close()
        elif self._between and not self._header_bytes:
            # It never said anything: nobody waits for an answer.
            self.transport.close()
        else:
            self.refuse(408)

    def refuse(self, status: int) -> None:
        """Answer without asking anybody, and close."""
        if self.transport.is_closing():
            return
        if self.cycle is not None and not self._between:
            # Whoever reads the body is told that nobody is there any more, and says nothing.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        text = f"{status} {http.HTTPStatus(status).phrase}"
        lines = [
            f"HTTP/1.1 {text}",
            "content-type: text/plain; charset=utf-8",
            f"content-length: {len(text)}",
            "connection: close",
        ]
        lines += [f"{name}: {value}" for name, value in HEADERS.items()]
        self.transport.write(("\r\n".join([*lines, "", text])).encode("ascii"))
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        self.refuse(400)


class SocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket."""

    doors: Doors
    turns: Turns

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: Any = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        rate = self.doors.limits.socket_frames
        self._frames = Bucket(rate, 4 * rate)
        self._unread = bytearray()
        self._feeding = False

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # What reads frames holds itself: it is let go of now, and not when the collector comes by.
        self.conn.parser.close()
        self.conn.__dict__.pop("reject", None)
        cast(dict[str, Any], getattr(self, "scope", {})).pop(WIRE, None)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self.transport.is_closing():
            return
        self._unread += data
        if len(self._unread) > SLICE and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        if not self._feeding:
            self._feeding = True
            self.turns.call(self._who(), self._feed)

    def _who(self) -> str:
        """Whose turn it waits for: that of the address which a trusted proxy has named meanwhile."""
        return address_of(cast(dict[str, Any], self.scope))

    def _feed(self) -> None:
        """Read one slice; the rest in a later turn, and when the messages of this one were taken."""
        self._feeding = False
        if not self._unread or self.disconnected or self.transport.is_closing():
            return
        if not self.queue.empty() and not self.close_sent:
            return
        piece = bytes(self._unread[:SLICE])
        del self._unread[:SLICE]
        super().data_received(piece)
        self._feed_later()

    def _feed_later(self) -> None:
        if self._feeding:
            return
        if self._unread:
            self._feeding = True
            self.turns.later(self._who(), self._feed)
        elif self.read_paused and self.queue.empty() and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    async def give_away(self, give: Callable[[int], Awaitable[bool]]) -> bool:
        """Let another process have this socket, which nobody has answered yet: `give` is told its number and says whether it was taken."""
        self.transport.pause_reading()
        if is_ssl(self.transport) or self._unread or self.transport.is_closing():
            taken = False
        else:
            taken = await give(self.transport.get_extra_info("socket").fileno())
        if taken:
            # It is not closed for whoever is at the other end: only we have no part in it any more.
            self.handshake_complete = True
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.resume_reading()
        return taken

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.accept":
            # What we answer carries the safety headers as well.
            message = {**message, "headers": [*message.get("headers", ()), *SAFETY]}
        await super().send(message)
        if message["type"] == "websocket.accept":
            # The request and its answer are told: a socket that stands for hours needs neither.
            self.request.headers.clear()
            self.response.headers.clear()
        if message["type"] == "websocket.http.response.body":
            # Refused with an answer of ours: uvicorn would think that none was given.
            self.handshake_complete = True

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.queue.empty():
            self._feed_later()
        return message

    def handle_events(self) -> None:
        if self.conn.events and not self._frames.take(len(self.conn.events)):
            self.conn.events_received()
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008})
            self.transport.abort()
            return
        super().handle_events()

    def handle_connect(self, event: Any) -> None:
        reject = self.conn.reject

        def rejected(status: Any, text: str) -> Response:
            response = reject(status, text)
            for name, value in HEADERS.items():
                response.headers[name] = value
            return response

        self.conn.reject = rejected  # type: ignore[method-assign]
        super().handle_connect(event)
        if self.response.status_code == http.HTTPStatus.SWITCHING_PROTOCOLS:
            cast(dict[str, Any], self.scope)[WIRE] = self


def protocols(limits: Limits, turns: Turns) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of one server, of HTTP and of WebSockets."""
    shared = {"doors": Doors(limits), "turns": turns}
    of_http = type("HttpProtocol", (HttpProtocol,), dict(shared))
    of_sockets = type("SocketProtocol", (SocketProtocol,), dict(shared))
    return cast(type[asyncio.Protocol], of_http), cast(type[asyncio.Protocol], of_sockets)
