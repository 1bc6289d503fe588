"""The page of the host in a browser, and the line that everybody is shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.house import Live, live

pytestmark = pytest.mark.browser
TOKEN = "a token that nobody guesses"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("web"), host_token=TOKEN) as running:
        yield running


def test_a_host_bans_and_tells_everybody(people: People, axe: str) -> None:
    page = people.page()
    page.goto("/host")
    check(page, axe, "the door of the host")
    page.fill("[name=token]", TOKEN)
    page.click(".ho-form button")
    page.fill(".ho-form [name=address]", "198.51.100.0/24")
    page.click(".ho-form[action='/host/ban'] button")
    assert "198.51.100.0/24" in page.inner_text(".ho-bans")
    reader = people.page(390, 844)
    page.fill("[name=words_fr]", "On redémarre à vingt heures.")
    page.click(".ho-form[action='/host/announce'] button")
    page.wait_for_selector("[data-announced]:not([hidden])")
    check(page, axe, "the page of the host")
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, axe, "the page of the host on a phone")
    reader.goto("/rules")
    assert "vingt heures" in reader.inner_text("[data-announced]")
    check(reader, axe, "a page with a line of the host")
    reader.click("[data-hush]")
    reader.goto("/learn")
    assert reader.locator("[data-announced]").is_hidden(), "whoever has read it is not shown it again"
