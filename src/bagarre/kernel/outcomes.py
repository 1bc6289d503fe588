"""What chance can bring: every way in which one choice can turn out, with its exact chance.

For those who want trees with chance nodes. The rules know nothing of it: a choice is made again and again with scripted results, and
the journal says of each result in how many of how many cases it comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position

RESULTS = range(256)
"""What a result of the journal can be."""


class Outcome(NamedTuple):
    """One way in which a choice can turn out."""

    chance: Fraction
    results: tuple[int, ...]
    """The chance results that lead there, as a record writes them."""
    state: Position


def outcomes(game: Game, s: Position, seat: int, choice: tuple[int, int]) -> Iterator[Outcome]:
    """Every way in which a legal choice can turn out; their chances add up to 1.

    They are made one by one, as they are asked for: a choice that rolls many dice has very many.

    :raises ValueError: for a draw whose chance the journal does not know.
    """
    yield from _from(game, s, seat, choice, (), Fraction(1), _made(game, s, seat, choice, ()))


def _from(
    game: Game,
    s: Position,
    seat: int,
    choice: tuple[int, int],
    script: tuple[int, ...],
    chance: Fraction,
    after: Position,
) -> Iterator[Outcome]:
    """The outcomes that begin with these results; `after` is one of them."""
    place = len(script)
    if after.journal_length == place:
        after.tray, after.tray_length, after.tray_next = [0] * len(after.tray), 0, 0
        yield Outcome(chance, script, after)
        return
    if place >= len(after.journal) or after.journal_bound[place] == 0:
        raise ValueError(f"{game.name}: the chance of result {place + 1} is not known")
    bound, cases = after.journal_bound[place], 0
    for result in RESULTS:
        longer = (*script, result)
        after = _made(game, s, seat, choice, longer)
        if after.chance_fault:
            continue
        share = after.journal_share[place]
        yield from _from(game, s, seat, choice, longer, chance * Fraction(share, bound), after)
        cases += share
        if cases == bound:
            return
    raise ValueError(f"{game.name}: {cases} of {bound} cases of result {place + 1} found")


def _made(game: Game, s: Position, seat: int, choice: tuple[int, int], script: tuple[int, ...]) -> Position:
    after = s.copy()
    after.tray[: len(script)] = script
    after.tray_length, after.tray_next = len(script), 0
    game.apply(after, seat, choice)
    return after
