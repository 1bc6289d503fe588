"""What a table tells each connection.

It is composed from the seat view of the connection's seat (`seatview.py`), compared with what it was sent before, and is nothing at all when
nothing changed for that seat: an answer that others may not know of causes no message, no number and no delay for them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from bagarre.kernel.events import EVERYONE
from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.layout import Position
from bagarre.kernel.speech import Speech
from bagarre.kernel.words import house_words
from bagarre.web.boards import NOTHING, SKELETON, Canvas
from bagarre.web.connection import DATA, Connection
from bagarre.web.rendering import Look, Order, Person, Picture, picture_of, seen_players
from bagarre.web.seatview import FRAME, Group, Player, SeatView, known_to, marked, optional_room, with_names
from bagarre.web.store import BOT, HUMAN, OPEN, OVER, PLAYING
from bagarre.web.story import Beat

if TYPE_CHECKING:
    from bagarre.web.livetable import LiveTable

LATEST = 300
"""Lines of the log sent to somebody who arrives; earlier ones on demand."""


@dataclass
class Seen:
    """What a seat was last known to see, and the number that moves whenever that changes."""

    seq: int
    state: bytes = b""
    """The state of the match when it looked last, packed; empty when it is to be asked anew."""
    lines: int = 0
    version: int = -1
    """The version of the table that it has seen."""
    shared: bool = False
    """Does it know that others are asked as well?"""


class Publisher:
    """What one table tells, and what it made for that."""

    def __init__(self, table: LiveTable, first_seq: int | None) -> None:
        self.table = table
        self.registry, self.game, self.board = table.registry, table.game, table.board
        # Numbers go on rising when the server is started anew, and say nothing of what happened meanwhile.
        self._first_seq = int(time.time()) * 1000 if first_seq is None else first_seq
        self._seen: dict[int, Seen] = {}
        self._version = 0
        self._made: dict[Any, Any] = {}
        """What was made for the present version of the table, until everybody has it."""
        self._people: dict[Any, Any] = {}
        """What was made of who sits where and who is there."""
        self._speeches: dict[tuple[str, bool], Speech] = {}
        self._composing = asyncio.Lock()
        self.beat_at = 0.0
        self.beat = 0

    def changed(self, *, people: bool = True) -> None:
        """Something may look different to somebody; `people` when it may be who sits where, or is there."""
        self._version += 1
        self._made.clear()
        if people:
            self._people.clear()
        for connection in self.table.connections:
            self.table.place_curtain(connection)
            connection.look_again()

    def played(self) -> None:
        """The match went on: what was made of it is out of date."""
        self._made.clear()

    def renamed(self) -> None:
        """Somebody has another name."""
        self._speeches.clear()

    def ask_anew(self, *seats: int) -> None:
        """Whoever chose is asked anew, even when the answer left no trace in what it sees; all of them when no seat is named."""
        for seat in seats or self._seen:
            if seat in self._seen:
                self._seen[seat].state = b""

    def chosen(self, arrived: float) -> None:
        """A choice was made: when its message arrived, for the time until everybody has seen it."""
        self.beat, self.beat_at = self.beat + 1, arrived or time.monotonic()

    def players(self, eye: int, awaited: list[int]) -> list[Player]:
        key = ("players", eye, *awaited)
        if key not in self._people:
            self._people[key] = seen_players(self.people(), eye, awaited)
        return self._people[key]

    def people(self) -> tuple[Person, ...]:
        """Who sits where, and is there."""
        if "people" not in self._people:
            here = {seat for connection in self.table.connections for seat in connection.seats}
            self._people["people"] = tuple(
                Person(seat.name or "…", seat.kind == BOT, seat.kind == HUMAN and i not in here)
                for i, seat in enumerate(self.table.seats)
            )
        return self._people["people"]

    def speech(self, lang: str, *, bold: bool = False) -> Speech:
        if (lang, bold) not in self._speeches:
            names = [seat.name for seat in self.table.seats]
            content = self.table.match.content if self.table.match is not None else self.game.content()
            self._speeches[lang, bold] = self.game.speech(lang, marked(names) if bold else names, content.names)
        return self._speeches[lang, bold]

    def look(self, seat: int) -> Seen:
        """The eye of a seat, its number moved when what it sees has changed."""
        assert self.table.match is not None
        eye = self._seen.get(seat)
        if eye is None:
            eye = self._seen[seat] = Seen(self._first_seq)
        if eye.version == self._version:
            return eye
        eye.version = self._version
        eye.shared = len(self.awaited(seat)) > 1
        lines = self.table.story.lines
        if eye.lines != lines or not eye.state or not self.looks_as_in(eye.state, seat):
            eye.seq += 1
        eye.state, eye.lines = self.table.match.packed, lines
        return eye

    def looks_as_in(self, before: bytes, seat: int) -> bool:
        """Does the table look to a seat as it did in a state before (packed)?

        Who else is ready is left out: that somebody has answered changes no question and no clock.
        """
        assert self.table.match is not None
        if before == self.table.match.packed:
            return True
        then, now = known_to(self.game, self.game.State.from_bytes(before), seat), self.known(seat)
        return self.game.without_ready(then).to_bytes() == self.game.without_ready(now).to_bytes()

    def known(self, seat: int) -> Position:
        """The concealed state of a seat, once for all who look through its eyes."""
        assert self.table.match is not None
        key = ("known", seat)
        if key not in self._made:
            self._made[key] = known_to(self.game, self.table.match.state, seat)
        known: Position = self._made[key]
        return known

    def awaited(self, seat: int) -> list[int]:
        """The seats that a seat knows to be asked."""
        key = ("awaited", seat)
        if key not in self._made:
            self._made[key] = self.game.deciders(self.known(seat))
        return self._made[key]

    def seat_view(self, seat: int, lang: str) -> SeatView:
        """What a seat sees now."""
        key = ("seat_view", seat, lang)
        if key not in self._made:
            self._made[key] = SeatView(
                self.game, self.known(seat), seat, self.speech(lang), live=self._lives(seat), aids=self._aids
            )
        return self._made[key]

    def _lives(self, seat: int) -> bool:
        """Does somebody play there?"""
        return seat != SPECTATOR and self.table.seats[seat].kind == HUMAN

    @property
    def _aids(self) -> bool:
        return bool(self.table.stored.settings.get("aids", True))

    def compose(self, connection: Connection) -> dict[str, Any] | None:
        """What is new for a connection, or `None`."""
        news: dict[str, Any] = {}
        if connection.form == DATA:
            seat_view = self.seat_view(connection.eye, connection.lang) if self.table.match is not None else None
            self._tell_facts(connection, news, self._asked_in_data(seat_view))
            self._tell_data(connection, seat_view, news)
        else:
            picture = self._picture(connection) if self.table.match is not None else None
            self._tell_facts(connection, news, self._asked_in_html(picture))
            self._tell_html(connection, picture, news)
        if self.table.match is not None:
            self._tell_log(connection, news)
        self._tell_chat(connection, news)
        return {"type": "update"} | news if news else None

    def _asked_in_data(self, seat_view: SeatView | None) -> dict[str, Any]:
        """What a program is asked. "awaited" is what its seat may know: it does not tell who has answered in secret."""
        if seat_view is None:
            return {}
        legal = [{"choice": option.notation, "words": option.words} for option in seat_view.legal.values()]
        return {"awaited": seat_view.awaited, "turn": bool(legal), "legal": legal}

    def _asked_in_html(self, picture: Picture | None) -> dict[str, Any]:
        if picture is None:
            return {}
        asked = {"awaited": picture.awaited, "turn": bool(picture.legal), "legal": picture.legal}
        return asked | {"avatars": picture.frame["avatars"]}

    def _tell_facts(self, connection: Connection, news: dict[str, Any], asked: dict[str, Any]) -> None:
        """What a page or a program knows besides what it shows."""
        stored = self.table.stored
        facts: dict[str, Any] = {
            "status": stored.status,
            "eye": connection.eye,
            "seats": connection.seats[:],
            "handover": {"seat": connection.curtain, "name": self.table.seats[connection.curtain].name} if connection.curtain >= 0 else None,
            "host": stored.host in connection.seats,
            "next": stored.next_code,
            "take_back": self._told_take_back(connection),
        }
        if self.table.match is not None:
            facts["seq"] = self.look(connection.eye).seq
        facts |= asked
        for name, value in facts.items():
            if connection.facts.get(name, connection) != value:
                news[name] = value
        connection.facts = facts
        pace = self.table.pace
        if pace.deadline and connection.news("clock", pace.window):
            news["clock"] = {"left": round(max(0.0, pace.deadline - time.monotonic()), 1), "total": pace.allowed()}
        elif not pace.deadline and connection.news("clock", -1):
            news["clock"] = None

    def _told_take_back(self, connection: Connection) -> dict[str, Any] | None:
        if self.table.take_back is None:
            return None
        asked = [s for s in connection.seats if s in self.table.must_agree() and s not in self.table.take_back.agreed]
        return {"by": self.table.take_back.seat, "name": self.table.seats[self.table.take_back.seat].name, "asked": bool(asked)}

    def _tell_data(self, connection: Connection, seat_view: SeatView | None, news: dict[str, Any]) -> None:
        data: dict[str, Any] = {
            "players": [
                {"seat": p.seat, "name": p.name, "bot": p.bot, "away": p.away, "open": self.table.seats[p.seat].kind == OPEN}
                for p in self.players(connection.eye, [])
            ]
        }
        if seat_view is not None:
            data["view"] = seat_view.view
            data["outcome"] = self._outcome(connection.lang)
        for name, value in data.items():
            if connection.news(name, value):
                news[name] = value

    def _outcome(self, lang: str) -> dict[str, Any] | None:
        end = self.table.match.outcome if self.table.match is not None else None
        if end is None:
            return None
        words = self.speech(lang).say(f"endings.{end.ending}")
        return {"ranks": end.ranks, "scores": end.scores, "ending": end.ending, "words": words}

    def _tell_html(self, connection: Connection, picture: Picture | None, news: dict[str, Any]) -> None:
        page: dict[str, str] = {}
        if picture is None:
            page["stage"] = self._lobby(connection)
        else:
            self._tell_board(connection, picture.canvas, page)
        for name, html in self._around(connection, picture).items():
            if connection.news(name, html):
                page[name] = html
        if page:
            news["html"] = page

    def _tell_board(self, connection: Connection, canvas: Canvas, page: dict[str, str]) -> None:
        # The players' presence is in the board too, so the skeleton is compared on its own.
        anew = connection.news("skeleton", canvas.marks[SKELETON])
        if anew:
            page["stage"] = canvas.whole()
        for name, html in canvas.parts.items():
            if html is not None and connection.news(f"b-{name}", html) and not anew:
                page[f"b-{name}"] = html
        connection.marks = canvas.marks

    def _picture(self, connection: Connection) -> Picture:
        """The table as a connection sees it, with at least the parts of the board that it lacks."""
        picture: Picture | None = self._made.get(("picture", connection.eye, connection.lang))
        if picture is None:
            picture = self._render(connection, connection.marks)
        if not picture.canvas.serves(connection.marks):
            # The first to ask had more of the board already.
            picture = self._render(connection, NOTHING)
        return picture

    def _render(self, connection: Connection, has: Mapping[str, int]) -> Picture:
        seat_view = self.seat_view(connection.eye, connection.lang)
        picture = picture_of(seat_view, self.board, self.players(connection.eye, seat_view.awaited), has)
        self._keep(connection.eye, connection.lang, picture)
        return picture

    def _keep(self, eye: int, lang: str, picture: Picture) -> None:
        self._made["picture", eye, lang] = picture
        self._made["awaited", eye] = picture.awaited

    async def _have_rendered(self) -> None:
        """Let a render worker make what those who are to look will see. What it does not bring is rendered here when they look."""
        match = self.table.match
        wanted = {
            (connection.eye, connection.lang): connection.marks for connection in self.table.connections if connection.may_look and connection.form != DATA
        }
        if match is None or not wanted:
            return
        looks = tuple(Look(eye, lang, self._lives(eye), marks) for (eye, lang), marks in wanted.items())
        order = Order(self.game.package, match.packs, match.packed, self.people(), self._aids, looks)
        asked = self._version, match.packed
        pictures = await self.registry.render_workers.render(order, self.table.stored.code)
        if pictures is not None and self.table.settled.is_set() and self.table.match is match and asked == (self._version, match.packed):
            for (eye, lang), picture in zip(wanted, pictures):
                self._keep(eye, lang, picture)

    def _lobby(self, connection: Connection) -> str:
        return self.registry.pages.fragment(
            "lobby.html", connection.lang, live=self.table, table=self.table.stored, game=self.game, mine=connection.seats,
            caretaker=self.table.looks_after(connection), players=self.players(connection.eye, []), bots=self.registry.bots,
            lines=len(self.table.stored.lines), things=self.table.things(),
        )  # fmt: skip

    def _around(self, connection: Connection, picture: Picture | None) -> dict[str, str]:
        """The fragments around the board."""
        key = ("around", connection.eye, connection.lang, tuple(connection.seats), connection.panel)
        if key in self._made:
            return self._made[key]
        awaited = picture.awaited if picture is not None else []
        groups: list[Group] = picture.groups if picture is not None else []
        frame = picture.frame if picture is not None else FRAME
        players = self.players(connection.eye, awaited)
        pages = self.registry.pages
        title = self.game.meta.title if self.table.stored.title != self.game.meta.title else ""
        where = " · ".join(part for part in (title, str(frame["title"])) if part)
        around = {
            "where": f'<span id="where">{escape(where)}</span>',
            # All that the template reads: a bar that was drawn before, for anybody, is not drawn again.
            "bar": pages.remembered(
                "bar.html", connection.lang, game=self.game.name, playing=picture is not None, ask=frame["ask"], groups=groups,
                avatars=frame["avatars"], face=connection.eye if groups else next(iter(awaited), SPECTATOR),
                awaited=[(p.seat, p.name, p.away) for p in players if p.awaited],
                name=self.table.seats[connection.eye].name if groups else "", watching=connection.eye == SPECTATOR,
                stand_in=connection.eye if connection.eye != SPECTATOR and self.table.seats[connection.eye].kind == BOT else SPECTATOR,
                mine=bool(connection.seats), outcome=self._outcome(connection.lang), results=frame["results"], may_undo=self.table.may_ask_back(connection.eye),
                names=[p.name for p in players] if self.table.stored.status == OVER else [], code=self.table.stored.code
                if self.table.stored.status == OVER else "", next_code=self.table.stored.next_code,
            ),
            "people": self._told_people(connection, players),
        }  # fmt: skip
        if picture is not None and self.board.panel is not None and connection.panel:
            context = self.seat_view(connection.eye, connection.lang).context(players)
            around["panel"] = self.board.paint(self.board.panel, connection.lang, context).whole()
        self._made[key] = around
        return around

    def _told_people(self, connection: Connection, players: list[Player]) -> str:
        key = ("people", connection.lang, self.table.stored.status, *connection.seats)
        if key not in self._people:
            self._people[key] = self.registry.pages.remembered(
                "people.html", connection.lang, seats=self.table.seats, away=[p.away for p in players], mine=connection.seats,
                host=self.table.stored.host, caretaker=self.table.looks_after(connection), playing=self.table.stored.status == PLAYING,
                bot=self.registry.usual_bot,
            )  # fmt: skip
        return str(self._people[key])

    def _tell_log(self, connection: Connection, news: dict[str, Any]) -> None:
        if connection.told < self.table.story.lines:
            first = max(connection.told, self.table.story.lines - LATEST) if connection.told == 0 else connection.told
            news["log"] = self.told_lines(connection.eye, connection.lang, connection.form, first)
            news["told"] = connection.told = self.table.story.lines
        if connection.folds != self.table.story.folds:
            connection.folds = self.table.story.folds
            news["undone"] = self.table.story.undone_lines()

    def told_lines(self, seat: int, lang: str, form: str, after: int, until: int | None = None) -> list[Any]:
        """The lines of the log after a number, as a seat may know them."""
        assert self.table.match is not None
        told: list[Any] = []
        for beat in self.table.story.since(after):
            for offset, line in enumerate(self._shared_lines_of(beat, seat, lang, form)):
                number = beat.first + offset
                if number > after and (until is None or number <= until):
                    told.append({"n": number} | line)
        return told

    def _shared_lines_of(self, beat: Beat, seat: int, lang: str, form: str) -> list[dict[str, Any]]:
        """The lines of a beat; when none of its numbers is secret they are the same for everybody."""
        if not beat.count:
            # A silent step begins at the same line as the next one: they must not share a key.
            return []
        if beat.step is None or any(row[1] != EVERYONE for row in beat.step.rows):
            return self._lines_of(beat, seat, lang, form)
        key = ("lines", beat.first, lang, form)
        if key not in self._made:
            self._made[key] = self._lines_of(beat, SPECTATOR, lang, form)
        return self._made[key]

    def _lines_of(self, beat: Beat, seat: int, lang: str, form: str) -> list[dict[str, Any]]:
        assert self.table.match is not None
        if beat.step is None:
            name = self.table.seats[beat.back_by].name if beat.back_by >= 0 else "?"
            return [{"kind": "take_back", "text": house_words(lang).say("web.log.take_back", name=name, n=beat.back)}]
        room = optional_room(self.game, "frame")
        headings = getattr(room, "HEADINGS", ())
        numbers = getattr(room, "NUMBERS", False)
        lines: list[dict[str, Any]] = []
        speech = self.speech(lang, bold=form != DATA)
        for event in self.table.match.events(beat.step, seat):
            line: dict[str, Any] = {"kind": event.kind.name}
            if form == DATA:
                line["text"] = speech.event(event)
                line["values"] = {f.name: value for f, value in zip(event.kind.fields, event.values)}
            else:
                line["html"] = with_names(speech.event(event))
                if numbers:
                    line["values"] = {f.name: value for f, value in zip(event.kind.fields, event.values)}
                if event.kind.name in headings:
                    line["heading"] = True
                who = next((v for f, v in zip(event.kind.fields, event.values) if f.kind == "seat" and v is not None), -1)
                if 0 <= who < len(self.table.seats):
                    line["seat"] = who
            line["clause"] = event.kind.clause
            lines.append(line)
        return lines

    def _tell_chat(self, connection: Connection, news: dict[str, Any]) -> None:
        if connection.chat < len(self.table.stored.chat):
            news["chat"] = [
                {"name": remark.name, "seat": remark.seat, "text": remark.text} for remark in self.table.stored.chat[connection.chat :]
            ]
            connection.chat = len(self.table.stored.chat)

    @property
    def is_telling(self) -> bool:
        """Is everybody about to be told?"""
        return self._composing.locked()

    async def tell(self) -> None:
        """Compose for everybody at once: what one table needs is at hand then, and not in the middle of other tables."""
        async with self._composing:
            if self.registry.busy and self.table.settled.is_set():
                await self._have_rendered()
            if not self.table.settled.is_set():
                # What is not yet on the disk is told to nobody: whoever makes it settled tells.
                return
            for connection in self.table.connections:
                connection.catch_up()
            if not any(connection.stale for connection in self.table.connections):
                # Everybody has the latest: what was made for them is not kept.
                self._made.clear()
                if self.table.match is not None:
                    self.table.match.fold()

    def was_told(self, connection: Connection) -> None:
        """A connection has been sent the latest."""
        if connection.beat != self.beat:
            connection.beat = self.beat
            self.registry.metrics.told(time.monotonic() - self.beat_at)
