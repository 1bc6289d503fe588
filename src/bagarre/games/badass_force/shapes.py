"""What a view holds, name by name: the types of `view.py`, and so of the protocol."""

from typing import NotRequired, TypedDict

from bagarre.kernel.reasons import Because

_OfAClass = TypedDict("_OfAClass", {"class": str})
"""The classes of the box are printed on the cards under a word that Python keeps for itself."""


class Dice(TypedDict):
    colours: list[str]
    rolls: int
    faces: list[int]


class Box(TypedDict):
    """One of the powers printed on a character card."""

    mode: str
    timing: str
    title: str
    text: str
    brief: str
    """The same in a few words."""
    cost: int
    against: list[str]


class Trait(TypedDict):
    title: str
    text: str


class Character(_OfAClass):
    """A character card with all that is printed on it."""

    number: int
    key: str
    id: str
    name: str
    short: str
    archetype: str
    flag: str
    origin: str
    boxes: list[Box]
    trait: Trait | None


class Weapon(TypedDict):
    """A weapon card: its track and its execution."""

    number: int
    key: str
    id: str
    name: str
    text: str
    brief: str
    flag: str
    start: int
    trigger: int
    max: int
    unstable: bool


class DiscardedWeapon(Weapon):
    count: int


class Arm(Weapon):
    """The weapon of a seat."""

    charge: int
    loaded: bool
    overfull: bool
    beside: str
    """Does its shot attack "both" neighbours or one "neighbour"? Empty when it does neither."""


class Card(_OfAClass):
    """A character where it lies."""

    place: int
    number: int
    key: str
    name: str
    short: str


class Head(Card):
    """What the reader can know of one character of a seat."""

    dead: bool
    in_play: bool
    not_active: bool
    active: bool


class Seat(TypedDict):
    seat: int
    name: str
    you: bool
    points: int
    leader: bool
    mode: str
    vengeance: bool
    kills: int
    turn: bool
    awaited: bool
    weapon: Arm
    active: Card | None
    """The character in front; `None` when there is none or the reader may not know it."""
    active_empty: bool
    active_shown: bool
    peekers: list[int]
    claimed: Card | None
    """What was announced with the card in front, unless the reader knows that it was false."""
    possible: int
    """How many heroes may lie in front, by the cards that the reader has seen."""
    truths: int
    lies: int
    hand: list[Card] | None
    hand_size: int
    lodge: Card | None
    cemetery: list[Card]
    sealed: int | None
    heads: list[Head]


class Offer(TypedDict):
    """What a program may do besides, if whoever plays it wants to."""

    kind: str
    """`fire`, or `gift`."""
    n: int
    """How many charges it gives."""


class Frame(TypedDict):
    """One level of what is under way, outermost first."""

    kind: str
    step: str
    who: int
    whom: int
    character: Card | None
    weapon: Weapon | None
    detail: str
    outcome: str
    targets: list[int]
    names: NotRequired[list[Card]]
    guesses: NotRequired[bool]
    """Will the hero of whoever is chosen have to be named?"""
    kills: NotRequired[bool]
    """Does whoever is chosen lose a hero, unless that is stopped?"""
    steals: NotRequired[int]
    """How many charges each rival who is chosen now loses to whoever plays it."""
    room: NotRequired[int]
    """How many of them that weapon still holds, after those of whoever is chosen already."""
    offers: NotRequired[Offer]
    """What it may do besides: fire, or give charges."""
    aims: NotRequired[int]
    """How many players can be chosen; they are attacked clockwise (BF-ATT-3)."""
    undefendable: NotRequired[bool]


class Claim(Character):
    """The innermost announcement, with what the reader can make of it."""

    gain: int
    risk: int
    seat: int
    place: int
    defence: bool
    possible: int
    """How many heroes may lie in front of the announcer, by the cards that the reader has seen: what is known."""
    estimate: int | None
    """Per cent that it is true, by how players announce: an estimate, shown apart; `None` when nobody is asked."""
    buried: bool
    goes_on: bool
    """Would the attack go on against the next hero if this defence is a lie (BF-DEF-5)?"""
    before: list[int]
    """Those whose denunciation counts rather than the reader's (BF-DEN-2)."""
    flat: bool
    """Is a denunciation worth 2 points whatever happens (BF-R17)?"""


class View(TypedDict):
    """What a seat sees."""

    target: int
    max_turns: int
    turns: int
    round: int
    turn: int
    mood: str
    ask: str
    asked: bool
    awaited: list[int]
    sealed: bool
    reactions: bool
    dice: Dice
    casting: list[Character]
    available: list[Character]
    picked: list[int]
    market: list[Weapon]
    deck: int
    discard: list[DiscardedWeapon]
    seats: list[Seat]
    stack: list[Frame]
    claim: Claim | None
    fills: dict[str, str]
    """Choices of the reader that fill an unstable weapon of their own, or may, by notation."""
    absorbed: bool
    """Does an attack end with the lie that was to stop it, once that is caught (BF-R27)?"""
    settled: bool
    """Does nothing depend any more on what the reader is asked, with the winner known (BF-END-3)?"""
    doomed: bool
    """Does the hero that the reader puts in front now die at once (BF-DEF-5)?"""
    ending: str
    winners: list[int]
    ranks: list[int]
    """The place of each seat at the end; empty while it goes on."""
    why: list[Because]
    """Why it ended so: the winner's points, the target, what broke a tie; empty while it goes on."""
