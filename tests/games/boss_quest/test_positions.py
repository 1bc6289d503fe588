"""Positions by name: those that the game could not hold are refused, with the field that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.scenario import run_scenario
from tests.games.boss_quest.table import GAME, Table

HEAD = """title = "A position"
game = "boss-quest"
seats = 3
options = {{ expansions = [{expansions}] }}

[position]
boss = {boss}
hands = {hands}
{rest}

[[step]]
seat = 0
{step}
"""
HANDS = '["[B2] R6", "[G7] P3", "[R1] B5"]'


def run(
    rest: str = "",
    *,
    boss: str = "20",
    hands: str = HANDS,
    expansions: str = "",
    step: str = "expect = { turn = 0 }",
) -> list[str]:
    """The differences that the scenario finds."""
    return run_scenario(HEAD.format(rest=rest, boss=boss, hands=hands, expansions=expansions, step=step)).say(
        "en"
    )


SOUND = [
    {"rest": "keys = [4, 0, 0]"},
    {"rest": 'market = ["cancel", "cancel"]'},
    {"rest": 'roles = ["ghost", "knight", "knight"]', "boss": '"reaper"', "expansions": '"reaper"'},
    {"rest": 'companions = ["fox", "owl", "hare"]', "expansions": '"companions"'},
    {"rest": 'active = [{ spell = "attack_up", seat = 2, amount = 1 }]'},
    {"hands": '["[B2] Q1+", "[G7] P3", "[Q2] B5"]', "expansions": '"potions"'},
]
IMPOSSIBLE = [
    # Spells: three copies of one that exists twice, one that is not in the game, more than the market holds.
    ({"rest": 'market = ["cancel", "cancel", "cancel"]'}, "market"),
    ({"rest": 'market = ["cancel"]\nmystery = "cancel"\ndiscard = ["cancel"]'}, "discard"),
    ({"rest": 'market = ["cancel", "cancel"]\nactive = [{ spell = "cancel" }]'}, "spell"),
    ({"rest": 'market = ["flip_potion"]'}, "market"),
    ({"rest": 'market = ["require_yellow"]'}, "market"),
    ({"rest": 'market = ["boss_up", "boss_down", "protect", "last_turn"]'}, "market"),
    ({"rest": 'active = [{ spell = "boss_up", amount = 1, seat = 0 }]'}, "seat"),
    # Roles and the Reaper.
    ({"rest": 'roles = ["ghost", "knight", "knight"]'}, "roles"),
    ({"boss": '"reaper"'}, "boss"),
    ({"boss": '"reaper"', "expansions": '"reaper"'}, "Reaper"),
    ({"rest": 'roles = ["ghost", "knight", "knight"]', "expansions": '"reaper"'}, "ghosts"),
    ({"rest": 'roles = ["reaper", "reaper", "knight"]', "expansions": '"reaper"'}, "Reaper"),
    ({"rest": 'reaper = "taken"', "expansions": '"reaper"'}, "Reaper"),
    ({"rest": 'roles = ["knight", "knight", "gone"]\nreaper = "not_come"', "hands": '["[B2] R6", "[G7] P3", ""]', "expansions": '"reaper"'}, "reaper"),
    ({"rest": 'roles = ["knight", "gone", "gone"]', "hands": '["[B2] R6", "", ""]', "expansions": '"reaper"'}, "alone"),
    ({"rest": 'roles = ["knight", "knight", "gone"]\nvisited = [2]', "hands": '["[B2] R6", "[G7] P3", ""]', "expansions": '"reaper"'}, "visited"),
    ({"rest": 'roles = ["reaper", "knight", "knight"]\nkeys = [1, 0, 0]', "expansions": '"reaper"'}, "keys"),
    # Keys and hearts.
    ({"rest": "keys = [7, 0, 0]"}, "keys"),
    ({"rest": "keys = [5, 0, 0]"}, "keys"),
    ({"rest": "hearts = [0, 3, 3]"}, "hearts"),
    ({"rest": "hearts = [4, 3, 3]"}, "hearts"),
    # Companions.
    ({"rest": 'companions = ["fox", "fox", "owl"]', "expansions": '"companions"'}, "companions"),
    ({"rest": 'companions = ["fox", "owl", "hare"]'}, "companions"),
    ({"rest": 'active = [{ spell = "swap_companions", first = "fox", second = "fox" }]', "expansions": '"companions"'}, "second"),
    # Weapons.
    ({"hands": '["[B2] R6", "[B2] P3", "[R1] B5"]'}, "hands"),
    ({"hands": '["[B2] R6", "[Y7] P3", "[R1] B5"]'}, "hands"),
    ({"hands": '["[B2] R6", "[G7] [P3]", "[R1] B5"]'}, "hands"),
    ({"hands": '["[B2]", "[G7] P3", "[R1] B5"]'}, "hands"),
    ({"hands": '["R6", "[G7] P3", "[R1] B5"]'}, "hands"),
    ({"rest": 'top = "R6"'}, "top"),
    ({"hands": '["[B2] Q1", "[G7] P3", "[R1] B5"]', "expansions": '"potions"'}, "hands"),
    ({"hands": '["[Q1+] B2", "[G7] P3", "[R1] B5"]', "expansions": '"potions"'}, "hands"),
    # Bosses and turns.
    ({"rest": "bosses = [14, 14]"}, "bosses"),
    ({"rest": "bosses = [20]"}, "bosses"),
    ({"rest": "visited = [1, 1]"}, "visited"),
    ({"rest": "last_done = [1]"}, "last turn"),
    ({"rest": "last_equip = true"}, "last equip"),
]  # fmt: skip


@pytest.mark.parametrize("position", SOUND)
def test_positions_that_the_game_can_hold(position: dict[str, str]) -> None:
    assert run(**position) == []


@pytest.mark.parametrize(("position", "named"), IMPOSSIBLE)
def test_positions_that_the_game_cannot_hold(position: dict[str, str], named: str) -> None:
    with pytest.raises(Mistake) as refused:
        run(**position)
    assert named in refused.value.say("en")
    # One whole sentence in either language.
    assert refused.value.say("fr") != refused.value.say("en")
    assert not any(word in refused.value.say("fr") for word in (" the ", " is ", " not "))


def test_cards_are_named_in_events_and_in_what_is_told() -> None:
    step = """moves = ["0: equip 1"]
