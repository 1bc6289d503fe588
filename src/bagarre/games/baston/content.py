"""Boards, tables, characters and scenarios: read from packs, checked, and written into the state.

The shipped packs are in `content/`; a pack of the user is laid over them. docs/boards.md tells how to write one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.grammar import Name
from bagarre.kernel.pack import Entry, Pack, shipped_pack
from bagarre.kernel.speech import Names

from .choices import ORDERS
from .drawing import FURNITURE, GROUNDS, INDOORS, Drawing, DrawingError, point_name, read_drawing
from .naming import names_of
from .rules.doors import KIND_SHIFT, refresh_fixture
from .rules.objects import lay
from .rules.pieces import PIECE_SHIFT
from .rules.setup import PURSE, STAT_POINTS, equip
from .state import (
    ALONE,
    ALONG_COLUMN,
    ALONG_ROW,
    BAR,
    BARRED,
    BOOTH,
    BOTTLE,
    CAST,
    CHAIR_HERE,
    CHOOSE,
    COLUMNS,
    CROWD,
    DOOR,
    FIRST_SIDE,
    FIXTURES,
    FOOTBALL,
    ITEMS,
    LAST_SIDE,
    LOOT,
    NOBODY,
    NOBODY_LEFT,
    NOTHING,
    NOWHERE,
    OPTION_BITS,
    PANE,
    PARTS,
    PIECES,
    PINBALL,
    RANDOM_BUILD,
    RANDOM_PLACES,
    READY,
    READY_MADE,
    SCORE_TERMS,
    SEATS,
    SIDE,
    SLOTS,
    STAGE,
    STAIRS,
    STEPS,
    TABLE,
    TELEPHONE,
    TIE_FIRST,
    TIE_POINTS,
    TIE_SECOND,
    VIDEO,
    WEAPONS,
    WINDOW,
    ZONE,
    ZONES,
    State,
)

FOLDER = Path(__file__).parent / "content"
KINDS = {"T": TABLE, "F": PINBALL, "K": FOOTBALL, "V": VIDEO}
STATS = ("strength", "dexterity", "speed", "constitution")
MODIFIERS = ("combat", "strength", "dexterity")
PLACEMENTS = {"random": RANDOM_PLACES, "zones": ZONES, "cast": CAST}
END_RULES = {"last_side": LAST_SIDE, "nobody": NOBODY_LEFT, "first_side": FIRST_SIDE}
TIE_RULES = {"points": TIE_POINTS, "first": TIE_FIRST, "second": TIE_SECOND}
SIZES = {2: (4, 2), 3: (3, 2), 4: (3, 2), 5: (2, 2), 6: (2, 1)}
"""Characters per gang by the number of players, and in first games (6.11)."""
HEADS = (0, 0, 0, 3, 3, 1, 2, 4, 3, 2, 4, 1, 0, 4)
"""The head of each look, a portrait of the board; look 0 is drawn by the character's letter."""
BOTTLES = 24
"""Bottles that a board and its scenario may hold together."""


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


@dataclass
class Figure:
    """A ready-made character."""

    id: str
    name: dict[str, str]
    letter: str
    stats: list[int]
    equipment: list[int]
    look: int
    entry: Entry


@dataclass
class Gang:
    name: dict[str, str]
    figures: list[str]


@dataclass
class Scenario:
    """How a game is set up and won; `entry` reads the rest when it is used."""

    name: dict[str, str]
    entry: Entry


@dataclass
class Content:
    names: Names
    board: Board
    figures: list[Figure]
    gangs: list[Gang]
    scenarios: dict[str, Scenario]
    tables: dict[str, Any] = field(default_factory=dict)
    called: dict[int, str] = field(default_factory=dict)
    """Names that players gave to their characters, by the number of the letter (BA-CHAR-1)."""

    def figure(self, name: str) -> int:
        """The number of the ready-made character of that id; -1 for none."""
        return next((i for i, figure in enumerate(self.figures) if figure.id == name), -1)


