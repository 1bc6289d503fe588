"""What the coach of Badass Force says is true: points, chances, what is known."""

import re
from fractions import Fraction
from typing import Any

import pytest

from bagarre.games.badass_force.rules.arsenal import GREEN, RED
from bagarre.kernel.outcomes import outcomes
from tests.games.badass_force.desk import GAME, Desk


def told(desk: Desk, seat: int, text: str, lang: str = "en") -> str:
    speech = GAME.speech(lang, ["Ada", "Bob", "Cid", "Dan"], desk.content.names)
    coach = GAME.coach(GAME.concealed(desk.s, seat), seat, speech)
    assert coach is not None
    return coach.consequence(GAME.verbs.read(text))


def settled(desk: Desk, seat: int) -> bool:
    """May the careful choice be made at once?"""
    speech = GAME.speech("en", ["Ada", "Bob", "Cid"], desk.content.names)
    shown = GAME.view(GAME.concealed(desk.s, seat), seat, speech)
    return bool(GAME.room("frame").frame(shown, seat, speech)["settled"])


@pytest.mark.parametrize("options", [{}, {"dice": "wild"}])
@pytest.mark.parametrize("charge", [4, 5])
def test_the_chances_of_the_armory_are_those_of_all_its_outcomes(
    charge: int, options: dict[str, str]
) -> None:
    desk = Desk(
        {"weapon": "minigun", "charge": 2},
        {"weapon": "bazooka", "charge": charge + 1},
        {"weapon": "minigun", "charge": 3},
        options=options,
    )
    own, given, burst = [Fraction(0)] * 3, [Fraction(0)] * 3, Fraction(0)
    for chance, _, after in outcomes(GAME, desk.s, 0, GAME.verbs.read("armory")):
        s: Any = after
        own[sum(colour != RED for colour in s.rolled)] += chance
        given[sum(colour != GREEN for colour in s.rolled)] += chance
        burst += chance * any(event.kind.name == "explodes" for event in GAME.events(s))
    said = [int(number) for number in re.findall(r"(\d+)%", told(desk, 0, "armory"))]
    assert said == [round(100 * share) for share in (own[2], own[1], own[0], given[2], given[1], burst)]


def test_an_announcement_tells_both_branches_and_whether_it_is_true() -> None:
    desk = Desk({"active": "rocco"}, {"points": 3}, {})
    assert "It is true" in told(desk, 0, "announce rocco")
    bluff = told(desk, 0, "announce otto")
    assert "Gain 3 charges." in bluff
    assert "you lose Rocco Bandana, the denouncer scores 2 points" in bluff


def test_points_against_the_sole_leader_depend_on_who_denounces() -> None:
    """Whoever is wrong about a true announcement pays 2 points, the sole leader 3."""
    desk = Desk({"active": "rocco"}, {"points": 3}, {})
    assert "you score 2 or 3 points" in told(desk, 0, "announce rocco")


@pytest.mark.parametrize(
    ("front", "seen", "said"),
    [
        ({"cemetery": ["otto"]}, "dead", "cemetery: a bluff, for certain"),
        ({}, "open", "7 heroes possible in front of Ada"),
        ({"cemetery": ["buck", "bruno"]}, "open", "5 heroes possible in front of Ada"),
    ],
)
def test_a_denunciation_tells_what_the_cards_tell_and_no_more(
    front: dict[str, object], seen: str, said: str
) -> None:
    desk = Desk({"active": "rocco", **front}, {}, {})
    desk.play("0: announce otto")
    assert said in told(desk, 1, "denounce")
    assert "you score 2 points" in told(desk, 1, "denounce")
    assert "Gain 3 charges." in told(desk, 1, "pass")


def test_a_target_with_a_full_unstable_weapon_is_said_to_explode() -> None:
    desk = Desk(
        {"active": "bruno", "mode": "vengeance"},
        {"weapon": "bazooka", "charge": 6},
        {"weapon": "minigun", "charge": 2},
    )
    desk.play("0: announce bruno", "1: pass", "2: pass", "0: box vengeance")
    assert "explodes, the hero dies and you score 2 points" in told(desk, 0, "target 1")
    assert "That weapon gains 2 charges." in told(desk, 0, "target 2")
    desk.play("0: target 1")
    assert desk.points[0] == 2


