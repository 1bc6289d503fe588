"""Many games between programs: played in batches, watched by small accumulators.

>>> from bagarre.lab.simulate import simulate
>>> report = simulate("boss-quest", ["scripted", "random"], games=200, seed=1, compiled=False)
>>> report.places.wins[0] > report.places.wins[1]
True

A player is named by a spec, or is a function or an object of yours (`bagarre.bots`):

>>> def first(known, seat, menu, budget):
...     return menu[0]
>>> simulate("boss-quest", ["scripted", first], games=20, seed=1, compiled=False).players
('scripted', 'bagarre.lab.simulate:first')

Game number i is dealt from `seed_words(seed, i)` alone, so the same seed gives the same games for any number of workers,
compiled or not; a player of yours is made anew for every batch.
"""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from bagarre.bots import PlayerLike, Seated, driver_bindings, driver_record, make_player, spec_of
from bagarre.games import find_game
from bagarre.kernel.drivers import OUTSIDE, PlayerRecord
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.pack import Pack
from bagarre.kernel.rule import fast_mode_available
from bagarre.lab.counting import STATS, counting
from bagarre.lab.statistics import wilson

T = TypeVar("T")
COMPILED_BATCH, INTERPRETED_BATCH = 2048, 32
"""Games of one batch: large enough that handing it over costs nothing, small enough for a lively progress bar."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: everything a worker must know."""

    package: str
    """The game's folder as a Python package."""
    players: tuple[PlayerLike, ...]
    """The player of each seat."""
    options: tuple[tuple[str, Any], ...]
    packs: tuple[Pack, ...]
    seed: str
    mode: Literal["interpreted", "compiled"]
    counted: str = STATS
    """What the columns of tallies hold (`counting`)."""

    @property
    def portable(self) -> bool:
        """Can another process be told who plays?"""
        return all(isinstance(player, str) for player in self.players)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some whole games, one row each."""

    first: int
    """Number of the first game."""
    ranks: NDArray[np.int8]
    """The place of each seat; 0 for everyone in a game that was cut off."""
    lengths: NDArray[np.int32]
    """Decisions made."""
    endings: NDArray[np.int8]
    """Index into the game's endings; 0 for a game that was cut off."""
    tallies: NDArray[np.int64]
    """What the game's `watch` counted, one column for each of its STATS."""

    def __len__(self) -> int:
        return len(self.lengths)


class Accumulator(Protocol):
    """Anything that watches a simulation."""

    def add(self, batch: Batch) -> None:
        """Take in a batch; batches come in order, each once."""


