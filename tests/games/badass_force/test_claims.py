"""Announcements, denunciations, what is sealed and what everybody learns."""

from typing import Any

import pytest

from tests.games.badass_force.desk import DVD, GAME, Desk, happened


@pytest.mark.rule("BF-ANN-3", "BF-R11", "BF-ANN-2")
def test_any_name_of_the_casting_may_be_announced() -> None:
    """Even one of the own cemetery or Lodge; none from outside."""
    desk = Desk(
        {"active": "buck", "lodge": "otto", "cemetery": ["bruno"], "charge": 2, "weapon": "minigun"}, {}, {}
    )
    assert {"announce otto", "announce bruno", "announce rocco"} <= set(desk.legal(0))
    assert desk.why(0, "announce vince") == "BF-ANN-3"
    desk.play("0: announce bruno", "1: pass", "2: pass", "0: target 1")
    assert desk.turn == 1


@pytest.mark.rule("BF-ANN-4", "BF-R12")
def test_what_cannot_be_paid_or_aimed_cannot_be_announced() -> None:
    desk = Desk({"active": "buck"}, {}, {})
    # One charge: Buck costs 2; nobody else has a charge: Mélinda and Stefan have no target.
    assert desk.charge == [1, 0, 0]
    for name in ("buck", "melinda", "stefan"):
        assert desk.why(0, f"announce {name}") == "BF-ANN-4"
    assert "announce otto" in desk.legal(0)
    red = Desk({"mode": "vengeance"}, {}, {})
    # In Vengeance mode Mélinda's red box is always playable.
    assert "announce melinda" in red.legal(0)
    assert "announce stefan" not in red.legal(0)


@pytest.mark.rule("BF-ANN-4", "BF-C-JOHN")
def test_john_needs_somebody_ahead() -> None:
    desk = Desk(
        {"points": 3, "weapon": "katana", "charge": 2},
        {"points": 3},
        {"points": 1},
        casting=list(DVD),
        options={"edition": "dvd"},
    )
    assert "announce john" not in desk.legal(0)
    desk = Desk(
        {"points": 3, "weapon": "katana", "charge": 2},
        {"points": 4},
        {},
        casting=list(DVD),
        options={"edition": "dvd"},
    )
    assert "announce john" in desk.legal(0)


@pytest.mark.rule("BF-ANN-9", "BF-R15", "BF-C-JOHN")
def test_a_power_that_became_impossible_has_no_effect() -> None:
    """The resisted denunciation lifts the announcer over the only player ahead."""
    desk = Desk(
        {"points": 3, "active": "john", "charge": 2, "weapon": "katana"}, {"points": 4, "lodge": "ursula"}, {"points": 0},
        casting=list(DVD), options={"edition": "dvd"},
    )  # fmt: skip
    desk.play("0: announce john", "1: denounce", "2: pass", chance=("stan",))
    assert desk.points[0] == 6
    events = desk.play("0: place vince")
    assert happened(events, "fizzles(seat=0")
    assert desk.charge[0] == 3
    assert desk.turn == 1


@pytest.mark.rule("BF-DEN-11", "BF-R45", "BF-R47")
def test_answers_are_given_once() -> None:
    desk = Desk({}, {}, {}, {})
    desk.play("0: announce otto", "2: pass")
    assert desk.why(2, "denounce") == "BF-DEN-11"
    assert desk.why(0, "announce bruno") == "BF-TURN-4"
    # An answer not given in time counts as `pass`: that is what is done when the clock runs out.
    menu = GAME.choices(desk.s, 1)
    assert GAME.verbs.write(GAME.room("careful").careful(GAME.concealed(desk.s, 1), 1, menu)) == "pass"


