"""Where an order would lead, and what may spoil it: warnings with their odds, never a prohibition.

A forecast takes the position as the reader knows it, applies the character's own earlier orders and what stands on the reader's
other sheets for those who act earlier, and assumes that nobody else moves. It reads a concealed state and changes only a copy of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import outlook, shapes
from .choices import (
    BRI,
    CB,
    CJ,
    CP,
    CRAWL,
    CS,
    CT,
    CV,
    DES,
    FER,
    HIDDEN_ORDER,
    JUMP,
    LAN,
    LEFT,
    LIE_DOWN,
    MET,
    ORDER_ARG,
    ORDER_KIND,
    ORDER_SUFFIX,
    ORDERS,
    OUV,
    PIVOT_LEFT,
    PIVOT_RIGHT,
    PIVOT_TO,
    POU,
    PRE,
    REN,
    RIGHT,
    RUN,
    STAND_UP,
    TAX,
    TEL,
    VAULT,
    WALK,
)
from .rules.activation import first_kind, loss, second_kind
from .rules.blows import find_targets
from .rules.destroying import smashable, tippable
from .rules.doors import closable, openable
from .rules.geometry import (
    AGAINST_LEAF,
    BY_CRAWL,
    BY_RUN,
    BY_WALK,
    CORNER,
    EDGE,
    FREE,
    MOVING,
    OBSTACLE,
    OFFBOARD,
    barred,
    is_rear,
    on_top,
    one_step,
    prone_class,
    standing_class,
    surface,
    towards,
    upright_kind,
)
from .rules.moves import can_vault, crossing
from .rules.objects import has, loads
from .rules.people import lift, occupant, put, side_of
from .rules.pushing import can_push
from .rules.robbing import can_call, can_rob, can_strip, can_wear
from .rules.sequence import UNDER_WAY
from .rules.taking import anything_to_take
from .shove import AWAY, OFF, ROOM, STUCK, WALLED, Shove, shoved, worth
from .state import (
    BOTTLE,
    CHAIR,
    CHAIR_HERE,
    HEAD,
    NO_PIECE,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUT,
    PINBALL,
    ROLL_UNDER_STRICT,
    TRUNK,
    VEST,
    VIDEO,
    State,
)

WALKS, CRAWLS, PIVOTS = ([ORDERS.index(f"{letter}{d}") for d in range(1, 9)] for letter in "MRP")
"""Steps without a turn, and turns without a step."""
STAY = ORDERS.index("-")
FRAIL = 2
"""Life left in head or trunk that one blow may take."""


def turned(steps: Sequence[int]) -> list[int]:
    """The same steps with a turn by one at their end, to the left and to the right (BA-PIV-1)."""
    return [ORDERS.index(f"{ORDERS[code]}{turn}") for turn in "GD" for code in steps]


@dataclass
class Warning:
    """What may go wrong: a key of the words, the clause, and the chance of it in eighths or twentieths."""

    key: str
    clause: str
    chance: int = 0
    """Of `out_of`; 0 when it is certain or cannot be counted."""
    out_of: int = 8
    other: int = -1
    """The character concerned."""
    points: int = 0
    """What it brings or costs, where it is counted at once."""


@dataclass
class Forecast:
    """One order: the way it goes, where it ends, and its warnings."""

    c: int
    code: int
    way: list[int] = field(default_factory=list)
    """Points walked through, the start included."""
    facing: int = 0
    prone: bool = False
    lost: bool = False
    screened: str = ""
    """What keeps a blow from a rival on a front point: `wall`, `shut`, `corner`, `higher`, `lower`."""
    forbidden: int = 0
    """The kind of event that would tell why posture or wounds forbid it; 0 when they do not."""
    targets: list[tuple[int, int]] = field(default_factory=list)
    """Characters who could be struck, with the number of faces of the D20 that hit."""
    weapon: int = NOTHING
    """What a punch was reckoned with: what hurts the first of them most."""
    spots: list[int] = field(default_factory=list)
    """Where they are by then."""
    warnings: list[Warning] = field(default_factory=list)
    shoved: int = -1
    """Somebody weaker in the way, or on the ground, who is jostled without a roll."""
    shove: Shove = ROOM
    """What becomes of them."""
    world: State | None = None
    """The position after the order."""

    def warn(self, key: str, clause: str, chance: int = 0, other: int = -1, points: int = 0) -> None:
        self.warnings.append(Warning(key, clause, chance, other=other, points=points))

    def lose(self, key: str, clause: str) -> None:
        self.lost = True
        self.warn(key, clause)


def forecast_sheet(s: State, c: int) -> list[Forecast]:
    """The six boxes of a sheet, one after the other, from the position of the (concealed) state."""
    world = s.copy()
    first = first_box(s)
    found = [Forecast(c, s.orders[c][b], [s.at[c]], s.facing[c], bool(s.prone[c])) for b in range(first)]
    return found + [_step(world, c, b, world.orders[c][b]) for b in _boxes(world, c, first)]


def _boxes(world: State, c: int, first: int) -> Iterator[int]:
    """The boxes of a sheet as they come; between them those of the same seat make their moves, each at their rank (BA-EXEC-2)."""
    for beat in range(first // 2, 3):
        for other in [world.by_rank[i] + 0 for i in range(world.crowd)]:
            if other == c:
                yield 2 * beat
                yield 2 * beat + 1
            elif world.seat_of[other] == world.seat_of[c]:
                _aside(world, other, 2 * beat)


def _aside(world: State, other: int, b: int) -> None:
    """The move of one's other man, where nothing may stop it and nobody is in the way; otherwise he is taken to stay."""
    code = world.orders[other][b]
    moved = _step(world.copy(), other, b, code)
    if not moved.warnings and moved.shoved < 0:
        _step(world, other, b, code)


