"""At the Magician, and what each spell does."""

from __future__ import annotations

from typing import Any

import pytest

from .table import CONTENT, Table, fight

HANDS = ["[B5] R4", "[G6] P3", "[B2] R2"]
OFFER = ["attack_up", "protect", "boss_up"]


def visit_table(market: list[str], mystery: str = "last_turn", **position: Any) -> Table:
    return Table(3, **{"boss": 18, "hands": HANDS, "market": market, "mystery": mystery, **position})


@pytest.mark.rule("BQ-VISIT-1", "BQ-VISIT-2", "BQ-VISIT-3", "BQ-VISIT-6")
def test_one_spell_is_taken_and_not_replaced() -> None:
    table = visit_table(OFFER)
    table.play("0: visit")
    assert table["visited"] == [True, False, False]
    assert table.menu(0) == ["take 0", "take 1", "take 2", "take 3"]
    table.play("0: take 1")
    assert table.menu(0) == ["activate", "discard"]
    table.play("0: discard")
    assert table["market"] == ["attack_up", None, "boss_up"]
    table.play("1: visit")
    assert table.refused(1, "take 1") == "BQ-VISIT-3"


@pytest.mark.rule("BQ-VISIT-4")
def test_phase_b_is_done_once() -> None:
    table = visit_table(OFFER)
    table.play("0: visit", "0: take 1", "0: discard", "1: equip 1", "2: equip 1", chance=["G1", "G2"])
    assert table.decider == 1
    assert table.menu(0) == []


@pytest.mark.rule("BQ-VISIT-5", "BQ-VISIT-7", "BQ-VISIT-8")
def test_a_spell_on_offer_does_nothing_and_a_discarded_one_is_gone() -> None:
    table = visit_table(["boss_up", "boss_down", "cancel"])
    assert table["hp"] == 18
    table.play("0: visit", "0: take 0", "0: discard")
    assert table["hp"] == 18
    assert table["discard"]["boss_up"] == 1
    table.play("1: visit", "1: take 1", "1: activate", "1: amount 1", "2: visit")
    # The active spell is no longer on offer: it cannot be taken to be discarded.
    assert table.menu(2) == ["take 2", "take 3"]


@pytest.mark.rule("BQ-VISIT-9", "BQ-SPELL-7")
def test_a_light_spell_lies_beside_the_boss() -> None:
    table = visit_table(["boss_down", "protect", "boss_up"])
    table.play("0: visit", "0: take 0", "0: activate", "0: amount 2")
    assert table["active"] == ["boss_down 2"]
    assert table["hp"] == 16


@pytest.mark.rule("BQ-VISIT-10", "BQ-R43", "BQ-SPELL-1")
def test_a_dark_spell_lies_in_front_of_anyone() -> None:
    table = visit_table(OFFER, visited=[1])
    table.play("0: visit", "0: take 0", "0: activate")
    assert table.menu(0) == ["player 0", "player 1", "player 2"]
    table.play("0: player 1", "0: amount 2")
    assert table["active"] == ["attack_up 1 2"]
    assert table["attack"] == [9, 11, 4]


@pytest.mark.rule("BQ-VISIT-11", "BQ-R4")
def test_parameters_are_chosen_at_activation_publicly() -> None:
    table = visit_table(OFFER)
    table.play("0: visit", "0: take 0", "0: activate", "0: player 2")
    assert table.menu(0) == ["amount 1", "amount 2"]
    table.play("0: amount 1")
    assert table.told(1) == table.told(-1) == ["attack_changes(seat=2 change=1)"]
    assert table.facts(1)["active"] == ["attack_up 2 1"]


@pytest.mark.rule("BQ-VISIT-14", "BQ-R41")
def test_a_discarded_mystery_spell_is_seen_by_all() -> None:
    table = visit_table(OFFER, "cancel")
    table.play("0: visit", "0: take 3")
    assert table.told(1) == ["takes_mystery(seat=0)"]
    table.play("0: discard")
    assert table.told(1)[0] == f"discards(seat=0 spell={CONTENT.spell('cancel')})"
    assert table.facts(1)["discard"]["cancel"] == 1


@pytest.mark.rule("BQ-VISIT-15", "BQ-R40")
def test_a_face_up_spell_without_target_can_only_be_discarded() -> None:
    table = visit_table(["cancel", "protect", "boss_up"])
    table.play("0: visit", "0: take 0")
    assert table.menu(0) == ["discard"]
    assert table.refused(0, "activate") == "BQ-VISIT-15"


@pytest.mark.rule("BQ-VISIT-17")
def test_an_empty_market_has_nothing_to_take() -> None:
    table = Table(3, boss=18, hands=HANDS)
    table.play("0: visit")
    assert table["visited"][0] is True
    assert table.decider == 1


