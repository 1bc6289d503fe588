"""The games as Gymnasium environments: one seat learns, players of any kind hold the others.

Importing this module registers them (`bagarre/BossQuest-v0`, …):

>>> import gymnasium
>>> import bagarre.envs.gymnasium
>>> env = gymnasium.make("bagarre/BossQuest-v0", players=3, opponents="random", mode="interpreted")
>>> observation, info = env.reset(seed=7)
>>> env.step(int(info["action_mask"].argmax()))[1]
0.0
"""

# ruff: noqa: E402 (what is missing is said before it is imported)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots import PlayerLike
from bagarre.envs.core import Mask, ModeName, OneGame, Setting, check_limit, check_one_of, wrong
from bagarre.envs.extras import need
from bagarre.envs.opponents import Opponents, Rivals
from bagarre.envs.rendering import MODES, Painter
from bagarre.envs.rewards import ILLEGAL, KINDS, rewards
from bagarre.games import games
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack

need("gymnasium")
import gymnasium
from gymnasium import spaces

from bagarre.envs.spaces import observation_space

RANDOM_SEAT = "random"


def check_seat(seat: int | str, players: int) -> None:
    """:raises Mistake: when there is no such seat."""
    if seat != RANDOM_SEAT and (not isinstance(seat, int) or not 0 <= seat < players):
        raise wrong("seat", seat, f"0–{players - 1}, {RANDOM_SEAT!r}")


class BagarreEnv(gymnasium.Env[Any, np.int64]):
    """One seat of a game. What the others do, and choices of one, happen between two steps.

    An illegal action ends the game and costs 1; `info["action_mask"]` says which are legal (`action_masks()` too, for those who ask so).
    """

    metadata = {"render_modes": MODES, "render_fps": 2}

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        *,
        seat: int | str = 0,
        opponents: Opponents = "scripted",
        options: Mapping[str, Any] | None = None,
        packs: Sequence[Pack | str | Path] = (),
        observation: str = "flat",
        reward: str = "win",
        max_steps: int | None = None,
        mode: ModeName = "",
        render_mode: str | None = None,
    ) -> None:
        """`seat` may be `random`; `opponents` is one spec for all other seats or one for each, clockwise from the learner.

        :raises Mistake: when one of these does not fit; it names which.
        """
        check_one_of("reward", reward, KINDS)
        self.setting = Setting(game, players, options, packs)
        check_seat(seat, self.setting.players)
        self.core = OneGame(self.setting, mode)
        self.rivals = Rivals(self.core, opponents)
        self.wanted_seat, self.seat = seat, 0
        self.shape, self.reward_kind = observation, reward
        check_limit("max_steps", max_steps)
        self.max_steps = max_steps or self.setting.game.meta.longest
        self.observation_space = observation_space(self.setting, observation)
        self.action_space = spaces.Discrete(self.setting.verbs.size)
        self.render_mode = render_mode
        names = [str(number + 1) for number in range(self.setting.players)]
        self.painter = Painter(self.setting.game, names, self.setting.packs, render_mode)
        self.steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        first = str(seed) if seed is not None else str(int(self.np_random.integers(1 << 62)))
        for attempt in range(100):
            # A game may be over before the learner is asked anything.
            self._deal(first if attempt == 0 else str(int(self.np_random.integers(1 << 62))))
            if not self.core.is_over:
                break
        self.steps = 0
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def _deal(self, seed: str) -> None:
        self.core.deal(seed)
        players = self.setting.players
        self.seat = (
            int(self.np_random.integers(players))
            if self.wanted_seat == RANDOM_SEAT
            else int(self.wanted_seat)
        )
        self.rivals.sit(self.seat)
        self._go_on()

    def _go_on(self) -> None:
        """Until the learner has a real choice, or the game is over."""
        core, seat = self.core, self.seat
        while not core.is_over:
            if core.asked != seat:
                self.rivals.choose()
            elif np.count_nonzero(core.mask) == 1:
                core.act(int(core.mask.argmax()), seat)
                self.rivals.tell()
            else:
                return
        core.look(seat)

    def step(self, action: int | np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        core = self.core
        if not core.act(int(action), self.seat):
            return self._observation(), ILLEGAL, True, False, {**self._info(), "illegal": True}
        self.rivals.tell()
        self._go_on()
        self.steps += 1
        if self.render_mode == "human":
            self.render()
        if core.is_over:
            ranks = core.ranks(0)
            worth = rewards(ranks, self.reward_kind)[self.seat]
            return self._observation(), worth, True, False, {**self._info(), "ranks": ranks}
        return self._observation(), 0.0, False, self.steps >= self.max_steps, self._info()

    def _observation(self) -> Any:
        vector = self.core.observation.copy()
        return vector if self.shape == "flat" else self.setting.pieces.split(vector)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.core.mask.copy(), "seat": self.seat}

    def action_masks(self) -> Mask:
        """The legal actions."""
        return self.core.mask.copy()

    def render(self) -> Any:
        """The table as the learner sees it."""
        return self.painter.paint(self.core.position(0), self.seat)

    def record(self, kinds: Sequence[PlayerLike] = ()) -> str:
        """The game so far as a record of the house; `kinds` is written down in it: who played each seat."""
        return self.core.match(kinds).record()


def sample(masks: NDArray[Any], random: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for each row of masks, at random."""
    counted = np.cumsum(masks, axis=1, dtype=np.int16)
    wanted = (random.random(len(masks)) * counted[:, -1]).astype(np.int16)
    return (counted > wanted[:, None]).argmax(axis=1)


def env_id(game: Game) -> str:
    """`bagarre/BossQuest-v0`"""
    return f"bagarre/{''.join(word.capitalize() for word in game.name.split('-'))}-v0"


def register() -> None:
    """Tell Gymnasium of the games; those that it knows already are left alone."""
    for game in games().values():
        if (game.folder / "observe.py").exists() and env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="bagarre.envs.gymnasium:BagarreEnv",
                vector_entry_point="bagarre.envs.vector:BagarreVectorEnv",
                kwargs={"game": game.name},
            )


register()