def first_box(s: State) -> int:
    """The first box that is still to come: all of them while the turn is programmed, the later ones when orders are rewritten."""
    return 2 * s.sequence + 2 if UNDER_WAY[s.step] else 0


def shut_before(s: State, c: int, b: int) -> bool:
    """Is this box the first that may be written, though not the first of the turn, because of a daze (BA-PROG-9)?"""
    return b >= 2 and s.stun[c] > 0 and not s.editable[c] & (1 << b) - 1


def world_before(s: State, c: int, b: int) -> State:
    """A copy of the position in which the orders of the character's gang that come before box b are done."""
    world = s.copy()
    for earlier in _boxes(world, c, first_box(s)) if b >= first_box(s) else ():
        if earlier == b:
            break
        _step(world, c, earlier, world.orders[c][earlier])
    world.sequence = b // 2
    return world


def second_round(world: State, c: int, code: int) -> Forecast:
    """What an order of round 2 would find there; the world stays as it is."""
    found = Forecast(c, code, [world.at[c]], world.facing[c], bool(world.prone[c]))
    kind = second_kind(code)
    if loss(world, c, kind):
        found.lost = True
    else:
        _second(world, c, kind, found)
    return found


def forecast(s: State, c: int, b: int, code: int) -> Forecast:
    """What an order written in box b would do, after the orders before it."""
    return forecast_in(world_before(s, c, b), c, b, code)


def forecast_in(before: State, c: int, b: int, code: int) -> Forecast:
    """The same, where the orders before it are done already; that position stays as it is."""
    world = before.copy()
    if b & 1 == 0:
        world.orders[c][b] = code
    found = _step(world, c, b, code)
    found.world = world
    return found


def rival_after(found: Forecast) -> int:
    """Whom he would have in front after a movement, to be struck; NOBODY where there is none."""
    if found.world is None or found.lost:
        return NOBODY
    return next(iter(outlook.rivals_in_front(found.world, found.c)), NOBODY)


