"""Looking back at a finished game: what each decision was worth, from what its seat knew then.

Every decision is put to the strongest player, with nothing but what the seat knew at that moment: the winning share that it expects of each choice
is what the choices are compared by. What the others chose in secret at the same time is judged as they may have chosen, not as they did.
A choice that was not among those compared is not judged, and is counted as such.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bagarre.bots.player import Budget, Estimate
from bagarre.bots.searching import SearchPlayer
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.modes import Mode
from bagarre.kernel.rule import fast_mode_available
from bagarre.match import Match

AT_STAKE = 0.02
"""Winning share between the best and the worst choice below which nothing was at stake."""
SURE = 2.0
"""Standard errors by which a better choice must be better to be called so."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision, as it looked to its seat."""

    moment: int
    """The number of the choice in the game."""
    seat: int
    choice: Choice
    best: Choice
    values: Mapping[Choice, Estimate]

    @property
    def lost(self) -> float:
        """Winning share that the choice gave away, as far as that is sure; never less than nothing."""
        made, best = self.values[self.choice], self.values[self.best]
        gap = best.value - made.value
        doubt = SURE * (best.error**2 + made.error**2) ** 0.5
        return gap if gap > doubt else 0.0

    @property
    def expected(self) -> float:
        """The winning share that the seat could expect here."""
        return self.values[self.best].value

    @property
    def counts(self) -> bool:
        """Was anything at stake?"""
        found = [estimate.value for estimate in self.values.values()]
        return max(found) - min(found) >= AT_STAKE


@dataclass(frozen=True, slots=True)
class Review:
    """What looking back found."""

    match: Match
    decisions: list[Decision]
    forced: dict[int, int] = field(default_factory=dict)
    """For each seat, choices that were the only ones."""
    not_judged: dict[int, int] = field(default_factory=dict)
    """For each seat, choices that the strong player did not compare."""

    def of(self, seat: int) -> list[Decision]:
        """The decisions of a seat in which something was at stake."""
        return [decision for decision in self.decisions if decision.seat == seat and decision.counts]

    def lost(self, seat: int) -> float:
        """Winning share given away, in all."""
        return sum(decision.lost for decision in self.of(seat))

    def score(self, seat: int) -> float:
        """Winning share given away for each decision in which something was at stake; 0 is faultless."""
        found = self.of(seat)
        return self.lost(seat) / len(found) if found else 0.0

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """The winning share that a seat could expect at each of its decisions, from what it knew."""
        return [(decision.moment, decision.expected) for decision in self.decisions if decision.seat == seat]

    def costliest(self, seat: int | None = None, most: int = 5) -> list[Decision]:
        """The decisions that gave most away, the worst first."""
        found = [d for d in self.decisions if d.lost > 0 and (seat is None or d.seat == seat)]
        return sorted(found, key=lambda decision: (-decision.lost, decision.moment))[:most]


def review(
    match: Match,
    *,
    simulations: int | None = None,
    compiled: bool | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Look back at a game.

    :raises Mistake: while it is being played: it could tell somebody what they may not know yet.
    """
    if not match.is_over:
        raise Mistake("review_running")
    game, fast = match.game, fast_mode_available() if compiled is None else compiled
    mode: Mode = game.compiled if fast else game.interpreted
    decisions: list[Decision] = []
    forced, missing = (dict.fromkeys(range(len(match.players)), 0) for _ in range(2))
    for moment in range(1, len(match.steps)):
        progress(moment, len(match.steps) - 1)
        step = match.steps[moment]
        if step.choice is None:
            continue
        before = match.position(moment - 1)
        menu = game.choices(before, step.seat)
        if len(menu) == 1:
            forced[step.seat] += 1
            continue
        values = worth(game, match, moment, step.seat, menu, simulations, mode)
        if step.choice not in values or len(values) == 1:
            missing[step.seat] += 1
            continue
        best = max(values, key=lambda choice: values[choice].value)
        decisions.append(Decision(moment, step.seat, step.choice, best, values))
    return Review(match, decisions, forced, missing)


def worth(
    game: Game, match: Match, moment: int, seat: int, menu: list[Choice], simulations: int | None, mode: Mode
) -> Mapping[Choice, Estimate]:
    """What the choices of that moment were worth to a strong player who knew what the seat knew."""
    known = game.concealed(match.position(moment - 1), seat)
    # The same review whenever it is asked for: dice of its own for each moment.
    player = SearchPlayer(game, "", f"{match.seed}/review/{moment}", mode)
    return player.think(known, seat, menu, Budget(simulations=simulations)).values