@pytest.mark.rule("BF-DEN-3", "BF-R16")
def test_answers_are_sealed() -> None:
    """The order of answers leaves no trace, and a reader sees neither who has answered nor what."""
    ends = []
    for order in (("1: denounce", "2: denounce", "3: pass"), ("3: pass", "2: denounce", "1: denounce")):
        desk = Desk({"active": "buck"}, {}, {}, {})
        desk.play("0: announce otto")
        before = {reader: GAME.concealed(desk.s, reader) for reader in (-1, 0, 1, 2, 3)}
        first = int(order[0][0])
        desk.play(order[0])
        for reader in (-1, 0, 1, 2, 3):
            if reader != first:
                after = GAME.concealed(desk.s, reader)
                after.events, after.event_count = before[reader].events, before[reader].event_count
                assert after == before[reader]
        desk.play(*order[1:])
        ends.append(desk.s.to_bytes())
    assert ends[0] == ends[1]


@pytest.mark.rule("BF-R16", "BF-DEN-2")
def test_clockwise_polling() -> None:
    desk = Desk({}, {"active": "buck"}, {}, {}, turn=1, options={"denounce_polling": "clockwise"})
    desk.play("1: announce otto")
    assert desk.deciders == [2]
    assert "passes(seat=2" in desk.play("2: pass")[0]
    assert desk.deciders == [3]
    events = desk.play("3: denounce")
    # Seat 0 is not asked any more.
    assert happened(events, "denounces(seat=3", "caught(seat=1", "scores(seat=3")
    desk = Desk({"active": "otto"}, {}, {}, options={"denounce_polling": "clockwise"})
    desk.play("0: announce otto", "1: pass")
    assert happened(desk.play("2: pass"), "unchallenged(seat=0")


@pytest.mark.rule("BF-R16", "BF-DEF-3")
@pytest.mark.parametrize(
    ("order", "denouncers", "involved"),
    [
        # Seat 0 attacks, seat 2 defends: clockwise come 3, 0, 1 from the defender, and 0, 1, 3 from the turn player.
        ("announcer", (0, 1, 3), 3),
        ("announcer", (0, 1), 0),
        ("turn_player", (0, 1, 3), 0),
        ("turn_player", (1, 3), 1),
        ("turn_player", (3,), 3),
    ],
)
def test_where_the_priority_begins_in_a_defence(order: Any, denouncers: Any, involved: Any) -> None:
    desk = Desk(
        {"active": "buck", "charge": 2}, {}, {"active": "otto"}, {}, options={"denounce_order": order}
    )
    desk.play("0: announce buck", "1: pass", "2: pass", "3: pass", "0: target 2", "2: announce stefan")
    events = desk.play(*(f"{seat}: {'denounce' if seat in denouncers else 'pass'}" for seat in (0, 1, 3)))
    assert happened(events, f"denounces(seat={involved}", "caught(seat=2", f"scores(seat={involved}")
    assert sum("denounces(" in event for event in events) == len(denouncers)


@pytest.mark.rule("BF-R16")
def test_in_an_action_both_readings_are_the_same() -> None:
    for order in ("announcer", "turn_player"):
        desk = Desk({"active": "buck"}, {}, {}, {}, turn=1, options={"denounce_order": order})
        desk.play("1: announce otto", "3: denounce", "0: denounce")
        assert happened(desk.play("2: pass"), "denounces(seat=3", "denounces(seat=0", "scores(seat=3")


@pytest.mark.rule("BF-R16")
def test_polling_begins_where_the_priority_does() -> None:
    options = {"denounce_polling": "clockwise", "denounce_order": "turn_player"}
    desk = Desk({"active": "buck", "charge": 2}, {}, {"active": "otto"}, {}, options=options)
    desk.play("0: announce buck", "1: pass", "2: pass", "3: pass", "0: target 2", "2: announce stefan")
    asked = []
    for _ in range(3):
        asked += desk.deciders
        desk.play(f"{desk.deciders[0]}: pass")
    assert asked == [0, 1, 3]


@pytest.mark.rule("BF-R41")
def test_certain_lies_may_be_denounced() -> None:
    desk = Desk({"active": "buck", "cemetery": ["otto"]}, {}, {})
    desk.play("0: announce otto")
    assert desk.legal(1) == ["denounce", "pass"]
    assert desk.view(1)["claim"]["estimate"] == 0
    assert desk.view(1)["claim"]["buried"]
    assert happened(desk.play("1: denounce", "2: pass"), "caught(seat=0")


