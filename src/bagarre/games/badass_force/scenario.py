"""Positions by name, facts by name, and named results of chance: what scenario files speak of.

A `[position]` is the start of somebody's turn (with `begun = true`: after the charge, when the action is chosen; with `acted = true`: after
the action, when the turn ends and with it perhaps the game):

    turn = 0                          # whose turn
    casting = ["buck", "rocco", …]    # seven; by default the first seven of the boxes in play
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
    claimed = "otto"                  # announced last, and nobody denounced
    truths = 1                        # announcements denounced and proved true…
    lies = 2                          # …or caught
    peeked_by = [1]                   # who knows the active character
    shown = ["otto"]                  # known by all to be in front or in hand
    not_active = ["buck"]             # known by all not to be in front
    seen_by = { 1 = ["otto"] }        # the same two things as known to one player alone
    ruled_out_by = { 1 = ["buck"] }

Besides, `unchallenged` counts the announcements of the game that nobody denounced. What is not named is chosen so that the position could
come in a game; what could not is refused.
"""

from __future__ import annotations

from typing import Any

from bagarre.kernel.operations import call, finish, go
from bagarre.kernel.pack import Entry

from .choices import ANNOUNCE, TAKE, VERBS
from .content import Content
from .operations import TURN
from .rules.run import run
from .rules.table import BITS, top_square
from .rules.turn import ask_action, end_turn, lay_out, settle_casting
from .state import (
    CAST,
    CHARACTERS,
    COOL,
    COPIES,
    HIDDEN,
    MARKET,
    NONE,
    SHOWN,
    VENGEANCE,
    WEAPON_CARDS,
    WEAPONS,
    State,
)
from .underway import under_way
from .view import MODES, QUESTIONS

COLOURS = {"green": 1, "yellow": 4, "red": 6}
"""A face of each colour, whichever dice are used (BF-C-DICE)."""


def place(s: State, entry: Entry, content: Content) -> None:
    entry.allow("turn", "casting", "market", "discard", "turns", "begun", "acted", "unchallenged", "seat")
    lay_out(s)
    names = entry.texts("casting") if entry.has("casting") else _default_casting(s)
    if len(names) != CAST or len(set(names)) != CAST:
        raise entry.wrong("casting", "number", value=len(set(names)), least=CAST, most=CAST)
    settle_casting(s, sum(1 << _character(s, entry, "casting", name) for name in names))
    s.event_count = 0
    rows = [seat for _, seat in entry.entries("seat")] if entry.has("seat") else []
    if len(rows) > s.seats:
        raise entry.wrong("seat", "number", value=len(rows), least=0, most=s.seats)
    rows += [Entry(entry.file, f"{entry.path}.seat.{i}", {}) for i in range(len(rows), s.seats)]
    for seat in range(s.seats):
        _place_seat(s, seat, rows[seat])
    for seat in range(s.seats):
        _place_knowledge(s, seat, rows[seat])
    _place_weapons(s, entry, rows)
    _place_turn(s, entry, rows)


def _default_casting(s: State) -> list[str]:
    return [_character_key(i) for i in range(CHARACTERS) if s.available >> i & 1][:CAST]


def _place_turn(s: State, entry: Entry, rows: list[Entry]) -> None:
    """The start of a turn, or its action. Whoever has reached the target, or the limit, has ended the game (BF-END-1, BF-END-6)."""
    acted = entry.switch("acted")
    begun = acted or entry.switch("begun")
    s.turn = entry.number("turn", 0, s.seats - 1, default=0)
    latest = min(s.max_turns or 5000, 5000)
    s.turns = (
        entry.number("turns", 1, latest, default=1)
        if begun
        else entry.number("turns", 0, latest - 1, default=0)
    )
    s.unchallenged = entry.number("unchallenged", 0, 255, default=0)
    for seat in range(s.seats):
        # Only the Cool point of this very turn may have reached the target already (BF-VENG-8, BF-R32).
        cool_point = begun and seat == s.turn and s.mode[seat] == COOL and VENGEANCE in s.mode[: s.seats]
        s.points[seat] = rows[seat].number("points", 0, 99 if acted else s.target - 1 + cool_point, default=0)
    finish(s)
    call(s, TURN, s.turn)
    if begun:
        go(s, end_turn if acted else ask_action)
    run(s)


def _character(s: State, entry: Entry, field: str, name: Any) -> int:
    """The number of a character by its name in notation; those of packs are `c16`, `c17`, …"""
    known = {_character_key(i): i for i in range(CHARACTERS) if s.available >> i & 1}
    if name not in known:
        raise entry.wrong(field, "one_of", value=name, allowed=", ".join(known))
    return known[name]


def _character_key(number: int) -> str:
    return VERBS.write((ANNOUNCE, number)).split(" ")[1]


def _slot(s: State, entry: Entry, field: str, name: Any, allowed: int = (1 << CAST) - 1) -> int:
    """The place of a named character in the casting, one of those allowed."""
    place = s.place_of[_character(s, entry, field, name)]
    if place == NONE or not allowed >> place & 1:
        raise entry.wrong(field, "one_of", value=name, allowed=", ".join(_keys(s, allowed)) or "–")
    return place


