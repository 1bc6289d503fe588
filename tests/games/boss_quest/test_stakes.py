"""The coach of Boss Quest, of what is at stake in a round: who may end the game, whose a key would be, whom a condition puts out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.boss_quest.table import CONTENT, GAME, Table, said, seen_by


@pytest.mark.rule("BQ-SPELL-15", "BQ-FIGHT-7")
@pytest.mark.parametrize(
    ("hands", "told", "hint"),
    [
        (
            ["[B5] R6", "[G4] P3", "[P2] B3"],
            "You are 3 short: Bob or Cid may be closer, and take it",
            "winner: +1 key",
        ),
        (["[B7] R7 G1", "[G4] P3", "[P2] B3"], "You are too high", "a rival: +1 key"),
        # With two weapons nobody has fewer; with four, whoever has two may still ask for one.
        (["[B7] R7", "[G4] P3", "[P2] B3"], "nobody can come closer", "winner: +1 key"),
        (
            ["[B5] R6 G1 G2", "[G4] P3", "[P2] B3 P1"],
            "Bob could come level with fewer",
            "yours, barring a tie",
        ),
    ],
)
def test_whose_the_extra_key_would_be(hands: list[str], told: str, hint: str) -> None:
    """It goes to the winner of the round: a PERFECT alone does not make one."""
    table = Table(
        3,
        boss=14,
        hands=hands,
        armourer=2,
        turn=0,
        market=["bonus_key", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    table.play("0: visit")
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    for move, choice in (("", "take 0"), ("0: take 0", "activate")):
        if move:
            table.play(move)
        known = GAME.concealed(table.s, 0)
        coach = GAME.coach(known, 0, speech)
        assert coach is not None
        assert told in coach.consequence(GAME.verbs.read(choice))
        if choice == "take 0":
            hints = GAME.room("frame").frame(GAME.view(known, 0, speech), 0, speech)["hints"]
            assert hints["take 0"].replace("\xa0", " ") == hint


@pytest.mark.rule("BQ-END-2", "BQ-END-4")
def test_all_who_are_one_heart_or_one_key_from_the_end_are_named() -> None:
    def moment(**position: Any) -> str:
        hands = ["[B5] R6", "[G4] P3", "[P2] B3"]
        return said(Table(3, boss=20, hands=hands, armourer=2, turn=0, **position), 0)

    both = moment(hearts=[3, 1, 1], keys=[2, 1, 1])
    assert "One heart less for Bob or Cid ends the game, and you would win it." in both
    # At the Magician's with 10 at most, Bob cannot go over.
    assert "less for Cid ends the game: the most keys" in moment(
        hearts=[3, 1, 1], keys=[0, 1, 1], visited=[1]
    )
    assert "One more key and you win!" in moment(keys=[4, 0, 0])
    assert "One more key for Bob ends the game." in moment(keys=[0, 4, 0])


@pytest.mark.rule("BQ-END-4", "BQ-END-5")
@pytest.mark.parametrize("hearts", [3, 1])
def test_who_is_over_on_a_last_heart_is_told_as_the_end_of_the_game(hearts: int) -> None:
    """Whoever has one heart as well hears of both."""
    position: dict[str, Any] = {"boss": 14, "armourer": 2, "turn": 0, "keys": [0, 3, 2]}
    hands = ["[B5] R6", "[G4] P7 P6 B1", "[P2] B3"]
    end = "Too high on the last heart: Bob. Unless a spell helps, this fight ends the game, by most keys: Cid 2, you 0."
    told = said(Table(3, hands=hands, hearts=[hearts, 1, 3], **position), 0)
    assert told.startswith(end)
    assert ("Your last heart" in told) is (hearts == 1)
    # With 14 in sight the hidden weapon decides nothing; with 13 it may be no more than 1.
    for bob, active in (("[G4] P7 P6", []), (hands[1], [{"spell": "protect", "seat": 1, "caster": 1}])):
        table = Table(3, hands=[hands[0], bob, hands[2]], hearts=[hearts, 1, 3], active=active, **position)
        assert "Too high" not in said(table, 0)


@pytest.mark.rule("BQ-SPELL-12", "BQ-FIGHT-3")
def test_the_key_of_a_condition_names_everybody_whom_it_puts_out() -> None:
    """Who takes it is not out before it is activated; a rival whose hidden weapon may be of the colour is out perhaps."""
    table = Table(
        3,
        boss=18,
        hands=["[B5] R6", "[P4] R3 G6", "[P2] B3"],
        armourer=2,
        turn=0,
        visited=[1, 2],
        market=["require_purple", "protect", "boss_down"],
        mystery="last_turn",
    )
    table.play("0: visit")
    assert seen_by(table, 0)[1]["take 0"] == "active: you’re out"
    coach, hints = seen_by(table.play("0: take 0"), 0)
    assert hints["activate"] == "out: you; perhaps Bob, Cid"
    assert "may be closer than your 11" in coach.moment()


@pytest.mark.rule("BQ-VISIT-3")
@pytest.mark.parametrize("visited", [[1], [1, 2]])
def test_a_condition_that_nobody_else_can_take_is_no_danger(visited: list[int]) -> None:
    table = Table(
        3,
        boss=20,
        hands=["[B5] G6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        visited=visited,
        market=["require_red", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    assert ("Danger on offer" in said(table, 0)) is (visited == [1])


@pytest.mark.rule("BQ-END-2", "BQ-SPELL-15", "BQ-FIGHT-10")
def test_whoever_may_end_the_game_by_this_round_is_named() -> None:
    """A key by a spell, the round and a PERFECT make three: that is the game of whoever has two of five."""
    position: dict[str, Any] = {
        "boss": 19,
        "hands": ["[B5] R6", "[G4] P3", "[P2] B3"],
        "armourer": 2,
        "turn": 0,
        "market": ["bonus_key", "boss_up", "boss_down"],
        "mystery": "last_turn",
    }
    ends = "Bob has 2 keys; with this spell, winning the round with a PERFECT would win the game."
    table = Table(3, keys=[0, 2, 1], **position).play("0: visit")
    assert "would win" not in said(table, 0)
    coach, hints = seen_by(table, 0)
    assert ends in coach.consequence(GAME.verbs.read("take 0"))
    assert hints["take 0"] == "may end the game"
    coach, hints = seen_by(table.play("0: take 0"), 0)
    assert ends in coach.consequence(GAME.verbs.read("activate"))
    assert hints["activate"] == "Bob would win the game with the round and a PERFECT."
    table.play("0: activate")
    laid = "Bob has 2 keys: winning the round with a PERFECT would win the game."
    assert laid in said(table, 0)
    assert "with a PERFECT on top, you win the game" in said(table, 1)
    assert "on top" not in said(table, 2), "it is nobody else's game"
    # Without any spell, three of five are near enough; oneself as well.
    table = Table(3, keys=[3, 3, 0], **position)
    assert "You have 3 keys, like Bob: winning the round with a PERFECT wins the game." in said(table, 0)
    assert "Ann or Bob has 3 keys: winning the round with a PERFECT" in said(table, 2)
    assert [one["near"] for one in GAME.view(table.s, 0, GAME.speech("en", [*"ABC"], CONTENT.names))["seats"]] == [
        True, True, False
    ]  # fmt: skip


@pytest.mark.rule("BQ-END-2")
def test_who_cannot_win_the_round_is_no_end_of_the_game() -> None:
    """Settled, with no spell left that moves anything: 12 at most is no PERFECT of 19."""
    table = Table(
        3,
        boss=19,
        hands=["[B5] R6", "[G4] P3 R2", "[P2] B3"],
        armourer=2,
        turn=0,
        visited=[1, 2],
        keys=[0, 2, 2],
        market=["bonus_key", "", ""],
        mystery="",
    )
    assert "with this spell" not in seen_by(table.play("0: visit"), 0)[0].consequence(
        GAME.verbs.read("take 0")
    )


@pytest.mark.rule("BQ-END-4", "BQ-END-5")
def test_all_who_are_level_at_the_end_of_the_game_are_named_and_what_parts_them() -> None:
    """At every question of the turn, not only at the first."""
    table = Table(
        4,
        boss=17,
        hands=["[R7] G5 P6", "[G1] R5 R2 G4", "[P7] B2 R6 P1 B1 B7", "[P3] B4 P2 P4"],
        armourer=2,
        turn=0,
        visited=[3],
        keys=[3, 3, 0, 3],
        hearts=[2, 3, 1, 2],
        market=["bonus_key", "require_blue", "protect", "boss_down"],
        mystery="last_turn",
    )
    end = "Unless a spell helps, this fight ends the game, by most keys: Bob 3, Dan 3, you 3. "
    end += "In a tie on keys, hearts decide: Bob 3, Dan 2, you 2."

    def moment() -> str:
        coach = GAME.coach(
            GAME.concealed(table.s, 0), 0, GAME.speech("en", ["Ann", "Bob", "Cid", "Dan"], CONTENT.names)
        )
        assert coach is not None
        return str(coach.moment())

    assert end in moment()
    for move in ("visit", "take 2", "activate"):
        table.play(f"0: {move}")
        assert end in moment(), move


@pytest.mark.rule("BQ-END-2", "BQ-SPELL-15")
def test_a_spell_on_offer_that_would_make_this_round_the_last_is_a_danger() -> None:
    position: dict[str, Any] = {
        "boss": 19,
        "hands": ["[B5] R6", "[G4] P3", "[P2] B3"],
        "armourer": 2,
        "turn": 0,
        "mystery": "last_turn",
    }
    offer = "“Extra key” is on offer: with it, winning the round would win"
    table = Table(3, keys=[3, 3, 2], market=["bonus_key", "boss_up", "boss_down"], **position)
    assert f"{offer} the game for Bob or you." in said(table, 0)
    table = Table(3, keys=[3, 0, 0], market=["bonus_key", "boss_up", "boss_down"], **position)
    assert f"{offer} you the game." in said(table, 0)
    for keys, spell in (([3, 3, 3], "protect"), ([2, 2, 2], "bonus_key"), ([4, 4, 4], "bonus_key")):
        table = Table(3, keys=keys, market=[spell, "boss_up", "boss_down"], **position)
        assert "is on offer" not in said(table, 0)


@pytest.mark.rule("BQ-SPELL-15", "BQ-FIGHT-2")
def test_whoever_is_settled_above_the_boss_is_not_told_of_a_perfect() -> None:
    table = Table(
        3,
        boss=14,
        hands=["[B5] R6 G5", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=1,
        visited=[0],
        keys=[2, 0, 0],
        active=[{"spell": "bonus_key"}],
    )
    assert "Spells make the round worth 2 keys." in said(table, 0)


@pytest.mark.rule("BQ-FIGHT-2", "BQ-SPELL-12")
def test_whoever_is_over_already_reads_what_a_missed_condition_adds() -> None:
    position: dict[str, Any] = {
        "boss": 14,
        "armourer": 2,
        "turn": 0,
        "market": ["require_blue", "boss_up", "boss_down"],
        "mystery": "last_turn",
    }
    for hand, told in (
        ("[R7] G5 P6", "out of the round, and a heart lost"),
        ("[R7] G5", "but no heart lost"),
    ):
        table = Table(3, hands=[hand, "[G4] P3", "[P2] B3"], **position).play("0: visit")
        said_of = seen_by(table, 0)[0].consequence(GAME.verbs.read("take 0"))
        assert told in said_of
        assert "unless you are over" not in said_of
