"""Golden records: whole games that must be played through again, in both modes, to the same bytes (`tests/golden.py`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bagarre.following import follow_as_far
from bagarre.games import find_game, games
from bagarre.kernel.contract.twin import Twin
from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.record import Ended, Record, read_record
from bagarre.steps import CONCEDED
from tests.golden import FOLDER, NEEDS_A_PACK, changes

FILES = sorted(FOLDER.glob("*/*.jsonl"))
ANEW = "play has changed: `rules_version` moves, and `make records` makes the golden records anew"
GAMES = list(games().values())


@cache
def record_of(file: Path) -> Record:
    return read_record(file.read_text(encoding="utf-8"))


@cache
def match_of(file: Path) -> Match:
    match, problem = follow_as_far(record_of(file))
    assert problem is None, f"{problem.say('en')}: {ANEW}"
    return match


def records_of(game: Game) -> list[Path]:
    return [file for file in FILES if record_of(file).header.game == game.name]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_played_through_interpreted(file: Path) -> None:
    """The same choices, the same chance, the same end, and the same record again."""
    record, match = record_of(file), match_of(file)
    assert record.header.rules_version == match.game.meta.rules_version, ANEW
    assert isinstance(record.lines[-1], Ended)
    assert read_record(match.record()) == record, ANEW


@pytest.mark.compiles
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_played_through_compiled(game: Game) -> None:
    """Every position has the bytes that interpreted play gave it. One test a game: only one worker compiles."""
    for file in records_of(game):
        match = match_of(file)
        for number, there in enumerate(compiled(match)):
            here = match.position(number)
            assert there == here.to_bytes(), f"{file.name}, step {number}: {differences(match, here, there)}"


def compiled(match: Match) -> Any:
    """The bytes of every position, as compiled rules reach them."""
    game = match.game
    twin = Twin(
        game,
        match.position(0)
        if match.start is not None
        else game.prepare(len(match.players), match.options, match.packs),
    )
    for number, step in enumerate(match.steps):
        if step.concedes:
            # No rule is asked: the position stands, and its events are forgotten.
            twin = Twin(game, match.position(number))
        s = twin.record
        s["tray"][: len(step.chance)] = step.chance
        s["tray_length"], s["tray_next"] = len(step.chance), 0
        if step.choice is not None:
            twin.apply(step.seat, step.choice)
        elif number == 0 and match.start is None:
            twin.deal(0, 0, 0)
        s["tray"], s["tray_length"], s["tray_next"], s["rng"] = 0, 0, 0, 0
        yield twin.to_bytes()


def differences(match: Match, here: Any, there: bytes) -> str:
    return "; ".join(match.game.State.from_bytes(there).differences(here))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_ending_has_its_game(game: Game) -> None:
    ends = [record_of(file).lines[-1] for file in records_of(game)]
    missing = {*game.endings[1:], CONCEDED} - {end.ending for end in ends if isinstance(end, Ended)}
    assert not missing, "an ending without a golden record: add it to `ENDINGS` in tests/golden.py"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_has_its_game(game: Game) -> None:
    """Every value that is not the default."""
    shown = [change for file in records_of(game) for change in record_of(file).header.options.items()]
    missing = [change for change in changes(game) if change not in shown]
    assert not missing, "options without a golden record: `make records`"


def test_nothing_needs_a_pack_that_exists_no_more() -> None:
    for name, option, value in NEEDS_A_PACK:
        assert any(option == declared.name for declared in find_game(name).meta.options), (
            name,
            option,
            value,
        )
