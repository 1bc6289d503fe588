"""Packs: what is wrong is named by file, entry and field."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bagarre.kernel.errors import Mistake
from bagarre.kernel.pack import Entry, Pack, read_pack

TEXT = """
[spells.cancel]
name = { fr = "Contresort", en = "Counterspell" }
flag = "printed"
power = 3
quick = true
colours = ["red"]

[[bosses]]
id = "dragon"
hp = 20
[[bosses]]
hp = 14
"""


def entry(text: str = TEXT) -> Entry:
    root = Pack("mine.toml", text).root()
    return dict(root.entries("spells"))["cancel"] if "spells" in root.data else root


def test_getters_give_checked_values() -> None:
    spell = entry()
    assert spell.names() == {"fr": "Contresort", "en": "Counterspell"}
    assert spell.flag() == "printed"
    assert spell.number("power", 1, 5) == 3
    assert spell.number("missing", 1, 5, 2) == 2
    assert spell.switch("quick") is True
    assert spell.switch("slow") is False
    assert spell.listing("colours") == ["red"]
    assert spell.text("note", "none") == "none"
    assert spell.has("power")
    assert spell.path == "spells.cancel"
    assert [(name, boss.number("hp", 1, 30)) for name, boss in Pack("p", TEXT).root().entries("bosses")] == [
        ("dragon", 20),
        ("1", 14),
    ]
    assert Pack("p", TEXT).root().entry("spells").entry("cancel").path == "spells.cancel"


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda e: e.number("cost", 0, 9), "mine.toml: spells.cancel: cost: missing field"),
        (lambda e: e.number("power", 4, 9), "mine.toml: spells.cancel: power: expected a number from 4 to 9, got 3"),
        (lambda e: e.number("quick", 0, 9), "mine.toml: spells.cancel: quick: expected a number from 0 to 9, got True"),
        (lambda e: e.text("power"), "mine.toml: spells.cancel: power: expected a text, got 3"),
        (lambda e: e.switch("power"), "mine.toml: spells.cancel: power: expected true or false, got 3"),
        (lambda e: e.listing("power"), "mine.toml: spells.cancel: power: expected a list, got 3"),
        (lambda e: e.entry("power"), "mine.toml: spells.cancel: power: expected a table, got 3"),
        (lambda e: list(e.entries("power")), "mine.toml: spells.cancel: power: expected a table, got 3"),
        (lambda e: list(e.entries("colours")), "mine.toml: spells.cancel: colours.0: expected a table, got 'red'"),
        (lambda e: e.one_of("flag", ("a", "b")), "mine.toml: spells.cancel: flag: “printed” is not allowed (allowed: a, b)"),
        (lambda e: e.names("flag"), "mine.toml: spells.cancel: flag: needs a French and an English name (name.fr, name.en)"),
        (lambda e: e.allow("name", "flag", "power", "quick"), "mine.toml: spells.cancel: colours: unknown field (allowed: name, flag, power, quick)"),
    ],
)  # fmt: skip
def test_errors_name_file_entry_and_field(ask: Callable[[Entry], Any], said: str) -> None:
    with pytest.raises(Mistake) as error:
        ask(entry())
    assert error.value.say("en") == said
    assert "\n" not in error.value.say("fr")


def test_broken_toml_is_one_line() -> None:
    with pytest.raises(Mistake) as error:
        Pack("mine.toml", "[spells\nx = ").root()
    assert error.value.say("en").startswith("mine.toml: TOML that cannot be read (")
    assert "\n" not in error.value.say("en")


def test_the_digest_is_of_the_text() -> None:
    assert Pack("a", "x").digest == Pack("b", "x").digest != Pack("a", "y").digest


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    makers: list[tuple[Callable[[Path], object], str]] = [
        (lambda path: None, "file_unreadable"),
        (lambda path: path.mkdir(), "file_unreadable"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "file_not_text"),
        (lambda path: path.write_bytes(b"#" * ((1 << 20) + 1)), "file_too_large"),
    ]
    for make, key in makers:
        path = tmp_path / f"{key}{len(list(tmp_path.iterdir()))}.toml"
        make(path)
        with pytest.raises(Mistake) as error:
            read_pack(path)
        assert error.value.key == key
        assert path.name in error.value.say("fr")


# Files that nobody writes: refused before they cost anything.


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("a." * 20_000 + "a = 1", "pack_too_deep"),
        ('"\\"".' * 20_000 + "a = 1", "pack_too_deep"),
        ("a = " + "[" * 50_000, "pack_too_deep"),
        ("a = " + "[" * 20 + "]" * 20, "pack_too_deep"),
        ("a = " + "{a = " * 3_000, "pack_too_deep"),
        ("a = " + "9" * 5_000, "pack_toml"),
        ("a = 0x" + "f" * 5_000, "pack_huge_number"),
        (f"a = [{1 << 63}]", "pack_huge_number"),
        ("a = [" + "1," * 100_001 + "]", "pack_too_many"),
        ("\n" * 20_001, "file_too_large"),
        ("#" * ((1 << 20) + 1), "file_too_large"),
        ("a = '\ud800'", "file_not_text"),
    ],
    ids=[
        "long key",
        "quoted key",
        "deep",
        "rather deep",
        "deep tables",
        "long number",
        "long hexadecimal",
        "64 bits",
        "many",
        "lines",
        "large",
        "half",
    ],
)
def test_hostile_toml_is_a_mistake(text: str, key: str) -> None:
    with pytest.raises(Mistake) as caught:
        Pack("mine.toml", text).root()
    assert caught.value.key == key
    assert len(caught.value.say("fr")) < 300
    assert Pack("mine.toml", text).digest


def test_long_keys_never_reach_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tomllib` would take seconds for this, and hours for a file of one MiB."""
    monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("it was parsed"))
    with pytest.raises(Mistake, match="pack_too_deep"):
        Pack("mine.toml", "x = 1\n" + "a." * 101 + "a = 1").root()


def test_the_largest_whole_numbers_of_toml_are_numbers() -> None:
    root = Pack("mine.toml", f"a = {(1 << 63) - 1}\nb = -{1 << 63}\nc = {'[' * 15 + ']' * 15}").root()
    assert root.data["a"] > 0 > root.data["b"]
