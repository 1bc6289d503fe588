"""Doors, objects and throws (BA-DOOR … BA-LAN)."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games.baston.choices import (
    BOLTED_INSIDE,
    CHAIR_ON_DOORS,
    FROM_INSIDE,
    NO_TOOL,
    NOT_ROBBED,
    NOTHING_TO_SMASH,
    OPEN_FOR_GOOD,
)
from bagarre.games.baston.rules.destroying import smash_refusal
from bagarre.games.baston.rules.doors import opening_refusal
from bagarre.games.baston.rules.pushing import push_target
from bagarre.games.baston.rules.robbing import rob_refusal
from bagarre.games.baston.rules.throwing import covered, first_met, reach_of_flight
from bagarre.games.baston.state import WINDOW
from tests.games.baston.table import Brawl, at, man

# Doors and windows.


@pytest.mark.rule("BA-DOOR-1", "BA-R65")
def test_who_can_open_what() -> None:
    assert Brawl(man("riton", "12,7", "-/OUV", facing=5)).film().menu == ["leaf 3", "decline"]
    assert Brawl(man("riton", "12,6", "-/OUV")).film().menu == ["leaf 4", "decline"]
    assert "lost_no_leaf" in Brawl(man("riton", "12,9", "-/OUV")).film().kinds
    # Two orders on one leaf in a sequence: by rank, each checked in its turn.
    two = Brawl(man("dudule", "12,8", "-/OUV"), man("grobid", "12,7", "-/FER", seat=1)).film(
        "leaf 3", dice=[]
    )
    assert two["doors"]["D3"] == "closed"


@pytest.mark.rule("BA-DOOR-5", "BA-R90")
def test_furniture_jams_a_door() -> None:
    jammed = Brawl(man("riton", "12,8", "-/OUV"), furniture={"T1": "12,6"}).film("leaf 3")
    assert jammed["doors"]["D3"] == "closed"
    behind = Brawl(man("riton", "12,8", "-/OUV"), furniture={"T1": "12,6"}, overturned=["T1"]).film("leaf 3")
    assert behind["doors"]["D3"] == "open"
    across = Brawl(
        man("riton", "12,8", "-/FER"), furniture={"T1": "12,7"}, overturned=["T1"], doors={"D3": "open"}
    ).film("leaf 3")
    assert across["doors"]["D3"] == "open"


@pytest.mark.rule("BA-DOOR-6", "BA-R26")
def test_a_door_sweeps_what_lies_there() -> None:
    brawl = Brawl(
        man("riton", "12,8", "-/OUV"), objects={"12,7": ["club"]}, chairs=["12,7"], shards=["12,7"]
    ).film("leaf 3")
    assert brawl["objects"]["12,6"] == ["club"]
    assert "12,6" in brawl["chairs"]
    assert brawl["shards"] == ["12,7"]


@pytest.mark.rule("BA-DOOR-7", "BA-HOLD-11")
def test_who_is_behind_the_door() -> None:
    strong = Brawl(man("dudule", "12,8", "-/OUV"), man("grobid", "12,7", seat=1)).film("leaf 3")
    assert strong["doors"]["D3"] == "closed"
    stunned = Brawl(man("dudule", "12,8", "-/OUV"), man("grobid", "12,7", seat=1, stun=2)).film(
        "leaf 3", dice=[1, 1, 1]
    )
    assert stunned["doors"]["D3"] == "open"
    assert stunned["grobid"]["at"] == "12,6"
    third = Brawl(
        man("riton", "12,8", "-/OUV"), man("dudule", "12,7", seat=1), man("grobid", "12,6", seat=1)
    ).film("leaf 3")
    assert third["doors"]["D3"] == "closed"
    assert third.all("stun_roll") == []
    held = Brawl(
        man("grobid", "12,8", "-/OUV"),
        man("dudule", "12,7", seat=1, facing=7),
        man("bouldogue", "13,7", "P1/CT", seat=1, facing=1, holds="dudule"),
    ).film("strike", "leaf 3", dice=[8], more=True)
    assert held["doors"]["D3"] == "closed"


@pytest.mark.rule("BA-DOOR-9")
def test_bolts() -> None:
    brawl = Brawl(man("riton", "12,5", "-/FER", "-/OUV"), doors={"D4": "open"}).film()
    assert brawl.menu == ["leaf 4", "bolt 4", "decline"]
    brawl.go("bolt 4")
    assert brawl["doors"]["D4"] == "bolted"
    brawl.go("leaf 4")
    assert brawl["doors"]["D4"] == "open"
    outside = Brawl(man("riton", "12,6", "-/OUV"), doors={"D4": "bolted"}).film()
    assert "lost_no_leaf" in outside.kinds
    swing = Brawl(man("riton", "12,6", "-/FER"), doors={"D4": "open"}).film()
    assert swing.menu == ["leaf 4", "decline"]


@pytest.mark.rule("BA-DOOR-10", "BA-R27")
def test_the_back_of_an_open_leaf() -> None:
    walks = Brawl(man("riton", "11,7", "M5/-"), doors={"D3": "open"}).film()
    assert walks["doors"]["D3"] == "closed"
    assert walks["riton"]["at"] == "12,7"
    back = Brawl(man("riton", "12,7", "M1/-"), doors={"D3": "open"}).film(dice=[1])
    assert back["riton"]["at"] == "12,7"
    jammed = Brawl(man("riton", "11,7", "M5/-"), man("grobid", "12,7", seat=1), doors={"D3": "open"}).film(
        dice=[1]
    )
    assert "bumps" in jammed.kinds
    pushed = Brawl(man("riton", "11,7", "-/POU", facing=5), doors={"D3": "open"}).film("push 5")
    assert (pushed["doors"]["D3"], pushed["riton"]["at"]) == ("closed", "11,7")
    shoved = Brawl(man("grobid", "11,6", "M3/-"), man("riton", "11,7", seat=1), doors={"D3": "open"})
    assert push_target(shoved.s, 1, 4) == 0  # he faces north
    crawls = Brawl(man("riton", "11,7", "R5/-", prone=True), doors={"D3": "open"}).film()
    assert crawls["riton"]["at"] == "12,7"


@pytest.mark.rule("BA-DOOR-11", "BA-DES-4")
def test_what_is_destroyed_stays_open() -> None:
    brawl = Brawl(man("riton", "12,8", "-/FER"), doors={"D3": "destroyed"}).film()
    assert "lost_no_leaf" in brawl.kinds


@pytest.mark.rule("BA-WIN-1", "BA-WIN-2")
def test_windows_from_inside_only() -> None:
    brawl = Brawl(man("riton", "14,9", "-/OUV"), man("dudule", "15,9", seat=1)).film()
    number = brawl.menu[0]
    brawl.go(number)
    assert brawl["doors"]["W1"] == "open"
    assert brawl["dudule"]["at"] == "15,9"
    assert "lost_no_leaf" in Brawl(man("riton", "15,9", "-/OUV")).film().kinds


# Taking, breaking, throwing.


@pytest.mark.rule("BA-PRE-2", "BA-R61")
def test_taking_from_levels() -> None:
    floor = Brawl(man("riton", "5,7", "-/PRE", facing=7), objects={"6,7": ["knife"]}).film()
    assert floor.menu == ["take 6 bottle", "take 8 bottle", "decline"]
    low = Brawl(man("riton", "5,6", "-/PRE", facing=3), objects={"5,7": ["knife"]}).film()
    assert "lost_nothing_there" in low.kinds
    own = Brawl(man("riton", "16,5", "-/PRE"), objects={"16,5": ["knife"]}).film()
    assert own.menu == ["take here knife", "decline"]
    top = Brawl(man("riton", "9,9", "-/PRE", facing=7)).film()
    assert top.menu == ["take here bottle", "decline"]


@pytest.mark.rule("BA-PRE-4", "BA-GLASS-3")
def test_what_may_be_taken() -> None:
    brawl = Brawl(
        man("riton", "16,5", "-/PRE", facing=3),
        man("le_chacal", "16,6", seat=1),
        objects={"16,6": ["knife"]},
        shards=["16,6"],
    ).film()
    assert brawl.menu == ["take 3 knife", "decline"]
    under = Brawl(
        man("riton", "9,8", "-/PRE", facing=3),
        overturned=["T2"],
        objects={"9,9": ["knife"]},
        no_chairs=["10,9"],
    ).film()
    assert "lost_nothing_there" in under.kinds


@pytest.mark.rule("BA-PRE-5", "BA-OBJ-1", "BA-R33")
def test_six_objects_at_most() -> None:
    six = ["club"] * 5 + ["knife"]
    full = Brawl(man("riton", "9,8", "-/PRE", facing=3, carries=six, worn=["helmet", "boots"])).film(
        "take 3 bottle"
    )
    assert full.menu == ["drop club", "drop knife", "decline"]
    full.go("drop knife")
    assert full["riton"]["carries"] == ["bottle"] + ["club"] * 5
    assert full["objects"]["9,8"] == ["knife"]
    refused = Brawl(man("riton", "9,8", "-/PRE", facing=3, carries=six)).film("take 3 bottle", "decline")
    assert "lost_six" in refused.kinds
    chair = Brawl(man("riton", "9,8", "-/PRE", facing=3, carries=["chair"])).film("keep")
    assert "lost_chair" in chair.kinds


@pytest.mark.rule("BA-LAN-1")
def test_throwing_is_chosen_at_execution() -> None:
    brawl = Brawl(man("riton", "16,5", "-/LAN", facing=3, carries=["club", "bottle"])).film()
    assert brawl.menu == ["throw club", "throw bottle", "decline"]
    brawl.go("throw bottle")
    assert brawl.menu == ["aggressive", "tactical", "decline"]
    brawl.go("aggressive")
    assert brawl.menu == ["towards 2", "towards 3", "towards 4", "decline"]


@pytest.mark.rule("BA-LAN-2", "BA-R66")
def test_where_a_flight_stops() -> None:
    inside = Brawl(man("riton", "13,9", facing=5))
    assert reach_of_flight(inside.s, 0, 4) == 1  # the window is closed
    opened = Brawl(man("riton", "13,9", facing=5), doors={"W1": "open"})
    assert reach_of_flight(opened.s, 0, 4) == 7
    half = Brawl(man("riton", "13,11", facing=5), doors={"D1a": "open"})
    assert reach_of_flight(half.s, 0, 4) == 7
    video = Brawl(man("riton", "5,8", facing=3))
    assert reach_of_flight(video.s, 0, 2) == 3
    over = Brawl(man("riton", "9,8", facing=3))
    assert reach_of_flight(over.s, 0, 2) == 9
    low = Brawl(man("riton", "9,8", facing=3, prone=True))
    assert reach_of_flight(low.s, 0, 2) == 0


@pytest.mark.rule("BA-LAN-3")
def test_a_chair_flies_eight_points_at_most() -> None:
    brawl = Brawl(man("riton", "16,3", "-/LAN", facing=3, carries=["chair"])).film("throw chair", "towards 3")
    assert brawl.menu[-2:] == ["far 8", "decline"]
    brawl.go("far 8")
    assert brawl.one("chair_flies")["point"] == "16,11"
    assert brawl["wrecks"]["chair"] == 1


@pytest.mark.rule("BA-LAN-4", "BA-BRI-2", "BA-R62")
def test_thrown_bottles_end_as_shards() -> None:
    for item in ("bottle", "broken_bottle"):
        brawl = Brawl(man("riton", "16,3", "-/LAN", facing=3, carries=[item]))
        brawl.film(f"throw {item}", "tactical", "towards 3", "far 4", dice=[1])
        assert brawl["shards"] == ["16,7"]
    hit = Brawl(
        man("riton", "16,3", "-/LAN", facing=3, carries=["bottle"]),
        man("le_chacal", "16,5", seat=1, facing=7),
    )
    hit.film("throw bottle", "aggressive", "towards 3", "aim head", dice=[15])
    assert hit["shards"] == ["16,5"]


@pytest.mark.rule("BA-LAN-5", "BA-TEST-2")
def test_a_tactical_throw() -> None:
    brawl = Brawl(man("riton", "16,3", "-/LAN", facing=3), man("le_chacal", "16,5", seat=1))
    brawl.film("throw club", "towards 3", "far 4", dice=[3, 5])
    assert brawl.one("penalty_over")["n"] == 2
    # 3 + 2 > 4: it strays to the south.
    assert brawl["objects"]["17,7"] == ["club"]
    again = Brawl(man("riton", "1,3", "-/LAN", facing=3)).film(
        "throw club", "towards 3", "far 4", dice=[8, 1, 5]
    )
    assert again["objects"]["2,7"] == ["club"]
    under = Brawl(man("riton", "9,7", "-/LAN", facing=3), man("dudule", "9,9", seat=1, prone=True))
    under.film("throw club", "towards 3", "far 4", dice=[4])
    assert "penalty_over" not in under.kinds


@pytest.mark.rule("BA-LAN-6")
def test_where_it_lands() -> None:
    table = Brawl(man("riton", "9,7", "-/LAN", facing=3)).film("throw club", "towards 3", "far 2", dice=[1])
    assert table["objects"]["9,9"] == ["club"]
    bar = Brawl(man("riton", "8,8", "-/LAN", facing=7)).film("throw club", "towards 7", "far 2", dice=[1])
    assert bar["objects"]["8,6 top"] == ["club"]


@pytest.mark.rule("BA-LAN-7", "BA-LAN-8", "BA-R51", "BA-R52")
def test_an_aggressive_throw_meets_everybody_on_the_line() -> None:
    brawl = Brawl(
        man("fil_de_fer", "16,3", "M7/LAN", facing=3),
        man("mimile", "16,5", seat=0, prone=True),
        man("le_chacal", "16,8", seat=1, facing=7),
    ).film("throw knife", "aggressive", "towards 3")
    assert brawl.menu == ["attack", "ignore"]
    brawl.go("ignore", dice=[3, 1])
    assert [missed["target"] for missed in brawl.all("misses")] == ["le_chacal"]
    assert brawl["objects"] == {} or "16,8" not in brawl["objects"]
    up = Brawl(man("fil_de_fer", "8,15", "M5/LAN", facing=1), man("le_chacal", "6,15", seat=1, facing=5))
    up.film("throw knife", "aggressive", "towards 1", dice=[1, 20])
    assert up.one("location")["column"] == 13
    held = Brawl(
        man("fil_de_fer", "16,3", "M7/LAN", facing=3),
        man("dudule", "16,6", seat=1, facing=3),
        man("bouldogue", "16,5", "P3/CT", seat=0, facing=3, holds="dudule", prone=False),
    )
    assert first_met(held.s, 0, 2) == 2
    chain = Brawl(man("riton", "16,5", "-/LAN", facing=3, carries=["club", "helmet"])).film("throw helmet")
    assert chain.menu == ["towards 2", "towards 3", "towards 4", "decline"]


@pytest.mark.rule("BA-LAN-12", "BA-R92")
def test_the_part_is_for_the_one_who_was_aimed_at() -> None:
    brawl = Brawl(
        man("fil_de_fer", "16,3", "-/LAN", facing=3),
        man("mimile", "16,5", seat=1, prone=True),
        man("le_chacal", "16,8", seat=1, facing=7),
    ).film("throw knife", "aggressive", "towards 3", "aim legs")
    assert brawl.one("aimed") == {"who": "fil_de_fer", "target": "mimile", "part": "legs"}
    # Mimile is let go by: the part of the next one is rolled (1: the head).
    brawl.go("ignore", dice=[1, 20])
    assert brawl.one("location")["part"] == "head"
    assert brawl.one("hits")["part"] == "head"


@pytest.mark.rule("BA-LAN-3", "BA-R93")
def test_a_chair_thrown_short_is_aimed_at_nobody_beyond() -> None:
    people = (
        man("fil_de_fer", "16,3", "-/LAN", facing=3, carries=["chair"]),
        man("le_chacal", "16,8", seat=1, facing=7),
    )
    short = Brawl(*people).film("throw chair", "towards 3", "far 3")
    assert short.all("aimed") == []
    assert short.one("chair_flies")["point"] == "16,6"
    far = Brawl(*people).film("throw chair", "towards 3", "far 5")
    assert "aim head" in far.menu


@pytest.mark.rule("BA-COVER-1", "BA-COVER-3", "BA-R53", "BA-COVER-2")
def test_cover() -> None:
    behind = Brawl(man("fil_de_fer", "9,7", facing=3), man("riton", "9,11", seat=1, prone=True))
    assert covered(behind.s, 0, 1, at("9,10"))
    assert first_met(behind.s, 0, 2) == -1
    beside = Brawl(
        man("fil_de_fer", "16,3", facing=3), man("riton", "16,5", seat=1, prone=True), chairs=["16,4"]
    )
    assert not covered(beside.s, 0, 1, at("16,4"))
    own = Brawl(man("fil_de_fer", "9,10", facing=3), man("riton", "9,11", seat=1, prone=True))
    assert not covered(own.s, 0, 1, at("9,10"))
    overturned = Brawl(
        man("fil_de_fer", "9,7", facing=3), man("riton", "9,11", seat=1, prone=True), overturned=["T2"]
    )
    assert not covered(overturned.s, 0, 1, at("9,10"))


@pytest.mark.rule("BA-BRI-1")
def test_breaking_a_bottle() -> None:
    brawl = Brawl(man("riton", "16,5", "-/BRI", carries=["bottle"])).film("break")
    assert brawl["riton"]["carries"] == ["broken_bottle"]
    assert "lost_no_bottle" in Brawl(man("riton", "16,5", "-/BRI")).film().kinds


@pytest.mark.rule("BA-COMBO-2")
def test_take_and_strike() -> None:
    brawl = Brawl(
        man("riton", "9,8", "PRE/CP", facing=3, carries=[]), man("le_chacal", "8,9", seat=1, facing=5)
    )
    brawl.film("take 3 bottle", "with bottle", "strike", dice=[1, 1])
    assert "location" in brawl.kinds  # never aimed
    nothing = Brawl(man("riton", "16,5", "PRE/CP", facing=3), man("le_chacal", "16,6", seat=1)).film()
    assert "lost_nothing_there" in nothing.kinds
    assert "with fist" in nothing.menu


@pytest.mark.rule("BA-COMBO-3")
def test_take_and_break() -> None:
    brawl = Brawl(man("riton", "9,8", "PRE/BRI", facing=3)).film("take 3 bottle", "break")
    assert "broken_bottle" in brawl["riton"]["carries"]
    other = Brawl(man("riton", "16,5", "PRE/BRI", facing=3, carries=["bottle"]), objects={"16,6": ["club"]})
    other.film("take 3 club")
    assert "lost_combo" in other.kinds


@pytest.mark.rule("BA-COMBO-4", "BA-R9")
def test_break_and_strike() -> None:
    brawl = Brawl(
        man("riton", "16,5", "BRI/CP", facing=3, carries=["bottle", "chain"]),
        man("le_chacal", "16,6", seat=1, facing=7),
    )
    brawl.film("break", "strike", dice=[1, 1])
    assert "mod_dexterity" in brawl.kinds
    without = Brawl(man("riton", "16,5", "BRI/CP", facing=3), man("le_chacal", "16,6", seat=1)).film()
    assert "lost_combo" in without.kinds


@pytest.mark.rule("BA-WOUND-4", "BA-PRE-3", "BA-POU-1")
def test_a_refusal_names_its_real_reason() -> None:
    """A one-armed man before a chair: it is there, but he cannot lift it."""
    one_arm: dict[str, Any] = {"hp": {"left_arm": 0}, "facing": 3, "carries": []}
    takes = Brawl(
        man("riton", "16,5", "-/PRE", **one_arm), chairs=["16,6"], objects={"15,6": ["club"]}
    ).film()
    assert takes.menu == ["take 2 club", "decline"]
    assert takes.why("take 3 chair") == "BA-WOUND-4"
    assert takes.why("take 2 knife") == "BA-PRE-1"
    assert takes.why("take 7 club") == "BA-PRE-1"
    alone = Brawl(man("riton", "16,5", "-/PRE", **one_arm), chairs=["16,6"]).film()
    assert "lost_arm" in alone.kinds
    assert "lost_nothing_there" not in alone.kinds
    lying = Brawl(man("riton", "16,5", "-/PRE", facing=3, prone=True), chairs=["16,6"]).film()
    assert "lost_posture" in lying.kinds
    pushes = Brawl(man("riton", "9,8", "-/POU", **one_arm), no_chairs=["10,9", "8,9"]).film()
    assert "lost_arm" in pushes.kinds
    chair = Brawl(man("riton", "9,8", "-/POU", **one_arm), chairs=["10,9"]).film()
    assert chair.why("push 3") == "BA-WOUND-4"
    overturned = Brawl(man("riton", "9,8", "-/POU", facing=3), chairs=["10,9"], overturned=["T2"]).film()
    assert overturned.why("push 3") == "BA-POU-4"


@pytest.mark.rule("BA-DOOR-9", "BA-DOOR-11", "BA-WIN-1", "BA-DES-3", "BA-DES-4", "BA-TAX-1", "BA-EQUIP-5")
def test_doors_tools_victims_and_clothes_are_refused_by_name() -> None:
    doors = Brawl(man("riton", "12,6"), doors={"D4": "bolted"})
    assert opening_refusal(doors.s, 0, 4) == BOLTED_INSIDE
    window = Brawl(man("riton", "15,9"))
    assert (
        opening_refusal(window.s, 0, next(f for f in range(20) if window.s.fixture_kind[f] == WINDOW))
        == FROM_INSIDE
    )
    gone = Brawl(man("riton", "12,8"), doors={"D3": "destroyed"})
    assert opening_refusal(gone.s, 0, 3) == OPEN_FOR_GOOD
    bare = Brawl(man("riton", "16,5", facing=3, carries=["knife"]), chairs=["16,6"])
    assert smash_refusal(bare.s, 0, 8 + 2) == NO_TOOL
    chair = Brawl(man("riton", "16,5", facing=3, carries=["chair"]), chairs=["16,6"])
    assert smash_refusal(chair.s, 0, 8 + 2) == CHAIR_ON_DOORS
    assert smash_refusal(chair.s, 0, 8 + 3) == NOTHING_TO_SMASH
    pockets = Brawl(man("riton", "16,5", facing=3), man("dudule", "16,6", seat=1))
    assert rob_refusal(pockets.s, 0, 1) == NOT_ROBBED
    clothes = Brawl(man("riton", "16,5", "-/MET", worn=["helmet"], carries=["helmet"])).film()
    assert clothes.why("put_on helmet") == "BA-EQUIP-5"
    assert clothes.why("put_on boots") == "BA-OBJ-1"
    assert clothes.why("take_off boots") == "BA-MET-1"
    combo = Brawl(man("riton", "9,8", "PRE/LAN", facing=3, carries=["knife"])).film("take 3 bottle")
    assert combo.why("throw knife") == "BA-COMBO-1"
