"""Play over days: deadlines that are stored, go on without anybody, stand during a vacation, and are given back what nobody could be reached. About 15 s."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, func, select, update

from bagarre.web.database import HOUSE, LINES, TABLES
from bagarre.web.notices_text import SOON, occasions
from bagarre.web.settings import sqlite_url
from bagarre.web.slow_clock import (
    DAY,
    HOUR,
    SLOW,
    is_slow,
    late_seats,
    moved,
    next_waiting,
    pace_said,
    told_deadline,
)
from bagarre.web.store import BOT, HUMAN, PLAYING, Seat, Stored, Waiting
from tests.patience import PATIENCE
from tests.web.house import Live, asked, live
from tests.web.postgres import running_postgres
from tests.web.test_several import two

NOW = 1_000_000.0


def table(*, clock: int = DAY, total: int = 0, seats: int = 3) -> Stored:
    settings = {"clock": clock, "total": total}
    return Stored(
        "x", "leduc", "", PLAYING, settings, {}, 0, [Seat(HUMAN, str(i), "", "h") for i in range(seats)]
    )


def after(stored: Stored, asked: list[int], at: float, *, mover: int | None, shows: bool = True) -> Stored:
    return replace(stored, waiting=next_waiting(stored, asked, shows=shows, mover=mover, now=at))


def test_each_who_is_asked_has_a_deadline_that_others_do_not_move() -> None:
    begun = after(table(), [0, 1], NOW, mover=None)
    assert begun.waiting.deadlines == {"0": NOW + DAY, "1": NOW + DAY}
    assert (begun.waiting.until, begun.waiting.due) == (NOW + DAY, NOW + DAY)
    later = after(begun, [1, 2], NOW + HOUR, mover=0)
    assert later.waiting.deadlines == {"1": NOW + DAY, "2": NOW + HOUR + DAY}, "who was asked before keeps it"
    again = after(later, [1], NOW + 2 * HOUR, mover=1)
    assert again.waiting.deadlines == {"1": NOW + 2 * HOUR + DAY}, "another decision, another day"
    assert after(again, [], NOW, mover=1).waiting.due == 0.0


def test_a_secret_answer_moves_nothing_that_others_see() -> None:
    begun = after(table(total=3 * DAY, clock=12 * HOUR), [0, 1], NOW, mover=None)
    hushed = after(begun, [1], NOW + HOUR, mover=0, shows=False)
    assert hushed.waiting.until == begun.waiting.until
    assert told_deadline(hushed.waiting, 2) == told_deadline(begun.waiting, 2)
    # He has paid for an hour, though it becomes known a day later.
    shown = after(hushed, [0], NOW + DAY, mover=1)
    assert shown.waiting.banks == {"0": 3 * DAY - HOUR + 12 * HOUR, "1": 2 * DAY + 12 * HOUR}
    assert shown.waiting.deadlines == {"0": NOW + DAY + shown.waiting.banks["0"]}


def test_a_total_never_falls_below_what_a_decision_adds() -> None:
    begun = after(table(total=3 * DAY, clock=12 * HOUR), [0], NOW, mover=None)
    late = after(begun, [1], NOW + 9 * DAY, mover=0)
    assert late.waiting.banks["0"] == 12 * HOUR


def test_only_bots_are_asked_at_once() -> None:
    stored = table()
    stored.seats[1] = Seat(BOT, "Robot", "random")
    assert after(stored, [1], NOW, mover=0).waiting.due == NOW
    assert after(stored, [0, 1], NOW, mover=None).waiting.deadlines.keys() == {"0"}


def test_somebody_away_is_not_late() -> None:
    stored = table()
    stored.seats[0] = replace(stored.seats[0], away_until=NOW + 7 * DAY)
    waiting = after(stored, [0, 1], NOW, mover=None).waiting
    assert waiting.deadlines == {"0": NOW + 8 * DAY, "1": NOW + DAY}
    assert late_seats(waiting, [0, 1], NOW + 2 * DAY) == [1]
    assert moved(waiting, -6 * DAY, [0]).deadlines["0"] == NOW + 2 * DAY


def test_who_is_away_is_reminded_later() -> None:
    stored = table(seats=2)
    stored.seats[0] = replace(stored.seats[0], away_until=NOW + 7 * DAY)
    begun = after(stored, [0, 1], NOW, mover=None)

    def reminded(at: float) -> list[int]:
        return [one.seat for one in occasions(begun, [0, 1], at, NOW) if one.what == SOON]

    assert reminded(NOW + HOUR) == []
    assert reminded(NOW + DAY - HOUR) == [1]
    assert reminded(NOW + 8 * DAY - HOUR) == [0]


def test_paces_are_told_in_words() -> None:
    assert [pace_said({"clock": clock, "total": total}, "en") for total, clock in SLOW] == [
        "4 h a move", "12 h a move", "1 day a move", "3 days a move", "7 days a move", "3 days in all, 12 h more with each move",
        "7 days in all, 1 day more with each move",
    ]  # fmt: skip
    assert pace_said({"clock": 30}, "fr") == "30 s par coup"
    assert not is_slow({"clock": 300})


# At a table.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    # Tables leave the memory as soon as nobody is there, and are looked for as often.
    with live(tmp_path_factory.mktemp("days"), idle=0.3) as running:
        yield running


def opened(base: str, **more: Any) -> tuple[str, list[str]]:
    asked = {"game": "leduc", "name": "Ada", "seats": ["random"], "start": True, "clock": DAY} | more
    told = httpx.post(f"{base}/api/tables", json=asked, timeout=PATIENCE).raise_for_status().json()
    return told["code"], told["tokens"]


def until(holds: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.05)
    return found


def stored_waiting(server: Live, code: str) -> Waiting:
    return Waiting.from_json(asked(server, select(TABLES.c.waiting).where(TABLES.c.code == code))[0].waiting)


def lines(server: Live, code: str) -> int:
    return int(asked(server, select(func.count()).where(LINES.c.code == code))[0][0])


def put_back(server: Live, code: str, seconds: float) -> None:
    """As if so much time had passed since the question."""
    earlier = moved(stored_waiting(server, code), -seconds)
    values = {"waiting": json.dumps(json.loads(earlier.to_json())), "due": earlier.due}
    asked(server, update(TABLES).where(TABLES.c.code == code).values(values))


def test_a_deadline_is_stored_and_told(server: Live) -> None:
    code, tokens = opened(server.base, seats=["here"])
    wire = server.wire(code, *tokens)
    clock = wire.settle()["clock"]
    assert abs(clock["until"] - time.time() - DAY) < 300
    assert abs(stored_waiting(server, code).until - clock["until"]) < 2
    row = httpx.post(
        f"{server.base}/api/mine?lang=en", json={"tables": [{"code": code, "tokens": tokens}]}
    ).json()[0]
    assert (row["slow"], row["pace"]) == (True, "1 day a move")
    # Nobody is there, and it goes on.
    wire.close()
    until(lambda: code not in server.registry.tables)
    assert abs(stored_waiting(server, code).until - clock["until"]) < 2
    again = server.wire(code, *tokens).settle()["clock"]
    assert abs(again["until"] - clock["until"]) < 2


def test_a_table_in_no_memory_is_woken_when_its_time_comes(server: Live) -> None:
    code, tokens = opened(server.base)
    wire = server.wire(code, *tokens)
    assert wire.wait_turn()
    wire.close()
    until(lambda: code not in server.registry.tables)
    before = lines(server, code)
    put_back(server, code, DAY + 10)
    # The careful choice is made, the bot answers, and the next question has a day again; or the game is over.
    until(
        lambda: (
            lines(server, code) > before + 1
            or asked(server, select(TABLES.c.status).where(TABLES.c.code == code))[0].status == "over"
        )
    )
    later = stored_waiting(server, code)
    assert not later.asked or later.until > time.time() + DAY - 300
    log = server.wire(code, *tokens).settle()["log"]
    assert log


def test_nothing_happens_before(server: Live) -> None:
    code, tokens = opened(server.base)
    wire = server.wire(code, *tokens)
    assert wire.wait_turn()
    wire.close()
    until(lambda: code not in server.registry.tables)
    before = lines(server, code)
    put_back(server, code, DAY - HOUR)
    asyncio.run_coroutine_threadsafe(server.registry.wake(), server.server.servers[0].get_loop()).result(30)
    assert lines(server, code) == before
    assert code not in server.registry.tables


def test_a_vacation_is_shown_bounded_and_ends_early(server: Live) -> None:
    code, tokens = opened(server.base, seats=["here"])
    wires = [server.wire(code, token) for token in tokens]
    for wire in wires:
        wire.settle()
    mover = next(wire for wire in wires if wire.told["legal"])
    seat = mover.told["seats"][0]
    until_before = mover.told["clock"]["until"]
    other = wires[1 - wires.index(mover)]
    assert other.ask(type="vacation", seat=seat, days=7)["code"] == "not_your_seat"
    assert mover.ask(type="vacation", seat=seat, days=400)["code"] == "malformed"
    mover.send(type="vacation", seat=seat, days=7)
    told = other.hold(lambda told: "vacation" in told["players"][seat])
    assert abs(told["players"][seat]["vacation"] - time.time() - 7 * DAY) < 300
    mover.settle()
    assert abs(mover.told["clock"]["until"] - until_before - 7 * DAY) < 5
    mover.send(type="vacation", seat=seat, days=14)
    mover.hold(lambda told: told["players"][seat].get("vacation", 0) > time.time() + 13 * DAY)
    # Coming back at once leaves nearly all of it, and the clock as it was.
    mover.send(type="vacation", seat=seat, days=0)
    mover.hold(lambda told: "vacation" not in told["players"][seat])
    mover.settle()
    assert abs(mover.told["clock"]["until"] - until_before) < 120
    stored = server.registry.tables[code].state.stored
    stored.seats[seat].away_spent = 10.0 * DAY
    assert mover.ask(type="vacation", seat=seat, days=7)["code"] == "vacation_over"


def test_vacation_is_for_days_only(server: Live) -> None:
    code, tokens = opened(server.base, seats=["here"], clock=60)
    wire = server.wire(code, tokens[0])
    wire.settle()
    assert wire.ask(type="vacation", seat=0, days=3)["code"] == "no_vacation"


def test_a_pace_that_is_none_is_refused(server: Live) -> None:
    for wrong in ({"clock": 7}, {"clock": 60, "total": DAY}, {"clock": DAY, "total": DAY}):
        answer = httpx.post(f"{server.base}/api/tables", json={"game": "leduc", "seats": ["open"]} | wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "option_value")


def test_time_in_which_nobody_served_is_given_back(tmp_path: Path) -> None:
    with live(tmp_path) as first:
        code, tokens = opened(first.base, seats=["here"])
        first.wire(code, *tokens).settle()
        before = stored_waiting(first, code)
    engine = create_engine(sqlite_url(tmp_path / "tables.sqlite3").replace("+aiosqlite", ""))
    with engine.begin() as connection:
        gone = repr(time.time() - 2 * DAY)
        assert (
            connection.execute(update(HOUSE).where(HOUSE.c.name == "alive").values(value=gone)).rowcount == 1
        )
    engine.dispose()
    with live(tmp_path) as second:
        after = stored_waiting(second, code)
        assert abs(after.until - before.until - 2 * DAY) < 60
        assert asked(second, select(TABLES.c.due).where(TABLES.c.code == code))[0].due == pytest.approx(
            after.due
        )
        # A short pause is nobody's.
        assert (
            asyncio.run_coroutine_threadsafe(
                second.registry.downtime.beat(), second.server.servers[0].get_loop()
            ).result(30)
            == 0
        )


def test_one_of_two_processes_wakes_a_table(tmp_path: Path) -> None:
    with running_postgres() as postgres, two(tmp_path, postgres, idle=0.3) as (first, second):
        code, tokens = opened(first.base, seats=["random"])
        wire = second.wire(code, *tokens)
        assert wire.wait_turn()
        wire.close()
        until(lambda: code not in first.registry.tables and code not in second.registry.tables)
        before = lines(first, code)
        put_back(first, code, DAY + 10)
        until(lambda: lines(first, code) > before)
        numbers = [
            row.number
            for row in asked(
                first, select(LINES.c.number).where(LINES.c.code == code).order_by(LINES.c.number)
            )
        ]
        assert numbers == list(range(len(numbers)))
        assert not (code in first.registry.tables and code in second.registry.tables)


def test_time_without_the_database_is_given_back_to_tables_in_memory(server: Live) -> None:
    code, tokens = opened(server.base, seats=["here"])
    wire = server.wire(code, tokens[0])
    wire.settle()
    before = stored_waiting(server, code)
    table, writer = server.registry.tables[code], server.registry.store.writer
    loop = server.server.servers[0].get_loop()

    def away(since: float | None) -> None:
        writer.away_since = since
        table.memory_changed()
        writer.away_since = None

    loop.call_soon_threadsafe(lambda: away(loop.time() - HOUR))
    wire.hold(lambda told: told["notice"])
    loop.call_soon_threadsafe(lambda: away(None))
    wire.hold(lambda told: not told["notice"] and told["clock"]["until"] > before.until + HOUR - 60)
    assert abs(stored_waiting(server, code).until - before.until - HOUR) < 60
