"""A table in memory: one queue, one task, one choice at a time.

People and programs come through the same gate. A choice that is accepted is stored first and told afterwards (`telling.py`). Clocks
and programs keep the pace (`pace.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.menu import Choice
from bagarre.kernel.words import house_words
from bagarre.match import Match
from bagarre.record import Record
from bagarre.web.connection import Connection
from bagarre.web.guard import CHAT_LENGTH, NAME_LENGTH, clean_text, hash_token, new_token, same_token
from bagarre.web.pace import Pace
from bagarre.web.publisher import LATEST, Publisher
from bagarre.web.store import BOT, HUMAN, LOBBY, OPEN, OVER, PLAYING, Conflict, Remark, Seat, Stored
from bagarre.web.story import Story, follow_with_story

if TYPE_CHECKING:
    from bagarre.web.registry import TableRegistry

log = logging.getLogger("bagarre.web")
BOT_NAMES = ("Boulon", "Rouage", "Ressort", "Piston", "Cardan", "Écrou")


class Refused(Exception):
    """A message that is not followed: its code, and values for its words."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


@dataclass
class TakeBack:
    """Somebody asks to take back choices; everyone else must agree."""

    seat: int
    count: int
    agreed: set[int] = field(default_factory=set)


class LiveTable:
    """One table."""

    def __init__(self, registry: TableRegistry, stored: Stored, *, first_seq: int | None = None) -> None:
        self.registry = registry
        self.stored = stored
        self.game = registry.games[stored.game]
        self.board = registry.boards[stored.game]
        self.match: Match | None = None
        self.story = Story()
        self.connections: set[Connection] = set()
        self.settled = asyncio.Event()
        """Set while what is in memory is on the disk."""
        self.settled.set()
        self.take_back: TakeBack | None = None
        self.used = time.monotonic()
        self._shared: dict[int, int] = {}
        """For each seat the window in which it last answered a question that others were asked too."""
        self._arrived = 0.0
        self.publisher = Publisher(self, first_seq)
        self.pace = Pace(self)
        self.queue: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue(maxsize=1000)
        self._task = asyncio.create_task(self._run(), name=f"table {stored.code}")

    # The queue.

    async def _run(self) -> None:
        while True:
            job = await self.queue.get()
            try:
                await job()
                await self.publisher.tell()
            except Exception:
                log.exception("table task failed", extra={"table": self.stored.code})
                with contextlib.suppress(Exception):
                    await self._reload()
                self.settled.set()
                self.publisher.changed()

    async def close(self) -> None:
        self._task.cancel()
        self.pace.close()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    def follow(self) -> None:
        """Bring the match to where the stored lines leave it."""
        if not self.stored.lines or self.stored.status == LOBBY:
            return
        self.match, self.story = follow_with_story(Record.of(self.stored.header, self.stored.lines), self.game)
        # The match keeps the lines; two copies of them would be one too many.
        self.stored.lines = []

    async def _reload(self) -> None:
        """Forget what is in memory and read the table again."""
        stored = await self.registry.store.load(self.stored.code)
        if stored is not None:
            self.stored = stored
            self.match = None
            self.follow()
            self.publisher.renamed()
        self.settled.set()
        self.publisher.changed()

    # Who is there.

    @property
    def seats(self) -> list[Seat]:
        return self.stored.seats

    def seats_of(self, tokens: Sequence[str]) -> list[int]:
        """The seats that these tokens open."""
        return [i for i, seat in enumerate(self.seats) if any(same_token(token, seat.token_hash) for token in tokens)]

    def enter(self, connection: Connection, tokens: list[str]) -> None:
        """Let a connection in: to the seats of its tokens, or to watch."""
        connection.table = self
        connection.seats = self.seats_of(tokens)
        connection.eye = connection.seats[0] if len(connection.seats) == 1 else SPECTATOR
        self.connections.add(connection)
        self.publisher.changed()
        self.pace.go_on()

    def leave(self, connection: Connection) -> None:
        """A connection closed."""
        self.connections.discard(connection)
        self.used = time.monotonic()
        if not self.connections:
            self.pace.pause()
        self.publisher.changed()

    @property
    def idle(self) -> bool:
        """May the table leave the memory? Programs and clocks rest when nobody watches."""
        return not self.connections and time.monotonic() - self.used > self.registry.settings.idle

    def _option_told(self, name: str, value: Any, lang: str) -> str:
        """An option of the game in words: its label and its value."""
        told = self.game.words(lang).find(f"options.{name}") or {}
        values = told.get("values", {})
        if isinstance(value, bool):
            shown = "✓" if value else "–"
        elif isinstance(value, list | tuple):
            shown = ", ".join(str(values.get(one, one)) for one in value) or "–"
        else:
            shown = str(values.get(str(value), value))
        return house_words(lang).say("web.lobby.option", label=told.get("label", name), value=shown)

    def options_told(self, lang: str) -> str:
        """The options of this table."""
        return " · ".join(self._option_told(name, value, lang) for name, value in self.stored.settings["options"].items())

    # What comes in.

    def receive(self, connection: Connection, message: dict[str, Any]) -> None:
        """Queue a message.

        :raises Refused: when the table cannot keep up.
        """
        handler = getattr(self, f"_on_{message.get('type')}", None)
        if handler is None:
            raise Refused("unknown_message")
        arrived = time.monotonic()

        async def job() -> None:
            try:
                if connection in self.connections:
                    self._arrived = arrived
                    await handler(connection, message)
            except Refused as refusal:
                self._refuse(connection, message, refusal.code, **refusal.values)
            except Mistake as mistake:
                clause = getattr(mistake, "clause", "")
                connection.reply(error(mistake.key, mistake.say(connection.lang), message, clause=clause))
            except (KeyError, TypeError, ValueError):
                self._refuse(connection, message, "malformed")
            except Exception:
                # It could not be stored: whoever chose is told, and the table goes back to what is.
                self._refuse(connection, message, "busy")
                raise

        try:
            self.queue.put_nowait(job)
        except asyncio.QueueFull:
            raise Refused("busy") from None

    def _refuse(self, connection: Connection, message: dict[str, Any], code: str, **values: Any) -> None:
        self.registry.metrics.refused += 1
        connection.reply(error(code, house_words(connection.lang).say(f"web.errors.{code}", **values), message))

    def _host_only(self, connection: Connection) -> None:
        if self.stored.host not in connection.seats:
            raise Refused("host_only")

    def is_here(self, number: int) -> bool:
        """Is somebody connected to that seat?"""
        return any(number in connection.seats for connection in self.connections)

    def looks_after(self, connection: Connection) -> bool:
        """Does that connection look after the table? The host does, and everybody who sits here while the host is away."""
        return self.stored.host in connection.seats or (bool(connection.seats) and not self.is_here(self.stored.host))

    def _caretaker_only(self, connection: Connection) -> None:
        if not self.looks_after(connection):
            raise Refused("host_only")

    def _seat_in(self, message: dict[str, Any]) -> int:
        seat = message["seat"]
        if type(seat) is not int or not 0 <= seat < len(self.seats):
            raise Refused("no_seat")
        return seat

    async def _save(self) -> None:
        self.settled.clear()
        await self.registry.store.save(self.stored)
        self.settled.set()
        self.publisher.renamed()
        self.publisher.changed()

    # Lobby.

    async def _on_sit(self, connection: Connection, message: dict[str, Any]) -> None:
        """Take a free seat."""
        number = self._seat_in(message)
        seat = self.seats[number]
        if seat.kind != OPEN:
            raise Refused("taken")
        token = new_token()
        self.seats[number] = Seat(HUMAN, self._name_of(connection, message.get("name", ""), number), "", hash_token(token))
        await self._save()
        connection.seats = sorted([*connection.seats, number])
        # A device that two share shows nobody's hand before it is handed over.
        connection.eye = number if len(connection.seats) == 1 else SPECTATOR
        connection.reply({"type": "seated", "seat": number, "token": token})
        self.publisher.changed()
        self.pace.go_on()

    def _name_of(self, connection: Connection, wanted: object, number: int) -> str:
        """The name that somebody wants, or the usual one."""
        return self._free_name(clean_text(wanted, NAME_LENGTH) or usual_name(number, connection.lang), number)

    def _free_name(self, name: str, number: int) -> str:
        taken = {seat.name.casefold() for i, seat in enumerate(self.seats) if i != number}
        base, n = name, 2
        while name.casefold() in taken:
            name, n = f"{base[: NAME_LENGTH - 3]} {n}", n + 1
        return name

    async def _on_rename(self, connection: Connection, message: dict[str, Any]) -> None:
        number = self._seat_in(message)
        if number not in connection.seats:
            raise Refused("not_your_seat")
        if "thing" in message:
            self._name_thing(number, _text_in(message, "thing"), _text_in(message, "name"))
        else:
            self.seats[number].name = self._name_of(connection, _text_in(message, "name"), number)
        await self._save()

    def things(self) -> list[Any]:
        """What the players of this table may name before it begins (`naming.slots` of the game)."""
        if self.stored.status != LOBBY or self.stored.lines or find_spec(f"{self.game.package}.naming") is None:
            return []
        packs = self.registry.packs_of(self.stored)
        state = self.game.prepare(len(self.seats), self.stored.settings.get("options", {}), packs)
        slots: list[Any] = self.game.room("naming").slots(state, self.game.content(packs))
        return slots

    def _name_thing(self, seat: int, thing: str, name: str) -> None:
        """Call something of the seat as its player likes; names travel in a pack."""
        if self.stored.status != LOBBY:
            raise Refused("started")
        if not any(slot.seat == seat and slot.letter == thing for slot in self.things()):
            raise Refused("not_your_seat")
        packs = self.game.room("naming").renamed(self.registry.packs_of(self.stored), thing, name)
        named = [{"name": pack.name, "text": pack.text} for pack in packs]
        self.stored.settings = self.stored.settings | {"packs": named}

    async def _on_bot(self, connection: Connection, message: dict[str, Any]) -> None:
        """Put a program in a free seat, or let one stand in for a player."""
        number = self._seat_in(message)
        if number not in connection.seats:
            self._caretaker_only(connection)
            if self.is_here(number):
                self._host_only(connection)
        kind = str(message["bot"])
        if kind not in self.registry.bots:
            raise Refused("no_bot")
        seat = self.seats[number]
        if seat.kind == HUMAN and self.stored.status == LOBBY:
            raise Refused("taken")
        name = seat.name if seat.kind == HUMAN else self._free_name(BOT_NAMES[number % len(BOT_NAMES)], number)
        self.seats[number] = replace(seat, kind=BOT, bot=kind, name=name)
        await self._save()
        self.pace.go_on()

    async def _on_back(self, connection: Connection, message: dict[str, Any]) -> None:
        """The player takes the seat back from the program that stood in, or the host gives it back."""
        number = self._seat_in(message)
        if number not in connection.seats:
            self._caretaker_only(connection)
        seat = self.seats[number]
        if not seat.stands_in:
            raise Refused("not_your_seat")
        self.seats[number] = replace(seat, kind=HUMAN, bot="")
        await self._save()
        self.pace.go_on()

    async def _on_free(self, connection: Connection, message: dict[str, Any]) -> None:
        """Free a seat: the player leaves, or the host removes somebody. In a game a program goes on playing."""
        number = self._seat_in(message)
        if number not in connection.seats:
            self._host_only(connection)
        if self.stored.status == LOBBY:
            self.seats[number] = Seat()
        else:
            self.seats[number] = replace(self.seats[number], kind=BOT, bot=self.registry.usual_bot, token_hash="")
        for other in self.connections:
            if number in other.seats:
                other.seats.remove(number)
                other.eye = other.seats[0] if len(other.seats) == 1 else SPECTATOR
                if other is not connection:
                    other.reply(error("removed", house_words(other.lang).say("web.errors.removed"), {}))
        if self.stored.host == number:
            self.stored.host = next((i for i, seat in enumerate(self.seats) if seat.kind == HUMAN), number)
        await self._save()
        self.pace.go_on()

    async def _on_fill(self, connection: Connection, message: dict[str, Any]) -> None:
        """Programs in all free seats."""
        self._caretaker_only(connection)
        self.fill_with_bots()
        await self._save()

    def fill_with_bots(self) -> None:
        for number, seat in enumerate(self.seats):
            if seat.kind == OPEN:
                name = self._free_name(BOT_NAMES[number % len(BOT_NAMES)], number)
                self.seats[number] = Seat(BOT, name, self.registry.usual_bot)

    async def _on_start(self, connection: Connection, message: dict[str, Any]) -> None:
        self._caretaker_only(connection)
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
            await self.registry.store.save(stored)
            await asyncio.to_thread(self.follow)
        else:
            packs = self.registry.packs_of(stored)
            if packs:
                # They may take a while to read: other tables go on meanwhile.
                await asyncio.to_thread(self.game.content, packs)
            kinds = [seat.bot if seat.kind == BOT else HUMAN for seat in self.seats]
            match = Match(self.game, names, options=stored.settings.get("options", {}), packs=packs, kinds=kinds)
            stored.header, stored.status = match.header(), PLAYING
            stored.lines = match.lines
            self.settled.clear()
            await self.registry.store.start(stored)
            stored.lines = []
            self.match = match
            self.story.tell(match.steps[0], 0)
        self.settled.set()
        self.publisher.renamed()
        self.publisher.changed()
        self.pace.go_on()

    # Talking.

    async def _on_chat(self, connection: Connection, message: dict[str, Any]) -> None:
        if not connection.seats:
            raise Refused("seated_only")
        number = connection.eye if connection.eye in connection.seats else connection.seats[0]
        if self.seats[number].muted:
            raise Refused("muted")
        text = clean_text(_text_in(message, "text"), CHAT_LENGTH)
        if text:
            remark = Remark(number, self.seats[number].name, text, time.time())
            await self.registry.store.add_remark(self.stored.code, len(self.stored.chat), remark)
            self.stored.chat.append(remark)
            self.publisher.changed()

    async def _on_mute(self, connection: Connection, message: dict[str, Any]) -> None:
        self._host_only(connection)
        self.seats[self._seat_in(message)].muted = bool(message["on"])
        await self._save()

    async def _on_lang(self, connection: Connection, message: dict[str, Any]) -> None:
        """Everything again, in the other language."""
        connection.lang = "en" if message["lang"] == "en" else "fr"
        connection.begin_again()

    async def _on_again(self, connection: Connection, message: dict[str, Any]) -> None:
        """Everything again: the browser lost the thread."""
        connection.begin_again()

    async def _on_panel(self, connection: Connection, message: dict[str, Any]) -> None:
        """The game's own panel is open, or closed: nobody draws what nobody sees."""
        connection.panel = bool(message["on"])
        connection.look_again()

    async def _on_earlier(self, connection: Connection, message: dict[str, Any]) -> None:
        """Lines of the log before a number."""
        if self.match is not None:
            before = int(message["before"])
            lines = self.publisher.told_lines(connection.eye, connection.lang, connection.form, max(0, before - 1 - LATEST), before - 1)
            connection.reply({"type": "earlier", "log": lines})

    async def _on_ping(self, connection: Connection, message: dict[str, Any]) -> None:
        connection.reply({"type": "pong"})

    # Sharing a device.

    def place_curtain(self, connection: Connection) -> None:
        """When a shared device must change hands, show what everybody may see until it has."""
        if len(connection.seats) < 2 or self.match is None:
            connection.curtain = SPECTATOR
            return
        mine = [seat for seat in connection.seats if seat in self.match.deciders and self.seats[seat].kind == HUMAN]
        if connection.eye in mine or not mine:
            if not (connection.curtain in mine and connection.eye == SPECTATOR):
                connection.curtain = SPECTATOR
            return
        connection.curtain = mine[0]
        if connection.eye != SPECTATOR:
            self._look_through(connection, SPECTATOR)

    def _look_through(self, connection: Connection, eye: int) -> None:
        """Show what another seat sees, its log included."""
        connection.eye = eye
        connection.told = connection.folds = 0
        connection.reply({"type": "log_again"})
        connection.look_again()

    async def _on_eye(self, connection: Connection, message: dict[str, Any]) -> None:
        """The device is in other hands now."""
        number = self._seat_in(message)
        if number not in connection.seats:
            raise Refused("not_your_seat")
        connection.curtain = SPECTATOR
        self._look_through(connection, number)

    # Playing.

    def _my_seat(self, connection: Connection) -> int:
        if self.match is None:
            raise Refused("not_started")
        if connection.eye == SPECTATOR:
            raise Refused("seated_only")
        if self.seats[connection.eye].kind != HUMAN:
            raise Refused("stood_in")
        return connection.eye

    async def _on_choose(self, connection: Connection, message: dict[str, Any]) -> None:
        """Answer: the choice in notation, with the number that it answers."""
        seat = self._my_seat(connection)
        if message["seq"] != self.publisher.look(seat).seq:
            connection.look_again()
            raise Refused("late")
        await self.play(seat, str(message["choice"]))
        if "id" in message:
            # Others see from their next update that it was.
            connection.reply({"type": "accepted", "re": message["id"]})

    async def play(self, seat: int, choice: str | Choice) -> None:
        """Make a choice: checked, stored, then told.

        :raises Mistake: when it is not allowed; nothing has happened then.
        """
        assert self.match is not None
        shared = self.publisher.look(seat).shared
        self.settled.clear()
        try:
            step = self.match.play(seat, choice)
        except Exception:
            # Refused: the match is as it was.
            self.settled.set()
            raise
        self.publisher.played()
        status = OVER if self.match.is_over else PLAYING
        try:
            line = self.match.history[-1].data()
            await self.registry.store.append(self.stored.code, len(self.match.history) - 1, line, status)
        except Conflict:
            # Another process has written this line: what it wrote stands.
            await self._reload()
            raise Refused("late") from None
        self.stored.status = status
        self.story.tell(step, len(self.match.steps) - 1)
        self.publisher.ask_anew(seat)
        self.take_back = None
        if shared:
            self._shared[seat] = self.pace.window
        self.publisher.chosen(self._arrived)
        self._arrived = 0.0
        self.registry.metrics.choices += 1
        self.settled.set()
        self.publisher.changed(people=status == OVER)
        self.pace.go_on()

    async def _on_why(self, connection: Connection, message: dict[str, Any]) -> None:
        """Why is a choice not possible?"""
        if self.match is None:
            raise Refused("not_started")
        choice = str(message["choice"])
        reason, clause = self.publisher.seat_view(connection.eye, connection.lang).why_not(choice) if connection.eye != SPECTATOR else ("", "")
        connection.reply({"type": "why", "choice": choice, "reason": reason, "clause": clause})

    async def _on_preview(self, connection: Connection, message: dict[str, Any]) -> None:
        """What would a choice do?"""
        choice = str(message["choice"])
        if self.match is None:
            raise Refused("not_started")
        seat_view = self.publisher.seat_view(connection.eye, connection.lang)
        found = seat_view.preview(choice) if self.board.preview is not None else None
        html = ""
        if found is not None and self.board.preview is not None:
            context = seat_view.context(self.publisher.players(connection.eye, seat_view.awaited)) | {"preview": found, "notation": choice}
            html = self.board.paint(self.board.preview, connection.lang, context).whole()
        connection.reply({"type": "preview", "choice": choice, "html": html})

    # Going back.

    def may_ask_back(self, seat: int) -> bool:
        """Is there something this seat may ask to take back?

        Not while a question to several is open: whether others have answered it is nobody's business.
        """
        if self.match is None or self.stored.status != PLAYING or seat == SPECTATOR or self.seats[seat].kind != HUMAN:
            return False
        if len(self.publisher.awaited(seat)) > 1 or self._shared.get(seat) == self.pace.window:
            return False
        return any(step.seat == seat for step in reversed(self.match.steps))

    async def _on_undo(self, connection: Connection, message: dict[str, Any]) -> None:
        """Take back one's last choice: at once when that is exact, otherwise when all agree."""
        seat = self._my_seat(connection)
        if not self.may_ask_back(seat):
            raise Refused("nothing_to_undo")
        assert self.match is not None
        if await asyncio.to_thread(self.match.can_undo, seat):
            await self._go_back(seat, 1)
            return
        count = next(i for i, step in enumerate(reversed(self.match.steps), start=1) if step.seat == seat)
        self.take_back = TakeBack(seat, count)
        self.publisher.changed()
        await self._agree()

    def must_agree(self) -> set[int]:
        """People at the table other than the one who asks; programs do not mind, absent players are not waited for."""
        assert self.take_back is not None
        here = {seat for connection in self.connections for seat in connection.seats}
        return {i for i, seat in enumerate(self.seats) if seat.kind == HUMAN and i in here} - {self.take_back.seat}

    async def _on_agree(self, connection: Connection, message: dict[str, Any]) -> None:
        """Answer a request to take back."""
        if self.take_back is None:
            raise Refused("late")
        if not message["yes"]:
            if not set(connection.seats) & (self.must_agree() | {self.take_back.seat}):
                raise Refused("seated_only")
            self.take_back = None
            self.publisher.changed()
            return
        self.take_back.agreed |= set(connection.seats)
        await self._agree()

    async def _agree(self) -> None:
        assert self.take_back is not None
        if self.must_agree() <= self.take_back.agreed:
            await self._go_back(self.take_back.seat, self.take_back.count)
        else:
            self.publisher.changed()

    async def _go_back(self, seat: int, count: int) -> None:
        assert self.match is not None
        self.settled.clear()
        self.match.undo(count, by=seat)
        self.publisher.played()
        line = self.match.history[-1].data()
        await self.registry.store.append(self.stored.code, len(self.match.history) - 1, line, PLAYING)
        self.story.go_back(seat, count, len(self.match.steps) - 1)
        self.take_back = None
        self.publisher.ask_anew()
        self.settled.set()
        self.publisher.changed()
        self.pace.go_on()

    # After the game.

    async def _on_rematch(self, connection: Connection, message: dict[str, Any]) -> None:
        """The same people, the same table, a new game: everyone's token opens the new table too."""
        if not connection.seats:
            raise Refused("seated_only")
        if self.stored.status != OVER:
            raise Refused("not_over")
        if not self.stored.next_code:
            self.stored.next_code = await self.registry.rematch(self.stored)
            await self._save()
        connection.reply({"type": "moved", "table": self.stored.next_code})


def usual_name(number: int, lang: str) -> str:
    """The name of somebody who gave none."""
    return f"{house_words(lang).say('web.player')} {number + 1}"


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
