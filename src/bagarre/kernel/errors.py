"""A user's mistakes: few, named, and told in the user's language in one line."""

from __future__ import annotations

import errno
import reprlib
from typing import Any

LONGEST = 200
"""Characters of what was sent that a sentence repeats at most."""
OURS = ("allowed", "known", "games", "bots", "commands", "languages")
"""Values that are lists of our own words."""
BEGINNING = reprlib.Repr()
BEGINNING.maxlist = BEGINNING.maxdict = BEGINNING.maxtuple = BEGINNING.maxset = 12
BEGINNING.maxstring = BEGINNING.maxother = 60


class Mistake(Exception):
    """Something a person got wrong. The words of `key` are in `bagarre/words/*.toml` under `[mistakes]`."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values
        super().__init__(
            f"{key}: " + ", ".join(f"{name}={shortened(value)}" for name, value in values.items())
        )

    def __reduce__(self) -> Any:
        # Kinds of mistakes are made in different ways: what travels between processes is the mistake itself.
        return _again, (type(self), self.args, self.__dict__)

    def say(self, lang: str) -> str:
        """One line for a person, in which nothing that was sent is repeated at length."""
        from bagarre.kernel.words import house_words

        values = {name: value if name in OURS else shortened(value) for name, value in self.values.items()}
        return house_words(lang).say(f"mistakes.{self.key}", **values)


def _again(kind: type[Mistake], args: tuple[Any, ...], held: dict[str, Any]) -> Mistake:
    mistake = kind.__new__(kind, *args)
    mistake.__dict__.update(held)
    return mistake


class _Plain(str):
    """A text that is told without quotes."""

    def __repr__(self) -> str:
        return str(self)


def _printed(character: str) -> str:
    """A character as a line shows it: breaks and what cannot be printed become a space, no-break spaces stay."""
    return character if character.isprintable() or character in "\u00a0\u202f" else " "


def shortened(value: Any) -> Any:
    """A value of somebody's file as a sentence repeats it: at most 200 characters of it, on one line."""
    if isinstance(value, str):
        line = value[:LONGEST] if value[:LONGEST].isprintable() else "".join(map(_printed, value[:LONGEST]))
        return line if len(value) <= LONGEST else line[: LONGEST - 1] + "…"
    if isinstance(value, int):
        return value if value.bit_length() < LONGEST else _Plain("…")
    if isinstance(value, list | tuple | set) or (
        isinstance(value, dict) and not value.keys() <= {"fr", "en"}
    ):
        try:
            return _Plain(BEGINNING.repr(value)[:LONGEST])
        except ValueError:
            # A number of many thousand figures inside.
            return _Plain("…")
    return value


class InvalidChoice(Mistake):
    """A choice that cannot be read."""

    def __init__(self, text: str) -> None:
        super().__init__("invalid_choice", text=text[:60])


class IllegalChoice(Mistake):
    """A choice that is not allowed now; cites the clause."""

    def __init__(self, text: str, reason: dict[str, str], clause: str) -> None:
        super().__init__("illegal_choice", text=text, reason=reason, clause=clause)
        self.clause = clause


class PackError(Mistake):
    """A content pack that cannot be used: names the file, the entry and the field."""

    def __init__(self, file: str, entry: str, field: str, key: str, **values: Any) -> None:
        super().__init__(
            "pack", file=file, entry=entry, field=field, problem=Mistake(f"pack_{key}", **values)
        )


class OptionError(Mistake):
    """An option that does not exist, or a value it does not take."""


class RecordError(Mistake):
    """A record of a game that cannot be read or does not follow its own rules."""


def os_reason(error: OSError) -> Mistake | str:
    """Why the system refused, in the reader's language where it is one of the usual reasons."""
    usual = [
        "ENOENT",
        "EACCES",
        "EPERM",
        "ENOSPC",
        "EDQUOT",
        "EFBIG",
        "ENAMETOOLONG",
        "EISDIR",
        "ENOTDIR",
        "EROFS",
        "EEXIST",
        "EIO",
    ]
    code = errno.errorcode.get(error.errno or 0, "")
    if code in usual:
        return Mistake(f"os_{code.lower()}")
    return error.strerror or str(error)
