"""How right the players' beliefs are: `bagarre study beliefs GAME`.

In games between players of one kind, whoever is asked imagines worlds as the searching player does (the game's `believe`). The share of
these worlds in which a hidden thing is so is the stated probability; the game knows whether it is so. Beliefs are right when, of all
that was said to be likely by so much, that much is true.

What can be asked is told by the game's room `beliefs`: SUBJECTS, THINGS, ANSWERS, `subject(s, thing)` and `secret(s, thing)`. Where its aids
reckon a probability without imagining, that is asked (`odds(s, thing, value)`): the share of some worlds is a little off by chance, and most
where few questions lie beside many. What people are told is looked up by what was reckoned (TOLD, learned by `bagarre train --part told`), in
the row that the game names (`row`).

Where hidden things are seen by all later (the game's `chapter`, `laid` and `owner`), everybody's record is kept beside the game: how often
somebody did what the scripted player was expected to do in his place. `grade` says what such a record is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots.search import GLIMPSE, LONGEST, ROOT, WORLD, settle, write_on
from bagarre.bots.searching import BINDINGS
from bagarre.kernel.chance import below, next_word, seed
from bagarre.kernel.drivers import believe, choose, clock, deal, open_menu, show, take, watch, writing
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.layout import copy_moving
from bagarre.kernel.likelihood import LEVELS, level_of
from bagarre.kernel.modes import Mode
from bagarre.kernel.rule import fast_mode_available, rule
from bagarre.lab.driving import check_players, driven, known_player, usual_seats
from bagarre.lab.journal import Journal
from bagarre.lab.simulate import seed_rows
from bagarre.lab.telling import figure, lab_words, table

TENTHS = 10
IMAGINED = 200
"""Worlds that a probability is read from."""
ONE_IN = 4
"""One in so many decisions is asked about, so that the questions come from many games; where a game asks often while the same things are hidden, it
says a rarer one itself."""
FEWEST = 400
"""Questions that a tenth needs to say anything: the standard error is then two and a half points at most."""
CLOSE = 3.0
"""Points by which beliefs may be off."""
BATCH = 16
"""Games between two looks at how many questions were asked."""
HIDDEN = -2
MET, MISSED = 0, 1
"""Of a record: expectations of a scripted player that somebody met, and others."""
EXPECTED, LAID = 0, 1
ALWAYS = 1_000_000
"""The tick of the clock from which a game is late, where the game does not say (`LATE`)."""
PLAYERS = 4
"""Where `driven` gives the players."""
TOGETHER = "+"
"""Between kinds of players that sit at one table."""
ALL = ", "
"""Between tables that are looked at together."""


@rule
def subject(s: Any, thing: int) -> int:
    """What a hidden thing is about: an index of the game's SUBJECTS."""
    return 0


@rule
def secret(s: Any, thing: int) -> int:
    """A hidden thing as it is in this state; -2 where it is concealed, -1 when there is none."""
    return -1


@rule
def imagine(s: Any) -> None:
    """Complete a concealed state as those do whose beliefs are measured."""
    believe(s)


@rule
def odds(s: Any, thing: int, value: int) -> int:
    """How likely a hidden thing is said to be so, in thousandths, where the aids can say it without imagining; -1 where not."""
    return -1


@rule
def row(s: Any, thing: int, value: int, mark: int) -> int:
    """By which row of TOLD that answer is told, where its owner's record has that grade; -1 for what is not asked. `s` is concealed."""
    return 0


@rule
def owner(s: Any, thing: int) -> int:
    """The seat whose hidden thing it is."""
    return 0


@rule
def chapter(s: Any) -> int:
    """What is being hidden now and seen by all when it is over, by a number of its own; 0 for nothing."""
    return 0


@rule
def laid(s: Any, thing: int) -> int:
    """A hidden thing of this chapter as it will be seen if nothing more is changed; -1 for none."""
    return -1


@rule
def grade(record: Any) -> int:
    """What a record is worth: of each subject in turn how many expectations were met and how many were missed."""
    return 0


