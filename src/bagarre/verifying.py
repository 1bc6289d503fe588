"""Every card and every die of a record once more: do they follow from its seed, and the seed from the secrets? (`docs/fair-dice.md`)"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from bagarre.fair import Fair
from bagarre.following import follow
from bagarre.kernel.draws import Drawn, watch
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.meta import HUMAN
from bagarre.match import Match
from bagarre.record import ChoiceMade, Deal, Record, Undone


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of recomputing all chance of a record."""

    results: int
    """Dice and cards that were looked at."""
    wrong: tuple[int, ...]
    """The lines, counted as in the file, whose dice or cards do not follow from the seed."""
    taken_over: int
    """Lines at the beginning that were taken over from another game, with its chance."""
    fair: Fair | None
    seed_follows: bool
    """Is the seed what the secrets make? True where there are none."""
    undone: int = 0
    """Choices that were taken back: whoever took back saw what they led to."""
    people: tuple[int, ...] = ()
    """The seats of people."""
    draws: Mapping[int, tuple[Drawn, ...]] = field(default_factory=dict)
    """Of each line of the game, counted from 0: the numbers that its results were made of."""
    companion: bool = False
    """Was it played with the real box, and its dice with the hand?"""

    @property
    def holds(self) -> bool:
        """Does all chance follow from the seed, and the seed from the secrets?"""
        return not self.wrong and self.seed_follows

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats of people that added nothing."""
        added = {seat for seat, _ in self.fair.shares} if self.fair is not None else set()
        return tuple(seat for seat in self.people if seat not in added)


def verify(record: Record, game: Game | None = None) -> Verdict:
    """Recompute every card and every die of a record.

    :raises Mistake: when the record does not follow the rules.
    """
    header = record.header
    wrong: list[int] = []
    draws: dict[int, tuple[Drawn, ...]] = {}
    results = undone = 0
    lines = follow(record, game)
    _, match = next(lines)
    for number, line in enumerate(record.lines):
        undone += line.count if isinstance(line, Undone) else 0
        if isinstance(line, Deal | ChoiceMade) and number >= header.taken_over:
            results += len(line.chance)
            expected, draws[number] = _expected(match, record, line)
            if expected != line.chance:
                # Counted as in a file, where the header is the first line.
                wrong.append(number + 2)
        if number:
            next(lines, None)
    return Verdict(
        results,
        wrong=tuple(wrong),
        taken_over=header.taken_over,
        fair=header.fair,
        seed_follows=header.fair is None or header.fair.seed() == header.seed,
        undone=undone,
        draws={number: drawn for number, drawn in draws.items() if drawn},
        people=tuple(seat for seat, kind in enumerate(header.seats) if kind == HUMAN),
        companion=header.companion,
    )


def _expected(
    match: Match, record: Record, line: Deal | ChoiceMade
) -> tuple[tuple[int, ...], tuple[Drawn, ...]]:
    """The chance that the seed has for a line, in the position before it, and the numbers that it was made of."""
    drawn: list[Drawn] = []
    watching = partial(watch, drawn=drawn)
    if isinstance(line, ChoiceMade):
        match.watch = watching
        try:
            step = match.consider(line.seat, line.choice, bot=line.bot, seen=line.seen).step
        except Mistake:
            return (), ()
        finally:
            match.watch = None
        return step.chance if step is not None else (), tuple(drawn)
    header = record.header
    dealt = Match(
        match.game, header.players, options=dict(header.options), packs=header.packs, seed=header.seed,
        kinds=header.seats, start=header.start, companion=header.companion, watch=watching,
    )  # fmt: skip
    return dealt.steps[0].chance, tuple(drawn)
