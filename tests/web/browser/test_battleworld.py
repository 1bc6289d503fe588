"""Battleworld in real browsers: four turns by the table (a whole game under `make soak`), three on a phone by the keyboard; cards, a spectator, a replay."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.web.browser.conftest import People
from tests.web.browser.test_table import opened, over, until

pytestmark = pytest.mark.browser


CHOOSE = """click => {
  if (document.querySelector('.bar__end')) return ['over', ''];
  // What has just happened is shown in large: go on, and choose when it is asked.
  const shown = document.querySelector('[data-my-moment] .moment__go');
  if (shown) shown.click();
  if (shown || document.body.dataset.busy) return ['', ''];
  const bar = new Map([...document.querySelectorAll('#bar .choice[data-legal]')].map(e => [e.dataset.choice, e]));
  const marks = [...bar.keys()];
  if (!marks.length) return ['', ''];
  const lying = mark => document.querySelector(`#board [data-choice="${mark}"][data-legal]`);
  const astray = marks.find(mark => !lying(mark));
  if (astray) return ['astray', astray];
  const forward = marks.filter(mark => mark.startsWith('move')).sort((a, b) => b.slice(-1) - a.slice(-1));
  const wish = marks.find(mark => /^assault/.test(mark))
    || marks.find(mark => /^(attack|plan attack|act|join|use|give)/.test(mark)) || forward[0] || marks[0];
  if (click) lying(wish).click();
  return [wish, bar.get(wish).getAttribute('aria-keyshortcuts')];
}"""
"""What a bold player chooses, who goes north and strikes at whatever is in reach, so that the game ends; with its key. `astray` is a choice of the
bar that lies nowhere on the table."""


def host(people: People, look: dict[str, Any], aids: bool = True, **options: Any) -> tuple[Any, str]:
    """A table against a random player; gives the host's page and the table's code."""
    page = people.page(**look)
    page.set_default_timeout(1000 * PATIENCE)
    page.goto("/")
    wanted = {"game": "battleworld", "name": "Nadia", "seats": ["random"], "options": options, "aids": aids}
    answer = page.request.post("/api/tables", data=wanted)
    assert answer.ok, answer.text()
    told = answer.json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    opened(page).click("[data-send=start]")
    page.wait_for_selector("#board .bw")
    return page, told["code"]


def play_boldly(page: Any, by_keyboard: Callable[[str], None] | None = None) -> set[str]:
    """Until the game is over, by clicking on the table or by pressing keys; gives the verbs that were chosen."""
    verbs: set[str] = set()
    made, last = 0, time.monotonic()
    while True:
        wish, key = page.evaluate(CHOOSE, by_keyboard is None)
        assert wish != "astray", key
        if wish == "over":
            return verbs
        if wish:
            if by_keyboard is not None:
                by_keyboard(key)
            verbs.add(wish.split(" ")[0])
            made, last = made + 1, time.monotonic()
        assert made < 600, "the game does not end"
        assert time.monotonic() < last + PATIENCE, f"the game does not go on: {page.inner_text('#bar')}"
        page.wait_for_timeout(30)


@pytest.mark.parametrize("turns", [4, pytest.param(30, marks=pytest.mark.soak)])
def test_a_game_by_the_table_with_a_spectator_then_the_replay(people: People, turns: int) -> None:
    look = {"width": 1440, "height": 900}
    page, code = host(people, look, preset="set_up_picture", max_turns=turns)
    page.wait_for_selector(".team .row")

    # The card of a character is one click away and says its powers in words.
    page.locator(".team .row").first.click()
    sheet = page.locator(".sheet:popover-open")
    assert sheet.locator(".power-box").count() >= 1
    sheet.locator(".close").click()

    watcher = people.page(lang="en")
    watcher.set_default_timeout(1000 * PATIENCE)
    watcher.goto(f"/t/{code}")
    watcher.wait_for_selector("#board .bw")
    assert watcher.locator("#board [data-legal], #bar .choice").count() == 0
    assert watcher.locator(".doom").is_visible()

    verbs = play_boldly(page)
    assert {"deploy", "activate", "move", "plan", "act"} <= verbs
    until(watcher, "document.querySelector('.ending') !== null", PATIENCE)
    assert watcher.text_content(".ending").strip() != page.text_content(".ending").strip(), (
        "each reads it in its own language"
    )
    assert page.locator(".standing .is-gone").count() == watcher.locator(".standing .is-gone").count()
    # What decided is a link; its number is not part of the sentence.
    assert "BW-WIN" not in page.text_content("#board .over")
    assert page.locator("#board .over a[data-clause^=BW-WIN]").count() == 1

    page.click(".bar__after a[href^='/r/']")
    page.wait_for_selector("#board .bw")
    page.click("#end")
    until(page, "document.querySelector('.ending') !== null", PATIENCE)
    assert page.locator("#board [data-legal]").count() == 0


@pytest.mark.parametrize("turns", [3, pytest.param(30, marks=pytest.mark.soak)])
def test_a_game_on_a_phone_by_keyboard_without_aids(people: People, turns: int) -> None:
    look = {"width": 390, "height": 844, "lang": "en"}
    page, _ = host(
        people,
        look,
        aids=False,
        team_mode="random",
        deploy="auto",
        leaders=True,
        names="neutral",
        second_cosmic="thanos",
        max_turns=turns,
    )
    page.wait_for_selector("#board .doom")

    def press(key: str) -> None:
        page.keyboard.press(key)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), (
            "the phone overflows sideways"
        )
        assert page.locator("#board .odds").count() == 0, "odds are an aid"

    verbs = play_boldly(page, press)
    assert {"activate", "move", "plan", "act"} <= verbs
    assert over(page)
    assert page.locator("#board .doom").is_visible(), "the clock is always in sight"


CUT = """() => {
  const cut = (one) => one.clientHeight > 0 && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
  const all = (wanted) => [...document.querySelectorAll(wanted)].filter(cut).map((one) => `${one.closest(".choices")?.dataset.n ?? ""} ${one.className || one.tagName} ${one.clientWidth}x${one.clientHeight}/${one.scrollWidth}x${one.scrollHeight}: ${one.textContent.trim()}`);
  return all('#bar .choice, #bar .choice b span, #bar .choice small, #board .act, #board .roll, #board .stake');
}"""


@pytest.mark.parametrize(("width", "height", "lang"), [(1024, 768, "en"), (390, 844, "fr")])
def test_no_word_of_a_key_is_cut(people: People, width: int, height: int, lang: str) -> None:
    page, _ = host(people, {"width": width, "height": height, "lang": lang}, preset="set_up_picture")
    found: set[str] = set()
    made, last = 0, time.monotonic()
    while made < 60:
        found.update(page.evaluate(CUT) if page.evaluate(CHOOSE, False)[0] not in ("", "over") else ())
        wish = page.evaluate(CHOOSE, True)[0]
        if wish == "over":
            break
        if wish:
            made, last = made + 1, time.monotonic()
        assert time.monotonic() < last + PATIENCE, "the game does not go on"
        page.wait_for_timeout(30)
    assert not found, "\n".join(sorted(found))
