"""Boards, tables, characters and scenarios: read from packs, checked, and written into the state.

The shipped packs are in `content/`; a pack of the user is laid over them. docs/boards.md tells how to write one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import Entry, Pack, shipped_pack
from bagarre.kernel.speech import Names

from .boards import Board, check_bottle, covered_by, point_of, points_of, read_board
from .drawing import GROUNDS, INDOORS, DrawingError
from .figures import STATS, Figure, Gang, read_people, read_tables
from .labels import names_for_log
from .naming import names_of
from .rules.doors import refresh_fixture
from .rules.geometry import upright_kind
from .rules.objects import lay
from .rules.setup import PURSE, STAT_POINTS, equip
from .state import (
    BARRED,
    BOTTLE,
    CHAIR_HERE,
    CHOOSE,
    CROWD,
    ITEMS,
    LOOT,
    NO_PIECE,
    NOBODY,
    NOTHING,
    NOWHERE,
    OPTION_BITS,
    PIECES,
    PINBALL,
    RANDOM_BUILD,
    RANDOM_PLACES,
    READY,
    READY_MADE,
    SCORE_TERMS,
    SIDE,
    SLOTS,
    VIDEO,
    ZONE,
    State,
)
from .stories import END_RULES, PLACEMENTS, TIE_RULES, Scenario, players_of, read_scenarios, scores_of

FOLDER = Path(__file__).parent / "content"
SIZES = {2: (4, 2), 3: (3, 2), 4: (3, 2), 5: (2, 2), 6: (2, 1)}
"""Characters per gang by the number of players, and in first games (6.11)."""
BEGINNERS = 2
"""Characters of a player in a first game, at most (BA-SETUP-2)."""
BOTTLES = 24
"""Bottles that a board and its scenario may hold together."""


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
    brought: bool = False
    """Did somebody bring gangs of their own? These are led in player order (BA-R97)."""

    def figure(self, name: str) -> int:
        """The number of the ready-made character of that id; -1 for none."""
        return next((i for i, figure in enumerate(self.figures) if figure.id == name), -1)


def settle(table: str, entry: dict[str, Any], given: set[str]) -> None:
    """What a characteristic gains or loses comes from the highest of the others, or goes to the lowest: they add up to 16 (BA-CHAR-2)."""
    others = [stat for stat in STATS if stat not in given]
    if table != "characters" or not others:
        return
    over = sum(entry[stat] for stat in STATS) - STAT_POINTS
    for _ in range(abs(over)):
        one = max(others, key=entry.__getitem__) if over > 0 else min(others, key=entry.__getitem__)
        entry[one] -= 1 if over > 0 else -1


@lru_cache(maxsize=64)
def load(packs: tuple[Pack, ...]) -> Content:
    """The shipped content with the user's packs laid over it."""
    roots = [_root(pack) for pack in packs]
    shipped = {
        name: shipped_pack(FOLDER / f"{name}.toml")
        for name in ("board", "tables", "equipment", "gangs", "scenarios")
    }
    own = [(root, pack) for root, pack in zip(roots, packs) if root.has("board")]
    board_root, board_pack = own[-1] if own else (shipped["board"].root(), shipped["board"])
    figures, gangs = read_people([*reversed(roots), shipped["gangs"].root()])
    tables = read_tables([shipped["tables"].root(), shipped["equipment"].root(), *roots])
    board = read_board(board_root.entry("board"), board_pack.text)
    scenarios = read_scenarios(shipped["scenarios"].root(), roots)
    content = Content({}, board, figures, gangs, scenarios, tables)
    content.brought = any(root.has("gangs") for root in roots)
    for root in roots:
        content.called |= names_of(root)
    content.names = names_for_log(content)
    return content


def _root(pack: Pack) -> Entry:
    root = pack.root()
    root.allow(
        "board",
        "scenario",
        "scenarios",
        "characters",
        "gangs",
        "names",
        "hit_points",
        "stun",
        "cuts",
        "location",
        "results",
        "equipment",
    )
    return root


# Into the state.


