"""The contract of the house on Badass Force: every player count, every option, users' packs."""

from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.kernel.contract import INTERPRETED, Contract, check_words
from tests.games.badass_force.test_packs import STUNTS

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"edition": "dvd"}),
    (
        5,
        {
            "edition": "mixed",
            "denounce_polling": "clockwise",
            "denounce_order": "turn_player",
            "target": "12",
        },
    ),
    (6, {"edition": "mixed"}),
    (
        3,
        {
            "edition": "dvd",
            "casting": "chosen",
            "first_player": "chosen",
            "first_seat": 2,
            "self_overload": True,
        },
    ),
    (
        4,
        {
            "reactions": False,
            "dice": "wild",
            "weapon_restart": "start_square",
            "tiebreak": "sum",
            "max_turns": 30,
        },
    ),
    (6, {"denounce_points": "flat2", "failed_defence": "absorbed", "casting": "random", "target": "20"}),
    (
        4,
        {
            "edition": "dvd",
            "rechoose_timing": "after_power",
            "self_overload": True,
            "dice": "wild",
            "denounce_order": "turn_player",
        },
    ),
]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_contract(number: int) -> None:
    """Even games are played at random, odd ones mostly by the scripted player: each table in one of them, the usual one in both."""
    seats, options = TABLES[number]
    games = [number % 2] if number else [0, 1]
    report = Contract(find_game("badass-force"), seats, options).check(games=games, seed=1, only=INTERPRETED)
    assert report.games == len(games)


@pytest.mark.compiles
def test_compiled_rules_play_the_same() -> None:
    """A game of each table, in turn at random and mostly by the scripted player."""
    for number, (seats, options) in enumerate(TABLES):
        Contract(find_game("badass-force"), seats, options).check(games=[number % 2], seed=1, only=("modes",))
    Contract(find_game("badass-force"), 4, {"edition": "mixed"}, packs=[STUNTS]).check(
        games=2, seed=5, only=("modes",)
    )


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_contract_on_many_games(seats: int, options: Any) -> None:
    Contract(find_game("badass-force"), seats, options).check(games=30, seed=2)


def test_words() -> None:
    check_words(find_game("badass-force"))
