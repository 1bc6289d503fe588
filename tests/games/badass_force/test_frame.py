"""What the frame of the page says: the boxes in use, and short words for a crowded bar."""

from typing import Any

import pytest

from bagarre.match import Match
from tests.games.badass_force.desk import DVD, GAME, Desk
from tests.games.badass_force.test_packs import STUNTS


def framed(match: Any, seat: int = 0, lang: str = "en") -> Any:
    speech = GAME.speech(lang, match.players, match.content.names)
    view = GAME.view(match.concealed(seat), seat, speech)
    return GAME.room("frame").frame(view, seat, speech), view


@pytest.mark.parametrize(
    ("edition", "packs", "boxes", "mood"),
    [
        ("vhs", [], "VHS", "vhs"),
        ("dvd", [], "DVD", "dvd"),
        ("mixed", [], "VHS + DVD", "vhs"),
        ("dvd", [STUNTS], "DVD + your packs", "dvd"),
    ],
)
def test_while_the_casting_is_chosen_the_title_says_from_which_boxes(
    edition: Any, packs: Any, boxes: Any, mood: Any
) -> None:
    match = Match(
        GAME, ["A", "B", "C"], options={"edition": edition, "casting": "chosen"}, packs=packs, seed=1
    )
    said, view = framed(match)
    assert view["casting"] == []
    assert said["title"].startswith(f"{boxes} ·")
    assert said["mood"] == mood
    assert said["labels"]["cast vince" if edition == "dvd" else "cast buck"] in (
        "Vince Bitume",
        "Buck Torgnole",
    )


def test_heroes_to_put_in_front_are_named_without_a_verb() -> None:
    match = Match(GAME, ["A", "B", "C"], options={"edition": "vhs"}, seed=1)
    said, view = framed(match)
    assert said["title"].startswith("VHS ·")
    assert set(said["labels"].values()) == {card["short"] for card in view["casting"]}
    assert all(label.startswith("place ") for label in said["labels"])


def said(desk: Desk, seat: int) -> Any:
    speech = GAME.speech("en", ["Ada", "Bob", "Cid"], desk.content.names)
    return GAME.room("frame").frame(GAME.view(GAME.concealed(desk.s, seat), seat, speech), seat, speech)


def test_names_that_can_be_right_come_first_and_those_that_cannot_say_so() -> None:
    desk = Desk({"active": "rocco"}, {"cemetery": ["buck", "otto"]}, {})
    desk.play("0: announce rocco", "1: pass", "2: pass")
    assert said(desk, 0)["hints"]["target 1"] == "5 heroes possible; right: you +2"
    desk.play("0: target 1")
    told = said(desk, 0)
    assert told["hints"]["name buck"] == told["hints"]["name otto"] == "dead: in vain"
    assert told["hints"]["name stefan"] == "1 of 5 possible"
    assert told["groups"][0]["choices"][-2:] == ["name buck", "name otto"]
    assert sorted(told["groups"][0]["choices"]) == sorted(desk.legal(0))


def test_a_hero_has_the_same_number_in_every_question() -> None:
    desk = Desk({"active": "rocco", "charge": 4}, {"cemetery": ["buck", "otto"]}, {})
    numbers = {card["key"]: str(n) for n, card in enumerate(desk.view(0)["casting"], 1)}
    keys = said(desk, 0)["keys"]
    assert {f"announce {hero}": n for hero, n in numbers.items()}.items() <= keys.items()
    assert (keys["execute"], keys["armory"]) == ("a", "b"), "what stands beside heroes has letters"
    desk.play("0: announce rocco", "1: pass", "2: pass")
    assert said(desk, 0)["keys"] == {}, "rivals are no heroes"
    desk.play("0: target 1")
    keys = said(desk, 0)["keys"]
    assert {f"name {hero}": n for hero, n in numbers.items()}.items() <= keys.items()


def test_a_dodge_says_what_becomes_of_the_hero() -> None:
    desk = Desk(
        {"weapon": "crayon", "charge": 2},
        {"active": "vince", "charge": 3},
        {},
        casting=list(DVD),
        options={"edition": "dvd"},
    )
    desk.play("0: execute", "0: target 1")
    hints = said(desk, 1)["hints"]
    assert "stays in play" in hints["dodge"]
    assert hints["endure"].endswith("dies")
    desk.play("1: endure")
    assert said(desk, 1)["keys"]["pass"] == "a"


