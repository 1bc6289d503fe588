"""General rules, set-up, the players' turns, equipping."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bagarre.games.boss_quest.meta import META
from bagarre.kernel.errors import Mistake, OptionError

from .table import CONTENT, GAME, Table, fight

ALL = {"expansions": "all"}


def random_game(seats: int, options: dict[str, object], number: int) -> Table:
    table, coin = Table.dealt(seats, options, number), random.Random(number)
    while not table.over:
        seat = table.decider
        table.play(f"{seat}: {coin.choice(table.menu(seat))}")
    return table


# General.


@pytest.mark.rule("BQ-GEN-1", "BQ-P56-6")
def test_two_to_six_players() -> None:
    assert list(META.players) == [2, 3, 4, 5, 6]
    for seats in META.players:
        assert Table.dealt(seats)["players"] == seats
    for seats in (0, 1, 7):
        with pytest.raises(Mistake):
            GAME.prepare(seats)


@pytest.mark.rule("BQ-GEN-2", "BQ-R50")
def test_cards_change_hands_only_by_spells_and_nothing_beyond_the_catalogue_is_offered() -> None:
    names = {verb.name for verb in GAME.verbs.verbs}
    assert names == {
        *(
            "equip",
            "visit",
            "stop",
            "repeat",
            "decline",
            "power",
            "look",
            "look_mystery",
            "replace",
            "go_on",
            "end_turn",
        ),
        *(
            "take",
            "activate",
            "discard",
            "player",
            "amount",
            "with",
            "hidden",
            "weapon",
            "potion",
            "cancel",
            "companion",
        ),
        *("plus", "minus", "life", "reaper"),
    }


@pytest.mark.rule("BQ-GEN-3", "BQ-TURN-2", "BQ-TURN-1")
def test_turns_go_clockwise_and_the_armourer_is_last() -> None:
    table = Table.dealt(4, {"first_armourer": "1"})
    assert table["visited"] == [False] * 4
    order = []
    for _ in range(4):
        order.append(table.decider)
        table.play(f"{order[-1]}: visit", f"{order[-1]}: take {len(order) - 1}", f"{order[-1]}: discard")
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("BQ-GEN-4", "BQ-END-9", "BQ-NEXT-1")
def test_rounds_follow_one_another_until_an_end() -> None:
    table = random_game(3, {}, 5)
    assert table.over
    assert table["round"] >= 2
    assert fight(["[B1] R1", "[G2] P2"])["round"] == 2


@pytest.mark.rule("BQ-GEN-7")
def test_equal_to_hp_is_not_over() -> None:
    table = fight(["[B7] R7 G4", "[G7] P7 R5"])
    assert table["fight"]["result"] == ["qualified perfect won", "over"]


@pytest.mark.rule("BQ-GEN-8")
def test_weapon_count_counts_the_hidden_card_and_potions_but_no_spell() -> None:
    table = fight(
        ["[B6] R5 G4 Q2+", "[P7] G7 B3"],
        options={"expansions": "potions"},
        active=[{"spell": "protect", "seat": 1}],
    )
    assert table["fight"]["attack"] == [17, 17]
    assert table["keys"] == [0, 1]  # three weapons beat four; the spell in front of 1 is none


@pytest.mark.rule("BQ-GEN-9")
def test_spells_act_for_one_round_only() -> None:
    table = fight(
        ["[B1] R1", "[G2] P2"],
        active=[{"spell": "attack_up", "seat": 0, "amount": 2}, {"spell": "boss_up", "amount": 1}],
    )
    assert table["fight"]["attack"][0] == 4
    assert table["fight"]["hp"] == 19
    assert table["active"] == []
    assert table.s.bonus[0] == 0
    assert table["hp"] == table.s.boss_hp[table.s.boss]


@pytest.mark.rule("BQ-GEN-10", "BQ-MIX-3")
def test_players_of_the_round_are_those_not_eliminated() -> None:
    table = fight(
        ["[B1] R1", "", "[G2] P2", "[B2] G3"],
        options={"expansions": "reaper"},
        roles=["knight", "gone", "knight", "knight"],
    )
    assert table["players"] == 3
    assert len(table["market"]) == 3
    assert table["hidden"][1] is None


@pytest.mark.rule("BQ-GEN-11", "BQ-P56-1", "BQ-R32")
@pytest.mark.parametrize(("seats", "goal"), [(2, 5), (3, 5), (4, 5), (5, 4), (6, 4)])
def test_key_goal(seats: int, goal: int) -> None:
    assert Table.dealt(seats)["goal"] == goal
    assert Table.dealt(seats, ALL)["goal"] == goal


@pytest.mark.rule("BQ-GEN-12", "BQ-MIX-1")
@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize(
    "expansions", [(), ("potions",), ("companions",), ("reaper",), ("potions", "companions", "reaper")]
)
def test_deck_sizes(seats: int, expansions: tuple[str, ...]) -> None:
    s = Table.dealt(seats, {"expansions": expansions}).s
    weapons = s.loose + s.laid + seats
    spells = s.spell_count + s.faces + 1
    potions, companions = "potions" in expansions, "companions" in expansions
    assert weapons == (28 if seats == 4 else 35) + 3 * potions
    assert spells == (22 if seats == 4 else 23) + 2 * potions + 3 * companions


# Set-up.


@pytest.mark.rule("BQ-SETUP-1", "BQ-R1")
def test_first_armourer_is_drawn_or_given() -> None:
    seen = Counter(Table.dealt(3, number=number)["armourer"] for number in range(120))
    assert set(seen) == {0, 1, 2}
    assert min(seen.values()) > 20
    assert Table.dealt(3, {"first_armourer": "1"})["armourer"] == 1
    with pytest.raises(OptionError):
        GAME.prepare(3, {"first_armourer": "3"})


@pytest.mark.rule("BQ-SETUP-2")
def test_every_seat_has_a_knight_of_its_own() -> None:
    assert len({knight.id for knight in CONTENT.knights}) == 6


@pytest.mark.rule("BQ-SETUP-3", "BQ-SETUP-4")
def test_no_keys_and_three_hearts() -> None:
    table = Table.dealt(6)
    assert table["keys"] == [0] * 6
    assert table["hearts"] == [3] * 6


@pytest.mark.rule("BQ-SETUP-5")
def test_one_boss_is_revealed_and_seven_wait() -> None:
    table = Table.dealt(2)
    assert table["hp"] in range(14, 22)
    assert sorted([table.s.boss, *table.s.boss_pile[: table.s.boss_count]]) == list(range(8))
    assert sorted(boss.numbers[0] for boss in CONTENT.bosses) == list(range(14, 22))


@pytest.mark.rule("BQ-SETUP-6", "BQ-SETUP-7", "BQ-SETUP-8")
@pytest.mark.parametrize(("seats", "faces"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_market(seats: int, faces: int) -> None:
    table = Table.dealt(seats)
    assert len(table["market"]) == faces
    assert None not in table["market"]
    assert table["mystery"] is not None
    assert table.facts(0)["mystery"] == "?"
    assert "?" not in table.facts(0)["market"]


@pytest.mark.rule("BQ-SETUP-9", "BQ-SETUP-12", "BQ-SETUP-13", "BQ-EQUIP-9", "BQ-R53")
def test_one_hidden_and_one_visible_weapon_each() -> None:
    table = Table.dealt(4)
    assert table["weapons"] == [2] * 4
    assert table["pile"] == 28 - 8
    for seat in range(4):
        seen = table.facts(seat)
        assert [card == "?" for card in seen["hidden"]] == [other != seat for other in range(4)]
        assert [attack == "?" for attack in seen["attack"]] == [other != seat for other in range(4)]
        assert all(len(cards) == 2 for cards in seen["visible"])
    assert table.facts(-1)["hidden"] == ["?"] * 4


@pytest.mark.rule("BQ-SETUP-10")
def test_princess_or_prince_changes_nothing() -> None:
    princess, prince = (random_game(2, {"rescued": side}, 3) for side in ("princess", "prince"))
    assert prince.s.rescued == 1
    assert princess.facts() == prince.facts()


@pytest.mark.rule("BQ-SETUP-11", "BQ-R52", "BQ-MIX-2")
def test_yellow_cards() -> None:
    def yellow(seats: int, remove: str) -> bool:
        s = Table.dealt(seats, {"remove_yellow": remove}).s
        has_spell = s.spell_copies[CONTENT.spell("require_yellow") or 0] == 1
        assert has_spell == (s.colors == 5)
        return has_spell

    assert [yellow(seats, "auto") for seats in range(2, 7)] == [False, False, False, True, True]
    assert yellow(4, "off")
    assert not yellow(2, "on")
    with pytest.raises(OptionError):
        GAME.prepare(5, {"remove_yellow": "on"})


@pytest.mark.rule("BQ-SETUP-14")
def test_order_of_the_deal() -> None:
    table = Table.dealt(
        3,
        {"first_armourer": "0"},
        chance=["boss_17", "cancel", "protect", "boss_up", "last_turn", "B1", "B2", "B3", "R1", "R2", "R3"],
    )
    assert table["hp"] == 17
    assert table["market"] == ["cancel", "protect", "boss_up"]
    assert table["mystery"] == "last_turn"
    assert table["hidden"] == ["B3", "B1", "B2"]
    assert table["visible"] == ["R3", "R1", "R2"]


# Turns.


@pytest.mark.rule("BQ-TURN-4", "BQ-R2")
def test_the_magician_may_be_visited_on_the_first_turn_and_a_turn_is_one_thing() -> None:
    table = Table(
        3,
        boss=18,
        hands=["[B5] R4", "[G6] P3", "[B2] R2"],
        market=["cancel", "protect", "boss_up"],
        mystery="last_turn",
    )
    table.play("0: equip 1", chance=["G1"])
    assert table.decider == 1  # no visit in the same turn
    table.play("1: visit", "1: take 0", "1: discard")
    assert table.decider == 2
    table.play("2: equip 1", "0: equip 1", "2: equip 1", chance=["G2", "G3", "G4"])  # 1 waits at the Magician
    assert table.refused(0, "decline") == "BQ-P2-3"


@pytest.mark.rule("BQ-TURN-6")
def test_the_fight_starts_when_all_are_at_the_magician() -> None:
    table = Table(
        2, boss=18, hands=["[B5] R4", "[G6] P3"], market=["cancel", "protect", "boss_up"], mystery="last_turn"
    )
    table.play("0: visit", "0: take 0", "0: discard", "1: visit", "1: take 1")
    assert not any(event.startswith("fight_begins") for event in table.events)
    table.play("1: discard")
    assert any(event.startswith("fight_begins") for event in table.events)


# Equipping.


@pytest.mark.rule("BQ-EQUIP-1", "BQ-EQUIP-2", "BQ-EQUIP-3", "BQ-R51")
def test_the_number_is_announced_and_all_cards_are_kept_face_up() -> None:
    table = Table(2, boss=21, hands=["[B5] R4", "[G6] P3"])
    assert table.menu(0) == ["equip 1", "equip 2", "equip 3", "equip 4", "visit"]
    table.play("0: equip 3", chance=["G1", "G2", "G3"])
    assert table.events[0] == "equips(seat=0 count=3)"
    assert table.facts(1)["visible"][0] == "R4 G1 G2 G3"
    assert table["weapons"][0] == 5
    assert table.refused(0, "equip 1") == "BQ-TURN-2"  # nothing can be taken back or added


@pytest.mark.rule("BQ-EQUIP-4")
def test_the_armourer_asks_like_everybody() -> None:
    table = Table(2, boss=21, hands=["[B5] R4", "[G6] P3"], armourer=1, turn=1)
    assert table.menu(1) == ["equip 1", "equip 2", "equip 3", "equip 4", "visit"]
    assert table.play("1: equip 1", chance=["G1"]).events[0] == "equips(seat=1 count=1)"


@pytest.mark.rule("BQ-EQUIP-8", "BQ-R60")
def test_nothing_tells_others_that_a_player_is_barred() -> None:
    """Two worlds that differ only in a hidden card: in one the player is barred, and the others see the same."""
    seen, menus = [], []
    for hidden in ("B7", "B2"):
        table = Table(3, boss=15, hands=[f"[{hidden}] R6", "[G1] P1", "[P2] R2"])
        table.play("0: equip 1", chance=["G6"])
        seen.append([GAME.concealed(table.s, seat).to_bytes() for seat in (1, 2, -1)])
        table.play("1: visit", "2: visit")
        menus.append(table.menu(0))
    assert seen[0] == seen[1]
    assert menus[0] == ["visit"]
    assert "equip 1" in menus[1]


@pytest.mark.rule("BQ-EQUIP-12")
def test_the_last_one_may_give_up_the_last_equip() -> None:
    table = Table(3, boss=18, hands=["[B5] R4", "[G6] P3", "[B2] R2"], visited=[1, 2])
    assert "visit" in table.menu(0)
    table.play("0: visit")
    assert table["round"] == 2


@pytest.mark.rule("BQ-EQUIP-15")
def test_over_is_tested_after_the_potions_are_read() -> None:
    for reading, barred in (("plus", True), ("minus", False)):
        table = Table(2, {"expansions": "potions"}, boss=15, hands=["[B7] R6", "[G1] P1"])
        table.play("0: equip 1", f"0: {reading}", chance=["Q3"])
        assert table["barred"][0] is barred


@pytest.mark.rule("BQ-R59")
def test_games_end_and_max_rounds_ends_them_in_any_case() -> None:
    for seats in (2, 4, 6):
        for number in range(5):
            assert random_game(seats, {"expansions": "all", "max_rounds": 100}, number)["round"] <= 100


@pytest.mark.rule("BQ-R49")
def test_winners_share_one_point() -> None:
    table = fight(["[B7] R6 G4", "[P7] G6 R4", "[G1] P1"], keys=[4, 4, 0])
    assert table["winners"] == [0, 1]
    assert GAME.scores(table.s) == [30, 30, 0]
    assert GAME.ranks(table.s) == [1, 1, 3]
