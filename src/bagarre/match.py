"""A game in progress: seats, choices through the checked door, log, views, undo, records.

>>> from bagarre.match import Match
>>> from bagarre.games import find_game
>>> match = Match(find_game("boss-quest"), ["Ada", "Blaise"], seed=7)
>>> seat = match.deciders[0]
>>> "visit" in match.legal(seat)
True
"""

from __future__ import annotations

import html
import os
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, ClassVar

from bagarre.bots import Budget, PlayerLike, Seated, spec_of
from bagarre.fair import Fair
from bagarre.games import find_game
from bagarre.kernel.chance import seed as start_generator
from bagarre.kernel.chance import seed_words
from bagarre.kernel.draws import fill_tray
from bagarre.kernel.errors import IllegalChoice, InvalidChoice, Mistake, RecordError
from bagarre.kernel.events import (
    CONCEDES,
    PLAYED_BY_PROGRAM,
    TIMED_OUT,
    Event,
    begin_step,
    house_row,
)
from bagarre.kernel.files import write_atomically
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.meta import HUMAN
from bagarre.kernel.pack import Entry, Pack, read_text
from bagarre.kernel.position import FAULTS, place, settle
from bagarre.kernel.reasons import Because
from bagarre.kernel.speech import Speech
from bagarre.kernel.words import language_of
from bagarre.record import (
    LARGEST_RECORD,
    ChoiceMade,
    Conceded,
    Deal,
    Ended,
    Header,
    Line,
    Record,
    Undone,
    read_record,
)
from bagarre.steps import Candidate, KeptState, Legal, Outcome, PackedPositions, Step, events_of, outcome_of
from bagarre.undoing import is_exact

__all__ = ["PROGRAM", "Candidate", "Legal", "Match", "Outcome", "Step"]

PROGRAM = "scripted"
"""The program that plays on for somebody who gave up, unless another is named."""
CAREFUL = "careful"
"""The stand-in of whoever did not answer in time: what a careful player would do (`careful.py` of the game, or its default)."""


