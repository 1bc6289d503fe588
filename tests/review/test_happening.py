"""What a review tells of what was done at a moment, and of what came of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bagarre.match import Match
from bagarre.review import Review
from bagarre.review.curve import Curve, Stride, answers, made_in
from bagarre.review.decisions import Decision
from bagarre.review.happening import FIGHT, Owners, happenings, settled
from bagarre.review.telling import answer_words, speech_of, told
from tests.review.games import brawl_until

RECORDS = Path(__file__).parents[1] / "records"


def recorded(game: str, name: str) -> Match:
    return Match.loads((RECORDS / game / f"{name}.jsonl").read_text(encoding="utf-8"))


def test_a_fight_is_told_to_its_end_with_all_its_dice() -> None:
    """Half of a fight says little: what was rolled last, and who won, are told even where another one had the last word."""
    match = recorded("battleworld", "points")
    fights = 0
    for stride in (
        Stride(k, k, match.steps[k].seat, (0.5, 0.5), ((0.0, 0.0, 0.0),) * 2)
        for k in range(1, len(match.steps))
    ):
        begins = any(event.kind.name == "attacks" for event in match.events(match.steps[stride.moment], 0))
        over = settled(match, stride.moment)
        if not begins or over <= stride.moment + 2:
            continue
        fights += 1
        found = [
            one
            for one, _ in happenings(match, replace(stride, moment=over), 0, speech_of(match, "en"), FIGHT)
        ]
        all_told = [
            event for step in match.steps[stride.moment : over + 1] for event in match.events(step, 0)
        ]
        dice = [speech_of(match, "en").event(event) for event in all_told if event.kind.name == "rolls"]
        assert len(all_told) > FIGHT or set(dice) <= set(found)
        assert any("combat" in sentence or "tie" in sentence for sentence in found), found
        assert settled(match, stride.moment, over) == over - 1, (
            "and never beyond what is told as a moment of its own"
        )
    assert fights


def test_of_sheets_it_is_told_what_the_others_had_written_and_what_befell_ones_own() -> None:
    match = recorded("baston", "last_gang")
    sheets = [
        one
        for one in answers(match)
        if one.last > one.first and len(match.events(match.steps[one.last], 0)) > 8
    ]
    speech = speech_of(match, "en")
    for one in sheets:
        stride = Stride(one.last, one.first, one.seat, (0.5, 0.5), ((0.0, 0.0, 0.0),) * 2)
        lines = [event for event in match.events(match.steps[one.last], 0) if event.kind.name == "sheet_line"]
        theirs = [speech.event(event) for event in lines if Owners(match, one.first).wrote(event, 0)]
        assert 0 < len(theirs) < len(lines)
        said = [sentence for sentence, _ in happenings(match, stride, 0, speech, sheets=True)]
        assert set(theirs) <= set(said)
        assert not {speech.event(event) for event in lines} - set(theirs) & set(said)
    assert sheets


def test_a_sheet_beside_nothing_is_told_from_its_beginning_and_says_how_much_is_left_out() -> None:
    match = brawl_until(2)
    one = next(one for one in answers(match) if one.last > one.first)
    made = tuple(made_in(match, one.first, one.last, one.seat))
    decision = Decision(one.last, one.first, one.seat, made, made, 0.5, 0.5, 0.0, 0.0, True)
    alone = answer_words(match, made, decision, speech_of(match, "en"), alone=True)
    assert len(alone.split("; ")) == 4
    assert alone.endswith("; and 3 more"), "two men have six beats"


def test_where_the_curve_falls_for_something_else_the_page_says_so() -> None:
    match = recorded("battleworld", "points")
    nothing = Curve((0.5, 0.5), ())
    one = Stride(3, 3, match.steps[3].seat, (0.5, 0.5), ((-0.3, 0.1, 0.0),) * 2)
    fell = told(Review(match, [], nothing, nothing), one, None, match.steps[3].seat, "en")
    assert fell.level_why == "level_luck"
    assert replace(fell, change=0.1).level_why == "level", "a curve that does not fall is not said to"
