"""The review of a finished game: curves, parts, decisions; as data it is kept with the record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bagarre.kernel.errors import Mistake
from bagarre.match import Match
from bagarre.review.appraiser import OUTS, Appraiser, differing_of, farsighted
from bagarre.review.curve import Answer, Curve, answers, both_curves
from bagarre.review.decisions import NEARLY, Decision, Judge
from bagarre.review.pace import Pace
from bagarre.review.plans import WORLDS, Collision, Foreseen, collisions, foresee
from bagarre.review.strong import Strong, level_of

VERSION = 16
"""Of the data; a review of another version is made anew."""
SECONDS = 16.0
"""Of one processor, for a review."""
CURVE, GLANCES, WEIGHING, PROVING, TRYING, FORESIGHT = 0.50, 0.24, 0.10, 0.08, 0.04, 0.04
"""How they are shared out: the curves, a first look at every decision, a second one at what looks like a mistake, the proof of what is
told, what every other choice there was worth, who might run into whom."""
CONFIRMING = 0.12
"""What comes on top where play-outs can go farther: the second proof of what is told."""
WITHSTANDING = 0.20
"""And where advice is put to strong players."""
ADVISED = 5
"""Mistakes of a seat that are put to them: no others are told then."""
REASONING = 0.04
"""And for the figures that say why, of each seat's costliest mistakes."""
REASONED = 5
TRIED_AGAIN = 4
"""Mistakes of a seat that can be tried again."""
OUTS_BETWEEN, SIMULATIONS_BETWEEN, WEIGHED_BETWEEN = (2, 1024), (16, 480), (16, 1024)
PROVED_BETWEEN, TRIED_BETWEEN, WORLDS_BETWEEN = (48, 2048), (24, 96), (24, WORLDS)
PAIRS_BETWEEN, REASONS_BETWEEN = (16, 128), (24, 96)
"""The least and the most play-outs of a value, of a first and of a second look, of a proof, of a choice that can be tried again, worlds
in which collisions are counted, worlds in which strong players play on, and those in which figures are compared."""


