"""The games in OpenSpiel, with explicit chance: one node for each draw or die.

Importing this module registers them (`bagarre_boss_quest`, …). Options are written `name:value`, with `;` between them:

>>> import pyspiel
>>> import bagarre.envs.openspiel
>>> game = pyspiel.load_game("bagarre_boss_quest(players=2,options=max_rounds:1)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True
"""

# ruff: noqa: E402 (what is missing is said before it is imported)

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bagarre.bots import PlayerLike
from bagarre.envs.core import Setting, Vector, usual_players, wrong
from bagarre.envs.extras import need
from bagarre.envs.nodes import ChanceNode, Node, root
from bagarre.games import games
from bagarre.kernel.chance import Dice, next_word, seed_words
from bagarre.kernel.chance import seed as start_generator
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.match import Match

need("pyspiel")
import pyspiel

TOLD, NUMBERS = 32, 8
"""Of what a seat was told, the tensor of an information state holds so many events, with so many numbers each (the kind first)."""
LARGEST_NUMBER = 127
RESULTS = 256
"""More than any result of chance."""
CHANCES = 40
"""Results of chance for one choice, at most, on average over a whole game."""


def short_name(game: Game) -> str:
    """`bagarre_boss_quest`"""
    return f"bagarre_{game.name.replace('-', '_')}"


def game_type(game: Game) -> pyspiel.GameType:
    counts = [*([1] if game.meta.solo else []), *game.meta.players]
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.meta.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        # A game may be lost by everybody.
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": usual_players(game), "options": ""},
    )


def read_options(text: str) -> dict[str, Any]:
    """Options as a parameter of OpenSpiel holds them.

    :raises Mistake: when it is not written so.
    """
    found = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise wrong("options", part, "name:value;name:value")
        found[name.strip()] = value.strip()
    return found


