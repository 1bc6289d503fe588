"""The curve of winning chances and its parts: luck, own decisions, the others'."""

from __future__ import annotations

from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.outcomes import outcomes
from bagarre.lab.luck import LuckFindings, measure_luck
from bagarre.match import Match
from bagarre.review.appraiser import Appraiser
from bagarre.review.curve import (
    LUCK,
    OTHERS,
    OWN,
    Curve,
    Stride,
    answers,
    asked_together,
    both_curves,
    clock_of,
    costs_of,
    goes,
    result_of,
)
from bagarre.review.looking import Review
from bagarre.review.pace import Cost, Pace
from bagarre.review.telling import told, turnings
from bagarre.review.valuing import worth_while
from tests.review.games import finished

RECORDS = Path(__file__).parents[1] / "records"
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


def test_where_nothing_was_decided_everything_is_luck(curves: tuple[Match, Curve, Curve]) -> None:
    match, everything, _ = curves
    appraiser = Appraiser(match.game, 2, match.seed, outs=2, compiled=False)
    only, expected, decided, ended = 0, 0, 0, 0
    clock = clock_of(match.game)
    for stride in everything.strides[1:-1]:
        step = match.steps[stride.moment]
        if not step.chance or step.choice is None:
            continue
        s = match.position(stride.moment - 1)
        if appraiser.expected(s, step.seat, step.choice):
            # Also where a round ends, and values look farther at once.
            assert all(parts[OWN] == parts[OTHERS] == pytest.approx(0, abs=1e-12) for parts in stride.parts)
            ended += clock(s) < clock(match.position(stride.moment))
            only += len(match.game.choices(s, step.seat)) == 1
            expected += len(match.game.choices(s, step.seat)) > 1
        else:
            decided += 1
    assert expected
    assert ended
    assert decided, "a player who plays at random does what nobody expects"


def test_what_comes_to_light_by_anothers_choice_is_not_their_doing(
    curves: tuple[Match, Curve, Curve],
) -> None:
    # At the end of a fight hidden weapons are turned, whoever chose last: theirs is only what another choice would have changed.
    match, _, known = curves
    appraiser = Appraiser(match.game, 2, match.seed, outs=2, compiled=False)
    seen = 0
    for before, stride in pairwise(known.strides):
        step, eye = match.steps[stride.moment], 1 - stride.seat
        if step.choice is None or asked_together(match, stride.moment):
            continue
        s, came = match.position(stride.moment - 1), match.position(stride.moment)
        if appraiser.sees_all(came) >> eye & 1 or len(match.game.choices(s, step.seat)) == 1:
            continue
        if appraiser.learns(s, came, step.seat, [step.choice], eye):
            changed = appraiser.choice(s, [(step.seat, step.choice)], eye, salt=f"light/{eye}/{stride.first}")
            theirs = 0.0 if changed is None else changed[eye]
            assert stride.parts[eye][OTHERS] == pytest.approx(theirs)
            assert stride.parts[eye][LUCK] == pytest.approx(stride.values[eye] - before.values[eye] - theirs)
            seen += 1
    assert seen


def test_what_another_one_put_face_down_is_not_read() -> None:
    match = finished("badass-force", ("scripted",) * 3)
    game = match.game
    appraiser = Appraiser(game, 3, "1", outs=2, compiled=False)
    seen = {True: 0, False: 0}
    for moment, step in enumerate(match.steps):
        if step.choice is None or len(game.choices(match.position(moment - 1), step.seat)) == 1:
            continue
        before, came = match.position(moment - 1), match.position(moment)
        eye = (step.seat + 1) % 3
        word = game.verbs.write(step.choice).split()[0]
        if word == "place" and any(event.kind.name == "dies" for event in match.events(step, eye)):
            continue
        if word == "place":
            assert appraiser.choice(before, [(step.seat, step.choice)], eye) is None
            assert step.chance or not appraiser.learns(before, came, step.seat, [step.choice], eye)
        elif word == "armory":
            assert appraiser.choice(before, [(step.seat, step.choice)], eye) is not None
            assert appraiser.learns(before, came, step.seat, [step.choice], eye), "what the dice gave"
        seen[word == "place"] += word in ("place", "armory")
    assert all(seen.values())


