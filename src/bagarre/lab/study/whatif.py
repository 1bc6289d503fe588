"""What if? One small change against the shipped content, on the same deals, for as long as somebody cares to wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from numpy.typing import NDArray

from bagarre.bots.player import Z_95
from bagarre.kernel.errors import Mistake
from bagarre.kernel.figures import changed, figures
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.kernel.subjects import COLUMNS, DUE, HELD, WHOLE, WON, Setting, Subject
from bagarre.lab.counting import STATS, SUBJECTS, has_subjects
from bagarre.lab.study.description import Study, Variant
from bagarre.lab.study.results import CellRows, Results, Share, concatenated
from bagarre.lab.study.running import play_deals

SINGULAR = {"characters": "character"}
"""Tables of packs whose subjects have another name."""
CHOSEN = ("first", "announcer", "casting")
"""Kinds that tell who did something, not what an entry is worth."""
SLOW, QUICK = 4, 64
"""Deals of one step, interpreted and compiled: what somebody sees move."""
FEWEST = 30
"""Deals below which nothing is called sure."""


@dataclass(frozen=True, slots=True)
class Question:
    """A figure with another value, or a pack of somebody's own."""

    players: int
    figure: str = ""
    value: int = 0
    pack: str = ""
    player: str = "scripted"
    seed: str = "1"


class Comparison:
    """A question about one game: what is played, and what came of it so far.

    :raises Mistake: when there is no such figure, or the game refuses the change.
    """

    def __init__(self, game: Game, asked: Question) -> None:
        self.game, self.asked = game, asked
        self.figure = next((one for one in figures(game) if one.path == asked.figure), None)
        if self.figure is None and not asked.pack:
            raise Mistake("no_figure", figure=asked.figure or "–")
        if self.figure is not None and asked.value == self.figure.value and not asked.pack:
            raise Mistake("whatif_same", value=asked.value)
        pack = changed(game, {self.figure: asked.value}) if self.figure else Pack("pack.toml", asked.pack)
        self.setting, self.subject = self._compared()
        options = self.setting.options
        self.study = Study(
            game.name,
            ((asked.player,) * asked.players,),
            (Variant("usual", options), Variant("mine", options, (pack,))),
            seed=asked.seed,
            counted=SUBJECTS if has_subjects(game) else STATS,
        )
        self.study.check()
        self.rows: tuple[list[CellRows], list[CellRows]] = ([], [])

    def _compared(self) -> tuple[Setting, Subject | None]:
        """How to play so that the entry comes up, and the entry among the subjects of the game."""
        if self.figure is None or not has_subjects(self.game):
            return Setting("usual"), None
        room, content = self.game.room("subjects"), self.game.content()
        for part in room.PARTS:
            # A figure of a setting, as of a scenario, counts there.
            if part.name == self.figure.table:
                for setting in part.settings(content):
                    if setting.name == self.figure.id:
                        return setting, None
        wanted = SINGULAR.get(self.figure.table, self.figure.table)
        # A box that has a part of its own is played by itself.
        own = [part for part in room.PARTS if part.name == self.figure.file.stem]
        matching: list[tuple[str, Setting, Subject]] = []
        for part in own or room.PARTS:
            settings = part.settings(content)
            for kind in part.kinds if len(settings) == 1 else ():
                found = next((one for one in room.called(content, kind) if one.id == self.figure.id), None)
                if found is not None and kind not in CHOSEN:
                    matching.append((kind, settings[0], found))
        for kind, setting, subject in matching:
            if kind == wanted:
                return setting, subject
        if matching:
            # What is told among others (potions among weapons) is there where most is in play.
            return matching[-1][1:]
        return Setting("usual"), None

    def play(
        self, *, compiled: bool, seconds: float, deals: int, clock: Callable[[], float] = time.monotonic
    ) -> Iterator[int]:
        """Deals played so far, step by step, until there are enough of them or the time is over."""
        usual, mine = self.study.cells
        step, done = (QUICK if compiled else SLOW), 0
        if compiled:
            # Rules are compiled, or found compiled, before the clock runs.
            for cell in (usual, mine):
                play_deals(self.study, cell, 0, 1, compiled)
            yield 0
        until = clock() + seconds
        while done < deals and (not done or clock() < until):
            count = min(step, deals - done)
            for rows, cell in zip(self.rows, (usual, mine)):
                rows.append(play_deals(self.study, cell, done, count, compiled))
            done += count
            yield done

    @property
    def results(self) -> Results:
        return Results(self.study, [concatenated(rows) for rows in self.rows])

    def told(self) -> dict[str, Any]:
        """What came of it so far, as plain numbers."""
        found = self.results
        seats = range(self.asked.players)
        told: dict[str, Any] = {
            "deals": len(found.cells[0].deals),
            "sure": len(found.cells[0].deals) >= FEWEST,
            "fair": 1 / self.asked.players,
            "changed": found.changed(1, 0),
            "seats": [
                [
                    _share(found.share(0, seat)),
                    _share(found.share(1, seat)),
                    _share(found.difference(1, 0, seat)),
                ]
                for seat in seats
            ],
            "length": [found.length(0).value, _share(found.length_difference(1, 0))],
        }
        if self.subject is not None:
            told["subject"] = self._held(found, self.subject)
        return told

    def _held(self, found: Results, subject: Subject) -> list[Any] | None:
        """What those who had the entry won: in the usual game, with the change, and the difference."""
        room = self.game.room("subjects")
        kind = next(k for k in room.SUBJECTS.kinds.values() if k.first <= subject.number < k.first + k.count)
        columns = []
        for cell, variant in enumerate(self.study.variants):
            content = self.game.content(variant.packs)
            number = next(
                (one.number for one in room.called(content, kind.name) if one.id == subject.id),
                subject.number,
            )
            rows = found.cells[cell].tallies[:, COLUMNS * number : COLUMNS * (number + 1)]
            columns.append(found.by_deal(cell, rows.astype(float)))
        return compared(*columns, missing=kind.missing)


def compared(usual: NDArray[Any], mine: NDArray[Any], *, missing: bool = False) -> list[Any] | None:
    """Shares of those who had something, in points above their due, before and after, and the difference deal by deal."""
    told, spread = [], []
    for each in (usual, mine):
        many = float(each[:, HELD].sum())
        if not many:
            return None
        above = (each[:, WON] - each[:, DUE]) / WHOLE
        value = float(above.sum()) / many
        # How much each deal moves the value: of the two games of a deal this is taken together.
        pull = (above - value * each[:, HELD]) / many
        sign = -1 if missing else 1
        half = Z_95 * sqrt(float((pull**2).sum()))
        told.append([sign * value, sign * value - half, sign * value + half])
        spread.append(sign * pull)
    value = told[1][0] - told[0][0]
    half = Z_95 * sqrt(float(((spread[1] - spread[0]) ** 2).sum()))
    return [*told, [value, value - half, value + half]]


def _share(share: Share) -> list[float]:
    return [share.value, share.low, share.high]
