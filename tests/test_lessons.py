"""Every lesson is played through, both ways: each right answer to the end, and each wrong one answered by the coach."""

import re
from itertools import islice
from pathlib import Path

import pytest

from bagarre.cli.common import Say
from bagarre.cli.learn import LessonSession
from bagarre.games import games
from bagarre.kernel.errors import Mistake
from bagarre.lesson import ANY, Lesson, Text, lessons_of, read_lesson
from bagarre.match import Match

LESSONS = [lesson for game in games().values() for lesson in lessons_of(game)]
LONGEST = 45
"""Words of a page: whoever reads more than that does not read."""
PATHS = 200
"""Ways through a lesson that are tried."""


def names(lesson: Lesson) -> str:
    return f"{lesson.game.name}/{lesson.name}"


def ways(lesson: Lesson, played: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """All ways of right answers through a lesson."""
    match, _ = follow(lesson, played)
    act = lesson.act(match)
    if act is None or lesson.is_done(match):
        return [played]
    right = [text for text in match.legal(lesson.you).notation() if judged(lesson, match, text) is None]
    assert right, f"{names(lesson)}: none of {act.right} is legal after {played}"
    return [way for text in right for way in ways(lesson, (*played, text))]


def follow(lesson: Lesson, answers: tuple[str, ...]) -> tuple[Match, int]:
    """The lesson after these answers of the learner's and everything that the others do."""
    match, left, given = lesson.start("Vous", "fr"), list(answers), 0
    while True:
        act = lesson.act(match)
        if act is None or match.is_over:
            return match, given
        if act.seat == lesson.you:
            if not left:
                return match, given
            choice = match.read(lesson.you, left.pop(0))
            assert lesson.judge(match, choice) is None
            match.play(lesson.you, choice, lesson.chance(match), exact=False)
            given += 1
        else:
            move = lesson.next_move(match)
            assert move is not None
            match.play(*move, lesson.chance(match), exact=False)


def judged(lesson: Lesson, match: Match, text: str) -> Text | None:
    return lesson.judge(match, match.read(lesson.you, text))


@pytest.mark.parametrize("lesson", LESSONS, ids=names)
def test_every_right_way_leads_to_the_end(lesson: Lesson) -> None:
    for way in islice(ways(lesson), PATHS):
        match, given = follow(lesson, way)
        assert given == len(way)
        assert lesson.is_done(match) or lesson.free


@pytest.mark.parametrize("lesson", LESSONS, ids=names)
def test_every_wrong_answer_is_answered_and_changes_nothing(lesson: Lesson) -> None:
    way = ways(lesson)[0]
    wrong = 0
    for k in range(len(way)):
        match, _ = follow(lesson, way[:k])
        act = lesson.act(match)
        assert act is not None
        before = match.packed
        for text in match.legal(lesson.you).notation():
            reply = judged(lesson, match, text)
            if reply is not None:
                wrong += 1
                assert reply["fr"]
                assert reply["en"]
        assert match.packed == before
        # A reply that no legal choice calls for is a leftover.
        for pattern, _ in act.replies:
            fits = [
                text
                for text in match.legal(lesson.you).notation()
                if lesson.fits(pattern, match.read(lesson.you, text))
            ]
            assert fits, f"{names(lesson)}: nobody can answer {pattern}"
    assert wrong or lesson.free or any(ANY in act.right for act in lesson.acts)


@pytest.mark.parametrize("lesson", LESSONS, ids=names)
def test_pages_are_short_and_cite_clauses_that_exist(lesson: Lesson) -> None:
    assert lesson.pages
    assert lesson.pages[0].before == 0
    for lang in ("fr", "en"):
        clauses = lesson.game.rulebook(lang).clauses
        for page in lesson.pages:
            assert len(page.text[lang].split()) <= LONGEST, page.text[lang]
            assert not page.clause or page.clause in clauses
    assert set(lesson.rules) <= set(lesson.game.rulebook("fr").clauses)


@pytest.mark.parametrize("lesson", LESSONS, ids=names)
def test_the_others_are_called_as_the_learner_speaks(lesson: Lesson) -> None:
    """Boulon is Bolt in English, at the table and in what the coach says of him."""
    for lang, other in (("fr", "en"), ("en", "fr")):
        assert lesson.start("Ada", lang).players == [name or "Ada" for name in lesson.names[lang]]
        strangers = [re.compile(rf"\b{name}\b") for name in filter(None, lesson.names[other])]
        replies = [reply for act in lesson.acts for _, reply in act.replies]
        others = [act.otherwise for act in lesson.acts if act.otherwise is not None]
        for text in [*(page.text for page in lesson.pages), *replies, *others]:
            assert not any(stranger.search(text[lang]) for stranger in strangers), text[lang]


@pytest.mark.parametrize("lesson", [one for one in LESSONS if one.free], ids=names)
def test_the_rest_of_a_free_lesson_is_a_game_to_its_end(lesson: Lesson) -> None:
    match, _ = follow(lesson, ways(lesson)[0])
    match.kinds = ["scripted"] * lesson.seats
    while not match.is_over:
        match.let_play(match.deciders[0])
    assert lesson.is_done(match)


GOOD = """
title = { fr = "Une", en = "One" }
game = "boss-quest"
seats = 2
names = { fr = ["", "Boulon"], en = ["", "Bolt"] }

[[step]]
say = { fr = "Allez.", en = "Go." }
right = ["visit"]
other = { fr = "Non.", en = "No." }
"""


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('fr = ["", "Boulon"]', 'fr = [""]', "names"),
        ('right = ["visit"]', 'right = ["fly"]', "right"),
        ('right = ["visit"]', 'right = ["visit"]\nmoves = ["1: visit"]', "right"),
        ('other = { fr = "Non.", en = "No." }', "", "other"),
        ('say = { fr = "Allez.", en = "Go." }', 'say = "Go."', "say"),
        ("[[step]]", "[[step]]\nfree = true\n[[step]]", "free"),
        ("seats = 2", 'seats = 2\ncolour = "red"', "colour"),
    ],
)
def test_a_wrong_file_is_refused_by_field(tmp_path: Path, old: str, new: str, field: str) -> None:
    file = tmp_path / "1-wrong.toml"
    file.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(Mistake) as refused:
        read_lesson(file)
    assert field in refused.value.say("en")


def test_the_lesson_waits_for_its_own_order(tmp_path: Path) -> None:
    """Whoever is early is told who plays first; after the end nothing more is taken."""
    file = tmp_path / "1-order.toml"
    file.write_text(
        GOOD.replace("[[step]]", '[[step]]\nmoves = ["1: visit"]\n\n[[step]]', 1), encoding="utf-8"
    )
    lesson = read_lesson(file)
    match = lesson.start("Ada", "fr")
    with pytest.raises(Mistake, match="lesson_waits"):
        lesson.judge(match, match.game.verbs.read("visit"))


@pytest.mark.parametrize("lesson", [lesson for lesson in LESSONS if not lesson.free], ids=names)
def test_the_terminal_leads_to_the_end_too(
    lesson: Lesson, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where nothing is left to choose in the last position, which the others may have to play on from."""
    say = Say("en")
    session = LessonSession(lesson, 1, 1, say)
    answers = iter(ways(lesson)[0])
    monkeypatch.setattr(session, "ask", lambda _: next(answers))
    session.run()
    assert lesson.is_done(session.match)
    assert say("learn.done") in capsys.readouterr().out
