"""The contract: what every game owes the house, checked on whole games of random and scripted play.

    Contract(find_game("boss-quest"), 3, {"expansions": "potions"}).check(games=20, seed=1)

Each property is a method of its own name. A failure names the property, the game and the step, the choices that led
there, and the call that plays that one game again. `only` chooses properties, `games` may list game numbers instead
of counting them.

Two things that the code cannot say a game's `secrets` may declare:

- `SETS`: names of fields whose order means nothing (piles kept as sets): `conceal` may sort what everybody knows;
- `UNVARIED`: names of fields that `conceal` erases and that no imagined world needs to vary: scratch, or what the
  rest determines.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bagarre.kernel.chance import Dice, below, seed, seed_words
from bagarre.kernel.events import EVERYONE, begin_step
from bagarre.kernel.game import PLUMBING, SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice, Menu
from bagarre.kernel.pack import Pack
from bagarre.kernel.rule import fast_mode_available
from bagarre.kernel.words import LANGUAGES, placeholders

ONCE = ("notation",)
"""Properties of the game as declared."""
POSITION = ("choices", "refusals", "bytes", "status", "ending", "sealed", "secrets", "speech")
"""Properties of every position met, in the order checked."""
STEP = ("buffers", "copies", "replay", "modes")
"""Properties of every choice made."""
WHOLE = ("outside", "alike")
"""Properties of a whole game."""
RUN = ("variety",)
"""Properties of all the games together."""
DEAR = ("refusals", "sealed", "secrets", "speech", "copies", "replay")
"""Properties that a long game is spared at most of its positions."""
PROPERTIES = ONCE + POSITION + STEP + WHOLE + RUN

REFUSALS = 48
"""Writable choices tried at a position, besides the offered ones, when trying all would take long."""
ALTERNATIVES = 3
"""Choices tried on copies at a position, besides the one that is made."""
CLOSELY = 24
"""Positions at the start of a game that are all looked at closely; of n later ones, every (n / CLOSELY)th or so."""
ENOUGH = 8
"""Positions at which a zone must have been hidden before it is blamed for never varying."""


class ContractBroken(AssertionError):
    """A property that does not hold, with the shortest way back to the place."""

    def __init__(self, name: str, detail: str, way: str = "") -> None:
        self.name = name
        self.detail = detail
        super().__init__(f"{name}: {detail}" + (f"\n{way}" if way else ""))


@dataclass
class Report:
    """What a run of the contract saw."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    """Decisions of the longest game."""
    compiled: bool = False
    """Were interpreted and compiled rules compared?"""
    endings: Counter[str] = field(default_factory=Counter)
    hidden: Counter[str] = field(default_factory=Counter)
    """Zones that `conceal` changed, with the number of positions at which it did."""
    varied: Counter[str] = field(default_factory=Counter)
    """Zones in which imagined worlds of one reader differed."""


@dataclass
class Step:
    """A choice that was made (none: the deal), with the states around it and the chance results it caused."""

    before: Position
    seat: int
    choice: Choice | None
    after: Position

    @property
    def journal(self) -> list[int]:
        return self.after.journal[: self.after.journal_length]


class Contract:
    """The properties of one game at one number of seats with one set of options."""

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any] | None = None, packs: Sequence[Pack] = ()
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = dict(options or {})
        self.packs = tuple(packs)
        self.readers = [*range(seats), SPECTATOR]
        self.report = Report()
        self._seed = 0
        self._number = 0
        self._steps: list[Step] = []
        self._random = random.Random(0)
        """Tosses coins for the properties."""
        self._table = random.Random(0)
        """Tosses coins for play: a game is the same whatever is checked."""
        self._close = True
        """Is this position looked at closely?"""
        self._thorough = False
        self._packed = b""
        """The position reached, packed before anyone asks it anything."""

    # The run.

    def check(
        self,
        games: int | Iterable[int] = 20,
        seed: int = 1,
        only: Collection[str] = PROPERTIES,
        *,
        thorough: bool = False,
    ) -> Report:
        """Play the games and check the properties of `only`; tell what was seen.

        In long games the dear properties are checked at some positions only, unless `thorough`.

        :raises ContractBroken: at the first property that does not hold.
        """
        unknown = set(only) - set(PROPERTIES)
        if unknown:
            raise ValueError(f"no such property: {', '.join(sorted(unknown))}")
        self.report = Report()
        self._seed = seed
        self._thorough = thorough
        self._only = set(only)
        if "variety" in self._only:
            # It judges what the secrets of each position showed.
            self._only.add("secrets")
        if "modes" in self._only and not fast_mode_available():
            self._only.discard("modes")
        self.report.compiled = "modes" in self._only
        self._template = self.game.prepare(self.seats, self.options, self.packs)
        outside = _outside()
        try:
            self._run(ONCE)
            for number in range(games) if isinstance(games, int) else games:
                self._play(number)
                self.report.games += 1
            self._steps = []
            self._run(RUN)
        finally:
            _restore(outside)
        return self.report

    def _play(self, number: int) -> None:
        """One game: even numbers at random, odd ones mostly by the scripted player."""
        self._number = number
        self._random, self._table = (
            random.Random(f"check/{self._seed}/{number}"),
            random.Random(f"play/{self._seed}/{number}"),
        )
        self._dice = Dice()
        seed(self._dice, *seed_words(self._seed, number, "dice"))
        self._steps = []
        s = self._template.copy()
        self._guard("deal", self.game.begin, s, *self._words())
        self._reach(Step(self._template.copy(), SPECTATOR, None, s.copy()))
        while True:
            self._run(POSITION)
            mask = self._guard("deciders", self.game.rules.deciders, s)
            if mask == 0:
                break
            if len(self._steps) > self.game.meta.longest:
                self._fail("ending", f"the game has not ended after {self.game.meta.longest} decisions")
            seat = self._table.choice([seat for seat in range(self.seats) if mask >> seat & 1])
            choice = self._pick(s, seat)
            before = s.copy()
            self._apply("choices", s, seat, choice)
            self._reach(Step(before, seat, choice, s.copy()))
        self._run(WHOLE)
        made = len(self._steps) - 1
        self.report.decisions += made
        self.report.longest = max(self.report.longest, made)
        self.report.endings[self.game.ending(s)] += 1

    def _reach(self, step: Step) -> None:
        self._steps.append(step)
        reached = len(self._steps)
        self._close = self._thorough or reached <= CLOSELY or self._random.random() < CLOSELY / reached
        self._packed = self._guard("bytes", step.after.to_bytes)
        self._run(STEP)

    def _pick(self, s: Position, seat: int) -> Choice:
        menu = self._menu(s, seat)
        if menu.count == 0:
            self._fail("choices", f"seat {seat} must choose and is offered nothing")
        k = below(self._dice, min(menu.count, len(menu.verb)))
        decide = self.game.player()
        if decide is not None and self._number % 2 and self._table.random() < 0.8:
            seen = self.game.concealed(s, seat)
            k = self._guard("player", decide, seen, seat, menu, self._dice)
            if not 0 <= k < menu.count:
                self._fail("player", f"decide gives {k} for a menu of {menu.count}")
        return Choice(menu.verb[k], menu.arg[k])

    def _run(self, names: Iterable[str]) -> None:
        for name in names:
            if name in self._only and (self._close or name not in DEAR):
                self._guard(name, getattr(self, name))

    def _guard(self, name: str, action: Callable[..., Any], *given: Any) -> Any:
        """Run rule code; an exception in it is a failure with a place."""
        try:
            return action(*given)
        except ContractBroken:
            raise
        except Exception as error:
            raise ContractBroken(name, f"{type(error).__name__}: {error}", self._way()) from error

    def _apply(self, name: str, s: Position, seat: int, choice: Choice) -> None:
        """Make a choice; the numbers must fit their fields afterwards."""
        try:
            self.game.apply(s, seat, choice)
            s.to_bytes()
        except Exception as error:
            doing = f"seat {seat} plays {self.game.verbs.write(choice)!r}"
            raise ContractBroken(name, f"{doing}: {type(error).__name__}: {error}", self._way()) from error

    def _fail(self, name: str, detail: str) -> None:
        raise ContractBroken(name, detail, self._way())

    def _way(self) -> str:
        """How to come back here: the call, and the last choices."""
        packs = f", packs={[pack.name for pack in self.packs]}" if self.packs else ""
        if not self._steps:
            return f"{self.game.name}, {self.seats} seats, {self.options}{packs}, seed={self._seed}"
        step = len(self._steps) - 1
        made = [
            f"{step.seat}: {self.game.verbs.write(step.choice)}"
            for step in self._steps
            if step.choice is not None
        ]
        trail = ("… · " if len(made) > 16 else "") + " · ".join(made[-16:])
        return (
            f"  at game {self._number}, step {step}, after: {trail or 'the deal'}\n"
            f"  again: Contract(find_game({self.game.name!r}), {self.seats}, {self.options}{packs})"
            f".check(games=[{self._number}], seed={self._seed})"
        )

    # What the properties look at.

    @property
    def _s(self) -> Position:
        """The position reached (a copy: play goes on with its own)."""
        return self._steps[-1].after

    def _words(self) -> tuple[int, int, int]:
        return seed_words(self._seed, self._number)

    def _some_words(self) -> tuple[int, int, int]:
        return self._random.getrandbits(32), self._random.getrandbits(32), self._random.getrandbits(32)

    def _menu(self, s: Position, seat: int) -> Menu:
        menu = self.game.Menu()
        menu.seat = seat
        self.game.rules.choices(s, seat, menu)
        return menu

    def _offered(self, s: Position, seat: int) -> list[Choice]:
        """The choices of a seat, none when it is not its turn."""
        if seat < 0 or not self.game.rules.deciders(s) >> seat & 1:
            return []
        menu = self._menu(s, seat)
        return [Choice(menu.verb[k], menu.arg[k]) for k in range(min(menu.count, len(menu.verb)))]

    @cached_property
    def _writable(self) -> list[Choice]:
        return list(self.game.verbs)

    @cached_property
    def _pairs(self) -> list[tuple[int, Choice]]:
        """Every writable choice with every seat."""
        return [(seat, choice) for seat in range(self.seats) for choice in self._writable]

    def _same(self, name: str, what: str, one: Position, other: Position) -> None:
        """Two states must be equal, byte for byte."""
        if one.to_bytes() != other.to_bytes():
            self._fail(name, f"{what}: " + "; ".join(one.differences(other)))

    # Properties of the game as declared.

    def notation(self) -> None:
        """What is written can be read, and dense ids count the choices one by one."""
        book = self.game.verbs
        for number, choice in enumerate(book):
            if book.read(book.write(choice)) != choice:
                self._fail(
                    "notation",
                    f"{choice} is written {book.write(choice)!r}, read {book.read(book.write(choice))}",
                )
            if book.dense(choice) != number or book.from_dense(number) != choice:
                self._fail("notation", f"{choice} has the dense id {book.dense(choice)}, expected {number}")

    # Properties of every position.

    def choices(self) -> None:
        """Deciders are seats, offered distinct and declared choices that fit the menu and apply; asking changes nothing."""
        s, book = self._s, self.game.verbs
        mask = self.game.rules.deciders(s)
        if not 0 <= mask < 1 << self.seats:
            self._fail("choices", f"deciders gives {mask:#b} for {self.seats} seats")
        for seat in range(self.seats):
            if not mask >> seat & 1:
                continue
            menu = self._menu(s, seat)
            if not 0 < menu.count <= len(menu.verb):
                self._fail(
                    "choices",
                    f"seat {seat} is offered {menu.count} choices, the menu holds 1 to {len(menu.verb)}",
                )
            offered = [Choice(menu.verb[k], menu.arg[k]) for k in range(menu.count)]
            for choice in offered:
                if not 0 <= choice.verb < len(book.verbs) or choice.arg not in book.verbs[choice.verb].args:
                    self._fail("choices", f"seat {seat} is offered {tuple(choice)}, which is not declared")
            twice = [book.write(choice) for choice, times in Counter(offered).items() if times > 1]
            if twice:
                self._fail("choices", f"seat {seat} is offered twice: {', '.join(twice)}")
            tried = ALTERNATIVES if self._close else 0
            for choice in self._random.sample(offered, min(tried, len(offered))):
                self._try(s, seat, choice)
        if s.to_bytes() != self._packed:
            changed = s.differences(self.game.State.from_bytes(self._packed))
            self._fail("choices", f"asking for deciders or choices changed the state: {'; '.join(changed)}")

    def _try(self, s: Position, seat: int, choice: Choice) -> None:
        """A legal choice must apply on a copy and leave a sound state."""
        copy = s.copy()
        self._apply("choices", copy, seat, choice)
        broken = self.game.status(copy)
        if broken:
            self._fail(
                "status",
                f"after seat {seat} would play {self.game.verbs.write(choice)!r}: {'; '.join(broken)}",
            )

    def refusals(self) -> None:
        """A choice is refused exactly when it is not offered, whoever asks; the reason is one of the book."""
        s = self._s
        offered = {seat: set(self._offered(s, seat)) for seat in range(self.seats)}
        asked = [(seat, choice) for seat in offered for choice in offered[seat]]
        if len(self._pairs) <= 2 * REFUSALS:
            asked = self._pairs
        else:
            asked += self._random.choices(self._pairs, k=REFUSALS)
        for seat, choice in asked:
            number = self.game.rules.refusal(s, seat, choice.verb, choice.arg)
            if (number == 0) != (choice in offered[seat]):
                said = f"refused ({self.game.reasons[number].name})" if number else "allowed"
                shown = "offered" if choice in offered[seat] else "not offered"
                self._fail(
                    "refusals", f"seat {seat}: {self.game.verbs.write(choice)!r} is {said} but {shown}"
                )
            if not 0 <= number < len(self.game.reasons):
                self._fail(
                    "refusals",
                    f"seat {seat}: {self.game.verbs.write(choice)!r} is refused for the unknown reason {number}",
                )
        if s.to_bytes() != self._packed:
            changed = s.differences(self.game.State.from_bytes(self._packed))
            self._fail("refusals", f"asking for a reason changed the state: {'; '.join(changed)}")

    def bytes(self) -> None:
        """The state packs into bytes and comes back the same."""
        s = self._s
        again = self.game.State.from_bytes(self._packed)
        if s.differences(again):
            self._fail("bytes", f"packed and unpacked: {'; '.join(s.differences(again))}")

    def status(self) -> None:
        """The game's own invariants hold: cards conserved, counts in range."""
        broken = self.game.status(self._s)
        if broken:
            self._fail("status", "; ".join(broken))

    def ending(self) -> None:
        """The ending is named exactly when the game is over; then places rank all seats, ties sharing one."""
        s = self._s
        over = self.game.rules.deciders(s) == 0
        number = self.game.rules.ending(s)
        if not 0 <= number < len(self.game.endings) or over != (number > 0):
            self._fail(
                "ending", f"ending is {number} {'after the end' if over else 'while the game goes on'}"
            )
        if not over:
            return
        ranks = self.game.ranks(s)
        self.game.scores(s)
        # When nobody wins (all lost together), places start at 2.
        first = 1 if 1 in ranks else 2
        places = [first + sum(other < rank for other in ranks) for rank in ranks]
        if ranks != places:
            self._fail(
                "ending",
                f"places {ranks} do not rank the seats: expected {places} (ties share the better place)",
            )

    def sealed(self) -> None:
        """When several seats decide, answers commute and nobody learns who has answered, or what."""
        s, rules = self._s, self.game.rules
        mask = rules.deciders(s)
        deciders = [seat for seat in range(self.seats) if mask >> seat & 1]
        if len(deciders) < 2:
            return
        one, two = self._random.sample(deciders, 2)
        first = self._random.choice(self._offered(s, one))
        second = self._random.choice(self._offered(s, two))
        told = f"seat {one} {self.game.verbs.write(first)!r}, seat {two} {self.game.verbs.write(second)!r}"
        after = s.copy()
        self.game.apply(after, one, first)
        left = rules.deciders(after)
        if (mask & ~left) & ~(1 << one):
            self._fail(
                "sealed",
                f"deciders go from {mask:#b} to {left:#b} though only seat {one} has answered ({told})",
            )
        if after.event_count:
            names = ", ".join(str(event) for event in self.game.events(after))
            self._fail(
                "sealed", f"an answer that others still owe theirs to is told at once: {names} ({told})"
            )
        for reader in self.readers:
            if reader != one:
                known, learnt = self.game.concealed(s, reader), self.game.concealed(after, reader)
                begin_step(known)
                self._same("sealed", f"reader {reader} learns of a sealed answer ({told})", known, learnt)
        other = s.copy()
        self.game.apply(other, two, second)
        if second not in self._offered(after, two) or first not in self._offered(other, one):
            self._fail("sealed", f"one sealed answer takes the other away ({told})")
        self.game.apply(after, two, second)
        self.game.apply(other, one, first)
        self._same("sealed", f"the order of answers matters ({told})", after, other)

    def secrets(self) -> None:
        """Conceal is idempotent, imagined worlds look the same and are sound, and no answer depends on a secret."""
        s, game = self._s, self.game
        reader = self._random.choice(self.readers)
        who = f"reader {reader}"
        seen = game.concealed(s, reader)
        if s.to_bytes() != self._packed:
            self._fail("secrets", f"{who}: concealing a copy changed the state")
        self._same("secrets", f"{who}: conceal is not idempotent", seen, game.concealed(seen, reader))
        self._asked_the_same(s, seen, reader, "concealed")
        worlds = []
        for _ in range(2):
            world = game.imagined(seen, *self._some_words())
            self._same(
                "secrets",
                f"{who}: conceal(refill(conceal(s))) ≠ conceal(s)",
                game.concealed(world, reader),
                seen,
            )
            worlds.append(world)
        broken = game.status(worlds[0])
        if broken:
            self._fail("secrets", f"{who}: an imagined world is not sound: {'; '.join(broken)}")
        self._asked_the_same(s, worlds[0], reader, "imagined")
        self._compare_zones(s, seen, self.report.hidden)
        self._compare_zones(worlds[0], worlds[1], self.report.varied)
        if self._random.random() < 0.1:
            self._play_on(worlds[0], who)

    def _asked_the_same(self, s: Position, world: Position, reader: int, kind: str) -> None:
        """What a seat is offered, and why it is refused, must not depend on what it may not know."""
        rules = self.game.rules
        if rules.ending(s) != rules.ending(world) or (rules.deciders(s) == 0) != (rules.deciders(world) == 0):
            self._fail("secrets", f"reader {reader}: the {kind} state does not end when the game does")
        if reader < 0:
            return
        if rules.deciders(s) >> reader & 1 != rules.deciders(world) >> reader & 1:
            self._fail(
                "secrets", f"reader {reader}: the {kind} state is wrong about whether the reader decides"
            )
        offered, there = self._offered(s, reader), self._offered(world, reader)
        if offered != there:
            write = self.game.verbs.write
            self._fail(
                "secrets",
                f"reader {reader}: the {kind} state offers {[write(c) for c in there]}, the game {[write(c) for c in offered]}",
            )
        for choice in self._random.sample(self._writable, min(6, len(self._writable))):
            reason = rules.refusal(s, reader, choice.verb, choice.arg)
            other = rules.refusal(world, reader, choice.verb, choice.arg)
            if reason != other:
                names = self.game.reasons
                self._fail(
                    "secrets",
                    f"reader {reader}: {self.game.verbs.write(choice)!r} is answered {names[reason].name} in the game,"
                    f" {names[other].name} in the {kind} state",
                )

    def _compare_zones(self, one: Position, other: Position, seen: Counter[str]) -> None:
        """Count the zones (a field, or a row of it) in which two states differ."""
        sets = getattr(self.game.secrets, "SETS", ())
        for name, declared in one.FIELDS.items():
            if name in PLUMBING:
                continue
            here, there = getattr(one, name), getattr(other, name)
            if here == there:
                continue
            rows = enumerate(zip(here, there)) if len(declared.shape) == 2 else [(-1, (here, there))]
            for i, (mine, theirs) in rows:
                if mine == theirs or (name in sets and sorted(mine) == sorted(theirs)):
                    continue
                seen[name if i < 0 else f"{name}[{i}]"] += 1

    def _play_on(self, world: Position, who: str) -> None:
        """An imagined world must be fit to play in."""
        for _ in range(8):
            mask = self.game.rules.deciders(world)
            if mask == 0:
                return
            seat = self._random.choice([seat for seat in range(self.seats) if mask >> seat & 1])
            offered = self._offered(world, seat)
            if not offered:
                self._fail(
                    "secrets", f"{who}: in an imagined world seat {seat} must choose and is offered nothing"
                )
            choice = self._random.choice(offered)
            self._apply("secrets", world, seat, choice)
            broken = self.game.status(world)
            if broken:
                self._fail("secrets", f"{who}: playing on in an imagined world: {'; '.join(broken)}")

    def speech(self) -> None:
        """View, events and choices can be said in every language, as plain data, the same in alike worlds."""
        if self._random.random() > 0.2 and len(self._steps) > 1:
            return
        s, game = self._s, self.game
        reader = self._random.choice(self.readers)
        seen = game.concealed(s, reader)
        world = game.imagined(seen, *self._some_words())
        names = game.content(self.packs).names
        for lang in LANGUAGES:
            speech = game.speech(lang, [f"J{seat + 1}" for seat in range(self.seats)], names)
            sent = self._sent(s, reader, speech)
            if sent != self._sent(world, reader, speech):
                self._fail("speech", f"reader {reader}: two worlds that look alike are shown differently")
            for row in game.events(s):
                speech.event(row)
            for choice in self._random.sample(self._writable, min(4, len(self._writable))):
                reason = game.refusal(s, max(reader, 0), choice)
                if reason is not None:
                    speech.reason(reason)
            if game.is_over(s):
                speech.words.say(f"endings.{game.ending(s)}")

    def _sent(self, s: Position, reader: int, speech: Any) -> str:
        """All that leaves the engine for a reader, as text."""
        seen = self.game.concealed(s, reader)
        return json.dumps(
            [
                self.game.view(s, reader, speech),
                [speech.event(event) for event in self.game.events(seen)],
                [speech.choice(choice, seen, reader) for choice in self._offered(seen, reader)],
            ],
            ensure_ascii=False,
        )

    # Properties of every step.

    def buffers(self) -> None:
        """Journal and events have room for a step; chance was as scripted; events are as declared."""
        s = self._s
        if s.journal_length > len(s.journal):
            self._fail(
                "buffers",
                f"{s.journal_length} chance results in one step, the journal holds {len(s.journal)}",
            )
        if s.event_count > len(s.events):
            self._fail("buffers", f"{s.event_count} events in one step, the buffer holds {len(s.events)}")
        if s.chance_fault or s.tray_length:
            self._fail("buffers", "the rules wrote to the tray or its fault")
        for row in s.events[: s.event_count]:
            if not 0 <= row[0] < len(self.game.event_book.kinds):
                self._fail("buffers", f"an event of the unknown kind {row[0]}")
            kind = self.game.event_book.kinds[row[0]]
            if row[1] != EVERYONE and not 0 <= row[1] < 1 << self.seats:
                self._fail("buffers", f"{kind.name} is told to the seats {row[1]:#b} of {self.seats}")
            if any(row[2 + len(kind.fields) :]):
                self._fail(
                    "buffers",
                    f"{kind.name} carries more numbers than its {len(kind.fields)} fields: {row[2:]}",
                )
            for value, declared in zip(row[2:], kind.fields):
                if declared.kind == "seat" and not -1 <= value < self.seats:
                    self._fail("buffers", f"{kind.name}.{declared.name} is {value}, no seat")

    def copies(self) -> None:
        """A copy lives its own life, and the same step gives the same state, whatever runs beside."""
        step = self._steps[-1]
        kept = step.before.to_bytes()
        copy = step.before.copy()
        _shake(len(self._steps))
        self._redo(copy, step)
        if step.before.to_bytes() != kept:
            self._fail(
                "copies",
                f"a change to a copy reached the original: {step.before.differences(self.game.State.from_bytes(kept))}",
            )
        self._same("copies", "the same step gave another state", step.after, copy)

    def _redo(self, s: Position, step: Step) -> None:
        if step.choice is None:
            self.game.begin(s, *self._words())
        else:
            self.game.apply(s, step.seat, step.choice)

    def replay(self) -> None:
        """The step can be made again from its journal, without the generator.

        A pile drawn from needs a number of its own for each card: alike cards would leave another order behind.
        """
        step = self._steps[-1]
        again = step.before.copy()
        again.rng = [0, 0, 0, 0]
        results = step.journal
        again.tray[: len(results)] = results
        again.tray_length = len(results)
        if step.choice is None:
            self.game.begin(again)
        else:
            self.game.apply(again, step.seat, step.choice)
        if again.chance_fault or again.tray_next != len(results) or any(again.rng):
            self._fail("replay", f"the journal {results} does not script the step (used {again.tray_next})")
        again.rng, again.tray, again.tray_length, again.tray_next = (
            step.after.rng[:],
            [0] * len(again.tray),
            0,
            0,
        )
        self._same("replay", f"from the journal {results}", step.after, again)

    def modes(self) -> None:
        """Interpreted and compiled rules agree byte for byte."""
        step, fast = self._steps[-1], self.game.compiled
        s = step.after
        if step.choice is None:
            self._twin, self._twin_menu = fast.pack([step.before]), fast.menus(1)
            fast.begin_at(self._twin, self._twin_menu, 0, *self._words())
        else:
            fast.apply_at(self._twin, 0, step.seat, step.choice.verb, step.choice.arg)
        self._twin_equals("the step", self._twin, s)
        mask = fast.deciders_at(self._twin, 0)
        if mask != self.game.rules.deciders(s):
            self._fail("modes", f"deciders: compiled {mask:#b}, interpreted {self.game.rules.deciders(s):#b}")
        if mask == 0:
            ranks = [int(fast.rank_at(self._twin, 0, seat)) for seat in range(self.seats)]
            if ranks != self.game.ranks(s):
                self._fail("modes", f"places: compiled {ranks}, interpreted {self.game.ranks(s)}")
        else:
            self._same_menus(mask)
        if self._close:
            self._same_secrets(s)

    def _same_menus(self, mask: int) -> None:
        s, fast = self._s, self.game.compiled
        seat = self._random.choice([seat for seat in range(self.seats) if mask >> seat & 1])
        fast.choices_at(self._twin, self._twin_menu, 0, seat)
        menu, record = self._menu(s, seat), self._twin_menu[0]
        offered = list(zip(menu.verb[: menu.count], menu.arg[: menu.count]))
        there = list(
            zip(record["verb"][: record["count"]].tolist(), record["arg"][: record["count"]].tolist())
        )
        if offered != there:
            self._fail("modes", f"choices of seat {seat}: compiled {there}, interpreted {offered}")
        if menu.count < 2 or menu.count > len(menu.verb):
            return
        words = self._some_words()
        dice = Dice()
        seed(dice, *words)
        dices = fast.pack([dice], Dice.dtype())
        k = self.game.room("player").decide(self.game.concealed(s, seat), seat, menu, dice)
        other = int(fast.choose_one(self._twin[0], self._twin_menu[0], self._twin.copy(), dices[0], 1))
        if k != other or dices[0].tobytes() != dice.to_bytes():
            self._fail("modes", f"the scripted player of seat {seat}: compiled {other}, interpreted {k}")

    def _same_secrets(self, s: Position) -> None:
        fast, reader, words = self.game.compiled, self._random.choice(self.readers), self._some_words()
        world = self._twin.copy()
        fast.conceal_at(world, 0, reader)
        seen = self.game.concealed(s, reader)
        self._twin_equals(f"conceal for reader {reader}", world, seen)
        fast.refill_at(world, 0, *words)
        self._twin_equals(f"refill for reader {reader}", world, self.game.imagined(seen, *words))

    def _twin_equals(self, what: str, twin: Any, s: Position) -> None:
        if twin[0].tobytes() != s.to_bytes():
            there = self.game.compiled.unpack(twin, 0)
            self._fail("modes", f"{what}, compiled ≠ interpreted: {'; '.join(there.differences(s))}")

    # Properties of a whole game.

    def outside(self) -> None:
        """The global generators of Python and NumPy were left alone."""
        before = _outside()
        for step in self._steps:
            self._redo(step.before.copy(), step)
        if _outside() != before:
            self._fail("outside", "a global random generator was used")

    def alike(self) -> None:
        """Worlds that were told alike look alike: what no event told a reader, its concealed state does not hold.

        One chance result of the game is changed; as long as a reader is told the same events, it must be shown
        the same bytes.
        """
        with_chance = [i for i, step in enumerate(self._steps) if step.journal]
        for _ in range(min(8, 2 * len(with_chance))):
            first = self._random.choice(with_chance)
            results = self._disturbed(self._steps[first].journal)
            readers = list(self.readers)
            world = self._steps[first].before.copy()
            for step in self._steps[first : first + 6]:
                if not readers or not self._again(world, step, results):
                    break
                readers = [reader for reader in readers if self._looks_alike(step.after, world, reader)]
                results = step.journal

    def _disturbed(self, results: list[int]) -> list[int]:
        """The results with one changed; when the new one comes later anyway, the two change places."""
        results = list(results)
        i = self._random.randrange(len(results))
        new = (
            self._random.choice(results)
            if self._random.random() < 0.5
            else self._random.randrange(max(results) + 8)
        )
        later = [j for j in range(len(results)) if results[j] == new]
        if later:
            results[later[0]] = results[i]
        results[i] = new
        return results

    def _again(self, world: Position, step: Step, results: list[int]) -> bool:
        """Make the step in another world with these chance results, if that is possible there."""
        if step.choice is not None and step.choice not in self._offered(world, step.seat):
            return False
        world.tray[: len(results)] = results
        world.tray_length, world.tray_next = len(results), 0
        if step.choice is None:
            seed(world, *self._words())
            self.game.begin(world)
        else:
            self.game.apply(world, step.seat, step.choice)
        world.tray, world.tray_length, world.tray_next = [0] * len(world.tray), 0, 0
        return world.chance_fault == 0

    def _looks_alike(self, s: Position, world: Position, reader: int) -> bool:
        seen, there = self.game.concealed(s, reader), self.game.concealed(world, reader)
        if seen.events != there.events or seen.event_count != there.event_count:
            return False
        if seen.to_bytes() != there.to_bytes():
            self._fail(
                "alike",
                f"reader {reader} is shown what no event told (conceal leaks it, or an event is missing): "
                + "; ".join(seen.differences(there)),
            )
        return True

    # Properties of all the games together.

    def variety(self) -> None:
        """Every zone that was hidden is seen to vary between imagined worlds of one reader."""
        unvaried = getattr(self.game.secrets, "UNVARIED", ())
        still = [
            f"{zone} (hidden at {times} positions)"
            for zone, times in self.report.hidden.items()
            if times >= ENOUGH and not self.report.varied[zone] and zone.partition("[")[0] not in unvaried
        ]
        if still:
            self._fail(
                "variety",
                f"hidden but never varied over refills: {', '.join(still)}. Let refill vary it; or name it in secrets.SETS (only the"
                " order of a set is erased) or in secrets.UNVARIED (scratch, or determined by the rest)",
            )


