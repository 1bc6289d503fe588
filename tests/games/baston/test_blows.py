"""Blows, wounds, the six blows, holding (BA-BLOW, BA-HIT, BA-LOC, BA-DMG, BA-WOUND, BA-CB … BA-HOLD)."""

from __future__ import annotations

from typing import Any

import pytest

from bagarre.games.baston.rules.blows import find_targets
from bagarre.games.baston.rules.hits import column_of, part_possible
from bagarre.games.baston.state import COLUMNS, PARTS, WEAPONS
from tests.games.baston.table import Brawl, man


def duel(
    order: str,
    target: dict[str, Any] | None = None,
    /,
    who: str = "riton",
    other: str = "le_chacal",
    **more: Any,
) -> Brawl:
    """An attacker at (16,5) facing east and his target at (16,6) facing him."""
    return Brawl(
        man(who, "16,5", order, facing=3, **more),
        man(other, "16,6", seat=1, **({"facing": 7} | (target or {}))),
    )


@pytest.mark.rule("BA-BLOW-1", "BA-ACT-1", "BA-REST-1", "BA-R87", "BA-R8")
def test_blows_stand_in_round_2_and_a_written_rest_aims() -> None:
    aimed = duel("-/CP").film("with chain", "strike")
    assert aimed.menu == ["aim head", "aim trunk", "aim right_arm", "aim left_arm", "aim legs"]
    # A movement that was lost is no rest.
    lost = duel("R3/CP").film("with chain", "strike", dice=[1, 2])
    assert "location" in lost.kinds
    program = Brawl(man("riton", "16,5"), phase="program").film()
    assert program.why("CP") == program.why("PRE") == "BA-PROG-2"


@pytest.mark.rule("BA-BLOW-2", "BA-R22", "BA-R56")
def test_whom_a_blow_can_reach() -> None:
    brawl = Brawl(
        man("riton", "16,5", facing=3),
        man("dudule", "15,6"),
        man("le_chacal", "16,6", seat=1),
        man("mimile", "17,6", seat=1, fate="hs"),
        man("kraitneu", "16,4", seat=1),
    )
    find_targets(brawl.s, 0, 12)
    assert brawl.s.targets[: brawl.s.target_count] == [1, 2]
    # Another level, and a wall between, are out of reach; the corner of a table is not.
    level = Brawl(man("riton", "8,9", facing=5), man("dudule", "9,9", seat=1))
    find_targets(level.s, 0, 12)
    assert level.s.target_count == 0
    wall = Brawl(man("riton", "3,7", facing=5), man("dudule", "4,7", seat=1))
    find_targets(wall.s, 0, 12)
    assert wall.s.target_count == 0
    corner = Brawl(man("riton", "8,9", facing=6), man("dudule", "9,8", seat=1))
    find_targets(corner.s, 0, 12)
    assert corner.s.target_count == 1


@pytest.mark.rule("BA-BLOW-3", "BA-CP-3")
def test_without_a_target_the_chair_is_kept() -> None:
    nobody = Brawl(man("riton", "16,5", "-/CP", facing=3, carries=["chair"])).film()
    assert "lost_no_target" in nobody.kinds
    assert nobody["riton"]["carries"] == ["chair"]
    beside = duel("-/CP", carries=["chair"]).film("with chair", "beside")
    assert beside["riton"]["carries"] == ["chair"]
    missed = duel("-/CP", carries=["chair"]).film("with chair", "strike", "aim head", dice=[1])
    assert missed["riton"]["carries"] == []
    assert missed["wrecks"]["chair"] == 1


@pytest.mark.rule("BA-BLOW-4")
def test_the_target_is_drawn() -> None:
    brawl = Brawl(
        man("riton", "16,5", "M7/CS", facing=3),
        man("le_chacal", "15,5", seat=1),
        man("nenesse", "17,5", seat=1),
    )
    brawl.film(dice=[1])
    assert brawl.one("target_drawn")["target"] == "nenesse"


