"""Giving up in a real browser: from the menu of the table, after a second question."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games import find_game
from tests.patience import PATIENCE
from tests.web.browser.conftest import People
from tests.web.browser.test_table import opened

pytestmark = pytest.mark.browser


def at_table(people: People, game: str, **look: Any) -> Any:
    page = people.page(**look)
    page.set_default_timeout(1000 * PATIENCE)
    page.goto("/")
    answer = page.request.post(
        "/api/tables", data={"game": game, "name": "Nadia", "seats": ["random", "random"], "start": True}
    )
    assert answer.ok, answer.text()
    told = answer.json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    return opened(page)


def test_the_menu_asks_twice_and_ends_the_game(people: People) -> None:
    page = at_table(people, "boss-quest")
    page.click("[data-open=people-drawer]")
    # What is switched on is seen.
    ink, paper = (
        page.locator(wanted).first.evaluate("e => getComputedStyle(e).backgroundColor")
        for wanted in ("[data-sound-switch][aria-pressed=true]", "[data-theme-switch].small")
    )
    assert ink != paper
    page.click("[data-sound-switch]")
    assert page.get_attribute("#sound", "aria-pressed") == "false"
    assert page.locator("[data-sound-switch][aria-pressed=false]").count() == 1
    yes = page.locator(".sure [data-send=concede]")
    assert not yes.is_visible(), "one click is not enough"
    page.click(".sure summary")
    assert "un bot joue à votre place" in page.inner_text(".sure")
    page.click(".sure [data-unsure]")
    assert not yes.is_visible(), "there is a way back"
    page.click(".sure summary")
    yes.click()
    page.wait_for_selector(".bar__end")
    assert not page.locator("#people-drawer").is_visible(), "it does not hide what it came to"
    page.wait_for_selector("#log >> text=abandonne la partie", state="attached")
    assert page.locator("#board [data-legal]").count() == 0, "nothing can be chosen any more"
    assert page.inner_text(".bar__end h2") == "La partie est abandonnée", "of two who are left nobody has won"
    bubble = find_game("boss-quest").words("fr").say("board.bubble.finished")
    assert page.inner_text("#board .bubble p") == bubble, "nor does the board say whose turn it is"
    assert page.locator("[data-send=rematch]").is_visible()
