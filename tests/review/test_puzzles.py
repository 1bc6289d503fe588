"""Puzzles: found in games between programs, written as scenarios, replayed."""

from __future__ import annotations

from pathlib import Path

from bagarre.lab.puzzles import Finder, Puzzle, keep
from bagarre.scenario import run_scenario
from tests.review.games import finished


def test_a_puzzle_is_a_scenario_and_its_grade_is_the_level_from_which_on_all_solve_it(tmp_path: Path) -> None:
    match = finished()
    moment = len(match.steps) - 2
    step = match.steps[moment + 1]
    assert step.choice is not None
    puzzle = Puzzle(match, moment, step.seat, step.choice, 0.6, 0.2, (1, 3, 4, 5))
    assert puzzle.grade == 3
    assert Puzzle(match, moment, step.seat, step.choice, 0.6, 0.2, ()).grade == 6
    files = [keep(puzzle, tmp_path) for _ in range(2)]
    assert [file.name for file in files] == ["001.toml", "002.toml"]
    result = run_scenario(files[0])
    assert result.passed, result.say("en")
    assert result.steps == moment + 1


def test_what_makes_no_difference_is_no_puzzle() -> None:
    match = finished()
    finder = Finder(match, compiled=False, simulations=4, outs=4)
    moment = next(
        m
        for m in range(1, len(match.steps))
        if len(match.game.choices(match.position(m), match.steps[m + 1].seat)) > 1
    )
    seat = match.steps[moment + 1].seat
    menu = match.game.choices(match.position(moment), seat)
    finder.sought = lambda *asked: (menu[0], 0.1)  # type: ignore[method-assign]
    assert finder.clear(moment, seat, menu) is None