@pytest.mark.rule("BA-BLOW-5", "BA-EXEC-5", "BA-R12")
def test_striking_beside_and_declining() -> None:
    brawl = duel("-/CS").film("beside")
    assert "to_hit" not in brawl.kinds
    declined = duel("-/CP").film("decline")
    assert "strikes_beside" in declined.kinds
    action = Brawl(man("riton", "9,8", "-/PRE", facing=3)).film("decline")
    assert "declined" in action.kinds
    # A movement is carried out as written: there is nothing to answer.
    assert "entered" in Brawl(man("riton", "16,5", "M3/-")).film().kinds


@pytest.mark.rule("BA-BLOW-10")
def test_each_blow_has_its_own_conditions() -> None:
    for order in ("-/CB", "-/CJ", "-/CT"):
        assert "lost_no_target" in duel(order, {"prone": True}).film().kinds
    assert "lost_no_target" in duel("-/CV", {"facing": 3}).film().kinds


@pytest.mark.rule("BA-BLOW-11")
def test_blows_pass_a_half_open_double_door() -> None:
    brawl = Brawl(
        man("riton", "15,11", "-/CS", facing=1),
        man("le_chacal", "14,11", seat=1, facing=5),
        doors={"D1a": "open"},
    )
    brawl.film("strike", "aim trunk", dice=[1])
    assert "misses" in brawl.kinds
    walk = Brawl(man("riton", "15,11", "M1/-"), doors={"D1a": "open"}).film(dice=[1])
    assert "bumps" in walk.kinds


@pytest.mark.rule("BA-HIT-1")
@pytest.mark.parametrize(("die", "hit"), [(8, False), (9, True)])
def test_thirteen_hits(die: int, hit: bool) -> None:
    brawl = duel("-/CP").film("with fist", "strike", "aim trunk", dice=[die])
    assert brawl.one("to_hit")["total"] == die + 4
    assert ("hits" in brawl.kinds) is hit


@pytest.mark.rule("BA-HIT-4", "BA-R55", "BA-R57")
@pytest.mark.parametrize(
    ("item", "stat"),
    [("fist", "combat"), ("knuckles", "combat"), ("club", "combat"), ("chain", "combat"), ("bottle", "combat"),
     ("knife", "dexterity"), ("razor", "dexterity"), ("broken_bottle", "dexterity"), ("chair", "strength")],
)  # fmt: skip
def test_the_modifier_of_each_weapon(item: str, stat: str) -> None:
    brawl = duel("-/CP", carries=[] if item == "fist" else [item]).film(
        f"with {item}", "strike", "aim head", dice=[1]
    )
    assert f"mod_{stat}" in brawl.kinds


@pytest.mark.rule("BA-HIT-4", "BA-R57", "BA-LAN-3", "BA-R77")
def test_throws_use_dexterity() -> None:
    brawl = Brawl(
        man("grobid", "16,3", "-/LAN", facing=3, carries=["chair"]),
        man("le_chacal", "16,6", seat=1, facing=7),
    )
    brawl.film("throw chair", "towards 3", "far 5", "aim trunk", dice=[1])
    assert brawl.one("mod_dexterity")["n"] == 2
    assert "misses" in brawl.kinds
    # Missed, it flies on to its named point and breaks there.
    assert brawl.one("chair_flies")["point"] == "16,8"
    assert brawl.menu == [] or brawl["grobid"]["carries"] == []


@pytest.mark.rule("BA-LOC-2", "BA-R48", "BA-LOC-1")
def test_sides_count_as_front() -> None:
    brawl = Brawl(man("riton", "16,5", facing=3), man("le_chacal", "16,6", seat=1, facing=1))
    assert COLUMNS[column_of(brawl.s, 0, 1, 0)] == "fist_front"
    rear = Brawl(man("riton", "16,5", facing=3), man("le_chacal", "16,6", seat=1, facing=4))
    assert COLUMNS[column_of(rear.s, 0, 1, 0)] == "fist_rear"
    side = duel("M7/CP", {"facing": 1})
    assert side["le_chacal"]["facing"] == 1
    names = {WEAPONS[row]: COLUMNS[column_of(brawl.s, 0, 1, row)] for row in range(13)}
    assert names["club"] == "weapon_front"
    assert names["chair"] == "chair_front"
    assert names["bare_head"] == "butt_front"
    assert names["boots"] == "kick_front"


