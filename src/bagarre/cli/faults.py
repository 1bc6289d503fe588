"""When something goes wrong at the terminal: signals that must not lose a game, and a report of the fault."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from bagarre.kernel.errors import Mistake

ENDING_SIGNALS = ("SIGHUP", "SIGTERM")
"""A closed terminal, and a polite kill."""


def report_of(fault: BaseException) -> str:
    """A file with the traceback, for those who mend Bagarre."""
    import traceback

    from bagarre.kernel.files import write_atomically

    file = Path(gettempdir()) / f"bagarre-fault-{os.getpid()}.txt"
    try:
        write_atomically(file, "".join(traceback.format_exception(fault)))
    except Mistake:
        return "–"
    return str(file)


@contextmanager
def signals_ignored() -> Iterator[None]:
    """Nothing interrupts the keeping of a game: not a second Ctrl-C, nor a terminal that closes."""
    wanted = [getattr(signal, name) for name in ("SIGINT", *ENDING_SIGNALS) if hasattr(signal, name)]
    before = {number: signal.signal(number, signal.SIG_IGN) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def signals_as_interrupts() -> Iterator[None]:
    """A closed terminal or a polite kill ends the game like Ctrl-C: it is kept."""

    def interrupt(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    wanted = [getattr(signal, name) for name in ENDING_SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, interrupt) for number in wanted}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
