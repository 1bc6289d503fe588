"""Processes that want the machine code of the same driver take turns: the first one compiles it, the others load what it has kept."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def one_at_a_time(made: Any, folder: Path) -> Any:
    """Have a driver that is kept in `folder` loaded or compiled by one process at a time."""
    compile = made.compile

    def compile_in_turn(signature: Any) -> Any:
        with held(folder):
            return compile(signature)

    made.compile = compile_in_turn
    return made


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Wait for a lock in the folder, which ends with the process; without one where the system or the folder has none to give."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "lock").open("ab")
    except OSError:
        yield
        return
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
