"""Objects: carried in boxes, lying on points, dropped (BA-OBJ, BA-CHAIR-7)."""

from bagarre.kernel.events import emit
from bagarre.kernel.rule import rule

from ..events import BREAKS_ON_FLOOR, CHAIR_BREAKS, DROPS
from ..state import (
    BAR,
    BOTTLE,
    BROKEN,
    CHAIR,
    CHAIR_HERE,
    CHAIRS,
    FLOOR_OBJECTS,
    LOOSE,
    NOTHING,
    SHARDS_HERE,
    SLOTS,
    TOP_OBJECTS,
    State,
)
from .geometry import on_top
from .people import tag
from .points import count_wreck

# On a sheet.


@rule
def loads(s: State, c: int) -> int:
    """How many boxes are filled (BA-OBJ-1)."""
    count = 0
    for i in range(SLOTS):
        if s.carried[c][i] != NOTHING:
            count += 1
    return count


@rule
def has(s: State, c: int, item: int) -> bool:
    for i in range(SLOTS):
        if s.carried[c][i] == item:
            return True
    return False


@rule
def gain(s: State, c: int, item: int, seen: int) -> None:
    """Put an object in the first free box; `seen` when everybody saw it."""
    i = loads(s, c)
    s.carried[c][i] = item
    s.known[c] = s.known[c] & ~(1 << i) | seen << i


@rule
def lose_item(s: State, c: int, item: int) -> None:
    """Take an object out of its box and close the gap; a box that everybody knows goes first."""
    found = -1
    for i in range(SLOTS):
        if s.carried[c][i] == item and (found < 0 or (s.known[c] >> i & 1) > (s.known[c] >> found & 1)):
            found = i
    for i in range(found, SLOTS - 1):
        s.carried[c][i] = s.carried[c][i + 1]
    s.carried[c][SLOTS - 1] = NOTHING
    below = (1 << found) - 1
    s.known[c] = s.known[c] & below | s.known[c] >> 1 & ~below & 63


@rule
def show_item(s: State, c: int, item: int) -> None:
    """A weapon that is used is known to all (BA-R69)."""
    for i in range(SLOTS):
        if item != NOTHING and s.carried[c][i] == item:
            s.known[c] |= 1 << i
            return


# On the board: `s.loose` holds kind << 10 | layer << 9 | point.


@rule
def lay(s: State, item: int, p: int, layer: int) -> None:
    """Put an object on a point; bottles must have become shards before."""
    if s.loose_count < LOOSE:
        s.loose[s.loose_count] = item << 10 | layer << 9 | p
        s.loose_count += 1
        s.litter[p] |= TOP_OBJECTS if layer else FLOOR_OBJECTS


@rule
def lies_at(s: State, item: int, p: int, layer: int) -> bool:
    wanted = item << 10 | layer << 9 | p
    for i in range(s.loose_count):
        if s.loose[i] == wanted:
            return True
    return False


@rule
def pick_up(s: State, item: int, p: int, layer: int) -> None:
    """Remove an object from a point."""
    wanted = item << 10 | layer << 9 | p
    others = 0
    found = -1
    for i in range(s.loose_count):
        if s.loose[i] == wanted:
            found = i
        elif s.loose[i] & 1023 == wanted & 1023:
            others += 1
    if found >= 0:
        again = 0
        for i in range(s.loose_count):
            if s.loose[i] == wanted:
                again += 1
        s.loose_count -= 1
        s.loose[found] = s.loose[s.loose_count]
        s.loose[s.loose_count] = 0
        if others + again < 2:
            s.litter[p] &= ~(TOP_OBJECTS if layer else FLOOR_OBJECTS)


@rule
def layer_of(s: State, p: int) -> int:
    """Where an object that comes to p lies: on the bar, otherwise on the floor layer (BA-LAN-6)."""
    return 1 if s.ground[p] & 7 == BAR else 0


@rule
def break_chair(s: State, p: int) -> None:
    """A chair is destroyed near p."""
    count_wreck(s, CHAIRS)
    emit(s, CHAIR_BREAKS, p)


# Dropped.


@rule
def drop(s: State, c: int, item: int) -> None:
    """Drop an object where they are (BA-OBJ-3, BA-OBJ-4, BA-CHAIR-7)."""
    p = s.at[c]
    lose_item(s, c, item)
    emit(s, DROPS, tag(s, c), item, p)
    if item == BOTTLE or item == BROKEN:
        s.litter[p] |= SHARDS_HERE
        emit(s, BREAKS_ON_FLOOR, p)
    elif item == CHAIR:
        if s.litter[p] & CHAIR_HERE or (s.prone[c] == 0 and on_top(s, p)):
            break_chair(s, p)
        else:
            s.litter[p] |= CHAIR_HERE
    else:
        lay(s, item, p, 1 if s.prone[c] == 0 and on_top(s, p) else 0)


@rule
def drop_chair(s: State, c: int) -> None:
    if has(s, c, CHAIR):
        drop(s, c, CHAIR)
