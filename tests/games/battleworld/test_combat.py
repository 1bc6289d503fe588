"""Attack, outnumbering, combat, auction, rerolls, damage (BW-ATTACK, BW-TEAMUP, BW-COMBAT, BW-AUCTION, BW-REROLL, BW-DAMAGE, BW-DEATH)."""

from typing import Any

import pytest

from .table import Table

rule = pytest.mark.rule

BARE = {"power": 0, "reroll": 0}
"""A fighter that can only roll its die."""


def duel(
    attacker: Any,
    defender: Any,
    *,
    dice: Any,
    attack: Any = None,
    defence: Any = None,
    at: Any = "C3",
    **more: Any,
) -> Any:
    """One character attacks another, side by side unless told otherwise."""
    t = Table(
        {attacker: {"at": at, "plan": "attack", **(attack or {})}},
        {defender: {"at": "C4", **(defence or {})}, "sparkler": {"at": "E7"}},
        **more,
    )
    return t.play("0: act 1", "0: attack 1", dice=dice)


@rule("BW-ATTACK-1", "BW-ATTACK-2", "BW-ATTACK-6", "BW-ATTACK-7")
def test_targets() -> None:
    t = Table(
        {"automaton": {"at": "D6", "plan": "attack"}, "regent": {"at": "C5", "plan": "attack"}},
        {"brute": {"at": "C7"}, "captain_pavise": {"at": "A1"}},
        villains_modules={"energy": 0, "double_defence": 5, "heal": 5},
    )
    t.play("0: act 1")
    assert set(t.legal(0)) == {"attack 1", "assault double_defence", "assault heal"}
    assert t.why(0, "attack 2") == "BW-ATTACK-5"
    assert t.why(0, "assault energy") == "BW-ATTACK-2"
    assert t.why(0, "defy 2") == "BW-COSMIC-3"


@rule("BW-ATTACK-5", "BW-R36")
def test_reach() -> None:
    from bagarre.games.battleworld.rules.board import reach

    t = Table(
        {
            "brute": {"at": "A1"},
            "automaton": {"at": "B2"},
            "marksman": {"at": "C1"},
            "professor_elastic": {"at": "D1"},
        },
        {"ram": {"at": "E7"}},
    )
    assert [reach(t.s, p) for p in range(4)] == [1, 2, 3, 2]


@rule("BW-ATTACK-8", "BW-R49", "BW-R54", "BW-TEAMUP-1")
def test_plans_of_attackers_are_spent_even_in_a_tie() -> None:
    t = Table(
        {
            "brute": {"at": "C3", "plan": "attack", **BARE},
            "captain_pavise": {"at": "B4", "plan": "attack", **BARE},
            "thunderer": {"at": "D4", "plan": "attack", **BARE},
        },
        {"ram": {"at": "C4", **BARE}, "sparkler": {"at": "E7", "plan": "recover_life"}},
    )
    t.play("0: act 1", "0: attack 1", "0: join", "0: apart", dice=(1, 1, 2))
    assert "tie" in t.kinds
    assert t.of("brute")["fate"] == "executed"
    assert t.of("captain_pavise")["fate"] == "executed"
    assert t.of("thunderer")["fate"] == "pending"  # left out: keeps its own attack


@rule("BW-TEAMUP-2", "BW-TEAMUP-9", "BW-R32")
def test_who_may_support() -> None:
    t = Table(
        {
            "brute": {"at": "C3", "plan": "attack"},
            "captain_pavise": {"at": "B4"},  # no attack planned
            "thunderer": {"at": "A2", "plan": "attack"},  # out of reach
            "lynx": {"at": "D4", "plan": "attack"},  # another faction
        },
        {"ram": {"at": "C4"}},
    )
    t.play("0: act 1", "0: attack 1", dice=(5, 4))
    assert "supports" not in t.kinds
    assert t.totals == [5, 4]


