"""Content packs: TOML files of cards, characters, boards and tables, checked as they are read.

Errors name the file, the entry and the field. Each entry says where it comes from: printed, reported or
reconstructed, so that the owner of a box can correct it.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import Mistake, PackError, os_reason
from bagarre.kernel.grammar import NOUNS, Name

FLAGS = ("printed", "reported", "reconstructed")
LARGEST = 1 << 20
"""A pack is read by people: one MiB is far beyond any honest one."""
DEEPEST = 16
"""Tables within tables."""
MOST_LINES = 20_000
MOST_DOTS = 100
"""Dots in a line: `tomllib` takes the square of the parts of a dotted key."""
MOST_VALUES = 100_000
INTEGERS = range(-(1 << 63), 1 << 63)
"""The numbers that TOML promises. Python would read larger ones, and could not even print them."""


@dataclass(frozen=True)
class Pack:
    """A pack as read: the text travels in records, the digest identifies it."""

    name: str
    text: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def told(self) -> dict[str, str]:
        """The pack in the header of a record."""
        return {"name": self.name, "digest": self.digest, "text": self.text}

    def root(self) -> Entry:
        """The whole file as an entry, to be read field by field.

        :raises Mistake: when it is no TOML, or larger or deeper than anybody writes.
        """
        if len(self.text) > LARGEST:
            raise Mistake("file_too_large", file=self.name)
        if not _has_bytes(self.text):
            raise Mistake("file_not_text", file=self.name)
        lines = self.text.split("\n")
        if len(lines) > MOST_LINES:
            raise Mistake("file_too_large", file=self.name)
        if any(line.count(".") > MOST_DOTS for line in lines):
            raise Mistake("pack_too_deep", file=self.name, most=DEEPEST)
        try:
            data = tomllib.loads(self.text)
        except RecursionError:
            raise Mistake("pack_too_deep", file=self.name, most=DEEPEST) from None
        except ValueError as error:
            # Bad TOML, or a number of more digits than Python reads.
            raise Mistake("pack_toml", file=self.name, reason=str(error)) from None
        _check_values(self.name, data)
        return Entry(self.name, "", data)


def _has_bytes(text: str) -> bool:
    """Half of a character, which JSON can write, has none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_values(file: str, data: dict[str, Any]) -> None:
    """Refuse tables too deep, too many values, and numbers that TOML does not promise."""
    level: list[Any] = [data]
    count = 0
    for _ in range(DEEPEST):
        values = [value for node in level for value in (node.values() if isinstance(node, dict) else node)]
        count += len(values)
        if count > MOST_VALUES:
            raise Mistake("pack_too_many", file=file, most=MOST_VALUES)
        if any(isinstance(value, int) and value not in INTEGERS for value in values):
            raise Mistake("pack_huge_number", file=file)
        level = [value for value in values if isinstance(value, dict | list)]
        if not level:
            return
    raise Mistake("pack_too_deep", file=file, most=DEEPEST)


@cache
def shipped_pack(path: Path) -> Pack:
    """A pack that comes with a game."""
    return Pack(path.name, path.read_text(encoding="utf-8"))


def read_text(path: str | Path, largest: int = LARGEST) -> str:
    """The text of a user's file, however large or strange the file is.

    :raises Mistake: when it cannot be read, is not text, or passes `largest` bytes.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(largest + 1)
        if len(data) > largest:
            raise Mistake("file_too_large", file=str(path))
        return data.decode("utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise Mistake("file_not_text", file=str(path)) from None
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        raise Mistake("file_unreadable", file=str(path), reason=reason) from None


def read_pack(path: str | Path) -> Pack:
    """A user's own pack."""
    return Pack(Path(path).name, read_text(path))