def test_weapons_of_the_market_stand_in_its_order() -> None:
    desk = Desk({"weapon": "minigun", "charge": 6}, {}, {}, market=["grenade", "bazooka", "grenade"])
    assert said(desk, 0)["hints"]["execute"] == "attack 2 rivals", "the key of the shot says what it does"
    desk.play("0: change_weapon")
    assert said(desk, 0)["groups"] == [{"choices": ["take grenade", "take bazooka"]}]


def test_who_only_answers_is_not_told_that_it_is_their_turn() -> None:
    desk = Desk({"active": "buck", "weapon": "minigun", "charge": 6}, {"active": "otto"}, {"active": "bruno"})
    assert not said(desk, 0)["answers"]
    desk.play("0: execute", "0: target 1")
    told = said(desk, 1)
    assert told["answers"]
    assert told["ask"] == "Ada shoots at you. Do you defend?"
    assert told["hints"]["pass"] == "Otto dies, comes back to hand; Ada +2"
    desk.play("1: announce sigrid")
    told = said(desk, 0)
    assert told["answers"]
    assert told["hints"]["pass"] == "Bob: stops the attack", "a defence that is believed says what it does"
    desk.play("0: pass", "2: pass")
    assert said(desk, 2)["hints"]["pass"] == "Bruno dies, Ada +2"


def test_an_attack_by_a_power_says_so_and_a_red_defence_what_it_does() -> None:
    desk = Desk({"active": "buck", "charge": 3}, {"active": "otto", "mode": "vengeance"}, {})
    desk.play("0: announce buck", "1: pass", "2: pass", "0: target 1")
    assert said(desk, 1)["ask"] == "Ada attacks you with a power. Do you defend?"
    desk.play("1: announce stefan")
    assert said(desk, 0)["hints"]["pass"] == "Bob: stops the attack, kills the attacker"


def test_in_vengeance_both_powers_are_named() -> None:
    desk = Desk({"active": "otto", "mode": "vengeance"}, {}, {})
    desk.play("0: announce otto", "1: pass", "2: pass")
    assert said(desk, 0)["labels"] == {"box normal": "Normal power", "box vengeance": "Red power"}


def test_a_bluff_that_everybody_sees_through_says_so_on_its_key() -> None:
    desk = Desk({"active": "rocco", "cemetery": ["otto"]}, {}, {})
    assert "all see it" in said(desk, 0)["hints"]["announce otto"]
    assert "all see it" not in said(desk, 0)["hints"]["announce bruno"]


def test_in_vengeance_the_keys_tell_the_powers_of_the_casting() -> None:
    desk = Desk({"active": "rocco", "mode": "vengeance"}, {}, {})
    desk.play("0: change_character")
    assert "no defence" in said(desk, 0)["hints"]["place buck"]


def test_the_key_of_denouncing_says_when_it_may_lead_to_vengeance() -> None:
    desk = Desk(
        {"active": "rocco"},
        {"active": "stefan", "cemetery": ["buck", "otto", "melinda", "sigrid"]},
        {},
    )
    desk.play("0: announce otto")
    assert "Vengeance" in said(desk, 1)["hints"]["denounce"]
    assert "Vengeance" not in said(desk, 2)["hints"]["denounce"]


def test_a_target_that_wins_the_game_says_so() -> None:
    desk = Desk({"active": "buck", "charge": 4, "points": 14}, {"active": "otto"}, {})
    desk.play("0: announce buck", "1: pass", "2: pass")
    assert "16 reached" in said(desk, 0)["hints"]["target 1"]


def test_the_key_of_denouncing_says_who_would_be_first() -> None:
    desk = Desk({"active": "otto"}, {}, {}, {})
    desk.play("0: announce rocco")
    speech = GAME.speech("en", ["Ada", "Bob", "Cid", "Dan"], desk.content.names)
    told = GAME.room("frame").frame
    hints = {seat: told(desk.view(seat), seat, speech)["hints"]["denounce"] for seat in (1, 2, 3)}
    assert "pass" not in hints[1]
    assert hints[2].endswith("P1 goes before you")
    assert hints[3].endswith("2 players go before you")


def test_what_a_rival_said_stands_where_one_names_their_hero() -> None:
    desk = Desk({"active": "rocco"}, {"active": "stefan", "claimed": "stefan"}, {})
    desk.play("0: announce rocco", "1: pass", "2: pass")
    assert said(desk, 0)["hints"]["target 1"].endswith("said: Stefan")
    assert "said" not in said(desk, 0)["hints"]["target 2"]
    desk.play("0: target 1")
    hints = said(desk, 0)["hints"]
    assert [key for key, told in hints.items() if told.startswith("their claim")] == ["name stefan"]


