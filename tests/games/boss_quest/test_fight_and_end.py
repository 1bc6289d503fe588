"""The fight, the next round, the end of the game; two, five and six players."""

from __future__ import annotations

import pytest

from .table import GAME, Table, fight

LOW = "[B1] R1"


@pytest.mark.rule("BQ-FIGHT-1")
def test_all_hidden_weapons_are_turned_up() -> None:
    table = fight(["[B5] R4", "[G6] P3"], keys=[4, 0])  # 0 and 1 tie at 9: 0 reaches the goal
    assert table.over
    assert table.facts(-1)["hidden"] == ["B5", "G6"]
    assert [event for event in table.told(-1) if event.startswith("reveals")] == [
        "reveals(seat=0 weapon=4)",
        "reveals(seat=1 weapon=19)",
    ]


@pytest.mark.rule("BQ-FIGHT-4", "BQ-FIGHT-2")
def test_over_and_missing_conditions_costs_one_heart() -> None:
    table = fight(["[B7] R7 P5", "[G6] P3"], active=[{"spell": "require_green"}, {"spell": "require_pair"}])
    assert table["hearts"] == [2, 3]
    assert table["fight"]["result"][0] == "over"


@pytest.mark.rule("BQ-FIGHT-12", "BQ-FIGHT-13", "BQ-R15")
def test_no_perfect_and_no_key_for_those_out_of_the_round() -> None:
    table = fight(["[B7] R7 P4", "[R6] P3"], active=[{"spell": "require_green"}])
    assert table["fight"]["attack"][0] == 18
    assert table["keys"] == [0, 0]
    assert "nobody_wins()" in table.events


@pytest.mark.rule("BQ-FIGHT-14", "BQ-NEXT-2")
def test_the_boss_is_gone_in_every_case_and_comes_back_when_all_are_beaten() -> None:
    table = fight(["[B7] R7 P5", "[G7] P7 R5"], bosses=[15, 16])
    assert table["fight"]["result"] == ["over", "over"]
    assert table["hp"] in (15, 16)
    table = fight([LOW, "[G1] P1"], hp=14, bosses=[])
    assert table.s.boss_count == 7
    assert table["boss"] in [f"boss_{hp}" for hp in range(14, 22)]


@pytest.mark.rule("BQ-FIGHT-16", "BQ-R14")
def test_tied_seconds() -> None:
    second = [{"spell": "second_wins"}]
    table = fight(["[B7] R7 G3", "[G6] P5 R5", "[P6] B5 R3 G2"], active=second)
    assert table["fight"]["attack"] == [17, 16, 16]
    assert table["keys"] == [0, 1, 0]
    table = fight(["[B7] R7 G3", "[G6] P5 R5", "[P6] B5 G5"], active=second)
    assert table["keys"] == [0, 1, 1]


@pytest.mark.rule("BQ-FIGHT-19")
def test_hearts_stop_at_zero_and_keys_are_not_limited() -> None:
    table = fight(
        ["[B7] R7 P5 G4", "[G7] P7 R4"],
        options={"expansions": "reaper"},
        boss="reaper",
        roles=["ghost", "knight"],
    )
    assert table["hearts"][0] == 0
    table = fight(
        ["[B7] R7 P4", LOW.replace("B1", "G1")],
        active=[{"spell": "bonus_key"}, {"spell": "bonus_key"}],
        keys=[4, 0],
    )
    assert table["keys"] == [8, 0]


@pytest.mark.rule("BQ-NEXT-5", "BQ-NEXT-6", "BQ-NEXT-7", "BQ-NEXT-8")
def test_a_new_round() -> None:
    table = fight(["[B7] R7 P5", "[G6] P3", "[B2] R2"], keys=[1, 2, 0], armourer=1)
    assert table["armourer"] == 2
    assert table.decider == 0
    assert table["weapons"] == [2, 2, 2]
    assert table["pile"] == 28 - 6
    assert table["visited"] == [False] * 3
    assert table["barred"] == [False] * 3
    assert table["hearts"] == [2, 3, 3]
    assert table["keys"] == [1, 3, 0]
    assert table.facts(0)["hidden"][1:] == ["?", "?"]


@pytest.mark.rule("BQ-NEXT-8", "BQ-EQUIP-7")
def test_a_bar_ends_with_the_round() -> None:
    table = Table(2, boss=15, hands=["[B7] R6", "[G1] P1"], visited=[1])
    table.play("0: equip 1", chance=["G7"])
    assert table["barred"] == [True, False]
    table.play("0: visit")
    assert table["barred"] == [False, False]


# The end.


@pytest.mark.rule("BQ-NEXT-8", "BQ-EQUIP-11")
def test_every_round_has_its_last_equip() -> None:
    table = Table(3, boss=21, hands=["[B1] R1", "[G1] P1", "[B2] R2"], visited=[1, 2])
    table.play("0: equip 1", chance=["G2"])
    assert table.menu(0) == ["visit"]
    table.play("0: visit")
    assert table["round"] == 2
    for seat in (1, 2):
        table.play(f"{seat}: visit", f"{seat}: take {seat}", f"{seat}: discard")
    assert table.menu(0) == ["equip 1", "equip 2", "equip 3", "equip 4", "visit"]