def test_parts_add_up_whoever_sees_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished("badass-force", ("scripted",) * 3)
    masks = cycle([0b001, 0b111, 0b010, 0b000])
    monkeypatch.setattr(Appraiser, "sees_all", lambda self, s: next(masks))
    _, known = both_curves(match, Appraiser(match.game, 3, "1", outs=1, compiled=False))
    for seat in range(3):
        before = known.start[seat]
        for stride in known.strides:
            assert abs(before + sum(stride.parts[seat]) - stride.values[seat]) < 1e-9
            before = stride.values[seat]


def test_where_little_hangs_on_chance_few_play_outs_are_spent_on_it() -> None:
    outs, trial = 64, 8
    for spread, times in ((0, 0.5), (90, 0.6), (150, 1.0), (240, 1.6), (900, 2.0)):
        found = [0, 0, trial * spread**2, trial * spread**2]
        assert worth_while(found, 2, trial, outs) == pytest.approx(times * outs, abs=1)
    always = [trial * 300_000, -trial * 300_000, trial * 300**2, trial * 300**2]
    assert worth_while(always, 2, trial, outs) == 32, "a great difference that never varies is soon known"


def test_where_nobody_may_win_chances_add_up_to_what_somebody_wins() -> None:
    match = Match.load(RECORDS / "battleworld" / "world_destroyed.jsonl")
    appraiser = Appraiser(match.game, 2, match.seed, outs=1, compiled=False)
    everything, _ = both_curves(match, appraiser)
    assert everything.end == (0.0, 0.0)
    # It was a game of three turns: nobody can do it in that time, and in the last one every play-out destroys the world.
    assert all(0 <= sum(stride.values) < 0.1 for stride in everything.strides)
    assert appraiser.position(match.position(len(match.steps) - 5)) == (0.0, 0.0)
    usual = finished("battleworld", ("scripted", "scripted"))
    assert 0.9 < sum(appraiser.position(usual.position(20))) < 1
    for seat in (0, 1):
        parts = sum(everything.total(seat, part) for part in (LUCK, OWN, OTHERS))
        assert abs(everything.start[seat] + parts) < 1e-9


def test_nobody_is_more_likely_to_win_the_less_time_is_left_and_the_more_there_is_to_do() -> None:
    game = find_game("battleworld")
    search = game.room("search")
    s: Any = finished("battleworld", ("scripted", "scripted")).position(20)
    seen = []
    for energy in range(s.threshold):
        s.energy = energy
        seen.append(search.nobody(s))
    assert seen == sorted(seen)
    assert 0 <= seen[0] < 100 < seen[-1] <= 1000
    strong = search.nobody(s)
    s.resistance = [1, 0, 0, 0, 0, 1]
    assert search.nobody(s) < strong
    s.by_points = 1
    assert search.nobody(s) == 0, "points decide"


def test_curves_are_kept_as_data(curves: tuple[Match, Curve, Curve]) -> None:
    for curve in curves[1:]:
        assert Curve.of(curve.data()) == curve


def test_what_chance_gives_is_nothing_over_all_results_of_a_draw() -> None:
    game = find_game("battleworld")
    match = finished("battleworld", ("scripted", "scripted"))
    appraiser = Appraiser(game, 2, "1", outs=80, compiled=False)

    def gains(moment: int) -> list[tuple[float, tuple[float, ...]]]:
        before, step = match.position(moment - 1), match.steps[moment]
        assert step.choice is not None
        return [
            (float(outcome.chance), appraiser.chance(before, outcome.state, step.seat, step.choice))
            for outcome in outcomes(game, before, step.seat, step.choice)
        ]

    dice = (
        m for m, step in enumerate(match.steps) if m and len(step.chance) == 1 and step.choice is not None
    )
    given = next(found for found in map(gains, dice) if max(gain[0] for _, gain in found) > 0.02)
    assert sum(chance for chance, _ in given) == pytest.approx(1)
    # What one gains the other loses, but for how likely nobody wins, which one die hardly changes.
    for _, gain in given:
        assert sum(gain) == pytest.approx(0, abs=0.002)
    # The same dice for each result: nothing is left of what they have in common.
    assert sum(chance * gain[0] for chance, gain in given) == pytest.approx(0, abs=0.01)


