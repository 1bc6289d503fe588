"""Positions of scenarios: what can be laid out, and what is refused because play could not lead there."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.scenario import run_scenario
from tests.games.baston.table import Brawl, man

HEAD = 'title = "x"\ngame = "baston"\nseats = 2\n'
RITON = {"who": "riton", "at": "16,5"}
CHACAL = '\n[[position.characters]]\nwho = "le_chacal"\nseat = 1\nat = "20,20"\n'


def refused(*people: dict[str, Any], lang: str = "en", **more: Any) -> str:
    """The one line that says why a position cannot be."""
    with pytest.raises(Mistake) as error:
        Brawl(*people, **more)
    said = error.value.say(lang)
    assert "\n" not in said
    return said


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"hp": {"head": 99}}, "expected a number from 0 to 8, got 99"),
    ({"hp": {"legs": -1}}, "expected a number"),
    ({"hp": {"tail": 1}}, "unknown field"),
    ({"hp": 3}, "expected a table"),
    ({"hp": {"head": 0}}, 'fate = "hs"'),
    ({"hp": {"head": 1}, "fate": "hs"}, 'fate = "hs"'),
    ({"hp": {"legs": 0}}, "with legs at 0 one lies"),
    ({"prone": True, "carries": ["chair"]}, "cannot have a chair in hand"),
    ({"hp": {"left_arm": 0}, "carries": ["chair"]}, "cannot have a chair in hand"),
    ({"carries": ["club"] * 7}, "at most 6 objects"),
    ({"carries": ["chair", "chair"]}, "one of them a chair"),
    ({"carries": ["nothing"]}, "is not allowed"),
    ({"worn": ["leather_vest", "leather_jacket"]}, "one garment"),
    ({"worn": ["club"]}, "is not allowed"),
    ({"carries": ["club"], "known": ["knife"]}, "known: knife is not carried"),
    ({"carries": ["loot"]}, "the loot is in one place"),
    ({"at": "5,12"}, "riton cannot be on 5,12"),
    ({"at": "21,1"}, "is no point of the board"),
    ({"strength": 8}, "expected a number from 1 to 7"),
    ({"holds": "le_chacal"}, "cannot hold le_chacal"),
    ({"holds": "nobody"}, "there is no character “nobody”"),
    ({"timed": {"rob": "le_chacal"}}, "riton cannot be at that"),
    ({"timed": {"put_on": "helmet"}}, "riton cannot be at that"),
    ({"timed": {"call": True}}, "riton cannot be at that"),
    ({"orders": ["M3/CP", "-/-", "-/-", "M3/-"]}, "three sequences at most, not 4"),
    ({"orders": ["CP/M3"]}, "blows and actions stand in round 2"),
    ({"orders": ["M3/M3"]}, "movements and two-round orders stand in round 1"),
    ({"orders": ["F/CP"]}, "after a vault the second round is a rest"),
    ({"orders": ["C7/-"]}, "BA-PROG-7"),
    ({"orders": ["C2/-", "M3/-"]}, "compulsory rest"),
    ({"orders": ["-/TAX", "M3/-"]}, "compulsory rest"),
    ({"orders": ["M3/CV"]}, "rest in round 1"),
    ({"orders": ["-/TEL"]}, "BA-PROG-2"),
    ({"orders": ["M3/CP"], "stun": 1}, "circled"),
    ({"orders": ["M3/CP"], "owes_rest": True}, "compulsory rest"),
    ({"orders": ["M3/CP"], "fate": "hs"}, "has no orders now"),
    ({"orders": ["hello"]}, "is not allowed"),
    ({"orders": "M3/CP"}, "expected a list"),
]


@pytest.mark.parametrize(("wrong", "said"), IMPOSSIBLE, ids=range(len(IMPOSSIBLE)))
def test_a_character_who_cannot_be(wrong: dict[str, Any], said: str) -> None:
    person = {**man("riton", "16,5", facing=3), **wrong}
    other = man("le_chacal", "18,9", seat=1)
    assert said in refused(person, other)
    refused(person, other, lang="fr")


IMPOSSIBLE_BOARDS: list[tuple[dict[str, Any], str]] = [
    ({"doors": {"D1a": "bolted"}}, "is not allowed (allowed: closed, open, destroyed)"),
    ({"doors": {"D99": "open"}}, "unknown field"),
    ({"doors": 3}, "expected a table"),
    ({"furniture": {"T1": "20,20"}}, "T1 cannot stand on 20,20"),
    ({"furniture": {"T1": "9,9"}}, "T1 cannot stand on 9,9"),
    ({"furniture": {"T1": "4,6"}}, "T1 cannot stand on 4,6"),
    ({"furniture": {"T9": "9,9"}}, "unknown field"),
    ({"overturned": ["V1"]}, "V1 cannot lie overturned"),
    ({"chairs": ["9,9"]}, "no chair can stand on 9,9"),
    ({"objects": {"16,5 top": ["club"]}}, "nothing can lie on top there"),
    ({"objects": {"16,5": ["bottle"]}}, "bottle cannot lie on 16,5"),
    ({"objects": {"16,5": ["chair"]}}, "chair cannot lie on 16,5"),
    ({"objects": {"16,5": "club"}}, "expected a list"),
    ({"loot": "16,5"}, "the loot is in one place"),
    ({"deeds": [{"danced": 1}]}, "unknown field"),
    ({"deeds": [{}, {}, {}]}, "expected a number from 0 to 2"),
    ({"deeds": [3]}, "expected a table"),
    ({"wrecks": {"piano": 1}}, "unknown field"),
    ({"called": 1}, "scenario of the telephone"),
    ({"turn": 16}, "expected a number from 1 to 15"),
    ({"sequence": 4}, "expected a number from 1 to 3"),
    ({"sequence": 2, "phase": "program"}, "expected a number from 1 to 1"),
]


@pytest.mark.parametrize(("wrong", "said"), IMPOSSIBLE_BOARDS, ids=range(len(IMPOSSIBLE_BOARDS)))
def test_a_board_that_cannot_be(wrong: dict[str, Any], said: str) -> None:
    assert said in refused(man("riton", "16,5"), **wrong)
    refused(man("riton", "16,5"), lang="fr", **wrong)


def test_gangs_and_people() -> None:
    assert "riton is already there" in refused(man("riton", "16,5"), man("riton", "16,6"))
    assert "cannot be on 16,5" in refused(man("riton", "16,5"), man("dudule", "16,5"))
    five = [
        man(who, f"16,{i + 3}") for i, who in enumerate(("riton", "dudule", "grobid", "kraitneu", "mimile"))
    ]
    assert "seat 0 leads 5 characters" in refused(*five)
    with pytest.raises(Mistake, match="position_gang"):
        run_scenario(HEAD + '[[position.characters]]\nwho = "riton"\nseat = 0\nat = "16,5"\n')


@pytest.mark.rule("BA-POU-14", "BA-REN-6")
def test_furniture_that_is_moved_takes_its_bottles_along() -> None:
    before = Brawl(man("riton", "16,5"))["objects"]
    assert "bottle" in before["9,9 top"]
    moved = Brawl(man("riton", "16,5"), furniture={"T2": "16,9"})["objects"]
    assert "9,9 top" not in moved
    assert moved["16,9 top"] == before["9,9 top"]
    gone = Brawl(man("riton", "16,5"), furniture={"T2": "gone"})
    assert gone["furniture"]["T2"] == "gone"
    assert "9,9 top" not in gone["objects"]
    overturned = Brawl(man("riton", "16,5"), overturned=["T2"])
    assert "9,9 top" not in overturned["objects"]
    assert "9,9" in overturned["shards"]
    # Two pieces change places.
    swapped = Brawl(man("riton", "16,5"), furniture={"T1": "9,9", "T2": "16,9"})
    assert swapped["furniture"]["T1"] == "9,9"


@pytest.mark.rule("BA-VP-1")
def test_the_past_can_be_placed() -> None:
    brawl = Brawl(
        man("riton", "16,5", carries=["club", "knife"], known=["knife"]),
        deeds=[{"dealt": 3, "knocked": 1}, {"lost": 2}],
        wrecks={"chair": 2},
        turn=4,
        sequence=3,
    )
    assert (brawl["deeds"][0]["dealt"], brawl["deeds"][1]["lost"], brawl["wrecks"]["chair"]) == (3, 2, 2)
    assert brawl["riton"]["known"] == ["knife"]
    assert (brawl["turn"], brawl["sequence"]) == (4, 3)
    magot = Brawl(man("riton", "16,5"), options={"scenario": "magot"}, loot="16,9")
    assert magot["objects"]["16,9"] == ["loot"]
    assert "11,4" not in magot["objects"]
    carried = Brawl(man("riton", "16,5", carries=["loot"]), options={"scenario": "magot"})
    assert not any("loot" in items for items in carried["objects"].values())
    assert "the loot is in one place" in refused(
        man("riton", "16,5", carries=["loot"]), options={"scenario": "magot"}, loot="16,9"
    )


def test_the_telephone_call_can_be_placed() -> None:
    people = (man("maurice", "16,5"), man("riton", "16,9", seat=1))
    called = Brawl(*people, options={"scenario": "bigo"}, turn=3, called=2)
    assert called["called"] == 2
    assert "scenario of the telephone" in refused(*people, options={"scenario": "bigo"}, telephone_by=2)
    assert "there is no character “maurice”" in refused(
        man("grobid", "16,5"), man("riton", "16,9", seat=1), options={"scenario": "bigo"}
    )


WALK = (
    HEAD
    + """