@dataclass(frozen=True, slots=True)
class Review:
    """What looking back found."""

    match: Match
    decisions: list[Decision]
    everything: Curve
    known: Curve
    forced: dict[int, int] = field(default_factory=dict)
    """For each seat, choices that were the only ones."""
    foreseen: tuple[Foreseen, ...] = ()
    """For every sheet of orders who might run into whom, in a game that has such."""

    def sheets(self, seat: int) -> list[tuple[Decision, list[Collision]]]:
        """The sheets that a seat wrote, in their order, each with the collisions until the next one."""
        told = {one.first: one for one in self.foreseen}
        written = [one for one in self.decisions if one.seat == seat and one.first in told]
        ends = [one.first for one in written[1:]] + [len(self.match.steps)]
        return [(one, collisions(self.match, one, told[one.first], end)) for one, end in zip(written, ends)]

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
        """The decisions that surely gave most away, the worst first."""
        found = [d for d in self.decisions if d.proven > 0 and (seat is None or d.seat == seat)]
        return sorted(found, key=lambda decision: (-decision.proven, decision.moment))[:most]

    def data(self) -> dict[str, Any]:
        """The review as it is kept: without words, which are found when somebody reads it."""
        return {
            "version": VERSION, "record": seal_of(self.match), "game": self.match.game.name,
            "decisions": [decision.data(self.match.game) for decision in self.decisions],
            "everything": self.everything.data(), "known": self.known.data(),
            "forced": [self.forced.get(seat, 0) for seat in range(len(self.match.players))],
            "foreseen": [one.data() for one in self.foreseen],
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
                tuple(Foreseen.of(one) for one in data["foreseen"]),
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
    seconds: float = SECONDS,
    simulations: int | None = None,
    outs: int = OUTS,
    compiled: bool | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Review:
    """Look back at a game, with so many seconds of a processor; or with `simulations` for each decision and `outs` for each value, where
    these are given: then always with the same result.

    :raises Mistake: while it is being played: it could tell somebody what they may not know yet.
    """
    if not match.is_over:
        raise Mistake("review_running")
    game, seats = match.game, len(match.players)
    appraiser = Appraiser(game, seats, match.seed, outs=outs, compiled=compiled)
    fast = appraiser.mode.name == "compiled"
    far = farsighted(game, seats, match.seed, outs=outs, compiled=compiled)
    paced = simulations is None
    pace = Pace(seconds * CURVE, *OUTS_BETWEEN) if paced else None
    everything, known = both_curves(match, far, lambda done, of: progress(done, 2 * of), pace)
    judge = Judge(match, appraiser)
    decisions, forced = judged(judge, seconds, simulations, progress)
    prove(judge, decisions, Pace(seconds * PROVING, *PROVED_BETWEEN) if paced else None)
    differing = differing_of(game, seats) if fast else appraiser.horizon
    if differing != appraiser.horizon:
        farther = Appraiser(game, seats, match.seed, outs=outs, horizon=differing, compiled=compiled)
        confirm(judge, farther, decisions, Pace(seconds * CONFIRMING, *PROVED_BETWEEN) if paced else None)
    level = level_of(game)
    if level and fast:
        strong = Strong(game, far, level)
        withstand(judge, strong, decisions, Pace(seconds * WITHSTANDING, *PAIRS_BETWEEN) if paced else None)
    sheets = [decision for decision in decisions if len(decision.made) > 1]
    sight = Pace(seconds * FORESIGHT, *WORLDS_BETWEEN)
    foreseen = foresee(
        match, appraiser, sheets, lambda number: sight.outs(number, len(sheets)) if paced else 4 * outs
    )
    found = Review(match, decisions, everything, known, forced, tuple(foreseen))
    tried = [
        one
        for seat in range(len(match.players))
        for one in found.costliest(seat, TRIED_AGAIN)
        if one.proven > NEARLY
    ]
    trying = Pace(seconds * TRYING, *TRIED_BETWEEN)
    for number, decision in enumerate(tried):
        tries = trying.outs(number, len(tried)) if paced else outs
        decisions[decisions.index(decision)] = judge.laid_out(decision, tries)
    reason(judge, found, Pace(seconds * REASONING, *REASONS_BETWEEN) if paced else None)
    progress(1, 1)
    return found


def reason(judge: Judge, found: Review, pace: Pace | None) -> None:
    """The figures that say why, for what is told of each seat."""
    told = [one for seat in range(len(found.match.players)) for one in found.costliest(seat, REASONED)]
    for number, decision in enumerate(told):
        pairs = pace.outs(number, len(told)) if pace is not None else judge.appraiser.outs
        found.decisions[found.decisions.index(decision)] = judge.reasoned(decision, pairs)


def judged(
    judge: Judge,
    seconds: float,
    simulations: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> tuple[list[Decision], dict[int, int]]:
    """Every decision of a game, and for each seat the choices that were the only ones; in the time that a review of so many seconds has for it."""
    match, paced = judge.match, simulations is None
    glanced: list[Decision] = []
    forced = dict.fromkeys(range(len(match.players)), 0)
    made = [answer for answer in answers(match) if match.steps[answer.last].choice is not None]
    if made:
        judge.glance(made[0], 1)
    paces = {sheet: Pace(seconds * share, *SIMULATIONS_BETWEEN) for sheet, share in shares_of(made).items()}
    numbers = dict.fromkeys(paces, 0)
    of_kind = {sheet: sum(is_sheet(answer) == sheet for answer in made) for sheet in paces}
    for number, answer in enumerate(made):
        kind = is_sheet(answer)
        thought = simulations or paces[kind].outs(numbers[kind], of_kind[kind])
        decision = judge.glance(answer, thought)
        paces[kind].rest()
        numbers[kind] += 1
        if decision is None:
            forced[answer.seat] += 1
        else:
            glanced.append(decision)
        progress(len(made) + number, 2 * len(made))
    return weighed(judge, glanced, Pace(seconds * WEIGHING, *WEIGHED_BETWEEN) if paced else None), forced


def exercise_of(found: Review, first: int) -> Decision | None:
    """The mistake that began with that choice, when it can be tried again."""
    return next((one for one in found.decisions if one.first == first and one.worths), None)


def is_sheet(answer: Answer) -> bool:
    return answer.last > answer.first


def shares_of(made: Sequence[Answer]) -> dict[bool, float]:
    """How the time for a first look at decisions is shared out: sheets take much longer than choices."""
    if not any(is_sheet(answer) for answer in made):
        return {False: GLANCES}
    return {False: GLANCES / 3, True: 2 * GLANCES / 3}


def weighed(judge: Judge, glanced: Sequence[Decision], pace: Pace | None) -> list[Decision]:
    """Those that look like mistakes once more: the worst first, so that they have their time."""
    doubtful = sorted(
        (k for k, decision in enumerate(glanced) if decision.best != decision.made),
        key=lambda k: glanced[k].value - glanced[k].best_value,
    )
    decisions = list(glanced)
    for number, k in enumerate(first_twice(doubtful)):
        outs = pace.outs(number, len(doubtful) + 1) if pace is not None else 4 * judge.appraiser.outs
        decisions[k] = judge.weighed(glanced[k], outs)
    return decisions


def first_twice(worst: Sequence[int]) -> list[int]:
    """The worst twice: the first time a pace learns what a play-out costs, with too few of them for what matters most."""
    return [*worst[:1], *worst]


def prove(judge: Judge, decisions: list[Decision], pace: Pace | None) -> None:
    """Look at mistakes once more in other worlds, the worst first: only what holds there is told."""
    worst = sorted((k for k, one in enumerate(decisions) if one.lost > 0), key=lambda k: -decisions[k].lost)
    for number, k in enumerate(first_twice(worst)):
        outs = pace.outs(number, len(worst) + 1) if pace is not None else 4 * judge.appraiser.outs
        decisions[k] = judge.proved(decisions[k], outs)


def confirm(judge: Judge, far: Appraiser, decisions: list[Decision], pace: Pace | None) -> None:
    """What would be told once more, the worst first, with play-outs that go farther: only what holds there is told."""
    found = list(decisions)
    worst = sorted((k for k, one in enumerate(found) if one.proven > 0), key=lambda k: -found[k].proven)
    for number, k in enumerate(first_twice(worst)):
        outs = pace.outs(number, len(worst) + 1) if pace is not None else 4 * judge.appraiser.outs
        decisions[k] = judge.confirmed(found[k], far, outs)


def withstand(judge: Judge, strong: Strong, decisions: list[Decision], pace: Pace | None) -> None:
    """What would be told of each seat put to strong players, the worst first: only what holds for them is told."""
    found = list(decisions)
    worst = sorted((k for k, one in enumerate(found) if one.proven > 0), key=lambda k: -found[k].proven)
    seats = range(len(judge.match.players))
    asked = {k for seat in seats for k in [k for k in worst if found[k].seat == seat][:ADVISED]}
    for k in worst:
        decisions[k] = replace(found[k], proven=0.0)
    chosen = [k for k in worst if k in asked]
    for number, k in enumerate(first_twice(chosen)):
        pairs = pace.outs(number, len(chosen) + 1) if pace is not None else judge.appraiser.outs
        decisions[k] = judge.withstood(found[k], strong, pairs)
