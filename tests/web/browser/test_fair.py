"""This browser adds to the chance of a game, having seen what the server promised, and recomputes it afterwards. About 10 s."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bagarre.fair import promise
from bagarre.kernel.chance import Dice, below, seed, seed_words
from tests.web.browser.conftest import People
from tests.web.browser.test_table import play_out, quick, until
from tests.web.house import Live

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", ["", "Ada"], ids=["by the form", "by the script"])
def test_one_click_adds_a_share(people: People, server: Live, name: str) -> None:
    page = people.page()
    page.goto("/")
    if name:
        page.evaluate("name => localStorage.setItem('bagarre.name', name)", name)
        page.reload()
    page.click("form[data-quick='boss-quest'][action='/play/boss-quest'] button[type=submit]")
    page.wait_for_url("**/t/**")
    code = page.evaluate("location.pathname.split('/').pop()")
    until(page, f"localStorage.getItem('bagarre.fair.{code}')")
    mine = json.loads(page.evaluate(f"localStorage.getItem('bagarre.fair.{code}')"))
    fair = server.registry.tables[code].state.match.fair
    assert fair.shares == ((0, mine["shares"]["0"]),)
    assert promise(fair.secret) == mine["promise"]


def test_a_game_after_a_lesson_has_a_share_too(people: People, server: Live) -> None:
    page = people.page()
    page.goto("/learn/boss-quest")
    page.locator("form[action^='/learn/boss-quest/'] button").last.click()
    page.wait_for_url("**/t/**")
    # As at the end of the last lesson, where this is offered.
    page.wait_for_selector("#lesson", state="attached")
    page.evaluate(
        """() => { const form = document.createElement('form'); form.method = 'post'; form.action = '/play/boss-quest';
            form.append(document.createElement('button')); document.querySelector('#lesson').append(form);
            form.querySelector('button').click(); }"""
    )
    page.wait_for_function(
        "code => !location.pathname.endsWith(code)", arg=page.url.rpartition("/")[2].partition("#")[0]
    )
    page.wait_for_selector("#board")
    code = page.evaluate("location.pathname.split('/').pop()")
    assert len(server.registry.tables[code].state.match.fair.shares) == 1


def test_the_browser_has_the_same_generator(people: People) -> None:
    """Word for word, over bounds of dice, of piles, and of those that throw words away."""
    page = people.page()
    page.goto("/")
    coins = random.Random(5)
    bounds = [
        coins.choice((1, 2, 6, 20, 52, 255, 3_000, 10**6, (1 << 30) + 1, (1 << 31) - 1)) for _ in range(400)
    ]
    lines = []
    for line in range(25):
        dice = Dice()
        seed(dice, *seed_words("ab" * 32, line))
        lines.append([below(dice, bound) for bound in bounds])
    drawn = page.evaluate(
        """async ([seed, count, bounds]) => {
            const {generatorOf} = await import('/static/chance.js');
            const lines = [];
            for (let line = 0; line < count; line++) {
                const generator = await generatorOf(seed, line);
                lines.push(bounds.map((bound) => generator.below(bound)));
            }
            return lines;
        }""",
        ["ab" * 32, len(lines), bounds],
    )
    assert drawn == lines


def verdict(page: Any) -> tuple[str, list[str]]:
    page.click("#verify")
    until(
        page,
        "document.querySelector('#fair-end').textContent && document.querySelectorAll('#fair-list li').length > 3",
    )
    told = page.inner_text("#fair-end"), page.locator("#fair-list li").all_inner_texts()
    page.click("#fair [data-close]")
    return told


def test_a_finished_game_is_recomputed_in_the_browser(people: People) -> None:
    page = quick(people, "leduc", lang="en")
    code = page.evaluate("location.pathname.split('/').pop()")
    play_out([page])
    page.goto(f"/r/{code}")
    page.wait_for_selector("#verify")
    end, facts = verdict(page)
    assert end.startswith("Yes: nobody could have chosen")
    assert any("recomputed in this browser" in fact for fact in facts)
    assert any("secret that this browser added was counted" in fact for fact in facts)

    # A server that shows another pile, another bound, or nothing at all is found out.
    def lie(change: str) -> None:
        page.unroute_all()
        address = f"**/api/replays/{code}/verify**"

        def answer(route: Any) -> None:
            told = route.fetch().json()
            first = told["draws"]["0"]
            if change == "pile":
                first[0]["cases"] = first[0]["cases"][1:] + first[0]["cases"][:1]
            elif change == "bound":
                first[0]["of"] += 1
            else:
                del told["draws"]["0"]
            route.fulfill(json=told)

        page.route(address, answer)

    for change in ("pile", "bound", "nothing"):
        lie(change)
        end, facts = verdict(page)
        assert end.startswith("Not for sure: somebody could have chosen"), change
        assert any("In this browser, the chance of 1 line does not follow" in fact for fact in facts)

    # Where the server does not answer, that is said.
    page.unroute_all()
    page.route(f"**/api/replays/{code}/verify**", lambda route: route.abort("connectionrefused"))
    page.click("#verify")
    until(page, "document.querySelector('#fair-end').textContent === 'The server does not answer.'")
