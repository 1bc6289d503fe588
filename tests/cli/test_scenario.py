"""Scenarios from the command line: what passes, what fails, what is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.house import REFERENCE

SCENARIOS = REFERENCE / "leduc" / "scenarios"


def test_files_and_folders(command: Command) -> None:
    answer = command("scenario", "run", SCENARIOS)
    assert answer.code == 0
    assert "échecs : 0" in answer.out
    file = sorted(SCENARIOS.glob("*.toml"))[0]
    told = json.loads(command("scenario", "run", file, "--json").out)
    assert told[0]["passed"] is True
    assert told[0]["game"] == "leduc"
    assert told[0]["checks"] > 0


def test_a_failure_shows_both_values_and_exits_with_one(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(
        'title = "wrong"\ngame = "leduc"\nseats = 2\nrules = ["LE-BET-1"]\nseed = 1\n[[step]]\nseat = 0\nrefuses = { call = "" }\nchoice = "call"\n'
    )
    answer = command("scenario", "run", file)
    assert answer.code == 1
    assert "wrong.toml" in answer.out
    assert json.loads(command("scenario", "run", file, "--json").out)[0]["failures"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title = ", "TOML illisible"),
        ('title = "a"', "game : champ manquant"),
        ('title = "a"\ngame = "chess"\nseats = 2', "jeu inconnu « chess »"),
        ('title = "a"\ngame = "leduc"\nseats = 9', "pas à 9"),
        ('title = "a"\ngame = "leduc"\nseats = 2\ncolour = 1', "colour : champ inconnu"),
        ('title = "a"\ngame = "leduc"\nseats = 2\noptions = { raises = 7 }', "option raises"),
    ],
)
def test_broken_scenarios(command: Command, tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    assert told in command("scenario", "run", file).complaint


def test_nothing_to_run(command: Command, tmp_path: Path) -> None:
    assert "aucun scénario" in command("scenario", "run", tmp_path).complaint
    assert "introuvable" in command("scenario", "run", tmp_path / "none.toml").complaint
