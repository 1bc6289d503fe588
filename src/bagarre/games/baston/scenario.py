"""Positions by name, for scenarios: who stands where with which orders, which doors are open, what lies about.

    [position]
    turn = 3
    sequence = 1
    phase = "execute"                       # or "program"; the first choice is always `next`
    doors = { D1a = "open" }
    shards = ["15,6"]
    deeds = [{ dealt = 3 }, {}]             # what each gang has done, by the names of the score
    [[position.characters]]
    who = "riton"
    seat = 0
    at = "9,9"
    facing = 3
    orders = ["TER/CP", "-/-", "-/-"]

A position that play could not lead to is refused with its reason. What may be expected of a position is told in `facts.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bagarre.kernel.events import begin_step
from bagarre.kernel.pack import Entry
from bagarre.kernel.words import words_in

from .boards import point_of
from .choices import BOTH_ROUNDS, CIRCLED, ORDERS, OWED_REST, REASONS, REST, ROUND_OF, WHOLE_SEQUENCES
from .content import FOLDER, Content
from .drawing import DrawingError, point_name
from .facts import DEEDS, FATES, STATES, WRECKS, facts, spoken
from .rules.doors import set_fixture
from .rules.geometry import MOVING, barred, base, direction_to, is_front, on_top, upright_kind
from .rules.machine import Q_NEXT, ask_owner
from .rules.objects import gain, has, lay, layer_of, pick_up
from .rules.people import level, lost_arms, may_be_at, put
from .rules.pieces import remove_piece, tops_go_under
from .rules.robbing import can_strip
from .rules.sequence import OPENING, PROGRAMMING
from .rules.setup import equip, make_ranks
from .rules.sheet import box_refusal, order_refusal
from .state import (
    ALONE,
    ALONG_ROW,
    BAR,
    BOLTED,
    BOTTLE,
    BROKEN,
    CALLING,
    CHAIR,
    CHAIR_HERE,
    CLOSED,
    CROWD,
    DESTROYED,
    DOOR,
    HEAD,
    HS,
    IN_PLAY,
    ITEMS,
    LEGS,
    LOOSE,
    LOOT,
    NO_PIECE,
    NOBODY,
    NOTHING,
    NOWHERE,
    OPEN,
    OUT,
    OWED_NOW,
    PANE,
    PARTS,
    REVEAL_BY_SEQUENCE,
    SHARDS_HERE,
    SIDE,
    SLOTS,
    STEPS,
    TAXING,
    TELEPHONE,
    TRUNK,
    WEARING,
    WINDOW,
    State,
)

__all__ = ["facts", "place", "spoken"]

PHASES = {"execute": OPENING, "program": PROGRAMMING}
POSSIBLE = {
    DOOR: (CLOSED, OPEN, DESTROYED, BOLTED),
    WINDOW: (CLOSED, OPEN, DESTROYED),
    PANE: (CLOSED, DESTROYED),
    TELEPHONE: (CLOSED, DESTROYED),
}
"""How each kind of fixture can be; the telephone is not destroyed, or it is."""
GEAR = ("leather_vest", "leather_jacket", "boots", "helmet")
STATS = ("strength", "dexterity", "speed", "constitution")
MOST_DEEDS = 999


def place(s: State, entry: Entry, content: Content) -> None:
    """Set up a position; the game then waits for `next`."""
    entry.allow(
        "turn", "sequence", "phase", "characters", "doors", "shards", "chairs", "no_chairs", "furniture", "overturned",
        "objects", "loot", "deeds", "wrecks", "called", "telephone_by",
    )  # fmt: skip
    caller = s.name[s.caller] if s.caller != NOBODY else 0
    _clear(s)
    _moment(s, entry)
    _fixtures(s, entry, content)
    _furniture(s, entry, content)
    _floor(s, entry, content)
    _objects(s, entry, content)
    members = [member for _, member in entry.entries("characters")]
    for member in members:
        _character(s, member, content)
    _gangs(s, entry)
    _caller(s, entry, caller, content)
    make_ranks(s)
    for member in members:
        _holds(s, member, content)
    for c, member in enumerate(members):
        _timed(s, c, member, content)
        _orders(s, c, member)
    _loot(s, entry, content)
    _past(s, entry)
    begin_step(s)
    if s.step == PROGRAMMING:
        s.turn -= 1
    ask_owner(s, Q_NEXT, s.by_rank[0])


def _wrong(entry: Entry, key: str, **values: Any) -> DrawingError:
    """A position that cannot be; the words are the game's own."""
    return DrawingError(f"position_{key}", file=entry.file, entry=entry.path or "–", **values)