chance = ["Q1"]
events = ["equips seat=0", "receives seat=0 weapon=Q1"]
told.1 = ["receives weapon=potion_1"]
"""
    assert run(step=step, expansions='"potions"') == []
    assert run(step=step.replace("weapon=Q1", "weapon=Q2"), expansions='"potions"') != []
    step = """moves = ["0: visit", "0: take 0", "0: activate", "0: player 1", "0: with 2"]
events = ["takes spell=swap_hidden", "swaps seat=1 other=2"]
told.1 = ["new_hidden seat=1 weapon=R1"]
told.0 = ["new_hidden seat=1 weapon=?"]
"""
    assert run(rest='market = ["swap_hidden"]', step=step) == []


def test_nothing_is_written_none_in_lists() -> None:
    step = (
        'expect = { companions = ["none", "none", "none"], market = ["boss_up", "none"], mystery = "none" }'
    )
    assert run(rest='market = ["boss_up", ""]', step=step) == []


@pytest.mark.rule("BQ-COMP-5", "BQ-SETUP-13")
def test_what_is_known_can_be_placed() -> None:
    rest = 'market = ["boss_up"]\nmystery = "protect"\ntop = "R7"\n'
    rest += "known = [{ seat = 0, hidden = 1 }, { seat = 2, mystery = true }, { seat = 1, top = true }]"
    step = """sees.0 = { hidden = ["B2", "G7", "?"], mystery = "?", top = "?" }
sees.1 = { hidden = ["?", "G7", "?"], top = "R7" }
sees.2 = { mystery = "protect" }
unsure.2 = ["hidden.1", "top"]
"""
    assert run(rest=rest, step=step) == []
    assert run(rest='top = "R7"', step='sees.spectator = { top = "R7" }') == []
    with pytest.raises(Mistake, match="hidden"):
        run(rest="known = [{ seat = 0, hidden = 3 }]")


def test_whoever_is_not_named_has_a_companion_that_is_left() -> None:
    held: Any = Table(
        3,
        {"expansions": "companions"},
        boss=20,
        hands=["[B2] R6", "[G7] P3", "[R1] B5"],
        companions=["", "raven"],
    )
    assert held["companions"] == ["turtle", "raven", "fox"]
    assert GAME.status(held.s) == []
