"""A fight says why: sums card by card, the condition that failed, the tie-break, keys and hearts."""

from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.kernel.contract import Contract
from bagarre.kernel.reasons import total
from bagarre.match import Match

from .table import CONTENT, Table
from .table import fight as fought

GAME = find_game("boss-quest")


def fights(seed: str, options: dict[str, Any], seats: int) -> list[dict[str, Any]]:
    """The fights of a game between scripted players, as the first of them sees them."""
    match = Match(
        GAME, [f"J{k}" for k in range(seats)], options=options, seed=seed, kinds=["scripted"] * seats
    )
    found: list[dict[str, Any]] = []
    while not match.is_over:
        match.let_play(match.deciders[0])
        last = match.view(0, "en")["last"]
        if last is not None and (not found or last["round"] != found[-1]["round"]):
            found.append(last)
    return found


@pytest.mark.rule("BQ-GEN-5", "BQ-GEN-6", "BQ-FIGHT-2", "BQ-FIGHT-3", "BQ-FIGHT-7", "BQ-FIGHT-9")
@pytest.mark.parametrize("options", [{}, {"expansions": ["potions", "companions"]}])
def test_sums_verdicts_and_gains_of_fights_hold_together(options: dict[str, Any]) -> None:
    clauses = set()
    for seed in ("a", "b", "c", "d"):
        for fight in fights(seed, options, 4):
            assert total(fight["sum"]) == fight["hp"]
            for fighter in fight["seats"]:
                assert total(fighter["sum"]) == fighter["attack"]
                assert len(fighter["cards"]) + 1 + len(fighter["spells"]) == len(fighter["sum"])
                assert fighter["why"]
                gained = [each["value"] for each in fighter["gains"]]
                assert sum(value for value in gained if value > 0) == fighter["keys"]
                assert -sum(value for value in gained if value < 0) == fighter["lost"]
                clauses |= {each["clause"] for each in fighter["why"]}
                if fighter["verdict"] == "missed":
                    assert {each["clause"] for each in fighter["why"]} <= {"BQ-SPELL-12", "BQ-SPELL-13"}
            assert fight["said"].endswith(".")
            assert fight["instead"].endswith(".") or fight["instead"] == ""
    assert {"BQ-FIGHT-2", "BQ-FIGHT-6"} <= clauses


def test_the_reader_alone_is_told_what_would_have_changed_it() -> None:
    match = Match(GAME, ["A", "B", "C"], seed="x", kinds=["scripted"] * 3)
    while not match.is_over and match.view(0)["last"] is None:
        match.let_play(match.deciders[0])
    assert match.view(0)["last"]["instead"]
    assert match.view(-1)["last"]["instead"] == ""


@pytest.mark.parametrize(
    ("seats", "options"),
    [(4, {}), (3, {"expansions": ["potions", "companions", "reaper"]}), (1, {"solo": True})],
)
def test_the_reasons_of_every_result_of_whole_games_add_up_to_it(seats: int, options: dict[str, Any]) -> None:
    report = Contract(GAME, seats, options).check(games=12, seed=3, only=["explaining", "speech"])
    assert report.games == 12


def told(t: Table, seat: int) -> dict[str, Any]:
    """The latest fight, as a seat reads it."""
    speech = GAME.speech("en", ["Ada", "Bob", "Cy"], CONTENT.names)
    last: dict[str, Any] = GAME.view(GAME.concealed(t.s, seat), seat, speech)["last"]
    return last


