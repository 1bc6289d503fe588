"""Every scenario file of every game: the worked examples of the rulebooks as executable documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bagarre.kernel.game import Game
from bagarre.scenario import run_scenario
from tests.house import ROOT, all_games, game_named

FILES = [
    pytest.param(game, file, id=f"{game.name}/{file.stem}")
    for game in all_games()
    for file in sorted(game.folder.glob("scenarios/**/*.toml"))
]


@pytest.mark.parametrize(("game", "file"), FILES)
def test_scenario(game: Game, file: Path) -> None:
    result = run_scenario(file, game=game)
    assert not result.failures, "\n".join(result.say("en"))
    assert result.checks, "a scenario must state something"
    known = game.rulebook("en").clauses
    assert [clause for clause in result.rules if clause not in known] == []


EXAMPLES = re.findall(
    r"```toml\n(title.*?)```", (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_of_the_documentation(text: str) -> None:
    name = re.search(r'^game = "(.*)"', text, re.MULTILINE)
    assert name is not None
    result = run_scenario(text, game=game_named(name[1]))
    assert not result.failures, "\n".join(result.say("en"))
