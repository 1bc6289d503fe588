"""Every box of every character (sections Characters and Card notes)."""

from typing import Any

import pytest

from tests.games.badass_force.desk import DVD, GAME, Desk, happened

MIX = {"edition": "mixed"}
QUIET = ("1: pass", "2: pass")
SEVEN = ["buck", "otto", "melinda", "sigrid", "bruno", "jeanloup", "max"]
BIG = {"weapon": "minigun"}


def vhs(*seats: Any, **more: Any) -> Any:
    return Desk(*seats, **more)


def dvd(*seats: Any, **more: Any) -> Any:
    return Desk(*seats, casting=list(DVD), options={"edition": "dvd"}, **more)


def mixed(*seats: Any, casting: Any = SEVEN, **more: Any) -> Any:
    return Desk(*seats, casting=list(casting), options=MIX, **more)


@pytest.mark.rule("BF-C-BUCK", "BF-C-1", "BF-ATT-1", "BF-DEF-7")
def test_buck_pays_first_and_attacks_with_a_power() -> None:
    desk = vhs(BIG | {"charge": 2}, {}, {})
    events = desk.play("0: announce buck", *QUIET)
    assert desk.charge[0] == 1
    assert desk.ask == "target"
    events += desk.play("0: target 2")
    assert happened(events, "pays(seat=0 n=2", "attacks(seat=0 target=2 attack_kind=1")
    # Against a power Stefan helps, Sigrid does not.
    assert desk.legal(2) == ["pass", "announce stefan"]
    desk.play("2: announce stefan", "0: pass", "1: pass")
    assert desk.charge[0] == 1
    assert desk.points == [0, 0, 0]


@pytest.mark.rule("BF-C-BUCK", "BF-R23", "BF-ANN-8")
def test_red_buck_cannot_be_defended() -> None:
    desk = vhs(BIG | {"charge": 2, "mode": "vengeance"}, {}, {})
    desk.play("0: announce buck", *QUIET)
    assert desk.legal(0) == ["box normal", "box vengeance"]
    events = desk.play("0: box vengeance", "0: target 1")
    assert happened(events, "attacks(seat=0", "dies(seat=1")


@pytest.mark.rule("BF-C-OTTO", "BF-C-13", "BF-C-5", "BF-R49", "BF-ANN-10")
def test_red_otto_may_fire() -> None:
    desk = vhs({"weapon": "grenade", "mode": "vengeance"}, {}, {})
    desk.play("0: announce otto", *QUIET, "0: box vengeance")
    assert desk.legal(0) == ["yes", "no"]
    desk.play("0: yes", "0: target 1")
    # An execution through a power is a weapon attack and costs the weapon.
    assert desk.legal(1) == ["pass", "announce sigrid"]
    desk.play("1: pass", "1: place otto")
    assert desk.ask == "take"
    desk.play(f"0: take {desk.market[0]}")
    assert desk.turn == 1
    unloaded = vhs(BIG | {"mode": "vengeance"}, {}, {})
    unloaded.play("0: announce otto", *QUIET, "0: box vengeance")
    assert unloaded.turn == 1
    refused = vhs({"weapon": "grenade", "mode": "vengeance"}, {}, {})
    refused.play("0: announce otto", *QUIET, "0: box vengeance", "0: no")
    assert refused.turn == 1
    assert refused.weapon[0] == "grenade"