@pytest.mark.rule("BA-DMG-2", "BA-WOUND-3", "BA-STUN-7")
def test_the_order_of_the_effects() -> None:
    # Boots on the legs at 28: 3 wounds take them to 0 and he falls, 2 stun.
    brawl = duel("-/CS", {"hp": {"legs": 2}, "stun": 1}, who="kraitneu").film(
        "strike", "aim legs", dice=[20, 3], more=False
    )
    kinds = brawl.kinds
    order = [kinds.index(kind) for kind in ("hits", "wounded", "limb_lost", "stunned", "falls_in_place")]
    assert order == sorted(order)
    assert brawl["le_chacal"]["prone"]
    # Three stun sequences of one blow: Constitution, after everything else.
    butt = duel("-/CB", {"worn": []}, who="grobid", worn=[]).film("strike", "aim head", dice=[20, 8, 1])
    assert butt.one("hits")["stun"] == 3
    assert butt.one("roll_under")["stat"] == 2
    assert butt["le_chacal"]["prone"]


@pytest.mark.rule("BA-WOUND-1", "BA-WOUND-2", "BA-REST-2", "BA-WOUND-8")
def test_hit_points_never_go_below_0() -> None:
    brawl = duel("-/CP", {"hp": {"head": 1}, "carries": ["chair"]}).film(
        "with chain", "strike", "aim head", dice=[20]
    )
    assert brawl["le_chacal"]["hp"][0] == 0
    assert brawl["le_chacal"]["fate"] == "hs"
    # The chair falls, the rest of the sheet stays with him; nothing ever heals.
    assert "16,6" in brawl["chairs"]
    rested = Brawl(man("riton", "16,5", "-/-", "-/-", "-/-", hp={"head": 3})).film()
    assert rested["riton"]["hp"][0] == 3


@pytest.mark.rule("BA-WOUND-3", "BA-R58")
def test_without_legs() -> None:
    for order in ("LEV/-", "-/CS", "-/CV"):
        brawl = duel(order, prone=True, hp={"legs": 0}).film()
        assert "lost_legs" in brawl.kinds
    assert "entered" in Brawl(man("riton", "16,5", "R7/-", prone=True, hp={"legs": 0})).film().kinds


@pytest.mark.rule("BA-WOUND-4", "BA-R23")
def test_without_one_arm() -> None:
    arm: dict[str, Any] = {"hp": {"left_arm": 0}}
    assert "lost_arm" in Brawl(man("riton", "8,9", "F/-", facing=5, **arm)).film().kinds
    assert "lost_arm" in duel("-/CT", {"facing": 3}, **arm).film().kinds
    assert "lost_arm" in Brawl(man("riton", "8,9", "-/REN", facing=5, **arm)).film().kinds
    # A table cannot be pushed, a chair can; small things are taken, chairs are not.
    assert "lost_arm" in Brawl(man("riton", "8,9", "-/POU", facing=5, **arm), no_chairs=["8,10"]).film().kinds
    assert Brawl(man("riton", "7,8", "-/POU", facing=3, **arm)).film().menu == ["push 3", "decline"]
    assert Brawl(man("riton", "9,8", "-/PRE", facing=3, **arm)).film().menu == ["take 3 bottle", "decline"]
    text = Brawl(man("riton", "9,8", "-/PRE", facing=3, **arm), options={"arm_loss": "text"}).film()
    assert "lost_arm" in text.kinds
    held = Brawl(
        man("bouldogue", "16,5", "-/CT", facing=3, **arm),
        man("le_chacal", "16,6", seat=1, facing=3),
        options={"arm_loss": "text"},
    ).film()
    assert held.menu == ["strike", "beside"]
    one: dict[str, Any] = {"hp": {"right_arm": 0}}
    right = Brawl(
        man("bouldogue", "16,5", "-/CT", facing=3, **one),
        man("le_chacal", "16,6", seat=1, facing=3),
        options={"arm_loss": "text"},
    ).film("strike", dice=[7])
    assert right.one("hold_roll")["total"] == 12
    # The chair in hand falls when the arm goes.
    drop = duel("-/CP", {"hp": {"left_arm": 1}, "carries": ["chair"]}).film(
        "with chain", "strike", "aim left_arm", dice=[16]
    )
    assert "16,6" in drop["chairs"]


