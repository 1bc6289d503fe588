"""The coach of Boss Quest: what the others' spells of the round have done to whoever it talks to."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from bagarre.games.boss_quest.odds import outs, risks, told_risks, unseen_ids
from bagarre.web.seatview import SeatView
from tests.games.boss_quest.table import CONTENT, GAME, Table, said, seen_by


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
            "“Trade-in”, from Ann: your hidden weapon is another now.",
        ),
        (
            "exchange_weapon",
            ["0: player 1", "0: weapon purple_3"],
            "“Trade-in”, from Ann: you give Boomerang 3 (purple) back for a weapon of the pile.",
        ),
    ],
)
def test_who_was_touched_by_a_spell_hears_of_it(spell: str, moves: list[str], told: str) -> None:
    table = visit([spell, "protect", "boss_up"], *moves)
    assert said(table, 1).startswith(told)
    assert "“" not in said(table, 0), "who cast it knows"


@pytest.mark.rule("BQ-EQUIP-7", "BQ-EQUIP-11")
@pytest.mark.parametrize(
    ("hand", "position", "told", "asked"),
    [
        ("[B5] R6", {}, "your last request", "Last weapons, or Magician?"),
        ("[B7] R6 G7", {}, "No more weapons", "Too high: to the Magician!"),
        ("[B5] R6", {"barred": [0]}, "no more weapons for you", "No more weapons: to the Magician!"),
        ("[B5] R6", {"last_equip": True}, "no more weapons for you", "No more weapons: to the Magician!"),
    ],
)
def test_the_only_one_left_hears_of_weapons_while_there_are_any(
    hand: str, position: dict[str, Any], told: str, asked: str
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
    lines = ("your last request", "No more weapons", "no more weapons for you")
    assert [line for line in lines if line in said(table, 0)] == [told]
    assert ("equip 1" in table.menu(0)) is (told == "your last request")
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    view = GAME.view(GAME.concealed(table.s, 0), 0, speech)
    assert GAME.room("frame").frame(view, 0, speech)["ask"] == asked


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
    weaker = round(100 * sum(worth > 3 for worth in left) / len(left))
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    coach = GAME.coach(known, 0, speech)
    assert coach is not None
    assert f"too high already in {risk}% of the cases" in coach.consequence(GAME.verbs.read("player 1"))
    hints = GAME.room("frame").frame(GAME.view(known, 0, speech), 0, speech)["hints"]
    assert hints["player 1"].replace("\xa0", " ") == f"too high {risk}% → {weaker}%"
    assert hints["player 0"].replace("\xa0", " ") == "11 → 10 or 9"


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
        ("[B5] R6", "Take one, then activate it"),
    ],
)
def test_where_one_stands_is_said_as_a_spell_is_chosen(hand: str, first: str) -> None:
    market = ["attack_down", "boss_up", "boss_down"]
    table = Table(
        3, boss=14, hands=[hand, "[G4] P3", "[P2] B3"], armourer=2, turn=0, market=market, mystery="last_turn"
    )
    table.play("0: visit")
    assert said(table, 0).startswith(first)


@pytest.mark.rule("BQ-SPELL-12", "BQ-FIGHT-3")
def test_a_condition_that_is_not_met_counts_in_what_more_weapons_risk() -> None:
    """A weapon that cannot go over may still leave its owner out of the round: the key says how likely."""
    table = Table(
        3,
        boss=20,
        hands=["[B5] G6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        active=[{"spell": "require_red"}],
        market=["protect", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    known = GAME.concealed(table.s, 0)
    left = [card.split("_")[0] for card in unseen_ids(known)]
    out = round(100 * sum(color != "red" for color in left) / len(left))
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    view = GAME.view(known, 0, speech)
    assert view["risk"][0] == 0
    assert view["out"][0] == out
    assert GAME.room("frame").frame(view, 0, speech)["hints"]["equip 1"] == f"out: {out}%"
    coach = GAME.coach(known, 0, speech)
    assert coach is not None
    assert f"out of the round in {out}%" in coach.consequence(GAME.verbs.read("equip 1"))
    assert "but no heart lost" in coach.moment(), "BQ-FIGHT-4"


def test_a_pair_and_a_sum_are_counted_together() -> None:
    """Against every draw of two weapons, one by one."""
    table = Table(
        3,
        boss=16,
        hands=["[B5] G6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        active=[{"spell": "require_pair"}],
        market=["protect", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    known = GAME.concealed(table.s, 0)
    left = [(color, int(worth)) for color, worth in (card.split("_") for card in unseen_ids(known))]
    out = [
        a[1] + b[1] > 5 or not ({a[0], b[0]} & {"blue", "green"} or a[0] == b[0])
        for a, b in combinations(left, 2)
    ]
    assert outs(known, 0)[1] == round(100 * sum(out) / len(out))


@pytest.mark.rule("BQ-EQUIP-11", "BQ-P56-2")
@pytest.mark.parametrize(("seats", "no_spell"), [(3, False), (5, True)])
def test_whoever_may_soon_be_the_last_at_the_armourer_is_warned(seats: int, no_spell: bool) -> None:
    hands = ["[B5] R6", "[G4] P3", "[P2] B3", "[R1] R2", "[G1] G2"][:seats]
    for visited, warned in (([], False), (list(range(2, seats)), True)):
        table = Table(seats, boss=18, hands=hands, armourer=1, turn=0, visited=visited)
        speech = GAME.speech("en", ["Ann", "Bob", "Cid", "Dee", "Eve"][:seats], CONTENT.names)
        coach = GAME.coach(GAME.concealed(table.s, 0), 0, speech)
        assert coach is not None
        assert ("Once Bob is at the Magician’s too" in coach.moment()) is warned
        assert ("have no spell" in coach.moment()) is (warned and no_spell)


@pytest.mark.rule("BQ-SPELL-3", "BQ-SPELL-4")
def test_what_a_trade_makes_of_an_attack_is_told_before_it() -> None:
    def asked(table: Table) -> tuple[Any, dict[str, str], str]:
        speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
        known = GAME.concealed(table.s, 0)
        frame = GAME.room("frame").frame(GAME.view(known, 0, speech), 0, speech)
        return GAME.coach(known, 0, speech), frame["hints"], frame["ask"]

    first = visit(["swap_hidden", "protect", "boss_up"])
    coach, hints, ask = asked(first)
    assert "Then with whom" in ask
    assert "Then you choose with whom" in coach.moment()
    assert hints["player 0"].replace("\xa0", " ") == "6 + ?, 13 at most", "without the 5 that is given"
    coach, hints, _ = asked(first.play("0: player 0"))
    assert hints["with 1"].replace("\xa0", " ") == "you: 6 + ?, 13 at most"
    # Bob gets the 5: that is known.
    told = coach.consequence(GAME.verbs.read("with 1")).replace("\xa0", " ")
    assert told == "After the exchange, you: 6 and an unknown weapon, never too high; Bob: 8 for 18 HP."
    coach, hints, _ = asked(visit(["exchange_weapon", "protect", "boss_up"], "0: player 0"))
    assert hints["weapon red_6"].replace("\xa0", " ").startswith("5 + ?")
    assert "You would have 5 and an unknown weapon" in coach.consequence(GAME.verbs.read("weapon red_6"))


@pytest.mark.rule("BQ-SPELL-12", "BQ-SPELL-13")
def test_a_condition_on_offer_that_is_not_met_is_told_after_what_is_asked() -> None:
    """The question first, then what stands in its way; whoever is over already has nothing more to fear from it."""
    position: dict[str, Any] = {"armourer": 2, "turn": 0, "mystery": "last_turn"}
    market = ["require_red", "require_pair", "boss_down"]
    hands = ["[B5] G6", "[G4] P3", "[P2] B3"]
    table = Table(3, boss=20, hands=hands, market=market, **position)
    danger = "Danger on offer: “Red weapons” or “Matching pair” may put you out."
    asked, warned, *_ = said(table, 0).splitlines()
    assert asked.startswith("9 to go.")
    assert warned == danger
    for boss, hand in ((14, "[B7] G7 P1"), (20, "[B5] R6 R1")):
        table = Table(3, boss=boss, hands=[hand, *hands[1:]], market=market, **position)
        assert "Danger" not in said(table, 0)


@pytest.mark.rule("BQ-SPELL-12", "BQ-FIGHT-3")
@pytest.mark.parametrize(("boss", "told"), [(20, "out, unless a spell helps"), (14, "one spell, then stop")])
def test_who_is_out_by_a_condition_reads_it_on_the_way_to_the_magician(boss: int, told: str) -> None:
    """Who is over is so whatever the conditions."""
    table = Table(
        3,
        boss=boss,
        hands=["[B7] G7 P1", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        active=[{"spell": "require_red"}],
        market=["require_pair", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)

    def hints() -> dict[str, str]:
        view = GAME.view(GAME.concealed(table.s, 0), 0, speech)
        frame: dict[str, Any] = GAME.room("frame").frame(view, 0, speech)
        return frame["hints"]

    assert hints()["visit"] == told
    table.play("0: visit")
    assert hints()["take 0"] == ("you: too high already" if boss == 14 else "you: out already")


@pytest.mark.rule("BQ-EQUIP-11", "BQ-SPELL-8")
def test_what_is_new_comes_before_what_stands() -> None:
    """A spell of another, the last request, what is asked, and only then keys, hearts and who deals."""
    table = Table(
        3,
        boss=20,
        hands=["[B5] R6", "[G4] P3", "[P2] B3"],
        armourer=0,
        turn=0,
        visited=[1, 2],
        keys=[0, 4, 0],
        active=[{"spell": "attack_down", "seat": 0, "amount": 1, "caster": 1}],
        market=["protect", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    beginnings = ("“", "Everybody else", "10 to go", "One more key for Bob", "You are the Armourer")
    told = said(table, 0).splitlines()
    assert len(told) == len(beginnings)
    assert all(line.startswith(begins) for line, begins in zip(told, beginnings))


@pytest.mark.rule("BQ-VISIT-13")
def test_whoever_has_turned_up_the_mystery_reads_what_it_was() -> None:
    table = Table(
        3,
        boss=20,
        hands=["[B5] R6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        market=["protect", "boss_up", "boss_down"],
        mystery="boss_up",
    )
    table.play("0: visit", "0: take 3", "0: activate")
    first, asked = said(table, 0).splitlines()
    assert first == "The Mystery is turned up."
    assert asked.startswith("“Enraged boss”")
    assert asked.endswith("The Boss gains 1 or 2 HP.")


@pytest.mark.rule("BQ-FIGHT-2", "BQ-SPELL-5")
@pytest.mark.parametrize(
    ("active", "told"),
    [
        ([], "you will lose a heart"),
        ([{"spell": "protect", "seat": 1, "caster": 1}], "you will lose a heart"),
        ([{"spell": "protect", "seat": 0, "caster": 1}], "your heart is safe"),
    ],
)
def test_whoever_is_over_hears_of_a_heart_only_where_it_is_lost(
    active: list[dict[str, Any]], told: str
) -> None:
    table = Table(
        3,
        boss=14,
        hands=["[B7] R6 G2", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        active=active,
        market=["attack_down", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    lines = ("you will lose a heart", "your heart is safe")
    assert [line for line in lines if line in said(table, 0)] == [told]


@pytest.mark.rule("BQ-SPELL-16", "BQ-FIGHT-10")
def test_while_the_second_one_wins_nobody_is_told_to_stay_the_first() -> None:
    table = Table(
        3,
        boss=14,
        hands=["[B7] R7", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        active=[{"spell": "second_wins", "caster": 1}],
        market=["attack_down", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    second = "“Runner-up” is active: the round goes to the second, not to the closest"
    assert said(table, 0).startswith(second)
    assert said(table, 1).startswith(second)
    table.play("0: visit")
    assert said(table, 0).startswith(second)
    assert "Let nothing change" not in said(table, 0)


@pytest.mark.rule("BQ-SPELL-7")
def test_what_a_change_of_the_boss_makes_of_ones_own_attack_is_under_the_choice() -> None:
    table = visit(["boss_down", "protect", "boss_up"])
    _, hints = seen_by(table, 0)
    assert [hints["amount 1"], hints["amount 2"]] == ["Boss 17 HP", "Boss 16 HP"]
    table = Table(
        3,
        boss=15,
        hands=["[B7] R7", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        market=["boss_down", "protect", "boss_up"],
        mystery="last_turn",
    )
    table.play("0: visit", "0: take 0", "0: activate")
    _, hints = seen_by(table, 0)
    assert hints["amount 1"] == "Boss 14 HP: your PERFECT"
    assert hints["amount 2"] == "Boss 13 HP: you are over"


def test_a_quarter_is_not_called_rare() -> None:
    table = Table(3, boss=16, hands=["[B5] R6", "[G4] P3", "[P2] B3"], armourer=2, turn=0)
    coach, hints = seen_by(table, 0)
    for n in (1, 2, 3):
        risk = int(hints[f"equip {n}"].split()[1].rstrip("%"))
        told = coach.consequence(GAME.verbs.read(f"equip {n}"))
        assert ("rarely" in told) is (0 < risk < 15), told


@pytest.mark.rule("BQ-SPELL-12", "BQ-SPELL-13")
@pytest.mark.parametrize(
    ("spell", "lacking"),
    [("require_green", "Cid"), ("require_pair", "Bob, Cid"), ("require_blue", "Bob"), ("boss_up", "")],
)
def test_whoever_holds_a_condition_reads_who_shows_nothing_of_it(spell: str, lacking: str) -> None:
    table = Table(
        3,
        boss=18,
        hands=["[B5] R6", "[P4] P3 G1", "[P2] B3"],
        armourer=2,
        turn=0,
        market=[spell, "protect", "boss_down"],
        mystery="last_turn",
    )
    told = said(table.play("0: visit", "0: take 0"), 0)
    out = f"Activated, it may put out: {lacking}."
    ahead = "As far as one can see, Bob or Cid may be closer than your 11."
    assert told.splitlines()[1:] == ([out, ahead] if lacking else [])


@pytest.mark.rule("BQ-NEXT-5", "BQ-TURN-2")
@pytest.mark.parametrize(
    ("armourer", "told"),
    [(0, "it is yours now, Bob begins and you play last"), (2, "Cid plays last, and you begin")],
)
def test_why_another_is_the_armourer_is_told_at_the_second_round(armourer: int, told: str) -> None:
    hands = ["[B5] R6", "[G4] P3", "[P2] B3"]
    for number in (1, 2, 3):
        table = Table(3, boss=19, hands=hands, armourer=armourer, turn=0, round=number)
        assert (told in said(table, 0)) is (number == 2)


@pytest.mark.rule("BQ-VISIT-13")
def test_whoever_holds_the_mystery_reads_that_nobody_knows_it() -> None:
    table = Table(
        3,
        boss=18,
        hands=["[B5] R6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        market=["boss_up", "protect", "boss_down"],
        mystery="last_turn",
    )
    assert said(table.play("0: visit", "0: take 3"), 0).startswith("Nobody knows it")


@pytest.mark.rule("BQ-SPELL-1")
def test_how_likely_an_attack_is_too_high_after_a_spell_is_under_each_amount() -> None:
    table = visit(["attack_up", "protect", "boss_down"], "0: player 1")
    coach, hints = seen_by(table, 0)
    assert [hints[f"amount {n}"].replace("\xa0", " ") for n in (1, 2)] == [
        "4 + ?, 11 at most",
        "5 + ?, 12 at most",
    ]
    assert (
        coach.consequence(GAME.verbs.read("amount 2"))
        == "Bob would have 5 and an unknown weapon, never too high."
    )


@pytest.mark.rule("BQ-VISIT-5")
def test_what_became_of_a_spell_that_was_taken_is_told_where_it_lay() -> None:
    def fates(table: Table) -> list[str]:
        speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
        view = GAME.view(GAME.concealed(table.s, 2), 2, speech)
        return [slot["fate"] for slot in view["market"]]

    table = Table(
        3,
        boss=18,
        hands=["[B5] R6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        market=["attack_up", "boss_up", "cancel"],
        mystery="last_turn",
    )
    table.play("0: visit", "0: take 0", "0: activate", "0: player 1")
    assert fates(table) == ["", "", "", ""], "Ann is still casting"
    table.play("0: amount 1", "1: visit", "1: take 1", "1: discard")
    assert fates(table) == ["cast", "idle", "", ""]


@pytest.mark.rule("BQ-VISIT-3", "BQ-SPELL-15", "BQ-SPELL-16")
def test_whoever_chooses_last_hears_that_nobody_comes_after_and_what_the_round_is_worth() -> None:
    table = Table(
        3,
        boss=18,
        hands=["[B7] R6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=2,
        visited=[0, 1],
        keys=[0, 0, 3],
        active=[{"spell": "bonus_key"}, {"spell": "second_wins"}],
        market=["bonus_key", "boss_up", "boss_down"],
        mystery="last_turn",
    )
    table.play("2: visit")
    told = said(table, 2)
    assert "You choose last" in told
    assert "nobody has it" not in told
    assert "worth 2 keys: win it, and you win the game" in told
    assert "may be Ann" in told


@pytest.mark.rule("BQ-VISIT-7")
def test_the_coach_begins_with_a_spell_that_was_just_discarded() -> None:
    """The market shows an empty place and the table nothing: only the log told which spell is gone."""
    hands = ["[B5] R6", "[G4] P3", "[P2] B3"]
    table = Table(3, boss=18, hands=hands, armourer=2, turn=0, market=["protect", "attack_down", "boss_up"])
    table.play("0: visit", "0: take 1", "0: discard")
    assert said(table, 1).startswith("Ann has just discarded “Debuff”: nobody will have it.\n")
    assert "Debuff" not in said(table, 0)
    table.play("1: equip 1")
    assert "Debuff" not in said(table, 2)


def test_the_coach_tells_choices_in_the_order_of_their_keys() -> None:
    """Also where some of them can but harm."""
    table = Table(3, boss=14, hands=["[B7] R6", "[G4] P3", "[P2] B3"], armourer=2, turn=0)
    speech = GAME.speech("en", ["Ann", "Bob", "Cid"], CONTENT.names)
    coaching = SeatView(GAME, table.s, 0, speech, live=True).coaching
    assert coaching is not None
    assert [option.key for option, _ in coaching.does] == ["1", "2", "3", "4", "5"]
    assert "always" in coaching.does[3][1]


def test_a_rounded_chance_is_not_told_as_a_certain_one() -> None:
    """Four weapons are too many nearly always: not where all four are ones."""
    table = Table(3, boss=14, hands=["[B5] G5", "[G4] P3", "[P2] B3"], armourer=2, turn=0)
    known = GAME.concealed(table.s, 0)
    assert risks(known, 0)[3] == 100
    assert told_risks(known, 0)[3] == 99
    table = Table(3, boss=14, hands=["[B5] G7", "[G4] P3", "[P2] B3"], armourer=2, turn=0)
    told = told_risks(GAME.concealed(table.s, 0), 0)
    assert told[1] < 100
    assert told[2:] == [100, 100]


@pytest.mark.rule("BQ-VISIT-7", "BQ-NEXT-1")
def test_a_spell_of_the_round_before_is_no_news() -> None:
    table = Table(
        3,
        boss=18,
        hands=["[B5] R6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=2,
        visited=[0, 1],
        market=["second_wins", "", ""],
        mystery="last_turn",
    )
    table.play("2: visit", "2: take 0", "2: discard")
    assert any(event.startswith("round_begins") for event in table.events)
    assert "has just discarded" not in said(table, table.decider)


@pytest.mark.rule("BQ-VISIT-2", "BQ-FIGHT-2", "BQ-FIGHT-10")
@pytest.mark.parametrize(
    ("spell", "hand", "coach", "key"),
    [
        ("boss_down", "[B7] R7", "nobody can put you over with it", "Boss −1 or −2: you would be over by 1 or 2"),
        ("boss_up", "[B7] R7", "short of your PERFECT; discarded, nobody", "Boss +1 or +2: you would be 1 or 2 short"),
        ("boss_down", "[B7] R6", "", "Boss −1: your PERFECT; −2: over by 1"),
        ("boss_down", "[B7] R5", "", "Boss −2: your PERFECT"),
        ("boss_up", "[B7] R7 G1", "", "Boss +1: your PERFECT"),
        ("boss_up", "[B7] R7 G2", "", "Boss +2: your PERFECT; +1: over by 1"),
    ],
)  # fmt: skip
def test_what_moving_the_boss_would_do_to_its_caster_is_told_before_it_is_done(
    spell: str, hand: str, coach: str, key: str
) -> None:
    table = Table(
        3,
        boss=14,
        hands=[hand, "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        market=[spell, "protect", "last_turn"],
        mystery="require_red",
    )
    table.play("0: visit")
    told = seen_by(table, 0)[0].consequence(GAME.verbs.read("take 0"))
    assert coach in told
    assert ("discarded" in told) == bool(coach)
    assert ("only to discard it" in said(table, 0)) == ("put you over" in coach)
    table.play("0: take 0")
    assert seen_by(table, 0)[1]["activate"] == key
    assert coach in said(table, 0)


@pytest.mark.rule("BQ-SPELL-17")
def test_what_cancelling_would_do_to_a_sum_is_under_its_choice() -> None:
    table = Table(
        3,
        boss=18,
        hands=["[B5] R6", "[G4] P3", "[P2] B3"],
        armourer=2,
        turn=0,
        market=["cancel", "protect", "boss_up"],
        mystery="last_turn",
        active=[
            {"spell": "attack_up", "seat": 1, "amount": 2},
            {"spell": "attack_down", "seat": 0, "amount": 1},
            {"spell": "boss_down", "amount": 2},
            {"spell": "second_wins"},
        ],
    )
    table.play("0: visit", "0: take 0", "0: activate")
    coach, hints = seen_by(table, 0)
    assert [hints[f"cancel {k}"] for k in range(3)] == [
        "Bob: 5 + ? → 3 + ?",
        "You: 10 → 11",
        "Boss: 16 → 18 HP",
    ]
    assert hints["cancel 3"].startswith("no longer: the round goes to the second")
    told = [coach.consequence(GAME.verbs.read(f"cancel {k}")) for k in range(3)]
    assert "Bob would have 3 and an unknown weapon" in told[0]
    assert "You would have 11 for 16" in told[1].replace("\xa0", " ")
    assert "8 short of 18" in told[2]