def test_where_nothing_is_hidden_what_was_known_is_everything() -> None:
    match = finished("battleworld", ("scripted", "scripted"))
    appraiser = Appraiser(match.game, 2, "1", outs=1, compiled=False)
    assert appraiser.sees_all(match.position(20)) == 3
    everything, known = both_curves(match, appraiser)
    assert everything == known
    hidden = finished("badass-force", ("scripted",) * 3)
    assert Appraiser(hidden.game, 3, "1", compiled=False).sees_all(hidden.position(5)) == 0


def test_a_choice_after_which_a_seat_knows_no_more_has_no_luck_in_it() -> None:
    match = finished("badass-force", ("scripted",) * 3)
    appraiser = Appraiser(match.game, 3, "1", outs=1, compiled=False)
    learnt = [
        appraiser.learns(match.position(m - 1), match.position(m), step.seat, [step.choice])
        for m, step in enumerate(match.steps)
        if m and step.choice is not None
    ]
    assert any(learnt)
    assert not all(learnt)


def test_time_is_shared_out_and_what_was_used_says_what_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1.0
    monkeypatch.setattr("bagarre.review.pace.time.process_time", lambda: now)
    pace = Pace(10.0, least=2, most=100)
    given = []
    for step in range(20):
        given.append(pace.outs(step, 20))
        # Late steps are three times as dear.
        now += given[-1] * (0.01 if step < 10 else 0.03)
    assert given[1] == 52
    assert sum(given[:10]) * 0.01 + sum(given[10:]) * 0.03 < 10.5
    assert given[10] > given[15] >= 2


def test_steps_have_about_as_many_play_outs_wherever_the_dear_ones_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, alone = 1.0, 0.0005
    monkeypatch.setattr("bagarre.review.pace.time.process_time", lambda: now)

    def given(pace: Pace, costs: list[float]) -> list[int]:
        nonlocal now
        now, found = 1.0, []
        for step, cost in enumerate(costs):
            found.append(pace.outs(step, len(costs)))
            now += found[-1] * cost + alone
        return found

    # What a play-out of each step costs; besides, each step costs a little by itself.
    late = [0.0001] * 20 + [0.02] * 10 + [0.002] * 20
    assert min(given(Pace(10.0, least=2, most=1024), late)) == 2
    for costs in (late, late[::-1]):
        pace = Pace(10.0, least=2, most=1024)
        pace.learn([Cost(alone, cost) for cost in costs], 0.5)
        found = given(pace, costs)
        assert 35 <= min(found)
        assert max(found) <= 2 * found[0]
        assert now < 11


def test_what_a_play_out_costs_is_told_from_what_a_step_costs_by_itself() -> None:
    match = finished("boss-quest", ("scripted",) * 2)
    appraiser = Appraiser(match.game, 2, match.seed, outs=1, compiled=False)
    made = goes(match, appraiser)
    costs = costs_of(match, appraiser, made, 1)
    assert len(costs) == len(made) + 1
    assert all(cost.whatever >= 0 and cost.each >= 0 for cost in costs)
    # With one play-out each most of the time is not the play-outs'.
    assert sum(cost.whatever for cost in costs) > 0
    assert sum(cost.each for cost in costs) > 0


def test_sheets_are_one_answer_and_secret_questions_are_asked_together() -> None:
    match = finished("badass-force", ("scripted",) * 3)
    assert all(answer.first == answer.last for answer in answers(match))
    for answer in answers(match):
        asked = match.game.deciders(match.position(answer.first - 1))
        if len(asked) > 1:
            assert asked_together(match, answer.first)
    nothing = Curve((1 / 3,) * 3, ())
    for answer in answers(match):
        stride = Stride(
            answer.last, answer.first, answer.seat, nothing.start, ((0.0, 0.0, 0.1),) * 3, nothing.start
        )
        turning = told(Review(match, [], nothing, nothing), stride, None, (answer.seat + 1) % 3, "en")
        assert turning.together == answer.together, "what several answered at once is no single choice"
    assert {answer.together for answer in answers(match)} == {True, False}


