"""What commands have in common.

A *command* changes the table. It is checked when it arrives, against what is true then, and once more when its turn has come: what is
refused waits behind nobody, so that it cannot be used to learn how busy the table is. A *question* changes nothing for
others and is answered outside the table's queue.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bagarre.kernel.game import SPECTATOR
from bagarre.web.connection import Connection
from bagarre.web.store import HUMAN
from bagarre.web.tablestate import TableState

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

Message = dict[str, Any]
Check = Callable[["LiveTable", Connection, Message], None]
Question = Check


class Refused(Exception):
    """A message that is not followed: its code, and values for its words."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


@dataclass(frozen=True)
class Command:
    """A message that changes the table."""

    check: Check
    """Raises `Refused` or `Mistake` when it is not allowed now."""
    perform: Callable[[LiveTable, Connection, Message], Awaitable[None]]


def host_only(table: TableState, connection: Connection) -> None:
    if table.stored.host not in connection.seats:
        raise Refused("host_only")


def caretaker_only(table: TableState, connection: Connection) -> None:
    if not table.looks_after(connection.seats):
        raise Refused("host_only")


def seated_only(connection: Connection) -> None:
    if not connection.seats:
        raise Refused("seated_only")


def seat_in(table: TableState, message: Message) -> int:
    """The seat that a message names."""
    seat = message["seat"]
    if type(seat) is not int or not 0 <= seat < len(table.seats):
        raise Refused("no_seat")
    return seat


def text_in(message: Message, field: str) -> str:
    """:raises TypeError: when it is something else."""
    if not isinstance(message[field], str):
        raise TypeError(field)
    return str(message[field])


def playing_seat(table: TableState, connection: Connection) -> int:
    """The seat that a connection plays now."""
    if table.match is None:
        raise Refused("not_started")
    if connection.eye == SPECTATOR:
        raise Refused("seated_only")
    if table.stored.gap is not None:
        raise Refused("gap")
    if table.seats[connection.eye].kind != HUMAN:
        raise Refused("stood_in")
    return connection.eye
