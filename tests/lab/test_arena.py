"""The arena: any players, paired deals, ratings; whoever fails has lost, and the reason is kept."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from bagarre.bots import Budget
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.lab.arena import ArenaReport, tournament
from bagarre.match import Match

HERE = "tests.lab.test_arena"


def broken(known: Any, seat: int, menu: Any, budget: Budget) -> Choice:
    raise RuntimeError("no\n idea")


def cheat(known: Any, seat: int, menu: Any, budget: Budget) -> Choice:
    return Choice(99, 99)


def by_name(report: ArenaReport) -> dict[str, dict[str, Any]]:
    return {row["player"]: row for row in report.data()["ratings"]}


def test_whoever_fails_has_lost_and_the_reason_is_kept(leduc: Game, tmp_path: Path) -> None:
    players = ["scripted", "random", f"{HERE}:broken", f"{HERE}:cheat"]
    report = tournament(leduc, players, seats=3, most=48, records=tmp_path / "games")
    rows = by_name(report)
    assert rows[f"{HERE}:broken"]["wins"] == rows[f"{HERE}:cheat"]["wins"] == 0
    assert rows[f"{HERE}:broken"]["forfeits"] == {"crash": rows[f"{HERE}:broken"]["games"]}
    assert rows[f"{HERE}:broken"]["reasons"] == ["RuntimeError: no idea"]
    assert set(rows[f"{HERE}:cheat"]["forfeits"]) == {"illegal"}
    assert rows["scripted"]["forfeits"] == {}
    assert report.data()["ratings"][0]["player"] in ("scripted", "random")
    # Every game is a record that opens, and says who gave up.
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == len(report.games)
    for file, game in zip(files, report.games):
        match = Match.loads(file.read_text(), leduc)
        assert match.is_over
        assert set(match.conceded) == {seat for seat, _ in game.forfeits}


def test_a_program_that_is_too_slow_loses_on_time(
    leduc: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bagarre.bots.programs.STARTING", 0.0)
    file = tmp_path / "slow.py"
    file.write_text("import time\ntime.sleep(1000)\n")
    spec = f"program:{sys.executable} {file}"
    report = tournament(leduc, [spec, "scripted"], most=2, seconds=0.2)
    assert by_name(report)[spec]["forfeits"] == {"timeout": 2}
    assert by_name(report)["scripted"]["wins"] == 2


def test_deals_are_paired_and_workers_do_not_matter(leduc: Game, tmp_path: Path) -> None:
    players = ["scripted", "random", "noisy:50"]
    report = tournament(leduc, players, most=24, keep=tmp_path / "a.jsonl")
    again = tournament(leduc, players, most=24, workers=2)
    assert again.data() == report.data()
    assert tournament(leduc, players, most=24, keep=tmp_path / "a.jsonl").data() == report.data()
    deals = {game.deal for game in report.games}
    for deal in deals:
        seatings = [game.seating for game in report.games if game.deal == deal]
        assert len(seatings) == len(set(seatings)) == 2


def test_bad_input(leduc: Game, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for how, key in (
        ({"players": ["scripted", "hal"]}, "unknown_player"),
        ({"players": ["scripted"]}, "ladder_players"),
        ({"players": ["scripted", "random"], "records": file / "games"}, "file_unwritable"),
        ({"players": ["scripted", "program:./nowhere"]}, "program_missing"),
    ):
        with pytest.raises(Mistake) as mistake:
            tournament(leduc, **how)
        assert mistake.value.key == key
