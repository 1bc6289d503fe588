"""Bases, end of turn, end of the game, entities (BW-BASE, BW-MODULE, BW-GUARD, BW-END, BW-WIN, BW-COSMIC and its family)."""

from typing import Any

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.match import Match
from bagarre.record import ChoiceMade

from .table import GAME, Table

rule = pytest.mark.rule

BARE = {"power": 0, "reroll": 0}


@rule("BW-BASE-2", "BW-R27", "BW-BASE-3", "BW-R58", "BW-DAMAGE-7")
def test_a_module_is_destroyed_and_its_occupant_stays() -> None:
    t = Table(
        {"brute": {"at": "C6", "plan": "attack", **BARE}},
        {"ram": {"at": "C7", "plan": "guard"}, "sparkler": {"at": "E7"}},
        villains_modules={"energy": 5, "double_defence": 2, "heal": 5},
    )
    t.play("0: act 1", "0: assault double_defence", "1: unguarded", dice=(9,))
    assert t.facts["villains_modules"]["double_defence"] == 0
    assert t.of("ram")["at"] == "C7"
    assert t.of("ram")["life"] == 6
    assert "plan_cancelled" in t.kinds
    assert t.facts["how"] == "running"  # two modules stand


@rule("BW-WIN-2", "BW-BASE-3")
def test_the_last_module() -> None:
    t = Table(
        {"brute": {"at": "C6", "plan": "attack", **BARE}},
        {"ram": {"at": "E7"}},
        villains_modules={"energy": 0, "double_defence": 2, "heal": 0},
    )
    t.play("0: act 1", "0: assault double_defence", dice=(9,))
    assert (t.facts["winner"], t.facts["how"]) == ("heroes", "base_destroyed")


@rule("BW-BASE-4", "BW-GUARD-5", "BW-R25")
def test_declining_to_guard() -> None:
    t = Table(
        {"brute": {"at": "C6", "plan": "attack", **BARE}},
        {"ram": {"at": "B7", "plan": "guard"}},
    )
    t.play("0: act 1", "0: assault double_defence")
    assert t.legal(1) == ["guard 1", "unguarded"]
    t.play("1: unguarded", dice=(12,))
    assert t.totals == [12, 0]
    assert t.facts["villains_modules"]["double_defence"] == 5 - 4  # strike 3, margin 12
    assert t.of("brute")["victory"] == 0


@rule("BW-BASE-5", "BW-GUARD-2")
def test_beating_a_guard() -> None:
    t = Table(
        {"brute": {"at": "C6", "plan": "attack", **BARE}},
        {"captain_pavise": {"at": "B7", "plan": "guard", **BARE}, "reactor": {"at": "E7"}},
    )
    t.play("0: act 1", "0: assault energy", "1: guard 1", dice=(9, 3))
    assert t.facts["villains_modules"]["energy"] == 2
    assert t.of("captain_pavise")["life"] == 4  # never the guard
    assert t.of("brute")["victory"] == 1
    assert t.event("rolls")["die"] == 10


@rule("BW-BASE-6", "BW-R26", "BW-R53")
def test_a_guard_has_no_powers() -> None:
    t = Table(
        {"brute": {"at": "C6", "plan": "attack", **BARE}},
        {"lookout": {"at": "B7", "plan": "guard", "power": 1, "reroll": 0}},
    )
    t.play("0: act 1", "0: assault energy", "1: guard 1", dice=(9, 3))
    t.play("1: raise", dice=(1,))
    assert t.of("lookout")["power"] == 0  # the free raise stays for later
    assert t.s.free_raises[4] == 0


@rule("BW-BASE-6", "BW-R26")
def test_powers_that_need_a_character_do_not_work_against_a_module() -> None:
    t = Table(
        {"master_of_metal": {"at": "C6", "plan": "attack", **BARE}},
        {"automaton": {"at": "B7", "plan": "guard", **BARE}},
    )
    t.play("0: act 1", "0: assault energy", "1: guard 1", dice=(5, 3))
    assert t.totals == [5, 3]  # no bonus against the metal of the guard


