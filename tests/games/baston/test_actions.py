"""Doors, objects, throws, furniture, long actions (BA-DOOR … BA-BOTTLE)."""

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
from tests.games.baston.table import GAME, Brawl, at, man

# Doors and windows.


@pytest.mark.rule("BA-DOOR-1", "BA-R65")
def test_who_can_open_what() -> None:
    assert Brawl(man("riton", "12,7", "-/OUV", facing=5)).film().menu == ["leaf 3", "decline"]
    assert Brawl(man("riton", "12,6", "-/OUV")).film().menu == ["leaf 4", "decline"]
    assert "lost_no_leaf" in Brawl(man("riton", "12,9", "-/OUV")).film().kinds
    # Two orders on one leaf in a sequence: by rank, each checked in its turn.
    two = Brawl(man("dudule", "12,8", "-/OUV"), man("grobid", "12,7", "-/FER", seat=1)).film("leaf 3", dice=[])
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
    stunned = Brawl(man("dudule", "12,8", "-/OUV"), man("grobid", "12,7", seat=1, stun=2)).film("leaf 3", dice=[1, 1, 1])
    assert stunned["doors"]["D3"] == "open"
    assert stunned["grobid"]["at"] == "12,6"
    third = Brawl(man("riton", "12,8", "-/OUV"), man("dudule", "12,7", seat=1), man("grobid", "12,6", seat=1)).film("leaf 3")
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
    jammed = Brawl(man("riton", "11,7", "M5/-"), man("grobid", "12,7", seat=1), doors={"D3": "open"}).film(dice=[1])
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
        man("riton", "16,5", "-/PRE", facing=3), man("le_chacal", "16,6", seat=1), objects={"16,6": ["knife"]}, shards=["16,6"]
    ).film()
    assert brawl.menu == ["take 3 knife", "decline"]
    under = Brawl(man("riton", "9,8", "-/PRE", facing=3), overturned=["T2"], objects={"9,9": ["knife"]}, no_chairs=["10,9"]).film()
    assert "lost_nothing_there" in under.kinds


@pytest.mark.rule("BA-PRE-5", "BA-OBJ-1", "BA-R33")
def test_six_objects_at_most() -> None:
    six = ["club"] * 5 + ["knife"]
    full = Brawl(man("riton", "9,8", "-/PRE", facing=3, carries=six, worn=["helmet", "boots"])).film("take 3 bottle")
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
    hit = Brawl(man("riton", "16,3", "-/LAN", facing=3, carries=["bottle"]), man("le_chacal", "16,5", seat=1, facing=7))
    hit.film("throw bottle", "aggressive", "towards 3", "aim head", dice=[15])
    assert hit["shards"] == ["16,5"]


@pytest.mark.rule("BA-LAN-5", "BA-TEST-2")
def test_a_tactical_throw() -> None:
    brawl = Brawl(man("riton", "16,3", "-/LAN", facing=3), man("le_chacal", "16,5", seat=1))
    brawl.film("throw club", "towards 3", "far 4", dice=[3, 5])
    assert brawl.one("penalty_over")["n"] == 2
    # 3 + 2 > 4: it strays to the south.
    assert brawl["objects"]["17,7"] == ["club"]
    again = Brawl(man("riton", "1,3", "-/LAN", facing=3)).film("throw club", "towards 3", "far 4", dice=[8, 1, 5])
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
    beside = Brawl(man("fil_de_fer", "16,3", facing=3), man("riton", "16,5", seat=1, prone=True), chairs=["16,4"])
    assert not covered(beside.s, 0, 1, at("16,4"))
    own = Brawl(man("fil_de_fer", "9,10", facing=3), man("riton", "9,11", seat=1, prone=True))
    assert not covered(own.s, 0, 1, at("9,10"))
    overturned = Brawl(man("fil_de_fer", "9,7", facing=3), man("riton", "9,11", seat=1, prone=True), overturned=["T2"])
    assert not covered(overturned.s, 0, 1, at("9,10"))


