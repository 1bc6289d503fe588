"""What `verdict.js` of Badass Force tells of what happened at the foot of the stage when the reader is asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.conftest import People

pytestmark = pytest.mark.browser

BEGIN = """async () => {
  const { showVerdicts } = await import('/games/badass-force/verdict.js');
  document.body.innerHTML = `<div id="stage">
    <aside data-verdict hidden data-reader="Ada" data-late="Too late." data-close-words="Close"></aside>
    <button data-since hidden></button></div>`;
  showVerdicts(document.getElementById('stage'), { onupdate: (listener) => { window.tell = listener; } });
}"""
TELL = """([lines, asked, quiet]) => {
  document.body.dataset.turn = asked ? 'yes' : 'no';
  window.tell(lines.map(([kind, html, because]) => ({ kind, html, because })), quiet);
}"""


class Stage:
    """A stage without a table: what happens is told to it."""

    def __init__(self, people: People) -> None:
        self.page: Any = people.page()
        self.page.goto("/")
        self.page.evaluate(BEGIN)

    def tell(self, *lines: tuple[Any, ...], asked: bool = False, quiet: bool = False) -> None:
        self.page.evaluate(TELL, [[list(line) for line in lines], asked, quiet])

    def shown(self) -> str:
        """What stands on the stage, empty when nothing does."""
        return str(
            self.page.evaluate(
                "(one => one.hidden ? '' : [...one.querySelectorAll('p')].map(p => p.textContent.trim()).join(' / '))"
                "(document.querySelector('[data-verdict]'))"
            )
        )

    def foot(self) -> str:
        return str(
            self.page.evaluate(
                "(one => one.hidden ? '' : one.textContent)(document.querySelector('[data-since]'))"
            )
        )


@pytest.fixture
def stage(people: People) -> Stage:
    return Stage(people)


WHY = [{"value": 2, "reason": "first kill", "clause": "BF-SCORE-2"}]


def test_nothing_covers_the_film_by_itself(stage: Stage) -> None:
    stage.tell(("dies", "<b>Bob</b> loses Otto."), ("scores", "<b>Cid</b> scores 2.", WHY))
    assert (stage.shown(), stage.foot()) == ("", "")
    stage.tell(asked=True)
    stage.page.click("[data-since]")
    assert stage.shown() == "Bob loses Otto. / Cid scores 2. / +2 first kill §"


def test_a_hero_that_the_reader_lost_comes_before_what_others_did(stage: Stage) -> None:
    stage.tell(("names", "<b>Bob</b> names Buck."), ("misses", "<b>Bob</b> was wrong about <b>Ada</b>."))
    stage.tell(("dies", "<b>Ada</b> loses Otto."))
    stage.tell(asked=True)
    assert stage.foot().startswith("Ada loses Otto.")


def test_a_question_leaves_one_line_and_a_touch_opens_it(stage: Stage) -> None:
    stage.tell(("dies", "<b>Ada</b> loses Otto."), ("scores", "<b>Bob</b> scores 2."))
    stage.tell(asked=True)
    assert stage.shown() == ""
    assert stage.foot() == "Ada loses Otto.", "what befell the reader"
    stage.page.click("[data-since]")
    assert stage.shown() == "Ada loses Otto. / Bob scores 2.", "everything since the last question"
    stage.page.click(".verdict__close")
    assert stage.shown() == ""


def test_who_turns_to_vengeance_comes_first_then_what_the_reader_has_won(stage: Stage) -> None:
    stage.tell(
        ("turn_starts", "<b>Ada</b> plays."),
        ("caught", "<b>Bob</b> lied."),
        ("scores", "<b>Ada</b> scores 2."),
        ("avenges", "<b>Bob</b> turns to Vengeance."),
    )
    stage.tell(asked=True)
    assert stage.foot() == "Bob turns to Vengeance. Ada scores 2. Bob lied."


def test_whoever_denounced_second_is_told_that_another_was_first(stage: Stage) -> None:
    stage.tell(("denounces", "<b>Ada</b> denounces."), ("caught", "<b>Bob</b> lied, <b>Cid</b> was right."))
    stage.tell(asked=True)
    assert stage.foot() == "Too late. Bob lied, Cid was right."


def test_charges_that_come_from_nowhere_say_who_gave_them(stage: Stage) -> None:
    stage.tell(("receives", "<b>Cid</b> receives 1 charge from <b>Ada</b>."))
    stage.tell(
        ("rolls", "<b>Bob</b> rolls red."), ("receives", "<b>Ada</b> receives 1 charge from <b>Bob</b>.")
    )
    stage.tell(asked=True)
    assert stage.foot() == "Bob rolls red. Ada receives 1 charge from Bob."


def test_a_miss_tells_the_name_that_was_said(stage: Stage) -> None:
    stage.tell(("turn_starts", "<b>Bob</b> plays."))
    stage.tell(("names", "<b>Bob</b> names Otto."))
    stage.tell(("misses", "<b>Bob</b> was wrong about <b>Ada</b>."))
    stage.tell(asked=True)
    assert stage.foot() == "Bob names Otto. Bob was wrong about Ada."


def test_an_answer_clears_what_was_told_and_the_log_of_an_arrival_is_no_news(stage: Stage) -> None:
    stage.tell(("dies", "<b>Ada</b> loses Otto."), asked=True, quiet=True)
    assert stage.foot() == ""
    stage.tell(("dies", "<b>Ada</b> loses Buck."))
    stage.tell(asked=True)
    assert stage.foot() == "Ada loses Buck."
    stage.tell(("places", "<b>Ada</b> places a card."), asked=True)
    assert stage.foot() == ""


def test_at_the_end_the_stage_says_who_won_and_the_last_points_stand_below(stage: Stage) -> None:
    stage.page.evaluate(
        "document.getElementById('stage').insertAdjacentHTML('beforeend', '<i class=stage--ending></i>')"
    )
    stage.tell(("scores", "<b>Ada</b> scores 2."))
    assert stage.shown() == ""
    assert stage.foot() == "Ada scores 2."
