"""The options of a game as pages show them: picture cards, a few in plain sight, house rules folded away.

What a game wants to be seen first is said by `board/room.toml`; its sentences are the words `room` of the game:

    cards = ["expansions"]               options shown as picture cards: words `room.cards.<option>.<value>` (`say`, `fact`)
    first = ["target"]                   options in plain sight, under the cards
    [needs]
    fox_scope = "expansions:companions"  a house rule that is only listed when that option has that value

What a house rule changes is told by the words `room.effects.<option>`, and otherwise by what was measured: `rulings.toml` of the game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from bagarre.kernel.game import Game
from bagarre.kernel.options import Choose, Number, Option, Subset, Switch, read_options
from bagarre.kernel.words import house_words

CLAUSE = r"[A-Z]{2,}(?:-[A-Z0-9]+)+"
ASIDE = re.compile(rf"\s*\(({CLAUSE}|\d+\.\d+)\)")
"""A clause or chapter named beside a sentence: a page links it and does not spell it."""
ALL = 99
"""Games of a hundred that went differently, from which on only the dice fell otherwise."""
MOST_TOLD = 4
"""Values of an option whose effects stand in one line."""


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
        effect=str(words.find(f"room.effects.{option.name}") or measured(game, option, labels, lang)),
        always=Value("", **always) if always else None,
    )


@cache
def rulings_of(game: Game) -> Mapping[str, Any]:
    """What options changed in games between bots; nothing where nobody measured."""
    file = game.folder / "rulings.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def measured(game: Game, option: Option, labels: Mapping[str, str], lang: str) -> str:
    """What each value of an option changed between bots, as one line; the ends of a range say little and are left out."""
    rulings = rulings_of(game)
    found = dict(rulings.get(option.name, {}))
    if isinstance(option, Number):
        found = {value: row for value, row in found.items() if int(value) not in (option.least, option.most)}
    told = {value: effect_said(row, rulings["decisions"], lang) for value, row in found.items()}
    if not told or len(told) > MOST_TOLD:
        return ""
    if isinstance(option, Switch) or len(set(told.values())) == 1:
        return next(iter(told.values()))
    say = house_words(lang).say
    return " ".join(
        say("web.new.effects.of", value=labels.get(value, value), told=line) for value, line in told.items()
    )


def effect_said(row: Sequence[float], usual: float, lang: str) -> str:
    """How many games went differently, and what else surely differs: their length, and the share of a seat. Where all of them did, the dice
    fell otherwise, which says nothing by itself."""
    say = house_words(lang).say
    if not row[0]:
        return say("web.new.effects.none")
    changed, share, spread, longer, doubt = row
    told = []
    if changed < ALL:
        told.append(
            say("web.new.effects.changed", n=round(changed)) if changed >= 1 else say("web.new.effects.rare")
        )
    percent = round(100 * abs(longer) / usual)
    if abs(longer) > doubt and percent:
        told.append(say(f"web.new.effects.{'longer' if longer > 0 else 'shorter'}", n=percent))
    if abs(share) > spread and round(abs(share)):
        told.append(say("web.new.effects.seat", n=round(abs(share))))
    return ", ".join(told) + "." if told else say("web.new.effects.dice")


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


class Change(NamedTuple):
    """An option that differs from the usual, with what was chosen; of a picture card its name and its sentence."""

    label: str
    said: str
    option: str = ""
    """Of a picture card: whose picture it is."""
    value: str = ""


def changed_options(game: Game, options: dict[str, Any], lang: str) -> list[Change]:
    """The options of a table that differ from the usual."""
    values = read_options(game.meta.options, options)
    page = option_page(game, lang)
    found: list[Change] = []
    for shown in (*page.cards, *page.first, *page.rules):
        value = values[shown.name]
        if value == shown.default:
            continue
        chosen = value if isinstance(value, list | tuple) else (value,)
        cards = [
            Change(one.label, one.say, shown.name, one.value)
            for one in shown.values
            if one.say and one.value in chosen
        ]
        found += cards or [Change(shown.label, _told(shown, value))]
    return found


def _told(shown: Shown, value: Any) -> str:
    labels = {one.value: one.label for one in shown.values}
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, list | tuple):
        return ", ".join(labels.get(str(one), str(one)) for one in value) or "–"
    return labels.get(str(value), str(value))
