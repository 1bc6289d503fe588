"""The frame of the command line: language, help, usage, options."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bagarre.cli.common import clean_name, game_options, one_line, open_console, take_language
from bagarre.cli.main import COMMANDS
from bagarre.games import find_game
from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import language_of
from tests.cli.conftest import Command
from tests.house import leduc
from tests.patience import PATIENCE


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "BAGARRE_LANG": "en"}, "en"),
        ({"LANG": "", "LC_ALL": "C.UTF-8"}, "fr"),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], lang: str) -> None:
    assert language_of(environment) == lang


def test_spaces_that_do_not_break_keep_their_line() -> None:
    console = open_console(width=12)
    with console.capture() as told:
        console.print("trop dans 98\xa0% des cas")
    assert told.get().split("\n") == ["trop dans ", "98\xa0% des cas", ""]


def test_language_may_stand_anywhere() -> None:
    assert take_language(["--lang", "en", "games"], {}) == ("en", ["games"])
    assert take_language(["games", "--lang=en", "--json"], {"LANG": "fr_FR"}) == ("en", ["games", "--json"])
    assert take_language(["a", "--", "--lang", "xx"], {}) == ("fr", ["a", "--", "--lang", "xx"])


@pytest.mark.parametrize("argv", [["games", "--lang", "xx"], ["--lang"], ["--lang=", "games"]])
def test_unknown_language(command: Command, argv: list[str]) -> None:
    assert "langue inconnue" in command(*argv).complaint


def test_unknown_language_of_the_environment(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAGARRE_LANG", "klingon")
    assert "klingon" in command("games").complaint


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(("lang", "word"), [("fr", "Afficher cette aide"), ("en", "Show this help")])
def test_every_command_has_help(command: Command, name: str, lang: str, word: str) -> None:
    answer = command(name, "--help", "--lang", lang)
    assert answer.code == 0
    assert word in answer.out


def test_help_names_every_command(command: Command) -> None:
    answer = command("--help")
    assert all(f" {name} " in answer.out for name in COMMANDS)
    assert command().out == answer.out, "without a terminal, `bagarre` alone is its help"


def test_version(command: Command) -> None:
    from bagarre import __version__

    assert command("--version").out == f"bagarre {__version__}\n"


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["dance"], "commande inconnue « dance »"),
        (["games", "--blue"], "option inconnue : --blue"),
        (["games", "leduc", "chess"], "mot de trop : chess"),
        (["games", "chess"], "jeu inconnu « chess »"),
        (["rules"], "il manque GAME"),
        (["rules", "leduc", "--search"], "l'option --search attend une valeur"),
        (["scenario"], "quelle commande ?"),
        (["play"], "quel jeu ?"),
        (["play", "leduc", "leduc"], "mot de trop : leduc"),
        (["play", "leduc", "--option", "raises"], "une option s'écrit nom=valeur"),
    ],
)
def test_usage_is_told_in_one_french_line(command: Command, argv: list[str], told: str) -> None:
    complaint = command(*argv).complaint
    assert complaint.startswith("bagarre : ")
    assert told in complaint


def test_usage_in_english(command: Command) -> None:
    assert command("dance", "--lang", "en").complaint.startswith("bagarre: unknown command “dance”")


@pytest.mark.parametrize("name", ["play", "rules", "simulate"])
def test_unknown_game(command: Command, name: str) -> None:
    complaint = command(name, "chess").complaint
    assert "jeu inconnu « chess »" in complaint
    assert "boss-quest" in complaint


def test_games(command: Command) -> None:
    assert "Boss Quest" in command("games").out
    listed = json.loads(command("games", "--json", "--lang", "en").out)
    found = {game["name"]: game for game in listed}
    assert found["leduc"]["players"] == [2, 4]
    assert found["leduc"]["options"] == [
        {"kind": "number", "name": "raises", "default": 2, "least": 1, "most": 4}
    ]
    assert found["boss-quest"]["tagline"].startswith("Come close")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", ["boss-quest", "badass-force", "battleworld", "baston", "leduc"])
def test_options_of_a_game(command: Command, name: str, lang: str) -> None:
    out = command("games", name, "--lang", lang).out
    game = find_game(name) if name != "leduc" else leduc()
    words = game.words(lang)
    for option in game.meta.options:
        assert f"\n{option.name}  " in out
        assert str(option.default if isinstance(option.default, str) else "") in out
        assert str(words.find(f"options.{option.name}.label")) in out
        assert all(str(value) in out for value in getattr(option, "values", ()))
    told = json.loads(command("games", name, "--json").out)
    assert [option["name"] for option in told["options"]] == [option.name for option in game.meta.options]


def test_search_of_rules_folds_accents(command: Command) -> None:
    """As on the web: accents, capitals, ligatures and bent apostrophes do not matter."""
    for typed, written in (("DETRUIT", "détruit"), ("l'energie", "l’énergie"), ("MEME si prevus", "même")):
        out = command("rules", "battleworld", "--search", typed)
        assert out.code == 0
        assert written.split()[0] in out.out
    from bagarre.kernel.grammar import folded

    assert folded("L’ŒUVRE d’Élan") == folded("l'oeuvre d'elan") == "l'oeuvre d'elan"


def test_rules(command: Command) -> None:
    assert "LE-END-2" in command("rules", "leduc").out
    assert "LE-BET-4" in command("rules", "leduc", "--search", "se coucher").out
    assert "LE-DEAL-1" not in command("rules", "leduc", "--search", "se coucher").out
    one = command("rules", "leduc", "--clause", "le-end-1", "--lang", "en")
    assert "takes" in one.out or "wins the pot" in one.out
    clauses = json.loads(command("rules", "leduc", "--json").out)
    assert clauses[0]["id"] == "LE-DEAL-1"
    assert clauses[0]["section"] == "Donne"


def test_rules_not_found(command: Command) -> None:
    assert "aucune règle ne contient « dragon »" in command("rules", "leduc", "--search", "dragon").complaint
    assert "LE-DRAGON-1" in command("rules", "leduc", "--clause", "LE-DRAGON-1").complaint


def test_options_of_the_game() -> None:
    game = leduc()
    assert game_options(game, ["raises=3"], []) == {"raises": "3"}
    assert game_options(game, [], ["--raises", "3"]) == {"raises": "3"}
    assert game_options(game, [], ["--raises=4"]) == {"raises": "4"}
    with pytest.raises(Mistake, match="option_value"):
        game_options(game, [], ["--raises"])
    with pytest.raises(Mistake, match="unknown_option"):
        game_options(game, ["colour=red"], [])


def test_texts_cannot_speak_to_the_terminal() -> None:
    assert one_line("a\x1b[2Jb\nc") == "a [2Jb c"
    assert clean_name("  \x07 ") == "?"
    assert clean_name("Zoé\udcff") == "Zoé?"


def real(*argv: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """The command as a person runs it."""
    environment = {**os.environ, "BAGARRE_LANG": "fr"} | settings.pop("env", {})  # type: ignore[operator]
    return subprocess.run(
        [sys.executable, "-m", "bagarre.cli.main", *argv],
        capture_output=True, text=True, encoding="utf-8", env=environment, timeout=PATIENCE, check=False, **settings,  # type: ignore[call-overload]
    )  # fmt: skip


def test_the_real_command_complains_in_one_line() -> None:
    ended = real("play", "chess")
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert ended.stdout == ""


def test_the_real_command_without_a_rich_alphabet() -> None:
    ended = real("games", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"})
    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr


def test_no_colour_is_honoured() -> None:
    ended = real("games", env={"NO_COLOR": "1", "FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert "\x1b[3" not in ended.stdout
    assert "\x1b[9" not in ended.stdout


def test_a_reader_who_leaves_early_is_no_fault() -> None:
    code = f"{sys.executable} -m bagarre.cli.main rules boss-quest | head -n 1"
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 0
    assert ended.stderr == ""


def test_a_full_disk_on_the_way_out_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    code = f"{sys.executable} -m bagarre.cli.main games --json --lang en > /dev/full"
    ended = subprocess.run(
        ["bash", "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "no space left" in ended.stderr


def test_help_loads_nothing_heavy() -> None:
    code = "import sys; from bagarre.cli.main import main; main(['--help']); print([m for m in ('numpy', 'numba', 'pyarrow', 'fastapi') if m in sys.modules])"
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert ended.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("words", "code"), [("play boss-quest --seed 1 <&-", 2), ("games >&-", 0)])
def test_streams_closed_outside(words: str, code: int) -> None:
    """A shell may hand over closed streams: they are empty ones, and no fault."""
    line = f"'{sys.executable}' -m bagarre.cli.main {words}"
    answer = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert answer.returncode == code, answer.stderr
    assert answer.stderr.count("\n") == (1 if code else 0)


def test_as_a_module_it_tells_the_shell_that_it_failed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bagarre", "games", "chess", "--lang", "en"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("bagarre: unknown game “chess”")


def test_an_unknown_command_of_a_group_is_told_what_there_is(command: Command) -> None:
    told = command("study", "nothing").complaint
    assert "balance, run, compare" in told
    assert "serve" not in told


def test_a_seed_that_is_no_text_is_refused(command: Command) -> None:
    for argv in (
        ["simulate", "leduc"],
        ["play", "leduc"],
        ["match", "scripted", "random", "--game", "leduc"],
    ):
        assert "option seed" in command(*argv, "--seed", "\udcff").complaint


@pytest.mark.parametrize("words", [("serve", "--port", "0"), ("tables", "list")])
def test_a_folder_for_data_that_cannot_be_made_is_named(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    told = command("--lang", "en", *words).complaint
    assert told.startswith(f"bagarre: {tmp_path / 'file' / 'bagarre'}: cannot be written")
