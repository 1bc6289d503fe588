"""What a game gives to print: its room `printed.py` has `PARTS`, sheets by name, each made of words, packs and drawings that the game has anyway."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from bagarre.kernel.layout import Position
from bagarre.kernel.speech import Speech


class Kit(Protocol):
    """What a sheet is made of."""

    @property
    def content(self) -> Any:
        """Of the game, with the packs of the reader laid over it."""

    @property
    def speech(self) -> Speech: ...

    @property
    def deck(self) -> bool:
        """All cards of the box? Otherwise one of each."""

    def draw(self, body: str, box: str) -> str:
        """A piece of SVG with the symbols and colours of the board (`<use href="#bq-card"/>`) as a picture; `box` is its viewBox."""

    def position(self, options: Mapping[str, Any], seats: int) -> Position:
        """A game that begins."""

    def board(self, position: Position) -> Mapping[str, str]:
        """The parts of the board as a spectator sees them."""

    def essentials(self) -> dict[str, Any]:
        """The rules in short, as their page tells them: the goal, and chapters with a figure and numbered steps."""


@dataclass(frozen=True)
class Part:
    """Sheets of one kind; what they are called is in the words, `print.parts.<name>`."""

    layout: str
    """The template that lays them out: `print/<layout>.typ` of the game, or of the house (`aid`, `cards`, `plan`, `rules`, `tables`)."""
    make: Callable[[Kit], dict[str, Any]]
    """What it reads."""


def card(title: str, **more: Any) -> dict[str, Any]:
    """A card of the layout `cards`.

    `corner` and `kind` stand in its head, `art` is a picture (`full`: it fills the card), `lines` are paragraphs (`name`, `text`), `facts` small lines, `tone` its
    colour, `flag` tells where it comes from, `copies` how many there are in the box.
    """
    blank = {
        "corner": "",
        "kind": "",
        "art": "",
        "full": False,
        "lines": [],
        "facts": [],
        "tone": "#1b1512",
        "flag": "",
        "copies": 1,
    }
    return {"title": title, **blank, **more}


def line(name: str, text: str = "", art: str = "", mark: str = "", size: float = 1.0) -> dict[str, Any]:
    """A line of an aid or of a card: a picture (`size` times as large as usual) or a short code, a name, what it means."""
    return {"name": name, "text": text, "art": art, "mark": mark, "size": size}


def dealt(cards: list[dict[str, Any]], deck: bool) -> list[dict[str, Any]]:
    """One of each card, or as many as there are in the box."""
    return [one for one in cards for _ in range(one["copies"] if deck else 1)]


RULES = Part("rules", lambda kit: kit.essentials())
"""The essentials of the rules, for every game that has them (`rules.essentials.toml`)."""
