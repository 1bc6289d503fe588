"""Throwing: LAN, tactical and aggressive (BA-LAN, BA-COVER)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.operations import become, call, finish, go, keep
from bagarre.kernel.rule import rule

from ..events import (
    AIMED,
    CHAIR_FLIES,
    FLIES_OFF,
    FLIGHT_ENDS,
    GLASS_BREAKS,
    LOST_NO_OBJECT,
    PASSES_OVER,
    SCATTERS,
    THROWS_AT,
    THROWS_TO,
)
from ..state import (
    BAR,
    BOTTLE,
    BROKEN,
    BY_PRONE,
    CHAIR,
    KNIFE,
    NO_PIECE,
    NOBODY,
    NOWHERE,
    RIGHT_ARM,
    SHARDS_HERE,
    THROW_DOWN,
    THROW_LEVEL,
    THROW_PRONE,
    THROW_UP,
    THROWN_BOTTLE,
    THROWN_CHAIR,
    THROWN_KNIFE,
    VIDEO,
    State,
)
from .geometry import REACHING, barred, base, bears, is_rear, towards, turned, upright_kind
from .hits import FROM_BEHIND, REACH, THROWN
from .jostle import begin_chain
from .machine import (
    FLIES,
    Q_FAR,
    Q_MEET,
    Q_MODE,
    Q_PART,
    Q_THROW,
    Q_TOWARDS,
    REFUSED,
    STRIKES,
    THROWS,
    YES,
    ask,
)
from .objects import break_chair, drop_chair, has, lay, layer_of, loads, lose_item, show_item
from .people import BY_DEXTERITY, level, occupant, roll_under, tag, under_furniture
from .shaken import declined

LONGEST_CHAIR_THROW = 8
"""Points that a thrown chair flies at most (BA-LAN-3)."""

# The flight of an object.


@rule
def flies_on(s: State, c: int, p: int, d: int) -> bool:
    """Does a flight from p go on in direction d, to a point of the board? (BA-LAN-2)"""
    q = towards(s, p, d)
    if q == NOWHERE or barred(s, p, d, REACHING):
        return False
    kind = upright_kind(s, q)
    if kind == VIDEO:
        return False
    if s.prone[c]:
        # Thrown from the ground it also stops before furniture, the bar and higher ground.
        return kind == NO_PIECE and s.ground[q] & 7 != BAR and base(s, q) <= base(s, s.at[c])
    return True


@rule
def reach_of_flight(s: State, c: int, d: int) -> int:
    """How many points a flight in direction d covers on the board."""
    count = 0
    p = s.at[c]
    while flies_on(s, c, p, d):
        p = towards(s, p, d)
        count += 1
    return count


@rule
def point_at(s: State, c: int, d: int, n: int) -> int:
    """The n-th point from c in direction d."""
    p = s.at[c]
    for _ in range(n):
        p = towards(s, p, d)
    return p


@rule
def throwable_hard(item: int) -> bool:
    """Knives, bottles and chairs may be thrown at people (BA-LAN-7)."""
    return item == KNIFE or item == BOTTLE or item == BROKEN or item == CHAIR


@rule
def first_met(s: State, c: int, d: int, last: int = 0) -> int:
    """The first character whom an aggressive throw may attack, within `last` points (0: any); a chosen part is for them (BA-LAN-12)."""
    p = s.at[c]
    flown = 0
    while flies_on(s, c, p, d) and (last == 0 or flown < last):
        flown += 1
        q = towards(s, p, d)
        for which in range(2):
            target = on_line(s, q, which)
            if target >= 0 and not covered(s, c, target, p):
                return target
        p = q
    return NOBODY


@rule
def on_line(s: State, q: int, which: int) -> int:
    """Who is on a point of the flight: 0 on top of the furniture (or on the floor without any), 1 underneath."""
    if which == 0:
        return occupant(s, q, 0)
    if bears(upright_kind(s, q)):
        return s.stander[q] - 1
    return NOBODY


@rule
def covered(s: State, c: int, target: int, before: int) -> bool:
    """Is a prone character safe from a throw that reaches them from the point `before`? (BA-COVER-1, -2)"""
    if s.prone[target] == 0:
        return False
    if s.prone[c] == 0 and under_furniture(s, target):
        return True
    if before == s.at[c]:
        return False
    return upright_kind(s, before) != NO_PIECE or s.ground[before] & 7 == BAR


# LAN.

ONLY = THROWS.column("only")
HARD, WAY, DISTANCE = THROWS.keeps("hard way distance")
"""Thrown at people; the direction; the last point, counted from the thrower, 0 for none."""


@THROWS.begin
def throw(s: State, who: int, only: int) -> None:
    """Object, mode, direction and point are chosen one after the other (BA-LAN-1). `only`: the object that must be thrown, NOTHING for any."""
    if loads(s, who) == 0 or (only and not has(s, who, only)):
        emit(s, LOST_NO_OBJECT, tag(s, who))
        finish(s)
    else:
        ask(s, Q_THROW, who, choose_missile)


@THROWS.step
def choose_missile(s: State, who: int) -> None:
    if s.result == REFUSED:
        declined(s, who)
        return
    s.weapon = s.result
    if s.weapon != CHAIR:
        drop_chair(s, who)
    show_item(s, who, s.weapon)
    # A chair is thrown aggressively only (BA-LAN-3); other things that are no missiles only tactically.
    keep(s, HARD, 1 if s.weapon == CHAIR else 0)
    if s.weapon != CHAIR and throwable_hard(s.weapon):
        ask(s, Q_MODE, who, choose_mode)
    else:
        ask(s, Q_TOWARDS, who, choose_way)


@THROWS.step
def choose_mode(s: State, who: int) -> None:
    if s.result == REFUSED:
        declined(s, who)
        return
    keep(s, HARD, s.result)
    ask(s, Q_TOWARDS, who, choose_way)


@THROWS.step
def choose_way(s: State, who: int, hard: int) -> None:
    """A tactical throw names its point, that of a chair its last one."""
    if s.result == REFUSED:
        declined(s, who)
        return
    keep(s, WAY, s.result)
    if hard == 0 or (s.weapon == CHAIR and reach_of_flight(s, who, s.result) > 0):
        ask(s, Q_FAR, who, choose_point)
    else:
        go(s, release)


@THROWS.step
def choose_point(s: State, who: int) -> None:
    if s.result == REFUSED:
        declined(s, who)
        return
    keep(s, DISTANCE, s.result)
    go(s, release)


@THROWS.step
def release(s: State, who: int, aimed: int, hard: int, way: int, distance: int) -> None:
    """The object leaves the hand; aimed, the part is chosen for the first one it can hit (BA-LAN-12, BA-R92)."""
    if hard == 0:
        throw_tactically(s, who, way, distance)
        finish(s)
        return
    s.part = NOBODY
    s.aim_target = first_met(s, who, way, distance)
    if aimed and s.prone[who] == 0 and s.aim_target >= 0:
        ask(s, Q_PART, who, choose_part_of_throw)
    else:
        let_fly(s, who, way, distance)


@THROWS.step
def choose_part_of_throw(s: State, who: int, way: int, distance: int) -> None:
    s.part = s.result
    let_fly(s, who, way, distance)


@rule
def let_fly(s: State, c: int, d: int, last: int) -> None:
    emit(s, THROWS_AT, tag(s, c), s.weapon, d)
    if s.part >= 0:
        emit(s, AIMED, tag(s, c), tag(s, s.aim_target), s.part)
    lose_item(s, c, s.weapon)
    become(s, FLIES, c, d, last, 0, s.at[c])


# An aggressive throw: it meets those on the line one after the other (BA-LAN-7, -8).

FLOWN = FLIES.column("flown")
POINT = FLIES.column("point")
LAYER, TARGET = FLIES.keeps("layer target")
"""Which of those on a point is looked at next; whom it meets."""


@FLIES.begin
def fly(s: State, who: int, way: int, last: int, flown: int, point: int) -> None:
    """To the next point, unless the flight ends here. `s.weapon` flies, `s.part` is for `s.aim_target`."""
    if (last and flown == last) or not flies_on(s, who, point, way):
        off = towards(s, point, way) == NOWHERE and (last == 0 or flown < last)
        end_of_flight(s, NOWHERE if off else point)
        return
    keep(s, FLOWN, flown + 1)
    keep(s, POINT, towards(s, point, way))
    keep(s, LAYER, 0)
    go(s, look_for_target)


@FLIES.step
def look_for_target(s: State, who: int, way: int, point: int, layer: int) -> None:
    """Whoever is there is attacked; prone, they may be let go by; covered, they are passed over (BA-LAN-8, BA-COVER)."""
    if layer > 1:
        go(s, fly)
        return
    target = on_line(s, point, layer)
    keep(s, LAYER, layer + 1)
    if target < 0:
        return
    keep(s, TARGET, target)
    if covered(s, who, target, towards(s, point, turned(way, 4))):
        emit(s, PASSES_OVER, tag(s, target))
    elif s.prone[target]:
        ask(s, Q_MEET, who, attack_or_ignore)
    else:
        go(s, attack)


@FLIES.step
def attack_or_ignore(s: State, target: int) -> None:
    if s.result == YES:
        go(s, attack)
    else:
        go(s, look_for_target)
        emit(s, PASSES_OVER, tag(s, target))


@FLIES.step
def attack(s: State, who: int, way: int, flown: int, target: int) -> None:
    begin_chain(s, -1)
    flags = THROWN
    # Behind, seen from the target (BA-LAN-10).
    if is_rear(s.facing[target], turned(way, 4)):
        flags |= FROM_BEHIND
    # The part that was aimed at is for the character named when aiming only (BA-R92).
    if target != s.aim_target:
        s.part = NOBODY
    go(s, hit_or_fly_on)
    call(s, STRIKES, who, target, flight_row(s.weapon), flight_column(s, who, target), flags)
    keep(s, REACH, range_modifier(flown))


@FLIES.step
def hit_or_fly_on(s: State, point: int) -> None:
    if s.result:
        end_of_flight(s, point)
    else:
        go(s, look_for_target)


@rule
def range_modifier(n: int) -> int:
    """By the number of points (BA-LAN-9)."""
    if n == 1:
        return 2
    if n <= 3:
        return 1
    if n <= 8:
        return 0
    return -1 if n <= 14 else -2


@rule
def flight_column(s: State, c: int, target: int) -> int:
    """Column of the location table (BA-LOC-1, BA-R52)."""
    if s.prone[c]:
        return BY_PRONE
    if s.prone[target]:
        return THROW_PRONE
    here = level(s, c)
    there = level(s, target)
    if there == here:
        return THROW_LEVEL
    return THROW_UP if there > here else THROW_DOWN


@rule
def flight_row(item: int) -> int:
    if item == KNIFE:
        return THROWN_KNIFE
    return THROWN_CHAIR if item == CHAIR else THROWN_BOTTLE


@rule
def end_of_flight(s: State, p: int) -> None:
    """What is left of it, and where (BA-LAN-3, -4, -11)."""
    item = s.weapon
    if item == CHAIR:
        emit(s, CHAIR_FLIES, p)
        break_chair(s, p)
    elif p == NOWHERE:
        emit(s, FLIES_OFF, item)
    elif item == KNIFE:
        lay(s, item, p, layer_of(s, p))
        emit(s, FLIGHT_ENDS, item, p)
    else:
        s.litter[p] |= SHARDS_HERE
        emit(s, GLASS_BREAKS, p)
    finish(s)


# A tactical throw.


@rule
def throw_tactically(s: State, c: int, d: int, n: int) -> None:
    """Dexterity, or it scatters to a neighbouring point (BA-LAN-5)."""
    item = s.weapon
    p = point_at(s, c, d, n)
    emit(s, THROWS_TO, tag(s, c), item, p)
    over = 0
    for i in range(1, n):
        q = point_at(s, c, d, i)
        kind = upright_kind(s, q)
        # Those under furniture do not matter.
        if (bears(kind) or kind == NO_PIECE) and occupant(s, q, 0) >= 0:
            over = 1
    lose_item(s, c, item)
    if not roll_under(s, c, BY_DEXTERITY, over, 1 if s.hp[c][RIGHT_ARM] == 0 else 0):
        die = roll(s, 8)
        emit(s, SCATTERS, item, die - 1)
        while towards(s, p, die - 1) == NOWHERE or barred(s, p, die - 1, REACHING):
            die = roll(s, 8)
            emit(s, SCATTERS, item, die - 1)
        p = towards(s, p, die - 1)
    if item == BOTTLE or item == BROKEN:
        s.litter[p] |= SHARDS_HERE
        emit(s, GLASS_BREAKS, p)
    else:
        lay(s, item, p, layer_of(s, p))
        emit(s, FLIGHT_ENDS, item, p)
