"""Boss Quest in a browser: everything can be done on the table itself, at every size and player count."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.match import Match
from bagarre.web.boards import Board
from bagarre.web.seatview import Player, SeatView
from tests.patience import PATIENCE
from tests.web.browser.conftest import People
from tests.web.browser.test_table import move, new_table, over, until
from tests.web.house import Live

EVERYTHING = {"expansions": ["potions", "companions", "reaper"]}
TABLES = [
    (1, {"solo": True}),
    (2, EVERYTHING),
    (3, {}),
    (4, EVERYTHING),
    (5, EVERYTHING),
    (6, {"expansions": ["reaper"]}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_legal_choice_lies_on_the_table(seats: int, options: dict[str, Any]) -> None:
    match = Match("boss-quest", [f"P{i}" for i in range(seats)], options=options, seed=seats)
    board = Board(find_game("boss-quest"))
    speech = match.speech("fr")
    players = [Player(seat, name) for seat, name in enumerate(match.players)]
    dice = random.Random(seats)
    while not match.is_over:
        seat = match.deciders[0]
        seat_view = SeatView.of(match, seat, speech)
        html = board.paint(board.board, "fr", seat_view.context(players)).whole()
        assert set(seat_view.legal) == set(re.findall(r'data-choice="([^"]+)" data-legal', html))
        travelling = re.findall(r'data-vt="([^"]+)"', html)
        assert len(travelling) == len(set(travelling)), "two things travel under one name"
        legal = match.legal(seat)
        match.play(seat, dice.choices(list(legal), [4 if c == "equip 1" else 1 for c in legal.notation()])[0])


def test_weapons_are_told_by_more_than_their_colour() -> None:
    match = Match("boss-quest", 6, options=EVERYTHING, seed=2)
    seat_view = SeatView.of(match, 0, match.speech("en"))
    board = Board(match.game)
    html = board.paint(board.board, "en", seat_view.context([Player(i, str(i)) for i in range(6)])).whole()
    cards = re.findall(r'<svg class="card px" data-color="(\w+)"[^>]*aria-label="([^"]+)">(.*?)</svg>', html)
    assert cards
    for color, label, drawing in cards:
        assert label
        if color != "none":
            assert f"#bq-c-{color}" in drawing
            assert color in label


def close_fight(page: Any) -> bool:
    if not page.locator("#board[data-my-fight]").count():
        return False
    page.click("[data-fight-close]")
    assert not page.locator("#board[data-my-fight]").count()
    # Where the focus goes back to must not be a choice of before the fight: it would say why it is refused.
    assert page.evaluate("document.activeElement?.closest('[aria-disabled=\"true\"]') ?? null") is None
    return True


def click_on_the_table(page: Any, choice: str, *, patient: bool) -> bool:
    """Click where a choice lies on the table; False when a fight opened, or the bots were quicker than the pointer."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            page.locator(f'#board [data-choice="{choice}"][data-legal]').last.click(timeout=1500)
            return True
        except Exception:
            still = page.locator(f'#bar .choice[data-legal][data-choice="{choice}"]').count()
            if not patient or not still or page.locator("#board[data-my-fight]").count():
                return False
    raise AssertionError(f"{choice} cannot be clicked")


CAME = """
[...document.querySelectorAll("[data-arrived]")]
  .sort((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
  .map((one) => [...document.querySelectorAll("#log li")]
    .findLastIndex((line) => line.textContent.trim().startsWith(one.title) && /Magic/.test(line.textContent)))
"""
"""The lines of the log in which those at the Magician's came there, from the left to the right."""


@pytest.mark.browser
def test_a_game_by_clicking_what_lies_on_the_table(people: People) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"] * 3, EVERYTHING | {"max_rounds": 3})
    page.click("[data-send=start]")
    page.wait_for_selector("#board")
    dice, made, fights, end = random.Random(7), 0, 0, time.monotonic() + PATIENCE
    while not over(page):
        assert time.monotonic() < end, "the game does not end"
        fights += close_fight(page)
        asked = page.eval_on_selector_all(
            "#bar .choice[data-legal]", "all => all.map(one => one.dataset.choice)"
        )
        if not asked or page.evaluate("document.body.dataset.busy"):
            page.wait_for_timeout(60)
            continue
        came = page.evaluate(CAME)
        assert came == sorted(came)
        assert -1 not in came
        made += click_on_the_table(page, dice.choice(asked), patient=not fights)
    assert made > 5
    assert fights + close_fight(page) >= 1
    # The end is told when the fight that brought it is closed: who is free, and the places with keys and hearts.
    page.wait_for_selector("#board .victory .victory__rescued", state="visible")
    assert page.locator("#board .victory__ranks li").count() == 4
    # Which round counted most for the winner is told from the log, where any brought a key.
    told = page.locator("[data-deciding]")
    if told.count() and page.locator(".victory__ranks li:first-child .tokens__count").inner_text()[0] != "0":
        until(page, "!document.querySelector('[data-deciding]').hidden")
        assert "{" not in told.inner_text()
    # The latest fight can be looked at again, and Escape closes it.
    page.click(".victory [data-fight-open]")
    assert not page.locator("#board .victory").is_visible()
    assert page.locator(".fight .fighter").count() >= 2
    page.keyboard.press("Escape")
    assert not page.locator("#board[data-my-fight]").count()
    page.click("[data-victory-close]")
    assert not page.locator("#board .victory").is_visible()


