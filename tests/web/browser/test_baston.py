"""BASTON in real browsers: sheets written by clicks, by codes and by keys, secret until the reveal; the film; a phone, a spectator, a replay."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.web.browser.conftest import People
from tests.web.browser.test_access import check
from tests.web.browser.test_table import join, opened, until

pytestmark = pytest.mark.browser


ANSWER = """(place) => {
  if (document.querySelector('.bar__end')) return 'over';
  if (document.body.dataset.busy || document.querySelector('.ba--write.ba--writing')) return '';
  // Stunned or grabbed: the rest of the turn may be written again, or left as it is.
  const again = document.querySelector('.ba--rewrite .hand-in [data-choice=commit]');
  if (again) return again.click() ?? 'commit';
  const marks = [...document.querySelectorAll('#bar .choice[data-legal]')].map(e => e.dataset.choice);
  if (!marks.length) return '';
  const on = new Set([...document.querySelectorAll('#board [data-legal]')].flatMap(e => (e.dataset.choices ?? e.dataset.choice).split('|')));
  const astray = marks.find(m => !on.has(m));
  if (astray) return `astray: ${astray}`;
  document.querySelector(`${place} [data-choice="${marks[0]}"][data-legal]`).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return marks[0];
}"""
"""The first answer to a question of the film or of the set-up; complains when an answer lies nowhere on the table."""


def hand_in(page: Any, place: str = ".hand-in") -> None:
    """Hand the sheets in, empty boxes or not; on a low screen what the turn brought stands over them until it is closed."""
    over = page.locator("#ba-summary[data-my-open] [data-close]:visible")
    if over.count():
        over.click()
    page.locator(f"{place} [data-choice=commit]").click()
    if page.is_visible("#b-sure"):
        page.click("#b-sure [data-sure=commit]")


def host(people: People, seats: list[str], look: dict[str, Any], **options: Any) -> tuple[Any, str]:
    """A table of BASTON; gives the host's page and the table's code."""
    page = people.page(**look)
    page.set_default_timeout(1000 * PATIENCE)
    page.goto("/")
    wanted = {"game": "baston", "name": "Nadia", "seats": seats, "options": {"turns": "1"} | options}
    answer = page.request.post("/api/tables", data=wanted)
    assert answer.ok, answer.text()
    told = answer.json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    return opened(page), told["code"]


def answers(places: dict[Any, str], stop: str) -> int:
    """Everyone answers what is asked, on the table or in the bar, until a page shows `stop` or the game is over."""
    made, last = 0, time.monotonic()
    while True:
        told = [page.evaluate(ANSWER, place) for page, place in places.items()]
        assert not [said for said in told if said.startswith("astray")], told
        if set(told) == {"over"} or all(page.locator(stop).count() for page in places):
            return made
        chosen = len([said for said in told if said not in ("", "over")])
        made, last = made + chosen, time.monotonic() if chosen else last
        assert time.monotonic() < last + PATIENCE, f"the game does not go on: {told}"
        next(iter(places)).wait_for_timeout(30)


def codes_of(page: Any) -> list[str]:
    """The boxes of the sheet in sight."""
    return [text.strip() for text in page.locator(".order code").all_inner_texts()]


def test_two_gangs_of_two_write_in_secret_then_the_film_and_the_replay(people: People, axe: str) -> None:
    nadia, code = host(people, ["open"], {"width": 1440, "height": 900}, size="2")
    leo = join(people, code, "Léo", lang="en", width=390, height=844)
    nadia.click("[data-send=start]")
    for page in (nadia, leo):
        page.set_default_timeout(1000 * PATIENCE)
        page.wait_for_selector("#board .ba")
    answers({nadia: "#board", leo: "#bar"}, ".ba--writing")
    for page in (nadia, leo):
        until(page, "document.querySelectorAll('.fig').length === 4")
    check(nadia, axe, "the sheet of BASTON")

    # A step by a click on the plan, with its ghost; the rest by codes; then one box is changed by a key of the bar.
    first = nadia.locator(".pad[data-dir]:not([data-blocked])").first
    first.hover()
    nadia.wait_for_selector("#ba-advice .avis")
    assert nadia.locator("#preview .ghost").count() == 1
    direction = first.get_attribute("data-dir")
    first.click()
    until(nadia, f"document.querySelector('.order code')?.textContent === 'M{direction}'")
    nadia.fill("#ba-typed", "cs -/cp p3/m3")
    nadia.press("#ba-typed", "Enter")
    until(nadia, "[...document.querySelectorAll('.order code')].some(b => b.textContent === 'P3')")
    until(nadia, "document.querySelector('#ba-typed-wrong [data-clause=BA-PROG-2]') !== null")
    assert codes_of(nadia)[:5] == [f"M{direction}", "CS", "–", "CP", "P3"], (
        "M3 is no order of round 2, and says why"
    )

    # Saved while it is written; the other sees nothing of it.
    nadia.reload()
    nadia.wait_for_selector(".ba--writing")
    assert codes_of(nadia)[:5] == [f"M{direction}", "CS", "–", "CP", "P3"]
    shown = {text.casefold() for text in leo.locator(".strip .codes").all_inner_texts()}
    assert shown == {"yours", "secret"}, "and no orders"
    assert leo.locator("#log [data-kind=sheet_line]").count() == 0
    nadia.click(".order[data-choice='box 5']")
    until(nadia, "document.querySelectorAll('.order--now').length === 1")
    nadia.click("#bar [data-family=posture]")
    nadia.click("#bar [data-choice=TER]")
    until(nadia, "[...document.querySelectorAll('.order code')].some(b => b.textContent === 'TER')")
    # The last box: the pencil goes on to the next sheet.
    nadia.fill("#ba-typed", "cj")
    nadia.press("#ba-typed", "Enter")
    until(nadia, "document.querySelector('.tab-own[aria-current]').textContent.includes('0 / 6')")
    hand_in(nadia)
    nadia.wait_for_selector(".sheet .recitatif")

    # A family of one key: nothing more is to come, though the row before was too long for a phone.
    leo.click("#bar [data-family=wait]")
    assert leo.locator("#bar .keys[data-rest]").count() == 0
    leo.click("#bar [data-family=walk]")

    # By keyboard on the phone: the digits of the family in sight are directions, from the upper left on.
    leo.keyboard.press("3")
    until(leo, "document.querySelector('.order code')?.textContent === 'M2'")
    assert leo.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), (
        "the phone overflows sideways"
    )
    hand_in(leo)

    answers({nadia: "#board", leo: "#bar"}, ".no-such-thing")
    told = nadia.inner_text("#ba-count").split(" / ")
    assert told[0] == told[1] != "0", "without motion the film waits at its end"
    nadia.click("[data-film=first]")
    nadia.click("[data-film=step]")
    until(nadia, "document.querySelector('#ba-count').textContent.startsWith('1 /')")
    nadia.click("[data-film=last]")
    assert nadia.locator("#ba-summary li").count() == 4
    # The end in large: the points of both, and what they are made of.
    for page in (nadia, leo):
        shown = page.locator(".gangs b").all_inner_texts()
        assert page.locator(".poster tfoot td").all_inner_texts() == shown
        rows = page.locator(".poster tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => Number(cell.textContent.replace('−', '-'))))"
        )
        assert [sum(column) for column in zip(*rows, strict=True)] == [int(points) for points in shown]
        assert page.locator(".deeds li").count() <= 3
    assert leo.locator(".poster").evaluate("e => e.getBoundingClientRect().top") < 400, "before the plan"

    nadia.click(".bar__after a[href^='/r/']")
    nadia.wait_for_selector("#board .ba")
    nadia.click("#end")
    until(nadia, "document.querySelector('.ba--over') !== null", PATIENCE)
    assert nadia.locator("#board [data-legal]").count() == 0


def test_six_gangs_by_the_bar_with_a_spectator(people: People) -> None:
    page, code = host(people, ["scripted"] * 5, {"width": 1024, "height": 768, "lang": "en"}, size="1")
    page.click("[data-send=start]")
    page.wait_for_selector("#board .ba")
    watcher = people.page(lang="fr")
    watcher.goto(f"/t/{code}")
    watcher.wait_for_selector("#board .ba")
    answers({page: "#bar"}, ".ba--writing")
    assert page.locator(".gang").count() == watcher.locator(".gang").count() == 6
    assert watcher.locator(".sheet .order, #board [data-legal], #bar .choice").count() == 0
    assert "Programmation" in watcher.inner_text(".when")
    page.keyboard.press("1")
    until(page, "document.querySelector('.order code')?.textContent === 'M8'")
    # What stands in no family is on the sheet of all choices, over the board.
    page.click("[data-all-choices]")
    hand_in(page, "#bar")
    answers({page: "#bar"}, ".no-such-thing")
    until(watcher, "document.querySelector('.ba--over') !== null", PATIENCE)
    assert watcher.locator("#ba-summary li").count() == 6


def test_a_gang_is_made_of_points_and_of_the_box(people: People) -> None:
    page, _ = host(people, ["scripted"], {"width": 1440, "height": 900}, size="2", characters="choose")
    page.click("[data-send=start]")
    page.wait_for_selector(".build .making")
    assert page.locator(".ready .made[data-legal]").count() == 13
    page.click("[data-choice=build]")
    for stage, points in (("strength", 4), ("dexterity", 5), ("speed", 4)):
        page.click(f".dial [data-choice='{stage} {points}']")
    page.wait_for_selector(".shop")
    page.click(".ware[data-choice='buy razor']")
    until(
        page,
        "document.querySelector(\".ware[data-choice='buy knife']\").getAttribute('aria-disabled') === 'true'",
    )
    page.click(".own [data-choice=enough]")
    page.locator(".ready .made[data-legal]").first.click()
    page.wait_for_selector(".plan .fig")
    assert "3" in page.locator(".gang").first.inner_text(), "Constitution has what was left of 16"


SAMPLE = """() => {
  window.sizes = new Set();
  const look = () => {
    const [plan, bar] = [document.querySelector('.window'), document.querySelector('.actions')];
    if (plan && bar?.offsetHeight)
      window.sizes.add([plan, bar].map(e => e.getBoundingClientRect()).map(b => `${Math.round(b.width)}x${Math.round(b.height)}`).join(' '));
    requestAnimationFrame(look);
  };
  look();
}"""
"""Looks at the sizes of board and bar at every frame."""


@pytest.mark.parametrize(
    ("width", "height", "turns"),
    [
        (1280, 720, 6),
        (768, 1024, 2),
        (390, 844, 6),
        pytest.param(768, 1024, 6, marks=pytest.mark.soak),
        pytest.param(1440, 900, 6, marks=pytest.mark.soak),
        pytest.param(1024, 768, 6, marks=pytest.mark.soak),
    ],
)
def test_board_and_bar_never_change_their_size(people: People, width: int, height: int, turns: int) -> None:
    """Through a whole game with the coach, or its first turns: sheets by the bar and by pointing, questions, rewriting, waiting, the end."""
    page, _ = host(people, ["scripted"], {"width": width, "height": height}, scenario="first")
    page.click("[data-send=start]")
    page.wait_for_selector(".ba--writing")
    page.evaluate(SAMPLE)
    # Everything that can be asked for is on the table; a key out of sight belongs to a family in sight, or to the sheet of all.
    keys = "[...document.querySelectorAll('#bar .choice[data-legal]')]"
    assert page.evaluate(f"{keys}.filter(e => e.getClientRects().length).length") <= 8
    for turn in range(turns):
        # On a phone what the turn before brought is read first.
        read = page.locator("#ba-summary[data-my-open] [data-close]:visible")
        if read.count():
            read.click()
        # For a moment after the film nothing is chosen: a tap may have been meant for it.
        until(page, "document.body.dataset.coming === undefined")
        if turn % 2:
            # The figure that is written for, and whoever stands before it.
            page.locator(".pad[data-dir]").first.dispatch_event("click")
            until(page, "document.querySelector('.order .cell') !== null")
        else:
            page.locator("#bar .choice[data-legal]:visible").first.click()
            until(page, "document.querySelector('.order .cell') !== null")
            page.locator("#bar .choice[data-legal]:visible").first.click()
            until(page, "document.querySelectorAll('.order .cell').length > 1")
            page.click("[data-all-choices]")
            page.keyboard.press("Escape")
        hand_in(page)
        answers({page: "#bar"}, f".ba--write.ba--writing[data-turn='{turn + 2}']")
        if page.locator(".bar__end").count():
            break
    assert page.locator(".bar__end").count() == (turns == 6)
    assert len(page.evaluate("[...window.sizes]")) == 1, page.evaluate("[...window.sizes]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


STOP = """() => {
  const stop = new MutationObserver(() => {
    const button = document.querySelector('.filmbar[data-my-playing] [data-film=play]');
    if (button) stop.disconnect() ?? button.click();
  });
  stop.observe(document.body, { attributes: true, subtree: true });
}"""
"""The film is stopped the moment it begins, however slow the machine is."""


def test_a_first_brawl_is_written_in_words_and_its_film_stands_under_its_own_turn(people: People) -> None:
    look = {"width": 1440, "height": 900, "reduced_motion": "no-preference"}
    page, code = host(people, ["open"], look, scenario="first")
    other = join(people, code, "Léo")
    page.click("[data-send=start]")
    hand_in(other)
    page.wait_for_selector(".ba--writing")
    assert page.locator("#ba-typed, .sheet [data-choice=stop], #bar code").count() == 0
    # The preview of an order goes with the family that it belongs to.
    page.locator("#bar [data-choice=M3]").hover()
    page.wait_for_selector("#ba-advice .avis")
    page.click("#bar [data-family=turn]")
    assert page.locator("#ba-advice .avis").count() == 0
    # Both sheets empty: nothing is asked in the whole turn, and the next one is there while the film shows the first.
    page.evaluate(STOP)
    hand_in(page)
    until(page, "document.querySelector('.filmbar:not([data-my-playing])') !== null")
    until(page, "document.querySelector('.ba').dataset.turn === '2'")
    assert page.inner_text(".when b").casefold() == "tour 1 sur 6"
    assert page.locator(".strip .codes:visible").count() == 0, "the orders of another turn"
    page.click(".filmbar [data-film=first]")
    for _ in range(14):
        page.click(".filmbar [data-film=step]")
    told = {text.casefold() for text in page.locator(".strip .told").all_inner_texts()}
    assert told == {"attendre"}, "what the film has shown"
    # Loaded again in its middle, the film goes on where it stood.
    page.reload()
    page.evaluate(STOP)
    until(page, "document.querySelector('.filmbar:not([data-my-playing])') !== null")
    assert page.inner_text(".when b").casefold() == "tour 1 sur 6"
    shown, known = map(int, page.text_content("#ba-count").split(" / "))
    assert 14 <= shown < known
    page.click(".filmbar button.small")
    until(page, "document.body.dataset.waits === undefined")
    assert page.inner_text(".when b").casefold() == "tour 2 sur 6"
    assert page.locator(".strip .codes:visible").count() == 4
    # What the turn brought is in sight under the sheet, which stays where it is when something is written.
    top = "Math.round(document.querySelector('#b-sheet').getBoundingClientRect().top)"
    foot = "document.querySelector('#ba-summary p').getBoundingClientRect().bottom"
    there = page.evaluate(top)
    assert page.evaluate(f"{foot} < document.querySelector('#bar').getBoundingClientRect().top")
    # On a lower one it takes the place of the film, over the sheet, until something is written or it is closed.
    page.set_viewport_size({"width": 1280, "height": 720})
    over = "document.elementFromPoint(900, 450).closest('#ba-summary') !== null"
    until(page, over)
    assert page.evaluate(top) == there
    page.locator("#bar .choice[data-legal]:visible").first.click()
    until(page, "document.querySelector('.order .cell') !== null")
    assert not page.evaluate(over)
    assert page.evaluate(top) == there


def test_on_a_phone_what_a_turn_brought_is_told_before_the_next_is_written(people: People) -> None:
    page, code = host(people, ["open"], {"width": 390, "height": 844}, scenario="first")
    other = join(people, code, "Léo")
    page.click("[data-send=start]")
    told = page.locator("#ba-summary[data-my-open]")
    for turn in (1, 2):
        for each in (page, other):
            each.wait_for_selector(f".ba--write.ba--writing[data-turn='{turn}']")
            if turn > 1 and each is other:
                # On a low screen it stands over the sheet.
                each.locator("#ba-summary[data-my-open] [data-close]").click()
            hand_in(each)
        page.wait_for_selector(f".ba--write.ba--writing[data-turn='{turn + 1}']")
        told.wait_for()
        assert f"tour {turn}" in told.inner_text().casefold()
        assert told.locator("li").count() == 4
        assert told.locator("p b").count() == 2, "both scores"
        plan = "document.querySelector('.window').getBoundingClientRect()"
        box = "document.querySelector('#ba-summary').getBoundingClientRect()"
        assert page.evaluate(f"{box}.top >= {plan}.bottom"), "the room stays in sight"
        assert page.evaluate(f"Math.abs({box}.bottom - innerHeight) <= 1"), "nothing is left blank below it"
        assert page.evaluate(f"{box}.width") == 390
        # One thing at a time: the next order is asked for when it has been read.
        assert page.locator("#bar .choice:visible").count() == 0
        told.locator("[data-close]").click()
        until(page, "document.querySelector('#ba-summary[data-my-open]') === null")


def test_nothing_is_asked_or_logged_before_the_film_has_shown_it(people: People) -> None:
    look = {"width": 1440, "height": 900, "reduced_motion": "no-preference"}
    page, _ = host(people, ["scripted"], look, scenario="first")
    page.click("[data-send=start]")
    page.wait_for_selector(".ba--writing")
    for number, order in enumerate(("M3", "CP", "-", "CP", "-", "CS"), 1):
        page.locator(f"#bar [data-choice='{order}'][data-legal]").first.dispatch_event("click")
        until(page, f"document.querySelector('.tab-own').textContent.includes('{number} / 6')")
    page.evaluate(STOP)
    hand_in(page)
    until(page, "document.querySelector('.filmbar:not([data-my-playing])') !== null")
    # Stopped in the middle: the bar waits, keys answer nothing, and the log knows what was shown and no more.
    assert page.locator("#bar").evaluate("e => getComputedStyle(e).visibility") == "hidden"
    assert page.locator(".ask-box:visible, .layer--spots:visible, .coach__does:visible").count() == 0
    logged = page.locator("#log li").count()
    shown, known = page.inner_text("#ba-count").split(" / ")
    assert int(shown) < int(known)
    page.keyboard.press("1")
    page.click(".filmbar [data-film=step]")
    until(page, f"document.querySelectorAll('#log li').length <= {logged + 1}")
    # To the result: everything is told, and then it is asked.
    # A weapon that is the best at everything is not asked for: the film then goes on, and is skipped again.
    until(
        page,
        """(() => {
          if (document.body.dataset.waits === undefined) return document.querySelector('#bar .choice[data-legal]') !== null;
          document.querySelector('.filmbar button.small')?.click();
          return false;
        })()""",
    )
    assert page.locator("#log li").count() > logged
    assert page.locator("#bar").evaluate("e => getComputedStyle(e).visibility") == "visible"


def test_a_written_blow_meets_a_rival_without_a_question_unless_one_wants_to_be_asked(people: People) -> None:
    page, code = host(people, ["open"], {"width": 1440, "height": 900}, scenario="first")
    other = join(people, code, "Léo")
    page.click("[data-send=start]")
    for turn, orders in (("1", ("M3", "CP")), ("2", ("-", "CP"))):
        for each in (page, other):
            each.wait_for_selector(f".ba--write.ba--writing[data-turn='{turn}']")
        for number, order in enumerate(orders, 1):
            page.locator(f"#bar [data-choice='{order}'][data-legal]").first.dispatch_event("click")
            until(page, f"document.querySelector('.tab-own').textContent.includes('{number} / 6')")
        if turn == "2":
            page.click(".hand-in [data-blows]")
        hand_in(other)
        hand_in(page)
        if turn == "2":
            page.locator("#bar [data-choice^='with ']").first.click()
            break
        # The knife is better than the fist at everything: nothing is asked.
        # Struck, and the turn goes to its end: whoever was stunned leaves the sheet as it is.
        until(page, "document.querySelector('#log [data-kind=to_hit]') !== null")
        answers({other: "#bar"}, ".ba--write.ba--writing[data-turn='2']")
    page.wait_for_selector("#bar [data-choice=beside]")
    # The same key at the question: no more questions, and the blow falls at once, aimed at a part.
    page.click(".ask-box [data-blows]")
    page.wait_for_selector("#bar [data-choice='aim head']")


def test_on_a_phone_the_sheet_and_what_is_left_of_everybody_are_in_sight(people: People) -> None:
    page, _ = host(people, ["scripted"], {"width": 390, "height": 844, "lang": "en"}, scenario="first")
    page.click("[data-send=start]")
    page.wait_for_selector(".ba--writing")
    dock = "document.querySelector('.coach-strip:not([hidden]), .actions').getBoundingClientRect().top"
    rows = (
        "[...document.querySelectorAll('.seq, .again, .tab-own')].map(e => e.getBoundingClientRect().bottom)"
    )
    assert page.evaluate(f"Math.max(...{rows}) <= {dock}")
    assert page.locator(".fig .life").count() == 4
    assert (
        page.locator(".shot .vital").all_inner_texts() == ["head 7 · trunk 7"] * 2 + ["head 8 · trunk 9"] * 2
    )
    # A tap on somebody shows all of him.
    page.locator(".fig [data-who]").first.dispatch_event("click")
    assert page.locator("#ba-who .flesh").count() == 1
    page.click("#ba-who [popovertargetaction=hide]")
    page.locator(".shot").last.click()
    assert "Le Chacal" in page.inner_text("#ba-who")
    page.keyboard.press("Escape")
    # The same again: two boxes by one key, through the ordinary choices.
    for number, order in enumerate(("-", "CP"), 1):
        page.locator(f"#bar [data-choice='{order}'][data-legal]").first.dispatch_event("click")
        until(page, f"document.querySelector('.tab-own').textContent.includes('{number} / 6')")
    for number in (4, 6):
        page.click(".again")
        until(page, f"document.querySelector('.tab-own').textContent.includes('{number} / 6')")


def test_a_turn_after_a_step_is_for_one_order_and_keys_and_coach_follow_it(people: People) -> None:
    page, _ = host(people, ["scripted"], {"width": 1280, "height": 800, "lang": "en"}, scenario="first")
    page.click("[data-send=start]")
    page.wait_for_selector(".ba--writing")
    for suffix in ("D", "G", "D"):
        page.click(f"[data-suffix={suffix}]")
        shown = page.locator("#bar .choices fieldset:not([data-shut], [data-more]) .choice[data-legal]")
        assert {one.get_attribute("data-choice")[2:] for one in shown.all()} == {suffix}
        told = page.locator("#coach li:not([data-shut]) span").all_inner_texts()
        assert len(told) == 8
        assert not any("still faces" in one for one in told)
        assert any("turns by an eighth" in one for one in told)
    # From another family, and with the steps opened once more, it stays.
    page.click("#bar [data-family=wait]")
    page.click("[data-suffix=D]")
    page.click("#bar [data-family=walk]")
    assert page.get_attribute(".board", "data-my-suffix") == "D"
    page.locator("#bar [data-choice=M3D]").first.click()
    until(page, "document.querySelector('.tab-own').textContent.includes('1 / 6')")
    page.locator("#bar [data-choice='CP'][data-legal]").first.click()
    until(page, "document.querySelector('.tab-own').textContent.includes('2 / 6')")
    assert page.get_attribute(".board", "data-my-suffix") == ""
    # The rival is in front then: waiting there is what is shown first.
    assert page.locator("#bar fieldset[data-of-family=wait]:not([data-shut])").count() == 1
    # Nor does it stay for another man.
    page.click("[data-suffix=G]")
    page.locator(".tab-own:not([aria-current])").click()
    until(page, "document.querySelector('.tab-own:last-child[aria-current]') !== null")
    until(page, "document.querySelector('.board').dataset.mySuffix === ''")


CHAINED = """async () => {
    const from = new URL(document.body.dataset.script, location.href);
    const load = name => import(new URL(name + from.search, from));
    const [{ before, inShort }, { ITEMS }] = [await load("scene.js"), await load("changes.js")];
    const line = (kind, values) => ({ n: 1, kind, values, text: kind });
    const { dataset } = document.getElementById("ba-film");
    const [first, second] = [...document.querySelectorAll(".fig[data-letter]")].map(man => Number(man.dataset.letter));
    const scene = [
        line("uses_weapon", { weapon: ITEMS.indexOf("chain") }),
        line("to_hit", { target: first, die: 19, total: 23, outcome: 1 }),
        line("hits", { wounds: 2, stun: 1 }),
        line("wounded", { n: 2, part: 1 }),
        line("to_hit", { target: second, die: 2, total: 6, outcome: 0 }),
    ];
    const told = before([line("executes", {}), ...scene], dataset).map(row => row.textContent);
    const step = ["executes", "jostle", "pushed_to", "entered"].map(kind => line(kind, {}));
    const [shoved] = before(step, dataset).map(row => row.textContent);
    return [...told, inShort(scene.slice(0, 3), dataset), inShort(scene, dataset), shoved];
}"""


def test_the_film_tells_every_blow_of_an_order_and_no_blow_before_it_is_counted(people: People) -> None:
    page, _ = host(people, ["scripted"], {"width": 390, "height": 844, "lang": "en"}, scenario="first")
    page.click("[data-send=start]")
    page.wait_for_selector(".ba--writing")
    all_told, why, counting, last, shoved = page.evaluate(CHAINED)
    assert "→ Dudule, 19 + 4 = 23: hit, −2 trunk. → Riton, 2 + 4 = 6: missed." in all_told
    assert "chain" in why, "why one order strikes twice (BA-CP-5)"
    assert counting == "19 + 4 = 23: hit", "what it took is not counted yet"
    assert last == "→ Riton, 2 + 4 = 6: missed."
    assert shoved == "executes → pushed_to", "whom a step pushed away"


SCORED = """async () => {
    const from = new URL(document.body.dataset.script, location.href);
    const { scoredBy, seatsOf } = await import(new URL("score.js" + from.search, from));
    const seats = seatsOf(document.querySelector("#board"));
    const line = (kind, values) => ({ n: 1, kind, values });
    const lines = [
        line("hits", { who: 0, target: 1 }),
        line("wounded", { who: 1, n: 2 }),
        line("wins_points", { seat: 0, n: 2, term: 1 }),
        line("knocked_out", { who: 1, by: 0 }),
        line("wins_points", { seat: 0, n: 8, term: 2 }),
        line("loses_points", { seat: 1, n: 4, term: 9 }),
    ];
    return [2, 3, 6].map(n => scoredBy([8, 8], lines.slice(0, n), seats));
}"""


def test_scores_come_with_the_points_that_the_rules_tell(people: People) -> None:
    page, _ = host(people, ["scripted"], {"width": 1280, "height": 720, "lang": "en"}, scenario="first")
    page.click("[data-send=start]")
    page.wait_for_selector(".ba--writing")
    assert page.evaluate(SCORED) == [[8, 8], [10, 8], [18, 4]]


HOLD_BACK = """() => {
  const send = WebSocket.prototype.send;
  window.chosen = [];
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).type !== 'choose') return send.call(this, text);
    window.chosen.push(text);
    window.letGo = () => send.call(this, text);
  };
}"""
"""What is chosen stays on its way until it is let go."""


def test_a_choice_on_its_way_is_not_sent_again_whatever_else_arrives(people: People) -> None:
    page, _ = host(people, ["scripted"], {}, scenario="first")
    page.click("[data-send=start]")
    page.wait_for_selector(".ba--writing")
    key = page.locator("#bar .choice[data-legal]").first
    key.wait_for()
    page.evaluate(HOLD_BACK)
    key.click()
    # A remark is news, but no answer.
    page.evaluate("document.getElementById('tab-chat').click()")
    page.fill("#say-text", "salut")
    page.press("#say-text", "Enter")
    page.wait_for_selector("#chat >> text=salut")
    key.click()
    assert page.evaluate("window.chosen.length") == 1
    page.evaluate("window.letGo()")
    until(page, "document.body.dataset.busy === undefined")
    assert page.is_hidden("#toast"), "nothing came too late"
    key.click()
    until(page, "window.chosen.length === 2")
