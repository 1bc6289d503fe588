"""Learning weights from games between programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bagarre.cli.main import main
from bagarre.kernel.errors import Mistake
from bagarre.kernel.searchfile import search_file
from bagarre.lab import beliefs, training
from bagarre.lab.told import steps, triples_of
from bagarre.lab.training import Lesson, Mixture, Sample, fit, keep, learn, loss
from bagarre.match import Match
from tests.house import ROOT, game_named


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "fast_mode_available", lambda: False)


def test_a_regression_finds_the_weights_that_made_the_cases() -> None:
    dice = np.random.default_rng(1)
    rows, real = dice.normal(size=(4000, 3, 2)), np.array([1.5, -0.7])
    shares = training.softmax(rows @ real)
    chosen = (shares.cumsum(1) > dice.random((4000, 1))).argmax(1)
    sample = Sample(rows, np.zeros((4000, 3)), np.eye(3)[chosen], np.arange(4000) % 5 == 0)
    found = fit(sample)
    assert found == pytest.approx(real, abs=0.15)
    assert loss(sample, found) < loss(sample, np.zeros(2))


def test_what_cannot_be_is_never_believed() -> None:
    rows = np.zeros((100, 2, 1))
    sample = Sample(
        rows, np.tile([0.0, -1e9], (100, 1)), np.tile([1.0, 0.0], (100, 1)), np.arange(100) % 5 == 0
    )
    assert loss(sample, fit(sample)) == pytest.approx(0, abs=1e-9)


def test_standings_are_learned_from_games() -> None:
    lesson = learn(game_named("boss-quest"), "standing", ["scripted"], games=12, seats=[2], seed="3")
    assert len(lesson.weights) == 9
    assert lesson.cases > 30
    assert "12 games each of 2 players of the kinds scripted" in lesson.made


def test_habits_are_learned_from_games() -> None:
    lesson = learn(game_named("badass-force"), "habits", ["scripted"], games=2, seats=[3], seed="3")
    assert len(lesson.weights) == 9
    assert lesson.cases > 10


def test_habits_of_hidden_weapons_are_learned_from_games() -> None:
    lesson = learn(game_named("boss-quest"), "habits", ["scripted"], games=4, seats=[3], seed="3")
    assert len(lesson.weights) == 66
    assert lesson.cases > 20
    assert lesson.blank > 0


@pytest.mark.parametrize(("name", "games"), [("badass-force", 2), ("boss-quest", 2)])
def test_kinds_of_players_are_learned_from_their_tables(name: str, games: int) -> None:
    room = game_named(name).room("beliefs")
    lesson = learn(game_named(name), "wary", ["scripted", "random"], games=games, seats=[3], seed="3")
    assert len(lesson.weights) == 2 * (room.SIGNS + room.CLUES)
    assert lesson.cases > 20
    assert "scripted, random" in lesson.made


def test_what_is_left_is_learned_where_the_first_is_known() -> None:
    lesson = learn(game_named("badass-force"), "rest", ["scripted"], games=2, seats=[3], seed="3")
    assert len(lesson.weights) == 3
    with pytest.raises(Mistake, match="nothing_to_learn"):
        learn(game_named("boss-quest"), "rest", ["scripted"], games=2, seats=[3])


def test_what_is_told_never_falls_and_rests_on_enough_questions() -> None:
    asked, right = np.zeros(201), np.zeros(201)
    asked[[0, 1, 20, 40, 60, 199, 200]] = [50, 4000, 2000, 2000, 100, 1000, 1000]
    right[[0, 1, 20, 40, 60, 199, 200]] = [50, 40, 500, 400, 90, 900, 1000]
    # Those at 20 and 40 fall, so they are pooled; the few at 60 go with those after them.
    assert steps(asked, right, sure=False) == [(0, 10), (20, 225), (60, 900), (200, 1000)]
    assert steps(asked, right, sure=True) == [(0, 10), (20, 225), (60, 900)]
    assert triples_of(np.stack([asked, asked * 0]), np.stack([right, right * 0]), 1) == (
        0,
        0,
        10,
        0,
        20,
        225,
        0,
        60,
        900,
    )


def test_what_is_told_is_learned_from_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "fast_mode_available", lambda: False)
    monkeypatch.setattr(beliefs, "IMAGINED", 20)
    lesson = learn(game_named("boss-quest"), "told", ["scripted", "random"], games=5, seats=[2], seed="3")
    assert lesson.cases > 20
    assert len(lesson.weights) % 3 == 0
    assert set(lesson.weights[::3]) == {0, 1}
    assert "never falling shares" in lesson.made
    assert lesson.loss > 0
    with pytest.raises(Mistake, match="nothing_to_learn"):
        learn(game_named("battleworld"), "told", ["scripted"], games=5, seats=[2])


def test_who_knows_the_kind_of_a_player_foresees_more() -> None:
    """Two kinds who do the opposite, and a clue that tells them apart nearly always."""
    dice = np.random.default_rng(1)
    kinds = np.arange(4000) % 2
    hints = np.stack([np.ones(4000), kinds + dice.normal(scale=0.4, size=4000)], 1)
    rows = np.zeros((4000, 2, 1))
    rows[:, 1, 0] = 1
    chosen = (dice.random(4000) < np.where(kinds == 1, 0.9, 0.1)).astype(int)
    held = np.arange(4000) % 5 == 0
    sample = Sample(rows, np.zeros((4000, 2)), np.eye(2)[chosen], held)
    clues = fit(training.blocks(hints, np.eye(2)[kinds], held)).reshape(2, 2)
    signs = np.stack([fit(sample.chosen(kinds == kind)) for kind in range(2)])
    mixture = Mixture(signs, clues, 0.03)
    assert mixture.loss(sample, hints) < 0.5
    assert Mixture(signs, clues * 0, 0.03).loss(sample, hints) > 0.65
    # With the cards alone in the mixture, kinds must be surer to be right about all.
    better = mixture.improved(sample, hints)
    assert better.loss(sample, hints) == pytest.approx(mixture.loss(sample, hints), abs=0.01)
    assert better.signs[1, 0] > signs[1, 0]


def test_standings_of_sheets_are_learned_by_seat() -> None:
    """A gang's traits are those of all its characters together."""
    game = game_named("baston")
    s: Any = Match(game, 2, seed=1).state
    room = game.room("search")
    assert [room.trait(s, seat, 2) for seat in range(2)] == [4, 4]
    assert room.trait(s, 0, 15) == sum(
        s.strength[c] + s.dexterity[c] for c in range(s.crowd) if s.seat_of[c] == 0
    )


