"""Badass Force in real browsers: whole games at three and at six seats, the sealed window, a phone, the keyboard, a spectator, a replay."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from bagarre.games.badass_force.frame import frame
from bagarre.games.badass_force.view import character
from tests.games.badass_force.desk import DVD, GAME, VHS, Desk
from tests.patience import PATIENCE
from tests.web.browser.conftest import People
from tests.web.browser.test_still_bar import SIZES
from tests.web.browser.test_table import join, opened, over, uncover, until

pytestmark = pytest.mark.browser


CHOOSE = """([number, board]) => {
  if (document.querySelector('.bar__end') && !document.querySelector('.bf[data-my-scene]')) return 'over';
  const scene = document.querySelector('[data-scene]:not([hidden])');
  if (scene) scene.click();
  if (scene || document.body.dataset.busy) return '';
  const marks = [...document.querySelectorAll('#bar .choice[data-legal]')].map(e => e.dataset.choice);
  if (!marks.length) return '';
  const astray = marks.find(m => !document.querySelector(`#board [data-choice="${m}"][data-legal]`));
  if (astray) return `astray: ${astray}`;
  const bold = marks.filter(m => /^(denounce|execute|announce)/.test(m));
  const wanted = (bold.length ? bold : marks)[number % (bold.length || marks.length)];
  document.querySelector(`${board} [data-choice="${wanted}"][data-legal]`).click();
  return wanted;
}"""
"""One choice of a bold player, who announces and denounces whenever possible, so that points are made and the game ends; who looks
at no scene for long."""


def host(
    people: People, seats: list[str], look: dict[str, Any], clock: int = 0, **options: Any
) -> tuple[Any, str]:
    """A table of Badass Force; gives the host's page and the table's code."""
    page = people.page(**look)
    page.set_default_timeout(1000 * PATIENCE)
    page.goto("/")
    wanted = {
        "game": "badass-force",
        "name": "Nadia",
        "seats": seats,
        "options": {"target": "12"} | options,
        "clock": clock,
    }
    answer = page.request.post("/api/tables", data=wanted)
    assert answer.ok, answer.text()
    told = answer.json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    return opened(page), told["code"]


def begin(page: Any, *others: Any) -> None:
    page.click("[data-send=start]")
    for one in (page, *others):
        one.set_default_timeout(1000 * PATIENCE)
        one.wait_for_selector("#board .bf")


def play_boldly(places: dict[Any, str], watch: Callable[[], None] = lambda: None) -> int:
    """Everyone chooses, by clicking on the table or in the bar, until the game is over; gives the number of choices.

    Complains when a choice of the bar lies nowhere on the table.
    """
    made, last = 0, time.monotonic()
    while True:
        told = [page.evaluate(CHOOSE, [made, place]) for page, place in places.items()]
        assert not [said for said in told if said.startswith("astray")], "a choice lies nowhere on the table"
        if set(told) == {"over"}:
            return made
        chosen = len([said for said in told if said not in ("", "over")])
        made, last = made + chosen, time.monotonic() if chosen else last
        assert made < 500, "the game does not end"
        assert time.monotonic() < last + PATIENCE, "the game does not go on"
        watch()
        next(iter(places)).wait_for_timeout(30)


def test_three_seats_by_the_table_and_on_a_phone_then_the_replay(people: People) -> None:
    nadia, code = host(people, ["open", "random"], {"width": 1440, "height": 900}, edition="vhs")
    leo = join(people, code, "Léo", lang="en", width=390, height=844)
    begin(nadia, leo)
    assert nadia.get_attribute("#board", "data-mood") == "vhs"
    assert nadia.locator(".hand .sleeve[data-legal]").count() == 6, "six cards to choose the first hero from"
    assert nadia.locator(".rival").count() == leo.locator(".rival").count() == 2

    def watch() -> None:
        assert leo.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), (
            "the phone overflows sideways"
        )

    assert play_boldly({nadia: "#board", leo: "#bar"}, watch) > 5
    assert "FIN" in nadia.inner_text(".stage .osd")
    assert "pts" in nadia.inner_text(".ranks"), "the end tells the points"
    assert "THE END" in leo.inner_text(".finale .osd")
    # The end is a screen of its own, with all cards face up; the table is behind it.
    until(nadia, "document.querySelectorAll('.finale__ranks .back').length === 0", PATIENCE)
    assert nadia.locator(".finale__ranks .sleeve").count() >= 6, (
        "a hero in front and one in the Lodge of each"
    )
    told = nadia.locator(".finale__mine dd").all_inner_texts()
    assert len(told) >= 4
    # What the points are made of adds up.
    points = int(nadia.inner_text("#bar .ranks__you span").split()[0])
    assert sum(int(each) for each in told if each.startswith("+")) == points
    # The race ends with everybody's points.
    race = nadia.locator(".finale__race tbody tr td:last-child").all_inner_texts()
    assert [int(each) for each in race] == sorted((int(each) for each in race), reverse=True)
    assert nadia.inner_text(".finale__race .is-you td:last-child") == str(points)
    # Whoever comes back finds the same.
    nadia.reload()
    nadia.wait_for_selector(".finale__race:not([hidden])")
    assert nadia.locator(".finale__mine dd").all_inner_texts() == told
    assert nadia.locator(".finale__race tbody tr td:last-child").all_inner_texts() == race
    nadia.click(".finale [data-finale-fold]")
    assert not nadia.is_visible(".finale")

    # The replay: open cards show every hero in front; a spectator sees backs.
    nadia.click(".bar__after a[href^='/r/']")
    nadia.wait_for_selector("#board .bf")
    nadia.click("#end")
    nadia.select_option("#eye", "-2")
    until(nadia, "document.querySelectorAll('.rival .front .sleeve').length === 3", PATIENCE)
    nadia.select_option("#eye", "-1")
    until(nadia, "document.querySelectorAll('.rival .lodge .back').length === 3", PATIENCE)
    assert nadia.locator("#board [data-legal]").count() == 0


def test_six_seats_by_keyboard_with_a_spectator(people: People) -> None:
    page, code = host(
        people, ["random"] * 5, {"width": 1024, "height": 768, "lang": "en"}, edition="dvd", max_turns=12
    )
    begin(page)
    assert page.get_attribute("#board", "data-mood") == "dvd"
    assert page.locator(".rival").count() == 5
    watcher = people.page(lang="fr")
    watcher.goto(f"/t/{code}")
    watcher.wait_for_selector("#board .bf--watch")
    assert watcher.locator(".rival").count() == 6
    assert watcher.locator(".rival .lodge .back").count() == 6, "no Lodge is seen"
    assert watcher.locator(".me, #board [data-legal], #bar .choice").count() == 0
    pressed, last = 0, time.monotonic()
    while not over(page):
        uncover(page)
        # As the keys say: heroes keep their numbers, so not every question has a 1.
        keys = page.eval_on_selector_all(
            "#bar .choice[data-legal] kbd", "keys => keys.map((key) => key.textContent)"
        )
        if keys:
            page.keyboard.press(keys[pressed % len(keys)])
            pressed, last = pressed + 1, time.monotonic()
        assert pressed < 1000, "keys do nothing"
        assert time.monotonic() < last + PATIENCE, "the game does not go on"
        page.wait_for_timeout(30)
    until(watcher, "document.querySelector('.stage--ending') !== null", PATIENCE)
    assert pressed > 5


def seen(page: Any) -> Any:
    """The table and the journal as they stand, whatever the countdown says."""
    return page.evaluate(
        """() => {
          const board = document.getElementById("board").cloneNode(true);
          for (const clock of board.querySelectorAll("[data-clock]")) clock.remove();
          return [board.innerHTML, document.getElementById("log").textContent];
        }"""
    )


def test_the_window_is_sealed_and_counts_down(people: People) -> None:
    options = {"first_player": "chosen", "first_seat": 1}
    nadia, code = host(people, ["open", "open"], {"width": 1280, "height": 860}, 60, **options)
    leo, zoe = (join(people, code, name, width=1024, height=700) for name in ("Léo", "Zoé"))
    begin(nadia, leo, zoe)
    for page in (nadia, leo, zoe):
        page.locator(".hand .sleeve[data-legal]").first.click()
    nadia.wait_for_selector("#board .casting--asked")

    # Powers are a hover away; what cannot be announced says why; a click announces.
    nadia.hover(".role__b >> nth=2")
    nadia.wait_for_selector(".role:nth-child(3) .pop", state="visible")
    dear = nadia.locator(".role__b[aria-disabled=true]")
    if dear.count():
        dear.first.hover()
        nadia.wait_for_selector("#tip:not([hidden]) a[data-clause^=BF-]")
    nadia.locator(".role__b[data-legal]").first.click()

    for page in (leo, zoe):
        page.wait_for_selector(".stage--pause")
        until(page, "/[0-9]/.test(document.querySelector('[data-clock]').textContent)", PATIENCE)
        assert page.locator(".rival.is-talk .touch[data-choice=denounce][data-legal]").count() == 1
        cut = "document.querySelector('.stage .osd').getBoundingClientRect().top < document.querySelector('.stage .words').getBoundingClientRect().top"
        assert not page.evaluate(cut), "who announces is cut off above"
    before = seen(zoe)
    leo.locator(".actions [data-choice=pass]").click()
    leo.wait_for_selector(".stage .seal")
    zoe.wait_for_timeout(150)
    assert seen(zoe) == before, "an answer shows before all have answered"
    zoe.locator(".rival.is-talk .touch").click()
    until(leo, "/retourne sa carte/.test(document.getElementById('log').textContent)", PATIENCE)


IN_SIGHT = """() => {
  const board = document.getElementById('main').getBoundingClientRect();
  const told = document.querySelector('[data-my-open] > .pop').getBoundingClientRect();
  return told.top >= board.top && told.bottom <= board.bottom + 1;
}"""


def test_a_first_tap_shows_the_powers(people: People) -> None:
    look = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    page, _ = host(people, ["random", "random"], look, first_player="chosen", first_seat=1)
    begin(page)
    page.locator("#bar .choice[data-legal]").first.tap()
    page.wait_for_selector("#board .casting--asked")
    role = page.locator(".role.is-legal").first
    role.locator(".role__b").tap()
    role.locator(".pop .pop__go").wait_for(state="visible")
    assert re.search("vrai|bluff", role.locator(".pop .pop__go").inner_text()), (
        "true or not is said there too"
    )
    assert page.locator("#board .casting--asked").count() == 1, "the first tap announces nothing"
    page.locator(".tally").tap()
    for each in page.locator(".role.is-legal .role__b").all():
        each.tap()
        assert page.evaluate(IN_SIGHT), "what a tap shows lies under the dock"
        page.locator(".tally").tap()
    # Points of everybody and all that can be done stay in sight.
    assert page.locator(".tally b").all_inner_texts() == ["0", "0", "0"]
    for key in ("armory", "change_character", "change_weapon"):
        box = page.locator(f"#bar [data-choice={key}]").bounding_box()
        assert 0 <= box["x"] <= 390 - box["width"]
    # The heroes answer the key that leads to them, until something else is touched.
    page.locator("#bar [data-goes]").tap()
    assert page.locator(".casting[data-my-called] [data-call]").inner_text().upper() == "TOUCHEZ UN HÉROS ICI"
    page.locator(".tally").tap()
    assert not page.locator(".casting[data-my-called]").count()
    page.locator("#bar [data-goes]").tap()
    role.locator(".role__b").tap()
    role.locator(".pop .pop__go").tap()
    until(page, "/Je suis/.test(document.getElementById('log').textContent)", PATIENCE)


def test_on_a_phone_the_mode_opens_under_a_finger_and_the_row_of_keys_says_that_it_goes_on(
    people: People,
) -> None:
    look = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    page, _ = host(people, ["random", "random"], look, first_player="chosen", first_seat=1)
    begin(page)
    page.wait_for_selector("#bar .choice[data-legal]")
    # Keys that come with the page, before anything has happened.
    page.reload()
    opened(page)
    # The count at the edge shows what is left of the row, and does not play the key beneath it.
    edge = page.wait_for_selector("#bar .keys[data-rest]").bounding_box()
    page.touchscreen.tap(edge["x"] + edge["width"] - 8, edge["y"] + edge["height"] / 2)
    until(page, "document.querySelector('#bar .choices').scrollLeft > 0")
    assert page.locator("#bar .choice[data-legal]").count(), "still asked"
    for panel in (".me", ".rival"):
        told = page.locator(f"{panel} .pop--mode").first
        page.locator(f"{panel} .tag").first.tap()
        told.wait_for(state="visible")
        assert "Vengeance" in told.inner_text()
        box = told.bounding_box()
        assert 0 <= box["x"] <= 390 - box["width"], "the words leave the screen"
        assert told.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), "the words leave their frame"


CUT = """(texts) => {
  const cut = [];
  for (const [choice, words, alarm] of texts) {
    const key = document.querySelector(`#bar [data-choice="${choice}"]`);
    const small = key.querySelector('small');
    small.innerHTML = (alarm ? `<em class="choice__alarm">${alarm}</em> ` : '') + `<span>${words}</span>`;
    const box = key.getBoundingClientRect();
    const said = document.createRange();
    said.selectNodeContents(small);
    const over = [...said.getClientRects()].some(r => r.bottom > box.bottom + 1 || r.right > box.right + 1 || r.top < box.top - 1);
    if (!small.checkVisibility() || small.scrollHeight > small.clientHeight + 2 || small.scrollWidth > small.clientWidth + 1 || over)
      cut.push([choice, small.textContent]);
  }
  return cut;
}"""
"""Which of these words do not fit on their keys."""


def keys_of_a_turn(lang: str) -> list[tuple[str, str, str]]:
    """What the keys of a turn may say: every hero's power, normal and red, true and not, with the warning where there is one."""
    told: set[tuple[str, str, str]] = set()
    for heroes in (VHS, DVD):
        for mode in ("cool", "vengeance"):
            for weapon in GAME.content(()).weapons:
                me = {"weapon": weapon.id, "charge": weapon.top - 1, "mode": mode, "active": heroes[0]}
                desk = Desk(me, {}, {}, {}, options={"edition": "mixed"}, casting=list(heroes))
                speech = GAME.speech(lang, ["Ada", "Bob", "Cid", "Dan"], desk.content.names)
                said = frame(GAME.view(GAME.concealed(desk.s, 0), 0, speech), 0, speech)
                told |= {(key, hint, said["alarms"].get(key, "")) for key, hint in said["hints"].items()}
    return sorted(told)


