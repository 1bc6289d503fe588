"""The page of one's own name, and what it asks the server: `docs/identity.md` describes it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from bagarre.kernel.errors import Mistake
from bagarre.web import passkeys
from bagarre.web.answers import lang_of
from bagarre.web.belongings import erase, everything_of, leave_here
from bagarre.web.gate import address_of
from bagarre.web.guard import Backoff, clean_address
from bagarre.web.hop import is_hop
from bagarre.web.http_schemas import Mine
from bagarre.web.identity import Person, part_with_strangers, person_of
from bagarre.web.identity_keys import LONGEST_KEY, check_signature, text_to_sign
from bagarre.web.identity_store import CARRIED, CARRY, CODE_LENGTH, PASSKEY, Identities, Session
from bagarre.web.leases import Elsewhere
from bagarre.web.registry import Guessing
from bagarre.web.share import qr_code, share_address

if TYPE_CHECKING:
    from bagarre.web.app import Server

REGISTER, PROVE, ADD, ERASE = "register", "prove", "add", "erase"
"""What a device signs for."""
PURPOSES = (REGISTER, PROVE, ADD, ERASE)

Text = Annotated[str, Field(max_length=200)]


class Asking(BaseModel):
    """What a device wants to sign for."""

    purpose: Text


class Proof(BaseModel):
    """The server's question, signed."""

    challenge: Text
    signature: Text


class NewPerson(Proof):
    """A name and the key of the device that it is chosen on."""

    name: str = Field(max_length=80)
    public_key: str = Field(max_length=LONGEST_KEY)
    label: str = Field("", max_length=80, description="What this device is called in the list of devices")


class NewDevice(Proof):
    """A code that another device shows, and the key of this one."""

    code: Text
    public_key: str = Field(max_length=LONGEST_KEY)
    label: str = Field("", max_length=80)


class OldDevice(Proof):
    """A device that is known already."""

    device: Text


class Name(BaseModel):
    name: str = Field(max_length=80)


class Passkey(BaseModel):
    """What a browser says of a passkey."""

    challenge: Text
    credential: dict[str, Any]
    label: str = Field("", max_length=80)


