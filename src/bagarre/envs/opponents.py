"""Who plays the seats that nobody learns at: players by spec, as everywhere in the house."""

from __future__ import annotations

from collections.abc import Sequence

from bagarre.bots import PlayerLike, Seated, driver_bindings, driver_record, make_player
from bagarre.envs.core import OneGame, wrong
from bagarre.kernel.drivers import RANDOM, SCRIPTED
from bagarre.kernel.game import Game

Opponents = PlayerLike | Sequence[PlayerLike]


def seated_opponents(game: Game, players: int, opponents: Opponents) -> list[PlayerLike]:
    """One for each other seat, clockwise from the learner; a single one plays them all.

    :raises Mistake: when there are too few or too many, or one does not exist.
    """
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    given: list[PlayerLike] = list(opponents) if several else [opponents] * (players - 1)  # type: ignore[arg-type,list-item]
    if len(given) != players - 1:
        raise wrong("opponents", len(given), players - 1)
    for player in given:
        make_player(player, game, "")
    return given


def kind_in_driver(game: Game, player: PlayerLike) -> int | None:
    """How the driver of environments knows a player, `None` for one that chooses in Python."""
    made = make_player(player, game, "")
    record = driver_record(made)
    if record is None or driver_bindings(made) or record.kind not in (RANDOM, SCRIPTED):
        return None
    return int(record.kind)


class Rivals:
    """The opponents of one game, wherever the learner sits."""

    def __init__(self, core: OneGame, opponents: Opponents) -> None:
        self.core, self.game = core, core.game
        self.given = seated_opponents(core.game, core.players, opponents)
        self.kinds = [kind_in_driver(core.game, player) for player in self.given]
        self.seated: dict[int, Seated] = {}
        """Those who choose in Python, by seat."""
        self._told = 0

    def sit(self, learner: int) -> None:
        """Take the seats of a game that was just dealt."""
        core, seats = self.core, [(learner + 1 + i) % self.core.players for i in range(len(self.given))]
        core.seat_house({seat: kind for seat, kind in zip(seats, self.kinds) if kind is not None})
        self.seated = {
            seat: Seated(player, self.game, seat, core.seed, seat)
            for seat, player, kind in zip(seats, self.given, self.kinds)
            if kind is None
        }
        self.tell()

    def tell(self) -> None:
        """What just happened, to those who want to know."""
        listeners = [seated for seated in self.seated.values() if seated.listens]
        if listeners:
            s = self.core.position(0)
            for seated in listeners:
                seated.tell(self.game.events(self.game.concealed(s, seated.seat)))

    def choose(self) -> None:
        """Let the opponent that is asked choose."""
        core = self.core
        seated = self.seated.get(core.asked)
        if seated is None:
            core.let_house()
            return
        seat = core.asked
        menu = self.game.choices(core.position(0), seat)
        core.act(self.game.verbs.dense(seated.think(core.known(seat), menu).choice), seat)
        self.tell()