def test_a_hero_that_is_named_is_spoken_of_without_an_announcement() -> None:
    """Naming for Rocco: what cannot be in front is in vain; nobody has bluffed."""
    desk = Desk({"active": "rocco"}, {"cemetery": ["otto"]}, {})
    desk.play("0: announce rocco", "1: pass", "2: pass", "0: target 1")
    assert "Otto Gonflette is in Bob’s cemetery: naming will do nothing." in told(desk, 0, "name otto")
    assert told(desk, 0, "name buck").endswith("The cards seen leave 6 heroes possible in front of Bob.")
    assert all("bluff" not in told(desk, 0, f"name {hero}") for hero in ("otto", "buck"))


@pytest.mark.rule("BF-VENG-5", "BF-VENG-8")
@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        ("cool", "cool", ""),
        ("cool", "vengeance", "Bob is in Vengeance: 2 charges a turn"),
        ("vengeance", "cool", "2 charges"),
    ],
)
def test_the_coach_says_what_the_modes_mean_once_they_matter(own: str, other: str, said: str) -> None:
    desk = Desk({"active": "rocco", "mode": own}, {"mode": other}, {})
    speech = GAME.speech("en", ["Ada", "Bob", "Cid"], desk.content.names)
    coach = GAME.coach(GAME.concealed(desk.s, 0), 0, speech)
    assert coach is not None
    moment = coach.moment()
    assert said in moment
    assert ("Vengeance" in moment) == bool(said)


def moment(desk: Desk, seat: int) -> str:
    speech = GAME.speech("en", ["Ada", "Bob", "Cid", "Dan"], desk.content.names)
    coach = GAME.coach(GAME.concealed(desk.s, seat), seat, speech)
    assert coach is not None
    return coach.moment()


@pytest.mark.rule("BF-END-1")
@pytest.mark.parametrize(("points", "warned"), [(13, False), (14, True), (15, True)])
def test_the_coach_warns_of_a_rival_who_may_end_the_game(points: int, warned: bool) -> None:
    desk = Desk({"active": "rocco"}, {"points": points}, {})
    assert (f"Bob has {points} points of 16" in moment(desk, 0)) == warned
    assert "Take care" not in moment(desk, 1), "the rival is warned of nobody"


@pytest.mark.rule("BF-END-1")
def test_the_last_turn_is_that_of_whoever_plays_it() -> None:
    desk = Desk({"active": "rocco"}, {}, {})
    desk.s.points[0] = 16
    assert "the end of your turn, and nobody else plays again" in moment(desk, 0)
    assert "the end of Ada’s turn, and nobody else plays again" in moment(desk, 1)


@pytest.mark.parametrize(("charge", "first"), [(2, "Name a hero"), (3, "First name of 2")])
def test_two_names_are_counted(charge: int, first: str) -> None:
    """The turn adds one charge; with four the knife asks for two names."""
    desk = Desk({"active": "rocco", "weapon": "couteau_survie", "charge": charge}, {"active": "buck"}, {})
    desk.play("0: execute", "0: target 1")
    assert moment(desk, 0).startswith(first)
    if charge == 3:
        desk.play("0: name otto")
        assert moment(desk, 0).startswith("Second name of 2")


def test_a_defence_by_the_red_power_is_said_to_be_red() -> None:
    """Stefan parries powers only; in Vengeance the red power parries shots as well."""
    desk = Desk(
        {"active": "rocco", "weapon": "grenade", "charge": 3}, {"mode": "vengeance"}, {"mode": "cool"}
    )
    desk.play("0: execute")
    assert "Stefan Catogan (red power)" in told(desk, 0, "target 1")
    assert "Stefan" not in told(desk, 0, "target 2")


@pytest.mark.rule("BF-DEF-5")
def test_after_a_false_defence_whoever_is_put_in_front_is_said_to_die() -> None:
    desk = Desk({"active": "buck", "charge": 3}, {"active": "otto"}, {})
    desk.play("0: announce buck", "1: pass", "2: pass", "0: target 1")
    assert "the attack goes on: the hero whom you put in front next dies too." in told(
        desk, 1, "announce stefan"
    )
    desk.play("1: announce stefan")
    assert moment(desk, 0).startswith("Bob wants to stop your attack, and claims to be Stefan Catogan.")
    assert moment(desk, 2).startswith("Bob wants to stop Ada’s attack")
    desk.play("0: pass", "2: denounce")
    assert moment(desk, 1).startswith("Ada’s attack goes on, with no second defence")
    assert (
        told(desk, 1, "place rocco")
        == "Rocco Bandana comes in front and dies at once (to the cemetery); Ada scores 2 points."
    )
    events = desk.play("1: place rocco")
    assert any("dies(seat=1" in event for event in events)
    # The next one is put in front as usual.
    assert moment(desk, 1).startswith("Your hero has been killed.")
    assert "dies" not in told(desk, 1, "place buck")


