"""How quickly bots play: for the table, by its host; and at once until one is asked again, for whoever plays alone with bots."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bagarre.web.commands.base import Command, Message, Refused, host_only, playing_seat, text_in
from bagarre.web.connection import Connection
from bagarre.web.tablestate import SPEEDS

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable


def _check_speed(table: LiveTable, connection: Connection, message: Message) -> None:
    host_only(table.state, connection)
    if text_in(message, "speed") not in SPEEDS:
        raise ValueError(message["speed"])


async def _speed(table: LiveTable, connection: Connection, message: Message) -> None:
    stored = table.state.stored
    await table.save(replace(stored, settings=stored.settings | {"speed": message["speed"]}))
    table.pace.go_on()


def _hurry(table: LiveTable, connection: Connection, message: Message) -> None:
    """Let the bots play at once until this seat is asked."""
    seat = playing_seat(table.state, connection)
    if table.state.people() != {seat}:
        raise Refused("not_alone")
    # A page that shows late what happened may ask when there is nothing left to skip.
    if table.state.may_hurry(seat):
        table.state.hurried = seat
        table.pace.go_on()


COMMANDS = {"speed": Command(_check_speed, _speed)}
QUESTIONS = {"hurry": _hurry}
