"""Gymnasium's own checks, on every game and every number of players, alone and in vectors."""

from __future__ import annotations

import logging
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from bagarre.envs.gymnasium import BagarreEnv, env_id, sample
from bagarre.envs.rewards import rewards
from bagarre.envs.vector import BagarreVectorEnv
from bagarre.games import find_game, games
from bagarre.kernel.errors import Mistake
from tests.envs.tables import every_game, every_table, needs_numba, options


def make(name: str, players: int | None = None, **settings: Any) -> BagarreEnv:
    settings = {"mode": "interpreted", "opponents": "random", **settings}
    made = gymnasium.make(
        env_id(find_game(name)), players=players, options=options(name, players or 0), **settings
    ).unwrapped
    assert isinstance(made, BagarreEnv)
    return made


def make_vector(name: str, count: int, players: int | None = None, **settings: Any) -> BagarreVectorEnv:
    settings = {"mode": "interpreted", "opponents": "random", **settings}
    made = gymnasium.make_vec(
        env_id(find_game(name)),
        num_envs=count,
        vectorization_mode="vector_entry_point",
        players=players,
        options=options(name, players or 0),
        **settings,
    ).unwrapped
    assert isinstance(made, BagarreVectorEnv)
    return made


def play(made: BagarreEnv, seed: int, limit: int = 400) -> tuple[float, dict[str, Any]]:
    """A game of random choices: its reward and last info."""
    dice = np.random.default_rng(seed)
    _, info = made.reset(seed=seed)
    for _ in range(limit):
        _, reward, terminated, truncated, info = made.step(
            int(dice.choice(np.flatnonzero(info["action_mask"])))
        )
        if terminated or truncated:
            return reward, info
    return 0.0, info


@every_table
def test_the_check_of_gymnasium(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(name, players), skip_render_check=True)


@every_table
def test_vectors(name: str, players: int) -> None:
    """Shapes, spaces, the same games for the same seed, and what Gymnasium's wrapper of vectors counts."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        twins = [RecordEpisodeStatistics(make_vector(name, 4, players, max_steps=6)) for _ in range(2)]
    assert twins[0].metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    dice = np.random.default_rng(1)
    pairs = [made.reset(seed=3) for made in twins]
    for _ in range(10):
        for made, (seen, info) in zip(twins, pairs):
            assert made.observation_space.contains(seen)
            assert info["action_mask"].any(axis=1).all()
        assert (pairs[0][0] == pairs[1][0]).all()
        actions = sample(pairs[0][1]["action_mask"], dice)
        steps = [made.step(actions) for made in twins]
        assert all((a == b).all() for a, b in zip(steps[0][1:4], steps[1][1:4]))
        done = steps[0][2] | steps[0][3]
        if done.any():
            info = steps[0][4]
            assert (info["_final_obs"] == done).all()
            assert all((last is not None) == over for last, over in zip(info["final_obs"], done))
            assert info["episode"]["l"][done].max() <= 6
        pairs = [(step[0], step[4]) for step in steps]


@needs_numba
@pytest.mark.compiles
@pytest.mark.parametrize("opponents", ["random", "scripted"])
def test_a_vector_is_the_same_compiled(opponents: str) -> None:
    """The house's players choose inside the driver, in both modes alike."""
    twins = [
        make_vector("boss-quest", 6, 4, mode=mode, opponents=opponents, seat="random")
        for mode in ("compiled", "interpreted")
    ]
    dice = np.random.default_rng(1)
    infos = [made.reset(seed=3)[1] for made in twins]
    ended = 0
    for _ in range(25):
        assert (infos[0]["action_mask"] == infos[1]["action_mask"]).all()
        actions = sample(infos[0]["action_mask"], dice)
        fast, plain = (made.step(actions) for made in twins)
        assert fast[0].tobytes() == plain[0].tobytes()
        assert (fast[1] == plain[1]).all()
        ended += int(fast[2].sum())
        infos = [fast[4], plain[4]]
    assert ended


@every_game
def test_every_game_is_registered(name: str) -> None:
    assert env_id(find_game(name)) in gymnasium.registry


def test_the_names_are_those_of_the_page() -> None:
    assert {env_id(game) for game in games().values()} == {
        "bagarre/BadassForce-v0",
        "bagarre/Baston-v0",
        "bagarre/Battleworld-v0",
        "bagarre/BossQuest-v0",
    }


def first(known: Any, seat: int, menu: Any, budget: Any) -> Any:
    return menu[0]


class Listener:
    """A player that counts what it is told."""

    def __init__(self) -> None:
        self.heard = 0

    def told(self, seat: int, events: Any) -> None:
        self.heard += len(events)

    def think(self, known: Any, seat: int, menu: Any, budget: Any) -> Any:
        from bagarre.bots import Thought

        return Thought(menu[-1])