@pytest.mark.rule("BA-BRI-1")
def test_breaking_a_bottle() -> None:
    brawl = Brawl(man("riton", "16,5", "-/BRI", carries=["bottle"])).film("break")
    assert brawl["riton"]["carries"] == ["broken_bottle"]
    assert "lost_no_bottle" in Brawl(man("riton", "16,5", "-/BRI")).film().kinds


@pytest.mark.rule("BA-COMBO-2")
def test_take_and_strike() -> None:
    brawl = Brawl(man("riton", "9,8", "PRE/CP", facing=3, carries=[]), man("le_chacal", "8,9", seat=1, facing=5))
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
    brawl = Brawl(man("riton", "16,5", "BRI/CP", facing=3, carries=["bottle", "chain"]), man("le_chacal", "16,6", seat=1, facing=7))
    brawl.film("break", "strike", dice=[1, 1])
    assert "mod_dexterity" in brawl.kinds
    without = Brawl(man("riton", "16,5", "BRI/CP", facing=3), man("le_chacal", "16,6", seat=1)).film()
    assert "lost_combo" in without.kinds


@pytest.mark.rule("BA-WOUND-4", "BA-PRE-3", "BA-POU-1")
def test_a_refusal_names_its_real_reason() -> None:
    """A one-armed man before a chair: it is there, but he cannot lift it."""
    one_arm: dict[str, Any] = {"hp": {"left_arm": 0}, "facing": 3, "carries": []}
    takes = Brawl(man("riton", "16,5", "-/PRE", **one_arm), chairs=["16,6"], objects={"15,6": ["club"]}).film()
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
    assert opening_refusal(window.s, 0, next(f for f in range(20) if window.s.fixture_kind[f] == WINDOW)) == FROM_INSIDE
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


# Furniture.


@pytest.mark.rule("BA-LONG-1", "BA-LONG-2", "BA-POU-1")
def test_conditions_are_checked_at_the_end() -> None:
    # Jostled away before the end of the sequence, he reaches nothing.
    brawl = Brawl(man("dudule", "8,9", "-/POU", facing=5), man("grobid", "7,9", "M5/-", seat=1), no_chairs=["8,10", "7,9"])
    brawl.film(dice=[1], more=True)
    assert "lost_nothing_to_push" in brawl.kinds or "names_push" not in brawl.kinds
    wall = Brawl(man("riton", "3,9", "-/POU", facing=5), chairs=["4,9"]).film()
    assert "lost_nothing_to_push" in wall.kinds
    level = Brawl(man("riton", "9,9", "-/POU", facing=5)).film()
    assert "lost_nothing_to_push" in level.kinds
    stays = Brawl(man("riton", "8,9", "-/POU", facing=5), no_chairs=["10,9"]).film("push 5")
    assert stays["riton"]["at"] == "8,9"
    assert stays["furniture"]["T2"] == "10,9"


@pytest.mark.rule("BA-POU-2", "BA-POU-3")
def test_by_a_side_or_for_chairs_from_anywhere_in_front() -> None:
    corner = Brawl(man("riton", "8,8", facing=4))
    assert push_target(corner.s, 0, 3) == 0
    chair = Brawl(man("riton", "15,4", "-/POU", facing=4), chairs=["16,5"]).film("push 4")
    assert "17,6" in chair["chairs"]
    behind = Brawl(man("riton", "8,9", facing=1))
    assert push_target(behind.s, 0, 4) == 0


@pytest.mark.rule("BA-POU-4", "BA-OCC-6")
def test_an_overturned_table_cannot_be_pushed() -> None:
    brawl = Brawl(man("riton", "8,9", "-/POU", facing=5), overturned=["T2"], no_chairs=["8,10"]).film()
    assert "lost_nothing_to_push" in brawl.kinds