@rule("BW-GUARD-4")
def test_guard_of_its_own_module_by_option() -> None:
    t = Table(
        {"brute": {"at": "C6", "plan": "attack", **BARE}},
        {"ram": {"at": "B7", "plan": "guard"}, "brazier": {"at": "D7", "plan": "guard"}},
        options={"guard_own_module": True},
    )
    t.play("0: act 1", "0: assault energy")
    assert t.legal(1) == ["guard 2", "unguarded"]
    assert t.why(1, "guard 1") == "BW-GUARD-4"


@rule("BW-GUARD-6", "BW-R23", "BW-BASE-7")
def test_a_guard_strikes_at_any_distance() -> None:
    t = Table(
        {
            "marksman": {"at": "C4", "plan": "attack", **BARE},
            "needle": {"at": "C5", "plan": "attack", **BARE},
        },
        {"ram": {"at": "D7", "plan": "guard", **BARE}},
    )
    t.play("0: act 1", "0: assault double_defence", "0: join", "1: guard 1", dice=(1, 1, 9))
    assert t.legal(1) == ["strike 1", "strike 2"]
    t.play("1: strike 1")
    assert t.of("marksman")["life"] == 1


@rule("BW-MODULE-2", "BW-MODULE-5", "BW-R41")
def test_healing_module() -> None:
    t = Table(
        {
            "brute": {"at": "D1", "wounds": 1, "plan": "module_heal"},
            "reactor": {"at": "A2", "plan": "recover_life"},
        },
        {"ram": {"at": "E7"}},
        heroes_modules={"energy": 5, "double_defence": 5, "heal": 1},
    )
    t.play("0: act 2")
    assert t.of("brute")["life"] == 5  # two, up to the maximum; a damaged module works fully


@rule("BW-MODULE-4", "BW-BOARD-5")
def test_only_the_owner_uses_a_module() -> None:
    t = Table({"brute": {"at": "C6"}}, {"ram": {"at": "E7"}}, phase="planning")
    assert t.why(0, "move C7") == "BW-BOARD-5"


# End of the turn.


@rule("BW-END-7", "BW-FLY-7")
def test_what_lasts_a_turn_ends() -> None:
    t = Table(
        {"reactor": {"at": "C3", "heal": "brute"}, "brute": {"at": "C2"}},
        {"ram": {"at": "E7"}},
    )
    assert not t.of("reactor")["flying"]
    t.play("0: act 1")
    assert t.of("reactor")["flying"]
    assert t.s.free_raises == [0] * 8
    assert t.s.attacks == [0] * 8


@rule("BW-END-3", "BW-DAMAGE-8", "BW-WIN-6")
def test_burns_come_all_at_once() -> None:
    t = Table(
        {"brute": {"at": "C2", "life": 1, "burning": 1, "plan": "recover_reroll"}},
        {"ram": {"at": "E7", "life": 1, "burning": 1}},
    )
    t.play("0: act 1")
    assert t.facts["how"] == "mutual_destruction"
    assert GAME.ranks(t.s) == [1, 1]


@rule("BW-WIN-8", "BW-R31")
def test_the_cap_on_turns() -> None:
    t = Table(
        {"brute": {"at": "C2", "plan": "recover_reroll"}},
        {"ram": {"at": "E7"}},
        options={"max_turns": 30},
        turn=30,
        energy=0,
    )
    t.play("0: act 1")
    assert t.facts["how"] == "world_destroyed"


@rule("BW-WIN-7")
@pytest.mark.parametrize(
    ("heroes", "villains", "modules", "winner"),
    [
        (
            {"brute": {"at": "C2", "plan": "recover_reroll"}},
            {"ram": {"at": "E7"}},
            {"energy": 0, "heal": 5},
            "heroes",
        ),
        (
            {"brute": {"at": "C2", "plan": "recover_reroll"}},
            {"ram": {"at": "E7", "life": 4}},
            {"energy": 5, "heal": 5},
            "heroes",
        ),
        (
            {"brute": {"at": "C2", "plan": "recover_reroll"}},
            {"ram": {"at": "E7", "life": 5}},
            {"energy": 5, "heal": 5},
            "nobody",
        ),
    ],
)
def test_points(heroes: Any, villains: Any, modules: Any, winner: Any) -> None:
    t = Table(
        heroes, villains, options={"galactus_result": "points"}, energy=11, turn=12,
        villains_modules=modules, heroes_modules={"energy": 5, "heal": 5},
    )  # fmt: skip
    t.play("0: act 1")
    assert (t.facts["how"], t.facts["winner"]) == ("points", winner)


