"""The study of balance: seats of any game, and whatever a seat may have in those that tell it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.subjects import COLUMNS, DUE, HELD, WHOLE, WON, Part, add_settled, hold, settle
from bagarre.lab.simulate import Plan, play
from bagarre.lab.study.balance import Findings, Request, duel, measure_balance, ratio, verdict
from bagarre.lab.telling import figure

GAMES = ("boss-quest", "badass-force", "battleworld", "baston")


def measure(game: Game, deals: int, **more: Any) -> Findings:
    """A few games do not wait for a compiler."""
    return measure_balance(Request(game, deals, **more), compiled=False)


def test_the_seats_of_any_game(leduc: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bagarre.lab.study.description.find_game", lambda name: leduc)
    text = measure(leduc, 20, players=(2, 3)).markdown("en")
    lines = text.splitlines()
    assert lines[2] == "| players | seat 1 | seat 2 | seat 3 |"
    assert lines[4].startswith("| 2 | ")
    assert lines[4].endswith(" | – |")
    assert lines[5].startswith("| 3 | ")


def test_one_scenario_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Long studies are played in pieces; a setting that is not there is named with those that are."""
    asked = [
        "--lang",
        "en",
        "study",
        "balance",
        "baston",
        "--interpreted",
        "--parts",
        "scenarios",
        "--deals",
        "2",
    ]
    assert main([*asked, "--settings", "kraitneu"]) == 0
    text = capsys.readouterr().out
    assert "2 games of scripted, one setting, 2 deals." in text
    assert "| kraitneu | " in text
    assert "| magot | " not in text
    assert main([*asked, "--settings", "attic"]) != 0
    said = capsys.readouterr().err
    assert "attic" in said
    assert "kraitneu, magot" in said


def test_boxes_of_badass_force() -> None:
    text = measure(find_game("badass-force"), 2, players=(3,), parts=("vhs",)).markdown("fr")
    assert text.splitlines()[0].startswith("**vhs**\u00a0: 2 parties de scripted")
    assert "| personnage | 3 joueurs |" in text
    assert "| annoncé par | 3 joueurs |" in text
    assert "| arme | 3 joueurs |" in text


def test_factions_of_battleworld(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = find_game("battleworld").room("subjects")
    assert len(room.against_each_other(find_game("battleworld").content())) == 56
    few = Part(
        "factions", ("first", "faction"), lambda all: room.against_each_other(all)[:2], against="faction"
    )
    monkeypatch.setattr(room, "PARTS", (few,))
    picture = tmp_path / "balance.svg"
    asked = ["study", "balance", "battleworld", "--interpreted", "--parts", "factions", "--deals", "2"]
    assert main(["--lang", "en", *asked, "--out", str(tmp_path / "kept"), "--svg", str(picture)]) == 0
    text = capsys.readouterr().out
    assert "4 games of scripted, 2 settings, 2 deals each" in text
    assert "| Iron Crown | – | " in text
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.count("<rect") == 1 + 8 * 9
    assert "Points of each faction" in drawn
    # What was kept is not played again, and says the same.
    assert len(list((tmp_path / "kept" / "factions").glob("*.npz"))) == 2
    assert main(["--lang", "en", *asked, "--out", str(tmp_path / "kept")]) == 0
    assert capsys.readouterr().out == text


def test_equal_teams_of_battleworld() -> None:
    text = measure(find_game("battleworld"), 2, parts=("mirror",)).markdown("en")
    assert "| setting | seat 1 | seat 2 | who begins |" in text
    assert "| random | " in text


def test_gangs_scenarios_and_duels_of_baston() -> None:
    found = measure(find_game("baston"), 1, parts=("gangs",), players=(2,)).parts[0]
    shares = found.shares("gang")
    assert list(shares) == ["dudule", "kraitneu", "nenesse"]
    assert shares["nenesse"] == [None], "two players lead the first two gangs"
    both = [shares[name][0] for name in ("dudule", "kraitneu")]
    assert sum(share.value for share in both if share) == pytest.approx(1.0)


@pytest.mark.parametrize("name", GAMES)
def test_what_seats_have_adds_up(name: str) -> None:
    """Everybody who had something was due a fair share, and nobody won more than a win."""
    game = find_game(name)
    seats = max(3, game.meta.players[0]) if 3 in game.meta.players else 2
    plan = Plan(game.package, ("scripted",) * seats, (), (), "5", "interpreted", "subjects")
    tallies = play(game, plan, 0, 3).tallies
    held, won, due = (tallies[:, column::COLUMNS] for column in (HELD, WON, DUE))
    assert held.sum() > 0
    assert (won <= WHOLE * held).all()
    assert ((due > 0) == (held > 0)).all()
    if "first" in game.room("subjects").SUBJECTS.kinds:
        first = game.room("subjects").SUBJECTS.kinds["first"].first
        assert (held[:, first] <= 1).all()


def test_subjects_are_settled_by_who_won() -> None:
    tally = [0] * (3 * COLUMNS)
    hold(tally, 0, 0)
    hold(tally, 0, 2)
    hold(tally, 1, 3)
    settle(tally, 0, 2, 0b101, 0b111)
    assert tally[:6] == [2, WHOLE, 2 * WHOLE // 3, 0, 0, 0], "seat 3 does not take part"
    add_settled(tally, 2, 1, 0b010, 0b011)
    assert tally[6:] == [1, WHOLE, WHOLE // 2]
    settle(tally, 2, 1, 0, 0b111)
    assert tally[6] == 0, "where nobody won, nothing is counted"


def test_shares_are_told_as_against_one_opponent() -> None:
    assert duel(0.25, 0.25) == pytest.approx(0.5)
    assert duel(0.5, 0.25) == pytest.approx(0.75)
    held, due = np.ones(400), np.full(400, 0.25)
    won = np.tile([1.0, 0, 0, 0], 100)
    fair = ratio(won, held, due)
    assert fair is not None
    assert fair.value == pytest.approx(0.5)
    assert 0.04 < fair.half < 0.07
    without = ratio(np.tile([1.0, 0], 200), held, due, missing=True)
    assert without is not None
    assert without.value == pytest.approx(0.25)
    assert verdict(without) == 1
    assert verdict(fair) == 0
    assert ratio(np.zeros(3), np.zeros(3), np.zeros(3)) is None


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["boss-quest", "--parts", "vhs"],
        ["badass-force", "--parts", "laserdisc"],
        ["badass-force", "--players", "9"],
        ["badass-force", "--deals", "0"],
        ["badass-force", "--player", "nobody"],
        ["badass-force", "--pack", "/nowhere.toml"],
        ["boss-quest", "--interpreted", "--deals", "2", "--players", "2", "--svg", "/nowhere/x.svg"],
    ],
)
def test_bad_input_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for lang in ("fr", "en"):
        assert main(["--lang", lang, "study", "balance", *arguments]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_part_that_is_not_there(leduc: Game) -> None:
    with pytest.raises(Mistake, match="option_value"):
        measure(leduc, 2, parts=("cards",))


def test_figures_are_written_as_the_language_writes_them() -> None:
    assert figure(-1.25, "en", signed=True) == "−1.2"
    assert figure(3.0, "fr", signed=True) == "+3,0"
    assert figure(None, "fr") == "–"
