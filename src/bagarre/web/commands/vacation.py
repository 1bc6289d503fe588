"""Being away from a table over days: one's clock stands meanwhile, and the others see until when."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from bagarre.web.commands.base import Command, Message, Refused, seat_in
from bagarre.web.connection import Connection
from bagarre.web.slow_clock import ABSENCES, DAY, VACATION, is_slow, moved
from bagarre.web.store import HUMAN, PLAYING

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable


def _check_vacation(table: LiveTable, connection: Connection, message: Message) -> None:
    state = table.state
    seat = seat_in(state, message)
    if seat not in connection.seats or state.seats[seat].kind != HUMAN:
        raise Refused("not_your_seat")
    if state.status != PLAYING or not is_slow(state.stored.settings):
        raise Refused("no_vacation")
    days = message["days"]
    if days not in (0, *ABSENCES) or isinstance(days, bool):
        raise Refused("malformed")
    held = state.seats[seat]
    left = VACATION * DAY - held.away_spent + max(0.0, held.away_until - time.time())
    # A minute of grace: whoever comes back at once may leave again for as long.
    if days * DAY > left + 60:
        raise Refused("vacation_over", n=max(0, int(left / DAY)))


async def _vacation(table: LiveTable, connection: Connection, message: Message) -> None:
    """Say for how long one is away, from now on; 0 to be back."""
    stored, number, now = table.state.stored, message["seat"], time.time()
    seat = stored.seats[number]
    unused, wanted = max(0.0, seat.away_until - now), float(message["days"] * DAY)
    seats = list(stored.seats)
    seats[number] = replace(
        seat,
        away_until=now + wanted if wanted else 0.0,
        away_spent=max(0.0, seat.away_spent - unused) + wanted,
    )
    await table.save(replace(stored, seats=seats))
    if number in (stored.waiting.asked or ()):
        await table.wait_for(moved(table.state.stored.waiting, wanted - unused, [number]))
    table.pace.keep_time()
    table.changed()


async def give_back(table: LiveTable, seconds: float) -> None:
    """The time that a table over days stood still."""
    await table.wait_for(moved(table.state.stored.waiting, seconds))
    table.pace.keep_time()


COMMANDS = {"vacation": Command(_check_vacation, _vacation)}
