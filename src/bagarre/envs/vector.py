"""Many games at once as one Gymnasium vector environment, on the compiled driver.

>>> import gymnasium
>>> import bagarre.envs.gymnasium
>>> envs = gymnasium.make_vec(
...     "bagarre/BossQuest-v0", 8, vectorization_mode="vector_entry_point", opponents="random", mode="interpreted"
... )
>>> observations, infos = envs.reset(seed=7)
>>> observations.shape
(8, 930)
"""

# ruff: noqa: E402 (what is missing is said before it is imported)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bagarre.bots import Seated
from bagarre.envs.core import Games, ModeName, Setting, check_limit, check_one_of, wrong
from bagarre.envs.drivers import ASKED, COMMAND, DEAL, ILLEGAL, OVER, SEAT, SKIP, STATUS, WORDS
from bagarre.envs.extras import need
from bagarre.envs.gymnasium import RANDOM_SEAT, check_seat
from bagarre.envs.opponents import Opponents, kind_in_driver, seated_opponents
from bagarre.envs.rewards import ILLEGAL as COST
from bagarre.envs.rewards import KINDS
from bagarre.kernel.chance import seed_words
from bagarre.kernel.drivers import OUTSIDE
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack

need("gymnasium")
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bagarre.envs.spaces import vector_space

Bools = NDArray[np.bool_]
NO_ACTION = np.iinfo(np.int64).max


class BagarreVectorEnv(VectorEnv[Any, Any, Any]):
    """Games in rows: in each the learner holds a seat, and a game that is over is dealt anew in the same step.

    `infos` has `action_mask` and `seat`; of games that ended, `final_obs` and `ranks` (0 where the game was cut off), with `_final_obs`
    saying which. Chance goes on from the deal here, where a single environment starts it anew for every choice as a table does.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int | str = 0,
        opponents: Opponents = "scripted",
        options: Mapping[str, Any] | None = None,
        packs: Sequence[Pack | str | Path] = (),
        reward: str = "win",
        max_steps: int | None = None,
        mode: ModeName = "",
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """`copy`: give each observation in an array of its own; otherwise the next step writes over it.

        :raises Mistake: when one of these does not fit; it names which.
        """
        check_one_of("reward", reward, KINDS)
        check_one_of("render_mode", render_mode, (None,))
        if not isinstance(num_envs, int) or num_envs < 1:
            raise wrong("num_envs", num_envs, "1, 2, …")
        # Before anything is compiled.
        check_limit("max_steps", max_steps)
        self.setting = Setting(game, players, options, packs)
        check_seat(seat, self.setting.players)
        self.games = Games(self.setting, num_envs, mode)
        self.num_envs, self.wanted_seat, self.reward_kind, self.copy = num_envs, seat, reward, copy
        self.max_steps = max_steps or self.setting.game.meta.longest
        self.single_observation_space = vector_space(self.setting)
        self.single_action_space = spaces.Discrete(self.setting.verbs.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.given = seated_opponents(self.setting.game, self.setting.players, opponents)
        kinds = [kind_in_driver(self.setting.game, player) for player in self.given]
        self._kinds = np.array([OUTSIDE if kind is None else kind for kind in kinds], np.int64)
        self._python = [place for place, kind in enumerate(kinds) if kind is None]
        self._seated: list[dict[int, Seated]] = [{} for _ in range(num_envs)]
        self.seats = np.zeros(num_envs, np.int64)
        """The learner's seat in each game."""
        self.steps = np.zeros(num_envs, np.int64)
        self._rows = RowView(self.games)

    def reset(
        self,
        *,
        seed: int | np.integer[Any] | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        each: Sequence[int | None] = ()
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        elif seed is not None:
            each = seed
            if len(each) != self.num_envs:
                raise wrong("seed", len(each), self.num_envs)
        words = self.np_random.integers(0, 1 << 32, (self.num_envs, 3))
        for i, own in enumerate(each):
            if own is not None:
                words[i] = seed_words(own, 0)
        if self.copy:
            self.games.observations = np.zeros_like(self.games.observations)
            self.games.masks = np.zeros_like(self.games.masks)
        self._deal(np.ones(self.num_envs, np.bool_), words)
        return self.games.observations, self._infos()

    def _deal(self, which: Bools, words: NDArray[Any] | None = None) -> None:
        """New games in some rows."""
        rows, players = self._rows, self.setting.players
        while True:
            count = int(which.sum())
            fresh = self.np_random.integers(0, 1 << 32, (count, 3)) if words is None else words[which]
            if self.wanted_seat == RANDOM_SEAT:
                self.seats[which] = self.np_random.integers(0, players, count)
            else:
                self.seats[which] = self.wanted_seat
            self._sit(which)
            rows.command(np.where(which, DEAL, SKIP), self.seats)
            rows.words(which, fresh)
            self.games.serve()
            self.steps[which] = 0
            for i in np.flatnonzero(which) if self._python else ():
                self._seat_python(int(i))
            self._ask_python()
            # A game may be over before the learner is asked anything.
            which = which & (rows.column(STATUS) == OVER)
            words = None
            if not which.any():
                return

    def _sit(self, which: Bools) -> None:
        places = np.flatnonzero(which)
        around = np.concatenate([[OUTSIDE], self._kinds])
        turned = (np.arange(self.setting.players) - self.seats[places, None]) % self.setting.players
        self._rows.folk(places, around[turned])

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        rows, wanted = self._rows, np.asarray(actions, np.int64)
        if wanted.shape != (self.num_envs,):
            raise wrong("actions", wanted.shape, (self.num_envs,))
        if self.copy:
            # Whoever has the last observations keeps them; every row is written anew.
            self.games.observations = np.empty_like(self.games.observations)
            self.games.masks = np.empty_like(self.games.masks)
        # Numbers below 0 are commands of ours: as actions they are as illegal as any that does not exist.
        rows.command(np.where(wanted < 0, NO_ACTION, wanted), self.seats)
        self.games.serve()
        self._ask_python()
        self.steps += 1
        status = rows.column(STATUS)
        over, illegal = status == OVER, status == ILLEGAL
        terminated = over | illegal
        truncated = ~terminated & (self.steps >= self.max_steps)
        done = terminated | truncated
        worth = np.zeros(self.num_envs, np.float64)
        infos: dict[str, Any] = {}
        if done.any():
            places = np.zeros((self.num_envs, self.setting.players), np.int64)
            places[over] = rows.places()[over]
            worth[over] = self._worth(places[over], self.seats[over])
            worth[illegal] = COST
            final = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(done):
                final[i] = self.games.observations[i].copy()
            infos = {"final_obs": final, "_final_obs": done.copy(), "ranks": places, "_ranks": over}
            self._deal(done)
        return self.games.observations, worth, terminated, truncated, infos | self._infos()

    def _worth(self, places: NDArray[Any], seats: NDArray[Any]) -> NDArray[np.float64]:
        """As `rewards`, for the learners of many games."""
        others = self.setting.players - 1
        own = places[np.arange(len(places)), seats][:, None]
        if others == 0:
            return np.where(own[:, 0] == 1, 1.0, -1.0)
        if self.reward_kind == "place":
            return ((places > own).sum(axis=1) - (places < own).sum(axis=1)) / others
        winners = np.maximum(1, (places == 1).sum(axis=1))
        return np.where(own[:, 0] == 1, ((others + 1) / winners - 1) / others, -1 / others)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.games.masks, "seat": self.seats.copy()}

    # Opponents that choose in Python: slow, and the same.

    def _seat_python(self, i: int) -> None:
        game, players = self.setting.game, self.setting.players
        seed = int(self.np_random.integers(1 << 62))
        self._seated[i] = {
            seat: Seated(self.given[place], game, seat, seed, seat)
            for place in self._python
            for seat in [(int(self.seats[i]) + 1 + place) % players]
        }

    def _ask_python(self) -> None:
        rows, game = self._rows, self.setting.game
        while self._python:
            asked = rows.column(ASKED)
            waiting = (rows.column(STATUS) == 0) & (asked >= 0) & (asked != self.seats)
            if not waiting.any():
                return
            commands = np.full(self.num_envs, SKIP, np.int64)
            for i in np.flatnonzero(waiting):
                seat, s = int(asked[i]), self.games.position(int(i))
                known = game.concealed(s, seat)
                choice = self._seated[i][seat].think(known, game.choices(s, seat)).choice
                commands[i] = game.verbs.dense(choice)
            rows.command(commands, np.where(waiting, asked, self.seats))
            self.games.serve()
            rows.look_from(waiting, self.seats)


