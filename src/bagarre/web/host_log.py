"""What went wrong lately: the last warnings and errors of one process, a line each, for the page of the host.

A line says what happened and where, never what was being handled: an error's own words may hold anything, so only its name and place are kept, and
whatever looks like a token or an address of a table is cut to its beginning.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LINES = 200
"""Lines that are kept."""
LONGEST = 240
SECRET = re.compile(r"[A-Za-z0-9_\-]{16,}")
"""Addresses of tables have sixteen letters, tokens more."""
SHOWN = 4
"""Letters of it that are kept, so that lines about one table are known by them."""
USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "trace", "color_message"}


@dataclass(frozen=True)
class Line:
    """One warning or error."""

    at: float
    level: str
    text: str


class HostLog(logging.Handler):
    """Keeps the last lines."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: deque[Line] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(Line(record.created, record.levelname.lower(), told(record)))

    def watch(self) -> None:
        for name in ("bagarre", "uvicorn"):
            logging.getLogger(name).addHandler(self)

    def stop(self) -> None:
        for name in ("bagarre", "uvicorn"):
            logging.getLogger(name).removeHandler(self)


def extras(record: logging.LogRecord) -> dict[str, Any]:
    """What was said beside the message; not what other libraries note on every record for themselves (Ray does)."""
    return {
        name: value for name, value in vars(record).items() if name not in USUAL and not name.startswith("_")
    }


def told(record: logging.LogRecord) -> str:
    """A record in one line without secrets."""
    try:
        what = record.getMessage()
    except (TypeError, ValueError):
        what = str(record.msg)
    extra = [f"{name}={value}" for name, value in extras(record).items()]
    line = " ".join([what.splitlines()[0] if what else "", *extra, *_where(record)])
    return without_secrets(" ".join(line.split()))[:LONGEST]


def without_secrets(text: str) -> str:
    return SECRET.sub(lambda found: found[0][:SHOWN] + "…", text)


def _where(record: logging.LogRecord) -> list[str]:
    """The name and the place of an error."""
    if not record.exc_info or record.exc_info[0] is None:
        return []
    trace = record.exc_info[2]
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return [record.exc_info[0].__name__]
    return [record.exc_info[0].__name__, f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"]
