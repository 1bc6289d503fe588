"""The printed matter of Boss Quest: reading the packs, and putting into a state what is in play."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from bagarre.kernel.errors import OptionError
from bagarre.kernel.grammar import like
from bagarre.kernel.pack import FLAGS, Entry, Pack, shipped_pack
from bagarre.kernel.speech import Names
from bagarre.kernel.words import LANGUAGES

from . import effects
from .choices import CARD_IDS
from .state import BOSSES, BOX, COLORS, COMPANIONS, KINDS, NOBODY, POTIONS, RESERVE, SEATS, VALUES, State

FOLDER = Path(__file__).parent / "content"
FILES = ("bosses.toml", "weapons.toml", "spells.toml", "companions.toml", "knights.toml")
COLOR_IDS = ("blue", "red", "green", "purple", "yellow")
EXPANSIONS = ("potions", "companions", "reaper")
MOST_SPELLS = 99
NOT_IN_SOLO = ("require_yellow", "second_wins", "last_turn", "swap_hidden")
"""Spells left out of the game for one (BQ-SOLO-1)."""


@dataclass(frozen=True)
class Spell:
    """A spell as the pack tells it; `word` is its program for the rules."""

    id: str
    names: dict[str, str]
    text: dict[str, str]
    copies: int
    word: int
    expansion: str
    clause: str
    flag: str

    @property
    def dark(self) -> bool:
        return bool(self.word & effects.DARK)


@dataclass(frozen=True)
class Thing:
    """A Boss, colour, weapon, potion, companion or knight: its id, its names and its numbers."""

    id: str
    names: dict[str, str]
    flag: str
    numbers: tuple[int, ...] = ()
    text: dict[str, str] | None = None


@dataclass(frozen=True)
class Content:
    """Everything printed, in the order of the rules' numbers."""

    names: Names
    bosses: tuple[Thing, ...]
    reaper: Thing
    colors: tuple[Thing, ...]
    weapons: tuple[Thing, ...]
    potions: tuple[Thing, ...]
    spells: tuple[Spell, ...]
    companions: tuple[Thing, ...]
    knights: tuple[Thing, ...]

    def card(self, text: str) -> int | None:
        """The weapon card written `blue_5` or `B5`, `potion_2` or `Q2`."""
        if text in CARD_IDS:
            return CARD_IDS.index(text)
        for number, letter in enumerate("BRGPY"):
            if re.fullmatch(f"{letter}[1-7]", text):
                return number * VALUES + int(text[1]) - 1
        return COLORS * VALUES + int(text[1]) - 1 if re.fullmatch("Q[1-3]", text) else None

    def spell(self, text: str) -> int | None:
        """The number of the spell of that id."""
        ids = [spell.id for spell in self.spells]
        return ids.index(text) if text in ids else None


# Reading.


@lru_cache(maxsize=32)
def load(packs: tuple[Pack, ...]) -> Content:
    """The shipped content with the user's packs laid over it: an entry with a known id replaces, a new spell is added."""
    found: dict[str, dict[str, Entry]] = {}
    for number, pack in enumerate([*(shipped_pack(FOLDER / name) for name in FILES), *packs]):
        root = pack.root()
        root.allow("boss", "reaper", "color", "weapon", "potion", "spell", "companion", "knight")
        for section in root.data:
            entries = (
                [("reaper", root.entry(section))] if section == "reaper" else list(root.entries(section))
            )
            known = found.setdefault(section, {})
            for name, entry in entries:
                own = number < len(FILES)
                if not own and section != "spell" and name not in known:
                    raise entry.wrong("id", "one_of", value=name, allowed=", ".join(known))
                known[name] = entry
    spells = tuple(_spell(entry) for entry in found["spell"].values())
    _check_spells(spells, list(found["spell"].values()))
    bosses = tuple(_thing(entry, "hp", 1, 40) for entry in found["boss"].values())
    reaper = _thing(found["reaper"]["reaper"], "hp", 1, 40)
    colors = tuple(_color(entry) for entry in found["color"].values())
    weapons = tuple(_thing(entry, "value", 1, 9) for entry in found["weapon"].values())
    potions = tuple(_potion(entry) for entry in found["potion"].values())
    companions = tuple(_companion(entry) for entry in found["companion"].values())
    knights = tuple(_knight(entry) for entry in found["knight"].values())
    names = {
        "boss": [boss.names for boss in (*bosses, reaper)],
        "weapon": [*_card_names(colors, weapons), *(_potion_names(potion) for potion in potions)],
        "potion": [{"fr": "–", "en": "–"}, *(potion.names for potion in potions)],
        "color": [color.names for color in colors],
        "spell": [spell.names for spell in spells],
        "companion": [companion.names for companion in companions],
        "spell_text": [spell.text for spell in spells],
        "companion_text": [companion.text or {} for companion in companions],
        "knight": [knight.names for knight in knights],
    }
    return Content(names, bosses, reaper, colors, weapons, potions, spells, companions, knights)


