"""What a study asks: the game, its variants, who sits at the tables, how many deals, and how sure one wants to be."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bagarre.bots import make_player
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Entry, Pack, read_pack, read_text
from bagarre.lab.counting import STATS
from bagarre.lab.simulate import Plan

if TYPE_CHECKING:
    from bagarre.lab.study.results import Results

QUICK = ("random", "scripted", "noisy")
"""Players whose games take no time."""
MANY, FEW = 128, 4
"""Deals of a batch, of quick players and of others: what a killed study loses at most."""
MOST_DEALS = 10_000_000
MOST_CELLS = 400


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play: options, and packs laid over the shipped content."""

    name: str
    options: tuple[tuple[str, Any], ...] = ()
    packs: tuple[Pack, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One variant at one table."""

    number: int
    variant: Variant
    table: tuple[str, ...]


@dataclass(frozen=True)
class Study:
    """A study, as its file describes it."""

    game: str
    tables: tuple[tuple[str, ...], ...]
    variants: tuple[Variant, ...] = (Variant("usual"),)
    title: Mapping[str, str] = field(default_factory=lambda: {"fr": "", "en": ""})
    deals: int = 1000
    """Deals of each cell, at most."""
    until: float = 0.0
    """Half the width of the players' intervals at which a cell stops; 0 plays all deals."""
    rotate: bool = True
    """Is each deal played with everybody in every seat?"""
    seed: str = "1"
    paired: bool = True
    """Are the same deals played in every variant? Without, each has deals of its own: nothing is compared deal by deal then."""
    counted: str = STATS
    """What the columns of tallies hold (`bagarre.lab.counting`)."""

    @classmethod
    def read(cls, file: str | Path) -> Study:
        """:raises Mistake: when the file is wrong; it names the field."""
        path = Path(file)
        root = Pack(path.name, read_text(path)).root()
        root.allow("title", "game", "tables", "variant", "deals", "until", "rotate", "seed", "note")
        study = cls(
            root.text("game"),
            _tables(root),
            _variants(root, path.parent),
            root.names("title"),
            root.number("deals", 1, MOST_DEALS, 1000),
            _share(root, "until"),
            root.switch("rotate", True),
            root.text("seed", "1"),
        )
        study.check()
        return study

    def check(self) -> None:
        """:raises Mistake: when the game refuses a table or a variant, or a player is unknown."""
        found = self.found
        if not self.tables or not self.variants:
            raise Mistake("study_empty")
        if len(self.cells) > MOST_CELLS:
            raise Mistake("study_large", cells=len(self.cells), most=MOST_CELLS)
        if not 1 <= self.deals <= MOST_DEALS:
            raise Mistake("option_value", option="deals", value=self.deals, allowed=f"1–{MOST_DEALS}")
        for table in self.tables:
            for seat, spec in enumerate(table):
                make_player(spec, found, self.seed, seat)
        for cell in self.cells:
            found.prepare(len(cell.table), dict(cell.variant.options), cell.variant.packs)

    @property
    def found(self) -> Game:
        return find_game(self.game)

    @property
    def cells(self) -> list[Cell]:
        grid = [(variant, table) for table in self.tables for variant in self.variants]
        return [Cell(number, variant, table) for number, (variant, table) in enumerate(grid)]

    def rotations(self, cell: Cell) -> int:
        """How often a deal is played: once a seat, unless all seats are alike."""
        return len(cell.table) if self.rotate and len(set(cell.table)) > 1 else 1

    def batch(self, cell: Cell) -> int:
        """Deals of one batch of a cell."""
        quick = all(spec.partition(":")[0] in QUICK for spec in cell.table)
        return MANY if quick else FEW

    def batches(self, cell: Cell) -> int:
        return -(-self.deals // self.batch(cell))

    def plan(self, cell: Cell, rotation: int, mode: Any) -> Plan:
        """The same deals in every cell and rotation: the player that sits in seat s of the first sits in s + rotation."""
        count = len(cell.table)
        players = tuple(cell.table[(seat - rotation) % count] for seat in range(count))
        seed = self.seed if self.paired else f"{self.seed}/{cell.variant.name}"
        return Plan(
            self.found.package, players, cell.variant.options, cell.variant.packs, seed, mode, self.counted
        )

    @property
    def digest(self) -> str:
        """What identifies the study: two with the same digest have the same results."""
        told = {
            "game": self.game,
            "rules": self.found.meta.rules_version,
            "tables": self.tables,
            "variants": [
                (variant.name, sorted(map(str, variant.options)), [pack.digest for pack in variant.packs])
                for variant in self.variants
            ],
            "deals": self.deals,
            "until": self.until,
            "rotate": self.rotate,
            "seed": self.seed,
            "counted": self.counted,
            "paired": self.paired,
        }
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    def run(
        self,
        folder: str | Path | None = None,
        *,
        workers: int = 1,
        on: str = "threads",
        compiled: bool | None = None,
        progress: Callable[[int, int, int], None] = lambda cell, deals, most: None,
    ) -> Results:
        """Play what is not played yet, and give the results; `folder` keeps them batch by batch.

        :raises Mistake: when the folder holds another study, or the place of work is not there.
        """
        from bagarre.lab.study.running import run

        return run(self, Path(folder) if folder is not None else None, workers, on, compiled, progress)


def _tables(root: Entry) -> tuple[tuple[str, ...], ...]:
    tables = []
    for table in root.listing("tables"):
        if not isinstance(table, list) or not table or not all(isinstance(spec, str) for spec in table):
            raise root.wrong("tables", "study_tables")
        tables.append(tuple(table))
    return tuple(tables)


def _variants(root: Entry, folder: Path) -> tuple[Variant, ...]:
    if not root.has("variant"):
        return (Variant("usual"),)
    found: list[Variant] = []
    for _, entry in root.entries("variant"):
        entry.allow("name", "options", "packs")
        options = entry.entry("options").data if entry.has("options") else {}
        packs = tuple(read_pack(folder / name) for name in entry.texts("packs"))
        name = entry.text("name")
        if name in (other.name for other in found):
            raise entry.wrong("name", "study_twice", name=name)
        found.append(Variant(name, tuple(options.items()), packs))
    return tuple(found)


def _share(root: Entry, name: str) -> float:
    value = root.data.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        raise root.wrong(name, "study_share", value=value)
    return float(value)


def tables_of(game: Game, spec: str, numbers: Sequence[int] = ()) -> tuple[tuple[str, ...], ...]:
    """One table for each number of players, all of one kind."""
    return tuple((spec,) * count for count in numbers or game.meta.players)