def lead(before: State, c: int, b: int) -> tuple[str, int, int]:
    """How a rival comes to stand in front, and no friend with them: one is there already, or the step or turn that brings the likeliest punch, straight ahead if it can be, by a straight step rather than a slanting one, and for whoever is one blow from his end before all out of the reach of others; what it is, its direction, the rival."""
    ahead = outlook.rivals_in_front(before.copy(), c)
    if ahead and not outlook.friend_in_front(before.copy(), c):
        return "first_front", before.facing[c], ahead[0]
    mixed = ahead[0] if ahead else NOBODY
    frail = min(before.hp[c][HEAD], before.hp[c][TRUNK]) <= FRAIL
    best, found = (False, 0, False, False), ("first", before.facing[c], NOBODY)
    for key, code in [("first_step", code) for code in WALKS] + [("first_turn", code) for code in PIVOTS]:
        after = forecast_in(before, c, b, code)
        target = rival_after(after)
        if after.world is None or target == NOBODY or jostles_own(after, before):
            continue
        if outlook.friend_in_front(after.world, c):
            mixed = target if mixed == NOBODY else mixed
            continue
        spot = towards(after.world, after.world.at[c], after.facing)
        faced = spot == after.world.at[target]
        sheltered = frail and not outlook.threats(after.world, c)
        worth = (sheltered, outlook.punch(after.world, c, target).percent, faced, ORDER_ARG[code] % 2 == 0)
        if worth > best:
            best, found = worth, (key, ORDER_ARG[code], target)
    return ("first_mixed", before.facing[c], mixed) if found[0] == "first" and mixed != NOBODY else found


def jostles_own(found: Forecast, s: State) -> bool:
    """Does the way lead through somebody of his own side?"""
    met = [found.shoved, *(warning.other for warning in found.warnings)]
    return any(other >= 0 and side_of(s, s.seat_of[other]) == side_of(s, s.seat_of[found.c]) for other in met)


def _step(s: State, c: int, b: int, code: int) -> Forecast:
    """Play one box on the copy."""
    s.sequence = b // 2
    s.event_count = s.journal_length = 0
    found = Forecast(c, code, [s.at[c]], s.facing[c], bool(s.prone[c]))
    if code == HIDDEN_ORDER or s.fate[c] or s.at[c] == NOWHERE:
        return found
    if s.editable[c] and s.editable[c] >> b & 1 == 0:
        # Circled, or a rest that is owed.
        return found
    kind = first_kind(code) if b & 1 == 0 else second_kind(code)
    lost = loss(s, c, kind)
    if lost:
        found.forbidden = lost
        found.lose("warnings.posture", "BA-EXEC-6")
    elif b & 1 == 0:
        _movement(s, c, kind, ORDER_ARG[code], found)
    else:
        _second(s, c, kind, found)
    if b & 1 == 0 and s.at[c] != NOWHERE:
        if ORDER_SUFFIX[code] == LEFT:
            s.facing[c] = (s.facing[c] - 1) & 7
        elif ORDER_SUFFIX[code] == RIGHT:
            s.facing[c] = (s.facing[c] + 1) & 7
    found.facing, found.prone = s.facing[c], bool(s.prone[c])
    return found


def _fails(s: State, c: int, value: int) -> int:
    """Faces of the D8 on which a roll under fails."""
    limit = value - (1 if s.options & ROLL_UNDER_STRICT else 0) - (2 if s.stun[c] else 0)
    return 8 - max(0, min(8, limit))


