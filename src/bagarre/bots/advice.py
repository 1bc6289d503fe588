"""A hint: what a strong player thinks the best choices are worth, and what the coach says they do. All of it from what the seat knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bagarre.bots.labels import LABELS
from bagarre.bots.player import Estimate
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.speech import Speech

ADVISER = LABELS[-1].spec
"""Who is asked for a hint."""
MOST = 3
"""Choices that a hint names."""


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

    @property
    def percent(self) -> int:
        return round(100 * self.worth.value) if self.worth is not None else 0

    @property
    def spread(self) -> int:
        """Half of a 95 % interval, in points of a hundred, never told as nothing."""
        return max(1, round(196 * self.worth.error)) if self.worth is not None else 0


def advised(
    game: Game,
    known: Position,
    seat: int,
    menu: Sequence[Choice],
    chosen: Choice,
    values: Mapping[Choice, Estimate],
    speech: Speech,
) -> list[Advised]:
    """The best choices of a thought, the chosen one first."""
    coach = game.coach(known, seat, speech)
    others = sorted(
        (choice for choice in values if choice in menu and choice != chosen),
        key=lambda choice: -values[choice].value,
    )
    return [
        Advised(
            choice,
            game.verbs.write(choice),
            speech.choice(choice, known, seat),
            values.get(choice),
            coach.consequence(choice) if coach is not None else "",
        )
        for choice in [chosen, *others][:MOST]
    ]
