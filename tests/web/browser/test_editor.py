"""The board editor in a real browser: a board is drawn by mouse and by keyboard, checked, kept as a file, and played on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check

pytestmark = pytest.mark.browser
EDITOR = "/games/baston/pages/editor"


def tool(page: Any, sign: str) -> None:
    page.check(f'input[name=tool][value="{sign}"]', force=True)


def spot(page: Any, v: float, h: float) -> tuple[float, float]:
    """Where a point is on the screen; halves lie between two points."""
    box = page.locator("[data-plan] svg").bounding_box()
    unit = box["width"] / float(
        page.evaluate("document.querySelector('[data-plan] svg').viewBox.baseVal.width")
    )
    return box["x"] + unit * (26 + 40 * (h - 0.5)), box["y"] + unit * (26 + 40 * (v - 0.5))


def click(page: Any, v: float, h: float) -> None:
    page.mouse.click(*spot(page, v, h))


def verdict(page: Any) -> str:
    page.click("[data-do=check]")
    page.wait_for_selector("[data-verdict]:not([hidden])")
    said: str = page.inner_text("[data-verdict]")
    return said.replace("\xa0", " ")


def test_draw_check_save_open_and_play(people: People, tmp_path: Path) -> None:
    page = people.page(1440, 1000)
    page.goto("/new/baston")
    page.click("text=Dessiner un plateau")
    page.wait_for_selector("[data-plan] svg")
    page.fill("[data-name=fr]", "Le rade à Zaza")

    # By mouse: a stage by dragging, stairs in the wrong place, a table, two bottles, a window.
    tool(page, ":")
    page.mouse.move(*spot(page, 3, 3))
    page.mouse.down()
    page.mouse.move(*spot(page, 3, 6), steps=12)
    page.mouse.up()
    tool(page, "=")
    click(page, 6, 6)
    tool(page, "T")
    click(page, 8, 4)
    tool(page, "b")
    click(page, 8, 4)
    click(page, 8, 5)
    tool(page, "W")
    click(page, 4, 2.5)
    said = verdict(page)
    assert "l’escalier en 6,6" in said
    assert "ligne" in said
    assert "colonne" in said
    assert page.locator(".ed-wrong").count() == 1

    # By keyboard: the stairs go where they belong; a second door, hinged otherwise; a mistake undone.
    page.focus("[data-plan]")
    tool(page, ".")
    page.focus("[data-plan]")
    page.keyboard.press("Enter")
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    tool(page, "=")
    page.focus("[data-plan]")
    page.keyboard.press("Enter")
    assert page.inner_text("[data-here]").startswith("4,6\xa0: escalier")
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    tool(page, "D")
    page.focus("[data-plan]")
    page.keyboard.press("Shift+ArrowRight")
    assert page.inner_text("[data-door-title]").casefold() == "porte entre 4,10 et 4,11"
    page.select_option("[data-door] select[name=far]", "4,10")
    page.select_option("[data-door] select[name=hinge]", "5,10")
    page.check("[data-door] input[name=bolt]")
    assert (
        "Plateau correct : 12 × 12 points, portes : 2, fenêtres : 1, meubles : 1, chaises : 0, canettes : 2"
        in verdict(page)
    )

    # Kept as a file, lost, and read again; a reload loses nothing either.
    with page.expect_download() as loading:
        page.click("[data-do=save]")
    file = tmp_path / "rade.toml"
    loading.value.save_as(file)
    assert loading.value.suggested_filename == "le-rade-a-zaza.toml"
    text = file.read_text(encoding="utf-8")
    assert 'link = "4,11 4,10"\nhinge = "5,10"\nbolt = true' in text
    page.click("[data-do=cafe]")
    page.set_input_files("[data-file]", file)
    page.wait_for_selector(".is-good")
    page.reload()
    assert page.input_value("[data-name=fr]") == "Le rade à Zaza"
    assert "portes : 2" in verdict(page)

    # And at once a brawl on it.
    page.click("[data-do=play]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#bar .choice[data-legal]")
    assert "Le rade à Zaza" in page.inner_text("body")


@pytest.mark.parametrize(("width", "scheme", "lang"), [(1440, "light", "en"), (390, "dark", "fr")])
def test_everybody_can_use_it(people: People, axe: str, width: int, scheme: str, lang: str) -> None:
    page = people.page(width, 860, color_scheme=scheme, lang=lang)
    page.goto(EDITOR)
    page.wait_for_selector("[data-plan] svg")
    check(page, axe, f"editor {scheme} {width}")
    tool(page, "D")
    page.focus("[data-plan]")
    page.keyboard.press("Shift+ArrowDown")
    page.click("summary")
    verdict(page)
    check(page, axe, f"editor with a door in hand {scheme} {width}")


def test_a_finger_taps(people: People) -> None:
    page = people.page(390, 844, has_touch=True, is_mobile=True)
    page.goto(EDITOR)
    page.wait_for_selector("[data-plan] svg")
    tool(page, "V")
    page.touchscreen.tap(*spot(page, 5, 5))
    assert "jeu vidéo" in page.inner_text("[data-here]")
    tool(page, "x")
    page.touchscreen.tap(*spot(page, 5, 5))
    assert "jeu vidéo" not in page.inner_text("[data-here]")
