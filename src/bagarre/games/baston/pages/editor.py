"""The board editor's half on the server: a board as the page draws it, written as a pack and read from one.

The page holds a *sketch*, plain data with points named `v,h`:

    name      {"fr": …, "en": …}
    ground    one text a row, one sign a point, as in a drawing
    links     {"4,7 4,8": "D"}: wall `|`, door `D`, window `W`, pane `!`, the northern or western point first
    doors     {"4,7 4,8": {"near": "4,8", "hinge": "3,7", "bolt": false, "double": "5,7 5,8"}}
    pieces    [{"kind": "T", "at": ["2,3", "2,4"]}]
    chairs, bottles    points; a point named twice holds two bottles
    rest      the other tables of the pack as they were written: characters, gangs, a scenario

What is wrong with it is found by the loader that reads every pack.
"""

from __future__ import annotations

import json
import re
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import LARGEST, Pack
from bagarre.kernel.speech import Speech

from ..boards import KINDS, Board, Piece
from ..content import BOTTLES, load
from ..drawing import FIRST, FURNITURE, GROUNDS, DrawingError, point_name
from ..state import ALONE, ALONG_ROW, DOOR, FIXTURES, PIECES, SIDE, STAIRS, WINDOW

MARKS = "|DW!"
GROUND_NAMES = ("pavement", "street", "square", "floor", "bar", "stage", "stairs", "booth")
PIECE_NAMES = {"T": "table", "F": "pinball", "K": "table_football", "V": "video_game"}
LINK_NAMES = {"|": "wall", "D": "door", "W": "window", "!": "pane"}
_ROW = re.compile(r"^ {0,3}(\d{1,2})  (?=\S)")
_POINT = re.compile(r"(\d{1,2}),(\d{1,2})")
_HEADING = re.compile(r"^\[\[?\s*([A-Za-z_-]+)", re.MULTILINE)


def context(speech: Speech) -> dict[str, Any]:
    """The tools of the page, and the board it opens with."""
    return {
        "grounds": list(zip(GROUNDS, GROUND_NAMES)),
        "links": list(LINK_NAMES.items()),
        "pieces": [*PIECE_NAMES.items(), ("c", "chair"), ("b", "bottle")],
        "most": {"side": SIDE, "fixtures": FIXTURES, "pieces": PIECES, "stairs": STAIRS, "bottles": BOTTLES},
        "shipped": sketch_of(load(()).board),
    }


def answer(asked: dict[str, Any], speech: Speech) -> dict[str, Any]:
    """Check a sketch (`sketch`), or read a pack (`text`): the pack's text, the sketch, and what is wrong."""
    name = str(asked.get("file") or "plateau.toml")[:80]
    text = str(asked.get("text", ""))[:LARGEST]
    try:
        if "sketch" in asked:
            text = write(asked["sketch"])
        content = load((Pack(name, text),))
    except Mistake as mistake:
        return {"text": text, "problem": problem(mistake, text, speech.lang)}
    sketch = sketch_of(content.board) | {"rest": rest_of(text, "board")}
    return {
        "text": text,
        "sketch": sketch,
        "own": "own" in content.scenarios,
        "told": told(content.board, speech),
    }


def told(board: Board, speech: Speech) -> str:
    """A sound board in one line."""
    kinds = [leaf.kind for leaf in board.leaves]
    return speech.say(
        "pages.editor.sound", rows=board.drawing.rows, columns=board.drawing.columns, doors=kinds.count(DOOR),
        windows=kinds.count(WINDOW), pieces=len(board.pieces), chairs=len(board.chairs), bottles=len(board.bottles),
    )  # fmt: skip


def problem(mistake: Mistake, text: str, lang: str) -> dict[str, Any]:
    """What is wrong, in words, and the point where it is, when there is one."""
    place = _POINT.search(str(mistake.values.get("point", "")))
    point = place[0] if place else None
    if point is None and "line" in mistake.values:
        point = point_at(text, mistake.values["line"], mistake.values["column"])
    return {"message": mistake.say(lang), "point": point, "line": mistake.values.get("line", 0)}


def point_at(text: str, line: int, column: int) -> str | None:
    """The point drawn at a line and column of a pack."""
    lines = text.split("\n")
    row = _ROW.match(lines[line - 1]) if 0 < line <= len(lines) else None
    if row is None or column <= FIRST:
        return None
    return f"{int(row[1])},{(column - 1 - FIRST) // 2 + 1}"


# Sketch to pack.


def wrong_sketch() -> DrawingError:
    return DrawingError("sketch", file="–")


def point(text: Any) -> int:
    """A point of a sketch as a number."""
    found = _POINT.fullmatch(text) if isinstance(text, str) else None
    if found is None or not 1 <= int(found[1]) <= SIDE or not 1 <= int(found[2]) <= SIDE:
        raise wrong_sketch()
    return SIDE * (int(found[1]) - 1) + int(found[2]) - 1


def ends(link: Any) -> tuple[int, int]:
    """The two points of a link."""
    words = link.split() if isinstance(link, str) else []
    if len(words) != 2:
        raise wrong_sketch()
    p, q = point(words[0]), point(words[1])
    if q - p not in (1, SIDE):
        raise wrong_sketch()
    return p, q


def write(sketch: Any) -> str:
    """The pack of a sketch.

    :raises DrawingError: when the data is not a sketch at all; whether the board is sound, the loader says.
    """
    try:
        return _write(sketch)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise wrong_sketch() from None


