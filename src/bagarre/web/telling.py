"""What a table tells each connection.

It is composed from the sight of the connection's seat (`sight.py`), compared with what it was sent before, and is nothing at all when
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
from bagarre.web.guest import DATA, Guest
from bagarre.web.painting import Look, Order, Person, Picture, picture_of, seen_players
from bagarre.web.sight import FRAME, Group, Player, Sight, known_to, marked, optional_room, with_names
from bagarre.web.store import BOT, HUMAN, OPEN, OVER, PLAYING
from bagarre.web.story import Beat

if TYPE_CHECKING:
    from bagarre.web.room import Room

LATEST = 300
"""Lines of the log sent to somebody who arrives; earlier ones on demand."""


@dataclass
class Eye:
    """What a seat was last known to see, and the number that moves whenever that changes."""

    seq: int
    state: bytes = b""
    """The state of the match when it looked last, packed; empty when it is to be asked anew."""
    lines: int = 0
    version: int = -1
    """The version of the table that it has seen."""
    shared: bool = False
    """Does it know that others are asked as well?"""


class Teller:
    """What one table tells, and what it made for that."""

    def __init__(self, room: Room, first_seq: int | None) -> None:
        self.room = room
        self.hall, self.game, self.board = room.hall, room.game, room.board
        # Numbers go on rising when the server is started anew, and say nothing of what happened meanwhile.
        self._first_seq = int(time.time()) * 1000 if first_seq is None else first_seq
        self._eyes: dict[int, Eye] = {}
        self._version = 0
        self._painted: dict[Any, Any] = {}
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
        self._painted.clear()
        if people:
            self._people.clear()
        for guest in self.room.guests:
            self.room.place_curtain(guest)
            guest.look_again()

    def played(self) -> None:
        """The match went on: what was made of it is out of date."""
        self._painted.clear()

    def renamed(self) -> None:
        """Somebody has another name."""
        self._speeches.clear()

    def ask_anew(self, *seats: int) -> None:
        """Whoever chose is asked anew, even when the answer left no trace in what it sees; all of them when no seat is named."""
        for seat in seats or self._eyes:
            if seat in self._eyes:
                self._eyes[seat].state = b""

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
            here = {seat for guest in self.room.guests for seat in guest.seats}
            self._people["people"] = tuple(
                Person(seat.name or "…", seat.kind == BOT, seat.kind == HUMAN and i not in here)
                for i, seat in enumerate(self.room.seats)
            )
        return self._people["people"]

    def speech(self, lang: str, *, bold: bool = False) -> Speech:
        if (lang, bold) not in self._speeches:
            names = [seat.name for seat in self.room.seats]
            content = self.room.match.content if self.room.match is not None else self.game.content()
            self._speeches[lang, bold] = self.game.speech(lang, marked(names) if bold else names, content.names)
        return self._speeches[lang, bold]

    def look(self, seat: int) -> Eye:
        """The eye of a seat, its number moved when what it sees has changed."""
        assert self.room.match is not None
        eye = self._eyes.get(seat)
        if eye is None:
            eye = self._eyes[seat] = Eye(self._first_seq)
        if eye.version == self._version:
            return eye
        eye.version = self._version
        eye.shared = len(self.awaited(seat)) > 1
        lines = self.room.story.lines
        if eye.lines != lines or not eye.state or not self.looks_as_in(eye.state, seat):
            eye.seq += 1
        eye.state, eye.lines = self.room.match.packed, lines
        return eye

    def looks_as_in(self, before: bytes, seat: int) -> bool:
        """Does the table look to a seat as it did in a state before (packed)?

        Who else is ready is left out: that somebody has answered changes no question and no clock.
        """
        assert self.room.match is not None
        if before == self.room.match.packed:
            return True
        then, now = known_to(self.game, self.game.State.from_bytes(before), seat), self.known(seat)
        return self.game.without_ready(then).to_bytes() == self.game.without_ready(now).to_bytes()

    def known(self, seat: int) -> Position:
        """The concealed state of a seat, once for all who look through its eyes."""
        assert self.room.match is not None
        key = ("known", seat)
        if key not in self._painted:
            self._painted[key] = known_to(self.game, self.room.match.state, seat)
        known: Position = self._painted[key]
        return known

    def awaited(self, seat: int) -> list[int]:
        """The seats that a seat knows to be asked."""
        key = ("awaited", seat)
        if key not in self._painted:
            self._painted[key] = self.game.deciders(self.known(seat))
        return self._painted[key]

    def sight(self, seat: int, lang: str) -> Sight:
        """What a seat sees now."""
        key = ("sight", seat, lang)
        if key not in self._painted:
            self._painted[key] = Sight(
                self.game, self.known(seat), seat, self.speech(lang), live=self._lives(seat), aids=self._aids
            )
        return self._painted[key]

    def _lives(self, seat: int) -> bool:
        """Does somebody play there?"""
        return seat != SPECTATOR and self.room.seats[seat].kind == HUMAN

    @property
    def _aids(self) -> bool:
        return bool(self.room.stored.settings.get("aids", True))

    def compose(self, guest: Guest) -> dict[str, Any] | None:
        """What is new for a connection, or `None`."""
        news: dict[str, Any] = {}
        if guest.form == DATA:
            sight = self.sight(guest.eye, guest.lang) if self.room.match is not None else None
            self._tell_facts(guest, news, self._asked_in_data(sight))
            self._tell_data(guest, sight, news)
        else:
            picture = self._picture(guest) if self.room.match is not None else None
            self._tell_facts(guest, news, self._asked_in_html(picture))
            self._tell_html(guest, picture, news)
        if self.room.match is not None:
            self._tell_log(guest, news)
        self._tell_chat(guest, news)
        return {"type": "update"} | news if news else None

    def _asked_in_data(self, sight: Sight | None) -> dict[str, Any]:
        """What a program is asked. "awaited" is what its seat may know: it does not tell who has answered in secret."""
        if sight is None:
            return {}
        legal = [{"choice": option.notation, "words": option.words} for option in sight.legal.values()]
        return {"awaited": sight.awaited, "turn": bool(legal), "legal": legal}

    def _asked_in_html(self, picture: Picture | None) -> dict[str, Any]:
        if picture is None:
            return {}
        asked = {"awaited": picture.awaited, "turn": bool(picture.legal), "legal": picture.legal}
        return asked | {"avatars": picture.frame["avatars"]}

    def _tell_facts(self, guest: Guest, news: dict[str, Any], asked: dict[str, Any]) -> None:
        """What a page or a program knows besides what it shows."""
        stored = self.room.stored
        facts: dict[str, Any] = {
            "status": stored.status,
            "eye": guest.eye,
            "seats": guest.seats[:],
            "handover": {"seat": guest.curtain, "name": self.room.seats[guest.curtain].name} if guest.curtain >= 0 else None,
            "host": stored.host in guest.seats,
            "next": stored.next_code,
            "take_back": self._told_take_back(guest),
        }
        if self.room.match is not None:
            facts["seq"] = self.look(guest.eye).seq
        facts |= asked
        for name, value in facts.items():
            if guest.facts.get(name, guest) != value:
                news[name] = value
        guest.facts = facts
        pace = self.room.pace
        if pace.deadline and guest.news("clock", pace.window):
            news["clock"] = {"left": round(max(0.0, pace.deadline - time.monotonic()), 1), "total": pace.allowed()}
        elif not pace.deadline and guest.news("clock", -1):
            news["clock"] = None

    def _told_take_back(self, guest: Guest) -> dict[str, Any] | None:
        if self.room.take_back is None:
            return None
        asked = [s for s in guest.seats if s in self.room.must_agree() and s not in self.room.take_back.agreed]
        return {"by": self.room.take_back.seat, "name": self.room.seats[self.room.take_back.seat].name, "asked": bool(asked)}

    def _tell_data(self, guest: Guest, sight: Sight | None, news: dict[str, Any]) -> None:
        data: dict[str, Any] = {
            "players": [
                {"seat": p.seat, "name": p.name, "bot": p.bot, "away": p.away, "open": self.room.seats[p.seat].kind == OPEN}
                for p in self.players(guest.eye, [])
            ]
        }
        if sight is not None:
            data["view"] = sight.view
            data["outcome"] = self._outcome(guest.lang)
        for name, value in data.items():
            if guest.news(name, value):
                news[name] = value

    def _outcome(self, lang: str) -> dict[str, Any] | None:
        end = self.room.match.outcome if self.room.match is not None else None
        if end is None:
            return None
        words = self.speech(lang).say(f"endings.{end.ending}")
        return {"ranks": end.ranks, "scores": end.scores, "ending": end.ending, "words": words}

    def _tell_html(self, guest: Guest, picture: Picture | None, news: dict[str, Any]) -> None:
        page: dict[str, str] = {}
        if picture is None:
            page["stage"] = self._lobby(guest)
        else:
            self._tell_board(guest, picture.canvas, page)
        for name, html in self._around(guest, picture).items():
            if guest.news(name, html):
                page[name] = html
        if page:
            news["html"] = page

    def _tell_board(self, guest: Guest, canvas: Canvas, page: dict[str, str]) -> None:
        # The players' presence is in the board too, so the skeleton is compared on its own.
        anew = guest.news("skeleton", canvas.marks[SKELETON])
        if anew:
            page["stage"] = canvas.whole()
        for name, html in canvas.parts.items():
            if html is not None and guest.news(f"b-{name}", html) and not anew:
                page[f"b-{name}"] = html
        guest.marks = canvas.marks

    def _picture(self, guest: Guest) -> Picture:
        """The table as a connection sees it, with at least the parts of the board that it lacks."""
        picture: Picture | None = self._painted.get(("picture", guest.eye, guest.lang))
        if picture is None:
            picture = self._paint(guest, guest.marks)
        if not picture.canvas.serves(guest.marks):
            # The first to ask had more of the board already.
            picture = self._paint(guest, NOTHING)
        return picture

    def _paint(self, guest: Guest, has: Mapping[str, int]) -> Picture:
        sight = self.sight(guest.eye, guest.lang)
        picture = picture_of(sight, self.board, self.players(guest.eye, sight.awaited), has)
        self._keep(guest.eye, guest.lang, picture)
        return picture

    def _keep(self, eye: int, lang: str, picture: Picture) -> None:
        self._painted["picture", eye, lang] = picture
        self._painted["awaited", eye] = picture.awaited

    async def _have_painted(self) -> None:
        """Let a painter make what those who are to look will see. What it does not bring is painted here when they look."""
        match = self.room.match
        wanted = {
            (guest.eye, guest.lang): guest.marks for guest in self.room.guests if guest.may_look and guest.form != DATA
        }
        if match is None or not wanted:
            return
        looks = tuple(Look(eye, lang, self._lives(eye), marks) for (eye, lang), marks in wanted.items())
        order = Order(self.game.package, match.packs, match.packed, self.people(), self._aids, looks)
        painted = self._version, match.packed
        pictures = await self.hall.painters.paint(order, self.room.stored.code)
        if pictures is not None and self.room.settled.is_set() and self.room.match is match and painted == (self._version, match.packed):
            for (eye, lang), picture in zip(wanted, pictures):
                self._keep(eye, lang, picture)

    def _lobby(self, guest: Guest) -> str:
        return self.hall.pages.fragment(
            "lobby.html", guest.lang, room=self.room, table=self.room.stored, game=self.game, mine=guest.seats,
            caretaker=self.room.looks_after(guest), players=self.players(guest.eye, []), bots=self.hall.bots,
            lines=len(self.room.stored.lines),
        )  # fmt: skip

    def _around(self, guest: Guest, picture: Picture | None) -> dict[str, str]:
        """The fragments around the board."""
        key = ("around", guest.eye, guest.lang, tuple(guest.seats), guest.panel)
        if key in self._painted:
            return self._painted[key]
        awaited = picture.awaited if picture is not None else []
        groups: list[Group] = picture.groups if picture is not None else []
        frame = picture.frame if picture is not None else FRAME
        players = self.players(guest.eye, awaited)
        pages = self.hall.pages
        title = self.game.meta.title if self.room.stored.title != self.game.meta.title else ""
        where = " · ".join(part for part in (title, str(frame["title"])) if part)
        around = {
            "where": f'<span id="where">{escape(where)}</span>',
            # All that the template reads: a bar that was drawn before, for anybody, is not drawn again.
            "bar": pages.remembered(
                "bar.html", guest.lang, game=self.game.name, playing=picture is not None, ask=frame["ask"], groups=groups,
                avatars=frame["avatars"], face=guest.eye if groups else next(iter(awaited), SPECTATOR),
                awaited=[(p.seat, p.name, p.away) for p in players if p.awaited],
                name=self.room.seats[guest.eye].name if groups else "", watching=guest.eye == SPECTATOR,
                stand_in=guest.eye if guest.eye != SPECTATOR and self.room.seats[guest.eye].kind == BOT else SPECTATOR,
                mine=bool(guest.seats), outcome=self._outcome(guest.lang), results=frame["results"], may_undo=self.room.may_ask_back(guest.eye),
                names=[p.name for p in players] if self.room.stored.status == OVER else [], code=self.room.stored.code
                if self.room.stored.status == OVER else "", next_code=self.room.stored.next_code,
            ),
            "people": self._told_people(guest, players),
        }  # fmt: skip
        if picture is not None and self.board.panel is not None and guest.panel:
            context = self.sight(guest.eye, guest.lang).context(players)
            around["panel"] = self.board.paint(self.board.panel, guest.lang, context).whole()
        self._painted[key] = around
        return around

    def _told_people(self, guest: Guest, players: list[Player]) -> str:
        key = ("people", guest.lang, self.room.stored.status, *guest.seats)
        if key not in self._people:
            self._people[key] = self.hall.pages.remembered(
                "people.html", guest.lang, seats=self.room.seats, away=[p.away for p in players], mine=guest.seats,
                host=self.room.stored.host, caretaker=self.room.looks_after(guest), playing=self.room.stored.status == PLAYING,
                bot=self.hall.usual_bot,
            )  # fmt: skip
        return str(self._people[key])

    def _tell_log(self, guest: Guest, news: dict[str, Any]) -> None:
        if guest.told < self.room.story.lines:
            first = max(guest.told, self.room.story.lines - LATEST) if guest.told == 0 else guest.told
            news["log"] = self.told_lines(guest.eye, guest.lang, guest.form, first)
            news["told"] = guest.told = self.room.story.lines
        if guest.folds != self.room.story.folds:
            guest.folds = self.room.story.folds
            news["undone"] = self.room.story.undone_lines()

    def told_lines(self, seat: int, lang: str, form: str, after: int, until: int | None = None) -> list[Any]:
        """The lines of the log after a number, as a seat may know them."""
        assert self.room.match is not None
        told: list[Any] = []
        for beat in self.room.story.since(after):
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
        if key not in self._painted:
            self._painted[key] = self._lines_of(beat, SPECTATOR, lang, form)
        return self._painted[key]

    def _lines_of(self, beat: Beat, seat: int, lang: str, form: str) -> list[dict[str, Any]]:
        assert self.room.match is not None
        if beat.step is None:
            name = self.room.seats[beat.back_by].name if beat.back_by >= 0 else "?"
            return [{"kind": "take_back", "text": house_words(lang).say("web.log.take_back", name=name, n=beat.back)}]
        room = optional_room(self.game, "frame")
        headings = getattr(room, "HEADINGS", ())
        numbers = getattr(room, "NUMBERS", False)
        lines: list[dict[str, Any]] = []
        speech = self.speech(lang, bold=form != DATA)
        for event in self.room.match.events(beat.step, seat):
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
                if 0 <= who < len(self.room.seats):
                    line["seat"] = who
            line["clause"] = event.kind.clause
            lines.append(line)
        return lines

    def _tell_chat(self, guest: Guest, news: dict[str, Any]) -> None:
        if guest.chat < len(self.room.stored.chat):
            news["chat"] = [
                {"name": remark.name, "seat": remark.seat, "text": remark.text} for remark in self.room.stored.chat[guest.chat :]
            ]
            guest.chat = len(self.room.stored.chat)

    @property
    def is_telling(self) -> bool:
        """Is everybody about to be told?"""
        return self._composing.locked()

    async def tell(self) -> None:
        """Compose for everybody at once: what one table needs is at hand then, and not in the middle of other tables."""
        async with self._composing:
            if self.hall.busy and self.room.settled.is_set():
                await self._have_painted()
            if not self.room.settled.is_set():
                # What is not yet on the disk is told to nobody: whoever makes it settled tells.
                return
            for guest in self.room.guests:
                guest.catch_up()
            if not any(guest.stale for guest in self.room.guests):
                # Everybody has the latest: what was made for them is not kept.
                self._painted.clear()
                if self.room.match is not None:
                    self.room.match.fold()

    def was_told(self, guest: Guest) -> None:
        """A connection has been sent the latest."""
        if guest.beat != self.beat:
            guest.beat = self.beat
            self.hall.metrics.told(time.monotonic() - self.beat_at)
