"""The companion of the real box: a match whose chance is answered by people.

People hold the cards and the dice; Bagarre keeps the score, asks what was drawn or rolled, and knows the rules. A choice that needs no chance is made at
once. Any other is an `Asking`: the rules run until they draw, the table is asked what came, and they run again with that result, until no draw is left.
Nothing is true before that, so a wrong entry is simply taken out again.

    asking = ask(match, seat, "equip 2")
    asking.question.say(match.speech("en")), asking.question.labels(match.speech("en"))
    asking.answer(17)
    if asking.is_done:
        asking.play(match)

A card that nobody may look at (`BAGARRE`) is assumed to be any of those that are left. When it is turned up, the table is asked what it is, and the line of the
record says so (`seen`): from there on it is that card.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from bagarre.kernel.asking import BAGARRE, TABLE, Asked, Result
from bagarre.kernel.chance import seed, seed_words
from bagarre.kernel.draws import Draw, next_draw
from bagarre.kernel.errors import Mistake
from bagarre.kernel.events import Event
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.meta import HUMAN
from bagarre.kernel.pack import Pack
from bagarre.kernel.speech import Speech
from bagarre.kernel.words import LANGUAGES
from bagarre.match import Candidate, Match, Step
from bagarre.steps import events_of

TRIED = 8
"""Choices that are tried to find out whether choosing is secret."""
CHANCE = random.SystemRandom()
"""Where Bagarre draws from when it draws itself: what came is in the record, as everything that was drawn."""


@dataclass(frozen=True)
class Part:
    """A part of a game that can be played with the real box, or that stays with the people."""

    name: str
    title: Mapping[str, str]
    text: Mapping[str, str]


@dataclass(frozen=True)
class Companion:
    """What a game says of the companion (`companion.py` of its folder)."""

    game: Game
    room: Any

    @cached_property
    def parts(self) -> list[Part]:
        """What Bagarre asks for and works out."""
        return [self._part("parts", name) for name in self.room.PARTS]

    @cached_property
    def yours(self) -> list[Part]:
        """What stays with the people at the table."""
        return [self._part("yours", name) for name in self.room.YOURS]

    @property
    def takes_bots(self) -> bool:
        """May a bot sit at the table? Not where somebody would have to look at its cards."""
        return bool(self.room.BOTS)

    def _part(self, section: str, name: str) -> Part:
        told = {lang: self.game.words(lang).find(f"companion.{section}.{name}") for lang in LANGUAGES}
        return Part(
            name,
            {lang: words["title"] for lang, words in told.items()},
            {lang: words["text"] for lang, words in told.items()},
        )


def companion_of(game: Game) -> Companion | None:
    """The companion of a game; `None` when it has none."""
    return Companion(game, game.room("companion")) if find_spec(f"{game.package}.companion") else None


def needed_companion(game: Game) -> Companion:
    """:raises Mistake: when the game has no companion."""
    found = companion_of(game)
    if found is None:
        raise Mistake("no_companion", game=game.meta.title)
    return found


@dataclass(frozen=True)
class Question:
    """What the table is asked now."""

    asked: Asked
    turned_up: bool = False
    """Is it what a card is that lay face down for everybody?"""

    @property
    def seat(self) -> int:
        """The only seat that may see what came, or TABLE."""
        return self.asked.seat

    @property
    def is_open(self) -> bool:
        """May everybody see what came?"""
        return self.asked.seat == TABLE

    def say(self, speech: Speech) -> str:
        """The question in words."""
        values = {name: speech.name(kind, value) for name, (kind, value) in self.asked.values.items()}
        return speech.say(f"companion.asks.{self.asked.key}", **values)

    def labels(self, speech: Speech) -> list[tuple[int, str]]:
        """Every result that is offered, with what it is called."""
        return [(found.number, str(speech.name(found.kind, found.value))) for found in self.asked.results]

    def notes(self, speech: Speech) -> list[str]:
        """What each of them is known by, where the game says it (`note` of its `companion.py`)."""
        note = getattr(speech.game.room("companion"), "note", None)
        return [note(found, speech) if note is not None else "" for found in self.asked.results]

    def label(self, result: int, speech: Speech) -> str:
        """What one of them is called."""
        return dict(self.labels(speech))[result]


@dataclass(frozen=True)
class Answer:
    """What came, and whether somebody at the table said so."""

    question: Question
    result: int
    told: bool


@dataclass
class Asking:
    """A choice on its way, or the deal: what has come so far, and what is asked next."""

    companion: Companion
    before: Position
    """The position in which the choice is made."""
    play_on: Callable[[Any], None]
    """What the rules do."""
    seat: int = -1
    choice: Choice | None = None
    """`None` for the deal."""
    bot: str = ""
    assumed: Sequence[int] = ()
    """What came when the same choice was made before: cards that nobody may look at stay what they were assumed to be."""
    chance: random.Random = CHANCE
    answers: list[Answer] = field(default_factory=list)
    question: Question | None = None
    """What the table is asked; `None` when everything is answered."""
    seen: tuple[int, ...] = ()
    """What the card that nobody had seen is from here on, when it is not what was assumed."""
    rows: tuple[tuple[int, ...], ...] = ()
    """What has happened so far, as the rules emitted it."""

    def __post_init__(self) -> None:
        self._go_on()

    @property
    def is_done(self) -> bool:
        return self.question is None

    @property
    def results(self) -> list[int]:
        """The results of chance so far, as the rules use them."""
        return [answer.result for answer in self.answers if not answer.question.turned_up]

    @property
    def told(self) -> list[Answer]:
        """What the table has said so far."""
        return [answer for answer in self.answers if answer.told]

    def happened(self) -> list[Event]:
        """What has happened so far since the choice, as everybody may know it; nothing while a card is turned up that is only assumed."""
        if self.question is not None and self.question.turned_up:
            return []
        step = Step(self.seat, self.choice, (), self.rows)
        return events_of(self.companion.game, step, SPECTATOR)

    # Going on and back.

    def answer(self, result: int) -> None:
        """Say what came.

        :raises Mistake: when it cannot have come; nothing has changed.
        """
        question = self._asked()
        if all(offered.number != result for offered in question.asked.results):
            raise Mistake("companion_not_offered")
        kept, seen = list(self.answers), self.seen
        self.answers.append(Answer(question, result, told=True))
        try:
            self._go_on()
        except Mistake:
            self.answers, self.seen, self.question = kept, seen, question
            raise

    def draw(self) -> None:
        """Let Bagarre draw instead.

        :raises Mistake: when the card lies on the table and only has to be read.
        """
        question = self._asked()
        if question.turned_up:
            raise Mistake("companion_turned_up")
        offered = list(question.asked.results)
        while offered:
            result = self._any_of(offered)
            try:
                return self.answer(result.number)
            except Mistake:
                # A card that lies hidden somewhere.
                offered.remove(result)
        raise Mistake("companion_impossible")

    def back(self) -> bool:
        """Take out again what the table said last; `False` when it has said nothing yet."""
        if not self.told:
            return False
        while not self.answers.pop().told:
            pass
        self._go_on()
        return True

    def _asked(self) -> Question:
        if self.question is None:
            raise Mistake("companion_nothing_asked")
        return self.question

    def _any_of(self, results: Sequence[Result]) -> Result:
        return self.chance.choices(results, [result.copies for result in results])[0]

    # What the rules need next.

    def _go_on(self) -> None:
        """Run the rules with what has come so far, until somebody must be asked.

        :raises Mistake: when a result cannot have come.
        """
        self.seen = tuple(answer.result for answer in self.answers if answer.question.turned_up)
        while True:
            s = self.before.copy()
            if self.seen and not self.companion.room.settle(s, self.seen):
                raise Mistake("companion_impossible")
            draw = next_draw(s, self.play_on, self.results)
            if s.chance_fault:
                self._make_room()
                continue
            self.question = self._next_question(draw, s)
            self.rows = tuple(tuple(row) for row in s.events[: s.event_count])
            if self.question is None or self.question.asked.by != BAGARRE:
                return
            self.answers.append(Answer(self.question, self._drawn_face_down(self.question), told=False))

    def _next_question(self, draw: Draw | None, s: Any) -> Question | None:
        """What must be known next: first what a card is that is turned up, then what is drawn."""
        turned_up = getattr(self.companion.room, "turned_up", None)
        if turned_up is not None and not any(answer.question.turned_up for answer in self.answers):
            shown: Asked | None = turned_up(self.before, s, draw)
            if shown is not None:
                return Question(shown, turned_up=True)
        return None if draw is None else Question(self.companion.room.asked(draw))

    def _drawn_face_down(self, question: Question) -> int:
        place = len(self.results)
        if place < len(self.assumed):
            return self.assumed[place]
        return self._any_of(question.asked.results).number

    def _make_room(self) -> None:
        """The last result cannot have come, unless the card that nobody has seen is another one than was assumed.

        :raises Mistake: when that does not help.
        """
        make_room = getattr(self.companion.room, "make_room", None)
        last = self.answers[-1]
        others: list[Result] = (
            make_room(self.before, last.question.asked, last.result)
            if make_room is not None and not self.seen
            else []
        )
        if not others:
            raise Mistake("companion_impossible")
        self.seen = (self._any_of(others).number,)

    # Coming true.

    def consider(self, match: Match) -> Candidate:
        """What the choice leads to, with everything that came."""
        assert self.choice is not None
        return match.consider(self.seat, self.choice, self.results, bot=self.bot, seen=self.seen)

    def play(self, match: Match) -> None:
        """Let it come true."""
        match.accept(self.consider(match))


def ask(
    match: Match,
    seat: int,
    choice: str | tuple[int, int],
    *,
    bot: str = "",
    assumed: Sequence[int] = (),
    chance: random.Random = CHANCE,
) -> Asking:
    """Make a choice at a table of the real box.

    :raises Mistake: when it is not legal.
    """
    game, made = match.game, match.read(seat, choice)
    return Asking(
        needed_companion(game),
        match.state,
        lambda s: game.apply(s, seat, made),
        seat,
        made,
        bot,
        assumed,
        chance,
    )


def ask_again(match: Match, last: Step) -> Asking | None:
    """A choice that was just taken back, with everything that came but what was said last; `None` when nothing was said.

    For whoever entered a wrong die: the rest need not be entered again.
    """
    if last.choice is None:
        return None
    asking = ask(match, last.seat, last.choice, bot=last.bot, assumed=last.chance)
    while asking.question is not None:
        asking.answer(last.seen[0] if asking.question.turned_up else last.chance[len(asking.results)])
    return asking if asking.back() else None


def ask_deal(
    game: Game,
    seats: int,
    options: dict[str, Any] | None = None,
    packs: Sequence[Pack] = (),
    *,
    chance: random.Random = CHANCE,
) -> Asking:
    """Deal at a table of the real box: what came is asked before there is a match.

    :raises Mistake: when the game cannot begin so.
    """
    before = game.prepare(seats, options, packs)
    return Asking(needed_companion(game), before, game.begin, chance=chance)


def begun(
    game: Game,
    players: Sequence[str],
    dealt: Asking,
    *,
    options: dict[str, Any] | None = None,
    packs: Sequence[Pack] = (),
    kinds: Sequence[str] = (),
) -> Match:
    """The match that begins with what was dealt."""
    return Match(
        game,
        players,
        options=options,
        packs=packs,
        kinds=list(kinds) or [HUMAN] * len(players),
        script=dealt.results,
        companion=True,
    )


def is_open_to(match: Match, seat: int) -> bool:
    """May everybody look on while that seat chooses: it alone is asked, knows nothing that the others do not, and what it chooses is seen by all?"""
    game, s = match.game, match.state
    if match.deciders != [seat]:
        return False
    if game.concealed(s, seat).to_bytes() != game.concealed(s, SPECTATOR).to_bytes():
        return False
    legal = list(match.legal(seat))
    tried = legal[:: max(1, len(legal) // TRIED)]
    return len({_as_others_see(game, s, seat, choice) for choice in tried}) == len(tried)


def _as_others_see(game: Game, s: Position, seat: int, choice: Choice) -> bytes:
    """What everybody sees once a choice is made; orders that are written in secret look all alike."""
    after = s.copy()
    seed(after, *seed_words("companion"))
    game.apply(after, seat, choice)
    return game.concealed(after, SPECTATOR).to_bytes()
