"""Quick actions: OUV, FER, PRE, LAN, BRI (BA-DOOR, BA-PRE, BA-LAN, BA-BRI)."""

from bagarre.kernel.chance import roll
from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..choices import (
    CHAIR_NEEDS_ARMS,
    CHAIR_NEEDS_FEET,
    NOT_IN_REACH,
    NOT_LYING_THERE,
    OUV,
    UNDER_TABLE,
    WRONG_LEVEL,
)
from ..events import (
    AIMED,
    BREAKS_BOTTLE,
    CHAIR_FLIES,
    DECLINED,
    FLIES_OFF,
    FLIGHT_ENDS,
    GLASS_BREAKS,
    LOST_ARM,
    LOST_NO_BOTTLE,
    LOST_NO_LEAF,
    LOST_NO_OBJECT,
    LOST_NOTHING_THERE,
    LOST_POSTURE,
    LOST_SIX,
    PASSES_OVER,
    SCATTERS,
    TAKES_UP,
    THROWS_AT,
    THROWS_TO,
)
from ..state import (
    BAR,
    BOLTED,
    BOTTLE,
    BROKEN,
    BY_PRONE,
    CHAIR,
    CHAIR_HERE,
    CLOSED,
    FLOOR_OBJECTS,
    KNIFE,
    NO_PIECE,
    NOBODY,
    NOTHING,
    NOWHERE,
    OPEN,
    RIGHT_ARM,
    SHARDS_HERE,
    SLOTS,
    THROW_DOWN,
    THROW_LEVEL,
    THROW_PRONE,
    THROW_UP,
    THROWN_BOTTLE,
    THROWN_CHAIR,
    THROWN_KNIFE,
    TOP_OBJECTS,
    VIDEO,
    WINDOW,
    State,
)
from .blows import FROM_BEHIND, THROWN
from .doors import closable, openable, set_fixture
from .geometry import (
    REACHING,
    barred,
    base,
    bears,
    is_front,
    is_rear,
    one_step,
    surface,
    towards,
    turned,
    upright_kind,
)
from .jostle import begin_chain
from .machine import (
    FLIES,
    Q_BREAK,
    Q_CLOSE,
    Q_FAR,
    Q_MAKE_ROOM,
    Q_MEET,
    Q_MODE,
    Q_OPEN,
    Q_PART,
    Q_TAKE,
    Q_THROW,
    Q_TOWARDS,
    STRIKES,
    SWINGS,
    YES,
    ask,
    become,
    call,
    finish,
)
from .people import (
    BY_DEXTERITY,
    break_chair,
    drop,
    drop_chair,
    gain,
    has,
    lay,
    layer_of,
    level,
    lies_at,
    loads,
    lose_item,
    lost_arms,
    occupant,
    pick_up,
    roll_under,
    show_item,
    tag,
    under_furniture,
)

REFUSED = -1
"""The answer that declines a second-round order (BA-EXEC-5)."""
IMPOSSIBLE = -2
"""Nothing could be asked: the order is lost."""
LONGEST_CHAIR_THROW = 8


@rule
def declined(s: State, c: int) -> None:
    emit(s, DECLINED, tag(s, c))
    finish(s)


# Doors and windows.


@rule
def op_opens(s: State, c: int, kind: int) -> None:
    """OUV and FER (BA-DOOR-1…9, BA-WIN); an answer to FER above 100 asks for the bolt."""
    frame = s.frames[s.depth - 1]
    if frame[1] == 0:
        found = False
        for f in range(s.fixture_count):
            if openable(s, c, f) if kind == OUV else closable(s, c, f):
                found = True
        if not found:
            emit(s, LOST_NO_LEAF, tag(s, c))
            finish(s)
            return
        frame[1] = 1
        ask(s, Q_OPEN if kind == OUV else Q_CLOSE, c)
    elif frame[1] == 1:
        f = s.result
        if f == REFUSED:
            declined(s, c)
            return
        frame[4] = f
        frame[1] = 2
        if f >= 100:
            f -= 100
        if s.fixture_kind[f] == WINDOW:
            set_fixture(s, f, OPEN if kind == OUV else CLOSED)
            finish(s)
            return
        begin_chain(s, c)
        call(s, SWINGS, c, f, 1 if kind == OUV else 0)
    else:
        if s.result and frame[4] >= 100:
            # The bolt is shot from inside, with the same order (BA-DOOR-9).
            set_fixture(s, frame[4] - 100, BOLTED)
        finish(s)


