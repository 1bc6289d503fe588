"""Leader orders (BW-LEADER)."""

from typing import Any

import pytest

from .table import Table

rule = pytest.mark.rule

BARE = {"power": 0, "reroll": 0}
ON = {"leaders": True}


def orders(heroes: Any, villains: Any, **more: Any) -> Any:
    return Table(heroes, villains, options=ON, phase="orders", **more)


@rule("BW-LEADER-2", "BW-LEADER-5")
def test_leader_cards_of_mixed_teams() -> None:
    t = Table(options={"leaders": True, "team_mode": "draft", "deploy": "auto"})
    # Heroes: two of the Iron Crown, two Ramparts; villains: two Ramparts, two of the Web.
    for seat, card in ((0, 1), (1, 24), (1, 25), (0, 2), (0, 26), (1, 12), (1, 13)):
        t.play(f"{seat}: draft {card}")
    t.play("0: draft 27", dice=(0,))
    assert t.legal(0) == ["leader 0", "leader 6"]
    assert t.why(0, "leader 3") == "BW-LEADER-2"
    t.play("0: leader 0")
    # Without the named leader, the first of that faction leads.
    assert t.facts["heroes_leader"] == "automaton"
    assert t.legal(1) == ["leader 3", "leader 6"]
    t.play("1: leader 6")
    assert t.facts["villains_leader"] == "captain_pavise"


@rule("BW-LEADER-5")
def test_the_other_side_cannot_take_the_same_card() -> None:
    t = Table(options={"leaders": True, "team_mode": "draft", "deploy": "auto"})
    for seat, card in ((0, 1), (1, 0), (1, 25), (0, 24), (0, 26), (1, 27), (1, 12)):
        t.play(f"{seat}: draft {card}")
    t.play("0: draft 2", dice=(0,))
    t.play("0: leader 6")
    assert t.why(1, "leader 6") == "BW-LEADER-5"
    assert t.legal(1) == ["leader 0", "leader 3"]


@rule("BW-LEADER-3", "BW-LEADER-4", "BW-LEADER-6")
def test_once_per_game_while_the_leader_lives() -> None:
    heroes = {"queen_of_storms": {"at": "C2", "plan": "recover_life"}, "lynx": {"at": "A1"}}
    t = orders(heroes, {"master_of_metal": {"at": "A7"}})
    assert t.legal(0) == ["give", "keep"]
    t.play("0: keep")
    assert not t.facts["heroes_order_given"]
    t = orders(heroes, {"master_of_metal": {"at": "A7"}})
    t.play("0: give")
    assert not t.of("master_of_metal")["flying"]
    assert t.facts["heroes_order_given"]
    dead = {"queen_of_storms": {"life": 0}, "lynx": {"at": "A1", "plan": "recover_life"}}
    t = orders(dead, {"master_of_metal": {"at": "A7"}})
    assert t.facts["stage"] == "stepping"
    t = orders(heroes, {"ram": {"at": "A7"}})  # nobody flies: no application
    assert t.s.decider == 0
    assert t.facts["stage"] == "stepping"


@rule("BW-LEADER-4")
def test_the_initiative_side_is_asked_first() -> None:
    t = orders(
        {"queen_of_storms": {"at": "C2", "plan": "recover_life"}},
        {"master_of_metal": {"at": "C4", "plan": "recover_life"}},
        initiative="villains",
    )
    assert t.s.decider == 1
    t.play("1: keep")
    assert t.s.decider == 0


@rule("BW-LEADER-7")
def test_night_signal() -> None:
    t = Table(
        {"lookout": {"at": "C2"}, "apprentice": {"at": "A7"}, "velvet": {"at": "E1"}, "lynx": {"at": "A1"}},
        {"ram": {"at": "E7"}},
        options=ON,
        phase="planning",
    )
    from bagarre.games.battleworld.rules import advance
    from bagarre.games.battleworld.state import PLANNING_ORDERS

    t.s.stage, t.s.decider, t.s.asked = PLANNING_ORDERS, -1, 0
    advance(t.s)
    assert t.legal(0) == ["give", "keep"]
    t.play("0: give")
    assert t.legal(0) == ["ally 2", "ally 3"]  # another member; not the leader, not the guest
    t.play("0: ally 2")
    assert "to B3" in t.legal(0)
    assert t.why(0, "to E5") == "BW-MOVE-2"
    t.play("0: to B3")
    assert t.of("apprentice")["at"] == "B3"
    assert not t.of("apprentice")["activated"]  # it may still be activated