@pytest.mark.rule("BF-R27")
def test_an_attack_that_a_false_defence_absorbs_is_over() -> None:
    desk = Desk(
        {"active": "buck", "charge": 3}, {"active": "otto"}, {}, options={"failed_defence": "absorbed"}
    )
    desk.play("0: announce buck", "1: pass", "2: pass", "0: target 1")
    assert told(desk, 1, "announce stefan").endswith("and the attack ends there.")
    desk.play("1: announce stefan")
    assert "attack" not in moment(desk, 1)
    desk.play("0: pass", "2: denounce")
    assert moment(desk, 1).startswith("Your bluff is caught: that hero is lost.")


def test_why_somebody_is_put_in_front_again_is_said() -> None:
    desk = Desk({"active": "otto", "weapon": "minigun"}, {"active": "stefan"}, {})
    desk.play("0: announce otto", "1: denounce", "2: pass", chance=("rocco",))
    assert moment(desk, 0).startswith("You told the truth: your card, seen by all, goes back to your hand.")
    desk = Desk({"active": "otto"}, {}, {})
    desk.play("0: change_character")
    assert moment(desk, 0).startswith("You change heroes")


@pytest.mark.rule("BF-C-10")
def test_a_hero_who_comes_back_is_said_to() -> None:
    desk = Desk({"active": "buck"}, {}, {})
    desk.play("0: change_character")
    assert told(desk, 0, "place otto").endswith("If killed, this hero goes back to your hand.")
    assert "goes back" not in told(desk, 0, "place rocco")


@pytest.mark.rule("BF-VENG-1", "BF-VENG-3", "BF-VENG-8")
def test_vengeance_is_told_to_whoever_turns_to_it_and_to_those_who_are_cool() -> None:
    bob = {"active": "stefan", "cemetery": ["buck", "bruno", "melinda", "sigrid"], "lodge": "otto"}
    desk = Desk({"active": "otto", "weapon": "minigun"}, bob, {})
    assert "Vengeance" not in moment(desk, 0)
    desk.play("0: announce otto", "1: denounce", "2: pass", chance=("rocco", "buck"))
    assert moment(desk, 1).startswith("Vengeance: all seven heroes back")
    assert "Bob is in Vengeance: seven heroes back" in moment(desk, 2)


@pytest.mark.rule("BF-END-1", "BF-END-3")
def test_a_choice_that_changes_nothing_any_more_is_said_to() -> None:
    """The goal is reached: what only places a hero or takes a weapon decides nothing; an announcement still might."""
    vain = "This changes nothing any more"
    desk = Desk({"active": "otto"}, {"active": "stefan", "points": 14}, {})
    desk.s.points[0] = 17  # reached with the point of those who are Cool, at the start of the turn
    assert vain not in moment(desk, 0)
    assert f"{vain}: the goal is reached, the game stops with this turn, and you win with 17 points." in told(
        desk, 0, "change_character"
    )
    assert vain in told(desk, 0, "change_weapon")
    assert vain not in told(desk, 0, "announce otto")
    assert not settled(desk, 0)
    desk.play("0: change_weapon")
    assert moment(desk, 0).startswith(vain)
    assert vain not in moment(desk, 1), "whoever is not asked chooses nothing"
    assert [settled(desk, seat) for seat in range(3)] == [True, False, False], "nobody need be asked"


@pytest.mark.rule("BF-END-1", "BF-END-3")
def test_a_liar_caught_by_whoever_wins_with_it_places_a_hero_for_nothing() -> None:
    desk = Desk({"active": "buck"}, {"active": "stefan", "points": 14}, {})
    desk.play("0: announce otto", "1: denounce", "2: pass")
    assert moment(desk, 0).startswith("This changes nothing any more")
    assert "and Bob wins with 16 points." in moment(desk, 0)
    assert settled(desk, 0)


