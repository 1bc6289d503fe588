"""OpenSpiel's own tests and algorithms on every game and every number of players."""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

if sys.platform == "win32":
    pytest.skip("OpenSpiel has no wheels for Windows", allow_module_level=True)

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

import bagarre.envs.openspiel as spiel
from bagarre.envs.core import Setting
from bagarre.envs.nodes import ChanceNode, Node, root
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.outcomes import outcomes
from tests.envs import playthrough
from tests.envs.tables import every_game, options, smallest_and_largest
from tests.house import leduc

SMALL = "bagarre_boss_quest(players=2,options=max_rounds:1)"


def load(name: str, players: int) -> Any:
    text = ";".join(f"{key}:{value}" for key, value in options(name, players).items())
    return pyspiel.load_game(f"{spiel.short_name(find_game(name))}(players={players},options={text})")


@smallest_and_largest
def test_the_suite_of_openspiel(name: str, players: int) -> None:
    """Its own suite writes a state down at every step of a game, its Python one at some: the first at the smallest table of each game."""
    # Only here, for whoever collects tests would load half of SciPy with it.
    from open_spiel.python.tests import games_sim_test

    game = load(name, players)
    smallest = players == find_game(name).meta.players[0]
    pyspiel.random_sim_test(game, num_sims=1, serialize=smallest, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


@every_game
def test_the_golden_playthrough(name: str) -> None:
    """`python -m tests.envs.playthrough` makes them anew, for a change that was meant."""
    kept = (playthrough.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough.made(name) == kept


# Its algorithms, each once on a small table.


def test_mccfr() -> None:
    game = pyspiel.load_game(SMALL)
    solver = OutcomeSamplingSolver(game)
    for _ in range(4):
        solver.iteration()
    policy = solver.average_policy()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


def test_external_sampling_on_leduc() -> None:
    np.random.seed(1)
    solver = ExternalSamplingSolver(leduc_game())
    for _ in range(2):
        solver.iteration()
    assert len(solver._infostates) > 10


def test_mcts() -> None:
    game = pyspiel.load_game("bagarre_battleworld(options=max_turns:1)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 6, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["boss-quest", "badass-force"])
def test_ismcts_with_worlds_of_refill(name: str) -> None:
    small = {"boss-quest": SMALL, "badass-force": "bagarre_badass_force(players=3,options=max_turns:1)"}
    game = pyspiel.load_game(small[name])
    state, dice = game.new_initial_state(), Random(2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=game, uct_c=2.0, evaluator=evaluator, max_simulations=6, random_state=np.random.RandomState(1)
    )
    bot.set_resampler(spiel.resampler(1))
    for _ in range(40):
        if state.is_terminal():
            break
        if state.is_chance_node():
            results, chances = zip(*state.chance_outcomes())
            state.apply_action(dice.choices(results, chances)[0])
        else:
            action = bot.step(state) if state.current_player() == 1 else dice.choice(state.legal_actions())
            assert action in state.legal_actions()
            state.apply_action(action)


_LEDUC: list[Any] = []


def leduc_game() -> Any:
    """The reference game, which is none of the house."""
    if not _LEDUC:
        _LEDUC.append(spiel.register_game(leduc()))
    return pyspiel.load_game("bagarre_leduc(players=2,options=raises:1)")


@pytest.mark.soak
def test_cfr_comes_near_an_equilibrium_of_leduc() -> None:
    game = leduc_game()
    solver = cfr.CFRPlusSolver(game)
    solver.evaluate_and_update_policy()
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 4


# The tree.


def some_nodes(name: str, seed: int, count: int) -> list[Node]:
    """Positions of random play through the tree."""
    players = 3 if name in ("boss-quest", "badass-force") else 2
    node, dice = root(Setting(name, players, options(name, players))), Random(seed)
    found: list[Node] = []
    while len(found) < count:
        if isinstance(node, ChanceNode):
            results, chances = zip(*node.chances)
            assert sum(chances) == 1
            node = node.after(dice.choices(results, [float(chance) for chance in chances])[0])
        elif node.deciders:
            found.append(node)
            node = node.after(dice.choice(node.legal))
        else:
            break
    return found


@every_game
def test_chance_is_what_the_kernel_enumerates(name: str) -> None:
    """Node after node the same results with the same chances as whole choices have."""
    compared = 0
    for node in some_nodes(name, 3, 60):
        for action in node.legal[:3]:
            choice = node.game.verbs.from_dense(action)
            first = node.after(action)
            if not isinstance(first, ChanceNode) or len(first.chances) > 40:
                continue
            wanted: Counter[tuple[int, ...]] = Counter()
            for outcome in outcomes(node.game, node.s, node.player, choice):
                if len(outcome.results) > (2 if len(first.chances) <= 8 else 1):
                    break
                wanted[outcome.results] += outcome.chance  # type: ignore[assignment]
            else:
                assert dict(leaves(first)) == dict(wanted)
                compared += 1
            if compared >= 3:
                return
    assert compared or name == "baston"


def leaves(node: Node | ChanceNode, chance: Any = 1) -> Any:
    if isinstance(node, ChanceNode):
        for result, share in node.chances:
            yield from leaves(node.after(result), chance * share)
    else:
        yield node.script, chance


def test_the_casting_of_badass_force_is_uniform_among_those_allowed() -> None:
    """Its draws hang together; their chances multiply to the same for every casting."""
    node = root(Setting("badass-force", 3))
    assert isinstance(node, ChanceNode)

    def castings(node: Any, depth: int, chance: Any) -> Any:
        if depth == 7:
            yield node.script, chance
        else:
            for result, share in node.chances:
                yield from castings(node.after(result), depth + 1, chance * share)

    found = dict(castings(node, 0, 1))
    assert len(set(found.values())) == 1
    assert sum(found.values()) == 1
    assert all(len(set(casting)) == 7 for casting in found)


@every_game
def test_worlds_that_look_alike_have_the_same_information(name: str) -> None:
    for k, node in enumerate(some_nodes(name, 4, 25)):
        seat = node.player
        world = node.imagined(seat, k, 2, 3)
        assert world.information(seat) == node.information(seat)
        assert world.player == seat
        assert world.legal == node.legal


@pytest.mark.parametrize("name", ["boss-quest", "badass-force"])
def test_what_is_not_known_varies(name: str) -> None:
    for node in some_nodes(name, 5, 12)[8:]:
        worlds = {node.imagined(node.player, k, 1, 1).s.moving_bytes()[32:] for k in range(12)}
        assert len(worlds) > 1


def test_a_secret_answer_tells_the_others_nothing() -> None:
    """Everybody chooses a first character in secret: whatever the first seat chose, the second knows the same."""
    node = some_nodes("badass-force", 6, 1)[0]
    assert node.deciders == [0, 1, 2]
    after = [node.after(action) for action in node.legal]
    assert len({each.information(1) for each in after if isinstance(each, Node)}) == 1
    assert len({each.information(0) for each in after if isinstance(each, Node)}) == len(after)


def test_nodes_travel() -> None:
    for node in some_nodes("boss-quest", 7, 9)[-2:]:
        twin = pickle.loads(pickle.dumps(node))
        assert twin.s == node.s
        assert twin.information(0) == node.information(0)


def test_an_imagined_world_of_others_does_not_know_what_they_were_told() -> None:
    node = some_nodes("boss-quest", 8, 9)[-1]
    seat = node.player
    world = node.imagined(seat, 1, 2, 3)
    assert world.told(seat) == node.told(seat)
    assert world.told((seat + 1) % 3) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bagarre_boss_quest(players=9)", "9"),
        ("bagarre_boss_quest(players=2,options=speed)", "options"),
        ("bagarre_boss_quest(players=2,options=speed:3)", "speed"),
    ],
)
def test_a_wrong_table_is_named(text: str, said: str) -> None:
    with pytest.raises((Mistake, pyspiel.SpielError)) as wrong:
        pyspiel.load_game(text)
    assert said in (wrong.value.say("en") if isinstance(wrong.value, Mistake) else str(wrong.value))
