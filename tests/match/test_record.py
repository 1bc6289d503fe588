"""Records: typed lines, start positions, who chose, and what becomes of old ones."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from bagarre.following import follow, follow_as_far
from bagarre.games import games
from bagarre.kernel.errors import Mistake, RecordError
from bagarre.kernel.game import Game
from bagarre.match import Match
from bagarre.record import (
    RECORD_VERSION,
    ChoiceMade,
    Deal,
    Ended,
    Header,
    Record,
    Undone,
    read_line,
    read_record,
)
from bagarre.scenario import begin_scenario, run_scenario

PLACED = [
    next(
        file for file in sorted((game.folder / "scenarios").glob("*.toml")) if "[position" in file.read_text()
    )
    for game in games().values()
]
"""One scenario of each game that begins from a position."""
POSITION = """title = "t"
game = "leduc"
seats = 2
[position]
cards = ["J1", "K1"]
[[step]]
moves = ["0: raise", "1: call"]
chance = ["J2"]
"""


@pytest.mark.parametrize(
    "line",
    [
        Deal((1, 2)),
        ChoiceMade(0, "raise"),
        ChoiceMade(1, "call", (3,), "scripted"),
        Undone(2),
        Undone(1, by=0),
        Ended("folds", (1, 2), (4, 0)),
    ],
    ids=lambda line: type(line).__name__,
)
def test_lines_are_read_as_they_are_written(line: Deal | ChoiceMade | Undone | Ended) -> None:
    assert read_line(json.loads(json.dumps(line.data()))) == line


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"seat": "0", "choice": "x"},
        {"seat": True, "choice": "x"},
        {"undo": 1.5},
        {"deal": 3},
        {"end": 1},
    ],
)
def test_other_json_is_no_line(data: object) -> None:
    with pytest.raises(ValueError, match="not a"):
        read_line(data)


def test_following_gives_every_line_with_the_match(leduc: Game) -> None:
    match = Match(leduc, 2, seed=1)
    match.play(0, "raise")
    match.undo(by=0)
    match.play(0, "call")
    told = [(line, len(twin.steps)) for line, twin in follow(read_record(match.record()), leduc)]
    assert [line for line, _ in told] == match.history
    assert [steps for _, steps in told] == [1, 2, 1, 2]


def test_a_choice_says_who_stood_in(leduc: Game) -> None:
    match = Match(leduc, 2, seed=1, kinds=["human", "scripted"])
    match.play(0, "raise", bot="random")
    again = Match.loads(match.record(), leduc)
    assert again.history[-1] == ChoiceMade(0, "raise", (), "random")
    assert again.record() == match.record()


def test_records_of_version_1_open_as_before(leduc: Game) -> None:
    """A file as the first version wrote it: no `start`, nobody stood in, `undo` without its asker."""
    file = Path(__file__).parent / "version_1.jsonl"
    match = Match.loads(file.read_text(encoding="utf-8"), leduc)
    assert match.players == ["Ada", "Blaise"]
    assert [line.data() for line in match.history][1:4] == [
        {"seat": 0, "choice": "raise"},
        {"undo": 1},
        {"seat": 0, "choice": "call"},
    ]
    assert match.is_over
    assert json.loads(match.record().split("\n")[0])["bagarre"] == RECORD_VERSION


# Start positions.


@pytest.mark.parametrize("file", PLACED, ids=lambda file: file.parts[-3])
def test_a_position_begins_a_match_like_others(file: Path) -> None:
    match = begin_scenario(file, seed=5)
    assert match.start is not None
    for _ in range(30):
        if match.is_over:
            break
        seat = match.deciders[0]
        match.play(seat, match.legal(seat)[0])
    match.undo()
    again = Match.loads(match.record())
    assert again.packed == match.packed
    assert again.record() == match.record()
    assert again.reopened(0).packed == begin_scenario(file).packed


def test_a_scenario_is_a_match(leduc: Game) -> None:
    result = run_scenario(POSITION, game=leduc)
    assert result.passed
    assert result.match is not None
    again = Match.loads(result.match.record(), leduc)
    assert again.packed == result.match.packed
    assert again.start == {"cards": ["J1", "K1"]}


def test_a_forged_start_is_refused(leduc: Game) -> None:
    record = read_record(begin_scenario(POSITION, game=leduc).record())
    starts: list[dict[str, Any]] = [{"cards": ["J1", "J1"]}, {"cards": 3}, {"nothing": 1}, {"cards": [[[]]]}]
    for start in starts:
        forged = Record(dataclasses.replace(record.header, start=start), record.lines)
        with pytest.raises(Mistake) as caught:
            follow_as_far(read_record(forged.text()), leduc)
        assert caught.value.say("fr")


# Old rules.


def test_an_old_record_is_followed_as_far_as_todays_rules_do(leduc: Game) -> None:
    match = Match(leduc, 2, seed=1)
    match.play(0, "raise")
    match.play(1, "call")
    record = read_record(match.record())
    lines = list(record.lines)
    lines[2] = ChoiceMade(1, "raise", (), "")
    lines.insert(3, ChoiceMade(0, "raise", (), ""))
    lines.insert(4, ChoiceMade(1, "raise", (), ""))
    old = Record(dataclasses.replace(record.header, rules_version=leduc.meta.rules_version - 1), tuple(lines))
    reached, problem = follow_as_far(read_record(old.text()), leduc)
    assert problem is not None
    assert problem.key == "record_old_rules"
    assert 2 < len(reached.steps) < len(lines)
    assert str(leduc.meta.rules_version) in problem.say("en")
    with pytest.raises(RecordError, match="record_old_rules"):
        Match.loads(old.text(), leduc)
    today = Record(record.header, tuple(lines))
    assert follow_as_far(today, leduc)[1].key == "record_line"  # type: ignore[union-attr]


# Hostile files.


@pytest.mark.parametrize(
    "raw",
    [
        '{"bagarre": 1, "name": "\\ud800"}',
        '{"bagarre": 1, "a": ' + "[" * 900 + "]" * 900 + "}",
        '{"bagarre": 1, "a": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"bagarre": 1, "a": ' + "9" * 5_000 + "}",
        '{"bagarre": 1e400}',
        '{"bagarre": true}',
        '{"bagarre": NaN}',
    ],
    ids=["half a character", "deep", "very deep", "long number", "infinite", "switch", "not a number"],
)
def test_hostile_json_is_a_mistake(raw: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(raw + "\n")
    assert caught.value.say("fr")


def test_a_header_stands_for_itself() -> None:
    header = Header(game="leduc", players=("Ada", "Blaise"), seed="7", rules_version=1)
    assert read_record(Record(header, (Deal(),)).text()).header == header