@rule("BW-WIN-9")
def test_conceding() -> None:
    match = Match("battleworld", ["Ada", "Blaise"], seed=1)
    assert match.legal(0), "giving up is no choice of the menu: programs never do"
    assert "concede" not in match.legal(0).notation()
    match.concede(0)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.ending == "conceded"
    assert match.log(lang="en")[-1] == ("Ada concedes the game.", "BW-WIN-9")


@rule("BW-WIN-9")
def test_a_table_may_forbid_conceding() -> None:
    match = Match("battleworld", ["Ada", "Blaise"], options={"concede": "off"}, seed=1)
    with pytest.raises(Mistake, match="no_concession"):
        match.concede(0)
    assert not match.is_over


@rule("BW-WIN-9")
def test_records_in_which_conceding_was_a_choice_are_followed() -> None:
    match = Match("battleworld", ["Ada", "Blaise"], options={"concede": True}, seed=1)
    match.follow(ChoiceMade(0, "concede"))
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


@rule("BW-GALACTUS-5", "BW-GALACTUS-2")
def test_twelve_turns() -> None:
    t = Table({"brute": {"at": "C2"}}, {"ram": {"at": "E7"}}, phase="planning")
    turns = 0
    while t.facts["how"] == "running":
        turns = t.facts["turn"]
        seat = t.s.decider
        t.play(f"{seat}: {'plan idle' if t.facts['stage'] == 'planning' else t.legal(seat)[-1]}")
    assert (turns, t.facts["how"]) == (12, "world_destroyed")


@rule("BW-GALACTUS-2")
@pytest.mark.parametrize(("face", "gain"), [(1, 0), (5, 0), (6, 1), (15, 1), (16, 2), (20, 2)])
def test_hunger_by_die(face: Any, gain: Any) -> None:
    t = Table(
        {"brute": {"at": "C2", "plan": "recover_reroll"}},
        {"ram": {"at": "E7"}},
        options={"galactus_hunger": "d20"},
        energy=3,
    )
    t.play("0: act 1", dice=(face,))
    assert t.facts["energy"] == 3 + gain


@rule("BW-SURFER-2")
def test_hunger_with_the_herald_is_doubled() -> None:
    t = Table(
        {"brute": {"at": "C2", "plan": "recover_reroll"}},
        {"ram": {"at": "E7"}},
        options={"galactus_hunger": "d20", "second_cosmic": "silver_surfer"},
        energy=3,
    )
    t.play("0: act 1", dice=(18,))
    assert t.facts["energy"] == 7


@rule("BW-GALACTUS-4", "BW-COSMIC-7", "BW-R45")
def test_pushing_the_clock_back() -> None:
    t = Table(
        {"brute": {"at": "B4", "plan": "attack", **BARE}, "reactor": {"at": "E1", "plan": "recover_life"}},
        {"ram": {"at": "E7"}},
        energy=2,
    )
    t.play("0: act 1", "0: defy 1", dice=(9, 3))
    assert t.facts["energy"] == 0  # three less, never below 0
    assert t.of("brute")["victory"] == 1


@rule("BW-COSMIC-4", "BW-COSMIC-6")
def test_an_entity_that_wins_wounds_at_any_distance() -> None:
    t = Table(
        {"automaton": {"at": "C4", "plan": "attack", **BARE}},
        {"ram": {"at": "E7"}},
    )
    t.play("0: act 1", "0: defy 1", dice=(3, 15))
    assert t.of("automaton")["life"] == 2  # strike 2, margin 12
    assert t.kinds[0] == "attacks_cosmic"


