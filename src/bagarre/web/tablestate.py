"""What is true at a table: everything here is stored, or is about who is connected now.

Only the live table changes it, and what concerns the game or the seats only after the store has confirmed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.pack import Pack
from bagarre.lesson import Lesson
from bagarre.match import Candidate, Match
from bagarre.web.companion import Pending
from bagarre.web.lessons import lesson_of
from bagarre.web.slow_clock import is_slow
from bagarre.web.store import HUMAN, LOBBY, OVER, PLAYING, Seat, Stored, TakeBack
from bagarre.web.story import Story, follow_with_story

log = logging.getLogger("bagarre.web")

KEYS = 64
"""Keys of choices that a table remembers."""
SPEEDS = {"calm": 1.8, "quick": 1.0, "at_once": 0.25}
"""How quickly bots play, as a multiple of the usual time."""
USUAL_SPEED = "quick"
MEMORY, GAP = "memory", "gap"
"""Why a table stands still: its database is away; a line of its record is missing."""


@dataclass
class Clock:
    """The clock of the present window of decision."""

    window: int = 0
    """Moves whenever something changes for everybody's eyes: the beat of clocks and of bots' answers."""
    deadline: float = 0.0
    """On the loop's clock; 0 while none runs."""
    stopped_at: float | None = None
    """Since when it stands still with the table."""


