"""Turn, planning, movement, resolution, disturbance (BW-TURN, BW-PLAN, BW-MOVE, BW-FLY, BW-ACT, BW-DISTURB)."""

from typing import Any

import pytest

from .table import Table

rule = pytest.mark.rule

FAR = {"ram": {"at": "E7"}}


def planning(heroes: Any, villains: Any = None, **more: Any) -> Any:
    return Table(heroes, villains or FAR, phase="planning", **more)


@rule("BW-TURN-1", "BW-TURN-3", "BW-TURN-4", "BW-END-6", "BW-END-8")
def test_phases_and_the_token_that_turns() -> None:
    t = planning({"brute": {"at": "C2"}})
    assert t.facts["initiative"] == "heroes"
    t.play("0: move C3", "0: plan recover_life", "1: move E6", "1: plan idle")
    assert t.facts["stage"] == "stepping"
    t.play("0: act 1")
    assert t.facts["turn"] == 2
    assert t.facts["initiative"] == "villains"
    assert t.facts["stage"] == "moving"
    assert t.s.decider == 1
    assert t.of("brute")["plan"] == "none"


@rule("BW-PLAN-5", "BW-PLAN-6", "BW-R10")
def test_the_larger_team_goes_on_alone() -> None:
    t = planning({"brute": {"at": "C2"}, "reactor": {"at": "A2"}, "thunderer": {"at": "E2"}})
    t.play("0: activate 1", "0: move C2", "0: plan idle", "1: move E7", "1: plan idle")
    assert t.s.decider == 0
    t.play("0: activate 2", "0: move A2", "0: plan idle")
    assert t.s.decider == 0  # the last one is activated without asking which
    assert t.facts["stage"] == "moving"
    assert "pass" not in t.legal(0)  # nobody can refuse to activate
    t.play("0: move E2", "0: plan idle")
    assert t.facts["turn"] == 2


@rule("BW-PLAN-7", "BW-PLAN-11", "BW-R12", "BW-R44")
def test_which_plans_can_be_set() -> None:
    t = planning({"brute": {"at": "C2"}})
    t.play("0: move C2")
    assert t.legal(0) == ["plan attack", "plan recover_life", "plan recover_reroll", "plan idle"]
    assert t.why(0, "plan recover_energy") == "BW-PLAN-7"
    assert t.why(0, "plan heal") == "BW-PLAN-9"
    assert t.why(0, "plan repair") == "BW-PLAN-7"
    assert t.why(0, "plan none") == "BW-ACT-3"
    for square, plans in {
        "B1": {"repair", "module_energy", "guard"},
        "C1": {"repair", "guard"},
        "D1": {"repair", "module_heal", "guard"},
    }.items():
        t = planning({"brute": {"at": square}})
        t.play(f"0: move {square}")
        found = {text.removeprefix("plan ") for text in t.legal(0)} - {
            "attack",
            "recover_life",
            "recover_reroll",
            "idle",
        }
        assert found == plans  # undamaged module, nothing lacking: allowed all the same


@rule("BW-PLAN-9", "BW-TEAMUP-9", "BW-TEAM-5")
def test_whom_one_may_heal() -> None:
    team = {
        "brute": {"at": "C2"},
        "reactor": {"at": "D3", "activated": True},
        "thunderer": {"at": "A1", "activated": True},
    }
    t = planning({**team, "lynx": {"at": "B2", "activated": True}})
    t.play("0: move C2", "0: plan heal")
    assert t.legal(0) == ["heal 2"]  # not the distant one, not the one of another faction
    assert t.why(0, "heal 1") == "BW-PLAN-9"
    t.play("0: heal 2")
    assert (t.of("brute")["plan"], t.of("brute")["fate"]) == ("heal", "pending")


@rule("BW-PLAN-8", "BW-ATTACK-1")
def test_an_attack_plan_needs_no_target_yet() -> None:
    t = planning({"brute": {"at": "C2"}})
    t.play("0: move C2", "0: plan attack")
    assert t.of("brute")["fate"] == "pending"


@rule("BW-MOVE-1", "BW-MOVE-2", "BW-MOVE-3", "BW-MOVE-6", "BW-R8", "BW-BOARD-6")
def test_a_walker_goes_one_square() -> None:
    t = planning({"brute": {"at": "B4"}, "reactor": {"at": "C5", "activated": True}}, {"ram": {"at": "B5"}})
    assert set(t.legal(0)) == {f"move {q}" for q in ("B4", "A3", "B3", "C3", "C4", "A5")}
    assert t.why(0, "move A4") == "BW-BOARD-6"
    assert t.why(0, "move B5") == "BW-BOARD-3"
    assert t.why(0, "move C5") == "BW-BOARD-3"
    t.play("0: move A5")  # diagonally between the two occupied squares
    assert t.of("brute")["at"] == "A5"