[position]
[[position.characters]]
who = "riton"
seat = 0
at = "16,5"
facing = 2
orders = ["M3/-"]
"""
    + CHACAL
)


@pytest.mark.parametrize("who", ["riton", "Riton", "B"])
def test_characters_are_named_in_events_and_told(who: str) -> None:
    played = run_scenario(
        WALK
        + f'[[step]]\nseat = 0\nchoice = "next"\nevents = ["entered who={who} point=16,6"]\ntold.1 = ["entered who={who}"]'
    )
    assert played.say("en") == []
    other = run_scenario(WALK + '[[step]]\nseat = 0\nchoice = "next"\nevents = ["entered who=dudule"]')
    assert not other.passed


def test_directions_are_the_printed_ones_only() -> None:
    turn = WALK.replace("M3/-", "P4/-")
    step = '[[step]]\nseat = 0\nchoice = "next"\nevents = ["turns direction={}"]'
    assert run_scenario(turn + step.format(4)).passed
    assert not run_scenario(turn + step.format(3)).passed


def test_ranks_are_the_result_and_speed_has_its_own_name() -> None:
    last = WALK.replace("[position]", "[position]\nturn = 15\nsequence = 3").replace(
        'orders = ["M3/-"]', "constitution = 3"
    )
    played = run_scenario(
        last
        + '[[step]]\nseat = 0\nchoice = "next"\nexpect = { ranks = [2, 1], by_speed = ["riton", "le_chacal"], ending = "turns" }'
    )
    assert played.say("en") == []
