"""Render workers: a busy server's boards are the same as a quiet one's, and a render worker that ends or hangs is missed by nobody."""

from __future__ import annotations

import asyncio
import contextlib
import json
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
from bagarre.web import render_workers
from bagarre.web.boards import NOTHING, Board
from bagarre.web.connection import HTML, Connection
from bagarre.web.livetable import LiveTable
from bagarre.web.opening import Opening
from bagarre.web.registry import TableRegistry
from bagarre.web.rendering import Look, Order, Person, Picture, picture_of, render, seen_players
from bagarre.web.seatview import SeatView
from bagarre.web.settings import Settings, sqlite_url
from tests.patience import PATIENCE
from tests.web.house import Live, Wire, live, on_web


def rendered(match: Match, looks: tuple[Look, ...]) -> list[Picture]:
    """What a render worker would send, there and back again."""
    people = tuple(Person(name, bot=False, away=False) for name in match.players)
    order = Order(
        match.game.package, match.packs, match.state.to_bytes(), people, aids=True, over=False, looks=looks
    )
    pictures: list[Picture] = pickle.loads(pickle.dumps(render(pickle.loads(pickle.dumps(order)))))
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
        pictures = rendered(match, tuple(Look(eye, lang, eye >= 0, NOTHING) for eye in eyes))
        for eye, picture in zip(eyes, pictures):
            seat_view = SeatView.of(match, eye, match.speech(lang), live=eye >= 0)
            here = picture_of(seat_view, board, seen_players(people, eye, seat_view.awaited), NOTHING)
            assert (picture.awaited, picture.legal, picture.frame, picture.groups) == (
                here.awaited,
                here.legal,
                here.frame,
                here.groups,
            )
            assert (picture.canvas.parts, picture.canvas.skeleton) == (
                here.canvas.parts,
                here.canvas.skeleton,
            )
        seat = dice.choice(match.deciders)
        match.play(seat, dice.choice(list(match.legal(seat))))
        steps += 1
    assert steps > 3


def test_what_a_reader_has_does_not_travel() -> None:
    match = Match("boss-quest", 3, seed=1)
    first = rendered(match, (Look(0, "fr", True, NOTHING),))[0].canvas
    again = rendered(match, (Look(0, "fr", True, first.marks),))[0].canvas
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
        answer = httpx.post(
            f"{server.base}/api/tables",
            json={"game": "boss-quest", "name": "1", "seats": ["here"], "start": True},
            timeout=PATIENCE,
        )
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
def busy_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch, **changes: Any
) -> Iterator[tuple[Table, list[bool]]]:
    """A table whose boards a render worker paints; the list says of each order whether it was delivered."""
    monkeypatch.setattr(render_workers, "PATIENCE", 30.0)
    delivered: list[bool] = []
    ask = render_workers.RenderWorkers.render

    async def counted(self: render_workers.RenderWorkers, order: Order, table: str) -> list[Picture] | None:
        pictures = await ask(self, order, table)
        delivered.append(pictures is not None)
        return pictures

    monkeypatch.setattr(render_workers.RenderWorkers, "render", counted)
    with live(folder, busy=1, render_workers=1, **changes) as server:
        table = Table(server)
        wait_for(lambda: len(server.registry.render_workers._workers) == 1)
        yield table, delivered


