"""Where somebody who is jostled away ends, and what it is worth: aside, over an edge, off the board, or nowhere (BA-JOST-5…8)."""

from __future__ import annotations

from typing import NamedTuple

from .rules.geometry import (
    AGAINST_LEAF,
    BY_WALK,
    EDGE,
    FREE,
    OBSTACLE,
    OFFBOARD,
    direction_to,
    standing_class,
    towards,
    turned,
)
from .rules.jostle import pushed_class, sideways_class
from .rules.people import occupant, side_of
from .state import CROWD, NOWHERE, W_ESCAPED, W_LOST, W_RIVALS_OUT, W_SHOVED, W_STANDING, State
from .tactics import is_enemy

AWAY, FALLS, OFF, WALLED, STUCK = "", "falls", "off", "walled", "stuck"
"""Makes room; falls from a height; leaves the board; has no way out; a third behind him, who is stronger or held."""


class Shove(NamedTuple):
    """What becomes of whoever loses a jostle."""

    end: str
    at: int = NOWHERE
    """The point on which he stands then, where no die decides it and nobody else is there."""


ROOM = Shove(AWAY)
"""He makes room; where he is then is not known."""


def shoved(s: State, mover: int, other: int, p: int) -> Shove:
    """The other, when the mover wins the jostle for point p."""
    d = direction_to(s.at[mover], p)
    if d < 0:
        return ROOM
    world = s.copy()
    for c in range(CROWD):
        world.chain[c] = int(c == mover)
    return _pushed(world, other, d)


def worth(s: State, c: int, by: int) -> int:
    """The points that somebody who leaves the board brings the side of who pushed him, or of himself."""
    side = side_of(s, s.seat_of[by])
    row = s.weights[side if s.sided else 0]
    if side_of(s, s.seat_of[c]) != side:
        return int(row[W_SHOVED] + row[W_RIVALS_OUT])
    escaped = row[W_ESCAPED] if c == by and s.escape and s.turn >= s.escape else 0
    return int(row[W_LOST] + escaped - row[W_STANDING])


def could_be_off(s: State, c: int) -> list[int]:
    """The rivals beside him who are stronger, free to walk, and have the edge of the board behind him (BA-JOST-7)."""
    found = []
    for other in range(s.crowd):
        bound = s.stun[other] or s.held_by[other] or s.prone[other] or s.fate[other]
        if bound or s.at[other] == NOWHERE or not is_enemy(s, c, other) or not s.strength[other]:
            continue
        d = direction_to(s.at[other], s.at[c])
        stronger = s.prone[c] or s.strength[other] > s.strength[c]
        if d >= 0 and stronger and standing_class(s, s.at[other], d, BY_WALK) == FREE:
            found += [other] * (shoved(s, other, c, s.at[c]).end == OFF)
    return found


def _pushed(s: State, c: int, d: int) -> Shove:
    """Pushed that way, or one of the two beside it (BA-JOST-5)."""
    s.chain[c] = 1
    if s.held_by[c]:
        return Shove(STUCK)
    footing = int(pushed_class(s, c, d))
    if footing != OBSTACLE:
        return _along(s, c, d, footing)
    aside = [(way, int(sideways_class(s, c, way))) for way in (turned(d, -1), turned(d, 1))]
    free = [(way, footing) for way, footing in aside if footing != OBSTACLE]
    if not free:
        return Shove(WALLED)
    alone = [(way, footing) for way, footing in free if not _met(s, c, way, footing)]
    found = {_along(s.copy(), c, way, footing) for way, footing in (alone if len(alone) == 1 else free)}
    ends = {one.end for one in found}
    return found.pop() if len(found) == 1 else Shove(ends.pop() if len(ends) == 1 else AWAY)


def _met(s: State, c: int, d: int, footing: int) -> bool:
    return footing != OFFBOARD and occupant(s, towards(s, s.at[c], d), s.prone[c]) >= 0


def _along(s: State, c: int, d: int, footing: int) -> Shove:
    """That way, past a third who stands there (BA-JOST-6)."""
    if footing == OFFBOARD:
        return Shove(OFF)
    if footing == AGAINST_LEAF:
        return ROOM
    q = int(towards(s, s.at[c], d))
    third = occupant(s, q, s.prone[c])
    if third < 0:
        return Shove(FALLS if footing == EDGE else AWAY, q)
    over = s.prone[third] and not s.prone[c]
    known = s.strength[third] and s.strength[c]
    if s.held_by[third] or (known and not over and s.strength[third] > s.strength[c]):
        return Shove(STUCK)
    if not over and (not known or s.strength[c] == s.strength[third]):
        return ROOM
    stays = _pushed(s, third, d).end in (WALLED, STUCK)
    return Shove(STUCK if stays else FALLS if footing == EDGE else AWAY)
