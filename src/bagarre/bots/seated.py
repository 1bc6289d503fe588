"""Players at their seats: asked, checked, and replaced when they fail."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bagarre.bots.player import Budget, Player, PlayerLike, Thought, listener, thought_of
from bagarre.bots.specs import USUAL, make_player, spec_of
from bagarre.kernel.errors import Mistake
from bagarre.kernel.events import Event
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice

log = logging.getLogger("bagarre.players")


class Seated:
    """A player at a seat. When it fails or answers what is not on the menu, the scripted player takes over, once and for all."""

    def __init__(self, wanted: PlayerLike, game: Game, seat: int, *seeds: object) -> None:
        self.spec = spec_of(wanted)
        self.game, self.seat, self.seeds = game, seat, seeds
        self.player: Player = make_player(wanted, game, *seeds)
        self.failed = False

    def think(self, known: Position, menu: Sequence[Choice], budget: Budget | None = None) -> Thought:
        """The player's answer, which is on the menu."""
        asked = budget or Budget()
        if not self.failed:
            try:
                thought = thought_of(self.player.think(known.copy(), self.seat, list(menu), asked))
                if thought.choice in menu:
                    return thought
                self.replace(f"{thought.choice!r} is not on the menu")
            except Exception as error:
                self.replace(f"{type(error).__name__}: {error}")
        return self.player.think(known, self.seat, menu, asked)

    def tell(self, events: Sequence[Event]) -> None:
        """What happened, as the seat may know it; for players who want to be told."""
        told = listener(self.player)
        if told is not None and events:
            try:
                told(self.seat, events)
            except Exception as error:
                self.replace(f"{type(error).__name__}: {error}")

    @property
    def listens(self) -> bool:
        return listener(self.player) is not None

    def replace(self, problem: str) -> None:
        if self.failed:
            raise RuntimeError(problem)
        self.failed = True
        log.warning("%s", Mistake("player_replaced", player=self.spec, seat=self.seat, problem=problem))
        self.player = make_player(USUAL, self.game, *self.seeds)