def at_the_first_fight(people: People, width: int, height: int, *, motion: bool = False) -> tuple[Any, str]:
    """A table of four whose first fight has just opened, on a screen of that size, and its code."""
    # The last Armourer makes seat 0 the first of this round and the last of the next one.
    page, code = new_table(people, "boss-quest", ["scripted"] * 3, {"first_armourer": "3"})
    if motion:
        page.emulate_media(reduced_motion="no-preference")
    page.set_viewport_size({"width": width, "height": height})
    page.click("[data-send=start]")
    page.wait_for_selector("#board")
    end = time.monotonic() + PATIENCE
    while not page.locator("#board[data-my-fight]").count():
        assert time.monotonic() < end, "no fight"
        move(page, -1)
    return page, code


@pytest.mark.browser
def test_nothing_happens_unseen_behind_a_fight(people: People, server: Live) -> None:
    """What the others do while the fight covers the board is kept, and shown when it is closed."""
    page, code = at_the_first_fight(people, 1440, 900)
    table, end = server.registry.tables[code].state, time.monotonic() + PATIENCE
    while table.match.deciders != [0]:
        assert time.monotonic() < end, "the others do not play on"
        page.wait_for_timeout(30)
    told = "Number(document.querySelector('#log').lastElementChild.id.slice(1))"
    assert page.evaluate(told) < table.story.lines
    assert page.evaluate("document.body.dataset.turn") == "no"
    # What is said meanwhile is heard at once, and only once.
    page.evaluate(
        "() => { const form = document.getElementById('say'); form.querySelector('input').value = 'Ouf'; form.requestSubmit(); }"
    )
    until(page, "document.querySelectorAll('#chat .mine').length === 1")
    page.click("[data-fight-close]")
    until(page, "document.body.dataset.turn === 'yes'")
    assert page.evaluate(told) == table.story.lines
    # It came last: longer than anything is kept waiting.
    page.wait_for_timeout(1500)
    assert page.locator("#chat .mine").count() == 1


@pytest.mark.browser
def test_a_fight_is_in_sight_and_stays_while_a_clause_of_it_is_read(people: People) -> None:
    """Four fighters on a screen that is not tall; the rules over it show their way out, and Escape shuts only them."""
    page, _ = at_the_first_fight(people, 1280, 720)
    page.click(".fight__head")
    foot = page.locator(".fight__foot").bounding_box()
    rows = [page.locator(".fighter").nth(i).bounding_box() for i in range(4)]
    assert rows[0]["y"] > page.locator(".fight__head").bounding_box()["y"]
    # Long reasons and spells on a fighter may take the last one's foot, never the whole of it.
    assert all(row["y"] + row["height"] / 2 < foot["y"] for row in rows)
    page.click(".fighter .reason__clause >> nth=0")
    page.wait_for_selector(".is-wanted")
    way_out = page.locator("#rules-drawer [data-close]").bounding_box()
    assert way_out["y"] >= 0
    page.keyboard.press("Escape")
    until(page, "!document.getElementById('rules-drawer').open")
    assert page.locator("#board[data-my-fight]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#board[data-my-fight]").count() == 0


