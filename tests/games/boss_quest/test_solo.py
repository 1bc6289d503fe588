"""The game for one."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bagarre.kernel.errors import Mistake, OptionError

from .table import CONTENT, GAME, Table

SOLO = {"solo": True}


def solo_fight(
    hand: str, hp: int = 18, options: dict[str, object] | None = None, **position: object
) -> Table:
    """A fight with an empty market: the League has nothing to take."""
    return Table(1, SOLO | (options or {}), **{"boss": hp, "hands": [hand], **position}).play("0: visit")


@pytest.mark.rule("BQ-SOLO-1")
def test_decks_of_the_solo_game() -> None:
    table = Table.dealt(1, SOLO)
    s = table.s
    assert s.loose + s.laid + 1 == 28
    assert s.spell_count + s.faces + 1 == 19
    gone = ["require_yellow", "second_wins", "last_turn", "swap_hidden"]
    assert [s.spell_copies[CONTENT.spell(name) or 0] for name in gone] == [0, 0, 0, 0]
    assert (table["hearts"], table["goal"]) == ([3], 5)
    with pytest.raises(Mistake):
        GAME.prepare(1)
    for wrong in ({"expansions": "potions"}, {"remove_yellow": "off"}):
        with pytest.raises(OptionError):
            GAME.prepare(1, SOLO | wrong)
    with pytest.raises(OptionError):
        GAME.prepare(3, SOLO)


@pytest.mark.rule("BQ-SOLO-2", "BQ-SOLO-8")
def test_every_boss_once_and_at_most_eight_rounds() -> None:
    lost = 0
    for number in range(20):
        bosses: list[Any] = []
        table, coin = Table.dealt(1, SOLO, number), random.Random(number)
        while not table.over:
            if not bosses or len(bosses) < table["round"]:
                bosses.append(table["boss"])
            table.play(f"0: {coin.choice(table.menu(0))}")
        assert len(set(bosses)) == len(bosses) <= 8
        if table.over == "solo_lost":
            lost += 1
            assert table["hearts"] == [0] or table["round"] == 8
            assert GAME.ranks(table.s) == [2]
    assert lost
    last = solo_fight("[B1] R1", round=8, keys=[4])
    assert last.over == "solo_lost"


@pytest.mark.rule("BQ-SOLO-3", "BQ-SOLO-7")
def test_equip_as_often_as_wanted_then_visit_once() -> None:
    table = Table(
        1, SOLO, boss=21, hands=["[B1] R1"], market=["attack_up", "protect", "boss_up"], mystery="cancel"
    )
    for card in ("B2", "B3", "R2", "R3"):
        table.play("0: equip 1", chance=[card])
    table.play("0: equip 2", chance=["G1", "G7"])  # 20
    assert "equip 1" in table.menu(0)
    table.play("0: equip 1", chance=["G6"])
    assert table.menu(0) == ["visit"]  # over
    table.play("0: visit", "0: take 1")
    assert table.menu(0) == ["activate", "discard"]


@pytest.mark.rule("BQ-SOLO-4", "BQ-SOLO-9")
def test_the_league_casts_a_face_up_spell_on_the_player() -> None:
    position = {"boss": 18, "hands": ["[B5] R7"], "market": ["attack_up", "", "boss_up"], "mystery": "cancel"}
    table = Table(1, SOLO, **position)
    # The player discards boss_up; the League takes the spell left (0), amount 2.
    table.play("0: visit", "0: take 2", "0: discard", chance=[0, 2])
    assert f"league_activates(spell={CONTENT.spell('attack_up')})" in table.events
    assert table["fight"]["attack"] == [14]
    assert any(event.startswith("mystery_shown") for event in table.events)  # never taken by the League


@pytest.mark.rule("BQ-SOLO-4", "BQ-SOLO-9")
def test_the_league_trades_a_random_card_and_cancels_a_random_spell() -> None:
    table = Table(
        1, SOLO, boss=18, hands=["[B5] R7 G2"], market=["exchange_weapon", "", "boss_up"], mystery="cancel"
    )
    table.play("0: visit", "0: take 2", "0: discard", chance=[0, 0, "P1"])  # number 0 is the hidden weapon
    assert table["fight"]["attack"] == [10]
    table = Table(1, SOLO, boss=18, hands=["[B5] R7 G2"], market=["cancel", "", "boss_up"], mystery="protect")
    table.play("0: visit", "0: take 2", "0: activate", "0: amount 2", chance=[0, 0])
    assert table["fight"]["hp"] == 18


@pytest.mark.rule("BQ-SOLO-7")
def test_a_spell_without_target_does_nothing() -> None:
    table = Table(1, SOLO, boss=18, hands=["[B5] R7 G2"], market=["cancel", "", "boss_up"], mystery="protect")
    table.play("0: visit", "0: take 2", "0: discard", chance=[0])
    assert f"league_fails(spell={CONTENT.spell('cancel')})" in table.events


@pytest.mark.rule("BQ-SOLO-5", "BQ-SOLO-6")
@pytest.mark.parametrize(("margin", "needed"), [(3, 15), (2, 16), (1, 17)])
def test_margin(margin: int, needed: int) -> None:
    hands = {14: "[B7] R7", 15: "[B7] R7 G1", 16: "[B7] R7 G2", 17: "[B7] R7 G3", 18: "[B7] R7 G4"}
    for attack, hand in hands.items():
        table = solo_fight(hand, options={"solo_margin": margin})
        assert table["keys"] == [2 if attack == 18 else 1 if attack >= needed else 0]
        assert ("boss_escapes()" in table.events) == (attack < needed)


@pytest.mark.rule("BQ-SOLO-5")
def test_solo_fights() -> None:
    assert solo_fight("[B7] R7 G5")["hearts"] == [2]
    assert solo_fight("[B7] R7 G4", active=[{"spell": "bonus_key"}])["keys"] == [3]
    missed = solo_fight("[B7] R7 G4", active=[{"spell": "require_purple"}])
    assert (missed["keys"], missed["hearts"]) == ([0], [3])


@pytest.mark.rule("BQ-SOLO-8")
def test_five_keys_win_and_no_heart_loses() -> None:
    won = solo_fight("[B7] R7 G4", keys=[3])
    assert (won.over, GAME.ranks(won.s), GAME.scores(won.s)) == ("solo_won", [1], [60])
    assert solo_fight("[B7] R7 G5", hearts=[1]).over == "solo_lost"


@pytest.mark.rule("BQ-SOLO-4")
def test_the_league_chooses_evenly() -> None:
    seen: Counter[str] = Counter()
    for number in range(90):
        table = Table.dealt(1, SOLO, number)
        offered = table["market"][1:]
        table.play("0: visit", "0: take 0", "0: discard")
        cast = next(event for event in table.events if event.startswith("league"))
        spell = CONTENT.spells[int(cast.split("=")[1].rstrip(")"))].id
        assert spell in offered
        seen["first" if spell == offered[0] else "second"] += 1
    assert min(seen.values()) > 25
