"""Looking back from a table where people play: the board as one saw it, a link for others, and nothing left behind."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import quick, until

pytestmark = pytest.mark.browser


def test_a_line_leads_back_to_its_moment(people: People, axe: str) -> None:
    page = quick(people, "boss-quest")
    page.wait_for_selector("#bar .choice[data-legal]")
    told = page.locator("#log li").count()
    page.locator("#bar .choice[data-legal]").first.click()
    until(
        page, f"document.querySelectorAll('#log li').length > {told} && document.body.dataset.turn === 'yes'"
    )
    page.click("#tab-log")
    page.locator("#log li:not(.log__small) .log__past").last.click()
    page.wait_for_selector("#past:visible .board")
    check(page, axe, "the past")
    assert page.evaluate("document.querySelectorAll('#board').length") == 1, (
        "the board of now keeps its names"
    )
    page.click("[data-past=before]")
    until(page, "document.querySelector('[data-past=after]').disabled === false")
    page.keyboard.press("Escape")
    assert not page.locator("#past").is_visible()
    assert page.locator(".past__stage").inner_html() == ""
    assert page.evaluate("document.activeElement.className") == "log__past", "where one was"


def test_a_link_shows_what_its_receiver_may_see(people: People) -> None:
    page = quick(people, "boss-quest")
    page.wait_for_selector("#bar .choice[data-legal]")
    number = page.locator("#log li").last.get_attribute("id")[1:]
    secret = page.locator(".you__hand .card").first
    secret.wait_for()
    own = "document.querySelectorAll('%s .you__hand').length"
    other = people.page()
    other.goto(f"{page.url.split('#')[0]}?line={number}")
    other.wait_for_selector("#past:visible .board")
    assert page.evaluate(own % "#stage") == 1
    assert other.evaluate(own % ".past__stage") == 0, "a spectator has no hand"
    assert "line=" not in other.url
