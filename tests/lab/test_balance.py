"""The study of balance: seats of any game, boxes of Badass Force, factions of Battleworld."""

from __future__ import annotations

from pathlib import Path

import pytest

from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel import game as kernel_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.lab import simulate as lab_simulate
from bagarre.lab.balance import Request, figure, measure


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games do not wait for a compiler."""
    for module in (kernel_game, lab_simulate):
        monkeypatch.setattr(module, "fast_mode_available", lambda: False)


def test_the_seats_of_any_game(leduc: Game) -> None:
    text = measure(Request(leduc, 60, "1", players=(2, 3))).markdown("en")
    lines = text.splitlines()
    assert lines[0] == "| players | seat 0 | seat 1 | seat 2 | farthest seat |"
    assert lines[2].startswith("| 2 | ")
    assert " | – | " in lines[2]
    assert lines[3].startswith("| 3 | ")


def test_boxes_of_badass_force() -> None:
    done: list[int] = []
    wanted = Request(find_game("badass-force"), 2, "1", players=(3,), parts=("vhs",))
    text = measure(wanted, lambda: done.append(1)).markdown("fr")
    assert text.splitlines()[2].startswith("| 3, vhs | ")
    assert "| vhs : annonceurs (Loge) | 3 joueurs |" in text
    assert len(done) == 1


def test_factions_of_battleworld(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "balance.svg"
    assert (
        main(["--lang", "en", "study", "balance", "battleworld", "--games", "2", "--svg", str(picture)]) == 0
    )
    text = capsys.readouterr().out
    assert text.count("\n| **") == 8
    assert "72 games: " in text
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.count("<rect") == 1 + 8 * 9
    assert "Points of each faction" in drawn


def test_equal_teams_of_battleworld() -> None:
    text = measure(Request(find_game("battleworld"), 2, "1", parts=("mirror",))).markdown("en")
    assert text.splitlines()[0] == "| 2 games each | wins | points | nobody wins |"
    assert "| random teams | " in text


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["boss-quest", "--parts", "vhs"],
        ["badass-force", "--parts", "laserdisc"],
        ["badass-force", "--players", "9"],
        ["badass-force", "--games", "0"],
        ["badass-force", "--pack", "/nowhere.toml"],
        ["boss-quest", "--games", "2", "--players", "2", "--svg", "/nowhere/x.svg"],
    ],
)
def test_bad_input_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for lang in ("fr", "en"):
        assert main(["--lang", lang, "study", "balance", *arguments]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_part_that_is_not_there(leduc: Game) -> None:
    with pytest.raises(Mistake, match="option_value"):
        measure(Request(leduc, 2, "1", parts=("cards",)))


def test_figures_are_written_as_the_language_writes_them() -> None:
    assert figure(-1.25, "en", signed=True) == "−1.2"
    assert figure(3.0, "fr", signed=True) == "+3,0"
    assert figure(None, "fr") == "–"
