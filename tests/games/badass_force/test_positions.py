"""Positions by name: those that the game could not hold are refused, with the field that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.scenario import run_scenario
from tests.games.badass_force.desk import GAME, Desk, happened

SEVEN = ["buck", "rocco", "otto", "melinda", "sigrid", "stefan", "bruno"]

IMPOSSIBLE: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    # The table.
    ({"market": ["grenade", "minigun", "bazooka", "grenade"]}, {}, "market"),
    ({"market": ["grenade"] * 3}, {"weapon": "grenade"}, "market"),
    ({"market": ["katana"]}, {}, "market"),
    ({"discard": ["grenade"] * 4}, {}, "discard"),
    ({"discard": ["grenade"] * 3 + ["minigun"] * 3 + ["bazooka"] * 3 + ["arc_explosif"] * 3 + ["etoiles_ninja"] * 3 + ["couteau_survie"] * 3 + ["lance_flammes"]}, {}, "discard"),
    ({"casting": [*SEVEN, "buck"]}, {}, "casting"),
    ({"casting": [*SEVEN[:6], "vince"]}, {}, "casting"),
    ({"casting": [1, 2, 3, 4, 5, 6, 7]}, {}, "casting"),
    ({"turn": 3}, {}, "turn"),
    ({"begun": True, "turns": 0}, {}, "turns"),
    # A seat.
    ({}, {"hand": ["otto", "otto"]}, "hand"),
    ({}, {"active": "otto", "hand": ["otto"]}, "hand"),
    ({}, {"active": "otto", "cemetery": ["otto"]}, "cemetery"),
    ({}, {"lodge": "otto", "active": "otto"}, "lodge"),
    ({}, {"active": "vince"}, "active"),
    ({}, {"active": "jeanloup"}, "active"),
    ({}, {"cemetery": SEVEN[:5]}, "cemetery"),
    ({}, {"weapon": "grenade", "charge": 4}, "charge"),
    ({}, {"points": 16}, "points"),
    ({"begun": True}, {"points": 16}, "points"),
    ({}, {"kills": 1}, "kills"),
    # What is known.
    ({}, {"peeked_by": [0]}, "peeked_by"),
    ({}, {"lodge": "otto", "shown": ["otto"]}, "shown"),
    ({}, {"cemetery": ["otto"], "shown": ["otto"]}, "shown"),
    ({}, {"active": "otto", "not_active": ["otto"]}, "not_active"),
    ({}, {"lodge": "otto", "seen_by": {"1": ["otto"]}}, "seen_by"),
    ({}, {"active": "otto", "ruled_out_by": {"1": ["otto"]}}, "ruled_out_by"),
    ({}, {"seen_by": {"0": ["buck"]}}, "seen_by"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "seat", "named"), IMPOSSIBLE)
def test_positions_that_the_game_cannot_hold(
    position: dict[str, Any], seat: dict[str, Any], named: str
) -> None:
    with pytest.raises(Mistake) as refused:
        Desk(seat, {}, {}, **position)
    assert named in refused.value.say("en")
    assert named in refused.value.say("fr")


def test_more_seats_than_sit_there_are_refused() -> None:
    text = (
        'title = "Four of three"\ngame = "badass-force"\nseats = 3\n[position]\n'
        + "[[position.seat]]\npoints = 1\n" * 4
    )
    with pytest.raises(Mistake, match="seat"):
        run_scenario(text)


def test_a_bent_position_is_found_out() -> None:
    """What no field can say is still noticed: `status` names it."""
    bent: list[tuple[Callable[[Any], None], str]] = [
        (lambda s: s.points.__setitem__(1, 16), "points"),
        (lambda s: s.kills.__setitem__(0, 1), "killed"),
        (lambda s: s.unseen.__setitem__(0, 4), "weapon 0"),
        (lambda s: s.in_play.__setitem__(0, 1 << s.lodge[0]), "untrue"),
        (lambda s: s.peekers.__setitem__(0, 1), "known"),
    ]
    for bend, wrong in bent:
        desk = Desk({}, {}, {})
        assert GAME.status(desk.s) == []
        bend(desk.s)
        assert wrong in "; ".join(GAME.status(desk.s))


@pytest.mark.rule("BF-SHOW-2", "BF-SETUP-10")
def test_what_is_known_can_be_placed() -> None:
    seat = {
        "active": "otto", "lodge": "bruno", "peeked_by": [1], "shown": ["buck"], "not_active": ["rocco"],
        "seen_by": {"2": ["sigrid"]}, "ruled_out_by": {"2": ["melinda"]}, "claimed": "stefan", "truths": 2, "lies": 1,
    }  # fmt: skip
    desk = Desk(seat, {}, {}, unchallenged=4)
    assert desk.sees(1)["active"][0] == "otto"
    assert desk.sees(2)["active"][0] == "?"
    for world in desk.worlds(2):
        assert world["active"][0] not in ("rocco", "melinda")
        assert world["lodge"][0] not in ("buck", "sigrid")
    assert {world["lodge"][0] for world in desk.worlds(1)} >= {"sigrid", "bruno"}
    shown = desk.view(2)["seats"][0]
    assert (shown["truths"], shown["lies"], shown["claimed"]["key"]) == (2, 1, "stefan")
    assert desk.view(1)["seats"][0]["claimed"] is None, "who saw the card needs no announcement"


def test_characters_and_weapons_are_named_in_events() -> None:
    text = """title = "Named"
game = "badass-force"
seats = 3
[position]
[[position.seat]]
active = "otto"
weapon = "minigun"
[[step]]
moves = ["0: change_weapon"]
[[step]]
moves = ["0: take grenade"]
events = ["discards weapon=minigun", "takes weapon=grenade n=0", "on_market weapon=bazooka"]
chance = ["bazooka"]
[[step]]
moves = ["1: change_character", "1: place otto"]
events = ["places character=otto"]
told.1 = ["places seat=1 character=otto"]
told.0 = ["places seat=1 character=?"]
"""
    text = text.replace("[position]\n", '[position]\nmarket = ["grenade"]\n', 1)
    assert run_scenario(text).say("en") == []
    assert run_scenario(text.replace("takes weapon=grenade", "takes weapon=bazooka")).say("en") != []


@pytest.mark.rule("BF-END-1")
def test_after_the_action_the_turn_ends() -> None:
    desk = Desk({"points": 17}, {}, {}, acted=True)
    assert GAME.ending(desk.s) == "target"
    desk = Desk({"points": 7}, {}, {}, acted=True)
    assert (desk.turn, desk.deciders) == (1, [1])
    assert happened([str(event) for event in GAME.events(desk.s)], "turn_starts(seat=1")