def _write(sketch: dict[str, Any]) -> str:
    ground = [list(row) for row in sketch["ground"]]
    if (
        not 1 <= len(ground) <= SIDE
        or {len(row) for row in ground} != {len(ground[0])}
        or not 1 <= len(ground[0]) <= SIDE
    ):
        raise wrong_sketch()
    links = {ends(link): mark for link, mark in sketch["links"].items() if mark in MARKS}
    layout = [row[:] for row in ground]
    for signs in [*((p["kind"], p["at"]) for p in sketch["pieces"]), ("c", sketch["chairs"])]:
        for at in map(point, signs[1]):
            layout[at // SIDE][at % SIDE] = signs[0] if signs[0] in FURNITURE else "?"
    lines = [
        "[board]",
        f"name = {{ fr = {quoted(sketch['name']['fr'])}, en = {quoted(sketch['name']['en'])} }}",
        'flag = "reconstructed"',
        "map = '''",
        *_drawing(ground, links),
        "'''",
        "layout = '''",
        *_drawing(layout, links),
        "'''",
        f"bottles = [{', '.join(quoted(point_name(point(p))) for p in sketch['bottles'])}]",
        *_pieces(sketch["pieces"]),
        *_doors(sketch["doors"], links),
    ]
    rest = str(sketch.get("rest", "")).strip()
    return "\n".join(lines) + "\n" + (f"\n{rest}\n" if rest else "")


def quoted(text: Any) -> str:
    """A TOML string: JSON's, without what TOML does not take."""
    return json.dumps("".join(c for c in str(text)[:60] if c.isprintable()), ensure_ascii=False)


def _drawing(points: list[list[str]], links: dict[tuple[int, int], str]) -> list[str]:
    """The rows of a drawing with the links between and below them; headings of column numbers first."""
    width = len(points[0])
    numbers = range(1, width + 1)
    tens = " " * FIRST + " ".join(str(h // 10) if h > 9 else " " for h in numbers)
    lines = [tens.rstrip()] if width > 9 else []
    lines.append(" " * FIRST + " ".join(str(h % 10) for h in numbers))
    for v, row in enumerate(points):
        drawn = f"{v + 1:4d}  "
        below = " " * FIRST
        for h, sign in enumerate(row):
            p = SIDE * v + h
            drawn += sign + links.get((p, p + 1), " ")
            below += links.get((p, p + SIDE), " ").replace("|", "~") + " "
        lines += [drawn.rstrip(), below.rstrip()]
    return lines[:-1] if not lines[-1] else lines


def _pieces(pieces: list[dict[str, Any]]) -> list[str]:
    """Every piece by name: no two of them are then taken for one."""
    numbers = dict.fromkeys(PIECE_NAMES, 0)
    lines = ["", "[board.furniture]"]
    for piece in pieces:
        kind = piece["kind"]
        numbers[kind] += 1
        lines.append(f'{kind}{numbers[kind]} = "{" ".join(point_name(point(p)) for p in piece["at"])}"')
    return lines if pieces else []


def _doors(doors: dict[str, Any], links: dict[tuple[int, int], str]) -> list[str]:
    """Doors as they swing; those of a link that carries none are left out."""
    drawn = sorted(link for link, mark in links.items() if mark == "D")
    names = {link: f"D{number}" for number, link in enumerate(drawn, 1)}
    lines: list[str] = []
    for link, name in names.items():
        key = " ".join(map(point_name, link))
        if key not in doors:
            continue
        door = doors[key]
        near = point(door["near"])
        far = link[1] if near == link[0] else link[0]
        lines += ["", "[[board.doors]]", f'id = "{name}"', f'link = "{point_name(near)} {point_name(far)}"']
        lines.append(f'hinge = "{point_name(point(door["hinge"]))}"')
        if door.get("double"):
            lines.append(f'double = "{names.get(ends(door["double"]), "?")}"')
        if door.get("bolt"):
            lines.append("bolt = true")
    return lines


# Pack to sketch.


def rest_of(text: str, *without: str) -> str:
    """The tables of a pack as they stand there, without those of some headings."""
    found = list(_HEADING.finditer(text))
    pieces = [
        text[here.start() : after.start() if after else len(text)]
        for here, after in zip(found, [*found[1:], None])
        if here[1] not in without
    ]
    return "".join(pieces).strip()


def sketch_of(board: Board) -> dict[str, Any]:
    """A board as the page draws it."""
    drawing = board.drawing
    links = {" ".join(map(point_name, link)): mark.replace("~", "|") for link, mark in drawing.links.items()}
    return {
        "name": board.name,
        "ground": [
            "".join(drawing.points[SIDE * v + h] for h in range(drawing.columns)) for v in range(drawing.rows)
        ],
        "links": links,
        "doors": _sketched_doors(board),
        "pieces": [{"kind": _letter(piece), "at": _covered(piece)} for piece in board.pieces],
        "chairs": [point_name(p) for p in board.chairs],
        "bottles": [point_name(p) for p in board.bottles],
        "rest": "",
    }


def _sketched_doors(board: Board) -> dict[str, Any]:
    links = {leaf.id: " ".join(map(point_name, sorted((leaf.near, leaf.far)))) for leaf in board.leaves}
    return {
        links[leaf.id]: {
            "near": point_name(leaf.near),
            "hinge": point_name(leaf.hinge),
            "bolt": leaf.bolt,
            "double": links.get(leaf.pair, ""),
        }
        for leaf in board.leaves
        if leaf.kind == DOOR
    }


def _letter(piece: Piece) -> str:
    return next(letter for letter, kind in KINDS.items() if kind == piece.kind)


def _covered(piece: Piece) -> list[str]:
    if piece.lies == ALONE:
        return [point_name(piece.at)]
    return [point_name(piece.at), point_name(piece.at + (1 if piece.lies == ALONG_ROW else SIDE))]
