"""Looking back at games: what decisions were worth, from what was known then; and where a game turned."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bagarre.bots.player import Estimate
from bagarre.bots.searching import SearchPlayer
from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.match import Match
from bagarre.review import Review, review
from bagarre.review.appraiser import Appraiser, Compared, differing_of, horizon_of, reach_of
from bagarre.review.bluffs import claims, knowledge
from bagarre.review.curve import Curve, Stride, answers, both_curves, clock_of
from bagarre.review.decisions import Decision, Judge
from bagarre.review.happening import happenings
from bagarre.review.looking import ADVISED, confirm, exercise_of, withstand
from bagarre.review.strong import Strong, level_of
from bagarre.review.telling import (
    WORTH_TELLING,
    also_costly,
    closing,
    costly,
    decision_of,
    in_one_go,
    kind_of,
    shows_nothing,
    speech_of,
    told,
    told_once,
    turnings,
    undone,
    whole,
)
from bagarre.web.review_pages import anything_hidden, beyond
from tests.review.games import finished


@pytest.fixture(scope="module")
def found() -> Review:
    return review(finished(), simulations=24, outs=8, compiled=False)


def test_a_random_player_gives_more_away_than_a_scripted_one(found: Review) -> None:
    """In a few games together: in a single one a few play-outs may say otherwise."""
    more = [review(finished(seed=seed), simulations=24, outs=8, compiled=False) for seed in (1, 2)]
    scripted, random = (sum(one.lost(seat) for one in [found, *more]) for seat in (0, 1))
    assert random > scripted
    assert found.lost(1) == pytest.approx(sum(decision.lost for decision in found.of(1)))
    assert all(decision.lost >= 0 for decision in found.decisions)


def test_every_choice_is_judged_or_was_forced(found: Review) -> None:
    made = sum(step.choice is not None for step in found.match.steps)
    assert len(found.decisions) + sum(found.forced.values()) == made


def test_the_worst_come_first_and_the_best_choice_was_legal(found: Review) -> None:
    costly = found.costliest(most=3)
    assert [decision.lost for decision in costly] == sorted((d.lost for d in costly), reverse=True)
    for decision in found.decisions:
        legal = found.match.game.choices(found.match.position(decision.first - 1), decision.seat)
        assert decision.best[0] in legal
        assert decision.made[0] in legal


def test_play_outs_of_a_curve_go_farther_where_a_game_says_so() -> None:
    assert reach_of(find_game("battleworld"), 2) == 40, "to the end"
    assert reach_of(find_game("baston"), 2) == 4
    assert differing_of(find_game("baston"), 2) == 3
    assert differing_of(find_game("battleworld"), 2) == 40
    assert reach_of(find_game("badass-force"), 3) == 12
    assert reach_of(find_game("boss-quest"), 4) == 2
    assert differing_of(find_game("boss-quest"), 4) == horizon_of(find_game("boss-quest"), 4) == 1


def test_only_what_holds_when_play_outs_go_farther_is_advised(
    found: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = Appraiser(found.match.game, 2, "far", outs=1, compiled=False)
    worst, *others = sorted((one for one in found.decisions if one.proven > 0), key=lambda one: -one.proven)
    gaps = {worst.first: Compared(0.5, 0.5 + worst.proven / 2, 0.001)}
    asked: list[str] = []

    def compared(s: object, seat: int, made: object, best: object, *, salt: str, outs: int) -> Compared:
        asked.append(salt)
        return gaps.get(int(salt.split("/")[1]), Compared(0.5, 0.9, 0.21))

    monkeypatch.setattr(far, "compared", compared)
    decisions = list(found.decisions)
    confirm(Judge(found.match, far), far, decisions, None)
    proven = {one.first: one.proven for one in decisions if one.proven > 0}
    assert proven == pytest.approx({worst.first: worst.proven / 2}), "the smaller gap, and only what is sure"
    assert asked[0] == asked[1] == f"far/{worst.first}", (
        "the worst twice: the first time a pace learns the cost"
    )
    assert len(asked) == len(others) + 2


def test_only_what_holds_when_strong_players_go_on_is_advised(found: Review) -> None:
    judge = Judge(found.match, Appraiser(found.match.game, 2, "strong", outs=1, compiled=False))
    decisions = [
        replace(one, proven=0.1 + 0.001 * k) for k, one in enumerate(found.decisions) if one.seat == 0
    ]
    asked: list[int] = []

    class Told(Strong):
        def __init__(self) -> None:
            pass

        def gain(
            self, s: object, seat: int, made: object, best: object, pairs: int, salt: object
        ) -> Estimate:
            asked.append(pairs)
            return Estimate(0.05, 0.04 if len(asked) < 4 else 0.06)

    withstand(judge, Told(), decisions, None)
    assert [one.proven for one in decisions if one.proven > 0] == [0.05, 0.05], "as much as they find"
    assert len(asked) == ADVISED + 1, "the worst, the first of them twice; no others are told"
    assert {one.proven for one in decisions[-2:]} == {0.05}


def test_strong_players_finish_the_round_and_leave_the_game_as_it_was() -> None:
    match = finished("battleworld", ("scripted", "scripted"))
    game, moment = match.game, 20
    far = Appraiser(game, 2, "far", outs=1, horizon=1, compiled=False)
    strong = Strong(game, far, 1)
    s, seat = match.position(moment - 1), match.steps[moment].seat
    before = s.to_bytes()
    end = strong.clock(s) + strong.ticks
    played = strong.round_from(s, end, (1, 2, 3))
    assert strong.clock(played) == end or not game.deciders(played)
    choice = match.steps[moment].choice
    assert choice is not None
    assert strong.gain(s, seat, (choice,), (choice,), 2, "x") == Estimate(0.0, 0.0), (
        "the same worlds and dice"
    )
    assert s.to_bytes() == before
    assert level_of(game) == level_of(find_game("badass-force")) == level_of(find_game("boss-quest")) == 3
    assert level_of(find_game("baston")) == 0


def test_only_what_holds_in_other_worlds_too_is_advised(found: Review) -> None:
    assert all(0 <= decision.proven <= decision.lost for decision in found.decisions)
    assert any(decision.proven > 0 for decision in found.decisions)
    assert all(decision.proven > 0 for decision in found.costliest())
    advised = [one for seat in (0, 1) for one in turnings(found, seat, "en") if one.best]
    proven = {decision.moment: decision.proven for decision in found.decisions}
    assert all(one.lost == proven[one.moment] for one in advised)


def test_a_gain_is_a_loss_the_other_way_round(found: Review) -> None:
    decision = found.costliest()[0]
    game, seat = found.match.game, decision.seat
    known = game.concealed(found.match.position(decision.first - 1), seat)
    made, best = decision.made[0], decision.best[0]
    there, back = (
        SearchPlayer(game, "", "x").gain(known, seat, *pair, 6) for pair in ((made, best), (best, made))
    )
    assert there is not None
    assert back is not None
    assert there.value == pytest.approx(-back.value)
    assert there.error == pytest.approx(back.error)


def test_the_same_game_gives_the_same_review() -> None:
    one, other = (review(finished(seed=5), simulations=4, outs=2, compiled=False) for _ in range(2))
    assert one.data() == other.data()


def test_a_review_is_kept_and_read_again_and_belongs_to_its_game(found: Review) -> None:
    kept = json.loads(json.dumps(found.data()))
    again = Review.read(found.match, kept)
    assert again is not None
    assert again.data() == found.data()
    assert Review.read(finished(seed=4), kept) is None
    assert Review.read(found.match, kept | {"version": -1}) is None
    assert Review.read(found.match, {"version": kept["version"]}) is None


def test_turning_points_are_few_in_order_and_told_in_both_languages(found: Review) -> None:
    for lang in ("fr", "en"):
        told = turnings(found, 1, lang)
        assert 0 < len(told) <= 4
        assert [one.moment for one in told] == sorted(one.moment for one in told)
        assert all(one.change == pytest.approx(sum(one.parts)) for one in told)
        assert all(one.made for one in told if one.own)
        assert all(bool(one.best) == (one.lost > 0) for one in told)
        # Of a mistake both choices are explained, so that they can be compared.
        mistakes = [one for one in told if one.best]
        assert mistakes
        assert all(one.why and one.instead and one.why != one.instead for one in mistakes)


def test_turning_points_are_those_of_the_point_of_view(monkeypatch: pytest.MonkeyPatch) -> None:
    # As if one play-out were sure: otherwise nothing would be told.
    monkeypatch.setattr("bagarre.review.appraiser.VARYING", 0.0)
    match = finished("badass-force", ("scripted",) * 3, seed=2)
    appraiser = Appraiser(match.game, 3, "1", outs=1, compiled=False)
    looked = Review(match, [], *both_curves(match, appraiser))
    assert anything_hidden(looked, 0)
    assert not anything_hidden(Review(match, [], looked.known, looked.known), 0), "both are one"
    for view, curve in (("known", looked.known), ("everything", looked.everything)):
        told = turnings(looked, 0, "en", view=view)
        strides = in_one_go(match, curve.strides, 0)
        changes = {stride.moment: sum(stride.parts[0]) for stride in strides}
        assert told
        assert all(one.change == pytest.approx(changes[one.moment]) for one in told)
        # What a player does in one go is one step, and nothing is lost of it.
        assert len(strides) < len(curve.strides)
        clock = clock_of(match.game)
        for one, two in pairwise(strides):
            ended = clock(match.position(max(0, one.first - 1))) < clock(match.position(one.moment))
            assert one.seat != two.seat or ended
        assert sum(changes.values()) == pytest.approx(curve.end[0] - curve.start[0])


def test_of_what_a_player_did_in_one_go_the_mistake_is_told_with_what_the_whole_go_changed(
    found: Review,
) -> None:
    goes = {
        stride.moment: stride
        for stride in in_one_go(found.match, found.known.strides, 1)
        if stride.seat == 1 and stride.first < stride.moment
    }
    assert goes
    for go in goes.values():
        made = [one for one in found.decisions if one.seat == 1 and go.first <= one.first <= go.moment]
        decision = decision_of(found, go, 1, found.known.strides)
        parts = [one for one in found.known.strides if go.first <= one.first <= go.moment]
        most = max(parts, key=lambda one: abs(sum(one.parts[1])))
        if max(one.proven for one in made) < WORTH_TELLING:
            # Nothing worth telling was given away: what is told is that with which most changed, if it was a decision.
            there = {one.first for one in made if most.first <= one.first <= most.moment}
            assert there if decision is not None else not there
            assert decision is None or decision.first in there
            continue
        assert decision is not None
        assert decision.proven == max(one.proven for one in made)
        turning = told(found, go, decision, 1, "en")
        assert (turning.moment, turning.first) == (decision.moment, decision.first)
        assert turning.change == pytest.approx(sum(go.parts[1]))
        assert decision_of(found, go, 0, found.known.strides) is None, (
            "another's choice is no decision of one's own"
        )


def test_nobody_is_blamed_where_nothing_is_surely_better(found: Review) -> None:
    assert kind_of((0.0, -0.2, 0.0), 0.0, judged=True) == "blameless"
    assert kind_of((0.0, -0.2, 0.0), 0.01, judged=True) == "own"
    assert kind_of((0.0, -0.2, 0.0), 0.2, judged=True) == "mistake"
    assert kind_of((0.0, 0.2, 0.0), 0.0, judged=True) == "good"
    strides = {stride.moment: stride for stride in found.known.strides}
    alike = next(one for one in found.decisions if one.made == one.best and one.moment in strides)
    assert told(found, strides[alike.moment], alike, alike.seat, "en").same


def test_every_mistake_that_is_counted_is_told(found: Review) -> None:
    for seat in (0, 1):
        chosen = turnings(found, seat, "en")
        also = also_costly(found, seat, chosen, "en")
        moments = {one.moment for one in chosen if one.lost > 0} | {one.moment for one in also}
        assert {one.moment for one in costly(found, seat)} <= moments
        assert not {one.moment for one in also} & {one.moment for one in chosen}
        assert all(one.made and one.best and one.made != one.best for one in also)
    everything = also_costly(found, 1, [], "fr")
    assert len(everything) == len(costly(found, 1)) > 0
    assert [one.lost for one in everything] == sorted((one.lost for one in everything), reverse=True)


def test_a_mistake_that_the_curve_had_expected_says_so(found: Review) -> None:
    decision = found.costliest(1)[0]
    stride = next(one for one in found.known.strides if one.moment >= decision.moment)

    def level(own: float) -> bool:
        parts = ((0.0, 0.0, 0.0), (0.1, own, 0.0))
        return told(found, replace(stride, parts=parts), decision, 1, "en").level

    assert [level(own) for own in (-0.1, 0.0, 0.1)] == [False, True, True]


def test_whose_choice_was_a_mistake_is_told_to_the_others(found: Review) -> None:
    decision = found.costliest(1)[0]
    stride = next(one for one in found.known.strides if one.first <= decision.first <= one.moment)
    assert told(found, stride, None, 0, "en").erred == pytest.approx(decision.proven)
    assert told(found, stride, decision, 1, "en").erred == 0


def test_luck_of_which_nothing_can_be_shown_is_not_told() -> None:
    match = finished("badass-force", ("scripted",) * 3, seed=2)
    parts = ((0.2, 0.0, 0.0),) * 3
    shows = {
        k: not shows_nothing(match, Stride(k, k, match.steps[k].seat, (0.0,) * 3, parts), 0)
        for k in range(1, len(match.steps))
    }
    clock = clock_of(match.game)
    ended = {k for k in shows if clock(match.position(k)) > clock(match.position(k - 1))}
    assert all(shows[k] for k in shows if match.steps[k].chance and k not in ended)
    assert shows.pop(len(match.steps) - 1)
    assert not any(shows[k] for k in ended & shows.keys()), "values look farther after a turn"
    said = [k for k in shows if [e.kind.name for e in match.open_events(match.steps[k])] == ["announces"]]
    assert said
    assert not any(shows[k] for k in said)
    # A decision is told whatever came of it.
    assert not shows_nothing(match, Stride(said[0], said[0], 0, (0.0,) * 3, ((0.1, 0.2, 0.0),) * 3), 0)


def test_of_a_secret_answer_it_is_told_what_came_when_all_had_answered() -> None:
    match = finished("badass-force", ("scripted",) * 3, seed=2)
    judge = Judge(match, Appraiser(match.game, 3, "1", outs=1, compiled=False))
    early = [
        one
        for one in answers(match)
        if one.together and not match.open_events(match.steps[one.last]) and one.last + 1 < len(match.steps)
    ]
    assert early
    decision = judge.glance(early[0], 16)
    assert decision is not None
    end = closing(match, decision)
    assert early[0].last < end < early[0].last + 3
    assert match.open_events(match.steps[end])


def test_what_came_of_a_secret_answer_is_told_once(found: Review) -> None:
    one = turnings(found, 1, "en")[0]
    again = replace(one, moment=one.moment + 1, own=False)
    assert one.happened
    assert [bool(told.happened) for told in told_once([one, again])] == [False, True]
    assert told_once([one]) == [one]


def test_the_result_without_luck_is_said_beside_the_result() -> None:
    assert [beyond(share, True) for share in (0.4, 1.2)] == ["won", "above"]
    assert [beyond(share, False) for share in (0.4, -0.2)] == ["lost", "below"]


def test_parts_add_up_as_they_are_told() -> None:
    """22.3 + 22.4 − 19.9 − 24.8 = 0: rounded one by one there is a point too little."""
    stride = Stride(0, 0, -1, (0.0,), ((0.224, -0.199, -0.248),))
    start, parts, end = whole(Curve((0.223,), (stride,)), 0)
    assert (start, end) == (0.22, 0.0)
    assert sum(parts) == pytest.approx(end - start)
    assert parts == pytest.approx([0.23, -0.20, -0.25], abs=1e-9)


def test_of_a_deal_it_is_told_what_the_seat_was_given(found: Review) -> None:
    deal = found.known.strides[0]
    for seat, name in enumerate(found.match.players):
        sentences = [
            sentence for sentence, _ in happenings(found.match, deal, seat, speech_of(found.match, "en"))
        ]
        assert sentences
        assert all(name in sentence for sentence in sentences)


def test_of_a_choice_with_which_a_seat_goes_on_both_are_told() -> None:
    """A spell that is taken to be thrown away: to be told that it was taken says the contrary."""
    match = Match("boss-quest", 3, seed="both", kinds=["scripted"] * 3)
    read = match.game.verbs.read
    match.play(seat := match.deciders[0], read("visit"))
    match.play(seat, read("take 0"))
    taken = len(match.steps) - 1
    match.play(seat, read("discard"))
    decision = Decision(
        taken, taken, seat, (read("take 0"),), (read("take 0"),), 0.5, 0.5, 0.0, 0.1, False
    )  # fmt: skip
    one = Stride(taken + 1, taken - 1, seat, (0.5,) * 3, ((0.1, 0.1, 0.1),) * 3)
    nothing = Curve((0.5,) * 3, (one,))
    turning = told(Review(match, [decision], nothing, nothing), one, decision, seat, "en")
    assert turning.made.endswith("; discard it")
    assert "nobody else will have it" in turning.instead
    # A mistake is told beside the better choice: there the one that was wrong stands alone.
    wrong = replace(decision, best=(read("take 1"),), proven=0.1)
    assert "discard" not in told(Review(match, [wrong], nothing, nothing), one, wrong, seat, "en").made


def test_whatever_came_of_it_every_choice_of_a_go_is_told() -> None:
    """A spell cast before a fight of many results: that it was taken says nothing of what it did."""
    match = finished("boss-quest", ("scripted",) * 4, seed=5)
    for first in range(1, len(match.steps) - 3):
        steps = match.steps[first : first + 4]
        if len({step.seat for step in steps}) > 1 or len(match.open_events(steps[-1])) < 6:
            continue
        go = Stride(first + 3, first, steps[0].seat, (0.0,) * 4, ((0.0, 0.0, 0.0),) * 4)
        speech = speech_of(match, "en")
        sentences = [sentence for sentence, _ in happenings(match, go, 0, speech)]
        assert all(
            speech.event(match.events(step, 0)[0]) in sentences for step in steps if match.events(step, 0)
        )
        return
    pytest.fail("no go of four choices before a fight")


def test_what_another_player_did_is_told_before_what_came_of_it(found: Review) -> None:
    """A fight has more results than are told: the choice that led to it is named all the same."""
    match = found.match
    strides = [one for one in in_one_go(match, found.known.strides, 0) if one.seat == 1]
    crowded = [
        one
        for one in strides
        if len([e for k in range(one.first, one.moment + 1) for e in match.events(match.steps[k], 0)]) > 6
    ]
    assert crowded
    for one in crowded:
        first = next(e for k in range(one.first, one.moment + 1) for e in match.events(match.steps[k], 0))
        sentence = match.game.speech("en", match.players, match.content.names).event(first)
        assert told(found, one, None, 0, "en").happened[0] == sentence


def test_what_noise_may_have_made_is_no_turning_point() -> None:
    match = finished()
    moment = next(answer.last for answer in answers(match) if answer.seat == 0)

    def found(error: float, others: int = 0) -> list[int]:
        nothing = ((0.0, 0.0, 0.0),) * 2
        strides = (
            Stride(0, 0, -1, (0.5, 0.5), nothing, (0.0, 0.0)),
            Stride(moment, moment, 0, (0.7, 0.3), ((0.2, 0.0, 0.0), (-0.2, 0.0, 0.0)), (error, error)),
            *(Stride(moment + k, moment + k, 1 - k % 2, (0.7, 0.3), nothing, (error, error)) for k in range(1, others)),
        )  # fmt: skip
        curve = Curve((0.5, 0.5), strides)
        return [one.moment for one in turnings(Review(match, [], curve, curve), 0, "en")]

    assert found(0.05) == [moment]
    assert found(0.11) == []
    # Of many steps the noise of some is large: more is asked for.
    assert found(0.08) == [moment]
    assert found(0.08, others=20) == []


def test_what_happened_is_told_to_its_end() -> None:
    """Of the last choice of a game the result stands there, however much came of it."""
    match = finished("boss-quest", ("scripted",) * 4, seed=5)
    last = len(match.steps) - 1
    one = Stride(last, last, match.steps[last].seat, (0.0,) * 4, ((0.0, 0.0, 0.0),) * 4)
    sentences = [sentence for sentence, _ in happenings(match, one, 0, speech_of(match, "en"))]
    assert len(match.events(match.steps[last], 0)) > len(sentences)
    assert "wins the game" in sentences[-1]
    # What came first is told first.
    assert sentences[0] == speech_of(match, "en").event(match.events(match.steps[last], 0)[0])


def test_what_others_hid_does_not_change_how_a_decision_is_judged() -> None:
    """The same concealed position with other cards in the others' hands: the same worth."""
    match = finished("badass-force", ("scripted",) * 3, seed=2)
    game = match.game
    appraiser = Appraiser(game, 3, "x", outs=2, compiled=False)
    moment = next(
        m
        for m in range(8, len(match.steps))
        if len(game.choices(match.position(m), match.steps[m + 1].seat)) > 1
    )
    s, seat = match.position(moment), match.steps[moment + 1].seat
    choice = match.steps[moment + 1].choice
    assert choice is not None
    other = game.imagined(game.concealed(s, seat), 1, 2, 3)
    assert appraiser.answer(s, seat, [choice]) == appraiser.answer(other, seat, [choice])
    assert appraiser.position(s, seat) == appraiser.position(other, seat)


