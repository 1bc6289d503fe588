"""`search.toml` of a game: how it wants to be searched, and the weights that its `search.py` reckons with. It is read here only.

version = 1
[search]                       # settings of the player that searches: whole numbers; texts beside them are notes
simulations = 400
[standing]                     # weights, in thousandths, with how they were made
made = "softmax regression …"
weights = [0, 632, 168]
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.generated import Rule, made_rules
from bagarre.kernel.pack import Entry, Pack, read_text
from bagarre.kernel.rule import table

VERSION = 1
"""Of the form of the file."""
HIGHEST = 1_000_000_000


@cache
def search_file(folder: Path) -> Entry:
    """The file of the game in that folder; an empty one when it brings none.

    :raises Mistake: when it is no TOML, or was written for another version of Bagarre.
    """
    file = folder / "search.toml"
    name = f"{folder.name}/{file.name}"
    if not file.exists():
        return Entry(name, "", {})
    found = Pack(name, read_text(file)).root()
    if found.get("version") != VERSION:
        raise Mistake("search_version", file=name, found=found.get("version"), known=VERSION)
    return found


def search_settings(folder: Path, *path: str, known: Iterable[str]) -> dict[str, int]:
    """The whole numbers in one of its tables (`"search"`; `"level", "1"`), by name; none when it has no such table.

    :raises Mistake: for another number than those of the `known` names, which would be a spelling mistake.
    """
    entry = search_file(folder)
    for name in path:
        if not entry.has(name):
            return {}
        entry = entry.entry(name)
    notes = [name for name, value in entry.data.items() if isinstance(value, str)]
    entry.allow(*known, *notes)
    return {name: entry.number(name, 0, HIGHEST) for name in known if entry.has(name)}


def weights(module_file: str, name: str) -> Any:
    """The weights of that name from the file beside a game's module, in thousandths, as a table for rules."""
    entry = search_file(Path(module_file).parent).entry(name)
    entry.get("weights")
    return table(entry.numbers("weights", -HIGHEST, HIGHEST))


def weighed(module_file: str, name: str, trait: Rule) -> Rule:
    """The rule that adds up `trait(s, seat, i)`, each as often as its weight says."""
    terms = [f"{n} * trait(s, seat, {i})" for i, n in enumerate(weights(module_file, name)) if n]
    source = f"def {name}(s, seat):\n    return {' + '.join(terms) or 0}\n"
    return made_rules(source, name, {"trait": trait}, [name])[0]