@pytest.mark.rule("BF-DEN-10", "BF-R19")
def test_a_denouncer_without_a_hand_loses_the_active_character() -> None:
    """No stable state has an empty hand: the position is bent by force."""
    desk = Desk({"active": "otto"}, {"active": "buck"}, {})
    desk.s.cemetery[1] |= desk.s.hand[1]
    desk.s.hand[1] = 0
    GAME.apply(desk.s, 0, GAME.verbs.read("announce otto"))
    GAME.apply(desk.s, 2, GAME.verbs.read("pass"))
    GAME.apply(desk.s, 1, GAME.verbs.read("denounce"))
    assert happened(
        [str(e) for e in GAME.events(desk.s)],
        "proves(seat=0",
        "dies(seat=1 character=0 killer=0",
        "returns(seat=1",
    )
    assert desk.s.hand[1].bit_count() == 6, "and a player without any character returns to play"


@pytest.mark.rule("BF-LOSS-2")
def test_cemeteries_are_public() -> None:
    desk = Desk({"cemetery": ["buck", "otto"]}, {}, {})
    for reader in (-1, 1, 2):
        assert desk.sees(reader)["cemetery"][0] == ["buck", "otto"]


@pytest.mark.rule("BF-VENG-6", "BF-R24")
def test_a_second_return() -> None:
    desk = Desk(
        {"weapon": "bazooka", "charge": 3},
        {"mode": "vengeance", "active": "buck", "hand": ["rocco"], "lodge": "otto", "cemetery": ["melinda", "sigrid", "stefan", "bruno"]},
        {},
    )  # fmt: skip
    events = desk.play("0: execute", "0: target 1", chance=("stefan",))
    assert happened(events, "dies(seat=1", "returns(seat=1")
    assert not any("avenges" in event for event in events)
    assert desk.hand_size[1] == 6
    desk.play("1: place buck")
    assert desk.hand_size[1] == 5
    assert desk.modes[1] == "vengeance"


@pytest.mark.rule("BF-VENG-11", "BF-VENG-5")
def test_the_mode_of_the_moment_counts() -> None:
    """A denounced bluff sends the turn player into Vengeance mode: the next charge is 2, and the other Cool players score."""
    desk = Desk(
        {"active": "buck", "hand": ["rocco"], "lodge": "otto", "cemetery": ["melinda", "sigrid", "stefan", "bruno"], "weapon": "minigun"},
        {}, {},
    )  # fmt: skip
    desk.play("0: announce otto", "1: denounce", "2: pass", chance=("otto",))
    desk.play("0: place buck")
    assert desk.modes[0] == "vengeance"
    assert desk.points[1] == 2 + 1
    for seat in (1, 2):
        desk.play(f"{seat}: change_character", f"{seat}: place buck")
    assert desk.charge[0] == 1 + 2
    assert desk.points == [0, 3, 1]


@pytest.mark.rule("BF-R18", "BF-DEN-6")
def test_a_shown_card_is_known_to_be_in_play() -> None:
    desk = Desk({"active": "otto"}, {"lodge": "bruno"}, {})
    desk.play("0: announce otto", "1: denounce", "2: pass", chance=("rocco",))
    desk.play("0: place melinda")
    assert desk.in_play[0] == ["otto"]
    worlds = desk.worlds(2)
    assert all(world["lodge"][0] != "otto" for world in worlds)
    assert {world["active"][0] for world in worlds} > {"otto", "buck"}


@pytest.mark.rule("BF-ANN-3", "BF-DEF-2")
def test_a_defence_by_somebody_outside_the_casting_is_refused_for_that() -> None:
    desk = Desk({"active": "buck", "charge": 2}, {}, {})
    desk.play("0: announce buck", "1: pass", "2: pass", "0: target 1")
    assert desk.why(1, "announce vince") == "BF-ANN-3"
    assert desk.why(1, "announce otto") == "BF-DEF-2", "of the casting, without a reaction"
