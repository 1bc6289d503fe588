"""What a scenario may expect of a position, by name; and how the values of events may be written."""

from __future__ import annotations

from typing import Any

from .choices import BOTH_ROUNDS, ORDERS, ROUND_OF
from .content import Content
from .drawing import point_name
from .state import (
    CHAIR_HERE,
    FIXTURES,
    ITEMS,
    NOWHERE,
    PIECES,
    SCORE_TERMS,
    SHARDS_HERE,
    SLOTS,
    W_DEALT,
    W_STAGE,
    W_WRECKS,
    State,
)

STATES = ("closed", "open", "destroyed", "bolted")
FATES = ("in_play", "hs", "out")
DEEDS = SCORE_TERMS[W_DEALT : W_STAGE + 1]
"""What each gang has done, by the names of the score."""
WRECKS = SCORE_TERMS[W_WRECKS:]
NAMES = 32
"""A character in an event: number of the name × 32 + letter."""


def facts(s: State, content: Content) -> dict[str, Any]:
    """Everything worth asserting: characters by id (unnamed ones by letter), doors, furniture, what lies about."""
    known: dict[str, Any] = {
        "turn": s.turn,
        "sequence": s.sequence + 1,
        "question": s.ask,
        "asked": _name(s, s.asked, content) if s.crowd else "",
        "doors": {
            leaf.id: STATES[s.fixture_state[f]] for f, leaf in enumerate(content.board.leaves) if f < FIXTURES
        },
        "furniture": {
            piece.id: "gone" if s.piece_at[n] == NOWHERE else point_name(s.piece_at[n])
            for n, piece in enumerate(content.board.pieces)
            if n < PIECES
        },
        "overturned": [piece.id for n, piece in enumerate(content.board.pieces) if s.overturned[n]],
        "chairs": [point_name(p) for p in range(len(s.litter)) if s.litter[p] & CHAIR_HERE],
        "shards": [point_name(p) for p in range(len(s.litter)) if s.litter[p] & SHARDS_HERE],
        "objects": _objects(s),
        "by_speed": [_name(s, s.by_rank[i], content) for i in range(s.crowd)],
        "deeds": [dict(zip(DEEDS, row)) for row in s.deeds[: s.seats]],
        "wrecks": dict(zip(WRECKS, s.wrecks)),
        "called": s.call_turn,
        "telephone_by": s.phone_by,
    }
    for c in range(s.crowd):
        known[_name(s, c, content)] = _person(s, c, content)
    return known


def spoken(kind: str, value: int, content: Content) -> set[str] | None:
    """How a value of an event may be written; `None` for the usual ways. Directions are the printed ones only."""
    if kind == "direction":
        return {str(value + 1)}
    if kind == "character":
        named, letter = divmod(value, NAMES)
        names = {chr(65 + letter)}
        if named:
            figure = content.figures[named - 1]
            names |= {figure.id, *figure.name.values()}
        return names
    if kind == "order":
        return {ORDERS[value]}
    return None


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
        "letter": chr(65 + s.letter[c]),
        "at": point_name(s.at[c]) if s.at[c] != NOWHERE else "",
        "facing": s.facing[c] + 1,
        "prone": bool(s.prone[c]),
        "fate": FATES[s.fate[c]],
        "stun": s.stun[c],
        "hp": s.hp[c][:],
        "carries": sorted(ITEMS[item] for item in s.carried[c] if item),
        "known": sorted(
            ITEMS[s.carried[c][i]] for i in range(SLOTS) if s.carried[c][i] and s.known[c] >> i & 1
        ),
        "worn": worn,
        "holds": _name(s, s.holds[c] - 1, content) if s.holds[c] else "",
        "held_by": _name(s, s.held_by[c] - 1, content) if s.held_by[c] else "",
        "timed": s.timed[c],
        "owes_rest": bool(s.owes_rest[c]),
        "orders": [
            ORDERS[a] if a == b and ROUND_OF[a] == BOTH_ROUNDS else f"{_order(a)}/{_order(b)}"
            for a, b in zip(s.orders[c][::2], s.orders[c][1::2])
        ],
        "writable": [b + 1 for b in range(6) if s.editable[c] >> b & 1],
        "seat": s.seat_of[c],
        "stats": [s.strength[c], s.dexterity[c], s.speed[c], s.constitution[c]],
    }


def _order(code: int) -> str:
    return ORDERS[code] if code < len(ORDERS) else "?"
