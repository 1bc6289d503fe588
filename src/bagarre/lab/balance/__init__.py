"""How fair a game is in scripted play: `bagarre study balance GAME`.

A game whose cards or factions are to be compared has a module of its own here; of any other game the seats are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.kernel.words import Words, house_words

OWN = {"badass-force": "badass_force", "battleworld": "battleworld"}
"""The modules of those games that have more to compare than seats."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be measured."""

    game: Game
    games: int
    """Games of each comparison."""
    seed: str
    players: tuple[int, ...] = ()
    """Numbers of players; empty for all that the study knows."""
    parts: tuple[str, ...] = ()
    """Parts of the study, by name; empty for the usual ones."""
    packs: tuple[Pack, ...] = ()


class Findings(Protocol):
    """What a study found."""

    def markdown(self, lang: str) -> str:
        """The tables."""

    def svg(self, lang: str) -> str:
        """The picture; empty when there is none."""


class Study(Protocol):
    """A module of this folder."""

    PARTS: tuple[str, ...]

    def measure(self, wanted: Request, progress: Callable[[], None]) -> Findings:
        """Play and count; `progress` is called after each comparison."""


def study_of(game: Game) -> Study:
    study: Study = import_module(f"bagarre.lab.balance.{OWN.get(game.name, 'seats')}")
    return study


def measure(wanted: Request, progress: Callable[[], None] = lambda: None) -> Findings:
    """Measure how fair a game is.

    :raises Mistake: when a part or a number of players is not there, or a pack is wrong.
    """
    study, players = study_of(wanted.game), list(wanted.game.meta.players)
    for part in wanted.parts:
        if part not in study.PARTS:
            raise Mistake("option_value", option="parts", value=part, allowed=", ".join(study.PARTS) or "–")
    for number in wanted.players:
        if number not in players:
            raise Mistake(
                "option_value", option="players", value=number, allowed=", ".join(map(str, players))
            )
    return study.measure(wanted, progress)


def lab_words(lang: str) -> Callable[..., str]:
    """Says sentences of the laboratory (`[lab]` of the words)."""
    words: Words = house_words(lang)
    return lambda key, **values: words.say(f"lab.{key}", **values)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(
        ("|" + "|".join(line) + "|") if line[0] == "---" else f"| {' | '.join(line)} |" for line in lines
    )


def figure(value: float | None, lang: str, digits: int = 1, *, signed: bool = False) -> str:
    """A number as the language writes it; a dash when there is none."""
    if value is None:
        return "–"
    text = f"{value:{'+' if signed else ''}.{digits}f}".replace("-", "−")
    return text.replace(".", ",") if lang == "fr" else text
