"""People at tables, in real browsers."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from bagarre.games import games
from bagarre.kernel.options import Subset
from tests.patience import PATIENCE
from tests.web.browser.conftest import People
from tests.web.house import Live
from tests.web.test_crash import Process

pytestmark = pytest.mark.browser


def opened(page: Any) -> Any:
    """Wait until the table is there."""
    page.wait_for_selector("#board, .lobby")
    return page


def quick(people: People, game: str, **look: Any) -> Any:
    """One click on the home page."""
    page = people.page(**look)
    page.goto("/")
    page.click(f"form[data-quick={game}] .cover__art")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#board")
    return page


def new_table(
    people: People, game: str, seats: list[str], options: dict[str, Any] | None = None
) -> tuple[Any, str]:
    """A table by the form's own request; gives the host's page and the table's code."""
    page = people.page()
    page.goto("/")
    answer = page.request.post(
        "/api/tables", data={"game": game, "name": "Nadia", "seats": seats, "options": options or {}}
    )
    assert answer.ok, answer.text()
    told = answer.json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    return opened(page), told["code"]


def join(people: People, code: str, name: str, **look: Any) -> Any:
    page = people.page(**look)
    page.goto(f"/t/{code}")
    opened(page)
    page.click("[data-sit]")
    page.fill("#name-field", name)
    page.click("#name-ask button")
    page.wait_for_selector(".tag--you")
    return page


def until(
    page: Any, expression: str, seconds: float = PATIENCE, before: Callable[[Any], object] | None = None
) -> None:
    """Wait for something to become true in the page (whose policy forbids Playwright's own way)."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        if before is not None:
            before(page)
        page.wait_for_timeout(50)


def over(page: Any) -> bool:
    return bool(page.locator(".bar__end").count())


def uncover(page: Any) -> None:
    """Close what covers the board (a fight of Boss Quest, a scene of Badass Force): until then nothing goes on before the reader's eyes."""
    covers = "[data-my-fight] [data-fight-close], [data-scene]:not([hidden])"
    page.evaluate("(covers) => document.querySelector(covers)?.click()", covers)


def move(page: Any, number: int) -> bool:
    """Make one choice of the bar, when there is one."""
    buttons = page.locator("#bar .choice[data-legal]")
    count = buttons.count()
    if not count or page.evaluate("document.body.dataset.busy"):
        return False
    try:
        buttons.nth(number % count).click(timeout=1000)
    except Exception:  # the bar changed under the pointer
        return False
    return True


def play_out(pages: list[Any], seconds: float = PATIENCE) -> int:
    """Everyone chooses until the game is over; gives the number of choices made."""
    end = time.monotonic() + seconds
    made = 0
    while not all(over(page) for page in pages):
        assert time.monotonic() < end, "the game does not end"
        for page in pages:
            uncover(page)
            if not over(page) and move(page, made):
                made += 1
        pages[0].wait_for_timeout(30)
    return made


def boss_quest_options() -> list[Any]:
    game = games().get("boss-quest")
    if game is None or not (game.folder / "board" / "board.html").is_file():
        return []
    extra = {o.name: list(o.values) for o in game.meta.options if isinstance(o, Subset)}
    return [pytest.param({}, id="base"), pytest.param(extra, id="expansions", marks=pytest.mark.soak)]


@pytest.mark.parametrize("options", boss_quest_options())
def test_a_whole_game_of_boss_quest_by_two_browsers_and_bots(people: People, options: dict[str, Any]) -> None:
    nadia, code = new_table(people, "boss-quest", ["open", "scripted", "scripted"], options)
    leo = join(people, code, "Léo", lang="en")
    nadia.click("[data-send=start]")
    for page in (nadia, leo):
        page.wait_for_selector("#board")
    assert play_out([nadia, leo], 240) > 5
    # The end is told when the fight that brought it has been looked at.
    end = time.monotonic() + PATIENCE
    while not nadia.inner_text(".bar__end h2"):
        assert time.monotonic() < end, "the end is never told"
        uncover(nadia)
        nadia.wait_for_timeout(60)
    assert nadia.locator("[data-send=rematch]").count() == 1


def test_one_click_from_the_page_to_a_game(people: People) -> None:
    page = quick(people, "leduc")
    page.wait_for_selector("#bar .choice[data-legal]")
    play_out([page])
    assert page.locator("#log li").count() > 5


