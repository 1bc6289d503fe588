"""What every game owes the house, at every number of players and with every option."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bagarre.kernel.contract import INTERPRETED, PROPERTIES, Contract, check_words

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


def tables() -> Iterator[tuple[int, dict[str, Any], int]]:
    """Seats, options, and how many games of each are played."""
    for seats in range(2, 7):
        yield from ((seats, options, 2) for options in ALONE)
    yield from ((3, options, 2) for options in PAIRS)
    for seats in (2, 4):
        yield from ((seats, {"expansions": "all", **options}, 3) for options in OPTIONS)
    yield from ((1, {"solo": True, "solo_margin": margin}, 5) for margin in (1, 2, 3))


@pytest.mark.parametrize(("seats", "options", "games"), list(tables()))
def test_contract(seats: int, options: dict[str, Any], games: int) -> None:
    Contract(GAME, seats, options).check(games=games, seed=seats, only=INTERPRETED)


@pytest.mark.compiles
def test_compiled_rules_play_the_same() -> None:
    """In one test, so that only one of pytest's workers compiles them; a game of each table, in turn at random and mostly by the scripted
    player."""
    for number, (seats, options, _) in enumerate(tables()):
        Contract(GAME, seats, options).check(games=[number % 2], seed=seats, only=("modes",))


@pytest.mark.soak
@pytest.mark.parametrize("options", [*ALONE, *PAIRS, *({"expansions": "all", **o} for o in OPTIONS)], ids=str)
@pytest.mark.parametrize("seats", range(2, 7))
def test_contract_at_length(seats: int, options: dict[str, Any]) -> None:
    Contract(GAME, seats, options).check(games=100, seed=100 + seats, only=PROPERTIES)


def test_words() -> None:
    check_words(GAME)
