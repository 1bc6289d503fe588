"""The winning chances of every seat through a game, and each step of them split into luck, own decisions and those of the others.

Twice, and never mixed up: from everything, and from what each seat knew. In both, what a step changes is

    luck       what chance gave, against its expectation over all results; all that a step changed in which nothing was decided
    own        what the seat's own choice changed, against the play expected of it
    others     what the others' choices changed

and the parts add up to the result exactly: they telescope, whatever the values are. From what a seat knew, a choice is valued in
the worlds that fit what that seat knew, its own choice or another's; what then came to light is luck (a denunciation that could have gone either way,
weapons that are turned at the end of a fight), except that what the others chose in secret at the same time is theirs. What changes
because values look farther when a tick is over is nobody's choice, and stands with luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.match import Match
from bagarre.review.appraiser import EVERYTHING, Appraiser, Shares
from bagarre.review.pace import Pace

LUCK, OWN, OTHERS = range(3)
PARTS = ("luck", "own", "others")


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


def carrier(parts: tuple[float, float, float]) -> int:
    """The part of a step that carries the noise of the values: what is left when luck was measured by itself."""
    return OWN if parts[OWN] else OTHERS if parts[OTHERS] else LUCK


@dataclass(frozen=True, slots=True)
class Curve:
    """The winning chances through a game, from one point of view."""

    start: Shares
    """Before the deal."""
    strides: tuple[Stride, ...]

    def total(self, seat: int, part: int) -> float:
        return sum(stride.parts[seat][part] for stride in self.strides)

    def doubt(self, seat: int) -> float:
        """The standard error of the totals of a seat, about: the largest of the three. Inside a row of steps that the same part carries the
        noise of the values cancels; where another part begins it stays."""
        carried = [carrier(stride.parts[seat]) for stride in self.strides]
        turns = [
            (stride.error(seat) ** 2, now, then)
            for stride, now, then in zip(self.strides, carried, carried[1:])
            if now != then
        ]
        return sqrt(
            max(sum(square for square, *both in turns if part in both) for part in (LUCK, OWN, OTHERS))
        )

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
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What one seat chose in one go: the moments of its choices."""

    seat: int
    first: int
    last: int
    together: bool
    """Were others asked the same at the same time, in secret?"""


def answers(match: Match) -> Iterator[Answer]:
    """The choices of a game, with those of one sheet taken together: where something happens, it was handed in."""
    game, steps = match.game, match.steps
    writing = writing_of(game)
    moment = 1
    while moment < len(steps):
        step = steps[moment]
        first = moment
        if step.choice is not None:
            while (
                moment + 1 < len(steps)
                and steps[moment + 1].seat == step.seat
                and steps[moment + 1].choice is not None
                and not steps[moment].chance
                and not match.open_events(steps[moment])
                and writing(match.position(moment), step.seat)
            ):
                moment += 1
        yield Answer(step.seat, first, moment, asked_together(match, first))
        moment += 1


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


def both_curves(
    match: Match,
    appraiser: Appraiser,
    progress: Callable[[int, int], None] = lambda done, of: None,
    pace: Pace | None = None,
) -> tuple[Curve, Curve]:
    """From everything, and from what each seat knew."""
    made = list(answers(match))
    tracer = Tracer(match, appraiser)
    strides: tuple[list[Stride], list[Stride]] = ([], [])
    for list_of, stride in zip(strides, tracer.deal()):
        list_of.append(stride)
    if pace is not None:
        # Once for nothing: it tells what a play-out costs, or the first steps would have far too few of them.
        appraiser.outs = pace.outs(0, len(made) + 1)
        tracer.valued(match.position(0), EVERYTHING)
    for number, answer in enumerate(made):
        progress(number, len(made))
        if pace is not None:
            appraiser.outs = pace.outs(number + 1, len(made) + 1)
        final = number == len(made) - 1
        for list_of, stride in zip(strides, tracer.strides(answer, final)):
            list_of.append(stride)
    progress(len(made), len(made))
    return Curve(tracer.start, tuple(strides[0])), Curve(tracer.start, tuple(strides[1]))