@pytest.mark.rule("BF-END-1", "BF-END-3", "BF-C-OTTO")
def test_a_weapon_taken_after_a_shot_that_won_changes_nothing() -> None:
    """Also when a power fired it, which has nothing more to do."""
    otto = {"active": "otto", "mode": "vengeance", "weapon": "bazooka", "charge": 2, "points": 14}
    desk = Desk(otto, {"active": "bruno", "cemetery": ["buck"]}, {})
    desk.play("0: announce otto", "1: pass", "2: pass", "0: box vengeance", "0: yes", "0: target 1")
    assert settled(desk, 1), "whoever was hit puts a hero in front"
    desk.play("1: place rocco")
    assert desk.s.points[0] == 16
    assert moment(desk, 0).startswith("This changes nothing any more")
    assert settled(desk, 0)


@pytest.mark.rule("BF-END-4")
def test_between_equals_a_weapon_is_chosen_for_its_charges_are_counted() -> None:
    desk = Desk({"active": "otto"}, {}, {})
    desk.s.points[0] = desk.s.points[1] = 3
    desk.s.points[2] = 16
    desk.play("0: change_weapon")
    assert not settled(desk, 0)


@pytest.mark.rule("BF-END-4")
def test_with_a_tie_or_a_power_to_come_the_game_is_not_called_decided() -> None:
    tied = Desk({"active": "otto"}, {}, {})
    tied.s.points[0] = tied.s.points[1] = 16
    assert "changes nothing" not in told(tied, 0, "change_weapon")
    proven = Desk({"active": "otto", "points": 14}, {"active": "stefan"}, {})
    proven.play("0: announce otto", "1: denounce", "2: pass", chance=("buck",))
    assert "changes nothing" not in moment(proven, 0)


def test_who_has_reached_the_goal_is_named() -> None:
    desk = Desk({"active": "otto", "points": 14}, {"active": "stefan"}, {})
    desk.play("0: announce otto", "1: denounce", "2: pass", chance=("buck",))
    assert "You have 16 points: the game stops at the end of your turn" in moment(desk, 0)
    assert "Ada has 16 points: the game stops at the end of Ada’s turn" in moment(desk, 2)


def test_charges_that_a_power_takes_away_are_counted() -> None:
    desk = Desk({"active": "stefan"}, {"weapon": "minigun", "charge": 4}, {"weapon": "minigun", "charge": 1})
    desk.play("0: announce stefan", "1: pass", "2: pass")
    assert "That weapon loses 2 charges." in told(desk, 0, "target 1")
    assert "That weapon loses 1 charge." in told(desk, 0, "target 2")


def test_of_two_who_may_end_the_game_the_one_who_plays_is_named_first() -> None:
    desk = Desk({}, {"points": 14}, {"points": 14}, turn=2)
    assert "Cid and Bob have 14 points of 16" in moment(desk, 0)


@pytest.mark.rule("BF-VENG-8", "BF-END-1")
def test_who_reaches_the_goal_without_doing_anything_is_named_before_they_do() -> None:
    told = "Bob will reach 16 without doing anything"
    desk = Desk({}, {"points": 15}, {"points": 15, "mode": "vengeance"})
    assert f"{told}: this turn would be your last." in moment(desk, 0)
    assert f"{told}, and the game will stop with that turn." in moment(desk, 2)
    assert "without doing anything" not in moment(Desk({}, {"points": 14}, {"mode": "vengeance"}), 0)
    assert "without doing anything" not in moment(Desk({}, {"points": 15}, {}), 0)
    assert "without doing anything" not in moment(Desk({}, {"points": 15, "mode": "vengeance"}, {}), 0)


@pytest.mark.rule("BF-VENG-1")
def test_whoever_has_two_heroes_left_is_told_before_choosing() -> None:
    buried = ["otto", "melinda", "sigrid", "bruno"]
    desk = Desk({"active": "buck", "cemetery": buried, "weapon": "bazooka"}, {}, {})
    assert moment(desk, 0).startswith("Only two heroes left in play")
    assert "two heroes left" not in moment(Desk({"active": "buck", "cemetery": buried[:3]}, {}, {}), 0)


def test_an_unstable_weapon_is_said_to_explode() -> None:
    early, soon = (moment(Desk({"weapon": "bazooka", "charge": n}, {}, {}), 0) for n in (0, 3))
    assert early.startswith("Do one thing"), "first what a turn is"
    assert "Unstable weapon" in early
    assert soon.startswith("Unstable weapon")
    assert "nstable" not in moment(Desk({"weapon": "minigun"}, {}, {}), 0)


