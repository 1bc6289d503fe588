"""A table in memory: one queue, one task, one choice at a time.

People and programs come through the same gate. A choice that is accepted is stored first and told afterwards (`telling.py`). Clocks
and programs keep the pace (`pace.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.menu import Choice
from bagarre.kernel.words import house_words
from bagarre.match import Match
from bagarre.web.guard import CHAT_LENGTH, NAME_LENGTH, clean_text, hash_token, new_token, same_token
from bagarre.web.guest import Guest
from bagarre.web.pace import Pace
from bagarre.web.store import BOT, HUMAN, LOBBY, OPEN, OVER, PLAYING, Conflict, Remark, Seat, Stored
from bagarre.web.story import Story
from bagarre.web.telling import LATEST, Teller

if TYPE_CHECKING:
    from bagarre.web.hall import Hall

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
        self.take_back: TakeBack | None = None
        self.used = time.monotonic()
        self._shared: dict[int, int] = {}
        """For each seat the window in which it last answered a question that others were asked too."""
        self._arrived = 0.0
        self.teller = Teller(self, first_seq)
        self.pace = Pace(self)
        self.queue: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue(maxsize=1000)
        self._task = asyncio.create_task(self._run(), name=f"table {stored.code}")

    # The queue.

    async def _run(self) -> None:
        while True:
            job = await self.queue.get()
            try:
                await job()
                await self.teller.tell()
            except Exception:
                log.exception("a table stumbled", extra={"table": self.stored.code})
                with contextlib.suppress(Exception):
                    await self._reload()
                self.settled.set()
                self.teller.changed()

    async def close(self) -> None:
        self._task.cancel()
        self.pace.close()
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
            self.teller.renamed()
        self.settled.set()
        self.teller.changed()

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
        self.teller.changed()
        self.pace.go_on()

    def leave(self, guest: Guest) -> None:
        """A connection closed."""
        self.guests.discard(guest)
        self.used = time.monotonic()
        if not self.guests:
            self.pace.pause()
        self.teller.changed()

    @property
    def idle(self) -> bool:
        """May the table leave the memory? Programs and clocks rest when nobody watches."""
        return not self.guests and time.monotonic() - self.used > self.hall.settings.idle

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
            self.queue.put_nowait(job)
        except asyncio.QueueFull:
            raise Refused("busy") from None

    def _refuse(self, guest: Guest, message: dict[str, Any], code: str, **values: Any) -> None:
        self.hall.metrics.refused += 1
        guest.reply(error(code, house_words(guest.lang).say(f"web.errors.{code}", **values), message))

    def _host_only(self, guest: Guest) -> None:
        if self.stored.host not in guest.seats:
            raise Refused("host_only")

    def is_here(self, number: int) -> bool:
        """Is somebody connected to that seat?"""
        return any(number in guest.seats for guest in self.guests)

    def looks_after(self, guest: Guest) -> bool:
        """Does that connection look after the table? The host does, and everybody who sits here while the host is away."""
        return self.stored.host in guest.seats or (bool(guest.seats) and not self.is_here(self.stored.host))

    def _caretaker_only(self, guest: Guest) -> None:
        if not self.looks_after(guest):
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
        self.teller.renamed()
        self.teller.changed()

    # Lobby.

    async def _on_sit(self, guest: Guest, message: dict[str, Any]) -> None:
        """Take a free seat."""
        number = self._seat_in(message)
        seat = self.seats[number]
        if seat.kind != OPEN:
            raise Refused("taken")
        token = new_token()
        self.seats[number] = Seat(HUMAN, self._name_of(guest, message.get("name", ""), number), "", hash_token(token))
        await self._save()
        guest.seats = sorted([*guest.seats, number])
        # A device that two share shows nobody's hand before it is handed over.
        guest.eye = number if len(guest.seats) == 1 else SPECTATOR
        guest.reply({"type": "seated", "seat": number, "token": token})
        self.teller.changed()
        self.pace.go_on()

    def _name_of(self, guest: Guest, wanted: object, number: int) -> str:
        """The name that somebody wants, or the usual one."""
        return self._free_name(clean_text(wanted, NAME_LENGTH) or usual_name(number, guest.lang), number)

    def _free_name(self, name: str, number: int) -> str:
        taken = {seat.name.casefold() for i, seat in enumerate(self.seats) if i != number}
        base, n = name, 2
        while name.casefold() in taken:
            name, n = f"{base[: NAME_LENGTH - 3]} {n}", n + 1
        return name

    async def _on_rename(self, guest: Guest, message: dict[str, Any]) -> None:
        number = self._seat_in(message)
        if number not in guest.seats:
            raise Refused("not_your_seat")
        self.seats[number].name = self._name_of(guest, _text_in(message, "name"), number)
        await self._save()

    async def _on_bot(self, guest: Guest, message: dict[str, Any]) -> None:
        """Put a program in a free seat, or let one stand in for a player."""
        number = self._seat_in(message)
        if number not in guest.seats:
            self._caretaker_only(guest)
            if self.is_here(number):
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
        self.pace.go_on()

    async def _on_back(self, guest: Guest, message: dict[str, Any]) -> None:
        """The player takes the seat back from the program that stood in, or the host gives it back."""
        number = self._seat_in(message)
        if number not in guest.seats:
            self._caretaker_only(guest)
        seat = self.seats[number]
        if not seat.stands_in:
            raise Refused("not_your_seat")
        self.seats[number] = replace(seat, kind=HUMAN, bot="")
        await self._save()
        self.pace.go_on()

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
                if other is not guest:
                    other.reply(error("removed", house_words(other.lang).say("web.errors.removed"), {}))
        if self.stored.host == number:
            self.stored.host = next((i for i, seat in enumerate(self.seats) if seat.kind == HUMAN), number)
        await self._save()
        self.pace.go_on()

    async def _on_fill(self, guest: Guest, message: dict[str, Any]) -> None:
        """Programs in all free seats."""
        self._caretaker_only(guest)
        self.fill_with_bots()
        await self._save()

    def fill_with_bots(self) -> None:
        for number, seat in enumerate(self.seats):
            if seat.kind == OPEN:
                name = self._free_name(BOT_NAMES[number % len(BOT_NAMES)], number)
                self.seats[number] = Seat(BOT, name, self.hall.usual_bot)

    async def _on_start(self, guest: Guest, message: dict[str, Any]) -> None:
        self._caretaker_only(guest)
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
        self.teller.renamed()
        self.teller.changed()
        self.pace.go_on()

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
            self.teller.changed()

    async def _on_mute(self, guest: Guest, message: dict[str, Any]) -> None:
        self._host_only(guest)
        self.seats[self._seat_in(message)].muted = bool(message["on"])
        await self._save()

    async def _on_lang(self, guest: Guest, message: dict[str, Any]) -> None:
        """Everything again, in the other language."""
        guest.lang = "en" if message["lang"] == "en" else "fr"
        guest.begin_again()

    async def _on_again(self, guest: Guest, message: dict[str, Any]) -> None:
        """Everything again: the browser lost the thread."""
        guest.begin_again()

    async def _on_panel(self, guest: Guest, message: dict[str, Any]) -> None:
        """The game's own panel is open, or closed: nobody draws what nobody sees."""
        guest.panel = bool(message["on"])
        guest.look_again()

    async def _on_earlier(self, guest: Guest, message: dict[str, Any]) -> None:
        """Lines of the log before a number."""
        if self.match is not None:
            before = int(message["before"])
            lines = self.teller.told_lines(guest.eye, guest.lang, guest.form, max(0, before - 1 - LATEST), before - 1)
            guest.reply({"type": "earlier", "log": lines})

    async def _on_ping(self, guest: Guest, message: dict[str, Any]) -> None:
        guest.reply({"type": "pong"})

    # Sharing a device.

    def place_curtain(self, guest: Guest) -> None:
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
        if message["seq"] != self.teller.look(seat).seq:
            guest.look_again()
            raise Refused("late")
        await self.play(seat, str(message["choice"]))
        if "id" in message:
            # Others see from their next update that it was.
            guest.reply({"type": "accepted", "re": message["id"]})

    async def play(self, seat: int, choice: str | Choice) -> None:
        """Make a choice: checked, stored, then told.

        :raises Mistake: when it is not allowed; nothing has happened then.
        """
        assert self.match is not None
        shared = self.teller.look(seat).shared
        self.settled.clear()
        try:
            step = self.match.play(seat, choice)
        except Exception:
            # Refused: the match is as it was.
            self.settled.set()
            raise
        self.teller.played()
        status = OVER if self.match.is_over else PLAYING
        try:
            await self.hall.store.append(self.stored.code, len(self.match.lines) - 1, self.match.lines[-1], status)
        except Conflict:
            # Another process has written this line: what it wrote stands.
            await self._reload()
            raise Refused("late") from None
        self.stored.status = status
        self.story.tell(step, len(self.match.steps) - 1)
        self.teller.ask_anew(seat)
        self.take_back = None
        if shared:
            self._shared[seat] = self.pace.window
        self.teller.chosen(self._arrived)
        self._arrived = 0.0
        self.hall.metrics.choices += 1
        self.settled.set()
        self.teller.changed(people=status == OVER)
        self.pace.go_on()

    async def _on_why(self, guest: Guest, message: dict[str, Any]) -> None:
        """Why is a choice not possible?"""
        if self.match is None:
            raise Refused("not_started")
        choice = str(message["choice"])
        reason, clause = self.teller.sight(guest.eye, guest.lang).why_not(choice) if guest.eye != SPECTATOR else ("", "")
        guest.reply({"type": "why", "choice": choice, "reason": reason, "clause": clause})

    async def _on_preview(self, guest: Guest, message: dict[str, Any]) -> None:
        """What would a choice do?"""
        choice = str(message["choice"])
        if self.match is None:
            raise Refused("not_started")
        sight = self.teller.sight(guest.eye, guest.lang)
        found = sight.preview(choice) if self.board.preview is not None else None
        html = ""
        if found is not None and self.board.preview is not None:
            context = sight.context(self.teller.players(guest.eye, sight.awaited)) | {"preview": found, "notation": choice}
            html = self.board.paint(self.board.preview, guest.lang, context).whole()
        guest.reply({"type": "preview", "choice": choice, "html": html})

    # Going back.

    def may_ask_back(self, seat: int) -> bool:
        """Is there something this seat may ask to take back?

        Not while a question to several is open: whether others have answered it is nobody's business.
        """
        if self.match is None or self.stored.status != PLAYING or seat == SPECTATOR or self.seats[seat].kind != HUMAN:
            return False
        if len(self.teller.awaited(seat)) > 1 or self._shared.get(seat) == self.pace.window:
            return False
        return any(step.seat == seat for step in reversed(self.match.steps))

    async def _on_undo(self, guest: Guest, message: dict[str, Any]) -> None:
        """Take back one's last choice: at once when that is exact, otherwise when all agree."""
        seat = self._my_seat(guest)
        if not self.may_ask_back(seat):
            raise Refused("nothing_to_undo")
        assert self.match is not None
        if await asyncio.to_thread(self.match.can_undo, seat):
            await self._go_back(seat, 1)
            return
        count = next(i for i, step in enumerate(reversed(self.match.steps), start=1) if step.seat == seat)
        self.take_back = TakeBack(seat, count)
        self.teller.changed()
        await self._agree()

    def must_agree(self) -> set[int]:
        """People at the table other than the one who asks; programs do not mind, absent players are not waited for."""
        assert self.take_back is not None
        here = {seat for guest in self.guests for seat in guest.seats}
        return {i for i, seat in enumerate(self.seats) if seat.kind == HUMAN and i in here} - {self.take_back.seat}

    async def _on_agree(self, guest: Guest, message: dict[str, Any]) -> None:
        """Answer a request to take back."""
        if self.take_back is None:
            raise Refused("late")
        if not message["yes"]:
            if not set(guest.seats) & (self.must_agree() | {self.take_back.seat}):
                raise Refused("seated_only")
            self.take_back = None
            self.teller.changed()
            return
        self.take_back.agreed |= set(guest.seats)
        await self._agree()

    async def _agree(self) -> None:
        assert self.take_back is not None
        if self.must_agree() <= self.take_back.agreed:
            await self._go_back(self.take_back.seat, self.take_back.count)
        else:
            self.teller.changed()

    async def _go_back(self, seat: int, count: int) -> None:
        assert self.match is not None
        self.settled.clear()
        await asyncio.to_thread(self.match.undo, count)
        self.teller.played()
        self.match.lines[-1]["by"] = seat
        await self.hall.store.append(self.stored.code, len(self.match.lines) - 1, self.match.lines[-1], PLAYING)
        self.story.go_back(seat, count, len(self.match.steps) - 1)
        self.take_back = None
        self.teller.ask_anew()
        self.settled.set()
        self.teller.changed()
        self.pace.go_on()

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