@pytest.mark.rule("BQ-END-1", "BQ-END-8")
def test_a_goal_wins_in_the_round_in_which_somebody_dies() -> None:
    table = fight(["[B7] R7 P4", "[G7] P7 R5", "[B2] R2"], keys=[3, 4, 4], hearts=[1, 1, 3])
    assert table.over == "key_goal"
    assert table["winners"] == [0]
    assert table["hearts"] == [1, 0, 3]


@pytest.mark.rule("BQ-END-6", "BQ-END-4")
def test_several_deaths() -> None:
    table = fight(["[B7] R7 P5", "[G7] P7 R5", "[B2] R2"], keys=[4, 3, 0], hearts=[1, 1, 1])
    assert table.over == "last_heart"
    assert table["winners"] == [2]
    assert GAME.ranks(table.s) == [2, 3, 1]


@pytest.mark.rule("BQ-END-7", "BQ-R20")
def test_everybody_dies() -> None:
    hands = ["[B7] R7 P5", "[G7] P7 R5"]
    table = fight(hands, keys=[2, 1], hearts=[1, 1])
    assert table.over == "all_dead"
    assert table["winners"] == []
    assert min(GAME.ranks(table.s)) == 2
    table = fight(hands, keys=[2, 1], hearts=[1, 1], options={"all_dead": "most_keys"})
    assert table["winners"] == [0]


@pytest.mark.rule("BQ-END-3")
def test_goal_together_most_hearts_then_shared() -> None:
    hands = ["[B7] R6 G4", "[P7] G6 R4", "[G1] P1"]
    assert fight(hands, keys=[4, 4, 0], hearts=[2, 3, 3])["winners"] == [1]
    assert fight(hands, keys=[4, 4, 0], hearts=[3, 3, 3])["winners"] == [0, 1]


@pytest.mark.rule("BQ-R21", "BQ-R63")
def test_max_rounds() -> None:
    table = fight(
        ["[B7] R6 G4", "[P7] G6 R3", "[G1] P1"],
        options={"max_rounds": 3},
        round=3,
        keys=[0, 1, 1],
        hearts=[3, 2, 3],
    )
    assert table.over == "last_round"
    assert table["keys"] == [1, 1, 1]
    assert table["winners"] == [0, 2]
    # Ghosts cannot win that way.
    options = {"max_rounds": 3, "expansions": "reaper"}
    table = fight(["[B7] R7 G5", "[P7] G6 R3"], options=options, round=3, keys=[3, 0], hearts=[1, 2])
    assert table["roles"] == ["ghost", "knight"]
    assert table["winners"] == [1]
    table = fight(["[B7] R7 G5", "[P7] G7 R5"], options=options, round=3, keys=[3, 0], hearts=[1, 1])
    assert table.over == "last_round"
    assert table["winners"] == []


# Two players.


@pytest.mark.rule("BQ-P2-6")
def test_no_repeat_during_last_turn() -> None:
    table = Table(
        2, boss=18, hands=["[B5] R4", "[G6] P3"], market=["last_turn", "protect", "boss_up"], mystery="cancel"
    )
    table.play("0: visit", "0: take 0", "0: activate", "1: equip 1", chance=["G1"])
    assert table["round"] == 2


@pytest.mark.rule("BQ-P2-7")
def test_no_repeat_with_an_empty_market() -> None:
    table = Table(2, boss=18, hands=["[B5] R4", "[G6] P3"], visited=[0], turn=1)
    table.play("1: equip 1", chance=["G1"])
    assert table.decider == 1


@pytest.mark.rule("BQ-R25")
def test_without_the_limit_both_go_on() -> None:
    table = Table(
        2,
        {"two_player_equip_limit": "off"},
        boss=21,
        hands=["[B5] R4", "[G1] P1"],
        market=["attack_up", "protect", "boss_up"],
        mystery="cancel",
        visited=[0],
        turn=1,
    )
    for card, slot in (("B1", 0), ("B2", 1), ("B3", 2)):
        table.play("1: equip 1", "0: repeat", f"0: take {slot}", "0: discard", chance=[card])
    table.play("1: equip 1", "0: decline", "1: equip 1", chance=["B4", "R1"])
    assert table.menu(0) == ["repeat", "decline"]


# Five or six players.


@pytest.mark.rule("BQ-P56-4")
def test_a_barred_straggler_can_only_stop() -> None:
    hands = ["[R2] G2", "[G1] P1", "[Y1] B2", "[R1] Y2", "[B7] R6 G7"]
    table = Table(5, boss=17, hands=hands, visited=[0, 1, 2, 3], turn=4)
    assert table.menu(4) == ["stop"]
    assert table.refused(4, "equip 1") == "BQ-EQUIP-7"
    table.play("4: stop")
    assert table["hearts"][4] == 2


@pytest.mark.rule("BQ-P56-2", "BQ-P56-3")
def test_only_the_straggler_may_stop() -> None:
    table = Table(
        5, boss=17, hands=["[R2] G2", "[G1] P1", "[Y1] B2", "[R1] Y2", "[B7] R6"], visited=[0, 1, 2], turn=4
    )
    assert table.refused(4, "stop") == "BQ-P56-3"
    assert "visit" in table.menu(4)
