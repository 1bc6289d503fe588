"""Reading and checking the packs: factions, characters, powers, orders, modules, entities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import OptionError
from bagarre.kernel.grammar import form_of, like, taken_apart
from bagarre.kernel.pack import Entry, Pack, shipped_pack
from bagarre.kernel.speech import Names

from .choices import MODULES, SQUARES
from .programs import MOMENTS, Operation, Order, read_operation, read_order
from .state import (
    BEYONDER,
    DRAFTED_TEAMS,
    FLIGHT,
    GALACTUS,
    METAL,
    NOBODY,
    RANDOM_TEAMS,
    RANGED,
    SILVER_SURFER,
    THANOS,
    State,
)

FOLDER = Path(__file__).parent / "content"
MOST_FACTIONS, TEAM, MOST_OPERATIONS, MOST_POWERS = 8, 4, 64, 64
ROLES = ("galactus", "beyonder", "silver_surfer", "thanos")
"""The entities, by the role they play; the numbers are those of `state`."""
TABLES = {
    "faction": "id",
    "character": "id",
    "power": "id",
    "order": "id",
    "module": "id",
    "cosmic": "role",
}
"""Tables of a pack and the field that identifies an entry."""
SOURCE = ("flag", "printed", "note")
FIELDS = {
    "faction": ("id", "name", "text", "colour", "leader", "shares_cards_with", "instead_of", *SOURCE),
    "character": (
        "id", "faction", "name", "short", "die", "attack", "flight", "life", "power", "strike", "slots", "filled",
        "metal", "powers", *SOURCE,
    ),
    "power": ("id", "name", "does", "text", "exact", *SOURCE),
    "order": ("id", "faction", "name", "moment", "does", "text", *SOURCE),
    "module": ("id", "name", "text", "resistance", "gain", *SOURCE),
    "cosmic": ("role", "name", "text", "die", "strike", "threshold", "life", *SOURCE),
}  # fmt: skip
TUNED = ("life", "power", "strike", "slots")
"""Figures of a character that may be tuned, and whose changes a pack records."""


@dataclass(frozen=True)
class Card:
    """A character, as the rules read it."""

    id: str
    handle: str
    """Its neutral name in one word, for scenarios: `granite_fist`; the id when it has none."""
    faction: int
    figures: dict[str, int]
    traits: int
    operations: tuple[tuple[int, Operation], ...]
    """Each operation with the number of its power."""


@dataclass(frozen=True)
class Faction:
    id: str
    red: bool
    leader: int
    shares: int
    order: Order | None


@dataclass(frozen=True)
class Content:
    """Everything the packs say."""

    names: Names
    factions: tuple[Faction, ...]
    cards: tuple[Card, ...]
    """Four for each faction, in the order of the rosters."""
    powers: tuple[str, ...]
    modules: tuple[tuple[int, int], ...]
    """Resistance and gain of each type."""
    entities: tuple[dict[str, int], ...]
    preset: dict[str, Any]

    def card(self, name: str) -> int:
        """The number of a character, by handle or id."""
        return next(number for number, card in enumerate(self.cards) if name in (card.handle, card.id))

    def faction(self, name: str) -> int:
        return [faction.id for faction in self.factions].index(name)


# Laying packs over one another.

Book = dict[str, dict[str, Entry]]
"""For each table its entries by id, in order."""


@lru_cache(maxsize=64)
def load(packs: tuple[Pack, ...]) -> Content:
    """The box, with the user's packs laid over it: an entry with a known id changes only the fields it gives."""
    book: Book = {table: {} for table in TABLES}
    preset: dict[str, Any] = {}
    for pack in (shipped_pack(FOLDER / "box.toml"), *packs):
        _lay(book, preset, pack)
    neutral: Book = {table: {} for table in TABLES}
    _lay(neutral, {}, shipped_pack(FOLDER / "neutral.toml"))
    return _compile(book, neutral, preset)


