"""The scenarios of the box and of packs: which there are, and whether what they say can be used on any board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bagarre.kernel.pack import Entry

from .drawing import DrawingError
from .meta import META
from .state import (
    CAST,
    FIRST_SIDE,
    LAST_SIDE,
    NOBODY_LEFT,
    RANDOM_PLACES,
    SCORE_TERMS,
    SEATS,
    TIE_FIRST,
    TIE_POINTS,
    TIE_SECOND,
    ZONES,
)
from .tuning import check_change

FIELDS = (
    "name", "flag", "players", "sides", "size", "placement", "zones", "draw_zones", "turns", "loot", "police", "escape",
    "caller", "end", "tie", "bottles", "score", "cast",
)  # fmt: skip
PLACEMENTS = {"random": RANDOM_PLACES, "zones": ZONES, "cast": CAST}
END_RULES = {"last_side": LAST_SIDE, "nobody": NOBODY_LEFT, "first_side": FIRST_SIDE}
TIE_RULES = {"points": TIE_POINTS, "first": TIE_FIRST, "second": TIE_SECOND}
MOST_POINTS = 100
"""Points of one score term."""


@dataclass
class Scenario:
    """How a game is set up and won; `entry` reads the rest when it is used."""

    name: dict[str, str]
    entry: Entry


def read_scenarios(shipped: Entry, roots: Sequence[Entry]) -> dict[str, Scenario]:
    """The scenarios of the box, in which a pack changes only the fields it gives; `own` is a pack's own."""
    entries = dict(shipped.entries("scenarios"))
    for _, change in shipped.entries("change"):
        check_change(change, "scenario", entries)
    for root in roots:
        for name, entry in root.entries("scenarios") if root.has("scenarios") else ():
            if name not in entries:
                raise root.wrong("scenarios", "one_of", value=name, allowed=", ".join(entries))
            entries[name] = Entry(entry.file, entry.path, {**entries[name].data, **entry.data})
    for root in roots:
        if root.has("scenario"):
            entries["own"] = root.entry("scenario")
    for entry in entries.values():
        _check(entry)
    return {name: Scenario(entry.names(), entry) for name, entry in entries.items()}


def _check(entry: Entry) -> None:
    """What can be told without the board; the rest is told when a game is prepared."""
    entry.allow(*FIELDS)
    if entry.has("flag"):
        entry.flag()
    players_of(entry)
    list(scores_of(entry))
    entry.one_of("placement", list(PLACEMENTS))
    entry.one_of("end", list(END_RULES), "last_side")
    entry.one_of("tie", list(TIE_RULES), "points")
    entry.number("turns", 1, 60, 1)
    entry.number("size", 1, 4, 1)
    entry.number("police", 0, 60, 0)
    entry.number("escape", 0, 60, 0)
    entry.switch("draw_zones")
    if len(entry.texts("zones")) > SEATS:
        raise DrawingError("too_many_zones", file=entry.file, entry=entry.path, most=SEATS)
    entry.texts("bottles")
    if entry.has("loot"):
        entry.text("loot")
    _check_cast(entry)


def _check_cast(entry: Entry) -> None:
    """Sides are those of a cast, and who telephones is one of it."""
    who = []
    for _, member in entry.entries("cast") if entry.switch("sides") or entry.has("cast") else ():
        member.allow("side", "who", "at", "facing")
        member.number("side", 1, 2)
        member.number("facing", 1, 8, 1)
        member.text("at", "")
        who.append(member.text("who"))
    if entry.has("caller"):
        entry.one_of("caller", who)


def players_of(entry: Entry) -> tuple[int, int]:
    """The least and the most players."""
    if len(entry.listing("players")) != 2:
        raise _wrong_length(entry, "players", 2)
    least, most = entry.numbers("players", META.players[0], META.players[-1])
    if least > most:
        raise entry.wrong("players", "number", value=most, least=least, most=META.players[-1])
    return least, most


def scores_of(entry: Entry) -> Iterator[dict[str, int]]:
    """Points by term, for each of two sides."""
    given = entry.get("score")
    tables = given if isinstance(given, list) else [given, given]
    if len(tables) != 2:
        raise _wrong_length(entry, "score", 2)
    for table in tables:
        if not isinstance(table, dict):
            raise entry.wrong("score", "table", value=table)
        score = Entry(entry.file, f"{entry.path}.score", table)
        score.allow(*SCORE_TERMS)
        yield {term: score.number(term, -MOST_POINTS, MOST_POINTS) for term in table}


def _wrong_length(entry: Entry, field: str, expected: int) -> DrawingError:
    found = len(entry.listing(field))
    return DrawingError(
        "row_length", file=entry.file, entry=entry.path, field=field, expected=expected, found=found
    )
