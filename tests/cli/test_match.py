"""`bagarre match` and `bagarre ladder`: one line, a table, a picture, and one line for what is wrong."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.mark.parametrize(
    ("lang", "told"),
    [("fr", "scripted est plus fort que random."), ("en", "scripted is stronger than random.")],
)
def test_the_verdict_is_one_line(command: Command, lang: str, told: str) -> None:
    answer = command("--lang", lang, "match", "scripted", "random", "--game", "leduc", "--interpreted")
    assert answer.out.startswith(told)
    assert answer.out.count("\n") == 1


@pytest.mark.parametrize(
    ("lang", "told"),
    [("fr", "scripted parmi random : 8 parties, "), ("en", "scripted among random: 8 games, ")],
)
def test_one_among_others_is_told_in_one_line(command: Command, lang: str, told: str) -> None:
    answer = command(
        *("--lang", lang, "match", "scripted", "random", "--game", "leduc"), *("--alone", "--games", "8", "--interpreted")
    )  # fmt: skip
    assert answer.out.replace("\u00a0", " ").startswith(told)
    assert answer.out.count("\n") == 1


def test_the_ladder_is_put_into_its_page(command: Command, tmp_path: Path) -> None:
    page, picture = tmp_path / "ladder.md", tmp_path / "ladder.svg"
    page.write_text("# Title\n\n<!-- leduc-2 -->\nold\n<!-- /leduc-2 -->\n\nThe end.\n")
    answer = command(
        "ladder",
        "leduc",
        "--specs",
        "scripted,random",
        "--games",
        "100",
        "--interpreted",
        "--page",
        page,
        "--svg",
        picture,
    )
    text = page.read_text()
    assert text.startswith("# Title\n\n<!-- leduc-2 -->\n| rang |")
    assert text.endswith("<!-- /leduc-2 -->\n\nThe end.\n")
    assert answer.out.strip() in text
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["match", "scripted", "hal", "--game", "leduc"], "joueur inconnu « hal »"),
        (["match", "search:5:sights=3", "random", "--game", "leduc"], "valeur « sights=3 » refusée"),
        (["match", "search:5:sight=-3", "random", "--game", "leduc"], "valeur « sight=-3 » refusée"),
        (["match", "search:9:sight=3", "random", "--game", "leduc"], "joueur inconnu « search:9 »"),
        (["match", "scripted", "random", "--game", "chess"], "jeu inconnu « chess »"),
        (["match", "scripted", "random", "--game", "leduc", "--elo", "20,0"], "option elo"),
        (["match", "scripted", "random", "--game", "leduc", "--elo", "much"], "option elo"),
        (["match", "scripted", "random", "--game", "leduc", "--players", "9"], "pas à 9"),
        (
            ["match", "scripted", "random", "--game", "leduc", "--keep", "/nowhere/m.jsonl"],
            "/nowhere/m.jsonl",
        ),
        (["ladder", "leduc", "--specs", "scripted"], "au moins deux joueurs"),
        (
            ["match", "scripted", "random", "--game", "leduc", "--players", "two"],
            "option players : valeur « two »",
        ),
        (
            ["match", "scripted", "random", "--game", "leduc", "--players", "-2"],
            "option players : valeur « -2 »",
        ),
        (["match", "scripted", "random", "--game", "leduc", "--elo", "nan,20"], "option elo"),
        (["match", "scripted", "random", "--game", "leduc", "--elo", "0,1e999"], "option elo"),
        (["ladder", "leduc", "--interval", "nan"], "option interval : valeur « nan »"),
        (["ladder", "leduc", "--interval", "0"], "option interval : valeur « 0 »"),
        (["ladder", "leduc", "--games", "1e9"], "option games : valeur « 1e9 »"),
    ],
)
def test_bad_input(command: Command, argv: list[str], told: str) -> None:
    assert told in command(*argv, "--interpreted").complaint.replace("\u00a0", " ")


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_seconds_of_the_arena(command: Command, seconds: str) -> None:
    told = command("arena", "leduc", "scripted", "random", "--seconds", seconds).complaint
    assert f"option seconds : valeur « {seconds} »" in told.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("fr", "perdues sur une panne (RuntimeError: no idea)"),
        ("en", "lost by crashes (RuntimeError: no idea)"),
    ],
)
def test_the_arena_names_what_went_wrong(command: Command, lang: str, told: str) -> None:
    answer = command(
        "--lang", lang, "arena", "leduc", "scripted", "tests.lab.test_arena:broken", "--games", "4"
    )
    assert answer.code == 0
    assert told in answer.out
    assert "| 1" in answer.out


def test_the_arena_with_a_program_that_is_not_there(command: Command) -> None:
    assert (
        "il n'y a pas de programme « ./nowhere.js »"
        in command("arena", "leduc", "scripted", "program:./nowhere.js").complaint
    )
