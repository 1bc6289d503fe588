"""What helps at a table: the goal, the coach, a hint; and a tap that came too early."""

from __future__ import annotations

import time

import pytest

from tests.patience import PATIENCE
from tests.web.browser.conftest import People
from tests.web.browser.test_table import join, new_table, quick, until
from tests.web.house import Live

pytestmark = pytest.mark.browser


def test_a_hint_is_shown_until_the_next_choice(people: People) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"], {"first_armourer": "1"})
    page.click("[data-send=start]")
    page.click("[data-send=hint]")
    page.wait_for_selector("#hint:not([hidden]) .hint__list li")
    assert page.locator("#hint .hint__list small").first.inner_text(), "the coach says what it does"
    page.keyboard.press("Escape")
    page.wait_for_selector("#hint", state="hidden")
    # Asked again, the same is told; it goes with the choice that it is for.
    page.click("[data-send=hint]")
    page.click("#hint .hint__list [data-choice] >> nth=0")
    page.wait_for_selector("#hint", state="hidden")


def test_whoever_comes_by_a_link_is_told_the_goal_when_the_game_begins(people: People) -> None:
    host, code = new_table(people, "boss-quest", ["open"])
    guest = join(people, code, "Amir", new=True)
    assert guest.locator("#goal-card[open]").count() == 0, "nothing is played in the waiting room"
    host.click("[data-send=start]")
    guest.wait_for_selector("#goal-card[open]")
    assert "5" in guest.inner_text("#goal-card [data-goal]")
    guest.click("#goal-card [data-close]")
    guest.reload()
    guest.wait_for_selector("#coach .coach__goal", state="attached")
    assert not guest.locator("#goal-card").evaluate("card => card.open")
    assert not host.locator("#goal-card").evaluate("card => card.open"), "the host knows it"


@pytest.mark.parametrize("game", ["badass-force", "baston", "battleworld", "boss-quest"])
def test_the_goal_of_a_game_is_whole_on_a_low_screen(people: People, game: str) -> None:
    page = quick(people, game, new=True, width=1280, height=720)
    page.wait_for_selector("#goal-card[open]")
    room = page.locator("#goal-card").evaluate("card => card.clientHeight - card.scrollHeight")
    assert room >= 0, "its last line lies behind the keys"


def test_a_first_game_from_home_begins_with_its_goal_once(people: People) -> None:
    page = people.page(new=True)
    page.goto("/")
    page.click("form[data-quick=boss-quest] .cover__art")
    page.wait_for_selector("#goal-card[open]")
    assert "5" in page.inner_text("#goal-card [data-goal]")
    assert page.locator("#goal-card li").count() == 3
    page.click("#goal-card [data-close]")
    page.wait_for_selector("#goal-card", state="hidden")
    # The bots of a first game are calm.
    page.wait_for_selector("[data-speed=calm][aria-pressed=true]", state="attached")
    # It can be read again from the coach, and comes up by itself no more.
    page.click("[data-goal-card]")
    page.wait_for_selector("#goal-card[open]")
    page.keyboard.press("Escape")
    page.goto("/")
    page.click("form[data-quick=boss-quest] .cover__art")
    page.wait_for_selector("#board")
    page.wait_for_selector("#coach .coach__goal", state="attached")
    assert not page.locator("#goal-card").evaluate("card => card.open")


def test_nothing_is_played_unseen_behind_the_goal(people: People, server: Live) -> None:
    """What the others do while the goal is read is kept, and shown when its card is closed."""
    # The Armourer plays last: two others come before the reader.
    page, code = new_table(people, "boss-quest", ["scripted"] * 2, {"first_armourer": "0"})
    page.evaluate("document.querySelector('[data-goal-card]').click()")
    page.wait_for_selector("#goal-card[open]")
    page.evaluate("document.querySelector('[data-send=start]').click()")
    table, end = server.registry.tables[code], time.monotonic() + PATIENCE
    while table.state.match is None or table.state.match.deciders != [0]:
        assert time.monotonic() < end, "the others do not play on"
        page.wait_for_timeout(30)
    assert page.evaluate("document.body.dataset.turn") != "yes"
    page.click("#goal-card [data-close]")
    until(page, "document.body.dataset.turn === 'yes'")
    told = "Number(document.querySelector('#log').lastElementChild.id.slice(1))"
    assert page.evaluate(told) == table.state.story.lines


