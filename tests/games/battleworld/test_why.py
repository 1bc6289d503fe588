"""A combat says why: totals die by die, damage, what was gained and lost."""

import pytest

from bagarre.games.battleworld.why import last_combat
from bagarre.kernel.contract import Contract
from bagarre.kernel.reasons import Because, total

from .table import GAME, Table

BARE = {"power": 0, "reroll": 0}


def reasons(t: Table, kind: str) -> list[Because]:
    """Why the first event of that kind of the last step came out as it did."""
    told = GAME.events(t.s)
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    found = GAME.because(t.s, told, speech)
    return next(found.get(place, []) for place, event in enumerate(told) if event.kind.name == kind)


@pytest.mark.rule("BW-COMBAT-7", "BW-DAMAGE-1", "BW-TEAMUP-4")
def test_a_combat_is_told_die_by_die() -> None:
    t = Table(
        {
            "captain_pavise": {"at": "B3", "plan": "attack", **BARE},
            "brute": {"at": "C3", "plan": "attack", "victory": 1, **BARE},
        },
        {"ram": {"at": "C4", **BARE}},
    )
    t.play("0: act 1", "0: attack 1", "0: join", dice=(5, 12, 2))
    assert [(each["value"], each["clause"]) for each in reasons(t, "wins_combat")] == [
        (5, "BW-COMBAT-4"),
        (12, "BW-TEAMUP-4"),
        (-2, "BW-COMBAT-5"),
    ]
    assert [(each["value"], each["clause"]) for each in reasons(t, "wounded")] == [
        (1, "BW-DAMAGE-1"),
        (1, "BW-DAMAGE-1"),
    ]
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    last = GAME.view(t.s, 0, speech)["last"]
    assert (last["attack"]["total"], last["defence"]["total"]) == (17, 2)
    assert total(last["attack"]["sum"]) == 17
    assert (last["won"], last["attack"]["piece"], last["defence"]["piece"]) == (0, 0, 4)
    assert "wins, 17 against 2" in last["said"]


def test_the_reasons_of_every_result_of_whole_games_add_up_to_it() -> None:
    options = {"second_cosmic": "thanos", "galactus_result": "points", "leaders": True}
    report = Contract(GAME, 2, options).check(games=1, seed=4, only=["explaining"])
    assert report.games == 1


def test_whoever_has_nothing_left_did_not_give_up() -> None:
    t = Table({"brute": {"at": "C3", "plan": "attack", **BARE}}, {"ram": {"at": "C4", **BARE}})
    t.play("0: act 1", "0: attack 1", dice=(1, 9))
    assert [each["reason"] for each in reasons(t, "yields")] == ["no power and no reroll left"]
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    last = GAME.view(t.s, 0, speech)["last"]
    assert "yield" not in last["said"]
    assert last["follows"][0]["reason"].count("(") == 1, "each part of the damage is said with its number"


def test_a_die_rolled_again_says_what_it_shows() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", "power": 0, "reroll": 0}},
        {"ram": {"at": "C4", "power": 0, "reroll": 1}},
    )
    t.play("0: act 1", "0: attack 1", dice=(9, 2))
    t.play("1: reroll_initiator 1", dice=(4,))
    assert "the new die shows 4" in reasons(t, "uses_reroll")[0]["reason"]
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    told = next(event for event in t.told if event.kind.name == "uses_reroll")
    assert "rolls the 9 again" in speech.event(told), "the log says what the die showed before"


def test_whoever_fell_is_not_said_to_have_had_nothing_left() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", **BARE}},
        {"ram": {"at": "C4", "life": 1, "power": 2, "reroll": 0}},
    )
    t.play("0: act 1", "0: attack 1", dice=(9, 1))
    t.play("1: yield")
    assert t.of("ram")["life"] == 0
    assert reasons(t, "yields") == []