@pytest.mark.browser
def test_who_wins_a_fight_is_not_told_before_the_last_weapon_turns(people: People) -> None:
    """Around the table from the reader in plain colours, while it is told; then, and at once where nothing moves, the best first."""
    page, _ = at_the_first_fight(people, 390, 844, motion=True)
    # Not those that follow a scroll: they have no time.
    timed = "document.getAnimations().filter((one) => one.timeline === document.timeline)"
    page.evaluate(f"{timed}.forEach((one) => {{ one.pause(); one.currentTime = 0; }})")
    rows = """() => [...document.querySelectorAll(".fighter")]
      .sort((a, b) => a.getBoundingClientRect().y - b.getBoundingClientRect().y)
      .map((row) => [Number(row.style.getPropertyValue("--i")), getComputedStyle(row).borderLeftColor])"""
    shown = page.evaluate(rows)
    assert [i for i, _ in shown] == [0, 1, 2, 3]
    assert len({color for _, color in shown}) == 1
    assert "fighter--you" in page.locator(".fighter[style*='--i:0']").get_attribute("class")
    ends = page.locator(".verdict__end")
    assert ends.evaluate_all("(all) => all.every((one) => getComputedStyle(one).opacity === '0')")
    page.click(".fight__head")
    told = page.evaluate(rows)
    in_order = page.locator(".fighter").evaluate_all(
        "(all) => all.map((row) => Number(row.style.getPropertyValue('--i')))"
    )
    assert [i for i, _ in told] == in_order
    assert ends.evaluate_all("(all) => all.every((one) => getComputedStyle(one).opacity === '1')")
    yet = page.locator(".verdict__yet")
    assert yet.evaluate_all("(all) => all.every((one) => getComputedStyle(one).visibility === 'hidden')")


@pytest.mark.browser
def test_a_fight_on_a_phone_ends_with_its_key(people: People) -> None:
    """It is scrolled as far as its last line, not along the board beneath; the reader is "you" in it."""
    page, _ = at_the_first_fight(people, 390, 640)
    assert page.inner_text(".fighter--you .fighter__name b") in ("Vous", "You")
    page.evaluate("for (const one of document.querySelectorAll('#stage, .fight')) one.scrollTop = 9999")
    stage, key = (page.locator(one).bounding_box() for one in ("#stage", ".fight__close"))
    assert page.evaluate("document.getElementById('stage').scrollTop") == 0
    assert stage["y"] < key["y"] < key["y"] + key["height"] <= stage["y"] + stage["height"]
    last, lesson = (page.locator(one).last.bounding_box() for one in (".fighter", ".fight__instead"))
    assert last["y"] + last["height"] <= lesson["y"] < lesson["y"] + lesson["height"] <= key["y"]
    # Nothing can be taken back that is out of sight.
    assert not page.locator("#bar [data-send=undo]:visible").count()
    # Enter goes on, and chooses nothing of what gets the focus back.
    page.keyboard.press("Enter")
    assert page.locator("#board[data-my-fight]").count() == 0
    assert page.evaluate("document.body.dataset.busy ?? ''") == ""


@pytest.mark.browser
def test_what_is_not_possible_says_why_with_its_clause(people: People) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"], {"first_armourer": "1"})
    page.click("[data-send=start]")
    page.wait_for_selector("#board .spell")
    page.locator("#board .spell").first.hover()
    page.wait_for_selector("#tip:not([hidden])")
    assert page.get_attribute("#tip a", "data-clause").startswith("BQ-")


@pytest.mark.browser
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_nothing_overflows_sideways(people: People, seats: int, options: dict[str, Any]) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"] * (seats - 1), options)
    page.click("[data-send=start]")
    page.wait_for_selector("#board")
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(
            "document.getElementById('stage').scrollWidth <= document.getElementById('stage').clientWidth + 1"
        )
        wide = "[...document.querySelectorAll('#board .win:not(.fight)')].filter(w => w.scrollWidth > w.clientWidth + 1).map(w => w.className)"
        assert page.evaluate(wide) == [], f"at {width}"


@pytest.mark.browser
def test_a_spectator_sees_backs_only(people: People) -> None:
    page, code = new_table(people, "boss-quest", ["open", "scripted"], EVERYTHING)
    guest = people.page(lang="en")
    guest.goto(f"/t/{code}")
    friend = people.page()
    friend.goto(f"/t/{code}")
    friend.click("[data-sit]")
    friend.fill("#name-field", "Léo")
    friend.click("#name-ask button")
    friend.wait_for_selector(".tag--you")
    page.click("[data-send=start]")
    guest.wait_for_selector("#board")
    assert guest.locator("#board [data-id=hidden]").count() == 3
    assert guest.locator("#board [data-id=hidden] [data-color]").count() == 0
    assert guest.locator("#board [data-legal]").count() == 0
    assert guest.locator("#board .you").count() == 0


