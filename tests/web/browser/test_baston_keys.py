"""The keys of BASTON's bar: whatever they have to say, no word stands over another or is cut, at any size, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games.baston.view import view
from tests.games.baston.table import CONTENT, GAME, Brawl, man
from tests.web.browser.conftest import People
from tests.web.browser.test_baston import host
from tests.web.browser.test_table import until

pytestmark = pytest.mark.browser

SIZES = ((1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844))

CROWDED = """(words) => {
  const text = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const wrong = [];
  for (const family of document.querySelectorAll('#bar fieldset')) {
    const told = words[family.dataset.ofFamily];
    if (!told) continue;
    for (const other of document.querySelectorAll('#bar fieldset')) other.toggleAttribute('data-shut', other !== family);
    family.removeAttribute('data-more');
    for (const key of family.querySelectorAll('.choice'))
      if (!key.querySelector('small')) key.append(document.createElement('small'));
    for (const said of told) {
      for (const key of family.querySelectorAll('.choice')) {
        key.querySelector('small').replaceChildren(document.createElement('span'));
        key.querySelector('small span').textContent = said;
      }
      for (const key of family.querySelectorAll('.choice')) {
        const [box, name, small] = [key.getBoundingClientRect(), text(key.querySelector('b span')), text(key.querySelector('small'))];
        const number = key.querySelector('kbd')?.getBoundingClientRect() ?? new DOMRect();
        // Letters reach less far than their lines.
        const over = name.bottom > small.top + 3 || (number.width && number.right > small.left + 1 && number.bottom > small.top + 3 && number.top < small.bottom - 3);
        const out = small.bottom > box.bottom + 1 || name.top < box.top - 1 || Math.max(name.right, small.right) > box.right + 1;
        if (over || out) wrong.push(`${innerWidth} ${family.dataset.ofFamily} ${key.dataset.choice} ${over ? 'over' : 'cut'}: ${said}`);
      }
    }
  }
  return wrong;
}"""
"""Every key of a family is told the longest words there are for it: which of them stand over each other, or out of their key."""


def longest(lang: str) -> dict[str, list[str]]:
    """The longest words of each family's keys, with the longest names."""
    speech = GAME.speech(lang, ["J1", "J2"], CONTENT.names)
    people = (man("dudule", "16,10", facing=3), man("le_chacal", "16,11", seat=1, facing=7))
    told: Any = view(GAME.concealed(Brawl(*people, phase="program").film().s, 0), 0, speech)
    own, who = (person["short"] for person in told["characters"])

    def say(key: str, **more: Any) -> str:
        return speech.say(f"board.{key}", **{"who": who} | more)

    percent = say("percent", n=75)
    back = say("in_front_back", percent=percent)
    steps = [
        say("in_front", percent=percent),
        say("and_safe", told=back),
        say("in_front_own", own=own),
        say("jostles"),
        say("jostles_off", points=", +12"),
        say("jostles_falls"),
        say("stronger"),
        say("walled"),
        say("leaves_board", points=", −12"),
    ]
    rest = max((say(f"run_rest.{n}") for n in (1, 2, 3)), key=len)
    runs = [say(f"run_{key}", rest=rest) for key in ("to", "own", "nearer", "maybe", "shoves", "edge")]
    runs += [say("run_bumps"), say("run_stopped", n=5), say("run_stopped_now")]
    out = say("odds_out", percent=percent, out=say("out_in", percent=percent))
    blows = [
        say(f"point.{key}", odds=say("odds_wounds", percent=percent, wounds="2.5")) for key in ("CP", "CS")
    ]
    blows += [out, say("odds_own", percent=percent), say("nothing"), say("screened.corner")]
    waits = [say("aimed_front"), say("aimed_next")]
    return {"walk": steps, "step_D": steps, "turn": steps, "run": runs, "wait": waits, "strike": blows}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_words_of_a_key_stand_over_each_other_or_are_cut(people: People, lang: str) -> None:
    page, _ = host(people, ["scripted"], {"width": 1440, "height": 900, "lang": lang}, scenario="first")
    page.click("[data-send=start]")
    page.wait_for_selector(".ba--writing")
    words, wrong = longest(lang), []
    for movement in (True, False):
        if not movement:
            page.locator("#bar [data-choice='-'][data-legal]").first.dispatch_event("click")
            until(page, "document.querySelector('#bar [data-of-family=strike]') !== null")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wrong += page.evaluate(CROWDED, words)
    assert not wrong, "\n".join(wrong)
