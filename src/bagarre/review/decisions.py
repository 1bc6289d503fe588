"""Decisions: what each was worth, from what its seat knew, beside what a strong player would have done.

Every decision is put to the strongest player, with nothing but what the seat knew at that moment. Its choice and the one that was made
are then played in the same imagined worlds with the same dice, and the difference is what the decision gave away. What the others chose
in secret at the same time is judged as they may have chosen, not as they did. A sheet of orders is one decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bagarre.bots.player import Budget
from bagarre.bots.searching import SearchPlayer
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.match import Match
from bagarre.review.appraiser import LONGEST_ANSWER, Appraiser
from bagarre.review.curve import Answer

AT_STAKE = 0.02
"""Winning share between the best and the worst that was looked at, below which nothing was at stake."""
SURE = 2.0
"""Standard errors by which a better choice must be better to be called so."""
SHEETS = 12
"""Sheets that one is compared with."""
FEW = 16
"""Play-outs of a sheet that may be dropped."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision, as it looked to its seat."""

    moment: int
    """The number of its last choice in the game."""
    first: int
    """The number of its first choice."""
    seat: int
    made: tuple[Choice, ...]
    best: tuple[Choice, ...]
    """What a strong player would have done."""
    value: float
    """The winning share that the seat could expect of what it did."""
    best_value: float
    error: float
    """The standard error of the difference."""
    stake: float
    """Winning share between the best and the worst that was looked at."""
    together: bool
    """Were others asked the same at the same time, in secret?"""

    @property
    def choice(self) -> Choice:
        return self.made[0]

    @property
    def lost(self) -> float:
        """Winning share that the choice gave away, as far as that is sure; never less than nothing."""
        gap = self.best_value - self.value
        return gap if self.made != self.best and gap > SURE * self.error else 0.0

    @property
    def expected(self) -> float:
        """The winning share that the seat could expect here."""
        return max(self.best_value, self.value)

    @property
    def counts(self) -> bool:
        """Was it not obvious: was anything at stake?"""
        return self.stake >= AT_STAKE

    def data(self, game: Game) -> dict[str, Any]:
        write = game.verbs.write
        return {
            "moment": self.moment, "first": self.first, "seat": self.seat, "made": [write(choice) for choice in self.made],
            "best": [write(choice) for choice in self.best], "value": self.value, "best_value": self.best_value,
            "error": self.error, "stake": self.stake, "together": self.together,
        }  # fmt: skip

    @classmethod
    def of(cls, game: Game, data: dict[str, Any]) -> Decision:
        read = game.verbs.read
        made, best = (tuple(read(text) for text in data[key]) for key in ("made", "best"))
        return cls(
            data["moment"], data["first"], data["seat"], made, best, data["value"], data["best_value"],
            data["error"], data["stake"], data["together"],
        )  # fmt: skip


class Judge:
    """Judges the decisions of one game."""

    def __init__(self, match: Match, appraiser: Appraiser, simulations: int | None = None) -> None:
        self.match, self.game, self.appraiser = match, match.game, appraiser
        self.simulations = simulations

    def judged(self, answer: Answer) -> Decision | None:
        """The decision of an answer; `None` where there was only one choice."""
        steps = self.match.steps[answer.first : answer.last + 1]
        made = tuple(step.choice for step in steps if step.choice is not None)
        s = self.match.position(answer.first - 1)
        if len(made) > 1 and len(made) <= LONGEST_ANSWER // 2:
            best, stake = self.best_sheet(answer, made)
        else:
            made = made[:1]
            menu = self.game.choices(s, answer.seat)
            if len(menu) == 1:
                return None
            best, stake = self.best_choice(answer, menu)
        if best == made:
            value = self.appraiser.answer(s, answer.seat, made, salt=f"judge/{answer.first}")[answer.seat]
            return Decision(
                answer.last, answer.first, answer.seat, made, made, value, value, 0.0, stake, answer.together
            )
        found = self.appraiser.compared(s, answer.seat, made, best, salt=f"judge/{answer.first}")
        stake = max(stake, abs(found.gain))
        if found.gain <= 0:
            # What was done is as good as what the strong player would have done, or better.
            best, found = made, found._replace(second=found.first)
        return Decision(
            answer.last, answer.first, answer.seat, made, best, found.first, found.second, found.error, stake,
            answer.together,
        )  # fmt: skip

    def best_choice(self, answer: Answer, menu: Sequence[Choice]) -> tuple[tuple[Choice, ...], float]:
        """What the strongest player would have chosen, and what was at stake."""
        known = self.game.concealed(self.match.position(answer.first - 1), answer.seat)
        # The same review whenever it is asked for: dice of its own for each moment.
        player = SearchPlayer(self.game, "", f"{self.match.seed}/review/{answer.first}", self.appraiser.mode)
        thought = player.think(known, answer.seat, menu, Budget(simulations=self.simulations))
        values = [estimate.value for estimate in thought.values.values()]
        return (thought.choice,), max(values) - min(values) if values else 0.0

    def best_sheet(self, answer: Answer, made: tuple[Choice, ...]) -> tuple[tuple[Choice, ...], float]:
        """The best of some sheets that the scripted player would write in its moods, and what was at stake."""
        s, seat = self.match.position(answer.first - 1), answer.seat
        sheets = {made: 0.0}
        for mood in range(SHEETS):
            sheets[tuple(self.appraiser.written(s, seat, salt=f"sheet/{answer.first}/{mood}"))] = 0.0
        for sheet in sheets:
            sheets[sheet] = self.appraiser.answer(s, seat, sheet, salt=f"sheets/{answer.first}", outs=FEW)[
                seat
            ]
        best = max(sheets, key=lambda sheet: sheets[sheet])
        return best, max(sheets.values()) - min(sheets.values())
