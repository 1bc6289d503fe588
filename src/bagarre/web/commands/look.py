"""Questions of one connection about what it is shown. They change nothing for anybody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bagarre.kernel.game import SPECTATOR
from bagarre.web.commands.base import Message, Refused, seat_in
from bagarre.web.companion import lies_open, needs_curtain
from bagarre.web.connection import DATA, Connection
from bagarre.web.publisher import LATEST
from bagarre.web.rendering import framed
from bagarre.web.seatview import SeatView, known_to
from bagarre.web.store import HUMAN
from bagarre.web.tablestate import TableState

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable


def place_curtain(table: TableState, connection: Connection) -> None:
    """When a shared device must change hands, show what everybody may see until it has."""
    if len(connection.seats) < 2 or table.match is None:
        connection.curtain = SPECTATOR
        return
    if connection.lies_open and not lies_open(table, connection.eye):
        connection.lies_open = False
        connection.look_through(SPECTATOR)
    if needs_curtain(table, connection):
        # The question has a curtain of its own; nobody's cards lie behind it.
        connection.curtain = SPECTATOR
        if connection.eye != SPECTATOR:
            connection.look_through(SPECTATOR)
        return
    if table.pending is not None and connection.eye == SPECTATOR:
        # What lies open is asked of all of them: the device need not change hands for it.
        connection.curtain = SPECTATOR
        return
    mine = [
        seat for seat in connection.seats if seat in table.match.deciders and table.seats[seat].kind == HUMAN
    ]
    if connection.eye in mine or not mine:
        if not (connection.curtain in mine and connection.eye == SPECTATOR):
            connection.curtain = SPECTATOR
        return
    if lies_open(table, mine[0]):
        connection.curtain, connection.lies_open = SPECTATOR, True
        connection.look_through(mine[0])
        return
    connection.curtain = mine[0]
    if connection.eye != SPECTATOR:
        connection.look_through(SPECTATOR)


def _eye(table: LiveTable, connection: Connection, message: Message) -> None:
    """The device is in other hands now."""
    number = seat_in(table.state, message)
    if number not in connection.seats:
        raise Refused("not_your_seat")
    connection.curtain, connection.lies_open = SPECTATOR, False
    connection.look_through(number)


def _lang(table: LiveTable, connection: Connection, message: Message) -> None:
    """Everything again, in the other language."""
    connection.lang = "en" if message["lang"] == "en" else "fr"
    connection.begin_again()


def _again(table: LiveTable, connection: Connection, message: Message) -> None:
    """Everything again: the browser lost the thread."""
    connection.begin_again()


def _panel(table: LiveTable, connection: Connection, message: Message) -> None:
    """The game's own panel is open, or closed: nobody draws what nobody sees."""
    connection.panel = bool(message["on"])
    connection.stale = True


def _coach(table: LiveTable, connection: Connection, message: Message) -> None:
    """The coach is listened to, or not: nobody explains what nobody hears."""
    connection.coach = bool(message["on"])
    connection.stale = True


def _visible(table: LiveTable, connection: Connection, message: Message) -> None:
    """Somebody looks at the page, or no longer: who looks is not told by other ways (`notices.py`)."""
    connection.visible = bool(message["on"])


def _earlier(table: LiveTable, connection: Connection, message: Message) -> None:
    """Lines of the log before a number."""
    if table.state.match is not None:
        before = int(message["before"])
        lines = table.publisher.told_lines(
            connection.eye, connection.lang, connection.form, max(0, before - 1 - LATEST), before - 1
        )
        connection.answer({"type": "earlier", "log": lines})


def _past(table: LiveTable, connection: Connection, message: Message) -> None:
    """The board as it stood when a line of the log was told, through the eyes that look now.

    Moments are named by lines, which everybody counts alike: how many secret choices lie between two of them is nobody's business.
    """
    match = table.state.match
    if match is None:
        raise Refused("not_started")
    number = int(message["line"])
    standing = [beat for beat in table.state.story.beats if beat.count and beat.step and not beat.undone]
    at = next((i for i, beat in enumerate(standing) if beat.first <= number < beat.first + beat.count), -1)
    if at < 0:
        raise Refused("no_such_moment")
    beat, eye = standing[at], connection.eye
    known = known_to(match.game, match.position(beat.moment), eye)
    view = SeatView(match.game, known, eye, table.views.speech(connection.lang), live=False)
    lines = table.publisher.told_lines(
        eye, connection.lang, connection.form, beat.first - 1, beat.first + beat.count - 1
    )
    told = {
        "type": "past",
        "eye": eye,
        "line": beat.first,
        "before": standing[at - 1].first if at else 0,
        "after": standing[at + 1].first if at + 1 < len(standing) else 0,
        "log": lines,
    }
    if connection.form == DATA:
        connection.answer(told | {"view": view.view})
        return
    players = table.publisher.players(eye, view.awaited)
    board = table.publisher.board
    html = board.paint(board.board, connection.lang, view.context(players)).whole()
    connection.answer(told | {"html": framed(match.game, str(view.frame["mood"]), html)})


def _ping(table: LiveTable, connection: Connection, message: Message) -> None:
    connection.answer({"type": "pong"})


QUESTIONS = {
    "eye": _eye,
    "lang": _lang,
    "again": _again,
    "panel": _panel,
    "coach": _coach,
    "visible": _visible,
    "earlier": _earlier,
    "past": _past,
    "ping": _ping,
}
