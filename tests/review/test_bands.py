"""Words for a score: the level of our own players that gives as much away, measured on their games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bagarre.bots.labels import LABELS
from bagarre.games import find_game, games
from bagarre.kernel.errors import Mistake
from bagarre.kernel.menu import Choice
from bagarre.lab.bands import BandStudy, LevelScore, measure_bands
from bagarre.review import Review
from bagarre.review.bands import FEWEST, band, band_of, limits_of
from bagarre.review.decisions import Decision
from tests.review.games import finished


def decision(seat: int, lost: float, number: int = 1) -> Decision:
    return Decision(
        number, number, seat, (Choice(0, 0),), (Choice(0, 1),), 0.5 - lost, 0.5, 0.0, max(lost, 0.03), False
    )


def test_every_level_sits_as_often_and_what_it_gives_away_is_added_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: list[list[str]] = []

    def made(game: Any, seats: int, *, seed: str, kinds: list[str]) -> Any:
        tables.append(kinds)
        return finished()

    def judged(judge: Any, seconds: float, simulations: int | None) -> tuple[list[Decision], dict[int, int]]:
        levels = [int(kind[-1]) for kind in tables[-1]]
        return [decision(seat, 0.1 / level) for seat, level in enumerate(levels) for _ in range(4)], {}

    monkeypatch.setattr("bagarre.lab.tables.Match", made)
    monkeypatch.setattr("bagarre.lab.bands.judged", judged)
    asked: dict[str, Any] = {"seats": 2, "compiled": False, "out": tmp_path / "bands.jsonl"}
    # Broken off and gone on.
    measure_bands(find_game("boss-quest"), games=7, **asked)
    study = measure_bands(find_game("boss-quest"), games=20, **asked)
    assert len(tables) == 20
    assert {len(one.games) for one in study.levels} == {8}
    assert [one.decisions for one in study.levels] == [32] * 5
    assert [one.score for one in study.levels] == pytest.approx([0.1 / level for level in range(1, 6)])
    assert study.ordered
    assert study.limits == (2.25, 2.92, 4.17, 7.5)
    # With these limits each level has its own word.
    assert [band_of(study.limits, one.score).number for one in study.levels] == [1, 2, 3, 4, 5]
    for lang in ("fr", "en"):
        told = study.markdown(lang)
        assert all(label.word(lang) in told for label in LABELS)
        assert "limits = [2.25, 2.92, 4.17, 7.5]" in told


def test_more_seats_than_levels_and_a_file_of_something_else_are_refused(tmp_path: Path) -> None:
    game = find_game("boss-quest")
    with pytest.raises(Mistake, match="seats"):
        measure_bands(game, games=1, seats=6, compiled=False)
    (tmp_path / "notes").write_text("[[1, 0.5, 3]]\n")
    with pytest.raises(Mistake, match="other_series"):
        measure_bands(game, games=1, compiled=False, out=tmp_path / "notes")
    assert (tmp_path / "notes").read_text() == "[[1, 0.5, 3]]\n"


def test_levels_out_of_order_are_said_to_be_so() -> None:
    scores = [LevelScore(level, ((lost, 10),)) for level, lost in enumerate((0.5, 0.6, 0.3, 0.2, 0.1), 1)]
    study = BandStudy(find_game("boss-quest"), 5, tuple(scores))
    assert not study.ordered
    assert list(study.limits) == sorted(study.limits)


def test_who_decided_little_has_no_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bands.toml").write_text("limits = [1.0, 2.0, 3.0, 4.0]", encoding="utf-8")
    limits = limits_of(tmp_path)
    monkeypatch.setattr("bagarre.review.bands.limits_of", lambda folder: limits)
    curve: Any = None
    few = Review(finished(), [decision(0, 0.025)] * (FEWEST - 1), curve, curve)
    assert band(few, 0) is None
    enough = Review(finished(), [decision(0, 0.025)] * FEWEST, curve, curve)
    assert band(enough, 0) == LABELS[2]
    assert limits_of(tmp_path / "nowhere") == ()


def test_shipped_limits_rise() -> None:
    for game in games().values():
        limits = limits_of(game.folder)
        assert len(limits) in (0, len(LABELS) - 1)
        assert list(limits) == sorted(limits)