@rule
def question_games(
    states: Any,
    menus: Any,
    dices: Any,
    template: Any,
    players: Any,
    seeds: Any,
    limit: int,
    tally: Any,
    one_in: int,
    late: int,
    rows: int,
    counts: Any,
    guesses: Any,
    records: Any,
    asked: Any,
    right: Any,
) -> None:
    """Play a game for each row of `seeds`; question the one who is to choose now and then."""
    s = states[0]
    menu = menus[0]
    for g in range(len(seeds)):
        deal(states, dices, template, seeds[g][0], seeds[g][1], seeds[g][2], tally)
        states[ROOT] = template[0]
        states[WORLD] = template[0]
        states[GLIMPSE] = template[0]
        seed(dices[2], seeds[g][2], seeds[g][0], seeds[g][1])
        for seat in range(len(records)):
            for i in range(len(records[seat])):
                records[seat][i] = 0
        now = 0
        made = 0
        while made < limit and open_menu(s, menu) > 0:
            if now == 0 and chapter(s) != 0:
                now = chapter(s)
                expect(states, menus, dices, guesses)
            k = 0
            if menu.count > 1:
                if below(dices[2], one_in) == 0:
                    first = len(asked) // 2 if clock(s) >= late else 0
                    question(states, menus, dices, first, rows, counts, records, asked, right)
                k = choose(states, menus, dices, players)
            if now:
                for thing in range(len(guesses)):
                    guesses[thing][LAID] = laid(s, thing)
            take(s, menu, k)
            if now and chapter(s) != now:
                now = 0
                for thing in range(len(guesses)):
                    if guesses[thing][EXPECTED] >= 0 and guesses[thing][LAID] >= 0:
                        met = guesses[thing][EXPECTED] == guesses[thing][LAID]
                        records[owner(s, thing)][2 * subject(s, thing) + (MET if met else MISSED)] += 1
            watch(s, tally)
            made += 1


@rule
def expect(states: Any, menus: Any, dices: Any, guesses: Any) -> None:
    """What the scripted player would do in everybody's place, as somebody else foresees it when a chapter begins."""
    for thing in range(len(guesses)):
        guesses[thing][EXPECTED] = -1
    world = states[WORLD]
    for viewer in range(2):
        a = next_word(dices[2])
        b = next_word(dices[2])
        c = next_word(dices[2])
        show(states[ROOT], states[0], viewer)
        copy_moving(world, states[ROOT])
        seed(world, a, b, c)
        believe(world)
        seed(dices[1], c, a, b)
        made = 0
        for other in range(world.seats):
            # The second viewer is there for the first one's own.
            while (
                other != viewer and (viewer == 0 or other == 0) and made < LONGEST and writing(world, other)
            ):
                for thing in range(len(guesses)):
                    if owner(world, thing) == other:
                        guesses[thing][EXPECTED] = laid(world, thing)
                write_on(states, menus, dices, other)
                made += 1


@rule
def question(
    states: Any,
    menus: Any,
    dices: Any,
    first: int,
    rows: int,
    counts: Any,
    records: Any,
    asked: Any,
    right: Any,
) -> None:
    """What the seat of the menu believes about every hidden thing, by imagining; noted beside what is true, from the `first` line on."""
    show(states[ROOT], states[0], menus[0].seat)
    hidden = 0
    for thing in range(len(counts)):
        hidden += 1 if can_be_judged(states, thing) else 0
        for value in range(len(counts[thing])):
            counts[thing][value] = 0
    if hidden == 0:
        return
    for _ in range(IMAGINED):
        a = next_word(dices[2])
        b = next_word(dices[2])
        c = next_word(dices[2])
        copy_moving(states[WORLD], states[ROOT])
        seed(states[WORLD], a, b, c)
        imagine(states[WORLD])
        settle(states, menus, dices, a, b, c)
        for thing in range(len(counts)):
            if secret(states[ROOT], thing) == HIDDEN:
                value = secret(states[WORLD], thing)
                if value >= 0:
                    counts[thing][value] += 1
    for thing in range(len(counts)):
        if can_be_judged(states, thing):
            whose = owner(states[ROOT], thing)
            mark = grade(records[whose])
            line = first + subject(states[0], thing) * rows
            truth = secret(states[0], thing)
            for value in range(len(counts[thing])):
                place = row(states[ROOT], thing, value, mark)
                told = odds(states[ROOT], thing, value)
                level = level_of(told) if told >= 0 else (LEVELS - 1) * counts[thing][value] // IMAGINED
                if place >= 0:
                    note(level, value == truth, line + place, asked, right)


@rule
def can_be_judged(states: Any, thing: int) -> bool:
    """Is the thing hidden from the seat, and already so or so?"""
    return secret(states[ROOT], thing) == HIDDEN and secret(states[0], thing) >= 0


@rule
def note(level: int, true: bool, line: int, asked: Any, right: Any) -> None:
    """Note an answer that was thought possible or is true, by its level."""
    if level > 0 or true:
        asked[line][level] += 1
        if true:
            right[line][level] += 1


