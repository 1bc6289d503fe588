"""The command line, run inside the test's own process."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import bagarre.games
from bagarre.cli.main import main
from tests.house import leduc


@dataclass
class Answer:
    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line of a mistake; exit code 2, and no more than that line on the side of errors."""
        assert self.code == 2, (self.code, self.out, self.err)
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.strip()


Command = Callable[..., Answer]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Command:
    """Runs a command line, with Leduc beside the games of the house; texts come back in French unless asked otherwise."""
    house = bagarre.games.games()
    monkeypatch.setattr(bagarre.games, "games", lambda: {**house, "leduc": leduc()})
    for name in ("BAGARRE_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "BAGARRE_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def run(*argv: object, typed: str = "") -> Answer:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(argument) for argument in argv])
        told = capsys.readouterr()
        return Answer(code, told.out, told.err)

    return run


@pytest.fixture
def saved(command: Command, tmp_path: Path) -> Path:
    """A game of Leduc saved after two choices of a human."""
    file = tmp_path / "game.jsonl"
    answer = command("play", "leduc", "--seed", "1", typed=f"raise\ncall\ns {file}\nq\n")
    assert answer.code == 0, answer
    return file


def resealed(lines: list[dict[str, Any]]) -> str:
    """A record with its seals made anew: what a clever forger would write."""
    import json

    from bagarre.record import _seal

    seal, text = "", ""
    for line in lines:
        seal = _seal(seal, line)
        text += json.dumps(line | {"seal": seal}, ensure_ascii=False) + "\n"
    return text