def _movement(s: State, c: int, kind: int, arg: int, found: Forecast) -> None:
    if kind == WALK:
        _walk(s, c, arg, standing_class(s, s.at[c], arg, BY_WALK), found)
    elif kind == CRAWL:
        _walk(s, c, arg, prone_class(s, s.at[c], arg, BY_CRAWL), found)
    elif kind == RUN:
        for n in range(arg):
            found_class = standing_class(s, s.at[c], s.facing[c], BY_RUN)
            if found_class == OBSTACLE:
                found.warn("warnings.run_obstacle", "BA-RUN-2")
            if not _walk(s, c, s.facing[c], found_class, found, running=True):
                break
            if s.litter[s.at[c]] & CHAIR_HERE and n < arg - 1:
                found.warn("warnings.chair", "BA-RUN-4", _fails(s, c, s.dexterity[c]))
    elif kind == JUMP:
        _jump(s, c, arg, found)
    elif kind == VAULT:
        if not can_vault(s, c):
            found.lose("warnings.vault", "BA-VAULT-2")
            return
        for _ in range(2):
            found.way.append(towards(s, found.way[-1], s.facing[c]))
        _jostle(s, c, found.way[-1], found)
        found.warn("warnings.vault_roll", "BA-VAULT-4", _fails(s, c, s.dexterity[c]))
        _go(s, c, found.way[-1], found)
    elif kind == STAND_UP:
        if upright_kind(s, s.at[c]) != NO_PIECE:
            found.warn("warnings.rises_under", "BA-POST-1", 4)
        else:
            _posture(s, c, 0)
    elif kind == LIE_DOWN:
        if on_top(s, s.at[c]):
            found.warn("warnings.lies_on_top", "BA-POST-3")
        else:
            _posture(s, c, 1)
    elif kind == PIVOT_LEFT:
        s.facing[c] = (s.facing[c] - 1) & 7
    elif kind == PIVOT_RIGHT:
        s.facing[c] = (s.facing[c] + 1) & 7
    elif kind == PIVOT_TO:
        s.facing[c] = arg
    elif kind == PRE and not anything_to_take(s, c):
        found.lose("warnings.nothing_to_take", "BA-PRE-1")
    elif kind == BRI and not has(s, c, BOTTLE):
        found.lose("warnings.no_bottle", "BA-BRI-1")


def _go(s: State, c: int, p: int, found: Forecast) -> None:
    """Put them on p in the forecast; whoever is there is where the jostle takes him, or taken away."""
    there = occupant(s, p, s.prone[c])
    if there >= 0:
        lift(s, there)
        if found.shoved == there and found.shove.end == AWAY and found.shove.at != NOWHERE:
            put(s, there, found.shove.at)
        else:
            s.fate[there] = OUT
    lift(s, c)
    put(s, c, p)


def _posture(s: State, c: int, prone: int) -> None:
    p = s.at[c]
    lift(s, c)
    s.prone[c] = prone
    put(s, c, p)


CANNOT_ENTER = {WALLED: "BA-JOST-8", STUCK: "BA-JOST-6"}


def _jostle(s: State, c: int, p: int, found: Forecast, running: bool = False) -> bool:
    """Warn of a jostle; false when he surely does not enter."""
    there = occupant(s, p, s.prone[c])
    if there < 0:
        return True
    if s.held_by[there]:
        found.warn("warnings.held_in_way", "BA-JOST-10", other=there)
        return False
    over = s.prone[there] and not s.prone[c]
    if not over and s.strength[there] > s.strength[c] > 0:
        key, clause = ("run_stopped", "BA-RUN-5") if running else ("jostle_lost", "BA-JOST-2")
        found.warn(f"warnings.{key}", clause, other=there)
        return False
    shove = shoved(s, c, there, p)
    if shove.end in (WALLED, STUCK):
        # Whoever wins does not enter either, when the other cannot make room (BA-JOST-6, BA-JOST-8).
        found.warn(f"warnings.{shove.end}", CANNOT_ENTER[shove.end], other=there)
        return False
    if not over and (s.strength[there] == 0 or s.strength[c] == s.strength[there]):
        off = shove.end == OFF
        key, clause = ("jostle_off", "BA-JOST-7") if off else ("jostle", "BA-JOST-2")
        found.warn(
            f"warnings.{key}",
            clause,
            4 if s.strength[there] else 0,
            other=there,
            points=worth(s, there, c) if off else 0,
        )
        return True
    found.shoved, found.shove = there, shove
    return True