def _place_seat(s: State, seat: int, entry: Entry) -> None:
    entry.allow(
        "active", "hand", "lodge", "cemetery", "weapon", "charge", "points", "mode", "claimed", "truths", "lies",
        "peeked_by", "shown", "not_active", "seen_by", "ruled_out_by",
    )  # fmt: skip
    left = (1 << CAST) - 1

    def take(field: str, names: list[str]) -> list[int]:
        """Each character is in one place only (BF-GEN-2)."""
        nonlocal left
        places = []
        for name in names:
            places.append(_slot(s, entry, field, name, left))
            left &= ~(1 << places[-1])
        return places

    front = take("active", [entry.text("active")] if entry.has("active") else [])
    lodge = take("lodge", [entry.text("lodge")] if entry.has("lodge") else [])
    hand = take("hand", entry.texts("hand"))
    buried = take("cemetery", entry.texts("cemetery"))
    # Who is down to one character has taken all seven back (BF-VENG-1).
    most = CAST - 3
    if len(buried) > most:
        raise entry.wrong("cemetery", "number", value=len(buried), least=0, most=most)
    # What is named nowhere: the first to the front, the last to the Lodge, the rest to the hand.
    front = front or take("active", _keys(s, left)[:1])
    lodge = lodge or take("lodge", _keys(s, left)[-1:])
    hand += take("hand", _keys(s, left))
    if not front or not lodge or not hand:
        raise entry.wrong("hand", "number", value=len(entry.texts("hand")), least=1, most=CAST - 2)
    s.active[seat], s.lodge[seat] = front[0], lodge[0]
    s.hand[seat] = sum(1 << place for place in hand)
    s.cemetery[seat] = sum(1 << place for place in buried)
    s.mode[seat] = MODES.index(entry.one_of("mode", MODES, default="cool"))
    s.truths[seat] = entry.number("truths", 0, 255, default=0)
    s.lies[seat] = entry.number("lies", 0, 255, default=0)
    s.claimed[seat] = _slot(s, entry, "claimed", entry.text("claimed")) if entry.has("claimed") else NONE


def _place_knowledge(s: State, seat: int, entry: Entry) -> None:
    """What the others have learnt of the seat's cards (section Information)."""
    in_play = s.hand[seat] | 1 << s.active[seat]

    def mask(source: Entry, field: str, allowed: int) -> int:
        return sum(1 << _slot(s, source, field, name, allowed) for name in dict.fromkeys(source.texts(field)))

    for reader in entry.numbers("peeked_by", 0, s.seats - 1):
        if reader == seat:
            others = ", ".join(str(other) for other in range(s.seats) if other != seat)
            raise entry.wrong("peeked_by", "one_of", value=reader, allowed=others)
        s.peekers[seat] |= 1 << reader
    s.in_play[seat] = mask(entry, "shown", in_play)
    s.barred[seat] = mask(entry, "not_active", s.hand[seat] | 1 << s.lodge[seat])
    for field, memory, allowed in (
        ("seen_by", s.recall, in_play),
        ("ruled_out_by", s.shun, s.hand[seat] | 1 << s.lodge[seat]),
    ):
        table = entry.entry(field) if entry.has(field) else Entry(entry.file, entry.path, {})
        readers = [str(other) for other in range(s.seats) if other != seat]
        table.allow(*readers)
        for written in readers:
            if table.has(written):
                memory[int(written)][seat] = mask(table, written, allowed)


def _place_weapons(s: State, entry: Entry, rows: list[Entry]) -> None:
    """Weapons in front, market and discard pile; the rest of the cards is unseen."""
    known = {_weapon(i): i for i in range(WEAPONS) if s.arms[i]}

    def read(place: Entry, field: str, name: Any) -> int:
        if name not in known or s.unseen[known[name]] == 0:
            raise place.wrong(
                field, "one_of", value=name, allowed=", ".join(n for n in known if s.unseen[known[n]])
            )
        s.unseen[known[name]] -= 1
        return known[name]

    market, discard = entry.texts("market"), entry.texts("discard")
    for field, names, most in (
        ("market", market, MARKET),
        ("discard", discard, WEAPON_CARDS - MARKET - s.seats),
    ):
        if len(names) > most:
            raise entry.wrong(field, "number", value=len(names), least=0, most=most)
    for seat, row in enumerate(rows):
        s.weapon[seat] = read(row, "weapon", row.text("weapon")) if row.has("weapon") else NONE
    for i, name in enumerate(market):
        s.market[i] = read(entry, "market", name)
    for name in discard:
        s.discard[read(entry, "discard", name)] += 1
    for seat in range(s.seats):
        if s.weapon[seat] == NONE:
            s.weapon[seat] = read(entry, "weapon", _spare(s, known, seat))
    for slot in range(MARKET):
        if s.market[slot] == NONE:
            s.market[slot] = read(entry, "market", _spare(s, known, -1 - slot))
    s.deck = WEAPON_CARDS - s.seats - MARKET - len(discard)
    for seat, row in enumerate(rows):
        s.charge[seat] = row.number("charge", 0, top_square(s, s.weapon[seat]), default=0)


def _spare(s: State, known: dict[str, int], number: int) -> str:
    """A weapon for a place that nobody named: one that lies nowhere yet, where there is one."""
    spare = [name for name in known if s.unseen[known[name]] == COPIES] or [
        name for name in known if s.unseen[known[name]]
    ]
    return spare[number % len(spare)]


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
        "stack": [under_way(s, place)[0] for place in range(s.depth)],
        "shown": [bool(s.peekers[seat] >> SHOWN & 1) for seat in seats],
        "in_play": [_keys(s, s.in_play[seat]) for seat in seats],
        "barred": [_keys(s, s.barred[seat]) for seat in seats],
        "recall": [[_keys(s, s.recall[seat][other]) for other in seats] for seat in seats],
        "shun": [[_keys(s, s.shun[seat][other]) for other in seats] for seat in seats],
    }


def spoken(kind: str, value: int, content: Content) -> set[str] | None:
    """How a value of an event may be written: as in positions and choices, besides its number and its names."""
    keys = {"character": _character_key, "weapon": _weapon}
    if kind not in keys:
        return None
    return {str(value), keys[kind](value), *content.names[kind][value].values()}


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