class Places:
    """Who wins, alone or shared, and the average place."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.wins = [0] * seats
        """Games with place 1, shared ones included."""
        self.shared = [0] * seats
        """Wins shared with somebody."""
        self.sums = [0] * seats

    def add(self, batch: Batch) -> None:
        finished = batch.ranks[batch.ranks[:, 0] > 0]
        winners = finished == 1
        several = winners.sum(axis=1) > 1
        self.games += len(finished)
        for seat in range(len(self.wins)):
            self.wins[seat] += int(winners[:, seat].sum())
            self.shared[seat] += int((winners[:, seat] & several).sum())
            self.sums[seat] += int(finished[:, seat].sum(dtype=np.int64))

    def interval(self, seat: int) -> tuple[float, float]:
        """95 % confidence interval of the share of wins."""
        return wilson(self.wins[seat], self.games)

    def average(self, seat: int) -> float:
        return self.sums[seat] / self.games if self.games else 0.0


class Lengths:
    """How many decisions a game takes."""

    def __init__(self) -> None:
        self.games = self.total = self.most = 0
        self.least = 0

    def add(self, batch: Batch) -> None:
        if len(batch):
            low = int(batch.lengths.min())
            self.least = min(self.least, low) if self.games else low
            self.most = max(self.most, int(batch.lengths.max()))
            self.games += len(batch)
            self.total += int(batch.lengths.sum(dtype=np.int64))

    @property
    def average(self) -> float:
        return self.total / self.games if self.games else 0.0


class Endings:
    """How games end, by name."""

    def __init__(self, names: Sequence[str]) -> None:
        self.counts = dict.fromkeys(names, 0)

    def add(self, batch: Batch) -> None:
        for name, count in zip(self.counts, np.bincount(batch.endings, minlength=len(self.counts))):
            self.counts[name] += int(count)


class Tallies:
    """What the game itself counts: the sum, and the games in which it happened at all."""

    def __init__(self, names: Sequence[str]) -> None:
        self.games = 0
        self.names = tuple(names)
        self.sums = [0] * len(self.names)
        self.seen = [0] * len(self.names)

    def add(self, batch: Batch) -> None:
        self.games += len(batch)
        for k in range(len(self.names)):
            self.sums[k] += int(batch.tallies[:, k].sum())
            self.seen[k] += int((batch.tallies[:, k] != 0).sum())


@dataclass
class Report:
    """What came of a simulation."""

    game: Game
    players: tuple[str, ...]
    seed: str
    places: Places
    lengths: Lengths
    endings: Endings
    tallies: Tallies
    compiled: bool
    seconds: float = 0.0
    """Time spent playing, compilation not counted."""
    extra: list[Accumulator] = field(default_factory=list)

    def add(self, batch: Batch) -> None:
        own: list[Accumulator] = [self.places, self.lengths, self.endings, self.tallies]
        for accumulator in own + self.extra:
            accumulator.add(batch)

    @property
    def speed(self) -> float:
        """Decisions a second."""
        return self.lengths.total / self.seconds if self.seconds else 0.0

    def data(self) -> dict[str, Any]:
        """The results as plain data; `speed` is the only part that another run may give differently."""
        places, tallies, games = self.places, self.tallies, self.lengths.games
        return {
            "game": self.game.name,
            "rules_version": self.game.meta.rules_version,
            "games": games,
            "finished": places.games,
            "seed": self.seed,
            "seats": [
                {
                    "kind": kind,
                    "wins": places.wins[seat],
                    "share": places.wins[seat] / places.games if places.games else 0.0,
                    "interval": list(places.interval(seat)),
                    "shared": places.shared[seat],
                    "place": places.average(seat),
                }
                for seat, kind in enumerate(self.players)
            ],
            "length": {"mean": self.lengths.average, "least": self.lengths.least, "most": self.lengths.most},
            "stats": {
                name: {
                    "mean": tallies.sums[k] / games if games else 0.0,
                    "share": tallies.seen[k] / games if games else 0.0,
                }
                for k, name in enumerate(tallies.names)
            },
            "endings": dict(self.endings.counts),
            "speed": {"decisions_per_second": self.speed, "seconds": self.seconds, "compiled": self.compiled},
        }


def simulate(
    game: Game | str,
    players: Sequence[PlayerLike],
    *,
    games: int,
    seed: int | str = 1,
    options: dict[str, Any] | None = None,
    packs: Sequence[Pack] = (),
    workers: int = 1,
    compiled: bool | None = None,
    watchers: Sequence[Accumulator] = (),
    ready: Callable[[], None] = lambda: None,
    progress: Callable[[int], None] = lambda games: None,
) -> Report:
    """Play games between programs and report.

    `compiled` defaults to whether Numba is installed. `ready` is called once the rules are compiled, `progress` with the
    games of each batch as it is taken in.

    :raises Mistake: when a player is unknown, or the game refuses the seats, an option or a pack.
    """
    found = find_game(game) if isinstance(game, str) else game
    fast = fast_mode_available() if compiled is None else compiled
    plan = Plan(
        found.package,
        tuple(players),
        tuple((options or {}).items()),
        tuple(packs),
        str(seed),
        "compiled" if fast else "interpreted",
    )
    for seat, player in enumerate(players):
        make_player(player, found, plan.seed, seat)
    found.prepare(len(players), dict(plan.options), plan.packs)
    report = Report(
        found,
        tuple(spec_of(player) for player in players),
        plan.seed,
        Places(len(players)),
        Lengths(),
        Endings(found.endings),
        Tallies(found.room("stats").STATS),
        compiled=fast,
        extra=list(watchers),
    )
    if fast:
        play(found, plan, 0, 0)
    ready()
    start = time.perf_counter()
    for batch in batches(found, plan, games, workers):
        report.add(batch)
        progress(len(batch))
    report.seconds = time.perf_counter() - start
    return report


# Batches, in order, from any number of workers.


def batches(game: Game, plan: Plan, games: int, workers: int) -> Iterator[Batch]:
    """The games of a plan, batch by batch. Compiled batches run in threads (they hold no lock), interpreted ones in processes."""
    native = plan.mode == "compiled" and not Outsiders(game, plan, 0).seated
    size = COMPILED_BATCH if native else INTERPRETED_BATCH
    pieces = ((first, min(size, games - first)) for first in range(0, games, size))
    if workers == 1:
        yield from (play(game, plan, *piece) for piece in pieces)
    elif native or not plan.portable:
        yield from in_order(ThreadPoolExecutor(workers), workers, play, ((game, plan, *p) for p in pieces))
    else:
        yield from in_order(
            ProcessPoolExecutor(workers), workers, play_elsewhere, ((plan, *p) for p in pieces)
        )


def in_order(
    pool: Executor, workers: int, work: Callable[..., T], pieces: Iterator[tuple[Any, ...]]
) -> Iterator[T]:
    """The results of the pieces in their order, with only a few under way or waiting at any time."""
    under_way: deque[Future[T]] = deque()
    try:
        for piece in pieces:
            under_way.append(pool.submit(work, *piece))
            if len(under_way) > 2 * workers:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def seed_rows(seed: str, first: int, count: int) -> NDArray[np.int64]:
    """`seed_words(seed, i)` for each game, as rows."""
    common = hashlib.sha256(f"{seed}/".encode())
    digests = []
    for i in range(first, first + count):
        own = common.copy()
        own.update(str(i).encode())
        digests.append(own.digest()[:12])
    return np.frombuffer(b"".join(digests), "<u4").reshape(count, 3).astype(np.int64)


def play_elsewhere(plan: Plan, first: int, count: int) -> Batch:
    """One batch in another process, which finds the game by itself."""
    return play(Game(plan.package), plan, first, count)


def play(game: Game, plan: Plan, first: int, count: int) -> Batch:
    """One batch."""
    outsiders, counted = Outsiders(game, plan, first), counting(game, plan.counted)
    start = game.prepare(len(plan.players), dict(plan.options), plan.packs)
    played = game.runner(plan.mode, outsiders.bindings | counted.bindings).play(
        start,
        outsiders.records,
        seed_rows(plan.seed, first, count),
        outside=outsiders if outsiders.seated else None,
        counts=len(counted.names),
    )
    return Batch(first, played.ranks, played.lengths, played.endings, played.tallies)


class Outsiders:
    """The players of a batch that choose in Python: all but those whom the drivers know."""

    def __init__(self, game: Game, plan: Plan, first: int) -> None:
        self.game = game
        self.records: list[PlayerRecord] = []
        self.seated: dict[int, Seated] = {}
        self.bindings: dict[Callable[..., Any], Callable[..., Any]] = {}
        """The rules that the drivers need to know the others."""
        for seat, wanted in enumerate(plan.players):
            seated = Seated(wanted, game, seat, plan.seed, first, seat)
            record = driver_record(seated.player)
            self.bindings |= driver_bindings(seated.player)
            if record is None:
                self.seated[seat] = seated
                record = game.PlayerRecord()
                record.kind = OUTSIDE
            self.records.append(record)

    def choose(self, seat: int, known: Position, menu: list[Choice]) -> int:
        return menu.index(self.seated[seat].think(known, menu).choice)

    def wants(self, seat: int) -> bool:
        return self.seated[seat].listens

    def tell(self, seat: int, known: Position) -> None:
        self.seated[seat].tell(self.game.events(known))
