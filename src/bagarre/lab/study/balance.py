"""How fair a game is: seats, and everything that a seat may have (`subjects.py` of the game), between players of any kind.

A share at a table of n is told as what it would be against one opponent (`duel`): who has s times the chances of anybody else wins
s / (s + n - 1) of the games of n, and s / (s + 1) of those of two. So 50 % is fair for any number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots.player import Z_95
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.kernel.subjects import COLUMNS, DUE, HELD, WHOLE, WON, Part, Subject
from bagarre.lab.counting import STATS, SUBJECTS, has_subjects
from bagarre.lab.heatmap import heat_map
from bagarre.lab.study.description import Study, Variant
from bagarre.lab.study.results import Results, Share, mean_of
from bagarre.lab.telling import figure, lab_words, table

LOW, HIGH = 0.45, 0.55
"""What may be called balanced, against one opponent."""
FEWEST = 30
"""Deals below which their spread says too little of itself: then the widest interval holds."""
SEATS_ONLY = Part("usual", ())
Progress = Callable[[int, int, int], None]


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be measured."""

    game: Game
    deals: int
    """Deals of each setting and number of players."""
    player: str = "scripted"
    seed: str = "1"
    players: tuple[int, ...] = ()
    """Numbers of players; empty for those of the part."""
    parts: tuple[str, ...] = ()
    packs: tuple[Pack, ...] = ()
    about: tuple[str, ...] = ()
    """Only settings in which one of these subjects is matched against others, where a part has such settings."""
    settings: tuple[str, ...] = ()
    """Only these settings of the parts, by name: a scenario, a pair; empty for all."""


def parts_of(game: Game) -> dict[str, Part]:
    return {
        part.name: part for part in (game.room("subjects").PARTS if has_subjects(game) else (SEATS_ONLY,))
    }


def study_of(wanted: Request, part: Part) -> Study:
    """The study that a part is: its settings, each with deals of its own, for each number of players."""
    game = wanted.game
    numbers = wanted.players or part.players or tuple(game.meta.players)
    settings = part.settings(game.content(wanted.packs))
    if wanted.settings:
        names = [setting.name for setting in settings]
        for name in wanted.settings:
            if name not in names:
                raise Mistake("option_value", option="settings", value=name, allowed=", ".join(names[:40]))
        settings = [setting for setting in settings if setting.name in wanted.settings]
    matched = [setting for setting in settings if set(setting.name.split("/")) & set(wanted.about)]
    variants = tuple(
        Variant(setting.name, setting.options, (*wanted.packs, *setting.packs))
        for setting in matched or settings
    )
    fitting = tuple(variant for variant in variants if all(fits(game, n, variant) for n in numbers))
    return Study(
        game.name,
        tuple((wanted.player,) * n for n in numbers),
        fitting or variants,
        deals=wanted.deals,
        seed=f"{wanted.seed}/{part.name}",
        counted=SUBJECTS if has_subjects(game) else STATS,
        paired=False,
    )


def fits(game: Game, seats: int, variant: Variant) -> bool:
    try:
        game.prepare(seats, dict(variant.options), variant.packs)
    except Mistake:
        return False
    return True


def measure_balance(
    wanted: Request,
    folder: Path | None = None,
    *,
    workers: int = 1,
    on: str = "threads",
    compiled: bool | None = None,
    progress: Progress = lambda cell, deals, most: None,
) -> Findings:
    """Play and compare; `folder` keeps the games of each part, so that a study that was broken off goes on.

    :raises Mistake: when a part, a player or a number of players is not there, or a pack is wrong.
    """
    parts = parts_of(wanted.game)
    for name in wanted.parts:
        if name not in parts:
            raise Mistake("option_value", option="parts", value=name, allowed=", ".join(parts))
    for number in wanted.players:
        if number not in wanted.game.meta.players:
            allowed = ", ".join(map(str, wanted.game.meta.players))
            raise Mistake("option_value", option="players", value=number, allowed=allowed)
    usual = (
        getattr(wanted.game.room("subjects"), "USUAL", tuple(parts)) if has_subjects(wanted.game) else parts
    )
    chosen = [parts[name] for name in (wanted.parts or usual)]
    studies = [study_of(wanted, part) for part in chosen]
    for study in studies:
        study.check()
    found = [
        PartFindings(
            wanted,
            part,
            study.run(
                folder / part.name if folder else None,
                workers=workers,
                on=on,
                compiled=compiled,
                progress=progress,
            ),
        )
        for part, study in zip(chosen, studies)
    ]
    return Findings(wanted, found)


