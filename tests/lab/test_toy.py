"""Best responses and solutions over whole trees (`lab/toy.py`): exact where the answer is known, and the toy of Badass Force by its rules."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bagarre.cli.main import main
from bagarre.games import find_game
from bagarre.kernel.menu import Choice
from bagarre.kernel.outcomes import outcomes
from bagarre.lab import toy as toys
from bagarre.lab.toy import (
    NOBODY,
    Alike,
    Exploitable,
    Mixture,
    Node,
    Sight,
    Toy,
    beaten,
    dealt,
    merged,
    sampled,
    solved,
    won,
)

HEADS, TAILS = Choice(0, 0), Choice(0, 1)


@cache
def pennies(heads: float = 1.0, secret: bool = True) -> Toy:
    """Matching pennies: the first seat wins when both show the same; two heads are worth that share of a win. Without secrecy the second
    seat sees what the first did."""
    made: Any = Toy.__new__(Toy)
    made.sights, made.nodes = {"first": Sight(0, None, (HEADS, TAILS), b"first")}, 7  # type: ignore[arg-type]
    after = []
    for mine in (HEADS, TAILS):
        key = "second" if secret else f"second after {mine}"
        made.sights[key] = Sight(1, None, (HEADS, TAILS), key.encode())  # type: ignore[arg-type]
        shares = [heads if other == mine == HEADS else float(other == mine) for other in (HEADS, TAILS)]
        after.append([(1.0, Node(1, key, [[(1.0, Node(NOBODY, share=share))] for share in shares]))])
    made.deals = [(1.0, Node(0, "first", after))]
    found: Toy = made
    return found


@pytest.mark.parametrize(("heads", "wins"), [(0.5, 0.5), (0.7, 0.7), (0.2, 0.8)])
def test_the_best_response_knows_how_the_other_plays_and_not_what(heads: float, wins: float) -> None:
    toy = pennies()
    played = {"first": [heads, 1 - heads], "second": [heads, 1 - heads]}
    assert beaten(toy, played, played) == pytest.approx((wins, wins))
    assert Exploitable("", wins, wins).most == pytest.approx(wins - 0.5)


def test_whoever_sees_the_coin_wins() -> None:
    toy = pennies(secret=False)
    played = Alike(toy)
    assert beaten(toy, played, played) == pytest.approx((0.5, 1.0))


def test_a_solution_mixes_as_it_must() -> None:
    """With two heads worth half a win: heads in two of three times at either seat, and one third for the first."""
    toy = pennies(heads=0.5)
    found = solved(toy, 2000)
    assert found["first"][0] == pytest.approx(2 / 3, abs=0.01)
    assert found["second"][0] == pytest.approx(2 / 3, abs=0.01)
    assert won(toy, found, found) == pytest.approx(1 / 3, abs=0.01)
    assert sum(beaten(toy, found, found)) == pytest.approx(1.0, abs=0.01)


def test_a_solution_counts_what_would_be_done_where_nobody_leads_now() -> None:
    toy = pennies(secret=False)
    now = {key: [0.5, 0.5] for key in toy.sights} | {"first": [1.0, 0.0]}
    walk = toys.Walk(now, 1)
    assert walk.worth(toy.deals[0][1], 1.0, 1.0) == pytest.approx(0.5)
    after = [key for key in toy.sights if key != "first"]
    assert {key: walk.used[key] for key in after} == {key: [0.5, 0.5] for key in after}
    assert [walk.gains[key] for key in after] == [[-0.5, 0.5], [0.0, 0.0]]


def test_a_response_to_one_half_of_the_samples_meets_the_other_half() -> None:
    """A coin that shows heads in one half and tails in the other is fair by both together, and fools who believes one half."""
    toy = pennies()
    row = sampled(toy, "coin", [lambda sight: HEADS, lambda sight: TAILS], 4)
    assert row.shown == 2
    assert (row.first, row.second, row.most) == pytest.approx((0.5, 0.5, 0.0))
    assert row.least == pytest.approx(-0.5)


def test_a_player_is_asked_once_for_all_that_looks_the_same_to_it() -> None:
    toy = pennies(secret=False)
    alike: Any = Toy.__new__(Toy)
    alike.sights = {key: Sight(s.seat, s.known, s.choices, b"same") for key, s in toy.sights.items()}
    asked = []
    mixture = Mixture(alike, lambda sight: asked.append(sight) or HEADS, 3)  # type: ignore[func-returns-value]
    assert [mixture[key] for key in alike.sights] == [[1.0, 0.0]] * 3
    assert len(asked) == 3


@cache
def one_turn() -> Toy:
    """The toy of Badass Force without its last turn: small enough for a test."""
    game = find_game("badass-force")
    return Toy(game, toys.start_of(game, {"max_turns": 1}))


def test_the_toy_is_dealt_and_played_by_the_rules() -> None:
    toy = one_turn()
    game = toy.game
    deals = dealt(game, toys.start_of(game))
    assert sum(chance for chance, _ in deals) == pytest.approx(1.0)
    assert len(deals) == 16, "four heroes that may lie in front, at either seat"
    for _, world in deals:
        assert world.seats == 2
        seat = game.deciders(world)[0]
        for choice in game.choices(world, seat):
            ways = merged(outcomes(game, world, seat, choice))
            assert sum(chance for chance, _ in ways) == pytest.approx(1.0)
    for sight in toy.sights.values():
        assert sight.shown == game.concealed(sight.known, sight.seat).moving_bytes()


def test_nobody_forgets_what_they_knew_and_did() -> None:
    """Best responses and solutions are exact only where all nodes that look alike were reached by the same choices of one's own."""
    toy = one_turn()
    before: dict[str, tuple[str, int]] = {}

    def look(node: Node, last: tuple[tuple[str, int], ...]) -> None:
        if node.seat == NOBODY:
            return
        assert before.setdefault(node.key, last[node.seat]) == last[node.seat]
        for k, ways in enumerate(node.ways):
            after = tuple((node.key, k) if seat == node.seat else last[seat] for seat in range(2))
            for _, next_node in ways:
                look(next_node, after)

    for _, root in toy.deals:
        look(root, (("", 0), ("", 0)))
    assert len(before) == len(toy.sights)


