"""The page *What if?*: one change at a time, in a process of its own, with limits; whatever is sent."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.figures import another_value, changed, figures, find
from bagarre.lab.study.whatif import Comparison, Question, compared
from bagarre.web.reviews import Progress
from bagarre.web.settings import Limits
from bagarre.web.whatif import DONE, FAILED, READY, STARTING, WRONG, Comparisons, grouped
from tests.patience import PATIENCE
from tests.web.house import Live, live

GRENADE = {"figure": "weapon.grenade.trigger", "value": 2, "players": 3}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("whatif"), whatif_deals=8, whatif_seconds=3600.0) as running:
        yield running


def asked(http: httpx.Client, game: str, body: Any, lang: str = "en") -> list[dict[str, Any]]:
    answer = http.post(f"/api/whatif/{game}?lang={lang}", json=body, timeout=PATIENCE)
    if answer.status_code != 200:
        return [{"state": "refused", "status": answer.status_code, **answer.json()}]
    return [json.loads(line) for line in answer.text.splitlines()]


def test_the_page_lists_the_figures_and_where_to_begin(http: httpx.Client) -> None:
    assert http.get("/whatif").headers["location"].startswith("/whatif/")
    french = http.get("/whatif/badass-force?lang=fr").text
    assert "Grenade · case de déclenchement (3)" in french
    assert "Grenade · trigger square (3)" in http.get("/whatif/badass-force?lang=en").text
    assert "/whatif/battleworld" in http.get("/workshop").text
    assert http.get("/whatif/morra").status_code == 404, "a game without figures has no such page"


@pytest.mark.parametrize("name", ["boss-quest", "badass-force", "battleworld", "baston"])
def test_what_the_page_proposes_first_can_be_played(name: str) -> None:
    game = find_game(name)
    one = figures(game)[0]
    assert another_value(game, one) != one.value
    game.prepare(game.meta.players[0], packs=[changed(game, {one: another_value(game, one)})])


def test_a_figure_of_a_scenario_is_compared_there_and_has_a_name() -> None:
    found = Comparison(find_game("baston"), Question(2, "scenarios.kraitneu.score.knocked", 9))
    assert found.setting.options == (("scenario", "kraitneu"),)
    with pytest.raises(Mistake, match="seats"):
        Comparison(find_game("baston"), Question(4, "scenarios.kraitneu.turns", 9))
    for lang in ("fr", "en"):
        for table, named in grouped(find_game("baston"), lang):
            assert all("score" not in name and figure.table != table for figure, name in named)


@pytest.mark.rule("BA-CHAR-2")
def test_what_a_characteristic_gains_is_taken_from_the_others() -> None:
    game = find_game("baston")
    one = find(figures(game), "characters", "dudule", "strength")
    text = changed(game, {one: one.value + 2}).text
    stats = [int(found) for found in re.findall(r"(?:strength|dexterity|speed|constitution) = (\d+)", text)]
    assert stats[0] == one.value + 2
    assert sum(stats) == 16


def test_a_comparison_is_told_as_it_goes(http: httpx.Client) -> None:
    lines = asked(http, "badass-force", GRENADE)
    assert [line["state"] for line in lines] == ["waiting", "ready", "playing", "playing", "done"]
    assert lines[0] == {"state": "waiting", "ahead": 0, "reviewing": False}
    assert [line.get("done") for line in lines[2:4]] == [4, 8]
    assert "Too few deals" in lines[-1]["html"]
    assert "<h2>Grenade</h2>" in lines[-1]["html"]
    assert lines == asked(http, "badass-force", GRENADE), "the same again"
    assert "Trop peu de donnes" in asked(http, "badass-force", GRENADE, "fr")[-1]["html"]


def test_a_pack_of_somebodys_own(http: httpx.Client) -> None:
    pack = '[[boss]]\nid = "boss_14"\nhp = 13\nflag = "printed"\nname = { fr = "X", en = "X" }\n'
    lines = asked(http, "boss-quest", {"pack": pack, "players": 2})
    assert lines[-1]["state"] == "done"


@pytest.mark.parametrize(
    ("game", "body"),
    [
        ("chess", GRENADE),
        ("badass-force", GRENADE | {"players": 9}),
        ("badass-force", GRENADE | {"value": -1}),
        ("badass-force", GRENADE | {"value": "many"}),
        ("badass-force", GRENADE | {"value": 3}),
        ("badass-force", GRENADE | {"value": 99}),
        ("badass-force", GRENADE | {"figure": "weapon.spoon.length"}),
        ("badass-force", GRENADE | {"figure": "../../etc"}),
        ("badass-force", {"pack": "[[weapon", "players": 3}),
        ("badass-force", {"pack": "#" * (49 << 10), "players": 3}),
        ("badass-force", {"players": 3}),
        ("baston", {"figure": "characters.grobid.strength", "value": 8, "players": 2}),
        ("boss-quest", []),
    ],
)
def test_bad_input_is_one_line(http: httpx.Client, game: str, body: Any) -> None:
    for lang in ("fr", "en"):
        last = asked(http, game, body, lang)[-1]
        assert last["state"] in ("wrong", "refused")
        assert last["message"]
        assert "\n" not in last["message"]


def hopeless(compiled: bool = False, **limits: Any) -> Comparisons:
    return Comparisons(Limits(**({"whatif_deals": 4, "whatif_seconds": 3600.0} | limits)), compiled)


async def everything(found: Comparisons, value: int = 2) -> list[tuple[str, Any]]:
    asked = Question(3, "weapon.grenade.trigger", value)
    return [told async for told in found.play(find_game("badass-force"), asked)]


def test_whoever_comes_when_many_wait_is_told_so() -> None:
    found = hopeless(whatif_waiting=1)
    found.waiting = 1
    found.check_room()
    found.waiting = 2
    with pytest.raises(Mistake, match="whatif_busy"):
        found.check_room()
    found.stop()


def test_a_process_that_is_gone_is_replaced() -> None:
    async def run() -> None:
        found = hopeless()
        try:
            assert (await everything(found))[-1][0] == DONE
            assert found.worker.process is not None
            found.worker.process.kill()
            found.worker.process.join()
            assert (await everything(found))[-1][0] == FAILED
            assert (await everything(found))[-1][0] == DONE
            assert found.waiting == 0
        finally:
            found.stop()

    asyncio.run(run())


def test_a_process_that_says_nothing_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bagarre.web.whatif.PREPARING", 0.0)

    async def run() -> None:
        found = hopeless()
        try:
            state, told = (await everything(found))[-1]
            assert state == WRONG
            assert told.key == "reading_too_much"
            assert found.worker.process is None
        finally:
            found.stop()

    asyncio.run(run())


def test_whoever_leaves_ends_what_was_played_for_them() -> None:
    async def run() -> None:
        found = hopeless(whatif_deals=1_000_000, whatif_seconds=3600.0)
        try:
            playing = found.play(find_game("badass-force"), Question(3, "weapon.grenade.trigger", 2))
            await anext(playing)
            assert found.waiting == 1
            await playing.aclose()  # type: ignore[attr-defined]
            assert found.worker.process is None
            assert found.waiting == 0
        finally:
            found.stop()

    asyncio.run(run())


def test_whoever_waits_hears_when_it_is_their_turn() -> None:
    async def run() -> None:
        found = hopeless()
        try:
            await found._turn.acquire()
            waiting = asyncio.create_task(everything(found))
            while not found.waiting:
                await asyncio.sleep(0)
            found._turn.release()
            assert [state for state, _ in await waiting][:2] == [STARTING, READY]
            assert (await everything(found))[0][0] == READY, "nobody was before"
        finally:
            found.stop()

    asyncio.run(run())


def test_the_page_says_what_is_waited_for(server: Live, http: httpx.Client) -> None:
    reviews = server.registry.reviews
    reviews._waiting["x"] = Progress("x", "", "")
    try:
        assert asked(http, "badass-force", GRENADE)[0]["reviewing"]
    finally:
        del reviews._waiting["x"]
    page = http.get("/whatif/badass-force?lang=en").text
    assert 'data-seconds="3600"' in page
    assert "reviewed at the same time" in page


# What is compared.


def test_the_clock_ends_a_comparison_after_the_first_step() -> None:
    times = iter([0.0, 0.0, 9.0, 9.0])
    comparison = Comparison(find_game("boss-quest"), Question(2, "boss.boss_14.hp", 13))
    steps = list(comparison.play(compiled=False, seconds=5.0, deals=400, clock=lambda: next(times)))
    assert steps == [4, 8]
    told = comparison.told()
    assert told["deals"] == steps[-1]
    assert not told["sure"]


@pytest.mark.parametrize(
    ("game", "figure", "setting", "subject"),
    [
        ("battleworld", "character.thor.life", "random", "thor"),
        ("badass-force", "weapon.katana.trigger", "dvd", "katana"),
        ("boss-quest", "potion.potion_1.plus", "all", "potion_1"),
        ("boss-quest", "boss.boss_14.hp", "usual", None),
        ("baston", "characters.grobid.strength", "usual", None),
    ],
)
def test_it_is_played_where_the_entry_comes_up(
    game: str, figure: str, setting: str, subject: str | None
) -> None:
    found = find_game(game)
    comparison = Comparison.__new__(Comparison)

    comparison.game = found
    comparison.figure = next(one for one in figures(found) if one.path == figure)
    there, compared_with = comparison._compared()
    assert there.name == setting
    assert (compared_with.id if compared_with else None) == subject


def test_shares_of_the_same_deals_are_compared_deal_by_deal() -> None:
    import numpy as np

    usual = np.array([[1, 60, 30], [1, 0, 30]] * 50, float)
    same = compared(usual, usual)
    assert same is not None
    assert same[2] == pytest.approx([0, 0, 0])
    better = usual.copy()
    better[:10] = [1, 60, 30]
    moved = compared(usual, better)
    assert moved is not None
    assert moved[2][0] == pytest.approx(0.05)
    assert moved[2][1] > 0
    assert compared(usual, np.zeros((100, 3))) is None
    missing = compared(usual, better, missing=True)
    assert missing is not None
    assert missing[2][0] == pytest.approx(-0.05)
