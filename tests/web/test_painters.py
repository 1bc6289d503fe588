"""Painters: a busy server's boards are the same as a quiet one's, and a painter that ends or hangs is missed by nobody."""

from __future__ import annotations

import contextlib
import os
import pickle
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bagarre.kernel.game import SPECTATOR, Game
from bagarre.match import Match
from bagarre.web import painters
from bagarre.web.boards import NOTHING, Board
from bagarre.web.painting import Look, Order, Person, Picture, paint, picture_of, seen_players
from bagarre.web.sight import Sight
from tests.web.house import Live, Wire, live, on_web


def painted(match: Match, looks: tuple[Look, ...]) -> list[Picture]:
    """What a painter would send, there and back again."""
    people = tuple(Person(name, bot=False, away=False) for name in match.players)
    order = Order(match.game.package, match.packs, match.state.to_bytes(), people, aids=True, looks=looks)
    pictures: list[Picture] = pickle.loads(pickle.dumps(paint(pickle.loads(pickle.dumps(order)))))
    return pictures


@pytest.mark.parametrize("game", on_web(), ids=lambda game: game.name)
def test_pictures_are_the_same_wherever_they_are_made(game: Game) -> None:
    dice, board = random.Random(4), Board(game)
    match = Match(game, [f"P{i}" for i in range(min(game.meta.players))], seed=4)
    people = [Person(name, bot=False, away=False) for name in match.players]
    steps = 0
    while steps < 30 and not match.is_over:
        lang = "fr" if steps % 2 else "en"
        eyes = range(SPECTATOR, len(match.players))
        pictures = painted(match, tuple(Look(eye, lang, eye >= 0, NOTHING) for eye in eyes))
        for eye, picture in zip(eyes, pictures):
            sight = Sight.of(match, eye, match.speech(lang), live=eye >= 0)
            here = picture_of(sight, board, seen_players(people, eye, sight.awaited), NOTHING)
            assert (picture.awaited, picture.legal, picture.frame, picture.groups) == (here.awaited, here.legal, here.frame, here.groups)
            assert (picture.canvas.parts, picture.canvas.skeleton) == (here.canvas.parts, here.canvas.skeleton)
        seat = dice.choice(match.deciders)
        match.play(seat, dice.choice(list(match.legal(seat))))
        steps += 1
    assert steps > 3


def test_what_a_reader_has_does_not_travel() -> None:
    match = Match("boss-quest", 3, seed=1)
    first = painted(match, (Look(0, "fr", True, NOTHING),))[0].canvas
    again = painted(match, (Look(0, "fr", True, first.marks),))[0].canvas
    assert first.skeleton
    assert all(first.parts.values())
    assert not again.skeleton
    assert not any(again.parts.values())
    assert again.serves(first.marks)
    assert not again.serves(NOTHING)


class Table:
    """Two browsers at a table of a busy server."""

    def __init__(self, server: Live) -> None:
        self.server = server
        answer = httpx.post(f"{server.base}/api/tables", json={"game": "boss-quest", "name": "1", "seats": ["here"], "start": True})
        opened = answer.json()
        self.code, self.tokens = opened["code"], opened["tokens"]
        self.wires = [self.browser(token) for token in self.tokens]
        self.dice = random.Random(2)

    def browser(self, *tokens: str) -> Wire:
        wire = self.server.wire(self.code, *tokens, form="html")
        wire.settle()
        return wire

    def choose(self) -> None:
        """Somebody chooses; everybody is told."""
        wait_for(lambda: any(wire.settle(0.05)["legal"] for wire in self.wires))
        mover = next(wire for wire in self.wires if wire.told["legal"])
        choice = self.dice.choice(mover.told["legal"])[0]
        mover.send(type="choose", choice=choice, seq=mover.told["seq"])
        for wire in self.wires:
            wire.until("update")

    def pages(self) -> list[dict[str, Any]]:
        """What each seat's page shows, and what it shows to somebody who arrives now."""
        shown = []
        for token, stayed in zip(self.tokens, self.wires):
            newcomer = self.browser(token)
            for name, html in newcomer.told["html"].items():
                if name not in ("stage", "people"):
                    assert stayed.told["html"][name] == html, name
            shown.append(newcomer.told["html"])
            newcomer.close()
            for wire in self.wires:
                wire.settle()
        return shown


@contextlib.contextmanager
def busy_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, list[bool]]]:
    """A table whose boards a painter paints; the list says of each order whether it was delivered."""
    delivered: list[bool] = []
    ask = painters.Painters.paint

    async def counted(self: painters.Painters, order: Order, table: str) -> list[Picture] | None:
        pictures = await ask(self, order, table)
        delivered.append(pictures is not None)
        return pictures

    monkeypatch.setattr(painters.Painters, "paint", counted)
    with live(folder, busy=1, painters=1) as server:
        table = Table(server)
        wait_for(lambda: len(server.hall.painters._painters) == 1)
        yield table, delivered


def wait_for(condition: Any) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_painters_paint_for_a_busy_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with busy_table(tmp_path, monkeypatch) as (table, delivered):
        delivered.clear()
        for _ in range(12):
            table.choose()
        assert len(delivered) >= 12
        assert all(delivered)
        assert len(table.pages()) == 2


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hanging"])
def test_a_painter_that_is_no_more_is_missed_by_nobody(end: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painters, "PATIENCE", 1.0)
    with busy_table(tmp_path, monkeypatch) as (table, delivered):
        table.choose()
        first = table.server.hall.painters._painters[0].process
        os.kill(first.pid, end)
        for _ in range(3):
            table.choose()
        first.join(10)
        assert first.exitcode == -signal.SIGKILL
        wait_for(lambda: [painter.process for painter in table.server.hall.painters._painters] not in ([], [first]))
        delivered.clear()
        table.choose()
        assert all(delivered)
        table.pages()
