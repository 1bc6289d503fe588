"""Positions by name, for scenarios: who stands where with which orders, which doors are open, what lies about.

    [position]
    turn = 3
    phase = "execute"                       # or "program"; the first choice is always `next`
    doors = { D1a = "open" }
    shards = ["15,6"]
    [[position.characters]]
    who = "riton"
    seat = 0
    at = "9,9"
    facing = 3
    orders = ["TER/CP", "-/-", "-/-"]
"""

from __future__ import annotations

from typing import Any

from bagarre.kernel.events import begin_step
from bagarre.kernel.pack import Entry

from .choices import ORDERS, TWO_ROUNDS
from .content import Content, _point
from .drawing import point_name
from .rules.doors import set_fixture
from .rules.furniture import lift_piece, put_piece
from .rules.machine import Q_NEXT, ask
from .rules.people import gain, lay, put
from .rules.sequence import OPENING, PROGRAMMING
from .rules.setup import equip, make_ranks
from .state import (
    CALLING,
    CHAIR_HERE,
    CROWD,
    FIXTURES,
    HS,
    ITEMS,
    NOTHING,
    NOWHERE,
    OUT,
    PARTS,
    PIECES,
    SHARDS_HERE,
    SLOTS,
    TAXING,
    WEARING,
    State,
)

STATES = ("closed", "open", "destroyed", "bolted")
FATES = ("in_play", "hs", "out")
PHASES = {"execute": OPENING, "program": PROGRAMMING}


def place(s: State, entry: Entry, content: Content) -> None:
    """Set up a position; the game then waits for `next`."""
    entry.allow(
        "turn", "phase", "characters", "doors", "shards", "chairs", "no_chairs", "furniture", "overturned", "objects", "loot"
    )
    _clear(s)
    s.turn = entry.number("turn", 1, 60, 1)
    s.step = PHASES[entry.one_of("phase", list(PHASES), "execute")]
    s.shown = 3
    drawing = content.board.drawing

    def points(field: str) -> list[int]:
        return [_point(entry, field, str(text), drawing) for text in entry.listing(field)] if entry.has(field) else []

    for name, state in entry.data.get("doors", {}).items():
        leaf = next((f for f, leaf in enumerate(content.board.leaves) if leaf.id == name), -1)
        if leaf < 0 or state not in STATES:
            raise entry.wrong(f"doors.{name}", "unknown", allowed=", ".join(x.id for x in content.board.leaves))
        set_fixture(s, leaf, STATES.index(state))
    for name, text in entry.data.get("furniture", {}).items():
        n = _piece(entry, content, name)
        lift_piece(s, n)
        put_piece(s, n, _point(entry, f"furniture.{name}", str(text), drawing))
    for name in entry.data.get("overturned", []):
        s.overturned[_piece(entry, content, name)] = 1
    for p in points("shards"):
        s.litter[p] |= SHARDS_HERE
    for p in points("no_chairs"):
        s.litter[p] &= ~CHAIR_HERE
    for p in points("chairs"):
        s.litter[p] |= CHAIR_HERE
    for text, items in entry.data.get("objects", {}).items():
        where, _, layer = str(text).partition(" ")
        for item in items:
            lay(s, _item(entry, "objects", item), _point(entry, "objects", where, drawing), int(layer == "top"))
    members = [member for _, member in entry.entries("characters")]
    for member in members:
        _character(s, member, content)
    make_ranks(s)
    for member in members:
        _holds(s, member, content)
    begin_step(s)
    if s.step == PROGRAMMING:
        s.turn -= 1
    ask(s, Q_NEXT, s.by_rank[0])


def _clear(s: State) -> None:
    """Nobody is there yet."""
    for c in range(CROWD):
        s.garment[c] = s.boots[c] = s.helmet[c] = NOTHING
        s.carried[c] = [NOTHING] * SLOTS
        s.name[c] = 0
    s.crowd = 0
    s.build = 0


