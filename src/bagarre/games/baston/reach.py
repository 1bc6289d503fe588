"""What lies within reach of somebody: what the plan frames while an action is written, by the rules' own tests."""

from __future__ import annotations

from .boardview import middle
from .rules.destroying import smashable, telephone, tippable
from .rules.doors import closable, fixture_on, openable
from .rules.geometry import towards
from .rules.pushing import push_target
from .rules.taking import can_take, reach_point
from .shapes import Reach
from .state import CHAIR_HERE, ITEM_KINDS, NOWHERE, PIECES, State

AROUND = range(8)
CHAIRS, PHONE = 8, 16
"""Where chairs and the telephone begin among what may be destroyed (BA-DES-1)."""


def within_reach(s: State, c: int) -> Reach:
    """Points with something to take or a chair to move, doors and windows, furniture; nothing that every order would miss."""
    leaves = [f for f in range(s.fixture_count) if openable(s, c, f) or closable(s, c, f)]
    leaves += [fixture_on(s, s.at[c], d) for d in AROUND if smashable(s, c, d)]
    leaves += [telephone(s)] if smashable(s, c, PHONE) else []
    pushed = [push_target(s, c, d) - 1 for d in AROUND]
    tipped = [tippable(s, c, d) - 1 for d in AROUND]
    pieces = sorted({n for n in (*pushed, *tipped) if 0 <= n < PIECES})
    spots = takeable(s, c)
    spots |= {towards(s, s.at[c], d) + 0 for d in AROUND if smashable(s, c, CHAIRS + d) or _chair(s, c, d)}
    return {
        "things": [middle(p) for p in sorted(spots) if p != NOWHERE],
        "fixtures": sorted({f for f in leaves if f >= 0}),
        "furniture": pieces,
        "any": bool(spots or pieces or leaves),
    }


def takeable(s: State, c: int) -> set[int]:
    """The points from which something can be taken (BA-PRE-1)."""
    places = (w for w in range(9) if any(can_take(s, c, w, item) for item in range(1, ITEM_KINDS)))
    return {reach_point(s, c, where) + 0 for where in places}


def _chair(s: State, c: int, d: int) -> bool:
    """Is there a chair that way which can be pushed?"""
    q = towards(s, s.at[c], d)
    return q != NOWHERE and bool(s.litter[q] & CHAIR_HERE) and push_target(s, c, d) != 0
