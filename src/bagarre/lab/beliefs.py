"""How right the players' beliefs are: `bagarre study beliefs GAME`.

In games between players of one kind, whoever is asked imagines worlds as the searching player does (the game's `believe`). The share of
these worlds in which a hidden thing is so is the stated probability; the game knows whether it is so. Beliefs are right when, of all
that was said to be likely by so much, that much is true.

What can be asked is told by the game's room `beliefs`: SUBJECTS, THINGS, ANSWERS, `subject(s, thing)` and `secret(s, thing)`. Where its aids say
a probability without imagining, that is asked (`odds(s, thing, value)`): the share of some worlds is a little off by chance, and most where
few questions lie beside many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots.search import GLIMPSE, ROOT, WORLD, settle
from bagarre.bots.searching import BINDINGS
from bagarre.kernel.chance import below, next_word, seed
from bagarre.kernel.drivers import believe, choose, deal, open_menu, show, take, watch
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.layout import copy_moving
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
"""One in so many decisions is asked about, so that the questions come from many games."""
FEWEST = 400
"""Questions that a tenth needs to say anything: the standard error is then two and a half points at most."""
CLOSE = 3.0
"""Points by which beliefs may be off."""
BATCH = 16
"""Games between two looks at how many questions were asked."""
HIDDEN = -2
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
def question_games(
    states: Any,
    menus: Any,
    dices: Any,
    template: Any,
    players: Any,
    seeds: Any,
    limit: int,
    tally: Any,
    counts: Any,
    asked: Any,
    stated: Any,
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
        made = 0
        while made < limit and open_menu(s, menu) > 0:
            k = 0
            if menu.count > 1:
                if below(dices[2], ONE_IN) == 0:
                    question(states, menus, dices, counts, asked, stated, right)
                k = choose(states, menus, dices, players)
            take(s, menu, k)
            watch(s, tally)
            made += 1


@rule
def question(states: Any, menus: Any, dices: Any, counts: Any, asked: Any, stated: Any, right: Any) -> None:
    """What the seat of the menu believes about every hidden thing, by imagining; noted beside what is true."""
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
            for value in range(len(counts[thing])):
                told = odds(states[ROOT], thing, value)
                if told >= 0:
                    counts[thing][value] = (IMAGINED * told + 500) // 1000
            judge(counts[thing], secret(states[0], thing), subject(states[0], thing), asked, stated, right)


@rule
def can_be_judged(states: Any, thing: int) -> bool:
    """Is the thing hidden from the seat, and already so or so?"""
    return secret(states[ROOT], thing) == HIDDEN and secret(states[0], thing) >= 0


@rule
def judge(counts: Any, truth: int, about: int, asked: Any, stated: Any, right: Any) -> None:
    """Note each answer that was thought possible or is true, in the tenth of its probability."""
    for value in range(len(counts)):
        if counts[value] > 0 or value == truth:
            tenth = min(TENTHS - 1, TENTHS * counts[value] // IMAGINED)
            asked[about][tenth] += 1
            stated[about][tenth] += counts[value]
            if value == truth:
                right[about][tenth] += 1


Batch = tuple[str, list[list[int]], list[list[int]], list[list[int]]]
"""The player of a batch of games; of each subject and tenth how many questions were asked, what was stated of them, and how many were right."""


@dataclass(frozen=True)
class Reliability:
    """What was said and what was so, by subject and tenth."""

    subjects: tuple[str, ...]
    asked: NDArray[np.int64]
    stated: NDArray[np.int64]
    right: NDArray[np.int64]

    @property
    def questions(self) -> int:
        return int(self.asked.sum())

    def said(self, about: int, tenth: int) -> float:
        return 100 * self.stated[about, tenth] / IMAGINED / max(1, self.asked[about, tenth])

    def true(self, about: int, tenth: int) -> float:
        return 100 * self.right[about, tenth] / max(1, self.asked[about, tenth])

    def farthest(self, about: int) -> float:
        """By how many points the worst tenth is off, of those with enough questions."""
        return max(
            (
                abs(self.said(about, tenth) - self.true(about, tenth))
                for tenth in range(TENTHS)
                if self.asked[about, tenth] >= FEWEST
            ),
            default=0.0,
        )


@dataclass(frozen=True)
class BeliefFindings:
    """How right the beliefs are at tables of each kind of player."""

    game: Game
    found: Mapping[str, Reliability]

    def rows(self) -> dict[str, Reliability]:
        """Each kind of table, and all of them: who does not know the players can be right over all of them only."""
        found = dict(self.found)
        if len(found) > 1:
            parts = self.found.values()
            asked, stated, right = (
                np.sum([getattr(part, name) for part in parts], axis=0)
                for name in ("asked", "stated", "right")
            )
            found[ALL.join(found)] = Reliability(next(iter(parts)).subjects, asked, stated, right)
        return found

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
        return table([*headings, say("beliefs.farthest")], rows) + "\n\n" + note

    def svg(self, lang: str) -> str:
        return picture(self, lang)


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
    """Ask until so many questions were answered at a table of each kind of player (`a+b`: of both in turn); `aids`: by what the table's aids say to people
    (the game's `believe_warily`, where it has one).

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
    journal: Journal[Batch] = Journal(out, head, lambda _, data: read_batch(data), list)
    try:
        found = {spec: ask(game, spec, questions, number, seed, aids, journal, progress) for spec in players}
    finally:
        journal.close()
    return BeliefFindings(game, found)


def seated(given: tuple[Any, ...], mode: Mode, specs: Sequence[str], seats: int) -> tuple[Any, ...]:
    """What `driven` gives, with players of these kinds, who sit down in turn."""
    records = [known_player(specs[seat % len(specs)], mode.game) for seat in range(seats)]
    return *given[:PLAYERS], mode.pack(records), *given[PLAYERS + 1 :]


def read_batch(data: Any) -> Batch:
    spec, *counts = data
    asked, stated, right = ([[int(n) for n in row] for row in count] for count in counts)
    return str(spec), asked, stated, right


def ask(
    game: Game,
    spec: str,
    questions: int,
    seats: int,
    seed: str,
    aids: bool,
    journal: Journal[Batch],
    progress: Callable[[int], None],
) -> Reliability:
    room = game.room("beliefs")
    own: dict[Callable[..., Any], Callable[..., Any]] = {subject: room.subject, secret: room.secret}
    if aids and hasattr(room, "believe_warily"):
        own[imagine] = room.believe_warily
    if aids and hasattr(room, "odds"):
        own[odds] = room.odds
    fast = fast_mode_available()
    mode = game.runner("compiled" if fast else "interpreted", {**BINDINGS, **own}).mode
    specs = spec.split(TOGETHER)
    about, things = len(room.SUBJECTS), room.THINGS
    totals = np.zeros((3, about, TENTHS), np.int64)
    kept = [batch for batch in journal.kept if batch[0] == spec]
    first = 0
    while totals[0].sum() < questions:
        if kept:
            batch = kept.pop(0)
        else:
            asked, stated, right = (mode.zeros(about, TENTHS) for _ in range(3))
            given = driven(mode, known_player(specs[0], game), seats, seed_rows(seed, first, BATCH))
            given = seated(given, mode, specs, seats)
            mode.driver(question_games)(*given, mode.zeros(things, room.ANSWERS), asked, stated, right)
            batch = read_batch([spec, asked, stated, right])
            journal.add(batch)
        totals += np.array(batch[1:], np.int64)
        first += BATCH
        progress(int(totals[0].sum()))
    return Reliability(room.SUBJECTS, *totals)


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