def wait_for(condition: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_render_workers_render_for_a_busy_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with busy_table(tmp_path, monkeypatch) as (table, delivered):
        delivered.clear()
        for _ in range(12):
            table.choose()
        assert len(delivered) >= 12
        assert all(delivered)
        assert len(table.pages()) == 2


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hanging"])
def test_a_render_worker_that_is_no_more_is_missed_by_nobody(
    end: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with busy_table(tmp_path, monkeypatch) as (table, delivered):
        table.choose()
        monkeypatch.setattr(render_workers, "PATIENCE", 1.0)
        first = table.server.registry.render_workers._workers[0].process
        os.kill(first.pid, end)
        for _ in range(3):
            table.choose()
        first.join(10)
        assert first.exitcode == -signal.SIGKILL
        wait_for(
            lambda: (
                [render_worker.process for render_worker in table.server.registry.render_workers._workers]
                not in ([], [first])
            )
        )
        monkeypatch.setattr(render_workers, "PATIENCE", 30.0)
        delivered.clear()
        table.choose()
        assert all(delivered)
        table.pages()


def test_render_workers_go_home_when_everybody_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with busy_table(tmp_path, monkeypatch, idle=0.2) as (table, delivered):
        table.choose()
        registry = table.server.registry
        render_worker = registry.render_workers._workers[0].process
        for wire in table.wires:
            wire.close()
        render_worker.join(30)
        assert render_worker.exitcode == -signal.SIGKILL
        wait_for(lambda: not registry.render_workers._workers)
        # Somebody comes back: so do they.
        table.wires = [table.browser(token) for token in table.tokens]
        table.choose()
        wait_for(lambda: len(registry.render_workers._workers) == 1)
        delivered.clear()
        table.choose()
        assert delivered
        assert all(delivered)


class Tab:
    """A browser tab on a connection of its own speed: what it shows is put together from all it was sent."""

    def __init__(self, table: LiveTable, token: str, lag: float) -> None:
        self.shown: dict[str, Any] = {}
        self.received = self.answered = 0
        self.connection = Connection(self.receive, lang="fr", form=HTML)
        self.lag = lag
        self._sender = asyncio.create_task(self.connection.run())
        self._table = table
        table.enter(self.connection, table.seats_of([token]))

    async def receive(self, text: str) -> None:
        await asyncio.sleep(self.lag)
        self.received += 1
        message = json.loads(text)
        if message["type"] == "update":
            page = self.shown.get("html", {}) | message.pop("html", {})
            self.shown |= {name: value for name, value in message.items() if name != "log"} | {"html": page}

    @property
    def is_behind(self) -> bool:
        """Is its table still doing or telling something?"""
        return not self._table.is_quiet

    def close(self) -> None:
        self._table.leave(self.connection)
        self._sender.cancel()

    def known(self) -> dict[str, Any]:
        """What it shows, but for the board: its whole came at another time than its parts."""
        page = {name: html for name, html in self.shown["html"].items() if name in ("bar", "people", "where")}
        return self.shown | {"html": page, "avatars": None}


async def all_quiet(tabs: list[Tab]) -> None:
    """Until the table has nothing to do and nobody has been sent anything for a moment."""
    sent = -1
    while sent != (sent := sum(tab.received for tab in tabs)) or any(tab.is_behind for tab in tabs):
        await asyncio.sleep(0.2)


def test_nobody_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People come, go and read at their own speed while others choose and a render worker takes its time: in the end all show the same."""
    game = {game.name: game for game in on_web()}["boss-quest"]
    dice = random.Random(5)

    async def slowly(self: render_workers.RenderWorkers, order: Order, table: str) -> list[Picture] | None:
        await asyncio.sleep(dice.choice((0, 0.001, 0.01)))
        return render(pickle.loads(pickle.dumps(order))) if dice.random() < 0.9 else None

    monkeypatch.setattr(render_workers.RenderWorkers, "render", slowly)

    async def play() -> int:
        registry = TableRegistry(
            Settings(
                database=sqlite_url(tmp_path / "busy.sqlite3"),
                games={game.name: game},
                busy=1,
                render_workers=0,
            )
        )
        await registry.open()
        placed = await registry.create(Opening(game=game.name, name="0", seats=["here"] * 2, start=True))
        code, tokens = placed.stored.code, placed.tokens
        table = await registry.table(code)
        assert table is not None
        assert table.state.match is not None
        tabs = [Tab(table, token, lag) for token, lag in zip(tokens, (0.0, 0.002, 0.02))]
        visitors: list[Tab] = []
        choices = 0
        for _ in range(400):
            if table.state.match.is_over:
                break
            mover = tabs[table.state.match.deciders[0]]
            if dice.random() < 0.3:
                visitors.append(Tab(table, dice.choice(["", *tokens]), dice.choice((0.0, 0.01))))
            if visitors and dice.random() < 0.3:
                visitors.pop(0).close()
            if mover.shown.get("legal") and mover.answered != mover.shown["seq"]:
                mover.answered = mover.shown["seq"]
                choice, _, _ = dice.choice(mover.shown["legal"])
                # With an id: it is told that the choice was accepted while its page is still being painted.
                table.receive(
                    mover.connection,
                    {"type": "choose", "choice": choice, "seq": mover.answered, "id": choices},
                )
                choices += 1
            if dice.random() < 0.05:
                table.receive(dice.choice(tabs).connection, {"type": "again"})
            await asyncio.sleep(dice.choice((0, 0.001, 0.01, 0.03)))
            if dice.random() < 0.1:
                await all_quiet(tabs)
                assert [tab.shown["told"] for tab in tabs] == [table.state.story.lines] * len(tabs)
        newcomers = [Tab(table, token, 0.0) for token in tokens]
        await all_quiet([*tabs, *newcomers])
        for tab, newcomer in zip(tabs, newcomers):
            assert tab.known() == newcomer.known()
        await registry.close()
        return choices

    assert asyncio.run(play()) > 30
