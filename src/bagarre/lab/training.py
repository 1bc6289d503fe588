"""Learn what the searching player knows about a game besides its rules, from games between programs: `bagarre train GAME`.

`standing`: who wins, from the traits of all seats at each tick of the clock (the game's `search.trait`). `habits`: what a hidden thing is,
from what speaks for each answer (`beliefs.habit`). `wary`: the same by `beliefs.sign` for each kind of player by itself, and which kind a player
is by `beliefs.clue`, from tables of one kind and from tables where all kinds sit together. `rest`: what else is hidden once the first hidden
thing of a seat is known (`beliefs.rest_habit`). These are softmax regressions of a few weights. `told`: what people are told where the aids reckon so
much (`lab/told.py`). A fifth of the games is held out. The weights go into the game's `search.toml`, with how they were made.
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
from bagarre.lab.beliefs import HIDDEN, row, seated, secret
from bagarre.lab.driving import check_players, driven, known_player
from bagarre.lab.simulate import seed_rows
from bagarre.lab.told import learn_told

PARTS = ("standing", "habits", "wary", "rest", "told")
"""Standings; habits of players like those of the house, for the searching player; habits of each kind of player and how kinds are told from one
another, for aids at the table; what else is hidden once the first hidden thing is known; and what people are told where the aids reckon so much."""
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
STEPS = 4
"""Of expectation and maximization, after kinds were learned one by one."""
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
def clue(s: Any, seat: int, i: int) -> int:
    """How far the i-th clue tells of the kind of player on a seat, in thousandths."""
    return 0


@rule
def tell(known: Any, s: Any, seat: int) -> None:
    """Reveal what is taken as known of a seat; nothing, unless the game says so."""


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
    clues: int,
    rows: Any,
    room: Any,
    truth: Any,
    owner: Any,
    whose: Any,
    hints: Any,
) -> int:
    """Play games; now and then keep what speaks for each value of each hidden thing, what it is, whose, and what tells of this player; gives their
    number."""
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
                            tell(shown, s, p)
                            for value in range(answers):
                                room[n][value] = ways(shown, p, value)
                                for i in range(count):
                                    rows[n * answers + value][i] = habit(shown, p, value, i)
                            truth[n] = secret(s, p)
                            owner[n] = g
                            whose[n] = p
                            for i in range(clues):
                                hints[n][i] = clue(shown, p, i)
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

    def chosen(self, which: NDArray[Any]) -> Sample:
        return Sample(self.rows[which], self.prior[which], self.truth[which], self.held[which])

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


def fit(
    sample: Sample, *, steps: int = 15, start: Floats | None = None, counts: Floats | None = None
) -> Floats:
    """Softmax regression by Newton's method; each case counts as much as `counts` says."""
    rows, prior, truth = (part[~sample.held] for part in (sample.rows, sample.prior, sample.truth))
    much = np.ones(len(rows)) if counts is None else counts[~sample.held]
    scale = rows.reshape(-1, rows.shape[2]).std(0) + 1e-9
    scaled, found = rows / scale, np.zeros(rows.shape[2]) if start is None else start * scale
    whole = much.sum()
    for _ in range(steps):
        shares = softmax(scaled @ found + prior)
        slope = ((shares - truth)[:, :, None] * (scaled * much[:, None, None])).sum((0, 1)) / whole
        mean = (shares[:, :, None] * scaled).sum(1)
        flat = (scaled * np.sqrt(shares * much[:, None])[:, :, None]).reshape(-1, rows.shape[2])
        bend = (flat.T @ flat - mean.T @ (mean * much[:, None])) / whole + CAUTION * np.eye(rows.shape[2])
        slope += CAUTION * found
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
    if part == "wary":
        return learn_kinds(game, bound, players, games, seats, seed, progress)
    if part == "told":
        weights, cases, *losses = learn_told(game, players, games, seats, seed, progress)
        made = how_made(cases, f"{games} games", seats, players, seed, "never falling shares of")
        return Lesson(part, weights, made, cases, *losses)
    found: Sample | None = None
    for done, (spec, number) in enumerate(product(players, seats), 1):
        mode = game.runner("compiled" if fast_mode_available() else "interpreted", bound).mode
        table = Table(mode, [spec], number, games, seed)
        more = standings(table) if part == "standing" else habits(table, len(old_weights(game, part)), 0)[0]
        found = more if found is None else found.joined(more)
        progress(done)
    assert found is not None
    found = found.possible()
    fresh, old = fit(found), np.array(old_weights(game, part)) / 1000
    return Lesson(
        part,
        thousandths(fresh),
        how_made(len(found.truth), f"{games} games", seats, players, seed),
        len(found.truth),
        loss(found, fresh),
        loss(found, old),
        loss(found, np.zeros(len(fresh))),
    )


