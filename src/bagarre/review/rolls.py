"""Dice against expectation: what was rolled, how likely it was, and the sum over a game for every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bagarre.match import Match
from bagarre.review.plans import hindsight_room


@dataclass(frozen=True, slots=True)
class Sum:
    """The rolls of one kind of one seat."""

    number: int
    made: int
    expected: float
    luckier: float
    """How often dice give as many successes or more."""
    unluckier: float
    """Or as many or fewer."""
    wounds: int
    expected_wounds: float


def rolls_of(match: Match) -> list[tuple[int, Any]]:
    """Every roll of a game with the number of its choice; none in a game that does not tell of them."""
    room = hindsight_room(match.game)
    if room is None:
        return []
    return list(room.rolls(match.position(0), [match.open_events(step) for step in match.steps]))


def summed(rolls: Sequence[Any]) -> Sum:
    chances = [roll.chance for roll in rolls]
    made = sum(roll.made for roll in rolls)
    spread = successes(chances)
    return Sum(
        len(rolls), made, sum(chances), sum(spread[made:]), sum(spread[: made + 1]),
        sum(roll.wounds for roll in rolls), sum(roll.expected for roll in rolls),
    )  # fmt: skip


def successes(chances: Sequence[float]) -> list[float]:
    """How likely each number of successes is, of rolls with these chances."""
    spread = [1.0]
    for chance in chances:
        longer = [*spread, 0.0]
        spread = [
            (1 - chance) * longer[n] + (chance * spread[n - 1] if n else 0.0) for n in range(len(longer))
        ]
    return spread
