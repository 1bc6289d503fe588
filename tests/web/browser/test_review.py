"""The page of a review: asked for with one click, shown when it is there, clean for axe, wide and on a phone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bagarre.web.reviews import Effort
from tests.patience import PATIENCE
from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import play_out, quick, until
from tests.web.house import Live

pytestmark = pytest.mark.browser
RECORDS = Path(__file__).parents[2] / "records"


def test_one_click_after_a_game_reviews_it(people: People, server: Live, axe: str) -> None:
    # Enough play-outs for the two views to differ: where they are one, the page offers no other.
    server.registry.reviews.effort = Effort(32, 4, compiled=False)
    page = quick(people, "leduc")
    play_out([page], 60)
    page.click(".bar__after a[href$='/review']")
    page.wait_for_selector(".rv__svg--wide")
    assert page.locator(".rv__seats a[aria-current]").count() == 1
    own, won = (
        page.get_attribute(".rv__seats a[aria-current]", "data-place"),
        page.get_attribute("h1", "data-winner"),
    )
    until(
        page,
        f"(document.querySelector('h1').textContent.startsWith('Vous gagnez')) === {str(own == won).lower()}",
        PATIENCE,
    )
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 860})
            check(page, axe, f"review {scheme} {width}")
    page.set_viewport_size({"width": 1440, "height": 860})
    page.click(".rv__views a:not([aria-current])")
    page.wait_for_url("**view=everything*")
    page.goto(page.url + "&lang=en")
    assert "Luck or skill" in page.inner_text("main")
    page.evaluate("document.querySelectorAll('.rv__turn, .rv__also').forEach((one) => one.remove())")
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 860})
        told, curve, luck = (
            page.locator(box).first.bounding_box() for box in (".rv__turns", ".rv__curve", ".rv__bars")
        )
        assert told
        assert curve
        assert luck
        assert (told["x"], told["width"]) == (curve["x"], curve["width"]), "no column stands empty"
        assert curve["y"] < told["y"] < luck["y"]


def test_a_review_that_fails_says_why_and_is_asked_for_again(
    people: People, server: Live, axe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews = server.registry.reviews
    reviews.effort = Effort(1, 2, compiled=False)
    monkeypatch.setattr(reviews, "seconds", 0.0)
    page = people.page(1440)
    record = (RECORDS / "boss-quest" / "key_goal.jsonl").read_bytes()
    code = page.request.post(f"{server.base}/api/records", data=record).json()["code"]
    page.goto(f"{server.base}/r/{code}/review?lang=fr")
    page.wait_for_selector("#review-again")
    assert "le serveur l’a arrêtée" in page.inner_text("#review-problem")
    assert page.locator("#review-progress").is_hidden(), "nothing moves that does nothing"
    check(page, axe, "review that failed")
    monkeypatch.setattr(reviews, "seconds", PATIENCE)
    page.click("#review-again")
    page.wait_for_selector(".rv__svg--wide")


def test_figures_of_several_games_add_up_on_the_device_are_saved_and_forgotten(
    people: People, server: Live, axe: str
) -> None:
    server.registry.reviews.effort = Effort(2, 4, compiled=False)
    page = quick(people, "leduc", lang="en")
    codes = []
    for _ in range(2):
        play_out([page], 60)
        page.click(".bar__after a[href$='/review']")
        page.wait_for_selector(".rv__svg--wide")
        codes.append(page.url.split("/r/")[1].split("/")[0])
        until(page, f"(localStorage.getItem('bagarre.reviewed') ?? '').includes('{codes[-1]}')")
        if len(codes) < 2:
            page.goto("/")
            page.click("form[data-quick=leduc] .cover__art")
            page.wait_for_url("**/t/*")
            page.wait_for_selector("#board")
    page.goto("/progress")
    page.wait_for_selector("[data-figures]:not([hidden])")
    assert page.locator("[data-nothing]").is_hidden()
    row = page.locator("[data-by=game] tbody tr")
    assert row.count() == 1
    assert row.locator("td").first.inner_text() == "2"
    assert page.locator("[data-by=phase] tbody tr").count() == 3
    with page.expect_download() as saved:
        page.click("[data-export]")
    kept = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert saved.value.suggested_filename == "bagarre-progress.json"
    assert {game["code"] for game in kept} == set(codes)
    won = round(100 * sum(game["won"] for game in kept) / 2)
    assert row.locator("td").nth(1).inner_text() == f"{won} %"
    assert all(len(game["phases"]) == 3 and len(game["opponents"]) == game["seats"] - 1 for game in kept)
    for scheme, width in (("light", 1280), ("dark", 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 860})
        check(page, axe, f"progress {scheme} {width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto("/replays")
    page.wait_for_selector(".mg__chances svg")
    assert page.locator(".mg__chances a").count() == 2
    assert "%" in (page.get_attribute(".mg__chances a", "aria-label") or "")
    check(page, axe, "my games with their chances")
    page.goto("/progress")
    page.click("[data-clear]")
    page.wait_for_selector("[data-nothing]:not([hidden])")
    assert page.locator("[data-figures]").is_hidden()


def test_sheets_stand_on_the_board_beside_a_strong_players_with_collisions_and_dice(
    people: People, server: Live, axe: str
) -> None:
    server.registry.reviews.effort = Effort(1, 2, compiled=False)
    page = people.page(1440, lang="en")
    record = (RECORDS / "baston" / "last_gang.jsonl").read_bytes()
    code = page.request.post(f"{server.base}/api/records", data=record).json()["code"]
    page.goto(f"{server.base}/r/{code}/review?seat=0")
    page.wait_for_selector(".rv__board .hindsight")
    turns = page.locator(".rv__plans nav a")
    assert turns.count() > 2
    turns.first.click()
    page.wait_for_url("**sheet=*")
    page.wait_for_selector(".rv__plans nav a:first-child[aria-current]")
    assert page.locator(".hindsight .layer path.way").count()
    assert "Collisions" in page.inner_text(".rv__plans")
    assert "as expected" in page.inner_text(".rv__dice") or "lucky" in page.inner_text(".rv__dice")
    page.locator(".rv__dice summary").click()
    assert page.locator(".rv__rolls li").count()
    for scheme, width in (("light", 1440), ("dark", 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 860})
        check(page, axe, f"sheets {scheme} {width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"{server.base}/r/{code}/review?seat=0&lang=fr")
    assert page.evaluate(
        "[...document.querySelectorAll('.rv__scroll')].every((one) => one.scrollWidth <= one.clientWidth)"
    )


def test_a_puzzle_shows_what_it_is_about_and_no_film(people: People, server: Live, axe: str) -> None:
    page = people.page(1440, lang="en")
    page.goto(f"{server.base}/puzzles/baston/1")
    until(page, "parseFloat(document.querySelector('.board .plan').style.width) > 120")
    assert page.locator("#ba-film").is_hidden()
    window, man = page.locator(".window").bounding_box(), page.locator(".fig.is-acting").bounding_box()
    assert window is not None
    assert man is not None
    assert window["x"] <= man["x"] + man["width"] / 2 <= window["x"] + window["width"]
    row = page.locator(".ruler[data-along=y] text:not([data-my-off])").first.bounding_box()
    assert row is not None
    assert row["x"] >= window["x"], "row numbers are read whole"
    check(page, axe, "puzzle of BASTON")


def test_puzzles_are_solved_on_the_board_and_kept_on_the_device(
    people: People, server: Live, axe: str
) -> None:
    page = people.page()
    page.goto(f"{server.base}/puzzles/boss-quest/1?lang=en")
    for width in (1440, 1150):
        page.set_viewport_size({"width": width, "height": 900})
        info = page.locator(".boss__info")
        assert info.evaluate("box => box.scrollHeight <= box.clientHeight"), "the Boss's words have room"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("[data-choice]").first.click()
    page.wait_for_selector("#pz-told b")
    assert page.locator("[data-is=right]").count() == 1
    check(page, axe, "puzzle")
    page.set_viewport_size({"width": 390, "height": 844})
    check(page, axe, "puzzle on a phone")
    page.click("#pz-next")
    page.wait_for_url("**/puzzles/boss-quest/2*")
    for address in ("/puzzles", "/progress"):
        page.goto(server.base + address)
        check(page, axe, address)
    page.goto(f"{server.base}/puzzles")
    page.click("[data-series=boss-quest]")
    page.wait_for_url("**#series")
    page.wait_for_selector("#pz-clock:not([hidden])")
