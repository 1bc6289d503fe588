"""Powers in a few words, read from their programs: every hero has one, in both languages."""

from typing import Any

import pytest

from bagarre.games.badass_force.frame import frame
from bagarre.games.badass_force.view import first_name
from tests.games.badass_force.desk import DVD, GAME, Desk


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(("box", "cast"), [("vhs", ()), ("dvd", DVD)])
def test_every_power_has_its_few_words(box: str, cast: tuple[str, ...], lang: str) -> None:
    more = {"casting": list(cast)} if cast else {}
    desk = Desk({}, {}, {}, options={"edition": box}, **more)
    for card in desk.view(0, lang)["casting"]:
        for power in card["boxes"]:
            assert 3 < len(power["brief"]) <= 60, power
            assert "{" not in power["brief"]


def test_first_names_and_names_that_stay_whole() -> None:
    assert [
        first_name(name) for name in ("Jean-Loup Grandécart", "Max Amnézik", "Le Caillou", "Jet Lag", "Otto")
    ] == [
        "Jean-Loup",
        "Max",
        "Le Caillou",
        "Jet Lag",
        "Otto",
    ]


def test_a_power_against_those_with_more_points_says_so() -> None:
    desk = Desk({}, {}, {}, options={"edition": "dvd"}, casting=list(DVD))
    told = {card["key"]: card["boxes"][0]["brief"] for card in desk.view(0)["casting"]}
    assert told["john"] == "attack a rival ahead"
    assert told["ursula"] == "a rival ahead loses a hero in hand"


def test_an_announcement_in_the_bar_says_what_it_does_and_whether_it_is_true() -> None:
    desk = Desk({"active": "otto"}, {}, {})
    speech = GAME.speech("en", ["Ada", "Bob", "Cid"], desk.content.names)
    hints = frame(desk.view(0), 0, speech)["hints"]
    assert hints["announce otto"] == "✓\u00a0true · +3 charges"
    assert hints["announce melinda"] == "◐\u00a0bluff · steal 1 charge from 1–2 rivals"
    assert hints["announce bruno"] == "◐\u00a0bluff · look at a hero, +1 charge"


def test_a_weapon_of_the_market_says_in_the_bar_when_it_fires_and_what_it_does() -> None:
    desk = Desk({"active": "otto", "weapon": "minigun"}, {}, {}, market=["bazooka", "grenade", "bazooka"])
    desk.play("0: change_weapon")
    speech = GAME.speech("en", ["Ada", "Bob", "Cid"], desk.content.names)
    said = frame(desk.view(0), 0, speech)
    assert said["labels"]["take bazooka"] == "Bazooka"
    assert said["hints"]["take bazooka"] == "fire 4 · unstable · attack, no defence"


@pytest.mark.parametrize(
    ("weapon", "told"),
    [
        ("lance_flammes", "attack both neighbours"),
        ("fusil_a_pompe", "attack a neighbour"),
        ("minigun", "attack 2 rivals"),
        ("couteau_survie", "guess the hero: it dies, no defence"),
        ("arc_explosif", "attack a rival"),
        ("etoiles_ninja", "a rival loses a hero in hand"),
    ],
)
def test_a_shot_says_in_a_few_words_whom_it_hits(weapon: str, told: str) -> None:
    desk = Desk({"weapon": weapon}, {}, {})
    assert desk.view(0)["seats"][0]["weapon"]["brief"] == told


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(("box", "cast"), [("vhs", ()), ("dvd", DVD)])
def test_every_shot_has_its_few_words(box: str, cast: tuple[str, ...], lang: str) -> None:
    more = {"casting": list(cast)} if cast else {}
    desk = Desk({}, {}, {}, options={"edition": box}, **more)
    for weapon in desk.view(0, lang)["market"]:
        assert 3 < len(weapon["brief"]) <= 40, weapon


def _frame(desk: Desk) -> dict[str, Any]:
    speech = GAME.speech("en", ["Ada", "Bob", "Cid", "Dan"][: desk.s.seats], desk.content.names)
    return frame(desk.view(0), 0, speech)


def test_the_true_announcement_is_the_first_key_of_its_row() -> None:
    heroes = _frame(Desk({"active": "bruno"}, {}, {}))["groups"][1]["choices"]
    assert heroes[0] == "announce bruno"
    assert len(heroes) == 7


def test_targets_are_counted_and_only_a_weapon_is_aimed() -> None:
    desk = Desk({"active": "otto", "weapon": "minigun", "charge": 6}, {}, {}, {})
    desk.play("0: execute")
    assert _frame(desk)["ask"] == "Whom do you aim at?"
    desk.play("0: target 1")
    assert _frame(desk)["ask"] == "Target number 2: who else? Attacks go clockwise."
    hints = _frame(desk)["hints"]
    assert hints["target 2"] == "0 pts; killed: you +2, +1 as a later kill"
    desk = Desk({"active": "bruno"}, {}, {})
    desk.play("0: announce bruno", "1: pass", "2: pass")
    assert _frame(desk)["ask"] == "Which rival do you choose?"


def test_a_round_is_a_turn_of_everybody() -> None:
    assert "round 1" in _frame(Desk({}, {}, {}))["title"]


def test_the_two_powers_of_vengeance_say_what_they_do() -> None:
    desk = Desk({"active": "bruno", "mode": "vengeance"}, {}, {})
    desk.play("0: announce bruno", "1: pass", "2: pass")
    hints = _frame(desk)["hints"]
    assert hints == {"box normal": "look at a hero, +1 charge", "box vengeance": "give 2 charges, +2 charges"}
    assert set(hints) == set(desk.legal(0))
