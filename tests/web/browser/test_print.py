"""The print kit in the browser: what is ticked is shown and counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_table import until
from tests.web.test_printing import GANG

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


def test_ones_own_gang_is_shown_before_it_is_printed(people: People, tmp_path: Path) -> None:
    page = people.page()
    page.goto("/print/baston")
    until(page, "document.querySelector('[data-go]').textContent.includes('4 pages')")
    box = page.get_attribute(".pk__desk img >> nth=0", "src")
    assert box is not None
    assert box.startswith("/print/")
    gang = tmp_path / "gang.toml"
    gang.write_text(GANG, encoding="utf-8")
    page.click(".pk__own summary")
    page.set_input_files("[data-packs]", gang)
    until(page, "document.querySelector('.pk__desk img').src.startsWith('data:')")
    until(page, "/[0-9] page/.test(document.querySelector('[data-go]').textContent)")
    page.uncheck("[data-pack-list] input")
    until(page, "document.querySelector('.pk__desk img').src.includes('/print/')")
    # What is wrong with a file stands in the form.
    broken = tmp_path / "broken.toml"
    broken.write_text("[board", encoding="utf-8")
    page.set_input_files("[data-packs]", broken)
    page.wait_for_selector("[data-wrong]:visible >> text=broken.toml")
    people.complaints = [c for c in people.complaints if "422" not in c]
