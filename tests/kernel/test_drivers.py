"""The compiled drivers play the same games as the interpreted rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bagarre.kernel.chance import Dice, below, seed
from bagarre.kernel.drivers import RANDOM, SCRIPTED
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position


def interpreted_game(game: Game, words: tuple[int, int, int], bots: list[int]) -> tuple[Position, int, list[int]]:
    """A whole game as `play_games` plays it, in plain Python."""
    s = game.prepare(len(bots))
    dice = Dice()
    seed(dice, words[1], words[2], words[0])
    game.begin(s, *words)
    tally = [0] * len(game.room("stats").STATS)
    game.room("stats").watch(s, tally)
    made = 0
    while not game.is_over(s):
        seat = game.deciders(s)[0]
        menu = game.Menu()
        menu.seat = seat
        game.rules.choices(s, seat, menu)
        if menu.count == 1:
            k = 0
        elif bots[seat] == RANDOM:
            k = below(dice, menu.count)
        else:
            k = game.room("player").decide(game.concealed(s, seat), seat, menu, dice)
        game.apply(s, seat, (menu.verb[k], menu.arg[k]))
        game.room("stats").watch(s, tally)
        made += 1
    return s, made, tally


@pytest.mark.parametrize("bots", [[RANDOM, RANDOM], [SCRIPTED, RANDOM, SCRIPTED], [SCRIPTED] * 4])
def test_play_games(leduc: Game, bots: list[int]) -> None:
    fast, seats, count = leduc.compiled, len(bots), 50
    seeds = np.random.default_rng(1).integers(0, 1 << 32, (count, 3), np.int64)
    ranks, lengths = np.zeros((count, seats), np.int8), np.zeros(count, np.int32)
    endings, tallies = np.zeros(count, np.int8), np.zeros((count, 3), np.int64)
    total = fast.play_games(
        fast.states(1), fast.menus(1), fast.states(1), fast.dices(0), fast.pack([leduc.prepare(seats)]),
        np.array(bots), seeds, 100, ranks, lengths, endings, tallies,
    )  # fmt: skip
    assert total == lengths.sum()
    for g in range(count):
        a, b, c = (int(word) for word in seeds[g])
        s, made, tally = interpreted_game(leduc, (a, b, c), bots)
        assert ranks[g].tolist() == leduc.ranks(s)
        assert lengths[g] == made
        assert leduc.endings[endings[g]] == leduc.ending(s)
        assert tallies[g].tolist() == tally


def test_a_game_at_its_limit_is_left_without_places(leduc: Game) -> None:
    fast = leduc.compiled
    ranks, lengths, endings = np.zeros((1, 2), np.int8), np.zeros(1, np.int32), np.zeros(1, np.int8)
    seeds = np.array([[1, 2, 3]], np.int64)
    fast.play_games(
        fast.states(1), fast.menus(1), fast.states(1), fast.dices(0), fast.pack([leduc.prepare(2)]),
        np.array([RANDOM, RANDOM]), seeds, 1, ranks, lengths, endings, np.zeros((1, 3), np.int64),
    )  # fmt: skip
    assert lengths.tolist() == [1]
    assert ranks.tolist() == [[0, 0]]
    assert endings.tolist() == [0]


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
        for i in np.flatnonzero(running):
            fast.step_at(single, single_menus, i, picks[i])
        assert batch.tobytes() == single.tobytes()
        assert batch_menus["count"].tolist() == single_menus["count"].tolist()
    assert (batch_menus["count"] == 0).all()
    assert (batch_menus["seat"] == -1).all()


def test_random_play_makes_the_decisions_it_was_asked_for(leduc: Game) -> None:
    fast = leduc.compiled
    made = fast.play_random(fast.states(1), fast.menus(1), fast.dices("speed"), fast.pack([leduc.prepare(4)]), 10_000)
    assert 10_000 <= made < 10_100


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
