"""My games: how those that are over ended, filters, records."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import play_out, quick, until

pytestmark = pytest.mark.browser


def test_finished_games_tell_how_they_ended(people: People, axe: str) -> None:
    page = quick(people, "leduc")
    play_out([page], 60)
    page.goto("/replays")
    page.wait_for_selector(".mg td[data-end=won], .mg td[data-end=lost]")
    told = page.inner_text(".mg tbody")
    assert "Gagnée" in told or "Perdue" in told
    assert "min" in told
    assert page.inner_text("[data-of]").strip() == "sur 1"
    check(page, axe, "finished games")
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, axe, "finished games on a phone")
    page.uncheck("[data-game-filter=leduc]", force=True)
    assert page.locator(".mg tr[data-code]:visible").count() == 0
    page.check("[data-game-filter=leduc]", force=True)
    page.select_option("[data-with-filter]", "people")
    assert page.locator(".mg tr[data-code]:visible").count() == 0
    page.select_option("[data-with-filter]", "bots")
    page.locator(".mg tr[data-code] a").click()
    page.wait_for_url("**/r/*")
    until(page, "document.getElementById('eye').value === '0'")
