"""Advice put to strong players: what a choice is worth when everybody at the table searches for the rest of the round.

Scripted players go on badly after some choices and well after others, so a gap between two choices may be one between what they make of
them. Here both are made in the same imagined worlds with the same dice, searching players finish the round, and scripted ones the game.
"""

from __future__ import annotations

from statistics import fmean, stdev

from bagarre.bots.player import Estimate
from bagarre.bots.searching import BINDINGS, SearchPlayer
from bagarre.kernel.chance import seed as start_generator
from bagarre.kernel.chance import seed_words
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.runner import Table
from bagarre.kernel.searchfile import search_settings
from bagarre.review.appraiser import REVIEW, Appraiser, ticks_of_a_round

TAIL = 16
"""Play-outs of scripted players from where the searching ones stop."""


def level_of(game: Game) -> int:
    """The level that advice is put to; 0 for none (`[review]` of the game's `search.toml`)."""
    return search_settings(game.folder, "review", known=REVIEW).get("level", 0)


class Strong:
    """Searching players at every seat, for the rest of a round."""

    def __init__(self, game: Game, far: Appraiser, level: int) -> None:
        self.game, self.far = game, far
        fast = far.mode.name == "compiled"
        self.mode = game.runner("compiled" if fast else "interpreted", BINDINGS).mode
        self.records = [SearchPlayer(game, str(level)).record()] * far.seats
        self.clock = game.room("search").clock
        self.ticks = ticks_of_a_round(game, far.seats)

    def gain(
        self, s: Position, seat: int, made: tuple[Choice, ...], best: tuple[Choice, ...], pairs: int, salt: object
    ) -> Estimate:  # fmt: skip
        """What the better answer is worth more, from what the seat knows."""
        gains = []
        for pair in range(max(2, pairs)):
            words = seed_words(self.far.seed, "strong", salt, pair)
            # As the other looks imagine it: cards dealt evenly would make nearly every claim a lie, and every visitor too strong.
            world = self.far.imagined(s, seat, salt=f"strong/{salt}/{pair}")
            one, other = (self.share(world, seat, answer, words) for answer in (made, best))
            gains.append(other - one)
        return Estimate(fmean(gains), stdev(gains) / len(gains) ** 0.5)

    def share(
        self, world: Position, seat: int, answer: tuple[Choice, ...], words: tuple[int, int, int]
    ) -> float:
        """What a seat has of the win when it answers so in a world."""
        begun = world.copy()
        start_generator(begun, *words)
        for choice in answer:
            self.game.apply(begun, seat, choice)
        played = self.round_from(begun, self.clock(world) + self.ticks, words)
        return self.far.position(played, salt=words[0], outs=TAIL)[seat]

    def round_from(self, s: Position, end: int, words: tuple[int, int, int]) -> Position:
        """The position when searching players have played on to that tick, or to the end of the game."""
        mode = self.mode
        table = Table(mode, s, self.records, 1)
        for place in (0, 1):
            table.states[place] = table.template[0]
        dices = mode.dices(*words)
        played = s
        while self.clock(played) < end and mode.go_on(
            table.states, table.menus, dices, table.players, table.tallies[0], 1
        ):
            played = mode.unpack(table.states, 0)
        return played
