"""Leduc keeps the contract."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.kernel.contract import Contract, check_words
from bagarre.kernel.game import Game


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"raises": 1}, {"raises": 4}], ids=str)
def test_contract(leduc: Game, seats: int, options: dict[str, Any]) -> None:
    report = Contract(leduc, seats, options).check(games=20, seed=1)
    assert set(report.endings) == {"folds", "showdown"}
    assert set(report.hidden) == set(report.varied) == {"cards", "deck"}


def test_words(leduc: Game) -> None:
    check_words(leduc)
