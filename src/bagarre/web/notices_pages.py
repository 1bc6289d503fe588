"""The page on which somebody says where and when to be told, what its script asks, and the links of a note that stop it."""

from __future__ import annotations

import hmac
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import house_words
from bagarre.web.answers import lang_of
from bagarre.web.delivery import checked_address
from bagarre.web.gate import address_of
from bagarre.web.guard import Buckets, clean_address, clean_text, is_figures, same_token
from bagarre.web.http_schemas import MyTable
from bagarre.web.identity import person_of
from bagarre.web.notices_text import CONFIRM, TEST, WANTS, Note
from bagarre.web.receivers import FORMS, HOOK, JSON, MAIL, PUSH, Quiet, Receiver
from bagarre.web.share import local_address, share_address

if TYPE_CHECKING:
    from bagarre.web.app import Server

Minute = Field(0, ge=0, lt=1440)
OFTEN, AT_ONCE = 1 / 60, 5
"""Trial notes and letters that ask for a confirmation, a second and at once, for one address."""

LETTERS = 1 / 7200, 3
"""Letters that ask for a confirmation, a second and at once, to one address, whoever asks."""


class Wanted(BaseModel):
    """What somebody wants to be told, and when not."""

    wants: list[str] = Field(default_factory=lambda: list(WANTS), max_length=8)
    quiet_from: int = Minute
    quiet_to: int = Minute
    zone: str = Field("", max_length=60)
    offset: int = Field(0, ge=-1440, le=1440)

    def columns(self) -> dict[str, Any]:
        quiet = Quiet(self.quiet_from, self.quiet_to, self.zone, self.offset)
        wants = [want for want in WANTS if want in self.wants]
        return {"wants": json.dumps(wants), "quiet": json.dumps(asdict(quiet))}


class NewReceiver(Wanted):
    """Where somebody wants to be told."""

    kind: Literal["push", "hook", "mail"]
    address: Any
    form: Literal["json", "discord", "slack"] = "json"


class Proof(BaseModel):
    """That it is one's own."""

    secret: str = Field(max_length=100)


class Changed(Wanted, Proof):
    """Something else wanted."""


class Watching(Proof):
    """The seats that a receiver is told of."""

    tables: list[MyTable] = Field(max_length=60)