def _lay(book: Book, preset: dict[str, Any], pack: Pack) -> None:
    root = pack.root()
    root.allow("pack", "preset", "change", *TABLES)
    about = root.entry("pack")
    about.allow("format", "id", "name", "only_mine")
    about.number("format", 1, 1)
    if about.switch("only_mine"):
        for table in ("faction", "character", "order"):
            book[table].clear()
        preset.clear()
    for table, key in TABLES.items():
        if root.has(table):
            for _, entry in root.entries(table):
                _lay_entry(book, table, entry, entry.text(key))
    if root.has("change"):
        for _, entry in root.entries("change"):
            _check_change(entry, book["character"])
    if root.has("preset"):
        preset.update(root.entry("preset").data)


def _lay_entry(book: Book, table: str, entry: Entry, name: str) -> None:
    entry.allow(*FIELDS[table])
    old = book[table].get(name)
    book[table][name] = Entry(entry.file, f"{table}.{name}", {**(old.data if old else {}), **entry.data})
    gone = entry.text("instead_of", "")
    if gone:
        if gone not in book["faction"]:
            raise entry.wrong("instead_of", "one_of", value=gone, allowed=", ".join(book["faction"]))
        del book["faction"][gone]
        for other in ("character", "order"):
            for key in [k for k, e in book[other].items() if e.data.get("faction") == gone]:
                del book[other][key]


def _check_change(change: Entry, characters: dict[str, Entry]) -> None:
    """A record of tuning, `life = [4, 5]`: it must say why, spare what is printed, and end at the figure in the pack."""
    change.allow("character", "why", *TUNED)
    change.text("why")
    character = characters[change.one_of("character", list(characters))]
    free = [field for field in TUNED if field not in character.data.get("printed", ())]
    for field in TUNED:
        if not change.has(field):
            continue
        if field not in free:
            raise change.wrong(field, "unknown", allowed=", ".join(free))
        figures = change.listing(field)
        if len(figures) != 2 or figures[0] == figures[1]:
            raise change.wrong(field, "list", value=figures)
        now = character.get(field)
        if figures[1] != now:
            raise change.wrong(field, "number", value=figures[1], least=now, most=now)


# Compiling the book to numbers.


def _compile(book: Book, neutral: Book, preset: dict[str, Any]) -> Content:
    factions = list(book["faction"])
    powers = list(book["power"])
    programs = {name: _program(entry) for name, entry in book["power"].items()}
    rosters = _rosters(book)
    cards = tuple(
        _card(entry, number, powers, programs, neutral)
        for number, name in enumerate(factions)
        for entry in rosters[name]
    )
    if sum(len(card.operations) for card in cards) > MOST_OPERATIONS or len(powers) > MOST_POWERS:
        last = list(book["character"].values())[-1]
        raise last.wrong("powers", "number", value=len(powers), least=0, most=MOST_POWERS)
    ids = [card.id for card in cards]
    orders = {entry.text("faction"): entry for entry in book["order"].values()}
    return Content(
        names=dict(_names(book, neutral, factions, ids, powers, orders)),
        factions=tuple(_faction(book["faction"][name], factions, ids, orders.get(name)) for name in factions),
        cards=cards,
        powers=tuple(powers),
        modules=tuple(_module(_the(book, "module", name)) for name in MODULES),
        entities=tuple(_entity(_the(book, "cosmic", role)) for role in ROLES),
        preset=preset,
    )


def _the(book: Book, table: str, name: str) -> Entry:
    """An entry that every pack must have."""
    if name not in book[table]:
        raise Entry("box.toml", table, {}).wrong(name, "missing")
    return book[table][name]


def _program(entry: Entry) -> tuple[Operation, ...]:
    entry.flag()
    return tuple(read_operation(entry, line) for line in entry.listing("does"))


def _rosters(book: Book) -> dict[str, list[Entry]]:
    """The four characters of each faction."""
    factions = book["faction"]
    if not 2 <= len(factions) <= MOST_FACTIONS:
        last = list(factions.values() or book["character"].values() or book["power"].values())[-1]
        raise last.wrong("faction", "number", value=len(factions), least=2, most=MOST_FACTIONS)
    rosters: dict[str, list[Entry]] = {name: [] for name in factions}
    for entry in book["character"].values():
        roster = rosters[entry.one_of("faction", list(factions))]
        roster.append(entry)
        if len(roster) > TEAM:
            raise entry.wrong("faction", "number", value=len(roster), least=TEAM, most=TEAM)
    for name, roster in rosters.items():
        if len(roster) < TEAM:
            raise factions[name].wrong("character", "number", value=len(roster), least=TEAM, most=TEAM)
    return rosters


