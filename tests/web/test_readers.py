"""Files of strangers are read in a process of their own, and hold nobody up."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bagarre.kernel.errors import Mistake, PackError
from bagarre.kernel.pack import Pack
from bagarre.kernel.words import LANGUAGES
from bagarre.match import Match
from bagarre.web import readers
from bagarre.web.guard import Backoff, is_modest
from bagarre.web.metrics import Metrics
from bagarre.web.readers import Readers
from bagarre.web.settings import Limits
from tests.patience import PATIENCE
from tests.web.house import LEDUC, Live, live

EDITOR = "/api/games/baston/pages/editor"
HALF = "\\ud800"
DEEP = "[" * 900 + "]" * 900
SLOW = 5.0
"""Seconds that a reader is given in tests of slow files: far above what the loop may be late on any machine."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live(tmp_path_factory.mktemp("readers"), readings=1000, address_readings=1000) as running:
        yield running


def table_with(text: str) -> dict[str, Any]:
    return {"game": "boss-quest", "seats": ["open"], "packs": [{"name": "own.toml", "text": text}]}


def record(*kinds: str) -> str:
    match = Match(LEDUC, ["A", "B"], seed="7", kinds=kinds)
    while not match.is_over:
        match.play(match.deciders[0], match.legal(match.deciders[0])[0])
    return match.record()


@pytest.mark.parametrize(
    ("kinds", "shown"),
    [
        (("human", "scripted"), ["human", "bot"]),
        (("search:3", "human"), ["bot", "human"]),
        (("random", "random"), ["bot", "bot"]),
        ((), ["human", "human"]),
    ],
)
def test_a_kept_record_says_who_was_a_bot(
    server: Live, http: httpx.Client, kinds: tuple[str, ...], shown: list[str]
) -> None:
    kept = http.post("/api/records", content=record(*kinds)).json()
    told = http.get(f"/api/tables/{kept['code']}").json()
    assert [seat["kind"] for seat in told["seats"]] == shown
    assert [seat["name"] for seat in told["seats"]] == ["A", "B"]
    mine = http.post("/api/mine", json={"tables": [{"code": kept["code"], "tokens": kept["tokens"]}]})
    assert kept["code"] in mine.text


def readings(server: Live) -> float:
    """How many files were read in a worker, however that went."""
    samples = [sample for metric in server.registry.metrics.readings.collect() for sample in metric.samples]
    return sum(sample.value for sample in samples)


