from dataclasses import dataclass, field
from typing import Any

from bagarre.kernel.pack import Pack
from bagarre.kernel.speech import Names

from .state import State


@dataclass(frozen=True)
class Content:
    names: Names = field(default_factory=dict)


def load(packs: tuple[Pack, ...]) -> Content:
    return Content()


def prepare(s: State, options: dict[str, Any], content: Content) -> None:
    """Nothing to choose."""
