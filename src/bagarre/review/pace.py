"""Time shared out: how many play-outs each question may have, so that a review comes when it was promised."""

from __future__ import annotations

import time

FIRST = 8
"""Play-outs of the first question, when nothing is known yet of what they cost."""


class Pace:
    """Seconds of a processor for a number of steps of about the same kind.

    What was used so far says what a play-out costs, so a slow game gets fewer and a quick one more of them. Time in which others had
    the processor does not count: a busy machine makes a review late, not poor.
    """

    def __init__(self, seconds: float, least: int, most: int) -> None:
        self.left, self.least, self.most = seconds, least, most
        self._given = FIRST
        self._spent, self._played = 0.0, 0
        self._since = 0.0
        """When the present step began; 0 between steps."""

    def outs(self, done: int, of: int) -> int:
        """Play-outs for the next of the steps."""
        now = self.rest()
        if done:
            cost = self._spent / self._played
            self._given = int((self.left - self._spent) / max(1, of - done) / max(cost, 1e-9))
            self._given = max(self.least, min(self.most, self._given))
        self._since = now
        return self._given

    def rest(self) -> float:
        """A step is done: what comes now is not of this kind. Gives the time."""
        now = time.process_time()
        if self._since:
            self._spent += now - self._since
            self._played += self._given
        self._since = 0.0
        return now
