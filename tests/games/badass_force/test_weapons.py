"""Every weapon, executions, overloads."""

from typing import Any

import pytest

from tests.games.badass_force.desk import DVD, GAME, Desk, happened

DVD_OPTIONS = {"edition": "dvd"}
CALM = {"reactions": False}


def vhs(*seats: Any, **more: Any) -> Any:
    more.setdefault("options", CALM)
    return Desk(*seats, **more)


def dvd(*seats: Any, **more: Any) -> Any:
    return Desk(*seats, casting=list(DVD), options={"edition": "dvd", "reactions": False}, **more)


@pytest.mark.rule("BF-WEAPON-1", "BF-WEAPON-2")
def test_the_trigger_square() -> None:
    assert "execute" not in vhs({"weapon": "bazooka", "charge": 2}, {}, {}).legal(0)
    desk = vhs({"weapon": "bazooka", "charge": 2}, {}, {})
    assert desk.why(0, "execute") == "BF-WEAPON-1"
    loaded = vhs({"weapon": "bazooka", "charge": 3}, {}, {})
    assert "execute" in loaded.legal(0)
    loaded.play("0: change_character", "0: place buck")
    assert loaded.charge[0] == 4


@pytest.mark.rule("BF-WEAPON-9")
@pytest.mark.parametrize("edition", ["vhs", "dvd"])
def test_a_loaded_weapon_can_always_be_used(edition: Any) -> None:
    for weapon in GAME.content().weapons:
        if weapon.origin == edition:
            number = GAME.content().weapons.index(weapon)
            name = GAME.verbs.write((GAME.verbs.read("take crayon").verb, number)).split()[1]
            cast = {"casting": list(DVD)} if edition == "dvd" else {}
            desk = Desk({"weapon": name, "charge": weapon.top}, {}, {}, options={"edition": edition}, **cast)
            events = desk.play("0: execute")
            assert happened(events, "executes(seat=0")
            assert desk.turn == 0 or desk.ask == "action"


@pytest.mark.rule("BF-C-11", "BF-ATT-3")
def test_flamethrower_burns_both_neighbours() -> None:
    desk = vhs(
        {}, {"weapon": "lance_flammes", "charge": 4}, {"active": "buck"}, {}, {"active": "rocco"}, turn=1
    )
    events = desk.play("1: execute")
    # The left neighbour first: the next one clockwise. The right neighbour is seat 0.
    assert happened(events, "attacks(seat=1 target=2", "dies(seat=2")
    events = desk.play("2: place otto")
    assert happened(events, "attacks(seat=1 target=0", "dies(seat=0")
    desk.play("0: place otto")
    assert desk.ask == "take"


@pytest.mark.rule("BF-C-11", "BF-WEAPON-8")
def test_shotgun_hits_a_neighbour() -> None:
    desk = vhs({"weapon": "fusil_a_pompe", "charge": 2}, {}, {}, {}, {})
    desk.play("0: execute")
    assert desk.legal(0) == ["target 1", "target 4"]
    assert Desk({"weapon": "fusil_a_pompe", "charge": 2}, {}, {}).play("0: execute")
    three = vhs({"weapon": "fusil_a_pompe", "charge": 2}, {}, {})
    three.play("0: execute")
    assert three.legal(0) == ["target 1", "target 2"]


@pytest.mark.rule("BF-ATT-4")
def test_bazooka_cannot_be_defended() -> None:
    desk = vhs({"weapon": "bazooka", "charge": 3}, {"active": "sigrid"}, {}, options={})
    events = desk.play("0: execute", "0: target 1")
    assert happened(events, "attacks(", "dies(seat=1 character=4")


@pytest.mark.rule("BF-WEAPON-7", "BF-WEAPON-8", "BF-R34")
@pytest.mark.parametrize(("charge", "targets"), [(5, 2), (6, 2), (7, 3)])
def test_minigun(charge: Any, targets: Any) -> None:
    desk = vhs({"weapon": "minigun", "charge": charge}, {}, {}, {}, {})
    desk.play("0: execute")
    for target in (3, 1, 4)[:targets]:
        assert desk.ask == "target"
        assert f"target {target}" in desk.legal(0)
        desk.play(f"0: target {target}")
        if target == 3:
            assert "target 3" not in desk.legal(0)
    assert desk.ask == "place"
    assert desk.deciders == [1]


@pytest.mark.rule("BF-WEAPON-4", "BF-WEAPON-7")
@pytest.mark.parametrize(("charge", "names"), [(1, 1), (3, 2)])
def test_survival_knife(charge: Any, names: Any) -> None:
    desk = vhs({"weapon": "couteau_survie", "charge": charge}, {"active": "bruno"}, {})
    desk.play("0: execute", "0: target 1")
    for name in ("buck", "bruno")[2 - names :]:
        assert desk.ask == "name"
        events = desk.play(f"0: name {name}")
    assert happened(events, "dies(seat=1 character=6 killer=0 cause=1")
    desk.play("1: place buck")
    assert desk.weapon[0] == "couteau_survie"
    assert desk.charge[0] == 0