def _card(
    entry: Entry, faction: int, powers: list[str], programs: dict[str, tuple[Operation, ...]], neutral: Book
) -> Card:
    entry.flag()
    name = entry.text("id")
    neutral_name = neutral["character"].get(name)
    handle = re.sub(r"\W+", "_", neutral_name.names()["en"].lower()) if neutral_name else name
    figures = {
        "die": entry.number("die", 4, 12),
        "life": entry.number("life", 1, 12),
        "power": entry.number("power", 0, 8),
        "strike": entry.number("strike", 0, 6),
        "slots": entry.number("slots", 0, 6),
        "filled": entry.number("filled", 0, 6, 0),
    }
    if figures["die"] not in (4, 6, 8, 10, 12):
        raise entry.wrong("die", "one_of", value=figures["die"], allowed="4, 6, 8, 10, 12")
    if figures["filled"] > figures["slots"]:
        raise entry.wrong("filled", "number", value=figures["filled"], least=0, most=figures["slots"])
    traits = RANGED if entry.one_of("attack", ("melee", "ranged")) == "ranged" else 0
    traits += FLIGHT if entry.switch("flight") else 0
    traits += METAL if entry.switch("metal") else 0
    operations = []
    for power in entry.listing("powers"):
        if power not in programs:
            raise entry.wrong("powers", "one_of", value=power, allowed=", ".join(programs))
        operations += [(powers.index(power), operation) for operation in programs[power]]
    if len(operations) > 8:
        raise entry.wrong("powers", "number", value=len(operations), least=0, most=8)
    return Card(name, handle, faction, figures, traits, tuple(operations))


def _faction(entry: Entry, factions: list[str], ids: list[str], order: Entry | None) -> Faction:
    entry.flag()
    number = factions.index(entry.text("id"))
    leader = entry.one_of("leader", ids[TEAM * number : TEAM * number + TEAM])
    shares = entry.text("shares_cards_with", "")
    compiled = None
    if order is not None:
        order.flag()
        lines = order.listing("does")
        if len(lines) != 1:
            raise order.wrong("does", "number", value=len(lines), least=1, most=1)
        compiled = read_order(order, lines[0], order.one_of("moment", list(MOMENTS)))
    return Faction(
        factions[number],
        entry.one_of("colour", ("blue", "red")) == "red",
        ids.index(leader),
        factions.index(shares) if shares in factions else number,
        compiled,
    )


def _module(entry: Entry) -> tuple[int, int]:
    entry.flag()
    return entry.number("resistance", 1, 20), entry.number("gain", 1, 6)


def _entity(entry: Entry) -> dict[str, int]:
    entry.flag()
    return {
        "die": entry.number("die", 4, 20, 20),
        "strike": entry.number("strike", 0, 6, 0),
        "threshold": entry.number("threshold", 1, 99, 12),
        "life": entry.number("life", 1, 99, 8),
    }


NAMELESS = {"fr": "–", "en": "–"}
SILENT = {"fr": "", "en": ""}

# Names, twice: the pack's own, then the neutral ones (an entry without a neutral name keeps its own).