def test_the_server_itself_reads_nothing_of_it(
    server: Live, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever reads TOML or a record in this process fails; what is read in another one does not notice."""

    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("read in the server's own process")

    # The words that it answers with are its own.
    for lang in LANGUAGES:
        assert http.post(f"/api/tables?lang={lang}", json=table_with("[nothing]")).status_code == 422
    monkeypatch.setattr("tomllib.loads", never)
    monkeypatch.setattr(Match, "loads", never)
    monkeypatch.setattr(readers, "_done", never)
    before = readings(server)
    wrong = http.post("/api/tables?lang=en", json=table_with("[nothing]"))
    assert (wrong.status_code, "own.toml: –: nothing: unknown field" in wrong.json()["message"]) == (
        422,
        True,
    )
    assert http.post("/api/tables", json=table_with("")).status_code == 201
    assert http.post("/api/records", content=record()).status_code == 201
    assert "[board]" in http.post(EDITOR, json={"text": "[board]"}).json()["text"]
    assert readings(server) == before + 4


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables", json.dumps(table_with("a = " + "1" * 5000))),
        ("/api/tables", json.dumps(table_with("[weapon.club]\nvalue = 0x" + "f" * 5000))),
        ("/api/tables", json.dumps(table_with("a = " + "[" * 5000 + "]" * 5000))),
        ("/api/tables", '{"game": "leduc", "seats": ["open"], "options": {"raises": ' + "1" * 5000 + "}}"),
        ("/api/tables", '{"game": "leduc", "seats": ["open"], "options": {"raises": ' + DEEP + "}}"),
        ("/api/tables", '{"game": "leduc", "options": ' + "[" * 40_000 + "}"),
        (
            "/api/tables",
            '{"game": "leduc", "options": {' + ",".join(f'"a{i}": 1' for i in range(100_000)) + "}}",
        ),
        ("/api/mine", '{"tables": ' + DEEP + "}"),
        ("/api/mine", '{"tables": [{"code": "' + HALF + '"}]}'),
        ("/api/records", "[" * 5000),
        ("/api/records", '{"bagarre": ' + DEEP + "}\n" + DEEP),
        ("/api/records", f'{{"bagarre": 1, "game": "{HALF}", "players": ["{HALF}", "B"], "seed": "{HALF}"}}'),
        ("/api/records", '{"bagarre": ' + "1" * 5000 + "}"),
        ("/api/records", "\x00"),
        (EDITOR, '{"sketch": ' + DEEP + "}"),
        (EDITOR, f'{{"text": "{HALF}"}}'),
        (EDITOR, '{"file": ' + "1" * 5000 + "}"),
        ("/api/games/baston/pages/gang", '{"sketch": {"members": [' + DEEP + "]}}"),
        ("/api/games/baston/pages/gang", f'{{"sketch": {{"members": [{{"name": "{HALF}"}}]}}}}'),
    ],
)
def test_strange_files_are_refused_in_one_line(
    http: httpx.Client, path: str, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = http.post(f"{path}?lang=en", content=body, headers={"content-type": "application/json"})
    told = answer.json()
    message = told["problem"]["message"] if answer.status_code == 200 else told["message"]
    assert answer.status_code in (200, 422)
    assert "\n" not in message
    assert len(message) < 600
    assert not caplog.records, "it was foreseen"


def test_a_table_that_cannot_begin_is_not_opened(server: Live, http: httpx.Client) -> None:
    before = server.registry.metrics.value("bagarre_tables_created_total")
    answer = http.post("/api/tables?lang=en", json={"game": "leduc", "seats": ["open"], "start": True})
    assert (answer.status_code, answer.json()["code"]) == (422, "open_seats")
    assert server.registry.metrics.value("bagarre_tables_created_total") == before


def test_an_error_repeats_little_of_what_was_sent(http: httpx.Client) -> None:
    long = "x" * 50_000
    for body in (
        {"game": long},
        {"game": "leduc", "seats": [long]},
        {"game": "leduc", "seats": ["open"], "options": {"raises": long}},
        {long: 1},
    ):
        answer = http.post("/api/tables?lang=en", json=body)
        assert answer.status_code == 422
        assert answer.json()["message"].count("x") <= 210
    assert http.get("/new/" + "x" * 5000).text.count("xx") < 210
    assert (
        http.post("/api/tables?lang=en", json=table_with(f'[{long}]\na = "{long}"'))
        .json()["message"]
        .count("x")
        <= 410
    )


def slow_pack() -> str:
    """Takes hours to read, in little space."""
    return ".".join("a" * 150_000) + " = 1"


def test_a_reader_that_takes_too_long_is_replaced(tmp_path: Path) -> None:
    with (
        live(tmp_path, reading_seconds=SLOW) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        assert "[board]" in http.post(EDITOR, json={"text": "[board]"}).json()["text"]
        reader = server.registry.readers._all[0]
        first = reader.process
        assert first is not None
        # Stopped, as something without end would.
        os.kill(first.pid or 0, 19)
        answer = http.post(f"{EDITOR}?lang=en", json={"text": "[board]"})
        assert (answer.status_code, answer.json()["code"]) == (422, "reading_too_much")
        first.join(60)
        assert not first.is_alive()
        # Another address (this one has to wait) has its files read by another process.
        other = http.post(EDITOR, json={"text": "[board]"}, headers={"x-forwarded-for": "203.0.113.7"})
        assert "[board]" in other.json()["text"]
        assert reader.process is not first
        assert server.registry.metrics.longest_hold < SLOW / 2
        text = http.get("/metrics").text
        for line in (
            'bagarre_readings_total{result="late"} 1',
            'bagarre_readings_total{result="sound"} 2',
            "bagarre_loop_lag_seconds_max",
        ):
            assert line in text


def test_hostile_packs_do_not_hold_the_loop(tmp_path: Path) -> None:
    with (
        live(tmp_path, reading_seconds=SLOW) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        for text in (
            slow_pack(),
            "a = '''" + "'" * 900_000,
            "[a]\n" * 100_000,
            'a = "' + "\\u0041" * 100_000 + '"',
        ):
            answer = http.post("/api/tables", json=table_with(text))
            assert answer.status_code in (422, 429)
        assert http.get("/healthz").status_code == 200
        assert server.registry.metrics.longest_hold < SLOW / 2


def test_one_address_does_not_keep_all_readers() -> None:
    async def ask() -> list[str]:
        found = Readers(1, {"leduc": LEDUC}, Limits(address_readings=1, readings=2), Metrics())
        try:
            asked = [
                found.check_table(address, LEDUC, 2, {}, [Pack("a", "")]) for address in ("1", "1", "2", "3")
            ]
            results = await asyncio.gather(*asked, return_exceptions=True)
            return [getattr(result, "key", "") for result in results]
        finally:
            found.stop()

    assert asyncio.run(ask()) == ["", "reading_busy", "", "reading_busy"]


def test_mistakes_travel_between_processes() -> None:
    import pickle

    mistake = PackError("a.toml", "b", "c", "number", value=16**9000, least=1, most=2)
    again = pickle.loads(pickle.dumps(mistake))
    assert type(again) is PackError
    assert again.say("en") == mistake.say("en") == "a.toml: b: c: expected a number from 1 to 2, got …"
    assert str(Mistake("pack_list", value=[16**9000]))


def test_whoever_fails_again_waits_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    late = Backoff(free=2, first=1.0, most=60.0)
    waits = []
    for _ in range(10):
        late.missed("a")
        waits.append(late.wait("a"))
    assert waits == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60]
    assert late.wait("b") == 0
    now += 200
    assert late.wait("a") == 0
    late.missed("a")
    assert late.wait("a") == 0


def test_what_is_modest() -> None:
    assert is_modest({"a": [1, {"b": []}]}, 3, 4)
    assert not is_modest({"a": [1, {"b": []}]}, 2, 4)
    assert not is_modest({"a": [1, {"b": []}]}, 3, 3)
    assert is_modest(1, 0, 0)


def test_a_record_of_many_take_backs_holds_nobody_up(tmp_path: Path) -> None:
    match = Match(LEDUC, ["A", "B"], seed="7", options={"raises": 4})
    for _ in range(3000):
        match.play(match.deciders[0], match.legal(match.deciders[0])[0])
        match.undo(1)
    with (
        live(tmp_path, reading_seconds=PATIENCE) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        kept = http.post("/api/records", content=match.record())
        assert kept.status_code == 201, kept.text
        assert http.get(f"/api/replays/{kept.json()['code']}").json()["last"] == 0
        assert server.registry.metrics.longest_hold < SLOW / 2
