"""Friends, as the pages ask for them: lists, links that make two people friends, questions and answers, and the tables that friends show each other."""

from __future__ import annotations

import base64
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, HTTPException, Query, Request
from pydantic import BaseModel, Field

from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import house_words
from bagarre.web.answers import lang_of
from bagarre.web.friends import GIVEN, Friends
from bagarre.web.gate import address_of
from bagarre.web.guard import Backoff
from bagarre.web.identity import Person, person_of
from bagarre.web.identity_pages import clean_code
from bagarre.web.registry import Guessing
from bagarre.web.share import qr_code, share_address
from bagarre.web.slow_clock import pace_said

if TYPE_CHECKING:
    from bagarre.web.app import Server

ASKING = 4.0
"""What a question takes from the bucket of an address."""

Lang = Annotated[str | None, Query(description="fr or en")]


class FriendCode(BaseModel):
    """A code that somebody gave."""

    code: str = Field(max_length=40)


class Sat(BaseModel):
    """Somebody of a finished game, by table and seat."""

    code: str = Field(max_length=40)
    seat: int = Field(ge=0, le=11)


class Answer(BaseModel):
    yes: bool


class FriendsPages:
    """Who answers when somebody asks for their friends. Everything needs a session: without one there is nothing to see."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server, self.registry = server, server.registry
        self.friends = Friends(server.registry.store)
        self.guesses = Backoff(free=self.registry.settings.limits.wrong_codes, first=1.0)
        """Who has named codes that nobody gave."""
        app.get("/api/me/friends")(self.api_friends)
        app.get("/api/me/friends/tables")(self.api_tables)
        app.post("/api/me/friends/give")(self.api_give)
        app.post("/api/me/friends/look")(self.api_look)
        app.post("/api/me/friends/take")(self.api_take)
        app.post("/api/me/friends/ask")(self.api_ask)
        app.post("/api/me/friends/{id}/answer")(self.api_answer)
        app.post("/api/me/friends/{id}/end")(self.api_end)

    async def _person(self, request: Request, cost: float = ASKING) -> Person:
        """:raises HTTPException: when nobody in particular asks, or too often."""
        person = await person_of(request)
        if person is None:
            raise HTTPException(401)
        if not self.registry.addresses.take(address_of(request.scope), cost):
            raise HTTPException(429)
        return person

    async def api_friends(self, request: Request) -> dict[str, Any]:
        """One's friends, who asks to be one, who was asked, and who may be: people of finished games, as they were called there."""
        person = await self._person(request, 1.0)
        circle = await self.friends.circle(person.id)
        games = self.registry.games
        met = [one for one in circle.met if one.game in games]
        return asdict(circle) | {
            "met": [asdict(one) | {"game": games[one.game].meta.title} for one in met],
        }

    async def api_tables(self, request: Request, lang: Lang = None) -> dict[str, Any]:
        """The tables that friends show to their friends, and how many people ask to be one."""
        person = await self._person(request, 1.0)
        lang = lang_of(request)
        tables = await self.registry.open_tables.of_friends(await self.friends.of(person.id))
        say = house_words(lang).say
        return {
            "tables": [
                {
                    "code": table.code,
                    "title": table.title,
                    "icon": self.registry.boards[table.game].link("icon.svg"),
                    "lang": table.lang,
                    "told": " · ".join(
                        part
                        for part in (
                            say("web.open.row", host=table.host, n=table.free, of=table.seats),
                            pace_said(table.pace, lang) if table.clock else "",
                        )
                        if part
                    ),
                }
                for table in tables
            ],
            "asking": await self.friends.questions(person.id),
        }

    async def api_give(self, request: Request) -> dict[str, Any]:
        """A link that makes its giver the friend of whoever takes it: once, for a week."""
        person = await self._person(request)
        self.server.costly(request)
        code = await self.friends.give(person.id)
        link = f"{share_address(request, self.registry.settings)}/me#friend-{code}"
        picture = base64.b64encode(qr_code.__wrapped__(link)).decode()
        return {
            "code": code,
            "link": link,
            "qr": f"data:image/svg+xml;base64,{picture}",
            "seconds": int(GIVEN),
        }

    async def _guessed(self, request: Request, code: str) -> str:
        """A code as it was made, from somebody who does not try one after the other.

        :raises Guessing: when they do.
        """
        who = address_of(request.scope)
        if self.guesses.wait(who) > 0:
            raise Guessing(self.guesses.wait(who))
        wanted = clean_code(code)
        try:
            await self.friends.giver(wanted)
        except Mistake:
            self.guesses.missed(who)
            raise
        return wanted

    async def api_look(self, request: Request, given: FriendCode) -> dict[str, str]:
        """Who gave that code."""
        await self._person(request)
        giver = await self.friends.giver(await self._guessed(request, given.code))
        return {"name": giver.name}

    async def api_take(self, request: Request, given: FriendCode) -> dict[str, bool]:
        """Become the friend of whoever gave that code."""
        person = await self._person(request)
        await self.friends.take(person.id, await self._guessed(request, given.code))
        return {"friends": True}

    async def api_ask(self, request: Request, sat: Sat) -> dict[str, bool]:
        """Ask somebody of a finished game. They are friends when that one agrees."""
        person = await self._person(request)
        await self.friends.ask(person.id, sat.code, sat.seat)
        return {"asked": True}

    async def api_answer(self, request: Request, id: str, answer: Answer) -> dict[str, bool]:
        """Say yes or no to somebody who asks; a no is told to nobody."""
        person = await self._person(request)
        await self.friends.answer(person.id, id, answer.yes)
        return {"answered": True}

    async def api_end(self, request: Request, id: str) -> dict[str, bool]:
        """Not friends any more, or not asked any more."""
        person = await self._person(request)
        await self.friends.end(person.id, id)
        return {"ended": True}
