"""Players that are programs: lines in, choices out; whatever they do wrong costs them the game and nobody else."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from bagarre.bots import Budget, make_player, names_code
from bagarre.bots.programs import ProgramFailed, ProgramPlayer, ProgramTimeout
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.lab.simulate import simulate
from bagarre.match import Match

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.mjs"
FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    print(message["type"], file=sys.stderr, flush=True)
    if message["type"] == "choose":
        {answer}
"""
PLAIN = 'print(message["legal"][0]["choice"], flush=True)'


def program(folder: Path, answer: str) -> str:
    """The spec of a program in Python."""
    file = folder / "bot.py"
    file.write_text(FIRST.format(answer=answer))
    return f"program:{sys.executable} {file}"


def asked(spec: str, game: Game, seconds: float | None = None) -> str:
    """What a program answers to the first question of a game."""
    match = Match(game, 2, seed=3)
    seat = match.deciders[0]
    player = make_player(spec, game, "seed")
    assert isinstance(player, ProgramPlayer)
    try:
        thought = player.think(match.concealed(seat), seat, list(match.legal(seat)), Budget(seconds=seconds))
        return game.verbs.write(thought.choice)
    finally:
        player.close()


def test_a_choice_in_notation_or_in_json(leduc: Game, tmp_path: Path) -> None:
    first = Match(leduc, 2, seed=3).legal(0).notation()[0]
    assert asked(program(tmp_path, PLAIN), leduc) == first
    answer = 'print(json.dumps({"choice": message["legal"][0]["choice"]}), flush=True)'
    assert asked(program(tmp_path, answer), leduc) == first


def test_a_program_plays_whole_games_and_hears_what_happens(leduc: Game, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    answer = f'open({str(heard)!r}, "a").write(line); {PLAIN}'
    match = Match(leduc, 2, seed=3, kinds=[program(tmp_path, answer), "scripted"])
    while not match.is_over:
        match.let_play(match.deciders[0])
    assert not match.program(0).failed
    assert '"view"' in heard.read_text()


def test_it_sees_what_its_seat_knows(leduc: Game, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    asked(program(tmp_path, f'open({str(heard)!r}, "a").write(line); {PLAIN}'), leduc)
    import json

    match = Match(leduc, 2, seed=3)
    seat = match.deciders[0]
    told = json.loads(heard.read_text())
    names = [f"seat {k}" for k in range(2)]
    speech = leduc.speech("en", names, leduc.content().names)
    assert told["view"] == json.loads(
        json.dumps(leduc.room("view").view(match.concealed(seat), seat, speech))
    )
    assert told["seat"] == seat


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("sys.exit(3)", "exit 3"),
        ('raise RuntimeError("no idea")', "no idea"),
        ("print('{\"choose\": 1}', flush=True)", "choose"),
    ],
)
def test_what_a_program_did_wrong_is_told(leduc: Game, tmp_path: Path, answer: str, problem: str) -> None:
    with pytest.raises(ProgramFailed) as failed:
        asked(program(tmp_path, answer), leduc)
    assert problem in str(failed.value)


def test_a_program_that_takes_too_long_is_ended(
    leduc: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bagarre.bots.programs.STARTING", 0.0)
    with pytest.raises(ProgramTimeout):
        asked(program(tmp_path, "import time; time.sleep(1000)"), leduc, seconds=0.2)


def test_a_program_that_does_not_read_is_ended_too(
    leduc: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it is told does not fit into the pipe."""
    monkeypatch.setattr("bagarre.bots.programs.STARTING", 0.0)
    monkeypatch.setattr(leduc.room("view"), "view", lambda *_: {"much": "x" * 1_000_000})
    file = tmp_path / "deaf.py"
    file.write_text("import time\ntime.sleep(1000)\n")
    with pytest.raises(ProgramTimeout):
        asked(f"program:{sys.executable} {file}", leduc, seconds=0.2)


def test_where_a_game_is_running_the_scripted_player_plays_on(leduc: Game, tmp_path: Path) -> None:
    report = simulate(leduc, [program(tmp_path, "sys.exit(1)"), "scripted"], games=2, seed=1, compiled=False)
    assert report.places.games == 2


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        ("program:./nowhere.js", "program_missing"),
        ("program:", "program_missing"),
        ("program:'", "program_missing"),
        ("program", "program_missing"),
    ],
)
def test_a_program_that_is_not_there(leduc: Game, spec: str, key: str) -> None:
    with pytest.raises(Mistake) as mistake:
        make_player(spec, leduc)
    assert mistake.value.key == key


def test_a_file_that_may_not_be_run(leduc: Game, tmp_path: Path) -> None:
    file = tmp_path / "bot.js"
    file.write_text("")
    file.chmod(0o644)
    with pytest.raises(Mistake) as mistake:
        make_player(f"program:{file}", leduc)
    assert mistake.value.key == "program_not_executable"


def test_no_record_may_start_a_program() -> None:
    assert names_code("program:./bot.mjs")
    assert names_code("program")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_example_in_javascript_plays(leduc: Game) -> None:
    match = Match(leduc, 2, seed=3, kinds=[f"program:node {EXAMPLE}", "random"])
    while not match.is_over:
        match.let_play(match.deciders[0])
    assert not match.program(0).failed
