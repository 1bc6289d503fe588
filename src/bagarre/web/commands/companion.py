"""At a table of the real box: saying what came, letting Bagarre draw, correcting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bagarre.companion import ask_again
from bagarre.kernel.errors import Mistake
from bagarre.web.commands.base import Command, Message, Refused, seated_only
from bagarre.web.companion import Pending, answering_seat, may_answer
from bagarre.web.connection import Connection
from bagarre.web.store import PLAYING
from bagarre.web.tablestate import TableState

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable


def _pending(state: TableState, connection: Connection, message: Message) -> Pending:
    """What is asked, when this connection may answer and has seen the latest question."""
    seated_only(connection)
    pending = state.pending
    if pending is None:
        raise Mistake("companion_nothing_asked")
    if message["at"] != len(pending.asking.answers):
        connection.stale = True
        raise Refused("late")
    if not may_answer(state, connection):
        raise Mistake("companion_not_yours", name=state.seats[pending.question.seat].name)
    return pending


def _check_result(table: LiveTable, connection: Connection, message: Message) -> None:
    _pending(table.state, connection, message)
    if type(message["number"]) is not int:
        raise TypeError("number")


async def _result(table: LiveTable, connection: Connection, message: Message) -> None:
    """Say what came."""
    pending = _pending(table.state, connection, message)
    pending.asking.answer(message["number"])
    await table.go_on_asking()
    _accept(connection, message)


def _check_draw(table: LiveTable, connection: Connection, message: Message) -> None:
    if not _pending(table.state, connection, message).question.is_open:
        raise Mistake("companion_turned_up")


async def _draw(table: LiveTable, connection: Connection, message: Message) -> None:
    """Let Bagarre draw."""
    _pending(table.state, connection, message).asking.draw()
    await table.go_on_asking()
    _accept(connection, message)


def _check_correct(table: LiveTable, connection: Connection, message: Message) -> None:
    seated_only(connection)
    state = table.state
    if not state.is_companion or (state.pending is None and (state.match is None or state.status != PLAYING)):
        raise Refused("nothing_to_undo")
    if state.pending is None and state.match is not None and len(state.match.steps) < 2:
        raise Refused("nothing_to_undo")


async def _correct(table: LiveTable, connection: Connection, message: Message) -> None:
    """Take the last result out again; before the first one, leave the choice; after the last one, ask for it anew."""
    await _take_out(table, connection)
    _accept(connection, message)


async def _take_out(table: LiveTable, connection: Connection) -> None:
    state = table.state
    if state.pending is not None:
        if not state.pending.asking.back():
            state.pending = None
        await table.go_on_asking()
        return
    assert state.match is not None
    last = state.match.steps[-1]
    await table.go_back(answering_seat(connection), 1)
    again = None if last.concedes else ask_again(state.match, last)
    if again is not None:
        state.pending = Pending(again)
        await table.go_on_asking()


def _accept(connection: Connection, message: Message) -> None:
    if "id" in message:
        connection.reply({"type": "accepted", "re": message["id"]})


COMMANDS = {
    "result": Command(_check_result, _result),
    "draw": Command(_check_draw, _draw),
    "correct": Command(_check_correct, _correct),
}