def test_what_a_miss_has_disproved_is_no_longer_what_a_rival_said() -> None:
    desk = Desk({"active": "rocco"}, {"active": "otto", "claimed": "stefan"}, {})
    desk.play("0: announce rocco", "1: pass", "2: pass", "0: target 1")
    assert desk.view(2)["seats"][1]["claimed"]["key"] == "stefan"
    desk.play("0: name stefan")
    assert [desk.view(seat)["seats"][1]["claimed"] for seat in (0, 1, 2)] == [None, None, None]


@pytest.mark.rule("BF-DEF-5", "BF-R27")
@pytest.mark.parametrize(
    ("failed", "price"), [("continue", "caught: 2 heroes die"), ("absorbed", "caught: 1 hero dies")]
)
def test_a_defence_says_what_a_lie_costs_that_is_caught(failed: str, price: str) -> None:
    desk = Desk({"active": "buck", "charge": 4}, {"active": "otto"}, {}, options={"failed_defence": failed})
    assert not [told for told in said(desk, 0)["hints"].values() if "caught" in told]
    desk.play("0: announce buck", "1: pass", "2: pass", "0: target 1")
    assert said(desk, 1)["hints"]["announce stefan"].endswith(f"bluff · stops the attack · {price}")
    true = Desk({"active": "buck", "charge": 4}, {"active": "stefan"}, {})
    true.play("0: announce buck", "1: pass", "2: pass", "0: target 1")
    assert said(true, 1)["hints"]["announce stefan"].endswith("true · stops the attack")


def test_what_cannot_be_paid_says_how_many_charges_it_needs() -> None:
    desk = Desk({"active": "buck", "weapon": "grenade", "charge": 0}, {}, {})
    hints = said(desk, 0)["hints"]
    assert hints["execute"] == "needs 3 charges (you: 1)"
    assert "needs 2 charges (you: 1)" in hints["announce buck"]
    desk = Desk({"active": "buck", "weapon": "grenade", "charge": 3}, {}, {})
    hints = said(desk, 0)["hints"]
    assert "needs" not in hints["execute"] + hints["announce buck"]
    assert "costs 2" in hints["announce buck"]


def test_the_key_of_the_armory_says_whom_it_may_blow_up() -> None:
    full = {"weapon": "bazooka", "charge": 6}
    desk = Desk({"points": 13}, {"weapon": "bazooka", "charge": 5}, {**full, "points": 14})
    assert said(desk, 0)["hints"]["armory"] == "Boom at 75%: Cid, +3 · 16 reached: you win!"
    desk = Desk({}, {"weapon": "bazooka", "charge": 5}, {"weapon": "minigun", "charge": 8})
    assert said(desk, 0)["hints"]["armory"] == "Boom at 25%: Bob, +2"
    assert "blows up" not in said(Desk(full, {}, {}), 0)["hints"]["armory"]


def test_a_guess_says_what_it_brings_and_a_name_given_that_it_was() -> None:
    desk = Desk({"weapon": "couteau_survie", "charge": 4}, {"points": 3}, {})
    desk.play("0: execute")
    hints = said(desk, 0)["hints"]
    assert hints["target 1"] == "7 heroes possible; right: you +3 (leads)"
    assert hints["target 2"] == "7 heroes possible; right: you +2"
    desk.play("0: target 1", "0: name buck")
    assert said(desk, 0)["hints"]["name buck"] == "named already"
    assert said(desk, 0)["hints"]["name otto"] == "1 of 7 possible"


def test_the_key_of_denouncing_says_when_the_goal_would_be_reached() -> None:
    desk = Desk({"active": "otto", "points": 14}, {"points": 15}, {})
    desk.play("0: announce otto")
    assert "you +2, 16 reached; true" in said(desk, 1)["hints"]["denounce"]
    assert "the other +3 (you lead), 16 reached" in said(desk, 1)["hints"]["denounce"]
    assert "you +2; true" in said(desk, 2)["hints"]["denounce"]


def test_letting_a_defence_pass_says_who_defends() -> None:
    desk = Desk({"active": "buck", "charge": 4}, {"active": "otto"}, {})
    desk.play("0: announce buck", "1: pass", "2: pass", "0: target 1", "1: announce stefan")
    assert said(desk, 2)["hints"]["pass"] == "Bob: stops the attack"


def test_whoever_has_reached_the_goal_is_not_told_to_reach_it() -> None:
    desk = Desk({"active": "rocco", "points": 14}, {}, {})
    desk.play("0: announce rocco", "1: pass", "2: pass", "0: target 1")
    assert "16 reached" in said(desk, 0)["hints"]["name buck"]
    desk.s.points[0] = 16
    assert not [told for told in said(desk, 0)["hints"].values() if "reached" in told]


