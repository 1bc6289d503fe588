"""Ratings: which games count, what follows from them, and the page of the ladder. About 15 s."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from bagarre.web.ratings import (
    MEASURED,
    MIDDLE,
    PERSON,
    PROGRAM,
    Rating,
    Ratings,
    Result,
    begins,
    placed,
    rated,
    result_of,
    share,
)
from bagarre.web.store import BOT, HUMAN, Waiting
from tests.web.devices import Device
from tests.web.house import Live, live

ROOT = Path(__file__).parent.parent.parent
ADA, BOB, CLEO = PERSON + "ada", PERSON + "bob", PERSON + "cleo"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("ratings")) as running:
        yield running


# The model.


def test_whoever_wins_rises_and_everybody_is_known_better() -> None:
    found = rated("leduc", [Result([ADA, BOB, CLEO], [1, 2, 3])])
    assert found[ADA].mu > found[BOB].mu > found[CLEO].mu
    assert all(rating.sigma < Rating().sigma for rating in found.values())
    alike = rated("leduc", [Result([ADA, BOB], [1, 1])])
    assert alike[ADA].mu == pytest.approx(alike[BOB].mu)


def test_the_same_results_give_the_same_ratings() -> None:
    results = [Result([ADA, BOB, CLEO], [1, 2, 3]), Result([BOB, ADA], [1, 2]), Result([ADA, PROGRAM + "search:3"], [2, 1])]  # fmt: skip
    assert rated("boss-quest", results) == rated("boss-quest", results)
    # Whoever stands above in the end has beaten more.
    won = [
        Result([ADA, BOB, CLEO], [1, 2, 3]),
        Result([ADA, CLEO, BOB], [1, 2, 3]),
        Result([BOB, ADA, CLEO], [1, 2, 3]),
    ]
    many = rated("leduc", won * 20)
    assert many[ADA].level - many[ADA].margin > many[CLEO].level + many[CLEO].margin
    assert many[ADA].games == 60


def test_intervals_hold_what_they_say() -> None:
    """Clubs of people whose strengths are known: nineteen of twenty intervals should hold them."""
    held = tried = 0
    for number in range(6):
        dice = random.Random(number)
        true = {f"{PERSON}{i}": dice.gauss(1500, 150) for i in range(8)}
        results = []
        for _ in range(100):
            left, order = dice.sample(sorted(true), 4), list[str]()
            while left:
                order.append(dice.choices(left, [10 ** (true[player] / 400) for player in left])[0])
                left.remove(order[-1])
            results.append(Result(order, [1, 2, 3, 4]))
        found = rated("leduc", results)
        shift = sum(found[player].level - true[player] for player in true) / len(true)
        held += sum(
            abs(found[player].level - shift - true[player]) <= found[player].margin for player in true
        )
        tried += len(true)
    assert held >= 0.85 * tried


def test_a_bot_with_several_seats_is_one_player() -> None:
    bot = PROGRAM + "search:3"
    found = rated("leduc", [Result([ADA, bot, bot, bot], [1, 2, 3, 4])])
    assert set(found) == {ADA, bot}
    assert found[bot].games == 1
    assert found[bot].mu < MIDDLE


def test_bots_begin_where_the_ladder_measured_them() -> None:
    text = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
    for game, levels in MEASURED.items():
        # The first table of a game is the one over all numbers of players.
        table = re.search(rf"<!-- {game}-[\d-]+ -->(.*?)<!-- /", text, re.DOTALL)
        assert table
        for spec, (level, margin) in levels.items():
            found = re.search(rf"\(`{spec}`\) \| ([\d,]+) \| (?:± (\d+)|–)", table[1])
            assert found
            assert int(found[1].replace(",", "")) == level
            assert found[2] is None or int(found[2]) == margin
            assert begins(game, PROGRAM + spec).level == level
            assert abs(begins(game, PROGRAM + spec).margin - margin) <= 1
    assert begins("leduc", PROGRAM + "search:3") == Rating()


def test_places_are_shared_while_nobody_knows() -> None:
    near = placed({"a": Rating(26, 1), "b": Rating(25, 1), "c": Rating(10, 0.1)})
    assert [(place.player, place.best, place.worst) for place in near] == [
        ("a", 1, 2),
        ("b", 1, 2),
        ("c", 3, 3),
    ]
    assert share(1500, [1500] * 3) == pytest.approx(0.25)
    assert share(1900, [1500]) == pytest.approx(10 / 11)


# Which games count.


def seat(kind: str = HUMAN, person: str = "", bot: str = "", token_hash: str = "") -> Any:
    return SimpleNamespace(kind=kind, person=person, bot=bot, token_hash=token_hash or ("t" if kind == HUMAN else ""))  # fmt: skip


def table(ranks: list[int] | None) -> dict[str, Any]:
    return {"waiting": Waiting(ranks=ranks).to_json(), "changed": 7.0}


def test_a_game_counts_where_everybody_is_known() -> None:
    bot = seat(BOT, bot="search:3")
    assert result_of(table([1, 2]), [seat(person="ada"), bot]) == Result(
        [ADA, PROGRAM + "search:3"], [1, 2], 7.0
    )
    assert result_of(table([1, 2]), [seat(person="ada"), seat()]) is None, "somebody without a name"
    assert result_of(table([1, 2]), [seat(person="ada"), seat(person="ada")]) is None, "alone with oneself"
    assert result_of(table([1, 2]), [bot, bot]) is None, "bots among themselves"
    assert result_of(table(None), [seat(person="ada"), bot]) is None
    left = seat(BOT, person="ada", bot="scripted", token_hash="t")
    assert result_of(table([1, 2]), [left, seat(person="bob")]) == Result([ADA, BOB], [3, 2], 7.0), (
        "whoever left comes last"
    )


def named(server: Live, name: str) -> Device:
    device = Device(server.base)
    device.register(name)
    return device


def play_out(server: Live, told: dict[str, Any], session: str) -> None:
    wire = server.wire(told["code"], *told["tokens"], session=session)
    while wire.wait_turn():
        wire.choose()
        wire.settle(0.02)
    wire.close()


@pytest.mark.parametrize(
    "wrong",
    [{"seats": ["here"]}, {"options": {"raises": 3}}, {"companion": True}, {"seats": []}, {"packs": [{"name": "x", "text": ""}]}],
)  # fmt: skip
def test_a_rated_table_is_as_the_box_says(server: Live, http: httpx.Client, wrong: dict[str, Any]) -> None:
    asked = {"game": "leduc", "name": "Ada", "seats": ["search:3"], "rated": True} | wrong
    assert http.post("/api/tables", json=asked).status_code == 422


def test_a_rated_game_from_the_table_to_the_ladder(server: Live) -> None:
    ada = named(server, "Ada")
    asked = {"game": "leduc", "name": "Ada", "seats": ["search:1"], "rated": True, "start": True}
    told = ada.http.post("/api/tables", json=asked).json()
    wire = server.wire(told["code"], *told["tokens"], session=ada.session)
    wire.wait_turn()
    assert wire.ask(type="undo")["code"] == "rated_table"
    assert wire.ask(type="hint")["code"] == "no_aids"
    wire.close()
    play_out(server, told, ada.session)
    unrated = ada.http.post("/api/tables", json=asked | {"rated": False}).json()
    play_out(server, unrated, ada.session)
    nameless = httpx.post(f"{server.base}/api/tables", json=asked).json()
    play_out(server, nameless, "")
    ladder = ada.http.get("/api/ladder/leduc").json()["players"]
    assert sorted((row["name"], row["games"]) for row in ladder if not row["bot"]) == [("Ada", 1)]
    assert [row["games"] for row in ladder if row["bot"]] == [1]
    page = ada.http.get("/ladder/leduc", params={"lang": "fr"}).text
    assert "Ada" in page
    assert ada.id not in page, "nobody learns what the server knows somebody by"
    me = ada.http.get("/api/ladder/leduc/me").json()
    assert me["tag"] in page
    assert "Ada" in me["html"]
    # Erased: the others' games stay, the name goes.
    assert ada.erase().json() == {"erased": True}
    after = httpx.get(f"{server.base}/api/ladder/leduc").json()["players"]
    assert [row["games"] for row in after] == [1]


def test_several_may_write_the_same_result_down(server: Live) -> None:
    bob = named(server, "Bob")
    asked = {"game": "leduc", "name": "Bob", "seats": ["search:1"], "rated": True, "start": True}
    play_out(server, bob.http.post("/api/tables", json=asked).json(), bob.session)
    ratings = Ratings(server.registry.store)

    async def race() -> list[int]:
        return list(await asyncio.gather(*(ratings.collect() for _ in range(4))))

    wrote = asyncio.run_coroutine_threadsafe(race(), server.server.servers[0].get_loop()).result(30)
    assert sum(wrote) == 1, wrote


def test_bots_that_were_measured_are_there_from_the_beginning(server: Live, http: httpx.Client) -> None:
    rows = http.get("/api/ladder/boss-quest").json()["players"]
    assert [row["bot"] for row in rows] == ["search:5", "search:4", "search:3", "search:2", "search:1"]
    assert http.get("/ladder", follow_redirects=True).status_code == 200
    assert http.get("/api/ladder/nothing").status_code == 422
    assert http.get("/api/ladder/leduc/me").status_code == 403
