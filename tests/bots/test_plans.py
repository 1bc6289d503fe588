"""Plans of the searching player: a choice that only begins something is compared with each way to go on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bagarre.bots import Budget, search
from bagarre.bots.searching import Desk, SearchPlayer
from bagarre.games.boss_quest.choices import ACTIVATE, TAKE_SPELL, VISIT
from bagarre.games.boss_quest.state import State
from bagarre.kernel.drivers import PLANNED, PLANS
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.match import Match
from tests.house import game_named

Way = tuple[Choice, ...]


@pytest.fixture
def quest() -> Game:
    return game_named("boss-quest")


def before_a_visit(game: Game, number: int) -> tuple[Match, int]:
    """A game of four scripted players, before the first choice at which one may go to the Magician and somebody has gone."""
    match = Match(game, 4, seed=number, kinds=["scripted"] * 4)
    while True:
        seat, state = match.deciders[0], match.state
        assert isinstance(state, State)
        if sum(state.visited) and VISIT in [choice.verb for choice in game.choices(state, seat)]:
            return match, seat
        match.let_play(seat)


def ways(game: Game, s: State, seat: int, first: Choice) -> list[Way]:
    """Every way to go on at the Magician, found by playing it: a mystery spell that is activated is the end of what can be known."""
    t = s.copy()
    game.rules.apply(t, seat, first.verb, first.arg)
    turned_up = first.verb == ACTIVATE and t.slot == t.faces
    if first.verb not in (VISIT, TAKE_SPELL) and (turned_up or t.spell < 0 or t.decider != seat):
        return [(first,)]
    return [(first, *rest) for choice in game.choices(t, seat) for rest in ways(game, t, seat, choice)]


def candidates(game: Game, desk: Desk) -> tuple[list[Way], int]:
    """What is compared, each as the choices that it holds, and which of them is the base line."""
    left, record = desk.step(search.OPEN), desk.record
    found = []
    for k in range(left):
        steps = [step for step in record.plan[k * PLANNED : (k + 1) * PLANNED] if step]
        rest = [Choice((step >> 16) - 1, step & 0xFFFF) for step in steps]
        found.append((desk.menu[record.first[k]], *rest))
    return found, record.base


def desk_of(game: Game, match: Match, seat: int, plans: int) -> Desk:
    player = SearchPlayer(game, f"5:plans={plans}", "1")
    known = game.concealed(match.state, seat)
    return Desk(player, known, seat, game.choices(match.state, seat), 2)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_way_to_go_on_is_a_candidate(quest: Game, number: int) -> None:
    match, seat = before_a_visit(quest, number)
    found, base = candidates(quest, desk_of(quest, match, seat, PLANS))
    assert isinstance(match.state, State)
    wanted = [
        way for choice in quest.choices(match.state, seat) for way in ways(quest, match.state, seat, choice)
    ]
    assert len(found[base]) == 1
    rest = [way for k, way in enumerate(found) if k != base or found[base] in wanted]
    assert sorted(rest) == sorted(wanted)
    assert len(wanted) > len(quest.choices(match.state, seat))


def test_without_room_the_scripted_player_goes_on(quest: Game) -> None:
    match, seat = before_a_visit(quest, 1)
    menu = quest.choices(match.state, seat)
    assert candidates(quest, desk_of(quest, match, seat, 0))[0] == [(choice,) for choice in menu]
    few = candidates(quest, desk_of(quest, match, seat, len(menu) + 6))[0]
    assert len(menu) < len(few) <= len(menu) + 6


def test_a_choice_is_worth_the_best_of_its_plans(quest: Game) -> None:
    """Values and the choice come out for the menu, whatever was planned."""
    match, seat = before_a_visit(quest, 2)
    thought = desk_of(quest, match, seat, 24).thought(0.0)
    assert thought.choice in quest.choices(match.state, seat)
    assert set(thought.values) == set(quest.choices(match.state, seat))


def test_plain_python_makes_no_plans(quest: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = before_a_visit(quest, 2)
    made: list[int] = []
    monkeypatch.setattr(
        "bagarre.bots.searching.Desk.thought", lambda desk, deadline: made.append(desk.record.plans)
    )
    known, menu = quest.concealed(match.state, seat), quest.choices(match.state, seat)
    SearchPlayer(quest, "5:plans=24", "1").think(known, seat, menu, Budget(simulations=2))
    assert made == [0]


def test_two_choices_are_compared_without_plans(quest: Game) -> None:
    """What one of two choices is worth more (in a review) is asked of the choices, as the scripted player goes on with them."""
    match, seat = before_a_visit(quest, 3)
    menu, known = quest.choices(match.state, seat), quest.concealed(match.state, seat)
    told = []
    for plans in (0, 24):
        player = SearchPlayer(quest, "", "1")
        player.settings = replace(player.settings, plans=plans)
        told.append(player.gain(known, seat, menu[0], menu[-1], 3))
    assert told[0] == told[1]
