"""What the reader is shown while a sheet is written: where its orders lead, and what the one under the pencil would find."""

from __future__ import annotations

from bagarre.kernel.speech import Speech

from . import approach, outlook, shapes
from .boardview import middle
from .choices import CB, CJ, CP, CS, CV, LAN, ORDER_ARG, ORDER_KIND, ORDERS, SECOND_ORDERS
from .drawing import point_name
from .forecast import (
    CRAWLS,
    PIVOTS,
    STAY,
    WALKS,
    Forecast,
    forecast_in,
    forecast_sheet,
    second_round,
    told,
    turned,
    world_before,
)
from .reach import within_reach
from .rules.people import tag
from .shapes import Best, Pencil, Stamp, Trail
from .state import NOBODY, NOWHERE, State


def trails(s: State, seat: int) -> list[Trail]:
    """Where the reader's other sheets lead, as far as they are written, if nobody else moves."""
    trails: list[Trail] = []
    for c in range(s.crowd):
        if s.seat_of[c] != seat or c == s.page[seat] or not s.written[c]:
            continue
        boxes = forecast_sheet(s, c)
        line = [middle(p) for found in boxes for p in found.way if p != NOWHERE]
        if any(spot != line[0] for spot in line):
            trails.append({"character": c, "line": line, "facing": boxes[-1].facing + 1})
    return trails


def pencil(s: State, seat: int, speech: Speech) -> Pencil:
    """Where the character stands when the order under the pencil begins, and what each blow or action would find there."""
    c, b = s.page[seat], s.box[seat]
    world = world_before(s, c, b)
    placed = world.at[c] != NOWHERE
    stamps: dict[str, Stamp] = {}
    for code in SECOND_ORDERS if b & 1 and placed else ():
        found = second_round(world, c, code)
        stamps[ORDERS[code]] = {
            "lost": found.lost,
            "nearer": False,
            "safe": False,
            "screened": found.screened,
            **approach.NOBODY_SEEN,
            **_best(found, world, c, b, code),
        }
    steps = CRAWLS if world.prone[c] else WALKS
    nearer = approach.nearer(world, c) if placed and not b & 1 else ()
    hunted = placed and not b & 1 and bool(outlook.threats(world, c))
    for code in (STAY, *steps, *turned(steps), *PIVOTS) if placed and not b & 1 else ():
        after = forecast_in(world, c, b, code)
        still = code == STAY or code in PIVOTS
        # A step that leads nowhere: a wall, a piece of furniture, a stronger man.
        stays = len(after.way) == 1 and not still
        near = not still and ORDER_ARG[code] in nearer
        safe = hunted and not stays and after.world is not None and not outlook.threats(after.world, c)
        stamps[ORDERS[code]] = {
            "lost": stays,
            "nearer": near,
            "safe": safe,
            "screened": "",
            **approach.seen(after, stays),
        }
    approach.settle(stamps, world, c, b)
    struck = stamps["CP"]["target"] if "CP" in stamps else None
    return {
        "at": point_name(world.at[c]) if placed else None,
        "xy": middle(world.at[c]) if placed else None,
        "facing": world.facing[c] + 1,
        "prone": bool(world.prone[c]),
        "round": b % 2 + 1,
        "target_xy": middle(world.at[struck]) if struck is not None else None,
        "reach": within_reach(world, c) if placed and b & 1 else NOTHING_NEAR,
        "stamps": stamps,
        "runs": approach.run_ends(world, c, b) if placed and not b & 1 and not world.prone[c] else {},
    }


NOTHING_NEAR: shapes.Reach = {"things": [], "fixtures": [], "furniture": [], "any": False}


def _best(found: Forecast, world: State, c: int, b: int, code: int) -> Best:
    """The likeliest target of a blow."""
    target, faces = max(found.targets, key=lambda pair: pair[1], default=(NOBODY, 0))
    kind = ORDER_KIND[code]
    if target == NOBODY:
        # A missile has its name, though nobody is on its lines.
        missile = next(iter(outlook.missiles(world, c)), None) if kind == LAN else None
        return approach.NO_TARGET | {"weapon": missile}
    if kind == LAN:
        way, item = next((d, item) for d, other, item in outlook.lines(world, c) if other == target)
        flight = outlook.throw(world, c, target, item, way)
        return {
            "target": target,
            "percent": 5 * faces,
            "wounds": round(flight.wounds, 2),
            "out": flight.out,
            "weapon": item,
        }
    if kind not in (CB, CP, CS, CV):
        # A trip rolls nothing: it waits for somebody to walk.
        return approach.NO_TARGET | {"target": target, "percent": None if kind == CJ else 5 * faces}
    blow = outlook.order(world, c, kind, target, outlook.will_be_aimed(world, c, b, kind))
    return {
        "target": target,
        "percent": 5 * faces,
        "wounds": round(blow.wounds, 2),
        "out": blow.out,
        "weapon": outlook.best_weapon(world, c, target) if kind == CP else None,
    }


def led(found: Forecast) -> shapes.Led:
    """Where an order leads."""
    way = [p for p in found.way if p != NOWHERE]
    return {
        "way": [point_name(p) for p in way],
        "line": [middle(p) for p in way],
        "facing": found.facing + 1,
        "prone": found.prone,
        "lost": found.lost,
    }


def forecast(s: State, c: int, speech: Speech) -> list[shapes.Forecast | None]:
    """Where the orders on the sheet lead, box by box, if nobody else moves."""
    names = [str(speech.name("character", tag(s, other))) for other in range(s.crowd)]
    boxes: list[shapes.Forecast | None] = []
    for b, found in enumerate(forecast_sheet(s, c)):
        writable = s.editable[c] >> b & 1
        boxes.append(
            {
                "box": b + 1,
                "written": bool(s.written[c] >> b & 1),
                "at": point_name(found.way[-1]) if found.way[-1] != NOWHERE else None,
                **led(found),
                "targets": [
                    {
                        "character": target,
                        "percent": 5 * faces,
                        "xy": middle(spot) if spot != NOWHERE else None,
                    }
                    for (target, faces), spot in zip(found.targets, found.spots)
                ],
                "weapon": str(speech.name("weapon_in_hand", found.weapon)) if found.weapon else "",
                "warnings": told(found, speech, names) if s.written[c] >> b & 1 else [],
            }
            if writable
            else None
        )
    return boxes