def _walk(s: State, c: int, d: int, step: int, found: Forecast, running: bool = False) -> bool:
    """One step; false when they do not get there."""
    q = towards(s, s.at[c], d)
    if step == OFFBOARD:
        found.warn("warnings.leaves", "BA-EXIT-1", points=worth(s, c, c))
        lift(s, c)
        s.at[c] = NOWHERE
        return False
    if step == EDGE:
        found.warn("warnings.edge", "BA-R19")
        return False
    if step == OBSTACLE:
        opens = not running and ORDER_KIND[s.orders[c][2 * s.sequence + 1]] == OUV and not s.prone[c]
        if opens and crossing(s, c, d) >= 0:
            found.way.append(q)
            _go(s, c, q, found)
            return True
        if not running:
            found.warn("warnings.obstacle", "BA-MOVE-2", 4)
        return False
    if step == CORNER:
        found.warn("warnings.corner", "BA-STEP-7", _fails(s, c, s.dexterity[c]))
    if step in (FREE, CORNER, AGAINST_LEAF) and _jostle(s, c, q, found, running):
        found.way.append(q)
        _go(s, c, q, found)
        return True
    return False


def _jump(s: State, c: int, d: int, found: Forecast) -> None:
    q = towards(s, s.at[c], d)
    if q == NOWHERE:
        found.lose("warnings.jump_off", "BA-JUMP-9")
        return
    here, there = surface(s, s.at[c]), surface(s, q)
    rear = is_rear(s.facing[c], d)
    up = there > here
    if (
        barred(s, s.at[c], d, MOVING)
        or upright_kind(s, q) in (PINBALL, VIDEO)
        or (up and (rear or not one_step(s, here, there)))
    ):
        found.warn("warnings.jump_impossible", "BA-JUMP-3", 4)
        return
    if here - there >= 3:
        found.lose("warnings.jump_deep", "BA-JUMP-4")
        return
    if not _jostle(s, c, q, found):
        return
    if here == there or here - there == 2 or (there < here and rear):
        found.warn(
            "warnings.jump_roll", "BA-JUMP-7" if here == there else "BA-JUMP-4", _fails(s, c, s.dexterity[c])
        )
    found.way.append(q)
    _go(s, c, q, found)


def _second(s: State, c: int, kind: int, found: Forecast) -> None:
    """Round 2: is there anything to do it to?"""
    if kind in (CB, CP, CS, CV, CJ, CT):
        _blow(s, c, kind, found)
    elif kind in (OUV, FER):
        test = openable if kind == OUV else closable
        if not any(test(s, c, f) for f in range(s.fixture_count)) and not found.lost:
            found.lose("warnings.no_leaf", "BA-DOOR-1")
    elif kind == PRE and not anything_to_take(s, c):
        found.lose("warnings.nothing_to_take", "BA-PRE-1")
    elif kind == LAN and loads(s, c) == 0 and not _took(s, c):
        found.lose("warnings.nothing_to_throw", "BA-LAN-1")
    elif kind == LAN:
        _throw(s, c, found)
    elif kind == BRI and not has(s, c, BOTTLE) and not _took(s, c):
        found.lose("warnings.no_bottle", "BA-BRI-1")
    elif kind == POU and not can_push(s, c):
        found.lose("warnings.nothing_to_push", "BA-POU-2")
    elif kind == REN and not any(tippable(s, c, d) for d in range(8)):
        found.lose("warnings.no_table", "BA-REN-1")
    elif kind == DES and not any(smashable(s, c, what) for what in range(17)):
        found.lose("warnings.nothing_to_smash", "BA-DES-2")
    elif kind == TAX and not any(can_rob(s, c, victim) for victim in range(s.crowd)):
        found.lose("warnings.no_victim", "BA-TAX-1")
    elif kind == MET and not any(can_wear(s, c, g) or can_strip(s, c, g) for g in range(VEST, VEST + 4)):
        found.lose("warnings.nothing_to_wear", "BA-MET-2")
    elif kind == TEL and not can_call(s, c):
        found.lose("warnings.no_phone", "BA-EXEC-6")
    if kind >= CB and kind not in (CP, LAN) and has(s, c, CHAIR):
        found.warn("warnings.chair_in_hand", "BA-CHAIR-2")


