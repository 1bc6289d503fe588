"""Time shared out: how many play-outs each question may have, so that a review comes when it was promised."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

FIRST = 8
"""Play-outs of the first question, when nothing is known yet of what they cost; as many as any must have, where that is more."""
ABOUT = 2
"""How many times as many as the first one, or as few, a step has at most whose costs were tried: the few last ones could get any number."""


class Cost(NamedTuple):
    """What a step costs."""

    whatever: float
    """However many play-outs it has."""
    each: float
    """And for each of them."""


ALIKE = Cost(0.0, 1.0)


class Pace:
    """Seconds of a processor for a number of steps: of about the same kind, or with costs that were tried (`learn`).

    What was used so far says what a play-out costs, so a slow game gets fewer and a quick one more of them. Time in which others had
    the processor does not count: a busy machine makes a review late, not poor.
    """

    def __init__(self, seconds: float, least: int, most: int) -> None:
        self.left, self.least, self.most = seconds, least, most
        self._given = max(least, min(most, FIRST))
        self._spent, self._played = 0.0, 0.0
        self._since = 0.0
        """When the present step began; 0 between steps."""
        self._costs: Sequence[Cost] = ()
        """What each step costs; none where all are alike."""
        self._cost = ALIKE

    def learn(self, costs: Sequence[Cost], seconds: float) -> None:
        """What all the steps cost, as they were tried in so many seconds: some kinds take far longer than others, and neither those that come
        early nor those that come late must go short."""
        self._costs = costs
        self._spent = self._played = seconds

    def outs(self, done: int, of: int) -> int:
        """Play-outs for the next of the steps."""
        now = self.rest()
        if self._played:
            ahead = self._costs[done:] or [ALIKE] * max(1, of - done)
            left = (self.left - self._spent) * self._played / max(self._spent, 1e-9)
            left -= sum(cost.whatever for cost in ahead)
            given = int(left / max(sum(cost.each for cost in ahead), 1e-9))
            self._given = max(self.least, min(self.most, given))
            if self._costs and done == 0:
                self.least, self.most = (
                    max(self.least, self._given // ABOUT),
                    min(self.most, self._given * ABOUT),
                )
        self._cost = self._costs[done] if self._costs else ALIKE
        self._since = now
        return self._given

    def rest(self) -> float:
        """A step is done: what comes now is not of this kind. Gives the time."""
        now = time.process_time()
        if self._since:
            self._spent += now - self._since
            self._played += self._cost.whatever + self._given * self._cost.each
        self._since = 0.0
        return now
