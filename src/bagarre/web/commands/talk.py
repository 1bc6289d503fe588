"""Talking."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bagarre.web.commands.base import Command, Message, Refused, seated_only, text_in
from bagarre.web.connection import Connection
from bagarre.web.guard import CHAT_LENGTH, clean_text
from bagarre.web.store import Remark

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable


def _speaker(connection: Connection) -> int:
    return connection.eye if connection.eye in connection.seats else connection.seats[0]


def _check_chat(table: LiveTable, connection: Connection, message: Message) -> None:
    seated_only(connection)
    if table.state.seats[_speaker(connection)].muted:
        raise Refused("muted")
    text_in(message, "text")


async def _chat(table: LiveTable, connection: Connection, message: Message) -> None:
    text = clean_text(message["text"], CHAT_LENGTH)
    if not text:
        return
    number, stored = _speaker(connection), table.state.stored
    remark = Remark(number, stored.seats[number].name, text, time.time())
    await table.store.add_remark(stored.code, len(stored.chat), remark)
    stored.chat.append(remark)
    table.changed(people=False)


COMMANDS = {"chat": Command(_check_chat, _chat)}
