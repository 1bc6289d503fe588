"""The winning chances of every seat through a game, and each step of them split into luck, own decisions and those of the others.

Twice, and never mixed up: from everything, and from what each seat knew. In both, what a step changes is

    luck       what chance gave, against its expectation over all results
    own        what the seat's own choice changed, against the play expected of it
    others     what the others' choices changed

and the parts add up to the result exactly: they telescope, whatever the values are. From what a seat knew, its own choice is valued in
the worlds that fit what it knew; what then came of it is luck (a denunciation that could have gone either way), except that what
the others chose in secret at the same time is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bagarre.kernel.game import SPECTATOR, Game
from bagarre.kernel.layout import Position
from bagarre.match import Match
from bagarre.review.appraiser import EVERYTHING, Appraiser, Shares

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


@dataclass(frozen=True, slots=True)
class Curve:
    """The winning chances through a game, from one point of view."""

    start: Shares
    """Before the deal."""
    strides: tuple[Stride, ...]

    def total(self, seat: int, part: int) -> float:
        return sum(stride.parts[seat][part] for stride in self.strides)

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
                    "parts": [list(parts) for parts in one.parts],
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
                    tuple((parts[LUCK], parts[OWN], parts[OTHERS]) for parts in one["parts"]),
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
    """The choices of a game, with those of one sheet taken together."""
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
                and writing(match.position(moment), step.seat)
            ):
                moment += 1
        yield Answer(step.seat, first, moment, asked_together(match, first))
        moment += 1


def writing_of(game: Game) -> Callable[[Position, int], int]:
    """The game's `writing`, or one that says no."""
    room = game.room("search") if (game.folder / "search.py").exists() else None
    return getattr(room, "writing", lambda s, seat: 0)


def asked_together(match: Match, moment: int) -> bool:
    """Was the choice at that moment an answer to a question put to several at once?"""
    seat = match.steps[moment].seat
    while moment >= 1:
        asked = match.game.deciders(match.position(moment - 1))
        if seat not in asked:
            return False
        if len(asked) > 1:
            return True
        # Perhaps the last to answer: whoever answered before was asked with this seat.
        moment -= 1
        if moment >= 1 and match.steps[moment].seat == seat:
            return False
    return False


def result_of(match: Match) -> Shares:
    """Each seat's share of the win."""
    end = match.outcome
    assert end is not None
    winners = end.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(match.players)))


def both_curves(
    match: Match, appraiser: Appraiser, progress: Callable[[int, int], None] = lambda done, of: None
) -> tuple[Curve, Curve]:
    """From everything, and from what each seat knew."""
    made = list(answers(match))
    tracer = Tracer(match, appraiser)
    strides: tuple[list[Stride], list[Stride]] = ([], [])
    for list_of, stride in zip(strides, tracer.deal()):
        list_of.append(stride)
    for number, answer in enumerate(made):
        progress(number, len(made))
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
        """The last values from everything."""
        self.known: list[float] = []
        """Each seat's last value from what it knew."""
        self.start: Shares = ()

    def deal(self) -> tuple[Stride, Stride]:
        match = self.match
        s = match.position(0)
        self.open = self.appraiser.position(s, salt="0")
        self.known = self.all_known(s, 0)
        dealt = match.start is None and bool(match.steps[0].chance)
        prepared = self.game.prepare(len(match.players), match.options, match.packs)
        self.start = self.appraiser.deal(prepared) if dealt else self.open
        if not dealt:
            self.known = list(self.open)
        parts = (
            tuple((self.open[seat] - self.start[seat], 0.0, 0.0) for seat in self.seats),
            tuple((self.known[seat] - self.start[seat], 0.0, 0.0) for seat in self.seats),
        )
        return (
            Stride(0, 0, SPECTATOR, self.open, parts[0]),
            Stride(0, 0, SPECTATOR, tuple(self.known), parts[1]),
        )

    def strides(self, answer: Answer, final: bool) -> tuple[Stride, Stride]:
        match, moment = self.match, answer.last
        s, step = match.position(moment), match.steps[moment]
        forced = step.choice is None or (
            answer.first == answer.last and len(self.game.choices(match.position(moment - 1), step.seat)) == 1
        )
        nothing = forced and not step.chance and not final
        opened = (
            result_of(match) if final else self.open if nothing else self.appraiser.position(s, salt=moment)
        )
        known = list(opened) if final else self.known if nothing else self.all_known(s, moment)
        if nothing or not step.chance:
            expected = opened
        else:
            expected = self.chance(answer, EVERYTHING)
        open_parts = tuple(
            split(seat == answer.seat, self.open[seat], expected[seat], opened[seat]) for seat in self.seats
        )
        known_parts = tuple(self.known_part(answer, seat, known[seat], nothing) for seat in self.seats)
        self.open, self.known = opened, known
        return (
            Stride(moment, answer.first, answer.seat, opened, open_parts),
            Stride(moment, answer.first, answer.seat, tuple(known), known_parts),
        )

    def chance(self, answer: Answer, eye: int) -> Shares:
        """What the last choice of an answer led to, over what chance may bring."""
        step = self.match.steps[answer.last]
        assert step.choice is not None
        before = self.match.position(answer.last - 1)
        return self.appraiser.after(before, step.seat, step.choice, eye, salt=f"chance/{answer.last}")

    def known_part(
        self, answer: Answer, seat: int, after: float, nothing: bool
    ) -> tuple[float, float, float]:
        before, steps = self.known[seat], self.match.steps
        if nothing or steps[answer.last].choice is None:
            return split(seat == answer.seat, before, after, after)
        if seat == answer.seat:
            made = [step.choice for step in steps[answer.first : answer.last + 1] if step.choice is not None]
            s = self.match.position(answer.first - 1)
            expected = self.appraiser.answer(s, seat, made, salt=f"own/{answer.last}")[seat]
            rest = after - expected
            return (0.0, expected - before, rest) if answer.together else (rest, expected - before, 0.0)
        expected = self.chance(answer, seat)[seat] if steps[answer.last].chance else after
        return split(False, before, expected, after)

    def all_known(self, s: Position, moment: int) -> list[float]:
        """What each seat may expect, from what it knows."""
        return [self.appraiser.position(s, seat, salt=f"known/{moment}")[seat] for seat in self.seats]


def split(own: bool, before: float, expected: float, after: float) -> tuple[float, float, float]:
    choice = expected - before
    return (after - expected, choice, 0.0) if own else (after - expected, 0.0, choice)