@rule("BW-TEAMUP-3", "BW-TEAMUP-6", "BW-TEAMUP-7")
def test_any_attacker_may_initiate_and_it_alone_pays_strikes_and_learns() -> None:
    t = Table(
        {
            "brute": {"at": "C3", "plan": "attack"},
            "captain_pavise": {"at": "B4", "plan": "attack", "power": 4},
        },
        {"ram": {"at": "C4", **BARE}, "sparkler": {"at": "E7"}},
    )
    t.play("0: act 2", "0: attack 1", "0: join", dice=(3, 7, 1))
    t.play("0: raise", "0: stop", dice=(2,))
    assert t.of("captain_pavise")["power"] == 3
    assert t.of("brute")["power"] == 1
    assert t.event("wounded")["n"] == 1 + 1  # the Captain's strike, margin 11
    assert t.of("captain_pavise")["victory"] == 1
    assert t.of("brute")["victory"] == 0


@rule("BW-TEAMUP-8", "BW-REROLL-2", "BW-REROLL-6", "BW-R18")
def test_supporters_may_use_their_tokens() -> None:
    t = Table(
        {
            "captain_pavise": {"at": "C3", "plan": "attack"},
            "brute": {"at": "B4", "plan": "attack"},
            "thunderer": {"at": "A1"},
        },
        {"ram": {"at": "C4"}, "sparkler": {"at": "E7"}},
    )
    t.play("0: act 1", "0: attack 1", "0: join", dice=(1, 2, 6))
    assert {"reroll 1", "reroll 2", "reroll_initiator 2"} <= set(t.legal(0))
    assert t.why(0, "reroll 3") == "BW-REROLL-2"  # a bystander
    assert t.why(0, "reroll_initiator 1") == "BW-REROLL-3"  # its own die
    t.play("0: reroll 2", dice=(3,))
    assert t.totals == [4, 6]
    t.play("0: reroll 1", dice=(2,))
    assert t.totals == [5, 6]


@rule("BW-REROLL-6")
def test_several_tokens_on_the_same_die() -> None:
    t = Table(
        {"captain_pavise": {"at": "C3", "plan": "attack"}, "brute": {"at": "B4", "plan": "attack"}},
        {"ram": {"at": "C4"}, "sparkler": {"at": "E7"}},
    )
    t.play("0: act 1", "0: attack 1", "0: join", dice=(1, 2, 6))
    t.play("0: reroll 1", "0: reroll_initiator 2", dice=(2, 6))
    assert t.totals == [8, 6]


@rule("BW-TEAMUP-5")
def test_supporters_victories_count_only_by_option() -> None:
    def total(options: Any) -> Any:
        t = Table(
            {
                "captain_pavise": {"at": "C3", "plan": "attack"},
                "brute": {"at": "B4", "plan": "attack", "victory": 2},
            },
            {"ram": {"at": "C4"}},
            options=options,
        )
        return t.play("0: act 1", "0: attack 1", "0: join", dice=(1, 5, 6)).totals[0]

    assert total({}) == 6
    assert total({"supporter_bonus": True}) == 8


@rule("BW-TEAMUP-10")
def test_the_defender_is_alone() -> None:
    t = Table(
        {"brute": {"at": "C3", "plan": "attack"}},
        {"ram": {"at": "C4"}, "brazier": {"at": "C5", "plan": "attack"}},
    )
    t.play("0: act 1", "0: attack 1", dice=(5, 4))
    assert t.totals == [5, 4]
    assert t.why(1, "join") != ""


@rule("BW-COMBAT-3", "BW-COMBAT-6", "BW-POWER-2", "BW-POWER-6")
def test_pre_roll_powers_attacker_first() -> None:
    t = Table(
        {"borrower": {"at": "C3", "plan": "attack"}},
        {"ram": {"at": "C4"}},
    )
    t.play("0: act 1", "0: attack 1")
    assert t.legal(0) == ["use", "skip"]  # asked before any die is rolled
    t.play("0: use", dice=(9, 1))
    assert t.event("rolls")["face"] == 1
    assert t.of("borrower")["power"] == 2


