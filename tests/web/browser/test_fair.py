"""A game in one click: this browser adds to its chance, having seen what the server promised."""

from __future__ import annotations

import json

import pytest

from bagarre.fair import promise
from tests.web.browser.conftest import People
from tests.web.browser.test_table import until
from tests.web.house import Live

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", ["", "Ada"], ids=["by the form", "by the script"])
def test_one_click_adds_a_share(people: People, server: Live, name: str) -> None:
    page = people.page()
    page.goto("/")
    if name:
        page.evaluate("name => localStorage.setItem('bagarre.name', name)", name)
        page.reload()
    page.click("form[data-quick='boss-quest'][action='/play/boss-quest'] button[type=submit]")
    page.wait_for_url("**/t/**")
    code = page.evaluate("location.pathname.split('/').pop()")
    until(page, f"localStorage.getItem('bagarre.fair.{code}')")
    mine = json.loads(page.evaluate(f"localStorage.getItem('bagarre.fair.{code}')"))
    fair = server.registry.tables[code].state.match.fair
    assert fair.shares == ((0, mine["shares"]["0"]),)
    assert promise(fair.secret) == mine["promise"]
