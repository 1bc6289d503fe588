"""Every special power, alone, against modules and against entities (BW-POWER)."""

import pytest

from .table import Table
from .test_combat import duel

rule = pytest.mark.rule

BARE = {"power": 0, "reroll": 0}
OTHER = {"sparkler": {"at": "E7"}}


@rule("BW-POWER-1")
def test_shield_only_in_defence() -> None:
    t = duel("brute", "captain_pavise", dice=(9, 2), attack=BARE, defence=BARE)
    assert t.of("captain_pavise")["life"] == 2
    t = duel("captain_pavise", "ram", dice=(1, 9), attack=BARE, defence=BARE)
    assert t.of("captain_pavise")["life"] == 1
    t = duel("apprentice", "captain_pavise", dice=(4, 1), attack=BARE, defence=BARE)
    assert t.of("captain_pavise")["life"] == 4  # may become 0
    assert "unharmed" in t.kinds


@rule("BW-POWER-1")
def test_rage() -> None:
    t = duel("brute", "ram", dice=(5, 9), attack={"wounds": 4, **BARE}, defence=BARE)
    assert t.totals == [7, 9]


@rule("BW-ACT-8")
def test_inner_reactor_and_self_repair() -> None:
    t = Table(
        {
            "reactor": {"at": "C3", "power": 0, "plan": "recover_energy"},
            "automaton": {"at": "A1", "wounds": 3, "plan": "recover_life"},
        },
        {"ram": {"at": "E7"}},
    )
    t.play("0: act 1", "0: act 2")
    assert t.of("reactor")["power"] == 2
    assert t.of("automaton")["life"] == 4


@rule("BW-COMBAT-1", "BW-POWER-3")
def test_lightning() -> None:
    t = Table(
        {"thunderer": {"at": "C3", "plan": "attack", "power": 1}},
        {"ram": {"at": "C5"}, "regent": {"at": "E7"}},
    )
    t.play("0: act 1", "0: attack 1", dice=(9, 2))
    assert t.of("thunderer")["power"] == 0
    assert "pays" in t.kinds
    assert t.s.spent[0] == 0  # not spent in the combat
    t = Table({"thunderer": {"at": "C3", "plan": "attack", "power": 0}}, {"ram": {"at": "C5"}})
    assert "act 1" not in t.legal(0)
    t = Table({"thunderer": {"at": "C5", "plan": "attack", "power": 1}}, {"ram": {"at": "A1"}})
    assert "assault double_defence" in t.play("0: act 1").legal(0)  # modules too


@rule("BW-COMBAT-1")
def test_lightning_is_not_for_support_or_striking_back() -> None:
    t = Table(
        {"captain_pavise": {"at": "C4", "plan": "attack"}, "thunderer": {"at": "C3", "plan": "attack"}},
        {"ram": {"at": "C5"}},
    )
    t.play("0: act 1", "0: attack 1", dice=(3, 2))
    assert "supports" not in t.kinds
    t = Table(
        {"automaton": {"at": "C3", "plan": "attack", **BARE}},
        {"thunderer": {"at": "C5", "reroll": 0}, **OTHER},
    )
    t.play("0: act 1", "0: attack 1", dice=(1, 9))
    assert "out_of_reach" in t.kinds


@rule("BW-FLY-5", "BW-DAMAGE-4")
def test_elasticity() -> None:
    t = Table(
        {"automaton": {"at": "C2", "plan": "attack", **BARE}},
        {"professor_elastic": {"at": "C4", **BARE}, **OTHER},
    )
    t.play("0: act 1", "0: attack 1", dice=(1, 6))
    assert t.of("automaton")["life"] == 3  # strikes back at two squares


@rule("BW-DAMAGE-6", "BW-POWER-5", "BW-POWER-3")
def test_force_field() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", **BARE}},
        {
            "comet": {"at": "D5"},
            "granite_fist": {"at": "C4", **BARE},
            "glass_lady": {"at": "C5", "power": 2},
            **OTHER,
        },
    )
    t.play("0: act 1", "0: attack 2", dice=(9, 2))
    assert t.legal(1) == ["use", "skip"]
    t.play("1: use")
    assert t.of("granite_fist")["life"] == 3  # strike 3, one prevented, once per combat
    assert t.of("glass_lady")["power"] == 1


