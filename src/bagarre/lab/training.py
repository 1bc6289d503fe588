"""Learn what the searching player knows about a game besides its rules, from games between programs: `bagarre train GAME`.

Two parts. `standing`: who wins, from the traits of all seats at each tick of the clock (the game's `search.trait`). `habits`: what a hidden
thing is, from what speaks for each answer (the game's `beliefs.habit`). Both are softmax regressions of a few weights; a fifth of the games
is held out. The weights go into the game's `search.toml`, with how they were made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots.searching import BINDINGS
from bagarre.kernel.binding import Bindings
from bagarre.kernel.chance import below, seed
from bagarre.kernel.drivers import choose, clock, deal, deciders, open_menu, rank, show, take, watch
from bagarre.kernel.errors import Mistake
from bagarre.kernel.files import write_atomically
from bagarre.kernel.game import Game
from bagarre.kernel.modes import Mode
from bagarre.kernel.pack import read_text
from bagarre.kernel.rule import fast_mode_available, rule
from bagarre.kernel.searchfile import search_file
from bagarre.lab.beliefs import HIDDEN, secret
from bagarre.lab.driving import check_players, driven, known_player
from bagarre.lab.simulate import seed_rows

PARTS = ("standing", "habits", "wary")
"""Standings; habits of players like those of the house, for the searching player; habits of anybody, for aids at the table."""
TICKS = 80
"""Positions of a game that are kept at most."""
ONE_IN = 5
"""One in so many decisions is looked at for habits."""
HELD_OUT = 5
"""One in so many games is held out."""
ROOM = 16_000_000
"""Numbers that cases of habits may take up at most."""
NEVER = -1e9
"""The logarithm of what cannot be."""
CAUTION = 1e-3
"""How much the regression shies away from great weights."""
Floats = NDArray[np.float64]


@rule
def trait(s: Any, seat: int, i: int) -> int:
    """The i-th trait of a seat that its standing is read from."""
    return 0


@rule
def habit(s: Any, seat: int, value: int, i: int) -> int:
    """How far the i-th habit speaks for a value of the seat's hidden thing, in thousandths."""
    return 0


@rule
def ways(s: Any, seat: int, value: int) -> int:
    """In how many ways the seat's hidden thing may have that value; 0 when it cannot."""
    return 1


@rule
def gather_standings(
    states: Any,
    menus: Any,
    dices: Any,
    template: Any,
    players: Any,
    seeds: Any,
    limit: int,
    tally: Any,
    count: int,
    rows: Any,
    owner: Any,
    ranks: Any,
) -> int:
    """Play games; keep the traits of all seats at each tick of the clock, and the places in the end; gives the ticks."""
    s = states[0]
    n = 0
    for g in range(len(seeds)):
        deal(states, dices, template, seeds[g][0], seeds[g][1], seeds[g][2], tally)
        now = clock(s)
        made = 0
        while made < limit and open_menu(s, menus[0]) > 0:
            if clock(s) != now and n < len(owner):
                now = clock(s)
                for p in range(s.seats):
                    for i in range(count):
                        rows[n * s.seats + p][i] = trait(s, p, i)
                owner[n] = g
                n += 1
            k = choose(states, menus, dices, players) if menus[0].count > 1 else 0
            take(s, menus[0], k)
            watch(s, tally)
            made += 1
        if deciders(s) == 0:
            for p in range(s.seats):
                ranks[g][p] = rank(s, p)
    return n


@rule
def gather_habits(
    states: Any,
    menus: Any,
    dices: Any,
    template: Any,
    players: Any,
    seeds: Any,
    limit: int,
    tally: Any,
    count: int,
    answers: int,
    rows: Any,
    room: Any,
    truth: Any,
    owner: Any,
) -> int:
    """Play games; now and then keep what speaks for each value of each hidden thing, and what it is; gives their number."""
    s = states[0]
    shown = states[2]
    n = 0
    for g in range(len(seeds)):
        deal(states, dices, template, seeds[g][0], seeds[g][1], seeds[g][2], tally)
        states[2] = template[0]
        seed(dices[2], seeds[g][2], seeds[g][0], seeds[g][1])
        made = 0
        while made < limit and open_menu(s, menus[0]) > 0:
            k = 0
            if menus[0].count > 1:
                if below(dices[2], ONE_IN) == 0:
                    show(shown, s, menus[0].seat)
                    for p in range(s.seats):
                        if secret(shown, p) == HIDDEN and secret(s, p) >= 0 and n < len(owner):
                            for value in range(answers):
                                room[n][value] = ways(shown, p, value)
                                for i in range(count):
                                    rows[n * answers + value][i] = habit(shown, p, value, i)
                            truth[n] = secret(s, p)
                            owner[n] = g
                            n += 1
                k = choose(states, menus, dices, players)
            take(s, menus[0], k)
            watch(s, tally)
            made += 1
    return n


