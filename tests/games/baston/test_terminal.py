"""The table in a terminal: it fits 80 columns in both languages; orders are typed as on the printed sheet; the film is told."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from bagarre.games.baston import terminal
from bagarre.kernel.errors import Mistake
from bagarre.kernel.words import LANGUAGES
from bagarre.match import Match
from tests.games.baston.table import GAME


def shown(thing: Any) -> str:
    console = Console(width=80, record=True, file=StringIO())
    console.print(thing)
    return console.export_text()


def draw(match: Match, seat: int, lang: str) -> str:
    text = shown(terminal.draw(match.view(seat, lang), match.speech(lang)))
    assert max(len(line) for line in text.splitlines()) <= 80
    return text


def typed(match: Match, text: str, seat: int = 0, lang: str = "fr") -> Any:
    return terminal.commands(match.view(seat, lang), text, match, seat, match.speech(lang))


def brawl(**options: Any) -> Match:
    """A brawl in which everybody looks north and the sheets are to be written."""
    match = Match(GAME, ["Ada", "Blaise"], options={"size": 1, **options}, seed="terminal")
    while "commit" not in match.legal(match.deciders[0]).notation():
        match.play(match.deciders[0], match.legal(match.deciders[0]).notation()[0])
    return match


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_fits_and_shows_everybody(lang: str) -> None:
    match = brawl(size=4)
    text = draw(match, 0, lang)
    for letter in "ABCDEFGH":
        assert f"({letter})" in text
        assert f"{letter}↑" in text
    assert {"fr": "Feuille de", "en": "Sheet of"}[lang] in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_building_by_points(lang: str) -> None:
    match = Match(GAME, ["Ada", "Blaise"], options={"size": 1, "characters": "choose"}, seed=1)
    assert "Dudule" in draw(match, 0, lang)
    for choice in ("build", "strength 4", "dexterity 5", "speed 4", "buy chain"):
        match.play(0, choice)
    text = draw(match, 0, lang)
    assert "4/5/4/3" in text
    assert {"fr": "Points d’achat : 5", "en": "Purchase points: 5"}[lang] in text.replace("\xa0", " ")


def test_whole_sequences_are_typed_as_they_are_printed() -> None:
    match = brawl()
    assert typed(match, "M6G/CS -/CS M7/CP") == ["M6G", "CS", "-", "CS", "M7", "CP"]
    assert typed(match, "pre/lan fd/- m1") == ["PRE/LAN", "FD", "M1"]
    assert typed(match, "M9/CS") is None
    for order in typed(match, "M6G/CS -/CS M7/CP"):
        match.play(0, order)
    assert "M6G" in draw(match, 0, "fr")
    assert typed(match, "M6G") is None, "nothing is left to be written"


@pytest.mark.parametrize(
    ("lang", "words"),
    [("fr", "Si les autres bandes ne bougent pas"), ("en", "If the other gangs do not move")],
)
def test_a_forecast_of_an_order(lang: str, words: str) -> None:
    assert words in shown(typed(brawl(), "see M5", lang=lang))
    with pytest.raises(Mistake):
        typed(brawl(), "see XX")


def test_the_film(capsys: pytest.CaptureFixture[str]) -> None:
    match = brawl()
    match.play(0, "M5")
    match.play(0, "commit")
    match.play(1, "commit")
    typed(match, "film 9")
    told = capsys.readouterr().out
    assert "Temps 1." in told
    assert "marche vers le bas (M5)" in told
    events = [event for step in match.steps[-1:] for event in match.events(step, 0)]
    console = Console(width=80, record=True, file=StringIO())
    terminal.film(events, match.speech("en"), console)
    assert "walks towards the bottom (M5)" in console.export_text()
    # While sheets are written there is nothing to tell.
    terminal.film([], match.speech("en"), console)
    assert console.export_text() == ""


def test_the_film_can_be_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    def impatient(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 2:
            raise KeyboardInterrupt

    match = brawl()
    match.play(0, "M5")
    match.play(0, "commit")
    match.play(1, "commit")
    events = [event for step in match.steps[-1:] for event in match.events(step, 0)]
    monkeypatch.setattr("time.sleep", impatient)
    console = Console(width=80, record=True, force_terminal=True, file=StringIO())
    terminal.film(events, match.speech("fr"), console)
    assert console.export_text().count("\n") > len(events)
    assert slept[:2] == [terminal.PACE, terminal.PACE]
    assert set(slept[2:]) == {0.0}
