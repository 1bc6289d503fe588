"""What a choice changed, against what the scripted player would have chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.match import Match
from bagarre.review.appraiser import EVERYTHING, Appraiser
from bagarre.review.curve import LUCK, OTHERS, OWN, answers, both_curves, goes
from tests.review.games import finished

RECORDS = Path(__file__).parents[1] / "records"


def played(game: Game, seed: int) -> Match:
    match = Match(game, ["Ada", "Blaise"], seed=seed, kinds=["random", "random"])
    while not match.is_over:
        match.let_play(match.deciders[0])
    return match


def choices(match: Match) -> Iterator[tuple[int, int, Choice]]:
    """Moments, seats and choices of a game, those without chance."""
    for moment, step in enumerate(match.steps[:-1]):
        if step.choice is not None and not step.chance:
            yield moment, step.seat, step.choice


def test_it_is_the_difference_that_play_outs_find(leduc: Game) -> None:
    appraiser = Appraiser(leduc, 2, "1", outs=600)
    great = 0
    for seed in range(6):
        match = played(leduc, seed)
        for moment, seat, choice in choices(match):
            before, after = match.position(moment - 1), match.position(moment)
            changed = appraiser.choice(before, [(seat, choice)], salt=moment)
            assert changed is not None
            error = appraiser.errors[seat]
            was = appraiser.position(before, salt=f"before/{moment}")[seat]
            doubt = error**2 + appraiser.errors[seat] ** 2
            now = appraiser.position(after, salt=f"after/{moment}")[seat]
            doubt = (doubt + appraiser.errors[seat] ** 2) ** 0.5
            assert changed[seat] == pytest.approx(now - was, abs=4.5 * doubt)
            if abs(now - was) > 5 * doubt:
                assert (changed[seat] > 0) == (now > was)
                great += 1
            if appraiser.expected(before, seat, choice):
                assert changed == (0.0, 0.0), "the scripted player would do the same"
    assert great


def test_what_others_do_by_what_they_know_themselves_is_no_blunder(leduc: Game) -> None:
    # The scripted player goes by its hidden card. Another one, who must imagine that card, learns something of it: luck, not a decision.
    learnt = 0
    for seed in range(12):
        match = Match(leduc, ["Ada", "Blaise"], seed=seed, kinds=["scripted", "scripted"])
        while not match.is_over:
            match.let_play(match.deciders[0])
        appraiser = Appraiser(leduc, 2, str(seed), outs=8)
        _, known = both_curves(match, appraiser)
        for stride in known.strides[1:]:
            parts = stride.parts[1 - stride.seat]
            assert parts[OTHERS] == pytest.approx(0, abs=1e-12)
            learnt += abs(parts[LUCK]) > 0.01 and not match.steps[stride.moment].chance
    assert learnt


def test_curves_are_the_same_interpreted_and_compiled(leduc: Game) -> None:
    match = played(leduc, 3)
    slow, fast = (
        both_curves(match, Appraiser(leduc, 2, "1", outs=9, compiled=compiled)) for compiled in (False, True)
    )
    assert slow == fast
    assert any(curve.total(0, part) for curve in slow for part in (OWN, OTHERS))


def test_what_others_answered_in_secret_is_compared_when_the_seat_has_answered() -> None:
    match = finished("badass-force", ("scripted",) * 3)
    game = match.game
    appraiser = Appraiser(game, 3, "1", outs=2, compiled=False)
    moment, word = next(
        (moment, game.verbs.write(step.choice).split()[0])
        for moment, step in enumerate(match.steps)
        if step.choice is not None and moment > 3 and len(game.deciders(match.position(moment - 1))) == 2
    )
    steps = [(step.seat, step.choice) for step in match.steps[moment : moment + 2] if step.choice is not None]
    assert word in ("pass", "denounce")
    (eye, mine), (other, theirs) = steps
    before = match.position(moment - 1)
    assert appraiser.choice(before, [(other, theirs)], eye) is None, "alone it could not be seen"
    assert appraiser.choice(before, [(eye, mine), (other, theirs)], eye, lead=1) is not None


def test_a_sheet_is_compared_with_one_that_the_scripted_player_writes() -> None:
    match = Match.load(RECORDS / "baston" / "last_gang.jsonl")
    sheet = next(one for one in answers(match) if one.last > one.first)
    s = match.position(sheet.first - 1)
    appraiser = Appraiser(match.game, len(match.players), "1", outs=2, compiled=False)
    written = appraiser.written(s, sheet.seat, salt=1)
    for eye in (EVERYTHING, sheet.seat):
        changed = appraiser.choice(s, [(sheet.seat, choice) for choice in written], eye)
        assert changed is not None
        assert sum(changed) == pytest.approx(0, abs=1e-6)


def test_choices_in_one_go_are_one_decision_where_nothing_is_hidden() -> None:
    match = finished("battleworld", ("scripted", "random"))
    found = goes(match, Appraiser(match.game, 2, "1", compiled=False))
    assert [one.first for one in found[1:]] == [one.last + 1 for one in found[:-1]]
    joined = [one for one in found if one.last > one.first]
    assert joined
    for go in joined:
        assert {step.seat for step in match.steps[go.first : go.last + 1]} == {go.seat}
        assert not any(step.chance for step in match.steps[go.first : go.last])
    hidden = finished("badass-force", ("scripted",) * 3)
    assert goes(hidden, Appraiser(hidden.game, 3, "1", compiled=False)) == list(answers(hidden))