Outside = tuple[Any, bytes, int]
"""The state of the global generators of Python and NumPy, as something that can be compared."""


def _outside() -> Outside:
    import numpy as np

    numpy_state: Any = np.random.get_state()
    return random.getstate(), numpy_state[1].tobytes(), numpy_state[2]


def _restore(outside: Outside) -> None:
    import numpy as np

    random.setstate(outside[0])
    np.random.set_state(("MT19937", np.frombuffer(outside[1], np.uint32), outside[2], 0, 0.0))


def _shake(number: int) -> None:
    """Disturb the global generators."""
    import numpy as np

    random.seed(number)
    np.random.seed(number)


# Words.


def check_words(game: Game) -> None:
    """Everything the game can say is said in both languages, and every clause it cites exists.

    :raises ContractBroken: with everything that is missing.
    """
    faults = [
        *_different_sentences(game),
        *(fault for lang in LANGUAGES for fault in _missing_sentences(game, lang)),
        *_wrong_clauses(game),
    ]
    if faults:
        raise ContractBroken("words", f"{game.name}:\n  " + "\n  ".join(faults))


def _different_sentences(game: Game) -> list[str]:
    first, second = (game.words(lang).sentences() for lang in LANGUAGES)
    faults = [f"words/{LANGUAGES[1]}.toml lacks {key}" for key in first.keys() - second.keys()]
    faults += [f"words/{LANGUAGES[0]}.toml lacks {key}" for key in second.keys() - first.keys()]
    for key in sorted(first.keys() & second.keys()):
        if not isinstance(first[key], str) or not isinstance(second[key], str):
            faults.append(f"{key} is not a sentence")
        elif placeholders(first[key]) != placeholders(second[key]):
            faults.append(
                f"{key} asks for {placeholders(first[key])} in one language, {placeholders(second[key])} in the other"
            )
    return sorted(faults)