@rule("BW-LEADER-11", "BW-DISTURB-5")
def test_a_storm_moves_others_one_step_and_disturbs_nobody() -> None:
    t = orders(
        {"brute": {"at": "C4", "plan": "attack"}}, {"master_of_metal": {"at": "C6"}, "ram": {"at": "C5"}}
    )
    t.play("1: give", "1: enemy 1", "1: to B4")
    assert t.of("brute")["at"] == "B4"
    assert t.of("brute")["fate"] == "pending"
    assert t.facts["stage"] == "stepping"  # no second step without metal


@rule("BW-LEADER-12")
def test_two_protections_from_the_same_attack() -> None:
    t = orders(
        {"spinner": {"at": "C4", "plan": "recover_life"}, "glutton": {"at": "C3", "plan": "recover_life"}},
        {
            "marksman": {"at": "C6", "plan": "attack", **BARE},
            "needle": {"at": "D6", "plan": "attack", **BARE},
        },
    )
    t.play("0: give", "0: pass", "1: act 1", "1: attack 1", "1: apart", dice=(1, 5))
    assert t.of("spinner")["fate"] == "pending"
    t.play("0: pass", "1: act 2", "1: attack 1", dice=(1, 5))
    assert t.of("spinner")["fate"] == "disturbed"  # the second attack, whatever protects


@rule("BW-LEADER-7", "BW-LEADER-12")
def test_everybody_duck_protects_members_only() -> None:
    t = orders(
        {
            "spinner": {"at": "A1"},
            "glutton": {"at": "C4", "plan": "recover_life"},
            "brute": {"at": "D4", "plan": "recover_life"},
        },
        {
            "marksman": {"at": "C6", "plan": "attack", **BARE},
            "needle": {"at": "D6", "plan": "attack", **BARE},
        },
        initiative="villains",
    )
    t.play("0: give", "1: act 1", "1: attack 2", "1: apart", dice=(1, 5))
    assert t.of("glutton")["fate"] == "pending"
    t.play("0: pass", "1: act 2", "1: attack 3", dice=(1, 5))
    assert t.of("brute")["fate"] == "disturbed"


@rule("BW-LEADER-13")
def test_star_science_before_the_modules() -> None:
    t = Table(
        {
            "professor_elastic": {"at": "B1", "power": 0, "plan": "module_energy"},
            "glass_lady": {"at": "A2", "power": 1, "plan": "recover_life"},
            "brute": {"at": "A1", "power": 0},
        },
        {"ram": {"at": "E7"}},
        options=ON,
    )
    t.play("0: act 2")
    assert t.legal(0) == ["give", "keep"]
    assert t.of("professor_elastic")["power"] == 0  # the module has not worked yet
    t.play("0: give")
    assert t.of("professor_elastic")["power"] == 3
    assert t.of("glass_lady")["power"] == 2
    assert t.of("brute")["power"] == 0


@rule("BW-LEADER-8", "BW-LEADER-6", "BW-DAMAGE-6")
def test_no_mercy() -> None:
    t = Table(
        {"marksman": {"at": "C3", "plan": "attack", **BARE}},
        {"ram": {"at": "C4", **BARE}},
        options=ON,
    )
    t.play("0: act 1", "0: attack 1", dice=(7, 2))
    assert t.legal(0) == ["give", "keep"]
    t.play("0: give")
    assert t.of("ram")["life"] == 2


@rule("BW-LEADER-8", "BW-R61")
def test_no_mercy_needs_a_character() -> None:
    t = Table({"marksman": {"at": "C5", "plan": "attack", **BARE}}, {"ram": {"at": "E1"}}, options=ON)
    t.play("0: act 1", "0: assault double_defence", dice=(7,))
    assert not t.facts["heroes_order_given"]
    assert t.facts["villains_modules"]["double_defence"] == 3


@rule("BW-LEADER-9", "BW-LEADER-8")
def test_rally_works_against_modules_and_stays_with_a_reroll() -> None:
    t = Table(
        {
            "captain_pavise": {"at": "C6", "plan": "attack", **BARE},
            "brute": {"at": "D6", "victory": 1, "plan": "attack"},
        },
        {"regent": {"at": "B7", "plan": "guard", **BARE}},
        options=ON,
    )
    t.play("0: act 1", "0: assault double_defence", "0: join")
    assert t.legal(0) == ["give", "keep"]  # before the guard is chosen
    t.play("0: give", "1: guard 1", dice=(1, 2, 9))
    assert t.totals == [5, 9]
    t.play("0: reroll 2", dice=(8,))
    assert t.totals == [11, 9]