class RowView:
    """The rows of some games as columns, whatever the mode."""

    def __init__(self, games: Games) -> None:
        self.games = games

    def column(self, column: int) -> NDArray[np.int64]:
        return np.asarray(self.games.rows, np.int64)[:, column].copy()

    def command(self, commands: NDArray[Any], seats: NDArray[Any]) -> None:
        rows = self.games.rows
        if self.games.compiled:
            rows[:, COMMAND], rows[:, SEAT] = commands, seats
            return
        for row, command, seat in zip(rows, commands.tolist(), seats.tolist()):
            row[COMMAND], row[SEAT] = command, seat

    def words(self, which: Bools, words: NDArray[Any]) -> None:
        rows = self.games.rows
        if self.games.compiled:
            rows[which, WORDS : WORDS + 3] = words
            return
        for i, three in zip(np.flatnonzero(which), words.tolist()):
            rows[i][WORDS : WORDS + 3] = three

    def folk(self, places: NDArray[Any], kinds: NDArray[Any]) -> None:
        """How the seats of some games choose."""
        folk, players = self.games.folk, self.games.players
        if self.games.compiled:
            folk[places, :players] = kinds
            return
        for i, row in zip(places, kinds.tolist()):
            folk[i][:players] = row

    def places(self) -> NDArray[np.int64]:
        """The places of games that are over."""
        return np.asarray(self.games.folk, np.int64)[:, self.games.players :]

    def look_from(self, which: Bools, seats: NDArray[Any]) -> None:
        """After somebody else chose: games that are over are looked at from the learner's seat."""
        from bagarre.envs.drivers import LOOK

        ended = which & (self.column(STATUS) == OVER)
        if ended.any():
            self.command(np.where(ended, LOOK, SKIP), seats)
            self.games.serve()
