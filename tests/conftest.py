"""Shared by all tests."""

from __future__ import annotations

import sys

import pytest

from bagarre.kernel.game import Game
from tests.house import REFERENCE
from tests.house import leduc as reference_game

sys.path.insert(0, str(REFERENCE))


@pytest.fixture
def leduc() -> Game:
    """The kernel's reference game."""
    return reference_game()
