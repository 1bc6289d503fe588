"""What each seat of a table sees now, made once for all who look through its eyes, and the number that moves when that changes."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Any

from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.layout import Position
from bagarre.kernel.speech import Speech
from bagarre.web.seatview import SeatView, known_to, marked
from bagarre.web.store import HUMAN, PLAYING
from bagarre.web.tablestate import TableState


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


class SeatViews:
    """The seat views of one table."""

    def __init__(self, table: TableState, first_seq: int | None = None) -> None:
        self.table = table
        self.game = table.game
        self.version = 0
        """Moves whenever something may look different to somebody."""
        self.made: dict[Any, Any] = {}
        """What was made for this version, until everybody has it."""
        # Numbers go on rising when the server is started anew, and say nothing of what happened meanwhile.
        self._first_seq = int(time.time()) * 1000 if first_seq is None else first_seq
        self._seen: dict[int, Seen] = {}
        self._speeches: dict[tuple[str, bool], Speech] = {}

    def changed(self) -> None:
        self.version += 1
        self.made.clear()

    def renamed(self) -> None:
        """Somebody has another name."""
        self._speeches.clear()

    def ask_anew(self, *seats: int) -> None:
        """Whoever chose is asked anew, even when the answer left no trace in what it sees; all of them when no seat is named."""
        for seat in seats or self._seen:
            if seat in self._seen:
                self._seen[seat].state = b""

    def speech(self, lang: str, *, bold: bool = False) -> Speech:
        if (lang, bold) not in self._speeches:
            names = [seat.name for seat in self.table.seats]
            content = self.table.match.content if self.table.match is not None else self.game.content()
            self._speeches[lang, bold] = self.game.speech(
                lang, marked(names) if bold else names, content.names
            )
        return self._speeches[lang, bold]

    def look(self, seat: int) -> Seen:
        """What a seat sees, its number moved when that has changed."""
        assert self.table.match is not None
        seen = self._seen.get(seat)
        if seen is None:
            seen = self._seen[seat] = Seen(self._first_seq)
        if seen.version == self.version:
            return seen
        seen.version = self.version
        seen.shared = len(self.awaited(seat)) > 1
        lines = self.table.story.lines
        if seen.lines != lines or not seen.state or not self.looks_as_in(seen.state, seat):
            seen.seq += 1
        seen.state, seen.lines = self.table.match.packed, lines
        return seen

    def position(self, seat: int) -> str:
        """A digest of what a seat sees now: the same when the server is started anew, where `seq` is not."""
        key = ("position", seat)
        if key not in self.made:
            known = self.game.without_ready(self.known(seat)).to_bytes()
            self.made[key] = hashlib.blake2b(
                known + b"/%d" % self.table.story.lines, digest_size=9
            ).hexdigest()
        return str(self.made[key])

    def looks_as_in(self, before: bytes, seat: int) -> bool:
        """Does the table look to a seat as it did in a state before (packed)?"""
        assert self.table.match is not None
        if before == self.table.match.packed:
            return True
        return self._alike(known_to(self.game, self.game.State.from_bytes(before), seat), self.known(seat))

    def would_show(self, after: Position) -> bool:
        """Would everybody see that the table has come to that state?"""
        return not self._alike(self.known(SPECTATOR), known_to(self.game, after, SPECTATOR))

    def is_blind_to(self, after: Position, seat: int) -> bool:
        """Would a seat see nothing at all of the table coming to that state, not even who is ready?"""
        return self.known(seat).to_bytes() == known_to(self.game, after, seat).to_bytes()

    def _alike(self, one: Position, other: Position) -> bool:
        """Who else is ready is left out: that somebody has answered changes no question and no clock."""
        return self.game.without_ready(one).to_bytes() == self.game.without_ready(other).to_bytes()

    def known(self, seat: int) -> Position:
        """The concealed state of a seat."""
        assert self.table.match is not None
        key = ("known", seat)
        if key not in self.made:
            self.made[key] = known_to(self.game, self.table.match.state, seat)
        known: Position = self.made[key]
        return known

    def awaited(self, seat: int) -> list[int]:
        """The seats that a seat knows to be asked."""
        key = ("awaited", seat)
        if key not in self.made:
            self.made[key] = [] if self.is_given_up else self.game.deciders(self.known(seat))
        return list(self.made[key])

    def seat_view(self, seat: int, lang: str) -> SeatView:
        """What a seat sees now."""
        key = ("seat view", seat, lang)
        if key not in self.made:
            self.made[key] = SeatView(
                self.game,
                self.known(seat),
                seat,
                self.speech(lang),
                live=self.lives(seat),
                aids=self.aids,
                over=self.is_given_up,
            )
        view: SeatView = self.made[key]
        return view

    def lives(self, seat: int) -> bool:
        """Does somebody play there?"""
        return seat != SPECTATOR and self.table.seats[seat].kind == HUMAN and self.table.stored.gap is None

    @property
    def is_given_up(self) -> bool:
        """Did somebody give up, so that the game is over where its position is not?"""
        return self.table.match is not None and self.table.match.is_given_up

    @property
    def aids(self) -> bool:
        return bool(self.table.stored.settings.get("aids", True))

    def may_ask_back(self, seat: int) -> bool:
        """Is there something this seat may ask to take back?

        Not while a question to several is open: whether others have answered it is nobody's business.
        """
        table = self.table
        if table.is_companion or table.counts:
            # There results are corrected, by whoever sits; and where a game counts, nothing is taken back.
            return False
        if table.match is None or table.status != PLAYING or not self.lives(seat):
            return False
        if len(self.awaited(seat)) > 1 or table.shared.get(seat) == table.clock.window:
            return False
        return any(step.seat == seat for step in reversed(table.match.steps))