@pytest.mark.rule("BQ-SPELL-16", "BQ-FIGHT-15")
def test_a_round_won_by_the_second_is_told_as_such_even_when_that_spell_lay_first() -> None:
    hands = ["[R7] B7 G4", "[P6] R6 G5 B1", "[G6] P7 R3"]
    t = fought(hands, 19, active=[{"spell": "second_wins"}])
    last = told(t, 2)
    assert "second" in last["said"]
    assert "closest" not in last["said"]
    assert all("BQ-FIGHT-15" in {each["clause"] for each in one["why"]} for one in last["seats"])
    # Only the first is told that it is not the first who wins.
    denied = [one["name"] for one in last["seats"] if any("not the first" in r["reason"] for r in one["why"])]
    assert denied == ["Ada"]
    behind = [
        one["name"] for one in last["seats"] if any("behind the second" in r["reason"] for r in one["why"])
    ]
    assert len(behind) == len([one for one in last["seats"] if not one["won"]]) - 1
    assert last["instead"].startswith("coming second")
    assert told(t, 1)["heading"] == "Why you win the round:"
    assert told(t, 1)["instead"] == "“Runner-up”. Without it, the round goes to Ada."
    # Two of them are level: which one is the first is told to both.
    order = [
        any("fewer weapons come first" in each["reason"] for each in one["why"]) for one in last["seats"]
    ]
    assert order == [True, True, False]


@pytest.mark.rule("BQ-FIGHT-2", "BQ-FIGHT-17")
def test_a_round_that_nobody_wins_says_why() -> None:
    over = ["[R7] B7 G7", "[P7] R6 B6", "[G6] P6 G5 R3"]
    assert "everybody is above 18 HP." in told(fought(over, 18), 0)["said"]
    alone = fought(["[R7] B7 G4", *over[1:]], 18, active=[{"spell": "second_wins"}])
    assert "and there is none" in told(alone, 0)["said"]


@pytest.mark.rule("BQ-FIGHT-7")
def test_with_how_many_weapons_a_tie_would_have_been_won() -> None:
    t = fought(["[R7] B7 G4", "[P6] R6 G5 B1", "[G1] P1"], 18)
    assert "the same with fewer weapons" in told(t, 1)["instead"]


@pytest.mark.rule("BQ-SPELL-3", "BQ-SPELL-4", "BQ-SPELL-17")
def test_a_fight_tells_the_spells_that_were_gone_by_then() -> None:
    t = Table(
        3,
        boss=20,
        hands=["[B1] R1 G2", "[G1] P1", "[B2] R2"],
        active=[{"spell": "attack_up", "seat": 1, "amount": 2}],
        market=["cancel", "exchange_weapon", "swap_hidden"],
        mystery="protect",
        turn=0,
    )
    t.play("0: visit", "0: take 0", "0: activate", "0: cancel 0")
    t.play("1: visit", "1: take 1", "1: activate", "1: player 0", "1: weapon red_1", chance=["P7"])
    t.play("2: visit", "2: take 2", "2: activate", "2: player 2", "2: with 1")
    deeds = told(t, -1)["deeds"]
    assert [each["clause"] for each in deeds] == ["BQ-SPELL-17", "BQ-SPELL-4", "BQ-SPELL-3"]
    assert "“Power-up”" in deeds[0]["reason"]
    # To whom it happened, and to whoever cast it, it is told as theirs.
    assert "(you)" in told(t, 0)["deeds"][0]["reason"]
    assert "you give" in told(t, 0)["deeds"][1]["reason"]
    assert "on you" in told(t, 1)["deeds"][0]["reason"]
    assert "you and Cy" in told(t, 1)["deeds"][2]["reason"]
    assert "you and Bob" in told(t, 2)["deeds"][2]["reason"]
    # The next round begins with none, and the fight stays told until another follows.
    assert t.s.deeds == 0
    assert t.s.fought_deeds == 3


@pytest.mark.rule("BQ-VISIT-11", "BQ-GEN-9")
def test_a_fight_says_who_cast_the_spells_that_lay_on_the_table() -> None:
    t = Table(
        3,
        boss=20,
        hands=["[B1] R1 G2", "[G1] P1", "[B2] R2"],
        market=["boss_down", "attack_up", "require_red"],
        mystery="last_turn",
        turn=0,
    )
    t.play("0: visit", "0: take 0", "0: activate", "0: amount 2")
    t.play("1: visit", "1: take 1", "1: activate", "1: player 0", "1: amount 1")
    t.play("2: visit", "2: take 3", "2: activate")
    last = told(t, 1)
    # What was turned over blindly is named too, though it changed nothing any more.
    assert [(each["sign"], each["by"]) for each in last["spells"]] == [("−2", "Ada"), ("", "Cy")]
    assert last["spells"][1]["name"] == "Last turn"
    ada = next(each for each in last["seats"] if each["seat"] == 0)
    assert [(each["sign"], each["by"]) for each in ada["spells"]] == [("+1", "you")]
    assert ada["sum"][-1]["reason"].endswith("(you)")
    assert last["sum"][-1] == {"value": -2, "reason": last["sum"][-1]["reason"], "clause": "BQ-GEN-6"}
    assert last["sum"][-1]["reason"].endswith("(Ada)")


