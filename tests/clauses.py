"""Which tests exercise which clause: `python -m tests.clauses [GAME]`.

Tests name their clauses with `@pytest.mark.rule("BQ-DRAW-3")`, scenario files in `rules`.
"""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from tests.house import ROOT, complete_games, game_named


class _Collector:
    """Takes the marks of the tests that pytest finds."""

    def __init__(self) -> None:
        self.found: dict[str, set[str]] = defaultdict(set)
        self.broken: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("rule"):
                for clause in mark.args:
                    self.found[clause].add(item.nodeid.partition("[")[0])

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.broken.append(report.nodeid)


def marked_tests(*folders: Path) -> dict[str, set[str]]:
    """For each clause the tests under these folders that carry it."""
    collector = _Collector()
    with redirect_stdout(StringIO()) as said:
        code = pytest.main(
            ["--collect-only", "-qq", "-p", "no:cacheprovider", *map(str, folders)], plugins=[collector]
        )
    if collector.broken or code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"cannot be collected: {', '.join(collector.broken)}\n{said.getvalue()}")
    return collector.found


def scenario_clauses(game: Game) -> dict[str, set[str]]:
    """For each clause the scenario files of the game that name it."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted(game.folder.glob("scenarios/**/*.toml")):
        for clause in tomllib.loads(file.read_text(encoding="utf-8")).get("rules", []):
            found[clause].add(f"scenarios/{file.name}")
    return found


def clauses_of(game: Game) -> dict[str, set[str]]:
    """Every clause of the game's rules with the tests and scenarios that exercise it; also those that it lacks."""
    folder = ROOT / "tests" / "games" / game.folder.name
    found: dict[str, set[str]] = {clause: set() for clause in game.rulebook("en").clauses}
    for source in (marked_tests(folder), scenario_clauses(game)):
        for clause, tests in source.items():
            found.setdefault(clause, set()).update(tests)
    return found


def main(names: list[str]) -> int:
    try:
        wanted = [game_named(name) for name in names] or complete_games()
    except Mistake as mistake:
        print(mistake.say("en"), file=sys.stderr)
        return 2
    wrong = 0
    for game in wanted:
        known, found = game.rulebook("en").clauses, clauses_of(game)
        untested = [clause for clause in known if not found[clause]]
        unknown = [clause for clause in found if clause not in known]
        for clause, tests in found.items():
            print(f"{clause}: {', '.join(sorted(tests)) or '— no test'}")
        print(
            f"{game.name}: {len(known)} clauses, {len(untested)} without a test, {len(unknown)} that the rules lack"
        )
        for title, clauses in (("without a test", untested), ("not in the rules", unknown)):
            if clauses:
                print(f"  {title}: {' '.join(clauses)}")
        wrong += len(untested) + len(unknown)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
