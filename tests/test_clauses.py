"""No clause without a test, no test of a clause that does not exist."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bagarre.kernel.game import Game
from tests.house import ROOT, complete_games


@pytest.mark.parametrize("game", complete_games(), ids=lambda game: game.name)
def test_every_clause_is_tested(game: Game) -> None:
    # Collecting inside a running pytest would mix two collections, hence the process of its own.
    run = subprocess.run(
        [sys.executable, "-m", "tests.clauses", game.name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, "\n".join(run.stdout.splitlines()[-3:]) + run.stderr[-2000:]