@pytest.mark.rule("BQ-SPELL-4")
@pytest.mark.parametrize(("whom", "said"), [(0, "the hidden weapon: Boomerang 3 (blue)"), (1, "None")])
def test_ones_own_hidden_weapon_is_named_where_one_may_give_it_back(whom: int, said: str) -> None:
    t = Table(
        3,
        boss=20,
        hands=["[B3] R1", "[G1] P1", "[B2] R2"],
        market=["exchange_weapon", "protect", "boss_up"],
        mystery="last_turn",
        turn=0,
    )
    t.play("0: visit", "0: take 0", "0: activate", f"0: player {whom}")
    speech = GAME.speech("en", ["Ada", "Bob", "Cy"], CONTENT.names)
    known = GAME.concealed(t.s, 0)
    assert str(GAME.room("view").describe(known, 0, GAME.verbs.read("hidden"), speech)) == said


def visits(hands: list[str], hp: int, market: list[str], *moves: str, **position: Any) -> Table:
    """Three players at the Magician, one after the other."""
    t = Table(3, boss=hp, hands=hands, market=market, mystery="last_turn", turn=0, **position)
    return t.play(*moves)


@pytest.mark.rule("BQ-SPELL-2", "BQ-SPELL-3", "BQ-SPELL-13", "BQ-SPELL-17")
def test_the_spell_that_decided_a_fight_is_named_to_whom_it_decided_it_for() -> None:
    """It is fought again without each spell: whose it was, and what would have been."""
    # Bob had 20 of 20 until Ada took a point, and Cy wins the tie that is left with fewer weapons.
    t = visits(
        ["[B1] R1", "[G7] P7 R6", "[B7] R7 G5"],
        20,
        ["attack_down", "boss_up", "protect"],
        *("0: visit", "0: take 0", "0: activate", "0: player 1", "0: amount 2"),
        *("1: visit", "1: take 1", "1: discard", "2: visit", "2: take 2", "2: discard"),
    )
    bob = told(t, 1)
    assert bob["heading"] == "What decided it for you:"
    assert (
        bob["instead"] == "“Debuff −2”, cast by Ada. Without it, you have 20, a PERFECT, and win the round."
    )
    assert told(t, 2)["heading"] == "Why you win the round:"
    assert told(t, 2)["instead"] == "“Debuff −2”, cast by Ada. Without it, the round goes to Bob."
    # One's own spell threw out who would have won.
    t = visits(
        ["[B7] B6", "[G7] R7", "[P1] P2"],
        20,
        ["require_pair", "boss_up", "protect"],
        *("0: visit", "0: take 0", "0: activate"),
        *("1: visit", "1: take 1", "1: discard", "2: visit", "2: take 2", "2: discard"),
    )
    assert told(t, 0)["instead"] == "your spell “Matching pair”. Without it, the round goes to Bob."
    # One cancelled what would have made one win.
    t = visits(
        ["[B6] R6", "[G7] P7", "[B1] R1"],
        20,
        ["cancel", "boss_up", "protect"],
        *("0: visit", "0: take 0", "0: activate", "0: cancel 0"),
        *("1: visit", "1: take 1", "1: discard", "2: visit", "2: take 2", "2: discard"),
        active=[{"spell": "second_wins"}],
    )
    assert (
        told(t, 0)["instead"]
        == "your “Counterspell” took “Runner-up” away. With “Runner-up” still there, the round is yours."
    )
    # Hidden weapons were exchanged.
    t = visits(
        ["[B1] R7", "[G7] P7", "[B2] R1"],
        20,
        ["swap_hidden", "boss_up", "protect"],
        *("0: visit", "0: take 0", "0: activate", "0: player 0", "0: with 1"),
        *("1: visit", "1: take 1", "1: discard", "2: visit", "2: take 2", "2: discard"),
    )
    assert (
        told(t, 1)["instead"] == "“Sleight of hand”, cast by Ada. Without it, you have 14 and win the round."
    )