def test_a_friend_joins_by_the_link_and_both_play(people: People) -> None:
    host, code = new_table(people, "leduc", ["open"])
    friend = join(people, code, "Léo <i>", lang="en", width=390, height=844)
    host.wait_for_selector("text=Léo <i>")
    host.click("[data-send=start]")
    host.wait_for_selector("#board")
    friend.wait_for_selector("#board")
    assert "À vous, Nadia" in host.inner_text("#bar")
    assert "Nadia is choosing" in friend.inner_text("#bar")
    # The same choice from the table itself.
    host.click("#board [data-choice=call]")
    friend.wait_for_selector("#bar .choice[data-legal]")
    assert "Nadia calls (1)." in friend.inner_text("#log") or friend.locator("#log li").count() >= 3
    friend.click("#bar [data-choice=call]")
    host.wait_for_selector("#log .log__round")
    play_out([host, friend], 60)


def test_what_is_not_possible_says_why(people: People) -> None:
    page = quick(people, "leduc")
    page.wait_for_selector("#bar .choice[data-legal]")
    page.hover("#board [data-choice=fold]")
    page.wait_for_selector("#tip:not([hidden])")
    assert "Il n'y a rien à suivre" in page.inner_text("#tip")
    page.click("#tip a")
    page.wait_for_selector("#rules-drawer[open] #LE-BET-4.is-wanted")
    page.keyboard.press("Escape")
    page.wait_for_selector("#rules-drawer", state="hidden")
    page.evaluate("document.activeElement.blur()")
    page.focus("#board [data-choice=fold]")
    page.wait_for_selector("#tip:not([hidden])")
    assert page.get_attribute("#board [data-choice=fold]", "aria-describedby") == "tip"
    # What comes to lie under a pointer that rests was not asked about.
    page.mouse.move(5, 5)
    page.wait_for_selector("#tip", state="hidden")
    asked = """() => document.querySelector('#board [data-choice=fold]').dispatchEvent(
        new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse', clientX: 5, clientY: 5 }))"""
    page.evaluate(asked)
    page.wait_for_timeout(400)
    assert page.is_hidden("#tip")
    page.evaluate(asked.replace("clientX: 5", "clientX: 6"))
    page.wait_for_selector("#tip:not([hidden])")


WATCH = """() => {
  window.over = [];
  const painted = () => document.getAnimations().filter((one) => one.effect.pseudoElement?.startsWith("::view-transition")).length;
  new MutationObserver(() => {
    if (!document.getElementById("curtain").open) return;
    let frames = 0;
    const look = () => {
      if (!document.getElementById("curtain").open) return;
      window.over.push(painted());
      if (++frames < 30) requestAnimationFrame(look);
    };
    look();
  }).observe(document.getElementById("curtain"), { attributes: true });
}"""


def test_nothing_is_painted_over_the_curtain(people: People) -> None:
    """A transition is painted above every dialog: it would show the hand of whoever leaves for a third of a second."""
    page = people.page(reduced_motion="no-preference")
    page.goto("/")
    told = page.request.post(
        "/api/tables", data={"game": "boss-quest", "name": "Nadia", "seats": ["here"], "start": True}
    ).json()
    page.goto(f"/t/{told['code']}#{','.join(told['tokens'])}")
    page.wait_for_selector("#curtain[open]")
    page.evaluate(WATCH)
    for _ in range(3):
        page.click("#curtain-go")
        page.wait_for_selector("#bar .choice[data-legal]")
        until(page, "document.getElementById('curtain').open", before=lambda page: move(page, -1))
        until(page, "window.over.length >= 30")
        assert not any(page.evaluate("window.over")), "a picture of the board over the curtain"
        box = page.evaluate(
            "(({x, y, width, height}) => [x, y, width, height])(document.getElementById('curtain').getBoundingClientRect())"
        )
        assert box == [0, 0, *page.viewport_size.values()], "nor beside it"
        page.evaluate("window.over = []")


