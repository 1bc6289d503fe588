"""The example program plays a whole game over the protocol, in fewer than 60 lines."""

import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE
from tests.web.house import Live

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 60


def run(server: Live, game: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-W", "error", str(EXAMPLE), server.base, game]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.mark.parametrize("game", ["leduc", "badass-force"])
def test_it_plays_against_bots(server: Live, game: str) -> None:
    done = run(server, game)
    assert done.returncode == 0, done.stderr
    assert "'ranks'" in done.stdout


def test_it_says_what_was_wrong(server: Live) -> None:
    done = run(server, "chess")
    assert done.returncode == 1
    assert done.stderr.startswith("unknown game “chess”")
    assert len(done.stderr.splitlines()) == 1


def test_it_sits_down_at_a_table(server: Live, http: httpx.Client) -> None:
    opened = http.post("/api/tables", json={"game": "leduc", "name": "Ada", "seats": ["open"]}).json()
    program = subprocess.Popen(
        [sys.executable, EXAMPLE, server.base, "--table", opened["code"]], stdout=subprocess.PIPE, text=True
    )
    ada = server.wire(opened["code"], *opened["tokens"])
    while not (ada.told.get("players") and not ada.told["players"][1]["open"]):
        ada.next()
    ada.send(type="start")
    end = time.monotonic() + PATIENCE
    while ada.told.get("status") != "over":
        assert time.monotonic() < end
        ada.settle(0.1)
        if ada.told.get("legal"):
            ada.choose()
    assert "'ranks'" in program.communicate(timeout=PATIENCE)[0]