def _took(s: State, c: int) -> bool:
    """Does the first half of the sequence take something up (BA-COMBO-1)?"""
    return first_kind(s.orders[c][2 * s.sequence]) == PRE


def _throw(s: State, c: int, found: Forecast) -> None:
    """Who stands on the three lines ahead, and how often what hurts most would hit (BA-LAN-7, BA-LAN-8)."""
    for d, target, item in outlook.lines(s, c):
        found.targets.append((target, outlook.throw(s, c, target, item, d).faces))
        found.spots.append(s.at[target] + 0)
        if s.seat_of[target] == s.seat_of[c]:
            found.warn("warnings.friend", "BA-LAN-7", other=target)


NO_TARGET = ("warnings.no_target", "BA-BLOW-3")
UNFIT = {
    CB: ("warnings.only_standing", "BA-CB-1"),
    CV: ("warnings.only_facing", "BA-CV-1"),
    CT: ("warnings.only_behind", "BA-HOLD-1"),
}
"""Somebody is in front, but does not stand as this blow needs it."""


def _blow(s: State, c: int, kind: int, found: Forecast) -> None:
    world = s.copy()
    for other in range(world.crowd):
        # Nobody knows the others' orders: for a trip, everybody is taken to be on the move.
        if kind == CJ and other != c and world.seat_of[other] != world.seat_of[c]:
            world.orders[other][2 * world.sequence] = 1
    find_targets(world, c, kind)
    if world.target_count == 0:
        if kind in UNFIT and outlook.in_front(world, c, CP):
            found.lose(*UNFIT[kind])
        elif behind := outlook.out_of_blows(world, c):
            why, clause, other = behind
            found.lost, found.screened = True, why
            found.warn(f"warnings.beyond_{why}", clause, other=other)
        else:
            found.lose(*NO_TARGET)
        return
    world.weapon = NOTHING
    for i in range(world.target_count):
        target = world.targets[i]
        faces = 20
        if kind == CT:
            faces = outlook.hold_faces(world, c, target)
        elif kind != CJ:
            # The weapon is chosen when one strikes: the chance is that of the one that wounds most.
            weapon = outlook.best_weapon(world, c, target) if kind == CP else NOTHING
            found.weapon = found.weapon or weapon
            faces = outlook.blow(world, c, target, outlook.row_of_order(world, c, kind, weapon)).faces
        found.targets.append((target, faces))
        found.spots.append(world.at[target] + 0)
        if world.seat_of[target] == world.seat_of[c]:
            found.warn("warnings.friend", "BA-R56", other=target)


def _text(warning: Warning, speech: Any, other: str) -> str:
    key = f"{warning.key}_points" if warning.points else warning.key
    return str(speech.say(key, other=other, points=told_points(warning.points, speech)))


def told_points(n: int, speech: Any) -> str:
    """So many points more or less; nothing for none."""
    return str(speech.say("warnings.points", n=abs(n), sign="+" if n > 0 else "−")) if n else ""


def told(found: Forecast, speech: Any, names: list[str]) -> list[shapes.Warning]:
    """The warnings in words."""
    return [
        {
            "text": _text(w, speech, names[w.other] if w.other >= 0 else ""),
            "clause": w.clause,
            "chance": w.chance,
            "of": w.out_of,
            "odds": speech.say("warnings.odds", percent=round(100 * w.chance / w.out_of)) if w.chance else "",
        }
        for w in found.warnings
    ]
