"""Positions by name, facts by name, and named results of chance: what scenario files speak of.

A `[position]` is the start of somebody's turn (with `begun = true`: after the charge, when the action is chosen):

    turn = 0                          # whose turn
    casting = ["buck", "rocco", …]    # seven; by default the first seven of the VHS box
    market = ["grenade", …]           # three
    discard = ["minigun", …]
    turns = 0                         # turns played before

    [[position.seat]]                 # one for each seat; everything may be left out
    active = "buck"
    hand = ["otto", …]                # what is named nowhere goes to the hand
    lodge = "rocco"
    cemetery = ["stefan"]
    weapon = "bazooka"
    charge = 3
    points = 5
    mode = "vengeance"
"""

from __future__ import annotations

from typing import Any

from bagarre.kernel.pack import Entry

from .choices import ANNOUNCE, CHARACTER_NAMES, TAKE, VERBS
from .content import Content
from .rules.run import run
from .rules.stack import push
from .rules.table import BITS, top_square
from .rules.turn import ACT, lay_out, settle_casting
from .state import (
    CAST,
    CHARACTERS,
    COPIES,
    HIDDEN,
    MARKET,
    NONE,
    SHOWN,
    TURN,
    VENGEANCE,
    WEAPON_CARDS,
    WEAPONS,
    State,
)
from .view import FRAMES, MODES, QUESTIONS

COLOURS = {"green": 1, "yellow": 4, "red": 6}
"""A face of each colour, whichever dice are used (BF-C-DICE)."""


def place(s: State, entry: Entry, content: Content) -> None:
    entry.allow("turn", "casting", "market", "discard", "turns", "begun", "seat")
    lay_out(s)
    names = entry.listing("casting") if entry.has("casting") else list(CHARACTER_NAMES[:CAST])
    if len(set(names)) != CAST:
        raise entry.wrong("casting", "number", value=len(set(names)), least=CAST, most=CAST)
    settle_casting(s, sum(1 << _character(s, entry, "casting", name) for name in names))
    s.event_count = 0
    rows = [seat for _, seat in entry.entries("seat")] if entry.has("seat") else []
    rows += [Entry(entry.file, f"{entry.path}.seat.{i}", {}) for i in range(len(rows), s.seats)]
    for seat in range(s.seats):
        _place_seat(s, seat, rows[seat])
    _place_weapons(s, entry, rows)
    s.turn = entry.number("turn", 0, s.seats - 1, default=0)
    s.turns = entry.number("turns", 0, 5000, default=0)
    s.depth = 0
    push(s, TURN, s.turn, NONE, NONE, 0)
    if entry.switch("begun"):
        s.step[0] = ACT
        s.turns = max(s.turns, 1)
    run(s)


def _character(s: State, entry: Entry, field: str, name: Any) -> int:
    """The number of a character by its name in notation; those of packs are `c16`, `c17`, …"""
    known = {_character_key(i): i for i in range(CHARACTERS) if s.available >> i & 1}
    if name not in known:
        raise entry.wrong(field, "one_of", value=name, allowed=", ".join(known))
    return known[name]


def _character_key(number: int) -> str:
    return VERBS.write((ANNOUNCE, number)).split(" ")[1]


def _slot(s: State, entry: Entry, field: str, name: Any) -> int:
    """The place of a named character in the casting."""
    place = s.place_of[_character(s, entry, field, name)]
    if place == NONE:
        raise entry.wrong(field, "one_of", value=name, allowed=", ".join(_key(s, i) for i in range(CAST)))
    return place


def _place_seat(s: State, seat: int, entry: Entry) -> None:
    entry.allow("active", "hand", "lodge", "cemetery", "weapon", "charge", "points", "mode", "kills")
    left = (1 << CAST) - 1
    hand = [_slot(s, entry, "hand", name) for name in entry.listing("hand")] if entry.has("hand") else []
    buried = [_slot(s, entry, "cemetery", name) for name in entry.listing("cemetery")] if entry.has("cemetery") else []
    front = _slot(s, entry, "active", entry.text("active")) if entry.has("active") else NONE
    lodge = _slot(s, entry, "lodge", entry.text("lodge")) if entry.has("lodge") else NONE
    for place in [*hand, *buried, *(p for p in (front, lodge) if p != NONE)]:
        left &= ~(1 << place)
    # What is named nowhere: the first to the front, the last to the Lodge, the rest to the hand.
    if front == NONE:
        front = (left & -left).bit_length() - 1
        left &= ~(1 << front)
    if lodge == NONE:
        lodge = left.bit_length() - 1
        left &= ~(1 << lodge)
    s.active[seat] = front
    s.lodge[seat] = lodge
    s.hand[seat] = left | sum(1 << place for place in hand)
    s.cemetery[seat] = sum(1 << place for place in buried)
    s.points[seat] = entry.number("points", 0, 99, default=0)
    s.kills[seat] = entry.number("kills", 0, 9, default=0)
    s.mode[seat] = MODES.index(entry.one_of("mode", MODES, default="cool"))


