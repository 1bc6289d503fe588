"""How the five levels (`levels.py`) are told, once: a word, pips, one honest sentence, and the bots who play at them.

Everything that names a level asks here: terminal, simulations, forms, lobby, records. Sentences, names and tempers are in
`words/bots.<lang>.toml`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from bagarre.kernel.grammar import folded
from bagarre.kernel.words import LANGUAGES, house_words

SEARCH = "search"
"""The player that the levels are settings of."""


@dataclass(frozen=True, slots=True)
class Character:
    """A bot as people meet it: a machine with a name and a temper."""

    level: str
    key: str

    def name(self, lang: str) -> str:
        return house_words(lang).say(f"bots.characters.{self.level}.{self.key}.name")

    def temper(self, lang: str) -> str:
        return house_words(lang).say(f"bots.characters.{self.level}.{self.key}.temper")


@dataclass(frozen=True, slots=True)
class LevelLabel:
    """A level as people are told of it."""

    number: int
    key: str

    @property
    def spec(self) -> str:
        return f"{SEARCH}:{self.number}"

    @property
    def pips(self) -> str:
        """The level at a glance: ●●○○○."""
        return "●" * self.number + "○" * (len(LABELS) - self.number)

    def word(self, lang: str) -> str:
        return house_words(lang).say(f"bots.levels.{self.key}.word")

    def sentence(self, lang: str) -> str:
        """What it does, and how far that goes."""
        return house_words(lang).say(f"bots.levels.{self.key}.sentence")

    def told(self, lang: str) -> str:
        return f"{self.word(lang)} {self.pips}"

    @property
    def characters(self) -> tuple[Character, ...]:
        found = house_words(LANGUAGES[0]).find(f"bots.characters.{self.key}")
        return tuple(Character(self.key, key) for key in found)


LABELS = tuple(
    LevelLabel(i, key) for i, key in enumerate(("beginner", "easy", "medium", "strong", "expert"), 1)
)
FIRST = LABELS[1]
"""For whoever did not choose: one that a newcomer can beat."""


@cache
def level_of(spec: str) -> LevelLabel | None:
    """The level that a spec names."""
    return next((level for level in LABELS if level.spec == spec), None)


@cache
def level_named(word: str) -> LevelLabel | None:
    """The level that is called so in any of our languages, as people type it."""
    typed = folded(word)
    return next((level for level in LABELS for lang in LANGUAGES if folded(level.word(lang)) == typed), None)


def bot_told(spec: str, lang: str) -> str:
    """What kind of bot that is: the word of its level, or what else is known of it."""
    level = level_of(spec)
    if level is not None:
        return level.word(lang)
    name = spec.partition(":")[0]
    told = house_words(lang).find(f"bots.kinds.{name}")
    return told if isinstance(told, str) else spec


def bot_name(spec: str, number: int, lang: str, taken: Collection[str] = ()) -> str:
    """A name for a bot of that kind at a seat that nobody at the table has; the seat decides which comes first."""
    characters = (level_of(spec) or FIRST).characters
    names = [characters[(number + k) % len(characters)].name(lang) for k in range(len(characters))]
    used = {name.casefold() for name in taken}
    return next((name for name in names if name.casefold() not in used), names[0])


@cache
def character_of(spec: str, name: str) -> Character | None:
    """Who goes by that name at that level, in any language."""
    level = level_of(spec)
    characters = level.characters if level is not None else ()
    return next((one for one in characters for lang in LANGUAGES if one.name(lang) == name), None)