def _named(entry: Entry, field: str) -> dict[str, Any]:
    """A table of names, empty when the field is missing."""
    value = entry.data.get(field, {})
    if not isinstance(value, dict):
        raise entry.wrong(field, "table", value=value)
    return value


def _point(entry: Entry, field: str, text: Any, content: Content) -> int:
    return point_of(entry, field, str(text), content.board.drawing)


def _clear(s: State) -> None:
    """Nobody is there yet."""
    for c in range(CROWD):
        s.garment[c] = s.boots[c] = s.helmet[c] = NOTHING
        s.carried[c] = [NOTHING] * SLOTS
        s.name[c] = 0
    s.crowd = 0
    s.build = 0
    s.caller = NOBODY


def _moment(s: State, entry: Entry) -> None:
    """Where the turn stands."""
    s.turn = entry.number("turn", 1, s.turns, 1)
    s.step = PHASES[entry.one_of("phase", list(PHASES), "execute")]
    s.sequence = entry.number("sequence", 1, 3, 1) - 1
    if s.step == PROGRAMMING and s.sequence:
        raise entry.wrong("sequence", "number", value=s.sequence + 1, least=1, most=1)
    s.shown = s.sequence if s.options & REVEAL_BY_SEQUENCE else 3


# The board.


def _fixtures(s: State, entry: Entry, content: Content) -> None:
    for name, state in _named(entry, "doors").items():
        leaf = next((f for f, leaf in enumerate(content.board.leaves) if leaf.id == name), -1)
        if leaf < 0:
            raise entry.wrong(
                f"doors.{name}", "unknown", allowed=", ".join(x.id for x in content.board.leaves)
            )
        possible = [STATES[n] for n in POSSIBLE[s.fixture_kind[leaf]] if n != BOLTED or s.fixture_bolt[leaf]]
        if state not in possible:
            raise entry.wrong(f"doors.{name}", "one_of", value=state, allowed=", ".join(possible))
        set_fixture(s, leaf, STATES.index(state))


def _furniture(s: State, entry: Entry, content: Content) -> None:
    """Pieces that are elsewhere, gone or overturned; what stands on them goes with them (BA-POU-14, BA-REN-6)."""
    moved = {
        _piece(entry, "furniture", content, name): where for name, where in _named(entry, "furniture").items()
    }
    tops = {n: _take_up(s, n) for n in moved}
    for n in moved:
        remove_piece(s, n)
    for n, where in moved.items():
        if where == "gone":
            continue
        p = _point(entry, f"furniture.{content.board.pieces[n].id}", where, content)
        _check_piece(s, entry, content.board.pieces[n].id, n, p)
        s.piece_at[n] = p
        for k, point in enumerate(_covered(s, n, p)):
            s.piece[point] = n + 1
            s.litter[point] &= ~CHAIR_HERE
            for item in tops[n][k]:
                lay(s, item, point, 1)
    for name in entry.texts("overturned"):
        n = _piece(entry, "overturned", content, name)
        if s.piece_at[n] == NOWHERE or not name.startswith("T"):
            raise _wrong(entry, "overturned", id=name)
        s.overturned[n] = 1
        tops_go_under(s, n)


def _piece(entry: Entry, field: str, content: Content, name: str) -> int:
    found = next((n for n, piece in enumerate(content.board.pieces) if piece.id == name), -1)
    if found < 0:
        raise entry.wrong(f"{field}.{name}", "unknown", allowed=", ".join(p.id for p in content.board.pieces))
    return found