def test_of_several_who_denounce_the_one_counts_whose_word_it_was() -> None:
    match = Match("badass-force", 3, seed="both", kinds=["scripted"] * 3)

    def may_denounce() -> list[int]:
        write = match.game.verbs.write
        return [seat for seat in match.deciders if "denounce" in map(write, match.legal(seat))]

    while len(asked := may_denounce()) < 2:
        match.let_play(match.deciders[0])
    announcer = ({0, 1, 2} - set(asked)).pop()
    for seat in asked:
        match.play(seat, match.game.verbs.read("denounce"))
    shares = (1 / 3,) * 3
    curve = Curve(shares, (Stride(0, 0, -1, shares, ((0.0, 0.0, 0.0),) * 3, shares),))
    last = claims(Review(match, [], curve, curve))[-1]
    assert (last.seat, last.denouncer) == (announcer, (announcer + 1) % 3)


def test_claims_are_told_with_what_was_true_who_could_know_and_what_became_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = finished("badass-force", ("scripted",) * 3, seed=2)
    appraiser = Appraiser(match.game, 3, "1", outs=1, compiled=False)
    # What each position is worth does not matter here.
    for question in ("position", "answer", "chance"):
        monkeypatch.setattr(appraiser, question, lambda *asked, **more: (1 / 3,) * 3)
    appraiser.errors = (0.0,) * 3
    looked = Review(match, [], *both_curves(match, appraiser))
    found = claims(looked)
    announced = sum(
        event.kind.name in ("announces", "defends")
        for step in match.steps
        for event in match.open_events(step)
    )
    assert 0 < len(found) <= announced
    for one in found:
        assert one.outcome in ("unchallenged", "proves", "caught", "")
        assert [seat for seat, _ in one.odds] == [seat for seat in range(3) if seat != one.seat]
        assert all(0 <= odds <= 1 for _, odds in one.odds)
        # Who knows for certain is never wrong; what came out is what was true.
        assert all(round(one.odds_of(seat)) == one.true for seat in one.who_knew)
        assert (one.denouncer >= 0) == (one.outcome in ("proves", "caught")) or not one.outcome
        assert one.true == (one.outcome == "proves") or one.denouncer < 0
    sure = knowledge(looked.match, 0)
    assert sure
    assert all(len(shares) == 2 and 0 <= min(shares) <= max(shares) <= 1 for _, shares in sure)
    other = finished()
    assert claims(Review(other, [], looked.everything, looked.known)) == []