LONGER_FIRST = ["fr", pytest.param("en", marks=pytest.mark.soak)]
"""French words are the longer ones; English under `make soak`."""


@pytest.mark.parametrize("lang", LONGER_FIRST)
def test_what_a_choice_does_is_readable_on_its_key_even_beside_a_warning(people: People, lang: str) -> None:
    page, _ = host(people, ["random"] * 3, {"lang": lang}, first_player="chosen", first_seat=1)
    begin(page)
    page.locator("#bar .choice[data-legal]").first.click()
    page.wait_for_selector("#board .casting--asked")
    keys = page.locator("#bar [data-choice^=announce]").evaluate_all("all => all.map(e => e.dataset.choice)")
    told = keys_of_a_turn(lang)
    heroes = [one for one in told if one[0].startswith("announce")]
    plain = [one for one in told if not one[0].startswith("announce")]
    cut = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        # All these keys are of one width; where the bar is narrow, heroes are announced on the table.
        words = [[keys[0], *rest] for _, *rest in heroes] if width > 860 else []
        cut[width] = page.evaluate(CUT, [*plain, *words])
    assert not any(cut.values()), "\n".join(
        f"{width}: {one}" for width, all_of_them in cut.items() for one in all_of_them
    )


OVERLAPS = """([some, others]) => {
  const boxes = (what) => [...document.querySelectorAll(what)].filter(one => one.checkVisibility()).map(one => [one, one.getBoundingClientRect()]);
  return boxes(some).flatMap(([one, a]) => boxes(others).filter(([other, b]) => other !== one &&
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""
"""How many of some elements lie over one of the others."""


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 800)])
def test_nothing_lies_over_the_keys_or_the_pawns(people: People, width: int, height: int) -> None:
    look = {"width": width, "height": height}
    page, _ = host(people, ["random", "random", "random"], look, first_player="chosen", first_seat=1)
    begin(page)
    page.locator("#bar .choice[data-legal]").first.click()
    page.wait_for_selector("#board .casting--asked")
    assert page.evaluate(OVERLAPS, ["#bar .choice", ".phonebar button"]) == 0
    assert page.evaluate(OVERLAPS, ["#bar .choice", "#bar .choice"]) == 0
    assert page.evaluate(OVERLAPS, [".marker", ".marker"]) == 0, "four on one square hide nobody"


CUT_TILES = """(tiles) => {
  const cut = [];
  const roles = [...document.querySelectorAll('#board .role')];
  const role = roles[0], button = role.querySelector('.role__b'), words = role.querySelector('.role__p');
  if (!words.checkVisibility()) return cut;
  for (const [red, power, mark] of tiles) {
    document.querySelector('#board .casting').classList.toggle('casting--red', red);
    words.innerHTML = power;
    button.querySelector('.mark')?.remove();
    words.parentElement.insertAdjacentHTML('beforeend', mark);
    const shown = words.getBoundingClientRect(), badge = button.querySelector('.mark').getBoundingClientRect();
    const said = document.createRange();
    said.selectNodeContents(words);
    const bottom = Math.max(...[...said.getClientRects()].map(r => r.bottom));
    const box = button.getBoundingClientRect();
    if (bottom > shown.bottom + 3 || bottom > badge.top + 4 || badge.bottom > box.bottom + 1 || badge.right > box.right + 1)
      cut.push(`${words.textContent} | ${Math.round(bottom - shown.bottom)} ${Math.round(bottom - badge.top)}`);
  }
  return cut;
}"""
"""Of which tiles of the casting the words are cut off, or lie below their mark."""


def tiles(lang: str) -> list[tuple[bool, str, str]]:
    """What the tiles may say: every hero's power, normal and red, each with the marks that stand below."""
    desk = Desk({"active": "buck"}, {}, {}, options={"edition": "mixed"}, casting=list(VHS))
    speech = GAME.speech(lang, ["Ada", "Bob", "Cid"], desk.content.names)
    told = []
    for number in range(16):
        card = character(desk.s, number, speech)
        for mode in ("normal", "vengeance"):
            acts = [box for box in card["boxes"] if box["timing"] == "action"]
            does = [box for box in acts if box["mode"] == mode] or acts
            guards = [box for box in card["boxes"] if box["timing"] == "reaction" and box["mode"] == mode]
            words = f'<span class="role__t">{does[0]["brief"]}</span>' if does else ""
            if does and does[0]["cost"]:
                words += f'<span class="role__c">{speech.say("table.cost", n=does[0]["cost"])}</span>'
            said = [speech.say("board.guards." + "_".join(box["against"])) for box in guards]
            said += [speech.say("board.guards.returns")] if card["trait"] else []
            words += "".join(f'<span class="role__g">{each}</span>' for each in said)
            mark = f'<span class="mark mark--true">{speech.say("board.yours")}</span>'
            told.append((mode == "vengeance", words, mark))
    return told