@pytest.mark.browser
def test_keyboard_alone(people: People) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"], {"first_armourer": "1"})
    page.click("[data-send=start]")
    page.wait_for_selector("#board .ask__n[data-legal]")
    cards = page.locator("#board .hand--own li").count()
    page.locator("#board .ask__n[data-legal]").first.focus()
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('#board .hand--own li').length > {cards}")


@pytest.mark.browser
def test_the_coach_explains_a_first_game_and_is_silent_when_asked(people: People) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"])
    page.click("[data-send=start]")
    page.wait_for_selector("#bar .choice[data-legal]")
    until(page, "document.querySelectorAll('#coach .coach__does button').length > 0")
    bar = "[...document.querySelectorAll('#bar .choice[data-legal]')].map(one => one.dataset.choice).sort().join()"
    told = "[...document.querySelectorAll('#coach [data-choice]')].filter(one => one.querySelector('span').textContent.length > 20)"
    until(page, f"{bar} === {told}.map(one => one.dataset.choice).sort().join()")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector("#coach-strip:visible")
    page.set_viewport_size({"width": 1280, "height": 860})
    page.click("[data-coach-off]")
    page.wait_for_selector("#pane-log:visible")
    page.reload()
    page.wait_for_selector("#board")
    page.wait_for_selector("#pane-log:visible")
    assert page.locator("#coach .coach__does").count() == 0, "nobody explains what nobody hears"
    page.click("#tab-coach")
    page.wait_for_selector("#coach .coach__goal")


@pytest.mark.browser
def test_a_finger_on_its_way_presses_no_choice_that_came_under_it(people: People) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"])
    page.click("[data-send=start]")
    page.wait_for_selector("#bar .choice[data-legal]")
    tap = """early => {
        const key = document.querySelector("#bar .choice[data-legal]");
        (early ? document.body : key).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        key.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
        return document.body.dataset.busy ?? "";
    }"""
    assert page.evaluate(tap, True) == ""
    assert page.evaluate(tap, False) == "yes"


@pytest.mark.browser
@pytest.mark.parametrize("seats", [4, 6])
def test_however_many_weapons_a_rival_takes_nothing_moves_and_all_are_seen(
    people: People, seats: int
) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"] * (seats - 1))
    page.click("[data-send=start]")
    page.wait_for_selector("#board .rival .hand li")
    measure = """count => {
        const hand = document.querySelector("#board .rival .hand");
        while (hand.children.length > count) hand.lastChild.remove();
        while (hand.children.length < count) hand.append(hand.firstElementChild.cloneNode(true));
        const cards = hand.closest(".rival__cards").getBoundingClientRect();
        const out = [...hand.children].map((one) => one.getBoundingClientRect())
            .filter((one) => one.bottom > cards.bottom + 1 || one.top < cards.top - 1 || one.right > cards.right + 1);
        return [document.querySelector("#board .rivals").getBoundingClientRect().height, out.length];
    }"""
    sizes = [(1280, 720), (1280, 800), (1024, 768), (768, 1024)]
    # On a phone three rivals stand above the reader's own weapons; more of them stand below.
    for width, height in [*sizes, (390, 844), (375, 667), (360, 740)] if seats == 4 else sizes:
        page.set_viewport_size({"width": width, "height": height})
        told = [page.evaluate(measure, count) for count in range(1, 11)]
        assert {tall for tall, _ in told} == {told[0][0]}, (width, height)
        assert not any(out for _, out in told), (width, height)


LAPPED = """() => {
    const board = document.querySelector("#board");
    const box = (one) => one.getBoundingClientRect();
    const seen = (wanted) => [...board.querySelectorAll(wanted)].filter((one) => box(one).width > 2);
    const out = (wanted, frame) => seen(wanted).filter((one) => {
        const [inner, outer] = [box(one), box(one.closest(frame))];
        return inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1 || inner.left < outer.left - 1;
    });
    const cut = (wanted) => seen(wanted).filter((one) => one.scrollHeight > one.clientHeight + 1);
    const floor = Math.max(...seen(".bubble, .bubble .say-key").map((one) => box(one).bottom));
    return [
        ...out(".slot:not(.slot--gone), .casting, .market__head", ".market"),
        ...out(".you__id, .you__hand, .hand--own li, .you__sum, .zone--pile", ".you"),
        ...out(".boss__art, .boss__info, .boss__active", ".boss"),
        ...cut(".spell, .spell__text, .boss__info, .you__sum"),
        ...seen(".slot:not(.slot--gone, .slot--chosen) .spell").filter((one) => box(one).top < floor - 1),
    ].map((one) => `${one.className}: ${one.textContent.trim()}`);
}"""