@pytest.mark.rule("BQ-FIGHT-10", "BQ-END-2")
def test_a_key_of_a_perfect_that_ends_the_game_is_told_first() -> None:
    """Bob has the round by fewer weapons; Ada's PERFECT is her fifth key and the game."""
    t = fought(["[B5] R5 G5 B2", "[R7] B6 G4", "[G1] P6 P7"], 17, keys=[4, 0, 0])
    ada, cy = told(t, 0), told(t, 2)
    assert ada["game"] == "PERFECT: your key number 5, you win the game!"
    assert cy["game"] == "A PERFECT for Ada: 5 keys win the game!"
    assert ada["heading"] == "Why you win the game:"
    assert ada["instead"].startswith("a PERFECT gives a key even when the round goes to another")
    assert [one["name"] for one in ada["seats"] if one["game"]] == ["Ada"]
    speech = GAME.speech("en", ["Ada", "Bob", "Cy"], CONTENT.names)
    known = GAME.concealed(t.s, 0)
    assert any("PERFECT" in line for line in GAME.view(known, 0, speech)["ended"])
    assert told(fought(["[B5] R5", "[R7] B6", "[G1] P6"], 17), 0)["game"] == ""


@pytest.mark.rule("BQ-END-4", "BQ-END-5")
def test_whose_last_heart_ended_the_game_is_told_by_name() -> None:
    t = fought(["[B5] R5", "[R7] B6 G6", "[G1] P6 P7"], 17, keys=[0, 4, 1], hearts=[3, 1, 3])
    assert told(t, 0)["game"] == "Last heart lost by Bob: the game goes to Cy."
    assert told(t, 1)["game"] == "Last heart lost by you: the game goes to Cy."
    assert told(t, 2)["game"] == "Last heart lost by Bob: you win the game!"
    speech = GAME.speech("en", ["Ada", "Bob", "Cy"], CONTENT.names)
    ended = GAME.view(GAME.concealed(t.s, 0), 0, speech)["ended"]
    assert ended == ["last heart lost by Bob: the most keys among the others win (2)"]


@pytest.mark.rule("BQ-FIGHT-6", "BQ-FIGHT-8")
def test_fighters_stand_by_result_and_attack_and_a_shared_round_is_told_as_shared() -> None:
    t = fought(["[R7] B7 G4", "[P6] R6", "[G7] P7", "[B6] G6"], 16)
    assert [one["attack"] for one in told(t, 0)["seats"]] == [14, 12, 12, 18]
    t = fought(["[R7] B7", "[P7] G7", "[G1] P2"], 16)
    assert told(t, 0)["instead"] == "14 with 2 weapons, exactly like Bob: in a complete tie you win together."


@pytest.mark.rule("BQ-SPELL-7")
def test_what_ones_own_spell_gave_to_another_is_told() -> None:
    """Ada takes two from the Boss: it is no nearer for her, and a PERFECT for Bob."""
    t = visits(
        ["[B1] R1", "[G7] P7 R4", "[B2] R2"],
        20,
        ["boss_down", "boss_up", "protect"],
        *("0: visit", "0: take 0", "0: activate", "0: amount 2"),
        *("1: visit", "1: take 1", "1: discard", "2: visit", "2: take 2", "2: discard"),
    )
    assert told(t, 0)["instead"].endswith("And your “Weakened boss −2” gives Bob a key.")
    assert "And your" not in told(t, 2)["instead"]