def test_opponents_are_players_of_any_kind() -> None:
    listener = Listener()
    made = make("boss-quest", 4, opponents=["scripted", first, listener], seat=2)
    _, info = play(made, 1)
    assert sorted(info["ranks"])[0] <= 2
    assert listener.heard > 10


def test_opponents_in_python_play_in_vectors_too() -> None:
    made = make_vector("boss-quest", 3, 3, opponents=["scripted", first], seat=1)
    dice = np.random.default_rng(2)
    _, info = made.reset(seed=1)
    ended = 0
    for _ in range(40):
        _, worth, terminated, _, info = made.step(sample(info["action_mask"], dice))
        ended += int(terminated.sum())
        assert (worth[~terminated] == 0).all()
    assert ended


def test_a_player_that_fails_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    def fails(known: Any, seat: int, menu: Any, budget: Any) -> Any:
        raise RuntimeError("oh")

    with caplog.at_level(logging.WARNING, "bagarre.players"):
        _, info = play(make("boss-quest", 2, opponents=fails), 1)
    assert "ranks" in info
    assert "player_replaced" in caplog.text


def test_the_learner_wins_or_loses_what_its_place_says() -> None:
    made = make("boss-quest", 4, seat="random", reward="place")
    seats = set()
    for seed in range(8):
        reward, info = play(made, seed)
        seats.add(info["seat"])
        assert reward == rewards(info["ranks"], "place")[info["seat"]]
    assert len(seats) > 1


@pytest.mark.parametrize("kind", ["win", "place"])
@pytest.mark.parametrize("places", [[1, 2, 3, 4], [1, 1, 3, 3], [2, 2, 2, 2], [2, 1, 1, 4]])
def test_a_vector_pays_as_one_environment_does(kind: str, places: list[int]) -> None:
    made = make_vector("boss-quest", 4, 4, reward=kind)
    worth = made._worth(np.array([places] * 4), np.arange(4))
    assert worth.tolist() == pytest.approx(rewards(places, kind))


def test_an_illegal_action_ends_the_game_and_costs_one() -> None:
    made = make("boss-quest", 3)
    _, info = made.reset(seed=1)
    _, reward, terminated, _, info = made.step(int(info["action_mask"].argmin()))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    rows = make_vector("boss-quest", 3, 3)
    _, info = rows.reset(seed=1)
    actions = sample(info["action_mask"], np.random.default_rng(1))
    actions[1] = info["action_mask"][1].argmin()
    _, worth, ended, _, _ = rows.step(actions)
    assert worth[1] == -1
    assert ended[1]


def test_a_number_that_is_no_action_is_illegal_in_a_vector_too() -> None:
    """Below 0 lie the commands of the driver: nobody deals anew, waits or lets the house choose with them."""
    rows = make_vector("boss-quest", 6, 3)
    _, info = rows.reset(seed=np.int64(1))
    actions = sample(info["action_mask"], np.random.default_rng(1))
    actions[1:] = -1, -2, -3, -4, 10**9
    seen, worth, ended, _, _ = rows.step(actions)
    assert worth.tolist() == [0, -1, -1, -1, -1, -1]
    assert ended.tolist() == [False, True, True, True, True, True]
    assert rows.observation_space.contains(seen)
    with pytest.raises(Mistake, match="actions"):
        rows.step(3)
    with pytest.raises(Mistake, match="seed"):
        rows.reset(seed=[1, 2])


def test_masks_for_those_who_ask_the_environment() -> None:
    made = make("boss-quest", 3)
    _, info = made.reset(seed=1)
    assert (made.action_masks() == info["action_mask"]).all()


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"seat": 7}, "seat"),
        ({"seat": "mine"}, "seat"),
        ({"opponents": ["random"]}, "opponents"),
        ({"reward": "gold"}, "reward"),
        ({"observation": "bytes"}, "observation"),
        ({"mode": "slow"}, "mode"),
        ({"max_steps": -1}, "max_steps"),
        ({"max_steps": "many"}, "max_steps"),
    ],
)
def test_a_wrong_setting_is_named(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(Mistake) as wrong:
        make("boss-quest", 4, **settings)
    assert wrong.value.say("en").startswith(f"{field}:")


def test_an_unknown_opponent_is_named() -> None:
    with pytest.raises(Mistake) as wrong:
        make("boss-quest", 4, opponents="kasparov")
    assert "kasparov" in wrong.value.say("en")


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"render_mode": "human"}, "render_mode"),
        ({"max_steps": 0.5}, "max_steps"),
    ],
)
def test_a_wrong_vector_is_named(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(Mistake) as wrong:
        BagarreVectorEnv("boss-quest", **settings)
    assert wrong.value.say("en").startswith(f"{field}:")


def test_a_missing_package_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from bagarre.envs import extras

    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    monkeypatch.setenv("BAGARRE_LANG", "en")
    with pytest.raises(ImportError) as missing:
        extras.need("gymnasium")
    assert str(missing.value) == "gymnasium is missing: pip install 'bagarre[envs]'"