def prepare(s: State, options: dict[str, Any], content: Content) -> None:
    """Write options, tables, board, characters and scenario into a new state."""
    name = options["scenario"]
    if name not in content.scenarios:
        raise DrawingError("no_scenario", file="–")
    entry = content.scenarios[name].entry
    least, most = players_of(entry)
    if not least <= s.seats <= most:
        titles = {lang: f"BASTON ({title})" for lang, title in content.scenarios[name].name.items()}
        raise Mistake("seats", game=titles, seats=s.seats, least=least, most=most)
    _write_options(s, options)
    _write_tables(s, content)
    _write_board(s, content.board)
    _write_scenario(s, entry, options, content)
    if entry.has("cast"):
        _write_cast(s, entry, options, content)
    else:
        _write_gangs(s, entry, options, content)
    _check_room(s, content.board)
    _check_owners(s, entry)
    if s.placement != RANDOM_PLACES:
        _check_zones(s, entry)


def _check_room(s: State, board: Board) -> None:
    """Whoever is placed at random or put aside must find a point: two for each character."""
    points = [SIDE * v + h for v in range(s.rows) for h in range(s.columns)]
    free = sum(not _is_machine(s, p) for p in points)
    if free < 2 * s.crowd:
        raise DrawingError(
            "too_small", file=board.file, entry="board", found=free, expected=2 * s.crowd, n=s.crowd
        )


def _check_owners(s: State, entry: Entry) -> None:
    """Everybody leads somebody; `seat_of` holds the side where there are sides."""
    leaders = min(s.seats, 2) if s.sided else s.seats
    for leader in range(leaders):
        needed = len(range(leader, s.seats, 2)) if s.sided else 1
        found = sum(s.seat_of[c] == leader for c in range(s.crowd))
        if found < needed:
            raise DrawingError(
                "too_few_cast",
                file=entry.file,
                entry=entry.path,
                side=leader + 1,
                found=found,
                expected=needed,
            )


def _check_zones(s: State, entry: Entry) -> None:
    """Whoever stands nowhere yet finds a free point of their zone, in whatever order people choose."""
    asked = [s.seat_of[c] for c in range(s.crowd) if s.at[c] == NOWHERE]
    if not asked:
        return
    fixed = {s.at[c] for c in range(s.crowd)}
    zones = [{p - 1 for p in zone if p} for zone in s.zones[: s.zone_count]]
    needs = {z: asked.count(z) for z in asked}
    if s.draw_zones:
        # Any zone may be anybody's.
        needs = dict.fromkeys(range(max(s.seats, len(zones))), max(needs.values()))
    for z in needs:
        zone = zones[z] if z < len(zones) else set()
        rivals = [
            n for other, n in needs.items() if other == z or (other < len(zones) and zones[other] & zone)
        ]
        needed = sum(rivals[: s.seats])
        free = sum(p not in fixed and upright_kind(s, p) == NO_PIECE for p in zone)
        if free < needed or zone & fixed:
            raise DrawingError(
                "zone_room", file=entry.file, entry=entry.path, n=z + 1, found=free, expected=needed
            )


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
        s.fixture_pair[f] = next(
            (i + 1 for i, other in enumerate(board.leaves) if leaf.pair and other.id == leaf.pair), 0
        )
    for f in range(s.fixture_count):
        refresh_fixture(s, f)
    s.piece_at = [NOWHERE] * PIECES
    for n, piece in enumerate(board.pieces):
        s.piece_kind[n], s.piece_at[n], s.piece_lies[n] = piece.kind, piece.at, piece.lies
        s.piece_label[n] = piece.label
        for p in covered_by(piece):
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
    zones = entry.texts("zones")
    s.zone_count = len(zones)
    for z, text in enumerate(zones):
        points = points_of(entry, "zones", text, drawing)
        if len(points) > ZONE:
            raise DrawingError("zone_size", file=entry.file, entry=entry.path, found=len(points), most=ZONE)
        s.zones[z] = [p + 1 for p in points] + [0] * (ZONE - len(points))
    if entry.has("loot"):
        s.loot_game = 1
        lay(s, LOOT, point_of(entry, "loot", entry.text("loot"), drawing), 0)
    bottles = [point_of(entry, "bottles", text, drawing) for text in entry.texts("bottles")]
    for p in bottles:
        check_bottle(entry, p, drawing, content.board.pieces)
        lay(s, BOTTLE, p, 1)
    if len(bottles) + len(content.board.bottles) > BOTTLES:
        raise DrawingError("too_many_bottles", file=entry.file, entry=entry.path, most=BOTTLES)
    for side, table in enumerate(scores_of(entry)):
        for term, worth in table.items():
            s.weights[side][SCORE_TERMS.index(term)] = worth


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
    worn = len(
        {"leather" if thing.startswith("leather") else thing for thing in things}
        & {"leather", "boots", "helmet"}
    )
    if spent > PURSE or len(things) - worn > SLOTS:
        raise DrawingError("purse", file=figure.entry.file, entry=figure.entry.path, found=spent)
    if figure.stats[3] == 8 and not s.options & 1 << OPTION_BITS.index("constitution_8"):
        raise figure.entry.wrong("constitution", "number", value=8, least=1, most=7)


