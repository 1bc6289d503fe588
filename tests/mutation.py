"""Files and messages a little wrong: what fuzzing of every reader starts from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

ODD: list[Any] = [
    0, -1, 1, 2, 5, 99, 255, 256, 1 << 40, -(1 << 63), 1.5, True, False, "", "none", "0", "-1", "9" * 5000, "²", "٣", "spectator",
    "a b", "x=1", "0: ", "9" * 30 + ": x", "\u2028", "{file}", "%s", "<b>", "a" * 3000, "\0", [], {}, [[]], [{}], {"a": 1}, [0] * 300,
]  # fmt: skip
"""Values that nobody expects."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def mutated(value: Any, dice: Random, words: list[str], times: int = 0) -> Any:
    """A copy with so many places changed, or one to three: odd values, words from elsewhere, things left out, doubled, renamed or swapped."""
    value = deepcopy(value)
    for _ in range(times or dice.choice([1, 1, 1, 2, 3])):
        paths = list(places(value))
        if not paths:
            break
        *path, key = dice.choice(paths)
        node = at(value, tuple(path))
        match dice.randrange(8):
            case 0 | 1 | 2:
                node[key] = deepcopy(dice.choice(ODD))
            case 3:
                node[key] = dice.choice(words)
            case 4:
                del node[key]
            case 5 if isinstance(node, dict):
                node[str(dice.choice([*words, *ODD]))] = node.pop(key)
            case 5:
                node.insert(key, deepcopy(node[key]))
            case 6 if isinstance(node[key], int):
                node[key] += dice.choice([-1, 1, 10, -100])
            case 6 | 7:
                node[key] = deepcopy(at(value, dice.choice(paths)))
    return value


def scratched(text: str, dice: Random) -> str:
    """A text with a few characters changed, doubled or lost."""
    for _ in range(dice.choice([1, 1, 2, 5])):
        place = dice.randrange(len(text) + 1)
        match dice.randrange(4):
            case 0:
                text = text[:place] + text[place + dice.choice([1, 1, 7, 80]) :]
            case 1:
                text = text[:place] + dice.choice("\"'[]{}=.,#\n 09aé\ud800\0\\|DW~") + text[place:]
            case 2:
                text = text[:place] + text[max(0, place - 40) : place] + text[place:]
            case 3:
                other = dice.randrange(len(text) + 1)
                text = text[:place] + text[other : other + 20] + text[place:]
    return text


def toml(value: Any) -> str:
    """A value as TOML, tables inline."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(key))} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(part) for part in value) + "]"
    return quoted(value) if isinstance(value, str) else repr(value)


def document(data: dict[str, Any]) -> str:
    """A whole file of TOML."""
    return "".join(f"{quoted(str(key))} = {toml(value)}\n" for key, value in data.items())


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
