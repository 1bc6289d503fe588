"""How far players can be exploited, exactly: over the whole tree of a toy, a position of a game with few ways to go on (`toys/`).

The toy is played by the game's own rules, from the position that its file lays out, between two players, to its end: who wins is what counts. What a
spectator of that position does not know is dealt anew by the game's own `refill`, every way as likely; every chance result is enumerated
(`kernel/outcomes.py`). A seat tells nodes apart by what it knows (the bytes of the concealed state) and by all that it was told and has chosen before.

What a player does is asked of it twice so many times at each thing it can know, with different dice. Against that mixture the best response is computed over
the whole tree, for either seat. Exploitability is half of what two best responses win beyond one half each: 0 for a player whom nobody can beat. The best response to a
mixture that is only known from samples takes their noise for habits, which flatters it; so the response to one half of the samples is also played
against the other half. But for their noise the truth lies between the two.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from bagarre.bots import Budget, make_player
from bagarre.bots.searching import SearchPlayer
from bagarre.kernel.errors import Mistake
from bagarre.kernel.events import begin_step
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.outcomes import outcomes
from bagarre.kernel.pack import Pack, read_text
from bagarre.kernel.position import place
from bagarre.kernel.rule import fast_mode_available
from bagarre.lab.telling import figure, lab_words, table

TOYS = Path(__file__).parent / "toys"
SEATS = 2
NOBODY = -1
"""In the place of a seat: the spectator, and whoever is asked at an end."""


@dataclass(slots=True)
class Node:
    """Somebody is asked, or the game is over."""

    seat: int
    """Who is asked; NOBODY at an end."""
    key: str = ""
    """What that seat knows and has known: the same at all nodes that it cannot tell apart."""
    ways: list[list[tuple[float, Node]]] = field(default_factory=list)
    """For each choice, what chance makes of it."""
    share: float = 0.0
    """At an end, the first seat's share of the win."""


@dataclass(frozen=True, slots=True)
class Sight:
    """An information set: what a seat knows, and what it may choose."""

    seat: int
    known: Position
    choices: tuple[Choice, ...]
    shown: bytes
    """All that a player is shown: it is not told what it knew before."""