@pytest.mark.rule("BW-DAMAGE-3")
def test_of_several_attackers_the_one_wounded_was_chosen_by_the_defender() -> None:
    t = Table(
        {"brute": {"at": "C3", **BARE}},
        {"bouncer": {"at": "D4", "plan": "attack", **BARE}, "dowser": {"at": "C4", "plan": "attack", **BARE}},
        initiative="villains",
    )
    t.play("1: act 1", "1: attack 1", "1: join", dice=(1, 1, 10))
    t.play("0: strike 1")
    assert [each["clause"] for each in reasons(t, "wounded")][-1] == "BW-DAMAGE-3"
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    last = last_combat(t.s, speech)
    assert last is not None
    assert "chosen by the defender" in last["follows"][0]["reason"]
    assert last["follows"][0]["clause"] == "BW-DAMAGE-3"


def reason_of(t: Table, kind: str) -> str:
    return "; ".join(each["reason"] for each in reasons(t, kind))


@pytest.mark.rule("BW-GALACTUS-4")
@pytest.mark.parametrize(
    ("energy", "said"),
    [
        (0, "Galactus loses 0 energy: 3 (Hulk’s strike), but it had none"),
        (1, "Galactus loses 1 energy, all it had: 3 (Hulk’s strike)"),
        (5, "Galactus loses 3 energy: 3 (Hulk’s strike)"),
    ],
)
def test_what_the_clock_loses_is_no_more_than_it_had(energy: int, said: str) -> None:
    t = Table({"brute": {"at": "B4", "plan": "attack", **BARE}}, {"ram": {"at": "E7"}}, energy=energy)
    t.play("0: act 1", "0: defy 1", dice=(9, 2))
    assert reason_of(t, "clock_back") == said


@pytest.mark.rule("BW-COSMIC-5", "BW-DAMAGE-6")
def test_a_power_that_spares_wounds_says_that_an_entity_minds_it_not() -> None:
    """And, where the fight is with a character, what it spares."""
    t = Table({"steel_giant": {"at": "B4", "plan": "attack", "power": 1}}, {"ram": {"at": "E7"}})
    t.play("0: act 1", "0: defy 1", dice=(3, 5))
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    combat = GAME.view(t.s, 0, speech)["combat"]
    assert (combat["wounds"], combat["spared"]) == (
        2,
        "No special power works against Galactus (nor Steel skin).",
    )
    t.play("0: yield")
    assert reason_of(t, "wounded").endswith("no special power works against Galactus (nor Steel skin)")
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", **BARE}},
        {"steel_giant": {"at": "C4", "power": 1, "reroll": 0}},
    )
    t.play("0: act 1", "0: attack 1", dice=(12, 5))
    assert GAME.view(t.s, 1, speech)["combat"]["spared"] == "Steel skin spares 1."


POWERS = {
    "rolls_two": ("brute", "dowser", (5, 4, 2), "Radar sense: the better of two dice, 4 and 2"),
    "attacks": ("brute", "thousand_faces", (5, 2), "Shapeshifter: nobody can help this attack"),
    "keeps_plan": ("brute", "spinner", (5, 2), "Spider-sense: the attack does not cancel the plan"),
}


@pytest.mark.rule("BW-POWER-1")
@pytest.mark.parametrize("kind", POWERS)
def test_the_power_that_makes_something_what_it_is_is_named_there(kind: str) -> None:
    attacker, defender, dice, said = POWERS[kind]
    t = Table(
        {attacker: {"at": "C3", "plan": "attack", **BARE}},
        {defender: {"at": "C4", "plan": "attack", **BARE}},
    )
    t.play("0: act 1", "0: attack 1", dice=dice)
    assert reason_of(t, kind) == said


@pytest.mark.rule("BW-CARD-8", "BW-POWER-1")
def test_a_bonus_names_the_power_beside_the_victories() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack", "wounds": 2, "victory": 1, "power": 1, "reroll": 0}},
        {"ram": {"at": "C4", **BARE}},
    )
    t.play("0: act 1", "0: attack 1", dice=(5, 9))
    assert reason_of(t, "rolls") == "Rage is part of the bonus of 2"
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    attack = GAME.view(t.s, 0, speech)["combat"]["attack"]
    assert (attack["rolls"][0]["power"], attack["source"]) == ("Rage", "your ★, Rage")