@dataclass(frozen=True)
class Sample:
    """Cases with some alternatives each, one of which came true (or several, by halves)."""

    rows: Floats
    """For each case and alternative the traits."""
    prior: Floats
    """Logarithm of what each alternative weighs before; minus infinity when it cannot be."""
    truth: Floats
    """What came true, as shares."""
    held: NDArray[np.bool_]
    """Is the case held out?"""

    def joined(self, other: Sample) -> Sample:
        return Sample(
            *(
                np.concatenate([getattr(self, name), getattr(other, name)])
                for name in ("rows", "prior", "truth", "held")
            )
        )

    def possible(self) -> Sample:
        """Without alternatives that are none in any case."""
        real = (self.prior > NEVER).any(0)
        return Sample(self.rows[:, real], self.prior[:, real], self.truth[:, real], self.held)


@dataclass(frozen=True)
class Lesson:
    """What was learned."""

    part: str
    weights: tuple[int, ...]
    """In thousandths."""
    made: str
    cases: int
    loss: float
    """Mean logarithm of what is not foreseen, of the cases held out."""
    before: float
    """The same with the weights that the game had."""
    blank: float
    """The same without any weights."""


def fit(sample: Sample) -> Floats:
    """Softmax regression by Newton's method."""
    rows, prior, truth = (part[~sample.held] for part in (sample.rows, sample.prior, sample.truth))
    scale = rows.reshape(-1, rows.shape[2]).std(0) + 1e-9
    scaled, found = rows / scale, np.zeros(rows.shape[2])
    for _ in range(15):
        shares = softmax(scaled @ found + prior)
        slope = ((shares - truth)[:, :, None] * scaled).sum((0, 1)) / len(scaled) + CAUTION * found
        mean = (shares[:, :, None] * scaled).sum(1)
        flat = (scaled * np.sqrt(shares)[:, :, None]).reshape(-1, rows.shape[2])
        bend = (flat.T @ flat - mean.T @ mean) / len(scaled) + CAUTION * np.eye(rows.shape[2])
        found -= np.linalg.solve(bend, slope)
    return np.asarray(found / scale)


