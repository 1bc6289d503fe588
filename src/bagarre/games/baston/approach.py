"""The way to the nearest rival, for whoever has nobody within a step; and what the score asks for in the last turn."""

from __future__ import annotations

from typing import NamedTuple

from . import outlook
from .choices import ORDERS
from .forecast import Forecast, forecast_in, rival_after
from .rules.doors import fixture_on
from .rules.geometry import towards
from .rules.hits import behind
from .rules.people import occupant, side_of
from .rules.score import side_points
from .rules.sheet import longest_run
from .shapes import Best, Run, Seen, Stamp
from .shove import OFF, WALLED, worth
from .state import NOBODY, NOWHERE, WINDOW, State
from .tactics import is_enemy
from .ways import FIGHT, distance_at, map_distances, passage

ON_FOOT = 1
"""A step that nothing bars (ways.passage)."""
BESIDE = 1
WALLS = ("warnings.obstacle", "warnings.run_obstacle")
NO_TARGET: Best = {"target": None, "percent": None, "wounds": None, "out": 0, "weapon": None}
NOBODY_SEEN: Seen = {
    **NO_TARGET, "own": None, "back": False, "meets": None, "bumps": False, "end": "", "points": 0,
}  # fmt: skip
ENDS = {
    "warnings.leaves": "leaves",
    "warnings.edge": "edge",
    "warnings.run_obstacle": "bumps",
    "warnings.jostle": "maybe",
    "warnings.jostle_off": "maybe",
}
"""What a warning means for a run; whoever else is in the way stops it."""


class Approach(NamedTuple):
    """The first step of the shortest way, to whom it leads, and what it goes through."""

    way: int
    other: int
    through: str
    """`door` or `window`, as far as the way leads through one; `door_shut` or `window_shut` where it must be opened."""


def nearer(s: State, c: int) -> tuple[int, ...]:
    """The steps on foot that shorten the way to the nearest rival; none where one is beside them or cannot be reached."""
    return tuple(d for d in _onwards(_mapped(s, c), c) if own_at(s, c, d) == NOBODY)


def own_at(s: State, c: int, d: int) -> int:
    """The man of his own side who stands a step that way: whoever goes there jostles him (BA-JOST-2)."""
    q = towards(s, s.at[c], d)
    other = occupant(s, q, s.prone[c]) if q != NOWHERE else NOBODY
    return other if other >= 0 and not is_enemy(s, c, other) else NOBODY


def own_in_way(s: State, c: int) -> tuple[int, int] | None:
    """One of his own side who stands on every shortest way to a rival, and that rival; nobody where a way is free."""
    world = _mapped(s, c)
    steps = _onwards(world, c)
    if not steps or any(own_at(s, c, d) == NOBODY for d in steps):
        return None
    rivals = [other for other in range(s.crowd) if s.at[other] != NOWHERE and is_enemy(s, c, other)]
    return own_at(s, c, steps[0]), min(rivals, key=lambda other: outlook.distance(s, c, other))


def _onwards(world: State, c: int) -> tuple[int, ...]:
    """The steps on foot that shorten the way to a rival who is farther than a step."""
    here = world.at[c]
    return _closer(world, here) if distance_at(world, here) > BESIDE else ()


def approach(s: State, c: int) -> Approach | None:
    """The shortest way to a rival who is not within a step, if it begins on foot."""
    world = _mapped(s, c)
    here = world.at[c]
    steps = tuple(d for d in _onwards(world, c) if own_at(s, c, d) == NOBODY)
    if not steps:
        return None
    # Straight steps read more easily than slanting ones.
    way = min(steps, key=lambda d: (d & 1, d))
    p, d, through = here, way, ""
    while True:
        f = fixture_on(world, p, d)
        if f >= 0 and not through:
            through = "window" if world.fixture_kind[f] == WINDOW else "door"
            through += "" if passage(world, p, d) == ON_FOOT else "_shut"
        p = towards(world, p, d)
        if distance_at(world, p) == 0:
            other = next(x for x in range(world.crowd) if world.at[x] == p and is_enemy(world, c, x))
            return Approach(way, other, through)
        d = (*_closer(world, p), *(e for e in range(8) if _shortens(world, p, e)))[0]


def runs(s: State, c: int, b: int) -> dict[str, int]:
    """The runs straight on that nothing stops and that lead farther than a step: whom they bring in front, NOBODY where they only lead closer."""
    world = _mapped(s, c)
    here = distance_at(world, world.at[c])
    found: dict[str, int] = {}
    for n in range(2, longest_run(s, c) + 1):
        after = forecast_in(s, c, b, ORDERS.index(f"C{n}"))
        if (
            after.lost
            or after.shoved >= 0
            or len(after.way) <= n
            or NOWHERE in after.way
            or after.world is None
        ):
            continue
        rival = NOBODY if outlook.friend_in_front(after.world, c) else rival_after(after)
        if rival != NOBODY or distance_at(world, after.way[-1]) < here - 1:
            found[f"C{n}"] = rival
    return found


