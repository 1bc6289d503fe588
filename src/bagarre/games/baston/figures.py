"""Ready-made characters and gangs of packs, and the printed tables; read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bagarre.kernel.pack import Entry

from .drawing import DrawingError
from .rules.setup import PURSE, STAT_POINTS
from .state import (
    COLUMNS,
    ITEMS,
    PARTS,
    WEAPONS,
)
from .tuning import check_change

STATS = ("strength", "dexterity", "speed", "constitution")
MODIFIERS = ("combat", "strength", "dexterity")


HEADS = (0, 0, 0, 3, 3, 1, 2, 4, 3, 2, 4, 1, 0, 4)
"""The head of each look, a portrait of the board; look 0 is drawn by the character's letter."""


@dataclass
class Figure:
    """A ready-made character."""

    id: str
    name: dict[str, str]
    letter: str
    stats: list[int]
    equipment: list[int]
    look: int
    entry: Entry


@dataclass
class Gang:
    name: dict[str, str]
    figures: list[str]


def read_people(roots: Sequence[Entry]) -> tuple[list[Figure], list[Gang]]:
    figures: dict[str, Figure] = {}
    gangs: list[Gang] = []
    for root in roots:
        shipped: dict[str, dict[str, Entry]] = {"gang": {}, "character": {}}
        for name, entry in root.entries("characters") if root.has("characters") else ():
            shipped["character"][name] = entry
            if name not in figures:
                figures[name] = _figure(name, entry)
        for _, entry in root.entries("gangs") if root.has("gangs") else ():
            entry.allow("name", "characters", "flag")
            gangs.append(Gang(_named(entry), [str(name) for name in entry.listing("characters")]))
            shipped["gang"][gangs[-1].name["fr"]] = entry
        for _, change in root.entries("change") if root.has("change") else ():
            kind = "gang" if change.has("gang") else "character"
            check_change(change, kind, shipped[kind])
    for gang in gangs:
        for name in gang.figures:
            if name not in figures:
                raise DrawingError("no_character", file="gangs", id=name)
    if len(figures) > 60:
        raise DrawingError("too_many_characters", file="characters", most=60)
    return list(figures.values()), gangs


def _named(entry: Entry) -> dict[str, str]:
    """The names of a gang or character, neither of them blank."""
    names = entry.names()
    if not all(name.strip() for name in names.values()):
        raise entry.wrong("name", "missing")
    return names


def _figure(name: str, entry: Entry) -> Figure:
    entry.allow("id", "letter", "name", "look", *STATS, "equipment", "flag")
    entry.flag()
    stats = [entry.number(stat, 1, 8 if stat == "constitution" else 7) for stat in STATS]
    if sum(stats) != STAT_POINTS:
        raise DrawingError("points_16", file=entry.file, entry=entry.path, found=sum(stats))
    items = []
    for item in entry.listing("equipment"):
        if item not in ITEMS[1:8] + ITEMS[9:13]:
            raise entry.wrong("equipment", "one_of", value=item, allowed=", ".join(ITEMS[1:6] + ITEMS[9:13]))
        items.append(ITEMS.index(item))
    look = entry.number("look", 0, len(HEADS) - 1, 0)
    return Figure(name, _named(entry), entry.text("letter", ""), stats, items, look, entry)


def read_tables(roots: Sequence[Entry]) -> dict[str, Any]:
    """The printed and reconstructed tables as lists of numbers, later packs over earlier ones."""
    found: dict[str, Any] = {
        "stamina": [[0] * 5 for _ in range(8)],
        "stun": [[0] * 8 for _ in range(3)],
        "cuts": [0] * 8,
        "locate": [[0] * 8 for _ in COLUMNS],
        "results": [[0] * 9 for _ in range(64)],
        "modifier": [0] * 16,
        "cost": [0] * 14,
        "item_names": [{"fr": "rien", "en": "nothing"} for _ in ITEMS],
        "row_names": [{"fr": "", "en": ""} for _ in WEAPONS],
    }
    for root in roots:
        if root.has("hit_points"):
            table = root.entry("hit_points")
            for key in table.data.keys() - {"flag"}:
                _index(table, key, [str(n) for n in range(1, 9)])
                found["stamina"][int(key) - 1] = _numbers(table, key, 5, 1, 20)
        if root.has("stun"):
            table = root.entry("stun")
            for key in table.data.keys() - {"flag"}:
                found["stun"][_index(table, key, ["A", "B", "C"])] = _numbers(table, key, 8, 0, 4)
        if root.has("cuts"):
            found["cuts"] = _parts(root.entry("cuts"), "parts")
        if root.has("location"):
            table = root.entry("location")
            for key in table.data.keys() - {"flag"}:
                found["locate"][_index(table, key, COLUMNS)] = _parts(table, key)
        if root.has("results"):
            _results(root, found)
        if root.has("equipment"):
            for name, entry in root.entries("equipment"):
                entry.allow("name", "cost", "flag")
                item = _index(entry, name, ITEMS)
                found["cost"][item] = entry.number("cost", 1, PURSE)
                found["item_names"][item] = entry.names()
    return found


def _index(entry: Entry, key: str, known: Sequence[str]) -> int:
    if key not in known:
        raise entry.wrong(key, "unknown", allowed=", ".join(known))
    return list(known).index(key)


def _numbers(entry: Entry, key: str, count: int, least: int, most: int) -> list[int]:
    values = entry.listing(key)
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise entry.wrong(key, "number", value=value, least=least, most=most)
    if len(values) != count:
        raise DrawingError(
            "row_length", file=entry.file, entry=entry.path, field=key, expected=count, found=len(values)
        )
    return values


def _parts(entry: Entry, key: str) -> list[int]:
    values = entry.listing(key)
    if len(values) != 8:
        raise DrawingError(
            "row_length", file=entry.file, entry=entry.path, field=key, expected=8, found=len(values)
        )
    for value in values:
        if value not in PARTS:
            raise entry.wrong(key, "one_of", value=value, allowed=", ".join(PARTS))
    return [PARTS.index(value) for value in values]


def _results(root: Entry, found: dict[str, Any]) -> None:
    for name, entry in root.entries("results"):
        entry.allow("flag", "name", "modifier", "head", "trunk", "arms", "legs")
        weapon = _index(entry, name, WEAPONS)
        if entry.has("modifier"):
            found["modifier"][weapon] = MODIFIERS.index(entry.one_of("modifier", MODIFIERS))
        if entry.has("name"):
            found["row_names"][weapon] = entry.names()
        for k, part in enumerate(("head", "trunk", "arms", "legs")):
            if entry.has(part):
                line = entry.entry(part)
                line.allow("wounds", "stun")
                found["results"][4 * weapon + k] = [
                    *_numbers(line, "wounds", 5, 0, 32),
                    *_numbers(line, "stun", 4, 0, 32),
                ]
