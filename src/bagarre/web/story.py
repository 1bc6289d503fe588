"""The story of a match: every event that was told, in order, undone ones included.

Everybody reads the same number of lines: an event is told to all, with blanks for those who may not know its secret numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bagarre.following import follow
from bagarre.kernel.errors import RecordError
from bagarre.kernel.game import SPECTATOR, Game
from bagarre.match import Match, Step
from bagarre.record import Ended, Line, Record, Undone, read_header, read_line


@dataclass(slots=True)
class Beat:
    """One step of the story: a step of the match, or somebody going back."""

    first: int
    """Number of the first line it tells; lines are numbered from 1."""
    count: int
    step: Step | None
    back_by: int = -1
    """The seat that took back, for a beat of going back; -1 when unknown."""
    back: int = 0
    """How many choices were taken back."""
    undone: bool = False
    moment: int = 0
    """The number of choices standing after it."""


class Story:
    """The beats of one match."""

    def __init__(self) -> None:
        self.beats: list[Beat] = []
        self.lines = 0
        """Lines told so far."""
        self.folds = 0
        """Times that somebody went back."""

    def tell(self, step: Step, moment: int) -> None:
        """Add a step of the match."""
        count = len(step.rows)
        self.beats.append(Beat(self.lines + 1, count, step, moment=moment))
        self.lines += count

    def go_back(self, seat: int, count: int, moment: int) -> None:
        """Fold the last standing choices and say so."""
        left = count
        for beat in reversed(self.beats):
            if left and beat.step is not None and beat.step.seat != SPECTATOR and not beat.undone:
                beat.undone = True
                left -= 1
        self.beats.append(Beat(self.lines + 1, 1, None, back_by=seat, back=count, moment=moment))
        self.lines += 1
        self.folds += 1

    def since(self, told: int) -> list[Beat]:
        """The beats that tell a line after line `told`."""
        found = []
        for beat in reversed(self.beats):
            if beat.first + beat.count - 1 <= told:
                if beat.count:
                    break
                continue
            found.append(beat)
        return found[::-1]

    def undone_lines(self) -> list[int]:
        """The numbers of the lines that were taken back."""
        return [
            number
            for beat in self.beats
            if beat.undone
            for number in range(beat.first, beat.first + beat.count)
        ]

    def follow(self, line: Line, match: Match) -> None:
        """Add a line of a record, with the match as the line leaves it."""
        moment = len(match.steps) - 1
        if isinstance(line, Undone):
            self.go_back(line.by, line.count, moment)
        elif not isinstance(line, Ended):
            self.tell(match.steps[-1], moment)


def follow_with_story(header: Any, lines: Sequence[Any], game: Game) -> tuple[Match, Story, int | None]:
    """The match of a table's lines as far as they follow, its story, and the number of the first line that does not.

    :raises Mistake: when not even the deal follows.
    """
    readable: list[Line] = []
    for line in lines:
        try:
            readable.append(read_line(line))
        except ValueError:
            break
    story, followed = Story(), follow(Record(read_header(header), tuple(readable)), game)
    line, match = next(followed)
    story.follow(line, match)
    with suppress(RecordError):
        for line, match in followed:
            story.follow(line, match)
    return match, story, None if len(match.history) == len(lines) else len(match.history)
