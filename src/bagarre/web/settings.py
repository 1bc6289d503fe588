"""How one server is set up: everything that a person may choose when starting it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bagarre.games import games
from bagarre.kernel.game import Game

PORT = 8187
RENDER_WORKERS = min(4, (os.cpu_count() or 1) - 1)
"""A core is left to the server itself."""


def default_database() -> str:
    """SQLite in the user's data directory."""
    from platformdirs import user_data_path

    folder = Path(user_data_path("bagarre"))
    folder.mkdir(parents=True, exist_ok=True)
    return sqlite_url(folder / "tables.sqlite3")


def sqlite_url(path: str | Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@dataclass(frozen=True)
class Settings:
    """One server."""

    database: str = ""
    """SQLAlchemy URL; empty for SQLite in the user's data directory."""
    host: str = "127.0.0.1"
    port: int = PORT
    origins: tuple[str, ...] = ()
    """Origins allowed besides the server's own (behind a proxy that renames it)."""
    scrapers: tuple[str, ...] = ()
    """Addresses that may read `/metrics`, besides this machine's own."""
    games: Mapping[str, Game] = field(default_factory=games)
    """The games served; tests bring their own."""
    bot_pace: tuple[float, float] = (0.9, 1.7)
    """A program's answer is told after a time drawn evenly between these, whatever it holds; it thinks for at most the first."""
    bot_workers: int = 1
    """Processes in which programs think."""
    render_workers: int = RENDER_WORKERS
    """Processes that render boards when the server is busy; 0 for none."""
    busy: int = 40
    """Tables in memory that make a server busy."""
    socket_rate: float = 15.0
    """Messages a second that one connection may send for long; four times that at once."""
    address_rate: float = 60.0
    """Messages and requests a second for all connections of one address."""
    idle: float = 600.0
    """Seconds after which a table that nobody watches leaves the memory (it stays in the database)."""
    log_format: str = "text"
    """`text` or `json`."""

    def database_url(self) -> str:
        return self.database or default_database()
