"""Puzzles: found in games between programs, written as scenarios, replayed."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

import pytest

from bagarre.bots.player import Estimate, Thought
from bagarre.cli.main import main
from bagarre.games import find_game, games
from bagarre.kernel.coach import foremost
from bagarre.kernel.errors import Mistake
from bagarre.kernel.menu import Choice
from bagarre.lab.puzzles import Finder, Puzzle, enough_alike, keep, played
from bagarre.match import Match
from bagarre.puzzles import find_puzzle, posed, puzzle_of_the_day, puzzles_of
from bagarre.review.appraiser import Appraiser, Compared
from bagarre.review.telling import speech_of
from bagarre.scenario import run_scenario
from tests.review.games import finished


def last_choice(levels: tuple[int, ...]) -> Puzzle:
    """The last choice of a game, as if it were a puzzle that these levels solve."""
    match = finished()
    moment = len(match.steps) - 2
    step = match.steps[moment + 1]
    assert step.choice is not None
    return Puzzle(match, moment, step.seat, step.choice, 0.6, 0.2, levels)


def test_a_puzzle_is_a_scenario_and_its_grade_is_the_level_from_which_on_all_solve_it(tmp_path: Path) -> None:
    puzzle = last_choice((1, 3, 4, 5))
    assert puzzle.grade == 3
    assert last_choice(()).grade == 6
    files = [keep(puzzle, tmp_path) for _ in range(2)]
    assert [file.name for file in files] == ["001.toml", "002.toml"]
    result = run_scenario(files[0])
    assert result.passed, result.say("en")
    assert result.steps == puzzle.moment + 1


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


def test_a_kept_puzzle_that_no_longer_holds_is_told_and_dropped_and_its_number_is_free_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = last_choice((5,))
    for _ in range(3):
        keep(puzzle, tmp_path / "puzzles")
    stock = puzzles_of(tmp_path, "boss-quest")
    menu = puzzle.match.game.choices(puzzle.match.position(puzzle.moment), puzzle.seat)
    agreed = iter([puzzle.best, next(choice for choice in menu if choice != puzzle.best), puzzle.best])
    monkeypatch.setattr(Finder, "sought", lambda *asked: (next(agreed), 0.5))
    monkeypatch.setattr(Appraiser, "compared", lambda *asked, **more: Compared(0.2, 0.6, 0.01))
    monkeypatch.setattr(Finder, "solvers", lambda *asked: (4, 5))
    monkeypatch.setattr("bagarre.puzzles.puzzles_of", lambda *asked: stock)
    assert main(["puzzles", "check", "boss-quest", "--drop", "--interpreted", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "002.toml no longer holds" in told
    assert "2 of 3" in told
    assert sorted(file.name for file in (tmp_path / "puzzles").iterdir()) == ["001.toml", "003.toml"]
    assert keep(puzzle, tmp_path / "puzzles").name == "002.toml"


def test_kept_puzzles_are_graded_anew_and_nothing_else_of_them_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = last_choice((5,))
    kept = [keep(puzzle, tmp_path / "puzzles") for _ in range(2)]
    before = kept[0].read_text(encoding="utf-8")
    stock = puzzles_of(tmp_path, "boss-quest")
    solved = iter([(), (5,)])
    monkeypatch.setattr(Finder, "solvers", lambda *asked: next(solved))
    monkeypatch.setattr("bagarre.puzzles.puzzles_of", lambda *asked: stock)
    assert main(["puzzles", "grade", "boss-quest", "--interpreted", "--lang", "en"]) == 0
    assert "1 of 2" in capsys.readouterr().out
    assert kept[0].read_text(encoding="utf-8") == before.replace("grade 5, levels 5", "grade 6, levels none")
    assert kept[1].read_text(encoding="utf-8") == before.replace("Puzzle 1", "Puzzle 2")


SHIPPED = [puzzle for game in games().values() for puzzle in puzzles_of(game.folder, game.name)]


@pytest.mark.parametrize("puzzle", SHIPPED[::50], ids=lambda puzzle: f"{puzzle.game}-{puzzle.number}")
def test_a_shipped_puzzle_is_posed_with_its_best_choice_among_a_few(puzzle) -> None:  # type: ignore[no-untyped-def]
    result = run_scenario(puzzle.file)
    assert result.passed, result.say("en")
    one = posed(puzzle)
    menu = one.match.game.choices(one.match.position(one.moment), one.seat)
    assert one.best in one.offered
    assert set(one.offered) <= set(menu)
    assert 2 <= len(one.offered) <= 12
    assert puzzle.gap >= 15
    assert 1 <= puzzle.grade <= 6


@pytest.mark.soak
def test_all_shipped_puzzles_replay() -> None:
    assert [puzzle.file for puzzle in SHIPPED if not run_scenario(puzzle.file).passed] == []


def test_every_day_has_its_puzzle_the_same_for_everybody() -> None:
    all_games = list(games().values())
    days = [datetime.date(2026, 1, 1) + datetime.timedelta(days=k) for k in range(60)]
    chosen = [puzzle_of_the_day(all_games, day) for day in days]
    assert chosen == [puzzle_of_the_day(all_games, day) for day in days]
    assert len(set(chosen)) > 50
    assert puzzle_of_the_day([], days[0]) is None
    with pytest.raises(Mistake, match="unknown_puzzle"):
        find_puzzle(all_games[0], 100000)


def test_on_a_sheet_a_puzzle_offers_the_best_plain_order_and_some_that_are_clearly_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(find_game("baston"), 2, "sheet", {"size": 1, "turns": 1})
    finder = Finder(match, compiled=False)
    moment = next(m for m in range(1, len(match.steps)) if finder.is_sheet(m, match.steps[m + 1].seat))
    seat = match.steps[moment + 1].seat
    menu = match.game.choices(match.position(moment), seat)

    def thought(self: Finder, moment: int, seat: int, menu: Sequence[Choice], times: float) -> Thought:
        worths = [0.8, 0.75, 0.1] + [0.6] * len(menu)
        return Thought(menu[0], {one: Estimate(worth, 0.01) for one, worth in zip(menu, worths)})

    monkeypatch.setattr(Finder, "thought", thought)
    offered = finder.orders(moment, seat, menu)
    assert 4 <= len(offered) <= 6
    words = [match.game.verbs.write(choice) for choice in offered]
    assert not {"commit", "stop"} & set(words)
    best, near, trap, *worse = [
        c for c in menu if c.verb == offered[0].verb and c in plain_orders(match, moment, seat)
    ]
    assert offered == [best, *worse[: len(offered) - 1]]
    assert near not in offered
    assert trap not in offered
    kept = keep(Puzzle(match, moment, seat, best, 0.8, 0.2, (), tuple(offered)), tmp_path / "puzzles")
    assert "size = 1" in kept.read_text(encoding="utf-8")
    [file] = puzzles_of(tmp_path, "baston")
    assert run_scenario(kept).passed
    assert posed(file).offered == tuple(offered)
    enough = enough_alike(tmp_path / "puzzles", 1)
    assert enough(match.game.verbs.write(best))
    assert not enough("dance")


def plain_orders(match: Match, moment: int, seat: int) -> list[Choice]:
    known = match.game.concealed(match.position(moment), seat)
    coach = match.game.coach(known, seat, speech_of(match, "en"))
    assert coach is not None
    return foremost(coach, match.game.choices(match.position(moment), seat))
