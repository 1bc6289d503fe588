"""The print kit in the browser: what is ticked is shown and counted."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_table import until

pytestmark = pytest.mark.browser


def test_what_is_ticked_is_shown_and_counted(people: People) -> None:
    page = people.page()
    page.goto("/print/boss-quest")
    until(page, "document.querySelectorAll('.pk__desk figure').length === 1")
    until(page, "document.querySelector('[data-go]').textContent.includes('1 page')")
    page.check("[name=what][value=cards]")
    until(page, "document.querySelectorAll('.pk__desk figure').length === 9")
    assert page.inner_text("[data-count=cards]") == "8 p."
    assert "9 pages" in page.inner_text("[data-go]")
    page.uncheck("[name=what][value=cards]")
    page.uncheck("[name=what][value=aid]")
    assert page.locator("[data-go]").is_disabled()
    page.check("[name=what][value=aid]")
    with page.expect_download() as saved:
        page.click("button[name=keep]")
    assert saved.value.suggested_filename == "boss-quest-aid-a4-fr.pdf"
