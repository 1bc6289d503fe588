"""My Game keeps the contract of the house, and its worked examples hold."""

from pathlib import Path

import pytest

from bagarre.kernel.contract import Contract, check_words
from bagarre.kernel.game import Game
from bagarre.scenario import run_scenario

GAME = Game("my_game")
SCENARIOS = sorted((GAME.folder / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("seats", GAME.meta.players)
def test_contract(seats: int) -> None:
    Contract(GAME, seats).check(games=10, seed=1)


def test_contract_with_every_number_of_changes() -> None:
    for changes in range(4):
        Contract(GAME, 3, {"changes": changes}).check(games=5, seed=1)


def test_words() -> None:
    check_words(GAME)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_scenarios(file: Path) -> None:
    assert run_scenario(file, game=GAME).say("en") == []