def _names(
    book: Book,
    neutral: Book,
    factions: list[str],
    ids: list[str],
    powers: list[str],
    orders: dict[str, Entry],
) -> Iterator[tuple[str, list[dict[str, str]]]]:
    def both(table: str, ids: list[str], room: int, field: str = "name") -> list[dict[str, str]]:
        return [
            *_padded([_named(book[table][name], field) for name in ids], room),
            *_padded([_named(neutral[table].get(name, book[table][name]), field) for name in ids], room),
        ]

    fighters, shorts = both("character", ids, 32), both("character", ids, 32, "short")
    yield "fighter", fighters + [_twin(name) for name in fighters]
    yield "short", shorts + [_twin(name) for name in shorts]
    yield "faction", both("faction", factions, 8)
    yield (
        "faction_text",
        [
            entry.names("text") if (entry := book["faction"][name]).has("text") else SILENT
            for name in factions
        ],
    )
    own_orders = [orders[name].text("id") if name in orders else "" for name in factions]
    yield (
        "order",
        [
            *_padded([_named(book["order"][name]) if name else NAMELESS for name in own_orders], 8),
            *_padded(
                [
                    _named(neutral["order"].get(name, book["order"][name])) if name else NAMELESS
                    for name in own_orders
                ],
                8,
            ),
        ],
    )
    yield (
        "order_text",
        _padded([orders[name].names("text") if name in orders else NAMELESS for name in factions], 8),
    )
    yield "power", both("power", powers, 64)
    yield "power_text", [book["power"][name].names("text") for name in powers]
    yield "power_exact", [book["power"][name].names("exact") for name in powers]
    yield "entity", both("cosmic", list(ROLES), 4)
    yield "entity_text", [book["cosmic"][role].names("text") for role in ROLES]
    yield "module_card", [book["module"][name].names() for name in MODULES]
    yield "module_text", [book["module"][name].names("text") for name in MODULES]
    yield "square", [{"fr": square, "en": square} for square in SQUARES]
    yield (
        "source",
        [{lang: entry.flag() for lang in ("fr", "en")} for entry in (book["character"][i] for i in ids)],
    )


def _named(entry: Entry, field: str = "name") -> dict[str, str]:
    return entry.names(field if entry.has(field) else "name")


def _twin(name: dict[str, str]) -> dict[str, str]:
    """The villains' copy in a mirror match."""
    return {lang: like(text, f"{text} II") for lang, text in name.items()}


def _padded(names: list[dict[str, str]], room: int) -> list[dict[str, str]]:
    return names + [NAMELESS] * (room - len(names))


# The rules are written with the neutral names; the pack puts its own in their place.

RETOLD = {"fighter": 32, "faction": 8, "power": 64, "order": 8, "entity": 4}
"""Kinds of names in the rules, and where their neutral names begin."""


