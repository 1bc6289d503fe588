"""What people read is written in their language, in every game."""

from __future__ import annotations

import re

import pytest

from bagarre.games import games
from bagarre.kernel.words import LANGUAGES

ALL = games()
TELL_THEMSELVES = {"baston": ("characters", "size"), "battleworld": ("names", "preset", "concede")}
"""The games whose rules name options as the form does, and the options that their tables leave to other places."""


@pytest.mark.parametrize("game", ALL)
def test_english_has_no_french_typography(game: str) -> None:
    for file in sorted(ALL[game].folder.glob("words/*en.toml")):
        found = re.findall(r".*(?:[^\W_] [:;!?]|«|»).*", file.read_text("utf-8"))
        # A key of a map is no sentence.
        assert [line for line in found if not line.startswith("legend")] == [], file.name
    for file in ALL[game].folder.glob("board/*.html"):
        assert re.findall(r"}} [:;!?][^=]", file.read_text("utf-8")) == [], (
            "signs of one language belong to its words"
        )


@pytest.mark.parametrize("game", ALL)
def test_french_signs_never_stand_alone_on_a_line(game: str) -> None:
    """Before « : ; ! ? » and inside quotation marks the space does not break."""
    found = {
        key: text
        for key, text in ALL[game].words("fr").sentences().items()
        if isinstance(text, str) and not key.startswith("pages")
    }
    assert {key: text for key, text in found.items() if re.search(r"\w [:;!?]|« | »", text)} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TELL_THEMSELVES)
def test_the_rules_name_options_as_the_form_does(name: str, lang: str) -> None:
    options = ALL[name].words(lang).find("options")
    text = (ALL[name].folder / f"rules.{lang}.md").read_text("utf-8")
    outside = re.sub(r"\| option \|.*?\n\n", "", text, flags=re.DOTALL)
    assert [raw for raw in re.findall(r"`(\w+)(?: = \w+)?`", outside) if raw in options] == []
    assert all(
        f"| {option['label']} |" in text
        for raw, option in options.items()
        if raw not in TELL_THEMSELVES[name]
    )


def test_a_pack_s_scenario_is_named_as_in_the_menu() -> None:
    for lang in LANGUAGES:
        scenario = ALL["baston"].words(lang).find("options")["scenario"]
        assert scenario["values"]["own"] in scenario["help"]