@rule("BW-COSMIC-5", "BW-POWER-4")
def test_no_power_against_an_entity() -> None:
    def can(name: str, at: Any) -> Any:
        t = Table({name: {"at": at, "plan": "attack"}}, {"ram": {"at": "E7"}})
        if "act 1" not in t.legal(0):
            return False
        return "defy 1" in t.play("0: act 1").legal(0)

    assert can("marksman", "C4")
    assert not can("marksman", "D4")  # reach 2, not 3
    assert not can("professor_elastic", "C4")
    assert not can("thunderer", "C4")
    t = Table({"brute": {"at": "B4", "plan": "attack", "wounds": 4, **BARE}}, {"ram": {"at": "E7"}})
    t.play("0: act 1", "0: defy 1", dice=(3, 1))
    assert t.event("rolls")["bonus"] == 0  # no rage


@rule("BW-COSMIC-3")
def test_the_herald_flies() -> None:
    t = Table(
        {
            "lynx": {"at": "D4", "plan": "attack"},
            "spinner": {"at": "D3", "plan": "attack"},
            "thunderer": {"at": "D5", "plan": "attack"},
        },
        {"ram": {"at": "A7"}},
        options={"second_cosmic": "silver_surfer"},
    )
    assert t.legal(0) == ["act 3", "pass"]  # not even one whose power hits flyers


# The wanderer.


def roaming(heroes: Any, villains: Any, **more: Any) -> Any:
    return Table(heroes, villains, options={"second_cosmic": "thanos"}, **more)


@rule("BW-THANOS-1", "BW-THANOS-2", "BW-THANOS-3", "BW-END-2", "BW-END-1")
def test_the_wanderer_moves_and_attacks() -> None:
    t = roaming({"captain_pavise": {"at": "B2", "plan": "recover_reroll", "power": 1}}, {"ram": {"at": "A7"}})
    t.play("0: act 1")
    assert t.facts["wanderer_at"] == "D3"  # one square nearer to the nearest
    assert "entity_attacks" not in t.kinds
    t = roaming(
        {
            "captain_pavise": {"at": "C3", "plan": "recover_reroll", "power": 1},
            "brute": {"at": "C1", "plan": "module_energy"},
        },
        {"ram": {"at": "A7"}},
    )
    t.play("0: act 1", dice=(9, 3))
    assert (
        t.facts["wanderer_at"] == "D3"
    )  # the lowest column, then the lowest row, of the squares that bring him nearest
    assert {"wanders", "entity_attacks", "entity_rolls"} <= set(t.kinds)
    assert t.legal(0) == ["raise", "yield"]
    t.play("0: raise", dice=(6,))
    t.play("0: yield") if t.facts["stage"] == "bidding" else None
    assert t.of("captain_pavise")["power"] == 0


@rule("BW-THANOS-3", "BW-COSMIC-6", "BW-BEYONDER-1")
def test_the_wanderer_wounds_flyers_and_disturbs() -> None:
    t = roaming(
        {
            "reactor": {"at": "D4", "life": 1, "plan": "recover_life", **BARE},
            "brute": {"at": "B1", "plan": "module_energy", **BARE},
        },
        {"ram": {"at": "A7"}},
    )
    t.play("0: pass", dice=(20, 1))
    assert not t.of("reactor")["alive"]
    assert t.of("brute")["power"] == 1  # module effects come after him


@rule("BW-THANOS-2")
def test_whom_the_wanderer_chooses() -> None:
    from bagarre.games.battleworld.rules.ending import prey

    t = roaming(
        {"brute": {"at": "D2", "life": 3}, "reactor": {"at": "D6", "life": 3}},
        {"ram": {"at": "C6"}},
        phase="planning",
    )
    assert prey(t.s) == 0  # same distance and life as the other hero: column, then row
    t.s.life[1] = 2
    assert prey(t.s) == 1  # fewest life points
    t.s.life[4] = 2
    assert prey(t.s) == 1  # the side that has the initiative
    t.s.initiative = 1
    assert prey(t.s) == 4