class Toy:
    """A whole tree."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.sights: dict[str, Sight] = {}
        self.nodes = 0
        self.deals = [
            (chance, self.grown(world, self.told_of(world, ("", "")))) for chance, world in dealt(game, start)
        ]

    @classmethod
    def read(cls, game: Game) -> Toy:
        """The toy of a game.

        :raises Mistake: when it has none.
        """
        return cls(game, start_of(game))

    def grown(self, s: Position, told: tuple[str, ...]) -> Node:
        """The tree from a position on; `told` is all that the seats know and have known."""
        self.nodes += 1
        asked = self.game.deciders(s)
        if not asked:
            winners = [rank == 1 for rank in self.game.ranks(s)]
            return Node(NOBODY, share=winners[0] / sum(winners))
        seat = asked[0]
        key = told[seat]
        if key not in self.sights:
            known = self.game.concealed(s, seat)
            choices = tuple(self.game.choices(s, seat))
            self.sights[key] = Sight(seat, known, choices, known.moving_bytes())
        ways = [
            [
                (chance, self.grown(after, self.told_of(after, told, seat, choice)))
                for chance, after in merged(outcomes(self.game, s, seat, choice))
            ]
            for choice in self.sights[key].choices
        ]
        return Node(seat, key, ways)

    def told_of(
        self, s: Position, told: tuple[str, ...], by: int = NOBODY, choice: Choice | None = None
    ) -> tuple[str, ...]:
        """What seats know after a step, with all before it: their own choice, the events as they may know them, and what they see."""
        found = []
        for seat in range(SEATS):
            known = self.game.concealed(s, seat)
            own = str(tuple(choice)) if choice is not None and seat == by else ""
            found.append(mark(told[seat], own, str(self.game.events(known)), known.moving_bytes().hex()))
        return tuple(found)


def start_of(game: Game, options: Mapping[str, Any] | None = None) -> Position:
    """Where the toy of a game begins; other options than its own may be given.

    :raises Mistake: when the game has no toy.
    """
    file = TOYS / f"{game.name}.toml"
    if not file.exists():
        known = ", ".join(sorted(file.stem for file in TOYS.glob("*.toml")))
        raise Mistake("option_value", option="toy", value=game.name, allowed=known)
    root = Pack(file.name, read_text(file)).root()
    s = game.prepare(game.meta.players[0], {**root.data.get("options", {}), **(options or {})})
    # The rules hold for two, though the box is for more.
    s.seats = SEATS
    place(game, s, root.entry("position"), game.content())
    for name, value in root.data.get("state", {}).items():
        lay(s, name, value)
    return s


def lay(s: Position, name: str, value: int | list[int]) -> None:
    """Lay values over a field of a position; of a list, one number is meant for all places, and a shorter list for the first ones."""
    row = getattr(s, name)
    if isinstance(row, list):
        given = value if isinstance(value, list) else [value] * len(row)
        row[: len(given)] = given
    else:
        setattr(s, name, value)


def mark(*parts: str) -> str:
    return hashlib.blake2b("/".join(parts).encode(), digest_size=12).hexdigest()


class Dealing:
    """Dealing what is hidden anew, as if it were a choice: so that its chances can be enumerated like those of one."""

    def __init__(self, game: Game) -> None:
        self.name, self.refill = game.name, game.secrets.refill

    def apply(self, s: Position, seat: int, choice: tuple[int, int]) -> None:
        begin_step(s)
        self.refill(s)


def dealt(game: Game, start: Position) -> list[tuple[float, Position]]:
    """Every way in which the hidden part of a position may lie, to somebody who watches."""
    seen = game.concealed(start, NOBODY)
    dealing: Any = Dealing(game)
    return merged(outcomes(dealing, seen, NOBODY, (0, 0)))


def merged(ways: Iterator[Any]) -> list[tuple[float, Position]]:
    """Ways that come to the same are one."""
    found: dict[bytes, tuple[Fraction, Position]] = {}
    for way in ways:
        after = way.state
        for name in ("rng", "journal", "journal_bound", "journal_share"):
            setattr(after, name, [0] * len(getattr(after, name)))
        after.journal_length = 0
        key = after.to_bytes()
        found[key] = (way.chance + (found[key][0] if key in found else 0), after)
    return [(float(chance), after) for chance, after in found.values()]


# Strategies.

Strategy = Mapping[str, Sequence[float]]
"""For each information set how often each choice is made."""


class Asked(Protocol):
    def __call__(self, sight: Sight) -> Choice: ...


class Mixture(dict[str, list[float]]):
    """What a player does, asked so many times at each thing it is shown, wherever somebody wants to know."""

    def __init__(self, toy: Toy, ask: Asked, samples: int) -> None:
        self.toy, self.ask, self.samples = toy, ask, samples
        self.by_shown: dict[bytes, list[float]] = {}

    def __missing__(self, key: str) -> list[float]:
        sight = self.toy.sights[key]
        if sight.shown not in self.by_shown:
            self.by_shown[sight.shown] = self.asked(sight, key)
        self[key] = self.by_shown[sight.shown]
        return self[key]

    def asked(self, sight: Sight, key: str) -> list[float]:
        if len(sight.choices) == 1:
            return [1.0]
        counts = dict.fromkeys(sight.choices, 0)
        for _ in range(self.samples):
            counts[self.ask(sight)] += 1
        return [count / self.samples for count in counts.values()]


class Alike(dict[str, list[float]]):
    """Every choice as often as every other."""

    def __init__(self, toy: Toy) -> None:
        self.toy = toy

    def __missing__(self, key: str) -> list[float]:
        count = len(self.toy.sights[key].choices)
        self[key] = [1 / count] * count
        return self[key]


def asked_of(spec: str, game: Game, seed: str, compiled: bool) -> Asked:
    """Who chooses at an information set."""
    player = make_player(spec, game, seed)
    if isinstance(player, SearchPlayer) and compiled:
        player.mode = game.runner("compiled", SearchPlayer.BINDINGS).mode
    return lambda sight: player.think(sight.known.copy(), sight.seat, list(sight.choices), Budget()).choice


# Best responses.


def best_response(toy: Toy, seat: int, other: Strategy) -> dict[str, int]:
    """The choice that a seat makes at each of its information sets against that strategy of the other.

    The choice is the best over all nodes that the seat cannot tell apart, each weighed by how chance and the other come there.
    """
    members: dict[str, list[tuple[float, Node]]] = {}
    for chance, root in toy.deals:
        gather(root, chance, seat, other, members)
    chosen: dict[str, int] = {}
    values: dict[int, float] = {}

    def value(node: Node) -> float:
        if node.seat == NOBODY:
            return node.share if seat == 0 else 1 - node.share
        if id(node) not in values:
            if node.seat == seat:
                values[id(node)] = expected(node, choice_at(node.key))
            else:
                shares = other[node.key]
                values[id(node)] = sum(share * expected(node, k) for k, share in enumerate(shares) if share)
        return values[id(node)]

    def expected(node: Node, k: int) -> float:
        return sum(chance * value(after) for chance, after in node.ways[k])

    def choice_at(key: str) -> int:
        if key not in chosen:
            worth = [
                sum(weight * expected(node, k) for weight, node in members[key])
                for k in range(len(toy.sights[key].choices))
            ]
            chosen[key] = worth.index(max(worth))
        return chosen[key]

    for _, root in toy.deals:
        value(root)
    for key in members:
        choice_at(key)
    return chosen


def gather(
    node: Node, weight: float, seat: int, other: Strategy, members: dict[str, list[tuple[float, Node]]]
) -> None:
    """The nodes of each information set of the seat, with how chance and the other come there."""
    if node.seat == NOBODY or weight == 0.0:
        return
    if node.seat == seat:
        members.setdefault(node.key, []).append((weight, node))
    shares = [1.0] * len(node.ways) if node.seat == seat else other[node.key]
    for share, ways in zip(shares, node.ways):
        for chance, after in ways:
            gather(after, weight * share * chance, seat, other, members)


def won(toy: Toy, first: Strategy, second: Strategy) -> float:
    """The first seat's share of the win."""
    both = (first, second)

    def value(node: Node) -> float:
        if node.seat == NOBODY:
            return node.share
        shares = both[node.seat][node.key]
        return sum(
            share * chance * value(after)
            for share, ways in zip(shares, node.ways)
            if share
            for chance, after in ways
        )

    return sum(chance * value(root) for chance, root in toy.deals)


