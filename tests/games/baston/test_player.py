"""The scripted player: strength against chance, the aims of the scenarios, and what it writes where; the figures of the docs under `make soak`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bagarre.games.baston.choices import ORDERS
from bagarre.games.baston.rules.hits import read_results
from bagarre.games.baston.rules.wounds import protected
from bagarre.games.baston.state import VITAL, State
from bagarre.games.baston.tactics import part_worth
from bagarre.kernel.chance import Dice, seed, seed_words
from bagarre.lab.simulate import simulate
from tests.games.baston.table import GAME, Brawl, man

S, R = "scripted", "random"
decide = GAME.room("player").decide


def wins(seats: list[str], games: int, **options: Any) -> int:
    """How often the scripted player is first; no game may last for ever."""
    report = simulate(GAME, seats, games=games, seed="strength", options=options, compiled=False)
    assert report.endings.counts["running"] == 0
    assert report.lengths.most < 3000
    return int(report.places.wins[seats.index(S)])


@pytest.mark.parametrize(("size", "games"), [(1, 12), (2, 6)])
def test_it_beats_chance(size: int, games: int) -> None:
    assert wins([S, R], games, size=size) + wins([R, S], games, size=size) >= 2 * games - 2


@pytest.mark.parametrize("scenario", ["kraitneu", "magot", "stage", "bigo", "bourres", "tournee", "destroy"])
def test_it_follows_the_aim_of_the_scenario(scenario: str) -> None:
    assert wins([S, R], 2, scenario=scenario) + wins([R, S], 2, scenario=scenario) >= 3


@pytest.mark.parametrize("scenario", ["brawl", "magot", "bigo", "destroy"])
def test_its_games_against_itself_end(scenario: str) -> None:
    report = simulate(GAME, [S, S], games=1, seed="mirror", options={"scenario": scenario}, compiled=False)
    assert report.endings.counts["running"] == 0


@pytest.mark.soak
@pytest.mark.parametrize("size", [1, 2])
def test_strength(size: int) -> None:
    first = simulate(GAME, [S, R], games=1000, seed="first", options={"size": size})
    second = simulate(GAME, [R, S], games=1000, seed="second", options={"size": size})
    assert first.endings.counts["running"] + second.endings.counts["running"] == 0
    assert first.places.wins[0] + second.places.wins[1] >= 1900


def sheet(*people: dict[str, Any], **more: Any) -> list[str]:
    """What the scripted player writes for the first of these people, the others being known to stand where they are."""
    s = Brawl(*people, **more).s
    game_on(s)
    dice = Dice()
    seed(dice, *seed_words("sheet"))
    seat, c = 0, s.page[0]
    menu = GAME.Menu()
    for _ in range(40):
        menu.seat, menu.count = seat, 0
        GAME.rules.choices(s, seat, menu)
        k = decide(GAME.concealed(s, seat), seat, menu, dice)
        assert 0 <= k < menu.count
        choice = (menu.verb[k], menu.arg[k])
        if GAME.verbs.write(choice) == "commit":
            return [ORDERS[code] for code in s.orders[c]]
        GAME.apply(s, seat, choice)
    raise AssertionError("it never signs")


def game_on(s: State) -> None:
    """Let the turn that the position stands in pass, with nothing written, to the next sheets."""
    while not s.editable[0] or 0 not in GAME.deciders(s):
        seat = GAME.deciders(s)[0]
        GAME.apply(s, seat, GAME.choices(s, seat)[0])


def test_it_aims_at_whom_it_has_before_it() -> None:
    assert sheet(man("riton", "10,9", facing=3), man("dudule", "10,10", seat=1, facing=7))[:2] in (
        ["-", "CP"],
        ["-", "CS"],
    )


def test_it_turns_to_an_enemy_beside_it() -> None:
    assert sheet(man("riton", "10,9", facing=7), man("dudule", "10,10", seat=1, facing=7))[0] == "P3"


def test_it_gets_up() -> None:
    assert sheet(man("riton", "13,9", prone=True), man("dudule", "13,14", seat=1))[0].startswith("LEV")


def test_it_crawls_from_under_a_table() -> None:
    assert sheet(man("riton", "9,9", prone=True), man("dudule", "13,14", seat=1))[0].startswith("R")


def test_it_opens_the_door_on_its_way() -> None:
    orders = sheet(man("riton", "10,18", facing=7), man("dudule", "10,15", seat=1))
    assert orders[:2] in (["M7", "OUV"], ["M7G", "OUV"], ["M7D", "OUV"])


def test_it_does_not_open_a_double_door_thrice() -> None:
    orders = sheet(man("riton", "15,11", facing=1), man("dudule", "12,11", seat=1))
    assert orders[1] == "OUV"
    assert orders.count("OUV") < 3


def worth_by_faces(s: State, target: int, row: int, part: int, bonus: int) -> int:
    """What `part_worth` adds up, face by face."""
    total = 0
    for die in range(1, 21):
        if die + bonus >= 13:
            reached = min(32, die + bonus)
            wounds = read_results(s, row, part, reached, 0, 5)
            wounds -= 1 if wounds and protected(s, target, part) else 0
            total += (10 if VITAL[part] else 5) * wounds + 7 * read_results(s, row, part, reached, 5, 4)
            total += 60 if VITAL[part] and wounds >= s.hp[target][part] else 0
    return total


@given(data=st.data())
@settings(max_examples=60)
def test_a_part_is_worth_what_its_faces_add_up_to(data: st.DataObject) -> None:
    """Whatever a pack writes into the results table."""
    s = Brawl(man("dudule", "10,10"), man("kraitneu", "10,11", seat=1)).s
    row, part = data.draw(st.integers(0, len(s.results) // 4 - 1)), data.draw(st.integers(0, 4))
    for line in range(4 * row, 4 * row + 4):
        s.results[line][:] = data.draw(st.lists(st.integers(0, 36), min_size=9, max_size=9))
    for target in range(2):
        s.hp[target][part] = data.draw(st.integers(0, 6))
        s.helmet[target] = data.draw(st.integers(0, 1))
        for bonus in range(-9, 16):
            told = part_worth(s, target, row, part, bonus)
            assert told == worth_by_faces(s, target, row, part, bonus)
