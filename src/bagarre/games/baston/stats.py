"""What a study of brawls counts: orders and their fate, wounds by blow, stuns, falls, furniture, how people leave."""

from typing import Any

from bagarre.kernel.rule import rule, table

from . import events as e
from .events import CUT, EVENTS, HITS, STUNNED, WOUNDED
from .state import WEAPONS, State

COUNTED = {
    e.EXECUTES: "orders",
    e.TO_HIT: "blows",
    e.HITS: "hits",
    e.CUT: "cuts",
    e.BUMPS: "bumps",
    e.DECLINED: "declined",
    e.JOSTLE: "jostles",
    e.STUNNED: "stuns",
    e.GRABS: "grabs",
    e.TRIPS: "trips",
    e.THROWS_AT: "throws",
    e.FALLS_IN_PLACE: "falls",
    e.FALLS_FROM_HEIGHT: "falls",
    e.TUMBLES_DOWN: "falls",
    e.KNOCKED_OUT: "knocked_out",
    e.PUSHED_OFF: "pushed_off",
    e.LEAVES_BOARD: "left_board",
    e.CHAIR_BREAKS: "chairs_broken",
    e.PIECE_FALLS: "pieces_destroyed",
    e.SMASHED: "smashed",
    e.TABLE_FLIPS: "tables_overturned",
    e.GLASS_BREAKS: "bottles_broken",
    e.BREAKS_ON_FLOOR: "bottles_broken",
    e.ROBS_ITEM: "robberies",
    e.TURN_BEGINS: "turns",
}
STATS = (
    *dict.fromkeys(COUNTED.values()),
    "lost_orders",
    "wounds",
    "stun_sequences",
    *(f"wounds_{weapon}" for weapon in WEAPONS),
    "wounds_shards",
)
_STAT_OF = table(STATS.index(COUNTED[kind.number]) if kind.number in COUNTED else -1 for kind in EVENTS.kinds)
LOST_ORDER = table(1 if kind.name.startswith("lost_") else 0 for kind in EVENTS.kinds)
_LOST, _WOUNDS, _STUN = (STATS.index(name) for name in ("lost_orders", "wounds", "stun_sequences"))
_BY_WEAPON = STATS.index(f"wounds_{WEAPONS[0]}")
SHARDS = len(WEAPONS)
"""Counted after the weapons."""


@rule
def watch(s: State, tally: Any) -> None:
    """Count the events of a step. A wound follows the blow or the shards that made it."""
    cause = SHARDS
    for i in range(min(s.event_count, len(s.events))):
        row = s.events[i]
        kind = row[0]
        if _STAT_OF[kind] >= 0:
            tally[_STAT_OF[kind]] += 1
        if LOST_ORDER[kind]:
            tally[_LOST] += 1
        elif kind == WOUNDED:
            tally[_WOUNDS] += row[4]
            tally[_BY_WEAPON + cause] += row[4]
        elif kind == STUNNED:
            tally[_STUN] += row[3]
        elif kind == HITS:
            cause = row[7]
        elif kind == CUT:
            cause = SHARDS