@pytest.mark.rule("BF-C-OTTO", "BF-C-10")
@pytest.mark.parametrize("how", ["attack", "named", "counter", "overload"])
def test_otto_comes_back_from_every_death_as_active(how: Any) -> None:
    if how == "attack":
        desk = vhs({"weapon": "bazooka", "charge": 3}, {"active": "otto"}, {})
        events = desk.play("0: execute", "0: target 1")
    elif how == "named":
        desk = vhs({}, {"active": "otto"}, {})
        events = desk.play("0: announce rocco", *QUIET, "0: target 1", "0: name otto")
    elif how == "counter":
        desk = vhs({"charge": 2, "active": "otto", "weapon": "minigun"}, {"mode": "vengeance"}, {})
        events = desk.play(
            "0: announce buck", *QUIET, "0: target 1", "1: announce stefan", "0: pass", "2: pass"
        )
    else:
        desk = vhs({}, {"active": "otto", "weapon": "grenade", "charge": 3}, {})
        events = desk.play("0: armory", chance=("red", "green"))
    assert happened(events, "dies(", "comes_back(", "scores(")
    victim = 0 if how == "counter" else 1
    assert desk.cemetery[victim] == []
    assert "place otto" in desk.legal(victim)


@pytest.mark.rule("BF-C-OTTO")
def test_otto_does_not_come_back_from_the_hand() -> None:
    desk = vhs({"weapon": "etoiles_ninja", "charge": 4}, {"lodge": "bruno"}, {})
    desk.play("0: execute", "0: target 1", chance=("otto",))
    assert desk.cemetery[1] == ["otto"]


@pytest.mark.rule("BF-C-MELINDA", "BF-C-9")
def test_melinda_steals_in_the_chosen_order() -> None:
    desk = vhs(BIG | {"charge": 4}, {"charge": 2}, {"charge": 1}, {"charge": 0})
    desk.play("0: announce melinda", "1: pass", "2: pass", "3: pass")
    assert desk.legal(0) == ["target 1", "target 2"]
    desk.play("0: target 2")
    assert desk.legal(0) == ["target 1", "stop"]
    events = desk.play("0: target 1")
    assert happened(
        events,
        "loses(seat=2 n=1",
        "gains(seat=0 n=1 charge=6",
        "loses(seat=1 n=1",
        "gains(seat=0 n=1 charge=7",
    )
    stopped = vhs(BIG, {"charge": 2}, {"charge": 1})
    stopped.play("0: announce melinda", *QUIET, "0: target 1", "0: stop")
    assert stopped.charge[2] == 1
    full = vhs({"weapon": "grenade", "charge": 3}, {"weapon": "minigun", "charge": 2}, {})
    full.play("0: announce melinda", *QUIET)
    # Only one opponent has a charge: aimed at without asking; what does not fit is lost.
    assert full.charge == [3, 2, 0]


@pytest.mark.rule("BF-C-MELINDA")
def test_red_melinda_steals_from_everybody() -> None:
    desk = vhs(BIG | {"mode": "vengeance"}, {"charge": 2}, {"charge": 1}, {"charge": 0})
    desk.play("0: announce melinda", "1: pass", "2: pass", "3: pass", "0: box vengeance")
    assert desk.charge == [2 + 2 + 1, 1 + 1, 0, 0]


@pytest.mark.rule("BF-C-SIGRID", "BF-R39", "BF-CHANGE-8")
@pytest.mark.parametrize(("mode", "gain"), [("cool", 1), ("vengeance", 2)])
def test_sigrid_changes_weapon_and_keeps_charges(mode: Any, gain: Any) -> None:
    desk = vhs(BIG | {"charge": 6, "mode": mode}, {}, {}, market=["bazooka", "grenade", "minigun"])
    desk.play("0: announce sigrid", *QUIET)
    if mode == "vengeance":
        desk.play("0: box vengeance")
    desk.play("0: take bazooka")
    assert desk.weapon[0] == "bazooka"
    assert desk.charge[0] == 6
    small = vhs(BIG | {"charge": 1, "mode": mode}, {}, {}, market=["bazooka", "grenade", "minigun"])
    small.play(
        "0: announce sigrid",
        *QUIET,
        *(["0: box vengeance"] if mode == "vengeance" else []),
        "0: take bazooka",
    )
    charged = 1 + (2 if mode == "vengeance" else 1)
    assert small.charge[0] == charged + gain