def test_what_may_end_the_game_is_said_before_anything_else() -> None:
    desk = Desk({"weapon": "bazooka"}, {"points": 14}, {})
    assert moment(desk, 0).startswith("Take care: Bob has 14 points")
    assert moment(desk, 2).startswith("Take care: Bob has 14 points")


@pytest.mark.parametrize(
    ("weapon", "charge", "choice", "said"),
    [
        ("grenade", 2, "announce stefan", "That fills your unstable weapon"),
        ("grenade", 1, "announce stefan", ""),
        ("minigun", 7, "announce stefan", ""),
        ("grenade", 2, "announce melinda", "That may fill your unstable weapon"),
        ("grenade", 2, "announce sigrid", ""),
        ("grenade", 2, "armory", "That may fill your unstable weapon"),
        ("bazooka", 3, "armory", ""),
        ("bazooka", 3, "announce otto", "That fills your unstable weapon"),
    ],
)
def test_a_choice_that_fills_an_unstable_weapon_says_so(
    weapon: str, charge: int, choice: str, said: str
) -> None:
    desk = Desk({"weapon": weapon, "charge": charge - 1}, {"charge": 1}, {"charge": 1})
    assert desk.s.charge[0] == charge  # the turn has begun with a charge
    heard = told(desk, 0, choice)
    assert said in heard if said else "your unstable weapon" not in heard
    alarmed = desk.view(0)["fills"].get(choice, "")
    assert alarmed == ("" if not said else "may_fill" if "may" in said else "fills")


def test_a_weapon_that_keeps_the_charges_says_when_it_is_full_at_once() -> None:
    desk = Desk(
        {"active": "sigrid", "weapon": "minigun", "charge": 1},
        {},
        {},
        market=["grenade", "bazooka", "minigun"],
    )
    desk.play("0: announce sigrid", "1: pass", "2: pass")
    assert "That fills your unstable weapon" in told(desk, 0, "take grenade")
    assert "That fills your unstable weapon" not in told(desk, 0, "take bazooka")


def test_whoever_stays_in_front_after_a_true_announcement_can_be_named() -> None:
    desk = Desk({"active": "otto"}, {}, {})
    desk.play("0: announce otto", "1: pass", "2: pass", "1: change_character", "1: place buck", "2: armory")
    assert "You said “I am Otto Gonflette”, and it is still true" in moment(desk, 0)
    desk = Desk({"active": "buck"}, {}, {})
    desk.play("0: announce otto", "1: pass", "2: pass", "1: change_character", "1: place buck", "2: armory")
    assert "still true" not in moment(desk, 0)


def test_several_attacks_are_said_to_go_clockwise() -> None:
    desk = Desk({"weapon": "minigun", "charge": 6}, {}, {}, {})
    desk.play("0: execute")
    assert "clockwise" in moment(desk, 0)
    desk.play("0: target 3")
    assert "clockwise" in moment(desk, 0)
    one = Desk({"weapon": "bazooka", "charge": 5}, {}, {}, {})
    one.play("0: execute")
    assert "clockwise" not in moment(one, 0)


@pytest.mark.rule("BF-DEN-2", "BF-R16")
def test_who_denounces_before_the_reader_is_said() -> None:
    desk = Desk({"active": "otto"}, {}, {}, {})
    desk.play("0: announce otto")
    line = "before you: only the first to denounce, clockwise after Ada, counts."
    assert "clockwise" not in moment(desk, 1)
    assert f"Bob goes {line}" in moment(desk, 2)
    assert f"Bob and Cid go {line}" in moment(desk, 3)
    asked = Desk({"active": "otto"}, {}, {}, options={"denounce_polling": "clockwise"})
    asked.play("0: announce otto", "1: pass")
    assert "clockwise" not in moment(asked, 2), "Bob has answered"


def test_whoever_waits_in_their_own_turn_reads_for_whom() -> None:
    desk = Desk({"active": "otto", "weapon": "arc_explosif", "charge": 5}, {"active": "sigrid"}, {})
    desk.play("0: execute", "0: target 1")
    assert moment(desk, 0) == "Your move is under way: Bob answers first."


def test_a_full_unstable_weapon_is_the_first_thing_that_is_said() -> None:
    desk = Desk({"active": "otto", "weapon": "bazooka", "charge": 6}, {}, {})
    assert moment(desk, 0).startswith("Your weapon is full and unstable")
    assert "Otto Gonflette dies" in moment(desk, 0)


