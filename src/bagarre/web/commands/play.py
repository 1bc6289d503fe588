"""Playing: choices, giving up, why not, and what if."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import SPECTATOR
from bagarre.web.commands.base import Command, Message, Refused, playing_seat, seat_in
from bagarre.web.connection import Connection
from bagarre.web.store import HUMAN

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

KEY = re.compile(r"[\w-]{16,64}", re.ASCII)
"""What the key of a choice looks like: nobody else could have guessed it."""


def _key_in(message: Message) -> str:
    """The key of a choice, by which it is known when it is sent again; empty when it has none."""
    key = message.get("key", "")
    if key and not (isinstance(key, str) and KEY.fullmatch(key)):
        raise ValueError(key)
    return str(key)


def _is_made(table: LiveTable, connection: Connection, message: Message) -> bool:
    """Was this very choice made already? Then its answer was lost on the way."""
    key = _key_in(message)
    return bool(key) and any((seat, key) in table.state.stored.keys for seat in connection.seats)


def _check_choose(table: LiveTable, connection: Connection, message: Message) -> None:
    choice, seq = str(message["choice"]), message["seq"]
    if _is_made(table, connection, message):
        return
    seat = playing_seat(table.state, connection)
    if table.state.pending is not None:
        raise Mistake("companion_asked")
    if seq != table.views.look(seat).seq and message.get("position") != table.views.position(seat):
        connection.stale = True
        raise Refused("late")
    assert table.state.match is not None
    reply = table.state.lesson_reply(table.state.match.read(seat, choice))
    if reply is not None:
        raise reply


async def _choose(table: LiveTable, connection: Connection, message: Message) -> None:
    """Answer: the choice in notation, with the number that it answers."""
    if not _is_made(table, connection, message):
        await table.play(connection.eye, str(message["choice"]), key=_key_in(message))
    if "id" in message:
        # Others see from their next update that it was.
        connection.reply({"type": "accepted", "re": message["id"]})


def _check_concede(table: LiveTable, connection: Connection, message: Message) -> None:
    state, seat = table.state, seat_in(table.state, message)
    if state.match is None:
        raise Refused("not_started")
    if seat not in connection.seats:
        raise Refused("not_your_seat")
    if state.stored.gap is not None:
        raise Refused("gap")
    if seat not in state.match.conceded and state.seats[seat].kind != HUMAN:
        raise Refused("stood_in")
    state.match.consider_concession(seat)


async def _concede(table: LiveTable, connection: Connection, message: Message) -> None:
    """Give the game up."""
    await table.concede(message["seat"])
    if "id" in message:
        connection.reply({"type": "accepted", "re": message["id"]})


def _read(table: LiveTable, connection: Connection, message: Message) -> None:
    """The learner has read so many pages of the lesson: the others may go on."""
    state, pages = table.state, message["pages"]
    if type(pages) is not int or state.lesson is None or state.lesson.you not in connection.seats:
        raise Refused("not_started")
    state.read = max(state.read, min(pages, len(state.lesson.pages)))
    connection.stale = True
    table.pace.go_on()


def _why(table: LiveTable, connection: Connection, message: Message) -> None:
    """Why is a choice not possible?"""
    if table.state.match is None:
        raise Refused("not_started")
    choice, reason, clause = str(message["choice"]), "", ""
    if connection.eye != SPECTATOR:
        reason, clause = table.views.seat_view(connection.eye, connection.lang).why_not(choice)
    connection.answer({"type": "why", "choice": choice, "reason": reason, "clause": clause})


def _preview(table: LiveTable, connection: Connection, message: Message) -> None:
    """What would a choice do?"""
    choice = str(message["choice"])
    if table.state.match is None:
        raise Refused("not_started")
    view, board = table.views.seat_view(connection.eye, connection.lang), table.publisher.board
    found = view.preview(choice) if board.preview is not None else None
    html = ""
    if found is not None and board.preview is not None:
        players = table.publisher.players(connection.eye, view.awaited)
        html = board.paint(
            board.preview, connection.lang, view.context(players) | {"preview": found, "notation": choice}
        ).whole()
    connection.answer({"type": "preview", "choice": choice, "html": html})


def _hint(table: LiveTable, connection: Connection, message: Message) -> None:
    """What would a strong bot do?"""
    table.hints.ask(connection, playing_seat(table.state, connection))


COMMANDS = {"choose": Command(_check_choose, _choose), "concede": Command(_check_concede, _concede)}
QUESTIONS = {"why": _why, "preview": _preview, "hint": _hint, "read": _read}
