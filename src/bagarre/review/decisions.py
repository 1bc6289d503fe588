"""Decisions: what each was worth, from what its seat knew, beside what a strong player would have done.

Every decision is put to the strongest player, with nothing but what the seat knew at that moment. Where it would have chosen otherwise, both
choices are then played in the same imagined worlds with the same dice, and the difference is what the decision gave away. What the
others chose in secret at the same time is judged as they may have chosen, not as they did. A sheet of orders is one decision.

That difference counts in the score. Advice must also hold for the Expert, whose play-outs have another horizon and other players: it is
told only where these find it better too, in other worlds, and then the smaller of both differences; in some games it must also hold when
strong players finish the round (`strong.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bagarre.bots.levels import EXPERT
from bagarre.bots.player import Budget, Estimate
from bagarre.bots.searching import SearchPlayer
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.match import Match
from bagarre.review.aftermath import Figure, figures_of
from bagarre.review.appraiser import LONGEST_ANSWER, Appraiser
from bagarre.review.curve import Answer, made_in
from bagarre.review.strong import Strong

AT_STAKE = 0.02
"""Winning share between the best and the worst that was looked at, below which nothing was at stake."""
SURE = 2.0
"""Standard errors by which a better choice must be better to count."""
PROVED = 3.0
"""Standard errors by which it must be better in other worlds to be told: where thirty are no better, one passes in twenty-five games."""
NEARLY = 0.04
"""Winning share within which a choice is as good as the best."""
MENU = 24
"""Choices of a decision that can be tried again, at most."""
SHEETS = 12
"""Sheets that one is compared with."""
FEW = 4
"""Play-outs of a sheet, at least."""


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
    worths: tuple[tuple[Choice, float], ...] = ()
    """Of a mistake that one may try again: what each choice of the menu was worth."""
    proven: float = 0.0
    """What it gave away for the Expert's play-outs too, in other worlds; 0 for what nobody should be told."""
    figures: tuple[Figure, ...] = ()
    """Of a mistake that is told: what comes of it and of the better choice, in figures of the game."""

    def behind(self, choice: Choice) -> float:
        """Of a mistake that one may try again: what a choice is worth less than the advice, which was looked at longer than the others."""
        worths = dict(self.worths)
        return self.proven if choice == self.choice else max(0.0, worths[self.best[0]] - worths[choice])

    def accepts(self, choice: Choice) -> bool:
        """Is a choice as good as the best, or nearly so?"""
        return self.behind(choice) <= NEARLY

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
            "worths": [[write(choice), worth] for choice, worth in self.worths], "proven": self.proven,
            "figures": [[one.seat, one.name, one.made, one.best] for one in self.figures],
        }  # fmt: skip

    @classmethod
    def of(cls, game: Game, data: dict[str, Any]) -> Decision:
        read = game.verbs.read
        made, best = (tuple(read(text) for text in data[key]) for key in ("made", "best"))
        return cls(
            data["moment"], data["first"], data["seat"], made, best, data["value"], data["best_value"],
            data["error"], data["stake"], data["together"], tuple((read(text), worth) for text, worth in data["worths"]),
            data["proven"], tuple(Figure(*one) for one in data["figures"]),
        )  # fmt: skip