# What was found.


def duel(share: float, fair: float) -> float:
    """What a share is worth against one opponent.

    >>> duel(0.25, 0.25)
    0.5
    >>> round(duel(0.4, 0.25), 3)
    0.667
    """
    if not 0 < share < 1 or not 0 < fair < 1:
        return min(1.0, max(0.0, share))
    ours, theirs = share / (1 - share), fair / (1 - fair)
    return ours / (ours + theirs)


def ratio(won: NDArray[Any], held: NDArray[Any], due: NDArray[Any], *, missing: bool = False) -> Share | None:
    """The share of those who had something, as against one opponent, with its interval; one number a deal in each array."""
    many = float(held.sum())
    if not many:
        return None
    share, fair = float(won.sum()) / many, float(due.sum()) / many
    half = Z_95 * sqrt(float(((won - share * held) ** 2).sum())) / many
    count = int((held > 0).sum())
    if share in (0.0, 1.0) or count < FEWEST:
        half = max(half, Z_95 * 0.5 / sqrt(count))
    value, low, high = (duel(min(1.0, max(0.0, each)), fair) for each in (share, share - half, share + half))
    return Share(1 - value, 1 - high, 1 - low, count) if missing else Share(value, low, high, count)


def verdict(share: Share) -> int:
    """1 surely outside of what is balanced, -1 surely inside, 0 too close to tell."""
    if share.high < LOW or share.low > HIGH:
        return 1
    return -1 if LOW <= share.low and share.high <= HIGH else 0


