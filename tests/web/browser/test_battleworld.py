"""Battleworld in real browsers: a whole game by the table, one at phone width by the keyboard, cards, a spectator, a replay."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_badass_force import touch_the_table
from tests.web.browser.test_table import opened, over, until

pytestmark = pytest.mark.browser

SHORT = {"team_mode": "random", "deploy": "auto", "max_turns": "2"}
"""Two turns: every phase is seen and the planet ends the game."""


def host(people: People, look: dict[str, Any], **options: Any) -> tuple[Any, str]:
    """A table against a bot; gives the host's page and the table's code."""
    page = people.page(**look)
    page.goto("/")
    wanted = {"game": "battleworld", "name": "Nadia", "seats": ["random"], "options": SHORT | options}
    answer = page.request.post("/api/tables", data=wanted)
    assert answer.ok, answer.text()
    told = answer.json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    opened(page).click("[data-send=start]")
    page.wait_for_selector("#board .bw")
    return page, told["code"]


def test_a_game_by_the_table_with_a_spectator_then_the_replay(people: People) -> None:
    page, code = host(people, {"width": 1440, "height": 900})
    page.wait_for_selector(".piece")
    assert page.locator(".piece:not(.cosmic)").count() == 8
    assert page.locator(".module").count() == 6

    # The card of a character is one click away and says its powers in words.
    page.locator(".team .row").first.click()
    sheet = page.locator(".sheet:popover-open")
    assert sheet.locator(".power-box").count() >= 1
    sheet.locator(".close").click()

    watcher = people.page(lang="en")
    watcher.goto(f"/t/{code}")
    watcher.wait_for_selector("#board .bw")
    assert watcher.locator("#board [data-legal], #bar .choice").count() == 0
    assert "Initiative" in watcher.inner_text(".strip")

    end, made = time.monotonic() + 60, 0
    while not over(page):
        assert time.monotonic() < end, "the game does not end"
        made += touch_the_table(page, made)
        page.wait_for_timeout(15)
    assert made > 10
    until(watcher, "document.querySelector('.ending') !== null")

    page.click(".bar__after a[href^='/r/']")
    page.wait_for_selector("#board .bw")
    page.click("#end")
    until(page, "document.querySelector('.ending') !== null")
    assert page.locator("#board [data-legal]").count() == 0


def test_a_game_on_a_phone_by_keyboard(people: People) -> None:
    page, _ = host(people, {"width": 390, "height": 844, "lang": "en"}, second_cosmic="thanos", leaders=True, max_turns="1")
    page.wait_for_selector("#board .doom")
    end, made = time.monotonic() + 60, 0
    while not over(page):
        assert time.monotonic() < end, "the game does not end"
        if page.locator("#bar .choice[data-legal]").count():
            page.keyboard.press(str(1 + made % 3))
            made += 1
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), "the phone overflows sideways"
        page.wait_for_timeout(15)
    assert made > 5
    assert page.locator("#board .doom").is_visible(), "the clock is always in sight"