@lru_cache(maxsize=64)
def load(packs: tuple[Pack, ...]) -> Content:
    """The shipped content with the user's packs laid over it."""
    roots = [_root(pack) for pack in packs]
    shipped = {
        name: shipped_pack(FOLDER / f"{name}.toml") for name in ("board", "tables", "equipment", "gangs", "scenarios")
    }
    own = [(root, pack) for root, pack in zip(roots, packs) if root.has("board")]
    board_root, board_pack = own[-1] if own else (shipped["board"].root(), shipped["board"])
    figures, gangs = _people([*reversed(roots), shipped["gangs"].root()])
    tables = _tables([shipped["tables"].root(), shipped["equipment"].root(), *roots])
    scenarios = {
        name: Scenario(entry.names(), entry) for name, entry in shipped["scenarios"].root().entries("scenarios")
    }
    for root in roots:
        if root.has("scenario"):
            entry = root.entry("scenario")
            scenarios["own"] = Scenario(entry.names(), entry)
    content = Content({}, _board(board_root.entry("board"), board_pack.text), figures, gangs, scenarios, tables)
    for root in roots:
        content.called |= names_of(root)
    content.names = _names(content)
    return content


def _root(pack: Pack) -> Entry:
    root = pack.root()
    root.allow(
        "board", "scenario", "characters", "gangs", "names", "hit_points", "stun", "cuts", "location", "results", "equipment"
    )
    return root


# The board.


