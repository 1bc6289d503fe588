"""Furniture that is pushed, overturned and destroyed; robbing, dressing, chairs and bottles (BA-POU … BA-BOTTLE)."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games.baston.rules.pushing import push_target
from tests.games.baston.table import GAME, Brawl, man

# Furniture.


@pytest.mark.rule("BA-LONG-1", "BA-LONG-2", "BA-POU-1")
def test_conditions_are_checked_at_the_end() -> None:
    # Jostled away before the end of the sequence, he reaches nothing.
    brawl = Brawl(
        man("dudule", "8,9", "-/POU", facing=5),
        man("grobid", "7,9", "M5/-", seat=1),
        no_chairs=["8,10", "7,9"],
    )
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
        man("dudule", "10,11", "-/POU", facing=3),
        man("fil_de_fer", "11,11", "-/POU", facing=3),
        no_chairs=["10,13"],
    ).film("push 3", "push 3")
    assert together["furniture"]["K1"] == "10,13"
    assert together.all("roll_under") == []
    ridden = Brawl(man("dudule", "8,9", "-/POU", facing=5), man("riton", "9,10", seat=1)).film(
        "push 5", dice=[8]
    )
    assert ridden["furniture"]["T2"] == "9,9"


@pytest.mark.rule("BA-POU-8", "BA-R29")
def test_equal_pushers_roll() -> None:
    brawl = Brawl(
        man("riton", "8,9", "-/POU", facing=5),
        man("le_chacal", "10,9", "-/POU", seat=1, facing=1),
        no_chairs=["10,9", "8,10"],
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
        brawl = Brawl(
            man("riton", "6,9", "-/POU", facing=7), furniture={"T1": "6,7"}, no_chairs=["7,9"]
        ).film("push 7")
        assert brawl["furniture"]["T1"] == "6,7"  # the bar
    else:
        brawl = Brawl(man("riton", "9,8", "-/POU", facing=3), furniture={"T3": "9,11"}).film("push 3")
        assert brawl["furniture"]["T2"] == "9,9"
        assert "piece_stuck" in brawl.kinds


@pytest.mark.rule("BA-POU-12", "BA-R91", "BA-LONG-3")
def test_sandwiched() -> None:
    brawl = Brawl(
        man("grobid", "6,9", "-/POU", facing=1), man("riton", "4,9", seat=1), furniture={"T1": "5,9"}
    )
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
        man("grobid", "15,5", "-/POU", facing=5),
        man("dudule", "17,5", seat=1, prone=True),
        furniture={"V1": "16,5"},
    ).film("push 5", dice=[1, 1])
    assert video["dudule"]["at"] == "18,5"
    assert len(video.all("roll_under")) == 1  # the pusher's Strength only


@pytest.mark.rule("BA-POU-14")
def test_riders_keep_their_feet() -> None:
    brawl = Brawl(
        man("grobid", "8,9", "-/POU", facing=5),
        man("riton", "9,9", seat=1),
        no_chairs=["10,9", "10,10", "8,10"],
    )
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
    brawl = Brawl(
        man("riton", "9,8", "-/POU", facing=3), man("dudule", "9,11", seat=1), man("mimile", "8,10", seat=1)
    )
    brawl.film("push 3", dice=[1, 1])
    assert brawl["furniture"]["T2"] == "9,10"
    assert brawl["dudule"]["at"] == "9,12"
    assert brawl["mimile"]["at"] == "8,10"


@pytest.mark.rule("BA-POU-19")
def test_a_piece_leaves_the_board_with_its_riders() -> None:
    brawl = Brawl(
        man("grobid", "2,5", "-/POU", facing=1),
        man("riton", "1,5", seat=1),
        man("le_chacal", "10,7", seat=1),
        furniture={"T1": "1,5"},
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
    brawl = Brawl(
        man("grobid", "15,5", "-/REN", facing=5), man("riton", "16,5", seat=1), furniture={"T1": "16,5"}
    )
    brawl.film("tip 5", dice=[7, 3, 2])
    assert brawl.one("rider_thrown")["direction"] == 3
    assert brawl["riton"]["at"] == "16,7"
    assert brawl["furniture"]["T1"] == "18,5"
    held = Brawl(
        man("grobid", "15,5", "-/REN", facing=5), man("riton", "16,5", seat=1), furniture={"T1": "16,5"}
    )
    held.film("tip 5", dice=[8])
    assert held["overturned"] == []
    again = Brawl(
        man("grobid", "2,5", "-/REN", facing=1), man("riton", "1,5", seat=1), furniture={"T1": "1,5"}
    )
    again.film("tip 1", dice=[7])
    assert again["furniture"]["T1"] == "gone"


@pytest.mark.rule("BA-REN-8", "BA-REN-9", "BA-R76")
def test_setting_a_table_upright() -> None:
    street: dict[str, Any] = {
        "furniture": {"T1": "16,5"},
        "overturned": ["T1"],
        "objects": {"16,5": ["club"]},
    }
    brawl = Brawl(man("riton", "15,5", "-/REN", facing=5), **street).film("tip 5")
    assert brawl["overturned"] == []
    assert brawl["furniture"]["T1"] == "18,5"
    assert brawl["objects"]["16,5"] == ["club"]
    # T5 is in the way of T2.
    assert "lost_overturn" in Brawl(man("riton", "8,9", "-/REN", facing=5)).film("tip 5").kinds
    occupied = Brawl(
        man("riton", "8,9", "-/REN", facing=5), man("dudule", "9,10", seat=1), overturned=["T2"]
    ).film()
    assert "lost_no_table" in occupied.kinds
    under = Brawl(
        man("riton", "15,5", "-/REN", facing=5),
        man("dudule", "16,5", seat=1, prone=True),
        furniture={"T1": "16,5"},
    )
    under.film("tip 5")
    assert under["dudule"]["at"] == "16,5"
    one = Brawl(
        man("riton", "15,5", "-/REN", facing=5), furniture={"T1": "16,5"}, options={"overturn_distance": "1"}
    )
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
    bolted = Brawl(man("grobid", "12,6", "-/DES", facing=7), doors={"D4": "bolted"}).film(
        "smash link 7", dice=[1]
    )
    assert bolted["doors"]["D4"] == "destroyed"


@pytest.mark.rule("BA-DES-4")
def test_a_chair_against_a_door() -> None:
    brawl = Brawl(man("grobid", "12,8", "-/DES", facing=7, carries=["chair"], worn=[])).film(
        "keep", "smash link 7", dice=[8]
    )
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
        man("dudule", "16,4", "-/TAX", "-/-", facing=3, carries=["club"] * 6),
        man("le_chacal", "16,5", seat=1, fate="hs"),
        man("grobid", "20,20", seat=1),
    ).film("rob F", "get worn helmet")
    assert brawl.menu == ["drop club", "decline"]
    brawl.go("drop club")
    assert brawl["dudule"]["carries"].count("helmet") == 1
    assert brawl["dudule"]["worn"] == []
    assert brawl["le_chacal"]["worn"] == []
    prone = Brawl(
        man("dudule", "16,4", "G/TAX", facing=4, prone=True),
        man("le_chacal", "16,5", seat=1, fate="hs"),
        man("grobid", "20,20", seat=1),
    ).film()
    assert prone.menu == ["rob F", "decline"]
    free = Brawl(man("dudule", "16,4", "-/TAX", facing=3), man("le_chacal", "16,5", seat=1)).film()
    assert "lost_no_victim" in free.kinds


@pytest.mark.rule("BA-MET-1", "BA-MET-2", "BA-PROG-6")
def test_dressing() -> None:
    brawl = Brawl(man("riton", "16,5", "-/MET", "-/-", carries=["helmet"], worn=["boots"])).film(
        "put_on helmet"
    )
    assert brawl["riton"]["worn"] == ["boots", "helmet"]
    assert "begins_wear" in brawl.kinds
    off = Brawl(man("riton", "16,5", "-/MET", "-/-", carries=["club"] * 6, worn=["boots"])).film(
        "take_off boots"
    )
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
        f"{p} top"
        for p in ("4,6", "6,6", "7,6", "9,6", "6,9", "6,10", "9,9", "9,14", "12,14", "11,10", "12,10", "5,16")
    )
    assert state.seats == 2
