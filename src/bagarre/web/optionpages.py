"""The options of a game as pages show them: picture cards, a few in plain sight, house rules folded away.

What a game wants to be seen first is said by `board/room.toml`; its sentences are the words `room` of the game:

    cards = ["expansions"]               options shown as picture cards: words `room.cards.<option>.<value>` (`say`, `fact`)
    first = ["target"]                   options in plain sight, under the cards
    [needs]
    fox_scope = "expansions:companions"  a house rule that is only listed when that option has that value
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bagarre.kernel.game import Game
from bagarre.kernel.options import Choose, Number, Option, Subset, read_options

CLAUSE = r"[A-Z]{2,}(?:-[A-Z0-9]+)+"
ASIDE = re.compile(rf"\s*\(({CLAUSE}|\d+\.\d+)\)")
"""A clause or chapter named beside a sentence: a page links it and does not spell it."""


def aside(text: str) -> tuple[str, str]:
    """A sentence without the clause that it names beside it, and that clause; a page makes a link of it."""
    found = ASIDE.search(text)
    return (ASIDE.sub("", text, count=1), found[1]) if found else (text, "")


@dataclass(frozen=True)
class Value:
    """One value of an option."""

    value: str
    label: str
    say: str = ""
    fact: str = ""


@dataclass(frozen=True)
class Shown:
    """An option on a page."""

    name: str
    kind: str
    label: str
    help: str
    clause: str
    default: Any
    values: tuple[Value, ...]
    least: int = 0
    most: int = 0
    needs: str = ""
    effect: str = ""
    always: Value | None = None
    """Among picture cards, what is there whatever is chosen."""


@dataclass(frozen=True)
class OptionPage:
    """All options of a game, sorted for a page."""

    cards: tuple[Shown, ...]
    first: tuple[Shown, ...]
    rules: tuple[Shown, ...]


@cache
def option_page(game: Game, lang: str) -> OptionPage:
    """The options of a game in one language."""
    file = game.folder / "board" / "room.toml"
    room = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    solo = {name for name, _ in game.meta.solo}
    shown = {
        option.name: _shown(game, option, lang, room.get("needs", {}))
        for option in game.meta.options
        if option.name not in solo
    }
    cards = tuple(shown.pop(name) for name in room.get("cards", ()))
    first = tuple(shown.pop(name) for name in room.get("first", ()))
    return OptionPage(cards, first, tuple(shown.values()))


def _shown(game: Game, option: Option, lang: str, needs: Mapping[str, str]) -> Shown:
    words = game.words(lang)
    told: Mapping[str, Any] = words.find(f"options.{option.name}") or {}
    cards: Mapping[str, Any] = words.find(f"room.cards.{option.name}") or {}
    labels = told.get("values", {})
    always = cards.get("always")
    return Shown(
        name=option.name,
        kind=type(option).__name__.lower(),
        label=str(told.get("label", option.name)),
        help=ASIDE.sub("", str(told.get("help", ""))),
        clause=clause_of(game, option.name),
        default=option.default,
        values=tuple(
            Value(value, str(labels.get(value, value)), **cards.get(value, {}))
            for value in (option.values if isinstance(option, Choose | Subset) else ())
        ),
        least=option.least if isinstance(option, Number) else 0,
        most=option.most if isinstance(option, Number) else 0,
        needs=needs.get(option.name, ""),
        effect=str(words.find(f"room.effects.{option.name}") or ""),
        always=Value("", **always) if always else None,
    )


@cache
def clause_of(game: Game, name: str) -> str:
    """The clause that an option changes, as the French rulebook tells; empty when it names none."""
    told: Mapping[str, Any] = game.words("fr").find(f"options.{name}") or {}
    named = ASIDE.search(str(told.get("help", "")))
    if named and named[1][0].isalpha():
        return named[1]
    lines = re.findall(rf"^\s*- \*\*({CLAUSE})\*\*(.*)$", game.rulebook("fr").text, re.MULTILINE)
    label = str(told.get("label", name)).casefold()
    for clause, text in lines:
        if f"`{name}" in text or ("option" in text.casefold() and label in text.casefold()):
            return str(clause)
    return ""


def changed_options(game: Game, options: dict[str, Any], lang: str) -> list[tuple[str, str]]:
    """The options of a table that differ from the usual, each with what was chosen."""
    values = read_options(game.meta.options, options)
    page = option_page(game, lang)
    found = []
    for shown in (*page.cards, *page.first, *page.rules):
        value = values[shown.name]
        if value != shown.default:
            found.append((shown.label, _told(shown, value)))
    return found


def _told(shown: Shown, value: Any) -> str:
    labels = {one.value: one.label for one in shown.values}
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, list | tuple):
        return ", ".join(labels.get(str(one), str(one)) for one in value) or "–"
    return labels.get(str(value), str(value))
