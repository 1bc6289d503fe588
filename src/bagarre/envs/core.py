"""Games in a row behind one driver: what every environment is made of.

A `Games` knows actions by number, observations by piece and rewards by place, and nothing of anybody's library. It runs compiled where Numba
is installed and interpreted otherwise, with the same results.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from bagarre.bots import PlayerLike
from bagarre.envs import drivers
from bagarre.envs.drivers import (
    ASKED,
    COLUMNS,
    COMMAND,
    DEAL,
    HOUSE,
    ILLEGAL,
    LOOK,
    OVER,
    SEAT,
    STATUS,
    WORDS,
)
from bagarre.games import find_game, games
from bagarre.kernel.chance import Dice, seed_words
from bagarre.kernel.chance import seed as start_generator
from bagarre.kernel.drivers import OUTSIDE
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import VerbBook
from bagarre.kernel.pack import Pack, read_pack
from bagarre.kernel.pieces import PieceBook
from bagarre.match import Match

Vector = NDArray[np.float32]
Mask = NDArray[np.int8]
ModeName = Literal["", "interpreted", "compiled"]
THREE_WORDS: Any = struct.Struct("<3I20x").unpack


def wrong(field: str, value: object, allowed: object) -> Mistake:
    """A setting that does not fit, by name."""
    return Mistake("env_setting", field=field, value=str(value), allowed=str(allowed))


def check_one_of(field: str, value: object, allowed: Sequence[object]) -> None:
    """:raises Mistake: when the value is none of the allowed ones."""
    if value not in allowed:
        raise wrong(field, value, ", ".join(repr(each) for each in allowed))


def check_limit(field: str, value: object) -> None:
    """:raises Mistake: when the value is neither nothing nor a whole number of at least 1."""
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
        raise wrong(field, value, "1, 2, …")


class Setting:
    """A table that is wanted: the game, its seats, options and packs, checked."""

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        packs: Sequence[Pack | str | Path] = (),
    ) -> None:
        """:raises Mistake: when the game does not exist or does not take these seats, options or packs."""
        self.game = find_game(game) if isinstance(game, str) else game
        if not (self.game.folder / "observe.py").exists():
            raise Mistake("env_no_observations", game=self.game.meta.title)
        self.options = dict(options or {})
        usual = 1 if self.game.is_solo(self.options) else usual_players(self.game)
        self.players = usual if players is None else players
        if not isinstance(self.players, int) or isinstance(self.players, bool):
            raise wrong("players", players, f"{self.game.meta.players[0]}–{self.game.meta.players[-1]}")
        self.packs = tuple(pack if isinstance(pack, Pack) else read_pack(pack) for pack in packs)
        self.start = self.game.prepare(self.players, self.options, self.packs)

    def __reduce__(self) -> Any:
        return setting_of, (self.game.package, self.players, self.options, self.packs)

    @property
    def pieces(self) -> PieceBook:
        return self.game.pieces

    @property
    def verbs(self) -> VerbBook:
        return self.game.verbs

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """What an argument is moved by to become an action, for each verb."""
        verbs = self.verbs
        return np.array(
            [
                verbs.dense((verb.number, verb.args.start)) - verb.args.start if len(verb.args) else 0
                for verb in verbs.verbs
            ],
            np.int64,
        )


@lru_cache(maxsize=16)
def _game_in(package: str) -> Game:
    known = {game.package: game for game in games().values()}
    return known.get(package) or Game(package)


def setting_of(package: str, players: int, options: dict[str, Any], packs: tuple[Pack, ...]) -> Setting:
    """A table in another process."""
    return Setting(_game_in(package), players, options, packs)


def usual_players(game: Game) -> int:
    """As many as play when nobody says: four, or the nearest that the game takes."""
    return min(game.meta.players, key=lambda count: abs(count - 4))


class Games:
    """Some games of one table, each in its row."""

    def __init__(self, setting: Setting, count: int = 1, mode: ModeName = "", *, table: bool = False) -> None:
        """`table`: every choice takes its chance from words of its own, as at a table, and the house plays by command only."""
        check_one_of("mode", mode, ("", "interpreted", "compiled"))
        self.setting, self.count, self.table = setting, count, int(table)
        game = setting.game
        self.game, self.players = game, setting.players
        bindings = {drivers.observe: game.room("observe").observe}
        self.mode = game.runner(mode, bindings).mode
        self.compiled = self.mode.name == "compiled"
        self.states = self.mode.states(count)
        self._spare = self.mode.pack([setting.start, setting.start])
        self._menus = self.mode.menus(count)
        self.dices = self.mode.pack([Dice() for _ in range(max(count, self.players))])
        self.folk = self.mode.zeros(count, 2 * self.players)
        """For each game how its seats choose, and after its end their places."""
        self.rows = self.mode.zeros(count, COLUMNS)
        self.observations: Vector = np.zeros((count, setting.pieces.size), np.float32)
        self.masks: Mask = np.zeros((count, setting.verbs.size), np.int8)
        for row in self.folk:
            row[: self.players] = [OUTSIDE] * self.players
        for row in self.rows:
            row[SEAT] = -1
        self._offsets = setting.offsets if self.compiled else setting.offsets.tolist()
        self._serve = self._driver()

    def _driver(self) -> Any:
        driver = self.mode.driver(drivers.serve)
        if not self.compiled:
            return driver
        import numba

        return driver.compile(tuple(numba.typeof(argument) for argument in self._arguments()))

    def _arguments(self) -> tuple[Any, ...]:
        return (
            self.states,
            self._spare,
            self._menus,
            self.dices,
            self.folk,
            self._offsets,
            self.rows,
            self.observations,
            self.masks,
            self.table,
        )

    def serve(self) -> None:
        """Carry out the command of every row."""
        self._serve(*self._arguments())

    def position(self, i: int) -> Position:
        """The state of a game, with all its secrets: for records and rendering."""
        return self.mode.unpack(self.states, i)

    def ranks(self, i: int) -> list[int]:
        """The places at the end of a game."""
        return [int(place) for place in self.folk[i][self.players :]]


class LineWords:
    """The words that chance starts from at each line of a match: `seed_words(seed, line)`, quickly."""

    def __init__(self, seed: str) -> None:
        self._common = hashlib.sha256(f"{seed}/".encode())

    def __call__(self, line: int) -> tuple[int, int, int]:
        own = self._common.copy()
        own.update(b"%d" % line)
        return THREE_WORDS(own.digest())


class OneGame(Games):
    """A single game with chance as at a table: each choice starts the generator from the seed and its number, like `Match`."""

    def __init__(self, setting: Setting, mode: ModeName = "") -> None:
        super().__init__(setting, 1, mode, table=True)
        self.seed = ""
        self.made: list[tuple[int, int]] = []
        """Who chose what: seats and actions."""
        self._words = LineWords("")
        # Single numbers of an array are read and written three times as quickly through its memory.
        self._row: Any = memoryview(self.rows[0]) if self.compiled else self.rows[0]
        self.observation, self.mask = self.observations[0], self.masks[0]
        self._bound = self._arguments()

    def deal(self, seed: str) -> None:
        """A new game."""
        self.seed, self.made = seed, []
        self._words = LineWords(seed)
        self._command(DEAL, -1)

    def serve(self) -> None:
        self._serve(*self._bound)

    def _command(self, command: int, seat: int) -> None:
        row = self._row
        row[COMMAND], row[SEAT] = command, seat
        row[WORDS], row[WORDS + 1], row[WORDS + 2] = self._words(len(self.made) + (command != DEAL))
        self._serve(*self._bound)

    def act(self, action: int, seat: int = -1) -> bool:
        """Make a choice, of the seat that is asked first unless another is named; False when it is not allowed, and nothing has changed."""
        if action < 0:
            return False
        self._command(action, seat)
        row = self._row
        if row[STATUS] == ILLEGAL:
            return False
        self.made.append((row[SEAT], row[COMMAND]))
        return True

    def let_house(self) -> None:
        """The house's player of the seat that is asked chooses."""
        self._command(HOUSE, -1)
        self.made.append((self._row[SEAT], self._row[COMMAND]))

    def seat_house(self, kinds: Mapping[int, int]) -> None:
        """Let players of the house choose at some seats, with the dice that they would have at a table."""
        for seat in range(self.players):
            self.folk[0][seat] = kinds.get(seat, OUTSIDE)
        dices = [Dice() for _ in range(self.players)]
        for seat, dice in enumerate(dices):
            start_generator(dice, *seed_words("bot", f"{self.seed}/{seat}"))
        for seat, packed in enumerate(self.mode.pack(dices)):
            self.dices[seat] = packed

    def look(self, seat: int) -> None:
        """Observe as a seat; its mask is empty when it is not asked."""
        row = self._row
        row[COMMAND], row[SEAT] = LOOK, seat
        self.serve()

    @property
    def asked(self) -> int:
        """The seat that is asked first, -1 when the game is over."""
        seat: int = self._row[ASKED]
        return seat

    @property
    def is_over(self) -> bool:
        over: bool = self._row[STATUS] == OVER
        return over

    def known(self, seat: int) -> Position:
        """The position as a seat may know it."""
        return self.game.concealed(self.position(0), seat)

    def match(self, kinds: Sequence[PlayerLike] = ()) -> Match:
        """The same game as a match: for records, logs, views. `kinds` is written down: who played each seat."""
        setting = self.setting
        match = Match(
            self.game,
            self.players,
            options=setting.options,
            packs=setting.packs,
            seed=self.seed,
            kinds=kinds,
        )
        for seat, action in self.made:
            match.play(seat, self.game.verbs.from_dense(action))
        return match