def test_whether_charges_go_with_the_weapon_is_said() -> None:
    desk = Desk({"weapon": "minigun", "charge": 6, "active": "sigrid"}, {}, {})
    desk.play("0: change_weapon")
    assert "discarded, with its charges" in moment(desk, 0)
    keeps = Desk({"weapon": "minigun", "charge": 6, "active": "sigrid"}, {}, {})
    keeps.play("0: announce sigrid", "1: pass", "2: pass")
    assert moment(keeps, 0).startswith("Your weapon is discarded, your charges stay")


@pytest.mark.parametrize(
    ("hero", "said"),
    [("otto", "You tell the truth"), ("buck", "It is a bluff: if somebody denounces you, you lose Otto")],
)
def test_who_waits_to_be_believed_is_told_what_is_at_stake(hero: str, said: str) -> None:
    desk = Desk({"active": "otto", "charge": 3}, {}, {})
    desk.play(f"0: announce {hero}")
    assert said in moment(desk, 0)
    assert said not in moment(desk, 1)


@pytest.mark.rule("BF-SCORE-2", "BF-END-1")
@pytest.mark.parametrize(("points", "near"), [(13, False), (14, True), (15, True)])
def test_who_plays_is_told_that_one_kill_ends_the_game(points: int, near: bool) -> None:
    desk = Desk({"points": points}, {}, {})
    said = f"You have {points} points: one hero killed now takes you to 16"
    assert moment(desk, 0).startswith(said) == near
    assert "one hero killed" not in moment(desk, 1)


@pytest.mark.rule("BF-DEF-5")
@pytest.mark.parametrize(("front", "warned"), [("otto", True), ("stefan", False)])
def test_who_waits_on_a_false_defence_is_told_that_the_attack_would_go_on(front: str, warned: bool) -> None:
    desk = Desk({"active": "buck", "charge": 3}, {"active": front}, {})
    desk.play("0: announce buck", "1: pass", "2: pass", "0: target 1", "1: announce stefan")
    assert moment(desk, 1).endswith("the attack goes on, and kills the next hero too.") == warned


def test_what_a_miss_has_disproved_is_not_told_as_said() -> None:
    desk = Desk({"active": "rocco"}, {"active": "otto", "claimed": "stefan"}, {})
    desk.play("0: announce rocco", "1: pass", "2: pass", "0: target 1")
    assert "said to be this hero" in told(desk, 0, "name stefan")
    desk.s.barred[1] |= 1 << desk.s.claimed[1]
    assert "said to be this hero" not in told(desk, 0, "name stefan")


@pytest.mark.parametrize(("hero", "warned"), [("vince", True), ("caillou", False)])
def test_a_full_unstable_weapon_is_warned_of_powers_that_give_charges(hero: str, warned: bool) -> None:
    desk = Desk(
        {"active": "vince"},
        {"weapon": "lance_grenades", "charge": 6},
        {"weapon": "lance_grenades", "charge": 5},
        options={"edition": "dvd"},
    )
    desk.play(f"0: announce {hero}")
    assert ("if this power gives you a charge, it explodes" in moment(desk, 1)) == warned
    assert "explodes" not in moment(desk, 2)


LAST_TWO = ["buck", "otto", "melinda", "sigrid"]


def test_whoever_may_be_a_target_is_not_told_that_silence_is_safe() -> None:
    desk = Desk({"active": "rocco", "charge": 3}, {"active": "buck"}, {})
    desk.play("0: announce rocco")
    assert "your hero may die of it" in told(desk, 1, "pass")
    assert "risk nothing" not in told(desk, 1, "pass")


def test_a_bluff_that_the_cemetery_gives_away_is_said_to_be_one() -> None:
    desk = Desk({"active": "rocco", "cemetery": ["otto"]}, {}, {})
    assert "nobody will believe" in told(desk, 0, "announce otto")
    assert "where all can see it" in told(desk, 0, "announce otto")
    assert "caught on purpose" in told(desk, 0, "announce otto"), "what it may be good for"
    assert "nobody will believe" not in told(desk, 0, "announce bruno")


