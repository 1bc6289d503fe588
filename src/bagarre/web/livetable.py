"""A table in memory. Everything goes in one direction:

    connection ── command ──▶ live table (decides, one at a time) ── line ──▶ store (confirms) ──▶ publisher ── messages ──▶ connections

People, bots and clocks come through the same queue. What is decided is a candidate; it comes true when the store has confirmed it, and
what is true is told. While the database is away the table stands still: what it is about to store waits in the store's writer, and
nothing of it is kept or told before.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from bagarre.companion import ask
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.menu import Choice
from bagarre.kernel.words import house_words
from bagarre.match import CAREFUL, Candidate, Match
from bagarre.web.boards import Board
from bagarre.web.bot_workers import BotWorkers
from bagarre.web.commands import COMMANDS, QUESTIONS, Command, Message, Question, Refused
from bagarre.web.commands.lobby import begin, dealt, start
from bagarre.web.commands.look import place_curtain
from bagarre.web.commands.vacation import give_back
from bagarre.web.companion import Pending
from bagarre.web.connection import BANNED, INBOX, Connection
from bagarre.web.guard import is_banned, same_token
from bagarre.web.hints import Hints
from bagarre.web.metrics import Metrics
from bagarre.web.notices import Notices
from bagarre.web.pace import Job, Pace
from bagarre.web.pages import Pages
from bagarre.web.publisher import Publisher
from bagarre.web.refusals import error, refused
from bagarre.web.render_workers import RenderWorkers
from bagarre.web.settings import Settings
from bagarre.web.store import BOT, HUMAN, OVER, PLAYING, Store, Stored, Waiting
from bagarre.web.story import Story
from bagarre.web.tablestate import TableState
from bagarre.web.turns import UPDATE, Turns
from bagarre.web.views import SeatViews
from bagarre.web.writer import Conflict, Fenced, StoreAway, settle

log = logging.getLogger("bagarre.web")

QUEUE = 1000
"""Commands that may wait at one table."""
AFTER_A_FAULT = 1.0
"""Seconds after which bots and clocks go on when a task of the table failed."""
NOTHING: Mapping[int, str] = {}
PLAYED, LEFT, DONE = "played", "left", "done"
"""Why a request to take back ended, besides by an answer to it."""


class House(Protocol):
    """What a table needs of its server."""

    settings: Settings
    games: dict[str, Any]
    boards: dict[str, Board]
    bots: tuple[str, ...]
    usual_bot: str
    stand_in: str
    store: Store
    bot_workers: BotWorkers
    render_workers: RenderWorkers
    metrics: Metrics
    turns: Turns
    pages: Pages
    notices: Notices

    @property
    def busy(self) -> bool: ...

    async def rematch(self, old: Stored) -> str: ...

    def lose(self, table: LiveTable) -> None: ...


class LiveTable:
    """One table."""

    def __init__(self, house: House, stored: Stored, *, first_seq: int | None = None) -> None:
        self._house = house
        self.store, self.bots = house.store, house.bots
        self.usual_bot, self.stand_in = house.usual_bot, house.stand_in
        self.state = TableState(house.games[stored.game], stored)
        self.views = SeatViews(self.state, first_seq)
        self.publisher = Publisher(
            self.state, self.views, house.boards[stored.game], house.pages, house.stand_in
        )
        self.pace = Pace(
            self.state, self.views, submit=self.submit, play=self.play, bots=house.bot_workers,
            stand_in=house.stand_in, bot_pace=house.settings.bot_pace,
        )  # fmt: skip
        self.hints = Hints(self.views, house.bot_workers, house.pages)
        self.connections: set[Connection] = set()
        self._came = 0
        """How many connections there were."""
        self.queue: asyncio.Queue[Job] = asyncio.Queue(maxsize=QUEUE)
        self.used = asyncio.get_running_loop().time()
        self._choices = 0
        """How many choices were made, and when the message of the last one arrived."""
        self._arrived = self._chosen_at = 0.0
        self._at_work = self._publishing = False
        self._news = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._work(), name=f"table {stored.code}"),
            asyncio.create_task(self._publish(), name=f"publisher of {stored.code}"),
        ]

    # The queue.

    def submit(self, job: Job) -> None:
        """Let something be done in its turn.

        :raises asyncio.QueueFull: when the table cannot keep up.
        """
        self.queue.put_nowait(job)

    async def _work(self) -> None:
        while True:
            job = await self.queue.get()
            self._at_work = True
            try:
                await job()
            except Fenced:
                # Another process has the table: what is true is told there.
                log.warning("a table is played elsewhere", extra={"table": self.state.stored.code})
                self._house.lose(self)
            except Exception:
                # What was decided and not confirmed is forgotten: the table is as it was.
                log.exception("table task failed", extra={"table": self.state.stored.code})
                asyncio.get_running_loop().call_later(AFTER_A_FAULT, self.pace.go_on)
            self._at_work = False

    async def close(self) -> None:
        self.pace.close()
        self.hints.close()
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    @property
    def is_quiet(self) -> bool:
        """Is everything done, and told to those who listen?"""
        working = self._at_work or self._publishing or self._news.is_set() or bool(self.queue.qsize())
        return not working and not any(connection.stale for connection in self.connections)

    @property
    def idle(self) -> bool:
        """May the table leave the memory? Bots and clocks rest when nobody watches."""
        settings = self._house.settings
        rest = settings.idle_over if self.state.status == OVER else settings.idle
        rested = asyncio.get_running_loop().time() - self.used > rest
        return not self.connections and not self._at_work and not self.queue.qsize() and rested

    # Who is there.

    def seats_of(self, tokens: Sequence[str], owned: Mapping[int, str] = NOTHING) -> list[int]:
        """The seats that these tokens open, and those that belong to whoever comes (by the hashes of their tokens)."""
        seats = enumerate(self.state.seats)
        return [
            i
            for i, seat in seats
            if any(same_token(token, seat.token_hash) for token in tokens)
            or (seat.token_hash and seat.token_hash == owned.get(i))
        ]

    def enter(self, connection: Connection, seats: list[int]) -> None:
        """Let a connection in: to its seats, or to watch."""
        connection.seats = seats
        connection.eye = connection.seats[0] if len(connection.seats) == 1 else SPECTATOR
        connection.on_sent = self._was_sent
        self._came += 1
        connection.number = self._came
        self.connections.add(connection)
        self.presence_changed()

    def leave(self, connection: Connection) -> None:
        """A connection closed."""
        self.connections.discard(connection)
        self.used = asyncio.get_running_loop().time()
        self.presence_changed()

    def presence_changed(self) -> None:
        """Somebody came, went or sits elsewhere."""
        self.state.here = {seat for connection in self.connections for seat in connection.seats}
        self.state.watched = bool(self.connections)
        self.state.watchers = sorted(
            connection.number for connection in self.connections if not connection.seats
        )
        if not self.connections:
            self.pace.rest()
        self.changed()
        self.pace.go_on()
        self._note_clock()

    def _note_clock(self) -> None:
        """Have it stored until when the table waits, when its clock began or rests without a line being written."""
        if self.state.goes_on and abs(self.pace.until() - self.state.stored.waiting.until) > 1.0:
            with contextlib.suppress(asyncio.QueueFull):
                self.submit(self._store_clock)

    async def _store_clock(self) -> None:
        until = self.pace.until()
        if abs(until - self.state.stored.waiting.until) > 1.0:
            await self.wait_for(replace(self.state.stored.waiting, until=until))

    def is_banned(self, address: str) -> bool:
        """Has the host banned that address?"""
        return any(is_banned(address, mark) for mark in self.state.stored.settings.get("banned", []))

    def show_out(self, connection: Connection) -> None:
        """End the connection of somebody who was banned."""
        connection.end(refused("banned", connection.lang, {}), BANNED)
        self.leave(connection)

    def send_away(self, why: int) -> None:
        """Close all connections without a word: they come back, and find the table where it is."""
        for connection in self.connections:
            connection.cut(why)

    # What comes in.

    def receive(self, connection: Connection, message: Message) -> None:
        """A message: done after those that the same connection sent before.

        :raises Refused: when the connection sends more than the table can keep up with.
        """
        if len(connection.inbox) >= INBOX:
            raise Refused("busy")
        connection.inbox.append((message, asyncio.get_running_loop().time()))
        self._take_from(connection)

    def _take_from(self, connection: Connection) -> None:
        """What that connection sent next: questions are answered, a command that may be followed comes into the queue."""
        while connection.inbox and not connection.at_work and connection in self.connections:
            message, arrived = connection.inbox.popleft()
            with self._refusing(connection, message, connection.answer):
                kind = message.get("type")
                question = QUESTIONS.get(kind) if isinstance(kind, str) else None
                command = COMMANDS.get(kind) if isinstance(kind, str) else None
                if question is not None:
                    self._ask(question, connection, message)
                elif command is not None:
                    command.check(self, connection, message)
                    self.submit(partial(self._perform, command, connection, message, arrived))
                    connection.at_work = True
                else:
                    raise Refused("unknown_message")

    def _ask(self, question: Question, connection: Connection, message: Message) -> None:
        try:
            question(self, connection, message)
        finally:
            if connection.stale:
                self._news.set()

    async def _perform(
        self, command: Command, connection: Connection, message: Message, arrived: float
    ) -> None:
        try:
            with self._refusing(connection, message, connection.reply):
                if connection in self.connections:
                    command.check(self, connection, message)
                    self._arrived = arrived
                    await command.perform(self, connection, message)
        except Fenced:
            # Not answered: it is sent again to whoever has the table now.
            raise
        except Exception:
            self.tell_error(connection, "busy", message)
            raise
        finally:
            self._arrived = 0.0
            connection.at_work = False
            self._take_from(connection)

    @contextlib.contextmanager
    def _refusing(
        self, connection: Connection, message: Message, tell: Callable[[dict[str, Any]], None]
    ) -> Iterator[None]:
        """What is not allowed becomes an error that cites the message."""
        try:
            yield
        except Refused as refusal:
            self._house.metrics.refused.inc()
            tell(refused(refusal.code, connection.lang, message, **refusal.values))
        except Mistake as mistake:
            tell(
                error(
                    mistake.key, mistake.say(connection.lang), message, clause=getattr(mistake, "clause", "")
                )
            )
        except (KeyError, TypeError, ValueError):
            self._house.metrics.refused.inc()
            tell(refused("malformed", connection.lang, message))
        except asyncio.QueueFull:
            tell(refused("busy", connection.lang, message))

    def tell_error(self, connection: Connection, code: str, message: Message | None = None) -> None:
        connection.reply(refused(code, connection.lang, message or {}))

    # What is decided comes true when the store has confirmed it.

    async def play(self, seat: int, choice: str | Choice, *, key: str = "", late: bool = False) -> None:
        """Make a choice; `late`: in the place of whoever did not answer in time.

        :raises Mistake: when it is not allowed; nothing has happened then.
        """
        assert self.state.match is not None
        bot = CAREFUL if late else self._standing_in(seat)
        if self.state.is_companion:
            self.state.pending = Pending(ask(self.state.match, seat, choice, bot=bot), key)
            await self.go_on_asking()
            return
        candidate = self.state.match.consider(seat, choice, self.state.lesson_chance(), bot=bot, exact=False)
        await self._make(seat, candidate, key)

    async def _make(self, seat: int, candidate: Candidate, key: str) -> None:
        shared = self.views.look(seat).shared
        await self._confirm(candidate, key)
        self.views.ask_anew(seat)
        if shared:
            self.state.shared[seat] = self.state.clock.window
        self._choices += 1
        self._chosen_at = self._arrived or asyncio.get_running_loop().time()
        self._house.metrics.choices.inc()

    async def go_on_asking(self) -> None:
        """At a table of the real box: ask for the next result, or, when none is missing, let what was chosen or dealt come true."""
        pending, match = self.state.pending, self.state.match
        try:
            if pending is not None and pending.asking.is_done:
                self.state.pending = None
                if match is None:
                    await begin(self, await dealt(self, pending.asking))
                else:
                    await self._make(pending.asking.seat, pending.asking.consider(match), pending.key)
        finally:
            self.changed(people=False)
            self.pace.go_on()

    def _standing_in(self, seat: int) -> str:
        """The bot that chooses there in the place of whoever the record says plays."""
        assert self.state.match is not None
        bot, kinds = self.state.seats[seat].bot, self.state.match.kinds
        return "" if kinds and kinds[seat] == bot else bot

    async def concede(self, seat: int) -> None:
        """Let somebody give up: the game is over, or a bot plays on there.

        :raises Mistake: when that is not allowed; nothing has happened then.
        """
        match, stored = self.state.match, self.state.stored
        assert match is not None
        candidate = match.consider_concession(seat, people=self.state.people(), program=self.stand_in)
        if not candidate.gives_up:
            # The bot first: should the server end in between, it stands in for somebody who has not given up yet.
            bot = replace(stored.seats[seat], kind=BOT, bot=self.stand_in)
            await self.save(
                replace(stored, seats=[bot if i == seat else old for i, old in enumerate(stored.seats)])
            )
        await self._confirm(candidate)
        self.views.ask_anew()

    async def go_back(self, seat: int, count: int) -> None:
        """Take back the last choices, for a seat that may."""
        assert self.state.match is not None
        await self._confirm(self.state.match.consider_undo(count, by=seat), ended=DONE)
        self.views.ask_anew()

    async def _confirm(self, candidate: Candidate, key: str = "", *, ended: str = PLAYED) -> None:
        """Have a candidate stored; then it is true.

        :raises Refused: when the store refuses it: somebody else has written there, and what they wrote stands.
        """
        state, match = self.state, self.state.match
        assert match is not None
        asked_back, shows = state.take_back, self.pace.shows(candidate)
        end, waiting = match.outcome_after(candidate), self.pace.foresee(candidate, shows=shows)
        status = PLAYING if end is None else OVER
        if end is not None:
            # With the line itself: lists tell how it ended without playing the record again, whatever becomes of this process.
            waiting = replace(waiting, ranks=list(end.ranks), ending=end.ending)
        try:
            line = candidate.line.data()
            await self.store.append(state.stored.code, len(match.history), line, status, waiting, key=key)
        except Fenced:
            raise
        except Conflict:
            await self._reload()
            raise Refused("late") from None
        blind = set() if shows or asked_back is not None else self._blind_to(candidate)
        state.accept(candidate, status, key)
        state.pending = None
        state.stored.waiting = waiting
        if asked_back is not None:
            self.end_take_back(ended, asked_back.seat)
        self.changed(people=status == OVER, blind=blind)
        self._house.notices.look_at(self)
        self.pace.go_on(new_window=shows)

    def _blind_to(self, candidate: Candidate) -> set[int]:
        """The eyes that see nothing of a candidate: nothing is made for them, so that it costs no time either."""
        eyes = {connection.eye for connection in self.connections if len(connection.seats) < 2}
        return {eye for eye in eyes if self.views.is_blind_to(candidate.state, eye)}

    async def save(self, changed: Stored, then: Callable[[], None] | None = None) -> None:
        """Have other seats, another host or other settings stored; then they are true, and what follows from it is done."""
        if changed == self.state.stored:
            return
        pairs = enumerate(zip(self.state.seats, changed.seats))
        hands = [
            i for i, (was, seat) in pairs if (was.token_hash, was.person) != (seat.token_hash, seat.person)
        ]
        await self.store.save(changed, hands)
        self.state.stored = changed
        if then is not None:
            then()
        self.views.renamed()
        self.changed()
        self._house.notices.look_at(self)
        await self._look_at_take_back()
        self.pace.go_on()

    async def wait_for(self, waiting: Waiting) -> None:
        """Have stored what else the table waits for; then it does."""
        state = self.state
        await self.store.note(state.stored.code, state.status, waiting)
        state.stored.waiting = waiting
        self.changed(people=False)
        self._house.notices.look_at(self)

    async def in_turn(self, job: Job) -> None:
        """Have something done in its turn, and wait for it. What goes wrong there goes wrong here too."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def told() -> None:
            try:
                await job()
            except BaseException as problem:
                settle(done, problem)
                if not isinstance(problem, Refused):
                    raise
            else:
                settle(done, None)

        self.submit(told)
        await done

    async def start(self) -> None:
        """Begin, in the table's turn.

        :raises Refused: when the game cannot begin.
        """
        await self.in_turn(lambda: start(self))

    def adopt(self, stored: Stored, match: Match, story: Story) -> None:
        """A game has begun, and is stored."""
        self.state.stored, self.state.match, self.state.story = stored, match, story
        self.views.renamed()
        self.changed()
        self._house.notices.look_at(self)
        self.pace.go_on(new_window=True)
        self._note_clock()

    async def _reload(self) -> None:
        """Read the table again: the store knows better."""
        stored = None
        while stored is None:
            try:
                stored = await self.store.load(self.state.stored.code)
            except StoreAway:
                await asyncio.sleep(AFTER_A_FAULT)
        fresh = TableState(self.state.game, stored)
        await asyncio.to_thread(fresh.follow)
        self.state.stored, self.state.match, self.state.story = fresh.stored, fresh.match, fresh.story
        self.state.pending = None
        self.views.renamed()
        self.views.ask_anew()
        self.changed()
        self.pace.go_on(new_window=True)

    # Taking back: what other commands need to know of it.

    def end_take_back(self, why: str, seat: int) -> None:
        """Tell everybody why a request to take back is no more."""
        name = self.state.seats[seat].name
        for connection in self.connections:
            words = house_words(connection.lang).say(f"web.take_back.{why}", name=name)
            connection.reply(
                {"type": "take_back_ended", "why": why, "seat": seat, "name": name, "words": words}
            )

    async def _look_at_take_back(self) -> None:
        """Somebody else sits there: whoever asked may be gone, or nobody may be left to agree."""
        request = self.state.take_back
        if request is None:
            return
        if self.state.seats[request.seat].kind != HUMAN:
            waiting = self.state.stored.waiting
            await self.wait_for(replace(waiting, take_back=None))
            self.end_take_back(LEFT, request.seat)
        elif self.state.must_agree(request.seat) <= set(request.agreed):
            await self.go_back(request.seat, request.count)

    # The server around it.

    def memory_changed(self) -> None:
        """The database went away, or is back."""
        since = self.store.writer.away_since
        self.state.away = since is not None
        if since is not None:
            self.pace.stand_still(since)
        else:
            lost = self.pace.move_again()
            if lost and self.state.is_slow:
                self.submit(partial(give_back, self, lost))
        self.changed(people=False)

    async def open_rematch(self, stored: Stored) -> str:
        return await self._house.rematch(stored)

    # What goes out.

    def changed(self, *, people: bool = True, blind: Collection[int] = ()) -> None:
        """Something may look different to somebody who is not `blind` to it; `people` when it may be who sits where, or is there."""
        self.views.changed()
        if people:
            self.publisher.people_changed()
        for connection in self.connections:
            place_curtain(self.state, connection)
            connection.stale = connection.stale or connection.eye not in blind
        self._news.set()

    def _was_sent(self, connection: Connection) -> None:
        """A connection has been sent all that was ready."""
        if connection.stale:
            # It was passed over while it was being sent something.
            self._news.set()
        if connection.has_news:
            connection.has_news = False
            if connection.choices != self._choices:
                connection.choices = self._choices
                self._house.metrics.told(asyncio.get_running_loop().time() - self._chosen_at)

    async def _publish(self) -> None:
        """Tell everybody what is new, one after the other: what one table needs is at hand then, and other tables have their turns in between."""
        while True:
            await self._news.wait()
            self._news.clear()
            self._publishing = True
            try:
                if self._house.busy:
                    await self._have_rendered()
                await self._inform_all()
                if not any(connection.stale for connection in self.connections):
                    self._tidy_up()
            except Exception:
                log.exception("table task failed", extra={"table": self.state.stored.code})
            self._publishing = False

    async def _inform_all(self) -> None:
        for connection in list(self.connections):
            await self._inform(connection)

    async def _inform(self, connection: Connection) -> None:
        """Tell a connection what is new for it, when it is this table's turn."""
        if connection.may_look:
            await self._house.turns.mine(self.state.stored.code, UPDATE)
            message = self.publisher.message(connection) if connection in self.connections else None
            if message is not None:
                connection.update(message)

    async def _have_rendered(self) -> None:
        """Let a render worker make the boards. What it does not bring is rendered here."""
        order = self.publisher.order(self.connections)
        if order is None:
            return
        version = self.views.version
        pictures = await self._house.render_workers.render(order, self.state.stored.code)
        if pictures is not None and version == self.views.version:
            self.publisher.take(order, pictures)

    def _tidy_up(self) -> None:
        """Everybody has the latest: what was made for them is not kept."""
        self.views.made.clear()
        if self.state.match is not None:
            self.state.match.fold()
