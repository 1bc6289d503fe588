"""A table in memory: one queue, one task, one choice at a time.

People and programs come through the same gate. A choice that is accepted is stored first and told afterwards. What is told to a
connection is composed from the sight of its seat (`sight.py`), compared with what it was sent before, and is nothing at all when
nothing changed for that seat: an answer that others may not know of causes no message, no number and no delay for them.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from bagarre.kernel.errors import Mistake
from bagarre.kernel.events import EVERYONE
from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech
from bagarre.kernel.words import house_words
from bagarre.match import Match
from bagarre.web.guard import CHAT_LENGTH, NAME_LENGTH, clean_text, hash_token, new_token, same_token
from bagarre.web.guest import DATA, Guest
from bagarre.web.sight import FRAME, Group, Player, Sight, known_to, marked, optional_room, with_names
from bagarre.web.store import BOT, HUMAN, LOBBY, OPEN, OVER, PLAYING, Conflict, Remark, Seat, Stored
from bagarre.web.story import Beat, Story

if TYPE_CHECKING:
    from bagarre.web.hall import Hall

log = logging.getLogger("bagarre.web")
BOT_NAMES = ("Boulon", "Rouage", "Ressort", "Piston", "Cardan", "Écrou")
LATEST = 300
"""Lines of the log sent to somebody who arrives; earlier ones on demand."""
ALONE = 0.7
"""Seconds before a choice that everybody knows to be the only one passes by itself."""
BY_BOT, STAND_IN = "bot", 2.0
"""The `timeout` of a frame that leaves the answer to a program, and how many seconds that may think."""


class Refused(Exception):
    """A message that is not followed: its code, and values for its words."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


@dataclass
class Eye:
    """What a seat was last known to see, and the number that moves whenever that changes."""

    seq: int
    known: bytes = b""
    lines: int = 0
    version: int = -1
    """The version of the table that it has seen."""
    shared: bool = False
    """Does it know that others are asked as well?"""


@dataclass
class TakeBack:
    """Somebody asks to take back choices; everyone else must agree."""

    seat: int
    count: int
    agreed: set[int] = field(default_factory=set)


