"""Words: the one place for each sentence a person reads, French first.

`bagarre/words/` holds the words of the house and `games/<game>/words/` those of a game: `<lang>.toml`, and files such as
`web.<lang>.toml` beside it that bring sections of their own or add to `[mistakes]`. A sentence is a
format string (`"{seat} demande {count} cartes"`) or a table with `one` and `other` chosen by `{n}`. Articles and agreement
are asked for in the sentence (`"Au tour {seat.de}"`; `grammar.py`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.kernel.grammar import Name, filled, is_plural

LANGUAGES = ("fr", "en")
ENVIRONMENT = ("BAGARRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where the reader's language is looked for, first come first served."""
PLAIN = (str, int, Name)
"""Kinds of values that are said alike when they are equal."""
MOST_SAID = 10_000
"""Sentences kept, before they are forgotten and made anew."""


def checked_language(lang: str) -> str:
    """:raises Mistake: when it is none of ours."""
    if lang not in LANGUAGES:
        raise Mistake("unknown_language", lang=lang, languages=", ".join(LANGUAGES))
    return lang


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the environment; French when it names none of ours.

    :raises Mistake: when `BAGARRE_LANG` asks for one that we do not have.
    """
    for name in ENVIRONMENT:
        if value := environment.get(name):
            if name == "BAGARRE_LANG":
                return checked_language(value)
            return value[:2] if value[:2] in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


class Words:
    """Sentences of one language, looked up by dotted key."""

    def __init__(self, lang: str, tree: Mapping[str, Any], source: str) -> None:
        self.lang = lang
        self.tree = tree
        self.source = source
        self._found: dict[str, Any] = {}
        self._said: dict[Any, str] = {}

    def find(self, key: str) -> Any:
        """The entry of a dotted key, or `None`."""
        try:
            return self._found[key]
        except KeyError:
            found = self._search(key)
            if found is not None:
                # Keys that are asked for in vain may be without number, those that exist are not.
                self._found[key] = found
            return found

    def _search(self, key: str) -> Any:
        node: Any = self.tree
        for part in key.split("."):
            if not isinstance(node, Mapping) or part not in node:
                return None
            node = node[part]
        return node

    def say(self, key: str, **values: Any) -> str:
        """The sentence of `key` with its values filled in.

        :raises KeyError: when this language lacks the sentence, which a test forbids.
        """
        return self.said(key, values)

    def said(self, key: str, values: dict[str, Any]) -> str:
        """The same, for those who have the values in a dictionary."""
        asked: Any = key
        if values:
            nouns = ""
            for name, value in values.items():
                kind = type(value)
                if kind not in PLAIN:
                    return self._say(key, values)
                if kind is Name:
                    nouns += f"{name} {value.noun},"
            asked = (key, nouns, *values.items())
        # A table says the same few sentences again and again.
        said = self._said.get(asked)
        if said is None:
            if len(self._said) > MOST_SAID:
                self._said.clear()
            said = self._said[asked] = self._say(key, values)
        return said

    def _say(self, key: str, values: dict[str, Any]) -> str:
        sentence = self.find(key)
        if isinstance(sentence, Mapping):
            n = values.get("n", values.get("count", 0))
            sentence = sentence.get("other" if not isinstance(n, int) or is_plural(n, self.lang) else "one")
        if not isinstance(sentence, str):
            raise KeyError(f"{self.source} has no sentence {key!r}")
        if not values:
            return sentence.format()
        spoken = {name: self._spoken(value) for name, value in values.items()}
        return filled(sentence, spoken, self.lang)

    def _spoken(self, value: Any) -> Any:
        if type(value) in PLAIN:
            return value
        from bagarre.kernel.errors import Mistake

        if isinstance(value, Mistake):
            return value.say(self.lang)
        if isinstance(value, Mapping):
            return value.get(self.lang, "")
        return value

    def sentences(self) -> dict[str, str]:
        """Every sentence with its dotted key."""
        return dict(_flatten(self.tree, ""))


def _flatten(tree: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    flat: list[tuple[str, str]] = []
    for name, node in tree.items():
        if isinstance(node, Mapping):
            flat += _flatten(node, f"{prefix}{name}.")
        else:
            flat.append((prefix + name, node))
    return flat


def placeholders(sentence: str) -> set[str]:
    """The names that a sentence asks for."""
    found = {name.split(".")[0].split("[")[0] for _, name, _, _ in Formatter().parse(sentence) if name}
    return found | {
        spec[1:] for _, _, spec, _ in Formatter().parse(sentence) if spec and spec.startswith("=")
    }


@cache
def words_in(folder: Path, lang: str) -> Words:
    """The words of one folder in one language."""
    tree: dict[str, Any] = {}
    for file in sorted(folder.glob(f"*{lang}.toml")):
        for section, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
            tree[section] = tree.get(section, {}) | entries if isinstance(entries, dict) else entries
    return Words(lang, tree, f"{folder.parent.name}/words/{lang}.toml")


def house_words(lang: str) -> Words:
    """The words of the house itself: commands, errors, frame of the pages."""
    return words_in(Path(__file__).parent.parent / "words", lang if lang in LANGUAGES else LANGUAGES[0])


Namer = Callable[[str, int], str]
"""Gives the name of a number of some kind: (`"seat"`, 2) → `"Lucie"`."""
