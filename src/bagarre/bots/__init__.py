"""Players that are programs. They are shown a concealed state and its legal choices, never the state."""

from __future__ import annotations

from typing import Protocol

from bagarre.kernel.chance import Dice, below, seed, seed_words
from bagarre.kernel.drivers import BOTS, RANDOM, SCRIPTED
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice

__all__ = ["BOTS", "RANDOM", "SCRIPTED", "Bot", "RandomBot", "ScriptedBot", "make_bot"]


class Bot(Protocol):
    """Anything that chooses."""

    def choose(self, concealed: Position, seat: int, choices: list[Choice]) -> Choice:
        """One of the choices."""


class RandomBot:
    """Every legal choice with the same chance."""

    def __init__(self, game: Game, *seeds: object) -> None:
        self.dice = Dice()
        seed(self.dice, *seed_words("bot", *seeds))

    def choose(self, concealed: Position, seat: int, choices: list[Choice]) -> Choice:
        return choices[below(self.dice, len(choices))]


class ScriptedBot(RandomBot):
    """The decent opponent that each game brings in its `player` room."""

    def __init__(self, game: Game, *seeds: object) -> None:
        super().__init__(game, *seeds)
        self.game = game

    def choose(self, concealed: Position, seat: int, choices: list[Choice]) -> Choice:
        menu = self.game.Menu()
        menu.seat, menu.count = seat, len(choices)
        for k, choice in enumerate(choices):
            menu.verb[k], menu.arg[k] = choice
        decide = self.game.room("player").decide
        return choices[decide(concealed, seat, menu, self.dice)]


def make_bot(kind: str, game: Game, *seeds: object) -> Bot:
    """The bot of that kind.

    :raises Mistake: when there is none.
    """
    if kind == BOTS[RANDOM]:
        return RandomBot(game, *seeds)
    if kind == BOTS[SCRIPTED]:
        return ScriptedBot(game, *seeds)
    raise Mistake("unknown_bot", bot=kind, bots=", ".join(BOTS))