class IdentityPages:
    """Who answers when somebody has, or wants, a name of their own."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server, self.registry = server, server.registry
        self.identities = Identities(server.registry.store)
        self.guesses = Backoff(free=self.registry.settings.limits.wrong_codes, first=1.0)
        """Who has named codes that carry nothing."""
        app.get("/me", response_class=HTMLResponse, include_in_schema=False)(self.page)
        app.post("/api/me/challenge")(self.api_challenge)
        app.post("/api/me/register", status_code=201)(self.api_register)
        app.post("/api/me/session")(self.api_session)
        app.post("/api/me/join", status_code=201)(self.api_join)
        app.get("/api/me")(self.api_me)
        app.post("/api/me/name")(self.api_name)
        app.post("/api/me/carry")(self.api_carry)
        app.post("/api/me/claim")(self.api_claim)
        app.post("/api/me/devices/{device}/remove")(self.api_remove)
        app.post("/api/me/passkey/options")(self.api_passkey_options)
        app.post("/api/me/passkey", status_code=201)(self.api_passkey)
        app.post("/api/me/passkey/ask")(self.api_passkey_ask)
        app.post("/api/me/passkey/prove")(self.api_passkey_prove)
        app.post("/api/me/export", response_class=Response)(self.api_export)
        app.post("/api/me/erase")(self.api_erase)
        app.get("/inner/leave/{code}/{person}", include_in_schema=False)(self.inner_leave)

    async def page(self, request: Request) -> HTMLResponse:
        return self.server.page(request, "me.html", here="me", code_length=CODE_LENGTH)

    # Proving.

    async def api_challenge(self, request: Request, asking: Asking) -> dict[str, str]:
        """Something to sign, once, within two minutes."""
        self._costly(request)
        if asking.purpose not in PURPOSES:
            raise Mistake(
                "option_value", option="purpose", value=asking.purpose[:20], allowed=", ".join(PURPOSES)
            )
        return {"challenge": await self.identities.ask(asking.purpose)}

    async def _proved(
        self, request: Request, purpose: str, public_key: str, proof: Proof, about: str
    ) -> None:
        """:raises Mistake: when what was signed is not what was asked, here and now, or not by that key."""
        await self.identities.take(proof.challenge, purpose)
        text = text_to_sign(purpose, origin_of(request), proof.challenge, about)
        check_signature(public_key, proof.signature, text)

    async def api_register(self, request: Request, new: NewPerson) -> dict[str, Any]:
        """A name of one's own. The name is signed with the key that it will belong to."""
        self.server.costly(request)
        await self._proved(request, REGISTER, new.public_key, new, new.name)
        return told_session(await self.identities.register(new.name, new.public_key, new.label))

    async def api_session(self, request: Request, old: OldDevice) -> dict[str, Any]:
        """A device proves that it is the same as before."""
        device = await self.identities.device(old.device)
        if device is None or device.kind == PASSKEY:
            raise Mistake("identity_gone")
        await self._proved(request, PROVE, device.public_key, old, device.id)
        return told_session(await self.identities.begin(device))

    async def api_join(self, request: Request, new: NewDevice) -> dict[str, Any]:
        """Another device of the same person: it shows the code and proves its own key. When it had another name, that one's games come along."""
        self.server.costly(request)
        code = clean_code(new.code)
        await self._proved(request, ADD, new.public_key, new, code)
        who = address_of(request.scope)
        if self.guesses.wait(who) > 0:
            raise Guessing(self.guesses.wait(who))
        try:
            person = await self.identities.take(code, CARRY)
        except Mistake:
            self.guesses.missed(who)
            raise
        return told_session(await self.identities.join(person, new.public_key, new.label))

    # Whoever has proved themselves.

    async def _person(self, request: Request) -> Person:
        """:raises HTTPException: when nobody in particular asks."""
        person = await person_of(request)
        if person is None:
            raise HTTPException(401)
        return person

    def _costly(self, request: Request) -> None:
        if not self.registry.addresses.take(address_of(request.scope), 4.0):
            raise HTTPException(429)

    async def api_me(self, request: Request) -> dict[str, Any]:
        """Who asks, and their devices."""
        person = await self._person(request)
        return {
            "id": person.id,
            "name": person.name,
            "devices": [
                {"id": one.id, "kind": one.kind, "label": one.label, "added": one.added, "seen": one.seen}
                for one in await self.identities.devices(person.id)
            ],
        }

    async def api_name(self, request: Request, wanted: Name) -> dict[str, str]:
        """Another name; at tables where one sits already the old one stays."""
        person = await self._person(request)
        self._costly(request)
        return {"name": await self.identities.rename(person.id, wanted.name)}

    async def api_carry(self, request: Request) -> dict[str, Any]:
        """A code for another device, as a link and a picture: for ten minutes, once."""
        person = await self._person(request)
        self.server.costly(request)
        return self._carried(request, await self.identities.carry(person.id))

    def _carried(self, request: Request, code: str) -> dict[str, Any]:
        link = f"{share_address(request, self.registry.settings)}/me#{code}"
        picture = base64.b64encode(qr_code.__wrapped__(link)).decode()
        return {
            "code": code,
            "link": link,
            "qr": f"data:image/svg+xml;base64,{picture}",
            "seconds": int(CARRIED),
        }

    async def api_claim(self, request: Request, mine: Mine) -> dict[str, int]:
        """Seats of which this device has the tokens become the person's, on every device."""
        person = await self._person(request)
        self._costly(request)
        seats = [
            await self.identities.claim(person.id, clean_address(table.code), table.tokens)
            for table in mine.tables
        ]
        return {"seats": sum(seats)}

    async def api_remove(self, request: Request, device: str) -> dict[str, bool]:
        """A device that is no longer theirs: its session ends at once, its sockets here too, and in other processes within seconds."""
        person = await self._person(request)
        await self.identities.remove(person.id, device)
        await part_with_strangers(self.registry.store, self.registry.tables.values())
        return {"removed": True}

    # Passkeys.

    async def api_passkey_options(self, request: Request) -> dict[str, Any]:
        """What a browser needs to make a passkey."""
        person = await self._person(request)
        self._costly(request)
        return await passkeys.options_to_add(self.identities, person, origin_of(request))

    async def api_passkey(self, request: Request, made: Passkey) -> dict[str, bool]:
        """A passkey that was made."""
        person = await self._person(request)
        self.server.costly(request)
        await passkeys.add(
            self.identities, person, origin_of(request), made.challenge, made.credential, made.label
        )
        return {"kept": True}

    async def api_passkey_ask(self, request: Request) -> dict[str, Any]:
        """What a browser needs to look for a passkey of ours."""
        self._costly(request)
        return await passkeys.options_to_prove(self.identities, origin_of(request))

    async def api_passkey_prove(self, request: Request, shown: Passkey) -> dict[str, Any]:
        """A passkey proves whose it is, and gives a code with which this device becomes theirs."""
        self.server.costly(request)
        device = await passkeys.prove(self.identities, origin_of(request), shown.challenge, shown.credential)
        return {"code": await self.identities.carry(device.person)}

    # Taking all of it along, and erasing it.

    async def api_export(self, request: Request) -> Response:
        """Everything that is kept of whoever asks, as one file."""
        person = await self._person(request)
        self.server.costly(request)
        file = await everything_of(self.registry, self.identities, person)
        return Response(
            file,
            media_type="application/zip",
            headers={
                "content-disposition": 'attachment; filename="bagarre.zip"',
                "cache-control": "no-store",
            },
        )

    async def api_erase(self, request: Request, proof: OldDevice) -> dict[str, bool]:
        """Forget whoever asks. A session is not enough for that: the device signs once more."""
        person = await self._person(request)
        self.server.costly(request)
        device = await self.identities.device(proof.device)
        if device is None or device.person != person.id:
            raise Mistake("identity_gone")
        await self._proved(request, ERASE, device.public_key, proof, person.id)
        await erase(self.registry, self.identities, person, request, lang_of(request))
        return {"erased": True}

    async def inner_leave(self, request: Request, code: str, person: str) -> Any:
        """Another process, which has seen the proof, erases somebody who has a seat at a table that is played here."""
        if not is_hop(request.scope):
            return await self.server.not_found(request, None)
        try:
            await leave_here(self.registry, code, person, lang_of(request))
        except Elsewhere:
            return False
        return True


def origin_of(request: Request) -> str:
    """Where the page stands that asks: a browser says so itself, and the gate has checked that it is ours."""
    return request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"


def clean_code(text: str) -> str:
    """A code as it was made, however it was typed."""
    return "".join(c for c in text.casefold() if c.isalnum())


def told_session(session: Session) -> dict[str, Any]:
    return {
        "session": session.token,
        "expires": session.expires,
        "device": session.device,
        "id": session.person.id,
        "name": session.person.name,
    }
