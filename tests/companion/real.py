"""A game at a real table, for tests: what its cards and dice were, and a companion that is told them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from bagarre.companion import Asking, ask, ask_deal, begun
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.match import Match, Step


class RealGame:
    """A game that was played ordinarily; its results are those of the real dice and cards."""

    def __init__(
        self, name: str, seats: int, seed: int, options: dict[str, Any] | None = None, player: str = "random"
    ) -> None:
        self.game = find_game(name)
        self.options = options or {}
        self.names = ["Ada", "Blaise", "Carole", "Denis", "Émile", "Fanny"][:seats]
        self.match = Match(self.game, self.names, seed=seed, options=self.options, kinds=[player] * seats)
        self.chance = random.Random(seed)

    def play(self, most: int) -> None:
        """Play on, to the end or for so many choices."""
        while not self.match.is_over and len(self.match.steps) <= most:
            self.match.let_play(self.match.deciders[0])


def told(asking: Asking, came: Step, turned_up: Callable[[], int]) -> Asking:
    """Answer everything that is asked with what came in the real game."""
    while asking.question is not None:
        if asking.question.turned_up:
            asking.answer(turned_up())
        else:
            asking.answer(called(asking, came.chance[len(asking.results)]))
    return asking


def called(asking: Asking, result: int) -> int:
    """The answer that stands for a result: a die of colours has several faces of one colour."""
    assert asking.question is not None
    offered = [offer.number for offer in asking.question.asked.results]
    if asking.question.asked.key == "armory":
        return max(number for number in offered if number <= result)
    return result


def mystery(match: Match, count: int) -> Callable[[], int]:
    """What the card is that lies face down for everybody, before that choice (Boss Quest)."""

    def look() -> int:
        s: Any = match.position(count - 1)
        return int(s.market[s.faces])

    return look


def companioned(real: RealGame) -> Iterator[tuple[Match, Asking]]:
    """The same game at a companion table, choice by choice."""
    steps = real.match.steps
    dealt = told(
        ask_deal(real.game, len(real.names), real.options, chance=real.chance),
        steps[0],
        lambda: -1,
    )
    match = begun(real.game, real.names, dealt, options=real.options)
    yield match, dealt
    for count, step in enumerate(steps[1:], start=1):
        assert step.choice is not None
        asking = told(
            ask(match, step.seat, step.choice, chance=real.chance), step, mystery(real.match, count)
        )
        asking.play(match)
        yield match, asking


def refused(asking: Asking, result: int) -> Mistake:
    """What is answered to a result that cannot be; nothing may have changed."""
    before = (asking.question, list(asking.answers), asking.seen)
    try:
        asking.answer(result)
    except Mistake as mistake:
        assert (asking.question, asking.answers, asking.seen) == before
        return mistake
    raise AssertionError(f"{result} was accepted")
