"""The compiled drivers play the same games as the interpreted rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pytest

from bagarre.kernel.chance import Dice, below, seed
from bagarre.kernel.drivers import OUTSIDE, RANDOM, SCRIPTED, PlayerRecord, lowest_bit
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice

MODES: tuple[Literal["interpreted", "compiled"], ...] = ("interpreted", "compiled")


def records(game: Game, kinds: Sequence[int]) -> list[PlayerRecord]:
    """A table of players of these kinds."""
    made = []
    for kind in kinds:
        record = game.PlayerRecord()
        record.kind = kind
        made.append(record)
    return made


@pytest.mark.parametrize("kinds", [[RANDOM, RANDOM], [SCRIPTED, RANDOM, SCRIPTED], [SCRIPTED] * 4])
def test_both_modes_play_the_same_games(leduc: Game, kinds: list[int]) -> None:
    seeds = np.random.default_rng(1).integers(0, 1 << 32, (50, 3), np.int64)
    start = leduc.prepare(len(kinds))
    one, two = (leduc.runner(mode).play(start, records(leduc, kinds), seeds) for mode in MODES)
    assert one.ranks.tolist() == two.ranks.tolist()
    assert one.lengths.tolist() == two.lengths.tolist()
    assert one.endings.tolist() == two.endings.tolist()
    assert one.tallies.tolist() == two.tallies.tolist()
    assert one.decisions == one.lengths.sum() > 50
    assert (one.endings > 0).all()


@pytest.mark.parametrize("mode", MODES)
def test_a_game_at_its_limit_is_left_without_places(leduc: Game, mode: Any) -> None:
    played = leduc.runner(mode).play(leduc.prepare(2), records(leduc, [RANDOM, RANDOM]), [[1, 2, 3]], limit=1)
    assert played.lengths.tolist() == [1]
    assert played.ranks.tolist() == [[0, 0]]
    assert played.endings.tolist() == [0]


class Echo:
    """Players outside that do what the drivers would: choose at random with the dice of the game."""

    def __init__(self, game: Game, listens: bool) -> None:
        self.game, self.listens = game, listens
        self.dice = Dice()
        self.told: list[tuple[int, list[str]]] = []
        self.asked = 0

    def choose(self, seat: int, known: Position, menu: list[Choice]) -> int:
        assert known == self.game.concealed(known, seat)
        assert menu == self.game.choices(known, seat)
        assert len(menu) > 1
        self.asked += 1
        return below(self.dice, len(menu))

    def wants(self, seat: int) -> bool:
        return self.listens

    def tell(self, seat: int, known: Position) -> None:
        self.told.append((seat, [event.kind.name for event in self.game.events(known)]))


@pytest.mark.parametrize("listens", [False, True])
def test_players_outside_are_asked_and_told(leduc: Game, listens: bool) -> None:
    told = []
    for mode in MODES:
        for words in ([1, 2, 3], [4, 5, 6], [7, 8, 9]):
            echo = Echo(leduc, listens)
            seed(echo.dice, words[1], words[2], words[0])
            start = leduc.prepare(2)
            outside = leduc.runner(mode).play(
                start, records(leduc, [OUTSIDE, OUTSIDE]), [words], outside=echo
            )
            inside = leduc.runner(mode).play(start, records(leduc, [RANDOM, RANDOM]), [words])
            assert outside.ranks.tolist() == inside.ranks.tolist()
            assert outside.lengths.tolist() == inside.lengths.tolist()
            assert outside.tallies.tolist() == inside.tallies.tolist()
            assert 0 < echo.asked <= inside.decisions
            told.append(echo.told)
            # After the deal and every choice, both seats.
            assert len(echo.told) == (2 * (1 + inside.decisions) if listens else 0)
    assert told[:3] == told[3:]


def test_assigning_an_interpreted_record_copies_it(leduc: Game) -> None:
    """As in an array of NumPy: whoever holds the place sees the new content, and nothing is shared with where it came from."""
    states, other = leduc.interpreted.states(2), leduc.prepare(3)
    held = states[0]
    states[0] = other
    assert held == other
    other.seats = 2
    assert held.seats == 3
    states[1] = states[0]
    states[0].rng[0] = 77
    assert states[1].rng[0] == 0


def test_a_batch_is_its_games_one_by_one(leduc: Game) -> None:
    fast, count = leduc.compiled, 8
    template = leduc.prepare(3)
    batch, batch_menus = fast.pack([template] * count), fast.menus(count)
    single, single_menus = fast.pack([template] * count), fast.menus(count)
    for i in range(count):
        fast.begin_at(batch, batch_menus, i, 1, 2, i)
        fast.begin_at(single, single_menus, i, 1, 2, i)
    for turn in range(20):
        picks = np.array([turn % max(1, menu["count"]) for menu in batch_menus])
        running = batch_menus["count"] > 0
        fast.step_all(batch, batch_menus, picks)
        for i in np.flatnonzero(running).tolist():
            fast.step_at(single, single_menus, i, picks[i])
        assert batch.tobytes() == single.tobytes()
        assert batch_menus["count"].tolist() == single_menus["count"].tolist()
    assert (batch_menus["count"] == 0).all()
    assert (batch_menus["seat"] == -1).all()


def test_random_play_makes_the_decisions_it_was_asked_for(leduc: Game) -> None:
    made = leduc.runner("compiled").play_random(leduc.prepare(4), 10_000, "speed")
    assert 10_000 <= made < 10_100
    assert leduc.runner("interpreted").play_random(leduc.prepare(4), 10_000, "speed") == made


def test_records_and_objects_are_one(leduc: Game) -> None:
    fast = leduc.compiled
    s = leduc.prepare(2)
    leduc.begin(s, 7, 8, 9)
    states = fast.pack([s, leduc.prepare(3)])
    assert fast.unpack(states, 0) == s
    assert fast.unpack(states, 1) == leduc.prepare(3)


def test_an_unknown_driver_is_no_attribute(leduc: Game) -> None:
    name: Any = "dance_at"
    with pytest.raises(AttributeError):
        getattr(leduc.compiled, name)


def test_the_lowest_bit_of_any_mask() -> None:
    for mask in [*range(1, 2000), 1 << 16, 5 << 40]:
        assert mask & -mask == 1 << lowest_bit(mask)