@pytest.mark.rule("BF-C-SIGRID", "BF-DEF-6", "BF-DEF-2")
def test_sigrid_blocks_weapons_and_in_red_everything() -> None:
    weapon = vhs({"weapon": "grenade", "charge": 2}, {}, {"mode": "vengeance"})
    weapon.play("0: execute", "0: target 1")
    assert weapon.legal(1) == ["pass", "announce sigrid"]
    events = weapon.play("1: announce sigrid", "0: pass", "2: pass")
    assert happened(events, "cancels(seat=1")
    power = vhs(BIG | {"charge": 2}, {}, {"mode": "vengeance"})
    power.play("0: announce buck", *QUIET, "0: target 2")
    assert power.legal(2) == ["pass", "announce sigrid", "announce stefan"]


@pytest.mark.rule("BF-C-STEFAN")
def test_red_stefan_drains_everything() -> None:
    desk = vhs(BIG | {"mode": "vengeance"}, BIG | {"charge": 7}, {})
    desk.play("0: announce stefan", *QUIET, "0: box vengeance")
    assert desk.charge[0] == 4
    assert desk.charge[1] == 1


@pytest.mark.rule("BF-C-BRUNO", "BF-OVER-1")
def test_red_bruno_gives_two() -> None:
    desk = vhs(BIG | {"mode": "vengeance"}, {"weapon": "grenade", "charge": 2, "active": "buck"}, {})
    events = desk.play("0: announce bruno", *QUIET, "0: box vengeance", "0: target 1")
    assert happened(
        events, "receives(seat=1 giver=0 n=1 charge=3", "explodes(seat=1", "dies(seat=1 character=0 killer=0"
    )
    desk.play("1: place otto")
    events = desk.play(f"1: take {desk.market[0]}")
    assert happened(events, "takes(seat=1", "gains(seat=0 n=2")


@pytest.mark.rule("BF-C-JEANLOUP")
def test_jean_loup_redeploys_then_rolls() -> None:
    desk = mixed(BIG | {"active": "buck"}, {}, {})
    desk.play("0: announce jeanloup", *QUIET)
    assert desk.ask == "place"
    assert "place buck" in desk.legal(0)
    events = desk.play("0: place buck", chance=("green", "green"))
    assert happened(events, "rolls(seat=0", "gains(seat=0 n=2 charge=3")


@pytest.mark.rule("BF-C-JEANLOUP", "BF-C-13", "BF-C-5")
@pytest.mark.parametrize("then", ["armory", "change_weapon", "execute"])
def test_red_jean_loup_chooses_what_follows(then: Any) -> None:
    desk = mixed({"weapon": "fusil_a_pompe", "charge": 2, "mode": "vengeance"}, {}, {})
    desk.play("0: announce jeanloup", *QUIET, "0: box vengeance", "0: place buck")
    assert desk.legal(0) == ["armory", "change_weapon", "execute"]
    if then == "armory":
        assert happened(desk.play("0: armory", chance=("green", "green")), "rolls(seat=0")
    elif then == "change_weapon":
        desk.play("0: change_weapon", f"0: take {desk.market[0]}")
        assert desk.charge[0] == 0
    else:
        assert happened(
            desk.play("0: execute", "0: target 1"), "executes(seat=0", "attacks(seat=0 target=1 attack_kind=0"
        )
    empty = mixed(BIG | {"mode": "vengeance"}, {}, {})
    empty.play("0: announce jeanloup", *QUIET, "0: box vengeance", "0: place buck")
    assert empty.legal(0) == ["armory", "change_weapon"]
    assert empty.why(0, "execute") == "BF-WEAPON-1"


@pytest.mark.rule("BF-C-VINCE", "BF-ANN-10")
def test_vince_must_give() -> None:
    desk = dvd({"weapon": "bolide_nitro"}, {"weapon": "katana"}, {})
    desk.play("0: announce vince", *QUIET)
    assert desk.charge[0] == 4
    assert desk.legal(0) == ["target 1", "target 2"]
    desk.play("0: target 1")
    assert desk.charge[1] == 2
    red = dvd({"weapon": "bolide_nitro", "mode": "vengeance"}, {"weapon": "katana"}, {"weapon": "katana"})
    red.play("0: announce vince", *QUIET, "0: box vengeance", "0: target 2")
    assert red.legal(0) == ["amount 1", "amount 2"]
    red.play("0: amount 2")
    assert red.charge[0] == 6
    assert red.charge[2] == 2


