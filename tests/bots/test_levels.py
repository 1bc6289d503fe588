"""The five levels: what limits them, and what none of them ever does."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bagarre.bots import Budget, make_player, search
from bagarre.bots.levels import LEVELS, settings_of
from bagarre.bots.searching import SearchPlayer
from bagarre.kernel import drivers
from bagarre.kernel.chance import Dice, next_word, seed
from bagarre.kernel.game import Game
from bagarre.kernel.layout import Position
from bagarre.kernel.menu import Choice
from bagarre.kernel.modes import Interpreted
from bagarre.match import Match
from tests.bots.test_search import some_positions
from tests.house import game_named

HOUSE = ["boss-quest", "badass-force", "battleworld", "baston"]


@pytest.mark.parametrize("name", ["leduc", *HOUSE])
def test_no_level_has_more_than_the_next(name: str) -> None:
    game = game_named(name)
    settings = [settings_of(game, level) for level in LEVELS]
    for lower, higher in pairwise(settings):
        assert lower != higher
        for what in ("simulations", "sight", "belief", "candidates", "horizon", "plans", "guard"):
            assert getattr(lower, what) <= getattr(higher, what), what
    assert settings_of(game) == settings[-1]
    assert (settings[-1].sight, settings[-1].belief) == (1000, 1000)


@pytest.mark.parametrize("name", HOUSE)
def test_the_lowest_level_plays_every_game(name: str) -> None:
    game = game_named(name)
    for s, seat in some_positions(game, 4, 3):
        menu = game.choices(s, seat)
        thought = make_player("search:1", game, 5).think(game.concealed(s, seat), seat, menu, Budget())
        assert thought.choice in menu


def winning_position(game: Game, first: int) -> tuple[Position, int, list[Choice]]:
    """A position in which some choices win at once in whatever world the seat may imagine, and others do not."""
    for number in range(first, first + 40):
        match = Match(game, game.meta.players[0], seed=number, kinds=["scripted"] * game.meta.players[0])
        met: list[tuple[Position, int]] = []
        while not match.is_over:
            seat = match.deciders[0]
            if len(match.legal(seat)) > 1:
                met.append((match.state.copy(), seat))
            match.let_play(seat)
        for s, seat in met[-4:]:
            worlds = [game.imagined(game.concealed(s, seat), k, 2, 3) for k in range(10)]
            menu = game.choices(s, seat)
            winning = [choice for choice in menu if all(wins(game, w, seat, choice) for w in worlds)]
            if 0 < len(winning) < len(menu):
                return s, seat, winning
    raise AssertionError("no such position")


def wins(game: Game, world: Position, seat: int, choice: Choice) -> bool:
    future = world.copy()
    game.apply(future, seat, choice)
    return game.is_over(future) and game.ranks(future)[seat] == 1 and game.ranks(future).count(1) == 1


@pytest.mark.parametrize(("name", "first"), [("boss-quest", 55), ("badass-force", 20), ("battleworld", 51)])
def test_the_lowest_level_takes_a_free_win(name: str, first: int) -> None:
    game = game_named(name)
    s, seat, winning = winning_position(game, first)
    for number in range(3):
        player = make_player("search:1", game, number)
        thought = player.think(game.concealed(s, seat), seat, game.choices(s, seat), Budget())
        assert thought.choice in winning
        assert thought.values[thought.choice].value == 1


def test_a_narrow_sight_takes_in_a_choice_of_every_kind(leduc: Game) -> None:
    """It overlooks variants of a choice, never that there is another thing to do."""
    kinds = [7, 7, 7, 7, 3, 7, 5, 7, 7, 7]
    met: set[tuple[int, ...]] = set()
    for number in range(30):
        menus, record, dice = [BigMenu(kinds), BigMenu([])], Looker(len(kinds), sight=300), Dice()
        seed(dice, number, 2, 3)
        search.look(NOTHING_KNOWN, menus, [dice], record, -1)
        seen = tuple(record.first[: menus[1].count])
        met.add(seen)
        assert {kinds[k] for k in seen} == {3, 5, 7}
        assert list(seen) == sorted(set(seen))
        assert len(seen) == 3
    assert len(met) > 4
    assert all(4 in seen and 6 in seen for seen in met)


def test_a_part_of_a_choice_is_seen_as_often_as_that_part_says() -> None:
    dice = Dice()
    seed(dice, 1, 2, 3)
    seen = [search.taken_in(5, 950, dice) for _ in range(2000)]
    assert set(seen) == {4, 5}
    assert sum(seen) / len(seen) == pytest.approx(4.75, abs=0.04)
    # Who sees everything tosses no dice for it.
    tossed = Dice()
    seed(tossed, 1, 2, 3)
    fresh = next_word(tossed)
    seed(tossed, 1, 2, 3)
    assert search.taken_in(7, 1000, tossed) == 7
    assert next_word(tossed) == fresh


def test_a_certain_win_is_always_in_sight() -> None:
    for number in range(10):
        menus, record, dice = [BigMenu([1] * 10), BigMenu([])], Looker(10, sight=200), Dice()
        seed(dice, number, 2, 3)
        search.look(NOTHING_KNOWN, menus, [dice], record, 9)
        assert record.first[menus[1].count - 1] == 9


def test_a_certain_win_is_one_of_those_that_are_worth_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nearly all else is in vain there is nothing left to look for."""
    monkeypatch.setattr(search, "vain", lambda known, seat, verb, arg: arg < 6)
    for number in range(10):
        menus, record, dice = [BigMenu([1] * 10), BigMenu([])], Looker(10, sight=500), Dice()
        seed(dice, number, 2, 3)
        search.look(NOTHING_KNOWN, menus, [dice], record, 9)
        assert record.first[: menus[1].count] == [6, 7, 8, 9]