class Match:
    """One game being played.

    Every choice from outside comes through `play`, which refuses what is not legal and then leaves everything as it was.
    What leaves for a seat (`view`, `events`, `legal`) is what that seat may know. Chance comes from `seed` and the number of
    the line in the log, through SHA-256, so that nobody can foretell it from what was seen; its commitment is in the record.
    """

    def __init__(
        self,
        game: Game | str,
        players: Sequence[str] | int,
        *,
        options: dict[str, Any] | None = None,
        packs: Sequence[Pack] = (),
        seed: int | str | None = None,
        kinds: Sequence[PlayerLike] = (),
        start: Entry | Mapping[str, Any] | None = None,
        script: Sequence[int] = (),
        companion: bool = False,
        fair: Fair | None = None,
        watch: Callable[[Position], None] | None = None,
        _deal: Deal | None = None,
    ) -> None:
        """`start` is a position by name, `script` the first results of the deal; the rest comes from the seed.

        `companion`: it is played with the real box (`bagarre.companion`).
        """
        self.game = find_game(game) if isinstance(game, str) else game
        self.players = [str(i + 1) for i in range(players)] if isinstance(players, int) else list(players)
        self.options = dict(options or {})
        self.packs = tuple(packs)
        self.companion = companion
        self.fair = fair
        """The secrets that the seed was made of."""
        self.watch = watch
        """Called with the position of each line when its generator has started, for those who look at its draws (`kernel/draws.py`)."""
        self.taken_over = 0
        """Lines at the beginning that another game's seed gave their chance."""
        self.seed = fair.seed() if fair is not None else secrets.token_hex(16) if seed is None else str(seed)
        self.kinds = [spec_of(kind) for kind in kinds]
        """Who plays each seat (`human` or the spec of a player), kept for those who resume the record; may be empty."""
        self._given = {seat: kind for seat, kind in enumerate(kinds) if not isinstance(kind, str)}
        self._programs: dict[int, Seated] = {}
        self._told: dict[int, int] = {}
        """For each program, how many steps it was told."""
        self.steps: list[Step] = []
        """The deal, then every choice that stands."""
        self.start = start.data if isinstance(start, Entry) else start
        """The position that the game begins from, as in a scenario's `[position]`; `None` for an ordinary deal."""
        self.history: list[Line] = []
        """What happened, as recorded: undone choices and their undoing included."""
        self._positions = PackedPositions()
        self.conceded: tuple[int, ...] = ()
        """The seats that gave up, in that order."""
        self.content = self.game.content(self.packs)
        self.state = self.game.prepare(len(self.players), self.options, self.packs)
        self._place = (
            start if isinstance(start, Entry) else Entry(self.game.name, "position", dict(start or {}))
        )
        exact = _deal is not None
        self.accept(self._run(None, script if _deal is None else _deal.chance, exact=exact))

    # The state, unpacked or packed.

    @property
    def state(self) -> Position:
        kept = self._kept
        s = kept.state
        if s is None:
            s = kept.state = self.game.State.from_bytes(kept.packed)
        return s

    @state.setter
    def state(self, s: Position) -> None:
        self._kept = KeptState(s)

    @property
    def packed(self) -> bytes:
        """The bytes of the state."""
        return self._kept.pack()

    def fold(self) -> None:
        """Keep the state packed until somebody asks for it: of hundreds of matches that wait, most are asked for nothing."""
        kept = self._kept
        kept.pack()
        kept.state = None

    # Whose turn, what is legal.

    @property
    def deciders(self) -> list[int]:
        """The seats that may choose now; empty when the game is over."""
        return [] if self.is_given_up else self.game.deciders(self.state)

    @property
    def is_over(self) -> bool:
        return self.is_given_up or self.game.is_over(self.state)

    @property
    def is_given_up(self) -> bool:
        """Is the game over because somebody gave up? Then the position is as it was left."""
        last = self.steps[-1] if self.conceded else None
        return last is not None and last.concedes and not last.bot

    def legal(self, seat: int) -> Legal:
        """The legal choices of a seat."""
        if self.is_given_up:
            return Legal(self.game, seat, [])
        choices = self._kept.choices
        if seat not in choices:
            choices[seat] = self.game.choices(self.state, seat)
        return Legal(self.game, seat, choices[seat])

    def read(self, seat: int, choice: str | tuple[int, int]) -> Choice:
        """The choice, checked.

        :raises InvalidChoice: when it cannot be read.
        :raises IllegalChoice: when it is not allowed now; cites the clause.
        """
        if not 0 <= seat < self.state.seats:
            raise Mistake("no_such_seat", seat=seat, seats=self.state.seats)
        wanted = self.game.verbs.read(choice) if isinstance(choice, str) else Choice(*choice)
        if wanted not in self.game.verbs:
            raise InvalidChoice(str(choice))
        if self.is_given_up:
            raise Mistake("match_over")
        if wanted not in self.legal(seat):
            text = self.game.verbs.write(wanted)
            reason = self.game.refusal(self.state, seat, wanted)
            if reason is None:
                raise IllegalChoice(text, {}, "")
            said = {lang: self.game.words(lang).say(f"reasons.{reason.name}") for lang in ("fr", "en")}
            raise IllegalChoice(text, said, reason.clause)
        return wanted

    def play(
        self,
        seat: int,
        choice: str | tuple[int, int],
        chance: Sequence[int] | None = None,
        *,
        bot: str = "",
        exact: bool = True,
        seen: Sequence[int] = (),
    ) -> Step:
        """Make a choice: the checked door. `bot` names a program that stands in for whoever sits there.

        `chance` scripts the results (real dice, a replay). All of them must be used and no others, unless the script is not
        `exact`: then results that it lacks come from the seed, and results that are left over do not matter. `seen` is what a card
        of the real box turned out to be.

        :raises Mistake: when the choice or a scripted result is not possible; the match is as it was.
        """
        self.accept(self.consider(seat, choice, chance, bot=bot, exact=exact, seen=seen))
        return self.steps[-1]

    def consider(
        self,
        seat: int,
        choice: str | tuple[int, int],
        chance: Sequence[int] | None = None,
        *,
        bot: str = "",
        exact: bool = True,
        seen: Sequence[int] = (),
    ) -> Candidate:
        """What a choice would lead to: for those who must write it down before it is true.

        :raises Mistake: when the choice or a scripted result is not possible.
        """
        return self._run((seat, self.read(seat, choice)), chance, bot=bot, exact=exact, seen=seen)

    def consider_undo(self, count: int = 1, *, by: int = SPECTATOR) -> Candidate:
        """What taking back the last choices, for the seat that asked, would lead to.

        :raises Mistake: when there is nothing to take back.
        """
        if not 1 <= count < len(self.steps):
            raise Mistake("nothing_to_undo")
        left = len(self.steps) - count
        return Candidate(Undone(count, by), left, self.position(left - 1))

    def accept(self, candidate: Candidate) -> None:
        """Let what was considered come true. Nothing else may have happened in between."""
        del self.steps[candidate.steps :]
        self._positions.forget(candidate.steps)
        self._told = {seat: min(told, candidate.steps) for seat, told in self._told.items()}
        self.state = candidate.state
        if candidate.step is not None:
            self.steps.append(candidate.step)
            self._positions.add(self.packed)
        self.history.append(candidate.line)
        if candidate.step is None:
            self.conceded = tuple(step.seat for step in self.steps if step.concedes)
        elif candidate.step.concedes:
            self.conceded = (*self.conceded, candidate.step.seat)

    # Giving up.

    @property
    def may_concede(self) -> bool:
        """Giving up is a right, unless an option of the game forbids it."""
        return all(
            option.name != "concede" or option.read(self.options.get("concede", option.default))
            for option in self.game.meta.options
        )

    def concede(self, seat: int, *, people: Collection[int] | None = None, program: str = PROGRAM) -> Step:
        """Give the game up. It is over when one seat is left, or no person; otherwise a program plays on in that seat.

        `people` are the seats that persons hold now; without it those that `kinds` calls `human`, and all when it says nothing.

        :raises Mistake: when that is not possible; the match is as it was.
        """
        self.accept(self.consider_concession(seat, people=people, program=program))
        return self.steps[-1]

    def consider_concession(
        self, seat: int, *, people: Collection[int] | None = None, program: str = PROGRAM
    ) -> Candidate:
        """What giving up would lead to.

        :raises Mistake: when that is not possible.
        """
        if people is None:
            people = [i for i in range(len(self.players)) if not self.kinds or self.kinds[i] == HUMAN]
        left = set(range(len(self.players))) - {seat, *self.conceded}
        ends = len(left) < 2 or left.isdisjoint(people)
        return self._concession(Conceded(seat, "" if ends else program))

    def _concession(self, line: Conceded) -> Candidate:
        if not 0 <= line.seat < len(self.players):
            raise Mistake("no_such_seat", seat=line.seat, seats=len(self.players))
        if self.is_over:
            raise Mistake("match_over")
        if line.seat in self.conceded:
            raise Mistake("conceded_already")
        if not self.may_concede:
            raise Mistake("no_concession")
        s = self.state.copy()
        begin_step(s)
        rows = [house_row(CONCEDES, line.seat)]
        if line.bot:
            rows.append(house_row(PLAYED_BY_PROGRAM, line.seat))
        return Candidate(line, len(self.steps), s, Step(line.seat, None, (), tuple(rows), line.bot))

    def _run(
        self,
        made: tuple[int, Choice] | None,
        chance: Sequence[int] | None,
        *,
        bot: str = "",
        exact: bool = True,
        seen: Sequence[int] = (),
    ) -> Candidate:
        """Begin, or apply a checked choice.

        :raises RecordError: when the script of chance does not fit.
        """
        s = self.state.copy()
        if seen:
            settle(self.game, s, seen)
        start_generator(s, *seed_words(self.seed, len(self.history)))
        if self.watch is not None:
            self.watch(s)
        if chance is not None:
            fill_tray(s, chance)
        if made is not None:
            self._apply(s, *made)
        elif self.start is not None:
            place(self.game, s, self._place, self.content)
        else:
            self.game.begin(s)
        if chance is not None and (s.chance_fault or (exact and s.journal_length != len(chance))):
            raise RecordError("chance", expected=len(chance), used=s.journal_length)
        s.tray = [0] * len(s.tray)
        s.tray_length = s.tray_next = 0
        # Every line starts the generator anew. Nothing is left of it that would tell a replay, which rolls nothing, from play.
        s.rng = [0] * len(s.rng)
        seat, choice = made if made is not None else (SPECTATOR, None)
        rows = tuple(tuple(row) for row in s.events[: s.event_count])
        if bot == CAREFUL and self.deciders == [seat]:
            # Where others are asked too, it would tell who has not answered.
            rows = (house_row(TIMED_OUT, seat), *rows)
        step = Step(seat, choice, tuple(s.journal[: s.journal_length]), rows, bot, tuple(seen))
        return Candidate(self._line(step), len(self.steps), s, step)

    def _apply(self, s: Position, seat: int, choice: Choice) -> None:
        try:
            self.game.apply(s, seat, choice)
        except FAULTS as error:
            if self.start is None:
                raise
            raise Mistake(
                "pack_scenario_position", broken=f"{type(error).__name__}: {str(error)[:200]}"
            ) from None

    # Programs at the table.

    def program(self, seat: int) -> Seated:
        """The program that plays a seat, by `kinds`, or for whoever gave up there.

        :raises Mistake: when there is no such player.
        """
        if seat not in self._programs:
            stands_in = next((step.bot for step in self.steps if step.concedes and step.seat == seat), "")
            kind = stands_in or self._given.get(seat, self.kinds[seat])
            self._programs[seat] = Seated(kind, self.game, seat, self.seed, seat)
        return self._programs[seat]

    def let_play(self, seat: int, budget: Budget | None = None) -> Step:
        """Tell the program of a seat what happened, let it choose, and play its choice."""
        program = self.program(seat)
        if program.listens:
            for step in self.steps[self._told.get(seat, 0) :]:
                program.tell(self.events(step, seat))
            self._told[seat] = len(self.steps)
        return self.play(seat, program.think(self.concealed(seat), list(self.legal(seat)), budget).choice)

    # What a seat sees.

    def speech(self, lang: str) -> Speech:
        return self.game.speech(lang, self.players, self.content.names)

    def rename(self, thing: str, name: str) -> None:
        """Call something as a player likes, where the game has a `naming`: it changes what is read, in the record too, and nothing else."""
        self.packs = tuple(self.game.room("naming").renamed(self.packs, thing, name))
        self.content = self.game.content(self.packs)

    def concealed(self, seat: int = SPECTATOR) -> Position:
        """The state as that seat may know it: what bots receive."""
        return self.game.concealed(self.state, seat)

    def view(self, seat: int = SPECTATOR, lang: str = "fr") -> dict[str, Any]:
        """What the seat sees, as plain data."""
        return self.game.view(self.state, seat, self.speech(lang))

    def events(self, step: Step, seat: int = SPECTATOR) -> list[Event]:
        """The events of a step as that seat may know them."""
        return events_of(self.game, step, seat)

    def open_events(self, step: Step) -> list[Event]:
        """The events of a step with nothing hidden: for looking back at a recorded game."""
        return events_of(self.game, step, None)

    def because(self, count: int, seat: int = SPECTATOR, lang: str = "fr") -> Mapping[int, list[Because]]:
        """Why the events after `count` choices came out as they did, by their place among them, as that seat may know it."""
        told = self.events(self.steps[count], seat)
        if not any(event.kind.name in self.game.explained for event in told):
            return {}
        return self.game.because(self.game.concealed(self.position(count), seat), told, self.speech(lang))

    def log(self, seat: int = SPECTATOR, lang: str = "fr") -> list[tuple[str, str]]:
        """The whole game in words, as that seat may know it: pairs of sentence and clause."""
        speech = self.speech(lang)
        return [(speech.event(e), e.kind.clause) for step in self.steps for e in self.events(step, seat)]

    @property
    def outcome(self) -> Outcome | None:
        """The result, or `None` while the game goes on."""
        if not self.is_over:
            return None
        return outcome_of(self.game, self.state, self.conceded, given_up=self.is_given_up)

    def outcome_after(self, candidate: Candidate) -> Outcome | None:
        """How the game would have ended with what was considered, while that is not true yet; `None` when it would go on."""
        if not candidate.gives_up and not self.game.is_over(candidate.state):
            return None
        step = candidate.step
        conceded = (*self.conceded, step.seat) if step is not None and step.concedes else self.conceded
        return outcome_of(self.game, candidate.state, conceded, given_up=candidate.gives_up)

    # Going back.

    def position(self, count: int) -> Position:
        """The state as it stood after `count` choices."""
        return self.game.State.from_bytes(self._positions.packed(count))

    def positions(self) -> Iterator[Position]:
        """Every position of the game, from the deal on."""
        return (self.position(count) for count in range(len(self.steps)))

    def reopened(self, count: int, seed: int | str | None = None) -> Match:
        """A new match as it stood after `count` choices, free to go on differently; with a seed of its own, also in its chance."""
        twin = copy(self)
        twin.seed = self.seed if seed is None else str(seed)
        twin.steps = self.steps[: count + 1]
        twin.history = [self._line(step) for step in twin.steps]
        if seed is not None:
            twin.fair, twin.taken_over = None, len(twin.history)
        twin._positions = self._positions.first(count + 1)
        twin._programs, twin._told = {}, {}
        twin.state = self.position(count)
        twin.conceded = tuple(step.seat for step in twin.steps if step.concedes)
        return twin

    def can_undo(self, seat: int) -> bool:
        """Is taking back the last choice exact: that seat's own, asked of nobody else, without chance, and nothing was shown?

        The answer tells the seat nothing (`bagarre.undoing`).
        """
        last = self.steps[-1]
        if last.choice is None or last.seat != seat:
            return False
        before = self.position(len(self.steps) - 2)
        return is_exact(self.game, before, self.state, last, self.seed, len(self.history))

    def undo(self, count: int = 1, *, by: int = SPECTATOR) -> None:
        """Take back the last choices, for the seat that asked. They stay in the record, followed by the undoing.

        :raises Mistake: when there is nothing to take back.
        """
        self.accept(self.consider_undo(count, by=by))

    # Records.

    def _line(self, step: Step) -> Line:
        if step.concedes:
            return Conceded(step.seat, step.bot)
        if step.choice is None:
            return Deal(step.chance)
        return ChoiceMade(step.seat, self.game.verbs.write(step.choice), step.chance, step.bot, step.seen)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What happened, as the JSON of a record's lines."""
        return [line.data() for line in self.history]

    def header(self) -> dict[str, Any]:
        """The first line of the record, as JSON."""
        return self._header().data()

    def _header(self) -> Header:
        return Header(
            game=self.game.name,
            players=tuple(self.players),
            seed=self.seed,
            rules_version=self.game.meta.rules_version,
            seats=tuple(self.kinds),
            options=self.options,
            packs=self.packs,
            start=self.start,
            companion=self.companion,
            fair=self.fair,
            taken_over=self.taken_over,
        )

    def record(self) -> str:
        """The game as JSON Lines: header, deal, choices with their chance results, and the end. Each line seals those before it."""
        end = self.outcome
        ended = [] if end is None else [Ended(end.ending, end.ranks, end.scores)]
        return Record(self._header(), (*self.history, *ended)).text()

    def save(self, path: str | Path) -> None:
        """Write the record; the file is either the old one or the new one, never half of it.

        :raises Mistake: when it cannot be written.
        """
        write_atomically(Path(path), self.record())

    @classmethod
    def load(cls, path: str | Path) -> Match:
        """Reopen a record.

        :raises RecordError: when it cannot be read or does not follow the rules.
        """
        return cls.loads(read_text(path, LARGEST_RECORD))

    @classmethod
    def loads(cls, text: str, game: Game | None = None) -> Match:
        """Reopen a record from its text; `game` when it is not one of the house."""
        from bagarre.following import follow_as_far

        match, problem = follow_as_far(read_record(text), game)
        if problem is not None:
            raise problem
        return match

    def follow(self, line: Line) -> None:
        """Make a line of a record happen again.

        :raises Mistake: when it does not follow from the position; the match is as it was.
        """
        match line:
            case ChoiceMade(choice="concede") if all(
                verb.name != "concede" for verb in self.game.verbs.verbs
            ):
                # Records of version 1: giving up was a choice in one game.
                self.concede(line.seat, people=())
            case ChoiceMade():
                self.play(line.seat, line.choice, line.chance, bot=line.bot, seen=line.seen)
            case Conceded():
                self.accept(self._concession(line))
            case Undone():
                self.undo(line.count, by=line.by)
            case Ended():
                end = self.outcome
                if end is None or (end.ending, end.ranks) != (line.ending, line.ranks):
                    raise RecordError("record_end")
            case Deal():
                raise RecordError("record_second_deal")

    # Notebooks.

    def __str__(self) -> str:
        """The log as a spectator may know it."""
        return "\n".join(sentence for sentence, _ in self.log())

    def __repr__(self) -> str:
        return f"<Match {self.game.name}, {len(self.players)} seats, {len(self.steps) - 1} choices>"

    picture: ClassVar[Callable[[Match, str], str] | None] = None
    """Draws the board as a spectator sees it, in a language; brought by the front door where boards are installed."""

    def _repr_html_(self) -> str:
        """The board and the log as a spectator may know them, in the reader's language."""
        lang = language_of(os.environ)
        board = Match.picture(self, lang) if Match.picture is not None else ""
        told = "".join(
            f"<li>{html.escape(text)} <small>{clause}</small></li>" for text, clause in self.log(lang=lang)
        )
        return f"<h4>{html.escape(self.game.meta.title)}</h4>{board}<ol>{told}</ol>"
