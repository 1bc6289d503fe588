"""What every game owes the house, at every number of players and with every option."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.kernel.contract import PROPERTIES, Contract, check_words

from .table import GAME

ALONE = [
    {},
    {"expansions": "potions"},
    {"expansions": "companions"},
    {"expansions": "reaper"},
    {"expansions": "all"},
]
PAIRS = [{"expansions": pair} for pair in ("potions,companions", "potions,reaper", "companions,reaper")]
OPTIONS: list[dict[str, Any]] = [
    {"remove_yellow": "off", "bust_rule": "turn_start", "protect_scope": "all", "swap_scope": "caster"},
    {
        "exchange_return": "bottom",
        "second_ranking": "by_attack",
        "two_player_equip_limit": "off",
        "all_dead": "most_keys",
    },
    {
        "max_rounds": 4,
        "fox_priority": "after_count",
        "companion_swap": "permanent",
        "flip_spell": "instant",
        "fox_scope": "everywhere",
    },
    {
        "reaper_hp": 13,
        "reaper_perfect_keys": "off",
        "reaper_blocks_key": "off",
        "reaper_gone_ends_game": "on",
        "first_armourer": "1",
    },
]


@pytest.mark.parametrize("options", ALONE, ids=str)
@pytest.mark.parametrize("seats", range(2, 7))
def test_contract(seats: int, options: dict[str, Any]) -> None:
    Contract(GAME, seats, options).check(games=3, seed=seats)


@pytest.mark.parametrize("options", PAIRS, ids=str)
def test_contract_of_pairs_of_expansions(options: dict[str, Any]) -> None:
    Contract(GAME, 3, options).check(games=3, seed=1)


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: next(iter(options)))
@pytest.mark.parametrize("seats", [2, 4])
def test_contract_of_options(seats: int, options: dict[str, Any]) -> None:
    Contract(GAME, seats, {"expansions": "all", **options}).check(games=4, seed=2)


@pytest.mark.parametrize("margin", [1, 2, 3])
def test_contract_of_the_solo_game(margin: int) -> None:
    Contract(GAME, 1, {"solo": True, "solo_margin": margin}).check(games=5, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("options", [*ALONE, *PAIRS, *({"expansions": "all", **o} for o in OPTIONS)], ids=str)
@pytest.mark.parametrize("seats", range(2, 7))
def test_contract_at_length(seats: int, options: dict[str, Any]) -> None:
    Contract(GAME, seats, options).check(games=100, seed=100 + seats, only=PROPERTIES)


def test_words() -> None:
    check_words(GAME)
