"""`search.toml`: one reader, which says what is wrong with a file."""

from pathlib import Path

import pytest

from bagarre.bots.levels import NAMES
from bagarre.kernel.errors import Mistake
from bagarre.kernel.rule import rule
from bagarre.kernel.searchfile import search_file, search_settings, weighed, weights
from tests.house import all_games


@rule
def trait(s: list[int], seat: int, i: int) -> int:
    return s[seat] + i


def written(folder: Path, text: str) -> str:
    (folder / "search.toml").write_text(text)
    return str(folder / "search.py")


def test_numbers_are_settings_and_texts_are_notes(tmp_path: Path) -> None:
    written(tmp_path, 'version = 1\n[search]\nmade = "by hand"\nhorizon = 3\n[level.1]\nhorizon = 1\n')
    assert search_settings(tmp_path, "search", known=NAMES) == {"horizon": 3}
    assert search_settings(tmp_path, "level", "1", known=NAMES) == {"horizon": 1}
    assert search_settings(tmp_path, "level", "2", known=NAMES) == {}


def test_a_game_without_the_file_says_nothing(tmp_path: Path) -> None:
    assert search_settings(tmp_path, "search", known=NAMES) == {}


def test_traits_are_added_up_as_their_weights_say(tmp_path: Path) -> None:
    module = written(tmp_path, "version = 1\n[standing]\nweights = [0, 5, -2]\n[habits]\nweights = []\n")
    assert tuple(weights(module, "standing")) == (0, 5, -2)
    assert weighed(module, "standing", trait)([10, 20], 1) == 5 * 21 - 2 * 22
    assert weighed(module, "habits", trait)([10, 20], 1) == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("version = 2\n", "written for another version of Bagarre (form 2; this one reads form 1)"),
        ("[search]\n", "version: missing field"),
        ("version = 1\n[search]\nhorizont = 3\n", "search: horizont: unknown field"),
        ("version = 1\n[search]\nhorizon = 1.5\n", "search: horizon: expected a number from 0"),
        ("version = 1\nsearch = 3\n", "search: expected a table, got 3"),
        ("version = 1\n[search\n", "TOML that cannot be read"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, words: str) -> None:
    written(tmp_path, text)
    with pytest.raises(Mistake) as mistake:
        search_settings(tmp_path, "search", known=NAMES)
    told = mistake.value.say("en")
    assert told.startswith(f"{tmp_path.name}/search.toml: ")
    assert words in told
    assert "\n" not in told


@pytest.mark.parametrize(("text", "words"), [("", "missing field"), ("weights = [1, true]", "got True")])
def test_weights_are_whole_numbers(tmp_path: Path, text: str, words: str) -> None:
    module = written(tmp_path, f"version = 1\n[standing]\n{text}\n")
    with pytest.raises(Mistake, match="search") as mistake:
        weights(module, "standing")
    assert words in mistake.value.say("en")


def test_the_files_of_the_games_can_be_read() -> None:
    for game in all_games():
        assert search_settings(game.folder, "search", known=NAMES).keys() <= set(NAMES)
        assert search_file(game.folder).data.keys() <= {
            "version",
            "search",
            "review",
            "standing",
            "habits",
            "wary",
            "rest",
            "told",
            "level",
        }
