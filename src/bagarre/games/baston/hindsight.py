"""Looking back at a brawl (`bagarre/review/plans.py`, `bagarre/review/rolls.py`): where sheets led, who ran into whom, what the dice could be expected to give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bagarre.kernel.menu import Choice

from .boardview import middle
from .choices import COMMIT
from .forecast import forecast_sheet
from .frame import FIRST_GAME
from .labels import without_codes as worded
from .outlook import FACES, NEEDED
from .rules.hits import read_results
from .rules.sequence import UNDER_WAY
from .state import BOXES, IN_PLAY, NOWHERE, ROLL_UNDER_STRICT, State
from .view import scenario_in

__all__ = ["character", "in_words", "owner", "rolls", "tag_of", "turn_of", "ways", "worded", "written"]

COLLISIONS = ("jostle", "cannot_enter")
"""Events: somebody runs into somebody (BA-JOST-2, BA-JOST-10)."""
WRITTEN = "sheet_line"
"""The event that shows what was written for a character."""
LETTERS = 32
"""What events call a character is its name and its letter in one number; letters are below this."""
EIGHT = 8
TIES = 4
"""Faces of the D8 on which who pushes wins a tie (BA-JOST-2)."""


class Stop(NamedTuple):
    """Where a sequence ends."""

    xy: list[int]
    facing: int
    prone: bool


class Way(NamedTuple):
    """Where the sheet of one character leads, if nobody else moves."""

    who: int
    line: list[list[int]]
    """Places of the page, from where it stands."""
    stops: list[Stop]
    targets: list[list[int]]
    """Places of those whom its blows meet."""
    orders: list[int]


class Roll(NamedTuple):
    """A roll that may succeed or fail, with its chance."""

    kind: str
    """`blow`, `hold`, `test` or `push`."""
    turn: int
    who: int
    """As events name a character."""
    other: int
    """Against whom; -1 for nobody."""
    seat: int
    die: int
    faces: int
    """Faces that succeed."""
    of: int
    made: bool
    wounds: int = 0
    """Of a blow that hit, by the table of results."""
    expected: float = 0.0
    """And on the average over all faces that hit, and all parts of the body that the die could have named."""

    @property
    def chance(self) -> float:
        return self.faces / self.of


def in_words(game: Any, s: State) -> bool:
    """Is the game told in words alone, without printed codes? So is a first brawl at the table."""
    return scenario_in(s, game) == FIRST_GAME


def turn_of(s: State) -> tuple[int, bool]:
    """The turn that a sheet is for, and whether it is written anew while the turn goes on (BA-REPROG-3)."""
    return s.turn + 0, bool(UNDER_WAY[s.step])


def character(s: State, number: int) -> int:
    """The character of that letter."""
    return next(c for c in range(s.crowd) if s.letter[c] == number % LETTERS)


def tag_of(s: State, number: int) -> int:
    """How words name the character of that letter."""
    return int(s.name[character(s, number)]) * LETTERS + number % LETTERS


def owner(s: State, number: int) -> int:
    return s.seat_of[character(s, number)] + 0


def ways(game: Any, known: State, seat: int, sheet: Sequence[Choice]) -> list[Way]:
    """Where a gang's sheets lead, from what its owner knows."""
    world = known.copy()
    for choice in sheet:
        # When all sheets are in, the turn is played: only what is written matters here.
        if choice.verb != COMMIT:
            game.apply(world, seat, choice)
    return [
        way_of(world, c)
        for c in range(world.crowd)
        if world.seat_of[c] == seat and world.fate[c] == IN_PLAY and world.at[c] != NOWHERE
    ]


def written(known: State, seat: int) -> list[tuple[int, list[int]]]:
    """The orders that stand on a gang's sheets while they are being written, character by character (as words name them)."""
    return [
        (
            tag_of(known, known.letter[c]),
            [known.orders[c][b] + 0 for b in range(BOXES) if known.written[c] >> b & 1],
        )
        for c in range(known.crowd)
        if known.seat_of[c] == seat and known.written[c]
    ]