@pytest.mark.parametrize("lang", LONGER_FIRST)
def test_what_a_hero_does_is_whole_on_the_tile(people: People, lang: str) -> None:
    page, _ = host(people, ["random"] * 3, {"lang": lang}, first_player="chosen", first_seat=1)
    begin(page)
    page.locator("#bar .choice[data-legal]").first.click()
    page.wait_for_selector("#board .casting--asked")
    cut = []
    for width, height in (*SIZES, (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        cut += [f"{width}: {one}" for one in page.evaluate(CUT_TILES, tiles(lang))]
    assert not cut, "\n".join(cut)


def test_a_tap_on_a_hidden_card_says_who_it_can_be_and_denounces_nobody(people: People) -> None:
    look = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "lang": "en"}
    nadia, code = host(people, ["open", "random"], {}, first_player="chosen", first_seat=1)
    leo = join(people, code, "Léo", **look)
    begin(nadia, leo)
    for page in (nadia, leo):
        page.locator(".hand .sleeve[data-legal]").first.click()
    nadia.locator("#board .role__b[data-legal]").first.click()
    leo.wait_for_selector(".rival.is-talk .touch[data-choice=denounce][data-legal]")
    leo.locator(".rival.is-talk .touch").tap()
    told = leo.locator(".rival.is-talk .front .pop")
    told.wait_for(state="visible")
    assert told.locator("p").inner_text().count(",") == 6, "any of the seven can be in front"
    assert leo.locator("#bar [data-choice=denounce][data-legal]").count() == 1, "nothing is answered"
    leo.locator(".tally").tap()
    told.wait_for(state="hidden")
    leo.locator(".rival.is-talk .heads").tap()
    leo.locator(".rival.is-talk .heads .pop").wait_for(state="visible")
    leo.locator(".tally").tap()
    leo.locator(".rival.is-talk .touch").tap()
    told.locator(".pop__go").tap()
    until(leo, "/turns the card over/.test(document.getElementById('log').textContent)", PATIENCE)
