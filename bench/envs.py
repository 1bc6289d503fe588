"""Environments beside those of others, in one run: `make bench-envs`.

Uniformly random play, by processor time on one core, best of the runs, taken in turns so that a busy machine disturbs all alike:

* PettingZoo: its own loop (`pettingzoo.test.performance_benchmark`) on Boss Quest for four and on PettingZoo's classic games, as their `env()`
  makes them.
* OpenSpiel: its card games of C++, driven from Python: legal actions, one of them, apply; with and without their observation tensor.
* Gymnasium: 1,024 games of Boss Quest for four through the vector environment, against random opponents. `steps` are those of the learner,
  each with its observation and mask; `choices` all that were made in the games.
* What the adapters cost: the same choices through the environment, and through its driver alone.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from rich.console import Console
from rich.table import Table

import bagarre.envs.gymnasium as ours
from bagarre.envs.core import OneGame, Setting
from bagarre.envs.drivers import COMMAND, MADE
from bagarre.envs.pettingzoo import env
from bagarre.envs.vector import BagarreVectorEnv

GAMES, PLAYERS, SOME = 1024, 4, 200
CLASSIC = (
    "tictactoe_v3",
    "connect_four_v3",
    "rps_v2",
    "leduc_holdem_v4",
    "texas_holdem_v4",
    "chess_v6",
    "go_v5",
)
CARDS = ("leduc_poker(players=4)", "crazy_eights", "gin_rummy", "hanabi")

Work = Callable[[], int]


def speeds(works: dict[str, Work], seconds: float, runs: int) -> dict[str, float]:
    """The best run of each, by processor time; `work` gives how many it did."""
    best = dict.fromkeys(works, 0.0)
    for work in works.values():
        work()
    for _ in range(runs):
        for name, work in works.items():
            done, start = 0, time.process_time()
            while time.process_time() - start < seconds:
                done += work()
            best[name] = max(best[name], done / (time.process_time() - start))
    return best


def turns(made: Any) -> Work:
    """The loop of PettingZoo's benchmark."""
    made.reset()

    def work() -> int:
        done = 0
        for agent in made.agent_iter(SOME):
            seen, _, terminated, truncated, _ = made.last()
            if terminated or truncated:
                action = None
            elif isinstance(seen, dict) and "action_mask" in seen:
                action = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
            else:
                action = made.action_space(agent).sample()
            made.step(action)
            done += 1
            if all(made.terminations.values()) or all(made.truncations.values()):
                made.reset()
        return done

    return work


def driver_turns(core: OneGame) -> Work:
    """The same choices without PettingZoo."""
    deals = iter(range(1 << 60))
    core.deal("0")

    def work() -> int:
        for _ in range(SOME):
            core.act(random.choice(np.flatnonzero(core.mask).tolist()))
            if core.is_over:
                core.deal(str(next(deals)))
        return SOME

    return work


def walk(name: str, *, tensor: bool) -> Work:
    game = pyspiel.load_game(name)

    def work() -> int:
        done, state = 0, game.new_initial_state()
        while not state.is_terminal():
            action = random.choice(state.legal_actions())
            if not state.is_chance_node():
                done += 1
                if tensor:
                    state.observation_tensor()
            state.apply_action(action)
        return done

    return work


class Vector:
    """Random play through the vector environment."""

    def __init__(self, opponents: str = "random") -> None:
        made = gymnasium.make_vec(
            "bagarre/BossQuest-v0",
            num_envs=GAMES,
            vectorization_mode="vector_entry_point",
            players=PLAYERS,
            opponents=opponents,
        ).unwrapped
        assert isinstance(made, BagarreVectorEnv)
        self.made, self.dice = made, np.random.default_rng(1)
        self.mask = made.reset(seed=1)[1]["action_mask"]
        self.choices_made = 0

    def steps(self) -> int:
        self.mask = self.made.step(ours.sample(self.mask, self.dice))[4]["action_mask"]
        return GAMES

    def choices(self) -> int:
        before = int(self.made.games.rows[:, MADE].sum())
        self.steps()
        return int(self.made.games.rows[:, MADE].sum()) - before


