"""The winning chances of every seat through a game, and each step of them split into luck, own decisions and those of the others.

Twice, and never mixed up: from everything, and from what each seat knew. In both, what a step changes is

    luck       what chance gave, against its expectation over all results; all that a step changed in which nothing was decided
    own        what the seat's own choice changed, against what the scripted player would have chosen
    others     what the others' choices changed

Chances, luck and decisions are each measured, and fitted together (`fitting.py`), so that the parts add up to the result exactly. From what a
seat knew, choices are compared in the worlds that fit what that seat knew, its own choice or another's; what then came to light is luck (a
denunciation that could have gone either way, weapons that are turned at the end of a fight), except that what the others chose in secret at the
same time is theirs. What changes because values look farther when a tick is over is nobody's choice, and stands with luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import Any

import numpy as np

from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.match import Match
from bagarre.review.appraiser import EVERYTHING, Appraiser, Shares
from bagarre.review.fitting import NOTHING, STILL, UNKNOWN, Fit, Found, Parts, fit
from bagarre.review.pace import Cost, Pace

LUCK, OWN, OTHERS = range(3)
PARTS = ("luck", "own", "others")
MANY, TOGETHER = 6, 4
"""How many times more play-outs say what one costs, and of how many steps one is tried with them."""


@dataclass(frozen=True, slots=True)
class Stride:
    """A step of the curve: one choice, or the choices of one answer (a sheet), or the deal."""

    moment: int
    """The number of its last choice in the game; 0 for the deal."""
    first: int
    """The number of its first choice."""
    seat: int
    """Whose choice; -1 for the deal."""
    values: Shares
    """The winning chances after it."""
    parts: tuple[tuple[float, float, float], ...]
    """For each seat: luck, own decisions, the others'."""
    errors: Shares = ()
    """The standard errors of the chances; none where they are known."""

    def error(self, seat: int) -> float:
        return self.errors[seat] if self.errors else 0.0