@rule("BW-DAMAGE-8", "BW-WIN-3")
def test_nova() -> None:
    t = Table(
        {"comet": {"at": "C2", "plan": "attack", "reroll": 0, "power": 1}},
        {
            "ram": {"at": "C4", **BARE},
            "brazier": {"at": "C5", "life": 1},
            "thousand_faces": {"at": "B4"},
            "automaton": {"at": "E6"},
        },
    )
    t.play("0: act 1", "0: attack 1", dice=(8, 2))
    t.play("0: hold", "0: stop")
    t.play("0: use")
    assert t.of("ram")["life"] == 4  # the target itself is not wounded again
    assert not t.of("brazier")["alive"]
    assert t.of("thousand_faces")["life"] == 3
    assert t.of("automaton")["life"] == 5
    t = Table(
        {"comet": {"at": "C2", "plan": "attack", "reroll": 0, "power": 1}},
        {"ram": {"at": "C4", **BARE}, "automaton": {"at": "E6"}},
    )
    t.play("0: act 1", "0: attack 1", dice=(8, 2))
    t.play("0: hold", "0: stop")
    assert "use" not in t.legal(0)  # nobody around


@rule("BW-REROLL-7")
def test_slugfest() -> None:
    t = duel("granite_fist", "ram", dice=(3, 9), attack={"reroll": 0})
    t.play("0: raise", dice=(2, 8))
    assert t.totals == [11, 9]
    assert t.event("rolls_two")["other"] == 2


@rule("BW-DAMAGE-6")
def test_steel_skin() -> None:
    t = duel("brute", "steel_giant", dice=(9, 2), attack=BARE, defence=BARE)
    assert t.of("steel_giant")["life"] == 4
    t = duel("apprentice", "steel_giant", dice=(4, 1), attack=BARE, defence=BARE)
    assert t.of("steel_giant")["life"] == 5  # at least 1


@rule("BW-END-3")
def test_healing_factor() -> None:
    t = Table({"lynx": {"at": "C3", "wounds": 2, "plan": "recover_reroll"}}, {"ram": {"at": "E7"}})
    t.play("0: act 1")
    assert t.of("lynx")["life"] == 4


@rule("BW-DAMAGE-6")
def test_diamond_claws() -> None:
    t = duel("lynx", "captain_pavise", dice=(5, 1), attack=BARE, defence=BARE)
    assert t.of("captain_pavise")["life"] == 2  # the shield does not help
    t = Table(
        {"lynx": {"at": "C3", "plan": "attack", **BARE}},
        {"granite_fist": {"at": "C4", **BARE}, "glass_lady": {"at": "C5"}},
    )
    t.play("0: act 1", "0: attack 1", dice=(8, 1))
    assert t.of("granite_fist")["life"] == 3
    t = Table({"lynx": {"at": "C6", "plan": "attack", **BARE}}, {"ram": {"at": "A1"}})
    t.play("0: act 1", "0: assault energy", dice=(5,))
    assert t.facts["villains_modules"]["energy"] == 2  # strike 2 and 1 against modules


@rule("BW-FLY-1")
def test_tempest() -> None:
    t = Table(
        {
            "queen_of_storms": {"at": "C2", "plan": "attack", **BARE},
            "lynx": {"at": "C3", "plan": "attack"},
        },
        {"master_of_metal": {"at": "C4", **BARE}, **OTHER},
    )
    t.play("0: act 1", "0: attack 1", dice=(1, 5))
    assert "supports" not in t.kinds  # legality is judged before the flight is lost
    assert "flight_lost" in t.kinds
    assert not t.of("master_of_metal")["flying"]
    t.play("0: act 2", "0: attack 1", dice=(5, 2))  # now the Lynx can reach it
    assert "attacks" in t.kinds