def test_losing_the_last_card_but_one_is_said_to_lead_to_vengeance() -> None:
    desk = Desk({"active": "rocco"}, {"active": "stefan", "cemetery": LAST_TWO}, {})
    desk.play("0: announce otto")
    assert "turn to Vengeance" in told(desk, 1, "denounce")
    assert "turn to Vengeance" not in told(desk, 2, "denounce")


def test_points_that_reach_the_goal_are_said_to() -> None:
    desk = Desk({"active": "rocco"}, {"active": "stefan", "points": 14}, {"points": 13})
    desk.play("0: announce otto")
    assert "reach the 16 points" in told(desk, 1, "denounce")
    assert "reach the 16 points" not in told(desk, 2, "denounce")


def test_the_card_of_a_first_game_tells_of_vengeance_and_of_whoever_is_still_cool() -> None:
    for lang in ("fr", "en"):
        words = GAME.words(lang)
        card = "".join(str(words.find(f"coach.card.{part}")) for part in ("hurts", "ends"))
        assert "Vengeance" in card
        assert "Cool" in card


def test_why_a_kill_is_not_worth_two_points_is_said_before_the_choice() -> None:
    desk = Desk({"active": "buck", "charge": 4}, {"active": "otto", "points": 3}, {})
    desk.play("0: announce buck", "1: pass", "2: pass")
    assert "3 points to you (Bob leads: 1 more)" in told(desk, 0, "target 1")
    assert "2 points to you." in told(desk, 0, "target 2")
    desk.s.kills[0] = 1
    assert "1 point to you (kill 2 of the turn: 1 instead of 2)" in told(desk, 0, "target 2")


def test_the_end_says_whose_turn_is_the_last() -> None:
    desk = Desk({"active": "buck", "charge": 4, "points": 14}, {"active": "otto"}, {})
    desk.play("0: announce buck", "1: pass", "2: pass")
    assert "at the end of your turn, and nobody else plays again" in told(desk, 0, "target 1")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_asked_is_told_in_the_four_lines_of_a_narrow_phone(lang: str) -> None:
    """A strip of about 47 letters a line: the rule that counts is not below it."""

    def length(desk: Desk, seat: int) -> int:
        speech = GAME.speech(lang, ["Sonnette", "Doorbell", "Grinder", "Fan"], desk.content.names)
        coach = GAME.coach(GAME.concealed(desk.s, seat), seat, speech)
        assert coach is not None
        return len(coach.moment())

    claim = Desk({"active": "rocco"}, {}, {}, {})
    claim.play("0: announce rocco")
    mine = Desk({"active": "rocco", "weapon": "minigun"}, {}, {}, {})
    assert max(length(mine, 0), length(mine, 1), length(claim, 1), length(claim, 2)) <= 4 * 47
    full = Desk({"weapon": "bazooka", "charge": 6, "active": "rocco"}, {"mode": "vengeance"}, {}, {})
    assert length(full, 0) <= 5 * 47


@pytest.mark.rule("BF-ATT-2")
@pytest.mark.parametrize("charge", [1, 6])
def test_whoever_is_overheard_is_told_also_beside_a_full_weapon_and_of_weapons_that_name(charge: int) -> None:
    casting = ["buck", "otto", "melinda", "sigrid", "stefan", "bruno", "jeanloup"]
    mine = {"active": "sigrid", "claimed": "sigrid", "weapon": "bazooka", "charge": charge}
    knife = Desk(mine, {"weapon": "couteau_survie"}, {"weapon": "minigun"}, casting=casting)
    assert "You said “I am Sigrid Xéno”, and it is still true" in moment(knife, 0)
    none = Desk(mine, {"weapon": "minigun"}, {"weapon": "minigun"}, casting=casting)
    assert "You said" not in moment(none, 0), "nobody can name"


@pytest.mark.rule("BF-OVER-6")
def test_a_theft_that_does_not_fit_is_said_to_be_lost() -> None:
    desk = Desk(
        {"active": "melinda", "weapon": "grenade", "charge": 1}, {"weapon": "minigun", "charge": 1}, {"weapon": "minigun", "charge": 1}
    )  # fmt: skip
    desk.play("0: announce melinda", "1: pass", "2: pass")
    assert "is lost, without blowing it up" not in moment(desk, 0)
    assert "That fills your unstable weapon" in told(desk, 0, "target 1")
    desk.play("0: target 1")
    assert "a charge stolen besides is lost, without blowing it up" in moment(desk, 0)
    assert "a charge stolen besides is lost, without blowing it up" in told(desk, 0, "target 2")
