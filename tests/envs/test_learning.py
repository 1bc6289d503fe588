"""What learns: a linear policy in a second of plain NumPy, which every run of the tests sees, and the example with PyTorch where that is installed.

What the example learns is shown in docs/environments.md.
"""

from __future__ import annotations

import importlib
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bagarre.envs.vector import BagarreVectorEnv
from tests.envs.tables import needs_numba
from tests.house import ROOT

GAMES, ENOUGH, RATE = 64, 640, 3.0
Floats = NDArray[np.floating[Any]]


def chances(weights: Floats, seen: Floats, mask: NDArray[Any]) -> Floats:
    """What the policy does, among what is legal."""
    liked = np.where(mask > 0, seen @ weights, -np.inf)
    found: Floats = np.exp(liked - liked.max(axis=1, keepdims=True))
    return found / found.sum(axis=1, keepdims=True)


def improved(weights: Floats, played: list[tuple[list[tuple[Floats, Floats, int]], float]]) -> Floats:
    """REINFORCE: what was done in games that went better than usual, more often."""
    usual = np.mean([reward for _, reward in played])
    seen, likely, done = (np.array([step[k] for steps, _ in played for step in steps]) for k in range(3))
    gains = np.concatenate([np.full(len(steps), reward - usual) for steps, reward in played])
    slopes = -likely
    slopes[np.arange(len(done)), done.astype(int)] += 1
    return weights + RATE * seen.T @ (slopes * gains[:, None]).astype(np.float32) / len(done)


@needs_numba
def test_a_linear_policy_learns_to_beat_a_random_player() -> None:
    """Observations, masks, seats and rewards belong together: otherwise nothing could be learned from them."""
    envs = BagarreVectorEnv("boss-quest", GAMES, 2, opponents="random", seat="random", reward="place")
    dice = np.random.default_rng(1)
    seen, info = envs.reset(seed=1)
    weights: Floats = np.zeros((seen.shape[1], info["action_mask"].shape[1]), np.float32)
    steps: list[list[tuple[Floats, Floats, int]]] = [[] for _ in range(GAMES)]
    played: list[tuple[list[tuple[Floats, Floats, int]], float]] = []
    won: list[bool] = []
    while len(won) < ENOUGH:
        likely = chances(weights, seen, info["action_mask"])
        done = (likely.cumsum(axis=1) > dice.random((GAMES, 1))).argmax(axis=1)
        for game in range(GAMES):
            steps[game].append((seen[game].copy(), likely[game], int(done[game])))
        seen, rewards, over, _, info = envs.step(done)
        for game in np.flatnonzero(over).tolist():
            won.append(bool(rewards[game] > 0))
            played.append((steps[game], float(rewards[game])))
            steps[game] = []
        if len(played) >= GAMES:
            weights, played = improved(weights, played), []
    before, after = np.mean(won[:GAMES]), np.mean(won[-200:])
    assert before < 0.7
    assert after > 0.8, (before, after)


@needs_numba
def test_a_moment_of_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "learning"))
    ppo = importlib.import_module("ppo")
    monkeypatch.setattr(ppo, "GAMES", 16)
    monkeypatch.setattr(ppo, "STEPS", 8)
    monkeypatch.setattr(ppo, "TRIAL", 20)
    monkeypatch.setattr(sys, "argv", ["ppo.py", "--minutes", "0.01", "--curve", str(tmp_path / "curve.svg")])
    ppo.main()
    drawn = ET.parse(tmp_path / "curve.svg").getroot()
    assert len(drawn.findall("{http://www.w3.org/2000/svg}polyline")) == 2