def softmax(logs: Floats) -> Floats:
    powers = np.exp(logs - logs.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def loss(sample: Sample, found: Floats) -> float:
    """Of the cases held out."""
    shares = softmax(sample.rows[sample.held] @ found + sample.prior[sample.held])
    return float(-(sample.truth[sample.held] * np.log(shares + 1e-12)).sum(1).mean())


def learn(
    game: Game,
    part: str,
    players: Sequence[str],
    *,
    games: int,
    seats: Sequence[int],
    seed: str = "1",
    progress: Callable[[int], None] = lambda tables: None,
) -> Lesson:
    """Play that many games at a table of each kind of player and each size, and learn from all of them.

    :raises Mistake: when the game has nothing to learn of that kind, or a player is unknown.
    """
    bound = bindings_for(game, part)
    check_players(players, game)
    found: Sample | None = None
    for done, (spec, number) in enumerate(product(players, seats), 1):
        mode = game.runner("compiled" if fast_mode_available() else "interpreted", bound).mode
        table = Table(mode, spec, number, games, seed)
        more = standings(table) if part == "standing" else habits(table, part)
        found = more if found is None else found.joined(more)
        progress(done)
    assert found is not None
    found = found.possible()
    fresh, old = fit(found), np.array(old_weights(game, part)) / 1000
    made = (
        f"softmax regression on {len(found.truth)} cases: {games} games each of "
        f"{' and '.join(map(str, seats))} players of the kinds {', '.join(players)}, default options, seed {seed}; "
        f"a fifth of the games held out"
    )
    return Lesson(
        part,
        tuple(round(1000 * weight) for weight in fresh),
        made,
        len(found.truth),
        loss(found, fresh),
        loss(found, old),
        loss(found, np.zeros(len(fresh))),
    )


def bindings_for(game: Game, part: str) -> Bindings:
    """The drivers' rules and the game's own for what is to be learned."""
    own: dict[Callable[..., Any], str]
    own = {trait: "search.trait"} if part == "standing" else {}
    if part in ("habits", "wary"):
        own = {habit: "beliefs.habit", ways: "beliefs.ways", secret: "beliefs.secret"}
    bound = dict(BINDINGS)
    for placeholder, name in own.items():
        folder, _, function = name.partition(".")
        if not (game.folder / f"{folder}.py").exists() or not hasattr(game.room(folder), function):
            raise Mistake("nothing_to_learn", game=game.meta.title, part=part)
        bound[placeholder] = getattr(game.room(folder), function)
    if not own or not search_file(game.folder).has(part):
        raise Mistake("nothing_to_learn", game=game.meta.title, part=part)
    return bound


def old_weights(game: Game, part: str) -> list[int]:
    return [int(weight) for weight in search_file(game.folder).entry(part).data["weights"]]


class Table:
    """Games between players of one kind."""

    def __init__(self, mode: Mode, spec: str, seats: int, games: int, seed: str) -> None:
        self.mode, self.game, self.seats, self.games = mode, mode.game, seats, games
        rows = seed_rows(f"{seed}/{spec}/{seats}", 0, games)
        self.given = driven(mode, known_player(spec, mode.game), seats, rows)


def standings(table: Table) -> Sample:
    mode, seats, count = table.mode, table.seats, len(old_weights(table.game, "standing"))
    most = TICKS * table.games
    rows, owner, ranks = mode.zeros(most * seats, count), mode.zeros(most), mode.zeros(table.games, seats)
    n = int(mode.driver(gather_standings)(*table.given, count, rows, owner, ranks))
    kept = np.asarray(owner)[:n]
    won = (np.asarray(ranks)[kept] == 1).astype(float)
    over = won.sum(1) > 0
    traits = np.asarray(rows, float)[: n * seats].reshape(n, seats, count)[over]
    won = won[over] / won[over].sum(1, keepdims=True)
    return Sample(traits, np.zeros(won.shape), won, kept[over] % HELD_OUT == 0)


def habits(table: Table, part: str) -> Sample:
    mode, count = table.mode, len(old_weights(table.game, part))
    answers = table.game.room("beliefs").ANSWERS
    most = min(300 * table.games, ROOM // (answers * count))
    rows, room = mode.zeros(most * answers, count), mode.zeros(most, answers)
    truth, owner = mode.zeros(most), mode.zeros(most)
    n = int(mode.driver(gather_habits)(*table.given, count, answers, rows, room, truth, owner))
    space = np.asarray(room, float)[:n]
    prior = np.where(space > 0, np.log(np.maximum(space, 1e-9)), NEVER)
    traits = np.asarray(rows, float)[: n * answers].reshape(n, answers, count) / 1000
    traits[space == 0] = 0
    true = np.eye(answers)[np.asarray(truth)[:n]]
    held = np.asarray(owner)[:n] % HELD_OUT == 0
    return Sample(traits, prior, true, held)


def around(file: Path, part: str) -> tuple[str, str]:
    """The text of a `search.toml` before its section of that name, and after it.

    :raises Mistake: when it cannot be read or has no such section.
    """
    text = read_text(file)
    found = re.search(rf"^\[{part}\]\n(?:(?!\[).*\n?)*", text, re.MULTILINE)
    if found is None:
        raise Mistake("no_section", file=str(file), part=part)
    return text[: found.start()], text[found.end() :]


def keep(lesson: Lesson, file: Path) -> None:
    """Write the weights into a `search.toml`, with how they were made; everything else stays as it is.

    :raises Mistake: when the file cannot be read or written, or has no such section.
    """
    before, rest = around(file, lesson.part)
    made = json.dumps(lesson.made, ensure_ascii=False)
    fresh = f"[{lesson.part}]\nmade = {made}\nweights = {list(lesson.weights)}\n"
    write_atomically(file, before + fresh + ("\n" + rest if rest else ""))
    search_file.cache_clear()