@pytest.mark.rule("BQ-VISIT-15", "BQ-SPELL-4")
def test_no_exchange_with_an_empty_pile() -> None:
    table = Table(
        2,
        boss=21,
        hands=["[B1] R1 G2 G3 G4 G5 G6 G7 P1 P2 P3 P4", "[B2] B3 B4 B5 B6 B7 R2 R3 R4 R5 R6 R7 G1 P5 P6 P7"],
        market=["exchange_weapon", "protect", "boss_up"],
    )
    assert table["pile"] == 0
    table.play("0: visit", "0: take 0")
    assert table.menu(0) == ["discard"]


@pytest.mark.rule("BQ-SPELL-3", "BQ-R8")
def test_swap_hidden() -> None:
    table = visit_table(["swap_hidden", "protect", "boss_up"])
    table.play("0: visit", "0: take 0", "0: activate")
    assert table.menu(0) == ["player 0", "player 1", "player 2"]
    table.play("0: player 1")
    assert table.menu(0) == ["with 0", "with 2"]
    assert table.refused(0, "with 1") == "BQ-R8"
    table.play("0: with 2")
    assert table["hidden"] == ["B5", "B2", "G6"]
    # Each new owner looks; each old owner still knows; nobody else does.
    assert table.facts(1)["hidden"] == ["?", "B2", "G6"]
    assert table.facts(2)["hidden"] == ["?", "B2", "G6"]
    assert table.facts(0)["hidden"] == ["B5", "?", "?"]
    assert table["discard"]["swap_hidden"] == 1


@pytest.mark.rule("BQ-R8")
def test_swap_scope_caster() -> None:
    table = Table(
        3,
        {"swap_scope": "caster"},
        boss=18,
        hands=HANDS,
        market=["swap_hidden", "protect", "boss_up"],
    )
    table.play("0: visit", "0: take 0", "0: activate", "0: player 1")
    assert table.menu(0) == ["with 0"]
    table.play("0: with 0")
    assert table["hidden"] == ["G6", "B5", "B2"]


@pytest.mark.rule("BQ-SPELL-4", "BQ-R53")
def test_exchange_of_the_hidden_weapon() -> None:
    table = visit_table(["exchange_weapon", "protect", "boss_up"])
    table.play("0: visit", "0: take 0", "0: activate", "0: player 1", "0: hidden", chance=["G2"])
    assert table["hidden"] == ["B5", "G2", "B2"]
    assert table["top"] == "G6"
    # Only the former owner knows the card on top, only the owner the new one.
    assert table.facts(1)["top"] == "G6"
    assert table.facts(0)["top"] == "?"
    assert table.facts(0)["hidden"][1] == "?"
    table.play("1: equip 1")
    assert table["visible"][1] == "P3 G6"


@pytest.mark.rule("BQ-R10")
def test_exchange_to_the_bottom_of_the_pile() -> None:
    table = Table(
        3,
        {"exchange_return": "bottom"},
        boss=18,
        hands=HANDS,
        market=["exchange_weapon", "protect", "boss_up"],
    )
    table.play("0: visit", "0: take 0", "0: activate", "0: player 1", "0: weapon purple_3", chance=["G2"])
    assert table["top"] is None
    assert table["bottom"] == ["P3"]
    table.play("1: equip 1", chance=["G1"])
    assert table["bottom"] == ["P3"]


@pytest.mark.rule("BQ-SPELL-5", "BQ-R7")
def test_protect_saves_the_heart_but_not_the_round() -> None:
    table = fight(["[B7] R7 G5", "[G7] P7 R5"], active=[{"spell": "protect", "seat": 0}])
    assert table["hearts"] == [3, 2]
    assert table["fight"]["result"] == ["over", "over"]


@pytest.mark.rule("BQ-R7")
def test_protect_scope_all() -> None:
    options = {"protect_scope": "all"}
    table = fight(["[B7] R7 G5", "[G7] P7 R5"], options=options, active=[{"spell": "protect"}])
    assert table["hearts"] == [3, 3]
    table = Table(2, options, boss=18, hands=["[B5] R4", "[G6] P3"], market=["protect", "boss_up", "cancel"])
    table.play("0: visit", "0: take 0", "0: activate")
    assert table["active"] == ["protect"]  # a light spell: no target is asked for


@pytest.mark.rule("BQ-SPELL-9")
def test_last_turn_only_restricts() -> None:
    table = Table(
        3, boss=15, hands=["[B7] R6 G4", "[G6] P3", "[B2] R2"], active=[{"spell": "last_turn"}], visited=[1]
    )
    assert table.menu(0) == ["visit"]  # over
    table = Table(3, boss=18, hands=HANDS, active=[{"spell": "last_turn"}], visited=[1, 2], last_equip=True)
    assert table.menu(0) == ["visit"]  # the last equip is used


@pytest.mark.rule("BQ-SPELL-10")
def test_last_turn_with_nobody_left_changes_nothing() -> None:
    table = visit_table(["last_turn", "", ""], "cancel", visited=[1, 2])
    table.play("0: visit", "0: take 0", "0: activate")
    assert table["round"] == 2


