"""`bagarre new-game`: what it makes passes the contract at once."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bagarre.cli.main import main
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.newgame import make_game, prefix_of

OURS = ("boss-quest", "baston")


def test_the_new_game_passes_its_own_tests_in_its_own_package(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "new-game", "Tic Tac", "--into", str(tmp_path)]) == 0
    made = tmp_path / "bagarre-tic-tac"
    assert f"cd {made}" in " ".join(capsys.readouterr().out.split())
    project = tomllib.loads((made / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "bagarre-tic-tac"
    assert project["entry-points"]["bagarre.games"] == {"tic-tac": "tic_tac"}
    everything = "".join(file.read_text("utf-8") for file in made.rglob("*") if file.is_file())
    for left in ("my_game", "my-game", "My Game", "MG-", '"MG"'):
        assert left not in everything
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "tests"],
        cwd=made,
        env=os.environ | {"PYTHONPATH": str(made / "src"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_the_new_game_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bagarre.match import Match

    made = make_game("tea_leaves", tmp_path, OURS, ["TL"])
    monkeypatch.syspath_prepend(str(made / "src"))
    game = Game("tea_leaves")
    assert (game.name, game.meta.title, game.meta.prefix) == ("tea-leaves", "Tea Leaves", "TE")
    assert {clause[:3] for clause in game.rulebook("fr").clauses} == {"TE-"}
    match = Match(game, ["Ada", "Blaise"], seed="1")
    while not match.is_over:
        match.play(match.deciders[0], match.legal(match.deciders[0])[0])
    assert "Ada" in str(match.view(0, "en"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("été", "cannot be the name of a game"),
        ("../up", "cannot be the name of a game"),
        ("9lives", "cannot be the name of a game"),
        ("a" * 50, "cannot be the name of a game"),
        ("class", "cannot be the name of a game"),
        ("", "cannot be the name of a game"),
        ("baston", "there is something called “baston” already"),
        ("json", "there is something called “json” already"),
    ],
)
def test_a_name_that_cannot_be_writes_nothing(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(Mistake) as mistake:
        make_game(name, tmp_path, OURS, [])
    assert words in mistake.value.say("en")
    assert "\n" not in mistake.value.say("fr")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    made = make_game("tea", tmp_path, OURS, [])
    (made / "README.md").write_text("mine")
    with pytest.raises(Mistake, match="folder_exists"):
        make_game("tea", tmp_path, OURS, [])
    assert (made / "README.md").read_text() == "mine"


def test_a_disk_that_is_full_in_the_middle_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []
    write = Path.write_text

    def full(self: Path, *args: Any, **kwargs: Any) -> int:
        written.append(self)
        if len(written) == 5:
            raise OSError(errno.ENOSPC, "full")
        return write(self, *args, **kwargs)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(Mistake, match="file_unwritable"):
        make_game("tea", tmp_path, OURS, [])
    assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    (tmp_path / "file").write_text("")
    with pytest.raises(Mistake, match="file_unwritable"):
        make_game("tea", tmp_path / "file", OURS, [])


def test_clauses_begin_with_letters_of_the_name_that_are_free() -> None:
    assert prefix_of("tic-tac", []) == "TT"
    assert prefix_of("tic-tac", ["TT"]) == "TI"
    assert prefix_of("go", ["GO"]) == "GOXX"
    assert prefix_of("x", []) == "XXX"