@pytest.mark.browser
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_on_a_tablet_held_upright_nothing_lies_on_anything_else(people: People, seats: int) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"] * (seats - 1))
    page.set_viewport_size({"width": 768, "height": 1024})
    page.click("[data-send=start]")
    for choice in ("equip 1", "visit", "take 0", "activate"):
        until(page, "document.body.dataset.turn === 'yes' && !('busy' in document.body.dataset)")
        page.wait_for_selector("#bar .choice[data-legal]")
        assert page.evaluate(LAPPED) == [], choice
        key = page.locator(f'#bar [data-choice="{choice}"][data-legal]')
        if not key.count():  # of two, whoever comes second comes too late for a spell
            return
        key.click()


@pytest.mark.browser
def test_on_a_phone_ones_own_weapons_are_in_sight_with_five_rivals(people: People) -> None:
    # Nobody plays before the reader: a spell of somebody's could leave no weapons to ask for.
    page, _ = new_table(people, "boss-quest", ["scripted"] * 5, {"first_armourer": "5"})
    page.click("[data-send=start]")
    page.wait_for_selector("#bar [data-choice='equip 1'][data-legal]")
    page.set_viewport_size({"width": 390, "height": 844})
    order = "document.querySelector('.you').getBoundingClientRect().top < document.querySelector('.rivals').getBoundingClientRect().top"
    until(page, order)
    # A spell on oneself adds no row.
    tall = "document.querySelector('.you').getBoundingClientRect().height"
    before = page.evaluate(tall)
    chip = '<div class="chips"><span class="spellchip"><svg class="px"></svg><span class="chip__words"><b>Bouclier de cœur</b></span></span></div>'
    page.evaluate("chip => document.querySelector('.you__sum').insertAdjacentHTML('beforeend', chip)", chip)
    assert page.evaluate(tall) == before
    # What the Magician offers is told above the fold, and is the way there.
    assert page.locator(".offer svg").count() == page.locator("#board .slot .spell").count()
    page.click("[data-offer]")
    stage, market = (page.locator(one).bounding_box() for one in ("#stage", "#board .market"))
    assert market["y"] + market["height"] <= stage["y"] + stage["height"] + 1


@pytest.mark.browser
def test_the_mystery_is_seen_when_it_is_turned_up(people: People) -> None:
    page, _ = new_table(people, "boss-quest", ["scripted"] * 3, {"first_armourer": "3"})
    page.click("[data-send=start]")
    for choice in ("visit", "take 4", "activate"):
        page.locator(f"#bar [data-choice='{choice}'][data-legal]").click()
    page.wait_for_selector("[data-turned]:not([hidden]) .turned__card")
    told = page.inner_text("[data-turned]")
    names = page.evaluate(
        "JSON.parse(document.querySelector('[data-turned]').dataset.spells).map(one => one.name)"
    )
    assert any(name in told for name in names)
    until(page, "document.querySelector('[data-turned]').hidden")


def test_whoever_has_lost_reads_what_the_end_was_for_them() -> None:
    """And whoever has won does not; the Mystery has its words ready for all."""
    match = Match("boss-quest", 4, seed=5, kinds=["scripted"] * 4)
    while not match.is_over:
        match.let_play(match.deciders[0])
    board = Board(match.game)
    lost = 0
    for seat in range(4):
        seat_view = SeatView.of(match, seat, match.speech("en"))
        html = board.paint(
            board.board, "en", seat_view.context([Player(i, str(i)) for i in range(4)])
        ).whole()
        me, last = seat_view.view["seats"][seat], seat_view.view["last"]
        assert ('class="victory__mine"' in html) is not me["winner"]
        assert html.count("data-spells=") == 1
        if not me["winner"]:
            lost += 1
            mine = html.split('class="victory__mine"')[1].split("</div>")[0]
            assert f"<b>{last['heading']}</b> {last['instead']}" in mine
        winner = seat_view.view["winners"][0]
        name = "you" if winner == seat else seat_view.view["names"][winner]
        assert f"Round {{round}} counted most: {{n}} keys for {name} ({{why}})." in html
    assert lost


@pytest.mark.browser
def test_the_bar_has_a_title_while_a_fight_is_read(people: People) -> None:
    page, _ = at_the_first_fight(people, 1280, 720)
    title = page.locator("#bar").evaluate("(bar) => getComputedStyle(bar, '::before').content")
    assert title.strip('"') == "Le combat de la manche 1"
    close_fight(page)
    assert page.locator("#bar").get_attribute("data-my-fight") is None
