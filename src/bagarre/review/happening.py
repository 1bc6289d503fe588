"""What was done at a moment of a game and what came of it, in the sentences of its log, as a seat could know it."""

from __future__ import annotations

from itertools import accumulate, takewhile
from typing import Any

from bagarre.kernel.events import Event
from bagarre.kernel.game import SPECTATOR
from bagarre.kernel.speech import Speech
from bagarre.match import Match
from bagarre.review.aftermath import aftermath_room
from bagarre.review.curve import Stride
from bagarre.review.plans import hindsight_room

ORDERS = 3
"""Choices of a sheet that are named."""
EVENTS = 6
"""Sentences of what happened then: a hand of weapons and what came of it."""
ANSWERS = 2
"""More of them where others answered: what was said, and by whom it was doubted."""
FIGHT = 12
"""Of a fight that several choices decide, with its dice."""
RESULTS = 8
"""Results among them, the last ones: a fight of four, who wins the round, and who the game."""
LINES = 12
"""Lines of the others' sheets: of four characters."""


def settled(match: Match, moment: int, until: int | None = None) -> int:
    """When it is over what goes on at a moment (the game's `unsettled`, in its room `aftermath`), before `until`: half of a fight says little."""
    going_on = getattr(aftermath_room(match.game), "unsettled", None)
    last = (len(match.steps) if until is None else until) - 1
    while going_on is not None and moment < last and going_on(match.position(moment)):
        moment += 1
    return moment


def happenings(
    match: Match, stride: Stride, seat: int, speech: Speech, room: int = EVENTS, *, sheets: bool = False
) -> list[tuple[str, str]]:
    """What was done and what happened then, as the seat could know it: the choices, the last of the results, which say how it ended, and the
    rest where there is room; sentences with their clauses. With `sheets` also what the others had written."""
    steps = match.steps[stride.first : stride.moment + 1]
    told = [match.events(step, seat) for step in steps]
    events = [event for of_step in told for event in of_step]
    if stride.seat == SPECTATOR:
        # Of a deal what the seat itself was given; where nothing is said to be somebody's, how it began.
        events = [event for event in events if is_named(event, seat)] or events
    starts = accumulate(map(len, told), initial=0)
    own = takewhile(lambda one: one[0].seat == stride.seat, zip(steps, told, starts))
    done = [start for _, of_step, start in own if of_step and start < len(events)][: ORDERS + 1] or [0]
    owners = Owners(match, stride.first - 1)
    written = [k for k, event in enumerate(events) if sheets and owners.wrote(event, seat)][:LINES]
    results = [k for k in range(1, len(events)) if events[k].kind.name in match.game.explained]
    # Of a long turn what befell one's own, and how it ended.
    results = sorted(results, key=lambda k: (k != results[-1] and not owners.concerns(events[k], seat), -k))
    first = {*done, *written, *results[:RESULTS]}
    rest = [
        k for k in range(len(events)) if k not in first and events[k].kind.name not in match.game.explained
    ]
    # Beside the others' lines one's own would be no news.
    chosen = sorted([*first, *rest[: 0 if written else max(0, room - len(first))]])
    return [(speech.event(events[k]), events[k].kind.clause) for k in chosen if k < len(events)]


class Owners:
    """Whose the characters are whom events name, in a game with sheets of orders; elsewhere everything concerns everybody."""

    def __init__(self, match: Match, moment: int) -> None:
        self.room: Any = hindsight_room(match.game)
        self.s = match.position(max(0, moment))

    def concerns(self, event: Event, seat: int) -> bool:
        return self.room is None or is_named(event, seat) or seat in self.of(event)

    def wrote(self, event: Event, seat: int) -> bool:
        """Is it a line of a sheet that another one wrote?"""
        return self.room is not None and event.kind.name == self.room.WRITTEN and seat not in self.of(event)

    def of(self, event: Event) -> list[int]:
        return [
            self.room.owner(self.s, int(value))
            for one, value in zip(event.kind.fields, event.values)
            if one.kind == "character" and value is not None and value >= 0
        ]


def is_named(event: Event, seat: int) -> bool:
    return any(one.kind == "seat" and value == seat for one, value in zip(event.kind.fields, event.values))
