"""What a view holds, name by name: the types of `view.py`, and so of the protocol."""

from typing import TypedDict

from bagarre.kernel.reasons import Because


class Stairs(TypedDict):
    at: str
    low: str
    high: str


class Board(TypedDict):
    """The ground as drawn, and the walls."""

    rows: int
    columns: int
    ground: list[str]
    rooms: list[str]
    sign: list[int] | None
    walls: list[list[str]]
    stairs: list[Stairs]


class Fixture(TypedDict):
    """A door, a window or a pane."""

    number: int
    name: str
    tag: int
    kind: str
    state: str
    near: str
    far: str
    hinge: str | None
    bolt: bool
    drawn: list[int]


class Furniture(TypedDict):
    id: int
    name: str
    tag: int
    kind: str
    points: list[str]
    overturned: bool
    xy: list[int]
    upright: bool


class Thing(TypedDict):
    item: str
    name: str


class Loose(Thing):
    """Something that lies about."""

    at: str
    top: bool
    xy: list[int]


class Goods(Thing):
    cost: int


class Character(TypedDict):
    number: int
    letter: str
    name: str
    first: str
    short: str
    look: int
    seat: int
    side: int
    mine: bool
    known: bool
    """May the reader know the figures of the sheet? They are `None` where not."""
    strength: int | None
    dexterity: int | None
    speed: int | None
    constitution: int | None
    combat: int | None
    hp: dict[str, int] | None
    hp_full: dict[str, int] | None
    at: str | None
    xy: list[int] | None
    level: int | None
    facing: int | None
    prone: bool
    fate: str
    stun: int
    circled: bool
    hurt: int
    hand: str
    carried: list[Thing]
    worn: list[Thing]
    holds: int | None
    held_by: int | None
    busy: str
    orders: list[str | None]
    """`None` for an order that the reader may not know."""
    sheet: list[list[str | None]]
    writable: list[int]
    written: list[int]
    done: bool
    pending: bool
    owes_rest: bool
    asks: bool | None


class Counted(TypedDict):
    """What a thing that scores is worth to a side so far."""

    points: int
    clause: str


class Seat(TypedDict):
    name: str
    side: int
    points: int
    because: list[Because]
    """What the points are made of; they add up."""
    terms: dict[str, Counted]
    """The same in short: the points of each thing that scores."""
    in_play: int
    characters: list[int]


class Verdict(TypedDict, total=False):
    """What put a side in its place (BA-VP-8)."""

    aim: str
    points: int
    favoured: bool
    in_play: int
    stamina: int | None
    shared: bool


class Target(TypedDict):
    character: int
    percent: int
    xy: list[int] | None
    """Where they would be struck: one's other man may have gone there by then."""


class Warning(TypedDict):
    text: str
    clause: str
    chance: int
    of: int
    odds: str


class Led(TypedDict):
    """Where an order leads, if nobody else moves."""

    way: list[str]
    line: list[list[int]]
    facing: int
    prone: bool
    lost: bool


class Forecast(Led):
    """The same of a box of the sheet."""

    box: int
    written: bool
    at: str | None
    targets: list[Target]
    weapon: str
    """What a punch was reckoned with, in words; nothing of the bare fist."""
    warnings: list[Warning]


class Best(TypedDict):
    """The likeliest target of a blow; of a step or a turn, who would be in front then."""

    target: int | None
    percent: int | None
    wounds: float | None
    """On average, with what hurts most."""
    out: int
    """How often that knocks the target out, in per cent."""
    weapon: int | None
    """What a punch or a throw was reckoned with: its number among the items; nothing of other orders."""


class Seen(Best):
    """What a movement leads to: the chance is that of the blow which may follow."""

    own: int | None
    """One of his own side who would stand in front too."""
    back: bool
    """Does whoever would be in front turn their back?"""
    meets: int | None
    """Whom a step jostles; who stops it, where it is lost."""
    bumps: bool
    """Does a step end at a wall or a piece of furniture?"""
    end: str
    """What becomes of whom it jostles: `off` the board, `falls` over an edge, `walled` where nobody moves; `leaves`: he leaves the board himself."""
    points: int
    """What somebody who is off the board brings his side."""


class Stamp(Seen):
    lost: bool
    nearer: bool
    """Does the step lead towards a rival, where none is within reach?"""
    safe: bool
    """Does it lead out of the reach of every rival, where one could strike?"""
    screened: str
    """What keeps a blow from a rival who stands on a front point: `wall`, `shut`, `corner`, `higher`, `lower`; empty for nothing."""


class Run(TypedDict):
    """A run that does not go its whole way, or not undisturbed."""

    squares: int
    who: int | None
    """Who is in the way."""
    end: str
    """`stopped` by him, `maybe`, `shoves`: he is jostled aside; `bumps`, `edge`, `leaves` the board."""
    points: int


class Reach(TypedDict):
    """What an action would find around somebody."""

    things: list[list[int]]
    """Points with something to take, or a chair to push or break."""
    fixtures: list[int]
    furniture: list[int]
    any: bool


class Pencil(TypedDict):
    """Where the character stands when the order under the pencil begins."""

    at: str | None
    xy: list[int] | None
    facing: int
    prone: bool
    round: int
    target_xy: list[int] | None
    """Where whoever a punch would find is by then."""
    reach: Reach
    stamps: dict[str, Stamp]
    runs: dict[str, Run]


class Trail(TypedDict):
    """The way of somebody whose sheet lies beside the one in hand, and where he looks at its end."""

    character: int
    line: list[list[int]]
    facing: int


class Sheet(TypedDict):
    character: int
    box: int | None
    committed: bool
    must_write: bool
    forecast: list[Forecast | None]
    pencil: Pencil | None
    trails: list[Trail]


class Ready(TypedDict):
    """A character ready made."""

    name: str
    look: int
    strength: int
    dexterity: int
    speed: int
    constitution: int
    equipment: list[str]
    things: list[Thing]


class Building(TypedDict):
    character: int
    stage: str
    points_left: int
    purse: int
    ready: list[Ready]
    shop: list[Goods]


class Chances(TypedDict):
    odds: dict[str, int]
    """How often an answer hits, in per cent, for whoever is asked."""
    wounds: dict[str, float]
    """The wounds of an answer on average, misses counted."""
    outs: dict[str, int]
    """How often it knocks the target out, in per cent."""
    plain: str
    """The weapon that hits as often and hurts as much as each of the others; empty where none does."""


class Question(Chances):
    name: str
    character: int | None
    seats: list[int]
    ready: list[int]
    text: str
    alone: bool
    target: int | None
    flight: int | None


class Scene(TypedDict):
    """One event of the film."""

    kind: str
    clause: str
    text: str
    values: dict[str, int | None]
    who: int | None


class Term(TypedDict):
    term: str
    points: int


class Aims(TypedDict):
    """What the scenario rewards."""

    scenario: str | None
    sides: list[list[Term]]
    loot: bool
    police: int
    escape: int
    caller: int | None


class View(TypedDict):
    """What a seat sees."""

    phase: str
    turn: int
    turns: int
    sequence: int
    board: Board
    fixtures: list[Fixture]
    furniture: list[Furniture]
    chairs: list[str]
    seated: list[list[int]]
    shards: list[str]
    objects: list[Loose]
    characters: list[Character]
    ranks: list[int]
    seats: list[Seat]
    sheet: Sheet | None
    building: Building | None
    question: Question | None
    film: list[Scene]
    over: bool
    verdict: list[Verdict]
    hidden_sheets: bool
    sided: bool
    wrecks: list[int]
    aims: Aims
    slider: str
