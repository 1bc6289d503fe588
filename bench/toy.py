"""How far a player of Badass Force can be exploited, exactly: a toy of two players and one round, over its whole tree.

    python -m bench.toy                                # scripted:1, scripted and search:5, a table in Markdown
    python -m bench.toy --players search:3 --samples 32

The toy is played by the real rules: two players with four heroes each whom everybody knows, one of which they put in front; each has one turn,
and what counts is by how many points one is ahead then. What a player does at each of its information sets is asked of it that many times.
Against that mixture the best response is computed over all of the tree, for either seat. Exploitability is the mean of what the two best responses
are ahead: 0 points for a player whom nobody can beat.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from bagarre.bots import Budget, make_player
from bagarre.bots.searching import SearchPlayer
from bagarre.games import find_game
from bagarre.games.badass_force.choices import CHARACTER_NAMES, WEAPON_NAMES
from bagarre.games.badass_force.state import MARKET, NONE, State
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.outcomes import outcomes

PLAYERS = ("scripted:1", "scripted", "search:5")
ROUND = 2
"""Turns of the toy: one for each player."""


@dataclass
class Node:
    """Somebody is asked, or the round is over."""

    seat: int
    """Who is asked; NONE at an end."""
    key: str = ""
    """What that seat knows: the same at all nodes that it cannot tell apart."""
    branches: list[tuple[Choice, list[tuple[float, Node]]]] = field(default_factory=list)
    """Each choice, and what chance makes of it."""
    ahead: float = 0.0
    """At an end, by how many points the first seat is ahead."""


@dataclass
class Sight:
    """An information set."""

    seat: int
    known: State
    choices: list[Choice]


class Toy:
    """The whole tree of a toy."""

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.sights: dict[str, Sight] = {}
        self.nodes = 0
        self.root = self.grown(start, ("", ""))

    def grown(self, s: State, told: tuple[str, ...]) -> Node:
        """The tree from a position on; `told` is all that the seats were told before."""
        self.nodes += 1
        asked = self.game.deciders(s)
        if not asked or s.turns > ROUND:
            return Node(NONE, ahead=s.points[0] - s.points[1])
        seat = asked[0]
        known = self.game.concealed(s, seat)
        key = mark(told[seat], known.moving_bytes().hex())
        if key not in self.sights:
            self.sights[key] = Sight(seat, known, self.game.choices(s, seat))
        branches = []
        for choice in self.sights[key].choices:
            ways = [
                (chance, self.grown(after, self.told_after(after, told, seat, choice)))
                for chance, after in self.ways(s, seat, choice)
            ]
            branches.append((choice, ways))
        return Node(seat, key, branches)

    def ways(self, s: State, seat: int, choice: Choice) -> list[tuple[float, State]]:
        """What chance makes of a choice; dice that come to the same are one way."""
        found: dict[bytes, tuple[Fraction, State]] = {}
        for way in outcomes(self.game, s, seat, choice):
            after = way.state
            assert isinstance(after, State)
            after.journal, after.rng, after.journal_length = [0] * len(after.journal), [0] * len(after.rng), 0
            key = after.to_bytes()
            found[key] = (way.chance + (found[key][0] if key in found else 0), after)
        return [(float(chance), after) for chance, after in found.values()]

    def told_after(self, s: State, told: tuple[str, ...], by: int, choice: Choice) -> tuple[str, ...]:
        """What seats know of a step: their own choice, and the events as they may know them."""
        return tuple(
            mark(
                told[seat],
                str(choice) if seat == by else "",
                str(self.game.events(self.game.concealed(s, seat))),
            )
            for seat in range(s.seats)
        )


def mark(*parts: str) -> str:
    return hashlib.blake2b("/".join(parts).encode(), digest_size=12).hexdigest()


class Mixture(dict[str, list[float]]):
    """For each information set how often a player makes each choice: asked so many times, wherever it can come to."""

    def __init__(self, toy: Toy, ask: Callable[[Sight], Choice], samples: int) -> None:
        self.toy, self.ask, self.samples = toy, ask, samples

    def __missing__(self, key: str) -> list[float]:
        sight = self.toy.sights[key]
        counts = dict.fromkeys(sight.choices, 0)
        times = self.samples if len(counts) > 1 else 1
        for _ in range(times):
            counts[self.ask(sight)] += 1
        self[key] = [count / times for count in counts.values()]
        return self[key]


def best_response(toy: Toy, seat: int, others: Mapping[str, list[float]]) -> float:
    """By how much the seat is ahead at most against that mixture at the other seat.

    The choice at an information set is the best over all nodes that the seat cannot tell apart, each weighed by how chance and the other come there.
    """
    members: dict[str, list[tuple[float, Node]]] = {}
    gather(toy.root, 1.0, seat, others, members)
    chosen: dict[str, int] = {}
    values: dict[int, float] = {}

    def value(node: Node) -> float:
        if id(node) not in values:
            values[id(node)] = worked_out(node)
        return values[id(node)]

    def worked_out(node: Node) -> float:
        if node.seat == NONE:
            return node.ahead if seat == 0 else -node.ahead
        if node.seat == seat:
            return expected(node, choice_at(node.key))
        shares = others[node.key]
        return sum(share * expected(node, k) for k, share in enumerate(shares) if share)

    def expected(node: Node, k: int) -> float:
        return sum(chance * value(after) for chance, after in node.branches[k][1])

    def choice_at(key: str) -> int:
        if key not in chosen:
            alike = members.get(key, [])
            worth = [
                sum(weight * expected(node, k) for weight, node in alike)
                for k in range(len(toy.sights[key].choices))
            ]
            chosen[key] = worth.index(max(worth))
        return chosen[key]

    return value(toy.root)


def gather(
    node: Node,
    weight: float,
    seat: int,
    others: Mapping[str, list[float]],
    members: dict[str, list[tuple[float, Node]]],
) -> None:
    """The nodes of each information set of the seat, with how chance and the other come there."""
    if node.seat == NONE or weight == 0.0:
        return
    if node.seat == seat:
        members.setdefault(node.key, []).append((weight, node))
    shares = [1.0] * len(node.branches) if node.seat == seat else others[node.key]
    for share, (_, ways) in zip(shares, node.branches):
        for chance, after in ways:
            gather(after, weight * share * chance, seat, others, members)


CASTING = ("buck", "otto", "melinda", "sigrid", "stefan", "bruno", "vince")
"""Whose powers ask little more, so that the tree stays small."""
IN_PLAY = ("buck", "otto", "stefan", "bruno")
"""An attack, charges, and a defence against the attack."""
LODGED = "sigrid"
WEAPON = "fusil_a_pompe"


def toy_start(game: Game, charge: int = 1) -> State:
    """Two players, each with the same three heroes, as everybody knows, before they put one of them in front."""
    s = game.prepare(3, {"edition": "mixed", "casting": "chosen", "reactions": "off"})
    assert isinstance(s, State)
    s.seats, s.first_seat = 2, 0
    game.begin(s)
    for name in CASTING:
        game.apply(s, 0, game.verbs.read(f"cast {name}"))
    mask = {name: 1 << s.place_of[CHARACTER_NAMES.index(name)] for name in CASTING}
    mine = sum(mask[name] for name in IN_PLAY)
    for seat in range(2):
        s.hand[seat], s.in_play[seat], s.lodge[seat] = mine, mine, s.place_of[CHARACTER_NAMES.index(LODGED)]
        s.cemetery[seat] = sum(mask.values()) & ~mine & ~mask[LODGED]
        s.weapon[seat], s.charge[seat] = WEAPON_NAMES.index(WEAPON), charge
    # No deck, and the same weapon everywhere: a market that is refilled holds what was thrown away.
    s.market, s.deck, s.unseen = [WEAPON_NAMES.index(WEAPON)] * MARKET, 0, [0] * len(s.unseen)
    return s


def asked_of(spec: str, game: Game) -> Callable[[Sight], Choice]:
    """Who chooses at an information set; searching players think compiled."""
    player = make_player(spec, game, "toy")
    if isinstance(player, SearchPlayer):
        player.mode = game.runner("compiled", SearchPlayer.BINDINGS).mode
    return lambda sight: player.think(sight.known.copy(), sight.seat, sight.choices, Budget()).choice


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--players", nargs="+", default=list(PLAYERS))
    parser.add_argument(
        "--samples", type=int, default=16, help="how often a player is asked at each information set"
    )
    wanted = parser.parse_args()
    game = find_game("badass-force")
    toy = Toy(game, toy_start(game))
    print(f"{toy.nodes} nodes, {len(toy.sights)} information sets, each asked {wanted.samples} times\n")
    print("| player | best response at the first seat | at the second | exploitability |\n|---|---|---|---|")
    for spec in wanted.players:
        played = Mixture(toy, asked_of(spec, game), wanted.samples)
        first, second = (best_response(toy, seat, played) for seat in range(2))
        print(f"| `{spec}` | {first:.3f} | {second:.3f} | {(first + second) / 2:.3f} |", flush=True)


if __name__ == "__main__":
    main()
