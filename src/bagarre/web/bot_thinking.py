"""In a bot worker's process: jobs come in, answers go out, one job after the other.

Every job is answered at once by the scripted player, in a moment, and then by the bot that was asked for: so there is a legal answer at
any time. Bots that search think in plain Python until their game has been compiled (`compile_search`, in a process of its own) and loaded
here, in the background; with too little time for plain Python the scripted answer stands.
"""

from __future__ import annotations

import logging
import pickle
import socket
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from bagarre.bots import USUAL, Budget, Estimate, Thought, make_player
from bagarre.bots.advice import advice
from bagarre.bots.searching import SearchPlayer
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.modes import Compiled, Mode
from bagarre.match import Match
from bagarre.web.lines import worker_end
from bagarre.web.processes import give_way, live_with_the_server

log = logging.getLogger("bagarre.web")
SLOW_LEAST = 0.25
"""Seconds below which nothing is searched in plain Python: one imagined world may take as long."""


@dataclass(frozen=True, slots=True)
class Job:
    """A question to a bot."""

    number: int
    package: str
    kind: str
    concealed: bytes
    seat: int
    choices: tuple[Choice, ...]
    seed: str
    seconds: float
    """How long it may think; 0 for the scripted player's answer alone."""
    advice: bool = False
    """Does somebody else ask for a hint (`SearchPlayer.advise`)?"""


class Load(NamedTuple):
    """An order to use the compiled search of a game from now on."""

    package: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot chose."""

    number: int
    choice: Choice
    final: bool
    """Is that the bot's own answer, or the scripted one that stands until then?"""
    values: Mapping[Choice, Estimate] = field(default_factory=dict)
    """What choices are worth, as far as it looked."""
    level: frozenset[Choice] = frozenset()
    """Of advice: which others may be as good."""
    problem: str = ""
    """Why the bot that was asked for did not answer."""


@cache
def game_of(package: str) -> Game:
    return Game(package)


def scripted_choice(job: Job) -> Choice:
    """What the scripted player chooses: always there, and quick."""
    game = game_of(job.package)
    known = game.State.from_bytes(job.concealed)
    return make_player(USUAL, game, job.seed).think(known, job.seat, job.choices, Budget()).choice


class Thinker:
    """What a worker knows."""

    def __init__(self) -> None:
        self.compiled: dict[str, Mode] = {}
        """The games whose search is compiled and loaded."""

    def answers(self, job: Job) -> Iterator[Answer]:
        """The scripted answer, then the bot's own when that is another player and there is time for it."""
        stand_in = scripted_choice(job)
        if job.kind == USUAL or not job.seconds:
            yield Answer(job.number, stand_in, final=True)
            return
        yield Answer(job.number, stand_in, final=False)
        try:
            thought = self.think(job)
        except Exception as error:
            yield Answer(job.number, stand_in, final=True, problem=f"{type(error).__name__}: {error}"[:300])
            return
        if thought is None:
            yield Answer(job.number, stand_in, final=True)
        elif thought.choice not in job.choices:
            yield Answer(job.number, stand_in, final=True, problem=f"{thought.choice!r}")
        else:
            yield Answer(
                job.number, thought.choice, final=True, values=dict(thought.values), level=thought.level
            )

    def think(self, job: Job) -> Thought | None:
        """The thought of the bot that was asked for, or `None` when there is too little time for one."""
        game = game_of(job.package)
        player = make_player(job.kind, game, job.seed)
        if isinstance(player, SearchPlayer):
            mode = self.compiled.get(job.package)
            if mode is not None:
                player.mode = mode
            elif job.seconds < SLOW_LEAST:
                return None
        known = game.State.from_bytes(job.concealed)
        budget = Budget(seconds=job.seconds)
        if job.advice:
            return advice(player, known, job.seat, job.choices, budget)
        return player.think(known, job.seat, job.choices, budget)

    def load(self, package: str) -> None:
        """Take a compiled search from the cache on the disk, while others think."""
        try:
            self.compiled[package] = warmed_up(game_of(package))
        except Exception as error:
            log.warning("a compiled search could not be loaded, bots think in plain Python: %s", error)


def think_for_ever(line: socket.socket) -> None:
    """The life of a bot worker."""
    live_with_the_server()
    thinker = Thinker()
    with worker_end(line) as server:
        server.write(None)
        for packed in server.orders():
            order = pickle.loads(packed)
            if isinstance(order, Load):
                threading.Thread(target=thinker.load, args=(order.package,), daemon=True).start()
                continue
            for answer in thinker.answers(order):
                server.write(answer)


def warmed_up(game: Game) -> Mode:
    """The game compiled for a search, or read from the cache on the disk."""
    mode = Compiled(game)
    match = Match(game, game.meta.players[0], seed=1)
    while len(match.legal(match.deciders[0])) < 2:
        match.play(match.deciders[0], match.legal(match.deciders[0])[0])
    seat = match.deciders[0]
    player = SearchPlayer(game, "1", mode=mode)
    player.think(match.concealed(seat), seat, list(match.legal(seat)), Budget(simulations=1))
    return mode


def compile_search(package: str) -> None:
    """In a process of its own, which gives way to all others: leave the compiled search of a game in the cache on the disk."""
    live_with_the_server()
    give_way()
    warmed_up(Game(package))
