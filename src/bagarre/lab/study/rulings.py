"""Every option of a game against the usual rules, on the same deals: how much a ruling changes, and how often it comes up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.options import Choose, Number, Subset, Switch
from bagarre.lab.study.description import Study, Variant
from bagarre.lab.study.report import percent, points
from bagarre.lab.study.results import Results
from bagarre.lab.telling import figure, lab_words, table


def variants_of(game: Game, base: Mapping[str, Any]) -> Iterator[Variant]:
    """The rules with some options, then every other value of every option, one at a time."""
    yield Variant("usual", tuple(base.items()))
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
        say, results = lab_words(lang), self.results
        study = results.study
        head = [say(f"study.rulings.{key}") for key in ("option", "changed", "first", "seats", "length")]
        rows = []
        usual, seats = study.cells[0], len(study.tables[0])
        fair = 1 / seats
        for cell in study.cells:
            shares = [results.share(cell.number, seat) for seat in range(seats)]
            farthest = max(shares, key=lambda share: abs(share.value - fair))
            if cell.number == usual.number:
                rows.append(
                    [
                        say("study.usual"),
                        "–",
                        "–",
                        points(farthest.value - fair, lang),
                        figure(results.length(0).value, lang),
                    ]
                )
                continue
            largest = max(
                (results.difference(cell.number, 0, seat) for seat in range(seats)),
                key=lambda share: abs(share.value),
            )
            length = results.length_difference(cell.number, 0)
            rows.append([
                f"`{cell.variant.name}`",
                percent(results.changed(cell.number, 0), lang),
                f"{points(largest.value, lang)} ± {points(largest.half, lang, sign=False)}",
                points(farthest.value - fair, lang),
                f"{figure(length.value, lang, signed=True)} ± {figure(length.half, lang)}",
            ])  # fmt: skip
        text = (
            table(head, rows)
            + "\n\n"
            + say("study.rulings.note", deals=len(results.cells[0].deals), n=seats, player=study.tables[0][0])
        )
        for name, mistake in self.left_out:
            text += "\n\n" + say("study.rulings.left_out", name=name, reason=mistake.say(lang))
        return text


def measure_rulings(
    game: Game,
    *,
    seats: int,
    player: str,
    deals: int,
    seed: str,
    base: Mapping[str, Any] = MappingProxyType({}),
    workers: int = 1,
    compiled: bool | None = None,
    progress: Callable[[int, int, int], None] = lambda cell, deals, most: None,
) -> Rulings:
    """Play every option beside `base` on the same deals. An option that this table cannot have is left out, with its reason."""
    fitting, left_out = [], []
    for variant in variants_of(game, dict(base)):
        try:
            game.prepare(seats, dict(variant.options))
        except Mistake as mistake:
            left_out.append((variant.name, mistake))
        else:
            fitting.append(variant)
    study = Study(game.name, ((player,) * seats,), tuple(fitting), deals=deals, seed=seed)
    return Rulings(study.run(workers=workers, compiled=compiled, progress=progress), left_out)
