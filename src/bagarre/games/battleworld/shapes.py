"""What a view holds, name by name: the types of `view.py`, and so of the protocol.

A piece is named by its number in the state (0–7), a side by its seat (0 heroes, 1 villains).
"""

from typing import TypedDict

from bagarre.kernel.reasons import Because


class Power(TypedDict):
    """A power printed on a card: as the box says it, and as the rules here read it."""

    name: str
    text: str
    exact: str


class Printed(TypedDict):
    """What is printed on a character card."""

    die: int
    strike: int
    attack: str
    flight: bool
    metal: bool
    source: str
    powers: list[Power]


class Piece(Printed):
    """A character in play or out of it."""

    piece: int
    card: int
    side: str
    seat: int
    number: int
    """The character's number 1–4 in notation."""
    name: str
    short: str
    faction: str
    square: str | None
    alive: bool
    life: int
    life_max: int
    power: int
    power_max: int
    reroll: bool
    victory: int
    slots: int
    plan: str
    plan_name: str
    fate: str
    fate_name: str
    heal_target: int | None
    activated: bool
    flying: bool
    grounded: bool
    burning: int
    leader: bool
    role: str
    """What it does in the combat that is on."""
    pick: str
    reach: int


class Module(TypedDict):
    """A part of a base."""

    module: int
    kind: str
    name: str
    text: str
    square: str
    resistance: int
    full: int
    destroyed: bool
    piece: int | None
    """Who stands on it."""
    target: bool
    pick: str


class Leader(TypedDict):
    """The leader of a side and the order of its faction."""

    piece: int
    name: str
    order: str
    text: str
    given: bool
    ready: bool


class Side(TypedDict):
    seat: int
    side: str
    side_name: str
    player: str
    factions: list[str]
    pieces: list[int]
    alive: int
    modules: list[Module]
    favours: int
    passed: bool
    leader: Leader | None


class Square(TypedDict):
    square: str
    column: int
    row: int
    piece: int | None
    module: int | None
    entity: str | None
    pick: str


class Entity(TypedDict):
    """A cosmic entity; the Beyonder has neither die nor strike, and only Thanos has life."""

    role: str
    name: str
    text: str
    square: str | None
    die: int | None
    strike: int | None
    life: int | None
    flying: bool
    attackable: bool
    beaten: bool
    target: bool
    pick: str


class Clock(TypedDict):
    """How far the world is from its end."""

    name: str
    energy: int
    threshold: int
    gain: int | None
    """What this turn will add; `None` when a die will tell."""
    max_turns: int


class Roll(TypedDict):
    kind: str
    name: str
    die: int
    face: int
    bonus: int
    power: str
    """Whose power made the die what it is, by its name."""
    worth: int
    last: bool


class Fighter(TypedDict):
    """One corner of the duel; `seat` and `piece` are `None` for a cosmic entity or an unguarded module."""

    side: int
    seat: int | None
    piece: int | None
    name: str
    entity: bool
    loses: str
    """What it loses if it is beaten: `life`, `resistance`, `energy`, or no more than the `fight`."""
    guard: bool
    doubled: bool
    die: int
    total: int
    rolls: list[Roll]
    spent: int
    life: int
    power: int
    reroll: bool
    yielded: bool
    bonus: int
    source: str
    """What the bonus comes from, in words."""
    raises: list[int] | None
    """The lowest and the highest total that a raise could reach."""
    needed: int
    """Raises that, at their best, bring one wound more; 0 where the power left does not pay for them."""
    free_raise: bool


class Chances(TypedDict):
    """Of being ahead, level and behind."""

    ahead: float
    level: float
    behind: float


class RollChances(Chances):
    """After a roll that the side in the window may make."""

    choice: str
    more: float | None
    """Of one more wound, for a side that is ahead for good."""
    dealt: float
    taken: float
    """Wounds on average if the combat stopped after that roll."""


class AttackChances(TypedDict):
    """How a whole combat ends, raises included, with the damage to expect."""

    won: float
    tied: float
    lost: float
    dealt: float
    taken: float
    felled: float
    """Of the target going down."""
    told: str
    """What it brings and costs, in words."""


class LedAttack(AttackChances):
    """An attack in the best way: alone, helped, or helping another."""

    leader: int
    helpers: list[int]


class Aim(TypedDict):
    """A piece and what it could attack."""

    piece: int
    choice: str
    name: str
    kind: str


