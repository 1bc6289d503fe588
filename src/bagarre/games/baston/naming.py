"""Names that players give to their characters (BA-CHAR-1, BA-CHAR-7): a pack of letters and names.

    [names]
    A = "Jojo la Science"
    B = "Mado"

Such a pack changes nothing but what people read, so a game can be named while it is played.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bagarre.kernel.pack import Entry, Pack

from .drawing import DrawingError
from .rules.sequence import BEFORE_RANKS
from .state import CROWD, State

FILE = "names.toml"
"""The pack that holds the names given at a table."""
LONGEST = 24
LETTERS = tuple(chr(65 + i) for i in range(CROWD))


class Slot(NamedTuple):
    """A character who can be named."""

    seat: int
    letter: str
    name: dict[str, str]
    """What it is called now, without its letter; the letter itself while it has no name."""


def slots(s: State, content: Any) -> list[Slot]:
    """The characters of a game, set up or not; those of two sides belong to nobody before they are dealt (BA-SETUP-12), and who a ready-made
    character is shows when the gangs are (BA-R97)."""
    dealt = not s.sided or not BEFORE_RANKS[s.step]
    known = not s.lots or s.turn > 0
    found = []
    for c in range(s.crowd):
        letter = LETTERS[s.letter[c]]
        given = content.called.get(s.letter[c])
        figure = content.figures[s.name[c] - 1].name if s.name[c] and known else {"fr": letter, "en": letter}
        found.append(
            Slot(s.seat_of[c] if dealt else -1, letter, {"fr": given, "en": given} if given else figure)
        )
    return found


def clean(name: str) -> str:
    """One line, without control or direction characters, cut to length."""
    plain = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in name[: 4 * LONGEST])
    return " ".join(plain.split())[:LONGEST].strip()


def names_of(root: Entry) -> dict[int, str]:
    """The names that a pack gives, by the number of the letter."""
    if not root.has("names"):
        return {}
    entry = root.entry("names")
    entry.allow(*LETTERS)
    found = {}
    for letter in entry.data:
        text = entry.text(letter)
        if not clean(text) or clean(text) != text.strip():
            raise DrawingError(
                "character_name", file=entry.file, entry=entry.path, letter=letter, most=LONGEST
            )
        found[LETTERS.index(letter)] = clean(text)
    return found


def renamed(packs: Sequence[Pack], letter: str, name: str) -> tuple[Pack, ...]:
    """The packs of a table with one character called otherwise; without a name it has its usual one again."""
    own = [pack for pack in packs if pack.name == FILE]
    names = {LETTERS[number]: text for pack in own for number, text in names_of(pack.root()).items()}
    names[letter] = clean(name)
    return (*(pack for pack in packs if pack.name != FILE), _pack(names))


def _pack(names: Mapping[str, str]) -> Pack:
    lines = [
        f"{letter} = {json.dumps(name, ensure_ascii=False)}" for letter, name in sorted(names.items()) if name
    ]
    return Pack(FILE, "\n".join(["[names]", *lines, ""]))