def way_of(world: State, c: int) -> Way:
    line = [middle(world.at[c])]
    stops, targets = [], []
    for box, found in enumerate(forecast_sheet(world, c)):
        line += [middle(p) for p in found.way[1:] if p != NOWHERE]
        targets += [middle(spot) for spot in found.spots if spot != NOWHERE]
        if box % 2:
            stops.append(Stop(line[-1], found.facing + 1, found.prone))
    return Way(c, line, stops, targets, [world.orders[c][box] + 0 for box in range(BOXES)])


class Memory:
    """What was said of a blow before it is known how it ends."""

    def __init__(self) -> None:
        self.column = -1
        self.held = False
        self.bonus = 0


def rolls(s: State, steps: Sequence[Sequence[Any]]) -> Iterator[tuple[int, Roll]]:
    """The rolls of a game from the open events of its steps, each with the number of its step; `s` is any position of it."""
    turn = 0
    blow = Memory()
    struck: tuple[int, Roll] | None = None
    for number, events in enumerate(steps):
        for event in events:
            name = event.kind.name
            told: dict[str, Any] = {
                field.name: value for field, value in zip(event.kind.fields, event.values)
            }
            if name == "turn_begins":
                turn = told["turn"]
            elif name == "location":
                blow.column = told["column"]
            elif name == "mod_held":
                blow.held = True
            elif name == "to_hit":
                blow.bonus = told["total"] - told["die"]
                struck = number, blow_roll(s, turn, told, blow)
            elif name == "misses" and struck is not None:
                yield struck
                blow, struck = Memory(), None
            elif name == "hits" and struck is not None:
                wounds, expected = told["wounds"], expected_wounds(s, told, blow)
                yield struck[0], struck[1]._replace(wounds=wounds, expected=expected)
                blow, struck = Memory(), None
            elif name == "hold_roll":
                faces = hitting(told["total"] - told["die"])
                yield number, _roll(s, "hold", turn, told, told["target"], faces, FACES, told["outcome"])
            elif name == "roll_under":
                limit = told["limit"] - told["penalty"] - (1 if s.options & ROLL_UNDER_STRICT else 0)
                faces = max(0, min(EIGHT, limit))
                yield number, _roll(s, "test", turn, told, -1, faces, EIGHT, told["outcome"])
            elif name == "jostle_tie":
                made = told["die"] > EIGHT - TIES
                yield number, _roll(s, "push", turn, told, told["other"], TIES, EIGHT, made)


def _roll(
    s: State, kind: str, turn: int, told: dict[str, Any], other: int, faces: int, of: int, made: Any
) -> Roll:
    return Roll(kind, turn, told["who"], other, owner(s, told["who"]), told["die"], faces, of, bool(made))


def blow_roll(s: State, turn: int, told: dict[str, Any], blow: Memory) -> Roll:
    # Who is held is hit whatever is rolled (BA-HIT-5).
    faces = FACES if blow.held else hitting(blow.bonus)
    return _roll(s, "blow", turn, told, told["target"], faces, FACES, told["outcome"])


def hitting(bonus: int) -> int:
    """Faces of the D20 that hit (BA-HIT-1)."""
    return max(0, min(FACES, FACES + 1 + bonus - NEEDED))


def expected_wounds(s: State, told: dict[str, Any], blow: Memory) -> float:
    """Wounds of a blow that hit, over the faces that hit and the parts that the location die could have named (BA-DMG-1, BA-LOC-1)."""
    parts = list(s.locate[blow.column]) if blow.column >= 0 else [told["part"]]
    totals = [die + blow.bonus for die in range(1, FACES + 1)]
    totals = [max(NEEDED, min(32, total)) for total in totals if blow.held or total >= NEEDED]
    found = [read_results(s, told["weapon"], part, total, 0, 5) for part in parts for total in totals]
    return sum(found) / len(found)
