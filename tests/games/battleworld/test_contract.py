"""The contract of the house, on the main ways of playing."""

from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.kernel.contract import INTERPRETED, Contract, check_words

WAYS = {
    "default": {},
    "draft": {"team_mode": "draft", "leaders": True, "base_modules": "2"},
    "random": {"team_mode": "random", "leaders": True, "deploy": "auto", "names": "neutral"},
    "mirror": {"mirror": True, "leaders": True, "galactus_hunger": "d20", "galactus_result": "points"},
    "strict": {"strict_physical": True, "team_mode": "draft", "auction": "trailing_only"},
    "patron": {"preset": "set_up_picture", "leaders": True, "deploy": "auto"},
    "herald": {"second_cosmic": "silver_surfer", "supporter_bonus": True, "flyer_safe": True, "pass_is_final": True},
    "wanderer": {"second_cosmic": "thanos", "leaders": True, "max_turns": 8},
    "lighter": {
        "auction": "trailing_only", "yield_is_total": True, "reroll_friendly_only": True, "guard_own_module": True,
        "recover_needs_loss": True, "base_modules": "villains_2", "galactus_threshold": 6,
    },
}  # fmt: skip


GAMES = {way: [number % 2] for number, way in enumerate(WAYS)} | {"default": [0, 1]}
"""Even games are played at random, odd ones mostly by the scripted player: each way of playing in one of them, the usual one in both."""


@pytest.mark.parametrize("way", WAYS)
def test_contract(way: Any) -> None:
    Contract(find_game("battleworld"), 2, WAYS[way]).check(games=GAMES[way], seed=1, only=INTERPRETED)


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
def test_contract_on_many_games(way: Any) -> None:
    Contract(find_game("battleworld"), 2, WAYS[way]).check(games=20, seed=2)


@pytest.mark.compiles
def test_compiled_rules_play_the_same() -> None:
    """In one test, so that only one of pytest's workers compiles them."""
    for way, options in WAYS.items():
        Contract(find_game("battleworld"), 2, options).check(games=GAMES[way], seed=1, only=("modes",))


def test_words() -> None:
    check_words(find_game("battleworld"))
