"""Speed and size of every game, with the goals beside the figures: `make bench`.

    python bench/bench.py [--json FILE] [--quick] [--rows NAME,…] [GAME …]

Prints a table for each game, then the same as JSON. Decisions a second are per second of processor time on one core, best of three runs; start-up
figures are whole processes by the clock on the wall. Close other programs first: a busy machine slows everything down.
"""
# ruff: noqa: E402 (the reference game lies beside this file, not in the package)

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "games"))

import numpy as np
from rich.console import Console
from rich.table import Table

from bagarre.bots import driver_record, make_player, search
from bagarre.bots.searching import BINDINGS
from bagarre.games import games
from bagarre.kernel.chance import seed_words
from bagarre.kernel.game import Game
from bagarre.kernel.layout import copy_moving, position_hash
from bagarre.kernel.rule import Compiler, rule
from bagarre.kernel.runner import MENUS, WORLDS, Played, Runner

BATCH = 1024
THOUGHTS = 60
"""Thoughts that are measured at least."""
CHUNK = 256
"""Games that are played in one go where whole games are counted."""


@dataclass(frozen=True)
class Case:
    """A table that is measured: how many seats, which options, and what is hoped for."""

    name: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    goals: dict[str, float] = field(default_factory=dict)


CASES = {
    "boss-quest": [
        Case(
            "4 players, base", 4, {},
            {"native": 5e6, "python": 800e3, "batch": 4e6, "interpreted": 30e3, "moving": 512, "compile": 20, "cold": 20, "warm": 1.5, "prompt": 1.5},
        ),
        Case("4 players, all expansions", 4, {"expansions": "all"}, {"native": 2.5e6}),
    ],
    "badass-force": [Case("4 players", 4, {}, {"native": 3e6, "moving": 768, "compile": 40, "cold": 40})],
    "battleworld": [Case("2 players", 2, {}, {"native": 1e6, "moving": 512, "compile": 45, "cold": 45})],
    "baston": [Case("2 players, 4 characters", 2, {"size": 2}, {"orders": 500e3, "moving": 4608, "compile": 90, "cold": 90, "turn": 50})],
    "leduc": [Case("4 players", 4)],
}  # fmt: skip
HELP_GOAL = 0.4

MEASURES = {
    "native": ("compiled loop, random play", "decisions/s", True),
    "scripted": ("compiled loop, scripted players", "decisions/s", True),
    "python": ("driven from Python, one decision a call", "decisions/s", True),
    "batch": (f"driven from Python, {BATCH} games a call", "decisions/s", True),
    "interpreted": ("interpreted, random play", "decisions/s", True),
    "orders": ("compiled loop, random play, orders executed", "orders/s", True),
    "turn": ("interpreted, a turn of all characters", "ms", False),
    "playouts": ("search, play-outs of the Expert", "play-outs/s", True),
    "thoughts": ("search, thoughts of the Expert", "thoughts/s", True),
    "slowest": ("search, nineteen in twenty thoughts are done within", "ms", False),
    "length": ("decisions in a random game", "", True),
    "copies": ("compiled copies of what moves, as in a search", "copies/s", True),
    "whole": ("compiled copies of the whole state", "copies/s", True),
    "hashes": ("compiled hashes of the position", "hashes/s", True),
    "state": ("size of the state", "bytes", False),
    "moving": ("of which move", "bytes", False),
    "compile": ("the rules compiled, random play ready", "s", False),
    "cold": ("first simulation of scripted players, empty cache", "s", False),
    "warm": ("first simulation of scripted players, from the cache", "s", False),
    "prompt": ("first prompt of `bagarre play`, empty cache", "s", False),
    "help": ("`bagarre --help`", "s", False),
}
"""For each measure what it is, its unit, and whether more is better."""


@dataclass
class Figure:
    game: str
    case: str
    measure: str
    value: float
    unit: str
    goal: float | None
    processor: float | None = None
    """For whole processes: the processor time within that time by the clock."""

    @property
    def reached(self) -> bool | None:
        if self.goal is None:
            return None
        return self.value >= self.goal if MEASURES[self.measure][2] else self.value <= self.goal


# What a search does with states, by itself.

NODES = 16
"""States that are copied in turn: few enough for the processor's nearest memory."""


@rule
def copy_whole_often(states: Any, others: Any, times: int) -> int:
    for i in range(times):
        states[i & 15] = others[7 * i & 15]
    return times


@rule
def copy_moving_often(states: Any, others: Any, times: int) -> int:
    for i in range(times):
        copy_moving(states[i & 15], others[7 * i & 15])
    return times