def thousandths(found: Floats) -> tuple[int, ...]:
    return tuple(round(1000 * weight) for weight in found.ravel())


def how_made(
    cases: int,
    games: str,
    seats: Sequence[int],
    players: Sequence[str],
    seed: str,
    how: str = "softmax regression on",
) -> str:
    return (
        f"{how} {cases} cases: {games} each of "
        f"{' and '.join(map(str, seats))} players of the kinds {', '.join(players)}, default options, seed {seed}; "
        f"a fifth of the games held out"
    )


# Several kinds of players, one of which a player is.


@dataclass(frozen=True)
class Mixture:
    """How players of several kinds behave, and what tells them apart; and a floor for who is of none of them: the cards alone."""

    signs: Floats
    """For each kind what each sign weighs."""
    clues: Floats
    """For each kind what each clue weighs."""
    floor: float

    def shares(self, sample: Sample, hints: Floats) -> Floats:
        """For each case and kind, and the floor as the last, how much of the truth it foresees, as likely as that kind is."""
        kinds = softmax(hints @ self.clues.T)
        parts = [
            (1 - self.floor) * kinds[:, kind] * foreseen(sample, signs)
            for kind, signs in enumerate(self.signs)
        ]
        return np.stack([*parts, self.floor * foreseen(sample, np.zeros(self.signs.shape[1]))], 1)

    def loss(self, sample: Sample, hints: Floats) -> float:
        """Of the cases held out, whoever the players were."""
        return float(
            -np.log(self.shares(sample.chosen(sample.held), hints[sample.held]).sum(1) + 1e-12).mean()
        )

    def improved(self, sample: Sample, hints: Floats) -> Mixture:
        """One step of expectation and maximization: each kind learns from the cases that it foresaw, and clues from which kind foresaw them."""
        shares = self.shares(sample, hints)
        shares /= shares.sum(1, keepdims=True)
        count = len(self.signs)
        signs = [
            fit(sample, steps=2, start=old, counts=shares[:, kind]) for kind, old in enumerate(self.signs)
        ]
        known = shares[:, :count].sum(1)
        which = blocks(hints, shares[:, :count] / (known[:, None] + 1e-12), sample.held)
        clues = fit(which, steps=2, start=self.clues.ravel(), counts=known)
        return Mixture(np.stack(signs), clues.reshape(count, -1), self.floor)


def foreseen(sample: Sample, weights: Floats) -> Floats:
    """How likely the truth of each case was by these weights."""
    return np.asarray((sample.truth * softmax(sample.rows @ weights + sample.prior)).sum(1))


def learn_kinds(
    game: Game,
    bound: Bindings,
    players: Sequence[str],
    games: int,
    seats: Sequence[int],
    seed: str,
    progress: Callable[[int], None],
) -> Lesson:
    """What speaks for each value with players of each kind, and which kind a player is: all kinds are as likely before anything is known."""
    room = game.room("beliefs")
    found: Sample | None = None
    hints, kinds = np.zeros((0, room.CLUES)), np.zeros(0, np.int64)
    tables = [[kind] * number for number in seats for kind in range(len(players))]
    # Where all sit together, another one is left out (or doubled) at tables of another size.
    tables += [[(number + seat) % len(players) for seat in range(number)] for number in seats]
    for done, table in enumerate(tables, 1):
        mode = game.runner("compiled" if fast_mode_available() else "interpreted", bound).mode
        specs = [players[kind] for kind in table]
        more, owners, told = habits(Table(mode, specs, len(table), games, seed), room.SIGNS, room.CLUES)
        found = more if found is None else found.joined(more)
        hints = np.concatenate([hints, told])
        kinds = np.concatenate([kinds, np.array(table)[owners]])
        progress(done)
    assert found is not None
    return lesson_of_kinds(game, found, hints, kinds, players, f"{games} games", seats, seed)


