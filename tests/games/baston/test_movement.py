"""Movement orders, falls, glass, jostling, posture (BA-MOVE … BA-PRONE, BA-FALL, BA-GLASS, BA-JOST)."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games.baston.rules.geometry import FREE, OBSTACLE
from bagarre.games.baston.rules.jostle import pushed_class
from bagarre.games.baston.state import State
from tests.games.baston.table import Brawl, man


@pytest.mark.rule("BA-TEST-1", "BA-R14", "BA-TEST-4")
@pytest.mark.parametrize(
    ("die", "strict", "made"), [(4, False, True), (5, False, False), (4, True, False), (3, True, True)]
)
def test_roll_under(die: int, strict: bool, made: bool) -> None:
    # Riton's Dexterity is 4: a hop on the level.
    brawl = Brawl(man("riton", "16,5", "S3/-"), options={"roll_under_strict": strict})
    brawl.film(dice=[die] if made else [die, 1])
    assert brawl.one("roll_under")["outcome"] == made
    assert brawl["riton"]["at"] == "16,6"
    assert brawl["riton"]["prone"] is not made


@pytest.mark.rule("BA-R15", "BA-TEST-5")
def test_stunned_men_roll_with_two_more_once() -> None:
    # Sandwiched between two tables: line C gives 3, then Constitution and Dexterity, each with +2.
    push = Brawl(
        man("grobid", "11,15", "-/POU", facing=5),
        man("riton", "13,15", seat=1),
        furniture={"T4": "12,14", "T3": "14,14"},
        no_chairs=["13,15"],
    ).film("push 5", dice=[7, 1, 2])
    assert "sandwiched" in push.kinds
    assert [roll["penalty"] for roll in push.all("roll_under")] == [2, 2]
    assert [roll["stat"] for roll in push.all("roll_under")] == [2, 1]


@pytest.mark.rule("BA-TEST-7", "BA-FALL-5")
def test_no_roll_to_stay_up_for_those_who_lie() -> None:
    brawl = Brawl(man("grobid", "5,7", "M1/-", facing=1), man("dudule", "4,7", seat=1, prone=True)).film(
        dice=[6]
    )
    assert brawl.all("roll_under") == []
    assert brawl.one("stunned")["who"] == "dudule"


@pytest.mark.rule("BA-MOVE-2", "BA-R19", "BA-EXIT-1", "BA-R73")
def test_edges_stop_and_the_rim_does_not() -> None:
    edge = Brawl(man("riton", "7,14", "M5/-")).film()
    assert edge["riton"]["at"] == "7,14"
    assert "stops_at_edge" in edge.kinds
    gone = Brawl(man("riton", "1,5", "M1/-"), man("dudule", "2,5")).film()
    assert gone["riton"]["fate"] == "out"
    assert gone["riton"]["at"] == ""
    assert gone["deeds"][0]["lost"] == 1


@pytest.mark.rule("BA-JUMP-1", "BA-JUMP-2", "BA-R20")
def test_jumping_up_and_past_corners() -> None:
    up = Brawl(man("riton", "8,9", "S5/-", facing=5)).film()
    assert up["riton"]["at"] == "9,9"
    assert up.all("roll_under") == []
    # A hop on the level passes the corner of the table that a step does not.
    hop = Brawl(man("riton", "8,9", "S6/-", facing=5)).film(dice=[4])
    assert hop["riton"]["at"] == "9,8"


@pytest.mark.rule("BA-JUMP-3", "BA-R36", "BA-STUN-9")
@pytest.mark.parametrize(
    ("place", "order", "facing"),
    [("8,9", "S5/CP", 1), ("5,11", "S1/CP", 1), ("5,11", "S3/CP", 3), ("14,7", "S5/CP", 5)],
)
def test_impossible_jumps(place: str, order: str, facing: int) -> None:
    brawl = Brawl(man("riton", place, order, facing=facing)).film(dice=[5])
    assert brawl.one("stun_roll")["line"] == 0
    assert brawl["riton"]["at"] == place
    assert brawl.one("stunned")["n"] == 1


@pytest.mark.rule("BA-JUMP-4")
def test_jumping_down() -> None:
    one = Brawl(man("riton", "5,15", "S5/-", facing=5)).film()
    assert one["riton"]["at"] == "6,15"
    assert one.all("roll_under") == []
    two = Brawl(man("riton", "7,14", "S5/-", facing=5)).film(dice=[4])
    assert two["riton"]["prone"] is False
    three = Brawl(man("riton", "7,15", "S5/-", facing=5), furniture={"T6": "7,15"}).film()
    assert three["riton"]["at"] == "7,15"
    assert "lost_jump" in three.kinds


@pytest.mark.rule("BA-JUMP-7", "BA-R41")
def test_a_failed_hop_is_a_fall_in_place() -> None:
    brawl = Brawl(man("riton", "16,5", "S3/-")).film(dice=[8, 7])
    assert brawl.one("stun_roll")["line"] == 1
    assert brawl.one("stun_roll")["n"] == 2


@pytest.mark.rule("BA-JUMP-8", "BA-R42")
def test_a_jump_is_a_jostle_first() -> None:
    lost = Brawl(man("riton", "16,5", "S3/-"), man("grobid", "16,6", seat=1)).film()
    assert lost["riton"]["at"] == "16,5"
    assert lost.all("roll_under") == []
    won = Brawl(man("grobid", "16,5", "S3/-"), man("riton", "16,6", seat=1)).film(dice=[2])
    assert (won["grobid"]["at"], won["riton"]["at"]) == ("16,6", "16,7")
    assert won.kinds.index("pushed_to") < won.kinds.index("roll_under")


@pytest.mark.rule("BA-JUMP-9", "BA-R81")
def test_no_jump_and_no_vault_off_the_board() -> None:
    brawl = Brawl(man("riton", "1,5", "S1/-", "F/-")).film()
    assert brawl["riton"]["at"] == "1,5"
    assert "lost_off_board" in brawl.kinds
    assert "lost_vault" in brawl.kinds


@pytest.mark.rule("BA-VAULT-1", "BA-VAULT-4", "BA-VAULT-6")
def test_vaulting_a_table() -> None:
    made = Brawl(man("riton", "8,9", "F/-", facing=5)).film(dice=[4])
    assert made["riton"]["at"] == "10,9"
    failed = Brawl(man("riton", "8,9", "F/-", facing=5)).film(dice=[5, 1])
    assert failed["riton"]["prone"]
    # Corners do not hinder: diagonally over the end of T2.
    across = Brawl(man("riton", "8,8", "F/-", facing=4), no_chairs=["10,10"]).film(dice=[1])
    assert across["riton"]["at"] == "10,10"


@pytest.mark.rule("BA-VAULT-2")
def test_what_cannot_be_vaulted() -> None:
    assert "lost_vault" in Brawl(man("riton", "16,5", "F/-", facing=3)).film().kinds
    assert "lost_vault" in Brawl(man("riton", "5,11", "F/-", facing=3)).film().kinds
    standing = Brawl(man("riton", "8,9", "F/-", facing=5), man("dudule", "9,9", seat=1)).film()
    assert "lost_vault" in standing.kinds
    lying = Brawl(man("riton", "8,9", "F/-", facing=5), man("dudule", "9,9", seat=1, prone=True)).film(
        dice=[1]
    )
    assert lying["riton"]["at"] == "10,9"
    pinball = Brawl(man("riton", "13,16", "F/-", facing=5)).film()
    assert "lost_vault" in pinball.kinds  # a wall behind it
    over = Brawl(man("riton", "5,11", "F/-", facing=1)).film()
    assert "lost_vault" in over.kinds


@pytest.mark.rule("BA-VAULT-3")
def test_leaping_from_top_to_top() -> None:
    brawl = Brawl(man("riton", "9,10", "F/-", facing=3), furniture={"T3": "9,12"}).film(dice=[4])
    assert brawl["riton"]["at"] == "9,12"
    fall = Brawl(man("riton", "9,10", "F/-", facing=3), furniture={"T3": "9,12"}).film(dice=[8, 0, 1])
    assert fall.one("falls_from_height")["n"] == 2


@pytest.mark.rule("BA-VAULT-5")
def test_a_vault_onto_somebody_stronger() -> None:
    brawl = Brawl(man("riton", "8,9", "F/-", facing=5), man("grobid", "10,9", seat=1)).film()
    assert brawl["riton"]["at"] == "8,9"
    assert brawl.all("roll_under") == []


@pytest.mark.rule("BA-RUN-2", "BA-RUN-3")
def test_runs_stop_at_edges_windows_and_leave_the_board() -> None:
    edge = Brawl(man("le_chacal", "5,14", "C3/-", facing=5)).film()
    assert edge["le_chacal"]["at"] == "7,14"
    window = Brawl(man("le_chacal", "13,9", "C3/-", facing=5), doors={"W1": "open"}).film(dice=[1])
    assert window["le_chacal"]["at"] == "14,9"
    door = Brawl(man("le_chacal", "12,9", "C3/-", facing=7), doors={"D3": "destroyed"}).film()
    assert door["le_chacal"]["at"] == "12,6"
    out = Brawl(man("le_chacal", "2,5", "C3/-", facing=1), man("dudule", "3,1")).film()
    assert out["le_chacal"]["fate"] == "out"
    stairs = Brawl(man("le_chacal", "7,11", "C3/-", facing=3)).film()
    assert stairs["le_chacal"]["at"] == "7,14"


@pytest.mark.rule("BA-RUN-4", "BA-R38")
def test_running_past_a_chair() -> None:
    chair: dict[str, Any] = {"chairs": ["16,4"]}
    passed = Brawl(man("le_chacal", "16,3", "C3/-", facing=3), **chair).film(dice=[4])
    assert passed["le_chacal"]["at"] == "16,6"
    fell = Brawl(man("le_chacal", "16,3", "C3/-", facing=3), **chair).film(dice=[5, 2])
    assert fell["le_chacal"]["at"] == "16,5"
    assert fell["le_chacal"]["prone"]
    held_up = Brawl(man("le_chacal", "16,3", "C3/-", facing=3), man("dudule", "16,5", seat=1), **chair).film(
        dice=[5, 2]
    )
    assert held_up["le_chacal"]["at"] == "16,4"
    last = Brawl(man("le_chacal", "16,3", "C3/-", facing=3), chairs=["16,6"]).film()
    assert last.all("roll_under") == []


@pytest.mark.rule("BA-RUN-5", "BA-R37", "BA-JOST-3", "BA-JOST-14")
def test_a_run_through_people() -> None:
    won = Brawl(man("bouldogue", "16,3", "C3/-", facing=3), man("dudule", "16,4", seat=1)).film()
    assert (won["bouldogue"]["at"], won["dudule"]["at"]) == ("16,6", "16,7")
    assert len(won.all("jostle")) == 3
    lost = Brawl(man("le_chacal", "16,3", "C3/-", facing=3), man("grobid", "16,5", seat=1)).film()
    assert lost["le_chacal"]["at"] == "16,4"
    assert lost["le_chacal"]["stun"] == 0
    # Equal strength: a new die at every step.
    even = Brawl(man("le_chacal", "16,3", "C3/-", facing=3), man("riton", "16,4", seat=1)).film(
        dice=[8, 8, 4]
    )
    assert even["le_chacal"]["at"] == "16,5"


@pytest.mark.rule("BA-RUN-6", "BA-PROG-11", "BA-R84")
def test_a_rest_is_owed_only_for_a_run_that_began() -> None:
    ran = Brawl(man("le_chacal", "16,3", "-/-", "-/-", "C2/-", facing=3)).film()
    assert ran["turn"] == 2
    assert ran["le_chacal"]["writable"] == [3, 4, 5, 6]
    assert ran.why("box 1") == "BA-PROG-6"
    never = Brawl(man("le_chacal", "16,3", "-/-", "-/-", "C2/-", facing=3, prone=True)).film()
    assert never["le_chacal"]["writable"] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("BA-POST-1")
def test_standing_up() -> None:
    up = Brawl(man("riton", "16,5", "LEVD/-", prone=True, facing=3)).film()
    assert (up["riton"]["prone"], up["riton"]["facing"]) == (False, 4)
    under = Brawl(man("riton", "9,9", "LEV/-", prone=True)).film(dice=[6])
    assert under["riton"]["prone"]
    assert under.one("stun_roll")["line"] == 0
    assert "lost_standing" in Brawl(man("riton", "16,5", "LEV/-")).film().kinds
    assert "lost_legs" in Brawl(man("riton", "16,5", "LEV/-", prone=True, hp={"legs": 0})).film().kinds


@pytest.mark.rule("BA-POST-2", "BA-PRONE-1", "BA-PRONE-5", "BA-CHAIR-4")
def test_lying_down() -> None:
    down = Brawl(man("riton", "16,5", "TERG/-", "TER/-")).film()
    assert down["riton"]["prone"]
    assert down["riton"]["facing"] == 8
    assert "lost_prone" in down.kinds
    chair = Brawl(man("riton", "16,5", "TER/-", carries=["chair"])).film("drop chair")
    assert chair["chairs"].count("16,5") == 1


@pytest.mark.rule("BA-R47")
def test_lying_down_on_the_bar_is_falling_beside_it() -> None:
    brawl = Brawl(man("riton", "6,6", "TER/-")).film(dice=[0, 1])
    assert brawl["riton"]["prone"]
    assert brawl["riton"]["at"] == "5,7"


@pytest.mark.rule("BA-PIV-1", "BA-PIV-2", "BA-R46", "BA-EXEC-7", "BA-R13")
def test_pivots() -> None:
    brawl = Brawl(man("riton", "16,5", "G/-", "D/-", "P7/-", facing=1)).film()
    assert [turn["direction"] for turn in brawl.all("turns")] == [8, 1, 7]
    lying = Brawl(man("riton", "16,5", "P7/-", "G/-", prone=True)).film()
    assert "lost_prone" in lying.kinds
    assert lying["riton"]["facing"] == 8
    # The suffix follows a movement that failed, unless it stunned him.
    bumped = Brawl(man("riton", "4,7", "M1D/-")).film(dice=[4])
    assert bumped["riton"]["facing"] == 2
    stunned = Brawl(man("riton", "4,7", "M1D/-")).film(dice=[5])
    assert stunned["riton"]["facing"] == 1


@pytest.mark.rule("BA-EXIT-2")
def test_what_is_pushed_off_the_board_is_gone() -> None:
    brawl = Brawl(man("grobid", "1,6", "-/POU", facing=7), chairs=["1,5"])
    brawl.film("push 7")
    assert "1,4" in brawl["chairs"]
    gone = Brawl(man("grobid", "2,5", "-/POU", facing=1), chairs=["1,5"]).film("push 1")
    assert "chair_gone" in gone.kinds
    table = Brawl(man("grobid", "2,5", "-/POU", facing=1), furniture={"T1": "1,5"}).film("push 1")
    assert table["furniture"]["T1"] == "gone"


@pytest.mark.rule("BA-FALL-6", "BA-JOST-7", "BA-R44")
def test_pushed_over_an_edge_and_off_the_board() -> None:
    over = Brawl(man("grobid", "6,14", "M5/-", facing=5), man("dudule", "7,14", seat=1)).film(dice=[1])
    assert over["dudule"]["at"] == "8,14"
    assert over.one("falls_from_height")["n"] == 2
    assert over["grobid"]["at"] == "7,14"
    off = Brawl(
        man("grobid", "2,5", "M1/-"), man("dudule", "1,5", seat=1), man("mimile", "10,7", seat=1)
    ).film()
    assert off["dudule"]["fate"] == "out"
    assert off["deeds"][0]["shoved"] == 1


@pytest.mark.rule("BA-FALL-7")
def test_a_body_does_not_stay_on_a_table() -> None:
    brawl = Brawl(
        man("riton", "9,10", "-/CP", facing=7), man("dudule", "9,9", seat=1, facing=3, hp={"head": 1})
    ).film("with chain", "strike", "aim head", dice=[15, 0])
    assert brawl["dudule"]["fate"] == "hs"
    assert brawl["dudule"]["at"] == "8,9"
    assert brawl.all("stun_roll") == []


@pytest.mark.rule("BA-FALL-10")
def test_legs_gone_and_no_room_to_fall() -> None:
    around = ["8,8", "8,9", "8,10", "9,8", "10,8", "10,9", "10,10"]
    names = ["kraitneu", "mimile", "la_teigne", "nenesse", "paulo_la_becane", "fil_de_fer", "bouldogue"]
    crowd = [man(name, place, "-/-", seat=1 + i // 4) for i, (name, place) in enumerate(zip(names, around))]
    mover = man("kraitneu", "8,8", "-/-", "M8/-", seat=1)
    kicker = man("le_chacal", "9,10", "-/CS", seat=2, facing=7)
    brawl = Brawl(man("riton", "9,9", facing=3, hp={"legs": 1}), kicker, mover, *crowd[1:], seats=3)
    brawl.film("strike", "aim legs", dice=[20])
    assert "no_room_to_fall" in brawl.kinds
    stuck = brawl["riton"]
    assert stuck["hp"][4] == 0
    assert stuck["prone"] is False
    # Reprogramming, then one neighbour leaves: he falls at the end of the next sequence.
    brawl.go("commit", dice=[0, 1])
    assert brawl["riton"]["at"] == "8,8"
    assert brawl["riton"]["prone"]


@pytest.mark.rule("BA-FALL-11")
def test_falling_beside_furniture_onto_stairs() -> None:
    # A table at the foot of ST2's side: the fall ends on the stairs point and goes on to its bottom.
    brawl = Brawl(man("riton", "8,16", "TER/-"), furniture={"T4": "8,15"}).film(dice=[0, 3, 2])
    fall = brawl.one("tumbles_down")
    assert fall["point"] == "9,17"
    assert len(brawl.all("stun_roll")) == 1


@pytest.mark.rule("BA-GLASS-2", "BA-R18", "BA-GLASS-3")
def test_what_does_not_cut() -> None:
    glass: dict[str, Any] = {"shards": ["16,6"]}
    assert (
        "cut" not in Brawl(man("riton", "16,5", "M3/PRE", "TER/-", "LEV/-", facing=3), **glass).film().kinds
    )
    pushed = Brawl(man("grobid", "16,4", "M3/-"), man("dudule", "16,5", seat=1, prone=True), **glass).film()
    assert "cut" not in pushed.kinds
    assert pushed["shards"] == ["16,6"]
    fallen = Brawl(man("riton", "16,5", "S3/-"), **glass).film(dice=[8, 1, 2])
    assert fallen.one("cut")["part"] == "trunk"


@pytest.mark.rule("BA-R5")
def test_gear_and_glass() -> None:
    on = Brawl(man("riton", "15,5", "R3/-", prone=True), shards=["15,6"], options={"glass_protection": True})
    on.film(dice=[6])
    assert on["riton"]["hp"] == [8, 8, 4, 2, 4]
    assert "protects" in on.kinds


@pytest.mark.rule("BA-JOST-10", "BA-HOLD-10")
def test_holds_and_jostles() -> None:
    held = Brawl(
        man("grobid", "15,11", "M5/-"),
        man("bouldogue", "16,10", "P3/CT", seat=1, facing=3, holds="dudule"),
        man("dudule", "16,11", facing=3),
    ).film("strike", dice=[8, 8])
    assert held["grobid"]["at"] == "15,11"
    assert "cannot_enter" in held.kinds
    pushed = Brawl(
        man("grobid", "16,9", "M3/-"),
        man("bouldogue", "16,10", seat=1, facing=2, holds="dudule"),
        man("dudule", "15,11", "-/-", facing=2),
    ).film(dice=[8])
    assert "hold_ends" in pushed.kinds


@pytest.mark.rule("BA-JOST-11")
def test_members_of_a_chain_are_obstacles() -> None:
    brawl = Brawl(man("grobid", "16,5"), man("dudule", "16,6", seat=1), man("riton", "16,7", seat=1))
    assert pushed_class(brawl.s, 1, 2) == FREE
    brawl.s.chain[2] = 1
    assert pushed_class(brawl.s, 1, 2) == OBSTACLE


@pytest.mark.rule("BA-R21")
def test_the_option_that_makes_everybody_keep_his_feet() -> None:
    brawl = Brawl(
        man("grobid", "16,5", "M3/-"), man("dudule", "16,6", seat=1), options={"jostle_always_tests": True}
    ).film(dice=[5, 1])
    assert brawl["dudule"]["prone"]
    assert brawl["dudule"]["at"] == "16,7"
    assert brawl["grobid"]["at"] == "16,6"


@pytest.mark.rule("BA-PRONE-2", "BA-R59", "BA-R63", "BA-EXEC-6")
@pytest.mark.parametrize(
    ("order", "lost"),
    [
        ("M3/-", True), ("S3/-", True), ("F/-", True), ("C2/-", True), ("P3/-", True), ("R3/-", False), ("LEV/-", False),
        ("-/CB", True), ("-/CJ", True), ("-/CT", True), ("-/OUV", True), ("-/FER", True), ("-/REN", True), ("-/DES", True),
        ("-/MET", True),
    ],
)  # fmt: skip
def test_orders_of_a_man_on_the_ground(order: str, lost: bool) -> None:
    brawl = Brawl(man("le_chacal", "16,5", order, prone=True)).film()
    assert any(kind in ("lost_prone", "lost_posture") for kind in brawl.kinds) is lost


@pytest.mark.rule("BA-PRONE-2", "BA-PRE-3")
def test_taking_and_throwing_on_the_ground() -> None:
    brawl = Brawl(
        man("riton", "8,9", "D/PRE", prone=True, facing=4), objects={"9,9": ["knife"]}, no_chairs=["8,10"]
    ).film()
    # Under the table, not from its top; no chair either.
    assert brawl.menu == ["take 5 knife", "decline"]
    chair = Brawl(man("riton", "7,8", "-/POU", prone=True, facing=3)).film("push 3")
    assert "7,10" not in chair["chairs"] or "chair_pushed" in chair.kinds
    thrown = Brawl(man("riton", "16,5", "-/LAN", prone=True, facing=3)).film(
        "throw club", "towards 3", "far 2", dice=[1]
    )
    assert thrown["objects"]["16,7"] == ["club"]


@pytest.mark.rule("BA-TURN-1", "BA-TURN-2")
def test_turns_of_three_sequences() -> None:
    brawl = Brawl(man("riton", "16,5", "M3/-", "M3/-", "M3/-")).film()
    assert brawl["riton"]["at"] == "16,8"
    assert [begun["sequence"] for begun in brawl.all("sequence_begins")] == [1, 2, 3]
    assert brawl.one("turn_begins")["turn"] == 2
    assert len(State().orders[0]) == 6