@pytest.mark.rule("BA-WOUND-5")
def test_without_the_right_arm() -> None:
    arm: dict[str, Any] = {"hp": {"right_arm": 0}}
    assert duel("-/CP", **arm).film("with fist", "strike", "aim head", dice=[1]).one("mod_arm")["n"] == -2
    assert "mod_arm" not in duel("-/CS", **arm).film("strike", "aim trunk", dice=[1]).kinds
    thrown = Brawl(man("riton", "16,5", "-/LAN", facing=3, **arm)).film(
        "throw club", "towards 3", "far 3", dice=[2]
    )
    assert thrown.one("penalty_arm")["n"] == 2


@pytest.mark.rule("BA-WOUND-6")
def test_without_arms() -> None:
    arms: dict[str, Any] = {"hp": {"right_arm": 0, "left_arm": 0}}
    for order in ("-/CP", "-/CT", "-/OUV", "-/PRE", "-/LAN", "-/BRI", "-/POU", "-/DES", "-/TAX", "-/MET"):
        assert "lost_arms" in duel(order, **arms).film().kinds, order
    assert duel("-/CS", **arms).film().menu == ["strike", "beside"]
    assert duel("-/CB", **arms).film().menu == ["strike", "beside"]


@pytest.mark.rule("BA-WOUND-7")
def test_a_lost_limb_feels_only_the_stun() -> None:
    brawl = duel("-/CP", {"hp": {"left_arm": 0}}).film("with club", "strike", "aim left_arm", dice=[18])
    assert brawl.one("hits")["wounds"] == 2
    assert "wounded" not in brawl.kinds
    assert brawl.one("stunned")["n"] == 1


@pytest.mark.rule("BA-CB-1", "BA-CB-2", "BA-R86", "BA-R49", "BA-EQUIP-8")
def test_head_butts() -> None:
    bare = duel("-/CB", who="riton").film("strike", "aim head", dice=[18])
    assert bare.one("hits")["stun"] == 2
    # The helmet leaves one sequence only: no recoil.
    assert "recoil" not in bare.kinds
    plain = duel("-/CB", {"worn": []}, who="riton").film("strike", "aim head", dice=[18])
    assert plain.all("stunned")[-1]["who"] == "riton"
    helmet = duel("-/CB", {"worn": []}, who="grobid").film("strike", "aim head", dice=[18], more=True)
    assert "recoil" not in helmet.kinds
    assert "lost_posture" in duel("-/CB", prone=True).film().kinds
    prone = Brawl(
        man("riton", "16,5", "-/CB", facing=3),
        man("le_chacal", "16,6", seat=1, prone=True),
        options={"butt_prone": True},
    )
    assert prone.film("strike").menu == ["aim head", "aim trunk"]


@pytest.mark.rule("BA-CP-2", "BA-OBJ-2", "BA-R88")
def test_any_weapon_at_hand() -> None:
    brawl = duel("-/CP", carries=["chair", "club", "knife"]).film()
    assert brawl.menu == ["with fist", "with club", "with knife", "with chair", "decline"]
    brawl.go("with club", "strike", "aim head", dice=[1])
    assert "16,5" in brawl["chairs"]


@pytest.mark.rule("BA-CP-4", "BA-BRI-2")
def test_bottles_break_on_a_hit() -> None:
    hit = duel("-/CP", carries=["bottle"]).film("with bottle", "strike", "aim head", dice=[9])
    assert hit["riton"]["carries"] == ["broken_bottle"]
    miss = duel("-/CP", carries=["bottle"]).film("with bottle", "strike", "aim head", dice=[8])
    assert miss["riton"]["carries"] == ["bottle"]
    again = duel("-/CP", carries=["broken_bottle"]).film(
        "with broken_bottle", "strike", "aim head", dice=[12]
    )
    assert again["riton"]["carries"] == ["broken_bottle"]
    assert again["shards"] == []


