"""The figures of a game's shipped packs, one by one, and packs in which some of them are changed.

>>> from bagarre.games import find_game
>>> one = find(figures(find_game("badass-force")), "weapon", "bazooka", "trigger")
>>> one.value
4
>>> "trigger = 5" in changed(find_game("badass-force"), {one: 5}).text
True
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack, shipped_pack

KEYS = ("id", "role")
"""The fields that identify an entry."""
LEFT_ALONE = ("look", "cast", "cost")
"""Numbers that decide nothing by themselves: portraits, who stands where, prices of what everybody has bought already."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A whole number of an entry: `character.thor.life`."""

    table: str
    id: str
    field: str
    """With dots where it lies deeper: `normal.action.cost`; in a list the first is 1: `score.2.base`."""
    value: int
    flag: str
    """printed, reported or reconstructed; what an entry names as printed is."""
    fr: str
    en: str
    file: Path

    @property
    def path(self) -> str:
        return f"{self.table}.{self.id}.{self.field}"

    def name(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en


def figures(game: Game) -> list[Figure]:
    """Every figure that a pack of somebody's own could change, in the order of the shipped packs."""
    return list(_figures(game.folder / "content"))


@cache
def _figures(folder: Path) -> tuple[Figure, ...]:
    found: dict[str, Figure] = {}
    for file in sorted(folder.glob("*.toml")):
        for table, entries in shipped_pack(file).root().data.items():
            for key, entry in _entries(entries):
                for figure in _of_entry(file, table, key, entry):
                    found.setdefault(figure.path, figure)
    return tuple(found.values())


def _entries(table: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries of a table with what identifies each: a field of it in a list, `[[weapon]]`, else its key, `[scenarios.magot]`."""
    if isinstance(table, dict):
        yield from ((key, entry) for key, entry in table.items() if isinstance(entry, dict))
    for entry in table if isinstance(table, list) else ():
        key = next((entry[key] for key in KEYS if isinstance(entry.get(key), str)), "")
        if key:
            yield key, entry


def another_value(game: Game, figure: Figure) -> int:
    """Something to try instead: what the same figure of another entry is (no die has nine faces), the next one above, else below."""
    alike = {
        other.value
        for other in figures(game)
        if (other.table, other.field) == (figure.table, figure.field) and other.value != figure.value
    }
    above = [value for value in alike if value > figure.value]
    return min(above) if above else max(alike, default=figure.value + 1)


def _of_entry(file: Path, table: str, key: str, entry: Mapping[str, Any]) -> Iterator[Figure]:
    names = entry.get("name")
    if not isinstance(names, dict) or "flag" not in entry:
        return
    printed = entry.get("printed", ())
    for field, value in _numbers(entry):
        if field.partition(".")[0] not in LEFT_ALONE:
            flag = "printed" if field in printed else entry["flag"]
            if printed and field not in printed:
                # An entry that names what is printed on it has made up the rest.
                flag = "reconstructed"
            yield Figure(table, key, field, value, flag, names["fr"], names["en"], file)


def _numbers(entry: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, int]]:
    for field, value in entry.items():
        if isinstance(value, dict):
            yield from _numbers(value, f"{above}{field}.")
        elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            for i, each in enumerate(value, 1):
                yield from _numbers(each, f"{above}{field}.{i}.")
        elif isinstance(value, int) and not isinstance(value, bool):
            yield f"{above}{field}", value


def find(known: Iterable[Figure], table: str, name: str, field: str) -> Figure:
    """:raises Mistake: when there is no such figure."""
    path = f"{table}.{name}.{field}"
    for figure in known:
        if figure.path == path:
            return figure
    raise Mistake("no_figure", figure=path)


def changed(game: Game, values: Mapping[Figure, int], name: str = "changed.toml") -> Pack:
    """A pack that holds the entries of these figures with other values; it is not checked yet.

    Where figures of an entry hang together, the game says what else must change (`content.settle`).
    """
    settle = getattr(game.room("content"), "settle", None)
    entries: dict[tuple[str, str], dict[str, Any]] = {}
    listed: dict[str, bool] = {}
    header = False
    for figure, value in values.items():
        root = shipped_pack(figure.file).root().data
        header = header or "pack" in root
        where = (figure.table, figure.id)
        if where not in entries:
            listed[figure.table] = isinstance(root[figure.table], list)
            entries[where] = deepcopy(dict(_entries(root[figure.table]))[figure.id])
        *above, last = figure.field.split(".")
        place: Any = entries[where]
        for step in above:
            place = place[int(step) - 1 if isinstance(place, list) else step]
        place[last] = value
    for (table, key), entry in entries.items():
        if settle is None:
            break
        settle(table, entry, {one.field for one in values if (one.table, one.id) == (table, key)})
    lines = (
        ['[pack]\nformat = 1\nid = "changed"\nname = { fr = "Modifié", en = "Changed" }\n'] if header else []
    )
    for (table, key), entry in entries.items():
        head = f"[[{table}]]\n" if listed[table] else f"[{table}.{key}]\n"
        lines.append(head + "".join(f"{field} = {toml(value)}\n" for field, value in entry.items()))
    return Pack(name, "\n".join(lines))


def toml(value: Any) -> str:
    """A value as TOML writes it, on one line.

    >>> toml({"fr": "Épée", "plus": [1, True]})
    '{ fr = "Épée", plus = [1, true] }'
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