@pytest.mark.rule("BF-ATT-5", "BF-OVER-1")
def test_explosive_bow_gives_when_cancelled() -> None:
    desk = vhs({"weapon": "arc_explosif", "charge": 3}, {"weapon": "minigun"}, {}, options={})
    events = desk.play("0: execute", "0: target 1", "1: announce sigrid", "0: pass", "2: pass")
    assert happened(events, "cancels(seat=1", "receives(seat=1 giver=0 n=2")
    killed = vhs({"weapon": "arc_explosif", "charge": 3}, {"weapon": "minigun"}, {}, options={})
    events = killed.play("0: execute", "0: target 1", "1: pass")
    events += killed.play("1: place otto")
    assert not any("receives" in event for event in events)


def test_grenade_and_ninja_stars() -> None:
    grenade = vhs({"weapon": "grenade", "charge": 2}, {}, {}, {})
    assert happened(grenade.play("0: execute", "0: target 2"), "dies(seat=2")
    stars = vhs({"weapon": "etoiles_ninja", "charge": 4}, {"lodge": "bruno"}, {})
    events = stars.play("0: execute", "0: target 1", chance=("otto",))
    assert happened(events, "dies(seat=1 character=2 killer=0 cause=6", "scores(seat=0 n=2")


def test_katana_is_kept_after_a_kill() -> None:
    desk = dvd({"weapon": "katana", "charge": 3}, {}, {})
    desk.play("0: execute", "0: target 1")
    events = desk.play("1: place stan")
    assert happened(events, "keeps(seat=0")
    assert desk.weapon[0] == "katana"
    assert desk.charge[0] == 1
    cancelled = Desk({"weapon": "katana", "charge": 3}, {}, {}, casting=list(DVD), options=DVD_OPTIONS)
    cancelled.play("0: execute", "0: target 1", "1: announce caillou", "0: pass", "2: pass")
    assert cancelled.ask == "take"


@pytest.mark.parametrize(("charge", "targets"), [(3, 1), (4, 1), (5, 2)])
def test_twin_pistols(charge: Any, targets: Any) -> None:
    desk = dvd({"weapon": "pistolets_jumeaux", "charge": charge}, {}, {}, {})
    desk.play("0: execute", "0: target 2")
    if targets == 2:
        assert desk.legal(0) == ["target 1", "target 3"]
        desk.play("0: target 3")
    assert desk.ask == "place"


def test_sniper_rifle_aims_at_the_highest_score() -> None:
    desk = dvd(
        {"weapon": "fusil_precision", "charge": 3, "points": 9}, {"points": 4}, {"points": 4}, {"points": 1}
    )
    desk.play("0: execute")
    assert desk.legal(0) == ["target 1", "target 2"]
    alone = dvd(
        {"weapon": "fusil_precision", "charge": 3, "points": 9}, {"points": 4}, {"points": 5}, {"points": 1}
    )
    assert happened(alone.play("0: execute"), "attacks(seat=0 target=2", "dies(seat=2")


@pytest.mark.rule("BF-ATT-4", "BF-ATT-5", "BF-C-8")
def test_pencil_can_be_dodged() -> None:
    seats = (
        {"weapon": "crayon", "charge": 1},
        {"weapon": "katana", "charge": 2},
        {"weapon": "katana", "charge": 1},
    )
    desk = dvd(*seats)
    desk.play("0: execute", "0: target 1")
    assert desk.legal(1) == ["dodge", "endure"]
    events = desk.play("1: dodge")
    assert happened(events, "dodges(seat=1 n=2 charge=0")
    assert desk.ask == "take"
    hit = dvd(*seats)
    assert happened(hit.play("0: execute", "0: target 1", "1: endure"), "endures(seat=1", "dies(seat=1")
    poor = dvd(*seats)
    assert happened(poor.play("0: execute", "0: target 2"), "dies(seat=2")
    # Before the defence window: whoever does not dodge may still defend.
    both = Desk(*seats, casting=list(DVD), options=DVD_OPTIONS)
    both.play("0: execute", "0: target 1", "1: endure")
    assert both.ask == "defend"


@pytest.mark.rule("BF-ATT-3", "BF-WEAPON-7")
@pytest.mark.parametrize(("charge", "targets"), [(3, 1), (4, 1), (5, 2), (6, 2), (7, 3)])
@pytest.mark.parametrize("way", ["clockwise", "counter_clockwise"])
def test_nitro_car(charge: Any, targets: Any, way: Any) -> None:
    desk = dvd({"weapon": "bolide_nitro", "charge": charge}, {}, {}, {}, {})
    desk.play("0: execute", f"0: direction {way}")
    order = [1, 2, 3] if way == "clockwise" else [4, 3, 2]
    for target in order[:targets]:
        assert desk.deciders == [target]
        desk.play(f"{target}: place stan")
    assert desk.ask == "take"


