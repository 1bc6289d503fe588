"""Badass Force in real browsers: whole games at three and at six seats, the sealed window, a phone, the keyboard, a spectator, a replay."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_table import join, move, opened, over, until

pytestmark = pytest.mark.browser


def host(people: People, seats: list[str], look: dict[str, Any], clock: int = 0, **options: Any) -> tuple[Any, str]:
    """A table of Badass Force; gives the host's page and the table's code."""
    page = people.page(**look)
    page.goto("/")
    wanted = {"game": "badass-force", "name": "Nadia", "seats": seats, "options": {"target": "12"} | options, "clock": clock}
    answer = page.request.post("/api/tables", data=wanted)
    assert answer.ok, answer.text()
    told = answer.json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    return opened(page), told["code"]


def begin(page: Any, *others: Any) -> None:
    page.click("[data-send=start]")
    for one in (page, *others):
        one.wait_for_selector("#board .bf")


def touch_the_table(page: Any, number: int) -> bool:
    """Make one choice by clicking what lies on the table; complains when a choice of the bar lies nowhere."""
    found = page.evaluate(
        """number => {
          if (document.body.dataset.busy) return null;
          const marks = [...document.querySelectorAll('#bar .choice[data-legal]')].map(e => e.dataset.choice);
          if (!marks.length) return null;
          const wanted = marks[number % marks.length];
          const thing = document.querySelector(`#board [data-choice="${wanted}"][data-legal]`);
          if (!thing) return wanted;
          thing.click();
          return true;
        }""",
        number,
    )
    assert found in (None, True), f"{found} lies nowhere on the table"
    return found is True


def test_three_seats_by_the_table_and_on_a_phone_then_the_replay(people: People) -> None:
    nadia, code = host(people, ["open", "random"], {"width": 1440, "height": 900}, edition="vhs")
    leo = join(people, code, "Léo", lang="en", width=390, height=844)
    begin(nadia, leo)
    assert nadia.get_attribute("#board", "data-mood") == "vhs"
    assert nadia.locator(".hand .sleeve[data-legal]").count() == 6, "six cards to choose the first hero from"
    assert nadia.locator(".rival").count() == leo.locator(".rival").count() == 2
    end, made = time.monotonic() + 90, 0
    while not (over(nadia) and over(leo)):
        assert time.monotonic() < end, "the game does not end"
        made += touch_the_table(nadia, made) if not over(nadia) else 0
        made += move(leo, made) if not over(leo) else 0
        assert leo.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), "the phone overflows sideways"
        nadia.wait_for_timeout(20)
    assert made > 10
    assert "FIN" in nadia.inner_text(".stage .osd")
    assert "THE END" in leo.inner_text(".stage .osd")

    # The replay: open cards show every hero in front; a spectator sees backs.
    nadia.click(".bar__after a[href^='/r/']")
    nadia.wait_for_selector("#board .bf")
    nadia.click("#end")
    until(nadia, "document.querySelectorAll('.rival .front .sleeve').length === 3")
    nadia.select_option("#eye", "-1")
    until(nadia, "document.querySelectorAll('.rival .lodge .back').length === 3")
    assert nadia.locator("#board [data-legal]").count() == 0


def test_six_seats_by_keyboard_with_a_spectator(people: People) -> None:
    page, code = host(people, ["random"] * 5, {"width": 1024, "height": 768, "lang": "en"}, edition="dvd")
    begin(page)
    assert page.get_attribute("#board", "data-mood") == "dvd"
    assert page.locator(".rival").count() == 5
    watcher = people.page(lang="fr")
    watcher.goto(f"/t/{code}")
    watcher.wait_for_selector("#board .bf--watch")
    assert watcher.locator(".rival").count() == 6
    assert watcher.locator(".rival .lodge .back").count() == 6, "no Lodge is seen"
    assert watcher.locator(".me, #board [data-legal], #bar .choice").count() == 0
    end, made = time.monotonic() + 90, 0
    while not over(page):
        assert time.monotonic() < end, "the game does not end"
        if page.locator("#bar .choice[data-legal]").count():
            page.keyboard.press(str(1 + made % 4))
            made += 1
        page.wait_for_timeout(20)
    until(watcher, "document.querySelector('.stage--ending') !== null")
    assert made > 5


def test_the_window_is_sealed_and_counts_down(people: People) -> None:
    options = {"first_player": "chosen", "first_seat": 1}
    nadia, code = host(people, ["open", "open"], {"width": 1280, "height": 860}, 60, **options)
    leo, zoe = (join(people, code, name, width=1024, height=700) for name in ("Léo", "Zoé"))
    begin(nadia, leo, zoe)
    for page in (nadia, leo, zoe):
        page.locator(".hand .sleeve[data-legal]").first.click()
    nadia.wait_for_selector("#board .casting--asked")

    # Powers are a hover away; what cannot be announced says why; a click announces.
    nadia.hover(".role__b >> nth=2")
    nadia.wait_for_selector(".role:nth-child(3) .pop", state="visible")
    dear = nadia.locator(".role__b[aria-disabled=true]")
    if dear.count():
        dear.first.focus()
        nadia.wait_for_selector("#tip:not([hidden]) a[data-clause^=BF-]")
    nadia.locator(".role__b[data-legal]").first.click()

    for page in (leo, zoe):
        page.wait_for_selector(".stage--pause")
        until(page, "/[0-9]/.test(document.querySelector('[data-clock]').textContent)")
        assert page.locator(".rival.is-talk .touch[data-choice=denounce][data-legal]").count() == 1
    before = zoe.inner_html("#board"), zoe.inner_text("#log")
    leo.locator(".keys [data-choice=pass]").click()
    leo.wait_for_selector(".stage .seal")
    zoe.wait_for_timeout(150)
    assert (zoe.inner_html("#board"), zoe.inner_text("#log")) == before, "an answer shows before all have answered"
    zoe.locator(".rival.is-talk .touch").click()
    until(leo, "/retourne sa carte/.test(document.getElementById('log').textContent)")


def test_a_first_tap_shows_the_powers(people: People) -> None:
    look = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    page, _ = host(people, ["random", "random"], look, first_player="chosen", first_seat=1)
    begin(page)
    page.locator("#bar .choice[data-legal]").first.tap()
    page.wait_for_selector("#board .casting--asked")
    role = page.locator(".role.is-legal").first
    role.locator(".role__b").tap()
    role.locator(".pop .pop__go").wait_for(state="visible")
    assert page.locator("#board .casting--asked").count() == 1, "the first tap announces nothing"
    role.locator(".pop .pop__go").tap()
    until(page, "/Je suis/.test(document.getElementById('log').textContent)")
