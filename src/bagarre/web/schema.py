"""JSON schemas of what is sent, made from the types that the code itself uses.

`python -m bagarre.web.schema` prints the schema of the protocol: the messages of `messages.py`, and what each game's view holds
(`shapes.py` of its folder).
"""

from __future__ import annotations

import inspect
import json
import types
from collections.abc import Mapping
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from bagarre.games import games
from bagarre.kernel.game import Game
from bagarre.web.messages import MESSAGES

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


class Schemas:
    """The schemas of types, each typed dictionary told once under `$defs`."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix = prefix
        self.defs: dict[str, dict[str, Any]] = {}

    def of(self, kind: Any) -> dict[str, Any]:
        """The schema of a type made of typed dictionaries, lists, mappings, unions, literals and plain values."""
        if kind in PLAIN:
            return {"type": PLAIN[kind]}
        if kind is Any or kind is object:
            return {}
        if is_typeddict(kind):
            return self._reference(kind)
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Required, NotRequired):
            return self.of(arguments[0])
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(one) for one in arguments]}
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin is list:
            return {"type": "array", "items": self.of(arguments[0])}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        raise TypeError(f"{kind!r} has no schema")

    def _reference(self, kind: type) -> dict[str, Any]:
        name = f"{self.prefix}{kind.__name__}"
        if name not in self.defs:
            self.defs[name] = {}  # a type may hold itself
            self.defs[name] = self._typed(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _typed(self, kind: Any) -> dict[str, Any]:
        hints = get_type_hints(kind, include_extras=True)
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {name: self.of(hint) for name, hint in hints.items()},
            "required": [name for name, hint in hints.items() if _is_required(hint, kind.__total__)],
            "additionalProperties": False,
        }
        told = inspect.cleandoc(kind.__doc__ or "")
        return schema if not told else {"description": told} | schema


def _is_required(hint: Any, total: bool) -> bool:
    """Python's own answer (`__required_keys__`) is wrong where annotations are kept as text."""
    return get_origin(hint) is Required or (total and get_origin(hint) is not NotRequired)


def view_schema(game: Game) -> dict[str, Any]:
    """The schema of what a seat of that game sees."""
    schemas = Schemas()
    root = schemas.of(game.room("shapes").View)
    return {"$schema": DIALECT, "title": f"{game.meta.title}: view"} | root | {"$defs": schemas.defs}


def protocol_schema() -> dict[str, Any]:
    """The schema of every message that a program may be sent, and beside it those of the views."""
    schemas = Schemas()
    messages = [schemas.of(kind) for kind in MESSAGES]
    schema: dict[str, Any] = {
        "$schema": DIALECT,
        "title": "Bagarre: messages of the socket",
        "anyOf": messages,
    }
    typed = [game for game in games().values() if (game.folder / "shapes.py").is_file()]
    return schema | {"$defs": schemas.defs, "views": {game.name: view_schema(game) for game in typed}}


def main() -> None:
    """Print the schema of the protocol."""
    print(json.dumps(protocol_schema(), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