@rule("BW-MOVE-1")
def test_teleport() -> None:
    t = Table({"mistwalker": {"at": "C2"}}, {"ram": {"at": "C3"}}, phase="planning")
    assert "move C5" in t.legal(0)
    assert t.why(0, "move C6") == "BW-MOVE-2"
    assert t.why(0, "move A4") == "BW-BOARD-6"


@rule("BW-POWER-5", "BW-R53")
def test_always_ready() -> None:
    t = duel("lookout", "ram", dice=(3, 9), attack=BARE, at="C2", defence={"power": 1, "reroll": 0})
    t.play("0: raise", dice=(8,))
    assert "raises_free" in t.kinds
    assert t.s.spent[0] == 0
    t.play("1: raise", dice=(3,))
    assert "yields" in t.kinds  # only the first one is free


@rule("BW-TEAMUP-5")
def test_helping_hand() -> None:
    t = Table(
        {"lookout": {"at": "C3", "plan": "attack"}, "apprentice": {"at": "C2", "plan": "attack"}},
        {"ram": {"at": "C4"}},
    )
    t.play("0: act 1", "0: attack 1", "0: join", dice=(1, 4, 2))
    assert t.totals == [9, 2]


@rule("BW-COMBAT-10")
def test_pickpocket() -> None:
    t = duel("velvet", "ram", dice=(6, 2), attack=BARE, defence={"power": 2, "reroll": 0})
    t.play("1: yield")
    assert t.of("velvet")["power"] == 1
    assert t.of("ram")["power"] == 1


@rule("BW-POWER-3", "BW-MOVE-1")
def test_clay_grip() -> None:
    t = Table({"brute": {"at": "C4", "power": 1}}, {"quagmire": {"at": "C5"}}, phase="planning")
    t.play("0: move C3")
    assert t.of("brute")["power"] == 0
    assert "grip_paid" in t.kinds
    t = Table({"brute": {"at": "C4", "power": 0}}, {"quagmire": {"at": "C5"}}, phase="planning")
    assert t.facts["stage"] == "planning"  # it can only stay, so it is not asked
    t = Table({"reactor": {"at": "C4", "power": 0}}, {"quagmire": {"at": "C5"}}, phase="planning")
    assert t.why(0, "move C3") == ""  # flyers are free


@rule("BW-R38", "BW-POWER-3")
def test_payback_needs_a_token_spent_on_a_raise() -> None:
    t = duel(
        "brute", "regent", dice=(9, 2), attack={"power": 1, "reroll": 0}, defence={"power": 1, "reroll": 0}
    )
    t.play("0: hold", "1: yield", "0: stop")
    assert t.of("regent")["power"] == 1
    t = duel(
        "brute", "regent", dice=(9, 2), attack={"power": 1, "reroll": 0}, defence={"power": 1, "reroll": 0}
    )
    t.play("0: hold", "1: yield", "0: raise", dice=(1,))
    assert t.of("regent")["power"] == 2


@rule("BW-COMBAT-3")
def test_absorption() -> None:
    t = Table({"brute": {"at": "C3", "plan": "attack"}}, {"borrower": {"at": "C4"}})
    t.play("0: act 1", "0: attack 1")
    t.play("1: use", dice=(5, 12))
    assert t.s.die == [12, 12]
    t = Table({"apprentice": {"at": "C3", "plan": "attack"}}, {"borrower": {"at": "C4"}})
    t.play("0: act 1", "0: attack 1", dice=(3, 4))  # a smaller die: not asked
    t = Table({"brute": {"at": "C3", "plan": "attack"}}, {"borrower": {"at": "C4", "power": 0}})
    t.play("0: act 1", "0: attack 1", dice=(3, 4))  # cannot pay: not asked
    assert t.s.die == [12, 6]


