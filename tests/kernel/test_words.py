"""Sentences: both languages say the same things, and every mistake has its words."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import bagarre
from bagarre.kernel.clauses import read_rulebook
from bagarre.kernel.errors import IllegalChoice, Mistake, OptionError
from bagarre.kernel.events import Event
from bagarre.kernel.game import Game
from bagarre.kernel.menu import Choice
from bagarre.kernel.options import Choose, Number, Subset, Switch, read_options
from bagarre.kernel.words import LANGUAGES, Words, house_words, placeholders, words_in

SOURCES = sorted(Path(bagarre.__file__).parent.rglob("*.py"))


def words(lang: str = "en") -> Words:
    tree = {
        "plain": "Hello {name}.",
        "cards": {"one": "{n} card", "other": "{n} cards"},
        "deep": {"er": {"still": "down"}},
    }
    return Words(lang, tree, "test.toml")


def test_sentences_are_found_and_filled() -> None:
    assert words().say("plain", name="Ada") == "Hello Ada."
    assert words().say("deep.er.still") == "down"
    assert words().find("deep.nothing") is None
    assert words().sentences() == {
        "plain": "Hello {name}.",
        "cards.one": "{n} card",
        "cards.other": "{n} cards",
        "deep.er.still": "down",
    }


@pytest.mark.parametrize(
    ("lang", "n", "said"),
    [("en", 0, "0 cards"), ("en", 1, "1 card"), ("en", 2, "2 cards"), ("fr", 0, "0 card"), ("fr", 1, "1 card"), ("fr", 2, "2 cards")],
)  # fmt: skip
def test_zero_is_plural_in_english_and_singular_in_french(lang: str, n: int, said: str) -> None:
    assert words(lang).say("cards", n=n) == said


def test_a_missing_sentence_names_its_file() -> None:
    with pytest.raises(KeyError, match=r"test\.toml has no sentence 'nothing'"):
        words().say("nothing")


def test_placeholders() -> None:
    assert placeholders("{a} and {b!r} and {{c}} {d.e} {f[0]}") == {"a", "b", "d", "f"}


def test_values_of_both_languages_and_mistakes_are_spoken() -> None:
    error = IllegalChoice("stop", {"fr": "trop tôt", "en": "too early"}, "XX-1")
    assert "trop tôt" in error.say("fr")
    assert "too early" in error.say("en")
    assert "[XX-1]" in error.say("en")


def test_an_unknown_language_is_answered_in_french() -> None:
    assert house_words("de").lang == "fr"


def test_the_house_says_the_same_in_both_languages() -> None:
    french, english = (house_words(lang).sentences() for lang in LANGUAGES)
    assert french.keys() == english.keys()
    different = {key for key in french if placeholders(french[key]) != placeholders(english[key])}
    assert different == set()


def mistakes_raised() -> set[str]:
    """Every key that the source gives to a mistake as a plain text."""
    raising = {"Mistake": (0, ""), "OptionError": (0, ""), "RecordError": (0, ""), "wrong": (1, "pack_"), "PackError": (3, "pack_")}  # fmt: skip
    keys = set()
    for file in SOURCES:
        text = file.read_text(encoding="utf-8")
        # Reading a module as a tree takes long.
        if not any(f"{name}(" in text for name in raising):
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place, prefix = raising.get(name, (-1, ""))
            if 0 <= place < len(node.args):
                key: Any = node.args[place]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    keys.add(prefix + key.value)
    return keys


def test_every_mistake_has_its_words() -> None:
    raised = mistakes_raised()
    assert len(raised) > 50
    for lang in LANGUAGES:
        assert raised - house_words(lang).find("mistakes").keys() == set(), lang


# Speech.


def test_speech_names_players_things_and_unknowns(leduc: Game) -> None:
    speech = leduc.speech("en", ["Ada", "Blaise"], leduc.content().names)
    dealt = leduc.event_book.kinds[0]
    assert speech.event(Event(dealt, (1, 4))) == "Blaise receives K."
    assert speech.event(Event(dealt, (1, None))) == "Blaise receives a card."
    assert speech.choice(Choice(2, 0)) == "raise"
    assert speech.reason(leduc.reasons[1]) == "it is not your turn"
    assert speech.name("seat", -1) == "–"
    assert speech.name("nothing", 3) == 3
    assert speech.name("nothing", None) == "?"
    assert (
        leduc.speech("fr", ["Ada", "Blaise"], leduc.content().names).event(Event(dealt, (0, None)))
        == "Ada reçoit une carte."
    )


# Rulebooks.


def test_clauses_run_over_indented_lines(tmp_path: Path) -> None:
    file = tmp_path / "rules.en.md"
    file.write_text(
        "# Game\n\n## Draw\n- **XX-DRAW-1** Draw a card\n  and show it.\n- **XX-DRAW-2** Pass.\n\nText.\n## End\n- **XX-END-1** Stop.\n"
    )
    book = read_rulebook(file, "en")
    assert {id: (clause.text, clause.section) for id, clause in book.clauses.items()} == {
        "XX-DRAW-1": ("Draw a card and show it.", "Draw"),
        "XX-DRAW-2": ("Pass.", "Draw"),
        "XX-END-1": ("Stop.", "End"),
    }
    assert [clause.id for clause in book.search("show card")] == ["XX-DRAW-1"]
    assert [clause.id for clause in book.search("xx-draw")] == ["XX-DRAW-1", "XX-DRAW-2"]


# Options.

DECLARED = (
    Choose("box", ("vhs", "dvd")),
    Switch("solo", False),
    Number("keys", None, 1, 9),
    Subset("expansions", ("potions", "reaper")),
)


def test_options_are_read_and_defaulted() -> None:
    assert read_options(DECLARED, {}) == {"box": "vhs", "solo": False, "keys": None, "expansions": ()}
    given = {"box": "dvd", "solo": "oui", "keys": "4", "expansions": "reaper+potions"}
    assert read_options(DECLARED, given) == {
        "box": "dvd",
        "solo": True,
        "keys": 4,
        "expansions": ("potions", "reaper"),
    }
    assert read_options(DECLARED, {"expansions": "all"})["expansions"] == ("potions", "reaper")
    assert read_options(DECLARED, {"keys": "none"})["keys"] is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"colour": 1}, "unknown option “colour” (allowed: box, solo, keys, expansions)"),
        ({"box": "betamax"}, "option box: value “betamax” refused (allowed: vhs, dvd)"),
        ({"solo": "perhaps"}, "option solo: value “perhaps” refused (allowed: on, off)"),
        ({"keys": "10"}, "option keys: value “10” refused (allowed: 1–9)"),
        ({"keys": "two"}, "option keys: value “two” refused (allowed: 1–9)"),
        ({"expansions": "dragons"}, "option expansions: value “dragons” refused (allowed: potions, reaper)"),
    ],
)
def test_wrong_options_are_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError) as error:
        read_options(DECLARED, given)
    assert error.value.say("en") == said
    assert error.value.say("fr")


def test_seats_outside_the_game_are_refused(leduc: Game) -> None:
    with pytest.raises(Mistake) as error:
        leduc.prepare(5)
    assert error.value.say("en") == "Leduc takes 2–4 players, not 5"


def test_words_of_a_folder_are_read_once(leduc: Game) -> None:
    assert words_in(leduc.folder / "words", "fr") is words_in(leduc.folder / "words", "fr")


@pytest.mark.parametrize("sent", ["\n", "a\nb", "a\r\nb", "a\u2028b", "a\x00b", "\x1b[2J"])
def test_what_is_repeated_of_somebodys_words_stays_on_its_line(sent: str) -> None:
    for lang in LANGUAGES:
        told = Mistake("option_value", option="raises", value=sent, allowed="1-4").say(lang)
        assert len(told.splitlines()) == 1
        assert all(sign.isprintable() or sign in "\u00a0\u202f" for sign in told)
