"""What a table tells each connection: computed from what is true there, and returned.

It is made from the view of the connection's seat (`seatview.py`), compared with what it was sent before, and is nothing at all when
nothing changed for that seat: an answer that others may not know of causes no message, no number and no delay for them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import escape

from bagarre.bots.labels import character_of
from bagarre.fair import promise
from bagarre.kernel.events import EVERYONE
from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.speech import Speech
from bagarre.kernel.words import LANGUAGES, house_words
from bagarre.web.boards import NOTHING, SKELETON, Board, Canvas
from bagarre.web.commands.lobby import FILLS
from bagarre.web.companion import told_question
from bagarre.web.connection import DATA, Connection
from bagarre.web.headline import headline
from bagarre.web.optionpages import Change, changed_options
from bagarre.web.pages import Pages
from bagarre.web.rendering import Look, Order, Person, Picture, picture_of, seen_players
from bagarre.web.seatview import FRAME, Group, Player, SeatView, optional_room, with_names
from bagarre.web.slow_clock import pace_said, told_deadline, vacations
from bagarre.web.store import BOT, HUMAN, OPEN, OVER, PLAYING
from bagarre.web.story import Beat
from bagarre.web.tablestate import SPEEDS, TableState
from bagarre.web.views import SeatViews

log = logging.getLogger("bagarre.web")

LATEST = 300
"""Lines of the log sent to somebody who arrives; earlier ones on demand."""
REMARKS = 200
"""Remarks sent to somebody who arrives."""


class Publisher:
    """The messages of one table."""

    def __init__(
        self,
        table: TableState,
        views: SeatViews,
        board: Board,
        pages: Pages,
        stand_in: str,
    ) -> None:
        self.table, self.views = table, views
        self.game, self.board, self.pages = table.game, board, pages
        self._stand_in = stand_in
        self._people: dict[Any, Any] = {}
        """What was made of who sits where and who is there."""

    def people_changed(self) -> None:
        """Somebody sits elsewhere, came or went."""
        self._people.clear()

    def players(self, eye: int, awaited: list[int]) -> list[Player]:
        key = ("players", eye, *awaited)
        if key not in self._people:
            self._people[key] = seen_players(self.people(), eye, awaited)
        return list(self._people[key])

    def people(self) -> tuple[Person, ...]:
        """Who sits where, and is there."""
        if "people" not in self._people:
            self._people["people"] = tuple(
                Person(seat.name or "…", seat.kind == BOT, seat.kind == HUMAN and i not in self.table.here)
                for i, seat in enumerate(self.table.seats)
            )
        people: tuple[Person, ...] = self._people["people"]
        return people

    def message(self, connection: Connection) -> dict[str, Any] | None:
        """What is new for a connection, which may look; `None` when nothing is."""
        if not connection.may_look:
            return None
        connection.stale = False
        try:
            return self.compose(connection)
        except Exception:
            log.exception("a page could not be composed", extra={"table": self.table.stored.code})
            return None

    def order(self, connections: Iterable[Connection]) -> Order | None:
        """What a render worker is to make for these connections; `None` when they need no board."""
        match = self.table.match
        wanted = {
            (connection.eye, connection.lang): connection.marks
            for connection in connections
            if connection.may_look and connection.form != DATA
        }
        if match is None or not wanted:
            return None
        looks = tuple(Look(eye, lang, self.views.lives(eye), marks) for (eye, lang), marks in wanted.items())
        return Order(
            self.game.package,
            match.packs,
            match.packed,
            self.people(),
            self.views.aids,
            self.views.is_given_up,
            looks,
        )

    def take(self, order: Order, pictures: list[Picture]) -> None:
        """What a render worker made."""
        for look, picture in zip(order.looks, pictures):
            self._keep(look.seat, look.lang, picture)

    def compose(self, connection: Connection) -> dict[str, Any] | None:
        """What is new for a connection, or `None`."""
        news: dict[str, Any] = {}
        if connection.form == DATA:
            seat_view = (
                self.views.seat_view(connection.eye, connection.lang)
                if self.table.match is not None
                else None
            )
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
        table, stored = self.table, self.table.stored
        facts: dict[str, Any] = {
            "status": stored.status,
            "eye": connection.eye,
            "seats": connection.seats[:],
            "handover": self._handover(connection),
            "host": stored.host in connection.seats,
            "watchers": table.watchers if stored.host in connection.seats else [],
            "next": stored.next_code,
            "take_back": self._told_take_back(connection),
            "notice": self._notice(connection.lang),
        }
        fair = stored.settings.get("fair")
        if fair:
            facts["fair"] = {
                "promise": promise(fair["secret"]),
                "shares": [int(seat) for seat in fair["shares"]],
            }
        if table.lesson is not None:
            facts["lesson"] = self._lesson(connection.lang)
        if table.is_companion:
            facts["companion"] = told_question(table, connection, self._companion_speech(connection.lang))
        if table.match is not None:
            facts["seq"] = self.views.look(connection.eye).seq
            facts["position"] = self.views.position(connection.eye) if asked.get("turn") else ""
        facts |= asked
        for name, value in facts.items():
            if connection.facts.get(name, connection) != value:
                news[name] = value
        connection.facts = facts
        clock = table.clock
        if table.is_slow:
            told = self._told_slow(connection.eye)
            if connection.news("clock", told and (told["until"], told["stopped"])):
                news["clock"] = told
        elif connection.news("clock", (clock.window, clock.stopped_at) if clock.deadline else None):
            news["clock"] = self._told_clock()

    def _companion_speech(self, lang: str) -> Speech:
        """Who asks what came; before there is a match, with the names of the table's own packs."""
        if self.table.match is not None:
            return self.views.speech(lang)
        names = [seat.name for seat in self.table.seats]
        return self.game.speech(lang, names, self.game.content(self.table.packs()).names)

    def _handover(self, connection: Connection) -> dict[str, Any] | None:
        if connection.curtain == SPECTATOR:
            return None
        return {"seat": connection.curtain, "name": self.table.seats[connection.curtain].name}

    def _notice(self, lang: str) -> dict[str, Any] | None:
        """Why the table stands still."""
        if not self.table.notice:
            return None
        words = house_words(lang).say(f"web.notices.{self.table.notice}", line=self.table.stored.gap or 0)
        return {"code": self.table.notice, "words": words}

    def _lesson(self, lang: str) -> dict[str, Any] | None:
        """What the coach of a lesson says now, and whether it is over."""
        lesson, match = self.table.lesson, self.table.match
        if lesson is None or match is None:
            return None
        pages = [
            {"n": page.number, "text": page.text[lang], "look": page.look, "clause": page.clause}
            for page in lesson.pages_at(match)
        ]
        done, act = lesson.place(match), lesson.act(match)
        return {
            "waits": act is not None and act.seat != lesson.you and self.table.waits_for_reader(act.seat),
            "pages": pages,
            "done": lesson.is_done(match),
            "free": lesson.act(match) is None,
            "part": [min(done, len(lesson.acts)), len(lesson.acts) + lesson.free],
        }

    def _told_clock(self) -> dict[str, Any] | None:
        clock = self.table.clock
        if not clock.deadline:
            return None
        now = asyncio.get_running_loop().time() if clock.stopped_at is None else clock.stopped_at
        left = round(max(0.0, clock.deadline - now), 1)
        return {"left": left, "total": self.table.allowed, "stopped": clock.stopped_at is not None}

    def _told_slow(self, eye: int) -> dict[str, Any] | None:
        """The clock of a table over days: until when, on everybody's own clock."""
        until = round(told_deadline(self.table.stored.waiting, eye)) if self.table.goes_on else 0
        if not until:
            return None
        left = max(0.0, round(until - time.time(), 1))
        total = self.table.stored.settings.get("total") or self.table.allowed
        return {
            "left": left,
            "total": total,
            "stopped": self.table.clock.stopped_at is not None,
            "until": until,
        }

    def _told_take_back(self, connection: Connection) -> dict[str, Any] | None:
        request = self.table.take_back
        if request is None:
            return None
        waits = self.table.must_agree(request.seat) - set(request.agreed)
        names = [{"name": self.table.seats[i].name, "away": i not in self.table.here} for i in sorted(waits)]
        asked = bool(waits & set(connection.seats))
        return {
            "by": request.seat,
            "name": self.table.seats[request.seat].name,
            "asked": asked,
            "waits": names,
        }

    def _tell_data(self, connection: Connection, seat_view: SeatView | None, news: dict[str, Any]) -> None:
        data: dict[str, Any] = {
            "players": [
                {
                    "seat": p.seat,
                    "name": p.name,
                    "bot": p.bot,
                    "away": p.away,
                    "open": self.table.seats[p.seat].kind == OPEN,
                }
                | ({"kind": self.table.seats[p.seat].bot} if p.bot else {})
                | (
                    {"vacation": round(self.table.seats[p.seat].away_until)}
                    if self.table.is_away(p.seat)
                    else {}
                )
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
        words = self.views.speech(lang).say(f"endings.{end.ending}")
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
        picture: Picture | None = self.views.made.get(("picture", connection.eye, connection.lang))
        if picture is None:
            picture = self._render(connection, connection.marks)
        if not picture.canvas.serves(connection.marks):
            # The first to ask had more of the board already.
            picture = self._render(connection, NOTHING)
        return picture

    def _render(self, connection: Connection, has: Mapping[str, int]) -> Picture:
        seat_view = self.views.seat_view(connection.eye, connection.lang)
        picture = picture_of(seat_view, self.board, self.players(connection.eye, seat_view.awaited), has)
        self._keep(connection.eye, connection.lang, picture)
        return picture

    def _keep(self, eye: int, lang: str, picture: Picture) -> None:
        self.views.made["picture", eye, lang] = picture
        self.views.made["awaited", eye] = picture.awaited

    def _lobby(self, connection: Connection) -> str:
        """The table while it waits for players: the same for all who sit in the same seats."""
        key = ("lobby", connection.lang, connection.eye, *connection.seats)
        if key not in self._people:
            self._people[key] = self.pages.fragment(
                "lobby.html", connection.lang, seats=self.table.seats, changes=self._changes(connection.lang), table=self.table.stored,
                game=self.game, mine=connection.seats,
                caretaker=self.table.looks_after(connection.seats), players=self.players(connection.eye, []),
                lines=len(self.table.stored.lines), things=self._things(), ready=self.table.ready, here=self.table.here, board=self.board, fills=FILLS,
            )  # fmt: skip
        return str(self._people[key])

    def _things(self) -> list[Any]:
        if "things" not in self.views.made:
            self.views.made["things"] = self.table.things()
        things: list[Any] = self.views.made["things"]
        return things

    def _changes(self, lang: str) -> list[Change]:
        """What is not as usual at this table."""
        return changed_options(self.game, self.table.stored.settings["options"], lang)

    def _around(self, connection: Connection, picture: Picture | None) -> dict[str, str]:
        """The fragments around the board."""
        key = (
            "around",
            connection.eye,
            connection.lang,
            tuple(connection.seats),
            connection.panel,
            connection.coach,
        )
        if key in self.views.made:
            return self.views.made[key]
        awaited = picture.awaited if picture is not None else []
        groups: list[Group] = picture.groups if picture is not None else []
        frame = picture.frame if picture is not None else FRAME
        players = self.players(connection.eye, awaited)
        title = self.game.meta.title if self.table.stored.title != self.game.meta.title else ""
        where = " · ".join(part for part in (title, str(frame["title"])) if part)
        around = {
            "where": f'<span id="where">{escape(where)}</span>',
            # All that the template reads: a bar that was drawn before, for anybody, is not drawn again.
            "bar": self.pages.remembered(
                "bar.html", connection.lang, game=self.game.name, playing=picture is not None, ask=frame["ask"], answers=frame["answers"], own_turn=frame["own_turn"], groups=groups,
                avatars=frame["avatars"], face=connection.eye if groups else next(iter(awaited), SPECTATOR),
                awaited=[(p.seat, p.name, p.away) for p in players if p.awaited],
                name=self._called(connection) if groups else "", watching=connection.eye == SPECTATOR,
                stand_in=connection.eye if connection.eye != SPECTATOR and self.table.seats[connection.eye].kind == BOT else SPECTATOR,
                gave_up=self.table.match is not None and connection.eye in self.table.match.conceded, mine=bool(connection.seats), reader=connection.eye if connection.seats == [connection.eye] else SPECTATOR, outcome=self._outcome(connection.lang), winner=self._winner_told(connection.lang), results=frame["results"], headline=self._headline(connection), may_undo=self.views.may_ask_back(connection.eye), may_hurry=connection.eye in connection.seats and self.table.may_hurry(connection.eye),
                may_hint=sum(len(group.options) for group in groups) > 1 and self.views.aids and not self.table.lesson,
                names=[p.name for p in players] if self.table.status == OVER else [], code=self.table.stored.code
                if self.table.status == OVER else "", next_code=self.table.stored.next_code,
            ),
            "people": self._told_people(connection, players),
        }  # fmt: skip
        if picture is not None and self.board.panel is not None and connection.panel:
            context = self.views.seat_view(connection.eye, connection.lang).context(players)
            around["panel"] = self.board.paint(self.board.panel, connection.lang, context).whole()
        if picture is not None and connection.coach:
            coaching = self.views.seat_view(connection.eye, connection.lang).coaching
            around["coach"] = self.pages.remembered("coach.html", connection.lang, coaching=coaching)
            around["coach-strip"] = self.pages.remembered(
                "coach_strip.html", connection.lang, coaching=coaching
            )
        self.views.made[key] = around
        return around

    def _headline(self, connection: Connection) -> str:
        """Who has won, to one who plays one seat, or to anybody."""
        end = self.table.match.outcome if self.table.match is not None else None
        if end is None:
            return ""
        reader = connection.eye if connection.seats == [connection.eye] else SPECTATOR
        names = [seat.name for seat in self.table.seats]
        return headline(self.game.meta, end, names, connection.lang, reader)

    def _called(self, connection: Connection) -> str:
        """How whoever is asked is called; nobody by the name that the house gives to all who told none."""
        name = self.table.seats[connection.eye].name
        return "" if name in {house_words(lang).say("web.player") for lang in LANGUAGES} else name

    def _winner_told(self, lang: str) -> str:
        """Who it is that won, when it is a bot with a temper."""
        end = self.table.match.outcome if self.table.match is not None else None
        first = [seat for seat, rank in enumerate(end.ranks) if rank == 1] if end is not None else []
        seat = self.table.seats[first[0]] if len(first) == 1 else None
        character = character_of(seat.bot, seat.name) if seat is not None else None
        if seat is None or character is None:
            return ""
        return house_words(lang).say("bots.named", name=seat.name, temper=character.temper(lang))

    def _told_people(self, connection: Connection, players: list[Player]) -> str:
        match = self.table.match
        key = (
            "people",
            connection.lang,
            self.table.status,
            match.conceded if match is not None else (),
            self.table.speed,
            *connection.seats,
        )
        if key not in self._people:
            self._people[key] = self.pages.remembered(
                "people.html", connection.lang, days=vacations(self.table.stored), pace=pace_said(self.table.stored.settings, connection.lang), seats=self.table.seats, away=[p.away for p in players], mine=connection.seats,
                host=self.table.stored.host, caretaker=self.table.looks_after(connection.seats), playing=self.table.status == PLAYING,
                bot=self._stand_in, watchers=self.table.watchers, banned=bool(self.table.stored.settings.get("banned")),
                gave_up=match.conceded if match is not None else (), may_concede=match is not None and match.may_concede,
                bots_here=any(seat.kind == BOT for seat in self.table.seats), speeds=tuple(SPEEDS), speed=self.table.speed,
                things=[thing for thing in self._things() if thing.seat in connection.seats] if match is not None else [],
            )  # fmt: skip
        return str(self._people[key])

    def _tell_log(self, connection: Connection, news: dict[str, Any]) -> None:
        if connection.told < self.table.story.lines:
            first = (
                max(connection.told, self.table.story.lines - LATEST)
                if connection.told == 0
                else connection.told
            )
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
        if key not in self.views.made:
            self.views.made[key] = self._lines_of(beat, SPECTATOR, lang, form)
        return self.views.made[key]

    def _lines_of(self, beat: Beat, seat: int, lang: str, form: str) -> list[dict[str, Any]]:
        assert self.table.match is not None
        if beat.step is None:
            name = self.table.seats[beat.back_by].name if beat.back_by >= 0 else "?"
            return [
                {
                    "kind": "take_back",
                    "text": house_words(lang).say("web.log.take_back", name=name, n=beat.back),
                }
            ]
        room = optional_room(self.game, "frame")
        headings, small = getattr(room, "HEADINGS", ()), getattr(room, "SMALL", ())
        numbers = getattr(room, "NUMBERS", False)
        lines: list[dict[str, Any]] = []
        speech = self.views.speech(lang, bold=form != DATA)
        reasons = {} if beat.undone else self.table.match.because(beat.moment, seat, lang)
        for place, event in enumerate(self.table.match.events(beat.step, seat)):
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
                if event.kind.name.startswith(small):
                    line["small"] = True
                who = next(
                    (
                        v
                        for f, v in zip(event.kind.fields, event.values)
                        if f.kind == "seat" and v is not None
                    ),
                    -1,
                )
                if 0 <= who < len(self.table.seats):
                    line["seat"] = who
            line["clause"] = event.kind.clause
            if place in reasons:
                line["because"] = reasons[place]
            lines.append(line)
        return lines

    def _tell_chat(self, connection: Connection, news: dict[str, Any]) -> None:
        chat = self.table.stored.chat
        if connection.chat < len(chat):
            first = max(connection.chat, len(chat) - REMARKS)
            news["chat"] = [
                {"name": remark.name, "seat": remark.seat, "text": remark.text, "at": int(remark.at)}
                for remark in chat[first:]
            ]
            connection.chat = len(chat)
