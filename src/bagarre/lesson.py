"""Lessons: a position, what the coach says, one thing to do at a time. The format is told in `docs/lessons.md`.

A lesson is a match like any other, with its own file beside it: where the learner stands in it is how many choices stand in the match.

    course = lessons_of(find_game("boss-quest"))
    lesson = course[0]
    match = lesson.start("Ada", "en")
    lesson.pages_at(match)[0].text["en"]      # what the coach says now
    lesson.judge(match, choice)               # None when it is what was asked for, else what the coach answers
    lesson.next_move(match)                   # what another seat does now, when it is one's turn
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.meta import HUMAN
from bagarre.kernel.pack import Entry, Pack, read_text
from bagarre.match import Match
from bagarre.setting import HEAD, Setting

Text = Mapping[str, str]
"""A sentence in every language."""
ANY = "*"
"""Every choice is right."""
OPPONENT = "scripted"
"""Who plays the other seats once the lesson leaves them free."""
MOST_PAGES = 60


@dataclass(frozen=True)
class Page:
    """Something the coach says, and what to look at meanwhile."""

    number: int
    before: int
    """The act before which it is said."""
    text: Text
    look: tuple[str, ...] = ()
    """Parts of the board, as selectors of its page."""
    clause: str = ""


@dataclass(frozen=True)
class Act:
    """One choice of a lesson: the learner's, to be found, or another seat's."""

    seat: int
    first: int
    """The number of the first act of the same step, for which the dice are."""
    right: tuple[str, ...]
    """What is asked for: choices in notation, verbs that stand for all their choices, or anything at all."""
    chance: tuple[int, ...] = ()
    replies: tuple[tuple[str, Text], ...] = ()
    """What the coach answers to a choice or verb that is not right."""
    otherwise: Text | None = None


class Lesson(Setting):
    """One lesson, as its file says."""

    def __init__(self, root: Entry, folder: Path, name: str, game: Game | None = None) -> None:
        root.allow(*HEAD, "you", "names", "step")
        super().__init__(root, folder, game)
        self.name = name
        self.title: Text = root.names("title")
        self.you = root.number("you", 0, self.seats - 1, 0)
        names = root.entry("names")
        self.names = {lang: names.texts(lang) for lang in ("fr", "en")}
        """What the others are called in each language; the learner's own place in the lists is left empty."""
        if any(len(called) != self.seats for called in self.names.values()):
            raise root.wrong("names", "lesson_names", seats=self.seats)
        self.acts: list[Act] = []
        self.pages: list[Page] = []
        self.free = False
        """Is the rest of the game played as one likes, to its end?"""
        for _, entry in root.entries("step"):
            if self.free:
                raise entry.wrong("free", "lesson_free")
            self._read_step(entry)

    def _read_step(self, entry: Entry) -> None:
        entry.allow("say", "look", "clause", "right", "reply", "other", "moves", "chance", "free", "note")
        if entry.has("say"):
            if len(self.pages) >= MOST_PAGES:
                raise entry.wrong("say", "lesson_long", most=MOST_PAGES)
            look, clause = tuple(entry.texts("look")), entry.text("clause", "")
            self.pages.append(Page(len(self.pages), len(self.acts), entry.names("say"), look, clause))
        self.free = entry.switch("free")
        if sum((entry.has("right"), entry.has("moves"), self.free)) > 1:
            raise entry.wrong("right", "lesson_two_ways")
        script = tuple(self.script(entry))
        if entry.has("right"):
            self.acts.append(self._ask(entry, script))
        first = len(self.acts)
        for text in entry.texts("moves"):
            seat, choice = self.move(entry, text)
            self.acts.append(Act(seat, first, (self.game.verbs.write(choice),), script))

    def _ask(self, entry: Entry, script: tuple[int, ...]) -> Act:
        right = tuple(self._pattern(entry, "right", text) for text in entry.texts("right"))
        if not right:
            raise entry.wrong("right", "missing")
        replies = []
        if entry.has("reply"):
            table = entry.entry("reply")
            replies = [(self._pattern(entry, "reply", text), table.names(text)) for text in table.data]
        other = entry.names("other") if entry.has("other") else None
        if other is None and ANY not in right:
            raise entry.wrong("other", "missing")
        return Act(self.you, len(self.acts), right, script, tuple(replies), other)

    def _pattern(self, entry: Entry, field: str, text: str) -> str:
        """A choice in notation, a verb, or any choice."""
        if text == ANY or text in (verb.name for verb in self.game.verbs.verbs):
            return text
        return self.game.verbs.write(self.read(entry, field, text))

    # A match of it.

    def players(self, learner: str, lang: str) -> list[str]:
        """The names at the table."""
        return [learner if seat == self.you else name for seat, name in enumerate(self.names[lang])]

    @property
    def kinds(self) -> list[str]:
        return [HUMAN if seat == self.you else OPPONENT for seat in range(self.seats)]

    def start(self, learner: str, lang: str) -> Match:
        """The match at its beginning, with the others called as in the learner's language."""
        seed = self.root.number("seed", 0, 1 << 62, 0)
        return self.begin(self.players(learner, lang), self.script(self.deal()), seed, kinds=self.kinds)

    def place(self, match: Match) -> int:
        """How many choices stand."""
        return len(match.steps) - 1

    def act(self, match: Match) -> Act | None:
        """What comes next; nothing at the end and where the rest is free."""
        place = self.place(match)
        return self.acts[place] if place < len(self.acts) else None

    def is_done(self, match: Match) -> bool:
        """Has the learner come to the end?"""
        return match.is_over or (self.act(match) is None and not self.free)

    def pages_at(self, match: Match) -> list[Page]:
        """What the coach says now: everything since the learner's last choice."""
        place = self.place(match)
        mine = [number for number, act in enumerate(self.acts[:place]) if act.seat == self.you]
        first = mine[-1] + 1 if mine else 0
        return [page for page in self.pages if first <= page.before <= place]

    def judge(self, match: Match, choice: Choice) -> Text | None:
        """`None` when a legal choice of the learner's is what the lesson asks for; else what the coach answers.

        :raises Mistake: when the lesson waits for somebody else.
        """
        act = self.act(match)
        if act is None:
            if self.free:
                return None
            raise Mistake("lesson_done")
        if act.seat != self.you:
            raise Mistake("lesson_waits", name=match.players[act.seat])
        if any(self.fits(pattern, choice) for pattern in act.right):
            return None
        return next((text for pattern, text in act.replies if self.fits(pattern, choice)), act.otherwise)

    def fits(self, pattern: str, choice: Choice) -> bool:
        """Is the choice one that the pattern names?"""
        verbs = self.game.verbs
        return pattern in (ANY, verbs.verbs[choice.verb].name, verbs.write(choice))

    def next_move(self, match: Match) -> tuple[int, Choice] | None:
        """What another seat does now, when it is its turn in the lesson."""
        act = self.act(match)
        if act is None or act.seat == self.you:
            return None
        return act.seat, self.game.verbs.read(act.right[0])

    def chance(self, match: Match) -> tuple[int, ...] | None:
        """The dice and cards of the next choice, as far as the lesson says."""
        act = self.act(match)
        if act is None or not act.chance:
            return None
        used = sum(len(step.chance) for step in match.steps[act.first + 1 :])
        return act.chance[used:]


@cache
def lessons_of(game: Game) -> Sequence[Lesson]:
    """The course of a game: the files of its folder `lessons`, in the order of their names; none when it has none."""
    folder = game.folder / "lessons"
    return [read_lesson(file, game) for file in sorted(folder.glob("*.toml"))]


def read_lesson(file: Path, game: Game | None = None) -> Lesson:
    """:raises Mistake: when the file is wrong; it names the field."""
    return Lesson(Pack(file.name, read_text(file)).root(), file.parent, file.stem, game)


def find_lesson(game: Game, name: str) -> Lesson:
    """A lesson by its name or its number.

    :raises Mistake: when there is none.
    """
    course = lessons_of(game)
    for number, lesson in enumerate(course, 1):
        if name in (lesson.name, str(number)):
            return lesson
    known = ", ".join(f"{number}" for number in range(1, len(course) + 1)) or "–"
    raise Mistake("no_lesson", lesson=name, game=game.meta.title, known=known)