@pytest.mark.rule("BQ-FIGHT-8")
def test_a_round_that_would_have_been_shared_is_said_to_be() -> None:
    t = visits(
        ["[B1] R1", "[G7] P7 R5", "[B7] R7 G5"],
        20,
        ["attack_down", "boss_up", "protect"],
        *("0: visit", "0: take 0", "0: activate", "0: player 1", "0: amount 2"),
        *("1: visit", "1: take 1", "1: discard", "2: visit", "2: take 2", "2: discard"),
    )
    assert told(t, 1)["instead"].endswith("Without it, you have 19 and share the round with Cy.")


@pytest.mark.rule("BQ-SPELL-1")
def test_all_whom_ones_spell_cost_a_key_are_named() -> None:
    t = visits(
        ["[B7] R7 G7", "[G6] P7 R6", "[B6] R5 P6 G2"],
        20,
        ["boss_down", "boss_up", "protect"],
        *("0: visit", "0: take 0", "0: activate", "0: amount 2"),
        *("1: visit", "1: take 1", "1: discard", "2: visit", "2: take 2", "2: discard"),
    )
    assert told(t, 0)["instead"].endswith("keeps a key from Bob and costs Cy a heart.")


@pytest.mark.rule("BQ-SPELL-5")
def test_the_spell_that_kept_a_heart_is_named() -> None:
    t = fought(["[R7] B7", "[P7] G7 R1", "[P6] G6 R4"], 14, active=[{"spell": "protect", "seat": 1}])
    heart = {one["name"]: [each["reason"] for each in one["gains"]] for one in told(t, 0)["seats"]}
    assert heart["Bob"] == ["“Heart shield” protects the heart"]
    assert not any("Heart shield" in reason for reason in heart["Cy"])


@pytest.mark.rule("BQ-SPELL-17")
def test_what_ones_counterspell_cost_another_is_told() -> None:
    t = visits(
        ["[B7] R7 G6", "[G7] P7 R6 B1", "[B2] R2"],
        20,
        ["cancel", "boss_up", "boss_down"],
        *("0: visit", "0: take 0", "0: activate", "0: cancel 0"),
        *("1: visit", "1: take 1", "1: discard", "2: visit", "2: take 2", "2: discard"),
        active=[{"spell": "protect", "seat": 1}],
    )
    assert told(t, 0)["instead"].endswith("And your “Counterspell” costs Bob a heart.")


@pytest.mark.rule("BQ-END-3", "BQ-END-5")
def test_two_who_reach_the_goal_together_are_told_what_parts_them() -> None:
    t = fought(["[R7] B7", "[P7] G7", "[G1] P2"], 14, keys=[3, 3, 0], hearts=[3, 2, 3])
    assert told(t, 0)["game"] == "You win the game: 5 keys! Level on keys with Bob: 3 hearts against 2."
    assert told(t, 1)["game"].endswith("5 keys! Level on keys with you: 3 hearts against 2.")
    assert told(fought(["[R7] B7", "[P6] G7", "[G1] P2"], 14, keys=[4, 0, 0]), 0)["game"].endswith("6 keys!")


@pytest.mark.rule("BQ-FIGHT-7", "BQ-FIGHT-8")
@pytest.mark.parametrize(
    ("ada", "bob", "said"),
    [
        ("[R7] B4 R1 B2", "[P6] G6", "2 more points of attack: 14 like Ada, with fewer weapons."),
        # The weapon that brings the points counts as well.
        (
            "[R7] B4 G3",
            "[P6] G6",
            "2 more points of attack: 14 like Ada. By one more weapon, you share the round; by a spell, you win it alone, with fewer weapons.",
        ),
        (
            "[R7] B4 G3",
            "[P6] G7",
            "one more point of attack: 14 like Ada. By one more weapon, you share the round; by a spell, you win it alone, with fewer weapons.",
        ),
        (
            "[R7] B4 R1 B2",
            "[P6] G2 R2",
            "4 more points of attack in a single weapon: 14 like Ada, and you share the round.",
        ),
        (
            "[R7] B4 G3",
            "[P6] G4 R2",
            "2 more points of attack: 14 like Ada, and you share the round. By a spell: one weapon more was one too many.",
        ),
        ("[R7] B4 G3", "[P6] G4 R1 B1", "3 more points of attack (15 instead of 12)."),
    ],
)
def test_points_that_only_make_a_tie_say_why_they_win(ada: str, bob: str, said: str) -> None:
    t = fought([ada, bob, "[G1] P2"], 18)
    assert told(t, 1)["heading"] == "What would have changed it for you:"
    assert told(t, 1)["instead"] == said