def _covered(s: State, n: int, p: int) -> list[int]:
    if s.piece_lies[n] == ALONE:
        return [p]
    return [p, p + (1 if s.piece_lies[n] == ALONG_ROW else SIDE)]


def _take_up(s: State, n: int) -> list[list[int]]:
    """The objects on each point of a piece, which are taken off it."""
    found: list[list[int]] = []
    for p in _covered(s, n, s.piece_at[n]):
        here = [loose >> 10 for loose in s.loose[: s.loose_count] if loose & 1023 == 512 + p]
        for item in here:
            pick_up(s, item, p, 1)
        found.append(here)
    return found


def _check_piece(s: State, entry: Entry, name: str, n: int, p: int) -> None:
    """On the board, on one level, neither on bar nor stairs, in nothing else and through no wall (BA-POU-9)."""
    points = _covered(s, n, p)
    last = points[-1]
    fits = (
        last % SIDE < s.columns and last // SIDE < s.rows and (len(points) == 1 or direction_to(p, last) >= 0)
    )
    if fits:
        grounds = {s.ground[q] & 7 for q in points}
        fits = not grounds & {BAR, STEPS} and len({base(s, q) for q in points}) == 1
        fits = fits and not any(s.piece[q] for q in points)
        fits = fits and (len(points) == 1 or not barred(s, p, direction_to(p, last), MOVING))
    if not fits:
        raise _wrong(entry, "furniture", id=name, point=point_name(p))


def _floor(s: State, entry: Entry, content: Content) -> None:
    for text in entry.texts("shards"):
        s.litter[_point(entry, "shards", text, content)] |= SHARDS_HERE
    for text in entry.texts("no_chairs"):
        s.litter[_point(entry, "no_chairs", text, content)] &= ~CHAIR_HERE
    for text in entry.texts("chairs"):
        p = _point(entry, "chairs", text, content)
        if upright_kind(s, p) != NO_PIECE or s.ground[p] & 7 == BAR:
            raise _wrong(entry, "chair", point=text)
        s.litter[p] |= CHAIR_HERE


def _objects(s: State, entry: Entry, content: Content) -> None:
    """What lies on the floor, or (`"9,9 top"`) on furniture; on the bar everything is on top."""
    for text, items in _named(entry, "objects").items():
        where, _, layer = text.partition(" ")
        p = _point(entry, "objects", where, content)
        top = 1 if layer == "top" else layer_of(s, p)
        if layer not in ("", "top") or (top and not on_top(s, p)):
            raise _wrong(entry, "top", point=text)
        for name in Entry(entry.file, f"{entry.path}.objects", {text: items}).texts(text):
            item = _item(entry, f"objects.{text}", name)
            if item == CHAIR or (item in (BOTTLE, BROKEN) and not top):
                raise _wrong(entry, "object", item=name, point=text)
            if s.loose_count == LOOSE:
                raise _wrong(entry, "objects", most=LOOSE)
            lay(s, item, p, top)


def _item(entry: Entry, field: str, name: str, allowed: Sequence[str] = ITEMS[1:]) -> int:
    if name not in allowed:
        raise entry.wrong(field, "one_of", value=name, allowed=", ".join(allowed))
    return ITEMS.index(name)


# The characters.