def _place_weapons(s: State, entry: Entry, rows: list[Entry]) -> None:
    """Weapons in front, market and discard pile; the rest of the cards is unseen."""
    known = {VERBS.write((TAKE, i)).split(" ")[1]: i for i in range(WEAPONS) if s.arms[i]}

    def read(place: Entry, field: str, name: Any) -> int:
        if name not in known or s.unseen[known[name]] == 0:
            raise place.wrong(field, "one_of", value=name, allowed=", ".join(n for n in known if s.unseen[known[n]]))
        s.unseen[known[name]] -= 1
        return known[name]

    for seat, row in enumerate(rows[: s.seats]):
        s.weapon[seat] = read(row, "weapon", row.text("weapon")) if row.has("weapon") else NONE
    for i, name in enumerate((entry.listing("market") if entry.has("market") else [])[:MARKET]):
        s.market[i] = read(entry, "market", name)
    for name in entry.listing("discard") if entry.has("discard") else []:
        s.discard[read(entry, "discard", name)] += 1
    spare = [name for name in known if s.unseen[known[name]] == COPIES] or list(known)
    for seat in range(s.seats):
        if s.weapon[seat] == NONE:
            s.weapon[seat] = read(entry, "weapon", spare[seat % len(spare)])
    for slot in range(MARKET):
        if s.market[slot] == NONE:
            s.market[slot] = read(entry, "market", spare[-1 - slot % len(spare)])
    s.deck = WEAPON_CARDS - s.seats - MARKET - sum(s.discard)
    for seat, row in enumerate(rows[: s.seats]):
        s.charge[seat] = row.number("charge", 0, top_square(s, s.weapon[seat]), default=0)


# Facts.


def _key(s: State, place: int) -> str:
    if place == NONE:
        return "none"
    return "?" if place == HIDDEN else _character_key(s.cast[place])


def _keys(s: State, mask: int) -> list[str]:
    return [_key(s, place) for place in range(CAST) if mask >> place & 1]


def _weapon(number: int) -> str:
    return VERBS.write((TAKE, number)).split(" ")[1] if number >= 0 else "none"


def facts(s: State, content: Content) -> dict[str, Any]:
    seats = range(s.seats)
    dealt = s.lodge[0] != NONE
    empty = CAST - 1
    return {
        "casting": [_key(s, place) for place in range(CAST)] if dealt else [],
        "turn": s.turn,
        "turns": s.turns,
        "points": [s.points[seat] for seat in seats],
        "modes": ["vengeance" if s.mode[seat] == VENGEANCE else "cool" for seat in seats],
        "kills": [s.kills[seat] for seat in seats],
        "active": [_key(s, s.active[seat]) for seat in seats],
        "hand": [_keys(s, s.hand[seat]) if s.lodge[seat] != HIDDEN else "?" for seat in seats],
        "hand_size": [
            empty - BITS[s.cemetery[seat]] - (s.active[seat] != NONE) if dealt else CAST for seat in seats
        ],
        "lodge": [_key(s, s.lodge[seat]) for seat in seats],
        "cemetery": [_keys(s, s.cemetery[seat]) for seat in seats],
        "weapon": [_weapon(s.weapon[seat]) for seat in seats],
        "charge": [s.charge[seat] for seat in seats],
        "market": [_weapon(s.market[slot]) for slot in range(MARKET)],
        "deck": s.deck,
        "discard": sum(s.discard),
        "ask": QUESTIONS[s.ask],
        "stack": [FRAMES[s.kind[i]] for i in range(s.depth)],
        "shown": [bool(s.peekers[seat] >> SHOWN & 1) for seat in seats],
        "in_play": [_keys(s, s.in_play[seat]) for seat in seats],
        "barred": [_keys(s, s.barred[seat]) for seat in seats],
        "recall": [[_keys(s, s.recall[seat][other]) for other in seats] for seat in seats],
        "shun": [[_keys(s, s.shun[seat][other]) for other in seats] for seat in seats],
    }


def chance(text: str, content: Content) -> int:
    """A character, a weapon or the colour of a die."""
    if text in COLOURS:
        return COLOURS[text]
    for i in range(CHARACTERS):
        if _character_key(i) == text:
            return i
    for i in range(WEAPONS):
        if _weapon(i) == text:
            return i
    raise ValueError(text)