class Room:
    """One table."""

    def __init__(self, hall: Hall, stored: Stored, *, first_seq: int | None = None) -> None:
        self.hall = hall
        self.stored = stored
        self.game = hall.games[stored.game]
        self.board = hall.boards[stored.game]
        self.match: Match | None = None
        self.story = Story()
        self.guests: set[Guest] = set()
        self.settled = asyncio.Event()
        """Set while what is in memory is on the disk."""
        self.settled.set()
        self.window = 0
        """Moves whenever something changes for everybody's eyes: the beat of clocks and of programs' answers."""
        self.deadline = 0.0
        self.take_back: TakeBack | None = None
        self.used = time.monotonic()
        # Numbers go on rising when the server is started anew, and say nothing of what happened meanwhile.
        self._first_seq = int(time.time()) * 1000 if first_seq is None else first_seq
        self._eyes: dict[int, Eye] = {}
        self._version = 0
        self._painted: dict[Any, Any] = {}
        """What was made for the present version of the table, until everybody has it."""
        self._people: dict[Any, Any] = {}
        """What was made of who sits where and who is there."""
        self._speeches: dict[tuple[str, bool], Speech] = {}
        self._public = b""
        self._shared: dict[int, int] = {}
        """For each seat the window in which it last answered a question that others were asked too."""
        self._releases: dict[int, tuple[int, float]] = {}
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._arrived = self._beat_at = 0.0
        self._beat = 0
        self._queue: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue(maxsize=1000)
        self._clock: asyncio.TimerHandle | None = None
        self._task = asyncio.create_task(self._run(), name=f"table {stored.code}")

    # The queue.

    async def _run(self) -> None:
        while True:
            job = await self._queue.get()
            try:
                await job()
            except Exception:
                log.exception("a table stumbled", extra={"table": self.stored.code})
                with contextlib.suppress(Exception):
                    await self._reload()
                self.settled.set()

    async def close(self) -> None:
        self._task.cancel()
        self._stop_clock()
        for task in self._thinking.values():
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    def follow(self) -> None:
        """Bring the match to where the stored lines leave it."""
        if not self.stored.lines or self.stored.status == LOBBY:
            return
        self.match = Match.from_header(self.stored.header, self.stored.lines[0], self.game)
        self.story = Story()
        self.story.tell(self.match.steps[0], 0)
        for line in self.stored.lines[1:]:
            self._follow(line)
        # The match keeps the lines; two copies of them would be one too many.
        self.stored.lines = []

    def _follow(self, line: dict[str, Any]) -> None:
        assert self.match is not None
        if "undo" in line:
            self.match.undo(line["undo"])
            self.match.lines[-1] = line
            self.story.go_back(line.get("by", SPECTATOR), line["undo"], len(self.match.steps) - 1)
        else:
            step = self.match.play(line["seat"], line["choice"], line.get("chance", []))
            self.story.tell(step, len(self.match.steps) - 1)

    async def _reload(self) -> None:
        """Forget what is in memory and read the table again."""
        stored = await self.hall.store.load(self.stored.code)
        if stored is not None:
            self.stored = stored
            self.match = None
            self.follow()
            self._speeches.clear()
        self.settled.set()
        self._changed()

    # Who is there.

    @property
    def seats(self) -> list[Seat]:
        return self.stored.seats

    def enter(self, guest: Guest, tokens: list[str]) -> None:
        """Let a connection in: to the seats of its tokens, or to watch."""
        guest.room = self
        guest.seats = [
            i for i, seat in enumerate(self.seats) if any(same_token(token, seat.token_hash) for token in tokens)
        ]
        guest.eye = guest.seats[0] if len(guest.seats) == 1 else SPECTATOR
        self.guests.add(guest)
        self._changed()
        self._go_on()

    def leave(self, guest: Guest) -> None:
        """A connection closed."""
        self.guests.discard(guest)
        self.used = time.monotonic()
        if not self.guests:
            # Nobody is there: the clock rests, and starts anew with whoever comes.
            self._stop_clock()
            self._public = b""
        self._changed()

    @property
    def idle(self) -> bool:
        """May the table leave the memory? Programs and clocks rest when nobody watches."""
        return not self.guests and time.monotonic() - self.used > self.hall.settings.idle

    def players(self, eye: int, awaited: list[int]) -> list[Player]:
        key = ("players", eye, *awaited)
        if key not in self._people:
            here = {seat for guest in self.guests for seat in guest.seats}
            self._people[key] = [
                Player(i, seat.name or "…", seat.kind == BOT, seat.kind == HUMAN and i not in here, i == eye, i in awaited)
                for i, seat in enumerate(self.seats)
            ]
        return self._people[key]

    def option_told(self, name: str, value: Any, lang: str) -> str:
        """An option of the game in words: its label and its value."""
        told = self.game.words(lang).find(f"options.{name}") or {}
        values = told.get("values", {})
        if isinstance(value, bool):
            shown = "✓" if value else "–"
        elif isinstance(value, list | tuple):
            shown = ", ".join(str(values.get(one, one)) for one in value) or "–"
        else:
            shown = str(values.get(str(value), value))
        return f"{told.get('label', name)} : {shown}"

    # What is told.

    def _changed(self, *, people: bool = True) -> None:
        """Something may look different to somebody; `people` when it may be who sits where, or is there."""
        self._version += 1
        self._painted.clear()
        if people:
            self._people.clear()
        for guest in self.guests:
            self._place_curtain(guest)
            guest.look_again()

    def speech(self, lang: str, *, bold: bool = False) -> Speech:
        if (lang, bold) not in self._speeches:
            names = [seat.name for seat in self.seats]
            content = self.match.content if self.match is not None else self.game.content()
            self._speeches[lang, bold] = self.game.speech(lang, marked(names) if bold else names, content.names)
        return self._speeches[lang, bold]

    def look(self, seat: int) -> Eye:
        """The eye of a seat, its number moved when what it sees has changed."""
        assert self.match is not None
        eye = self._eyes.get(seat)
        if eye is None:
            eye = self._eyes[seat] = Eye(self._first_seq)
        if eye.version == self._version:
            return eye
        eye.version = self._version
        state, known = self._known(seat)
        eye.shared = len(self.game.deciders(state)) > 1
        if eye.known != known or eye.lines != self.story.lines:
            eye.known, eye.lines = known, self.story.lines
            eye.seq += 1
        return eye

    def _known(self, seat: int) -> tuple[Any, bytes]:
        """The concealed state of a seat and its bytes, once for all who look through its eyes.

        The bytes leave out who else is ready: that somebody has answered changes no question and no clock.
        """
        assert self.match is not None
        key = ("known", seat)
        if key not in self._painted:
            known = known_to(self.game, self.match.state, seat)
            self._painted[key] = known, self.game.without_ready(known).to_bytes()
        return self._painted[key]

    def sight(self, seat: int, lang: str) -> Sight:
        """What a seat sees now."""
        key = ("sight", seat, lang)
        if key not in self._painted:
            self._painted[key] = Sight(
                self.game, self._known(seat)[0], seat, self.speech(lang),
                live=seat != SPECTATOR and self.seats[seat].kind == HUMAN, aids=self.stored.settings.get("aids", True),
            )  # fmt: skip
        return self._painted[key]

    def compose(self, guest: Guest) -> dict[str, Any] | None:
        """What is new for a connection, or `None`."""
        news: dict[str, Any] = {}
        if self.match is not None:
            eye = self.look(guest.eye)
            if guest.news("seq", eye.seq):
                news["seq"] = eye.seq
        self._tell_status(guest, news)
        if guest.form == DATA:
            self._tell_data(guest, news)
        else:
            self._tell_html(guest, news)
        if self.match is not None:
            self._tell_log(guest, news)
        self._tell_chat(guest, news)
        return {"type": "update"} | news if news else None

    def _tell_status(self, guest: Guest, news: dict[str, Any]) -> None:
        status: dict[str, Any] = {
            "status": self.stored.status,
            "eye": guest.eye,
            "seats": guest.seats,
            "handover": {"seat": guest.curtain, "name": self.seats[guest.curtain].name} if guest.curtain >= 0 else None,
            "host": self.stored.host in guest.seats,
            "next": self.stored.next_code,
            "take_back": self._told_take_back(guest),
        }
        if self.match is not None:
            # "awaited" is what this seat may know: it does not tell who has answered in secret.
            sight = self.sight(guest.eye, guest.lang)
            status["awaited"] = sight.awaited
            status["turn"] = bool(sight.choices)
        for name, value in status.items():
            if guest.news(name, value):
                news[name] = value
        if self.deadline and guest.news("clock", self.window):
            news["clock"] = {"left": round(max(0.0, self.deadline - time.monotonic()), 1), "total": self._allowed()}
        elif not self.deadline and guest.news("clock", -1):
            news["clock"] = None

    def _told_take_back(self, guest: Guest) -> dict[str, Any] | None:
        if self.take_back is None:
            return None
        asked = [s for s in guest.seats if s in self._must_agree() and s not in self.take_back.agreed]
        return {"by": self.take_back.seat, "name": self.seats[self.take_back.seat].name, "asked": bool(asked)}

    def _tell_data(self, guest: Guest, news: dict[str, Any]) -> None:
        data: dict[str, Any] = {
            "players": [
                {"seat": p.seat, "name": p.name, "bot": p.bot, "away": p.away, "open": self.seats[p.seat].kind == OPEN}
                for p in self.players(guest.eye, [])
            ]
        }
        if self.match is not None:
            sight = self.sight(guest.eye, guest.lang)
            data["view"] = sight.view
            data["legal"] = [{"choice": o.notation, "words": o.words} for o in sight.legal.values()]
            data["outcome"] = self._outcome(guest.lang)
        for name, value in data.items():
            if guest.news(name, value):
                news[name] = value

    def _outcome(self, lang: str) -> dict[str, Any] | None:
        end = self.match.outcome if self.match is not None else None
        if end is None:
            return None
        words = self.speech(lang).say(f"endings.{end.ending}")
        return {"ranks": end.ranks, "scores": end.scores, "ending": end.ending, "words": words}

    def _tell_html(self, guest: Guest, news: dict[str, Any]) -> None:
        page: dict[str, str] = {}
        if self.match is None:
            page["stage"] = self._lobby(guest)
        else:
            canvas = self._canvas(guest.eye, guest.lang)
            # The players' presence is in the board too, so the skeleton is compared on its own.
            if guest.news("skeleton", canvas.skeleton):
                page["stage"] = canvas.whole()
                for name, html in canvas.parts.items():
                    guest.news(f"b-{name}", html)
            else:
                page |= {f"b-{name}": html for name, html in canvas.parts.items() if guest.news(f"b-{name}", html)}
        for name, html in self._around(guest).items():
            if guest.news(name, html):
                page[name] = html
        if page:
            news["html"] = page
        if self.match is not None:
            legal = [[o.notation, o.words, o.key] for o in self.sight(guest.eye, guest.lang).legal.values()]
            if guest.news("legal", legal):
                news["legal"] = legal
            avatars = self.sight(guest.eye, guest.lang).frame["avatars"]
            if guest.news("avatars", avatars):
                news["avatars"] = avatars

    def _canvas(self, eye: int, lang: str) -> Any:
        key = ("board", eye, lang)
        if key not in self._painted:
            sight = self.sight(eye, lang)
            context = sight.context(self.players(eye, sight.awaited))
            canvas = self.board.paint(self.board.board, lang, context)
            mood = str(sight.frame["mood"])
            canvas.skeleton = self.hall.pages.board(self.game.name, mood, canvas.skeleton)
            self._painted[key] = canvas
        return self._painted[key]

    def _lobby(self, guest: Guest) -> str:
        return self.hall.pages.fragment(
            "lobby.html", guest.lang, room=self, table=self.stored, game=self.game, mine=guest.seats,
            host=self.stored.host in guest.seats, players=self.players(guest.eye, []), bots=self.hall.bots,
            lines=len(self.stored.lines),
        )  # fmt: skip

    def _around(self, guest: Guest) -> dict[str, str]:
        """The fragments around the board."""
        key = ("around", guest.eye, guest.lang, tuple(guest.seats), guest.panel)
        if key in self._painted:
            return self._painted[key]
        sight = self.sight(guest.eye, guest.lang) if self.match is not None else None
        awaited = sight.awaited if sight is not None else []
        groups: list[Group] = sight.groups if sight is not None else []
        frame = sight.frame if sight is not None else FRAME
        players = self.players(guest.eye, awaited)
        pages = self.hall.pages
        title = self.game.meta.title if self.stored.title != self.game.meta.title else ""
        where = " · ".join(part for part in (title, str(frame["title"])) if part)
        around = {
            "where": f'<span id="where">{escape(where)}</span>',
            # All that the template reads: a bar that was drawn before, for anybody, is not drawn again.
            "bar": pages.remembered(
                "bar.html", guest.lang, game=self.game.name, playing=sight is not None, ask=frame["ask"], groups=groups,
                avatars=frame["avatars"], awaited=[(p.seat, p.name) for p in players if p.awaited],
                name=self.seats[guest.eye].name if groups else "", watching=guest.eye == SPECTATOR,
                stand_in=guest.eye if guest.eye != SPECTATOR and self.seats[guest.eye].kind == BOT else SPECTATOR,
                mine=bool(guest.seats), outcome=self._outcome(guest.lang), results=frame["results"], may_undo=self._may_ask_back(guest.eye),
                names=[p.name for p in players] if self.stored.status == OVER else [], code=self.stored.code
                if self.stored.status == OVER else "", next_code=self.stored.next_code,
            ),
            "people": self._told_people(guest, players),
        }  # fmt: skip
        if sight is not None and self.board.panel is not None and guest.panel:
            context = sight.context(players)
            around["panel"] = self.board.paint(self.board.panel, guest.lang, context).whole()
        self._painted[key] = around
        return around

    def _told_people(self, guest: Guest, players: list[Player]) -> str:
        key = ("people", guest.lang, self.stored.status, *guest.seats)
        if key not in self._people:
            self._people[key] = self.hall.pages.remembered(
                "people.html", guest.lang, seats=self.seats, away=[p.away for p in players], mine=guest.seats,
                host=self.stored.host, playing=self.stored.status == PLAYING, bot=self.hall.usual_bot,
            )  # fmt: skip
        return str(self._people[key])

    def _tell_log(self, guest: Guest, news: dict[str, Any]) -> None:
        if guest.told < self.story.lines:
            first = max(guest.told, self.story.lines - LATEST) if guest.told == 0 else guest.told
            news["log"] = self.told_lines(guest.eye, guest.lang, guest.form, first)
            news["told"] = guest.told = self.story.lines
        if guest.folds != self.story.folds:
            guest.folds = self.story.folds
            news["undone"] = self.story.undone_lines()

    def told_lines(self, seat: int, lang: str, form: str, after: int, until: int | None = None) -> list[Any]:
        """The lines of the log after a number, as a seat may know them."""
        assert self.match is not None
        told: list[Any] = []
        for beat in self.story.since(after):
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
        assert self.match is not None
        if beat.step is None:
            name = self.seats[beat.back_by].name if beat.back_by >= 0 else "?"
            return [{"kind": "take_back", "text": house_words(lang).say("web.log.take_back", name=name, n=beat.back)}]
        room = optional_room(self.game, "frame")
        headings = getattr(room, "HEADINGS", ())
        numbers = getattr(room, "NUMBERS", False)
        lines: list[dict[str, Any]] = []
        speech = self.speech(lang, bold=form != DATA)
        for event in self.match.events(beat.step, seat):
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
                if 0 <= who < len(self.seats):
                    line["seat"] = who
            line["clause"] = event.kind.clause
            lines.append(line)
        return lines

    def _tell_chat(self, guest: Guest, news: dict[str, Any]) -> None:
        if guest.chat < len(self.stored.chat):
            news["chat"] = [
                {"name": remark.name, "seat": remark.seat, "text": remark.text} for remark in self.stored.chat[guest.chat :]
            ]
            guest.chat = len(self.stored.chat)

    def was_told(self, guest: Guest) -> None:
        """A connection has been sent the latest."""
        if guest.beat != self._beat:
            guest.beat = self._beat
            self.hall.metrics.told(time.monotonic() - self._beat_at)

    def rest(self) -> None:
        """When everybody has the latest, what was made for them is not kept."""
        if not any(other.stale for other in self.guests):
            self._painted.clear()

    # What comes in.

    def receive(self, guest: Guest, message: dict[str, Any]) -> None:
        """Queue a message.

        :raises Refused: when the table cannot keep up.
        """
        handler = getattr(self, f"_on_{message.get('type')}", None)
        if handler is None:
            raise Refused("unknown_message")
        arrived = time.monotonic()

        async def job() -> None:
            try:
                if guest in self.guests:
                    self._arrived = arrived
                    await handler(guest, message)
            except Refused as refusal:
                self._refuse(guest, message, refusal.code, **refusal.values)
            except Mistake as mistake:
                clause = getattr(mistake, "clause", "")
                guest.reply(error(mistake.key, mistake.say(guest.lang), message, clause=clause))
            except (KeyError, TypeError, ValueError):
                self._refuse(guest, message, "malformed")
            except Exception:
                # It could not be stored: whoever chose is told, and the table goes back to what is.
                self._refuse(guest, message, "busy")
                raise

        try:
            self._queue.put_nowait(job)
        except asyncio.QueueFull:
            raise Refused("busy") from None

    def _refuse(self, guest: Guest, message: dict[str, Any], code: str, **values: Any) -> None:
        self.hall.metrics.refused += 1
        guest.reply(error(code, house_words(guest.lang).say(f"web.errors.{code}", **values), message))

    def _host_only(self, guest: Guest) -> None:
        if self.stored.host not in guest.seats:
            raise Refused("host_only")

    def _seat_in(self, message: dict[str, Any]) -> int:
        seat = message["seat"]
        if type(seat) is not int or not 0 <= seat < len(self.seats):
            raise Refused("no_seat")
        return seat

    async def _save(self) -> None:
        self.settled.clear()
        await self.hall.store.save(self.stored)
        self.settled.set()
        self._speeches.clear()
        self._changed()

    # Lobby.

    async def _on_sit(self, guest: Guest, message: dict[str, Any]) -> None:
        """Take a free seat."""
        number = self._seat_in(message)
        seat = self.seats[number]
        if seat.kind != OPEN:
            raise Refused("taken")
        token = new_token()
        self.seats[number] = Seat(HUMAN, self._free_name(message.get("name", ""), number), "", hash_token(token))
        await self._save()
        guest.seats = sorted([*guest.seats, number])
        if len(guest.seats) == 1:
            guest.eye = number
        guest.reply({"type": "seated", "seat": number, "token": token})
        self._changed()
        self._go_on()

    def _free_name(self, wanted: object, number: int) -> str:
        name = clean_text(wanted, NAME_LENGTH) or str(number + 1)
        taken = {seat.name.casefold() for i, seat in enumerate(self.seats) if i != number}
        base, n = name, 2
        while name.casefold() in taken:
            name, n = f"{base[: NAME_LENGTH - 3]} {n}", n + 1
        return name

    async def _on_rename(self, guest: Guest, message: dict[str, Any]) -> None:
        number = self._seat_in(message)
        if number not in guest.seats:
            raise Refused("not_your_seat")
        self.seats[number].name = self._free_name(_text_in(message, "name"), number)
        await self._save()

    async def _on_bot(self, guest: Guest, message: dict[str, Any]) -> None:
        """Put a program in a free seat, or let one stand in for a player."""
        number = self._seat_in(message)
        if number not in guest.seats:
            self._host_only(guest)
        kind = str(message["bot"])
        if kind not in self.hall.bots:
            raise Refused("no_bot")
        seat = self.seats[number]
        if seat.kind == HUMAN and self.stored.status == LOBBY:
            raise Refused("taken")
        name = seat.name if seat.kind == HUMAN else self._free_name(BOT_NAMES[number % len(BOT_NAMES)], number)
        self.seats[number] = replace(seat, kind=BOT, bot=kind, name=name)
        await self._save()
        self._go_on()

    async def _on_back(self, guest: Guest, message: dict[str, Any]) -> None:
        """The player takes the seat back from the program that stood in, or the host gives it back."""
        number = self._seat_in(message)
        if number not in guest.seats:
            self._host_only(guest)
        seat = self.seats[number]
        if not seat.stands_in:
            raise Refused("not_your_seat")
        self.seats[number] = replace(seat, kind=HUMAN, bot="")
        await self._save()
        self._go_on()

    async def _on_free(self, guest: Guest, message: dict[str, Any]) -> None:
        """Free a seat: the player leaves, or the host removes somebody. In a game a program goes on playing."""
        number = self._seat_in(message)
        if number not in guest.seats:
            self._host_only(guest)
        if self.stored.status == LOBBY:
            self.seats[number] = Seat()
        else:
            self.seats[number] = replace(self.seats[number], kind=BOT, bot=self.hall.usual_bot, token_hash="")
        for other in self.guests:
            if number in other.seats:
                other.seats.remove(number)
                other.eye = other.seats[0] if len(other.seats) == 1 else SPECTATOR
        if self.stored.host == number:
            self.stored.host = next((i for i, seat in enumerate(self.seats) if seat.kind == HUMAN), number)
        await self._save()
        self._go_on()

    async def _on_fill(self, guest: Guest, message: dict[str, Any]) -> None:
        """Programs in all free seats."""
        self._host_only(guest)
        self.fill_with_bots()
        await self._save()

    def fill_with_bots(self) -> None:
        for number, seat in enumerate(self.seats):
            if seat.kind == OPEN:
                name = self._free_name(BOT_NAMES[number % len(BOT_NAMES)], number)
                self.seats[number] = Seat(BOT, name, self.hall.usual_bot)

    async def _on_start(self, guest: Guest, message: dict[str, Any]) -> None:
        self._host_only(guest)
        await self.start()

    async def start(self) -> None:
        """Deal, or go on from the lines that the table begins with."""
        if self.stored.status != LOBBY:
            raise Refused("started")
        if any(seat.kind == OPEN for seat in self.seats):
            raise Refused("free_seats")
        names = [seat.name for seat in self.seats]
        stored = self.stored
        if stored.lines:
            stored.header["players"] = names
            stored.status = PLAYING
            self.settled.clear()
            await self.hall.store.save(stored)
            await asyncio.to_thread(self.follow)
        else:
            packs = self.hall.packs_of(stored)
            match = Match(self.game, names, options=stored.settings.get("options", {}), packs=packs)
            stored.header, stored.status = match.header(), PLAYING
            stored.lines = match.lines
            self.settled.clear()
            await self.hall.store.start(stored)
            stored.lines = []
            self.match = match
            self.story.tell(match.steps[0], 0)
        self.settled.set()
        self._speeches.clear()
        self._changed()
        self._go_on()

    # Talking.

    async def _on_chat(self, guest: Guest, message: dict[str, Any]) -> None:
        if not guest.seats:
            raise Refused("seated_only")
        number = guest.eye if guest.eye in guest.seats else guest.seats[0]
        if self.seats[number].muted:
            raise Refused("muted")
        text = clean_text(_text_in(message, "text"), CHAT_LENGTH)
        if text:
            remark = Remark(number, self.seats[number].name, text, time.time())
            await self.hall.store.add_remark(self.stored.code, len(self.stored.chat), remark)
            self.stored.chat.append(remark)
            self._changed()

    async def _on_mute(self, guest: Guest, message: dict[str, Any]) -> None:
        self._host_only(guest)
        self.seats[self._seat_in(message)].muted = bool(message["on"])
        await self._save()

    async def _on_lang(self, guest: Guest, message: dict[str, Any]) -> None:
        """Everything again, in the other language."""
        guest.lang = "en" if message["lang"] == "en" else "fr"
        guest.sent.clear()
        guest.told = guest.chat = guest.folds = 0
        guest.look_again()

    async def _on_again(self, guest: Guest, message: dict[str, Any]) -> None:
        """Everything again: the browser lost the thread."""
        guest.sent.clear()
        guest.told = guest.chat = guest.folds = 0
        guest.look_again()

    async def _on_panel(self, guest: Guest, message: dict[str, Any]) -> None:
        """The game's own panel is open, or closed: nobody draws what nobody sees."""
        guest.panel = bool(message["on"])
        guest.look_again()

    async def _on_earlier(self, guest: Guest, message: dict[str, Any]) -> None:
        """Lines of the log before a number."""
        if self.match is not None:
            before = int(message["before"])
            lines = self.told_lines(guest.eye, guest.lang, guest.form, max(0, before - 1 - LATEST), before - 1)
            guest.reply({"type": "earlier", "log": lines})

    async def _on_ping(self, guest: Guest, message: dict[str, Any]) -> None:
        guest.reply({"type": "pong"})

    # Sharing a device.

    def _place_curtain(self, guest: Guest) -> None:
        """When a shared device must change hands, show what everybody may see until it has."""
        if len(guest.seats) < 2 or self.match is None:
            guest.curtain = SPECTATOR
            return
        mine = [seat for seat in guest.seats if seat in self.match.deciders and self.seats[seat].kind == HUMAN]
        if guest.eye in mine or not mine:
            if not (guest.curtain in mine and guest.eye == SPECTATOR):
                guest.curtain = SPECTATOR
            return
        guest.curtain = mine[0]
        if guest.eye != SPECTATOR:
            self._look_through(guest, SPECTATOR)

    def _look_through(self, guest: Guest, eye: int) -> None:
        """Show what another seat sees, its log included."""
        guest.eye = eye
        guest.told = guest.folds = 0
        guest.reply({"type": "log_again"})
        guest.look_again()

    async def _on_eye(self, guest: Guest, message: dict[str, Any]) -> None:
        """The device is in other hands now."""
        number = self._seat_in(message)
        if number not in guest.seats:
            raise Refused("not_your_seat")
        guest.curtain = SPECTATOR
        self._look_through(guest, number)

    # Playing.

    def _my_seat(self, guest: Guest) -> int:
        if self.match is None:
            raise Refused("not_started")
        if guest.eye == SPECTATOR:
            raise Refused("seated_only")
        if self.seats[guest.eye].kind != HUMAN:
            raise Refused("stood_in")
        return guest.eye

    async def _on_choose(self, guest: Guest, message: dict[str, Any]) -> None:
        """Answer: the choice in notation, with the number that it answers."""
        seat = self._my_seat(guest)
        if message["seq"] != self.look(seat).seq:
            guest.look_again()
            raise Refused("late")
        await self.play(seat, str(message["choice"]))
        guest.reply({"type": "accepted", "re": message.get("id")})

    async def play(self, seat: int, choice: str | Choice) -> None:
        """Make a choice: checked, stored, then told.

        :raises Mistake: when it is not allowed; nothing has happened then.
        """
        assert self.match is not None
        shared = self.look(seat).shared
        self.settled.clear()
        try:
            step = self.match.play(seat, choice)
        except Exception:
            # Refused: the match is as it was.
            self.settled.set()
            raise
        self._painted.clear()
        status = OVER if self.match.is_over else PLAYING
        try:
            await self.hall.store.append(self.stored.code, len(self.match.lines) - 1, self.match.lines[-1], status)
        except Conflict:
            # Another process has written this line: what it wrote stands.
            await self._reload()
            raise Refused("late") from None
        self.stored.status = status
        self.story.tell(step, len(self.match.steps) - 1)
        # Whoever chose is asked anew, even when the answer left no trace in what it sees.
        if seat in self._eyes:
            self._eyes[seat].known = b""
        self.take_back = None
        if shared:
            self._shared[seat] = self.window
        self._beat, self._beat_at = self._beat + 1, self._arrived or time.monotonic()
        self._arrived = 0.0
        self.hall.metrics.choices += 1
        self.settled.set()
        self._changed(people=status == OVER)
        self._go_on()

    async def _on_why(self, guest: Guest, message: dict[str, Any]) -> None:
        """Why is a choice not possible?"""
        if self.match is None:
            raise Refused("not_started")
        choice = str(message["choice"])
        reason, clause = self.sight(guest.eye, guest.lang).why_not(choice) if guest.eye != SPECTATOR else ("", "")
        guest.reply({"type": "why", "choice": choice, "reason": reason, "clause": clause})

    async def _on_preview(self, guest: Guest, message: dict[str, Any]) -> None:
        """What would a choice do?"""
        choice = str(message["choice"])
        if self.match is None or self.board.preview is None:
            raise Refused("not_started")
        sight = self.sight(guest.eye, guest.lang)
        found = sight.preview(choice)
        html = ""
        if found is not None:
            context = sight.context(self.players(guest.eye, sight.awaited)) | {"preview": found, "notation": choice}
            html = self.board.paint(self.board.preview, guest.lang, context).whole()
        guest.reply({"type": "preview", "choice": choice, "html": html})

    # Going back.

    def _may_ask_back(self, seat: int) -> bool:
        """Is there something this seat may ask to take back?

        Not while a question to several is open: whether others have answered it is nobody's business.
        """
        if self.match is None or seat == SPECTATOR or self.seats[seat].kind != HUMAN:
            return False
        if len(self.sight(seat, "fr").awaited) > 1 or self._shared.get(seat) == self.window:
            return False
        return any(step.seat == seat for step in reversed(self.match.steps))

    async def _on_undo(self, guest: Guest, message: dict[str, Any]) -> None:
        """Take back one's last choice: at once when that is exact, otherwise when all agree."""
        seat = self._my_seat(guest)
        if not self._may_ask_back(seat):
            raise Refused("nothing_to_undo")
        assert self.match is not None
        if await asyncio.to_thread(self.match.can_undo, seat):
            await self._go_back(seat, 1)
            return
        count = next(i for i, step in enumerate(reversed(self.match.steps), start=1) if step.seat == seat)
        self.take_back = TakeBack(seat, count)
        self._changed()
        await self._agree()

    def _must_agree(self) -> set[int]:
        """People at the table other than the one who asks; programs do not mind, absent players are not waited for."""
        assert self.take_back is not None
        here = {seat for guest in self.guests for seat in guest.seats}
        return {i for i, seat in enumerate(self.seats) if seat.kind == HUMAN and i in here} - {self.take_back.seat}

    async def _on_agree(self, guest: Guest, message: dict[str, Any]) -> None:
        """Answer a request to take back."""
        if self.take_back is None:
            raise Refused("late")
        if not message["yes"]:
            if not set(guest.seats) & (self._must_agree() | {self.take_back.seat}):
                raise Refused("seated_only")
            self.take_back = None
            self._changed()
            return
        self.take_back.agreed |= set(guest.seats)
        await self._agree()

    async def _agree(self) -> None:
        assert self.take_back is not None
        if self._must_agree() <= self.take_back.agreed:
            await self._go_back(self.take_back.seat, self.take_back.count)
        else:
            self._changed()

    async def _go_back(self, seat: int, count: int) -> None:
        assert self.match is not None
        self.settled.clear()
        await asyncio.to_thread(self.match.undo, count)
        self._painted.clear()
        self.match.lines[-1]["by"] = seat
        await self.hall.store.append(self.stored.code, len(self.match.lines) - 1, self.match.lines[-1], PLAYING)
        if self.stored.status == OVER:
            self.stored.status = PLAYING
            await self.hall.store.save(self.stored)
        self.story.go_back(seat, count, len(self.match.steps) - 1)
        self.take_back = None
        for eye in self._eyes.values():
            eye.known = b""
        self.settled.set()
        self._changed()
        self._go_on()

    # After the game.

    async def _on_rematch(self, guest: Guest, message: dict[str, Any]) -> None:
        """The same people, the same table, a new game: everyone's token opens the new table too."""
        if not guest.seats:
            raise Refused("seated_only")
        if self.stored.status != OVER:
            raise Refused("not_over")
        if not self.stored.next_code:
            self.stored.next_code = await self.hall.rematch(self.stored)
            await self._save()
        guest.reply({"type": "moved", "table": self.stored.next_code})

    # Programs and clocks.

    def _allowed(self) -> float:
        return float(self.stored.settings.get("clock", 0) or 0)

    def _go_on(self) -> None:
        """After anything happened: start the clock of a new window, wake the programs that are asked."""
        if self.match is None or self.stored.status != PLAYING or not self.guests:
            self._stop_clock()
            return
        public = self._known(SPECTATOR)[1] + self.story.lines.to_bytes(4, "little")
        if public != self._public:
            self._public = public
            self.window += 1
            self._start_clock()
        for seat in self.match.deciders:
            if seat in self._thinking:
                continue
            if self.seats[seat].kind == BOT:
                self._thinking[seat] = asyncio.create_task(self._think(seat))
            elif self._alone(seat):
                self._thinking[seat] = asyncio.create_task(self._pass_alone(seat))

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self.deadline = 0.0

    def _start_clock(self) -> None:
        self._stop_clock()
        allowed = self._allowed()
        if allowed:
            self.deadline = time.monotonic() + allowed
            loop = asyncio.get_running_loop()
            self._clock = loop.call_later(allowed, lambda: self._queue.put_nowait(self._time_out_of(self.window)))

    def _time_out_of(self, window: int) -> Callable[[], Awaitable[None]]:
        async def job() -> None:
            """The clock ran out: everybody who has not answered makes the default choice, all together."""
            if window != self.window or self.match is None:
                return
            for seat in self.match.deciders:
                bites = 0
                while window == self.window and seat in self.match.deciders and bites < self.game.meta.longest:
                    await self.play(seat, await self._in_place_of(seat))
                    bites += 1

        return job

    async def _in_place_of(self, seat: int) -> Choice:
        """What stands for an answer that did not come: the game's default, or what a program would choose."""
        assert self.match is not None
        sight = Sight.of(self.match, seat, self.speech("fr"))
        if sight.frame["timeout"] != BY_BOT:
            return sight.default()
        chosen = await self.hall.thinkers.choose(
            self.game, self.hall.usual_bot, sight.known.to_bytes(), seat, sight.choices, self._bot_seed(seat), STAND_IN
        )
        return chosen if chosen is not None else sight.default()

    def _bot_seed(self, seat: int) -> str:
        """Dice of its own, from which the table's cannot be guessed."""
        assert self.match is not None
        return hashlib.sha256(f"{self.match.seed}/bot/{seat}/{len(self.match.lines)}".encode()).hexdigest()

    def _alone(self, seat: int) -> bool:
        """Is there one choice only, and does everybody know?"""
        sight = self.sight(seat, "fr")
        return len(sight.choices) == 1 and bool(sight.frame["alone"])

    async def _pass_alone(self, seat: int) -> None:
        window = self.window
        await asyncio.sleep(ALONE)

        async def job() -> None:
            self._thinking.pop(seat, None)
            if window == self.window and self.match is not None and seat in self.match.deciders and self._alone(seat):
                await self.play(seat, self.sight(seat, "fr").choices[0])
            else:
                self._go_on()

        await self._queue.put(job)

    async def _think(self, seat: int) -> None:
        """A program's answer. When others can notice it, it is told at a time drawn without looking at the cards."""
        assert self.match is not None
        low, high = self.hall.settings.bot_pace
        window, release = self._releases.get(seat, (-1, 0.0))
        if window != self.window:
            window, release = self.window, time.monotonic() + random.uniform(low, high)
            self._releases[seat] = window, release
        sight = Sight.of(self.match, seat, self.speech("fr"))
        sight.live = True
        known = self._known(seat)[1]
        chosen = await self.hall.thinkers.choose(
            self.game, self.seats[seat].bot, sight.known.to_bytes(), seat, sight.choices, self._bot_seed(seat), max(low, 0.2)
        )
        choice = chosen if chosen is not None else sight.default()
        if self._noticed(seat, choice):
            await asyncio.sleep(max(0.0, release - time.monotonic()))

        async def job() -> None:
            self._thinking.pop(seat, None)
            if self.match is None or self.seats[seat].kind != BOT or seat not in self.match.deciders:
                return
            if self._known(seat)[1] == known:
                await self.play(seat, choice)
            else:
                # What it knew is no longer so: it thinks again.
                self._go_on()

        await self._queue.put(job)

    def _noticed(self, seat: int, choice: Choice) -> bool:
        """Would anybody else notice this choice?"""
        assert self.match is not None
        before = self.match.state
        after = before.copy()
        self.game.apply(after, seat, choice)
        if after.event_count or self.game.is_over(after):
            return True
        return any(
            known_to(self.game, before, other).to_bytes() != known_to(self.game, after, other).to_bytes()
            for other in range(SPECTATOR, len(self.seats))
            if other != seat
        )


def _text_in(message: dict[str, Any], field: str) -> str:
    """:raises TypeError: when it is something else."""
    if not isinstance(message[field], str):
        raise TypeError(field)
    return str(message[field])


def error(code: str, words: str, message: dict[str, Any], clause: str = "") -> dict[str, Any]:
    """An error as it is told: a code for programs, words for people, and the message it answers."""
    told: dict[str, Any] = {"type": "error", "code": code, "message": words}
    if clause:
        told["clause"] = clause
    if isinstance(message.get("id"), int | str):
        told["re"] = message["id"]
    return told