@pytest.mark.rule("BA-CP-5", "BA-CP-6", "BA-R89")
def test_the_chain_strikes_one_or_all() -> None:
    def three(**options: object) -> Brawl:
        return Brawl(
            man("riton", "16,5", "-/CP", facing=3),
            man("le_chacal", "15,6", seat=1, facing=7),
            man("nenesse", "16,6", seat=1, facing=7),
            man("mimile", "17,6", seat=1, facing=7),
            options=dict(options),
        )

    brawl = three().film("with chain")
    assert brawl.menu == ["one", "all"]
    brawl.go("all")
    assert brawl.menu == ["aim_at D", "aim_at F", "aim_at I"]
    brawl.go("aim_at I", "strike", dice=[1, 1])
    brawl.go("strike", "aim legs", dice=[1])
    brawl.go("beside")
    assert [missed["target"] for missed in brawl.all("misses")] == ["le_chacal", "nenesse"]
    assert len(brawl.all("location")) == 1
    club = three().film("with club", dice=[0])
    assert club.menu == ["strike", "beside"]
    single = three(chain_aim="single").film("with chain", dice=[2])
    assert single.menu == ["strike", "beside"]


@pytest.mark.rule("BA-CV-1", "BA-CV-2")
def test_the_vicious_kick() -> None:
    brawl = duel("-/CV").film("strike", dice=[12, 4])
    assert brawl.one("hits")["part"] == "legs"
    assert "vicious" in brawl.kinds
    assert brawl.one("stunned")["n"] == 1
    failed = duel("-/CV").film("strike", dice=[12, 5])
    assert "stunned" not in failed.kinds
    assert part_possible(brawl.s, COLUMNS.index("kick_front"), PARTS.index("legs"))


@pytest.mark.rule("BA-CJ-1", "BA-CJ-2", "BA-R24")
def test_tripping() -> None:
    def trip(order: str, **more: object) -> Brawl:
        return Brawl(
            man("dudule", "16,5", "-/CJ", facing=3), man("le_chacal", "16,6", order, seat=1, facing=7, **more)
        )

    for order in ("M8/-", "S8/-", "C2/-"):
        brawl = trip(order).film("strike", dice=[5, 1], more=True)
        assert brawl.one("trips")["target"] == "le_chacal"
        assert "falls_in_place" in brawl.kinds
    stays = trip("M2/-").film("strike", dice=[4])
    assert stays["le_chacal"]["prone"] is False
    for order in ("-/-", "G/-", "P3/-", "LEV/-"):
        assert "lost_no_target" in trip(order).film().kinds
    # Stunned in the sequence before, he does not move although it is written.
    stunned = Brawl(
        man("dudule", "16,5", "-/-", "-/CJ", facing=3),
        man("le_chacal", "16,6", "-/-", "M8/-", seat=1, facing=7, stun=1),
        sequence=2,
    )
    assert "lost_no_target" in stunned.film().kinds
    # One who has already moved can be tripped as well.
    moved = Brawl(
        man("grobid", "16,5", "-/CJ", facing=3), man("le_chacal", "15,7", "M6/-", seat=1, facing=7)
    ).film()
    assert moved.menu == ["strike", "beside"]


@pytest.mark.rule("BA-HOLD-1", "BA-HOLD-2", "BA-HOLD-13")
def test_holding_from_behind_only() -> None:
    assert "lost_no_target" in duel("-/CT").film().kinds
    taken = duel("-/CT", {"facing": 3, "stun": 2}).film("strike", dice=[])
    assert "grabs" in taken.kinds
    assert "hold_roll" not in taken.kinds
    chair = duel("-/CT", {"facing": 3}, carries=["chair"]).film("drop chair", "strike", dice=[1])
    assert "16,5" in chair["chairs"]


