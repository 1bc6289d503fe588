"""What others are sent, and when, does not depend on somebody's secret answer: measured on a logical clock."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bagarre.web.connection import BEAT, Connection
from bagarre.web.writer import Write
from tests.web.faulty import FaultyHouse, FaultyPen, Player, until
from tests.web.house import MORRA, run_still

COMMIT = 0.011
"""Seconds that a commit takes here."""
QUESTIONS: list[dict[str, Any]] = [
    {"type": "past", "line": 1},
    {"type": "ping"},
    {"type": "why", "choice": "show 1"},
    {"type": "choose", "choice": "show 1", "seq": 0, "id": 1},
    {"type": "choose", "choice": "nonsense", "seq": 0, "id": 1},
    {"type": "undo", "id": 1},
    {"type": "agree", "yes": True, "id": 1},
    {"type": "sit", "seat": 0, "id": 1},
    {"type": "start", "id": 1},
    {"type": "rematch", "id": 1},
    {"type": "bot", "seat": 0, "bot": "random", "id": 1},
    {"type": "nonsense", "id": 1},
]
"""Everything that somebody can ask, or is refused, while others answer."""


async def heard(folder: Path, question: dict[str, Any], *, answers: bool) -> list[tuple[float, str]]:
    """What an onlooker hears, and when, who asks the same every few milliseconds, while somebody answers in secret or does not."""
    house = FaultyHouse(folder, MORRA)
    table, tokens = await house.open(["here", "here"])
    players = [Player(table, token) for token in tokens]
    await until(lambda: all(player.told.get("legal") for player in players) and table.is_quiet)
    commit = FaultyPen.commit

    async def slow(self: FaultyPen, writes: Sequence[Write]) -> None:
        await asyncio.sleep(COMMIT)
        await commit(self, writes)

    house.store.pen.commit = slow.__get__(house.store.pen)  # type: ignore[method-assign]
    onlooker, actor = players[1], players[0]
    loop = asyncio.get_running_loop()
    # Both runs begin at the same moment of the beat.
    began = (int(loop.time() / BEAT) + 2) * BEAT
    await asyncio.sleep(began - loop.time() + 0.0005)
    told: list[tuple[float, str]] = []
    onlooker.on_message = lambda _, message: told.append((round(loop.time() - began, 6), message["type"]))
    for number in range(200):
        # Just before a beat: whatever had to wait for the commit would miss it.
        if answers and number in (65, 132):
            actor.send(type="choose", choice=actor.told["legal"][0]["choice"], seq=actor.told["seq"])
        onlooker.send(**question)
        await asyncio.sleep(0.003)
    await asyncio.sleep(2 * BEAT)
    assert len(table.state.match.history) == (3 if answers else 1)  # type: ignore[union-attr]
    await house.close()
    return told


@pytest.mark.parametrize(
    "question", QUESTIONS, ids=lambda question: "-".join(str(part) for part in question.values())
)
def test_a_secret_answer_delays_nothing_of_anybody_else(question: dict[str, Any], tmp_path: Path) -> None:
    first, second = tmp_path / "without", tmp_path / "with"
    first.mkdir()
    second.mkdir()
    without = run_still(heard(first, question, answers=False))
    with_answers = run_still(heard(second, question, answers=True))
    assert len(without) == 200
    assert with_answers == without


def test_nothing_is_made_for_those_who_see_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        house = FaultyHouse(tmp_path, MORRA)
        table, tokens = await house.open(["here", "here"])
        players = [Player(table, token) for token in tokens]
        watcher = Player(table)
        await until(lambda: all(player.told.get("legal") for player in players) and table.is_quiet)
        composed: list[object] = []
        compose = table.publisher.compose

        def counted(connection: Connection) -> dict[str, Any] | None:
            composed.append(connection)
            return compose(connection)

        table.publisher.compose = counted  # type: ignore[method-assign]
        players[0].send(type="choose", choice="show 1", seq=players[0].told["seq"], id=1)
        await until(lambda: players[0].answer_to(1) and table.is_quiet)
        assert composed == [players[0].connection]
        assert watcher.connection not in composed
        await house.close()

    run_still(run())


def test_answers_leave_on_the_beat(tmp_path: Path) -> None:
    """Whatever keeps the server busy between two beats does not show in them."""

    async def run() -> list[float]:
        house = FaultyHouse(tmp_path, MORRA)
        table, tokens = await house.open(["here", "here"])
        onlooker = Player(table, tokens[1])
        await until(lambda: onlooker.told.get("legal") and table.is_quiet)
        loop, times = asyncio.get_running_loop(), []
        onlooker.on_message = lambda _, message: times.append(loop.time() / BEAT)
        for _ in range(5):
            await asyncio.sleep(0.37 * BEAT)
            onlooker.send(type="ping")
        await asyncio.sleep(2 * BEAT)
        await house.close()
        return times

    times = run_still(run())
    assert len(times) == 5
    assert times == pytest.approx([round(time) for time in times], abs=1e-6)
