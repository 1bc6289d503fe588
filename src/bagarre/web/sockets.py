"""Sockets: who may open one, the first message, and what is read from it. `docs/protocol.md` describes what travels."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect

from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import LANGUAGES, house_words
from bagarre.web.commands import Refused
from bagarre.web.commands.lobby import tie_seats
from bagarre.web.connection import BANNED, DATA, HTML, LATER, Connection, dumps
from bagarre.web.gate import address_of
from bagarre.web.guard import Bucket, clean_address, holds_nul, is_address
from bagarre.web.handing import hand_over
from bagarre.web.hop import Unreachable, carry, is_handed, is_hop, request_to_hand_over
from bagarre.web.identity import Person, person_of_session, seats_of_person
from bagarre.web.leases import Elsewhere
from bagarre.web.livetable import LiveTable
from bagarre.web.protocol import WIRE
from bagarre.web.refusals import error
from bagarre.web.registry import Guessing, TableRegistry
from bagarre.web.share import is_own
from bagarre.web.writer import StoreAway

JOIN_WITHIN = 10.0
"""Seconds in which a new connection must say which table it wants."""
NO_TABLE, NO_JOIN, TOO_MANY = 4404, 4408, 4429
"""Why a socket is closed."""
PAUSE = 0.05
"""Seconds that nothing is read from a socket that sends too much."""
FEW = 8
"""Sockets of one address that pause no longer than that; more of them pause longer."""
PATIENCE = 200
"""Messages in excess after which it is closed."""
MOST_TOKENS = 12
NUL = r"\u0000"
"""How a NUL is written in JSON."""
REACHING, AGAIN = 10.0, 0.2
"""Seconds in which the process must be found that has a table (one that died is replaced meanwhile), and between two tries."""


class Carried(Exception):
    """A connection was passed on to another process, and is over."""


class Sockets:
    """All sockets of one server."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.limits = registry.settings.limits
        self.of_address: Counter[str] = Counter()

    async def serve(self, websocket: WebSocket) -> None:
        """One connection, from the first message to the last."""
        address = address_of(websocket.scope)
        if await self._was_handed_over(websocket):
            return
        await websocket.accept()
        if self.of_address[address] >= self.limits.address_sockets:
            await self._turn_away(websocket, {}, LANGUAGES[0], "too_many_sockets", TOO_MANY)
            return
        self.of_address[address] += 1
        self.registry.metrics.sockets.inc()
        try:
            await self._join(websocket, address)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.registry.metrics.sockets.dec()
            self.of_address[address] -= 1
            if not self.of_address[address]:
                del self.of_address[address]

    async def _was_handed_over(self, websocket: WebSocket) -> bool:
        """Does another process of this machine play the table that a page names in its address, and has it taken the socket?"""
        leases, scope = self.registry.leases, websocket.scope
        code = clean_address(websocket.query_params.get("t", ""))
        if (
            not leases.others
            or not is_address(code)
            or WIRE not in scope
            or is_hop(scope)
            or is_handed(scope)
        ):
            return False
        if code in self.registry.tables or not leases.may_tell:
            return False
        try:
            owner = await leases.owner(code)
        except StoreAway:
            return False
        if owner is None or not owner.door:
            return False
        request = request_to_hand_over(scope, leases)
        taken: bool = await scope[WIRE].give_away(lambda wire: hand_over(owner.door, wire, request))
        if taken:
            self.registry.metrics.passed.labels("handed").inc()
        return taken

    async def _turn_away(
        self, websocket: WebSocket, hello: dict[str, Any], lang: str, why: str, code: int
    ) -> None:
        await self._close(websocket, error(why, house_words(lang).say(f"web.errors.{why}"), hello), code)

    async def _close(self, websocket: WebSocket, words: dict[str, Any], code: int) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await websocket.send_text(dumps(words))
            await websocket.close(code)

    async def _join(self, websocket: WebSocket, address: str) -> None:
        try:
            hello = await asyncio.wait_for(self._read(websocket), JOIN_WITHIN)
        except TimeoutError:
            await websocket.close(NO_JOIN)
            return
        lang = hello.get("lang") if hello.get("lang") in LANGUAGES else LANGUAGES[0]
        assert isinstance(lang, str)
        if hello.get("type") != "join":
            await self._turn_away(websocket, hello, lang, "join_first", NO_TABLE)
            return
        try:
            code = await self.registry.find(str(hello.get("table", "")), address)
            table = await self._reach(websocket, code, hello)
        except Carried:
            return
        except Guessing:
            await self._turn_away(websocket, hello, lang, "guessing", TOO_MANY)
            return
        except Mistake as mistake:
            await self._close(
                websocket,
                error(mistake.key, mistake.say(lang), hello),
                LATER if isinstance(mistake, StoreAway) else NO_TABLE,
            )
            return
        if table is None:
            await self._turn_away(websocket, hello, lang, "no_table", NO_TABLE)
            return
        if table.is_banned(address):
            await self._turn_away(websocket, hello, lang, "banned", BANNED)
            return
        person, owned = await self._person(hello, code)
        seats = table.seats_of(_tokens(hello), owned)
        if self._crowded(table, seats):
            await self._turn_away(websocket, hello, lang, "too_many_sockets", TOO_MANY)
            return
        form = DATA if hello.get("form") == DATA else HTML
        leases = self.registry.leases
        connection = Connection(
            websocket.send_text, websocket.close, lang=lang, form=form, told=_told(hello), address=address,
            certain=leases.certain if leases.shared else None,
        )  # fmt: skip
        sender = asyncio.create_task(connection.run())
        try:
            if person is not None:
                connection.person, connection.device = person.id, person.device
            table.enter(connection, seats)
            if person is not None:
                tie_seats(table, connection)
            await self._listen(websocket, table, connection, address)
        finally:
            table.leave(connection)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, RuntimeError, WebSocketDisconnect):
                await sender

    async def _person(self, hello: dict[str, Any], code: str) -> tuple[Person | None, dict[int, str]]:
        """Who comes, and which seats of that table are theirs on every device; nobody in particular while the database is away."""
        session = hello.get("session")
        if not isinstance(session, str) or not session:
            return None, {}
        try:
            person = await person_of_session(self.registry.store, session)
            owned = await seats_of_person(self.registry.store, code, person.id) if person is not None else {}
        except StoreAway:
            return None, {}
        return person, owned

    async def _reach(self, websocket: WebSocket, code: str, hello: dict[str, Any]) -> LiveTable | None:
        """The table, if it is played here.

        :raises Carried: when another process plays it, which the connection was passed on to, and it is over.
        :raises StoreAway: when nobody can be found who plays it.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + REACHING
        while True:
            try:
                return await self.registry.table(code)
            except Elsewhere as elsewhere:
                if is_hop(websocket.scope) or loop.time() > end:
                    # It moved on while somebody was on the way to us: whoever sent them asks again.
                    raise StoreAway from None
                with contextlib.suppress(Unreachable):
                    self.registry.metrics.passed.labels("carried").inc()
                    await carry(websocket, elsewhere.address, self.registry.leases, hello | {"table": code})
                    raise Carried from None
            await asyncio.sleep(AGAIN)

    def _crowded(self, table: LiveTable, seats: list[int]) -> bool:
        """Are there enough at the table who came for the same?"""
        if seats:
            most = self.limits.seat_sockets
            return any(sum(seat in other.seats for other in table.connections) >= most for seat in seats)
        return sum(not other.seats for other in table.connections) >= self.limits.table_watchers

    async def _listen(
        self, websocket: WebSocket, table: LiveTable, connection: Connection, address: str
    ) -> None:
        rate = self.limits.socket_rate
        bucket = Bucket(rate, 4 * rate)
        # Programs among themselves, on this machine: what they send is not rationed.
        fast = table.state.is_fast and is_own(address)
        excess = 0
        while True:
            message = await self._read(websocket)
            await self.registry.turns.mine(address)
            if not fast and (not bucket.take() or not self.registry.addresses.take(address)):
                excess += 1
                if excess > PATIENCE:
                    await self._turn_away(websocket, message, connection.lang, "too_fast", TOO_MANY)
                    return
                self._refuse(connection, "too_fast", message)
                # Nothing is read meanwhile: a flood stays where it comes from, and many sockets of one address flood no more than a few.
                await asyncio.sleep(PAUSE * max(1.0, self.of_address[address] / FEW))
                continue
            try:
                table.receive(connection, message)
            except Refused as refusal:
                self._refuse(connection, refusal.code, message)

    def _refuse(self, connection: Connection, code: str, message: dict[str, Any]) -> None:
        self.registry.metrics.refused.inc()
        connection.reply(error(code, house_words(connection.lang).say(f"web.errors.{code}"), message))

    async def _read(self, websocket: WebSocket) -> dict[str, Any]:
        """The next message; what cannot be read becomes one of no known type."""
        came = await websocket.receive()
        if came["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(came.get("code", 1000))
        text = came.get("text")
        if text is None or len(text) > self.limits.message_bytes:
            return {}
        try:
            message = orjson.loads(text)
        except ValueError:
            return {}
        if NUL in text and holds_nul(message):
            return {}
        return (
            message
            if isinstance(message, dict) and isinstance(message.get("id", ""), int | float | str)
            else {}
        )


def _told(hello: dict[str, Any]) -> int:
    told = hello.get("told", 0)
    return told if type(told) is int and told >= 0 else 0


def _tokens(hello: dict[str, Any]) -> list[str]:
    shown = hello.get("tokens")
    return (
        [token for token in shown if isinstance(token, str)][:MOST_TOKENS] if isinstance(shown, list) else []
    )
