"""Schemas of what travels over HTTP, requests and answers: for the server and for its OpenAPI."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from bagarre.kernel.pack import LARGEST
from bagarre.web.commands.lobby import FILLS
from bagarre.web.opening import CLOCKS
from bagarre.web.promises import SHARE_FORM
from bagarre.web.slow_clock import SLOW

MINE = 24
"""Tables that a browser may ask about at once."""


class NewPack(BaseModel):
    """A content pack: the text of a TOML file."""

    name: str = Field(max_length=120)
    text: str = Field(max_length=LARGEST)


class NewTable(BaseModel):
    """What a new table needs."""

    game: str = Field(max_length=64)
    name: str = Field("", max_length=80, description="Your name at the table")
    title: str = Field("", max_length=160)
    seats: list[str] = Field(
        default_factory=list,
        max_length=12,
        description="Each seat after yours: open, here, or a kind of bot (search:1 to search:5, or the word of a level)",
    )
    names: list[Annotated[str, Field(max_length=80)]] = Field(
        default_factory=list,
        max_length=12,
        description="The names of those who share your device, seat by seat after yours",
    )
    options: dict[str, Any] = Field(default_factory=dict)
    packs: list[NewPack] = Field(default_factory=list, max_length=8)
    clock: int = Field(
        0,
        description=f"Seconds for each decision: one of {', '.join(map(str, CLOCKS))}; over days, also while nobody is connected: {', '.join(str(clock) for total, clock in SLOW if not total)}",
    )
    total: int = Field(
        0,
        description="Over days: seconds for all decisions of a seat; `clock` is then what each decision adds: "
        + ", ".join(f"{total}+{clock}" for total, clock in SLOW if total),
    )
    aids: bool = True
    companion: bool = Field(
        False, description="Played with the real box: people say what was drawn and rolled"
    )
    fast: bool = Field(
        False, description="For programs among themselves, from the server's own machine: nothing is paced"
    )
    listed: bool = Field(
        False, description="Show it to everybody on the home page while it waits for players"
    )
    friends: bool = Field(
        False,
        description="Show it to your friends on their home page while it waits for players; needs a session",
    )
    fill: int = Field(
        0,
        description=f"Minutes after which bots take the free seats and the game begins: one of {', '.join(map(str, FILLS))}; 0 for never",
    )
    rated: bool = Field(
        False,
        description="It counts for the ladder: the usual options, nobody who shares a device, no take-backs, no aids",
    )
    start: bool = Field(False, description="Begin at once; no seat may be open then")
    promise: str = Field("", max_length=64, description="What /api/promises answered, once")
    shares: list[Annotated[str, Field(pattern=f"^{SHARE_FORM}$")]] = Field(
        default_factory=list,
        max_length=12,
        description="What the seats of your device add to the chance of the game, yours first; they count with the promise",
    )


class Printing(BaseModel):
    """Sheets that are wanted with packs of one's own."""

    what: list[Annotated[str, Field(max_length=40)]] = Field(default_factory=list, max_length=20)
    paper: str = Field("a4", max_length=20)
    ink: str = Field("colour", max_length=20)
    deck: bool = False
    packs: list[NewPack] = Field(default_factory=list, max_length=8)


class Promised(BaseModel):
    """The server's word for a secret that nobody has seen."""

    promise: str = Field(description="SHA-256 of the secret, as docs/fair-dice.md says")


class Opened(BaseModel):
    """A table that was created."""

    code: str = Field(description="The address of the table, which nobody guesses")
    short: str = Field("", description="A code that can be said aloud; it leads there until the game begins")
    tokens: list[str] = Field(description="The secrets of your seats; anyone who has one sits there")
    link: str


class MyTable(BaseModel):
    code: str = Field(max_length=40)
    tokens: list[str] = Field(default_factory=list, max_length=12)


class Mine(BaseModel):
    """Tables that a browser remembers."""

    tables: list[MyTable] = Field(max_length=MINE)


class Continue(BaseModel):
    """Where to go on from, in whose seat."""

    moment: int = Field(ge=0)
    seat: int = Field(ge=0, le=11)
    name: str = Field("", max_length=80)


class Trying(BaseModel):
    """What was chosen so far in a worked example."""

    choices: list[Annotated[str, Field(max_length=120)]] = Field(default_factory=list, max_length=24)
    name: str = Field("", max_length=80)


class Supposing(BaseModel):
    """A small change of a game's content: a figure with another value, or a pack."""

    figure: str = Field("", max_length=120)
    value: int = Field(0, ge=0, le=99)
    players: int = Field(ge=1, le=12)
    pack: str = Field("", max_length=48 << 10)


class TableSeat(BaseModel):
    name: str
    kind: str
    bot: str = Field("", description="The kind of bot that plays there: search:1 to search:5 are the levels")


class TableFacts(BaseModel):
    """What anybody may know of a table."""

    code: str
    game: str
    title: str
    status: str
    clock: int
    seats: list[TableSeat]
