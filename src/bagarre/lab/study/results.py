"""What a study found: rows of games, and shares with intervals that respect which games belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bagarre.bots.player import Z_95
from bagarre.kernel.errors import Mistake
from bagarre.lab.counting import counting
from bagarre.lab.statistics import wilson

if TYPE_CHECKING:
    from bagarre.lab.study.description import Study


@dataclass(frozen=True, slots=True)
class CellRows:
    """The games of one cell, one row each."""

    NAMES: ClassVar = ("deals", "rotations", "places", "lengths", "endings", "tallies")
    deals: NDArray[Any]
    rotations: NDArray[Any]
    places: NDArray[Any]
    """The place of each player of the table, wherever it sat; 0 in a game that was cut off."""
    lengths: NDArray[Any]
    endings: NDArray[Any]
    tallies: NDArray[Any]

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {name: getattr(self, name) for name in self.NAMES}


def concatenated(parts: Sequence[CellRows]) -> CellRows:
    """Several in one, by deal and rotation."""
    whole = {name: np.concatenate([getattr(part, name) for part in parts]) for name in CellRows.NAMES}
    order = np.lexsort((whole["rotations"], whole["deals"]))
    return CellRows(**{name: column[order] for name, column in whole.items()})


@dataclass(frozen=True, slots=True)
class Share:
    """A mean over deals with its 95 % interval."""

    value: float
    low: float
    high: float
    deals: int

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


def mean_of(each: NDArray[Any], *, share: bool = False) -> Share:
    """The mean of one number a deal. Games of one deal belong together, so the deal is what is counted.

    A share that never varied is no certainty: then the interval is that of as many tosses.
    """
    count = len(each)
    if count == 0:
        return Share(0.0, 0.0, 1.0, 0)
    value = float(each.mean())
    spread = float(each.std(ddof=1)) if count > 1 else 0.0
    if share and spread == 0.0:
        low, high = wilson(round(value * count), count)
        return Share(value, low, high, count)
    half = Z_95 * spread / sqrt(count)
    low, high = value - half, value + half
    return Share(value, max(0.0, low) if share else low, min(1.0, high) if share else high, count)


@dataclass(frozen=True)
class Results:
    """What came of a study."""

    study: Study
    cells: list[CellRows]

    def credits(self, cell: int) -> NDArray[Any]:
        """For each game the part of the win that each player had: shared wins are shared."""
        won = self.cells[cell].places == 1
        return won / np.maximum(1, won.sum(axis=1, keepdims=True))

    def by_deal(self, cell: int, numbers: NDArray[Any]) -> NDArray[Any]:
        """The mean over the games of each deal, one row a deal; games that were cut off count as nobody's."""
        deals = self.cells[cell].deals
        starts = np.flatnonzero(np.r_[True, deals[1:] != deals[:-1]])
        counts = np.diff(np.r_[starts, len(deals)])
        sums: NDArray[Any] = np.add.reduceat(numbers, starts, axis=0)
        return sums / (counts[:, None] if numbers.ndim == 2 else counts)

    def share(self, cell: int, player: int) -> Share:
        """A player's share of the wins."""
        return mean_of(self.by_deal(cell, self.credits(cell))[:, player], share=True)

    def seat_share(self, cell: int, seat: int) -> Share:
        """The share of whoever sits there."""
        rows, credit = self.cells[cell], self.credits(cell)
        seats = credit.shape[1]
        player = (seat - rows.rotations.astype(int)) % seats
        return mean_of(self.by_deal(cell, credit[np.arange(len(credit)), player]), share=True)

    def length(self, cell: int) -> Share:
        """Decisions of a game."""
        return mean_of(self.by_deal(cell, self.cells[cell].lengths.astype(float)))

    def endings(self, cell: int) -> dict[str, float]:
        """How games end, as shares."""
        names = self.study.found.endings
        counts = np.bincount(self.cells[cell].endings, minlength=len(names))
        total = max(1, int(counts.sum()))
        return {name: int(count) / total for name, count in zip(names, counts) if count}

    def difference(self, cell: int, other: int, player: int) -> Share:
        """How much better a player fares in one cell than in another, deal by deal: the same deals in both."""
        ours, theirs = (self.by_deal(c, self.credits(c))[:, player] for c in (cell, other))
        count = min(len(ours), len(theirs))
        return mean_of(ours[:count] - theirs[:count])

    def length_difference(self, cell: int, other: int) -> Share:
        ours, theirs = (self.by_deal(c, self.cells[c].lengths.astype(float)) for c in (cell, other))
        count = min(len(ours), len(theirs))
        return mean_of(ours[:count] - theirs[:count])

    def changed(self, cell: int, other: int) -> float:
        """The share of games that came out differently in any way, of those that both cells played."""
        ours, theirs = self.cells[cell], self.cells[other]
        count = min(len(ours.deals), len(theirs.deals))
        same = (ours.lengths[:count] == theirs.lengths[:count]) & (
            ours.places[:count] == theirs.places[:count]
        ).all(axis=1)
        same &= (ours.tallies[:count] == theirs.tallies[:count]).all(axis=1)
        return 1.0 - float(same.mean()) if count else 0.0

    # For other programs.

    def columns(self) -> dict[str, list[Any]]:
        """One row a game of all cells, as plain columns."""
        names = self.study.found.endings
        stats = counting(self.study.found, self.study.counted).names
        most = max(len(table) for table in self.study.tables)
        out: dict[str, list[Any]] = {
            name: [] for name in ("cell", "variant", "table", "deal", "rotation", *(f"place_{p}" for p in range(most)), "length", "ending", *stats)
        }  # fmt: skip
        for cell, rows in zip(self.study.cells, self.cells):
            count, seats = rows.places.shape
            out["cell"] += [cell.number] * count
            out["variant"] += [cell.variant.name] * count
            out["table"] += [",".join(cell.table)] * count
            out["deal"] += rows.deals.tolist()
            out["rotation"] += rows.rotations.tolist()
            for player in range(most):
                out[f"place_{player}"] += (
                    rows.places[:, player].tolist() if player < seats else [None] * count
                )
            out["length"] += rows.lengths.tolist()
            out["ending"] += [names[ending] for ending in rows.endings]
            for k, name in enumerate(stats):
                out[name] += rows.tallies[:, k].tolist()
        return out

    def to_pandas(self) -> Any:
        """:raises Mistake: when pandas is not installed."""
        _need("pandas", "frames")
        import pandas

        return pandas.DataFrame(self.columns())

    def to_polars(self) -> Any:
        """:raises Mistake: when polars is not installed."""
        _need("polars", "frames")
        import polars

        return polars.DataFrame(self.columns())

    def save(self, file: Path) -> None:
        """Keep every game as Parquet.

        :raises Mistake: when it cannot be written.
        """
        from bagarre.kernel.files import replacing

        _need("pyarrow", "lab")
        import pyarrow
        from pyarrow import parquet

        with replacing(file) as temporary:
            parquet.write_table(pyarrow.table(self.columns()), temporary)

    def html(self, lang: str) -> str:
        """The report: one page that needs nothing else."""
        from bagarre.lab.study.report import html

        return html(self, lang)


def _need(package: str, extra: str) -> None:
    """:raises Mistake: when a package of an extra is not installed."""
    if find_spec(package) is None:
        raise Mistake("extra_missing", package=package, extra=extra)
