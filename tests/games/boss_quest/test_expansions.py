"""Potions, Compagnons, Faucheuse, and what they do together."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from .table import CONTENT, GAME, Table, fight

POTIONS = {"expansions": "potions"}
COMPANIONS = {"expansions": "companions"}
REAPER = {"expansions": "reaper"}
ALL = {"expansions": "all"}


# Potions.


@pytest.mark.rule("BQ-POT-1")
def test_potions_bring_three_weapons_and_two_spells() -> None:
    s = Table.dealt(3, POTIONS).s
    assert s.potions == 3
    assert s.spell_copies[CONTENT.spell("flip_potion") or 0] == 2
    assert Table.dealt(3).s.spell_copies[CONTENT.spell("flip_potion") or 0] == 0


@pytest.mark.rule("BQ-POT-3", "BQ-R57")
def test_potions_have_no_colour() -> None:
    hands = ["[Q1] Q2+ B5", "[R2] G3"]
    for spell in ("require_pair", "require_red"):
        table = fight(hands, options=POTIONS, active=[{"spell": spell}]).play("0: plus")
        assert table["fight"]["result"][0] == "missed"


@pytest.mark.rule("BQ-POT-7")
def test_potions_of_the_deal_are_read_clockwise_after_the_whole_deal() -> None:
    table = Table.dealt(
        3,
        POTIONS | {"first_armourer": "0"},
        chance=["boss_17", "cancel", "protect", "boss_up", "last_turn", "B1", "B2", "B3", "Q2", "R2", "Q1"],
    )
    assert table.decider == 1
    table.play("1: plus")
    assert table.decider == 0
    table.play("0: minus")
    assert table["visible"] == ["Q1-", "Q2+", "R2"]
    assert table.decider == 1  # now the first turn


@pytest.mark.rule("BQ-POT-6", "BQ-EQUIP-15")
def test_potions_of_one_request_are_read_in_the_order_dealt() -> None:
    """All cards are dealt before the first is read, and one is over only when the last is."""
    table = Table(2, POTIONS, boss=14, hands=["[B6] R7", "[G1] P1"])
    table.play("0: equip 3", chance=["Q3", "G2", "Q1"])
    assert table["visible"][0] == "R7 Q3 G2 Q1"
    table.play("0: minus")
    assert table["visible"][0] == "R7 Q3- G2 Q1"
    table.play("0: minus")
    assert table["attack"][0] == 11
    assert table["barred"][0] is False
    assert table.decider == 1


@pytest.mark.rule("BQ-POT-15")
def test_a_flip_whose_potion_went_away_is_cancelled_for_nothing() -> None:
    """Whoever has the potion now keeps the reading chosen afresh."""
    table = Table(
        4, POTIONS, boss=21, hands=["[B5] R6 Q3-", "[G1] P1", "[G2] P2", "[G3] P3"],
        market=["flip_potion", "exchange_weapon", "cancel", "boss_up"], turn=1,
    )  # fmt: skip
    table.play(
        "1: visit",
        "1: take 0",
        "1: activate",
        "1: potion 3",
        "2: visit",
        "2: take 1",
        "2: activate",
        "2: player 0",
    )
    table.play("2: weapon potion_3", "3: equip 1", "3: minus", chance=["G4"])
    assert table["active"] == ["flip_potion 0"]
    table.play("0: visit", "0: take 2", "0: activate", "0: cancel 0")
    assert table["visible"][3] == "P3 Q3-"
    assert table["active"] == []


@pytest.mark.rule("BQ-POT-13", "BQ-R54")
def test_a_hidden_potion_is_read_by_its_owner_at_the_fight() -> None:
    table = Table(
        2,
        POTIONS,
        boss=18,
        hands=["[Q3] R7", "[B6] G7"],
        market=["swap_hidden", "protect", "boss_up"],
        visited=[1],
    )
    table.play("0: visit", "0: take 0", "0: activate", "0: player 0", "0: with 1")
    assert table.decider == 1
    table.play("1: plus")
    assert table["fight"]["attack"] == [13, 10]


@pytest.mark.rule("BQ-POT-9", "BQ-R42")
def test_hidden_potions_are_read_clockwise_when_all_cards_are_up() -> None:
    for armourer, order in ((0, ["1: plus", "0: minus"]), (1, ["0: minus", "1: plus"])):
        table = fight(["[Q3] R7", "[Q1] G7", "[B6] P7"], options=POTIONS, armourer=armourer)
        assert table.facts(2)["hidden"] == ["Q3", "Q1", "B6"]
        table.play(*order)
        assert table["fight"]["attack"] == [4, 8, 13]


@pytest.mark.rule("BQ-POT-10", "BQ-POT-11")
def test_only_visible_potions_can_be_flipped() -> None:
    table = Table(
        2, POTIONS, boss=18, hands=["[Q3] R7", "[B6] G7"], market=["flip_potion", "protect", "boss_up"]
    )
    table.play("0: visit", "0: take 0")
    assert table.menu(0) == ["discard"]


@pytest.mark.rule("BQ-POT-12")
def test_an_exchange_that_brings_a_visible_potion_is_read_by_the_target() -> None:
    table = Table(
        3,
        POTIONS,
        boss=18,
        hands=["[B1] R7", "[B6] G7", "[P1] P2"],
        market=["exchange_weapon", "protect", "boss_up"],
    )
    table.play("0: visit", "0: take 0", "0: activate", "0: player 1", "0: weapon green_7", chance=["Q2"])
    assert table.decider == 1
    assert table.menu(1) == ["plus", "minus"]
    table.play("1: plus")
    assert table["attack"][1] == 8
    assert table.decider == 1  # and now it is 1's own turn


@pytest.mark.rule("BQ-POT-14")
def test_two_flips_restore_the_reading() -> None:
    table = Table(
        3,
        POTIONS,
        boss=18,
        hands=["[B1] R7", "[B6] Q3+", "[P1] P2"],
        market=["flip_potion", "cancel", "boss_up"],
        active=[{"spell": "flip_potion", "potion": 3}],
    )
    assert table["attack"][1] == 3
    table.play("0: visit", "0: take 0", "0: activate", "0: potion 3")
    assert table["attack"][1] == 9
    table.play("1: visit", "1: take 1", "1: activate", "1: cancel 1")
    assert table["attack"][1] == 3


@pytest.mark.rule("BQ-R11")
def test_flip_spell_instant() -> None:
    table = Table(
        3,
        POTIONS | {"flip_spell": "instant"},
        boss=18,
        hands=["[B1] R7", "[B6] Q3+", "[P1] P2"],
        market=["flip_potion", "cancel", "boss_up"],
    )
    table.play("0: visit", "0: take 0", "0: activate", "0: potion 3")
    assert table["attack"][1] == 3
    assert table["active"] == []
    assert table["discard"]["flip_potion"] == 1


@pytest.mark.rule("BQ-POT-16")
def test_over_by_a_flip_bars_at_the_start_of_the_turn() -> None:
    table = Table(
        3,
        POTIONS,
        boss=15,
        hands=["[B1] R7", "[B6] G7 Q3-", "[P1] P2"],
        market=["flip_potion", "cancel", "boss_up"],
    )
    table.play("0: visit", "0: take 0", "0: activate", "0: potion 3")
    assert table["attack"][1] == 16
    assert table.menu(1) == ["visit"]


# Compagnons.


@pytest.mark.rule("BQ-COMP-1", "BQ-COMP-2", "BQ-COMP-3")
def test_companions_are_dealt_and_the_others_are_the_reserve() -> None:
    for seats in range(2, 7):
        table = Table.dealt(seats, COMPANIONS)
        held = table["companions"]
        assert None not in held
        assert len(set(held)) == seats
        assert sorted(held + table["reserve"] + table["box"]) == sorted(
            ["chameleon", "owl", "hare", "fox", "turtle", "raven"]
        )
        assert table["box"] == (["owl"] if seats == 2 else [])
        assert table.s.spell_copies[CONTENT.spell("swap_companions") or 0] == 3
    seen = Counter(Table.dealt(3, COMPANIONS, number)["companions"][0] for number in range(60))
    assert len(seen) == 6


@pytest.mark.rule("BQ-COMP-4", "BQ-R45")
def test_chameleon_covers_potions_too() -> None:
    table = fight(
        ["[Q1] Q2+", "[R2] G3"],
        options=ALL,
        companions=["chameleon", "fox"],
        active=[{"spell": "require_pair"}, {"spell": "require_blue"}],
    ).play("0: plus")
    assert table["fight"]["result"][0] == "qualified won"


@pytest.mark.rule("BQ-COMP-5", "BQ-R31", "BQ-R27", "BQ-COMP-10")
def test_owl() -> None:
    table = Table(
        3,
        COMPANIONS,
        boss=18,
        hands=["[B5] R4", "[G6] P3", "[B2] R2"],
        companions=["owl", "fox", "hare"],
        market=["attack_up", "protect", "boss_up"],
        mystery="cancel",
    )
    assert "power" in table.menu(0)
    table.play("0: power")
    assert table.menu(0) == ["look 1", "look 2", "look_mystery"]
    assert table.refused(0, "look 0") == "BQ-COMP-5"
    table.play("0: look 1")
    assert table.told(0) == ["looks(seat=0 other=1 weapon=19)"]
    assert table.told(2) == ["looks(seat=0 other=1 weapon=?)"]
    assert table.facts(0)["hidden"] == ["B5", "G6", "?"]
    assert table.facts(2)["hidden"] == ["?", "?", "B2"]
    # One look in all; the turn goes on, and only the owner of the turn may use a power.
    assert table.refused(0, "power") == "BQ-COMP-11"
    assert table.decider == 0
    table.play("0: equip 1", chance=["G1"])
    assert table.refused(1, "power") == "BQ-COMP-10"
    assert table.refused(2, "power") == "BQ-TURN-2"


@pytest.mark.rule("BQ-COMP-5")
def test_owl_on_the_mystery_spell() -> None:
    table = Table(
        3,
        COMPANIONS,
        boss=18,
        hands=["[B5] R4", "[G6] P3", "[B2] R2"],
        companions=["owl", "fox", "hare"],
        market=["attack_up", "protect", "boss_up"],
        mystery="cancel",
    )
    table.play("0: power", "0: look_mystery")
    assert table.facts(0)["mystery"] == "cancel"
    assert table.facts(1)["mystery"] == "?"


@pytest.mark.rule("BQ-COMP-6", "BQ-COMP-14", "BQ-R27")
def test_hare() -> None:
    position = {
        "boss": 18,
        "hands": ["[B5] R4", "[G6] P3", "[B2] R2"],
        "companions": ["hare", "fox", "owl"],
        "market": ["attack_up", "protect", "boss_up"],
    }
    table = Table(3, COMPANIONS, **position)
    table.play("0: equip 1", chance=["G1"])
    assert table.menu(0) == ["go_on", "end_turn"]
    table.play("0: go_on")
    assert table.menu(0) == ["take 0", "take 1", "take 2"]
    assert table["used"] == ["hare"]
    table = Table(3, COMPANIONS, **position)
    table.play("0: equip 1", "0: end_turn", chance=["G1"])
    assert table.decider == 1
    # Equip and visit in one turn during last_turn.
    table = Table(3, COMPANIONS, **position, active=[{"spell": "last_turn"}])
    table.play("0: equip 1", "0: go_on", "0: take 0", "0: discard", chance=["G1"])
    assert table["visited"][0] is True


@pytest.mark.rule("BQ-COMP-14")
def test_the_hare_does_not_help_a_straggler() -> None:
    table = Table(
        5,
        COMPANIONS,
        boss=20,
        hands=["[R2] G2", "[G1] P1", "[Y1] B2", "[R1] Y2", "[B3] R3"],
        companions=["fox", "owl", "turtle", "raven", "hare"],
        visited=[0, 1, 2, 3],
        turn=4,
        market=["", "", "", "", "boss_up"],
    )
    table.play("4: equip 1", chance=["B1"])
    assert table["round"] == 2


@pytest.mark.rule("BQ-COMP-8")
def test_turtle_by_three_loses_a_heart() -> None:
    table = fight(["[B7] R7 G7", "[G1] P1"], options=COMPANIONS, companions=["turtle", "fox"])
    assert table["hearts"] == [2, 3]
    table = fight(["[B7] R7 G6", "[G1] P1"], options=COMPANIONS, companions=["turtle", "fox"])
    assert table["hearts"] == [3, 3]


@pytest.mark.rule("BQ-R30")
def test_fox_after_the_weapon_count() -> None:
    hands = ["[B6] R5 G4 P3", "[P7] R7 B4"]
    late = COMPANIONS | {"fox_priority": "after_count"}
    assert fight(hands, hp=19, companions=["fox", "hare"], options=late)["keys"] == [0, 1]
    assert fight(["[B7] R7 G4", "[P7] G7 B4"], hp=19, companions=["fox", "hare"], options=late)["keys"] == [
        1,
        0,
    ]


@pytest.mark.rule("BQ-COMP-15", "BQ-R56")
def test_fox_at_the_end_of_the_game_only_under_the_option() -> None:
    hands = ["[B5] R5", "[P7] G7 R6", "[G5] P4"]
    position = {"keys": [1, 2, 2], "hearts": [3, 1, 2], "companions": ["hare", "turtle", "fox"]}
    # 1 dies, 0 and 2 have two keys each: hearts decide, not the fox.
    table = fight(hands, hp=14, options=COMPANIONS, **position)
    assert (table.over, table["keys"], table["winners"]) == ("last_heart", [2, 2, 2], [0])
    assert fight(hands, hp=14, options=COMPANIONS | {"fox_scope": "everywhere"}, **position)["winners"] == [2]


@pytest.mark.rule("BQ-R55")
def test_fox_and_second_wins() -> None:
    second = [{"spell": "second_wins"}]
    table = fight(
        ["[B7] R7 G3", "[P7] G7 B3", "[B1] R1"],
        options=COMPANIONS,
        companions=["fox", "hare", "owl"],
        active=second,
    )
    assert table["keys"] == [0, 1, 0]  # the fox is first, alone


@pytest.mark.rule("BQ-COMP-9", "BQ-R29", "BQ-R41")
def test_raven_on_the_mystery_slot() -> None:
    table = Table(
        2,
        COMPANIONS,
        boss=18,
        hands=["[B5] R4", "[G6] P3"],
        companions=["raven", "fox"],
        market=["attack_up", "protect", "boss_up"],
        mystery="cancel",
    )
    table.play("0: power", "0: replace 3", chance=["last_turn"])
    assert table.facts(1)["mystery"] == "?"
    assert table.facts(1)["discard"]["cancel"] == 1
    assert table["mystery"] == "last_turn"


@pytest.mark.rule("BQ-R29")
def test_raven_and_the_end_of_the_spell_pile() -> None:
    spells = [
        kind.id for kind in CONTENT.spells for _ in range(kind.copies) if kind.expansion in ("", "companions")
    ]
    rest = list(
        (
            Counter(spells) - Counter(["attack_up", "protect", "boss_up", "cancel", "require_yellow"])
        ).elements()
    )
    position = {
        "boss": 18,
        "hands": ["[B5] R4", "[G6] P3"],
        "companions": ["raven", "fox"],
        "market": ["attack_up", "protect", "boss_up"],
        "mystery": "cancel",
    }
    table = Table(2, COMPANIONS, **position, discard=rest)
    assert table["spell_pile"] == 0
    table.play("0: power", "0: replace 0", chance=["require_blue"])
    # The discards were shuffled; the replaced spell came after that.
    assert table["discard"]["attack_up"] == 1
    assert table["spell_discards"] == 1
    assert "spells_shuffled()" in table.events


@pytest.mark.rule("BQ-R29")
def test_raven_needs_a_spell_to_draw() -> None:
    table = Table(2, COMPANIONS, boss=18, hands=["[B5] R4", "[G6] P3"], companions=["raven", "fox"])
    assert table.refused(0, "power") == "BQ-R29"  # nothing in the market to replace


@pytest.mark.rule("BQ-COMP-10")
def test_powers_on_the_repeat_turn() -> None:
    table = Table(
        2,
        COMPANIONS,
        boss=18,
        hands=["[B5] R4", "[G6] P3"],
        companions=["raven", "fox"],
        market=["attack_up", "protect", "boss_up"],
        visited=[0],
        turn=1,
    )
    table.play("1: equip 1", chance=["G1"])
    assert table.menu(0) == ["repeat", "decline", "power"]


@pytest.mark.rule("BQ-COMP-12")
def test_one_of_the_two_companions_is_held_by_a_player() -> None:
    """Chosen first, one of the reserve goes with one that a player holds; the spell then lies before that player."""
    table = Table(
        3,
        COMPANIONS,
        boss=18,
        hands=["[B5] R6", "[G6] P3", "[B2] R2"],
        companions=["fox", "turtle", "hare"],
        market=["swap_companions", "boss_up", "protect"],
    )
    table.play("0: visit", "0: take 0", "0: activate", "0: companion owl")
    assert table.menu(0) == ["companion hare", "companion fox", "companion turtle"]
    assert table.refused(0, "companion raven") == "BQ-COMP-12"
    assert table.refused(0, "companion owl") == "BQ-COMP-12"
    table.play("0: companion hare")
    assert table["active"] == ["swap_companions 2"]
    assert table["companions"] == ["fox", "turtle", "owl"]


@pytest.mark.rule("BQ-COMP-17")
def test_a_swap_leaves_what_a_power_has_done() -> None:
    table = Table(
        3,
        COMPANIONS,
        boss=18,
        hands=["[B5] R4", "[G6] P3", "[B2] R2"],
        companions=["owl", "fox", "turtle"],
        market=["swap_companions", "protect", "boss_up"],
    )
    table.play(
        "0: power",
        "0: look 1",
        "0: visit",
        "0: take 0",
        "0: activate",
        "0: companion owl",
        "0: companion fox",
    )
    assert table.facts(0)["hidden"][1] == "G6"
    assert table["companions"] == ["fox", "owl", "turtle"]
    assert table.refused(1, "power") == "BQ-COMP-11"


# Faucheuse.


@pytest.mark.rule("BQ-REAP-1", "BQ-REAP-2", "BQ-REAP-3", "BQ-REAP-5")
def test_a_death_is_not_the_end_and_the_reaper_comes_once() -> None:
    table = fight(["[B7] R7 P5", "[G1] P1", "[B2] R2"], options=REAPER, hearts=[1, 3, 3])
    assert not table.over
    assert table["boss"] == "reaper"
    assert table["hp"] == 22
    assert table["roles"] == ["ghost", "knight", "knight"]
    assert sorted(table.s.boss_pile[: table.s.boss_count]) == [0, 1, 2, 3, 5, 6, 7]  # she is none of them
    table = fight(["[B7] R7 P5", "[G1] P1", "[B2] R2"], options=REAPER | {"reaper_hp": 13}, hearts=[1, 3, 3])
    assert table["hp"] == 13
    # After she has left, a death is an elimination.
    table = fight(["[B7] R7 P5", "[G1] P1", "[B2] R2"], options=REAPER, hearts=[1, 3, 3], reaper="left")
    assert table["boss"] != "reaper"
    assert table["roles"] == ["gone", "knight", "knight"]


def reaper_round(hands: list[str], **position: object) -> Table:
    return fight(hands, options=REAPER, **{"hp": "reaper", **position})  # type: ignore[arg-type]


@pytest.mark.rule("BQ-REAP-10", "BQ-REAP-19")
def test_becoming_the_reaper() -> None:
    table = reaper_round(
        ["[B7] R7 P5", "[G1] P1", "[B2] R2"], roles=["ghost", "knight", "knight"], keys=[3, 1, 0]
    )
    table.play("0: reaper")
    assert table["roles"] == ["reaper", "knight", "knight"]
    assert table["keys"] == [0, 1, 0]
    assert table["hearts"] == [0, 3, 3]  # no strike in the round itself
    assert table["reaper"] == "taken"


@pytest.mark.rule("BQ-REAP-9", "BQ-R38")
def test_a_knight_who_wins_recovers_hearts() -> None:
    table = reaper_round(
        ["[B1] R1", "[G7] P7 R6", "[B2] R2"], roles=["ghost", "knight", "knight"], hearts=[0, 1, 3]
    )
    table.play("1: life")
    assert table["hearts"] == [0, 3, 3]
    assert table["roles"] == ["gone", "knight", "knight"]


@pytest.mark.rule("BQ-REAP-12", "BQ-REAP-13", "BQ-R36")
def test_nobody_wins_the_reaper_round() -> None:
    over = ["[B7] R7 P7 G2", "[G7] P6 R6 B4", "[B6] R5 P5 G1", "[R1] B1"]
    table = reaper_round(
        over, roles=["ghost", "ghost", "knight", "knight"], active=[{"spell": "require_pair"}]
    )
    assert table["winners"] == []
    assert table["roles"] == ["gone", "gone", "knight", "knight"]
    assert table["reaper"] == "left"


@pytest.mark.rule("BQ-REAP-14", "BQ-R37", "BQ-MIX-4", "BQ-REAP-24")
def test_later_deaths_eliminate() -> None:
    hands = ["[B7] R7 P5", "[G1] P1", "[B2] R2"]
    position: dict[str, Any] = {
        "hearts": [1, 3, 3],
        "reaper": "left",
        "keys": [3, 2, 0],
        "companions": ["fox", "owl", "hare"],
        "armourer": 2,
    }
    table = fight(hands, options={"expansions": ["reaper", "companions"]}, **position)
    assert not table.over
    assert table["armourer"] == 1  # seat 0 is skipped
    assert "fox" in table["reserve"]
    assert table["companions"] == [None, "owl", "hare"]
    options = {"expansions": ["reaper", "companions"], "reaper_gone_ends_game": True}
    table = fight(hands, options=options, **position)
    assert table.over == "last_heart"
    assert table["winners"] == [1]


@pytest.mark.rule("BQ-REAP-22", "BQ-R58")
def test_a_single_knight_wins_at_once() -> None:
    table = fight(
        ["[B7] R7 P5", "", "[B2] R2"], options=REAPER, roles=["knight", "gone", "knight"], hearts=[1, 0, 3]
    )
    assert table.over == "last_knight"
    assert table["winners"] == [2]


@pytest.mark.rule("BQ-REAP-23")
def test_nobody_left_at_all() -> None:
    hands = ["[B7] R7 P5", "", "[G7] P7 R5"]
    position: dict[str, Any] = {"roles": ["knight", "gone", "knight"], "hearts": [1, 0, 1], "keys": [1, 3, 2]}
    table = fight(hands, options=REAPER, **position)
    assert table.over == "all_dead"
    assert table["winners"] == []
    table = fight(hands, options=REAPER | {"all_dead": "most_keys"}, **position)
    assert table["winners"] == [1]


@pytest.mark.rule("BQ-REAP-16")
def test_protect_stops_the_strike_and_the_turtle_does_not() -> None:
    table = fight(
        ["[B1] R1", "[G1] P1", "[B7] R7"],
        options={"expansions": ["reaper", "companions"]},
        roles=["knight", "knight", "reaper"],
        companions=["turtle", "fox", "owl"],
        active=[{"spell": "protect", "seat": 1}],
    )
    assert table["hearts"] == [2, 3, 0]


@pytest.mark.rule("BQ-REAP-16", "BQ-REAP-18", "BQ-R34")
def test_the_reaper_player_in_the_ranking() -> None:
    hands = ["[B7] R5 G4", "[G1] P1", "[P7] G6 R3"]
    roles = ["knight", "knight", "reaper"]
    tie = fight(hands, options=REAPER, roles=roles)
    assert tie["keys"] == [1, 0, 0]  # a complete tie: the knight wins
    assert tie["hearts"] == [3, 2, 0]  # and is not struck: only those strictly below are
    hands[2] = "[P7] R7 B2"
    hands[0] = "[B7] G5 P3"
    assert fight(hands, options=REAPER, roles=roles)["keys"] == [0, 0, 0]
    free = fight(hands, options=REAPER | {"reaper_blocks_key": False}, roles=roles)
    assert free["keys"] == [1, 0, 0]
    assert free["hearts"] == [2, 2, 0]  # the strike is unchanged
    perfect = fight(["[B7] R7 G4", "[G1] P1", "[P7] G7 R4"], options=REAPER, roles=roles)
    assert perfect["keys"] == [2, 0, 0]


@pytest.mark.rule("BQ-MIX-5")
def test_a_reaper_player_with_the_fox_blocks_the_key() -> None:
    table = fight(
        ["[B7] R5 G4", "[G1] P1", "[P7] G6 R3"],
        options={"expansions": ["reaper", "companions"]},
        roles=["knight", "knight", "reaper"],
        companions=["turtle", "owl", "fox"],
    )
    assert table["keys"] == [0, 0, 0]
    assert table["fight"]["result"][2] == "qualified won"


@pytest.mark.rule("BQ-REAP-15")
def test_the_reaper_player_cannot_lose_hearts() -> None:
    table = fight(["[B1] R1", "[B7] R7 P5"], options=REAPER, roles=["knight", "reaper"], keys=[1, 0])
    assert table["roles"] == ["knight", "reaper"]
    assert not table.over


@pytest.mark.rule("BQ-MIX-1", "BQ-GEN-12")
def test_everything_together_can_be_dealt() -> None:
    for seats in range(2, 7):
        table = Table.dealt(seats, ALL)
        assert GAME.status(table.s) == []
