"""Of several targets, keys name the one that the rows of odds put first."""

import pytest

from bagarre.games.battleworld.frame import frame
from bagarre.games.battleworld.odds import Odds
from bagarre.games.battleworld.prospects import Attack, losses, way_told
from bagarre.games.battleworld.view import view

from .table import GAME, Table
from .test_coach import BARE, told


def keys_of(t: Table, seat: int = 0) -> tuple[dict[str, str], list[str]]:
    """What the keys say, and the targets of the rows of odds in their order."""
    speech = GAME.speech("en", ["Ada", "Bob"], t.content.names)
    shown = view(t.s, seat, speech)
    return frame(shown, seat, speech)["hints"], [line["kind"] for line in shown["odds"]]


@pytest.mark.rule("BW-WIN-1")
def test_who_would_go_down_comes_before_a_module_on_the_key_as_in_the_rows() -> None:
    t = Table(
        {"steel_giant": {"at": "D6", "plan": "attack", **BARE}},
        {"marksman": {"at": "D7", **BARE, "life": 1}},
        villains_modules={"energy": 5, "double_defence": 5, "heal": 5},
    )
    hints, kinds = keys_of(t)
    assert kinds[0] == "character"
    assert "module" in kinds
    assert ": down " in hints["act 1"]
    assert ": down " in told(t, 0, "act 1"), "and so does a hint, which shows the coach's words"


@pytest.mark.rule("BW-GALACTUS-4")
def test_an_entity_with_a_chance_comes_before_an_enemy_without_one() -> None:
    t = Table(
        {
            "queen_of_storms": {"at": "B3", "plan": "attack", **BARE},
            "steel_giant": {"at": "B4", "plan": "attack", "power": 2, "victory": 2},
        },
        {"ram": {"at": "C5", "power": 3, "victory": 2}},
        energy=3,
    )
    assert keys_of(t)[0]["act 1"].startswith("Galactus")


@pytest.mark.rule("BW-ACT-5", "BW-ACT-6")
def test_passing_says_whether_one_is_asked_again() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack"}},
        {"ram": {"at": "C4", "plan": "attack"}, "needle": {"at": "E7", "plan": "recover_life"}},
    )
    assert keys_of(t)[0]["pass"] == "they act, then you are asked again"
    t.play("0: pass")
    assert keys_of(t, 1)[0]["pass"] == "plans left are lost"
    t = Table({"brute": {"at": "C3", "plan": "attack"}}, {"ram": {"at": "C4"}})
    assert keys_of(t)[0]["pass"] == "they have nothing left: your plans are lost"
    assert "plans left are lost" in told(t, 0, "pass")


@pytest.mark.rule("BW-COMBAT-9", "BW-DAMAGE-5")
def test_a_shot_that_nobody_answers_says_what_a_loss_gives() -> None:
    t = Table(
        {"marksman": {"at": "C4", "plan": "attack", **BARE}},
        {"ram": {"at": "C7", "power": 3, "victory": 0}},
        villains_modules={"energy": 5},
    )
    t.play("0: act 1")
    assert "victory token (★)" in told(t, 0, "attack 1")
    assert keys_of(t)[0]["attack 1"].endswith("no blow back, ★ for them if lost")


@pytest.mark.rule("BW-TEAMUP-2", "BW-DEATH-1")
@pytest.mark.parametrize(
    ("helpers", "joiners", "felled", "words"),
    [
        ((4,), (), 0.48, "Hulk, avec Fléau\u00a0: gagné 60\u00a0%, à terre 48\u00a0%"),
        ((4,), (), 0.6, "Hulk, avec Fléau\u00a0: à terre 60\u00a0%"),
        ((4, 6), (), 0.6, "Hulk, à plusieurs\u00a0: à terre 60\u00a0%"),
        ((), (4,), 0.0, "Hulk\u00a0: gagné 60\u00a0%, 90\u00a0% avec Fléau"),
        ((), (4, 6), 0.0, "Hulk\u00a0: gagné 60\u00a0%, 90\u00a0% à plusieurs"),
    ],
)
def test_who_goes_down_is_never_whoever_helps(
    helpers: tuple[int, ...], joiners: tuple[int, ...], felled: float, words: str
) -> None:
    t = Table({"brute": {"at": "C3"}}, {"ram": {"at": "C4"}})
    speech = GAME.speech("fr", ["Ada", "Bob"], t.content.names)
    found = Odds(0.6, 0.0, 0.4, 1.0, 1.0, felled)
    assert way_told(t.s, 5, Attack("Hulk", (0, 0), 5, helpers, found, joiners, 90), speech) == words


def test_energy_that_is_lost_agrees_with_its_number() -> None:
    speech = GAME.speech("fr", ["Ada", "Bob"], Table({}, {}).content.names)
    lost = [losses("energy", dealt, 0, speech)["dealt"] for dealt in (0.8, 1, 3)]
    assert lost == ["0,8 énergie", "1 énergie", "3 énergies"]


@pytest.mark.rule("BW-REROLL-3")
def test_the_attacker_is_told_that_only_own_dice_are_rolled_again() -> None:
    t = Table({"brute": {"at": "C3", "plan": "attack", "power": 1}}, {"ram": {"at": "C4", "power": 1}})
    t.play("0: act 1", "0: attack 1", dice=(4, 8))
    assert "(attacking, only your own dice)" in told(t, 0, "reroll 1")
    assert "(en attaque, vos dés seulement)" in told(t, 0, "reroll 1", "fr")
