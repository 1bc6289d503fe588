"""A user's mistakes: few, named, and told in the user's language in one line."""

from __future__ import annotations

import errno
from typing import Any


class Mistake(Exception):
    """Something a person got wrong. The words of `key` are in `bagarre/words/*.toml` under `[mistakes]`."""

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values
        super().__init__(f"{key}: " + ", ".join(f"{name}={value}" for name, value in values.items()))

    def say(self, lang: str) -> str:
        """One line for a person."""
        from bagarre.kernel.words import house_words

        return house_words(lang).say(f"mistakes.{self.key}", **self.values)


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
        super().__init__("pack", file=file, entry=entry, field=field, problem=Mistake(f"pack_{key}", **values))


class OptionError(Mistake):
    """An option that does not exist, or a value it does not take."""


class RecordError(Mistake):
    """A record of a game that cannot be read or does not follow its own rules."""


def os_reason(error: OSError) -> Mistake | str:
    """Why the system refused, in the reader's language where it is one of the usual reasons."""
    usual = ["ENOENT", "EACCES", "EPERM", "ENOSPC", "EDQUOT", "EFBIG", "ENAMETOOLONG", "EISDIR", "ENOTDIR", "EROFS", "EEXIST", "EIO"]
    code = errno.errorcode.get(error.errno or 0, "")
    if code in usual:
        return Mistake(f"os_{code.lower()}")
    return error.strerror or str(error)
