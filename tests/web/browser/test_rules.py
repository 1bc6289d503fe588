"""The rules as a page: search that marks, positions to try, printing."""

from __future__ import annotations

import re

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import until
from tests.web.house import Live

pytestmark = pytest.mark.browser
FIRST = {
    "boss-quest": "e02_perfect_and_tie",
    "badass-force": "e02_charging",
    "battleworld": "e06_first_token",
    "baston": "ex07_aimed_blow",
}


def test_search_marks_what_it_found(people: People) -> None:
    page = people.page()
    page.goto("/rules/boss-quest")
    page.fill("[data-find]", "depassement")
    found = page.locator("mark").count()
    assert found > 3, "accents are folded"
    assert {text.casefold() for text in page.locator("mark").all_inner_texts()} == {"dépassement"}
    counts = page.locator(".contents i:not([hidden])").all_inner_texts()
    assert sum(map(int, counts)) == found
    assert page.inner_text("[data-found]") == f"1/{found}", "the first stands on the screen while one types"
    until(
        page,
        "(() => { const at = document.querySelector('mark.is-here').getBoundingClientRect(); return at.top > 0 && at.bottom < innerHeight; })()",
    )
    assert page.is_visible("[data-widened]"), "it says that it looks through more than was shown"
    page.press("[data-find]", "Enter")
    assert page.inner_text("[data-found]") == f"2/{found}"
    page.fill("[data-find]", "cœur")
    assert page.locator("mark").count() == 0 or "œ" in page.locator("mark").first.inner_text()
    page.fill("[data-find]", "coeur")
    assert "cœur" in page.locator("mark").first.inner_text().casefold()
    page.fill("[data-find]", "")
    assert page.locator("mark").count() == 0
    assert not page.locator("#BQ-FIGHT-1").is_visible(), "the essentials again"
    assert page.locator("#BQ-FIGHT-1").count() == 1, "the text is whole again"


def test_the_best_of_what_was_found_comes_first(people: People) -> None:
    page = people.page()
    page.goto("/rules/badass-force")
    page.fill("[data-find]", "bluff")
    # The glossary, which is a table, comes before the clauses in the book.
    assert page.locator("table mark").count()
    assert page.evaluate("document.querySelector('mark.is-here').closest('h2, .clause') !== null")
    page.press("[data-find]", "Shift+Enter")
    assert page.evaluate("document.querySelector('mark.is-here').closest('table') !== null")


def test_a_position_is_tried_in_place(people: People, server: Live) -> None:
    page = people.page(1440, 900)
    page.goto("/rules/boss-quest")
    page.click("[data-try=e02_perfect_and_tie]")
    page.wait_for_selector(".try #board")
    page.click(".try [data-try-choice=visit]")
    page.wait_for_selector(".try__log li")
    until(page, "document.querySelectorAll('.try__choices button').length === 0")
    assert "Voilà ce qui arrive" in page.inner_text(".try__ask")
    clause = page.get_attribute(".try__log li:last-child a", "href")
    assert clause is not None
    assert page.locator(clause).count() == 1, "the line leads to its clause"
    page.click("[data-try-again]")
    page.wait_for_selector(".try [data-try-choice='equip 1']")
    page.click(".try [data-try-choice='equip 1']")
    page.wait_for_selector(".try__log li")
    page.click("[data-try-table]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".lobby")
    page.click("[data-send=fill]")
    page.click("[data-send=start]")
    page.wait_for_selector("#board")


@pytest.mark.parametrize("game", list(FIRST))
def test_every_book(people: People, axe: str, game: str) -> None:
    page = people.page(1440, 900)
    page.goto(f"/rules/{game}")
    page.locator("[name=show][value=all]").check(force=True)
    assert page.locator(".fig").count() >= 7
    assert (
        page.locator(".fig use").evaluate_all(
            "all => all.filter(u => !document.querySelector(u.getAttribute('href'))).length"
        )
        == 0
    )
    page.click(f"[data-try={FIRST[game]}] >> nth=0")
    page.wait_for_selector(".try #board")
    assert page.locator(".try__choices button").count() > 0
    page.evaluate(
        "document.querySelector('.try__stage').replaceChildren()"
    )  # boards are looked at where they are played
    for width, scheme in ((1440, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)
        check(page, axe, f"rules of {game} {scheme} {width}")
    page.emulate_media(media="print")
    assert not page.is_visible(".topbar")
    assert not page.is_visible(".book__side")
    assert page.is_visible(".fig >> nth=0")


def test_the_essentials(people: People, axe: str) -> None:
    page = people.page()
    page.goto("/rules/boss-quest")
    clause = page.locator("#BQ-FIGHT-1")
    assert not clause.is_visible(), "a first look at a game is short"
    page.locator("[name=show][value=all]").check(force=True)
    assert clause.is_visible()
    page.reload()
    page.wait_for_selector("#BQ-FIGHT-1:visible")
    page.locator("[name=show][value=essential]").check(force=True)
    assert not clause.is_visible()
    assert page.locator(".fig").first.is_visible()
    assert page.locator(".chapter--aid").is_visible()
    assert not page.locator(".contents li:not([data-core])").first.is_visible()
    check(page, axe, "essentials")
    # Remembered; a link to a clause shows it all the same, and so does a search.
    page.reload()
    assert not clause.is_visible()
    page.goto("/rules/boss-quest#BQ-FIGHT-2")
    page.wait_for_selector("#BQ-FIGHT-2:visible")
    page.goto("/rules/boss-quest")
    page.reload()
    assert not clause.is_visible()
    page.fill("[data-find]", "dépassement")
    assert page.locator("mark").first.is_visible()


def test_the_essentials_are_a_few_printed_pages(people: People) -> None:
    page = people.page()
    page.goto("/rules/boss-quest")
    page.locator("[name=show][value=all]").check(force=True)
    whole = page.pdf(prefer_css_page_size=True)
    page.locator("[name=show][value=essential]").check(force=True)
    short = page.pdf(prefer_css_page_size=True)
    pages = [len(re.findall(rb"/Type\s*/Page\b", printed)) for printed in (whole, short)]
    assert pages[0] > 20
    assert pages[1] <= 6
