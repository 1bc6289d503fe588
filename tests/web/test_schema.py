"""Views are what their types say: checked on random games by a validator that is not ours."""

from __future__ import annotations

import random
from typing import Any, NotRequired, TypedDict

import jsonschema
import pytest

from bagarre.games import games
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.match import Match
from bagarre.web.schema import Schemas, view_schema


class Leaf(TypedDict):
    """A leaf."""

    name: str
    size: NotRequired[int | None]


class Tree(TypedDict):
    leaves: list[Leaf]
    branches: dict[str, Tree]


def test_typed_dictionaries_become_schemas() -> None:
    schemas = Schemas("x")
    assert schemas.of(list[Leaf]) == {"type": "array", "items": {"$ref": "#/$defs/xLeaf"}}
    assert schemas.defs["xLeaf"] == {
        "description": "A leaf.",
        "type": "object",
        "properties": {"name": {"type": "string"}, "size": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
        "required": ["name"],
        "additionalProperties": False,
    }
    assert schemas.of(Tree) == {"$ref": "#/$defs/xTree"}
    assert schemas.defs["xTree"]["properties"]["branches"] == {
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/xTree"},
    }
    with pytest.raises(TypeError, match="has no schema"):
        schemas.of(set[int])


def views(game: Game, seed: int, options: dict[str, Any]) -> list[dict[str, Any]]:
    """What everybody saw at every tenth moment of a random game, and what a replay with open cards shows."""
    dice = random.Random(seed)
    seats = dice.choice(list(game.meta.players))
    match = Match(game, [f"P{seat}" for seat in range(seats)], options=options, seed=str(seed))
    seen = []
    for step in range(1200):
        if step % 10 == 0 or match.is_over:
            seen += [match.view(seat) for seat in range(SPECTATOR, seats)]
            seen.append(game.open_view(match.state, match.speech("fr")))
        if match.is_over:
            break
        seat = dice.choice(match.deciders)
        match.play(seat, dice.choice(game.choices(match.state, seat)))
    return seen


TYPED = [game for game in games().values() if (game.folder / "shapes.py").is_file()]
EXTRA: dict[str, list[dict[str, Any]]] = {
    "boss-quest": [{"expansions": ["potions", "companions", "reaper"]}, {"solo": False}],
}


@pytest.mark.parametrize("game", TYPED, ids=lambda game: game.name)
def test_views_are_what_their_types_say(game: Game) -> None:
    check = jsonschema.Draft202012Validator(view_schema(game))
    for seed, options in enumerate([{}, *EXTRA.get(game.name, [{}])]):
        for view in views(game, seed, options):
            assert list(check.iter_errors(view)) == []