def vector_driver(vector: Vector) -> Work:
    """The same without Gymnasium: the driver alone, games dealt anew in the same way."""
    made, games = vector.made, vector.made.games

    def work() -> int:
        games.rows[:, COMMAND] = ours.sample(games.masks, vector.dice)
        games.serve()
        done = games.rows[:, 2] == 1
        if done.any():
            made._deal(done)
        return GAMES

    return work


def classic() -> dict[str, Work]:
    """PettingZoo's own games that are installed."""
    found = {}
    for name in CLASSIC:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found[name] = turns(importlib.import_module(f"pettingzoo.classic.{name}").env())
        except (ImportError, AttributeError) as missing:
            print(f"{name}: {missing}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    parser.add_argument("--quick", action="store_true", help="short runs, rougher figures")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    vector, alone, scripted = Vector(), Vector(), Vector("scripted")
    works: dict[str, Work] = {
        "PettingZoo: Boss Quest": turns(env("boss-quest", PLAYERS)),
        "driver alone: Boss Quest": driver_turns(OneGame(Setting("boss-quest", PLAYERS))),
        f"Gymnasium: {GAMES} Boss Quest, steps": vector.steps,
        f"Gymnasium: {GAMES} Boss Quest, choices": vector.choices,
        f"driver alone: {GAMES} Boss Quest": vector_driver(alone),
        f"Gymnasium: {GAMES} Boss Quest, scripted opponents, choices": scripted.choices,
        **{f"PettingZoo: {name}": work for name, work in classic().items()},
        **{f"OpenSpiel: {name}": walk(name, tensor=False) for name in CARDS},
        **{f"OpenSpiel with tensors: {name}": walk(name, tensor=True) for name in CARDS},
    }
    found = speeds(works, 0.3 if arguments.quick else 1.0, 2 if arguments.quick else 3)
    figures = table_of(found)
    ratios = ratios_of(found)
    console = Console(highlight=False)
    console.print(figures, ratios_table(ratios))
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"speeds": found, "ratios": ratios}, file, indent=1)


def ratios_of(found: dict[str, float]) -> list[dict[str, Any]]:
    """What was hoped for."""
    zoo = max(found[f"PettingZoo: {name}"] for name in CLASSIC if f"PettingZoo: {name}" in found)
    bare = max(found[f"OpenSpiel: {name}"] for name in CARDS)
    tensors = max(found[f"OpenSpiel with tensors: {name}"] for name in CARDS)
    mine, steps = found["PettingZoo: Boss Quest"], found[f"Gymnasium: {GAMES} Boss Quest, steps"]
    choices = found[f"Gymnasium: {GAMES} Boss Quest, choices"]
    rows: list[tuple[str, float, float, bool]] = [
        ("PettingZoo, Boss Quest : the fastest of its classic games", mine / zoo, 3.0, True),
        ("vector, learner's steps : the fastest of PettingZoo's classic games", steps / zoo, 10.0, True),
        ("vector, choices : the fastest card game of OpenSpiel", choices / bare, 3.0, True),
        ("vector, choices : the same with observation tensors", choices / tensors, 3.0, True),
        ("cost of PettingZoo's adapter", found["driver alone: Boss Quest"] / mine, 2.0, False),
        ("cost of the vector adapter", found[f"driver alone: {GAMES} Boss Quest"] / steps, 2.0, False),
    ]
    return [
        {"what": what, "ratio": ratio, "goal": goal, "reached": ratio >= goal if more else ratio <= goal}
        for what, ratio, goal, more in rows
    ]


def table_of(found: dict[str, float]) -> Table:
    table = Table("what", "a second", title="environments, by processor time on one core")
    table.columns[1].justify = "right"
    for name, value in found.items():
        table.add_row(name, f"{value:,.0f}")
    return table


def ratios_table(ratios: list[dict[str, Any]]) -> Table:
    table = Table("ratio", "found", "goal", "reached", title="in this run")
    for row in ratios:
        table.add_row(
            row["what"], f"{row['ratio']:.2f}", f"{row['goal']:g}", "yes" if row["reached"] else "NO"
        )
    return table


if __name__ == "__main__":
    main()
