"""Every result says why: points, revealed cards, deaths, dice, the end."""

from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.kernel.contract import Contract
from bagarre.kernel.reasons import Because
from tests.games.badass_force.desk import GAME, Desk


def reasons(desk: Desk, kind: str, lang: str = "en") -> list[list[Because]]:
    """Why each event of that kind of the last step came out as it did."""
    known = GAME.concealed(desk.s, -1)
    told = GAME.events(known)
    speech = GAME.speech(lang, ["Ada", "Bob", "Cid", "Dan"], desk.content.names)
    found = GAME.because(known, told, speech)
    return [found[place] for place, event in enumerate(told) if event.kind.name == kind]


def table(**first: object) -> Desk:
    seats = [{"active": "bruno", "points": points} for points in (7, 4, 2, 0)]
    return Desk({**seats[0], **first}, *seats[1:], turn=0)


@pytest.mark.rule("BF-SCORE-2", "BF-SCORE-4", "BF-DEN-2", "BF-DEN-8")
def test_a_caught_bluff_says_what_it_costs_and_what_the_points_are_made_of() -> None:
    desk = table()
    desk.play("0: announce otto", "1: pass", "2: denounce", "3: denounce")
    assert [[(each["value"], each["clause"]) for each in why] for why in reasons(desk, "scores")] == [
        [(2, "BF-SCORE-2"), (1, "BF-SCORE-4")]
    ]
    assert reasons(desk, "scores")[0][1]["reason"] == "Ada was alone in the lead"
    assert [each["clause"] for each in reasons(desk, "caught")[0]] == ["BF-DEN-8", "BF-DEN-2", "BF-DEN-9"]
    assert "Cid" in reasons(desk, "caught")[0][1]["reason"]


@pytest.mark.rule("BF-ARMORY-2", "BF-ARMORY-3", "BF-ARMORY-4", "BF-ARMORY-5")
def test_each_die_of_the_armory_says_what_it_brings() -> None:
    desk = table()
    desk.play("0: armory", chance=(6, 6))
    said = [each["reason"].replace("\u00a0", " ") for each in reasons(desk, "rolls", "fr")[0]]
    assert said == [
        "rouge : 1 charge pour chacun des autres",
        "rouge : 1 charge pour chacun des autres",
        "deux rouges : qui lance perd toutes ses charges",
    ]


@pytest.mark.rule("BF-SETUP-12")
@pytest.mark.parametrize(("options", "said"), [({}, "random"), ({"first_player": "chosen"}, "fixed")])
def test_who_begins_says_why(options: dict[str, object], said: str) -> None:
    state: Any = GAME.prepare(3, options)
    GAME.begin(state, 1, 2, 3)
    while not (begun := [event for event in GAME.events(state) if event.kind.name == "first"]):
        seat = next(seat for seat in range(3) if state.pending >> seat & 1)
        GAME.apply(state, seat, GAME.choices(state, seat)[0])
    told = GAME.events(state)
    why = GAME.because(state, told, GAME.speech("en", ["Ada", "Bob", "Cid"], GAME.content().names))
    assert said in why[told.index(begun[0])][0]["reason"]


@pytest.mark.rule("BF-VENG-8")
def test_the_point_of_who_is_still_cool_says_why() -> None:
    desk = Desk({}, {"mode": "vengeance"}, {}, turn=2)
    desk.play("2: armory", chance=(1, 1))
    (why,) = reasons(desk, "cool_point")
    assert [each["clause"] for each in why] == ["BF-VENG-8"]
    assert "still Cool scores 1 point" in why[0]["reason"]


@pytest.mark.parametrize(
    ("seats", "options"),
    [(4, {"edition": "mixed", "self_overload": True}), (3, {"denounce_points": "flat2", "tiebreak": "sum"})],
)
def test_the_reasons_of_every_result_of_whole_games_add_up_to_it(
    seats: int, options: dict[str, object]
) -> None:
    report = Contract(find_game("badass-force"), seats, options).check(
        games=4, seed=5, only=["explaining", "speech"]
    )
    assert report.games == 4


@pytest.mark.rule("BF-DEF-2")
def test_a_death_without_a_window_says_that_no_defence_was_possible() -> None:
    desk = table(weapon="bazooka", charge=4)
    desk.play("0: execute", "0: target 1")
    assert [why[0]["clause"] for why in reasons(desk, "dies")] == ["BF-DEF-2"]
    asked = table(weapon="fusil_a_pompe", charge=3)
    asked.play("0: execute", "0: target 1", "1: pass")
    assert [why[0]["clause"] for why in reasons(asked, "dies")] == ["BF-ATT-4"]