@rule("BW-R63", "BW-MOVE-4")
def test_nobody_flies_over_an_entity() -> None:
    t = planning({"reactor": {"at": "A3"}}, {"master_of_metal": {"at": "B4"}})
    assert t.why(0, "move A5") == "BW-MOVE-4"
    t = planning({"reactor": {"at": "A3"}}, {"ram": {"at": "B4"}})
    assert t.why(0, "move A5") == ""  # over the walker on B4


@rule("BW-BOARD-9", "BW-BASE-2", "BW-R50")
def test_a_ruin_is_an_ordinary_square() -> None:
    t = planning({"brute": {"at": "C6"}}, villains_modules={"energy": 5, "double_defence": 0, "heal": 5})
    assert t.why(0, "move C7") == ""
    assert t.why(0, "move B7") == "BW-BOARD-5"
    t.play("0: move C7", "0: plan attack", "1: move E7", "1: plan idle")
    assert "act 1" in t.legal(0)  # from there the base can be attacked
    t.play("0: act 1")
    assert set(t.legal(0)) == {"assault energy", "assault heal"}


@rule("BW-BOARD-8", "BW-R9")
def test_nothing_blocks_an_attack() -> None:
    t = Table({"automaton": {"at": "C1", "plan": "attack"}, "regent": {"at": "C2"}}, {"brute": {"at": "C3"}})
    t.play("0: act 1")
    assert "attack 1" in t.legal(0)


@rule("BW-FLY-2", "BW-FLY-3", "BW-FLY-4", "BW-FLY-5", "BW-ATTACK-3", "BW-ATTACK-4")
def test_who_hits_flyers() -> None:
    def can(attacker: Any, at: Any = "C3") -> Any:
        t = Table(
            {attacker: {"at": at, "plan": "attack"}}, {"master_of_metal": {"at": "C4"}, "ram": {"at": "E7"}}
        )
        if "act 1" not in t.legal(0):
            return False
        t.play("0: act 1")
        return "attack 1" in t.legal(0)

    assert not can("brute")
    assert can("thunderer")  # flying itself, in melee
    assert can("automaton")  # ranged
    assert can("automaton", "C2")
    assert not can("automaton", "C1")
    assert can("spinner")  # by a power
    assert can("professor_elastic", "C2")


@rule("BW-FLY-6", "BW-R20")
def test_a_flyer_that_loses_in_melee_is_wounded() -> None:
    def beaten(options: Any) -> Any:
        t = Table(
            {"thunderer": {"at": "C3", "plan": "attack", "power": 0, "reroll": 0}},
            {"ram": {"at": "C4", "power": 0, "reroll": 0}},
            options=options,
        )
        t.play("0: act 1", "0: attack 1", dice=(1, 9))
        return t.of("thunderer")["life"]

    assert beaten({}) == 2
    assert beaten({"flyer_safe": True}) == 5


@rule("BW-FLY-6")
def test_flyer_safe_does_not_stop_a_guard_or_one_who_hits_flyers() -> None:
    t = Table(
        {"thunderer": {"at": "C3", "plan": "attack", "power": 0, "reroll": 0}},
        {"spinner": {"at": "C4", "power": 0, "reroll": 0}},
        options={"flyer_safe": True},
    )
    t.play("0: act 1", "0: attack 1", dice=(1, 7))
    assert t.of("thunderer")["life"] == 3
    t = Table(
        {"thunderer": {"at": "C6", "plan": "attack", "power": 0, "reroll": 0}},
        {"ram": {"at": "B7", "plan": "guard", "power": 0, "reroll": 0}},
        options={"flyer_safe": True},
    )
    t.play("0: act 1", "0: assault energy", "1: guard 1", dice=(1, 9))
    assert t.of("thunderer")["life"] == 2


# Resolution.


@rule("BW-ACT-2", "BW-ACT-3", "BW-ACT-4", "BW-R33")
def test_what_can_be_executed() -> None:
    t = Table(
        {
            "brute": {"at": "C1", "plan": "guard"},
            "reactor": {"at": "A2", "power": 1, "plan": "recover_energy"},
            "thunderer": {"at": "C3", "plan": "attack"},
        },
        FAR,
    )
    assert t.legal(0) == ["act 2", "pass"]
    assert t.why(0, "act 1") == "BW-ACT-2"
    assert t.why(0, "act 3") == "BW-ACT-4"  # no target: it stays pending
    t.play("0: act 2")
    assert t.facts["turn"] == 2


