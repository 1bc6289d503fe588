"""Tables of the real box: what is asked of the people around them, and the page that tells which games can be played so.

What is being asked is kept in memory only: nothing of a choice is true before all its results are known. Should the server end in between, the choice is made anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse

from bagarre.companion import Answer, Asking, Question, companion_of, is_open_to, needed_companion
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.meta import HUMAN
from bagarre.kernel.speech import Speech

if TYPE_CHECKING:
    from bagarre.web.app import Server
    from bagarre.web.connection import Connection
    from bagarre.web.tablestate import TableState


LATEST = 12
"""Lines of what happened since the choice, beside the question."""


@dataclass
class Pending:
    """A choice on its way, or the deal."""

    asking: Asking
    key: str = ""
    """What the choice is known by when it is sent again."""

    @property
    def question(self) -> Question:
        assert self.asking.question is not None
        return self.asking.question


def check_bots(game: Game, kinds: list[str]) -> None:
    """:raises Mistake: when the game cannot be played so, or a bot would have cards that somebody must look at."""
    if any(kind != HUMAN for kind in kinds) and not needed_companion(game).takes_bots:
        raise Mistake("companion_bots", game=game.meta.title)


def may_answer(table: TableState, connection: Connection) -> bool:
    """May this connection say what came? Everybody who sits, or the one whose eyes it is for."""
    pending = table.pending
    if pending is None or not connection.seats:
        return False
    seat = pending.question.seat
    # Nobody plays there in person: whoever holds the cards of that seat answers.
    alone = pending.question.is_open or table.seats[seat].kind != HUMAN
    return alone or seat in connection.seats


def needs_curtain(table: TableState, connection: Connection) -> bool:
    """Is something asked on a shared device that only one of those who share it may see?"""
    pending = table.pending
    return (
        pending is not None
        and len(connection.seats) > 1
        and not pending.question.is_open
        and pending.question.seat in connection.seats
    )


def shows_secrets(table: TableState, connection: Connection) -> bool:
    """Does a shared device show what one of those who share it knows, while everybody is asked what came?"""
    pending, match, eye = table.pending, table.match, connection.eye
    if pending is None or match is None or len(connection.seats) < 2 or eye not in connection.seats:
        return False
    seen = (match.game.concealed(match.state, one).to_bytes() for one in (eye, SPECTATOR))
    return pending.question.is_open and len(set(seen)) > 1


def lies_open(table: TableState, seat: int) -> bool:
    """May a device that lies on the table stay there while that seat chooses?"""
    return table.is_companion and table.match is not None and is_open_to(table.match, seat)


# What a connection is told.


def told_question(table: TableState, connection: Connection, speech: Speech) -> dict[str, Any]:
    """What is asked, in the words of the connection's language, and whether the last result can be corrected.

    It is the same for everybody but for who may answer: results that are offered tell nothing that somebody may not know.
    """
    pending, match = table.pending, table.match
    if pending is None:
        return {"asked": None, "back": match is not None and not match.is_over and len(match.steps) > 1}
    question, asking = pending.question, pending.asking
    return {
        "asked": question.say(speech),
        "at": len(asking.answers),
        "private": None if question.is_open else _told_secret(table.seats[question.seat].name, speech),
        "mine": may_answer(table, connection),
        "curtain": needs_curtain(table, connection),
        "covers": shows_secrets(table, connection),
        "sides": question.asked.sides,
        "results": _told_results(asking, question, speech),
        "happened": [speech.event(event) for event in asking.happened()][-LATEST:],
        "told": [_told_answer(answer, speech) for answer in asking.told],
        "draw": question.is_open and not question.turned_up,
        "back": True,
    }


def _told_secret(name: str, speech: Speech) -> dict[str, str]:
    """Whose eyes it is for, what that one says to see it, and what the others read meanwhile."""
    return {key: speech.house.say(f"web.companion.{key}", name=name) for key in ("for_eyes", "i_am", "waits")}


def _told_results(asking: Asking, question: Question, speech: Speech) -> list[dict[str, Any]]:
    """Every result: its number, its words, what it is known by (`note` of the game's `companion.py`), and how it is grouped and tinted (`look`)."""
    look = getattr(asking.companion.room, "look", None)
    notes = question.notes(speech)
    told = []
    for result, (number, words), note in zip(question.asked.results, question.labels(speech), notes):
        shown = look(result, speech) if look is not None else None
        group, short, tint = shown or ("", words, "")
        told.append(
            {"number": number, "words": words, "note": note, "group": group, "short": short, "tint": tint}
        )
    return told


def _told_answer(answer: Answer, speech: Speech) -> str:
    """What was said, where everybody may know it."""
    return answer.question.label(answer.result, speech) if answer.question.is_open else "•"


def answering_seat(connection: Connection) -> int:
    """The seat for which a result is corrected."""
    return connection.eye if connection.eye != SPECTATOR else connection.seats[0]


class CompanionPages:
    """The page of the companion."""

    def __init__(self, app: FastAPI, server: Server) -> None:
        self.server = server
        app.get("/companion", response_class=HTMLResponse, include_in_schema=False)(self.companion)

    async def companion(self, request: Request) -> HTMLResponse:
        """Which parts of each game can be played with its real box."""
        found = [(game, companion_of(game)) for game in self.server.playable()]
        offered = [(game, companion) for game, companion in found if companion is not None]
        return self.server.page(request, "companion.html", offered=offered, here="home")
