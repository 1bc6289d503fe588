"""A file of results, one line of JSON each behind a line that says of what: whatever was broken off goes on where it was."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from bagarre.kernel.errors import Mistake, os_reason

T = TypeVar("T")
VERSION = 2
"""Of these files."""


class Journal(Generic[T]):
    """What was found before is `kept`, and what is found now is added; without a file nothing is kept.

    `read` makes a result of a line's data and `told` the data of a result. A line that was cut off, and what follows it, is found again.
    """

    def __init__(
        self,
        file: Path | None,
        head: Mapping[str, Any],
        read: Callable[[int, Any], T],
        told: Callable[[T], Any],
    ) -> None:
        """Open or begin the file; what it holds is never written anew, so nothing of it can be lost.

        :raises Mistake: when it holds something else, or cannot be read or written.
        """
        self.file, self.told = file, told
        self.kept: list[T] = []
        self._open: BinaryIO | None = None
        if file is None:
            return
        first = line_of({"bagarre": VERSION, **head})
        try:
            if file.exists() and not file.is_file():
                # A device has no end, and a folder no lines.
                raise OSError(errno.EEXIST, os.strerror(errno.EEXIST))
            data = file.read_bytes() if file.exists() else b""
            begun = not first.startswith(data)
            if begun and not data.startswith(first):
                raise Mistake("other_series", file=str(file))
            self.kept, whole = whole_lines(data[len(first) :], read)
            self._open = file.open("r+b" if begun else "wb")
            if begun:
                self._open.truncate(len(first) + whole)
                self._open.seek(0, os.SEEK_END)
            else:
                self._write(first)
        except OSError as error:
            raise Mistake("file_unwritable", file=str(file), reason=os_reason(error)) from None

    def add(self, result: T) -> None:
        """Keep a result, at once.

        :raises Mistake: when there is no room for it; all before it is kept.
        """
        if self._open is None:
            return
        try:
            self._write(line_of(self.told(result)))
        except OSError as error:
            raise Mistake("file_unwritable", file=str(self.file), reason=os_reason(error)) from None

    def _write(self, line: bytes) -> None:
        assert self._open is not None
        self._open.write(line)
        self._open.flush()

    def close(self) -> None:
        if self._open is not None:
            with suppress(OSError):
                # What could not be written was told when it was added.
                self._open.close()


def line_of(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, default=str).encode() + b"\n"


def whole_lines(data: bytes, read: Callable[[int, Any], T]) -> tuple[list[T], int]:
    """The results of the lines that are whole, and how many bytes those take."""
    found: list[T] = []
    size = 0
    for line in data.splitlines(keepends=True):
        try:
            if not line.endswith(b"\n"):
                break
            found.append(read(len(found), json.loads(line)))
        except (ValueError, TypeError, KeyError):
            break
        size += len(line)
    return found, size
