"""Whole games, many at once, the same in either mode. Arrays and indices stay inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from bagarre.kernel.drivers import OUTSIDE, PlayerRecord
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.modes import Mode

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bagarre.kernel.game import Game

WORLDS, MENUS = 6, 2
"""The game, what a player looks at, and room for those who search (`bots/search.py`)."""


@dataclass(frozen=True, slots=True)
class Played:
    """Some whole games, one row each."""

    ranks: NDArray[np.int8]
    """The place of each seat; 0 for everyone in a game that was cut off."""
    lengths: NDArray[np.int32]
    """Decisions made."""
    endings: NDArray[np.int8]
    """Index into the game's endings; 0 for a game that was cut off."""
    tallies: NDArray[np.int64]
    """What the game's `watch` counted, one column for each of its STATS."""

    @property
    def decisions(self) -> int:
        return int(self.lengths.sum())


class Outside(Protocol):
    """Those players of a game that choose in Python."""

    def choose(self, seat: int, known: Position, menu: list[Choice]) -> int:
        """The place on the menu; `known` is what the seat may know."""

    def wants(self, seat: int) -> bool:
        """Is the seat to be told what happens?"""

    def tell(self, seat: int, known: Position) -> None:
        """The events of the last step, as the seat may know them, are in `known`."""


class Runner:
    """Runs a game in one mode. A runner keeps nothing between calls, so threads may share it."""

    def __init__(self, mode: Mode) -> None:
        self.mode = mode
        self.game: Game = mode.game

    @property
    def compiled(self) -> bool:
        return self.mode.name == "compiled"

    def play(
        self,
        start: Position,
        players: Sequence[PlayerRecord],
        seeds: Sequence[Sequence[int]] | NDArray[np.int64],
        *,
        limit: int = 0,
        outside: Outside | None = None,
        counts: int | None = None,
    ) -> Played:
        """A game from `start` (as `Game.prepare` makes it) for each three words of `seeds`, cut off after `limit` decisions.

        `counts` says how many columns there are to count in, where another `watch` than the game's own is bound.
        """
        mode, limit = self.mode, limit or self.game.meta.longest
        table = Table(mode, start, players, len(seeds), counts)
        if outside is None:
            mode.play_games(
                *table.desk,
                mode.seeds(seeds),
                limit,
                table.ranks,
                table.lengths,
                table.endings,
                table.tallies,
            )
        else:
            for g, (a, b, c) in enumerate(seeds):
                table.lengths[g] = table.play_one(g, (int(a), int(b), int(c)), limit, outside)
        return table.played()

    def play_random(self, start: Position, decisions: int, *seeds: object) -> int:
        """Uniformly random play, game after game, for at least that many decisions; gives how many."""
        mode = self.mode
        made = mode.play_random(
            mode.states(1), mode.menus(1), mode.dices(*seeds), mode.pack([start]), decisions
        )
        return int(made)


class Table:
    """The arrays of some games that are played one after the other."""

    def __init__(
        self,
        mode: Mode,
        start: Position,
        players: Sequence[PlayerRecord],
        games: int,
        counts: int | None = None,
    ) -> None:
        stats = max(1, len(mode.game.room("stats").STATS) if counts is None else counts)
        self.mode = mode
        self.states, self.menus, self.dices = mode.states(WORLDS), mode.menus(MENUS), mode.dices()
        self.template, self.players = mode.pack([start]), mode.pack(players)
        self.tellers = [seat for seat, player in enumerate(players) if player.kind == OUTSIDE]
        self.ranks, self.lengths = mode.zeros(games, len(players)), mode.zeros(games)
        self.endings, self.tallies = mode.zeros(games), mode.zeros(games, stats)

    @property
    def desk(self) -> tuple[Any, ...]:
        return self.states, self.menus, self.dices, self.template, self.players

    def play_one(self, g: int, words: tuple[int, int, int], limit: int, outside: Outside) -> int:
        """One game in which somebody chooses in Python; gives its decisions."""
        mode, tally = self.mode, self.tallies[g]
        listeners = [seat for seat in self.tellers if outside.wants(seat)]
        mode.deal(self.states, self.dices, self.template, *words, tally)
        self.tell(listeners, outside)
        made = 0
        while made < limit:
            stretch = 1 if listeners else limit - made
            done = int(mode.go_on(self.states, self.menus, self.dices, self.players, tally, stretch))
            made += done
            if done < stretch:
                seat, menu = mode.read_menu(self.menus, 0)
                if not menu:
                    break
                mode.answer(self.states, self.menus, tally, outside.choose(seat, self.known(seat), menu))
                made += 1
            self.tell(listeners, outside)
        mode.conclude(self.states, g, self.ranks, self.endings)
        return made

    def tell(self, listeners: list[int], outside: Outside) -> None:
        for seat in listeners:
            outside.tell(seat, self.known(seat))

    def known(self, seat: int) -> Position:
        self.states[1] = self.states[0]
        self.mode.conceal_at(self.states, 1, seat)
        return self.mode.unpack(self.states, 1)

    def played(self) -> Played:
        import numpy as np

        return Played(
            np.asarray(self.ranks, np.int8),
            np.asarray(self.lengths, np.int32),
            np.asarray(self.endings, np.int8),
            np.asarray(self.tallies, np.int64),
        )
