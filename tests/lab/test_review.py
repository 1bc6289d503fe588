"""Looking back at games: what decisions were worth, from what was known then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bagarre.cli.main import main
from bagarre.kernel.errors import Mistake
from bagarre.lab.review import Review, review
from bagarre.match import Match


def finished(seed: int = 3) -> Match:
    match = Match("boss-quest", ["Ada", "Blaise"], seed=seed, kinds=["scripted", "random"])
    while not match.is_over:
        match.let_play(match.deciders[0])
    return match


@pytest.fixture(scope="module")
def found() -> Review:
    return review(finished(), simulations=24, compiled=False)


def test_a_random_player_gives_more_away_than_a_scripted_one(found: Review) -> None:
    assert found.score(1) > 2 * found.score(0)
    assert found.lost(1) == pytest.approx(sum(decision.lost for decision in found.of(1)))
    assert all(decision.lost >= 0 for decision in found.decisions)


def test_every_choice_is_judged_forced_or_said_not_to_be(found: Review) -> None:
    made = sum(step.choice is not None for step in found.match.steps)
    assert len(found.decisions) + sum(found.forced.values()) + sum(found.not_judged.values()) == made


def test_the_worst_come_first_and_the_best_choice_was_legal(found: Review) -> None:
    costly = found.costliest(most=3)
    assert [decision.lost for decision in costly] == sorted((d.lost for d in costly), reverse=True)
    for decision in found.decisions:
        legal = found.match.game.choices(found.match.position(decision.moment - 1), decision.seat)
        assert decision.best in legal
        assert set(decision.values) <= set(legal)


def test_the_same_game_gives_the_same_review() -> None:
    one, other = (review(finished(5), simulations=8, compiled=False) for _ in range(2))
    assert one.decisions == other.decisions


def test_a_game_that_goes_on_is_not_looked_back_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match("boss-quest", ["Ada", "Blaise"], seed=1)
    with pytest.raises(Mistake, match="review_running"):
        review(match, compiled=False)
    match.save(tmp_path / "running.jsonl")
    assert main(["review", str(tmp_path / "running.jsonl"), "--interpreted", "--lang", "en"]) == 2
    assert "not over" in capsys.readouterr().err


def test_the_command_tells_it_in_words_and_as_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "game.jsonl")
    finished().save(Path(file))
    assert main(["review", file, "--interpreted", "--thought", "8", "--lang", "fr"]) == 0
    assert "points perdus" in capsys.readouterr().out
    assert main(["review", file, "--interpreted", "--thought", "8", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [player["name"] for player in told["players"]] == ["Ada", "Blaise"]
    assert told["decisions"]