# Taking.


@rule
def reach_layer(s: State, c: int, p: int) -> int:
    """The layer of p in which c may take something: 0 floor, 1 top, -1 none (BA-PRE-2, BA-PRE-3)."""
    n = s.piece[p] - 1
    if n >= 0 and s.overturned[n]:
        return -1
    if s.prone[c]:
        return 0 if base(s, p) == base(s, s.at[c]) and s.ground[p] & 7 != BAR else -1
    here = level(s, c)
    there = surface(s, p)
    if there != here and not one_step(s, here, there):
        return -1
    kind = upright_kind(s, p)
    if kind != NO_PIECE:
        return 1 if bears(kind) else -1
    return 1 if s.ground[p] & 7 == BAR else 0


@rule
def reach_point(s: State, c: int, where: int) -> int:
    """His own point (0) or the neighbour in direction `where` − 1, when he reaches there; NOWHERE otherwise (BA-PRE-1)."""
    if where == 0:
        return s.at[c]
    d = where - 1
    q = towards(s, s.at[c], d)
    if q == NOWHERE or not is_front(s.facing[c], d) or barred(s, s.at[c], d, REACHING):
        return NOWHERE
    return q


@rule
def taking_refusal(s: State, c: int, where: int, item: int) -> int:
    """Why such an object cannot be taken there (BA-PRE-1…4)."""
    p = reach_point(s, c, where)
    if p == NOWHERE:
        return NOT_IN_REACH
    if item == CHAIR:
        return chair_refusal(s, c, p)
    if item == NOTHING or s.litter[p] & (FLOOR_OBJECTS | TOP_OBJECTS) == 0:
        return NOT_LYING_THERE
    layer = reach_layer(s, c, p)
    if layer >= 0 and lies_at(s, item, p, layer):
        return 0
    if not lies_at(s, item, p, 0) and not lies_at(s, item, p, 1):
        return NOT_LYING_THERE
    n = s.piece[p] - 1
    return UNDER_TABLE if n >= 0 and s.overturned[n] else WRONG_LEVEL


@rule
def chair_refusal(s: State, c: int, p: int) -> int:
    """Two hands, standing, at his own level; the floor of an overturned table is no hindrance to a chair on it."""
    if s.litter[p] & CHAIR_HERE == 0:
        return NOT_LYING_THERE
    if s.prone[c] or s.stuck[c]:
        return CHAIR_NEEDS_FEET
    if lost_arms(s, c):
        return CHAIR_NEEDS_ARMS
    return 0 if base(s, p) == level(s, c) or one_step(s, level(s, c), base(s, p)) else WRONG_LEVEL


@rule
def can_take(s: State, c: int, where: int, item: int) -> bool:
    return taking_refusal(s, c, where, item) == 0


@rule
def nothing_to_take(s: State, c: int) -> int:
    """0 when something can be taken; otherwise why not: for a chair that he cannot lift, or because nothing is there."""
    why = NOT_LYING_THERE
    for where in range(9):
        p = reach_point(s, c, where)
        if p != NOWHERE and s.litter[p] & (CHAIR_HERE | FLOOR_OBJECTS | TOP_OBJECTS):
            for item in range(1, 14):
                found = taking_refusal(s, c, where, item)
                if found == 0:
                    return 0
                if found == CHAIR_NEEDS_ARMS or found == CHAIR_NEEDS_FEET:
                    why = found
    return why


@rule
def anything_to_take(s: State, c: int) -> bool:
    return nothing_to_take(s, c) == 0