def _piece(entry: Entry, content: Content, name: str) -> int:
    found = next((n for n, piece in enumerate(content.board.pieces) if piece.id == name), -1)
    if found < 0:
        raise entry.wrong(f"furniture.{name}", "unknown", allowed=", ".join(p.id for p in content.board.pieces))
    return found


def _item(entry: Entry, field: str, name: str) -> int:
    if name not in ITEMS:
        raise entry.wrong(field, "one_of", value=name, allowed=", ".join(ITEMS))
    return ITEMS.index(name)


def _character(s: State, entry: Entry, content: Content) -> None:
    entry.allow(
        "who", "seat", "at", "facing", "prone", "stun", "hp", "carries", "worn", "orders", "fate", "holds", "owes_rest",
        "timed", "asks", "strength", "dexterity", "speed", "constitution",
    )  # fmt: skip
    number = content.figure(entry.text("who"))
    if number < 0:
        raise entry.wrong("who", "one_of", value=entry.text("who"), allowed=", ".join(f.id for f in content.figures))
    figure = content.figures[number]
    c = s.crowd
    s.crowd += 1
    s.seat_of[c] = entry.number("seat", 0, s.seats - 1)
    s.name[c], s.letter[c] = number + 1, ord(figure.letter or "A") - 65
    stats = ("strength", "dexterity", "speed", "constitution")
    values = [entry.number(stat, 1, 8, value) for stat, value in zip(stats, figure.stats)]
    s.strength[c], s.dexterity[c], s.speed[c], s.constitution[c] = values
    s.hp[c] = s.stamina[s.constitution[c] - 1][:]
    for part, left in entry.data.get("hp", {}).items():
        if part not in PARTS:
            raise entry.wrong(f"hp.{part}", "unknown", allowed=", ".join(PARTS))
        s.hp[c][PARTS.index(part)] = left
    if entry.has("carries") or entry.has("worn"):
        for item in entry.data.get("worn", []):
            equip(s, c, _item(entry, "worn", item))
        for item in entry.data.get("carries", []):
            gain(s, c, _item(entry, "carries", item), 0)
    else:
        for item in figure.equipment:
            equip(s, c, item)
    s.facing[c] = entry.number("facing", 1, 8, 1) - 1
    s.prone[c] = int(entry.switch("prone"))
    s.stun[c] = entry.number("stun", 0, 20, 0)
    s.owes_rest[c] = int(entry.switch("owes_rest"))
    s.asks[c] = int(entry.switch("asks"))
    s.fate[c] = FATES.index(entry.one_of("fate", FATES, "in_play"))
    s.at[c] = NOWHERE
    if s.fate[c] != OUT:
        p = _point(entry, "at", entry.text("at"), content.board.drawing)
        if s.fate[c] == HS:
            s.at[c], s.prone[c] = p, 1
        else:
            put(s, c, p)
    _orders(s, c, entry)


def _orders(s: State, c: int, entry: Entry) -> None:
    for k, text in enumerate(entry.data.get("orders", [])):
        both = str(text).upper()
        words = [both, both] if both in ORDERS[TWO_ROUNDS:] else both.split("/")
        if len(words) != 2 or not all(word in ORDERS for word in words):
            raise entry.wrong("orders", "one_of", value=text, allowed="M6G/CS, PRE/LAN, -/-")
        s.orders[c][2 * k : 2 * k + 2] = [ORDERS.index(word) for word in words]


def _holds(s: State, entry: Entry, content: Content) -> None:
    """Holds and timed actions, once everybody is there."""
    c = _by_id(s, entry.text("who"), content)
    if entry.has("holds"):
        victim = _by_id(s, entry.text("holds"), content)
        s.holds[c], s.held_by[victim] = victim + 1, c + 1
    if entry.has("timed"):
        timed = entry.entry("timed")
        timed.allow("rob", "put_on", "take_off", "call")
        if timed.has("rob"):
            s.timed[c], s.timed_what[c] = TAXING, _by_id(s, timed.text("rob"), content)
        elif timed.has("put_on"):
            s.timed[c], s.timed_what[c] = WEARING, _item(timed, "put_on", timed.text("put_on"))
        elif timed.has("take_off"):
            s.timed[c], s.timed_what[c] = WEARING, -_item(timed, "take_off", timed.text("take_off"))
        else:
            s.timed[c] = CALLING