@pytest.mark.rule("BQ-GEN-9", "BQ-NEXT-3")
def test_the_last_turn_ends_with_its_round() -> None:
    table = Table(3, boss=18, hands=HANDS, active=[{"spell": "last_turn"}], visited=[1, 2])
    table.play("0: visit")
    assert table["round"] == 2
    assert table["last_turn"] is False


@pytest.mark.rule("BQ-SPELL-11")
def test_the_very_last_turn_may_still_cancel_the_last_turn() -> None:
    """Both who had equipped as their last turn are in phase A again, and not as if alone."""
    hands = ["[B2] R2", "[G6] P3", "[B3] R3", "[G2] P2"]
    table = Table(
        4,
        boss=21,
        hands=hands,
        visited=[1],
        active=[{"spell": "last_turn"}],
        market=["cancel", "boss_up"],
        turn=2,
    )
    table.play("2: equip 1", "3: equip 1", chance=["B1", "R1"])
    table.play("0: visit", "0: take 0", "0: activate", "0: cancel 0")
    assert table.decider == 2
    assert table.menu(2) == ["equip 1", "equip 2", "equip 3", "equip 4", "visit"]
    table.play("2: equip 1", chance=["G1"])
    assert table.decider == 3


@pytest.mark.rule("BQ-SPELL-13", "BQ-SPELL-14", "BQ-SPELL-12")
def test_conditions_add_up_and_the_hidden_weapon_counts() -> None:
    hands = ["[B2] B3 R1", "[G2] G3", "[R2] P3 B1"]
    table = fight(hands, active=[{"spell": "require_pair"}, {"spell": "require_red"}])
    assert table["fight"]["result"] == ["qualified won", "missed", "missed"]
    table = fight(hands, active=[{"spell": "require_red"}, {"spell": "require_blue"}])
    assert table["fight"]["result"] == ["qualified won", "missed", "qualified won"]


@pytest.mark.rule("BQ-SPELL-18")
def test_instant_spells_cannot_be_cancelled() -> None:
    table = visit_table(["swap_hidden", "cancel", "boss_up"])
    table.play("0: visit", "0: take 0", "0: activate", "0: player 0", "0: with 1", "1: visit", "1: take 1")
    assert table["active"] == []
    assert table.menu(1) == ["discard"]
    assert table["hidden"][0] == "G6"


@pytest.mark.rule("BQ-SPELL-19", "BQ-R61")
def test_several_spells_on_one_player_all_count() -> None:
    table = visit_table(
        OFFER,
        active=[
            {"spell": "attack_up", "seat": 0, "amount": 2},
            {"spell": "attack_down", "seat": 0, "amount": 1},
            {"spell": "attack_down", "seat": 0, "amount": 1},
        ],
    )
    assert table["attack"][0] == 9
    table.play("0: visit", "0: take 0", "0: activate", "0: player 0", "0: amount 2")
    assert table["attack"][0] == 11


@pytest.mark.rule("BQ-SPELL-17", "BQ-EQUIP-14")
def test_cancel_ends_a_number_at_once_but_not_a_bar() -> None:
    table = Table(
        3,
        boss=15,
        hands=["[B5] R6", "[G6] P3", "[B2] R2"],
        market=["cancel", "protect", "boss_up"],
        active=[{"spell": "attack_up", "seat": 0, "amount": 2}],
    )
    table.play("0: equip 1", chance=["G3"])
    assert table["attack"][0] == 16
    table.play("1: visit", "1: take 0", "1: activate", "1: cancel 0", "2: equip 1", chance=["G1"])
    assert table["attack"][0] == 14
    assert table.menu(0) == ["visit"]


@pytest.mark.rule("BQ-R62")
def test_becoming_over_at_the_magician_matters_only_in_the_fight() -> None:
    table = Table(
        3,
        boss=15,
        hands=["[B7] R6 G2", "[G6] P3", "[B2] R2"],
        visited=[0],
        turn=1,
        market=["attack_up", "protect", "boss_up"],
    )
    table.play("1: visit", "1: take 0", "1: activate", "1: player 0", "1: amount 2")
    assert table["hearts"] == [3, 3, 3]
    table.play("2: visit", "2: take 1", "2: discard")
    assert table["hearts"] == [2, 3, 3]


@pytest.mark.rule("BQ-SPELL-4")
def test_a_known_card_stays_known_when_it_is_drawn_face_down() -> None:
    """The card on top was given up face up: whoever receives it as hidden weapon, everybody knows it."""
    table = visit_table(["exchange_weapon", "protect", "boss_up"], top="G7")
    table.play("0: visit", "0: take 0", "0: activate", "0: player 1", "0: hidden")
    assert table["hidden"][1] == "G7"
    assert table.facts(2)["hidden"] == ["?", "G7", "B2"]
    assert table.facts(-1)["hidden"] == ["?", "G7", "?"]
    assert table.facts(2)["top"] == "?"