@pytest.mark.rule("BA-POU-5", "BA-POU-7", "BA-TEST-3")
def test_heavy_furniture() -> None:
    alone = Brawl(man("grobid", "10,11", "-/POU", facing=3)).film("push 3", dice=[8])
    assert "piece_stuck" in alone.kinds
    moved = Brawl(man("grobid", "10,11", "-/POU", facing=3), no_chairs=["10,13"]).film("push 3", dice=[7])
    assert moved["furniture"]["K1"] == "10,13"
    together = Brawl(
        man("dudule", "10,11", "-/POU", facing=3), man("fil_de_fer", "11,11", "-/POU", facing=3), no_chairs=["10,13"]
    ).film("push 3", "push 3")
    assert together["furniture"]["K1"] == "10,13"
    assert together.all("roll_under") == []
    ridden = Brawl(man("dudule", "8,9", "-/POU", facing=5), man("riton", "9,10", seat=1)).film("push 5", dice=[8])
    assert ridden["furniture"]["T2"] == "9,9"


@pytest.mark.rule("BA-POU-8", "BA-R29")
def test_equal_pushers_roll() -> None:
    brawl = Brawl(
        man("riton", "8,9", "-/POU", facing=5), man("le_chacal", "10,9", "-/POU", seat=1, facing=1), no_chairs=["10,9", "8,10"]
    ).film("push 5", "push 1", dice=[4, 1, 1])
    assert brawl.one("push_tie")["die"] == 4
    assert brawl["furniture"]["T2"] == "10,9"
    assert brawl["le_chacal"]["at"] == "11,9"


@pytest.mark.rule("BA-POU-9")
@pytest.mark.parametrize(
    ("place", "facing", "piece", "where"),
    [("5,9", 1, "T1", "4,9"), ("6,11", 7, "T1", "6,8"), ("9,8", 3, "T2", "9,12")],
)
def test_what_stops_a_piece(place: str, facing: int, piece: str, where: str) -> None:
    # A wall to the north; other furniture in the way.
    if piece == "T1" and facing == 1:
        brawl = Brawl(man("riton", place, "-/POU", facing=1), furniture={"T1": "4,9"}).film("push 1")
        assert brawl["furniture"]["T1"] == "4,9"
    elif piece == "T1":
        brawl = Brawl(man("riton", "6,9", "-/POU", facing=7), furniture={"T1": "6,7"}, no_chairs=["7,9"]).film("push 7")
        assert brawl["furniture"]["T1"] == "6,7"  # the bar
    else:
        brawl = Brawl(man("riton", "9,8", "-/POU", facing=3), furniture={"T3": "9,11"}).film("push 3")
        assert brawl["furniture"]["T2"] == "9,9"
        assert "piece_stuck" in brawl.kinds


@pytest.mark.rule("BA-POU-12", "BA-R91", "BA-LONG-3")
def test_sandwiched() -> None:
    brawl = Brawl(man("grobid", "6,9", "-/POU", facing=1), man("riton", "4,9", seat=1), furniture={"T1": "5,9"})
    brawl.film("push 1", dice=[5, 2])
    assert brawl.one("stun_roll")["line"] == 2
    assert brawl.one("roll_under")["penalty"] == 2
    assert brawl["furniture"]["T1"] == "5,9"
    # Two in the way: the better rank is pushed and stays pushed, the second one stops the table.
    both = Brawl(
        man("grobid", "15,5", "-/POU", facing=5),
        man("dudule", "17,5", seat=1),
        man("riton", "17,6", seat=1),
        man("gros_louis", "18,6", seat=1),
        furniture={"T1": "16,5"},
    ).film("push 5", dice=[1, 1, 1, 1])
    assert both["dudule"]["at"] == "18,5"
    assert both["riton"]["at"] == "17,6"
    assert both["furniture"]["T1"] == "16,5"