def test_nitro_car_with_three_players_hits_each_opponent_once() -> None:
    desk = dvd({"weapon": "bolide_nitro", "charge": 7}, {}, {})
    desk.play("0: execute", "0: direction counter_clockwise")
    assert desk.deciders == [2]
    desk.play("2: place stan")
    assert desk.deciders == [1]
    desk.play("1: place stan")
    assert desk.ask == "take"


def test_submachine_gun_is_kept_and_loses_four() -> None:
    desk = dvd({"weapon": "pistolet_mitrailleur", "charge": 6}, {}, {})
    desk.play("0: execute", "0: target 1", "1: place stan")
    assert desk.weapon[0] == "pistolet_mitrailleur"
    assert desk.charge[0] == 3


def test_grenade_launcher_gives_to_the_others() -> None:
    desk = dvd(
        {"weapon": "lance_grenades", "charge": 3},
        {"weapon": "katana"},
        {"weapon": "katana"},
        {"weapon": "katana"},
    )
    events = desk.play("0: execute", "0: target 2")
    events += desk.play("2: place stan")
    assert happened(events, "dies(seat=2", "receives(seat=1 giver=0 n=1", "receives(seat=3 giver=0 n=1")
    assert not any("receives(seat=2" in event for event in events)


@pytest.mark.rule("BF-WEAPON-5", "BF-WEAPON-3")
def test_the_charges_stay_until_the_end_of_an_execution() -> None:
    desk = vhs({"weapon": "bazooka", "charge": 4}, {}, {})
    desk.play("0: execute")
    assert desk.charge[0] == 5
    desk.play("0: target 1")
    assert desk.charge[0] == 5
    desk.play("1: place otto")
    assert desk.charge[0] == 5
    desk.play(f"0: take {desk.market[0]}")
    assert desk.charge[0] == 0


@pytest.mark.rule("BF-ATT-3", "BF-ATT-6", "BF-VENG-10", "BF-R26")
def test_the_rest_of_an_effect_is_carried_out() -> None:
    """The attacker loses his own character to a counter and returns to play; the second attack still comes."""
    desk = Desk(
        {"weapon": "minigun", "charge": 5, "active": "buck", "hand": ["rocco"], "lodge": "otto", "cemetery": ["melinda", "sigrid", "stefan", "bruno"]},
        {"mode": "vengeance"}, {}, {},
    )  # fmt: skip
    desk.play("0: execute", "0: target 1", "0: target 2", "1: announce stefan")
    events = desk.play("0: pass", "2: pass", "3: pass", chance=("buck",))
    assert happened(events, "cancels(seat=1", "dies(seat=0", "avenges(seat=0")
    events = desk.play("0: place otto")
    assert happened(events, "attacks(seat=0 target=2")


@pytest.mark.rule("BF-OVER-8", "BF-SCORE-8", "BF-R22", "BF-R7")
def test_self_overload() -> None:
    desk = vhs({"weapon": "grenade", "charge": 3, "active": "buck"}, {}, {}, options={"self_overload": True})
    # The charging step blows it up; nobody scores, no counter advances.
    assert desk.deciders == [0]
    assert desk.ask == "place"
    assert desk.cemetery[0] == ["buck"]
    desk.play("0: place otto", f"0: take {desk.market[0]}")
    assert desk.points == [0, 0, 0]
    assert desk.kills == [0, 0, 0]
    assert desk.ask == "action"
    capped = vhs({"weapon": "grenade", "charge": 3, "active": "buck"}, {}, {})
    assert capped.charge[0] == 3
    assert capped.ask == "action"


@pytest.mark.rule("BF-DEF-8")
def test_without_reactions_no_window_opens() -> None:
    desk = vhs({"weapon": "grenade", "charge": 2}, {"active": "sigrid"}, {})
    assert happened(desk.play("0: execute", "0: target 1"), "attacks(", "dies(seat=1 character=4")


@pytest.mark.rule("BF-WEAPON-6")
def test_a_kept_weapon_that_exploded_is_not_kept() -> None:
    """The submachine gun made unstable by force: Milana's gift blows it up, and neither keeping nor losing charges follows."""
    desk = Desk(
        {"weapon": "pistolet_mitrailleur", "charge": 6},
        {"mode": "vengeance"},
        {},
        casting=list(DVD),
        options=DVD_OPTIONS,
    )
    desk.s.code[2 * desk.s.arms[desk.s.weapon[0]] + 1] |= 16
    desk.play(
        "0: execute", "0: target 1", "1: announce milana", "0: pass", "2: pass", "1: yes", "0: place stan"
    )
    taken = desk.market[0]
    events = desk.play(f"0: take {taken}")
    assert not any("keeps" in event or "loses" in event for event in events)
    assert desk.weapon[0] == taken
    assert desk.turn == 1