@rule
def hash_often(states: Any, others: Any, times: int) -> int:
    mixed = 0
    for i in range(times):
        mixed ^= position_hash(others[i & 15])
    states[0].rng[0] = mixed
    return times


# One measure, one function.


class Bench:
    """The measures of one table."""

    def __init__(self, game: Game, case: Case, seconds: float) -> None:
        self.game, self.case, self.seconds = game, case, seconds
        self.runner, self.twin = game.runner("compiled"), game.compiled
        self.start = game.prepare(case.seats, case.options)
        self.template = self.twin.pack([self.start])

    def best_speed(self, work: Callable[[int], int]) -> float:
        """Units a second, best of three runs of about `seconds` each, after a first one to warm up."""
        amount = 20_000
        work(amount)
        while True:
            start = time.process_time()
            work(amount)
            spent = time.process_time() - start
            if spent > self.seconds / 4:
                break
            amount *= 4
        amount = int(amount * self.seconds / spent)
        speeds = []
        for _ in range(3):
            start = time.process_time()
            done = work(amount)
            speeds.append(done / (time.process_time() - start))
        return max(speeds)

    def native(self) -> float:
        return self.best_speed(lambda n: self.runner.play_random(self.start, n, "native"))

    def scripted(self) -> float:
        return self.best_speed(lambda n: self.games_of("scripted", n)[0])

    def orders(self) -> float:
        """Of a game that is played by order sheets: not the decisions that write them, the orders that were carried out."""
        column = self.game.room("stats").STATS.index("orders")
        return self.best_speed(lambda n: int(self.games_of("random", n)[1][column]))

    def games_of(self, spec: str, decisions: int) -> tuple[int, np.ndarray[Any, Any]]:
        """Play whole games for at least that many decisions; gives the decisions made and the sums of what was counted."""
        made, sums, games = 0, np.zeros(max(1, len(self.game.room("stats").STATS)), np.int64), 0
        while made < decisions:
            played = self.played(self.runner, spec, games, CHUNK)
            games += CHUNK
            made += played.decisions
            sums += played.tallies.sum(axis=0)
        return made, sums

    def played(self, runner: Runner, spec: str, first: int, count: int) -> Played:
        """Some games between players of one kind."""
        record = driver_record(make_player(spec, self.game))
        assert record is not None
        records = [record] * self.case.seats
        return runner.play(self.start, records, [seed_words("games", first + g) for g in range(count)])

    @cached_property
    def thinking(self) -> tuple[float, float, float]:
        """Play-outs and thoughts a second when all seats search, and the milliseconds within which 95 % of the thoughts are done."""
        mode = self.game.runner("compiled", BINDINGS).mode
        record = driver_record(make_player("search", self.game))
        assert record is not None
        states, menus, players = mode.states(WORLDS), mode.menus(MENUS), mode.pack([record] * self.case.seats)
        dices, choose, template = mode.dices("bench"), mode.driver(search.choose), mode.pack([self.start])
        spent: list[float] = []
        playouts = games = count = 0
        while sum(spent) < 5 * self.seconds or len(spent) < THOUGHTS:
            if count == 0:
                games += 1
                for place in range(WORLDS):
                    states[place] = template[0]
                count = int(mode.begin_at(states, menus, 0, games, 2, 3))
            chosen = 0
            if count > 1:
                start = time.process_time()
                chosen = int(choose(states, menus, dices, players))
                spent.append(time.process_time() - start)
                if len(spent) == 1:
                    # The first one has compiled.
                    spent[0] = 0.0
                playouts += int(players[int(menus[0]["seat"])]["seen"].sum())
            count = int(mode.step_at(states, menus, 0, chosen))
        return playouts / sum(spent), len(spent) / sum(spent), 1000 * sorted(spent)[int(0.95 * len(spent))]

    def playouts(self) -> float:
        return self.thinking[0]

    def thoughts(self) -> float:
        return self.thinking[1]

    def slowest(self) -> float:
        return self.thinking[2]

    def python(self) -> float:
        twin, template = self.twin, self.template
        states, menus = twin.states(1), twin.menus(1)
        begin_at = twin.direct("begin_at", states, menus, 0, 0, 0, 0)
        step_at = twin.direct("step_at", states, menus, 0, 0)
        dice = np.random.default_rng(1).random(1 << 16).tolist()

        def play(decisions: int) -> int:
            made = games = 0
            while made < decisions:
                states[0] = template[0]
                games += 1
                count = begin_at(states, menus, 0, games, made, 1)
                while count:
                    count = step_at(states, menus, 0, int(dice[made & 0xFFFF] * count))
                    made += 1
            return made

        return self.best_speed(play)

    def batch(self) -> float:
        twin = self.twin
        states, menus, dices = twin.states(BATCH), twin.menus(BATCH), twin.dices("batch")
        dice, counts = np.random.default_rng(1), menus["count"]

        def play(decisions: int) -> int:
            made = 0
            while made < decisions:
                twin.begin_over(states, menus, self.template, dices)
                twin.step_all(states, menus, (dice.random(BATCH) * counts).astype(np.int64))
                made += BATCH
            return made

        return self.best_speed(play)

    def interpreted(self) -> float:
        runner, made, start = self.game.runner("interpreted"), 0, time.process_time()
        while time.process_time() - start < 3 * self.seconds:
            made += runner.play_random(self.start, 1000, made)
        return made / (time.process_time() - start)

    def turn(self) -> float:
        """Of a game that is played in turns of all at once: how long one takes in plain Python, with everybody's choices."""
        column, runner = self.game.room("stats").STATS.index("turns"), self.game.runner("interpreted")
        games, turns, start = 0, 0, time.process_time()
        while time.process_time() - start < 3 * self.seconds:
            turns += int(self.played(runner, "random", games, 1).tallies[0][column])
            games += 1
        return 1000 * (time.process_time() - start) / turns

    def length(self) -> float:
        return float(self.played(self.runner, "random", 0, 1000).lengths.mean())

    def copies(self) -> float:
        return self.often(copy_moving_often)

    def whole(self) -> float:
        return self.often(copy_whole_often)

    def hashes(self) -> float:
        return self.often(hash_often)

    def often(self, work: Callable[..., int]) -> float:
        compiled = Compiler({}).compiled(work)
        states, others = self.twin.states(NODES), np.repeat(self.template, NODES)
        return self.best_speed(lambda n: compiled(states, others, n))

    def state(self) -> float:
        return float(self.game.State.SIZE)

    def moving(self) -> float:
        return float(self.game.State.MOVING_SIZE)