def _write_gangs(s: State, entry: Entry, options: dict[str, Any], content: Content) -> None:
    size = options["size"] or SIZES[s.seats][0]
    if options["beginner"]:
        size = min(size, SIZES[s.seats][1]) if options["size"] is None else min(size, BEGINNERS)
    size = entry.number("size", 1, 4, size)
    if options["beginner"]:
        # In first games nobody leads more than two, whatever the scenario says (BA-SETUP-2).
        size = min(size, BEGINNERS)
    for seat in range(s.seats):
        gang = content.gangs[seat % len(content.gangs)]
        if s.build == READY_MADE and len(gang.figures) < size:
            raise DrawingError(
                "gang_size", file="gangs", id=gang.name["fr"], found=len(gang.figures), expected=size
            )
        for k in range(size):
            # Those who are named first come to a small gang (BA-R99).
            number = content.figure(gang.figures[k]) if s.build == READY_MADE else -1
            _new_character(s, seat, s.crowd, number, content)
    s.lots = int(s.build == READY_MADE and not content.brought)


def _write_cast(s: State, entry: Entry, options: dict[str, Any], content: Content) -> None:
    """Named characters on two sides; `seat_of` holds the side until they are dealt (BA-SETUP-12)."""
    s.build = READY_MADE
    drawing = content.board.drawing
    caller = entry.text("caller", "")
    room = [BEGINNERS * len(range(side, s.seats, 2)) if options["beginner"] else CROWD for side in range(2)]
    for _, member in entry.entries("cast"):
        # In first games a side has two for each of its players: those named first (BA-SETUP-2).
        side = member.number("side", 1, 2) - 1
        if room[side] == 0:
            continue
        room[side] -= 1
        number = content.figure(member.text("who"))
        if number < 0:
            raise member.wrong(
                "who",
                "one_of",
                value=member.text("who"),
                allowed=", ".join(figure.id for figure in content.figures),
            )
        if s.crowd == CROWD:
            raise DrawingError("too_many_cast", file=entry.file, entry=entry.path, most=CROWD)
        used = [s.letter[c] for c in range(s.crowd)]
        wanted = ord(content.figures[number].letter.upper() or "A") - 65
        letter = wanted if 0 <= wanted < CROWD and wanted not in used else min(set(range(CROWD)) - set(used))
        c = _new_character(s, side, letter, number, content)
        if member.has("at"):
            s.at[c] = point_of(member, "at", member.text("at"), drawing)
            if any(s.at[c] == s.at[other] for other in range(c)) or _is_machine(s, s.at[c]):
                raise DrawingError(
                    "start_taken", file=member.file, entry=member.path, point=member.text("at")
                )
        if member.has("facing"):
            s.facing[c] = member.number("facing", 1, 8) - 1
        if caller and content.figures[number].id == caller:
            s.caller = c


def _is_machine(s: State, p: int) -> bool:
    return bool(s.piece[p]) and s.piece_kind[s.piece[p] - 1] in (PINBALL, VIDEO)
