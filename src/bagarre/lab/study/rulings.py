"""Every option of a game against the usual rules, on the same deals: how much a ruling changes, and how often it comes up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.options import Choose, Number, Subset, Switch
from bagarre.lab.study.description import Study, Variant
from bagarre.lab.study.report import percent, points
from bagarre.lab.study.results import Results
from bagarre.lab.telling import figure, lab_words, table

USUAL = "usual"
LEAST_TOLD = 0.001
"""The smallest share of games that its figure tells from none."""


def variants_of(game: Game, base: Mapping[str, Any]) -> Iterator[Variant]:
    """The rules with some options, then every other value of every option, one at a time."""
    yield Variant(USUAL, tuple(base.items()))
    for option in game.meta.options:
        if option.name in base:
            continue
        for value in _other_values(option):
            shown = "+".join(value) if isinstance(value, tuple) else str(value).lower()
            yield Variant(f"{option.name}={shown}", tuple((dict(base) | {option.name: value}).items()))


def everything(game: Game) -> dict[str, Any]:
    """The options that bring more into play: all expansions and the like."""
    return {option.name: option.values for option in game.meta.options if isinstance(option, Subset)}


def _other_values(option: Any) -> Sequence[Any]:
    if isinstance(option, Choose):
        return option.values[1:]
    if isinstance(option, Switch):
        return [not option.default]
    if isinstance(option, Subset):
        return [(value,) for value in option.values]
    if isinstance(option, Number):
        return [value for value in (option.least, option.most) if value != option.default]
    return []


@dataclass(frozen=True)
class Rulings:
    """What was found, and what could not be played."""

    results: Results
    left_out: list[tuple[str, Mistake]]

    def markdown(self, lang: str) -> str:
        """A table for each number of players; what changed nothing is named under it."""
        say = lab_words(lang)
        parts = [part for players in self.results.study.tables for part in self._table(players, lang)]
        parts += [
            say("study.rulings.left_out", name=name, reason=mistake.say(lang))
            for name, mistake in self.left_out
        ]
        return "\n\n".join(parts)

    def _table(self, players: tuple[str, ...], lang: str) -> list[str]:
        say, results = lab_words(lang), self.results
        usual, *others = [cell.number for cell in results.study.cells if cell.table == players]
        names = {cell.number: f"`{cell.variant.name}`" for cell in results.study.cells}
        changed = [cell for cell in others if results.changed(cell, usual)]
        head = [say(f"study.rulings.{key}") for key in ("option", "changed", "first", "seats", "length")]
        length = figure(results.length(usual).value, lang)
        first = [say("study.usual"), "–", "–", self._farthest(usual, lang), length]
        parts = [table(head, [first, *([names[cell], *self._row(cell, usual, lang)] for cell in changed)])]
        if len(changed) < len(others):
            same = ", ".join(names[cell] for cell in others if cell not in changed)
            parts.append(say("study.rulings.same", names=same))
        deals = len(results.cells[usual].deals)
        parts.append(say("study.rulings.note", deals=deals, n=len(players), player=players[0]))
        return parts

    def _row(self, cell: int, usual: int, lang: str) -> list[str]:
        """What a cell changes, deal by deal."""
        results = self.results
        seats = range(results.cells[cell].places.shape[1])
        largest = max((results.difference(cell, usual, seat) for seat in seats), key=lambda s: abs(s.value))
        length = results.length_difference(cell, usual)
        changed = results.changed(cell, usual)
        return [
            percent(changed, lang) if changed >= LEAST_TOLD / 2 else f"< {percent(LEAST_TOLD, lang)}",
            f"{points(largest.value, lang)} ± {points(largest.half, lang, sign=False)}",
            self._farthest(cell, lang),
            f"{figure(length.value, lang, signed=True)} ± {figure(length.half, lang)}",
        ]

    def _farthest(self, cell: int, lang: str) -> str:
        """By how much the farthest seat misses its share."""
        seats = self.results.cells[cell].places.shape[1]
        far = [self.results.share(cell, seat).value - 1 / seats for seat in range(seats)]
        return points(max(far, key=abs), lang)


def measure_rulings(
    game: Game,
    *,
    seats: int,
    player: str,
    deals: int,
    seed: str,
    base: Mapping[str, Any] = MappingProxyType({}),
    folder: Path | None = None,
    **how: Any,
) -> Rulings:
    """Play every option beside `base` on the same deals. An option that this table cannot have is left out, with its reason.

    `folder` keeps the games, so that a study that was broken off goes on; `how` is what `Study.run` takes besides.

    :raises Mistake: when this table cannot have `base`, or a player is unknown.
    """
    fitting, left_out = [], []
    for variant in variants_of(game, dict(base)):
        try:
            game.prepare(seats, dict(variant.options))
        except Mistake as mistake:
            if variant.name == USUAL:
                # Nothing would be left to compare with.
                raise
            left_out.append((variant.name, mistake))
        else:
            fitting.append(variant)
    study = Study(game.name, ((player,) * seats,), tuple(fitting), deals=deals, seed=seed)
    return Rulings(study.run(folder, **how), left_out)
