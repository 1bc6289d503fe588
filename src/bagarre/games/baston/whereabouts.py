"""Where everybody stood in the middle of a step: worked out backwards from the position after it and from what the step told."""

from __future__ import annotations

from collections.abc import Sequence

from bagarre.kernel.events import Event

from .choices import CRAWL, JUMP, LEFT, ORDER_ARG, ORDER_KIND, ORDER_SUFFIX, RIGHT, RUN, WALK
from .rules.geometry import towards
from .rules.people import by_letter
from .state import IN_PLAY, NOBODY, NOWHERE, State

STANDS = ("entered", "pushed_to", "made_room", "falls_in_place", "falls_from_height", "body_falls", "drags")
"""Events that say where somebody is from then on."""
LAYS = ("falls_in_place", "falls_from_height", "tumbles_down", "lies")
GONE = ("knocked_out", "leaves_board", "pushed_off")
STEPPED = (WALK, CRAWL, JUMP)
OPENS = ("fixture_moves", "smashed", "piece_moves", "piece_gone", "piece_falls", "table_flips")
"""What changes where blows get through: what came before is not worked out."""


def then(known: State, told: Sequence[Event], place: int) -> State | None:
    """The position when the event at that place was told, as far as blows go; `None` where it cannot be worked out."""
    if any(event.kind.name in OPENS for event in told[place + 1 :]):
        return None
    world = known.copy()
    mine = _who(known, told[place])
    for c in range(world.crowd):
        facing = _facing(known, told, place, c)
        at = _spot(known, told, place, c, facing)
        if c == mine and (facing == NOBODY or at == NOWHERE):
            return None
        if _changed(known, told[place + 1 :], c, GONE):
            world.fate[c] = IN_PLAY
        world.at[c], world.facing[c] = at, facing
        if _changed(known, told[place + 1 :], c, LAYS):
            world.prone[c] = 0
    return world


def _who(known: State, event: Event) -> int:
    fields = event.kind.fields
    value = event.values[0] if fields and fields[0].kind == "character" else None
    return NOBODY if value is None else by_letter(known, value & 31)


def _his(known: State, told: Sequence[Event], c: int, names: Sequence[str]) -> list[int]:
    return [i for i, event in enumerate(told) if event.kind.name in names and _who(known, event) == c]


def _changed(known: State, told: Sequence[Event], c: int, names: Sequence[str]) -> bool:
    return bool(_his(known, told, c, names))


def _value(event: Event, name: str) -> int:
    found = next(value for field, value in zip(event.kind.fields, event.values) if field.name == name)
    return NOWHERE if found is None else found


def _order(known: State, told: Sequence[Event], until: int, c: int) -> int:
    """The order that he was executing then, NOBODY for none."""
    places = _his(known, told[:until], c, ("executes",))
    return _value(told[places[-1]], "order") if places else NOBODY


def _facing(known: State, told: Sequence[Event], place: int, c: int) -> int:
    places = _his(known, told, c, ("turns", "tumbles_down"))
    earlier = [i for i in places if i < place]
    if earlier:
        return _value(told[earlier[-1]], "direction")
    if not places:
        return int(known.facing[c])
    # Whoever turned by one at the end of a movement looked one further before (BA-PIV-1).
    code = _order(known, told, places[0], c)
    turn = {LEFT: 1, RIGHT: -1}.get(ORDER_SUFFIX[code] + 0) if code != NOBODY else None
    return NOBODY if turn is None else (_value(told[places[0]], "direction") + turn) & 7


def _spot(known: State, told: Sequence[Event], place: int, c: int, facing: int) -> int:
    places = _his(known, told, c, (*STANDS, "tumbles_down"))
    earlier = [i for i in places if i < place]
    if earlier:
        return _value(told[earlier[-1]], "point")
    if not places:
        return int(known.at[c])
    # His first step since leads back to where he was.
    first, code = told[places[0]], _order(known, told, places[0], c)
    if first.kind.name != "entered" or code == NOBODY:
        return NOWHERE
    kind = ORDER_KIND[code]
    way = ORDER_ARG[code] if kind in STEPPED else facing if kind == RUN else NOBODY
    return NOWHERE if way == NOBODY else int(towards(known, _value(first, "point"), (way + 4) & 7))