def _character(s: State, entry: Entry, content: Content) -> None:
    entry.allow(
        "who", "seat", "at", "facing", "prone", "stun", "hp", "carries", "worn", "known", "orders", "fate", "holds",
        "owes_rest", "timed", "asks", "strength", "dexterity", "speed", "constitution",
    )  # fmt: skip
    number = content.figure(entry.text("who"))
    if number < 0:
        raise entry.wrong(
            "who", "one_of", value=entry.text("who"), allowed=", ".join(f.id for f in content.figures)
        )
    figure = content.figures[number]
    if s.crowd == CROWD:
        raise DrawingError("too_many_characters", file=entry.file, most=CROWD)
    if number + 1 in s.name[: s.crowd]:
        raise _wrong(entry, "twice", who=figure.id)
    c = s.crowd
    s.crowd += 1
    s.seat_of[c] = entry.number("seat", 0, s.seats - 1)
    used = [s.letter[other] for other in range(c)]
    wanted = ord(figure.letter or "A") - 65
    s.name[c] = number + 1
    s.letter[c] = wanted if wanted not in used else min(set(range(CROWD)) - set(used))
    values = [
        entry.number(stat, 1, 8 if stat == "constitution" else 7, value)
        for stat, value in zip(STATS, figure.stats)
    ]
    s.strength[c], s.dexterity[c], s.speed[c], s.constitution[c] = values
    s.fate[c] = FATES.index(entry.one_of("fate", FATES, "in_play"))
    s.facing[c] = entry.number("facing", 1, 8, 1) - 1
    s.prone[c] = int(entry.switch("prone") or s.fate[c] == HS)
    s.asks[c] = int(entry.switch("asks"))
    if s.fate[c] == IN_PLAY:
        s.stun[c] = entry.number("stun", 0, 20, 0)
        s.owes_rest[c] = OWED_NOW if entry.switch("owes_rest") else 0
    _equipment(s, c, entry, figure.equipment)
    _where(s, c, entry, content)
    _health(s, c, entry)


def _equipment(s: State, c: int, entry: Entry, usual: Sequence[int]) -> None:
    """Worn gear and carried objects: the figure's own unless one of the two is given."""
    if not entry.has("carries") and not entry.has("worn"):
        for item in usual:
            equip(s, c, item)
    worn = [_item(entry, "worn", name, GEAR) for name in entry.texts("worn")]
    kinds = ["leather" if ITEMS[item].startswith("leather") else ITEMS[item] for item in worn]
    if len(set(kinds)) != len(kinds):
        raise _wrong(entry, "worn")
    for item in worn:
        equip(s, c, item)
    carried = [_item(entry, "carries", name) for name in entry.texts("carries")]
    if len(carried) > SLOTS or carried.count(CHAIR) > 1:
        raise _wrong(entry, "carries", most=SLOTS)
    for item in carried:
        gain(s, c, item, 0)
    for name in entry.texts("known"):
        item = _item(entry, "known", name)
        unseen = [i for i in range(SLOTS) if s.carried[c][i] == item and not s.known[c] >> i & 1]
        if not unseen:
            raise _wrong(entry, "known", item=name)
        s.known[c] |= 1 << unseen[0]


def _where(s: State, c: int, entry: Entry, content: Content) -> None:
    """Their point: one that nobody else has, and on which they can be as they are (BA-OCC)."""
    s.at[c] = NOWHERE
    if s.fate[c] == OUT:
        return
    p = _point(entry, "at", entry.text("at"), content)
    if s.fate[c] == HS:
        s.at[c] = p
    elif may_be_at(s, p, s.prone[c]):
        put(s, c, p)
    else:
        raise _wrong(entry, "at", who=entry.text("who"), point=entry.text("at"))


def _health(s: State, c: int, entry: Entry) -> None:
    """Hit points within the table (BA-CHAR-4), and what follows from those that are gone (BA-WOUND)."""
    most = s.stamina[s.constitution[c] - 1]
    s.hp[c] = most[:]
    given = _named(entry, "hp")
    for name in given:
        if name not in PARTS:
            raise entry.wrong(f"hp.{name}", "unknown", allowed=", ".join(PARTS))
        part = PARTS.index(name)
        s.hp[c][part] = Entry(entry.file, f"{entry.path}.hp", given).number(name, 0, most[part])
    if s.fate[c] == HS and not given:
        s.hp[c][TRUNK] = 0
    down = s.hp[c][HEAD] == 0 or s.hp[c][TRUNK] == 0
    if down != (s.fate[c] == HS):
        raise _wrong(entry, "hs", who=entry.text("who"))
    if s.fate[c] != IN_PLAY:
        return
    if s.hp[c][LEGS] == 0 and s.prone[c] == 0:
        if not on_top(s, s.at[c]):
            raise _wrong(entry, "legs", who=entry.text("who"))
        # They could not fall for lack of room (BA-FALL-10).
        s.stuck[c] = 1
    if has(s, c, CHAIR) and (s.prone[c] or lost_arms(s, c)):
        raise _wrong(entry, "chair_in_hand", who=entry.text("who"))


