"""The games as PettingZoo environments, turn by turn (`env`) and all at once (`parallel_env`).

>>> from bagarre.envs.pettingzoo import env
>>> table = env("boss-quest", players=3, mode="interpreted")
>>> table.reset(seed=7)
>>> observation, reward, termination, truncation, info = table.last()
>>> table.step(int(observation["action_mask"].argmax()))
"""

# ruff: noqa: E402 (what is missing is said before it is imported)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bagarre.bots import PlayerLike
from bagarre.envs.core import ModeName, OneGame, Setting, Vector, check_limit, check_one_of
from bagarre.envs.extras import need
from bagarre.envs.rendering import MODES, Painter
from bagarre.envs.rewards import ILLEGAL, KINDS, rewards
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.pack import Pack

need("pettingzoo")
need("gymnasium")
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from bagarre.envs.spaces import masked_space, vector_space

Observation = dict[str, Any]


class _Table:
    """What both forms share: a game, its spaces, its end."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        packs: Sequence[Pack | str | Path] = (),
        observation: str = "flat",
        reward: str = "win",
        max_cycles: int | None = None,
        mode: ModeName = "",
        render_mode: str | None = None,
        noop: bool = False,
    ) -> None:
        """`max_cycles`: how often each seat may choose, on average, before the game is cut off; without it, as long as the game's longest.

        :raises Mistake: when one of these does not fit; it names which.
        """
        check_one_of("reward", reward, KINDS)
        self.setting = Setting(game, players, options, packs)
        self.core = OneGame(self.setting, mode)
        self.shape, self.reward_kind = observation, reward
        count, actions = self.setting.players, self.setting.verbs.size + noop
        check_limit("max_cycles", max_cycles)
        self.max_cycles = self.setting.game.meta.longest if max_cycles is None else max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(count)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = masked_space(self.setting, observation, actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        whole = vector_space(self.setting)
        self.state_space = spaces.Box(np.tile(whole.low, count), np.tile(whole.high, count), dtype=np.float32)
        self.render_mode = render_mode
        self.painter = Painter(
            self.setting.game, [str(seat + 1) for seat in range(count)], self.setting.packs, render_mode
        )
        self.metadata = {
            "name": f"bagarre_{self.setting.game.name.replace('-', '_')}_v0",
            "render_modes": list(MODES),
            "render_fps": 2,
            "is_parallelizable": True,
        }
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def _deal(self, seed: int | None) -> None:
        """A game for a seed; without one the next of those that the last seed leads to."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
            self.core.deal(str(seed))
        else:
            self.core.deal(str(int(self._random.integers(1 << 62))))

    def shaped(self, vector: Vector) -> Any:
        return vector if self.shape == "flat" else self.setting.pieces.split(vector)

    def state(self) -> Vector:
        """What all seats know together: the observation of each, one after the other."""
        parts = []
        for seat in range(self.setting.players):
            self.core.look(seat)
            parts.append(self.core.observation.copy())
        self.core.look(max(0, self.core.asked))
        return np.concatenate(parts)

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return self.painter.paint(self.core.position(0), SPECTATOR)

    def close(self) -> None:
        """Nothing is held open."""

    def record(self, kinds: Sequence[PlayerLike] = ()) -> str:
        """The game so far as a record of the house; `kinds` is written down in it: who played each seat."""
        return self.core.match(kinds).record()


class BagarreAEC(_Table, AECEnv[str, Observation, int]):
    """A game turn by turn. Where several seats are asked at once, they choose one after the other, and none sees what the others chose."""

    agent_selection: str

    def __init__(self, game: Game | str, players: int | None = None, **settings: Any) -> None:
        AECEnv.__init__(self)
        _Table.__init__(self, game, players, **settings)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._left = self.max_cycles * len(self.agents)
        self._ended = False
        self._observed = self.core.asked
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[max(0, self.core.asked)]

    def observe(self, agent: str) -> Observation:
        core, seat = self.core, self.seat_of[agent]
        if seat != self._observed:
            core.look(seat)
            self._observed = seat
        return {"observation": self.shaped(core.observation.copy()), "action_mask": core.mask.copy()}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        # As PettingZoo's own, without looking everything up while the game goes on: then nothing was paid and nobody is out.
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        if not self._ended:
            return seen, 0.0, False, False, self.infos[agent]
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        if self._ended:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        core = self.core
        if not core.act(int(action), self.seat_of[agent]):  # type: ignore[arg-type]
            self._end(dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL}, self.terminations)
            return
        asked = self._observed = core.asked
        self._left -= 1
        if asked < 0:
            worth = rewards(core.ranks(0), self.reward_kind)
            self._end(dict(zip(self.possible_agents, worth)), self.terminations)
        elif self._left <= 0:
            self._end(dict.fromkeys(self.agents, 0.0), self.truncations)
        else:
            self.agent_selection = self.possible_agents[asked]
        if self.render_mode == "human":
            self.render()

    def _end(self, worth: dict[str, float], flags: dict[str, bool]) -> None:
        """The game is over for everybody."""
        self._ended = True
        self.rewards = worth
        self._cumulative_rewards = dict(worth)
        for agent in self.agents:
            flags[agent] = True
        self._deads_step_first()


class BagarreParallel(_Table, ParallelEnv[str, Observation, int]):
    """A game in cycles: every seat gives an action at once, and those that are not asked wait.

    The last action is waiting. What a seat gives when it is not asked means nothing; what it may not choose is waiting too, and
    `infos` says so.
    """

    def __init__(self, game: Game | str, players: int | None = None, **settings: Any) -> None:
        _Table.__init__(self, game, players, noop=True, **settings)
        self.agents: list[str] = []
        self.wait = self.setting.verbs.size
        """The action of those who wait."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        seen = self._seen()
        return seen, {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, Observation]:
        """What each seat observes, with its mask: those that are not asked may only wait."""
        core, seen = self.core, {}
        self._asked: set[int] = set()
        for seat, agent in enumerate(self.possible_agents):
            core.look(seat)
            mask = np.zeros(self.wait + 1, np.int8)
            mask[: self.wait] = core.mask
            if mask.any():
                self._asked.add(seat)
            else:
                mask[self.wait] = 1
            seen[agent] = {"observation": self.shaped(core.observation.copy()), "action_mask": mask}
        return seen

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        core, agents = self.core, self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for agent in agents:
            seat = self.seat_of[agent]
            if seat not in self._asked or core.is_over:
                continue
            action = int(actions.get(agent, self.wait))
            if action == self.wait or not core.act(action, seat):
                infos[agent]["illegal"] = True
        self._cycles += 1
        over = core.is_over
        cut = not over and self._cycles >= self.max_cycles
        worth = rewards(core.ranks(0), self.reward_kind) if over else [0.0] * len(agents)
        seen = self._seen()
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            dict(zip(agents, worth)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )


def env(game: Game | str, players: int | None = None, **settings: Any) -> BagarreAEC:
    """A game turn by turn."""
    return BagarreAEC(game, players, **settings)


raw_env = env


def parallel_env(game: Game | str, players: int | None = None, **settings: Any) -> BagarreParallel:
    """A game in cycles, in which those who are not asked wait."""
    return BagarreParallel(game, players, **settings)