@pytest.mark.rule("BF-C-STAN", "BF-OVER-7", "BF-C-9")
def test_stan_moves_charges() -> None:
    desk = dvd(
        {"weapon": "katana"},
        {"weapon": "bolide_nitro", "charge": 1},
        {"weapon": "bolide_nitro", "charge": 8, "active": "john"},
    )
    desk.play("0: announce stan", *QUIET)
    assert desk.legal(0) == ["target 1", "target 2"]
    desk.play("0: target 1")
    assert desk.legal(0) == ["deliver 0", "deliver 2"]
    assert desk.why(0, "deliver 1") == "BF-C-STAN"
    # One charge only: the amount is not asked. The full nitro car explodes: a gift of the third player.
    events = desk.play("0: deliver 2")
    assert happened(events, "loses(seat=1 n=1", "explodes(seat=2", "dies(seat=2 character=12 killer=0")
    own = dvd({"weapon": "katana", "charge": 3}, {"weapon": "bolide_nitro", "charge": 5}, {})
    own.play("0: announce stan", *QUIET, "0: deliver 0")
    assert own.legal(0) == ["amount 1", "amount 2"]
    assert own.why(0, "amount 3") == "BF-CHARGE-5"
    own.play("0: amount 2")
    assert own.charge[0] == 5
    red = dvd({"weapon": "bolide_nitro", "mode": "vengeance"}, {"weapon": "bolide_nitro", "charge": 5}, {})
    red.play("0: announce stan", *QUIET, "0: box vengeance", "0: deliver 0", "0: amount 3")
    assert red.charge[0] == 2 + 3 + 1
    assert red.charge[1] == 2 + 1


@pytest.mark.rule("BF-C-CAILLOU", "BF-C-4")
def test_caillou_forces_another_card() -> None:
    desk = dvd(
        {"weapon": "katana"},
        {
            "active": "stan",
            "hand": ["john"],
            "lodge": "vince",
            "cemetery": ["caillou", "milana", "ursula", "jetlag"],
        },
        {},
    )
    events = desk.play("0: announce caillou", *QUIET, "0: target 1")
    # One card in hand: its size is public, so the choice makes itself.
    assert happened(events, "must_differ(seat=1", "places(seat=1", "gains(seat=0 n=1")
    assert desk.active[1] == "john"
    assert desk.hand[1] == ["stan"]
    shown = dvd({"weapon": "katana", "mode": "vengeance"}, {"active": "stan"}, {})
    events = shown.play("0: announce caillou", *QUIET, "0: box vengeance", "0: target 1")
    assert happened(events, "shows(seat=1 character=9", "takes_back(seat=1")
    shown.play("1: place stan")
    assert shown.charge[0] == 4


@pytest.mark.rule("BF-C-CAILLOU", "BF-DEF-4")
@pytest.mark.parametrize(("mode", "gain"), [("cool", 1), ("vengeance", 2)])
def test_caillou_reacts_and_gains(mode: Any, gain: Any) -> None:
    desk = dvd({"weapon": "katana", "charge": 3}, {"weapon": "katana", "mode": mode}, {})
    desk.play("0: execute", "0: target 1")
    events = desk.play("1: announce caillou", "0: pass", "2: pass")
    assert happened(events, "cancels(seat=1", f"gains(seat=1 n={gain}")