@rule("BW-ACT-5")
def test_a_final_pass() -> None:
    t = Table(
        {
            "brute": {"at": "C2", "plan": "recover_life"},
            "reactor": {"at": "A2", "power": 1, "plan": "recover_energy"},
        },
        {"ram": {"at": "E7", "plan": "recover_life"}, "brazier": {"at": "E6", "plan": "recover_life"}},
        options={"pass_is_final": True},
    )
    t.play("0: pass", "1: act 1")
    assert t.s.decider == 1  # goes on alone
    t.play("1: act 2")
    assert t.facts["turn"] == 2


@rule("BW-ACT-8", "BW-ACT-11", "BW-R14", "BW-R42")
def test_recoveries_give_one() -> None:
    t = Table(
        {
            "brute": {"at": "C2", "wounds": 2, "plan": "recover_life"},
            "captain_pavise": {"at": "A2", "power": 1, "plan": "recover_energy"},
            "thunderer": {"at": "E2", "reroll": 0, "plan": "recover_reroll"},
        },
        {"ram": {"at": "E7", "plan": "recover_life"}},
    )
    t.play("0: act 1", "1: act 1", "0: act 2", "0: act 3")
    assert t.of("brute")["life"] == 4
    assert t.of("captain_pavise")["power"] == 2
    assert t.of("thunderer")["reroll"] == 1
    assert t.of("ram")["life"] == 6  # beyond the maximum it is lost


@rule("BW-ACT-9", "BW-R42", "BW-R43", "BW-DEATH-3")
def test_heals() -> None:
    t = Table(
        {
            "brute": {"at": "C2", "wounds": 3},
            "captain_pavise": {"at": "C3", "heal": "brute"},
            "thunderer": {"at": "B2", "heal": "brute"},
            "reactor": {"at": "E3", "heal": "brute"},
        },
        FAR,
    )
    t.play("0: act 2", "0: act 3", "0: act 4")
    assert t.of("brute")["life"] == 4  # both healers at its side; the distant one fails
    assert t.kinds.count("heal_fails") == 1


@rule("BW-ACT-10", "BW-ACT-11", "BW-R52")
def test_repair() -> None:
    t = Table(
        {"brute": {"at": "B1", "plan": "repair"}, "reactor": {"at": "C1", "plan": "repair"}},
        FAR,
        heroes_modules={"energy": 3, "double_defence": 5, "heal": 5},
    )
    t.play("0: act 1", "0: act 2")
    assert t.facts["heroes_modules"]["energy"] == 4
    assert t.facts["heroes_modules"]["double_defence"] == 5
    t = Table(
        {"brute": {"at": "B1", "plan": "repair"}},
        {"automaton": {"at": "B3", "plan": "attack", "power": 0, "reroll": 0}},
        initiative="villains",
    )
    t.play("1: act 1", "1: attack 1", dice=(1, 5))
    assert "disturbs" in t.kinds


# Disturbance.


@rule("BW-DISTURB-5", "BW-R62", "BW-DAMAGE-8")
def test_what_does_not_disturb() -> None:
    t = Table(
        {"comet": {"at": "C3", "plan": "attack", "power": 1, "reroll": 0}},
        {
            "ram": {"at": "C5", "power": 0, "reroll": 0},
            "brazier": {"at": "D5", "plan": "recover_life"},
            "thousand_faces": {"at": "E7", "plan": "recover_life"},
        },
    )
    t.play("0: act 1", "0: attack 1", dice=(8, 1))
    t.play("0: hold", "0: stop", "0: use")
    assert t.of("brazier")["life"] == 3
    assert t.of("brazier")["fate"] == "pending"  # a direct wound disturbs nobody


@rule("BW-DISTURB-4")
def test_an_attack_on_a_module_disturbs_nobody() -> None:
    t = Table(
        {"brute": {"at": "B1", "plan": "module_energy"}, "reactor": {"at": "C1", "plan": "guard"}},
        {"automaton": {"at": "B3", "plan": "attack", "power": 0, "reroll": 0}},
        initiative="villains",
    )
    t.play("1: act 1", "1: assault energy", "0: unguarded", dice=(4,))
    assert "disturbs" not in t.kinds
    assert "module_power" in t.kinds


@rule("BW-DISTURB-7", "BW-R35")
def test_a_character_defends_again_and_again() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack"}},
        {
            "automaton": {"at": "C5", "plan": "attack", "power": 0, "reroll": 0},
            "regent": {"at": "D5", "plan": "attack", "power": 0, "reroll": 0},
        },
        initiative="villains",
    )
    t.play("1: act 1", "1: attack 1", "1: apart", dice=(1, 5))
    assert t.of("brute")["fate"] == "disturbed"
    t.play("1: act 2", "1: attack 1", dice=(1, 5))
    assert t.of("brute")["victory"] == 2
