"""Taking back: at once when that is exact, otherwise when everybody who sits agrees, present or not."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bagarre.web.commands.base import Command, Message, Refused, playing_seat
from bagarre.web.connection import Connection
from bagarre.web.store import TakeBack

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

REFUSED, WITHDRAWN = "refused", "withdrawn"
"""Why a request ended without being followed."""


def _check_undo(table: LiveTable, connection: Connection, message: Message) -> None:
    seat = playing_seat(table.state, connection)
    if table.state.counts:
        raise Refused("rated_table")
    if not table.views.may_ask_back(seat):
        raise Refused("nothing_to_undo")
    if table.state.take_back is not None:
        raise Refused("asked_already")


async def _undo(table: LiveTable, connection: Connection, message: Message) -> None:
    """Take back one's last choice."""
    seat, match = connection.eye, table.state.match
    assert match is not None
    if await asyncio.to_thread(match.can_undo, seat):
        await table.go_back(seat, 1)
        return
    if table.state.stored.waiting.refused == len(match.history):
        raise Refused("refused_already")
    count = next(i for i, step in enumerate(reversed(match.steps), start=1) if step.seat == seat)
    await _ask(table, TakeBack(seat, count))


async def _ask(table: LiveTable, request: TakeBack) -> None:
    """Wait for those who have not agreed; when there are none, it is done."""
    if table.state.must_agree(request.seat) <= set(request.agreed):
        await table.go_back(request.seat, request.count)
    else:
        await table.wait_for(replace(table.state.stored.waiting, take_back=request))


def _check_agree(table: LiveTable, connection: Connection, message: Message) -> None:
    request, mine = table.state.take_back, set(connection.seats)
    if request is None:
        raise Refused("late")
    asked = table.state.must_agree(request.seat)
    if not mine & (asked if message["yes"] else asked | {request.seat}):
        raise Refused("seated_only")


async def _agree(table: LiveTable, connection: Connection, message: Message) -> None:
    """Answer a request to take back; whoever asked may withdraw it."""
    request, mine, state = table.state.take_back, set(connection.seats), table.state
    assert request is not None
    if message["yes"]:
        agreed = mine & state.must_agree(request.seat)
        await _ask(table, replace(request, agreed=sorted({*request.agreed, *agreed})))
        return
    refusing = sorted(mine & state.must_agree(request.seat))
    if request.seat in mine:
        await table.wait_for(replace(state.stored.waiting, take_back=None))
        table.end_take_back(WITHDRAWN, request.seat)
    else:
        assert state.match is not None
        await table.wait_for(replace(state.stored.waiting, take_back=None, refused=len(state.match.history)))
        table.end_take_back(REFUSED, refusing[0])


COMMANDS = {"undo": Command(_check_undo, _undo), "agree": Command(_check_agree, _agree)}
