"""The tables of the database. `migrations/` makes them; `store.py` and `identity.py` read and write them."""

from __future__ import annotations

from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text

metadata = MetaData()

TABLES = Table(
    "tables",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("status", String(12), nullable=False),
    Column("settings", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("host", Integer, nullable=False),
    Column("next_code", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("waiting", Text, nullable=False),
    Column("short", String(12), unique=True),
    Column("due", Float, nullable=False, server_default="0"),
)
SEATS = Table(
    "seats",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", String(32), nullable=False),
    Column("token_hash", String(64), nullable=False),
    Column("muted", Integer, nullable=False),
    Column("person", String(32), nullable=False, server_default=""),
    Column("away_until", Float, nullable=False, server_default="0"),
    Column("away_spent", Float, nullable=False, server_default="0"),
)
LINES = Table(
    "lines",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    Column("key", String(64), nullable=False),
)
CHAT = Table(
    "chat",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)
REVIEWS = Table(
    "reviews",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("review", Text, nullable=False),
)
LEASES = Table(
    "leases",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("epoch", Integer, nullable=False),
)
"""Which process plays a table, where several share the database (`leases.py`)."""
SERVERS = Table(
    "servers",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("address", Text, nullable=False),
    Column("expires", Float, nullable=False),
    Column("door", Text, nullable=False, server_default=""),
)
HOUSE = Table(
    "house",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
PEOPLE = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Float, nullable=False),
)
"""Whoever keeps a name of their own (`identity.py`); `seats.person` says which seats are theirs."""
DEVICES = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("credential", Text, nullable=False),
    Column("uses", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("added", Float, nullable=False),
    Column("seen", Float, nullable=False),
)
"""The keys of a person: of a browser, or a passkey."""
SESSIONS = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("device", String(32), nullable=False),
    Column("expires", Float, nullable=False, index=True),
)
CHALLENGES = Table(
    "challenges",
    metadata,
    Column("nonce", String(64), primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("person", String(32), nullable=False),
    Column("expires", Float, nullable=False, index=True),
)
"""What was asked once and may be answered once, and the codes that carry a name to another device."""
BANS = Table(
    "bans",
    metadata,
    Column("network", String(64), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("since", Float, nullable=False),
)
"""Networks that the host of the server keeps away (`host_desk.py`)."""
RECEIVERS = Table(
    "receivers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("secret_hash", String(64), nullable=False),
    Column("person", String(32), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("form", String(8), nullable=False),
    Column("lang", String(2), nullable=False),
    Column("wants", Text, nullable=False),
    Column("quiet", Text, nullable=False),
    Column("base", Text, nullable=False),
    Column("confirmed", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("created", Float, nullable=False),
)
"""Where people are told that it is their turn (`notices.py`)."""
WATCHED = Table(
    "watched",
    metadata,
    Column("receiver", String(32), primary_key=True),
    Column("code", String(32), primary_key=True, index=True),
    Column("seat", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("since", Float, nullable=False),
)
TOLD = Table(
    "told",
    metadata,
    Column("receiver", String(32), primary_key=True),
    Column("code", String(32), primary_key=True),
    Column("what", String(8), primary_key=True),
    Column("mark", String(96), nullable=False),
)
"""What each of them was told last of a table: nobody is told twice."""
RESULTS = Table(
    "results",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("game", String(64), nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("players", Text, nullable=False),
    Column("ranks", Text, nullable=False),
)
"""How rated games ended (`ratings.py`); they stay when their table goes."""
LEAGUE = Table(
    "league",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("code", String(32), nullable=False),
)
"""Who has played which deal of the day, and at which table (`league.py`)."""
FRIENDS = Table(
    "friends",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("friend", String(32), primary_key=True, index=True),
    Column("name", String(80), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("says", Integer, nullable=False),
    Column("since", Float, nullable=False),
)
"""What one person says of another, by the name that they know: yes (1) or no (0). Two who both say yes are friends (`friends.py`)."""
