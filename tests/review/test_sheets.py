"""Sheets of orders looked back at: where they led, which collisions could be foreseen, what the dice could be expected to give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.games.baston.choices import ORDERS
from bagarre.kernel.words import LANGUAGES
from bagarre.match import Match
from bagarre.review import Decision, Review, review
from bagarre.review.appraiser import Appraiser
from bagarre.review.curve import Tracer, answers, asked_together, made_in, writing_of
from bagarre.review.looking import WORLDS_BETWEEN
from bagarre.review.pace import Pace
from bagarre.review.plans import Collision, Foreseen, foresee, hindsight_room
from bagarre.review.rolls import rolls_of, successes, summed
from bagarre.review.sheets import decimal, told_rolls, told_sheets, ways_of
from bagarre.review.telling import speech_of
from tests.review.games import brawl_until

RECORDS = Path(__file__).parent.parent / "records" / "baston"


@pytest.fixture(scope="module")
def brawl() -> Match:
    return Match.loads((RECORDS / "last_gang.jsonl").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found(brawl: Match) -> Review:
    return review(brawl, simulations=2, outs=2, compiled=False)


def sheets_of(match: Match) -> list[Decision]:
    found = []
    for answer in answers(match):
        if answer.last > answer.first:
            made = tuple(made_in(match, answer.first, answer.last, answer.seat))
            found.append(
                Decision(answer.last, answer.first, answer.seat, made, made, 0.5, 0.5, 0.0, 0.0, True)
            )
    return found


def test_a_sheet_ends_where_it_is_handed_in(brawl: Match) -> None:
    """Also that of the last one to write: what follows is another sheet."""
    write = brawl.game.verbs.write
    appraiser = Appraiser(brawl.game, 2, "x", outs=1, compiled=False)
    sheets = sheets_of(brawl)
    assert len(sheets) > 4
    for sheet in sheets:
        s = brawl.position(sheet.first - 1)
        would = [appraiser.written(s, sheet.seat, salt=mood) for mood in range(3)]
        for one in [sheet.made, *would]:
            assert [write(choice) for choice in one].index("commit") == len(one) - 1


def test_the_last_sheet_to_be_handed_in_was_asked_for_with_the_others(brawl: Match) -> None:
    sheets = [answer for answer in answers(brawl) if answer.last > answer.first]
    assert any(answer.together for answer in sheets)
    for answer in sheets:
        assert asked_together(brawl, answer.last) == answer.together


def test_sheets_written_at_the_same_time_are_whole_and_each_its_own() -> None:
    """In the browser both write at once, and their boxes lie between each other's in the record."""
    match = brawl_until(3)
    writing = writing_of(match.game)
    sheets = [answer for answer in answers(match) if answer.last > answer.first]
    between = [
        one for one in sheets if any(step.seat != one.seat for step in match.steps[one.first : one.last])
    ]
    assert between
    write = match.game.verbs.write
    for sheet in between:
        made = made_in(match, sheet.first, sheet.last, sheet.seat)
        assert [write(choice) for choice in made].count("commit") == 1
        assert write(made[-1]) == "commit"
        assert not any(
            one.seat == sheet.seat and sheet.first <= one.first <= sheet.last
            for one in answers(match)
            if one != sheet
        )
    told = [
        answer
        for answer in answers(match)
        if answer.seat == 0 and writing(match.position(answer.first - 1), 0)
    ]
    turns = [hindsight_room(match.game).turn_of(match.position(one.first - 1)) for one in told]
    begun = [turn for turn, again in turns if not again]
    assert begun == sorted(set(begun)), "one sheet for each turn, beside those that are written again"


def test_what_others_wrote_at_the_same_time_comes_to_light_with_the_last_sheet() -> None:
    match = brawl_until(2)
    tracer = Tracer(match, Appraiser(match.game, 2, "x", outs=1, compiled=False))
    sheets = [answer for answer in answers(match) if answer.last > answer.first][:2]
    tracer.begin(sheets[0])
    assert [tracer.same_question(answer) for answer in sheets] == [False, True]
    assert {answer.seat for answer in sheets} == {0, 1}


def test_ways_begin_where_the_characters_stand_and_show_what_was_written(brawl: Match, found: Review) -> None:
    room = hindsight_room(brawl.game)
    moved = 0
    for sheet, _ in found.sheets(0) + found.sheets(1):
        told = ways_of(found, sheet, speech_of(brawl, "en"))
        s: Any = brawl.position(sheet.first - 1)
        for way in told["mine"]:
            assert s.seat_of[way.who] == sheet.seat
            assert way.line[0] == room.middle(s.at[way.who])
            assert len(way.stops) == 3
            assert way.stops[-1].xy == way.line[-1]
            moved += len(way.line) > 1
        assert bool(told["theirs"]) == (sheet.best != sheet.made)
        assert all(len(row["mine"]) == 3 for row in told["orders"])
    assert moved


def test_every_roll_succeeds_on_as_many_faces_as_it_says(brawl: Match) -> None:
    for file in ("last_gang", "call", "no_call"):
        match = Match.loads((RECORDS / f"{file}.jsonl").read_text(encoding="utf-8"))
        rolls = [roll for _, roll in rolls_of(match)]
        assert rolls
        for roll in rolls:
            succeeds = roll.die <= roll.faces if roll.kind == "test" else roll.die > roll.of - roll.faces
            assert roll.made == succeeds
            assert roll.made or not roll.wounds
            assert (roll.expected > 0) <= roll.made
        told = [event.kind.name for step in match.steps for event in match.open_events(step)]
        assert told.count("to_hit") == sum(roll.kind == "blow" for roll in rolls)
        assert told.count("roll_under") == sum(roll.kind == "test" for roll in rolls)


