"""The review of a finished game: curves, parts, decisions; as data it is kept with the record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.match import Match
from bagarre.review.appraiser import OUTS, Appraiser
from bagarre.review.curve import Curve, answers, both_curves
from bagarre.review.decisions import Decision, Judge

VERSION = 1
"""Of the data; a review of another version is made anew."""


@dataclass(frozen=True, slots=True)
class Review:
    """What looking back found."""

    match: Match
    decisions: list[Decision]
    everything: Curve
    known: Curve
    forced: dict[int, int] = field(default_factory=dict)
    """For each seat, choices that were the only ones."""

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

    def costliest(self, seat: int | None = None, most: int = 5) -> list[Decision]:
        """The decisions that gave most away, the worst first."""
        found = [d for d in self.decisions if d.lost > 0 and (seat is None or d.seat == seat)]
        return sorted(found, key=lambda decision: (-decision.lost, decision.moment))[:most]

    def data(self) -> dict[str, Any]:
        """The review as it is kept: without words, which are found when somebody reads it."""
        return {
            "version": VERSION, "record": seal_of(self.match), "game": self.match.game.name,
            "decisions": [decision.data(self.match.game) for decision in self.decisions],
            "everything": self.everything.data(), "known": self.known.data(),
            "forced": [self.forced.get(seat, 0) for seat in range(len(self.match.players))],
        }  # fmt: skip

    @classmethod
    def read(cls, match: Match, data: Any) -> Review | None:
        """A review that was kept; `None` when it is not of this game, or of another version."""
        try:
            if data["version"] != VERSION or data["record"] != seal_of(match):
                return None
            return cls(
                match,
                [Decision.of(match.game, one) for one in data["decisions"]],
                Curve.of(data["everything"]),
                Curve.of(data["known"]),
                dict(enumerate(data["forced"])),
            )
        except (KeyError, TypeError, IndexError, ValueError, Mistake):
            return None


def seal_of(match: Match) -> str:
    """What a review belongs to: the choices and chance results of a game, whoever played it."""
    told = [match.game.name, match.game.meta.rules_version, match.seed, *(str(line) for line in match.lines)]
    return hashlib.sha256("\n".join(str(part) for part in told).encode()).hexdigest()[:32]


def review(
    match: Match,
    *,
    simulations: int | None = None,
    outs: int = OUTS,
    compiled: bool | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Look back at a game.

    :raises Mistake: while it is being played: it could tell somebody what they may not know yet.
    """
    if not match.is_over:
        raise Mistake("review_running")
    made = [answer for answer in answers(match) if match.steps[answer.last].choice is not None]
    appraiser = Appraiser(match.game, len(match.players), match.seed, outs=outs, compiled=compiled)
    everything, known = both_curves(match, appraiser, lambda done, of: progress(done, of + len(made)))
    judge = Judge(match, appraiser, simulations)
    decisions: list[Decision] = []
    forced = dict.fromkeys(range(len(match.players)), 0)
    for number, answer in enumerate(made, 1):
        decision = judge.judged(answer)
        if decision is None:
            forced[answer.seat] += 1
        else:
            decisions.append(decision)
        progress(len(everything.strides) + number, len(everything.strides) + len(made))
    return Review(match, decisions, everything, known, forced)
