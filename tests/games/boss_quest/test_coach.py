"""The coach of Boss Quest: what the others' spells of the round have done to whoever it talks to."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games.boss_quest.odds import unseen_ids
from tests.games.boss_quest.table import CONTENT, GAME, Table


def said(table: Table, seat: int) -> str:
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    coach = GAME.coach(GAME.concealed(table.s, seat), seat, speech)
    assert coach is not None
    return coach.moment()


def visit(market: list[str], *moves: str) -> Table:
    """Ann is at the Magician's turn; what she casts is said by the moves."""
    table = Table(
        3,
        boss=18,
        hands=["[B5] R6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        market=market,
        mystery="last_turn",
    )
    return table.play("0: visit", "0: take 0", "0: activate", *moves)


@pytest.mark.rule("BQ-SPELL-1", "BQ-SPELL-3", "BQ-SPELL-4")
@pytest.mark.parametrize(
    ("spell", "moves", "told"),
    [
        ("attack_down", ["0: player 1", "0: amount 2"], "“Debuff” on you, from Ann: attack −2."),
        (
            "swap_hidden",
            ["0: player 2", "0: with 1"],
            "“Sleight of hand”, from Ann: your hidden weapon is another now.",
        ),
        (
            "exchange_weapon",
            ["0: player 1", "0: hidden"],
            "“Trade-in”, from Ann: one of your weapons is another now.",
        ),
    ],
)
def test_who_was_touched_by_a_spell_hears_of_it(spell: str, moves: list[str], told: str) -> None:
    table = visit([spell, "protect", "boss_up"], *moves)
    assert said(table, 1).startswith(told)
    assert "“" not in said(table, 0), "who cast it knows"


@pytest.mark.rule("BQ-EQUIP-7", "BQ-EQUIP-11")
@pytest.mark.parametrize(
    ("hand", "position", "told"),
    [
        ("[B5] R6", {}, "only once more"),
        ("[B7] R6 G7", {}, "No more weapons"),
        ("[B5] R6", {"barred": [0]}, "no more weapons for you"),
        ("[B5] R6", {"last_equip": True}, "no more weapons for you"),
    ],
)
def test_the_only_one_left_hears_of_weapons_while_there_are_any(
    hand: str, position: dict[str, Any], told: str
) -> None:
    table = Table(
        3,
        boss=18,
        hands=[hand, "[G4] P3", "[P2] B3"],
        visited=[1, 2],
        armourer=2,
        turn=0,
        market=["protect", "boss_up", "boss_down"],
        mystery="last_turn",
        **position,
    )
    lines = ("only once more", "No more weapons", "no more weapons for you")
    assert [line for line in lines if line in said(table, 0)] == [told]
    assert ("equip 1" in table.menu(0)) is (told == "only once more")


def test_how_likely_a_rival_is_too_high_is_told_before_a_spell_is_cast() -> None:
    """Hidden weapons are those of the cards that nobody has shown: with 17 seen and 18 hit points, only a 1 is not too much."""
    table = Table(
        3,
        boss=18,
        hands=["[B5] R6", "[G4] P7 R7 B3", "[P2] B4"],
        armourer=2,
        turn=0,
        market=["attack_down", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    table.play("0: visit", "0: take 0", "0: activate")
    known = GAME.concealed(table.s, 0)
    left = [int(card.split("_")[1]) for card in unseen_ids(known)]
    above = sum(worth > 1 for worth in left)
    risk = round(100 * above / len(left))
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    coach = GAME.coach(known, 0, speech)
    assert coach is not None
    assert f"too high already in {risk}% of the cases" in coach.consequence(GAME.verbs.read("player 1"))
    hints = GAME.room("frame").frame(GAME.view(known, 0, speech), 0, speech)["hints"]
    assert hints["player 1"].replace("\xa0", " ") == f"17 + ?, too high {risk}%"
    assert hints["player 0"].replace("\xa0", " ") == "attack 11"


def test_whom_the_keys_free_is_said_from_the_start() -> None:
    table = Table(3, boss=18, hands=["[B5] R6", "[G4] P3", "[P2] B3"], armourer=2, turn=0)
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    coach = GAME.coach(GAME.concealed(table.s, 0), 0, speech)
    assert coach is not None
    assert "to free the Princess" in coach.goal()


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("[B7] R7", "Attack 14: exactly the Boss’s hit points."),
        ("[B7] R7 G1", "Attack 15: 1 too much."),
        ("[B5] R6", "Choose one spell"),
    ],
)
def test_where_one_stands_is_said_as_a_spell_is_chosen(hand: str, first: str) -> None:
    market = ["attack_down", "boss_up", "boss_down"]
    table = Table(
        3, boss=14, hands=[hand, "[G4] P3", "[P2] B3"], armourer=2, turn=0, market=market, mystery="last_turn"
    )
    table.play("0: visit")
    assert said(table, 0).startswith(first)