@dataclass(frozen=True, slots=True)
class Curve:
    """The winning chances through a game, from one point of view."""

    start: Shares
    """Before the deal."""
    strides: tuple[Stride, ...]
    doubts: tuple[Shares, ...] = ()
    """For each seat the standard errors of the totals of its parts; none where they are known."""

    def total(self, seat: int, part: int) -> float:
        return sum(stride.parts[seat][part] for stride in self.strides)

    def doubt(self, seat: int) -> float:
        """The standard error of the totals of a seat: the largest of the three."""
        return max(self.doubts[seat], default=0.0) if self.doubts else 0.0

    def values(self, seat: int) -> list[tuple[int, float]]:
        """The curve of a seat: moments and chances."""
        return [(stride.moment, stride.values[seat]) for stride in self.strides]

    @property
    def end(self) -> Shares:
        return self.strides[-1].values

    def adjusted(self, seat: int) -> float:
        """The result without what chance gave."""
        return self.end[seat] - self.total(seat, LUCK)

    def data(self) -> dict[str, Any]:
        return {
            "start": list(self.start),
            "doubts": [list(doubts) for doubts in self.doubts],
            "strides": [
                {
                    "moment": one.moment, "first": one.first, "seat": one.seat, "values": list(one.values),
                    "parts": [list(parts) for parts in one.parts], "errors": list(one.errors),
                }
                for one in self.strides
            ],
        }  # fmt: skip

    @classmethod
    def of(cls, data: dict[str, Any]) -> Curve:
        return cls(
            tuple(data["start"]),
            tuple(
                Stride(
                    one["moment"], one["first"], one["seat"], tuple(one["values"]),
                    tuple((parts[LUCK], parts[OWN], parts[OTHERS]) for parts in one["parts"]), tuple(one["errors"]),
                )
                for one in data["strides"]
            ),
            tuple(tuple(doubts) for doubts in data["doubts"]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What one seat chose in one go: the moments of its choices."""

    seat: int
    first: int
    last: int
    together: bool
    """Were others asked the same at the same time, in secret?"""
    one_by_one: bool = True
    """Did each choice follow from the one before? Those of a sheet are one."""


def answers(match: Match) -> list[Answer]:
    """The choices of a game in the order in which they were complete, with those of one sheet taken together: where something happens, it was
    handed in. Several write at the same time, so what another wrote meanwhile may lie between."""
    steps, writing = match.steps, writing_of(match.game)
    found: list[Answer] = []
    begun: dict[int, Answer] = {}
    for moment in range(1, len(steps)):
        step = steps[moment]
        one = begun.pop(step.seat, None)
        if one is not None and not writing(match.position(moment - 1), step.seat):
            found.append(one)
            one = None
        one = (
            replace(one, last=moment, one_by_one=False)
            if one is not None
            else Answer(step.seat, moment, moment, asked_together(match, moment))
        )
        goes_on = step.choice is not None and not step.chance and not match.open_events(step)
        if goes_on and writing(match.position(moment), step.seat):
            begun[step.seat] = one
        else:
            found.append(one)
    return sorted([*found, *begun.values()], key=lambda one: one.last)


def made_in(match: Match, first: int, last: int, seat: int) -> list[Choice]:
    """What a seat chose from one moment to another: its own choices alone."""
    return [
        step.choice for step in match.steps[first : last + 1] if step.seat == seat and step.choice is not None
    ]


def goes(match: Match, appraiser: Appraiser) -> list[Answer]:
    """The answers of a game, with those taken together that a player gave one after the other within a tick, while nothing was hidden from
    anybody and chance had no part in it: what came of them is one decision, and measured at once."""
    clock, everybody = clock_of(match.game), (1 << len(match.players)) - 1

    def simple(one: Answer) -> bool:
        return one.one_by_one and not one.together and match.steps[one.last].choice is not None

    def open_to_all(moment: int) -> bool:
        return appraiser.sees_all(match.position(moment)) & everybody == everybody

    found: list[Answer] = []
    for answer in answers(match):
        before = found[-1] if found else answer
        if (
            before.seat == answer.seat
            and simple(answer)
            and before is not answer
            and simple(before)
            and not match.steps[before.last].chance
            and clock(match.position(before.first - 1)) == clock(match.position(before.last))
            and open_to_all(before.first - 1)
            and open_to_all(before.last)
        ):
            found[-1] = replace(before, last=answer.last)
        else:
            found.append(answer)
    return found


def writing_of(game: Game) -> Callable[[Position, int], int]:
    """The game's `writing`, or one that says no."""
    return getattr(search_of(game), "writing", lambda s, seat: 0)


def clock_of(game: Game) -> Callable[[Position], int]:
    """The game's `clock`, or one that stands still."""
    return getattr(search_of(game), "clock", lambda s: 0)


def search_of(game: Game) -> object:
    return game.room("search") if (game.folder / "search.py").exists() else None


def asked_together(match: Match, moment: int) -> bool:
    """Was the choice at that moment an answer to a question put to several at once?"""
    seat = match.steps[moment].seat
    writing = writing_of(match.game)
    while moment >= 1:
        asked = match.game.deciders(match.position(moment - 1))
        if seat not in asked:
            return False
        if len(asked) > 1:
            return True
        # Perhaps the last to answer: whoever answered before was asked with this seat.
        moment -= 1
        if moment >= 1 and match.steps[moment].seat == seat and not writing(match.position(moment), seat):
            return False
    return False


def result_of(match: Match) -> Shares:
    """Each seat's share of the win."""
    end = match.outcome
    assert end is not None
    winners = end.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(match.players)))


def open_curve(match: Match, appraiser: Appraiser) -> Curve:
    """From everything alone."""
    made = goes(match, appraiser)
    tracer = Tracer(match, appraiser, alone=True)
    tracer.deal()
    for number, answer in enumerate(made):
        tracer.go_on(answer, final=number == len(made) - 1)
    return tracer.everything(made)


def both_curves(
    match: Match,
    appraiser: Appraiser,
    progress: Callable[[int, int], None] = lambda done, of: None,
    pace: Pace | None = None,
) -> tuple[Curve, Curve]:
    """From everything, and from what each seat knew."""
    made = goes(match, appraiser)
    steps = len(made) + 1
    if pace is not None:
        since = process_time()
        pace.learn(costs_of(match, appraiser, made, pace.least), process_time() - since)
        appraiser.outs = pace.outs(0, steps)
    tracer = Tracer(match, appraiser)
    tracer.deal()
    for number, answer in enumerate(made):
        progress(number, len(made))
        if pace is not None:
            appraiser.outs = pace.outs(number + 1, steps)
        tracer.go_on(answer, final=number == len(made) - 1)
    progress(len(made), len(made))
    return tracer.curves(made)


