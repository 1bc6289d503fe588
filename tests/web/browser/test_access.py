"""Every page passes axe without a serious finding, light and dark, wide and on a phone; nothing overflows sideways."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from fastapi.routing import APIRoute

from tests.web.browser.conftest import People
from tests.web.browser.test_table import new_table, play_out, quick
from tests.web.house import Live, on_web

pytestmark = pytest.mark.browser
PAGES = [
    "/",
    "/new",
    "/new/boss-quest",
    "/workshop",
    "/whatif/badass-force",
    "/print/baston",
    "/print/boss-quest",
    "/learn",
    "/learn/boss-quest",
    "/learn/boss-quest/1-strike",
    "/offline",
    "/ladder/boss-quest",
    "/league/boss-quest",
    "/companion",
    "/me",
    "/games/baston/pages/gang",
    "/puzzles",
    "/puzzles/boss-quest/1",
    "/progress",
    "/tables",
    "/replays",
    "/rules",
    "/rules/leduc",
    "/nowhere",
    "/join?code=zzz",
]
ELSEWHERE = {
    "/t/{code}": "test_tables, test_lobby.py",
    "/r/{code}": "test_lobby_end_and_replay",
    "/r/{code}/review": "test_review.py",
    "/r/{code}/try/{first}": "made as a puzzle is",
    "/rules/{game}/text": "the rules drawer of test_tables",
    "/host": "test_host.py",
    "/host/now": "test_host.py",
    "/notices": "test_notices.py",
    "/notices/stop": "test_notices.py",
    "/notices/confirm": "the same page as /notices/stop",
    "/league": "leads to a game's",
    "/ladder": "leads to a game's",
    "/whatif": "leads to a game's",
    "/print": "leads to a game's",
}
"""Pages that another test looks at."""


def test_no_page_is_left_out(server: Live) -> None:
    pages = {
        route.path
        for route in server.app.routes
        if isinstance(route, APIRoute)
        and "GET" in (route.methods or ())
        and "HTML" in str(getattr(route.response_class, "value", route.response_class))
    }
    assert len(pages) > 20
    looked_at = [address.partition("?")[0] for address in PAGES]
    missing = {
        page
        for page in pages - ELSEWHERE.keys()
        if not any(re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", page), address) for address in looked_at)
    }
    assert missing == set()
    assert ELSEWHERE.keys() <= pages


RUN = """where => axe.run(where, { resultTypes: ['violations'], rules: { region: { enabled: false } } }).then(r => r.violations)"""
"""Whether all words stand in a landmark takes a quarter of the time, and is never serious."""


def check(page: Any, axe: str, what: str, where: str = "html") -> None:
    # Keys that are still coming up are pale for half a second.
    page.wait_for_selector("body:not([data-coming])")
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = page.evaluate(RUN, where)
    serious = [
        {
            "id": v["id"],
            "nodes": [n["html"][:160] + " | " + n["failureSummary"][:200] for n in v["nodes"][:4]],
        }
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
    assert serious == [], f"{what}: {json.dumps(serious, indent=1, ensure_ascii=False)}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), (
        f"{what} overflows sideways"
    )


LOOKS = [(1440, "light"), (390, "dark"), (1440, "dark"), (390, "light")]


def page_by_page() -> list[Any]:
    """Half of the pages wide in light, the others on a phone in dark every day; all pages in all four looks under `make soak`."""
    daily = [pytest.param(*look, PAGES[i::2], id=f"{look[0]}-{look[1]}") for i, look in enumerate(LOOKS[:2])]
    whole = [
        pytest.param(*look, PAGES, id=f"{look[0]}-{look[1]}-all", marks=pytest.mark.soak) for look in LOOKS
    ]
    return daily + whole


@pytest.mark.parametrize(("width", "scheme", "addresses"), page_by_page())
def test_pages(people: People, axe: str, scheme: str, width: int, addresses: list[str]) -> None:
    page = people.page(width, 860, color_scheme=scheme)
    for address in addresses:
        page.goto(address)
        for folded in page.locator("details summary:visible").all():
            # Some are folded only where there is little room.
            folded.click()
        check(page, axe, f"{address} {scheme} {width}")
    people.complaints = [c for c in people.complaints if "404" not in c]


@pytest.mark.parametrize("game", [game.name for game in on_web() if game.name != "morra"])
def test_tables(people: People, server: Live, axe: str, game: str) -> None:
    page = quick(people, game, width=1440, height=860)
    page.wait_for_selector("body:not([data-waits]) #bar .choice[data-legal], .bar__end")
    # The drawers once at each width: wide in light, on a phone in dark.
    for scheme, widths in (("light", (390, 1440)), ("dark", (1440, 390))):
        page.emulate_media(color_scheme=scheme)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 860})
            check(page, axe, f"table of {game} {scheme} {width}")
        page.click("[data-open=rules-drawer]")
        page.wait_for_selector("#rules .clause")
        check(page, axe, f"rules drawer {game} {scheme}", "#rules-drawer")
        page.keyboard.press("Escape")
        page.click("[data-open=people-drawer]")
        check(page, axe, f"people {game} {scheme}", "#people-drawer")
        page.keyboard.press("Escape")


def test_lobby_end_and_replay(people: People, axe: str) -> None:
    page, _ = new_table(people, "leduc", ["open", "random"])
    check(page, axe, "lobby")
    page = quick(people, "leduc")
    play_out([page], 60)
    check(page, axe, "end")
    page.click(".bar__after a[href^='/r/']")
    page.wait_for_selector("#log li")
    check(page, axe, "replay")
    page.goto("/replays")
    page.wait_for_selector(".mg [data-end]")
    check(page, axe, "replays of this browser")
    page = quick(people, "leduc")
    page.goto("/tables")
    page.wait_for_selector(".rows .row")
    check(page, axe, "tables of this browser")
