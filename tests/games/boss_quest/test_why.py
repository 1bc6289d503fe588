"""A fight says why: sums card by card, the condition that failed, the tie-break, keys and hearts."""

from typing import Any

import pytest

from bagarre.games import find_game
from bagarre.kernel.contract import Contract
from bagarre.kernel.reasons import total
from bagarre.match import Match

GAME = find_game("boss-quest")


def fights(seed: str, options: dict[str, Any], seats: int) -> list[dict[str, Any]]:
    """The fights of a game between scripted players, as the first of them sees them."""
    match = Match(
        GAME, [f"J{k}" for k in range(seats)], options=options, seed=seed, kinds=["scripted"] * seats
    )
    found: list[dict[str, Any]] = []
    while not match.is_over:
        match.let_play(match.deciders[0])
        last = match.view(0, "en")["last"]
        if last is not None and (not found or last["round"] != found[-1]["round"]):
            found.append(last)
    return found


@pytest.mark.rule("BQ-GEN-5", "BQ-GEN-6", "BQ-FIGHT-2", "BQ-FIGHT-3", "BQ-FIGHT-7", "BQ-FIGHT-9")
@pytest.mark.parametrize("options", [{}, {"expansions": ["potions", "companions"]}])
def test_sums_verdicts_and_gains_of_fights_hold_together(options: dict[str, Any]) -> None:
    clauses = set()
    for seed in ("a", "b", "c", "d"):
        for fight in fights(seed, options, 4):
            assert total(fight["sum"]) == fight["hp"]
            for fighter in fight["seats"]:
                assert total(fighter["sum"]) == fighter["attack"]
                assert len(fighter["cards"]) + 1 + len(fighter["spells"]) == len(fighter["sum"])
                assert fighter["why"]
                gained = [each["value"] for each in fighter["gains"]]
                assert sum(value for value in gained if value > 0) == fighter["keys"]
                assert -sum(value for value in gained if value < 0) == fighter["lost"]
                clauses |= {each["clause"] for each in fighter["why"]}
                if fighter["verdict"] == "missed":
                    assert {each["clause"] for each in fighter["why"]} <= {"BQ-SPELL-12", "BQ-SPELL-13"}
            assert fight["said"].endswith(".")
            assert fight["instead"].endswith(".") or fight["instead"] == ""
    assert {"BQ-FIGHT-2", "BQ-FIGHT-6"} <= clauses


def test_the_reader_alone_is_told_what_would_have_changed_it() -> None:
    match = Match(GAME, ["A", "B", "C"], seed="x", kinds=["scripted"] * 3)
    while not match.is_over and match.view(0)["last"] is None:
        match.let_play(match.deciders[0])
    assert match.view(0)["last"]["instead"]
    assert match.view(-1)["last"]["instead"] == ""


@pytest.mark.parametrize(
    ("seats", "options"),
    [(4, {}), (3, {"expansions": ["potions", "companions", "reaper"]}), (1, {"solo": True})],
)
def test_the_reasons_of_every_result_of_whole_games_add_up_to_it(seats: int, options: dict[str, Any]) -> None:
    report = Contract(GAME, seats, options).check(games=12, seed=3, only=["explaining", "speech"])
    assert report.games == 12