@pytest.mark.parametrize(
    ("game", "part"), [("battleworld", "habits"), ("baston", "habits"), ("leduc", "standing")]
)
def test_a_game_may_have_nothing_to_learn(game: str, part: str) -> None:
    with pytest.raises(Mistake, match="nothing_to_learn"):
        learn(game_named(game), part, ["scripted"], games=10, seats=[2])


def test_weights_are_kept_with_how_they_were_made(tmp_path: Path) -> None:
    file = tmp_path / "search.toml"
    before = (
        '# A note.\nversion = 1\n\n[standing]\nmade = "long ago"\nweights = [1]\n\n[habits]\nweights = [7]\n'
    )
    file.write_text(before)
    keep(Lesson("standing", (5, -6), "today", 10, 0.1, 0.2, 0.3), file)
    assert file.read_text() == before.replace('"long ago"', '"today"').replace("[1]", "[5, -6]")
    keep(Lesson("habits", (8,), "now", 10, 0.1, 0.2, 0.3), file)
    assert search_file(tmp_path).entry("habits").data == {"made": "now", "weights": [8]}


def test_the_command_prints_or_keeps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--lang", "en", "train", "boss-quest", "--games", "10", "--seats", "2"]
    assert main([*command, "--out", "-"]) == 0
    told = capsys.readouterr().out
    assert "weights = [" in told
    assert "written" not in told
    file = tmp_path / "search.toml"
    file.write_text((game_named("boss-quest").folder / "search.toml").read_text(encoding="utf-8"))
    assert main([*command, "--out", str(file)]) == 0
    assert "12 games" not in file.read_text()
    assert "10 games each of 2 players" in file.read_text()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["--part", "luck"], "part"),
        (["--players", "nobody"], "nobody"),
        (["--players", ""], "scripted"),
        (["--players", "scripted,nobody"], "nobody"),
        (["--seats", "99"], "seats"),
        (["--games", "1000000000"], "games"),
        (["--out", "/nowhere/search.toml"], "/nowhere/search.toml"),
        (["--out", "."], "."),
        (["--out", "README.md"], "[standing]"),
    ],
)
def test_wrong_orders_are_one_line_before_anything_is_played(
    wrong: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "standings", None)
    monkeypatch.chdir(ROOT)
    assert main(["train", "boss-quest", *wrong]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert told in error


def test_a_seed_of_any_letters_is_kept_so_that_it_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "search.toml"
    file.write_text("version = 1\n[standing]\nweights = [1]\n")
    keep(Lesson("standing", (5,), 'seed "é"\\\n', 10, 0.1, 0.2, 0.3), file)
    assert search_file(tmp_path).entry("standing").data["made"] == 'seed "é"\\\n'