@dataclass(frozen=True)
class Entry:
    """A table of a pack. Each getter checks what it gives and names the place when it is wrong."""

    file: str
    path: str
    data: dict[str, Any]

    def wrong(self, field: str, key: str, **values: Any) -> PackError:
        """The error for a field of this entry; `key` is one of the `pack_…` sentences."""
        return PackError(self.file, self.path or "–", field, key, **values)

    def allow(self, *fields: str) -> None:
        """Refuse fields that nobody would read: they are spelling mistakes."""
        for field in self.data:
            if field not in fields:
                raise self.wrong(field, "unknown", allowed=", ".join(fields))

    def get(self, field: str) -> Any:
        if field not in self.data:
            raise self.wrong(field, "missing")
        return self.data[field]

    def has(self, field: str) -> bool:
        return field in self.data

    def text(self, field: str, default: str | None = None) -> str:
        value = self.data.get(field, default) if default is not None else self.get(field)
        if not isinstance(value, str):
            raise self.wrong(field, "text", value=value)
        return value

    def number(self, field: str, least: int, most: int, default: int | None = None) -> int:
        value = self.data.get(field, default) if default is not None else self.get(field)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(field, "number", value=value, least=least, most=most)
        return value

    def switch(self, field: str, default: bool = False) -> bool:
        value = self.data.get(field, default)
        if not isinstance(value, bool):
            raise self.wrong(field, "switch", value=value)
        return value

    def one_of(self, field: str, values: Sequence[str], default: str | None = None) -> str:
        value = self.text(field, default)
        if value not in values:
            raise self.wrong(field, "one_of", value=value, allowed=", ".join(values))
        return value

    def flag(self) -> str:
        """Where the entry comes from."""
        return self.one_of("flag", FLAGS)

    def names(self, field: str = "name") -> dict[str, str]:
        """French and English names; `is` says what noun each of them is (`kernel/grammar.py`)."""
        value = self.get(field)
        if not isinstance(value, dict) or not all(isinstance(value.get(lang), str) for lang in ("fr", "en")):
            raise self.wrong(field, "names")
        noun = value.get("is")
        if noun is None:
            return {"fr": value["fr"], "en": value["en"]}
        if noun not in NOUNS:
            raise self.wrong(f"{field}.is", "one_of", value=noun, allowed=", ".join(NOUNS))
        return {"fr": Name(value["fr"], noun), "en": Name(value["en"], noun)}

    def listing(self, field: str) -> list[Any]:
        value = self.get(field)
        if not isinstance(value, list):
            raise self.wrong(field, "list", value=value)
        return value

    def texts(self, field: str) -> list[str]:
        """A list of texts, empty when the field is missing."""
        found = self.listing(field) if self.has(field) else []
        for item in found:
            if not isinstance(item, str):
                raise self.wrong(field, "text", value=item)
        return found

    def numbers(self, field: str, least: int, most: int) -> list[int]:
        """A list of whole numbers between two bounds, empty when the field is missing."""
        found = self.listing(field) if self.has(field) else []
        for item in found:
            if not isinstance(item, int) or isinstance(item, bool) or not least <= item <= most:
                raise self.wrong(field, "number", value=item, least=least, most=most)
        return found

    def entry(self, field: str) -> Entry:
        """A sub-table."""
        value = self.get(field)
        if not isinstance(value, dict):
            raise self.wrong(field, "table", value=value)
        return Entry(self.file, f"{self.path}.{field}" if self.path else field, value)

    def entries(self, field: str) -> Iterator[tuple[str, Entry]]:
        """The sub-tables of a table (`[spells.cancel]`) or of a list of tables (`[[spells]]`), with their ids."""
        value = self.get(field)
        place = f"{self.path}.{field}" if self.path else field
        if isinstance(value, dict):
            named = list(value.items())
        elif isinstance(value, list):
            named = [
                (str(item.get("id", i)) if isinstance(item, dict) else str(i), item)
                for i, item in enumerate(value)
            ]
        else:
            raise self.wrong(field, "table", value=value)
        for name, item in named:
            if not isinstance(item, dict):
                raise self.wrong(f"{field}.{name}", "table", value=item)
            yield name, Entry(self.file, f"{place}.{name}", item)
