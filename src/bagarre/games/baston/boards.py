"""Boards as packs draw them: grounds, doors, windows, furniture, bottles; read and checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bagarre.kernel.pack import Entry

from .drawing import FURNITURE, GROUNDS, INDOORS, Drawing, DrawingError, point_name, read_drawing
from .rules.pieces import PIECE_SHIFT
from .state import (
    ALONE,
    ALONG_COLUMN,
    ALONG_ROW,
    BAR,
    BOOTH,
    DOOR,
    FIXTURES,
    FOOTBALL,
    NOWHERE,
    PANE,
    PIECES,
    PINBALL,
    SIDE,
    STAGE,
    STAIRS,
    STEPS,
    TABLE,
    TELEPHONE,
    VIDEO,
    WINDOW,
)

KINDS = {"T": TABLE, "F": PINBALL, "K": FOOTBALL, "V": VIDEO}


@dataclass
class Leaf:
    """A door leaf, window, pane or telephone of a board."""

    kind: int
    label: int
    near: int
    far: int
    hinge: int = NOWHERE
    pair: str = ""
    bolt: bool = False
    id: str = ""


@dataclass
class Piece:
    kind: int
    label: int
    at: int
    lies: int
    id: str


@dataclass
class Board:
    """A board with its standard layout."""

    name: dict[str, str]
    file: str
    drawing: Drawing
    leaves: list[Leaf]
    stairs: list[tuple[int, int, int]]
    """Point, bottom, top."""
    pieces: list[Piece]
    chairs: list[int]
    bottles: list[int]


# The board.


def point_of(entry: Entry, field_name: str, text: str, drawing: Drawing) -> int:
    """A point written `v,h`."""
    match = re.fullmatch(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*", text)
    if match:
        v, h = int(match[1]), int(match[2])
        if 1 <= v <= drawing.rows and 1 <= h <= drawing.columns:
            return SIDE * (v - 1) + h - 1
    raise DrawingError(
        "no_point",
        file=entry.file,
        entry=entry.path,
        field=field_name,
        text=text,
        rows=drawing.rows,
        columns=drawing.columns,
    )


def points_of(entry: Entry, field_name: str, text: str, drawing: Drawing) -> list[int]:
    """Points written `v,h v,h …`, each number possibly a range `a-b`."""
    found: list[int] = []
    for word in text.split():
        match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?,(\d{1,2})(?:-(\d{1,2}))?", word)
        if not match:
            point_of(entry, field_name, word, drawing)
            continue
        top, bottom = int(match[1]), int(match[2] or match[1])
        left, right = int(match[3]), int(match[4] or match[3])
        found += [
            point_of(entry, field_name, f"{v},{h}", drawing)
            for v in range(top, bottom + 1)
            for h in range(left, right + 1)
        ]
    return found


def read_board(entry: Entry, text: str) -> Board:
    entry.allow("name", "flag", "map", "layout", "bottles", "furniture", "doors", "windows", "panes")
    entry.flag()
    drawing = read_drawing(entry, "map", text, "".join(GROUNDS))
    layout = (
        read_drawing(entry, "layout", text, "".join(GROUNDS) + FURNITURE) if entry.has("layout") else None
    )
    if layout and (layout.rows, layout.columns) != (drawing.rows, drawing.columns):
        raise layout.error("layout_size", 0, 0, rows=drawing.rows, columns=drawing.columns)
    leaves = [*_doors(entry, drawing), *_windows_and_panes(entry, drawing)]
    if len(leaves) > FIXTURES:
        raise drawing.error("too_many_fixtures", 0, 0, most=FIXTURES)
    pieces, chairs = _furniture(entry, drawing, layout) if layout else ([], [])
    bottles = (
        [point_of(entry, "bottles", str(b), drawing) for b in entry.listing("bottles")]
        if entry.has("bottles")
        else []
    )
    for p in bottles:
        check_bottle(entry, p, drawing, pieces)
    return Board(entry.names(), entry.file, drawing, leaves, _stairs(drawing), pieces, chairs, bottles)


def check_bottle(entry: Entry, p: int, drawing: Drawing, pieces: Sequence[Piece]) -> None:
    on_table = any(p in covered_by(piece) and piece.kind in (TABLE, FOOTBALL) for piece in pieces)
    if not on_table and drawing.points[p] != "B":
        raise DrawingError("bottle_place", file=entry.file, entry=entry.path, point=point_name(p))


def _neighbours(p: int, drawing: Drawing) -> list[int]:
    return [
        q
        for q in (p - SIDE, p + SIDE, p - 1, p + 1)
        if q in drawing.points and (abs(q - p) == SIDE or q // SIDE == p // SIDE)
    ]


def _stairs(drawing: Drawing) -> list[tuple[int, int, int]]:
    """Stairs lead from the stage point beside them to the point opposite (BA-STEP-8)."""
    found = []
    for p, mark in drawing.points.items():
        if GROUNDS[mark] != STEPS:
            continue
        tops = [q for q in _neighbours(p, drawing) if GROUNDS[drawing.points[q]] == STAGE]
        bottoms = [2 * p - q for q in tops if _is_low(2 * p - q, p, drawing)]
        if len(tops) != 1 or len(bottoms) != 1:
            raise drawing.error_at("stairs_ends", p, point=point_name(p))
        found.append((p, bottoms[0], tops[0]))
    if len(found) > STAIRS:
        raise drawing.error("too_many_stairs", 0, 0, most=STAIRS)
    return found


def _is_low(q: int, p: int, drawing: Drawing) -> bool:
    if q not in _neighbours(p, drawing):
        return False
    return (
        GROUNDS[drawing.points[q]] not in (STAGE, BAR, STEPS) and (min(p, q), max(p, q)) not in drawing.links
    )


def _doors(entry: Entry, drawing: Drawing) -> list[Leaf]:
    marked = {link for link, mark in drawing.links.items() if mark == "D"}
    leaves: list[Leaf] = []
    number = 0
    for _, door in entry.entries("doors") if entry.has("doors") else ():
        door.allow("id", "link", "hinge", "double", "bolt")
        ends = [point_of(door, "link", word, drawing) for word in door.text("link").split()]
        if len(ends) != 2 or (min(ends), max(ends)) not in marked:
            raise DrawingError("door_link", file=door.file, entry=door.path, text=door.text("link"))
        marked.discard((min(ends), max(ends)))
        hinge = point_of(door, "hinge", door.text("hinge"), drawing)
        pair = door.text("double", "")
        name = door.text("id")
        if not (pair and any(leaf.id == pair for leaf in leaves)):
            number += 1
        second = 0 if not pair else (2 if any(leaf.id == pair for leaf in leaves) else 1)
        leaf = Leaf(DOOR, 3 * number + second, ends[0], ends[1], hinge, pair, door.switch("bolt"), name)
        _check_hinge(door, leaf, drawing)
        leaves.append(leaf)
    for near, far in sorted(marked):
        # A door that nobody describes swings south or east, hinged on the north or west.
        number += 1
        hinge = far - 1 if far - near == SIDE else far - SIDE
        leaf = Leaf(DOOR, 3 * number, near, far, hinge, id=f"D{number}")
        if hinge not in _neighbours(far, drawing) or (min(far, hinge), max(far, hinge)) in drawing.links:
            raise drawing.error_at("door_needs_hinge", near, point=point_name(near), far=point_name(far))
        leaves.append(leaf)
    for leaf in leaves:
        if leaf.pair and not any(other.id == leaf.pair and other.pair == leaf.id for other in leaves):
            raise DrawingError("door_pair", file=entry.file, entry=entry.path, id=leaf.id, pair=leaf.pair)
    return leaves


def _check_hinge(door: Entry, leaf: Leaf, drawing: Drawing) -> None:
    link = (min(leaf.far, leaf.hinge), max(leaf.far, leaf.hinge))
    if leaf.hinge == leaf.near or leaf.hinge not in _neighbours(leaf.far, drawing) or link in drawing.links:
        raise DrawingError(
            "door_hinge",
            file=door.file,
            entry=door.path,
            point=point_name(leaf.far),
            text=point_name(leaf.hinge),
        )


def _named_links(entry: Entry, field_name: str, mark: str, drawing: Drawing) -> list[tuple[int, int]]:
    """The links of one kind: those that the pack names in the order of their numbers, then the others."""
    found: dict[int, tuple[int, int]] = {}
    for name, text in (entry.entry(field_name).data if entry.has(field_name) else {}).items():
        ends = sorted(point_of(entry, f"{field_name}.{name}", word, drawing) for word in str(text).split())
        if len(ends) != 2 or drawing.links.get((ends[0], ends[1])) != mark or not str(name)[1:].isdecimal():
            raise DrawingError("link_name", file=entry.file, entry=entry.path, id=name, text=text)
        found[int(str(name)[1:])] = (ends[0], ends[1])
    named = [found[number] for number in sorted(found)]
    return named + sorted(link for link, what in drawing.links.items() if what == mark and link not in named)


def _windows_and_panes(entry: Entry, drawing: Drawing) -> list[Leaf]:
    found: list[Leaf] = []
    for number, (p, q) in enumerate(_named_links(entry, "windows", "W", drawing), 1):
        inside = [x for x in (p, q) if GROUNDS[drawing.points[x]] in INDOORS]
        if len(inside) != 1:
            raise drawing.error_at("window_side", p, point=point_name(p), far=point_name(q))
        found.append(Leaf(WINDOW, number, inside[0], q if inside[0] == p else p, id=f"W{number}"))
    for number, (p, q) in enumerate(_named_links(entry, "panes", "!", drawing), 1):
        near, far = (q, p) if GROUNDS[drawing.points[q]] == BOOTH else (p, q)
        found.append(Leaf(PANE, number, near, far, id=f"P{number}"))
    booths = [p for p, mark in drawing.points.items() if GROUNDS[mark] == BOOTH]
    for p in booths:
        # The telephone hangs on the eastern side (BA-DES-2).
        if len(booths) > 1 or p + 1 not in _neighbours(p, drawing):
            raise drawing.error_at("booth_place", p, point=point_name(p))
        found.append(Leaf(TELEPHONE, 1, p, p + 1, id="telephone"))
    return found


def covered_by(piece: Piece) -> tuple[int, ...]:
    if piece.lies == ALONE:
        return (piece.at,)
    return (piece.at, piece.at + (1 if piece.lies == ALONG_ROW else SIDE))


def _furniture(entry: Entry, drawing: Drawing, layout: Drawing) -> tuple[list[Piece], list[int]]:
    """The pieces of the layout: named ones first, then as they are read, a symbol with its twin to the east or south."""
    left = {p: mark for p, mark in layout.points.items() if mark in FURNITURE}
    chairs = [p for p, mark in left.items() if mark == "c"]
    pieces: list[Piece] = []
    numbers = dict.fromkeys(KINDS, 0)
    named = entry.entry("furniture").data if entry.has("furniture") else {}
    for name, text in named.items():
        points = [point_of(entry, f"furniture.{name}", word, drawing) for word in str(text).split()]
        letter = str(name)[:1]
        alike = letter in KINDS and str(name)[1:].isdecimal() and all(left.get(p) == letter for p in points)
        if not alike or len(points) != len(set(points)) or len(points) != (1 if letter == "V" else 2):
            raise DrawingError("furniture_points", file=entry.file, entry=entry.path, id=name, text=text)
        numbers[letter] = max(numbers[letter], int(str(name)[1:]))
        pieces.append(_piece(letter, int(str(name)[1:]), points, entry, str(name)))
        for p in points:
            del left[p]
    for p in sorted(left):
        mark = left.get(p)
        if not mark or mark == "c":
            continue
        points = [p]
        if mark != "V":
            twin = next(
                (
                    q
                    for q in (p + 1, p + SIDE)
                    if left.get(q) == mark and (q != p + 1 or q // SIDE == p // SIDE)
                ),
                None,
            )
            if twin is None:
                raise layout.error_at("furniture_half", p, symbol=mark)
            points.append(twin)
            left[twin] = ""
        numbers[mark] += 1
        pieces.append(_piece(mark, numbers[mark], points, entry, f"{mark}{numbers[mark]}"))
    for piece in pieces:
        levels = {GROUNDS[drawing.points[p]] == STAGE for p in covered_by(piece)}
        if len(levels) > 1 or any(GROUNDS[drawing.points[p]] in (BAR, STEPS) for p in covered_by(piece)):
            raise layout.error_at("furniture_ground", piece.at, id=piece.id)
    for p in chairs:
        if GROUNDS[drawing.points[p]] == BAR:
            raise layout.error_at("furniture_ground", p, id="c")
    if len(pieces) > PIECES:
        raise layout.error("too_many_pieces", 0, 0, most=PIECES)
    return pieces, chairs


def _piece(letter: str, number: int, points: list[int], entry: Entry, name: str) -> Piece:
    points = sorted(points)
    apart = points[-1] - points[0]
    if not 1 <= number < PIECE_SHIFT or apart not in (0, 1, SIDE):
        raise DrawingError(
            "furniture_points",
            file=entry.file,
            entry=entry.path,
            id=name,
            text=" ".join(map(point_name, points)),
        )
    lies = ALONE if apart == 0 else ALONG_ROW if apart == 1 else ALONG_COLUMN
    return Piece(KINDS[letter], number, points[0], lies, name)