def _gangs(s: State, entry: Entry) -> None:
    """Every player leads somebody, and four at most (6.11); a scenario's two sides may be larger."""
    for seat in range(s.seats):
        found = s.seat_of[: s.crowd].count(seat)
        if found == 0 or (found > 4 and not s.sided):
            raise _wrong(entry, "gang", seat=seat, found=found)


def _caller(s: State, entry: Entry, name: int, content: Content) -> None:
    """Whoever the scenario lets telephone must be there (SC5)."""
    if name:
        if name not in s.name[: s.crowd]:
            raise DrawingError("no_character", file=entry.file, id=content.figures[name - 1].id)
        s.caller = s.name.index(name)


def _holds(s: State, entry: Entry, content: Content) -> None:
    """Who holds whom: standing, before them, on their level (BA-HOLD-1, -3)."""
    if not entry.has("holds"):
        return
    c = _who(s, entry, entry.text("who"), content)
    victim = _who(s, entry, entry.text("holds"), content)
    d = direction_to(s.at[c], s.at[victim]) if s.at[c] != NOWHERE and s.at[victim] != NOWHERE else -1
    possible = (
        s.fate[c] == s.fate[victim] == IN_PLAY and s.prone[c] == s.prone[victim] == 0 and s.stun[c] == 0
    )
    possible = possible and d >= 0 and is_front(s.facing[c], d) and level(s, c) == level(s, victim)
    if not possible or s.held_by[victim] or s.held_by[c] or s.holds[victim] or lost_arms(s, c) == 2:
        raise _wrong(entry, "holds", who=entry.text("who"), victim=entry.text("holds"))
    s.holds[c], s.held_by[victim] = victim + 1, c + 1


def _timed(s: State, c: int, entry: Entry, content: Content) -> None:
    """A TAX, MET or TEL that began in the sequence before; this one is its compulsory rest (BA-TAX-2)."""
    if not entry.has("timed"):
        return
    timed = entry.entry("timed")
    timed.allow("rob", "put_on", "take_off", "call")
    possible = s.fate[c] == IN_PLAY and s.stun[c] == 0 and s.held_by[c] == 0 and len(timed.data) == 1
    if timed.has("rob"):
        victim = _who(s, timed, timed.text("rob"), content)
        s.timed[c], s.timed_what[c] = TAXING, victim
        possible = possible and victim != c and (s.fate[victim] == HS or s.held_by[victim] != 0)
    elif timed.has("put_on"):
        gear = _item(timed, "put_on", timed.text("put_on"), GEAR)
        s.timed[c], s.timed_what[c] = WEARING, gear
        possible = possible and s.prone[c] == 0 and has(s, c, gear)
    elif timed.has("take_off"):
        gear = _item(timed, "take_off", timed.text("take_off"), GEAR)
        s.timed[c], s.timed_what[c] = WEARING, -gear
        possible = possible and s.prone[c] == 0 and can_strip(s, c, gear)
    else:
        s.timed[c] = CALLING
        possible = possible and timed.switch("call") and c == s.caller
    if not possible:
        raise _wrong(entry, "timed", who=entry.text("who"))
    s.owes_rest[c] = OWED_NOW


def _who(s: State, entry: Entry, name: str, content: Content) -> int:
    number = content.figure(name)
    found = [c for c in range(s.crowd) if number >= 0 and s.name[c] == number + 1]
    if not found:
        raise DrawingError("no_character", file=entry.file, id=name)
    return found[0]


# The sheets.