def test_on_a_phone_the_coach_is_one_touch_away(people: People) -> None:
    page = quick(people, "boss-quest", width=390, height=844)
    page.wait_for_selector("body[data-turn=yes]")
    page.click("#coach-strip [data-side=coach]")
    page.wait_for_selector("#coach .coach__does button")
    page.locator("#coach .coach__does button").first.click()
    page.wait_for_selector("#side", state="hidden")


def test_on_a_phone_the_coach_unfolds_over_the_board(people: People) -> None:
    page = quick(people, "badass-force", width=320, height=640)
    page.wait_for_selector("body[data-turn=yes]")
    strip = page.locator("#coach-strip p")
    fits = "said => said.scrollHeight <= said.clientHeight + 2"
    assert not strip.evaluate(fits)  # on so narrow a phone the first question is a long one
    board = page.locator("#main").bounding_box()
    strip.click()
    assert strip.evaluate(fits)
    assert page.locator("#main").bounding_box() == board
    strip.click()
    assert not strip.evaluate(fits)


def test_a_hint_and_a_refusal_fit_a_phone(people: People) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"], {"first_armourer": "1"})
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("[data-send=start]")
    page.click("[data-send=hint]")
    page.wait_for_selector("#hint:not([hidden]) .hint__list li")
    assert page.evaluate(
        """() => [...document.querySelectorAll('#hint, #hint button')].every(one => {
            const box = one.getBoundingClientRect();
            return box.left >= 0 && box.right <= innerWidth && one.scrollWidth <= one.clientWidth + 1;
        })"""
    ), "it is wrapped within the width"
    page.evaluate("document.getElementById('hint').scrollTop = 9999")
    page.click("#hint [data-close-hint]", timeout=2000)
    page.evaluate(
        """async () => {
            const loaded = performance.getEntriesByType('resource').find(one => one.name.includes('/tablepage'));
            (await import(loaded.name)).toast('Non. '.repeat(20));
            const refused = document.querySelector('#stage .spell[aria-disabled=true]');
            refused.scrollIntoView({block: 'end'});
            refused.click();
        }"""
    )
    page.wait_for_selector("#tip:not([hidden])")
    for box in ("#tip", "#toast"):
        clear = "id => document.querySelector(id).getBoundingClientRect().bottom <= document.getElementById('bar').getBoundingClientRect().top"
        assert page.evaluate(clear, box), "a refusal never lies over the keys"


HURRIED = """async () => {
  const { arrived, meant, waits } = await import('/static/taps.js');
  const lay = (x) => {
    const made = document.body.appendChild(document.createElement('button'));
    made.style.cssText = `position: fixed; top: 0; left: ${x}px; width: 100px; height: 40px`;
    return made;
  };
  const hurry = lay(0);
  hurry.dataset.send = 'hurry';
  waits();
  hurry.remove();
  const keys = [lay(0), lay(200)];
  for (const [n, key] of keys.entries()) key.dataset.choice = `ask ${n}`;
  arrived();
  const tap = (key) => {
    const { left, top } = key.getBoundingClientRect();
    key.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX: left + 5, clientY: top + 5 }));
    return meant({ detail: 1 }, key);
  };
  const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const now = keys.map(tap);
  for (const since = performance.now(); performance.now() < since + 450; );
  await rest(0);
  now.push(...keys.map(tap));
  await rest(600);
  return [...now, ...keys.map(tap)];
}"""


def test_a_tap_on_its_way_to_going_on_makes_no_choice(people: People) -> None:
    """The next question may come under the finger: for a moment from when it is painted nothing is chosen where that key lay, elsewhere it is."""
    page = people.page()
    page.goto("/rules/boss-quest")
    assert page.evaluate(HURRIED) == [False, True, False, True, True, True]