class Response(dict[str, list[float]]):
    """A best response as a strategy; where the other was never seen to lead, the first choice."""

    def __init__(self, toy: Toy, chosen: Mapping[str, int]) -> None:
        self.toy, self.chosen = toy, chosen

    def __missing__(self, key: str) -> list[float]:
        self[key] = [
            1.0 if k == self.chosen.get(key, 0) else 0.0 for k in range(len(self.toy.sights[key].choices))
        ]
        return self[key]


def beaten(toy: Toy, known: Strategy, met: Strategy) -> tuple[float, float]:
    """What the best responses to a strategy win against another one, at either seat."""
    first = Response(toy, best_response(toy, 0, known))
    second = Response(toy, best_response(toy, 1, known))
    return won(toy, first, met), 1 - won(toy, met, second)


# The solution, as a check.


def solved(toy: Toy, rounds: int) -> Strategy:
    """A strategy that nearly nobody can beat, by regret matching (CFR+: each seat by turns, later rounds count more)."""
    regrets = {key: [0.0] * len(sight.choices) for key, sight in toy.sights.items()}
    totals = {key: [0.0] * len(sight.choices) for key, sight in toy.sights.items()}
    for number in range(rounds):
        for seat in range(SEATS):
            walk = Walk({key: matched(regret) for key, regret in regrets.items()}, seat)
            for chance, root in toy.deals:
                walk.worth(root, 1.0, chance)
            for key, gained in walk.gains.items():
                regrets[key] = [max(0.0, regret + gain) for regret, gain in zip(regrets[key], gained)]
                totals[key] = [
                    total + (number + 1) * used for total, used in zip(totals[key], walk.used[key])
                ]
    return {key: matched(total) for key, total in totals.items()}


class Walk:
    """One way through the tree for a seat: what each of its choices would have gained, and how often each was made."""

    def __init__(self, now: Strategy, seat: int) -> None:
        self.now, self.seat = now, seat
        self.gains: dict[str, list[float]] = {}
        self.used: dict[str, list[float]] = {}

    def worth(self, node: Node, mine: float, others: float) -> float:
        """What the node is worth to the seat, who comes there as often as `mine`, and the others with chance as often as `others`."""
        if not mine and not others:
            return 0.0
        if node.seat == NOBODY:
            return node.share if self.seat == 0 else 1 - node.share
        shares = self.now[node.key]
        if node.seat != self.seat:
            # Also where the other never goes now: what the seat does there counts for how it plays on the average.
            return sum(
                share * chance * self.worth(after, mine, others * share * chance)
                for share, ways in zip(shares, node.ways)
                for chance, after in ways
            )
        worths = [
            sum(chance * self.worth(after, mine * share, others * chance) for chance, after in ways)
            for share, ways in zip(shares, node.ways)
        ]
        mean = sum(share * value for share, value in zip(shares, worths))
        gains = self.gains.setdefault(node.key, [0.0] * len(worths))
        used = self.used.setdefault(node.key, [0.0] * len(worths))
        for k, value in enumerate(worths):
            gains[k] += others * (value - mean)
            # Nodes that the seat cannot tell apart are reached by the same choices of its own.
            used[k] = mine * shares[k]
        return mean