def costs_of(match: Match, appraiser: Appraiser, made: Sequence[Answer], few: int) -> list[Cost]:
    """What the deal and each step cost: sheets a hundred times as much as what is left to nobody, and less the nearer the end is. All are tried
    with few play-outs, of which most of the time is not theirs; the costliest of each `TOGETHER` steps also with more of them."""
    appraiser.outs = few
    tracer = Tracer(match, appraiser)
    took = [seconds_of(tracer, made, step) for step in range(len(made) + 1)]
    appraiser.outs = MANY * few
    costs: list[Cost] = []
    for first in range(0, len(took), TOGETHER):
        group = range(first, min(first + TOGETHER, len(took)))
        costliest = max(group, key=lambda step: took[step])
        more = seconds_of(Tracer(match, appraiser), made, costliest) - took[costliest]
        share = min(1.0, max(0.0, more / (MANY - 1) / max(took[costliest], 1e-9)))
        costs += [Cost((1 - share) * took[step], share * took[step] / few) for step in group]
    return costs


def seconds_of(tracer: Tracer, made: Sequence[Answer], step: int) -> float:
    """The time that the deal takes, or a step after it."""
    since = process_time()
    if step == 0:
        tracer.deal()
    else:
        tracer.begin(made[step - 1])
        tracer.go_on(made[step - 1], final=step == len(made))
    return process_time() - since


class Trace:
    """What was measured along a game, for every seat from one point of view: chances, and the parts of what each step changed."""

    def __init__(self) -> None:
        self.values: list[Sequence[Found]] = []
        self.steps: list[Sequence[Parts]] = []

    def add(self, values: Sequence[Found], parts: Sequence[Parts]) -> None:
        self.values.append(values)
        self.steps.append(parts)

    def of(self, seat: int) -> Fit:
        """A seat by itself."""
        return fit([[row[seat]] for row in self.values], [[row[seat]] for row in self.steps])