@pytest.mark.rule("BA-POU-13")
def test_what_a_piece_slides_over() -> None:
    brawl = Brawl(
        man("grobid", "15,5", "-/POU", facing=5),
        man("dudule", "17,5", seat=1, prone=True),
        man("riton", "17,6", seat=1, fate="hs"),
        furniture={"T1": "16,5"},
        objects={"17,5": ["club"]},
    ).film("push 5")
    assert brawl["furniture"]["T1"] == "17,5"
    assert brawl["dudule"]["at"] == "17,5"
    assert brawl["objects"]["17,5"] == ["club"]
    video = Brawl(
        man("grobid", "15,5", "-/POU", facing=5), man("dudule", "17,5", seat=1, prone=True), furniture={"V1": "16,5"}
    ).film("push 5", dice=[1, 1])
    assert video["dudule"]["at"] == "18,5"
    assert len(video.all("roll_under")) == 1  # the pusher's Strength only


@pytest.mark.rule("BA-POU-14")
def test_riders_keep_their_feet() -> None:
    brawl = Brawl(man("grobid", "8,9", "-/POU", facing=5), man("riton", "9,9", seat=1), no_chairs=["10,9", "10,10", "8,10"])
    brawl.film("push 5", dice=[1, 8, 0, 1])
    assert brawl["furniture"]["T2"] == "10,9"
    assert brawl["riton"]["prone"]
    assert brawl["riton"]["at"] == "9,9"
    assert brawl["objects"]["10,9 top"] == ["bottle"]


@pytest.mark.rule("BA-POU-15", "BA-R67")
def test_over_the_edge_of_the_stage() -> None:
    brawl = Brawl(
        man("grobid", "6,15", "-/POU", facing=5),
        man("riton", "7,15", seat=1),
        man("dudule", "8,15", seat=1),
        furniture={"T6": "7,15"},
        objects={"7,15 top": ["bottle", "club"]},
    ).film("push 5", dice=[1, 3, 0, 1], more=True)
    assert brawl["furniture"]["T6"] == "gone"
    assert brawl["wrecks"]["furniture"] == 1
    assert "8,15" in brawl["shards"]
    assert brawl["objects"]["8,15"] == ["club"]
    assert brawl.all("stun_roll")[0]["who"] == "dudule"
    stairs = Brawl(man("grobid", "7,15", "-/POU", facing=7), furniture={"T6": "7,13"}).film("push 7")
    assert stairs["furniture"]["T6"] == "gone"


@pytest.mark.rule("BA-FALL-3", "BA-POU-15", "BA-R94")
def test_the_points_that_a_fallen_table_left_are_landing_points() -> None:
    """Dudule stands below, so Riton falls beside: (6,16), then the other half of the table that is no longer there."""
    brawl = Brawl(
        man("grobid", "6,15", "-/POU", facing=5),
        man("riton", "7,15", seat=1),
        man("dudule", "8,15", seat=1),
        furniture={"T6": "7,15"},
    ).film("push 5", dice=[1, 3, 1, 1])
    assert brawl["riton"]["at"] == "7,16"
    assert brawl["riton"]["prone"]
    two = Brawl(
        man("grobid", "6,15", "-/POU", facing=5),
        man("riton", "7,15", seat=1),
        man("le_chacal", "7,16", seat=1),
        man("dudule", "8,15", seat=1),
        furniture={"T6": "7,15"},
    ).film("push 5", dice=[1, 3, 1, 1, 1, 8])
    # Riton, the faster, lands where the other stood, who then falls straight down, on the shards of the bottle (8: legs).
    assert (two["riton"]["at"], two["le_chacal"]["at"]) == ("7,16", "8,16")


@pytest.mark.rule("BA-TAX-3", "BA-R95")
def test_a_victim_who_freed_himself_cancels_the_robbery() -> None:
    people = (
        man("bouldogue", "16,10", "P3/CT", facing=3, holds="dudule"),
        man("dudule", "16,11", seat=1, facing=3),
        man("kraitneu", "16,12", facing=7, owes_rest=True, timed={"rob": "dudule"}),
    )
    kept = Brawl(*people).film("strike", dice=[8])
    assert "get knife" in kept.menu
    # He breaks free at 1 and is grabbed again at 20: held at the end, and yet nothing is taken.
    again = Brawl(*people).film("strike", dice=[1, 20])
    assert again["dudule"]["held_by"] == "bouldogue"
    assert again.kinds.index("timed_broken") < again.kinds.index("grabs")
    assert "robs_item" not in again.kinds
    assert not any(choice.startswith("get") for choice in again.menu)


