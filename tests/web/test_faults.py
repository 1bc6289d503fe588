"""What is not stored did not happen: the database fails, hangs and comes back, and nobody has to do anything."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from bagarre.web import opening
from bagarre.web.commands.play import KEY
from bagarre.web.livetable import LiveTable
from bagarre.web.store import BOT, HUMAN, PLAYING, Seat, Stored, Waiting
from bagarre.web.tablestate import TableState
from tests.patience import PATIENCE
from tests.web.faulty import Fault, FaultyHouse, Player, until
from tests.web.house import LEDUC, MORRA, live, run_still
from tests.web.postgres import running_postgres

AWAY = [Fault.BEFORE, Fault.DURING, Fault.AFTER, Fault.HANGS, Fault.HANGS_AFTER, Fault.LATE]
LOSING = [Fault.BEFORE, Fault.DURING, Fault.HANGS, Fault.LATE]
"""Faults that leave nothing stored when they happen."""


def at_a_table(
    folder: Path,
    play: Callable[[FaultyHouse, LiveTable, list[Player]], Awaitable[None]],
    game: Any = LEDUC,
    **more: Any,
) -> None:
    """Two people at a table of a server whose database can fail, on a logical clock."""

    async def run() -> None:
        house = FaultyHouse(folder, game)
        table, tokens = await house.open(["here"], **more)
        players = [Player(table, token) for token in tokens]
        await until(lambda: all(player.told.get("legal") is not None for player in players))
        try:
            await play(house, table, players)
        finally:
            await house.close()

    run_still(run())


def choose(player: Player, choice: str, number: int = 1, **more: Any) -> None:
    player.send(type="choose", choice=choice, seq=player.told["seq"], id=number, **more)


def numbers(house: FaultyHouse, table: LiveTable) -> list[int]:
    return [number for number, _, _ in house.store.lines_of(table.state.stored.code)]


@pytest.mark.parametrize("fault", AWAY, ids=lambda fault: fault.name)
@pytest.mark.parametrize("times", [1, 3])
def test_a_choice_is_made_once_whatever_becomes_of_its_transaction(
    fault: Fault, times: int, tmp_path: Path
) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        ada, blaise = players
        house.store.faults = [fault] * times
        choose(ada, "raise")
        took = await until(lambda: ada.answer_to(1))
        assert ada.answer_to(1) == {"type": "accepted", "re": 1}
        assert took < 5.0 * times
        await until(lambda: table.is_quiet)
        assert numbers(house, table) == [0, 1]
        assert [line["kind"] for line in blaise.told["log"]] == ["raises"]
        # The game goes on, also after what came late.
        await asyncio.sleep(4.0)
        choose(blaise, "call", 2)
        await until(lambda: blaise.answer_to(2))
        assert numbers(house, table) == [0, 1, 2]
        assert not table.state.notice

    at_a_table(tmp_path, play)


@pytest.mark.parametrize("fault", LOSING, ids=lambda fault: fault.name)
def test_nothing_is_kept_or_told_before_it_is_stored(fault: Fault, tmp_path: Path) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        ada, blaise = players
        assert table.state.match is not None
        before, heard = table.state.match.packed, len(blaise.messages)
        house.store.faults = [fault]
        house.store.faults += [Fault.BEFORE] * 3
        choose(ada, "raise")
        await until(lambda: table.state.notice)
        for player in players:
            await until(partial(player.told.get, "notice"))
            assert player.told["notice"] == {"code": "memory", "words": "La table attend sa mémoire."}
        assert ada.answer_to(1) is None
        assert table.state.match.packed == before
        assert [set(message) - {"type"} for message in blaise.messages[heard:]] == [{"notice"}]
        await until(lambda: ada.answer_to(1))
        await until(lambda: not ada.told["notice"] and not blaise.told["notice"])
        assert table.state.match.packed != before

    at_a_table(tmp_path, play)


def test_whoever_waits_for_something_in_a_tables_turn_hears_what_went_wrong(tmp_path: Path) -> None:
    async def play(_: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        async def fails() -> None:
            raise RuntimeError("the disk is on fire")

        with pytest.raises(RuntimeError, match="on fire"):
            await table.in_turn(fails)
        # Whoever has left meanwhile is not waited for, and the table goes on.
        left = asyncio.create_task(table.in_turn(fails))
        await asyncio.sleep(0)
        left.cancel()
        choose(players[0], "raise")
        await until(lambda: players[0].answer_to(1))
        assert left.cancelled()

    at_a_table(tmp_path, play)


def test_a_database_that_is_away_for_long_is_waited_for_and_the_table_goes_on_within_five_seconds(
    tmp_path: Path,
) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        ada, blaise = players
        house.store.down = True
        choose(ada, "raise")
        ada.send(type="chat", text="allô ?")
        await asyncio.sleep(600.0)
        assert ada.answer_to(1) is None
        assert table.state.notice == "memory"
        # Somebody who comes meanwhile sees the table, and why it stands still.
        late = Player(table)
        await until(lambda: "notice" in late.told)
        assert late.told["notice"]["code"] == "memory"
        house.store.down = False
        took = await until(lambda: ada.answer_to(1) and not blaise.told["notice"])
        assert took < 5.0
        await until(lambda: "chat" in blaise.told)
        assert blaise.told["chat"][0]["text"] == "allô ?"

    at_a_table(tmp_path, play)


def test_tables_where_nobody_writes_say_so_too(tmp_path: Path) -> None:
    """Otherwise a table that stands still would tell that somebody there has just answered in secret."""

    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        house.store.down = True
        await until(lambda: all(player.told["notice"] for player in players), 3.0)
        house.store.down = False
        await until(lambda: not any(player.told["notice"] for player in players), 5.0)

    at_a_table(tmp_path, play, MORRA)


def test_the_clock_stops_with_the_table_and_the_time_is_given_back(tmp_path: Path) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        loop = asyncio.get_running_loop()
        ada = players[0]
        assert ada.told["clock"]["total"] == 15
        await asyncio.sleep(5.0)
        left = table.state.clock.deadline - loop.time()
        house.store.down = True
        await until(lambda: table.state.away)
        await asyncio.sleep(100.0)
        assert ada.told["clock"]["stopped"]
        assert len(table.state.match.history) == 1  # type: ignore[union-attr]
        house.store.down = False
        await until(lambda: not table.state.away)
        assert table.state.clock.deadline - loop.time() == pytest.approx(left, abs=2.5)
        await until(lambda: not ada.told["clock"]["stopped"])
        # Then it runs out as it should.
        await until(lambda: len(table.state.match.history) > 1, 16.0)  # type: ignore[union-attr]

    at_a_table(tmp_path, play, clock=15)


def test_bots_go_on_afterwards(tmp_path: Path) -> None:
    async def run() -> None:
        house = FaultyHouse(tmp_path, LEDUC)
        table, tokens = await house.open(["scripted"])
        ada = Player(table, *tokens)
        number = 0
        while table.state.status == PLAYING:
            await until(lambda: ada.told.get("legal") or table.state.status != PLAYING)
            if table.state.status != PLAYING:
                break
            number += 1
            choose(ada, ada.told["legal"][0]["choice"], number)
            await until(partial(ada.answer_to, number))
            # Whatever the bot writes next fails twice.
            house.store.faults = [Fault.AFTER, Fault.HANGS]
            await until(lambda: table.is_quiet)
        assert number > 1
        assert table.state.status == "over"
        assert numbers(house, table) == list(range(len(table.state.match.history)))  # type: ignore[union-attr]
        await house.close()

    run_still(run())


def test_who_sits_where_is_stored_before_it_is_told(tmp_path: Path) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        ada, blaise = players
        house.store.faults = [Fault.DURING, Fault.HANGS]
        ada.send(type="rename", seat=0, name="Zoé")
        await until(lambda: table.state.notice)
        assert blaise.told["players"][0]["name"] != "Zoé"
        await until(lambda: blaise.told["players"][0]["name"] == "Zoé")
        stored = await house.store.glance(table.state.stored.code)
        assert stored is not None
        assert stored.seats[0].name == "Zoé"

    at_a_table(tmp_path, play)


@pytest.mark.parametrize("clock", [1.0, -3600.0], ids=["on", "put back"])
def test_what_is_committed_late_undoes_nothing(
    clock: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        ada, blaise = players
        house.store.faults = [Fault.LATE]
        ada.send(type="rename", seat=0, name="Zoé")
        await until(lambda: blaise.told["players"][0]["name"] == "Zoé")
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + clock)
        ada.send(type="rename", seat=0, name="Ada")
        await until(lambda: blaise.told["players"][0]["name"] == "Ada")
        choose(ada, "raise")
        await until(lambda: ada.answer_to(1))
        # Now the first name comes.
        await asyncio.sleep(5.0)
        stored = await house.store.glance(table.state.stored.code)
        assert stored is not None
        assert stored.seats == table.state.seats
        assert stored.waiting == table.state.stored.waiting

    at_a_table(tmp_path, play)


# Sent again.

ONE, OTHER = "k" * 22, "l" * 22


def test_a_choice_sent_again_is_made_once(tmp_path: Path) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        ada, blaise = players
        message = {
            "type": "choose",
            "choice": "raise",
            "seq": ada.told["seq"],
            "position": ada.told["position"],
            "key": ONE,
        }
        ada.send(**message, id=1)
        ada.send(**message, id=2)
        await until(lambda: ada.answer_to(1) and ada.answer_to(2))
        assert [ada.answer_to(n)["type"] for n in (1, 2)] == ["accepted", "accepted"]  # type: ignore[index]
        assert numbers(house, table) == [0, 1]
        # A key is its sender's: somebody else's choice with the same key is another choice.
        await until(lambda: blaise.told.get("legal"))
        choose(blaise, "call", 3, key=ONE)
        await until(lambda: blaise.answer_to(3))
        assert numbers(house, table) == [0, 1, 2]

    at_a_table(tmp_path, play)


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER], ids=["lost", "stored"])
def test_a_choice_sent_again_to_a_server_that_was_started_anew(fault: Fault, tmp_path: Path) -> None:
    """Whether or not it was stored before the first server died, it is made once, and accepted."""

    async def run() -> None:
        house = FaultyHouse(tmp_path, LEDUC)
        table, tokens = await house.open(["here"])
        code = table.state.stored.code
        ada = Player(table, tokens[0])
        await until(lambda: ada.told.get("legal"))
        message = {
            "type": "choose",
            "choice": "raise",
            "seq": ada.told["seq"],
            "position": ada.told["position"],
            "key": ONE,
        }
        house.store.faults = [fault] + [Fault.BEFORE] * 100
        ada.send(**message, id=1)
        await until(lambda: table.state.notice)
        assert ada.answer_to(1) is None
        await house.close()

        house = FaultyHouse(tmp_path, LEDUC)
        await house.store.open()
        again = await house.registry.table(code)
        assert again is not None
        ada = Player(again, tokens[0])
        await until(lambda: "seq" in ada.told)
        # The numbers of another server are others; the position is the same.
        message["seq"] = -1
        ada.send(**message, id=2)
        await until(lambda: ada.answer_to(2))
        assert ada.answer_to(2) == {"type": "accepted", "re": 2}
        assert [json.loads(line).get("choice") for _, line, _ in house.store.lines_of(code)] == [
            None,
            "raise",
        ]
        # An answer to another question is late, all the same.
        ada.send(**message | {"key": OTHER}, id=3)
        await until(lambda: ada.answer_to(3))
        assert ada.answer_to(3)["code"] == "late"  # type: ignore[index]
        await house.close()

    run_still(run())


@pytest.mark.parametrize("key", ["short", "x" * 65, 7, "é" * 20, "a b" * 9])
def test_a_key_that_could_be_guessed_is_refused(key: object, tmp_path: Path) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        choose(players[0], "raise", 1, key=key)
        await until(lambda: players[0].answer_to(1))
        assert players[0].answer_to(1)["code"] == "malformed"  # type: ignore[index]
        assert numbers(house, table) == [0]

    assert KEY.fullmatch(ONE)
    at_a_table(tmp_path, play)


# What is stored besides.


def test_what_a_table_waits_for_is_stored_with_every_line(tmp_path: Path) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        choose(players[0], "raise")
        await until(lambda: players[0].answer_to(1))
        stored = await house.store.glance(table.state.stored.code)
        assert stored is not None
        assert stored.waiting.asked == [1]
        assert stored.waiting.until - stored.waiting.since == pytest.approx(15)
        assert await house.registry.asked(stored) == [1]
        assert stored.waiting == table.state.stored.waiting

    at_a_table(tmp_path, play, clock=15)


def test_the_clock_that_is_stored_rests_with_the_table(tmp_path: Path) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        code = table.state.stored.code

        async def until_when() -> float:
            await until(lambda: table.is_quiet)
            stored = await house.store.glance(code)
            assert stored is not None
            return stored.waiting.until

        assert await until_when() == pytest.approx(time.time() + 15, abs=14)
        for player in players:
            player.leave()
        assert await until_when() == 0.0

    at_a_table(tmp_path, play, clock=15)


def test_a_secret_answer_moves_no_clock_that_is_stored(tmp_path: Path) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        await until(lambda: table.is_quiet)
        before = table.state.stored.waiting
        await asyncio.sleep(1.0)
        choose(players[0], "show 1")
        await until(lambda: players[0].answer_to(1))
        after = table.state.stored.waiting
        assert (after.since, after.until) == (before.since, before.until)

    at_a_table(tmp_path, play, MORRA, clock=15)


def test_a_record_with_a_gap_can_be_looked_at(tmp_path: Path) -> None:
    async def run() -> None:
        house = FaultyHouse(tmp_path, LEDUC)
        table, tokens = await house.open(["scripted"])
        code, ada = table.state.stored.code, Player(table, *tokens)
        await until(lambda: ada.told.get("legal"))
        choose(ada, "raise")
        await until(lambda: len(table.state.match.history) >= 3)  # type: ignore[union-attr]
        await house.close()
        with house.store.pen.read() as connection:
            from sqlalchemy import text

            connection.execute(text("delete from lines where number = 1"))
            connection.commit()

        house = FaultyHouse(tmp_path, LEDUC)
        await house.store.open()
        broken = await house.registry.table(code)
        assert broken is not None
        ada = Player(broken, *tokens)
        await until(lambda: "notice" in ada.told)
        assert ada.told["notice"]["code"] == "gap"
        assert "ligne 1" in ada.told["notice"]["words"]
        assert ada.told["legal"] == []
        assert [line["kind"] for line in ada.told["log"]] == ["dealt", "dealt"]
        for number, message in enumerate(
            ({"type": "choose", "choice": "call", "seq": ada.told["seq"]}, {"type": "undo"})
        ):
            ada.send(**message, id=number)
            await until(partial(ada.answer_to, number))
            assert ada.answer_to(number)["code"] == "gap"  # type: ignore[index]
        await asyncio.sleep(5.0)
        assert numbers(house, broken) != [0, 1]
        assert await house.store.has_gap(code)
        await house.close()

    run_still(run())


def test_another_process_that_wrote_the_line_is_right(tmp_path: Path) -> None:
    async def play(house: FaultyHouse, table: LiveTable, players: list[Player]) -> None:
        ada, blaise = players
        line = {"seat": 0, "choice": "call"}
        await house.store.append(table.state.stored.code, 1, line, PLAYING, Waiting([1]))
        choose(ada, "raise")
        await until(lambda: ada.answer_to(1))
        assert ada.answer_to(1)["code"] == "late"  # type: ignore[index]
        await until(lambda: blaise.told.get("legal"))
        assert [choice["choice"] for choice in blaise.told["legal"]] == ["call", "raise"]
        assert table.state.match.lines[1] == line  # type: ignore[union-attr]
        choose(blaise, "call", 2)
        await until(lambda: blaise.answer_to(2))
        assert numbers(house, table) == [0, 1, 2, 3] or len(numbers(house, table)) == 3

    at_a_table(tmp_path, play)


@pytest.fixture(autouse=True)
def short_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "CLOCKS", (0, 15))


def test_a_bot_that_stands_in_does_not_agree_for_its_player() -> None:
    seats = [
        Seat(HUMAN, "Ada", "", "a"),
        Seat(BOT, "Blaise", "scripted", "b"),
        Seat(BOT, "Rouage", "scripted"),
        Seat(HUMAN, "Zoé", "", "z"),
    ]
    state = TableState(LEDUC, Stored("X", "leduc", "T", PLAYING, {}, {}, 0, seats))
    assert state.must_agree(0) == {1, 3}


# The same with a real database that is killed and frozen.


@pytest.mark.parametrize("kind", ["killed", "frozen"])
def test_postgresql_goes_away_in_mid_game(kind: str, tmp_path: Path) -> None:
    with (
        running_postgres() as postgres,
        live(tmp_path, database=postgres.url) as server,
        httpx.Client(base_url=server.base, timeout=PATIENCE) as http,
    ):
        opened = http.post(
            "/api/tables", json={"game": "leduc", "name": "A", "seats": ["here"], "start": True}
        ).json()
        code, wires = opened["code"], [server.wire(opened["code"], token) for token in opened["tokens"]]
        for wire in wires:
            wire.hold(lambda told: "legal" in told)
        mover = next(wire for wire in wires if wire.told["legal"])
        if kind == "killed":
            postgres.kill()
        else:
            postgres.signal(signal.SIGSTOP)
        mover.send(type="choose", choice="raise", seq=mover.told["seq"], id="one")
        for wire in wires:
            wire.hold(lambda told: told["notice"])
            assert wire.told["notice"]["code"] == "memory"
        assert not any(message["type"] == "accepted" for message in mover.messages)
        assert http.get("/healthz").status_code == 503
        if kind == "killed":
            postgres.start()
        else:
            postgres.signal(signal.SIGCONT)
        back = time.monotonic()
        assert mover.until("accepted")["re"] == "one"
        # How fast this machine is does not matter much: tries are two seconds apart at most.
        assert time.monotonic() - back < 30
        for wire in wires:
            wire.hold(lambda told: not told["notice"])
        other = next(wire for wire in wires if wire is not mover)
        other.hold(lambda told: told["legal"])
        assert other.choose("call")["type"] == "accepted"
        lines = server.registry.tables[code].state.match.lines
        assert [(line["seat"], line["choice"]) for line in lines[1:]] == [(0, "raise"), (1, "call")]
