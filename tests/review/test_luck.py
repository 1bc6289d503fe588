"""What chance gave: play-outs whose way counts, and games split as a review splits them."""

from __future__ import annotations

import pytest

from bagarre.bots.search import FUTURE
from bagarre.games import find_game
from bagarre.kernel.chance import Dice, seed
from bagarre.kernel.layout import Position
from bagarre.kernel.likelihood import SHARE
from bagarre.kernel.outcomes import outcomes
from bagarre.kernel.runner import MENUS
from bagarre.match import Match
from bagarre.review import splitting, valuing
from bagarre.review.appraiser import Appraiser, lasting_of
from bagarre.review.curve import LUCK, OTHERS, OWN, both_curves, clock_of
from bagarre.review.valuing import AFTER, BEFORE, CAME, EVERYTHING, GAME, WHOLE
from tests.review.games import finished

WORDS = (11, 12, 13)
REACH = 2
"""Rounds that values look ahead."""


class Desk:
    """Rules of the review asked directly, interpreted, at a step of a game: it lies between BEFORE and CAME."""

    def __init__(self, match: Match, moment: int) -> None:
        self.mode, self.moment = match.game.interpreted, moment
        self.states, self.menus = self.mode.states(valuing.PLACES), self.mode.menus(MENUS)
        self.dices = self.mode.pack([Dice() for _ in range(4)])
        self.seats = len(match.players)
        self.found = self.mode.zeros(5 * self.seats)
        before, came = match.position(moment - 1), match.position(moment)
        for place in range(valuing.PLACES):
            self.states[place] = before
        self.states[GAME] = self.states[CAME] = came

    def played(self, horizon: int, lasting: int) -> list[int]:
        """What a play-out from BEFORE is worth to every seat."""
        self.mode.driver(valuing.begin_future)(self.states, BEFORE, EVERYTHING, *WORDS)
        self.mode.driver(valuing.play_mixing)(
            self.states,
            self.menus,
            self.dices,
            self.states[BEFORE].turn,
            horizon,
            lasting,
            *WORDS,
            self.found,
            2 * self.seats,
        )
        return self.found[2 * self.seats : 3 * self.seats]

    def differs(self, came: Position, might_have: Position, lasting: int) -> list[int]:
        """What one result of the step is worth more than another."""
        self.states[CAME], self.states[AFTER] = came, might_have
        self.found = self.mode.zeros(5 * self.seats)
        seed(self.dices[2], *WORDS)
        for _ in range(4):
            self.mode.driver(valuing.play_both)(
                self.states, self.menus, self.dices, EVERYTHING, CAME, AFTER, 2, lasting, self.found
            )
        return self.found[: self.seats]

    def changed(self, outs: int) -> list[int]:
        """What the step changed, all of which is luck."""
        luck, noise = self.mode.zeros(self.seats), self.mode.zeros(self.seats)
        seed(self.dices[2], *WORDS)
        self.mode.driver(splitting.note_change)(
            self.states, self.menus, self.dices, outs, REACH, self.found, luck, noise
        )
        return luck

    def valued(self, place: int, outs: int, gone: int = 0) -> list[int]:
        """What a position is worth, seen where it was seen so many ticks ago."""
        seed(self.dices[2], *WORDS)
        self.states[AFTER] = self.states[place]
        self.found = self.mode.zeros(5 * self.seats)
        self.mode.driver(valuing.value)(
            self.states, self.menus, self.dices, EVERYTHING, outs, REACH - gone, self.found
        )
        return self.found[: self.seats]


def test_each_tick_on_the_way_of_a_play_out_has_its_part_and_what_is_left_the_end() -> None:
    desk = Desk(finished("battleworld", ("scripted", "scripted")), 20)
    one, two, three = (desk.played(ticks, WHOLE) for ticks in (1, 2, 3))
    assert one != two != three
    mixed = [0.4 * a + 0.6 * 0.4 * b + 0.36 * c for a, b, c in zip(one, two, three)]
    assert desk.played(3, 600) == pytest.approx(mixed, abs=3)
    assert desk.played(3, 0) == one
    assert int(desk.states[FUTURE].turn) == int(desk.states[BEFORE].turn) + 3


@pytest.mark.parametrize("lasting", [WHOLE, 600])
def test_what_one_result_has_more_than_another_that_one_has_less(lasting: int) -> None:
    # What came and what might have come are drawn alike: so luck is nothing on the average, with however few play-outs and whatever they see.
    match = finished("battleworld", ("scripted", "scripted"))
    desk = Desk(match, next(m for m, step in enumerate(match.steps) if m > 20 and len(step.chance) == 1))
    step = match.steps[desk.moment]
    assert step.choice is not None
    results = [
        one.state for one in outcomes(match.game, match.position(desk.moment - 1), step.seat, step.choice)
    ]
    assert len(results) > 1
    there, back = (
        desk.differs(*pair, lasting) for pair in ((results[0], results[-1]), (results[-1], results[0]))
    )
    assert there[0] != 0
    assert there == [-gain for gain in back]


def test_where_nothing_was_decided_luck_is_the_change_of_the_values() -> None:
    match = finished("boss-quest", ("scripted", "scripted"))
    clock = clock_of(match.game)
    seen = set()
    for moment, step in enumerate(match.steps):
        gone = clock(match.position(moment)) - clock(match.position(max(0, moment - 1)))
        if moment > 4 and step.chance and gone not in seen and len(match.steps) - 1 > moment:
            desk = Desk(match, moment)
            was, now = desk.valued(BEFORE, 3), desk.valued(CAME, 3, gone)
            assert desk.changed(3) == pytest.approx([(b - a) / 3 for a, b in zip(was, now)], abs=1)
            assert (now != desk.valued(CAME, 3)) == (gone > 0), (
                "values look farther when a tick is over: that is no luck"
            )
            seen.add(gone)
    assert seen == {0, 1}
    end = Desk(match, len(match.steps) - 1)
    left = [SHARE * (seat in match.outcome.winners) for seat in range(2)] if match.outcome else []
    assert end.changed(2) == pytest.approx([b - a / 2 for a, b in zip(end.valued(BEFORE, 2), left)], abs=1)


def test_parts_add_up_to_the_result_when_the_way_counts() -> None:
    match = finished("boss-quest", ("scripted", "random"))
    appraiser = Appraiser(match.game, 2, "1", outs=1, parting=3, lasting=600, compiled=False)
    everything, known = both_curves(match, appraiser)
    for curve in (everything, known):
        for seat in range(2):
            parts = sum(curve.total(seat, part) for part in (LUCK, OWN, OTHERS))
            assert abs(curve.start[seat] + parts - curve.end[seat]) < 1e-9


def test_games_say_how_much_of_a_play_out_its_way_counts() -> None:
    found = {
        name: lasting_of(find_game(name)) for name in ("boss-quest", "badass-force", "battleworld", "baston")
    }
    assert found["boss-quest"] == found["badass-force"] == WHOLE
    assert 0 < found["battleworld"] < WHOLE
    assert 0 < found["baston"] < WHOLE
