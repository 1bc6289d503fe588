"""Values of positions and answers, as Python asks for them (`valuing.py` holds the rules)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from bagarre.bots.levels import settings_of
from bagarre.bots.search import FUTURE
from bagarre.kernel.chance import Dice, seed_words
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.likelihood import SHARE
from bagarre.kernel.menu import Choice
from bagarre.kernel.modes import Mode
from bagarre.kernel.rule import fast_mode_available
from bagarre.kernel.runner import MENUS
from bagarre.kernel.searchfile import search_settings
from bagarre.review import asking, valuing
from bagarre.review.valuing import EVERYTHING

__all__ = ["EVERYTHING", "LONGEST_ANSWER", "OUTS", "REVIEW", "Appraiser", "Compared", "Shares"]

OUTS = 64
"""Play-outs of a value."""
PAIRS = 2
"""Pairs that say what chance gave or what a choice changed, for each play-out of a value: few steps need them, and their noise adds up."""
PAIRED = (asking.CHANCE, asking.CHOICE)
VARYING, DIFFERING = 0.3, valuing.USUAL / 1000
"""How much play-outs and differences of two usually vary: standard deviations, in shares of a win."""
TO_THE_END = 40
"""Rounds that no game lasts."""
DEALS, WHOLE_DEALS = 4, 16
"""Deals that say what a game is worth before it, for each play-out of a value: more where they are played to their end, which varies more."""
LONGEST_ANSWER = 400
"""Choices of one answer, at most."""
REVIEW = ("rounds", "differences", "parts", "lasting", "level")
"""What `[review]` of a game's `search.toml` may say: how many rounds play-outs of values last, those that prove advice, and those of pairs that
say what chance gave or a choice changed; how much of its weight a play-out of a pair keeps from tick to tick, in thousandths; and which level
advice is put to."""
Shares = tuple[float, ...]
"""The winning chance of every seat."""


class Compared(NamedTuple):
    """Two answers beside each other: what each is worth, and the standard error of the difference."""

    first: float
    second: float
    error: float

    @property
    def gain(self) -> float:
        """What the second is worth more."""
        return self.second - self.first


class Appraiser:
    """Values in one game, for one table of it. The same questions get the same answers: dice are seeded with `seed` and the question."""

    def __init__(
        self, game: Game, seats: int, seed: str, *, outs: int = OUTS, horizon: int = 0, parting: int = 0,
        lasting: int = valuing.WHOLE, whole_deals: bool = False, compiled: bool | None = None,
    ) -> None:  # fmt: skip
        fast = fast_mode_available() if compiled is None else compiled
        self.game, self.seats, self.seed, self.outs = game, seats, seed, outs
        self.whole_deals = whole_deals
        """Is what a game is worth before it is dealt played to its end?"""
        self.mode: Mode = game.compiled if fast else game.interpreted
        self.horizon = horizon or horizon_of(game, seats)
        self.to_the_end = self.horizon >= TO_THE_END * ticks_of_a_round(game, seats)
        """Do play-outs of values go to the end of the game?"""
        self.parting = parting or self.horizon
        """How far play-outs of pairs go: differences need more play-outs than values, and less foresight."""
        self.lasting = lasting
        """And what the standings along their way count (`valuing.play_mixing`)."""
        mode = self.mode
        self._states, self._menus = mode.states(valuing.PLACES), mode.menus(MENUS)
        self._dices = mode.pack([Dice(), Dice(), Dice()])
        self._verbs, self._args = mode.zeros(LONGEST_ANSWER), mode.zeros(LONGEST_ANSWER)
        self._whose = mode.zeros(LONGEST_ANSWER)
        self._found, self._cases = mode.zeros(2 * valuing.MEETINGS), mode.zeros(valuing.FIRST_DRAW)
        self._driver = mode.driver(asking.appraise)
        self.errors: Shares = ()
        """The standard errors of the last value or difference."""

    def position(self, s: Position, eye: int = EVERYTHING, *, salt: object = 0, outs: int = 0) -> Shares:
        """What a position is worth, from everything or from what a seat knows of it."""
        return self._ask(s, asking.AT_POSITION, eye=eye, salt=salt, outs=outs)

    def chance(
        self, before: Position, came: Position, seat: int, choice: Choice, eye: int = EVERYTHING, *, salt: object = 0
    ) -> Shares:  # fmt: skip
        """What chance gave every seat when a choice led there, against all that it might have brought."""
        self._states[valuing.CAME] = self._packed(came)
        pairs = self._run(before, asking.CHANCE, eye, seat, [choice], salt, PAIRS * self.outs)
        return self._means(pairs, DIFFERING)

    def choice(
        self, s: Position, made: Sequence[tuple[int, Choice]], eye: int = EVERYTHING, *, lead: int = 0, salt: object = 0
    ) -> Shares | None:  # fmt: skip
        """What choices changed for every seat, each with whose it was, against what the scripted player would have chosen; from everything or from
        what a seat knows. The first `lead` of them are made in any case. `None` where that seat does not see them or could hardly imagine them."""
        if len(made) > LONGEST_ANSWER:
            return None
        for k, (seat, _) in enumerate(made):
            self._whose[k] = seat
        pairs = self._run(
            s, asking.CHOICE, eye, 0, [choice for _, choice in made], salt, PAIRS * self.outs, lead + valuing.SECOND * len(made)
        )  # fmt: skip
        return self._means(pairs, DIFFERING) if pairs else None

    def sees_all(self, s: Position) -> int:
        """The mask of seats from which nothing is hidden."""
        return self._run(s, asking.SEES_ALL, EVERYTHING, 0, [], "sees", 1)

    def learns(
        self, before: Position, came: Position, seat: int, answer: Sequence[Choice], eye: int | None = None
    ) -> bool:
        """Did a seat learn anything by what came of its answer; or another one, whose eyes are asked for?"""
        self._states[valuing.CAME] = self._packed(came)
        whose = seat if eye is None else eye
        return bool(self._run(before, asking.LEARNS, whose, seat, answer, "learns", 1))

    def expected(self, s: Position, seat: int, choice: Choice) -> bool:
        """Is a choice the only one, or what the scripted player would choose in whatever mood?"""
        return bool(self._run(s, asking.EXPECTED, EVERYTHING, seat, [choice], "expected", 1))

    def deal(self, prepared: Position) -> Shares:
        """What a game is worth before it is dealt: to its end where there is time for it, for what it is worth to begin comes out slowly."""
        if not self.whole_deals:
            return self._ask(prepared, asking.AFTER_DEAL, outs=DEALS * self.outs, salt="deal")
        whole = TO_THE_END * ticks_of_a_round(self.game, self.seats)
        deals = self._run(
            prepared, asking.AFTER_DEAL, EVERYTHING, 0, (), "deal", WHOLE_DEALS * self.outs, horizon=whole
        )
        return self._means(deals, VARYING)

    def answer(
        self, s: Position, seat: int, answer: Sequence[Choice], *, salt: object = 0, outs: int = 0
    ) -> Shares:
        """What an answer of one or several choices is worth from what its seat knows. The same salt means the same worlds and dice."""
        return self._ask(s, asking.OF_ANSWER, seat=seat, answer=answer, salt=salt, outs=outs)

    def ending(self, s: Position, seat: int, answer: Sequence[Choice], *, salt: object) -> Position:
        """Where one play-out of an answer ends, from what its seat knows. The same salt means the same world and dice."""
        self._run(s, asking.OF_ANSWER, EVERYTHING, seat, answer, salt, 1)
        return self.mode.unpack(self._states, FUTURE)

    def imagined(self, s: Position, seat: int, *, salt: object) -> Position:
        """A world that fits what a seat knows, as it may believe it. The same salt means the same world."""
        self._run(s, asking.IMAGINE, EVERYTHING, seat, [], salt, 1)
        return self.mode.unpack(self._states, FUTURE)

    def compared(
        self, s: Position, seat: int, one: Sequence[Choice], other: Sequence[Choice], *, salt: object = 0, outs: int = 0
    ) -> Compared:  # fmt: skip
        """Two answers in the same worlds with the same dice, from what the seat knows."""
        outs = outs or 4 * self.outs
        count = len(one) + valuing.SECOND * (len(one) + len(other))
        self._run(s, asking.COMPARE, EVERYTHING, seat, [*one, *other], salt, outs, count)
        first, second = (int(self._found[k]) / outs / SHARE for k in range(2))
        spread = max(0.0, int(self._found[2]) / outs / 1e6 - (second - first) ** 2)
        return Compared(first, second, (spread / outs) ** 0.5)

    def written(self, s: Position, seat: int, *, salt: object) -> list[Choice]:
        """An answer as the scripted player would write it in some mood."""
        count = self._run(s, asking.WRITE, EVERYTHING, seat, [], salt, 1)
        return [Choice(int(self._verbs[k]), int(self._args[k])) for k in range(count)]

    def foreseen(
        self, s: Position, seat: int, answer: Sequence[Choice], kinds: Sequence[int], *, salt: object = 0, outs: int = 0
    ) -> dict[tuple[int, int], int]:  # fmt: skip
        """Who may meet whom until the next tick when a seat answers so, from what it knows: of `outs` worlds, in how many each pair met.

        `kinds` are the kinds of events that tell of a meeting.
        """
        self._cases[0] = len(kinds)
        for k, kind in enumerate(kinds, 1):
            self._cases[k] = kind
        self._run(s, asking.FORESEE, EVERYTHING, seat, answer, salt, outs or self.outs)
        counts = {pair: int(self._found[pair]) for pair in range(valuing.MEETINGS) if self._found[pair]}
        return {divmod(pair, valuing.MEETERS): number for pair, number in counts.items()}

    def _ask(
        self,
        s: Position,
        ask: int,
        *,
        eye: int = EVERYTHING,
        seat: int = 0,
        answer: Sequence[Choice] = (),
        salt: object = 0,
        outs: int = 0,
    ) -> Shares:
        return self._means(self._run(s, ask, eye, seat, answer, salt, outs or self.outs), VARYING)

    def _means(self, parts: int, usual: float) -> Shares:
        """The means of so many shares, and their standard errors: one more is taken to vary as usual, for few may be alike by chance."""
        shares = tuple(int(self._found[seat]) / parts / SHARE for seat in range(self.seats))
        squares = (int(self._found[self.seats + seat]) / 1e6 for seat in range(self.seats))
        self.errors = tuple(
            ((max(0.0, square - parts * share**2) + usual**2) / (parts + 1) / parts) ** 0.5
            for square, share in zip(squares, shares)
        )
        return shares

    def _run(
        self, s: Position, ask: int, eye: int, seat: int, answer: Sequence[Choice], salt: object, outs: int, count: int = 0,
        horizon: int = 0,
    ) -> int:  # fmt: skip
        for k, choice in enumerate(answer):
            self._verbs[k], self._args[k] = choice
        self._states[0] = self._packed(s)
        word = seed_words(self.seed, salt)[0]
        return int(
            self._driver(
                self._states, self._menus, self._dices, ask, eye, seat, self._verbs, self._args, self._whose, count or len(answer),
                outs, horizon or (self.parting if ask in PAIRED else self.horizon), self.lasting, word, self._found, self._cases,
            )
        )  # fmt: skip

    def _packed(self, s: Position) -> Any:
        return self.mode.pack([s])[0]


def farsighted(
    game: Game, seats: int, seed: str, *, outs: int = OUTS, compiled: bool | None = None
) -> Appraiser:
    """The one who draws curves: it looks as far as the game says. Interpreted play-outs are too few for what longer ones see to be more than
    their noise."""
    fast = fast_mode_available() if compiled is None else compiled
    if not fast:
        return Appraiser(game, seats, seed, outs=outs, compiled=compiled)
    return Appraiser(
        game, seats, seed, outs=outs, horizon=reach_of(game, seats), parting=parting_of(game, seats),
        lasting=lasting_of(game), whole_deals=True, compiled=compiled,
    )  # fmt: skip


def horizon_of(game: Game, seats: int) -> int:
    """How far play-outs go that compare two choices. Where the search looks several ticks ahead, a tick is one seat's turn: they end after whole rounds."""
    return 1 if ticks_of_a_round(game, seats) == 1 else -seats