@rule("BW-THANOS-4", "BW-THANOS-5")
def test_felling_the_wanderer() -> None:
    t = roaming(
        {
            "brute": {"at": "D4", "plan": "attack", "power": 0, "reroll": 0},
            "reactor": {"at": "A1", "plan": "recover_life"},
        },
        {"ram": {"at": "A7"}},
        wanderer_life=3,
    )
    t.play("0: act 1", "0: defy 2", dice=(9, 3))
    assert t.facts["wanderer_life"] == 0
    assert t.facts["wanderer_at"] == "–"
    brute = t.of("brute")
    assert (brute["power"], brute["reroll"], brute["victory"]) == (1, 1, 2)
    t.play("0: act 2")
    assert "entity_attacks" not in t.kinds  # gone


@rule("BW-THANOS-5")
def test_the_wanderer_loses_life() -> None:
    t = roaming(
        {"brute": {"at": "D4", "plan": "attack", **BARE}, "reactor": {"at": "A1", "plan": "recover_life"}},
        {"ram": {"at": "A7"}},
    )
    t.play("0: act 1", "0: defy 2", dice=(9, 3))
    assert t.facts["wanderer_life"] == 5


# Favours.


@rule("BW-BEYONDER-1")
def test_favours_token_by_token() -> None:
    t = Table(
        {
            "brute": {"at": "D4", "plan": "attack", "wounds": 2, **BARE},
            "reactor": {"at": "A1", "wounds": 1, "power": 1},
        },
        {"ram": {"at": "D5", "life": 1, **BARE}, "sparkler": {"at": "A7"}},
        options={"second_cosmic": "beyonder"},
    )
    t.play("0: act 1", "0: attack 1", dice=(9, 1))
    t.play("0: favour healing")
    assert t.legal(0) == ["grant 1", "grant 2", "done"]
    t.play("0: grant 2")
    assert t.legal(0) == ["grant 1", "done"]
    assert t.why(0, "grant 2") == "BW-ACT-11"
    t.play("0: grant 1")
    assert (t.of("brute")["life"], t.of("reactor")["life"]) == (4, 3)


@rule("BW-BEYONDER-1")
def test_favour_second_chance_and_energy() -> None:
    for favour, check in (("second_chance", "reroll"), ("energy", "power")):
        t = Table(
            {
                "brute": {"at": "D4", "plan": "attack", **BARE},
                "reactor": {"at": "A1", "power": 1, "reroll": 0},
            },
            {"ram": {"at": "D5", "life": 1, **BARE}, "sparkler": {"at": "A7"}},
            options={"second_cosmic": "beyonder"},
        )
        t.play("0: act 1", "0: attack 1", dice=(9, 1))
        t.play(f"0: favour {favour}")
        if favour == "energy":
            t.play("0: grant 1", "0: grant 2")
        assert t.of("brute")[check] == 1
        assert t.of("reactor")[check] == (1 if favour == "second_chance" else 2)


@rule("BW-BEYONDER-1")
def test_no_favour_when_the_game_is_over_and_both_sides_in_turn() -> None:
    t = Table(
        {"brute": {"at": "D4", "plan": "attack", **BARE}},
        {"ram": {"at": "D5", "life": 1, **BARE}},
        options={"second_cosmic": "beyonder"},
    )
    t.play("0: act 1", "0: attack 1", dice=(9, 1))
    assert t.facts["winner"] == "heroes"
    t = Table(
        {"brute": {"at": "C2", "life": 1, "burning": 1, "plan": "recover_reroll"}, "reactor": {"at": "A1"}},
        {"ram": {"at": "E7", "life": 1, "burning": 1}, "brazier": {"at": "A7"}},
        options={"second_cosmic": "beyonder"},
        initiative="villains",
    )
    t.play("0: act 1")
    assert t.s.decider == 1  # the initiative side's favour first
    t.play("1: favour second_chance")
    assert t.s.decider == 0


@rule("BW-BEYONDER-2", "BW-COSMIC-3")
def test_the_patron_is_an_obstacle() -> None:
    t = Table(
        {"brute": {"at": "D4"}},
        {"ram": {"at": "A7"}},
        options={"second_cosmic": "beyonder"},
        phase="planning",
    )
    assert t.why(0, "move E4") == "BW-BOARD-6"
