"""What a review says of one moment: what led to a choice, what the others answered, and what a first measurement only seemed to find."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bagarre.match import Match
from bagarre.review import Review
from bagarre.review.aftermath import Figure, told_figures
from bagarre.review.curve import Curve, Stride
from bagarre.review.decisions import Decision
from bagarre.review.telling import Turning, answered, kind_of, speech_of, summary, told
from tests.review.games import finished


def visited() -> tuple[Match, int]:
    """Somebody visits the Magician, takes a spell and throws it away; and the number of the last of these choices."""
    match = Match("boss-quest", 3, seed="both", kinds=["scripted"] * 3)
    seat = match.deciders[0]
    for choice in ("visit", "take 0", "discard"):
        match.play(seat, match.game.verbs.read(choice))
    return match, len(match.steps) - 1


def turning_of(match: Match, decision: Decision, first: int, parts: tuple[float, float, float]) -> Turning:
    seats = len(match.players)
    one = Stride(decision.moment, first, decision.seat, (0.5,) * seats, (parts,) * seats)
    nothing = Curve((0.5,) * seats, (one,))
    return told(Review(match, [decision], nothing, nothing), one, decision, decision.seat, "en")


def decision_at(match: Match, moment: int, best: str = "") -> Decision:
    step = match.steps[moment]
    assert step.choice is not None
    made = (step.choice,)
    other = (match.game.verbs.read(best),) if best else made
    return Decision(moment, moment, step.seat, made, other, 0.5, 0.5, 0.0, 0.1, False)


def test_what_was_chosen_is_told_with_the_choices_that_led_to_it() -> None:
    """Thrown away: what?"""
    match, last = visited()
    turning = turning_of(match, decision_at(match, last), last - 2, (0.0, 0.1, 0.0))
    assert turning.made.startswith("visit the Magician; take “")
    assert turning.made.endswith("; discard it")
    alone = turning_of(match, decision_at(match, last), last, (0.0, 0.1, 0.0))
    assert alone.made == "discard it", "what came before the go is no part of it"
    # A mistake is told beside the better choice: each stands alone.
    wrong = replace(decision_at(match, last, "activate"), proven=0.1)
    turning = turning_of(match, wrong, last - 2, (0.0, -0.1, 0.0))
    assert (turning.made, turning.best) == ("discard it", "activate it")


def test_what_only_seemed_better_is_told_as_such() -> None:
    match, last = visited()
    seemed = replace(decision_at(match, last, "activate"), best_value=0.6, error=0.01)
    assert seemed.lost == pytest.approx(0.1)
    turning = turning_of(match, seemed, last - 2, (0.0, 0.1, 0.0))
    assert (turning.best, turning.doubted) == ("", "activate it")
    assert turning.doubted_by == pytest.approx(0.1)
    assert turning.kind == "paid", "no praise for what looked worse than something else"
    surely = turning_of(match, replace(seemed, proven=0.1), last - 2, (0.0, -0.1, 0.0))
    assert (surely.best, surely.doubted, surely.kind) == ("activate it", "", "mistake")
    assert turning_of(match, decision_at(match, last), last - 2, (0.0, 0.1, 0.0)).kind == "good"
    assert kind_of((0.0, -0.2, 0.0), 0.0, judged=True, doubted=True) == "blameless"


def test_what_the_others_answered_is_told_of_an_announcement() -> None:
    """Was the lie believed? Nothing else matters so much of it."""
    match = finished("badass-force", ("scripted",) * 3, seed=2)
    said = [
        k
        for k, step in enumerate(match.steps)
        if step.choice is not None
        and match.game.verbs.write(step.choice).startswith("announce ")
        and [event.kind.name for event in match.open_events(step)] == ["announces"]
    ]
    assert len(said) > 3
    for k in said:
        seat, end = match.steps[k].seat, answered(match, k, decision_at(match, k))
        assert end > k
        assert all(match.steps[m].seat != seat for m in range(k + 1, end + 1)), (
            "its own next choice is another"
        )
        turning = turning_of(match, decision_at(match, k), k, (0.0, 0.1, 0.0))
        assert any(
            words in sentence for sentence in turning.happened for words in ("denounces", "passes for")
        )
        assert answered(match, k, decision_at(match, k), k + 2) == k + 1, "what is told elsewhere is not told"
        assert answered(match, k, replace(decision_at(match, k), together=True), end + 1) == k


def test_in_a_game_of_rounds_what_the_others_do_next_is_no_answer() -> None:
    match, last = visited()
    match.let_play(match.deciders[0])
    assert len(match.steps) - 1 > last
    assert answered(match, last, decision_at(match, last)) == last


def test_what_becomes_of_oneself_comes_first() -> None:
    match = finished()
    other, own = Figure(1, "keys", 2.0, 1.0), Figure(0, "keys", 1.0, 2.0)
    sentence = told_figures((other, own), 0, speech_of(match, "en"))
    assert sentence.index("keys 2.0 instead of 1.0") < sentence.index("keys (Blaise)")


def test_what_mistakes_cost_together_is_the_sum_of_what_is_told_of_each() -> None:
    match, last = visited()
    wrong = replace(decision_at(match, last, "activate"), best_value=0.7, error=0.01)
    both = [replace(wrong, proven=0.036), replace(wrong, proven=0.136)]
    nothing = Curve((0.5,) * 3, ())
    assert "18 points" in summary(Review(match, both, nothing, nothing), wrong.seat, "en")
