"""Plans that were written in secret: the sheet that a strong player would have written beside the one that was, and which collisions could be foreseen.

For games in which sheets of orders are written: they bring a room `hindsight` that tells where a sheet leads and which events are
collisions. How likely a collision was is counted in worlds that fit what the seat knew when it wrote, with what the others may write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.review.appraiser import Appraiser
from bagarre.review.decisions import Decision

LIKELY, POSSIBLE = 0.5, 0.15
"""Shares of the imagined worlds: above the first a collision was to be expected, below the second it could hardly be foreseen."""
RULE_OF_THREE = 3
"""What came in none of n worlds is rarer than three in n, in 95 cases of a hundred."""
WORLDS = 48
"""In which it is counted."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Who might run into whom in the turn of a sheet, from what its seat knew."""

    first: int
    """The number of the sheet's first choice."""
    worlds: int
    pairs: tuple[tuple[int, int, int], ...]
    """Two characters, and in how many worlds they collided."""

    def met(self, one: int, other: int) -> int:
        """In how many worlds two collided."""
        wanted = min(one, other), max(one, other)
        return next((n for a, b, n in self.pairs if (a, b) == wanted), 0)

    def data(self) -> dict[str, Any]:
        return {"first": self.first, "worlds": self.worlds, "pairs": [list(pair) for pair in self.pairs]}

    @classmethod
    def of(cls, data: dict[str, Any]) -> Foreseen:
        return cls(data["first"], data["worlds"], tuple((a, b, n) for a, b, n in data["pairs"]))


@dataclass(frozen=True, slots=True)
class Collision:
    """Two who ran into each other, or might have."""

    one: int
    other: int
    met: int
    """In how many of the imagined worlds they did."""
    worlds: int
    moment: int
    """The choice after which it happened; -1 when it did not."""

    @property
    def chance(self) -> float:
        return self.met / self.worlds

    @property
    def bound(self) -> int:
        """Of what was met in no world: less than one in so many, in 95 cases of a hundred (the rule of three)."""
        return max(1, self.worlds // RULE_OF_THREE)

    @property
    def verdict(self) -> str:
        if self.moment < 0:
            return "avoided"
        if self.chance >= LIKELY:
            return "likely"
        # Nothing met in a few worlds says little: a surprise is what was surely rare.
        sure = self.met > 0 or self.worlds >= RULE_OF_THREE / POSSIBLE
        return "surprise" if self.chance < POSSIBLE and sure else "possible"


def hindsight_room(game: Game) -> Any:
    """What the game says about plans and rolls; `None` for a game without sheets of orders."""
    return game.room("hindsight") if (game.folder / "hindsight.py").is_file() else None


def told_in_words(match: Match) -> bool:
    """Is the game told without the codes that are printed on its sheets, to somebody who plays it for the first time?"""
    room = hindsight_room(match.game)
    return room is not None and bool(room.in_words(match.game, match.state))


def foresee(
    match: Match,
    appraiser: Appraiser,
    sheets: Sequence[Decision],
    worlds: Callable[[int], int] = lambda number: WORLDS,
) -> list[Foreseen]:
    """For every sheet who might run into whom; `worlds` says in how many worlds that is counted."""
    room = hindsight_room(match.game)
    if room is None:
        return []
    kinds = [kind.number for kind in match.game.event_book.kinds if kind.name in room.COLLISIONS]
    found = []
    for number, sheet in enumerate(sheets):
        outs = worlds(number)
        s = match.position(sheet.first - 1)
        pairs = appraiser.foreseen(s, sheet.seat, sheet.made, kinds, salt=f"foresee/{sheet.first}", outs=outs)
        ordered = tuple((one, other, n) for (one, other), n in sorted(pairs.items()))
        found.append(Foreseen(sheet.first, outs, ordered))
    return found


def collisions(match: Match, sheet: Decision, foreseen: Foreseen, before: int) -> list[Collision]:
    """The collisions of a seat's characters after a sheet and `before` the choice with which it writes again: those that happened, in
    their order; then those that were likely."""
    room = hindsight_room(match.game)
    start = match.position(sheet.first - 1)

    def concerned(pair: tuple[int, int]) -> bool:
        return sheet.seat in (room.owner(start, pair[0]), room.owner(start, pair[1]))

    happened: dict[tuple[int, int], int] = {}
    for moment in range(sheet.moment, before):
        for event in match.open_events(match.steps[moment]):
            if event.kind.name in room.COLLISIONS:
                one, other = (int(value or 0) % room.LETTERS for value in event.values[:2])
                happened.setdefault((min(one, other), max(one, other)), moment)
    likely = [
        (a, b) for a, b, n in foreseen.pairs if n >= LIKELY * foreseen.worlds and (a, b) not in happened
    ]
    found = [*happened.items(), *((pair, -1) for pair in likely)]
    return [
        Collision(*pair, foreseen.met(*pair), foreseen.worlds, moment)
        for pair, moment in found
        if concerned(pair)
    ]