def _card_names(colors: tuple[Thing, ...], weapons: tuple[Thing, ...]) -> list[dict[str, str]]:
    return [
        {
            lang: like(weapon.names[lang], f"{weapon.names[lang]} {weapon.numbers[0]} ({color.names[lang]})")
            for lang in LANGUAGES
        }
        for color in colors
        for weapon in weapons
    ]


def _potion_names(potion: Thing) -> dict[str, str]:
    plus, minus = potion.numbers
    return {lang: like(potion.names[lang], f"{potion.names[lang]} (+{plus}/−{minus})") for lang in LANGUAGES}


def _thing(entry: Entry, number: str, least: int, most: int) -> Thing:
    entry.allow("id", "name", "flag", "name_flag", number)
    return Thing(entry.text("id"), _names(entry), entry.flag(), (entry.number(number, least, most),))


def _color(entry: Entry) -> Thing:
    entry.allow("id", "name", "flag", "letter", "optional")
    entry.text("letter", "")
    entry.switch("optional")
    return Thing(entry.text("id"), entry.names(), entry.flag())


def _potion(entry: Entry) -> Thing:
    entry.allow("id", "name", "flag", "name_flag", "letter", "plus", "minus")
    entry.text("letter", "")
    numbers = (entry.number("plus", 0, 9), entry.number("minus", 0, 9))
    return Thing(entry.text("id"), _names(entry), entry.flag(), numbers)


def _companion(entry: Entry) -> Thing:
    entry.allow("id", "name", "flag", "name_flag", "kind", "power", "min_players", "text", "clause")
    power = effects.POWERS.index(entry.one_of("power", effects.POWERS))
    once = power in (effects.PEEK, effects.CHAIN_VISIT, effects.REPLACE_MARKET)
    entry.one_of("kind", ("once",) if once else ("permanent",))
    entry.text("clause", "")
    numbers = (power, entry.number("min_players", 2, SEATS, 2))
    return Thing(entry.text("id"), _names(entry), entry.flag(), numbers, entry.names("text"))


def _knight(entry: Entry) -> Thing:
    entry.allow("id", "name", "flag")
    return Thing(entry.text("id"), entry.names(), entry.flag())


def _names(entry: Entry) -> dict[str, str]:
    if entry.has("name_flag"):
        entry.one_of("name_flag", FLAGS)
    return entry.names()


def _spell(entry: Entry) -> Spell:
    entry.allow(
        "id",
        "name",
        "text",
        "class",
        "copies",
        "duration",
        "program",
        "expansion",
        "clause",
        "flag",
        "name_flag",
    )
    word = 0
    entry.get("program")
    for step in entry.texts("program"):
        word |= _primitive(entry, step)
    action = effects.action_of(word)
    instant = action in (effects.CANCEL_SPELL, effects.SWAP_HIDDEN, effects.EXCHANGE)
    entry.one_of("duration", ("instant",) if instant else ("lasting",))
    dark = effects.asks_player(word) or action in (effects.FLIP, effects.SWAP_COMPANIONS)
    entry.one_of("class", ("dark",) if dark else ("light",))
    word |= (0 if instant else effects.LASTING) | (effects.DARK if dark else 0)
    if action != effects.NO_ACTION and word & ~(effects.DARK | effects.LASTING | 7 << effects.ACTION):
        raise entry.wrong("program", "one_action", value=", ".join(entry.texts("program")))
    expansion = entry.one_of("expansion", ("", *EXPANSIONS), "")
    copies = entry.number("copies", 0, 9)
    return Spell(
        entry.text("id"),
        _names(entry),
        entry.names("text"),
        copies,
        word,
        expansion,
        entry.text("clause", ""),
        entry.flag(),
    )


PRIMITIVES = {
    "modify_boss(+amount)": effects.BOSS_UP,
    "modify_boss(-amount)": effects.BOSS_DOWN,
    "modify_attack(player, +amount)": effects.ATTACK_UP,
    "modify_attack(player, -amount)": effects.ATTACK_DOWN,
    "require_pair()": effects.REQUIRE_PAIR,
    "protect(player)": effects.PROTECT_ONE,
    "protect(everyone)": effects.PROTECT_ALL,
    "winning_rank(2)": effects.SECOND_WINS,
    "last_turn()": effects.LAST_TURN,
    "cancel(active)": effects.CANCEL_SPELL << effects.ACTION,
    "swap_hidden(player, other)": effects.SWAP_HIDDEN << effects.ACTION,
    "exchange_with_pile(player, card)": effects.EXCHANGE << effects.ACTION,
    "flip(potion)": effects.FLIP << effects.ACTION,
    "swap_companions(first, second)": effects.SWAP_COMPANIONS << effects.ACTION,
    **{f"require_color({color})": 1 << (effects.REQUIRE + i) for i, color in enumerate(COLOR_IDS)},
    **{f"extra_key({keys})": keys << effects.KEYS for keys in (1, 2, 3)},
}
"""What a program may say, and its bits."""


def _primitive(entry: Entry, step: str) -> int:
    if step not in PRIMITIVES:
        raise entry.wrong("program", "one_of", value=step, allowed=", ".join(PRIMITIVES))
    return PRIMITIVES[step]


