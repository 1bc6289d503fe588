"""My games: how those that are over ended, filters, records."""

from __future__ import annotations

import zipfile
from pathlib import Path

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
    assert page.locator(".mg tr[data-code] a[href$='/review']").count() == 1
    page.locator(".mg tr[data-code] a:not([href$='/review'])").click()
    page.wait_for_url("**/r/*")
    until(page, "document.getElementById('eye').value === '0'")


def test_games_that_wait_come_first_and_a_list_becomes_a_file(
    people: People, axe: str, tmp_path: Path
) -> None:
    page = quick(people, "leduc")
    play_out([page], 60)
    page.goto("/")
    page.click("form[data-quick=leduc] .cover__art")
    page.wait_for_url("**/t/*")
    until(page, "document.body.dataset.turn === 'yes'")
    page.goto("/tables")
    page.wait_for_selector("[data-group=turn] .row")
    heads = page.locator(".mg__groups h2:visible").all_inner_texts()
    assert heads[0] == "Elles vous attendent"
    assert heads[-1].startswith("Finies")
    assert page.inner_text("[data-count-over]") == "1"
    check(page, axe, "my games")
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, axe, "my games on a phone")
    page.goto("/replays")
    page.wait_for_selector(".mg tr[data-code]")
    page.fill("[data-mine-search]", "leduc")
    assert page.locator(".mg tr[data-code]:visible").count() == 1
    with page.expect_download() as download:
        page.click("[data-export]")
    download.value.save_as(tmp_path / "games.zip")
    with zipfile.ZipFile(tmp_path / "games.zip") as file:
        assert len(file.namelist()) == 2
    page.fill("[data-mine-search]", "zzz")
    assert page.locator(".mg tbody tr:visible").count() == 0
    page.wait_for_selector("[data-none]:visible")


def test_games_of_a_name_and_of_tokens_are_one_list(people: People) -> None:
    page = quick(people, "leduc")
    play_out([page], 60)
    page.goto("/me")
    page.fill("#me-new-name", "Ada")
    page.click("[data-me-register] button")
    page.wait_for_selector("[data-me-state=mine]:visible")
    page.goto("/replays")
    page.wait_for_selector(".mg td[data-end=won], .mg td[data-end=lost]")
    assert page.locator(".mg tr[data-code]").count() == 1
    # Without its tokens, the name alone knows it.
    page.evaluate("localStorage.setItem('bagarre.tables', '[]')")
    page.reload()
    page.wait_for_selector(".mg td[data-end=won], .mg td[data-end=lost]")
    assert page.locator(".mg tr[data-code]").count() == 1
