"""The curve of winning chances and its parts: luck, own decisions, the others'."""

from __future__ import annotations

import pytest

from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel.outcomes import outcomes
from bagarre.lab.luck import measure_luck
from bagarre.match import Match
from bagarre.review.appraiser import EVERYTHING, Appraiser
from bagarre.review.curve import LUCK, OTHERS, OWN, Curve, answers, asked_together, both_curves, result_of
from tests.review.games import finished

GAMES = [
    ("boss-quest", ("scripted", "random", "scripted")),
    ("badass-force", ("scripted",) * 3),
    ("battleworld", ("scripted", "scripted")),
]


@pytest.mark.parametrize(("game", "kinds"), GAMES, ids=lambda value: value if isinstance(value, str) else "")
def test_the_parts_add_up_to_the_result_exactly_from_both_points_of_view(
    game: str, kinds: tuple[str, ...]
) -> None:
    match = finished(game, kinds)
    curves = both_curves(match, Appraiser(match.game, len(kinds), match.seed, outs=1, compiled=False))
    for curve in curves:
        assert curve.end == result_of(match)
        for seat in range(len(kinds)):
            parts = sum(curve.total(seat, part) for part in (LUCK, OWN, OTHERS))
            assert abs(curve.start[seat] + parts - curve.end[seat]) < 1e-9
            before = curve.start[seat]
            for stride in curve.strides:
                assert abs(before + sum(stride.parts[seat]) - stride.values[seat]) < 1e-9
                assert stride.parts[seat][OWN] == 0 or stride.seat == seat
                assert stride.parts[seat][OTHERS] == 0 or stride.seat != seat or curve is curves[1]
                before = stride.values[seat]


@pytest.fixture(scope="module")
def curves() -> tuple[Match, Curve, Curve]:
    match = finished()
    return match, *both_curves(match, Appraiser(match.game, 2, match.seed, outs=2, compiled=False))


def test_from_everything_chances_are_shared_out_and_luck_is_only_where_chance_was(
    curves: tuple[Match, Curve, Curve],
) -> None:
    match, everything, _ = curves
    for stride in everything.strides:
        assert sum(stride.values) == pytest.approx(1)
        assert sum(parts[LUCK] for parts in stride.parts) == pytest.approx(0, abs=1e-9)
        if not match.steps[stride.moment].chance:
            assert all(parts[LUCK] == 0 for parts in stride.parts)


def test_curves_are_kept_as_data(curves: tuple[Match, Curve, Curve]) -> None:
    for curve in curves[1:]:
        assert Curve.of(curve.data()) == curve


def test_the_expectation_is_over_all_results_of_a_draw() -> None:
    """With the game over after the choice, the value is the result itself: it can be added up by hand."""
    game = find_game("battleworld")
    match = finished("battleworld", ("scripted", "scripted"))
    moment = next(
        m
        for m in range(len(match.steps) - 1, 0, -1)
        if len(match.steps[m].chance) == 1 and match.steps[m].choice is not None
    )
    before, step = match.position(moment - 1), match.steps[moment]
    assert step.choice is not None
    many = Appraiser(game, 2, "1", outs=240, compiled=False)
    by_hand = [0.0, 0.0]
    for outcome in outcomes(game, before, step.seat, step.choice):
        for seat, share in enumerate(many.position(outcome.state, EVERYTHING, salt="hand", outs=40)):
            by_hand[seat] += float(outcome.chance) * share
    assert many.after(before, step.seat, step.choice) == pytest.approx(by_hand, abs=0.06)


def test_sheets_are_one_answer_and_secret_questions_are_asked_together() -> None:
    match = finished("boss-quest", ("scripted",) * 3)
    assert all(answer.first == answer.last for answer in answers(match))
    for answer in answers(match):
        asked = match.game.deciders(match.position(answer.first - 1))
        if len(asked) > 1:
            assert asked_together(match, answer.first)


def test_a_game_that_was_given_up_has_its_parts_too() -> None:
    match = Match("boss-quest", ["Ada", "Blaise"], seed=1, kinds=["scripted", "scripted"])
    for _ in range(6):
        match.let_play(match.deciders[0])
    match.concede(0, people=())
    for curve in both_curves(match, Appraiser(match.game, 2, "1", outs=1, compiled=False)):
        assert curve.end == (0.0, 1.0)
        assert curve.start[0] + sum(curve.total(0, part) for part in range(3)) == pytest.approx(0, abs=1e-9)
        assert curve.strides[-1].parts[0][OWN] < 0


def test_luck_is_measured_the_same_each_time_and_what_one_gains_the_others_lose() -> None:
    found = measure_luck(find_game("boss-quest"), games=3, seats=2, outs=1, compiled=False)
    assert found.games == 3
    assert found.results.sum(axis=1) == pytest.approx([1] * 3, abs=1e-5)
    # Rounded to millionths of a win, step by step.
    assert abs(found.luck.sum(axis=1)).max() < 1e-4
    again = measure_luck(find_game("boss-quest"), games=3, seats=2, outs=1, compiled=False)
    assert (again.luck == found.luck).all()


def test_the_command_shows_how_much_is_luck(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["study", "luck", "boss-quest", "--games", "2", "--seats", "2", "--outs", "1", "--interpreted"]
    assert main([*asked, "--lang", "en"]) == 0
    assert "standard errors" in capsys.readouterr().out
    assert main(["study", "luck", "boss-quest", "--seats", "9"]) == 2
