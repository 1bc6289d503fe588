"""The board as it is seen: grounds and walls, doors, furniture, what lies about; and where each thing is on the page."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from bagarre.kernel.game import Game
from bagarre.kernel.speech import Speech

from .drawing import GROUNDS, point_name
from .rules.doors import fixture_on, fixture_tag
from .rules.geometry import second_point
from .rules.pieces import piece_tag
from .shapes import Board, Fixture, Furniture, Loose
from .state import (
    ALONE,
    ALONG_COLUMN,
    DOOR,
    ITEMS,
    NOBODY,
    NOWHERE,
    SCORE_TERMS,
    SIDE,
    TABLE,
    WEAPONS,
    State,
)

FIXTURES = ("", "door", "window", "pane", "telephone")
STATES = ("closed", "open", "destroyed", "bolted")
PIECES_BY_NAME = ("", "table", "pinball", "table_football", "video_game")
_SYMBOLS = {kind: mark for mark, kind in GROUNDS.items()}


POINT = 40
MARGIN = 26
"""On the page a point is 40 units wide; the margin holds the numbers of rows and columns."""
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight directions: columns east, rows south."""


def middle(p: int) -> list[int]:
    """Where a point lies on the page."""
    return [MARGIN + POINT * (p % SIDE) + POINT // 2, MARGIN + POINT * (p // SIDE) + POINT // 2]


_BOARDS: dict[Any, Board] = {}
"""Boards already drawn: the links tell where the walls are, and they change only with doors and windows."""
MOST_BOARDS = 256


def board_seen(s: State) -> Board:
    """The ground as drawn, and the walls: what never changes in a game."""
    doors = tuple((s.fixture_near[f], s.fixture_far[f], s.fixture_kind[f]) for f in range(s.fixture_count))
    key = (s.rows, s.columns, bytes(s.ground), bytes(s.links), doors)
    found = _BOARDS.get(key)
    if found is None:
        walls = tuple(
            (p, q)
            for p in range(SIDE * SIDE)
            if s.links[p] & 17
            for d, shift, q in ((2, 0, p + 1), (4, 4, p + SIDE))
            if s.links[p] >> shift & 1 and fixture_on(s, p, d) < 0
        )
        stairs = tuple((s.stairs_at[i], s.stairs_low[i], s.stairs_high[i]) for i in range(s.stairs_count))
        if len(_BOARDS) >= MOST_BOARDS:
            _BOARDS.clear()
        found = _BOARDS[key] = _drawn(s.rows, s.columns, bytes(s.ground), walls, stairs, doors)
    return found


@lru_cache(maxsize=64)
def _drawn(
    rows: int,
    columns: int,
    ground: bytes,
    walls: tuple[tuple[int, int], ...],
    stairs: tuple[tuple[int, int, int], ...],
    doors: tuple[tuple[int, int, int], ...],
) -> Board:
    """The board as plain data; tables on the same board share it."""
    marks = ["".join(_SYMBOLS[ground[SIDE * v + h] & 7] for h in range(columns)) for v in range(rows)]
    return {
        "rows": rows,
        "columns": columns,
        "ground": marks,
        "rooms": _rooms(marks, {link for p, q, *_ in (*walls, *doors) for link in ((p, q), (q, p))}),
        "sign": _sign(marks, doors),
        "walls": [[point_name(p), point_name(q)] for p, q in walls],
        "stairs": [
            {"at": point_name(at), "low": point_name(low), "high": point_name(high)}
            for at, low, high in stairs
        ],
    }


BESIDE = 4
"""Points between a door and the middle of the name beside it."""


def _sign(marks: list[str], doors: tuple[tuple[int, int, int], ...]) -> list[int] | None:
    """Where the name of the house stands: on the pavement beside its southern door, where nobody begins, and between two rows of points."""
    outside = [p for *ends, kind in doors if kind == DOOR for p in ends if marks[p // SIDE][p % SIDE] == "-"]
    if not outside:
        return None
    row = max(p // SIDE for p in outside)
    columns = [p % SIDE for p in outside if p // SIDE == row]
    beside = min(columns) - BESIDE
    room = marks[row + 1][max(0, beside - 3) : beside + 4] if row + 1 < len(marks) else ""
    if len(room) < 7 or set(room) != {"-"}:
        return None
    return [middle(beside)[0], middle(SIDE * row)[1] + POINT // 2 + 5]


def _rooms(marks: list[str], shut: set[tuple[int, int]]) -> list[str]:
    """The ground again with two more signs: `w` for the floor of small closed rooms, `s` for the narrow side of a bar."""
    cells = [list(line) for line in marks]
    floor = {SIDE * v + h for v, line in enumerate(marks) for h, mark in enumerate(line) if mark == "."}
    left = set(floor)
    while left:
        room, edge = set(), [left.pop()]
        while edge:
            p = edge.pop()
            room.add(p)
            for q in (p - 1, p + 1, p - SIDE, p + SIDE):
                if q in left and (p, q) not in shut:
                    left.discard(q)
                    edge.append(q)
        for p in room if len(room) <= 8 else ():
            cells[p // SIDE][p % SIDE] = "w"
    for v, line in enumerate(marks):
        for h, mark in enumerate(line):
            if mark != "B":
                continue
            for way in (-1, 1):
                side: list[int] = []
                k = h + way
                while 0 <= k < len(line) and line[k] == "." and len(side) < 4:
                    side.append(k)
                    if (SIDE * v + k, SIDE * v + k + way) in shut:
                        for found in side:
                            cells[v][found] = "s"
                        break
                    k += way
    return ["".join(line) for line in cells]


def seated(s: State, p: int) -> int:
    """Which way a chair is turned: towards a table beside it."""
    for turn, q in enumerate((p - SIDE, p + 1, p + SIDE, p - 1)):
        inside = 0 <= q < SIDE * SIDE and abs(q % SIDE - p % SIDE) <= 1
        if (
            inside
            and s.piece[q]
            and s.piece_kind[s.piece[q] - 1] == TABLE
            and not s.overturned[s.piece[q] - 1]
        ):
            return 90 * turn
    return 90 * (p * 7 % 4)


def signature_of(s: State) -> tuple[Any, ...]:
    rows = [s.weights[0], s.weights[1] if s.sided and any(s.weights[1]) else s.weights[0]]
    scores = [{term: n for term, n in zip(SCORE_TERMS, row) if n} for row in rows]
    return scores, bool(s.sided), bool(s.loot_game), s.police, s.caller != NOBODY


@cache
def shipped_boards(game: Game) -> list[tuple[str, tuple[Any, ...], int]]:
    """The scenarios of the box, with what tells them apart and their turns (0: an option)."""
    found = []
    for name, scenario in game.content().scenarios.items():
        told = scenario.entry.data
        score = told["score"] if isinstance(told["score"], list) else [told["score"], told["score"]]
        signature = (score, bool(told.get("sides")), "loot" in told, told.get("police", 0), "caller" in told)
        found.append((name, signature, int(told.get("turns", 0))))
    return found


def fixture_seen(s: State, f: int, speech: Speech) -> Fixture:
    return {
        "number": f,
        "name": speech.name("fixture", fixture_tag(s, f)),
        "tag": fixture_tag(s, f),
        "kind": FIXTURES[s.fixture_kind[f]],
        "state": STATES[s.fixture_state[f]],
        "near": point_name(s.fixture_near[f]),
        "far": point_name(s.fixture_far[f]),
        "hinge": point_name(s.fixture_hinge[f]) if s.fixture_hinge[f] != NOWHERE else None,
        "bolt": bool(s.fixture_bolt[f]),
        "drawn": _leaf(s, f),
    }


def _leaf(s: State, f: int) -> list[int]:
    """How a fixture is drawn: where, and the angles of a closed and an open leaf (a pane or a window has but one)."""
    (x, y), (u, w) = middle(s.fixture_near[f]), middle(s.fixture_far[f])
    x, y, across = (x + u) // 2, (y + w) // 2, 0 if x == u else 90
    if s.fixture_hinge[f] == NOWHERE:
        return [x, y, across, across]
    hinge = middle(s.fixture_hinge[f])
    side, swing = (
        (hinge[0] - u, hinge[1] - w),
        (u - middle(s.fixture_near[f])[0], w - middle(s.fixture_near[f])[1]),
    )
    angles = {(POINT, 0): 0, (0, POINT): 90, (-POINT, 0): 180, (0, -POINT): 270}
    return [x + side[0] // 2, y + side[1] // 2, angles[-side[0], -side[1]], angles[swing]]


def piece_seen(s: State, n: int, speech: Speech) -> Furniture:
    points = [s.piece_at[n]] if s.piece_lies[n] == ALONE else [s.piece_at[n], second_point(s, n)]
    return {
        "id": n,
        "name": speech.name("piece", piece_tag(s, n)),
        "tag": piece_tag(s, n),
        "kind": PIECES_BY_NAME[s.piece_kind[n]],
        "points": [point_name(p) for p in points],
        "overturned": bool(s.overturned[n]),
        "xy": [sum(middle(p)[k] for p in points) // len(points) for k in (0, 1)],
        "upright": s.piece_lies[n] == ALONG_COLUMN,
    }


def objects_seen(s: State, speech: Speech) -> list[Loose]:
    found: list[Loose] = []
    for i in range(s.loose_count):
        p, layer, item = s.loose[i] & 511, s.loose[i] >> 9 & 1, s.loose[i] >> 10
        found.append(
            {
                "at": point_name(p),
                "top": bool(layer),
                "xy": middle(p),
                "item": ITEMS[item],
                "name": speech.name("item", item),
            }
        )
    return sorted(found, key=lambda thing: (thing["at"], thing["top"], thing["item"]))


def results_table(s: State) -> dict[str, Any]:
    """The slider: for each weapon and part the lowest totals of wounds and stun (6.8)."""
    parts = ("head", "trunk", "arms", "legs")
    return {
        weapon: {
            part: {"wounds": s.results[4 * w + k][:5], "stun": s.results[4 * w + k][5:]}
            for k, part in enumerate(parts)
        }
        for w, weapon in enumerate(WEAPONS)
    }