Counts = NDArray[np.int64]
"""Of each half of the games, subject, row and level how many questions were asked and how many were right."""
Batch = tuple[str, Counts]
"""The players of a batch of games, and what was counted."""


@dataclass(frozen=True)
class Reliability:
    """What was said and what was so, by subject and tenth."""

    subjects: tuple[str, ...]
    asked: NDArray[np.int64]
    stated: NDArray[np.int64]
    """The sum of what was said, in thousandths."""
    right: NDArray[np.int64]

    @classmethod
    def of(cls, subjects: tuple[str, ...], counts: Counts, figures: NDArray[np.int64]) -> Reliability:
        """From what was counted in some halves of games, where each level of each row is said as these figures."""
        asked, right = counts.sum(1)
        tenths = np.minimum(TENTHS - 1, figures * TENTHS // 1000)

        def summed(part: NDArray[np.int64]) -> NDArray[np.int64]:
            return np.stack([(part * (tenths == tenth)).sum((1, 2)) for tenth in range(TENTHS)], 1)

        return cls(subjects, summed(asked), summed(asked * figures), summed(right))

    @property
    def questions(self) -> int:
        return int(self.asked.sum())

    def said(self, about: int, tenth: int) -> float:
        return self.stated[about, tenth] / 10 / max(1, self.asked[about, tenth])

    def true(self, about: int, tenth: int) -> float:
        return 100 * self.right[about, tenth] / max(1, self.asked[about, tenth])

    def off(self, about: int, tenth: int) -> float:
        return abs(self.said(about, tenth) - self.true(about, tenth))

    def farthest(self, about: int) -> float:
        """By how many points the worst tenth is off, of those with enough questions."""
        return max(
            (self.off(about, tenth) for tenth in range(TENTHS) if self.asked[about, tenth] >= FEWEST),
            default=0.0,
        )

    def mean(self, about: int) -> float:
        """By how many points tenths are off on average, each as often as it was asked, but for the lowest, where most is neither said nor so."""
        whole = max(1, int(self.asked[about, 1:].sum()))
        return sum(self.off(about, tenth) * self.asked[about, tenth] for tenth in range(1, TENTHS)) / whole


@dataclass(frozen=True)
class BeliefFindings:
    """How right the beliefs are at tables of each kind of player."""

    game: Game
    found: Mapping[str, Reliability]
    halves: Sequence[Mapping[str, Reliability]] = ()
    """The same early and late in a game, where the game says when it is late."""

    def rows(self) -> dict[str, Reliability]:
        """Each kind of table, and all of them: who does not know the players can be right over all of them only."""
        return with_all(self.found)

    def markdown(self, lang: str) -> str:
        say, words = lab_words(lang), self.game.words(lang)
        headings = [say(f"beliefs.{key}") for key in ("players", "subject", "questions")]
        headings += [f"{10 * tenth}–{10 * tenth + 10} %" for tenth in range(TENTHS)]
        rows = [
            [
                players,
                words.say(f"beliefs.{name}"),
                str(int(found.asked[about].sum())),
                *(cell(found, about, tenth, lang) for tenth in range(TENTHS)),
                figure(found.farthest(about), lang),
            ]
            for players, found in self.rows().items()
            for about, name in enumerate(found.subjects)
            if found.asked[about].sum()
        ]
        note = say("beliefs.note", worlds=IMAGINED, fewest=FEWEST)
        told = table([*headings, say("beliefs.farthest")], rows) + "\n\n" + note
        return f"{told}\n\n{self.course(lang)}" if self.halves else told

    def course(self, lang: str) -> str:
        """How far beliefs are off early and late in a game."""
        say, words = lab_words(lang), self.game.words(lang)
        early, late = (with_all(half) for half in self.halves)
        rows = [
            [
                players,
                words.say(f"beliefs.{name}"),
                *(figure(half[players].mean(about), lang) for half in (early, late)),
            ]
            for players, found in early.items()
            for about, name in enumerate(found.subjects)
            if found.asked[about].sum() and late[players].asked[about].sum()
        ]
        headings = [say(f"beliefs.{key}") for key in ("players", "subject", "early", "late")]
        return table(headings, rows) + "\n\n" + say("beliefs.course")

    def svg(self, lang: str) -> str:
        return picture(self, lang)


def with_all(found: Mapping[str, Reliability]) -> dict[str, Reliability]:
    rows = dict(found)
    if len(rows) > 1:
        parts = found.values()
        asked, stated, right = (
            np.sum([getattr(part, name) for part in parts], axis=0) for name in ("asked", "stated", "right")
        )
        rows[ALL.join(rows)] = Reliability(next(iter(parts)).subjects, asked, stated, right)
    return rows


def cell(found: Reliability, about: int, tenth: int, lang: str) -> str:
    if found.asked[about, tenth] < FEWEST:
        return "–"
    return f"{figure(found.said(about, tenth), lang, 0)} → {figure(found.true(about, tenth), lang, 0)}"


def measure_beliefs(
    game: Game,
    players: Sequence[str],
    *,
    questions: int,
    seats: int = 0,
    seed: str = "1",
    aids: bool = False,
    out: Path | None = None,
    progress: Callable[[int], None] = lambda questions: None,
) -> BeliefFindings:
    """Ask until so many questions were answered at a table of each kind of player (`a+b`: of both in turn); `aids`: what the table's aids tell people
    (the game's `believe_warily`, `odds` and TOLD, where it has them).

    With `out` every batch of games is kept there, and a study that was broken off goes on where it stopped.

    :raises Mistake: when nothing is hidden in the game, a player is unknown, or the file holds something else or cannot be written.
    """
    if find_spec(f"{game.package}.beliefs") is None:
        raise Mistake("nothing_hidden", game=game.meta.title)
    check_players([one for spec in players for one in spec.split(TOGETHER)], game)
    number = seats or usual_seats(game)
    head = {
        "what": "beliefs", "package": game.package, "rules": game.meta.rules_version, "seats": number, "seed": seed,
        "aids": aids, "players": list(players),
    }  # fmt: skip
    asking = Asking(game, number, aids)
    journal: Journal[Batch] = Journal(out, head, lambda _, data: asking.read(data), written)
    try:
        counts = {spec: asked_until(asking, spec, questions, seed, journal, progress) for spec in players}
    finally:
        journal.close()
    figures = told_figures(asking.room) if aids else reckoned_figures(asking.rows)

    def found(first: int, last: int) -> dict[str, Reliability]:
        return {
            spec: Reliability.of(asking.room.SUBJECTS, count[:, first:last], figures)
            for spec, count in counts.items()
        }

    halves = (found(0, 1), found(1, 2)) if asking.late < ALWAYS else ()
    return BeliefFindings(game, found(0, 2), halves)


def reckoned_figures(rows: int) -> NDArray[np.int64]:
    """What each level of each row says by itself, in thousandths."""
    return np.tile(np.rint(np.linspace(0, 1000, LEVELS)).astype(np.int64), (rows, 1))


def told_figures(room: Any) -> NDArray[np.int64]:
    """What people are told at each level of each row, in thousandths."""
    if not hasattr(room, "TOLD"):
        return reckoned_figures(getattr(room, "ROWS", 1))
    return np.array([int(figure) for figure in room.TOLD]).reshape(-1, LEVELS)


def seated(given: tuple[Any, ...], mode: Mode, specs: Sequence[str], seats: int) -> tuple[Any, ...]:
    """What `driven` gives, with players of these kinds, who sit down in turn."""
    records = [known_player(specs[seat % len(specs)], mode.game) for seat in range(seats)]
    return *given[:PLAYERS], mode.pack(records), *given[PLAYERS + 1 :]


class Asking:
    """Questions about what is hidden in a game; `aids`: of what people are told."""

    def __init__(self, game: Game, seats: int, aids: bool) -> None:
        self.game, self.seats, self.room = game, seats, game.room("beliefs")
        self.rows = int(getattr(self.room, "ROWS", 1))
        self.late = int(getattr(self.room, "LATE", ALWAYS))
        self.one_in = int(getattr(self.room, "ONE_IN", ONE_IN))
        self.shape = (2, 2, len(self.room.SUBJECTS), self.rows, LEVELS)
        own: dict[Callable[..., Any], str]
        own = {hook: hook.__name__ for hook in (subject, secret, row, owner, chapter, laid, grade)}
        if aids:
            own |= {imagine: "believe_warily", odds: "odds"}
        bound = {hook: getattr(self.room, name) for hook, name in own.items() if hasattr(self.room, name)}
        fast = fast_mode_available()
        self.mode = game.runner("compiled" if fast else "interpreted", {**BINDINGS, **bound}).mode

    def batch(self, spec: str, seed: str, first: int, games: int) -> Batch:
        """What is counted in that many games, from the first seed on."""
        mode, room, specs = self.mode, self.room, spec.split(TOGETHER)
        lines = 2 * len(room.SUBJECTS) * self.rows
        asked, right = mode.zeros(lines, LEVELS), mode.zeros(lines, LEVELS)
        given = driven(mode, known_player(specs[0], self.game), self.seats, seed_rows(seed, first, games))
        mode.driver(question_games)(
            *seated(given, mode, specs, self.seats), self.one_in, self.late, self.rows, mode.zeros(room.THINGS, room.ANSWERS),
            mode.zeros(room.THINGS, 2), mode.zeros(self.seats, 2 * len(room.SUBJECTS)), asked, right,
        )  # fmt: skip
        return spec, np.array([asked, right], np.int64).reshape(self.shape)

    def read(self, data: Any) -> Batch:
        spec, places, counts = data
        found = np.zeros(self.shape, np.int64)
        found.flat[[int(place) for place in places]] = [int(count) for count in counts]
        return str(spec), found


def written(batch: Batch) -> Any:
    """A batch as data: only what is not 0, by its place."""
    places = np.flatnonzero(batch[1])
    return [batch[0], places.tolist(), batch[1].flat[places].tolist()]


def asked_until(
    asking: Asking,
    spec: str,
    questions: int,
    seed: str,
    journal: Journal[Batch],
    progress: Callable[[int], None],
) -> Counts:
    """What is counted over enough batches of games to have asked so many questions."""
    total = np.zeros(asking.shape, np.int64)
    kept = [batch for batch in journal.kept if batch[0] == spec]
    first = 0
    while total[0].sum() < questions:
        if kept:
            batch = kept.pop(0)
        else:
            batch = asking.batch(spec, seed, first, BATCH)
            journal.add(batch)
        total += batch[1]
        first += BATCH
        progress(int(total[0].sum()))
    return total


# The picture.

SIZE, EDGE = 300, 46
COLOURS = ("#b5472f", "#2f6fb5", "#3f8f4f", "#8a5fb0", "#a07a1f", "#4f8f8f")


def picture(findings: BeliefFindings, lang: str) -> str:
    """Reliability plots side by side, one for each kind of player: stated probabilities across, true shares upwards."""
    words, say = findings.game.words(lang), lab_words(lang)
    subjects = next(iter(findings.found.values())).subjects
    rows = findings.rows()
    width, height = EDGE + (SIZE + EDGE) * len(rows), SIZE + 2 * EDGE + 18
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fbf8f1"/>',
    ]
    for place, (spec, found) in enumerate(rows.items()):
        parts += plot(EDGE + place * (SIZE + EDGE), spec, found, say("beliefs.axis"))
    for k, name in enumerate(subjects):
        x = EDGE + 215 * k
        parts.append(f'<circle cx="{x}" cy="{height - 12}" r="5" fill="{COLOURS[k % len(COLOURS)]}"/>')
        parts.append(f'<text x="{x + 10}" y="{height - 8}">{words.say(f"beliefs.{name}")}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def plot(left: int, spec: str, found: Reliability, axis: str) -> list[str]:
    top = EDGE

    def at(said: float, true: float) -> tuple[float, float]:
        return round(left + SIZE * said / 100, 1), round(top + SIZE * (100 - true) / 100, 1)

    parts = [
        f'<rect x="{left}" y="{top}" width="{SIZE}" height="{SIZE}" fill="#fff" stroke="#888"/>',
        f'<text x="{left}" y="{top - 12}" font-weight="bold">{spec}</text>',
        f'<text x="{left + SIZE / 2}" y="{top + SIZE + 30}" text-anchor="middle" fill="#555">{axis}</text>',
    ]
    for low, high in ((0, 0), (-CLOSE, -CLOSE), (CLOSE, CLOSE)):
        (x1, y1), (x2, y2) = at(max(0, -low), max(0, low)), at(min(100, 100 - high), min(100, 100 + high))
        dash = ' stroke-dasharray="3 3"' if low else ""
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#aaa"{dash}/>')
    for tick in (0, 50, 100):
        (x, _), (_, y) = at(tick, 0), at(0, tick)
        parts.append(f'<text x="{x}" y="{top + SIZE + 15}" text-anchor="middle" fill="#555">{tick}</text>')
        parts.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end" fill="#555">{tick}</text>')
    for about in range(len(found.subjects)):
        colour = COLOURS[about % len(COLOURS)]
        spots = [
            at(found.said(about, tenth), found.true(about, tenth))
            for tenth in range(TENTHS)
            if found.asked[about, tenth] >= FEWEST
        ]
        if spots:
            line = " ".join(f"{x},{y}" for x, y in spots)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}"/>')
            parts += [f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>' for x, y in spots]
    return parts
