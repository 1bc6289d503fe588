"""Scenarios in packs: whatever a field holds, the game begins or one line names the field, wherever the pack is brought."""

from __future__ import annotations

from pathlib import Path

import pytest

from bagarre.cli.main import main
from bagarre.kernel.errors import Mistake
from bagarre.kernel.figures import changed, figures, find
from bagarre.kernel.pack import Pack
from bagarre.kernel.words import LANGUAGES
from bagarre.lab.study.tuning import REFUSED, Tuning, attempt
from bagarre.web.readers import check_table
from tests.games.baston.table import GAME

TWO = '{ side = 1, who = "dudule", at = "1,1" }, { side = 2, who = "riton", at = "2,2" }'
WRONG = [
    *[("magot", "players", value) for value in (
        "3", '"2"', "[]", "[2]", "[2, 2, 3]", "[3, 2]", "[1, 2]", "[2, 7]", '["a", "b"]', "[true, 2]", "[[2], [3]]", "[2.0, 3]",
    )],
    *[("magot", "score", value) for value in (
        "3", "true", '"dealt"', "[]", "[{}]", "[{}, {}, {}]", "[{}, 3]", '[["dealt", 1], ["lost", 1]]', "2026-11-17",
        "{ deal = 1 }", '{ dealt = "x" }', "{ dealt = true }", "{ dealt = 1.5 }", "{ dealt = 101 }",
    )],
    *[("magot", "zones", value) for value in (
        "3", '"1,7-12"', "[3]", "[]", '[""]', '["1,7-12"]', '["1,7-11", "1,8-12"]', '["99,1", "1,7-12", "20,9-14"]',
        '["1,1-20", "2,1-16", "3,1-16"]', '["1,7-8", "20,9-14", "8-13,20"]', '["1,1", "2,1", "3,1", "4,1", "5,1", "6,1", "7,1"]',
    )],
    ("magot", "name", '"Loot"'),
    ("magot", "flag", '"mine"'),
    ("magot", "placement", '"anywhere"'),
    ("magot", "size", "5"),
    ("magot", "turns", "0"),
    ("magot", "draw_zones", "1"),
    ("magot", "loot", "3"),
    ("magot", "loot", '"21,1"'),
    ("magot", "police", "-1"),
    ("magot", "escape", '"late"'),
    ("magot", "end", "3"),
    ("magot", "tie", '"third"'),
    ("magot", "bottles", "[3]"),
    ("magot", "bottles", '["1,1"]'),
    ("magot", "surprise", "1"),
    ("kraitneu", "sides", '"yes"'),
    ("kraitneu", "caller", '"maurice"'),
    ("kraitneu", "cast", "3"),
    ("kraitneu", "cast", "[]"),
    ("kraitneu", "cast", "[3]"),
    ("kraitneu", "cast", '[{ side = 1, who = "dudule", at = "1,1" }]'),
    ("kraitneu", "cast", f"[{TWO}, {{ side = 3 }}]"),
    ("kraitneu", "cast", f'[{TWO}, {{ side = 1, who = "nobody" }}]'),
    ("kraitneu", "cast", f"[{TWO}, {{ side = 1, who = 3 }}]"),
    ("kraitneu", "cast", f'[{TWO}, {{ side = 1, who = "grobid", at = "1,1" }}]'),
    ("kraitneu", "cast", f'[{TWO}, {{ side = 1, who = "grobid", at = "3,3", facing = 9 }}]'),
    ("destroy", "zones", '["13,8-13"]'),
]  # fmt: skip


def text_of(scenario: str, field: str, value: str) -> str:
    return f"[scenarios.{scenario}]\n{field} = {value}\n"


def told(mistake: Mistake, field: str) -> None:
    for lang in LANGUAGES:
        said = mistake.say(lang)
        assert "\n" not in said
        assert "cave.toml" in said
        assert field in said


@pytest.mark.parametrize(("scenario", "field", "value"), WRONG)
def test_a_wrong_field_is_named_in_one_line(scenario: str, field: str, value: str) -> None:
    with pytest.raises(Mistake) as error:
        check_table(
            "bagarre.games.baston",
            2,
            {"scenario": scenario},
            [("cave.toml", text_of(scenario, field, value))],
        )
    told(error.value, field)


@pytest.mark.parametrize("placement", ["zones", "cast"])
def test_whoever_is_not_placed_needs_a_zone(placement: str) -> None:
    with pytest.raises(Mistake) as error:
        GAME.prepare(
            2, {"scenario": "brawl"}, (Pack("cave.toml", text_of("brawl", "placement", f'"{placement}"')),)
        )
    told(error.value, "zones")


def test_sides_are_those_of_a_cast() -> None:
    with pytest.raises(Mistake) as error:
        GAME.prepare(3, {"scenario": "magot"}, (Pack("cave.toml", text_of("magot", "sides", "true")),))
    told(error.value, "cast")


def test_every_player_of_a_side_leads_somebody() -> None:
    text = text_of("kraitneu", "players", "[2, 6]")
    GAME.prepare(6, {"scenario": "kraitneu"}, (Pack("cave.toml", text),))
    with pytest.raises(Mistake) as error:
        GAME.prepare(6, {"scenario": "kraitneu"}, (Pack("cave.toml", f"{text}cast = [{TWO}]\n"),))
    told(error.value, "cast")


@pytest.mark.parametrize(("field", "value"), [("players", "[2]"), ("score", "[1, 2]")])
def test_the_terminal_says_one_line(
    field: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cave.toml"
    path.write_text(text_of("magot", field, value), encoding="utf-8")
    asked = ["--lang", "en", "play", "baston", "--pack", str(path), "--option", "scenario=magot"]
    assert main(asked) != 0
    said = capsys.readouterr()
    assert said.err.startswith(f"bagarre: cave.toml: scenarios.magot: {field}: ")
    assert said.err.count("\n") == 1


def test_tuning_leaves_what_the_game_refuses(tmp_path: Path) -> None:
    figure = find(figures(GAME), "scenarios", "magot", "score.dealt")
    with pytest.raises(Mistake, match="dealt"):
        GAME.prepare(2, {"scenario": "magot"}, (changed(GAME, {figure: 101}),))
    path = tmp_path / "loot.toml"
    path.write_text(
        'game = "baston"\npart = "scenarios"\nsettings = ["magot"]\ndeals = 2\n[target]\nkind = "gang"\n'
        '[[parameter]]\ntable = "scenarios"\nid = "magot"\nfield = "score.dealt"\nlow = 0\nhigh = 200\n',
        encoding="utf-8",
    )
    assert attempt(Tuning.read(path), (101,), [], {"compiled": False}).distance == REFUSED
