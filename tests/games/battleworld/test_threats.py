"""Who could attack whom this turn, as the coach, the keys and the field of Battleworld say it; and what a guard is for."""

from typing import Any

import pytest

from bagarre.games.battleworld.coach import ROOM
from bagarre.games.battleworld.frame import frame
from bagarre.games.battleworld.view import view
from bagarre.kernel.coach import with_signs

from .table import GAME, Table

BASE = {"energy": 5, "double_defence": 5, "heal": 5}


def speech(t: Table, lang: str = "en") -> Any:
    return GAME.speech(lang, ["Ada", "Bob"], t.content.names)


def coach(t: Table, seat: int, lang: str = "en") -> Any:
    return GAME.coach(GAME.concealed(t.s, seat), seat, speech(t, lang))


def told(t: Table, seat: int, text: str) -> str:
    return str(coach(t, seat).consequence(GAME.verbs.read(text)))


def heard(t: Table, seat: int, lang: str = "en") -> str:
    return str(coach(t, seat, lang).moment())


def hints(t: Table, seat: int) -> dict[str, str]:
    return dict(frame(view(t.s, seat, speech(t)), seat, speech(t))["hints"])


@pytest.mark.rule("BW-PLAN-4")
@pytest.mark.parametrize(
    ("plan", "first", "then"),
    [
        ("attack", "An announced attack reaches it (Juggernaut)", "Attack announced, and in reach of that square: Juggernaut."),
        ("none", "Could still be attacked by Juggernaut.", "Could still attack you there: Juggernaut."),
        ("idle", "No announced attack reaches it.", "No announced attack reaches you there."),
        ("recover_life", "No announced attack reaches it.", "No announced attack reaches you there."),
    ],
)  # fmt: skip
def test_whoever_has_announced_no_attack_is_no_danger_any_more(plan: str, first: str, then: str) -> None:
    team = {"brute": {"at": "C3"}, "captain_pavise": {"at": "A1"}}
    t = Table(team, {"ram": {"at": "C4", "plan": plan}}, phase="planning")
    assert first in told(t, 0, "activate 1")
    t.play("0: activate 1")
    assert then in told(t, 0, "move C3")
    away = told(t, 0, "move C2")
    # Whoever has not moved yet may follow; a plan that is set keeps its square.
    assert ("Could still attack" if plan == "none" else "No announced attack") in away
    assert ("Juggernaut" in away) == (plan == "none")


@pytest.mark.rule("BW-MOVE-1")
def test_a_square_counts_who_could_come_and_attack_there() -> None:
    t = Table({"brute": {"at": "C3"}}, {"ram": {"at": "C5", "plan": "none"}}, phase="planning")
    asked = view(t.s, 0, GAME.speech("en", ["Ada", "Bob"], t.content.names))["question"]
    assert {step: asked["feared"][step] for step in ("move C3", "move C2")} == {"move C3": 1, "move C2": 0}
    assert "Juggernaut" in told(t, 0, "move C3")
    assert "Nobody can come and attack you there" in told(t, 0, "move C2")


@pytest.mark.rule("BW-PLAN-1")
@pytest.mark.parametrize(("lang", "words"), [("en", "has not moved yet"), ("fr", "n’a pas encore bougé")])
def test_whoever_plans_an_attack_is_told_who_can_still_leave(lang: str, words: str) -> None:
    for plan, leaves in (("none", True), ("idle", False)):
        t = Table({"brute": {"at": "C3"}}, {"ram": {"at": "C4", "plan": plan}}, phase="planning")
        t.play("0: move C3")
        assert (words in heard(t, 0, lang)) == leaves


@pytest.mark.rule("BW-PLAN-1", "BW-MOVE-1")
def test_before_somebody_moves_it_is_told_who_is_in_danger_and_by_whom() -> None:
    heroes = {"brute": {"at": "C3"}, "captain_pavise": {"at": "A2"}, "regent": {"at": "C2"}}
    t = Table(heroes, {"ram": {"at": "C5"}, "automaton": {"at": "E7", "plan": "idle"}}, phase="planning")
    assert "In danger this turn: Hulk." in heard(t, 0)
    assert hints(t, 0) | {
        "activate 1": "can be attacked by Juggernaut",
        "activate 2": "out of their reach",
    } == hints(t, 0)
    assert view(t.s, 0, speech(t))["question"]["feared"] == {"activate 1": 1}
    assert with_signs(coach(t, 0)).endswith("Target: how many could attack there.")
    safe = Table(heroes, {"ram": {"at": "C7"}}, phase="planning")
    assert "Nobody can reach you or your base this turn." in heard(safe, 0)
    assert "Personne ne peut vous atteindre" in heard(safe, 0, "fr")
    assert "Target" not in with_signs(coach(safe, 0))


@pytest.mark.rule("BW-GUARD-1", "BW-PLAN-4")
@pytest.mark.parametrize(("plan", "danger"), [("none", True), ("attack", True), ("idle", False)])
def test_what_a_guard_is_for_is_told_and_that_it_is_for_nothing(plan: str, danger: bool) -> None:
    t = Table(
        {"brute": {"at": "C1"}, "regent": {"at": "A3"}},
        {"ram": {"at": "D2", "plan": plan}},
        phase="planning",
        heroes_modules=BASE,
    )
    assert ("Juggernaut can reach your base" in heard(t, 0)) == danger
    feared = view(t.s, 0, speech(t))["question"]["feared"]
    assert any(each.startswith("module") for each in feared) == danger
    t.play("0: activate 1", "0: move C1")
    plans = view(t.s, 0, speech(t))["question"]["plans"] or []
    guard = next(each for each in plans if each["plan"] == "guard")
    assert guard["vain"] != danger
    assert guard["does"] in told(t, 0, "plan guard")
    assert ("Juggernaut" in guard["does"]) == danger
    assert (hints(t, 0).get("plan guard") == "nobody near the base") != danger


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_a_fight_and_a_last_turn_ask_has_room_in_four_lines(lang: str) -> None:
    t = Table({"captain_pavise": {"at": "C3", "plan": "attack"}}, {"ram": {"at": "C4", "victory": 2}}).play(
        "0: act 1", "0: attack 1", dice=(1, 9)
    )
    assert len(heard(t, 0, lang)) <= ROOM
    assert len(heard(t.play("0: raise", dice=(6,)), 0, lang)) <= ROOM
    last = Table(
        {"brute": {"at": "C3"}, "captain_pavise": {"at": "A2"}}, {"ram": {"at": "C4"}},
        phase="planning", energy=11,
    )  # fmt: skip
    assert len(with_signs(coach(last, 0, lang))) <= ROOM