@pytest.mark.rule("BA-HIT-1")
@pytest.mark.rule("BA-HIT-5")
def test_the_chance_of_a_blow_is_that_of_thirteen_and_certain_against_who_is_held(brawl: Match) -> None:
    room = hindsight_room(find_game("baston"))
    assert [room.hitting(bonus) for bonus in (-8, 0, 3, 12, 20)] == [0, 8, 11, 20, 20]
    s: Any = brawl.position(0)
    held = room.Memory()
    held.held = True
    told = {"who": s.letter[0], "target": s.letter[1], "die": 2, "outcome": 1, "total": 2}
    assert room.blow_roll(s, 1, told, held).chance == 1.0


def test_sums_tell_how_often_dice_are_so_kind(brawl: Match) -> None:
    assert successes([0.5, 0.5]) == pytest.approx([0.25, 0.5, 0.25])
    assert successes([]) == [1.0]
    rolls = [roll for _, roll in rolls_of(brawl) if roll.seat == 0]
    one = summed(rolls)
    assert one.number == len(rolls)
    assert one.luckier + one.unluckier == pytest.approx(1 + successes([r.chance for r in rolls])[one.made])
    assert decimal(-0.04, "fr") == "0"
    assert decimal(-1.25, "fr", plus=True) == "−1,2"
    assert decimal(1.5, "en", plus=True) == "+1.5"


def test_collisions_are_foreseen_from_what_the_seat_knew_and_nothing_else(brawl: Match) -> None:
    """Other sheets in the hands of the others: the same odds."""
    game = brawl.game
    collided = [
        moment
        for moment, step in enumerate(brawl.steps)
        if any(event.kind.name == "jostle" for event in brawl.open_events(step))
    ]
    sheet = max((one for one in sheets_of(brawl) if one.moment <= collided[0]), key=lambda one: one.moment)
    appraiser = Appraiser(game, 2, "x", outs=4, compiled=False)
    (one,) = foresee(brawl, appraiser, [sheet], lambda number: 4)
    assert all(0 < n <= one.worlds for _, _, n in one.pairs)
    kinds = [kind.number for kind in game.event_book.kinds if kind.name in ("jostle", "cannot_enter")]
    s = brawl.position(sheet.first - 1)
    other = game.imagined(game.concealed(s, sheet.seat), 1, 2, 3)
    asked = [
        appraiser.foreseen(world, sheet.seat, sheet.made, kinds, salt=f"foresee/{sheet.first}")
        for world in (s, other)
    ]
    assert asked[0] == asked[1] == {(a, b): n for a, b, n in one.pairs}


def test_what_happened_is_told_with_its_odds_and_what_was_likely_too(brawl: Match, found: Review) -> None:
    told = [one for seat in (0, 1) for sheet in told_sheets(found, ["Ada", "Blaise"], seat, "fr") for one in sheet["collisions"]]  # fmt: skip
    assert any(one["moment"] >= 0 for one in told)
    foreseen = Foreseen(3, 20, ((1, 2, 10), (1, 3, 3)))
    assert foreseen.met(2, 1) == 10
    assert foreseen.met(2, 3) == 0
    verdicts = [Collision(1, 2, met, 20, moment).verdict for met, moment in ((10, 9), (4, 9), (2, 9), (12, -1))]  # fmt: skip
    assert verdicts == ["likely", "possible", "surprise", "avoided"]
    assert Collision(1, 2, 0, 48, 9).bound == 16
    again = Review.read(brawl, json.loads(json.dumps(found.data())))
    assert again is not None
    assert again.foreseen == found.foreseen
    assert len(found.foreseen) == len(sheets_of(brawl))


def test_a_collision_that_came_in_none_of_a_few_worlds_is_no_surprise_yet() -> None:
    assert Collision(1, 2, 0, 8, 9).verdict == "possible", "less than one in two is all that eight say"
    assert Collision(1, 2, 0, 24, 9).verdict == "surprise"
    pace = Pace(1.0, *WORLDS_BETWEEN)
    assert Collision(1, 2, 0, pace.outs(0, 4), 9).verdict == "surprise", "the first sheet has its worlds, too"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_sheets_and_dice_are_told_in_both_languages(found: Review, lang: str) -> None:
    rolls = told_rolls(found, ["Ada", "Blaise"], 0, lang)
    assert rolls is not None
    assert (
        sum(one["number"] for one in rolls["kinds"]) == rolls["players"][0]["number"] == len(rolls["rolls"])
    )
    assert all(one["name"] and one["luck"] in ("even", "good", "bad") for one in rolls["kinds"])
    sheets = told_sheets(found, ["Ada", "Blaise"], 0, lang)
    assert [one["turn"] for one in sheets] == sorted(one["turn"] for one in sheets)
    assert all(one["better"] in ("same", "better", "nearly") for one in sheets)


def test_other_games_have_no_sheets() -> None:
    assert hindsight_room(find_game("boss-quest")) is None


def test_a_first_brawl_is_told_in_words_and_other_brawls_with_their_codes(brawl: Match) -> None:
    first = Match("baston", 2, seed=3, options={"scenario": "first"})
    order = ORDERS.index("M3G")
    for lang in LANGUAGES:
        assert "(M3G)" not in speech_of(first, lang).name("order", order)
        assert (
            speech_of(brawl, lang).name("order", order)
            == f"{speech_of(first, lang).name('order', order)} (M3G)"
        )