def seen(found: Forecast, stays: bool) -> Seen:
    """What a movement leads to: who is in front then, and whom or what it runs into."""
    met = found.shoved if found.shoved >= 0 else next((w.other for w in found.warnings if w.other >= 0), None)
    keys = {w.key: w.points for w in found.warnings}
    told: Seen = NOBODY_SEEN | {"meets": met, "bumps": any(key in WALLS for key in keys)}
    world = found.world
    if "warnings.leaves" in keys:
        return told | {"end": "leaves", "points": keys["warnings.leaves"]}
    if "warnings.walled" in keys or "warnings.stuck" in keys:
        return told | {"end": WALLED}
    if found.shoved >= 0 and found.shove.end and world is not None:
        told |= {
            "end": found.shove.end,
            "points": worth(world, found.shoved, found.c) if found.shove.end == OFF else 0,
        }
    if stays or world is None or found.lost:
        return told
    told["own"] = next(iter(outlook.friends_in_front(world.copy(), found.c)), None)
    rival = rival_after(found)
    if rival == NOBODY:
        return told
    odds = outlook.punch(world, found.c, rival).percent
    return told | {"target": rival, "percent": odds, "back": bool(behind(world, found.c, rival))}


def run_ends(s: State, c: int, b: int) -> dict[str, Run]:
    """Of the runs straight on those that something stops or disturbs: where, and who (BA-RUN-2, BA-RUN-5)."""
    found: dict[str, Run] = {}
    for n in range(2, longest_run(s, c) + 1):
        after = forecast_in(s, c, b, ORDERS.index(f"C{n}"))
        told: Run = {"squares": len(after.way) - 1, "who": None, "end": "", "points": 0}
        if after.shoved >= 0:
            told |= {"who": after.shoved, "end": "shoves"}
        for w in after.warnings:
            if w.other >= 0 or w.key in ENDS:
                who = w.other if w.other >= 0 else None
                told |= {"who": who, "end": ENDS.get(w.key, "stopped"), "points": w.points}
        if told["end"]:
            found[f"C{n}"] = told
    return found


def settle(stamps: dict[str, Stamp], s: State, c: int, b: int) -> None:
    """Where a step brings somebody in front, nobody needs to be told which of the others lead closer; where none does, runs may."""
    if all(stamp["target"] is None for stamp in stamps.values()) and any(
        stamp["nearer"] for stamp in stamps.values()
    ):
        useful = runs(s, c, b)
        for n in range(2, longest_run(s, c) + 1) if useful else ():
            after = seen(forecast_in(s, c, b, ORDERS.index(f"C{n}")), f"C{n}" not in useful)
            # A run that ends at a wall hurts; others that lead nowhere need no word.
            if f"C{n}" in useful or after["bumps"]:
                stamps[f"C{n}"] = {
                    "lost": after["bumps"],
                    "nearer": not after["bumps"],
                    "safe": False,
                    "screened": "",
                    **after,
                }
        return
    if any(stamp["target"] is not None for stamp in stamps.values()):
        for stamp in stamps.values():
            stamp["nearer"] = False


def ahead(s: State, seat: int) -> int:
    """By how many points the seat's side is before the best of the others; behind: less than 0."""
    mine = side_of(s, seat)
    others = {side_of(s, other) for other in range(s.seats)} - {mine}
    return int(side_points(s, mine)) - max((int(side_points(s, side)) for side in others), default=0)


def _mapped(s: State, c: int) -> State:
    """A copy whose event buffer is the map of the distances."""
    world = s.copy()
    map_distances(world, c, FIGHT, 0)
    return world


def _closer(world: State, p: int) -> tuple[int, ...]:
    """The steps on foot that shorten the way: of ways as long as each other those on which nothing is shut."""
    steps = tuple(d for d in range(8) if passage(world, p, d) == ON_FOOT and _shortens(world, p, d))
    return tuple(d for d in steps if _clear(world, towards(world, p, d), {})) or steps


def _clear(world: State, p: int, known: dict[int, bool]) -> bool:
    """Does a shortest way lead from there to the rival on foot?"""
    if p not in known:
        known[p] = distance_at(world, p) == 0 or any(
            passage(world, p, d) == ON_FOOT
            and _shortens(world, p, d)
            and _clear(world, towards(world, p, d), known)
            for d in range(8)
        )
    return known[p]


def _shortens(world: State, p: int, d: int) -> bool:
    q = towards(world, p, d)
    return q != NOWHERE and passage(world, p, d) > 0 and distance_at(world, q) < distance_at(world, p)