class AttackOdds(Aim, AttackChances):
    """The odds of an attack, alone and with all who could join."""

    loses: str
    """What the target has to lose, as in `Fighter`."""
    supporters: list[int]
    together: AttackChances | None
    best: LedAttack
    """What the key tells: the best of these, or of helping who has announced an attack on the same target."""


class Combat(TypedDict):
    """The combat that is on."""

    kind: str
    attack: Fighter
    defence: Fighter
    target: str
    square: str
    distance: int
    module: int | None
    entity: str | None
    supporters: list[int]
    rallied: bool
    rolled: bool
    window: int | None
    """The side that may roll or yield now."""
    pressing: bool
    lead: int
    """The attack's total less the defence's."""
    margin: int
    loses: str
    """What the side behind would lose, as in `Fighter`; empty at equal totals."""
    stake: int | None
    """Damage if the auction stopped here."""
    to_next_wound: int | None
    spared: str
    """What a power spares whoever would be wounded, or why it spares nothing."""
    wounds: int
    """What the side ahead would inflict now, reductions included."""
    harmless: bool
    """Could the defence, even if it wins, wound nobody?"""
    pressed: bool
    """Could the other side still wound more once whoever decides has yielded?"""
    falls: str
    """Who would go down by it, in words; empty where nobody would."""
    press_falls: str
    """Who may go down if whoever decides yields and the other side raises on, and how likely, in words; may be empty."""
    next_falls: str
    """Whom one wound more would put down, where the other side has yielded; may be empty."""
    several: list[int] | None
    """Where one raise is never enough to be level: the raises left, and the chance in hundredths of being ahead with all of them."""
    outcome: int | None
    """The side that won."""
    damage: int | None
    victim: int | None
    choices: list[RollChances]


class PoolCard(Printed):
    """A character that may be drafted."""

    card: int
    name: str
    short: str
    life: int
    power: int
    slots: int
    filled: int
    taken: bool
    free: bool
    pick: str


class Faction(TypedDict):
    """A faction with its characters, while teams are chosen."""

    faction: int
    name: str
    text: str
    """Its character, in a sentence."""
    colour: str
    order: str
    order_text: str
    cards: list[PoolCard]
    free: bool
    pick: str


class Corner(TypedDict):
    """One side of the latest combat."""

    name: str
    seat: int | None
    piece: int | None
    total: int
    sum: list[Because]


class LastCombat(TypedDict):
    """The latest combat, and why it ended so."""

    said: str
    won: int | None
    """The side that won; `None` when the totals were level."""
    attack: Corner
    defence: Corner
    follows: list[Because]
    """What it cost and brought."""


class Plan(TypedDict):
    plan: str
    name: str
    pick: str
    does: str
    """What it does here and now."""
    brief: str
    """The same in a few words, where the sentence is long; may be empty."""
    vain: bool
    """Would it do nothing as things stand?"""


class BestThere(TypedDict):
    """The attack that pays most from a square."""

    won: int
    """The chance to win, in hundredths."""
    told: str
    kind: str


class Question(TypedDict):
    """What the open question is about; all `None` when none is open."""

    piece: int | None
    power: str | None
    order: str | None
    plans: list[Plan] | None
    steps: dict[str, int] | None
    """Where a piece may go, and how many enemies and modules of theirs are in reach from there."""
    feared: dict[str, int]
    """How many enemies could attack this turn: by the square to go to, or, before one chooses who moves, by character and by one's own `module 2`."""
    best: dict[str, BestThere]
    """Of these, from where somebody is in reach, the attack that pays most."""
    cosmic: list[str]
    """Of these, from where only an entity is in reach."""
    acts: dict[str, str] | None
    """Attacks that can be carried out now, joining one or not, with what they bring; before one chooses who moves, who could attack each."""
    favour: str | None
    ends: str
    """Why who passes now does nothing more this turn: `last`, the other has passed; `alone`, it has nothing left. Empty otherwise."""
    passed: bool
    """Has the other side just passed?"""


class View(TypedDict):
    """What a seat sees."""

    stage: str
    phase: str
    phase_name: str
    turn: int
    initiative: int | None
    decider: int | None
    asked: bool
    ending: str
    winner: int | None
    actor: int | None
    sides: list[Side]
    pieces: list[Piece]
    squares: list[Square]
    entities: list[Entity]
    clock: Clock
    points: dict[str, list[int]] | None
    lead: str
    combat: Combat | None
    last: LastCombat | None
    pool: list[Faction] | None
    odds: list[AttackOdds]
    question: Question