def lesson_of_kinds(
    game: Game,
    found: Sample,
    hints: Floats,
    kinds: NDArray[np.int64],
    players: Sequence[str],
    games: str,
    seats: Sequence[int],
    seed: str,
) -> Lesson:
    room, count = game.room("beliefs"), len(players)
    fewest = min(int((kinds == kind).sum()) for kind in range(count))
    dice = np.random.default_rng(1)
    even = np.concatenate([dice.permutation(np.flatnonzero(kinds == kind))[:fewest] for kind in range(count)])
    found, hints, kinds = found.chosen(even), hints[even], kinds[even]
    fresh = Mixture(
        np.stack([fit(found.chosen(kinds == kind)) for kind in range(count)]),
        fit(blocks(hints, np.eye(count)[kinds], found.held)).reshape(count, -1),
        room.FLOOR / 1000,
    )
    for _ in range(STEPS):
        fresh = fresh.improved(found, hints)
    size = fresh.signs.size + fresh.clues.size
    blank = mixture_of([0] * size, count, room)
    weights = old_weights(game, "wary")
    # Weights for another number of kinds cannot be compared.
    old = mixture_of(weights, count, room) if len(weights) == size else blank
    return Lesson(
        "wary",
        thousandths(fresh.signs) + thousandths(fresh.clues),
        how_made(len(kinds), games, seats, players, seed) + "; tables of each kind and of several together",
        len(kinds),
        fresh.loss(found, hints),
        old.loss(found, hints),
        blank.loss(found, hints),
    )


def blocks(hints: Floats, kinds: Floats, held: NDArray[np.bool_]) -> Sample:
    """Which kind a player is (in shares), as cases: each kind has weights of its own for the same clues."""
    width, count = hints.shape[1], kinds.shape[1]
    rows = np.zeros((len(hints), count, count * width))
    for kind in range(count):
        rows[:, kind, kind * width : (kind + 1) * width] = hints
    return Sample(rows, np.zeros((len(hints), count)), kinds, held)


def mixture_of(weights: Sequence[int], kinds: int, room: Any) -> Mixture:
    """Weights as the file of a game lists them: of signs, kind by kind, then of clues."""
    found, signs = np.array(weights) / 1000, kinds * room.SIGNS
    return Mixture(found[:signs].reshape(kinds, -1), found[signs:].reshape(kinds, -1), room.FLOOR / 1000)


def bindings_for(game: Game, part: str) -> Bindings:
    """The drivers' rules and the game's own for what is to be learned."""
    own: dict[Callable[..., Any], str]
    own = {trait: "search.trait"} if part == "standing" else {}
    if part in ("habits", "wary"):
        own = {habit: "beliefs.habit", ways: "beliefs.ways", secret: "beliefs.secret"}
    if part == "wary":
        own |= {habit: "beliefs.sign", clue: "beliefs.clue"}
    if part == "told":
        own = {secret: "beliefs.secret", row: "beliefs.row"}
    if part == "rest":
        own = {habit: "beliefs.rest_habit", ways: "beliefs.rest_ways", secret: "beliefs.rest_secret"}
        own[tell] = "beliefs.rest_tell"
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
    """Games between players of these kinds, who sit down in turn."""

    def __init__(self, mode: Mode, specs: Sequence[str], seats: int, games: int, seed: str) -> None:
        self.mode, self.game, self.seats, self.games = mode, mode.game, seats, games
        rows = seed_rows(f"{seed}/{'+'.join(dict.fromkeys(specs))}/{seats}", 0, games)
        self.given = seated(driven(mode, known_player(specs[0], mode.game), seats, rows), mode, specs, seats)


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


def habits(table: Table, count: int, clues: int) -> tuple[Sample, NDArray[np.int64], Floats]:
    """What speaks for each value of hidden things; whose they are; and what tells of these players."""
    mode = table.mode
    answers = table.game.room("beliefs").ANSWERS
    most = min(300 * table.games, ROOM // (answers * count))
    rows, room = mode.zeros(most * answers, count), mode.zeros(most, answers)
    truth, owner, whose = mode.zeros(most), mode.zeros(most), mode.zeros(most)
    hints = mode.zeros(most, max(1, clues))
    given = (*table.given, count, answers, clues, rows, room, truth, owner, whose, hints)
    n = int(mode.driver(gather_habits)(*given))
    space = np.asarray(room, float)[:n]
    prior = np.where(space > 0, np.log(np.maximum(space, 1e-9)), NEVER)
    traits = np.asarray(rows, float)[: n * answers].reshape(n, answers, count) / 1000
    traits[space == 0] = 0
    true = np.eye(answers)[np.asarray(truth)[:n]]
    held = np.asarray(owner)[:n] % HELD_OUT == 0
    told = np.asarray(hints, float)[:n, :clues] / 1000
    return Sample(traits, prior, true, held), np.asarray(whose, np.int64)[:n], told


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
