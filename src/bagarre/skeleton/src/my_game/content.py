"""Printed matter: the cards, numbered from 1."""

from dataclasses import dataclass
from typing import Any

from bagarre.kernel.pack import Pack
from bagarre.kernel.speech import Names

from .state import DECK, State


@dataclass(frozen=True)
class Content:
    names: Names


def load(packs: tuple[Pack, ...]) -> Content:
    return Content({"card": [{"fr": str(card + 1), "en": str(card + 1)} for card in range(DECK)]})


def prepare(s: State, options: dict[str, Any], content: Content) -> None:
    """Everything that options and packs decide, written into the state before the deal."""
    s.allowed = options["changes"]
