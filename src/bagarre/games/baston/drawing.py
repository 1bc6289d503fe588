"""Boards drawn in a text: the catalogue's form, read with errors that name line and column.

A row line holds its number in columns 1–4 and its points from column 7 on, every second column; between two points stands what
bars the link between them. The line below holds, under the points, what bars the links to the south.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import Entry
from bagarre.kernel.words import words_in

from .state import BAR, BOOTH, FLOOR, PAVEMENT, SIDE, SQUARE, STAGE, STEPS, STREET

GROUNDS = {"-": PAVEMENT, "_": STREET, ",": SQUARE, ".": FLOOR, "B": BAR, ":": STAGE, "=": STEPS, "t": BOOTH}
INDOORS = (FLOOR, BAR, STAGE, STEPS)
FURNITURE = "TFKVc"
ACROSS_MARKS = " |DW!"
DOWN_MARKS = " ~DW!"
FIRST = 6
"""Column (from 0) of the first point of a row."""
_ROW = re.compile(r"^ {0,3}(\d{1,2})  (?=\S)")


class DrawingError(Mistake):
    """A drawing or a table of a board that cannot be used; its words are in the game's own `[mistakes]`."""

    def say(self, lang: str) -> str:
        words = words_in(Path(__file__).parent / "words", lang if lang in ("fr", "en") else "fr")
        return words.say(f"mistakes.{self.key}", **self.values)


@dataclass
class Drawing:
    """What a drawing shows: a symbol for every point and for every link that carries something."""

    file: str
    first_line: int
    """Line of the file on which the drawing begins."""
    rows: int = 0
    columns: int = 0
    points: dict[int, str] = field(default_factory=dict)
    links: dict[tuple[int, int], str] = field(default_factory=dict)
    """Between two neighbours, the northern or western one first."""
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Line and column of each point, for errors found later."""

    def error(self, key: str, line: int, column: int, **values: Any) -> DrawingError:
        return DrawingError(key, file=self.file, line=self.first_line + line, column=column + 1, **values)

    def error_at(self, key: str, p: int, **values: Any) -> DrawingError:
        """An error about a point of the drawing."""
        line, column = self.places[p]
        return self.error(key, line, column, **values)


def point_name(p: int) -> str:
    return f"{p // SIDE + 1},{p % SIDE + 1}"


def read_drawing(entry: Entry, name: str, text: str, allowed: str) -> Drawing:
    """Read a drawing of a pack; `allowed` are the symbols of points."""
    drawing = Drawing(entry.file, _line_of(text, entry.text(name)))
    lines = entry.text(name).split("\n")
    numbers = [i for i, line in enumerate(lines) if _ROW.match(line)]
    if not numbers:
        raise drawing.error("map_empty", 0, 0)
    for v, i in enumerate(numbers):
        match = _ROW.match(lines[i])
        assert match is not None
        if int(match[1]) != v + 1:
            raise drawing.error("map_row_number", i, match.start(1), expected=v + 1, found=match[1])
        if v >= SIDE:
            raise drawing.error("map_too_large", i, 0, most=SIDE)
        _read_row(drawing, lines[i], v, i, allowed)
        last = numbers[v + 1] if v + 1 < len(numbers) else len(lines)
        below = [k for k in range(i + 1, last) if lines[k].strip()]
        if v + 1 == len(numbers) and below:
            raise drawing.error("map_row", below[0], 0)
        if len(below) > 1:
            raise drawing.error("map_row", below[1], 0)
        for k in below:
            _read_links(drawing, lines[k], v, k)
    drawing.rows = len(numbers)
    return drawing


def _line_of(text: str, value: str) -> int:
    """The line (from 1) of the file on which a multi-line text begins."""
    at = text.find(value) if value else -1
    return text.count("\n", 0, at) + 1 if at >= 0 else 1


def _read_row(drawing: Drawing, line: str, v: int, i: int, allowed: str) -> None:
    body = line.rstrip()
    columns = (len(body) - FIRST) // 2 + 1
    if v == 0:
        drawing.columns = columns
        if columns > SIDE:
            raise drawing.error("map_too_large", i, FIRST + 2 * SIDE, most=SIDE)
    if columns != drawing.columns or (len(body) - FIRST) % 2 == 0:
        raise drawing.error("map_row_length", i, len(body), expected=drawing.columns, found=columns)
    for k, mark in enumerate(body[FIRST:]):
        h, between = divmod(k, 2)
        p = SIDE * v + h
        if between:
            if mark not in ACROSS_MARKS:
                raise drawing.error("map_symbol", i, FIRST + k, symbol=mark, allowed=ACROSS_MARKS.strip())
            if mark != " ":
                drawing.links[p, p + 1] = mark
        else:
            if mark not in allowed:
                raise drawing.error("map_symbol", i, FIRST + k, symbol=mark, allowed=allowed)
            drawing.points[p] = mark
            drawing.places[p] = (i, FIRST + k)


def _read_links(drawing: Drawing, line: str, v: int, i: int) -> None:
    for k, mark in enumerate(line.rstrip()):
        h, between = divmod(k - FIRST, 2)
        if mark == " ":
            continue
        if k < FIRST or between or h >= drawing.columns or mark not in DOWN_MARKS:
            raise drawing.error("map_symbol", i, k, symbol=mark, allowed=DOWN_MARKS.strip())
        p = SIDE * v + h
        drawing.links[p, p + SIDE] = mark