@pytest.mark.rule("BF-C-MILANA")
def test_milana_revives() -> None:
    desk = dvd({"weapon": "katana", "cemetery": ["vince", "stan", "john"]}, {}, {})
    desk.play("0: announce milana", *QUIET)
    assert desk.legal(0) == ["revive vince", "revive stan", "revive john"]
    assert desk.why(0, "revive ursula") == "BF-C-MILANA"
    desk.play("0: revive john")
    assert desk.cemetery[0] == ["vince", "stan"]
    assert "john" in desk.hand[0]
    red = dvd({"weapon": "katana", "cemetery": ["vince", "stan", "john"], "mode": "vengeance"}, {}, {})
    red.play("0: announce milana", *QUIET, "0: box vengeance", "0: revive john", "0: revive vince")
    assert red.cemetery[0] == ["stan"]
    none = dvd({"weapon": "katana"}, {}, {})
    none.play("0: announce milana", *QUIET)
    assert none.charge[0] == 2
    assert none.turn == 1


@pytest.mark.rule("BF-C-MILANA", "BF-DEF-2", "BF-DEF-4")
def test_milana_pays_one_to_react() -> None:
    desk = dvd(
        {"weapon": "katana", "charge": 3},
        {"weapon": "katana", "charge": 1},
        {"weapon": "katana", "charge": 0},
    )
    desk.play("0: execute", "0: target 1")
    assert "announce milana" in desk.legal(1)
    desk.play("1: announce milana")
    assert desk.charge[1] == 1
    events = desk.play("0: pass", "2: pass")
    assert happened(events, "pays(seat=1 n=1 charge=0", "cancels(seat=1")
    poor = dvd(
        {"weapon": "katana", "charge": 3},
        {"weapon": "katana", "charge": 1},
        {"weapon": "katana", "charge": 0},
    )
    poor.play("0: execute", "0: target 2")
    assert poor.legal(2) == ["pass", "announce caillou"]


@pytest.mark.rule("BF-DEF-9")
def test_a_reaction_that_can_no_longer_be_paid() -> None:
    """Impossible with the cards of the boxes: the charge is taken away by force inside the window."""
    desk = dvd({"weapon": "katana", "charge": 3}, {"weapon": "katana", "charge": 1, "active": "stan"}, {})
    desk.play("0: execute", "0: target 1", "1: announce milana")
    desk.s.charge[1] = 0
    events = desk.play("0: pass", "2: pass")
    assert happened(events, "unchallenged(seat=1", "dies(seat=1 character=9 killer=0")
    assert not any("cancels" in event or "pays" in event for event in events)


@pytest.mark.rule("BF-C-JOHN", "BF-ATT-3")
def test_red_john_attacks_two_clockwise() -> None:
    desk = Desk(
        {"weapon": "bolide_nitro", "charge": 4, "mode": "vengeance"}, {}, {}, {}, casting=list(DVD), options={"edition": "dvd", "reactions": False}
    )  # fmt: skip
    desk.play("0: announce john", "1: pass", "2: pass", "3: pass")
    desk.play("0: target 3", "0: target 1")
    # Declared 3 then 1, resolved 1 then 3.
    assert desk.deciders == [1]
    events = desk.play("1: place stan")
    assert happened(events, "attacks(seat=0 target=3", "dies(seat=3")
    assert desk.charge[0] == 3


@pytest.mark.rule("BF-C-JOHN")
def test_john_attacks_somebody_ahead() -> None:
    desk = dvd({"weapon": "katana", "points": 2}, {"points": 5}, {"points": 2}, {"points": 3})
    desk.play("0: announce john", "1: pass", "2: pass", "3: pass")
    assert desk.legal(0) == ["target 1", "target 3"]
    assert desk.why(0, "target 2") == "BF-ANN-12"
    assert desk.charge[0] == 0