@rule
def op_takes(s: State, c: int) -> None:
    """PRE (BA-PRE); what was taken is left in `s.taken`. An answer is 14 × place + object."""
    frame = s.frames[s.depth - 1]
    if frame[1] == 0:
        s.taken = NOTHING
        why = nothing_to_take(s, c)
        if why:
            lose_taking(s, c, why)
            return
        frame[1] = 1
        ask(s, Q_TAKE, c)
    elif frame[1] == 1:
        if s.result == REFUSED:
            declined(s, c)
            return
        frame[3] = s.result
        frame[1] = 2
        if loads(s, c) == SLOTS:
            # Six objects: one is dropped first, or nothing is taken (BA-PRE-5).
            frame[1] = 3
            ask(s, Q_MAKE_ROOM, c)
    elif frame[1] == 3:
        if s.result == REFUSED:
            emit(s, LOST_SIX, tag(s, c))
            finish(s)
            return
        drop(s, c, s.result)
        frame[1] = 2
    else:
        item = frame[3] % 14
        p = reach_point(s, c, frame[3] // 14)
        if item == CHAIR:
            s.litter[p] &= ~CHAIR_HERE
        else:
            pick_up(s, item, p, reach_layer(s, c, p))
        gain(s, c, item, 1)
        s.taken = item
        emit(s, TAKES_UP, tag(s, c), item, p)
        finish(s, 1)


@rule
def lose_taking(s: State, c: int, why: int) -> None:
    """The order is lost, and the log says why."""
    if why == CHAIR_NEEDS_ARMS:
        emit(s, LOST_ARM, tag(s, c))
    elif why == CHAIR_NEEDS_FEET:
        emit(s, LOST_POSTURE, tag(s, c))
    else:
        emit(s, LOST_NOTHING_THERE, tag(s, c))
    finish(s)


# Breaking.


@rule
def op_breaks(s: State, c: int) -> None:
    """BRI: a whole bottle becomes a broken one (BA-BRI-1)."""
    frame = s.frames[s.depth - 1]
    if frame[1] == 0:
        s.taken = NOTHING
        if not has(s, c, BOTTLE):
            emit(s, LOST_NO_BOTTLE, tag(s, c))
            finish(s)
            return
        frame[1] = 1
        ask(s, Q_BREAK, c)
    elif s.result == YES:
        lose_item(s, c, BOTTLE)
        gain(s, c, BROKEN, 1)
        s.taken = BROKEN
        emit(s, BREAKS_BOTTLE, tag(s, c))
        finish(s, 1)
    else:
        declined(s, c)


# Throwing.


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
def op_throws(s: State, c: int, aimed: int, only: int) -> None:
    """LAN: object, mode, direction, point, part (BA-LAN-1). `only` is the object of a PRE/LAN.

    Frame: 5 set for an aggressive throw, 6 direction, 7 last point counted from the thrower (0 for none).
    """
    frame = s.frames[s.depth - 1]
    place = frame[1]
    if place == 0:
        if loads(s, c) == 0 or (only and not has(s, c, only)):
            emit(s, LOST_NO_OBJECT, tag(s, c))
            finish(s)
            return
        frame[1] = 1
        ask(s, Q_THROW, c)
    elif s.result == REFUSED and place < 5:
        declined(s, c)
    elif place == 1:
        s.weapon = s.result
        if s.weapon != CHAIR:
            drop_chair(s, c)
        show_item(s, c, s.weapon)
        frame[5] = 1
        frame[1] = 2
        if s.weapon != CHAIR:
            # A chair is thrown aggressively only (BA-LAN-3); other things that are no missiles only tactically.
            frame[5] = 0
            if throwable_hard(s.weapon):
                frame[1] = 3
                ask(s, Q_MODE, c)
    elif place == 3:
        frame[5] = s.result
        frame[1] = 2
    elif place == 2:
        frame[1] = 4
        ask(s, Q_TOWARDS, c)
    elif place == 4:
        frame[6] = s.result
        frame[1] = 5
        if frame[5] == 0 or (s.weapon == CHAIR and reach_of_flight(s, c, frame[6]) > 0):
            frame[1] = 6
            ask(s, Q_FAR, c)
    elif place == 6:
        if s.result == REFUSED:
            declined(s, c)
            return
        frame[7] = s.result
        frame[1] = 5
    elif place == 5:
        release(s, c, aimed)
    else:
        s.part = s.result
        become_flight(s, c)


@rule
def release(s: State, c: int, aimed: int) -> None:
    """The object leaves the hand."""
    frame = s.frames[s.depth - 1]
    d = frame[6]
    if frame[5] == 0:
        throw_tactically(s, c, d, frame[7])
        finish(s)
        return
    s.part = NOBODY
    s.aim_target = first_met(s, c, d, frame[7])
    if aimed and s.prone[c] == 0 and s.aim_target >= 0:
        frame[1] = 8
        ask(s, Q_PART, c)
        return
    become_flight(s, c)


@rule
def become_flight(s: State, c: int) -> None:
    frame = s.frames[s.depth - 1]
    d = frame[6]
    last = frame[7]
    emit(s, THROWS_AT, tag(s, c), s.weapon, d)
    if s.part >= 0:
        emit(s, AIMED, tag(s, c), tag(s, s.aim_target), s.part)
    lose_item(s, c, s.weapon)
    become(s, FLIES, c, d, last, 0, s.at[c])


@rule
def first_met(s: State, c: int, d: int, last: int = 0) -> int:
    """The first character whom an aggressive throw may attack, within `last` points (0: any); a chosen part is for him (BA-LAN-12)."""
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
    """Is a prone character safe from a throw that reaches him from the point `before`? (BA-COVER-1, -2)"""
    if s.prone[target] == 0:
        return False
    if s.prone[c] == 0 and under_furniture(s, target):
        return True
    if before == s.at[c]:
        return False
    return upright_kind(s, before) != NO_PIECE or s.ground[before] & 7 == BAR


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
def op_flies(s: State, c: int, d: int, last: int) -> None:
    """An aggressive throw: it meets those on the line one after the other (BA-LAN-7, -8).

    `s.weapon` flies, `s.part` is for `s.aim_target`. Frame: 5 points flown, 6 where it is, 7 layer to look at, 8 target + 1.
    """
    frame = s.frames[s.depth - 1]
    if frame[1] == 0:
        # The next point, unless the flight ends here.
        p = frame[6]
        if (last and frame[5] == last) or not flies_on(s, c, p, d):
            off = towards(s, p, d) == NOWHERE and (last == 0 or frame[5] < last)
            end_of_flight(s, NOWHERE if off else p)
            return
        frame[5] += 1
        frame[6] = towards(s, p, d)
        frame[7] = 0
        frame[1] = 1
    elif frame[1] == 1:
        if frame[7] > 1:
            frame[1] = 0
            return
        target = on_line(s, frame[6], frame[7])
        frame[7] += 1
        if target < 0:
            return
        frame[8] = target + 1
        if covered(s, c, target, towards(s, frame[6], turned(d, 4))):
            emit(s, PASSES_OVER, tag(s, target))
        elif s.prone[target]:
            frame[1] = 2
            ask(s, Q_MEET, c)
        else:
            frame[1] = 3
    elif frame[1] == 2:
        frame[1] = 3
        if s.result != YES:
            frame[1] = 1
            emit(s, PASSES_OVER, tag(s, frame[8] - 1))
    elif frame[1] == 3:
        target = frame[8] - 1
        frame[1] = 4
        begin_chain(s, -1)
        flags = THROWN
        # Behind, seen from the target (BA-LAN-10).
        if is_rear(s.facing[target], turned(d, 4)):
            flags |= FROM_BEHIND
        column = flight_column(s, c, target)
        # The part that was aimed at is for the character named when aiming only (BA-R92).
        if target != s.aim_target:
            s.part = NOBODY
        call(s, STRIKES, c, target, flight_row(s.weapon), column, flags)
        s.frames[s.depth - 1][7] = range_modifier(frame[5])
    elif s.result:
        end_of_flight(s, frame[6])
    else:
        # A miss flies on.
        frame[1] = 1


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