def test_nobody_does_better_than_the_best_response() -> None:
    toy = one_turn()
    player = toys.asked_of("scripted", toy.game, "test", compiled=False)
    played = Mixture(toy, player, 4)
    first, second = beaten(toy, played, played)
    wins = won(toy, played, played)
    assert wins <= first + 1e-9
    assert 1 - wins <= second + 1e-9
    solution, alike = solved(toy, 30), Alike(toy)
    assert 1 - 1e-9 <= sum(beaten(toy, solution, solution)) < 1.01 < sum(beaten(toy, alike, alike))


def test_the_command_tells_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "read", classmethod(lambda cls, game: one_turn()))
    wanted = ["study", "exploit", "badass-force", "--toy", "--players", "random,scripted", "--samples", "2", "--rounds", "2", "--interpreted"]  # fmt: skip
    assert main(["--lang", "en", *wanted]) == 0
    text = capsys.readouterr().out
    assert "| `random` | " in text
    assert "2 rounds of CFR+" in text
    assert main(["--lang", "en", *wanted]) == 0
    assert capsys.readouterr().out == text, "the same seed, the same figures"


@pytest.mark.parametrize(
    ("wanted", "named"),
    [
        (["battleworld", "--toy"], "toy"),
        (["badass-force", "--toy", "--players", "nobody"], "nobody"),
        (["badass-force", "--toy", "--samples", "0"], "samples"),
        (["badass-force", "--toy", "--rounds", "x"], "rounds"),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_line(
    wanted: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang in ("en", "fr"):
        assert main(["--lang", lang, "study", "exploit", *wanted]) == 2
        told = capsys.readouterr().err.strip()
        assert named in told
        assert "\n" not in told
