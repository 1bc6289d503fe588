"""What decides on points once the planet is destroyed, and who is ahead until then (BW-WIN-7)."""

from bagarre.kernel.speech import Speech

from .rules.ending import points
from .state import RUNNING, State

COUNTS = ("dead", "ruins", "life")
"""Enemies down, enemy modules destroyed, life left: the first in which the sides differ decides."""


def counts(s: State) -> dict[str, list[int]]:
    """Each count, for both sides."""
    return {key: list(both) for key, both in zip(COUNTS, zip(_apart(points(s, 0)), _apart(points(s, 1))))}


def deciding(s: State) -> str:
    """The count that decides; the last one where all are equal."""
    return next((key for key, (one, other) in counts(s).items() if one != other), COUNTS[-1])


def lead_told(s: State, seat: int, speech: Speech) -> str:
    """Who is ahead and by what, to one seat, or what decided in the end; nothing where points never decide."""
    if not s.by_points or seat not in (0, 1):
        return ""
    all_counts, key = counts(s), deciding(s)
    own, theirs = all_counts[key][seat], all_counts[key][1 - seat]
    how = "level" if own == theirs else key
    if s.how != RUNNING:
        how = f"final.{how}"
    else:
        how = f"lead.{how}" + ("" if own == theirs else "_won" if own > theirs else "_lost")
    return speech.say(f"board.{how}", own=own, theirs=theirs, dead=all_counts["dead"][seat])


def _apart(sum_of_all: int) -> tuple[int, int, int]:
    """The counts that `points` holds in one number."""
    things, life = divmod(sum_of_all, 256)
    return *divmod(things, 4), life