@dataclass
class TableState:
    """One table."""

    game: Game
    stored: Stored
    match: Match | None = None
    story: Story = field(default_factory=Story)
    here: set[int] = field(default_factory=set)
    """The seats that somebody is connected to."""
    ready: set[int] = field(default_factory=set)
    """The seats whose players say in the lobby that they are ready."""
    watched: bool = False
    """Is anybody connected at all?"""
    watchers: list[int] = field(default_factory=list)
    """The numbers of the connections that have no seat."""
    clock: Clock = field(default_factory=Clock)
    away: bool = False
    """Is the database away?"""
    read: int = 0
    """How many pages of the lesson were read."""
    hurried: int | None = None
    """The seat that does not want to wait until it is asked again."""
    pending: Pending | None = None
    """At a table of the real box: the choice, or the deal, whose results are being asked for."""
    shared: dict[int, int] = field(default_factory=dict)
    """For each seat the window in which it last answered a question that others were asked too."""

    @property
    def seats(self) -> list[Seat]:
        return self.stored.seats

    @property
    def status(self) -> str:
        return self.stored.status

    @property
    def take_back(self) -> TakeBack | None:
        return self.stored.waiting.take_back

    @property
    def counts(self) -> bool:
        """Does its result count, for the ladder or for a deal of the day? Then nothing is taken back."""
        return bool(self.stored.settings.get("rated") or self.stored.settings.get("league"))

    @property
    def notice(self) -> str:
        """Why the table stands still; empty when it does not."""
        if self.stored.gap is not None:
            return GAP
        return MEMORY if self.away else ""

    @property
    def goes_on(self) -> bool:
        """Is a game being played that can go on?"""
        return self.match is not None and self.status == PLAYING and self.stored.gap is None

    # How quickly bots play.

    @property
    def speed(self) -> str:
        """The word for it; one that an older or newer server wrote and this one does not know is the usual one."""
        wanted = str(self.stored.settings.get("speed", USUAL_SPEED))
        return wanted if wanted in SPEEDS else USUAL_SPEED

    @property
    def is_fast(self) -> bool:
        """Do programs play here among themselves, and nothing is paced for people?"""
        return bool(self.stored.settings.get("fast"))

    @property
    def haste(self) -> float:
        """What the bots' time is multiplied by; programs among themselves wait for nothing but thoughts."""
        if self.is_fast:
            return 0.0
        return SPEEDS["at_once" if self.hurried is not None else self.speed]

    def may_hurry(self, seat: int) -> bool:
        """Nobody is hurried but oneself: may this seat, alone with bots, skip to its next question?"""
        if self.match is None or self.match.is_over or seat in self.match.deciders:
            return False
        # In a lesson the others play what it says, once one has read on; its last game is free.
        told = self.lesson is not None and (
            self.lesson.is_done(self.match) or self.lesson.act(self.match) is not None
        )
        return not told and self.people() == {seat}

    @property
    def is_companion(self) -> bool:
        """Is it played with the real box, so that people say what came?"""
        return bool(self.stored.settings.get("companion"))

    # A lesson: a table whose other seats, dice and answers follow a file.

    @cached_property
    def lesson(self) -> Lesson | None:
        """The lesson that is given here."""
        return lesson_of(self.game, self.stored.settings)

    def waits_for_reader(self, seat: int) -> bool:
        """Does nothing happen there by itself: a result is asked for, not its turn in the lesson, the learner's own, or a page is not read yet?"""
        if self.pending is not None:
            return True
        if self.lesson is None or self.match is None:
            return False
        act = self.lesson.act(self.match)
        if act is None:
            return self.lesson.is_done(self.match)
        if seat != act.seat or seat == self.lesson.you:
            return True
        return any(page.number >= self.read for page in self.lesson.pages_at(self.match))

    def lesson_move(self, seat: int) -> Choice | None:
        """What the lesson lets a seat do now."""
        move = (
            self.lesson.next_move(self.match) if self.lesson is not None and self.match is not None else None
        )
        return move[1] if move is not None and move[0] == seat else None

    def lesson_chance(self) -> tuple[int, ...] | None:
        """The dice and cards that the lesson wants next."""
        return self.lesson.chance(self.match) if self.lesson is not None and self.match is not None else None

    def lesson_reply(self, choice: Choice) -> Mistake | None:
        """What the coach answers to a choice that is not what was asked for."""
        if self.lesson is None or self.match is None:
            return None
        text = self.lesson.judge(self.match, choice)
        return Mistake("lesson_reply", text=text) if text is not None else None

    @property
    def allowed(self) -> float:
        """Seconds for each decision; 0 without a clock."""
        return float(self.stored.settings.get("clock", 0) or 0)

    @property
    def is_slow(self) -> bool:
        """Is it played over days, also while nobody is connected?"""
        return is_slow(self.stored.settings)

    def is_away(self, seat: int) -> bool:
        """Has its player said to be away?"""
        return self.seats[seat].away_until > time.time()

    def packs(self) -> list[Pack]:
        """The packs that the table is played with."""
        return [Pack(str(pack["name"]), str(pack["text"])) for pack in self.stored.settings.get("packs", [])]

    def things(self) -> list[Any]:
        """What the players of this table may name, before it begins and while it is played (`naming.slots` of the game)."""
        if self.status == OVER or find_spec(f"{self.game.package}.naming") is None:
            return []
        slots: list[Any] = self.game.room("naming").slots(*self._named())
        return slots

    def _named(self) -> tuple[Position, Any]:
        """The position and the content in which names are looked for."""
        if self.match is not None:
            return self.match.state, self.match.content
        packs = self.packs()
        state = self.game.prepare(len(self.seats), self.stored.settings.get("options", {}), packs)
        return state, self.game.content(packs)

    def looks_after(self, seats: Iterable[int]) -> bool:
        """Does whoever holds these seats look after the table? The host does, and everybody who sits while the host is away."""
        held = list(seats)
        return self.stored.host in held or (bool(held) and self.stored.host not in self.here)

    def must_agree(self, seat: int) -> set[int]:
        """Who must agree when that seat takes back: all other people who sit, present or not, also while a bot stands in for them."""
        gave_up = self.match.conceded if self.match is not None else ()
        return self.people() - {seat, *gave_up}

    def people(self) -> set[int]:
        """The seats of people, present or not, also while a bot stands in for them."""
        return {i for i, seat in enumerate(self.seats) if seat.kind == HUMAN or seat.stands_in}

    def accept(self, candidate: Candidate, status: str, key: str = "") -> None:
        """What was considered is stored: it comes true."""
        assert self.match is not None
        self.match.accept(candidate)
        if self.hurried is not None and (self.match.is_over or self.hurried in self.match.deciders):
            self.hurried = None
        self.stored.status = status
        self.story.follow(candidate.line, self.match)
        if key and candidate.step is not None:
            self.stored.keys[candidate.step.seat, key] = len(self.match.history) - 1
            self._forget_keys()

    def _forget_keys(self) -> None:
        keys = self.stored.keys
        while len(keys) > KEYS:
            del keys[next(iter(keys))]

    def follow(self) -> None:
        """Bring the match to where the stored lines leave it; up to the first that is missing or does not follow.

        :raises Mistake: when not even the deal follows.
        """
        if not self.stored.lines or self.stored.status == LOBBY:
            return
        self.match, self.story, wrong = follow_with_story(self.stored.header, self.stored.lines, self.game)
        # The match keeps the lines; two copies of them would be one too many.
        self.stored.lines = []
        self._forget_keys()
        self.stored.gap = self.stored.gap if wrong is None else wrong
        if self.stored.gap is not None:
            log.error("a line of the record is missing: the table can only be looked at", extra=self._gap())

    def _gap(self) -> dict[str, Any]:
        return {"table": self.stored.code, "line": self.stored.gap}
