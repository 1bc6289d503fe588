"""The waiting room: seats around the cover, link and code, what differs, talk, who is ready."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import join, new_table
from tests.web.house import Live

pytestmark = pytest.mark.browser


def test_a_host_and_a_guest(people: People, server: Live) -> None:
    host, code = new_table(people, "boss-quest", ["search:1", "open"], {"protect_scope": "all"})
    told = host.inner_text(".lobby").replace("\xa0", " ")
    assert "Bouclier de cœur" in told, "what differs"
    assert "Passe-passe" not in told, "and nothing else"
    assert "BQ-" not in told
    assert host.is_disabled("[data-send=start]")
    guest = join(people, code, "Léo", width=390, height=844)
    assert guest.locator("[data-send=start]").count() == 0, "the host begins"
    guest.click("[data-send=ready]")
    host.wait_for_selector(".seat:has-text('Léo') .seat__ready")
    guest.wait_for_selector("[data-send=ready][aria-pressed=true] >> text=Prêt ✓")
    assert host.locator("[data-send=ready]").count() == 0, "the host begins instead"
    assert guest.locator(".only-here:visible").count() == 0, "how a server is started is for its host"
    guest.click("[data-send=ready]")
    host.wait_for_selector(".seat:has-text('Léo'):not(:has(.seat__ready))")
    host.fill("#say-text", "On y va ?")
    host.press("#say-text", "Enter")
    host.wait_for_selector("#chat >> text=On y va ?")
    host.click("#quickwords button >> nth=1")
    host.wait_for_selector("#chat >> text=Deux minutes…")
    host.click("[data-send=start]")
    for page in (host, guest):
        page.wait_for_selector("#board")
    assert host.locator("#quickwords").is_hidden(), "they are words of the waiting room"


def test_a_place_that_is_left_is_not_ready(people: People, server: Live) -> None:
    host, code = new_table(people, "leduc", ["open"])
    guest = join(people, code, "Léo")
    guest.click("[data-send=ready]")
    host.wait_for_selector(".seat__ready")
    guest.click("[data-send=free]")
    guest.wait_for_selector("[data-sit]")
    guest.click("[data-sit]")
    guest.fill("#name-field", "Maud")
    guest.click("#name-ask button")
    host.wait_for_selector(".seat:has-text('Maud'):not(:has(.seat__ready))")


@pytest.mark.parametrize("game", ["boss-quest", "badass-force", "battleworld", "baston"])
def test_in_the_mood_of_each_game(people: People, axe: str, game: str) -> None:
    seats = {"boss-quest": 5, "badass-force": 3, "battleworld": 1, "baston": 2}[game]
    page, _ = new_table(people, game, ["search:3"] * (seats - 1) + ["open"])
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 844})
            check(page, axe, f"lobby of {game} {scheme} {width}")
            faces = page.locator(".seat__art > *").evaluate_all(
                "all => all.map(one => one.offsetWidth || 48)"
            )
            assert min(faces) >= 40, "faces are large enough to be known again"
            below = page.evaluate(
                "document.querySelector('[data-send=start]').getBoundingClientRect().bottom > innerHeight"
            )
            assert not below, f"start in sight {game} {width}"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_guest_on_a_phone_reads_and_writes(people: People, lang: str) -> None:
    host, code = new_table(people, "leduc", ["open"])
    guest = join(people, code, "Léo", lang=lang, width=390, height=844)
    chat = guest.locator(".lobby__go [data-side=chat]")
    box = chat.bounding_box()
    assert box["width"] >= 44
    assert box["height"] >= 44
    assert box["x"] + box["width"] <= 390
    assert box["y"] + box["height"] <= 844
    assert chat.inner_text() == {"fr": "Discussion", "en": "Chat"}[lang]
    host.fill("#say-text", "Bonsoir")
    host.press("#say-text", "Enter")
    host.wait_for_selector("#chat .mine")
    assert host.inner_text("#tab-chat .count") == "", "one's own words, and one looks at them"
    guest.wait_for_selector(".lobby__chat .count >> text=1")
    host.click("[data-rename]")
    host.fill("#name-field", "Nadine")
    host.click("#name-ask button")
    guest.wait_for_selector(".seat >> text=Nadine")
    assert guest.inner_text(".lobby__chat .count") == "1", "it lasts while the room changes"
    chat.click()
    guest.wait_for_selector("#chat >> text=Bonsoir")
    assert guest.inner_text(".lobby__chat .count") == ""
    guest.fill("#say-text", "Salut")
    guest.press("#say-text", "Enter")
    host.wait_for_selector("#chat >> text=Salut")
    guest.click("[data-close-side]")
    assert guest.inner_text(".lobby__chat .count") == ""


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("fr", "« Nadia » est déjà pris à cette table : vous y êtes « Nadia 2 »."),
        ("en", "“Nadia” is taken at this table: here you are “Nadia 2”."),
    ],
)
def test_a_name_that_is_taken_and_one_that_is_changed(people: People, lang: str, told: str) -> None:
    _, code = new_table(people, "leduc", ["open"])
    guest = join(people, code, "Nadia", lang=lang)
    guest.wait_for_selector("#toast:not([hidden])")
    assert guest.inner_text("#toast").replace("\xa0", " ").replace("\u202f", " ") == told
    guest.click("[data-rename]")
    guest.fill("#name-field", "Nobody")
    guest.click("#name-ask [data-close]")
    guest.click("[data-rename]")
    assert guest.input_value("#name-field") == "Nadia 2", "left as it was"
    guest.fill("#name-field", "Noor")
    guest.click("#name-ask button")
    guest.wait_for_selector(".seat >> text=Noor")
    _, other = new_table(people, "leduc", ["open"])
    guest.goto(f"/t/{other}")
    guest.click("[data-sit]")
    assert guest.input_value("#name-field") == "Noor", "the next table knows the name"
    guest.click("#name-ask button")
    guest.wait_for_selector(".tag--you")
    assert guest.evaluate("localStorage['bagarre.name']") == "Noor"