@pytest.mark.rule("BF-C-URSULA", "BF-LOSS-5", "BF-R33")
def test_ursula_slashes_hands() -> None:
    desk = dvd(
        {"weapon": "bolide_nitro", "charge": 3, "points": 1},
        {"lodge": "jetlag", "points": 2},
        {"points": 2},
        {"points": 1},
    )
    desk.play("0: announce ursula", "1: pass", "2: pass", "3: pass")
    # Only those ahead are on the list.
    assert desk.legal(0) == ["target 1", "target 2"]
    assert desk.charge[0] == 2
    events = desk.play("0: target 1", chance=("john",))
    assert happened(
        events, "aims(seat=0 target=1", "dies(seat=1 character=12 killer=0 cause=6", "scores(seat=0 n=2"
    )
    red = dvd(
        {"weapon": "bolide_nitro", "charge": 3, "mode": "vengeance"},
        {"lodge": "jetlag"},
        {"lodge": "jetlag"},
        {"lodge": "jetlag"},
    )
    events = red.play(
        "0: announce ursula",
        "1: pass",
        "2: pass",
        "3: pass",
        "0: target 3",
        "0: target 2",
        chance=("john", "stan"),
    )
    assert happened(
        events,
        "dies(seat=2 character=12",
        "scores(seat=0 n=2",
        "dies(seat=3 character=9",
        "scores(seat=0 n=1",
    )


@pytest.mark.rule("BF-C-JETLAG", "BF-C-7", "BF-R39", "BF-R38")
def test_jet_lag_swaps_weapons() -> None:
    desk = dvd(
        {"weapon": "bolide_nitro", "charge": 6, "lodge": "john"},
        {"weapon": "crayon", "charge": 2, "lodge": "stan"},
        {},
    )
    desk.play("0: announce jetlag", *QUIET, "0: target 1")
    # Each keeps his own number, clamped to the new maximum; then a charge that does not fit; then the redeployment.
    assert desk.weapon[:2] == ["crayon", "bolide_nitro"]
    assert desk.charge[:2] == [3, 2]
    assert desk.ask == "place"
    desk.play("0: place vince")
    assert desk.lodge[:2] == ["john", "stan"]
    red = dvd(
        {"weapon": "bolide_nitro", "charge": 5, "mode": "vengeance"}, {"weapon": "crayon", "charge": 2}, {}
    )
    red.play("0: announce jetlag", *QUIET, "0: box vengeance", "0: target 1")
    assert red.charge[:2] == [2, 7]


@pytest.mark.rule("BF-C-MAX", "BF-C-12", "BF-C-6", "BF-C-1")
def test_max_copies_the_dead() -> None:
    desk = mixed(BIG | {"charge": 3}, {"cemetery": ["buck", "melinda"]}, {"cemetery": ["max"]})
    desk.play("0: announce max", *QUIET)
    # Mélinda needs an opponent with a charge; Max is not copied.
    assert desk.ask == "target"
    assert desk.charge[0] == 2
    events = desk.play("0: target 1")
    assert happened(events, "attacks(seat=0 target=1 attack_kind=1")
    wider = mixed(BIG | {"charge": 3}, {"cemetery": ["buck", "otto"], "charge": 1}, {"cemetery": ["melinda"]})
    wider.play("0: announce max", *QUIET)
    assert wider.legal(0) == ["copy buck", "copy otto", "copy melinda"]
    assert wider.why(0, "copy bruno") == "BF-C-MAX"
    events = wider.play("0: copy otto")
    assert happened(events, "copies(seat=0 character=2", "gains(seat=0 n=3 charge=7")


@pytest.mark.rule("BF-C-MAX", "BF-ANN-4")
def test_max_needs_a_corpse() -> None:
    desk = mixed(BIG | {"charge": 3}, {}, {})
    assert "announce max" not in desk.legal(0)
    unpaid = mixed(BIG, {"cemetery": ["buck"]}, {})
    assert "announce max" not in unpaid.legal(0)


@pytest.mark.rule("BF-C-MAX", "BF-C-6", "BF-C-12")
def test_red_max_copies_red_actions() -> None:
    desk = mixed(BIG | {"charge": 0, "mode": "vengeance"}, {"cemetery": ["otto"]}, {})
    desk.play("0: announce max", *QUIET)
    assert desk.legal(0) == ["box normal", "box vengeance"]
    events = desk.play("0: box vengeance")
    assert happened(events, "copies(seat=0 character=2", "gains(seat=0 n=3 charge=5")