def _orders(s: State, c: int, entry: Entry) -> None:
    """Orders that could have been written at the beginning of the turn (BA-PROG-2…11)."""
    lines = entry.texts("orders")
    if lines and (s.step == PROGRAMMING or s.fate[c] != IN_PLAY):
        raise _wrong(entry, "no_orders", who=entry.text("who"))
    if len(lines) > 3:
        raise _wrong(entry, "three", found=len(lines))
    # What has come since then, stun or a debt, did not hinder the pencil.
    now = s.sequence == 0
    s.editable[c] = 0
    for k in range(3):
        if not now or (k >= s.stun[c] and not (k == 0 and s.owes_rest[c])):
            s.editable[c] |= 3 << 2 * k
    for k, text in enumerate(lines):
        both = text.upper()
        words = [both, both] if both in WHOLE_SEQUENCES else both.split("/")
        if len(words) != 2 or not all(word in ORDERS for word in words):
            raise entry.wrong("orders", "one_of", value=text, allowed="M6G/CS, PRE/LAN, -/-")
        for i, word in enumerate(words):
            _write(s, c, 2 * k + i, ORDERS.index(word), entry, text)
    s.editable[c] = 0


def _write(s: State, c: int, b: int, code: int, entry: Entry, text: str) -> None:
    whole = b & 1 == 1 and ROUND_OF[code] == BOTH_ROUNDS and s.orders[c][b - 1] == code
    why = 0
    if code != REST and not whole:
        why = _shut(s, c, b) or box_refusal(s, c, b) or order_refusal(s, c, b, code)
    if why:
        reason = REASONS.reasons[why]
        said = {
            lang: words_in(FOLDER.parent / "words", lang).say(f"reasons.{reason.name}")
            for lang in ("fr", "en")
        }
        raise _wrong(entry, "order", who=entry.text("who"), order=text, reason=said, clause=reason.clause)
    s.orders[c][b] = code


def _shut(s: State, c: int, b: int) -> int:
    if s.editable[c] >> b & 1:
        return 0
    return CIRCLED if s.stun[c] > b // 2 else OWED_REST


# What has happened before.


def _loot(s: State, entry: Entry, content: Content) -> None:
    """The loot of its scenario is in one place: on a point, or carried; where the scenario lays it unless it is said."""
    lying = [loose & 511 for loose in s.loose[: s.loose_count] if loose >> 10 == LOOT]
    carriers = [c for c in range(s.crowd) for item in s.carried[c] if item == LOOT]
    if not s.loot_game:
        if entry.has("loot") or lying or carriers:
            raise _wrong(entry, "loot")
        return
    # The first to lie there was laid by the scenario.
    start, placed = lying[0], lying[1:]
    if entry.has("loot"):
        placed.append(_point(entry, "loot", entry.text("loot"), content))
    if len(placed) + len(carriers) > 1:
        raise _wrong(entry, "loot")
    if placed or carriers:
        pick_up(s, LOOT, start, layer_of(s, start))
    if entry.has("loot"):
        lay(s, LOOT, placed[0], layer_of(s, placed[0]))


def _past(s: State, entry: Entry) -> None:
    """Deeds of each gang, wrecks, and the telephone call, by the names of the score."""
    deeds = entry.listing("deeds") if entry.has("deeds") else []
    if len(deeds) > s.seats:
        raise entry.wrong("deeds", "number", value=len(deeds), least=0, most=s.seats)
    for seat, row in enumerate(deeds):
        if not isinstance(row, dict):
            raise entry.wrong(f"deeds.{seat}", "table", value=row)
        for name, n in _counts(Entry(entry.file, f"{entry.path}.deeds.{seat}", row), DEEDS):
            s.deeds[seat][name] = n
    for name, n in _counts(Entry(entry.file, f"{entry.path}.wrecks", _named(entry, "wrecks")), WRECKS):
        s.wrecks[name] = min(n, 127)
    if entry.has("called"):
        if s.caller == NOBODY:
            raise _wrong(entry, "telephone")
        s.call_turn = entry.number("called", 1, s.turn)
    if entry.has("telephone_by"):
        wrecked = any(
            s.fixture_kind[f] == TELEPHONE and s.fixture_state[f] == DESTROYED for f in range(s.fixture_count)
        )
        if s.caller == NOBODY or not wrecked:
            raise _wrong(entry, "telephone")
        s.phone_by = entry.number("telephone_by", 1, 2)


def _counts(entry: Entry, names: Sequence[str]) -> list[tuple[int, int]]:
    entry.allow(*names)
    return [(names.index(name), entry.number(name, 0, MOST_DEEDS)) for name in entry.data]
