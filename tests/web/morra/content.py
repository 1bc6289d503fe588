from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Content:
    names: dict[str, Any]


def load(packs: Any) -> Content:
    return Content({})


def prepare(s: Any, options: Any, content: Any) -> None:
    pass