@rule("BW-REROLL-7")
def test_charm_and_radar() -> None:
    t = duel("brute", "beguiler", dice=(11, 4, 2), attack=BARE, defence=BARE)
    assert t.event("rolls_two")["face"] == 4
    t = duel("beguiler", "brute", dice=(3, 4), attack=BARE, defence=BARE)
    assert "rolls_two" not in t.kinds  # only when she is attacked
    t = duel("brute", "dowser", dice=(11, 2, 5), attack=BARE, defence=BARE)
    assert t.event("rolls_two")["face"] == 5


@rule("BW-TEAMUP-1")
def test_shapeshifter() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack"}, "captain_pavise": {"at": "B4", "plan": "attack"}},
        {"thousand_faces": {"at": "C4"}},
    )
    t.play("0: act 1", "0: attack 1", dice=(5, 4))
    assert "supports" not in t.kinds


@rule("BW-END-3", "BW-DAMAGE-8")
def test_burn() -> None:
    t = Table(
        {"brazier": {"at": "C2", "plan": "attack", **BARE}},
        {
            "ram": {"at": "C4", **BARE, "plan": "recover_life"},
            "sparkler": {"at": "E7", "plan": "recover_life"},
        },
    )
    t.play("0: act 1", "0: attack 1", dice=(4, 2))
    assert t.of("ram")["burning"] == 1
    t.play("1: act 2")
    assert t.of("ram")["life"] == 4
    assert t.of("ram")["burning"] == 0


@rule("BW-POWER-8", "BW-DAMAGE-6")
def test_bodyguard() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", **BARE}},
        {"dowser": {"at": "C4", **BARE}, "bouncer": {"at": "D5"}, **OTHER},
    )
    t.play("0: act 1", "0: attack 1", dice=(9, 2, 3))
    t.play("1: skip")
    assert t.of("dowser")["life"] == 1


@rule("BW-BASE-6", "BW-POWER-8")
def test_bodyguard_works_for_attackers_struck_by_a_guard() -> None:
    t = Table(
        {"dowser": {"at": "C6", "plan": "attack", **BARE}, "bouncer": {"at": "C5"}},
        {"ram": {"at": "B7", "plan": "guard", **BARE}},
    )
    t.play("0: act 1", "0: assault double_defence", "1: guard 1", dice=(1, 9))
    t.play("0: use")
    assert t.of("bouncer")["life"] == 3
    assert t.of("dowser")["life"] == 4


@rule("BW-COMBAT-10")
def test_sting_and_voracity() -> None:
    t = duel("needle", "ram", dice=(4, 2), attack=BARE, defence={"power": 2, "reroll": 0})
    t.play("1: yield")
    assert t.of("ram")["power"] == 1
    t = duel("glutton", "ram", dice=(9, 2), attack={"wounds": 2, **BARE}, defence=BARE)
    assert t.of("glutton")["life"] == 5


@rule("BW-AUCTION-2")
def test_discharge() -> None:
    t = duel("sparkler", "ram", dice=(1, 9), at="C2", attack={"reroll": 0}, defence=BARE)
    t.play("0: raise", dice=(3,))
    assert t.totals == [6, 9]
    t.play("0: raise", dice=(1,))
    assert t.totals == [7, 9]  # only the first raise


@rule("BW-AUCTION-5", "BW-POWER-5")
def test_bad_luck() -> None:
    t = duel("bad_penny", "ram", dice=(3, 9), attack=BARE, defence=BARE)
    assert t.legal(0) == ["power", "yield"]
    t.play("0: power", dice=(2,))
    assert "wins_combat" in t.kinds
    assert t.totals == [3, 2]


@rule("BW-COMBAT-10", "BW-DEATH-1")
def test_a_dead_character_triggers_nothing() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", "power": 1, "reroll": 0}},
        {"regent": {"at": "C4", "life": 1, "power": 1, "reroll": 0}, **OTHER},
    )
    t.play("0: act 1", "0: attack 1", dice=(9, 2))
    t.play("0: raise", "1: yield", dice=(1,))
    assert "gains_power" not in t.kinds
    assert "dies" in t.kinds