def test_keyboard_only(people: People) -> None:
    page = people.page()
    page.goto("/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('form[data-quick=leduc] button') !== null"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#bar .choice[data-legal]")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#bar .choice[data-legal]')"):
            break
    else:
        raise AssertionError("the bar cannot be reached by Tab")
    page.keyboard.press("Enter")
    end = time.monotonic() + PATIENCE
    while not over(page):
        assert time.monotonic() < end
        page.keyboard.press("1")
        page.wait_for_timeout(60)


def test_both_languages_at_any_time(people: People) -> None:
    page = quick(people, "leduc", lang="en")
    page.wait_for_selector("text=Your turn")
    page.click("[data-lang=fr]")
    page.wait_for_selector("text=À vous de jouer")
    assert "reçoit" in page.inner_text("#log")
    page.goto("/")
    assert page.get_attribute("html", "lang") == "fr"


def test_a_spectator_sees_no_hand(people: People) -> None:
    page, code = new_table(people, "leduc", ["scripted"])
    page.click("[data-send=start]")
    page.wait_for_selector("#board")
    watcher = people.page()
    watcher.goto(f"/t/{code}")
    watcher.wait_for_selector("#board")
    assert watcher.locator("#board .card--back").count() == 3
    assert page.locator("#board .card--back").count() == 2
    assert watcher.locator("#bar .choice").count() == 0
    assert "Vous regardez" in watcher.inner_text("#bar")


def test_a_browser_that_keeps_nothing(people: People) -> None:
    page = people.page()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page.goto("/")
    page.click("form[data-quick=leduc] .cover__art")
    page.wait_for_selector("#bar .choice[data-legal]")
    page.reload()
    page.wait_for_selector("#bar .choice[data-legal]")


def test_hot_seat_with_a_curtain(people: People) -> None:
    page, _ = new_table(people, "leduc", ["here"])
    page.click("[data-send=start]")
    page.wait_for_selector("#curtain[open]")
    assert "Nadia" in page.inner_text("#curtain-title")
    page.click("#curtain-go")
    page.wait_for_selector("#bar .choice[data-legal]")
    mine = page.inner_text("#b-seat-0 .card")
    assert mine != "?"
    page.click("#bar [data-choice=call]")
    page.wait_for_selector("#curtain[open]")
    # Nobody leaves by the back door.
    for _ in range(3):
        page.keyboard.press("Escape")
        page.wait_for_selector("#curtain[open]")
    assert page.inner_text("#b-seat-0 .card") == "?"
    assert f"reçoit {mine}" not in page.inner_text("body")
    page.click("#curtain-go")
    page.wait_for_selector("#bar .choice[data-legal]")
    assert page.inner_text("#b-seat-1 .card") != "?"


def test_undo_folds_the_move(people: People) -> None:
    page, code = new_table(people, "leduc", ["open"])
    friend = join(people, code, "Léo")
    page.click("[data-send=start]")
    page.click("#bar [data-choice=raise]")
    page.wait_for_selector("text=Léo choisit…")
    page.click("[data-send=undo]")
    page.wait_for_selector("text=À vous, Nadia")
    assert page.locator("#log .undone").count() == 1
    page.click("#bar [data-choice=raise]")
    friend.click("#bar [data-choice=call]")
    # After somebody else has acted, all must agree.
    page.wait_for_selector("#log .log__round")
    page.click("[data-send=undo]")
    friend.wait_for_selector("#back[open]")
    page.wait_for_selector("#asking >> text=On attend l’accord de : Léo.")
    # Whoever asked may think better of it.
    page.click("#asking-stop")
    friend.wait_for_selector("#toast >> text=Nadia renonce à reprendre son coup.")
    until(friend, "!document.getElementById('back').open")
    page.click("[data-send=undo]")
    friend.wait_for_selector("#back[open]")
    friend.click("[data-agree=yes]")
    page.wait_for_selector("text=À vous, Nadia")
    until(page, "document.querySelectorAll('#log .undone').length >= 4")
    page.click("#bar [data-choice=raise]")
    friend.click("#bar [data-choice=call]")
    until(page, "document.querySelectorAll('#log .log__round').length >= 2")
    page.click("[data-send=undo]")
    friend.wait_for_selector("#back[open]")
    # To turn away is to say no, and whoever asked is told. That stands until the position changes.
    friend.keyboard.press("Escape")
    page.wait_for_selector("#toast >> text=Léo n’est pas d’accord")
    page.click("[data-send=undo]")
    page.wait_for_selector("#toast >> text=Cette reprise vient d’être refusée")


def test_chat_and_seats_on_a_phone(people: People) -> None:
    page, code = new_table(people, "leduc", ["open"])
    phone = join(people, code, "Léo", width=390, height=844)
    page.click("[data-send=start]")
    page.wait_for_selector("#board")
    phone.wait_for_selector("#board")
    phone.click("[data-side=log]")
    # A person aims at the first words of a line, not at the clause behind them.
    phone.click("#log li > span", position={"x": 4, "y": 6})
    phone.wait_for_selector("#pane-log:visible")
    phone.click("#tab-chat")
    phone.wait_for_selector("#pane-chat:visible")
    for _ in range(2):
        phone.fill("#say-text", "<b>salut</b>")
        phone.press("#say-text", "Enter")
    phone.wait_for_selector("#pane-chat:visible")
    page.wait_for_selector("#tab-chat .count:not(:empty)")
    page.click("#tab-chat")
    page.wait_for_selector("text=<b>salut</b>")
    phone.click("[data-close-side]")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing overflows sideways"
    page.click("[data-open=people-drawer]")
    page.click("#people [data-send=bot][data-seat='1']")
    page.wait_for_selector("#people >> text=remplacé par un bot")
    page.keyboard.press("Escape")
    phone.click("#bar [data-send=back]")
    page.wait_for_selector("#people >> text=remplacé par un bot", state="detached")


def test_replay_and_continue_from_here(people: People) -> None:
    page = quick(people, "leduc")
    play_out([page])
    page.click(".bar__after a[href^='/r/']")
    page.wait_for_selector("#board")
    page.wait_for_selector("#log li")
    last = int(page.get_attribute("body", "data-last"))
    assert page.input_value("#eye") == "0", "through one's own eyes"
    assert page.locator("#board .card--back").count() == 4, "the others' cards and the public one"
    assert page.locator("#log li:visible").count() < page.locator("#log li").count(), "nothing is told before"
    page.select_option("#eye", "-2")
    until(page, "document.querySelectorAll('#board .card--back').length === 1")
    page.fill("#note-text", "ici")
    page.click("#note button")
    page.wait_for_selector("#notes >> text=ici")
    page.click("#next")
    until(page, "document.getElementById('count').textContent.startsWith('1 /')")
    page.select_option("#eye", "-1")
    until(page, "document.querySelectorAll('#board .card--back').length === 5")
    page.click("#end")
    until(page, f"document.getElementById('count').textContent === '{last} / {last}'")
    assert page.is_disabled("#go-on"), "nothing follows the end"
    assert f"m={last}" in page.url
    page.reload()
    until(page, f"document.getElementById('count').textContent === '{last} / {last}'")
    page.locator("#log .log__jump").first.click()
    until(page, "document.getElementById('count').textContent.startsWith('0 /')")
    page.click("#next")
    until(page, "document.getElementById('count').textContent.startsWith('1 /')")
    page.click("[data-open=continue]")
    page.click("#continue-go")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#board")
    play_out([page])


def test_the_table_is_remembered(people: People) -> None:
    page = quick(people, "leduc")
    page.wait_for_selector("#bar .choice[data-legal]")
    page.goto("/")
    page.wait_for_selector(".tn--hot >> text=À vous")
    page.click(".tn--hot")
    page.wait_for_selector("#bar .choice[data-legal]")
    link = page.evaluate(
        "document.body.dataset.link + '#' + JSON.parse(localStorage['bagarre.tables'])[0].tokens.join(',')"
    )
    other = people.page()
    other.goto(link)
    other.wait_for_selector("#bar .choice[data-legal]")
    assert "#" not in other.url, "the token does not stay in the address"


def test_killed_and_restarted_in_mid_game(chromium: Any, tmp_path: Any) -> None:
    process = Process(tmp_path)
    process.start()
    people = People(chromium, f"http://127.0.0.1:{process.port}")
    try:
        page, code = new_table(people, "leduc", ["open"])
        friend = join(people, code, "Léo")
        page.click("[data-send=start]")
        page.click("#bar [data-choice=raise]")
        friend.wait_for_selector("#bar .choice[data-legal]")
        log = page.inner_text("#log")
        process.kill()
        page.wait_for_selector("#net:not([hidden])")
        process.start()
        page.wait_for_selector("#net", state="hidden")
        friend.wait_for_selector("#net", state="hidden")
        assert page.inner_text("#log") == log
        friend.click("#bar [data-choice=call]")
        page.wait_for_selector("#log .log__round")
        play_out([page, friend], 60)
    finally:
        people.close()
        process.kill()


def test_a_form_makes_the_table(people: People, server: Live) -> None:
    page = people.page()
    page.goto("/new/leduc")
    page.fill("[name=name]", "Maud")
    page.locator(".fold summary").last.click()
    page.fill("[name=title]", "Mardi")
    page.check("[name=count][value='3']", force=True)
    page.select_option("[data-seat-line='2'] .levels select", "search:4")
    page.select_option("[data-seat-line='3'] [data-seat-kind]", "here")
    page.click(".fold summary >> nth=0")
    page.fill("[name=o-raises]", "9")
    page.click(".sum .go")
    page.wait_for_selector(".form__error:not([hidden])")
    assert "raises" in page.inner_text(".form__error")
    people.complaints = [c for c in people.complaints if "422" not in c]
    page.fill("[name=o-raises]", "3")
    page.check("[name=pace-kind][value=clock]", force=True)
    page.check("[name=clock][value='60']", force=True)
    page.click(".sum .go")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".lobby")
    assert "Mardi" in page.inner_text(".lobby")
    assert page.locator(".lobby .tag--you").count() == 2
    # The bot of that level has a name and a temper, and gives way to one of another level.
    bot = page.locator("select[data-bot-for='1']")
    assert bot.input_value() == "search:4"
    assert page.locator(".lobby .temper").count() == 1
    before = page.inner_text(".lobby [data-id='seat-1'] b")
    bot.select_option("search:1")
    page.wait_for_function(
        "before => document.querySelector('.lobby [data-id=seat-1] b').innerText != before", arg=before
    )
    page.click("[data-send=start]")
    page.wait_for_selector("#curtain[open]")
    page.click("#curtain-go")
    page.wait_for_selector("#clock:not([hidden])")