COMPILE = """
import sys; sys.path.insert(0, sys.argv[1])
from bagarre.kernel.game import Game
game = Game(sys.argv[2])
game.runner("compiled").play_random(game.prepare(int(sys.argv[3])), 1, "compile")
"""
SIMULATE = """
import sys; sys.path.insert(0, sys.argv[1])
from bagarre.kernel.game import Game
from bagarre.lab.simulate import simulate
simulate(Game(sys.argv[2]), ["scripted"] * int(sys.argv[3]), games=1, compiled=True)
"""


@dataclass(frozen=True)
class Spent:
    """Seconds by the clock on the wall, and of processor time: on a quiet machine they are nearly the same."""

    wall: float
    processor: float


@contextmanager
def stopwatch() -> Iterator[list[Spent]]:
    """Times the child processes that end inside the block."""
    found: list[Spent] = []
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    yield found
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    found.append(Spent(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))


def process_time(program: str, game: Game, seats: int, cache: str) -> Spent:
    """A process that plays one compiled game, from its start to its end."""
    command = [sys.executable, "-c", program, str(ROOT / "games"), game.package, str(seats)]
    with stopwatch() as spent:
        subprocess.run(command, check=True, env=os.environ | {"BAGARRE_CACHE": cache})
    return spent[0]


def help_time() -> Spent:
    """The best of several: the first one may read the files from the disk."""
    times = []
    for _ in range(5):
        with stopwatch() as spent:
            subprocess.run(
                [sys.executable, "-m", "bagarre.cli.main", "--help"], check=True, stdout=subprocess.DEVNULL
            )
        times += spent
    return min(times, key=lambda spent: spent.wall)


def prompt_time(game: Game, seats: int, cache: str) -> Spent:
    """From the command to the first question it asks."""
    kinds = ",".join(["human"] + ["scripted"] * (seats - 1))
    command = [sys.executable, "-m", "bagarre.cli.main", "play", game.name, "--seats", kinds, "--seed", "1"]
    start = time.perf_counter()
    with stopwatch() as spent:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"BAGARRE_CACHE": cache}
        )
        assert process.stdout is not None
        assert process.stdin is not None
        seen = b""
        while "› ".encode() not in seen:
            piece = os.read(process.stdout.fileno(), 65536)
            if not piece:
                raise RuntimeError(f"bagarre play {game.name} asked nothing")
            seen += piece
        wall = time.perf_counter() - start
        process.stdin.write(b"q\n")
        process.stdin.close()
        process.stdout.read()
        process.wait()
    return Spent(wall, spent[0].processor)


# All of them.


SPEEDS = ("native", "scripted", "python", "batch", "interpreted", "orders", "turn", "length")
FIRST_CASE = ("playouts", "thoughts", "slowest", "copies", "whole", "hashes", "state", "moving")
"""Measured at the first table of a game only."""
ONLY_WITH_GOAL = ("orders", "turn")