@pytest.mark.rule("BA-POU-17")
def test_points_entered() -> None:
    # Pushed along its length T2 enters one point: the man beside its other end is not touched.
    brawl = Brawl(man("riton", "9,8", "-/POU", facing=3), man("dudule", "9,11", seat=1), man("mimile", "8,10", seat=1))
    brawl.film("push 3", dice=[1, 1])
    assert brawl["furniture"]["T2"] == "9,10"
    assert brawl["dudule"]["at"] == "9,12"
    assert brawl["mimile"]["at"] == "8,10"


@pytest.mark.rule("BA-POU-19")
def test_a_piece_leaves_the_board_with_its_riders() -> None:
    brawl = Brawl(
        man("grobid", "2,5", "-/POU", facing=1), man("riton", "1,5", seat=1), man("le_chacal", "10,7", seat=1), furniture={"T1": "1,5"}
    ).film("push 1", dice=[1])
    assert brawl["furniture"]["T1"] == "gone"
    assert brawl["riton"]["fate"] == "out"
    side = Brawl(
        man("grobid", "5,18", "-/POU", facing=3), man("riton", "5,19", seat=1), furniture={"T1": "5,19"}
    ).film("push 3", dice=[1, 0, 1])
    assert side["furniture"]["T1"] == "gone"
    assert side["riton"]["prone"]


@pytest.mark.rule("BA-REN-7", "BA-R31")
def test_riders_of_an_overturned_table() -> None:
    brawl = Brawl(man("grobid", "15,5", "-/REN", facing=5), man("riton", "16,5", seat=1), furniture={"T1": "16,5"})
    brawl.film("tip 5", dice=[7, 3, 2])
    assert brawl.one("rider_thrown")["direction"] == 3
    assert brawl["riton"]["at"] == "16,7"
    assert brawl["furniture"]["T1"] == "18,5"
    held = Brawl(man("grobid", "15,5", "-/REN", facing=5), man("riton", "16,5", seat=1), furniture={"T1": "16,5"})
    held.film("tip 5", dice=[8])
    assert held["overturned"] == []
    again = Brawl(man("grobid", "2,5", "-/REN", facing=1), man("riton", "1,5", seat=1), furniture={"T1": "1,5"})
    again.film("tip 1", dice=[7])
    assert again["furniture"]["T1"] == "gone"


@pytest.mark.rule("BA-REN-8", "BA-REN-9", "BA-R76")
def test_setting_a_table_upright() -> None:
    street: dict[str, Any] = {"furniture": {"T1": "16,5"}, "overturned": ["T1"], "objects": {"16,5": ["club"]}}
    brawl = Brawl(man("riton", "15,5", "-/REN", facing=5), **street).film("tip 5")
    assert brawl["overturned"] == []
    assert brawl["furniture"]["T1"] == "18,5"
    assert brawl["objects"]["16,5"] == ["club"]
    # T5 is in the way of T2.
    assert "lost_overturn" in Brawl(man("riton", "8,9", "-/REN", facing=5)).film("tip 5").kinds
    occupied = Brawl(man("riton", "8,9", "-/REN", facing=5), man("dudule", "9,10", seat=1), overturned=["T2"]).film()
    assert "lost_no_table" in occupied.kinds
    under = Brawl(man("riton", "15,5", "-/REN", facing=5), man("dudule", "16,5", seat=1, prone=True), furniture={"T1": "16,5"})
    under.film("tip 5")
    assert under["dudule"]["at"] == "16,5"
    one = Brawl(man("riton", "15,5", "-/REN", facing=5), furniture={"T1": "16,5"}, options={"overturn_distance": "1"})
    assert one.film("tip 5")["furniture"]["T1"] == "17,5"