def reach_of(game: Game, seats: int) -> int:
    """How far play-outs go that say what a position is worth: farther than those that compare two choices, where a game's standing sees too
    little of what is to come (`[review]` of its `search.toml`: the rounds)."""
    rounds = search_settings(game.folder, "review", known=REVIEW).get("rounds", 0)
    return rounds * ticks_of_a_round(game, seats) or horizon_of(game, seats)


def differing_of(game: Game, seats: int) -> int:
    """How far those go that prove what one choice is worth more than another."""
    rounds = search_settings(game.folder, "review", known=REVIEW).get("differences", 0)
    return rounds * ticks_of_a_round(game, seats) or reach_of(game, seats)


def parting_of(game: Game, seats: int) -> int:
    """How far those of pairs go, that say what chance gave or what a choice changed: farther ones see little more, and vary much more. Where a tick
    is one seat's turn they end after whole rounds (`valuing.until`)."""
    rounds = search_settings(game.folder, "review", known=REVIEW).get("parts", 0)
    ticks = ticks_of_a_round(game, seats)
    return (rounds if ticks == 1 else -rounds * ticks) or differing_of(game, seats)


def lasting_of(game: Game) -> int:
    """How much of its weight a play-out of a pair keeps from tick to tick, in thousandths: all where the game says nothing."""
    return search_settings(game.folder, "review", known=REVIEW).get("lasting", valuing.WHOLE)


def ticks_of_a_round(game: Game, seats: int) -> int:
    return 1 if settings_of(game).horizon <= 1 else seats
