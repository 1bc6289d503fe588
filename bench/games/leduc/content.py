"""Leduc's cards need no pack: two of each rank, one rank more than players."""

from dataclasses import dataclass
from typing import Any

from bagarre.kernel.pack import Pack
from bagarre.kernel.speech import Names

from .state import State

RANKS = ("J", "Q", "K", "A", "W")


@dataclass(frozen=True)
class Content:
    names: Names


def load(packs: tuple[Pack, ...]) -> Content:
    ranks = [{"fr": name, "en": name} for name in RANKS]
    return Content({"card": [ranks[card // 2] for card in range(10)]})


def prepare(s: State, options: dict[str, Any], content: Content) -> None:
    s.raise_limit = options["raises"]