@pytest.mark.rule("BF-ANN-9", "BF-R15", "BF-C-MAX")
def test_max_finds_the_cemetery_empty() -> None:
    """The denouncer's return empties the only cemetery before the power is applied."""
    desk = mixed(
        {"active": "max", "weapon": "minigun", "charge": 3},
        {"active": "otto", "hand": ["bruno"], "lodge": "max", "cemetery": ["buck", "melinda", "sigrid", "jeanloup"]},
        {},
    )  # fmt: skip
    desk.play("0: announce max", "1: denounce", "2: pass", chance=("bruno", "buck"))
    desk.play("1: place otto")
    events = desk.play("0: place buck")
    assert happened(events, "fizzles(seat=0")


@pytest.mark.rule("BF-R48", "BF-ANN-12", "BF-C-6")
def test_a_copied_power_goes_on_when_its_character_is_dead_no_more() -> None:
    """Max copies Buck from seat 1's cemetery and kills seat 1's last but one: the return does not stop the copy."""
    desk = mixed(
        BIG | {"charge": 3, "mode": "vengeance"},
        {"active": "otto", "hand": ["bruno"], "lodge": "max", "cemetery": ["buck", "melinda", "sigrid", "jeanloup"]},
        {},
    )  # fmt: skip
    desk.play("0: announce max", *QUIET, "0: box normal", "0: copy buck", "0: target 1")
    # Otto goes to the hand when he dies, so seat 1 has two characters and no return; the copy was judged when chosen.
    assert desk.points[0] == 2
    assert desk.cemetery[1] == ["buck", "melinda", "sigrid", "jeanloup"]
    gone = mixed(
        BIG | {"charge": 3},
        {"active": "bruno", "hand": ["otto"], "lodge": "max", "cemetery": ["buck", "melinda", "sigrid", "jeanloup"]},
        {}, casting=SEVEN,
    )  # fmt: skip
    gone.play("0: announce max", *QUIET)
    gone.play("0: copy buck", "0: target 1", chance=("max",))
    assert gone.modes[1] == "vengeance"
    assert gone.cemetery[1] == []
    assert gone.points[0] == 2


@pytest.mark.rule("BF-ANN-11", "BF-R8")
def test_cards_prevail_over_the_rules() -> None:
    """A power that keeps charges (Sigrid), and a weapon that is kept after use (the knife)."""
    desk = vhs(
        {"weapon": "couteau_survie", "charge": 2},
        {"active": "buck"},
        {},
        market=["bazooka", "grenade", "minigun"],
    )
    desk.play("0: execute", "0: target 1", "0: name rocco")
    assert desk.weapon[0] == "couteau_survie"
    assert desk.charge[0] == 0
    assert desk.turn == 1
    kept = vhs(BIG | {"charge": 4}, {}, {}, market=["bazooka", "grenade", "minigun"])
    kept.play("0: announce sigrid", *QUIET, "0: take bazooka")
    assert kept.charge[0] == 6


@pytest.mark.rule("BF-C-2", "BF-C-14", "BF-C-3", "BF-R34")
def test_names_and_numbers_of_targets() -> None:
    desk = vhs({}, {"cemetery": ["otto"]}, {})
    desk.play("0: announce rocco", *QUIET, "0: target 1")
    assert "name otto" in desk.legal(0)
    few = vhs({"weapon": "minigun", "charge": 7}, {"active": "buck"}, {"active": "buck"})
    assert few.charge[0] == 8
    events = few.play("0: execute", "0: target 2")
    # Three targets asked, two opponents: both.
    assert happened(events, "aims(seat=0 target=2", "aims(seat=0 target=1", "attacks(seat=0 target=1")


def test_every_box_is_said_in_both_languages() -> None:
    content = GAME.content()
    for character in content.characters:
        for box in character.boxes:
            if box is not None:
                assert box.title["fr"]
                assert box.text["en"]