def _check_spells(spells: tuple[Spell, ...], entries: list[Entry]) -> None:
    """There must be room for the spells, and enough of them to lay out the largest market."""
    if len(spells) > KINDS:
        raise entries[-1].wrong("id", "number", value=len(spells), least=1, most=KINDS)
    total = sum(spell.copies for spell in spells)
    base = sum(spell.copies for spell in spells if not spell.expansion and spell.id not in NOT_IN_SOLO)
    if total > MOST_SPELLS or base < SEATS + 1:
        raise entries[-1].wrong("copies", "number", value=total, least=SEATS + 1, most=MOST_SPELLS)


# Preparing a state.


def prepare(s: State, options: dict[str, Any], content: Content) -> None:
    """Write options and content into a fresh state; refuse options that do not go together."""
    _check_options(s.seats, options)
    expansions = options["expansions"]
    yellow = options["remove_yellow"] == "off" or (options["remove_yellow"] == "auto" and s.seats >= 5)
    s.potions = POTIONS if "potions" in expansions else 0
    s.companions = int("companions" in expansions)
    s.reaper = int("reaper" in expansions)
    s.colors = COLORS if yellow else COLORS - 1
    s.opening = NOBODY if options["first_armourer"] == "random" else int(options["first_armourer"])
    s.turn_start_only = int(options["bust_rule"] == "turn_start")
    s.caster_swaps = int(options["swap_scope"] == "caster")
    s.to_bottom = int(options["exchange_return"] == "bottom")
    s.second_by_attack = int(options["second_ranking"] == "by_attack")
    s.equip_limit = int(options["two_player_equip_limit"])
    s.dead_share = int(options["all_dead"] == "most_keys")
    s.max_rounds = options["max_rounds"] or 0
    s.fox_late = int(options["fox_priority"] == "after_count")
    s.fox_always = int(options["fox_scope"] == "everywhere")
    s.reaper_hp = options["reaper_hp"] or content.reaper.numbers[0]
    s.reaper_perfects = int(options["reaper_perfect_keys"])
    s.reaper_blocks = int(options["reaper_blocks_key"])
    s.reaper_gone_ends = int(options["reaper_gone_ends_game"])
    s.solo = int(options["solo"])
    s.solo_margin = options["solo_margin"]
    s.rescued = int(options["rescued"] == "prince")
    # The key goal (BQ-GEN-11).
    s.goal = 4 if s.seats >= 5 else 5

    for i in range(BOSSES):
        s.boss_hp[i] = content.bosses[i].numbers[0]
    for i in range(VALUES):
        s.worth[i] = content.weapons[i].numbers[0]
    for i in range(POTIONS):
        s.potion_plus[i], s.potion_minus[i] = content.potions[i].numbers
    s.kinds = len(content.spells)
    for i, spell in enumerate(content.spells):
        s.spell_word[i] = _word(spell, options)
        s.spell_copies[i] = spell.copies if _in_play(s, spell, options) else 0
    for i in range(COMPANIONS):
        power, min_players = content.companions[i].numbers
        s.companion_power[i] = power
        # The owl stays in the box with two players (BQ-COMP-3).
        s.home[i] = RESERVE if s.companions and s.seats >= min_players else BOX


def _check_options(seats: int, options: dict[str, Any]) -> None:
    if options["remove_yellow"] == "on" and seats >= 5:
        raise OptionError("option_value", option="remove_yellow", value="on", allowed="auto, off")
    opening = options["first_armourer"]
    if opening != "random" and int(opening) >= seats:
        allowed = ", ".join(["random", *map(str, range(seats))])
        raise OptionError("option_value", option="first_armourer", value=opening, allowed=allowed)
    if options["solo"]:
        if seats != 1:
            raise OptionError("option_value", option="solo", value="on", allowed="off")
        if options["expansions"]:
            value = ", ".join(options["expansions"])
            raise OptionError("option_value", option="expansions", value=value, allowed="none")
        if options["remove_yellow"] == "off":
            raise OptionError("option_value", option="remove_yellow", value="off", allowed="auto, on")


def _word(spell: Spell, options: dict[str, Any]) -> int:
    """The word of a spell under the options that change single cards."""
    word, action = spell.word, effects.action_of(spell.word)
    if options["protect_scope"] == "all" and word & effects.PROTECT_ONE:
        # A light spell that protects everybody (BQ-R7).
        word = word & ~effects.PROTECT_ONE | effects.PROTECT_ALL
        if not effects.asks_player(word):
            word &= ~effects.DARK
    if options["flip_spell"] == "instant" and action == effects.FLIP:
        word &= ~effects.LASTING
    if options["companion_swap"] == "permanent" and action == effects.SWAP_COMPANIONS:
        word &= ~effects.LASTING
    return word


def _in_play(s: State, spell: Spell, options: dict[str, Any]) -> bool:
    if spell.id == "require_yellow" and s.colors < COLORS:
        return False
    if s.solo and spell.id in NOT_IN_SOLO:
        return False
    return not spell.expansion or spell.expansion in options["expansions"]
