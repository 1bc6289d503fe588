"""Time shared out: how many play-outs each question may have, so that a review comes when it was promised."""

from __future__ import annotations

import time
from collections.abc import Sequence

FIRST = 8
"""Play-outs of the first question, when nothing is known yet of what they cost."""
TRIED = 0.05
"""How much of what the steps took when they were tried counts as if they had been made: with few play-outs most of it is not theirs.
"""


class Pace:
    """Seconds of a processor for a number of steps: of about the same kind, or with costs that were tried (`learn`).

    What was used so far says what a play-out costs, so a slow game gets fewer and a quick one more of them. Time in which others had
    the processor does not count: a busy machine makes a review late, not poor.
    """

    def __init__(self, seconds: float, least: int, most: int) -> None:
        self.left, self.least, self.most = seconds, least, most
        self._given = FIRST
        self._spent, self._played = 0.0, 0.0
        self._since = 0.0
        """When the present step began; 0 between steps."""
        self._weights: Sequence[float] = ()
        """What a play-out of each step costs beside those of the others; none where they are alike."""
        self._weight = 1.0

    def learn(self, costs: Sequence[float], outs: int) -> None:
        """What all the steps took, with so many play-outs each: some kinds take far longer than others, and those that come late must not go short."""
        self._weights = [cost / outs for cost in costs]
        self._spent = self._played = TRIED * sum(costs)
        self.left -= sum(costs) - self._spent

    def outs(self, done: int, of: int) -> int:
        """Play-outs for the next of the steps."""
        now = self.rest()
        if self._played:
            cost = self._spent / self._played
            ahead = sum(self._weights[done:]) if self._weights else max(1, of - done)
            self._given = int((self.left - self._spent) / max(ahead * cost, 1e-9))
            self._given = max(self.least, min(self.most, self._given))
        self._weight = self._weights[done] if self._weights else 1.0
        self._since = now
        return self._given

    def rest(self) -> float:
        """A step is done: what comes now is not of this kind. Gives the time."""
        now = time.process_time()
        if self._since:
            self._spent += now - self._since
            self._played += self._given * self._weight
        self._since = 0.0
        return now