@pytest.mark.rule("BQ-FIGHT-7", "BQ-FIGHT-10")
def test_a_spell_that_only_helped_is_not_what_lost_the_round() -> None:
    """Cy has the round by fewer weapons; without Ada's spell Bob has no PERFECT either."""
    t = visits(
        ["[B2] R2", "[G7] P7 R4 B1", "[B7] R7 G6"],
        20,
        ["attack_up", "boss_up", "protect"],
        *("0: visit", "0: take 0", "0: activate", "0: player 1", "0: amount 1"),
        *("1: visit", "1: take 1", "1: discard", "2: visit", "2: take 2", "2: discard"),
    )
    bob = told(t, 1)
    assert bob["heading"] == "What would have changed it for you:"
    assert bob["instead"].startswith("the same with fewer weapons")
    assert bob["instead"].endswith("And “Power-up +1”: without it, you gain one key less.")


def test_at_the_end_of_the_game_the_heading_says_which_fight_it_is_about() -> None:
    t = fought(["[R7] B7", "[P6] G6 R6", "[G1] P2"], 14, keys=[4, 0, 0])
    assert told(t, 1)["heading"] == "What would have changed the last fight for you:"
    assert told(t, 1)["instead"] == "14 at most instead of 18: at that you keep your heart."


@pytest.mark.rule("BQ-FIGHT-7", "BQ-SPELL-15", "BQ-END-2")
@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (0, "13, 14 or 15 instead of 18: you keep your heart and win the round."),
        (3, "13, 14 or 15 instead of 18: you keep your heart and win the round. And with the round the game."),
        (2, "13, 14 or 15 instead of 18: you keep your heart and win the round. With exactly 15, the game as well."),
    ],
)  # fmt: skip
def test_every_attack_that_would_have_won_is_told_and_whether_it_was_the_game(keys: int, said: str) -> None:
    """The winners had 13 with four weapons each: with three, 13 is enough."""
    hands = ["[R7] G5 P6", "[G2] R5 R2 G4", "[P3] B4 P2 P4", "[P7] B2 R6 P1 B1 B7"]
    active = [{"spell": "bonus_key"}, {"spell": "boss_down", "amount": 2}]
    t = fought(hands, 17, keys=[keys, 0, 0, 0], hearts=[3, 3, 3, 3], active=active)
    assert told(t, 0)["instead"] == said


@pytest.mark.rule("BQ-FIGHT-9", "BQ-FIGHT-10", "BQ-SPELL-15")
@pytest.mark.parametrize(
    ("keys", "hp", "extra", "said"),
    [
        (2, 14, True, "the round (+1), “Extra key” (+1), the PERFECT (+1): from 2 to 5 keys, and 5 were needed."),
        (3, 15, True, "the round (+1), “Extra key” (+1): from 3 to 5 keys, and 5 were needed."),
        (3, 14, False, "the round (+1), the PERFECT (+1): from 3 to 5 keys, and 5 were needed."),
        (4, 15, False, "the round, and with it your key number 5: 5 were needed."),
    ],
)  # fmt: skip
def test_whoever_wins_the_game_is_told_where_every_key_came_from(
    keys: int, hp: int, extra: bool, said: str
) -> None:
    active = [{"spell": "bonus_key"}] if extra else []
    t = fought(["[R7] B7", "[P6] G6", "[G1] P2"], hp, keys=[keys, 0, 0], active=active)
    assert told(t, 0)["instead"] == said
