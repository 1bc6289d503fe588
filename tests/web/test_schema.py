"""Views are what their types say: checked on random games by a validator that is not ours."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NotRequired, TypedDict

import httpx
import jsonschema
import pytest

from bagarre.games import games
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.match import Match
from bagarre.web.schema import Schemas, protocol_schema, view_schema
from tests.patience import PATIENCE
from tests.web.house import Live, live


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
        "properties": {
            "name": {"type": "string"},
            "size": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        },
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
    """What everybody saw now and then of a random game, and what a replay with open cards shows."""
    dice = random.Random(seed)
    seats = dice.choice(list(game.meta.players))
    match = Match(game, [f"P{seat}" for seat in range(seats)], options=options, seed=str(seed))
    seen = []
    for step in range(800):
        if step % 40 == 0 or match.is_over:
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
    "baston": [{"characters": "choose"}, {"scenario": "magot"}],
    "battleworld": [
        {"team_mode": "draft", "leaders": True, "second_cosmic": "beyonder"},
        {"mirror": True, "leaders": True, "second_cosmic": "silver_surfer", "galactus_hunger": "d20"},
        {"team_mode": "random", "second_cosmic": "thanos", "galactus_result": "points", "max_turns": 6},
    ],
}


@pytest.mark.parametrize("game", TYPED, ids=lambda game: game.name)
def test_views_are_what_their_types_say(game: Game) -> None:
    check = jsonschema.Draft202012Validator(view_schema(game))
    for seed, options in enumerate([{}, *EXTRA.get(game.name, [{}])]):
        for view in views(game, seed, options):
            assert list(check.iter_errors(view)) == []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("web")) as running:
        yield running


def test_messages_are_what_their_types_say(server: Live) -> None:
    """Two programs play, talk, ask back, ask why and err; everything they are told is held against the schema."""
    check = jsonschema.Draft202012Validator(protocol_schema())
    opened = httpx.post(
        f"{server.base}/api/tables",
        json={"game": "leduc", "name": "Ada", "seats": ["open"]},
        timeout=PATIENCE,
    ).json()
    ada = server.wire(opened["code"], *opened["tokens"])
    blaise = server.wire(opened["code"])
    blaise.send(type="sit", seat=1, name="Blaise")
    blaise.until("seated")
    ada.send(type="start")
    ada.hold(lambda told: told.get("status") == "playing")
    ada.send(type="chat", text="salut")
    ada.send(type="why", choice="call")
    ada.send(type="nonsense")
    asked_back = False
    while ada.told.get("status") != "over":
        for wire in (ada, blaise):
            wire.settle(0.05)
            if wire.told.get("legal") and ada.told.get("status") != "over":
                wire.choose()
                if not asked_back:
                    asked_back = True
                    wire.send(type="undo")
                    wire.settle(0.05)
                    for other in (ada, blaise):
                        other.send(type="agree", yes=False)
    ada.send(type="rematch")
    ada.until("moved")
    told = [*ada.messages, *blaise.messages]
    assert {message["type"] for message in told} >= {"update", "accepted", "error", "why", "seated", "moved"}
    for message in told:
        assert list(check.iter_errors(message)) == [], message