def _by_id(s: State, name: str, content: Content) -> int:
    number = content.figure(name)
    return next(c for c in range(s.crowd) if s.name[c] == number + 1)


def facts(s: State, content: Content) -> dict[str, Any]:
    """Everything worth asserting: characters by id (unnamed ones by letter), doors, furniture, what lies about."""
    known: dict[str, Any] = {
        "turn": s.turn,
        "sequence": s.sequence + 1,
        "question": s.ask,
        "asked": _name(s, s.asked, content) if s.crowd else "",
        "doors": {leaf.id: STATES[s.fixture_state[f]] for f, leaf in enumerate(content.board.leaves) if f < FIXTURES},
        "furniture": {
            piece.id: "gone" if s.piece_at[n] == NOWHERE else point_name(s.piece_at[n])
            for n, piece in enumerate(content.board.pieces)
            if n < PIECES
        },
        "overturned": [piece.id for n, piece in enumerate(content.board.pieces) if s.overturned[n]],
        "chairs": [point_name(p) for p in range(len(s.litter)) if s.litter[p] & CHAIR_HERE],
        "shards": [point_name(p) for p in range(len(s.litter)) if s.litter[p] & SHARDS_HERE],
        "objects": _objects(s),
        "ranks": [_name(s, s.by_rank[i], content) for i in range(s.crowd)],
        "deeds": [row[:] for row in s.deeds[: s.seats]],
        "wrecks": s.wrecks[:],
    }
    for c in range(s.crowd):
        known[_name(s, c, content)] = _person(s, c, content)
    return known


def _name(s: State, c: int, content: Content) -> str:
    return content.figures[s.name[c] - 1].id if s.name[c] else chr(65 + s.letter[c])


def _objects(s: State) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for i in range(s.loose_count):
        p, layer, item = s.loose[i] & 511, s.loose[i] >> 9 & 1, s.loose[i] >> 10
        found.setdefault(f"{point_name(p)}{' top' if layer else ''}", []).append(ITEMS[item])
    return {where: sorted(items) for where, items in found.items()}


def _person(s: State, c: int, content: Content) -> dict[str, Any]:
    worn = [ITEMS[s.garment[c]]] if s.garment[c] else []
    worn += ["boots"] * (s.boots[c] > 0) + ["helmet"] * (s.helmet[c] > 0)
    return {
        "at": point_name(s.at[c]) if s.at[c] != NOWHERE else "",
        "facing": s.facing[c] + 1,
        "prone": bool(s.prone[c]),
        "fate": FATES[s.fate[c]],
        "stun": s.stun[c],
        "hp": s.hp[c][:],
        "carries": sorted(ITEMS[item] for item in s.carried[c] if item),
        "worn": worn,
        "holds": _name(s, s.holds[c] - 1, content) if s.holds[c] else "",
        "held_by": _name(s, s.held_by[c] - 1, content) if s.held_by[c] else "",
        "timed": s.timed[c],
        "owes_rest": bool(s.owes_rest[c]),
        "orders": [
            ORDERS[a] if a == b and TWO_ROUNDS <= a < len(ORDERS) else f"{_order(a)}/{_order(b)}"
            for a, b in zip(s.orders[c][::2], s.orders[c][1::2])
        ],
        "writable": [b + 1 for b in range(6) if s.editable[c] >> b & 1],
        "seat": s.seat_of[c],
        "stats": [s.strength[c], s.dexterity[c], s.speed[c], s.constitution[c]],
    }


def _order(code: int) -> str:
    return ORDERS[code] if code < len(ORDERS) else "?"
