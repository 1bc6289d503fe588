"""Why: every result says what it is made of, where it is shown and in the log.

A result is a list of reasons, each with the value that it adds, a sentence and a clause:

    [Because(value=4, reason="Épée 4", clause="BQ-GEN-4"), Because(value=-2, reason="Malus", clause="BQ-GEN-5")]

A reason without a value decides without counting: a condition that failed, a spell that turned the order round, a tie-break.
Views hold such lists where a result is shown (the shapes of a game use the same type), and a game's `why.py` gives them for the log:

    EXPLAINED = {"scores": "n", "misses_condition": ""}     # kinds of events that have reasons, and the number they add up to
    def because(known, told, speech) -> dict[int, list[Because]]: ...

`known` is the position after the step and `told` are the events of the step, both as the reader may know them; the result holds the reasons
of those events that have some, by their place in `told`. The contract checks that the values of a kind that names a number add up to it, that
every reason is a text with a clause of the rulebook, and that alike worlds explain alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from bagarre.kernel.events import Event
    from bagarre.kernel.speech import Speech


class Because(TypedDict):
    """One reason of a result."""

    value: int | None
    """What it adds or takes away; `None` when it decides without counting."""
    reason: str
    """What it is, in the reader's language."""
    clause: str


def total(reasons: Iterable[Because]) -> int:
    """What the reasons that count add up to."""
    return sum(each["value"] or 0 for each in reasons)


def plainly(event: Event, speech: Speech) -> list[Because]:
    """The reason of a result that one sentence explains, whatever came before: `why.plain.<kind>` of the words, with the kind's clause."""
    return [
        {"value": None, "reason": speech.say(f"why.plain.{event.kind.name}"), "clause": event.kind.clause}
    ]


def signed(number: int) -> str:
    """A number that is added, as it is printed: with its sign, and a true minus."""
    return f"+{number}" if number >= 0 else f"−{-number}"
