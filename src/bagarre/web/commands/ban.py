"""Keeping somebody away: the host bans the address that a player or a spectator comes from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bagarre.web.commands.base import Command, Message, Refused, host_only, seat_in
from bagarre.web.commands.lobby import without
from bagarre.web.connection import Connection
from bagarre.web.guard import banned_mark

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

MOST = 100
"""Addresses that one table keeps away, the latest ones."""


def _meant(table: LiveTable, message: Message) -> list[Connection]:
    """The connections of the seat, or of the spectator, that a message names."""
    if "watcher" in message:
        return [
            other for other in table.connections if not other.seats and other.number == message["watcher"]
        ]
    number = seat_in(table.state, message)
    return [other for other in table.connections if number in other.seats]


def _check_ban(table: LiveTable, connection: Connection, message: Message) -> None:
    host_only(table.state, connection)
    meant = _meant(table, message)
    if not meant:
        raise Refused("not_here")
    if any(other.address == connection.address for other in meant):
        # Whoever shares the host's address would be banned with the host.
        raise Refused("same_address")


async def _ban(table: LiveTable, connection: Connection, message: Message) -> None:
    addresses = {other.address for other in _meant(table, message)}
    gone = [other for other in table.connections if other.address in addresses]
    stored = table.state.stored
    for seat in {seat for other in gone for seat in other.seats}:
        stored = without(stored, seat, table.stand_in)
    marks = [*stored.settings.get("banned", []), *map(banned_mark, sorted(addresses))][-MOST:]
    await table.save(replace(stored, settings=stored.settings | {"banned": marks}))
    for other in gone:
        table.show_out(other)


def _check_unban(table: LiveTable, connection: Connection, message: Message) -> None:
    host_only(table.state, connection)


async def _unban(table: LiveTable, connection: Connection, message: Message) -> None:
    """Everybody may come again."""
    stored = table.state.stored
    await table.save(
        replace(stored, settings={name: value for name, value in stored.settings.items() if name != "banned"})
    )


COMMANDS = {"ban": Command(_check_ban, _ban), "unban": Command(_check_unban, _unban)}
