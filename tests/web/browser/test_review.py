"""The page of a review: asked for with one click, shown when it is there, clean for axe, wide and on a phone."""

from __future__ import annotations

import pytest

from bagarre.web.reviews import Effort
from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import play_out, quick
from tests.web.house import Live

pytestmark = pytest.mark.browser


def test_one_click_after_a_game_reviews_it(people: People, server: Live, axe: str) -> None:
    server.registry.reviews.effort = Effort(2, 4, compiled=False)
    page = quick(people, "leduc")
    play_out([page], 60)
    page.click(".bar__after a[href$='/review']")
    page.wait_for_selector(".rv__svg--wide")
    assert page.locator(".rv__seats a[aria-current]").count() == 1
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 860})
            check(page, axe, f"review {scheme} {width}")
    page.set_viewport_size({"width": 1440, "height": 860})
    page.click(".rv__views a:not([aria-current])")
    page.wait_for_url("**view=everything*")
    page.goto(page.url + "&lang=en")
    assert "Luck or skill" in page.inner_text("main")


def test_puzzles_are_solved_on_the_board_and_kept_on_the_device(
    people: People, server: Live, axe: str
) -> None:
    page = people.page()
    page.goto(f"{server.base}/puzzles/boss-quest/1?lang=en")
    page.locator("[data-choice]").first.click()
    page.wait_for_selector("#pz-told b")
    assert page.locator("[data-is=right]").count() == 1
    check(page, axe, "puzzle")
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, axe, "puzzle on a phone")
    page.click("#pz-next")
    page.wait_for_url("**/puzzles/boss-quest/2*")
    for address in ("/puzzles", "/progress"):
        page.goto(server.base + address)
        check(page, axe, address)
    page.goto(f"{server.base}/puzzles")
    page.click("[data-series=boss-quest]")
    page.wait_for_url("**#series")
    page.wait_for_selector("#pz-clock:not([hidden])")