def point_of(entry: Entry, field_name: str, text: str, drawing: Drawing) -> int:
    """A point written `v,h`."""
    match = re.fullmatch(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*", text)
    if match:
        v, h = int(match[1]), int(match[2])
        if 1 <= v <= drawing.rows and 1 <= h <= drawing.columns:
            return SIDE * (v - 1) + h - 1
    raise DrawingError(
        "no_point", file=entry.file, entry=entry.path, field=field_name, text=text, rows=drawing.rows, columns=drawing.columns
    )


def _points(entry: Entry, field_name: str, text: str, drawing: Drawing) -> list[int]:
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


def _board(entry: Entry, text: str) -> Board:
    entry.allow("name", "flag", "map", "layout", "bottles", "furniture", "doors", "windows", "panes")
    entry.flag()
    drawing = read_drawing(entry, "map", text, "".join(GROUNDS))
    layout = read_drawing(entry, "layout", text, "".join(GROUNDS) + FURNITURE) if entry.has("layout") else None
    if layout and (layout.rows, layout.columns) != (drawing.rows, drawing.columns):
        raise layout.error("layout_size", 0, 0, rows=drawing.rows, columns=drawing.columns)
    leaves = [*_doors(entry, drawing), *_windows_and_panes(entry, drawing)]
    if len(leaves) > FIXTURES:
        raise drawing.error("too_many_fixtures", 0, 0, most=FIXTURES)
    pieces, chairs = _furniture(entry, drawing, layout) if layout else ([], [])
    bottles = [point_of(entry, "bottles", str(b), drawing) for b in entry.listing("bottles")] if entry.has("bottles") else []
    for p in bottles:
        _check_bottle(entry, p, drawing, pieces)
    return Board(entry.names(), entry.file, drawing, leaves, _stairs(drawing), pieces, chairs, bottles)


def _check_bottle(entry: Entry, p: int, drawing: Drawing, pieces: Sequence[Piece]) -> None:
    on_table = any(p in _covers(piece) and piece.kind in (TABLE, FOOTBALL) for piece in pieces)
    if not on_table and drawing.points[p] != "B":
        raise DrawingError("bottle_place", file=entry.file, entry=entry.path, point=point_name(p))


def _neighbours(p: int, drawing: Drawing) -> list[int]:
    return [q for q in (p - SIDE, p + SIDE, p - 1, p + 1) if q in drawing.points and (abs(q - p) == SIDE or q // SIDE == p // SIDE)]


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
    return GROUNDS[drawing.points[q]] not in (STAGE, BAR, STEPS) and (min(p, q), max(p, q)) not in drawing.links


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
            "door_hinge", file=door.file, entry=door.path, point=point_name(leaf.far), text=point_name(leaf.hinge)
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


def _covers(piece: Piece) -> tuple[int, ...]:
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
        if not alike or len(points) != (1 if letter == "V" else 2):
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
            twin = next((q for q in (p + 1, p + SIDE) if left.get(q) == mark and (q != p + 1 or q // SIDE == p // SIDE)), None)
            if twin is None:
                raise layout.error_at("furniture_half", p, symbol=mark)
            points.append(twin)
            left[twin] = ""
        numbers[mark] += 1
        pieces.append(_piece(mark, numbers[mark], points, entry, f"{mark}{numbers[mark]}"))
    for piece in pieces:
        levels = {GROUNDS[drawing.points[p]] == STAGE for p in _covers(piece)}
        if len(levels) > 1 or any(GROUNDS[drawing.points[p]] in (BAR, STEPS) for p in _covers(piece)):
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
        raise DrawingError("furniture_points", file=entry.file, entry=entry.path, id=name, text=" ".join(map(point_name, points)))
    lies = ALONE if apart == 0 else ALONG_ROW if apart == 1 else ALONG_COLUMN
    return Piece(KINDS[letter], number, points[0], lies, name)


# Characters and tables.


def _people(roots: Sequence[Entry]) -> tuple[list[Figure], list[Gang]]:
    figures: dict[str, Figure] = {}
    gangs: list[Gang] = []
    for root in roots:
        for name, entry in root.entries("characters") if root.has("characters") else ():
            if name not in figures:
                figures[name] = _figure(name, entry)
        for _, entry in root.entries("gangs") if root.has("gangs") else ():
            entry.allow("name", "characters", "flag")
            gangs.append(Gang(_named(entry), [str(name) for name in entry.listing("characters")]))
    for gang in gangs:
        for name in gang.figures:
            if name not in figures:
                raise DrawingError("no_character", file="gangs", id=name)
    if len(figures) > 60:
        raise DrawingError("too_many_characters", file="characters", most=60)
    return list(figures.values()), gangs


def _named(entry: Entry) -> dict[str, str]:
    """The names of a gang or character, neither of them blank."""
    names = entry.names()
    if not all(name.strip() for name in names.values()):
        raise entry.wrong("name", "missing")
    return names


def _figure(name: str, entry: Entry) -> Figure:
    entry.allow("id", "letter", "name", "look", *STATS, "equipment", "flag")
    entry.flag()
    stats = [entry.number(stat, 1, 8 if stat == "constitution" else 7) for stat in STATS]
    if sum(stats) != STAT_POINTS:
        raise DrawingError("points_16", file=entry.file, entry=entry.path, found=sum(stats))
    items = []
    for item in entry.listing("equipment"):
        if item not in ITEMS[1:8] + ITEMS[9:13]:
            raise entry.wrong("equipment", "one_of", value=item, allowed=", ".join(ITEMS[1:6] + ITEMS[9:13]))
        items.append(ITEMS.index(item))
    look = entry.number("look", 0, len(HEADS) - 1, 0)
    return Figure(name, _named(entry), entry.text("letter", ""), stats, items, look, entry)


def _tables(roots: Sequence[Entry]) -> dict[str, Any]:
    """The printed and reconstructed tables as lists of numbers, later packs over earlier ones."""
    found: dict[str, Any] = {
        "stamina": [[0] * 5 for _ in range(8)],
        "stun": [[0] * 8 for _ in range(3)],
        "cuts": [0] * 8,
        "locate": [[0] * 8 for _ in COLUMNS],
        "results": [[0] * 9 for _ in range(64)],
        "modifier": [0] * 16,
        "cost": [0] * 14,
        "item_names": [{"fr": "rien", "en": "nothing"} for _ in ITEMS],
        "row_names": [{"fr": "", "en": ""} for _ in WEAPONS],
    }
    for root in roots:
        if root.has("hit_points"):
            table = root.entry("hit_points")
            for key in table.data.keys() - {"flag"}:
                _index(table, key, [str(n) for n in range(1, 9)])
                found["stamina"][int(key) - 1] = _numbers(table, key, 5, 1, 20)
        if root.has("stun"):
            table = root.entry("stun")
            for key in table.data.keys() - {"flag"}:
                found["stun"][_index(table, key, ["A", "B", "C"])] = _numbers(table, key, 8, 0, 4)
        if root.has("cuts"):
            found["cuts"] = _parts(root.entry("cuts"), "parts")
        if root.has("location"):
            table = root.entry("location")
            for key in table.data.keys() - {"flag"}:
                found["locate"][_index(table, key, COLUMNS)] = _parts(table, key)
        if root.has("results"):
            _results(root, found)
        if root.has("equipment"):
            for name, entry in root.entries("equipment"):
                entry.allow("name", "cost", "flag")
                item = _index(entry, name, ITEMS)
                found["cost"][item] = entry.number("cost", 1, PURSE)
                found["item_names"][item] = entry.names()
    return found


def _index(entry: Entry, key: str, known: Sequence[str]) -> int:
    if key not in known:
        raise entry.wrong(key, "unknown", allowed=", ".join(known))
    return list(known).index(key)


def _numbers(entry: Entry, key: str, count: int, least: int, most: int) -> list[int]:
    values = entry.listing(key)
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise entry.wrong(key, "number", value=value, least=least, most=most)
    if len(values) != count:
        raise DrawingError("row_length", file=entry.file, entry=entry.path, field=key, expected=count, found=len(values))
    return values


def _parts(entry: Entry, key: str) -> list[int]:
    values = entry.listing(key)
    if len(values) != 8:
        raise DrawingError("row_length", file=entry.file, entry=entry.path, field=key, expected=8, found=len(values))
    for value in values:
        if value not in PARTS:
            raise entry.wrong(key, "one_of", value=value, allowed=", ".join(PARTS))
    return [PARTS.index(value) for value in values]


def _results(root: Entry, found: dict[str, Any]) -> None:
    for name, entry in root.entries("results"):
        entry.allow("flag", "name", "modifier", "head", "trunk", "arms", "legs")
        weapon = _index(entry, name, WEAPONS)
        if entry.has("modifier"):
            found["modifier"][weapon] = MODIFIERS.index(entry.one_of("modifier", MODIFIERS))
        if entry.has("name"):
            found["row_names"][weapon] = entry.names()
        for k, part in enumerate(("head", "trunk", "arms", "legs")):
            if entry.has(part):
                line = entry.entry(part)
                line.allow("wounds", "stun")
                found["results"][4 * weapon + k] = [
                    *_numbers(line, "wounds", 5, 0, 32),
                    *_numbers(line, "stun", 4, 0, 32),
                ]


# Names for the log.


def named(noun: str, french: str, english: str) -> dict[str, str]:
    """A thing, and what noun it is."""
    return {"fr": Name(french, noun), "en": Name(english, noun)}


def _names(content: Content) -> Names:
    letters = [chr(65 + i) for i in range(26)] + ["?"] * 6
    plain = [{"fr": letter, "en": letter} for letter in letters]
    # A name that its owner gave comes before the one of the ready-made character.
    own = [f"{content.called[i]} ({letter})" if i in content.called else "" for i, letter in enumerate(letters)]
    people = [{"fr": name or letter, "en": name or letter} for name, letter in zip(own, letters)]
    for figure in content.figures:
        people += [
            {lang: given or f"{name} ({letter})" for lang, name in figure.name.items()} for given, letter in zip(own, letters)
        ]
    items = [dict(name) for name in content.tables["item_names"]]
    items[BOTTLE : BOTTLE + 3] = [
        named("f", "canette", "bottle"),
        named("f", "canette brisée", "broken bottle"),
        named("f", "chaise", "chair"),
    ]
    items[LOOT] = named("m", "magot", "loot")
    in_hand = [named("m", "poing", "fist"), *items[1:]]
    pieces = [{"fr": "ce qui est là", "en": "what is there"}]
    words = {TABLE: ("f", "table T", "table T"), PINBALL: ("m", "flipper F", "pinball F")}
    words |= {FOOTBALL: ("m", "baby-foot K", "table football K"), VIDEO: ("m", "jeu vidéo V", "video game V")}
    for code in range(1, 5 * PIECE_SHIFT):
        noun, fr, en = words.get(code // PIECE_SHIFT, ("m", "", ""))
        pieces.append(named(noun, f"{fr}{code % PIECE_SHIFT}", f"{en}{code % PIECE_SHIFT}"))
    fixtures = []
    for code in range(5 * KIND_SHIFT):
        kind, label = divmod(code, KIND_SHIFT)
        door = f"D{label // 3}{('', 'a', 'b')[label % 3]}"
        french = {DOOR: f"porte {door}", WINDOW: f"fenêtre W{label}", PANE: f"paroi P{label}", TELEPHONE: "téléphone"}
        english = {DOOR: f"door {door}", WINDOW: f"window W{label}", PANE: f"pane P{label}", TELEPHONE: "telephone"}
        fixtures.append(named("m" if kind == TELEPHONE else "f", french.get(kind, ""), english.get(kind, "")))
    points = [point_name(p) for p in range(SIDE * SIDE)]
    return {
        "character": people,
        "ready": [figure.name for figure in content.figures],
        "look": [{"fr": str(look), "en": str(look)} for look in (0, *(figure.look for figure in content.figures))],
        "letter": plain,
        "item": items,
        "weapon_in_hand": in_hand,
        "row": content.tables["row_names"],
        "piece": pieces,
        "fixture": fixtures,
        "point": [{"fr": text, "en": text} for text in points],
        "order": [{"fr": order, "en": order} for order in ORDERS],
        "direction": [{"fr": str(d + 1), "en": str(d + 1)} for d in range(8)],
        "box": [{"fr": str(b + 1), "en": str(b + 1)} for b in range(6)],
    }


# Into the state.


def prepare(s: State, options: dict[str, Any], content: Content) -> None:
    """Write options, tables, board, characters and scenario into a new state."""
    name = options["scenario"]
    if name not in content.scenarios:
        raise DrawingError("no_scenario", file="–")
    entry = content.scenarios[name].entry
    entry.allow(
        "name", "flag", "players", "sides", "size", "placement", "zones", "draw_zones", "turns", "loot", "police", "escape",
        "caller", "end", "tie", "bottles", "score", "cast",
    )  # fmt: skip
    least, most = (int(n) for n in entry.listing("players"))
    if not least <= s.seats <= most:
        titles = {lang: f"BASTON ({title})" for lang, title in content.scenarios[name].name.items()}
        raise Mistake("seats", game=titles, seats=s.seats, least=least, most=most)
    _write_options(s, options)
    _write_tables(s, content)
    _write_board(s, content.board)
    _write_scenario(s, entry, options, content)
    if entry.has("cast"):
        _write_cast(s, entry, content)
    else:
        _write_gangs(s, entry, options, content)
    _check_room(s, content.board)


def _check_room(s: State, board: Board) -> None:
    """Whoever is placed at random or put aside must find a point: two for each character."""
    points = [SIDE * v + h for v in range(s.rows) for h in range(s.columns)]
    free = sum(not _is_machine(s, p) for p in points)
    if free < 2 * s.crowd:
        raise DrawingError("too_small", file=board.file, entry="board", found=free, expected=2 * s.crowd, n=s.crowd)


def _write_options(s: State, options: dict[str, Any]) -> None:
    values = options | {
        "low_furniture": options["furniture_level"] == "1",
        "reveal_by_sequence": options["reveal"] == "sequence",
        "reprogram_at_once": options["reprogram"] == "immediate",
        "arm_loss_text": options["arm_loss"] == "text",
        "overturn_one": options["overturn_distance"] == "1",
        "chain_aim_single": options["chain_aim"] == "single",
    }
    for i, name in enumerate(OPTION_BITS):
        if values[name]:
            s.options |= 1 << i
    s.build = {"ready": READY_MADE, "choose": CHOOSE, "random": RANDOM_BUILD}[options["characters"]]


def _write_tables(s: State, content: Content) -> None:
    tables = content.tables
    s.stamina = [row[:] for row in tables["stamina"]]
    s.stun_table = [row[:] for row in tables["stun"]]
    s.cuts = tables["cuts"][:]
    s.locate = [row[:] for row in tables["locate"]]
    s.results = [row[:] for row in tables["results"]]
    s.modifier = tables["modifier"][:]
    s.cost = tables["cost"][:]
    s.ready_count = min(READY, len(content.figures))
    for i in range(s.ready_count):
        figure = content.figures[i]
        s.ready[i] = figure.stats + figure.equipment + [NOTHING] * (8 - len(figure.equipment))


def _write_board(s: State, board: Board) -> None:
    drawing = board.drawing
    s.rows, s.columns = drawing.rows, drawing.columns
    for p, mark in drawing.points.items():
        kind = GROUNDS[mark]
        s.ground[p] = kind + (8 if kind in INDOORS else 0)
    for (p, q), mark in drawing.links.items():
        if mark in "~|":
            s.links[p] |= BARRED << (4 if q - p == SIDE else 0)
    for i, (p, low, high) in enumerate(board.stairs):
        s.stairs_at[i], s.stairs_low[i], s.stairs_high[i] = p, low, high
    s.stairs_count = len(board.stairs)
    s.fixture_count = len(board.leaves)
    for f, leaf in enumerate(board.leaves):
        s.fixture_kind[f], s.fixture_label[f] = leaf.kind, leaf.label
        s.fixture_near[f], s.fixture_far[f] = leaf.near, leaf.far
        s.fixture_hinge[f], s.fixture_bolt[f] = leaf.hinge, int(leaf.bolt)
        s.fixture_pair[f] = next((i + 1 for i, other in enumerate(board.leaves) if leaf.pair and other.id == leaf.pair), 0)
    for f in range(s.fixture_count):
        refresh_fixture(s, f)
    s.piece_at = [NOWHERE] * PIECES
    for n, piece in enumerate(board.pieces):
        s.piece_kind[n], s.piece_at[n], s.piece_lies[n] = piece.kind, piece.at, piece.lies
        s.piece_label[n] = piece.label
        for p in _covers(piece):
            s.piece[p] = n + 1
    for p in board.chairs:
        s.litter[p] |= CHAIR_HERE
    for p in board.bottles:
        lay(s, BOTTLE, p, 1)


def _write_scenario(s: State, entry: Entry, options: dict[str, Any], content: Content) -> None:
    drawing = content.board.drawing
    s.turns = entry.number("turns", 1, 60, options["turns"])
    s.sided = int(entry.switch("sides"))
    s.placement = PLACEMENTS[entry.one_of("placement", list(PLACEMENTS))]
    s.end_rule = END_RULES[entry.one_of("end", list(END_RULES), "last_side")]
    s.tie_rule = TIE_RULES[entry.one_of("tie", list(TIE_RULES), "points")]
    s.police = entry.number("police", 0, 60, 0)
    s.escape = entry.number("escape", 0, 60, 0)
    s.draw_zones = int(entry.switch("draw_zones"))
    s.caller = s.winner = NOBODY
    zones = entry.listing("zones") if entry.has("zones") else []
    s.zone_count = len(zones)
    for z, text in enumerate(zones[:SEATS]):
        points = _points(entry, "zones", str(text), drawing)
        if len(points) > ZONE:
            raise DrawingError("zone_size", file=entry.file, entry=entry.path, found=len(points), most=ZONE)
        s.zones[z] = [p + 1 for p in points] + [0] * (ZONE - len(points))
    if entry.has("loot"):
        s.loot_game = 1
        lay(s, LOOT, point_of(entry, "loot", entry.text("loot"), drawing), 0)
    bottles = [point_of(entry, "bottles", str(b), drawing) for b in entry.listing("bottles")] if entry.has("bottles") else []
    for p in bottles:
        _check_bottle(entry, p, drawing, content.board.pieces)
        lay(s, BOTTLE, p, 1)
    if len(bottles) + len(content.board.bottles) > BOTTLES:
        raise DrawingError("too_many_bottles", file=entry.file, entry=entry.path, most=BOTTLES)
    scores = entry.get("score")
    for side, table in enumerate(scores if isinstance(scores, list) else [scores, scores]):
        for term, points in dict(table).items():
            if term not in SCORE_TERMS or not isinstance(points, int) or not -100 <= points <= 100:
                raise entry.wrong(f"score.{term}", "unknown", allowed=", ".join(SCORE_TERMS))
            s.weights[side][SCORE_TERMS.index(term)] = points


def _new_character(s: State, seat: int, letter: int, number: int, content: Content) -> int:
    """Add a character; `number` of the ready-made one, -1 for one still to be built."""
    c = s.crowd
    s.crowd += 1
    s.seat_of[c], s.letter[c], s.at[c], s.facing[c] = seat, letter, NOWHERE, NOBODY
    if number >= 0:
        figure = content.figures[number]
        s.name[c] = number + 1
        s.strength[c], s.dexterity[c], s.speed[c], s.constitution[c] = figure.stats
        _check_purse(s, figure)
        for item in figure.equipment:
            equip(s, c, item)
    return c


def _check_purse(s: State, figure: Figure) -> None:
    spent = sum(s.cost[item] for item in figure.equipment)
    things = [ITEMS[item] for item in figure.equipment]
    # One garment, one helmet and one pair of boots are worn, all else is carried (BA-EQUIP-5, -9).
    worn = len({"leather" if thing.startswith("leather") else thing for thing in things} & {"leather", "boots", "helmet"})
    if spent > PURSE or len(things) - worn > SLOTS:
        raise DrawingError("purse", file=figure.entry.file, entry=figure.entry.path, found=spent)
    if figure.stats[3] == 8 and not s.options & 1 << OPTION_BITS.index("constitution_8"):
        raise figure.entry.wrong("constitution", "number", value=8, least=1, most=7)


def _write_gangs(s: State, entry: Entry, options: dict[str, Any], content: Content) -> None:
    size = options["size"] or SIZES[s.seats][0]
    if options["beginner"]:
        size = min(size, SIZES[s.seats][1]) if options["size"] is None else min(size, 2)
    size = entry.number("size", 1, 4, size)
    for seat in range(s.seats):
        gang = content.gangs[seat % len(content.gangs)]
        if s.build == READY_MADE and len(gang.figures) < size:
            raise DrawingError("gang_size", file="gangs", id=gang.name["fr"], found=len(gang.figures), expected=size)
        for k in range(size):
            number = content.figure(gang.figures[k]) if s.build == READY_MADE else -1
            _new_character(s, seat, s.crowd, number, content)


def _write_cast(s: State, entry: Entry, content: Content) -> None:
    """Named characters on two sides; `seat_of` holds the side until they are dealt (BA-SETUP-12)."""
    s.build = READY_MADE
    drawing = content.board.drawing
    caller = entry.text("caller", "")
    for _, member in entry.entries("cast"):
        member.allow("side", "who", "at", "facing")
        number = content.figure(member.text("who"))
        if number < 0:
            raise DrawingError("no_character", file=entry.file, id=member.text("who"))
        if s.crowd == CROWD:
            raise DrawingError("too_many_characters", file=entry.file, most=CROWD)
        used = [s.letter[c] for c in range(s.crowd)]
        wanted = ord(content.figures[number].letter.upper() or "A") - 65
        letter = wanted if 0 <= wanted < CROWD and wanted not in used else min(set(range(CROWD)) - set(used))
        c = _new_character(s, member.number("side", 1, 2) - 1, letter, number, content)
        if member.has("at"):
            s.at[c] = point_of(member, "at", member.text("at"), drawing)
            if any(s.at[c] == s.at[other] for other in range(c)) or _is_machine(s, s.at[c]):
                raise DrawingError("start_taken", file=member.file, entry=member.path, point=member.text("at"))
        if member.has("facing"):
            s.facing[c] = member.number("facing", 1, 8) - 1
        if caller and content.figures[number].id == caller:
            s.caller = c


def _is_machine(s: State, p: int) -> bool:
    return bool(s.piece[p]) and s.piece_kind[s.piece[p] - 1] in (PINBALL, VIDEO)
