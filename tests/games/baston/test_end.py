"""Points, ends and scenarios (BA-END, BA-VP)."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games.baston.events import SEQUENCE_BEGINS, WINS_POINTS
from bagarre.games.baston.rules.geometry import indoors, upright_kind
from bagarre.games.baston.rules.people import side_of
from bagarre.games.baston.rules.score import rank, score
from bagarre.games.baston.rules.sequence import FULL_EVENTS, is_long
from bagarre.games.baston.state import NO_PIECE, State
from bagarre.kernel.events import begin_step, emit
from bagarre.match import Match
from tests.games.baston.table import GAME, Brawl, at, man, named
from tests.games.baston.test_setup import Deal

# Points and ends.


def state_of(match: Match) -> State:
    assert isinstance(match.state, State)
    return match.state


@pytest.mark.rule("BA-VP-1", "BA-VP-2", "BA-VP-3", "BA-VP-4", "BA-VP-5", "BA-VP-6", "BA-VP-7")
@pytest.mark.parametrize(("scenario", "seats"), [("first", 2), ("first", 4), ("brawl", 3)])
def test_points_are_told_the_moment_they_are_made(scenario: str, seats: int) -> None:
    """What the events say adds up to the scores, after every step."""
    told = 0
    match = Match(GAME, seats, options={"scenario": scenario}, seed=seats, kinds=["scripted"] * seats)
    points = [0] * seats
    began = False
    while not match.is_over:
        s = state_of(match)
        if not began and s.turn:
            points, began = [score(s, seat) for seat in range(seats)], True
        match.let_play(match.deciders[0])
        for event in match.events(match.steps[-1]):
            kind, values = named(event)
            if not kind.endswith("_points"):
                continue
            told += 1
            for other in range(seats):
                if side_of(s, other) == side_of(s, values["seat"]):
                    points[other] += values["n"] if kind == "wins_points" else -values["n"]
        if began:
            assert points == [score(state_of(match), seat) for seat in range(seats)]
    assert told > 10


@pytest.mark.rule("BA-END-1", "BA-END-5")
def test_the_last_turn() -> None:
    brawl = Brawl(man("dudule", "16,4", "-/-", "-/-", "-/TAX", facing=3), man("le_chacal", "16,5", seat=1, fate="hs"),
                  man("grobid", "20,20", seat=1), turn=15)  # fmt: skip
    brawl.film("rob F")
    assert GAME.ending(brawl.s) == "turns"
    assert brawl["dudule"]["carries"] == ["knife", "knuckles"]
    short = Brawl(man("dudule", "16,4"), options={"turns": 3}, turn=3).film()
    assert GAME.is_over(short.s)


@pytest.mark.rule("BA-END-2", "BA-R70", "BA-END-4")
def test_one_gang_left() -> None:
    brawl = Brawl(
        man("riton", "16,5", "-/CP", facing=3), man("dudule", "16,6", seat=1, facing=7, hp={"head": 1})
    )
    brawl.film("with chain", "strike", "aim head", dice=[20])
    assert GAME.ending(brawl.s) == "last_gang"
    # 1 hit point, 8 for the knock-out, 4 for the man who stands.
    assert GAME.scores(brawl.s) == [13, 0]
    assert GAME.ranks(brawl.s) == [1, 2]
    both = Brawl(man("riton", "1,5", "M1/-"), man("dudule", "1,9", "M1/-", seat=1)).film()
    assert GAME.ending(both.s) == "nobody_left"
    assert GAME.scores(both.s) == [-2, -2]
    assert GAME.ranks(both.s) == [1, 1]


@pytest.mark.rule("BA-END-3")
def test_a_beaten_player_keeps_his_points() -> None:
    brawl = Brawl(
        man("riton", "16,5", "-/CP", facing=3),
        man("dudule", "16,6", seat=1, facing=7, hp={"head": 1}),
        man("mimile", "10,7", seat=2),
        seats=3,
    )
    brawl.s.deeds[1][0] = 40
    brawl.film("with chain", "strike", "aim head", dice=[20])
    assert GAME.deciders(brawl.s) == [0, 2]
    assert score(brawl.s, 1) == 40
    assert rank(brawl.s, 1) == 1


@pytest.mark.rule("BA-VP-1", "BA-VP-2", "BA-VP-3", "BA-VP-4", "BA-VP-5", "BA-VP-6")
def test_points_of_a_brawl() -> None:
    brawl = Brawl(man("riton", "16,5"), man("dudule", "17,5"), man("le_chacal", "18,5", seat=1))
    brawl.s.deeds[0] = [3, 2, 1, 1, 4, 1, 0, 0]
    assert score(brawl.s, 0) == 3 + 2 * 8 + 5 - 2 - 4 - 8 + 2 * 4
    # Blows between friends count against the gang.
    friends = Brawl(man("riton", "16,5", "-/CP", facing=3), man("dudule", "16,6", facing=7, hp={"head": 1}))
    friends.film("with chain", "strike", "aim head", dice=[20])
    assert list(friends["deeds"][0].values()) == [0, 0, 0, 0, 1, 1, 0, 0]
    pushed = Brawl(man("grobid", "2,5", "M1/-"), man("dudule", "1,5"), man("mimile", "10,7", seat=1)).film()
    assert pushed["deeds"][0]["lost"] == 1


@pytest.mark.rule("BA-VP-7")
def test_attribution() -> None:
    # Through a chain of jostles: the first mover. His own falls: nobody.
    glass = Brawl(
        man("grobid", "6,14", "M5/-", facing=5), man("dudule", "7,14", seat=1), shards=["8,14"]
    ).film(dice=[1, 1])
    assert glass["deeds"][0]["dealt"] == 1
    own = Brawl(man("riton", "15,5", "R3/-", prone=True), shards=["15,6"]).film(dice=[1])
    assert not any(own["deeds"][0].values())
    assert not any(own["deeds"][1].values())
    chain = Brawl(
        man("grobid", "16,18", "M3/-", facing=3),
        man("riton", "16,19", seat=1),
        man("mimile", "16,20", seat=1, prone=True),
    ).film()
    assert chain["mimile"]["fate"] == "out"
    assert chain["deeds"][0]["shoved"] == 1


@pytest.mark.rule("BA-VP-8")
def test_ties() -> None:
    brawl = Brawl(man("riton", "16,5"), man("le_chacal", "18,5", seat=1))
    assert [rank(brawl.s, seat) for seat in (0, 1)] == [2, 1]  # 26 hit points against 29
    brawl.s.deeds[0][0] = 1
    assert [rank(brawl.s, seat) for seat in (0, 1)] == [1, 2]
    even = Brawl(man("riton", "16,5"), man("dudule", "18,5", seat=1))
    assert [rank(even.s, seat) for seat in (0, 1)] == [1, 1]
    more = Brawl(man("riton", "16,5"), man("nenesse", "17,5"), man("dudule", "18,5", seat=1))
    more.s.deeds[1][0] = 4
    assert [rank(more.s, seat) for seat in (0, 1)] == [1, 2]


# Scenarios.


def test_scenario_kraitneu() -> None:
    s = Deal(2, scenario="kraitneu").s
    assert s.turns == 12
    assert [score(s, 0), score(s, 1)] == [15, 0]
    for c in range(3, 6):
        s.at[c] = at("13,10")
    # Six men inside: a tie, and the house wins.
    assert [rank(s, 0), rank(s, 1)] == [1, 2]


def test_scenario_magot() -> None:
    deal = Deal(3, scenario="magot").skip("next")
    assert deal["objects"]["11,4"] == ["loot"]
    assert deal.menu(GAME.deciders(deal.s)[0])[0].startswith("place ")
    brawl = Brawl(
        man("riton", "1,5", "M1/-", carries=["loot"]), man("mimile", "2,5"), options={"scenario": "magot"}
    ).film()
    assert GAME.ending(brawl.s) == "loot"
    assert GAME.ranks(brawl.s) == [1, 2]
    pushed = Brawl(
        man("grobid", "2,5", "M1/-", seat=1),
        man("dudule", "1,5", carries=["loot"]),
        man("mimile", "9,7"),
        options={"scenario": "magot"},
    ).film()
    assert pushed["objects"]["1,5"] == ["loot"]
    out = Brawl(
        man("riton", "16,5", "-/CP", facing=3), man("dudule", "16,6", seat=1, facing=7, hp={"head": 1}, carries=["loot"]),
        man("mimile", "9,7", seat=1), options={"scenario": "magot"},
    ).film("with chain", "strike", "aim head", dice=[20])  # fmt: skip
    assert "loot" in out["objects"]["16,6"]
    last = Brawl(man("riton", "16,5", carries=["loot"]), options={"scenario": "magot"}, turn=15).film()
    assert GAME.ranks(last.s) == [1, 2]


def test_scenario_stage() -> None:
    for number in range(5):
        s = Deal(6, scenario="stage", number=number).s
        assert len(set(s.zone_of)) == 6
    brawl = Brawl(man("riton", "5,13"), man("dudule", "16,5", seat=1), options={"scenario": "stage"}).film()
    assert brawl["deeds"][0]["stage"] == 1
    assert "stage_point" in brawl.kinds
    assert score(brawl.s, 0) == 2
    lying = Brawl(
        man("riton", "5,13", prone=True), man("dudule", "16,5", seat=1), options={"scenario": "stage"}
    ).film()
    assert "stage_point" not in lying.kinds


def bigo(*people: dict[str, Any], **more: Any) -> Brawl:
    brawl = Brawl(*people, options={"scenario": "bigo"}, **more)
    brawl.s.caller = 0
    return brawl


def test_scenario_bigo() -> None:
    booth = man("maurice", "18,16", "-/TEL", "-/-", facing=3)
    brawl = bigo(booth, man("kraitneu", "9,11", seat=1)).film("call")
    assert "call_made" in brawl.kinds
    assert brawl.s.call_turn == 1
    out = bigo(man("maurice", "1,5", "M1/-"), man("nenesse", "3,5"), man("kraitneu", "9,11", seat=1)).film()
    assert (GAME.ending(out.s), GAME.ranks(out.s)) == ("owner_out", [2, 1])
    none = bigo(man("maurice", "18,16"), man("kraitneu", "1,5", "M1/-", seat=1)).film()
    assert (GAME.ending(none.s), GAME.ranks(none.s)) == ("loubards_out", [1, 2])
    late = bigo(man("maurice", "18,16"), man("kraitneu", "9,11", seat=1), turn=15).film()
    assert (GAME.ending(late.s), GAME.ranks(late.s)) == ("no_call", [2, 1])
    wrecked = bigo(man("maurice", "18,16"), man("kraitneu", "9,11", seat=1), turn=15)
    wrecked.s.phone_by = 2
    assert GAME.ranks(wrecked.film().s) == [1, 2]
    called = bigo(man("maurice", "18,16"), man("kraitneu", "9,11", seat=1), turn=5)
    called.s.call_turn = 3
    assert (GAME.ending(called.film().s), GAME.ranks(called.s)) == ("call", [1, 2])
    assert (
        "lost_no_phone"
        in bigo(man("maurice", "17,15", "-/TEL"), man("kraitneu", "9,11", seat=1)).film().kinds
    )


def test_scenario_bourres() -> None:
    people = [man("riton", "10,8"), man("nenesse", "2,5"), man("le_chacal", "18,5", seat=1)]
    away = Brawl(*people, options={"scenario": "bourres"}, turn=6).film(dice=[2])
    assert not GAME.is_over(away.s)
    here = Brawl(*people, options={"scenario": "bourres"}, turn=6).film(dice=[1])
    assert GAME.ending(here.s) == "police"
    assert GAME.scores(here.s) == [-9, -3]
    fled = Brawl(
        man("riton", "1,5", "M1/-"), man("le_chacal", "18,5", seat=1), options={"scenario": "bourres"}, turn=4
    ).film()
    assert score(fled.s, 0) == 5
    assert not GAME.is_over(fled.s)
    early = Brawl(
        man("riton", "1,5", "M1/-"), man("le_chacal", "18,5", seat=1), options={"scenario": "bourres"}, turn=3
    ).film()
    assert score(early.s, 0) == 0


def test_scenario_tournee() -> None:
    deal = Deal(2, scenario="tournee")
    assert deal["objects"]["6,6 top"] == ["bottle", "bottle"]
    brawl = Brawl(
        man("riton", "16,5", carries=["bottle", "bottle", "broken_bottle"]),
        man("le_chacal", "18,5", seat=1),
        options={"scenario": "tournee"},
    )
    assert score(brawl.s, 0) == 7


def test_scenario_destroy() -> None:
    deal = Deal(2, scenario="destroy").skip("next")
    assert deal.menu(GAME.deciders(deal.s)[0])[0] == "place 16,9"
    s = deal.s
    s.wrecks = [1, 1, 1, 1, 1, 1]
    assert score(s, 0) == 2 + 2 + 1 + 4 + 1 + 4
    assert score(s, 1) == 16
    brawl = Brawl(
        man("nenesse", "16,9"), man("riton", "1,5", "M1/-", seat=1), options={"scenario": "destroy"}
    ).film()
    assert not GAME.is_over(brawl.s)
    assert indoors(brawl.s, at("10,10"))
    assert upright_kind(brawl.s, at("10,10")) == NO_PIECE


def test_points_that_are_told_do_not_stop_the_film_earlier() -> None:
    """Where a long step stops for breath is part of a recorded game."""
    s: Any = Match("baston", 2, seed=1).state.copy()
    begin_step(s)
    for _ in range(FULL_EVENTS):
        emit(s, SEQUENCE_BEGINS, 1)
        emit(s, WINS_POINTS, 0, 1, 0)
    assert not is_long(s)
    emit(s, SEQUENCE_BEGINS, 1)
    assert is_long(s)