class NoticesPages:
    """Who answers about notices."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server, self.registry = server, server.registry
        self.notices = server.registry.notices
        self.trials = Buckets(OFTEN, AT_ONCE)
        self.letters = Buckets(*LETTERS)
        page: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
        app.get("/notices", **page)(self.page)
        for name in ("stop", "confirm"):
            app.get(f"/notices/{name}", **page)(self.asked)
            app.post(f"/notices/{name}", **page)(self.followed)
        app.get("/api/notices")(self.offered)
        app.post("/api/notices", status_code=201)(self.add)
        app.post("/api/notices/{id}/wanted")(self.change)
        app.post("/api/notices/{id}/tables")(self.watch)
        app.post("/api/notices/{id}/known")(self.known)
        app.post("/api/notices/{id}/try")(self.try_it)
        app.post("/api/notices/{id}/stop")(self.stop)

    async def page(self, request: Request) -> Response:
        return self.server.page(
            request, "notices.html", here="", mail=bool(self.notices.sender.smtp), wants=WANTS, forms=FORMS
        )

    async def offered(self) -> dict[str, Any]:
        """The ways in which this server tells people, and the key that browsers subscribe with."""
        sender = self.notices.sender
        kinds = [PUSH, HOOK, *([MAIL] if sender.smtp else [])]
        return {"kinds": kinds, "forms": list(FORMS), "wants": list(WANTS), "key": sender.public_key()}

    async def add(self, request: Request, new: NewReceiver) -> dict[str, Any]:
        """Be told from now on; gives the secret with which that can be changed."""
        self.server.costly(request)
        sender = self.notices.sender
        if new.kind == MAIL and not sender.smtp:
            raise Mistake("notice_no_mail")
        address = checked_address(new.kind, new.address, private=sender.private)
        if new.kind == MAIL:
            self._check_letter(request, address)
        person = await person_of(request)
        receiver, secret = await self.notices.receivers.add(
            person=person.id if person is not None else "", kind=new.kind, address=address, form=new.form if new.kind == HOOK else JSON,
            lang=lang_of(request), base=share_address(request, self.registry.settings), confirmed=int(new.kind != MAIL), **new.columns(),
        )  # fmt: skip
        self.notices.active = True
        if new.kind == MAIL:
            say = house_words(receiver.lang).say
            note = Note(
                CONFIRM,
                say("web.told.confirm_title"),
                say("web.told.confirm_body"),
                sender.confirm_link(receiver),
            )
            self.notices.tell_one(receiver, note)
        return {"id": receiver.id, "secret": secret, "confirmed": receiver.confirmed}

    async def _mine(self, id: str, secret: str) -> Receiver:
        found = await self.notices.receivers.mine(id, secret)
        if found is None:
            raise HTTPException(404)
        return found

    def _often(self, request: Request) -> None:
        if not self.trials.take(address_of(request.scope)):
            raise HTTPException(429)

    def _check_letter(self, request: Request, address: str) -> None:
        """A letter goes to somebody who has not asked for it yet: seldom, and with a link that surely leads here.

        :raises Mistake: when whoever asks named this server by figures that may be anybody's.
        """
        named = request.url.hostname or ""
        server = (request.scope.get("server") or ("",))[0]
        if is_figures(named) and named not in (server, local_address()):
            raise Mistake("notice_figures", address=clean_text(named, 60))
        self._often(request)
        if not self.letters.take(address.casefold()):
            raise HTTPException(429)

    async def change(self, id: str, changed: Changed) -> dict[str, Any]:
        """Want something else."""
        await self._mine(id, changed.secret)
        await self.notices.receivers.change(id, **changed.columns())
        return {}

    async def known(self, id: str, proof: Proof) -> dict[str, Any]:
        """What is stored of a receiver."""
        found = await self._mine(id, proof.secret)
        quiet = found.quiet
        return {
            "kind": found.kind, "form": found.form, "confirmed": found.confirmed, "wants": list(found.wants), "quiet_from": quiet.begin, "quiet_to": quiet.end,
            "address": "" if found.kind == PUSH else found.address,
        }  # fmt: skip

    async def watch(self, request: Request, id: str, watching: Watching) -> dict[str, Any]:
        """Be told of the seats whose tokens are shown."""
        await self._mine(id, watching.secret)
        told = 0
        for asked in watching.tables:
            stored = await self.registry.store.glance(clean_address(asked.code))
            if stored is None:
                continue
            seats = [
                (number, seat.token_hash)
                for number, seat in enumerate(stored.seats)
                if any(same_token(token, seat.token_hash) for token in asked.tokens)
            ]
            if seats:
                await self.notices.receivers.watch(id, stored.code, seats)
                told += 1
        return {"tables": told}

    async def try_it(self, request: Request, id: str, proof: Proof) -> dict[str, Any]:
        """Be told something, to see that it works."""
        receiver = await self._mine(id, proof.secret)
        self._often(request)
        if not receiver.confirmed:
            raise Mistake("notice_unconfirmed")
        say = house_words(receiver.lang).say
        self.notices.tell_one(
            receiver,
            Note(TEST, say("web.told.test_title"), say("web.told.test_body"), "/notices", tag="test"),
        )
        return {}

    async def stop(self, id: str, proof: Proof) -> dict[str, Any]:
        """Be told no more."""
        await self._mine(id, proof.secret)
        await self.notices.receivers.remove(id)
        return {}

    # Links of a note.

    def _named(self, request: Request) -> tuple[str, str]:
        """The receiver that a link names, and what the link is for.

        :raises HTTPException: when nobody gave that link.
        """
        purpose = request.url.path.rpartition("/")[2]
        id, seal = request.query_params.get("r", "")[:32], request.query_params.get("s", "")[:64]
        if not hmac.compare_digest(seal.encode(), self.notices.sender.seal(id, purpose).encode()):
            raise HTTPException(404)
        return id, purpose

    async def asked(self, request: Request) -> Response:
        """Programs that look at links beforehand must not follow them: one click on the page does."""
        _, purpose = self._named(request)
        return self.server.page(request, "notices_link.html", here="", purpose=purpose, done=False)

    async def followed(self, request: Request) -> Response:
        id, purpose = self._named(request)
        if purpose == CONFIRM:
            await self.notices.receivers.change(id, confirmed=1)
        else:
            await self.notices.receivers.remove(id)
        return self.server.page(request, "notices_link.html", here="", purpose=purpose, done=True)