def test_whoever_attacks_reads_that_a_false_defence_does_not_stop_it() -> None:
    desk = Desk({"active": "buck", "charge": 4}, {"active": "otto"}, {})
    desk.play("0: announce buck", "1: pass", "2: pass", "0: target 1", "1: announce stefan")
    assert "+2, the attack goes on" in said(desk, 0)["hints"]["denounce"]
    assert "+2, the attack goes on" in said(desk, 2)["hints"]["denounce"], "whoever denounces it"
    # What it may cost the reader stands before what it may bring the other.
    assert "true: you −1 hero, the other +2" in said(desk, 2)["hints"]["denounce"]


def test_a_kill_that_is_not_worth_two_points_says_why_on_its_key() -> None:
    desk = Desk({"active": "buck", "charge": 4}, {"active": "otto", "points": 3}, {})
    desk.play("0: announce buck", "1: pass", "2: pass")
    hints = said(desk, 0)["hints"]
    assert hints["target 1"].endswith("you +3 (leads)")
    assert hints["target 2"].endswith("you +2")
    desk.play("0: target 1", "1: announce stefan")
    desk.s.kills[0] = 1
    assert "you +2 (kill 2 of the turn, leads), the attack goes on" in said(desk, 0)["hints"]["denounce"]
    assert "you −1 hero, the other +2" in said(desk, 0)["hints"]["denounce"]
    desk.s.flat_denunciation = 1
    assert "kill 2" not in said(desk, 0)["hints"]["denounce"]


def test_a_hero_that_can_only_be_in_the_lodge_is_not_counted_in_front() -> None:
    desk = Desk(
        {"active": "rocco"},
        {"active": "otto", "hand": ["sigrid"], "lodge": "bruno", "cemetery": ["rocco", "buck", "stefan", "melinda"]},
        {},
        casting=["bruno", "sigrid", "rocco", "melinda", "otto", "buck", "stefan"],
    )  # fmt: skip
    desk.play("0: announce rocco", "1: pass", "2: pass")
    assert said(desk, 0)["hints"]["target 1"] == "3 heroes possible; right: you +2"
    desk.s.in_play[1] = desk.s.hand[1] | 1 << desk.s.active[1]
    assert said(desk, 0)["hints"]["target 1"] == "2 heroes possible; right: you +2"
    desk.play("0: target 1")
    hints = said(desk, 0)["hints"]
    assert hints["name bruno"] == "not there: in vain"
    assert hints["name otto"] == hints["name sigrid"] == "1 of 2 possible"


def test_in_somebody_elses_turn_a_hero_or_a_weapon_is_an_answer() -> None:
    desk = Desk(
        {"active": "buck", "weapon": "minigun", "charge": 6}, {"active": "rocco"}, {"active": "bruno"}
    )
    desk.play("0: execute", "0: target 1", "1: pass")
    assert said(desk, 1)["answers"], "a dead hero's successor"
    desk = Desk({"active": "otto"}, {}, {})
    desk.play("0: change_character")
    assert not said(desk, 0)["answers"]


@pytest.mark.rule("BF-DEF-5")
def test_whoever_puts_a_hero_in_front_to_die_is_asked_whom_to_give_up() -> None:
    desk = Desk({"active": "buck", "charge": 3}, {"active": "bruno"}, {})
    desk.play(
        "0: announce buck",
        "1: pass",
        "2: pass",
        "0: target 1",
        "1: announce stefan",
        "0: denounce",
        "2: pass",
    )
    told = said(desk, 1)
    assert told["ask"] == "The attack goes on: whom do you give up?"
    assert told["hints"]["place rocco"] == "dies at once"
    assert told["hints"]["place otto"] == "dies at once, and comes back to hand"
    desk.play("1: place rocco")
    assert said(desk, 1)["ask"] == "Which hero do you put in front?"


def test_the_key_of_a_hero_to_put_in_front_says_what_it_parries() -> None:
    desk = Desk({"active": "otto"}, {}, {})
    desk.play("0: change_character")
    hints = said(desk, 0)["hints"]
    assert hints["place sigrid"].startswith("stops a shot · ")
    assert hints["place stefan"].startswith("stops a power · ")
    desk = Desk({"active": "otto", "mode": "vengeance"}, {}, {})
    desk.play("0: change_character")
    assert said(desk, 0)["hints"]["place stefan"].startswith("stops any attack · ")