class Tracer:
    """Goes through a game once, and values each position from both points of view."""

    def __init__(self, match: Match, appraiser: Appraiser) -> None:
        self.match, self.game, self.appraiser = match, match.game, appraiser
        self.seats = range(len(match.players))
        self.open: Shares = ()
        """The last values from everything, and their standard errors."""
        self.open_errors: Shares = ()
        self.known: Shares = ()
        """Each seat's last value from what it knew."""
        self.known_errors: Shares = ()
        self.clock, self.tick = clock_of(self.game), 0
        """The clock, and where it stood at the last position that was valued."""
        self.sighted = 0
        """The mask of seats from which nothing was hidden."""
        self.start: Shares = ()

    def deal(self) -> tuple[Stride, Stride]:
        match = self.match
        s = match.position(0)
        self.tick = self.clock(s)
        self.open, self.open_errors = self.valued(s, EVERYTHING)
        self.look(s)
        dealt = match.start is None and bool(match.steps[0].chance)
        prepared = self.game.prepare(len(match.players), match.options, match.packs)
        self.start = self.appraiser.deal(prepared) if dealt else self.open
        if not dealt:
            self.known = self.open
        return (
            Stride(0, 0, SPECTATOR, self.open, self.all_luck(self.open), self.open_errors),
            Stride(0, 0, SPECTATOR, self.known, self.all_luck(self.known), self.known_errors),
        )

    def all_luck(self, values: Shares) -> tuple[tuple[float, float, float], ...]:
        return tuple((values[seat] - self.start[seat], 0.0, 0.0) for seat in self.seats)

    def strides(self, answer: Answer, final: bool) -> tuple[Stride, Stride]:
        match, moment = self.match, answer.last
        s, step = match.position(moment), match.steps[moment]
        forced = step.choice is None or (
            answer.first == answer.last and len(self.game.choices(match.position(moment - 1), step.seat)) == 1
        )
        nothing = forced and not step.chance and not final
        before, known_before, sighted, gone = self.open, self.known, self.sighted, 0
        if final:
            self.open = self.known = result_of(match)
            self.open_errors = self.known_errors = tuple(0.0 for _ in self.seats)
            self.sighted = -1
        elif not nothing:
            gone, self.tick = self.clock(s) - self.tick, self.clock(s)
            self.open, self.open_errors = self.valued(s, EVERYTHING)
            self.look(s)
        farther = self.farther(s, EVERYTHING, gone, self.open)
        gifts = self.open_gifts(answer, before, farther)
        open_parts = tuple(
            split(seat == answer.seat, self.open[seat] - before[seat], gifts[seat] + farther[seat])
            for seat in self.seats
        )
        known_parts = tuple(
            open_parts[seat]
            if (sighted & self.sighted) >> seat & 1
            else self.known_part(answer, seat, self.known[seat] - known_before[seat], nothing, gone)
            for seat in self.seats
        )
        return (
            Stride(moment, answer.first, answer.seat, self.open, open_parts, self.open_errors),
            Stride(moment, answer.first, answer.seat, self.known, known_parts, self.known_errors),
        )

    def farther(self, s: Position, eye: int, gone: int, now: Shares) -> Shares:
        """What changes only because values look farther as soon as a tick is over: nobody chose it. Nothing where play-outs go to the end."""
        if not gone or self.appraiser.to_the_end:
            return (0.0,) * len(self.seats)
        return tuple(after - until for after, until in zip(now, self.at_tick(s, eye, gone)))

    def open_gifts(self, answer: Answer, before: Shares, farther: Shares) -> Shares:
        """From everything, what chance gave until the same tick: all of the change where nothing was decided."""
        step = self.match.steps[answer.last]
        if step.choice is None or not step.chance:
            return (0.0,) * len(self.seats)
        if answer.first == answer.last and self.appraiser.expected(
            self.match.position(answer.last - 1), step.seat, step.choice
        ):
            return tuple(now - was - more for now, was, more in zip(self.open, before, farther))
        return self.gifts(answer, EVERYTHING)

    def gifts(self, answer: Answer, eye: int) -> Shares:
        """What chance gave after the last choice of an answer."""
        step = self.match.steps[answer.last]
        assert step.choice is not None
        before, came = (self.match.position(moment) for moment in (answer.last - 1, answer.last))
        return self.appraiser.chance(before, came, step.seat, step.choice, eye, salt=f"chance/{answer.last}")

    def known_part(
        self, answer: Answer, seat: int, change: float, nothing: bool, gone: int
    ) -> tuple[float, float, float]:
        """What a step changed from what a seat knew."""
        if nothing or self.match.steps[answer.last].choice is None:
            return split(seat == answer.seat, change, 0.0)
        came = self.match.position(answer.last)
        farther = self.farther(came, seat, gone, self.known)[seat]
        if seat != answer.seat:
            return split(False, change, self.witnessed(answer, seat, farther) + farther)
        made = [
            step.choice
            for step in self.match.steps[answer.first : answer.last + 1]
            if step.choice is not None
        ]
        s = self.match.position(answer.first - 1)
        if not self.appraiser.learns(s, came, seat, made):
            return split(True, change, farther)
        expected = self.appraiser.answer(s, seat, made, salt=f"curve/{seat}")[seat]
        rest = self.known[seat] - farther - expected
        if answer.together:
            return farther, change - rest - farther, rest
        return split(True, change, rest + farther)

    def witnessed(self, answer: Answer, seat: int, farther: float) -> float:
        """What chance gave a seat when another one chose, and what came to light by it, as far as nobody chose that just then: against what the
        seat could expect of that choice."""
        step = self.match.steps[answer.last]
        assert step.choice is not None
        before, came = (self.match.position(moment) for moment in (answer.last - 1, answer.last))
        if not answer.together and self.appraiser.learns(before, came, step.seat, [step.choice], seat):
            expected = self.appraiser.witnessed(before, step.seat, step.choice, seat, salt=f"curve/{seat}")
            if expected is not None:
                return self.known[seat] - farther - expected[seat]
        return self.gifts(answer, seat)[seat] if step.chance else 0.0

    def look(self, s: Position) -> None:
        """What each seat may expect, from what it knows; the same as from everything where nothing is hidden from it."""
        self.sighted = self.appraiser.sees_all(s)
        found = [
            (self.open[seat], self.open_errors[seat]) if self.sighted >> seat & 1 else self.eyed(s, seat)
            for seat in self.seats
        ]
        self.known = tuple(value for value, _ in found)
        self.known_errors = tuple(error for _, error in found)

    def eyed(self, s: Position, seat: int) -> tuple[float, float]:
        values, errors = self.valued(s, seat)
        return values[seat], errors[seat]

    def valued(self, s: Position, eye: int) -> tuple[Shares, Shares]:
        """All positions of a game with the same dice: where a player did what the scripted one would have done, nothing changes."""
        return self.at_tick(s, eye, 0), self.appraiser.errors

    def at_tick(self, s: Position, eye: int, gone: int) -> Shares:
        """The same values, seen where those of so many ticks ago are seen."""
        return self.appraiser.position(s, eye, salt=f"curve/{eye}", gone=gone)


def split(own: bool, change: float, luck: float) -> tuple[float, float, float]:
    choice = change - luck
    return (luck, choice, 0.0) if own else (luck, 0.0, choice)