class Tracer:
    """Goes through a game once, and measures each position and each step from both points of view; or from everything alone."""

    def __init__(self, match: Match, appraiser: Appraiser, alone: bool = False) -> None:
        self.match, self.game, self.appraiser, self.alone = match, match.game, appraiser, alone
        self.seats = range(len(match.players))
        self.clock = clock_of(self.game)
        self.open, self.known = Trace(), Trace()
        self.worth: Sequence[Found] = ()
        """The last chances from everything."""
        self.unseen: list[list[Answer]] = [[] for _ in self.seats]
        """For each seat what others answered without its knowing."""
        self.asked = -1
        """When the last question was put that several were asked at once."""
        self.sighted = self.always = 0
        """The masks of seats from which nothing was hidden, and of those from which nothing ever was."""

    def begin(self, answer: Answer) -> None:
        """Stand before an answer, when nothing of what came before was measured."""
        if not self.worth:
            self.worth = [NOTHING] * len(self.seats)
            self.sighted = self.appraiser.sees_all(self.match.position(answer.first - 1))

    def deal(self) -> None:
        match = self.match
        s = match.position(0)
        dealt = match.start is None and bool(match.steps[0].chance)
        prepared = self.game.prepare(len(match.players), match.options, match.packs)
        self.worth = self.valued(s)
        parts: list[Parts] = [(UNKNOWN if dealt else NOTHING, NOTHING, NOTHING)] * len(self.seats)
        start = self.found(self.appraiser.deal(prepared)) if dealt else [UNKNOWN] * len(self.seats)
        self.open.values.append(start)
        self.open.add(self.worth, parts)
        if not self.alone:
            self.sighted = self.always = self.appraiser.sees_all(s)
            seen = [
                self.worth[seat] if self.sighted >> seat & 1 else self.eyed(s, seat) for seat in self.seats
            ]
            self.known.values.append(start)
            self.known.add(seen, parts)

    def go_on(self, answer: Answer, final: bool) -> None:
        """One step of the curves."""
        parts = self.open_parts(answer, final)
        if final:
            self.worth = [Found(share, 0.0) for share in result_of(self.match)]
        elif parts[0] != STILL:
            self.worth = self.valued(self.match.position(answer.last))
        self.open.add([UNKNOWN] * len(self.seats) if parts[0] == STILL and not final else self.worth, parts)
        if not self.alone:
            self.see(answer, final, parts)

    def see(self, answer: Answer, final: bool, parts: Sequence[Parts]) -> None:
        """The same step from what each seat knew: as from everything where nothing was hidden from it."""
        s, before = self.match.position(answer.last), self.sighted
        self.sighted = -1 if final else self.appraiser.sees_all(s)
        if not self.same_question(answer):
            self.unseen = [[] for _ in self.seats]
        blind = ~(before & self.sighted)
        self.always &= ~blind
        seen = [
            self.known_parts(answer, seat, final) if blind >> seat & 1 else parts[seat] for seat in self.seats
        ]
        self.known.add(
            [
                self.worth[seat]
                if final
                else UNKNOWN
                if seen[seat] == STILL
                else self.worth[seat]
                if self.sighted >> seat & 1
                else self.eyed(s, seat)
                for seat in self.seats
            ],
            seen,
        )

    def same_question(self, answer: Answer) -> bool:
        """Is it one of the answers to a question of which others were given before?"""
        before, self.asked = self.asked, -1
        if not answer.together:
            return False
        asked = answer.first - 1
        while asked >= 1 and self.deciders(asked) <= self.deciders(asked - 1):
            asked -= 1
        self.asked = asked
        return before == asked

    def deciders(self, moment: int) -> set[int]:
        """Who was asked after so many choices."""
        return set(self.game.deciders(self.match.position(moment)))

    def open_parts(self, answer: Answer, final: bool) -> list[Parts]:
        """What a step changed from everything."""
        step = self.match.steps[answer.last]
        if step.choice is None:
            luck, choice = [NOTHING] * len(self.seats), [UNKNOWN] * len(self.seats)
        else:
            settled = self.settled(answer)
            choice = [NOTHING] * len(self.seats) if settled else self.changed(answer)
            if (step.chance and settled) or self.farther(answer, final):
                luck = [UNKNOWN] * len(self.seats)
            else:
                luck = self.given(answer) if step.chance else [NOTHING] * len(self.seats)
        return [parts_of(seat == answer.seat, luck[seat], choice[seat]) for seat in self.seats]

    def known_parts(self, answer: Answer, seat: int, final: bool) -> Parts:
        """What it changed from what a seat knew. What then came to light is luck; but what others answered at the same time in secret is theirs."""
        step, own = self.match.steps[answer.last], seat == answer.seat
        if step.choice is None:
            return parts_of(own, NOTHING, UNKNOWN)
        s, came = self.match.position(answer.first - 1), self.match.position(answer.last)
        settled = self.settled(answer)
        farther = UNKNOWN if self.farther(answer, final) else NOTHING
        only = len(self.game.choices(s, answer.seat)) == 1
        if only and not step.chance and not answer.together and not final:
            return farther, NOTHING, NOTHING
        made = self.made(answer)
        if not answer.one_by_one:
            # Of a sheet nothing is seen before it is handed in, and meanwhile others may have handed in theirs.
            s, made = self.match.position(answer.last - 1), made[-1:]
        learns = self.appraiser.learns(s, came, answer.seat, made, seat)
        if own:
            choice = NOTHING if settled else self.changed(answer, seat)[seat]
            others = self.came_to_light(answer, seat) if learns else NOTHING
            return UNKNOWN if learns else farther, choice, others
        self.unseen[seat].append(answer)
        if answer.together and not learns:
            return farther, NOTHING, NOTHING
        return UNKNOWN, NOTHING, self.came_to_light(answer, seat)

    def came_to_light(self, answer: Answer, eye: int) -> Found:
        """What the others' answers changed of which a seat learns by this one, as it has answered itself."""
        unseen, self.unseen[eye] = self.unseen[eye], []
        if not unseen:
            return NOTHING
        first = min(one.first for one in unseen)
        steps = [
            (step.seat, step.choice) for step in self.match.steps[first : answer.last + 1] if step.choice
        ]
        mine = [one for one in steps if one[0] == eye]
        s = self.match.position(first - 1)
        shares = self.appraiser.choice(
            s,
            [*mine, *(one for one in steps if one[0] != eye)],
            eye,
            lead=len(mine),
            salt=f"light/{eye}/{first}",
        )
        return NOTHING if shares is None else self.found(shares)[eye]

    def settled(self, answer: Answer) -> bool:
        """Was nothing decided: were they the only choices, or what the scripted player would have chosen in whatever mood? A sheet never is."""
        return answer.one_by_one and all(
            self.appraiser.expected(self.match.position(moment - 1), answer.seat, choice)
            for moment, choice in enumerate(self.made(answer), answer.first)
        )

    def farther(self, answer: Answer, final: bool) -> bool:
        """Do values look farther after a step, because a tick is over? Nobody chose what that changes, so it is luck."""
        before, after = (
            self.clock(self.match.position(moment)) for moment in (answer.first - 1, answer.last)
        )
        return after > before and not final and not self.appraiser.to_the_end

    def made(self, answer: Answer) -> list[Choice]:
        return made_in(self.match, answer.first, answer.last, answer.seat)

    def given(self, answer: Answer, eye: int = EVERYTHING) -> list[Found]:
        """What chance gave after the last choice of an answer."""
        step = self.match.steps[answer.last]
        assert step.choice is not None
        before, came = (self.match.position(moment) for moment in (answer.last - 1, answer.last))
        return self.found(
            self.appraiser.chance(before, came, step.seat, step.choice, eye, salt=f"chance/{answer.last}")
        )

    def changed(self, answer: Answer, eye: int = EVERYTHING) -> list[Found]:
        """What an answer changed; nothing where those eyes could not tell it from another."""
        s = self.match.position(answer.first - 1)
        made = [(answer.seat, choice) for choice in self.made(answer)]
        shares = self.appraiser.choice(s, made, eye, salt=f"choice/{eye}/{answer.last}")
        return [NOTHING] * len(self.seats) if shares is None else self.found(shares)

    def eyed(self, s: Position, seat: int) -> Found:
        return self.valued(s, seat)[seat]

    def valued(self, s: Position, eye: int = EVERYTHING) -> list[Found]:
        return self.found(self.appraiser.position(s, eye, salt=f"curve/{eye}/{len(self.open.values)}"))

    def found(self, shares: Shares) -> list[Found]:
        """What was just measured."""
        return [Found(share, error) for share, error in zip(shares, self.appraiser.errors)]

    def everything(self, made: Sequence[Answer]) -> Curve:
        found = fit(self.open.values, self.open.steps)
        return drawn([(found, seat) for seat in self.seats], made)

    def curves(self, made: Sequence[Answer]) -> tuple[Curve, Curve]:
        everything = fit(self.open.values, self.open.steps)
        alone = {seat: self.known.of(seat) for seat in self.seats if not self.always >> seat & 1}
        columns = [(alone[seat], 0) if seat in alone else (everything, seat) for seat in self.seats]
        return (
            drawn([(everything, seat) for seat in self.seats], made),
            drawn(columns, made),
        )


def parts_of(own: bool, luck: Found, choice: Found) -> Parts:
    return (luck, choice, NOTHING) if own else (luck, NOTHING, choice)


def drawn(columns: Sequence[tuple[Fit, int]], made: Sequence[Answer]) -> Curve:
    """The curve of fits: for every seat one, and its column there."""
    values = np.array([found.values[:, k] for found, k in columns]).T.tolist()
    errors = np.array([found.errors[:, k] for found, k in columns]).T.tolist()
    parts = np.array([found.parts[:, k] for found, k in columns]).swapaxes(0, 1).tolist()
    answered = [(0, 0, SPECTATOR), *((one.last, one.first, one.seat) for one in made)]
    strides = (
        Stride(*who, tuple(now), tuple(map(tuple, split)), tuple(sure))
        for who, now, split, sure in zip(answered, values[1:], parts, errors[1:])
    )
    return Curve(
        tuple(values[0]), tuple(strides), tuple(tuple(found.doubts[k].tolist()) for found, k in columns)
    )