def retell(text: str, lang: str, options: dict[str, Any], content: Content) -> str:
    """The rules with the names that this table uses."""
    if options["names"] == "neutral":
        return text
    swaps: dict[str, str] = {}
    for kind, room in RETOLD.items():
        names = content.names[kind]
        for own, neutral in zip(names[:room], names[room:]):
            if own[lang] != neutral[lang] and neutral != NAMELESS:
                swaps |= dict(zip(_forms(neutral[lang], lang), _forms(own[lang], lang)))
    pattern = "|".join(re.escape(form) for form in sorted(swaps, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda found: swaps[found[0]], text) if swaps else text


def _forms(name: str, lang: str) -> tuple[str, ...]:
    """Every form of a name that a text may hold, capitals of a drawing included."""
    forms = ("de", "a", "le") if lang == "fr" else ("the",)
    return (*(form_of(name, form, lang) for form in forms), name, taken_apart(name, "", lang).bare.upper())


# Into the state.


def prepare(s: State, options: dict[str, Any], content: Content) -> None:
    """Write the options and the pack into a new state."""
    _prepare_options(s, options, content)
    for number, card in enumerate(content.cards):
        s.card_die[number] = card.figures["die"]
        s.card_life[number] = card.figures["life"]
        s.card_power[number] = card.figures["power"]
        s.card_strike[number] = card.figures["strike"]
        s.card_slots[number] = card.figures["slots"]
        s.card_filled[number] = card.figures["filled"]
        s.card_traits[number] = card.traits
    _prepare_operations(s, content)
    s.faction_count = len(content.factions)
    for number, faction in enumerate(content.factions):
        s.faction_red[number] = int(faction.red)
        s.faction_shares[number] = faction.shares
        s.faction_leader[number] = faction.leader
        if faction.order is not None:
            s.order_kind[number] = faction.order.kind
            s.order_moment[number] = faction.order.moment
            s.order_n[number] = faction.order.n
            s.order_within[number] = faction.order.within
            s.order_metal[number] = faction.order.metal
    for kind, (resistance, gain) in enumerate(content.modules):
        s.module_full[kind] = resistance
        s.module_gain[kind] = gain
    for role, entity in enumerate(content.entities):
        s.entity_die[role] = entity["die"]
        s.entity_strike[role] = entity["strike"]
    s.wanderer_life = content.entities[THANOS]["life"] if s.second == THANOS else 0


def _prepare_operations(s: State, content: Content) -> None:
    row = 0
    for number, card in enumerate(content.cards):
        s.card_first[number] = row
        s.card_ops[number] = len(card.operations)
        for power, operation in card.operations:
            s.op_kind[row] = operation.kind
            s.op_n[row] = operation.n
            s.op_cost[row] = operation.cost
            s.op_when[row] = operation.when
            s.op_how[row] = operation.how
            s.op_power[row] = power
            row += 1


def _prepare_options(s: State, options: dict[str, Any], content: Content) -> None:
    options = _with_preset(s, options, content)
    s.naming = int(options["names"] == "neutral")
    s.team_mode = ("faction", "draft", "random").index(options["team_mode"])
    s.mirror = int(options["mirror"])
    s.strict = int(options["strict_physical"])
    s.modules_wanted = {"3": [3, 3], "2": [2, 2], "heroes_2": [2, 3], "villains_2": [3, 2]}[
        options["base_modules"]
    ]
    s.auto_deploy = int(options["deploy"] == "auto")
    s.needs_loss = int(options["recover_needs_loss"])
    s.final_pass = int(options["pass_is_final"])
    s.trailing_only = int(options["auction"] == "trailing_only")
    s.total_yield = int(options["yield_is_total"])
    s.friendly_rerolls = int(options["reroll_friendly_only"])
    s.support_victories = int(options["supporter_bonus"])
    s.flyer_safe = int(options["flyer_safe"])
    s.own_module_guard = int(options["guard_own_module"])
    s.hungry_die = int(options["galactus_hunger"] == "d20")
    s.by_points = int(options["galactus_result"] == "points")
    s.max_turns = options["max_turns"]
    s.second = (GALACTUS, BEYONDER, SILVER_SURFER, THANOS)[
        ("none", *ROLES[1:]).index(options["second_cosmic"])
    ]
    clock = SILVER_SURFER if s.second == SILVER_SURFER else GALACTUS
    s.threshold = options["galactus_threshold"] or content.entities[clock]["threshold"]
    s.leaders = int(options["leaders"])
    _check_combinations(s, content)


def _with_preset(s: State, options: dict[str, Any], content: Content) -> dict[str, Any]:
    """The printed set-up drawing makes its choices; they are not asked (BW-OPT-1)."""
    s.preset_faction = [NOBODY, NOBODY]
    s.preset_modules = [0, 0]
    if options["preset"] == "none":
        return options
    preset = content.preset
    for side, name in enumerate(("heroes", "villains")):
        if preset.get(name) not in [faction.id for faction in content.factions]:
            raise OptionError("option_value", option="preset", value=options["preset"], allowed="none")
        s.preset_faction[side] = content.faction(preset[name])
        s.preset_modules[side] = sum(1 << MODULES.index(module) for module in preset[f"{name}_modules"])
    return {**options, "team_mode": "faction", "mirror": False, "second_cosmic": preset["second_cosmic"]}


def _check_combinations(s: State, content: Content) -> None:
    """Options that exclude each other (BW-TEAM-9, BW-TEAM-10)."""
    if s.mirror and (s.team_mode == DRAFTED_TEAMS or s.strict):
        raise OptionError(
            "option_value", option="mirror", value="on", allowed="off (team_mode = draft, strict_physical)"
        )
    if s.strict and s.team_mode == RANDOM_TEAMS:
        raise OptionError(
            "option_value", option="strict_physical", value="on", allowed="off (team_mode = random)"
        )
    dice = [card.figures["die"] for card in content.cards]
    if s.team_mode == RANDOM_TEAMS and any(
        sum(least <= die <= most for die in dice) < 2 for least, most in ((4, 4), (6, 6), (8, 8), (10, 12))
    ):
        raise OptionError("option_value", option="team_mode", value="random", allowed="faction, draft")
