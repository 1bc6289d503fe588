"""The messages of the socket, name by name, in the form that programs are sent (`"form": "data"`).

The protocol's JSON schema is made of these types (`schema.py`); what each means is told in `docs/protocol.md`. Pages are sent fragments of
HTML (`html`) in place of views, and their legal choices as triples.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, Required, TypedDict

from bagarre.kernel.reasons import Because


class LegalChoice(TypedDict):
    choice: str
    words: str


class Player(TypedDict):
    seat: int
    name: str
    bot: bool
    away: bool
    open: bool
    kind: NotRequired[str]
    vacation: NotRequired[int]
    """At a table over days: until when its player is away and their clock stands, in seconds since 1970."""


class LogLine(TypedDict):
    n: int
    kind: str
    text: str
    values: NotRequired[dict[str, int | None]]
    """The numbers of the event; `null` for one that the seat may not know."""
    clause: NotRequired[str]
    because: NotRequired[list[Because]]
    """Why it came out so: what the result is made of, and what decided."""
    heading: NotRequired[bool]


class Remark(TypedDict):
    name: str
    seat: int
    text: str
    at: int
    """Seconds since 1970."""


class Clock(TypedDict):
    left: float
    total: float
    stopped: bool
    until: NotRequired[int]
    """At a table over days: when that time is over, in seconds since 1970."""


class Outcome(TypedDict):
    ranks: list[int]
    scores: list[int]
    ending: str
    words: str


class Handover(TypedDict):
    seat: int
    name: str


class Waits(TypedDict):
    name: str
    away: bool


class TakeBack(TypedDict):
    by: int
    name: str
    asked: bool
    waits: list[Waits]


class Notice(TypedDict):
    """Why the table stands still."""

    code: str
    words: str


class FairChance(TypedDict):
    """What the chance of the game is made of, before it is told."""

    promise: str
    """What fixes the server's secret."""
    shares: list[int]
    """The seats that have added one of their own."""


class LessonPage(TypedDict):
    n: int
    text: str
    look: list[str]
    clause: str


class LessonPart(TypedDict):
    """Where a lesson stands: what the coach says since the learner's last choice, and how many choices are made."""

    waits: bool
    """Until the learner has read on (`read`)?"""
    pages: list[LessonPage]
    done: bool
    free: bool
    part: list[int]


class Update(TypedDict, total=False):
    """What is new since the last one."""

    type: Required[Literal["update"]]
    status: Literal["lobby", "playing", "over"]
    seats: list[int]
    eye: int
    host: bool
    watchers: list[Any]
    next: str
    players: list[Player]
    seq: int
    position: str
    view: Any
    legal: list[LegalChoice]
    awaited: list[int]
    turn: bool
    log: list[LogLine]
    told: int
    undone: list[int]
    chat: list[Remark]
    clock: Clock | None
    outcome: Outcome | None
    handover: Handover | None
    take_back: TakeBack | None
    notice: Notice | None
    lesson: LessonPart | None
    fair: FairChance


class Accepted(TypedDict):
    """The choice is stored."""

    type: Literal["accepted"]
    re: int | str


class Error(TypedDict):
    """Nothing has changed at the table."""

    type: Literal["error"]
    code: str
    message: str
    clause: NotRequired[str]
    re: NotRequired[int | str]


class Why(TypedDict):
    type: Literal["why"]
    choice: str
    reason: str
    clause: str


class Preview(TypedDict):
    type: Literal["preview"]
    choice: str
    html: str


class HintedChoice(TypedDict):
    choice: str
    words: str
    why: str
    """What it does, in the coach's words; empty in a game without a coach."""
    share: NotRequired[float]
    """The share of the win that a strong bot expects of it, between 0 and 1."""
    error: NotRequired[float]
    """The standard error of that."""
    wins: NotRequired[bool]
    """It won every game that was tried from here, whatever is hidden and whatever anybody chose next."""


class Hint(TypedDict):
    """What a strong bot would do, the best choice first."""

    type: Literal["hint"]
    seq: int
    choices: list[HintedChoice]


class Earlier(TypedDict):
    type: Literal["earlier"]
    log: list[LogLine]


class Past(TypedDict):
    """The table as it stood when a line of the log was told, as its reader may know it."""

    type: Literal["past"]
    eye: int
    """The seat through whose eyes it is seen; −1 for a spectator."""
    line: int
    """The first line that was told then."""
    before: int
    """The first line of the moment before; 0 for none."""
    after: int
    log: list[LogLine]
    view: NotRequired[dict[str, Any]]
    html: NotRequired[str]


class Seated(TypedDict):
    type: Literal["seated"]
    seat: int
    token: str


class Named(TypedDict):
    """The name that you asked for is somebody else's at this table: you have another one."""

    type: Literal["named"]
    seat: int
    name: str
    words: str


class Moved(TypedDict):
    type: Literal["moved"]
    table: str


class TakeBackEnded(TypedDict):
    type: Literal["take_back_ended"]
    why: str
    seat: int
    name: str
    words: str


class Announcement(TypedDict):
    """A line that the host of the server shows to everybody; empty when it is shown no longer."""

    type: Literal["announcement"]
    words: str


class LogAgain(TypedDict):
    """Forget the log: another person looks."""

    type: Literal["log_again"]


class Pong(TypedDict):
    type: Literal["pong"]


MESSAGES = (
    Update,
    Accepted,
    Error,
    Why,
    Preview,
    Hint,
    Earlier,
    Past,
    Seated,
    Named,
    Moved,
    TakeBackEnded,
    Announcement,
    LogAgain,
    Pong,
)
"""Everything that a program may be sent."""
