"""The gang page in a real browser: a gang of two is built, checked, kept as a file, and fights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check

pytestmark = pytest.mark.browser


def step(page: Any, member: int, what: str, by: int) -> None:
    sign = 1 if by > 0 else -1
    for _ in range(abs(by)):
        page.click(f'[data-member="{member}"] [data-step$=" {what} {sign}"]')


def verdict(page: Any) -> str:
    page.click("[data-do=check]")
    page.wait_for_selector("[data-verdict]:not([hidden])")
    said: str = page.inner_text("[data-verdict]")
    return said.replace("\xa0", " ")


def test_build_check_save_open_and_play(people: People, tmp_path: Path, axe: str) -> None:
    page = people.page(1440, 1000)
    page.goto("/new/baston")
    page.click("text=Créer une bande")
    page.wait_for_selector("[data-member]")
    page.fill("[data-gang-name]", "Les Zonards")
    page.fill('[data-member="0"] [data-member-name]', "Zaza la Terreur")
    page.fill('[data-member="1"] [data-member-name]', "P’tit Bob")

    # Points are counted at once, and by the server; hit points follow.
    step(page, 0, "strength", 2)
    assert page.inner_text('[data-member="0"] [data-left]') == "2 points de trop"
    assert "Zaza la Terreur, caractéristiques : il faut répartir 16 points, pas 18" in verdict(page)
    step(page, 0, "constitution", -2)
    assert page.locator('[data-member="0"] [data-part]').all_inner_texts() == ["7", "7", "3", "2", "4"]

    # Equipment: what costs too much is not sold; by keyboard a face is chosen.
    step(page, 0, "razor", 1)
    assert page.inner_text('[data-member="0"] [data-spent]').endswith("8 sur 8")
    page.click('[data-member="0"] [data-step="item club 1"]', force=True)
    assert page.inner_text('[data-member="0"] [data-value=club]') == "0"
    step(page, 1, "helmet", 1)
    page.focus('[data-member="0"] input[value="1"]')
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert page.is_checked('[data-member="0"] input[value="5"]')
    assert "Bande correcte : Les Zonards, 2 loubards." in verdict(page)
    check(page, axe, "gang")

    # Kept as a file, lost, and read again; a reload loses nothing either.
    with page.expect_download() as loading:
        page.click("[data-do=save]")
    assert loading.value.suggested_filename == "les-zonards.toml"
    file = tmp_path / "zonards.toml"
    loading.value.save_as(file)
    page.click("[data-do=new]")
    page.click("[data-do=add]")
    page.set_input_files("[data-file]", file)
    page.wait_for_selector(".is-good")
    page.reload()
    assert page.locator("[data-member]").count() == 2
    assert page.input_value('[data-member="0"] [data-member-name]') == "Zaza la Terreur"

    page.click("[data-do=play]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#bar .choice[data-legal]")
    told = page.inner_text("body").casefold()
    assert "zaza la terreur" in told
    assert "p’tit bob" in told
    assert "dudule" in told


def test_on_a_telephone(people: People, axe: str) -> None:
    page = people.page(390, 844, color_scheme="dark", lang="en")
    page.goto("/games/baston/pages/gang")
    page.wait_for_selector("[data-member]")
    assert "A sound gang" in verdict(page)
    check(page, axe, "gang dark 390")


def test_a_gang_is_kept_found_again_and_played_with(people: People, axe: str) -> None:
    page = people.page()
    page.goto("/games/baston/pages/gang")
    page.wait_for_selector("[data-member]")
    page.fill("[data-gang-name]", "Les Zonards")
    page.click("[data-do=keep]")
    page.wait_for_selector("[data-verdict] >> text=atelier")
    page.goto("/workshop")
    page.wait_for_selector(".thing >> text=Les Zonards")
    check(page, axe, "workshop with a gang")
    page.click(".thing a")
    page.wait_for_url("**/new/baston?with=*")
    assert page.is_checked("[data-kept-things] input")
    assert "les-zonards.toml" in page.inner_text("[data-files]")
    assert "1 fichier à vous" in page.inner_text(".sum [data-sum=game]")
    page.goto("/workshop")
    page.locator(".thing button").last.click()
    assert page.locator(".thing").count() == 0


def test_a_fault_stands_where_it_is(people: People) -> None:
    page = people.page(1440, 1000)
    page.goto("/games/baston/pages/gang")
    page.wait_for_selector("[data-member]")
    step(page, 1, "strength", 2)
    assert "16 points" in verdict(page)
    assert page.locator('[data-member="1"] [data-verdict]').count() == 1
    step(page, 1, "strength", -2)
    verdict(page)
    assert page.locator("[data-member] [data-verdict]").count() == 0
