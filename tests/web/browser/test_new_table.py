"""The page of a new table: pictures, seats, house rules, packs; what it opens and what it remembers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.house import Live

pytestmark = pytest.mark.browser
GAMES = ["boss-quest", "badass-force", "battleworld", "baston"]


def summary(page: Any, part: str) -> str:
    return str(page.inner_text(f".sum [data-sum={part}]")).replace("\xa0", " ")


def test_a_table_as_its_page_says(people: People, server: Live) -> None:
    page = people.page()
    page.goto("/new/boss-quest")
    assert summary(page, "game") == "Jeu de base"
    page.check("[name=o-expansions][value=companions]", force=True)
    assert summary(page, "game") == "Jeu de base + Compagnons"
    page.fill("[name=name]", "Nadia")
    page.locator("[data-seat-kind]").nth(0).select_option("here")
    page.locator("[name=seat-name]").nth(0).fill("Léo")
    page.locator("[data-seat-kind]").nth(1).select_option("open")
    assert summary(page, "players") == "vous, 1 ami, 1 sur cet appareil, 1 bot"
    page.check("[name=pace-kind][value=clock]", force=True)
    page.check("[name=clock][value='60']", force=True)
    assert summary(page, "pace") == "60 s par coup"
    page.click(".fold summary >> nth=0")
    assert page.is_visible("[data-option=fox_scope]"), "the rules of a box that is there"
    assert not page.is_visible("[data-option=reaper_hp]"), "and not those of one that is not"
    page.select_option("[name=o-protect_scope]", "all")
    assert summary(page, "rules") == "Bouclier de cœur"
    text = page.inner_text("form[data-new]")
    assert "BQ-" not in text, "clauses stand behind links"
    page.click(".sum .go")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".lobby")
    facts = page.request.get(f"/api/tables/{page.url.split('/t/')[1].split('#')[0]}").json()
    assert [seat["name"] for seat in facts["seats"]][:2] == ["Nadia", "Léo"]
    assert [seat["kind"] for seat in facts["seats"]] == ["human", "human", "open", "bot"]
    assert facts["clock"] == 60

    page.goto("/new/boss-quest")
    assert page.is_checked("[name=o-expansions][value=companions]"), "remembered"
    assert summary(page, "players") == "vous, 1 ami, 1 sur cet appareil, 1 bot"
    assert summary(page, "rules") == "Bouclier de cœur"


def test_files_are_chosen_or_dropped(people: People, tmp_path: Path) -> None:
    page = people.page()
    page.goto("/new/baston")
    assert not page.is_visible("[data-own]"), "a story of a pack needs a pack"
    page.locator(".fold summary").last.click()
    assert "Choisir des fichiers" in page.inner_text(".drop")
    pack = tmp_path / "ours.toml"
    pack.write_text('title = "nothing"\n', encoding="utf-8")
    page.set_input_files("[name=packs]", pack)
    page.wait_for_selector("[data-files] >> text=ours.toml")
    assert page.is_visible("[data-own]")
    page.evaluate(
        """() => {
          const files = new DataTransfer();
          files.items.add(new File(["x = 1"], "dropped.toml"));
          files.items.add(new File(["x"], "picture.png"));
          document.querySelector("[data-drop]").dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true}));
        }"""
    )
    page.wait_for_selector("[data-files] >> text=dropped.toml")
    assert "picture.png" in page.inner_text(".form__error")
    page.click("[data-files] button >> nth=0")
    assert "ours.toml" not in page.inner_text("[data-files]")


def test_a_file_may_be_let_go_anywhere(people: People) -> None:
    page = people.page()
    page.goto("/new/battleworld")
    assert summary(page, "game") == "par faction", "the usual answer to a second question is not told"
    page.check("[name=o-second_cosmic][value=thanos]", force=True)
    assert summary(page, "game").startswith("par faction + ")
    page.evaluate(
        """() => {
          const files = new DataTransfer();
          files.items.add(new File(["x = 1"], "dropped.toml"));
          document.querySelector("h1").dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true}));
        }"""
    )
    page.wait_for_selector("[data-files]:visible >> text=dropped.toml")


def test_a_rated_table_says_at_once_what_does_not_go_with_it(people: People, axe: str) -> None:
    page = people.page()
    page.goto("/new/boss-quest")
    page.check("[name=o-expansions][value=potions]", force=True)
    page.locator("[data-seat-kind]").nth(0).select_option("here")
    assert page.locator("[data-clashes]").is_hidden()
    page.check("[name=rated]")
    told = page.inner_text("[data-clashes]")
    assert "Potions" in told
    assert "cet appareil" in told
    check(page, axe, "what a rated table cannot have")
    page.click("[data-unclash]")
    assert page.locator("[data-clashes]").is_hidden()
    assert not page.is_checked("[name=o-expansions][value=potions]")
    assert summary(page, "players") == "vous, 1 ami, 2 bots"
    # What it fixes cannot be touched, until it counts no longer.
    assert page.is_visible("[data-rated-fixed]")
    assert page.is_disabled("[name=o-expansions][value=potions]")
    assert not page.is_visible("[name=aids]")
    page.uncheck("[name=rated]")
    assert page.is_enabled("[name=o-expansions][value=potions]")
    assert page.is_visible("[name=aids]")


@pytest.mark.parametrize("game", GAMES)
def test_in_the_mood_of_each_game(people: People, axe: str, game: str) -> None:
    page = people.page(1440, 900)
    page.goto(f"/new/{game}")
    assert page.evaluate("document.querySelector('.sum .go').getBoundingClientRect().bottom < innerHeight")
    for folded in page.locator("details summary").all():
        folded.click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 844})
            check(page, axe, f"new {game} {scheme} {width}")
    assert page.evaluate(
        "document.querySelector('.openbar .go').getBoundingClientRect().bottom <= innerHeight"
    )


def test_faces_and_scene_are_those_of_the_box_that_is_chosen(people: People) -> None:
    page = people.page()
    page.goto("/new/badass-force")
    for box in ("vhs", "dvd", "mixed"):
        page.check(f"[name=o-edition][value={box}]", force=True)
        shown = "(place) => [...document.querySelectorAll(place + ' [data-box]')].filter(one => one.checkVisibility()).map(one => one.dataset.box)"
        assert page.evaluate(shown, ".sum__art") == [box]
        assert set(page.evaluate(shown, ".nt-place__art")) == {box}
