"""Is a review's advice right? Put to the test by playing on."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.lab.advice import AdviceStudy, Checked, GoingOn, measure_advice, standard_error
from bagarre.lab.tables import played
from bagarre.match import Match
from bagarre.review.decisions import Decision
from tests.review.games import finished


def last_decision(match: Match) -> Decision:
    """The last choice of a game that was not the only one, beside another one."""
    for moment in range(len(match.steps) - 1, 0, -1):
        step = match.steps[moment]
        menu = match.game.choices(match.position(moment - 1), step.seat)
        if step.choice is not None and len(menu) > 1:
            other = next(choice for choice in menu if choice != step.choice)
            return Decision(
                moment, moment, step.seat, (step.choice,), (other,), 0.4, 0.5, 0.0, 0.1, False, proven=0.1
            )
    raise AssertionError


def test_a_game_is_played_on_from_there_the_same_each_time_and_is_left_as_it_was() -> None:
    match = finished()
    decision = last_decision(match)
    going_on = GoingOn(match.game, 2, "scripted", compiled=False)
    checked = going_on.checked(match, decision, 6)
    assert checked == going_on.checked(match, decision, 6)
    assert checked.told == 0.1
    assert -1 <= checked.gain <= 1
    s = match.position(decision.first - 1)
    before = s.to_bytes()
    assert 0 <= going_on.share(s, decision.seat, decision.made, (1, 2, 3)) <= 1
    assert s.to_bytes() == before
    with pytest.raises(Mistake, match="unknown_player"):
        GoingOn(match.game, 2, "nobody", compiled=False)


def test_advice_of_some_games_is_added_up_and_a_study_goes_on_where_it_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []

    class Looked:
        def __init__(self, match: Match) -> None:
            self.match = match

        def costliest(self, most: int) -> list[Decision]:
            found = last_decision(self.match)
            # The second is too little to be told.
            return [found, replace(found, proven=0.01)]

    def reviewed(match: Match, **asked: Any) -> Any:
        made.append(match)
        return Looked(match)

    monkeypatch.setattr("bagarre.lab.advice.review", reviewed)
    monkeypatch.setattr("bagarre.lab.advice.STRONG", "scripted")
    asked: dict[str, Any] = {
        "lines": 2,
        "player": "scripted",
        "seats": 2,
        "compiled": False,
        "out": tmp_path / "a.jsonl",
    }
    measure_advice(find_game("boss-quest"), games=1, **asked)
    study = measure_advice(find_game("boss-quest"), games=3, **asked)
    assert len(made) == 3
    assert [match.kinds[0] for match in made] == ["noisy:20", "scripted", "noisy:20"]
    assert [one.told for one in study.advice] == [0.1] * 3
    assert study == measure_advice(find_game("boss-quest"), games=3, **asked)
    assert len(made) == 3


def test_what_was_told_stands_beside_what_came_of_it() -> None:
    advice = (
        Checked(0.1, 0.2, 0.05),
        Checked(0.2, -0.2, 0.05),
        Checked(0.3, 0.06, 0.05),
        Checked(0.2, 0.0, 0.05),
    )
    study = AdviceStudy(find_game("boss-quest"), 2, 20, "search:4", advice)
    assert study.told == pytest.approx(0.2)
    assert study.gain == pytest.approx(0.015)
    assert study.error == pytest.approx(0.0830, abs=1e-4)
    for lang, gain in (("fr", "1,5 ± 16,3"), ("en", "1.5 ± 16.3")):
        told = study.markdown(lang)
        assert gain in told
        assert "| 50 % | 25 % | 25 % |" in told
    assert AdviceStudy(find_game("boss-quest"), 1, 1, "scripted", ()).markdown("en")


def test_a_single_piece_of_advice_proves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    told = AdviceStudy(find_game("boss-quest"), 1, 20, "scripted", (Checked(0.1, 0.2, 0.05),)).markdown("en")
    assert "| 20.0 |" in told
    assert "±" not in told
    assert standard_error([0.2]) == inf
    assert main(["study", "advice", "boss-quest", "--lines", "1", "--interpreted", "--lang", "en"]) == 2
    assert "lines" in capsys.readouterr().err


def test_players_of_a_study_play_a_whole_game() -> None:
    game = find_game("boss-quest")
    match = played(game, ["scripted", "noisy:20"], "1", game.interpreted)
    assert match.is_over
    assert match.lines == played(game, ["scripted", "noisy:20"], "1", game.interpreted).lines


def test_the_command_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "advice", "boss-quest", "--player", "nobody", "--interpreted", "--lang", "en"]) == 2
    assert "nobody" in capsys.readouterr().err
