"""One row a game, as CSV or Parquet, for other programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from bagarre.kernel.errors import Mistake
from bagarre.kernel.files import replacing
from bagarre.kernel.game import Game
from bagarre.lab.simulate import Batch


class Rows(Protocol):
    """A file that takes in batches."""

    def add(self, batch: Batch) -> None: ...

    def close(self) -> None: ...


def columns(game: Game, seats: int) -> list[str]:
    """The names of the columns."""
    return [
        "game",
        *(f"place_{seat}" for seat in range(seats)),
        "length",
        "ending",
        *game.room("stats").STATS,
    ]


class CsvRows:
    def __init__(self, path: Path, game: Game, seats: int) -> None:
        self.endings, self.stats = game.endings, len(game.room("stats").STATS)
        self.file = path.open("w", encoding="utf-8", newline="")
        self.writer = csv.writer(self.file)
        self.writer.writerow(columns(game, seats))

    def add(self, batch: Batch) -> None:
        for g in range(len(batch)):
            self.writer.writerow(
                [
                    batch.first + g,
                    *batch.ranks[g].tolist(),
                    int(batch.lengths[g]),
                    self.endings[batch.endings[g]],
                    *batch.tallies[g, : self.stats].tolist(),
                ]
            )

    def close(self) -> None:
        self.file.close()


class ParquetRows:
    def __init__(self, path: Path, game: Game, seats: int) -> None:
        import pyarrow
        from pyarrow import parquet

        self.arrow, self.seats = pyarrow, seats
        self.endings, self.stats = game.endings, len(game.room("stats").STATS)
        numbers: dict[str, Any] = dict.fromkeys(columns(game, seats), pyarrow.int64())
        numbers |= {f"place_{seat}": pyarrow.int8() for seat in range(seats)}
        numbers |= {"length": pyarrow.int32(), "ending": pyarrow.dictionary(pyarrow.int8(), pyarrow.string())}
        self.schema = pyarrow.schema(list(numbers.items()))
        self.writer = parquet.ParquetWriter(path, self.schema)

    def add(self, batch: Batch) -> None:
        arrow = self.arrow
        names = arrow.array(self.endings, arrow.string())
        arrays = [
            arrow.array(range(batch.first, batch.first + len(batch)), arrow.int64()),
            *(arrow.array(batch.ranks[:, seat]) for seat in range(self.seats)),
            arrow.array(batch.lengths),
            arrow.DictionaryArray.from_arrays(arrow.array(batch.endings), names),
            *(arrow.array(batch.tallies[:, k]) for k in range(self.stats)),
        ]
        self.writer.write_table(arrow.Table.from_arrays(arrays, schema=self.schema))

    def close(self) -> None:
        self.writer.close()


def check_target(path: Path) -> None:
    """Refuse early what could not be written in the end.

    :raises Mistake: for an unknown kind of file, or Parquet without its library.
    """
    if path.suffix not in (".csv", ".parquet"):
        raise Mistake("out_kind", file=str(path))
    if path.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise Mistake("needs_pyarrow")


@contextmanager
def written(path: Path, game: Game, seats: int) -> Iterator[Rows]:
    """A file of rows that appears whole, when everything is in it.

    :raises Mistake: when it cannot be written.
    """
    check_target(path)
    with replacing(path) as temporary:
        rows: Rows = (CsvRows if path.suffix == ".csv" else ParquetRows)(temporary, game, seats)
        try:
            yield rows
        finally:
            rows.close()
