"""Random play of all games while the database fails at random: what was told is stored, what is stored replays, numbers have no gap."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bagarre.kernel.game import Game
from bagarre.web.livetable import LiveTable
from bagarre.web.store import PLAYING
from bagarre.web.tablestate import TableState
from tests.web.faulty import Fault, FaultyHouse, Player, until
from tests.web.house import on_web, run_still

STEPS = 12
"""Deeds of each random game."""
SLOW_MACHINE = [HealthCheck.too_slow]
"""A machine that has no time for us is no fault of what is tested."""


class Play:
    """People at one table who choose, talk, take back, leave, come back and send again what was not answered."""

    def __init__(self, house: FaultyHouse, table: LiveTable, tokens: list[str], seed: int) -> None:
        self.house, self.table, self.tokens = house, table, tokens
        self.dice = random.Random(seed)
        self.players = [self.arrive(token) for token in tokens]
        self.accepted: set[str] = set()
        self.unanswered: dict[int, dict[str, Any]] = {}
        self.number = 0

    def arrive(self, token: str) -> Player:
        player = Player(self.table, token)
        player.on_message = self.heard
        return player

    def heard(self, player: Player, message: dict[str, Any]) -> None:
        """Whatever is told, the lines that it follows from are stored."""
        match = self.table.state.match
        assert match is not None
        stored = self.house.store.lines_of(self.table.state.stored.code)
        assert len(stored) >= len(match.history)
        if message["type"] == "accepted":
            self.accepted.add(str(message["re"]))
            assert any(key == message["re"] for _, _, key in stored)

    async def deed(self) -> None:
        what = self.dice.choice(["choose"] * 6 + ["leave", "chat", "undo", "agree", "again"])
        seat = self.dice.randrange(len(self.players))
        player = self.players[seat]
        if what == "choose":
            self.choose()
        elif what == "leave":
            # A lost connection; whatever was not answered is sent again.
            player.leave()
            self.players[seat] = self.arrive(self.tokens[seat])
            if seat in self.unanswered:
                self.players[seat].send(**self.unanswered[seat])
        elif what == "again" and seat in self.unanswered:
            player.send(**self.unanswered[seat])
        elif what == "chat":
            player.send(type="chat", text=f"{self.number}")
        elif what in ("undo", "agree"):
            player.send(type=what, yes=True)
        await asyncio.sleep(self.dice.choice((0.0, 0.01, 0.3, 2.5)))

    def choose(self) -> None:
        asked = [seat for seat, player in enumerate(self.players) if player.told.get("legal")]
        if not asked:
            return
        seat = self.dice.choice(asked)
        told = self.players[seat].told
        self.number += 1
        key = f"choice-number-{self.number:06d}"
        choice = self.dice.choice(told["legal"])["choice"]
        message = {
            "type": "choose",
            "choice": choice,
            "seq": told["seq"],
            "position": told["position"],
            "key": key,
            "id": key,
        }
        self.unanswered[seat] = message
        self.players[seat].send(**message)


async def played(house: FaultyHouse, faults: list[Fault], seed: int) -> int:
    game = house.game
    table, tokens = await house.open(["here"] * (min(game.meta.players) - 1))
    assert table.state.match is not None
    play = Play(house, table, tokens, seed)
    await until(lambda: all("legal" in player.told for player in play.players))
    house.store.faults = list(faults)
    for _ in range(STEPS):
        if table.state.status != PLAYING:
            break
        await play.deed()
    house.store.faults = []
    took = await until(lambda: table.is_quiet and not table.state.notice)
    assert took < 5.0, "it goes on within five seconds after the database answers"
    await asyncio.sleep(4.0)
    await until(lambda: table.is_quiet)
    code, match = table.state.stored.code, table.state.match
    stored = house.store.lines_of(code)
    assert [number for number, _, _ in stored] == list(range(len(match.history))), "numbers have no gap"
    keys = [key for _, _, key in stored if key]
    assert len(keys) == len(set(keys)), "no choice is made twice"
    assert play.accepted <= set(keys), "what was accepted is stored"
    loaded = await house.store.load(code)
    assert loaded is not None
    chat = [remark.text for remark in loaded.chat]
    assert chat == [remark.text for remark in table.state.stored.chat]
    again = TableState(game, loaded)
    again.follow()
    assert again.match is not None
    assert again.stored.gap is None
    assert (again.match.packed, again.match.history) == (match.packed, match.history), (
        "what is stored replays"
    )
    assert again.stored.waiting == table.state.stored.waiting
    await house.close()
    return len(match.history)


@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
@given(faults=st.lists(st.sampled_from(list(Fault)), max_size=12), seed=st.integers(0, 10_000))
@settings(max_examples=6, deadline=None, suppress_health_check=SLOW_MACHINE)
def test_what_was_told_is_stored_and_what_is_stored_replays(
    game: Game, faults: list[Fault], seed: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_still(played(FaultyHouse(Path(folder), game), faults, seed))


@pytest.mark.soak
@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
@given(faults=st.lists(st.sampled_from(list(Fault)), max_size=60), seed=st.integers(0, 10_000_000))
@settings(max_examples=100, deadline=None, suppress_health_check=SLOW_MACHINE)
def test_that_holds_for_long(game: Game, faults: list[Fault], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_still(played(FaultyHouse(Path(folder), game), faults, seed))
