"""Shared by all tests."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

from bagarre.kernel.game import Game
from tests.house import REFERENCE
from tests.house import leduc as reference_game

sys.path.insert(0, str(REFERENCE))
# Tests wait for what a server does in the background: where all processors are busy, whoever gives way would hardly get a turn.
os.environ["BAGARRE_NICE"] = "0"


@pytest.fixture
def leduc() -> Game:
    """The kernel's reference game."""
    return reference_game()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests begin first, so that nobody waits for one at the end; and one after the other, so that one worker lowers a game's rules once."""
    items.sort(key=lambda item: item.get_closest_marker("compiles") is None)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What long runs measured (`record_property("figures", …)`), at the end, however they went."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    figures = [
        value
        for report in reports
        for name, value in report.user_properties
        if name == "figures" and report.when == "call"
    ]
    if figures:
        terminalreporter.section("figures")
        for line in figures:
            terminalreporter.write_line(line)