@rule("BW-COMBAT-7", "BW-COMBAT-8", "BW-COMBAT-9", "BW-COMBAT-11")
def test_result_damage_token_check() -> None:
    t = duel("brute", "ram", dice=(9, 2), attack=BARE, defence=BARE)
    assert t.event("wins_combat")["n"] == 7
    assert t.of("ram")["life"] == 3
    assert t.of("brute")["victory"] == 1
    t = Table({"brute": {"at": "C3", "plan": "attack", **BARE}}, {"ram": {"at": "C4", "life": 1, **BARE}})
    t.play("0: act 1", "0: attack 1", dice=(9, 2))
    assert t.facts["winner"] == "heroes"


@rule("BW-R37", "BW-COMBAT-9")
def test_full_victory_slots() -> None:
    t = duel("brute", "ram", dice=(9, 2), attack={**BARE, "victory": 2}, defence=BARE)
    assert t.of("brute")["victory"] == 2
    assert "victory" not in t.kinds


@rule("BW-COMBAT-12", "BW-COMBAT-13")
def test_spent_tokens_are_gone_in_a_tie() -> None:
    t = duel("captain_pavise", "ram", dice=(1, 5), attack={"reroll": 0}, defence=BARE)
    t.play("0: raise", dice=(4,))
    t.play("0: hold")
    assert t.kinds[-1] != "wins_combat"
    assert "tie" in t.kinds
    assert t.of("captain_pavise")["power"] == 3


@rule("BW-AUCTION-1", "BW-AUCTION-6", "BW-R15")
def test_windows_alternate() -> None:
    t = duel("captain_pavise", "ram", dice=(5, 5))
    seats = [t.s.decider]
    for move in ("hold", "raise", "raise", "raise"):
        dice = () if move == "hold" else (1,)
        t.play(f"{t.s.decider}: {move}", dice=dice)
        seats.append(t.s.decider)
    assert seats == [0, 1, 0, 1, 0]


@rule("BW-AUCTION-5")
def test_a_reroll_keeps_the_window() -> None:
    t = duel("captain_pavise", "ram", dice=(1, 5))
    t.play("0: reroll 1", dice=(6,))
    assert t.s.decider == 0
    assert "hold" in t.legal(0)
    assert t.why(0, "yield") == "BW-AUCTION-4"  # no longer behind


@rule("BW-AUCTION-7")
def test_nothing_to_do_yields_and_holds_alone() -> None:
    t = duel("brute", "ram", dice=(2, 9), attack=BARE, defence=BARE)
    assert [kind for kind in t.kinds if kind in ("holds", "yields")] == ["yields"]


@rule("BW-AUCTION-8")
def test_a_side_that_yielded_has_no_window() -> None:
    t = duel("brute", "ram", dice=(9, 2), attack={"power": 1})
    t.play("0: hold", "1: yield", "0: raise", dice=(5,))
    assert t.legal(1) == ["react", "let_be"]
    assert t.why(1, "raise") == "BW-TURN-1"
    assert t.why(1, "reroll 1") == "BW-TURN-1"


@rule("BW-AUCTION-12")
def test_a_pressing_side_may_fall_back() -> None:
    t = duel("captain_pavise", "ram", dice=(6, 5), attack={"power": 1}, defence={"reroll": 0})
    t.play("0: hold", "1: yield", "0: reroll 1", dice=(1,))
    assert t.totals == [1, 5]
    assert set(t.legal(0)) == {"raise", "stop"}  # it may still raise
    t.play("0: stop")
    assert t.event("wins_combat")["n"] == 4  # read from the final totals: the defence wins
    assert t.of("captain_pavise")["life"] == 1


