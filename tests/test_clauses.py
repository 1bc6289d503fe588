"""No clause without a test, no test of a clause that does not exist."""

from __future__ import annotations

import subprocess
import sys

from tests.house import ROOT


def test_every_clause_is_tested() -> None:
    # Collecting inside a running pytest would mix two collections, hence the process of its own.
    run = subprocess.run(
        [sys.executable, "-m", "tests.clauses"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line for line in run.stdout.splitlines() if line.startswith("  ")]
    assert run.returncode == 0, "\n".join(told) + run.stderr[-2000:]
