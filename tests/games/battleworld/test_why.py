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
    assert "on the 9 of" in speech.event(told), "the log says what the die showed before"


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
