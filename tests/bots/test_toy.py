"""Best responses over whole trees (`bench/toy.py`): exact where the answer is known, and on a small toy of Badass Force."""

from __future__ import annotations

from typing import Any

import bench.toy as toys
import pytest
from bench.toy import Mixture, Node, Sight, Toy, best_response

from bagarre.games import find_game
from bagarre.games.badass_force.state import NONE
from bagarre.kernel.menu import Choice

HEADS, TAILS = Choice(0, 0), Choice(0, 1)


def pennies(secret: bool) -> Toy:
    """Matching pennies: the first seat wins when both show the same. Without secrecy the second seat sees what the first did."""
    made: Any = Toy.__new__(Toy)
    made.sights = {"first": Sight(0, None, [HEADS, TAILS])}  # type: ignore[arg-type]
    after = []
    for mine in (HEADS, TAILS):
        key = "second" if secret else f"second after {mine}"
        made.sights[key] = Sight(1, None, [HEADS, TAILS])  # type: ignore[arg-type]
        ends = [
            (other, [(1.0, Node(NONE, ahead=1.0 if other == mine else -1.0))]) for other in (HEADS, TAILS)
        ]
        after.append((mine, [(1.0, Node(1, key, ends))]))
    made.root = Node(0, "first", after)
    found: Toy = made
    return found


@pytest.mark.parametrize(("heads", "wins"), [(0.5, 0.0), (0.7, 0.4), (0.2, 0.6)])
def test_the_best_response_knows_how_the_other_plays_and_not_what(heads: float, wins: float) -> None:
    toy = pennies(secret=True)
    played = {"first": [heads, 1 - heads], "second": [heads, 1 - heads]}
    assert best_response(toy, 0, played) == pytest.approx(wins)
    assert best_response(toy, 1, played) == pytest.approx(wins)


def test_whoever_sees_the_coin_wins() -> None:
    toy = pennies(secret=False)
    played = {key: [0.5, 0.5] for key in toy.sights}
    assert best_response(toy, 1, played) == pytest.approx(1.0)
    assert best_response(toy, 0, played) == pytest.approx(0.0)


def test_nobody_does_better_than_the_best_response(monkeypatch: pytest.MonkeyPatch) -> None:
    """One turn of the toy of Badass Force: it is built by the rules, and the scripted player against itself is ahead by no more than a best response."""
    monkeypatch.setattr(toys, "ROUND", 1)
    game = find_game("badass-force")
    toy = Toy(game, toys.toy_start(game))
    played = Mixture(toy, toys.asked_of("scripted:1", game), 4)

    def value(node: Node) -> float:
        if node.seat == NONE:
            return node.ahead
        shares = zip(played[node.key], node.branches)
        return sum(share * chance * value(after) for share, (_, ways) in shares for chance, after in ways)

    mine = value(toy.root)
    assert mine <= best_response(toy, 0, played) + 1e-9
    assert {len(shares) for shares in played.values()} >= {2, 4}
    assert -mine <= best_response(toy, 1, played) + 1e-9
