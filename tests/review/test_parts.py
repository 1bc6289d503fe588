"""The parts of a review over many games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.modes import Mode
from bagarre.lab.parts import PartsFindings, measure_parts
from bagarre.lab.tables import played
from bagarre.match import Match
from bagarre.review.appraiser import farsighted
from bagarre.review.curve import LUCK, OTHERS, OWN, both_curves, open_curve

ASKED: dict[str, Any] = {"players": ("scripted", "noisy:40"), "outs": 1, "compiled": False}


def test_a_game_is_split_as_its_review_splits_it() -> None:
    game = find_game("boss-quest")
    found = measure_parts(game, games=2, seed="s", **ASKED)
    match = played(game, ("noisy:40", "scripted"), "s/1", game.interpreted)
    asked = farsighted(game, 2, match.seed, outs=1, compiled=False)
    everything, known = both_curves(match, asked)
    assert open_curve(match, asked) == everything
    told = [[everything.total(seat, part) for part in (LUCK, OWN, OTHERS)] for seat in range(2)]
    assert found.splits[1, :, :3].tolist() == told
    assert found.results[1].tolist() == list(everything.end)
    seen = measure_parts(game, games=2, seed="s", known=True, **ASKED)
    assert seen.luck[1].tolist() == [known.total(seat, LUCK) for seat in range(2)]
    assert seen.luck[1].tolist() != found.luck[1].tolist()
    assert found.by_player[1].tolist() == found.splits[1, ::-1].tolist(), (
        "in the second game they changed seats"
    )


def test_a_study_that_was_broken_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    game, file = find_game("boss-quest"), tmp_path / "parts.jsonl"
    whole = measure_parts(game, games=3, **ASKED)
    measure_parts(game, games=2, out=file, **ASKED)
    went_on: list[int] = []
    found = measure_parts(game, games=3, out=file, progress=went_on.append, **ASKED)
    assert found.splits.tolist() == whole.splits.tolist()
    assert went_on == [3]
    with pytest.raises(Mistake, match="other_series"):
        measure_parts(game, games=3, out=file, seed="other", **ASKED)


def test_what_is_left_without_luck_and_who_was_lucky() -> None:
    dice = np.random.default_rng(2)
    games = 3000
    luck, own = (size * dice.normal(size=games) for size in (0.3, 0.1))
    # The first player is luckier by ten points, at whichever seat it sits.
    luck += 0.1
    first = np.stack([luck, own, np.zeros(games), 0.5 + luck + own, np.full(games, 0.05)], axis=1)
    second = np.stack([-luck, np.zeros(games), -own, 0.5 - luck - own, np.full(games, 0.05)], axis=1)
    even = (np.arange(games) % 2 == 0)[:, None, None]
    splits = np.where(even, np.stack([first, second], 1), np.stack([second, first], 1))
    found = PartsFindings(("scripted", "noisy:40"), splits)
    assert found.farthest < 2.5, "seats are alike"
    assert found.by_player[:, 0, LUCK].mean() == pytest.approx(0.1, abs=0.02)
    left, error = found.left
    raw = 0.3**2 + 0.1**2 + 0.1**2
    assert abs(left - 0.1**2 / raw) < 4 * error < 0.05
    assert found.noise == pytest.approx(0.05**2 / raw, rel=0.1)
    mean = found.by_player[:, 0, LUCK].mean()
    assert f"| scripted | {100 * mean:.2f} |" in found.markdown("en")


def test_players_move_on_by_one_seat_from_game_to_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game, sat = find_game("boss-quest"), []

    def seen(game: Game, specs: Sequence[str], seed: str, mode: Mode) -> Match:
        sat.append(list(specs))
        return played(game, specs, seed, mode)

    monkeypatch.setattr("bagarre.lab.parts.played", seen)
    players = ("scripted", "noisy:40", "random")
    monkeypatch.setattr("bagarre.lab.parts.check_players", lambda players, game: None)
    found = measure_parts(game, games=3, players=players, outs=1, compiled=False)
    for k, table in enumerate(sat):
        for number, player in enumerate(players):
            assert found.by_player[k, number].tolist() == found.splits[k, table.index(player)].tolist()
    assert len({tuple(table) for table in sat}) == 3


def test_the_command_splits_games_of_several_players(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["study", "parts", "boss-quest", "--games", "2", "--outs", "1", "--interpreted", "--lang", "en"]
    assert main([*asked, "--seats", "3"]) == 0
    assert "| seat 3 |" in capsys.readouterr().out
    assert main([*asked, "--player", "scripted,noisy:40"]) == 0
    told = capsys.readouterr().out
    assert "| noisy:40 |" in told
    assert "| seat 3 |" not in told
    assert main([*asked, "--player", "scripted,nobody"]) == 2
