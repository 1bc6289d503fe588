"""PettingZoo's own tests, on every game and every number of players."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

from bagarre.envs.pettingzoo import env, parallel_env
from bagarre.kernel.errors import Mistake
from tests.envs.tables import every_game, every_table, options

CYCLES = 10
ABOUT_DICTIONARIES = ("Observation is not a NumPy array", "Observation space for each agent probably")
"""What the tests say of every observation that has a mask beside it, unless it is one of PettingZoo's own."""
OF_THOSE_WHO_WAIT = "Action mask numpy array is all zeros"


def table(name: str, players: int, **settings: Any) -> Any:
    return partial(env, name, players, options=options(name, players), mode="interpreted", **settings)


def cycles(name: str, players: int, **settings: Any) -> Any:
    return partial(
        parallel_env, name, players, options=options(name, players), mode="interpreted", **settings
    )


@every_table
def test_the_suite_of_pettingzoo(name: str, players: int) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(table(name, players)(), num_cycles=CYCLES)
        parallel_api_test(cycles(name, players)(), num_cycles=CYCLES)
        seed_test(table(name, players), num_cycles=CYCLES)
        parallel_seed_test(cycles(name, players), num_cycles=CYCLES)
        state_test(table(name, players)(), cycles(name, players)())
    kept = [str(each.message) for each in said]
    assert not [text for text in kept if not text.startswith((*ABOUT_DICTIONARIES, OF_THOSE_WHO_WAIT))]


@every_table
def test_every_agent_acts_in_every_cycle(name: str, players: int) -> None:
    """`max_cycles_test` asks for that, so it is for the parallel form, in which those who are not asked wait."""
    parallel = cycles(name, players)
    module = SimpleNamespace(
        parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles=max_cycles))
    )
    max_cycles_test(module)


@every_game
def test_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = 3 if name in ("boss-quest", "badass-force") else 2
    render_test(table(name, players), {"ansi": lambda text: len(text) > 100})
    assert len(capsys.readouterr().out) > 500


@every_game
def test_pieces_by_name(name: str) -> None:
    made = table(name, 3 if name == "badass-force" else 2, observation="pieces")()
    made.reset(seed=1)
    seen = made.observe(made.agent_selection)
    assert made.observation_space(made.agent_selection).contains(seen)
    assert set(seen["observation"]) == {piece.name for piece in made.setting.pieces}


def test_the_end_pays_the_winners_what_the_others_lose() -> None:
    made = table("boss-quest", 3)()
    made.reset(seed=3)
    paid: dict[str, float] = {}
    for agent in made.agent_iter():
        seen, reward, terminated, _, _ = made.last()
        if terminated:
            paid[agent] = reward
        made.step(None if terminated else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert len(paid) == 3
    assert sum(paid.values()) == pytest.approx(0)
    winners = {made.possible_agents[seat] for seat in made.core.match().outcome.winners}
    assert {agent for agent, reward in paid.items() if reward > 0} == winners


def test_an_illegal_action_ends_the_game_and_costs_one() -> None:
    made = table("boss-quest", 3)()
    made.reset(seed=3)
    agent = made.agent_selection
    seen = made.observe(agent)
    made.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert made.rewards == {other: -1.0 if other == agent else 0.0 for other in made.possible_agents}
    assert all(made.terminations.values())


def test_a_game_that_is_cut_off_is_truncated() -> None:
    made = table("boss-quest", 3, max_cycles=2)()
    made.reset(seed=3)
    for _ in range(6):
        made.step(int(np.flatnonzero(made.observe(made.agent_selection)["action_mask"])[0]))
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def test_without_a_seed_games_differ() -> None:
    made = table("boss-quest", 3)()
    seen = []
    made.reset(seed=5)
    for _ in range(5):
        made.reset()
        seen.append(made.core.seed)
    assert len(set(seen)) == 5
    made.reset(seed=5)
    made.reset()
    assert made.core.seed == seen[0]


def test_those_who_answer_at_once_do_so_in_one_cycle() -> None:
    """Everybody chooses a first character in secret: one cycle, whoever comes first."""
    made = cycles("badass-force", 3)()
    seen, _ = made.reset(seed=2)
    asked = [agent for agent in made.agents if not seen[agent]["action_mask"][made.wait]]
    assert len(asked) == 3
    made.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in asked})
    assert len(made.core.made) == 3


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"reward": "gold"}, "reward"),
        ({"observation": "bytes"}, "observation"),
        ({"render_mode": "3d"}, "render_mode"),
        ({"max_cycles": 0}, "max_cycles"),
    ],
)
def test_a_wrong_setting_is_named(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(Mistake) as wrong:
        table("boss-quest", 3, **settings)()
    assert wrong.value.say("en").startswith(f"{field}:")
    assert wrong.value.say("fr").startswith(f"{field} :")
