"""A lesson at a table in the browser: the coach answers, the others wait until one has read on, and the end is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from bagarre.games import games
from bagarre.kernel.game import Game
from bagarre.lesson import lessons_of
from bagarre.web.still import still_page
from tests.patience import PATIENCE
from tests.web.house import Live, Wire, live

COURSES = [game for game in games().values() if lessons_of(game)]
FIRST = "/learn/boss-quest/1"


def begun(server: Live, http: httpx.Client, path: str = FIRST) -> tuple[str, str, Wire]:
    """A lesson that was begun: its table, the learner's token and wire."""
    answer = http.post(path, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"/t/([\w-]+)#([\w-]+)", answer.headers["location"])
    assert found is not None
    code, token = found.groups()
    wire = server.wire(code, token)
    wire.hold(lambda told: told.get("lesson"))
    return code, token, wire


def choose(wire: Wire, choice: str) -> dict[str, Any]:
    wire.hold(lambda told: any(option["choice"] == choice for option in told.get("legal", [])))
    return wire.ask(type="choose", choice=choice, seq=wire.told["seq"])


def test_a_wrong_answer_is_answered_and_changes_nothing(server: Live, http: httpx.Client) -> None:
    _, _, wire = begun(server, http)
    before = wire.told["view"]
    answer = choose(wire, "visit")
    assert answer["code"] == "lesson_reply"
    assert "Boulon" in answer["message"]
    assert wire.told["view"] == before


def test_the_others_wait_until_one_has_read_on(server: Live, http: httpx.Client) -> None:
    _, _, wire = begun(server, http)
    assert choose(wire, "equip 1")["type"] == "accepted"
    wire.hold(lambda told: told["lesson"]["waits"])
    pages = wire.told["lesson"]["pages"]
    assert [line["text"] for line in wire.told["log"] if "Boulon" in line["text"]] == []
    wire.send(type="read", pages=pages[-1]["n"] + 1)
    wire.hold(lambda told: not told["lesson"]["waits"] and len(told["lesson"]["pages"]) > len(pages))
    wire.hold(lambda told: any(option["choice"] == "visit" for option in told["legal"]))
    assert choose(wire, "visit")["type"] == "accepted"
    wire.hold(lambda told: told["lesson"]["done"])


def test_a_lesson_offers_no_way_to_skip_what_waits_for_the_reader(server: Live, http: httpx.Client) -> None:
    code, _, wire = begun(server, http)
    table = server.registry.tables[code]
    assert choose(wire, "equip 1")["type"] == "accepted"
    wire.hold(lambda told: told["lesson"]["waits"])
    assert not wire.told["legal"]
    assert not table.state.may_hurry(0)


def test_nobody_else_reads_on_and_other_tables_have_no_lesson(server: Live, http: httpx.Client) -> None:
    code, _, wire = begun(server, http)
    stranger = server.wire(code)
    stranger.settle()
    assert stranger.ask(type="read", pages=9)["type"] == "error"
    for wrong in ({}, {"pages": "2"}, {"pages": True}, {"pages": None}):
        assert wire.ask(type="read", **wrong)["type"] == "error"


def test_a_server_started_anew_goes_on_with_the_lesson(tmp_path: Path) -> None:
    with live(tmp_path) as server, httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        code, token, wire = begun(server, http)
        assert choose(wire, "equip 1")["type"] == "accepted"
        wire.close()
    with live(tmp_path) as server:
        wire = server.wire(code, token)
        wire.hold(lambda told: told.get("lesson") and told["lesson"]["part"][0] == 1)
        wire.close()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_page_of_lessons_lists_them_all(http: httpx.Client, lang: str) -> None:
    page = http.get(f"/learn?lang={lang}").text
    for game in COURSES:
        for lesson in lessons_of(game):
            assert f'action="/learn/{game.name}/{lesson.name}"' in page
    assert http.get(f"{FIRST}?lang={lang}").status_code == 200
    assert http.get("/learn/boss-quest/99").status_code in (400, 404, 422)
    assert http.post("/learn/no-such-game/1").status_code in (400, 404, 422)


@pytest.mark.parametrize("game", COURSES, ids=lambda game: game.name)
def test_the_link_before_a_first_game_leads_to_its_first_lesson(http: httpx.Client, game: Game) -> None:
    told = http.get(f"/learn/{game.name}")
    assert told.status_code == 200
    invited = told.text.partition('class="invited"')[2].partition(">")[0]
    assert f'action="/learn/{game.name}/{lessons_of(game)[0].name}"' in invited


@pytest.mark.parametrize("game", COURSES, ids=lambda game: game.name)
def test_what_a_lesson_points_at_is_on_the_board(game: Game) -> None:
    """Selectors of one class, id or attribute, found in the board as the learner sees it just then."""
    for lesson in lessons_of(game):
        pointed = 0
        match = lesson.start("Novice", "fr")
        while True:
            pages = [page for page in lesson.pages_at(match) if page.before == lesson.place(match)]
            if any(page.look for page in pages):
                html = still_page(match, lesson.you).partition("<main")[2]
                for page in pages:
                    for selector in page.look:
                        pointed += 1
                        assert stands(selector, html), (
                            f"{lesson.name}: {selector} after {lesson.place(match)} choices"
                        )
            act = lesson.act(match)
            if act is None or match.is_over:
                break
            legal = match.legal(act.seat)
            choice = next(one for one in legal if any(lesson.fits(pattern, one) for pattern in act.right))
            match.play(act.seat, choice, lesson.chance(match), exact=False)
        assert pointed, f"{lesson.name} points at nothing"


def stands(selector: str, html: str) -> bool:
    """Is there an element that a simple selector fits?"""
    sign, name = selector[0], selector[1:]
    if sign == ".":
        return any(name in classes.split() for classes in re.findall(r'class="([^"]*)"', html))
    if sign == "#":
        return f'id="{name}"' in html
    return name.rstrip("]") in html
