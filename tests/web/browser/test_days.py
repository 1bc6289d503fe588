"""Play over days, in a browser: chosen on the page of a new table, the deadline in local time, a vacation. About 8 s."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import until

pytestmark = pytest.mark.browser


def test_a_table_over_days(people: People, axe: str) -> None:
    page = people.page(timezone_id="Asia/Tokyo")
    page.goto("/new/leduc")
    page.check("[name=pace-kind][value=days]", force=True)
    page.check('[name=clock][value="259200+43200"]', force=True)
    assert "3 jours en tout" in page.inner_text("[data-sum=pace]")
    check(page, axe, "a pace of days")
    page.check('[name=clock][value="86400"]', force=True)
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, axe, "a pace of days on a phone")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click(".openbar button")
    page.wait_for_url("**/t/*")
    page.click("[data-send=start]")
    until(page, "!document.getElementById('clock').hidden")
    # The menu stays where it can be reached.
    assert page.evaluate(
        "() => { const box = document.querySelector('[data-open=people-drawer]').getBoundingClientRect(); return box.width > 0 && box.right <= innerWidth }"
    )
    page.set_viewport_size({"width": 1280, "height": 860})
    page.reload()
    until(page, "!document.getElementById('clock').hidden")
    # By Tokyo's clock, whatever the server's is.
    shown = page.inner_text("#clock")
    wanted = page.evaluate(
        "async () => { const {tables} = await import('/static/memory.js'); const {code, tokens} = tables()[0];"
        " const rows = await (await fetch('/api/mine', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({tables: [{code, tokens}]})})).json();"
        " return new Date(rows[0].until * 1000).toLocaleString('fr', {hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Tokyo'}) }"
    )
    assert wanted in shown
    # What happens at the end of time is said at the table.
    assert page.evaluate(
        "document.getElementById('people').textContent.includes('1 jour par coup. Au bout du temps')"
    )
    page.evaluate("document.querySelector('[data-send=vacation][data-days=\"7\"]').click()")
    until(page, "document.querySelector('#people time')?.textContent.length > 5")
    page.evaluate("document.querySelector('[data-send=vacation][data-days=\"0\"]').click()")
    until(page, "!document.querySelector('#people time')")


def test_a_choice_that_the_clock_made_is_said_on_the_screen(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bagarre.web.opening.CLOCKS", (0, 1))
    page = people.page()
    page.goto("/")
    told = page.request.post(
        "/api/tables", data={"game": "leduc", "name": "Nadia", "seats": ["search:1"], "clock": 1}
    ).json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    page.click("[data-send=start]")
    page.wait_for_selector("#toast:not([hidden]) >> text=Le temps est écoulé")