class Judge:
    """Judges the decisions of one game: first each at a glance, then those that look like mistakes with more play-outs."""

    def __init__(self, match: Match, appraiser: Appraiser) -> None:
        self.match, self.game, self.appraiser = match, match.game, appraiser

    def glance(self, answer: Answer, simulations: int) -> Decision | None:
        """The decision of an answer as the strong player sees it; `None` where there was only one choice."""
        made = tuple(made_in(self.match, answer.first, answer.last, answer.seat))
        if not 1 < len(made) <= LONGEST_ANSWER // 2:
            made = made[:1]
            menu = self.game.choices(self.match.position(answer.first - 1), answer.seat)
            if len(menu) == 1:
                return None
            worths, best = self.choices(answer, menu, simulations)
        else:
            worths = self.sheets(answer, made, simulations)
            best = max(worths, key=lambda sheet: worths[sheet])
        stake = max(worths.values()) - min(worths.values()) if worths else 0.0
        best_value = worths.get(best, 0.0)
        return Decision(
            answer.last, answer.first, answer.seat, made, best, worths.get(made, best_value), best_value, 0.0, stake,
            answer.together,
        )  # fmt: skip

    def weighed(self, decision: Decision, outs: int) -> Decision:
        """The choice beside the strong player's in the same worlds with the same dice."""
        if decision.best == decision.made:
            return decision
        s = self.match.position(decision.first - 1)
        found = self.appraiser.compared(
            s, decision.seat, decision.made, decision.best, salt=f"judge/{decision.first}", outs=outs
        )
        stake = max(decision.stake, abs(found.gain))
        if found.gain <= 0:
            # What was done is as good as what the strong player would have done, or better.
            return replace(
                decision, best=decision.made, value=found.first, best_value=found.first, stake=stake
            )
        return replace(decision, value=found.first, best_value=found.second, error=found.error, stake=stake)

    def proved(self, decision: Decision, outs: int) -> Decision:
        """A mistake with what it surely cost: also in worlds and with dice that had no part in finding it."""
        gain = self.expert_gain(decision, outs) if len(decision.made) == 1 else None
        if gain is None:
            s, salt = self.match.position(decision.first - 1), f"proof/{decision.first}"
            found = self.appraiser.compared(
                s, decision.seat, decision.made, decision.best, salt=salt, outs=outs
            )
            gain = Estimate(found.gain, found.error)
        sure = gain.value > PROVED * gain.error
        return replace(decision, proven=min(gain.value, decision.lost) if sure else 0.0)

    def confirmed(self, decision: Decision, far: Appraiser, outs: int) -> Decision:
        """A mistake with what it surely cost when play-outs go farther, too."""
        s, salt = self.match.position(decision.first - 1), f"far/{decision.first}"
        found = far.compared(s, decision.seat, decision.made, decision.best, salt=salt, outs=outs)
        sure = found.gain > SURE * found.error
        return replace(decision, proven=min(found.gain, decision.proven) if sure else 0.0)

    def withstood(self, decision: Decision, strong: Strong, pairs: int) -> Decision:
        """A mistake with what it cost when strong players go on, too, as far as that is more than its standard error."""
        s = self.match.position(decision.first - 1)
        found = strong.gain(s, decision.seat, decision.made, decision.best, pairs, decision.first)
        holds = found.value > found.error
        return replace(decision, proven=min(found.value, decision.proven) if holds else 0.0)

    def expert_gain(self, decision: Decision, outs: int) -> Estimate | None:
        """What the better choice is worth more to the Expert: its horizon, its players, its beliefs."""
        known = self.game.concealed(self.match.position(decision.first - 1), decision.seat)
        player = self.expert(f"proof/{decision.first}")
        return player.gain(known, decision.seat, decision.made[0], decision.best[0], outs)

    def laid_out(self, decision: Decision, outs: int) -> Decision:
        """A mistake with what every choice was worth, all in the same worlds; as it is where there were too many."""
        s = self.match.position(decision.first - 1)
        menu = self.game.choices(s, decision.seat)
        if len(decision.made) > 1 or len(menu) > MENU:
            return decision
        worths = [
            self.appraiser.answer(s, decision.seat, [choice], salt=f"try/{decision.first}", outs=outs)
            for choice in menu
        ]
        return replace(
            decision, worths=tuple((choice, worth[decision.seat]) for choice, worth in zip(menu, worths))
        )

    def reasoned(self, decision: Decision, pairs: int) -> Decision:
        """A mistake with the figures of the game that say why."""
        s, salt = self.match.position(decision.first - 1), f"why/{decision.first}"
        return replace(
            decision,
            figures=figures_of(self.appraiser, s, decision.seat, decision.made, decision.best, pairs, salt),
        )

    def choices(
        self, answer: Answer, menu: Sequence[Choice], simulations: int
    ) -> tuple[dict[tuple[Choice, ...], float], tuple[Choice, ...]]:
        """What the strongest player thinks of the choices, and what it would have chosen."""
        known = self.game.concealed(self.match.position(answer.first - 1), answer.seat)
        thought = self.expert(f"review/{answer.first}").think(
            known, answer.seat, menu, Budget(simulations=simulations)
        )
        return {(choice,): found.value for choice, found in thought.values.items()}, (thought.choice,)

    def expert(self, question: str) -> SearchPlayer:
        """With dice of its own for each question: the same review whenever it is asked for. Without plans: what they find, the review would
        weigh as the scripted player goes on."""
        return SearchPlayer(
            self.game, f"{EXPERT}:plans=0", f"{self.match.seed}/{question}", self.appraiser.mode
        )

    def sheets(
        self, answer: Answer, made: tuple[Choice, ...], simulations: int
    ) -> dict[tuple[Choice, ...], float]:
        """What some sheets are worth: the one that was written, and others that the scripted player would write in its moods."""
        s, seat = self.match.position(answer.first - 1), answer.seat
        sheets = {made: 0.0}
        for mood in range(SHEETS):
            sheets[tuple(self.appraiser.written(s, seat, salt=f"sheet/{answer.first}/{mood}"))] = 0.0
        outs = max(FEW, simulations // len(sheets))
        for sheet in sheets:
            found = self.appraiser.answer(s, seat, sheet, salt=f"sheets/{answer.first}", outs=outs)
            sheets[sheet] = found[seat]
        return sheets