@pytest.mark.parametrize(
    ("weapon", "charge", "shot"),
    [
        ("lance_flammes", 5, "attack Bob and Cid"),
        ("fusil_a_pompe", 3, "attack Bob or Cid"),
        ("couteau_survie", 2, "guess the hero: it dies, no defence"),
    ],
)
def test_a_shot_at_neighbours_names_them(weapon: str, charge: int, shot: str) -> None:
    assert said(Desk({"weapon": weapon, "charge": charge}, {}, {}), 0)["hints"]["execute"] == shot


def test_what_a_power_may_do_besides_is_said_in_the_question_and_on_the_keys() -> None:
    desk = Desk({"active": "otto", "mode": "vengeance", "weapon": "fusil_a_pompe"}, {}, {})
    desk.play("0: announce otto", "1: pass", "2: pass", "0: box vengeance")
    told = said(desk, 0)
    assert told["ask"] == "Fire too, in this turn?"
    assert told["hints"] == {"yes": "attack Bob or Cid", "no": "the weapon stays loaded"}


def test_a_name_is_asked_for_with_whose_hero_it_would_be() -> None:
    desk = Desk({"active": "rocco", "mode": "vengeance", "charge": 1}, {}, {})
    desk.play("0: announce rocco", "1: pass", "2: pass", "0: box vengeance", "0: target 2")
    assert said(desk, 0)["ask"] == "Which hero is in front of Cid?"
    desk.play("0: name buck")
    assert said(desk, 0)["ask"] == "Second name: which other hero?"


@pytest.mark.rule("BF-C-BRUNO", "BF-SHOW-2", "BF-C-ROCCO")
def test_of_a_rival_whose_hero_was_seen_one_name_is_certain_and_stands_first() -> None:
    desk = Desk({"active": "bruno"}, {"active": "stefan", "cemetery": ["buck"]}, {"active": "otto"})
    desk.play("0: announce bruno", "1: pass", "2: pass", "0: target 1")
    desk.play("1: armory", "2: armory", chance=("green", "green", "green", "green"))
    desk.play("0: announce rocco", "1: pass", "2: pass", "0: target 1")
    told = said(desk, 0)
    assert told["groups"][0]["choices"][0] == "name stefan"
    assert told["hints"].pop("name stefan") == "it is, for sure"
    assert told["hints"].pop("name buck") == "dead: in vain"
    assert {told["hints"][name] for name in told["hints"] if name.startswith("name ")} == {
        "not there: in vain"
    }
    speech = GAME.speech("en", ["Ada", "Bob", "Cid"], desk.content.names)
    for reader, known in ((0, 5), (2, 0)):
        heads = GAME.view(GAME.concealed(desk.s, reader), reader, speech)["seats"][1]["heads"]
        assert sum(head["not_active"] for head in heads) == known


@pytest.mark.rule("BF-CHARGE-4", "BF-OVER-6")
def test_a_theft_says_what_it_does_to_both_weapons() -> None:
    """Charges of whoever is chosen already are counted: what comes besides is lost, and nothing explodes."""
    desk = Desk(
        {"active": "melinda", "weapon": "grenade", "charge": 1},
        {"weapon": "minigun", "charge": 4},
        {"weapon": "minigun", "charge": 1},
    )
    desk.play("0: announce melinda", "1: pass", "2: pass")
    first = said(desk, 0)
    assert first["hints"]["target 1"] == "charge 4 → 3; yours 2 → 3"
    assert first["alarms"]["target 1"] == "⚠ explosive!"
    desk.play("0: target 1")
    told = said(desk, 0)
    assert told["hints"]["target 2"] == "charge 1 → 0; yours stays at 3: full, but no explosion"
    assert told["hints"]["stop"] == "Bob is the only target"
    assert told["alarms"] == {}
    desk.play("0: target 2")
    assert (desk.charge[0], desk.charge[2]) == (3, 0)


def test_a_lie_that_nobody_can_believe_stands_last_and_warns_of_nothing() -> None:
    desk = Desk(
        {"active": "buck", "cemetery": ["otto", "rocco"], "weapon": "grenade", "charge": 1, "not_active": ["bruno"]},
        {"charge": 1},
        {},
    )  # fmt: skip
    told = said(desk, 0)
    assert set(told["marks"]) == {"announce otto", "announce rocco", "announce bruno"}
    assert set(told["groups"][1]["choices"][-3:]) == set(told["marks"])
    assert told["hints"]["announce otto"] == "✗ dead: all see it"
    assert told["hints"]["announce bruno"] == "✗ all know it is false"
    assert not set(told["marks"]) & set(told["alarms"])
    assert set(told["groups"][1]["choices"]) >= set(told["marks"]), "all can be announced"
