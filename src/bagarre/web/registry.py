"""The registry: all tables of one server, opened when somebody comes and put away when nobody is left."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from bagarre.bots import OFFERED, USUAL
from bagarre.bots.labels import FIRST
from bagarre.kernel.errors import Mistake
from bagarre.lesson import find_lesson
from bagarre.match import Match
from bagarre.web.archive import Archive
from bagarre.web.boards import Board
from bagarre.web.bot_workers import BotWorkers
from bagarre.web.connection import LATER, RESTARTING
from bagarre.web.downtime import Downtime
from bagarre.web.guard import (
    Backoff,
    Buckets,
    clean_address,
    clean_text,
    hash_token,
    is_address,
    new_address,
    new_short,
    new_token,
)
from bagarre.web.host_desk import HostDesk
from bagarre.web.host_log import HostLog
from bagarre.web.identity import part_with_strangers
from bagarre.web.identity_store import UNUSED, Identities
from bagarre.web.leases import Elsewhere, Leases, OwnTables
from bagarre.web.livetable import LiveTable
from bagarre.web.lock import DatabaseLock, is_shared
from bagarre.web.metrics import Metrics
from bagarre.web.notices import Notices
from bagarre.web.open_tables import OpenTables
from bagarre.web.opening import Opening
from bagarre.web.pace import first_asked
from bagarre.web.pages import Pages
from bagarre.web.processes import collect_in_passing, give_memory_back
from bagarre.web.promises import Promises, new_secret
from bagarre.web.ratings import Ratings
from bagarre.web.readers import KeptRecord, Readers
from bagarre.web.rehearsal import rehearse
from bagarre.web.render_workers import RenderWorkers
from bagarre.web.reviews import Effort, Reviews
from bagarre.web.settings import Settings
from bagarre.web.store import BOT, HUMAN, LOBBY, OVER, PLAYING, Seat, Store, Stored, within_opening
from bagarre.web.turns import Turns
from bagarre.web.writer import Conflict, StoreAway

log = logging.getLogger("bagarre.web")
WOKEN = 20
"""Tables over days that are opened at one look."""
SWEEPING = 5.0
"""Seconds between two looks for tables that nobody watches."""
FORGETTING = 3600.0
"""Seconds between two looks for tables that were kept long enough."""


class Placed(NamedTuple):
    """A table that was opened."""

    stored: Stored
    tokens: list[str]
    """Of the seats of whoever opened it."""


class Guessing(Exception):
    """Somebody names one code after the other that does not exist; for so many seconds no other is looked up."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class TableRegistry:
    """Tables, store, programs and pages of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        boards = {name: Board(game) for name, game in settings.games.items()}
        # Those that can be played here first, and of those the shortest: the order of the home page.
        order = sorted(
            boards, key=lambda name: (not boards[name].on_web, settings.games[name].meta.minutes, name)
        )
        self.games = {name: settings.games[name] for name in order}
        self.boards = {name: boards[name] for name in order}
        self.bots = OFFERED
        self.usual_bot = FIRST.spec
        """The opponent when nobody chose one."""
        self.stand_in = USUAL
        """Who plays on for somebody who left: quick, and the same for everybody."""
        self.store = Store(settings.database_url())
        url = settings.database_url()
        self.lock = DatabaseLock(url if settings.alone else "sqlite://")
        self.leases: OwnTables = Leases(url, settings.lease) if is_shared(url) else OwnTables()
        self.store.epoch = self.leases.epoch
        self._prepared = False
        self.bot_workers = BotWorkers(settings.bot_workers, settings.compiles)
        self.render_workers = RenderWorkers(
            settings.render_workers,
            [game.package for game in self.games.values() if self.boards[game.name].on_web],
        )
        self.reviews = Reviews(self.store, Effort.of(settings.compiles), settings.limits.review_seconds)
        self.metrics = Metrics()
        self.readers = Readers(settings.readers, self.games, settings.limits, self.metrics)
        self.pages = Pages(self)
        self.turns = Turns()
        self.promises = Promises()
        self.addresses = Buckets(settings.limits.address_rate)
        self.guesses = Backoff(free=settings.limits.wrong_codes, first=1.0)
        """Who has named short codes that do not exist."""
        self.tables: dict[str, LiveTable] = {}
        self.open_tables = OpenTables(self)
        self.desk = HostDesk(lambda: self.store, self.tables)
        self.host_log = HostLog()
        self.notices = Notices(self)
        self.opening: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self.downtime = Downtime(self.store)
        self._asleep: set[str] = set()
        """Tables over days that cannot go on here."""
        self._leaving: set[asyncio.Task[None]] = set()

    async def prepare(self) -> None:
        """Take a database that only one server may have, and bring it up to date.

        :raises Mistake: when it cannot be had.
        """
        if self._prepared:
            return
        await self.lock.take()
        try:
            await self.store.open()
            # Before anybody has a table: was there a time in which nobody served?
            await self.downtime.beat()
        except Mistake:
            await self.store.close()
            await self.lock.release()
            raise
        self._prepared = True

    async def open(self, address: str = "", door: str = "") -> None:
        """Begin; `address` is where other processes on the same database reach this one, and those of this machine by its `door`."""
        await self.prepare()
        self.host_log.watch()
        self.watch_store()
        await self.desk.look()
        await self.notices.start()
        self.bot_workers.start()
        self._chores = [
            asyncio.create_task(self._sweep()),
            asyncio.create_task(collect_in_passing(lambda: self.busy)),
            asyncio.create_task(self.metrics.watch_lag()),
            asyncio.create_task(self._forget_old()),
        ]
        await asyncio.to_thread(
            rehearse, self.pages, [board for board in self.boards.values() if board.on_web]
        )
        # Last: whoever is still busy with its beginning might miss a beat.
        self.watch_leases()
        await self.leases.join(address, door)

    async def close(self) -> None:
        """Stop: what was accepted is stored already."""
        for chore in self._chores:
            chore.cancel()
        self.notices.stop()
        for table in list(self.tables.values()):
            await table.close()
        self.tables.clear()
        await self.leases.leave()
        self.bot_workers.stop()
        self.reviews.stop()
        self.render_workers.stop()
        self.readers.stop()
        await self.store.close()
        await self.lock.release()
        self.host_log.stop()

    def watch_store(self) -> None:
        """Hear of it when the database goes away and when it is back."""
        self.store.writer.on_change = self._memory_changed

    def _memory_changed(self) -> None:
        """The database went away, or is back: every table says so, whoever was about to write."""
        for table in self.tables.values():
            table.memory_changed()

    def watch_leases(self) -> None:
        """Hear of it when others may have taken our tables, or have."""
        if isinstance(self.leases, Leases):
            self.leases.on_missed = self.store.writer.missed
            self.leases.on_silence = partial(self._lose_all, LATER)
            self.leases.on_loss = partial(self._lose_all, RESTARTING)

    def _lose_all(self, why: int) -> None:
        for table in list(self.tables.values()):
            self.lose(table, why)

    def lose(self, table: LiveTable, why: int = RESTARTING) -> None:
        """Another process plays that table, or may: whoever is connected comes back and finds it there."""
        code = table.state.stored.code
        if self.tables.get(code) is table:
            del self.tables[code]
            self.notices.forget(code)
        table.send_away(why)
        leaving = asyncio.create_task(table.close())
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    @property
    def busy(self) -> bool:
        """Are there so many tables that render workers should help?"""
        return len(self.tables) >= self.settings.busy

    async def _sweep(self) -> None:
        """Put away the tables that nobody has watched for a while, and send render workers home when there are few left."""
        while True:
            await asyncio.sleep(min(SWEEPING, self.settings.idle, self.settings.idle_over))
            await self.put_away()
            await self.wake()
            await self.desk.look()
            await part_with_strangers(self.store, self.tables.values())
            self.open_tables.fill_in()
            if 2 * len(self.tables) < self.settings.busy:
                self.render_workers.rest()

    async def wake(self) -> None:
        """Open the tables over days whose time has come while nobody had them in memory: only their owner plays them."""
        try:
            if self.downtime.is_time:
                await self.downtime.beat({*self.tables, *self.opening, *await self.leases.held()})
            for code in await self.store.due(time.time(), WOKEN):
                if code not in self.tables and code not in self._asleep:
                    table = await self.table(code)
                    if table is None or not table.state.goes_on:
                        # Its game is not here, or its record is broken: it is not tried again and again.
                        self._asleep.add(code)
                    else:
                        table.pace.go_on()
        except (StoreAway, Elsewhere, Mistake):
            # When the database is back, or from whoever has the table.
            pass
        except Exception:
            log.exception("a table could not be woken")

    async def put_away(self) -> None:
        """Let go of the tables that nobody has watched for a while."""
        before = len(self.tables)
        for code, table in list(self.tables.items()):
            # Asked of each in its turn: somebody may have come meanwhile.
            if table.idle:
                del self.tables[code]
                self.notices.forget(code)
                await table.close()
                await self.leases.give_back(code)
        if len(self.tables) < before:
            await asyncio.to_thread(give_memory_back)

    async def _forget_old(self) -> None:
        """Remove what belongs to nobody, and the tables and names that were kept long enough, now and then."""
        while True:
            try:
                await self.notices.receivers.prune()
                if self.settings.keep:
                    await self._prune(self.settings.keep)
            except (SQLAlchemyError, OSError, StoreAway):
                log.warning("what is old could not be removed")
            await asyncio.sleep(min(FORGETTING, self.settings.keep or FORGETTING))

    async def _prune(self, keep: float) -> None:
        # How rated games ended stays.
        await Ratings(self.store).collect()
        played = await self.leases.held()
        spared = self.tables.keys() | self.opening.keys() | played
        gone = await Archive(self.store.engine).prune(keep, spared)
        people = await Identities(self.store).prune(max(keep, UNUSED))
        if gone or people:
            log.info("what is old was removed", extra={"tables": gone, "people": people})

    async def table(self, code: str) -> LiveTable | None:
        """The table of that address, read from the store when it is not in memory.

        :raises Elsewhere: when another process plays it.
        """
        if code in self.tables:
            return self.tables[code]
        if code not in self.opening:
            # All who come meanwhile wait for the same.
            self.opening[code] = asyncio.create_task(self._open(code), name=f"opening {code}")
        return await asyncio.shield(self.opening[code])

    async def _open(self, code: str) -> LiveTable | None:
        try:
            # First the lease, then what is stored: nobody else writes in between.
            await self.leases.take(code)
            stored = await self.store.load(code)
            if stored is None or stored.game not in self.games:
                return None
            table = LiveTable(self, stored)
            await asyncio.to_thread(table.state.follow)
            self.tables[code] = table
            table.memory_changed()
            self.notices.look_at(table)
            if self.busy:
                self.render_workers.hire()
            return table
        finally:
            del self.opening[code]

    async def asked(self, stored: Stored) -> list[int]:
        """The seats that a table waits for."""
        if stored.status != PLAYING:
            return []
        if stored.waiting.asked is None:
            # From before that was written down.
            try:
                table = await self.table(stored.code)
            except Elsewhere:
                return []
            return table.state.match.deciders if table is not None and table.state.match is not None else []
        return stored.waiting.asked

    # New tables.

    async def create(self, wanted: Opening) -> Placed:
        """A new table.

        :raises Mistake: when the game, an option, a pack or the number of seats is wrong.
        """
        game = self.games.get(wanted.game)
        if game is None or not self.boards[wanted.game].on_web:
            raise Mistake("unknown_game", game=clean_text(wanted.game, 40), games=", ".join(self.games))
        # Checked now, so that the mistake is told to whoever made it.
        players, options = len(wanted.seats) + 1, dict(wanted.options)
        if wanted.packs:
            await self.readers.check_table(wanted.address, game, players, options, list(wanted.packs))
        else:
            await asyncio.to_thread(game.prepare, players, options)
        wanted.check(game)
        taken, tokens = wanted.taken(self.bots)
        settings = wanted.settings(taken, self.promises)
        title = clean_text(wanted.title, 48) or game.meta.title
        stored = Stored("", game.name, title, LOBBY, settings, {}, 0, taken)
        await within_opening(self._place_and_start(stored, wanted.start))
        return Placed(stored, tokens)

    async def create_lesson(self, game_name: str, lesson_name: str, *, name: str, lang: str) -> Placed:
        """A table at which a lesson is given.

        :raises Mistake: when there is no such lesson.
        """
        game = self.games.get(game_name)
        if game is None:
            raise Mistake("unknown_game", game=clean_text(game_name, 40), games=", ".join(self.games))
        lesson = find_lesson(game, clean_text(lesson_name, 40))
        match = await asyncio.to_thread(lesson.start, name, lang)
        token, header = new_token(), match.header()
        seats = [Seat(BOT, other, kind) for other, kind in zip(match.players, lesson.kinds)]
        seats[lesson.you] = Seat(HUMAN, name, "", hash_token(token))
        settings = {
            "options": match.options, "packs": header["packs"], "clock": 0, "aids": True, "lesson": lesson.name,
        }  # fmt: skip
        title = f"{game.meta.title} · {lesson.title[lang]}"
        waiting = first_asked(match)
        stored = Stored(
            "", game.name, title, PLAYING, settings, header, lesson.you, seats, lines=match.lines, waiting=waiting
        )  # fmt: skip
        await self._place(stored)
        return Placed(stored, [token])

    async def _place_and_start(self, stored: Stored, start: bool) -> None:
        await self._place(stored)
        if start:
            table = await self.table(stored.code)
            assert table is not None
            await table.start()
            stored.short = ""
            await self._leave_to_others(stored.code)

    async def _leave_to_others(self, code: str) -> None:
        """Where there are several processes, a table goes to the one that its first player comes to: a proxy that sends all
        players of a table to the same process spares them the way from one to the other."""
        table = self.tables.get(code)
        if self.leases.others and table is not None and not table.connections:
            del self.tables[code]
            await table.close()
            await self.leases.give_back(code)

    async def _place(self, stored: Stored) -> None:
        """Find an address, and a short code for a table that waits for players, and store the table."""
        for attempt in range(40):
            stored.code = new_address()
            if stored.status == LOBBY:
                stored.short = new_short(5 if attempt < 20 else 7)
            try:
                await self.store.create(stored)
            except Conflict:
                continue
            self.metrics.created.inc()
            return
        raise Mistake("no_code")

    async def find(self, typed: str, who: str) -> str:
        """The address that somebody at an address of the network means: that itself, or the short code of a table that waits.

        :raises Guessing: when that one has named too many codes that do not exist.
        """
        wanted = clean_address(typed)
        if is_address(wanted) or not wanted:
            return wanted
        if self.guesses.wait(who) > 0:
            raise Guessing(self.guesses.wait(who))
        found = await self.store.by_short(wanted)
        if not found:
            self.guesses.missed(who)
        return found

    async def rematch(self, old: Stored) -> str:
        """The same seats at a new table; with one person only, it begins at once."""
        seats = [replace(seat, kind=HUMAN, bot="") if seat.stands_in else replace(seat) for seat in old.seats]
        # Another game, another secret.
        settings = old.settings | ({"fair": new_secret()} if "fair" in old.settings else {})
        # A deal of the day is played once.
        settings.pop("league", None)
        new = Stored("", old.game, old.title, LOBBY, settings, {}, old.host, seats)
        await within_opening(self._place_and_start(new, sum(seat.kind == HUMAN for seat in seats) == 1))
        return new.code

    # Records.

    async def keep_record(self, text: str, address: str = "") -> Placed:
        """Store somebody's record as a finished table to look at.

        :raises Mistake: when it is not a record.
        """
        kept = await self.readers.read_record(address, text)
        if kept.game not in self.games:
            raise Mistake("unknown_game", game=kept.game, games=", ".join(self.games))
        seats = _seats_of(kept)
        token = new_token()
        # Whoever keeps it holds the place of a person; a bot with a token would stand in for one.
        keeper = next((seat for seat in seats if seat.kind == HUMAN), seats[0])
        keeper.token_hash = hash_token(token)
        settings = {"options": kept.options, "packs": kept.header["packs"], "record": True}
        title = self.games[kept.game].meta.title
        stored = Stored("", kept.game, title, OVER, settings, kept.header, 0, seats, lines=kept.lines)
        await self._place(stored)
        return Placed(stored, [token])

    async def continue_from(
        self, match: Match, moment: int, title: str, *, name: str, seat: int, rivals: Sequence[Seat] = ()
    ) -> Placed:
        """A new table that begins after `moment` choices of a match, with fresh chance; bots of ours among its rivals sit there again, the
        others' seats are free. Where none is, it goes on at once.

        :raises Mistake: when the match was over by then.
        """
        if match.is_over and moment == len(match.steps) - 1:
            raise Mistake("nothing_follows")
        twin = await asyncio.to_thread(match.reopened, moment, secrets.token_hex(16))
        token = new_token()
        seats = [again(one) for one in rivals] or [Seat() for _ in match.players]
        seats[seat] = Seat(HUMAN, clean_text(name, 24) or match.players[seat], "", hash_token(token))
        header = twin.header()
        settings = {
            "options": match.options,
            "packs": header["packs"],
            "clock": 0,
            "aids": True,
            "fair": new_secret(),
        }
        stored = Stored(
            "", match.game.name, clean_text(title, 48), LOBBY, settings, header, seat, seats, lines=twin.lines
        )
        ready = all(one.kind == BOT for other, one in enumerate(seats) if other != seat)
        await within_opening(self._place_and_start(stored, ready))
        return Placed(stored, [token])


def again(seat: Seat) -> Seat:
    """The seat of a game that goes on from a moment: a bot of one of our levels plays on, for anybody else it is free."""
    if seat.kind == BOT and not seat.stands_in and seat.bot in OFFERED:
        return Seat(BOT, seat.name, seat.bot)
    return Seat()


def _seats_of(kept: KeptRecord) -> list[Seat]:
    """Who sat where in a record, by its header; a header that does not say so tells of no bot."""
    told = kept.header.get("seats") or []
    kinds = told if len(told) == len(kept.players) else [HUMAN] * len(kept.players)
    return [
        Seat(
            kind=HUMAN if kind == HUMAN else BOT,
            name=clean_text(name, 24) or str(i + 1),
            bot="" if kind == HUMAN else clean_text(kind, 40),
        )
        for i, (kind, name) in enumerate(zip(kinds, kept.players))
    ]
