"""The coach: what a person who is new needs to hear at the table, in plain sentences.

A game's `coach.py` has a class `Coach`, made for one moment of one seat from what that seat knows, and from nothing else:

    Coach(known, seat, speech).goal()               # what the game is about, in one sentence
    Coach(known, seat, speech).moment()             # what is asked now; may have lines
    Coach(known, seat, speech).consequence(choice)  # what it does, what may happen and how likely
    Coach(known, seat, speech).foremost(legal)      # only where choices are too many to be read: the plain ones
    Coach(known, seat, speech).signs()              # only where the board of a browser draws signs at some moments: what they mean

Its sentences live under `[coach]` of the game's words. It tells what a choice does and never which to take.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from bagarre.kernel.menu import Choice

if TYPE_CHECKING:
    from bagarre.kernel.speech import Speech


class Coach(Protocol):
    """What every game's coach can say."""

    def goal(self) -> str:
        """What one plays for."""

    def moment(self) -> str:
        """What this moment asks of the seat; what the others do while it waits."""

    def consequence(self, choice: Choice) -> str:
        """What a choice of the seat does, before it is made."""


@runtime_checkable
class Picks(Protocol):
    """The coach of a game in which a moment may have a hundred choices."""

    def foremost(self, legal: Sequence[Choice]) -> list[Choice]:
        """Those that somebody new looks at first."""


@runtime_checkable
class Legend(Protocol):
    """The coach of a game whose board draws aids; where no board is drawn, or one without them, nobody is told of them."""

    def signs(self) -> str:
        """What the signs of the moment mean; empty where there are none."""


def with_signs(coach: Coach) -> str:
    """What the moment asks of whoever has the board with its aids in sight."""
    signs = coach.signs() if isinstance(coach, Legend) else ""
    return " ".join(told for told in (coach.moment(), signs) if told)


def foremost(coach: Coach, legal: Sequence[Choice]) -> list[Choice]:
    """The choices to explain where all of them would fill more than a screen."""
    return coach.foremost(legal) if isinstance(coach, Picks) else list(legal)


class MakesCoach(Protocol):
    def __call__(self, known: Any, seat: int, speech: Speech, /) -> Coach: ...