def measured(game: Game, seconds: float, rows: Collection[str]) -> Iterator[Figure]:
    """The figures of one game, each as soon as it is known."""
    seats = game.meta.players
    cases = CASES.get(game.name) or [Case(f"{min(4, seats[-1])} players", min(4, seats[-1]))]
    for number, case in enumerate(cases):
        if number == 0:
            yield from starting(game, case, rows)
        bench = Bench(game, case, seconds)
        for name in (*SPEEDS, *FIRST_CASE) if number == 0 else SPEEDS:
            if name in rows and (name in case.goals or name not in ONLY_WITH_GOAL):
                yield figure(game, case, name, getattr(bench, name)())
        if number == 0 and "prompt" in rows and game.name in games():
            with tempfile.TemporaryDirectory() as cache:
                spent = [prompt_time(game, case.seats, cache) for _ in range(3)]
                yield figure(game, case, "prompt", min(spent, key=lambda spent: spent.wall))


def starting(game: Game, case: Case, rows: Collection[str]) -> Iterator[Figure]:
    """Whole processes that compile, or find everything compiled."""
    if "compile" in rows:
        with tempfile.TemporaryDirectory() as cache:
            yield figure(game, case, "compile", process_time(COMPILE, game, case.seats, cache))
    if "cold" in rows or "warm" in rows:
        with tempfile.TemporaryDirectory() as cache:
            for name in ("cold", "warm"):
                yield figure(game, case, name, process_time(SIMULATE, game, case.seats, cache))


def figure(game: Game, case: Case, measure: str, value: float | Spent) -> Figure:
    wall, processor = (value.wall, value.processor) if isinstance(value, Spent) else (value, None)
    return Figure(
        game.name, case.name, measure, wall, MEASURES[measure][1], case.goals.get(measure), processor
    )


def number(value: float, unit: str) -> str:
    if unit == "s":
        return f"{value:.2f}"
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.1f}"


def table_of(figures: list[Figure]) -> Table:
    table = Table("game", "table", "measure")
    for title in ("figure", "unit", "goal", "", "processor"):
        table.add_column(title, justify="right" if title in ("figure", "goal", "processor") else "left")
    before = None
    for f in figures:
        place = (f.game, f.case) if (f.game, f.case) != before else ("", "")
        before = (f.game, f.case)
        goal = "" if f.goal is None else f"{'≥' if MEASURES[f.measure][2] else '≤'} {number(f.goal, f.unit)}"
        mark = {True: "[green]✓[/]", False: "[red]✗[/]", None: ""}[f.reached]
        processor = "" if f.processor is None else number(f.processor, f.unit)
        table.add_row(*place, MEASURES[f.measure][0], number(f.value, f.unit), f.unit, goal, mark, processor)
    return table


def machine() -> dict[str, Any]:
    import numba

    model = ""
    if (info := Path("/proc/cpuinfo")).exists():
        model = next(
            (
                line.partition(":")[2].strip()
                for line in info.read_text().splitlines()
                if "model name" in line
            ),
            "",
        )
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", help="only these games")
    parser.add_argument("--json", metavar="FILE", help="write the JSON there instead of printing it")
    parser.add_argument("--quick", action="store_true", help="short runs, rougher figures")
    parser.add_argument("--rows", metavar="NAME,…", help=f"only these: {', '.join(MEASURES)}")
    arguments = parser.parse_args()
    rows = arguments.rows.split(",") if arguments.rows else list(MEASURES)
    if unknown := set(rows) - set(MEASURES):
        parser.error(f"no row is called {', '.join(sorted(unknown))}")
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 130)
    about = machine()
    console.print(" · ".join(f"{name} {value}" for name, value in about.items()))
    figures: list[Figure] = []
    if "help" in rows:
        spent = help_time()
        figures = [Figure("", "", "help", spent.wall, "s", HELP_GOAL, spent.processor)]
        console.print(table_of(figures))
    for game in [*games().values(), Game("leduc")]:
        if arguments.game and game.name not in arguments.game:
            continue
        if not (game.folder / "player.py").exists():
            console.print(f"[dim]{game.name}: not playable, left out[/]")
            continue
        with console.status(game.name):
            found = list(measured(game, 0.25 if arguments.quick else 1.0, rows))
        console.print(table_of(found))
        figures += found
    text = json.dumps(
        {"machine": about, "figures": [asdict(f) | {"reached": f.reached} for f in figures]}, indent=2
    )
    if arguments.json:
        Path(arguments.json).write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
