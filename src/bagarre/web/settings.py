"""How one server is set up: everything that a person may choose when starting it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bagarre.games import games
from bagarre.kernel.files import make_folder
from bagarre.kernel.game import Game

PORT = 8187
RENDER_WORKERS = min(4, (os.cpu_count() or 1) - 1)
"""A core is left to the server itself."""


def default_database() -> str:
    """SQLite in the user's data directory.

    :raises Mistake: when there can be no such folder.
    """
    from platformdirs import user_data_path

    folder = Path(user_data_path("bagarre"))
    make_folder(folder)
    return sqlite_url(folder / "tables.sqlite3")


def sqlite_url(path: str | Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@dataclass(frozen=True)
class Limits:
    """What one client may take: the one table of limits (`docs/hosting.md` lists it; `bagarre serve --limit NAME=VALUE` changes it)."""

    header_seconds: float = 10.0
    """From the beginning of a request to the end of its headers."""
    header_bytes: int = 32 << 10
    """Request line and headers."""
    body_seconds: float = 20.0
    """From the end of the headers to the end of the body."""
    body_bytes: int = 64 << 10
    """The body of a request, where no other limit is named."""
    table_bytes: int = 2 << 20
    """The body that opens a table: it may bring packs."""
    record_bytes: int = 2 << 20
    """A record to look at."""
    page_bytes: int = 2 << 20
    """What the page of a game asks: a pack inside."""
    json_depth: int = 32
    """Lists and objects inside each other, in any JSON."""
    json_items: int = 5_000
    """Fields and entries of any JSON, all together."""
    message_bytes: int = 16 << 10
    """A message of a socket."""
    socket_frames: float = 60.0
    """Frames a second on one socket, pings and pieces of messages included; four times that at once, then it is cut."""
    socket_rate: float = 15.0
    """Messages a second that one socket may send for long; four times that at once."""
    address_rate: float = 60.0
    """Messages and requests a second for all connections of one address; four times that at once."""
    address_connects: float = 30.0
    """New connections a second from one address; eight times that at once. A trusted proxy has no such limit."""
    address_connections: int = 256
    """Connections of one address that are not sockets of tables. A trusted proxy has no such limit."""
    address_sockets: int = 64
    """Sockets of one address at all tables."""
    seat_sockets: int = 8
    """Sockets at one seat."""
    table_watchers: int = 60
    """Sockets of spectators at one table."""
    wrong_codes: int = 10
    """Short codes that do not exist, named by one address; then it waits before the next, twice as long each time."""
    reading_seconds: float = 10.0
    """For reading a pack, a record or a file of an editor; the process that takes longer is ended, and its sender waits before the next."""
    printing_seconds: float = 40.0
    """For making sheets to print; the process that takes longer is ended."""
    review_seconds: float = 600.0
    """For reviewing a finished game, compiling included; the process that takes longer is ended."""
    readings: int = 32
    """Files that wait to be read."""
    address_readings: int = 2
    """Files of one address among them."""
    whatif_seconds: float = 15.0
    """For playing a comparison of the page *What if?*; starting and compiling come before."""
    whatif_deals: int = 2_000
    """Deals of such a comparison, at most."""
    whatif_waiting: int = 2
    """Comparisons that wait while one is played; further ones are refused."""


@dataclass(frozen=True)
class Settings:
    """One server."""

    database: str = ""
    """SQLAlchemy URL; empty for SQLite in the user's data directory."""
    alone: bool = True
    """Is this the only server of an SQLite file? Tests share one."""
    internal: str = "127.0.0.1:0"
    """Where other processes on the same PostgreSQL reach this one; port 0 takes any free one."""
    lease: float = 4.0
    """Seconds after which a process that gives no sign of life may be replaced by another one."""
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
    """Processes in which bots think."""
    compiles: bool = True
    """Are the searches of bots compiled in the background, by a process that gives way to all others?"""
    render_workers: int = RENDER_WORKERS
    """Processes that render boards when the server is busy; 0 for none."""
    readers: int = 1
    """Processes that read packs, records and files of editors."""
    busy: int = 40
    """Tables in memory that make a server busy."""
    limits: Limits = field(default_factory=Limits)
    """What one client may take."""
    idle: float = 600.0
    """Seconds after which a table that nobody watches leaves the memory (it stays in the database)."""
    idle_over: float = 2.0
    """The same for a table whose game is over: long enough for a page that is loaded anew."""
    keep: float = 0.0
    """Seconds after which a table at which nothing happens any more leaves the database too; 0 to keep all."""
    notice_delay: float = 20.0
    """Seconds after which somebody who does not look is told that it is their turn."""
    notice_sweep: float = 20.0
    """Seconds between two looks at the tables that nobody has in memory, for what is to be told of them."""
    smtp: str = ""
    """`smtp://user:password@host:587` or `smtps://…`: where e-mail is handed over; empty for none."""
    mail_from: str = ""
    """Who those e-mails come from."""
    private_notices: bool = False
    """May webhooks lead into the host's own network, and without TLS?"""
    host_token: str = ""
    """Opens the page of the host (`/host`); empty for none."""
    log_format: str = "text"
    """`text` or `json`."""

    def database_url(self) -> str:
        return self.database or default_database()
