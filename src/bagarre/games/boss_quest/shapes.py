"""What a view holds, name by name: the types of `view.py`, and so of the protocol."""

from typing import NotRequired, TypedDict

from bagarre.kernel.reasons import Because


class Card(TypedDict):
    """A weapon or a potion, face up."""

    color: str
    value: int
    text: str
    """What its plate shows."""
    rank: int
    id: str
    name: str
    potion: int
    """The number of a potion, 0 for a weapon."""
    pick: str
    plus: NotRequired[int]
    minus: NotRequired[int]


class Companion(TypedDict):
    id: str
    name: str
    text: str
    power: str
    once: bool
    used: bool
    moved: bool
    pick: str
    picked: bool


class Spell(TypedDict):
    kind: int
    name: str
    text: str
    dark: bool
    icon: str


class ActiveSpell(Spell):
    """A spell on the table."""

    index: int
    seat: int
    caster: int
    sign: str
    about: str
    met: bool | None
    """Of a condition: does the reader meet it now?"""
    pick: str


class CastSpell(Spell):
    """The spell whose parameters are being named."""

    seat: int
    target: int
    signs: list[str]


class DiscardedSpell(Spell):
    count: int


class Slot(TypedDict):
    """A place of the Magician's market."""

    slot: int
    mystery: bool
    taken: bool
    taker: int
    fate: str
    """Of a spell that was taken: `cast`, or `idle` when it works on nothing (discarded, cancelled); empty while that is open."""
    spell: Spell | None
    met: bool | None
    """Of a condition: does the reader meet it now?"""
    chosen: bool
    pick: str


class Boss(TypedDict):
    id: str
    name: str
    reaper: bool
    hp: int
    printed: int
    number: int
    count: int


class Seat(TypedDict):
    seat: int
    name: str
    knight: str
    role: str
    keys: int
    hearts: int
    near: bool
    """May it win the game by this round (BQ-END-2)?"""
    visited: bool
    armourer: bool
    turn: bool
    decides: bool
    stopped: bool
    hidden: Card | None
    """The hidden weapon; `None` when the reader may not know it."""
    hidden_open: bool
    hidden_pick: str
    cards: list[Card]
    weapons: int
    bonus: int
    visible: int
    attack: int | None
    attack_plus: int | None
    over: bool
    passes: int | None
    """How likely, in per cent, an attack of which a weapon is hidden is above the Boss; told to whoever is asked."""
    reach: int
    companion: Companion | None
    spells: list[ActiveSpell]
    target: bool
    pick: str
    winner: bool


class Pile(TypedDict):
    """The weapon pile, and the cards in it whose place was seen."""

    count: int
    top: Card | None
    put_back: bool
    bottom: list[Card | None]


class FightSpell(TypedDict):
    """A spell that counted in the fight."""

    name: str
    icon: str
    sign: str
    text: str
    by: str
    """Who cast it."""


class Fighter(TypedDict):
    seat: int
    name: str
    attack: int
    verdict: str
    perfect: bool
    won: bool
    game: bool
    """Did it win the game by this fight?"""
    struck: bool
    keys: int
    lost: int
    hidden: Card
    cards: list[Card]
    """The visible weapons it fought with."""
    spells: list[FightSpell]
    """The spells that changed its attack."""
    sum: list[Because]
    """What the attack is made of, card by card."""
    why: list[Because]
    """Over, out, qualified, which tie-break decided."""
    gains: list[Because]
    """Keys won and hearts lost."""
    told: int
    """How many hidden weapons are turned before its own, while the fight is told."""


class Fight(TypedDict):
    """The latest fight."""

    round: int
    id: str
    name: str
    hp: int
    printed: int
    said: str
    """Who won, and by what, in one sentence."""
    game: str
    """Who won the game by it, and how; empty while the game goes on."""
    spells: list[FightSpell]
    """The spells that changed the Boss or the rules of this fight."""
    deeds: list[Because]
    """What the spells did that acted at once and left nothing on the table: cancelled, exchanged."""
    sum: list[Because]
    """What its hit points are made of."""
    seats: list[Fighter]
    heading: str
    """Why the reader won, or what decided it; empty for a spectator."""
    instead: str
    """The spell that decided it for the reader, or what would have changed it; empty for a spectator."""


class Expansions(TypedDict):
    potions: bool
    companions: bool
    reaper: bool


class View(TypedDict):
    """What a seat sees."""

    phase: str
    round: int
    goal: int
    solo: bool
    solo_margin: int
    max_rounds: int
    expansions: Expansions
    colors: list[str]
    rescued: str
    turn: int
    decider: int
    asked: bool
    armourer: int
    present: int
    names: list[str]
    called: list[str]
    pawns: list[str]
    arrived: list[int]
    boss: Boss
    seats: list[Seat]
    market: list[Slot]
    spells: list[ActiveSpell]
    blind: bool
    casting: CastSpell | None
    potion: Card | None
    pile: Pile
    reserve: list[Companion]
    spell_pile: int
    spell_discard: list[DiscardedSpell]
    book: list[Spell]
    """Every kind of spell, by its number."""
    unseen: list[str]
    last_turn: bool
    straggler: bool
    alone: bool
    last_equip_used: bool
    risk: list[int]
    """How likely, in per cent, each number of weapons goes over."""
    out: list[int]
    """How likely each puts the reader out of the round, over or by a condition; empty while every condition is met."""
    lacks: list[str]
    """The active conditions that put the reader out of the round, in a few words."""
    offers: dict[str, str]
    """What choices that trade weapons make of an attack, in a few words."""
    last: Fight | None
    ending: str
    ended: list[str]
    """Why each winner won the game, in a few words; empty while it goes on."""
    ranks: list[int]
    """The place of each seat in the end; empty while the game goes on."""
    winners: list[int]
