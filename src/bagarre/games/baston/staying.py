"""Whether a rival who can be struck when a sheet is written will still be there when the blow falls: who acts before whom, and who has a reason to go.

Everybody can see it: ranks, dazes, where people stand and look, and who is one blow from his end.
"""

from __future__ import annotations

from . import outlook
from .choices import ORDER_SUFFIX
from .forecast import FRAIL, PIVOTS, WALKS, first_box, forecast_in, jostles_own, rival_after, turned
from .rules.people import in_play
from .state import HEAD, NOBODY, NOWHERE, TRUNK, State

SURE, LIKELY, UNSURE, LEAVES = "sure", "likely", "unsure", "leaves"
"""He cannot move before; those who stand within a step already stay for it; others turn up elsewhere now and then; the wounded mostly go.

In 25 first brawls written as the coach says against a newcomer's bot 182, 119, 137 and 27 such blows were struck; 4, 8, 28 and 17 of them found nobody."""


def moves_before(s: State, c: int, other: int, b: int) -> int:
    """How often the other may still move before the action of that beat, each at his rank (BA-EXEC-2); a daze takes his first beats (BA-STUN-6)."""
    rank = [s.by_rank[i] + 0 for i in range(s.crowd)]
    beats = b // 2 - first_box(s) // 2 + (rank.index(other) < rank.index(c))
    return max(0, beats - s.stun[other])


def fragile(s: State, other: int) -> bool:
    """One blow from being knocked out, as far as his sheet is open (BA-WOUND-2)."""
    return s.strength[other] > 0 and min(s.hp[other][HEAD], s.hp[other][TRUNK]) <= FRAIL


def staying(s: State, c: int, other: int, b: int) -> str:
    """What may be expected of him, from where everybody stands now."""
    if not moves_before(s, c, other, b):
        return SURE
    if fragile(s, other) and in_play(s, other):
        return LEAVES
    return LIKELY if outlook.distance(s, c, other) == 1 or s.held_by[other] else UNSURE


def haven(world: State, c: int, b: int) -> tuple[int, int] | None:
    """The movement after which he can strike a rival and none can strike him without moving first, the likeliest blow and the plainest movement first;
    that order, and whom. Nothing where nobody could strike him anyway."""
    best, found = (0, False), None
    for code in (*WALKS, *PIVOTS, *turned(WALKS)) if outlook.threats(world, c) else ():
        after = forecast_in(world, c, b, code)
        other = rival_after(after)
        if (
            after.world is None
            or other == NOBODY
            or jostles_own(after, world)
            or outlook.friend_in_front(after.world, c)
        ):
            continue
        worth = (outlook.punch(after.world, c, other).percent, not ORDER_SUFFIX[code])
        if worth > best and not outlook.threats(after.world, c):
            best, found = worth, (code, other)
    return found


def refuge(world: State, c: int, b: int) -> int:
    """The plain step after which no rival can strike him without moving first; -1 where there is none."""
    for code in WALKS:
        after = forecast_in(world, c, b, code)
        if (
            after.world is None
            or after.lost
            or after.shoved >= 0
            or len(after.way) == 1
            or after.way[-1] == NOWHERE
        ):
            continue
        if not after.warnings and not outlook.threats(after.world, c):
            return code
    return -1