def _missing_sentences(game: Game, lang: str) -> list[str]:
    words = game.words(lang)
    wanted: dict[str, set[str] | None] = {}
    for kind in game.event_book.kinds:
        wanted[f"events.{kind.name}"] = {declared.name for declared in kind.fields}
    for verb in game.verbs.verbs:
        wanted[f"choices.{verb.name}"] = {"arg", "n"} if verb.kind else set()
    for reason in game.reasons[1:]:
        wanted[f"reasons.{reason.name}"] = set()
    for ending in game.endings[1:]:
        wanted[f"endings.{ending}"] = None
    for option in game.meta.options:
        wanted[f"options.{option.name}.label"] = set()
        wanted[f"options.{option.name}.help"] = None
        for value in getattr(option, "values", ()):
            wanted[f"options.{option.name}.values.{value}"] = set()
    for stat in game.room("stats").STATS:
        wanted[f"stats.{stat}"] = set()
    faults = []
    for key, allowed in wanted.items():
        found = words.find(key)
        sentences = (
            list(found.values()) if isinstance(found, dict) and set(found) == {"one", "other"} else [found]
        )
        if not all(isinstance(sentence, str) for sentence in sentences):
            faults.append(f"words/{lang}.toml has no sentence {key}")
        elif allowed is not None:
            extra = {name for sentence in sentences for name in placeholders(sentence)} - allowed
            if extra:
                faults.append(
                    f"words/{lang}.toml: {key} asks for {', '.join(sorted(extra))}, which it is not given"
                )
    return faults


def _wrong_clauses(game: Game) -> list[str]:
    books = {lang: game.rulebook(lang).clauses for lang in LANGUAGES}
    first, second = (books[lang] for lang in LANGUAGES)
    faults = [f"rules.{LANGUAGES[1]}.md lacks {clause}" for clause in first if clause not in second]
    faults += [f"rules.{LANGUAGES[0]}.md lacks {clause}" for clause in second if clause not in first]
    cited = [(f"the event {kind.name}", kind.clause) for kind in game.event_book.kinds]
    cited += [(f"the reason {reason.name}", reason.clause) for reason in game.reasons[1:]]
    faults += [
        f"{what} cites {clause!r}, which is not in the rules" for what, clause in cited if clause not in first
    ]
    wrong = [clause for clause in first if not clause.startswith(game.meta.prefix + "-")]
    return faults + [f"{clause} does not begin with {game.meta.prefix}-" for clause in wrong]