@rule("BW-AUCTION-14")
def test_only_the_trailing_side_is_asked() -> None:
    t = Table(
        {"captain_pavise": {"at": "C3", "plan": "attack"}},
        {"ram": {"at": "C4"}},
        options={"auction": "trailing_only"},
    )
    t.play("0: act 1", "0: attack 1", dice=(6, 2))
    assert t.s.decider == 1  # the side ahead is not asked
    t.play("1: raise", dice=(4,))
    assert (t.totals, t.s.decider) == ([6, 6], 0)  # level: the attacker, then the defender
    t.play("0: hold")
    assert t.s.decider == 1
    t.play("1: raise", dice=(3,))
    assert t.s.decider == 0
    t.play("0: raise", dice=(1,))
    assert t.s.decider == 0  # again and again while behind
    t.play("0: raise", dice=(2,))
    assert (t.totals, t.s.decider) == ([9, 9], 0)
    t.play("0: hold", "1: hold")
    assert "tie" in t.kinds


@rule("BW-AUCTION-14", "BW-AUCTION-15")
def test_trailing_only_presses_too() -> None:
    t = Table(
        {"captain_pavise": {"at": "C3", "plan": "attack"}},
        {"ram": {"at": "C4"}},
        options={"auction": "trailing_only"},
    )
    t.play("0: act 1", "0: attack 1", dice=(6, 2))
    t.play("1: yield", "0: raise", dice=(3,))
    assert t.legal(1) == ["react", "let_be"]


@rule("BW-REROLL-4", "BW-R19")
def test_only_the_last_die_is_rolled_again() -> None:
    t = duel("captain_pavise", "ram", dice=(3, 9))
    t.play("0: raise", "1: raise", "0: reroll 1", dice=(2, 5, 6))
    assert t.totals == [9, 14]  # the base roll stays


@rule("BW-REROLL-7")
def test_bonuses_and_manners_hold_for_the_reroll() -> None:
    t = duel("captain_pavise", "beguiler", dice=(6, 2, 4), attack={"victory": 1})
    assert t.totals == [3, 4]  # worst of two, plus the victory
    t.play("0: reroll 1", dice=(5, 4))
    assert t.totals == [5, 4]


@rule("BW-REROLL-8", "BW-R56")
def test_no_reroll_against_entities() -> None:
    t = Table({"captain_pavise": {"at": "B3", "plan": "attack"}}, {"ram": {"at": "E7"}})
    t.play("0: act 1", "0: defy 1", dice=(3, 9))
    assert t.legal(0) == ["raise", "yield"]
    assert t.why(0, "reroll 1") == "BW-REROLL-8"


@rule("BW-DAMAGE-1")
@pytest.mark.parametrize(("lead", "extra"), [(9, 0), (10, 1), (11, 1)])
def test_margin_bonus(lead: Any, extra: Any) -> None:
    t = duel(
        "brute", "thousand_faces", dice=(lead + 1 - 2, 1), attack={"victory": 2, **BARE}, defence={**BARE}
    )
    assert t.event("wins_combat")["n"] == lead
    assert t.event("wounded")["n"] == 3 + extra


@rule("BW-DAMAGE-7")
def test_excess_damage_is_lost() -> None:
    t = duel("brute", "ram", dice=(12, 1), attack=BARE, defence={"life": 1, **BARE})
    assert t.event("wounded")["life"] == 0
    assert t.of("ram")["life"] == 0


@rule("BW-DEATH-1", "BW-DEATH-2", "BW-DEATH-4", "BW-R40", "BW-R46")
def test_death() -> None:
    t = duel("brute", "ram", dice=(9, 1), attack=BARE, defence={"life": 1, "victory": 2, **BARE})
    ram = t.of("ram")
    assert (ram["alive"], ram["at"], ram["power"], ram["victory"]) == (False, "–", 0, 0)
    assert t.of("brute")["victory"] == 1  # only its own token
    assert t.s.piece_on[17] == -1
    assert t.facts["stage"] == "moving"
    assert t.why(1, "activate 1") != ""