def test_a_mistake_can_be_tried_again_and_nearly_the_best_is_accepted(found: Review) -> None:
    mistakes = [decision for decision in found.decisions if decision.worths]
    assert mistakes
    for decision in mistakes:
        worths = dict(decision.worths)
        best = worths[decision.best[0]]
        assert decision.proven > 0.04
        assert decision.accepts(decision.best[0])
        assert not decision.accepts(decision.choice), "what was a mistake is still one"
        others = [choice for choice in worths if choice != decision.choice]
        assert all(decision.accepts(choice) == (best - worths[choice] <= 0.04) for choice in others)
        assert exercise_of(found, decision.first) == decision


def test_a_game_that_goes_on_is_not_looked_back_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match("boss-quest", ["Ada", "Blaise"], seed=1)
    with pytest.raises(Mistake, match="review_running"):
        review(match, compiled=False)
    match.save(tmp_path / "running.jsonl")
    assert main(["review", str(tmp_path / "running.jsonl"), "--interpreted", "--lang", "en"]) == 2
    assert "not over" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["running.jsonl"]


def test_the_command_tells_it_in_words_and_as_data_and_keeps_it_beside_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], found: Review
) -> None:
    file = str(tmp_path / "game.jsonl")
    finished().save(Path(file))
    assert main(["review", file, "--interpreted", "--thought", "2", "--lang", "fr"]) == 0
    assert "points" in capsys.readouterr().out
    assert not (tmp_path / "game.review.json").exists()
    (tmp_path / "game.review.json").write_text(json.dumps(found.data()), encoding="utf-8")
    assert main(["review", file, "--interpreted", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [player["name"] for player in told["players"]] == ["Ada", "Blaise"]
    assert told["decisions"] == found.data()["decisions"]
    assert main(["review", file, "--view", "sideways"]) == 2
    assert main(["review", file, "--seat", "1", "--view", "everything", "--lang", "en"]) == 0
    assert "Blaise" in capsys.readouterr().out


def test_a_decision_that_the_next_one_undid_is_no_turning_point() -> None:
    """What another did and one's own good answer to it: nothing turned. Luck that the next luck undid was there all the same, and what is not
    answered stays."""

    def stride(moment: int, luck: float, own: float, others: float) -> Stride:
        return Stride(moment, moment, moment % 2, (0.5, 0.5), ((luck, own, others), (0.0, 0.0, 0.0)))

    answered = [stride(1, 0.0, 0.0, -0.58), stride(2, 0.0, 0.64, 0.0), stride(3, 0.0, 0.0, -0.2)]
    assert undone(answered, 0) == {1, 2}
    assert undone(answered, 1) == set()
    assert undone([stride(1, 0.3, 0.0, 0.0), stride(2, -0.3, 0.0, 0.0)], 0) == set()
    assert undone([stride(1, 0.0, 0.0, -0.5), stride(2, 0.0, 0.2, 0.0)], 0) == set()