class BagarreGame(pyspiel.Game):
    """A table of one game. Subclasses say of which."""

    GAME: Game
    TYPE: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """:raises Mistake: when players or options do not fit; it names which."""
        params = params or {}
        self.setting = Setting(
            self.GAME,
            params.get("players", usual_players(self.GAME)),
            read_options(params.get("options", "")),
        )
        longest = self.GAME.meta.longest
        super().__init__(
            self.TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=self.setting.verbs.size,
                max_chance_outcomes=RESULTS,
                num_players=self.setting.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=None,
                max_game_length=longest,
            ),
            params,
        )
        self._root: Node | ChanceNode | None = None

    def root(self) -> Node | ChanceNode:
        """Where every game begins."""
        if self._root is None:
            self._root = root(self.setting)
        return self._root

    def max_chance_nodes_in_history(self) -> int:
        return int(CHANCES * self.GAME.meta.longest)

    def new_initial_state(self) -> BagarreState:
        return BagarreState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BagarreObserver:
        """What a player observes, or only its public or its private part."""
        return BagarreObserver(
            self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class BagarreState(pyspiel.State):
    """A node of the tree."""

    def __init__(self, game: BagarreGame) -> None:
        super().__init__(game)
        self.node: Node | ChanceNode = game.root()

    @property
    def settled(self) -> Node:
        """The last position in which nothing was under way."""
        return self.node.base if isinstance(self.node, ChanceNode) else self.node

    def current_player(self) -> int:
        node = self.node
        if isinstance(node, ChanceNode):
            return int(pyspiel.PlayerId.CHANCE)
        return node.player if node.player >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        node = self.node
        return list(node.legal) if isinstance(node, Node) and player == node.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert isinstance(self.node, ChanceNode)
        return [(result, float(chance)) for result, chance in self.node.chances]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        verbs = self.settled.game.verbs
        return verbs.write(verbs.from_dense(action))

    def is_terminal(self) -> bool:
        return isinstance(self.node, Node) and not self.node.deciders

    def returns(self) -> list[float]:
        node = self.node
        return list(node.returns) if isinstance(node, Node) else [0.0] * self.settled.setting.players

    def __str__(self) -> str:
        node, text = self.node, self.settled.told(SPECTATOR)
        return text + f"chance after {list(node.script)}" if isinstance(node, ChanceNode) else text

    def record(self, seed: int | str = 0, kinds: Sequence[PlayerLike] = ()) -> str:
        """The game so far as a record of the house, with its chance in it; the seed and who played are only written down."""
        return match_of(self.settled, seed, kinds).record()


def match_of(node: Node, seed: int | str = 0, kinds: Sequence[PlayerLike] = ()) -> Match:
    """The way to a node as a match."""
    path, here = [], node
    while here.parent is not None:
        path.append(here)
        here = here.parent
    path.reverse()
    setting = node.setting
    match = Match(
        setting.game,
        setting.players,
        options=setting.options,
        packs=setting.packs,
        seed=seed,
        kinds=kinds,
        script=path[0].script,
    )
    for step in path[1:]:
        seat, choice = step.step
        assert choice is not None
        match.play(seat, choice, step.script)
    return match


class BagarreObserver:
    """What a player observes: the pieces of the game; with perfect recall also what it was told last."""

    def __init__(self, setting: Setting, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters are known: {params}")
        self.setting = setting
        self.recalls = bool(iig_obs_type.perfect_recall)
        self.public = bool(iig_obs_type.public_info)
        self.private = iig_obs_type.private_info != pyspiel.PrivateInfoType.NONE
        pieces = setting.pieces
        self.tensor = np.zeros(pieces.size + (TOLD * NUMBERS if self.recalls else 0), np.float32)
        self._seen = self.tensor[: pieces.size]
        self.dict = pieces.split(self._seen)
        if self.recalls:
            self.dict["told"] = self.tensor[pieces.size :].reshape(TOLD, NUMBERS)
        self._observe = setting.game.room("observe").observe

    def set_from(self, state: BagarreState, player: int) -> None:
        self.tensor.fill(0)
        node = state.settled
        if node.parent is None and not node.past:
            return
        own = self._observed(node, player, player) if self.private else None
        shown = self._observed(node, SPECTATOR, player) if own is None or not self.public else None
        if own is None:
            self._seen[:] = shown
        else:
            # The private part alone is what differs from what a spectator sees.
            self._seen[:] = own if shown is None else np.where(own == shown, 0, own)
        if self.recalls:
            self._recall(node, player if self.private else SPECTATOR)

    def _observed(self, node: Node, reader: int, seat: int) -> Vector:
        """What a reader knows, in the order of a seat."""
        written = [0.0] * len(self._seen)
        self._observe(node.concealed(reader), seat, written)
        return np.asarray(written, np.float32)

    def _recall(self, node: Node, player: int) -> None:
        """The last events, the latest first."""
        table, row, here = self.dict["told"], 0, node
        kinds = len(self.setting.game.event_book.kinds)
        while here.parent is not None and row < TOLD:
            for event in reversed(here.events(player)):
                if row < TOLD:
                    numbers = [LARGEST_NUMBER if value is None else value for value in event.values]
                    table[row, 0] = (event.kind.number + 1) / kinds
                    for k, value in enumerate(numbers[: NUMBERS - 1]):
                        table[row, k + 1] = max(-1.0, min(1.0, value / LARGEST_NUMBER))
                    row += 1
            here = here.parent

    def string_from(self, state: BagarreState, player: int) -> str:
        node = state.settled
        if self.recalls:
            return node.information(player if self.private else SPECTATOR)
        self.set_from(state, player)
        return "\n".join(
            f"{name}: {' '.join(f'{i}={value:.3g}' for i, value in enumerate(piece.ravel()) if value)}"
            for name, piece in self.dict.items()
            if piece.any()
        )


def resampler(seed: object = 0) -> Callable[[BagarreState, int], BagarreState]:
    """For `ISMCTSBot.set_resampler`: worlds that fit what a player knows, by the game's `refill`."""
    dice = Dice()
    start_generator(dice, *seed_words("resampler", seed))

    def resample(state: BagarreState, player: int) -> BagarreState:
        twin: BagarreState = state.clone()
        twin.node = state.settled.imagined(player, next_word(dice), next_word(dice), next_word(dice))
        return twin

    return resample


def register() -> None:
    """Tell OpenSpiel of the games; those that it knows already are left alone."""
    known = set(pyspiel.registered_names())
    for game in games().values():
        if (game.folder / "observe.py").exists() and short_name(game) not in known:
            register_game(game)


def register_game(game: Game) -> type[BagarreGame]:
    """Tell OpenSpiel of one game, which may be none of the house."""
    space = {"GAME": game, "TYPE": game_type(game)}
    made: type[BagarreGame] = type(f"{game.meta.title.replace(' ', '')}Game", (BagarreGame,), space)
    # By this name it is found again when a game is unpickled.
    globals()[made.__name__] = made
    pyspiel.register_game(made.TYPE, made)
    return made


register()
