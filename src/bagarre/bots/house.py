"""The players of the house that every game has."""

from __future__ import annotations

from collections.abc import Sequence

from bagarre.bots.player import Budget, Thought
from bagarre.kernel.chance import Dice, below, seed_words
from bagarre.kernel.chance import seed as start_generator
from bagarre.kernel.drivers import FIRST, RANDOM, SCRIPTED, PlayerRecord
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice, Menu


class HousePlayer:
    """A player that the drivers know too: what it does here, they do with `record`, compiled or not."""

    NAME: str
    KIND: int
    VERSIONS: tuple[str, ...] = ()
    """What may stand behind the name in a spec."""

    def __init__(self, game: Game, argument: str = "", seed: str = "") -> None:
        if argument and argument not in self.VERSIONS:
            allowed = [self.NAME, *(f"{self.NAME}:{version}" for version in self.VERSIONS)]
            raise Mistake("unknown_player", player=f"{self.NAME}:{argument}", players=", ".join(allowed))
        self.game = game
        self.dice = Dice()
        start_generator(self.dice, *seed_words("bot", seed))

    def record(self) -> PlayerRecord:
        """The player as the drivers know it."""
        record = self.game.PlayerRecord()
        record.kind = self.KIND
        return record


class RandomPlayer(HousePlayer):
    """Every legal choice with the same chance."""

    NAME, KIND = "random", RANDOM

    def think(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
        return Thought(menu[below(self.dice, len(menu))])


class ScriptedPlayer(HousePlayer):
    """The decent opponent that each game brings in its `player` room."""

    NAME, KIND = "scripted", SCRIPTED
    VERSIONS: tuple[str, ...] = ("1",)

    def __init__(self, game: Game, argument: str = "", seed: str = "") -> None:
        super().__init__(game, argument, seed)
        self.first = argument == "1"

    def record(self) -> PlayerRecord:
        record = super().record()
        if self.first:
            record.kind = FIRST
        return record

    def think(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
        room = self.game.room("player")
        decide = getattr(room, "decide_first", room.decide) if self.first else room.decide
        return Thought(menu[decide(known, seat, filled_menu(self.game, seat, menu), self.dice)])


class NoisyPlayer(ScriptedPlayer):
    """The first scripted player, who chooses at random so often: `noisy:20` in 20 choices of a hundred. For measuring, not for tables."""

    NAME, VERSIONS = "noisy", tuple(str(percent) for percent in range(101))

    def __init__(self, game: Game, argument: str = "", seed: str = "") -> None:
        if argument not in self.VERSIONS:
            raise Mistake("unknown_player", player=f"noisy:{argument}", players="noisy:0 … noisy:100")
        super().__init__(game, argument, seed)
        self.first = True
        self.noise = int(argument)

    def record(self) -> PlayerRecord:
        record = super().record()
        record.noise = self.noise
        return record

    def think(self, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
        if self.noise and below(self.dice, 100) < self.noise:
            return Thought(menu[below(self.dice, len(menu))])
        return super().think(known, seat, menu, budget)


def filled_menu(game: Game, seat: int, choices: Sequence[Choice]) -> Menu:
    """The menu as the rules know it."""
    menu = game.Menu()
    menu.seat, menu.count = seat, len(choices)
    for k, choice in enumerate(choices):
        menu.verb[k], menu.arg[k] = choice
    return menu
