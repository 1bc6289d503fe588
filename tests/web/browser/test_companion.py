"""The real box on the table, and a phone that lies beside it."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.match import Match
from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.house import Live

pytestmark = pytest.mark.browser
PHONE: dict[str, Any] = {"width": 390, "height": 844}
ASKED = "#companion:not(.realbox--idle) #companion-asked"


def phone_at_box(people: People, game: str, options: dict[str, Any]) -> tuple[Any, str]:
    """A phone that Ada and Blaise share."""
    page = people.page(**PHONE)
    page.goto("/")
    body = {
        "game": game, "name": "Ada", "seats": ["here"], "names": ["Blaise"], "companion": True, "options": options,
    }  # fmt: skip
    told = page.request.post("/api/tables", data=body).json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    page.click("[data-send=start]")
    return page, told["code"]


def touch_any(page: Any) -> None:
    """Touch the first result that the table believes."""
    faces = page.locator("#companion [data-result]")
    before = page.text_content("#companion-asked"), page.text_content("#companion [data-told]")
    for number in range(faces.count()):
        if page.is_visible("#companion [data-show]"):
            # A refused answer is covered again.
            page.click("#companion [data-show]")
        faces.nth(number).click()
        page.wait_for_function(
            """([asked, told]) => document.querySelector("#companion").classList.contains("realbox--idle")
            || document.querySelector("#companion-asked").textContent !== asked
            || document.querySelector("#companion [data-told]").textContent !== told
            || !document.querySelector("#toast").hidden""",
            arg=list(before),
        )
        if page.is_hidden("#toast"):
            return
        page.wait_for_selector("#toast", state="hidden")
    raise AssertionError(before)


@pytest.mark.soak
def test_a_round_of_boss_quest_on_a_phone(people: People, server: Live, axe: str) -> None:
    page, code = phone_at_box(people, "boss-quest", {"max_rounds": 1})
    page.wait_for_selector(ASKED)
    check(page, axe, "a question in the waiting room")
    secrets = 0
    for _ in range(200):
        page.wait_for_selector(
            f"{ASKED}, #curtain[open], #bar [data-choice][data-legal], .bar__end", state="visible"
        )
        if page.locator(".bar__end").count():
            break
        if page.is_visible("#companion [data-show]"):
            assert page.locator("#companion [data-result]").count() == 0, "nothing before it is uncovered"
            page.click("#companion [data-show]")
            if not secrets:
                check(page, axe, "a secret")
            secrets += 1
            touch_any(page)
        elif page.is_visible(ASKED):
            touch_any(page)
        elif page.locator("#curtain[open]").count():
            page.click("#curtain-go")
            page.wait_for_selector("#curtain", state="hidden")
        else:
            page.locator("#bar [data-choice][data-legal]:visible").first.click()
            page.wait_for_selector("body:not([data-busy])")
    assert secrets >= 2
    match = server.registry.tables[code].state.match
    assert match.is_over
    assert Match.loads(match.record()).record() == match.record()


def test_a_die_is_touched_and_corrected(people: People, server: Live, axe: str) -> None:
    page, code = phone_at_box(people, "battleworld", {"deploy": "auto"})
    for _ in range(2):
        page.locator(
            "[data-choice][data-legal]:visible, #stage [data-choice]:not([aria-disabled=true]):visible"
        ).first.click()
        page.wait_for_selector("body:not([data-busy])")
        assert page.locator("#curtain[open]").count() == 0, (
            "nothing is secret here: the phone stays where it is"
        )
    page.wait_for_selector(ASKED)
    check(page, axe, "a question at the table")
    assert page.locator("#companion [data-result] small").all_inner_texts() == ["Héros", "Vilains"], (
        "the faces of the token"
    )
    page.click("#companion [data-result='0']")
    page.wait_for_selector("#companion.realbox--idle")
    page.click("#companion [data-back]")
    page.wait_for_selector(ASKED)
    page.click("#companion [data-result='1']")
    page.wait_for_selector("#companion.realbox--idle")
    match = server.registry.tables[code].state.match
    assert [line.get("chance") for line in match.lines[-3:]] == [[0], None, [1]]


def test_every_face_of_a_die_is_on_the_screen(people: People) -> None:
    """Eight of them do not fit beside each other on a phone."""
    page, _ = phone_at_box(people, "battleworld", {"deploy": "auto"})
    page.evaluate(
        """() => {
        const asked = document.querySelector("#companion"), results = asked.querySelector("[data-results]");
        asked.hidden = results.hidden = false;
        asked.classList.remove("realbox--idle");
        results.classList.add("realbox__results--die");
        results.innerHTML = '<div class="realbox__row">' + '<button class="realbox__face">8</button>'.repeat(20) + "</div>";
        }"""
    )
    assert page.evaluate(
        "[...document.querySelectorAll('.realbox__face')].every((face) => face.getBoundingClientRect().right <= innerWidth)"
    )


def test_a_blow_that_goes_unasked_is_sent_once(people: People) -> None:
    """While the table is asked for its dice the choice is made already, and the film has nothing to wait for."""
    page = people.page(**PHONE)
    page.goto("/")
    sent = page.evaluate(
        """async () => {
        const { makeBlows } = await import("/games/baston/blows.js");
        const stage = document.createElement("div"), sent = [];
        stage.innerHTML = '<div class="ba--first" data-goes="strike"></div>';
        const blows = makeBlows(stage, { choose: (choice) => sent.push(choice), legal: new Map([["strike", ""]]) });
        const first = blows.go();
        document.body.dataset.asked = "";
        return [first, blows.go(), sent];
        }"""
    )
    assert sent == [True, False, ["strike"]]


def test_the_page_and_the_way_to_a_table(people: People, axe: str) -> None:
    page = people.page(**PHONE)
    page.goto("/companion")
    check(page, axe, "the page of the companion")
    page.click("a[href='/new/boss-quest?companion']")
    page.wait_for_selector("input[name=companion]:checked")
    assert page.input_value("select[name=seat] >> nth=0") == "here"
    check(page, axe, "a new table with the box")