def test_a_game_that_was_given_up_has_its_parts_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bagarre.review.appraiser.VARYING", 0.0)
    match = Match("boss-quest", ["Ada", "Blaise"], seed=1, kinds=["scripted", "scripted"])
    for _ in range(6):
        match.let_play(match.deciders[0])
    match.concede(0, people=())
    for curve in both_curves(match, Appraiser(match.game, 2, "1", outs=1, compiled=False)):
        assert curve.end == (0.0, 1.0)
        assert curve.start[0] + sum(curve.total(0, part) for part in range(3)) == pytest.approx(0, abs=1e-9)
        assert curve.strides[-1].parts[0][OWN] < 0
    looked = Review(match, [], *both_curves(match, Appraiser(match.game, 2, "1", outs=1, compiled=False)))
    last = turnings(looked, 0, "en")[-1]
    assert (last.kind, last.made, last.best) == ("gave_up", "", "")
    assert turnings(looked, 1, "en")[-1].kind == "others"


def test_luck_is_measured_the_same_each_time_and_what_one_gains_the_others_lose() -> None:
    found = measure_luck(find_game("boss-quest"), games=3, seats=2, outs=1, compiled=False)
    assert found.games == 3
    assert found.results.sum(axis=1) == pytest.approx([1] * 3, abs=1e-5)
    # Rounded to millionths of a win, step by step.
    assert abs(found.luck.sum(axis=1)).max() < 1e-4
    again = measure_luck(find_game("boss-quest"), games=3, seats=2, outs=1, compiled=False)
    assert (again.luck == found.luck).all()


def test_a_study_of_luck_that_was_broken_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"seats": 2, "outs": 1, "compiled": False}
    game, file = find_game("boss-quest"), tmp_path / "luck.jsonl"
    whole = measure_luck(game, games=3, **asked)
    measure_luck(game, games=2, out=file, **asked)
    went_on: list[int] = []
    found = measure_luck(game, games=3, out=file, progress=went_on.append, **asked)
    assert (found.luck == whole.luck).all()
    assert (found.results == whole.results).all()
    assert (found.steps == whole.steps).all()
    assert went_on == [3]
    assert len(file.read_text().splitlines()) == 4
    with pytest.raises(Mistake, match="other_series"):
        measure_luck(game, games=3, out=file, steady=True, **asked)


def test_players_who_toss_no_coins_have_no_moods_and_others_have() -> None:
    asked: dict[str, Any] = {
        "games": 2,
        "seats": 3,
        "outs": 1,
        "tosses": 1,
        "to_the_end": True,
        "compiled": False,
    }
    game = find_game("badass-force")
    steady = measure_luck(game, steady=True, **asked)
    assert not steady.own.any()
    assert not steady.others.any()
    usual = measure_luck(game, **asked)
    assert usual.own.any()
    assert usual.others.any()
    with pytest.raises(Mistake, match="unknown_player"):
        measure_luck(game, players="random", steady=True, **asked)


def test_what_chance_and_coins_make_of_results_adds_up_to_all_of_it() -> None:
    dice = np.random.default_rng(1)
    luck, own, others = (size * dice.normal(size=(500, 2)) for size in (3.0, 1.0, 2.0))
    results = 0.5 + luck + own + others
    found = LuckFindings(
        find_game("boss-quest"),
        "scripted",
        results,
        luck,
        own,
        others,
        np.zeros(500, np.int64),
        np.full((500, 2), 0.7),
    )
    shares = [found.makes(part) for part in (luck, own, others)]
    assert sum(share for share, _ in shares) == pytest.approx(1)
    assert all(
        abs(share - size) < 4 * error for (share, error), size in zip(shares, (9 / 14, 1 / 14, 4 / 14))
    )
    assert abs(found.left - 5 / 14) < 4 * found.left_error < 0.2


def test_the_command_shows_how_much_is_luck(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["study", "luck", "boss-quest", "--games", "2", "--seats", "2", "--outs", "1", "--interpreted"]
    assert main([*asked, "--lang", "en"]) == 0
    assert "standard errors" in capsys.readouterr().out
    assert main(["study", "luck", "boss-quest", "--seats", "9"]) == 2
