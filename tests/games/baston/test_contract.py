"""The contract of the house, on every scenario and number of players, interpreted and compiled side by side."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from bagarre.games.baston.rules.machine import STACK
from bagarre.games.baston.state import State
from bagarre.kernel.contract import INTERPRETED, PROPERTIES, Contract
from tests.games.baston.table import GAME

SCENARIOS = {
    "brawl": range(2, 7), "first": range(2, 5), "kraitneu": range(2, 3), "magot": range(2, 4), "stage": range(2, 7), "bigo": range(2, 7),
    "bourres": range(2, 7), "tournee": range(2, 7), "destroy": range(2, 7),
}  # fmt: skip
OTHER_READINGS = {
    "corner_dexterity": True, "furniture_level": "1", "run_max_inclusive": True, "roll_under_strict": True,
    "stun_fall_cumulative": True, "jostle_always_tests": True, "arm_loss": "text", "overturn_distance": "1",
    "glass_protection": True, "window_shards": True, "under_furniture_safe": True, "butt_prone": True, "chain_aim": "single",
    "hold_rest": True, "constitution_8": True,
}  # fmt: skip


WHOLE = {("brawl", 6), ("kraitneu", 2)}
"""Scenarios that differ most: random and chosen places, sides; a full board."""
SOUND = ("choices", "status", "ending", "buffers")
"""What the other scenarios are checked for; everything under `make soak`."""


def every_scenario() -> list[Any]:
    """Each scenario with its fewest players, and the brawl with the most; all of them with every number under `make soak`."""
    cases = []
    for name, seats in SCENARIOS.items():
        for n in seats:
            if (name, n) in WHOLE:
                cases.append(pytest.param(name, n, INTERPRETED, id=f"{name}-{n}"))
            else:
                cases.append(
                    pytest.param(name, n, PROPERTIES, marks=pytest.mark.soak, id=f"{name}-{n}-whole")
                )
                if n == seats[0]:
                    cases.append(pytest.param(name, n, SOUND, id=f"{name}-{n}"))
    return cases


@pytest.mark.parametrize(("scenario", "seats", "only"), every_scenario())
def test_contract_of_every_scenario(scenario: str, seats: int, only: tuple[str, ...]) -> None:
    options: dict[str, Any] = {"scenario": scenario, "turns": 2}
    if scenario in ("brawl", "stage", "tournee", "bourres"):
        options["size"] = 2
    Contract(GAME, seats, options).check(games=1, seed=seats, only=only)


OPTIONS: list[tuple[int, dict[str, Any]]] = [
    (2, {"turns": 2, **OTHER_READINGS}),
    (3, {"turns": 2, "reveal": "sequence", "reprogram": "immediate"}),
    (2, {"turns": 2, "characters": "choose"}),
    (4, {"turns": 2, "characters": "random", "hidden_sheets": True, "reveal": "sequence"}),
    (3, {"scenario": "stage", "characters": "choose", "hidden_sheets": True, "size": 1}),
    (6, {"turns": 1, "size": 4}),
]


def every_option() -> list[Any]:
    """A full board takes long: here it is checked for soundness (another one is whole, `WHOLE`), for everything under `make soak`."""
    full = OPTIONS[-1]
    return [
        *((*case, INTERPRETED) for case in OPTIONS[:-1]),
        (*full, SOUND),
        pytest.param(*full, INTERPRETED, marks=pytest.mark.soak),
    ]


@pytest.mark.parametrize(("seats", "options", "only"), every_option())
def test_contract_of_the_options(seats: int, options: dict[str, Any], only: tuple[str, ...]) -> None:
    Contract(GAME, seats, options).check(games=1, seed=3, only=only)


@pytest.mark.compiles
def test_interpreted_and_compiled_agree() -> None:
    """Choice for choice, byte for byte, in random and in scripted play: a turn of each scenario, several with the options."""
    scenarios: list[tuple[int, dict[str, Any]]] = [
        (n, {"scenario": name, "turns": 1}) for name, n in sorted(WHOLE)
    ]
    for number, (seats, options) in enumerate(scenarios + OPTIONS):
        # Even games are played at random, odd ones mostly by the scripted player.
        Contract(GAME, seats, options).check(games=[number], seed=7, only=("modes",))


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 7))
def test_contract_at_length(seats: int) -> None:
    Contract(GAME, seats, {}).check(games=30, seed=11)


def test_the_state_is_small() -> None:
    assert GAME.State.SIZE <= 9216
    assert GAME.State.MOVING_SIZE <= 4608


def test_the_operations_fit_the_stack() -> None:
    assert len(State().frames[0]) >= STACK.width
    assert all(operation.steps.get(int(operation)) for operation in STACK.operations), (
        "an operation without a beginning"
    )


def test_the_steps_have_the_same_numbers_whoever_is_imported_first() -> None:
    """States travel between processes."""
    asked = "from bagarre.games.baston.rules.{0} import *; from bagarre.games.baston.rules.machine import STACK; print([sorted(o.steps) for o in STACK.operations])"
    said = {
        subprocess.run([sys.executable, "-c", asked.format(name)], capture_output=True, check=True).stdout
        for name in ("throwing", "falls", "questions")
    }
    assert len(said) == 1
