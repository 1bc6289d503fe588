"""Puzzles: moments with one clearly best choice, shipped as scenario files in `puzzles/` of a game's folder (`bagarre puzzles find` looks for them)."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.match import Match
from bagarre.scenario import run_scenario

NOTE = re.compile(r'^note = "gap (\d+), value (\d+), grade (\d+), levels ([^"]*)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """A shipped puzzle, as far as its head tells."""

    game: str
    number: int
    file: Path
    gap: int
    """Points of winning chance by which the best choice is better than the second best."""
    value: int
    """The winning chance with it."""
    grade: int
    """The level of our players from which on all find it; one more than the levels when none does."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle laid out: the game up to the moment."""

    match: Match
    moment: int
    seat: int
    best: Choice
    offered: tuple[Choice, ...]
    """The choices that it offers: all, or some orders of a sheet."""


@lru_cache(maxsize=16)
def puzzles_of(folder: Path, game: str) -> tuple[PuzzleFile, ...]:
    """The puzzles of a game's folder, in their order."""
    found = []
    for file in sorted((folder / "puzzles").glob("[0-9]*.toml")):
        told = NOTE.search(file.read_text(encoding="utf-8"))
        if told is not None and file.stem.isdecimal():
            gap, value, grade = (int(figure) for figure in told.group(1, 2, 3))
            found.append(PuzzleFile(game, int(file.stem), file, gap, value, grade))
    return tuple(found)


def find_puzzle(game: Game, number: int) -> PuzzleFile:
    """:raises Mistake: when there is none of that number."""
    for puzzle in puzzles_of(game.folder, game.name):
        if puzzle.number == number:
            return puzzle
    raise Mistake("unknown_puzzle", game=game.meta.title, number=number)


@lru_cache(maxsize=64)
def posed(puzzle: PuzzleFile) -> Posed:
    """Play the file up to its moment."""
    match = run_scenario(puzzle.file).match
    assert match is not None
    last = match.steps[-1]
    assert last.choice is not None
    told, read = last_step(puzzle.file), match.game.verbs.read
    offered = tuple(Choice(*read(text)) for text in told.get("offers") or told["menu"])
    return Posed(match, len(match.steps) - 2, last.seat, last.choice, offered)


def last_step(file: Path) -> dict[str, Any]:
    """The step of a puzzle's file that poses it."""
    return dict(tomllib.loads(file.read_text(encoding="utf-8"))["step"][-1])


def answer_of(file: Path) -> str:
    """The best choice, as its game writes it."""
    return str(last_step(file)["choice"])


def puzzle_of_the_day(games: Sequence[Game], day: datetime.date) -> PuzzleFile | None:
    """One puzzle a day, of each game in turn, the same for everybody."""
    stocks = [stock for game in games if (stock := puzzles_of(game.folder, game.name))]
    if not stocks:
        return None
    number = day.toordinal()
    stock = stocks[number % len(stocks)]
    # A step that has no factor in common with most numbers of puzzles: all of them come before one comes again.
    return stock[number // len(stocks) * 7919 % len(stock)]
