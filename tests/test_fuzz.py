"""Fuzzing of every reader of files: packs, boards, scenarios and records. Whatever they hold, they are read or refused in one line.

Messages and forms of the table in the browser: `tests/web/test_fuzz.py`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bagarre.following import follow_as_far
from bagarre.games import find_game, games
from bagarre.kernel.errors import Mistake
from bagarre.kernel.game import Game
from bagarre.kernel.pack import Pack
from bagarre.record import read_record
from bagarre.scenario import run_scenario
from tests.cli.conftest import resealed
from tests.golden import FOLDER
from tests.mutation import document, mutated, scratched

SHORT, LONG = 60, 20_000
"""Cases of each reader every day, and under `make soak`: six readers make more than a hundred thousand."""
Reader = Callable[[Random], None]


@cache
def texts(pattern: str) -> list[tuple[Game, str]]:
    """The files of all games that match."""
    return [
        (game, file.read_text(encoding="utf-8"))
        for game in games().values()
        for file in sorted(game.folder.glob(pattern))
    ]


@cache
def parsed(pattern: str) -> list[tuple[Game, dict[str, Any]]]:
    return [(game, tomllib.loads(text)) for game, text in texts(pattern)]


@cache
def words(pattern: str) -> list[str]:
    return sorted({word for _, text in texts(pattern) for word in re.findall(r"[\w.-]+", text)})


def is_read_or_refused(read: Callable[[], Any]) -> None:
    """Anything but a mistake is a fault of ours; a mistake is one line in both languages."""
    problem = None
    try:
        read()
    except Mistake as mistake:
        problem = mistake
    told = [] if problem is None else [problem.say(lang) for lang in ("fr", "en")]
    assert all(told)
    assert not any("\n" in line for line in told)


def play_a_little(game: Game, pack: Pack) -> None:
    """Everything that a pack is read for: the content, its words, and a deal."""
    content = game.content([pack])
    for option in game.meta.options:
        if "own" in getattr(option, "values", ()):
            is_read_or_refused(partial(game.prepare, game.meta.players[0], {option.name: "own"}, [pack]))
    s = game.prepare(game.meta.players[0], {}, [pack])
    game.begin(s, 1, 2, 3)
    for lang in ("fr", "en"):
        speech = game.speech(lang, ["A"] * s.seats, content.names)
        for event in game.events(s):
            speech.event(event)


def packs(dice: Random) -> None:
    game, data = dice.choice(parsed("content/*.toml"))
    text = document(mutated(data, dice, words("content/*.toml")))
    is_read_or_refused(lambda: play_a_little(game, Pack("mine.toml", text)))


def scratched_packs(dice: Random) -> None:
    """Boards among them: their maps are texts."""
    game, text = dice.choice(texts("content/*.toml"))
    changed = scratched(text, dice)
    is_read_or_refused(lambda: play_a_little(game, Pack("mine.toml", changed)))


def scenarios(dice: Random) -> None:
    _, data = dice.choice(parsed("scenarios/*.toml"))
    text = document(mutated(data, dice, words("scenarios/*.toml")))
    is_read_or_refused(lambda: [run_scenario(text).say(lang) for lang in ("fr", "en")])


PARTS = (
    *("position", "options", "seats", "deal", "sees", "expect", "rules"),
    *("seat", "choice", "chance", "moves", "events", "menu", "offers", "refuses", "unsure", "told"),
)
"""What a scenario says, of the whole and of a step."""


@cache
def scenarios_with(part: str) -> list[dict[str, Any]]:
    found = [data for _, data in parsed("scenarios/*.toml")]
    return [data for data in found if any(part in spot for spot in (data, *data.get("step", ())))]


def parts_of_scenarios(dice: Random) -> None:
    """A scenario that holds, with a single value of another type, size or sign: each part of it as often as any other."""
    part = dice.choice(PARTS)
    data = deepcopy(dice.choice(scenarios_with(part)))
    spot = dice.choice([spot for spot in (data, *data.get("step", ())) if part in spot])
    changed = mutated({part: spot[part]}, dice, words("scenarios/*.toml"), times=1)
    del spot[part]
    spot |= changed
    is_read_or_refused(lambda: [run_scenario(document(data)).say(lang) for lang in ("fr", "en")])


@cache
def records_of_games() -> list[list[dict[str, Any]]]:
    files: list[Path] = [
        min(FOLDER.glob(f"{game}/*.jsonl"), key=lambda file: file.stat().st_size) for game in games()
    ]
    files += [FOLDER / "battleworld" / "mutual_destruction.jsonl"]
    lines = [[json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] for file in files]
    return [
        [{key: value for key, value in line.items() if key != "seal"} for line in record][:40]
        for record in lines
    ]


def records(dice: Random) -> None:
    """Forged ones too: seals that fit."""
    lines = mutated(
        dice.choice(records_of_games()),
        dice,
        ["undo", "deal", "end", "concede", "seat", "choice", "chance", "start"],
    )
    try:
        text = resealed(lines)
    except (TypeError, ValueError):
        return
    if dice.randrange(4) == 0:
        text = scratched(text, dice)
    is_read_or_refused(lambda: follow(text))


def follow(text: str) -> None:
    match, _ = follow_as_far(read_record(text))
    match.record()


@cache
def a_sketch() -> dict[str, Any]:
    game = find_game("baston")
    editor = game.room("pages.editor")
    sketch: dict[str, Any] = editor.sketch_of(game.content().board)
    return json.loads(json.dumps(sketch))


def boards(dice: Random) -> None:
    """What the editor of boards is asked."""
    game = find_game("baston")
    speech = game.speech("fr", [], game.content().names)
    asked = mutated(
        {"board": a_sketch(), "sketch": a_sketch(), "text": "", "name": "x"},
        dice,
        ["board", "map", "doors", "name"],
    )
    is_read_or_refused(lambda: game.room("pages.editor").answer(asked, speech))


READERS = [packs, scratched_packs, scenarios, parts_of_scenarios, records, boards]


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__name__)
def test_whatever_is_read_is_read_or_refused(reader: Reader) -> None:
    cases(reader, SHORT)


@pytest.mark.soak
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__name__)
def test_whatever_is_read_is_read_or_refused_at_length(reader: Reader) -> None:
    cases(reader, LONG)


def cases(reader: Reader, count: int) -> None:
    """A case is a seed: `reader(Random(seed))` is that case again."""
    for seed in range(count):
        try:
            reader(Random(seed))
        except Exception as fault:
            fault.add_note(f"{reader.__name__}, seed {seed}")
            raise