NOTHING_KNOWN = [None] * (search.ROOT + 1)


class BigMenu:
    """A menu of choices of these kinds."""

    def __init__(self, kinds: list[int]) -> None:
        self.seat, self.count = 1, len(kinds)
        self.verb, self.arg = [*kinds, *[0] * 10], list(range(len(kinds) + 10))


class Looker:
    """A player of narrow sight."""

    def __init__(self, size: int, sight: int) -> None:
        self.sight, self.first, self.compared = sight, [0] * size, [0] * size


def test_levels_below_the_expert_never_think_longer_than_they_should(leduc: Game) -> None:
    low, expert = SearchPlayer(leduc, "2"), SearchPlayer(leduc)
    assert low.simulations(Budget(simulations=10**6)) == low.settings.simulations
    assert low.simulations(Budget(simulations=1)) == 1
    assert expert.simulations(Budget(simulations=10**6)) == 10**6


def test_a_level_imagines_less_well(leduc: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without belief worlds are imagined by `refill`, with it by `believe`."""
    asked: list[str] = []
    mode = Interpreted(
        leduc,
        {
            drivers.believe: lambda s: asked.append("believe"),
            drivers.refill: lambda s: asked.append("refill"),
        },
    )
    s, seat = some_positions(leduc, 1, 1)[0]
    for belief, wanted in ((0, {"refill"}), (1000, {"believe"}), (500, {"believe", "refill"})):
        player = SearchPlayer(leduc, mode=mode)
        player.settings = replace(player.settings, belief=belief, simulations=60)
        worlds = Recorder(asked)
        player.think(leduc.concealed(s, seat), seat, leduc.choices(s, seat), Budget(seconds=60))
        # The look for a certain win always believes, once.
        assert set(worlds.since()[1:]) == wanted


class Recorder:
    def __init__(self, asked: list[str]) -> None:
        self.asked, self.start = asked, len(asked)

    def since(self) -> list[str]:
        return self.asked[self.start :]


def test_what_a_player_scribbled_is_not_read_as_events() -> None:
    """BASTON's scripted player draws its map into the event buffer of its copy, which the next copy does not overwrite."""
    game = game_named("baston")
    s, seat = some_positions(game, 3, 2)[-1]
    into: Any = s.copy()
    for row in into.events:
        row[0], row[1] = 99, 1
    s.event_count = 5
    game.interpreted.driver(drivers.show)(into, s, seat)
    assert into.event_count == 0


def test_noise_is_as_loud_as_asked(leduc: Game) -> None:
    s, seat = some_positions(leduc, 1, 1)[0]
    menu, known = leduc.choices(s, seat), leduc.concealed(s, seat)
    usual = make_player("scripted", leduc, 1).think(known, seat, menu, Budget()).choice
    quiet, loud = make_player("noisy:0", leduc, 1), make_player("noisy:100", leduc, 1)
    assert {quiet.think(known, seat, menu, Budget()).choice for _ in range(30)} == {usual}
    assert {loud.think(known, seat, menu, Budget()).choice for _ in range(60)} == set(menu)