@dataclass(frozen=True)
class PartFindings:
    """What one part found."""

    wanted: Request
    part: Part
    results: Results

    @property
    def study(self) -> Study:
        return self.results.study

    def columns(self) -> list[tuple[str, list[int]]]:
        """What is told side by side, with its cells: numbers of players, or settings."""
        cells = self.study.cells
        if self.part.apart:
            return [
                (
                    cell.variant.name + (f", {len(cell.table)}" if len(self.study.tables) > 1 else ""),
                    [cell.number],
                )
                for cell in cells
            ]
        return [
            (str(len(each)), [cell.number for cell in cells if cell.table == each])
            for each in self.study.tables
        ]

    def subjects(self, kind: str) -> list[Subject]:
        room = self.wanted.game.room("subjects")
        if kind == "first":
            return [Subject(room.SUBJECTS.kinds["first"].first, "first", {})]
        called: list[Subject] = room.called(self.wanted.game.content(self.wanted.packs), kind)
        return called

    def share(self, kind: str, subject: Subject, cells: Sequence[int]) -> Share | None:
        """What those who had it won in some cells, against one opponent."""
        known = self.wanted.game.room("subjects").SUBJECTS.kinds.get(kind)
        parts = []
        for cell in cells:
            number = self.number(kind, subject, cell)
            rows = self.results.cells[cell].tallies[:, COLUMNS * number : COLUMNS * (number + 1)]
            parts.append(self.results.by_deal(cell, rows.astype(float)))
        each = np.concatenate(parts)
        return ratio(
            each[:, WON] / WHOLE,
            each[:, HELD],
            each[:, DUE] / WHOLE,
            missing=bool(known and known.missing),
        )

    def number(self, kind: str, subject: Subject, cell: int) -> int:
        """The subject's number in a cell: packs of a setting may put others before it."""
        packs = self.study.cells[cell].variant.packs
        if kind == "first" or packs == self.wanted.packs:
            return subject.number
        called = self.wanted.game.room("subjects").called(self.wanted.game.content(packs), kind)
        return next((other.number for other in called if other.id == subject.id), subject.number)

    def shares(self, kind: str) -> dict[str, list[Share | None]]:
        """For each subject of a kind its share in each column."""
        return {
            subject.id: [self.share(kind, subject, cells) for _, cells in self.columns()]
            for subject in self.subjects(kind)
        }

    # Tables.

    def markdown(self, lang: str) -> str:
        found = [self.seats(lang)]
        if not self.part.apart:
            found += [self.kind(kind, lang) for kind in self.part.kinds]
        if self.part.against:
            found.append(self.against(lang))
        say = lab_words(lang)
        deals = max(len(np.unique(rows.deals)) for rows in self.results.cells)
        games = sum(len(rows.deals) for rows in self.results.cells)
        head = say(
            "balance.part",
            part=self.part.name, games=games, deals=deals, player=self.wanted.player, n=len(self.study.variants),
        )  # fmt: skip
        return "\n\n".join(text for text in (head, *found) if text)

    def seats(self, lang: str) -> str:
        """The seats of each number of players; where each setting is a question of its own, what was compared too."""
        say, most = lab_words(lang), max(map(len, self.study.tables))
        compared = [(kind, subject) for kind in self.part.kinds for subject in self.subjects(kind)]
        rows = []
        for name, cells in self.columns():
            credits = np.concatenate([self.results.by_deal(c, self.results.credits(c)) for c in cells])
            credits = credits[credits.sum(axis=1) > 0]
            shares = [mean_of(credits[:, seat], share=True) for seat in range(credits.shape[1])]
            row = [name, *(told_share(share, lang) for share in shares), *["–"] * (most - len(shares))]
            if self.part.apart:
                row += [told(self.share(kind, subject, cells), lang) for kind, subject in compared]
            rows.append(row)
        head = [say("balance.setting" if self.part.apart else "balance.players")]
        head += [say("balance.seat", n=seat + 1) for seat in range(most)]
        if self.part.apart:
            head += [subject.names.get(lang) or say("balance.first") for _, subject in compared]
        return table(head, rows)

    def kind(self, kind: str, lang: str) -> str:
        say, columns = lab_words(lang), self.columns()
        rows = []
        for subject in self.subjects(kind):
            found = [self.share(kind, subject, cells) for _, cells in columns]
            if any(share is not None for share in found):
                name = subject.names.get(lang) or say("balance.first")
                rows.append([name, *(told(share, lang) for share in found)])
        heads = [say("balance.n_players", n=name) for name, _ in columns]
        return table([say(f"balance.kinds.{kind}"), *heads], rows) if rows else ""

    # Two by two.

    def matrix(self) -> tuple[list[Subject], NDArray[Any], NDArray[Any]]:
        """The points of each subject (row) against each other (column), and of each against all; ½ for a game that nobody won."""
        subjects = self.subjects(self.part.against)
        place = {subject.id: i for i, subject in enumerate(subjects)}
        points, games = np.zeros((2, len(subjects), len(subjects)))
        for cell in self.study.cells:
            ours, _, theirs = cell.variant.name.partition("/")
            if ours not in place or theirs not in place:
                continue
            credits = self.results.credits(cell.number)
            mine = credits[:, 0].sum() + 0.5 * (credits.sum(axis=1) == 0).sum()
            a, b = place[ours], place[theirs]
            points[a, b] += mine
            points[b, a] += len(credits) - mine
            games[a, b] += len(credits)
            games[b, a] += len(credits)
        overall = points.sum(axis=1) / np.maximum(1, games.sum(axis=1))
        return subjects, np.where(games > 0, points / np.maximum(1, games), 0.5), overall

    def against(self, lang: str) -> str:
        say = lab_words(lang)
        subjects, points, overall = self.matrix()
        names = [subject.names[lang] for subject in subjects]
        rows = [
            [
                name,
                *("–" if a == b else figure(100 * points[a, b], lang, 0) for b in range(len(names))),
                f"**{figure(100 * overall[a], lang)}**",
            ]
            for a, name in enumerate(names)
        ]
        return table([say("balance.points"), *names, say("balance.all")], rows)

    def svg(self, lang: str) -> str:
        if not self.part.against:
            return ""
        subjects, points, overall = self.matrix()
        names = [subject.names[lang] for subject in subjects]
        return heat_map(points, overall, names, lab_words(lang)("balance.heat_map"))


@dataclass(frozen=True)
class Findings:
    """What a study of balance found."""

    wanted: Request
    parts: list[PartFindings]

    def markdown(self, lang: str) -> str:
        return "\n\n".join([*(part.markdown(lang) for part in self.parts), lab_words(lang)("balance.note")])

    def svg(self, lang: str) -> str:
        """The picture of the first part that has one."""
        return next((text for part in self.parts if (text := part.svg(lang))), "")


def told(share: Share | None, lang: str) -> str:
    """A share against one opponent; bold where it is surely not balanced, with a question mark where that is open."""
    if share is None:
        return "–"
    text = f"{figure(100 * share.value, lang)} ± {figure(100 * share.half, lang)}"
    found = verdict(share)
    return f"**{text}**" if found > 0 else f"{text} ?" if found == 0 else text


def told_share(share: Share, lang: str) -> str:
    return f"{figure(100 * share.value, lang)} ± {figure(100 * share.half, lang)}"