def matched(weights: Sequence[float]) -> list[float]:
    """Shares in proportion to weights that are not negative; alike when there are none."""
    total = sum(weights)
    return [weight / total for weight in weights] if total else [1 / len(weights)] * len(weights)


# The whole of it.


@dataclass(frozen=True, slots=True)
class Exploitable:
    """How far a player can be exploited in the toy."""

    player: str
    first: float
    """What a best response wins at the first seat…"""
    second: float
    """…and at the second."""
    least: float | None = None
    """Exploitability against samples that the response has not seen; `None` where nothing was sampled."""
    shown: int = 0
    """Things to know at which the player was asked."""

    @property
    def most(self) -> float:
        """Exploitability: half of what two best responses win beyond one half each."""
        return (self.first + self.second - 1) / 2

    @property
    def middle(self) -> float:
        return self.most if self.least is None else (self.most + self.least) / 2


@dataclass(frozen=True)
class ToyFindings:
    game: Game
    nodes: int
    sights: int
    samples: int
    rounds: int
    rows: tuple[Exploitable, ...]

    def markdown(self, lang: str) -> str:
        say = lab_words(lang)

        def percent(value: float | None) -> str:
            return figure(None if value is None else 100 * value, lang)

        headings = [say(f"toy.{name}") for name in ("player", "first", "second", "most", "least", "sampled")]
        lines = [
            [say("toy.solved", rounds=self.rounds) if row.player == SOLVED else f"`{row.player}`",
             percent(row.first), percent(row.second), percent(row.most), percent(row.least), str(row.shown or "–")]
            for row in self.rows
        ]  # fmt: skip
        note = say(
            "toy.note",
            game=self.game.meta.title,
            nodes=self.nodes,
            sights=self.sights,
            samples=2 * self.samples,
        )
        return f"{table(headings, lines)}\n\n{note}"


SOLVED = "solved"
RANDOM = "random"


def measure_toy(
    game: Game,
    specs: Sequence[str],
    *,
    samples: int = 100,
    rounds: int = 100,
    seed: str = "1",
    compiled: bool | None = None,
    progress: Callable[[int], None] = lambda players: None,
) -> ToyFindings:
    """How far each of the players can be exploited in the game's toy, and as a check a solution of so many rounds (0: none).

    :raises Mistake: when the game has no toy, or a player is unknown.
    """
    for spec in specs:
        make_player(spec, game, seed)
    fast = fast_mode_available() if compiled is None else compiled
    toy = Toy.read(game)
    rows = []
    if rounds:
        rows.append(exactly(toy, SOLVED, solved(toy, rounds)))
    for number, spec in enumerate(specs):
        progress(number)
        rows.append(
            exactly(toy, spec, Alike(toy))
            if spec == RANDOM
            else sampled(
                toy, spec, [asked_of(spec, game, f"{seed}/{half}", fast) for half in range(2)], samples
            )
        )
    return ToyFindings(game, toy.nodes, len(toy.sights), samples, rounds, tuple(rows))


def exactly(toy: Toy, name: str, strategy: Strategy) -> Exploitable:
    return Exploitable(name, *beaten(toy, strategy, strategy))


def sampled(toy: Toy, spec: str, asks: Sequence[Asked], samples: int) -> Exploitable:
    """A player that is only known by what it answers: both halves of the samples together, and each against the other."""
    halves = [Mixture(toy, ask, samples) for ask in asks]
    both = Together(toy, halves)
    first, second = beaten(toy, both, both)
    crossed = [(sum(beaten(toy, one, other)) - 1) / 2 for one, other in (halves, halves[::-1])]
    shown = sum(len(shares) > 1 for shares in both.by_shown.values())
    return Exploitable(spec, first, second, sum(crossed) / len(crossed), shown)


class Together(Mixture):
    """Both halves of the samples."""

    def __init__(self, toy: Toy, halves: Sequence[Mixture]) -> None:
        self.toy, self.halves = toy, halves
        self.by_shown = {}

    def asked(self, sight: Sight, key: str) -> list[float]:
        return [sum(shares) / len(shares) for shares in zip(*(half[key] for half in self.halves))]