@pytest.mark.rule("BA-HOLD-10", "BA-R75", "BA-R74", "BA-STUN-1")
def test_how_a_hold_ends() -> None:
    stunned = Brawl(
        man("bouldogue", "16,5", "P3/CT", facing=3, holds="riton"),
        man("riton", "16,6", facing=3, seat=1),
        man("kraitneu", "16,4", "-/CP", seat=1, facing=3, carries=["club"]),
    ).film("with club", "strike", "aim trunk", dice=[20], more=True)
    assert "hold_ends" in stunned.kinds
    grabbed = Brawl(
        man("bouldogue", "16,5", "P3/CT", facing=3, holds="riton"),
        man("riton", "16,6", facing=3, seat=1),
        man("kraitneu", "16,4", "-/CT", seat=1, facing=3),
    ).film("strike", dice=[20], more=True)
    ends = grabbed.kinds.index("hold_ends")
    assert grabbed.kinds.index("grabs") < ends


@pytest.mark.rule("BA-HOLD-12", "BA-TEST-6")
def test_the_victim_breaks_free_first() -> None:
    brawl = Brawl(
        man("bouldogue", "16,5", "M3/CT", facing=3, holds="dudule"),
        man("dudule", "16,6", "M3/-", facing=3, seat=1),
    )
    brawl.film(dice=[3])
    assert brawl.one("roll_under")["stat"] == 3
    # M is a normal walk now, and CT a new attempt.
    assert brawl["bouldogue"]["at"] == "16,6"
    assert brawl.menu == ["strike", "beside"]
    assert brawl.go("strike", dice=[5]).one("hold_roll")["outcome"] == 0


@pytest.mark.rule("BA-R25", "BA-HOLD-4")
def test_the_option_that_lets_a_rest_hold() -> None:
    brawl = Brawl(
        man("bouldogue", "16,5", "-/CT", facing=3, holds="dudule"),
        man("dudule", "16,6", facing=3, seat=1),
        options={"hold_rest": True},
    ).film("strike", dice=[8], more=True)
    assert "keeps_hold" in brawl.kinds


@pytest.mark.rule("BA-R85", "BA-BLOW-8")
def test_the_option_safe_under_furniture() -> None:
    brawl = Brawl(
        man("riton", "8,9", "-/CS", facing=5),
        man("kraitneu", "9,9", seat=1, prone=True),
        options={"under_furniture_safe": True},
    ).film()
    assert "lost_no_target" in brawl.kinds
    low = Brawl(
        man("riton", "8,9", "D/CS", facing=5, prone=True),
        man("kraitneu", "9,9", seat=1, prone=True),
        options={"under_furniture_safe": True},
    ).film()
    assert low.menu == ["strike", "beside"]


@pytest.mark.rule("BA-R16")
def test_the_option_of_cumulative_stun() -> None:
    brawl = Brawl(
        man("riton", "16,5", "-/CP", facing=3),
        man("le_chacal", "16,6", seat=1, facing=7, stun=2, worn=[]),
        options={"stun_fall_cumulative": True},
    ).film("with club", "strike", "aim head", dice=[10, 8, 1])
    assert brawl.all("stunned")[0]["total"] == 3
    assert brawl["le_chacal"]["prone"]


@pytest.mark.rule("BA-R54", "BA-R80", "BA-PRONE-4")
def test_from_the_ground_the_legs() -> None:
    brawl = duel("-/CP", {"prone": True}, prone=True).film("with fist", "strike", dice=[20])
    assert brawl.one("hits")["part"] == "legs"
    thrown = Brawl(
        man("fil_de_fer", "16,5", "-/LAN", facing=3, prone=True), man("le_chacal", "16,7", seat=1, facing=7)
    )
    thrown.film("throw knife", "aggressive", "towards 3", dice=[20])
    assert thrown.one("hits")["part"] == "legs"


@pytest.mark.rule("BA-EQUIP-5", "BA-R4")
def test_protections_do_not_add_up() -> None:
    brawl = duel("-/CP", {"worn": ["leather_jacket"], "carries": ["leather_vest"]}).film(
        "with chain", "strike", "aim trunk", dice=[15]
    )
    assert brawl.one("hits")["wounds"] == 2
    assert brawl.one("wounded")["n"] == 1
    wears = Brawl(
        man("riton", "16,5", "-/MET", worn=["leather_jacket"], carries=["leather_vest", "helmet"])
    ).film()
    assert wears.menu == ["put_on helmet", "take_off leather_jacket", "decline"]