@pytest.mark.rule("BA-DES-1", "BA-DES-2", "BA-DES-3", "BA-R64")
def test_destroying() -> None:
    club: dict[str, Any] = {"carries": ["club"], "worn": []}
    door = Brawl(man("grobid", "12,8", "-/DES", facing=7, **club)).film("smash link 7", dice=[7])
    assert door["doors"]["D3"] == "destroyed"
    fails = Brawl(man("grobid", "12,8", "-/DES", facing=7, **club)).film("smash link 7", dice=[8])
    assert fails["doors"]["D3"] == "closed"
    assert "lost_no_tool" in Brawl(man("grobid", "12,8", "-/DES", facing=7, carries=[], worn=[])).film().kinds
    assert "lost_nothing_to_smash" in Brawl(man("grobid", "12,8", "-/DES", facing=5, **club)).film().kinds
    chair = Brawl(man("grobid", "7,8", "-/DES", facing=3)).film("smash chair 3", dice=[1])
    assert "7,9" not in chair["chairs"]
    phone = Brawl(man("grobid", "18,16", "-/DES", facing=3)).film()
    assert "smash telephone" in phone.menu
    assert "smash link 3" in phone.menu
    phone.go("smash telephone", dice=[1])
    assert phone["doors"]["telephone"] == "destroyed"
    assert phone["doors"]["P2"] == "closed"
    bolted = Brawl(man("grobid", "12,6", "-/DES", facing=7), doors={"D4": "bolted"}).film("smash link 7", dice=[1])
    assert bolted["doors"]["D4"] == "destroyed"


@pytest.mark.rule("BA-DES-4")
def test_a_chair_against_a_door() -> None:
    brawl = Brawl(man("grobid", "12,8", "-/DES", facing=7, carries=["chair"], worn=[])).film("keep", "smash link 7", dice=[8])
    assert brawl["grobid"]["carries"] == []
    assert brawl["doors"]["D3"] == "closed"
    pane = Brawl(man("grobid", "18,16", "-/DES", facing=3, carries=["chair"], worn=[])).film("keep")
    assert "lost_nothing_to_smash" in pane.kinds


@pytest.mark.rule("BA-R68")
def test_windows_and_shards() -> None:
    for option, shards in ((False, []), (True, ["15,9"])):
        brawl = Brawl(man("grobid", "14,9", "-/DES", facing=5), options={"window_shards": option})
        assert brawl.film("smash link 5", dice=[1])["shards"] == shards


@pytest.mark.rule("BA-TAX-1", "BA-TAX-4")
def test_robbing_with_full_pockets() -> None:
    brawl = Brawl(
        man("dudule", "16,4", "-/TAX", "-/-", facing=3, carries=["club"] * 6), man("le_chacal", "16,5", seat=1, fate="hs"), man("grobid", "20,20", seat=1)
    ).film("rob F", "get worn helmet")
    assert brawl.menu == ["drop club", "decline"]
    brawl.go("drop club")
    assert brawl["dudule"]["carries"].count("helmet") == 1
    assert brawl["dudule"]["worn"] == []
    assert brawl["le_chacal"]["worn"] == []
    prone = Brawl(man("dudule", "16,4", "G/TAX", facing=4, prone=True), man("le_chacal", "16,5", seat=1, fate="hs"), man("grobid", "20,20", seat=1)).film()
    assert prone.menu == ["rob F", "decline"]
    free = Brawl(man("dudule", "16,4", "-/TAX", facing=3), man("le_chacal", "16,5", seat=1)).film()
    assert "lost_no_victim" in free.kinds


