"""A hint: what a strong player thinks the best choices are worth, and what the coach says they do. All of it from what the seat knows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from bagarre.bots.labels import LABELS
from bagarre.bots.player import Budget, Estimate, Player, Thought
from bagarre.bots.searching import FINALISTS, SearchPlayer
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech

ADVISER = LABELS[-1].spec
"""Who is asked for a hint."""
MOST = FINALISTS
"""Choices that a hint names: those that were compared in the same worlds."""
SEEMS_WON = 0.98
"""A share of the win from which it is worth asking whether the choice wins whatever happens."""
TRIED = 60
"""Games played on from a choice, anyhow, before it is said to win the game."""
SOON = 40
"""Choices after it within which these games have to end."""


@dataclass(frozen=True, slots=True)
class Advised:
    """One choice of a hint."""

    choice: Choice
    notation: str
    words: str
    worth: Estimate | None
    """The share of the win it is thought to lead to; `None` when there was no time to find out."""
    why: str
    """What it does, in the coach's words; empty in a game without a coach."""
    wins: bool = False
    """Was every game won that was tried from here, whatever is hidden and whatever anybody chose?"""
    level: bool = False
    """May it be as good as the first one of the hint?"""

    @property
    def percent(self) -> int:
        """Games won of a hundred; all or none is for certainties."""
        if self.wins:
            return 100
        return min(99, max(1, round(100 * self.worth.value))) if self.worth is not None else 0

    @property
    def rest(self) -> int:
        """Those that are not won."""
        return 100 - self.percent

    @property
    def spread(self) -> int:
        """Half of a 95 % interval, in points of a hundred, never told as nothing."""
        return max(1, round(196 * self.worth.error)) if self.worth is not None else 0


def advice(player: Player, known: Position, seat: int, menu: Sequence[Choice], budget: Budget) -> Thought:
    """What a player thinks for somebody else."""
    think = player.advise if isinstance(player, SearchPlayer) else player.think
    return think(known, seat, menu, budget)


def too_close(hints: Sequence[Advised]) -> str:
    """How much of a hint is too close to say: "all" of it, the "first" ones, or nothing."""
    level = [one.level for one in hints[1:]]
    return "" if not any(level) else "all" if all(level) else "first"


def advised(
    game: Game,
    known: Position,
    seat: int,
    menu: Sequence[Choice],
    chosen: Choice,
    values: Mapping[Choice, Estimate],
    speech: Speech,
    wins: Collection[Choice] = (),
    level: Collection[Choice] = (),
) -> list[Advised]:
    """The best choices of a thought, the chosen one first; `wins` are those that win (`winning`), `level` those that may be as good as it."""
    coach = game.coach(known, seat, speech)
    others = sorted(
        (choice for choice in values if choice in menu and choice != chosen),
        key=lambda choice: (choice not in level, -values[choice].value),
    )
    return [
        Advised(
            choice,
            game.verbs.write(choice),
            speech.choice(choice, known, seat),
            values.get(choice),
            coach.consequence(choice) if coach is not None else "",
            choice in wins,
            choice in level and not (chosen in wins and choice not in wins),
        )
        for choice in [chosen, *others][:MOST]
    ]


def winning(game: Game, known: Position, seat: int, values: Mapping[Choice, Estimate]) -> set[Choice]:
    """The choices that win the game in every world tried that fits what the seat knows, whatever anybody chooses after them."""
    seeming = [choice for choice, worth in values.items() if worth.value >= SEEMS_WON]
    return {choice for choice in seeming if all(_won(game, known, seat, choice, n) for n in range(TRIED))}


def _won(game: Game, known: Position, seat: int, choice: Choice, number: int) -> bool:
    """One of these games: is it over soon, and has nobody but the seat won?"""
    world, chance = game.imagined(known, number + 1, seat + 1, TRIED), Random(number)
    game.apply(world, seat, choice)
    for _ in range(SOON):
        if game.is_over(world):
            ranks = game.ranks(world)
            return ranks[seat] == 1 and ranks.count(1) == 1
        other = chance.choice(game.deciders(world))
        game.apply(world, other, chance.choice(game.choices(world, other)))
    return False