@pytest.mark.rule("BA-MET-1", "BA-MET-2", "BA-PROG-6")
def test_dressing() -> None:
    brawl = Brawl(man("riton", "16,5", "-/MET", "-/-", carries=["helmet"], worn=["boots"])).film("put_on helmet")
    assert brawl["riton"]["worn"] == ["boots", "helmet"]
    assert "begins_wear" in brawl.kinds
    off = Brawl(man("riton", "16,5", "-/MET", "-/-", carries=["club"] * 6, worn=["boots"])).film("take_off boots")
    assert off.menu == ["drop club", "decline"]
    assert off.go("decline")["riton"]["worn"] == ["boots"]
    written = Brawl(man("riton", "16,5"), phase="program").film("-", "MET")
    assert written.why("box 3") == "BA-PROG-6"


@pytest.mark.rule("BA-OBJ-3", "BA-OBJ-4", "BA-R34")
def test_dropping_before_each_order() -> None:
    brawl = Brawl(man("riton", "16,5", "M3/CP", asks=True, carries=["bottle", "club"], worn=[])).film()
    assert brawl.menu == ["drop club", "drop bottle", "go"]
    brawl.go("drop bottle")
    assert brawl["shards"] == ["16,5"]
    brawl.go("go")
    assert brawl["riton"]["at"] == "16,6"
    assert brawl.menu == ["drop club", "go"]
    brawl.go("drop club")
    assert brawl["objects"]["16,6"] == ["club"]
    top = Brawl(man("riton", "9,9", "M3/-", asks=True, carries=["club"])).film("drop club")
    assert top["objects"]["9,9 top"] == ["bottle", "club"]


@pytest.mark.rule("BA-CHAIR-5", "BA-CHAIR-6", "BA-CHAIR-8")
def test_pushed_chairs() -> None:
    row = Brawl(man("riton", "16,4", "-/POU", facing=3), chairs=["16,5", "16,6"]).film("push 3")
    assert row["chairs"].count("16,6") == 1
    assert "16,7" in row["chairs"]
    wall = Brawl(man("riton", "5,7", "-/POU", facing=1), chairs=["4,7"]).film("push 1")
    assert "4,7" not in wall["chairs"]
    assert wall["wrecks"]["chair"] == 1
    feet = Brawl(man("riton", "16,4", "-/POU", facing=3), man("le_chacal", "16,6", seat=1), chairs=["16,5"])
    feet.film("push 3", dice=[5, 1])
    assert feet["le_chacal"]["prone"]
    assert "16,6" in feet["chairs"]
    edge = Brawl(man("riton", "6,14", "-/POU", facing=5), man("le_chacal", "8,14", seat=1), chairs=["7,14"])
    edge.film("push 5", dice=[8])
    assert edge.one("stun_roll")["line"] == 1
    assert "8,14" not in edge["chairs"]
    stairs = Brawl(man("riton", "7,10", "-/POU", facing=3), chairs=["7,11"]).film("push 3")
    assert "7,12" not in stairs["chairs"]
    corner = Brawl(man("riton", "7,8", "-/POU", facing=4), chairs=["8,9"], furniture={"T2": "9,9"})
    assert GAME.status(corner.s) == []


@pytest.mark.rule("BA-CHAIR-7", "BA-R35")
def test_dropped_chairs() -> None:
    onto = Brawl(man("riton", "7,9", "TER/-", carries=["chair"])).film("drop chair")
    assert onto["wrecks"]["chair"] == 1
    top = Brawl(man("riton", "9,9", "S1/-", carries=["chair"], facing=1)).film("drop chair", dice=[1])
    assert top["wrecks"]["chair"] == 1


@pytest.mark.rule("BA-BOTTLE-1")
def test_bottles_of_the_layout() -> None:
    state = GAME.prepare(2, {})
    brawl = Brawl(man("riton", "16,5"))
    tops = [place for place, items in brawl["objects"].items() if "bottle" in items]
    assert sorted(tops) == sorted(
        f"{p} top" for p in ("4,6", "6,6", "7,6", "9,6", "6,9", "6,10", "9,9", "9,14", "12,14", "11,10", "12,10", "5,16")
    )
    assert state.seats == 2
